/* Generators made by functions: map, filter, bind and one's own. */
#include "gen_fixture.h"

static const struct assay_gen *const digits = assay_ints(int, 0, 9);

static void times(const void *ctx, const void *from, void *ret_to)
{
    *(long *)ret_to = (long)*(const int *)from * *(const int *)ctx;
}

static void visit_multiple(const void *value, void *ctx)
{
    long v = *(const long *)value;

    CHECK(v % 7 == 0 && v >= 0 && v <= 63);
    ((uint32_t *)ctx)[v / 7]++;
}

TEST(gen_map_applies_the_function)
{
    static const int seven = 7;
    uint32_t tally[10] = {0};
    const struct assay_gen *gen = assay_map(long, digits, times, &seven);

    for_values(gen, 1000, visit_multiple, tally);
    CHECK(tally[0] > 0 && tally[9] > 0);
    CHECK_INT(assay_gen_contains(gen, &(long){7}), ASSAY_UNKNOWN);
    CHECK_UINT(count_of(gen), UINT64_MAX - ASSAY_TOO_LARGE);
    CHECK_ROUND_TRIP(gen, long, -7);
    CHECK_C(assay_map(struct fixture, digits, times, &seven), &(struct fixture){0},
            "(cannot)");
}

static bool is_even(const void *ctx, const void *value)
{
    (void)ctx;
    return *(const int *)value % 2 == 0;
}

static bool never(const void *ctx, const void *value)
{
    (void)ctx;
    (void)value;
    return false;
}

static void visit_even(const void *value, void *ctx)
{
    CHECK_INT(*(const int *)value % 2, 0);
    ((uint32_t *)ctx)[*(const int *)value]++;
}

TEST(gen_filter_lets_only_some_through)
{
    uint32_t tally[10] = {0};
    const struct assay_gen *gen = assay_filter(int, digits, is_even, NULL);

    for_values(gen, 1000, visit_even, tally);
    CHECK(tally[0] > 0 && tally[8] > 0);
    CHECK_INT(assay_gen_contains(gen, &(int){4}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(gen, &(int){5}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(int){10}), ASSAY_NO);
    CHECK_UINT(count_of(gen), UINT64_MAX - ASSAY_TOO_LARGE);
    CHECK_ROUND_TRIP(gen, int, 4);
}

TEST(gen_filter_gives_up)
{
    struct fixture f;
    uint32_t discarded = 0;
    int value;

    fixture_init(&f, NULL);
    CHECK_INT(assay_gen_draw(assay_filter(int, digits, never, NULL),
                             fixture_start(&f, SEED, 1), &value),
              ASSAY_REJECTED);
    for (uint32_t i = 0; i < f.record->nspans; i++)
        discarded += f.record->spans[i].flags & ASSAY_SPAN_DISCARDED;
    CHECK_INT(discarded, 16);
    CHECK_INT(f.record->nchoices, 16);
    fixture_done(&f);
}

static enum assay_status below(struct assay_test *t, const void *ctx, const void *from,
                               void *ret_to)
{
    int *pair = ret_to;

    (void)ctx;
    pair[0] = *(const int *)from;
    return assay_gen_draw(assay_ints(int, 0, pair[0]), t, &pair[1]);
}

struct pair {
    int most, value;
};

static void visit_pair(const void *value, void *ctx)
{
    const struct pair *pair = value;

    CHECK(pair->value >= 0 && pair->value <= pair->most && pair->most <= 9);
    ((uint32_t *)ctx)[pair->value]++;
}

TEST(gen_bind_draws_from_what_was_drawn)
{
    uint32_t tally[10] = {0};
    const struct assay_gen *gen = assay_bind(struct pair, digits, below, NULL);

    for_values(gen, 1000, visit_pair, tally);
    CHECK(tally[0] > 0 && tally[5] > 0);
    CHECK_INT(assay_gen_contains(gen, &(struct pair){1, 1}), ASSAY_UNKNOWN);
    CHECK_UINT(count_of(gen), UINT64_MAX - ASSAY_TOO_LARGE);
    CHECK_C(gen, &((struct pair){1, 1}), "(cannot)");
}

TEST(gen_derived_misused)
{
    const struct assay_gen *empty = assay_ints(int, 1, 0);

    CHECK_INT(draw_status(assay_map(long, NULL, times, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_map(long, digits, NULL, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_map(long, empty, times, NULL)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_filter(int, NULL, is_even, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_filter(int, digits, NULL, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_filter(long, digits, is_even, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_filter(int, empty, is_even, NULL)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_bind(struct pair, NULL, below, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_bind(struct pair, digits, NULL, NULL)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_bind(struct pair, empty, below, NULL)),
              ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_own(int, .ctx = NULL)), ASSAY_BAD_USE);
}

/* ---- One's own */

static enum assay_status draw_pair(struct assay_test *t, const void *ctx, void *ret_value)
{
    struct pair *pair = ret_value;
    enum assay_status status = assay_gen_draw(ctx, t, &pair->most);

    pair->value = pair->most;
    return status;
}

static enum assay_answer is_pair(const void *ctx, const void *value)
{
    const struct pair *pair = value;

    return pair->value == pair->most ? assay_gen_contains(ctx, &pair->most) : ASSAY_NO;
}

static void print_pair(const void *ctx, const void *value, struct assay_buf *out)
{
    const struct pair *pair = value;

    (void)ctx;
    assay_print(out, "(struct pair){%d, %d}", pair->most, pair->value);
}

static void visit_equal(const void *value, void *ctx)
{
    const struct pair *pair = value;

    CHECK_INT(pair->value, pair->most);
    ((uint32_t *)ctx)[pair->value]++;
}

TEST(gen_own_does_as_it_is_told)
{
    uint32_t tally[10] = {0};
    const struct assay_gen *gen =
        assay_own(struct pair, .draw = draw_pair, .contains = is_pair,
                  .print = print_pair, .ctx = digits);
    const struct assay_gen *bare =
        assay_own(struct pair, .draw = draw_pair, .ctx = digits);

    for_values(gen, 1000, visit_equal, tally);
    CHECK(tally[0] > 0 && tally[9] > 0);
    CHECK_INT(assay_gen_contains(gen, &(struct pair){3, 3}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(gen, &(struct pair){3, 4}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(bare, &(struct pair){3, 4}), ASSAY_UNKNOWN);
    CHECK_UINT(count_of(gen), UINT64_MAX - ASSAY_TOO_LARGE);
    CHECK_ROUND_TRIP(gen, struct pair, (struct pair){1, 2});
    CHECK_ROUND_TRIP(assay_pointers(struct pair *, gen), struct pair *,
                     (struct pair[]){(struct pair){1, 2}});
    CHECK_C(bare, &((struct pair){1, 2}), "(cannot)");
    CHECK_C(assay_arrays(bare, 1, 1), &((struct assay_array){&(struct pair){1, 2}, 1}),
            "(cannot)");
}
