/*
 * Executing programs on values: what a program means. The emitter's JavaScript and the
 * verifier are judged by it.
 *
 * Values are never shared: an assignment changes the variable and nothing else. Operands
 * are evaluated from left to right, each once; an assignment evaluates the indices of its
 * target, then, if it is compound, what the target was, then its value, and puts that
 * into what the variable is by then. A field that is assigned must be there. `for (x of
 * e)` goes through what e was. `await` just calls.
 *
 * All state is in a ScriptRun; nothing has to be freed but the arena, and everything that
 * a run gives lives there. To forget one, reset the arena and begin another.
 */
#ifndef SCRIPT_RUN_H
#define SCRIPT_RUN_H

#include "script/program.h"
#include "term/eval.h"

typedef enum {
    SCRIPT_RUN_VALUE,
    SCRIPT_RUN_FAULT,     /* a run-time error: 1 / 0, a[length(a)], {}.x, 1 + "a" */
    SCRIPT_RUN_VIOLATION, /* a value outside its type, an invariant that does not hold */
    SCRIPT_RUN_LIMIT,     /* too many steps, or something that cannot be executed */
    SCRIPT_RUN_NO_MEMORY,
} ScriptOutcome;

/* Calls what is not written in SafeScript. NULL: it cannot be called, and *ret_why may
 * say so. Values go in the arena. */
typedef const Value *ScriptForeign(void *ctx, const ScriptFunction *f,
                                   const Value *const *args, struct assay_arena *arena,
                                   const char **ret_why);

typedef struct {
    bool check;              /* types and invariants, too */
    uint64_t steps;          /* 0: SCRIPT_RUN_STEPS */
    uint32_t calls;          /* inside each other; 0: SCRIPT_RUN_CALLS */
    ScriptForeign *external; /* NULL: a limit */
    /* f->rest is the call; the arguments are the request, the values of its holes, and
     * the URL if it is given by that. NULL: a limit. */
    ScriptForeign *rest;
    void *ctx; /* of both */
} ScriptRunOptions;

#define SCRIPT_RUN_STEPS 10000000
#define SCRIPT_RUN_CALLS 1000
#define SCRIPT_RUN_DEPTH 6000 /* terms, statements and calls inside each other */

/* Why there is no value. */
typedef struct {
    ScriptOutcome outcome;
    Span span;
    const Term *where;  /* the innermost term that failed, or NULL */
    const Binding *var; /* of a violation: whose type does not hold, or NULL */
    const ScriptFunction *function; /* that was executed, or NULL: a global's value */
    const Value *const *args;       /* that it was called with */
    char why[160];
} ScriptFailure;

/* A call that is being executed. */
typedef struct ScriptActivation {
    const ScriptFunction *function;
    const Value *const *args;
    EvalFrame *frame;    /* its variables, the innermost first, then globals */
    EvalFrame *entry;    /* its parameters as they were at first */
    const Value *result; /* once it returns */
    const Stmt *last;    /* the statement that is executed */
    uint32_t depth;      /* of statements and terms around the call */
    struct ScriptActivation *outer;
} ScriptActivation;

typedef struct {
    const Script *script;
    struct assay_arena *arena;
    ScriptRunOptions options;
    Eval eval;
    EvalFrame *base; /* functions, and the globals that have a value */
    ScriptActivation *active;
    uint32_t calls, depth;  /* now */
    uint32_t global_writes; /* so far */
    uint32_t unchecked;     /* conditions that could not be evaluated */
    uint32_t checked;       /* and that could */
    ScriptFailure failure;  /* of the last outcome that is no value */
} ScriptRun;

/* Begins a run of a program without errors. False: out of memory. */
bool script_run_init(ScriptRun *run, const Script *script, struct assay_arena *arena,
                     const ScriptRunOptions *options);
/* Gives the globals their values, in order. Before anything is called. */
ScriptOutcome script_run_globals(ScriptRun *run);
/* Calls a function that is declared, with as many arguments as it has parameters. Globals
 * keep what the call made of them. */
ScriptOutcome script_run_call(ScriptRun *run, const ScriptFunction *f,
                              const Value *const *args, const Value **ret_value);
/* Evaluates an expression over the globals and functions: script_read_expression(). */
ScriptOutcome script_run_term(ScriptRun *run, const Term *t, const Value **ret_value);
/* Grants the steps of the options again: each call takes from them. */
void script_run_refill(ScriptRun *run);

/* The declared function of this name, or NULL. */
const ScriptFunction *script_find_function(const Script *s, const char *name);
/* A function as a value, for parameters that are functions. NULL: out of memory. */
const Value *script_function_value(struct assay_arena *a, const Script *s,
                                   const ScriptFunction *f);

#endif
