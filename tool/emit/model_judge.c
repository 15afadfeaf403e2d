/*
 * Postconditions as judges. A function that the reference lacks because several answers
 * are right has a contract: "ensures set_contains(s, \result)". Where logic functions
 * stand for functions of the library, the reference answers, on its own value, and so
 * judges the candidate's answer.
 */
#include "emit/model_logic.h"
#include <string.h>

typedef struct {
    ModelPrint print;
    const char *body; /* C statements */
    const char *assumed;
    bool all; /* every conjunct could be printed */
} Judge;

static const char *quoted(Model *m, const char *text)
{
    struct assay_buf out;
    const char *copy;

    assay_buf_init(&out, NULL, 0);
    assay_buf_c_string(&out, text, strlen(text));
    copy = model_text(m, "%s", out.at);
    assay_buf_done(&out);
    return copy;
}

/* A conjunct that must hold, or is skipped when it has no plain form. */
static bool add_conjunct(void *ctx, const AcslNode *n)
{
    Judge *j = ctx;
    Model *m = j->print.m;
    ModelPrint print = j->print;
    const char *text = model_truth(&print, n);

    if (print.cannot) {
        j->all = false;
        return true;
    }
    j->print.used |= print.used;
    j->body = model_text(
        m, "%s    if (%s%s!(%s))\n        return %s;\n", j->body,
        j->assumed ? j->assumed : "", j->assumed ? " && " : "", text,
        quoted(m, model_text(m, "ensures %s is false", model_clause_text(m, n))));
    return true;
}

/* What a behavior assumes, as one condition; false when it has no plain form. */
static bool assume(Judge *j, const AcslBehavior *b)
{
    j->assumed = NULL;
    for (uint32_t i = 0; i < b->nclauses; i++) {
        const char *text;
        if (b->clauses[i].kind != CLAUSE_ASSUMES)
            continue;
        text = model_truth(&j->print, b->clauses[i].body);
        j->assumed = j->assumed ? model_text(j->print.m, "%s && (%s)", j->assumed, text)
                                : model_text(j->print.m, "(%s)", text);
    }
    return !j->print.cannot;
}

static void add_behavior(Judge *j, const AcslBehavior *b)
{
    bool plain = assume(j, b);

    j->print.cannot = false;
    for (uint32_t i = 0; i < b->nclauses; i++)
        if (b->clauses[i].kind == CLAUSE_ENSURES && plain)
            model_each_conjunct(b->clauses[i].body, add_conjunct, j);
        else if (b->clauses[i].kind == CLAUSE_ENSURES)
            j->all = false;
}

static const char *parameter(Model *m, const ModelOperation *o, uint32_t i)
{
    const CParam *p = &o->candidate->params[i];
    int number = model_abstract_param(m, o->candidate, i);
    const ModelAbstract *a = number >= 0 ? &m->abstracts[number] : NULL;
    const char *type = !a             ? model_type(m, p->type)
                       : a->reference ? a->reference
                                      : a->candidate;

    return model_text(m, "%s%s%s, ", type, type[strlen(type) - 1] == '*' ? "" : " ",
                      p->name);
}

static bool can_be_judged(const ModelOperation *o)
{
    const CFunction *f = o->candidate;

    for (uint32_t i = 0; i < f->nparams; i++)
        if (!*f->params[i].name || strcmp(f->params[i].name, "answer") == 0)
            return false;
    return o->pairing == PAIR_ALONE && o->contract && model_is_scalar(f->result);
}

void model_judge(Model *m, ModelOperation *o)
{
    Judge j = {.print = model_print(m, o), .body = "", .all = true};
    const char *text, *unused = "";

    if (!can_be_judged(o))
        return;
    j.print.answer = "answer";
    for (uint32_t b = 0; b < o->contract->nbehaviors; b++)
        add_behavior(&j, &o->contract->behaviors[b]);
    if (!*j.body)
        return;
    o->callee = model_text(m, "judge_%s", o->name);
    text = model_text(m, "static const char *%s(", o->callee);
    for (uint32_t i = 0; i < o->candidate->nparams; i++) {
        text = model_text(m, "%s%s", text, parameter(m, o, i));
        if (!(j.print.used & 1u << i))
            unused =
                model_text(m, "%s    (void)%s;\n", unused, o->candidate->params[i].name);
    }
    o->judge = model_text(m, "%s%s answer)\n{\n%s%s    return NULL;\n}\n", text,
                          model_plain_type(m, o->candidate->result), unused, j.body);
    o->judged_wholly = j.all;
    o->pairing = PAIR_JUDGED;
}
