/* uthash's macros as functions: a map from strings to integers. Memory is assumed to be
 * there. */
#ifndef UTHASH_MAP_H
#define UTHASH_MAP_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct entry {
    UT_hash_handle hh;
    int value;
    char key[16];
};

struct map {
    struct entry *entries;
};

static inline struct map *map_new(void)
{
    return calloc(1, sizeof(struct map));
}

static inline void map_clear(struct map *m)
{
    struct entry *e, *next;

    HASH_ITER(hh, m->entries, e, next)
    {
        HASH_DEL(m->entries, e);
        free(e);
    }
}

static inline void map_free(struct map *m)
{
    map_clear(m);
    free(m);
}

static inline struct entry *map_find(struct map *m, const char *key)
{
    struct entry *e;

    HASH_FIND_STR(m->entries, key, e);
    return e;
}

/* The key is not there yet. */
static inline struct entry *map_new_entry(const char *key, int value)
{
    struct entry *e = calloc(1, sizeof *e);

    strcpy(e->key, key);
    e->value = value;
    return e;
}

/* True when the key is new; a new entry is the last one. */
static inline bool map_put(struct map *m, const char *key, int value)
{
    struct entry *e = map_find(m, key);

    if (e) {
        e->value = value;
        return false;
    }
    e = map_new_entry(key, value);
    HASH_ADD_STR(m->entries, key, e);
    return true;
}

/* The same with a new entry instead of the old one, in its place in the hash table but at
 * the end of the order. */
static inline void map_replace(struct map *m, const char *key, int value)
{
    struct entry *e = map_new_entry(key, value), *old = NULL;

    HASH_REPLACE_STR(m->entries, key, e, old);
    free(old);
}

static inline bool map_get(struct map *m, const char *key, int *ret_value)
{
    const struct entry *e = map_find(m, key);

    if (e)
        *ret_value = e->value;
    return e != NULL;
}

static inline bool map_delete(struct map *m, const char *key)
{
    struct entry *e = map_find(m, key);

    if (!e)
        return false;
    HASH_DEL(m->entries, e);
    free(e);
    return true;
}

static inline unsigned map_count(const struct map *m)
{
    return HASH_COUNT(m->entries);
}

static inline int by_key(const struct entry *a, const struct entry *b)
{
    return strcmp(a->key, b->key);
}

static inline void map_sort(struct map *m)
{
    HASH_SORT(m->entries, by_key);
}

/* Values in the order of the entries; says how many. */
static inline size_t map_values(const struct map *m, int *values, size_t room)
{
    size_t n = 0;

    for (const struct entry *e = m->entries; e && n < room; e = e->hh.next)
        values[n++] = e->value;
    return n;
}

#endif
