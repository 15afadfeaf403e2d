/*
 * assay lang: what its actions share. The language that LANG names, the words of the
 * files, and what is said of a word that is no sentence.
 */
#ifndef CLI_LANG_H
#define CLI_LANG_H

#include "cli/command.h"
#include <assay/languages.h>

extern const Command lang_check, lang_tree, lang_select, lang_gen, lang_info, lang_list,
    lang_compile;

/* What LANG means, for the helps. */
#define LANG_ABOUT                                                                       \
    "LANG is a built-in language (assay lang list) or the file of a "                    \
    "grammar.\n"

/* ---- The language. */

typedef struct {
    Console *console; /* where is said what goes wrong */
    const struct assay_lang *lang;
    struct assay_lang *own; /* read from a file; NULL: built-in */
    bool from_input;        /* the file is the standard input */
} Language;

/* Finds or reads the language. Problems of the grammar are printed. False: there is no
 * such language, or the grammar has errors, as was said. To be closed either way. */
bool language_open(Language *l, const char *name, Console *console);
void language_close(Language *l);

/* Appends how a constraint was met and the constraint: "solved: a == b", or "filtered,
 * held 8 of 25: int(a) < 4". A long one is cut. */
void constraint_add(const struct assay_acceptance *constraint, struct assay_buf *out);

/* ---- Words. */

typedef struct {
    const char *path;
    size_t line;     /* from 1; 0: the word is the whole file */
    bool splittable; /* the action has --lines */
    const char *at;
    size_t len;
} Word;

/* Does something with a word. Returns COMMAND_.... */
typedef int WordFn(void *ctx, const Word *word);

/* Calls the function for each word of a file: the file itself, or with `lines` each line
 * of it without its LF. Returns the worst of the results; COMMAND_BAD_USE, said, for a
 * file that cannot be read. Ends early when the output is lost. */
int words_each(const Language *l, const char *path, bool lines, WordFn *each, void *ctx);

/* The option --lines. */
struct assay_opt words_lines_option(bool *lines);

/* Appends FILE or FILE:LINE. */
void word_place(const Word *word, struct assay_buf *out);
/* Appends "expected ...". */
void word_reason(const Word *word, const struct assay_mismatch *why,
                 struct assay_buf *out);
/* Appends "reject at byte 6: expected ..." and the line with a caret. */
void word_reject(const Word *word, const struct assay_mismatch *why,
                 struct assay_buf *out);
/* Says on standard error that the word is no sentence (ASSAY_NO_MATCH), and why, or that
 * it could not be decided. How the command ends by that. */
int word_refused(const Word *word, enum assay_status status,
                 const struct assay_mismatch *why, Console *console);

#endif
