/* Generators that choose: values, generators, weighted ones. */
#include "gen_fixture.h"
#include <math.h>

static void visit_tally(const void *value, void *ctx)
{
    ((uint32_t *)ctx)[*(const int *)value]++;
}

TEST(gen_elements_are_each_as_likely)
{
    uint32_t tally[8] = {0};

    for_values(assay_element_of(int, 2, 3, 5, 7), 4000, visit_tally, tally);
    for (int i = 0; i < 8; i++) {
        bool prime = i == 2 || i == 3 || i == 5 || i == 7;
        CHECK(prime ? tally[i] > 850 && tally[i] < 1150 : tally[i] == 0);
    }
}

TEST(gen_elements_contain_and_count)
{
    static const int squares[] = {1, 4, 9};
    const struct assay_gen *gen = assay_elements(int, squares, 3);

    CHECK_INT(assay_gen_contains(gen, &(int){4}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(gen, &(int){5}), ASSAY_NO);
    CHECK_UINT(count_of(gen), 3);
    CHECK_INT(draw_status(assay_elements(int, squares, 0)), ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(assay_elements(int, squares, 0)), UINT64_MAX - ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_elements(int, NULL, 3)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_elements(int, squares, (size_t)1 << 33)),
              ASSAY_TOO_LARGE);
}

TEST(gen_constant_is_no_choice)
{
    struct fixture f;
    int value = 0;

    fixture_init(&f, NULL);
    CHECK_INT(assay_gen_draw(assay_constant(int, &(int){42}), fixture_start(&f, SEED, 3),
                             &value),
              ASSAY_OK);
    CHECK_INT(value, 42);
    CHECK_INT(f.record->nchoices, 0);
    fixture_done(&f);
}

enum colour { RED, GREEN = 7 };

TEST(gen_elements_print_by_type)
{
    CHECK_ROUND_TRIP(assay_element_of(int, 1), int, (-2147483647 - 1));
    CHECK_ROUND_TRIP(assay_element_of(unsigned char, 1), unsigned char, 255);
    CHECK_ROUND_TRIP(assay_element_of(uint64_t, 1), uint64_t, 7u);
    CHECK_ROUND_TRIP(assay_element_of(double, 1), double, 1.5);
    CHECK_ROUND_TRIP(assay_element_of(float, 1), float, 1.5f);
    CHECK_ROUND_TRIP(assay_element_of(bool, true), bool, true);
    CHECK_ROUND_TRIP(assay_element_of(const char *, "a"), const char *, "a\"b");
    CHECK_ROUND_TRIP(assay_element_of(const char *, "a"), const char *, NULL);
    CHECK_ROUND_TRIP(assay_element_of(enum colour, RED), enum colour, 7);
    CHECK_C(assay_element_of(struct fixture *, NULL), &(void *){NULL}, "(cannot)");
}

static const struct assay_gen *const low = assay_ints(int, 0, 2);
static const struct assay_gen *const high = assay_ints(int, 10, 15);

TEST(gen_one_of_takes_each_alike)
{
    uint32_t tally[16] = {0};

    for_values(assay_one_of(int, assay_constant(int, &(int){3}), high), 4000, visit_tally,
               tally);
    CHECK(tally[3] > 1850 && tally[3] < 2150);
    CHECK(tally[10] > 0 && tally[15] > 0);
}

TEST(gen_union_is_even_over_values)
{
    uint32_t tally[16] = {0}, small = 0;
    const struct assay_gen *gen = assay_union_of(int, low, high);

    for_values(gen, 9000, visit_tally, tally);
    for (int i = 0; i < 3; i++)
        small += tally[i];
    CHECK(small > 2700 && small < 3300); /* 3 of 9 values */
}

TEST(gen_union_of_huge_and_tiny_ranges)
{
    uint32_t tally[2] = {0}, one = 0;
    struct fixture f;
    uint64_t value;
    const struct assay_gen *gen =
        assay_union_of(uint64_t, assay_ints(uint64_t, 0, 1),
                       assay_ints(uint64_t, UINT64_C(1) << 62, (UINT64_C(1) << 63) - 1),
                       assay_ints(uint64_t, UINT64_C(1) << 63, (UINT64_C(3) << 62) - 1));

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 2000; i++) {
        CHECK_INT(assay_gen_draw(gen, fixture_start(&f, SEED, i), &value), ASSAY_OK);
        tally[value >> 63]++;
        one += value < 2;
    }
    CHECK_INT(one, 0);
    CHECK(tally[0] > 900 && tally[0] < 1100);
    /* Rare as it is, the first alternative is there: it is the simplest. */
    CHECK_INT(assay_gen_draw(gen, fixture_start(&f, SEED, 0), &value), ASSAY_OK);
    CHECK_UINT(value, 0);
    fixture_done(&f);
}

TEST(gen_union_takes_the_uncounted_for_the_largest)
{
    uint32_t infinite = 0;
    struct fixture f;
    double value;
    const struct assay_gen *gen =
        assay_union_of(double, assay_element_of(double, 2, 3, 4), assay_doubles(0, 1));

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 2000; i++) {
        CHECK_INT(assay_gen_draw(gen, fixture_start(&f, SEED, i), &value), ASSAY_OK);
        infinite += value <= 1;
    }
    CHECK(infinite > 900 && infinite < 1100);
    fixture_done(&f);
}

TEST(gen_union_passes_over_empty_ranges)
{
    uint32_t tally[16] = {0};
    const struct assay_gen *empty = assay_ints(int, 1, 0);

    for_values(assay_union_of(int, empty, low), 300, visit_tally, tally);
    CHECK_INT(tally[0] + tally[1] + tally[2], 300);
    CHECK_UINT(count_of(assay_union_of(int, empty, low)), 3);
    CHECK_INT(draw_status(assay_union_of(int, empty, empty)), ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(assay_union_of(int, empty)), UINT64_MAX - ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(assay_one_of(int, empty, low)), UINT64_MAX - ASSAY_EMPTY_RANGE);
}

TEST(gen_weighted_by_weight)
{
    uint32_t tally[16] = {0}, small = 0;

    for_values(assay_weighted(int, {3, low}, {1, high}), 4000, visit_tally, tally);
    for (int i = 0; i < 3; i++)
        small += tally[i];
    CHECK(small > 2850 && small < 3150);
}

/* Whatever index is replayed, an alternative of weight 0 is not reached by it. */
TEST(gen_weight_zero_is_never_chosen)
{
    const struct assay_gen *gen = assay_weighted(int, {0, low}, {1, high}, {0, low});
    struct fixture f;
    struct assay_values values;
    int value = 0;

    fixture_init(&f, NULL);
    assay_values_init(&values, NULL);
    for (uint64_t index = 0; index < 4; index++) {
        assay_values_clear(&values);
        CHECK_INT(assay_values_add(&values, ASSAY_KIND_INDEX, index), ASSAY_OK);
        CHECK_INT(assay_gen_draw(gen, fixture_replay(&f, &values), &value), ASSAY_OK);
        CHECK_INT(value, 10);
    }
    assay_values_done(&values);
    fixture_done(&f);
    CHECK_INT(assay_gen_contains(gen, &(int){1}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(int){10}), ASSAY_YES);
    CHECK_UINT(count_of(gen), 6);
}

TEST(gen_alternatives_misused)
{
    const struct assay_gen *none = assay_weighted(int, {0, low}, {0, high});
    struct assay_gen no_alternatives = *assay_one_of(int, low);

    CHECK_INT(draw_status(none), ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(none), UINT64_MAX - ASSAY_EMPTY_RANGE);
    no_alternatives.as.one_of.count = 0;
    CHECK_INT(draw_status(&no_alternatives), ASSAY_EMPTY_RANGE);
    for (int i = 0; i < 20; i++) /* not by luck */
        CHECK_INT(draw_status(assay_one_of(int, low, high, low, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_union_of(int, low, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_weighted(int, {1, low}, {0, NULL})), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_one_of(char, low)), ASSAY_BAD_USE);
    CHECK_UINT(count_of(assay_one_of(int, low, NULL)), UINT64_MAX - ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_union_of(int, low, assay_ints(int, 0, INT64_MAX))),
              ASSAY_BAD_USE);
}

TEST(gen_alternatives_count)
{
    CHECK_UINT(count_of(assay_one_of(int, low, high, low)), 12);
    CHECK_UINT(count_of(assay_one_of(uint64_t, assay_ints(uint64_t, 1, UINT64_MAX),
                                     assay_ints(uint64_t, 0, 0))),
               UINT64_MAX - ASSAY_TOO_LARGE);
}

static void ignore(const void *ctx, const void *from, void *ret_to)
{
    (void)ctx;
    *(int *)ret_to = *(const int *)from;
}

TEST(gen_alternatives_contain)
{
    const struct assay_gen *opaque = assay_map(int, low, ignore, NULL);
    const struct assay_gen *gen = assay_one_of(int, opaque, high);

    CHECK_INT(assay_gen_contains(gen, &(int){12}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(gen, &(int){5}), ASSAY_UNKNOWN);
    CHECK_INT(assay_gen_contains(assay_one_of(int, low, high), &(int){5}), ASSAY_NO);
}

struct shape {
    int tag;
    int *side;
};

TEST(gen_alternatives_print_by_the_one_that_has_the_value)
{
    const struct assay_gen *gen = assay_one_of(
        struct shape,
        assay_struct(struct shape,
                     ASSAY_FIELD(struct shape, side, assay_pointers(int *, low)),
                     ASSAY_FIELD(struct shape, tag, assay_constant(int, &(int){1}))),
        assay_struct(struct shape,
                     ASSAY_FIELD(struct shape, tag, assay_constant(int, &(int){2}))));
    struct shape wild = {.tag = 2, .side = (int *)(intptr_t)1};

    CHECK_C(gen, &wild, "(struct shape){.tag = 2}");
    wild.side = &(int){2};
    wild.tag = 1;
    CHECK_C(gen, &wild, "(struct shape){.side = &(int){2}, .tag = 1}");
    wild.tag = 3;
    CHECK_C(gen, &wild, "(cannot)");
    CHECK_C(assay_one_of(int, low, high), &(int){5}, "5");
    wild.tag = 2;
    CHECK_C(assay_one_of(struct shape, assay_map(struct shape, low, ignore, NULL), gen),
            &wild, "(struct shape){.tag = 2}");
    CHECK_SHORT(assay_weighted(int, {1, low}), &(int){1}, "1");
}
