/*
 * Calls of endpoints. The request must be one that the template takes; what is known of
 * the response is what the triples of the endpoint say: of those whose precondition holds
 * here the postcondition, of others that it holds if the precondition does. Each call is
 * a new one: two responses to the same request need not be equal.
 *
 * A client cannot know resources, so conditions with repof and uriof are left out, and
 * that is said: of postconditions the parts between && that speak of them; of a
 * precondition, too, if no other triple of the endpoint has such a one. If another has,
 * leaving them out could make both apply, though one answers that there is a resource and
 * the other that there is none: then what they say of resources is a condition of which
 * nothing is known but that it is the same wherever it is written the same.
 */
#include "rest/message_types.h"
#include "script/verify_parts.h"
#include "term/template.h"
#include <string.h>

#define ATOMS_MAX 32

/* Conditions on resources, and variables that stand for them. */
typedef struct {
    const Term *at[ATOMS_MAX];
    const Term *by[ATOMS_MAX];
    uint32_t count;
} Atoms;

#define REFUSED_SHOWN 2

typedef struct {
    Verifier *v;
    const Term *call;
    const RestCall *rest;
    const Spec *spec;
    Atoms atoms;
    bool unknown; /* conditions on resources are not left out of preconditions */
    uint32_t left_out;
    const Term *request, *response; /* variables */
    const ScriptImport *import;
    Span refused[REFUSED_SHOWN]; /* parts of preconditions that surely do not hold */
    uint32_t nrefused;
} Calling;

/* ---- Resources. */

static bool see_resource(void *ctx, const Term *t)
{
    bool *found = ctx;

    *found |=
        (t->kind == TERM_OP && (t->as.op.op == OP_REPOF || t->as.op.op == OP_URIOF)) ||
        (t->kind == TERM_QUANT &&
         type_resolve(t->as.quant.var->type)->kind == TYPE_RESOURCE);
    return !*found;
}

static bool speaks_of_resources(const Term *t)
{
    bool found = false;

    term_walk(t, &(Visitor){.term = see_resource, .ctx = &found});
    return found;
}

/* A condition that nothing is known of. */
static const Term *unknown(Calling *c, const Term *t)
{
    Verifier *v = c->v;
    const Binding *x;

    for (uint32_t i = 0; i < c->atoms.count; i++)
        if (term_equal(c->atoms.at[i], t))
            return c->atoms.by[i];
    x = verify_fresh(v, verify_inner_name,
                     type_simple(v->arena, span_nowhere(), TYPE_BOOLEAN), span_nowhere(),
                     NULL);
    if (!x)
        return NULL;
    if (c->atoms.count < ATOMS_MAX) {
        c->atoms.at[c->atoms.count] = t;
        c->atoms.by[c->atoms.count++] = verify_var(v, x, span_nowhere());
    }
    return verify_var(v, x, span_nowhere());
}

/* The condition without what it says of resources; `keep`: with unknowns in its place. */
static const Term *without_resources(Calling *c, const Term *t, bool keep)
{
    struct assay_arena *a = c->v->arena;
    bool joins = t->kind == TERM_OP && (t->as.op.op == OP_ALSO || t->as.op.op == OP_AND ||
                                        t->as.op.op == OP_ELSE || t->as.op.op == OP_OR);

    if (!speaks_of_resources(t))
        return t;
    if (keep && t->kind == TERM_OP && t->as.op.op == OP_NOT)
        return term_op1(a, OP_NOT, without_resources(c, t->as.op.args[0], true));
    if (joins && (keep || t->as.op.op == OP_ALSO || t->as.op.op == OP_AND))
        return term_op2(a, t->as.op.op, without_resources(c, t->as.op.args[0], keep),
                        without_resources(c, t->as.op.args[1], keep));
    c->left_out++;
    return keep ? unknown(c, t) : term_literal(a, span_nowhere(), value_boolean(true));
}

static void count_resources(Calling *c)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < c->spec->ntriples; i++)
        count += script_is_endpoint(c->spec->triples[i], c->rest) &&
                 speaks_of_resources(c->spec->triples[i]->pre);
    c->unknown = count > 1;
}

/* ---- The request. */

static const Term *set_field(Verifier *v, const Term *of, const char *name,
                             const Term *value)
{
    const Term *args[] = {
        of,
        term_literal(v->arena, span_nowhere(), value_string(v->arena, assay_str(name))),
        value};

    return of && args[1] && value
               ? term_op(v->arena, of->span, of->span, OP_SET_FIELD, args, 3)
               : NULL;
}

static const Type *with_field_type(Verifier *v, const char *name)
{
    TypeField f = {name, span_nowhere(), type_object(v->arena, span_nowhere(), NULL, 0),
                   false};

    return f.type ? type_object(v->arena, span_nowhere(), &f, 1) : NULL;
}

/* x.name if there is such an object, else {}. */
static const Term *object_or_empty(Verifier *v, const Term *of, const char *name)
{
    struct assay_arena *a = v->arena;
    const Type *type = with_field_type(v, name);
    const Term *test = type ? term_in(a, span_nowhere(), of, type) : NULL;

    return term_cond(a, span_nowhere(), test,
                     term_field(a, span_nowhere(), span_nowhere(), of, name),
                     term_object(a, span_nowhere(), NULL, 0));
}

/* A variable for a term, so that it is written once. */
static const Term *name_it(Verifier *v, const char *name, const Type *type,
                           const Term *is, Span span)
{
    const Binding *x = is ? verify_fresh(v, name, type, span, is) : NULL;

    return x ? verify_var(v, x, span) : NULL;
}

static const Type *any_type(Verifier *v)
{
    return type_simple_word(v->arena, span_nowhere(), TYPE_ANY, "any");
}

/* What may be given to the call: as in HeadREST, but that location and header need not
 * be there, and the template is without what the URL has already. */
static const Type *client_request(Verifier *v, const RestCall *rest)
{
    const Type *full = rest_request_type(v->arena, rest->template);
    TypeField fields[8];

    if (!full || full->as.object.count > 8)
        return full;
    memcpy(fields, full->as.object.fields, full->as.object.count * sizeof *fields);
    for (uint32_t i = 0; i < full->as.object.count; i++) {
        bool given = strcmp(fields[i].name, "location") == 0 ||
                     strcmp(fields[i].name, "header") == 0;
        if (given)
            fields[i].optional = true;
    }
    return type_object(v->arena, span_nowhere(), fields, full->as.object.count);
}

/* The template's variables are strings when they are read from a URL. */
static const Term *template_of_url(Calling *c, const Term *url)
{
    Verifier *v = c->v;
    const Type *request = rest_request_type(v->arena, c->rest->template);
    const Type *string =
        type_simple_word(v->arena, span_nowhere(), TYPE_STRING, "string");
    Wanted w = {DIAG_SCRIPT_REQUEST, url->span, "the URL", span_nowhere(), NULL};
    const Type *vars = NULL;
    TypeField *fields;
    const Binding *x;

    if (!request || !string || !verify_has_type(v, url, string, &w))
        return NULL;
    for (uint32_t i = 0; i < request->as.object.count; i++)
        if (strcmp(request->as.object.fields[i].name, "template") == 0)
            vars = request->as.object.fields[i].type;
    fields = assay_arena_new(v->arena, vars->as.object.count, sizeof *fields);
    if (!fields) {
        verify_no_memory(v);
        return NULL;
    }
    for (uint32_t i = 0; i < vars->as.object.count; i++) {
        fields[i] = vars->as.object.fields[i];
        fields[i].type = string;
    }
    x = verify_fresh(v, "the variables of the URL",
                     type_object(v->arena, span_nowhere(), fields, vars->as.object.count),
                     url->span, NULL);
    return x ? verify_var(v, x, url->span) : NULL;
}

/* What is written into a URL is a number, a string or a boolean. */
static bool is_writable(Verifier *v, const Term *value, const char *name)
{
    const Type *of[] = {
        type_simple_word(v->arena, span_nowhere(), TYPE_INTEGER, "int"),
        type_simple_word(v->arena, span_nowhere(), TYPE_NUMBER, "number"),
        type_simple_word(v->arena, span_nowhere(), TYPE_STRING, "string"),
        type_simple_word(v->arena, span_nowhere(), TYPE_BOOLEAN, "boolean")};
    const Type *type = type_list(v->arena, span_nowhere(), TYPE_UNION, of, 4);
    Wanted w = {DIAG_SCRIPT_REQUEST, value->span,
                verify_text(v, "the value of '%s' in the URL", name), span_nowhere(),
                NULL};

    return type && verify_has_type(v, value, type, &w);
}

/* The request with what the URL says. */
static const Term *with_url(Calling *c, const Term *request, const Term *const *args)
{
    Verifier *v = c->v;
    const RestCall *rest = c->rest;
    const Term *vars;

    if (!rest->by_url && rest->nholes == 0)
        return request;
    request = name_it(v, verify_inner_name, any_type(v), request, request->span);
    if (!request)
        return NULL;
    vars = rest->by_url ? template_of_url(c, args[1 + rest->nholes])
                        : object_or_empty(v, request, "template");
    for (uint32_t i = 0; i < rest->nholes; i++)
        if (!is_writable(v, args[1 + i], rest->holes[i]))
            return NULL;
    for (uint32_t i = 0; i < rest->nholes; i++)
        vars = set_field(v, vars, rest->holes[i], args[1 + i]);
    return set_field(v, request, "template", vars);
}

static bool is_object(Verifier *v, const Term *request)
{
    Wanted w = {DIAG_SCRIPT_REQUEST, request->span, "the request", span_nowhere(), NULL};

    return verify_has_type(v, request, v->script->request, &w);
}

/* The request as the server sees it, which has a location and a header. */
static bool make_request(Calling *c, const Term *const *args)
{
    Verifier *v = c->v;
    const Type *full = rest_request_type(v->arena, c->rest->template);
    const Term *request = args[0], *location, *sent;
    Wanted w = {DIAG_SCRIPT_REQUEST, args[0]->span, "the request", c->rest->url_span,
                "the endpoint takes these variables"};
    const Binding *x;

    if (!is_object(v, request))
        return false;
    request = with_url(c, request, args);
    request = request && request->kind != TERM_VAR
                  ? name_it(v, verify_inner_name, any_type(v), request, args[0]->span)
                  : request;
    if (!request || !full || !verify_has_type(v, request, client_request(v, c->rest), &w))
        return false;
    x = verify_fresh(v, verify_inner_name,
                     type_simple(v->arena, span_nowhere(), TYPE_STRING), span_nowhere(),
                     NULL);
    location = x ? verify_var(v, x, span_nowhere()) : NULL;
    sent = set_field(v, request, "location", location);
    sent = set_field(v, sent, "header", object_or_empty(v, request, "header"));
    c->request = name_it(v, verify_inner_name, full, sent, args[0]->span);
    return c->request != NULL;
}

/* ---- Triples. */

/* A condition of a triple, of this request and response. */
static const Term *of_this_call(Calling *c, const Triple *t, const Term *condition)
{
    struct assay_arena *a = c->v->arena;
    const Term *base =
        term_literal(a, span_nowhere(), value_string(a, assay_str(c->import->base)));
    Replaced list[] = {
        {t->request, c->request}, {t->response, c->response}, {t->root, base}};

    return condition && base ? term_replace_all(a, condition, list, 3) : NULL;
}

/* Variables of a specification may be anything: a triple holds for all of them. */
static const Term *for_all_vars(Calling *c, const Term *t)
{
    for (uint32_t i = c->spec->nvars; t && i-- > 0;)
        if (term_mentions(t, c->spec->vars[i]))
            t = term_quant(c->v->arena, span_nowhere(), true, c->spec->vars[i], t);
    return t;
}

static bool mentions_vars(const Calling *c, const Term *t)
{
    for (uint32_t i = 0; i < c->spec->nvars; i++)
        if (term_mentions(t, c->spec->vars[i]))
            return true;
    return false;
}

static bool is_refuted(Verifier *v, const Term *t)
{
    return verify_is_proved(v, term_op1(v->arena, OP_NOT, t));
}

/* Of conditions joined by &&, which are refuted together, the first that is. */
static void keep_refused(Calling *c, const Term *pre)
{
    while (pre->kind == TERM_OP && pre->as.op.op == OP_ALSO)
        pre = pre->as.op.args[is_refuted(c->v, pre->as.op.args[0]) ? 0 : 1];
    if (c->nrefused < REFUSED_SHOWN)
        c->refused[c->nrefused++] = pre->span;
}

static void apply(Calling *c, const Triple *t, Answer *answer)
{
    Verifier *v = c->v;
    const Term *pre = of_this_call(c, t, without_resources(c, t->pre, c->unknown));
    const Term *post = of_this_call(c, t, without_resources(c, t->post, false));

    if (!pre || !post) {
        verify_no_memory(v);
        return;
    }
    if (!mentions_vars(c, pre) && verify_is_proved(v, pre)) {
        verify_assume(v, for_all_vars(c, post), false);
        if (answer->nsurely < TRIPLES_MAX)
            answer->surely[answer->nsurely++] = t;
        return;
    }
    if (!mentions_vars(c, pre) && is_refuted(v, pre)) {
        keep_refused(c, pre);
        return;
    }
    verify_assume(v, for_all_vars(c, term_op2(v->arena, OP_THEN, pre, post)), false);
    if (answer->nmaybe < TRIPLES_MAX)
        answer->maybe[answer->nmaybe++] = t;
}

static void warn_uncovered(Calling *c)
{
    Diags *diags = c->v->c->diags;
    Diagnostic *d = diag_report(diags, DIAG_SCRIPT_UNCOVERED, c->call->span,
                                "no triple of the endpoint covers this request: nothing "
                                "is known of the response");

    for (uint32_t i = 0; i < c->nrefused; i++)
        diag_related(diags, d, c->refused[i], "this does not hold of the request");
}

static void apply_all(Calling *c)
{
    Verifier *v = c->v;
    Answer *answer = assay_arena_new(v->arena, 1, sizeof *answer);
    Diagnostic *d;

    if (!answer) {
        verify_no_memory(v);
        return;
    }
    answer->response = c->response->as.var;
    answer->next = v->answers;
    v->answers = answer;
    count_resources(c);
    for (uint32_t i = 0; i < c->spec->ntriples; i++)
        if (script_is_endpoint(c->spec->triples[i], c->rest))
            apply(c, c->spec->triples[i], answer);
    if (answer->nsurely + answer->nmaybe == 0)
        warn_uncovered(c);
    if (c->left_out == 0)
        return;
    d = diag_report(v->c->diags, DIAG_SCRIPT_RESOURCES, c->rest->url_span,
                    "%u condition%s on resources %s %s here", c->left_out,
                    c->left_out == 1 ? "" : "s", c->left_out == 1 ? "is" : "are",
                    c->unknown ? "not known" : "left out");
    diag_note(v->c->diags, d, "note", "a client does not know which resources there are");
}

/* Triples that cannot both hold of a response would prove everything. */
static void refuse_contradiction(Calling *c, const Scope *unsaid)
{
    Verifier *v = c->v;
    const Prover *p = v->c->prover;
    Diagnostic *d;

    if (!p->impossible(p->ctx, v->now.scope, v->arena) ||
        p->impossible(p->ctx, unsaid, v->arena))
        return;
    d = diag_report(v->c->diags, DIAG_SCRIPT_SPECIFICATION, c->rest->url_span,
                    "what the specification says of this response is contradictory");
    for (uint32_t i = 0; i < v->answers->nsurely && i < 2; i++)
        diag_related(v->c->diags, d, v->answers->surely[i]->span, "this triple applies");
    for (uint32_t i = 0; i < v->answers->nmaybe && i < 2; i++)
        diag_related(v->c->diags, d, v->answers->maybe[i]->span, "this triple may apply");
    verify_error(v);
}

const Term *verify_rest_call(Verifier *v, const Term *t, const Term *const *args)
{
    Calling c = {.v = v, .call = t, .rest = script_callee(t)->rest};
    const Binding *response;
    const Scope *unsaid;
    Effects all = {0};

    if (v->stats)
        v->stats->calls++;
    c.import = script_endpoint(v->script, c.rest);
    c.spec = c.import ? c.import->spec : NULL;
    if (!c.spec || !c.rest->template)
        return NULL;
    if (!make_request(&c, args))
        return NULL;
    response = verify_fresh(v, "the response", v->script->response, t->span, NULL);
    c.response = response ? verify_var(v, response, t->span) : NULL;
    if (!c.response)
        return NULL;
    unsaid = v->now.scope;
    apply_all(&c);
    refuse_contradiction(&c, unsaid);
    if (!effects_of_function(v->script, script_callee(t), &all))
        verify_no_memory(v);
    verify_forget(v, &all);
    verify_dependents(v, &all, DEPENDENTS_CALL, t->span);
    return c.response;
}
