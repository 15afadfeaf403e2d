/*
 * The libc allocator and the one place where arrays grow. Only this file knows that a
 * NULL allocator means libc; the others pass it on.
 */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>

/* Elements of the first allocation: small arrays should not be resized at each append. */
#define FIRST_CAP 16

/*@ predicate Resized{K, L}(void *ptr, integer old, void *result, integer now) =
      result == \null ? \at(now == 0 ? !\freeable(ptr) : Owned(ptr, old), L)
      : now > 0 && \at(Owned(result, now), L) &&
        SameBytes{K, L}((char *)ptr, (char *)result, \min(old, now));
*/

/*@ requires Owned(ptr, old);
    assigns \nothing;
    ensures Resized{Old, Post}(ptr, old, \result, now);
*/
static void *libc_resize(void *ctx, void *ptr, size_t old, size_t now)
{
    (void)ctx;
    (void)old;
    if (now == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, now);
}

const struct assay_alloc assay_alloc_libc = {libc_resize, NULL};

/*@ requires Libc(mem) && Owned(ptr, old);
    assigns \nothing;
    ensures Resized{Old, Post}(ptr, old, \result, now);
*/
static void *resize(const struct assay_alloc *mem, void *ptr, size_t old, size_t now)
{
    if (!mem)
        mem = &assay_alloc_libc;
    return mem->resize(mem->ctx, ptr, old, now);
}

void *assay_mem_new(const struct assay_alloc *mem, size_t size)
{
    return resize(mem, NULL, 0, size);
}

void assay_mem_free(const struct assay_alloc *mem, void *ptr, size_t size)
{
    if (ptr)
        resize(mem, ptr, size, 0);
}

/*@ requires cap < need <= limit;
    assigns \nothing;
    ensures \result == \min(limit, \max(need, \max(2 * cap, FIRST_CAP)));
*/
static size_t next_cap(size_t cap, size_t need, size_t limit)
{
    size_t next = cap > limit / 2 ? limit : cap * 2;
    if (next < FIRST_CAP)
        next = limit < FIRST_CAP ? limit : FIRST_CAP;
    return next < need ? need : next;
}

enum assay_status assay_mem_grow(const struct assay_alloc *mem, void **at, size_t *cap,
                                 size_t need, size_t size, size_t max)
{
    /* No array of more elements has a size in bytes that fits a size_t. */
    size_t limit = max < SIZE_MAX / size ? max : SIZE_MAX / size;
    if (need <= *cap)
        return ASSAY_OK;
    if (need > limit)
        return ASSAY_TOO_LARGE;

    size_t now = next_cap(*cap, need, limit);
    void *moved = resize(mem, *at, *cap * size, now * size);
    if (!moved)
        return ASSAY_NO_MEMORY;
    *at = moved;
    *cap = now;
    return ASSAY_OK;
}
