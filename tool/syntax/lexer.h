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
    /* Literals as in C: 0xffu, 1.5f, 'a'; numbers are not checked. Names are ASCII. A
     * range 0..n is three tokens. At signs, and a backslash at the end of a line, are
     * blanks. */
    bool c_words;
} LexRules;

/* The tokens of a source, in the arena; NULL when out of memory. */
Token *lexer_read(Diags *diags, uint32_t source, const LexRules *rules,
                  struct assay_arena *arena, uint32_t *ret_count);
/* Those of a part of a source. */
Token *lexer_read_span(Diags *diags, Span span, const LexRules *rules,
                       struct assay_arena *arena, uint32_t *ret_count);
/* Those of a text that is in no source: all are at `span`, what they stand for. */
Token *lexer_read_text(Diags *diags, struct assay_str text, Span span,
                       const LexRules *rules, struct assay_arena *arena,
                       uint32_t *ret_count);

#endif
