#include "pool.h"
#include <stdlib.h>

struct pool {
    char *mem;
    void **fl;
    size_t n, cap;
};

struct pool *pool_create(size_t b, size_t c)
{
    struct pool *p = calloc(1, sizeof *p);
    if (b < 8)
        b = 8;
    p->mem = malloc(b * c + 1);
    p->fl = malloc((c + 1) * sizeof(void *));
    for (size_t i = 0; i < c; i++)
        p->fl[i] = p->mem + i * b;
    p->n = p->cap = c;
    return p;
}

void *pool_alloc(struct pool *p)
{
    return p->n ? p->fl[--p->n] : NULL;
}

void pool_release(struct pool *p, void *b)
{
    p->fl[p->n++] = b;
}

size_t pool_free_count(const struct pool *p)
{
    return p->n;
}

void pool_destroy(struct pool *p)
{
    free(p->mem);
    free(p->fl);
    free(p);
}
