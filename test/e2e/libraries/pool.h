#include <stddef.h>
struct pool;
struct pool *pool_create(size_t block, size_t count);
void *pool_alloc(struct pool *p);
void pool_release(struct pool *p, void *b);
size_t pool_free_count(const struct pool *p);
void pool_destroy(struct pool *p);
