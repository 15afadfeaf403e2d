/*
 * Rules that can derive themselves without anything else, as in a: a | "x"; every
 * sentence of such a rule has infinitely many derivations.
 */
#ifndef ASSAY_LANG_CYCLES_H
#define ASSAY_LANG_CYCLES_H

#include "lang/graph.h"
#include "lang/problem.h"

/* Adds a warning for each set of such rules that lead to each other. False when out of
 * memory. */
bool assay_cycles_check(struct assay_graph *x, struct assay_problems *problems);

#endif
