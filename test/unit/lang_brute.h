/*
 * A recogniser and deriver by definition, for short words: every answer is found by
 * trying everything.
 */
#ifndef ASSAY_UNIT_LANG_BRUTE_H
#define ASSAY_UNIT_LANG_BRUTE_H

#include "base/buf.h"
#include "lang/network.h"

#define BRUTE_RULES 64 /* of a network */

/* Whether the word is a sentence of the start rule; if not, why not. */
bool brute_matches(const struct assay_network *net, const char *text, uint32_t len,
                   struct assay_mismatch *ret_why);

/*
 * The first of all derivations in which no rule is inside itself over the same bytes: all
 * its choices in order, and between them each node as `<sym start` ... `>end`. Other
 * derivations: *ret_ambiguous. The word must be a sentence.
 */
void brute_derive(const struct assay_network *net, const char *text, uint32_t len,
                  struct assay_buf *out, bool *ret_ambiguous);

#endif
