/*
 * What is known, and asking whether something follows from it. The checker asks; tool/smt
 * answers.
 */
#ifndef TERM_PROVER_H
#define TERM_PROVER_H

#include "term/term.h"

/* What is known at a place: variables with their types, and facts, the innermost first.
 * Frames live on the C stack or in an arena, and are never changed. */
typedef struct Scope {
    const struct Scope *outer;
    const Binding *var; /* has its type; or NULL, then: */
    const Term *fact;   /* this holds ... */
    bool negated;       /* ... or does not */
    bool before; /* it was so before the call: its repof and uriof are other ones */
} Scope;

typedef enum {
    PROVER_PROVED,
    PROVER_REFUTED, /* with values, re-evaluated: the facts hold and the goal does not */
    PROVER_UNDECIDED, /* and why */
} ProverAnswer;

/* Why a question is not decided that is about something that was reported already. */
#define PROVER_ERROR_IN_IT "the question has an error in it"

typedef struct {
    const Binding *var;
    const Value *value;
} ProverValue;

typedef struct {
    ProverAnswer answer;
    const char *why;           /* UNDECIDED: "the solver gave up after 2 s" */
    const ProverValue *values; /* REFUTED: of the scope's variables that matter, ... */
    uint32_t count;            /* ... the outermost first; in the asker's arena */
} ProverVerdict;

typedef struct Prover {
    void *ctx;
    /* Whether the goal, a condition that is well formed, holds wherever the scope does.
     */
    ProverVerdict (*prove)(void *ctx, const Scope *scope, const Term *goal,
                           struct assay_arena *arena);
    /* Whether the scope can hold at all: REFUTED has values for it, PROVED means never.
     */
    ProverVerdict (*possible)(void *ctx, const Scope *scope, struct assay_arena *arena);
    /* Whether the scope surely never holds; without a search for values, so it is quick.
     */
    bool (*impossible)(void *ctx, const Scope *scope, struct assay_arena *arena);
} Prover;

#endif
