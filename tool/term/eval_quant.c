/*
 * Quantifiers. The values a variable can have are collected first: all of them, and
 * perhaps some that are not of its type, if the type and the bounds found in the term
 * allow that, or else a few small ones. Then the body is evaluated for each that is of
 * the type, until one decides.
 *
 * Bounds are comparisons of the variable with terms without it, in conjunctions: those
 * that a refinement asks for, the antecedents of a forall, the body of an exists. Outside
 * of them the body need not be looked at. A bound that has no value is no bound.
 */
#include "base/mem.h"
#include "term/eval_parts.h"
#include "term/integer_parts.h"

#include <string.h>

#define SMALL_FROM (-3)
#define SMALL_TO 10

/* What is known of a variable; NULL: nothing. */
typedef struct {
    const Integer *low, *high;
    const Value *only;
} Range;

typedef struct {
    Eval *e;
    const Term *quant;
    const EvalFrame *frame;
    const Value **items; /* candidates */
    size_t count, cap;
    const char *why; /* they are not all */
    uint32_t hops;   /* between variables whose bounds are asked for */
} Domain;

#define HOPS_MAX 3

/* ---- Bounds. */

/* The largest integer that is not above a number. */
static const Integer *floor_of(Eval *e, const Value *v)
{
    if (v->kind == VALUE_INTEGER)
        return v->as.integer;
    return integer_divide(e->arena, v->as.number.digits,
                          integer_power_of_ten(e->arena, v->as.number.scale));
}

static void at_most(Range *r, const Integer *high)
{
    if (!r->high || integer_compare(high, r->high) < 0)
        r->high = high;
}

static void at_least(Range *r, const Integer *low)
{
    if (!r->low || integer_compare(low, r->low) > 0)
        r->low = low;
}

/* The variable is `op` a number. */
static EvalStatus bound_by(Eval *e, const Term *t, TermOp op, const Value *v, Range *r)
{
    const Integer *floor = floor_of(e, v), *one = integer_from(e->arena, 1);
    bool whole = v->kind == VALUE_INTEGER;
    bool above = op == OP_GT || op == OP_GE;
    if (op == OP_LT && whole)
        floor = integer_subtract(e->arena, floor, one);
    if (op == OP_GT || (op == OP_GE && !whole))
        floor = integer_add(e->arena, floor, one);
    if (!floor || !one)
        return eval_no_memory(e, t);
    if (above)
        at_least(r, floor);
    else
        at_most(r, floor);
    return EVAL_OK;
}

/* The comparison with its sides exchanged. */
static TermOp mirrored(TermOp op)
{
    return op == OP_LT   ? OP_GT
           : op == OP_GT ? OP_LT
           : op == OP_LE ? OP_GE
           : op == OP_GE ? OP_LE
                         : op;
}

static bool is_comparison(const Term *t)
{
    TermOp op = t->as.op.op;
    return t->kind == TERM_OP &&
           (op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE || op == OP_EQ);
}

static bool is_var(const Term *t, const Binding *var)
{
    return t->kind == TERM_VAR && t->as.var == var;
}

/* Of others a sum may have no value. */
static bool is_integer(const Type *t)
{
    return type_base(t)->kind == TYPE_INTEGER;
}

/* The variable, or it plus or minus a number, which is *ret_shift with its sign; NULL if
 * it is alone. */
static bool is_shifted(Eval *e, const Term *t, const Binding *var,
                       const Integer **ret_shift)
{
    *ret_shift = NULL;
    if (is_var(t, var))
        return true;
    if (!is_integer(var->type) || t->kind != TERM_OP ||
        (t->as.op.op != OP_ADD && t->as.op.op != OP_SUB) ||
        !is_var(t->as.op.args[0], var) || t->as.op.args[1]->kind != TERM_LITERAL ||
        t->as.op.args[1]->as.literal->kind != VALUE_INTEGER)
        return false;
    *ret_shift = t->as.op.args[1]->as.literal->as.integer;
    if (t->as.op.op == OP_SUB)
        *ret_shift = integer_subtract(e->arena, integer_from(e->arena, 0), *ret_shift);
    return *ret_shift != NULL;
}

/* What the variable is compared with, when it is compared shifted. */
static const Value *unshifted(Eval *e, const Value *v, const Integer *shift)
{
    if (!shift || v->kind != VALUE_INTEGER)
        return shift ? NULL : v;
    return value_integer(e->arena, integer_subtract(e->arena, v->as.integer, shift));
}

static EvalStatus narrow_by_nested(const Domain *d, TermOp op, const Binding *other,
                                   const Integer *shift, Range *r);

static EvalStatus narrow_by_comparison(const Domain *d, const Term *t, const Binding *var,
                                       Range *r)
{
    const Term *const *args = t->as.op.args;
    const Integer *shift;
    bool left = is_shifted(d->e, args[0], var, &shift);
    const Term *other = left ? args[1] : args[0];
    TermOp op = left ? t->as.op.op : mirrored(t->as.op.op);
    const Value *v;
    if ((!left && !is_shifted(d->e, args[1], var, &shift)) || term_mentions(other, var))
        return EVAL_OK;
    EvalStatus status = eval_term(d->e, other, d->frame, &v);
    if (status == EVAL_LIMIT && other->kind == TERM_VAR)
        return narrow_by_nested(d, op, other->as.var, shift, r);
    if (status)
        return status == EVAL_NO_MEMORY ? status : EVAL_OK;
    v = unshifted(d->e, v, shift);
    if (!v)
        return EVAL_OK;
    if (op == OP_EQ) {
        r->only = v;
        return EVAL_OK;
    }
    if (v->kind != VALUE_INTEGER && v->kind != VALUE_NUMBER)
        return EVAL_OK;
    return bound_by(d->e, t, op, v, r);
}

/* By what must hold. */
static EvalStatus narrow(const Domain *d, const Term *t, const Binding *var, Range *r)
{
    if (is_comparison(t))
        return narrow_by_comparison(d, t, var, r);
    if (t->kind != TERM_OP || (t->as.op.op != OP_AND && t->as.op.op != OP_ALSO))
        return EVAL_OK;
    EvalStatus status = eval_enter(d->e, t);
    if (status)
        return status;
    for (uint32_t i = 0; i < 2 && !status; i++)
        status = narrow(d, t->as.op.args[i], var, r);
    eval_leave(d->e);
    return status;
}

/* By a type that the variable has, among others. */
static EvalStatus narrow_by_type(const Domain *d, const Type *t, Range *r)
{
    EvalStatus status = EVAL_OK;
    for (t = type_resolve(t); t->kind == TYPE_REFINE && !status;
         t = type_resolve(t->as.refine.var->type)) {
        status = eval_pay(d->e, 1, d->quant); /* it may lead back to itself */
        if (!status)
            status = narrow(d, t->as.refine.where, t->as.refine.var, r);
    }
    return status;
}

/* The quantifier that follows directly inside of one, of the same kind: behind the
 * antecedents of a forall. NULL if there is none. */
static const Term *nested_in(const Term *quant)
{
    const Term *body = quant->as.quant.body;
    while (quant->as.quant.all && body->kind == TERM_OP &&
           (body->as.op.op == OP_IMPLIES || body->as.op.op == OP_THEN))
        body = body->as.op.args[1];
    return body->kind == TERM_QUANT && body->as.quant.all == quant->as.quant.all ? body
                                                                                 : NULL;
}

/* By what must hold for the body of a quantifier to matter, and those of nested ones. */
static EvalStatus narrow_by_quantifier(const Domain *d, const Binding *var, Range *r)
{
    EvalStatus status = EVAL_OK;
    for (const Term *q = d->quant; q && !status; q = nested_in(q)) {
        const Term *body = q->as.quant.body;
        if (!q->as.quant.all && body->kind != TERM_QUANT)
            status = narrow(d, body, var, r);
        while (!status && q->as.quant.all && body->kind == TERM_OP &&
               (body->as.op.op == OP_IMPLIES || body->as.op.op == OP_THEN)) {
            status = narrow(d, body->as.op.args[0], var, r);
            body = body->as.op.args[1];
        }
    }
    return status;
}

static bool is_nested(const Term *quant, const Binding *var)
{
    for (const Term *q = nested_in(quant); q; q = nested_in(q))
        if (q->as.quant.var == var)
            return true;
    return false;
}

/* By the bounds of a variable of a nested quantifier: of i + shift < j, where j < 10. */
static EvalStatus narrow_by_nested(const Domain *d, TermOp op, const Binding *other,
                                   const Integer *shift, Range *r)
{
    Domain from = *d;
    Range range = {NULL, NULL, NULL};
    bool above = op == OP_GT || op == OP_GE;
    if (++from.hops > HOPS_MAX || !is_nested(d->quant, other) || !is_integer(other->type))
        return EVAL_OK;
    EvalStatus status = narrow_by_quantifier(&from, other, &range);
    if (!status)
        status = narrow_by_type(&from, other->type, &range);
    const Integer *bound = above ? range.low : range.high;
    if (status || !bound || op == OP_EQ)
        return status;
    const Value *v = unshifted(d->e, value_integer(d->e->arena, bound), shift);
    return v ? bound_by(d->e, d->quant, op, v, r) : eval_no_memory(d->e, d->quant);
}

/* ---- Candidates. */

static EvalStatus push(Domain *d, const Value *v)
{
    EvalStatus status = eval_pay(d->e, 1, d->quant);
    if (status)
        return status;
    if (!v || assay_mem_grow(d->e->arena->mem, (void **)&d->items, &d->cap, d->count + 1,
                             sizeof *d->items, EVAL_STEPS))
        return eval_no_memory(d->e, d->quant);
    d->items[d->count++] = v;
    return EVAL_OK;
}

static EvalStatus incomplete(Domain *d, const char *why)
{
    if (!d->why)
        d->why = why;
    return EVAL_OK;
}

static EvalStatus infinite(Domain *d)
{
    return incomplete(d, "a quantifier over infinitely many values");
}

static EvalStatus collect(Domain *d, const Type *t, Range r);

static EvalStatus collect_integers(Domain *d, Range r)
{
    struct assay_arena *a = d->e->arena;
    int64_t span;
    if (!r.low || !r.high)
        return infinite(d);
    if (integer_compare(r.low, r.high) > 0)
        return EVAL_OK;
    const Integer *difference = integer_subtract(a, r.high, r.low);
    if (!difference)
        return eval_no_memory(d->e, d->quant);
    if (!integer_to_i64(difference, &span) || span >= EVAL_RANGE_MAX)
        return incomplete(d, "a quantifier over too many values");
    EvalStatus status = EVAL_OK;
    for (int64_t i = 0; i <= span && !status; i++) {
        const Integer *x = integer_add(a, r.low, integer_from(a, i));
        status = push(d, value_integer(a, x));
    }
    return status;
}

static EvalStatus collect_booleans(Domain *d)
{
    EvalStatus status = push(d, value_boolean(false));
    return status ? status : push(d, value_boolean(true));
}

static EvalStatus collect_resources(Domain *d, const Type *t)
{
    const EvalWorld *w = d->e->world;
    const Value *const *items;
    uint32_t count;
    EvalStatus status = EVAL_OK;
    if (!w || !w->resources ||
        !w->resources(w->ctx, t->as.resource->name, &items, &count))
        return incomplete(d, "the resources are not known here");
    for (uint32_t i = 0; i < count && !status; i++)
        status = push(d, items[i]);
    return status;
}

static EvalStatus collect_only(Domain *d, const Type *t)
{
    const Value *v;
    EvalStatus status = eval_term(d->e, t->as.only.value, d->frame, &v);
    return status ? status : push(d, v);
}

static EvalStatus collect_union(Domain *d, const Type *t, Range r)
{
    EvalStatus status = EVAL_OK;
    for (uint32_t i = 0; i < t->as.list.count && !status; i++)
        status = collect(d, t->as.list.of[i], r);
    return status;
}

/* Any one of the types that has all its values collected will do. */
static EvalStatus collect_both(Domain *d, const Type *t, Range r)
{
    const char *before = d->why, *why = NULL;
    size_t base = d->count;
    EvalStatus status = EVAL_OK;
    for (uint32_t i = 0; i < t->as.list.count && !status; i++)
        status = narrow_by_type(d, t->as.list.of[i], &r);
    for (uint32_t i = 0; i < t->as.list.count && !status; i++) {
        d->count = base;
        d->why = NULL;
        status = collect(d, t->as.list.of[i], r);
        why = d->why;
        if (!why)
            break;
    }
    d->why = before ? before : why;
    return status;
}

static EvalStatus collect_refined(Domain *d, const Type *t, Range r)
{
    EvalStatus status = narrow(d, t->as.refine.where, t->as.refine.var, &r);
    return status ? status : collect(d, t->as.refine.var->type, r);
}

static EvalStatus collect_chosen(Domain *d, const Type *t, Range r)
{
    bool holds;
    EvalStatus status = eval_condition(d->e, t->as.choice.test, d->frame, &holds);
    if (status)
        return status;
    return collect(d, holds ? t->as.choice.then : t->as.choice.other, r);
}

static EvalStatus collect_kind(Domain *d, const Type *t, Range r)
{
    if (r.only)
        return push(d, r.only);
    switch ((int)t->kind) {
    case TYPE_INTEGER:
        return collect_integers(d, r);
    case TYPE_BOOLEAN:
        return collect_booleans(d);
    case TYPE_RESOURCE:
        return collect_resources(d, t);
    case TYPE_ONLY:
        return collect_only(d, t);
    case TYPE_UNION:
        return collect_union(d, t, r);
    case TYPE_BOTH:
        return collect_both(d, t, r);
    case TYPE_REFINE:
        return collect_refined(d, t, r);
    case TYPE_IF:
        return collect_chosen(d, t, r);
    default:
        return infinite(d);
    }
}

/* Adds all values of a type within the range, and perhaps others; or d->why not. */
static EvalStatus collect(Domain *d, const Type *t, Range r)
{
    EvalStatus status = eval_enter(d->e, d->quant);
    if (status)
        return status;
    status = collect_kind(d, type_resolve(t), r);
    eval_leave(d->e);
    return status;
}

static EvalStatus collect_small(Domain *d)
{
    struct assay_arena *a = d->e->arena;
    const Value *others[] = {value_null(),
                             value_boolean(false),
                             value_boolean(true),
                             value_string(a, assay_str("")),
                             value_string(a, assay_str("a")),
                             value_array(a, NULL, 0),
                             value_object(a, NULL, 0)};
    EvalStatus status = EVAL_OK;
    for (int64_t i = SMALL_FROM; i <= SMALL_TO && !status; i++)
        status = push(d, value_int(a, i));
    for (size_t i = 0; i < sizeof others / sizeof *others && !status; i++)
        status = push(d, others[i]);
    return status;
}

static EvalStatus collect_known(Domain *d)
{
    const EvalWorld *w = d->e->world;
    const Value *const *items = NULL;
    uint32_t count = 0;
    EvalStatus status = EVAL_OK;
    if (w && w->values)
        w->values(w->ctx, &items, &count);
    for (uint32_t i = 0; i < count && !status; i++)
        status = push(d, items[i]);
    return status;
}

/* ---- Deciding. */

/* Whether a candidate is of the type, and the body is then what decides. */
static EvalStatus try_value(const Domain *d, const Value *v, bool *ret_decides)
{
    const Binding *var = d->quant->as.quant.var;
    EvalFrame inner = {var, v, d->frame};
    bool in, holds;
    EvalStatus status = eval_in(d->e, v, var->type, d->frame, &in);
    *ret_decides = false;
    if (status || !in)
        return status;
    status = eval_condition(d->e, d->quant->as.quant.body, &inner, &holds);
    if (!status)
        *ret_decides = holds != d->quant->as.quant.all;
    return status;
}

/* A candidate that is not decided is passed over: another may still decide. */
static EvalStatus decide(const Domain *d, bool *ret_value)
{
    bool all = d->quant->as.quant.all, decides = false;
    Eval limit = {.why = NULL};
    for (size_t i = 0; i < d->count; i++) {
        EvalStatus status = try_value(d, d->items[i], &decides);
        if (status == EVAL_LIMIT && d->e->steps > 0)
            limit = *d->e;
        else if (status)
            return status;
        if (decides) {
            *ret_value = !all;
            return EVAL_OK;
        }
    }
    if (d->why)
        return eval_fail(d->e, EVAL_LIMIT, d->quant, "%s", d->why);
    if (limit.why)
        return eval_fail(d->e, EVAL_LIMIT, limit.where, "%s", limit.why_text);
    *ret_value = all;
    return EVAL_OK;
}

EvalStatus eval_quant(Eval *e, const Term *t, const EvalFrame *frame,
                      const Value **ret_value)
{
    Domain d = {.e = e, .quant = t, .frame = frame};
    Range range = {NULL, NULL, NULL};
    bool value = false;
    EvalStatus status = narrow_by_quantifier(&d, t->as.quant.var, &range);
    if (!status)
        status = collect(&d, t->as.quant.var->type, range);
    if (!status && d.why)
        status = collect_known(&d);
    if (!status && d.why)
        status = collect_small(&d);
    if (!status)
        status = decide(&d, &value);
    assay_mem_free(e->arena->mem, d.items, d.cap * sizeof *d.items);
    if (!status)
        *ret_value = value_boolean(value);
    return status;
}
