/*
 * A rule X can stand for a rule Y when it has a way to a call of Y with nothing needed
 * before or after. The cycles are the strongly connected components of that relation
 * which are more than one rule without itself (Tarjan, 1972, with a stack of its own).
 */
#include "lang/earley_tables.h"

struct finder {
    struct assay_earley_tables *t;
    /* The calls each rule X can stand for: calls[first[X] .. first[X + 1]), states. */
    uint32_t *first, *calls;
    uint8_t *seen;          /* states */
    uint32_t *stack, depth; /* states, then rules: of the walk */

    uint32_t *order, *low, *nth; /* of rules: when found, the oldest reached, next call */
    uint32_t *open, nopen;       /* rules whose component is not known yet */
    uint8_t *is_open;
    uint32_t found, components;
};

/* ---- The relation. */

static void see(struct finder *f, uint32_t state)
{
    if (f->seen[state])
        return;
    f->seen[state] = 1;
    f->stack[f->depth++] = state;
}

static void see_behind(struct finder *f, uint32_t state, uint32_t *ncalls)
{
    const struct assay_network *net = f->t->net;
    const struct assay_net_state *s = &net->states[state];

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
    case ASSAY_STATE_END:
        break;
    case ASSAY_STATE_CALL:
        if (f->t->first.states[s->next].end)
            f->calls[(*ncalls)++] = state;
        if (assay_earley_passes(net, s))
            see(f, s->next);
        break;
    case ASSAY_STATE_SPLIT:
        for (uint32_t i = 0; i < s->b; i++)
            see(f, net->targets[s->a + i]);
        break;
    case ASSAY_STATE_LOOP:
        see(f, s->a);
        see(f, s->next);
        break;
    }
}

static void find_calls(struct finder *f)
{
    const struct assay_network *net = f->t->net;
    uint32_t ncalls = 0;

    for (uint32_t r = 0; r < net->nrules; r++) {
        f->first[r] = ncalls;
        see(f, net->rules[r].start);
        while (f->depth > 0)
            see_behind(f, f->stack[--f->depth], &ncalls);
    }
    f->first[net->nrules] = ncalls;
}

/* ---- The components. */

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t callee(const struct finder *f, uint32_t nth)
{
    return f->t->net->states[f->calls[nth]].b;
}

static bool calls_itself(const struct finder *f, uint32_t rule)
{
    for (uint32_t i = f->first[rule]; i < f->first[rule + 1]; i++)
        if (callee(f, i) == rule)
            return true;
    return false;
}

static void enter(struct finder *f, uint32_t rule)
{
    f->order[rule] = f->low[rule] = ++f->found;
    f->nth[rule] = f->first[rule];
    f->open[f->nopen++] = rule;
    f->is_open[rule] = 1;
    f->stack[f->depth++] = rule;
}

/* The component of a rule whose walk is done: all that are open since. */
static void close_component(struct finder *f, uint32_t rule)
{
    uint32_t from = f->nopen;
    bool is_cycle;

    while (f->open[--from] != rule)
        ;
    is_cycle = f->nopen - from > 1 || calls_itself(f, rule);
    if (is_cycle && f->nopen - from > f->t->largest_cycle)
        f->t->largest_cycle = f->nopen - from;
    for (uint32_t i = from; i < f->nopen; i++) {
        f->is_open[f->open[i]] = 0;
        f->t->cycles[f->open[i]] =
            (struct assay_earley_cycle){is_cycle ? f->components : ASSAY_NONE, i - from};
    }
    f->components++;
    f->nopen = from;
}

static void leave(struct finder *f, uint32_t rule)
{
    f->depth--;
    if (f->low[rule] == f->order[rule])
        close_component(f, rule);
    if (f->depth > 0) {
        uint32_t caller = f->stack[f->depth - 1];
        f->low[caller] = least(f->low[caller], f->low[rule]);
    }
}

static void find_components(struct finder *f, uint32_t root)
{
    enter(f, root);
    while (f->depth > 0) {
        uint32_t rule = f->stack[f->depth - 1], to;

        if (f->nth[rule] == f->first[rule + 1]) {
            leave(f, rule);
            continue;
        }
        to = callee(f, f->nth[rule]++);
        if (!f->order[to])
            enter(f, to);
        else if (f->is_open[to])
            f->low[rule] = least(f->low[rule], f->order[to]);
    }
}

static bool make_room(struct finder *f, struct assay_arena *a)
{
    const struct assay_network *net = f->t->net;

    f->first = assay_arena_new(a, (size_t)net->nrules + 1, sizeof *f->first);
    f->calls = assay_arena_new(a, net->nstates, sizeof *f->calls);
    f->seen = assay_arena_new(a, net->nstates, 1);
    f->stack = assay_arena_new(a, net->nstates, sizeof *f->stack);
    f->order = assay_arena_new(a, net->nrules, sizeof *f->order);
    f->low = assay_arena_new(a, net->nrules, sizeof *f->low);
    f->nth = assay_arena_new(a, net->nrules, sizeof *f->nth);
    f->open = assay_arena_new(a, net->nrules, sizeof *f->open);
    f->is_open = assay_arena_new(a, net->nrules, 1);
    return f->first && f->calls && f->seen && f->stack && f->order && f->low && f->nth &&
           f->open && f->is_open;
}

enum assay_status assay_earley_find_cycles(struct assay_earley_tables *t)
{
    struct finder f = {.t = t};
    struct assay_arena scratch;
    bool ok;

    assay_arena_init(&scratch, t->net->mem, 0);
    ok = make_room(&f, &scratch);
    if (ok)
        find_calls(&f);
    for (uint32_t r = 0; ok && r < t->net->nrules; r++)
        if (!f.order[r])
            find_components(&f, r);
    assay_arena_done(&scratch);
    return ok ? ASSAY_OK : ASSAY_NO_MEMORY;
}
