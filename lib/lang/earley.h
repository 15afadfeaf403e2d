/*
 * The general recogniser: any network, ambiguous and left-recursive ones included.
 * Earley's algorithm with Leo's treatment of right recursion (earley_chart.h). Linear for
 * LR-regular grammars, at most cubic; deriving words with very many derivations may take
 * one power more.
 */
#ifndef ASSAY_LANG_EARLEY_H
#define ASSAY_LANG_EARLEY_H

#include "lang/network.h"
#include "lang/tree.h"

struct assay_earley_tables;

struct assay_earley_limits {
    /* Bytes, those of the tables and the tree aside; 0: 4 GiB. Past it: ASSAY_TOO_LARGE
     */
    size_t memory;
};

/* Whether the word is a sentence: ASSAY_OK or ASSAY_NO_MATCH; then *ret_why (may be NULL)
 * has offset, expected and end. */
enum assay_status assay_earley_match(const struct assay_network *net, uint32_t rule,
                                     const char *text, size_t len,
                                     const struct assay_earley_limits *limits,
                                     struct assay_mismatch *ret_why);

/*
 * Derives the tree (initialised, empty) of the preferred derivation. *ret_ambiguous (may
 * be NULL): there are others. Where a rule can derive just itself, there are endlessly
 * many, and the preferred one is the first in which no rule is inside itself over the
 * same bytes.
 */
enum assay_status assay_earley_derive(const struct assay_network *net, uint32_t rule,
                                      struct assay_tree *tree,
                                      const struct assay_earley_limits *limits,
                                      struct assay_mismatch *ret_why,
                                      bool *ret_ambiguous);

/* The same, for many words: the tables of the network (earley_tables.h) were made before.
 */
enum assay_status assay_earley_match_by(const struct assay_earley_tables *tables,
                                        uint32_t rule, const char *text, size_t len,
                                        const struct assay_earley_limits *limits,
                                        struct assay_mismatch *ret_why);
enum assay_status assay_earley_derive_by(const struct assay_earley_tables *tables,
                                         uint32_t rule, struct assay_tree *tree,
                                         const struct assay_earley_limits *limits,
                                         struct assay_mismatch *ret_why,
                                         bool *ret_ambiguous);

#endif
