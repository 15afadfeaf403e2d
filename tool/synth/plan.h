/*
 * Plans: what is to happen, as far as it is known. A plan is a list of events and,
 * between them, sets of events of which any number may happen; its facts tell what the
 * values are. Refining a plan gives plans with more events in the place of sets, until
 * every event has what its rule asks for. (The abstract traces of the source of spec.h.)
 *
 * Plans are immutable and live in the arena of their Synth.
 */
#ifndef SYNTH_PLAN_H
#define SYNTH_PLAN_H

#include "synth/automaton.h"
#include "synth/solver.h"

#define PLAN_ITEMS 400                 /* of a plan */
#define SYNTH_MEMORY ((size_t)1 << 30) /* bytes of all plans of a search */

typedef struct {
    const Event *of;       /* NULL: any number of events of `set` */
    const Formula *fields; /* of the event: terms over the plan's variables */
    EventSet set;
    const Rule *rule; /* whose history and future are there; NULL: none yet */
    bool caused;      /* it is in the future of another event's rule */
    uint32_t place;   /* of an event that someone has put there: which; else 0 */
} PlanItem;

typedef struct Plan Plan;
struct Plan {
    const PlanItem *items;
    uint32_t count;
    const Facts *facts;
    uint32_t nvars;   /* of those that the Synth has; others are not used */
    uint32_t nevents; /* items that are events */
    uint32_t open;    /* events that still ask for something */
    uint32_t lacking; /* about how many events will come with what they ask for */
    /* How it came about: */
    const Plan *from; /* NULL: of the property itself */
    const Rule *by;   /* NULL, or the rule that was applied, ... */
    uint32_t at;      /* ... to this item */
    uint32_t number;  /* in the order of being made */
    /* What the search has found of it: */
    uint32_t level; /* so many events are put there when it is refined next */
    bool fruitful;  /* it led to others */
};

/* Everything that a search needs to know of a specification. */
typedef struct {
    const TraceSpec *spec;
    struct assay_arena arena;
    Logic logic;
    Automata automata;
    Solver solver;
    State *histories, *futures; /* of the rules, by their number */
    const Rule **causes; /* of operations: the only rule that causes it; NULL: several */
    uint32_t *wanted;    /* of operations: for counting */
    struct assay_map known_vars; /* of plans, by number and type */
    struct assay_map instances;  /* sets of events in which variables were replaced */
    uint32_t ninstances;
    uint32_t nplans; /* that were made */
    double deadline; /* of the search that goes on; 0: none */
    uint32_t ticks;
    bool late; /* it is over */
    bool no_memory;
} Synth;

/* False when the solver cannot be started or memory is out. The specification was checked
 * and outlives it. */
bool synth_init(Synth *x, const TraceSpec *spec, const SmtOptions *options);
void synth_done(Synth *x);
/* Whether memory ran out anywhere. */
bool synth_failed(const Synth *x);
/* Whether the deadline is over; asked often. */
bool synth_late(Synth *x);
/* The time, in seconds, for deadlines; it goes slower the more patience there is. */
double synth_now(void);

/* ---- Variables. */

/* The variable of this number and type: the same one each time. NULL when out of memory.
 */
const Binding *plan_variable(Synth *x, uint32_t number, const Type *type);

/* ---- Events. */

/* Whether an event still asks for something: a rule of its own, or a cause. */
bool plan_needs_rule(const Synth *x, const PlanItem *item);
bool plan_needs_cause(const Synth *x, const PlanItem *item);
/* The condition of a set for an event with these fields. */
Formula plan_condition(Synth *x, EventSet set, const Event *of, const Formula *fields);

/* ---- Plans. */

/* A plan of items, which are copied. NULL when out of memory. */
Plan *plan_new(Synth *x, const PlanItem *items, uint32_t count, const Facts *facts,
               uint32_t nvars);
/* Appends what tells plans apart, however their variables are numbered. */
void plan_key(Synth *x, const Plan *p, struct assay_buf *out);
/* Likewise of what happens in the end: without ghosts and sets of events. */
void plan_real_key(Synth *x, const Plan *p, struct assay_buf *out);
/* In one line: init() any* push(x) (any - popped)* ... where x < y */
void plan_print(Synth *x, const Plan *p, struct assay_buf *out);

#endif
