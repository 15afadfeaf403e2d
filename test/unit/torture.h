/*
 * Torture: an allocator that fails where it is told to, and a loop that runs a piece of
 * code with each of its allocations failing in turn.
 *
 * The allocator moves a block at every resize, fills new memory with junk and checks that
 * the old size it is told is the true one, and that nothing was written behind it.
 */
#ifndef ASSAY_UNIT_TORTURE_H
#define ASSAY_UNIT_TORTURE_H

#include <assay/status.h>
#include <stdbool.h>

struct torture_alloc {
    struct assay_alloc alloc; /* what the tested code is given */
    size_t live_bytes;
    size_t live_blocks;
    size_t calls;   /* allocations and resizes asked for, not frees */
    size_t fail_at; /* the call, counted from 1, that fails; 0 for none */
    bool failed;    /* whether it came to that */
};

/* `t` must stay in place as long as its `alloc` is used. */
void torture_alloc_init(struct torture_alloc *t, size_t fail_at);

/*
 * Runs `body` with its 1st, 2nd, ... allocation failing until it gets through without a
 * failure. Fails the test when a round leaks, when a round with a failure returns
 * anything but ASSAY_NO_MEMORY, or when the last one does not return ASSAY_OK.
 */
void torture(enum assay_status (*body)(const struct assay_alloc *mem, void *ctx),
             void *ctx);

/*
 * An allocator that never fails, the same for the whole of a test, which fails at its end
 * when a block was not given back. From then on arenas give each piece a block.
 */
const struct assay_alloc *checked_mem(void);

#endif
