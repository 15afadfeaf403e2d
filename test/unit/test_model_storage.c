/*
 * Storage of the caller's: an initialiser makes a value in it, or does not, and it stays
 * where it is.
 */
#include "model_fixture.h"
#include <stdlib.h>

/* A list with a head that refers to itself. */
struct knot {
    struct knot *next, *previous;
    int x;
};
struct rope {
    struct knot head;
    int room;
};

static int rope_init(struct rope *r, int room)
{
    if (room < 1)
        return -1;
    *r = (struct rope){{&r->head, &r->head, 0}, room};
    return 0;
}

static bool rope_push(struct rope *r, int x)
{
    struct knot *new = r->room > 0 ? calloc(1, sizeof *new) : NULL;

    if (!new)
        return false;
    *new = (struct knot){&r->head, r->head.previous, x};
    new->previous->next = r->head.previous = new;
    r->room--;
    return true;
}

static int rope_last(const struct rope *r)
{
    return r->head.previous->x;
}

static int last_of_two(const struct rope *r)
{
    const struct knot *last = r->head.previous;

    return last->previous != &r->head ? last->previous->x : last->x;
}

static void rope_done(struct rope *r)
{
    while (r->head.next != &r->head) {
        struct knot *first = r->head.next;
        r->head.next = first->next;
        free(first);
    }
}

ASSAY_ABSTRACT(rope, struct rope *, struct rope *);
ASSAY_DESTRUCTOR(rope, rope_done, rope_done);
ASSAY_CONSUMED(old_rope, rope);
ASSAY_STORAGE(new_rope, rope);
ASSAY_INTERVAL(room, int, 0, 3);
ASSAY_SEQUENTIAL(element, int);
ASSAY_RESULT(good, int, 0);

ASSAY_OPERATION(init, (new_rope, room), good, rope_init, rope_init);
ASSAY_OPERATION(push, (rope, element), bool, rope_push, rope_push);
ASSAY_OPERATION(last, (rope), int, rope_last, rope_last);
ASSAY_OPERATION(done, (old_rope), void, rope_done, rope_done);
ASSAY_MODEL(ropes, (init, push, last, done));

TEST(model_storage_stays_where_it_is)
{
    CHECK_HOLDS(&ropes);
}

ASSAY_OPERATION(last_but_one, (rope), int, rope_last, last_of_two);
ASSAY_MODEL(wrong_ropes, (init, push, last_but_one, done));

TEST(model_storage_is_printed)
{
    CHECK_MODEL(&wrong_ropes, "operation 4 (last_of_two) differs: expected 1, got 0",
                "    struct rope *rope0 = &(struct rope){0};\n"
                "    assert(rope_init(rope0, 2) == 0);               /* 1 */\n"
                "    assert(rope_push(rope0, 0));                    /* 2 */\n"
                "    assert(rope_push(rope0, 1));                    /* 3 */\n"
                "    assert(last_of_two(rope0) == 1);                /* 4: is 0 */\n");
}

/* What fails makes no value, and its variable's name is used up. */
static int init_of_even(struct rope *r, int room)
{
    return rope_init(r, room) ? -1 : room == 2 ? -2 : 0;
}
ASSAY_OPERATION(init_odd, (new_rope, room), good, rope_init, init_of_even);
ASSAY_MODEL(odd_ropes, (init_odd, push));

TEST(model_storage_that_is_refused)
{
    CHECK_MODEL(&odd_ropes, "operation 1 (init_of_even) differs: expected 0, got -2",
                "    struct rope *rope0 = &(struct rope){0};\n"
                "    assert(init_of_even(rope0, 2) == 0);            /* 1: is -2 */\n");
}
