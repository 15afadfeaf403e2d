/*
 * From text to tokens. All errors are reported, each at its place; there are always
 * tokens to go on with, the last of them TOKEN_END.
 */
#ifndef SYNTAX_LEXER_H
#define SYNTAX_LEXER_H

#include "syntax/token.h"

#define LEXER_TEXT_MAX (4u << 20) /* bytes of a source */

/* How the words of a dialect look. */
typedef struct {
    const char *const *marks; /* ended by NULL; the longest that fits is taken */
    bool line_comments;       /* // ... */
    bool block_comments;      /* slash star ... */
    bool templates;           /* '...' and `...` */
    bool regexps;             /* /.../ */
    bool backslash_names;     /* \old */
} LexRules;

/* The tokens of a source, in the arena; NULL when out of memory. */
Token *lexer_read(Diags *diags, uint32_t source, const LexRules *rules,
                  struct assay_arena *arena, uint32_t *ret_count);

#endif
