/*
 * Checking terms and types: that every part of them has a value wherever it is evaluated.
 * As in Dminor (Bierman et al., "Semantic subtyping with an SMT solver", 2010) what is
 * known at a place decides: `x in {l: Any} && x.l == 1` is fine, for the right side is
 * evaluated only where the left side holds.
 *
 * What types and facts say on their face is used first (known.h); the prover is asked
 * only when that is not enough. What is wrong is reported with what is known, values for
 * which it goes wrong, and what to do.
 */
#ifndef TERM_CHECK_H
#define TERM_CHECK_H

#include "term/prover.h"

#define CHECK_PRESUMED                                                                   \
    16 /* terms that are taken to have a value once it was reported                      \
        */

typedef struct Checker Checker;

/* What a dialect does in its own way. Each may be NULL. */
typedef struct {
    void *ctx;
    const char *(*type_word)(TypeKind kind); /* how a simple type is written */
    bool integers;                           /* numbers to calculate with are integers */
    /* Adds to a report how to make sure that a condition holds. */
    void (*suggest)(void *ctx, Diagnostic *d, const char *condition);
    /* A condition does not follow, which was reported. */
    void (*failed)(void *ctx, Diagnostic *d, const Scope *scope, const Term *goal);
    /* A call, whose arguments are fine by themselves. */
    bool (*call)(void *ctx, const Scope *scope, const Term *t);
    /* What a variable of a counterexample is called; NULL from it: it is not shown. */
    const char *(*name)(void *ctx, const Binding *var);
} CheckDialect;

struct Checker {
    Diags *diags;
    struct assay_arena *arena;
    const Prover *prover;
    const CheckDialect *own; /* NULL: HeadREST */
    const Term *about;       /* what the report at hand is about */
    const Term *strict; /* & | or =>, on the right side of which we are; NULL: on none */
    /* NULL, or what to write instead of a field that there is not; NULL from it: nothing.
     */
    const char *(*field_hint)(const Term *t);
    /* Conditions that were reported to be missing, so that it is not said again. */
    const Term *presumed[CHECK_PRESUMED];
    uint32_t npresumed;
};

/* Each returns whether all is well; if not, it was reported. */
bool check_term(Checker *c, const Scope *scope, const Term *t);
/* A term that must be a boolean. */
bool check_condition(Checker *c, const Scope *scope, const Term *t);
/* The same, and adds it to the scope: of its parts between && those that are fine, so
 * that what follows is not wrong because of the others. */
bool check_premise(Checker *c, const Scope **scope, const Term *t);
bool check_type(Checker *c, const Scope *scope, const Type *t);

/* ---- Scopes: what is known. In the checker's arena; on failure the scope as it was. */

const Scope *scope_var(Checker *c, const Scope *scope, const Binding *var);
/* The fact that a term holds, or does not; each part of a conjunction by itself. */
const Scope *scope_fact(Checker *c, const Scope *scope, const Term *t, bool negated);
/* The same of before the call. */
const Scope *scope_before(Checker *c, const Scope *scope, const Term *t);
/* A scope in which all facts inside of `base` are of before the call. */
const Scope *scope_all_before(Checker *c, const Scope *scope, const Scope *base);

/* ---- Asking. */

/* Whether a condition, which is well formed, holds; if not, the verdict says why. */
bool check_holds(Checker *c, const Scope *scope, const Term *goal, ProverVerdict *ret);
/* Whether a term has a type. */
bool check_has_type(Checker *c, const Scope *scope, const Term *t, const Type *type,
                    ProverVerdict *ret);

/* ---- Explaining. */

/* A report of what was refuted; what was not decided is said to be that. */
Diagnostic *check_complain(Checker *c, const ProverVerdict *verdict, DiagCode code,
                           Span span, const char *refuted, const char *undecided);

/* Adds to a report what is known of the terms that `t` is about, and the values of a
 * verdict, or why there is none. */
void check_explain(Checker *c, Diagnostic *d, const Scope *scope, const Term *t,
                   const ProverVerdict *verdict);
/* "when: x = 1" */
void check_show_value(Checker *c, Diagnostic *d, const char *label,
                      const ProverValue *value);
/* A term or type as it was written, on one line; else as it is printed. */
const char *check_term_text(Checker *c, const Term *t);
const char *check_type_text(Checker *c, const Type *t);

#endif
