/*
 * What is wrong with grammars, as users see it. Each code has its exact report here, or
 * in test_lang_notation_terms.c and test_lang_notation_modules.c.
 */
#include "notation_fixture.h"

TEST(problems_syntax)
{
    check_report("a = \"x\";",
                 "t.lang:1:3: error: unexpected '='; ':' is expected [E0101]\n"
                 "    1 | a = \"x\";\n"
                 "      |   ^\n"
                 "  help: a rule is written name: expression;\n");
    check_report("a: \"x\" / \"y\";",
                 "t.lang:1:8: error: unexpected '/'; a part or ';' is expected [E0101]\n"
                 "    1 | a: \"x\" / \"y\";\n"
                 "      |        ^\n"
                 "  help: alternatives are separated by |\n");
    check_report("a: .*;",
                 "t.lang:1:4: error: unexpected '.'; a part or ';' is expected [E0101]\n"
                 "    1 | a: .*;\n"
                 "      |    ^\n"
                 "  help: any character is %x0-10FFFF\n");
    check_report("a: * \"x\";",
                 "t.lang:1:4: error: unexpected '*'; a part or ';' is expected [E0101]\n"
                 "    1 | a: * \"x\";\n"
                 "      |    ^\n"
                 "  help: a repetition stands behind what it repeats\n");
    check_report("a: <b>;",
                 "t.lang:1:4: error: unexpected '<'; a part or ';' is expected [E0101]\n"
                 "    1 | a: <b>;\n"
                 "      |    ^\n"
                 "  help: a rule is referred to by its bare name\n");
    check_report(
        "a: 2\"x\", \"y\";",
        "t.lang:1:4: error: unexpected '2'; a part or ';' is expected [E0101]\n"
        "    1 | a: 2\"x\", \"y\";\n"
        "      |    ^\n"
        "  help: a count stands behind what it repeats: x{3}; text stands in quotes\n");
    check_report("a: \"x\", \"y\";",
                 "t.lang:1:7: error: unexpected ','; a part or ';' is expected [E0101]\n"
                 "    1 | a: \"x\", \"y\";\n"
                 "      |       ^\n"
                 "  help: the parts of a sequence just follow each other\n");
    check_report(
        "a: b: \"y\";",
        "t.lang:1:5: error: unexpected ':'; a part or ';' is expected [E0101]\n"
        "    1 | a: b: \"y\";\n"
        "      |     ^\n"
        "  help: a part's name has no blank behind its colon; a rule begins a line\n");
    check_report("\"x\";",
                 "t.lang:1:1: error: unexpected '\"x\"'; a rule is expected [E0101]\n"
                 "    1 | \"x\";\n"
                 "      | ^^^\n"
                 "  help: a rule is written name: expression;\n");
}

TEST(problems_syntax_of_groups_and_counts)
{
    check_report("a: (\"x\" | (\"y\")\nb: \"z\";",
                 "t.lang:1:4: error: the '(' is not closed [E0101]\n"
                 "    1 | a: (\"x\" | (\"y\")\n"
                 "      |    ^\n");
    check_report("a: (\"x\" where self == \"y\");",
                 "t.lang:1:4: error: the '(' is not closed [E0101]\n"
                 "    1 | a: (\"x\" where self == \"y\");\n"
                 "      |    ^\n"
                 "  help: a constraint belongs to a rule, not to a group\n");
    check_report("a: \"x\");",
                 "t.lang:1:7: error: unexpected ')'; a part or ';' is expected [E0101]\n"
                 "    1 | a: \"x\");\n"
                 "      |       ^\n"
                 "  help: no '(' is open here\n");
    check_report("a: \"x\"{};",
                 "t.lang:1:8: error: unexpected '}'; a number is expected [E0101]\n"
                 "    1 | a: \"x\"{};\n"
                 "      |        ^\n"
                 "  help: counts are written {3}, {2,5}, {2,} or {,5}\n");
    check_report("a: \"x\"{2;",
                 "t.lang:1:9: error: unexpected ';'; '}' is expected [E0101]\n"
                 "    1 | a: \"x\"{2;\n"
                 "      |         ^\n"
                 "  help: counts are written {3}, {2,5}, {2,} or {,5}\n");
    check_report(
        "a: b:;",
        "t.lang:1:6: error: unexpected ';'; the part of that name is expected [E0101]\n"
        "    1 | a: b:;\n"
        "      |      ^\n");
    check_report("a: \"x\" @2 \"y\";",
                 "t.lang:1:8: error: unexpected '@'; '|' is expected [E0101]\n"
                 "    1 | a: \"x\" @2 \"y\";\n"
                 "      |        ^\n"
                 "  help: a weight stands before its alternative\n");
    check_report("a: \"x\";\nwhere self == \"y\";",
                 "t.lang:2:1: error: unexpected 'where'; a rule is expected [E0101]\n"
                 "    2 | where self == \"y\";\n"
                 "      | ^^^^^\n"
                 "  help: a constraint stands before the ';' of its rule\n");
    check_report("a: \"x\" where",
                 "t.lang:1:13: error: the text ends, but a term is expected [E0101]\n"
                 "    1 | a: \"x\" where\n"
                 "      |             ^\n");
    check_report(
        "%byte; a: \"x\";",
        "t.lang:1:1: error: unexpected '%byte'; %bytes or %utf8 is expected [E0101]\n"
        "    1 | %byte; a: \"x\";\n"
        "      | ^^^^^\n");
}

TEST(problems_characters)
{
    check_report("a: \xe2\x80\x9cx\xe2\x80\x9d;",
                 "t.lang:1:4: error: unexpected character '\xe2\x80\x9c' [E0102]\n"
                 "    1 | a: \xe2\x80\x9cx\xe2\x80\x9d;\n"
                 "      |    ^\n"
                 "  help: text stands in straight quotes, \" or '\n");
    check_report("a: \"x\" \x1b[31m;",
                 "t.lang:1:8: error: unexpected character '\xef\xbf\xbd' [E0102]\n"
                 "    1 | a: \"x\" \xef\xbf\xbd[31m;\n"
                 "      |        ^\n"
                 "  help: text stands in straight quotes, \" or '\n");
}

TEST(problems_unterminated)
{
    check_report("a: \"x\nb: 'y' \"\\",
                 "t.lang:1:4: error: the string has no closing quote [E0103]\n"
                 "    1 | a: \"x\n"
                 "      |    ^^\n"
                 "  help: a line break in it is \\n\n"
                 "t.lang:2:8: error: the string has no closing quote [E0103]\n"
                 "    2 | b: 'y' \"\\\n"
                 "      |        ^^\n"
                 "  help: a line break in it is \\n\n");
    check_report("a: [xy\\];\n", "t.lang:1:4: error: the set has no closing ']' [E0103]\n"
                                 "    1 | a: [xy\\];\n"
                                 "      |    ^^^^^^\n"
                                 "  help: a line break in it is \\n\n");
    check_report("a: \"x\" /* never\nends: \"y\";",
                 "t.lang:1:8: error: the comment has no closing '*/' [E0103]\n"
                 "    1 | a: \"x\" /* never\n"
                 "      |        ^^\n");
}

TEST(problems_undefined)
{
    check_report("hour: digit digt;\ndigit: [0-9];",
                 "t.lang:1:13: error: undefined rule 'digt' [E0104]\n"
                 "    1 | hour: digit digt;\n"
                 "      |             ^^^^\n"
                 "  help: did you mean 'digit'?\n");
    check_report("a: xyzzy* (plugh | b:qux); /* a */",
                 "t.lang:1:4: error: undefined rule 'xyzzy' [E0104]\n"
                 "    1 | a: xyzzy* (plugh | b:qux); /* a */\n"
                 "      |    ^^^^^\n"
                 "t.lang:1:12: error: undefined rule 'plugh' [E0104]\n"
                 "    1 | a: xyzzy* (plugh | b:qux); /* a */\n"
                 "      |            ^^^^^\n"
                 "t.lang:1:22: error: undefined rule 'qux' [E0104]\n"
                 "    1 | a: xyzzy* (plugh | b:qux); /* a */\n"
                 "      |                      ^^^\n");
    check_report("a: jsno;", "t.lang:1:4: error: undefined rule 'jsno' [E0104]\n"
                             "    1 | a: jsno;\n"
                             "      |    ^^^^\n"
                             "  help: did you mean 'json'?\n");
    check_report("a: b;", "t.lang:1:4: error: undefined rule 'b' [E0104]\n"
                          "    1 | a: b;\n"
                          "      |    ^\n");
}

TEST(problems_duplicate)
{
    check_report("a: \"x\";\n\nb: a;\na: \"y\";\na: b;\n",
                 "t.lang:4:1: error: a second rule 'a' [E0105]\n"
                 "    4 | a: \"y\";\n"
                 "      | ^\n"
                 "  help: the first one is in line 1\n"
                 "t.lang:5:1: error: a second rule 'a' [E0105]\n"
                 "    5 | a: b;\n"
                 "      | ^\n"
                 "  help: the first one is in line 1\n");
}

TEST(problems_escapes)
{
    check_report(
        "a: \"\\q\\]\" [\\q];",
        "t.lang:1:5: error: unknown escape '\\q' [E0106]\n"
        "    1 | a: \"\\q\\]\" [\\q];\n"
        "      |     ^^\n"
        "  help: known are \\n \\r \\t \\0 \\\\ \\\" \\' \\xHH \\uHHHH \\u{H}; a "
        "backslash is \\\\\n"
        "t.lang:1:7: error: unknown escape '\\]' [E0106]\n"
        "    1 | a: \"\\q\\]\" [\\q];\n"
        "      |       ^^\n"
        "  help: known are \\n \\r \\t \\0 \\\\ \\\" \\' \\xHH \\uHHHH \\u{H}; a "
        "backslash is \\\\\n"
        "t.lang:1:12: error: unknown escape '\\q' [E0106]\n"
        "    1 | a: \"\\q\\]\" [\\q];\n"
        "      |            ^^\n"
        "  help: known are \\n \\r \\t \\0 \\\\ \\\" \\' \\] \\[ \\- \\^ \\xHH \\uHHHH "
        "\\u{H}; a backslash is \\\\\n");
    check_report("a: \"\\x4\";",
                 "t.lang:1:5: error: incomplete escape [E0106]\n"
                 "    1 | a: \"\\x4\";\n"
                 "      |     ^^^\n"
                 "  help: a byte is written with two hexadecimal digits, \\x0A\n");
    check_report("a: \"\\u12\" [\\u{}] \"\\u{12\";",
                 "t.lang:1:5: error: incomplete escape [E0106]\n"
                 "    1 | a: \"\\u12\" [\\u{}] \"\\u{12\";\n"
                 "      |     ^^^^\n"
                 "  help: a code point is written \\u{1F600} or \\u00E9\n"
                 "t.lang:1:12: error: incomplete escape [E0106]\n"
                 "    1 | a: \"\\u12\" [\\u{}] \"\\u{12\";\n"
                 "      |            ^^^^\n"
                 "  help: a code point is written \\u{1F600} or \\u00E9\n"
                 "t.lang:1:19: error: incomplete escape [E0106]\n"
                 "    1 | a: \"\\u12\" [\\u{}] \"\\u{12\";\n"
                 "      |                   ^^^^^\n"
                 "  help: a code point is written \\u{1F600} or \\u00E9\n");
}

TEST(problems_ranges)
{
    check_report("a: [a-z9-0];",
                 "t.lang:1:8: error: the range ends before it starts [E0107]\n"
                 "    1 | a: [a-z9-0];\n"
                 "      |        ^^^\n"
                 "  help: write the smaller end first, and a '-' itself as \\-\n");
    check_report("a: %x5A-41;",
                 "t.lang:1:4: error: the range ends before it starts [E0107]\n"
                 "    1 | a: %x5A-41;\n"
                 "      |    ^^^^^^^\n"
                 "  help: write the smaller end first, and a '-' itself as \\-\n");
}

TEST(problems_empty_sets)
{
    check_report("a: [] \"x\";", "t.lang:1:4: error: the set is empty [E0108]\n"
                                 "    1 | a: [] \"x\";\n"
                                 "      |    ^^\n"
                                 "  help: a bracket itself is \\]\n");
    check_report("a: [^];", "t.lang:1:4: error: the set is empty [E0108]\n"
                            "    1 | a: [^];\n"
                            "      |    ^^^\n"
                            "  help: any character is %x0-10FFFF\n");
    check_report("%bytes; a: [^];", "t.lang:1:12: error: the set is empty [E0108]\n"
                                    "    1 | %bytes; a: [^];\n"
                                    "      |            ^^^\n"
                                    "  help: any byte is %x0-FF\n");
    check_report("a: [^\\0-\\u{10FFFF}];",
                 "t.lang:1:4: error: nothing is in this set [E0108]\n"
                 "    1 | a: [^\\0-\\u{10FFFF}];\n"
                 "      |    ^^^^^^^^^^^^^^^^\n"
                 "  help: it leaves out everything\n");
    check_report("a: [^\\0-\\u{d7ff}\\u{e000}-\\u{10FFFF}];",
                 "t.lang:1:4: error: nothing is in this set [E0108]\n"
                 "    1 | a: [^\\0-\\u{d7ff}\\u{e000}-\\u{10FFFF}];\n"
                 "      |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
                 "  help: it leaves out everything\n");
    check_report("%bytes; a: [^\\0-\\xff];",
                 "t.lang:1:12: error: nothing is in this set [E0108]\n"
                 "    1 | %bytes; a: [^\\0-\\xff];\n"
                 "      |            ^^^^^^^^^^\n"
                 "  help: it leaves out everything\n");
}

TEST(problems_codes)
{
    check_report("a: \"\\u{D800}\" [\\uDFFF] %xD800-DFFF;",
                 "t.lang:1:5: error: no Unicode character [E0109]\n"
                 "    1 | a: \"\\u{D800}\" [\\uDFFF] %xD800-DFFF;\n"
                 "      |     ^^^^^^^^\n"
                 "  help: U+D800 to U+DFFF are halves of characters; write \\u{1F600}\n"
                 "t.lang:1:16: error: no Unicode character [E0109]\n"
                 "    1 | a: \"\\u{D800}\" [\\uDFFF] %xD800-DFFF;\n"
                 "      |                ^^^^^^\n"
                 "  help: U+D800 to U+DFFF are halves of characters\n"
                 "t.lang:1:24: error: no Unicode character [E0109]\n"
                 "    1 | a: \"\\u{D800}\" [\\uDFFF] %xD800-DFFF;\n"
                 "      |                        ^^^^^^^^^^^\n"
                 "  help: U+D800 to U+DFFF are halves of characters\n");
    check_report("a: \"\\u{110000}\" [a-\\u{ffffffffff}] %x0-110000;",
                 "t.lang:1:5: error: no Unicode character [E0109]\n"
                 "    1 | a: \"\\u{110000}\" [a-\\u{ffffffffff}] %x0-110000;\n"
                 "      |     ^^^^^^^^^^\n"
                 "  help: the last one is \\u{10FFFF}\n"
                 "t.lang:1:20: error: no Unicode character [E0109]\n"
                 "    1 | a: \"\\u{110000}\" [a-\\u{ffffffffff}] %x0-110000;\n"
                 "      |                    ^^^^^^^^^^^^^^\n"
                 "  help: the last one is \\u{10FFFF}\n"
                 "t.lang:1:40: error: no Unicode character [E0109]\n"
                 "    1 | a: \"\\u{110000}\" [a-\\u{ffffffffff}] %x0-110000;\n"
                 "      |                                        ^^^^^^\n"
                 "  help: the last one is %x10FFFF\n");
    check_report("a: [\\x80];",
                 "t.lang:1:5: error: a byte above \\x7F in a set of characters [E0109]\n"
                 "    1 | a: [\\x80];\n"
                 "      |     ^^^^\n"
                 "  help: write \\u{H} for a character, or begin the grammar with "
                 "%bytes;\n");
    check_report(
        "%bytes;\na: [\xc3\xa9] %x100;",
        "t.lang:2:5: error: a character of several bytes in a set of bytes [E0109]\n"
        "    2 | a: [\xc3\xa9] %x100;\n"
        "      |     ^\n"
        "  help: write it as a string, or bytes as \\xHH\n"
        "t.lang:2:10: error: no byte [E0109]\n"
        "    2 | a: [\xc3\xa9] %x100;\n"
        "      |          ^^^\n"
        "  help: the largest one is %xFF\n");
}

TEST(problems_numbers)
{
    check_report("a: \"x\"{3,2};",
                 "t.lang:1:7: error: the least count is greater than the most [E0110]\n"
                 "    1 | a: \"x\"{3,2};\n"
                 "      |       ^^^^^\n"
                 "  help: write the smaller number first\n");
    check_report(
        "a: \"x\"{2147483648};",
        "t.lang:1:8: error: the number is too large: at most 2147483647 [E0110]\n"
        "    1 | a: \"x\"{2147483648};\n"
        "      |        ^^^^^^^^^^\n");
    check_report("a: \"x\"{2x};", "t.lang:1:8: error: not a decimal number [E0110]\n"
                                  "    1 | a: \"x\"{2x};\n"
                                  "      |        ^^\n");
    check_report("a: @1000001 \"x\" | \"y\";",
                 "t.lang:1:5: error: the number is too large: at most 1000000 [E0110]\n"
                 "    1 | a: @1000001 \"x\" | \"y\";\n"
                 "      |     ^^^^^^^\n");
    check_report(
        "a: %x %d1A %x41-42-43 %x41.;",
        "t.lang:1:4: error: malformed number '%x' [E0110]\n"
        "    1 | a: %x %d1A %x41-42-43 %x41.;\n"
        "      |    ^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:7: error: malformed number '%d1A' [E0110]\n"
        "    1 | a: %x %d1A %x41-42-43 %x41.;\n"
        "      |       ^^^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:12: error: malformed number '%x41-42-43' [E0110]\n"
        "    1 | a: %x %d1A %x41-42-43 %x41.;\n"
        "      |            ^^^^^^^^^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n"
        "t.lang:1:23: error: malformed number '%x41.' [E0110]\n"
        "    1 | a: %x %d1A %x41-42-43 %x41.;\n"
        "      |                       ^^^^^\n"
        "  help: numbers are written %x41, %x41-5A, %x0D.0A, %d65 or %b1000001\n");
}

TEST(problems_words_of_the_notation)
{
    check_report(
        "in: \"x\";\na: self;\nb: in:\"y\";",
        "t.lang:1:1: error: 'in' is a word of the notation, not a rule [E0111]\n"
        "    1 | in: \"x\";\n"
        "      | ^^\n"
        "  help: choose another name, such as 'in_'\n"
        "t.lang:2:4: error: 'self' is a word of the notation, not a rule [E0111]\n"
        "    2 | a: self;\n"
        "      |    ^^^^\n"
        "  help: choose another name, such as 'self_'\n"
        "t.lang:3:4: error: 'in' is a word of the notation, not a rule [E0111]\n"
        "    3 | b: in:\"y\";\n"
        "      |    ^^\n"
        "  help: choose another name, such as 'in_'\n");
    check_report(
        "a: \"x\" where:\"y\";",
        "t.lang:1:8: error: 'where' is a word of the notation, not a part [E0111]\n"
        "    1 | a: \"x\" where:\"y\";\n"
        "      |        ^^^^^\n"
        "  help: choose another name, such as 'where_'\n");
}

TEST(problems_no_sentence)
{
    check_report("a: \"x\" a;",
                 "t.lang:1:1: error: every derivation of 'a' needs another 'a' [E0112]\n"
                 "    1 | a: \"x\" a;\n"
                 "      | ^\n"
                 "  help: add an alternative that ends the recursion\n");
    check_report("s: \"y\" | b; b: \"x\" c{2}; c: (\"z\" k:(b \"w\"))+;",
                 "t.lang:1:13: error: every derivation of 'b' needs another 'b', through "
                 "'c' [E0112]\n"
                 "    1 | s: \"y\" | b; b: \"x\" c{2}; c: (\"z\" k:(b \"w\"))+;\n"
                 "      |             ^\n"
                 "  help: add an alternative that ends the recursion\n");
    /* Rules with a way out are fine. */
    check_report("a: \"x\" a | b; b: c* ; c: \"y\" c?;", "");
}

TEST(problems_left_recursion)
{
    check_report(
        "a: a \"x\";",
        "t.lang:1:1: error: every derivation of 'a' begins with another 'a' [E0113]\n"
        "    1 | a: a \"x\";\n"
        "      | ^\n"
        "  help: add an alternative that ends the recursion\n");
    check_report("a: \"q\"? b \"x\"; b: (a | a \"y\");",
                 "t.lang:1:1: error: every derivation of 'a' begins with another 'a', "
                 "through 'b' [E0113]\n"
                 "    1 | a: \"q\"? b \"x\"; b: (a | a \"y\");\n"
                 "      | ^\n"
                 "  help: add an alternative that ends the recursion\n");
    check_report("a: a \"x\" | \"y\";", "");
}

TEST(problems_empty_language)
{
    check_report("s: \"x\" k:(a); a: \"y\" b; b: a;",
                 "t.lang:1:1: error: the language is empty: 's' has no sentence [E0114]\n"
                 "    1 | s: \"x\" k:(a); a: \"y\" b; b: a;\n"
                 "      | ^\n"
                 "  help: it needs 'a', which has none\n"
                 "t.lang:1:15: error: every derivation of 'a' needs another 'a', through "
                 "'b' [E0112]\n"
                 "    1 | s: \"x\" k:(a); a: \"y\" b; b: a;\n"
                 "      |               ^\n"
                 "  help: add an alternative that ends the recursion\n");
}

TEST(problems_no_rules)
{
    check_report("", "t.lang:1:1: error: the grammar has no rules [E0115]\n"
                     "    1 |\n"
                     "      | ^\n"
                     "  help: a rule is written name: expression;\n");
    check_report("# nothing\n\n  // at all\n",
                 "t.lang:1:1: error: the grammar has no rules [E0115]\n"
                 "    1 | # nothing\n"
                 "      | ^\n"
                 "  help: a rule is written name: expression;\n");
    check_report("%bytes;", "t.lang:1:8: error: the grammar has no rules [E0115]\n"
                            "    1 | %bytes;\n"
                            "      |        ^\n"
                            "  help: a rule is written name: expression;\n");
}

TEST(problems_utf8)
{
    check_report("a: \"x\";\nb: \"\xff\xfe\";",
                 "t.lang:2:5: error: the grammar is no UTF-8 text [E0117]\n"
                 "    2 | b: \"\xef\xbf\xbd\xef\xbf\xbd\";\n"
                 "      |     ^\n"
                 "  help: a raw byte is written \\xHH, in a string\n");
    check_report("a: \"\xe2\x82",
                 "t.lang:1:5: error: the grammar is no UTF-8 text [E0117]\n"
                 "    1 | a: \"\xef\xbf\xbd\xef\xbf\xbd\n"
                 "      |     ^\n"
                 "  help: a raw byte is written \\xHH, in a string\n");
}

TEST(problems_zero_bytes)
{
    struct assay_lang_source source = {.text = "a: \"x\0y\";", .len = 9};
    struct notation n;

    notation_init(&n, &source);
    CHECK_STR(n.report.at, "grammar:1:6: error: a zero byte in the grammar [E0118]\n"
                           "    1 | a: \"x\xef\xbf\xbdy\";\n"
                           "      |      ^\n"
                           "  help: a zero byte is written \\0, in a string\n");
    notation_done(&n);
}

TEST(problems_order)
{
    check_report("a: \"x\";\n%bytes;\nuse json;\nb: a;",
                 "t.lang:2:1: error: '%bytes' stands before all rules [E0123]\n"
                 "    2 | %bytes;\n"
                 "      | ^^^^^^\n"
                 "t.lang:3:1: error: 'use' stands before all rules [E0123]\n"
                 "    3 | use json;\n"
                 "      | ^^^^^^^^\n");
}

TEST(problems_unused)
{
    check_report(
        "s: \"x\" where self in c; a: a \"y\" | \"\"; b: k:(b) | \"\"; c: \"z\";",
        "t.lang:1:25: warning: rule 'a' is never used [W0101]\n"
        "    1 | s: \"x\" where self in c; a: a \"y\" | \"\"; b: k:(b) | \"\"; c: "
        "\"z\";\n"
        "      |                         ^\n"
        "  help: sentences start with 's'\n"
        "t.lang:1:40: warning: 'b' can be just 'b' again: it is infinitely ambiguous "
        "[W0103]\n"
        "    1 | s: \"x\" where self in c; a: a \"y\" | \"\"; b: k:(b) | \"\"; c: "
        "\"z\";\n"
        "      |                                        ^\n"
        "  help: an alternative that is only that adds no sentence\n"
        "t.lang:1:40: warning: rule 'b' is never used [W0101]\n"
        "    1 | s: \"x\" where self in c; a: a \"y\" | \"\"; b: k:(b) | \"\"; c: "
        "\"z\";\n"
        "      |                                        ^\n"
        "  help: sentences start with 's'\n");
    check_report("a: \"x\"; start: b; b: \"y\";",
                 "t.lang:1:1: warning: rule 'a' is never used [W0101]\n"
                 "    1 | a: \"x\"; start: b; b: \"y\";\n"
                 "      | ^\n"
                 "  help: sentences start with 'start'\n");
}

TEST(problems_unreachable)
{
    check_report("s: \"x\"; a: \"1\" b | \"\"; b: \"2\" a; c: d; d: \"e\"; e: \"f\" "
                 "where self in d;",
                 "t.lang:1:9: warning: 'a' cannot be reached from 's' [W0102]\n"
                 "    1 | s: \"x\"; a: \"1\" b | \"\"; b: \"2\" a; c: d; d: \"e\"; e: "
                 "\"f\" where self in d;\n"
                 "      |         ^\n"
                 "t.lang:1:24: warning: 'b' cannot be reached from 's' [W0102]\n"
                 "    1 | s: \"x\"; a: \"1\" b | \"\"; b: \"2\" a; c: d; d: \"e\"; e: "
                 "\"f\" where self in d;\n"
                 "      |                        ^\n"
                 "t.lang:1:34: warning: rule 'c' is never used [W0101]\n"
                 "    1 | s: \"x\"; a: \"1\" b | \"\"; b: \"2\" a; c: d; d: \"e\"; e: "
                 "\"f\" where self in d;\n"
                 "      |                                  ^\n"
                 "  help: sentences start with 's'\n"
                 "t.lang:1:40: warning: 'd' cannot be reached from 's' [W0102]\n"
                 "    1 | s: \"x\"; a: \"1\" b | \"\"; b: \"2\" a; c: d; d: \"e\"; e: "
                 "\"f\" where self in d;\n"
                 "      |                                        ^\n"
                 "t.lang:1:48: warning: rule 'e' is never used [W0101]\n"
                 "    1 | s: \"x\"; a: \"1\" b | \"\"; b: \"2\" a; c: d; d: \"e\"; e: "
                 "\"f\" where self in d;\n"
                 "      |                                                ^\n"
                 "  help: sentences start with 's'\n");
}

TEST(problems_cyclic)
{
    check_report("a: a | \"x\";",
                 "t.lang:1:1: warning: 'a' can be just 'a' again: it is infinitely "
                 "ambiguous [W0103]\n"
                 "    1 | a: a | \"x\";\n"
                 "      | ^\n"
                 "  help: an alternative that is only that adds no sentence\n");
    check_report(
        "a: \"y\"* b? | \"x\"; b: (a \"z\"?){1,3};",
        "t.lang:1:1: warning: 'a' can be just 'a' again, through 'b': it is infinitely "
        "ambiguous [W0103]\n"
        "    1 | a: \"y\"* b? | \"x\"; b: (a \"z\"?){1,3};\n"
        "      | ^\n"
        "  help: an alternative that is only that adds no sentence\n");
    check_report("a: a a | \"\";",
                 "t.lang:1:1: warning: 'a' can be just 'a' again: it is infinitely "
                 "ambiguous [W0103]\n"
                 "    1 | a: a a | \"\";\n"
                 "      | ^\n"
                 "  help: an alternative that is only that adds no sentence\n");
    check_report("a: a a | \"x\"; ", "");
    check_report("a: a \"y\" | \"x\"; ", "");
    check_report("a: b{2} | \"x\"; b: a | \"y\";", "");
    check_report("a: (\"x\"?)* (\"y\"*)*;", "");
}

TEST(problems_weights)
{
    check_report("a: @3 \"x\" (@2 b); b: \"y\";",
                 "t.lang:1:5: warning: a weight without another alternative has no "
                 "effect [W0104]\n"
                 "    1 | a: @3 \"x\" (@2 b); b: \"y\";\n"
                 "      |     ^\n"
                 "  help: weights stand before alternatives: @3 a | @1 b\n"
                 "t.lang:1:13: warning: a weight without another alternative has no "
                 "effect [W0104]\n"
                 "    1 | a: @3 \"x\" (@2 b); b: \"y\";\n"
                 "      |             ^\n"
                 "  help: weights stand before alternatives: @3 a | @1 b\n");
}
