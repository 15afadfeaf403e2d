/* utarray: an array of macros that grows, against one that is large enough. */
#include "utarray_ints.h"
#include <assay/model.h>
#include <string.h>

/* ---- The reference */

enum { MOST = 256, LONG = 100 };

struct ref {
    unsigned n;
    int at[MOST];
};

static struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

static unsigned ref_length(const struct ref *r)
{
    return r->n;
}

static int *ref_at(struct ref *r, unsigned i)
{
    return i < r->n ? &r->at[i] : NULL;
}

static int *ref_back(struct ref *r)
{
    return ref_at(r, r->n - 1);
}

static void open_gap(struct ref *r, unsigned i, unsigned n)
{
    memmove(&r->at[i + n], &r->at[i], (r->n - i) * sizeof *r->at);
    r->n += n;
}

static void ref_insert(struct ref *r, unsigned i, int value)
{
    open_gap(r, i, 1);
    r->at[i] = value;
}

static void ref_push(struct ref *r, int value)
{
    ref_insert(r, r->n, value);
}

static void ref_insert_all(struct ref *r, const struct ref *other, unsigned i)
{
    struct ref copy = *other;

    open_gap(r, i, copy.n);
    memcpy(&r->at[i], copy.at, copy.n * sizeof *copy.at);
}

static void ref_append(struct ref *r, const struct ref *other)
{
    ref_insert_all(r, other, r->n);
}

static void ref_erase(struct ref *r, unsigned from, unsigned length)
{
    r->n -= length;
    memmove(&r->at[from], &r->at[from + length], (r->n - from) * sizeof *r->at);
}

static void ref_pop(struct ref *r)
{
    r->n--;
}

static void ref_resize(struct ref *r, unsigned length)
{
    if (length > r->n)
        memset(&r->at[r->n], 0, (length - r->n) * sizeof *r->at);
    r->n = length;
}

static void ref_clear(struct ref *r)
{
    r->n = 0;
}

static void ref_sort(struct ref *r)
{
    for (unsigned i = 1; i < r->n; i++) {
        for (unsigned k = i; k > 0 && r->at[k - 1] > r->at[k]; k--) {
            int value = r->at[k];
            r->at[k] = r->at[k - 1];
            r->at[k - 1] = value;
        }
    }
}

/* ---- The model */

static bool is_short(const struct ref *r)
{
    return r->n < LONG;
}

static bool is_filled(const struct ref *r)
{
    return r->n > 0;
}

ASSAY_ABSTRACT(array, struct ref *, UT_array *);
ASSAY_DESTRUCTOR(array, assay_keep, ints_free);
ASSAY_SUBSET(short_array, array, is_short);
ASSAY_SUBSET(filled, array, is_filled);
ASSAY_CONSUMED(freed, array);

ASSAY_INTERVAL(element, int, -20, 20);
ASSAY_POINTER_TO(element_there, element);
ASSAY_OPTION(element_or_null, element_there);
ASSAY_INTERVAL_OF(around, unsigned, array, a, 0, a->n + 2);
ASSAY_INTERVAL_OF(place, unsigned, array, a, 0, a->n);
ASSAY_INTERVAL_OF(position, unsigned, array, a, 0, (int64_t)a->n - 1);
ASSAY_INTERVAL(length, unsigned, 0, 40);

static unsigned draw_rest(struct assay_test *t, const struct assay_arguments *args)
{
    unsigned rest = ASSAY_ARGUMENT(args, array)->n - ASSAY_ARGUMENT(args, position);

    return (unsigned)assay_size(t, "rest", 1, rest);
}

/* An array is not inserted into itself: memory that is copied may not move meanwhile. */
static bool are_two(const struct assay_arguments *args)
{
    return ASSAY_ARGUMENT_AT(args, array, 0) != ASSAY_ARGUMENT_AT(args, array, 1);
}

ASSAY_DRAWN(rest, unsigned, draw_rest);

ASSAY_OPERATION(make, (void), array, ref_new, ints_new);
ASSAY_OPERATION(end, (freed), void, assay_keep, ints_free);
ASSAY_OPERATION(length, (array), unsigned, ref_length, ints_length);
ASSAY_OPERATION(push, (short_array, element), void, ref_push, ints_push, .weight = 4);
ASSAY_OPERATION(pop, (filled), void, ref_pop, ints_pop);
ASSAY_OPERATION(at, (array, around), element_or_null, ref_at, ints_at, .weight = 3);
ASSAY_OPERATION(back, (array), element_or_null, ref_back, ints_back);
ASSAY_OPERATION(insert, (short_array, place, element), void, ref_insert, ints_insert,
                .weight = 2);
ASSAY_OPERATION(insert_all, (short_array, short_array, place), void, ref_insert_all,
                ints_insert_all, .when = are_two);
ASSAY_OPERATION(append, (short_array, short_array), void, ref_append, ints_append,
                .when = are_two);
ASSAY_OPERATION(erase, (filled, position, rest), void, ref_erase, ints_erase);
ASSAY_OPERATION(resize, (array, length), void, ref_resize, ints_resize);
ASSAY_OPERATION(clear, (array), void, ref_clear, ints_clear);
ASSAY_OPERATION(sort, (array), void, ref_sort, ints_sort);

ASSAY_MODEL(utarray,
            (make, end, length, push, pop, at, back, insert, insert_all, append, erase,
             resize, clear, sort),
            .header = "utarray_ints.h", .fuel = 40);

int main(int argc, char **argv)
{
    return assay_model_main(&utarray, argc, argv);
}
