/*
 * A walk over the pointers in a value, each with its path: how C calls it.
 */
#ifndef ASSAY_CONTRACT_WALK_H
#define ASSAY_CONTRACT_WALK_H

#include "contract/blocks.h"
#include "contract/value.h"

struct assay_walk {
    struct assay_buf path; /* of the value; a callback may go on from it */
    void (*pointer)(struct assay_walk *walk, const struct assay_layout *layout,
                    void *slot);
    void *ctx;
    unsigned depth;
};

/* `arrow`: the path is that of a pointer to the struct. */
void assay_walk_value(struct assay_walk *walk, const struct assay_layout *layout,
                      void *at, bool arrow);
/* All elements of a block, the path being that of a pointer to `at` in it. */
void assay_walk_block(struct assay_walk *walk, const struct assay_block *block,
                      const char *at);

#endif
