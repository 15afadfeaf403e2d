/*
 * How the rules and expressions of a grammar hang together: who is inside of whom, who
 * calls whom. Everything is in arrays of the graph's own, which go with it.
 *
 * An expression is numbered behind those inside of it, and so is a term: a pass downwards
 * over the numbers goes from the outside to the inside.
 */
#ifndef ASSAY_LANG_GRAPH_H
#define ASSAY_LANG_GRAPH_H

#include "lang/grammar.h"

/* Lists of numbers by rule: those of rule r are at[from[r]] up to at[from[r + 1]]. */
struct assay_lists {
    uint32_t *from, *at;
};

struct assay_graph {
    const struct assay_grammar *g;
    struct assay_arena arena;
    uint32_t *parent; /* by expression: the one around it, or ASSAY_NONE */
    uint32_t *owner;  /* by expression: whose right side it is in; ASSAY_NONE: of none,
                         because it is repeated no times */
    uint32_t *home;   /* by rule: itself, or the rule with a name it is a part of */
    struct assay_lists callers; /* by rule: the expressions that call it */
    struct assay_lists calls;   /* by rule: the calls on its right side */
    struct assay_lists ins;     /* by rule: the terms of its constraint that say `in` */
    uint8_t *productive;        /* by expression: has a sentence */
    uint8_t *nullable;          /* by expression: has the empty one */
};

/* False when out of memory; assay_graph_done() is due in any case. Linear in the size of
 * the grammar, and not recursive. */
bool assay_graph_build(struct assay_graph *x, const struct assay_grammar *g);
void assay_graph_done(struct assay_graph *x);

/* An array of `count` numbers that are all `value`, as long as the graph; or NULL. */
uint32_t *assay_graph_numbers(struct assay_graph *x, size_t count, uint32_t value);

#endif
