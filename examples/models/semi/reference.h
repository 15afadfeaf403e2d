/*
 * Semi-persistent arrays, the simple way: every one is a copy, and each tree knows the
 * array that was used last. An array is valid if it is that one or an ancestor of it.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assay/model.h>
#include <string.h>

struct ref {
    struct ref *parent;
    struct ref **current; /* of the tree */
    int length;
    int at[];
};

static inline struct ref *ref_new(struct ref *parent, struct ref **current, int length)
{
    struct ref *a = assay_model_new(1, sizeof *a + (size_t)length * sizeof *a->at);

    a->parent = parent;
    a->current = current;
    a->length = length;
    *current = a;
    return a;
}

static inline bool ref_valid(const struct ref *a)
{
    const struct ref *ancestor = *a->current;

    while (ancestor && ancestor != a)
        ancestor = ancestor->parent;
    return ancestor == a;
}

static inline struct ref *ref_make(int length, int x)
{
    struct ref *a = ref_new(NULL, assay_model_new(1, sizeof(struct ref *)), length);

    for (int i = 0; i < length; i++)
        a->at[i] = x;
    return a;
}

static inline int ref_length(const struct ref *a)
{
    return a->length;
}

static inline int ref_get(struct ref *a, int i)
{
    *a->current = a;
    return a->at[i];
}

static inline struct ref *ref_set(struct ref *a, int i, int x)
{
    struct ref *child = ref_new(a, a->current, a->length);

    memcpy(child->at, a->at, (size_t)a->length * sizeof *a->at);
    child->at[i] = x;
    return child;
}

#endif
