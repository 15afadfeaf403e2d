/* What the queue is to be like: an array whose rest moves up. */
#include "queue.h"
#include <stdlib.h>
#include <string.h>

struct queue {
    int length, at[1000];
};

struct queue *queue_new(void)
{
    return calloc(1, sizeof(struct queue));
}

void queue_push(struct queue *q, int x)
{
    q->at[q->length++] = x;
}

int queue_pop(struct queue *q)
{
    int x = q->length ? q->at[0] : -1;

    if (q->length)
        memmove(q->at, q->at + 1, (size_t)--q->length * sizeof *q->at);
    return x;
}

void queue_free(struct queue *q)
{
    free(q);
}
