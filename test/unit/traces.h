/*
 * For tests of specifications of traces: one that is read from a text, and what its terms
 * and expressions mean for values that are given, by the definitions alone. Nothing of
 * what tool/synth computes with (formulas, automata, plans) is used for that.
 */
#ifndef ASSAY_UNIT_TRACES_H
#define ASSAY_UNIT_TRACES_H

#include "synth/plan.h"

typedef struct {
    struct assay_arena arena;
    Diags diags;
    TraceSpec spec;
    Synth synth;
} Traces;

/* Fails the test if something is wrong with the text. */
void traces_init(Traces *t, const char *text);
/* False if something is wrong with it; then there is nothing to be done. */
bool traces_try(Traces *t, const char *text);
void traces_done(Traces *t);

/* A variable with its value: a number, 0 or 1, or the place of a constant. */
typedef struct Known {
    const Binding *var;
    int64_t is;
    const struct Known *outer;
} Known;

/* Fails the test for what random specifications do not have. */
int64_t traces_value(const TraceSpec *spec, const Term *t, const Known *known);
/* The values of a type are lows to highs here: of numbers as far as `most`. */
bool traces_is_of(const TraceSpec *spec, const Type *type, int64_t value);
int64_t traces_last_of(const TraceSpec *spec, const Type *type, int64_t most);

#define TRACES_FIELDS 4
typedef struct {
    const Event *of;
    int64_t fields[TRACES_FIELDS];
    bool named; /* only what says which operation it is takes it, not `any` */
} Happened;

/* Whether a trace is one of an expression's. */
bool traces_has(const TraceSpec *spec, const Sre *e, const Happened *trace,
                uint32_t count, const Known *known);

#endif
