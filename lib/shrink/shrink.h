/*
 * The shrinker: from a record that fails to the simplest one it can find that still does.
 *
 * It proposes lists of values, has them executed, and keeps what was *actually drawn*
 * whenever that fails in the same way and is simpler (choice/order.h). So a proposal need
 * not fit the generators exactly, and every accepted record replays.
 */
#ifndef ASSAY_SHRINK_SHRINK_H
#define ASSAY_SHRINK_SHRINK_H

#include "choice/source.h"

/* A proposal: replay these values, perhaps with a hole that is drawn anew. */
struct assay_proposal {
    const struct assay_values *values;
    const struct assay_hole *hole; /* NULL: none */
    uint64_t hole_seed;
};

/* How an execution ended, as far as shrinking cares. */
enum assay_outcome {
    ASSAY_OUTCOME_FAILS, /* in the way that is being shrunk */
    ASSAY_OUTCOME_PASSES,
    ASSAY_OUTCOME_REJECTED, /* an assumption did not hold */
    ASSAY_OUTCOME_OTHER,    /* failed in another way */
    ASSAY_OUTCOME_STOP,     /* shrinking must stop: out of time, interrupted */
    ASSAY_OUTCOMES
};

struct assay_shrink_client {
    /* Executes and reports; *ret_drawn is what was drawn, valid until the next call. */
    enum assay_outcome (*execute)(void *ctx, const struct assay_proposal *proposal,
                                  const struct assay_record **ret_drawn);
    /* NULL, or told of each improvement. */
    void (*improved)(void *ctx, const struct assay_record *best);
    void *ctx;
};

/* What one pass did; what blocked it is the outcomes of its executions. */
struct assay_pass_report {
    const char *name;
    uint32_t tried;  /* executions */
    uint32_t cached; /* proposals whose outcome was known */
    uint32_t kept;   /* improvements */
    uint32_t outcomes[ASSAY_OUTCOMES];
};

#define ASSAY_SHRINK_PASSES_MAX 40

struct assay_shrink_report {
    uint32_t executions, cached, improvements;
    bool exhausted; /* stopped by the budget or the client, not at a fixed point */
    uint32_t passes;
    struct assay_pass_report pass[ASSAY_SHRINK_PASSES_MAX];
};

struct assay_shrink_options {
    const struct assay_alloc *mem; /* NULL: libc */
    uint32_t max_executions;       /* 0: 10 000 */
    uint64_t seed;                 /* for re-drawing spans */
    uint32_t narrowings; /* tries to draw a program anew that is shorter; 0: 200 */
};

/*
 * Shrinks `best` in place; it must have been drawn by an execution that fails.
 * ASSAY_NO_MEMORY leaves `best` at the simplest record found so far. `ret_report` may be
 * NULL.
 */
enum assay_status assay_shrink(struct assay_record *best,
                               const struct assay_shrink_client *client,
                               const struct assay_shrink_options *options,
                               struct assay_shrink_report *ret_report);

#endif
