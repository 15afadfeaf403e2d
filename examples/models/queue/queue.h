/*
 * Bounded queues of integers, as rings. All functions but queue_must_pop report what is
 * wrong by their result, and fill in what they are pointed to only when they succeed. A
 * queue belongs to whoever created it, until queue_destroy().
 *
 * -DBUG=n puts a bug in; the file `bugs` tells which.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>

enum queue_status {
    QUEUE_OK = 0,
    QUEUE_FULL = -1,
    QUEUE_EMPTY = -2,
    QUEUE_INVALID = -3, /* a capacity of 0 */
    QUEUE_NO_MEMORY = -4,
};

struct queue;

int queue_create(size_t capacity, struct queue **ret_queue);
/* NULL is fine. */
void queue_destroy(struct queue *q);

int queue_push(struct queue *q, int value);
int queue_pop(struct queue *q, int *ret_value);
/* What queue_pop() would give. */
int queue_peek(const struct queue *q, int *ret_value);
/* Aborts when there is nothing. */
int queue_must_pop(struct queue *q);

size_t queue_length(const struct queue *q);
/* QUEUE_FULL, and nothing changes, when more than that is in it. */
int queue_resize(struct queue *q, size_t capacity);
/* Moves what fits to the end of another queue, and says how much that was: nothing when
 * both are the same. */
size_t queue_move(struct queue *from, struct queue *to);
/* The one to push to: with fewer elements, the first where there are as many in both. */
struct queue *queue_shorter(struct queue *first, struct queue *second);

#endif
