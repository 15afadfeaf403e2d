/*
 * The error index: every code has its section, every section a code, and the examples of
 * grammars have the problem they are about.
 */
#include "diag/diag.h"
#include "diag/index.h"
#include "harness.h"
#include <assay/lang.h>
#include <string.h>

static const char *const grammar_codes[] = {
#define PROBLEM(ID, CODE, SEVERITY) CODE,
#include "lang/problem.def"
#undef PROBLEM
};
enum { GRAMMAR_CODES = sizeof grammar_codes / sizeof grammar_codes[0] };

static void check_str(struct assay_str actual, const char *expected)
{
    char text[200] = "";

    CHECK(actual.len < sizeof text);
    memcpy(text, actual.at, actual.len);
    CHECK_STR(text, expected);
}

TEST(diag_index_has_every_code)
{
    IndexEntry entry;

    for (int i = 0; i < DIAG_CODES; i++) {
        const char *code = diag_code_text((DiagCode)i);

        if (!diag_index_find(code, &entry))
            harness_fail(HARNESS_HERE, "doc/errors.md has no %s", code);
        check_str(entry.code, code);
        check_str(entry.title, diag_title((DiagCode)i));
    }
}

TEST(diag_index_has_the_codes_of_grammars)
{
    for (int i = 0; i < GRAMMAR_CODES; i++)
        CHECK_STR(diag_code_text((DiagCode)i), grammar_codes[i]);
}

TEST(diag_index_has_no_other)
{
    IndexEntry entry;
    size_t at = 0;

    for (int i = 0; i < DIAG_CODES; i++) {
        CHECK(diag_index_next(&at, &entry));
        check_str(entry.code, diag_code_text((DiagCode)i));
        CHECK(entry.body.len > 40);
    }
    CHECK(!diag_index_next(&at, &entry));
    CHECK(!diag_index_next(&at, &entry));
}

TEST(diag_index_sections)
{
    IndexEntry entry;

    CHECK(diag_index_find("w0104", &entry));
    check_str(entry.code, "W0104");
    check_str(entry.title, "a weight without an alternative to it");
    CHECK(assay_str_starts(entry.body, "`@3` says how likely"));
    CHECK(entry.body.at[entry.body.len - 1] == '.');
    CHECK(!diag_index_find("", &entry));
    CHECK(!diag_index_find("E010", &entry));
    CHECK(!diag_index_find("E01011", &entry));
}

TEST(diag_index_suggests)
{
    struct assay_str code;
    char longest[1000];

    CHECK(diag_index_resembling("e0270", &code));
    check_str(code, "E0207");
    CHECK(diag_index_resembling("0228", &code));
    check_str(code, "E0228");
    CHECK(diag_index_resembling("e02zz", &code)); /* near in capitals only */
    CHECK(!diag_index_resembling("frobnicate", &code));
    CHECK(!diag_index_resembling("", &code));
    memset(longest, 'E', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    CHECK(!diag_index_resembling(longest, &code));
}

/* The text between ```lang and ``` in a section. False when there is none. */
static bool find_example(struct assay_str body, struct assay_str *ret_text)
{
    static const char begin[] = "```lang\n", end[] = "```";
    const char *from = memmem(body.at, body.len, begin, strlen(begin)), *to;

    if (!from)
        return false;
    from += strlen(begin);
    to = memmem(from, body.len - (size_t)(from - body.at), end, strlen(end));
    CHECK(to != NULL);
    *ret_text = (struct assay_str){from, (size_t)(to - from)};
    return true;
}

static void check_example(struct assay_str code, struct assay_str text)
{
    struct assay_lang *lang = NULL;
    const struct assay_problem *problems;
    size_t count;
    bool found = false;

    assay_lang_new(
        &(struct assay_lang_source){"example", .text = text.at, .len = text.len}, &lang);
    CHECK(lang != NULL);
    problems = assay_lang_problems(lang, &count);
    for (size_t i = 0; i < count; i++)
        found |= assay_str_equal(assay_str(problems[i].code), code);
    if (!found)
        harness_fail(HARNESS_HERE, "the example of %.*s has not that problem: %s",
                     (int)code.len, code.at, assay_lang_report(lang));
    assay_lang_free(lang);
}

TEST(diag_index_examples_of_grammars)
{
    struct assay_str text;
    IndexEntry entry;
    int examples = 0;

    for (size_t at = 0; diag_index_next(&at, &entry);) {
        if (!find_example(entry.body, &text))
            continue;
        check_example(entry.code, text);
        examples++;
    }
    CHECK(examples > GRAMMAR_CODES - 8);
}
