/*
 * What JavaScript cannot execute: integers that are not exact in it, regular expressions,
 * languages and templates, which are not what JavaScript has under these names,
 * resources, and quantifiers without bounds.
 */
#include "script/js_facts.h"

#define SEEN_MAX 256

typedef struct {
    bool quantifiers;
    JsObstacle why;
    const void *seen[SEEN_MAX]; /* functions and types that were looked at */
    uint32_t count;
} Can;

static bool can_term(Can *c, const Term *t);
static bool can_type(Can *c, const Type *t);

static bool cannot(Can *c, Span span, const char *why)
{
    c->why = (JsObstacle){why, span};
    return false;
}

/* Whether something was looked at before; it is noted. */
static bool was_seen(Can *c, const void *what)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->seen[i] == what)
            return true;
    if (c->count < SEEN_MAX)
        c->seen[c->count++] = what;
    return c->count == SEEN_MAX;
}

/* ---- Terms. */

static bool is_safe(const Integer *x)
{
    int64_t value;

    return integer_to_i64(x, &value) && value <= 9007199254740991 &&
           value >= -9007199254740991;
}

static bool can_literal(Can *c, const Term *t)
{
    const Value *v = t->as.literal;

    if (v->kind == VALUE_INTEGER && !is_safe(v->as.integer))
        return cannot(c, t->span, "integers of JavaScript end at 2^53 - 1");
    if (v->kind == VALUE_REGEXP)
        return cannot(c, t->span, "a regular expression cannot be executed");
    if (v->kind == VALUE_TEMPLATE)
        return cannot(c, t->span, "a URI template cannot be executed");
    return true;
}

static bool can_op(Can *c, const Term *t)
{
    TermOp op = t->as.op.op;
    uint32_t first = 0;

    if (op == OP_MATCHES)
        return cannot(c, t->span, "a regular expression cannot be executed");
    if (op == OP_REPOF || op == OP_URIOF || op == OP_PRE)
        return cannot(c, t->span, "resources are not known to a client");
    if (op == OP_EXPAND && t->as.op.args[0]->kind == TERM_LITERAL)
        first = 1;
    for (uint32_t i = first; i < t->as.op.count; i++)
        if (!can_term(c, t->as.op.args[i]))
            return false;
    return true;
}

static bool can_call(Can *c, const Term *t)
{
    const Function *f = t->as.call.function;
    Span span = t->as.call.mark;

    for (uint32_t i = 0; i < f->count; i++)
        if (!can_term(c, t->as.call.args[i]))
            return false;
    if (!f->body || was_seen(c, f) || can_term(c, f->body))
        return true;
    return cannot(c, span, c->why.why);
}

static bool can_quantifier(Can *c, const Term *t)
{
    JsRange range;

    if (!c->quantifiers || !js_range(t, &range))
        return cannot(c, t->span, "a quantifier cannot be executed");
    return can_term(c, range.lower) && can_term(c, range.upper) &&
           can_type(c, t->as.quant.var->type) && can_term(c, range.body);
}

static bool can_all(Can *c, const Term *const *terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!can_term(c, terms[i]))
            return false;
    return true;
}

static bool can_term(Can *c, const Term *t)
{
    switch (t->kind) {
    case TERM_BAD:
        return cannot(c, t->span, "an error was reported here");
    case TERM_VAR:
        return true;
    case TERM_LITERAL:
        return can_literal(c, t);
    case TERM_OP:
        return can_op(c, t);
    case TERM_CALL:
        return can_call(c, t);
    case TERM_COND:
        return can_term(c, t->as.cond.test) && can_term(c, t->as.cond.then) &&
               can_term(c, t->as.cond.other);
    case TERM_IN:
        return can_term(c, t->as.in.of) && can_type(c, t->as.in.type);
    case TERM_OBJECT:
        for (uint32_t i = 0; i < t->as.object.count; i++)
            if (!can_term(c, t->as.object.members[i].value))
                return false;
        return true;
    case TERM_ARRAY:
        return can_all(c, t->as.array.items, t->as.array.count);
    case TERM_FIELD:
        return can_term(c, t->as.field.of);
    case TERM_INDEX:
        return can_term(c, t->as.index.of) && can_term(c, t->as.index.index);
    case TERM_QUANT:
        return can_quantifier(c, t);
    }
    return false;
}

/* ---- Types. */

static bool can_alias(Can *c, const Type *t)
{
    if (!t->as.alias->type)
        return cannot(c, t->span, "a type that is not known");
    return was_seen(c, t->as.alias) || can_type(c, t->as.alias->type);
}

static bool can_list(Can *c, const Type *t)
{
    for (uint32_t i = 0; i < t->as.list.count; i++)
        if (!can_type(c, t->as.list.of[i]))
            return false;
    return true;
}

static bool can_fields(Can *c, const Type *t)
{
    for (uint32_t i = 0; i < t->as.object.count; i++)
        if (!can_type(c, t->as.object.fields[i].type))
            return false;
    return true;
}

static bool can_type(Can *c, const Type *t)
{
    switch (t->kind) {
    case TYPE_ANY:
    case TYPE_INTEGER:
    case TYPE_NUMBER:
    case TYPE_STRING:
    case TYPE_BOOLEAN:
    case TYPE_VOID:
        return true;
    case TYPE_REGEXP:
        return cannot(c, t->span, "regular expressions are no values of JavaScript's");
    case TYPE_TEMPLATE:
        return cannot(c, t->span, "URI templates are no values of JavaScript's");
    case TYPE_LANGUAGE:
        return cannot(c, t->span, "a language cannot be recognised by JavaScript");
    case TYPE_RESOURCE:
        return cannot(c, t->span, "resources are not known to a client");
    case TYPE_FUNCTION:
    case TYPE_BAD:
        return cannot(c, t->span, "a type that cannot be tested");
    case TYPE_OBJECT:
        return can_fields(c, t);
    case TYPE_MAP:
    case TYPE_ARRAY:
    case TYPE_NOT:
        return can_type(c, t->as.of);
    case TYPE_REFINE:
        return can_type(c, t->as.refine.var->type) && can_term(c, t->as.refine.where);
    case TYPE_UNION:
    case TYPE_BOTH:
        return can_list(c, t);
    case TYPE_ONLY:
        return can_term(c, t->as.only.value) &&
               (!t->as.only.of || can_type(c, t->as.only.of));
    case TYPE_IF:
        return can_term(c, t->as.choice.test) && can_type(c, t->as.choice.then) &&
               can_type(c, t->as.choice.other);
    case TYPE_ALIAS:
        return can_alias(c, t);
    }
    return false;
}

bool js_can(const Term *t, bool quantifiers, JsObstacle *ret_why)
{
    Can c = {.quantifiers = quantifiers};
    bool can = can_term(&c, t);

    *ret_why = c.why;
    return can;
}

bool js_is_written(const ScriptFunction *f)
{
    JsObstacle why;

    return f->kind == SCRIPT_PLAIN || (f->kind == SCRIPT_PURE && f->function.body &&
                                       js_can(f->function.body, false, &why));
}

/* ---- Quantifiers with bounds. */

static bool is_var(const Term *t, const Binding *var)
{
    return t->kind == TERM_VAR && t->as.var == var;
}

/* lower <= v, v < upper, written in any way. */
static void take_bound(const Term *t, const Binding *var, JsRange *r)
{
    TermOp op = t->kind == TERM_OP ? t->as.op.op : TERM_OPS;
    const Term *x, *y;
    bool up, strict = op == OP_LT || op == OP_GT;

    if (op != OP_LT && op != OP_LE && op != OP_GT && op != OP_GE)
        return;
    x = t->as.op.args[op == OP_GT || op == OP_GE];
    y = t->as.op.args[op == OP_LT || op == OP_LE];
    up = is_var(x, var); /* x <= y */
    if (is_var(x, var) == is_var(y, var) || term_mentions(up ? y : x, var))
        return;
    if (up && !r->upper) {
        r->upper = y;
        r->add_upper = strict ? 0 : 1;
    } else if (!up && !r->lower) {
        r->lower = x;
        r->add_lower = strict ? 1 : 0;
    }
}

/* Bounds among conditions joined by "and". Those behind a condition on something else
 * are left: it may be what makes them sensible. */
static bool take_bounds(const Term *t, const Binding *var, JsRange *r)
{
    if (t->kind == TERM_OP && (t->as.op.op == OP_ALSO || t->as.op.op == OP_AND))
        return take_bounds(t->as.op.args[0], var, r) &&
               take_bounds(t->as.op.args[1], var, r);
    if (!term_mentions(t, var))
        return false;
    take_bound(t, var, r);
    return true;
}

/* Bounds by the type of the variable; false: it is not one of integers. */
static bool take_type_bounds(const Type *t, JsRange *r)
{
    t = type_resolve(t);
    if (t->kind == TYPE_REFINE) {
        if (!take_type_bounds(t->as.refine.var->type, r))
            return false;
        take_bounds(t->as.refine.where, t->as.refine.var, r);
        return true;
    }
    return t->kind == TYPE_INTEGER;
}

bool js_range(const Term *t, JsRange *ret_range)
{
    const Term *body = t->as.quant.body;
    const Binding *var = t->as.quant.var;
    JsRange r = {.body = body};

    if (!take_type_bounds(var->type, &r))
        return false;
    if (!t->as.quant.all)
        take_bounds(body, var, &r);
    else if (body->kind == TERM_OP &&
             (body->as.op.op == OP_THEN || body->as.op.op == OP_IMPLIES))
        take_bounds(body->as.op.args[0], var, &r);
    *ret_range = r;
    return r.lower && r.upper;
}

/* ---- Programs. */

typedef struct {
    const Script *script;
    Diags *diags;
} Refusal;

/* What is called as a plain function must not give a promise. */
static bool see_async_value(void *ctx, const Term *t)
{
    const Refusal *r = ctx;

    if (t->kind != TERM_VAR || !script_is_function_type(t->as.var->type))
        return true;
    for (uint32_t i = 0; i < r->script->nfunctions; i++) {
        const ScriptFunction *f = r->script->functions[i];
        if (f->async && f->value == t->as.var)
            diag_report(r->diags, DIAG_SCRIPT_JAVASCRIPT, t->span,
                        "'%s' is async: as a value it would give a promise",
                        f->function.name);
    }
    return true;
}

static void refuse_term(Refusal *r, const Term *t)
{
    JsObstacle o;
    Diagnostic *d;

    if (t)
        term_walk(t, &(Visitor){.term = see_async_value, .ctx = r});
    if (!t || js_can(t, false, &o))
        return;
    d = diag_report(r->diags, DIAG_SCRIPT_JAVASCRIPT, o.span, "%s", o.why);
    if (o.span.source != t->span.source || o.span.start < t->span.start ||
        o.span.end > t->span.end)
        diag_related(r->diags, d, t->span, "executed here");
}

static void refuse_stmt(Refusal *r, const Stmt *s)
{
    if (!s)
        return;
    switch (s->kind) {
    case STMT_BAD:
        break;
    case STMT_LOCAL:
        refuse_term(r, s->as.local.value);
        break;
    case STMT_ASSIGN:
        refuse_term(r, s->as.assign.target);
        refuse_term(r, s->as.assign.value);
        break;
    case STMT_IF:
        refuse_term(r, s->as.branch.test);
        refuse_stmt(r, s->as.branch.then);
        refuse_stmt(r, s->as.branch.other);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        refuse_stmt(r, s->as.loop.init);
        refuse_term(r, s->as.loop.test);
        refuse_stmt(r, s->as.loop.step);
        refuse_stmt(r, s->as.loop.body);
        break;
    case STMT_FOR_OF:
        refuse_term(r, s->as.each.of);
        refuse_stmt(r, s->as.each.body);
        break;
    case STMT_RETURN:
    case STMT_CALL:
        refuse_term(r, s->as.value);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < s->as.block.count; i++)
            refuse_stmt(r, s->as.block.at[i]);
        break;
    }
}

void js_refuse(const Script *s, Diags *diags)
{
    Refusal r = {s, diags};

    for (uint32_t i = 0; i < s->nglobals; i++)
        refuse_term(&r, s->globals[i]->value);
    for (uint32_t i = 0; i < s->nfunctions; i++)
        refuse_stmt(&r, s->functions[i]->body);
}
