/*
 * The random numbers. The first ones are frozen: a saved seed must mean the same test in
 * every version. They were computed from the paper's L64X128 by another program.
 */
#include "choice/prng.h"
#include "harness.h"

TEST(prng_first_numbers_are_frozen)
{
    static const struct {
        uint64_t seed, stream, first[4];
    } known[] = {
        {0,
         0,
         {0xdd569938c8a4419e, 0x8ae05a84b1491ea5, 0xf047f8735c14cbf5,
          0x68c20e01a2a2e0b4}},
        {0,
         1,
         {0x1606d10274d4fca4, 0x469fe35bee5e5ff2, 0xc31115ecf8e53566,
          0xac99566ae5529dcc}},
        {1,
         0,
         {0x3ef14af5ea3220ec, 0xc6fbb413a0e093cb, 0xb5f61fb0ddfb5d41,
          0x5004f21f1f29469c}},
        {42,
         7,
         {0x1fbf2a09fd448dff, 0xbd6d29e93ce8279f, 0x20554bc428acc7f7,
          0xf5dff78b02139195}},
        {UINT64_MAX,
         UINT64_MAX,
         {0xe65f307e089cabf9, 0x63480a77de954769, 0xf7b7929609de205d,
          0x512f251008e22e20}},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct assay_prng p;
        assay_prng_init(&p, known[i].seed, known[i].stream);
        for (int k = 0; k < 4; k++)
            CHECK_UINT(assay_prng_next(&p), known[i].first[k]);
    }
}

TEST(prng_split_is_frozen_and_advances_the_parent)
{
    struct assay_prng p, child;

    assay_prng_init(&p, 42, 7);
    child = assay_prng_split(&p);
    CHECK_UINT(assay_prng_next(&child), 0xa2a32cd08304b1a5);
    CHECK_UINT(assay_prng_next(&child), 0x7da2f8ef6876ec97);
    CHECK_UINT(assay_prng_next(&p), 0x20554bc428acc7f7); /* its third number */
}

/* How often two generators agree in a bit, out of 64 * n. */
static unsigned agreement(struct assay_prng *a, struct assay_prng *b, unsigned n)
{
    unsigned same = 0;

    for (unsigned i = 0; i < n; i++)
        same +=
            (unsigned)__builtin_popcountll(~(assay_prng_next(a) ^ assay_prng_next(b)));
    return same;
}

/* 64000 bits agree 32000 times with a deviation of 126. */
#define CHECK_UNRELATED(A, B)                                                            \
    do {                                                                                 \
        unsigned same = agreement(A, B, 1000);                                           \
        CHECK(same > 31000 && same < 33000);                                             \
    } while (0)

TEST(prng_streams_and_seeds_are_unrelated)
{
    struct assay_prng a, b;

    for (uint64_t i = 0; i < 50; i++) {
        assay_prng_init(&a, 5, i);
        assay_prng_init(&b, 5, i + 1);
        CHECK_UNRELATED(&a, &b);
        assay_prng_init(&a, i, 3);
        assay_prng_init(&b, i + 1, 3);
        CHECK_UNRELATED(&a, &b);
        assay_prng_init(&a, i, i + 1); /* swapped */
        assay_prng_init(&b, i + 1, i);
        CHECK_UNRELATED(&a, &b);
    }
}

TEST(prng_children_are_unrelated_to_each_other_and_to_the_parent)
{
    struct assay_prng p, a, b;

    for (uint64_t i = 0; i < 50; i++) {
        assay_prng_init(&p, i, 0);
        a = assay_prng_split(&p);
        b = assay_prng_split(&p);
        CHECK_UNRELATED(&a, &p);
        CHECK_UNRELATED(&a, &b);
    }
}

TEST(prng_addend_is_odd_and_names_the_stream)
{
    struct assay_prng a, b;

    for (uint64_t i = 0; i < 1000; i++) {
        assay_prng_init(&a, i, 2 * i);
        assay_prng_init(&b, i + 1, 2 * i);
        CHECK_UINT(a.add % 2, 1);
        CHECK_UINT(a.add, b.add);
        assay_prng_init(&b, i, 2 * i + 1);
        CHECK(a.add != b.add);
        CHECK_UINT(assay_prng_split(&a).add % 2, 1);
    }
}

TEST(prng_every_bit_is_set_half_of_the_time)
{
    struct assay_prng p;
    unsigned set[64] = {0};

    assay_prng_init(&p, 1, 1);
    for (int i = 0; i < 10000; i++) {
        uint64_t r = assay_prng_next(&p);
        for (int bit = 0; bit < 64; bit++)
            set[bit] += (unsigned)(r >> bit & 1);
    }
    for (int bit = 0; bit < 64; bit++) /* deviation 50 */
        CHECK(set[bit] > 4700 && set[bit] < 5300);
}

/* Chi squared of n cells: near n, its deviation sqrt(2 n). */
static double chi_squared(const unsigned *count, unsigned cells, double expected)
{
    double sum = 0;

    for (unsigned i = 0; i < cells; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

TEST(prng_upto_is_uniform_and_reaches_both_ends)
{
    struct assay_prng p;

    assay_prng_init(&p, 2, 2);
    for (uint64_t span = 0; span <= 40; span++) {
        unsigned count[41] = {0};
        for (uint64_t i = 0; i < 1000 * (span + 1); i++) {
            uint64_t r = assay_prng_upto(&p, span);
            CHECK(r <= span);
            count[r]++;
        }
        CHECK(chi_squared(count, (unsigned)span + 1, 1000) < 2.5 * (double)span + 20);
    }
}

TEST(prng_upto_scales_the_next_number)
{
    static const uint64_t spans[] = {0, 1, 9, UINT32_MAX, INT64_MAX, UINT64_MAX - 1};
    struct assay_prng p, same;

    assay_prng_init(&p, 3, 3);
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        same = p;
        uint64_t r = assay_prng_next(&same);
        assay_u128 product = (assay_u128)r * ((assay_u128)spans[i] + 1);
        CHECK_UINT(assay_prng_upto(&p, spans[i]), (uint64_t)(product >> 64));
        CHECK_UINT(p.lcg, same.lcg); /* one number a draw */
    }
    same = p;
    CHECK_UINT(assay_prng_upto(&p, UINT64_MAX), assay_prng_next(&same));
}

TEST(prng_unit_is_uniform_below_one)
{
    struct assay_prng p, same;
    unsigned count[64] = {0};

    assay_prng_init(&p, 4, 4);
    for (int i = 0; i < 64000; i++) {
        same = p;
        double x = assay_prng_unit(&p);
        CHECK(x >= 0 && x < 1);
        CHECK(x == (double)(assay_prng_next(&same) / 2048) / 9007199254740992.0);
        count[(unsigned)(x * 64)]++;
    }
    CHECK(chi_squared(count, 64, 1000) < 140);
}

TEST(prng_rotates_left)
{
    CHECK_UINT(assay_rotl(0x8000000000000001, 1), 3);
    CHECK_UINT(assay_rotl(0x0123456789abcdef, 24), 0x6789abcdef012345);
    CHECK_UINT(assay_rotl(0x0123456789abcdef, 63), 0x8091a2b3c4d5e6f7);
}
