/*
 * A directed graph of at most 16 nodes, and whether all can be reached from the first.
 *
 * The bug: it is only looked at whether each of the others has an edge that leads to it.
 * Two nodes that lead to each other pass for connected.
 */
#include <assay/trace.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 16 };

struct graph {
    int count;
    bool edge[NODES][NODES]; /* from, to */
};

#ifdef FIXED
static void visit(const struct graph *g, int node, bool *seen)
{
    if (seen[node])
        return;
    seen[node] = true;
    for (int to = 0; to < g->count; to++)
        if (g->edge[node][to])
            visit(g, to, seen);
}

static bool graph_is_connected(const struct graph *g)
{
    bool seen[NODES] = {false};

    if (g->count > 0)
        visit(g, 0, seen);
    for (int i = 0; i < g->count; i++)
        if (!seen[i])
            return false;
    return true;
}
#else
static bool is_entered(const struct graph *g, int node)
{
    for (int from = 0; from < g->count; from++)
        if (from != node && g->edge[from][node])
            return true;
    return false;
}

static bool graph_is_connected(const struct graph *g)
{
    for (int i = 1; i < g->count; i++)
        if (!is_entered(g, i))
            return false;
    return true;
}
#endif

/* ---- Handlers */

static void *start(struct assay_trace *t)
{
    struct graph *g = calloc(1, sizeof *g);

    (void)t;
    if (!g)
        abort();
    return g;
}

static void init(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    memset(state, 0, sizeof(struct graph));
}

/* A full graph gets no more nodes, and nothing is said. */
static void new_node(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    struct graph *g = state;

    (void)fields;
    if (g->count < NODES)
        assay_answer(t, "node", g->count++);
}

static bool has_node(const struct graph *g, int64_t id)
{
    return 0 <= id && id < g->count;
}

/* An edge of nodes that there are not is none. */
static void add_edge(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    struct graph *g = state;
    int64_t from = fields[0].number, to = fields[1].number;

    (void)t;
    if (has_node(g, from) && has_node(g, to))
        g->edge[from][to] = true;
}

static void is_connected(struct assay_trace *t, void *state,
                         const struct assay_trace_value *fields)
{
    (void)fields;
    assay_answer(t, "connected", graph_is_connected(state));
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = free,
    .handlers = {{"init", init},
                 {"newNode", new_node},
                 {"addEdge", add_edge},
                 {"isConnected", is_connected}},
};
