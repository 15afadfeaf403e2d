/*
 * Reading terms and types: every form as a tree, precedence, errors and limits.
 */
#include "harness.h"
#include "term/syntax.h"
#include "term_fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Forms. */

TEST(term_read_dumps)
{
    static const char *const cases[][2] = {
        {"x", "var x\n"},
        {"12", "literal 12\n"},
        {"1.50", "literal 1.5\n"},
        {"2.0", "literal 2\n"},
        {"\"a\\nb\"", "literal \"a\\nb\"\n"},
        {"true", "literal true\n"},
        {"null", "literal null\n"},
        {"'/a/{b}'", "literal '/a/{b}'\n"},
        {"/a+/", "literal /a+/\n"},
        {"-1", "op -\n  literal 1\n"},
        {"!p", "op !\n  var p\n"},
        {"i + 1", "op +\n  var i\n  literal 1\n"},
        {"p ? 1 : 2", "cond\n  var p\n  literal 1\n  literal 2\n"},
        {"x in Integer", "in\n  var x\n  integer\n"},
        {"{}", "object\n"},
        {"{a = 1, \"b c\" = 2}",
         "object\n  member a\n    literal 1\n  member b c\n    literal 2\n"},
        {"[]", "array\n"},
        {"[1, x]", "array\n  literal 1\n  var x\n"},
        {"o.a", "field a\n  var o\n"},
        {"o.\"b c\".d", "field d\n  field b c\n    var o\n"},
        {"o.é", "field é\n  var o\n"},
        {"l[0]", "index\n  var l\n  literal 0\n"},
        {"forall n: Integer . n == n",
         "quant forall n\n  integer\n  op ==\n    var n\n    var n\n"},
        {"exists n: R . x repof n",
         "quant exists n\n  resource R\n  op repof\n    var x\n    var n\n"},
        {"length(l)", "op length\n  var l\n"},
        {"size(s)", "op size\n  var s\n"},
        {"matches(/a/, s)", "op matches\n  literal /a/\n  var s\n"},
        {"matches(email, s)", "in\n  var s\n  language email\n"},
        {"expand('/a', o)", "op expand\n  literal '/a'\n  var o\n"},
        {"isdefined(o.a)", "in\n  var o\n  object\n    field a\n      any\n"},
        {"isdefined(o.a.b)",
         "in\n  var o\n  object\n    field a\n      object\n        field b\n"
         "          any\n"},
        {"s uriof e", "op uriof\n  var s\n  var e\n"},
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_STR(term_fixture_dump(&f, term_fixture_good(&f, cases[i][0])), cases[i][1]);
    term_fixture_done(&f);
}

TEST(term_read_type_dumps)
{
    static const char *const cases[][2] = {
        {"Any", "any\n"},
        {"integer", "integer\n"},
        {"Number", "number\n"},
        {"string", "string\n"},
        {"boolean", "boolean\n"},
        {"Regexp", "regexp\n"},
        {"URITemplate", "template\n"},
        {"{}", "object\n"},
        {"{a: Any, ?\"b c\": String}",
         "object\n  field a\n    any\n  optional b c\n    string\n"},
        {"{*: Integer}", "map\n  integer\n"},
        {"Integer[][]", "array\n  array\n    integer\n"},
        {"(n: Integer where n > 0)",
         "refine n\n  integer\n  op >\n    var n\n    literal 0\n"},
        {"(Integer where p)", "refine _\n  integer\n  var p\n"},
        {"(Integer)", "integer\n"},
        {"Integer | String | Any", "union\n  integer\n  string\n  any\n"},
        {"Integer & Any | String", "union\n  both\n    integer\n    any\n  string\n"},
        {"!Integer[]", "not\n  array\n    integer\n"},
        {"(!Integer)[]", "array\n  not\n    integer\n"},
        {"[1]", "only\n  literal 1\n"},
        {"[1: Integer]", "only\n  literal 1\n  integer\n"},
        {"if p then Integer else String", "if\n  var p\n  integer\n  string\n"},
        {"R", "resource R\n"},
        {"T", "alias T\n"},
        {"email", "language email\n"},
        {"Natural", "refine x\n  integer\n  op >=\n    var x\n    literal 0\n"},
        {"Empty", "refine x\n  any\n  literal false\n"},
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_STR(term_fixture_dump_type(&f, term_fixture_good_type(&f, cases[i][0])),
                  cases[i][1]);
    term_fixture_done(&f);
}

/* ---- Precedence: the tree of `x A y B z` by the table, for every pair. */

static const char *in_parentheses(char *into, const Operator *a, const Operator *b)
{
    bool right =
        b->level > a->level || (b->level == a->level && a->fixity == PARSER_INFIX_RIGHT);

    if (right)
        sprintf(into, "x %s (y %s z)", a->text, b->text);
    else
        sprintf(into, "(x %s y) %s z", a->text, b->text);
    return into;
}

TEST(term_read_every_pair_of_operators)
{
    char plain[80], full[80];
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (const Operator *a = syntax_operators; a->text; a++)
        for (const Operator *b = syntax_operators; b->text; b++) {
            if (a->fixity == PARSER_PREFIX || a->op >= TERM_OPS ||
                b->fixity == PARSER_PREFIX || b->op >= TERM_OPS ||
                (a->level == b->level && a->fixity == PARSER_INFIX_SINGLE))
                continue;
            sprintf(plain, "x %s y %s z", a->text, b->text);
            CHECK_STR(
                term_fixture_dump(&f, term_fixture_good(&f, plain)),
                term_fixture_dump(&f, term_fixture_good(&f, in_parentheses(full, a, b))));
        }
    term_fixture_done(&f);
}

/* The order itself, so that a change of the table is seen. */
TEST(term_read_precedence)
{
    static const char *const cases[][2] = {
        {"p ? q : r <=> p", "p ? q : (r <=> p)"},
        {"p <=> q ==> r", "p <=> (q ==> r)"},
        {"p ==> q || r", "p ==> (q || r)"},
        {"p || q && r", "p || (q && r)"},
        {"p && q | r", "p && (q | r)"},
        {"p | q & r", "p | (q & r)"},
        {"p & q => r", "p & (q => r)"},
        {"p => i == j", "p => (i == j)"},
        {"i == j + k", "i == (j + k)"},
        {"i + j * k", "i + (j * k)"},
        {"-i * j", "(-i) * j"},
        {"!p && q", "(!p) && q"},
        {"-o.a", "-(o.a)"},
        {"x in Integer && p", "(x in Integer) && p"},
        {"x in {a: Any} & p", "(x in {a: Any}) & p"},
        {"p ==> q ==> r", "p ==> (q ==> r)"},
        {"p => q => r", "p => (q => r)"},
        {"i - j - k", "(i - j) - k"},
        {"p ? q : r ? p : q", "p ? q : (r ? p : q)"},
        {"forall n: Any . p && q", "forall n: Any . (p && q)"},
        {"p && forall n: Any . q || r", "p && (forall n: Any . (q || r))"},
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_STR(term_fixture_dump(&f, term_fixture_good(&f, cases[i][0])),
                  term_fixture_dump(&f, term_fixture_good(&f, cases[i][1])));
    term_fixture_done(&f);
}

/* ---- Errors. */

static void check_reports(struct term_fixture *f, const char *text, const char *expected)
{
    term_fixture_term(f, text);
    CHECK_STR(term_fixture_reports(f), expected);
}

TEST(term_read_errors)
{
    static const char *const cases[][2] = {
        {"a", "E0210@0-1 there is no variable 'a'\n"},
        {"x + ", "E0206@4-4 expected an expression, not the end of the file\n"},
        {"x in", "E0206@4-4 expected a type, not the end of the file\n"},
        {"x in Strin", "E0211@5-10 there is no type 'Strin'\n"},
        {"f(x)", "E0230@0-1 there is no function 'f'; there are length, size, expand, "
                 "matches and "
                 "isdefined\n"},
        {"length(l, l)", "E0229@0-12 'length' takes 1 argument, not 2\n"},
        {"matches()", "E0229@0-9 'matches' takes 2 arguments, not 0\n"},
        {"isdefined(x)", "E0206@10-11 'isdefined' needs a field: isdefined(x.name)\n"},
        {"{a = 1, a = 2}", "E0214@8-9 the object has a field 'a' already\n"},
        {"x in {a: Any, ?a: Any}", "E0214@15-16 the type has a field 'a' already\n"},
        {"forall in: Any . p", "E0213@7-9 'in' is a word of the language\n"},
        {"'/a{'", "E0216@"},
        {"/(/", "E0217@"},
        {"/(?=a)/", "E0218@"},
        {"1e99999", "E0205@0-7 this number is too large\n"},
        {"{\"a\\u0000b\" = 1}",
         "E0202@1-11 the name of a field cannot have the character U+0000\n"},
        {"x in language 1",
         "E0206@14-15 expected the file of a language, \"x.lang\", not '1'\n"},
        {"x in language \"no.lang\"", "E0227@14-23 'no.lang' cannot be read\n"},
        {"i < j < k", "E0206@6-7 '<' cannot follow '<' without parentheses\n"},
    };
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *said;
        term_fixture_term(&f, cases[i][0]);
        said = term_fixture_reports(&f);
        if (strncmp(said, cases[i][1], strlen(cases[i][1])) != 0 ||
            strchr(said, '\n')[1] != '\0')
            harness_fail(HARNESS_HERE, "%s: %s", cases[i][0], said);
    }
    term_fixture_done(&f);
}

/* Each error at its place, and nothing that follows from another. */
TEST(term_read_several_errors)
{
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    check_reports(&f, "[a, b + , i, {c = }, length()] == ''",
                  "E0210@1-2 there is no variable 'a'\n"
                  "E0210@4-5 there is no variable 'b'\n"
                  "E0206@8-9 expected an expression, not ','\n"
                  "E0206@18-19 expected an expression, not '}'\n"
                  "E0229@21-29 'length' takes 1 argument, not 0\n");
    check_reports(&f, "x in {a: Foo, b, c: [}, d: Any[} && a",
                  "E0211@9-12 there is no type 'Foo'\n"
                  "E0206@15-16 expected ':', not ','\n"
                  "E0206@21-22 expected an expression, not '}'\n");
    term_fixture_done(&f);
}

/* A variable of the name of a language is a variable. */
TEST(term_read_variables_before_languages)
{
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    CHECK_STR(term_fixture_print(&f, term_fixture_good(&f, "matches(email, s)")),
              "s in email");
    CHECK_STR(term_fixture_print(
                  &f, term_fixture_good(&f, "forall email: Regexp . matches(email, s)")),
              "forall email: Regexp . matches(email, s)");
    term_fixture_done(&f);
}

/* Marks are marks: what is in quotes is none. */
TEST(term_read_strings_are_no_marks)
{
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    check_reports(&f, "matches \"(\" email \",\" s)",
                  "E0206@8-11 expected '(', not a string\n");
    check_reports(&f, "x in Integer[\"]\"", "");
    CHECK(term_fixture_term(&f, "x in Integer[\"]\"") == NULL);
    term_fixture_reports(&f);
    check_reports(&f, "x in (n \":\" Any where p)",
                  "E0211@6-7 there is no type 'n'\n"
                  "E0206@8-11 expected ')', not a string\n");
    term_fixture_done(&f);
}

/* ---- Limits. */

static uint32_t errors_of(const char *before, const char *again, size_t count)
{
    char *text = malloc(strlen(before) + strlen(again) * count + 1);
    struct term_fixture f;
    uint32_t errors;

    term_fixture_init(&f, NULL);
    strcpy(text, before);
    for (size_t i = 0; i < count; i++)
        strcpy(text + strlen(before) + i * strlen(again), again);
    term_fixture_term(&f, text);
    errors = f.diags.errors;
    for (uint32_t i = 0; i < f.diags.count; i++)
        if (f.diags.at[i]->code != DIAG_TOO_DEEP &&
            diag_severity(f.diags.at[i]->code) != DIAG_WARNING)
            harness_fail(HARNESS_HERE, "%s: %s", again, f.diags.at[i]->message);
    term_fixture_done(&f);
    free(text);
    return errors;
}

TEST(term_read_has_limits)
{
    static const char *const rows[] = {" + i", ".a", "[i]", " && p"};
    static const char *const nests[][2] = {
        {"", "("},
        {"", "["},
        {"", "{a="},
        {"", "-"},
        {"", "p ? "},
        {"", "p ==> "},
        {"", "forall n: Any . "},
        {"", "length("},
        {"", "x in ["},
        {"x in ", "{a:"},
        {"x in ", "{*:"},
        {"x in ", "!"},
        {"x in ", "("},
        {"x in (", "if p then "},
        {"x in (", "(n: "},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_UINT(errors_of("i", rows[i], PARSER_ROW - 1), 0);
        CHECK_UINT(errors_of("i", rows[i], 20000), 1);
    }
    CHECK_UINT(errors_of("p", " && i.a[0].b", PARSER_ROW / 2),
               0); /* rows beside each other */
    CHECK_UINT(errors_of("x in Any", "[]", PARSER_ROW - 1), 0);
    CHECK_UINT(errors_of("x in Any", "[]", 20000), 1);
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++)
        CHECK_UINT(errors_of(nests[i][0], nests[i][1], 10000), 1);
}

TEST(term_read_long_numbers)
{
    char *digits = malloc(100001);
    struct term_fixture f;

    term_fixture_init(&f, NULL);
    memset(digits, '9', 100000);
    digits[100000] = '\0';
    term_fixture_term(&f, digits);
    CHECK_STR(term_fixture_reports(&f), "E0205@0-100000 this number is too large\n");
    digits[30000] = '\0';
    CHECK_STR(term_fixture_print(&f, term_fixture_good(&f, digits)), digits);
    term_fixture_done(&f);
    free(digits);
}
