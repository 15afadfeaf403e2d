/*
 * How terms are written: the operators with their precedence, for the reader (read.h) and
 * the printer. From loose to tight:
 *
 *     ? :    <=>    ==>    ||    &&    |    &    =>    == != < in repof    + - ++    * /
 * %    ! -
 *
 * `==>` is loose, as `&&` and `||` go with it; `=>` is tight, as `&` and `|` do.
 */
#ifndef TERM_SYNTAX_H
#define TERM_SYNTAX_H

#include "syntax/parser.h"
#include "term/term.h"

enum {
    LEVEL_COND = 1,
    LEVEL_IFF,
    LEVEL_THEN,
    LEVEL_ELSE,
    LEVEL_ALSO,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_IMPLIES,
    LEVEL_COMPARE,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_PREFIX,
    LEVEL_OPERAND,
};

/* Numbers of the operators that are no TermOp. */
enum { SYNTAX_COND = TERM_OPS, SYNTAX_IN, SYNTAX_ASSIGN /* reported, and read as == */ };

extern const Operator syntax_operators[];
/* The level at which an operator's term is written. */
int syntax_level(TermOp op, uint32_t count);
/* Words of the language that no variable can have; ended by NULL. */
extern const char *const syntax_words[];

#endif
