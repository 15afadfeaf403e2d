/* Bytes through void pointers, read and written. */
#include "bb.h"
#include <stdlib.h>
#include <string.h>

struct bytebuf {
    uint8_t *p;
    size_t r, w, cap;
};

bytebuf_t *bb_create(size_t c)
{
    bytebuf_t *b = calloc(1, sizeof *b);
    b->cap = c ? c : 1;
    b->p = malloc(b->cap);
    return b;
}

void bb_destroy(bytebuf_t *b)
{
    if (b) {
        free(b->p);
        free(b);
    }
}

static void grow(bytebuf_t *b, size_t need)
{
    while (b->cap < b->w + need)
        b->cap *= 2;
    b->p = realloc(b->p, b->cap);
}

size_t bb_write(bytebuf_t *b, const void *d, size_t n)
{
    grow(b, n);
    memcpy(b->p + b->w, d, n);
    b->w += n;
    return n;
}

size_t bb_read(bytebuf_t *b, void *d, size_t n)
{
    size_t a = b->w - b->r;
    if (n > a)
        n = a;
    memcpy(d, b->p + b->r, n);
    b->r += n;
    if (b->r == b->w)
        b->r = b->w = 0;
    else if (b->r > 4) {
#ifdef BUG
        memmove(b->p, b->p + b->r, b->w - b->r - 1);
#else
        memmove(b->p, b->p + b->r, b->w - b->r);
#endif
        b->w -= b->r;
        b->r = 0;
    }
    return n;
}

ssize_t bb_peek(const bytebuf_t *b, uint8_t *d, size_t n)
{
    size_t a = b->w - b->r;
    if (n > a)
        n = a;
    memcpy(d, b->p + b->r, n);
    return (ssize_t)n;
}

size_t bb_available(const bytebuf_t *b)
{
    return b->w - b->r;
}

void bb_clear(bytebuf_t *b)
{
    b->r = b->w = 0;
}

int bb_puts(bytebuf_t *b, const char *s)
{
    return (int)bb_write(b, s, strlen(s));
}
