/*
 * What the general recogniser knows of a network before it sees a word: which bytes each
 * state can do something with, what a state comes to without reading, and which rules can
 * derive themselves. Never changed after it is built: threads may share it.
 */
#ifndef ASSAY_LANG_EARLEY_TABLES_H
#define ASSAY_LANG_EARLEY_TABLES_H

#include "lang/first.h"

/* In a leaf: there are several ways to it. */
#define ASSAY_LEAF_TWICE (1u << 31)

/*
 * The leaves of a state are the states it comes to by splits alone, in the order of
 * preference, each once. For all but splits that is the state itself. Large splits inside
 * others are left as leaves, so that the lists stay short.
 */
struct assay_earley_leaves {
    uint32_t first, count; /* in tables.leaves */
};

/* A set of rules that can derive each other, or one that can derive itself, without
 * anything else being there: a cycle. */
struct assay_earley_cycle {
    uint32_t number; /* ASSAY_NONE: the rule is in none */
    uint32_t index;  /* of the rule, in the cycle */
};

struct assay_earley_tables {
    const struct assay_network *net;
    struct assay_arena arena;
    struct assay_first first;
    /* Of each state: the bytes which, being next, may make it part of a parse. */
    struct assay_byteset *live;
    struct assay_earley_leaves *closures; /* of each state */
    uint32_t *leaves;
    uint32_t nleaves;
    size_t leaves_cap;
    struct assay_earley_cycle *cycles; /* of each rule */
    uint32_t largest_cycle;            /* rules in it; 0: there is none */
};

enum assay_status assay_earley_tables_build(struct assay_earley_tables *t,
                                            const struct assay_network *net);
void assay_earley_tables_done(struct assay_earley_tables *t);

/* The part of the above that finds the cycles. */
enum assay_status assay_earley_find_cycles(struct assay_earley_tables *t);

/* Whether a call can be passed without a byte. */
static inline bool assay_earley_passes(const struct assay_network *net,
                                       const struct assay_net_state *call)
{
    return net->rules[call->b].nullable && !call->nonempty;
}

#endif
