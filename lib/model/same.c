/*
 * Whether two values are the same, on whichever sides, and what they look like: for what
 * callbacks are called with. Unlike deconstruction this ends nothing and keeps nothing.
 */
#include "model/parts.h"
#include <string.h>

enum {
    DEPTH_MAX = 200,   /* of values inside each other; deeper ones are the same */
    ELEMENTS_SHOWN = 8 /* of one array */
};

static struct assay_seen within(struct assay_seen v, const struct assay_spec *spec,
                                const void *value)
{
    return (struct assay_seen){
        .spec = spec, .side = v.side, .value = value, .scope = v.scope};
}

/* The spec behind wrappers, by which a value that was received is looked at. */
static struct assay_seen core_of(struct assay_seen v)
{
    v.spec = assay_spec_received(v.spec);
    return v;
}

static bool is_null(struct assay_seen v)
{
    return !assay_pointer_load(v.value);
}

enum assay_scalar assay_spec_scalar(const struct assay_spec *spec)
{
    static const struct assay_spec_kind *const values[] = {
        &assay_kind_value, &assay_kind_sequential, &assay_kind_one_of};
    static const struct assay_spec_kind *const dependent[] = {
        &assay_kind_interval_of, &assay_kind_drawn, &assay_kind_length};

    for (int i = 0; i < 3; i++) {
        if (spec->kind == values[i])
            return spec->as.value.scalar;
        if (spec->kind == dependent[i])
            return spec->as.dependent.scalar;
    }
    return spec->kind == &assay_kind_result ? spec->as.wrap.scalar : ASSAY_SCALAR_NONE;
}

static bool is_pointer(const struct assay_spec *spec)
{
    return spec->kind == &assay_kind_pointer || spec->kind == &assay_kind_out ||
           spec->kind == &assay_kind_inout;
}

static bool is_array(const struct assay_spec *spec)
{
    return spec->kind == &assay_kind_array || spec->kind == &assay_kind_array_inout ||
           spec->kind == &assay_kind_array_out || spec->kind == &assay_kind_bytes;
}

static uint64_t count_of(struct assay_seen v)
{
    int64_t count = v.spec->as.array.min;

    assay_scope_length(v.scope, v.spec, v.side, &count);
    return count > 0 ? (uint64_t)count : 0;
}

static struct assay_seen element(struct assay_seen v, uint64_t i)
{
    const struct assay_spec *of = v.spec->as.array.element;

    return within(v, of,
                  (const char *)assay_pointer_load(v.value) + i * of->size[v.side]);
}

static struct assay_seen member(struct assay_seen v, uint32_t i)
{
    const struct assay_member *m = &v.spec->as.fields.members[i];

    return within(v, m->spec, (const char *)v.value + m->offset[v.side]);
}

static struct assay_seen converted(struct assay_scenario *s, struct assay_seen v)
{
    void *to = assay_scenario_new(s, 1, v.spec->as.wrap.of->size[v.side]);

    v.spec->as.wrap.convert[v.side](v.value, to);
    return within(v, v.spec->as.wrap.of, to);
}

/* The struct with a scope for its members. */
static struct assay_seen opened(struct assay_scenario *s, struct assay_seen v)
{
    void *value = assay_pointer_load(&v.value), *at[2] = {value, value};

    v.scope = assay_struct_scope(v.spec, s, at, v.scope);
    return v;
}

/* ---- The same */

static bool same_deep(struct assay_scenario *s, struct assay_seen a, struct assay_seen b,
                      int depth);

static bool same_arrays(struct assay_scenario *s, struct assay_seen a,
                        struct assay_seen b, int depth)
{
    uint64_t count = count_of(a);

    if (count != count_of(b) || (count > 0 && is_null(a) != is_null(b)))
        return false;
    for (uint64_t i = 0; i < count && !is_null(a); i++)
        if (!same_deep(s, element(a, i), element(b, i), depth))
            return false;
    return true;
}

static bool same_members(struct assay_scenario *s, struct assay_seen a,
                         struct assay_seen b, int depth)
{
    for (uint32_t i = 0; i < a.spec->as.fields.count; i++)
        if (!same_deep(s, member(a, i), member(b, i), depth))
            return false;
    return true;
}

static bool same_live(struct assay_scenario *s, struct assay_seen a, struct assay_seen b)
{
    const struct assay_live *x = assay_pool_find(s, a.spec, a.side, a.value);
    const struct assay_live *y = assay_pool_find(s, b.spec, b.side, b.value);

    return x == y;
}

static bool same_deep(struct assay_scenario *s, struct assay_seen a, struct assay_seen b,
                      int depth)
{
    enum assay_scalar scalar;

    a = core_of(a);
    b = core_of(b);
    scalar = assay_spec_scalar(a.spec);
    if (depth > DEPTH_MAX)
        return true;
    if (scalar != ASSAY_SCALAR_NONE)
        return assay_scalar_equal(scalar, a.spec->size[a.side], a.value, b.value);
    if (a.spec->kind == &assay_kind_value)
        return !a.spec->as.value.equal || a.spec->as.value.equal(a.value, b.value);
    if (a.spec->kind == &assay_kind_context)
        return assay_pointer_load(a.value) == assay_pointer_load(b.value);
    if (a.spec->kind == &assay_kind_abstract)
        return same_live(s, a, b);
    if (is_array(a.spec))
        return same_arrays(s, a, b, depth + 1);
    if (a.spec->kind == &assay_kind_struct)
        return same_members(s, opened(s, a), opened(s, b), depth + 1);
    if (a.spec->kind == &assay_kind_map_into)
        return same_deep(s, converted(s, a), converted(s, b), depth + 1);
    if (is_pointer(a.spec)) {
        if (is_null(a) || is_null(b))
            return is_null(a) == is_null(b);
        return same_deep(s, within(a, a.spec->as.wrap.of, assay_pointer_load(a.value)),
                         within(b, b.spec->as.wrap.of, assay_pointer_load(b.value)),
                         depth + 1);
    }
    return true; /* what is not looked at */
}

bool assay_same(struct assay_scenario *s, struct assay_seen a, struct assay_seen b)
{
    return same_deep(s, a, b, 0);
}

/* ---- What they look like */

static void show_deep(struct assay_scenario *s, struct assay_seen v, int depth,
                      struct assay_buf *out);

static void show_array(struct assay_scenario *s, struct assay_seen v, int depth,
                       struct assay_buf *out)
{
    uint64_t count = count_of(v);

    assay_buf_putc(out, '{');
    for (uint64_t i = 0; i < count && i < ELEMENTS_SHOWN; i++) {
        assay_buf_puts(out, i ? ", " : "");
        show_deep(s, element(v, i), depth, out);
    }
    assay_buf_puts(out, count > ELEMENTS_SHOWN ? ", ...}" : "}");
}

static void show_members(struct assay_scenario *s, struct assay_seen v, int depth,
                         struct assay_buf *out)
{
    assay_buf_putc(out, '{');
    for (uint32_t i = 0; i < v.spec->as.fields.count; i++) {
        assay_buf_printf(out, "%s.%s = ", i ? ", " : "",
                         v.spec->as.fields.members[i].name);
        show_deep(s, member(v, i), depth, out);
    }
    assay_buf_putc(out, '}');
}

static void show_live(struct assay_scenario *s, struct assay_seen v,
                      struct assay_buf *out)
{
    const struct assay_live *live = assay_pool_find(s, v.spec, v.side, v.value);

    assay_buf_puts(out, live ? assay_pool_name(s, v.spec, live) : "a value");
}

static const char *context_text(struct assay_scenario *s, struct assay_seen v)
{
    if (is_null(v))
        return "NULL";
    return assay_pointer_load(v.value) == assay_parts(s)->context ? "context"
                                                                  : "another pointer";
}

static void show_plain(struct assay_scenario *s, struct assay_seen v,
                       struct assay_buf *out)
{
    if (assay_scalar_print(assay_spec_scalar(v.spec), v.spec->size[v.side], v.value, out))
        return;
    if (v.spec->kind == &assay_kind_value && v.spec->as.value.show)
        v.spec->as.value.show(v.value, out);
    else if (v.spec->kind == &assay_kind_context)
        assay_buf_puts(out, context_text(s, v));
    else
        assay_buf_puts(out, "a value");
}

static void show_deep(struct assay_scenario *s, struct assay_seen v, int depth,
                      struct assay_buf *out)
{
    v = core_of(v);
    if (depth > DEPTH_MAX)
        assay_buf_puts(out, "...");
    else if ((is_pointer(v.spec) || is_array(v.spec)) && is_null(v))
        assay_buf_puts(out, "NULL");
    else if (is_array(v.spec))
        show_array(s, v, depth + 1, out);
    else if (v.spec->kind == &assay_kind_struct)
        show_members(s, opened(s, v), depth + 1, out);
    else if (v.spec->kind == &assay_kind_abstract)
        show_live(s, v, out);
    else if (v.spec->kind == &assay_kind_map_into)
        show_deep(s, converted(s, v), depth + 1, out);
    else if (is_pointer(v.spec)) {
        assay_buf_putc(out, '&');
        show_deep(s, within(v, v.spec->as.wrap.of, assay_pointer_load(v.value)),
                  depth + 1, out);
    } else
        show_plain(s, v, out);
}

void assay_show(struct assay_scenario *s, struct assay_seen value, struct assay_buf *out)
{
    show_deep(s, value, 0, out);
}
