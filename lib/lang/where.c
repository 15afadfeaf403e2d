/*
 * Whether a tree satisfies the constraints of its rules.
 *
 * One walk through the nodes: those with a constraint are kept open until their last
 * descendant has passed, and are looked at then.
 */
#include "lang/where.h"
#include "base/mem.h"

struct checker {
    struct assay_eval eval;
    struct assay_arena arena;
    uint32_t *open; /* nodes with constraints, each inside the one before */
    size_t count, cap;
    uint32_t term; /* the conjunct that does not hold */
};

static uint32_t constraint_of(const struct assay_tree *tree, uint32_t node)
{
    const struct assay_grammar *g = tree->grammar;

    return g->rules[g->syms[tree->nodes[node].sym].rule].where;
}

/* The first conjunct of a term that does not hold, or ASSAY_NONE. */
static uint32_t first_false(struct assay_eval *e, uint32_t term)
{
    const struct assay_term *t = &e->tree->grammar->terms[term];
    uint32_t found;

    if (t->kind != ASSAY_TERM_BINARY || t->as.binary.op != ASSAY_TERM_AND)
        return assay_eval_holds(e, term) ? ASSAY_NONE : term;
    found = first_false(e, t->as.binary.a);
    return found == ASSAY_NONE ? first_false(e, t->as.binary.b) : found;
}

/* Looks at the constraint of a node whose descendants have passed. */
static enum assay_status close_node(struct checker *c, uint32_t node)
{
    assay_arena_reset(&c->arena);
    c->eval.variables[0] = node;
    c->term = first_false(&c->eval, constraint_of(c->eval.tree, node));
    if (c->eval.status)
        return c->eval.status;
    return c->term == ASSAY_NONE ? ASSAY_OK : ASSAY_NO_MATCH;
}

/* Closes the open nodes without descendants from `next` on, the innermost first. */
static enum assay_status close_before(struct checker *c, uint32_t next,
                                      uint32_t *ret_node)
{
    const struct assay_node *nodes = c->eval.tree->nodes;
    enum assay_status status = ASSAY_OK;

    while (c->count > 0 && !status) {
        uint32_t node = c->open[c->count - 1];
        if (node + nodes[node].size > next)
            break;
        c->count--;
        status = close_node(c, node);
        if (status)
            *ret_node = node;
    }
    return status;
}

static enum assay_status open_node(struct checker *c, uint32_t node)
{
    void *open = c->open;
    enum assay_status status =
        assay_mem_grow(c->eval.tree->mem, &open, &c->cap, c->count + 1, sizeof *c->open,
                       c->eval.tree->count);

    if (status)
        return status;
    c->open = open;
    c->open[c->count++] = node;
    return ASSAY_OK;
}

static enum assay_status check_nodes(struct checker *c, uint32_t *ret_node)
{
    const struct assay_tree *tree = c->eval.tree;
    enum assay_status status = ASSAY_OK;

    for (uint32_t i = 0; i < tree->count && !status; i++) {
        if (constraint_of(tree, i) == ASSAY_NONE)
            continue;
        status = close_before(c, i, ret_node);
        if (!status)
            status = open_node(c, i);
    }
    return status ? status : close_before(c, tree->count, ret_node);
}

enum assay_status assay_where_check(const struct assay_lang *lang,
                                    const struct assay_tree *tree, uint32_t *ret_node,
                                    uint32_t *ret_term)
{
    struct checker c = {.eval = {.lang = lang, .tree = tree, .depth = tree->depth}};
    uint32_t node = ASSAY_NONE;
    enum assay_status status;

    c.eval.arena = &c.arena;
    assay_arena_init(&c.arena, tree->mem, SIZE_MAX);
    status = check_nodes(&c, &node);
    if (status == ASSAY_NO_MATCH) {
        *ret_node = node;
        *ret_term = c.term;
    }
    assay_arena_done(&c.arena);
    assay_mem_free(tree->mem, c.open, c.cap * sizeof *c.open);
    return status;
}
