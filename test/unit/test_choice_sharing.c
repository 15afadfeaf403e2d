/*
 * Domains and alphabets that choices have in common: kept once, and never mixed up.
 */
#include "fixture.h"
#include <string.h>

#define SEED 20240229

/* b..y and e with an acute accent. */
static const struct assay_codes some_codes[] = {{'b', 'y'}, {0xe9, 0xe9}};
static const struct assay_alphabet some = {some_codes, 2};

static enum assay_status draw_float(struct assay_test *t, struct assay_floats of)
{
    double x;

    return assay_choose_float(t, &of, &x);
}

static uint32_t domain_of_uint(struct assay_test *t, uint64_t lo, uint64_t hi,
                               uint64_t toward)
{
    uint64_t u;

    CHECK_INT(assay_choose_uint(t, lo, hi, toward, ASSAY_BIASED, &u), ASSAY_OK);
    return t->record->choices[t->record->nchoices - 1].domain;
}

TEST(test_shares_domains_that_are_equal)
{
    struct fixture f;
    struct assay_test *t;
    uint32_t first;
    int64_t i;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    first = domain_of_uint(t, 2, 9, 3);
    CHECK_UINT(domain_of_uint(t, 2, 9, 3), first);
    CHECK_UINT(f.record->ndomains, 1);
    CHECK(domain_of_uint(t, 2, 9, 4) != first);
    CHECK(domain_of_uint(t, 1, 9, 3) != first);
    CHECK(domain_of_uint(t, 2, 8, 3) != first);
    CHECK_UINT(f.record->ndomains, 4);
    CHECK_INT(assay_choose_int(t, 2, 8, 3, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_UINT(f.record->ndomains, 5);
    CHECK_UINT(f.record->choices[5].domain, 4);
    CHECK_INT(draw_float(t, (struct assay_floats){.lo = 0, .hi = 1}), ASSAY_OK);
    CHECK_INT(draw_float(t, (struct assay_floats){.lo = 0, .hi = 1}), ASSAY_OK);
    CHECK_UINT(f.record->ndomains, 6);
    CHECK_INT(draw_float(t, (struct assay_floats){.lo = 0, .hi = 1, .nan = true}),
              ASSAY_OK);
    CHECK_UINT(f.record->ndomains, 7);
    fixture_done(&f);
}

TEST(test_never_mixes_domains_up)
{
    struct fixture f;
    struct assay_test *t;
    struct assay_prng p;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    assay_prng_init(&p, 1, 1);
    for (int n = 0; n < 5000; n++) {
        uint64_t lo = assay_prng_upto(&p, 3), hi = lo + assay_prng_upto(&p, 2);
        uint64_t toward = lo + assay_prng_upto(&p, hi - lo);
        bool is_int = assay_prng_upto(&p, 1);
        const struct assay_domain *d;
        uint64_t u;
        int64_t i;
        if (is_int)
            (void)assay_choose_int(t, (int64_t)lo, (int64_t)hi, (int64_t)toward,
                                   ASSAY_BIASED, &i);
        else
            (void)assay_choose_uint(t, lo, hi, toward, ASSAY_BIASED, &u);
        d = assay_record_domain(f.record, f.record->nchoices - 1);
        CHECK_UINT(d->lo, lo);
        CHECK_UINT(d->hi, hi);
        CHECK_UINT(d->toward, toward);
        CHECK_INT(d->kind, is_int ? ASSAY_KIND_INT : ASSAY_KIND_UINT);
    }
    CHECK(f.record->ndomains < 5000);
    CHECK(assay_record_repair(f.record));
    fixture_done(&f);
}

TEST(test_starts_with_no_domain_to_share)
{
    struct fixture f;

    fixture_init(&f, NULL);
    CHECK_UINT(domain_of_uint(fixture_start(&f, SEED, 1), 0, 9, 0), 0);
    CHECK_UINT(f.record->ndomains, 1);
    CHECK_UINT(domain_of_uint(fixture_start(&f, SEED, 1), 0, 9, 0), 0);
    CHECK_UINT(f.record->ndomains, 1);
    fixture_done(&f);
}

static uint64_t draw_text(struct assay_test *t, const struct assay_alphabet *a)
{
    const char *text;
    uint32_t n;

    CHECK_INT(assay_choose_text(t, a, 1, 1, &text, &n), ASSAY_OK);
    return assay_record_domain(t->record, t->record->nchoices - 1)->toward;
}

TEST(test_shares_alphabets)
{
    static const struct assay_codes copy[] = {{'b', 'y'}, {0xe9, 0xe9}},
                                    other[] = {{'b', 'y'}, {0xea, 0xea}},
                                    longer[] = {{'b', 'y'}, {0xe9, 0xe9}, {0xff, 0xff}};
    struct fixture f;
    struct assay_test *t;
    const char *text;
    uint64_t first, second, third;
    uint32_t n;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 0);
    first = draw_text(t, &some);
    CHECK_UINT(first, 0);
    CHECK_UINT(f.record->npool, 16 + 2); /* the alphabet, "b" and NUL */
    CHECK_UINT(draw_text(t, &(struct assay_alphabet){copy, 2}), first);
    CHECK_UINT(f.record->npool, 16 + 2 + 2);
    CHECK_UINT(f.record->ndomains, 1);
    second = draw_text(t, &(struct assay_alphabet){other, 2});
    CHECK_UINT(second, 24); /* aligned */
    CHECK_UINT(draw_text(t, &(struct assay_alphabet){other, 2}), second);
    third = draw_text(t, &(struct assay_alphabet){longer, 3});
    CHECK_UINT(third, 48);
    CHECK_UINT(f.record->npool, 48 + 24 + 2);
    CHECK_UINT(f.record->ndomains, 3);
    CHECK_UINT(draw_text(t, &some), first);
    CHECK_INT(assay_choose_text(t, &some, 2, 3, &text, &n), ASSAY_OK);
    CHECK_UINT(f.record->domains[f.record->ndomains - 1].toward, first);
    CHECK_MEM(f.record->pool + second, other, sizeof other);
    CHECK_MEM(f.record->pool + third, longer, sizeof longer);
    fixture_done(&f);
}

/* The last eight domains are looked at. */
TEST(test_shares_alphabets_of_late)
{
    for (uint64_t between = 0; between < 12; between++) {
        struct fixture f;
        struct assay_test *t;
        uint64_t first;
        fixture_init(&f, NULL);
        t = fixture_start(&f, SEED, 0);
        for (uint64_t i = 0; i < 20; i++)
            (void)domain_of_uint(t, 1, 1 + i, 1);
        first = draw_text(t, &some);
        for (uint64_t i = 0; i < between; i++)
            (void)domain_of_uint(t, 0, i, 0);
        CHECK_UINT(f.record->ndomains, 21 + between);
        CHECK_INT(draw_text(t, &some) == first, between < 8);
        fixture_done(&f);
    }
}

TEST(test_takes_numbers_for_no_alphabets)
{
    struct fixture f;
    struct assay_test *t;
    const unsigned char *bytes;
    uint32_t n;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 0);
    memcpy(f.record->pool, some_codes, sizeof some_codes); /* left by another test */
    CHECK_INT(assay_choose_bytes(t, 0, 16, &bytes, &n), ASSAY_OK);
    CHECK_UINT(n, 0);
    CHECK_UINT(draw_text(t, &some), 0);
    CHECK_UINT(f.record->npool, 16 + 2);
    fixture_done(&f);
}
