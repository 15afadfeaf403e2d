/*
 * Deciding a choice by more than one byte: an automaton over the bytes ahead whose states
 * are sets of places where each of the ways could be, in the manner of LL(*).
 *
 * A place is a state and the calls to return from. Below the calls made since the choice
 * lies the unknown context of the rule the choice is in; returning into it means going on
 * at any place that calls the rule. The places passed so are remembered, since only ways
 * that returned to the same places are in the same context. (A call at the end of a rule
 * is not remembered: it leaves no trace.)
 *
 * A way is decided for when no other is left. A way whose places are all among those of
 * another one that is preferred is dropped: whatever follows, the other does as well.
 */
#include "base/mem.h"
#include "lang/machine.h"
#include <stdlib.h>
#include <string.h>

#define MAX_STATES 256         /* of one automaton */
#define MAX_PLACES 1024        /* in one state */
#define MAX_CALLS 8            /* inside each other, made since the choice */
#define MAX_RETURNS 6          /* into the context; then it is forgotten which */
#define MAX_WORK 2000000u      /* places looked at for one grammar */
#define END_OF_WORD ASSAY_NONE /* as a state */

/* A call to return from, or (rule != NONE) the context of a rule. */
struct cell {
    uint32_t
        state; /* where to go on; for a context: the call last returned to, or NONE */
    uint32_t below; /* the cell below; for a context: of the return before */
    uint32_t rule;
    uint32_t depth;
};

struct place {
    uint32_t way, state, cell;
    /* Counts or returns were forgotten on the way here, or left recursion was passed,
     * which is preferred or not before anything in it is: no ground for a preference. */
    uint32_t vague;
};

struct places {
    struct place *at;
    uint32_t count;
    size_t cap;
};

struct looker {
    struct assay_ll *ll;
    struct assay_map cells_by_key, states_by_places, seen;
    struct cell *cells;
    uint32_t ncells;
    size_t cells_cap;
    struct places todo, found;
    struct places *states; /* of the automaton */
    uint32_t nstates;
    uint32_t *edges;
    size_t edges_cap;
    bool strict, preferred;
    enum assay_status status; /* sticky */
};

static void fail(struct looker *k, enum assay_status status)
{
    if (!k->status)
        k->status = status;
}

static void add_place(struct looker *k, struct places *to, struct place place)
{
    enum assay_status status =
        assay_mem_grow(k->ll->mem, (void **)&to->at, &to->cap, (size_t)to->count + 1,
                       sizeof *to->at, MAX_PLACES);

    if (status)
        fail(k, status == ASSAY_TOO_LARGE ? ASSAY_NO_MATCH : status);
    else
        to->at[to->count++] = place;
}

/* The number of a cell; equal cells have equal numbers. */
static uint32_t intern(struct looker *k, struct cell cell)
{
    uint64_t *number = assay_map_put(&k->cells_by_key, &cell, sizeof cell);
    enum assay_status status =
        !number ? ASSAY_NO_MEMORY
                : assay_mem_grow(k->ll->mem, (void **)&k->cells, &k->cells_cap,
                                 (size_t)k->ncells + 1, sizeof cell, MAX_WORK);

    if (status) {
        fail(k, status == ASSAY_TOO_LARGE ? ASSAY_NO_MATCH : status);
        return 0;
    }
    if (*number == 0) {
        k->cells[k->ncells++] = cell;
        *number = k->ncells;
    }
    return (uint32_t)*number - 1;
}

/* ---- The places that can be reached without reading a byte. */

static void reach(struct looker *k, struct place place)
{
    uint64_t *seen = assay_map_put(&k->seen, &place, sizeof place);

    if (!seen) {
        fail(k, ASSAY_NO_MEMORY);
    } else if (*seen == 0) {
        *seen = 1;
        if (++k->ll->look_work > MAX_WORK)
            fail(k, ASSAY_NO_MATCH);
        add_place(k, &k->todo, place);
    }
}

static void reach_state(struct looker *k, struct place from, uint32_t state)
{
    from.state = state;
    reach(k, from);
}

static bool is_end(const struct assay_network *net, uint32_t state)
{
    return net->states[state].kind == ASSAY_STATE_END;
}

static void call(struct looker *k, struct place from)
{
    const struct assay_network *net = &k->ll->net;
    const struct assay_net_state *s = &net->states[from.state];
    uint32_t start = net->rules[s->b].start;

    if (!is_end(net, s->next)) {
        struct cell cell = {.state = s->next, .below = from.cell, .rule = ASSAY_NONE};

        if (k->cells[from.cell].rule == ASSAY_NONE)
            cell.depth = k->cells[from.cell].depth + 1;
        if (cell.depth >= MAX_CALLS)
            fail(k, ASSAY_NO_MATCH);
        from.cell = intern(k, cell);
    }
    reach_state(k, from, start);
}

/* Back into the unknown context of `rule`: to each place that calls it. */
static void leave_to_context(struct looker *k, struct place from)
{
    const struct assay_network *net = &k->ll->net;
    const struct cell context = k->cells[from.cell];

    if (context.rule == net->start)
        reach_state(k, from, END_OF_WORD);
    for (uint32_t i = k->ll->first_caller[context.rule];
         i < k->ll->first_caller[context.rule + 1] && !k->status; i++) {
        uint32_t site = k->ll->callers[i];
        const struct assay_net_state *s = &net->states[site];
        struct place to = from;
        struct cell cell = {
            .state = site, .below = from.cell, .depth = context.depth + 1};

        if (is_end(net, s->next))
            cell = context;
        else if (context.depth >= MAX_RETURNS || context.depth == ASSAY_NONE)
            cell = (struct cell){
                .state = ASSAY_NONE, .below = ASSAY_NONE, .depth = ASSAY_NONE};
        to.vague |= cell.depth == ASSAY_NONE;
        cell.rule = s->rule;
        to.cell = intern(k, cell);
        to.state = s->next;
        reach(k, to);
    }
}

static void leave(struct looker *k, struct place from)
{
    const struct cell cell = k->cells[from.cell];

    if (cell.rule != ASSAY_NONE) {
        leave_to_context(k, from);
        return;
    }
    from.cell = cell.below;
    reach_state(k, from, cell.state);
}

static void expand(struct looker *k, struct place from)
{
    const struct assay_network *net = &k->ll->net;
    const struct assay_net_state *s =
        from.state == END_OF_WORD ? NULL : &net->states[from.state];

    if (!s || s->kind == ASSAY_STATE_BYTES) {
        add_place(k, &k->found, from);
    } else if (s->kind == ASSAY_STATE_CALL) {
        call(k, from);
    } else if (s->kind == ASSAY_STATE_SPLIT) {
        from.vague |= s->nonempty;
        for (uint32_t t = 0; t < s->b; t++)
            reach_state(k, from, net->targets[s->a + t]);
    } else if (s->kind == ASSAY_STATE_LOOP) {
        from.vague = 1;
        reach_state(k, from, s->a);
        reach_state(k, from, s->next);
    } else {
        leave(k, from);
    }
}

/* Turns the places to do into those found, each at a byte or the end of the word. */
static void close(struct looker *k)
{
    k->found.count = 0;
    while (k->todo.count > 0 && !k->status)
        expand(k, k->todo.at[--k->todo.count]);
    assay_map_clear(&k->seen);
}

/* ---- Deciding. */

static int compare_places(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct place));
}

static bool has_place(const struct places *p, struct place place)
{
    return bsearch(&place, p->at, p->count, sizeof place, compare_places) != NULL;
}

/* Whether way `other` can be dropped for `way`. */
static bool covers(const struct places *p, uint32_t way, uint32_t other)
{
    for (uint32_t i = 0; i < p->count; i++) {
        struct place place = p->at[i];

        if (place.way != other)
            continue;
        place.way = way;
        if (place.vague || !has_place(p, place))
            return false;
    }
    return true;
}

static void drop(struct places *p, uint32_t way)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < p->count; i++)
        if (p->at[i].way != way)
            p->at[kept++] = p->at[i];
    p->count = kept;
}

/* The ways that are left, each once. */
static uint32_t ways_of(const struct places *p, uint32_t *ret_ways)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < p->count; i++)
        if (i == 0 || p->at[i].way != p->at[i - 1].way)
            ret_ways[count++] = p->at[i].way;
    return count;
}

static void drop_covered(struct looker *k, struct places *p)
{
    uint32_t ways[MAX_PLACES];
    uint32_t count = k->strict ? 0 : ways_of(p, ways);

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++) {
            if (ways[j] <= ways[i] || !covers(p, ways[i], ways[j]))
                continue;
            drop(p, ways[j]);
            ways[j] = 0; /* never above another */
            k->preferred = true;
        }
    k->ll->look_work += count * p->count;
}

static uint32_t add_automaton_state(struct looker *k, const struct places *p)
{
    uint32_t width = k->ll->nclasses + 1;
    uint64_t *number =
        assay_map_put(&k->states_by_places, p->at, p->count * sizeof *p->at);
    struct places copy = {0};

    if (!number) {
        fail(k, ASSAY_NO_MEMORY);
        return 0;
    }
    if (*number > 0)
        return (uint32_t)*number - 1;
    if (k->nstates == MAX_STATES) {
        fail(k, ASSAY_NO_MATCH);
        return 0;
    }
    for (uint32_t i = 0; i < p->count; i++)
        add_place(k, &copy, p->at[i]);
    fail(k, assay_mem_grow(k->ll->mem, (void **)&k->edges, &k->edges_cap,
                           (size_t)(k->nstates + 1) * width, sizeof *k->edges,
                           (size_t)MAX_STATES * 257));
    k->states[k->nstates++] = copy;
    *number = k->nstates;
    return k->nstates - 1;
}

/* What the places found mean: a decision, or a state from which to look further. */
static uint32_t settle(struct looker *k, bool at_end)
{
    struct places *p = &k->found;

    if (p->count == 0)
        return ASSAY_LOOK_FAIL;
    qsort(p->at, p->count, sizeof *p->at, compare_places);
    drop_covered(k, p);
    for (uint32_t i = 1; i < p->count; i++) {
        if (p->at[i].way == p->at[0].way)
            continue;
        if (at_end)
            fail(k, ASSAY_NO_MATCH);
        return add_automaton_state(k, p);
    }
    return ASSAY_LOOK_DONE + p->at[0].way;
}

/* ---- Building. */

/* The places after a byte of the class; with the last class, after the end. */
static void advance(struct looker *k, const struct places *from, uint32_t class)
{
    const struct assay_network *net = &k->ll->net;
    bool at_end = class == k->ll->nclasses;

    k->todo.count = 0;
    for (uint32_t i = 0; i < from->count && !k->status; i++) {
        struct place place = from->at[i];

        if (at_end != (place.state == END_OF_WORD))
            continue;
        if (!at_end) {
            const struct assay_net_state *s = &net->states[place.state];

            if (!assay_byteset_has(&net->sets[s->a], k->ll->sample[class]))
                continue;
            place.state = s->next;
        }
        reach(k, place);
    }
    close(k);
}

static void build_edges(struct looker *k)
{
    uint32_t width = k->ll->nclasses + 1;

    for (uint32_t state = 0; state < k->nstates && !k->status; state++)
        for (uint32_t c = 0; c < width && !k->status; c++) {
            uint32_t to;

            advance(k, &k->states[state], c);
            to = k->status ? 0 : settle(k, c == k->ll->nclasses);
            k->edges[state * width + c] = to;
        }
}

static void build_start(struct looker *k, uint32_t state, const uint32_t *targets,
                        uint32_t count)
{
    const struct assay_network *net = &k->ll->net;
    uint32_t context = intern(k, (struct cell){.state = ASSAY_NONE,
                                               .below = ASSAY_NONE,
                                               .rule = net->states[state].rule});

    for (uint32_t i = 0; i < count && !k->status; i++) {
        const struct assay_net_state *s = &net->states[targets[i]];

        k->strict |= s->kind == ASSAY_STATE_SPLIT && s->nonempty;
        reach(k, (struct place){.way = i, .state = targets[i], .cell = context});
    }
    if (!k->status)
        close(k);
    if (k->status)
        return;
    qsort(k->found.at, k->found.count, sizeof *k->found.at, compare_places);
    add_automaton_state(k, &k->found);
}

static void done(struct looker *k)
{
    const struct assay_alloc *mem = k->ll->mem;

    for (uint32_t i = 0; i < k->nstates; i++)
        assay_mem_free(mem, k->states[i].at, k->states[i].cap * sizeof(struct place));
    assay_mem_free(mem, k->todo.at, k->todo.cap * sizeof(struct place));
    assay_mem_free(mem, k->found.at, k->found.cap * sizeof(struct place));
    assay_mem_free(mem, k->cells, k->cells_cap * sizeof *k->cells);
    assay_mem_free(mem, k->edges, k->edges_cap * sizeof *k->edges);
    assay_mem_free(mem, k->states, MAX_STATES * sizeof *k->states);
    assay_map_done(&k->cells_by_key);
    assay_map_done(&k->states_by_places);
    assay_map_done(&k->seen);
}

enum assay_status assay_look_build(struct assay_ll *ll, uint32_t state,
                                   const uint32_t *targets, uint32_t count,
                                   struct assay_look_table *ret_table,
                                   bool *ret_preferred)
{
    struct looker k = {.ll = ll};
    size_t width = (size_t)ll->nclasses + 1;

    assay_map_init(&k.cells_by_key, ll->mem);
    assay_map_init(&k.states_by_places, ll->mem);
    assay_map_init(&k.seen, ll->mem);
    k.states = assay_mem_new(ll->mem, MAX_STATES * sizeof *k.states);
    if (!k.states)
        fail(&k, ASSAY_NO_MEMORY);
    else
        build_start(&k, state, targets, count);
    if (!k.status)
        build_edges(&k);
    if (!k.status) {
        ret_table->states = k.nstates;
        ret_table->edges =
            assay_arena_new(&ll->arena, k.nstates * width, sizeof *k.edges);
        if (ret_table->edges)
            memcpy(ret_table->edges, k.edges, k.nstates * width * sizeof *k.edges);
        else
            fail(&k, ASSAY_NO_MEMORY);
        *ret_preferred |= k.preferred;
    }
    done(&k);
    return k.status;
}
