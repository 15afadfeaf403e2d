/*
 * Where values have to be copied.
 *
 * Variables hold values, not references: after `b = a`, changing b must not change a. In
 * JavaScript both would be the same object. Copying at each assignment is right and slow;
 * it is enough to keep variables whose parts are assigned ("changed") apart from all
 * others:
 *
 *   - what goes into a changed variable, or into a part of one, is copied unless nothing
 *     else has any part of it;
 *   - what comes out of one is copied where it stays: in a variable, a literal, an
 *     argument that the callee may return;
 *   - a function copies a parameter that it changes, so callers need not;
 *   - globals are changed by others while a function is called or awaited: what is
 *     taken from them is copied before such a call, and before it is returned;
 *   - functions of JavaScript may keep what they are given and what they give.
 *
 * Values that are never changed share their parts freely. With what a value shares is a
 * set (Sharing); what the result of a function shares with its arguments is found by
 * going over all functions until nothing is new.
 */
#include "script/js_facts.h"
#include "script/shape.h"

/* ---- Tables. */

static uint64_t *number_of(const JsFlow *f, const void *what)
{
    return assay_map_find(&f->numbers, &what, sizeof what);
}

/* Gives a number to something; true if there is room for it in its array. */
static bool add_number(JsFlow *f, const void *what, void *array, uint32_t count,
                       uint32_t *cap, size_t size)
{
    uint64_t *number = assay_map_put(&f->numbers, &what, sizeof what);

    if (!number || !read_grow(f->arena, array, cap, count, size)) {
        f->no_memory = true;
        return false;
    }
    *number = count;
    return true;
}

static JsVariable *add_variable(JsFlow *f, const Binding *var)
{
    if (!add_number(f, var, &f->variables, f->nvariables, &f->variables_cap,
                    sizeof *f->variables))
        return NULL;
    f->variables[f->nvariables] = (JsVariable){.var = var};
    return &f->variables[f->nvariables++];
}

JsVariable *js_variable(const JsFlow *f, const Binding *var)
{
    uint64_t *number = number_of(f, var);

    return number ? &f->variables[*number] : NULL;
}

static JsSummary *summary_of(const JsFlow *f, const Function *function)
{
    uint64_t *number = number_of(f, function);

    return number ? &f->summaries[*number] : NULL;
}

static void add_summary(JsFlow *f, const ScriptFunction *function)
{
    if (!add_number(f, &function->function, &f->summaries, f->nsummaries,
                    &f->summaries_cap, sizeof *f->summaries))
        return;
    f->summaries[f->nsummaries++] = (JsSummary){.function = function};
    for (uint32_t i = 0; i < function->function.count; i++) {
        JsVariable *v = add_variable(f, function->function.params[i]);
        if (v) {
            v->owner = function;
            v->bit = i;
        }
    }
}

/* ---- Variables of a function, and what happens to them. */

static void note_assignment(JsFlow *f, const Term *target)
{
    const Term *root = term_root(target);
    JsVariable *v = root->kind == TERM_VAR ? js_variable(f, root->as.var) : NULL;

    if (v && root == target)
        v->assigned = true;
    else if (v)
        v->changed = true;
}

static void note_variables(JsFlow *f, const Stmt *s)
{
    if (!s)
        return;
    switch (s->kind) {
    case STMT_LOCAL:
        add_variable(f, s->as.local.var);
        break;
    case STMT_ASSIGN:
        note_assignment(f, s->as.assign.target);
        break;
    case STMT_IF:
        note_variables(f, s->as.branch.then);
        note_variables(f, s->as.branch.other);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        note_variables(f, s->as.loop.init);
        note_variables(f, s->as.loop.step);
        note_variables(f, s->as.loop.body);
        break;
    case STMT_FOR_OF:
        add_variable(f, s->as.each.var);
        note_variables(f, s->as.each.body);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < s->as.block.count; i++)
            note_variables(f, s->as.block.at[i]);
        break;
    case STMT_BAD:
    case STMT_RETURN:
    case STMT_CALL:
        break;
    }
}

/* ---- Calls that may change global variables. */

static bool callee_changes(const JsFlow *f, const Term *call)
{
    const ScriptFunction *callee = script_callee(call);
    const JsSummary *s = summary_of(f, &callee->function);

    if (call->as.call.awaits || callee->kind == SCRIPT_EXTERNAL ||
        callee->kind == SCRIPT_VALUE)
        return true;
    return s && s->changes;
}

typedef struct {
    const JsFlow *flow;
    bool found;
} Search;

static bool see_change(void *ctx, const Term *t)
{
    Search *s = ctx;

    s->found |= t->kind == TERM_CALL && callee_changes(s->flow, t);
    return !s->found;
}

bool js_changes(const JsFlow *f, const Term *t)
{
    Search s = {f, false};

    term_walk(t, &(Visitor){.term = see_change, .ctx = &s});
    return s.found;
}

static bool is_global(const JsFlow *f, const Term *root)
{
    const JsVariable *v = root->kind == TERM_VAR ? js_variable(f, root->as.var) : NULL;

    return v && v->global;
}

/* Whether a statement assigns globals: `parts` of one variable only, if it is given. */
static bool stmt_assigns(const JsFlow *f, const Stmt *s, const Binding *parts)
{
    const Term *root;

    if (!s)
        return false;
    switch (s->kind) {
    case STMT_ASSIGN:
        root = term_root(s->as.assign.target);
        return parts ? root->kind == TERM_VAR && root->as.var == parts &&
                           root != s->as.assign.target
                     : is_global(f, root);
    case STMT_IF:
        return stmt_assigns(f, s->as.branch.then, parts) ||
               stmt_assigns(f, s->as.branch.other, parts);
    case STMT_WHILE:
    case STMT_FOR:
        return stmt_assigns(f, s->as.loop.init, parts) ||
               stmt_assigns(f, s->as.loop.step, parts) ||
               stmt_assigns(f, s->as.loop.body, parts);
    case STMT_FOR_OF:
        return stmt_assigns(f, s->as.each.body, parts);
    case STMT_BLOCK:
        for (uint32_t i = 0; i < s->as.block.count; i++)
            if (stmt_assigns(f, s->as.block.at[i], parts))
                return true;
        return false;
    case STMT_BAD:
    case STMT_LOCAL:
    case STMT_RETURN:
    case STMT_CALL:
        return false;
    }
    return false;
}

static bool stmt_calls_change(const JsFlow *f, const Stmt *stmt)
{
    Search s = {f, false};

    script_walk(stmt, &(Visitor){.term = see_change, .ctx = &s});
    return s.found;
}

/* ---- Sharing. */

static Sharing variable_shares(const JsFlow *f, const Term *t, bool last)
{
    const JsVariable *v = js_variable(f, t->as.var);

    if (!v)
        return JS_SHARED;
    if (v->global)
        return JS_GLOBAL | JS_SHARED | (v->changed ? JS_CHANGED : 0);
    if (v->changed)
        return last ? 0 : JS_CHANGED | JS_SHARED;
    return (last ? 0 : JS_SHARED) | v->shares;
}

/* What a part of a literal shares, copied if it comes from a changed variable. */
static Sharing member_shares(const JsFlow *f, const Term *t)
{
    Sharing s = js_shares(f, t, false);

    return s & JS_CHANGED ? 0 : s;
}

static bool copies_argument(const JsFlow *f, const Term *call, uint32_t i,
                            Sharing shares);

static Sharing call_shares(const JsFlow *f, const Term *t)
{
    const JsSummary *s = summary_of(f, t->as.call.function);
    Sharing all = 0, shares;

    if (!s || s->function->kind == SCRIPT_EXTERNAL)
        return 0; /* copied, or made for it */
    for (uint32_t i = 0; i < t->as.call.function->count; i++) {
        if (i < JS_PARAMS && !(s->result >> i & 1))
            continue;
        shares = js_shares(f, t->as.call.args[i], false);
        all |= copies_argument(f, t, i, shares) ? 0 : shares;
    }
    return all | (s->result & JS_SHARED);
}

Sharing js_shares(const JsFlow *f, const Term *t, bool last)
{
    Sharing all = 0;

    if (js_is_scalar(t))
        return 0;
    switch (t->kind) {
    case TERM_VAR:
        return variable_shares(f, t, last);
    case TERM_FIELD:
        return js_shares(f, t->as.field.of, last);
    case TERM_INDEX:
        return js_shares(f, t->as.index.of, last);
    case TERM_COND:
        return js_shares(f, t->as.cond.then, last) | js_shares(f, t->as.cond.other, last);
    case TERM_OBJECT:
        for (uint32_t i = 0; i < t->as.object.count; i++)
            all |= member_shares(f, t->as.object.members[i].value);
        return all;
    case TERM_ARRAY:
        for (uint32_t i = 0; i < t->as.array.count; i++)
            all |= member_shares(f, t->as.array.items[i]);
        return all;
    case TERM_CALL:
        return call_shares(f, t);
    case TERM_BAD:
    case TERM_LITERAL:
    case TERM_OP:
    case TERM_IN:
    case TERM_QUANT:
        break;
    }
    return 0;
}

/* ---- Copies. */

static bool later_changes(const JsFlow *f, const Term *call, uint32_t i)
{
    for (i++; i < call->as.call.function->count; i++)
        if (js_changes(f, call->as.call.args[i]))
            return true;
    return callee_changes(f, call) || script_callee(call)->kind == SCRIPT_REST;
}

/* The same, of an argument that shares this. */
static bool copies_argument(const JsFlow *f, const Term *call, uint32_t i, Sharing shares)
{
    const ScriptFunction *callee = script_callee(call);
    const JsSummary *s = summary_of(f, &callee->function);

    if (callee->kind == SCRIPT_EXTERNAL || callee->kind == SCRIPT_VALUE)
        return shares != 0;
    if (!(shares & JS_CHANGED))
        return false;
    if (s && (i >= JS_PARAMS || s->result >> i & 1))
        return true;
    return (shares & JS_GLOBAL) && later_changes(f, call, i);
}

bool js_copies_argument(const JsFlow *f, const Term *call, uint32_t i)
{
    return copies_argument(f, call, i, js_shares(f, call->as.call.args[i], false));
}

/* x = x.next: the rest of x is gone. */
static bool is_part_of(const Term *value, const Binding *var)
{
    const Term *root = term_root(value);

    return root->kind == TERM_VAR && root->as.var == var;
}

bool js_copies_into(const JsFlow *f, const Binding *var, const Term *value)
{
    const JsVariable *v = js_variable(f, var);
    Sharing shares = js_shares(f, value, false);

    if (shares == 0 || (is_part_of(value, var) && !(v && v->global)))
        return false;
    return !v || v->global || v->changed || shares & JS_CHANGED;
}

bool js_copies_loop(const JsFlow *f, const Stmt *loop)
{
    const Term *of = loop->as.each.of, *root = term_root(of);
    const Type *type = js_type(of);
    Sharing shares = js_shares(f, of, false);

    if (!(shares & JS_CHANGED))
        return false;
    if (root->kind != TERM_VAR || !type || type->kind != TYPE_ARRAY ||
        !js_is_scalar_type(type->as.of))
        return true;
    return stmt_assigns(f, loop->as.each.body, root->as.var) ||
           (shares & JS_GLOBAL && stmt_calls_change(f, loop->as.each.body));
}

bool js_copies_param(const JsFlow *f, const ScriptFunction *function, const Binding *var)
{
    const JsVariable *v = js_variable(f, var);

    return v && !js_is_scalar_type(var->type) &&
           (v->changed || (function->async && v->late));
}

/* ---- What functions do, until nothing is new. */

static bool flow_into(JsFlow *f, const Binding *var, const Term *value)
{
    JsVariable *v = js_variable(f, var);
    Sharing more;

    if (!v || v->global || v->changed || js_copies_into(f, var, value))
        return false;
    more = js_shares(f, value, false) & ~v->shares;
    v->shares |= more;
    return more != 0;
}

static bool flow_loop(JsFlow *f, const Stmt *s)
{
    JsVariable *v = js_variable(f, s->as.each.var);
    Sharing more =
        js_copies_loop(f, s) ? 0 : js_shares(f, s->as.each.of, false) & ~v->shares;

    if (more & JS_CHANGED)
        more = 0; /* its elements are scalars */
    v->shares |= more;
    return more != 0;
}

static bool flow_result(JsSummary *s, Sharing shares)
{
    Sharing more;

    if (shares & JS_GLOBAL) /* copied */
        return false;
    more = shares & ~s->result;
    s->result |= more;
    return more != 0;
}

static bool flow_stmt(JsFlow *f, JsSummary *in, const Stmt *s)
{
    bool news = false;

    if (!s)
        return false;
    switch (s->kind) {
    case STMT_LOCAL:
        return flow_into(f, s->as.local.var, s->as.local.value);
    case STMT_ASSIGN:
        return s->as.assign.target->kind == TERM_VAR &&
               flow_into(f, s->as.assign.target->as.var, s->as.assign.value);
    case STMT_IF:
        news |= flow_stmt(f, in, s->as.branch.then);
        return flow_stmt(f, in, s->as.branch.other) || news;
    case STMT_WHILE:
    case STMT_FOR:
        news |= flow_stmt(f, in, s->as.loop.init);
        news |= flow_stmt(f, in, s->as.loop.step);
        return flow_stmt(f, in, s->as.loop.body) || news;
    case STMT_FOR_OF:
        news |= flow_loop(f, s);
        return flow_stmt(f, in, s->as.each.body) || news;
    case STMT_RETURN:
        return s->as.value && flow_result(in, js_shares(f, s->as.value, true));
    case STMT_BLOCK:
        for (uint32_t i = 0; i < s->as.block.count; i++)
            news |= flow_stmt(f, in, s->as.block.at[i]);
        return news;
    case STMT_BAD:
    case STMT_CALL:
        break;
    }
    return false;
}

static bool flow_function(JsFlow *f, JsSummary *s)
{
    const ScriptFunction *function = s->function;
    bool changes;

    if (function->kind == SCRIPT_PURE)
        return function->function.body &&
               flow_result(s, js_shares(f, function->function.body, true));
    if (function->kind != SCRIPT_PLAIN)
        return false;
    changes = s->changes || stmt_assigns(f, function->body, NULL) ||
              stmt_calls_change(f, function->body);
    if (changes != s->changes) {
        s->changes = changes;
        return true;
    }
    return flow_stmt(f, s, function->body);
}

/* Sets only grow, so it ends. Going there and back follows calls in either direction. */
static void flow_all(JsFlow *f)
{
    bool news = true;

    while (news) {
        news = false;
        for (uint32_t i = 0; i < f->nsummaries; i++)
            news |= flow_function(f, &f->summaries[i]);
        for (uint32_t i = f->nsummaries; i-- > 0;)
            news |= flow_function(f, &f->summaries[i]);
    }
}

/* ---- The whole. */

/* What parameters share: themselves, as far as there are bits. */
static void mark_params(JsFlow *f)
{
    for (uint32_t i = 0; i < f->nvariables; i++) {
        JsVariable *v = &f->variables[i];
        if (v->owner)
            v->shares = v->bit < JS_PARAMS ? (Sharing)1 << v->bit : JS_SHARED;
    }
}

bool js_flow_init(JsFlow *f, const Script *s, struct assay_arena *arena)
{
    *f = (JsFlow){.script = s, .arena = arena};
    assay_map_init(&f->numbers, arena->mem);
    for (uint32_t i = 0; i < s->nglobals; i++) {
        JsVariable *v = add_variable(f, s->globals[i]->var);
        if (v)
            v->global = true;
    }
    for (uint32_t i = 0; i < s->nfunctions; i++)
        add_summary(f, s->functions[i]);
    for (uint32_t i = 0; i < s->nfunctions; i++)
        note_variables(f, s->functions[i]->body);
    mark_params(f);
    if (!f->no_memory)
        flow_all(f);
    if (!f->no_memory)
        js_mark_late(f);
    return !f->no_memory;
}

void js_flow_done(JsFlow *f)
{
    assay_map_done(&f->numbers);
}
