/* Generators of numbers. */
#include "gen_fixture.h"
#include <float.h>
#include <limits.h>
#include <math.h>

struct extremes {
    int64_t least, most;
    uint32_t seen;
};

static void visit_int(const void *value, void *ctx)
{
    struct extremes *x = ctx;
    int v = *(const int *)value;

    x->least = v < x->least ? v : x->least;
    x->most = v > x->most ? v : x->most;
    x->seen++;
}

TEST(gen_ints_reach_both_bounds_and_no_further)
{
    struct extremes x = {INT_MAX, INT_MIN, 0};

    for_values(assay_ints(int, -3, 1000), 2000, visit_int, &x);
    CHECK_INT(x.least, -3);
    CHECK_INT(x.most, 1000);
    CHECK_INT(x.seen, 2000);
}

TEST(gen_any_reaches_the_ends_of_the_type)
{
    struct extremes x = {INT_MAX, INT_MIN, 0};

    for_values(assay_any(int), 3000, visit_int, &x);
    CHECK_INT(x.least, INT_MIN);
    CHECK_INT(x.most, INT_MAX);
}

TEST(gen_ints_begin_with_the_simplest)
{
    struct fixture f;
    int value = 1;

    fixture_init(&f, NULL);
    CHECK_INT(assay_gen_draw(assay_ints(int, -9, 9), fixture_start(&f, SEED, 0), &value),
              ASSAY_OK);
    CHECK_INT(value, 0);
    CHECK_INT(assay_gen_draw(assay_ints(int, 5, 9), fixture_start(&f, SEED, 0), &value),
              ASSAY_OK);
    CHECK_INT(value, 5);
    CHECK_INT(assay_gen_draw(assay_ints(int, -9, -5), fixture_start(&f, SEED, 0), &value),
              ASSAY_OK);
    CHECK_INT(value, -5);
    CHECK_INT(assay_gen_draw(assay_ints_near(int, -9, 9, 7), fixture_start(&f, SEED, 0),
                             &value),
              ASSAY_OK);
    CHECK_INT(value, 7);
    fixture_done(&f);
}

/* Draws between two guards: exactly the type's bytes are written. */
static void check_width(const struct assay_gen *gen)
{
    struct fixture f;
    unsigned char room[10];
    bool all_ones = false;

    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < 2000; i++) {
        memset(room, 0xa5, sizeof room);
        CHECK_INT(assay_gen_draw(gen, fixture_start(&f, SEED, i), room + 1), ASSAY_OK);
        CHECK_INT(room[0], 0xa5);
        for (size_t k = gen->size + 1; k < sizeof room; k++)
            CHECK_INT(room[k], 0xa5);
        all_ones |= memcmp(room + 1, "\xff\xff\xff\xff\xff\xff\xff\xff", gen->size) == 0;
    }
    CHECK(all_ones); /* -1, or the greatest */
    fixture_done(&f);
}

TEST(gen_ints_write_the_bytes_of_their_type)
{
    check_width(assay_any(int8_t));
    check_width(assay_any(uint8_t));
    check_width(assay_any(short));
    check_width(assay_any(uint16_t));
    check_width(assay_any(int));
    check_width(assay_any(unsigned));
    check_width(assay_any(int64_t));
    check_width(assay_any(size_t));
}

TEST(gen_ints_contain_what_is_in_range)
{
    const struct assay_gen *small = assay_ints(int8_t, -2, 3);
    const struct assay_gen *high = assay_ints(uint64_t, UINT64_MAX - 1, UINT64_MAX);

    for (int i = INT8_MIN; i <= INT8_MAX; i++) {
        int8_t value = (int8_t)i;
        CHECK_INT(assay_gen_contains(small, &value),
                  i >= -2 && i <= 3 ? ASSAY_YES : ASSAY_NO);
    }
    CHECK_INT(assay_gen_contains(high, &(uint64_t){UINT64_MAX}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(high, &(uint64_t){UINT64_MAX - 2}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(high, &(uint64_t){0}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(assay_any(int64_t), &(int64_t){INT64_MIN}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(assay_ints(int, 2, 1), &(int){1}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(small, NULL), ASSAY_NO);
    CHECK_INT(assay_gen_contains(NULL, &(int){1}), ASSAY_NO);
}

__extension__ typedef __int128 huge;

TEST(gen_ints_refuse_bounds_the_type_lacks)
{
    CHECK_INT(draw_status(assay_ints(uint8_t, 0, 256)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_ints(uint8_t, -1, 5)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_ints(int8_t, -129, 5)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_ints(int8_t, 0, 128)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_ints(unsigned, 0, -1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_ints(int16_t, INT16_MIN, INT16_MAX)), ASSAY_OK);
    CHECK_INT(draw_status(assay_ints(uint16_t, 0, UINT16_MAX)), ASSAY_OK);
    CHECK_INT(draw_status(assay_ints(huge, 0, 1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(NULL), ASSAY_BAD_USE);
}

TEST(gen_ints_of_an_empty_range)
{
    CHECK_INT(draw_status(assay_ints(int, 1, 0)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_ints(int, 0, -1)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_ints(uint64_t, -1, 0)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_ints(int64_t, -1, 0)), ASSAY_OK);
}

TEST(gen_ints_count)
{
    CHECK_UINT(count_of(assay_ints(int, -2, 7)), 10);
    CHECK_UINT(count_of(assay_any(uint8_t)), 256);
    CHECK_UINT(count_of(assay_any(int16_t)), 65536);
    CHECK_UINT(count_of(assay_ints(uint64_t, 1, UINT64_MAX)), UINT64_MAX);
    CHECK_UINT(count_of(assay_any(uint64_t)), UINT64_MAX - ASSAY_TOO_LARGE);
    CHECK_UINT(count_of(assay_ints(int, 1, 0)), UINT64_MAX - ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(assay_ints(int8_t, 0, 300)), UINT64_MAX - ASSAY_BAD_USE);
    CHECK_UINT(count_of(NULL), UINT64_MAX - ASSAY_BAD_USE);
}

static void visit_tally(const void *value, void *ctx)
{
    ((uint32_t *)ctx)[*(const int *)value]++;
}

TEST(gen_uniform_ints_are_even)
{
    uint32_t tally[8] = {0};

    for_values(assay_uniform_ints(int, 0, 7), 8000, visit_tally, tally);
    for (int i = 0; i < 8; i++)
        CHECK(tally[i] > 850 && tally[i] < 1150);
}

TEST(gen_ints_print_as_literals)
{
    CHECK_ROUND_TRIP(assay_any(int), int, -5);
    CHECK_ROUND_TRIP(assay_any(int), int, (-2147483647 - 1));
    CHECK_ROUND_TRIP(assay_any(int64_t), int64_t, -2147483648);
    CHECK_ROUND_TRIP(assay_any(int64_t), int64_t, (-9223372036854775807 - 1));
    CHECK_ROUND_TRIP(assay_any(int8_t), int8_t, -128);
    CHECK_ROUND_TRIP(assay_any(unsigned), unsigned, 4294967295);
    CHECK_ROUND_TRIP(assay_any(uint64_t), uint64_t, 18446744073709551615u);
    CHECK_ROUND_TRIP(assay_any(size_t), size_t, 0u);
    CHECK_SHORT(assay_any(int), &(int){INT_MIN}, "-2147483648");
    CHECK_SHORT(assay_any(int64_t), &(int64_t){INT64_MIN}, "-9223372036854775808");
    CHECK_SHORT(assay_any(uint64_t), &(uint64_t){UINT64_MAX}, "18446744073709551615");
    CHECK_C(assay_any(char), &(char){'a'}, "'a'");
    CHECK_C(assay_any(char), &(char){'\''}, "'\\''");
    CHECK_C(assay_any(char), &(char){'\n'}, "10");
}

TEST(gen_bools_are_both_alike)
{
    struct fixture f;
    bool value;
    int yes = 0;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 2000; i++) {
        CHECK_INT(assay_gen_draw(assay_bools(), fixture_start(&f, SEED, i), &value),
                  ASSAY_OK);
        CHECK_INT(assay_gen_contains(assay_bools(), &value), ASSAY_YES);
        yes += value;
    }
    CHECK(yes > 900 && yes < 1100);
    fixture_done(&f);
    CHECK_UINT(count_of(assay_bools()), 2);
    CHECK_INT(assay_gen_contains(assay_bools(), &(unsigned char){2}), ASSAY_NO);
    CHECK_ROUND_TRIP(assay_bools(), bool, true);
    CHECK_SHORT(assay_bools(), &(bool){false}, "false");
}

/* Any byte but 0 and 1 would be no bool at all. */
static void visit_byte(const void *value, void *ctx)
{
    CHECK(*(const unsigned char *)value <= 1);
    ((uint32_t *)ctx)[*(const unsigned char *)value]++;
}

TEST(gen_any_of_bool_is_a_bool)
{
    uint32_t tally[2] = {0};

    for_values(assay_any(bool), 500, visit_byte, tally);
    CHECK(tally[0] > 0 && tally[1] > 0);
    CHECK_UINT(count_of(assay_any(bool)), 2);
}

struct doubles_seen {
    bool lo, hi, nan, infinite, subnormal, fraction;
    double least, most;
};

static void note_double(struct doubles_seen *seen, double x, double lo, double hi)
{
    seen->lo |= x == lo;
    seen->hi |= x == hi;
    seen->nan |= isnan(x);
    seen->infinite |= isinf(x);
    seen->subnormal |= fpclassify(x) == FP_SUBNORMAL;
    seen->fraction |= x != floor(x);
}

static void visit_double(const void *value, void *ctx)
{
    note_double(ctx, *(const double *)value, -2.5, 1000);
}

static void visit_float(const void *value, void *ctx)
{
    note_double(ctx, (double)*(const float *)value, -1, 1);
}

TEST(gen_doubles_reach_bounds_and_fractions)
{
    struct doubles_seen seen = {0};

    for_values(assay_doubles(-2.5, 1000), 2000, visit_double, &seen);
    CHECK(seen.lo && seen.hi && seen.fraction);
    CHECK(!seen.nan && !seen.infinite && !seen.subnormal);
}

TEST(gen_doubles_with_everything)
{
    struct doubles_seen seen = {0};

    for_values(assay_doubles_with(.lo = -INFINITY, .hi = INFINITY, .nan = true,
                                  .subnormal = true),
               5000, visit_double, &seen);
    CHECK(seen.nan && seen.infinite && seen.subnormal && seen.fraction);
}

TEST(gen_singles_reach_bounds_and_fractions)
{
    struct doubles_seen seen = {0};

    for_values(assay_singles(-1, 1), 2000, visit_float, &seen);
    CHECK(seen.lo && seen.hi && seen.fraction);
    memset(&seen, 0, sizeof seen);
    for_values(assay_singles_with(.lo = -INFINITY, .hi = INFINITY, .nan = true), 2000,
               visit_float, &seen);
    CHECK(seen.nan && seen.infinite);
}

TEST(gen_doubles_contain)
{
    const struct assay_gen *unit = assay_doubles(0, 1);

    CHECK_INT(assay_gen_contains(unit, &(double){1}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(unit, &(double){nextafter(1, 2)}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(unit, &(double){NAN}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(unit, &(double){DBL_MIN / 2}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(assay_doubles_with(.hi = 1, .subnormal = true),
                                 &(double){DBL_MIN / 2}),
              ASSAY_YES);
    CHECK_INT(assay_gen_contains(assay_singles(0, 1), &(float){0.5f}), ASSAY_YES);
    CHECK_INT(assay_gen_contains(assay_singles(0, 1), &(float){1.5f}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(assay_singles(0, 1), &(float){FLT_MIN / 2}), ASSAY_NO);
}

TEST(gen_doubles_misused)
{
    struct assay_gen confused = *assay_doubles(0, 1);

    CHECK_INT(draw_status(assay_doubles(1, 0)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_doubles(NAN, 1)), ASSAY_EMPTY_RANGE);
    confused.as.floats.single = true;
    CHECK_INT(draw_status(&confused), ASSAY_BAD_USE);
    CHECK_UINT(count_of(assay_doubles(0, 1)), UINT64_MAX - ASSAY_TOO_LARGE);
}

TEST(gen_doubles_print_as_literals)
{
    const struct assay_gen *doubles = assay_doubles(0, 1);
    const struct assay_gen *singles = assay_singles(0, 1);

    CHECK_ROUND_TRIP(doubles, double, 0.1);
    CHECK_ROUND_TRIP(doubles, double, -3.0);
    CHECK_ROUND_TRIP(doubles, double, -0.0);
    CHECK_ROUND_TRIP(doubles, double, NAN);
    CHECK_ROUND_TRIP(doubles, double, INFINITY);
    CHECK_ROUND_TRIP(doubles, double, -INFINITY);
    CHECK_ROUND_TRIP(singles, float, 0.1f);
    CHECK_ROUND_TRIP(singles, float, -0.0f);
    CHECK_ROUND_TRIP(singles, float, 16777216.0f);
    CHECK_ROUND_TRIP(singles, float, 0.33333334f);
    CHECK_ROUND_TRIP(singles, float, INFINITY);
    CHECK_SHORT(singles, &(float){0.1f}, "0.1");
    CHECK_SHORT(doubles, &(double){1e300}, "1e+300");
}

/* The literal of every float drawn reads back as that float. */
static void visit_literal(const void *value, void *ctx)
{
    float x = *(const float *)value, back;
    const char *text = text_of(assay_singles(0, 0), value, assay_gen_print);
    char *end;

    (void)ctx;
    back = strtof(text, &end);
    CHECK_STR(end, "f");
    CHECK(memcmp(&x, &back, sizeof x) == 0);
}

TEST(gen_singles_read_back)
{
    for_values(assay_singles_with(.lo = -FLT_MAX, .hi = FLT_MAX, .subnormal = true), 3000,
               visit_literal, NULL);
}
