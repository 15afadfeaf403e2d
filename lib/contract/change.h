/*
 * Parts of kept memory: which one a byte belongs to, and which integers there are.
 */
#ifndef ASSAY_CONTRACT_CHANGE_H
#define ASSAY_CONTRACT_CHANGE_H

#include "contract/value.h"

/* `count` elements that a state keeps. */
struct assay_kept {
    const char *name; /* as contracts call the pointer to the first */
    const struct assay_layout *element;
    const char *at;
    size_t count;
};

/* Says "a[3] was 1, is 2" of the part with the byte at p; `old` is the copy of the whole.
 * False when the byte belongs to no part. `says` may be NULL. */
bool assay_change_say(const struct assay_kept *k, const char *old, const char *p,
                      struct assay_says *says);

/* How many integers of the type `wanted` a value has, and the n-th of them. */
size_t assay_change_ints(const struct assay_layout *layout,
                         const struct assay_layout *wanted);
assay_wide assay_change_int(const struct assay_layout *layout,
                            const struct assay_layout *wanted, size_t n, const char *at);

#endif
