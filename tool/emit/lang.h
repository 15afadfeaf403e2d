/*
 * A language as C: a file that recognises and generates its sentences and needs nothing
 * but the C library. It is meant to be read: the grammar is in its head comment, the
 * functions of the generator are named after the rules.
 *
 * The recogniser is the one the library would use: an automaton for regular languages, a
 * machine with a stack where a few bytes ahead decide, else Earley's algorithm; see
 * lang_match.c. How the generator works is told in lang_plan.c. Constraints are neither
 * checked nor satisfied by the emitted code, which says so itself.
 */
#ifndef EMIT_LANG_H
#define EMIT_LANG_H

#include "base/buf.h"
#include "lang/lang.h"

typedef struct {
    const char
        *prefix; /* of the names in the interface; NULL: from the language's name */
    bool main;   /* with a main function */
    bool no_generator, no_recogniser; /* one of them at most */
} EmitLangOptions;

/* Whether a text can be the prefix: an identifier of C that is no reserved word. */
bool emit_lang_is_prefix(const char *text);

/* How many constraints the emitted code leaves out: those of rules that sentences have.
 * SIZE_MAX when out of memory. */
size_t emit_lang_unchecked(const struct assay_lang *lang);

/* Appends the file. The language has no errors. ASSAY_NO_MEMORY, or ASSAY_TOO_LARGE for a
 * file beyond the maximum of `out`. */
enum assay_status emit_lang(const struct assay_lang *lang, const EmitLangOptions *options,
                            struct assay_buf *out);

#endif
