#include "lang_fixture.h"
#include "harness.h"
#include "lang/notation.h"
#include "torture.h"
#include <string.h>

void lang_fixture_init(struct lang_fixture *f, const char *grammar)
{
    struct assay_lang_source source = {.text = grammar, .len = strlen(grammar)};
    struct assay_problems problems;

    assay_grammar_init(&f->grammar, checked_mem());
    assay_problems_init(&problems, checked_mem());
    if (assay_notation_read(&f->grammar, &problems, &source) != ASSAY_OK)
        harness_fail(HARNESS_HERE, "%s: %s", grammar,
                     problems.count > 0 ? problems.at[0].message : "not read");
    assay_problems_done(&problems);
    CHECK_INT(assay_network_build(&f->net, &f->grammar), ASSAY_OK);
}

void lang_fixture_done(struct lang_fixture *f)
{
    assay_network_done(&f->net);
    assay_grammar_done(&f->grammar);
}

uint32_t lang_fixture_rule(const struct lang_fixture *f, const char *name)
{
    uint32_t number = assay_grammar_find_name(&f->grammar, name, strlen(name));

    for (uint32_t r = 0; r < f->grammar.nrules; r++)
        if (f->grammar.rules[r].module == 0 && f->grammar.rules[r].name == number)
            return r;
    harness_fail(HARNESS_HERE, "no rule %s", name);
}

static void dump_text(const struct assay_tree *t, uint32_t from, uint32_t to,
                      struct assay_buf *out)
{
    if (from < to)
        assay_buf_c_string(out, t->text + from, to - from);
}

static void dump_gap(struct assay_buf *out, bool *first)
{
    if (!*first)
        assay_buf_putc(out, ' ');
    *first = false;
}

static void dump_node(const struct assay_tree *t, uint32_t node, struct assay_buf *out)
{
    const struct assay_node *n = &t->nodes[node];
    uint32_t at = n->start;
    bool first = true;

    if (*assay_node_label(t, node))
        assay_buf_printf(out, "%s:", assay_node_label(t, node));
    assay_buf_printf(out, "%s(", assay_node_rule(t, node));
    for (uint32_t c = node + 1; c < node + n->size; c += t->nodes[c].size) {
        if (at < t->nodes[c].start) {
            dump_gap(out, &first);
            dump_text(t, at, t->nodes[c].start, out);
        }
        dump_gap(out, &first);
        dump_node(t, c, out);
        at = t->nodes[c].end;
    }
    if (at < n->end) {
        dump_gap(out, &first);
        dump_text(t, at, n->end, out);
    }
    assay_buf_putc(out, ')');
}

void lang_dump_tree(const struct assay_tree *tree, struct assay_buf *out)
{
    if (tree->count > 0)
        dump_node(tree, 0, out);
}

static bool is_expected(const struct assay_mismatch *why, unsigned byte)
{
    return byte < 256 && why->expected[byte / 8] >> byte % 8 & 1;
}

static void dump_byte(unsigned byte, struct assay_buf *out)
{
    if (byte > ' ' && byte < 0x7f)
        assay_buf_putc(out, (char)byte);
    else
        assay_buf_printf(out, "\\x%02x", byte);
}

void lang_dump_expected(const struct assay_mismatch *why, struct assay_buf *out)
{
    bool first = true;

    assay_buf_putc(out, '[');
    for (unsigned lo = 0, hi; lo < 256; lo = hi) {
        hi = lo + 1;
        if (!is_expected(why, lo))
            continue;
        while (is_expected(why, hi))
            hi++;
        if (!first)
            assay_buf_putc(out, ',');
        first = false;
        dump_byte(lo, out);
        if (hi - lo > 1)
            assay_buf_putc(out, '-');
        if (hi - lo > 1)
            dump_byte(hi - 1, out);
    }
    assay_buf_puts(out, why->end ? "] end" : "]");
}
