/*
 * Contracts as C: a copy of a source in which every function with a contract checks it,
 * and tests that draw the inputs of each behavior and call the function.
 *
 * The wrap: the body keeps its place under another name; a function of the original name
 * and signature checks what is required, calls it, and checks what is ensured. So
 * returns, recursion and callers need no care. #line directives keep the places of the
 * original.
 */
#ifndef EMIT_CONTRACT_H
#define EMIT_CONTRACT_H

#include "acsl/acsl.h"
#include "base/buf.h"

typedef enum {
    CONTRACT_CHEAP, /* no loops, no recursion, no copies of memory */
    CONTRACT_ALL,
} ContractLevel;

typedef struct {
    ContractLevel level;
    bool tests;           /* also write a test for each behavior */
    const char *function; /* tests only of functions that this pattern matches, or NULL */
    const char *behavior; /* likewise */
} ContractOptions;

/* A clause, or part of one, that is not checked. */
typedef struct {
    const CFunction *function;
    const AcslBehavior *behavior; /* or NULL */
    ClauseKind kind;
    Span span;          /* of what stands in the way */
    const char *reason; /* "\initialized cannot be seen at run time" */
    bool sampled;       /* it is checked, but not for all values */
} ContractDrop;

/* A test of a behavior, as a property of libassay. */
typedef struct {
    const CFunction *function;
    const AcslBehavior *behavior;
    const AcslHyper *hyper; /* of several runs, or NULL */
    const char *property;   /* its name: "find/some", or "find" */
    const char *symbol;     /* of the C function */
    double seconds;         /* of the config clause; 0: none */
    uint64_t runs;
    const char *const *seeds; /* choices as text, ended by NULL; or NULL */
} ContractTest;

/* A function that is not tested. */
typedef struct {
    const CFunction *function;
    const char *reason; /* "parameter 'f' is a FILE *" */
} ContractUntested;

typedef struct {
    uint32_t functions; /* with a contract and a body here */
    uint32_t clauses;   /* of theirs that state something to check */
    const ContractDrop *drops;
    uint32_t ndrops;
    const ContractTest *tests;
    uint32_t ntests;
    const ContractUntested *untested;
    uint32_t nuntested;
} ContractSummary;

/* Appends the copy of the unit's main file to `out`. What it tells is in the unit's
 * arena. False when out of memory. */
bool emit_contract(const AcslFile *file, const ContractOptions *options,
                   struct assay_buf *out, ContractSummary *ret);
/* Reports W0405 for type invariants that no sentence of the type's language was found
 * for. */
void emit_contract_refinements(const AcslFile *file);
/* Appends the program that runs the tests: a file of its own, to be linked with the copy
 * and libassay. */
void emit_contract_main(const AcslFile *file, const ContractSummary *summary,
                        struct assay_buf *out);

#endif
