/* Broken: when the ring grows, what had wrapped around stays where it was. */
#include "queue.h"
#include <stdlib.h>

struct queue {
    int *at;
    unsigned room, first, length;
};

struct queue *queue_new(void)
{
    return calloc(1, sizeof(struct queue));
}

void queue_push(struct queue *q, int x)
{
    if (q->length == q->room) {
        int *more = calloc(2 * q->room + 2, sizeof *more);

        for (unsigned i = 0; i < q->room; i++)
            more[i] = q->at[i];
        free(q->at);
        q->at = more;
        q->room = 2 * q->room + 2;
    }
    q->at[(q->first + q->length++) % q->room] = x;
}

int queue_pop(struct queue *q)
{
    int x = q->length ? q->at[q->first] : -1;

    if (q->length) {
        q->first = (q->first + 1) % q->room;
        q->length--;
    }
    return x;
}

void queue_free(struct queue *q)
{
    free(q->at);
    free(q);
}
