/*
 * Inside of the emitter of hyperproperties: what its two files share. One makes the runs
 * and checks them (contract_hyper.c), the other tells what they were given and what they
 * left (contract_hyper_tell.c).
 */
#ifndef EMIT_CONTRACT_HYPER_H
#define EMIT_CONTRACT_HYPER_H

#include "emit/contract_parts.h"

#define SEEN_MAX 32

/* What memory is, in a term about runs: as a run will find it, as it is while the run is
 * being made, as the run left it. */
#define RUN_START "assay_run_start"
#define RUN_NOW NULL
#define RUN_DONE "assay_run_state"

typedef struct {
    Emit *e;
    const Wrapped *w;
    const AcslHyper *h;
    const CFunction *f;
    const AcslBehavior *tested;
    const char *maker;
    const char *seen[SEEN_MAX]; /* places that have a row */
    uint32_t nseen;
    struct assay_buf *out;
} Hyper;

/* ---- contract_hyper.c */

/* What a run gets for a parameter; NULL: the same as run 1. */
const AcslRunInput *hyper_input(const AcslHyper *h, uint32_t run, const CParam *p);
bool hyper_has_result(const AcslNode *n); /* it speaks of a result */
/* Whether parts of it can be pointed to; bit fields cannot. */
bool hyper_has_address(Hyper *h, const AcslNode *place);
/* Terms over the inputs of runs; memory is read by as RUN_... says. */
void hyper_begin(Hyper *h, const char *memory);
/* Places of a run: over its inputs. */
void hyper_begin_place(Hyper *h, uint32_t run);
/* Variables of the test: the value of a place, the result of a run. */
const char *hyper_place(Hyper *h, const AcslRunInput *i);
const char *hyper_result(Hyper *h, uint32_t run);

/* ---- contract_hyper_tell.c */

/* Rows of the report. */
void hyper_tell(Hyper *h);
/* What a program that makes the same runs needs: before them, and, `done`, what is
 * computed from results. */
void hyper_give(Hyper *h, bool done);

#endif
