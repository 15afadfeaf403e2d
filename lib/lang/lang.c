/*
 * Making a language of its grammar, and choosing the recogniser for each question.
 */
#include "lang/lang.h"
#include "base/mem.h"
#include "lang/notation.h"
#include "lang/where.h"
#include <string.h>

/* ---- Making. */

static enum assay_status add_regular(struct assay_lang *lang, uint32_t rule)
{
    struct assay_regular *r;
    enum assay_status status;

    if (lang->regular[rule])
        return ASSAY_OK;
    r = assay_arena_new(&lang->grammar.arena, 1, sizeof *r);
    if (!r)
        return ASSAY_NO_MEMORY;
    status = assay_regular_build(r, &lang->network, rule, ASSAY_REGULAR_STATES);
    if (status == ASSAY_NO_MATCH || status == ASSAY_TOO_LARGE)
        return ASSAY_OK;
    if (!status)
        lang->regular[rule] = r;
    return status;
}

static enum assay_status build_regular(struct assay_lang *lang)
{
    const struct assay_grammar *g = &lang->grammar;
    enum assay_status status;

    lang->regular =
        assay_arena_new(&lang->grammar.arena, g->nrules, sizeof *lang->regular);
    status = lang->regular ? add_regular(lang, g->start) : ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < g->nterms && !status; i++)
        if (g->terms[i].kind == ASSAY_TERM_IN)
            status = add_regular(lang, g->terms[i].as.in.rule);
    return status;
}

/* The text of a term on one line. */
static const char *term_text(struct assay_lang *lang, uint32_t term)
{
    struct assay_grammar *g = &lang->grammar;
    struct assay_str s = assay_grammar_text(g, g->terms[term].place);
    char *text = assay_arena_new(&g->arena, s.len + 1, 1);
    size_t len = 0;

    for (size_t i = 0; text && i < s.len; i++) {
        bool blank =
            s.at[i] == ' ' || s.at[i] == '\t' || s.at[i] == '\n' || s.at[i] == '\r';

        if (!blank)
            text[len++] = s.at[i];
        else if (len > 0 && text[len - 1] != ' ')
            text[len++] = ' ';
    }
    return text;
}

static enum assay_status describe(struct assay_lang *lang, uint32_t term)
{
    const struct assay_term *t = &lang->grammar.terms[term];
    enum assay_status status;

    if (t->kind != ASSAY_TERM_BINARY || t->as.binary.op != ASSAY_TERM_AND) {
        lang->constraints[term] = term_text(lang, term);
        return lang->constraints[term] ? ASSAY_OK : ASSAY_NO_MEMORY;
    }
    status = describe(lang, t->as.binary.a);
    return status ? status : describe(lang, t->as.binary.b);
}

/* Whether an expression calls a rule that is checked. */
static bool calls_checked(const struct assay_lang *lang, uint32_t expr)
{
    const struct assay_grammar *g = &lang->grammar;
    const struct assay_expr *e = &g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_CALL:
        return lang->checked[e->as.call.rule];
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            if (calls_checked(lang, g->items[e->as.list.first + i]))
                return true;
        return false;
    case ASSAY_EXPR_REPEAT:
        return calls_checked(lang, e->as.repeat.body);
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        return false;
    }
    return false;
}

static void find_checked(struct assay_lang *lang)
{
    const struct assay_grammar *g = &lang->grammar;
    bool changed = lang->constrained;

    while (changed) {
        changed = false;
        for (uint32_t r = g->nrules; r-- > 0;) {
            if (lang->checked[r] || (g->rules[r].where == ASSAY_NONE &&
                                     !calls_checked(lang, g->rules[r].body)))
                continue;
            lang->checked[r] = 1;
            changed = true;
        }
    }
}

/* The rules that constraints name after `in` may be called by none: their trees need a
 * sym nevertheless. */
static enum assay_status name_tested_rules(struct assay_grammar *g)
{
    for (uint32_t i = 0; i < g->nterms; i++)
        if (g->terms[i].kind == ASSAY_TERM_IN &&
            assay_grammar_sym(g, g->terms[i].as.in.rule, ASSAY_NONE) == ASSAY_NONE)
            return ASSAY_NO_MEMORY;
    return ASSAY_OK;
}

static enum assay_status build_constraints(struct assay_lang *lang)
{
    struct assay_grammar *g = &lang->grammar;
    enum assay_status status = name_tested_rules(g);

    lang->constraints = assay_arena_new(&g->arena, g->nterms, sizeof *lang->constraints);
    lang->checked = assay_arena_new(&g->arena, g->nrules, 1);
    if (!lang->constraints || !lang->checked)
        return ASSAY_NO_MEMORY;
    for (uint32_t r = 0; r < g->nrules && !status; r++) {
        if (g->rules[r].where == ASSAY_NONE)
            continue;
        lang->constrained = true;
        status = describe(lang, g->rules[r].where);
    }
    find_checked(lang);
    return status;
}

static enum assay_status build_earley(struct assay_lang *lang)
{
    struct assay_earley_tables *tables =
        assay_arena_new(&lang->grammar.arena, 1, sizeof *tables);
    enum assay_status status =
        tables ? assay_earley_tables_build(tables, &lang->network) : ASSAY_NO_MEMORY;

    if (!status)
        lang->earley = tables;
    return status;
}

static enum assay_status build(struct assay_lang *lang)
{
    enum assay_status status = assay_network_build(&lang->network, &lang->grammar);

    if (!status)
        status = assay_facts_build(&lang->facts, &lang->grammar);
    if (!status)
        status = build_constraints(lang);
    if (!status)
        status = build_regular(lang);
    if (!status)
        status = build_earley(lang);
    if (!status)
        status = assay_ll_build(&lang->network, &lang->ll, NULL);
    return status == ASSAY_NO_MATCH ? ASSAY_OK : status;
}

static enum assay_status compile(struct assay_lang *lang,
                                 const struct assay_lang_source *source)
{
    enum assay_status status =
        assay_notation_read(&lang->grammar, &lang->problems, source);

    if (status && status != ASSAY_BAD_FORMAT)
        return status;
    assay_problems_sort(&lang->problems);
    assay_problems_render(&lang->problems, &lang->grammar, &lang->report);
    if (lang->report.status)
        return lang->report.status;
    return status ? status : build(lang);
}

enum assay_status assay_lang_new(const struct assay_lang_source *source,
                                 struct assay_lang **ret_lang)
{
    struct assay_lang *lang = assay_mem_new(source->mem, sizeof *lang);
    enum assay_status status;

    if (!lang)
        return ASSAY_NO_MEMORY;
    *lang = (struct assay_lang){.mem = source->mem};
    assay_problems_init(&lang->problems, source->mem);
    assay_buf_init(&lang->report, source->mem, 0);
    assay_grammar_init(&lang->grammar, source->mem);
    lang->network.mem = lang->facts.mem = source->mem;
    status = compile(lang, source);
    if (status && status != ASSAY_BAD_FORMAT)
        assay_lang_free(lang);
    else
        *ret_lang = lang;
    return status;
}

void assay_lang_free(struct assay_lang *lang)
{
    if (!lang)
        return;
    assay_ll_free(lang->ll);
    if (lang->earley)
        assay_earley_tables_done(lang->earley);
    for (uint32_t r = 0; lang->regular && r < lang->grammar.nrules; r++)
        if (lang->regular[r])
            assay_regular_done(lang->regular[r]);
    assay_facts_done(&lang->facts);
    assay_network_done(&lang->network);
    assay_grammar_done(&lang->grammar);
    assay_buf_done(&lang->report);
    assay_problems_done(&lang->problems);
    assay_mem_free(lang->mem, lang, sizeof *lang);
}

const char *assay_lang_name(const struct assay_lang *lang)
{
    return lang->grammar.nsources > 0 ? lang->grammar.sources[0].name : "grammar";
}

const struct assay_problem *assay_lang_problems(const struct assay_lang *lang,
                                                size_t *ret_count)
{
    *ret_count = lang->problems.count;
    return lang->problems.count > 0 ? lang->problems.at : NULL;
}

const char *assay_lang_report(const struct assay_lang *lang)
{
    return lang->report.at;
}

/* ---- Recognising. */

static const struct assay_regular *automaton(const struct assay_lang *lang, uint32_t rule)
{
    return lang->regular ? lang->regular[rule] : NULL;
}

enum assay_engine assay_lang_deriver(const struct assay_lang *lang)
{
    return lang->ll ? ASSAY_ENGINE_LL : ASSAY_ENGINE_EARLEY;
}

enum assay_engine assay_lang_engine(const struct assay_lang *lang)
{
    return automaton(lang, lang->grammar.start) ? ASSAY_ENGINE_REGULAR
                                                : assay_lang_deriver(lang);
}

/* The machine says all that could have been there only when it need not look ahead. */
static struct assay_mismatch *ll_reason(const struct assay_lang *lang,
                                        struct assay_mismatch *ret_why)
{
    return assay_ll_looks_ahead(lang->ll) ? NULL : ret_why;
}

/* Whether the machine leaves a word, or the reason of its rejection, to the general
 * recogniser. */
static bool ll_leaves(const struct assay_lang *lang, enum assay_status status,
                      struct assay_mismatch *ret_why)
{
    return status == ASSAY_TOO_LARGE ||
           (status == ASSAY_NO_MATCH && ret_why && assay_ll_looks_ahead(lang->ll));
}

/* Membership of a rule's language, its constraints aside. */
static enum assay_status match_grammar(const struct assay_lang *lang, uint32_t rule,
                                       const char *text, size_t len,
                                       struct assay_mismatch *ret_why)
{
    if (automaton(lang, rule))
        return assay_regular_match(automaton(lang, rule), text, len, ret_why);
    if (lang->ll && rule == lang->grammar.start) {
        enum assay_status status =
            assay_ll_match(lang->ll, text, len, ll_reason(lang, ret_why));

        if (!ll_leaves(lang, status, ret_why))
            return status;
    }
    return assay_earley_match_by(lang->earley, rule, text, len, NULL, ret_why);
}

enum assay_status assay_lang_derive(const struct assay_lang *lang, uint32_t rule,
                                    struct assay_tree *tree,
                                    struct assay_mismatch *ret_why)
{
    if (lang->ll && rule == lang->grammar.start) {
        enum assay_status status =
            assay_ll_derive(lang->ll, tree, ll_reason(lang, ret_why));

        if (!ll_leaves(lang, status, ret_why))
            return status;
        tree->count = 0;
    }
    return assay_earley_derive_by(lang->earley, rule, tree, NULL, ret_why, NULL);
}

static enum assay_status check_constraints(const struct assay_lang *lang,
                                           const struct assay_tree *tree,
                                           struct assay_mismatch *ret_why)
{
    struct assay_mismatch why = {.end = false};
    uint32_t node, term;
    enum assay_status status;

    if (!lang->constrained)
        return ASSAY_OK;
    status = assay_where_check(lang, tree, &node, &term);
    if (status != ASSAY_NO_MATCH || !ret_why)
        return status;
    node = assay_where_blame(lang, tree, node, term, why.because);
    why.offset = tree->nodes[node].start;
    why.until = tree->nodes[node].end;
    why.constraint = lang->constraints[term];
    *ret_why = why;
    return status;
}

/* Derives, then looks at the constraints. The tree is the caller's either way. */
static enum assay_status derive_checked(const struct assay_lang *lang, uint32_t rule,
                                        struct assay_tree *tree,
                                        struct assay_mismatch *ret_why)
{
    enum assay_status status = ASSAY_OK;

    /* The automaton finds most words out at once, with the exact reason. */
    if (automaton(lang, rule))
        status = match_grammar(lang, rule, tree->text, tree->len, ret_why);
    if (!status)
        status = assay_lang_derive(lang, rule, tree, ret_why);
    return status ? status : check_constraints(lang, tree, ret_why);
}

static enum assay_status match(const struct assay_lang *lang, uint32_t rule,
                               const char *text, size_t len,
                               struct assay_mismatch *ret_why)
{
    struct assay_tree tree;
    enum assay_status status = ASSAY_OK;

    if (!lang->checked[rule])
        return match_grammar(lang, rule, text, len, ret_why);
    if (automaton(lang, rule)) {
        status = match_grammar(lang, rule, text, len, ret_why);
        if (status ||
            (rule == lang->grammar.start && assay_where_is_obvious(lang, text, len)))
            return status;
    }
    assay_tree_init(&tree, &lang->grammar, text, len, lang->mem);
    status = assay_lang_derive(lang, rule, &tree, ret_why);
    if (!status)
        status = check_constraints(lang, &tree, ret_why);
    assay_tree_done(&tree);
    return status;
}

enum assay_status assay_lang_match_rule(const struct assay_lang *lang, uint32_t rule,
                                        const char *text, size_t len)
{
    return match(lang, rule, text, len, NULL);
}

enum assay_status assay_lang_match(const struct assay_lang *lang, const char *text,
                                   size_t len, struct assay_mismatch *ret_why)
{
    if (!assay_lang_is_usable(lang))
        return ASSAY_BAD_USE;
    return match(lang, lang->grammar.start, text, len, ret_why);
}

bool assay_lang_accepts(const struct assay_lang *lang, const char *text, size_t len)
{
    return assay_lang_match(lang, text, len, NULL) == ASSAY_OK;
}

/* ---- Deriving. */

enum assay_status assay_tree_new(const struct assay_lang *lang, const char *text,
                                 size_t len, struct assay_tree **ret_tree,
                                 struct assay_mismatch *ret_why)
{
    struct assay_tree *tree;
    enum assay_status status;

    if (!assay_lang_is_usable(lang))
        return ASSAY_BAD_USE;
    if (len >= UINT32_MAX)
        return ASSAY_TOO_LARGE;
    tree = assay_mem_new(lang->mem, sizeof *tree);
    if (!tree)
        return ASSAY_NO_MEMORY;
    assay_tree_init(tree, &lang->grammar, text, len, lang->mem);
    status = derive_checked(lang, lang->grammar.start, tree, ret_why);
    if (status)
        assay_tree_free(tree);
    else
        *ret_tree = tree;
    return status;
}

static enum assay_status ambiguous(const struct assay_lang *lang, const char *text,
                                   size_t len, bool *ret_ambiguous)
{
    struct assay_tree tree;
    enum assay_status status;

    assay_tree_init(&tree, &lang->grammar, text, len, lang->mem);
    status = assay_earley_derive_by(lang->earley, lang->grammar.start, &tree, NULL, NULL,
                                    ret_ambiguous);
    assay_tree_done(&tree);
    return status;
}

enum assay_status assay_lang_ambiguous(const struct assay_lang *lang, const char *text,
                                       size_t len, bool *ret_ambiguous)
{
    enum assay_status status = assay_lang_match(lang, text, len, NULL);

    if (status)
        return status;
    if (!lang->ll || !assay_ll_unambiguous(lang->ll))
        return ambiguous(lang, text, len, ret_ambiguous);
    *ret_ambiguous = false;
    return ASSAY_OK;
}
