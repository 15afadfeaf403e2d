/* The terms of `where`: by their dumps, by what is built, and what is wrong with them. */
#include "lang/terms.h"
#include "notation_fixture.h"

/* The dump of the constraint of a rule whose parts are a, b, c and d.e. */
static void check_term(const char *term, const char *expected)
{
    static const char rest[] = "\na: \"1\";\nb: \"2\";\nc: \"3\";\nd: e;\ne: \"4\";\n";
    char text[8192], dump[8192];

    snprintf(text, sizeof text, "r: a b* c? d where %s;%s", term, rest);
    snprintf(dump, sizeof dump, "r: a b* c? d where %s;%s", expected, rest);
    check_dump(text, dump);
}

/* What is reported of it, from the message on. The place is told by its line and caret.
 */
static void check_wrong(const char *term, const char *expected)
{
    static const char rest[] = "\na: \"1\"; b: \"2\"; c: \"3\"; d: e; e: \"4\";\n";
    char text[8192];
    struct assay_lang_source source;
    struct notation n;

    snprintf(text, sizeof text, "r: a b* c? d where\n%s;%s", term, rest);
    source = notation_source(text);
    notation_init(&n, &source);
    CHECK_INT(n.status, ASSAY_BAD_FORMAT);
    CHECK_STR(strstr(n.report.at, "error: "), expected);
    notation_done(&n);
}

TEST(terms_numbers_and_texts)
{
    check_term("len(a) == 12", "len(.a) == 12");
    check_term("len(a) == 0x1F", "len(.a) == 31");
    check_term("len(a) == 9223372036854775807", "len(.a) == 9223372036854775807");
    check_term("len(a) == 0X7fffFFFFffffFFFF", "len(.a) == 9223372036854775807");
    check_term("len(a) > -1", "len(.a) > -1");
    check_term("a == \"x\\n\\xff\"", ".a == \"x\\n\\xff\"");
    check_term("a == 'x'", ".a == \"x\"");
    check_term("a != \"\"", ".a != \"\"");
}

TEST(terms_paths)
{
    check_term("a == \"x\"", ".a == \"x\"");
    check_term(".a == \"x\"", ".a == \"x\"");
    check_term("self == \"x\"", "self == \"x\"");
    check_term("self.a == \"x\"", ".a == \"x\"");
    check_term("self..e == \"x\"", "..e == \"x\"");
    check_term("..e == \"x\"", "..e == \"x\"");
    check_term("d.e == \"x\"", ".d.e == \"x\"");
    check_term("d[1]..e[2] == \"x\"", ".d[1]..e[2] == \"x\"");
    check_term("b[3] == \"x\"", ".b[3] == \"x\"");
    check_term(". b [ 3 ] == \"x\"", ".b[3] == \"x\"");
}

TEST(terms_operators_bind_as_told)
{
    check_term("len(a)+1*2 == 3-4-5", "len(.a) + 1 * 2 == 3 - 4 - 5");
    check_term("(len(a)+1)*2 == 3-(4-5)", "(len(.a) + 1) * 2 == 3 - (4 - 5)");
    check_term("len(a)/2%3 == -(1+2)", "len(.a) / 2 % 3 == -(1 + 2)");
    check_term("- - 1 == 1", "--1 == 1");
    check_term("-len(a)*2 < 3", "-len(.a) * 2 < 3");
    check_term("!a == b", "!.a == .b");
    check_term("!(a == b) && c == b", "!.a == .b && .c == .b");
    check_term("!(a == b && c == b)", "!(.a == .b && .c == .b)");
    check_term("!!a == b", "!!.a == .b");
    check_term("a == b || a == c && b == c", ".a == .b || .a == .c && .b == .c");
    check_term("(a == b || a == c) && b == c", "(.a == .b || .a == .c) && .b == .c");
    check_term("a == b => a == c => b == c", ".a == .b => .a == .c => .b == .c");
    check_term("(a == b => a == c) => b == c", "(.a == .b => .a == .c) => .b == .c");
    check_term("a == b || a == c => b == c", ".a == .b || .a == .c => .b == .c");
    check_term("a == b && (a == c && b == c)", ".a == .b && (.a == .c && .b == .c)");
    check_term("(a == b) == (b == c)", "(.a == .b) == (.b == .c)");
    check_term("a <= b && a >= b && a < b && a > b && a != b",
               ".a <= .b && .a >= .b && .a < .b && .a > .b && .a != .b");
}

TEST(terms_hyphens_are_part_of_names)
{
    check_dump("r: a-b a where len(a-b) == 1 && len(a)-1 == 2;a: \"x\";a-b: \"y\";",
               "r: a-b a where len(.a-b) == 1 && len(.a) - 1 == 2;\n"
               "a: \"x\";\na-b: \"y\";\n");
}

TEST(terms_in)
{
    check_term("a in b", ".a in b");
    check_term("!a in b && cat(a, \"x\") in e", "!.a in b && cat(.a, \"x\") in e");
    check_dump("r: a where a in only; a: \"x\"; only: \"y\";",
               "r: a where .a in only;\na: \"x\";\nonly: \"y\";\n");
}

TEST(terms_quantifiers)
{
    check_term("forall x in b: x == a", "forall v1 in .b: v1 == .a");
    check_term("exists x in ..e: x == a && x != c",
               "exists v1 in ..e: v1 == .a && v1 != .c");
    check_term("(forall x in b: x == a) && a == c",
               "(forall v1 in .b: v1 == .a) && .a == .c");
    check_term("a == c && forall x in b: x == a || a == c",
               ".a == .c && (forall v1 in .b: v1 == .a || .a == .c)");
    check_term("forall x in d: exists y in x..e: y == x",
               "forall v1 in .d: exists v2 in v1..e: v2 == v1");
    check_term("!exists x in self: x == a", "!(exists v1 in self: v1 == .a)");
    /* The inner one of two variables of a name; the outer again behind it. */
    check_term("forall x in b: (exists x in d: x.e == a) && x == c",
               "forall v1 in .b: (exists v2 in .d: v2.e == .a) && v1 == .c");
    /* A variable goes before a part of its name. */
    check_term("forall a in b: a == .a", "forall v1 in .b: v1 == .a");
    /* A domain at the beginning of a line is no rule. */
    check_term("forall x in\nb: x == a", "forall v1 in .b: v1 == .a");
}

TEST(terms_functions)
{
    check_term("len(a) + chars(a) + int(a) + int(a, 16) + count(b) == 1",
               "len(.a) + chars(.a) + int(.a) + int(.a, 16) + count(.b) == 1");
    check_term("starts(a, \"x\") && ends(a, b) && contains(\"xyz\", a)",
               "starts(.a, \"x\") && ends(.a, .b) && contains(\"xyz\", .a)");
    check_term("unique(b) && equal(b) && before(a, c) && inside(..e, d)",
               "unique(.b) && equal(.b) && before(.a, .c) && inside(..e, .d)");
    check_term("scope(..e, d) == a", "scope(..e, d) == .a");
    check_term("dec(len(a)) == hex(sum(b), 4)", "dec(len(.a)) == hex(sum(.b), 4)");
    check_term("cat(upper(a), lower(b), \"x\", dec(1)) == a",
               "cat(upper(.a), lower(.b), \"x\", dec(1)) == .a");
    check_term("xor(a) + crc32(a) + adler32(a) + luhn(a) == 1",
               "xor(.a) + crc32(.a) + adler32(.a) + luhn(.a) == 1");
    check_term("len (a) == 1", "len(.a) == 1");
}

TEST(terms_repeated_constraints_are_joined)
{
    check_dump("r: a where a == \"x\" where a == \"y\"\n where a == \"z\"; a: \"x\";",
               "r: a where .a == \"x\" && .a == \"y\" && .a == \"z\";\na: \"x\";\n");
}

TEST(terms_of_the_user)
{
    static const struct assay_lang_function functions[] = {
        {.name = "zero", .arity = 0},
        {.name = "even", .arity = 1},
        {.name = "len", .arity = 3},
        {.name = NULL},
    };
    struct assay_lang_source source = notation_source(
        "r: \"x\" where even(self) == 1 && zero() == 0 && even(len(self)) > 0;");
    struct notation n;

    source.functions = functions;
    notation_init(&n, &source);
    CHECK_STR(n.report.at, "");
    CHECK_STR(n.dump.at,
              "r: \"x\" where even(self) == 1 && zero() == 0 && even(len(self)) > 0;\n");
    notation_done(&n);
    source = notation_source("r: \"x\" where evn(self) == 1;\ns: r where zero(self) == 1 "
                             "&& len(self) == 1 && even(self);");
    source.functions = functions;
    notation_init(&n, &source);
    CHECK_STR(n.report.at,
              "t.lang:1:14: error: no function 'evn' [E0125]\n"
              "    1 | r: \"x\" where evn(self) == 1;\n"
              "      |              ^^^\n"
              "  help: did you mean 'even'?\n"
              "t.lang:2:12: error: zero() takes 0 arguments, here is 1 [E0126]\n"
              "    2 | s: r where zero(self) == 1 && len(self) == 1 && even(self);\n"
              "      |            ^^^^^^^^^^\n");
    notation_done(&n);
}

/* ---- What is built. */

TEST(terms_variables_are_numbered_from_the_outside)
{
    struct notation n;
    const struct assay_term *t;

    notation_read(&n, "r: a* where forall x in a: exists y in self: x == y; a: \"x\";");
    t = &n.g.terms[n.g.rules[0].where];
    CHECK_INT(t->kind, ASSAY_TERM_FORALL);
    CHECK_UINT(t->as.quantifier.variable, 1);
    CHECK_UINT(n.g.terms[t->as.quantifier.a].as.part.variable, 0);
    CHECK_UINT(n.g.terms[t->as.quantifier.a].as.part.count, 1);
    t = &n.g.terms[t->as.quantifier.b];
    CHECK_INT(t->kind, ASSAY_TERM_EXISTS);
    CHECK_UINT(t->as.quantifier.variable, 2);
    t = &n.g.terms[t->as.quantifier.b];
    CHECK_INT(t->kind, ASSAY_TERM_BINARY);
    CHECK_INT(t->as.binary.op, ASSAY_TERM_EQ);
    CHECK_UINT(n.g.terms[t->as.binary.a].as.part.variable, 1);
    CHECK_UINT(n.g.terms[t->as.binary.a].as.part.count, 0);
    CHECK_UINT(n.g.terms[t->as.binary.b].as.part.variable, 2);
    notation_done(&n);
}

TEST(terms_steps)
{
    struct notation n;
    const struct assay_term *t;
    const struct assay_step *s;

    notation_read(&n, "r: a where a[2]..b == \"x\"; a: b; b: \"y\";");
    t = &n.g.terms[n.g.terms[n.g.rules[0].where].as.binary.a];
    CHECK_UINT(t->as.part.count, 2);
    s = n.g.steps + t->as.part.first;
    CHECK_STR(n.g.names[s[0].name], "a");
    CHECK(!s[0].deep);
    CHECK_UINT(s[0].index, 2);
    CHECK_STR(n.g.names[s[1].name], "b");
    CHECK(s[1].deep);
    CHECK_UINT(s[1].index, 0);
    notation_done(&n);
}

TEST(terms_scope_has_the_number_of_a_name)
{
    struct notation n;
    const struct assay_term *t;

    notation_read(&n, "r: a where scope(a, r) == \"x\"; a: \"y\";");
    t = &n.g.terms[n.g.terms[n.g.rules[0].where].as.binary.a];
    CHECK_UINT(t->as.apply.function, ASSAY_FUNCTION_SCOPE);
    CHECK_UINT(t->as.apply.count, 2);
    t = &n.g.terms[n.g.items[t->as.apply.first + 1]];
    CHECK_INT(t->kind, ASSAY_TERM_INT);
    CHECK_INT(t->as.number, n.g.rules[0].name);
    notation_done(&n);
}

/* ---- What is wrong. */

TEST(terms_syntax_errors)
{
    check_wrong("", "error: unexpected ';'; a term is expected [E0101]\n"
                    "    2 | ;\n"
                    "      | ^\n");
    check_wrong("a == ", "error: unexpected ';'; a term is expected [E0101]\n"
                         "    2 | a == ;\n"
                         "      |      ^\n");
    check_wrong("a = b", "error: unexpected '='; ';' is expected [E0101]\n"
                         "    2 | a = b;\n"
                         "      |   ^\n"
                         "  help: write == to compare\n");
    check_wrong("a < b < c",
                "error: unexpected '<'; the end of the comparison is expected [E0101]\n"
                "    2 | a < b < c;\n"
                "      |       ^\n"
                "  help: join comparisons: a < b && b < c\n");
    check_wrong("len(a", "error: unexpected ';'; ',' or ')' is expected [E0101]\n"
                         "    2 | len(a;\n"
                         "      |      ^\n");
    check_wrong("(a == b", "error: unexpected ';'; ')' is expected [E0101]\n"
                           "    2 | (a == b;\n"
                           "      |        ^\n");
    check_wrong("forall x b: a == b", "error: unexpected 'b'; 'in' is expected [E0101]\n"
                                      "    2 | forall x b: a == b;\n"
                                      "      |          ^\n");
    check_wrong("forall x in \"a\": a == b",
                "error: unexpected '\"a\"'; a path is expected [E0101]\n"
                "    2 | forall x in \"a\": a == b;\n"
                "      |             ^^^\n");
    check_wrong("forall self in a: a == b",
                "error: 'self' is a word of the notation, not a variable [E0111]\n"
                "    2 | forall self in a: a == b;\n"
                "      |        ^^^^\n"
                "  help: choose another name, such as 'self_'\n");
    check_wrong("a in \"b\"",
                "error: unexpected '\"b\"'; a rule or language is expected [E0101]\n"
                "    2 | a in \"b\";\n"
                "      |      ^^^\n");
    check_wrong("a == \"b\"i",
                "error: a text to compare with has no i behind it [E0101]\n"
                "    2 | a == \"b\"i;\n"
                "      |      ^^^^\n"
                "  help: compare lower(x) with a text in lower case\n");
    check_wrong("a ~ b", "error: unexpected character '~' [E0102]\n"
                         "    2 | a ~ b;\n"
                         "      |   ^\n"
                         "  help: any character but some is written [^...]\n");
}

TEST(terms_numbers_out_of_bounds)
{
    check_wrong("len(a) == 9223372036854775808",
                "error: the number is too large: numbers have 64 bits [E0110]\n"
                "    2 | len(a) == 9223372036854775808;\n"
                "      |           ^^^^^^^^^^^^^^^^^^^\n");
    check_wrong("len(a) == 12ab", "error: not a number [E0110]\n"
                                  "    2 | len(a) == 12ab;\n"
                                  "      |           ^^^^\n"
                                  "  help: numbers are written 31 or 0x1F\n");
    check_wrong("b[0] == a", "error: parts are counted from 1 [E0110]\n"
                             "    2 | b[0] == a;\n"
                             "      |  ^^^\n");
}

TEST(terms_paths_to_nothing)
{
    check_wrong("aa == b", "error: rule 'r' has no part 'aa' [E0124]\n"
                           "    2 | aa == b;\n"
                           "      | ^^\n"
                           "  help: did you mean 'a'?\n");
    check_wrong("e == b", "error: rule 'r' has no part 'e' [E0124]\n"
                          "    2 | e == b;\n"
                          "      | ^\n"
                          "  help: ..e finds it further inside, if it is there\n");
    check_wrong("d.nothing == b", "error: no rule or part is called 'nothing' [E0124]\n"
                                  "    2 | d.nothing == b;\n"
                                  "      | ^^^^^^^^^\n");
    check_wrong("..self-made == b",
                "error: no rule or part is called 'self-made' [E0124]\n"
                "    2 | ..self-made == b;\n"
                "      | ^^^^^^^^^^^\n");
    check_wrong("forall x in b: x.k == a",
                "error: no rule or part is called 'k' [E0124]\n"
                "    2 | forall x in b: x.k == a;\n"
                "      |                ^^^\n");
    check_wrong("scope(a, k) == a", "error: no rule or part is called 'k' [E0124]\n"
                                    "    2 | scope(a, k) == a;\n"
                                    "      |          ^\n");
    check_wrong("a in k", "error: undefined rule 'k' [E0104]\n"
                          "    2 | a in k;\n"
                          "      |      ^\n");
}

/* Parts inside of named groups are not the rule's own. */
TEST(terms_paths_to_nothing_further_on)
{
    check_wrong("d.a == b", "error: nothing right inside 'd' is called 'a' [E0124]\n"
                            "    2 | d.a == b;\n"
                            "      | ^^^\n");
    check_wrong("d.e..d == b", "error: nothing inside 'e' is called 'd' [E0124]\n"
                               "    2 | d.e..d == b;\n"
                               "      | ^^^^^^\n");
    check_wrong("forall x in d: x.b == x",
                "error: nothing right inside it is called 'b' [E0124]\n"
                "    2 | forall x in d: x.b == x;\n"
                "      |                ^^^\n");
    check_report("r: d where d.f == \"4\"; d: e; e: f; f: \"4\";",
                 "t.lang:1:12: error: nothing right inside 'd' is called 'f' [E0124]\n"
                 "    1 | r: d where d.f == \"4\"; d: e; e: f; f: \"4\";\n"
                 "      |            ^^^\n"
                 "  help: ..f finds it further inside\n");
}

TEST(terms_know_the_parts_of_their_rule)
{
    check_dump(
        "r: k:(x | l:(y)) where k == \"a\" && ..l == \"b\"; x: \"1\"; y: \"2\";",
        "r: k:(x | l:(y)) where .k == \"a\" && ..l == \"b\";\nx: \"1\";\ny: \"2\";\n");
    check_report("r: k:(x) where x == \"a\"; x: \"1\";",
                 "t.lang:1:16: error: rule 'r' has no part 'x' [E0124]\n"
                 "    1 | r: k:(x) where x == \"a\"; x: \"1\";\n"
                 "      |                ^\n"
                 "  help: ..x finds it further inside, if it is there\n");
    check_dump("r: k:x where k == x; x: \"1\";", "r: k:x where .k == .x;\nx: \"1\";\n");
}

TEST(terms_functions_that_are_wrong)
{
    check_wrong("length(a) == 1", "error: no function 'length' [E0125]\n"
                                  "    2 | length(a) == 1;\n"
                                  "      | ^^^^^^\n");
    check_wrong("starst(a, b)", "error: no function 'starst' [E0125]\n"
                                "    2 | starst(a, b);\n"
                                "      | ^^^^^^\n"
                                "  help: did you mean 'starts'?\n");
    check_wrong("len() == 1", "error: len() takes 1 argument, here are 0 [E0126]\n"
                              "    2 | len() == 1;\n"
                              "      | ^^^^^\n");
    check_wrong("starts(a)", "error: starts() takes 2 arguments, here is 1 [E0126]\n"
                             "    2 | starts(a);\n"
                             "      | ^^^^^^^^^\n");
    check_wrong("int(a, 2, 3) == 1",
                "error: int() takes 1 to 2 arguments, here are 3 [E0126]\n"
                "    2 | int(a, 2, 3) == 1;\n"
                "      | ^^^^^^^^^^^^\n");
}

TEST(terms_types)
{
    check_wrong("a", "error: a condition is expected here, but this is a part [E0127]\n"
                     "    2 | a;\n"
                     "      | ^\n"
                     "  help: count(a) > 0 says that it is there\n");
    check_wrong("len(a)",
                "error: a condition is expected here, but this is a number [E0127]\n"
                "    2 | len(a);\n"
                "      | ^^^^^^\n"
                "  help: compare it, such as len(a) != 0\n");
    check_wrong("\"x\"",
                "error: a condition is expected here, but this is a text [E0127]\n"
                "    2 | \"x\";\n"
                "      | ^^^\n");
    check_wrong("a == 1", "error: a part is compared with a number [E0127]\n"
                          "    2 | a == 1;\n"
                          "      | ^^^^^^\n"
                          "  help: int(a) is its number, len(a) its length\n");
    check_wrong("3 < d.e", "error: a number is compared with a part [E0127]\n"
                           "    2 | 3 < d.e;\n"
                           "      | ^^^^^^^\n"
                           "  help: int(d.e) is its number, len(d.e) its length\n");
    check_wrong("\"1\" == 1",
                "error: a text is compared with a number [E0127]\n"
                "    2 | \"1\" == 1;\n"
                "      | ^^^^^^^^\n"
                "  help: int(\"1\") is its number, len(\"1\") its length\n");
    check_wrong("a == (a == b)", "error: a part is compared with a condition [E0127]\n"
                                 "    2 | a == (a == b);\n"
                                 "      | ^^^^^^^^^^^^^\n");
    check_wrong("1 == (a == b)", "error: a number is compared with a condition [E0127]\n"
                                 "    2 | 1 == (a == b);\n"
                                 "      | ^^^^^^^^^^^^^\n");
    check_wrong("(a == b) < (b == c)",
                "error: conditions have no order [E0127]\n"
                "    2 | (a == b) < (b == c);\n"
                "      | ^^^^^^^^^^^^^^^^^^^\n"
                "  help: they can be == or !=, or one can => the other\n");
    check_wrong("!1",
                "error: a condition is expected here, but this is a number [E0127]\n"
                "    2 | !1;\n"
                "      |  ^\n"
                "  help: compare it, such as 1 != 0\n");
    check_wrong("-a == 1",
                "error: a number is expected here, but this is a part [E0127]\n"
                "    2 | -a == 1;\n"
                "      |  ^\n"
                "  help: int(a) is its number, len(a) its length\n");
    check_wrong("len(1) == 1",
                "error: a text is expected here, but this is a number [E0127]\n"
                "    2 | len(1) == 1;\n"
                "      |     ^\n"
                "  help: dec(1) is the number as a text\n");
    check_wrong("unique(\"x\")",
                "error: parts are expected here, but this is a text [E0127]\n"
                "    2 | unique(\"x\");\n"
                "      |        ^^^\n");
    check_wrong("(a == b) in e",
                "error: a text is expected here, but this is a condition [E0127]\n"
                "    2 | (a == b) in e;\n"
                "      |  ^^^^^^\n");
    check_wrong("forall x in b: x",
                "error: a condition is expected here, but this is a part [E0127]\n"
                "    2 | forall x in b: x;\n"
                "      |                ^\n"
                "  help: count(x) > 0 says that it is there\n");
}

/* Both sides of an operator are looked at, and a term of no type makes no more errors. */
TEST(terms_errors_are_said_once)
{
    check_wrong("a == 1 && b == 2 || len(nothing) == \"x\"",
                "error: a part is compared with a number [E0127]\n"
                "    2 | a == 1 && b == 2 || len(nothing) == \"x\";\n"
                "      | ^^^^^^\n"
                "  help: int(a) is its number, len(a) its length\n"
                "t.lang:2:11: error: a part is compared with a number [E0127]\n"
                "    2 | a == 1 && b == 2 || len(nothing) == \"x\";\n"
                "      |           ^^^^^^\n"
                "  help: int(b) is its number, len(b) its length\n"
                "t.lang:2:25: error: rule 'r' has no part 'nothing' [E0124]\n"
                "    2 | a == 1 && b == 2 || len(nothing) == \"x\";\n"
                "      |                         ^^^^^^^\n");
}
