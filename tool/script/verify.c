/*
 * Programs, function by function. What they share, types and the values of globals, comes
 * first.
 */
#include "script/verify.h"
#include "rest/check.h"
#include "script/shape.h"
#include "script/verify_parts.h"
#include <string.h>

/* What JavaScript has as fields. */
static const char *field_hint(const Term *t)
{
    if (strcmp(t->as.field.name, "length") == 0)
        return "the length of an array is length(a), that of a string size(s)";
    return NULL;
}

static void begin(Verifier *v, const Script *s, Checker *c, const VerifyOptions *o,
                  VerifyStats *stats)
{
    *v = (Verifier){.script = s,
                    .c = c,
                    .arena = c->arena,
                    .options = o,
                    .stats = stats,
                    .good = true};
    v->dialect = verify_dialect(v);
    v->last_reach = &v->reaches;
    c->own = &v->dialect;
    c->field_hint = field_hint;
    c->npresumed = 0;
}

static bool end(Verifier *v)
{
    v->c->own = NULL;
    return v->good;
}

/* ---- Heads. */

/* The globals that a function speaks of may be anything of their types; so may those
 * whose types speak of them, or that their types speak of: all that belong together. */
static void add_globals(Verifier *v, const ScriptFunction *f)
{
    const Script *s = v->script;
    bool *in = assay_arena_new(v->arena, s->nglobals, sizeof *in), more = true;

    if (!in) {
        verify_no_memory(v);
        return;
    }
    for (uint32_t i = 0; i < s->nglobals; i++)
        in[i] = effects_mentions(s, f, s->globals[i]->var);
    while (more) {
        more = false;
        for (uint32_t i = 0; i < s->nglobals; i++)
            for (uint32_t k = 0; k < s->nglobals; k++)
                if (in[i] != in[k] &&
                    type_mentions(s->globals[i]->var->type, s->globals[k]->var))
                    in[i] = in[k] = more = true;
    }
    for (uint32_t i = 0; i < s->nglobals; i++)
        if (in[i])
            verify_set(v, s->globals[i]->var, NULL, s->globals[i]->span);
}

static bool add_parameters(Verifier *v, const ScriptFunction *f)
{
    v->entry = assay_arena_new(v->arena, f->function.count, sizeof *v->entry);
    if (!v->entry) {
        verify_no_memory(v);
        return false;
    }
    for (uint32_t i = 0; i < f->function.count; i++) {
        const Binding *param = f->function.params[i];
        const Binding *now;
        if (script_is_function_type(param->type)) { /* it has no value to speak of */
            v->entry[i] = (Replaced){param, verify_var(v, param, param->span)};
            continue;
        }
        verify_type(v, param->type);
        verify_set(v, param, NULL, param->span);
        now = verify_value_of(v, param);
        v->entry[i] = (Replaced){param, now ? verify_var(v, now, param->span) : NULL};
        if (!v->entry[i].by)
            return false;
    }
    return true;
}

/* Whether there can be a call at all. */
static void find_vacuous(Verifier *v, const ScriptFunction *f)
{
    const Prover *p = v->c->prover;

    if (f->function.count > 0 && p->impossible(p->ctx, v->now.scope, v->arena))
        diag_report(v->c->diags, DIAG_SCRIPT_VACUOUS, f->function.span,
                    "nothing fits the types of the parameters: '%s' is never called",
                    f->function.name);
}

#define REACH_ITEMS                                                                      \
    4000 /* of scopes that are looked at: of long functions not all are                  \
          */

static bool spend(const Scope *scope, uint32_t *left)
{
    for (; scope && *left > 0; scope = scope->outer)
        --*left;
    return *left > 0;
}

static void find_unreachable(Verifier *v)
{
    const Prover *p = v->c->prover;

    uint32_t left = REACH_ITEMS;

    for (const Reach *r = v->reaches; r && v->good && spend(r->scope, &left); r = r->next)
        if (p->impossible(p->ctx, r->scope, v->arena))
            diag_report(v->c->diags, DIAG_SCRIPT_UNREACHABLE, r->span,
                        "this is never executed");
}

/* ---- Recursion. */

/* The measure, as it is at the start; it must be an integer. */
static void set_measure(Verifier *v, const Term *decreases)
{
    const Type *integer = type_simple_word(v->arena, span_nowhere(), TYPE_INTEGER, "int");
    const Term *now = decreases ? verify_now(v, decreases) : NULL;
    Wanted w = {DIAG_SCRIPT_VALUE, span_nowhere(), "what decreases", span_nowhere(),
                NULL};

    v->decreases = NULL;
    v->measure = NULL;
    if (!now || !integer)
        return;
    w.span = decreases->span;
    if (!check_term(v->c, v->now.scope, now) || !verify_has_type(v, now, integer, &w)) {
        verify_error(v);
        return;
    }
    v->decreases = decreases;
    v->measure = now;
}

/* Whether a function calls itself: directly, or through others. */
typedef struct {
    const Function *function;
    bool found;
} SelfCall;

static bool see_self(void *ctx, const Term *t)
{
    SelfCall *s = ctx;

    s->found |= t->kind == TERM_CALL && t->as.call.function == s->function;
    return true;
}

/* ---- Plain functions. */

static void check_end(Verifier *v, const ScriptFunction *f)
{
    const Type *result = f->function.result;
    const Term *none = term_literal(v->arena, f->end, value_undefined());
    const Type *now = type_replace_all(v->arena, result, v->entry, f->function.count);
    ProverVerdict verdict;
    Diagnostic *d;

    if (v->now.dead)
        return;
    if (!none || !now) {
        verify_no_memory(v);
        return;
    }
    if (check_has_type(v->c, v->now.scope, none, verify_type_now(v, now), &verdict))
        return;
    verify_error(v);
    d = check_complain(
        v->c, &verdict, DIAG_SCRIPT_END, f->end,
        verify_text(v, "'%s' may end here without a result", f->function.name),
        verify_text(v, "the end of '%s' is never reached", f->function.name));
    diag_note(v->c->diags, d, "wanted", "%s", check_type_text(v->c, result));
    check_explain(v->c, d, v->now.scope, none, &verdict);
}

static void verify_plain(Verifier *v, const ScriptFunction *f)
{
    add_globals(v, f);
    if (!add_parameters(v, f))
        return;
    verify_type(v, f->function.result);
    if (f->decreases)
        set_measure(v, f->decreases);
    find_vacuous(v, f);
    verify_stmt(v, f->body);
    check_end(v, f);
    find_unreachable(v);
}

/* All calls of itself make it smaller: then it ends. Without one, with `total`, that is
 * not shown. */
static void check_total(Verifier *v, const ScriptFunction *f)
{
    SelfCall self = {&f->function, false};
    const ScriptFunction *other =
        f->kind == SCRIPT_PLAIN ? effects_way_back(v->script, f) : NULL;
    Diagnostic *d;

    if ((!v->options->total && !f->decreases) || f->kind != SCRIPT_PLAIN)
        return;
    if (other) {
        diag_report(
            v->c->diags, DIAG_SCRIPT_ENDLESS, f->function.span,
            other == f
                ? "could not prove that '%s' ends: '%s' is given to another function"
                : "could not prove that '%s' ends: '%s', which it calls, calls it",
            f->function.name, other->function.name);
        verify_error(v);
        return;
    }
    script_walk(f->body, &(Visitor){.term = see_self, .ctx = &self});
    if (!self.found || f->decreases)
        return;
    d = diag_report(v->c->diags, DIAG_SCRIPT_ENDLESS, f->function.span,
                    "could not prove that '%s' ends: it calls itself", f->function.name);
    diag_note(v->c->diags, d, "help",
              "say what gets smaller in each call, behind the parameters: decreases e");
    verify_error(v);
}

/* ---- Specification functions. */

static bool try_measure(Verifier *v, const ScriptFunction *f, const Term *decreases)
{
    Diags *told = v->c->diags, quiet;
    State before = verify_keep(v);
    bool good = v->good;
    uint32_t errors;

    diag_init(&quiet);
    v->c->diags = &quiet;
    set_measure(v, decreases);
    check_term(v->c, v->now.scope, verify_now(v, f->function.body));
    errors = quiet.errors;
    v->c->diags = told;
    diag_done(&quiet);
    v->now = before;
    v->good = good;
    return errors == 0;
}

static bool infer_measure(Verifier *v, const ScriptFunction *f)
{
    for (uint32_t i = 0; i < f->function.count; i++) {
        const Binding *param = f->function.params[i];
        const Term *t = verify_var(v, param, param->span);
        const Type *type = type_base(param->type);
        if (type->kind == TYPE_ARRAY)
            t = term_op1(v->arena, OP_LENGTH, t);
        else if (type->kind != TYPE_INTEGER)
            continue;
        if (t && try_measure(v, f, t))
            return true;
    }
    return false;
}

static bool calls_itself(const ScriptFunction *f)
{
    SelfCall self = {&f->function, false};

    term_walk(f->function.body, &(Visitor){.term = see_self, .ctx = &self});
    return self.found;
}

/* A recursive one without an end says something contradictory: f(x) = !f(x). */
static void check_recursion(Verifier *v, const ScriptFunction *f)
{
    Diagnostic *d;

    if (!f->function.recursive)
        return;
    if (!calls_itself(f) || f->indirect) {
        diag_report(
            v->c->diags, DIAG_SCRIPT_RECURSION, f->function.span,
            "'%s' calls itself through another function or a type, which cannot be "
            "shown to end",
            f->function.name);
        verify_error(v);
        return;
    }
    if (f->decreases) {
        set_measure(v, f->decreases);
        return;
    }
    if (infer_measure(v, f))
        return;
    d = diag_report(v->c->diags, DIAG_SCRIPT_RECURSION, f->function.span,
                    "could not prove that '%s' ends", f->function.name);
    diag_note(v->c->diags, d, "help",
              "say what gets smaller in each call, behind the parameters: decreases e");
    v->measure = NULL;
    verify_error(v);
}

static void verify_pure(Verifier *v, const ScriptFunction *f)
{
    const Term *body;
    Wanted w = {DIAG_SCRIPT_RETURN, f->function.body->span, "the result", span_nowhere(),
                NULL};

    if (!add_parameters(v, f))
        return;
    v->in_spec = true;
    check_recursion(v, f);
    if (!f->function.result) {
        if (f->function.recursive) {
            verify_spec(v, f->function.body);
            return;
        }
        body = verify_now(v, f->function.body);
        if (!check_term(v->c, v->now.scope, body))
            verify_error(v);
        return;
    }
    verify_type(v, f->function.result);
    body = verify_now(v, f->function.body);
    if (!check_term(v->c, v->now.scope, body))
        verify_error(v);
    else
        verify_has_type(v, body, verify_type_now(v, f->function.result), &w);
}

static void verify_external(Verifier *v, const ScriptFunction *f)
{
    add_globals(v, f);
    if (add_parameters(v, f))
        verify_type(v, f->function.result);
}

bool script_verify_function(const Script *s, const ScriptFunction *f, Checker *c,
                            const VerifyOptions *o, VerifyStats *stats)
{
    Verifier v;

    begin(&v, s, c, o, stats);
    v.function = f;
    if (stats)
        stats->functions++;
    if (f->kind == SCRIPT_PLAIN)
        verify_plain(&v, f);
    else if (f->kind == SCRIPT_PURE)
        verify_pure(&v, f);
    else
        verify_external(&v, f);
    check_total(&v, f);
    return end(&v);
}

/* ---- Declarations. */

static void check_specs(Verifier *v)
{
    for (uint32_t i = 0; i < v->script->nimports; i++) {
        const ScriptImport *import = v->script->imports[i];
        if (!import->spec)
            continue;
        v->c->own = NULL;
        if (!rest_check(import->spec, v->c, &(RestCheck){.coverage = false})) {
            diag_report(v->c->diags, DIAG_SCRIPT_SPECIFICATION, import->span,
                        "this specification has errors");
            verify_error(v);
        }
        v->c->own = &v->dialect;
        v->c->field_hint = field_hint;
    }
}

static bool is_imported(const Script *s, const Alias *alias)
{
    for (uint32_t i = 0; i < s->nimports; i++)
        for (uint32_t k = 0;
             s->imports[i]->spec && k < s->imports[i]->spec->reader.aliases.count; k++)
            if (s->imports[i]->spec->reader.aliases.at[k] == alias)
                return true;
    return false;
}

static void check_types(Verifier *v)
{
    const Aliases *all = &v->script->reader.aliases;

    for (uint32_t i = 0; i < all->count; i++)
        if (all->at[i]->type && all->at[i]->span.source != DIAG_NOWHERE &&
            !is_imported(v->script, all->at[i]))
            verify_type(v, all->at[i]->type);
}

/* A function that is called may use globals that have no value yet. */
static bool refuse_early(Verifier *v, uint32_t at)
{
    const Script *s = v->script;
    const ScriptGlobal *g = s->globals[at];

    for (uint32_t i = at; i < s->nglobals; i++) {
        if (!effects_term_mentions(s, g->value, s->globals[i]->var))
            continue;
        diag_report(v->c->diags, DIAG_UNDEFINED, g->value->span,
                    "this may use '%s', which has no value yet",
                    s->globals[i]->var->name);
        verify_error(v);
        return true;
    }
    return false;
}

static void check_globals(Verifier *v)
{
    for (uint32_t i = 0; i < v->script->nglobals; i++) {
        const ScriptGlobal *g = v->script->globals[i];
        Wanted w = {DIAG_SCRIPT_VALUE, g->value ? g->value->span : g->span,
                    verify_text(v, "the value of '%s'", g->var->name), g->span,
                    "it is declared here"};
        const Term *value;
        verify_type(v, g->var->type);
        value = g->value && !refuse_early(v, i) ? verify_term(v, g->value) : NULL;
        if (value)
            verify_has_type(v, value, verify_type_now(v, g->var->type), &w);
        verify_set(v, g->var, value, g->span);
    }
}

bool script_verify_declarations(const Script *s, Checker *c, const VerifyOptions *o)
{
    Verifier v;

    begin(&v, s, c, o, NULL);
    check_specs(&v);
    check_types(&v);
    check_globals(&v);
    return end(&v);
}

bool script_verify(const Script *s, Checker *c, const VerifyOptions *o,
                   VerifyStats *stats)
{
    bool good = script_verify_declarations(s, c, o);

    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (s->functions[i]->sound)
            good &= script_verify_function(s, s->functions[i], c, o, stats);
    return good;
}
