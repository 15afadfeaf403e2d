/*
 * Tokens: each kind with its text and its place, comments, escapes, slashes, limits.
 */
#include "base/buf.h"
#include "diag/render.h"
#include "harness.h"
#include "syntax/lexer.h"
#include <stdlib.h>
#include <string.h>

static const char *const marks[] = {"<=>", "<=", "<", "=>", "==", "=",  "+", "++",
                                    "-",   "*",  "/", "(",  ")",  "[",  "]", "{",
                                    "}",   ".",  ",", "!",  "&",  "&&", NULL};

static const LexRules full = {marks, true, true, true, true, true, false};
static const LexRules bare = {.marks = marks};

struct lexing {
    struct assay_arena arena;
    Diags diags;
    Token *tokens;
    uint32_t count;
    struct assay_buf out; /* tokens, or what was reported, as text */
};

static void lexing_init(struct lexing *l, const LexRules *rules, struct assay_str text)
{
    assay_arena_init(&l->arena, NULL, 0);
    diag_init(&l->diags);
    assay_buf_init(&l->out, NULL, 0);
    l->tokens = lexer_read(&l->diags, diag_source(&l->diags, "t", text), rules, &l->arena,
                           &l->count);
    CHECK(l->tokens != NULL);
    CHECK(l->count > 0);
    CHECK_INT(l->tokens[l->count - 1].kind, TOKEN_END);
    CHECK_UINT(l->tokens[l->count - 1].span.start, l->tokens[l->count - 1].span.end);
}

static void lexing_done(struct lexing *l)
{
    assay_buf_done(&l->out);
    diag_done(&l->diags);
    assay_arena_done(&l->arena);
}

/* name x@0-1: a kind, the text, the place. */
static void put_token(struct lexing *l, const Token *t)
{
    static const char *const kinds[] = {"end",      "name",   "int",  "num", "str",
                                        "template", "regexp", "mark", "bad"};

    assay_buf_printf(&l->out, "%s%s ", l->out.len ? "; " : "", kinds[t->kind]);
    assay_buf_add(&l->out, t->text.at, t->text.len);
    assay_buf_printf(&l->out, "@%u-%u", t->span.start, t->span.end);
    CHECK_INT(t->text.at[t->text.len], 0);
}

static void check_tokens(const LexRules *rules, const char *text, const char *expected)
{
    struct lexing l;

    lexing_init(&l, rules, assay_str(text));
    for (uint32_t i = 0; i + 1 < l.count; i++)
        put_token(&l, &l.tokens[i]);
    CHECK_STR(l.out.at, expected);
    CHECK_UINT(l.diags.errors, 0);
    lexing_done(&l);
}

/* E0203@0-3, a line each. */
static void check_reports(struct assay_str text, const char *expected)
{
    struct lexing l;

    lexing_init(&l, &full, text);
    for (uint32_t i = 0; i < l.diags.count; i++)
        assay_buf_printf(&l.out, "%s%s@%u-%u", i > 0 ? " " : "",
                         diag_code_text(l.diags.at[i]->code), l.diags.at[i]->span.start,
                         l.diags.at[i]->span.end);
    CHECK_STR(l.out.at, expected);
    lexing_done(&l);
}

TEST(syntax_lexer_tokens)
{
    static const char *const cases[][2] = {
        {"", ""},
        {" \t\r\n\f", ""},
        {"x _a1 Ab", "name x@0-1; name _a1@2-5; name Ab@6-8"},
        {"preço 数", "name preço@0-6; name 数@7-10"},
        {"0 007 12", "int 0@0-1; int 007@2-5; int 12@6-8"},
        {"1.5 1e3 1E-3 1.5e+10",
         "num 1.5@0-3; num 1e3@4-7; num 1E-3@8-12; num 1.5e+10@13-20"},
        {"1.x", "int 1@0-1; mark .@1-2; name x@2-3"},
        {"1..2", "int 1@0-1; mark .@1-2; mark .@2-3; int 2@3-4"},
        {"\"a b\"", "str a b@0-5"},
        {"\"\"", "str @0-2"},
        {"'/a/{b}' `c'd`", "template /a/{b}@0-8; template c'd@9-14"},
        {"'a\\'b'", "template a'b@0-6"},
        {"\\old x", "name \\old@0-4; name x@5-6"},
        {"a<=>b", "name a@0-1; mark <=>@1-4; name b@4-5"},
        {"a<=b", "name a@0-1; mark <=@1-3; name b@3-4"},
        {"+++", "mark ++@0-2; mark +@2-3"},
        {"&&&", "mark &&@0-2; mark &@2-3"},
        {"({[]})",
         "mark (@0-1; mark {@1-2; mark [@2-3; mark ]@3-4; mark }@4-5; mark )@5-6"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_tokens(&full, cases[i][0], cases[i][1]);
}

TEST(syntax_lexer_comments)
{
    check_tokens(&full, "a // b \" '\nc", "name a@0-1; name c@11-12");
    check_tokens(&full, "a /* \n * / \" */ c//", "name a@0-1; name c@16-17");
    check_tokens(&full, "/**/a/***/b", "name a@4-5; name b@10-11");
    check_tokens(&bare, "a // b", "name a@0-1; mark /@2-3; mark /@3-4; name b@5-6");
}

TEST(syntax_lexer_rules_can_be_off)
{
    check_tokens(&bare, "=/a", "mark =@0-1; mark /@1-2; name a@2-3");
    check_tokens(&bare, "a/ *b", "name a@0-1; mark /@1-2; mark *@3-4; name b@4-5");
}

/* A slash divides behind an operand and begins a regular expression elsewhere. */
TEST(syntax_lexer_slashes)
{
    static const char *const divisions[] = {
        "a / b /c",  "1 / 2 / 3",     ") / b / c",  "] / b / c",
        "} / b / c", "\"s\" / b / c", "x.in / b/c", "x.where / b / c"};
    static const char *const regexps[] = {
        "/b c/",   "( /b c/",  "== /b c/",    ", /b c/",     "in /b c/",
        "{ /b c/", "[ /b c/",  "where /b c/", "repof /b c/", "uriof /b c/",
        "! /b c/", "if /b c/", "= /b c/",
    };
    struct lexing l;

    for (size_t i = 0; i < sizeof divisions / sizeof *divisions; i++) {
        lexing_init(&l, &full, assay_str(divisions[i]));
        for (uint32_t k = 0; k < l.count; k++)
            CHECK(l.tokens[k].kind != TOKEN_REGEXP);
        lexing_done(&l);
    }
    for (size_t i = 0; i < sizeof regexps / sizeof *regexps; i++) {
        lexing_init(&l, &full, assay_str(regexps[i]));
        CHECK_INT(l.tokens[l.count - 2].kind, TOKEN_REGEXP);
        CHECK_STR(l.tokens[l.count - 2].text.at, "b c");
        lexing_done(&l);
    }
    check_tokens(&full, "/a\\/b/ / c", "regexp a\\/b@0-6; mark /@7-8; name c@9-10");
    check_tokens(&full, "/c[/]d/", "regexp c[/]d@0-7");
    check_tokens(&full, "/[\\]/]/", "regexp [\\]/]@0-7");
}

TEST(syntax_lexer_escapes)
{
    static const char *const cases[][2] = {
        {"\"\\n\\r\\t\\b\\f\\\"\\\\\\/\\'\\`\"", "\n\r\t\b\f\"\\/'`"},
        {"\"\\u0041\\u00e9\\u20AC\"", "Aé€"},
        {"\"\\uD83D\\uDE00!\"", "😀!"}, /* two halves of one character */
        {"\"\\u00412\"", "A2"},
    };
    struct lexing l;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lexing_init(&l, &full, assay_str(cases[i][0]));
        CHECK_UINT(l.diags.errors, 0);
        CHECK_UINT(l.count, 2);
        CHECK_STR(l.tokens[0].text.at, cases[i][1]);
        lexing_done(&l);
    }
    lexing_init(&l, &full, assay_str("\"a\\u0000b\""));
    CHECK_UINT(l.tokens[0].text.len, 3);
    CHECK_MEM(l.tokens[0].text.at, "a\0b", 3);
    lexing_done(&l);
}

TEST(syntax_lexer_reports)
{
    static const char *const cases[][2] = {
        {"\"a\\qb\\x\"", "E0204@2-4 E0204@5-7"},
        {"\"\\é\"", "E0204@1-4"},
        {"\"\\u12\"", "E0204@1-3"},
        {"\"\\uDE00\"", "E0204@1-7"},         /* the second half alone */
        {"\"\\uD83D\"", "E0204@1-7"},         /* the first alone */
        {"\"\\uD83D\\u0041\"", "E0204@1-13"}, /* and with something else */
        {"\"\\uD83D\\uE000\"", "E0204@1-13"},
        {"\"a", "E0203@0-2"},
        {"\"a\nb \"c", "E0203@0-2 E0203@5-7"},
        {"\"a\\", "E0204@2-3 E0203@0-3"},
        {"'a\n`b\n", "E0203@0-2 E0203@3-5"},
        {"(/a\n(/[/\n", "E0203@1-3 E0203@5-8"},
        {"/a\\", "E0203@0-3"},
        {"/a\\\n", "E0203@0-3"},
        {"a /* b", "E0203@2-4"},
        {"/*/", "E0203@0-2"},
        {"1a 2.5x 3e 1e+", "E0205@0-2 E0205@3-7 E0205@8-10 E0205@11-13"},
        {"a # b ~", "E0202@2-3 E0202@6-7"},
        {"\\ x", "E0202@0-1"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_reports(assay_str(cases[i][0]), cases[i][1]);
}

TEST(syntax_lexer_zero_bytes)
{
    check_reports((struct assay_str){"a\0b", 3}, "E0202@1-2");
    check_reports((struct assay_str){"\0\0", 2}, "E0202@0-1 E0202@1-2");
    check_reports((struct assay_str){"\"\\\0\"", 4}, "E0204@1-3");
    check_reports((struct assay_str){"(/\0/ '\0' \"\0\" // \0", 18}, "");
}

/* Nothing is read of a text that is no UTF-8: places would not be characters. */
TEST(syntax_lexer_refuses_bad_utf8)
{
    static const char *const texts[] = {"a \xff b", "a \xc3", "a \xc0\x80 b",
                                        "a \xed\xa0\x80", "a \xf4\x90\x80\x80"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct lexing l;
        lexing_init(&l, &full, assay_str(texts[i]));
        CHECK_UINT(l.count, 1);
        CHECK_UINT(l.diags.errors, 1);
        CHECK_INT(l.diags.at[0]->code, DIAG_UTF8);
        CHECK_UINT(l.diags.at[0]->span.start, 2);
        lexing_done(&l);
    }
}

TEST(syntax_lexer_has_a_longest_text)
{
    char *text = malloc(LEXER_TEXT_MAX + 1);
    struct lexing l;

    memset(text, ' ', LEXER_TEXT_MAX + 1);
    text[LEXER_TEXT_MAX - 1] = 'x';
    lexing_init(&l, &full, (struct assay_str){text, LEXER_TEXT_MAX});
    CHECK_UINT(l.count, 2);
    CHECK_UINT(l.diags.errors, 0);
    lexing_done(&l);

    lexing_init(&l, &full, (struct assay_str){text, LEXER_TEXT_MAX + 1});
    CHECK_UINT(l.count, 1);
    CHECK_UINT(l.diags.errors, 1);
    CHECK_INT(l.diags.at[0]->code, DIAG_TOO_LONG);
    lexing_done(&l);

    memset(text, '(', LEXER_TEXT_MAX);
    lexing_init(&l, &full, (struct assay_str){text, LEXER_TEXT_MAX});
    CHECK_UINT(l.count, LEXER_TEXT_MAX + 1);
    lexing_done(&l);
    free(text);
}

/* ---- Words of C. */

static const char *const c_marks[] = {"..", ".", "+", "-", "<", "[", "]", "≤", NULL};
static const LexRules c_rules = {
    .marks = c_marks, .backslash_names = true, .c_words = true};

TEST(syntax_lexer_reads_c_numbers)
{
    check_tokens(&c_rules, "0..n 0x1Fu 1.5e-3f 1. .5 10ull 0x1p+3 1e5",
                 "int 0@0-1; mark ..@1-3; name n@3-4; int 0x1Fu@5-10; num 1.5e-3f@11-18; "
                 "num 1.@19-21; num .5@22-24; int 10ull@25-30; num 0x1p+3@31-37; "
                 "num 1e5@38-41");
    check_tokens(&c_rules, "1-e 200s", "int 1@0-1; mark -@1-2; name e@2-3; int 200s@4-8");
}

TEST(syntax_lexer_reads_c_literals)
{
    check_tokens(&c_rules, "'a' '\\n' '\\x41' '\\0' '\\'' L'b' '\\377'",
                 "int 97@0-3; int 10@4-8; int 65@9-15; int 0@16-20; int 39@21-25; "
                 "int 98@27-30; int -1@31-37");
    check_tokens(&c_rules, "\"a\\tb\\101\\\"\" u8\"c\"", "str a\tbA\"@0-12; str c@15-18");
}

TEST(syntax_lexer_skips_blanks_of_c)
{
    check_tokens(&c_rules, "@ a\n  @ b \\\n c @", "name a@2-3; name b@8-9; name c@13-14");
    check_tokens(&c_rules, "a≤b", "name a@0-1; mark ≤@1-4; name b@4-5");
}

TEST(syntax_lexer_reads_parts)
{
    struct lexing l;
    Span place = {0, 2, 5};

    lexing_init(&l, &bare, assay_str("ab cd ef"));
    l.tokens = lexer_read_span(&l.diags, (Span){0, 3, 5}, &bare, &l.arena, &l.count);
    CHECK_UINT(l.count, 2);
    put_token(&l, &l.tokens[0]);
    put_token(&l, &l.tokens[1]);
    l.tokens =
        lexer_read_text(&l.diags, assay_str("x + y"), place, &bare, &l.arena, &l.count);
    CHECK_UINT(l.count, 4);
    put_token(&l, &l.tokens[1]);
    CHECK_STR(l.out.at, "name cd@3-5; end @5-5; mark +@2-5");
    lexing_done(&l);
}
