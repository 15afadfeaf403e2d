/*
 * GLib's GSequence: a list as a balanced tree, with iterators that stay with their item.
 * The reference is an array of items.
 */
#include "numbers.h"
#include <assay/model.h>
#include <string.h>

/* ---- The reference */

enum { MOST = 64 };

struct ref_item {
    struct ref *owner; /* NULL: it is no more */
    gpointer value;
};

struct ref {
    struct ref_item *at[MOST];
    gint n;
    struct ref_item end;
};

static struct ref *ref_new(GDestroyNotify unused)
{
    struct ref *r = assay_model_new(1, sizeof *r);

    (void)unused;
    r->end.owner = r;
    return r;
}

static void ref_free(struct ref *r)
{
    for (gint i = 0; i < r->n; i++)
        r->at[i]->owner = NULL;
    r->end.owner = NULL;
}

/* The end's position is the length. */
static gint ref_position(const struct ref_item *item)
{
    gint i = 0;

    while (i < item->owner->n && item->owner->at[i] != item)
        i++;
    return i;
}

static void put_at(struct ref *r, gint i, struct ref_item *item)
{
    memmove(&r->at[i + 1], &r->at[i], (size_t)(r->n - i) * sizeof *r->at);
    r->at[i] = item;
    r->n++;
    item->owner = r;
}

static void take_out(struct ref_item *item)
{
    struct ref *r = item->owner;
    gint i = ref_position(item);

    r->n--;
    memmove(&r->at[i], &r->at[i + 1], (size_t)(r->n - i) * sizeof *r->at);
}

static struct ref_item *ref_insert_before(struct ref_item *place, gpointer value)
{
    struct ref_item *item = assay_model_new(1, sizeof *item);

    item->value = value;
    put_at(place->owner, ref_position(place), item);
    return item;
}

static struct ref_item *ref_append(struct ref *r, gpointer value)
{
    return ref_insert_before(&r->end, value);
}

static struct ref_item *ref_prepend(struct ref *r, gpointer value)
{
    return ref_insert_before(r->n ? r->at[0] : &r->end, value);
}

static void ref_remove(struct ref_item *item)
{
    take_out(item);
    item->owner = NULL;
}

static void ref_move(struct ref_item *item, struct ref_item *place)
{
    if (item == place)
        return;
    take_out(item);
    put_at(place->owner, ref_position(place), item);
}

static void ref_swap(struct ref_item *a, struct ref_item *b)
{
    struct ref *ra = a->owner, *rb = b->owner;
    gint ia = ref_position(a), ib = ref_position(b);

    ra->at[ia] = b;
    rb->at[ib] = a;
    a->owner = rb;
    b->owner = ra;
}

static gpointer ref_get(struct ref_item *item)
{
    return item->value;
}

static gint ref_length(struct ref *r)
{
    return r->n;
}

static struct ref_item *ref_at(struct ref *r, gint i)
{
    return r->at[i];
}

static struct ref_item *ref_end(struct ref *r)
{
    return &r->end;
}

static void ref_sort(struct ref *r, GCompareDataFunc compare, gpointer unused)
{
    for (gint i = 1; i < r->n; i++)
        for (gint k = i;
             k > 0 && compare(r->at[k - 1]->value, r->at[k]->value, unused) > 0; k--)
            ref_swap(r->at[k - 1], r->at[k]);
}

static gint ref_compare(struct ref_item *a, struct ref_item *b)
{
    gint ia = ref_position(a), ib = ref_position(b);

    return (ia > ib) - (ia < ib);
}

/* ---- The model */

static bool has_room(const struct ref *r)
{
    return r->n < MOST;
}

static bool is_valid(const struct ref_item *item)
{
    return item->owner != NULL;
}

static bool is_item(const struct ref_item *item)
{
    return item->owner && item != &item->owner->end;
}

static bool is_place(const struct ref_item *item)
{
    return item->owner && has_room(item->owner);
}

ASSAY_ABSTRACT(sequence, struct ref *, GSequence *);
ASSAY_DESTRUCTOR(sequence, assay_keep, g_sequence_free);
ASSAY_CONSUMED(freed, sequence);
ASSAY_SUBSET(with_room, sequence, has_room);
ASSAY_ONE_OF(no_destructor, GDestroyNotify, NULL);

ASSAY_ABSTRACT(iter, struct ref_item *, GSequenceIter *);
ASSAY_SUBSET(valid, iter, is_valid);
ASSAY_SUBSET(item, iter, is_item);
ASSAY_SUBSET(place, iter, is_place);
ASSAY_CONSUMED(removed, item);
ASSAY_EXISTING(known, iter);

ASSAY_SEQUENTIAL(number, int);
ASSAY_MAP_OUTOF(datum, gpointer, gpointer, number, GINT_TO_POINTER, GINT_TO_POINTER);
ASSAY_MAP_INTO(content, gpointer, gpointer, number, GPOINTER_TO_INT, GPOINTER_TO_INT);
ASSAY_INDEX(position, gint, sequence, ref_length);
ASSAY_ONE_OF(order, GCompareDataFunc, ascending, descending);

static bool in_one_sequence(const struct assay_arguments *args)
{
    return ASSAY_ARGUMENT_AT(args, iter, 0)->owner ==
           ASSAY_ARGUMENT_AT(args, iter, 1)->owner;
}

ASSAY_OPERATION(make, (no_destructor), sequence, ref_new, g_sequence_new);
ASSAY_OPERATION(end, (freed), void, ref_free, g_sequence_free);
ASSAY_OPERATION(append, (with_room, datum), iter, ref_append, g_sequence_append,
                .weight = 3);
ASSAY_OPERATION(prepend, (with_room, datum), iter, ref_prepend, g_sequence_prepend,
                .weight = 2);
ASSAY_OPERATION(insert, (place, datum), iter, ref_insert_before, g_sequence_insert_before,
                .weight = 3);
ASSAY_OPERATION(take, (removed), void, ref_remove, g_sequence_remove, .weight = 3);
ASSAY_OPERATION(move, (item, place), void, ref_move, g_sequence_move, .weight = 2);
ASSAY_OPERATION(swap, (item, item), void, ref_swap, g_sequence_swap);
ASSAY_OPERATION(get, (item), content, ref_get, g_sequence_get);
ASSAY_OPERATION(length, (sequence), int, ref_length, g_sequence_get_length);
ASSAY_OPERATION(position, (valid), int, ref_position, g_sequence_iter_get_position);
ASSAY_OPERATION(at, (sequence, position), known, ref_at, g_sequence_get_iter_at_pos);
ASSAY_OPERATION(last, (sequence), iter, ref_end, g_sequence_get_end_iter);
ASSAY_OPERATION(sort, (sequence, order, context), void, ref_sort, g_sequence_sort);
ASSAY_OPERATION(compare, (valid, valid), int, ref_compare, g_sequence_iter_compare,
                .when = in_one_sequence);

ASSAY_MODEL(gsequence,
            (make, end, append, prepend, insert, take, move, swap, get, length, position,
             at, last, sort, compare),
            .header = "numbers.h", .fuel = 60);

int main(int argc, char **argv)
{
    return assay_model_main(&gsequence, argc, argv);
}
