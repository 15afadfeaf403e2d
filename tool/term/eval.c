/*
 * Evaluating terms, all but operators (eval_ops.c) and quantifiers (eval_quant.c). Faults
 * keep the innermost term that has no value.
 */
#include "term/eval.h"
#include "term/eval_parts.h"

#include <stdarg.h>
#include <stdio.h>

void eval_init(Eval *e, struct assay_arena *arena, const EvalWorld *world)
{
    *e = (Eval){.arena = arena, .world = world, .steps = EVAL_STEPS};
}

EvalStatus eval_fail(Eval *e, EvalStatus status, const Term *where, const char *format,
                     ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->why_text, sizeof e->why_text, format, args);
    va_end(args);
    e->why = e->why_text;
    e->where = where;
    return status;
}

EvalStatus eval_pay(Eval *e, uint64_t steps, const Term *where)
{
    if (e->steps < steps) {
        e->steps = 0;
        return eval_fail(e, EVAL_LIMIT, where, "it takes too many steps");
    }
    e->steps -= steps;
    return EVAL_OK;
}

EvalStatus eval_enter(Eval *e, const Term *where)
{
    if (e->depth >= EVAL_DEPTH)
        return eval_fail(e, EVAL_LIMIT, where, "it is nested too deep");
    EvalStatus status = eval_pay(e, 1, where);
    if (!status)
        e->depth++;
    return status;
}

void eval_leave(Eval *e)
{
    e->depth--;
}

EvalStatus eval_no_memory(Eval *e, const Term *where)
{
    return eval_fail(e, EVAL_NO_MEMORY, where, "out of memory");
}

EvalStatus eval_give(Eval *e, const Term *where, const Value *v, const Value **ret_value)
{
    if (!v)
        return eval_no_memory(e, where);
    *ret_value = v;
    return EVAL_OK;
}

const char *eval_kind_text(const Value *v)
{
    switch (v->kind) {
    case VALUE_NULL:
        return "null";
    case VALUE_BOOLEAN:
        return "a Boolean";
    case VALUE_INTEGER:
        return "an integer";
    case VALUE_NUMBER:
        return "a number with a fraction";
    case VALUE_STRING:
        return "a string";
    case VALUE_ARRAY:
        return "an array";
    case VALUE_OBJECT:
        return "an object";
    case VALUE_TEMPLATE:
        return "a URI template";
    case VALUE_REGEXP:
        return "a regular expression";
    case VALUE_RESOURCE:
        return "a resource";
    case VALUE_UNDEFINED:
        return "undefined";
    }
    return "nothing";
}

EvalStatus eval_condition(Eval *e, const Term *t, const EvalFrame *frame, bool *ret_holds)
{
    const Value *v;
    EvalStatus status = eval_term(e, t, frame, &v);
    if (status)
        return status;
    if (v->kind != VALUE_BOOLEAN)
        return eval_fail(e, EVAL_FAULT, t, "a condition is a Boolean, not %s",
                         eval_kind_text(v));
    *ret_holds = v->as.boolean;
    return EVAL_OK;
}

/* ---- Terms. */

static EvalStatus eval_var(Eval *e, const Term *t, const EvalFrame *frame,
                           const Value **ret_value)
{
    for (; frame; frame = frame->outer) {
        if (frame->var == t->as.var) {
            *ret_value = frame->value;
            return EVAL_OK;
        }
    }
    return eval_fail(e, EVAL_LIMIT, t, "'%.60s' has no value here", t->as.var->name);
}

static EvalStatus eval_cond(Eval *e, const Term *t, const EvalFrame *frame,
                            const Value **ret_value)
{
    bool holds;
    EvalStatus status = eval_condition(e, t->as.cond.test, frame, &holds);
    if (status)
        return status;
    return eval_term(e, holds ? t->as.cond.then : t->as.cond.other, frame, ret_value);
}

static EvalStatus eval_in_term(Eval *e, const Term *t, const EvalFrame *frame,
                               const Value **ret_value)
{
    const Value *v;
    bool in;
    EvalStatus status = eval_term(e, t->as.in.of, frame, &v);
    if (!status)
        status = eval_in(e, v, t->as.in.type, frame, &in);
    if (!status)
        *ret_value = value_boolean(in);
    return status;
}

/* An array or object that was made, if it was: NULL is out of memory or too deep. */
static EvalStatus give_nested(Eval *e, const Term *t, const Value *v, bool deep,
                              const Value **ret_value)
{
    if (!v && deep)
        return eval_fail(e, EVAL_LIMIT, t, "a value that is nested too deep");
    return eval_give(e, t, v, ret_value);
}

static EvalStatus eval_object(Eval *e, const Term *t, const EvalFrame *frame,
                              const Value **ret_value)
{
    uint32_t count = t->as.object.count;
    ValueMember *members = assay_arena_new(e->arena, count, sizeof *members);
    bool deep = false;
    if (!members)
        return eval_no_memory(e, t);
    for (uint32_t i = 0; i < count; i++) {
        const TermMember *m = &t->as.object.members[i];
        EvalStatus status = eval_term(e, m->value, frame, &members[i].value);
        if (status)
            return status;
        members[i].name = assay_str(m->name);
        deep = deep || members[i].value->depth >= VALUE_DEPTH;
    }
    return give_nested(e, t, value_object(e->arena, members, count), deep, ret_value);
}

static EvalStatus eval_array(Eval *e, const Term *t, const EvalFrame *frame,
                             const Value **ret_value)
{
    uint32_t count = t->as.array.count;
    const Value **items = assay_arena_new(e->arena, count, sizeof *items);
    bool deep = false;
    if (!items)
        return eval_no_memory(e, t);
    for (uint32_t i = 0; i < count; i++) {
        EvalStatus status = eval_term(e, t->as.array.items[i], frame, &items[i]);
        if (status)
            return status;
        deep = deep || items[i]->depth >= VALUE_DEPTH;
    }
    return give_nested(e, t, value_array(e->arena, items, count), deep, ret_value);
}

static EvalStatus eval_field(Eval *e, const Term *t, const EvalFrame *frame,
                             const Value **ret_value)
{
    const Value *of;
    EvalStatus status = eval_term(e, t->as.field.of, frame, &of);
    if (status)
        return status;
    if (of->kind != VALUE_OBJECT)
        return eval_fail(e, EVAL_FAULT, t, "%s has no field '%.60s'", eval_kind_text(of),
                         t->as.field.name);
    const Value *v = value_find(of, assay_str(t->as.field.name));
    if (!v)
        return eval_fail(e, EVAL_FAULT, t, "the object has no field '%.60s'",
                         t->as.field.name);
    *ret_value = v;
    return EVAL_OK;
}

/* An element of an array, by an index that is any value. */
static EvalStatus pick(Eval *e, const Term *t, const Value *of, const Value *index,
                       const Value **ret_value)
{
    int64_t at;
    if (of->kind != VALUE_ARRAY)
        return eval_fail(e, EVAL_FAULT, t, "%s has no elements", eval_kind_text(of));
    if (index->kind != VALUE_INTEGER)
        return eval_fail(e, EVAL_FAULT, t, "an index is an integer, not %s",
                         eval_kind_text(index));
    if (!integer_to_i64(index->as.integer, &at) || at < 0 || at >= of->as.array.count)
        return eval_fail(e, EVAL_FAULT, t, "the index is outside the array's length %u",
                         of->as.array.count);
    *ret_value = of->as.array.items[at];
    return EVAL_OK;
}

static EvalStatus eval_index(Eval *e, const Term *t, const EvalFrame *frame,
                             const Value **ret_value)
{
    const Value *of, *index;
    EvalStatus status = eval_term(e, t->as.index.of, frame, &of);
    if (!status)
        status = eval_term(e, t->as.index.index, frame, &index);
    return status ? status : pick(e, t, of, index, ret_value);
}

/* The body of a function sees its parameters, and nothing else. */
static EvalStatus eval_body(Eval *e, const Term *t, const Value *const *args,
                            const Value **ret_value)
{
    const Function *f = t->as.call.function;
    EvalFrame *frames = assay_arena_new(e->arena, f->count, sizeof *frames);
    if (!frames)
        return eval_no_memory(e, t);
    for (uint32_t i = 0; i < f->count; i++)
        frames[i] = (EvalFrame){f->params[i], args[i], i > 0 ? &frames[i - 1] : NULL};
    return eval_term(e, f->body, f->count > 0 ? &frames[f->count - 1] : NULL, ret_value);
}

static EvalStatus eval_call(Eval *e, const Term *t, const EvalFrame *frame,
                            const Value **ret_value)
{
    uint32_t count = t->as.call.function->count;
    const Value **args = assay_arena_new(e->arena, count, sizeof *args);
    if (!args)
        return eval_no_memory(e, t);
    for (uint32_t i = 0; i < count; i++) {
        EvalStatus status = eval_term(e, t->as.call.args[i], frame, &args[i]);
        if (status)
            return status;
    }
    if (t->as.call.function->body && !e->calls_all)
        return eval_body(e, t, args, ret_value);
    if (e->call)
        return e->call(e, t, args, ret_value);
    return eval_fail(e, EVAL_LIMIT, t, "a function that has no definition");
}

static EvalStatus eval_kind(Eval *e, const Term *t, const EvalFrame *frame,
                            const Value **ret_value)
{
    switch (t->kind) {
    case TERM_BAD:
        return eval_fail(e, EVAL_LIMIT, t, "an error was reported here");
    case TERM_VAR:
        return eval_var(e, t, frame, ret_value);
    case TERM_LITERAL:
        *ret_value = t->as.literal;
        return EVAL_OK;
    case TERM_OP:
        return eval_op(e, t, frame, ret_value);
    case TERM_CALL:
        return eval_call(e, t, frame, ret_value);
    case TERM_COND:
        return eval_cond(e, t, frame, ret_value);
    case TERM_IN:
        return eval_in_term(e, t, frame, ret_value);
    case TERM_OBJECT:
        return eval_object(e, t, frame, ret_value);
    case TERM_ARRAY:
        return eval_array(e, t, frame, ret_value);
    case TERM_FIELD:
        return eval_field(e, t, frame, ret_value);
    case TERM_INDEX:
        return eval_index(e, t, frame, ret_value);
    case TERM_QUANT:
        return eval_quant(e, t, frame, ret_value);
    }
    return eval_fail(e, EVAL_LIMIT, t, "a term that is not known");
}

EvalStatus eval_term(Eval *e, const Term *t, const EvalFrame *frame,
                     const Value **ret_value)
{
    const Value *v = NULL;
    EvalStatus status = eval_enter(e, t);
    if (status)
        return status;
    status = eval_kind(e, t, frame, &v);
    eval_leave(e);
    if (!status)
        *ret_value = v;
    return status;
}
