/*
 * Statements. Variables that a block declares are gone behind it: the frames of the call
 * are set back to what they were.
 */
#include "script/run_parts.h"

static Flow flow_of(EvalStatus status)
{
    return status ? FLOW_STOP : FLOW_NEXT;
}

static EvalStatus declare(ScriptRun *run, const Binding *var, const Value *value,
                          Span span)
{
    EvalFrame *frame = script_run_push(run, var, value, run->active->frame);

    if (!frame)
        return script_run_fail(run, SCRIPT_RUN_NO_MEMORY, span, "out of memory");
    run->active->frame = frame;
    return script_run_check_var(run, frame, span);
}

static Flow run_local(ScriptRun *run, const Stmt *stmt)
{
    const Term *term = stmt->as.local.value;
    const Value *value;
    EvalStatus status = script_run_eval(run, term, &value);

    return flow_of(status ? status : declare(run, stmt->as.local.var, value, term->span));
}

static Flow run_if(ScriptRun *run, const Stmt *stmt)
{
    EvalFrame *outer = run->active->frame;
    const Stmt *branch;
    Flow flow;
    bool holds;

    if (script_run_condition(run, stmt->as.branch.test, &holds))
        return FLOW_STOP;
    branch = holds ? stmt->as.branch.then : stmt->as.branch.other;
    flow = branch ? script_run_stmt(run, branch) : FLOW_NEXT;
    run->active->frame = outer;
    return flow;
}

/* WHILE, and FOR behind its first statement. */
static Flow run_rounds(ScriptRun *run, const Stmt *stmt)
{
    EvalFrame *outer = run->active->frame;
    Flow flow;
    bool holds;

    for (;;) {
        if (script_run_check_invariants(run, &stmt->as.loop.clauses, NULL) ||
            script_run_condition(run, stmt->as.loop.test, &holds))
            return FLOW_STOP;
        if (!holds)
            return FLOW_NEXT;
        flow = script_run_stmt(run, stmt->as.loop.body);
        run->active->frame = outer;
        if (flow == FLOW_NEXT && stmt->as.loop.step)
            flow = script_run_stmt(run, stmt->as.loop.step);
        if (flow != FLOW_NEXT)
            return flow;
    }
}

/* What the first statement declares is gone behind the loop. */
static Flow run_for(ScriptRun *run, const Stmt *stmt)
{
    EvalFrame *outer = run->active->frame;
    Flow flow = stmt->as.loop.init ? script_run_stmt(run, stmt->as.loop.init) : FLOW_NEXT;

    if (flow == FLOW_NEXT)
        flow = run_rounds(run, stmt);
    run->active->frame = outer;
    return flow;
}

static Flow run_elements(ScriptRun *run, const Stmt *stmt, const Value *of)
{
    EvalFrame *outer = run->active->frame;
    Flow flow = FLOW_NEXT;

    for (uint32_t i = 0; i < of->as.array.count && flow == FLOW_NEXT; i++) {
        if (declare(run, stmt->as.each.var, of->as.array.items[i],
                    stmt->as.each.var->span) ||
            script_run_check_invariants(run, &stmt->as.each.clauses, NULL))
            return FLOW_STOP;
        flow = script_run_stmt(run, stmt->as.each.body);
        run->active->frame = outer;
    }
    if (flow == FLOW_NEXT &&
        script_run_check_invariants(run, &stmt->as.each.clauses, stmt->as.each.var))
        return FLOW_STOP;
    return flow;
}

static Flow run_for_of(ScriptRun *run, const Stmt *stmt)
{
    const Value *of;

    if (script_run_eval(run, stmt->as.each.of, &of))
        return FLOW_STOP;
    if (of->kind == VALUE_ARRAY)
        return run_elements(run, stmt, of);
    return flow_of(script_run_fail(run, SCRIPT_RUN_FAULT, stmt->as.each.of->span,
                                   "what is no array has no elements"));
}

static Flow run_return(ScriptRun *run, const Stmt *stmt)
{
    run->active->last = stmt;
    run->active->result = value_undefined();
    if (stmt->as.value && script_run_eval(run, stmt->as.value, &run->active->result))
        return FLOW_STOP;
    return FLOW_RETURN;
}

static Flow run_call(ScriptRun *run, const Stmt *stmt)
{
    const Value *ignored;

    return flow_of(script_run_eval(run, stmt->as.value, &ignored));
}

static Flow run_block(ScriptRun *run, const Stmt *stmt)
{
    EvalFrame *outer = run->active->frame;
    Flow flow = FLOW_NEXT;

    for (uint32_t i = 0; i < stmt->as.block.count && flow == FLOW_NEXT; i++)
        flow = script_run_stmt(run, stmt->as.block.at[i]);
    run->active->frame = outer;
    return flow;
}

static Flow run_kind(ScriptRun *run, const Stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_BAD:
        break;
    case STMT_LOCAL:
        return run_local(run, stmt);
    case STMT_ASSIGN:
        return flow_of(script_run_assign(run, stmt));
    case STMT_IF:
        return run_if(run, stmt);
    case STMT_WHILE:
        return run_rounds(run, stmt);
    case STMT_FOR:
        return run_for(run, stmt);
    case STMT_FOR_OF:
        return run_for_of(run, stmt);
    case STMT_RETURN:
        return run_return(run, stmt);
    case STMT_CALL:
        return run_call(run, stmt);
    case STMT_BLOCK:
        return run_block(run, stmt);
    }
    return flow_of(
        script_run_fail(run, SCRIPT_RUN_LIMIT, stmt->span, "an error was reported here"));
}

Flow script_run_stmt(ScriptRun *run, const Stmt *stmt)
{
    Flow flow;

    if (script_run_enter(run, stmt->span))
        return FLOW_STOP;
    flow = run_kind(run, stmt);
    script_run_leave(run);
    return flow;
}
