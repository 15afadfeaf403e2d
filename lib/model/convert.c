/*
 * Specs through a function a side: an argument made from a value of another spec, a
 * result turned into one.
 */
#include "model/parts.h"

/* ---- Arguments */

static bool construct_and_convert(const struct assay_spec *spec, struct assay_scenario *s,
                                  void *const at[2])
{
    struct assay_origin *origin = assay_scenario_new(s, 1, sizeof *origin);
    struct assay_parts *parts = assay_parts(s);

    for (int side = 0; side < 2; side++)
        origin->from[side] = assay_scenario_new(s, 1, spec->as.wrap.of->size[side]);
    if (!assay_construct(spec->as.wrap.of, s, origin->from))
        return false;
    for (int side = 0; side < 2; side++)
        spec->as.wrap.convert[side](origin->from[side], at[side]);
    origin->made = at[ASSAY_CANDIDATE];
    origin->next = parts->origins;
    parts->origins = origin;
    return true;
}

/* What the value at this address was made of. */
static const struct assay_origin *origin_of(struct assay_scenario *s, const void *value)
{
    const struct assay_origin *origin = assay_parts(s)->origins;

    while (origin && origin->made != value)
        origin = origin->next;
    return origin;
}

static void print_converted(const struct assay_spec *spec, struct assay_scenario *s,
                            const void *value, struct assay_buf *out)
{
    const struct assay_origin *origin = origin_of(s, value);

    assay_buf_printf(out, "%s(", spec->as.wrap.text);
    if (origin)
        assay_spec_print(spec->as.wrap.of, s, origin->from[ASSAY_CANDIDATE], out);
    assay_buf_putc(out, ')');
}

static void finish_origin(const struct assay_spec *spec, struct assay_scenario *s,
                          void *const at[2], const char *path)
{
    const struct assay_origin *origin = origin_of(s, at[ASSAY_CANDIDATE]);

    (void)path; /* that is the converted value, not what it was made of */
    if (origin)
        assay_finish(spec->as.wrap.of, s, origin->from, NULL);
}

const struct assay_spec_kind assay_kind_map_outof = {
    .name = "map, out of",
    .constructible = assay_wrapped_constructible,
    .inner = assay_wrapped_visit,
    .construct = construct_and_convert,
    .print = print_converted,
    .finish = finish_origin,
    .always_finish = true, /* what is inside decides */
};

/* ---- Results */

static const char *converted_path(const struct assay_spec *spec, struct assay_scenario *s,
                                  const char *path)
{
    return path ? assay_scenario_text(s, "%s(%s)", spec->as.wrap.text, path) : NULL;
}

/* What was judged is the candidate's on both sides, of its C type. */
static enum assay_side side_of(const struct assay_scenario *s, enum assay_side side)
{
    return s->args.operation->judge ? ASSAY_CANDIDATE : side;
}

static void convert_and_deconstruct(const struct assay_spec *spec,
                                    struct assay_scenario *s, void *const at[2],
                                    const char *path)
{
    void *to[2];

    for (int side = 0; side < 2; side++) {
        enum assay_side from = side_of(s, (enum assay_side)side);
        to[side] = assay_scenario_new(s, 1, spec->as.wrap.of->size[from]);
        spec->as.wrap.convert[from](at[from], to[side]);
    }
    assay_deconstruct(spec->as.wrap.of, s, to, converted_path(spec, s, path));
}

/* Whatever the value: it is not converted only to find out. */
static bool converted_expectable(const struct assay_spec *spec, const void *value)
{
    const struct assay_spec_kind *kind = spec->as.wrap.of->kind;

    (void)value;
    return kind->expect && !kind->expectable;
}

static void expect_converted(const struct assay_spec *spec, struct assay_scenario *s,
                             const void *value, const char *path, struct assay_buf *out)
{
    enum assay_side side = side_of(s, ASSAY_REFERENCE);
    void *to = assay_scenario_new(s, 1, spec->as.wrap.of->size[side]);

    spec->as.wrap.convert[side](value, to);
    assay_expect(spec->as.wrap.of, s, to, converted_path(spec, s, path), out);
}

const struct assay_spec_kind assay_kind_map_into = {
    .name = "map, into",
    .deconstructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .deconstruct = convert_and_deconstruct,
    .expect = expect_converted,
    .expectable = converted_expectable,
};
