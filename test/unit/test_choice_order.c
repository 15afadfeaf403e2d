/*
 * The order of choices and of records.
 */
#include "choice/order.h"
#include "fixture.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Integers */

static struct assay_domain ints(int64_t lo, int64_t hi, int64_t toward)
{
    return (struct assay_domain){.lo = (uint64_t)lo,
                                 .hi = (uint64_t)hi,
                                 .toward = (uint64_t)toward,
                                 .kind = ASSAY_KIND_INT};
}

static struct assay_domain uints(uint64_t lo, uint64_t hi, uint64_t toward)
{
    return (struct assay_domain){
        .lo = lo, .hi = hi, .toward = toward, .kind = ASSAY_KIND_UINT};
}

/* Walks a domain of up to some thousand values as documented: toward, then by distance,
 * the value above first. Ranks must count along. */
static void check_whole_order(const struct assay_domain *d)
{
    uint64_t above = d->hi - d->toward, below = d->toward - d->lo, rank = 0;

    for (uint64_t distance = 0; distance <= above || distance <= below; distance++) {
        if (distance <= above) {
            CHECK_UINT(assay_domain_rank(d, d->toward + distance), rank);
            CHECK_UINT(assay_domain_unrank(d, rank++), d->toward + distance);
        }
        if (distance > 0 && distance <= below) {
            CHECK_UINT(assay_domain_rank(d, d->toward - distance), rank);
            CHECK_UINT(assay_domain_unrank(d, rank++), d->toward - distance);
        }
    }
    CHECK_UINT(rank, d->hi - d->lo + 1);
}

TEST(order_rank_numbers_small_domains_of_every_shape)
{
    static const uint64_t starts[] = {
        0, 1, 1000, INT64_MAX - 20, UINT64_MAX - 20, (uint64_t)-5,
    };

    for (size_t s = 0; s < sizeof starts / sizeof *starts; s++)
        for (uint64_t span = 0; span <= 20; span++)
            for (uint64_t off = 0; off <= span; off++) {
                uint64_t lo = starts[s];
                struct assay_domain d = uints(lo, lo + span, lo + off);
                check_whole_order(&d);
                d.kind = ASSAY_KIND_INT;
                check_whole_order(&d);
            }
}

TEST(order_rank_goes_up_before_down)
{
    struct assay_domain d = ints(-10, 10, 0);
    static const int64_t values[] = {0, 1, -1, 2, -2, 3, -3};

    for (uint64_t rank = 0; rank < 7; rank++)
        CHECK_INT((int64_t)assay_domain_unrank(&d, rank), values[rank]);
}

TEST(order_rank_holds_at_the_extremes_of_64_bits)
{
    struct assay_domain d = ints(INT64_MIN, INT64_MAX, 0);

    CHECK_UINT(assay_domain_rank(&d, 0), 0);
    CHECK_UINT(assay_domain_rank(&d, 1), 1);
    CHECK_UINT(assay_domain_rank(&d, (uint64_t)-1), 2);
    CHECK_UINT(assay_domain_rank(&d, INT64_MAX), UINT64_MAX - 2);
    CHECK_UINT(assay_domain_rank(&d, (uint64_t)-INT64_MAX), UINT64_MAX - 1);
    CHECK_UINT(assay_domain_rank(&d, (uint64_t)INT64_MIN), UINT64_MAX);
    d = uints(0, UINT64_MAX, 0);
    CHECK_UINT(assay_domain_rank(&d, UINT64_MAX), UINT64_MAX);
    CHECK_UINT(assay_domain_rank(&d, 12345), 12345);
    d = uints(0, UINT64_MAX, UINT64_MAX);
    CHECK_UINT(assay_domain_rank(&d, 0), UINT64_MAX);
    CHECK_UINT(assay_domain_rank(&d, UINT64_MAX - 7), 7);
}

TEST(order_unrank_undoes_rank_on_large_domains)
{
    const struct assay_domain all[] = {
        ints(INT64_MIN, INT64_MAX, 0),
        ints(INT64_MIN, INT64_MAX, -1),
        ints(INT64_MIN, INT64_MAX, INT64_MIN),
        ints(INT64_MIN, INT64_MAX, INT64_MAX),
        ints(INT64_MIN, INT64_MAX, 1 << 30),
        ints(-5, INT64_MAX, 3),
        uints(0, UINT64_MAX, 0),
        uints(0, UINT64_MAX, UINT64_MAX),
        uints(0, UINT64_MAX, 1000),
        uints(0, UINT64_MAX, UINT64_C(1) << 63),
        uints(7, UINT64_MAX - 7, 99),
    };
    struct assay_prng p;

    assay_prng_init(&p, 1, 1);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int n = 0; n < 2000; n++) {
            const struct assay_domain *d = &all[i];
            uint64_t rank = assay_prng_upto(&p, d->hi - d->lo) >> n % 64;
            uint64_t value = d->lo + assay_prng_upto(&p, d->hi - d->lo);
            CHECK(assay_domain_has(d, assay_domain_unrank(d, rank)));
            CHECK_UINT(assay_domain_rank(d, assay_domain_unrank(d, rank)), rank);
            CHECK_UINT(assay_domain_unrank(d, assay_domain_rank(d, value)), value);
        }
}

TEST(order_unrank_of_too_much_is_the_last_value)
{
    struct assay_domain d = ints(-2, 5, 0);

    CHECK_UINT(assay_domain_unrank(&d, 7), 5);
    CHECK_UINT(assay_domain_unrank(&d, 8), 5);
    CHECK_UINT(assay_domain_unrank(&d, UINT64_MAX), 5);
    d = ints(-5, 2, 0);
    CHECK_INT((int64_t)assay_domain_unrank(&d, UINT64_MAX), -5);
}

TEST(order_domain_has_its_bounds_and_nothing_beyond)
{
    struct assay_domain d = ints(-3, 4, 0);

    for (int64_t i = -10; i <= 10; i++)
        CHECK_INT(assay_domain_has(&d, (uint64_t)i), i >= -3 && i <= 4);
    d = uints(UINT64_MAX - 1, UINT64_MAX, UINT64_MAX);
    CHECK(assay_domain_has(&d, UINT64_MAX));
    CHECK(assay_domain_has(&d, UINT64_MAX - 1));
    CHECK(!assay_domain_has(&d, UINT64_MAX - 2));
    CHECK(!assay_domain_has(&d, 0));
}

TEST(order_clamp_gives_the_nearest_value_in_the_order_of_the_kind)
{
    struct assay_domain d = ints(-3, 4, 0);

    CHECK_INT((int64_t)assay_domain_clamp(&d, (uint64_t)-4), -3);
    CHECK_INT((int64_t)assay_domain_clamp(&d, (uint64_t)INT64_MIN), -3);
    CHECK_INT((int64_t)assay_domain_clamp(&d, 5), 4);
    CHECK_INT((int64_t)assay_domain_clamp(&d, INT64_MAX), 4);
    for (int64_t i = -3; i <= 4; i++)
        CHECK_INT((int64_t)assay_domain_clamp(&d, (uint64_t)i), i);
    d = uints(3, 9, 3);
    CHECK_UINT(assay_domain_clamp(&d, 2), 3);
    CHECK_UINT(assay_domain_clamp(&d, UINT64_MAX), 9); /* not -1 */
    d.kind = ASSAY_KIND_INDEX;
    CHECK_UINT(assay_domain_clamp(&d, UINT64_MAX), 9);
    d.kind = ASSAY_KIND_BOOL;
    CHECK_UINT(assay_domain_clamp(&d, 0), 3);
}

TEST(order_kinds_are_integers_or_not)
{
    CHECK(assay_kind_is_integer(ASSAY_KIND_INT));
    CHECK(assay_kind_is_integer(ASSAY_KIND_UINT));
    CHECK(assay_kind_is_integer(ASSAY_KIND_BOOL));
    CHECK(assay_kind_is_integer(ASSAY_KIND_INDEX));
    CHECK(!assay_kind_is_integer(ASSAY_KIND_FLOAT));
    CHECK(!assay_kind_is_integer(ASSAY_KIND_BYTES));
    CHECK(!assay_kind_is_integer(ASSAY_KIND_TEXT));
}

/* ---- Floats */

static struct assay_domain floats(double lo, double hi, unsigned flags)
{
    return (struct assay_domain){.lo = assay_bits_of(lo),
                                 .hi = assay_bits_of(hi),
                                 .kind = ASSAY_KIND_FLOAT,
                                 .flags = (uint8_t)flags};
}

TEST(order_floats_from_simple_to_wild)
{
    static const double order[] = {
        0.0,       -0.0,        1,           -1,    2,       -2,       3,
        1000,      0x1p52,      0x1p53 - 1,  0.5,   -0.5,    1.5,      -1.5,
        100.5,     0x1p39 + .5, 0.25,        0.75,  -0.75,   1.25,     0.125,
        0.3,       0.1,         -0.1,        1e-10, DBL_MIN, 1e-300,   0x1p-1074,
        0x1p53,    -0x1p53,     0x1p53 + 64, 1e300, DBL_MAX, -DBL_MAX, INFINITY,
        -INFINITY, NAN,
    };

    for (size_t i = 0; i + 1 < sizeof order / sizeof *order; i++)
        CHECK(assay_float_rank(order[i]) < assay_float_rank(order[i + 1]));
    CHECK_UINT(assay_float_rank(NAN), assay_float_rank(-NAN));
}

TEST(order_integral_floats_rank_as_integers)
{
    CHECK_UINT(assay_float_rank(0.0), 0);
    CHECK_UINT(assay_float_rank(-0.0), 1);
    CHECK_UINT(assay_float_rank(7), 14);
    CHECK_UINT(assay_float_rank(-7), 15);
    CHECK_UINT(assay_float_rank(0x1p53 - 1), UINT64_C(0x3ffffffffffffe));
    CHECK(assay_float_rank(0x1p53) > UINT64_C(1) << 62);
}

TEST(order_fractions_rank_by_digits_then_size_then_sign)
{
    /* 2^62, the number of digits, 256 times the size, the sign */
    CHECK_UINT(assay_float_rank(0.5), UINT64_C(1) << 62 | UINT64_C(1) << 50 | 128 << 1);
    CHECK_UINT(assay_float_rank(-2.25),
               UINT64_C(1) << 62 | UINT64_C(2) << 50 | 576 << 1 | 1);
    CHECK_UINT(assay_float_rank(0x1p-1074), UINT64_C(1) << 62 | UINT64_C(1074) << 50);
    CHECK_UINT(assay_float_rank(0x1p40 + 0.5),
               UINT64_C(1) << 62 | UINT64_C(1) << 50 | UINT64_C(1) << 49);
    CHECK_UINT(assay_float_rank(0x1p40 - 0.5),
               UINT64_C(1) << 62 | UINT64_C(1) << 50 | ((UINT64_C(1) << 48) - 128) << 1);
    /* a number that needs all its digits, all of them behind the point */
    CHECK_UINT(assay_float_rank(0x1.fffffffffffffp-1) >> 50 & 0x7ff, 53);
}

TEST(order_huge_floats_rank_by_size)
{
    uint64_t top = UINT64_C(3) << 61;

    CHECK_UINT(assay_float_rank(0x1p53), top | (assay_bits_of(0x1p53) >> 5) << 1);
    CHECK_UINT(assay_float_rank(-0x1p53), top | (assay_bits_of(0x1p53) >> 5) << 1 | 1);
    CHECK_UINT(assay_float_rank(DBL_MAX), top | (assay_bits_of(DBL_MAX) >> 5) << 1);
    CHECK_UINT(assay_float_rank(INFINITY), UINT64_C(2) << 62);
    CHECK_UINT(assay_float_rank(-INFINITY), UINT64_C(2) << 62 | 1);
    CHECK_UINT(assay_float_rank(NAN), UINT64_C(3) << 62);
}

TEST(order_float_in_bounds)
{
    struct assay_domain d = floats(-1.5, 2.5, ASSAY_DOMAIN_SUBNORMAL);

    CHECK(assay_float_in(&d, -1.5));
    CHECK(assay_float_in(&d, 2.5));
    CHECK(assay_float_in(&d, 0x1p-1074));
    CHECK(!assay_float_in(&d, nextafter(-1.5, -2)));
    CHECK(!assay_float_in(&d, nextafter(2.5, 3)));
    CHECK(!assay_float_in(&d, NAN));
    CHECK(!assay_float_in(&d, INFINITY));
    CHECK(!assay_float_in(&d, -INFINITY));
    d.flags |= ASSAY_DOMAIN_NAN;
    CHECK(assay_float_in(&d, NAN));
    d = floats(-INFINITY, INFINITY, 0);
    CHECK(assay_float_in(&d, INFINITY));
    CHECK(assay_float_in(&d, -INFINITY));
}

TEST(order_float_in_without_subnormals)
{
    struct assay_domain d = floats(-1, 1, 0);

    CHECK(assay_float_in(&d, DBL_MIN));
    CHECK(assay_float_in(&d, -DBL_MIN));
    CHECK(!assay_float_in(&d, nextafter(DBL_MIN, 0)));
    CHECK(!assay_float_in(&d, -nextafter(DBL_MIN, 0)));
    CHECK(assay_float_in(&d, 0.0));
    CHECK(assay_float_in(&d, -0.0));
    d.flags = ASSAY_DOMAIN_SINGLE;
    CHECK(assay_float_in(&d, FLT_MIN));
    CHECK(!assay_float_in(&d, (double)nextafterf(FLT_MIN, 0)));
    CHECK(!assay_float_in(&d, DBL_MIN));
    d.flags |= ASSAY_DOMAIN_SUBNORMAL;
    CHECK(assay_float_in(&d, 0x1p-149));
    CHECK(!assay_float_in(&d, 0x1p-150)); /* no float */
}

TEST(order_float_in_single)
{
    struct assay_domain d = floats(-INFINITY, INFINITY, ASSAY_DOMAIN_SINGLE);

    CHECK(assay_float_in(&d, 0.5));
    CHECK(assay_float_in(&d, (double)0.1f));
    CHECK(!assay_float_in(&d, 0.1));
    CHECK(assay_float_in(&d, FLT_MAX));
    CHECK(!assay_float_in(&d, nextafter(FLT_MAX, INFINITY)));
    CHECK(assay_float_in(&d, INFINITY));
}

static double clamp(double lo, double hi, unsigned flags, double x)
{
    struct assay_domain d = floats(lo, hi, flags);
    double y = assay_float_clamp(&d, x);

    CHECK(assay_float_in(&d, y));
    return y;
}

TEST(order_float_clamp_to_bounds)
{
    CHECK(clamp(-1.5, 2.5, 0, -9) == -1.5);
    CHECK(clamp(-1.5, 2.5, 0, 9) == 2.5);
    CHECK(clamp(-1.5, 2.5, 0, -INFINITY) == -1.5);
    CHECK(clamp(-1.5, 2.5, 0, INFINITY) == 2.5);
    CHECK(clamp(-1.5, 2.5, 0, 2.25) == 2.25);
    CHECK(signbit(clamp(-1, 1, 0, -0.0)));
    CHECK(clamp(-INFINITY, INFINITY, 0, INFINITY) == INFINITY);
}

TEST(order_float_clamp_of_nan)
{
    uint64_t payload = 0xfff8000000012345;

    CHECK(clamp(3, 5, 0, NAN) == 3);
    CHECK_UINT(assay_bits_of(clamp(3, 5, ASSAY_DOMAIN_NAN, assay_double_of(payload))),
               payload);
}

TEST(order_float_clamp_to_single)
{
    double up = (double)nextafterf(0.1f, 1), down = (double)nextafterf(0.1f, 0);

    CHECK(clamp(0, 1, ASSAY_DOMAIN_SINGLE, 0.1) == (double)0.1f); /* which is > 0.1 */
    CHECK(clamp(0, 0.1, ASSAY_DOMAIN_SINGLE, 0.1) == down);
    CHECK(clamp(0, 0.1, ASSAY_DOMAIN_SINGLE, 7) == down);
    CHECK(clamp(nextafter((double)0.1f, 1), 1, ASSAY_DOMAIN_SINGLE, 0.1) == up);
    CHECK(clamp(-0.1, 0, ASSAY_DOMAIN_SINGLE, -0.1) == -down);
    CHECK(clamp(-1, 1e300, ASSAY_DOMAIN_SINGLE, 1e300) == FLT_MAX);
    CHECK(clamp(-1e300, 1, ASSAY_DOMAIN_SINGLE, -1e300) == -FLT_MAX);
    CHECK(clamp(1e300, INFINITY, ASSAY_DOMAIN_SINGLE, 0) == INFINITY);
}

TEST(order_float_clamp_leaves_subnormals)
{
    unsigned both = ASSAY_DOMAIN_SINGLE | ASSAY_DOMAIN_SUBNORMAL;

    CHECK(clamp(-1, 1, ASSAY_DOMAIN_SUBNORMAL, 0x1p-1074) == 0x1p-1074);
    CHECK(clamp(-1, 1, 0, 0x1p-1074) == 0);
    CHECK(clamp(0, 1, 0, 0x1p-1074) == 0);
    CHECK(clamp(-1, 0, 0, -0x1p-1074) == 0);
    CHECK(clamp(0x1p-1060, 1, 0, 0) == DBL_MIN);
    CHECK(clamp(-1, -0x1p-1060, 0, 0) == -DBL_MIN);
    CHECK(clamp(0x1p-1060, 1, ASSAY_DOMAIN_SUBNORMAL, 0) == 0x1p-1060);
    CHECK(clamp(0x1p-140, 1, ASSAY_DOMAIN_SINGLE, 0) == FLT_MIN);
    CHECK(clamp(-1, -0x1p-1060, ASSAY_DOMAIN_SINGLE, 0) == -(double)FLT_MIN);
    CHECK(clamp(0x1p-1060, 1, both, 0) == 0x1p-149);
}

static double simplest(double lo, double hi, unsigned flags)
{
    struct assay_domain d = floats(lo, hi, flags);
    double x = assay_float_simplest(&d);

    CHECK(assay_float_in(&d, x));
    CHECK_UINT(assay_domain_simplest(&d), assay_bits_of(x));
    return x;
}

TEST(order_simplest_float)
{
    CHECK_UINT(assay_bits_of(simplest(-5, 5, 0)), 0);
    CHECK_UINT(assay_bits_of(simplest(0, 5, 0)), 0);
    CHECK_UINT(assay_bits_of(simplest(-5, 0, 0)), 0);
    CHECK_UINT(assay_bits_of(simplest(-5, -0.0, 0)), 0);
    CHECK_UINT(assay_bits_of(simplest(-0x1p-1074, 0x1p-1074, ASSAY_DOMAIN_SUBNORMAL)), 0);
    CHECK(simplest(0.5, 5, 0) == 1);
    CHECK(simplest(2, 5, 0) == 2);
    CHECK(simplest(-5, -0.5, 0) == -1);
    CHECK(simplest(-INFINITY, -2.5, 0) == -3);
    CHECK(simplest(1e300, INFINITY, 0) == 1e300);
    CHECK(simplest(INFINITY, INFINITY, 0) == INFINITY);
    CHECK(simplest(-INFINITY, -INFINITY, 0) == -INFINITY);
}

TEST(order_simplest_float_between_integers_has_fewest_digits)
{
    CHECK(simplest(0.3, 0.7, 0) == 0.5);
    CHECK(simplest(-0.7, -0.3, 0) == -0.5);
    CHECK(simplest(0.1, 0.2, 0) == 0.125);
    CHECK(simplest(2.6, 2.99, 0) == 2.75);
    CHECK(simplest(0.5, 0.9, 0) == 0.5);
    CHECK(simplest(0.1, 0.1, 0) == 0.1);
    CHECK(simplest(DBL_MIN, 2 * DBL_MIN, 0) == 2 * DBL_MIN);
    CHECK(simplest(0x1p-1060, 1e-300, 0) == 0x1p-997);
    CHECK(simplest(0x1p-1074, 0x1p-1074, ASSAY_DOMAIN_SUBNORMAL) == 0x1p-1074);
    CHECK(simplest(0x3p-1074, 0x5p-1074, ASSAY_DOMAIN_SUBNORMAL) == 0x4p-1074);
    CHECK(simplest(16777216.5, INFINITY, ASSAY_DOMAIN_SINGLE) == 16777218);
    CHECK(simplest(0.1, 0.11, ASSAY_DOMAIN_SINGLE) == 0.109375);
    CHECK(simplest(0x1p53 + 2, 1e300, 0) == 0x1p53 + 2);
    CHECK(simplest(4503599627370497.5, 4503599627370497.5, 0) == 4503599627370497.5);
}

TEST(order_no_float_of_a_domain_is_simpler_than_the_simplest)
{
    struct assay_prng p;

    assay_prng_init(&p, 5, 5);
    for (int i = 0; i < 20000; i++) {
        double a = ldexp(assay_prng_unit(&p), (int)assay_prng_upto(&p, 80) - 20);
        double b = a * (1 + ldexp(assay_prng_unit(&p), -(int)assay_prng_upto(&p, 20)));
        double x = a + (b - a) * assay_prng_unit(&p);
        if (x > b || a == 0)
            continue;
        CHECK(assay_float_rank(simplest(a, b, 0)) <= assay_float_rank(x));
        CHECK(assay_float_rank(simplest(-b, -a, 0)) <= assay_float_rank(-x));
    }
}

TEST(order_simplest_of_a_damaged_float_domain_ends)
{
    struct assay_domain d = floats(NAN, 0, 0);

    CHECK(isfinite(assay_float_simplest(&d)));
}

TEST(order_simplest_integer_is_toward)
{
    struct assay_domain d = ints(-5, 5, 3);

    CHECK_UINT(assay_domain_simplest(&d), 3);
    d.kind = ASSAY_KIND_INDEX;
    CHECK_UINT(assay_domain_simplest(&d), 3);
}

/* ---- Code points */

TEST(order_codes)
{
    static const uint32_t order[] = {
        'a', 'b', 'z', 'A', 'B', 'Z', '0', '1',  '9',  ' ',  '!',  '/',    ':',
        '@', '[', '`', '{', '~', 0,   1,   0x1f, 0x7f, 0x80, 0xe9, 0x4e00, 0x10ffff};

    for (size_t i = 0; i + 1 < sizeof order / sizeof *order; i++)
        CHECK(assay_code_rank(order[i]) < assay_code_rank(order[i + 1]));
    CHECK_UINT(assay_code_rank('a'), 0);
    CHECK_UINT(assay_code_rank('z'), 25);
    CHECK_UINT(assay_code_rank('A'), 26);
    CHECK_UINT(assay_code_rank('Z'), 51);
    CHECK_UINT(assay_code_rank('0'), 52);
    CHECK_UINT(assay_code_rank('9'), 61);
}

TEST(order_codes_have_different_ranks)
{
    static bool seen[0x10ffff + 1000];

    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        uint32_t rank = assay_code_rank(code);
        CHECK(!seen[rank]);
        seen[rank] = true;
    }
}

#define ALPHABET(...)                                                                    \
    {                                                                                    \
        (const struct assay_codes[]){__VA_ARGS__},                                       \
            sizeof(struct assay_codes[]){__VA_ARGS__} / sizeof(struct assay_codes)       \
    }

TEST(order_alphabet_has_what_its_ranges_have)
{
    struct assay_alphabet a = ALPHABET({3, 5}, {8, 8}, {10, 11}, {20, 30}, {32, 32});

    for (uint32_t count = 0; count <= 5; count++)
        for (uint32_t code = 0; code < 40; code++) {
            bool in = false;
            a.count = count;
            for (uint32_t i = 0; i < count; i++)
                in |= code >= a.ranges[i].lo && code <= a.ranges[i].hi;
            CHECK_INT(assay_alphabet_has(&a, code), in);
        }
}

static uint32_t simplest_of(struct assay_alphabet a)
{
    return assay_alphabet_simplest(&a);
}

TEST(order_simplest_code_of_an_alphabet)
{
    CHECK_UINT(simplest_of(assay_alphabet_ascii), 'a');
    CHECK_UINT(simplest_of(assay_alphabet_unicode), 'a');
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({'A', 'Z'}, {'z', 'z'})), 'z');
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({'0', 'Z'}, {'{', '~'})), 'A');
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({'!', '7'}, {'_', '_'})), '0');
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({'5', '7'}, {'_', '_'})), '5');
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({'\t', '\t'}, {'%', '&'})),
               '%');
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({'\t', '!'})), ' ');
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({0, 3}, {0xe9, 0x100})), 0);
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({0x7f, 0x100})), 0x7f);
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({0x10ffff, 0x10ffff})),
               0x10ffff);
    CHECK_UINT(simplest_of((struct assay_alphabet)ALPHABET({'{', 0x100})), '{');
    CHECK_UINT(simplest_of((struct assay_alphabet){NULL, 0}), 'a');
}

TEST(order_simplest_code_has_the_least_rank)
{
    for (uint32_t lo = 0; lo < 140; lo++)
        for (uint32_t hi = lo; hi < 140; hi++) {
            uint32_t least = UINT32_MAX, best;
            struct assay_codes range = {lo, hi};
            for (uint32_t code = lo; code <= hi; code++)
                if (assay_code_rank(code) < least)
                    least = assay_code_rank(code);
            best = simplest_of((struct assay_alphabet){&range, 1});
            CHECK_UINT(assay_code_rank(best), least);
            CHECK(best >= lo && best <= hi);
        }
}

TEST(order_known_alphabets)
{
    for (uint32_t code = 0; code <= 0x110000; code++) {
        CHECK_INT(assay_alphabet_has(&assay_alphabet_ascii, code),
                  code >= 0x20 && code <= 0x7e);
        CHECK_INT(assay_alphabet_has(&assay_alphabet_unicode, code),
                  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
    }
}

/* ---- Records */

static const struct assay_limits small = {.choices = 16, .spans = 4, .pool = 256};

static struct assay_record *new_record(void)
{
    void *block = calloc(1, assay_record_size(&small));

    CHECK(block != NULL);
    return assay_record_init(block, &small);
}

/* Adds a choice by hand. */
static void add(struct assay_record *r, struct assay_domain d, uint64_t value)
{
    r->domains[r->ndomains++] = d;
    r->choices[r->nchoices++] =
        (struct assay_choice){.value = value, .domain = r->ndomains - 1};
}

static void add_string(struct assay_record *r, enum assay_kind kind, const char *text)
{
    uint32_t len = (uint32_t)strlen(text);

    memcpy(r->pool + r->npool, text, len);
    add(r, (struct assay_domain){.hi = 100, .kind = (uint8_t)kind}, r->npool);
    r->choices[r->nchoices - 1].len = len;
    r->npool += len;
}

static int sign(int n)
{
    return n < 0 ? -1 : n > 0;
}

/* That choice 0 of `a` is simpler than that of `b`; both are freed. */
static void check_simpler(struct assay_record *a, struct assay_record *b)
{
    CHECK_INT(sign(assay_choice_compare(a, 0, b, 0)), -1);
    CHECK_INT(sign(assay_choice_compare(b, 0, a, 0)), 1);
    CHECK_INT(assay_choice_compare(a, 0, a, 0), 0);
    CHECK_INT(assay_choice_compare(b, 0, b, 0), 0);
    free(a);
    free(b);
}

static struct assay_record *of_scalar(struct assay_domain d, uint64_t value)
{
    struct assay_record *r = new_record();

    add(r, d, value);
    return r;
}

static struct assay_record *of_string(enum assay_kind kind, const char *text)
{
    struct assay_record *r = new_record();

    add_string(r, kind, "zz"); /* so that the one compared is not at the pool's start */
    r->nchoices = r->ndomains = 0;
    add_string(r, kind, text);
    return r;
}

TEST(order_compare_integers_by_their_own_domains)
{
    check_simpler(of_scalar(ints(-9, 9, 0), 1), of_scalar(ints(-9, 9, 0), (uint64_t)-1));
    check_simpler(of_scalar(ints(0, 9, 5), 5), of_scalar(ints(0, 9, 0), 1));
    check_simpler(of_scalar(uints(0, 9, 9), 8), of_scalar(uints(0, 9, 0), 2));
    check_simpler(of_scalar((struct assay_domain){.hi = 1, .kind = ASSAY_KIND_BOOL}, 0),
                  of_scalar((struct assay_domain){.hi = 1, .kind = ASSAY_KIND_BOOL}, 1));
    check_simpler(of_scalar((struct assay_domain){.hi = 5, .kind = ASSAY_KIND_INDEX}, 2),
                  of_scalar((struct assay_domain){.hi = 5, .kind = ASSAY_KIND_INDEX}, 3));
}

TEST(order_compare_floats_by_rank)
{
    struct assay_domain d = floats(-INFINITY, INFINITY, ASSAY_DOMAIN_NAN);

    check_simpler(of_scalar(d, assay_bits_of(2)), of_scalar(d, assay_bits_of(0.5)));
    check_simpler(of_scalar(d, assay_bits_of(2)), of_scalar(d, assay_bits_of(-2)));
    check_simpler(of_scalar(d, assay_bits_of(INFINITY)),
                  of_scalar(d, assay_bits_of(NAN)));
}

TEST(order_compare_strings_by_length_then_content)
{
    check_simpler(of_string(ASSAY_KIND_BYTES, "z"), of_string(ASSAY_KIND_BYTES, "aa"));
    check_simpler(of_string(ASSAY_KIND_BYTES, "aA"), of_string(ASSAY_KIND_BYTES, "aa"));
    check_simpler(of_string(ASSAY_KIND_BYTES, "a\x7f"),
                  of_string(ASSAY_KIND_BYTES, "a\x80"));
    check_simpler(of_string(ASSAY_KIND_TEXT, "~"), of_string(ASSAY_KIND_TEXT, "aa"));
    check_simpler(of_string(ASSAY_KIND_TEXT, "aa"), of_string(ASSAY_KIND_TEXT, "aA"));
    check_simpler(of_string(ASSAY_KIND_TEXT, "za"), of_string(ASSAY_KIND_TEXT, "0a"));
    check_simpler(of_string(ASSAY_KIND_TEXT, "\xc3\xa9"),
                  of_string(ASSAY_KIND_TEXT, "\xc3\xaa"));
    /* code point by code point, not byte by byte */
    check_simpler(of_string(ASSAY_KIND_TEXT, "\x01g"),
                  of_string(ASSAY_KIND_TEXT, "\xc3\xa9"));
    /* bytes that are not UTF-8 count one by one, here like U+FF */
    check_simpler(of_string(ASSAY_KIND_TEXT, "\xc3\xbf"),
                  of_string(ASSAY_KIND_TEXT, "\xffg"));
    check_simpler(of_string(ASSAY_KIND_TEXT, "\xffg"),
                  of_string(ASSAY_KIND_TEXT, "\xffh"));
}

TEST(order_compare_kinds_in_their_order)
{
    struct assay_record *r = new_record();

    add(r, ints(0, 9, 0), 9);
    add(r, uints(0, 9, 0), 0);
    add(r, (struct assay_domain){.hi = 1, .kind = ASSAY_KIND_BOOL}, 0);
    CHECK_INT(assay_choice_compare(r, 0, r, 1), -1);
    CHECK_INT(assay_choice_compare(r, 2, r, 1), 1);
    free(r);
}

TEST(order_records_are_shortlex)
{
    struct assay_record *a = new_record(), *b = new_record();

    CHECK_INT(assay_record_compare(a, b), 0);
    add(b, uints(0, 9, 0), 0);
    CHECK_INT(assay_record_compare(a, b), -1); /* fewer choices */
    CHECK_INT(assay_record_compare(b, a), 1);
    add(a, uints(0, 9, 0), 9);
    CHECK_INT(assay_record_compare(a, b), 1); /* the first choice differs */
    CHECK_INT(assay_record_compare(b, a), -1);
    b->choices[0].value = 9;
    CHECK_INT(assay_record_compare(a, b), 0);
    a->choices[1].value = 1; /* not counted, so not looked at */
    CHECK_INT(assay_record_compare(a, b), 0);
    add(a, uints(0, 9, 0), 3);
    add(b, uints(0, 9, 0), 4);
    CHECK_INT(assay_record_compare(a, b), -1); /* the second does */
    b->choices[0].value = 8;
    CHECK_INT(assay_record_compare(a, b), 1); /* the first decides */
    free(a);
    free(b);
}

TEST(order_record_weight_counts_choices_and_bytes)
{
    struct assay_record *a = new_record(), *b = new_record();

    CHECK_UINT(assay_record_weight(a), 0);
    a->choices[0].len = 77; /* not counted */
    CHECK_UINT(assay_record_weight(a), 0);
    add_string(a, ASSAY_KIND_BYTES, "abc");
    add(a, uints(0, 9, 0), 9);
    add_string(a, ASSAY_KIND_TEXT, "");
    CHECK_UINT(assay_record_weight(a), 6);
    for (int i = 0; i < 5; i++)
        add(b, uints(0, 9, 0), 9);
    CHECK_INT(assay_record_compare(a, b), 1); /* fewer choices, but more weight */
    CHECK_INT(assay_record_compare(b, a), -1);
    free(a);
    free(b);
}

TEST(order_alphabet_of_a_text_domain)
{
    struct assay_record *r = new_record();
    struct assay_codes codes[2] = {{'a', 'c'}, {'x', 'z'}};
    struct assay_domain d = {.toward = 16, .extra = 2, .kind = ASSAY_KIND_TEXT};
    struct assay_alphabet a;

    memcpy(r->pool + 16, codes, sizeof codes);
    a = assay_domain_alphabet(r, &d);
    CHECK_UINT(a.count, 2);
    CHECK_MEM(a.ranges, codes, sizeof codes);
    free(r);
}
