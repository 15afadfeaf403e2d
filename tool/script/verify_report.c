/*
 * What has to hold, and what is said when it may not. What was reported is then taken to
 * hold: one mistake, one report.
 *
 * Of a value that may not have its type the part is named that is wrong: a field that may
 * be missing, the condition of a refinement. Where a condition that the loop surely keeps
 * would prove it, that is offered as an invariant.
 */
#include "script/verify_parts.h"
#include "term/simplify.h"
#include <stdarg.h>
#include <string.h>

#define NARROW_DEPTH 8

const char *verify_text(Verifier *v, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = assay_arena_vprintf(v->arena, format, args);
    va_end(args);
    if (!text)
        verify_no_memory(v);
    return text ? text : "";
}

void verify_error(Verifier *v)
{
    v->good = false;
}

bool verify_is_proved(Verifier *v, const Term *goal)
{
    ProverVerdict verdict;

    return goal && check_holds(v->c, v->now.scope, goal, &verdict);
}

/* ---- What would help. */

/* Whether a hint proves it. */
static bool helps(Verifier *v, const Hint *h, const Scope *scope, const Term *goal)
{
    ProverVerdict verdict;

    return h->text &&
           check_holds(v->c, scope_fact(v->c, scope, h->fact, false), goal, &verdict);
}

static void offer_invariants(Verifier *v, Diagnostic *d, const Scope *scope,
                             const Term *goal)
{
    for (uint32_t i = v->nhints; i-- > 0;) {
        const Hint *h = &v->hints[i];
        if (!helps(v, h, scope, goal))
            continue;
        diag_fix(v->c->diags, d, span_behind(h->where),
                 verify_text(v, " inv %s", h->text),
                 "add  inv %s  to the loop; with it this is proved", h->text);
        return;
    }
}

static bool see_recursion(void *ctx, const Term *t)
{
    const Function **found = ctx;

    if (t->kind == TERM_CALL && t->as.call.function && t->as.call.function->recursive)
        *found = t->as.call.function;
    return true;
}

/* The solver does no induction. */
static void offer_lemma(Verifier *v, Diagnostic *d, const Term *goal,
                        const ProverVerdict *verdict)
{
    const Function *about = NULL;

    term_walk(goal, &(Visitor){.term = see_recursion, .ctx = &about});
    if (about && verdict->answer == PROVER_UNDECIDED)
        diag_note(v->c->diags, d, "help",
                  "what needs induction over '%s' is proved by a function that calls "
                  "itself, a lemma",
                  about->name);
}

static bool all_visible(const Scope *scope, const Term *t);

typedef struct {
    const Scope *scope;
    bool all;
} Visible;

static bool see_visible(void *ctx, const Term *t)
{
    Visible *v = ctx;

    if (t->kind == TERM_QUANT) /* its variable is its own */
        v->all = false;
    if (t->kind == TERM_VAR) {
        const Scope *s = v->scope;
        while (s && s->var != t->as.var)
            s = s->outer;
        v->all &= s != NULL;
    }
    return v->all;
}

/* Whether a term speaks of nothing but variables of the scope. */
static bool all_visible(const Scope *scope, const Term *t)
{
    Visible v = {scope, true};

    term_walk(t, &(Visitor){.term = see_visible, .ctx = &v});
    return v.all;
}

/* ---- Hooks of the checker. */

static const char *type_word(TypeKind kind)
{
    switch (kind) {
    case TYPE_ANY:
        return "any";
    case TYPE_INTEGER:
        return "int";
    case TYPE_NUMBER:
        return "number";
    case TYPE_STRING:
        return "string";
    case TYPE_BOOLEAN:
        return "boolean";
    default:
        return NULL;
    }
}

typedef struct {
    Verifier *v;
    bool found;
} Results;

static bool see_result(void *ctx, const Term *t)
{
    Results *r = ctx;

    r->found |= t->kind == TERM_VAR && !verify_is_variable(r->v, t->as.var) &&
                verify_shown_name(r->v, t->as.var) == t->as.var->name;
    return true;
}

/* Whether something is about what a call returned, which another call may not return. */
static bool is_about_call(Verifier *v)
{
    Results r = {v, false};

    if (v->c->about)
        term_walk(v->c->about, &(Visitor){.term = see_result, .ctx = &r});
    return r.found;
}

/* A guard around the statement, if that is one that may be left out. */
static void suggest(void *ctx, Diagnostic *d, const char *condition)
{
    Verifier *v = ctx;
    const Stmt *stmt = v->stmt;

    if (v->in_spec)
        diag_note(v->c->diags, d, "help", "say so before it, or in a type:  %s",
                  condition);
    else if (is_about_call(v))
        diag_note(v->c->diags, d, "help",
                  "keep the result of the call in a variable, and guard that");
    else if (stmt && (stmt->kind == STMT_ASSIGN || stmt->kind == STMT_CALL))
        diag_fix(
            v->c->diags, d, (Span){stmt->span.source, stmt->span.start, stmt->span.start},
            verify_text(v, "if (%s) ", condition), "guard it by  if (%s)", condition);
    else
        diag_note(v->c->diags, d, "help", "guard it by  if (%s)", condition);
}

static const Answer *answer_of(const Verifier *v, const Term *t)
{
    while (t->kind == TERM_FIELD || t->kind == TERM_INDEX || t->kind == TERM_IN)
        t = t->kind == TERM_FIELD   ? t->as.field.of
            : t->kind == TERM_INDEX ? t->as.index.of
                                    : t->as.in.of;
    for (const Answer *a = v->answers; a; a = a->next)
        if (t->kind == TERM_VAR && a->response == t->as.var)
            return a;
    return NULL;
}

/* The response that a variable was set to: Response r = await get ... */
static const Answer *answer_through(const Verifier *v, const Scope *scope, const Term *t)
{
    const Term *root = t;
    const Answer *a = answer_of(v, t);

    while (root->kind == TERM_FIELD || root->kind == TERM_INDEX || root->kind == TERM_IN)
        root = root->kind == TERM_FIELD   ? root->as.field.of
               : root->kind == TERM_INDEX ? root->as.index.of
                                          : root->as.in.of;
    for (const Scope *s = scope; s && !a && root->kind == TERM_VAR; s = s->outer)
        if (!s->var && !s->negated && s->fact->kind == TERM_OP &&
            s->fact->as.op.op == OP_EQ && s->fact->as.op.args[0]->kind == TERM_VAR &&
            s->fact->as.op.args[0]->as.var == root->as.var)
            a = answer_of(v, s->fact->as.op.args[1]);
    return a;
}

static void show_triples(Verifier *v, Diagnostic *d, const Answer *a)
{
    Diags *diags = v->c->diags;

    if (!a)
        return;
    for (uint32_t i = 0; i < a->nsurely && i < 2; i++)
        diag_related(diags, d, a->surely[i]->post->span,
                     "the triple that applies does not give it");
    for (uint32_t i = 0; i < a->nmaybe && a->nsurely == 0 && i < 2; i++)
        diag_related(diags, d, a->maybe[i]->pre->span,
                     "this triple says something of the response, but only if its "
                     "precondition holds");
    if (a->nsurely == 0 && a->nmaybe == 0)
        diag_note(diags, d, "note",
                  "no triple says anything of the response to this request");
}

/* Whether something speaks of a variable that the loop around changes. */
static bool is_about_loop(const Verifier *v, const Term *goal)
{
    for (uint32_t i = 0; v->changed && i < v->now.count; i++)
        if (effects_has(v->changed, v->now.slots[i].var) &&
            term_mentions(goal, v->now.slots[i].by->as.var))
            return true;
    return false;
}

static void failed(void *ctx, Diagnostic *d, const Scope *scope, const Term *goal)
{
    Verifier *v = ctx;

    if (!goal)
        return;
    v->missing |= goal->kind == TERM_IN;
    show_triples(v, d, answer_through(v, scope, goal));
    if (is_about_loop(v, goal))
        diag_note(
            v->c->diags, d, "note",
            "of what the loop changes only types and invariants are known in a round");
    offer_invariants(v, d, scope, goal);
    if (all_visible(v->now.scope, goal))
        verify_assume(v, goal, false);
}

static bool pure_call(void *ctx, const Scope *scope, const Term *t);

CheckDialect verify_dialect(Verifier *v)
{
    return (CheckDialect){.ctx = v,
                          .type_word = type_word,
                          .integers = true,
                          .suggest = suggest,
                          .failed = failed,
                          .call = pure_call,
                          .name = verify_value_name};
}

/* ---- Conditions. */

/* The first of conditions joined by && that may not hold; those before it do. */
static const Term *failing_part(Verifier *v, const Scope *scope, const Term *goal)
{
    const Term *part = goal;

    while (part->kind == TERM_OP && part->as.op.op == OP_ALSO) {
        ProverVerdict verdict;
        if (check_holds(v->c, scope, part->as.op.args[0], &verdict)) {
            scope = scope_fact(v->c, scope, part->as.op.args[0], false);
            part = part->as.op.args[1];
        } else {
            part = part->as.op.args[0];
        }
    }
    return part;
}

Diagnostic *verify_holds(Verifier *v, const Term *goal, DiagCode code, Span span,
                         const char *refuted, const char *undecided)
{
    ProverVerdict verdict;
    const Term *part;
    Diagnostic *d;

    if (!goal) {
        verify_no_memory(v);
        return NULL;
    }
    if (check_holds(v->c, v->now.scope, goal, &verdict))
        return NULL;
    verify_error(v);
    part = failing_part(v, v->now.scope, goal);
    d = check_complain(v->c, &verdict, code, span, refuted, undecided);
    if (part != goal)
        diag_note(v->c->diags, d, "fails", "%s", check_term_text(v->c, part));
    check_explain(v->c, d, v->now.scope, goal, &verdict);
    failed(v, d, v->now.scope, goal);
    offer_lemma(v, d, goal, &verdict);
    return d;
}

/* ---- Types. */

/* The part of a type that a value may not have. */
typedef struct {
    const Term *value; /* the part of the value */
    const Type *type;  /* what it may not have, or NULL: */
    const char *field; /* the field that may be missing, or NULL: */
    const Term *needs; /* what may not hold */
} Narrow;

static bool has(Verifier *v, const Term *t, const Type *type)
{
    ProverVerdict verdict;

    return check_has_type(v->c, v->now.scope, t, type, &verdict);
}

static const Term *part_of(Verifier *v, const Term *of, const char *name)
{
    for (uint32_t i = 0; of->kind == TERM_OBJECT && i < of->as.object.count; i++)
        if (strcmp(of->as.object.members[i].name, name) == 0)
            return of->as.object.members[i].value;
    return term_field(v->arena, of->span, of->span, of, name);
}

static bool narrow(Verifier *v, Narrow *n, const Term *t, const Type *type, int depth);

static bool narrow_fields(Verifier *v, Narrow *n, const Term *t, const Type *type,
                          int depth)
{
    for (uint32_t i = 0; i < type->as.object.count; i++) {
        const TypeField *f = &type->as.object.fields[i];
        TypeField any = {f->name, span_nowhere(),
                         type_simple_word(v->arena, span_nowhere(), TYPE_ANY, "any"),
                         false};
        const Type *one =
            any.type ? type_object(v->arena, span_nowhere(), &any, 1) : NULL;
        const Term *part = part_of(v, t, f->name);
        if (!one || !part)
            return false;
        if (!f->optional && !has(v, t, one)) {
            *n = (Narrow){.value = t, .field = f->name};
            return true;
        }
        if (has(v, t, one) && narrow(v, n, part, f->type, depth - 1))
            return true;
    }
    return false;
}

/* The first of conditions joined by && that may not hold. */
static bool narrow_where(Verifier *v, Narrow *n, const Term *t, const Type *type,
                         const Term *where)
{
    const Term *needs;

    if (where->kind == TERM_OP &&
        (where->as.op.op == OP_ALSO || where->as.op.op == OP_AND))
        return narrow_where(v, n, t, type, where->as.op.args[0]) ||
               narrow_where(v, n, t, type, where->as.op.args[1]);
    needs = term_replace(v->arena, where, type->as.refine.var, t);
    if (!needs || verify_is_proved(v, needs))
        return false;
    *n = (Narrow){.value = t, .needs = needs};
    return true;
}

static bool narrow(Verifier *v, Narrow *n, const Term *t, const Type *type, int depth)
{
    const Type *whole = type;

    type = type_resolve(type);
    if (depth == 0 || has(v, t, type))
        return false;
    *n = (Narrow){.value = t, .type = whole};
    if (type->kind == TYPE_OBJECT) {
        static const Type object = {.kind = TYPE_OBJECT, .span = {DIAG_NOWHERE, 0, 0}};
        if (has(v, t, &object))
            narrow_fields(v, n, t, type, depth);
    } else if (type->kind == TYPE_REFINE) {
        if (!narrow(v, n, t, type->as.refine.var->type, depth - 1))
            narrow_where(v, n, t, type, type->as.refine.where);
    } else if (type->kind == TYPE_BOTH) {
        for (uint32_t i = 0; i < type->as.list.count; i++)
            if (narrow(v, n, t, type->as.list.of[i], depth - 1))
                return true;
    }
    return true;
}

/* The conditions under which a part is spoken of are lost in it: only what is of use to
 * the reader is said. */
static void explain_part(Verifier *v, Diagnostic *d, const Narrow *n, const Type *type)
{
    Diags *diags = v->c->diags;

    diag_note(diags, d, "wanted", "%s", check_type_text(v->c, type));
    if (n->needs)
        diag_note(diags, d, "fails", "%s", verify_printed(v, n->needs));
    else if (n->type && n->type != type)
        diag_note(diags, d, "fails", "%s in %s", check_term_text(v->c, n->value),
                  check_type_text(v->c, n->type));
}

static const char *refuted_text(Verifier *v, const Narrow *n, const Type *type,
                                const Wanted *w)
{
    if (n->field)
        return verify_text(v, "%s may have no field '%s'", w->what, n->field);
    return verify_text(v, "%s may not be in %s", w->what, check_type_text(v->c, type));
}

bool verify_has_type(Verifier *v, const Term *value, const Type *type, const Wanted *w)
{
    Narrow n = {.value = value, .type = type};
    const Term *in;
    ProverVerdict verdict;
    Diagnostic *d;

    if (!value || check_has_type(v->c, v->now.scope, value, type, &verdict))
        return value != NULL;
    verify_error(v);
    narrow(v, &n, value, type, NARROW_DEPTH);
    d = check_complain(
        v->c, &verdict, w->code, w->span, refuted_text(v, &n, type, w),
        verify_text(v, "%s is in %s", w->what, check_type_text(v->c, type)));
    explain_part(v, d, &n, type);
    check_explain(v->c, d, v->now.scope, value, &verdict);
    if (w->declared.source != DIAG_NOWHERE)
        diag_related(v->c->diags, d, w->declared, "%s", w->place);
    in = term_in(v->arena, value->span, value, type);
    failed(v, d, v->now.scope, in);
    if (n.needs)
        offer_lemma(v, d, n.needs, &verdict);
    return false;
}

/* ---- Calls of specification functions. */

/* The arguments have their types, in the scope of the call, which may be deep in a
 * condition. */
static bool pure_call(void *ctx, const Scope *scope, const Term *t)
{
    Verifier *v = ctx;
    const Function *f = t->as.call.function;
    const Scope *outer = v->now.scope;
    Replaced *list = assay_arena_new(v->arena, f->count, sizeof *list);
    bool good = true;

    if (!list) {
        verify_no_memory(v);
        return false;
    }
    v->now.scope = scope;
    for (uint32_t i = 0; i < f->count; i++) {
        const Type *type = type_replace_all(v->arena, f->params[i]->type, list, i);
        Wanted w = {
            DIAG_SCRIPT_ARGUMENT, t->as.call.args[i]->span,
            verify_text(v, "the argument '%s' of '%s'", f->params[i]->name, f->name),
            f->params[i]->span, "the parameter is declared here"};
        list[i] = (Replaced){f->params[i], t->as.call.args[i]};
        good &= type && verify_has_type(v, t->as.call.args[i], type, &w);
    }
    if (good && f->recursive && v->measure && script_callee(t) == v->function) {
        const Term *next = term_replace_all(v->arena, v->decreases, list, f->count);
        const Term *smaller = term_op2(v->arena, OP_LT, next, v->measure);
        const Term *bound = term_op2(v->arena, OP_LE, verify_int(v, 0), v->measure);
        const char *what = check_term_text(v->c, v->decreases);
        good = !verify_holds(
            v, term_op2(v->arena, OP_AND, bound, smaller), DIAG_SCRIPT_RECURSION, t->span,
            verify_text(v, "'%s' may not get smaller, or may be negative, in this call",
                        what),
            verify_text(v, "'%s' gets smaller in this call, and is not negative", what));
    }
    v->now.scope = outer;
    return good;
}
