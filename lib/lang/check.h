/*
 * What is wrong with a grammar as a whole, all of whose names are resolved: rules without
 * sentences, rules that lead back to themselves with nothing in between, rules that
 * nothing leads to.
 */
#ifndef ASSAY_LANG_CHECK_H
#define ASSAY_LANG_CHECK_H

#include "lang/problem.h"

/* Adds the problems it finds. Linear in the size of the grammar, and not recursive. */
enum assay_status assay_grammar_check(const struct assay_grammar *g,
                                      struct assay_problems *problems);

#endif
