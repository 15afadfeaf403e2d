/*
 * The inside of a language: the grammar, the network made of it, and the recognisers that
 * fit it.
 */
#ifndef ASSAY_LANG_LANG_H
#define ASSAY_LANG_LANG_H

#include "base/buf.h"
#include "lang/earley.h"
#include "lang/earley_tables.h"
#include "lang/facts.h"
#include "lang/ll.h"
#include "lang/problem.h"
#include "lang/regular.h"

struct assay_lang {
    const struct assay_alloc *mem;
    struct assay_problems problems;
    struct assay_buf report;
    struct assay_grammar grammar;
    struct assay_network network; /* from here on only without errors */
    struct assay_facts facts;
    struct assay_earley_tables *earley;
    struct assay_ll *ll;            /* NULL: not for it */
    struct assay_regular **regular; /* of the start rule, and of rules that constraints
                                       name after `in`; NULL: none, or too large */
    const char **constraints;       /* the text of each term that is a conjunct */
    uint8_t *checked;               /* of each rule: it, or one it calls, has a
                                       constraint */
    bool constrained;               /* some rule has */
};

/* Whether it can be used: it is there, and its grammar had no errors. */
static inline bool assay_lang_is_usable(const struct assay_lang *lang)
{
    return lang && lang->problems.errors == 0;
}

/* The recogniser a language uses for membership, and for derivations. */
enum assay_engine { ASSAY_ENGINE_REGULAR, ASSAY_ENGINE_LL, ASSAY_ENGINE_EARLEY };
enum assay_engine assay_lang_engine(const struct assay_lang *lang);
enum assay_engine assay_lang_deriver(const struct assay_lang *lang);

/* Whether the bytes are a sentence of one rule, its constraints included: ASSAY_OK or
 * ASSAY_NO_MATCH. */
enum assay_status assay_lang_match_rule(const struct assay_lang *lang, uint32_t rule,
                                        const char *text, size_t len);
/* Derives the word of a tree (initialised, empty) from one rule. Constraints are not
 * looked at. */
enum assay_status assay_lang_derive(const struct assay_lang *lang, uint32_t rule,
                                    struct assay_tree *tree,
                                    struct assay_mismatch *ret_why);
/* Words of a writer that met all constraints, but in another derivation than the first
 * that they have, and so were thrown away. */
uint64_t assay_writer_misjudged(const struct assay_writer *writer);

#endif
