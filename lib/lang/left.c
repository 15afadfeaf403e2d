/*
 * Direct left recursion, r: r a | b, read as a loop, b a*: after b, and after each a, the
 * rule may end or go on, and what it matched so far becomes the r of "r a".
 */
#include "base/mem.h"
#include "lang/machine.h"

struct remover {
    struct assay_network *net;
    struct assay_arena scratch;
    uint32_t *entries; /* how many edges lead to a state, calls aside */
    uint32_t *calls;   /* left-recursive calls of the rule at hand */
    uint32_t ncalls;
};

static void count_entries(struct remover *r)
{
    const struct assay_network *net = r->net;

    for (uint32_t i = 0; i < net->nstates; i++) {
        const struct assay_net_state *s = &net->states[i];

        if (s->kind == ASSAY_STATE_SPLIT)
            for (uint32_t t = 0; t < s->b; t++)
                r->entries[net->targets[s->a + t]]++;
        else if (s->kind != ASSAY_STATE_END)
            r->entries[s->next]++;
        if (s->kind == ASSAY_STATE_LOOP)
            r->entries[s->a]++;
    }
}

static bool is_left_call(const struct assay_network *net, uint32_t state, uint32_t rule)
{
    const struct assay_net_state *s = &net->states[state];

    return s->kind == ASSAY_STATE_CALL && s->b == rule && !s->nonempty;
}

/* Takes the left-recursive calls out of a split at the start of a rule, and out of the
 * splits right behind it. */
static void take_calls(struct remover *r, uint32_t split, uint32_t rule, unsigned depth)
{
    struct assay_network *net = r->net;
    struct assay_net_state *s = &net->states[split];
    uint32_t kept = 0;

    if (s->kind != ASSAY_STATE_SPLIT || depth > 8)
        return;
    for (uint32_t t = 0; t < s->b; t++) {
        uint32_t target = net->targets[s->a + t];

        if (is_left_call(net, target, rule) && r->entries[target] == 1) {
            r->calls[r->ncalls++] = target;
            continue;
        }
        if (r->entries[target] == 1)
            take_calls(r, target, rule, depth + 1);
        net->targets[s->a + kept++] = target;
    }
    s->b = kept;
}

static enum assay_status add_state(struct assay_network *net,
                                   struct assay_net_state state, uint32_t *ret_state)
{
    enum assay_status status =
        assay_mem_grow(net->mem, (void **)&net->states, &net->cap.states,
                       (size_t)net->nstates + 1, sizeof state, UINT32_MAX / 2);

    if (status)
        return status;
    net->states[net->nstates] = state;
    *ret_state = net->nstates++;
    return ASSAY_OK;
}

static enum assay_status add_targets(struct assay_network *net, uint32_t count,
                                     uint32_t *ret_first)
{
    enum assay_status status = assay_mem_grow(
        net->mem, (void **)&net->targets, &net->cap.targets,
        (size_t)net->ntargets + count, sizeof *net->targets, UINT32_MAX / 2);

    if (status)
        return status;
    *ret_first = net->ntargets;
    net->ntargets += count;
    return ASSAY_OK;
}

/* A wrapping state in front of what follows a call. */
static enum assay_status add_wrap(struct assay_network *net, uint32_t call,
                                  uint32_t *ret_state)
{
    uint32_t first;
    enum assay_status status = add_targets(net, 1, &first);

    if (status)
        return status;
    net->targets[first] = net->states[call].next;
    return add_state(net,
                     (struct assay_net_state){.kind = ASSAY_STATE_SPLIT,
                                              .nonempty = true,
                                              .rule = net->states[call].rule,
                                              .a = first,
                                              .b = 1,
                                              .next = net->states[call].a},
                     ret_state);
}

/* The end of the rule becomes the choice between going on and a new end. */
static enum assay_status open_end(struct remover *r, uint32_t rule)
{
    struct assay_network *net = r->net;
    uint32_t end = net->rules[rule].end, first, state;
    enum assay_status status = add_targets(net, r->ncalls + 1, &first);

    for (uint32_t i = 0; i < r->ncalls && !status; i++) {
        status = add_wrap(net, r->calls[i], &state);
        if (!status)
            net->targets[first + i] = state;
    }
    if (!status)
        status = add_state(
            net, (struct assay_net_state){.kind = ASSAY_STATE_END, .rule = rule}, &state);
    if (status)
        return status;
    net->targets[first + r->ncalls] = state;
    /* The calls are gone: choices of nothing, which nothing leads to. */
    for (uint32_t i = 0; i < r->ncalls; i++) {
        net->states[r->calls[i]].kind = ASSAY_STATE_SPLIT;
        net->states[r->calls[i]].b = 0;
    }
    net->states[end].kind = ASSAY_STATE_SPLIT;
    net->states[end].a = first;
    net->states[end].b = r->ncalls + 1;
    net->rules[rule].end = state;
    return ASSAY_OK;
}

enum assay_status assay_left_remove(struct assay_network *net, bool *ret_found)
{
    struct remover r = {.net = net};
    uint32_t rules = net->nrules;
    enum assay_status status = ASSAY_NO_MEMORY;

    assay_arena_init(&r.scratch, net->mem, 0);
    r.entries = assay_arena_new(&r.scratch, net->nstates, sizeof *r.entries);
    r.calls = assay_arena_new(&r.scratch, net->nstates, sizeof *r.calls);
    if (r.entries && r.calls) {
        status = ASSAY_OK;
        count_entries(&r);
    }
    for (uint32_t rule = 0; rule < rules && !status; rule++) {
        if (net->rules[rule].hidden || r.entries[net->rules[rule].start] > 0)
            continue;
        r.ncalls = 0;
        take_calls(&r, net->rules[rule].start, rule, 0);
        if (r.ncalls == 0)
            continue;
        *ret_found = true;
        status = open_end(&r, rule);
    }
    assay_arena_done(&r.scratch);
    return status;
}

/* ---- What remains: a cycle of calls before the first byte. */

struct finder {
    const struct assay_network *net;
    uint8_t *seen;         /* of states: met while looking at the rule's beginning */
    uint8_t *color;        /* of rules: 1 on the way, 2 finished */
    uint32_t *todo, ntodo; /* states of the rule at hand */
    struct {
        uint32_t rule, next; /* its callees from here on are not looked at yet */
        uint32_t first, end; /* in `callees` */
    } * path;
    uint32_t depth;
    uint32_t *callees, ncallees;
};

static void visit(struct finder *f, uint32_t state)
{
    if (!f->seen[state]) {
        f->seen[state] = 1;
        f->todo[f->ntodo++] = state;
    }
}

/* Appends the rules that a rule may call first; every state is met once in all. */
static void find_callees(struct finder *f, uint32_t rule)
{
    const struct assay_network *net = f->net;

    visit(f, net->rules[rule].start);
    while (f->ntodo > 0) {
        const struct assay_net_state *s = &net->states[f->todo[--f->ntodo]];

        if (s->kind == ASSAY_STATE_SPLIT)
            for (uint32_t t = 0; t < s->b; t++)
                visit(f, net->targets[s->a + t]);
        if (s->kind == ASSAY_STATE_LOOP) {
            visit(f, s->a);
            visit(f, s->next);
        }
        if (s->kind != ASSAY_STATE_CALL)
            continue;
        f->callees[f->ncallees++] = s->b;
        if (net->rules[s->b].nullable && !s->nonempty)
            visit(f, s->next);
    }
}

static void enter(struct finder *f, uint32_t rule)
{
    f->color[rule] = 1;
    f->path[f->depth].rule = rule;
    f->path[f->depth].first = f->path[f->depth].next = f->ncallees;
    find_callees(f, rule);
    f->path[f->depth++].end = f->ncallees;
}

static bool cycle_from(struct finder *f, uint32_t rule)
{
    f->ncallees = 0;
    enter(f, rule);
    while (f->depth > 0) {
        uint32_t top = f->depth - 1, callee;

        if (f->path[top].next == f->path[top].end) {
            f->color[f->path[top].rule] = 2;
            f->depth--;
            continue;
        }
        callee = f->callees[f->path[top].next++];
        if (f->color[callee] == 1)
            return true;
        if (f->color[callee] == 0)
            enter(f, callee);
    }
    return false;
}

enum assay_status assay_left_remains(const struct assay_network *net, bool *ret_remains)
{
    struct assay_arena scratch;
    struct finder f = {.net = net};
    enum assay_status status = ASSAY_NO_MEMORY;

    assay_arena_init(&scratch, net->mem, 0);
    f.seen = assay_arena_new(&scratch, net->nstates, 1);
    f.color = assay_arena_new(&scratch, net->nrules, 1);
    f.todo = assay_arena_new(&scratch, net->nstates, sizeof *f.todo);
    f.callees = assay_arena_new(&scratch, net->nstates, sizeof *f.callees);
    f.path = assay_arena_new(&scratch, net->nrules, sizeof *f.path);
    if (f.seen && f.color && f.todo && f.callees && f.path) {
        status = ASSAY_OK;
        *ret_remains = false;
        for (uint32_t r = 0; r < net->nrules && !*ret_remains; r++)
            if (f.color[r] == 0)
                *ret_remains = cycle_from(&f, r);
    }
    assay_arena_done(&scratch);
    return status;
}
