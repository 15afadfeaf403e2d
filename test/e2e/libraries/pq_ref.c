#include "pq.h"
#include <stdlib.h>

struct pq_item {
    int key;
    void *data;
    size_t at;
};

struct pq {
    pq_item **a;
    size_t n;
};

pq *pq_new(void)
{
    return calloc(1, sizeof(pq));
}

void pq_free(pq *q)
{
    for (size_t i = 0; i < q->n; i++)
        free(q->a[i]);
    free(q->a);
    free(q);
}

static void sw(pq *q, size_t i, size_t j)
{
    pq_item *t = q->a[i];
    q->a[i] = q->a[j];
    q->a[j] = t;
    q->a[i]->at = i;
    q->a[j]->at = j;
}

static void up(pq *q, size_t i)
{
    while (i && q->a[(i - 1) / 2]->key > q->a[i]->key) {
        sw(q, i, (i - 1) / 2);
        i = (i - 1) / 2;
    }
}

static void down(pq *q, size_t i)
{
    for (;;) {
        size_t m = i, l = 2 * i + 1, r = l + 1;
        if (l < q->n && q->a[l]->key < q->a[m]->key)
            m = l;
        if (r < q->n && q->a[r]->key < q->a[m]->key)
            m = r;
        if (m == i)
            return;
        sw(q, i, m);
        i = m;
    }
}

pq_item *pq_insert(pq *q, int key, void *data)
{
    q->a = realloc(q->a, (q->n + 1) * sizeof *q->a);
    pq_item *it = malloc(sizeof *it);
    it->key = key;
    it->data = data;
    it->at = q->n;
    q->a[q->n++] = it;
    up(q, it->at);
    return it;
}

void pq_decrease(pq *q, pq_item *it, int k)
{
    if (k > it->key)
        return;
    it->key = k;
    up(q, it->at);
}

static void rm(pq *q, size_t i)
{
    pq_item *it = q->a[i];
    q->n--;
    if (i < q->n) {
        q->a[i] = q->a[q->n];
        q->a[i]->at = i;
        down(q, i);
        up(q, i);
    }
    free(it);
}

bool pq_pop_min(pq *q, int *k)
{
    if (!q->n)
        return false;
    *k = q->a[0]->key;
    rm(q, 0);
    return true;
}

void pq_delete(pq *q, pq_item *it)
{
    rm(q, it->at);
}

size_t pq_count(const pq *q)
{
    return q->n;
}

int pq_peek(const pq *q, int f)
{
    return q->n ? q->a[0]->key : f;
}
