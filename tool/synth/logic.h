/*
 * Conditions over the values in traces, each there once: two are the same formula if
 * their numbers are equal, so they can be compared, remembered and asked about by number.
 *
 * A Logic holds them. Formulas only refer to those with smaller numbers. Sums are
 * collected, and what is plainly true or false is LOGIC_TRUE or LOGIC_FALSE; beyond that
 * nothing is solved here.
 *
 * Out of memory is sticky: `no_memory` is set, and everything is LOGIC_FALSE from then
 * on.
 */
#ifndef SYNTH_LOGIC_H
#define SYNTH_LOGIC_H

#include "base/map.h"
#include "term/term.h"

#define LOGIC_ARGS 32        /* of a function */
#define LOGIC_MAX (1u << 28) /* formulas, and arguments of them */

typedef uint32_t Formula;
enum { LOGIC_FALSE, LOGIC_TRUE };

typedef enum {
    LOGIC_BOOLEAN, /* LOGIC_FALSE, LOGIC_TRUE */
    LOGIC_LITERAL, /* a number or a text */
    LOGIC_VAR,
    LOGIC_OP,
    LOGIC_CALL,
    LOGIC_COND,
    LOGIC_IN, /* a text is a sentence of a language */
    LOGIC_QUANT,
} LogicKind;

/* A variable is the Binding that declares it. */
typedef struct {
    LogicKind kind;
    union {
        const Value *literal;
        const Binding
            *var;  /* VAR, and QUANT: the one it binds, which nothing else does */
        TermOp op; /* AND, OR, NOT, EQ, LT, LE, ADD, MUL, DIV, MOD, NEG */
        Function *function;
        const Type *language; /* IN */
    } as;
    bool all;             /* QUANT: forall; else exists */
    uint32_t args, count; /* in the Logic's list: where they begin, and how many */
} LogicNode;

typedef struct {
    struct assay_arena arena;
    struct assay_map known;    /* what each formula is, as bytes: its number */
    struct assay_map pointers; /* the numbers of bindings, functions and literals */
    LogicNode *nodes;
    Formula *list; /* arguments */
    uint32_t count, listed;
    size_t cap, list_cap;
    bool no_memory;
} Logic;

void logic_init(Logic *l, const struct assay_alloc *mem);
void logic_done(Logic *l);

static inline const LogicNode *logic_node(const Logic *l, Formula f)
{
    return &l->nodes[f];
}
static inline const Formula *logic_args(const Logic *l, Formula f)
{
    return l->list ? l->list + l->nodes[f].args : NULL;
}

/* What a variable of a term stands for. */
typedef struct {
    const Binding *var;
    Formula is;
} LogicPair;

/* A term that was checked; what is in `pairs` stands for its variables, others are
 * themselves. */
Formula logic_term(Logic *l, const Term *t, const LogicPair *pairs, uint32_t count);
/* That a value has a type, beyond its sort. */
Formula logic_in(Logic *l, Formula of, const Type *type);
Formula logic_var(Logic *l, const Binding *var);
Formula logic_not(Logic *l, Formula f);
Formula logic_and(Logic *l, Formula a, Formula b);
Formula logic_or(Logic *l, Formula a, Formula b);
Formula logic_equal(Logic *l, Formula a, Formula b);

Formula logic_less(Logic *l, Formula a, Formula b);    /* a < b */
Formula logic_at_most(Logic *l, Formula a, Formula b); /* a <= b */
Formula logic_minus(Logic *l, Formula a, Formula b);
Formula logic_integer(Logic *l, int64_t number);
/* Whether the values of a formula are integers. */
bool logic_is_number(const Logic *l, Formula f);
/* False if it is no integer literal that fits. */
bool logic_number(const Logic *l, Formula f, int64_t *ret_number);
/* What a type is about, through aliases and refinements: TYPE_INTEGER, BOOLEAN, STRING
 * (of languages, too) or RESOURCE. */
TypeKind logic_type_kind(const Type *type);

/* That there is a value of the variable, of its type, with which a formula holds. */
Formula logic_exists(Logic *l, const Binding *var, Formula f);

/* A sum of multiples, by the numbers of the terms; no factor is 0. */
#define LOGIC_SUM 16
typedef struct {
    Formula terms[LOGIC_SUM];
    int64_t factors[LOGIC_SUM];
    uint32_t count;
    int64_t constant;
} LogicSum;

/* A number as a sum; false if there is too much of it. And back again. */
bool logic_sum(const Logic *l, Formula f, LogicSum *ret_sum);
Formula logic_of_sum(Logic *l, const LogicSum *s);

/* The formula with others in the place of variables. */
Formula logic_replace(Logic *l, Formula f, const LogicPair *pairs, uint32_t count);
/* The formula as a term, to be printed; NULL when out of memory, also if it was before.
 */
const Term *logic_as_term(const Logic *l, Formula f, struct assay_arena *a);

#endif
