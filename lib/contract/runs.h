/*
 * The runs of an execution, as the files that make, draw and compare them see it.
 */
#ifndef ASSAY_CONTRACT_RUNS_H
#define ASSAY_CONTRACT_RUNS_H

#include "contract/inputs.h"
#include "contract/state.h"
#include <assay/runs.h>

#define ASSAY_RUNS_MAX 8
#define ASSAY_RUN_BYTES ((size_t)64 << 20) /* of the result and memory of one */

/* Forgets the runs of the execution before. */
void assay_runs_reset(void);
/* In the process of a run: ends it, as one that failed. Elsewhere nothing happens. */
void assay_run_leave(void);

/* Keeps what a run left: blocks, variables, what its result points to. In its process.
 * (runs_memory.c) */
void assay_run_keep(struct assay_inputs *in, struct assay_state *s,
                    const struct assay_layout *result, const void *at);

/* What was moved goes back. A process of its own ends with its copies: the function may
 * have given them back already. (runs_move.c) */
void assay_run_unmove(bool in_place);

/* Values drawn for a run. (runs_draw.c) */
void assay_run_draws_reset(void);
/* What assay_run_write() wrote in place is put back. */
void assay_run_unwrite(unsigned run);
/* The drawn values for `size` bytes at p; NULL when none were drawn for all of them. */
const void *assay_run_drawn(unsigned run, const void *p, size_t size);

#endif
