/* Persistent arrays, the simple way: every one is a copy. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assay/model.h>
#include <string.h>

struct ref {
    int length;
    int at[];
};

static inline struct ref *ref_new(int length)
{
    struct ref *a = assay_model_new(1, sizeof *a + (size_t)length * sizeof *a->at);

    a->length = length;
    return a;
}

static inline struct ref *ref_make(int length, int x)
{
    struct ref *a = ref_new(length);

    for (int i = 0; i < length; i++)
        a->at[i] = x;
    return a;
}

static inline int ref_length(const struct ref *a)
{
    return a->length;
}

static inline int ref_get(const struct ref *a, int i)
{
    return a->at[i];
}

static inline struct ref *ref_set(const struct ref *a, int i, int x)
{
    struct ref *made = ref_new(a->length);

    memcpy(made->at, a->at, (size_t)a->length * sizeof *a->at);
    made->at[i] = x;
    return made;
}

#endif
