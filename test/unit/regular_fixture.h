/*
 * Automata of grammars as text.
 */
#ifndef ASSAY_UNIT_REGULAR_FIXTURE_H
#define ASSAY_UNIT_REGULAR_FIXTURE_H

#include "lang/regular.h"

/* Builds the automaton of a grammar's start rule, with memory of `mem`. The grammar must
 * be free of errors. */
enum assay_status regular_build(const char *grammar, const struct assay_alloc *mem,
                                uint32_t max, struct assay_regular *ret);
/* The same, which must succeed. */
struct assay_regular regular_of(const char *grammar);

#endif
