/* What a sequence may answer: the reference does not say which number comes next, it
 * judges the one that came. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "sequence.h"
#include <assay/model.h>
#include <limits.h>

struct ref {
    int last;
};

static inline struct ref *ref_create(void)
{
    struct ref *s = assay_model_new(1, sizeof *s);

    s->last = -1;
    return s;
}

static inline const char *ref_reserve(struct ref *s, int count, int answer)
{
    if (answer == -1)
        return (long)s->last + SEQUENCE_GAP + count - 1 > INT_MAX
                   ? NULL
                   : "-1, but there are numbers left";
    if (answer < 0)
        return "a negative number";
    if (answer <= s->last)
        return "not above the numbers before";
    if (answer - 1 > INT_MAX - count)
        return "not all of the numbers exist";
    s->last = answer + (count - 1);
    return NULL;
}

static inline const char *ref_next(struct ref *s, int answer)
{
    return ref_reserve(s, 1, answer);
}

static inline void ref_skip(struct ref *s, int last)
{
    if (last > s->last)
        s->last = last;
}

#endif
