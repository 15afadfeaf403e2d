/*
 * Verification: that a program, whatever it is given, never divides by zero, indexes out
 * of bounds, reads a field that is not there or calls an endpoint with what it does not
 * take, and that every variable, argument and result has its type.
 *
 * Functions are executed with unknown values: each variable has a name of its own for
 * each value it takes (as in passive form), and what is known of them at a place is a
 * scope (term/prover.h). Every point of the thesis' table (figures 4.8-4.12, 4.16-4.21)
 * is a question of its own to the prover, so each error has its place. Where two paths
 * meet, what is known on each is kept under its condition: the size is linear in the
 * program, not in its paths. Loops are cut: all that they change is unknown but for its
 * type and the invariants.
 *
 * Proved is partial correctness; that loops and recursion end, where that is said by
 * `decreases` or asked for by `total`. Specification functions must end in any case, for
 * what they say would be contradictory otherwise.
 */
#ifndef SCRIPT_VERIFY_H
#define SCRIPT_VERIFY_H

#include "script/program.h"
#include "term/check.h"

typedef struct {
    bool total; /* all loops and recursive functions are to be shown to end */
    bool infer; /* invariants that are found are used for while loops, too */
    /* NULL, or called for each operand that is a field or a variable of fields, where it
     * is evaluated: what is known there. For completion. */
    void (*visit)(void *ctx, const Scope *scope, const Term *source, const Term *now);
    void *visitor;
} VerifyOptions;

/* What was looked at. */
typedef struct {
    uint32_t functions, loops, calls; /* of endpoints */
} VerifyStats;

/* What comes before functions: specifications, types, values of globals. What is wrong is
 * reported to the checker's diags; false if something is. */
bool script_verify_declarations(const Script *s, Checker *c, const VerifyOptions *o);
/* One function; the stats are added to. */
bool script_verify_function(const Script *s, const ScriptFunction *f, Checker *c,
                            const VerifyOptions *o, VerifyStats *stats);
/* All of it. */
bool script_verify(const Script *s, Checker *c, const VerifyOptions *o,
                   VerifyStats *stats);

#endif
