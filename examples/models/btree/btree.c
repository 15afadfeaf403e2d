/* B-trees. Memory is assumed to be there for a split: a map that is half changed would be
 * of no use to its owner, so the process ends when it is not. */
#include "btree_inside.h"
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

typedef struct btree_node Node;

static Node *new_node(bool leaf)
{
    Node *x = calloc(1, sizeof *x);

    if (!x)
        abort();
    x->leaf = leaf;
    return x;
}

static void free_node(Node *x)
{
    if (!x->leaf)
        for (int i = 0; i <= x->n; i++)
            free_node(x->children[i]);
    free(x);
}

/* The first position whose key is not below `key`. */
static int position(const Node *x, int key)
{
    int i = 0;

    while (i < x->n && x->keys[i] < key)
        i++;
    return i;
}

static bool has_at(const Node *x, int i, int key)
{
    return i < x->n && x->keys[i] == key;
}

static int *find(const struct btree *t, int key)
{
    Node *x = t->root;

    for (;;) {
        int i = position(x, key);
        if (has_at(x, i, key))
            return &x->values[i];
        if (x->leaf)
            return NULL;
        x = x->children[i];
    }
}

/* ---- Keys with their values, and with the child to their right */

static void copy_entries(Node *to, int at, const Node *from, int first, int n)
{
    memmove(&to->keys[at], &from->keys[first], (size_t)n * sizeof *to->keys);
    memmove(&to->values[at], &from->values[first], (size_t)n * sizeof *to->values);
}

static void copy_children(Node *to, int at, const Node *from, int first, int n)
{
    memmove(&to->children[at], &from->children[first], (size_t)n * sizeof(Node *));
}

/* Makes room for an entry at `i` and for a child at `child`. */
static void open_gap(Node *x, int i, int child)
{
    copy_entries(x, i + 1, x, i, x->n - i);
    if (!x->leaf)
        copy_children(x, child + 1, x, child, x->n + 1 - child);
    x->n++;
}

static void close_gap(Node *x, int i, int child)
{
    copy_entries(x, i, x, i + 1, x->n - i - 1);
    if (!x->leaf)
        copy_children(x, child, x, child + 1, x->n - child);
    x->n--;
}

/* ---- Insertion */

/* Splits the full child at `i` of a node that is not full. */
static void split_child(Node *x, int i)
{
    Node *left = x->children[i], *right = new_node(left->leaf);

    right->n = BTREE_FEWEST;
    copy_entries(right, 0, left, BTREE_DEGREE, BTREE_FEWEST);
    if (!left->leaf)
        copy_children(right, 0, left, BTREE_DEGREE, BTREE_DEGREE);
    left->n = BTREE_FEWEST;
    open_gap(x, i, i + 1);
#if BUG == 1
    x->keys[i] = left->keys[BTREE_FEWEST];
#else
    copy_entries(x, i, left, BTREE_FEWEST, 1);
#endif
    x->children[i + 1] = right;
}

static void insert_new(Node *x, int key, int value)
{
    int i = position(x, key);

    while (!x->leaf) {
        if (x->children[i]->n == BTREE_MOST) {
            split_child(x, i);
            if (key > x->keys[i])
                i++;
        }
        x = x->children[i];
        i = position(x, key);
    }
    open_gap(x, i, 0);
    x->keys[i] = key;
    x->values[i] = value;
}

bool btree_insert(struct btree *t, int key, int value)
{
    int *there = find(t, key);

    if (there) {
        *there = value;
        return false;
    }
    if (t->root->n == BTREE_MOST) {
        Node *root = new_node(false);
        root->children[0] = t->root;
        t->root = root;
        split_child(root, 0);
    }
    insert_new(t->root, key, value);
    t->count++;
    return true;
}

/* ---- Removal */

/* Moves the last entry of the left sibling up and the one between them down. */
static void borrow_from_left(Node *x, int i)
{
    Node *child = x->children[i], *left = x->children[i - 1];

    open_gap(child, 0, 0);
    copy_entries(child, 0, x, i - 1, 1);
#if BUG == 4
    x->keys[i - 1] = left->keys[left->n - 1];
#else
    copy_entries(x, i - 1, left, left->n - 1, 1);
#endif
    child->children[0] = left->children[left->n];
    left->n--;
}

static void borrow_from_right(Node *x, int i)
{
    Node *child = x->children[i], *right = x->children[i + 1];

    copy_entries(child, child->n, x, i, 1);
#if BUG == 3
    child->children[child->n + 1] = right->children[1];
#else
    child->children[child->n + 1] = right->children[0];
#endif
    child->n++;
    copy_entries(x, i, right, 0, 1);
    close_gap(right, 0, 0);
}

/* Makes one node of the children at `i` and `i + 1` and the entry between them. */
static Node *merge(Node *x, int i)
{
    Node *left = x->children[i], *right = x->children[i + 1];

    copy_entries(left, left->n, x, i, 1);
    copy_entries(left, left->n + 1, right, 0, right->n);
    if (!left->leaf)
        copy_children(left, left->n + 1, right, 0, right->n + 1);
    left->n += right->n + 1;
    close_gap(x, i, i + 1);
#if BUG != 2
    free(right);
#endif
    return left;
}

/* The child at `i`, after it was seen to that an entry may be taken from it. */
static Node *ready_child(Node *x, int i)
{
    if (x->children[i]->n > BTREE_FEWEST)
        return x->children[i];
    if (i > 0 && x->children[i - 1]->n > BTREE_FEWEST)
        borrow_from_left(x, i);
    else if (i < x->n && x->children[i + 1]->n > BTREE_FEWEST)
        borrow_from_right(x, i);
    else
        return merge(x, i < x->n ? i : i - 1);
    return x->children[i];
}

static void remove_key(Node *x, int key);

/* The entry at `i` of an inner node makes place for its neighbour from below. */
static void remove_inner(Node *x, int i)
{
    Node *left = x->children[i], *right = x->children[i + 1], *leaf;
    int key = x->keys[i];

    if (left->n > BTREE_FEWEST) {
        for (leaf = left; !leaf->leaf; leaf = leaf->children[leaf->n])
            ;
        copy_entries(x, i, leaf, leaf->n - 1, 1);
        remove_key(left, x->keys[i]);
    } else if (right->n > BTREE_FEWEST) {
        for (leaf = right; !leaf->leaf; leaf = leaf->children[0])
            ;
        copy_entries(x, i, leaf, 0, 1);
        remove_key(right, x->keys[i]);
    } else {
        remove_key(merge(x, i), key);
    }
}

/* The key is there, and the node has more keys than it must, or is the root. */
static void remove_key(Node *x, int key)
{
    for (;;) {
        int i = position(x, key);
        if (has_at(x, i, key)) {
            if (x->leaf)
                close_gap(x, i, 0);
            else
                remove_inner(x, i);
            return;
        }
        x = ready_child(x, i);
    }
}

bool btree_remove(struct btree *t, int key)
{
    Node *root = t->root;

    if (!find(t, key))
        return false;
    remove_key(root, key);
    if (root->n == 0 && !root->leaf) {
        t->root = root->children[0];
        free(root);
    }
    t->count--;
    return true;
}

/* ---- The rest */

struct btree *btree_new(void)
{
    struct btree *t = calloc(1, sizeof *t);

    if (t)
        t->root = new_node(true);
    return t;
}

void btree_free(struct btree *t)
{
    if (!t)
        return;
    free_node(t->root);
    free(t);
}

bool btree_find(const struct btree *t, int key, int *ret_value)
{
    const int *value = find(t, key);

    if (!value)
        return false;
    *ret_value = *value;
    return true;
}

bool btree_min(const struct btree *t, int *ret_key)
{
    const Node *x = t->root;

    while (!x->leaf)
        x = x->children[0];
    if (x->n == 0)
        return false;
    *ret_key = x->keys[0];
    return true;
}

bool btree_next(const struct btree *t, int key, int *ret_key)
{
    const Node *x = t->root;
    bool found = false;

    for (;;) {
        int i = position(x, key);
        if (has_at(x, i, key))
            i++;
#if BUG == 5
        found = i < x->n;
#else
        found = found || i < x->n;
#endif
        if (i < x->n)
            *ret_key = x->keys[i];
        if (x->leaf)
            return found;
        x = x->children[i];
    }
}

size_t btree_count(const struct btree *t)
{
    return t->count;
}
