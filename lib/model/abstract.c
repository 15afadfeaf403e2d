/*
 * Specs of abstract types: a value is picked from the live ones, kept for later ones,
 * consumed, or found again.
 */
#include "model/scenario.h"
#include <string.h>

#define SUBSET_TRIES 20

static bool is_null(const struct assay_spec *spec, enum assay_side side,
                    const void *value)
{
    const void *pointer;

    if (!spec->as.abstract->is_pointer[side])
        return false;
    memcpy(&pointer, value, sizeof pointer);
    return pointer == NULL;
}

/* ---- The type itself */

static uint32_t pick(const struct assay_spec *type, struct assay_scenario *s, uint32_t n,
                     const uint32_t *weights)
{
    uint32_t index;
    enum assay_status status =
        assay_choose_pick_of(s->t, type->as.abstract->number, n, weights, &index);

    if (status)
        assay_test_stop(s->t, status);
    return index;
}

static void take(const struct assay_spec *spec, const struct assay_live *live,
                 void *const at[2])
{
    for (int side = 0; side < 2; side++)
        memcpy(at[side], live->at[side], spec->size[side]);
}

static bool construct_abstract(const struct assay_spec *spec, struct assay_scenario *s,
                               void *const at[2])
{
    uint32_t live = s->pools[spec->as.abstract->number].live;

    if (live == 0)
        return false;
    take(spec, assay_pool_live(s, spec, pick(spec, s, live, NULL)), at);
    return true;
}

/* Two values may be one on the candidate's side, and then be told apart by the
 * reference's, which is known where the value is an argument. */
static const struct assay_live *
find_by_both(struct assay_scenario *s, const struct assay_spec *spec, const void *value)
{
    const struct assay_pool *p = &s->pools[spec->as.abstract->number];
    const void *reference = NULL;

    for (uint32_t i = 0; i < s->args.operation->arity; i++)
        if (s->args.at[ASSAY_CANDIDATE][i] == value)
            reference = s->args.at[ASSAY_REFERENCE][i];
    for (uint32_t i = 0; reference && i < p->count; i++)
        if (!p->at[i].gone &&
            memcmp(p->at[i].at[ASSAY_CANDIDATE], value, spec->size[1]) == 0 &&
            memcmp(p->at[i].at[ASSAY_REFERENCE], reference, spec->size[0]) == 0)
            return &p->at[i];
    return assay_pool_find(s, spec, ASSAY_CANDIDATE, value);
}

static void print_abstract(const struct assay_spec *spec, struct assay_scenario *s,
                           const void *value, struct assay_buf *out)
{
    const struct assay_live *live = find_by_both(s, spec, value);

    if (live)
        assay_buf_puts(out, assay_pool_name(s, spec, live));
    else
        assay_buf_puts(out, is_null(spec, ASSAY_CANDIDATE, value) ? "NULL" : "?");
}

/* NULL on both sides is no value; on one side it is a difference. */
static bool is_value(const struct assay_spec *spec, struct assay_scenario *s,
                     void *const at[2], const char *path)
{
    bool none[2];

    for (int side = 0; side < 2; side++)
        none[side] = is_null(spec, (enum assay_side)side, at[side]);
    if (none[ASSAY_REFERENCE] != none[ASSAY_CANDIDATE])
        assay_differ(s,
                     path ? assay_scenario_text(s, "%s %s NULL", path,
                                                none[ASSAY_REFERENCE] ? "==" : "!=")
                          : NULL,
                     none[ASSAY_REFERENCE] ? "NULL" : "a value",
                     none[ASSAY_REFERENCE] ? "a value" : "NULL");
    return !none[ASSAY_CANDIDATE];
}

static void deconstruct_abstract(const struct assay_spec *spec, struct assay_scenario *s,
                                 void *const at[2], const char *path)
{
    struct assay_live *live;
    const char *name;

    if (!is_value(spec, s, at, path))
        return;
    live = assay_pool_add(s, spec, at);
    if (!path)
        return;
    name = assay_pool_name(s, spec, live);
    if (strcmp(name, path) != 0)
        assay_write_after(s, "%s = %s;",
                          assay_declaration(s, spec->as.abstract->type, name), path);
}

const struct assay_spec_kind assay_kind_abstract = {
    .name = "abstract",
    .constructible = assay_spec_always,
    .deconstructible = assay_spec_always,
    .construct = construct_abstract,
    .print = print_abstract,
    .deconstruct = deconstruct_abstract,
};

/* ---- Specs around it */

static bool inner_constructible(const struct assay_spec *spec)
{
    return assay_constructible(spec->as.subset.of);
}

static bool inner_deconstructible(const struct assay_spec *spec)
{
    return assay_deconstructible(spec->as.subset.of);
}

static void visit_inner(const struct assay_spec *spec, assay_spec_visit_fn *visit,
                        void *ctx)
{
    visit(ctx, spec->as.subset.of);
}

static void print_inner(const struct assay_spec *spec, struct assay_scenario *s,
                        const void *value, struct assay_buf *out)
{
    assay_spec_print(spec->as.subset.of, s, value, out);
}

static void deconstruct_inner(const struct assay_spec *spec, struct assay_scenario *s,
                              void *const at[2], const char *path)
{
    assay_deconstruct(spec->as.subset.of, s, at, path);
}

const struct assay_spec *assay_abstract_of(const struct assay_spec *spec)
{
    while (spec->kind == &assay_kind_subset || spec->kind == &assay_kind_consumed ||
           spec->kind == &assay_kind_existing ||
           spec->kind == &assay_kind_perhaps_existing)
        spec = spec->as.subset.of;
    return spec->kind == &assay_kind_abstract ? spec : NULL;
}

const void *assay_reference_of(const struct assay_spec *spec, const void *candidate)
{
    struct assay_scenario *s = assay_scenario_now;
    const struct assay_spec *type = assay_abstract_of(spec);
    const struct assay_live *live =
        type ? assay_pool_find(s, type, ASSAY_CANDIDATE, candidate) : NULL;

    return live ? live->at[ASSAY_REFERENCE]
                : assay_scenario_new(s, 1, spec->size[ASSAY_REFERENCE]);
}

/* ---- Those for which a predicate holds */

static bool accepts(const struct assay_spec *spec, const struct assay_live *live)
{
    for (; spec->kind != &assay_kind_abstract; spec = spec->as.subset.of)
        if (spec->kind == &assay_kind_subset &&
            !spec->as.subset.accept(live->at[ASSAY_REFERENCE], live->at[ASSAY_CANDIDATE]))
            return false;
    return true;
}

/* Picks are numbered among all live values, so that they mean the same whatever the
 * predicates say. A replay may pick one that is not accepted. */
static bool construct_live(const struct assay_spec *spec, struct assay_scenario *s,
                           const struct assay_spec *type, void *const at[2])
{
    uint32_t n = s->pools[type->as.abstract->number].live, good = 0;
    const struct assay_live *live;
    uint32_t *weights;

    if (n == 0)
        return false;
    weights = assay_scenario_new(s, n, sizeof *weights);
    for (uint32_t i = 0; i < n; i++)
        good += weights[i] = accepts(spec, assay_pool_live(s, type, i));
    if (good == 0)
        return false;
    live = assay_pool_live(s, type, pick(type, s, n, weights));
    take(type, live, at);
    return accepts(spec, live);
}

static bool construct_subset(const struct assay_spec *spec, struct assay_scenario *s,
                             void *const at[2])
{
    const struct assay_spec *type = assay_abstract_of(spec);

    if (type)
        return construct_live(spec, s, type, at);
    for (int i = 0; i < SUBSET_TRIES; i++) {
        assay_span_begin(s->t, "subset");
        if (!assay_construct(spec->as.subset.of, s, at))
            return false;
        if (spec->as.subset.accept(at[ASSAY_REFERENCE], at[ASSAY_CANDIDATE])) {
            assay_span_end(s->t);
            return true;
        }
        assay_span_discard(s->t);
    }
    return false;
}

static void finish_inner(const struct assay_spec *spec, struct assay_scenario *s,
                         void *const at[2], const char *path)
{
    assay_finish(spec->as.subset.of, s, at, path);
}

static bool inner_expectable(const struct assay_spec *spec, const void *value)
{
    return assay_expectable(spec->as.subset.of, value);
}

static void expect_inner(const struct assay_spec *spec, struct assay_scenario *s,
                         const void *value, const char *path, struct assay_buf *out)
{
    assay_expect(spec->as.subset.of, s, value, path, out);
}

static void keep_inner(const struct assay_spec *spec, struct assay_scenario *s,
                       enum assay_side side, void *value)
{
    assay_spec_keep(spec->as.subset.of, s, side, value);
}

static void adopt_inner(const struct assay_spec *spec, struct assay_scenario *s,
                        void *const at[2])
{
    assay_adopt(spec->as.subset.of, s, at);
}

const struct assay_spec_kind assay_kind_subset = {
    .name = "subset",
    .constructible = inner_constructible,
    .deconstructible = inner_deconstructible,
    .inner = visit_inner,
    .construct = construct_subset,
    .print = print_inner,
    .finish = finish_inner,
    .always_finish = true, /* what is inside decides */
    .deconstruct = deconstruct_inner,
    .expect = expect_inner,
    .expectable = inner_expectable,
    .keep = keep_inner,
    .adopt = adopt_inner,
};

/* ---- Gone after the call */

static void finish_consumed(const struct assay_spec *spec, struct assay_scenario *s,
                            void *const at[2], const char *path)
{
    const struct assay_spec *type = assay_abstract_of(spec);
    struct assay_pool *pool = &s->pools[type->as.abstract->number];

    (void)path;
    if (s->unsuccessful && spec->as.subset.if_good)
        return;
    for (uint32_t i = 0; i < pool->count; i++) {
        struct assay_live *live = &pool->at[i];
        if (!live->gone &&
            memcmp(live->at[ASSAY_REFERENCE], at[ASSAY_REFERENCE], type->size[0]) == 0 &&
            memcmp(live->at[ASSAY_CANDIDATE], at[ASSAY_CANDIDATE], type->size[1]) == 0) {
            assay_owner_consumed(s, live);
            assay_pool_consume(s, type, live);
            return;
        }
    }
}

const struct assay_spec_kind assay_kind_consumed = {
    .name = "consumed",
    .constructible = inner_constructible,
    .inner = visit_inner,
    .construct = construct_subset,
    .print = print_inner,
    .finish = finish_consumed,
    .always_finish = true,
};

/* ---- One that is there already */

static const char *name_of_live(struct assay_scenario *s, const struct assay_spec *type,
                                enum assay_side side, const void *value)
{
    const struct assay_live *live = assay_pool_find(s, type, side, value);

    if (live)
        return assay_pool_name(s, type, live);
    return is_null(type, side, value) ? "NULL" : "a value that is not live";
}

static void print_existing(const struct assay_spec *spec, struct assay_scenario *s,
                           const void *value, struct assay_buf *out)
{
    assay_buf_puts(out, name_of_live(s, assay_abstract_of(spec), ASSAY_CANDIDATE, value));
}

/* Which of the reference's values it is, when the candidate alone has answered. */
static void adopt_existing(const struct assay_spec *spec, struct assay_scenario *s,
                           void *const at[2])
{
    const struct assay_spec *type = assay_abstract_of(spec);

    if (!assay_pool_find(s, type, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]) &&
        !is_null(type, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]))
        assay_object(s, "it returned a value that is not live");
    memcpy(at[ASSAY_REFERENCE], assay_reference_of(spec, at[ASSAY_CANDIDATE]),
           type->size[ASSAY_REFERENCE]);
}

static void expect_existing(const struct assay_spec *spec, struct assay_scenario *s,
                            const void *value, const char *path, struct assay_buf *out)
{
    const struct assay_spec *type = assay_abstract_of(spec);

    assay_buf_puts(out, path);
    if (assay_pool_find(s, type, ASSAY_REFERENCE, value) ||
        is_null(type, ASSAY_REFERENCE, value)) /* else there is no name for it */
        assay_buf_printf(out, " == %s", name_of_live(s, type, ASSAY_REFERENCE, value));
}

static void deconstruct_existing(const struct assay_spec *spec, struct assay_scenario *s,
                                 void *const at[2], const char *path)
{
    const struct assay_spec *type = assay_abstract_of(spec);
    const struct assay_live *live =
        assay_pool_find(s, type, ASSAY_REFERENCE, at[ASSAY_REFERENCE]);
    const char *condition = NULL;
    struct assay_buf b;

    if (!live && !is_null(type, ASSAY_REFERENCE, at[ASSAY_REFERENCE]))
        assay_object(s, "the reference returned a value that is not live");
    if (path) {
        assay_buf_init(&b, NULL, 0);
        expect_existing(spec, s, at[ASSAY_REFERENCE], path, &b);
        condition = assay_scenario_text(s, "%s", b.at);
        assay_buf_done(&b);
    }
    if (live ? memcmp(live->at[ASSAY_CANDIDATE], at[ASSAY_CANDIDATE], type->size[1]) != 0
             : !is_null(type, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]))
        assay_differ(s, condition,
                     name_of_live(s, type, ASSAY_REFERENCE, at[ASSAY_REFERENCE]),
                     name_of_live(s, type, ASSAY_CANDIDATE, at[ASSAY_CANDIDATE]));
    if (condition)
        assay_write_assert(s, condition);
}

const struct assay_spec_kind assay_kind_existing = {
    .name = "existing",
    .deconstructible = assay_spec_always,
    .inner = visit_inner,
    .print = print_existing,
    .deconstruct = deconstruct_existing,
    .expect = expect_existing,
    .adopt = adopt_existing,
};

/* ---- One that is there already, or a new one */

static bool exists(const struct assay_spec *spec, const void *value)
{
    return assay_pool_find(assay_scenario_now, assay_abstract_of(spec), ASSAY_REFERENCE,
                           value) != NULL;
}

static void deconstruct_perhaps_existing(const struct assay_spec *spec,
                                         struct assay_scenario *s, void *const at[2],
                                         const char *path)
{
    if (exists(spec, at[ASSAY_REFERENCE]))
        deconstruct_existing(spec, s, at, path);
    else
        deconstruct_inner(spec, s, at, path);
}

const struct assay_spec_kind assay_kind_perhaps_existing = {
    .name = "perhaps existing",
    .deconstructible = assay_spec_always,
    .inner = visit_inner,
    .deconstruct = deconstruct_perhaps_existing,
    .expect = expect_existing,
    .expectable = exists,
};
