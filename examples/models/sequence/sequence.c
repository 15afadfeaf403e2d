/*
 * The last number and a linear congruential generator for the gaps. Each sequence starts
 * with the same gaps, so a program that uses one can be repeated.
 */
#include "sequence.h"
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

struct sequence {
    int64_t last;   /* -1: none yet */
    uint32_t state; /* of the gaps */
};

struct sequence *sequence_create(void)
{
    struct sequence *s = malloc(sizeof *s);

    if (!s)
        abort();
    *s = (struct sequence){.last = -1, .state = 1};
    return s;
}

/* In 1..SEQUENCE_GAP. */
static int gap(struct sequence *s)
{
    s->state = s->state * 1664525u + 1013904223u;
    return 1 + (int)((s->state >> 16) % SEQUENCE_GAP);
}

int sequence_reserve(struct sequence *s, int count)
{
    int64_t first = s->last + gap(s), last = first + count - 1;

#if BUG == 3
    if (s->last > INT_MAX)
        return -1;
#else
    if (last > INT_MAX)
        return -1;
#endif
#if BUG == 1
    s->last = first;
#else
    s->last = last;
#endif
    return (int)first;
}

int sequence_next(struct sequence *s)
{
    return sequence_reserve(s, 1);
}

void sequence_skip(struct sequence *s, int last)
{
#if BUG == 2
    s->last = last;
#else
    if (last > s->last)
        s->last = last;
#endif
}

void sequence_free(struct sequence *s)
{
    free(s);
}
