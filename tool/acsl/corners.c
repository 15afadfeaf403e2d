/*
 * Special values, without a solver: for each number the limits of its type, those around
 * zero, and the contract's constants with their neighbours. Combinations are tried from
 * the most important ones on: by the sum of the ranks of their values. So with few
 * numbers all pairs come before what is special thrice.
 */
#include "acsl/formula.h"
#include <string.h>

#define VALUES_MAX 40    /* of one number */
#define CONSTANTS_MAX 24 /* of the contract */
#define TRIES 50000
#define DEPTH_MAX 200

typedef struct {
    AcslWide at[VALUES_MAX];
    uint32_t count;
} Values;

typedef struct {
    AcslWide at[CONSTANTS_MAX];
    uint32_t count;
} Constants;

/* ---- Constants. */

static void add_constant(Constants *c, AcslWide value)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->at[i] == value)
            return;
    if (c->count < CONSTANTS_MAX)
        c->at[c->count++] = value;
}

static void find_constants(Constants *c, const AcslNode *n, int depth)
{
    if (n->kind == NODE_INT)
        add_constant(c, n->as.integer);
    if (depth == DEPTH_MAX)
        return;
    if (n->kind == NODE_OP && n->as.op.op == ACSL_NEG && n->args[0]->kind == NODE_INT) {
        add_constant(c, -n->args[0]->as.integer);
        return;
    }
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i])
            find_constants(c, n->args[i], depth + 1);
    if (n->kind == NODE_CALL && n->as.call.logic->body && !n->as.call.logic->recursive)
        find_constants(c, n->as.call.logic->body, depth + 1);
}

static void contract_constants(const AcslContract *c, Constants *to)
{
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++)
            if (c->behaviors[b].clauses[i].body)
                find_constants(to, c->behaviors[b].clauses[i].body, 0);
}

/* ---- Values of one number. */

/* One that the precondition allows, whatever the others are. */
static void add_value(const ModelList *list, uint32_t number, Known *scratch, Values *v,
                      AcslWide value)
{
    AcslWide lo, hi;

    if (!formula_bounds(list->scalars[number].type, &lo, &hi) || value < lo ||
        value > hi || v->count == VALUES_MAX)
        return;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->at[i] == value)
            return;
    scratch[number] = (Known){true, value};
    if (models_fit(list, scratch))
        v->at[v->count++] = value;
    scratch[number].known = false;
}

static void special_values(const ModelList *list, uint32_t number,
                           const Constants *constants, Known *scratch, Values *v)
{
    const CType *type = list->scalars[number].type;
    AcslWide lo = 0, hi = 0;

    formula_bounds(type, &lo, &hi);
    const AcslWide first[] = {0, -1, lo, hi, 1}, last[] = {lo + 1, hi - 1};

    for (uint32_t i = 0; i < 5; i++)
        add_value(list, number, scratch, v, first[i]);
    for (uint32_t i = 0; i < type->nvalues && type->kind == C_ENUM; i++)
        add_value(list, number, scratch, v, type->values[i].value);
    for (uint32_t i = 0; i < constants->count; i++)
        add_value(list, number, scratch, v, constants->at[i]);
    for (uint32_t i = 0; i < 2; i++)
        add_value(list, number, scratch, v, last[i]);
    for (uint32_t i = 0; i < constants->count; i++) {
        add_value(list, number, scratch, v, constants->at[i] - 1);
        add_value(list, number, scratch, v, constants->at[i] + 1);
    }
}

/* ---- Combinations. */

typedef struct {
    ModelList *list;
    const Values *values;
    AcslWide *now;
    uint32_t tries, most;
} Product;

/* All with this sum of ranks in the numbers from `number` on. */
static void combine(Product *p, uint32_t number, uint32_t sum)
{
    const ModelList *list = p->list;

    if (p->tries == 0 || list->count >= p->most || list->no_memory)
        return;
    p->tries--;
    if (number == list->nscalars) {
        models_add(p->list, p->now);
        return;
    }
    for (uint32_t rank = 0; rank <= sum && rank < p->values[number].count; rank++) {
        if (number + 1 == list->nscalars)
            rank = sum;
        if (rank >= p->values[number].count)
            return;
        p->now[number] = p->values[number].at[rank];
        combine(p, number + 1, sum - rank);
    }
}

static uint32_t all_ranks(const Values *v, uint32_t count)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += v[i].count - 1;
    return sum;
}

void models_corners(ModelList *list)
{
    uint32_t n = list->nscalars;
    Values *values = assay_arena_new(list->arena, n, sizeof *values);
    Known *scratch = assay_arena_new(list->arena, n, sizeof *scratch);
    AcslWide *now = assay_arena_new(list->arena, n, sizeof *now);
    Product p = {list, values, now, TRIES, list->cap};
    Constants constants = {.count = 0};

    list->no_memory = list->no_memory || !values || !scratch || !now;
    if (list->no_memory)
        return;
    contract_constants(list->contract, &constants);
    for (uint32_t i = 0; i < n; i++) {
        special_values(list, i, &constants, scratch, &values[i]);
        if (values[i].count == 0)
            return;
    }
    for (uint32_t sum = 0; sum <= all_ranks(values, n); sum++)
        combine(&p, 0, sum);
}
