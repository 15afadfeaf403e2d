/*
 * The checks of a whole grammar; cycles.c has those for rules that are themselves and
 * nothing else.
 */
#include "lang/check.h"
#include "lang/cycles.h"
#include "lang/graph.h"

struct check {
    const struct assay_grammar *g;
    struct assay_problems *problems;
    struct assay_graph x;
};

static const char *name_of(const struct check *c, uint32_t rule)
{
    return c->g->names[c->g->rules[rule].name];
}

static void report(struct check *c, enum assay_problem_id id, uint32_t rule,
                   const char *message, const char *help)
{
    assay_problems_add(c->problems, c->g, id, c->g->rules[rule].place, message, help);
}

static bool is_productive(const struct check *c, uint32_t rule)
{
    return c->x.productive[c->g->rules[rule].body];
}

/* ---- Rules without a sentence. */

/* The call that keeps an expression from having a sentence: the first that has none
 * itself. *ret_left: nothing needs to be before it. */
static uint32_t culprit(const struct check *c, uint32_t expr, bool *ret_left)
{
    const struct assay_grammar *g = c->g;

    while (g->exprs[expr].kind != ASSAY_EXPR_CALL) {
        const struct assay_expr *e = &g->exprs[expr];
        const uint32_t *item;
        if (e->kind == ASSAY_EXPR_REPEAT) {
            expr = e->as.repeat.body;
            continue;
        }
        for (item = g->items + e->as.list.first; c->x.productive[*item]; item++)
            *ret_left = *ret_left && c->x.nullable[*item];
        expr = *item;
    }
    return g->exprs[expr].as.call.rule;
}

/* The first rule with a name of the cycle that a rule is on. */
static uint32_t first_of(const struct check *c, const uint32_t *next, uint32_t rule)
{
    uint32_t first = ASSAY_NONE, again = rule;

    do {
        if (c->g->rules[again].name != ASSAY_NONE && again < first)
            first = again;
        again = next[again];
    } while (again != rule);
    return first;
}

/* A cycle of rules each of which needs the next: reported at the first of them. */
static void report_cycle(struct check *c, const uint32_t *next, uint32_t rule, bool left)
{
    uint32_t first = first_of(c, next, rule), through = next[first];
    const char *name = name_of(c, first), *verb = left ? "begins with" : "needs",
               *message;

    while (c->g->rules[through].name == ASSAY_NONE)
        through = next[through];
    if (through == first)
        message = assay_problems_text(
            c->problems, "every derivation of '%s' %s another '%s'", name, verb, name);
    else
        message = assay_problems_text(
            c->problems, "every derivation of '%s' %s another '%s', through '%s'", name,
            verb, name, name_of(c, through));
    report(c, left ? ASSAY_PROBLEM_LEFT_RECURSION : ASSAY_PROBLEM_NO_SENTENCE, first,
           message, "add an alternative that ends the recursion");
}

/* Follows what each rule without a sentence needs, and reports the cycles that ends in.
 * Marks in `seen` are the number of the rule the walk began at, plus one. */
static void follow_needs(struct check *c, const uint32_t *next, const uint8_t *left,
                         uint32_t *seen, uint32_t from)
{
    uint32_t rule = from, again;
    bool all_left = true;

    while (seen[rule] == 0) {
        seen[rule] = from + 1;
        rule = next[rule];
    }
    if (seen[rule] != from + 1)
        return;
    again = rule;
    do {
        all_left = all_left && left[again];
        again = next[again];
    } while (again != rule);
    report_cycle(c, next, rule, all_left);
}

/* The language is empty, and not only because its start rule needs itself. */
static void report_empty(struct check *c, const uint32_t *next)
{
    uint32_t start = c->g->start, rule = start;

    for (uint32_t i = 0; i < c->g->nrules; i++) {
        rule = next[rule];
        if (rule == start)
            return;
    }
    rule = first_of(c, next, rule);
    report(c, ASSAY_PROBLEM_EMPTY_LANGUAGE, start,
           assay_problems_text(c->problems, "the language is empty: '%s' has no sentence",
                               name_of(c, start)),
           assay_problems_text(c->problems, "it needs '%s', which has none",
                               name_of(c, rule)));
}

static bool check_sentences(struct check *c)
{
    uint32_t rules = c->g->nrules;
    uint32_t *next = assay_graph_numbers(&c->x, rules, ASSAY_NONE),
             *seen = assay_graph_numbers(&c->x, rules, 0);
    uint8_t *left = assay_arena_new(&c->x.arena, rules, 1);

    if (!next || !seen || !left)
        return false;
    for (uint32_t i = 0; i < rules; i++) {
        bool at_left = true;
        if (!is_productive(c, i))
            next[i] = culprit(c, c->g->rules[i].body, &at_left);
        left[i] = at_left;
    }
    for (uint32_t i = 0; i < rules; i++) {
        if (!is_productive(c, i))
            follow_needs(c, next, left, seen, i);
    }
    if (!is_productive(c, c->g->start))
        report_empty(c, next);
    return true;
}

/* ---- Rules that nothing leads to. */

/* Rules to look at, each once. */
struct reach {
    uint8_t *reached;
    uint32_t *todo, count;
};

static void reach_rule(struct reach *r, uint32_t rule)
{
    if (r->reached[rule])
        return;
    r->reached[rule] = 1;
    r->todo[r->count++] = rule;
}

static void reach_all(const struct check *c, struct reach *r)
{
    reach_rule(r, c->g->start);
    while (r->count > 0) {
        uint32_t rule = r->todo[--r->count];
        for (uint32_t i = c->x.calls.from[rule]; i < c->x.calls.from[rule + 1]; i++)
            reach_rule(r, c->g->exprs[c->x.calls.at[i]].as.call.rule);
        for (uint32_t i = c->x.ins.from[rule]; i < c->x.ins.from[rule + 1]; i++)
            reach_rule(r, c->g->terms[c->x.ins.at[i]].as.in.rule);
    }
}

/* Marks the rules that another rule refers to. */
static void mark_used(const struct check *c, uint8_t *used)
{
    for (uint32_t rule = 0; rule < c->g->nrules; rule++) {
        for (uint32_t i = c->x.calls.from[rule]; i < c->x.calls.from[rule + 1]; i++) {
            uint32_t to = c->g->exprs[c->x.calls.at[i]].as.call.rule;
            used[to] |= to != c->x.home[rule];
        }
        for (uint32_t i = c->x.ins.from[rule]; i < c->x.ins.from[rule + 1]; i++) {
            uint32_t to = c->g->terms[c->x.ins.at[i]].as.in.rule;
            used[to] |= to != rule;
        }
    }
}

static void report_unreached(struct check *c, uint32_t rule, bool used)
{
    const char *name = name_of(c, rule), *start = name_of(c, c->g->start);

    if (used)
        report(c, ASSAY_PROBLEM_UNREACHABLE, rule,
               assay_problems_text(c->problems, "'%s' cannot be reached from '%s'", name,
                                   start),
               NULL);
    else
        report(c, ASSAY_PROBLEM_UNUSED, rule,
               assay_problems_text(c->problems, "rule '%s' is never used", name),
               assay_problems_text(c->problems, "sentences start with '%s'", start));
}

static bool check_reach(struct check *c)
{
    uint32_t rules = c->g->nrules;
    struct reach r = {.reached = assay_arena_new(&c->x.arena, rules, 1),
                      .todo = assay_graph_numbers(&c->x, rules, 0)};
    uint8_t *used = assay_arena_new(&c->x.arena, rules, 1);

    if (!r.reached || !r.todo || !used)
        return false;
    reach_all(c, &r);
    mark_used(c, used);
    for (uint32_t i = 0; i < rules; i++) {
        const struct assay_rule *rule = &c->g->rules[i];
        if (!r.reached[i] && rule->module == 0 && rule->name != ASSAY_NONE)
            report_unreached(c, i, used[i]);
    }
    return true;
}

/* ---- */

static bool check_all(struct check *c)
{
    return assay_graph_build(&c->x, c->g) && check_sentences(c) &&
           assay_cycles_check(&c->x, c->problems) && check_reach(c);
}

enum assay_status assay_grammar_check(const struct assay_grammar *g,
                                      struct assay_problems *problems)
{
    struct check c = {.g = g, .problems = problems};
    bool good = check_all(&c);

    assay_graph_done(&c.x);
    return good ? ASSAY_OK : ASSAY_NO_MEMORY;
}
