/*
 * Preconditions as SMT-LIB over integers and booleans.
 *
 * Integers and enums are integers within the bounds of their types, pointers are their
 * addresses, predicates and logic functions that are not recursive are unfolded. What is
 * neither (memory, floats, recursion, built-ins) is a constant of its own: the same for
 * the same term, where that can be told. So every state that makes a precondition true is
 * a model of its formula; `inexact` says that the reverse may not be.
 */
#ifndef ACSL_FORMULA_H
#define ACSL_FORMULA_H

#include "acsl/ask.h"
#include "acsl/solve.h"

#define FORMULA_ATOMS 32
#define FORMULA_CONJUNCTS 128
#define FORMULA_DIGITS 48 /* enough for any number */

typedef struct FormulaConstant {
    const char *name;
    const char *key; /* what it stands for */
    bool boolean;
    const CType *type; /* its bounds, or NULL */
    struct FormulaConstant *next;
} FormulaConstant;

/* What a logic variable stands for. */
typedef struct FormulaBind {
    const AcslVar *var;
    const char *text;
    const struct FormulaBind *up;
} FormulaBind;

/* Sides of a comparison of integers. */
typedef struct {
    const char *left, *right;
} FormulaAtom;

typedef struct {
    struct assay_arena *arena;
    const AcslScalar *scalars;
    uint32_t nscalars;
    FormulaConstant *constants;
    uint32_t nconstants, nbound;
    FormulaAtom atoms[FORMULA_ATOMS];
    uint32_t natoms; /* the first ones; more are not kept */
    const FormulaBind *binds;
    uint32_t binders; /* quantifiers around */
    uint32_t depth;   /* of terms */
    uint32_t unfolded;
    bool post;    /* memory is as it is after the call: not known */
    bool inexact; /* sticky: something stands for what it is not */
    bool no_memory;
} Formula;

/* A conjunct of a clause. */
typedef struct {
    const AcslNode *node;
    const char *text;
} Conjunct;

typedef struct {
    Conjunct at[FORMULA_CONJUNCTS];
    uint32_t count;
} Conjuncts;

/* All is in the arena. */
void formula_init(Formula *f, struct assay_arena *arena, const AcslScalar *scalars,
                  uint32_t nscalars);
/* A predicate. Never NULL; "true" when out of memory. */
const char *formula_truth(Formula *f, const AcslNode *n);
/* Whether a formula so far is about a scalar; the constant of it. */
bool formula_mentions(const Formula *f, uint32_t number);
const char *formula_scalar(Formula *f, uint32_t number);
/* A number, as SMT-LIB has it. */
const char *formula_number(Formula *f, AcslWide value);
/* In decimal. */
const char *formula_digits(AcslWide value, char room[FORMULA_DIGITS]);
/* printf into the arena; "true" when out of memory. */
const char *formula_text(Formula *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The conjuncts of the behavior's clauses of one kind; those that are too many are left
 * out. */
void formula_clauses(Formula *f, const AcslBehavior *b, ClauseKind kind, Conjuncts *to);
/* The clauses of one kind as one formula. */
const char *formula_all(Formula *f, const AcslBehavior *b, ClauseKind kind);
/* Appends the declarations of all constants: the start of a question. */
void formula_declare(const Formula *f, struct assay_buf *question);

/* Whether the body is all that is said of it: no cases, no axioms beside it. */
bool formula_is_defined(const AcslLogic *l);
/* The bounds of an integer type; false when it has none. */
bool formula_bounds(const CType *type, AcslWide *ret_lo, AcslWide *ret_hi);
/* The integer parameters and the globals that the contract names; in the arena. False
 * when out of memory. */
bool formula_scalars(const AcslContract *c, struct assay_arena *arena,
                     const AcslScalar **ret, uint32_t *ret_count);

/* ---- Evaluation, with numbers for the scalars. */

typedef struct {
    bool known;
    AcslWide value; /* of predicates 0 or 1 */
} Known;

/* A predicate or integer term, as far as it is about numbers that are known. */
Known scalar_value(const AcslNode *n, const AcslScalar *scalars, const Known *values,
                   uint32_t count);
/* Whether a clause of the kinds is sure to be false. */
bool scalar_refutes(const AcslBehavior *b, ClauseKind kind, const AcslScalar *scalars,
                    const Known *values, uint32_t count);

/* ---- Special values. */

typedef struct {
    const AcslContract *contract;
    const AcslBehavior *behavior;
    struct assay_arena *arena;
    const AcslScalar *scalars;
    uint32_t nscalars;
    const AcslWide **values;
    uint32_t count, cap;
    bool no_memory;
} ModelList;

/* Whether the numbers may make the precondition true. */
bool models_fit(const ModelList *list, const Known *values);
/* Adds numbers that fit and are not there yet; returns whether it did. */
bool models_add(ModelList *list, const AcslWide *values);
void models_corners(ModelList *list);

#endif
