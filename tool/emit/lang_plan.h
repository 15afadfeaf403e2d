/*
 * What the emitted generator does at each expression, decided before any of it is
 * written. lang_plan.c tells how the generator works.
 */
#ifndef EMIT_LANG_PLAN_H
#define EMIT_LANG_PLAN_H

#include "lang/lang.h"

#define EMIT_LEAST_MAX                                                                   \
    ASSAY_SHORTEST_MAX /* no sentence that can be made is this long                      \
                        */
#define EMIT_USUAL_MAX 64
#define EMIT_RANGE_MAX                                                                   \
    15 /* counts up to this far from the minimum are equally likely                      \
        */

typedef struct {
    uint64_t least; /* bytes of the shortest sentence */
    uint64_t usual; /* bytes of one without nesting, roughly: what grows leaves so much */
    uint32_t rule;  /* whose part it is */
    bool fixed;     /* every sentence has `least` bytes */
    bool constant;  /* there is only one */
    bool grows;     /* fills the room it gets, be there little or much */
    bool repeated;  /* is inside a repetition, or may be, so it occurs often */
} ExprPlan;

typedef struct {
    bool reached;  /* sentences can have it */
    bool repeated; /* as above, wherever it is called */
    bool guarded;  /* every cycle of calls has one: it gives up some of its room */
    bool fuelled;  /* guarded, and can be empty: it is only called so many times */
    uint32_t calls, ncalls; /* in LangPlan.calls */
} RulePlan;

/* How the number of iterations is drawn. */
typedef enum {
    TIMES_EXACT, /* min is max */
    TIMES_RANGE, /* each equally likely */
    TIMES_FEW,   /* mostly few: the body is short, and occurs often */
    TIMES_FILL,  /* as many as fill a random part of the room */
} Times;

typedef struct {
    const struct assay_grammar *g;
    const struct assay_facts *facts;
    ExprPlan *exprs;
    RulePlan *rules;
    uint32_t *order, norder; /* the rules reached; callees before callers, cycles aside */
    uint32_t *calls, ncalls; /* rules called, by rule */
    bool nested;             /* something endless is repeated, or recursive */
} LangPlan;

/* False when out of memory. Everything is the arena's. */
bool emit_plan_build(LangPlan *plan, const struct assay_lang *lang,
                     struct assay_arena *arena);

/* Of a REPEAT. */
Times emit_plan_times(const LangPlan *plan, uint32_t expr);
/* The alternative, of an ALT, that has the shortest sentence. */
uint32_t emit_plan_shortest(const LangPlan *plan, uint32_t expr);

#endif
