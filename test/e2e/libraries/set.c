/* Any member will do: the contract says so, and the reference judges. */
#include "set.h"
#include <stdlib.h>

struct set {
    int *a;
    size_t n;
};

struct set *set_new(void)
{
    return calloc(1, sizeof(struct set));
}

void set_free(struct set *s)
{
    free(s->a);
    free(s);
}

bool set_contains(const struct set *s, int x)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->a[i] == x)
            return true;
    return false;
}

void set_add(struct set *s, int x)
{
    if (set_contains(s, x))
        return;
    s->a = realloc(s->a, (s->n + 1) * sizeof(int));
    s->a[s->n++] = x;
}

void set_remove(struct set *s, int x)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->a[i] == x) {
            s->a[i] = s->a[--s->n];
            return;
        }
}

size_t set_size(const struct set *s)
{
    return s->n;
}

#ifndef REFERENCE
int set_choose(const struct set *s)
{
#ifdef BUG
    if (s->n > 2)
        return s->a[0] ^ 1;
#endif
    return s->a[s->n - 1];
}
#endif
