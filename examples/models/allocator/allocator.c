/* The blocks of a heap lie one after the other, each behind a header that knows its size.
 * Two free blocks never lie side by side. */
#include "allocator.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

struct header {
    size_t size; /* of the block behind it */
    size_t used; /* 0 or 1 */
};

struct heap {
    struct header *end; /* where one more header would be */
    size_t size;        /* in bytes */
    struct header first[];
};

_Static_assert(sizeof(struct header) == HEAP_ALIGNMENT &&
                   sizeof(struct heap) % HEAP_ALIGNMENT == 0,
               "what is behind a header is not aligned");

static size_t round_up(size_t size)
{
#if BUG == 1
    return size < HEAP_ALIGNMENT ? HEAP_ALIGNMENT : size;
#else
    return size == 0 ? HEAP_ALIGNMENT
                     : (size + HEAP_ALIGNMENT - 1) & -(size_t)HEAP_ALIGNMENT;
#endif
}

static struct header *after(struct header *h)
{
    return (struct header *)((char *)(h + 1) + h->size);
}

static struct header *header_of(void *block)
{
    return (struct header *)block - 1;
}

/* The free block behind this one, or NULL. */
static struct header *free_after(const struct heap *heap, struct header *h)
{
    struct header *next = after(h);

#if BUG == 2
    return next < heap->end ? next : NULL;
#else
    return next < heap->end && !next->used ? next : NULL;
#endif
}

static void swallow(struct header *h, const struct header *next)
{
    h->size += sizeof *next + next->size;
}

/* Leaves `size` bytes to the block and makes a free one of the rest, if there is enough
 * for that. */
static void split(const struct heap *heap, struct header *h, size_t size)
{
    size_t rest = h->size - size;
    struct header *behind;

    if (rest < sizeof *h + HEAP_ALIGNMENT)
        return;
    h->size = size;
    behind = after(h);
    *behind = (struct header){.size = rest - sizeof *h};
    h = free_after(heap, behind);
    if (h)
        swallow(behind, h);
}

struct heap *heap_new(size_t size)
{
    struct heap *heap;

    size &= -(size_t)HEAP_ALIGNMENT;
    heap = calloc(1, sizeof *heap + size);
    if (!heap)
        return NULL;
    heap->size = size;
    heap->first->size = size - sizeof *heap->first;
    heap->end = after(heap->first);
    return heap;
}

void heap_destroy(struct heap *heap)
{
    free(heap);
}

void *heap_alloc(struct heap *heap, size_t size)
{
    if (size > heap->size)
        return NULL;
    size = round_up(size);
    for (struct header *h = heap->first; h < heap->end; h = after(h)) {
        if (h->used || h->size < size)
            continue;
        h->used = 1;
        split(heap, h, size);
        return h + 1;
    }
    return NULL;
}

void heap_free(struct heap *heap, void *block)
{
    struct header *h = header_of(block), *next;

    h->used = 0;
    for (h = heap->first; h < heap->end; h = after(h))
        while (!h->used && (next = free_after(heap, h)) != NULL)
            swallow(h, next);
}

void *heap_realloc(struct heap *heap, void *block, size_t size)
{
    struct header *h = header_of(block), *next = free_after(heap, h);
    size_t old = h->size;
    void *moved;

    if (size > heap->size)
        return NULL;
    size = round_up(size);
    if (size > old && next && old + sizeof *next + next->size >= size)
        swallow(h, next);
    if (size <= h->size) {
        split(heap, h, size);
        return block;
    }
#if BUG == 3
    heap_free(heap, block);
    moved = heap_alloc(heap, size);
    if (moved)
        memmove(moved, block, old);
#else
    moved = heap_alloc(heap, size);
    if (moved) {
        memcpy(moved, block, old);
        heap_free(heap, block);
    }
#endif
    return moved;
}

size_t heap_usable(const void *block)
{
    return ((const struct header *)block - 1)->size;
}
