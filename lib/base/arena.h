/*
 * An arena: memory given out piece by piece and taken back all at once. Pieces are
 * zeroed. assay_arena_reset keeps the largest block, so a loop that resets settles to no
 * calls of the allocator at all.
 */
#ifndef ASSAY_BASE_ARENA_H
#define ASSAY_BASE_ARENA_H

#include "base/mem.h"
#include <stdarg.h>
#include <stdbool.h>
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

/*@ predicate Arena(struct assay_arena *a) =
      \valid(a) && Libc(a->mem) && a->used <= a->max <= SIZE_MAX / 2;

    // Memory that the arena gave out, in the newest block before its free part.
    predicate Piece(struct assay_arena *a, char *at, integer size) =
      \valid(at + (0 .. size - 1)) && at + size <= a->next <= a->end;

    predicate Zeroed(char *at, integer size) =
      \forall integer i; 0 <= i < size ==> at[i] == 0;
*/

/*
 * A program of tests may define it, as true: each piece is then a block of its own, so
 * that an allocator which fails, or looks behind its blocks, does that with pieces.
 */
extern bool assay_arena_apart __attribute__((weak));

/* `mem` may be NULL (libc). `max` 0 means 1 GiB. Allocates nothing yet. */
/*@ requires \valid(a) && Libc(mem);
    assigns *a;
    ensures Arena(a) && a->mem == mem && a->used == 0 && a->fence == 0;
    ensures a->blocks == \null && a->next == \null && a->end == \null;
    ensures a->max == (max == 0 ? 1 << 30 : \min(max, SIZE_MAX / 2));
*/
void assay_arena_init(struct assay_arena *a, const struct assay_alloc *mem, size_t max);
/* In a program with AddressSanitizer: from now on what lies behind a piece is out of
 * bounds, as it is behind a block of malloc's, and so is everything after a reset.
 * Elsewhere nothing. */
/*@ requires \valid(a);
    assigns a->fence;
*/
void assay_arena_fence(struct assay_arena *a);
/*@ requires Arena(a);
    ensures Arena(a) && a->blocks == \null && a->used == 0 && a->next == a->end;
    ensures a->mem == \old(a->mem) && a->max == \old(a->max);
*/
void assay_arena_done(struct assay_arena *a);
/*@ requires Arena(a);
    ensures Arena(a) && a->used <= \old(a->used);
    ensures a->blocks == \null <==> \old(a->blocks) == \null;
    ensures a->mem == \old(a->mem) && a->max == \old(a->max);
*/
void assay_arena_reset(struct assay_arena *a);

/* Aligned for any type; NULL when out of memory or past the maximum. Zero bytes give a
 * valid, unique pointer. */
/*@ requires Arena(a);
    ensures Arena(a) && a->used >= \old(a->used);
    ensures \result != \null ==> Piece(a, (char *)\result, \max(1, count * size)) &&
      Zeroed((char *)\result, count * size) && (uintptr_t)\result % 16 == 0;
    ensures count * size > a->max ==> \result == \null;
*/
void *assay_arena_new(struct assay_arena *a, size_t count, size_t size);
/* A NUL-terminated copy; NULL on failure. */
/*@ requires Arena(a) && \valid_read(bytes + (0 .. len - 1));
    ensures Arena(a) && a->used >= \old(a->used);
    ensures \result != \null ==> Piece(a, \result, len + 1) && \result[len] == 0 &&
      SameBytes{Old, Post}(bytes, \result, len);
*/
char *assay_arena_text(struct assay_arena *a, const char *bytes, size_t len);
/* A formatted text; NULL on failure. */
char *assay_arena_vprintf(struct assay_arena *a, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* The same, but "" on failure. */
const char *assay_arena_printf(struct assay_arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
