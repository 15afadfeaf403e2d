/*
 * Columns of a terminal, and excerpts with carets: tabs, wide characters and bytes inside
 * of characters. test_lang_notation_report.c has excerpts of grammars.
 */
#include "harness.h"
#include "lang/screen.h"
#include <stdio.h>
#include <string.h>

static void check_excerpt(const char *line, size_t start, size_t len,
                          const char *expected)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    assay_screen_excerpt(&out, 7, assay_str(line), start, len);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

TEST(screen_columns)
{
    struct assay_str line = assay_str("a\tb\u65e5\tc\xff\u202e.");

    CHECK_UINT(assay_screen_column(line, 0), 0);
    CHECK_UINT(assay_screen_column(line, 1), 1);
    CHECK_UINT(assay_screen_column(line, 2), 8);
    CHECK_UINT(assay_screen_column(line, 3), 9);
    CHECK_UINT(assay_screen_column(line, 4), 9); /* inside the character */
    CHECK_UINT(assay_screen_column(line, 5), 9);
    CHECK_UINT(assay_screen_column(line, 6), 11);
    CHECK_UINT(assay_screen_column(line, 7), 16);
    CHECK_UINT(assay_screen_column(line, 8), 17);
    CHECK_UINT(assay_screen_column(line, 9), 18);
    CHECK_UINT(assay_screen_column(line, 12), 19);
    CHECK_UINT(assay_screen_column(line, 13), 20);
    CHECK_UINT(assay_screen_column(line, 99), 20); /* the end */
    CHECK_UINT(assay_screen_column(assay_str(""), 3), 0);
}

TEST(screen_carets_below_tabs)
{
    check_excerpt("\tx", 0, 1, "    7 | \tx\n      | ^^^^^^^^\n");
    check_excerpt("abc\tx", 1, 4, "    7 | abc\tx\n      |  ^^^^^^^^\n");
    check_excerpt("abc\tx", 4, 1, "    7 | abc\tx\n      |    \t^\n");
}

TEST(screen_carets_inside_characters)
{
    check_excerpt("a\u65e5b", 2, 1, "    7 | a\u65e5b\n      |  ^^\n");
    check_excerpt("a\u65e5b", 2, 3, "    7 | a\u65e5b\n      |  ^^^\n");
    check_excerpt("a\u65e5b", 0, 2, "    7 | a\u65e5b\n      | ^^^\n");
    check_excerpt("a\u65e5b", 3, 0, "    7 | a\u65e5b\n      |  ^^\n");
}

TEST(screen_carets_past_the_end)
{
    check_excerpt("abc", 1, SIZE_MAX, "    7 | abc\n      |  ^^\n");
    check_excerpt("ab", 9, SIZE_MAX, "    7 | ab\n      |   ^\n");
    check_excerpt("", 0, 0, "    7 |\n      | ^\n");
}

TEST(screen_carets_end_where_the_line_is_cut)
{
    char line[201], shown[91], carets[91], expected[300];

    memset(line, 'x', 200);
    memset(shown, 'x', 90);
    memset(carets, '^', 90);
    line[200] = shown[90] = carets[90] = '\0';
    snprintf(expected, sizeof expected, "    7 | %s...\n      | %s\n", shown, carets);
    check_excerpt(line, 0, 200, expected);
}

/* Wide numbers move both lines, and the tab stops with them. */
TEST(screen_wide_numbers)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    assay_screen_excerpt(&out, 1234567, assay_str("\tx"), 0, 2);
    CHECK_STR(out.at, "1234567 | \tx\n        | ^^^^^^^\n");
    assay_buf_done(&out);
}

/* A line of tabs is cut as wide as they are. */
TEST(screen_cuts_lines_of_tabs)
{
    char line[101];
    struct assay_buf out;

    memset(line, '\t', 100);
    line[100] = '\0';
    assay_buf_init(&out, NULL, 0);
    assay_screen_excerpt(&out, 7, assay_str(line), 50, 1);
    /* Five tabs before the place; then as many as fill 90 columns. */
    CHECK_STR(out.at, "    7 | ...\t\t\t\t\t\t\t\t\t\t\t...\n"
                      "      |    \t\t\t\t\t^^^^^^^^\n");
    assay_buf_done(&out);
}
