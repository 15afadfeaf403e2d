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
    uint64_t *steps;      /* NULL, or adds up those of evaluations */
} Candidate;

/* Whether the scope holds and the goal does not. */
bool smt_candidate_refutes(Candidate *c);
/* Gives values of the wrong type one of the right type, if a simple one is found. */
void smt_candidate_repair(Candidate *c);
/* Of one that refutes: the smallest found. */
void smt_candidate_shrink(Candidate *c);
/* Looks among the smallest values for some that refute. False: there are none, or too
 * many to be tried. */
bool smt_candidate_search(Candidate *c);

/* ---- For the search. */

bool smt_candidate_item_holds(const Candidate *c, uint32_t item, const EvalFrame *frame);
bool smt_candidate_goal_fails(const Candidate *c, const EvalFrame *frame);
/* Whether a variable is equal to something, and its value, NULL if that has none. */
bool smt_candidate_is_defined(const Candidate *c, uint32_t item);
void smt_candidate_define(Candidate *c, uint32_t item, const EvalFrame *frame);
bool smt_candidate_has_type(const Candidate *c, const Value *v, const Type *t,
                            const EvalFrame *frame);
/* A value of the type, or near it. */
const Value *smt_candidate_simplest(const Candidate *c, const Type *t,
                                    const EvalFrame *frame);

#endif
