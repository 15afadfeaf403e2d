/*
 * Logic functions in the place of their calls: Capacity(s) is s->capacity, which can be
 * changed, as a call cannot.
 */
#include "emit/contract_parts.h"
#include <string.h>

#define DEPTH 8

typedef struct {
    AcslVar *const *vars;
    AcslNode *const *by;
    uint32_t count;
} Map;

static AcslNode *unchanged(const AcslNode *n)
{
    return (AcslNode *)(uintptr_t)n;
}

/* A copy with nodes in the place of variables. */
static AcslNode *substitute(Emit *e, const AcslNode *n, const Map *map)
{
    AcslNode *copy;
    AcslNode **args;

    for (uint32_t i = 0; n->kind == NODE_VAR && i < map->count; i++)
        if (map->vars[i] == n->as.var)
            return map->by[i];
    if (n->nargs == 0)
        return unchanged(n);
    copy = assay_arena_new(e->arena, 1, sizeof *copy);
    args = assay_arena_new(e->arena, n->nargs, sizeof(AcslNode *));
    if (!copy || !args) {
        e->no_memory = true;
        return unchanged(n);
    }
    *copy = *n;
    copy->args = args;
    for (uint32_t i = 0; i < n->nargs; i++)
        args[i] = n->args[i] ? substitute(e, n->args[i], map) : NULL;
    return copy;
}

const AcslNode *c_body_of(Emit *e, const AcslNode *call)
{
    Map map = {call->as.call.logic->params, call->args, call->nargs};

    return substitute(e, call->as.call.logic->body, &map);
}

static const AcslNode *unfold(Emit *e, const AcslNode *n, int depth)
{
    n = c_bare(n);
    if (n->kind == NODE_AT)
        return unfold(e, n->args[0], depth);
    if (n->kind != NODE_CALL || depth > DEPTH || !n->as.call.logic->body ||
        n->as.call.logic->recursive || n->as.call.logic->kind != LOGIC_FUNCTION)
        return n;
    return unfold(e, c_body_of(e, n), depth + 1);
}

const AcslNode *c_unfold(Emit *e, const AcslNode *n)
{
    return unfold(e, n, 0);
}

AcslNode *c_replaced(Emit *e, const AcslNode *n, const AcslVar *var, AcslNode *by)
{
    AcslVar *vars[1] = {(AcslVar *)(uintptr_t)var};
    AcslNode *nodes[1] = {by};
    Map map = {vars, nodes, 1};

    return substitute(e, n, &map);
}
