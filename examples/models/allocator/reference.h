/*
 * What is known of heaps and their blocks. Where a block lies is the allocator's choice:
 * the functions here are told and say what is wrong with it. The memory is the
 * scenario's.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "allocator.h"
#include <assay/model.h>

struct ref_block {
    struct ref_heap *heap; /* NULL: it ended with its heap */
    const char *start;
    size_t size;
    unsigned char byte; /* what it was filled with, */
    size_t filled;      /* this far */
    struct ref_block *next;
};

struct ref_heap {
    size_t size;
    struct ref_block *blocks;
};

/* ---- Heaps */

static inline struct ref_heap *ref_heap_new(size_t size)
{
    struct ref_heap *heap = assay_model_new(1, sizeof *heap);

    heap->size = size / HEAP_ALIGNMENT * HEAP_ALIGNMENT;
    return heap;
}

static inline void ref_heap_destroy(struct ref_heap *heap)
{
    for (struct ref_block *b = heap->blocks; b; b = b->next)
        b->heap = NULL;
}

/* ---- Blocks */

static inline struct ref_block *ref_block_new(struct ref_heap *heap, const char *start,
                                              size_t size)
{
    struct ref_block *b = assay_model_new(1, sizeof *b);

    *b = (struct ref_block){
        .heap = heap, .start = start, .size = size, .next = heap->blocks};
    heap->blocks = b;
    return b;
}

static inline void ref_free(struct ref_heap *heap, struct ref_block *block)
{
    struct ref_block **link = &heap->blocks;

    while (*link != block)
        link = &(*link)->next;
    *link = block->next;
    block->heap = NULL;
}

/* What is wrong with a block at this place, while those of the heap are there. */
static inline const char *ref_misplaced(const struct ref_heap *heap, const char *start,
                                        size_t size)
{
    if ((uintptr_t)start % HEAP_ALIGNMENT != 0)
        return "the block is not aligned";
    for (const struct ref_block *b = heap->blocks; b; b = b->next)
        if (start < b->start + b->size && b->start < start + size)
            return "the block overlaps another one";
    return NULL;
}

/* What a block of this size takes, with what comes on top. */
static inline size_t ref_cost(size_t size)
{
    size_t rounded = (size + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT;

    return HEAP_ALIGNMENT + (rounded > 0 ? rounded : HEAP_ALIGNMENT);
}

static inline const char *ref_alloc(struct ref_heap *heap, size_t size, void *answer,
                                    struct ref_block **ret_block)
{
    const char *wrong;

    if (!answer) {
        *ret_block = NULL;
        return !heap->blocks && ref_cost(size) <= heap->size ? "an empty heap has no room"
                                                             : NULL;
    }
    wrong = ref_misplaced(heap, answer, size);
    *ret_block = ref_block_new(heap, answer, size);
    return wrong;
}

static inline const char *ref_realloc(struct ref_heap *heap, struct ref_block *block,
                                      size_t size, void *answer,
                                      struct ref_block **ret_block)
{
    const char *wrong;

    if (!answer) {
        *ret_block = NULL;
        return size <= block->size ? "a block cannot be made smaller" : NULL;
    }
    ref_free(heap, block);
    wrong = ref_misplaced(heap, answer, size);
    *ret_block = ref_block_new(heap, answer, size);
    (*ret_block)->byte = block->byte;
    (*ret_block)->filled = block->filled < size ? block->filled : size;
    return wrong;
}

static inline const char *ref_usable(struct ref_block *block, size_t answer)
{
    if (answer < block->size)
        return "less than was asked for";
    for (const struct ref_block *b = block->heap->blocks; b; b = b->next)
        if (b->start > block->start && block->start + answer > b->start)
            return "another block is in what may be used";
    return NULL;
}

/* ---- What is in them: for memset() and byte_at() */

static inline void *ref_fill(struct ref_block *block, int byte, size_t size)
{
    block->byte = (unsigned char)byte;
    block->filled = size;
    return block;
}

static inline unsigned char ref_byte_at(const struct ref_block *block, size_t at)
{
    (void)at;
    return block->byte;
}

#endif
