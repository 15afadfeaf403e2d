/* A queue of bytes, the simple way: the oldest one is always the first in memory. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <assay/model.h>
#include <string.h>

enum { CAPACITY_MAX = 8 };

struct ref {
    size_t capacity, size;
    unsigned char at[CAPACITY_MAX];
};

static inline struct ref *ref_new(size_t capacity)
{
    struct ref *r = assay_model_new(1, sizeof *r);

    r->capacity = capacity;
    return r;
}

static inline size_t ref_size(const struct ref *r)
{
    return r->size;
}

static inline size_t ref_room(const struct ref *r)
{
    return r->capacity - r->size;
}

static inline size_t ref_write(struct ref *r, const unsigned char *bytes, size_t count)
{
    size_t n = 0;

    while (n < count && r->size < r->capacity)
        r->at[r->size++] = bytes[n++];
    return n;
}

static inline size_t ref_peek(const struct ref *r, unsigned char *bytes, size_t room)
{
    size_t n = room < r->size ? room : r->size;

    memcpy(bytes, r->at, n);
    return n;
}

static inline size_t ref_read(struct ref *r, unsigned char *bytes, size_t room)
{
    size_t n = ref_peek(r, bytes, room);

    r->size -= n;
    memmove(r->at, r->at + n, r->size);
    return n;
}

static inline bool ref_resize(struct ref *r, size_t capacity)
{
    if (capacity < r->size)
        return false;
    r->capacity = capacity;
    return true;
}

static inline void ref_clear(struct ref *r)
{
    r->size = 0;
}

#endif
