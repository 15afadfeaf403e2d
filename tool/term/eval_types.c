/*
 * Types as sets of values. Values are finite, so following a recursive type into a value
 * ends; a type that only leads back to itself meets the limit of depth.
 */
#include "term/eval_parts.h"

#include <assay/lang.h>
#include <string.h>

/* Parts of a value that were not decided are passed over: another may decide. */
typedef struct {
    Eval first; /* what was said of the first of them */
    bool any;
} Open;

static EvalStatus tell_open(Eval *e, const Open *o)
{
    return eval_fail(e, EVAL_LIMIT, o->first.where, "%s", o->first.why_text);
}

/* Of a part behind them it is not known that its turn comes, so its faults are none. */
static EvalStatus pass_over(Eval *e, EvalStatus status, Open *o)
{
    if (status == EVAL_FAULT && o->any)
        return EVAL_OK;
    if (status != EVAL_LIMIT || e->steps == 0)
        return status;
    if (!o->any)
        o->first = *e;
    o->any = true;
    return EVAL_OK;
}

static EvalStatus in_object(Eval *e, const Value *v, const Type *t,
                            const EvalFrame *frame, bool *ret_in)
{
    Open open;
    open.any = false;
    *ret_in = v->kind == VALUE_OBJECT;
    for (uint32_t i = 0; i < t->as.object.count && *ret_in; i++) {
        const TypeField *f = &t->as.object.fields[i];
        const Value *field = value_find(v, assay_str(f->name));
        EvalStatus status = EVAL_OK;
        if (field)
            status = pass_over(e, eval_in(e, field, f->type, frame, ret_in), &open);
        else
            *ret_in = f->optional;
        if (status)
            return status;
    }
    return open.any && *ret_in ? tell_open(e, &open) : EVAL_OK;
}

static EvalStatus in_map(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                         bool *ret_in)
{
    Open open;
    open.any = false;
    *ret_in = v->kind == VALUE_OBJECT;
    for (uint32_t i = 0; *ret_in && i < v->as.object.count; i++) {
        const Value *entry = v->as.object.members[i].value;
        EvalStatus status =
            pass_over(e, eval_in(e, entry, t->as.of, frame, ret_in), &open);
        if (status)
            return status;
    }
    return open.any && *ret_in ? tell_open(e, &open) : EVAL_OK;
}

static EvalStatus in_array(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                           bool *ret_in)
{
    Open open;
    open.any = false;
    *ret_in = v->kind == VALUE_ARRAY;
    for (uint32_t i = 0; *ret_in && i < v->as.array.count; i++) {
        const Value *item = v->as.array.items[i];
        EvalStatus status =
            pass_over(e, eval_in(e, item, t->as.of, frame, ret_in), &open);
        if (status)
            return status;
    }
    return open.any && *ret_in ? tell_open(e, &open) : EVAL_OK;
}

static EvalStatus in_refinement(Eval *e, const Value *v, const Type *t,
                                const EvalFrame *frame, bool *ret_in)
{
    const Binding *var = t->as.refine.var;
    EvalFrame inner = {var, v, frame};
    EvalStatus status = eval_in(e, v, var->type, frame, ret_in);
    if (status || !*ret_in)
        return status;
    return eval_condition(e, t->as.refine.where, &inner, ret_in);
}

/* In any of a union's, or in all that T & U has. */
static EvalStatus in_list(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                          bool *ret_in)
{
    bool all = t->kind == TYPE_BOTH;
    Open open;
    open.any = false;
    *ret_in = all;
    for (uint32_t i = 0; i < t->as.list.count && *ret_in == all; i++) {
        const Type *of = t->as.list.of[i];
        EvalStatus status = pass_over(e, eval_in(e, v, of, frame, ret_in), &open);
        if (status)
            return status;
    }
    return open.any && *ret_in == all ? tell_open(e, &open) : EVAL_OK;
}

static EvalStatus in_not(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                         bool *ret_in)
{
    EvalStatus status = eval_in(e, v, t->as.of, frame, ret_in);
    if (!status)
        *ret_in = !*ret_in;
    return status;
}

static EvalStatus in_only(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                          bool *ret_in)
{
    const Value *only;
    EvalStatus status = eval_term(e, t->as.only.value, frame, &only);
    if (!status)
        status = eval_pay(e, value_weight(only) / 64, t->as.only.value);
    if (status)
        return status;
    *ret_in = value_equal(v, only);
    if (!*ret_in || !t->as.only.of)
        return EVAL_OK;
    return eval_in(e, v, t->as.only.of, frame, ret_in);
}

static EvalStatus in_choice(Eval *e, const Value *v, const Type *t,
                            const EvalFrame *frame, bool *ret_in)
{
    bool holds;
    EvalStatus status = eval_condition(e, t->as.choice.test, frame, &holds);
    if (status)
        return status;
    return eval_in(e, v, holds ? t->as.choice.then : t->as.choice.other, frame, ret_in);
}

static EvalStatus in_alias(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                           bool *ret_in)
{
    const Alias *alias = t->as.alias;
    if (!alias->type)
        return eval_fail(e, EVAL_LIMIT, NULL, "the type '%.60s' is not known",
                         alias->name);
    return eval_in(e, v, alias->type, frame, ret_in);
}

static EvalStatus in_language(Eval *e, const Value *v, const Type *t, bool *ret_in)
{
    *ret_in = false;
    if (v->kind != VALUE_STRING)
        return EVAL_OK;
    enum assay_status status =
        assay_lang_match(t->as.language.lang, v->as.string.at, v->as.string.len, NULL);
    *ret_in = status == ASSAY_OK;
    if (status == ASSAY_NO_MEMORY)
        return eval_no_memory(e, NULL);
    if (status && status != ASSAY_NO_MATCH)
        return eval_fail(e, EVAL_LIMIT, NULL, "the language '%.60s' does not decide it",
                         t->as.language.name);
    return EVAL_OK;
}

static bool is_number(const Value *v)
{
    return v->kind == VALUE_INTEGER || v->kind == VALUE_NUMBER;
}

/* A resource of the type. */
static bool is_resource(const Value *v, const Type *t)
{
    return v->kind == VALUE_RESOURCE &&
           strcmp(v->as.resource.type, t->as.resource->name) == 0;
}

/* Types that say all by the kind of a value. */
static bool in_simple(const Value *v, TypeKind kind)
{
    return kind == TYPE_INTEGER    ? v->kind == VALUE_INTEGER
           : kind == TYPE_NUMBER   ? is_number(v)
           : kind == TYPE_STRING   ? v->kind == VALUE_STRING
           : kind == TYPE_BOOLEAN  ? v->kind == VALUE_BOOLEAN
           : kind == TYPE_REGEXP   ? v->kind == VALUE_REGEXP
           : kind == TYPE_TEMPLATE ? v->kind == VALUE_TEMPLATE
           : kind == TYPE_VOID     ? v->kind == VALUE_UNDEFINED
                                   : true;
}

static EvalStatus in_kind(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                          bool *ret_in)
{
    switch (t->kind) {
    case TYPE_BAD:
    case TYPE_ANY:
    case TYPE_INTEGER:
    case TYPE_NUMBER:
    case TYPE_STRING:
    case TYPE_BOOLEAN:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_VOID:
        *ret_in = in_simple(v, t->kind);
        return EVAL_OK;
    case TYPE_OBJECT:
        return in_object(e, v, t, frame, ret_in);
    case TYPE_MAP:
        return in_map(e, v, t, frame, ret_in);
    case TYPE_ARRAY:
        return in_array(e, v, t, frame, ret_in);
    case TYPE_REFINE:
        return in_refinement(e, v, t, frame, ret_in);
    case TYPE_UNION:
    case TYPE_BOTH:
        return in_list(e, v, t, frame, ret_in);
    case TYPE_NOT:
        return in_not(e, v, t, frame, ret_in);
    case TYPE_ONLY:
        return in_only(e, v, t, frame, ret_in);
    case TYPE_IF:
        return in_choice(e, v, t, frame, ret_in);
    case TYPE_RESOURCE:
        *ret_in = is_resource(v, t);
        return EVAL_OK;
    case TYPE_ALIAS:
        return in_alias(e, v, t, frame, ret_in);
    case TYPE_LANGUAGE:
        return in_language(e, v, t, ret_in);
    case TYPE_FUNCTION:
        return eval_fail(e, EVAL_LIMIT, NULL, "whether a function fits a type");
    }
    return eval_fail(e, EVAL_LIMIT, NULL, "a type that is not known");
}

EvalStatus eval_in(Eval *e, const Value *v, const Type *t, const EvalFrame *frame,
                   bool *ret_in)
{
    bool in = false;
    EvalStatus status = eval_enter(e, NULL);
    if (status)
        return status;
    status = in_kind(e, v, t, frame, &in);
    eval_leave(e);
    if (!status)
        *ret_in = in;
    return status;
}
