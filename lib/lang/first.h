/*
 * Which bytes can come next: FIRST of every state of a network, FOLLOW of every rule.
 */
#ifndef ASSAY_LANG_FIRST_H
#define ASSAY_LANG_FIRST_H

#include "lang/network.h"

/* Bytes, and whether the end is possible: of the rule (FIRST), of the word (FOLLOW). */
struct assay_ahead {
    struct assay_byteset bytes;
    bool end;
};

/*
 * In a counted rule, coming back to LOOP is taken to allow another iteration as well as
 * the end, whatever the count: the sets say what some count allows.
 */
struct assay_first {
    struct assay_arena arena;
    struct assay_ahead *states;
    struct assay_ahead *follow; /* of rules */
};

enum assay_status assay_first_build(struct assay_first *f,
                                    const struct assay_network *net);
void assay_first_done(struct assay_first *f);

/* What can come at a state when the rule around it is in some place of a word. */
struct assay_ahead assay_first_look(const struct assay_first *f,
                                    const struct assay_network *net, uint32_t state);

#endif
