/* A block of bytes, where the oldest one is, and how many there are. */
#include "ring.h"
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

struct ring {
    size_t capacity;
    size_t head; /* where the oldest byte is, below capacity */
    size_t size;
    unsigned char *at;
};

static void *allocate(size_t size)
{
    void *memory = calloc(size, 1);

    if (!memory)
        abort();
    return memory;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

struct ring *ring_new(size_t capacity)
{
    struct ring *r = allocate(sizeof *r);

    r->capacity = capacity;
    r->at = allocate(capacity);
    return r;
}

size_t ring_size(const struct ring *r)
{
#if BUG == 3
    return r->size % r->capacity;
#else
    return r->size;
#endif
}

size_t ring_room(const struct ring *r)
{
    return r->capacity - r->size;
}

size_t ring_write(struct ring *r, const unsigned char *bytes, size_t count)
{
    size_t n = least(count, ring_room(r));
    size_t tail = (r->head + r->size) % r->capacity;
    size_t first = least(n, r->capacity - tail); /* up to the end of the block */

    memcpy(r->at + tail, bytes, first);
#if BUG == 1
    memcpy(r->at, bytes, n - first);
#else
    memcpy(r->at, bytes + first, n - first);
#endif
    r->size += n;
    return n;
}

size_t ring_peek(const struct ring *r, unsigned char *bytes, size_t room)
{
    size_t n = least(room, r->size);
#if BUG == 2
    size_t first = least(n, r->capacity - r->head - 1);
#else
    size_t first = least(n, r->capacity - r->head);
#endif

    memcpy(bytes, r->at + r->head, first);
    memcpy(bytes + first, r->at, n - first);
    return n;
}

size_t ring_read(struct ring *r, unsigned char *bytes, size_t room)
{
    size_t n = ring_peek(r, bytes, room);

    r->head = (r->head + n) % r->capacity;
    r->size -= n;
    return n;
}

bool ring_resize(struct ring *r, size_t capacity)
{
    unsigned char *at;

    if (capacity < r->size)
        return false;
    at = allocate(capacity);
#if BUG == 4
    if (capacity > r->capacity) {
        memcpy(at, r->at, r->capacity);
    } else {
        ring_peek(r, at, capacity);
        r->head = 0;
    }
#else
    ring_peek(r, at, capacity);
    r->head = 0;
#endif
#if BUG != 5
    free(r->at);
#endif
    r->at = at;
    r->capacity = capacity;
    return true;
}

void ring_clear(struct ring *r)
{
    r->head = 0;
    r->size = 0;
}

void ring_free(struct ring *r)
{
    if (!r)
        return;
    free(r->at);
    free(r);
}
