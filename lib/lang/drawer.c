/*
 * The automata that texts are drawn from: that of a rule, under conditions on its text.
 * Those whose conditions are of the grammar are kept for good; of those with a text of
 * the sentence at hand, the last one.
 */
#include "base/mem.h"
#include "lang/solver.h"
#include <string.h>

#define MAX_DRAWERS 1000

static enum assay_affix affix_of(const struct assay_term *t)
{
    switch (t->as.apply.function) {
    case ASSAY_FUNCTION_STARTS:
        return ASSAY_STARTS;
    case ASSAY_FUNCTION_ENDS:
        return ASSAY_ENDS;
    case ASSAY_FUNCTION_LOWER:
        return ASSAY_IN_LOWER_CASE;
    case ASSAY_FUNCTION_UPPER:
        return ASSAY_IN_UPPER_CASE;
    default:
        return ASSAY_CONTAINS;
    }
}

/* The texts that satisfy a condition. */
static enum assay_status condition_automaton(struct assay_solver *s,
                                             const struct assay_condition *c,
                                             struct assay_regular *ret)
{
    const struct assay_term *t = &s->g->terms[c->term];
    struct assay_regular made;
    enum assay_status status;

    if (t->kind == ASSAY_TERM_IN) {
        if (s->lang->checked[t->as.in.rule])
            return ASSAY_NO_MATCH;
        status = assay_regular_build(&made, &s->lang->network, t->as.in.rule,
                                     ASSAY_REGULAR_STATES);
    } else {
        status = assay_regular_affix(affix_of(t), c->text.at, c->text.len, s->mem,
                                     ASSAY_REGULAR_STATES, &made);
    }
    if (status || c->holds) {
        if (!status)
            *ret = made;
        return status;
    }
    status = assay_regular_not(&made, ASSAY_REGULAR_STATES, ret);
    assay_regular_done(&made);
    return status;
}

static enum assay_status build_drawer(struct assay_solver *s, uint32_t rule,
                                      const struct assay_condition *conditions,
                                      uint32_t count, struct assay_regular *ret)
{
    struct assay_regular all, one, both;
    enum assay_status status =
        assay_regular_build(&all, &s->lang->network, rule, ASSAY_REGULAR_STATES);

    if (status)
        return status;
    for (uint32_t i = 0; i < count && !status; i++) {
        status = condition_automaton(s, &conditions[i], &one);
        if (status)
            break;
        status = assay_regular_both(&all, &one, ASSAY_REGULAR_STATES, &both);
        assay_regular_done(&one);
        if (status)
            break;
        assay_regular_done(&all);
        all = both;
    }
    if (status)
        assay_regular_done(&all);
    else
        *ret = all;
    return status;
}

static void free_drawer(struct assay_drawer *drawer)
{
    if (drawer->usable) {
        assay_sampler_done(&drawer->sampler);
        assay_regular_done(&drawer->regular);
    }
    drawer->usable = false;
}

static enum assay_status make_drawer(struct assay_solver *s, uint32_t rule,
                                     const struct assay_condition *conditions,
                                     uint32_t count, struct assay_drawer *drawer)
{
    enum assay_status status =
        s->inner[rule] ? ASSAY_NO_MATCH
                       : build_drawer(s, rule, conditions, count, &drawer->regular);

    drawer->usable = !status;
    if (drawer->usable)
        assay_sampler_init(&drawer->sampler, &drawer->regular);
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

static enum assay_status new_drawer(struct assay_solver *s, uint32_t rule,
                                    const struct assay_condition *conditions,
                                    uint32_t count)
{
    struct assay_drawer *drawer;
    enum assay_status status =
        assay_mem_grow(s->mem, (void **)&s->drawer, &s->drawers_cap, s->ndrawers + 1,
                       sizeof *s->drawer, MAX_DRAWERS);

    if (status)
        return status == ASSAY_TOO_LARGE ? ASSAY_EMPTY_RANGE : status;
    drawer = assay_mem_new(s->mem, sizeof *drawer);
    if (!drawer)
        return ASSAY_NO_MEMORY;
    status = make_drawer(s, rule, conditions, count, drawer);
    if (status) {
        assay_mem_free(s->mem, drawer, sizeof *drawer);
        return status;
    }
    s->drawer[s->ndrawers++] = drawer;
    return ASSAY_OK;
}

void assay_drawers_free(struct assay_solver *s)
{
    for (size_t i = 0; i < s->ndrawers; i++) {
        free_drawer(s->drawer[i]);
        assay_mem_free(s->mem, s->drawer[i], sizeof *s->drawer[i]);
    }
    assay_mem_free(s->mem, s->drawer, s->drawers_cap * sizeof *s->drawer);
    free_drawer(&s->passing);
}

/* What tells a drawer from others, in `into`. */
static enum assay_status drawer_key(uint32_t rule,
                                    const struct assay_condition *conditions,
                                    uint32_t count, struct assay_buf *into)
{
    assay_buf_clear(into);
    assay_buf_add(into, &rule, sizeof rule);
    for (uint32_t i = 0; i < count; i++) {
        const struct assay_condition *c = &conditions[i];

        assay_buf_add(into, &c->term, sizeof c->term);
        assay_buf_putc(into, c->holds ? '!' : ' ');
        if (!c->passing)
            continue;
        assay_buf_add(into, &c->text.len, sizeof c->text.len);
        assay_buf_add(into, c->text.at, c->text.len);
    }
    return into->status;
}

static bool is_passing(const struct assay_condition *conditions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (conditions[i].passing)
            return true;
    return false;
}

/* The automaton under conditions with texts of this sentence; the last one is kept. */
static enum assay_status find_passing(struct assay_solver *s, uint32_t rule,
                                      const struct assay_condition *conditions,
                                      uint32_t count)
{
    struct assay_buf *key = &s->key, *last = &s->passing_key;
    enum assay_status status;

    if (key->len == last->len && memcmp(key->at, last->at, key->len) == 0)
        return ASSAY_OK;
    free_drawer(&s->passing);
    assay_buf_clear(last);
    status = make_drawer(s, rule, conditions, count, &s->passing);
    if (!status)
        assay_buf_add(last, key->at, key->len);
    return status ? status : last->status;
}

enum assay_status assay_drawer_find(struct assay_solver *s, uint32_t rule,
                                    const struct assay_condition *conditions,
                                    uint32_t count, struct assay_drawer **ret)
{
    enum assay_status status = drawer_key(rule, conditions, count, &s->key);
    uint64_t *number;

    if (status)
        return status;
    *ret = &s->passing;
    if (is_passing(conditions, count)) {
        status = find_passing(s, rule, conditions, count);
        return status ? status : s->passing.usable ? ASSAY_OK : ASSAY_EMPTY_RANGE;
    }
    number = assay_map_put(&s->drawers, s->key.at, s->key.len);
    if (!number)
        return ASSAY_NO_MEMORY;
    if (*number == 0) {
        status = new_drawer(s, rule, conditions, count);
        if (status)
            return status;
        *number = s->ndrawers;
    }
    *ret = s->drawer[*number - 1];
    return (*ret)->usable ? ASSAY_OK : ASSAY_EMPTY_RANGE;
}
