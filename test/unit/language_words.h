/*
 * The words of test/data/languages, which the built-in languages have or have not.
 */
#ifndef ASSAY_UNIT_LANGUAGE_WORDS_H
#define ASSAY_UNIT_LANGUAGE_WORDS_H

#include "base/buf.h"
#include <stdbool.h>

struct language_word {
    const char *language;
    bool accept; /* from NAME.accept, not NAME.reject */
    int line;
    const char *at; /* terminated, too */
    size_t len;
};
typedef void language_word_fn(const struct language_word *word, void *ctx);

/* Visits the words of both files of a language. Fails the test when one is missing. */
void language_words(const char *language, language_word_fn *visit, void *ctx);

/* A word as the files write it; see their README.md. */
void language_word_decode(const char *line, struct assay_buf *ret_word);

#endif
