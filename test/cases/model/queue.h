#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct queue;
struct cursor;
struct state {
    int *at;
};

struct queue *queue_new(size_t capacity);
void queue_free(struct queue *q);
bool queue_push(struct queue *q, int x);
bool queue_pop(struct queue *q, int *x);
size_t queue_fill(const struct queue *q, int *out, size_t n);
void queue_dump(const struct queue *q, FILE *f);
void queue_log(struct queue *q, const char *format, ...);
void queue_sort(struct queue *q, int (*compare)(int, int));
int queue_next(struct cursor *c);
long double queue_mean(const struct queue *q);
void queue_restore(struct queue *q, struct state *s);
int queue_tag(struct queue *q, int tag);
void queue_reverse(struct queue *q);
const struct queue *queue_parent(struct queue *q);
/*@ ensures 0 <= \result <= 9; */
int queue_digit(unsigned n);
/*@ requires \exists integer i; i * i == x; */
int queue_root(int x);

#endif
