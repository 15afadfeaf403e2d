/*
 * How the variables of an address are read. An address is text: on the wire 5 and "5" are
 * the same, and so are true and "true". What a variable is taken for is decided by what
 * the preconditions of its operation ask it to be; where they ask for nothing, or for a
 * string and a number both, there are two ways.
 */
#ifndef REST_READING_H
#define REST_READING_H

#include "rest/spec.h"

typedef struct Reading Reading;

/* Of the operation that these triples are of. NULL when memory is out. */
const Reading *reading_new(struct assay_arena *a, const Triple *const *triples,
                           uint32_t count);

/* The variables, an object, as a server reads them; and the other way, or NULL. NULL: no
 * two servers need to agree ("007", where a number is asked for), or memory is out. */
const Value *reading_of(const Reading *r, struct assay_arena *a, const Value *template,
                        const Value **ret_other);

#endif
