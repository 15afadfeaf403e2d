/* utarray's macros as functions: an array of integers that grows. */
#ifndef UTARRAY_INTS_H
#define UTARRAY_INTS_H

#include <stdlib.h>
#include <utarray.h>

static inline UT_array *ints_new(void)
{
    UT_array *a;

    utarray_new(a, &ut_int_icd);
    return a;
}

static inline void ints_free(UT_array *a)
{
    utarray_free(a);
}

static inline unsigned ints_length(const UT_array *a)
{
    return utarray_len(a);
}

static inline void ints_push(UT_array *a, int value)
{
    utarray_push_back(a, &value);
}

static inline void ints_pop(UT_array *a)
{
    utarray_pop_back(a);
}

/* NULL when there is no such element. */
static inline int *ints_at(UT_array *a, unsigned i)
{
    return (int *)utarray_eltptr(a, i);
}

static inline int *ints_back(UT_array *a)
{
    return (int *)utarray_back(a);
}

static inline void ints_insert(UT_array *a, unsigned i, int value)
{
    utarray_insert(a, &value, i);
}

static inline void ints_insert_all(UT_array *a, const UT_array *other, unsigned i)
{
    utarray_inserta(a, other, i);
}

static inline void ints_append(UT_array *a, const UT_array *other)
{
    utarray_concat(a, other);
}

static inline void ints_erase(UT_array *a, unsigned from, unsigned length)
{
    utarray_erase(a, from, length);
}

static inline void ints_resize(UT_array *a, unsigned length)
{
    utarray_resize(a, length);
}

static inline void ints_clear(UT_array *a)
{
    utarray_clear(a);
}

static inline int compare_ints(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static inline void ints_sort(UT_array *a)
{
    utarray_sort(a, compare_ints);
}

#endif
