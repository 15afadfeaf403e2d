/*
 * An arena: memory given out piece by piece and taken back all at once. Pieces are
 * zeroed. assay_arena_reset keeps the largest block, so a loop that resets settles to no
 * calls of the allocator at all.
 */
#ifndef ASSAY_BASE_ARENA_H
#define ASSAY_BASE_ARENA_H

#include <assay/status.h>
#include <stdarg.h>
#include <stdint.h>

struct assay_arena_block;

struct assay_arena {
    const struct assay_alloc *mem;
    struct assay_arena_block *blocks; /* newest first */
    char *next, *end;                 /* free part of the newest block */
    size_t used;                      /* bytes held by all blocks */
    size_t max;                       /* `used` never exceeds it */
    size_t fence;                     /* bytes behind each piece that must not be used */
};

/* `mem` may be NULL (libc). `max` 0 means 1 GiB. Allocates nothing yet. */
void assay_arena_init(struct assay_arena *a, const struct assay_alloc *mem, size_t max);
/* In a program with AddressSanitizer: from now on what lies behind a piece is out of
 * bounds, as it is behind a block of malloc's, and so is everything after a reset.
 * Elsewhere nothing. */
void assay_arena_fence(struct assay_arena *a);
void assay_arena_done(struct assay_arena *a);
void assay_arena_reset(struct assay_arena *a);

/* Zeroed memory for `count` objects of `size` bytes, aligned for any type; NULL when out
 * of memory or past the maximum. Zero bytes give a valid, unique pointer. */
void *assay_arena_new(struct assay_arena *a, size_t count, size_t size);
/* A NUL-terminated copy of `len` bytes; NULL on failure. */
char *assay_arena_text(struct assay_arena *a, const char *bytes, size_t len);
/* A formatted text; NULL on failure. */
char *assay_arena_vprintf(struct assay_arena *a, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
