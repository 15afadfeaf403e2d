/*
 * Random floats, bytes and text. The source is asked directly: a test would clamp its
 * answers.
 */
#include "base/utf8.h"
#include "choice/order.h"
#include "fixture.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define SEED 20240229

static uint64_t answer(struct fixture *f, const struct assay_ask *ask)
{
    return f->random.base.ops->scalar(&f->random.base, &f->test, ask);
}

static struct assay_domain floats(double lo, double hi, unsigned flags)
{
    return (struct assay_domain){.lo = assay_bits_of(lo),
                                 .hi = assay_bits_of(hi),
                                 .kind = ASSAY_KIND_FLOAT,
                                 .flags = (uint8_t)flags};
}

typedef void visit_float(double x, void *ctx);

static void for_floats(const struct assay_domain *d, unsigned tests, visit_float *visit,
                       void *ctx)
{
    struct assay_ask ask = {.domain = d};
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= tests; i++) {
        (void)fixture_start(&f, SEED, i);
        for (int k = 0; k < 100; k++) {
            double x = assay_double_of(answer(&f, &ask));
            CHECK(assay_float_in(d, x));
            visit(x, ctx);
        }
    }
    fixture_done(&f);
}

static void ignore_float(double x, void *ctx)
{
    (void)x;
    (void)ctx;
}

TEST(random_floats_are_in_their_domain)
{
    static const double bounds[][2] = {
        {-INFINITY, INFINITY},
        {0, 1},
        {-1, 1},
        {0.1, 0.2},
        {5, 5},
        {-0.3, -0.1},
        {1e300, INFINITY},
        {-DBL_MAX, DBL_MAX},
        {-FLT_MAX, FLT_MAX},
        {DBL_MIN, 1e-300},
        {1, 2},
        {-INFINITY, -1},
        {16777216, 16777300},
    };

    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        for (unsigned flags = 0; flags < 8; flags++) {
            struct assay_domain d = floats(bounds[i][0], bounds[i][1], flags);
            if (assay_float_in(&d, assay_float_simplest(&d)))
                for_floats(&d, 20, ignore_float, NULL);
        }
}

struct specials {
    bool seen[18];
    unsigned drawn, negative, huge, tiny, nan;
    unsigned integral[2], fractions[2]; /* positive and negative ones */
};

static const double special[18] = {0,           -0.0,     1,        -1,        0.5,
                                   0.1,         INFINITY, NAN,      DBL_MAX,   DBL_MIN,
                                   DBL_EPSILON, FLT_MAX,  FLT_MIN,  0x1p-1074, 0x1p53,
                                   1e10,        -DBL_MAX, -INFINITY};

static void see_special(double x, void *ctx)
{
    struct specials *s = ctx;

    for (int i = 0; i < 18; i++)
        s->seen[i] |= isnan(x) ? isnan(special[i])
                               : x == special[i] && signbit(x) == signbit(special[i]);
    s->drawn++;
    s->nan += isnan(x) != 0;
    s->integral[x < 0] += x == floor(x) && fabs(x) < 1024;
    s->fractions[x < 0] += x != floor(x) && fabs(x) < 1024 && x * 128 == floor(x * 128);
    s->negative += signbit(x) != 0 && !isnan(x);
    s->huge += fabs(x) > 1e30;
    s->tiny += x != 0 && fabs(x) < 1e-30;
}

TEST(random_floats_are_of_every_sort)
{
    struct assay_domain d =
        floats(-INFINITY, INFINITY, ASSAY_DOMAIN_NAN | ASSAY_DOMAIN_SUBNORMAL);
    struct specials s = {0};

    for_floats(&d, 400, see_special, &s);
    for (int i = 0; i < 18; i++)
        CHECK(s.seen[i]);
    CHECK(s.nan > s.drawn / 1000 && s.nan < s.drawn / 20);
    for (int i = 0; i < 2; i++) {
        CHECK(s.integral[i] > s.drawn / 16);
        CHECK(s.fractions[i] > s.drawn / 100);
    }
    CHECK(s.negative > s.drawn / 3 && s.negative < s.drawn * 2 / 3);
    CHECK(s.huge > s.drawn / 50);
    CHECK(s.tiny > s.drawn / 50);
}

struct in_range {
    double lo, hi;
    unsigned at_lo, at_hi, quarter[4], drawn, fractions;
};

static void see_range(double x, void *ctx)
{
    struct in_range *r = ctx;
    int quarter = (int)fmax(0, fmin((x - r->lo) / (r->hi - r->lo) * 4, 3));

    r->at_lo += x == r->lo;
    r->at_hi += x == r->hi;
    r->quarter[quarter]++;
    r->drawn++;
    r->fractions += x * 1024 != floor(x * 1024);
}

/* A domain of its own, away from the special values. */
TEST(random_floats_fill_a_range_and_reach_its_bounds)
{
    struct in_range r = {.lo = -7000.5, .hi = 9000.25};
    struct assay_domain d = floats(r.lo, r.hi, 0);

    for_floats(&d, 400, see_range, &r);
    CHECK(r.at_lo > 40 && r.at_lo < r.drawn / 20); /* not by clamping */
    CHECK(r.at_hi > 40 && r.at_hi < r.drawn / 20);
    for (int i = 0; i < 4; i++)
        CHECK(r.quarter[i] > r.drawn / 20);
    CHECK(r.fractions > r.drawn / 4);
}

TEST(random_floats_fill_ranges_wider_than_a_float)
{
    struct in_range r = {.lo = -DBL_MAX / 2, .hi = DBL_MAX / 2};
    struct assay_domain d = floats(-DBL_MAX, DBL_MAX, 0);

    for_floats(&d, 100, see_range, &r);
    CHECK(r.fractions > r.drawn / 5); /* not all out at the ends */
    CHECK(r.quarter[0] + r.quarter[3] < r.drawn / 4);
}

TEST(random_floats_fill_half_open_ranges)
{
    struct in_range r = {.lo = 1e6, .hi = 1e7};
    struct assay_domain d = floats(1e6, INFINITY, 0);

    for_floats(&d, 100, see_range, &r);
    CHECK(r.at_lo < r.drawn / 2);
    CHECK(r.fractions > r.drawn / 50);
}

/* ---- Bytes and text */

static uint32_t string_answer(struct fixture *f, const struct assay_domain *d,
                              unsigned char *room)
{
    struct assay_ask ask = {.domain = d, .spread = ASSAY_LENGTH};

    return f->random.base.ops->string(&f->random.base, &f->test, &ask, room);
}

TEST(random_bytes_are_of_every_sort)
{
    struct assay_domain d = {.lo = 2, .hi = 60, .kind = ASSAY_KIND_BYTES};
    unsigned count[256] = {0}, drawn = 0, pairs = 0, calm = 0, strings = 0;
    unsigned char room[60];
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 3000; i++) {
        uint32_t len;
        unsigned same = 0;
        (void)fixture_start(&f, SEED, i);
        len = string_answer(&f, &d, room);
        CHECK(len >= 2 && len <= 60);
        for (uint32_t k = 0; k < len; k++) {
            count[room[k]]++;
            same += k > 0 && room[k] == room[k - 1];
        }
        drawn += len;
        pairs += same;
        strings += len >= 20;
        calm += len >= 20 && same < 2;
    }
    for (int i = 0; i < 256; i++)
        CHECK(count[i] > drawn / 1024);
    CHECK(count[0] > drawn / 64 && count[0xff] > drawn / 64);
    CHECK(pairs > drawn / 20 && pairs < drawn / 2);
    CHECK(calm > strings / 4 && calm < strings * 3 / 4); /* half of them plainly random */
    fixture_done(&f);
}

/* Keeps an alphabet in the record of a test, for the source to find. */
static struct assay_domain texts(struct fixture *f, const struct assay_alphabet *a,
                                 uint32_t min, uint32_t max)
{
    memcpy(f->record->pool, a->ranges, a->count * sizeof *a->ranges);
    return (struct assay_domain){
        .lo = min, .hi = max, .extra = a->count, .kind = ASSAY_KIND_TEXT};
}

struct text_counts {
    unsigned drawn, ascii, same;
    bool seen[0x110000];
};

static struct text_counts counts;

/* Counts the code points of 3000 texts; all must be in the alphabet. */
static void count_text(const struct assay_alphabet *a)
{
    struct fixture f;
    struct assay_domain d;
    unsigned char room[4 * 40];

    fixture_init(&f, NULL);
    memset(&counts, 0, sizeof counts);
    d = texts(&f, a, 1, 40);
    for (uint64_t i = 1; i <= 3000; i++) {
        uint32_t len, codes = 0, code = 0, before = UINT32_MAX;
        (void)fixture_start(&f, SEED, i);
        len = string_answer(&f, &d, room);
        for (uint32_t at = 0; at < len; codes++, before = code) {
            size_t n = assay_utf8_decode((char *)room + at, len - at, &code);
            CHECK(n > 0);
            CHECK(assay_alphabet_has(a, code));
            at += (uint32_t)n;
            counts.seen[code] = true;
            counts.ascii += code < 0x80;
            counts.same += code == before;
        }
        CHECK(codes >= 1 && codes <= 40);
        counts.drawn += codes;
    }
    fixture_done(&f);
}

TEST(random_text_is_of_its_alphabet_and_reaches_all_of_it)
{
    static const struct assay_codes small[] = {{'a', 'c'}, {'x', 'x'}, {0xe9, 0xea}},
                                    across[] = {{0x60, 0xa0}},
                                    beyond[] = {{0x100, 0x120}}, one[] = {{'q', 'q'}},
                                    nul[] = {{0, 1}},
                                    high[] = {{0x7f, 0x80}, {0x10ffff, 0x10ffff}};
    const struct assay_alphabet all[] = {{small, 3}, {across, 1}, {beyond, 1},
                                         {one, 1},   {nul, 1},    {high, 2}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        count_text(&all[i]);
        for (uint32_t k = 0; k < all[i].count; k++)
            for (uint32_t c = all[i].ranges[k].lo; c <= all[i].ranges[k].hi; c++)
                CHECK(counts.seen[c]);
    }
}

TEST(random_text_is_mostly_ascii_and_repeats_itself)
{
    uint32_t beyond = 0;

    count_text(&assay_alphabet_unicode);
    CHECK(counts.ascii > counts.drawn / 2 && counts.ascii < counts.drawn * 9 / 10);
    CHECK(counts.same > counts.drawn / 16 && counts.same < counts.drawn / 5);
    for (uint32_t code = 1; code < 0x80; code++)
        CHECK(counts.seen[code]);
    for (uint32_t code = 0x10000; code < 0x110000; code++)
        beyond += counts.seen[code];
    CHECK(beyond > 500);
}

TEST(random_text_respects_its_bounds)
{
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 300; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        const char *text;
        uint32_t len;
        CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 5, 9, &text, &len),
                  ASSAY_OK);
        CHECK(len >= 5 && len <= 9);
        CHECK_UINT(strlen(text), len);
    }
    fixture_done(&f);
}
