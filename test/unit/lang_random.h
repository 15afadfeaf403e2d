/*
 * Random grammars, made of all constructs, without errors.
 */
#ifndef ASSAY_UNIT_LANG_RANDOM_H
#define ASSAY_UNIT_LANG_RANDOM_H

#include "choice/prng.h"
#include "lang/grammar.h"

/* Makes a grammar of 1 to 4 rules over the letters a and b, that may be recursive in any
 * way; every rule has sentences. It is the caller's to be done with. */
void lang_random_grammar(struct assay_grammar *g, struct assay_prng *prng);

#endif
