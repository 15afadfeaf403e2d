/*
 * Generators made of generators and functions of the user's: map, filter, bind and custom
 * ones. What such a function makes is known to it alone, so most questions are answered
 * by "unknown".
 */
#include "gen/ops.h"

#define FILTER_TRIES 16

static bool has_source(const struct assay_gen *gen)
{
    return gen->as.derived.from && gen->as.derived.from->ops;
}

/* The value to derive from. It stays: what is made of it may point to it. */
static enum assay_status draw_source(const struct assay_gen *gen, struct assay_test *t,
                                     void **ret_from)
{
    void *from = assay_test_new(t, 1, gen->as.derived.from->size);
    enum assay_status status = ASSAY_NO_MEMORY;

    if (from)
        status = assay_gen_draw(gen->as.derived.from, t, from);
    if (status == ASSAY_OK)
        *ret_from = from;
    return status;
}

static enum assay_answer nobody_knows(const struct assay_gen *gen, const void *value,
                                      struct assay_look *look)
{
    (void)gen;
    (void)value;
    (void)look;
    return ASSAY_UNKNOWN;
}

static enum assay_status map_draw(const struct assay_gen *gen, struct assay_test *t,
                                  void *ret_value)
{
    void *from = NULL;
    enum assay_status status = ASSAY_BAD_USE;

    if (has_source(gen) && gen->as.derived.map)
        status = draw_source(gen, t, &from);
    if (status == ASSAY_OK)
        gen->as.derived.map(gen->as.derived.ctx, from, ret_value);
    return status;
}

const struct assay_gen_ops assay_gen_map = {
    .name = "map",
    .draw = map_draw,
    .contains = nobody_knows,
    .count = assay_count_unknown,
    .print = assay_put_scalar,
};

static enum assay_status bind_draw(const struct assay_gen *gen, struct assay_test *t,
                                   void *ret_value)
{
    void *from = NULL;
    enum assay_status status = ASSAY_BAD_USE;

    if (has_source(gen) && gen->as.derived.bind)
        status = draw_source(gen, t, &from);
    if (status == ASSAY_OK)
        status = gen->as.derived.bind(t, gen->as.derived.ctx, from, ret_value);
    return status;
}

const struct assay_gen_ops assay_gen_bind = {
    .name = "bind",
    .draw = bind_draw,
    .contains = nobody_knows,
    .count = assay_count_unknown,
    .print = assay_put_scalar,
};

/* ---- Filter */

static bool filter_fits(const struct assay_gen *gen)
{
    return assay_gen_fits(gen->as.derived.from, gen->size) && gen->as.derived.filter;
}

static bool passes(const struct assay_gen *gen, const void *value)
{
    return gen->as.derived.filter(gen->as.derived.ctx, value);
}

static enum assay_status filter_draw(const struct assay_gen *gen, struct assay_test *t,
                                     void *ret_value)
{
    enum assay_status status = filter_fits(gen) ? ASSAY_OK : ASSAY_BAD_USE;

    for (int i = 0; i < FILTER_TRIES && status == ASSAY_OK; i++) {
        status = assay_span_begin(t, gen->type);
        if (status == ASSAY_OK)
            status = assay_gen_draw(gen->as.derived.from, t, ret_value);
        if (status)
            break;
        if (passes(gen, ret_value))
            return assay_span_end(t);
        status = assay_span_discard(t);
    }
    return status ? status : ASSAY_REJECTED;
}

/* The filter sees only values that the source may have made. */
static enum assay_answer filter_contain(const struct assay_gen *gen, const void *value,
                                        struct assay_look *look)
{
    enum assay_answer answer = ASSAY_NO;

    if (filter_fits(gen))
        answer = assay_gen_look(gen->as.derived.from, value, look);
    return answer != ASSAY_NO && passes(gen, value) ? answer : ASSAY_NO;
}

static const struct assay_gen *filter_maker(const struct assay_gen *gen,
                                            const void *value, struct assay_look *look)
{
    (void)value;
    (void)look;
    return filter_fits(gen) ? gen->as.derived.from : NULL;
}

const struct assay_gen_ops assay_gen_filter = {
    .name = "filter",
    .draw = filter_draw,
    .contains = filter_contain,
    .count = assay_count_unknown,
    .print = assay_put_scalar,
    .maker = filter_maker,
};

/* ---- Custom */

static enum assay_status custom_draw(const struct assay_gen *gen, struct assay_test *t,
                                     void *ret_value)
{
    const struct assay_custom *custom = &gen->as.custom;

    return custom->draw ? custom->draw(t, custom->ctx, ret_value) : ASSAY_BAD_USE;
}

static enum assay_answer custom_contain(const struct assay_gen *gen, const void *value,
                                        struct assay_look *look)
{
    const struct assay_custom *custom = &gen->as.custom;

    (void)look;
    return custom->contains ? custom->contains(custom->ctx, value) : ASSAY_UNKNOWN;
}

static bool custom_print(const struct assay_gen *gen, const void *value,
                         struct assay_printer *p)
{
    const struct assay_custom *custom = &gen->as.custom;

    if (custom->print)
        custom->print(custom->ctx, value, p->out);
    return custom->print != NULL;
}

const struct assay_gen_ops assay_gen_custom = {
    .name = "custom",
    .draw = custom_draw,
    .contains = custom_contain,
    .count = assay_count_unknown,
    .print = custom_print,
};
