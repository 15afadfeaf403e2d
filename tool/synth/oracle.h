/*
 * A property as tables, for judging traces when they have happened: the states of its
 * violations, moves between them, and the conditions of these.
 */
#ifndef SYNTH_ORACLE_H
#define SYNTH_ORACLE_H

#include "synth/plan.h"
#include <assay/trace.h>

#define ORACLE_STATES 20000 /* more are too many */

typedef struct {
    const Event *of;
    Formula is;
} OracleCondition;

typedef struct {
    uint32_t nstates; /* it begins in state 0 */
    const bool *accepts;
    const struct assay_trace_move *moves; /* ghosts never happen: none of them is here */
    uint32_t nmoves;
    /* Over the fields of an event, as declared, and variables; the first is true. */
    const OracleCondition *conditions;
    uint32_t nconditions;
    const uint64_t *uses; /* of each: a bit for each variable in it; NULL: not known */
    const int64_t *constants; /* numbers in them */
    uint32_t nconstants;
} Oracle;

/* False: `why` says why there is none. */
bool oracle_make(Synth *x, const Property *property, Oracle *ret_oracle,
                 const char **ret_why);

#endif
