/*
 * Merging: the plans that are both like a piece of a plan and like an automaton. The
 * piece and the automaton are walked together. An event takes a move, whose condition
 * becomes a fact; of a set of events the automaton either stays where it is, and the set
 * is cut down to what it can stay with, or an event is put there that takes it further.
 *
 * Normalising an expression is merging it with any*; giving an event its rule is merging
 * what is before it with the rule's history and what is after it with its future.
 */
#ifndef SYNTH_MERGE_H
#define SYNTH_MERGE_H

#include "synth/plan.h"

/* What stands for the variables of a rule or property. */
typedef struct {
    const LogicPair *pairs;
    uint32_t count;
    uint32_t number; /* no other has it */
} Instance;

/* A result, valid while `found` runs. */
typedef struct {
    const PlanItem *items;
    uint32_t count;
    const Facts *facts;
    uint32_t nvars;
    uint32_t inserted; /* events that were put into sets */
} Merged;

typedef struct {
    Synth *x;
    const PlanItem *items; /* the piece */
    uint32_t count;
    const Instance *instance; /* of the automaton's variables */
    uint32_t inserts;         /* events that may be put into sets, ... */
    bool exact;               /* ... and no fewer */
    bool *cut;                /* set if more would have given other results */
    uint32_t taken;           /* an item that must be caused; or MERGE_NONE */
    bool future; /* it is one: anything may follow, and what it names is caused by it */
    /* false: no more */
    bool (*found)(void *ctx, const Merged *m);
    void *ctx;
} Merge;

#define MERGE_NONE UINT32_MAX

/* False if `found` asked for no more, or memory is out. */
bool merge_run(const Merge *m, State start, const Facts *facts, uint32_t nvars);

/* A new event with new variables in a set; NULL facts if there can be none. */
const Facts *merge_new_event(Synth *x, const Event *of, EventSet set, const Facts *facts,
                             uint32_t *nvars, PlanItem *ret_item);

#endif
