/*
 * Statements and functions.
 *
 * An assignment of a part, a[i].b = e, is written as it is if nothing can come between
 * its pieces. What has to be evaluated once or before something else is kept in constants
 * first: the index of a[f(x)] += 1, and the value of g.b = f(x) if g is a global that f
 * may assign as a whole, since JavaScript looks at g before it calls f.
 */
#include "script/js_parts.h"
#include <string.h>

static void statement(Js *j, const Stmt *s);

/* ---- Blocks. */

static void lines(Js *j, const Stmt *s)
{
    if (s->kind != STMT_BLOCK) {
        js_line(j);
        statement(j, s);
        return;
    }
    for (uint32_t i = 0; i < s->as.block.count; i++) {
        js_line(j);
        statement(j, s->as.block.at[i]);
    }
}

static void braces(Js *j, const Stmt *s)
{
    JsName *outer = j->names;

    js_put(j, "{");
    j->depth++;
    lines(j, s);
    j->depth--;
    js_line(j);
    js_put(j, "}");
    j->names = outer;
}

/* ---- Assignments. */

/* Whether a term is the same, however often it is evaluated. */
static bool is_steady(const Term *t)
{
    return t->kind == TERM_LITERAL || t->kind == TERM_VAR;
}

static bool has_moving_index(const Term *place)
{
    for (; place->kind == TERM_FIELD || place->kind == TERM_INDEX;
         place = place->kind == TERM_FIELD ? place->as.field.of : place->as.index.of)
        if (place->kind == TERM_INDEX && !is_steady(place->as.index.index))
            return true;
    return false;
}

static bool is_global(const Js *j, const Term *root)
{
    const JsVariable *v =
        root->kind == TERM_VAR ? js_variable(&j->flow, root->as.var) : NULL;

    return v && v->global;
}

/* Whether calculating the indices of a place may change globals. */
static bool place_changes(const Js *j, const Term *place)
{
    for (; place->kind == TERM_FIELD || place->kind == TERM_INDEX;
         place = place->kind == TERM_FIELD ? place->as.field.of : place->as.index.of)
        if (place->kind == TERM_INDEX && js_changes(&j->flow, place->as.index.index))
            return true;
    return false;
}

/* Whether an assignment has to be taken apart. */
static bool in_pieces(const Js *j, const Stmt *s)
{
    const Term *target = s->as.assign.target, *root = term_root(target);

    if (root == target)
        return false;
    return (s->as.assign.compound && has_moving_index(target)) ||
           (is_global(j, root) &&
            (js_changes(&j->flow, s->as.assign.value) || place_changes(j, target)));
}

static bool copies_value(const Js *j, const Stmt *s)
{
    const Term *target = s->as.assign.target;

    if (target->kind == TERM_VAR)
        return js_copies_into(&j->flow, target->as.var, s->as.assign.value);
    return js_shares(&j->flow, s->as.assign.value, false) != 0;
}

/* place = value, or set(object, "__proto__", value). Value NULL: that of the statement.
 */
static void assign(Js *j, const Term *target, const Stmt *s, const char *value)
{
    bool prototype =
        target->kind == TERM_FIELD && strcmp(target->as.field.name, "__proto__") == 0;

    if (prototype) {
        js_helper(j, JS_SET);
        js_put(j, "(");
        js_term(j, target->as.field.of, JS_LOOSEST);
        js_printf(j, ", \"%s\", ", target->as.field.name);
    } else {
        js_term(j, target, JS_MEMBER);
        js_put(j, " = ");
    }
    if (value)
        js_put(j, value);
    else
        js_copied(j, s->as.assign.value, copies_value(j, s));
    js_put(j, prototype ? ")" : "");
}

/* The place with constants for its indices, which are written. Each one's variable is
 * put in the place of the index. */
static const Term *fix_place(Js *j, const Term *place)
{
    struct assay_arena *a = j->arena;
    const Term *of, *index;
    const Binding *var;

    if (place->kind == TERM_FIELD) {
        of = fix_place(j, place->as.field.of);
        return of ? term_field(a, place->span, place->as.field.mark, of,
                               place->as.field.name)
                  : NULL;
    }
    if (place->kind != TERM_INDEX)
        return place;
    of = fix_place(j, place->as.index.of);
    index = place->as.index.index;
    if (of && index->kind != TERM_LITERAL) {
        var = binding_new(a, "index", type_simple(a, index->span, TYPE_INTEGER),
                          index->span);
        if (!var)
            return NULL;
        js_printf(j, "const %s = ", js_declare(j, var, "index"));
        js_term(j, index, JS_LOOSEST);
        js_put(j, ";");
        js_line(j);
        index = term_var(a, index->span, var);
    }
    return of && index ? term_index(a, place->span, of, index) : NULL;
}

/* The value of a compound assignment is  target op e : the target is fixed in it. */
static const Term *fix_value(Js *j, const Stmt *s, const Term *target)
{
    const Term *value = s->as.assign.value;
    const Term *args[2];

    if (!s->as.assign.compound || value->kind != TERM_OP)
        return value;
    args[0] = target;
    args[1] = value->as.op.args[1];
    return term_op(j->arena, value->span, value->as.op.mark, value->as.op.op, args, 2);
}

static void assign_in_pieces(Js *j, const Stmt *s)
{
    JsName *outer = j->names;
    Stmt fixed = *s;
    const char *value;

    js_put(j, "{");
    j->depth++;
    js_line(j);
    fixed.as.assign.target = fix_place(j, s->as.assign.target);
    fixed.as.assign.value =
        fixed.as.assign.target ? fix_value(j, s, fixed.as.assign.target) : NULL;
    if (!fixed.as.assign.value) {
        j->diags->no_memory = true;
        return;
    }
    value = js_declare(j, NULL, "value");
    js_printf(j, "const %s = ", value);
    js_copied(j, fixed.as.assign.value, copies_value(j, &fixed));
    js_put(j, ";");
    js_line(j);
    js_mark(j, s->span);
    assign(j, fixed.as.assign.target, &fixed, value);
    js_put(j, ";");
    j->depth--;
    js_line(j);
    js_put(j, "}");
    j->names = outer;
}

/* ---- Simple statements, without the semicolon. */

static void local(Js *j, const Stmt *s, bool constant)
{
    const Binding *var = s->as.local.var;
    JsName *outer = j->names;
    const char *name = js_declare(j, var, var->name);
    JsName *inner = j->names;

    js_put(j, constant ? "const " : "let ");
    js_mark(j, var->span);
    js_printf(j, "%s = ", name);
    j->names = outer; /* its value does not know it */
    js_copied(j, s->as.local.value, js_copies_into(&j->flow, var, s->as.local.value));
    j->names = inner;
}

static void simple(Js *j, const Stmt *s, bool constant)
{
    js_mark(j, s->span);
    if (s->kind == STMT_LOCAL)
        local(j, s, constant);
    else if (s->kind == STMT_ASSIGN)
        assign(j, s->as.assign.target, s, NULL);
    else
        js_term(j, s->as.value, JS_LOOSEST);
}

static bool is_constant(const Js *j, const Binding *var)
{
    const JsVariable *v = js_variable(&j->flow, var);

    return v && !v->assigned;
}

/* ---- Branches and loops. */

static void branch(Js *j, const Stmt *s)
{
    js_put(j, "if (");
    js_term(j, s->as.branch.test, JS_LOOSEST);
    js_put(j, ") ");
    braces(j, s->as.branch.then);
    if (!s->as.branch.other)
        return;
    js_put(j, " else ");
    if (s->as.branch.other->kind == STMT_IF)
        branch(j, s->as.branch.other);
    else
        braces(j, s->as.branch.other);
}

static void while_loop(Js *j, const Stmt *s)
{
    js_put(j, "while (");
    js_term(j, s->as.loop.test, JS_LOOSEST);
    js_put(j, ") ");
    braces(j, s->as.loop.body);
}

/* A loop whose step takes more than an expression: nothing leaves a body but return, so
 * the step may stand at its end. */
static void for_as_while(Js *j, const Stmt *s)
{
    js_put(j, "{");
    j->depth++;
    js_line(j);
    if (s->as.loop.init) {
        statement(j, s->as.loop.init);
        js_line(j);
    }
    js_put(j, "while (");
    js_term(j, s->as.loop.test, JS_LOOSEST);
    js_put(j, ") {");
    j->depth++;
    js_line(j);
    braces(j, s->as.loop.body);
    js_line(j);
    statement(j, s->as.loop.step);
    j->depth--;
    js_line(j);
    js_put(j, "}");
    j->depth--;
    js_line(j);
    js_put(j, "}");
}

static void for_loop(Js *j, const Stmt *s)
{
    JsName *outer = j->names;
    const Stmt *init = s->as.loop.init, *step = s->as.loop.step;

    if ((step && step->kind == STMT_ASSIGN && in_pieces(j, step)) ||
        (init && init->kind == STMT_ASSIGN && in_pieces(j, init))) {
        for_as_while(j, s);
        j->names = outer;
        return;
    }
    js_put(j, "for (");
    if (init)
        simple(j, init, false);
    js_put(j, "; ");
    js_term(j, s->as.loop.test, JS_LOOSEST);
    js_put(j, step ? "; " : ";");
    if (step)
        simple(j, step, false);
    js_put(j, ") ");
    braces(j, s->as.loop.body);
    j->names = outer;
}

static void for_of(Js *j, const Stmt *s)
{
    JsName *outer = j->names;
    const char *name = js_declare(j, s->as.each.var, s->as.each.var->name);
    JsName *inner = j->names;

    js_put(j, "for (const ");
    js_mark(j, s->as.each.var->span);
    js_printf(j, "%s of ", name);
    j->names = outer;
    js_copied(j, s->as.each.of, js_copies_loop(&j->flow, s));
    j->names = inner;
    js_put(j, ") ");
    braces(j, s->as.each.body);
    j->names = outer;
}

/* ---- All of them. */

static void return_value(Js *j, const Stmt *s)
{
    js_put(j, "return");
    if (s->as.value) {
        js_put(j, " ");
        js_copied(j, s->as.value,
                  (js_shares(&j->flow, s->as.value, true) & JS_GLOBAL) != 0);
    }
    js_put(j, ";");
}

static void statement(Js *j, const Stmt *s)
{
    js_mark(j, s->span);
    switch (s->kind) {
    case STMT_BAD:
        break;
    case STMT_LOCAL:
    case STMT_CALL:
        simple(j, s, s->kind == STMT_LOCAL && is_constant(j, s->as.local.var));
        js_put(j, ";");
        break;
    case STMT_ASSIGN:
        if (in_pieces(j, s)) {
            assign_in_pieces(j, s);
            break;
        }
        simple(j, s, false);
        js_put(j, ";");
        break;
    case STMT_IF:
        branch(j, s);
        break;
    case STMT_WHILE:
        while_loop(j, s);
        break;
    case STMT_FOR:
        for_loop(j, s);
        break;
    case STMT_FOR_OF:
        for_of(j, s);
        break;
    case STMT_RETURN:
        return_value(j, s);
        break;
    case STMT_BLOCK:
        braces(j, s);
        break;
    }
}

/* ---- Functions. */

static void params(Js *j, const ScriptFunction *f)
{
    js_put(j, "(");
    for (uint32_t i = 0; i < f->function.count; i++) {
        const Binding *p = f->function.params[i];
        js_put(j, i > 0 ? ", " : "");
        js_mark(j, p->span);
        js_put(j, js_declare(j, p, p->name));
    }
    js_put(j, ") {");
}

static void copy_params(Js *j, const ScriptFunction *f)
{
    for (uint32_t i = 0; i < f->function.count; i++) {
        const Binding *p = f->function.params[i];
        const char *name = js_name(j, p);
        if (!js_copies_param(&j->flow, f, p))
            continue;
        js_line(j);
        js_printf(j, "%s = ", name);
        js_helper(j, JS_COPY);
        js_printf(j, "(%s);", name);
    }
}

void js_function(Js *j, const ScriptFunction *f)
{
    JsName *outer = j->names;

    js_note_mentions(j, f->body, f->function.body, NULL);
    js_mark(j, f->span);
    if (!js_is_renamed(j, js_key_of(f), f->function.name))
        js_put(j, "export ");
    js_put(j, f->async ? "async function " : "function ");
    js_mark(j, f->function.span);
    js_put(j, js_name(j, js_key_of(f)));
    params(j, f);
    j->depth++;
    copy_params(j, f);
    if (f->body) {
        lines(j, f->body);
    } else {
        js_line(j);
        js_put(j, "return ");
        js_mark(j, f->function.body->span);
        js_term(j, f->function.body, JS_LOOSEST);
        js_put(j, ";");
    }
    j->depth--;
    js_line(j);
    js_put(j, "}");
    j->names = outer;
}
