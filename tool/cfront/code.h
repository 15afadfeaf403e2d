/*
 * The text of a source as code: a copy of equal length in which comments, directives of
 * the preprocessor and what it skips are blanks, and strings and characters are x between
 * their quotes. So a place in the text is found by looking at bytes. The comments are
 * kept aside. All is in the arena.
 */
#ifndef CFRONT_CODE_H
#define CFRONT_CODE_H

#include "base/arena.h"
#include "base/str.h"

typedef struct {
    uint32_t start, end; /* with its marks, without the line end */
    bool line;           /* begins with two slashes */
    bool directive;      /* it begins in one */
    bool skipped;        /* by the preprocessor */
} Comment;

typedef struct {
    char *at;
    uint32_t len;
    Comment *comments;
    uint32_t ncomments;
} Code;

#define CODE_MAX ((size_t)1 << 30) /* bytes of a source */

/* False when out of memory, or when the text is longer than CODE_MAX. */
bool cfront_code_read(struct assay_arena *a, struct assay_str text, Code *ret_code);
/* Makes [start, end) blank, and its comments skipped. */
void cfront_code_skip(const Code *c, uint32_t start, uint32_t end);

/* From `at` on, the first byte that is not blank; the length when there is none. */
uint32_t cfront_code_next(const Code *c, uint32_t at);
/* The end of what stands before `at`, blanks left out. */
uint32_t cfront_code_before(const Code *c, uint32_t at);
/* Behind the bracket that closes the one at `at`; the length when none does. */
uint32_t cfront_code_close(const Code *c, uint32_t at);
/* From `at` on, the first of `marks` outside of brackets, or the bracket that ends all of
 * it, or the length. */
uint32_t cfront_code_find(const Code *c, uint32_t at, const char *marks);
/* The end of the word that begins at `at`; `at` itself when none does. */
uint32_t cfront_code_word(const Code *c, uint32_t at);
bool cfront_code_has_word(const Code *c, uint32_t at, const char *word);

#endif
