/*
 * What a solver knows about preconditions: that one can never hold, that behaviors are
 * not complete or overlap, and which numbers make one hold.
 *
 * Preconditions become formulas over integers and booleans (formula.h). What has no place
 * in them, such as memory, is any value of its type: a precondition that is said never to
 * hold never does, but numbers that are said to make it hold may not.
 *
 * Z3 runs in a child process (ask.h). Without an answer nothing is reported.
 */
#ifndef ACSL_SOLVE_H
#define ACSL_SOLVE_H

#include "acsl/acsl.h"

__extension__ typedef __int128 AcslWide;

#define SOLVE_QUERY_MS 200 /* of one question */
#define SOLVE_TOTAL_MS 300 /* of the processor, for the models of one behavior */
#define SOLVE_MODELS 24    /* from the solver */
#define SOLVE_CORNERS 256  /* from special values */

/* ---- What can never be. */

/* For all functions that are defined: reports E0413 when what the default behavior
 * requires can never hold, W0403 when another one can never apply, and W0404 for
 * behaviors that are said to be complete and are not, or to be disjoint and are not, with
 * an example. Only where an example is sure. */
void acsl_solve(const AcslFile *file);

/* ---- Numbers to test with. */

/* An integer parameter, or a global variable that a clause names. */
typedef struct {
    const char *name;
    const CType *type;
    const CParam *param;   /* or NULL */
    const CGlobal *global; /* or NULL */
} AcslScalar;

typedef struct {
    const AcslScalar *scalars;
    uint32_t nscalars;
    const AcslWide *const *values; /* each has one for each scalar; no two are alike */
    uint32_t count;
} AcslModels;

/* Numbers that make the precondition and the behavior's assumptions true, as far as these
 * are about numbers alone: first models of the solver, at the limits of comparisons, then
 * special values of the types and of the contract's constants. In the unit's arena. False
 * when out of memory. */
bool acsl_models(const AcslFile *file, const AcslContract *contract,
                 const AcslBehavior *behavior, AcslModels *ret);

#endif
