/*
 * Checking specifications. Types and variables first, then the two conditions of each
 * triple: the postcondition where the precondition held, before the call. Then the
 * triples of each endpoint together.
 */
#include "rest/check.h"
#include "rest/endpoint.h"
#include <string.h>

/* The variables that are declared before a place. */
static const Scope *vars_before(const Spec *spec, Checker *c, Span place)
{
    const Scope *scope = NULL;

    for (uint32_t i = 0; i < spec->nvars; i++)
        if (spec->vars[i]->span.start < place.start)
            scope = scope_var(c, scope, spec->vars[i]);
    return scope;
}

static bool check_types(const Spec *spec, Checker *c)
{
    bool good = true;

    for (uint32_t i = 0; i < spec->reader.aliases.count; i++) {
        const Alias *alias = spec->reader.aliases.at[i];
        if (alias->type)
            good &= check_type(c, vars_before(spec, c, alias->span), alias->type);
    }
    return good;
}

static bool check_vars(const Spec *spec, Checker *c)
{
    bool good = true;

    for (uint32_t i = 0; i < spec->nvars; i++)
        good &=
            check_type(c, vars_before(spec, c, spec->vars[i]->span), spec->vars[i]->type);
    return good;
}

const Scope *rest_pre_scope(const Spec *spec, Checker *c, const Triple *t)
{
    const Scope *scope = vars_before(spec, c, t->span);

    scope = scope_var(c, scope, t->root);
    return scope_var(c, scope, t->request);
}

/* A type that names others or has fields only surely has values. */
static bool may_be_empty(const Type *t)
{
    return t->kind == TYPE_REFINE || t->kind == TYPE_BOTH || t->kind == TYPE_NOT ||
           t->kind == TYPE_IF;
}

static void find_empty(const Spec *spec, Checker *c)
{
    for (uint32_t i = 0; i < spec->reader.aliases.count; i++) {
        const Alias *alias = spec->reader.aliases.at[i];
        const Scope *scope = vars_before(spec, c, alias->span);
        const Binding *x =
            alias->type && may_be_empty(alias->type)
                ? binding_new(c->arena, alias->name, alias->type, alias->span)
                : NULL;
        if (x && c->prover->possible(c->prover->ctx, scope_var(c, scope, x), c->arena)
                         .answer == PROVER_PROVED)
            diag_report(c->diags, DIAG_EMPTY_TYPE, alias->span, "nothing is in '%s'",
                        alias->name);
    }
}

static bool check_triple(const Spec *spec, Checker *c, Triple *t)
{
    const Scope *given = rest_pre_scope(spec, c, t), *scope = given;

    t->sound = check_premise(c, &scope, t->pre);
    scope = scope_all_before(c, scope, given);
    scope = scope_var(c, scope, t->response);
    t->sound &= check_condition(c, scope, t->post);
    t->sound &= t->url->kind != TERM_BAD;
    return t->sound;
}

static void find_unused(const Spec *spec, Checker *c)
{
    const Reader *r = &spec->reader;

    for (uint32_t i = 0; i < r->aliases.count; i++)
        if (r->aliases.at[i]->uses == 0)
            diag_report(c->diags, DIAG_UNUSED, r->aliases.at[i]->span,
                        "nothing uses the type '%s'", r->aliases.at[i]->name);
    for (uint32_t i = 0; i < r->resources.count; i++)
        if (r->resources.at[i]->uses == 0)
            diag_report(c->diags, DIAG_UNUSED, r->resources.at[i]->span,
                        "nothing uses the resource '%s'", r->resources.at[i]->name);
}

/* What people look for under other names. */
static const char *field_hint(const Term *t)
{
    static const char *const template_names[] = {"query", "params", "parameters", "path",
                                                 "param", "args",   NULL};
    const char *of = t->as.field.of->kind == TERM_VAR ? t->as.field.of->as.var->name : "";

    if (strcmp(of, "response") == 0 && strcmp(t->as.field.name, "status") == 0)
        return "the status of a response is response.code";
    for (const char *const *name = template_names; *name && strcmp(of, "request") == 0;
         name++)
        if (strcmp(t->as.field.name, *name) == 0)
            return "variables of the template, those of the query included, are fields "
                   "of "
                   "request.template";
    return NULL;
}

bool rest_check(const Spec *spec, Checker *c, const RestCheck *options)
{
    bool types, good;

    c->field_hint = field_hint;
    types = check_types(spec, c);
    good = check_vars(spec, c) && types;
    for (uint32_t i = 0; i < spec->ntriples; i++)
        good &= check_triple(spec, c, spec->triples[i]);
    if (c->diags->errors > 0) /* what is unused or contradictory may be because of them */
        return false;
    find_unused(spec, c);
    find_empty(spec, c);
    return rest_check_endpoints(spec, c, options) && good;
}
