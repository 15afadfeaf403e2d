/*
 * The shrinking challenges: thirteen properties that are false, each with a generator, a
 * known minimum, and what Hypothesis 6.67.1 needed for it (median executions of the test
 * body).
 */
#ifndef BENCH_CHALLENGES_H
#define BENCH_CHALLENGES_H

#include <assay/assay.h>

struct challenge {
    const char *name;
    assay_property_fn *property;
    uint32_t peer_total;   /* Hypothesis: executions in all, median of 20 seeds */
    uint32_t peer_minimum; /* and how many of the 20 ended at the minimum */
};

/* What the executions leave behind: the property's body fills it in. */
struct challenge_log {
    uint64_t executions;
    bool minimal; /* the last failing execution was at the known minimum */
};
extern struct challenge_log challenge_log;

/* Ended by a NULL name. */
extern const struct challenge challenges[];

#endif
