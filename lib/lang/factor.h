/*
 * Expressions that are alike, and alternatives that begin alike: what is left of each
 * after a common beginning, grouped by the next element.
 */
#ifndef ASSAY_LANG_FACTOR_H
#define ASSAY_LANG_FACTOR_H

#include "lang/grammar.h"

/* Whether two expressions are written the same. */
bool assay_expr_same(const struct assay_grammar *g, uint32_t x, uint32_t y);

/* The rest of an alternative: a sequence whose first element, a literal, may have lost
 * some bytes. */
struct assay_tail {
    const uint32_t *items; /* expressions */
    uint32_t count;
    uint32_t skip; /* bytes of the first */
};

/* The alternatives of an ALT, in order. */
void assay_tails_of(const struct assay_grammar *g, const struct assay_expr *alt,
                    struct assay_tail *ret_tails);
/* Reorders tails so that those with the same next element are together, in the order of
 * the first of each; the same way inside. ret_sizes[i] is the size of the i-th group;
 * both arrays have room for `count`. ASSAY_NONE when out of memory, else the number of
 * groups. Finished tails are a group of their own. */
uint32_t assay_tails_group(const struct assay_grammar *g, struct assay_tail *tails,
                           uint32_t count, uint32_t *ret_sizes,
                           struct assay_arena *scratch);
/* How many bytes all tails, which begin with the same byte of a literal, share. */
uint32_t assay_tails_common(const struct assay_grammar *g, const struct assay_tail *tails,
                            uint32_t count);
/* Takes one element, or `bytes` bytes of a literal, off a tail. */
void assay_tail_advance(const struct assay_grammar *g, struct assay_tail *tail,
                        uint32_t bytes);

#endif
