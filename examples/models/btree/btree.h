/*
 * A sorted map from integers to integers as a B-tree of small nodes. One pass down the
 * tree is enough: full nodes are split on the way of an insertion, and nodes with the
 * fewest keys allowed are given another one on the way of a removal.
 *
 * -DBUG=n puts a bug in; the file `bugs` tells which.
 */
#ifndef BTREE_H
#define BTREE_H

#include <stdbool.h>
#include <stddef.h>

struct btree;

/* NULL when there is no memory. */
struct btree *btree_new(void);
void btree_free(struct btree *t);

/* True when the key was not there; where it was, its value is changed. */
bool btree_insert(struct btree *t, int key, int value);
/* False when the key was not there. */
bool btree_remove(struct btree *t, int key);

bool btree_find(const struct btree *t, int key, int *ret_value);
/* The smallest key, and the smallest one above `key`; false when there is none. */
bool btree_min(const struct btree *t, int *ret_key);
bool btree_next(const struct btree *t, int key, int *ret_key);
size_t btree_count(const struct btree *t);

#endif
