/*
 * Refining: what an event of a plan asks for, met in every way there is. An event that
 * has rules gets one of them; one that has none, and is not the tester's, gets a cause:
 * an earlier event, there already or put there, with a rule in whose future it is.
 */
#ifndef SYNTH_REFINE_H
#define SYNTH_REFINE_H

#include "synth/plan.h"

/* For each plan found; false: no more. */
typedef bool (*RefineFound)(void *ctx, Plan *p);

/* Plans are found level by level: with no event put there, with one, with two, ... */
typedef struct {
    uint32_t level;
    RefineFound found;
    void *ctx;
    bool cut; /* set if there may be plans at higher levels */
} Refine;

/* Variables that get new ones of the plan; a condition of them, or NULL. */
typedef struct {
    const Binding *const *at;
    uint32_t count;
    const Term *where;
} RefineVars;

/* The plans that are like a state. */
void refine_normalise(Synth *x, State traces, const RefineVars *vars, Refine *r);
/* The plans that are like a plan and like a state. */
void refine_within(Synth *x, const Plan *p, State traces, const RefineVars *vars,
                   Refine *r);
/* The item whose wish is to be met next; p->open > 0. */
uint32_t refine_next(const Synth *x, const Plan *p);
/* Meets it. */
void refine_plan(Synth *x, const Plan *p, uint32_t item, Refine *r);

#endif
