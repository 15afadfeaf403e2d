/* A container of void pointers that keeps a comparison. */
#include "heap.h"
#include <stdlib.h>

struct heap {
    void **a;
    size_t n;
    heap_cmp cmp;
};

heap *heap_new(heap_cmp c)
{
    heap *h = calloc(1, sizeof *h);
    h->cmp = c;
    return h;
}

void heap_free(heap *h)
{
    free(h->a);
    free(h);
}

void heap_push(heap *h, void *x)
{
    h->a = realloc(h->a, (h->n + 1) * sizeof *h->a);
    size_t i = h->n++;
    while (i && h->cmp(x, h->a[(i - 1) / 2]) < 0) {
        h->a[i] = h->a[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->a[i] = x;
}

void *heap_pop(heap *h)
{
    if (!h->n)
        return NULL;
    void *r = h->a[0], *x = h->a[--h->n];
    size_t i = 0;
    for (;;) {
        size_t c = 2 * i + 1;
        if (c >= h->n)
            break;
#ifdef BUG
        if (c + 2 < h->n && h->cmp(h->a[c + 1], h->a[c]) < 0)
            c++;
#else
        if (c + 1 < h->n && h->cmp(h->a[c + 1], h->a[c]) < 0)
            c++;
#endif
        if (h->cmp(x, h->a[c]) <= 0)
            break;
        h->a[i] = h->a[c];
        i = c;
    }
    if (h->n)
        h->a[i] = x;
    return r;
}

void *heap_peek(const heap *h)
{
    return h->n ? h->a[0] : NULL;
}

size_t heap_size(const heap *h)
{
    return h->n;
}

void heap_each(const heap *h, void (*fn)(void *, void *), void *ctx)
{
    for (size_t i = 0; i < h->n; i++)
        fn(h->a[i], ctx);
}
