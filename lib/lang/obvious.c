/*
 * Constraints that a word satisfies on its face, so that no tree has to be built for
 * them: no part of a short word is long, and what is said of the whole word needs no
 * parts.
 */
#include "lang/lang.h"
#include "lang/where.h"

typedef struct {
    const struct assay_lang *lang;
    const char *text;
    size_t len;
    bool root; /* the constraint is of the whole word */
} word;

static bool is_self(const word *w, uint32_t term)
{
    const struct assay_term *t = &w->lang->grammar.terms[term];

    return t->kind == ASSAY_TERM_PART && t->as.part.variable == 0 &&
           t->as.part.count == 0;
}

static bool is_length(const word *w, uint32_t term)
{
    const struct assay_grammar *g = &w->lang->grammar;
    const struct assay_term *t = &g->terms[term];

    return t->kind == ASSAY_TERM_APPLY && t->as.apply.function == ASSAY_FUNCTION_LEN &&
           t->as.apply.count == 1 && is_self(w, g->items[t->as.apply.first]);
}

/* len(self) <= n */
static bool is_short(const word *w, const struct assay_term *t)
{
    const struct assay_term *n = &w->lang->grammar.terms[t->as.binary.b];

    if (!is_length(w, t->as.binary.a) || n->kind != ASSAY_TERM_INT || n->as.number < 0)
        return false;
    return t->as.binary.op == ASSAY_TERM_LE ? w->len <= (uint64_t)n->as.number
                                            : w->len < (uint64_t)n->as.number;
}

static bool is_member(const word *w, const struct assay_term *t, bool wanted)
{
    enum assay_status status;

    if (!w->root || !is_self(w, t->as.in.a) || w->lang->checked[t->as.in.rule])
        return false;
    status = assay_lang_match_rule(w->lang, t->as.in.rule, w->text, w->len);
    return status == (wanted ? ASSAY_OK : ASSAY_NO_MATCH);
}

static bool holds(const word *w, uint32_t term)
{
    const struct assay_term *t = &w->lang->grammar.terms[term], *a;

    switch (t->kind) {
    case ASSAY_TERM_BINARY:
        if (t->as.binary.op == ASSAY_TERM_AND)
            return holds(w, t->as.binary.a) && holds(w, t->as.binary.b);
        if (t->as.binary.op == ASSAY_TERM_OR)
            return holds(w, t->as.binary.a) || holds(w, t->as.binary.b);
        return (t->as.binary.op == ASSAY_TERM_LE || t->as.binary.op == ASSAY_TERM_LT) &&
               is_short(w, t);
    case ASSAY_TERM_IN:
        return is_member(w, t, true);
    case ASSAY_TERM_NOT:
        a = &w->lang->grammar.terms[t->as.binary.a];
        return a->kind == ASSAY_TERM_IN && is_member(w, a, false);
    default:
        return false;
    }
}

bool assay_where_is_obvious(const struct assay_lang *lang, const char *text, size_t len)
{
    const struct assay_grammar *g = &lang->grammar;
    word w = {.lang = lang, .text = text, .len = len};

    for (uint32_t r = 0; r < g->nrules; r++) {
        w.root = r == g->start;
        if (g->rules[r].where != ASSAY_NONE && !holds(&w, g->rules[r].where))
            return false;
    }
    return true;
}
