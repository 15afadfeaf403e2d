/*
 * The fast recogniser: a network whose every choice is decided by the bytes ahead, run
 * by a small machine with a stack of its own.
 *
 * Choices are decided by the next byte where that is enough, else by an automaton that
 * looks further ahead (lookahead.c). Where two ways lead to the same future whatever
 * follows, the preferred one is taken. Direct left recursion is run as a loop. A network
 * that needs more is not for this machine: earley.h takes any.
 */
#ifndef ASSAY_LANG_LL_H
#define ASSAY_LANG_LL_H

#include "lang/network.h"
#include "lang/tree.h"

struct assay_ll;

/* ASSAY_NO_MATCH: the network is not for this machine; *ret_rule (may be NULL) is then
 * the rule where that was seen, ASSAY_NONE when it is none in particular. */
enum assay_status assay_ll_build(const struct assay_network *net, struct assay_ll **ret,
                                 uint32_t *ret_rule);
void assay_ll_free(struct assay_ll *ll);
/* Whether every word has at most one derivation: no choice was settled by preference. */
bool assay_ll_unambiguous(const struct assay_ll *ll);
/* Whether some choice needs more than the next byte. What the machine says of a rejected
 * word is then not all that could have been there. */
bool assay_ll_looks_ahead(const struct assay_ll *ll);

/* ASSAY_TOO_LARGE: looking ahead takes too long for this word; earley.h takes it. */
enum assay_status assay_ll_match(const struct assay_ll *ll, const char *text, size_t len,
                                 struct assay_mismatch *ret_why);
enum assay_status assay_ll_derive(const struct assay_ll *ll, struct assay_tree *tree,
                                  struct assay_mismatch *ret_why);

#endif
