#ifndef HEAP_H
#define HEAP_H
#include <stdbool.h>
#include <stddef.h>
typedef struct heap heap;
typedef int (*heap_cmp)(const void *a, const void *b);
heap *heap_new(heap_cmp cmp);
void heap_free(heap *h);
void heap_push(heap *h, void *item);
void *heap_pop(heap *h);
void *heap_peek(const heap *h);
size_t heap_size(const heap *h);
void heap_each(const heap *h, void (*fn)(void *item, void *ctx), void *ctx);
#endif
