#include "contract/change.h"
#include "contract/show.h"
#include <string.h>

#define DEPTH_MAX 16 /* of values inside each other */

/* ---- The part that has a byte */

struct part {
    const struct assay_layout *layout;
    size_t offset; /* of it, in the whole */
};

static const struct assay_layout_field *field_with(const struct assay_layout *layout,
                                                   size_t offset)
{
    unsigned count =
        layout->kind == ASSAY_LAYOUT_UNION ? layout->nfields > 0 : layout->nfields;

    for (unsigned i = 0; i < count; i++) {
        const struct assay_layout_field *f = &layout->fields[i];
        if (offset >= f->offset && offset - f->offset < f->layout->size)
            return f;
    }
    return NULL;
}

/* Goes down to the innermost part with the byte, writing its path. False when the byte is
 * between members. */
static bool descend(struct part *part, size_t byte, struct assay_buf *path)
{
    for (int depth = 0; depth < DEPTH_MAX; depth++) {
        const struct assay_layout *layout = part->layout;
        const struct assay_layout_field *field;
        size_t index;
        if (layout->kind == ASSAY_LAYOUT_ARRAY && layout->of->size > 0) {
            index = (byte - part->offset) / layout->of->size;
            assay_buf_printf(path, "[%zu]", index);
            part->offset += index * layout->of->size;
            part->layout = layout->of;
            continue;
        }
        if ((layout->kind != ASSAY_LAYOUT_STRUCT && layout->kind != ASSAY_LAYOUT_UNION) ||
            layout->nfields == 0)
            return true;
        field = field_with(layout, byte - part->offset);
        if (!field)
            return layout->kind == ASSAY_LAYOUT_UNION;
        assay_buf_puts(path, field->name[0] ? "." : "");
        assay_buf_puts(path, field->name);
        if (field->bits)
            return true;
        part->offset += field->offset;
        part->layout = field->layout;
    }
    return true;
}

/* ---- Its name */

static bool is_simple(const char *name)
{
    for (; *name; name++) {
        if (name[0] == '-' && name[1] == '>')
            name++;
        else if (strchr(" +-*&?<>=|/%^!~", *name))
            return false;
    }
    return true;
}

/* "a[3]", "s->size", "*p", "size" of "&size". */
static void put_name(struct assay_buf *out, const struct assay_kept *k, size_t index,
                     const char *path)
{
    bool simple = is_simple(k->name);

    if (k->count == 1 && k->name[0] == '&')
        assay_buf_printf(out, "%s%s", k->name + 1, path);
    else if (k->count == 1 && path[0] == '.')
        assay_buf_printf(out, simple ? "%s->%s" : "(%s)->%s", k->name, path + 1);
    else if (k->count == 1 && path[0] == '\0')
        assay_buf_printf(out, simple ? "*%s" : "*(%s)", k->name);
    else
        assay_buf_printf(out, simple ? "%s[%zu]%s" : "(%s)[%zu]%s", k->name, index, path);
}

static void put_value(struct assay_buf *out, const struct part *part, const char *whole)
{
    struct assay_show show = {.out = out, .pointer = assay_show_pointer};

    assay_show_value(&show, part->layout, whole + part->offset);
}

bool assay_change_say(const struct assay_kept *k, const char *old, const char *p,
                      struct assay_says *says)
{
    size_t byte = (size_t)(p - k->at), index = byte / k->element->size;
    struct part part = {k->element, index * k->element->size};
    char path_text[200] = "", text[600] = "";
    struct assay_buf path = {.at = path_text, .cap = sizeof path_text, .max = 199};
    struct assay_buf out = {.at = text, .cap = sizeof text, .max = 599};

    if (!descend(&part, byte, &path))
        return false;
    if (!says)
        return true;
    put_name(&out, k, index, path_text);
    if (part.layout->kind == ASSAY_LAYOUT_STRUCT) { /* a bit field of it */
        assay_buf_puts(&out, " was changed");
    } else {
        assay_buf_puts(&out, " was ");
        put_value(&out, &part, old);
        assay_buf_puts(&out, ", is ");
        put_value(&out, &part, k->at);
    }
    assay_say(says, text);
    return true;
}

/* ---- Integers in a value */

static size_t count_ints(const struct assay_layout *layout,
                         const struct assay_layout *wanted, int depth)
{
    size_t count = 0;

    if (depth == DEPTH_MAX)
        return 0;
    if (layout->kind == wanted->kind && layout->size == wanted->size)
        return 1;
    if (layout->kind == ASSAY_LAYOUT_ARRAY)
        return layout->count * count_ints(layout->of, wanted, depth + 1);
    if (layout->kind == ASSAY_LAYOUT_STRUCT)
        for (unsigned i = 0; i < layout->nfields; i++)
            if (!layout->fields[i].bits)
                count += count_ints(layout->fields[i].layout, wanted, depth + 1);
    return count;
}

size_t assay_change_ints(const struct assay_layout *layout,
                         const struct assay_layout *wanted)
{
    return count_ints(layout, wanted, 0);
}

assay_wide assay_change_int(const struct assay_layout *layout,
                            const struct assay_layout *wanted, size_t n, const char *at)
{
    while (layout->kind == ASSAY_LAYOUT_ARRAY || layout->kind == ASSAY_LAYOUT_STRUCT) {
        const struct assay_layout *in = layout->of;
        size_t each = 0, offset = 0;
        if (layout->kind == ASSAY_LAYOUT_ARRAY) {
            each = assay_change_ints(in, wanted);
            offset = n / each * in->size;
            n %= each;
        }
        for (unsigned i = 0; layout->kind == ASSAY_LAYOUT_STRUCT; i++) {
            in = layout->fields[i].layout;
            offset = layout->fields[i].offset;
            each = layout->fields[i].bits ? 0 : assay_change_ints(in, wanted);
            if (n < each)
                break;
            n -= each;
        }
        layout = in;
        at += offset;
    }
    return assay_value_int(layout, at);
}
