/*
 * Which function of the reference belongs to which of the library. Names decide: equal
 * ones first, then those that say "reference" before or behind, then another beginning in
 * the place of the library's own: queue_push and ref_push. Which beginning stands for
 * which is put to the vote of all functions. Types must fit; what does not is told.
 */
#include "emit/model_parts.h"
#include <ctype.h>
#include <string.h>

static const char *const reference_words[] = {"ref", "reference", "model", "spec", NULL};

static bool is_free(const Model *m, const CFunction *f)
{
    if (!f || !f->definition || f->is_static || strcmp(f->name, "main") == 0)
        return false;
    for (uint32_t i = 0; i < m->nused; i++)
        if (m->used[i] == f)
            return false;
    return true;
}

static const CFunction *find(const Model *m, const char *name)
{
    const CFunction *f = cfront_function(m->reference, name);

    return is_free(m, f) ? f : NULL;
}

/* ---- By name. */

static const CFunction *by_equal_name(Model *m, const char *name)
{
    return find(m, name);
}

static const CFunction *by_prefix_option(Model *m, const char *name)
{
    const char *colon = m->in->prefix ? strchr(m->in->prefix, ':') : NULL;
    size_t len = colon ? (size_t)(colon - m->in->prefix) : 0;

    if (!colon || strncmp(name, m->in->prefix, len) != 0)
        return NULL;
    return find(m, model_text(m, "%s%s", colon + 1, name + len));
}

/* "Ref" of "ref". */
static const char *capitalised(Model *m, const char *word)
{
    return model_text(m, "%c%s", toupper((unsigned char)*word), word + 1);
}

static const CFunction *by_word(Model *m, const char *name)
{
    const CFunction *f = NULL;

    for (const char *const *word = reference_words; *word && !f; word++) {
        f = find(m, model_text(m, "%s_%s", *word, name));
        f = f ? f : find(m, model_text(m, "%s%s", *word, name));
        f = f ? f : find(m, model_text(m, "%s_%s", name, *word));
        f = f ? f : find(m, model_text(m, "%s%s", capitalised(m, *word), name));
        f = f ? f : find(m, model_text(m, "%s%s", name, capitalised(m, *word)));
    }
    return f;
}

static const CFunction *by_judge(Model *m, const char *name)
{
    const CFunction *f = find(m, model_text(m, "%s_judge", name));

    for (const char *const *word = reference_words; *word && !f; word++)
        f = find(m, model_text(m, "%s_%s_judge", *word, name));
    return f;
}

/* ---- By another beginning. */

/* The reference's function whose name is `to` in the place of the first `from` bytes. */
static const CFunction *replaced(Model *m, const char *name, const char *from,
                                 size_t from_len, const char *to, size_t to_len)
{
    if (strncmp(name, from, from_len) != 0)
        return NULL;
    return find(m, model_text(m, "%.*s%s", (int)to_len, to, name + from_len));
}

typedef struct {
    const char *from, *to;
    size_t from_len, to_len;
    uint32_t votes;
} Exchange;

static uint32_t votes_for(Model *m, const Exchange *x)
{
    uint32_t votes = 0;

    for (uint32_t i = 0; i < m->noperations; i++)
        if (!m->operations[i].reference)
            votes += replaced(m, m->operations[i].candidate->name, x->from, x->from_len,
                              x->to, x->to_len) != NULL;
    return votes;
}

/* Where the two names end alike, from a word on. */
static void try_pair(Model *m, const char *a, const char *b, Exchange *best)
{
    for (size_t i = 0; a[i]; i++) {
        size_t rest = strlen(a + i), len = strlen(b);
        Exchange x = {a, b, i, len > rest ? len - rest : 0, 0};
        if (!model_word_begins(a, i) || len <= rest || strcmp(b + x.to_len, a + i) != 0 ||
            !model_word_begins(b, x.to_len))
            continue;
        x.votes = votes_for(m, &x);
        if (x.votes > best->votes)
            *best = x;
    }
}

static Exchange elect(Model *m)
{
    Exchange best = {0};

    for (uint32_t i = 0; i < m->noperations; i++)
        for (uint32_t k = 0; k < m->reference->nfunctions; k++)
            if (!m->operations[i].reference && is_free(m, &m->reference->functions[k]))
                try_pair(m, m->operations[i].candidate->name,
                         m->reference->functions[k].name, &best);
    return best;
}

/* One vote may be an accident, but not with a name that says it. */
static bool is_convincing(Model *m, const Exchange *x)
{
    return x->votes >= 2 || (x->votes == 1 && m->noperations == 1) ||
           (x->votes == 1 && model_has_word(model_text(m, "%.*s", (int)x->to_len, x->to),
                                            reference_words));
}

static void take(Model *m, ModelOperation *o, const CFunction *f)
{
    if (!f)
        return;
    o->reference = f;
    m->used[m->nused++] = f;
}

static void by_exchange(Model *m)
{
    for (;;) {
        Exchange x = elect(m);
        if (!is_convincing(m, &x))
            return;
        for (uint32_t i = 0; i < m->noperations; i++)
            if (!m->operations[i].reference)
                take(m, &m->operations[i],
                     replaced(m, m->operations[i].candidate->name, x.from, x.from_len,
                              x.to, x.to_len));
    }
}

/* ---- Types. */

/* Whether the reference's pointer, or number, may stand for the abstract type. */
static bool settle(Model *m, int number, const CType *t)
{
    ModelAbstract *a = &m->abstracts[number];
    const char *text, *key;

    if (t->kind == C_POINTER && !t->alias)
        text = model_text(m, "%s *", model_plain_type(m, t->of));
    else if (t->kind == C_POINTER || t->kind == C_INT)
        text = model_plain_type(m, t);
    else
        return false;
    key = model_abstract_key(m, t);
    key = key ? key : text;
    if (!a->reference) {
        a->reference = text;
        a->reference_key = key;
        a->pointers = t->kind == C_POINTER;
    }
    return strcmp(a->reference_key, key) == 0;
}

static bool same_record(const CType *a, const CType *b)
{
    bool tags = a->tag && b->tag && *a->tag && *b->tag;

    return a->kind == b->kind && a->size == b->size && a->nfields == b->nfields &&
           (tags ? strcmp(a->tag, b->tag) == 0
                 : a->alias && b->alias && strcmp(a->alias->name, b->alias->name) == 0);
}

static bool is_number(const CType *t)
{
    return t->kind == C_INT || t->kind == C_BOOL || t->kind == C_ENUM;
}

/* Whether the same value can be given to both. */
static bool fits(Model *m, const CType *a, const CType *b, bool exactly)
{
    int number = model_abstract(m, a);

    if (number >= 0)
        return settle(m, number, b);
    if (is_number(a) && is_number(b))
        return !exactly ||
               (a->size == b->size && (a->kind == C_BOOL) == (b->kind == C_BOOL));
    if (a->kind != b->kind)
        return false;
    if (a->kind == C_POINTER)
        return fits(m, a->of, b->of, true);
    if (a->kind == C_STRUCT || a->kind == C_UNION)
        return same_record(a, b);
    return !exactly || a->kind == C_FUNCTION || a->size == b->size;
}

static const char *param_name(Model *m, const CFunction *f, uint32_t i)
{
    return *f->params[i].name ? model_text(m, "parameter '%s'", f->params[i].name)
                              : model_text(m, "parameter %u", i + 1);
}

static bool is_const_text(const CType *t)
{
    return t->kind == C_POINTER && t->of->kind == C_INT && t->of->is_char &&
           t->of->is_const;
}

/* A reference that looks at the candidate's answer. */
static ModelPairing judging(Model *m, const CFunction *c, const CFunction *r)
{
    uint32_t more = r->nparams - c->nparams;

    if (!is_const_text(r->result) || c->result->kind == C_VOID || r->nparams < c->nparams)
        return PAIR_BOTH;
    /* An abstract answer is the candidate's own: the judge sees its type, not the
     * reference's. */
    if (more == 2 && r->params[c->nparams + 1].type->kind == C_POINTER &&
        model_abstract(m, c->result) >= 0 &&
        settle(m, model_abstract(m, c->result), r->params[c->nparams + 1].type->of))
        return PAIR_JUDGED_OWN;
    if (more == 1 && model_abstract(m, c->result) < 0 &&
        fits(m, c->result, r->params[c->nparams].type, false))
        return PAIR_JUDGED;
    return PAIR_BOTH;
}

static const char *misfit(Model *m, ModelOperation *o)
{
    const CFunction *c = o->candidate, *r = o->reference;

    o->pairing = judging(m, c, r);
    if (o->pairing == PAIR_BOTH && c->nparams != r->nparams)
        return model_text(m, "the reference's %s takes %u argument%s", r->name,
                          r->nparams, r->nparams == 1 ? "" : "s");
    for (uint32_t i = 0; i < c->nparams; i++)
        if (!fits(m, c->params[i].type, r->params[i].type, false))
            return model_text(m, "in the reference's %s, %s is of type %s", r->name,
                              param_name(m, c, i), r->params[i].type->spelling);
    if (o->pairing == PAIR_BOTH && !fits(m, c->result, r->result, false))
        return model_text(m, "the reference's %s gives a value of type %s", r->name,
                          r->result->spelling);
    return NULL;
}

/* ---- Without a partner. */

static bool changes_nothing_shared(Model *m, const CFunction *f)
{
    for (uint32_t i = 0; i < f->nparams; i++)
        if (model_abstract_param(m, f, i) >= 0 && !f->params[i].type->of->is_const)
            return false;
    return model_abstract_result(m, f) < 0;
}

bool model_is_kept(Model *m, const ModelOperation *o)
{
    return !o->reference && model_is_destructor(m, o);
}

static void alone(Model *m, ModelOperation *o)
{
    if (strcmp(o->candidate->name, "main") == 0)
        o->why = "it is the start of a program";
    else if (m->in->alone)
        o->pairing = PAIR_ALONE;
    else if (model_is_kept(m, o))
        o->pairing = o->candidate->result->kind == C_VOID ? PAIR_KEPT : PAIR_ALONE;
    else if (!model_ensures(o))
        o->why = "the reference has no function for it";
    else if (!changes_nothing_shared(m, o->candidate))
        o->why = "the reference has no function for it, and it may change what others "
                 "look at";
    else
        o->pairing = PAIR_ALONE;
}

static const char *callee(Model *m, const ModelOperation *o)
{
    if (m->in->alone)
        return o->candidate->name;
    if (!o->reference)
        return "assay_keep";
    return model_text(m, "%s%s", emit_model_renames(m->in) ? MODEL_RENAMED : "",
                      o->reference->name);
}

void model_pair(Model *m)
{
    typedef const CFunction *Finder(Model *, const char *);
    static Finder *const finders[] = {by_prefix_option, by_equal_name, by_word, by_judge};

    m->used = assay_arena_new(m->arena, m->noperations + 1, sizeof *m->used);
    if (!m->used) {
        m->no_memory = true;
        return;
    }
    for (uint32_t k = 0; k < sizeof finders / sizeof finders[0]; k++)
        for (uint32_t i = 0; i < m->noperations; i++)
            if (!m->operations[i].reference)
                take(m, &m->operations[i],
                     finders[k](m, m->operations[i].candidate->name));
    by_exchange(m);
    for (uint32_t i = 0; i < m->noperations; i++) {
        ModelOperation *o = &m->operations[i];
        if (o->reference)
            o->why = misfit(m, o);
        else
            alone(m, o);
        o->misfit = o->reference && o->why;
        o->callee = callee(m, o);
    }
}
