/*
 * Slices, patterns and numbers. Slices are cut from longer texts, so that reading past
 * their end shows.
 */
#include "base/str.h"
#include "harness.h"

#include <float.h>
#include <math.h>
#include <string.h>

static struct assay_str cut(const char *text, size_t len)
{
    return (struct assay_str){text, len};
}

TEST(str_of_a_text)
{
    const char *text = "abc";
    CHECK(assay_str(text).at == text);
    CHECK_UINT(assay_str(text).len, 3);
    CHECK_UINT(assay_str("").len, 0);
}

TEST(str_equal)
{
    CHECK(assay_str_equal(cut("abcX", 3), cut("abcY", 3)));
    CHECK(!assay_str_equal(assay_str("abc"), assay_str("abd")));
    CHECK(!assay_str_equal(assay_str("abc"), assay_str("ab")));
    CHECK(!assay_str_equal(assay_str("ab"), assay_str("abc")));
    CHECK(assay_str_equal(cut(NULL, 0), assay_str("")));
    CHECK(!assay_str_equal(cut("a\0b", 3), cut("a\0c", 3)));
}

TEST(str_starts)
{
    CHECK(assay_str_starts(assay_str("abc"), "ab"));
    CHECK(assay_str_starts(assay_str("abc"), "abc"));
    CHECK(!assay_str_starts(assay_str("abc"), "abcd"));
    CHECK(!assay_str_starts(cut("abcd", 3), "abcd"));
    CHECK(!assay_str_starts(assay_str("abc"), "b"));
    CHECK(assay_str_starts(cut(NULL, 0), ""));
    CHECK(!assay_str_starts(cut(NULL, 0), "a"));
}

TEST(str_matches_plain_and_question_mark)
{
    CHECK(assay_str_matches("", ""));
    CHECK(assay_str_matches("abc", "abc"));
    CHECK(!assay_str_matches("abc", "ab"));
    CHECK(!assay_str_matches("ab", "abc"));
    CHECK(!assay_str_matches("abc", "abd"));
    CHECK(assay_str_matches("abc", "a?c"));
    CHECK(assay_str_matches("abc", "???"));
    CHECK(!assay_str_matches("abc", "??"));
    CHECK(!assay_str_matches("abc", "????"));
    CHECK(!assay_str_matches("", "?"));
}

TEST(str_matches_star)
{
    CHECK(assay_str_matches("", "*"));
    CHECK(assay_str_matches("", "**"));
    CHECK(assay_str_matches("abc", "*"));
    CHECK(assay_str_matches("abc", "a*"));
    CHECK(assay_str_matches("abc", "*c"));
    CHECK(assay_str_matches("abc", "a*c"));
    CHECK(assay_str_matches("abc", "abc*"));
    CHECK(assay_str_matches("abc", "*abc"));
    CHECK(!assay_str_matches("abc", "*b"));
    CHECK(!assay_str_matches("abc", "b*"));
    CHECK(!assay_str_matches("abc", "a*d"));
    CHECK(!assay_str_matches("", "*a"));
    CHECK(!assay_str_matches("", "a*"));
}

TEST(str_matches_goes_back)
{
    CHECK(assay_str_matches("ababac", "*abac"));
    CHECK(assay_str_matches("xaxbxaxb", "*a*b"));
    CHECK(assay_str_matches("aab", "*ab"));
    CHECK(assay_str_matches("abcabd", "a*b?"));
    CHECK(!assay_str_matches("abcabde", "a*b?"));
    CHECK(assay_str_matches("test_buf_puts", "test_*_p??s"));
    CHECK(!assay_str_matches("ab", "a*?b"));
    CHECK(assay_str_matches("a*b", "a*b"));
}

/* Exponential matchers do not end here. */
TEST(str_matches_many_stars)
{
    char text[301], pattern[202];
    memset(text, 'a', 300);
    text[300] = '\0';
    for (size_t i = 0; i < 200; i += 2)
        memcpy(pattern + i, "*a", 2);
    strcpy(pattern + 200, "b");
    CHECK(!assay_str_matches(text, pattern));
    strcpy(pattern + 200, "a");
    CHECK(assay_str_matches(text, pattern));
}

TEST(str_u64)
{
    uint64_t value = 0;
    CHECK(assay_str_u64(assay_str("0"), &value) && value == 0);
    CHECK(assay_str_u64(assay_str("1234567890"), &value) && value == 1234567890);
    CHECK(assay_str_u64(cut("129", 2), &value) && value == 12);
    CHECK(assay_str_u64(assay_str("007"), &value) && value == 7);
    CHECK(assay_str_u64(assay_str("18446744073709551615"), &value));
    CHECK_UINT(value, UINT64_MAX);
    CHECK(assay_str_u64(assay_str("00018446744073709551615"), &value));
}

TEST(str_u64_refuses)
{
    static const char *const bad[] = {
        "",
        " 1",
        "1 ",
        "+1",
        "-1",
        "-0",
        "1x",
        "x",
        "a",
        "0x1",
        "1.0",
        "1,000",
        "/",
        ":",
        "18446744073709551616",
        "18446744073709551620",
        "99999999999999999999",
        "184467440737095516150",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t value = 77;
        CHECK(!assay_str_u64(assay_str(bad[i]), &value));
        CHECK_UINT(value, 77);
    }
    uint64_t value = 77;
    CHECK(!assay_str_u64(cut("1\0002", 3), &value));
}

TEST(str_i64)
{
    int64_t value = 0;
    CHECK(assay_str_i64(assay_str("0"), &value) && value == 0);
    CHECK(assay_str_i64(assay_str("-0"), &value) && value == 0);
    CHECK(assay_str_i64(assay_str("42"), &value) && value == 42);
    CHECK(assay_str_i64(assay_str("-42"), &value) && value == -42);
    CHECK(assay_str_i64(assay_str("-1"), &value) && value == -1);
    CHECK(assay_str_i64(assay_str("9223372036854775807"), &value));
    CHECK_INT(value, INT64_MAX);
    CHECK(assay_str_i64(assay_str("-9223372036854775808"), &value));
    CHECK_INT(value, INT64_MIN);
}

TEST(str_i64_refuses)
{
    static const char *const bad[] = {
        "",
        "-",
        "--1",
        "+1",
        "- 1",
        " 1",
        "-1 ",
        "1-",
        "0x1",
        "9223372036854775808",
        "-9223372036854775809",
        "-18446744073709551615",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t value = 77;
        CHECK(!assay_str_i64(assay_str(bad[i]), &value));
        CHECK_INT(value, 77);
    }
}

TEST(str_hex)
{
    uint64_t value = 0;
    CHECK(assay_str_hex(assay_str("0"), &value) && value == 0);
    CHECK(assay_str_hex(assay_str("09afAF"), &value) && value == 0x09afaf);
    CHECK(assay_str_hex(cut("1ff", 2), &value) && value == 0x1f);
    CHECK(assay_str_hex(assay_str("ffffffffffffffff"), &value));
    CHECK_UINT(value, UINT64_MAX);
}

TEST(str_hex_refuses)
{
    static const char *const bad[] = {
        "", "g", "G", "0x1", "-1", " 1", "1 ", "`", "@", "/", ":", "10000000000000000",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t value = 77;
        CHECK(!assay_str_hex(assay_str(bad[i]), &value));
        CHECK_UINT(value, 77);
    }
}

static void check_double(const char *text, double expected)
{
    double value = -77;
    CHECK(assay_str_double(assay_str(text), &value));
    CHECK_MEM(&value, &expected, sizeof value);
}

TEST(str_double)
{
    check_double("0", 0.0);
    check_double("-0", -0.0);
    check_double("1.5", 1.5);
    check_double("-2.25e3", -2250);
    check_double("1E-2", 0.01);
    check_double("1e+300", 1e300);
    check_double(".5", 0.5);
    check_double("1.7976931348623157e308", DBL_MAX);
    check_double("5e-324", 5e-324);
    check_double("1e-400", 0.0);
    double value = 0;
    CHECK(assay_str_double(cut("1.55", 3), &value) && value == 1.5);
}

TEST(str_double_refuses)
{
    static const char *const bad[] = {
        "",    "-",  "+1",   " 1",  "1 ",   "1,5", "1.5.",     "1e",    "e5",     ".",
        "--1", "1-", "0x10", "inf", "-inf", "nan", "infinity", "1e400", "-1e400", "1.5f",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 77;
        CHECK(!assay_str_double(assay_str(bad[i]), &value));
        CHECK(value == 77);
    }
    double value = 77;
    CHECK(!assay_str_double(cut("1\0002", 3), &value));
    CHECK(!assay_str_double(cut(NULL, 0), &value));
}

TEST(str_double_of_long_texts)
{
    char text[1300];
    double value = 0;
    memset(text, '0', sizeof text);
    text[0] = '3';
    text[1] = '.';
    CHECK(assay_str_double(cut(text, 1199), &value) && value == 3);
    CHECK(!assay_str_double(cut(text, 1200), &value));
    CHECK(!assay_str_double(cut(text, sizeof text), &value));
}

TEST(str_resembles_what_is_near)
{
    struct assay_str name = assay_str("verbos");
    size_t nearest = SIZE_MAX;

    CHECK(assay_str_resembles(name, assay_str("verses"), &nearest));
    CHECK_UINT(nearest, 2);
    CHECK(assay_str_resembles(name, assay_str("verbose"), &nearest));
    CHECK_UINT(nearest, 1);
    CHECK(!assay_str_resembles(name, assay_str("verbo"), &nearest)); /* no nearer */
    CHECK_UINT(nearest, 1);
}

TEST(str_resembles_no_further_than_a_third)
{
    size_t nearest = SIZE_MAX;

    CHECK(!assay_str_resembles(assay_str("abcd"), assay_str("axyz"), &nearest));
    CHECK_UINT(nearest, SIZE_MAX);
    CHECK(
        assay_str_resembles(assay_str("abcd"), assay_str("abdc"), &nearest)); /* a swap */
    CHECK_UINT(nearest, 1);
    nearest = SIZE_MAX;
    CHECK(assay_str_resembles(assay_str("abcd"), assay_str("xycd"), &nearest));
    CHECK_UINT(nearest, 2);
    nearest = SIZE_MAX;
    CHECK(!assay_str_resembles(assay_str("abc"), assay_str("xyc"), &nearest));
}
