/*
 * The tokens of the notation. A lexer runs over a text it does not own, one token a call;
 * it allocates nothing. Strings, sets and numbers are only delimited here; literal.h
 * reads what is in them.
 *
 * Two modes, because [ ] and % mean one thing in expressions and another in terms: paths
 * of users are read in the mode of terms.
 */
#ifndef ASSAY_LANG_LEXER_H
#define ASSAY_LANG_LEXER_H

#include "base/str.h"
#include "lang/problem.h"

enum assay_token_kind {
    ASSAY_TOKEN_END,
    ASSAY_TOKEN_BAD, /* see `problem` */
    ASSAY_TOKEN_NAME,
    ASSAY_TOKEN_LABEL,     /* expressions: a name, then ':' and no blank; the name only */
    ASSAY_TOKEN_STRING,    /* with its quotes, and an i behind them */
    ASSAY_TOKEN_SET,       /* expressions: [...] */
    ASSAY_TOKEN_CODES,     /* expressions: %x41-5A */
    ASSAY_TOKEN_DIRECTIVE, /* expressions: %word */
    ASSAY_TOKEN_INT,       /* starts with a digit; may be malformed */
    /* Words of the notation. */
    ASSAY_TOKEN_WHERE,
    ASSAY_TOKEN_IN,
    ASSAY_TOKEN_FORALL,
    ASSAY_TOKEN_EXISTS,
    ASSAY_TOKEN_SELF,
    /* Signs. */
    ASSAY_TOKEN_COLON,
    ASSAY_TOKEN_SEMICOLON,
    ASSAY_TOKEN_COMMA,
    ASSAY_TOKEN_AT,
    ASSAY_TOKEN_BAR,
    ASSAY_TOKEN_OPEN,
    ASSAY_TOKEN_CLOSE,
    ASSAY_TOKEN_BRACE,
    ASSAY_TOKEN_BRACE_CLOSE,
    ASSAY_TOKEN_BRACKET,
    ASSAY_TOKEN_BRACKET_CLOSE,
    ASSAY_TOKEN_QUESTION,
    ASSAY_TOKEN_PLUS,
    ASSAY_TOKEN_MINUS,
    ASSAY_TOKEN_STAR,
    ASSAY_TOKEN_SLASH,
    ASSAY_TOKEN_PERCENT,
    ASSAY_TOKEN_DOT,
    ASSAY_TOKEN_DOTS, /* .. */
    ASSAY_TOKEN_NOT,
    ASSAY_TOKEN_ASSIGN, /* = */
    ASSAY_TOKEN_EQ,
    ASSAY_TOKEN_NE,
    ASSAY_TOKEN_LT,
    ASSAY_TOKEN_LE,
    ASSAY_TOKEN_GT,
    ASSAY_TOKEN_GE,
    ASSAY_TOKEN_AND,
    ASSAY_TOKEN_OR, /* terms: || */
    ASSAY_TOKEN_IMPLIES,
};

struct assay_token {
    enum assay_token_kind kind;
    uint32_t at, len;
    bool rule; /* a name (or word) first in its line, then ':' and a blank: a rule */
    enum assay_problem_id problem; /* of a BAD one */
};

enum assay_lexer_mode { ASSAY_LEX_EXPRESSION, ASSAY_LEX_TERM };

struct assay_lexer {
    const char *text;
    uint32_t len;
    uint32_t at;
    uint32_t end;    /* of the last token: where an END is said to be */
    bool line_start; /* nothing but blanks and comments before, in this line */
};

void assay_lexer_init(struct assay_lexer *lx, const char *text, uint32_t len);
struct assay_token assay_lexer_next(struct assay_lexer *lx, enum assay_lexer_mode mode);

/* The length of the name at the start of the text, or 0. */
size_t assay_lexer_name(const char *text, size_t len);

#endif
