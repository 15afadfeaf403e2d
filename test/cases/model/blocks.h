/* A library that allocates: blocks, which belong to their pool. */
#include <stddef.h>
struct pool;
struct pool *pool_new(size_t size);
void pool_destroy(struct pool *p);
void *pool_alloc(struct pool *p, size_t n);
void *pool_realloc(struct pool *p, void *block, size_t n);
void pool_free(struct pool *p, void *block);
void pool_set(void *to, size_t n);
void pool_each(struct pool *p, void (*visit)(void *, void *), void *context);
size_t pool_size(const void *block, int x);
