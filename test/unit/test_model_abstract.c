/*
 * Models: values of abstract types. They are given by operations, used by others,
 * consumed, found again, checked and destroyed.
 */
#include "model_fixture.h"
#include <stdlib.h>
#include <string.h>

/* ---- The first example: set() changes its argument */

struct ref_array {
    int length;
    int at[16];
};
struct parray {
    int at[16];
};

static struct ref_array *ref_make(int length, int x)
{
    struct ref_array *a = assay_model_new(1, sizeof *a);

    a->length = length;
    for (int i = 0; i < length; i++)
        a->at[i] = x;
    return a;
}
static int ref_length(const struct ref_array *a)
{
    return a->length;
}
static int ref_get(const struct ref_array *a, int i)
{
    return a->at[i];
}
static struct ref_array *ref_set(const struct ref_array *a, int i, int x)
{
    struct ref_array *copy = assay_model_new(1, sizeof *copy);

    *copy = *a;
    copy->at[i] = x;
    return copy;
}
static struct parray *parray_make(int length, int x)
{
    struct parray *a = assay_model_new(1, sizeof *a);

    for (int i = 0; i < length; i++)
        a->at[i] = x;
    return a;
}
static int parray_get(const struct parray *a, int i)
{
    return a->at[i];
}
static struct parray *parray_set(struct parray *a, int i, int x)
{
    a->at[i] = x;
    return a;
}

ASSAY_ABSTRACT(array, struct ref_array *, struct parray *);
ASSAY_INTERVAL(length, int, 0, 15);
ASSAY_SEQUENTIAL(element, int);
ASSAY_INDEX(index, int, array, ref_length);
ASSAY_OPERATION(make, (length, element), array, ref_make, parray_make);
ASSAY_OPERATION(get, (array, index), element, ref_get, parray_get);
ASSAY_OPERATION(set, (array, index, element), array, ref_set, parray_set);
ASSAY_MODEL(arrays, (make, get, set), .header = "parray.h <stddef.h>",
            .sources = "parray.c");

/* a0 and a1 are one on the candidate's side, and are told apart. */
TEST(model_finds_a_set_that_changes_its_argument)
{
    CHECK_PROGRAM(&arrays,
                  "/* compile with: cc scenario.c parray.c */\n"
                  "#include \"parray.h\"\n"
                  "#include <stddef.h>\n"
                  "#include <assert.h>\n"
                  "\n"
                  "int main(void)\n"
                  "{\n"
                  "    struct parray *a0 = parray_make(1, 0);          /* 1 */\n"
                  "    struct parray *a1 = parray_set(a0, 0, 1);       /* 2 */\n"
                  "    assert(parray_get(a0, 0) == 0);                 /* 3: is 1 */\n"
                  "}\n");
    for (uint64_t seed = 1; seed <= harness_rounds(20); seed++) {
        struct assay_options options = {.seed = seed};
        struct assay_report *report = run_model(&arrays, &options);
        CHECK_UINT(report->nfindings, 1);
        CHECK_STR(report->findings->message,
                  "operation 3 (parray_get) differs: expected 0, got 1");
        assay_report_free(report);
    }
}

/* The same functions on both sides never differ. */
ASSAY_ABSTRACT(twin, struct ref_array *, struct ref_array *);
ASSAY_INDEX(twin_index, int, twin, ref_length);
ASSAY_OPERATION(twin_make, (length, element), twin, ref_make, ref_make);
ASSAY_OPERATION(twin_get, (twin, twin_index), element, ref_get, ref_get);
ASSAY_OPERATION(twin_set, (twin, twin_index, element), twin, ref_set, ref_set);
ASSAY_MODEL(twins, (twin_make, twin_get, twin_set));
TEST(model_a_reference_against_itself_holds)
{
    for (uint64_t seed = 1; seed <= 5; seed++)
        run_here(&twins, seed, 20000);
}

/* ---- Names in the program */

/* Both sides hand out numbers; each use is right until a value is used with another. */
static int numbers[2];
static int ref_new(void)
{
    return numbers[ASSAY_REFERENCE]++;
}
static int new_one(void)
{
    return numbers[ASSAY_CANDIDATE]++;
}
static void forget_numbers(void)
{
    numbers[0] = numbers[1] = 0;
}
static bool ref_fit(int a, int b)
{
    (void)a;
    (void)b;
    return true;
}
static bool fit(int a, int b)
{
    return a == b;
}
ASSAY_ABSTRACT(queue, int, int);
ASSAY_OPERATION(queue_new, (void), queue, ref_new, new_one);
ASSAY_OPERATION(queue_fit, (queue, queue), bool, ref_fit, fit);
ASSAY_MODEL(queues, (queue_new, queue_fit), .prologue = forget_numbers);
TEST(model_values_are_called_by_a_letter)
{
    CHECK_MODEL(
        &queues, "operation 3 (fit) differs: expected true, got false",
        "    int q0 = new_one();                             /* 1 */\n"
        "    int q1 = new_one();                             /* 2 */\n"
        "    assert(fit(q0, q1));                            /* 3: is false */\n");
}

ASSAY_ABSTRACT(apple, int, int);
ASSAY_ABSTRACT(axe, int, int);
ASSAY_ABSTRACT(ring, int, int);
ASSAY_OPERATION(apple_new, (void), apple, ref_new, new_one);
ASSAY_OPERATION(axe_new, (void), axe, ref_new, new_one);
ASSAY_OPERATION(ring_new, (void), ring, ref_new, new_one);
ASSAY_OPERATION(apple_axe, (apple, axe), bool, ref_fit, fit);
ASSAY_OPERATION(queue_ring, (queue, ring), bool, ref_fit, fit);
ASSAY_MODEL(fruit, (apple_new, axe_new, apple_axe), .prologue = forget_numbers);
ASSAY_MODEL(rings, (queue_new, ring_new, queue_ring), .prologue = forget_numbers);
TEST(model_values_that_share_a_letter_have_their_names)
{
    CHECK_MODEL(
        &fruit, "operation 3 (fit) differs: expected true, got false",
        "    int apple0 = new_one();                         /* 1 */\n"
        "    int axe0 = new_one();                           /* 2 */\n"
        "    assert(fit(apple0, axe0));                      /* 3: is false */\n");
    CHECK_MODEL(
        &rings, "operation 3 (fit) differs: expected true, got false",
        "    int q0 = new_one();                             /* 1 */\n"
        "    int ring0 = new_one();                          /* 2 */\n"
        "    assert(fit(q0, ring0));                         /* 3: is false */\n");
}

/* ---- NULL is no value */

static int *ref_maybe(int x)
{
    return x > 3 ? NULL : assay_model_new(1, sizeof(int));
}
static int *cand_maybe(int x)
{
    return x > 4 ? NULL : assay_model_new(1, sizeof(int));
}
static int *cand_hardly(int x)
{
    return x > 2 ? NULL : assay_model_new(1, sizeof(int));
}
static bool ref_there(int *thing)
{
    (void)thing;
    return true;
}
static bool is_there(int *thing)
{
    return thing != NULL;
}
ASSAY_ABSTRACT(thing, int *, int *);
ASSAY_OPERATION(maybe, (length), thing, ref_maybe, ref_maybe);
ASSAY_OPERATION(thing_there, (thing), bool, ref_there, is_there);
ASSAY_OPERATION(maybe_late, (length), thing, ref_maybe, cand_maybe);
ASSAY_OPERATION(maybe_early, (length), thing, ref_maybe, cand_hardly);
ASSAY_MODEL(maybes, (maybe, thing_there));
ASSAY_MODEL(late_maybes, (maybe_late));
ASSAY_MODEL(early_maybes, (maybe_early));
TEST(model_null_is_no_value)
{
    CHECK_HOLDS(&maybes);
    CHECK_MODEL(&late_maybes,
                "operation 1 (cand_maybe) differs: expected NULL, got a value",
                "    int *t0 = cand_maybe(4);                        /* 1 */\n"
                "    assert(t0 == NULL);                             /* is a value */\n");
    CHECK_MODEL(&early_maybes,
                "operation 1 (cand_hardly) differs: expected a value, got NULL",
                "    int *t0 = cand_hardly(3);                       /* 1 */\n"
                "    assert(t0 != NULL);                             /* is NULL */\n");
}

/* ---- Consumed values. The candidate knows which are gone, and complains. */

#define BOXES 256 /* more than a scenario has operations */
struct box {
    int number;
    bool gone;
};
static struct box boxes[BOXES];
static int nboxes, nlive, nfreed, njoined, nswallowed;

static void forget_boxes(void)
{
    nboxes = nlive = 0;
}
static struct box *box_new(void)
{
    struct box *b = &boxes[nboxes];

    *b = (struct box){.number = nboxes++};
    nlive++;
    return b;
}
static void box_leave(struct box *b)
{
    CHECK(!b->gone);
    b->gone = true;
    nlive--;
}
static void box_free(struct box *b)
{
    box_leave(b);
    nfreed++;
}
static int box_use(struct box *b)
{
    CHECK(!b->gone);
    return 0;
}
static int box_join(struct box *kept, struct box *taken)
{
    CHECK(!kept->gone && kept != taken);
    box_leave(taken);
    njoined++;
    return 0;
}
static int box_swallow(struct box *a, int n, struct box *b)
{
    CHECK(a != b);
    box_leave(a);
    box_leave(b);
    nswallowed += n * 0 + 1;
    return 0;
}
static int *ref_box_new(void)
{
    return assay_model_new(1, sizeof(int));
}
static int ref_box_use(int *b)
{
    return *b;
}
static int ref_box_join(int *a, int *b)
{
    return *a + *b;
}
static int ref_box_swallow(int *a, int n, int *b)
{
    return *a + *b + n * 0;
}
ASSAY_ABSTRACT(box, int *, struct box *);
ASSAY_CONSUMED(gone_box, box);
ASSAY_OPERATION(new_box, (void), box, ref_box_new, box_new, .weight = 2);
ASSAY_OPERATION(use_box, (box), int, ref_box_use, box_use);
ASSAY_OPERATION(free_box, (gone_box), void, assay_keep, box_free);
ASSAY_OPERATION(join_boxes, (box, gone_box), int, ref_box_join, box_join);
ASSAY_OPERATION(swallow_boxes, (gone_box, element, gone_box), int, ref_box_swallow,
                box_swallow);
static int box_join_any(struct box *kept, struct box *taken)
{
    return taken ? box_join(kept, taken) : box_use(kept);
}
static int ref_box_join_any(int *a, int *b)
{
    return b ? ref_box_join(a, b) : *a;
}
ASSAY_OPTION(maybe_gone_box, gone_box);
ASSAY_OPERATION(join_any, (box, maybe_gone_box), int, ref_box_join_any, box_join_any);
ASSAY_MODEL(boxes_model,
            (new_box, use_box, free_box, join_boxes, swallow_boxes, join_any),
            .prologue = forget_boxes);
TEST(model_consumed_values_are_never_used_again)
{
    run_here(&boxes_model, 1, 10000);
    CHECK(nfreed > 1000 && njoined > 1000 && nswallowed > 500);
}

/* Names do not shift when an older value goes. */
static int box_number(struct box *b)
{
    return nboxes - nlive == 1 ? b->number : 0;
}
static int ref_number(int *b)
{
    (void)b;
    return 0;
}
ASSAY_OPERATION(box_number, (box), int, ref_number, box_number);
ASSAY_MODEL(numbered_boxes, (new_box, free_box, box_number), .prologue = forget_boxes);
TEST(model_consumed_values_keep_their_number)
{
    CHECK_MODEL(&numbered_boxes, "operation 4 (box_number) differs: expected 0, got 1",
                "    struct box *b0 = box_new();                     /* 1 */\n"
                "    struct box *b1 = box_new();                     /* 2 */\n"
                "    box_free(b0);                                   /* 3 */\n"
                "    assert(box_number(b1) == 0);                    /* 4: is 1 */\n");
}

/* ---- Destructors: newest first, all of them, after the last operation */

static int nended, last_ended;
static void end_box(struct box *b)
{
    CHECK(!b->gone);
    CHECK(b->number < last_ended);
    last_ended = b->number;
    box_leave(b);
    nended++;
}
static void begin_boxes(void)
{
    forget_boxes();
    last_ended = BOXES;
}
static void all_have_ended(void)
{
    CHECK_INT(nlive, 0);
}
static int refs_ended;
static void end_ref(int *b)
{
    CHECK_INT(*b, 0);
    *b = 1;
    refs_ended++;
}
ASSAY_ABSTRACT(chest, int *, struct box *);
ASSAY_DESTRUCTOR(chest, end_ref, end_box);
ASSAY_CONSUMED(gone_chest, chest);
ASSAY_ABSTRACT(drawer, int *, struct box *);
ASSAY_DESTRUCTOR(drawer, end_ref, end_box);
ASSAY_OPERATION(new_chest, (void), chest, ref_box_new, box_new);
ASSAY_OPERATION(new_drawer, (void), drawer, ref_box_new, box_new);
ASSAY_OPERATION(free_chest, (gone_chest), void, assay_keep, box_free);
ASSAY_MODEL(chests, (new_chest, new_drawer, free_chest), .prologue = begin_boxes,
            .epilogue = all_have_ended, .fuel = 20);
TEST(model_destructors_end_what_is_left)
{
    run_here(&chests, 1, 2000);
    CHECK(nended > 2000);
    CHECK_INT(nended, refs_ended);
}

/* The program ends its values as the model does; a crash there says where. */
static void crash_at_two(struct box *b)
{
    if (b->number == 1)
        abort();
}
ASSAY_ABSTRACT(trap, int *, struct box *);
ASSAY_DESTRUCTOR(trap, assay_keep, crash_at_two);
ASSAY_OPERATION(new_trap, (void), trap, ref_box_new, box_new);
ASSAY_MODEL(traps, (new_trap), .prologue = begin_boxes);
TEST(model_a_crash_of_a_destructor_is_told)
{
    CHECK_MODEL(&traps, "died by SIGABRT in crash_at_two, the destructor",
                "    struct box *t0 = box_new();                     /* 1 */\n"
                "    struct box *t1 = box_new();                     /* 2 */\n"
                "    crash_at_two(t1);\n");
}

/* ---- Check functions: on every live value, after every operation */

static int nchecks, nexpected;
static const char *count_check(int *reference, struct box *b)
{
    CHECK(reference != NULL && !b->gone);
    nchecks++;
    return NULL;
}
/* Called last of all that an operation does: each live value is checked after it. */
static struct box *counted_new(void)
{
    struct box *b = box_new();

    nexpected += nlive;
    return b;
}
static void counted_free(struct box *b)
{
    box_leave(b);
    nexpected += nlive;
}
static int counted_use(struct box *b)
{
    nexpected += nlive;
    return b->number * 0;
}
ASSAY_ABSTRACT(safe, int *, struct box *);
ASSAY_CHECK(safe, count_check);
ASSAY_CONSUMED(gone_safe, safe);
ASSAY_OPERATION(new_safe, (void), safe, ref_box_new, counted_new);
ASSAY_OPERATION(free_safe, (gone_safe), void, assay_keep, counted_free);
ASSAY_OPERATION(use_safe, (safe), int, ref_box_use, counted_use);
ASSAY_MODEL(safes, (new_safe, free_safe, use_safe), .prologue = forget_boxes);
TEST(model_checks_every_live_value_after_every_operation)
{
    run_here(&safes, 1, 1000);
    CHECK(nchecks > 10000);
    CHECK_INT(nchecks, nexpected);
}

static const char *is_not_third(int *reference, struct box *b)
{
    (void)reference;
    return b->number == 2 ? "there are */ three" : NULL;
}
ASSAY_ABSTRACT(crate, int *, struct box *);
ASSAY_CHECK(crate, is_not_third);
ASSAY_OPERATION(new_crate, (void), crate, ref_box_new, box_new);
ASSAY_MODEL(crates, (new_crate), .prologue = forget_boxes);
TEST(model_a_check_says_what_is_wrong)
{
    CHECK_MODEL(&crates, "operation 3 (box_new): the check of c2: there are */ three",
                "    struct box *c0 = box_new();                     /* 1 */\n"
                "    struct box *c1 = box_new();                     /* 2 */\n"
                "    struct box *c2 = box_new();                     /* 3: the check of "
                "c2: there are * / three */\n");
}

static const char *crash_check(int *reference, struct box *b)
{
    (void)reference;
    if (b->number == 1)
        abort();
    return NULL;
}
ASSAY_ABSTRACT(jar, int *, struct box *);
ASSAY_CHECK(jar, crash_check);
ASSAY_OPERATION(new_jar, (void), jar, ref_box_new, box_new);
ASSAY_MODEL(jars, (new_jar), .prologue = forget_boxes);
TEST(model_a_crash_of_a_check_is_told)
{
    CHECK_MODEL(&jars, "died by SIGABRT in the check after operation 2",
                "    struct box *j0 = box_new();                     /* 1 */\n"
                "    struct box *j1 = box_new();                     /* 2 */\n");
}

/* ---- A result that is there already */

struct ref_node {
    struct ref_node *next;
};
static struct ref_node *ref_node_new(void)
{
    return assay_model_new(1, sizeof(struct ref_node));
}
static void ref_node_link(struct ref_node *a, struct ref_node *b)
{
    a->next = b;
}
static struct ref_node *ref_node_next(struct ref_node *a)
{
    return a->next;
}
struct node {
    struct node *next, *self;
};
static struct node *node_new(void)
{
    return assay_model_new(1, sizeof(struct node));
}
static void node_link(struct node *a, struct node *b)
{
    a->next = b;
}
static struct node *node_next(struct node *a)
{
    return a->next;
}
static void node_link_others(struct node *a, struct node *b)
{
    a->next = a == b ? NULL : b;
}
static void node_link_copy(struct node *a, struct node *b)
{
    a->next = node_new();
    *a->next = *b;
}
static void node_link_always(struct node *a, struct node *b)
{
    a->next = a;
    b->self = b;
}
static struct ref_node *ref_node_stranger(struct ref_node *a)
{
    (void)a;
    return ref_node_new();
}
ASSAY_ABSTRACT(node, struct ref_node *, struct node *);
ASSAY_EXISTING(known_node, node);
ASSAY_OPERATION(new_node, (void), node, ref_node_new, node_new);
ASSAY_OPERATION(link_nodes, (node, node), void, ref_node_link, node_link);
ASSAY_OPERATION(next_node, (node), known_node, ref_node_next, node_next);
ASSAY_MODEL(nodes, (new_node, link_nodes, next_node));
ASSAY_OPERATION(link_others, (node, node), void, ref_node_link, node_link_others);
ASSAY_MODEL(forgetful_nodes, (new_node, link_others, next_node));
ASSAY_OPERATION(link_copy, (node, node), void, ref_node_link, node_link_copy);
ASSAY_MODEL(copied_nodes, (new_node, link_copy, next_node));
ASSAY_OPERATION(link_always, (node, node), void, ref_node_link, node_link_always);
ASSAY_MODEL(selfish_nodes, (new_node, link_always, next_node));
ASSAY_OPERATION(stranger, (node), known_node, ref_node_stranger, node_next);
ASSAY_MODEL(strange_nodes, (new_node, stranger));
TEST(model_results_that_exist_are_found_again)
{
    CHECK_HOLDS(&nodes);
    CHECK_MODEL(&forgetful_nodes,
                "operation 3 (node_next) differs: expected n0, got NULL",
                "    struct node *n0 = node_new();                   /* 1 */\n"
                "    node_link_others(n0, n0);                       /* 2 */\n"
                "    assert(node_next(n0) == n0);                    /* 3: is NULL */\n");
    CHECK_MODEL(
        &copied_nodes,
        "operation 3 (node_next) differs: expected n0, got a value that is not live",
        "    struct node *n0 = node_new();                   /* 1 */\n"
        "    node_link_copy(n0, n0);                         /* 2 */\n"
        "    assert(node_next(n0) == n0);                    /* 3: is a value that is "
        "not live */\n");
    CHECK_MODEL(&selfish_nodes, "operation 4 (node_next) differs: expected n0, got n1",
                "    struct node *n0 = node_new();                   /* 1 */\n"
                "    struct node *n1 = node_new();                   /* 2 */\n"
                "    node_link_always(n1, n0);                       /* 3 */\n"
                "    assert(node_next(n1) == n0);                    /* 4: is n1 */\n");
    CHECK_MODEL(
        &strange_nodes,
        "operation 2 (node_next): the reference returned a value that is not live",
        "    struct node *n0 = node_new();                   /* 1 */\n"
        "    assert(node_next(n0));                          /* 2: the reference "
        "returned a value that is not live */\n");
}

/* ---- Subsets of live values */

static int *ref_fill(int n)
{
    int *r = assay_model_new(1, sizeof *r);

    *r = n;
    return r;
}
static struct box *fill(int n)
{
    struct box *b = assay_model_new(1, sizeof *b);

    b->number = n;
    return b;
}
static bool is_large(int *reference)
{
    return *reference > 9;
}
static bool both_large(int *reference, struct box *b)
{
    CHECK_INT(*reference, b->number);
    return b->number > 12;
}
static int nlarge;
static int use_large(struct box *b)
{
    CHECK(b->number > 9);
    nlarge++;
    return b->number;
}
static int use_larger(struct box *b)
{
    CHECK(b->number > 12);
    nlarge++;
    return b->number;
}
static int use_ref(int *r)
{
    return *r;
}
static int use_not_eleven(struct box *b)
{
    return b->number == 11 ? 0 : b->number;
}
ASSAY_ABSTRACT(pot, int *, struct box *);
ASSAY_SUBSET(large_pot, pot, is_large);
ASSAY_SUBSET_BOTH(larger_pot, large_pot, both_large);
ASSAY_CONSUMED(gone_pot, large_pot);
static void take_large(struct box *b)
{
    CHECK(b->number > 9);
    b->number = 0;
    nlarge++;
}
ASSAY_OPERATION(fill, (length), pot, ref_fill, fill);
ASSAY_OPERATION(use_large, (large_pot), int, use_ref, use_large);
ASSAY_OPERATION(use_larger, (larger_pot), int, use_ref, use_larger);
ASSAY_OPERATION(take_large, (gone_pot), void, assay_keep, take_large);
ASSAY_OPERATION(use_not_eleven, (large_pot), int, use_ref, use_not_eleven);
ASSAY_MODEL(pots, (fill, use_large, use_larger, take_large));
ASSAY_MODEL(odd_pots, (fill, use_not_eleven));
TEST(model_subsets_of_live_values)
{
    run_here(&pots, 1, 5000);
    CHECK(nlarge > 5000);
    CHECK_MODEL(&odd_pots, "operation 2 (use_not_eleven) differs: expected 11, got 0",
                "    struct box *p0 = fill(11);                      /* 1 */\n"
                "    assert(use_not_eleven(p0) == 11);               /* 2: is 0 */\n");
}
