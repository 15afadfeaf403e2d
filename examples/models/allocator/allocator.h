/*
 * A memory allocator over a fixed piece of memory: the first free block that is large
 * enough is taken, and split. Each block costs 16 bytes on top of its size, which is
 * rounded up to a multiple of 16 and is at least that.
 *
 * -DBUG=n puts a bug in; the file `bugs` tells which.
 */
#ifndef ALLOCATOR_H
#define ALLOCATOR_H

#include <stddef.h>

enum { HEAP_ALIGNMENT = 16 };

struct heap;

/* A heap of `size` bytes, at least 32, rounded down to a multiple of 16. NULL when there
 * is no memory. */
struct heap *heap_new(size_t size);
/* Ends all of its blocks, too. */
void heap_destroy(struct heap *heap);

/* A block of at least `size` bytes, aligned; NULL when there is no room. */
void *heap_alloc(struct heap *heap, size_t size);
void heap_free(struct heap *heap, void *block);
/*
 * A block of another size with the same contents, as far as they fit, instead of the one
 * given. NULL when there is no room: the old block stays. Making it smaller always works.
 */
void *heap_realloc(struct heap *heap, void *block, size_t size);
/* How many bytes there are for use in a block. */
size_t heap_usable(const void *block);

#endif
