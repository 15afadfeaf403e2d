/* Generators of structs, pointers and recursive values. */
#include "gen_fixture.h"

/* ---- Structs */

struct point {
    int x;
    char unnamed;
    int8_t y;
};

static const struct assay_gen *const points =
    assay_struct(struct point, ASSAY_FIELD(struct point, x, assay_ints(int, -3, 3)),
                 ASSAY_FIELD(struct point, y, assay_ints(int8_t, 0, 9)));

static void visit_point(const void *value, void *ctx)
{
    const struct point *p = value;

    CHECK(p->x >= -3 && p->x <= 3 && p->y >= 0 && p->y <= 9);
    CHECK_INT(p->unnamed, 0);
    ((uint32_t *)ctx)[p->x + 3]++;
}

TEST(gen_struct_draws_its_fields)
{
    uint32_t tally[7] = {0};

    for_values(points, 2000, visit_point, tally);
    for (int i = 0; i < 7; i++)
        CHECK(tally[i] > 0);
}

TEST(gen_struct_clears_what_is_not_named)
{
    struct fixture f;
    struct point p;

    memset(&p, 0xff, sizeof p);
    fixture_init(&f, NULL);
    CHECK_INT(assay_gen_draw(points, fixture_start(&f, SEED, 1), &p), ASSAY_OK);
    CHECK_INT(p.unnamed, 0);
    CHECK_INT(f.record->nspans, 2);
    fixture_done(&f);
}

TEST(gen_struct_contains_and_counts)
{
    CHECK_INT(assay_gen_contains(points, &(struct point){.x = 3, .y = 9}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(points, &(struct point){.x = 4, .y = 9}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(points, &(struct point){.x = 3, .y = 10}), ASSAY_NO);
    CHECK_UINT(count_of(points), 70);
    CHECK_UINT(count_of(assay_arrays(points, 2, 2)), 4900);
}

struct wide {
    uint64_t a, b;
};

TEST(gen_struct_misused)
{
    const struct assay_gen *any = assay_any(uint64_t);

    CHECK_INT(draw_status(assay_struct(struct wide, ASSAY_FIELD(struct wide, a, any),
                                       ASSAY_FIELD(struct wide, b, NULL))),
              ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_struct(struct wide, {"past", 12, any})), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_struct(struct wide, {"far", 1000, any})), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_struct(
                  struct wide, ASSAY_FIELD(struct wide, a, assay_ints(uint64_t, 1, 0)))),
              ASSAY_EMPTY_RANGE);
    CHECK_UINT(
        count_of(assay_struct(
            struct wide, ASSAY_FIELD(struct wide, a, assay_ints(uint64_t, 1, UINT64_MAX)),
            ASSAY_FIELD(struct wide, b, assay_ints(uint64_t, 0, 1)))),
        UINT64_MAX - ASSAY_TOO_LARGE);
}

struct line {
    struct point from, *to;
    double width;
};

TEST(gen_struct_prints)
{
    const struct assay_gen *lines =
        assay_struct(struct line, ASSAY_FIELD(struct line, from, points),
                     ASSAY_FIELD(struct line, to, assay_optional(struct point *, points)),
                     ASSAY_FIELD(struct line, width, assay_doubles(0, 9)));

    CHECK_ROUND_TRIP(points, struct point, (struct point){.x = -1, .y = 2});
    CHECK_ROUND_TRIP(lines, struct line,
                     (struct line){.from = (struct point){.x = 1, .y = 2},
                                   .to = &(struct point){.x = 0, .y = 0},
                                   .width = 0.5});
    CHECK_ROUND_TRIP(
        lines, struct line,
        (struct line){.from = (struct point){.x = 1, .y = 2}, .to = NULL, .width = 0.5});
    CHECK_SHORT(
        lines,
        &((struct line){.from = {1, 0, 2}, .to = &(struct point){3, 0, 4}, .width = 1}),
        "{.from = {.x = 1, .y = 2}, .to = &{.x = 3, .y = 4}, .width = 1.0}");
    CHECK_SHORT(points, &((struct point){.x = 1, .y = 2}), "{.x = 1, .y = 2}");
    CHECK_ROUND_TRIP(
        assay_arrays(points, 0, 2), struct assay_array,
        (struct assay_array){(struct point[]){(struct point){.x = 1, .y = 2},
                                              (struct point){.x = 3, .y = 0}},
                             2});
}

/* ---- Pointers */

static void visit_pointer(const void *value, void *ctx)
{
    const int *pointer = *(int *const *)value;

    if (pointer)
        CHECK(*pointer >= 1 && *pointer <= 5);
    ((uint32_t *)ctx)[pointer != NULL]++;
}

TEST(gen_pointers_point_to_values)
{
    uint32_t tally[2] = {0};

    for_values(assay_pointers(int *, assay_ints(int, 1, 5)), 500, visit_pointer, tally);
    CHECK_INT(tally[0], 0);
    for_values(assay_optional(int *, assay_ints(int, 1, 5)), 1000, visit_pointer, tally);
    CHECK(tally[0] > 150 && tally[0] < 500);
}

TEST(gen_pointers_contain_and_count)
{
    const struct assay_gen *of = assay_ints(int, 1, 5);
    int *none = NULL, *three = &(int){3}, *nine = &(int){9};

    CHECK_INT(assay_gen_contains(assay_pointers(int *, of), &none), ASSAY_NO);
    CHECK_INT(assay_gen_contains(assay_pointers(int *, of), &three), ASSAY_YES);
    CHECK_INT(assay_gen_contains(assay_pointers(int *, of), &nine), ASSAY_NO);
    CHECK_INT(assay_gen_contains(assay_optional(int *, of), &none), ASSAY_YES);
    CHECK_INT(assay_gen_contains(assay_optional(int *, of), &nine), ASSAY_NO);
    CHECK_UINT(count_of(assay_pointers(int *, of)), 5);
    CHECK_UINT(count_of(assay_optional(int *, of)), 6);
}

TEST(gen_pointers_misused)
{
    CHECK_INT(draw_status(assay_pointers(int *, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_optional(int *, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_pointers(char, assay_any(int))), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_optional(char, assay_any(int))), ASSAY_BAD_USE);
    CHECK_UINT(count_of(assay_optional(int *, NULL)), UINT64_MAX - ASSAY_BAD_USE);
}

TEST(gen_pointers_print)
{
    const struct assay_gen *ints = assay_pointers(int *, assay_any(int));
    const struct assay_gen *strings =
        assay_pointers(char **, assay_strings(&assay_alphabet_ascii, 0, 9));
    const struct assay_gen *arrays = assay_pointers(
        struct assay_array *,
        assay_one_of(struct assay_array, assay_arrays(assay_any(char), 0, 2)));

    CHECK_ROUND_TRIP(ints, int *, &(int){5});
    CHECK_ROUND_TRIP(ints, int *, NULL);
    CHECK_ROUND_TRIP(assay_pointers(int **, ints), int **, &(int *){&(int){5}});
    CHECK_C(strings, &(const char **){&(const char *){"abc"}},
            "&(char *){(char[]){\"abc\"}}");
    CHECK_ROUND_TRIP(arrays, struct assay_array *,
                     &(struct assay_array){(char[]){'a', 'b'}, 2});
    CHECK_SHORT(ints, &(int *){&(int){5}}, "&5");
}

/* ---- Recursive values */

struct tree {
    int tag; /* 0: a leaf, 1: a node */
    struct tree *left, *right;
};

static const struct assay_gen *trees(void);

#define LEAF                                                                             \
    assay_struct(struct tree,                                                            \
                 ASSAY_FIELD(struct tree, tag, assay_constant(int, &(const int){0})))
#define SUBTREE assay_pointers(struct tree *, assay_defer(struct tree, trees))
#define NODE                                                                             \
    assay_struct(struct tree, ASSAY_FIELD(struct tree, left, SUBTREE),                   \
                 ASSAY_FIELD(struct tree, right, SUBTREE),                               \
                 ASSAY_FIELD(struct tree, tag, assay_constant(int, &(const int){1})))
static const struct assay_gen *const tree = assay_recursive(struct tree, LEAF, NODE);

static const struct assay_gen *trees(void)
{
    return tree;
}

static uint32_t nodes_of(const struct tree *t)
{
    return t->tag == 0 ? 0 : 1 + nodes_of(t->left) + nodes_of(t->right);
}

static uint32_t depth_of(const struct tree *t)
{
    uint32_t left = t->tag == 0 ? 0 : depth_of(t->left);
    uint32_t right = t->tag == 0 ? 0 : depth_of(t->right);

    return t->tag == 0 ? 0 : 1 + (left > right ? left : right);
}

struct sizes {
    uint32_t tally[65];
    uint32_t bushy; /* large and yet not deep */
};

static void visit_tree(const void *value, void *ctx)
{
    struct sizes *sizes = ctx;
    uint32_t nodes = nodes_of(value);

    CHECK(nodes <= 64);
    CHECK_INT(assay_gen_contains(tree, value), ASSAY_YES);
    sizes->tally[nodes]++;
    sizes->bushy += nodes > 20 && depth_of(value) < nodes / 2;
}

TEST(gen_recursive_is_small_and_large_and_within_its_budget)
{
    struct sizes sizes = {0};
    uint32_t large = 0;

    for_values(tree, 2000, visit_tree, &sizes);
    for (int i = 21; i <= 64; i++)
        large += sizes.tally[i];
    CHECK(sizes.tally[0] > 100);
    CHECK(sizes.tally[1] > 50);
    CHECK(large > 100);
    CHECK(sizes.bushy > 20 && sizes.bushy < large - 20);
}

struct list {
    int head;
    struct list *tail;
};

static const struct assay_gen *lists(void);

static const struct assay_gen *const list = assay_recursive(
    struct list *, assay_constant(struct list *, &(struct list *const){0}),
    assay_pointers(
        struct list *,
        assay_struct(struct list, ASSAY_FIELD(struct list, head, assay_ints(int, 0, 9)),
                     ASSAY_FIELD(struct list, tail, assay_defer(struct list *, lists)))));

static const struct assay_gen *lists(void)
{
    return list;
}

static void visit_list(const void *value, void *ctx)
{
    uint32_t len = 0;

    for (const struct list *l = *(struct list *const *)value; l; l = l->tail)
        len++;
    ((uint32_t *)ctx)[len > 20 ? 21 : len]++;
}

TEST(gen_recursive_makes_long_lists_too)
{
    uint32_t tally[22] = {0};

    for_values(list, 3000, visit_list, tally);
    for (int i = 0; i < 8; i++)
        CHECK(tally[i] > 30);
    CHECK(tally[21] > 20);
}

/* A source of nothing but "yes": the budget alone has to end the value. */
TEST(gen_recursive_ends_whatever_is_replayed)
{
    struct fixture f;
    struct assay_values values;
    struct tree value;

    fixture_init(&f, NULL);
    assay_values_init(&values, NULL);
    CHECK_INT(assay_values_add(&values, ASSAY_KIND_UINT, 63), ASSAY_OK);
    for (int i = 0; i < 1000; i++)
        CHECK_INT(assay_values_add(&values, ASSAY_KIND_BOOL, 1), ASSAY_OK);
    CHECK_INT(assay_gen_draw(tree, fixture_replay(&f, &values), &value), ASSAY_OK);
    CHECK_INT(nodes_of(&value), 63);
    CHECK_INT(f.record->nchoices, 1 + 63 + 64);
    CHECK_INT(f.test.budget_total, 0);
    assay_values_done(&values);
    fixture_done(&f);
}

/* One value of many: each has a budget to itself. */
TEST(gen_recursive_budgets_are_per_value)
{
    struct fixture f;
    struct assay_array array;
    uint32_t nodes = 0;

    fixture_init(&f, NULL);
    CHECK_INT(
        assay_gen_draw(assay_arrays(tree, 200, 200), fixture_start(&f, SEED, 1), &array),
        ASSAY_OK);
    for (size_t i = 0; i < array.len; i++)
        nodes += nodes_of((struct tree *)array.at + i);
    CHECK(nodes > 200);
    fixture_done(&f);
}

/* Spans of the same generator have the same label, so a part can replace the whole. */
TEST(gen_recursive_spans_are_alike)
{
    struct fixture f;
    struct tree value;
    uint32_t parts = 0;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i < 100 && parts < 5; i++) {
        CHECK_INT(assay_gen_draw(tree, fixture_start(&f, SEED, i), &value), ASSAY_OK);
        parts = 0;
        for (uint32_t k = 1; k < f.record->nspans; k++)
            parts += f.record->spans[k].label == f.record->spans[0].label &&
                     assay_record_domain(f.record, f.record->spans[k].start)->kind ==
                         ASSAY_KIND_BOOL;
    }
    CHECK(parts >= 5);
    fixture_done(&f);
}

TEST(gen_recursive_contains_and_prints)
{
    struct tree l = {.tag = 0}, r = {.tag = 1, .left = &l, .right = &l};
    struct tree t = {.tag = 1, .left = &l, .right = &r};
    struct tree bad = {.tag = 2};

    CHECK_INT(assay_gen_contains(tree, &t), ASSAY_YES);
    CHECK_SHORT(tree, &r, "{.left = &{.tag = 0}, .right = &{.tag = 0}, .tag = 1}");
    CHECK_ROUND_TRIP(
        tree, struct tree,
        (struct tree){.left = &(struct tree){.tag = 0},
                      .right = &(struct tree){.left = &(struct tree){.tag = 0},
                                              .right = &(struct tree){.tag = 0},
                                              .tag = 1},
                      .tag = 1});
    r.left = &bad;
    CHECK_INT(assay_gen_contains(tree, &t), ASSAY_NO);
    CHECK_C(tree, &t, "(cannot)");
    CHECK_UINT(count_of(tree), UINT64_MAX - ASSAY_TOO_LARGE);
}

/* A leaf that names fewer members has no better claim to a node than the node's own. */
struct bare {
    long key;
    struct bare *next;
};

TEST(gen_struct_prints_by_who_names_most)
{
    struct bare last = {.key = 2}, first = {.key = 1, .next = &last};
    const struct assay_gen *leaf =
        assay_struct(struct bare, ASSAY_FIELD(struct bare, key, assay_ints(long, 0, 9)));
    const struct assay_gen *node =
        assay_struct(struct bare, ASSAY_FIELD(struct bare, key, assay_ints(long, 0, 9)),
                     ASSAY_FIELD(struct bare, next, assay_pointers(struct bare *, leaf)));

    CHECK_SHORT(assay_recursive(struct bare, leaf, node), &first,
                "{.key = 1, .next = &{.key = 2}}");
    CHECK_SHORT(assay_recursive(struct bare, leaf, node), &last, "{.key = 2}");
    CHECK_SHORT(assay_one_of(struct bare, leaf, node), &first,
                "{.key = 1, .next = &{.key = 2}}");
    CHECK_SHORT(assay_one_of(struct bare, node, leaf), &last, "{.key = 2}");
}

/* A value from outside may have no end. */
TEST(gen_recursive_does_not_follow_a_cycle_for_ever)
{
    struct tree t = {.tag = 1};

    t.left = t.right = &t;
    CHECK_INT(assay_gen_contains(tree, &t), ASSAY_UNKNOWN);
    CHECK_C(tree, &t, "(cannot)");
}

TEST(gen_recursive_misused)
{
    CHECK_INT(draw_status(assay_recursive(struct tree, NULL, NODE)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_recursive(struct tree, LEAF, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_recursive(int, LEAF, NODE)), ASSAY_BAD_USE);
}

static const struct assay_gen *nothing(void)
{
    return NULL;
}

static const struct assay_gen *itself(void);
static const struct assay_gen *const self = assay_defer(int, itself);

static const struct assay_gen *itself(void)
{
    return self;
}

TEST(gen_defer_misused)
{
    CHECK_INT(draw_status(assay_defer(int, nothing)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_defer(int, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_defer(int, trees)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(self), ASSAY_TOO_LARGE);
    CHECK_INT(assay_gen_contains(self, &(int){1}), ASSAY_UNKNOWN);
    CHECK_C(self, &(int){1}, "1");
    CHECK_UINT(count_of(self), UINT64_MAX - ASSAY_TOO_LARGE);
}
