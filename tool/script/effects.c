/*
 * Functions are followed once each.
 */
#include "script/effects.h"
#include "script/shape.h"
#include <string.h>

typedef struct {
    const Script *script;
    Effects *effects;
    const ScriptFunction **seen;
    uint32_t count, cap;
    const Binding *wanted; /* or NULL */
    bool found, failed;
    bool named; /* it is mentioned by its name */
} Walk;

bool effects_has(const Effects *e, const Binding *var)
{
    for (uint32_t i = 0; i < e->count; i++)
        if (e->at[i] == var)
            return true;
    return false;
}

static bool is_global(const Script *s, const Binding *var)
{
    for (uint32_t i = 0; i < s->nglobals; i++)
        if (s->globals[i]->var == var)
            return true;
    return false;
}

static void add_var(Walk *w, const Binding *var)
{
    struct assay_arena *a = w->script->reader.parser.arena;
    Effects *e = w->effects;

    if (!e || effects_has(e, var))
        return;
    if (!read_grow(a, &e->at, &e->cap, e->count, sizeof var))
        w->failed = true;
    else
        e->at[e->count++] = var;
}

static void add_globals(Walk *w)
{
    for (uint32_t i = 0; i < w->script->nglobals; i++)
        add_var(w, w->script->globals[i]->var);
}

static bool is_new(Walk *w, const ScriptFunction *f)
{
    struct assay_arena *a = w->script->reader.parser.arena;

    for (uint32_t i = 0; i < w->count; i++)
        if (w->seen[i] == f)
            return false;
    if (!read_grow(a, &w->seen, &w->cap, w->count, sizeof f)) {
        w->failed = true;
        return false;
    }
    w->seen[w->count++] = f;
    return true;
}

/* `local`: variables that are no globals count, too. */
static void walk_stmt(Walk *w, const Stmt *stmt, bool local);

/* Whether a function of JavaScript is given functions: it may keep them, and another may
 * call them later. */
static bool keeps_functions(const Script *s)
{
    for (uint32_t i = 0; i < s->nfunctions; i++)
        for (uint32_t k = 0;
             s->functions[i]->kind == SCRIPT_EXTERNAL &&
             s->functions[i]->function.params && k < s->functions[i]->function.count;
             k++)
            if (script_is_function_type(s->functions[i]->function.params[k]->type))
                return true;
    return false;
}

static void walk_call(Walk *w, const Term *t)
{
    const ScriptFunction *f = script_callee(t);

    if (f->function.body)
        return;
    if (f->kind == SCRIPT_EXTERNAL && keeps_functions(w->script))
        add_globals(w);
    if (f->async || f->kind == SCRIPT_VALUE) {
        if (w->effects)
            w->effects->waits = true;
        add_globals(w);
        w->found |= f->kind == SCRIPT_VALUE;
    }
    if (is_new(w, f) && f->body)
        walk_stmt(w, f->body, false);
}

const ScriptFunction *effects_function_of(const Script *s, const Binding *value)
{
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (s->functions[i]->value == value)
            return s->functions[i];
    return NULL;
}

/* A function that is given away may be called. */
static void walk_value(Walk *w, const Binding *value)
{
    const ScriptFunction *f = effects_function_of(w->script, value);

    if (!f) {
        add_globals(w);
        w->found = true;
    } else if (is_new(w, f) && f->body) {
        walk_stmt(w, f->body, false);
    }
}

static bool see_term(void *ctx, const Term *t)
{
    Walk *w = ctx;

    if (t->kind == TERM_CALL)
        walk_call(w, t);
    if (t->kind == TERM_VAR) {
        w->found |= t->as.var == w->wanted;
        w->named |= t->as.var == w->wanted;
        if (script_is_function_type(t->as.var->type))
            walk_value(w, t->as.var);
    }
    return true;
}

static void walk_target(Walk *w, const Stmt *stmt, bool local)
{
    const Term *root =
        stmt->kind == STMT_ASSIGN ? term_root(stmt->as.assign.target) : NULL;

    if (root && root->kind == TERM_VAR && (local || is_global(w->script, root->as.var)))
        add_var(w, root->as.var);
}

static void walk_targets(Walk *w, const Stmt *stmt, bool local)
{
    if (!stmt)
        return;
    walk_target(w, stmt, local);
    switch (stmt->kind) {
    case STMT_IF:
        walk_targets(w, stmt->as.branch.then, local);
        walk_targets(w, stmt->as.branch.other, local);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        walk_targets(w, stmt->as.loop.init, local);
        walk_targets(w, stmt->as.loop.step, local);
        walk_targets(w, stmt->as.loop.body, local);
        break;
    case STMT_FOR_OF:
        walk_targets(w, stmt->as.each.body, local);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->as.block.count; i++)
            walk_targets(w, stmt->as.block.at[i], local);
        break;
    case STMT_BAD:
    case STMT_LOCAL:
    case STMT_ASSIGN:
    case STMT_RETURN:
    case STMT_CALL:
        break;
    }
}

static void walk_stmt(Walk *w, const Stmt *stmt, bool local)
{
    walk_targets(w, stmt, local);
    script_walk(stmt, &(Visitor){.term = see_term, .ctx = w});
}

bool effects_of_stmt(const Script *s, const Stmt *stmt, Effects *ret)
{
    Walk w = {.script = s, .effects = ret};

    walk_stmt(&w, stmt, true);
    return !w.failed;
}

bool effects_of_term(const Script *s, const Term *t, Effects *ret)
{
    Walk w = {.script = s, .effects = ret};

    term_walk(t, &(Visitor){.term = see_term, .ctx = &w});
    return !w.failed;
}

bool effects_of_function(const Script *s, const ScriptFunction *f, Effects *ret)
{
    Walk w = {.script = s, .effects = ret};

    if (f->async || f->kind == SCRIPT_VALUE ||
        (f->kind == SCRIPT_EXTERNAL && keeps_functions(s))) {
        ret->waits |= f->kind != SCRIPT_EXTERNAL;
        add_globals(&w);
    }
    if (f->body && is_new(&w, f))
        walk_stmt(&w, f->body, false);
    return !w.failed;
}

bool effects_of_call(const Script *s, const Term *t, Effects *ret)
{
    const Function *f = t->as.call.function;
    Walk w = {.script = s, .effects = ret};

    for (uint32_t i = 0; i < f->count; i++)
        if (t->as.call.args[i]->kind == TERM_VAR &&
            script_is_function_type(t->as.call.args[i]->as.var->type))
            walk_value(&w, t->as.call.args[i]->as.var);
    return effects_of_function(s, script_callee(t), ret) && !w.failed;
}

static bool see_executed(void *ctx, const Term *t)
{
    bool *found = ctx;

    *found |= t->kind == TERM_CALL && !t->as.call.function->body;
    return !*found;
}

static bool no_type(void *ctx, const Type *t)
{
    (void)ctx;
    (void)t;
    return false;
}

bool effects_calls(const Term *t)
{
    bool found = false;

    term_walk(t, &(Visitor){see_executed, no_type, &found});
    return found;
}

/* ---- Mentions. */

static bool mentions_in_head(const ScriptFunction *f, const Binding *var)
{
    for (uint32_t i = 0; i < f->function.count; i++)
        if (type_mentions(f->function.params[i]->type, var))
            return true;
    return f->function.result && type_mentions(f->function.result, var);
}

bool effects_mentions(const Script *s, const ScriptFunction *f, const Binding *global)
{
    Walk w = {.script = s, .wanted = global, .found = mentions_in_head(f, global)};

    if (f->body && is_new(&w, f))
        script_walk(f->body, &(Visitor){.term = see_term, .ctx = &w});
    for (uint32_t i = 0; i < w.count && !w.found; i++)
        w.found |= mentions_in_head(w.seen[i], global);
    return w.found || w.failed;
}

bool effects_term_mentions(const Script *s, const Term *t, const Binding *global)
{
    Walk w = {.script = s, .wanted = global};

    term_walk(t, &(Visitor){.term = see_term, .ctx = &w});
    for (uint32_t i = 0; i < w.count && !w.found; i++)
        w.found |= mentions_in_head(w.seen[i], global);
    return w.found || w.failed;
}

/* ---- Ways back. */

const ScriptFunction *effects_way_back(const Script *s, const ScriptFunction *f)
{
    Walk from = {.script = s, .wanted = f->value};

    if (f->body && is_new(&from, f))
        script_walk(f->body, &(Visitor){.term = see_term, .ctx = &from});
    if (from.named)
        return f;
    for (uint32_t i = 1; i < from.count; i++) {
        Walk back = {.script = s};
        const ScriptFunction *other = from.seen[i];
        if (other->body)
            script_walk(other->body, &(Visitor){.term = see_term, .ctx = &back});
        for (uint32_t k = 0; k < back.count; k++)
            if (back.seen[k] == f)
                return other;
    }
    return NULL;
}
