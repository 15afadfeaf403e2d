/*
 * Checks that need no proof, over all statements of all functions.
 */
#include "script/shape.h"
#include <string.h>

/* ---- Walking. */

static void walk_clauses(const LoopClauses *c, const Visitor *v)
{
    for (uint32_t i = 0; i < c->count; i++)
        term_walk(c->invariants[i], v);
    if (c->decreases)
        term_walk(c->decreases, v);
}

static void walk_optional(const Stmt *stmt, const Visitor *v)
{
    if (stmt)
        script_walk(stmt, v);
}

void script_walk(const Stmt *stmt, const Visitor *v)
{
    switch (stmt->kind) {
    case STMT_BAD:
        break;
    case STMT_LOCAL:
        type_walk(stmt->as.local.var->type, v);
        term_walk(stmt->as.local.value, v);
        break;
    case STMT_ASSIGN:
        term_walk(stmt->as.assign.target, v);
        term_walk(stmt->as.assign.value, v);
        break;
    case STMT_IF:
        term_walk(stmt->as.branch.test, v);
        script_walk(stmt->as.branch.then, v);
        walk_optional(stmt->as.branch.other, v);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        walk_optional(stmt->as.loop.init, v);
        term_walk(stmt->as.loop.test, v);
        walk_clauses(&stmt->as.loop.clauses, v);
        walk_optional(stmt->as.loop.step, v);
        script_walk(stmt->as.loop.body, v);
        break;
    case STMT_FOR_OF:
        type_walk(stmt->as.each.var->type, v);
        term_walk(stmt->as.each.of, v);
        walk_clauses(&stmt->as.each.clauses, v);
        script_walk(stmt->as.each.body, v);
        break;
    case STMT_RETURN:
    case STMT_CALL:
        if (stmt->as.value)
            term_walk(stmt->as.value, v);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->as.block.count; i++)
            script_walk(stmt->as.block.at[i], v);
        break;
    }
}

/* ---- Recursive specification functions. */

/* What a function leads to: functions that it calls and types that it names, in its body
 * and in its head, where calls happen, too. */
typedef struct {
    const ScriptFunction *from;
    const ScriptFunction **functions;
    const Alias **aliases;
    uint32_t nfunctions, naliases;
    uint32_t functions_max, aliases_max;
    bool direct, indirect; /* it calls itself; something that it leads to does */
    bool first;            /* its own body is looked at */
} Reach;

static bool see_call(void *ctx, const Term *t)
{
    Reach *r = ctx;
    const ScriptFunction *f = t->kind == TERM_CALL ? script_callee(t) : NULL;

    if (!f || f->kind != SCRIPT_PURE)
        return true;
    if (f == r->from) {
        r->direct |= r->first;
        r->indirect |= !r->first;
        return true;
    }
    for (uint32_t i = 0; i < r->nfunctions; i++)
        if (r->functions[i] == f)
            return true;
    if (r->nfunctions < r->functions_max)
        r->functions[r->nfunctions++] = f;
    return true;
}

static bool see_named_type(void *ctx, const Type *t)
{
    Reach *r = ctx;

    if (t->kind != TYPE_ALIAS)
        return true;
    for (uint32_t i = 0; i < r->naliases; i++)
        if (r->aliases[i] == t->as.alias)
            return true;
    if (r->naliases < r->aliases_max)
        r->aliases[r->naliases++] = t->as.alias;
    return true;
}

static void reach_head(Reach *r, const ScriptFunction *f)
{
    Visitor v = {see_call, see_named_type, r};

    for (uint32_t i = 0; f->function.params && i < f->function.count; i++)
        type_walk(f->function.params[i]->type, &v);
    if (f->function.result)
        type_walk(f->function.result, &v);
}

static void reach_all(Reach *r)
{
    Visitor v = {see_call, see_named_type, r};
    uint32_t functions = 0, aliases = 0;

    r->first = true;
    term_walk(r->from->function.body, &v);
    r->first = false;
    reach_head(r, r->from);
    while (functions < r->nfunctions || aliases < r->naliases) {
        if (functions < r->nfunctions) {
            const ScriptFunction *f = r->functions[functions++];
            reach_head(r, f);
            if (f->function.body)
                term_walk(f->function.body, &v);
        } else {
            const Alias *alias = r->aliases[aliases++];
            if (alias->type)
                type_walk(alias->type, &v);
        }
    }
}

static void mark_recursive(Script *s)
{
    struct assay_arena *a = s->reader.parser.arena;

    for (uint32_t i = 0; i < s->nfunctions; i++) {
        ScriptFunction *f = s->functions[i];
        Reach r = {.from = f,
                   .functions_max = s->nfunctions,
                   .aliases_max = s->reader.aliases.count};
        if (!f->function.body)
            continue;
        r.functions = assay_arena_new(a, r.functions_max, sizeof *r.functions);
        r.aliases = assay_arena_new(a, r.aliases_max, sizeof *r.aliases);
        if (!r.functions || !r.aliases) {
            s->reader.parser.diags->no_memory = true;
            return;
        }
        reach_all(&r);
        f->function.recursive = r.direct || r.indirect;
        f->indirect = r.indirect;
    }
}

/* ---- Quantifiers where code is executed. */

static bool has_quantifier(const Function *f, uint32_t depth);

typedef struct {
    uint32_t depth;
    bool found;
} Quantified;

static bool see_quantifier(void *ctx, const Term *t)
{
    Quantified *q = ctx;

    q->found |= t->kind == TERM_QUANT ||
                (t->kind == TERM_CALL && t->as.call.function->body && q->depth > 0 &&
                 has_quantifier(t->as.call.function, q->depth - 1));
    return !q->found;
}

static bool see_alias(void *ctx, const Type *t)
{
    Quantified *q = ctx, inner = {q->depth - 1, false};

    if (t->kind == TYPE_ALIAS && t->as.alias->type && q->depth > 0) {
        type_walk(t->as.alias->type, &(Visitor){see_quantifier, see_alias, &inner});
        q->found |= inner.found;
    }
    return !q->found;
}

static bool has_quantifier(const Function *f, uint32_t depth)
{
    Quantified q = {depth, false};

    term_walk(f->body, &(Visitor){see_quantifier, see_alias, &q});
    return q.found;
}

#define QUANTIFIER_DEPTH 16

static bool type_has_quantifier(const Type *t)
{
    Quantified q = {QUANTIFIER_DEPTH, false};

    type_walk(t, &(Visitor){see_quantifier, see_alias, &q});
    return q.found;
}

/* ---- Code. */

typedef struct {
    Script *script;
    const ScriptFunction *function; /* NULL: the value of a global */
} Code;

static void refuse_quantified(Script *s, const Term *t)
{
    if (t->kind == TERM_CALL && t->as.call.function->body &&
        has_quantifier(t->as.call.function, QUANTIFIER_DEPTH))
        diag_report(s->reader.parser.diags, DIAG_SCRIPT_CODE, t->as.call.mark,
                    "'%s' has a quantifier in it, which cannot be executed",
                    t->as.call.function->name);
    if (t->kind == TERM_IN && type_has_quantifier(t->as.in.type))
        diag_report(s->reader.parser.diags, DIAG_SCRIPT_CODE, t->as.in.type->span,
                    "this type has a quantifier in it, which cannot be executed");
}

/* Functions as values go to parameters that are functions, and nowhere else. */
static bool is_function_value(const Term *t)
{
    return t->kind == TERM_VAR && script_is_function_type(t->as.var->type);
}

static void refuse_value(Script *s, const Term *t)
{
    diag_report(s->reader.parser.diags, DIAG_SCRIPT_FUNCTION, t->span,
                "'%s' is a function: it can be called, or given to a parameter that is "
                "one",
                t->as.var->name);
}

static bool see_code(void *ctx, const Term *t);

static void see_arguments(Code *c, const Term *t)
{
    const Function *f = t->as.call.function;

    for (uint32_t i = 0; i < f->count; i++) {
        const Term *arg = t->as.call.args[i];
        bool wants = script_is_function_type(f->params[i]->type);
        if (wants && !is_function_value(arg) && arg->kind != TERM_BAD)
            diag_report(c->script->reader.parser.diags, DIAG_SCRIPT_FUNCTION, arg->span,
                        "a function is wanted here, by its name");
        else if (!wants)
            term_walk(arg, &(Visitor){.term = see_code, .ctx = c});
    }
}

static bool see_code(void *ctx, const Term *t)
{
    Code *c = ctx;

    refuse_quantified(c->script, t);
    if (is_function_value(t))
        refuse_value(c->script, t);
    if (t->kind == TERM_CALL) {
        see_arguments(c, t);
        return false;
    }
    return true;
}

/* ---- Places that are assigned. */

typedef struct Elements {
    const Binding *var;
    const struct Elements *outer;
} Elements;

static void check_target(Code *c, const Term *target, const Elements *e)
{
    const Term *root = term_root(target);

    if (root->kind != TERM_VAR)
        return;
    for (; e; e = e->outer)
        if (e->var == root->as.var) {
            diag_report(c->script->reader.parser.diags, DIAG_SCRIPT_TARGET, target->span,
                        "'%s' is an element of what the loop goes through: assign to the "
                        "array",
                        root->as.var->name);
            return;
        }
    if (script_is_function_type(root->as.var->type))
        diag_report(c->script->reader.parser.diags, DIAG_SCRIPT_TARGET, target->span,
                    "'%s' is a function and cannot be assigned", root->as.var->name);
}

static void see_code_term(Code *c, const Term *t)
{
    if (t)
        term_walk(t, &(Visitor){.term = see_code, .ctx = c});
}

void script_check_code(Script *s, const Term *t)
{
    see_code_term(&(Code){.script = s}, t);
}

static void refuse_function_type(Code *c, const Binding *var)
{
    if (script_is_function_type(var->type))
        diag_report(c->script->reader.parser.diags, DIAG_SCRIPT_FUNCTION, var->type->span,
                    "only parameters can be functions");
}

static void check_statement(Code *c, const Stmt *stmt, const Elements *e)
{
    Elements inner = {NULL, e};

    if (!stmt)
        return;
    switch (stmt->kind) {
    case STMT_BAD:
        break;
    case STMT_LOCAL:
        refuse_function_type(c, stmt->as.local.var);
        see_code_term(c, stmt->as.local.value);
        break;
    case STMT_ASSIGN:
        check_target(c, stmt->as.assign.target, e);
        see_code_term(c, stmt->as.assign.target);
        see_code_term(c, stmt->as.assign.value);
        break;
    case STMT_IF:
        see_code_term(c, stmt->as.branch.test);
        check_statement(c, stmt->as.branch.then, e);
        check_statement(c, stmt->as.branch.other, e);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        check_statement(c, stmt->as.loop.init, e);
        see_code_term(c, stmt->as.loop.test);
        check_statement(c, stmt->as.loop.step, e);
        check_statement(c, stmt->as.loop.body, e);
        break;
    case STMT_FOR_OF:
        refuse_function_type(c, stmt->as.each.var);
        see_code_term(c, stmt->as.each.of);
        inner.var = stmt->as.each.var;
        check_statement(c, stmt->as.each.body, &inner);
        break;
    case STMT_RETURN:
    case STMT_CALL:
        see_code_term(c, stmt->as.value);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->as.block.count; i++)
            check_statement(c, stmt->as.block.at[i], e);
        break;
    }
}

/* ---- Types of functions: a parameter's whole type, of functions over other values. */

static bool see_function_type(void *ctx, const Type *t)
{
    Diags *diags = ctx;

    if (t->kind == TYPE_FUNCTION)
        diag_report(diags, DIAG_SCRIPT_FUNCTION, t->span,
                    "a type of functions can be the whole type of a parameter, and "
                    "nothing else");
    return t->kind != TYPE_FUNCTION;
}

static bool goes_into(void *ctx, const Term *t)
{
    (void)ctx;
    (void)t;
    return true;
}

static void no_functions(Script *s, const Type *t)
{
    type_walk(t, &(Visitor){goes_into, see_function_type, s->reader.parser.diags});
}

static void check_param_type(Script *s, const Type *t)
{
    if (t->kind != TYPE_FUNCTION) {
        no_functions(s, t);
        return;
    }
    for (uint32_t i = 0; i < t->as.function.count; i++)
        no_functions(s, t->as.function.params[i]->type);
    no_functions(s, t->as.function.result);
}

static void check_head(Script *s, const ScriptFunction *f)
{
    for (uint32_t i = 0; i < f->function.count; i++)
        if (f->kind == SCRIPT_PURE)
            no_functions(s, f->function.params[i]->type);
        else
            check_param_type(s, f->function.params[i]->type);
    if (f->function.result)
        no_functions(s, f->function.result);
}

void script_check_shape(Script *s)
{
    Code c = {.script = s};

    mark_recursive(s);
    for (uint32_t i = 0; i < s->nglobals; i++) {
        refuse_function_type(&c, s->globals[i]->var);
        see_code_term(&c, s->globals[i]->value);
    }
    for (uint32_t i = 0; i < s->nfunctions; i++) {
        c.function = s->functions[i];
        if (!c.function->sound)
            continue;
        check_head(s, c.function);
        check_statement(&c, c.function->body, NULL);
    }
}
