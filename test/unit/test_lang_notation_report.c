/*
 * The report of all problems of a grammar: their order, their number, and the lines with
 * carets.
 */
#include "notation_fixture.h"

TEST(problems_reading_goes_on)
{
    check_report("a: \"x\" );\nb: [z-a] c;\nd: \"y\"\ne: ] f\ng: \"z\" h;",
                 "t.lang:1:8: error: unexpected ')'; a part or ';' is expected [E0101]\n"
                 "    1 | a: \"x\" );\n"
                 "      |        ^\n"
                 "  help: no '(' is open here\n"
                 "t.lang:2:5: error: the range ends before it starts [E0107]\n"
                 "    2 | b: [z-a] c;\n"
                 "      |     ^^^\n"
                 "  help: write the smaller end first, and a '-' itself as \\-\n"
                 "t.lang:2:10: error: undefined rule 'c' [E0104]\n"
                 "    2 | b: [z-a] c;\n"
                 "      |          ^\n"
                 "t.lang:4:4: error: unexpected ']'; a part or ';' is expected [E0101]\n"
                 "    4 | e: ] f\n"
                 "      |    ^\n"
                 "t.lang:5:8: error: undefined rule 'h' [E0104]\n"
                 "    5 | g: \"z\" h;\n"
                 "      |        ^\n");
}

TEST(problems_of_empty_rules_are_one)
{
    check_report("a: \"x\";;;;;\nb: \"y\" a;",
                 "t.lang:1:8: error: unexpected ';'; a rule is expected [E0101]\n"
                 "    1 | a: \"x\";;;;;\n"
                 "      |        ^\n"
                 "  help: a rule is written name: expression;\n");
}

TEST(problems_errors_come_first)
{
    struct notation n;
    struct assay_lang_source source = notation_source("a: @2 \"x\" b;\nc: @3 \"y\";");

    notation_init(&n, &source);
    CHECK_UINT(n.problems.count, 3);
    CHECK_UINT(n.problems.errors, 1);
    CHECK_STR(n.problems.at[0].code, "E0104");
    CHECK_INT(n.problems.at[0].severity, ASSAY_ERROR);
    CHECK_STR(n.problems.at[1].code, "W0104");
    CHECK_INT(n.problems.at[1].severity, ASSAY_WARNING);
    CHECK_UINT(n.problems.at[1].line, 1);
    CHECK_UINT(n.problems.at[2].line, 2);
    CHECK_UINT(n.problems.at[2].column, 5);
    CHECK_UINT(n.problems.at[2].offset, 17);
    CHECK_UINT(n.problems.at[2].len, 1);
    CHECK_STR(n.problems.at[2].source, "t.lang");
    notation_done(&n);
}

TEST(problems_are_kept_up_to_a_limit)
{
    char text[4096] = "a: ";
    struct assay_lang_source source;
    struct notation n;
    const char *end;

    for (int i = 0; i < 60; i++)
        strcat(text, "(@2 \"x\") ");
    for (int i = 0; i < 110; i++)
        strcat(text, "qq ");
    source = notation_source(text);
    notation_init(&n, &source);
    CHECK_UINT(n.problems.count, ASSAY_GRAMMAR_PROBLEMS);
    CHECK_UINT(n.problems.errors, 110);
    CHECK_UINT(n.problems.dropped, 70);
    /* The errors drove out the warnings. */
    CHECK_STR(n.problems.at[99].code, "E0104");
    CHECK_STR(n.problems.at[99].message, "undefined rule 'qq'");
    end = strstr(n.report.at, "and ");
    CHECK_STR(end, "and 70 more that are not shown\n");
    notation_done(&n);
}

/* ---- Lines and carets. */

TEST(problems_tabs_and_wide_characters)
{
    check_report("a:\t\"x\"\tb;", "t.lang:1:8: error: undefined rule 'b' [E0104]\n"
                                  "    1 | a:\t\"x\"\tb;\n"
                                  "      |   \t   \t^\n");
    check_report("a: \"\xe6\xbc\xa2\xe5\xad\x97\" b;",
                 "t.lang:1:9: error: undefined rule 'b' [E0104]\n"
                 "    1 | a: \"\xe6\xbc\xa2\xe5\xad\x97\" b;\n"
                 "      |           ^\n");
    /* A combining accent takes no column, an emoji takes two. */
    check_report("a: \"e\xcc\x81\xf0\x9f\x98\x80\" b;",
                 "t.lang:1:10: error: undefined rule 'b' [E0104]\n"
                 "    1 | a: \"e\xcc\x81\xf0\x9f\x98\x80\" b;\n"
                 "      |          ^\n");
    check_report("a: [\xe5\xad\x97-\xe4\xb8\x80];",
                 "t.lang:1:5: error: the range ends before it starts [E0107]\n"
                 "    1 | a: [\xe5\xad\x97-\xe4\xb8\x80];\n"
                 "      |     ^^^^^\n"
                 "  help: write the smaller end first, and a '-' itself as \\-\n");
}

TEST(problems_long_lines_are_cut)
{
    char text[2048] = "a: ";
    struct assay_lang_source source;
    struct notation n;

    for (int i = 0; i < 40; i++)
        strcat(text, "\"12345\" ");
    strcat(text, "bb ");
    for (int i = 0; i < 40; i++)
        strcat(text, "\"12345\" ");
    source = notation_source(text);
    notation_init(&n, &source);
    CHECK_STR(n.report.at, "t.lang:1:324: error: undefined rule 'bb' [E0104]\n"
                           "    1 | ...\"12345\" \"12345\" \"12345\" \"12345\" \"12345\" "
                           "bb \"12345\" \"12345\" "
                           "\"12345\" \"12345\" \"12345\" \"12345\"...\n"
                           "      |                                            ^^\n");
    notation_done(&n);
}

TEST(problems_line_numbers_may_be_wide)
{
    static char text[1100000];
    struct assay_lang_source source;
    struct notation n;

    memset(text, '\n', sizeof text - 20);
    strcpy(text + sizeof text - 20, "a: b;\r\n");
    source = notation_source(text);
    notation_init(&n, &source);
    CHECK_STR(n.report.at, "t.lang:1099981:4: error: undefined rule 'b' [E0104]\n"
                           "1099981 | a: b;\n"
                           "        |    ^\n");
    notation_done(&n);
}

TEST(problems_of_several_lines_show_the_first)
{
    check_report(
        "a: \"x\" where\n  len(self\n  ) + 1;",
        "t.lang:2:3: error: a condition is expected here, but this is a number [E0127]\n"
        "    2 |   len(self\n"
        "      |   ^^^^^^^^\n"
        "  help: compare it, such as x != 0\n");
}
