/*
 * Making strings sentences, and texts equal: statements that give an input a string drawn
 * from its language, or from what a config clause says.
 */
#include "emit/contract_parts.h"

#define CONDITIONS 64 /* of a precondition */

/* ---- Where sentences come from. */

static const AcslUsing *using_of(const Emit *e, const AcslNode *it)
{
    const AcslContract *c = e->making;

    it = c_bare(it);
    for (uint32_t b = 0; c && it->kind == NODE_PARAM && b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++) {
            const AcslClause *clause = &c->behaviors[b].clauses[i];
            for (uint32_t k = 0; k < clause->nusings; k++)
                if (clause->usings[k].target == it->as.param.param &&
                    (b == 0 || &c->behaviors[b] == e->making_for))
                    return &clause->usings[k];
        }
    return NULL;
}

/* What the precondition of the test says; returns how many conditions. */
static uint32_t preconditions(const Emit *e, const AcslNode **ret)
{
    uint32_t count = 0;

    for (uint32_t b = 0; e->making && b < e->making->nbehaviors; b++) {
        const AcslBehavior *behavior = &e->making->behaviors[b];
        for (uint32_t i = 0; i < behavior->nclauses && count < CONDITIONS; i++) {
            const AcslClause *c = &behavior->clauses[i];
            if ((b == 0 || behavior == e->making_for) && c->body &&
                (c->kind == CLAUSE_REQUIRES || c->kind == CLAUSE_ASSUMES))
                ret[count++] = c->body;
        }
    }
    return count;
}

/* The language that sentences of a place are drawn from, as C; "0": the language. */
static const char *generator_for(Emit *e, const AcslNode *it, const AcslLanguage *l)
{
    const AcslUsing *using = using_of(e, it);
    const AcslLanguage *from = using && using->language ? using->language : l;
    const AcslNode *conditions[CONDITIONS];
    Refined r = c_refine(e, it, from, conditions, preconditions(e, conditions));

    if (r.text)
        return c_grammar(e, l->name, assay_str(r.text), r.uses, r.nuses);
    return from == l ? "0" : c_language(e, from);
}

/* ---- Statements. */

static const char *reached(Emit *e, const AcslNode *of, const char **ret_slot)
{
    bool array = of->sort->c->kind == C_ARRAY;

    *ret_slot = c_address(e, of);
    return c_text(e, "assay_reach(%s, %s)", *ret_slot,
                  array ? c_text(e, "sizeof(%s)", c_type(e, of->sort->c))
                        : "sizeof(void *)");
}

static const char *make_sized(Emit *e, const AcslNode *of, const AcslNode *length,
                              const AcslLanguage *l, const char *ok)
{
    const char *slot, *reach = reached(e, of, &slot), *at = c_address(e, length);

    return c_text(e,
                  "    %s = %s && assay_reach(%s, sizeof(%s)) && "
                  "assay_make_sentence_sized(%s, %s, (void *)%s, %s, (void *)%s, %s, %s) "
                  "&& %s;\n",
                  ok, reach, at, c_type(e, length->sort->c), e->failing,
                  c_layout(e, of->sort->c), slot, c_layout(e, length->sort->c), at,
                  c_language(e, l), generator_for(e, of, l), ok);
}

const char *c_make_sentence(Emit *e, const AcslNode *x, const AcslLanguage *l,
                            const char *ok)
{
    const AcslNode *of, *length;
    const char *slot, *reach;

    x = c_bare(x);
    if (x->kind != NODE_TEXT)
        return NULL;
    of = c_unfold(e, x->args[0]);
    if (!c_can_change(e, of) || of->sort->kind != SORT_C || !c_pointee(of->sort))
        return NULL;
    length = x->nargs > 1 && x->args[1] ? c_unfold(e, x->args[1]) : NULL;
    if (length)
        return c_can_change(e, length) && length->sort->kind == SORT_C
                   ? make_sized(e, of, length, l, ok)
                   : NULL;
    reach = reached(e, of, &slot);
    return c_text(
        e, "    %s = %s && assay_make_sentence(%s, %s, (void *)%s, %s, %s) && %s;\n", ok,
        reach, e->failing, c_layout(e, of->sort->c), slot, c_language(e, l),
        generator_for(e, of, l), ok);
}

const char *c_make_text(Emit *e, const AcslNode *x, const AcslNode *value, const char *ok)
{
    const AcslNode *of;
    const char *slot, *reach, *t;

    x = c_bare(x);
    if (x->kind != NODE_TEXT || (x->nargs > 1 && x->args[1]))
        return NULL;
    of = c_unfold(e, x->args[0]);
    if (!c_can_change(e, of) || of->sort->kind != SORT_C || !c_pointee(of->sort))
        return NULL;
    t = c_temp(e, "text");
    reach = reached(e, of, &slot);
    return c_text(e,
                  "    { const struct assay_text %s = %s;\n"
                  "    %s = %s && assay_make_text(%s, %s, (void *)%s, &%s, 1) && %s; }\n",
                  t, c_bytes(e, value), ok, reach, e->failing, c_layout(e, of->sort->c),
                  slot, t, ok);
}

AcslNode *c_using_node(Emit *e, const CFunction *f, uint32_t number)
{
    AcslNode *it = c_param_node(e, f, number), *n;
    const AcslUsing *using = it ? using_of(e, it) : NULL;
    static const AcslSort boolean = {.kind = SORT_BOOLEAN};

    if (!using)
        return NULL;
    if (using->language)
        return c_in_language(e, it, NULL, using->language);
    if (using->value->sort->kind == SORT_TEXT ||
        (using->value->sort->kind == SORT_SET &&
         using->value->sort->of->kind == SORT_TEXT))
        it = c_text_node(e, it);
    n = c_op_node(e, using->value->sort->kind == SORT_SET ? ACSL_IN : ACSL_EQ, &boolean,
                  it, using->value);
    return n;
}
