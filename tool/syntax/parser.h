/*
 * What all parsers share: the tokens ahead, errors, recovery, and expressions by
 * precedence.
 *
 * After an error a parser goes on: `panic` is set until a token is read where one was
 * expected, and while it is, nothing more is reported. Parsers never return NULL for a
 * part that is missing but what the dialect makes of it (`bad`).
 *
 * Expressions are read by precedence (Pratt): the dialect has a table of operators, reads
 * operands itself, and builds the terms. `Term` is the dialect's own.
 */
#ifndef SYNTAX_PARSER_H
#define SYNTAX_PARSER_H

#include "syntax/lexer.h"

#define PARSER_DEPTH 200 /* of expressions and types inside each other */
#define PARSER_ROW 1000  /* operators and the like in a row, and around it */

typedef struct Term Term;
typedef struct Parser Parser;

typedef enum {
    PARSER_PREFIX,       /* -x */
    PARSER_INFIX,        /* x + y, to the left */
    PARSER_INFIX_RIGHT,  /* x => y, to the right */
    PARSER_INFIX_SINGLE, /* x < y, but not x < y < z */
} Fixity;

/* An operator. `level` is how tight it binds, from 1; infix ones of one level have one
 * fixity. */
typedef struct {
    const char *text; /* a mark or a name */
    Fixity fixity;
    int level;
    int op; /* the dialect's number for it */
} Operator;

typedef struct {
    const LexRules *words;
    const Operator *operators; /* ended by one without text */
    /* An operand, with whatever is written behind it (.field, [index]). */
    Term *(*operand)(Parser *p);
    Term *(*prefix)(Parser *p, const Operator *op, Token mark, Term *of);
    /* NULL, or reads the right side itself where it is no expression (x in T); NULL from
     * it means that it does not. */
    Term *(*special)(Parser *p, const Operator *op, Token mark, Term *left);
    Term *(*infix)(Parser *p, const Operator *op, Token mark, Term *left, Term *right);
    /* What stands for an expression that is missing or too deep. */
    Term *(*bad)(Parser *p, Span span);
    const char *end; /* how the end of the text is named; NULL: the end of the file */
} Dialect;

struct Parser {
    Diags *diags;
    struct assay_arena *arena;
    const Dialect *dialect;
    const Token *tokens; /* the last is TOKEN_END */
    uint32_t at;         /* the next one */
    uint32_t depth;
    uint32_t row; /* what makes trees high without nesting: x + x + x, x.l.l.l */
    Span begin;   /* the first token of the expression that an operator ends */
    bool panic;
    void *client; /* the dialect's */
};

/* Reads the tokens of a source. False when out of memory. */
bool parser_init(Parser *p, Diags *diags, uint32_t source, const Dialect *dialect,
                 struct assay_arena *arena);

/* ---- The tokens ahead. */

const Token *parser_peek(const Parser *p);
const Token *parser_ahead(const Parser *p, uint32_t n); /* n tokens behind the next */
Token parser_next(Parser *p);                           /* stays at the end */
Span parser_last(const Parser *p);                      /* of the token read last */
/* In `prefix`, `special` and `infix`: of the expression up to the token read last, with
 * the parentheses around its operands. */
Span parser_whole(const Parser *p);
/* Whether the next token is this mark or this word. */
bool parser_is(const Parser *p, const char *text);
bool parser_ahead_is(const Parser *p, uint32_t n, const char *text);
bool parser_is_kind(const Parser *p, TokenKind kind);
/* Reads it if it is next. */
bool parser_accept(Parser *p, const char *text);

/* ---- Errors. */

/* Reads the mark or word, or reports that it is expected. */
bool parser_expect(Parser *p, const char *text);
/* Reads a token of a kind; `what` names it for the report: "a name". */
bool parser_expect_kind(Parser *p, TokenKind kind, const char *what, Token *ret_token);
/* Reports that `what` is expected here. */
void parser_expected(Parser *p, const char *what);
/* Reports, unless in panic, and panics. NULL in panic. */
Diagnostic *parser_error(Parser *p, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for what the parser can go on behind at once: does not panic. */
Diagnostic *parser_report(Parser *p, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Skips to one of the words or marks, ended by NULL, outside of brackets opened on the
 * way; it stays next. Ends the panic, unless there is none up to the end. */
void parser_recover(Parser *p, const char *const *until);
/* "'&&'", "the end of the file", "a string": how a token is named in messages. */
const char *parser_describe(Parser *p, const Token *token);

/* Goes one level deeper. False, reported, past PARSER_DEPTH: then the end is next. Each
 * true needs its leave. */
bool parser_enter(Parser *p);
void parser_leave(Parser *p);
/* Goes one further in a row. False, reported, past PARSER_ROW: then the end is next.
 * Whoever reads the row sets `row` back to what it was before it. */
bool parser_lengthen(Parser *p);

/* ---- Expressions. */

/* Operators of `level` or tighter; 1 reads all. */
Term *parser_expression(Parser *p, int level);

#endif
