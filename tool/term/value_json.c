/*
 * JSON to values and back, as in RFC 8259. Numbers keep all their digits. A lone
 * surrogate, which UTF-8 cannot say, is refused; of two members with a name the last one
 * counts.
 */
#include "base/mem.h"
#include "base/utf8.h"
#include "term/regexp.h"
#include "term/template.h"
#include "term/value.h"

#include <string.h>

/* ---- Writing. */

static void write_string(struct assay_str s, struct assay_buf *out)
{
    value_print(&(Value){.kind = VALUE_STRING, .as.string = s}, out);
}

static void write_array(const Value *x, struct assay_buf *out)
{
    assay_buf_putc(out, '[');
    for (uint32_t i = 0; i < x->as.array.count && !out->status; i++) {
        assay_buf_puts(out, i > 0 ? "," : "");
        value_print_json(x->as.array.items[i], out);
    }
    assay_buf_putc(out, ']');
}

static void write_object(const Value *x, struct assay_buf *out)
{
    assay_buf_putc(out, '{');
    for (uint32_t i = 0; i < x->as.object.count && !out->status; i++) {
        assay_buf_puts(out, i > 0 ? "," : "");
        write_string(x->as.object.members[i].name, out);
        assay_buf_putc(out, ':');
        value_print_json(x->as.object.members[i].value, out);
    }
    assay_buf_putc(out, '}');
}

static void write_resource(const Value *x, struct assay_buf *out)
{
    assay_buf_putc(out, '"');
    value_print(x, out);
    assay_buf_putc(out, '"');
}

void value_print_json(const Value *x, struct assay_buf *out)
{
    switch (x->kind) {
    case VALUE_UNDEFINED:
        value_print(value_null(), out);
        break;
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_INTEGER:
    case VALUE_NUMBER:
    case VALUE_STRING:
        value_print(x, out);
        break;
    case VALUE_ARRAY:
        write_array(x, out);
        break;
    case VALUE_OBJECT:
        write_object(x, out);
        break;
    case VALUE_TEMPLATE:
        write_string(x->as.template->source, out);
        break;
    case VALUE_REGEXP:
        write_string(x->as.regexp->source, out);
        break;
    case VALUE_RESOURCE:
        write_resource(x, out);
        break;
    }
}

/* ---- Reading. The values of arrays and objects that are still open are on a stack. */

#define ITEMS_MAX ((size_t)1 << 24)

typedef struct {
    struct assay_arena *arena;
    struct assay_str text;
    size_t at;
    uint32_t depth;
    ValueMember *stack; /* without names in arrays */
    size_t count, cap;
} Reader;

static const Value *read_value(Reader *r);

static void skip_blanks(Reader *r)
{
    while (r->at < r->text.len && strchr(" \t\n\r", r->text.at[r->at]) &&
           r->text.at[r->at] != '\0')
        r->at++;
}

static bool accept(Reader *r, char c)
{
    skip_blanks(r);
    if (r->at >= r->text.len || r->text.at[r->at] != c)
        return false;
    r->at++;
    return true;
}

static const Value *read_word(Reader *r, const char *word, const Value *value)
{
    struct assay_str rest = {r->text.at + r->at, r->text.len - r->at};
    if (!assay_str_starts(rest, word))
        return NULL;
    r->at += strlen(word);
    return value;
}

/* How many bytes from an offset on may be part of a number. */
static size_t number_length(const Reader *r)
{
    size_t n = r->at;
    while (n < r->text.len && r->text.at[n] != '\0' &&
           strchr("+-.eE0123456789", r->text.at[n]))
        n++;
    return n - r->at;
}

static const Value *read_number(Reader *r)
{
    struct assay_str s = {r->text.at + r->at, number_length(r)};
    size_t first = s.len > 0 && s.at[0] == '-';
    bool padded = s.len > first + 1 && s.at[first] == '0' && s.at[first + 1] >= '0' &&
                  s.at[first + 1] <= '9';
    Decimal number;
    if (padded || !decimal_read(r->arena, s, &number))
        return NULL;
    r->at += s.len;
    return value_number(r->arena, number);
}

/* Four hexadecimal digits. */
static bool read_unit(Reader *r, uint32_t *ret_unit)
{
    uint64_t unit;
    if (r->text.len - r->at < 4 ||
        !assay_str_hex((struct assay_str){r->text.at + r->at, 4}, &unit))
        return false;
    r->at += 4;
    *ret_unit = (uint32_t)unit;
    return true;
}

/* What follows \u: a code point, of two units if need be. */
static bool read_code(Reader *r, uint32_t *ret_code)
{
    uint32_t high, low;
    if (!read_unit(r, &high))
        return false;
    *ret_code = high;
    if (high < 0xd800 || high > 0xdfff)
        return true;
    struct assay_str rest = {r->text.at + r->at, r->text.len - r->at};
    if (high > 0xdbff || !assay_str_starts(rest, "\\u"))
        return false;
    r->at += 2;
    if (!read_unit(r, &low) || low < 0xdc00 || low > 0xdfff)
        return false;
    *ret_code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

/* What follows a backslash. */
static size_t read_escape(Reader *r, char bytes[ASSAY_UTF8_MAX])
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->text.len ? r->text.at[r->at] : '\0';
    const char *found = c != '\0' ? strchr(letters, c) : NULL;
    uint32_t code;
    if (found) {
        r->at++;
        bytes[0] = meanings[found - letters];
        return 1;
    }
    if (c != 'u')
        return 0;
    r->at++;
    return read_code(r, &code) ? assay_utf8_encode(code, bytes) : 0;
}

/* One character of a string; its length, or 0 if it is none. */
static size_t read_char(Reader *r, char bytes[ASSAY_UTF8_MAX])
{
    const char *at = r->text.at + r->at;
    uint32_t code;
    if (*at == '\\') {
        r->at++;
        return read_escape(r, bytes);
    }
    size_t n = assay_utf8_decode(at, r->text.len - r->at, &code);
    if (n == 0 || code < 0x20)
        return 0;
    memcpy(bytes, at, n);
    r->at += n;
    return n;
}

/* Where the string that begins at an offset ends, or the text does. */
static size_t string_end(const Reader *r)
{
    size_t n = r->at;
    while (n < r->text.len && r->text.at[n] != '"')
        n += r->text.at[n] == '\\' ? 2 : 1;
    return n < r->text.len ? n : r->text.len;
}

/* What follows the opening quote. No escape is shorter than what it stands for. */
static bool read_string(Reader *r, struct assay_str *ret_string)
{
    char *into = assay_arena_new(r->arena, string_end(r) - r->at + 1, 1);
    size_t len = 0;
    while (into && r->at < r->text.len && r->text.at[r->at] != '"') {
        char bytes[ASSAY_UTF8_MAX];
        size_t n = read_char(r, bytes);
        if (n == 0)
            return false;
        memcpy(into + len, bytes, n);
        len += n;
    }
    if (!into || r->at >= r->text.len)
        return false;
    r->at++;
    *ret_string = (struct assay_str){into, len};
    return true;
}

static bool push(Reader *r, struct assay_str name, const Value *value)
{
    if (!value || assay_mem_grow(r->arena->mem, (void **)&r->stack, &r->cap, r->count + 1,
                                 sizeof *r->stack, ITEMS_MAX))
        return false;
    r->stack[r->count++] = (ValueMember){name, value};
    return true;
}

static bool read_member(Reader *r)
{
    struct assay_str name;
    return accept(r, '"') && read_string(r, &name) && accept(r, ':') &&
           push(r, name, read_value(r));
}

static const Value *read_object(Reader *r)
{
    size_t base = r->count;
    for (bool more = !accept(r, '}'); more; more = accept(r, ',')) {
        if (!read_member(r))
            return NULL;
        if (accept(r, '}'))
            break;
        if (r->at >= r->text.len || r->text.at[r->at] != ',')
            return NULL;
    }
    uint32_t count = (uint32_t)(r->count - base);
    r->count = base;
    return value_object(r->arena, count > 0 ? r->stack + base : NULL, count);
}

/* The values on the stack from `base` on. */
static const Value *take_array(Reader *r, size_t base)
{
    uint32_t count = (uint32_t)(r->count - base);
    const Value **items = assay_arena_new(r->arena, count, sizeof *items);
    for (uint32_t i = 0; items && i < count; i++)
        items[i] = r->stack[base + i].value;
    r->count = base;
    return items ? value_array(r->arena, items, count) : NULL;
}

static const Value *read_array(Reader *r)
{
    size_t base = r->count;
    for (bool more = !accept(r, ']'); more; more = accept(r, ',')) {
        if (!push(r, (struct assay_str){NULL, 0}, read_value(r)))
            return NULL;
        if (accept(r, ']'))
            break;
        if (r->at >= r->text.len || r->text.at[r->at] != ',')
            return NULL;
    }
    return take_array(r, base);
}

static const Value *read_nested(Reader *r, const Value *(*read)(Reader *))
{
    if (r->depth >= VALUE_DEPTH)
        return NULL;
    r->at++;
    r->depth++;
    const Value *v = read(r);
    r->depth--;
    return v;
}

static const Value *read_text(Reader *r)
{
    struct assay_str s;
    r->at++;
    return read_string(r, &s) ? value_string(r->arena, s) : NULL;
}

static const Value *read_value(Reader *r)
{
    skip_blanks(r);
    switch (r->at < r->text.len ? r->text.at[r->at] : '\0') {
    case '{':
        return read_nested(r, read_object);
    case '[':
        return read_nested(r, read_array);
    case '"':
        return read_text(r);
    case 'n':
        return read_word(r, "null", value_null());
    case 't':
        return read_word(r, "true", value_boolean(true));
    case 'f':
        return read_word(r, "false", value_boolean(false));
    default:
        return read_number(r);
    }
}

const Value *value_read_json(struct assay_arena *a, struct assay_str text,
                             size_t *ret_offset)
{
    Reader r = {.arena = a, .text = text};
    const Value *v = text.len > 0 ? read_value(&r) : NULL;
    if (v)
        skip_blanks(&r);
    if (r.at < text.len)
        v = NULL;
    assay_mem_free(a->mem, r.stack, r.cap * sizeof *r.stack);
    if (!v)
        *ret_offset = r.at;
    return v;
}
