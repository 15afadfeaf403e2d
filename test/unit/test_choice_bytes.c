/*
 * A fuzzer's bytes as choices.
 */
#include "base/utf8.h"
#include "choice/order.h"
#include "fixture.h"
#include <math.h>
#include <string.h>

struct drive {
    struct fixture f;
    struct assay_bytes_source source;
    struct assay_test *t;
};

static void drive_init(struct drive *d, const void *bytes, size_t len)
{
    fixture_init(&d->f, NULL);
    assay_bytes_source_init(&d->source, bytes, len);
    assay_test_init(&d->f.test, d->f.record, &d->source.base, &d->f.arena);
    d->t = &d->f.test;
}

static void drive_done(struct drive *d)
{
    fixture_done(&d->f);
}

static size_t left(const struct drive *d)
{
    return (size_t)(d->source.end - d->source.at);
}

static void draw_all(struct assay_test *t)
{
    struct assay_floats any = {
        .lo = -INFINITY, .hi = INFINITY, .nan = true, .subnormal = true};
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    uint64_t u;
    bool b;
    uint32_t n;
    double x;

    for (int k = 0; k < 3; k++) {
        (void)assay_choose_int(t, -100, 100, 3, ASSAY_BIASED, &i);
        (void)assay_choose_uint(t, 5, UINT64_MAX, 5, ASSAY_UNIFORM, &u);
        (void)assay_choose_bool(t, 0.5, &b);
        (void)assay_choose_index(t, 1000, NULL, &n);
        (void)assay_choose_float(t, &any, &x);
        (void)assay_choose_bytes(t, 2, 6, &bytes, &n);
        (void)assay_choose_text(t, &assay_alphabet_unicode, 2, 6, &text, &n);
    }
    CHECK_INT(assay_test_status(t), ASSAY_OK);
}

TEST(bytes_same_bytes_same_record)
{
    unsigned char input[200];
    struct drive a, b;
    struct assay_prng p;

    assay_prng_init(&p, 1, 1);
    for (int i = 0; i < 200; i++) {
        size_t len = assay_prng_upto(&p, sizeof input);
        for (size_t k = 0; k < len; k++)
            input[k] = (unsigned char)assay_prng_next(&p);
        drive_init(&a, input, len);
        drive_init(&b, input, len);
        draw_all(a.t);
        draw_all(b.t);
        CHECK_INT(assay_record_compare(a.f.record, b.f.record), 0);
        CHECK_MEM(a.f.record->choices, b.f.record->choices,
                  a.f.record->nchoices * sizeof *a.f.record->choices);
        CHECK_MEM(a.f.record->pool, b.f.record->pool, a.f.record->npool);
        drive_done(&a);
        drive_done(&b);
    }
}

TEST(bytes_without_bytes_everything_is_simplest)
{
    struct drive d;
    struct fixture f;

    fixture_init(&f, NULL);
    for (int i = 0; i < 2; i++) {
        drive_init(&d, i ? "" : NULL, 0);
        draw_all(d.t);
        draw_all(fixture_start(&f, 1, 0));
        CHECK_UINT(d.f.record->nchoices, f.record->nchoices);
        CHECK_INT(assay_record_compare(d.f.record, f.record), 0);
        drive_done(&d);
    }
    fixture_done(&f);
}

TEST(bytes_without_bytes_floats_are_simplest)
{
    struct drive d;
    double x;

    drive_init(&d, NULL, 0);
    CHECK_INT(assay_choose_float(d.t, &(struct assay_floats){.lo = 2.5, .hi = 9}, &x),
              ASSAY_OK);
    CHECK(x == 3);
    drive_done(&d);
}

/* ---- Integers */

static uint64_t draw(struct drive *d, uint64_t lo, uint64_t hi)
{
    uint64_t u = 0;

    CHECK_INT(assay_choose_uint(d->t, lo, hi, lo, ASSAY_BIASED, &u), ASSAY_OK);
    return u;
}

TEST(bytes_integers_take_as_few_bytes_as_their_range_needs)
{
    static const unsigned char input[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

    for (unsigned bits = 0; bits <= 64; bits++) {
        uint64_t most = bits ? UINT64_MAX >> (64 - bits) : 0;
        struct drive d;
        drive_init(&d, input, sizeof input);
        (void)draw(&d, 0, most);
        CHECK_UINT(left(&d), 9 - (bits + 7) / 8);
        drive_done(&d);
    }
}

TEST(bytes_integers_have_their_little_end_first)
{
    struct drive d;

    drive_init(&d, "\x01\x02\x03\x04\x05\x06\x07\xf8\xff\x34\x12\x09", 12);
    CHECK_UINT(draw(&d, 0, UINT64_MAX), 0xf807060504030201);
    CHECK_UINT(draw(&d, 100, 355), 355);
    CHECK_UINT(draw(&d, 0, 0xffff), 0x1234);
    CHECK_UINT(draw(&d, 0, 0xffffff), 9); /* what is missing is zero */
    CHECK_UINT(draw(&d, 5, 0xffffff), 5);
    drive_done(&d);
}

TEST(bytes_integers_of_one_byte)
{
    struct drive d;

    drive_init(&d, "\x05", 1);
    CHECK_UINT(draw(&d, 0, 255), 5);
    CHECK_UINT(draw(&d, 0, 255), 0);
    drive_done(&d);
}

TEST(bytes_integers_reach_every_value_of_small_ranges)
{
    for (uint64_t span = 0; span <= 300; span++) {
        struct assay_domain domain = {.lo = (uint64_t)-20,
                                      .hi = (uint64_t)-20 + span,
                                      .toward = (uint64_t)-20 + span / 3,
                                      .kind = ASSAY_KIND_INT};
        for (uint64_t rank = 0; rank <= span; rank++) {
            unsigned char input[2] = {(unsigned char)rank, (unsigned char)(rank >> 8)};
            struct assay_ask ask = {.domain = &domain};
            struct assay_bytes_source s;
            assay_bytes_source_init(&s, input, 2);
            CHECK_UINT(s.base.ops->scalar(&s.base, NULL, &ask),
                       assay_domain_unrank(&domain, rank));
        }
    }
}

TEST(bytes_integers_wrap_around_their_range)
{
    struct drive d;

    drive_init(&d, "\x0a\x0b\xff\x00\x00\x01\x00", 7);
    CHECK_UINT(draw(&d, 0, 10), 10);
    CHECK_UINT(draw(&d, 0, 10), 0);
    CHECK_UINT(draw(&d, 0, 99), 55);
    CHECK_UINT(draw(&d, 0, 255), 0);
    CHECK_UINT(draw(&d, 0, 256), 256);
    drive_done(&d);
}

TEST(bytes_bools_and_indices)
{
    struct drive d;
    bool b;
    uint32_t n;

    drive_init(&d, "\x01\x02\x03\x05", 4);
    CHECK_INT(assay_choose_bool(d.t, 0.0001, &b), ASSAY_OK); /* whatever is likely */
    CHECK(b);
    CHECK_INT(assay_choose_bool(d.t, 0.9999, &b), ASSAY_OK);
    CHECK(!b);
    CHECK_INT(assay_choose_index(d.t, 7, NULL, &n), ASSAY_OK);
    CHECK_UINT(n, 3);
    CHECK_INT(assay_choose_bool(d.t, 1, &b), ASSAY_OK); /* nothing to choose */
    CHECK_UINT(left(&d), 1);
    drive_done(&d);
}

/* ---- Floats */

TEST(bytes_floats_are_their_bits)
{
    static const double values[] = {1.5, -0.0, 1e300, -INFINITY};
    unsigned char input[8 * 4 + 3];
    struct assay_floats any = {.lo = -INFINITY, .hi = INFINITY, .nan = true};
    struct drive d;
    double x;

    memcpy(input, values, sizeof values);
    memcpy(input + sizeof values, "\x01\x02\x03", 3);
    drive_init(&d, input, sizeof input);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(assay_choose_float(d.t, &any, &x), ASSAY_OK);
        CHECK_MEM(&x, &values[i], sizeof x);
    }
    CHECK_UINT(left(&d), 3);
    any.subnormal = true;
    CHECK_INT(assay_choose_float(d.t, &any, &x), ASSAY_OK);
    CHECK(x == 0x030201p-1074);
    CHECK_UINT(left(&d), 0);
    drive_done(&d);
}

TEST(bytes_floats_are_clamped)
{
    double nine = 9;
    double x;
    struct drive d;

    drive_init(&d, &nine, sizeof nine);
    CHECK_INT(assay_choose_float(d.t, &(struct assay_floats){.lo = 1, .hi = 2}, &x),
              ASSAY_OK);
    CHECK(x == 2);
    drive_done(&d);
}

/* ---- Bytes */

static void check_bytes(const char *input, size_t len, const char *expected,
                        uint32_t expected_len)
{
    const unsigned char *bytes;
    uint32_t n;
    struct drive d;

    drive_init(&d, input, len);
    CHECK_INT(assay_choose_bytes(d.t, 2, 6, &bytes, &n), ASSAY_OK);
    CHECK_UINT(n, expected_len);
    CHECK_MEM(bytes, expected, n);
    drive_done(&d);
}

TEST(bytes_strings_are_a_length_and_their_bytes)
{
    check_bytes("\0abcdef", 7, "ab", 2);
    check_bytes("\1abcdef", 7, "abc", 3);
    check_bytes("\4abcdef", 7, "abcdef", 6);
    check_bytes("\5abcdef", 7, "ab", 2); /* 5 % 5 */
    check_bytes("\4abc", 4, "abc", 3);   /* no more are there */
    check_bytes("\4a", 2, "a\0", 2);
    check_bytes("", 0, "\0\0", 2);
}

TEST(bytes_strings_leave_what_follows)
{
    const unsigned char *bytes;
    uint32_t n;
    struct drive d;

    drive_init(&d, "\x01xyz\x07", 5);
    CHECK_INT(assay_choose_bytes(d.t, 2, 6, &bytes, &n), ASSAY_OK);
    CHECK_UINT(draw(&d, 0, 255), 7);
    CHECK_UINT(left(&d), 0);
    drive_done(&d);
}

/* ---- Text */

static const struct assay_codes letters[] = {{'a', 'c'}, {'x', 'z'}};
static const struct assay_alphabet few = {letters, 2};

static void check_text(const struct assay_alphabet *a, const char *input, size_t len,
                       const char *expected)
{
    const char *text;
    uint32_t n;
    struct drive d;

    drive_init(&d, input, len);
    CHECK_INT(assay_choose_text(d.t, a, 1, 4, &text, &n), ASSAY_OK);
    CHECK_STR(text, expected);
    drive_done(&d);
}

TEST(bytes_text_is_a_length_and_code_points)
{
    check_text(&few, "\x00xyz", 4, "x");
    check_text(&few, "\x03xyzab", 6, "xyza");
    check_text(&few, "\x03xy", 3, "xy");
    check_text(&few, "\x03", 1, "a");
    check_text(&few, "", 0, "a");
}

TEST(bytes_text_codes_beyond_a_byte_take_three)
{
    check_text(&assay_alphabet_unicode, "\x01\xac\x20\x00\xff\xff\x10", 7,
               "\xe2\x82\xac\xf4\x8f\xbf\xbf");
    check_text(&assay_alphabet_unicode, "\1A\0\0B", 5, "AB");
}

/* Which range a code that is not in the alphabet is put in depends on the code. */
TEST(bytes_text_codes_are_put_into_the_alphabet)
{
    check_text(&few, "\x03\x00\x02\x04\x06", 5, "acba");
    check_text(&few, "\x03\x01\x03\x05\x07", 5, "yxzy");
    check_text(&assay_alphabet_unicode, "\x00\x00\x00\x00", 4, "\x01");
}

TEST(bytes_text_one_byte_is_enough_for_latin_1)
{
    static const struct assay_codes latin[] = {{0xe9, 0xff}}, more[] = {{0xe9, 0x100}};
    struct assay_alphabet a = {latin, 1}, b = {more, 1};

    check_text(&a, "\x01\xe9\xff", 3, "\xc3\xa9\xc3\xbf");
    check_text(&b, "\x01\xe9\x00\x00\x00\x01\x00", 7, "\xc3\xa9\xc4\x80");
}

TEST(bytes_text_is_always_of_its_alphabet)
{
    struct assay_alphabet unicode = assay_alphabet_unicode;
    struct assay_domain domain = {
        .hi = 1, .extra = unicode.count, .kind = ASSAY_KIND_TEXT};
    struct assay_ask ask = {.domain = &domain};
    struct fixture f;

    fixture_init(&f, NULL);
    (void)fixture_start(&f, 1, 1);
    memcpy(f.record->pool, unicode.ranges, unicode.count * sizeof *unicode.ranges);
    for (uint32_t code = 0; code < 1 << 24; code += code < 0x120000 ? 1 : 4099) {
        unsigned char input[] = {1, (unsigned char)code, (unsigned char)(code >> 8),
                                 (unsigned char)(code >> 16)};
        unsigned char room[4];
        struct assay_bytes_source s;
        uint32_t back = 0, len;
        assay_bytes_source_init(&s, input, sizeof input);
        len = s.base.ops->string(&s.base, &f.test, &ask, room);
        CHECK_UINT(assay_utf8_decode((char *)room, len, &back), len);
        CHECK(assay_alphabet_has(&unicode, back));
        CHECK(back == code || !assay_alphabet_has(&unicode, code));
    }
    fixture_done(&f);
}
