/*
 * Simplifying: from the inside out. Only what certainly has a value is left out, so that
 * `x.l == 1 & false` does not become false where x has no l; `false && x.l == 1` does,
 * for its right side is never evaluated.
 */
#include "term/simplify.h"
#include "term/eval.h"

#define SIMPLIFY_STEPS 1000

bool term_is_boolean(const Term *t, bool value)
{
    return t->kind == TERM_LITERAL && t->as.literal->kind == VALUE_BOOLEAN &&
           t->as.literal->as.boolean == value;
}

static bool is_literal(const Term *t)
{
    return t->kind == TERM_LITERAL;
}

static const Term *boolean(struct assay_arena *a, const Term *t, bool value)
{
    return term_literal(a, t->span, value_boolean(value));
}

/* ---- Constants. */

static bool all_literal(const Term *t)
{
    for (uint32_t i = 0; i < t->as.op.count; i++)
        if (!is_literal(t->as.op.args[i]))
            return false;
    return t->as.op.op != OP_PRE && t->as.op.op != OP_REPOF && t->as.op.op != OP_URIOF;
}

/* The value of a term without variables; the term if it has none. */
static const Term *compute(struct assay_arena *a, const Term *t)
{
    Eval e;
    const Value *value;

    eval_init(&e, a, NULL);
    e.steps = SIMPLIFY_STEPS;
    switch (eval_term(&e, t, NULL, &value)) {
    case EVAL_OK:
        return term_literal(a, t->span, value);
    case EVAL_NO_MEMORY:
        return NULL;
    case EVAL_FAULT:
    case EVAL_LIMIT:
        break;
    }
    return t;
}

/* ---- Operators. */

/* With a constant on the left: && || ==> need look no further. */
static const Term *by_left(struct assay_arena *a, const Term *t)
{
    const Term *left = t->as.op.args[0], *right = t->as.op.args[1];
    bool value = left->as.literal->kind == VALUE_BOOLEAN && left->as.literal->as.boolean;

    if (left->as.literal->kind != VALUE_BOOLEAN)
        return t;
    switch (t->as.op.op) {
    case OP_ALSO:
        return value ? right : boolean(a, t, false);
    case OP_ELSE:
        return value ? boolean(a, t, true) : right;
    case OP_THEN:
        return value ? right : boolean(a, t, true);
    case OP_AND:
    case OP_IMPLIES:
        return value ? right : t;
    case OP_OR:
        return value ? t : right;
    default:
        return t;
    }
}

/* With a constant on the right that cannot matter: x && true. */
static const Term *by_right(const Term *t)
{
    const Term *left = t->as.op.args[0], *right = t->as.op.args[1];

    switch (t->as.op.op) {
    case OP_ALSO:
    case OP_AND:
        return term_is_boolean(right, true) ? left : t;
    case OP_ELSE:
    case OP_OR:
        return term_is_boolean(right, false) ? left : t;
    default:
        return t;
    }
}

static const Term *simplify_op(struct assay_arena *a, const Term *t)
{
    const Term *first = t->as.op.args[0];

    if (all_literal(t))
        return compute(a, t);
    if (t->as.op.op == OP_NOT && first->kind == TERM_OP && first->as.op.op == OP_NOT)
        return first->as.op.args[0];
    if (t->as.op.count == 2 && is_literal(first))
        return by_left(a, t);
    return t->as.op.count == 2 && is_literal(t->as.op.args[1]) ? by_right(t) : t;
}

static const Term *simplify_args(struct assay_arena *a, const Term *t)
{
    const Term **args = assay_arena_new(a, t->as.op.count, sizeof *args);
    bool changed = false;

    for (uint32_t i = 0; args && i < t->as.op.count; i++) {
        args[i] = term_simplify(a, t->as.op.args[i]);
        if (!args[i])
            return NULL;
        changed |= args[i] != t->as.op.args[i];
    }
    if (!args)
        return NULL;
    return changed ? term_op(a, t->span, t->as.op.mark, t->as.op.op, args, t->as.op.count)
                   : t;
}

/* ---- The rest. */

static const Term *simplify_cond(struct assay_arena *a, const Term *t)
{
    const Term *test = term_simplify(a, t->as.cond.test);
    const Term *then = term_simplify(a, t->as.cond.then);
    const Term *other = term_simplify(a, t->as.cond.other);

    if (!test || !then || !other)
        return NULL;
    if (term_is_boolean(test, true) || term_is_boolean(test, false))
        return test->as.literal->as.boolean ? then : other;
    if (test == t->as.cond.test && then == t->as.cond.then && other == t->as.cond.other)
        return t;
    return term_cond(a, t->span, test, then, other);
}

static const Term *simplify_in(struct assay_arena *a, const Term *t)
{
    const Term *of = term_simplify(a, t->as.in.of);
    const Term *in = of && of != t->as.in.of ? term_in(a, t->span, of, t->as.in.type)
                                             : (of ? t : NULL);

    return in && is_literal(of) ? compute(a, in) : in;
}

static const Term *simplify_quant(struct assay_arena *a, const Term *t)
{
    const Term *body = term_simplify(a, t->as.quant.body);

    if (!body || term_is_boolean(body, t->as.quant.all)) /* forall x . true */
        return body && t->as.quant.all ? body : body ? t : NULL;
    return body == t->as.quant.body
               ? t
               : term_quant(a, t->span, t->as.quant.all, t->as.quant.var, body);
}

const Term *term_simplify(struct assay_arena *a, const Term *t)
{
    switch (t->kind) {
    case TERM_OP:
        t = simplify_args(a, t);
        return t ? simplify_op(a, t) : NULL;
    case TERM_COND:
        return simplify_cond(a, t);
    case TERM_IN:
        return simplify_in(a, t);
    case TERM_QUANT:
        return simplify_quant(a, t);
    case TERM_BAD:
    case TERM_VAR:
    case TERM_LITERAL:
    case TERM_CALL:
    case TERM_OBJECT:
    case TERM_ARRAY:
    case TERM_FIELD:
    case TERM_INDEX:
        break;
    }
    return t;
}
