/*
 * A set of code points while it is collected: ranges in any order, which may overlap.
 */
#ifndef TERM_REGEXP_SET_H
#define TERM_REGEXP_SET_H

#include "base/arena.h"
#include <stdbool.h>

#define REGEXP_CODE_MAX 0x10ffff

typedef struct {
    const struct assay_alloc *mem;
    uint32_t (*ranges)[2];
    size_t count, cap;
} RegexpSet;

void regexp_set_init(RegexpSet *s, const struct assay_alloc *mem);
void regexp_set_done(RegexpSet *s);

/* These return false when out of memory. */
bool regexp_set_add(RegexpSet *s, uint32_t low, uint32_t high);
/* The characters of \d, \w, \s, \D, \W or \S. */
bool regexp_set_add_class(RegexpSet *s, char letter);
bool regexp_set_negate(RegexpSet *s);
/* Moves it to an arena, in order and without surrogates, which UTF-8 has not. */
bool regexp_set_take(RegexpSet *s, struct assay_arena *a,
                     const uint32_t (**ret_ranges)[2], uint32_t *ret_count);

#endif
