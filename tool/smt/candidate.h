/*
 * Candidates for a counterexample: values for the variables of a scope, judged by the
 * evaluator, and made smaller while they stay one.
 */
#ifndef SMT_CANDIDATE_H
#define SMT_CANDIDATE_H

#include "term/eval.h"
#include "term/prover.h"

#define CANDIDATE_TRIES 600 /* evaluations spent on making one smaller */

typedef struct {
    const Scope *const *items; /* outermost first */
    uint32_t count;
    const Term *goal;       /* NULL: the scope only must hold */
    const EvalWorld *world; /* NULL: repof and uriof are not known */
    struct assay_arena *arena;
    const Value **values; /* of items that are variables */
    uint32_t tries;       /* left */
    uint32_t sides;       /* of facts x || y: which to follow, a bit for each */
    uint32_t nsides;      /* that there were in the last repair */
    uint32_t items_made;  /* of arrays that a repair makes */
} Candidate;

/* Whether the scope holds and the goal does not. */
bool smt_candidate_refutes(Candidate *c);
/* Gives values of the wrong type one of the right type, if a simple one is found. */
void smt_candidate_repair(Candidate *c);
/* Of one that refutes: the smallest found. */
void smt_candidate_shrink(Candidate *c);

#endif
