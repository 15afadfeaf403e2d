/*
 * What the files of the verifier share: the state of an execution with unknown values.
 */
#ifndef SCRIPT_VERIFY_PARTS_H
#define SCRIPT_VERIFY_PARTS_H

#include "script/effects.h"
#include "script/verify.h"

/* What is known at a place: each variable of the program has a value, which is a variable
 * of the scope. */
typedef struct {
    const Scope *scope;
    Replaced *slots; /* variables in the order declared; copied when one is changed */
    uint32_t count, cap;
    bool dead; /* it is never reached */
} State;

/* A condition that the loop around a place surely keeps, though nobody wrote it. */
typedef struct {
    const Term *fact;
    const char *text; /* as an invariant; NULL: it cannot be written as one */
    Span where;       /* behind which it is to be written */
} Hint;

#define HINTS_MAX 16
#define TRIPLES_MAX 32 /* that are named in messages */

/* A response and the triples that say something of it. */
typedef struct Answer {
    const Binding *response;
    const Triple *surely[TRIPLES_MAX];
    uint32_t nsurely;
    const Triple *maybe[TRIPLES_MAX];
    uint32_t nmaybe;
    struct Answer *next;
} Answer;

/* A place that may be unreachable. */
typedef struct Reach {
    const Scope *scope;
    Span span;
    struct Reach *next;
} Reach;

/* A variable whose block was left. */
typedef struct Gone {
    const Binding *var;
    struct Gone *next;
} Gone;

typedef struct Verifier {
    const Script *script;
    Checker *c;
    struct assay_arena *arena;
    const VerifyOptions *options;
    VerifyStats *stats;
    CheckDialect dialect;
    const ScriptFunction *function; /* NULL: the value of a global */
    State now;
    Replaced *entry;        /* the parameters as they were given */
    const Term *decreases;  /* of the function, over its parameters, or NULL */
    const Term *measure;    /* it at the start: calls of the function make it smaller */
    const Stmt *stmt;       /* the one that is executed */
    const Effects *changed; /* by the loop around, or NULL */
    bool in_spec;           /* in a condition, which is never executed */
    Hint hints[HINTS_MAX];
    uint32_t nhints;
    Gone *gone;
    Answer *answers;
    Reach *reaches, **last_reach;
    uint32_t fresh;
    bool missing; /* a field that was reported */
    bool good;
} Verifier;

/* ---- State: verify_state.c. */

/* A term or type of the program, of the values that variables have now. */
const Term *verify_now(Verifier *v, const Term *t);
const Type *verify_type_now(Verifier *v, const Type *t);
void verify_assume(Verifier *v, const Term *fact, bool negated);
/* A new variable of the scope; with a definition it is equal to it. */
const Binding *verify_fresh(Verifier *v, const char *name, const Type *type, Span span,
                            const Term *is);
const Term *verify_var(Verifier *v, const Binding *var, Span span);
/* The variable gets a value that it may have, without looking at other ones. */
void verify_set(Verifier *v, const Binding *var, const Term *value, Span span);
/* The same before it is known whether it may have the value: it is of any type until
 * verify_typed() says that it is of its own. */
const Term *verify_set_untyped(Verifier *v, const Binding *var, const Term *value);
void verify_typed(Verifier *v, const Binding *var);
/* The name of values that only proofs speak of. */
extern const char verify_inner_name[];
/* All of these may be anything that their types allow. */
void verify_forget(Verifier *v, const Effects *what);
/* Variables that are not forgotten, but whose types speak of some that are. They have
 * them still, behind the head of a loop, for each assignment is looked at; or that is to
 * be shown. After a call, globals have them: the function that was called has seen to it.
 */
typedef enum { DEPENDENTS_LOOP, DEPENDENTS_CALL, DEPENDENTS_ASSIGNMENT } Dependents;
void verify_dependents(Verifier *v, const Effects *what, Dependents when, Span span);
bool verify_is_global(const Verifier *v, const Binding *var);
const Binding *verify_value_of(const Verifier *v, const Binding *var); /* or NULL */
/* Leaves the state alone, for what is tried. */
State verify_keep(const Verifier *v);
/* Both of two states that a condition decides between, which began as `base`; it is what
 * is known behind them. */
void verify_join(Verifier *v, const State *base, const Term *test, const State *then,
                 const State *other);
/* Removes variables that are out of scope. */
void verify_leave(Verifier *v, uint32_t count);

/* ---- Expressions: verify_term.c. */

/* Executes an expression: the value as a term without calls. NULL when it is wrong, which
 * was reported. */
const Term *verify_term(Verifier *v, const Term *t);
const Term *verify_condition(Verifier *v, const Term *t);
/* A term of now, if it has a value. What follows speaks of that value even if an index
 * may be out of bounds in it, say, which was reported. Of a field that may be missing
 * nothing is known where it is there: then NULL. */
const Term *verify_fine(Verifier *v, const Term *t);
/* A condition that is never executed: whether it is well formed, and it of now. */
const Term *verify_spec(Verifier *v, const Term *t);
bool verify_type(Verifier *v, const Type *t);

/* ---- Calls of endpoints: verify_rest.c. */

const Term *verify_rest_call(Verifier *v, const Term *t, const Term *const *args);

/* ---- Statements: verify_stmt.c and verify_loop.c. */

void verify_stmt(Verifier *v, const Stmt *stmt);
void verify_loop(Verifier *v, const Stmt *stmt);
void verify_for_of(Verifier *v, const Stmt *stmt);
/* Behind the head of a loop: the lengths of arrays that it leaves as they were before. */
void verify_lengths(Verifier *v, const Stmt *loop, const State *before);

/* ---- Obligations: verify_report.c. */

/* How a value that may not have its type is spoken of. */
typedef struct {
    DiagCode code;
    Span span;
    const char *what;  /* "the argument 'x' of 'f'" */
    Span declared;     /* a related place, or nowhere */
    const char *place; /* what is there: "the parameter is declared here" */
} Wanted;

/* Whether a value has a type; reported if not. It is taken to have it then. */
bool verify_has_type(Verifier *v, const Term *value, const Type *type, const Wanted *w);
/* Whether a condition holds; `refuted` and `undecided` are how it is reported if not.
 * NULL for a report that holds. It is taken to hold then. */
Diagnostic *verify_holds(Verifier *v, const Term *goal, DiagCode code, Span span,
                         const char *refuted, const char *undecided);
/* Whether it holds, without a report. */
bool verify_is_proved(Verifier *v, const Term *goal);
void verify_error(Verifier *v);
const char *verify_text(Verifier *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The hooks of the checker. */
CheckDialect verify_dialect(Verifier *v);
void verify_no_memory(Verifier *v);

/* ---- What values are called: verify_names.c. */

/* Whether a variable of the program has this value now. */
bool verify_is_variable(const Verifier *v, const Binding *value);
/* n, or n at the start, or n before. */
const char *verify_shown_name(Verifier *v, const Binding *var);
/* What a variable of the scope is called: values that variables had before are not shown,
 * but for what parameters were given. A hook of the checker. */
const char *verify_value_name(void *ctx, const Binding *var);
/* A term as it is of this value, not as it is written; values that variables had before
 * are told apart from those they have. */
const char *verify_printed(Verifier *v, const Term *t);

/* ---- Making terms. */

static inline const Term *verify_int(Verifier *v, int64_t n)
{
    return term_literal(v->arena, span_nowhere(), value_int(v->arena, n));
}

#endif
