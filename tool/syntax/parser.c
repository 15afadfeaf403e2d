/*
 * The tokens ahead, errors and recovery.
 */
#include "syntax/parser.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DESCRIBED_MAX 40 /* bytes of a token in a message */

bool parser_init(Parser *p, Diags *diags, uint32_t source, const Dialect *dialect,
                 struct assay_arena *arena)
{
    uint32_t count;

    *p = (Parser){.diags = diags, .dialect = dialect, .arena = arena};
    p->tokens = lexer_read(diags, source, dialect->words, arena, &count);
    return p->tokens != NULL;
}

/* ---- The tokens ahead. */

const Token *parser_peek(const Parser *p)
{
    return &p->tokens[p->at];
}

const Token *parser_ahead(const Parser *p, uint32_t n)
{
    uint32_t at = p->at;

    while (n-- > 0 && p->tokens[at].kind != TOKEN_END)
        at++;
    return &p->tokens[at];
}

Token parser_next(Parser *p)
{
    Token token = p->tokens[p->at];

    if (token.kind != TOKEN_END)
        p->at++;
    return token;
}

Span parser_last(const Parser *p)
{
    return p->tokens[p->at > 0 ? p->at - 1 : 0].span;
}

Span parser_whole(const Parser *p)
{
    return span_join(p->begin, parser_last(p));
}

static bool is_text(const Token *t, const char *text)
{
    return (t->kind == TOKEN_MARK || t->kind == TOKEN_NAME) &&
           assay_str_equal(t->text, assay_str(text));
}

bool parser_is(const Parser *p, const char *text)
{
    return is_text(parser_peek(p), text);
}

bool parser_ahead_is(const Parser *p, uint32_t n, const char *text)
{
    return is_text(parser_ahead(p, n), text);
}

bool parser_is_kind(const Parser *p, TokenKind kind)
{
    return parser_peek(p)->kind == kind;
}

bool parser_accept(Parser *p, const char *text)
{
    if (!parser_is(p, text))
        return false;
    p->at++;
    p->panic = false;
    return true;
}

/* ---- Errors. */

__attribute__((format(printf, 4, 0))) static Diagnostic *
say(Parser *p, DiagCode code, Span span, const char *format, va_list args)
{
    char message[400];

    if (p->panic)
        return NULL;
    vsnprintf(message, sizeof message, format, args);
    return diag_report(p->diags, code, span, "%s", message);
}

Diagnostic *parser_error(Parser *p, DiagCode code, Span span, const char *format, ...)
{
    Diagnostic *d;
    va_list args;

    va_start(args, format);
    d = say(p, code, span, format, args);
    va_end(args);
    p->panic = true;
    return d;
}

Diagnostic *parser_report(Parser *p, DiagCode code, Span span, const char *format, ...)
{
    Diagnostic *d;
    va_list args;

    va_start(args, format);
    d = say(p, code, span, format, args);
    va_end(args);
    return d;
}

const char *parser_describe(Parser *p, const Token *token)
{
    char *text = assay_arena_new(p->arena, DESCRIBED_MAX + 8, 1);

    switch (token->kind) {
    case TOKEN_END:
        return p->dialect->end ? p->dialect->end : "the end of the file";
    case TOKEN_STRING:
        return "a string";
    case TOKEN_TEMPLATE:
        return "a URI template";
    case TOKEN_REGEXP:
        return "a regular expression";
    case TOKEN_NAME:
    case TOKEN_INTEGER:
    case TOKEN_NUMBER:
    case TOKEN_MARK:
    case TOKEN_BAD:
        break;
    }
    if (!text)
        return "this";
    if (token->text.len > DESCRIBED_MAX)
        snprintf(text, DESCRIBED_MAX + 8, "'%.*s...'", DESCRIBED_MAX - 3, token->text.at);
    else
        snprintf(text, DESCRIBED_MAX + 8, "'%.*s'", (int)token->text.len, token->text.at);
    return text;
}

void parser_expected(Parser *p, const char *what)
{
    const Token *next = parser_peek(p);

    if (next->kind == TOKEN_BAD)
        p->panic = true; /* it was reported */
    parser_error(p, DIAG_SYNTAX, next->span, "expected %s, not %s", what,
                 parser_describe(p, next));
}

bool parser_expect(Parser *p, const char *text)
{
    char what[DESCRIBED_MAX];

    if (parser_accept(p, text))
        return true;
    snprintf(what, sizeof what, "'%s'", text);
    parser_expected(p, what);
    return false;
}

bool parser_expect_kind(Parser *p, TokenKind kind, const char *what, Token *ret_token)
{
    if (!parser_is_kind(p, kind)) {
        parser_expected(p, what);
        return false;
    }
    *ret_token = parser_next(p);
    p->panic = false;
    return true;
}

static bool is_one_of(const Token *t, const char *const *list)
{
    for (; *list; list++)
        if (is_text(t, *list))
            return true;
    return false;
}

static int nesting(const Token *t)
{
    if (t->kind != TOKEN_MARK || t->text.len != 1)
        return 0;
    return strchr("([{", t->text.at[0]) ? 1 : strchr(")]}", t->text.at[0]) ? -1 : 0;
}

void parser_recover(Parser *p, const char *const *until)
{
    int depth = 0;

    while (!parser_is_kind(p, TOKEN_END)) {
        const Token *t = parser_peek(p);
        if (depth <= 0 && is_one_of(t, until))
            break;
        depth += nesting(t);
        p->at++;
    }
    p->panic &= parser_is_kind(p, TOKEN_END);
}

/* Whoever is around cannot go on with what is inside. */
static void skip_rest(Parser *p)
{
    while (!parser_is_kind(p, TOKEN_END))
        p->at++;
}

bool parser_enter(Parser *p)
{
    if (p->depth < PARSER_DEPTH) {
        p->depth++;
        return true;
    }
    parser_error(p, DIAG_TOO_DEEP, parser_peek(p)->span,
                 "this is nested more than %d levels deep", PARSER_DEPTH);
    skip_rest(p);
    return false;
}

void parser_leave(Parser *p)
{
    p->depth--;
}

bool parser_lengthen(Parser *p)
{
    if (p->row < PARSER_ROW) {
        p->row++;
        return true;
    }
    parser_error(p, DIAG_TOO_DEEP, parser_peek(p)->span,
                 "there are more than %d operators in a row", PARSER_ROW);
    skip_rest(p);
    return false;
}
