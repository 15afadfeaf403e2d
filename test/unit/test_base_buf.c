/*
 * The text buffer: appends, limits, and the printed form of strings, doubles and counts.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "harness.h"
#include "torture.h"

#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void check_text(struct assay_buf *b, const char *expected)
{
    CHECK_INT(b->status, ASSAY_OK);
    CHECK_UINT(b->len, strlen(expected));
    CHECK_STR(b->at, expected);
}

TEST(buf_starts_empty)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    check_text(&b, "");
    CHECK_UINT(b.max, (size_t)1 << 30);
    assay_buf_done(&b);
    check_text(&b, "");
}

TEST(buf_appends)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_add(&b, "abc", 2);
    assay_buf_puts(&b, "XY");
    assay_buf_putc(&b, '!');
    assay_buf_printf(&b, "[%d %s]", -7, "q");
    check_text(&b, "abXY![-7 q]");
    assay_buf_add(&b, NULL, 0);
    assay_buf_puts(&b, "");
    assay_buf_printf(&b, "%s", "");
    check_text(&b, "abXY![-7 q]");
    assay_buf_done(&b);
}

TEST(buf_keeps_nul_bytes)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_add(&b, "a\0b", 3);
    assay_buf_putc(&b, '\0');
    CHECK_UINT(b.len, 4);
    CHECK_MEM(b.at, "a\0b\0\0", 5);
    assay_buf_done(&b);
}

TEST(buf_grows_byte_by_byte)
{
    struct torture_alloc t;
    struct assay_buf b;
    torture_alloc_init(&t, 0);
    assay_buf_init(&b, &t.alloc, 0);
    for (size_t i = 0; i < 1000; i++) {
        assay_buf_putc(&b, (char)('a' + i % 26));
        CHECK_UINT(b.len, i + 1);
        CHECK_UINT(b.at[i + 1], 0); /* the NUL is there at every capacity */
        CHECK_UINT(t.live_bytes, b.cap);
    }
    for (size_t i = 0; i < 1000; i++)
        CHECK_INT(b.at[i], 'a' + i % 26);
    CHECK(t.calls < 10);
    assay_buf_done(&b);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(buf_prints_texts_of_every_length)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    for (int len = 0; len < 70; len++) {
        assay_buf_done(&b);
        assay_buf_printf(&b, "%*s", len, "");
        CHECK_UINT(b.len, len);
        CHECK_UINT(strlen(b.at), len);
    }
    assay_buf_done(&b);
}

TEST(buf_clear_keeps_the_memory)
{
    struct torture_alloc t;
    struct assay_buf b;
    torture_alloc_init(&t, 0);
    assay_buf_init(&b, &t.alloc, 10);
    assay_buf_puts(&b, "0123456789");
    assay_buf_putc(&b, 'x');
    CHECK_INT(b.status, ASSAY_TOO_LARGE);
    assay_buf_clear(&b);
    check_text(&b, "");
    assay_buf_puts(&b, "abcdefghij");
    check_text(&b, "abcdefghij");
    CHECK_UINT(t.calls, 1);
    assay_buf_done(&b);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(buf_done_can_be_used_again)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 3);
    assay_buf_puts(&b, "abcd");
    assay_buf_done(&b);
    assay_buf_puts(&b, "abc");
    check_text(&b, "abc");
    CHECK_UINT(b.max, 3);
    assay_buf_done(&b);
}

TEST(buf_truncate_cuts_the_end_only)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_truncate(&b, 0);
    assay_buf_truncate(&b, 5);
    check_text(&b, "");
    assay_buf_puts(&b, "abcdef");
    assay_buf_truncate(&b, 7);
    assay_buf_truncate(&b, 6);
    check_text(&b, "abcdef");
    assay_buf_truncate(&b, 5);
    check_text(&b, "abcde");
    assay_buf_truncate(&b, 0);
    check_text(&b, "");
    assay_buf_done(&b);
}

TEST(buf_maximum_is_reached_but_not_passed)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 5);
    assay_buf_puts(&b, "abc");
    assay_buf_puts(&b, "de");
    check_text(&b, "abcde");
    assay_buf_putc(&b, 'f');
    CHECK_INT(b.status, ASSAY_TOO_LARGE);
    CHECK_STR(b.at, "abcde");
    assay_buf_done(&b);
}

TEST(buf_failure_is_sticky)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 5);
    assay_buf_puts(&b, "abc");
    assay_buf_puts(&b, "def");
    assay_buf_putc(&b, 'g'); /* would fit */
    assay_buf_printf(&b, "%d", 1);
    CHECK_INT(b.status, ASSAY_TOO_LARGE);
    CHECK_STR(b.at, "abc");
    CHECK_UINT(b.len, 3);
    assay_buf_done(&b);
}

TEST(buf_printf_past_the_maximum)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 5);
    assay_buf_printf(&b, "%s", "abcdef");
    CHECK_INT(b.status, ASSAY_TOO_LARGE);
    CHECK_STR(b.at, "");
    assay_buf_clear(&b);
    assay_buf_printf(&b, "%s", "abcde");
    check_text(&b, "abcde");
    assay_buf_done(&b);
}

TEST(buf_of_a_value_that_does_not_fit_keeps_what_it_had)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 5);
    assay_buf_puts(&b, "abc");
    assay_buf_c_string(&b, "d", 1);
    CHECK_INT(b.status, ASSAY_TOO_LARGE);
    CHECK_STR(b.at, "abc");
    assay_buf_clear(&b);
    assay_buf_puts(&b, "abc");
    assay_buf_double(&b, 7);
    CHECK_INT(b.status, ASSAY_TOO_LARGE);
    CHECK_STR(b.at, "abc");
    assay_buf_done(&b);
}

TEST(buf_refuses_lengths_that_overflow)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, SIZE_MAX);
    CHECK_UINT(b.max, SIZE_MAX - 1);
    assay_buf_putc(&b, 'a');
    assay_buf_add(&b, "x", SIZE_MAX - 1); /* with what is there and the NUL: 1 */
    CHECK_INT(b.status, ASSAY_TOO_LARGE);
    CHECK_STR(b.at, "a");
    assay_buf_done(&b);
}

TEST(buf_printf_of_what_cannot_be_printed)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 4);
    assay_buf_puts(&b, "ab");
    assay_buf_printf(&b, "%lc", (wint_t)0x4e2d); /* no form in the C locale */
    CHECK_INT(b.status, ASSAY_BAD_USE);
    CHECK_STR(b.at, "ab");
    assay_buf_clear(&b);
    assay_buf_puts(&b, "abcde");
    assay_buf_printf(&b, "%lc", (wint_t)0x4e2d);
    CHECK_INT(b.status, ASSAY_TOO_LARGE); /* the first failure stays */
    assay_buf_done(&b);
}

static void check_c_string(const char *bytes, size_t len, const char *expected)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_c_string(&b, bytes, len);
    check_text(&b, expected);
    assay_buf_done(&b);
}

#define CHECK_C_STRING(LITERAL, EXPECTED)                                                \
    check_c_string(LITERAL, sizeof LITERAL - 1, EXPECTED)

TEST(buf_c_string_escapes)
{
    CHECK_C_STRING("", "\"\"");
    CHECK_C_STRING("plain ~ text?", "\"plain ~ text?\"");
    CHECK_C_STRING("\a\b\f\n\r\t\v\\\"'", "\"\\a\\b\\f\\n\\r\\t\\v\\\\\\\"'\"");
    CHECK_C_STRING("\0", "\"\\000\"");
    CHECK_C_STRING("\x01\x1f\x7f", "\"\\001\\037\\177\"");
    CHECK_C_STRING("\x1f"
                   "9a\0"
                   "7",
                   "\"\\0379a\\0007\"");
}

TEST(buf_c_string_keeps_utf8)
{
    CHECK_C_STRING("h\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82",
                   "\"h\xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82\"");
    CHECK_C_STRING("\xc2\xa0\xc2\xa1", "\"\xc2\xa0\xc2\xa1\"");
    CHECK_C_STRING("\xef\xbf\xbd", "\"\xef\xbf\xbd\""); /* U+FFFD */
}

TEST(buf_c_string_escapes_bad_utf8)
{
    CHECK_C_STRING("\xff", "\"\\377\"");
    CHECK_C_STRING("a\x80z", "\"a\\200z\"");
    CHECK_C_STRING("\xc3", "\"\\303\"");
    CHECK_C_STRING("\xe2\x82", "\"\\342\\202\"");
    CHECK_C_STRING("\xe2\x82"
                   "A",
                   "\"\\342\\202A\"");
    CHECK_C_STRING("\xed\xa0\x80", "\"\\355\\240\\200\""); /* a surrogate */
    check_c_string("a\xc3\xa9", 2, "\"a\\303\"");          /* cut by the length */
}

TEST(buf_c_string_escapes_what_is_not_visible)
{
    CHECK_C_STRING("\xc2\x80\xc2\x9f", "\"\\302\\200\\302\\237\"");
    CHECK_C_STRING("\xc2\xad", "\"\\302\\255\"");          /* U+00AD soft hyphen */
    CHECK_C_STRING("\xe2\x80\x8a", "\"\xe2\x80\x8a\"");    /* U+200A hair space */
    CHECK_C_STRING("\xe2\x80\x8b", "\"\\342\\200\\213\""); /* U+200B */
    CHECK_C_STRING("\xe2\x80\x8f", "\"\\342\\200\\217\""); /* U+200F */
    CHECK_C_STRING("\xe2\x80\x90", "\"\xe2\x80\x90\"");    /* U+2010 hyphen */
    CHECK_C_STRING("\xe2\x80\xae", "\"\\342\\200\\256\""); /* U+202E right to left */
    CHECK_C_STRING("\xef\xbb\xbf", "\"\\357\\273\\277\""); /* U+FEFF */
    CHECK_C_STRING("\xef\xbf\xbe", "\"\\357\\277\\276\""); /* U+FFFE */
    CHECK_C_STRING("\xf0\x9f\xbf\xbf", "\"\\360\\237\\277\\277\""); /* U+1FFFF */
    CHECK_C_STRING("\xf4\x8f\xbf\xbf", "\"\\364\\217\\277\\277\""); /* U+10FFFF */
}

/* Whether one code point comes out as it is. */
static bool stays_readable(uint32_t code)
{
    char bytes[ASSAY_UTF8_MAX];
    size_t n = assay_utf8_encode(code, bytes);
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_c_string(&b, bytes, n);
    bool same = b.len == n + 2 && memcmp(b.at + 1, bytes, n) == 0;
    assay_buf_done(&b);
    return same;
}

TEST(buf_c_string_bounds_of_what_is_readable)
{
    /* Pairs: the last code point before a change, and the first after it. */
    static const uint32_t hidden_from[] = {0x7e,   0xac,    0x61b,  0x200a,
                                           0x2027, 0x205f,  0xd7ff, 0xfefe,
                                           0xffef, 0x1fffd, 0xdfffd};
    static const uint32_t shown_from[] = {0x20,   0xa0,   0xae,   0x61d,  0x2010, 0x202f,
                                          0x2070, 0xf900, 0xff00, 0xfffc, 0x10000};
    for (size_t i = 0; i < sizeof hidden_from / sizeof hidden_from[0]; i++) {
        uint32_t next = hidden_from[i] == 0xd7ff ? 0xe000 : hidden_from[i] + 1;
        CHECK(stays_readable(hidden_from[i]));
        CHECK(!stays_readable(next));
    }
    for (size_t i = 0; i < sizeof shown_from / sizeof shown_from[0]; i++) {
        CHECK(!stays_readable(shown_from[i] - 1));
        CHECK(stays_readable(shown_from[i]));
    }
    CHECK(!stays_readable(0xe0000));
}

static void check_double(double x, const char *expected)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_double(&b, x);
    check_text(&b, expected);
    assay_buf_done(&b);
}

TEST(buf_double_is_shortest)
{
    check_double(0.0, "0.0");
    check_double(-0.0, "-0.0");
    check_double(3, "3.0");
    check_double(-17, "-17.0");
    check_double(0.1, "0.1");
    check_double(1.5, "1.5");
    check_double(1e300, "1e+300");
    check_double(1e-7, "1e-07");
    check_double(123456789012345.0, "123456789012345.0");
    check_double(1e15, "1e+15");
    check_double(5e-324, "5e-324");
    check_double(1.5e-310, "1.5e-310");
}

TEST(buf_double_takes_as_many_digits_as_needed)
{
    check_double(0.1 + 0.2, "0.30000000000000004"); /* 17 */
    check_double(1.0 / 3, "0.3333333333333333");    /* 16 */
    check_double(DBL_MAX, "1.7976931348623157e+308");
    check_double(DBL_MIN, "2.2250738585072014e-308");
    check_double(9007199254740991.0, "9007199254740991.0");
    check_double(9007199254740993.0 * 4, "3.602879701896397e+16");
}

TEST(buf_double_beyond_numbers)
{
    check_double(NAN, "nan");
    check_double(-NAN, "nan");
    check_double(INFINITY, "inf");
    check_double(-INFINITY, "-inf");
}

TEST(buf_double_reads_back)
{
    struct assay_buf b;
    uint64_t bits = 1;
    assay_buf_init(&b, NULL, 0);
    for (int i = 0; i < 20000; i++) {
        double x;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        assay_buf_clear(&b);
        assay_buf_double(&b, x);
        CHECK_INT(b.status, ASSAY_OK);
        CHECK(strtod(b.at, NULL) == x);
        CHECK(strpbrk(b.at, ".e"));
    }
    assay_buf_done(&b);
}

TEST(buf_double_leaves_the_locale_as_it_was)
{
    locale_t mine = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    CHECK(mine);
    uselocale(mine);
    check_double(0.5, "0.5");
    CHECK(uselocale((locale_t)0) == mine);
    uselocale(LC_GLOBAL_LOCALE);
    freelocale(mine);
}

static void check_count(uint64_t n, const char *expected)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    assay_buf_count(&b, n);
    check_text(&b, expected);
    assay_buf_done(&b);
}

TEST(buf_count_separates_thousands)
{
    check_count(0, "0");
    check_count(9, "9");
    check_count(10, "10");
    check_count(999, "999");
    check_count(1000, "1 000");
    check_count(2000, "2 000");
    check_count(999999, "999 999");
    check_count(1000000, "1 000 000");
    check_count(UINT64_MAX, "18 446 744 073 709 551 615");
}

static enum assay_status print_everything(const struct assay_alloc *mem, void *ctx)
{
    (void)ctx;
    struct assay_buf b;
    assay_buf_init(&b, mem, 0);
    for (int i = 0; i < 20; i++) {
        assay_buf_puts(&b, "text");
        assay_buf_printf(&b, "%d", i);
        assay_buf_c_string(&b, "\n\xc3\xa9", 3);
        assay_buf_double(&b, 0.1);
        assay_buf_count(&b, 1000000);
        CHECK_UINT(strlen(b.at), b.len);
    }
    enum assay_status status = b.status;
    assay_buf_done(&b);
    return status;
}

TEST(buf_torture)
{
    torture(print_everything, NULL);
}

TEST(buf_keeps_its_text_when_out_of_memory)
{
    struct torture_alloc t;
    struct assay_buf b;
    torture_alloc_init(&t, 2);
    assay_buf_init(&b, &t.alloc, 0);
    assay_buf_puts(&b, "fifteen letters");
    assay_buf_putc(&b, '!'); /* needs the second allocation */
    CHECK_INT(b.status, ASSAY_NO_MEMORY);
    CHECK_STR(b.at, "fifteen letters");
    assay_buf_clear(&b);
    assay_buf_puts(&b, "a new beginning, longer");
    check_text(&b, "a new beginning, longer");
    assay_buf_done(&b);
}
