/*
 * What has a sentence, and what has the empty one, are least solutions of and-or
 * equations, found with counters and a work list (Dowling and Gallier, 1984).
 */
#include "lang/graph.h"

static bool is_list(const struct assay_expr *e)
{
    return e->kind == ASSAY_EXPR_SEQ || e->kind == ASSAY_EXPR_ALT;
}

uint32_t *assay_graph_numbers(struct assay_graph *x, size_t count, uint32_t value)
{
    uint32_t *at = assay_arena_new(&x->arena, count, sizeof *at);

    for (size_t i = 0; at && i < count; i++)
        at[i] = value;
    return at;
}

/* ---- Who is inside of whom. */

static void link_children(struct assay_graph *x, uint32_t expr)
{
    const struct assay_expr *e = &x->g->exprs[expr];

    if (e->kind == ASSAY_EXPR_REPEAT)
        x->parent[e->as.repeat.body] = expr;
    for (uint32_t i = 0; is_list(e) && i < e->as.list.count; i++)
        x->parent[x->g->items[e->as.list.first + i]] = expr;
}

/* From the outside to the inside, and on to the parts that are only named. */
static void link_owner(struct assay_graph *x, uint32_t expr)
{
    const struct assay_expr *e = &x->g->exprs[expr];
    uint32_t part = e->as.call.rule;

    if (x->owner[expr] == ASSAY_NONE && x->parent[expr] != ASSAY_NONE)
        x->owner[expr] = x->owner[x->parent[expr]];
    if (e->kind == ASSAY_EXPR_CALL && x->owner[expr] != ASSAY_NONE &&
        x->g->rules[part].name == ASSAY_NONE)
        x->home[part] = x->home[x->owner[expr]];
}

static bool link_all(struct assay_graph *x)
{
    const struct assay_grammar *g = x->g;

    x->parent = assay_graph_numbers(x, g->nexprs, ASSAY_NONE);
    x->owner = assay_graph_numbers(x, g->nexprs, ASSAY_NONE);
    x->home = assay_graph_numbers(x, g->nrules, ASSAY_NONE);
    if (!x->parent || !x->owner || !x->home)
        return false;
    for (uint32_t i = 0; i < g->nexprs; i++)
        link_children(x, i);
    for (uint32_t i = 0; i < g->nrules; i++) {
        x->owner[g->rules[i].body] = i;
        if (g->rules[i].name != ASSAY_NONE)
            x->home[i] = i;
    }
    for (uint32_t i = g->nexprs; i > 0; i--)
        link_owner(x, i - 1);
    return true;
}

/* ---- Lists by rule. */

/* Sorts numbers by keys, each a rule or ASSAY_NONE. */
static bool make_lists(struct assay_graph *x, const uint32_t *keys, uint32_t count,
                       struct assay_lists *into)
{
    uint32_t rules = x->g->nrules, next = 0;

    into->from = assay_graph_numbers(x, (size_t)rules + 2, 0);
    into->at = assay_graph_numbers(x, count, 0);
    if (!into->from || !into->at)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (keys[i] != ASSAY_NONE)
            into->from[keys[i] + 2]++;
    }
    for (uint32_t r = 0; r < rules; r++)
        into->from[r + 2] += into->from[r + 1];
    /* from[r + 1] is where the next one of rule r goes, and in the end where they end. */
    for (uint32_t i = 0; i < count; i++) {
        if (keys[i] != ASSAY_NONE) {
            next = into->from[keys[i] + 1]++;
            into->at[next] = i;
        }
    }
    return true;
}

static bool list_calls(struct assay_graph *x)
{
    uint32_t count = x->g->nexprs;
    uint32_t *callee = assay_graph_numbers(x, count, ASSAY_NONE);
    uint32_t *caller = assay_graph_numbers(x, count, ASSAY_NONE);

    if (!callee || !caller)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct assay_expr *e = &x->g->exprs[i];
        if (e->kind != ASSAY_EXPR_CALL || x->owner[i] == ASSAY_NONE)
            continue;
        callee[i] = e->as.call.rule;
        caller[i] = x->owner[i];
    }
    return make_lists(x, callee, count, &x->callers) &&
           make_lists(x, caller, count, &x->calls);
}

/* Hands what a term belongs to on to the terms inside of it. */
static void own_children(const struct assay_grammar *g, uint32_t term, uint32_t *owner)
{
    const struct assay_term *t = &g->terms[term];

    switch (t->kind) {
    case ASSAY_TERM_INT:
    case ASSAY_TERM_TEXT:
    case ASSAY_TERM_PART:
        break;
    case ASSAY_TERM_APPLY:
        for (uint32_t i = 0; i < t->as.apply.count; i++)
            owner[g->items[t->as.apply.first + i]] = owner[term];
        break;
    case ASSAY_TERM_BINARY:
        owner[t->as.binary.b] = owner[term];
        owner[t->as.binary.a] = owner[term];
        break;
    case ASSAY_TERM_NOT:
    case ASSAY_TERM_NEGATE:
        owner[t->as.binary.a] = owner[term];
        break;
    case ASSAY_TERM_IN:
        owner[t->as.in.a] = owner[term];
        break;
    case ASSAY_TERM_FORALL:
    case ASSAY_TERM_EXISTS:
        owner[t->as.quantifier.a] = owner[term];
        owner[t->as.quantifier.b] = owner[term];
        break;
    }
}

static bool list_ins(struct assay_graph *x)
{
    const struct assay_grammar *g = x->g;
    uint32_t *owner = assay_graph_numbers(x, g->nterms, ASSAY_NONE);

    if (!owner)
        return false;
    for (uint32_t i = 0; i < g->nrules; i++) {
        if (g->rules[i].where != ASSAY_NONE)
            owner[g->rules[i].where] = i;
    }
    for (uint32_t i = g->nterms; i > 0; i--)
        own_children(g, i - 1, owner);
    for (uint32_t i = 0; i < g->nterms; i++) {
        if (g->terms[i].kind != ASSAY_TERM_IN)
            owner[i] = ASSAY_NONE;
    }
    return make_lists(x, owner, g->nterms, &x->ins);
}

/* ---- Sentences, and the empty one. */

/* How many of the expressions inside must hold so that this one does. */
/*@ requires \valid_read(e);
    assigns \nothing;
    ensures e->kind == ASSAY_EXPR_SEQ ==> \result == e->as.list.count;
    ensures e->kind == ASSAY_EXPR_REPEAT ==> \result == (e->as.repeat.min > 0 ? 1 : 0);
    ensures e->kind == ASSAY_EXPR_ALT || e->kind == ASSAY_EXPR_CALL <==>
      \result == 1 && e->kind != ASSAY_EXPR_SEQ && e->kind != ASSAY_EXPR_REPEAT;
*/
static uint32_t needs(const struct assay_expr *e)
{
    switch (e->kind) {
    case ASSAY_EXPR_SEQ:
        return e->as.list.count;
    case ASSAY_EXPR_REPEAT:
        return e->as.repeat.min > 0;
    case ASSAY_EXPR_ALT:
    case ASSAY_EXPR_CALL:
        return 1;
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
    return 0;
}

/* The work list of a solution. */
struct work {
    uint8_t *holds;
    uint32_t *missing; /* by expression: how many more it needs */
    uint32_t *todo, count;
};

static void settle(struct work *w, uint32_t expr)
{
    if (w->holds[expr])
        return;
    w->holds[expr] = 1;
    w->todo[w->count++] = expr;
}

static void spread(const struct assay_graph *x, struct work *w, uint32_t expr)
{
    uint32_t around = x->parent[expr], rule = x->owner[expr];

    if (around != ASSAY_NONE) {
        if (w->missing[around] > 0 && --w->missing[around] == 0)
            settle(w, around);
    } else if (rule != ASSAY_NONE) {
        for (uint32_t i = x->callers.from[rule]; i < x->callers.from[rule + 1]; i++)
            settle(w, x->callers.at[i]);
    }
}

/* Whether each expression has a sentence; or with `empty`, the empty one. */
static uint8_t *solve(struct assay_graph *x, bool empty)
{
    const struct assay_grammar *g = x->g;
    struct work w = {
        .holds = assay_arena_new(&x->arena, g->nexprs, 1),
        .missing = assay_graph_numbers(x, g->nexprs, 0),
        .todo = assay_graph_numbers(x, g->nexprs, 0),
    };

    if (!w.holds || !w.missing || !w.todo)
        return NULL;
    for (uint32_t i = 0; i < g->nexprs; i++) {
        const struct assay_expr *e = &g->exprs[i];
        bool text = e->kind == ASSAY_EXPR_LITERAL || e->kind == ASSAY_EXPR_SET;
        w.missing[i] = needs(e);
        if (w.missing[i] == 0 && !(empty && text))
            settle(&w, i);
    }
    while (w.count > 0)
        spread(x, &w, w.todo[--w.count]);
    return w.holds;
}

bool assay_graph_build(struct assay_graph *x, const struct assay_grammar *g)
{
    *x = (struct assay_graph){.g = g};
    assay_arena_init(&x->arena, g->mem, SIZE_MAX);
    if (!link_all(x) || !list_calls(x) || !list_ins(x))
        return false;
    x->productive = solve(x, false);
    x->nullable = solve(x, true);
    return x->productive && x->nullable;
}

void assay_graph_done(struct assay_graph *x)
{
    assay_arena_done(&x->arena);
}
