/* A search tree with iterators, which must not outlive it. */
#include "tree.h"
#include <stdlib.h>

struct node {
    int k;
    struct node *l, *r;
};

struct tree {
    struct node *root;
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

static void fr(struct node *n)
{
    if (n) {
        fr(n->l);
        fr(n->r);
        free(n);
    }
}

void tree_free(struct tree *t)
{
    fr(t->root);
    free(t);
}

int tree_insert(struct tree *t, int k)
{
    struct node **p = &t->root;
    while (*p) {
        if ((*p)->k == k)
            return 0;
        p = k < (*p)->k ? &(*p)->l : &(*p)->r;
    }
    *p = calloc(1, sizeof **p);
    (*p)->k = k;
    t->n++;
    return 1;
}

int tree_remove(struct tree *t, int k)
{
    struct node **p = &t->root;
    while (*p && (*p)->k != k)
        p = k < (*p)->k ? &(*p)->l : &(*p)->r;
    if (!*p)
        return 0;
    struct node *d = *p;
    if (!d->l)
        *p = d->r;
    else if (!d->r)
        *p = d->l;
    else {
        struct node **m = &d->r;
        while ((*m)->l)
            m = &(*m)->l;
        d->k = (*m)->k;
        struct node *x = *m;
#ifdef BUG
        *m = x->l;
#else
        *m = x->r;
#endif
        free(x);
        t->n--;
        return 1;
    }
    free(d);
    t->n--;
    return 1;
}

int tree_contains(const struct tree *t, int k)
{
    struct node *n = t->root;
    while (n && n->k != k)
        n = k < n->k ? n->l : n->r;
    return n != 0;
}

int tree_min(const struct tree *t, int *o)
{
    struct node *n = t->root;
    if (!n)
        return 0;
    while (n->l)
        n = n->l;
    *o = n->k;
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
    struct node *n = it->t->root, *b = 0;
    while (n) {
        if (!it->started || n->k > it->last) {
            b = n;
            n = n->l;
        } else
            n = n->r;
    }
    if (!b)
        return 0;
    it->started = 1;
    it->last = *key = b->k;
    return 1;
}

void tree_iter_free(struct tree_iter *it)
{
    free(it);
}

static void each(struct node *n, void (*fn)(int, void *), void *a)
{
    if (n) {
        each(n->l, fn, a);
        fn(n->k, a);
        each(n->r, fn, a);
    }
}

void tree_foreach(const struct tree *t, void (*fn)(int key, void *arg), void *arg)
{
    each(t->root, fn, arg);
}
