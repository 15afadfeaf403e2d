#include "lru.h"
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

enum { BUCKETS = 4 };

struct entry {
    int key, value;
    struct entry *newer, *older; /* by use */
    struct entry *next;          /* in the bucket, or among the spare ones */
};

struct lru {
    size_t capacity, size;
    struct entry *newest, *oldest;
    struct entry *buckets[BUCKETS];
    struct entry *spare;
    struct entry entries[];
};

static struct entry **bucket(struct lru *c, int key)
{
    return &c->buckets[(unsigned)key % BUCKETS];
}

static struct entry *find(const struct lru *c, int key)
{
    struct entry *e = c->buckets[(unsigned)key % BUCKETS];

    while (e && e->key != key)
        e = e->next;
    return e;
}

/* ---- The order of use */

static void take_out(struct lru *c, struct entry *e)
{
    if (e->newer)
        e->newer->older = e->older;
    else
        c->newest = e->older;
    if (e->older)
        e->older->newer = e->newer;
#if BUG != 3
    else
        c->oldest = e->newer;
#endif
}

static void put_first(struct lru *c, struct entry *e)
{
    e->newer = NULL;
    e->older = c->newest;
    if (c->newest)
        c->newest->newer = e;
    else
        c->oldest = e;
    c->newest = e;
}

static void use(struct lru *c, struct entry *e)
{
    take_out(c, e);
    put_first(c, e);
}

/* ---- Entries */

static void drop(struct lru *c, struct entry *e)
{
    struct entry **link = bucket(c, e->key);

#if BUG != 5
    while (*link != e)
        link = &(*link)->next;
#endif
    *link = e->next;
    take_out(c, e);
    e->next = c->spare;
    c->spare = e;
    c->size--;
}

static void add(struct lru *c, int key, int value)
{
    struct entry *e = c->spare;
    struct entry **link = bucket(c, key);

    c->spare = e->next;
    e->key = key;
    e->value = value;
    e->next = *link;
    *link = e;
    put_first(c, e);
    c->size++;
}

struct lru *lru_new(size_t capacity)
{
    struct lru *c = calloc(1, sizeof *c + capacity * sizeof *c->entries);

    if (!c)
        return NULL;
    c->capacity = capacity;
    for (size_t i = 0; i < capacity; i++) {
        c->entries[i].next = c->spare;
        c->spare = &c->entries[i];
    }
    return c;
}

void lru_free(struct lru *c)
{
    free(c);
}

bool lru_put(struct lru *c, int key, int value, int *ret_evicted)
{
    struct entry *e = find(c, key);
    bool full = c->size == c->capacity;

#if BUG == 2
    if (e && !full) {
#else
    if (e) {
#endif
        e->value = value;
        use(c, e);
        return false;
    }
    if (full) {
        *ret_evicted = c->oldest->key;
        drop(c, c->oldest);
    }
    add(c, key, value);
    return full;
}

bool lru_get(struct lru *c, int key, int *ret_value)
{
    struct entry *e = find(c, key);

    if (!e)
        return false;
#if BUG != 1
    use(c, e);
#endif
    *ret_value = e->value;
    return true;
}

bool lru_contains(const struct lru *c, int key)
{
    return find(c, key) != NULL;
}

bool lru_remove(struct lru *c, int key)
{
    struct entry *e = find(c, key);

    if (!e)
        return false;
    drop(c, e);
#if BUG == 4
    c->size++;
#endif
    return true;
}

size_t lru_size(const struct lru *c)
{
    return c->size;
}

size_t lru_keys(const struct lru *c, int *keys, size_t room)
{
    size_t n = 0;

    for (const struct entry *e = c->newest; e && n < room; e = e->older)
        keys[n++] = e->key;
    return n;
}

void lru_each(const struct lru *c, bool (*visit)(int key, int value, void *ctx),
              void *ctx)
{
    for (const struct entry *e = c->newest; e; e = e->older)
        if (!visit(e->key, e->value, ctx))
            return;
}
