/* What is got from a pool is given back to it. */
#include "cpool.h"
#include <stdlib.h>

struct conn {
    struct cpool *p;
    int id, used;
};

struct cpool {
    int n, avail;
    struct conn *c;
};

struct cpool *cpool_create(int n)
{
    struct cpool *p = calloc(1, sizeof *p);
    p->n = p->avail = n;
    p->c = calloc((size_t)n + 1, sizeof *p->c);
    for (int i = 0; i < n; i++) {
        p->c[i].p = p;
        p->c[i].id = i;
    }
    return p;
}

void cpool_destroy(struct cpool *p)
{
    free(p->c);
    free(p);
}

struct conn *cpool_get(struct cpool *p)
{
    for (int i = 0; i < p->n; i++)
        if (!p->c[i].used) {
            p->c[i].used = 1;
            p->avail--;
            return &p->c[i];
        }
    return 0;
}

void conn_release(struct conn *c)
{
    c->used = 0;
#ifdef BUG
    if (c->id != 1)
#endif
        c->p->avail++;
}

int conn_id(const struct conn *c)
{
    return c->id;
}

int cpool_available(const struct cpool *p)
{
    return p->avail;
}
