/*
 * What is known at a place.
 */
#include "term/check.h"

static const Scope *add(Checker *c, Scope frame)
{
    Scope *s = assay_arena_new(c->arena, 1, sizeof *s);

    if (!s) {
        c->diags->no_memory = true;
        return frame.outer;
    }
    *s = frame;
    return s;
}

const Scope *scope_var(Checker *c, const Scope *scope, const Binding *var)
{
    return add(c, (Scope){.outer = scope, .var = var});
}

/* Whether a fact says what each of its two sides says: a && b, !(a || b). */
static bool is_split(const Term *t, bool negated)
{
    TermOp op = t->as.op.op;

    if (t->kind != TERM_OP)
        return false;
    return negated ? op == OP_ELSE || op == OP_OR : op == OP_ALSO || op == OP_AND;
}

static const Scope *add_fact(Checker *c, Scope frame)
{
    const Term *t = frame.fact;

    if (t->kind == TERM_OP && t->as.op.op == OP_NOT) {
        frame.fact = t->as.op.args[0];
        frame.negated = !frame.negated;
        return add_fact(c, frame);
    }
    if (!is_split(t, frame.negated))
        return add(c, frame);
    frame.fact = t->as.op.args[0];
    frame.outer = add_fact(c, frame);
    frame.fact = t->as.op.args[1];
    return add_fact(c, frame);
}

const Scope *scope_fact(Checker *c, const Scope *scope, const Term *t, bool negated)
{
    return add_fact(c, (Scope){.outer = scope, .fact = t, .negated = negated});
}

const Scope *scope_before(Checker *c, const Scope *scope, const Term *t)
{
    return add_fact(c, (Scope){.outer = scope, .fact = t, .before = true});
}

const Scope *scope_all_before(Checker *c, const Scope *scope, const Scope *base)
{
    Scope frame;

    if (scope == base)
        return base;
    frame = *scope;
    frame.outer = scope_all_before(c, scope->outer, base);
    frame.before = true;
    return add(c, frame);
}
