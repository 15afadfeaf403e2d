#include "contract/show.h"
#include "contract/blocks.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 24   /* of values inside each other */
#define STRING_MAX 200 /* characters shown of a string that is not ours */

/* ---- Numbers */

void assay_show_wide(struct assay_buf *out, assay_wide value)
{
    __extension__ unsigned __int128 rest =
        value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    char digits[48];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    assay_buf_add(out, digits + at, sizeof digits - at);
}

/* The shortest decimal that reads back as the same number. */
static void put_shortest(struct assay_buf *out, long double x, size_t size)
{
    int digits = size == sizeof(float) ? FLT_DECIMAL_DIG : LDBL_DECIMAL_DIG;
    char text[64] = "";

    for (int n = 1; n <= digits; n++) {
        snprintf(text, sizeof text, "%.*Lg", n, x);
        if (size == sizeof(float) ? strtof(text, NULL) == (float)x
                                  : strtold(text, NULL) == x)
            break;
    }
    assay_buf_puts(out, text);
    if (!strpbrk(text, ".e"))
        assay_buf_puts(out, ".0");
}

void assay_show_real(struct assay_buf *out, long double x, size_t size, bool as_c)
{
    if (isnan(x))
        assay_buf_puts(out, as_c ? "(0.0 / 0.0)" : "NaN");
    else if (isinf(x))
        assay_buf_puts(out, as_c    ? x < 0 ? "(-1.0 / 0.0)" : "(1.0 / 0.0)"
                            : x < 0 ? "-infinity"
                                    : "infinity");
    else if (size == sizeof(double))
        assay_buf_double(out, (double)x);
    else
        put_shortest(out, x, size);
    if (as_c && isfinite(x) && size != sizeof(double))
        assay_buf_putc(out, size == sizeof(float) ? 'f' : 'L');
}

/* A literal whose type can hold it; C has no negative ones. */
static void put_c_int(struct assay_buf *out, const struct assay_layout *layout,
                      assay_wide value)
{
    bool least = value == assay_value_least(layout) && value < 0 && layout->size >= 4;

    if (layout->size > 8 && (value > LLONG_MAX || value < -LLONG_MAX)) {
        assay_buf_puts(out, "((__int128)");
        put_c_int(out, &(struct assay_layout){.kind = ASSAY_LAYOUT_SIGNED, .size = 8},
                  value >> 64);
        assay_buf_printf(out, " * 4294967296 * 4294967296 + %lluu)",
                         (unsigned long long)value);
        return;
    }
    if (least)
        assay_buf_putc(out, '(');
    assay_show_wide(out, least ? value + 1 : value);
    if (least)
        assay_buf_puts(out, " - 1)");
    else if (value > LLONG_MAX ||
             (layout->kind == ASSAY_LAYOUT_UNSIGNED && layout->size >= 4))
        assay_buf_putc(out, 'u');
}

static const char *enum_name(const struct assay_layout *layout, assay_wide value)
{
    for (unsigned i = 0; i < layout->nvalues; i++)
        if (layout->values[i].value == value)
            return layout->values[i].name;
    return NULL;
}

/* Like '\n'; false when it is better shown as a number. */
static bool put_char(struct assay_buf *out, assay_wide value)
{
    static const char escapes[] = "a\ab\bf\fn\nr\rt\tv\v\\\\''";

    for (size_t i = 0; escapes[i]; i += 2)
        if (value == escapes[i + 1]) {
            assay_buf_printf(out, "'\\%c'", escapes[i]);
            return true;
        }
    if (value < 32 || value > 126)
        return false;
    assay_buf_printf(out, "'%c'", (char)value);
    return true;
}

static void put_int(struct assay_show *show, const struct assay_layout *layout,
                    assay_wide value)
{
    const char *name = enum_name(layout, value);

    if (name)
        assay_buf_puts(show->out, name);
    else if (layout->is_char && put_char(show->out, value))
        return;
    else if (layout->kind == ASSAY_LAYOUT_BOOL && !show->as_c)
        assay_buf_puts(show->out, value ? "true" : "false");
    else if (show->as_c)
        put_c_int(show->out, layout, value);
    else
        assay_show_wide(show->out, value);
}

/* ---- Pointers */

void assay_show_address(struct assay_buf *out, const void *p)
{
    const struct assay_block *block = assay_blocks_find(p);
    ptrdiff_t offset = block && block->path ? (const char *)p - block->path_at : 0;
    size_t size = block && block->element->size ? block->element->size : 1;

    if (!p)
        assay_buf_puts(out, "NULL");
    else if (assay_undecided(p))
        assay_buf_puts(out, "undecided");
    else if (block && block->path && offset == 0)
        assay_buf_puts(out, block->path);
    else if (block && block->path && offset % (ptrdiff_t)size == 0)
        assay_buf_printf(out, "%s %c %td", block->path, offset < 0 ? '-' : '+',
                         (offset < 0 ? -offset : offset) / (ptrdiff_t)size);
    else if (block)
        assay_buf_printf(out, "byte %td of a block of %zu bytes",
                         (const char *)p - block->at, block->size);
    else
        assay_buf_printf(out, "%p", p);
}

static bool put_string(struct assay_buf *out, const char *s)
{
    size_t len = 0;

    if (!assay_memory_known)
        return false;
    while (len < STRING_MAX && assay_blocks_reach(s + len, 1) && s[len])
        len++;
    if (len < STRING_MAX && !assay_blocks_reach(s + len, 1))
        return false;
    assay_buf_c_string(out, s, len);
    if (len == STRING_MAX)
        assay_buf_puts(out, "...");
    return true;
}

void assay_show_pointer(struct assay_show *show, const struct assay_layout *layout,
                        const void *slot)
{
    const void *p = assay_value_pointer(slot);

    if (p && layout->of && layout->of->is_char && put_string(show->out, p))
        return;
    assay_show_address(show->out, p);
}

/* ---- Values made of values */

static bool is_text(const char *at, size_t count)
{
    return count > 0 && memchr(at, '\0', count) == at + count - 1;
}

void assay_show_elements(struct assay_show *show, const struct assay_layout *element,
                         const void *at, size_t count)
{
    size_t most = show->as_c || count < ASSAY_SHOW_ELEMENTS ? count : ASSAY_SHOW_ELEMENTS;

    if (element->is_char && element->size == 1 && is_text(at, count)) {
        assay_buf_c_string(show->out, at, count - 1);
        return;
    }
    assay_buf_putc(show->out, '{');
    for (size_t i = 0; i < most; i++) {
        assay_buf_puts(show->out, i > 0 ? ", " : "");
        assay_show_value(show, element, (const char *)at + i * element->size);
    }
    if (most < count)
        assay_buf_printf(show->out, ", ... (%zu in all)", count);
    else if (count == 0 && show->as_c)
        assay_buf_putc(show->out, '0');
    assay_buf_putc(show->out, '}');
}

/* An array that a string and zeros fill is shown as that string: its size is known. */
static void put_array(struct assay_show *show, const struct assay_layout *layout,
                      const char *at)
{
    const struct assay_layout *of = layout->of;
    const char *end = NULL;

    if (of->is_char && of->size == 1)
        end = memchr(at, '\0', layout->count);
    for (const char *p = end; end && p < at + layout->count; p++)
        if (*p)
            end = NULL;
    if (end)
        assay_buf_c_string(show->out, at, (size_t)(end - at));
    else
        assay_show_elements(show, of, at, layout->count);
}

/* Members without a name are written like an inner struct without one. */
static void put_field(struct assay_show *show, const struct assay_layout_field *field,
                      const void *at)
{
    if (field->name[0])
        assay_buf_printf(show->out, ".%s = ", field->name);
    if (field->bits)
        put_int(show, field->layout, assay_value_bits(field, at));
    else
        assay_show_value(show, field->layout, (const char *)at + field->offset);
}

static void put_fields(struct assay_show *show, const struct assay_layout *layout,
                       const void *at)
{
    assay_buf_putc(show->out, '{');
    for (unsigned i = 0; i < layout->nfields; i++) {
        assay_buf_puts(show->out, i > 0 ? ", " : "");
        put_field(show, &layout->fields[i], at);
    }
    assay_buf_puts(show->out, layout->nfields > 0 || !show->as_c ? "}" : "0}");
}

static bool is_zero(const char *at, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (at[i])
            return false;
    return true;
}

/* No float that hardly anyone writes, and that is rather something else. */
static bool is_likely(const struct assay_layout *layout, const void *at)
{
    double x = layout->kind == ASSAY_LAYOUT_FLOAT && layout->size <= sizeof(double)
                   ? (double)assay_value_real(layout, at)
                   : 0;
    double least = layout->size == sizeof(float) ? (double)FLT_MIN : DBL_MIN;

    return fabs(x) == 0 || (isfinite(x) && fabs(x) >= least);
}

/* The first member that nothing stands behind, else the widest. */
static unsigned member_that_says_all(const struct assay_layout *layout, const char *at)
{
    unsigned widest = 0;

    for (unsigned i = 0; i < layout->nfields; i++) {
        size_t size = layout->fields[i].layout->size;
        if (!assay_value_is_drawn(layout, i) || layout->fields[i].bits)
            continue;
        if (is_zero(at + size, layout->size - size) &&
            is_likely(layout->fields[i].layout, at))
            return i;
        if (size > layout->fields[widest].layout->size)
            widest = i;
    }
    return widest;
}

static void put_member(struct assay_show *show, const struct assay_layout *layout,
                       const void *at)
{
    assay_buf_putc(show->out, '{');
    if (layout->nfields > 0)
        put_field(show, &layout->fields[member_that_says_all(layout, at)], at);
    assay_buf_puts(show->out, layout->nfields > 0 || !show->as_c ? "}" : "0}");
}

static void put_bytes(struct assay_show *show, const unsigned char *at, size_t size)
{
    size_t most = size < ASSAY_SHOW_ELEMENTS ? size : ASSAY_SHOW_ELEMENTS;

    if (show->as_c) { /* its members are not known */
        assay_buf_puts(show->out, "{0}");
        return;
    }
    assay_buf_puts(show->out, "bytes {");
    for (size_t i = 0; i < most; i++)
        assay_buf_printf(show->out, "%s%02x", i > 0 ? " " : "", at[i]);
    assay_buf_puts(show->out, most < size ? " ...}" : "}");
}

void assay_show_value(struct assay_show *show, const struct assay_layout *layout,
                      const void *at)
{
    if (show->depth == DEPTH_MAX) {
        assay_buf_puts(show->out, show->as_c ? "{0}" : "...");
        return;
    }
    show->depth++;
    switch (layout->kind) {
    case ASSAY_LAYOUT_BOOL:
    case ASSAY_LAYOUT_SIGNED:
    case ASSAY_LAYOUT_UNSIGNED:
        put_int(show, layout, assay_value_int(layout, at));
        break;
    case ASSAY_LAYOUT_FLOAT:
        assay_show_real(show->out, assay_value_real(layout, at), layout->size,
                        show->as_c);
        break;
    case ASSAY_LAYOUT_POINTER:
        show->pointer(show, layout, at);
        break;
    case ASSAY_LAYOUT_ARRAY:
        put_array(show, layout, at);
        break;
    case ASSAY_LAYOUT_STRUCT:
        put_fields(show, layout, at);
        break;
    case ASSAY_LAYOUT_UNION:
        put_member(show, layout, at);
        break;
    case ASSAY_LAYOUT_OPAQUE:
        put_bytes(show, at, layout->size);
        break;
    }
    show->depth--;
}
