/*
 * The text of C without comments, literals and directives.
 */
#include "cfront/code.h"
#include "harness.h"
#include <stdio.h>
#include <string.h>

/* `comments` are their starts and ends: "0-5 7-9". */
static void check_code(const char *text, const char *code, const char *comments)
{
    struct assay_arena a;
    char found[1000] = "";
    Code c;

    assay_arena_init(&a, NULL, 0);
    CHECK(cfront_code_read(&a, assay_str(text), &c));
    CHECK_STR(c.at, code);
    CHECK_UINT(c.len, strlen(text));
    for (uint32_t i = 0; i < c.ncomments; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%u-%u%s",
                 i > 0 ? " " : "", c.comments[i].start, c.comments[i].end,
                 c.comments[i].line ? "l" : "");
    CHECK_STR(found, comments);
    assay_arena_done(&a);
}

TEST(cfront_code_comments)
{
    check_code("", "", "");
    check_code("a /* b */ c", "a         c", "2-9");
    check_code("a // b\nc", "a     \nc", "2-6l");
    check_code("a // b\r\nc", "a     \r\nc", "2-6l");
    check_code("// a \\\n b\nc", "      \n  \nc", "0-9l");
    check_code("// a \\\r\n b\nc", "       \n  \nc", "0-10l");
    check_code("/* // */ a", "         a", "0-8");
    check_code("// /* \na", "      \na", "0-6l");
    check_code("/*/ a */b", "        b", "0-8");
    check_code("a /* b", "a     ", "2-6");
    check_code("a /", "a /", "");
    check_code("a / b /**/", "a / b     ", "6-10");
    check_code("//", "  ", "0-2l");
    check_code("/*a*//*b*/", "          ", "0-5 5-10");
}

TEST(cfront_code_literals)
{
    check_code("\"/*\" x", "\"xx\" x", "");
    check_code("\"\\\"//\" x", "\"xxxx\" x", "");
    check_code("'\"' /*b*/ '\\''", "'x'       'xx'", "4-9");
    check_code("\"a\\\n//\" b", "\"xxxxx\" b", "");
    check_code("\"a\n//b", "\"x\n   ", "3-6l");
    check_code("'", "'", "");
    check_code("\"\\", "\"x", "");
}

TEST(cfront_code_directives)
{
    check_code("#if 0\nx", "     \nx", "");
    check_code("  # define A \"{\" '}' /*b*/ c\nx", "                            \nx",
               "21-26");
    check_code("#define A \\\n {\nx", "           \n  \nx", "");
    check_code("/*a*/ #if\nx # y", "         \nx # y", "0-5");
    check_code("#error don't\nx", "            \nx", "");
}

TEST(cfront_code_ways)
{
    const char *text = "int f ( a[2], {0} ) ; x_1";
    struct assay_arena a;
    Code c;

    assay_arena_init(&a, NULL, 0);
    CHECK(cfront_code_read(&a, assay_str(text), &c));
    CHECK_UINT(cfront_code_next(&c, 3), 4);
    CHECK_UINT(cfront_code_next(&c, 25), 25);
    CHECK_UINT(cfront_code_before(&c, 6), 5);
    CHECK_UINT(cfront_code_before(&c, 0), 0);
    CHECK_UINT(cfront_code_find(&c, 8, ","), 12);
    CHECK_UINT(cfront_code_find(&c, 0, ";"), 20);
    CHECK_UINT(cfront_code_find(&c, 20, "?"), 25);
    CHECK_UINT(cfront_code_close(&c, 9), 12);
    CHECK_UINT(cfront_code_word(&c, 22), 25);
    CHECK_UINT(cfront_code_word(&c, 5), 5);
    CHECK(cfront_code_has_word(&c, 0, "int"));
    CHECK(!cfront_code_has_word(&c, 0, "in"));
    CHECK(!cfront_code_has_word(&c, 22, "x_"));
    CHECK(!cfront_code_has_word(&c, 25, ""));
    assay_arena_done(&a);
}
