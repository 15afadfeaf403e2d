/*
 * The interpreter: calls, and how a run ends. Expressions are the evaluator's; it calls
 * back for functions that have no body of their own there.
 *
 * Functions as values are resources of the type "function", numbered as the program
 * declares them: no term of SafeScript makes a resource, so none is mistaken for one.
 */
#include "script/run_parts.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Failing. */

static EvalStatus status_of(ScriptOutcome outcome)
{
    return outcome == SCRIPT_RUN_VALUE       ? EVAL_OK
           : outcome == SCRIPT_RUN_LIMIT     ? EVAL_LIMIT
           : outcome == SCRIPT_RUN_NO_MEMORY ? EVAL_NO_MEMORY
                                             : EVAL_FAULT;
}

/* The failure to be filled in; NULL: there is an earlier one. */
static ScriptFailure *new_failure(ScriptRun *run, ScriptOutcome outcome, Span span)
{
    ScriptFailure *f = &run->failure;

    if (f->outcome != SCRIPT_RUN_VALUE)
        return NULL;
    *f = (ScriptFailure){.outcome = outcome, .span = span};
    if (run->active) {
        f->function = run->active->function;
        f->args = run->active->args;
    }
    return f;
}

EvalStatus script_run_fail(ScriptRun *run, ScriptOutcome outcome, Span span,
                           const char *format, ...)
{
    ScriptFailure *f = new_failure(run, outcome, span);
    va_list args;

    va_start(args, format);
    if (f)
        vsnprintf(f->why, sizeof f->why, format, args);
    va_end(args);
    return status_of(outcome);
}

static bool is_global(const Script *s, const Binding *var)
{
    for (uint32_t i = 0; i < s->nglobals; i++)
        if (s->globals[i]->var == var)
            return true;
    return false;
}

/* A global that is used by a function before it has its value: JavaScript fails, too. */
static bool is_too_early(const ScriptRun *run, EvalStatus status)
{
    const Term *where = run->eval.where;

    return status == EVAL_LIMIT && where && where->kind == TERM_VAR &&
           is_global(run->script, where->as.var) &&
           !script_run_find(run->base, where->as.var);
}

EvalStatus script_run_keep(ScriptRun *run, EvalStatus status, Span span)
{
    static const ScriptOutcome outcomes[] = {
        [EVAL_OK] = SCRIPT_RUN_VALUE,
        [EVAL_FAULT] = SCRIPT_RUN_FAULT,
        [EVAL_LIMIT] = SCRIPT_RUN_LIMIT,
        [EVAL_NO_MEMORY] = SCRIPT_RUN_NO_MEMORY,
    };
    const Term *where = run->eval.where;
    bool early = is_too_early(run, status),
         placed = where && where->span.source != DIAG_NOWHERE;
    ScriptFailure *f;

    if (status == EVAL_OK)
        return status;
    f = new_failure(run, early ? SCRIPT_RUN_FAULT : outcomes[status],
                    placed ? where->span : span);
    if (!f)
        return status;
    f->where = where;
    if (early)
        snprintf(f->why, sizeof f->why, "'%.60s' has no value yet", where->as.var->name);
    else
        snprintf(f->why, sizeof f->why, "%s", run->eval.why ? run->eval.why : "");
    return early ? EVAL_FAULT : status;
}

/* Calls of specification functions are checked in code; where they say what holds, they
 * are asked about any values. */
EvalStatus script_run_eval(ScriptRun *run, const Term *t, const Value **ret_value)
{
    EvalStatus status;

    run->eval.calls_all = run->options.check;
    status = eval_term(&run->eval, t, script_run_frame(run), ret_value);
    run->eval.calls_all = false;
    return script_run_keep(run, status, t->span);
}

EvalStatus script_run_condition(ScriptRun *run, const Term *t, bool *ret_holds)
{
    const Value *v;
    EvalStatus status = script_run_eval(run, t, &v);

    if (status)
        return status;
    if (v->kind != VALUE_BOOLEAN)
        return script_run_fail(run, SCRIPT_RUN_FAULT, t->span,
                               "a condition that is not a Boolean");
    *ret_holds = v->as.boolean;
    return EVAL_OK;
}

/* ---- Frames. */

EvalFrame *script_run_frame(const ScriptRun *run)
{
    return run->active ? run->active->frame : run->base;
}

/* The frames of a run are its own, and can be changed. */
static EvalFrame *outer_of(const EvalFrame *frame)
{
    return (EvalFrame *)(uintptr_t)frame->outer;
}

EvalFrame *script_run_find(EvalFrame *frame, const Binding *var)
{
    while (frame && frame->var != var)
        frame = outer_of(frame);
    return frame;
}

EvalFrame *script_run_push(ScriptRun *run, const Binding *var, const Value *value,
                           EvalFrame *outer)
{
    EvalFrame *frame = assay_arena_new(run->arena, 1, sizeof *frame);

    if (frame)
        *frame = (EvalFrame){var, value, outer};
    return frame;
}

static EvalStatus no_memory(ScriptRun *run, Span span)
{
    return script_run_fail(run, SCRIPT_RUN_NO_MEMORY, span, "out of memory");
}

EvalStatus script_run_enter(ScriptRun *run, Span span)
{
    if (run->depth >= SCRIPT_RUN_DEPTH)
        return script_run_fail(run, SCRIPT_RUN_LIMIT, span, "calls are nested too deep");
    if (run->eval.steps == 0)
        return script_run_fail(run, SCRIPT_RUN_LIMIT, span, "it takes too many steps");
    run->eval.steps--;
    run->depth++;
    return EVAL_OK;
}

void script_run_leave(ScriptRun *run)
{
    run->depth--;
}

/* ---- Functions as values. */

const ScriptFunction *script_find_function(const Script *s, const char *name)
{
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (strcmp(s->functions[i]->function.name, name) == 0)
            return s->functions[i];
    return NULL;
}

static const Value *function_value(struct assay_arena *a, uint32_t number)
{
    return value_resource(a, "function", number);
}

const Value *script_function_value(struct assay_arena *a, const Script *s,
                                   const ScriptFunction *f)
{
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (s->functions[i] == f)
            return function_value(a, i);
    return NULL;
}

static const ScriptFunction *function_of(const ScriptRun *run, const Binding *var)
{
    const EvalFrame *frame = script_run_find(script_run_frame(run), var);
    const Value *v = frame ? frame->value : NULL;

    if (!v || v->kind != VALUE_RESOURCE || v->as.resource.id >= run->script->nfunctions)
        return NULL;
    return run->script->functions[v->as.resource.id];
}

/* ---- Calls. */

static EvalStatus call(ScriptRun *run, const ScriptFunction *f, const Value *const *args,
                       Span span, const Value **ret_value);

/* The parameters with their values, each checked where those before it are known. */
static EvalStatus bind(ScriptRun *run, const Function *f, const Value *const *args,
                       Span span, EvalFrame **frame)
{
    for (uint32_t i = 0; i < f->count; i++) {
        EvalStatus status;
        *frame = script_run_push(run, f->params[i], args[i], *frame);
        if (!*frame)
            return no_memory(run, span);
        if (script_is_function_type(f->params[i]->type))
            continue;
        status = script_run_check_var(run, *frame, span);
        if (status)
            return status;
    }
    return EVAL_OK;
}

/* Two sets of frames: what is assigned to a parameter does not change what the type of
 * the result says about it. */
static EvalStatus bind_twice(ScriptRun *run, ScriptActivation *a, Span span)
{
    const Function *f = &a->function->function;
    EvalStatus status;

    a->entry = a->frame = run->base;
    status = bind(run, f, a->args, span, &a->entry);
    for (uint32_t i = 0; i < f->count && !status; i++) {
        a->frame = script_run_push(run, f->params[i], a->args[i], a->frame);
        if (!a->frame)
            status = no_memory(run, span);
    }
    return status;
}

static EvalStatus check_result(ScriptRun *run, const ScriptActivation *a)
{
    const ScriptFunction *f = a->function;
    const Stmt *last = a->last;
    bool returned = last && last->kind == STMT_RETURN;
    Span span = !returned ? f->end : last->as.value ? last->as.value->span : last->span;

    return script_run_check_value(run, a->result, f->function.result, a->entry, span,
                                  returned ? "the result"
                                           : "undefined, as the function ends here,");
}

static EvalStatus execute(ScriptRun *run, ScriptActivation *a, Span span)
{
    EvalStatus status = bind_twice(run, a, span);
    Flow flow;

    if (status)
        return status;
    flow = script_run_stmt(run, a->function->body);
    if (flow == FLOW_STOP)
        return status_of(run->failure.outcome);
    if (flow == FLOW_NEXT) {
        a->result = value_undefined();
        a->last = NULL;
    }
    return check_result(run, a);
}

static EvalStatus call_plain(ScriptRun *run, const ScriptFunction *f,
                             const Value *const *args, Span span, const Value **ret_value)
{
    ScriptActivation a = {.function = f, .args = args, .outer = run->active};
    uint32_t terms = run->eval.depth, depth = run->depth, writes = run->global_writes;
    EvalStatus status;

    run->active = &a;
    run->depth += terms;
    run->eval.depth = 0;
    status = execute(run, &a, span);
    run->eval.depth = terms;
    run->depth = depth;
    run->active = a.outer;
    if (!status && run->active && writes != run->global_writes)
        status = script_run_check_globals(run, span);
    if (!status)
        *ret_value = a.result;
    return status;
}

static EvalStatus call_foreign(ScriptRun *run, const ScriptFunction *f,
                               const Value *const *args, Span span,
                               const Value **ret_value)
{
    bool rest = f->kind == SCRIPT_REST;
    ScriptForeign *foreign = rest ? run->options.rest : run->options.external;
    const char *why = NULL;

    *ret_value = foreign ? foreign(run->options.ctx, f, args, run->arena, &why) : NULL;
    if (*ret_value)
        return EVAL_OK;
    return script_run_fail(run, SCRIPT_RUN_LIMIT, span, "%s",
                           why ? why
                           : rest
                               ? "a call of an endpoint, which is not executed here"
                               : "a function of JavaScript, which is not executed here");
}

static EvalStatus call_value(ScriptRun *run, const ScriptFunction *f,
                             const Value *const *args, Span span, const Value **ret_value)
{
    const ScriptFunction *actual = function_of(run, f->value);

    if (!actual || actual->function.count != f->function.count)
        return script_run_fail(run, SCRIPT_RUN_FAULT, span,
                               "'%.60s' is no function with %u parameters",
                               f->function.name, f->function.count);
    return call(run, actual, args, span, ret_value);
}

/* A function whose own type is what is known of it: it is checked here, too. */
static EvalStatus call_outside(ScriptRun *run, const ScriptFunction *f,
                               const Value *const *args, Span span,
                               const Value **ret_value)
{
    EvalFrame *frame = f->kind == SCRIPT_VALUE ? script_run_frame(run) : run->base;
    EvalStatus status = bind(run, &f->function, args, span, &frame);

    if (!status)
        status = f->kind == SCRIPT_VALUE ? call_value(run, f, args, span, ret_value)
                                         : call_foreign(run, f, args, span, ret_value);
    return status ? status
                  : script_run_check_value(run, *ret_value, f->function.result, frame,
                                           span, "the result");
}

static EvalStatus call_pure(ScriptRun *run, const ScriptFunction *f,
                            const Value *const *args, Span span, const Value **ret_value)
{
    EvalFrame *frame = NULL;
    EvalStatus status = bind(run, &f->function, args, span, &frame);

    if (status)
        return status;
    run->eval.calls_all = run->options.check;
    status = script_run_keep(
        run, eval_term(&run->eval, f->function.body, frame, ret_value), span);
    return status ? status
                  : script_run_check_value(run, *ret_value, f->function.result, frame,
                                           span, "the result");
}

static EvalStatus call(ScriptRun *run, const ScriptFunction *f, const Value *const *args,
                       Span span, const Value **ret_value)
{
    EvalStatus status;

    if (run->calls >= run->options.calls)
        return script_run_fail(run, SCRIPT_RUN_LIMIT, span, "calls are nested too deep");
    run->calls++;
    status = f->kind == SCRIPT_PLAIN  ? call_plain(run, f, args, span, ret_value)
             : f->kind == SCRIPT_PURE ? call_pure(run, f, args, span, ret_value)
                                      : call_outside(run, f, args, span, ret_value);
    run->calls--;
    return status;
}

static EvalStatus call_back(Eval *e, const Term *t, const Value *const *args,
                            const Value **ret_value)
{
    bool all = e->calls_all;
    EvalStatus status = call(e->caller, script_callee(t), args, t->span, ret_value);

    e->calls_all = all;
    return status;
}

/* ---- Runs. */

void script_run_refill(ScriptRun *run)
{
    run->eval.steps = run->options.steps;
}

/* Functions come last, as there are more of them than are asked for. */
static bool add_functions(ScriptRun *run)
{
    const Script *s = run->script;

    for (uint32_t i = 0; i < s->nfunctions; i++) {
        const Value *v;
        if (!s->functions[i]->value)
            continue;
        v = function_value(run->arena, i);
        run->base = v ? script_run_push(run, s->functions[i]->value, v, run->base) : NULL;
        if (!run->base)
            return false;
    }
    return true;
}

bool script_run_init(ScriptRun *run, const Script *script, struct assay_arena *arena,
                     const ScriptRunOptions *options)
{
    *run = (ScriptRun){.script = script, .arena = arena};
    if (options)
        run->options = *options;
    if (run->options.steps == 0)
        run->options.steps = SCRIPT_RUN_STEPS;
    if (run->options.calls == 0)
        run->options.calls = SCRIPT_RUN_CALLS;
    eval_init(&run->eval, arena, NULL);
    run->eval.call = call_back;
    run->eval.caller = run;
    script_run_refill(run);
    return add_functions(run);
}

/* Something is executed from outside: nothing has failed yet. */
static void begin(ScriptRun *run)
{
    run->failure = (ScriptFailure){.outcome = SCRIPT_RUN_VALUE};
    run->active = NULL;
    run->calls = run->depth = 0;
    run->eval.depth = 0;
}

static EvalStatus init_global(ScriptRun *run, const ScriptGlobal *g)
{
    const Value *v;
    EvalStatus status = script_run_eval(run, g->value, &v);
    EvalFrame *frame;

    if (status)
        return status;
    frame = script_run_push(run, g->var, v, run->base);
    if (!frame)
        return no_memory(run, g->span);
    run->base = frame;
    return script_run_check_assigned(run, frame, g->value->span);
}

ScriptOutcome script_run_globals(ScriptRun *run)
{
    const Script *s = run->script;

    begin(run);
    for (uint32_t i = 0; i < s->nglobals; i++)
        if (init_global(run, s->globals[i]))
            break;
    return run->failure.outcome;
}

ScriptOutcome script_run_call(ScriptRun *run, const ScriptFunction *f,
                              const Value *const *args, const Value **ret_value)
{
    const Value *v = NULL;

    begin(run);
    if (!call(run, f, args, f->function.span, &v))
        *ret_value = v;
    return run->failure.outcome;
}

ScriptOutcome script_run_term(ScriptRun *run, const Term *t, const Value **ret_value)
{
    const Value *v = NULL;

    begin(run);
    if (!script_run_eval(run, t, &v))
        *ret_value = v;
    return run->failure.outcome;
}
