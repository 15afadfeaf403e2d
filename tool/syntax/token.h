/*
 * Tokens: the words of every dialect. A dialect says which marks it has, how comments and
 * literals look (lexer.h); what words mean is the parsers' affair.
 */
#ifndef SYNTAX_TOKEN_H
#define SYNTAX_TOKEN_H

#include "diag/diag.h"

typedef enum {
    TOKEN_END,      /* of the text */
    TOKEN_NAME,     /* letters, digits, _ ; also keywords */
    TOKEN_INTEGER,  /* digits */
    TOKEN_NUMBER,   /* digits with a fraction or an exponent */
    TOKEN_STRING,   /* "..." */
    TOKEN_TEMPLATE, /* '...' or `...`: a URI template */
    TOKEN_REGEXP,   /* /.../ where an operand is expected */
    TOKEN_MARK,     /* an operator or a bracket of the dialect */
    TOKEN_BAD,      /* reported; stands for an operand */
} TokenKind;

typedef struct {
    TokenKind kind;
    Span span;
    /* NAME, MARK, INTEGER, NUMBER: as written, but a character of C is its number.
     * STRING: escapes resolved. TEMPLATE, REGEXP: what is between the quotes; TEMPLATE
     * also with \' resolved. Terminated. */
    struct assay_str text;
} Token;

#endif
