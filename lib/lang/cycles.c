/*
 * Rules that are themselves and nothing else: strongly connected components (Tarjan,
 * 1972) of the calls that can be all that their rule matches.
 */
#include "lang/cycles.h"

/* Whether an expression can be all that its rule matches, given that for the one around
 * it; all else in that can be empty. */
static bool is_alone(const struct assay_graph *x, uint32_t expr, const uint8_t *alone,
                     const uint32_t *solid)
{
    uint32_t around = x->parent[expr];
    const struct assay_expr *e;

    if (around == ASSAY_NONE)
        return x->owner[expr] != ASSAY_NONE;
    if (!alone[around])
        return false;
    e = &x->g->exprs[around];
    if (e->kind == ASSAY_EXPR_SEQ)
        return solid[around] == 0 || (solid[around] == 1 && !x->nullable[expr]);
    if (e->kind == ASSAY_EXPR_REPEAT)
        return e->as.repeat.min <= 1 || x->nullable[expr];
    return true;
}

/* By expression: whether it can be all that its rule matches. */
static uint8_t *find_alone(struct assay_graph *x)
{
    uint8_t *alone = assay_arena_new(&x->arena, x->g->nexprs, 1);
    uint32_t *solid =
        assay_graph_numbers(x, x->g->nexprs, 0); /* inside it: not empty ones */

    if (!alone || !solid)
        return NULL;
    for (uint32_t i = 0; i < x->g->nexprs; i++) {
        if (x->parent[i] != ASSAY_NONE)
            solid[x->parent[i]] += !x->nullable[i];
    }
    for (uint32_t i = x->g->nexprs; i > 0; i--)
        alone[i - 1] = is_alone(x, i - 1, alone, solid);
    return alone;
}

/* Tarjan's algorithm with a stack of its own. */
struct components {
    const struct assay_graph *x;
    struct assay_problems *problems;
    const uint8_t *alone;   /* by expression: can be all that its rule matches */
    uint32_t *number, *low; /* by rule: its number in order of discovery, from 1 */
    uint32_t *edge;         /* by rule: the next of its calls to look at */
    uint32_t *path, npath;  /* rules being visited, each called by the one before */
    uint32_t *open, nopen;  /* rules whose component is not known yet */
    uint8_t *is_open;
    uint32_t count;
};

static void enter(struct components *s, uint32_t rule)
{
    s->number[rule] = s->low[rule] = ++s->count;
    s->edge[rule] = s->x->calls.from[rule];
    s->path[s->npath++] = rule;
    s->open[s->nopen++] = rule;
    s->is_open[rule] = 1;
}

/* The next rule that this one can be, or ASSAY_NONE. */
static uint32_t next_edge(struct components *s, uint32_t rule)
{
    while (s->edge[rule] < s->x->calls.from[rule + 1]) {
        uint32_t call = s->x->calls.at[s->edge[rule]++];
        if (s->alone[call])
            return s->x->g->exprs[call].as.call.rule;
    }
    return ASSAY_NONE;
}

static void lower(uint32_t *low, uint32_t value)
{
    if (value < *low)
        *low = value;
}

/* Whether a rule of a component of its own can be itself. */
static bool is_itself(const struct components *s, uint32_t rule)
{
    const struct assay_graph *x = s->x;

    for (uint32_t i = x->calls.from[rule]; i < x->calls.from[rule + 1]; i++) {
        if (s->alone[x->calls.at[i]] && x->g->exprs[x->calls.at[i]].as.call.rule == rule)
            return true;
    }
    return false;
}

/* Reports the component of `first`; `other` is another rule of it, or ASSAY_NONE. */
static void report(struct components *s, uint32_t first, uint32_t other)
{
    const struct assay_grammar *g = s->x->g;
    const char *name = g->names[g->rules[first].name], *message;

    if (other == ASSAY_NONE)
        message = assay_problems_text(
            s->problems, "'%s' can be just '%s' again: it is infinitely ambiguous", name,
            name);
    else
        message = assay_problems_text(
            s->problems,
            "'%s' can be just '%s' again, through '%s': it is infinitely ambiguous", name,
            name, g->names[g->rules[other].name]);
    assay_problems_add(s->problems, g, ASSAY_PROBLEM_CYCLIC, g->rules[first].place,
                       message, "an alternative that is only that adds no sentence");
}

/* A component is complete: the open rules from `rule` on. */
static void close_component(struct components *s, uint32_t rule)
{
    const struct assay_grammar *g = s->x->g;
    uint32_t first = ASSAY_NONE, other = ASSAY_NONE, last, size = 0;

    do {
        last = s->open[--s->nopen];
        s->is_open[last] = 0;
        size++;
        if (g->rules[last].name == ASSAY_NONE)
            continue;
        other = last < first ? first : last < other ? last : other;
        first = last < first ? last : first;
    } while (last != rule);
    if ((size > 1 || is_itself(s, rule)) && s->x->productive[g->rules[rule].body] &&
        !g->modules[g->rules[rule].module].copied)
        report(s, first, other);
}

static void visit(struct components *s, uint32_t from)
{
    enter(s, from);
    while (s->npath > 0) {
        uint32_t rule = s->path[s->npath - 1], to = next_edge(s, rule);
        if (to == ASSAY_NONE) {
            s->npath--;
            if (s->npath > 0)
                lower(&s->low[s->path[s->npath - 1]], s->low[rule]);
            if (s->low[rule] == s->number[rule])
                close_component(s, rule);
        } else if (s->number[to] == 0) {
            enter(s, to);
        } else if (s->is_open[to]) {
            lower(&s->low[rule], s->number[to]);
        }
    }
}

bool assay_cycles_check(struct assay_graph *x, struct assay_problems *problems)
{
    uint32_t rules = x->g->nrules;
    struct components s = {
        .x = x,
        .problems = problems,
        .alone = find_alone(x),
        .number = assay_graph_numbers(x, rules, 0),
        .low = assay_graph_numbers(x, rules, 0),
        .edge = assay_graph_numbers(x, rules, 0),
        .path = assay_graph_numbers(x, rules, 0),
        .open = assay_graph_numbers(x, rules, 0),
        .is_open = assay_arena_new(&x->arena, rules, 1),
    };

    if (!s.alone || !s.number || !s.low || !s.edge || !s.path || !s.open || !s.is_open)
        return false;
    for (uint32_t i = 0; i < rules; i++) {
        if (s.number[i] == 0)
            visit(&s, i);
    }
    return true;
}
