/*
 * Matching: the tree is written as a grammar, of which lib/lang makes an automaton or,
 * where that is too large, a machine that counts and need not look ahead. An expression
 * it has neither for is too large.
 */
#include "base/buf.h"
#include "lang/lang.h"
#include "term/regexp.h"

#define GRAMMAR_MAX ((size_t)1 << 20)

/* What may stand without parentheses. */
typedef enum { ANYTHING, NO_CHOICE, ATOM } Place;

static void write_node(const RegexpNode *n, Place place, struct assay_buf *out);

static void write_set(const RegexpNode *n, struct assay_buf *out)
{
    assay_buf_putc(out, '[');
    for (uint32_t i = 0; i < n->as.set.count; i++)
        assay_buf_printf(out, "\\u{%x}-\\u{%x}", n->as.set.ranges[i][0],
                         n->as.set.ranges[i][1]);
    assay_buf_putc(out, ']');
}

static void write_list(const RegexpNode *n, Place place, struct assay_buf *out)
{
    bool choice = n->kind == REGEXP_CHOICE;
    bool grouped = place == ATOM || (choice && place == NO_CHOICE);
    assay_buf_puts(out, grouped ? "(" : "");
    for (uint32_t i = 0; i < n->as.list.count; i++) {
        assay_buf_puts(out, i == 0 ? "" : choice ? "|" : " ");
        write_node(n->as.list.items[i], NO_CHOICE, out);
    }
    assay_buf_puts(out, grouped ? ")" : "");
}

static void write_repeat(const RegexpNode *n, Place place, struct assay_buf *out)
{
    assay_buf_puts(out, place == ATOM ? "(" : "");
    write_node(n->as.repeat.of, ATOM, out);
    if (n->as.repeat.max == REGEXP_MANY)
        assay_buf_printf(out, "{%u,}", n->as.repeat.min);
    else
        assay_buf_printf(out, "{%u,%u}", n->as.repeat.min, n->as.repeat.max);
    assay_buf_puts(out, place == ATOM ? ")" : "");
}

static void write_node(const RegexpNode *n, Place place, struct assay_buf *out)
{
    switch (n->kind) {
    case REGEXP_EMPTY:
        assay_buf_puts(out, "\"\"");
        break;
    case REGEXP_SET:
        write_set(n, out);
        break;
    case REGEXP_SEQUENCE:
    case REGEXP_CHOICE:
        write_list(n, place, out);
        break;
    case REGEXP_REPEAT:
        write_repeat(n, place, out);
        break;
    }
}

static enum assay_status make_lang(const Regexp *r, struct assay_lang **ret_lang)
{
    struct assay_buf text;
    assay_buf_init(&text, r->matcher->mem, GRAMMAR_MAX);
    assay_buf_puts(&text, "s: ");
    write_node(r->whole, ANYTHING, &text);
    assay_buf_puts(&text, ";");
    struct assay_lang_source source = {
        .text = text.at, .len = text.len, .mem = r->matcher->mem};
    enum assay_status status =
        text.status ? text.status : assay_lang_new(&source, ret_lang);
    assay_buf_done(&text);
    return status;
}

/* Whether a language matches in linear time. */
static bool is_fast(const struct assay_lang *lang)
{
    enum assay_engine engine = assay_lang_engine(lang);
    return engine == ASSAY_ENGINE_REGULAR ||
           (engine == ASSAY_ENGINE_LL && !assay_ll_looks_ahead(lang->ll));
}

/* Tries to have a language that is. */
static void prepare(const Regexp *r)
{
    RegexpMatcher *m = r->matcher;
    struct assay_lang *lang = NULL;
    enum assay_status status = make_lang(r, &lang);
    if (!status && is_fast(lang)) {
        m->lang = lang;
        return;
    }
    assay_lang_free(lang);
    m->too_large = status != ASSAY_NO_MEMORY;
}

RegexpAnswer regexp_matches(const Regexp *r, struct assay_str text)
{
    if (r->whole->kind == REGEXP_SET && r->whole->as.set.count == 0)
        return REGEXP_NO;
    if (!r->matcher->lang && !r->matcher->too_large)
        prepare(r);
    if (!r->matcher->lang)
        return REGEXP_UNKNOWN;
    return assay_lang_accepts(r->matcher->lang, text.at, text.len) ? REGEXP_YES
                                                                   : REGEXP_NO;
}

void regexp_done(Regexp *r)
{
    if (!r)
        return;
    assay_lang_free(r->matcher->lang);
    r->matcher->lang = NULL;
}
