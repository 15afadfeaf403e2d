/*
 * The notation of grammars: text in, a grammar and its problems out. doc/languages.md
 * defines it for users.
 *
 * Everything that is wrong is said, not only the first thing: the reader goes on after an
 * error where the next rule begins. Nothing here is recursive without a limit.
 */
#ifndef ASSAY_LANG_NOTATION_H
#define ASSAY_LANG_NOTATION_H

#include "lang/grammar.h"
#include "lang/problem.h"

#define ASSAY_GRAMMAR_MAX (16u << 20) /* bytes of one grammar's text */
#define ASSAY_GRAMMAR_DEPTH 500       /* of groups and repetitions inside each other */

/*
 * Reads the source into an initialised grammar: resolves names, pulls in what it refers
 * to, checks (check.c). ASSAY_BAD_FORMAT: there are errors among the problems; the
 * grammar is then only to be freed. The grammar keeps copies of all texts.
 */
enum assay_status assay_notation_read(struct assay_grammar *g,
                                      struct assay_problems *problems,
                                      const struct assay_lang_source *source);

#endif
