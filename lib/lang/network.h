/*
 * A grammar as a network: for each rule a small automaton over bytes whose edges may also
 * call rules. All recognisers run on it; alternatives that begin alike are merged, so
 * they are decided where they part.
 *
 * Hidden rules, after those of the grammar, make no nodes: a counted repetition
 * body{min,max} is one (its count is kept by whoever runs it, nothing is unrolled), and
 * so is a repeated body that can be empty. An iteration of a loop never matches the empty
 * string: the calls in loops that could are marked `nonempty`. The iterations that must
 * be there although they may be empty are written out before the loop.
 */
#ifndef ASSAY_LANG_NETWORK_H
#define ASSAY_LANG_NETWORK_H

#include "lang/grammar.h"

struct assay_byteset {
    uint64_t bits[4];
};

static inline bool assay_byteset_has(const struct assay_byteset *s, unsigned char byte)
{
    return s->bits[byte >> 6] >> (byte & 63) & 1;
}
static inline void assay_byteset_add(struct assay_byteset *s, unsigned char byte)
{
    s->bits[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

enum assay_state_kind {
    ASSAY_STATE_BYTES, /* a byte of sets[a], then `next` */
    ASSAY_STATE_CALL,  /* rule `b` as sym `a` (ASSAY_NONE: hidden), then `next` */
    ASSAY_STATE_SPLIT, /* one of targets[a .. a + b), the first preferred */
    /* Only as the start of a counted rule: with count < max on to `a`, an iteration that
     * comes back here with count + 1; with count >= min on to `next`. The former is
     * preferred. */
    ASSAY_STATE_LOOP,
    ASSAY_STATE_END, /* of the rule */
};

struct assay_net_state {
    uint8_t kind;  /* enum assay_state_kind */
    bool nonempty; /* CALL: counts only when it matched at least one byte */
    uint32_t rule; /* whose state this is */
    uint32_t a, b;
    uint32_t next;
};

struct assay_net_rule {
    uint32_t start, end; /* states; one END each */
    uint32_t min, max;   /* of a counted rule; else 1, 1 */
    bool hidden;         /* makes no node */
    bool counted;
    bool nullable; /* matches the empty string */
};

struct assay_network {
    const struct assay_alloc *mem;
    struct assay_net_state *states;
    uint32_t nstates;
    struct assay_net_rule *rules; /* the grammar's, by their numbers; then hidden ones */
    uint32_t nrules;
    uint32_t *targets;
    uint32_t ntargets;
    struct assay_byteset *sets;
    uint32_t nsets;
    uint32_t start; /* a rule */
    struct {
        size_t states, rules, targets, sets;
    } cap;
};

/* The grammar must be free of errors. On failure there is nothing to be done away with.
 */
enum assay_status assay_network_build(struct assay_network *net,
                                      const struct assay_grammar *g);
void assay_network_done(struct assay_network *net);

#endif
