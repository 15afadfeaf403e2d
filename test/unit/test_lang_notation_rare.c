/*
 * Mistakes in grammars that are rarely made, all in one report each.
 */
#include "notation_fixture.h"

/* The reports of several grammars, one after the other. */
static void check_reports(const char *const *texts, const char *expected)
{
    struct assay_buf all;

    assay_buf_init(&all, NULL, 0);
    for (; *texts; texts++) {
        struct assay_lang_source source = notation_source(*texts);
        struct notation n;

        notation_init(&n, &source);
        assay_buf_puts(&all, n.report.at);
        notation_done(&n);
    }
    CHECK_STR(all.at, expected);
    assay_buf_done(&all);
}
#define CHECK_REPORTS(EXPECTED, ...)                                                     \
    check_reports((const char *const[]){__VA_ARGS__, NULL}, EXPECTED)

TEST(notation_rare_uses)
{
    CHECK_REPORTS(
        "t.lang:1:5: error: unexpected ';'; a language or a file is expected [E0101]\n"
        "    1 | use ; a: \"x\";\n"
        "      |     ^\n"
        "  help: write use json; or use \"host.lang\" as host;\n"
        "t.lang:1:5: error: unexpected '5'; a language or a file is expected [E0101]\n"
        "    1 | use 5 as x; a: \"x\";\n"
        "      |     ^\n"
        "  help: write use json; or use \"host.lang\" as host;\n"
        "t.lang:1:13: error: unexpected ';'; a name is expected [E0101]\n"
        "    1 | use json as ; a: json;\n"
        "      |             ^\n"
        "t.lang:1:13: error: 'where' is a word of the notation, not a language [E0111]\n"
        "    1 | use json as where; a: \"x\";\n"
        "      |             ^^^^^\n"
        "  help: choose another name, such as 'where_'\n"
        "t.lang:1:5: error: undefined language 'nosuch' [E0104]\n"
        "    1 | use nosuch; a: nosuch;\n"
        "      |     ^^^^^^\n"
        "t.lang:1:13: error: unexpected ';'; 'as' is expected [E0101]\n"
        "    1 | use \"x.lang\"; a: x;\n"
        "      |             ^\n"
        "  help: write use \"host.lang\" as host;\n"
        "t.lang:1:18: error: undefined rule 'x' [E0104]\n"
        "    1 | use \"x.lang\"; a: x;\n"
        "      |                  ^\n"
        "t.lang:1:5: error: this grammar may not use files [E0121]\n"
        "    1 | use \"x.lang\" as x; a: x;\n"
        "      |     ^^^^^^^^\n"
        "  help: there is no folder to look for them\n"
        "t.lang:1:5: error: undefined language 'jsno' [E0104]\n"
        "    1 | use jsno as j; a: j;\n"
        "      |     ^^^^\n"
        "  help: did you mean 'json'?\n"
        "t.lang:1:28: error: a second language 'j' [E0105]\n"
        "    1 | use json as j; use uuid as j; a: j;\n"
        "      |                            ^\n"
        "  help: give it another name: use ... as name;\n"
        "t.lang:1:9: error: 'use' stands before all rules [E0123]\n"
        "    1 | a: \"x\"; use json;\n"
        "      |         ^^^^^^^^\n"
        "t.lang:1:10: error: unexpected 'json'; ';' is expected [E0101]\n"
        "    1 | use json json; a: json;\n"
        "      |          ^^^^\n"
        "t.lang:1:16: error: 'a' is a language that is used, and a rule [E0105]\n"
        "    1 | use json as a; a: \"x\";\n"
        "      |                ^\n",
        "use ; a: \"x\";", "use 5 as x; a: \"x\";", "use json as ; a: json;",
        "use json as where; a: \"x\";", "use nosuch; a: nosuch;", "use \"x.lang\"; a: x;",
        "use \"x.lang\" as x; a: x;", "use jsno as j; a: j;",
        "use json as j; use uuid as j; a: j;", "a: \"x\"; use json;",
        "use json json; a: json;", "use json as a; a: \"x\";");
}

TEST(notation_rare_options)
{
    CHECK_REPORTS(
        "t.lang:1:1: error: unexpected '%byte'; %bytes or %utf8 is expected [E0101]\n"
        "    1 | %byte; a: \"x\";\n"
        "      | ^^^^^\n"
        "t.lang:1:8: error: unexpected 'a'; ';' is expected [E0101]\n"
        "    1 | %bytes a: \"x\";\n"
        "      |        ^\n"
        "t.lang:1:9: error: '%bytes' stands before all rules [E0123]\n"
        "    1 | a: \"x\"; %bytes;\n"
        "      |         ^^^^^^\n",
        "%byte; a: \"x\";", "%bytes a: \"x\";", "%bytes; %bytes; a: [\\xff];",
        "a: \"x\"; %bytes;");
}

TEST(notation_rare_counts)
{
    CHECK_REPORTS(
        "t.lang:1:4: error: the '(' is not closed [E0101]\n"
        "    1 | a: (\"x\"\n"
        "      |    ^\n"
        "t.lang:1:7: error: unexpected ')'; a part or ';' is expected [E0101]\n"
        "    1 | a: \"x\")\n"
        "      |       ^\n"
        "  help: no '(' is open here\n"
        "t.lang:1:8: error: the text ends, but a number is expected [E0101]\n"
        "    1 | a: \"x\"{\n"
        "      |        ^\n"
        "  help: counts are written {3}, {2,5}, {2,} or {,5}\n"
        "t.lang:1:9: error: the text ends, but '}' is expected [E0101]\n"
        "    1 | a: \"x\"{2\n"
        "      |         ^\n"
        "  help: counts are written {3}, {2,5}, {2,} or {,5}\n"
        "t.lang:1:9: error: unexpected '}'; a number is expected [E0101]\n"
        "    1 | a: \"x\"{,}\n"
        "      |         ^\n"
        "t.lang:1:7: error: the least count is greater than the most [E0110]\n"
        "    1 | a: \"x\"{3,2}\n"
        "      |       ^^^^^\n"
        "  help: write the smaller number first\n"
        "t.lang:1:8: error: the number is too large: at most 2147483647 [E0110]\n"
        "    1 | a: \"x\"{2147483648}\n"
        "      |        ^^^^^^^^^^\n"
        "t.lang:1:10: error: the number is too large: at most 2147483647 [E0110]\n"
        "    1 | a: \"x\"{1,2147483648}\n"
        "      |          ^^^^^^^^^^\n"
        "t.lang:1:4: error: unexpected '{'; a part or ';' is expected [E0101]\n"
        "    1 | a: {2}\n"
        "      |    ^\n"
        "  help: a repetition stands behind what it repeats\n"
        "t.lang:1:4: error: unexpected '*'; a part or ';' is expected [E0101]\n"
        "    1 | a: *\n"
        "      |    ^\n"
        "  help: a repetition stands behind what it repeats\n"
        "t.lang:1:6: error: unexpected '\"x\"'; a number is expected [E0101]\n"
        "    1 | a: @ \"x\" | \"y\"\n"
        "      |      ^^^\n"
        "t.lang:1:5: error: the number is too large: at most 1000000 [E0110]\n"
        "    1 | a: @1000001 \"x\" | \"y\"\n"
        "      |     ^^^^^^^\n"
        "t.lang:1:5: warning: a weight without another alternative has no effect "
        "[W0104]\n"
        "    1 | a: @3 \"x\"\n"
        "      |     ^\n"
        "  help: weights stand before alternatives: @3 a | @1 b\n",
        "a: ;", "a: | ;", "a: (\"x\"", "a: \"x\")", "a: ()", "a: \"x\"{", "a: \"x\"{2",
        "a: \"x\"{,}", "a: \"x\"{3,2}", "a: \"x\"{2147483648}", "a: \"x\"{1,2147483648}",
        "a: {2}", "a: *", "a: @ \"x\" | \"y\"", "a: @1000001 \"x\" | \"y\"",
        "a: @3 \"x\"");
}

TEST(notation_rare_rules)
{
    CHECK_REPORTS(
        "t.lang:1:5: error: unexpected ':'; a part or ';' is expected [E0101]\n"
        "    1 | a: x: \"y\"\n"
        "      |     ^\n"
        "  help: a part's name has no blank behind its colon; a rule begins a line\n"
        "t.lang:1:6: error: unexpected 'y'; the part of that name is expected [E0101]\n"
        "    1 | a: x:y:\"z\"\n"
        "      |      ^\n"
        "t.lang:1:3: error: unexpected 'b'; ':' is expected [E0101]\n"
        "    1 | a b: \"x\"\n"
        "      |   ^\n"
        "  help: a rule is written name: expression;\n"
        "t.lang:1:1: error: unexpected ':'; a rule is expected [E0101]\n"
        "    1 | : \"x\"\n"
        "      | ^\n"
        "  help: a rule is written name: expression;\n"
        "t.lang:1:3: error: unexpected '\"x\"'; ':' is expected [E0101]\n"
        "    1 | a \"x\"\n"
        "      |   ^^^\n"
        "  help: a rule is written name: expression;\n"
        "t.lang:1:9: error: unexpected ':'; a part or ';' is expected [E0101]\n"
        "    1 | a: \"x\" b: \"y\"\n"
        "      |         ^\n"
        "  help: a part's name has no blank behind its colon; a rule begins a line\n"
        "t.lang:1:1: error: 'where' is a word of the notation, not a rule [E0111]\n"
        "    1 | where: \"x\"\n"
        "      | ^^^^^\n"
        "  help: choose another name, such as 'where_'\n"
        "t.lang:1:4: error: 'self' is a word of the notation, not a rule [E0111]\n"
        "    1 | a: self\n"
        "      |    ^^^^\n"
        "  help: choose another name, such as 'self_'\n"
        "t.lang:1:2: error: unexpected '-'; ':' is expected [E0101]\n"
        "    1 | a-: \"x\"\n"
        "      |  ^\n"
        "  help: a rule is written name: expression;\n"
        "t.lang:1:9: error: a second rule 'a' [E0105]\n"
        "    1 | a: \"x\"; a: \"y\"\n"
        "      |         ^\n"
        "  help: the first one is in line 1\n"
        "t.lang:1:9: error: undefined rule 'i' [E0104]\n"
        "    1 | a: \"x\"i i\n"
        "      |         ^\n"
        "t.lang:1:4: error: unexpected '5'; a part or ';' is expected [E0101]\n"
        "    1 | a: 5\n"
        "      |    ^\n"
        "  help: a count stands behind what it repeats: x{3}; text stands in quotes\n",
        "a: x: \"y\"", "a: x:y:\"z\"", "a: \"x\" | @2", "a b: \"x\"", ": \"x\"",
        "a \"x\"", "a: \"x\" b: \"y\"", "where: \"x\"", "a: self", "a-: \"x\"",
        "a: \"x\"; a: \"y\"", "a: \"x\"i i", "a: 5", "a: \"x\" ++", "a: \"x\"? ?");
}

TEST(notation_rare_strings)
{
    CHECK_REPORTS(
        "t.lang:1:4: error: the string has no closing quote [E0103]\n"
        "    1 | a: \"x\n"
        "      |    ^^\n"
        "  help: a line break in it is \\n\n"
        "t.lang:1:4: error: the string has no closing quote [E0103]\n"
        "    1 | a: 'x\n"
        "      |    ^^\n"
        "  help: a line break in it is \\n\n"
        "t.lang:1:5: error: unknown escape '\\q' [E0106]\n"
        "    1 | a: \"\\q\"\n"
        "      |     ^^\n"
        "  help: known are \\n \\r \\t \\0 \\\\ \\\" \\' \\xHH \\uHHHH \\u{H}; a "
        "backslash is \\\\\n"
        "t.lang:1:5: error: incomplete escape [E0106]\n"
        "    1 | a: \"\\x4\"\n"
        "      |     ^^^\n"
        "  help: a byte is written with two hexadecimal digits, \\x0A\n"
        "t.lang:1:5: error: no Unicode character [E0109]\n"
        "    1 | a: \"\\u{110000}\"\n"
        "      |     ^^^^^^^^^^\n"
        "  help: the last one is \\u{10FFFF}\n"
        "t.lang:1:5: error: incomplete escape [E0106]\n"
        "    1 | a: \"\\u{}\"\n"
        "      |     ^^^^\n"
        "  help: a code point is written \\u{1F600} or \\u00E9\n"
        "t.lang:1:5: error: incomplete escape [E0106]\n"
        "    1 | a: \"\\u12\"\n"
        "      |     ^^^^\n"
        "  help: a code point is written \\u{1F600} or \\u00E9\n"
        "t.lang:1:5: error: no Unicode character [E0109]\n"
        "    1 | a: \"\\ud800\"\n"
        "      |     ^^^^^^\n"
        "  help: U+D800 to U+DFFF are halves of characters; write \\u{1F600}\n"
        "t.lang:1:4: error: the set has no closing ']' [E0103]\n"
        "    1 | a: [\n"
        "      |    ^\n"
        "  help: a line break in it is \\n\n"
        "t.lang:1:4: error: the set has no closing ']' [E0103]\n"
        "    1 | a: [a\n"
        "      |    ^^\n"
        "  help: a line break in it is \\n\n"
        "t.lang:1:4: error: the set is empty [E0108]\n"
        "    1 | a: []\n"
        "      |    ^^\n"
        "  help: a bracket itself is \\]\n"
        "t.lang:1:4: error: the set is empty [E0108]\n"
        "    1 | a: [^]\n"
        "      |    ^^^\n"
        "  help: any character is %x0-10FFFF\n"
        "t.lang:1:5: error: the range ends before it starts [E0107]\n"
        "    1 | a: [z-a]\n"
        "      |     ^^^\n"
        "  help: write the smaller end first, and a '-' itself as \\-\n"
        "t.lang:1:5: error: a byte above \\x7F in a set of characters [E0109]\n"
        "    1 | a: [\\xff]\n"
        "      |     ^^^^\n"
        "  help: write \\u{H} for a character, or begin the grammar with %bytes;\n"
        "t.lang:1:5: error: the range ends before it starts [E0107]\n"
        "    1 | a: [a-\\n]\n"
        "      |     ^^^^\n"
        "  help: write the smaller end first, and a '-' itself as \\-\n"
        "t.lang:1:5: error: unknown escape '\\q' [E0106]\n"
        "    1 | a: [\\q]\n"
        "      |     ^^\n"
        "  help: known are \\n \\r \\t \\0 \\\\ \\\" \\' \\] \\[ \\- \\^ \\xHH \\uHHHH "
        "\\u{H}; a backslash is \\\\\n",
        "a: \"x", "a: 'x\n'", "a: \"\\q\"", "a: \"\\x4\"", "a: \"\\u{110000}\"",
        "a: \"\\u{}\"", "a: \"\\u12\"", "a: \"\\ud800\"", "a: [", "a: [a", "a: []",
        "a: [^]", "a: [z-a]", "a: [\\xff]", "a: [a-\\n]", "a: [\\q]", "a: [a-a-z]");
}

TEST(notation_rare_numbers)
{
    CHECK_REPORTS(
        "t.lang:1:4: error: unexpected '%'; a part or ';' is expected [E0101]\n"
        "    1 | a: %\n"
        "      |    ^\n"
        "t.lang:1:4: error: malformed number '%x' [E0110]\n"
        "    1 | a: %x\n"
        "      |    ^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:4: error: malformed number '%xG' [E0110]\n"
        "    1 | a: %xG\n"
        "      |    ^^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:6: error: no Unicode character [E0109]\n"
        "    1 | a: %x110000\n"
        "      |      ^^^^^^\n"
        "  help: the last one is %x10FFFF\n"
        "t.lang:1:4: error: malformed number '%x41-' [E0110]\n"
        "    1 | a: %x41-\n"
        "      |    ^^^^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:4: error: the range ends before it starts [E0107]\n"
        "    1 | a: %x5A-41\n"
        "      |    ^^^^^^^\n"
        "  help: write the smaller end first, and a '-' itself as \\-\n"
        "t.lang:1:4: error: malformed number '%x41.' [E0110]\n"
        "    1 | a: %x41.\n"
        "      |    ^^^^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:14: error: no byte [E0109]\n"
        "    1 | %bytes; a: %x100\n"
        "      |              ^^^\n"
        "  help: the largest one is %xFF\n"
        "t.lang:1:13: error: a character of several bytes in a set of bytes [E0109]\n"
        "    1 | %bytes; a: [é]\n"
        "      |             ^\n"
        "  help: write it as a string, or bytes as \\xHH\n"
        "t.lang:1:4: error: malformed number '%b2' [E0110]\n"
        "    1 | a: %b2\n"
        "      |    ^^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:6: error: no Unicode character [E0109]\n"
        "    1 | a: %xD800\n"
        "      |      ^^^^\n"
        "  help: U+D800 to U+DFFF are halves of characters; write \\u{1F600}\n"
        "t.lang:1:1: error: the comment has no closing '*/' [E0103]\n"
        "    1 | /* no end\n"
        "      | ^^\n"
        "t.lang:1:8: error: unexpected '/'; a part or ';' is expected [E0101]\n"
        "    1 | a: \"x\" /\n"
        "      |        ^\n"
        "  help: alternatives are separated by |\n"
        "t.lang:1:8: error: unexpected character '$' [E0102]\n"
        "    1 | a: \"x\" $\n"
        "      |        ^\n"
        "  help: text stands in straight quotes, \" or '\n"
        "t.lang:1:5: error: the grammar is no UTF-8 text [E0117]\n"
        "    1 | a: \"�\"\n"
        "      |     ^\n"
        "  help: a raw byte is written \\xHH, in a string\n"
        "t.lang:1:5: error: incomplete escape [E0106]\n"
        "    1 | a: \"\\x\"\n"
        "      |     ^^\n"
        "  help: a byte is written with two hexadecimal digits, \\x0A\n",
        "a: %", "a: %x", "a: %xG", "a: %x110000", "a: %x41-", "a: %x5A-41", "a: %x41.",
        "a: %d256-300", "%bytes; a: %x100", "%bytes; a: [é]", "a: %b2", "a: %xD800",
        "a: %xD7FF-E000", "/* no end", "a: \"x\" /", "a: \"x\" $", "a: \"\xff\"",
        "a: [^%x0-10FFFF]", "a: \"\\x\"", "%bytes; a: \"é\"");
}

TEST(notation_rare_terms)
{
    CHECK_REPORTS(
        "t.lang:1:13: error: the text ends, but a term is expected [E0101]\n"
        "    1 | a: \"x\" where\n"
        "      |             ^\n"
        "t.lang:1:14: error: unexpected ';'; a term is expected [E0101]\n"
        "    1 | a: \"x\" where ;\n"
        "      |              ^\n"
        "t.lang:1:14: error: a condition is expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where 1\n"
        "      |              ^\n"
        "  help: compare it, such as 1 != 0\n"
        "t.lang:1:14: error: a condition is expected here, but this is a part [E0127]\n"
        "    1 | a: \"x\" where self\n"
        "      |              ^^^^\n"
        "  help: count(self) > 0 says that it is there\n"
        "t.lang:1:14: error: a condition is expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where len(self)\n"
        "      |              ^^^^^^^^^\n"
        "  help: compare it, such as len(self) != 0\n"
        "t.lang:1:14: error: len() takes 1 argument, here are 0 [E0126]\n"
        "    1 | a: \"x\" where len() == 1\n"
        "      |              ^^^^^\n"
        "t.lang:1:14: error: len() takes 1 argument, here are 2 [E0126]\n"
        "    1 | a: \"x\" where len(self, self) == 1\n"
        "      |              ^^^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: no function 'nosuch' [E0125]\n"
        "    1 | a: \"x\" where nosuch(self) == 1\n"
        "      |              ^^^^^^\n"
        "t.lang:1:14: error: no function 'lne' [E0125]\n"
        "    1 | a: \"x\" where lne(self) == 1\n"
        "      |              ^^^\n"
        "  help: did you mean 'len'?\n"
        "t.lang:1:14: error: a part is compared with a number [E0127]\n"
        "    1 | a: \"x\" where self == 1\n"
        "      |              ^^^^^^^^^\n"
        "  help: int(self) is its number, len(self) its length\n"
        "t.lang:1:15: error: a number is expected here, but this is a part [E0127]\n"
        "    1 | a: \"x\" where -self == 1\n"
        "      |               ^^^^\n"
        "  help: int(self) is its number, len(self) its length\n"
        "t.lang:1:20: error: unexpected '<'; the end of the comparison is expected "
        "[E0101]\n"
        "    1 | a: \"x\" where 1 < 2 < 3\n"
        "      |                    ^\n"
        "  help: join comparisons: a < b && b < c\n"
        "t.lang:1:14: error: conditions have no order [E0127]\n"
        "    1 | a: \"x\" where (1 == 1) < (2 == 2)\n"
        "      |              ^^^^^^^^^^^^^^^^^^^\n"
        "  help: they can be == or !=, or one can => the other\n"
        "t.lang:1:14: error: a condition is compared with a number [E0127]\n"
        "    1 | a: \"x\" where (1 == 1) == 1\n"
        "      |              ^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: the number is too large: numbers have 64 bits [E0110]\n"
        "    1 | a: \"x\" where 9223372036854775808 > 1\n"
        "      |              ^^^^^^^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: not a number [E0110]\n"
        "    1 | a: \"x\" where 0x > 1\n"
        "      |              ^^\n"
        "  help: numbers are written 31 or 0x1F\n"
        "t.lang:1:14: error: not a number [E0110]\n"
        "    1 | a: \"x\" where 12ab > 1\n"
        "      |              ^^^^\n"
        "  help: numbers are written 31 or 0x1F\n",
        "a: \"x\" where", "a: \"x\" where ;", "a: \"x\" where 1", "a: \"x\" where self",
        "a: \"x\" where len(self)", "a: \"x\" where len() == 1",
        "a: \"x\" where len(self, self) == 1", "a: \"x\" where nosuch(self) == 1",
        "a: \"x\" where lne(self) == 1", "a: \"x\" where self == 1",
        "a: \"x\" where !1 == 2", "a: \"x\" where -self == 1", "a: \"x\" where 1 < 2 < 3",
        "a: \"x\" where (1 == 1) < (2 == 2)", "a: \"x\" where (1 == 1) == 1",
        "a: \"x\" where 9223372036854775808 > 1", "a: \"x\" where 0x > 1",
        "a: \"x\" where 12ab > 1");
}

TEST(notation_rare_paths)
{
    CHECK_REPORTS(
        "t.lang:1:14: error: rule 'a' has no part 'b' [E0124]\n"
        "    1 | a: \"x\" where b == \"x\"\n"
        "      |              ^\n"
        "t.lang:1:12: error: no rule or part is called 'c' [E0124]\n"
        "    1 | a: b where b.c == \"x\"; b: \"y\"\n"
        "      |            ^^^\n"
        "t.lang:1:12: error: rule 'a' has no part 'c' [E0124]\n"
        "    1 | a: b where c == \"x\"; b: \"y\"; \n"
        "      |            ^\n"
        "t.lang:1:14: error: parts are counted from 1 [E0110]\n"
        "    1 | a: b* where b[0] == \"x\"; b: \"y\"\n"
        "      |              ^^^\n"
        "t.lang:1:17: error: unexpected '=='; ']' is expected [E0101]\n"
        "    1 | a: b* where b[2 == \"x\"; b: \"y\"\n"
        "      |                 ^^\n"
        "t.lang:1:20: error: 'in' is a word of the notation, not a variable [E0111]\n"
        "    1 | a: b* where forall in b: 1 == 1; b: \"y\"\n"
        "      |                    ^^\n"
        "  help: choose another name, such as 'in_'\n"
        "t.lang:1:22: error: unexpected 'b'; 'in' is expected [E0101]\n"
        "    1 | a: b* where forall x b: 1 == 1; b: \"y\"\n"
        "      |                      ^\n"
        "t.lang:1:27: error: unexpected '1'; ':' is expected [E0101]\n"
        "    1 | a: b* where forall x in b 1 == 1; b: \"y\"\n"
        "      |                           ^\n"
        "t.lang:1:25: error: unexpected '\"t\"'; a path is expected [E0101]\n"
        "    1 | a: b* where forall x in \"t\": 1 == 1; b: \"y\"\n"
        "      |                         ^^^\n"
        "t.lang:1:22: error: undefined rule 'nosuch' [E0104]\n"
        "    1 | a: \"x\" where self in nosuch\n"
        "      |                      ^^^^^^\n"
        "t.lang:1:14: error: a text is expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where 1 in a\n"
        "      |              ^\n"
        "  help: dec(1) is the number as a text\n"
        "t.lang:1:14: error: scope() takes 2 arguments, here is 1 [E0126]\n"
        "    1 | a: \"x\" where scope(self) == self\n"
        "      |              ^^^^^^^^^^^\n"
        "t.lang:1:26: error: unexpected '1'; the name of a rule or part is expected "
        "[E0101]\n"
        "    1 | a: \"x\" where scope(self, 1) == self\n"
        "      |                          ^\n"
        "t.lang:1:20: error: parts are expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where count(1) == 1\n"
        "      |                    ^\n"
        "t.lang:1:21: error: parts are expected here, but this is a text [E0127]\n"
        "    1 | a: \"x\" where unique(\"x\")\n"
        "      |                     ^^^\n"
        "t.lang:1:22: error: a text to compare with has no i behind it [E0101]\n"
        "    1 | a: \"x\" where self == \"x\"i\n"
        "      |                      ^^^^\n"
        "  help: compare lower(x) with a text in lower case\n"
        "t.lang:1:18: error: a number is expected here, but this is a part [E0127]\n"
        "    1 | a: \"x\" where 1 + self == 2\n"
        "      |                  ^^^^\n"
        "  help: int(self) is its number, len(self) its length\n"
        "t.lang:1:21: error: the text ends, but ')' is expected [E0101]\n"
        "    1 | a: \"x\" where (1 == 1\n"
        "      |                     ^\n"
        "t.lang:1:18: error: the text ends, but a term is expected [E0101]\n"
        "    1 | a: \"x\" where 1 == \n"
        "      |                  ^\n"
        "t.lang:1:18: error: the text ends, but a term is expected [E0101]\n"
        "    1 | a: \"x\" where 1 &&\n"
        "      |                  ^\n"
        "t.lang:1:14: error: no rule or part is called 'nosuch' [E0124]\n"
        "    1 | a: \"x\" where self..nosuch == \"\"\n"
        "      |              ^^^^^^^^^^^^\n"
        "t.lang:1:16: error: unexpected '=='; a part's name is expected [E0101]\n"
        "    1 | a: \"x\" where . == \"\"\n"
        "      |                ^^\n",
        "a: \"x\" where b == \"x\"", "a: b where b.c == \"x\"; b: \"y\"",
        "a: b where c == \"x\"; b: \"y\"; ", "a: b* where b[0] == \"x\"; b: \"y\"",
        "a: b* where b[2 == \"x\"; b: \"y\"", "a: b* where forall in b: 1 == 1; b: \"y\"",
        "a: b* where forall x b: 1 == 1; b: \"y\"",
        "a: b* where forall x in b 1 == 1; b: \"y\"",
        "a: b* where forall x in \"t\": 1 == 1; b: \"y\"",
        "a: \"x\" where self in nosuch", "a: \"x\" where 1 in a",
        "a: \"x\" where scope(self) == self", "a: \"x\" where scope(self, 1) == self",
        "a: \"x\" where count(1) == 1", "a: \"x\" where unique(\"x\")",
        "a: \"x\" where self == \"x\"i", "a: \"x\" where int(self, 1) == 1",
        "a: \"x\" where 1 + self == 2", "a: \"x\" where (1 == 1",
        "a: \"x\" where 1 == ", "a: \"x\" where 1 &&",
        "a: \"x\" where self..nosuch == \"\"", "a: \"x\" where . == \"\"");
}

TEST(notation_rare_types)
{
    CHECK_REPORTS(
        "t.lang:1:14: error: a condition is compared with a number [E0127]\n"
        "    1 | a: \"x\" where (!(1 == 1)) == 1\n"
        "      |              ^^^^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: a number is compared with a text [E0127]\n"
        "    1 | a: \"x\" where -(1) == \"x\"\n"
        "      |              ^^^^^^^^^^^\n"
        "  help: int(\"x\") is its number, len(\"x\") its length\n"
        "t.lang:1:14: error: a condition is compared with a number [E0127]\n"
        "    1 | a: \"x\" where (self in a) == 1\n"
        "      |              ^^^^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: a condition is compared with a number [E0127]\n"
        "    1 | a: \"x\" where (forall x in self: 1 == 1) == 1\n"
        "      |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: a condition is compared with a text [E0127]\n"
        "    1 | a: \"x\" where (1 == 1 && 2 == 2) == \"x\"\n"
        "      |              ^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "t.lang:1:18: error: a text is expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where len(1) == 1\n"
        "      |                  ^\n"
        "  help: dec(1) is the number as a text\n"
        "t.lang:1:18: error: a text is expected here, but this is a condition [E0127]\n"
        "    1 | a: \"x\" where len(1 == 1) == 1\n"
        "      |                  ^^^^^^\n"
        "t.lang:1:14: error: a part is compared with a condition [E0127]\n"
        "    1 | a: \"x\" where self == (1 == 1)\n"
        "      |              ^^^^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: a number is expected here, but this is a text [E0127]\n"
        "    1 | a: \"x\" where \"x\" + 1 == 2\n"
        "      |              ^^^\n"
        "  help: int(\"x\") is its number, len(\"x\") its length\n"
        "t.lang:1:26: error: a condition is expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where (1 == 1) && 1\n"
        "      |                          ^\n"
        "  help: compare it, such as 1 != 0\n"
        "t.lang:1:14: error: a condition is expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where 1 => 1 == 1\n"
        "      |              ^\n"
        "  help: compare it, such as 1 != 0\n"
        "t.lang:1:24: error: a condition is expected here, but this is a text [E0127]\n"
        "    1 | a: \"x\" where 1 == 1 => \"x\"\n"
        "      |                        ^^^\n"
        "t.lang:1:14: error: the number is too large: numbers have 64 bits [E0110]\n"
        "    1 | a: \"x\" where 0x8000000000000000 > 1\n"
        "      |              ^^^^^^^^^^^^^^^^^^\n"
        "t.lang:1:14: error: cat() takes 1 to 8 arguments, here are 0 [E0126]\n"
        "    1 | a: \"x\" where cat() == \"x\"\n"
        "      |              ^^^^^\n"
        "t.lang:1:24: error: a text is expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where cat(self, 1) == \"x\"\n"
        "      |                        ^\n"
        "  help: dec(1) is the number as a text\n"
        "t.lang:1:18: error: a number is expected here, but this is a part [E0127]\n"
        "    1 | a: \"x\" where dec(self) == \"1\"\n"
        "      |                  ^^^^\n"
        "  help: int(self) is its number, len(self) its length\n"
        "t.lang:1:27: error: parts are expected here, but this is a number [E0127]\n"
        "    1 | a: \"x\" where before(self, 1)\n"
        "      |                           ^\n"
        "t.lang:1:13: error: unique() takes 1 argument, here are 2 [E0126]\n"
        "    1 | a: b* where unique(b, b); b: \"x\"\n"
        "      |             ^^^^^^^^^^^^\n",
        "a: \"x\" where (!(1 == 1)) == 1", "a: \"x\" where -(1) == \"x\"",
        "a: \"x\" where (self in a) == 1",
        "a: \"x\" where (forall x in self: 1 == 1) == 1",
        "a: \"x\" where (1 == 1 && 2 == 2) == \"x\"", "a: \"x\" where len(1) == 1",
        "a: \"x\" where len(1 == 1) == 1", "a: \"x\" where self == (1 == 1)",
        "a: \"x\" where \"x\" + 1 == 2", "a: \"x\" where (1 == 1) && 1",
        "a: \"x\" where 1 => 1 == 1", "a: \"x\" where 1 == 1 => \"x\"",
        "a: \"x\" where 0xff == 255 && 0XFF == 255 && 0x7fffffffffffffff > 1",
        "a: \"x\" where 0x8000000000000000 > 1", "a: \"x\" where cat() == \"x\"",
        "a: \"x\" where cat(self, 1) == \"x\"", "a: \"x\" where dec(self) == \"1\"",
        "a: \"x\" where before(self, 1)", "a: b* where len(b) == 1; b: \"x\"",
        "a: b b where b == \"x\"; b: \"x\"", "a: b* where unique(b, b); b: \"x\"");
}
