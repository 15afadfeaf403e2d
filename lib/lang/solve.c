/*
 * A sentence under constraints: nodes are made from left to right. Before a node is made,
 * the constraints that speak of it are asked what they demand; when it is complete, they
 * are checked as far as they can be, and it is made again if one is false. So a sentence
 * is never thrown away for what a part of it could mend.
 */
#include "base/mem.h"
#include "lang/ll.h"
#include "lang/solver.h"
#include <string.h>

#define MAX_NODES (1u << 24)
#define DEFAULT_SIZE 100

/* ---- What is known of the grammar. */

static void note_calls(struct assay_solver *s, uint32_t expr, uint32_t rule)
{
    const struct assay_expr *e = &s->g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_CALL:
        s->leaf[rule] = 0;
        s->inner[rule] |= s->lang->checked[e->as.call.rule];
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            note_calls(s, s->g->items[e->as.list.first + i], rule);
        break;
    case ASSAY_EXPR_REPEAT:
        note_calls(s, e->as.repeat.body, rule);
        break;
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
}

static void note_rules(struct assay_solver *s)
{
    memset(s->leaf, 1, s->g->nrules);
    for (uint32_t r = 0; r < s->g->nrules; r++)
        note_calls(s, s->g->rules[r].body, r);
    for (uint32_t i = 0; i < s->g->nterms; i++)
        s->paths |=
            s->g->terms[i].kind == ASSAY_TERM_PART && s->g->terms[i].as.part.count > 0;
}

static enum assay_status note_constraints(struct assay_solver *s)
{
    const struct assay_grammar *g = s->g;

    s->acceptance = assay_arena_new(&s->arena, g->nterms, sizeof *s->acceptance);
    s->acceptance_of = assay_arena_new(&s->arena, g->nterms, sizeof *s->acceptance_of);
    if (!s->acceptance || !s->acceptance_of)
        return ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < g->nterms; i++) {
        s->acceptance_of[i] = ASSAY_NONE;
        if (!s->lang->constraints[i])
            continue;
        s->acceptance_of[i] = (uint32_t)s->nacceptance;
        s->acceptance[s->nacceptance++].constraint = s->lang->constraints[i];
    }
    return ASSAY_OK;
}

static enum assay_status prepare(struct assay_solver *s)
{
    s->leaf = assay_arena_new(&s->arena, s->g->nrules, 1);
    s->inner = assay_arena_new(&s->arena, s->g->nrules, 1);
    s->shapes = assay_arena_new(&s->arena, s->g->nexprs, sizeof *s->shapes);
    if (!s->leaf || !s->inner || !s->shapes)
        return ASSAY_NO_MEMORY;
    note_rules(s);
    assay_solver_find_shapes(s);
    return note_constraints(s);
}

enum assay_status assay_solver_new(const struct assay_lang *lang,
                                   struct assay_solver **ret_solver)
{
    struct assay_solver *s = assay_mem_new(lang->mem, sizeof *s);
    enum assay_status status;

    if (!s)
        return ASSAY_NO_MEMORY;
    *s = (struct assay_solver){.mem = lang->mem, .lang = lang, .g = &lang->grammar};
    assay_arena_init(&s->arena, s->mem, 0);
    assay_arena_init(&s->values, s->mem, 0);
    assay_arena_init(&s->scratch, s->mem, 0);
    assay_map_init(&s->drawers, s->mem);
    assay_buf_init(&s->text, s->mem, 0);
    assay_buf_init(&s->key, s->mem, 0);
    assay_buf_init(&s->passing_key, s->mem, 0);
    assay_tree_init(&s->tree, s->g, "", 0, s->mem);
    status = prepare(s);
    if (status)
        assay_solver_free(s);
    else
        *ret_solver = s;
    return status;
}

void assay_solver_free(struct assay_solver *s)
{
    if (!s)
        return;
    assay_drawers_free(s);
    assay_buf_done(&s->key);
    assay_buf_done(&s->passing_key);
    assay_map_done(&s->drawers);
    assay_mem_free(s->mem, s->states, s->states_cap);
    assay_mem_free(s->mem, s->open, s->open_cap * sizeof *s->open);
    assay_mem_free(s->mem, s->actives, s->actives_cap * sizeof *s->actives);
    assay_mem_free(s->mem, s->holes, s->holes_cap * sizeof *s->holes);
    assay_tree_done(&s->tree);
    assay_buf_done(&s->text);
    assay_arena_done(&s->scratch);
    assay_arena_done(&s->values);
    assay_arena_done(&s->arena);
    assay_mem_free(s->mem, s, sizeof *s);
}

const struct assay_acceptance *assay_solver_acceptance(const struct assay_solver *s,
                                                       size_t *ret_count)
{
    *ret_count = s->nacceptance;
    return s->acceptance;
}

void assay_solver_count(struct assay_solver *s, uint32_t term, bool held)
{
    uint32_t i = s->acceptance_of[term];

    if (i == ASSAY_NONE)
        return;
    s->acceptance[i].tried++;
    s->acceptance[i].held += held;
}

/* ---- The tree as it grows. */

struct assay_mark assay_solver_mark(const struct assay_solver *s)
{
    return (struct assay_mark){.text = s->text.len,
                               .nodes = s->tree.count,
                               .open = s->nopen,
                               .actives = s->nactives,
                               .holes = s->nholes,
                               .spans = s->t->depth};
}

enum assay_status assay_solver_undo(struct assay_solver *s, struct assay_mark mark)
{
    enum assay_status status = ASSAY_OK;

    while (s->t->depth > mark.spans && !status)
        status = assay_span_discard(s->t);
    assay_buf_truncate(&s->text, mark.text);
    s->tree.count = mark.nodes;
    s->nopen = mark.open;
    s->nactives = mark.actives;
    s->nholes = mark.holes;
    return status;
}

enum assay_status assay_solver_open(struct assay_solver *s, uint32_t sym,
                                    uint32_t *ret_node)
{
    uint32_t node = assay_tree_open(&s->tree, sym, (uint32_t)s->text.len);
    enum assay_status status = node == ASSAY_NONE ? ASSAY_NO_MEMORY : ASSAY_OK;

    if (!status)
        status = assay_mem_grow(s->mem, (void **)&s->states, &s->states_cap,
                                (size_t)node + 1, 1, MAX_NODES);
    if (!status)
        status = assay_mem_grow(s->mem, (void **)&s->open, &s->open_cap,
                                (size_t)s->nopen + 1, sizeof *s->open, MAX_NODES);
    if (status)
        return status;
    s->states[node] = ASSAY_NODE_OPEN;
    s->open[s->nopen++] = node;
    *ret_node = node;
    return ASSAY_OK;
}

/* Closes the innermost node. */
static void close_node(struct assay_solver *s, enum assay_node_state state)
{
    uint32_t node = s->open[--s->nopen];

    s->states[node] = (uint8_t)state;
    assay_tree_close(&s->tree, node, (uint32_t)s->text.len);
}

void assay_solver_settle_tree(struct assay_solver *s)
{
    s->tree.text = s->text.at;
    s->tree.len = s->text.len;
    for (uint32_t i = 0; i < s->nopen; i++)
        if (s->states[s->open[i]] == ASSAY_NODE_OPEN)
            assay_tree_close(&s->tree, s->open[i], (uint32_t)s->text.len);
}

/* ---- A node. */

static enum assay_status add_hole(struct assay_solver *s, uint32_t node,
                                  const struct assay_active *reason)
{
    enum assay_status status =
        assay_mem_grow(s->mem, (void **)&s->holes, &s->holes_cap, (size_t)s->nholes + 1,
                       sizeof *s->holes, MAX_NODES);

    if (!status)
        s->holes[s->nholes++] = (struct assay_hole_node){.node = node, .reason = *reason};
    return status;
}

/* Tries that are as free as without the demand of a number: what is drawn for a rest is
 * near to zero, so where free ones often have that rest, there are several. */
static uint32_t free_tries(const struct assay_demands *d)
{
    return d->number_rest.modulus > 0 ? ASSAY_SOLVER_TRIES / 3 : 1;
}

/* Whether a try at a node with a length is drawn by that. Its parts may have demands of
 * their own, which that leaves out: where a length is wanted that many have, free tries
 * are better, else both are made. */
static bool is_sized_now(const struct assay_solver *s, uint32_t rule,
                         const struct assay_demands *d, uint32_t attempt)
{
    if (d->size_rest.modulus == 0)
        return attempt > 0;
    return s->leaf[rule] || (d->size_rest.modulus > 8 && attempt % 2 == 1);
}

/* Makes what is in the node that was just opened; the first try of a number or a length
 * is as free as without the demand. */
static enum assay_status make_content(struct assay_solver *s, uint32_t rule,
                                      const struct assay_demands *d, uint32_t budget,
                                      uint32_t attempt)
{
    enum assay_status status = ASSAY_EMPTY_RANGE;
    bool tight = d->is_sized && (d->max - d->min < 16 || d->min > budget);
    bool sized = d->is_sized && is_sized_now(s, rule, d, attempt);

    if (d->given)
        return assay_fill_given(s, d);
    if (d->nconditions > 0 || tight || sized)
        status = assay_fill_drawn(s, d, budget);
    if (status != ASSAY_EMPTY_RANGE)
        return status;
    if (d->is_number && (attempt >= free_tries(d) || d->lo == d->hi))
        return assay_fill_number(s, d);
    if (d->is_sized && d->max < budget)
        budget = d->max;
    return assay_solver_expr(s, s->g->rules[rule].body, budget,
                             d->counted ? &d->want : NULL);
}

/* The node is complete but for what is computed of its parts. */
static enum assay_status finish(struct assay_solver *s, uint32_t node, uint32_t first)
{
    enum assay_status status;

    close_node(s, ASSAY_NODE_CLOSED);
    /* A part's place is asked for among the open nodes: it is the innermost again. */
    s->open[s->nopen++] = node;
    status = assay_fill_holes(s, node);
    if (!status)
        status = assay_actives_check(s, node, first);
    s->nopen--;
    return status;
}

/* One try at a node, which is open when it begins. */
static enum assay_status make_node(struct assay_solver *s, uint32_t sym, uint32_t budget,
                                   uint32_t attempt, bool *ret_constrained)
{
    uint32_t rule = s->g->syms[sym].rule, first = s->nactives, node;
    uint32_t self[ASSAY_TERM_VARIABLES] = {0};
    struct assay_demands d = {0};
    enum assay_status status = assay_solver_open(s, sym, &node);

    if (!status)
        status = assay_actives_meet(s, node);
    self[0] = node;
    if (!status && s->g->rules[rule].where != ASSAY_NONE)
        status = assay_actives_add(s, s->g->rules[rule].where, ASSAY_NONE, self);
    if (!status)
        status = assay_demands_find(s, node, first, &d);
    *ret_constrained = d.constrained || s->nactives > first;
    if (status)
        return status;
    if (d.later) {
        close_node(s, ASSAY_NODE_HOLE);
        s->nactives = first;
        return add_hole(s, node, &d.reason);
    }
    status = make_content(s, rule, &d, budget, attempt);
    if (!status)
        status = finish(s, node, first);
    if (!status)
        s->nactives = first;
    return status;
}

static const char *span_label(const struct assay_solver *s, uint32_t sym)
{
    uint32_t name = s->g->rules[s->g->syms[sym].rule].name;

    return name == ASSAY_NONE ? "part" : s->g->names[name];
}

enum assay_status assay_solver_call(struct assay_solver *s, uint32_t sym, uint32_t budget)
{
    struct assay_mark mark = assay_solver_mark(s);
    bool constrained = true;
    enum assay_status status;

    if (s->nopen >= ASSAY_SOLVER_DEPTH)
        return ASSAY_NO_MATCH;
    for (uint32_t attempt = 0; constrained && attempt < ASSAY_SOLVER_TRIES; attempt++) {
        if (s->effort == 0)
            return ASSAY_REJECTED;
        s->effort--;
        status = assay_span_begin(s->t, span_label(s, sym));
        if (!status)
            status =
                make_node(s, sym, budget + budget * attempt / 4, attempt, &constrained);
        if (status != ASSAY_NO_MATCH)
            return status ? status : assay_span_end(s->t);
        status = assay_solver_undo(s, mark);
        if (status)
            return status;
    }
    return ASSAY_NO_MATCH;
}

/* ---- A sentence. */

static enum assay_status draw(struct assay_solver *s, uint32_t size)
{
    uint64_t budget = 0;
    enum assay_status status;

    if (size == 0)
        size = DEFAULT_SIZE;
    s->effort = ASSAY_SOLVER_EFFORT;
    status = assay_choose_uint(s->t, 0, size, 0, ASSAY_UNIFORM, &budget);
    if (!status)
        status = assay_solver_call(s, 0, (uint32_t)budget);
    return status ? status : s->text.status;
}

/* A word with several derivations is judged by the first of them, which need not be the
 * one that was made. Where a part was filled in late, what else speaks of it was not
 * looked at again. */
static enum assay_status judge(struct assay_solver *s)
{
    enum assay_status status;

    if (!s->postponed && s->lang->ll && assay_ll_unambiguous(s->lang->ll))
        return ASSAY_OK;
    status = assay_lang_match(s->lang, s->text.at, s->text.len, NULL);
    s->misjudged += status == ASSAY_NO_MATCH;
    return status;
}

uint64_t assay_solver_misjudged(const struct assay_solver *s)
{
    return s->misjudged;
}

enum assay_status assay_solver_draw(struct assay_solver *s, struct assay_test *t,
                                    uint32_t size, struct assay_buf *out)
{
    enum assay_status status;

    s->t = t;
    s->failed = ASSAY_OK;
    s->postponed = false;
    assay_solver_undo(s, (struct assay_mark){.spans = t->depth});
    assay_arena_reset(&s->values);
    status = draw(s, size);
    if (s->failed)
        status = s->failed;
    if (!status)
        status = judge(s);
    if (!status) {
        assay_buf_add(out, s->text.at, s->text.len);
        status = out->status;
    }
    return status == ASSAY_NO_MATCH ? ASSAY_REJECTED : status;
}
