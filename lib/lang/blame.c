/*
 * Which part breaks a constraint: an element for which a quantifier's body is false, one
 * of several that are not unique. In a long word that says what the rule does not.
 */
#include "base/mem.h"
#include "lang/eval.h"
#include <string.h>

#define BLAME_MOST 4096 /* parts among which two alike are looked for */

static const struct assay_term *term_at(const struct assay_eval *e, uint32_t term)
{
    return &e->tree->grammar->terms[term];
}

static uint32_t blame(struct assay_eval *e, uint32_t term, bool wanted, uint32_t *leaf);

/* The first element for which the body is `not wanted`, or what is to blame in that. */
static uint32_t blame_element(struct assay_eval *e, const struct assay_term *t,
                              bool wanted, uint32_t *leaf)
{
    struct assay_term_value set = assay_eval_inner(e, t->as.quantifier.a);
    uint32_t inner;

    for (uint32_t i = 0; set.kind == ASSAY_VALUE_NODES && i < set.count; i++) {
        struct assay_term_value body;
        e->variables[t->as.quantifier.variable] = set.nodes[i];
        body = assay_eval_inner(e, t->as.quantifier.b);
        if (e->status)
            return ASSAY_NONE;
        if (body.kind == ASSAY_VALUE_BOOL && (body.number != 0) == wanted)
            continue;
        inner = blame(e, t->as.quantifier.b, wanted, leaf);
        return inner == ASSAY_NONE ? set.nodes[i] : inner;
    }
    return ASSAY_NONE;
}

/* The first part that is like one before it, or unlike the first. */
static uint32_t blame_alike(struct assay_eval *e, const struct assay_term *t, bool unique)
{
    struct assay_term_value set =
        assay_eval_inner(e, e->tree->grammar->items[t->as.apply.first]);
    struct assay_str a, b;

    if (set.kind != ASSAY_VALUE_NODES || set.count > BLAME_MOST)
        return ASSAY_NONE;
    for (uint32_t i = 1; i < set.count; i++) {
        a = assay_eval_node_text(e, set.nodes[i]);
        for (uint32_t k = 0; k < (unique ? i : 1); k++) {
            b = assay_eval_node_text(e, set.nodes[k]);
            if (assay_str_equal(a, b) == unique)
                return set.nodes[i];
        }
    }
    return ASSAY_NONE;
}

static bool holds(struct assay_eval *e, uint32_t term)
{
    struct assay_term_value v = assay_eval_inner(e, term);

    return v.kind == ASSAY_VALUE_BOOL && v.number != 0;
}

static uint32_t blame_sides(struct assay_eval *e, const struct assay_term *t,
                            uint32_t *leaf)
{
    if (t->as.binary.op == ASSAY_TERM_IMPLIES)
        return blame(e, t->as.binary.b, true, leaf);
    if (t->as.binary.op != ASSAY_TERM_AND)
        return ASSAY_NONE;
    return blame(e, holds(e, t->as.binary.a) ? t->as.binary.b : t->as.binary.a, true,
                 leaf);
}

/* The part because of which a term is not what is wanted, or ASSAY_NONE; and the term
 * that is found wanting in the end. */
static uint32_t blame(struct assay_eval *e, uint32_t term, bool wanted, uint32_t *leaf)
{
    const struct assay_term *t = term_at(e, term);

    *leaf = term;

    switch (t->kind) {
    case ASSAY_TERM_FORALL:
        return wanted ? blame_element(e, t, true, leaf) : ASSAY_NONE;
    case ASSAY_TERM_EXISTS:
        return wanted ? ASSAY_NONE : blame_element(e, t, false, leaf);
    case ASSAY_TERM_NOT:
        return blame(e, t->as.binary.a, !wanted, leaf);
    case ASSAY_TERM_BINARY:
        return wanted ? blame_sides(e, t, leaf) : ASSAY_NONE;
    case ASSAY_TERM_APPLY:
        if (wanted && (t->as.apply.function == ASSAY_FUNCTION_UNIQUE ||
                       t->as.apply.function == ASSAY_FUNCTION_EQUAL))
            return blame_alike(e, t, t->as.apply.function == ASSAY_FUNCTION_UNIQUE);
        return ASSAY_NONE;
    default:
        return ASSAY_NONE;
    }
}

uint32_t assay_where_blame(const struct assay_lang *lang, const struct assay_tree *tree,
                           uint32_t node, uint32_t term, char because[ASSAY_BECAUSE])
{
    struct assay_eval e = {.lang = lang, .tree = tree, .depth = tree->depth};
    struct assay_arena arena;
    uint32_t found, leaf;

    assay_arena_init(&arena, tree->mem, SIZE_MAX);
    e.arena = &arena;
    e.variables[0] = node;
    (void)assay_eval_term(&e, term); /* sets up its memory */
    found = blame(&e, term, true, &leaf);
    assay_where_because(&e, leaf, because, ASSAY_BECAUSE);
    assay_arena_done(&arena);
    return e.status || found == ASSAY_NONE ? node : found;
}
