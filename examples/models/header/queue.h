/* A queue of integers. */
#ifndef QUEUE_H
#define QUEUE_H

struct queue;
struct queue *queue_new(void);
void queue_push(struct queue *q, int x);
int queue_pop(struct queue *q); /* -1 when it is empty */
void queue_free(struct queue *q);

#endif
