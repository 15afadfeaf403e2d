/*
 * A tree in which a subtree is replaced by another of the same rule is a tree of the
 * grammar, so without constraints nothing needs to be checked. Changes that touch each
 * other are left out.
 */
#include "lang/mutate.h"
#include "lang/generate.h"
#include <string.h>

#define EDITS_MAX 4
#define TRIES 32 /* until the constraints hold */

enum edit_kind { EDIT_REDRAW, EDIT_COPY, EDIT_EXCHANGE, EDIT_KINDS };

struct edit {
    uint32_t start, end; /* of the seed's text */
    const char *text;
    uint32_t len;
};

struct mutation {
    struct assay_test *t;
    const struct assay_lang *lang;
    const struct assay_tree *seed;
    uint32_t size;
    uint32_t *nodes; /* that can be changed */
    uint32_t count;
    struct edit edits[2 * EDITS_MAX]; /* ascending */
    uint32_t nedits;
};

/* ---- Nodes. */

static const struct assay_node *node_at(const struct mutation *m, uint32_t i)
{
    return &m->seed->nodes[m->nodes[i]];
}

static uint32_t rule_of(const struct mutation *m, const struct assay_node *node)
{
    return m->lang->grammar.syms[node->sym].rule;
}

/* Whether a rule has more than one sentence, at a glance. */
static bool can_change(const struct mutation *m, const struct assay_node *node)
{
    const struct assay_grammar *g = &m->lang->grammar;
    enum assay_expr_kind kind = g->exprs[g->rules[rule_of(m, node)].body].kind;

    return kind != ASSAY_EXPR_LITERAL && kind != ASSAY_EXPR_EMPTY;
}

/* The root is drawn again only where there is nothing else. */
static enum assay_status list_nodes(struct mutation *m)
{
    m->nodes = assay_test_new(m->t, m->seed->count, sizeof *m->nodes);
    if (!m->nodes)
        return ASSAY_NO_MEMORY;
    for (uint32_t i = 1; i < m->seed->count; i++)
        if (can_change(m, &m->seed->nodes[i]))
            m->nodes[m->count++] = i;
    if (m->count == 0)
        m->nodes[m->count++] = 0;
    return ASSAY_OK;
}

static enum assay_status choose_node(struct mutation *m, uint32_t *ret_node)
{
    uint64_t i = 0;
    enum assay_status status =
        assay_choose_uint(m->t, 0, m->count - 1, 0, ASSAY_UNIFORM, &i);

    *ret_node = (uint32_t)i;
    return status;
}

/* Another node of the same rule: from a random one on, the next that is. */
static enum assay_status choose_twin(struct mutation *m, uint32_t node, uint32_t *ret)
{
    uint32_t from = 0;
    enum assay_status status = choose_node(m, &from);

    *ret = node;
    for (uint32_t k = 0; k < m->count && !status; k++) {
        uint32_t i = (from + k) % m->count;
        if (i != node && rule_of(m, node_at(m, i)) == rule_of(m, node_at(m, node))) {
            *ret = i;
            break;
        }
    }
    return status;
}

/* ---- Edits. */

/* Where an edit of [start, end) goes; ASSAY_NONE if another one touches it. */
static uint32_t edit_place(const struct mutation *m, const struct assay_node *node)
{
    uint32_t at = 0;

    while (at < m->nedits && m->edits[at].start < node->start)
        at++;
    if (at > 0 && m->edits[at - 1].end > node->start)
        return ASSAY_NONE;
    if (at < m->nedits &&
        (m->edits[at].start < node->end || m->edits[at].start == node->start))
        return ASSAY_NONE;
    return at;
}

static void add_edit(struct mutation *m, const struct assay_node *node, const char *text,
                     uint32_t len)
{
    uint32_t at = edit_place(m, node);

    if (at == ASSAY_NONE)
        return;
    memmove(m->edits + at + 1, m->edits + at, (m->nedits - at) * sizeof *m->edits);
    m->edits[at] = (struct edit){node->start, node->end, text, len};
    m->nedits++;
}

/* The part may take what the rest leaves of the size, and always a little. */
static enum assay_status redraw(struct mutation *m, const struct assay_node *node)
{
    uint32_t mine = node->end - node->start, rest = (uint32_t)m->seed->len - mine;
    uint32_t size = m->size > rest ? m->size - rest : 0, len = 0;
    const char *text = NULL;
    enum assay_status status =
        assay_generate_rule(m->t, m->lang->facts.program, rule_of(m, node),
                            size > mine + 8 ? size : mine + 8, &text, &len);

    if (!status)
        add_edit(m, node, text, len);
    return status;
}

static void copy(struct mutation *m, const struct assay_node *to,
                 const struct assay_node *from)
{
    add_edit(m, to, m->seed->text + from->start, from->end - from->start);
}

static void exchange(struct mutation *m, const struct assay_node *a,
                     const struct assay_node *b)
{
    bool apart = a->end <= b->start || b->end <= a->start;

    if (apart && (edit_place(m, a) == ASSAY_NONE || edit_place(m, b) == ASSAY_NONE))
        return;
    copy(m, a, b);
    if (apart)
        copy(m, b, a);
}

static enum assay_status draw_edit(struct mutation *m)
{
    uint32_t node = 0, kind = EDIT_REDRAW, twin = 0;
    enum assay_status status = choose_node(m, &node);

    if (!status)
        status = assay_choose_index(m->t, EDIT_KINDS, NULL, &kind);
    if (!status && kind != EDIT_REDRAW)
        status = choose_twin(m, node, &twin);
    if (status)
        return status;
    if (kind == EDIT_REDRAW || twin == node)
        return redraw(m, node_at(m, node));
    if (kind == EDIT_COPY)
        copy(m, node_at(m, node), node_at(m, twin));
    else
        exchange(m, node_at(m, node), node_at(m, twin));
    return ASSAY_OK;
}

static enum assay_status draw_edits(struct mutation *m)
{
    uint32_t count = 0;
    enum assay_status status = assay_list_begin(m->t, "edits", 1, EDITS_MAX, &count);

    m->nedits = 0;
    for (uint32_t i = 0; i < count && !status; i++) {
        status = assay_element_begin(m->t);
        if (!status)
            status = draw_edit(m);
        if (!status)
            status = assay_span_end(m->t);
    }
    return status ? status : assay_span_end(m->t);
}

/* ---- The new text. */

static enum assay_status apply(const struct mutation *m, const char **ret_text,
                               uint32_t *ret_len)
{
    uint64_t len = m->seed->len;
    uint32_t from = 0;
    char *text, *out;

    for (uint32_t i = 0; i < m->nedits; i++)
        len += m->edits[i].len - (uint64_t)(m->edits[i].end - m->edits[i].start);
    if (len > ASSAY_SENTENCE_MAX)
        return ASSAY_TOO_LARGE;
    text = out = assay_test_new(m->t, (size_t)len + 1, 1);
    if (!text)
        return ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < m->nedits; i++) {
        const struct edit *e = &m->edits[i];
        memcpy(out, m->seed->text + from, e->start - from);
        out += e->start - from;
        memcpy(out, e->text, e->len);
        out += e->len;
        from = e->end;
    }
    memcpy(out, m->seed->text + from, m->seed->len - from);
    *ret_text = text;
    *ret_len = (uint32_t)len;
    return ASSAY_OK;
}

static enum assay_status attempt(struct mutation *m, const char **ret_text,
                                 uint32_t *ret_len)
{
    enum assay_status status = assay_span_begin(m->t, "mutation");

    if (!status)
        status = draw_edits(m);
    return status ? status : apply(m, ret_text, ret_len);
}

enum assay_status assay_mutate(struct assay_test *t, const struct assay_lang *lang,
                               const struct assay_tree *seed, uint32_t size,
                               const char **ret_text, uint32_t *ret_len)
{
    struct mutation m = {.t = t, .lang = lang, .seed = seed, .size = size};
    const char *text = NULL;
    uint32_t len = 0;
    enum assay_status status = list_nodes(&m);

    for (int i = 0; i < TRIES && !status; i++) {
        status = attempt(&m, &text, &len);
        if (status)
            break;
        if (!lang->constrained || assay_lang_accepts(lang, text, len)) {
            *ret_text = text;
            *ret_len = len;
            return assay_span_end(t);
        }
        status = assay_span_discard(t);
    }
    return status ? status : ASSAY_REJECTED;
}
