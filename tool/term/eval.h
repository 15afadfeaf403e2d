/*
 * Evaluating terms on concrete values, and types as sets of values.
 *
 * A term that has no value (1 / 0, null.x, "a" + 1) evaluates to a fault, which says why
 * and where; it is never a value by accident. What cannot be decided by looking is a
 * limit: a quantifier over infinitely many values, steps past the budget. A side that is
 * not decided does not matter where the other one decides: `limit && false` is false.
 */
#ifndef TERM_EVAL_H
#define TERM_EVAL_H

#include "term/term.h"

typedef enum {
    EVAL_OK,
    EVAL_FAULT, /* it has no value */
    EVAL_LIMIT, /* it was not decided */
    EVAL_NO_MEMORY,
} EvalStatus;

/* The values of variables, the innermost first. */
typedef struct EvalFrame {
    const Binding *var;
    const Value *value;
    const struct EvalFrame *outer;
} EvalFrame;

/* What repof, uriof and quantifiers over resources speak of. NULL functions: a limit. */
typedef struct {
    void *ctx;
    /* -1: not known */
    int (*repof)(void *ctx, const Value *representation, const Value *resource, bool pre);
    int (*uriof)(void *ctx, const Value *uri, const Value *resource, bool pre);
    /* The resources of a type; false: not known */
    bool (*resources)(void *ctx, const char *type, const Value *const **ret_items,
                      uint32_t *ret_count);
    /* NULL, or values that are worth trying where a quantifier has infinitely many. */
    void (*values)(void *ctx, const Value *const **ret_items, uint32_t *ret_count);
} EvalWorld;

typedef struct Eval Eval;

struct Eval {
    struct assay_arena *arena;
    const EvalWorld *world; /* NULL: a limit */
    /* NULL, or calls a function that has no body; the arguments have their values. */
    EvalStatus (*call)(Eval *e, const Term *t, const Value *const *args,
                       const Value **ret_value);
    void *caller;   /* its context */
    bool calls_all; /* it calls those that have a body, too */
    uint64_t steps; /* that are left; EVAL_LIMIT when none are */
    uint32_t depth; /* of terms and types, now; at most EVAL_DEPTH */
    bool pre;       /* inside pre(...) */
    /* Of a fault or a limit: */
    const Term *where;
    const char *why; /* "division by zero" */
    char why_text[120];
};

#define EVAL_STEPS 1000000
#define EVAL_DEPTH 2000
#define EVAL_RANGE_MAX 10000 /* integers a quantifier runs over */

void eval_init(Eval *e, struct assay_arena *arena, const EvalWorld *world);

EvalStatus eval_term(Eval *e, const Term *t, const EvalFrame *frame,
                     const Value **ret_value);
/* Whether a value has a type. */
EvalStatus eval_in(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                   bool *ret_in);

/*
 * Quantifiers. `forall x: T . e` is decided when T is a Boolean, a resource, a union of
 * singletons, or Integer with bounds found in the term: `0 <= i && i < n ==> ...`,
 * (i: Integer where ...). A witness among small values decides exists, and a
 * counterexample among them forall; otherwise it is a limit.
 */

#endif
