#include "queue.h"
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

struct queue {
    size_t capacity, count;
    size_t head; /* where the oldest element is */
    int *at;
};

static size_t place(const struct queue *q, size_t i)
{
    return (q->head + i) % q->capacity;
}

int queue_create(size_t capacity, struct queue **ret_queue)
{
    struct queue *q;

    if (capacity == 0)
        return QUEUE_INVALID;
    q = calloc(1, sizeof *q);
    if (!q)
        return QUEUE_NO_MEMORY;
    q->at = calloc(capacity, sizeof *q->at);
    if (!q->at) {
        free(q);
        return QUEUE_NO_MEMORY;
    }
    q->capacity = capacity;
    *ret_queue = q;
    return QUEUE_OK;
}

void queue_destroy(struct queue *q)
{
    if (!q)
        return;
    free(q->at);
    free(q);
}

int queue_push(struct queue *q, int value)
{
#if BUG == 1
    if (q->count > q->capacity)
        return QUEUE_FULL;
#else
    if (q->count == q->capacity)
        return QUEUE_FULL;
#endif
    q->at[place(q, q->count)] = value;
    q->count++;
    return QUEUE_OK;
}

int queue_peek(const struct queue *q, int *ret_value)
{
    if (q->count == 0)
        return QUEUE_EMPTY;
    *ret_value = q->at[q->head];
    return QUEUE_OK;
}

int queue_pop(struct queue *q, int *ret_value)
{
    int status = queue_peek(q, ret_value);

    if (status != QUEUE_OK)
        return status;
    q->head = place(q, 1);
    q->count--;
    return QUEUE_OK;
}

int queue_must_pop(struct queue *q)
{
    int value = 0;

#if BUG == 6
    queue_pop(q, &value);
#else
    if (queue_pop(q, &value) != QUEUE_OK)
        abort();
#endif
    return value;
}

size_t queue_length(const struct queue *q)
{
    return q->count;
}

int queue_resize(struct queue *q, size_t capacity)
{
    int *at;

    if (capacity == 0)
        return QUEUE_INVALID;
    if (capacity < q->count)
        return QUEUE_FULL;
    at = calloc(capacity, sizeof *at);
    if (!at)
        return QUEUE_NO_MEMORY;
    for (size_t i = 0; i < q->count; i++)
        at[i] = q->at[place(q, i)];
    free(q->at);
    q->at = at;
    q->capacity = capacity;
#if BUG != 2
    q->head = 0;
#endif
    return QUEUE_OK;
}

size_t queue_move(struct queue *from, struct queue *to)
{
    size_t room = to->capacity - to->count;
    size_t n = from->count < room ? from->count : room;

#if BUG != 4
    if (from == to)
        return 0;
#endif
    for (size_t i = 0; i < n; i++)
        queue_push(to, from->at[place(from, i)]);
    from->head = place(from, n);
#if BUG == 3
    from->count = 0;
#else
    from->count -= n;
#endif
    return n;
}

struct queue *queue_shorter(struct queue *first, struct queue *second)
{
#if BUG == 5
    return first->count < second->count ? first : second;
#else
    return first->count <= second->count ? first : second;
#endif
}
