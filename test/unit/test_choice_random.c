/*
 * The random source: what it must never do, and what it must do often enough. Seeds are
 * fixed, and the bounds on frequencies are far from what is expected.
 */
#include "choice/order.h"
#include "fixture.h"
#include <math.h>
#include <string.h>

#define SEED 20240229

/* ---- The same again */

static const struct assay_floats any_float = {
    .lo = -INFINITY, .hi = INFINITY, .nan = true, .subnormal = true};

/* Something of everything. */
static void draw_all(struct assay_test *t)
{
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    uint64_t u;
    bool b;
    uint32_t n;
    double x;

    for (int k = 0; k < 5; k++) {
        (void)assay_choose_int(t, INT64_MIN, INT64_MAX, 0, ASSAY_BIASED, &i);
        (void)assay_choose_uint(t, 0, UINT64_MAX, 0, ASSAY_BIASED, &u);
        (void)assay_choose_uint(t, 0, UINT64_MAX, 0, ASSAY_UNIFORM, &u);
        (void)assay_choose_int(t, -50, 5000, 0, ASSAY_BIASED, &i);
        (void)assay_choose_uint(t, 0, 100, 50, ASSAY_BIASED, &u);
        (void)assay_choose_bool(t, 0.5, &b);
        (void)assay_choose_index(t, 1000, NULL, &n);
        (void)assay_choose_index(t, 3, (const uint32_t[]){1, 2, 3}, &n);
        (void)assay_choose_float(t, &any_float, &x);
        (void)assay_choose_float(t, &(struct assay_floats){.hi = 1000}, &x);
        (void)assay_choose_bytes(t, 2, 30, &bytes, &n);
        (void)assay_choose_text(t, &assay_alphabet_unicode, 2, 30, &text, &n);
        (void)assay_list_begin(t, "list", 1, 9, &n);
        (void)assay_list_begin(t, "list", 1, 1000, &n);
    }
    CHECK_INT(assay_test_status(t), ASSAY_OK);
}

/* The hash of what is drawn in a test. */
static uint64_t hash_of_test(struct fixture *f, uint64_t seed, uint64_t number)
{
    struct assay_values v;
    uint64_t hash;

    draw_all(fixture_start(f, seed, number));
    assay_values_init(&v, NULL);
    CHECK_INT(assay_values_add_record(&v, f->record, 0, f->record->nchoices), ASSAY_OK);
    hash = assay_values_hash(&v);
    assay_values_done(&v);
    return hash;
}

TEST(random_seed_and_number_determine_a_test)
{
    struct fixture f, g;

    fixture_init(&f, NULL);
    fixture_init(&g, NULL);
    memset(&g.random, 0xa5, sizeof g.random); /* what was there does not matter */
    for (uint64_t i = 0; i < 100; i++) {
        uint64_t hash = hash_of_test(&f, SEED, i);
        CHECK_UINT(hash_of_test(&g, SEED, i), hash);
        CHECK(hash_of_test(&g, SEED, i + 1) != hash);
        CHECK_INT(hash_of_test(&g, SEED + 1, i) == hash, i == 0);
    }
    fixture_done(&f);
    fixture_done(&g);
}

/* A seed that was noted down must mean the same test tomorrow. Whoever changes how values
 * are drawn sets this anew, and knows that old seeds are void. */
TEST(random_draws_are_frozen)
{
    struct fixture f;
    uint64_t hash = 0;

    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < 500; i++)
        hash = assay_hash_step(hash, hash_of_test(&f, SEED, i));
    CHECK_UINT(hash, 0x6ae755e0b6e6f688);
    fixture_done(&f);
}

/* Numbers that a test knows are drawn now and then, where they can be. */
TEST(random_tries_known_numbers)
{
    static const long long known[] = {123456789, -77777};
    unsigned found[3] = {0};
    struct fixture f;
    struct assay_test *t;
    int64_t i;

    fixture_init(&f, NULL);
    for (uint64_t n = 1; n <= 4000; n++) {
        t = fixture_start(&f, SEED, n);
        t->constants = known;
        t->nconstants = 2;
        CHECK_INT(assay_choose_int(t, INT32_MIN, INT32_MAX, 0, ASSAY_BIASED, &i),
                  ASSAY_OK);
        found[0] += i == 123456789;
        found[1] += i == -77777;
        found[2] += i == 123456788;
        CHECK_INT(assay_choose_int(t, 0, 1000, 0, ASSAY_BIASED, &i), ASSAY_OK);
        CHECK(i >= 0 && i <= 1000);
    }
    CHECK(found[0] >= 20 && found[0] <= 400);
    CHECK(found[1] >= 20 && found[1] <= 400);
    CHECK(found[2] >= 1);
    fixture_done(&f);
}

/* So are words and characters, and texts that were drawn before are drawn again, or parts
 * of them, or more than them. */
TEST(random_tries_known_words_and_repeats_texts)
{
    static const char *const words[] = {"reset", "too long for it", "na\xc3\xafve"};
    static const long long comma[] = {','};
    unsigned resets = 0, commas = 0, again = 0, shorter = 0, longer = 0;
    const char *first, *second;
    struct fixture f;
    uint32_t len;

    fixture_init(&f, NULL);
    for (uint64_t n = 1; n <= 4000; n++) {
        struct assay_test *t = fixture_start(&f, SEED, n);
        t->words = words;
        t->nwords = 3;
        t->texts_again = true;
        t->constants = comma;
        t->nconstants = 1;
        CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 2, 8, &first, &len),
                  ASSAY_OK);
        CHECK(len >= 2 && len <= 8);
        resets += strcmp(first, "reset") == 0;
        commas += strchr(first, ',') != NULL;
        CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 2, 8, &second, &len),
                  ASSAY_OK);
        again += strcmp(first, second) == 0;
        shorter += len < strlen(first) && strncmp(first, second, len) == 0;
        longer += strlen(first) < len && strncmp(first, second, strlen(first)) == 0;
        CHECK(len >= 2 && len <= 8);
    }
    CHECK(resets > 50 && resets < 400);
    CHECK(commas > 1000);
    CHECK(again > 300 && again < 1500);
    CHECK(shorter > 25 && longer > 100);
    fixture_done(&f);
}

TEST(random_test_0_is_the_simplest)
{
    struct fixture f;
    struct assay_test *t;
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    bool b;
    uint32_t n;
    double x;

    fixture_init(&f, NULL);
    for (uint64_t seed = 0; seed < 50; seed++) {
        t = fixture_start(&f, seed, 0);
        CHECK_INT(assay_choose_int(t, -9, 9, 7, ASSAY_BIASED, &i), ASSAY_OK);
        CHECK_INT(i, 7);
        CHECK_INT(assay_choose_int(t, -9, 9, -9, ASSAY_UNIFORM, &i), ASSAY_OK);
        CHECK_INT(i, -9);
        CHECK_INT(assay_choose_bool(t, 0.99, &b), ASSAY_OK);
        CHECK(!b);
        CHECK_INT(assay_choose_index(t, 3, (const uint32_t[]){1, 1000, 1}, &n), ASSAY_OK);
        CHECK_UINT(n, 0);
        CHECK_INT(assay_choose_float(t, &(struct assay_floats){.lo = 2.5, .hi = 9}, &x),
                  ASSAY_OK);
        CHECK(x == 3);
        CHECK_INT(assay_choose_bytes(t, 2, 30, &bytes, &n), ASSAY_OK);
        CHECK_UINT(n, 2);
        CHECK_MEM(bytes, "\0\0", 2);
        CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 3, 30, &text, &n),
                  ASSAY_OK);
        CHECK_STR(text, "aaa");
        CHECK_INT(assay_list_begin(t, "list", 4, 9, &n), ASSAY_OK);
        CHECK_UINT(n, 4);
    }
    fixture_done(&f);
}

TEST(random_tests_have_different_characters)
{
    struct assay_random s;
    unsigned reuse_much = 0, small_much = 0, edge_much = 0, long_much = 0;

    for (uint64_t i = 1; i <= 400; i++) {
        assay_random_init(&s, SEED, i);
        CHECK(s.mix.reuse + s.mix.edge + s.mix.small <= 256);
        reuse_much += s.mix.reuse > 64;
        small_much += s.mix.small > 128;
        edge_much += s.mix.edge > 32;
        long_much += s.mix.length > 4;
    }
    CHECK(reuse_much > 20 && reuse_much < 300);
    CHECK(small_much > 20 && small_much < 300);
    CHECK(edge_much > 20 && edge_much < 300);
    CHECK(long_much > 20 && long_much < 300);
}

/* ---- Integers. The source is asked directly: a test would clamp its answer. */

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

static uint64_t answer(struct fixture *f, const struct assay_ask *ask)
{
    return f->random.base.ops->scalar(&f->random.base, &f->test, ask);
}

static const enum assay_spread spreads[] = {ASSAY_BIASED, ASSAY_UNIFORM, ASSAY_LENGTH};

static void check_answers(const struct assay_domain *d)
{
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < 400; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        for (int k = 0; k < 12; k++) {
            struct assay_ask ask = {.domain = d, .spread = spreads[k % 3]};
            uint64_t u;
            CHECK(assay_domain_has(d, answer(&f, &ask)));
            /* something to reuse that does not fit here */
            (void)assay_choose_uint(t, 0, UINT64_MAX, 0, ASSAY_BIASED, &u);
        }
    }
    fixture_done(&f);
}

TEST(random_integers_are_in_their_domain)
{
    const struct assay_domain all[] = {
        ints(5, 5, 5),
        ints(-1, -1, -1),
        ints(0, 1, 0),
        ints(-3, 4, 0),
        ints(-3, 4, 4),
        ints(-100, -90, -90),
        ints(-64, 63, 0),
        ints(0, 4094, 9),
        ints(0, 4095, 4095),
        ints(0, 4096, 0),
        ints(-5000, 5000, -7),
        ints(INT32_MIN, INT32_MAX, 0),
        ints(INT64_MIN, INT64_MAX, 0),
        ints(INT64_MIN, INT64_MIN + 1, INT64_MIN),
        ints(INT64_MIN, -1, -1),
        ints(INT64_MAX - 1, INT64_MAX, INT64_MAX),
        uints(0, UINT64_MAX, 0),
        uints(0, UINT64_MAX, UINT64_MAX),
        uints(1, UINT64_MAX, 1),
        uints(UINT64_MAX, UINT64_MAX, UINT64_MAX),
        uints(UINT64_MAX - 255, UINT64_MAX, UINT64_MAX),
        uints(1000, 1256, 1000),
        uints(1000, 1257, 1000),
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_answers(&all[i]);
}

/* Marks which of some values are drawn in the first draws of many tests. */
static void mark_seen(const struct assay_domain *d, const uint64_t *values, size_t count,
                      bool *ret_seen)
{
    struct assay_ask ask = {.domain = d, .spread = ASSAY_BIASED};
    struct fixture f;

    memset(ret_seen, 0, count * sizeof *ret_seen);
    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 400; i++) {
        (void)fixture_start(&f, SEED, i);
        for (int k = 0; k < 4000; k++) {
            uint64_t value = answer(&f, &ask);
            for (size_t j = 0; j < count; j++)
                ret_seen[j] |= values[j] == value;
        }
    }
    fixture_done(&f);
}

TEST(random_integers_reach_the_bounds)
{
    const struct assay_domain all[] = {ints(-1000000, 2000000, 5),
                                       ints(INT64_MIN, INT64_MAX, 1234567890123),
                                       uints(1 << 20, UINT64_MAX, UINT64_C(1) << 40)};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct assay_domain *d = &all[i];
        uint64_t values[] = {d->lo,     d->lo + 1,     d->hi,        d->hi - 1,
                             d->toward, d->toward + 1, d->toward - 1};
        bool seen[7];
        mark_seen(d, values, 7, seen);
        for (int k = 0; k < 7; k++)
            CHECK(seen[k]);
    }
}

TEST(random_integers_reach_the_ends_of_machine_words)
{
    struct assay_domain d = ints(INT64_MIN, INT64_MAX, 0);
    static const unsigned bits[] = {1, 8, 15, 16, 31, 32, 53, 62, 63};

    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        uint64_t power = UINT64_C(1) << bits[i];
        uint64_t values[] = {power, power - 1, 0 - power, 0 - power - 1};
        bool seen[4];
        mark_seen(&d, values, 4, seen);
        for (int k = 0; k < 4; k++)
            CHECK(seen[k]);
    }
}

/* How many of 40000 biased draws, in 400 tests, have a rank of that many bits. */
static void count_bits(const struct assay_domain *d, unsigned count[65])
{
    struct assay_ask ask = {.domain = d, .spread = ASSAY_BIASED};
    struct fixture f;

    memset(count, 0, 65 * sizeof *count);
    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 400; i++) {
        (void)fixture_start(&f, SEED, i);
        for (int k = 0; k < 100; k++) {
            uint64_t rank = assay_domain_rank(d, answer(&f, &ask));
            count[rank ? 64 - __builtin_clzll(rank) : 0]++;
        }
    }
    fixture_done(&f);
}

TEST(random_integers_are_often_small_and_of_every_size)
{
    const struct assay_domain all[] = {ints(INT64_MIN, INT64_MAX, 0),
                                       uints(0, UINT64_MAX, UINT64_MAX),
                                       uints(0, UINT64_MAX, UINT64_C(1) << 60)};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        unsigned count[65], small = 0;
        count_bits(&all[i], count);
        for (int bits = 0; bits <= 6; bits++) {
            CHECK(count[bits] > 400);
            small += count[bits];
        }
        CHECK(small > 10000 && small < 32000);
        for (int bits = 7; bits <= 64; bits++)
            CHECK(count[bits] > 20);
        CHECK(count[64] > 2000); /* uniform ones */
    }
}

TEST(random_integers_of_a_medium_domain_are_all_reached)
{
    static const uint64_t spans[] = {0, 1, 2, 10, 63, 64, 65, 1000, 4095, 4096};
    static bool seen[5000];
    struct fixture f;

    fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        struct assay_domain d = ints(-100, (int64_t)spans[i] - 100, -100);
        struct assay_ask ask = {.domain = &d, .spread = ASSAY_BIASED};
        uint64_t missing = spans[i] + 1;
        memset(seen, 0, sizeof seen);
        for (uint64_t n = 1; n <= 200 && missing > 0; n++) {
            (void)fixture_start(&f, SEED, n);
            for (int k = 0; k < 2000; k++) {
                uint64_t at = answer(&f, &ask) - d.lo;
                missing -= !seen[at];
                seen[at] = true;
            }
        }
        CHECK_UINT(missing, 0);
    }
    fixture_done(&f);
}

TEST(random_uniform_integers_are_uniform)
{
    struct assay_domain d = ints(-50, 49, 0);
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_UNIFORM};
    unsigned count[100] = {0};
    double chi_squared = 0;
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 1000; i++) {
        (void)fixture_start(&f, SEED, i);
        for (int k = 0; k < 100; k++)
            count[answer(&f, &ask) + 50]++;
    }
    for (int i = 0; i < 100; i++)
        chi_squared += (count[i] - 1000.0) * (count[i] - 1000.0) / 1000;
    CHECK(chi_squared < 180);
    fixture_done(&f);
}

TEST(random_integers_keep_no_strategy_for_long)
{
    struct assay_domain d = ints(INT64_MIN, INT64_MAX, 0);
    struct assay_ask ask = {.domain = &d, .spread = ASSAY_BIASED};
    struct fixture f;
    unsigned longest = 0, row = 0;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 200; i++) {
        unsigned changes = 0;
        bool was_small = false;
        (void)fixture_start(&f, SEED, i);
        for (int k = 0; k < 200; k++, row++) {
            bool small = assay_domain_rank(&d, answer(&f, &ask)) < 64;
            changes += small != was_small;
            row = small == was_small ? row : 0;
            longest = row > longest ? row : longest;
            was_small = small;
        }
        CHECK(changes > 4);
    }
    CHECK(longest < 250);
    fixture_done(&f);
}

/* ---- Reuse of earlier integers */

struct reuse_counts {
    unsigned by[9]; /* by the difference, -4 to 4 */
    unsigned other;
};

/* Draws a large number, then `between` numbers that are far away, then a number that may
 * be near the first. */
static void count_reuse(uint32_t between, enum assay_spread spread,
                        struct reuse_counts *counts)
{
    struct fixture f;

    *counts = (struct reuse_counts){0};
    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 40000; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        uint64_t first, last, far;
        int64_t off;
        (void)assay_choose_uint(t, UINT64_C(1) << 39, UINT64_C(1) << 40,
                                UINT64_C(1) << 39, ASSAY_UNIFORM, &first);
        for (uint32_t k = 0; k < between; k++)
            (void)assay_choose_uint(t, UINT64_C(1) << 60, UINT64_C(1) << 61,
                                    UINT64_C(1) << 60, ASSAY_UNIFORM, &far);
        CHECK_INT(assay_choose_uint(t, 0, UINT64_C(1) << 50, 0, spread, &last), ASSAY_OK);
        off = (int64_t)(last - first);
        if (off >= -4 && off <= 4)
            counts->by[off + 4]++;
        else
            counts->other++;
    }
    fixture_done(&f);
}

TEST(random_integers_often_equal_an_earlier_one_or_nearly)
{
    struct reuse_counts c;

    count_reuse(0, ASSAY_BIASED, &c);
    CHECK(c.by[4] > 1500);                      /* equal */
    CHECK(c.by[5] > 500);                       /* one more */
    CHECK(c.by[3] > 500);                       /* one less */
    CHECK(c.by[6] > 50);                        /* two more */
    CHECK(c.by[1] > 50);                        /* three less */
    CHECK(c.by[8] > 50);                        /* four more */
    CHECK_UINT(c.by[0] + c.by[2] + c.by[7], 0); /* -4, -2, 3 are no offsets */
    CHECK(c.by[4] > c.by[5] && c.by[4] > c.by[3]);
    CHECK(c.other > 20000);
}

TEST(random_uniform_integers_ignore_earlier_ones)
{
    struct reuse_counts c;

    count_reuse(0, ASSAY_UNIFORM, &c);
    CHECK_UINT(c.other, 40000);
    count_reuse(0, ASSAY_LENGTH, &c);
    CHECK_UINT(c.other, 40000);
}

TEST(random_integers_look_back_32_choices)
{
    struct reuse_counts c;

    count_reuse(31, ASSAY_BIASED, &c);
    CHECK(c.by[4] > 20);
    count_reuse(32, ASSAY_BIASED, &c);
    CHECK_UINT(c.other, 40000);
}

TEST(random_integers_reuse_integers_only)
{
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 10000; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        uint32_t index;
        uint64_t u;
        bool b;
        (void)assay_choose_bool(t, 0.5, &b);
        (void)assay_choose_index(t, UINT32_MAX, NULL, &index);
        (void)assay_choose_uint(t, 0, UINT64_C(1) << 50, 0, ASSAY_BIASED, &u);
        CHECK(index < 1 << 20 || u < index - 4 || u > (uint64_t)index + 4);
    }
    fixture_done(&f);
}

TEST(random_integers_are_reused_across_signedness)
{
    struct fixture f;
    unsigned equal = 0;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 10000; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        int64_t first;
        uint64_t second;
        (void)assay_choose_int(t, INT32_MAX, INT64_MAX, INT32_MAX, ASSAY_UNIFORM, &first);
        (void)assay_choose_uint(t, 0, UINT64_MAX, 0, ASSAY_BIASED, &second);
        equal += second == (uint64_t)first;
    }
    CHECK(equal > 300);
    fixture_done(&f);
}

/* ---- Lengths */

/* The lengths 0..999 of 40000 lists between min and max, counted. */
static void count_lengths(uint32_t min, uint32_t max, unsigned count[1000])
{
    struct fixture f;

    memset(count, 0, 1000 * sizeof *count);
    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 400; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        for (int k = 0; k < 100; k++) {
            uint32_t len = 0;
            CHECK_INT(assay_list_begin(t, "list", min, max, &len), ASSAY_OK);
            CHECK(len >= min && len <= max && len < 1000);
            count[len]++;
        }
    }
    fixture_done(&f);
}

TEST(random_lengths_are_mostly_short_and_sometimes_long)
{
    unsigned count[1000], short_ones = 0, long_ones = 0;

    count_lengths(0, 100000, count);
    for (int i = 0; i < 1000; i++) {
        short_ones += i < 16 ? count[i] : 0;
        long_ones += i >= 32 ? count[i] : 0;
    }
    CHECK(short_ones > 28000);
    CHECK(long_ones > 400);
    CHECK(count[0] > 2000 && count[0] < 20000);
    for (int i = 0; i < 16; i++)
        CHECK(count[i] > 100);
}

TEST(random_lengths_reach_both_ends)
{
    static const uint32_t spans[] = {1, 2, 5, 7, 8, 20, 100, 255, 256};
    unsigned count[1000];

    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        count_lengths(3, 3 + spans[i], count);
        CHECK(count[3] > 1000);
        CHECK(count[3 + spans[i]] > 600);
    }
    count_lengths(0, 257, count); /* too many to be worth it at each turn */
    CHECK_UINT(count[257], 0);
}

/* ---- Indices and bools */

TEST(random_indices_follow_their_weights)
{
    static const uint32_t weights[] = {0, 5, 0, 1, 4, 0};
    unsigned count[6] = {0};
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 10000; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        uint32_t n;
        CHECK_INT(assay_choose_index(t, 6, weights, &n), ASSAY_OK);
        count[n]++;
    }
    CHECK_UINT(count[0] + count[2] + count[5], 0);
    CHECK(count[1] > 4700 && count[1] < 5300);
    CHECK(count[3] > 850 && count[3] < 1150);
    CHECK(count[4] > 3700 && count[4] < 4300);
    fixture_done(&f);
}

TEST(random_indices_with_weights_that_exceed_32_bits_together)
{
    static const uint32_t weights[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    unsigned count[3] = {0};
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 3000; i++) {
        uint32_t n;
        CHECK_INT(assay_choose_index(fixture_start(&f, SEED, i), 3, weights, &n),
                  ASSAY_OK);
        count[n]++;
    }
    for (int i = 0; i < 3; i++)
        CHECK(count[i] > 800 && count[i] < 1200);
    fixture_done(&f);
}

TEST(random_indices_without_weights_are_alike)
{
    unsigned count[7] = {0};
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 7000; i++) {
        uint32_t n;
        CHECK_INT(assay_choose_index(fixture_start(&f, SEED, i), 7, NULL, &n), ASSAY_OK);
        CHECK(n < 7);
        count[n]++;
    }
    for (int i = 0; i < 7; i++)
        CHECK(count[i] > 850 && count[i] < 1150);
    fixture_done(&f);
}

TEST(random_bools_follow_their_probability)
{
    static const double probabilities[] = {0, 1e-9, 0.1, 0.5, 0.9, 1};
    struct fixture f;

    fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof probabilities / sizeof *probabilities; i++) {
        unsigned count = 0;
        double expected = 10000 * probabilities[i];
        for (uint64_t n = 1; n <= 10000; n++) {
            bool b;
            CHECK_INT(assay_choose_bool(fixture_start(&f, SEED, n), probabilities[i], &b),
                      ASSAY_OK);
            count += b;
        }
        CHECK(fabs(count - expected) <= (expected > 1 && expected < 9999 ? 250 : 0.5));
    }
    fixture_done(&f);
}

/* ---- Small tests, to fill a hole */

TEST(random_small_draws_are_small)
{
    struct fixture f;
    unsigned zero = 0;

    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < 2000; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i + 1);
        int64_t first, second;
        uint32_t len;
        (void)assay_choose_int(t, INT64_MIN, INT64_MAX, 0, ASSAY_UNIFORM, &first);
        assay_random_small(&f.random, SEED, i);
        CHECK_INT(assay_choose_int(t, INT64_MIN, INT64_MAX, 0, ASSAY_BIASED, &second),
                  ASSAY_OK);
        CHECK(second >= -32 && second <= 32);
        zero += second == 0;
        CHECK_INT(assay_list_begin(t, "list", 0, 1000, &len), ASSAY_OK);
        CHECK(len < 4);
    }
    CHECK(zero > 100 && zero < 1000);
    fixture_done(&f);
}

TEST(random_small_draws_are_determined_and_never_simplest)
{
    struct fixture f;
    struct assay_test *t;
    uint64_t a, b, c, d;

    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < 10; i++) {
        uint64_t *const values[] = {&a, &b, &c, &d};
        t = fixture_start(&f, SEED, 0);
        for (uint64_t k = 0; k < 4;
             k++) { /* twice the same, another test, another seed */
            memset(&f.random, 0xa5, sizeof f.random);
            assay_random_small(&f.random, SEED + (k == 3), i + (k == 2));
            CHECK_INT(assay_choose_uint(t, 0, UINT64_MAX, 0, ASSAY_UNIFORM, values[k]),
                      ASSAY_OK);
        }
        CHECK(a != 0);
        CHECK_UINT(b, a);
        CHECK(c != a && d != a);
    }
    fixture_done(&f);
}
