/*
 * The numbers, characters and words in a piece of code: where it compares with 1234 or
 * "reset", these are worth trying. Words are pieces of the code, as they are written.
 */
#ifndef EMIT_CONSTANTS_H
#define EMIT_CONSTANTS_H

#include "base/str.h"
#include "cfront/cfront.h"

enum { CONSTANTS_MAX = 32 };

typedef struct {
    long long at[CONSTANTS_MAX];
    uint32_t count;
    struct assay_str words[CONSTANTS_MAX];
    uint32_t nwords;
} Constants;

/* Adds those of the code, and what macros and enumerators of the unit in it stand for, as
 * long as there is room. Without a unit (NULL) names are passed over. */
void constants_read(Constants *c, const CUnit *u, struct assay_str code);

#endif
