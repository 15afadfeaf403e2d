/*
 * What the files of the interpreter share. Functions return an EvalStatus; one that is
 * not EVAL_OK was kept in run->failure, or is still in run->eval when it comes out of
 * the evaluator (script_run_keep).
 */
#ifndef SCRIPT_RUN_PARTS_H
#define SCRIPT_RUN_PARTS_H

#include "script/run.h"

/* ---- Failing: run.c. The first failure is kept. */

EvalStatus script_run_fail(ScriptRun *run, ScriptOutcome outcome, Span span,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Keeps what the evaluator says, `span` if it does not say where. Returns `status`. */
EvalStatus script_run_keep(ScriptRun *run, EvalStatus status, Span span);
/* Evaluates a term in the active frame, and keeps its failure. */
EvalStatus script_run_eval(ScriptRun *run, const Term *t, const Value **ret_value);
EvalStatus script_run_condition(ScriptRun *run, const Term *t, bool *ret_holds);
/* The variables that are visible: those of the call, or the globals. */
EvalFrame *script_run_frame(const ScriptRun *run);
EvalFrame *script_run_find(EvalFrame *frame, const Binding *var);
/* A new innermost variable; NULL: out of memory. */
EvalFrame *script_run_push(ScriptRun *run, const Binding *var, const Value *value,
                           EvalFrame *outer);
/* Goes one deeper; leave only after EVAL_OK. */
EvalStatus script_run_enter(ScriptRun *run, Span span);
void script_run_leave(ScriptRun *run);

/* ---- Statements: run_stmt.c. */

typedef enum { FLOW_NEXT, FLOW_RETURN, FLOW_STOP } Flow;
Flow script_run_stmt(ScriptRun *run, const Stmt *stmt);

/* ---- Assignments: run_assign.c. */

EvalStatus script_run_assign(ScriptRun *run, const Stmt *stmt);

/* ---- Checks, none if they are not asked for: run_check.c. */

/* `what` is "the result" or the like. */
EvalStatus script_run_check_value(ScriptRun *run, const Value *v, const Type *type,
                                  const EvalFrame *frame, Span span, const char *what);
EvalStatus script_run_check_var(ScriptRun *run, const EvalFrame *frame, Span span);
/* The variable that was assigned, and those whose types speak of it. */
EvalStatus script_run_check_assigned(ScriptRun *run, const EvalFrame *frame, Span span);
/* Variables of the active call whose types speak of globals, which another changed. */
EvalStatus script_run_check_globals(ScriptRun *run, Span span);
/* All invariants but those that speak of a variable, which may be NULL. */
EvalStatus script_run_check_invariants(ScriptRun *run, const LoopClauses *clauses,
                                       const Binding *but);

#endif
