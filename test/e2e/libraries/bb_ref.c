#include "bb.h"
#include <stdlib.h>
#include <string.h>

struct bytebuf {
    uint8_t p[100000];
    size_t n;
};

bytebuf_t *bb_create(size_t c)
{
    (void)c;
    return calloc(1, sizeof(bytebuf_t));
}

void bb_destroy(bytebuf_t *b)
{
    free(b);
}

size_t bb_write(bytebuf_t *b, const void *d, size_t n)
{
    memcpy(b->p + b->n, d, n);
    b->n += n;
    return n;
}

size_t bb_read(bytebuf_t *b, void *d, size_t n)
{
    if (n > b->n)
        n = b->n;
    memcpy(d, b->p, n);
    memmove(b->p, b->p + n, b->n - n);
    b->n -= n;
    return n;
}

ssize_t bb_peek(const bytebuf_t *b, uint8_t *d, size_t n)
{
    if (n > b->n)
        n = b->n;
    memcpy(d, b->p, n);
    return (ssize_t)n;
}

size_t bb_available(const bytebuf_t *b)
{
    return b->n;
}

void bb_clear(bytebuf_t *b)
{
    b->n = 0;
}

int bb_puts(bytebuf_t *b, const char *s)
{
    return (int)bb_write(b, s, strlen(s));
}
