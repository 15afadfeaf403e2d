/*
 * A map from strings to integers that remembers the order in which keys came. Keys are
 * copied. A map is the caller's to free. Out of memory ends the program.
 */
#ifndef HASHMAP_H
#define HASHMAP_H

#include <stdbool.h>
#include <stddef.h>

struct hashmap;
/* Returns whether to go on. */
typedef bool hashmap_visit_fn(const char *key, int value, void *context);

struct hashmap *hashmap_new(void);
size_t hashmap_size(const struct hashmap *m);
/* The value of the key, until the map is changed; NULL when there is none. */
int *hashmap_find(const struct hashmap *m, const char *key);
/* Sets the value of a key; true when the key is new. */
bool hashmap_put(struct hashmap *m, const char *key, int value);
/* False when it was not there. */
bool hashmap_remove(struct hashmap *m, const char *key);
/* Visits the keys, in the order in which they were put, until told to stop. Gives how
 * many were visited. The map must not be changed meanwhile. */
size_t hashmap_each(const struct hashmap *m, hashmap_visit_fn *visit, void *context);
void hashmap_free(struct hashmap *m);

#endif
