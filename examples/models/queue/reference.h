/*
 * Bounded queues, the plain way: the oldest element is the first of an array. Nothing is
 * freed, the memory is the scenario's.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "queue.h"
#include <assay/model.h>
#include <stdlib.h>
#include <string.h>

enum { REF_MOST = 8 }; /* the largest capacity the test uses */

struct ref {
    size_t capacity, count;
    int at[REF_MOST];
};

static inline int ref_create(size_t capacity, struct ref **ret_ref)
{
    if (capacity == 0)
        return QUEUE_INVALID;
    *ret_ref = assay_model_new(1, sizeof **ret_ref);
    (*ret_ref)->capacity = capacity;
    return QUEUE_OK;
}

static inline void ref_destroy(struct ref *r)
{
    (void)r;
}

static inline int ref_push(struct ref *r, int value)
{
    if (r->count == r->capacity)
        return QUEUE_FULL;
    r->at[r->count++] = value;
    return QUEUE_OK;
}

static inline int ref_peek(const struct ref *r, int *ret_value)
{
    if (r->count == 0)
        return QUEUE_EMPTY;
    *ret_value = r->at[0];
    return QUEUE_OK;
}

static inline int ref_pop(struct ref *r, int *ret_value)
{
    if (ref_peek(r, ret_value) != QUEUE_OK)
        return QUEUE_EMPTY;
    r->count--;
    memmove(r->at, r->at + 1, r->count * sizeof *r->at);
    return QUEUE_OK;
}

static inline int ref_must_pop(struct ref *r)
{
    int value;

    if (ref_pop(r, &value) != QUEUE_OK)
        abort();
    return value;
}

static inline size_t ref_length(const struct ref *r)
{
    return r->count;
}

static inline int ref_resize(struct ref *r, size_t capacity)
{
    if (capacity == 0)
        return QUEUE_INVALID;
    if (capacity < r->count)
        return QUEUE_FULL;
    r->capacity = capacity;
    return QUEUE_OK;
}

static inline size_t ref_move(struct ref *from, struct ref *to)
{
    size_t n = 0;
    int value;

    if (from == to)
        return 0;
    for (; to->count < to->capacity && ref_pop(from, &value) == QUEUE_OK; n++)
        ref_push(to, value);
    return n;
}

static inline struct ref *ref_shorter(struct ref *first, struct ref *second)
{
    return second->count < first->count ? second : first;
}

#endif
