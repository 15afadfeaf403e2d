/*
 * UTF-8 at the boundaries of its forms, and every code point there and back.
 */
#include "base/utf8.h"
#include "harness.h"

#include <string.h>

/* Decodes a literal with more bytes behind it, so that its length matters. */
#define CHECK_DECODES(BYTES, LEN, CODE)                                                  \
    do {                                                                                 \
        uint32_t code = 0;                                                               \
        CHECK_UINT(assay_utf8_decode(BYTES "\x80\x80z", sizeof BYTES + 2, &code), LEN);  \
        CHECK_UINT(code, CODE);                                                          \
    } while (0)

/* A rejected sequence, which must leave the result alone. */
#define CHECK_INVALID(BYTES)                                                             \
    do {                                                                                 \
        uint32_t code = 12345;                                                           \
        CHECK_UINT(assay_utf8_decode(BYTES, sizeof BYTES - 1, &code), 0);                \
        CHECK_UINT(code, 12345);                                                         \
        CHECK(!assay_utf8_valid(BYTES, sizeof BYTES - 1));                               \
    } while (0)

TEST(utf8_decode_boundaries)
{
    CHECK_DECODES("\0", 1, 0);
    CHECK_DECODES("a", 1, 'a');
    CHECK_DECODES("\x7f", 1, 0x7f);
    CHECK_DECODES("\xc2\x80", 2, 0x80);
    CHECK_DECODES("\xdf\xbf", 2, 0x7ff);
    CHECK_DECODES("\xe0\xa0\x80", 3, 0x800);
    CHECK_DECODES("\xed\x9f\xbf", 3, 0xd7ff);
    CHECK_DECODES("\xee\x80\x80", 3, 0xe000);
    CHECK_DECODES("\xef\xbf\xbf", 3, 0xffff);
    CHECK_DECODES("\xf0\x90\x80\x80", 4, 0x10000);
    CHECK_DECODES("\xf4\x8f\xbf\xbf", 4, 0x10ffff);
}

TEST(utf8_rejects_stray_bytes)
{
    CHECK_INVALID("\x80");
    CHECK_INVALID("\xbf");
    CHECK_INVALID("\xbf\x80");
    CHECK_INVALID("\xf8\x80\x80\x80\x80");
    CHECK_INVALID("\xff");
    CHECK_INVALID("\xfe\x80\x80\x80");
}

TEST(utf8_rejects_truncated_sequences)
{
    CHECK_INVALID("\xc3");
    CHECK_INVALID("\xe2\x82");
    CHECK_INVALID("\xf0\x9f\x99");
    CHECK_INVALID("\xc3\x28");
    CHECK_INVALID("\xc3\xc3");
    CHECK_INVALID("\xe2\x28\x82");
    CHECK_INVALID("\xe2\x82\x28");
    CHECK_INVALID("\xf0\x9f\x99\xc0");
}

TEST(utf8_rejects_overlong_forms)
{
    CHECK_INVALID("\xc0\x80");
    CHECK_INVALID("\xc1\xbf");
    CHECK_INVALID("\xe0\x80\x80");
    CHECK_INVALID("\xe0\x9f\xbf");
    CHECK_INVALID("\xf0\x80\x80\x80");
    CHECK_INVALID("\xf0\x8f\xbf\xbf");
}

TEST(utf8_rejects_what_is_no_scalar_value)
{
    CHECK_INVALID("\xed\xa0\x80");
    CHECK_INVALID("\xed\xbf\xbf");
    CHECK_INVALID("\xf4\x90\x80\x80");
    CHECK_INVALID("\xf7\xbf\xbf\xbf");
}

TEST(utf8_encode_exact)
{
    char bytes[ASSAY_UTF8_MAX];
    CHECK_UINT(assay_utf8_encode('a', bytes), 1);
    CHECK_MEM(bytes, "a", 1);
    CHECK_UINT(assay_utf8_encode(0xe9, bytes), 2);
    CHECK_MEM(bytes, "\xc3\xa9", 2);
    CHECK_UINT(assay_utf8_encode(0x20ac, bytes), 3);
    CHECK_MEM(bytes, "\xe2\x82\xac", 3);
    CHECK_UINT(assay_utf8_encode(0x1f642, bytes), 4);
    CHECK_MEM(bytes, "\xf0\x9f\x99\x82", 4);
}

TEST(utf8_every_scalar_value_there_and_back)
{
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        if (code >= 0xd800 && code <= 0xdfff)
            continue;
        char bytes[ASSAY_UTF8_MAX];
        uint32_t back = 0;
        size_t n = assay_utf8_encode(code, bytes);
        CHECK_UINT(n, 1 + (code > 0x7f) + (code > 0x7ff) + (code > 0xffff));
        CHECK_UINT(assay_utf8_decode(bytes, n, &back), n);
        CHECK_UINT(back, code);
    }
}

TEST(utf8_valid_looks_at_all_of_the_text)
{
    CHECK(assay_utf8_valid(NULL, 0));
    CHECK(assay_utf8_valid("plain", 5));
    CHECK(assay_utf8_valid("h\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82!", 11));
    CHECK(!assay_utf8_valid("h\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82\xff", 11));
    CHECK(!assay_utf8_valid("h\xc3\xa9\xe2\x82\xac", 5));
    CHECK(assay_utf8_valid("h\xc3\xa9\xe2\x82\xac", 3));
}

TEST(utf8_printable_is_what_is_seen_as_itself)
{
    static const char *const hidden[] = {"\t",           "\x7f", "\xc2\x85",
                                         "\xe2\x80\xae", "\xff", "\xc3"};

    CHECK_UINT(assay_utf8_printable("a", 1), 1);
    CHECK_UINT(assay_utf8_printable("\xc3\xa9!", 3), 2);
    CHECK_UINT(assay_utf8_printable("\xf0\x9f\x99\x82", 4), 4);
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        CHECK_UINT(assay_utf8_printable(hidden[i], strlen(hidden[i])), 0);
}

TEST(utf8_count_counts_code_points)
{
    CHECK_UINT(assay_utf8_count(NULL, 0), 0);
    CHECK_UINT(assay_utf8_count("abc", 3), 3);
    CHECK_UINT(assay_utf8_count("a\0b", 3), 3);
    CHECK_UINT(assay_utf8_count("h\xc3\xa9\xe2\x82\xac\xf0\x9f\x99\x82!", 11), 5);
    CHECK_UINT(assay_utf8_count("\xc2\x80\xc2\xbf\xdf\x80", 6), 3);
}
