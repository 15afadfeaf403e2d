/*
 * Triples of one endpoint speak of the same call, so two whose preconditions can hold at
 * once must have postconditions that can, too. To ask about several, their conditions are
 * put in terms of the last one's request and response: it sees all their variables.
 */
#include "rest/endpoint.h"
#include "term/template.h"

static bool same_endpoint(const Triple *x, const Triple *y)
{
    const Template *t = rest_template(x), *u = rest_template(y);

    return t && u && x->method == y->method && assay_str_equal(t->source, u->source);
}

static ProverVerdict possible(Checker *c, const Scope *scope)
{
    return c->prover->possible(c->prover->ctx, scope, c->arena);
}

static bool never(Checker *c, const Scope *scope)
{
    return possible(c, scope).answer == PROVER_PROVED;
}

/* ---- One triple. */

static bool can_hold(const Spec *spec, Checker *c, const Triple *t)
{
    const Scope *pre = scope_before(c, rest_pre_scope(spec, c, t), t->pre);
    const Scope *post = scope_fact(c, scope_var(c, pre, t->response), t->post, false);

    if (!never(c, post))
        return true;
    if (never(c, pre))
        diag_report(c->diags, DIAG_VACUOUS, t->pre->span,
                    "no request satisfies this precondition, so the triple says nothing");
    else
        diag_report(c->diags, DIAG_IMPOSSIBLE, t->post->span,
                    "this postcondition never holds where the precondition does");
    return false;
}

/* ---- Two triples. */

/* A condition of one triple, about the request and response of another. */
static const Term *in_terms_of(Checker *c, const Term *t, const Triple *own,
                               const Triple *other)
{
    const Binding *from[] = {own->request, own->response, own->root};
    const Binding *to[] = {other->request, other->response, other->root};

    for (size_t i = 0; i < 3 && t; i++) {
        const Term *var = term_var(c->arena, span_nowhere(), to[i]);
        t = var ? term_replace(c->arena, t, from[i], var) : NULL;
    }
    if (!t)
        c->diags->no_memory = true;
    return t;
}

static void show_request(Checker *c, Diagnostic *d, const Triple *t,
                         const ProverVerdict *verdict)
{
    for (uint32_t i = 0; i < verdict->count; i++)
        if (verdict->values[i].var == t->request)
            check_show_value(c, d, "when", &verdict->values[i]);
}

/* x is the first of the two, so what is declared at y is all that they speak of. */
static bool agree(const Spec *spec, Checker *c, const Triple *x, const Triple *y)
{
    const Term *pre = in_terms_of(c, x->pre, x, y), *post = in_terms_of(c, x->post, x, y);
    const Scope *before, *after;
    ProverVerdict verdict;
    Diagnostic *d;

    if (!pre || !post)
        return true;
    before = scope_before(c, rest_pre_scope(spec, c, y), pre);
    before = scope_before(c, before, y->pre);
    after = scope_fact(c, scope_var(c, before, y->response), post, false);
    after = scope_fact(c, after, y->post, false);
    if (!never(c, after))
        return true;
    verdict = possible(c, before);
    if (verdict.answer != PROVER_REFUTED)
        return true;
    d = diag_report(c->diags, DIAG_TRIPLE_CONFLICT, y->post->span,
                    "this contradicts the postcondition of another triple of %s '%.*s'",
                    rest_method_text(y->method), (int)rest_template(y)->source.len,
                    rest_template(y)->source.at);
    diag_related(c->diags, d, x->post->span, "of this one");
    show_request(c, d, y, &verdict);
    diag_note(c->diags, d, "note", "then both preconditions hold");
    return false;
}

/* ---- All triples. */

static const Triple *last_of(const Spec *spec, uint32_t first)
{
    uint32_t i = spec->ntriples - 1;

    while (!same_endpoint(spec->triples[first], spec->triples[i]))
        i--;
    return spec->triples[i];
}

/* What is known of a request that satisfies no precondition of the endpoint; NULL if one
 * of them is not sound. */
static const Scope *outside_of(const Spec *spec, Checker *c, uint32_t first,
                               const Triple *last)
{
    const Scope *scope = rest_pre_scope(spec, c, last);

    for (uint32_t i = first; i < spec->ntriples; i++) {
        const Triple *x = spec->triples[i];
        const Term *pre;
        if (!same_endpoint(x, last))
            continue;
        pre = x->sound ? in_terms_of(c, x->pre, x, last) : NULL;
        if (!pre)
            return NULL;
        scope = scope_fact(c, scope, pre, true);
    }
    return scope;
}

static void warn_uncovered(const Spec *spec, Checker *c, uint32_t first)
{
    const Triple *last = last_of(spec, first);
    const Scope *scope = outside_of(spec, c, first, last);
    ProverVerdict verdict;
    Diagnostic *d;

    if (!scope)
        return;
    verdict = possible(c, scope);
    for (uint32_t i = first; verdict.answer == PROVER_PROVED && i < spec->ntriples; i++)
        spec->triples[i]->covered =
            spec->triples[i]->covered || same_endpoint(spec->triples[i], last);
    if (verdict.answer != PROVER_REFUTED)
        return;
    d = diag_report(c->diags, DIAG_UNCOVERED, spec->triples[first]->span,
                    "there are requests to this endpoint that no triple covers");
    show_request(c, d, last, &verdict);
}

static bool is_first(const Spec *spec, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (same_endpoint(spec->triples[k], spec->triples[i]))
            return false;
    return true;
}

static bool check_pairs(const Spec *spec, Checker *c, uint32_t i, const bool *alive)
{
    bool good = true;

    for (uint32_t k = 0; k < i; k++)
        if (alive[k] && alive[i] && same_endpoint(spec->triples[k], spec->triples[i]))
            good &= agree(spec, c, spec->triples[k], spec->triples[i]);
    return good;
}

bool rest_check_endpoints(const Spec *spec, Checker *c, const RestCheck *options)
{
    bool *alive = assay_arena_new(c->arena, spec->ntriples, sizeof *alive);
    bool good = true;

    if (!alive) {
        c->diags->no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < spec->ntriples; i++) {
        const Triple *t = spec->triples[i];
        alive[i] = t->sound && can_hold(spec, c, t);
        good &= check_pairs(spec, c, i, alive);
    }
    for (uint32_t i = 0; options->coverage && i < spec->ntriples; i++)
        if (rest_template(spec->triples[i]) && is_first(spec, i))
            warn_uncovered(spec, c, i);
    return good;
}
