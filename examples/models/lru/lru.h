/*
 * A cache of a fixed number of integers by key: the entry that was not used for longest
 * makes room for a new one. A hash table finds entries, a list has them in the order of
 * their use, and both live in one block of memory.
 *
 * -DBUG=n puts a bug in; the file `bugs` tells which.
 */
#ifndef LRU_H
#define LRU_H

#include <stdbool.h>
#include <stddef.h>

struct lru;

/* A capacity of at least 1. NULL when there is no memory. */
struct lru *lru_new(size_t capacity);
void lru_free(struct lru *c);

/* Puts an entry in, or changes its value, and uses it. True when another one had to go,
 * whose key is given then. */
bool lru_put(struct lru *c, int key, int value, int *ret_evicted);
/* Uses an entry and gives its value; false when there is none. */
bool lru_get(struct lru *c, int key, int *ret_value);
/* The same question, but the entry is not used. */
bool lru_contains(const struct lru *c, int key);
/* False when there is no such entry. */
bool lru_remove(struct lru *c, int key);

size_t lru_size(const struct lru *c);
/* The keys, the last one used first, as many as there is room for; says how many. */
size_t lru_keys(const struct lru *c, int *keys, size_t room);
/* Visits the entries in the same order, as long as it is told to go on. */
void lru_each(const struct lru *c, bool (*visit)(int key, int value, void *ctx),
              void *ctx);

#endif
