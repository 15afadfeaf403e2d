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
MESSAGE(no_memory, ASSAY_MEM_EQ(t, "abc", "xyz", 0), "")

static void long_strings(struct assay_test *t)
{
    char a[1001], b[1001];

    memset(a, 'a', 1000);
    memset(b, 'a', 1000);
    a[1000] = b[1000] = '\0';
    b[500] = 'b';
    ASSAY_STR_EQ(t, a, b);
}

TEST(message_of_long_strings_is_cut)
{
    struct assay_property entry = {.name = "p", .run = long_strings};
    struct assay_options options = {
        .no_fork = true, .no_store = true, .runs = 1, .seed = 1};
    struct assay_report *report = run(&entry, &options);

    CHECK(strlen(only_finding(report)->message) < 250);
    CHECK(strstr(report->findings->message, "(byte 500)") != NULL);
    assay_report_free(report);
}
