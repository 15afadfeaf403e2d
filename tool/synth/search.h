/*
 * The search for plans in which every event has what it asks for: the plans of a
 * property, refined, those with the fewest events first. Plans that differ only by the
 * names of their variables are one.
 */
#ifndef SYNTH_SEARCH_H
#define SYNTH_SEARCH_H

#include "synth/plan.h"

typedef struct {
    uint32_t candidates; /* plans that are wanted */
    double seconds;      /* of searching */
    uint32_t events;     /* that a plan may have */
    uint32_t plans;      /* that are looked at */
    bool shortest;       /* only plans with as few events as there can be */
    /* NULL, or told about progress a few times a second. */
    void (*progress)(void *ctx, uint32_t steps, double seconds);
    /* NULL, or whether a plan, and what it is refined to, is wanted. */
    bool (*wants)(void *ctx, const Plan *p);
    void *ctx;
} SearchLimits;

#define SEARCH_CANDIDATES 3
#define SEARCH_SECONDS 60
#define SEARCH_EVENTS 60
#define SEARCH_PLANS 200000

typedef enum {
    SEARCH_FOUND,     /* as many as were wanted, or all there are */
    SEARCH_NONE,      /* there is none */
    SEARCH_TIME,      /* it took too long; what was found before is there */
    SEARCH_LIMIT,     /* too many plans, or too long ones; likewise */
    SEARCH_NO_MEMORY, /* likewise */
} SearchEnd;

typedef struct {
    SearchEnd end;
    const Plan **plans; /* the results, the shortest first */
    uint32_t count;
    bool normal;         /* there are plans of the property itself */
    uint32_t steps;      /* plans that were refined */
    uint32_t duplicates; /* plans that were there already */
    bool cut;            /* plans were left out because they would be too long */
    /* If there is none: the plan that came closest, and the item that asks for what
     * cannot be; NULL: no trace is like the property. */
    const Plan *closest;
    uint32_t wish;
    double seconds;
} SearchResult;

/* The plans of a property: of its traces, or for an invariant of all others. */
SearchResult search_property(Synth *x, const Property *property,
                             const SearchLimits *limits);

/* The plans that a plan can be refined to, also such that differ in ghosts only. */
SearchResult search_plan(Synth *x, Plan *start, const SearchLimits *limits);
/* Those of them that violate a property. */
SearchResult search_within(Synth *x, const Property *property, Plan *start,
                           const SearchLimits *limits);

/* The state of what violates it. */
State search_violations(Synth *x, const Property *property);

#endif
