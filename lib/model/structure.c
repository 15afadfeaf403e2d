/*
 * Specs made of others: structs, options, recursion, one spec or another by where it
 * stands.
 */
#include "model/parts.h"
#include <string.h>

static void print_of(const struct assay_spec *spec, struct assay_scenario *s,
                     const void *value, struct assay_buf *out)
{
    assay_spec_print(spec->as.wrap.of, s, value, out);
}

/* ---- Structs */

static bool all_members(const struct assay_spec *spec,
                        bool (*able)(const struct assay_spec *))
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++)
        if (!able(spec->as.fields.members[i].spec))
            return false;
    return true;
}

static bool struct_constructible(const struct assay_spec *spec)
{
    return all_members(spec, assay_constructible);
}

static bool struct_deconstructible(const struct assay_spec *spec)
{
    return all_members(spec, assay_deconstructible);
}

static void visit_members(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                          void *ctx)
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++)
        visit(ctx, spec->as.fields.members[i].spec);
}

static void member_at(const struct assay_member *m, void *const at[2], void *ret_at[2])
{
    for (int side = 0; side < 2; side++)
        ret_at[side] = (char *)at[side] + m->offset[side];
}

static bool construct_members(const struct assay_spec *spec, struct assay_scenario *s,
                              void *const at[2], bool late)
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++) {
        const struct assay_member *m = &spec->as.fields.members[i];
        void *member[2];
        member_at(m, at, member);
        if (assay_spec_core(m->spec)->kind->late == late &&
            !assay_construct(m->spec, s, member))
            return false;
    }
    return true;
}

static bool construct_struct(const struct assay_spec *spec, struct assay_scenario *s,
                             void *const at[2])
{
    struct assay_parts *parts = assay_parts(s);
    const struct assay_scope *outer = parts->scope;
    bool made;

    parts->scope = assay_struct_scope(spec, s, at, outer);
    made = construct_members(spec, s, at, false) && construct_members(spec, s, at, true);
    parts->scope = outer;
    return made;
}

static void print_struct(const struct assay_spec *spec, struct assay_scenario *s,
                         const void *value, struct assay_buf *out)
{
    assay_buf_printf(out, "(%s){", spec->type);
    for (uint32_t i = 0; i < spec->as.fields.count; i++) {
        const struct assay_member *m = &spec->as.fields.members[i];
        assay_buf_printf(
            out, "%s.%s = %s", i ? ", " : "", m->name,
            assay_initialiser_text(s, m->spec,
                                   (const char *)value + m->offset[ASSAY_CANDIDATE]));
    }
    assay_buf_putc(out, '}');
}

static void compare_members(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2], const char *path, bool late)
{
    for (uint32_t i = 0; i < spec->as.fields.count; i++) {
        const struct assay_member *m = &spec->as.fields.members[i];
        void *member[2];
        if (assay_spec_core(m->spec)->kind->late != late)
            continue;
        member_at(m, at, member);
        assay_deconstruct(m->spec, s, member, assay_path_member(s, path, m->name));
    }
}

/* Lengths first: they are equal by the time that arrays are looked at. A member that
 * says "nothing there" does not make the whole a failure. */
static void deconstruct_struct(const struct assay_spec *spec, struct assay_scenario *s,
                               void *const at[2], const char *path)
{
    struct assay_parts *parts = assay_parts(s);
    const struct assay_scope *outer = parts->scope;
    bool unsuccessful = s->unsuccessful;

    parts->scope = assay_struct_scope(spec, s, at, outer);
    compare_members(spec, s, at, path, true);
    compare_members(spec, s, at, path, false);
    parts->scope = outer;
    s->unsuccessful = unsuccessful;
}

static void keep_struct(const struct assay_spec *spec, struct assay_scenario *s,
                        enum assay_side side, void *value)
{
    struct assay_parts *parts = assay_parts(s);
    const struct assay_scope *outer = parts->scope;
    void *at[2] = {value, value};

    parts->scope = assay_struct_scope(spec, s, at, outer);
    for (uint32_t i = 0; i < spec->as.fields.count; i++) {
        const struct assay_member *m = &spec->as.fields.members[i];
        assay_spec_keep(m->spec, s, side, (char *)value + m->offset[side]);
    }
    parts->scope = outer;
}

const struct assay_spec_kind assay_kind_struct = {
    .name = "struct",
    .constructible = struct_constructible,
    .deconstructible = struct_deconstructible,
    .inner = visit_members,
    .construct = construct_struct,
    .print = print_struct,
    .deconstruct = deconstruct_struct,
    .keep = keep_struct,
};

/* ---- Options */

static bool is_null(const struct assay_spec *spec, enum assay_side side,
                    const void *value)
{
    const unsigned char *bytes = value;

    for (size_t i = 0; i < spec->size[side]; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* Inside of recursive specs less than half of them, so that even trees end. */
static bool construct_option(const struct assay_spec *spec, struct assay_scenario *s,
                             void *const at[2])
{
    uint32_t depth = assay_parts(s)->depth;
    bool there = false;

    if (depth < ASSAY_NESTED_DRAWN)
        assay_must(s, assay_choose_bool(s->t, depth > 0 ? 0.45 : 0.8, &there));
    if (there && !assay_construct(spec->as.wrap.of, s, at))
        for (int side = 0; side < 2; side++)
            memset(at[side], 0, spec->size[side]);
    return true;
}

static void print_option(const struct assay_spec *spec, struct assay_scenario *s,
                         const void *value, struct assay_buf *out)
{
    if (!is_null(spec, ASSAY_CANDIDATE, value)) {
        print_of(spec, s, value, out);
        return;
    }
    assay_write_needs(s, "<stddef.h>");
    assay_buf_puts(out, "NULL");
}

static void finish_option(const struct assay_spec *spec, struct assay_scenario *s,
                          void *const at[2], const char *path)
{
    if (!is_null(spec, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]))
        assay_finish(spec->as.wrap.of, s, at, path);
}

static void adopt_option(const struct assay_spec *spec, struct assay_scenario *s,
                         void *const at[2])
{
    if (!is_null(spec, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]))
        assay_adopt(spec->as.wrap.of, s, at);
}

static void deconstruct_option(const struct assay_spec *spec, struct assay_scenario *s,
                               void *const at[2], const char *path)
{
    bool expected_null = is_null(spec, ASSAY_REFERENCE, at[ASSAY_REFERENCE]);

    if (path)
        assay_write_needs(s, "<stddef.h>");
    if (expected_null != is_null(spec, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]))
        assay_differ_by_null(s, spec, at[ASSAY_REFERENCE], path);
    if (!expected_null) {
        assay_deconstruct(spec->as.wrap.of, s, at, path);
        return;
    }
    s->unsuccessful = true;
    if (path)
        assay_write_assert(s, assay_scenario_text(s, "%s == NULL", path));
}

static bool option_expectable(const struct assay_spec *spec, const void *value)
{
    return is_null(spec, ASSAY_REFERENCE, value) ||
           assay_expectable(spec->as.wrap.of, value);
}

static void expect_option(const struct assay_spec *spec, struct assay_scenario *s,
                          const void *value, const char *path, struct assay_buf *out)
{
    if (!is_null(spec, ASSAY_REFERENCE, value)) {
        assay_expect(spec->as.wrap.of, s, value, path, out);
        return;
    }
    assay_write_needs(s, "<stddef.h>");
    assay_buf_printf(out, "%s == NULL", path);
}

static void keep_option(const struct assay_spec *spec, struct assay_scenario *s,
                        enum assay_side side, void *value)
{
    if (!is_null(spec, side, value))
        assay_spec_keep(spec->as.wrap.of, s, side, value);
}

const struct assay_spec_kind assay_kind_option = {
    .name = "option",
    .constructible = assay_wrapped_constructible,
    .deconstructible = assay_wrapped_deconstructible,
    .inner = assay_wrapped_visit,
    .construct = construct_option,
    .print = print_option,
    .finish = finish_option,
    .always_finish = true, /* what is inside decides */
    .deconstruct = deconstruct_option,
    .expect = expect_option,
    .expectable = option_expectable,
    .keep = keep_option,
    .adopt = adopt_option,
};

/* ---- Recursion */

static bool tied_constructible(const struct assay_spec *spec)
{
    return assay_constructible(spec->as.defer());
}

static bool tied_deconstructible(const struct assay_spec *spec)
{
    return assay_deconstructible(spec->as.defer());
}

static void visit_tied(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                       void *ctx)
{
    visit(ctx, spec->as.defer());
}

static bool construct_tied(const struct assay_spec *spec, struct assay_scenario *s,
                           void *const at[2])
{
    struct assay_parts *parts = assay_parts(s);
    bool made;

    if (parts->depth > ASSAY_NESTED_DRAWN)
        return false;
    parts->depth++;
    assay_must(s, assay_span_begin(s->t, spec->name)); /* one inside may take its place */
    made = assay_construct(spec->as.defer(), s, at);
    assay_must(s, assay_span_end(s->t));
    parts->depth--;
    return made;
}

static void print_tied(const struct assay_spec *spec, struct assay_scenario *s,
                       const void *value, struct assay_buf *out)
{
    assay_spec_print(spec->as.defer(), s, value, out);
}

static void finish_tied(const struct assay_spec *spec, struct assay_scenario *s,
                        void *const at[2], const char *path)
{
    assay_finish(spec->as.defer(), s, at, path);
}

static void deconstruct_tied(const struct assay_spec *spec, struct assay_scenario *s,
                             void *const at[2], const char *path)
{
    struct assay_parts *parts = assay_parts(s);

    if (parts->depth == ASSAY_NESTED_COMPARED)
        assay_object(s, "a value of %s is nested more than %d deep: is it cyclic?",
                     spec->name, ASSAY_NESTED_COMPARED);
    if (path && parts->depth == ASSAY_NESTED_WRITTEN) {
        assay_write_after(s, "/* what lies deeper is compared, but not asserted here */");
        path = NULL;
    }
    parts->depth++;
    assay_deconstruct(spec->as.defer(), s, at, path);
    parts->depth--;
}

static void keep_tied(const struct assay_spec *spec, struct assay_scenario *s,
                      enum assay_side side, void *value)
{
    struct assay_parts *parts = assay_parts(s);

    if (parts->depth == ASSAY_NESTED_COMPARED)
        assay_object(s, "a value of %s is nested more than %d deep: is it cyclic?",
                     spec->name, ASSAY_NESTED_COMPARED);
    parts->depth++;
    assay_spec_keep(spec->as.defer(), s, side, value);
    parts->depth--;
}

const struct assay_spec_kind assay_kind_fix = {
    .name = "recursive",
    .constructible = tied_constructible,
    .deconstructible = tied_deconstructible,
    .inner = visit_tied,
    .construct = construct_tied,
    .print = print_tied,
    .finish = finish_tied,
    .always_finish = true, /* what is inside decides */
    .deconstruct = deconstruct_tied,
    .keep = keep_tied,
};

/* ---- One spec as an argument, another as a result */

static bool result_deconstructible(const struct assay_spec *spec)
{
    return assay_deconstructible(spec->as.wrap.result);
}

static void visit_both(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                       void *ctx)
{
    visit(ctx, spec->as.wrap.of);
    visit(ctx, spec->as.wrap.result);
}

static bool construct_of(const struct assay_spec *spec, struct assay_scenario *s,
                         void *const at[2])
{
    return assay_construct(spec->as.wrap.of, s, at);
}

static void finish_of(const struct assay_spec *spec, struct assay_scenario *s,
                      void *const at[2], const char *path)
{
    assay_finish(spec->as.wrap.of, s, at, path);
}

static void deconstruct_result(const struct assay_spec *spec, struct assay_scenario *s,
                               void *const at[2], const char *path)
{
    assay_deconstruct(spec->as.wrap.result, s, at, path);
}

static bool result_expectable(const struct assay_spec *spec, const void *value)
{
    return assay_expectable(spec->as.wrap.result, value);
}

static void expect_result(const struct assay_spec *spec, struct assay_scenario *s,
                          const void *value, const char *path, struct assay_buf *out)
{
    assay_expect(spec->as.wrap.result, s, value, path, out);
}

static void keep_result(const struct assay_spec *spec, struct assay_scenario *s,
                        enum assay_side side, void *value)
{
    assay_spec_keep(spec->as.wrap.result, s, side, value);
}

static void adopt_of(const struct assay_spec *spec, struct assay_scenario *s,
                     void *const at[2])
{
    assay_adopt(spec->as.wrap.of, s, at);
}

const struct assay_spec_kind assay_kind_ifpol = {
    .name = "ifpol",
    .constructible = assay_wrapped_constructible,
    .deconstructible = result_deconstructible,
    .inner = visit_both,
    .construct = construct_of,
    .print = print_of,
    .finish = finish_of,
    .always_finish = true, /* what is inside decides */
    .deconstruct = deconstruct_result,
    .expect = expect_result,
    .expectable = result_expectable,
    .keep = keep_result,
    .adopt = adopt_of,
};
