/*
 * An automaton while it is made: deterministic, neither minimal nor trimmed. The makers
 * (subset.c, combine.c) add states and set edges; minimise.c makes a struct assay_regular
 * of it.
 */
#ifndef ASSAY_LANG_AUTOMATON_H
#define ASSAY_LANG_AUTOMATON_H

#include "lang/regular.h"

#define ASSAY_AUTOMATON_STATES 65535     /* what an edge can name */
#define ASSAY_AUTOMATON_EDGES (1u << 21) /* states times classes */
#define ASSAY_AUTOMATON_ROUGH 4          /* states for each that may be left in the end */

struct assay_automaton {
    const struct assay_alloc *mem;
    uint8_t classes[256]; /* of bytes; set before the first state is added */
    uint32_t nclasses;
    uint32_t max; /* states; more are ASSAY_TOO_LARGE */
    uint32_t nstates;
    uint16_t *edges; /* nstates * nclasses */
    uint8_t *accepting;
    size_t edges_cap, accepting_cap;
};

/* For what is to have at most `max` states in the end. */
void assay_automaton_init(struct assay_automaton *a, const struct assay_alloc *mem,
                          uint32_t max);
void assay_automaton_done(struct assay_automaton *a);

/* Adds a state whose edges all lead to DEAD. The first one added is DEAD. */
enum assay_status assay_automaton_add(struct assay_automaton *a, bool accepting);
static inline uint16_t *assay_automaton_row(const struct assay_automaton *a,
                                            uint32_t state)
{
    return a->edges + (size_t)state * a->nclasses;
}

/* The least automaton with the language that `a` has from state `start`. */
enum assay_status assay_automaton_minimise(const struct assay_automaton *a,
                                           uint32_t start, uint32_t max,
                                           struct assay_regular *ret);

#endif
