/*
 * Expressions. One without calls is checked as it is (term/check.h). Calls are executed
 * from left to right, each when its turn comes, and what they return gets a name; what is
 * known after a call must not serve to prove what was evaluated before it, so every part
 * is checked in its turn.
 */
#include "script/verify_parts.h"
#include <string.h>

#define NAME_MAX_BYTES 40 /* of an expression that names its value in messages */

/* ---- Conditions and types. */

const Term *verify_spec(Verifier *v, const Term *t)
{
    const Term *now = verify_now(v, t);
    bool outer = v->in_spec, good;

    v->in_spec = true;
    good = check_condition(v->c, v->now.scope, now);
    v->in_spec = outer;
    if (!good)
        verify_error(v);
    return good ? now : NULL;
}

bool verify_type(Verifier *v, const Type *t)
{
    bool outer = v->in_spec, good;

    v->in_spec = true;
    good = check_type(v->c, v->now.scope, verify_type_now(v, t));
    v->in_spec = outer;
    if (!good)
        verify_error(v);
    return good;
}

/* ---- Parts without calls. */

typedef struct {
    Verifier *v;
} Visit;

static bool show_operand(void *ctx, const Term *t)
{
    Verifier *v = ctx;

    if (t->kind == TERM_FIELD || t->kind == TERM_VAR)
        v->options->visit(v->options->visitor, v->now.scope, t, verify_now(v, t));
    return true;
}

static void visit(Verifier *v, const Term *t)
{
    if (v->options->visit)
        term_walk(t, &(Visitor){.term = show_operand, .ctx = v});
}

/* Whether a term that was reported has a value where what was reported holds. */
static bool is_fine_else(Verifier *v, const Term *t)
{
    Diags quiet, *told = v->c->diags;
    const Scope *scope = v->now.scope;
    bool fine;

    diag_init(&quiet);
    quiet.sources = told->sources;
    quiet.nsources = told->nsources;
    v->c->diags = &quiet;
    fine = check_term(v->c, scope, t);
    v->c->diags = told;
    v->now.scope = scope;
    quiet.sources = NULL;
    diag_done(&quiet);
    return fine;
}

const Term *verify_fine(Verifier *v, const Term *t)
{
    v->missing = false;
    if (check_term(v->c, v->now.scope, t))
        return t;
    verify_error(v);
    return !v->missing && is_fine_else(v, t) ? t : NULL;
}

static const Term *plain(Verifier *v, const Term *t)
{
    const Term *now = verify_now(v, t);

    visit(v, t);
    return verify_fine(v, now);
}

/* What was put together from parts that were executed. */
static const Term *checked(Verifier *v, const Term *t)
{
    if (!t) {
        verify_no_memory(v);
        return NULL;
    }
    return verify_fine(v, t);
}

/* ---- Parts with calls. */

static const Term *const *all(Verifier *v, const Term *const *list, uint32_t count)
{
    const Term **done = assay_arena_new(v->arena, count, sizeof *done);

    if (!done)
        verify_no_memory(v);
    for (uint32_t i = 0; done && i < count; i++) {
        done[i] = verify_term(v, list[i]);
        if (!done[i])
            return NULL;
    }
    return done;
}

/* The right side of && || ==>, where the left one does not decide. */
static const Term *lazy_right(Verifier *v, const Term *t, const Term *left)
{
    State base = verify_keep(v), other;
    bool negated = t->as.op.op == OP_ELSE;
    const Term *right;

    verify_assume(v, left, negated);
    right = verify_term(v, t->as.op.args[1]);
    other = verify_keep(v);
    verify_join(v, &base, left, negated ? &base : &other, negated ? &other : &base);
    return right;
}

static const Term *lazy(Verifier *v, const Term *t)
{
    const Term *args[2];

    args[0] = verify_condition(v, t->as.op.args[0]);
    args[1] = args[0] ? lazy_right(v, t, args[0]) : NULL;
    if (!args[1])
        return NULL;
    return checked(v, term_op(v->arena, t->span, t->as.op.mark, t->as.op.op, args, 2));
}

static const Term *operation(Verifier *v, const Term *t)
{
    TermOp op = t->as.op.op;
    const Term *const *args;

    if (op == OP_ALSO || op == OP_ELSE || op == OP_THEN)
        return lazy(v, t);
    args = all(v, t->as.op.args, t->as.op.count);
    return args ? checked(v, term_op(v->arena, t->span, t->as.op.mark, op, args,
                                     t->as.op.count))
                : NULL;
}

static const Term *conditional(Verifier *v, const Term *t)
{
    const Term *test = verify_condition(v, t->as.cond.test), *then, *other;
    State base, on_true, on_false;

    if (!test)
        return NULL;
    base = verify_keep(v);
    verify_assume(v, test, false);
    then = verify_term(v, t->as.cond.then);
    on_true = verify_keep(v);
    v->now = base;
    verify_assume(v, test, true);
    other = verify_term(v, t->as.cond.other);
    on_false = verify_keep(v);
    verify_join(v, &base, test, &on_true, &on_false);
    return then && other ? term_cond(v->arena, t->span, test, then, other) : NULL;
}

static const Term *object(Verifier *v, const Term *t)
{
    TermMember *members = assay_arena_new(v->arena, t->as.object.count, sizeof *members);

    if (!members)
        verify_no_memory(v);
    for (uint32_t i = 0; members && i < t->as.object.count; i++) {
        members[i] = t->as.object.members[i];
        members[i].value = verify_term(v, members[i].value);
        if (!members[i].value)
            return NULL;
    }
    return members ? term_object(v->arena, t->span, members, t->as.object.count) : NULL;
}

static const Term *field(Verifier *v, const Term *t)
{
    const Term *of = verify_term(v, t->as.field.of), *now;

    if (!of)
        return NULL;
    now = term_field(v->arena, t->span, t->as.field.mark, of, t->as.field.name);
    if (now && v->options->visit)
        v->options->visit(v->options->visitor, v->now.scope, t, now);
    return checked(v, now);
}

static const Term *element(Verifier *v, const Term *t)
{
    const Term *of = verify_term(v, t->as.index.of);
    const Term *index = of ? verify_term(v, t->as.index.index) : NULL;

    return index ? checked(v, term_index(v->arena, t->span, of, index)) : NULL;
}

static const Term *membership(Verifier *v, const Term *t)
{
    const Term *of = verify_term(v, t->as.in.of);

    return of ? checked(v,
                        term_in(v->arena, t->span, of, verify_type_now(v, t->as.in.type)))
              : NULL;
}

static const Term *array(Verifier *v, const Term *t)
{
    const Term *const *items = all(v, t->as.array.items, t->as.array.count);

    return items ? term_array(v->arena, t->span, items, t->as.array.count) : NULL;
}

/* ---- Calls. */

/* The text of an expression as the name of its value. */
static const char *name_of(Verifier *v, const Term *t)
{
    const char *text = check_term_text(v->c, t);

    return strlen(text) <= NAME_MAX_BYTES ? text : "it";
}

/* What is long gets a name, so that types it is put into stay short. */
static const Term *named(Verifier *v, const Term *t, const Type *type)
{
    const Binding *var;

    if (t->kind == TERM_VAR || t->kind == TERM_LITERAL || script_is_function_type(type))
        return t;
    var = verify_fresh(v, name_of(v, t), type, t->span, t);
    return var ? verify_var(v, var, t->span) : t;
}

/* The parameters of a function with what they are given. */
static Replaced *bind(Verifier *v, const Function *f, const Term *const *args)
{
    Replaced *list = assay_arena_new(v->arena, f->count, sizeof *list);

    if (!list)
        verify_no_memory(v);
    for (uint32_t i = 0; list && i < f->count; i++)
        list[i] = (Replaced){f->params[i], args[i]};
    return list;
}

/* A type in the head of a function, of arguments and of globals as they are now. */
static const Type *head_type(Verifier *v, const Type *t, const Replaced *args,
                             uint32_t count)
{
    const Type *now = type_replace_all(v->arena, t, args, count);

    if (!now)
        verify_no_memory(v);
    return verify_type_now(v, now ? now : t);
}

/* Nobody knows when a function that is given away is called. */
static bool forget_globals(Verifier *v)
{
    Effects all = {.waits = true};

    for (uint32_t i = 0; i < v->script->nglobals; i++) {
        if (!read_grow(v->arena, &all.at, &all.cap, all.count, sizeof *all.at))
            return false;
        all.at[all.count++] = v->script->globals[i]->var;
    }
    verify_forget(v, &all);
    return true;
}

static bool is_async(const Verifier *v, const Term *arg)
{
    const ScriptFunction *f = effects_function_of(v->script, arg->as.var);

    return f && f->async;
}

/* A function that is given where another is wanted: it takes all that the other does, and
 * gives nothing that the other does not. */
static bool function_fits(Verifier *v, const Term *arg, const Type *wanted)
{
    const Type *given = type_resolve(arg->as.var->type);
    State outer = verify_keep(v);
    uint32_t count = wanted->as.function.count;
    Replaced *mine = assay_arena_new(v->arena, count, sizeof *mine);
    Replaced *theirs = assay_arena_new(v->arena, count, sizeof *theirs);
    Wanted w = {DIAG_SCRIPT_FUNCTION, arg->span, NULL, span_nowhere(), NULL};
    bool good = given->as.function.count == count;
    const Binding *result;

    if (!mine || !theirs || !forget_globals(v)) {
        verify_no_memory(v);
        return false;
    }
    if (is_async(v, arg)) {
        diag_report(v->c->diags, DIAG_SCRIPT_FUNCTION, arg->span,
                    "'%s' is async: what it returns is not there when it is called",
                    arg->as.var->name);
        verify_error(v);
        return false;
    }
    if (!good)
        diag_report(v->c->diags, DIAG_SCRIPT_FUNCTION, arg->span,
                    "'%s' takes %u argument%s, but is to take %u", arg->as.var->name,
                    given->as.function.count, given->as.function.count == 1 ? "" : "s",
                    count);
    for (uint32_t i = 0; good && i < count; i++) {
        const Binding *param = wanted->as.function.params[i];
        const char *name = param->name[0] ? param->name : "x";
        const Binding *x =
            verify_fresh(v, name, head_type(v, param->type, theirs, i), arg->span, NULL);
        const Term *value = x ? verify_var(v, x, span_nowhere()) : NULL;
        if (!value)
            return false;
        theirs[i] = (Replaced){param, value};
        mine[i] = (Replaced){given->as.function.params[i], value};
        w.what =
            verify_text(v, "what '%s' is called with, '%s',", arg->as.var->name, name);
        w.declared = given->as.function.params[i]->span;
        w.place = "the parameter is here";
        good = verify_has_type(
            v, value, head_type(v, given->as.function.params[i]->type, mine, i), &w);
    }
    if (good) {
        result = verify_fresh(v, verify_text(v, "the result of %s", arg->as.var->name),
                              head_type(v, given->as.function.result, mine, count),
                              arg->span, NULL);
        w.what = verify_text(v, "the result of '%s'", arg->as.var->name);
        w.declared = wanted->span;
        w.place = "it is wanted here";
        good = result && verify_has_type(
                             v, verify_var(v, result, span_nowhere()),
                             head_type(v, wanted->as.function.result, theirs, count), &w);
    }
    v->now = outer;
    if (!good)
        verify_error(v);
    return good;
}

static bool check_argument(Verifier *v, const Term *t, uint32_t i, const Replaced *args)
{
    const Function *f = t->as.call.function;
    const Binding *param = f->params[i];
    const Type *type = head_type(v, param->type, args, i);
    Wanted w = {DIAG_SCRIPT_ARGUMENT, t->as.call.args[i]->span, NULL, param->span,
                "the parameter is declared here"};

    if (script_is_function_type(type))
        return function_fits(v, args[i].by, type_resolve(type));
    w.what = param->name[0]
                 ? verify_text(v, "the argument '%s' of '%s'", param->name, f->name)
                 : verify_text(v, "the argument of '%s'", f->name);
    return verify_has_type(v, args[i].by, type, &w);
}

/* A call of the function that is verified, or of one that calls it back, gets nearer to
 * an end. */
static void check_descent(Verifier *v, const Term *t, const Replaced *args)
{
    const ScriptFunction *f = script_callee(t);
    const Term *next, *smaller, *bound;

    if (!v->measure || f != v->function)
        return;
    next = term_replace_all(v->arena, v->decreases, args, f->function.count);
    next = next ? verify_now(v, next) : NULL;
    smaller = term_op2(v->arena, OP_LT, next, v->measure);
    bound = term_op2(v->arena, OP_LE, verify_int(v, 0), v->measure);
    verify_holds(
        v, term_op2(v->arena, OP_AND, bound, smaller), DIAG_SCRIPT_ENDLESS, t->span,
        verify_text(v, "'%s' may not get smaller, or may be negative, in this call",
                    check_term_text(v->c, v->decreases)),
        verify_text(v, "'%s' gets smaller in this call, and is not negative",
                    check_term_text(v->c, v->decreases)));
}

static const Term *call(Verifier *v, const Term *t)
{
    const ScriptFunction *f = script_callee(t);
    uint32_t count = f->function.count;
    const Term **args = assay_arena_new(v->arena, count, sizeof *args);
    Effects effects = {0};
    const Binding *result;
    Replaced *list;
    bool good = true;

    if (!args)
        verify_no_memory(v);
    for (uint32_t i = 0; args && i < count; i++) {
        args[i] = script_is_function_type(f->function.params[i]->type)
                      ? t->as.call.args[i]
                      : verify_term(v, t->as.call.args[i]);
        good &= args[i] != NULL;
    }
    if (!args || !good)
        return NULL;
    if (f->function.body)
        return checked(v, term_call_like(v->arena, t, args));
    if (f->kind == SCRIPT_REST)
        return verify_rest_call(v, t, args);
    list = bind(v, &f->function, args);
    for (uint32_t i = 0; list && i < count; i++) {
        good &= check_argument(v, t, i, list);
        list[i].by =
            named(v, list[i].by, head_type(v, f->function.params[i]->type, list, i));
    }
    if (!list)
        return NULL;
    check_descent(v, t, list);
    if (!effects_of_call(v->script, t, &effects))
        verify_no_memory(v);
    verify_forget(v, &effects);
    verify_dependents(v, &effects, DEPENDENTS_CALL, t->span);
    if (!good)
        return NULL;
    result = verify_fresh(v, name_of(v, t), head_type(v, f->function.result, list, count),
                          t->span, NULL);
    return result ? verify_var(v, result, t->span) : NULL;
}

/* ---- All of them. */

const Term *verify_term(Verifier *v, const Term *t)
{
    if (!effects_calls(t))
        return plain(v, t);
    switch (t->kind) {
    case TERM_OP:
        return operation(v, t);
    case TERM_CALL:
        return call(v, t);
    case TERM_COND:
        return conditional(v, t);
    case TERM_IN:
        return membership(v, t);
    case TERM_OBJECT:
        return object(v, t);
    case TERM_ARRAY:
        return array(v, t);
    case TERM_FIELD:
        return field(v, t);
    case TERM_INDEX:
        return element(v, t);
    case TERM_BAD:
    case TERM_VAR:
    case TERM_LITERAL:
    case TERM_QUANT:
        break;
    }
    return plain(v, t);
}

const Term *verify_condition(Verifier *v, const Term *t)
{
    const Term *now = verify_term(v, t);

    if (!now)
        return NULL;
    if (check_condition(v->c, v->now.scope, now))
        return now;
    verify_error(v);
    return NULL;
}
