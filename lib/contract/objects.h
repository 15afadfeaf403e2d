/*
 * The variables that instrumented units told of.
 */
#ifndef ASSAY_CONTRACT_OBJECTS_H
#define ASSAY_CONTRACT_OBJECTS_H

#include <assay/contract.h>
#include <stdbool.h>

/* The variable that a pointer is in, or NULL. */
const struct assay_object *assay_objects_find(const void *p);
/* Whether nothing speaks against an access: the pointer is in no variable that is known,
 * or in one that the access stays in. */
bool assay_objects_allow(const void *p, assay_size_ size, bool write);

#endif
