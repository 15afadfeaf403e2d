/* What a tree is made of, for btree.c and for who checks that it is well formed. */
#ifndef BTREE_INSIDE_H
#define BTREE_INSIDE_H

#include "btree.h"

enum {
    BTREE_DEGREE = 2,                 /* children of an inner node at least */
    BTREE_FEWEST = BTREE_DEGREE - 1,  /* keys of a node that is not the root */
    BTREE_MOST = 2 * BTREE_DEGREE - 1 /* keys of any node */
};

struct btree_node {
    int n; /* keys; an inner node has one more children than that */
    bool leaf;
    int keys[BTREE_MOST], values[BTREE_MOST];
    struct btree_node *children[BTREE_MOST + 1];
};

struct btree {
    struct btree_node *root; /* never NULL */
    size_t count;
};

#endif
