/*
 * A cache, the plain way: an array of entries, the last one used first. Nothing is freed,
 * the memory is the scenario's.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assay/model.h>
#include <string.h>

enum { REF_MOST = 6 }; /* the largest capacity the test uses */

struct ref_entry {
    int key, value;
};

struct ref {
    size_t capacity, size;
    struct ref_entry at[REF_MOST + 1];
};

static inline struct ref *ref_new(size_t capacity)
{
    struct ref *r = assay_model_new(1, sizeof *r);

    r->capacity = capacity;
    return r;
}

/* The entry's position, or the size. */
static inline size_t ref_find(const struct ref *r, int key)
{
    size_t i = 0;

    while (i < r->size && r->at[i].key != key)
        i++;
    return i;
}

static inline bool ref_contains(const struct ref *r, int key)
{
    return ref_find(r, key) < r->size;
}

static inline bool ref_remove(struct ref *r, int key)
{
    size_t i = ref_find(r, key);

    if (i == r->size)
        return false;
    r->size--;
    memmove(&r->at[i], &r->at[i + 1], (r->size - i) * sizeof *r->at);
    return true;
}

static inline bool ref_put(struct ref *r, int key, int value, int *ret_evicted)
{
    ref_remove(r, key);
    memmove(&r->at[1], &r->at[0], r->size * sizeof *r->at);
    r->at[0] = (struct ref_entry){key, value};
    if (r->size < r->capacity) {
        r->size++;
        return false;
    }
    *ret_evicted = r->at[r->size].key;
    return true;
}

static inline bool ref_get(struct ref *r, int key, int *ret_value)
{
    int unused;
    size_t i = ref_find(r, key);

    if (i == r->size)
        return false;
    *ret_value = r->at[i].value;
    return !ref_put(r, key, *ret_value, &unused);
}

static inline size_t ref_size(const struct ref *r)
{
    return r->size;
}

static inline size_t ref_keys(const struct ref *r, int *keys, size_t room)
{
    size_t n = r->size < room ? r->size : room;

    for (size_t i = 0; i < n; i++)
        keys[i] = r->at[i].key;
    return n;
}

static inline void ref_each(const struct ref *r, bool (*visit)(int, int, void *),
                            void *ctx)
{
    for (size_t i = 0; i < r->size; i++)
        if (!visit(r->at[i].key, r->at[i].value, ctx))
            return;
}

#endif
