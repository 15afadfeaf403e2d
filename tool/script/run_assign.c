/*
 * Assignments. A target is a variable and a path of fields and elements into it; the
 * value that the variable gets is the old one, copied along that path.
 */
#include "script/run_parts.h"
#include <string.h>

typedef struct {
    const Term *term;   /* FIELD or INDEX */
    const Value *index; /* of INDEX: its value */
} Step;

typedef struct {
    const Binding *root;
    Step *steps; /* from the root to the leaf */
    uint32_t count;
} Path;

static const Term *container_of(const Term *t)
{
    return t->kind == TERM_FIELD ? t->as.field.of : t->as.index.of;
}

static bool is_step(const Term *t)
{
    return t->kind == TERM_FIELD || t->kind == TERM_INDEX;
}

static EvalStatus no_memory(ScriptRun *run, const Term *t)
{
    return script_run_fail(run, SCRIPT_RUN_NO_MEMORY, t->span, "out of memory");
}

/* The path, with the values of its indices. */
static EvalStatus find_path(ScriptRun *run, const Term *target, Path *path)
{
    EvalStatus status = EVAL_OK;
    const Term *t;
    uint32_t i;

    *path = (Path){.count = 0};
    for (t = target; is_step(t); t = container_of(t))
        path->count++;
    path->root = t->as.var;
    path->steps = assay_arena_new(run->arena, path->count, sizeof *path->steps);
    if (!path->steps)
        return no_memory(run, target);
    for (t = target, i = path->count; is_step(t); t = container_of(t))
        path->steps[--i].term = t;
    for (i = 0; i < path->count && !status; i++)
        if (path->steps[i].term->kind == TERM_INDEX)
            status = script_run_eval(run, path->steps[i].term->as.index.index,
                                     &path->steps[i].index);
    return status;
}

/* ---- Looking along a path. */

static EvalStatus find_field(ScriptRun *run, const Step *step, const Value *in,
                             uint32_t *ret_at)
{
    struct assay_str name = assay_str(step->term->as.field.name);

    if (in->kind != VALUE_OBJECT)
        return script_run_fail(run, SCRIPT_RUN_FAULT, step->term->span,
                               "what is no object has no field '%.60s'", name.at);
    for (*ret_at = 0; *ret_at < in->as.object.count; ++*ret_at)
        if (assay_str_equal(in->as.object.members[*ret_at].name, name))
            return EVAL_OK;
    return script_run_fail(run, SCRIPT_RUN_FAULT, step->term->span,
                           "the object has no field '%.60s'", name.at);
}

static EvalStatus find_element(ScriptRun *run, const Step *step, const Value *in,
                               uint32_t *ret_at)
{
    int64_t at;

    if (in->kind != VALUE_ARRAY)
        return script_run_fail(run, SCRIPT_RUN_FAULT, step->term->span,
                               "what is no array has no elements");
    if (step->index->kind != VALUE_INTEGER)
        return script_run_fail(run, SCRIPT_RUN_FAULT, step->term->span,
                               "an index is an integer");
    if (!integer_to_i64(step->index->as.integer, &at) || at < 0 ||
        at >= in->as.array.count)
        return script_run_fail(run, SCRIPT_RUN_FAULT, step->term->span,
                               "the index is outside the array's length %u",
                               in->as.array.count);
    *ret_at = (uint32_t)at;
    return EVAL_OK;
}

/* What a step leads to, and where that is in its container. */
static EvalStatus take_step(ScriptRun *run, const Step *step, const Value *in,
                            uint32_t *ret_at, const Value **ret_value)
{
    bool field = step->term->kind == TERM_FIELD;
    EvalStatus status =
        field ? find_field(run, step, in, ret_at) : find_element(run, step, in, ret_at);

    if (!status)
        *ret_value =
            field ? in->as.object.members[*ret_at].value : in->as.array.items[*ret_at];
    return status;
}

static EvalStatus read_path(ScriptRun *run, const Path *path, const Value *root,
                            const Value **ret_value)
{
    EvalStatus status = EVAL_OK;
    uint32_t at;

    *ret_value = root;
    for (uint32_t i = 0; i < path->count && !status; i++)
        status = take_step(run, &path->steps[i], *ret_value, &at, ret_value);
    return status;
}

/* ---- Changing what is at its end. */

static const Value *with_member(ScriptRun *run, const Value *in, uint32_t at,
                                const Value *v)
{
    uint32_t count = in->as.object.count;
    ValueMember *members = assay_arena_new(run->arena, count, sizeof *members);

    if (!members)
        return NULL;
    memcpy(members, in->as.object.members, count * sizeof *members);
    members[at].value = v;
    return value_object(run->arena, members, count);
}

static const Value *with_item(ScriptRun *run, const Value *in, uint32_t at,
                              const Value *v)
{
    uint32_t count = in->as.array.count;
    const Value **items = assay_arena_new(run->arena, count, sizeof *items);

    if (!items)
        return NULL;
    memcpy(items, in->as.array.items, count * sizeof *items);
    items[at] = v;
    return value_array(run->arena, items, count);
}

/* Copying costs as many steps as there are members. */
static EvalStatus pay(ScriptRun *run, const Term *t, const Value *in)
{
    uint32_t count = in->kind == VALUE_ARRAY ? in->as.array.count : in->as.object.count;

    if (run->eval.steps < count)
        return script_run_fail(run, SCRIPT_RUN_LIMIT, t->span, "it takes too many steps");
    run->eval.steps -= count;
    return EVAL_OK;
}

static EvalStatus put(ScriptRun *run, const Term *t, const Value *in, uint32_t at,
                      const Value **value)
{
    EvalStatus status = pay(run, t, in);
    bool deep = (*value)->depth >= VALUE_DEPTH;

    if (status)
        return status;
    *value = in->kind == VALUE_ARRAY ? with_item(run, in, at, *value)
                                     : with_member(run, in, at, *value);
    if (*value)
        return EVAL_OK;
    return deep ? script_run_fail(run, SCRIPT_RUN_LIMIT, t->span,
                                  "a value that is nested too deep")
                : no_memory(run, t);
}

/* *value becomes the root with it at the end of the path. */
static EvalStatus write_path(ScriptRun *run, const Path *path, const Value *root,
                             const Value **value)
{
    const Value **in = assay_arena_new(run->arena, path->count + 1, sizeof *in);
    uint32_t *at = assay_arena_new(run->arena, path->count, sizeof *at);
    EvalStatus status = EVAL_OK;

    if (!in || !at)
        return no_memory(run, path->steps[0].term);
    in[0] = root;
    for (uint32_t i = 0; i < path->count && !status; i++)
        status = take_step(run, &path->steps[i], in[i], &at[i], &in[i + 1]);
    for (uint32_t i = path->count; i-- > 0 && !status;)
        status = put(run, path->steps[i].term, in[i], at[i], value);
    return status;
}

/* ---- Statements. */

/* target op e: what the target is, is known already. */
static EvalStatus eval_compound(ScriptRun *run, const Term *t, const Value *old,
                                const Value **ret_value)
{
    struct assay_arena *a = run->arena;
    const Term *args[] = {term_literal(a, t->as.op.args[0]->span, old), t->as.op.args[1]};
    const Term *op =
        args[0] ? term_op(a, t->span, t->as.op.mark, t->as.op.op, args, 2) : NULL;

    return op ? script_run_eval(run, op, ret_value) : no_memory(run, t);
}

static EvalStatus eval_value(ScriptRun *run, const Stmt *stmt, const Path *path,
                             const EvalFrame *frame, const Value **ret_value)
{
    const Value *old;
    EvalStatus status;

    if (!stmt->as.assign.compound)
        return script_run_eval(run, stmt->as.assign.value, ret_value);
    status = read_path(run, path, frame->value, &old);
    return status ? status : eval_compound(run, stmt->as.assign.value, old, ret_value);
}

static bool is_global(const ScriptRun *run, const EvalFrame *frame)
{
    return script_run_find(run->base, frame->var) == frame;
}

EvalStatus script_run_assign(ScriptRun *run, const Stmt *stmt)
{
    const Term *target = stmt->as.assign.target;
    Path path;
    EvalFrame *frame;
    const Value *value;
    EvalStatus status = find_path(run, target, &path);

    if (status)
        return status;
    frame = script_run_find(script_run_frame(run), path.root);
    if (!frame)
        return script_run_fail(run, SCRIPT_RUN_FAULT, target->span,
                               "'%.60s' has no value yet", path.root->name);
    status = eval_value(run, stmt, &path, frame, &value);
    if (!status && path.count > 0)
        status = write_path(run, &path, frame->value, &value);
    if (status)
        return status;
    frame->value = value;
    run->global_writes += is_global(run, frame);
    return script_run_check_assigned(run, frame, target->span);
}
