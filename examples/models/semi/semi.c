/*
 * The arrays of a tree share one block of memory, which has the elements of the array
 * that was used last. Each array knows what its parent has at the one place where they
 * differ, so going back to an ancestor is undoing. What was undone cannot be done again:
 * that is why descendants become invalid.
 *
 * The tree goes with the last of its arrays that the user frees.
 */
#include "semi.h"
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

struct tree {
    int length;
    int in_use; /* arrays that are not freed */
    struct semi *current;
    struct semi *all;
    int at[];
};

struct semi {
    struct tree *tree;
    struct semi *parent;
    struct semi *older; /* the array made before it, in the tree's list */
    int index, undo;    /* where it differs from its parent, and what that has there */
};

static void *allocate(size_t size)
{
    void *memory = malloc(size);

    if (!memory)
        abort();
    return memory;
}

static struct semi *add(struct tree *tree, struct semi *parent, int index, int undo)
{
    struct semi *a = allocate(sizeof *a);

    *a = (struct semi){tree, parent, tree->all, index, undo};
    tree->all = a;
    tree->current = a;
    tree->in_use++;
    return a;
}

/* Goes back to `a`, which is the current array or an ancestor of it. */
static void back_to(struct semi *a)
{
    struct tree *tree = a->tree;

    while (tree->current != a) {
        tree->at[tree->current->index] = tree->current->undo;
        tree->current = tree->current->parent;
    }
}

struct semi *semi_make(int length, int x)
{
    struct tree *tree = allocate(sizeof *tree + (size_t)length * sizeof *tree->at);

    *tree = (struct tree){.length = length};
    for (int i = 0; i < length; i++)
        tree->at[i] = x;
    return add(tree, NULL, 0, 0);
}

int semi_length(const struct semi *a)
{
    return a->tree->length;
}

int semi_get(struct semi *a, int i)
{
    back_to(a);
    return a->tree->at[i];
}

struct semi *semi_set(struct semi *a, int i, int x)
{
    struct tree *tree = a->tree;
    struct semi *child;
    int undo;

#if BUG == 1
    undo = tree->at[i];
    back_to(a);
#else
    back_to(a);
    undo = tree->at[i];
#endif
    child = add(tree, a, i, undo);
#if BUG == 2
    if (x == undo) /* nothing to undo: stay */
        tree->current = a;
#endif
    tree->at[i] = x;
    return child;
}

void semi_free(struct semi *a)
{
    struct tree *tree;

    if (!a || --a->tree->in_use > 0)
        return;
    tree = a->tree;
#if BUG == 3
    for (struct semi *each = tree->current, *next; each; each = next) {
        next = each->parent;
        free(each);
    }
#else
    for (struct semi *each = tree->all, *next; each; each = next) {
        next = each->older;
        free(each);
    }
#endif
    free(tree);
}
