/*
 * Types and invariants at run time. What cannot be evaluated, a quantifier without
 * bounds, is counted and otherwise passed over; what has no value does not hold.
 */
#include "script/run_parts.h"
#include <stdio.h>

/* What a question that was asked of the evaluator comes to. */
static EvalStatus judge(ScriptRun *run, EvalStatus status, bool holds, Span span,
                        const char *what)
{
    run->checked += status == EVAL_OK;
    if (status == EVAL_NO_MEMORY || (status == EVAL_LIMIT && run->eval.steps == 0))
        return script_run_keep(run, status, span);
    if (status == EVAL_LIMIT) {
        run->unchecked++;
        return EVAL_OK;
    }
    if (status == EVAL_FAULT)
        return script_run_fail(run, SCRIPT_RUN_VIOLATION, span, "%s: %s", what,
                               run->eval.why ? run->eval.why : "it has no value");
    if (!holds)
        return script_run_fail(run, SCRIPT_RUN_VIOLATION, span, "%s", what);
    return EVAL_OK;
}

EvalStatus script_run_check_value(ScriptRun *run, const Value *v, const Type *type,
                                  const EvalFrame *frame, Span span, const char *what)
{
    bool in = false;
    EvalStatus status;
    char text[80];

    if (!run->options.check || !type)
        return EVAL_OK;
    snprintf(text, sizeof text, "%s is not in its type", what);
    run->eval.calls_all = false;
    status = eval_in(&run->eval, v, type, frame, &in);
    return judge(run, status, in, span, text);
}

EvalStatus script_run_check_var(ScriptRun *run, const EvalFrame *frame, Span span)
{
    const Binding *var = frame->var;
    char what[40];
    EvalStatus status;

    snprintf(what, sizeof what, "'%.30s'", var->name);
    status = script_run_check_value(run, frame->value, var->type, frame, span, what);
    if (status && run->failure.outcome == SCRIPT_RUN_VIOLATION && !run->failure.var)
        run->failure.var = var;
    return status;
}

EvalStatus script_run_check_assigned(ScriptRun *run, const EvalFrame *frame, Span span)
{
    const Binding *var = frame->var;
    EvalStatus status = EVAL_OK;

    if (!run->options.check)
        return EVAL_OK;
    status = script_run_check_var(run, frame, span);
    for (const EvalFrame *f = script_run_frame(run); f && !status; f = f->outer)
        if (f->var != var && !script_is_function_type(f->var->type) &&
            type_mentions(f->var->type, var))
            status = script_run_check_var(run, f, span);
    return status;
}

static bool mentions_global(const ScriptRun *run, const Type *t)
{
    for (uint32_t i = 0; i < run->script->nglobals; i++)
        if (type_mentions(t, run->script->globals[i]->var))
            return true;
    return false;
}

EvalStatus script_run_check_globals(ScriptRun *run, Span span)
{
    EvalStatus status = EVAL_OK;

    if (!run->options.check)
        return EVAL_OK;
    for (const EvalFrame *f = run->active->frame; f && !status; f = f->outer)
        if (!script_is_function_type(f->var->type) && mentions_global(run, f->var->type))
            status = script_run_check_var(run, f, span);
    return status;
}

static EvalStatus check_invariant(ScriptRun *run, const Term *t)
{
    const Value *v = NULL;
    EvalStatus status;
    bool holds;

    run->eval.calls_all = false;
    status = eval_term(&run->eval, t, run->active->frame, &v);
    holds = !status && v->kind == VALUE_BOOLEAN && v->as.boolean;
    return judge(run, status, holds, t->span, "the invariant does not hold");
}

EvalStatus script_run_check_invariants(ScriptRun *run, const LoopClauses *clauses,
                                       const Binding *but)
{
    EvalStatus status = EVAL_OK;

    for (uint32_t i = 0; run->options.check && i < clauses->count && !status; i++)
        if (!but || !term_mentions(clauses->invariants[i], but))
            status = check_invariant(run, clauses->invariants[i]);
    return status;
}
