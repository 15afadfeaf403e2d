/*
 * Simpler terms that mean the same: what is constant is computed, what cannot matter is
 * left out. A term that has no value stays one that has none.
 */
#ifndef TERM_SIMPLIFY_H
#define TERM_SIMPLIFY_H

#include "term/term.h"

/* The term itself where nothing is simpler; NULL when out of memory. */
const Term *term_simplify(struct assay_arena *a, const Term *t);
/* Whether a term is this boolean, as it stands. */
bool term_is_boolean(const Term *t, bool value);

#endif
