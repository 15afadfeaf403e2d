#include "tree.h"
#include <stdlib.h>
#include <string.h>

struct tree {
    int a[1000];
    size_t n;
};

struct tree_iter {
    struct tree *t;
    int last, started;
};

struct tree *tree_new(void)
{
    return calloc(1, sizeof(struct tree));
}

void tree_free(struct tree *t)
{
    free(t);
}

static size_t lb(const struct tree *t, int k)
{
    size_t i = 0;
    while (i < t->n && t->a[i] < k)
        i++;
    return i;
}

int tree_contains(const struct tree *t, int k)
{
    size_t i = lb(t, k);
    return i < t->n && t->a[i] == k;
}

int tree_insert(struct tree *t, int k)
{
    size_t i = lb(t, k);
    if (i < t->n && t->a[i] == k)
        return 0;
    memmove(t->a + i + 1, t->a + i, (t->n - i) * sizeof(int));
    t->a[i] = k;
    t->n++;
    return 1;
}

int tree_remove(struct tree *t, int k)
{
    size_t i = lb(t, k);
    if (!(i < t->n && t->a[i] == k))
        return 0;
    t->n--;
    memmove(t->a + i, t->a + i + 1, (t->n - i) * sizeof(int));
    return 1;
}

int tree_min(const struct tree *t, int *o)
{
    if (!t->n)
        return 0;
    *o = t->a[0];
    return 1;
}

size_t tree_count(const struct tree *t)
{
    return t->n;
}

struct tree_iter *tree_iter_new(struct tree *t)
{
    struct tree_iter *i = calloc(1, sizeof *i);
    i->t = t;
    return i;
}

int tree_iter_next(struct tree_iter *it, int *key)
{
    for (size_t i = 0; i < it->t->n; i++)
        if (!it->started || it->t->a[i] > it->last) {
            it->started = 1;
            *key = it->last = it->t->a[i];
            return 1;
        }
    return 0;
}

void tree_iter_free(struct tree_iter *it)
{
    free(it);
}

void tree_foreach(const struct tree *t, void (*fn)(int key, void *arg), void *arg)
{
    for (size_t i = 0; i < t->n; i++)
        fn(t->a[i], arg);
}
