/*
 * Models: values of abstract types that an operation takes, by whatever spec, or leaves.
 */
#include "model_fixture.h"
#include <stdlib.h>

struct box {
    int value;
};
static struct box *box_new(int value)
{
    struct box *b = malloc(sizeof *b);

    b->value = value;
    return b;
}
static void box_free(struct box *b)
{
    free(b);
}
static int box_get(const struct box *b)
{
    return b->value;
}
static bool is_small(const struct box *b)
{
    return b->value < 5;
}

ASSAY_INTERVAL(digit, int, 0, 9);
ASSAY_ABSTRACT(box, struct box *, struct box *);
ASSAY_DESTRUCTOR(box, box_free, box_free);
ASSAY_CONSUMED(old_box, box);
ASSAY_SUBSET(small_old_box, old_box, is_small);
ASSAY_OPERATION(new, (digit), box, box_new, box_new);
ASSAY_OPERATION(get, (box), int, box_get, box_get);
ASSAY_OPERATION(free_small, (small_old_box), void, box_free, box_free);
ASSAY_MODEL(freed_by_subset, (new, get, free_small));

TEST(model_taken_by_a_subset)
{
    CHECK_HOLDS(&freed_by_subset);
}

/* ---- Taken if the operation succeeds */

static int swallow(struct box *b)
{
    if (b->value > 5)
        return -1;
    free(b);
    return 0;
}
static int spit_out(struct box *b)
{
    int status = swallow(b);

    if (status)
        b->value = 0;
    return status;
}
ASSAY_TAKEN(taken_box, box);
ASSAY_RESULT(status, int, 0);
ASSAY_OPERATION(swallow, (taken_box), status, swallow, swallow);
ASSAY_OPERATION(spit_out, (taken_box), status, swallow, spit_out);
ASSAY_MODEL(swallowed, (new, get, swallow));
ASSAY_MODEL(spat_out, (new, get, spit_out));

TEST(model_taken_if_it_succeeds)
{
    CHECK_HOLDS(&swallowed);
    CHECK_PROGRAM(&spat_out,
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct box *b0 = box_new(6);                    /* 1 */\n"
                  "    assert(spit_out(b0) == -1);                     /* 2 */\n"
                  "    assert(box_get(b0) == 6);                       /* 3: is 0 */\n"
                  "}\n");
}

/* ---- What is inside of a subset is looked at after the call */

ASSAY_ARRAY_INOUT(digits, digit, 0, 4);
static bool is_there(const int *xs)
{
    return xs != NULL;
}
ASSAY_SUBSET(some_digits, digits, is_there);
ASSAY_LENGTH(count, int, digits);
static void leave(int *xs, int n)
{
    (void)xs;
    (void)n;
}
static void clear(int *xs, int n)
{
    for (int i = 0; i < n; i++)
        xs[i] = 0;
}
ASSAY_OPERATION(clear, (some_digits, count), void, leave, clear);
ASSAY_MODEL(cleared, (clear));

TEST(model_taken_apart_in_a_subset)
{
    CHECK_PROGRAM(&cleared,
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    int xs1[] = {1};\n"
                  "    clear(xs1, 1);                                  /* 1 */\n"
                  "    assert(xs1[0] == 1);                            /* is 0 */\n"
                  "}\n");
}
