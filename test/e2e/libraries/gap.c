/* Delete takes a character out; it is not the end of the buffer. */
#include "gap.h"
#include <stdlib.h>
#include <string.h>

struct GapBuffer {
    char *b;
    size_t s, e, cap;
};

GapBuffer *gapCreate(const char *t)
{
    size_t n = strlen(t);
    GapBuffer *g = calloc(1, sizeof *g);
    g->cap = n + 4;
    g->b = malloc(g->cap);
    g->s = 0;
    g->e = 4;
    memcpy(g->b + 4, t, n);
    return g;
}

void gapDestroy(GapBuffer *g)
{
    free(g->b);
    free(g);
}

static void grow(GapBuffer *g, size_t need)
{
    if (g->e - g->s >= need)
        return;
    size_t tail = g->cap - g->e, cap = g->cap * 2 + need;
    char *b = malloc(cap);
    memcpy(b, g->b, g->s);
    memcpy(b + cap - tail, g->b + g->e, tail);
    free(g->b);
    g->b = b;
    g->e = cap - tail;
    g->cap = cap;
}

void gapMove(GapBuffer *g, ssize_t d)
{
    while (d < 0 && g->s > 0) {
        g->b[--g->e] = g->b[--g->s];
        d++;
    }
    while (d > 0 && g->e < g->cap) {
        g->b[g->s++] = g->b[g->e++];
        d--;
    }
}

void gapInsert(GapBuffer *g, char c)
{
    grow(g, 1);
    g->b[g->s++] = c;
}

size_t gapInsertText(GapBuffer *g, const char *t, size_t n)
{
    grow(g, n);
    memcpy(g->b + g->s, t, n);
#ifdef BUG
    g->s += n > 5 ? 5 : n;
#else
    g->s += n;
#endif
    return n;
}

int gapDelete(GapBuffer *g)
{
    if (g->s == 0)
        return -1;
    g->s--;
    return 0;
}

size_t gapLength(const GapBuffer *g)
{
    return g->s + g->cap - g->e;
}

size_t gapCursor(const GapBuffer *g)
{
    return g->s;
}

char *gapToString(const GapBuffer *g)
{
    char *r = malloc(gapLength(g) + 1);
    memcpy(r, g->b, g->s);
    memcpy(r + g->s, g->b + g->e, g->cap - g->e);
    r[gapLength(g)] = 0;
    return r;
}

size_t gapCopy(const GapBuffer *g, char *o, size_t n)
{
    char *s = gapToString(g);
    size_t l = gapLength(g);
    if (n) {
        size_t k = l < n - 1 ? l : n - 1;
        memcpy(o, s, k);
        o[k] = 0;
    }
    free(s);
    return l;
}
