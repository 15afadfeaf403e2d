/*
 * Memory is read in the run that the pointer is of: *out', out'[i] and strlen(s') mean
 * (*out)', (out[i{1}])' and strlen(s)'. So all memory of a run is read inside of a term
 * that is the run's. What a run's pointer is not needed for stays in the run it is of.
 */
#include "acsl/parse.h"

/* A term that goes into a run, and the run it comes from. */
typedef struct {
    Reader *r;
    uint32_t from, to;
} Move;

static bool is_run(const AcslNode *n, const void *ctx)
{
    (void)ctx;
    return n->kind == NODE_AT && n->as.label.kind == LABEL_RUN;
}

static bool has_run(const AcslNode *n)
{
    return acsl_any(n, is_run, NULL);
}

static bool is_address(const AcslSort *s)
{
    return s && acsl_is_pointer(acsl_element(s));
}

/* Whether a node reads memory through its arguments, or parts of them. */
static bool reads(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_DEREF:
    case NODE_INDEX:
    case NODE_FIELD:
    case NODE_TEXT:
        return true;
    case NODE_BUILTIN:
        return n->as.builtin.label.kind == LABEL_HERE ||
               n->as.builtin.label.kind == LABEL_RUN;
    case NODE_CALL:
        return n->as.call.nlabels == 1 && (n->as.call.labels[0].kind == LABEL_HERE ||
                                           n->as.call.labels[0].kind == LABEL_RUN);
    default:
        return false;
    }
}

/* Whether it is another one in another run. */
static bool is_changing(const AcslNode *n, const void *ctx)
{
    (void)ctx;
    switch (n->kind) {
    case NODE_PARAM:
    case NODE_GLOBAL:
    case NODE_GHOST:
    case NODE_RESULT:
    case NODE_DEREF:
    case NODE_INDEX:
        return true;
    default:
        return n->kind == NODE_BUILTIN && n->as.builtin.builtin == BUILTIN_ERRNO;
    }
}

static AcslNode *copy_of(Reader *r, const AcslNode *n)
{
    AcslNode *copy = acsl_node_of(r, n->kind, n->span, n->sort, n->args, n->nargs);
    AcslNode **args = copy->args;

    if (r->no_memory)
        return copy;
    *copy = *n;
    copy->args = args;
    return copy;
}

/* The run that a pointer or struct is of; 0: of none that is written. */
static uint32_t origin(const AcslNode *n)
{
    if (is_run(n, NULL))
        return n->as.label.number;
    switch (n->kind) {
    case NODE_OP:
        for (uint32_t i = 0; i < n->nargs; i++)
            if (is_address(n->args[i]->sort))
                return origin(n->args[i]);
        return 0;
    case NODE_CAST:
    case NODE_NAMED:
        return origin(n->args[0]);
    case NODE_IF:
        return origin(n->args[1]) == origin(n->args[2]) ? origin(n->args[1]) : 0;
    default:
        return 0;
    }
}

/* The run whose memory a node reads; 0: the one it stands in, or no single one. */
static uint32_t run_of(const AcslNode *n)
{
    uint32_t run = 0;

    if (n->kind != NODE_BUILTIN && n->kind != NODE_CALL)
        return origin(n->args[0]);
    for (uint32_t i = 0; i < n->nargs; i++) {
        uint32_t one = is_address(n->args[i]->sort) ? origin(n->args[i]) : 0;
        if (!is_address(n->args[i]->sort))
            continue;
        if (one == 0 || (run > 0 && one != run))
            return 0;
        run = one;
    }
    return run;
}

/* An argument as it is written inside of the other run. */
static AcslNode *pinned(Move m, AcslNode *n)
{
    AcslNode *copy;

    if (is_run(n, NULL))
        return n->as.label.number == m.to ? n->args[0] : n;
    if (!has_run(n) || reads(n))
        return acsl_any(n, is_changing, NULL) ? acsl_run_node(m.r, n, m.from, n->span)
                                              : n;
    copy = copy_of(m.r, n);
    for (uint32_t i = 0; !m.r->no_memory && i < n->nargs; i++)
        copy->args[i] = n->args[i] ? pinned(m, n->args[i]) : NULL;
    return copy;
}

static AcslNode *lifted(Reader *r, AcslNode *n, uint32_t run)
{
    AcslNode *copy = copy_of(r, n);
    uint32_t inside = is_run(n, NULL) ? n->as.label.number : run, to;
    Move m = {.r = r, .from = run};

    for (uint32_t i = 0; !r->no_memory && i < n->nargs; i++)
        copy->args[i] = n->args[i] ? lifted(r, n->args[i], inside) : NULL;
    if (r->no_memory || !reads(n) || n->nargs == 0)
        return copy;
    to = run_of(copy);
    if (to == 0 || to == run)
        return copy;
    m.to = to;
    for (uint32_t i = 0; i < copy->nargs; i++)
        copy->args[i] = copy->args[i] ? pinned(m, copy->args[i]) : NULL;
    if (n->kind == NODE_BUILTIN || n->kind == NODE_CALL)
        return acsl_run_node(r, copy, to, n->span);
    return acsl_at_run(r, copy, to, n->span);
}

AcslNode *acsl_lift(Reader *r, AcslNode *n)
{
    return has_run(n) ? lifted(r, n, 1) : n;
}
