/*
 * The test: it checks what it is asked, makes answers fit, and records them.
 */
#include "fixture.h"
#include "torture.h"
#include <math.h>
#include <string.h>

#define SEED 20240229

/* A source that gives one answer to everything and remembers what it was asked. */
struct oracle {
    struct assay_source base;
    uint64_t scalar;
    const char *string;
    uint32_t len;
    struct assay_ask asked;
    struct assay_domain domain;
};

static uint64_t oracle_scalar(struct assay_source *s, const struct assay_test *t,
                              const struct assay_ask *ask)
{
    struct oracle *o = (struct oracle *)s;

    (void)t;
    o->asked = *ask;
    o->domain = *ask->domain;
    return o->scalar;
}

static uint32_t oracle_string(struct assay_source *s, const struct assay_test *t,
                              const struct assay_ask *ask, unsigned char *room)
{
    struct oracle *o = (struct oracle *)s;

    (void)t;
    o->asked = *ask;
    o->domain = *ask->domain;
    memcpy(room, o->string, o->len);
    return o->len;
}

static const struct assay_source_ops oracle_ops = {.scalar = oracle_scalar,
                                                   .string = oracle_string};

struct asked {
    struct fixture f;
    struct oracle o;
    struct assay_test *t;
};

static void asked_init(struct asked *a)
{
    fixture_init(&a->f, NULL);
    a->o = (struct oracle){.base.ops = &oracle_ops, .string = ""};
    assay_test_init(&a->f.test, a->f.record, &a->o.base, &a->f.arena);
    a->t = &a->f.test;
}

static void asked_done(struct asked *a)
{
    fixture_done(&a->f);
}

/* ---- The start and the end of an execution */

TEST(test_starts_with_nothing)
{
    struct fixture f;
    struct assay_test *t;
    uint64_t u;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    CHECK_INT(assay_choose_uint(t, 0, 9, 0, ASSAY_BIASED, &u), ASSAY_OK);
    CHECK_INT(assay_span_begin(t, "span"), ASSAY_OK);
    CHECK(assay_test_new(t, 100000, 1) != NULL);
    CHECK_INT(assay_choose_uint(t, 9, 0, 0, ASSAY_BIASED, &u), ASSAY_EMPTY_RANGE);
    t = fixture_start(&f, SEED, 1);
    CHECK_INT(assay_test_status(t), ASSAY_OK);
    CHECK_UINT(f.record->nchoices, 0);
    CHECK_UINT(f.record->nspans, 0);
    CHECK_UINT(t->depth, 0);
    CHECK_UINT(t->open, ASSAY_NO_SPAN);
    CHECK(f.arena.next + 100000 <= f.arena.end); /* taken back */
    CHECK(t->escape == NULL && t->hooks == NULL);
    fixture_done(&f);
}

TEST(test_memory_is_zeroed_and_aligned)
{
    struct fixture f;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    for (size_t i = 0; i < 100; i++) {
        char *at = assay_test_new(t, i, 3);
        CHECK(at != NULL);
        CHECK_UINT((uintptr_t)at % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < 3 * i; k++)
            CHECK_INT(at[k], 0);
        memset(at, 0xa5, 3 * i);
    }
    CHECK_INT(assay_test_status(t), ASSAY_OK);
    fixture_done(&f);
}

TEST(test_without_memory_has_that_status)
{
    struct torture_alloc torture;
    struct fixture f;
    struct assay_test *t;
    bool b = true;

    torture_alloc_init(&torture, 1);
    fixture_init(&f, &torture.alloc);
    t = fixture_start(&f, SEED, 0);
    CHECK(assay_test_new(t, 1, 1) == NULL);
    CHECK_INT(assay_test_status(t), ASSAY_NO_MEMORY);
    CHECK_INT(assay_choose_bool(t, 0.5, &b), ASSAY_NO_MEMORY);
    CHECK(b);
    t = fixture_start(&f, SEED, 0);
    CHECK(assay_test_new(t, SIZE_MAX / 2, 3) == NULL);
    CHECK_INT(assay_test_status(t), ASSAY_NO_MEMORY);
    t = fixture_start(&f, SEED, 0);
    CHECK_INT(assay_span_end(t), ASSAY_BAD_USE);
    CHECK(assay_test_new(t, SIZE_MAX / 2, 3) == NULL);
    CHECK_INT(assay_test_status(t), ASSAY_BAD_USE); /* the first one stays */
    fixture_done(&f);
}

TEST(test_stop_sets_the_status_once)
{
    struct fixture f;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    assay_test_stop(t, ASSAY_REJECTED);
    CHECK_INT(assay_test_status(t), ASSAY_REJECTED);
    assay_test_stop(t, ASSAY_NO_MEMORY);
    CHECK_INT(assay_test_status(t), ASSAY_REJECTED);
    fixture_done(&f);
}

TEST(test_stop_leaves_through_the_escape)
{
    struct fixture f;
    struct assay_test *t;
    jmp_buf escape;
    volatile int visits = 0;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    t->escape = &escape;
    if (setjmp(escape) == 0) {
        visits = visits + 1;
        assay_test_stop(t, ASSAY_REJECTED);
        visits = visits + 10;
    }
    CHECK_INT(visits, 1);
    CHECK_INT(assay_test_status(t), ASSAY_REJECTED);
    fixture_done(&f);
}

/* ---- A status stays */

static void check_all_fail(struct assay_test *t, enum assay_status status)
{
    const unsigned char *bytes = NULL;
    const char *text = NULL;
    int64_t i = 77;
    uint64_t u = 77;
    bool b = true;
    uint32_t n = 77;
    double x = 77;
    struct assay_domain d = {.hi = 9, .kind = ASSAY_KIND_UINT};
    struct assay_record *r = t->record;
    uint32_t choices = r->nchoices, spans = r->nspans, pool = r->npool;

    CHECK_INT(assay_choose_int(t, 0, 9, 0, ASSAY_BIASED, &i), status);
    CHECK_INT(assay_choose_uint(t, 0, 9, 0, ASSAY_BIASED, &u), status);
    CHECK_INT(assay_choose_bool(t, 0.5, &b), status);
    CHECK_INT(assay_choose_index(t, 9, NULL, &n), status);
    CHECK_INT(assay_choose_float(t, &(struct assay_floats){.lo = 0, .hi = 9}, &x),
              status);
    CHECK_INT(assay_choose_bytes(t, 0, 9, &bytes, &n), status);
    CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 0, 9, &text, &n), status);
    CHECK_INT(assay_list_begin(t, "list", 0, 9, &n), status);
    CHECK_INT(assay_list_begin(t, "list", 9, 0, &n), status);
    CHECK_INT(assay_list_begin(t, "list", 9, 9, &n), status);
    CHECK_INT(assay_span_begin(t, "span"), status);
    CHECK_INT(assay_element_begin(t), status);
    CHECK_INT(assay_span_end(t), status);
    CHECK_INT(assay_span_discard(t), status);
    CHECK_INT(assay_choose_elements(t, &(struct assay_ask){.domain = &d}, 1, &n, 4),
              status);
    CHECK_INT(assay_choose_int(t, 9, 0, 0, ASSAY_BIASED, &i), status);
    CHECK_INT(assay_choose_bool(t, 2, &b), status);
    CHECK_INT(assay_test_status(t), status);
    CHECK(i == 77 && u == 77 && b && n == 77 && x == 77 && !bytes && !text);
    CHECK_UINT(r->nchoices, choices);
    CHECK_UINT(r->nspans, spans);
    CHECK_UINT(r->npool, pool);
}

/* That this draw from a test with an open span has that status, which stays. */
#define CHECK_MISUSE(STATUS, CALL)                                                       \
    do {                                                                                 \
        struct fixture f;                                                                \
        struct assay_test *t;                                                            \
        fixture_init(&f, NULL);                                                          \
        t = fixture_start(&f, SEED, 1);                                                  \
        CHECK_INT(assay_span_begin(t, "span"), ASSAY_OK);                                \
        CHECK_INT(CALL, STATUS);                                                         \
        CHECK_UINT(f.record->nchoices, 0);                                               \
        CHECK_UINT(f.record->npool, 0);                                                  \
        check_all_fail(t, STATUS);                                                       \
        fixture_done(&f);                                                                \
    } while (0)

TEST(test_refuses_empty_ranges)
{
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    uint64_t u;
    uint32_t n;

    CHECK_MISUSE(ASSAY_EMPTY_RANGE, assay_choose_int(t, 1, 0, 0, ASSAY_BIASED, &i));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE, assay_choose_int(t, 0, -1, 0, ASSAY_BIASED, &i));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE, assay_choose_uint(t, 1, 0, 0, ASSAY_BIASED, &u));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE, assay_choose_index(t, 0, NULL, &n));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE, assay_choose_index(t, 0, (const uint32_t[]){1}, &n));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE,
                 assay_choose_index(t, 3, (const uint32_t[]){0, 0, 0}, &n));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE, assay_choose_bytes(t, 1, 0, &bytes, &n));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE,
                 assay_choose_text(t, &assay_alphabet_ascii, 1, 0, &text, &n));
    CHECK_MISUSE(
        ASSAY_EMPTY_RANGE,
        assay_choose_text(t, &(struct assay_alphabet){NULL, 0}, 0, 1, &text, &n));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE, assay_list_begin(t, "list", 1, 0, &n));
}

static enum assay_status draw_float(struct assay_test *t, struct assay_floats of)
{
    double x;

    return assay_choose_float(t, &of, &x);
}

TEST(test_refuses_empty_ranges_of_floats)
{
    CHECK_MISUSE(ASSAY_EMPTY_RANGE,
                 draw_float(t, (struct assay_floats){.lo = 1, .hi = 0}));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE,
                 draw_float(t, (struct assay_floats){.lo = (double)NAN, .hi = 0}));
    CHECK_MISUSE(
        ASSAY_EMPTY_RANGE,
        draw_float(t, (struct assay_floats){.lo = 0, .hi = (double)NAN, .nan = true}));
    CHECK_MISUSE(
        ASSAY_EMPTY_RANGE, /* no float there */
        draw_float(t, (struct assay_floats){.lo = 0.1, .hi = 0.1, .single = true}));
    CHECK_MISUSE(ASSAY_EMPTY_RANGE, /* subnormals only */
                 draw_float(t, (struct assay_floats){.lo = 1e-320, .hi = 1e-310}));
}

TEST(test_refuses_what_is_no_probability)
{
    bool b;

    CHECK_MISUSE(ASSAY_BAD_USE, assay_choose_bool(t, -0.1, &b));
    CHECK_MISUSE(ASSAY_BAD_USE, assay_choose_bool(t, 1.1, &b));
    CHECK_MISUSE(ASSAY_BAD_USE, assay_choose_bool(t, (double)NAN, &b));
}

static enum assay_status draw_codes(struct assay_test *t, uint32_t count,
                                    const struct assay_codes *codes)
{
    struct assay_alphabet a = {codes, count};
    const char *text;
    uint32_t n;

    return assay_choose_text(t, &a, 0, 3, &text, &n);
}

#define CODES(...)                                                                       \
    (const struct assay_codes[])                                                         \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }

TEST(test_refuses_unsound_alphabets)
{
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 1, CODES({'b', 'a'})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 2, CODES({'a', 'c'}, {'c', 'd'})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 2, CODES({'x', 'z'}, {'a', 'c'})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 2, CODES({'a', 'c'}, {'f', 'e'})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 1, CODES({0xe000, 0x110000})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 1, CODES({0xd800, 0xd800})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 1, CODES({0xdfff, 0xdfff})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 1, CODES({'a', 0x10ffff})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 1, CODES({0xdc00, 0xe000})));
    CHECK_MISUSE(ASSAY_BAD_USE, draw_codes(t, 2, CODES({'a', 'a'}, {0xd7ff, 0xd801})));
}

TEST(test_accepts_sound_alphabets)
{
    struct fixture f;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    CHECK_INT(draw_codes(t, 2, CODES({0, 0xd7ff}, {0xe000, 0x10ffff})), ASSAY_OK);
    CHECK_INT(draw_codes(t, 2, CODES({'a', 'a'}, {'c', 'c'})), ASSAY_OK);
    CHECK_INT(draw_codes(t, 1, CODES({0x10ffff, 0x10ffff})), ASSAY_OK);
    fixture_done(&f);
}

TEST(test_refuses_an_end_without_a_beginning)
{
    struct fixture f;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    CHECK_INT(assay_span_end(t), ASSAY_BAD_USE);
    check_all_fail(t, ASSAY_BAD_USE);
    t = fixture_start(&f, SEED, 1);
    CHECK_INT(assay_span_discard(t), ASSAY_BAD_USE);
    t = fixture_start(&f, SEED, 1);
    CHECK_INT(assay_span_begin(t, "span"), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_BAD_USE);
    fixture_done(&f);
}

/* ---- What is asked and recorded */

static const struct assay_domain *last_domain(const struct asked *a)
{
    return assay_record_domain(a->f.record, a->f.record->nchoices - 1);
}

static const struct assay_choice *last_choice(const struct asked *a)
{
    return &a->f.record->choices[a->f.record->nchoices - 1];
}

static void check_domain(const struct asked *a, struct assay_domain expected)
{
    const struct assay_domain *got[] = {last_domain(a), &a->o.domain};

    for (int i = 0; i < 2; i++) {
        CHECK_INT(got[i]->kind, expected.kind);
        CHECK_UINT(got[i]->lo, expected.lo);
        CHECK_UINT(got[i]->hi, expected.hi);
        CHECK_UINT(got[i]->toward, expected.toward);
        CHECK_INT(got[i]->flags, expected.flags);
        CHECK_UINT(got[i]->extra, expected.extra);
    }
}

TEST(test_records_ints)
{
    struct asked a;
    int64_t i;

    asked_init(&a);
    a.o.scalar = (uint64_t)-2;
    CHECK_INT(assay_choose_int(a.t, -3, 9, 5, ASSAY_UNIFORM, &i), ASSAY_OK);
    CHECK_INT(i, -2);
    CHECK_INT(a.o.asked.spread, ASSAY_UNIFORM);
    check_domain(&a,
                 (struct assay_domain){
                     .lo = (uint64_t)-3, .hi = 9, .toward = 5, .kind = ASSAY_KIND_INT});
    CHECK_UINT(last_choice(&a)->value, (uint64_t)-2);
    CHECK_UINT(last_choice(&a)->len, 0);
    a.o.scalar = (uint64_t)-4;
    CHECK_INT(assay_choose_int(a.t, -3, 9, -100, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(i, -3);
    CHECK_INT((int64_t)a.o.domain.toward, -3);
    CHECK_INT((int64_t)last_choice(&a)->value, -3);
    CHECK_INT(a.o.asked.spread, ASSAY_BIASED);
    a.o.scalar = 100;
    CHECK_INT(assay_choose_int(a.t, -3, 9, 100, ASSAY_LENGTH, &i), ASSAY_OK);
    CHECK_INT(i, 9);
    CHECK_INT((int64_t)a.o.domain.toward, 9);
    CHECK_INT(assay_choose_int(a.t, 4, 4, 4, ASSAY_LENGTH, &i), ASSAY_OK);
    CHECK_INT(i, 4);
    CHECK_UINT(a.f.record->nchoices, 4);
    asked_done(&a);
}

TEST(test_records_uints)
{
    struct asked a;
    uint64_t u;

    asked_init(&a);
    a.o.scalar = 6;
    CHECK_INT(assay_choose_uint(a.t, 3, UINT64_MAX, 5, ASSAY_LENGTH, &u), ASSAY_OK);
    CHECK_UINT(u, 6);
    CHECK_INT(a.o.asked.spread, ASSAY_LENGTH);
    check_domain(&a,
                 (struct assay_domain){
                     .lo = 3, .hi = UINT64_MAX, .toward = 5, .kind = ASSAY_KIND_UINT});
    a.o.scalar = 2;
    CHECK_INT(assay_choose_uint(a.t, 3, UINT64_MAX, 1, ASSAY_BIASED, &u), ASSAY_OK);
    CHECK_UINT(u, 3);
    CHECK_UINT(a.o.domain.toward, 3);
    a.o.scalar = UINT64_MAX;
    CHECK_INT(assay_choose_uint(a.t, 3, 9, 10, ASSAY_BIASED, &u), ASSAY_OK);
    CHECK_UINT(u, 9);
    CHECK_UINT(a.o.domain.toward, 9);
    CHECK_UINT(last_choice(&a)->value, 9);
    asked_done(&a);
}

TEST(test_records_bools)
{
    struct asked a;
    bool b;

    asked_init(&a);
    a.o.scalar = 1;
    CHECK_INT(assay_choose_bool(a.t, 0.25, &b), ASSAY_OK);
    CHECK(b);
    CHECK(a.o.asked.probability == 0.25);
    check_domain(&a, (struct assay_domain){.hi = 1, .kind = ASSAY_KIND_BOOL});
    CHECK_UINT(last_choice(&a)->value, 1);
    CHECK_INT(assay_choose_bool(a.t, 0, &b), ASSAY_OK);
    CHECK(!b);
    check_domain(&a, (struct assay_domain){.kind = ASSAY_KIND_BOOL});
    a.o.scalar = 0;
    CHECK_INT(assay_choose_bool(a.t, 1, &b), ASSAY_OK);
    CHECK(b);
    check_domain(&a, (struct assay_domain){
                         .lo = 1, .hi = 1, .toward = 1, .kind = ASSAY_KIND_BOOL});
    CHECK_INT(assay_choose_bool(a.t, 0.5, &b), ASSAY_OK);
    CHECK(!b);
    asked_done(&a);
}

TEST(test_records_indices)
{
    static const uint32_t weights[] = {UINT32_MAX, 0, UINT32_MAX};
    struct asked a;
    uint32_t n;

    asked_init(&a);
    a.o.scalar = 2;
    CHECK_INT(assay_choose_index(a.t, 3, weights, &n), ASSAY_OK);
    CHECK_UINT(n, 2);
    CHECK(a.o.asked.weights == weights);
    CHECK_UINT(a.o.asked.total, 2 * (uint64_t)UINT32_MAX);
    check_domain(&a, (struct assay_domain){.hi = 2, .kind = ASSAY_KIND_INDEX});
    a.o.scalar = 77;
    CHECK_INT(assay_choose_index(a.t, 1, weights, &n), ASSAY_OK);
    CHECK_UINT(n, 0);
    CHECK_UINT(a.o.asked.total, UINT32_MAX);
    CHECK_INT(assay_choose_index(a.t, 1, NULL, &n), ASSAY_OK);
    CHECK_UINT(n, 0);
    CHECK(a.o.asked.weights == NULL);
    asked_done(&a);
}

TEST(test_records_floats)
{
    struct assay_floats of = {.lo = -1.5, .hi = 9};
    struct asked a;
    double x;

    asked_init(&a);
    a.o.scalar = assay_bits_of(2.5);
    for (unsigned flags = 0; flags < 8; flags++) {
        of.nan = flags & ASSAY_DOMAIN_NAN;
        of.subnormal = flags & ASSAY_DOMAIN_SUBNORMAL;
        of.single = flags & ASSAY_DOMAIN_SINGLE;
        CHECK_INT(assay_choose_float(a.t, &of, &x), ASSAY_OK);
        CHECK(x == 2.5);
        check_domain(&a, (struct assay_domain){.lo = assay_bits_of(-1.5),
                                               .hi = assay_bits_of(9),
                                               .kind = ASSAY_KIND_FLOAT,
                                               .flags = (uint8_t)flags});
        CHECK_UINT(last_choice(&a)->value, assay_bits_of(2.5));
        CHECK_UINT(last_choice(&a)->len, 0);
    }
    a.o.scalar = assay_bits_of(-INFINITY);
    CHECK_INT(assay_choose_float(a.t, &of, &x), ASSAY_OK);
    CHECK(x == -1.5);
    CHECK_UINT(last_choice(&a)->value, assay_bits_of(-1.5));
    a.o.scalar = 0x7ff8000000000123;
    CHECK_INT(assay_choose_float(a.t, &of, &x), ASSAY_OK);
    CHECK_UINT(assay_bits_of(x), 0x7ff8000000000123); /* with its payload */
    CHECK_UINT(last_choice(&a)->value, 0x7ff8000000000123);
    of.nan = false;
    CHECK_INT(assay_choose_float(a.t, &of, &x), ASSAY_OK);
    CHECK_UINT(assay_bits_of(x), 0);
    of.lo = of.hi; /* one is enough */
    CHECK_INT(assay_choose_float(a.t, &of, &x), ASSAY_OK);
    CHECK(x == 9);
    asked_done(&a);
}

static void check_bytes(const char *answer, uint32_t len, const char *expected,
                        uint32_t expected_len)
{
    struct asked a;
    const unsigned char *bytes;
    uint32_t n;

    asked_init(&a);
    memset(a.f.record->pool, 0xa5, 20);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t start = a.f.record->npool;
        a.o.string = answer;
        a.o.len = len;
        CHECK_INT(assay_choose_bytes(a.t, 2, 4, &bytes, &n), ASSAY_OK);
        CHECK_UINT(n, expected_len);
        CHECK_MEM(bytes, expected, expected_len);
        CHECK_INT(a.o.asked.spread, ASSAY_LENGTH);
        check_domain(&a,
                     (struct assay_domain){.lo = 2, .hi = 4, .kind = ASSAY_KIND_BYTES});
        CHECK_UINT(last_choice(&a)->value, start);
        CHECK_UINT(last_choice(&a)->len, n);
        CHECK(bytes == a.f.record->pool + start);
        CHECK_UINT(a.f.record->npool, start + n);
    }
    asked_done(&a);
}

TEST(test_records_bytes_that_fit)
{
    check_bytes("ab", 2, "ab", 2);
    check_bytes("abcd", 4, "abcd", 4);
    check_bytes("abcde", 5, "abcd", 4);
    check_bytes("a", 1, "a\0", 2);
    check_bytes("", 0, "\0\0", 2);
}

/* The alphabet of the next: b..y and e with an acute accent. */
static const struct assay_codes some_codes[] = {{'b', 'y'}, {0xe9, 0xe9}};
static const struct assay_alphabet some = {some_codes, 2};

static void check_text(const char *answer, const char *expected)
{
    struct asked a;
    const char *text;
    uint32_t n, len = (uint32_t)strlen(expected);

    asked_init(&a);
    memset(a.f.record->pool, 0xa9, 100); /* continues U+E9 */
    a.o.string = answer;
    a.o.len = (uint32_t)strlen(answer);
    CHECK_INT(assay_choose_text(a.t, &some, 2, 4, &text, &n), ASSAY_OK);
    CHECK_STR(text, expected);
    CHECK_UINT(n, len);
    CHECK_INT(a.o.asked.spread, ASSAY_LENGTH);
    check_domain(
        &a, (struct assay_domain){.lo = 2, .hi = 4, .extra = 2, .kind = ASSAY_KIND_TEXT});
    CHECK_MEM(a.f.record->pool, some_codes, sizeof some_codes);
    CHECK_UINT(last_choice(&a)->value, sizeof some_codes);
    CHECK_UINT(last_choice(&a)->len, len);
    CHECK_UINT(a.f.record->npool, sizeof some_codes + len + 1);
    asked_done(&a);
}

TEST(test_records_text_that_fits)
{
    check_text("by", "by");
    check_text("bcdy", "bcdy");
    check_text("bcdyx", "bcdy");
    check_text("c", "cb"); /* its simplest letter is b */
    check_text("", "bb");
    check_text("azABbc", "bc");                     /* others are left out */
    check_text("a\xc3\xa9z\xc3\xa8y", "\xc3\xa9y"); /* U+E9 stays, U+E8 goes */
    check_text("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
               "b",
               "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9");
    check_text("b\xffg\xc3", "bg"); /* and what is not UTF-8 */
    check_text("b\xff\xff\xff\xffg", "bg");
}

TEST(test_text_may_hold_nul)
{
    struct asked a;
    const char *text;
    uint32_t n;

    asked_init(&a);
    a.o.string = "\0\1\0";
    a.o.len = 3;
    CHECK_INT(assay_choose_text(a.t, &(struct assay_alphabet){CODES({0, 1}), 1}, 0, 4,
                                &text, &n),
              ASSAY_OK);
    CHECK_UINT(n, 3);
    CHECK_MEM(text, "\0\1\0\0", 4);
    asked_done(&a);
}

/* ---- What is told, and weights for some only */

TEST(test_records_what_is_told)
{
    struct asked a;

    asked_init(&a);
    a.o.string = "asked";
    a.o.len = 5;
    CHECK_INT(assay_tell_text(a.t, &assay_alphabet_ascii, 9, "told", 4), ASSAY_OK);
    CHECK_INT(assay_tell_bytes(a.t, 9, "\xff\0", 2), ASSAY_OK);
    CHECK_UINT(a.f.record->nchoices, 2);
    CHECK_UINT(a.f.record->choices[0].len, 4);
    CHECK_MEM(a.f.record->pool + a.f.record->choices[0].value, "told", 4);
    CHECK_UINT(a.f.record->choices[1].len, 2);
    CHECK_MEM(a.f.record->pool + a.f.record->choices[1].value, "\xff\0", 2);
    asked_done(&a);
}

TEST(test_skipped_alternatives_are_for_replays)
{
    struct fixture f;
    struct asked a;
    uint32_t index, seen = 0;

    fixture_init(&f, NULL);
    for (uint64_t i = 1; i <= 100; i++) {
        CHECK_INT(assay_choose_weighted(fixture_start(&f, SEED, i), 5, 2,
                                        (uint32_t[]){1, 0, 3}, 4, &index),
                  ASSAY_OK);
        seen |= 1u << index;
    }
    CHECK_UINT(seen, 1u << 2 | 1u << 4);
    fixture_done(&f);
    asked_init(&a);
    a.o.scalar = 1;
    CHECK_INT(assay_choose_weighted(a.t, 5, 2, (uint32_t[]){1, 0, 3}, 4, &index),
              ASSAY_OK);
    CHECK_UINT(index, 1);
    asked_done(&a);
}
