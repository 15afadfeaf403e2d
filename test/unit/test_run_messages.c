/*
 * Assertions compare by value and say what they saw.
 */
#include "harness.h"
#include "run_fixture.h"
#include <math.h>
#include <string.h>

/* The message with which a property fails, "" when it holds. */
static void check_message(assay_property_fn *property, const char *message)
{
    struct assay_property entry = {.name = "p", .run = property};
    struct assay_options options = {
        .no_fork = true, .no_store = true, .runs = 1, .seed = 1};
    struct assay_report *report = run(&entry, &options);

    CHECK_STR(report->nfindings ? report->findings->message : "", message);
    assay_report_free(report);
}

#define MESSAGE(NAME, ASSERTION, TEXT)                                                   \
    static void NAME##_property(struct assay_test *t)                                    \
    {                                                                                    \
        ASSERTION;                                                                       \
    }                                                                                    \
    TEST(message_##NAME)                                                                 \
    {                                                                                    \
        check_message(NAME##_property, TEXT);                                            \
    }

MESSAGE(is_false, ASSAY_ASSERT(t, 1 > 2), "1 > 2 is false")
MESSAGE(own, ASSAY_FAIL(t, "%d of %s", 3, "x"), "3 of x")
MESSAGE(equal, ASSAY_EQ(t, 1 + 1, 3), "1 + 1 == 3: 2 is not 3")
MESSAGE(holds, ASSAY_EQ(t, 2, 2.0), "")
MESSAGE(differ, ASSAY_NE(t, 4, 4u), "4 != 4u: 4 is the same")
MESSAGE(less, ASSAY_LT(t, 5, 3), "5 < 3: 5 is not below 3")
MESSAGE(at_most, ASSAY_LE(t, 5, 3), "5 <= 3: 5 is above 3")
MESSAGE(more, ASSAY_GT(t, 3, 5), "3 > 5: 3 is not above 5")
MESSAGE(at_least, ASSAY_GE(t, 3, 5), "3 >= 5: 3 is below 5")
MESSAGE(by_value, ASSAY_LT(t, -1, 1u), "")
MESSAGE(large, ASSAY_LT(t, INT64_MAX, UINT64_MAX), "")
MESSAGE(exact, ASSAY_NE(t, INT64_MAX, 9223372036854775808.0), "")
MESSAGE(fraction, ASSAY_EQ(t, 0.5, 1), "0.5 == 1: 0.5 is not 1")
MESSAGE(no_number, ASSAY_LE(t, 1, nan("")), "1 <= nan(\"\"): 1 has no order with nan")
MESSAGE(null, ASSAY_NE(t, (void *)0, 0), "(void *)0 != 0: NULL is the same")
MESSAGE(strings, ASSAY_STR_EQ(t, "a\nb", "a\nc"),
        "\"a\\nb\" == \"a\\nc\": \"a\\nb\" is not \"a\\nc\" (byte 2)")
MESSAGE(no_string, ASSAY_STR_EQ(t, "a", NULL), "\"a\" == NULL: \"a\" is not NULL")
MESSAGE(memory, ASSAY_MEM_EQ(t, "abc", "abd", 3),
        "\"abc\" == \"abd\": byte 2 of 3 is 0x63, not 0x64")
MESSAGE(negative, ASSAY_GT(t, -1, 1u), "-1 > 1u: -1 is not above 1")
MESSAGE(two_negative, ASSAY_LT(t, -2, -1), "")
MESSAGE(two_negative_so, ASSAY_LT(t, -1, -2), "-1 < -2: -1 is not below -2")
MESSAGE(unsigned_first, ASSAY_LE(t, 3u, -3), "3u <= -3: 3 is above -3")
MESSAGE(at_least_equal, ASSAY_GE(t, 3, 3u), "")
MESSAGE(at_most_equal, ASSAY_LE(t, 3.0, 3), "")
MESSAGE(more_equal, ASSAY_GT(t, 3, 3), "3 > 3: 3 is not above 3")
MESSAGE(less_equal, ASSAY_LT(t, 3.5, 3.5), "3.5 < 3.5: 3.5 is not below 3.5")
MESSAGE(less_real, ASSAY_LT(t, 2.5, 3u), "")
MESSAGE(more_real, ASSAY_GT(t, -1, 1.5), "-1 > 1.5: -1 is not above 1.5")
MESSAGE(large_real, ASSAY_GT(t, UINT64_MAX, 1e19), "")
MESSAGE(other_real, ASSAY_NE(t, nan(""), nan("")), "")
MESSAGE(same_real, ASSAY_EQ(t, nan(""), 1.0),
        "nan(\"\") == 1.0: nan has no order with 1.0")
MESSAGE(pointers, ASSAY_EQ(t, (char *)16, (char *)17),
        "(char *)16 == (char *)17: 0x10 is not 0x11")
MESSAGE(same_pointer, ASSAY_EQ(t, (char *)16, 16), "")
MESSAGE(pointer_order, ASSAY_LT(t, (char *)16, (char *)17), "")
MESSAGE(pointer_real, ASSAY_LT(t, (char *)16, 16.5), "")
MESSAGE(empty_string, ASSAY_STR_EQ(t, "", "a"), "\"\" == \"a\": \"\" is not \"a\"")
MESSAGE(no_strings, ASSAY_STR_EQ(t, NULL, NULL), "")
MESSAGE(same_strings, ASSAY_STR_EQ(t, "ab", "ab"), "")
MESSAGE(null_string, ASSAY_STR_EQ(t, NULL, "b"), "NULL == \"b\": NULL is not \"b\"")
MESSAGE(memory_start, ASSAY_MEM_EQ(t, "abc", "xbc", 3),
        "\"abc\" == \"xbc\": byte 0 of 3 is 0x61, not 0x78")
MESSAGE(no_memory, ASSAY_MEM_EQ(t, "abc", "xyz", 0), "")

/* Strings of 'a' that differ, in an 'b', at byte `at`. */
struct lengths {
    size_t a, b, at;
};

static void long_strings(struct assay_test *t)
{
    const struct lengths *len = assay_test_context(t);
    char a[1001], b[1001];

    memset(a, 'a', 1000);
    memset(b, 'a', 1000);
    a[len->a] = b[len->b] = '\0';
    b[len->at] = 'b';
    assay_str_eq_at(t, "a.c", 1, a, b, "a == b");
}

static void check_cut(size_t a, size_t b, size_t at, const char *expected)
{
    struct lengths len = {a, b, at};
    struct assay_property entry = {.name = "p", .run = long_strings, .context = &len};
    struct assay_options options = {
        .no_fork = true, .no_store = true, .runs = 1, .seed = 1};
    struct assay_report *report = run(&entry, &options);

    CHECK_STR(only_finding(report)->message, expected);
    assay_report_free(report);
}

#define A10 "aaaaaaaaaa"
#define A40 A10 A10 A10 A10

/* 40 bytes on each side of the first difference are shown. */
TEST(message_of_long_strings_is_cut)
{
    check_cut(1000, 1000, 500,
              "a == b: ..\"" A40 A40 "\".. is not ..\"" A40 "b" A10 A10 A10
              "aaaaaaaaa\".. (byte 500)");
    check_cut(80, 81, 40,
              "a == b: \"" A40 A40 "\" is not \"" A40 "b" A10 A10 A10
              "aaaaaaaaa\".. (byte 40)");
    check_cut(81, 80, 41,
              "a == b: ..\"" A40 A40 "\" is not ..\"" A40 "b" A10 A10 A10
              "aaaaaaaa\" (byte 41)");
}
