/*
 * Building the machine: a copy of the network without left recursion, byte classes, and
 * for each choice a row that says where each class of the next byte leads.
 */
#include "base/mem.h"
#include "lang/machine.h"
#include <string.h>

#define MAX_ROWS (16u << 20) /* entries of all rows */

static enum assay_status copy_array(const struct assay_alloc *mem, void **to, size_t *cap,
                                    const void *from, size_t count, size_t size)
{
    *to = NULL;
    *cap = 0;
    if (count == 0)
        return ASSAY_OK;
    *to = assay_mem_new(mem, count * size);
    if (!*to)
        return ASSAY_NO_MEMORY;
    *cap = count;
    memcpy(*to, from, count * size);
    return ASSAY_OK;
}

static enum assay_status copy_network(struct assay_network *to,
                                      const struct assay_network *from)
{
    const struct assay_alloc *mem = from->mem;
    enum assay_status status;

    *to = *from;
    to->states = NULL;
    to->rules = NULL;
    to->targets = NULL;
    to->sets = NULL;
    memset(&to->cap, 0, sizeof to->cap);
    status = copy_array(mem, (void **)&to->states, &to->cap.states, from->states,
                        from->nstates, sizeof *from->states);
    if (!status)
        status = copy_array(mem, (void **)&to->rules, &to->cap.rules, from->rules,
                            from->nrules, sizeof *from->rules);
    if (!status)
        status = copy_array(mem, (void **)&to->targets, &to->cap.targets, from->targets,
                            from->ntargets, sizeof *from->targets);
    if (!status)
        status = copy_array(mem, (void **)&to->sets, &to->cap.sets, from->sets,
                            from->nsets, sizeof *from->sets);
    return status;
}

/* ---- What is used. */

struct walk {
    const struct assay_network *net;
    uint8_t *seen;
    uint32_t *todo, ntodo;
};

static void visit(struct walk *w, uint32_t state)
{
    if (!w->seen[state]) {
        w->seen[state] = 1;
        w->todo[w->ntodo++] = state;
    }
}

static void visit_next(struct walk *w, const struct assay_net_state *s)
{
    if (s->kind == ASSAY_STATE_SPLIT) {
        for (uint32_t t = 0; t < s->b; t++)
            visit(w, w->net->targets[s->a + t]);
        return;
    }
    if (s->kind == ASSAY_STATE_CALL)
        visit(w, w->net->rules[s->b].start);
    if (s->kind == ASSAY_STATE_LOOP)
        visit(w, s->a);
    if (s->kind != ASSAY_STATE_END)
        visit(w, s->next);
}

/* Rules that the start does not lead to (constraints may name such) become choices of
 * nothing, so that they do not matter. */
static enum assay_status drop_unused(struct assay_ll *ll)
{
    struct assay_network *net = &ll->net;
    struct walk w = {.net = net};

    w.seen = assay_arena_new(&ll->arena, net->nstates, 1);
    w.todo = assay_arena_new(&ll->arena, net->nstates, sizeof *w.todo);
    if (!w.seen || !w.todo)
        return ASSAY_NO_MEMORY;
    visit(&w, net->rules[net->start].start);
    while (w.ntodo > 0)
        visit_next(&w, &net->states[w.todo[--w.ntodo]]);
    for (uint32_t i = 0; i < net->nstates; i++)
        if (!w.seen[i])
            net->states[i] = (struct assay_net_state){.kind = ASSAY_STATE_SPLIT,
                                                      .rule = net->states[i].rule};
    return ASSAY_OK;
}

/* ---- Byte classes. */

static void split_classes(struct assay_ll *ll, const struct assay_byteset *set)
{
    uint32_t inside[256]; /* the new number of each class's part that is in the set */
    bool out[256] = {false};
    uint32_t known = ll->nclasses;

    for (uint32_t c = 0; c < known; c++)
        inside[c] = ASSAY_NONE;
    for (unsigned byte = 0; byte < 256; byte++)
        if (!assay_byteset_has(set, (unsigned char)byte))
            out[ll->classes[byte]] = true;
    for (unsigned byte = 0; byte < 256; byte++) {
        uint8_t c = ll->classes[byte];

        if (!assay_byteset_has(set, (unsigned char)byte) || !out[c])
            continue;
        if (inside[c] == ASSAY_NONE)
            inside[c] = ll->nclasses++;
        ll->classes[byte] = (uint8_t)inside[c];
    }
}

static void find_classes(struct assay_ll *ll)
{
    ll->nclasses = 1;
    for (uint32_t i = 0; i < ll->net.nsets && ll->nclasses < 256; i++)
        split_classes(ll, &ll->net.sets[i]);
    for (unsigned byte = 256; byte-- > 0;)
        ll->sample[ll->classes[byte]] = (uint8_t)byte;
}

static bool ahead_has(const struct assay_ll *ll, const struct assay_ahead *ahead,
                      uint32_t class)
{
    return class == ll->nclasses ? ahead->end
                                 : assay_byteset_has(&ahead->bytes, ll->sample[class]);
}

/* ---- Choices. */

static enum assay_status add_row(struct assay_ll *ll, uint32_t len, uint32_t *ret_row)
{
    enum assay_status status =
        assay_mem_grow(ll->mem, (void **)&ll->rows, &ll->rows_cap,
                       (size_t)ll->nrows + len, sizeof *ll->rows, MAX_ROWS);

    if (status)
        return status == ASSAY_TOO_LARGE ? ASSAY_NO_MATCH : status;
    *ret_row = ll->nrows;
    ll->nrows += len;
    return ASSAY_OK;
}

/* Where a choice of this target goes on: past the byte at once, if that is what it
 * reads. */
static uint32_t entry_of(const struct assay_ll *ll, uint32_t target, bool at_end)
{
    const struct assay_net_state *s = &ll->net.states[target];

    return s->kind == ASSAY_STATE_BYTES && !at_end ? s->next | ASSAY_ROW_CONSUME : target;
}

/* Fills a row by the next byte alone. False when it does not decide. */
static bool fill_row(struct assay_ll *ll, uint32_t row, const uint32_t *targets,
                     uint32_t count)
{
    for (uint32_t c = 0; c <= ll->nclasses; c++)
        ll->rows[row + c] = ASSAY_ROW_FAIL;
    for (uint32_t t = 0; t < count; t++) {
        struct assay_ahead ahead = assay_first_look(&ll->first, &ll->net, targets[t]);

        for (uint32_t c = 0; c <= ll->nclasses; c++) {
            if (!ahead_has(ll, &ahead, c))
                continue;
            if (ll->rows[row + c] != ASSAY_ROW_FAIL)
                return false;
            ll->rows[row + c] = entry_of(ll, targets[t], c == ll->nclasses);
        }
    }
    return true;
}

static enum assay_status decide_far(struct assay_ll *ll, uint32_t state,
                                    const uint32_t *targets, uint32_t count,
                                    struct assay_op *op)
{
    struct assay_look_table table;
    enum assay_status status = ASSAY_NO_MATCH;

    /* Whether a call matched something is only sure where one byte decides. */
    if (!ll->nonempty)
        status = assay_look_build(ll, state, targets, count, &table, &ll->preferred);
    if (status)
        return status;
    op->kind = ASSAY_OP_LOOK;
    op->a = ll->nlooks;
    ll->looks[ll->nlooks++] = table;
    return ASSAY_OK;
}

static enum assay_status build_split(struct assay_ll *ll, uint32_t state)
{
    const struct assay_net_state *s = &ll->net.states[state];
    const uint32_t *targets = s->b > 0 ? ll->net.targets + s->a : NULL;
    struct assay_op *op = &ll->ops[state];
    uint32_t row;
    enum assay_status status;

    if (s->nonempty) {
        *op = (struct assay_op){.kind = ASSAY_OP_WRAP, .a = s->next, .next = targets[0]};
        return ASSAY_OK;
    }
    status = add_row(ll, ll->nclasses + 1, &row);
    if (status)
        return status;
    *op = (struct assay_op){.kind = ASSAY_OP_SWITCH, .a = row};
    if (fill_row(ll, row, targets, s->b))
        return ASSAY_OK;
    ll->nrows = row;
    status = add_row(ll, s->b, &op->b);
    for (uint32_t t = 0; t < s->b && !status; t++)
        ll->rows[op->b + t] = targets[t];
    return status ? status : decide_far(ll, state, targets, s->b, op);
}

static enum assay_status build_loop(struct assay_ll *ll, uint32_t state)
{
    const struct assay_net_state *s = &ll->net.states[state];
    const struct assay_net_rule *rule = &ll->net.rules[s->rule];
    uint32_t targets[2] = {s->a, s->next}, row = 0;
    enum assay_status status = ASSAY_OK;

    if (rule->min != rule->max) {
        status = add_row(ll, ll->nclasses + 1, &row);
        if (!status && !fill_row(ll, row, targets, 2))
            status = ASSAY_NO_MATCH;
    }
    ll->ops[state] = (struct assay_op){.kind = ASSAY_OP_LOOP, .a = ll->nloops};
    ll->loops[ll->nloops++] = (struct assay_loop){
        .min = rule->min, .max = rule->max, .body = s->a, .end = s->next, .row = row};
    return status;
}

static enum assay_status build_op(struct assay_ll *ll, uint32_t state)
{
    const struct assay_net_state *s = &ll->net.states[state];
    struct assay_op *op = &ll->ops[state];

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        *op = (struct assay_op){.kind = ASSAY_OP_BYTES, .a = s->a, .next = s->next};
        break;
    case ASSAY_STATE_CALL:
        *op = (struct assay_op){.kind = ASSAY_OP_CALL,
                                .a = s->a,
                                .b = ll->net.rules[s->b].start,
                                .next = s->next};
        break;
    case ASSAY_STATE_SPLIT:
        return build_split(ll, state);
    case ASSAY_STATE_LOOP:
        return build_loop(ll, state);
    case ASSAY_STATE_END:
        *op = (struct assay_op){.kind = ASSAY_OP_END};
        break;
    }
    return ASSAY_OK;
}

/* ---- */

static enum assay_status find_callers(struct assay_ll *ll)
{
    const struct assay_network *net = &ll->net;
    uint32_t *first = assay_arena_new(&ll->arena, (size_t)net->nrules + 2, sizeof *first);

    ll->callers = assay_arena_new(&ll->arena, net->nstates, sizeof *ll->callers);
    if (!first || !ll->callers)
        return ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < net->nstates; i++)
        if (net->states[i].kind == ASSAY_STATE_CALL)
            first[net->states[i].b + 2]++;
    for (uint32_t r = 0; r < net->nrules; r++)
        first[r + 2] += first[r + 1];
    for (uint32_t i = 0; i < net->nstates; i++)
        if (net->states[i].kind == ASSAY_STATE_CALL)
            ll->callers[first[net->states[i].b + 1]++] = i;
    ll->first_caller = first;
    return ASSAY_OK;
}

static enum assay_status prepare(struct assay_ll *ll)
{
    bool remains = false;
    enum assay_status status = drop_unused(ll);

    if (!status)
        status = assay_left_remove(&ll->net, &ll->left);
    if (!status)
        status = assay_left_remains(&ll->net, &remains);
    if (!status && remains)
        status = ASSAY_NO_MATCH;
    if (!status)
        status = assay_first_build(&ll->first, &ll->net);
    if (!status)
        status = find_callers(ll);
    if (status)
        return status;
    find_classes(ll);
    for (uint32_t i = 0; i < ll->net.nstates; i++)
        ll->nonempty |=
            ll->net.states[i].kind == ASSAY_STATE_CALL && ll->net.states[i].nonempty;
    ll->ops = assay_arena_new(&ll->arena, ll->net.nstates, sizeof *ll->ops);
    ll->loops = assay_arena_new(&ll->arena, ll->net.nrules, sizeof *ll->loops);
    ll->looks = assay_arena_new(&ll->arena, ll->net.nstates, sizeof *ll->looks);
    return ll->ops && ll->loops && ll->looks ? ASSAY_OK : ASSAY_NO_MEMORY;
}

enum assay_status assay_ll_build(const struct assay_network *net, struct assay_ll **ret,
                                 uint32_t *ret_rule)
{
    struct assay_ll *ll = assay_mem_new(net->mem, sizeof *ll);
    enum assay_status status;

    if (!ll)
        return ASSAY_NO_MEMORY;
    *ll = (struct assay_ll){.mem = net->mem};
    assay_arena_init(&ll->arena, net->mem, 0);
    assay_arena_init(&ll->first.arena, net->mem, 0);
    if (ret_rule)
        *ret_rule = ASSAY_NONE;
    status = copy_network(&ll->net, net);
    if (!status)
        status = prepare(ll);
    for (uint32_t i = 0; !status && i < ll->net.nstates; i++) {
        status = build_op(ll, i);
        if (status == ASSAY_NO_MATCH && ret_rule)
            *ret_rule = ll->net.states[i].rule;
    }
    if (status)
        assay_ll_free(ll);
    else
        *ret = ll;
    return status;
}

void assay_ll_free(struct assay_ll *ll)
{
    if (!ll)
        return;
    assay_first_done(&ll->first);
    assay_mem_free(ll->mem, ll->rows, ll->rows_cap * sizeof *ll->rows);
    assay_network_done(&ll->net);
    assay_arena_done(&ll->arena);
    assay_mem_free(ll->mem, ll, sizeof *ll);
}

bool assay_ll_unambiguous(const struct assay_ll *ll)
{
    return !ll->preferred;
}

bool assay_ll_looks_ahead(const struct assay_ll *ll)
{
    return ll->nlooks > 0;
}
