/*
 * Generators as they are written in a specification, before they are programs
 * (program.h): terms in the place of formulas, names of procedures not yet looked up.
 */
#ifndef SYNTH_GENERATOR_H
#define SYNTH_GENERATOR_H

#include "synth/sre.h"

#define GENERATOR_DEPTH 100 /* of blocks inside each other */

typedef enum {
    STATEMENT_LET,    /* let x: Integer, y: Integer where x < y; */
    STATEMENT_DO,     /* push(x); */
    STATEMENT_SEE,    /* see popped(y | y != x); */
    STATEMENT_ASSERT, /* assert x != y; */
    STATEMENT_CHOOSE, /* choose { ... } or { ... } */
    STATEMENT_CALL,   /* more(x); */
} StatementKind;

typedef struct WrittenStatement WrittenStatement;

typedef struct {
    WrittenStatement **at;
    uint32_t count, cap;
} WrittenBlock;

typedef struct WrittenProcedure WrittenProcedure;

struct WrittenStatement {
    StatementKind kind;
    Span span;
    const Binding **vars; /* LET */
    uint32_t nvars;
    const Term *where; /* LET: NULL if there is none; ASSERT */
    Event *event;      /* DO */
    const Term **args; /* DO, CALL */
    uint32_t nargs;
    const Sre *seen;     /* SEE: an SRE_EVENT */
    WrittenBlock **ways; /* CHOOSE */
    uint32_t nways;
    const char *name;               /* CALL */
    const WrittenProcedure *callee; /* CALL: found when all is read */
};

/* A generator is a procedure without parameters that is for a property. */
struct WrittenProcedure {
    const char *name;
    Span span;
    const Binding **params;
    uint32_t nparams;
    WrittenBlock body;
    const char *property; /* of a generator; NULL: a procedure */
    Span property_span;
};

#endif
