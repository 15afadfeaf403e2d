/*
 * Copies of values, for arenas that live longer.
 */
#ifndef SMT_COPY_H
#define SMT_COPY_H

#include "term/value.h"

/* Without templates and regular expressions in it. */
bool smt_copy_is_plain(const Value *v);
/* A copy that has nothing in other arenas but templates and regular expressions. NULL
 * when out of memory. */
const Value *smt_copy_value(struct assay_arena *a, const Value *v);

#endif
