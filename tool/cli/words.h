/*
 * The command line of a compiler, word by word.
 */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "base/buf.h"
#include <stdbool.h>
#include <stdint.h>

enum { WORDS_MAX = 512 };

typedef struct {
    const char *at[WORDS_MAX]; /* ended by NULL */
    uint32_t count;
} Words;

/* What has no room is left out. */
void words_add(Words *w, const char *word);
/* What a program is built with that is to find more than it says. */
void words_add_sanitizers(Words *w);
/* Object files and libraries, by path or as -lNAME. */
bool words_is_built(const char *word);
/* Whether a flag is for the linker: those, and further C files. */
bool words_is_for_linker(const char *word);
/* Takes what is for the compiler out of argv: -I, -D, -U, -std=, --flag=WORD and all
 * behind "--". There is room for argc words in `flags`. Returns how many words are left.
 */
int words_take_flags(int argc, char **argv, const char **flags, uint32_t *ret_count);
/* Appends flags so that the former takes them again, each behind a blank. */
void words_put_flags(const char *const *flags, uint32_t count, struct assay_buf *out);
/* Appends a word of a command line, quoted if a shell needs that. */
void words_quote(const char *word, struct assay_buf *out);

#endif
