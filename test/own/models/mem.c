/*
 * A model of lib/base/mem.h: arrays that grow by assay_mem_grow(). How large they are
 * is its choice, between what is needed and the maximum; so the reference judges whether
 * it had to fail. What is in them is compared after every operation.
 *
 * candidate: lib/base/mem.c
 */
#include "mem.h"
#include <assay/model.h>

#define MOST 300

struct ref {
    size_t max, memory; /* elements, bytes */
    size_t room;        /* elements that it surely has room for */
    size_t count;
    int at[MOST];
};

static struct ref *ref_new(size_t max, size_t memory)
{
    struct ref *r = assay_model_new(1, sizeof *r);

    r->max = max;
    r->memory = memory;
    return r;
}

static const char *ref_grow(struct ref *r, size_t need, enum assay_status status)
{
    size_t most = need > 8 ? 2 * need : 16; /* asked for where there is no room */

    if (need <= r->room)
        return status == ASSAY_OK ? NULL : "there was room already";
    if (need > r->max || need > SIZE_MAX / sizeof(int))
        return status == ASSAY_TOO_LARGE ? NULL : "that is past the maximum";
    if (status == ASSAY_OK)
        r->room = need;
    if (need > r->memory / sizeof(int))
        return status == ASSAY_NO_MEMORY ? NULL : "there is not so much memory";
    return status == ASSAY_OK ||
                   (status == ASSAY_NO_MEMORY && most > r->memory / sizeof(int))
               ? NULL
               : "there is memory enough";
}

static const char *ref_add(struct ref *r, int x, enum assay_status status)
{
    const char *wrong = ref_grow(r, r->count + 1, status);

    if (status == ASSAY_OK && r->count < MOST)
        r->at[r->count++] = x;
    return wrong;
}

static const char *is_same(const struct ref *r, const struct array *a)
{
    if (a->cap < r->room || a->cap > r->max || a->cap * sizeof(int) != a->held)
        return "it has not the room that it says";
    return r->count == 0 || memcmp(r->at, a->at, r->count * sizeof(int)) == 0
               ? NULL
               : "elements differ";
}

ASSAY_ABSTRACT(array, struct ref *, struct array *);
ASSAY_DESTRUCTOR(array, assay_keep, array_free);
ASSAY_CHECK(array, is_same);
ASSAY_CONSUMED(old_array, array);
ASSAY_INTERVAL(memory, size_t, 0, 4096);
ASSAY_INTERVAL(need, size_t, 0, MOST);
ASSAY_INTERVAL(max, size_t, 0, MOST);
ASSAY_ONE_OF(huge, size_t, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4 + 1, SIZE_MAX / 4);
ASSAY_SEQUENTIAL(element, int);
ASSAY_COMPARED(status, enum assay_status);

ASSAY_OPERATION(new, (max, memory), array, ref_new, array_new);
ASSAY_OPERATION(new_huge, (huge, memory), array, ref_new, array_new);
ASSAY_JUDGED(grow, (array, need), status, ref_grow, array_grow, .weight = 3);
ASSAY_JUDGED(grow_huge, (array, huge), status, ref_grow, array_grow);
ASSAY_JUDGED(add, (array, element), status, ref_add, array_add, .weight = 8);
ASSAY_OPERATION(free, (old_array), void, assay_keep, array_free);
ASSAY_MODEL(arrays, (new, new_huge, grow, grow_huge, add, free), .header = "mem.h");

int main(int argc, char **argv)
{
    return assay_model_main(&arrays, argc, argv);
}
