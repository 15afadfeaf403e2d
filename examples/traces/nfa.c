/*
 * A nondeterministic automaton over bits, of at most 16 states.
 *
 * The bug: it follows a single edge of a state and a bit, the one that was added first,
 * as if the automaton were deterministic.
 */
#include <assay/trace.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 16, EDGES = 1024 };

struct edge {
    int64_t from, bit, to;
};

/* Sets of states are bits. */
struct nfa {
    int count;
    uint32_t initial, final;
    struct edge edges[EDGES];
    int nedges;
};

static uint32_t one(int64_t state)
{
    return (uint32_t)1 << state;
}

static bool has(uint32_t set, int64_t state)
{
    return (set & one(state)) != 0;
}

static uint32_t successors(const struct nfa *n, int64_t state, int64_t bit)
{
    uint32_t next = 0;

    for (int i = 0; i < n->nedges; i++) {
        const struct edge *e = &n->edges[i];
        if (e->from != state || e->bit != bit)
            continue;
#ifndef FIXED
        if (next)
            break;
#endif
        next |= one(e->to);
    }
    return next;
}

static uint32_t step(const struct nfa *n, uint32_t set, int64_t bit)
{
    uint32_t next = 0;

    for (int i = 0; i < n->count; i++)
        if (has(set, i))
            next |= successors(n, i, bit);
    return next;
}

static bool has_edge(const struct nfa *n, struct edge e)
{
    for (int i = 0; i < n->nedges; i++)
        if (n->edges[i].from == e.from && n->edges[i].bit == e.bit &&
            n->edges[i].to == e.to)
            return true;
    return false;
}

/* ---- Handlers */

static void *start(struct assay_trace *t)
{
    struct nfa *n = calloc(1, sizeof *n);

    (void)t;
    if (!n)
        abort();
    return n;
}

static void init(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    memset(state, 0, sizeof(struct nfa));
}

/* A full automaton gets no more states, and nothing is said. */
static void new_state(struct assay_trace *t, void *state,
                      const struct assay_trace_value *fields)
{
    struct nfa *n = state;

    (void)fields;
    if (n->count < STATES)
        assay_answer(t, "state", n->count++);
}

static bool has_state(const struct nfa *n, int64_t id)
{
    return 0 <= id && id < n->count;
}

static void set_initial(struct assay_trace *t, void *state,
                        const struct assay_trace_value *fields)
{
    struct nfa *n = state;

    (void)t;
    if (has_state(n, fields[0].number))
        n->initial |= one(fields[0].number);
}

static void set_final(struct assay_trace *t, void *state,
                      const struct assay_trace_value *fields)
{
    struct nfa *n = state;

    (void)t;
    if (has_state(n, fields[0].number))
        n->final |= one(fields[0].number);
}

/* An edge of states that there are not is none. All different ones have room. */
static void add_edge(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    struct nfa *n = state;
    struct edge e = {fields[0].number, fields[1].number, fields[2].number};

    (void)t;
    if (has_state(n, e.from) && has_state(n, e.to) && !has_edge(n, e))
        n->edges[n->nedges++] = e;
}

static void accepts(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    const struct nfa *n = state;
    uint32_t set = n->initial;

    set = step(n, set, fields[0].number);
    set = step(n, set, fields[1].number);
    assay_answer(t, "accepted", (set & n->final) != 0);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = free,
    .handlers = {{"init", init},
                 {"newState", new_state},
                 {"setInitial", set_initial},
                 {"setFinal", set_final},
                 {"addEdge", add_edge},
                 {"accepts", accepts}},
};
