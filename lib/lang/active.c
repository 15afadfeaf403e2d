/*
 * Which constraints speak of a node. A constraint is active while the node whose rule has
 * it is being made. `forall v in PATH: C` becomes C for each node that turns out to be on
 * the path; what is left are conditions on parts that a path leads to.
 */
#include "base/mem.h"
#include "lang/eval.h"
#include "lang/path.h"
#include "lang/solver.h"
#include <string.h>

#define MAX_ACTIVES 100000
#define MAX_EARLIER 8 /* nodes there already that a new `forall` is applied to */

static enum assay_status push(struct assay_solver *s, const struct assay_active *a)
{
    enum assay_status status =
        assay_mem_grow(s->mem, (void **)&s->actives, &s->actives_cap,
                       (size_t)s->nactives + 1, sizeof *s->actives, MAX_ACTIVES);

    if (!status)
        s->actives[s->nactives++] = *a;
    return status;
}

/* ---- Evaluating. */

struct assay_term_value assay_active_value(struct assay_solver *s,
                                           const struct assay_active *a, uint32_t term,
                                           enum assay_status *ret_status)
{
    struct assay_eval e = {.lang = s->lang, .tree = &s->tree, .arena = &s->scratch};
    struct assay_term_value value;

    assay_solver_settle_tree(s);
    memcpy(e.variables, a->variables, sizeof e.variables);
    value = assay_eval_term(&e, term);
    *ret_status = e.status;
    return value;
}

enum assay_status assay_active_nodes(struct assay_solver *s, const struct assay_active *a,
                                     uint32_t part, const uint32_t **ret_nodes,
                                     uint32_t *ret_count)
{
    enum assay_status status;
    struct assay_term_value value = assay_active_value(s, a, part, &status);

    *ret_nodes = value.nodes;
    *ret_count = value.kind == ASSAY_VALUE_NODES ? value.count : 0;
    return status;
}

/* ---- Playing a part. */

static bool is_called(const struct assay_solver *s, uint32_t node, uint32_t name)
{
    return assay_tree_called(&s->tree, node, name);
}

/* Whether steps lead from open[from] to open[to] along the open nodes. */
static bool leads(const struct assay_solver *s, uint32_t from, uint32_t to,
                  const struct assay_step *steps, uint32_t count)
{
    const struct assay_step *last = steps + count - 1;

    if (count == 0)
        return from == to;
    if (to <= from || !is_called(s, s->open[to], last->name))
        return false;
    if (!last->deep)
        return leads(s, from, to - 1, steps, count - 1);
    for (uint32_t via = from; via < to; via++)
        if (leads(s, from, via, steps, count - 1))
            return true;
    return false;
}

static uint32_t open_index(const struct assay_solver *s, uint32_t node)
{
    for (uint32_t i = s->nopen; i-- > 0;)
        if (s->open[i] == node)
            return i;
    return ASSAY_NONE;
}

/* Follows the first steps of a part. */
static bool follow(struct assay_solver *s, const struct assay_term *t, uint32_t from,
                   uint32_t steps, struct assay_selection *ret)
{
    enum assay_status status;

    assay_solver_settle_tree(s);
    status = assay_path_follow(&s->tree, from, assay_part_steps(s->g, t), steps, ret);
    if (status)
        s->failed = status;
    return status == ASSAY_OK;
}

/* With indices the tree so far is asked. */
static bool selects(struct assay_solver *s, const struct assay_term *t, uint32_t from,
                    uint32_t steps, uint32_t node)
{
    struct assay_selection found = {.mem = s->mem};
    bool has = false;

    if (follow(s, t, from, steps, &found))
        for (size_t i = 0; i < found.count; i++)
            has |= found.nodes[i] == node;
    assay_selection_done(&found);
    return has;
}

bool assay_active_plays_first(struct assay_solver *s, const struct assay_active *a,
                              uint32_t part, uint32_t steps, uint32_t node)
{
    const struct assay_term *t = &s->g->terms[part];
    const struct assay_step *step;
    uint32_t base = a->variables[t->as.part.variable], from, to;
    bool indexed = false;

    if (steps == 0 || base == ASSAY_NONE)
        return base == node;
    step = assay_part_steps(s->g, t);
    if (!is_called(s, node, step[steps - 1].name))
        return false;
    from = open_index(s, base);
    to = open_index(s, node);
    if (from == ASSAY_NONE || to == ASSAY_NONE || !leads(s, from, to, step, steps))
        return false;
    for (uint32_t i = 0; i < steps; i++)
        indexed |= step[i].index > 0;
    return !indexed || selects(s, t, base, steps, node);
}

bool assay_active_plays(struct assay_solver *s, const struct assay_active *a,
                        uint32_t part, uint32_t node)
{
    return assay_active_plays_first(s, a, part, s->g->terms[part].as.part.count, node);
}

/* Calls `visit` on the terms right below one; stops at the first that returns true. */
static bool any_below(struct assay_solver *s, uint32_t term, const struct assay_active *a,
                      uint32_t node,
                      bool (*visit)(struct assay_solver *, const struct assay_active *,
                                    uint32_t, uint32_t))
{
    const struct assay_term *t = &s->g->terms[term];

    switch (t->kind) {
    case ASSAY_TERM_INT:
    case ASSAY_TERM_TEXT:
    case ASSAY_TERM_PART:
        return false;
    case ASSAY_TERM_APPLY:
        for (uint32_t i = 0; i < t->as.apply.count; i++)
            if (visit(s, a, s->g->items[t->as.apply.first + i], node))
                return true;
        return false;
    case ASSAY_TERM_NOT:
    case ASSAY_TERM_NEGATE:
        return visit(s, a, t->as.binary.a, node);
    case ASSAY_TERM_BINARY:
        return visit(s, a, t->as.binary.a, node) || visit(s, a, t->as.binary.b, node);
    case ASSAY_TERM_IN:
        return visit(s, a, t->as.in.a, node);
    case ASSAY_TERM_FORALL:
    case ASSAY_TERM_EXISTS:
        return visit(s, a, t->as.quantifier.a, node) ||
               visit(s, a, t->as.quantifier.b, node);
    }
    return false;
}

bool assay_active_mentions(struct assay_solver *s, const struct assay_active *a,
                           uint32_t term, uint32_t node)
{
    if (s->g->terms[term].kind == ASSAY_TERM_PART)
        return assay_active_plays(s, a, term, node);
    return any_below(s, term, a, node, assay_active_mentions);
}

/* ---- Being known. */

static bool is_closed(const struct assay_solver *s, uint32_t node)
{
    return node == ASSAY_NONE || s->states[node] == ASSAY_NODE_CLOSED;
}

static bool one_closed(struct assay_solver *s, const struct assay_term *t, uint32_t base,
                       uint32_t steps)
{
    struct assay_selection found = {.mem = s->mem};
    bool closed = follow(s, t, base, steps, &found) && found.count == 1 &&
                  is_closed(s, found.nodes[0]);

    assay_selection_done(&found);
    return closed;
}

/* Whether one of the parts is yet to be computed, or has such a part in it. */
static bool has_hole(struct assay_solver *s, const struct assay_term *t, uint32_t base)
{
    struct assay_selection found = {.mem = s->mem};
    bool has = false;

    if (s->nholes == 0 || !follow(s, t, base, t->as.part.count, &found))
        return false;
    for (size_t i = 0; i < found.count; i++)
        for (uint32_t k = 0; k < s->tree.nodes[found.nodes[i]].size; k++)
            has |= s->states[found.nodes[i] + k] == ASSAY_NODE_HOLE;
    assay_selection_done(&found);
    return has;
}

/* A single part is known when it is there and complete; a set of parts when what it is
 * selected from is. (That no second part of the name will come is taken for granted: the
 * constraint is checked in the end.) */
static bool part_ready(struct assay_solver *s, const struct assay_active *a,
                       uint32_t part, bool as_set)
{
    const struct assay_term *t = &s->g->terms[part];
    const struct assay_step *steps = assay_part_steps(s->g, t);
    uint32_t base = a->variables[t->as.part.variable];

    if (base == ASSAY_NONE)
        return true;
    if (has_hole(s, t, base))
        return false;
    if (is_closed(s, base))
        return true;
    if (s->states[base] == ASSAY_NODE_HOLE || t->as.part.count == 0)
        return false;
    if (!as_set)
        return one_closed(s, t, base, t->as.part.count);
    for (uint32_t i = 0; i < t->as.part.count; i++)
        if ((steps[i].index > 0 || i + 1 < t->as.part.count) &&
            one_closed(s, t, base, i + 1))
            return true;
    return false;
}

static bool not_ready(struct assay_solver *s, const struct assay_active *a, uint32_t term,
                      uint32_t node)
{
    (void)node;
    return !assay_active_ready(s, a, term);
}

/* sum() and cat() of a single text need only that one. */
static bool set_ready(struct assay_solver *s, const struct assay_active *a, uint32_t term)
{
    const struct assay_term *t = &s->g->terms[term];
    bool lenient = t->as.apply.function == ASSAY_FUNCTION_SUM ||
                   t->as.apply.function == ASSAY_FUNCTION_CAT;

    for (uint32_t i = 0; i < t->as.apply.count; i++) {
        uint32_t arg = s->g->items[t->as.apply.first + i];
        bool is_part = s->g->terms[arg].kind == ASSAY_TERM_PART;

        if (is_part ? !part_ready(s, a, arg, true) &&
                          !(lenient && part_ready(s, a, arg, false))
                    : !assay_active_ready(s, a, arg))
            return false;
    }
    return true;
}

/* scope(x, R) and inside(x, y) ask where nodes are, before(x, y) where they begin and
 * end: open ones will do, but for the end of the first. */
static bool places_ready(struct assay_solver *s, const struct assay_active *a,
                         uint32_t term)
{
    const struct assay_term *t = &s->g->terms[term];
    uint32_t first = s->g->items[t->as.apply.first];

    if (t->as.apply.function != ASSAY_FUNCTION_BEFORE)
        return true;
    return s->g->terms[first].kind != ASSAY_TERM_PART || part_ready(s, a, first, false);
}

bool assay_active_ready(struct assay_solver *s, const struct assay_active *a,
                        uint32_t term)
{
    const struct assay_term *t = &s->g->terms[term];

    if (t->kind == ASSAY_TERM_PART)
        return part_ready(s, a, term, false);
    if (assay_term_takes_set(t))
        return set_ready(s, a, term);
    if (t->kind == ASSAY_TERM_APPLY && (t->as.apply.function == ASSAY_FUNCTION_BEFORE ||
                                        t->as.apply.function == ASSAY_FUNCTION_INSIDE ||
                                        t->as.apply.function == ASSAY_FUNCTION_SCOPE))
        return places_ready(s, a, term);
    if (t->kind == ASSAY_TERM_FORALL || t->kind == ASSAY_TERM_EXISTS) {
        struct assay_active inside = *a;

        inside.variables[t->as.quantifier.variable] = ASSAY_NONE;
        return part_ready(s, a, t->as.quantifier.a, true) &&
               assay_active_ready(s, &inside, t->as.quantifier.b);
    }
    return !any_below(s, term, a, 0, not_ready);
}

/* ---- Becoming active. */

/* Applies a new `forall` to the nodes that are there already. */
static enum assay_status meet_earlier(struct assay_solver *s, struct assay_active a)
{
    const struct assay_term *t = &s->g->terms[a.term];
    uint32_t count, applied = 0;
    const uint32_t *nodes;
    enum assay_status status =
        assay_active_nodes(s, &a, t->as.quantifier.a, &nodes, &count);

    for (uint32_t i = count; i-- > 0 && applied < MAX_EARLIER && !status;) {
        if (!is_closed(s, nodes[i]))
            continue;
        applied++;
        a.variables[t->as.quantifier.variable] = nodes[i];
        status = assay_actives_add(s, t->as.quantifier.b, a.conjunct, a.variables);
    }
    return status;
}

enum assay_status assay_actives_add(struct assay_solver *s, uint32_t term,
                                    uint32_t conjunct, const uint32_t *variables)
{
    const struct assay_term *t = &s->g->terms[term];
    struct assay_active a = {.term = term,
                             .conjunct = conjunct == ASSAY_NONE ? term : conjunct};
    enum assay_status status;

    if (t->kind == ASSAY_TERM_BINARY && t->as.binary.op == ASSAY_TERM_AND) {
        status = assay_actives_add(s, t->as.binary.a, conjunct, variables);
        return status ? status
                      : assay_actives_add(s, t->as.binary.b, conjunct, variables);
    }
    memcpy(a.variables, variables, sizeof a.variables);
    status = push(s, &a);
    if (!status && t->kind == ASSAY_TERM_FORALL)
        status = meet_earlier(s, a);
    return status;
}

/* Whether a part is yet to be computed that a constraint waits for. */
static bool is_waited_for(const struct assay_solver *s, const struct assay_active *a)
{
    for (uint32_t i = 0; i < s->nholes; i++)
        if (s->holes[i].reason.conjunct == a->conjunct &&
            s->holes[i].reason.variables[0] == a->variables[0])
            return true;
    return false;
}

/* `exists v in PATH: C` with a node that turns out to be on the path: it may be the one
 * that C holds of, while there is none yet. */
static enum assay_status meet_witness(struct assay_solver *s, struct assay_active a,
                                      uint32_t node)
{
    const struct assay_term *t = &s->g->terms[a.term];
    struct assay_term_value there;
    uint32_t chosen = 0;
    enum assay_status status = assay_choose_index(s->t, 2, NULL, &chosen);

    if (status || !chosen || is_waited_for(s, &a))
        return status;
    there = assay_active_value(s, &a, a.term, &status);
    if (status || (there.kind == ASSAY_VALUE_BOOL && there.number != 0))
        return status;
    a.variables[t->as.quantifier.variable] = node;
    return assay_actives_add(s, t->as.quantifier.b, a.conjunct, a.variables);
}

enum assay_status assay_actives_meet(struct assay_solver *s, uint32_t node)
{
    uint32_t known = s->nactives;
    enum assay_status status = ASSAY_OK;

    for (uint32_t i = 0; i < s->nactives && !status; i++) {
        struct assay_active a = s->actives[i];
        const struct assay_term *t = &s->g->terms[a.term];

        if ((t->kind != ASSAY_TERM_FORALL && t->kind != ASSAY_TERM_EXISTS) ||
            !assay_active_plays(s, &a, t->as.quantifier.a, node))
            continue;
        if (t->kind == ASSAY_TERM_EXISTS) {
            status = meet_witness(s, a, node);
            continue;
        }
        a.variables[t->as.quantifier.variable] = node;
        status = assay_actives_add(s, t->as.quantifier.b, a.conjunct, a.variables);
        if (s->nactives > known + MAX_ACTIVES / 10)
            return ASSAY_NO_MATCH;
    }
    return status;
}

/* ---- Checking. */

/* What is false once stays false, although more nodes may come. */
static bool only_grows_worse(const struct assay_term *t)
{
    return t->kind == ASSAY_TERM_APPLY &&
           (t->as.apply.function == ASSAY_FUNCTION_UNIQUE ||
            t->as.apply.function == ASSAY_FUNCTION_EQUAL);
}

/* A constraint that holds is counted once, when the node whose rule has it is complete.
 */
static enum assay_status check(struct assay_solver *s, const struct assay_active *a,
                               uint32_t node)
{
    enum assay_status status;
    struct assay_term_value value;
    bool held;

    if (!only_grows_worse(&s->g->terms[a->term]) && !assay_active_ready(s, a, a->term))
        return ASSAY_OK;
    value = assay_active_value(s, a, a->term, &status);
    held = (value.kind == ASSAY_VALUE_BOOL || value.kind == ASSAY_VALUE_INT) &&
           value.number != 0;
    if (!held || (a->variables[0] == node && a->term == a->conjunct))
        assay_solver_count(s, a->conjunct, held);
    if (status)
        return status;
    return held ? ASSAY_OK : ASSAY_NO_MATCH;
}

enum assay_status assay_actives_check(struct assay_solver *s, uint32_t node,
                                      uint32_t first)
{
    enum assay_status status = ASSAY_OK;

    assay_arena_reset(&s->scratch);
    for (uint32_t i = 0; i < s->nactives && !status; i++)
        if (i >= first ||
            assay_active_mentions(s, &s->actives[i], s->actives[i].term, node))
            status = check(s, &s->actives[i], node);
    return status;
}
