/*
 * The parser's own part: precedence for every pair of operators, recovery, limits. The
 * dialect of the tests builds its expressions as texts with all parentheses.
 */
#include "base/buf.h"
#include "harness.h"
#include "syntax/parser.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Term {
    char *text;
};

static const char *const marks[] = {"==", "=>", "<", "+", "-", "*",
                                    "!",  "(",  ")", ";", NULL};
static const LexRules words = {.marks = marks};

static const Operator operators[] = {
    {"or", PARSER_INFIX, 1, 0},         {"=>", PARSER_INFIX_RIGHT, 2, 0},
    {"==", PARSER_INFIX_SINGLE, 3, 0},  {"<", PARSER_INFIX_SINGLE, 3, 0},
    {"has", PARSER_INFIX_SINGLE, 3, 1}, {"+", PARSER_INFIX, 4, 0},
    {"-", PARSER_INFIX, 4, 0},          {"*", PARSER_INFIX, 5, 0},
    {"!", PARSER_PREFIX, 6, 0},         {"-", PARSER_PREFIX, 6, 0},
    {NULL, PARSER_PREFIX, 0, 0},
};

static Term *make(Parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static Term *make(Parser *p, const char *format, ...)
{
    Term *t = assay_arena_new(p->arena, 1, sizeof *t);
    struct assay_buf buf;
    va_list args;

    assay_buf_init(&buf, NULL, 0);
    va_start(args, format);
    assay_buf_vprintf(&buf, format, args);
    va_end(args);
    t->text = assay_arena_text(p->arena, buf.at, buf.len);
    assay_buf_done(&buf);
    return t;
}

static Term *bad(Parser *p, Span span)
{
    (void)span;
    return make(p, "?");
}

static Term *operand(Parser *p)
{
    Term *t;

    if (!parser_enter(p))
        return bad(p, parser_peek(p)->span);
    if (parser_accept(p, "(")) {
        t = parser_expression(p, 1);
        parser_expect(p, ")");
    } else if (parser_is_kind(p, TOKEN_NAME) || parser_is_kind(p, TOKEN_INTEGER)) {
        t = make(p, "%s", parser_next(p).text.at);
    } else {
        parser_expected(p, "an operand");
        t = bad(p, parser_peek(p)->span);
    }
    parser_leave(p);
    return t;
}

static Term *prefix(Parser *p, const Operator *op, Token mark, Term *of)
{
    CHECK(assay_str_equal(mark.text, assay_str(op->text)));
    return make(p, "(%s%s)", op->text, of->text);
}

static Term *infix(Parser *p, const Operator *op, Token mark, Term *left, Term *right)
{
    CHECK(assay_str_equal(mark.text, assay_str(op->text)));
    return make(p, "(%s %s %s)", left->text, op->text, right->text);
}

/* x has y: y is a name, no expression. */
static Term *special(Parser *p, const Operator *op, Token mark, Term *left)
{
    (void)mark;
    return op->op == 1 ? make(p, "(%s has:%s)", left->text, parser_next(p).text.at)
                       : NULL;
}

static const Dialect dialect = {&words,  operators, operand, prefix,
                                special, infix,     bad,     NULL};

struct parsing {
    struct assay_arena arena;
    Diags diags;
    Parser p;
};

static void parsing_init(struct parsing *f, const char *text)
{
    assay_arena_init(&f->arena, NULL, 0);
    diag_init(&f->diags);
    CHECK(parser_init(&f->p, &f->diags, diag_source(&f->diags, "t", assay_str(text)),
                      &dialect, &f->arena));
}

static void parsing_done(struct parsing *f)
{
    diag_done(&f->diags);
    assay_arena_done(&f->arena);
}

static void check_tree(const char *text, const char *expected)
{
    struct parsing f;

    parsing_init(&f, text);
    CHECK_STR(parser_expression(&f.p, 1)->text, expected);
    CHECK_UINT(f.diags.errors, 0);
    CHECK(parser_is_kind(&f.p, TOKEN_END));
    CHECK_UINT(f.p.depth, 0);
    CHECK_UINT(f.p.row, 0);
    parsing_done(&f);
}

/* What `x A y B z` must be: by levels, and by fixity if they are equal. */
static const char *pair_tree(const Operator *a, const Operator *b, char *into)
{
    bool right =
        b->level > a->level || (b->level == a->level && a->fixity == PARSER_INFIX_RIGHT);

    if (right)
        sprintf(into, "(x %s (y %s z))", a->text, b->text);
    else
        sprintf(into, "((x %s y) %s z)", a->text, b->text);
    return into;
}

TEST(syntax_parser_every_pair_of_operators)
{
    char text[50], tree[50];

    for (const Operator *a = operators; a->text; a++)
        for (const Operator *b = operators; b->text; b++) {
            if (a->fixity == PARSER_PREFIX || b->fixity == PARSER_PREFIX || a->op ||
                b->op)
                continue;
            if (a->level == b->level && a->fixity == PARSER_INFIX_SINGLE)
                continue;
            sprintf(text, "x %s y %s z", a->text, b->text);
            check_tree(text, pair_tree(a, b, tree));
        }
}

TEST(syntax_parser_trees)
{
    check_tree("x", "x");
    check_tree("(((x)))", "x");
    check_tree("- - !x", "(-(-(!x)))");
    check_tree("-x - -y", "((-x) - (-y))");
    check_tree("!x == y", "((!x) == y)");
    check_tree("x + y * -z + 1", "((x + (y * (-z))) + 1)");
    check_tree("x => y => z or a", "((x => (y => z)) or a)");
    check_tree("x has y + z", "((x has:y) + z)"); /* what it reads is its own affair */
    check_tree("a or x has y or b", "((a or (x has:y)) or b)");
    check_tree("(x < y) < z", "((x < y) < z)");
}

TEST(syntax_parser_stops_at_looser_operators)
{
    struct parsing f;

    parsing_init(&f, "x * y + z");
    CHECK_STR(parser_expression(&f.p, 5)->text, "(x * y)");
    CHECK(parser_is(&f.p, "+"));
    parsing_done(&f);
}

/* Codes and places of what is reported for a text, read as `expression ;` again and
 * again, each from its beginning. */
static void check_errors(const char *text, const char *expected)
{
    static const char *const until[] = {";", NULL};
    struct assay_buf out;
    struct parsing f;

    parsing_init(&f, text);
    assay_buf_init(&out, NULL, 0);
    while (!parser_is_kind(&f.p, TOKEN_END)) {
        parser_expression(&f.p, 1);
        if (!parser_is(&f.p, ";"))
            parser_expected(&f.p, "an operator");
        parser_recover(&f.p, until);
        parser_accept(&f.p, ";");
        CHECK(!f.p.panic || parser_is_kind(&f.p, TOKEN_END));
    }
    for (uint32_t i = 0; i < f.diags.count; i++)
        assay_buf_printf(&out, "%u-%u %s\n", f.diags.at[i]->span.start,
                         f.diags.at[i]->span.end, f.diags.at[i]->message);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
    parsing_done(&f);
}

TEST(syntax_parser_errors)
{
    check_errors("x + ;", "4-5 expected an operand, not ';'\n");
    check_errors("x", "1-1 expected an operator, not the end of the file\n");
    check_errors("x y;", "2-3 expected an operator, not 'y'\n");
    check_errors("(x;", "2-3 expected ')', not ';'\n");
    check_errors("x == \"s\";", "5-8 expected an operand, not a string\n");
    check_errors("x < y < z;", "6-7 '<' cannot follow '<' without parentheses\n");
    check_errors("x == y + 1 < z < a;",
                 "11-12 '<' cannot follow '==' without parentheses\n"
                 "15-16 '<' cannot follow '<' without parentheses\n");
    /* several, each once, and what is right between them is read */
    check_errors("+ x; y; (z * ); a b c; -;", "0-1 expected an operand, not '+'\n"
                                              "13-14 expected an operand, not ')'\n"
                                              "18-19 expected an operator, not 'b'\n"
                                              "24-25 expected an operand, not ';'\n");
}

/* What the lexer reported is not reported again. */
TEST(syntax_parser_bad_tokens_are_said_once)
{
    check_errors("x + #; y # z; w;", "4-5 this character means nothing here\n"
                                     "9-10 this character means nothing here\n");
}

TEST(syntax_parser_recovers_outside_of_brackets)
{
    static const char *const until[] = {";", ")", NULL};
    struct parsing f;

    parsing_init(&f, "a (b ; c) ; d");
    parser_recover(&f.p, until);
    CHECK_UINT(parser_peek(&f.p)->span.start, 10);
    parser_next(&f.p);
    CHECK_STR(parser_peek(&f.p)->text.at, "d");
    parser_recover(&f.p, until);
    CHECK(parser_is_kind(&f.p, TOKEN_END));
    parsing_done(&f);
}

TEST(syntax_parser_looks_ahead)
{
    struct parsing f;
    Token t;

    parsing_init(&f, "a \"(\" (");
    CHECK(parser_ahead_is(&f.p, 0, "a"));
    CHECK(!parser_ahead_is(&f.p, 1, "(")); /* a string is no mark */
    CHECK(parser_ahead_is(&f.p, 2, "("));
    CHECK_INT(parser_ahead(&f.p, 3)->kind, TOKEN_END);
    CHECK_INT(parser_ahead(&f.p, 99)->kind, TOKEN_END);
    CHECK(parser_expect_kind(&f.p, TOKEN_NAME, "a name", &t));
    CHECK_UINT(parser_last(&f.p).end, 1);
    CHECK(!parser_accept(&f.p, "("));
    for (int i = 0; i < 5; i++)
        parser_next(&f.p);
    CHECK(parser_is_kind(&f.p, TOKEN_END));
    CHECK_UINT(f.diags.errors, 0);
    parsing_done(&f);
}

/* Long tokens are cut where they are named. */
TEST(syntax_parser_describes)
{
    static const char long_name[] =
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    struct parsing f;

    parsing_init(&f, long_name);
    CHECK_STR(parser_describe(&f.p, parser_peek(&f.p)),
              "'abcdefghijklmnopqrstuvwxyzabcdefghijk...'");
    parsing_done(&f);
}

/* `count` times `open`, then "x". */
static char *repeated(const char *open, size_t count)
{
    size_t len = strlen(open);
    char *text = malloc(len * count + 2);

    for (size_t i = 0; i < count; i++)
        memcpy(text + len * i, open, len);
    strcpy(text + len * count, "x");
    return text;
}

static uint32_t errors_of(const char *open, size_t count)
{
    char *text = repeated(open, count);
    struct parsing f;
    uint32_t errors;

    parsing_init(&f, text);
    parser_expression(&f.p, 1);
    errors = f.diags.errors;
    CHECK_UINT(f.p.depth, 0);
    CHECK_UINT(f.p.row, 0);
    if (errors > 0)
        CHECK_INT(f.diags.at[0]->code, DIAG_TOO_DEEP);
    parsing_done(&f);
    free(text);
    return errors;
}

TEST(syntax_parser_has_limits)
{
    CHECK_UINT(errors_of("-", 100), 0);
    CHECK_UINT(errors_of("-", 10000), 1);
    CHECK_UINT(errors_of("(", 10000), 1);
    CHECK_UINT(errors_of("x=>", 100), 0);
    CHECK_UINT(errors_of("x=>", 10000), 1);
    CHECK_UINT(errors_of("x+", PARSER_ROW), 0);
    CHECK_UINT(errors_of("x+", PARSER_ROW + 1), 1);
    CHECK_UINT(errors_of("x+", 100000), 1);
    CHECK_UINT(errors_of("x+x*x+(", 10000), 1);
}

/* Rows inside of rows count together: it is the tree's height that is limited. */
TEST(syntax_parser_limits_rows_in_rows)
{
    char *row = repeated("x+", 40), *text = malloc(100 * 100 + 1);
    struct parsing f;

    *text = 0;
    for (int i = 0; i < 50; i++) {
        strncat(text, row, 80);
        strcat(text, "(");
    }
    strcat(text, "x");
    parsing_init(&f, text);
    parser_expression(&f.p, 1);
    CHECK_UINT(f.diags.errors, 1);
    CHECK_INT(f.diags.at[0]->code, DIAG_TOO_DEEP);
    parsing_done(&f);
    free(text);
    free(row);
}
