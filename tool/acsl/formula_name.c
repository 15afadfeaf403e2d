/*
 * Names in formulas: variables of logic, definitions in the place of their calls, states.
 */
#include "acsl/formula_parts.h"

#define UNFOLD_MAX 200 /* calls, in one formula */
#define ARGUMENTS_MAX 16

const char *formula_bound(const Formula *f, const AcslVar *var)
{
    for (const FormulaBind *b = f->binds; b; b = b->up)
        if (b->var == var)
            return b->text;
    return NULL;
}

const char *formula_let(Formula *f, const AcslNode *n, FormulaTranslate *body)
{
    FormulaBind bind = {n->vars[0], formula_term(f, n->args[0]), f->binds};
    const char *text;

    f->binds = &bind;
    text = bind.text ? body(f, n->args[1]) : NULL;
    f->binds = bind.up;
    return text;
}

bool formula_is_known_state(const Formula *f, const AcslLabel *l)
{
    return l->kind == LABEL_HERE || l->kind == LABEL_PARAM ||
           (l->kind == LABEL_OLD && !f->post);
}

bool formula_is_defined(const AcslLogic *l)
{
    return l->body && l->kind != LOGIC_INDUCTIVE &&
           !(l->within && l->within->naxioms > 0);
}

static bool can_unfold(const Formula *f, const AcslNode *n)
{
    const AcslLogic *l = n->as.call.logic;

    if (!formula_is_defined(l) || l->recursive || l->nparams != n->nargs ||
        n->nargs > ARGUMENTS_MAX || f->unfolded >= UNFOLD_MAX)
        return false;
    for (uint32_t i = 0; i < n->as.call.nlabels; i++)
        if (!formula_is_known_state(f, &n->as.call.labels[i]))
            return false;
    return true;
}

static const char *unfold(Formula *f, const AcslNode *n, FormulaTranslate *body)
{
    const AcslLogic *l = n->as.call.logic;
    const FormulaBind *before = f->binds;
    FormulaBind binds[ARGUMENTS_MAX];
    const char *text;

    f->unfolded++;
    for (uint32_t i = 0; i < n->nargs; i++) {
        binds[i] = (FormulaBind){l->params[i], formula_term(f, n->args[i]),
                                 i > 0 ? &binds[i - 1] : before};
        if (!binds[i].text)
            return NULL;
    }
    if (n->nargs > 0)
        f->binds = &binds[n->nargs - 1];
    text = body(f, l->body);
    f->binds = before;
    return text;
}

const char *formula_opaque_call(Formula *f, const AcslNode *n, const char *name)
{
    const char *key = name ? formula_say(f, "(%s", name) : NULL;

    if (f->post)
        return NULL;
    for (uint32_t i = 0; key && i < n->nargs; i++) {
        const char *a = formula_term(f, n->args[i]);
        key = a ? formula_say(f, "%s %s %s", key, formula_class(f, n->args[i]->sort), a)
                : NULL;
    }
    return key ? formula_opaque(f, key, n) : NULL;
}

const char *formula_call(Formula *f, const AcslNode *n, FormulaTranslate *body)
{
    if (can_unfold(f, n))
        return unfold(f, n, body);
    for (uint32_t i = 0; i < n->as.call.nlabels; i++)
        if (!formula_is_known_state(f, &n->as.call.labels[i]))
            return NULL;
    return formula_opaque_call(f, n, formula_say(f, "call %u", n->as.call.logic->number));
}

const char *formula_at(Formula *f, const AcslNode *n, FormulaTranslate *body)
{
    bool post = f->post;
    const char *text;

    if (n->as.label.kind != LABEL_OLD && !formula_is_known_state(f, &n->as.label))
        return NULL;
    if (n->as.label.kind == LABEL_OLD)
        f->post = false;
    text = body(f, n->args[0]);
    f->post = post;
    return text;
}
