/*
 * What is known of the values of a plan, and whether it can be so.
 *
 * Facts are a conjunction of formulas together with the variables that equations have
 * decided, which are in none of the formulas any more. They are immutable, so a search
 * goes back by forgetting a pointer. Adding to them asks the solver only if no model that
 * is known will do, and never the same thing twice.
 *
 * A Solver holds all that was ever asked. Out of memory is sticky: nothing can be added
 * then.
 */
#ifndef SYNTH_SOLVER_H
#define SYNTH_SOLVER_H

#include "smt/steps.h"
#include "synth/logic.h"
#include "synth/spec.h"

#define SOLVER_MEMORY ((size_t)1 << 30) /* bytes of all facts */

typedef struct {
    const Formula *all; /* in the order of being added */
    uint32_t count;
    const LogicPair *decided; /* no decided variable is in another's value */
    uint32_t ndecided;
    StepModel model; /* in which all of them hold */
} Facts;

typedef struct {
    const TraceSpec *spec;
    Logic *logic;
    Steps *steps;
    struct assay_arena arena;
    StepTerm *terms; /* of formulas, by their numbers; 0: not made yet */
    size_t terms_cap;
    StepSort *sorts;         /* of the specification's sorts */
    struct assay_map things; /* functions and languages: their numbers in `steps` */
    struct assay_map memo;   /* sets of formulas: the answer, and a model */
    uint32_t undecided;      /* questions without an answer; again each time */
    bool no_memory;
} Solver;

/* Declares the sorts and functions of a specification and asserts its axioms. False when
 * the solver cannot be started. The logic and the specification must outlive it. */
bool solver_init(Solver *s, const TraceSpec *spec, Logic *logic,
                 const SmtOptions *options);
void solver_done(Solver *s);

/* Whether the axioms can hold at all. */
StepsAnswer solver_axioms(Solver *s);

const Facts *solver_nothing(Solver *s); /* facts that say nothing */
/* The facts with one more; NULL if they cannot be so, or it is not known whether. */
const Facts *solver_add(Solver *s, const Facts *known, Formula f);
/* The formula with the values of variables that are decided. */
Formula solver_resolve(Solver *s, const Facts *known, Formula f);
/* Whether a formula follows from the facts. */
StepsAnswer solver_follows(Solver *s, const Facts *known, Formula f);
/* A model of the facts that was not forgotten; 0: it cannot be found again. */
StepModel solver_model(Solver *s, const Facts *known);
/* A formula in the terms of `steps`, and a sort; 0 when it cannot be made. */
StepTerm solver_term(Solver *s, Formula f);
StepSort solver_sort(Solver *s, const Type *type);
StepFunction solver_function(Solver *s, const Function *f);

#endif
