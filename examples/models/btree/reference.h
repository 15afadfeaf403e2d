/*
 * A sorted map, the plain way: a table with a place for every key the test may use.
 * Nothing is freed, the memory is the scenario's.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assay/model.h>

enum { REF_KEYS = 32 };

struct ref {
    bool there[REF_KEYS];
    int value[REF_KEYS];
};

static inline struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

static inline bool ref_insert(struct ref *r, int key, int value)
{
    bool was_there = r->there[key];

    r->there[key] = true;
    r->value[key] = value;
    return !was_there;
}

static inline bool ref_remove(struct ref *r, int key)
{
    bool was_there = r->there[key];

    r->there[key] = false;
    return was_there;
}

static inline bool ref_find(const struct ref *r, int key, int *ret_value)
{
    if (r->there[key])
        *ret_value = r->value[key];
    return r->there[key];
}

static inline bool ref_next(const struct ref *r, int key, int *ret_key)
{
    do
        key++;
    while (key < REF_KEYS && !r->there[key]);
    if (key < REF_KEYS)
        *ret_key = key;
    return key < REF_KEYS;
}

static inline bool ref_min(const struct ref *r, int *ret_key)
{
    return ref_next(r, -1, ret_key);
}

static inline size_t ref_count(const struct ref *r)
{
    size_t n = 0;

    for (int key = 0; key < REF_KEYS; key++)
        n += r->there[key];
    return n;
}

#endif
