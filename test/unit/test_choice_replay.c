/*
 * Replaying values: exactly, roughly, in their places, and around a hole.
 */
#include "fixture.h"
#include <math.h>
#include <string.h>

#define SEED 20240229

struct player {
    struct fixture f;
    struct assay_values values;
    struct assay_random fill;
};

static void player_init(struct player *p)
{
    fixture_init(&p->f, NULL);
    assay_values_init(&p->values, NULL);
    assay_random_init(&p->fill, SEED, 1);
}

static void player_done(struct player *p)
{
    assay_values_done(&p->values);
    fixture_done(&p->f);
}

static void add(struct player *p, enum assay_kind kind, uint64_t bits)
{
    CHECK_INT(assay_values_add(&p->values, kind, bits), ASSAY_OK);
}

static void add_uints(struct player *p, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i <= to; i++)
        add(p, ASSAY_KIND_UINT, i);
}

/* A value with a place: `low` is the least number of spans open since the value before.
 */
static void add_placed(struct player *p, uint64_t bits, uint16_t depth, uint16_t low)
{
    struct assay_value *v;

    add(p, ASSAY_KIND_UINT, bits);
    v = &p->values.at[p->values.count - 1];
    v->is_placed = true;
    v->place = (struct assay_value_place){.depth = depth, .low = low};
}

static struct assay_test *start(struct player *p)
{
    return fixture_replay(&p->f, &p->values);
}

static struct assay_test *start_with(struct player *p, struct assay_random *fill,
                                     const struct assay_hole *hole)
{
    assay_replay_init(&p->f.replay, &p->values, fill, hole);
    assay_test_init(&p->f.test, p->f.record, &p->f.replay.base, &p->f.arena);
    return &p->f.test;
}

/* A number from a domain so large that a random one is never small; its simplest is 7. */
static uint64_t ask(struct assay_test *t)
{
    uint64_t u = 0;

    CHECK_INT(assay_choose_uint(t, 0, UINT64_MAX, 7, ASSAY_UNIFORM, &u), ASSAY_OK);
    return u;
}

static void begin(struct assay_test *t)
{
    CHECK_INT(assay_span_begin(t, "span"), ASSAY_OK);
}

static void end(struct assay_test *t)
{
    CHECK_INT(assay_span_end(t), ASSAY_OK);
}

/* ---- Exactly */

static void draw_all(struct assay_test *t)
{
    struct assay_floats any = {.lo = -INFINITY, .hi = INFINITY, .nan = true};
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    uint64_t u;
    bool b;
    uint32_t n, len = 0;
    double x;

    (void)assay_choose_int(t, INT64_MIN, INT64_MAX, 0, ASSAY_BIASED, &i);
    (void)assay_list_begin(t, "list", 0, 9, &len);
    for (uint32_t k = 0; k < len; k++) {
        (void)assay_element_begin(t);
        (void)assay_choose_uint(t, 0, UINT64_MAX, 0, ASSAY_BIASED, &u);
        (void)assay_choose_bool(t, 0.5, &b);
        (void)assay_choose_index(t, 1000, NULL, &n);
        (void)assay_span_end(t);
    }
    (void)assay_span_end(t);
    (void)assay_choose_float(t, &any, &x);
    (void)assay_span_begin(t, "strings");
    (void)assay_choose_bytes(t, 0, 30, &bytes, &n);
    (void)assay_span_discard(t);
    (void)assay_choose_text(t, &assay_alphabet_unicode, 0, 30, &text, &n);
    CHECK_INT(assay_test_status(t), ASSAY_OK);
}

TEST(replay_of_a_record_gives_the_same_record)
{
    struct player p;
    struct fixture f;

    player_init(&p);
    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < 200; i++) {
        draw_all(fixture_start(&f, SEED, i));
        assay_values_clear(&p.values);
        CHECK_INT(assay_values_add_record(&p.values, f.record, 0, f.record->nchoices),
                  ASSAY_OK);
        draw_all(start(&p));
        CHECK_UINT(p.f.record->nchoices, f.record->nchoices);
        CHECK_UINT(p.f.record->ndomains, f.record->ndomains);
        CHECK_UINT(p.f.record->nspans, f.record->nspans);
        CHECK_UINT(p.f.record->npool, f.record->npool);
        CHECK_MEM(p.f.record->choices, f.record->choices,
                  f.record->nchoices * sizeof *f.record->choices);
        CHECK_MEM(p.f.record->spans, f.record->spans,
                  f.record->nspans * sizeof *f.record->spans);
        CHECK_MEM(p.f.record->pool, f.record->pool, f.record->npool);
        CHECK(!p.f.replay.misfit);
    }
    fixture_done(&f);
    player_done(&p);
}

/* ---- Roughly */

static int64_t replay_int(enum assay_kind kind, uint64_t bits, int64_t lo, int64_t hi)
{
    struct player p;
    int64_t i = 0;

    player_init(&p);
    add(&p, kind, bits);
    CHECK_INT(assay_choose_int(start(&p), lo, hi, 0, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(p.f.replay.misfit, kind != ASSAY_KIND_INT || i != (int64_t)bits);
    player_done(&p);
    return i;
}

static uint64_t replay_uint(enum assay_kind kind, uint64_t bits, uint64_t lo, uint64_t hi)
{
    struct player p;
    uint64_t u = 0;

    player_init(&p);
    add(&p, kind, bits);
    CHECK_INT(assay_choose_uint(start(&p), lo, hi, lo, ASSAY_BIASED, &u), ASSAY_OK);
    player_done(&p);
    return u;
}

TEST(replay_clamps_integers)
{
    CHECK_INT(replay_int(ASSAY_KIND_INT, 5, -9, 9), 5);
    CHECK_INT(replay_int(ASSAY_KIND_INT, 10, -9, 9), 9);
    CHECK_INT(replay_int(ASSAY_KIND_INT, (uint64_t)-10, -9, 9), -9);
    CHECK_INT(replay_int(ASSAY_KIND_INT, (uint64_t)INT64_MIN, -9, 9), -9);
    CHECK_UINT(replay_uint(ASSAY_KIND_UINT, 4, 5, 9), 5);
    CHECK_UINT(replay_uint(ASSAY_KIND_UINT, UINT64_MAX, 5, 9), 9);
}

TEST(replay_knows_signed_from_unsigned)
{
    CHECK_UINT(replay_uint(ASSAY_KIND_INT, 6, 5, 9), 6);
    CHECK_UINT(replay_uint(ASSAY_KIND_INT, 0, 5, 9), 5);
    CHECK_UINT(replay_uint(ASSAY_KIND_INT, 10, 5, 9), 9);
    CHECK_UINT(replay_uint(ASSAY_KIND_INT, INT64_MAX, 0, UINT64_MAX), INT64_MAX);
    CHECK_UINT(replay_uint(ASSAY_KIND_INT, (uint64_t)-1, 5, UINT64_MAX), 5);
    CHECK_UINT(replay_uint(ASSAY_KIND_UINT, (uint64_t)-1, 5, UINT64_MAX), UINT64_MAX);
    CHECK_INT(replay_int(ASSAY_KIND_INT, (uint64_t)-1, -9, 9), -1);
}

TEST(replay_knows_unsigned_from_signed)
{
    struct player p;
    int64_t i;

    player_init(&p);
    add(&p, ASSAY_KIND_UINT, 6);
    add(&p, ASSAY_KIND_UINT, 10);
    add(&p, ASSAY_KIND_UINT, UINT64_MAX);
    add(&p, ASSAY_KIND_UINT, 0);
    start(&p);
    CHECK_INT(assay_choose_int(&p.f.test, -9, 9, 0, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(i, 6);
    CHECK(!p.f.replay.misfit);
    CHECK_INT(assay_choose_int(&p.f.test, -9, 9, 0, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(i, 9);
    CHECK(p.f.replay.misfit);
    p.f.replay.misfit = false;
    CHECK_INT(assay_choose_int(&p.f.test, -9, 9, 0, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(i, 9);
    CHECK(p.f.replay.misfit);
    CHECK_INT(assay_choose_int(&p.f.test, 1, 9, 5, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(i, 1);
    player_done(&p);
}

TEST(replay_clamps_floats)
{
    static const double given[] = {9, -9, 1.5, (double)NAN, 0.1};
    static const double expected[] = {2, -1, 1.5, 0, (double)0.1f};
    struct player p;
    double x;

    player_init(&p);
    for (int i = 0; i < 5; i++)
        add(&p, ASSAY_KIND_FLOAT, assay_bits_of(given[i]));
    start(&p);
    for (int i = 0; i < 5; i++) {
        struct assay_floats of = {.lo = -1, .hi = 2, .single = true};
        CHECK_INT(assay_choose_float(&p.f.test, &of, &x), ASSAY_OK);
        CHECK(x == expected[i]);
    }
    player_done(&p);
}

static void check_bytes(const char *given, uint32_t len, const char *expected,
                        uint32_t expected_len)
{
    struct player p;
    const unsigned char *bytes;
    uint32_t n;

    player_init(&p);
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_BYTES, "before", 6), ASSAY_OK);
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_BYTES, given, len), ASSAY_OK);
    add(&p, ASSAY_KIND_UINT, 5);
    start(&p);
    CHECK_INT(assay_choose_bytes(&p.f.test, 0, 9, &bytes, &n), ASSAY_OK);
    CHECK_INT(assay_choose_bytes(&p.f.test, 2, 4, &bytes, &n), ASSAY_OK);
    CHECK_UINT(n, expected_len);
    CHECK_MEM(bytes, expected, n);
    CHECK_UINT(ask(&p.f.test), 5);
    player_done(&p);
}

TEST(replay_fits_bytes)
{
    check_bytes("abc", 3, "abc", 3);
    check_bytes("abcd", 4, "abcd", 4);
    check_bytes("abcdefgh", 8, "abcd", 4);
    check_bytes("a", 1, "a\0", 2);
    check_bytes("", 0, "\0\0", 2);
}

static void check_text(const char *given, const char *expected)
{
    static const struct assay_codes codes[] = {
        {'a', 'z'}, {0xe9, 0xe9}, {0x1f600, 0x1f600}};
    struct assay_alphabet a = {codes, 3};
    struct player p;
    const char *text;
    uint32_t n;

    player_init(&p);
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_TEXT, "before", 6), ASSAY_OK);
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_TEXT, given,
                                     (uint32_t)strlen(given)),
              ASSAY_OK);
    add(&p, ASSAY_KIND_UINT, 5);
    start(&p);
    CHECK_INT(assay_choose_text(&p.f.test, &a, 0, 9, &text, &n), ASSAY_OK);
    CHECK_STR(text, "before");
    CHECK_INT(assay_choose_text(&p.f.test, &a, 2, 4, &text, &n), ASSAY_OK);
    CHECK_STR(text, expected);
    CHECK_UINT(n, strlen(expected));
    CHECK_UINT(ask(&p.f.test), 5);
    player_done(&p);
}

TEST(replay_fits_text)
{
    check_text("xyz", "xyz");
    check_text("xyzwv", "xyzw");
    check_text("x", "xa");
    check_text("", "aa");
    check_text("X1xy", "xy"); /* only what the alphabet has */
    check_text("x\xc3\xa9", "x\xc3\xa9");
    check_text("\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80",
               "\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80");
}

TEST(replay_writes_no_more_than_there_is_room_for)
{
    static const char letters[] = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX";
    struct player p;
    struct assay_test *t;
    const unsigned char *bytes;
    const char *text;
    uint32_t n;

    player_init(&p);
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_TEXT, letters, 30), ASSAY_OK);
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_BYTES, letters, 30), ASSAY_OK);
    memset(p.f.record->pool, 0xa5, 100);
    t = start(&p);
    CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 0, 4, &text, &n), ASSAY_OK);
    CHECK_STR(text, "XXXX");
    CHECK_UINT((unsigned char)text[4 * 4 + 1], 0xa5);
    CHECK_INT(assay_choose_bytes(t, 0, 4, &bytes, &n), ASSAY_OK);
    CHECK_UINT((unsigned char)text[4 * 4 + 1], 0xa5);
    player_done(&p);
}

TEST(replay_passes_over_values_of_another_kind)
{
    struct player p;
    struct assay_test *t;
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    bool b;
    uint32_t n;
    double x;

    player_init(&p);
    add(&p, ASSAY_KIND_BOOL, 1);                                           /* for int */
    add(&p, ASSAY_KIND_UINT, 1);                                           /* for bool */
    add(&p, ASSAY_KIND_INT, 2);                                            /* for index */
    add(&p, ASSAY_KIND_INDEX, 2);                                          /* for float */
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_TEXT, "xy", 2), /* for bytes */
              ASSAY_OK);
    CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_BYTES, "xy", 2), /* for text */
              ASSAY_OK);
    add(&p, ASSAY_KIND_UINT, 5);
    t = start(&p);
    CHECK_INT(assay_choose_int(t, -9, 9, 3, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(i, 3);
    CHECK(p.f.replay.misfit);
    CHECK_INT(assay_choose_bool(t, 0.5, &b), ASSAY_OK);
    CHECK(!b);
    CHECK_INT(assay_choose_index(t, 9, NULL, &n), ASSAY_OK);
    CHECK_UINT(n, 0);
    CHECK_INT(assay_choose_float(t, &(struct assay_floats){.lo = 2.5, .hi = 9}, &x),
              ASSAY_OK);
    CHECK(x == 3);
    CHECK_INT(assay_choose_bytes(t, 1, 9, &bytes, &n), ASSAY_OK);
    CHECK_UINT(n, 1);
    CHECK_UINT(bytes[0], 0);
    CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 1, 9, &text, &n), ASSAY_OK);
    CHECK_STR(text, "a");
    CHECK_UINT(ask(t), 5);
    player_done(&p);
}

/* ---- Beyond the end */

TEST(replay_beyond_the_end_is_simplest)
{
    struct player p;
    struct assay_test *t;
    const char *text;
    uint32_t n;

    player_init(&p);
    add(&p, ASSAY_KIND_UINT, 5);
    t = start(&p);
    CHECK_UINT(ask(t), 5);
    CHECK(!p.f.replay.misfit);
    CHECK_UINT(ask(t), 7);
    CHECK(p.f.replay.misfit);
    CHECK_UINT(ask(t), 7);
    CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 2, 9, &text, &n), ASSAY_OK);
    CHECK_STR(text, "aa");
    player_done(&p);
}

TEST(replay_beyond_the_end_is_filled)
{
    struct player p;
    struct assay_random same;
    struct assay_test *t;
    const unsigned char *bytes;
    uint32_t n;

    player_init(&p);
    same = p.fill;
    add(&p, ASSAY_KIND_UINT, 5);
    t = start_with(&p, &p.fill, NULL);
    CHECK_UINT(ask(t), 5);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    CHECK_INT(assay_choose_bytes(t, 20, 20, &bytes, &n), ASSAY_OK);
    CHECK(memcmp(bytes, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20) != 0);
    player_done(&p);
}

TEST(replay_of_nothing)
{
    struct player p;

    player_init(&p);
    CHECK_UINT(ask(start(&p)), 7);
    CHECK_UINT(ask(start_with(&p, &p.fill, NULL)) == 7, 0);
    player_done(&p);
}

/* ---- Placed values. Recorded was: {1 2} {3} */

static void two_spans(struct player *p)
{
    player_init(p);
    add_placed(p, 1, 1, 0);
    add_placed(p, 2, 1, 1);
    add_placed(p, 3, 1, 0);
}

TEST(replay_of_placed_values_in_their_places)
{
    struct player p;
    struct assay_test *t;

    two_spans(&p);
    t = start(&p);
    begin(t);
    CHECK_UINT(ask(t), 1);
    CHECK_UINT(ask(t), 2);
    end(t);
    begin(t);
    CHECK_UINT(ask(t), 3);
    end(t);
    CHECK(!p.f.replay.misfit);
    player_done(&p);
}

TEST(replay_gives_simplest_values_to_a_span_that_asks_more)
{
    struct player p;
    struct assay_test *t;

    two_spans(&p);
    t = start_with(&p, &p.fill, NULL); /* what fills is for behind the end only */
    begin(t);
    CHECK_UINT(ask(t), 1);
    CHECK_UINT(ask(t), 2);
    CHECK_UINT(ask(t), 7);
    CHECK(p.f.replay.misfit);
    CHECK_UINT(ask(t), 7);
    end(t);
    begin(t);
    CHECK_UINT(ask(t), 3);
    end(t);
    player_done(&p);
}

TEST(replay_skips_what_a_span_leaves_over)
{
    struct player p;
    struct assay_test *t;

    two_spans(&p);
    t = start(&p);
    begin(t);
    CHECK_UINT(ask(t), 1);
    end(t);
    begin(t);
    CHECK_UINT(ask(t), 3);
    CHECK_UINT(ask(t), 7);
    end(t);
    player_done(&p);
}

TEST(replay_skips_all_that_is_left)
{
    struct player p;
    struct assay_test *t;

    player_init(&p);
    add_placed(&p, 1, 1, 0);
    add_placed(&p, 2, 1, 1);
    add_placed(&p, 3, 1, 1);
    t = start(&p);
    begin(t);
    CHECK_UINT(ask(t), 1);
    end(t);
    CHECK_UINT(ask(t), 7);
    CHECK_UINT(ask(t), 7);
    CHECK(p.f.replay.misfit);
    player_done(&p);
}

/* Recorded was: {1 {2 {3}} 4} 5 */
static void nested(struct player *p)
{
    player_init(p);
    add_placed(p, 1, 1, 0);
    add_placed(p, 2, 2, 1);
    add_placed(p, 3, 3, 2);
    add_placed(p, 4, 1, 1);
    add_placed(p, 5, 0, 0);
}

TEST(replay_of_nested_places)
{
    struct player p;
    struct assay_test *t;

    nested(&p);
    t = start(&p);
    begin(t);
    CHECK_UINT(ask(t), 1);
    begin(t);
    CHECK_UINT(ask(t), 2);
    CHECK_UINT(ask(t), 3); /* asked without its span: spans that begin do not matter */
    CHECK_UINT(ask(t), 7); /* 4 comes behind the end of this one */
    end(t);
    CHECK_UINT(ask(t), 4);
    CHECK_UINT(ask(t), 7);
    end(t);
    CHECK_UINT(ask(t), 5);
    player_done(&p);
}

TEST(replay_of_nested_places_left_over)
{
    struct player p;
    struct assay_test *t;

    nested(&p);
    t = start(&p);
    begin(t);
    CHECK_UINT(ask(t), 1);
    begin(t); /* asks for nothing, so 2 answers the next question on its level */
    begin(t);
    end(t);
    end(t);
    CHECK_UINT(ask(t), 2);
    end(t);
    CHECK_UINT(ask(t), 5);
    player_done(&p);
}

TEST(replay_of_values_without_place_asks_for_none)
{
    struct player p;
    struct assay_test *t;

    player_init(&p);
    add_uints(&p, 1, 3);
    for (int i = 0; i < 3; i++)
        p.values.at[i].place = (struct assay_value_place){.depth = 5, .low = 5};
    t = start(&p);
    CHECK_UINT(ask(t), 1);
    begin(t);
    begin(t);
    CHECK_UINT(ask(t), 2);
    end(t);
    end(t);
    CHECK_UINT(ask(t), 3);
    player_done(&p);
}

TEST(replay_of_placed_strings)
{
    struct player p;
    struct assay_test *t;
    const unsigned char *bytes;
    uint32_t n;

    player_init(&p);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(assay_values_add_bytes(&p.values, ASSAY_KIND_BYTES, i ? "b" : "a", 1),
                  ASSAY_OK);
        p.values.at[i].is_placed = true;
        p.values.at[i].place.depth = 1;
    }
    t = start(&p);
    begin(t);
    CHECK_INT(assay_choose_bytes(t, 0, 1, &bytes, &n), ASSAY_OK);
    CHECK_MEM(bytes, "a", n);
    CHECK_INT(assay_choose_bytes(t, 0, 1, &bytes, &n), ASSAY_OK);
    CHECK_UINT(n, 0);
    end(t);
    begin(t);
    CHECK_INT(assay_choose_bytes(t, 0, 1, &bytes, &n), ASSAY_OK);
    CHECK_UINT(n, 1);
    CHECK_MEM(bytes, "b", 1);
    player_done(&p);
}

/* ---- Holes */

TEST(replay_fills_a_hole_until_its_span_ends)
{
    static const struct assay_hole hole = {.start = 1, .resume = 4};
    struct player p;
    struct assay_random same;
    struct assay_test *t;

    player_init(&p);
    same = p.fill;
    add_uints(&p, 1, 5);
    t = start_with(&p, &p.fill, &hole);
    begin(t);
    CHECK_UINT(ask(t), 1);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    begin(t); /* a span inside is part of it */
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    end(t);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    end(t);
    begin(t);
    CHECK_UINT(ask(t), 5);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng)); /* behind the end */
    end(t);
    player_done(&p);
}

TEST(replay_resumes_behind_a_hole_that_took_less)
{
    static const struct assay_hole hole = {.start = 2, .resume = 5};
    struct player p;
    struct assay_test *t;
    const char *text;
    uint32_t n;

    player_init(&p);
    add_uints(&p, 1, 7);
    t = start_with(&p, &p.fill, &hole);
    CHECK_UINT(ask(t), 1);
    begin(t);
    CHECK_UINT(ask(t), 2);
    begin(t);
    CHECK_INT(assay_choose_text(t, &assay_alphabet_ascii, 20, 20, &text, &n), ASSAY_OK);
    CHECK(strcmp(text, "aaaaaaaaaaaaaaaaaaaa") != 0);
    end(t);
    CHECK_UINT(ask(t), 6);
    end(t);
    begin(t);
    CHECK_UINT(ask(t), 7);
    end(t);
    player_done(&p);
}

TEST(replay_is_simplest_between_its_end_and_the_hole)
{
    static const struct assay_hole hole = {.start = 3, .resume = 9};
    struct player p;
    struct assay_random same;
    struct assay_test *t;

    player_init(&p);
    same = p.fill;
    add_uints(&p, 1, 1);
    t = start_with(&p, &p.fill, &hole);
    begin(t);
    CHECK_UINT(ask(t), 1);
    CHECK_UINT(ask(t), 7);
    CHECK_UINT(ask(t), 7);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    player_done(&p);
}

TEST(replay_fills_a_hole_outside_of_spans)
{
    static const struct assay_hole hole = {.start = 0, .resume = 1};
    struct player p;
    struct assay_random same;
    struct assay_test *t;

    player_init(&p);
    same = p.fill;
    add_uints(&p, 1, 2);
    t = start_with(&p, &p.fill, &hole);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    begin(t);
    begin(t);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    end(t);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    end(t);
    CHECK_UINT(ask(t), 2);
    player_done(&p);
}

/* Recorded was: {1} {{2 3} 4} {5}; the span {2 3} is drawn anew. */
TEST(replay_finds_its_place_behind_a_hole)
{
    static const struct assay_hole hole = {.start = 1, .resume = 3};
    struct player p;
    struct assay_random same;
    struct assay_test *t;

    player_init(&p);
    same = p.fill;
    add_placed(&p, 1, 1, 0);
    add_placed(&p, 2, 2, 0);
    add_placed(&p, 3, 2, 2);
    add_placed(&p, 4, 1, 1);
    add_placed(&p, 5, 1, 0);
    t = start_with(&p, &p.fill, &hole);
    begin(t);
    CHECK_UINT(ask(t), 1);
    end(t);
    begin(t);
    begin(t);
    CHECK_UINT(ask(t), assay_prng_next(&same.prng));
    end(t);
    CHECK_UINT(ask(t), 4);
    end(t);
    begin(t);
    CHECK_UINT(ask(t), 5);
    end(t);
    player_done(&p);
}

/* A span whose first child starts at the same choice: the hole is as deep as it is told.
 */
TEST(replay_hole_ends_with_the_span_it_was_made_for)
{
    struct fixture f;
    struct assay_values values;
    struct assay_random fill;
    struct assay_replay replay;
    struct assay_hole hole = {.start = 0, .resume = 2, .depth = 1};
    int64_t x = 0;

    fixture_init(&f, NULL);
    assay_values_init(&values, NULL);
    for (uint64_t i = 0; i < 3; i++)
        CHECK_INT(assay_values_add(&values, ASSAY_KIND_INT, 1000 + i), ASSAY_OK);
    assay_random_small(&fill, 1, 1);
    assay_replay_init(&replay, &values, &fill, &hole);
    assay_test_init(&f.test, f.record, &replay.base, &f.arena);
    (void)assay_span_begin(&f.test, "outer");
    for (int i = 0; i < 2; i++) {
        (void)assay_span_begin(&f.test, "inner");
        (void)assay_choose_int(&f.test, -2000, 2000, 0, ASSAY_BIASED, &x);
        CHECK(x < 1000); /* both inner ones are in the hole */
        (void)assay_span_end(&f.test);
    }
    (void)assay_span_end(&f.test);
    (void)assay_choose_int(&f.test, -2000, 2000, 0, ASSAY_BIASED, &x);
    CHECK_INT(x, 1002);
    assay_values_done(&values);
    fixture_done(&f);
}
