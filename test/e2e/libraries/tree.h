#ifndef TREE_H
#define TREE_H
#include <stddef.h>
struct tree;
struct tree_iter;
struct tree *tree_new(void);
void tree_free(struct tree *t);
int tree_insert(struct tree *t, int key);
int tree_remove(struct tree *t, int key);
int tree_contains(const struct tree *t, int key);
int tree_min(const struct tree *t, int *out);
size_t tree_count(const struct tree *t);
struct tree_iter *tree_iter_new(struct tree *t);
int tree_iter_next(struct tree_iter *it, int *key);
void tree_iter_free(struct tree_iter *it);
void tree_foreach(const struct tree *t, void (*fn)(int key, void *arg), void *arg);
#endif
