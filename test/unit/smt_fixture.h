/*
 * Terms, types and a prover for the tests of smt. Names are short because terms are many
 * calls; everything lives in the arena of the fixture.
 */
#ifndef ASSAY_UNIT_SMT_FIXTURE_H
#define ASSAY_UNIT_SMT_FIXTURE_H

#include "smt/smt.h"
#include "term/eval.h"

#define FIXTURE_SCOPE 64

struct smt_fixture {
    struct assay_arena arena;
    Smt *smt;
    Prover prover;
    Scope frames[FIXTURE_SCOPE];
    uint32_t nframes;
    const Scope *scope;
    struct smt_regexp *regexps; /* to be released */
};

/* `dump` may be NULL; a limit of 0 is the usual one. */
void smt_fixture_init(struct smt_fixture *f, FILE *dump, uint32_t time_limit_ms);
void smt_fixture_done(struct smt_fixture *f);

/* Adds a variable to the scope; a term for it. */
const Term *smt_var(struct smt_fixture *f, const char *name, const Type *type);
const Term *smt_regexp(struct smt_fixture *f, const char *source);
void smt_fact(struct smt_fixture *f, const Term *fact);
void smt_forget(struct smt_fixture *f); /* the scope */
Scope *smt_frame(struct smt_fixture *f);

ProverVerdict smt_ask(struct smt_fixture *f, const Term *goal);
/* Ends the test unless the verdict is this one. */
void smt_expect(struct smt_fixture *f, const Term *goal, ProverAnswer answer);
/* Ends the test unless refuted with these values: "x = 0, y = []". */
void smt_expect_values(struct smt_fixture *f, const Term *goal, const char *values);

typedef struct assay_arena *A;
const Term *t_int(A a, int64_t x);
const Term *t_dec(A a, const char *x);
const Term *t_str(A a, const char *x);
const Term *t_bool(A a, bool x);
const Term *t_null(A a);
const Term *t_template(A a, const char *source);
const Term *t_op(A a, TermOp op, const Term *x, const Term *y);
const Term *t_op1(A a, TermOp op, const Term *x);
const Term *t_in(A a, const Term *x, const Type *t);
const Term *t_field(A a, const Term *x, const char *name);
const Term *t_index(A a, const Term *x, const Term *i);
const Term *t_if(A a, const Term *test, const Term *x, const Term *y);
/* [x, y]; NULL ones are left out. */
const Term *t_array(A a, const Term *x, const Term *y);
/* {n = x, m = y}; NULL ones are left out. */
const Term *t_object(A a, const char *n, const Term *x, const char *m, const Term *y);
Binding *t_binding(A a, const char *name, const Type *type);
const Term *t_use(A a, const Binding *var);
const Term *t_all(A a, const Binding *var, const Term *body);
const Term *t_some(A a, const Binding *var, const Term *body);

const Type *ty(A a, TypeKind kind);
const Type *ty_of(A a, TypeKind kind, const Type *of);
const Type *ty_where(A a, const Binding *var, const Term *where);
const Type *ty_two(A a, TypeKind kind, const Type *x, const Type *y);
const Type *ty_only(A a, const Term *value);
/* {n: x, m: y}; NULL ones are left out, a name that begins with ? is optional. */
const Type *ty_object(A a, const char *n, const Type *x, const char *m, const Type *y);
const Type *ty_resource(A a, const char *name);
const Type *ty_nat(A a);

#endif
