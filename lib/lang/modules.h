/*
 * The languages a grammar refers to: found among files, other languages and the built-in
 * ones, and read or copied into the same grammar, each once for a name.
 */
#ifndef ASSAY_LANG_MODULES_H
#define ASSAY_LANG_MODULES_H

#include "lang/reader.h"

#define ASSAY_MODULES 1000             /* of a grammar */
#define ASSAY_MODULE_DEPTH 32          /* of languages that refer to each other */
#define ASSAY_MODULE_BYTES (64u << 20) /* of all their texts */

/* Adds module 0, the grammar itself. */
enum assay_status assay_modules_begin(struct assay_reading *all);
void assay_modules_done(struct assay_reading *all);

/* Reads a statement `use ...` whose first word is the next token. */
bool assay_read_use(struct assay_reader *r);
/* The start rule of the language that a name of this text stands for. ASSAY_NONE: there
 * is none of that name (a problem is not reported then), or none that can be used. */
uint32_t assay_modules_find(struct assay_reader *r, uint32_t name,
                            struct assay_place place, bool *ret_known);
/* Offers the names of all languages that could be meant. */
void assay_modules_offer(struct assay_reader *r, struct assay_guess *guess);

/* Copies a language's rules and all they need. Its modules are there already, from number
 * `first` on, but with the numbers of sources and rules they have in `from`. False when
 * out of memory. */
bool assay_modules_copy(struct assay_grammar *g, uint32_t first,
                        const struct assay_grammar *from);

#endif
