/*
 * An array of numbers that grows: for the test and the programs it prints. Its allocator
 * checks that it is told the right sizes, moves whatever it resizes, and has only so
 * much memory.
 */
#include "base/mem.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct array {
    int *at;
    size_t cap, count;
    size_t max;          /* elements at most */
    size_t held, memory; /* bytes: of the block, at most */
    struct assay_alloc alloc;
};

static inline void *array_resize(void *ctx, void *ptr, size_t old, size_t now)
{
    struct array *a = ctx;
    void *moved = now > 0 && now <= a->memory ? malloc(now) : NULL;

    assert(old == a->held && !ptr == !old);
    if (now > 0 && !moved)
        return NULL;
    if (moved && ptr)
        memcpy(moved, ptr, old < now ? old : now);
    free(ptr);
    a->held = now;
    return moved;
}

static inline struct array *array_new(size_t max, size_t memory)
{
    struct array *a = calloc(1, sizeof *a);

    a->max = max;
    a->memory = memory;
    a->alloc = (struct assay_alloc){array_resize, a};
    return a;
}

static inline enum assay_status array_grow(struct array *a, size_t need)
{
    void *at = a->at;
    enum assay_status status =
        assay_mem_grow(&a->alloc, &at, &a->cap, need, sizeof *a->at, a->max);

    a->at = at;
    return status;
}

static inline enum assay_status array_add(struct array *a, int x)
{
    enum assay_status status = array_grow(a, a->count + 1);

    if (status == ASSAY_OK)
        a->at[a->count++] = x;
    return status;
}

static inline void array_free(struct array *a)
{
    assay_mem_free(&a->alloc, a->at, a->cap * sizeof *a->at);
    assert(a->held == 0);
    free(a);
}
