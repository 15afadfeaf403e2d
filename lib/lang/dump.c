/*
 * The dump of a grammar. Each choice of how to write something is the one that reads back
 * as the same: parentheses where a label or a repetition would bind to something else, a
 * weight where a group would dissolve (see expression.c).
 *
 * Recursive as deep as ASSAY_GRAMMAR_DEPTH and ASSAY_TERM_DEPTH allow.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "lang/terms.h"
#include <string.h>

#define CODE_MAX 0x10ffffu
#define BYTE_MAX 0xffu
#define SURROGATE_FIRST 0xd800u
#define SURROGATE_LAST 0xdfffu

/* ---- Strings and sets. */

static bool is_plain(uint32_t code)
{
    return code >= 0x20 && code < 0x7f;
}

/* A code point in a string or set; `special` are characters that need a backslash. */
static void add_code(struct assay_buf *out, uint32_t code, const char *special)
{
    static const char escaped[] = "\n\r\t", letters[] = "nrt";

    for (const char *s = special; *s; s++) {
        if (code == (unsigned char)*s) {
            assay_buf_printf(out, "\\%c", *s);
            return;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (code == (unsigned char)escaped[i]) {
            assay_buf_printf(out, "\\%c", letters[i]);
            return;
        }
    }
    if (is_plain(code))
        assay_buf_putc(out, (char)code);
    else if (code == 0)
        assay_buf_puts(out, "\\0");
    else
        assay_buf_printf(out, "\\u{%x}", code);
}

static void add_string(struct assay_buf *out, const char *bytes, size_t len)
{
    assay_buf_putc(out, '"');
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t n = assay_utf8_decode(bytes + at, len - at, &code);
        if (n > 0)
            add_code(out, code, "\"\\");
        else
            assay_buf_printf(out, "\\x%02x", (unsigned)(unsigned char)bytes[at]);
        at += n > 0 ? n : 1;
    }
    assay_buf_putc(out, '"');
}

static void add_set_code(struct assay_buf *out, uint32_t code, bool bytes)
{
    if (bytes && code > 0x7f)
        assay_buf_printf(out, "\\x%02x", code);
    else
        add_code(out, code, "\\]-^[");
}

static void add_range(struct assay_buf *out, uint32_t lo, uint32_t hi, bool bytes)
{
    add_set_code(out, lo, bytes);
    if (hi > lo + 1)
        assay_buf_putc(out, '-');
    if (hi > lo)
        add_set_code(out, hi, bytes);
}

/* Whether two ranges have only surrogates, which are in no set, between them. */
static bool has_gap(const struct assay_codes *a, const struct assay_codes *b, bool bytes)
{
    return bytes || a->hi != SURROGATE_FIRST - 1 || b->lo != SURROGATE_LAST + 1;
}

/* Ranges of all that is not in the set. */
static uint32_t count_gaps(const struct assay_codes *r, uint32_t count, bool bytes)
{
    uint32_t gaps = r[0].lo > 0;

    for (uint32_t i = 1; i < count; i++)
        gaps += has_gap(&r[i - 1], &r[i], bytes);
    return gaps + (r[count - 1].hi < (bytes ? BYTE_MAX : CODE_MAX));
}

/* What is between two members of a set; surrogates are not mentioned. */
static void add_gap(struct assay_buf *out, uint32_t lo, uint32_t hi, bool bytes)
{
    if (!bytes && lo == SURROGATE_FIRST)
        lo = SURROGATE_LAST + 1;
    if (!bytes && hi == SURROGATE_LAST)
        hi = SURROGATE_FIRST - 1;
    add_range(out, lo, hi, bytes);
}

static void add_gaps(struct assay_buf *out, const struct assay_codes *r, uint32_t count,
                     bool bytes)
{
    uint32_t max = bytes ? BYTE_MAX : CODE_MAX;

    if (r[0].lo > 0)
        add_gap(out, 0, r[0].lo - 1, bytes);
    for (uint32_t i = 1; i < count; i++) {
        if (has_gap(&r[i - 1], &r[i], bytes))
            add_gap(out, r[i - 1].hi + 1, r[i].lo - 1, bytes);
    }
    if (r[count - 1].hi < max)
        add_gap(out, r[count - 1].hi + 1, max, bytes);
}

static void add_set(const struct assay_grammar *g, const struct assay_expr *e,
                    struct assay_buf *out)
{
    const struct assay_codes *r = g->ranges + e->as.set.first;
    uint32_t count = e->as.set.count;
    bool bytes = e->as.set.bytes;
    uint32_t gaps = count_gaps(r, count, bytes);

    if (gaps == 0) {
        assay_buf_puts(out, bytes ? "%x0-FF" : "%x0-10FFFF");
        return;
    }
    assay_buf_puts(out, gaps < count ? "[^" : "[");
    if (gaps < count)
        add_gaps(out, r, count, bytes);
    for (uint32_t i = 0; gaps >= count && i < count; i++)
        add_range(out, r[i].lo, r[i].hi, bytes);
    assay_buf_putc(out, ']');
}

/* ---- Expressions. */

/* How tight an expression is bound by what is around it. */
enum around { IN_RULE, IN_ALT, IN_SEQ, IN_REPEAT, IN_LABEL };

static void add_expr(const struct assay_grammar *g, uint32_t expr, enum around around,
                     struct assay_buf *out);

static void add_count(const struct assay_expr *e, struct assay_buf *out)
{
    uint32_t min = e->as.repeat.min, max = e->as.repeat.max;

    if (max == ASSAY_MANY && min <= 1)
        assay_buf_putc(out, min ? '+' : '*');
    else if (min == 0 && max == 1)
        assay_buf_putc(out, '?');
    else if (min == max)
        assay_buf_printf(out, "{%u}", min);
    else if (max == ASSAY_MANY)
        assay_buf_printf(out, "{%u,}", min);
    else
        assay_buf_printf(out, "{%u,%u}", min, max);
}

static void add_call(const struct assay_grammar *g, const struct assay_expr *e,
                     struct assay_buf *out)
{
    const struct assay_rule *rule = &g->rules[e->as.call.rule];
    uint32_t label = g->syms[e->as.call.sym].label;

    if (label != ASSAY_NONE)
        assay_buf_printf(out, "%s:", g->names[label]);
    if (rule->name != ASSAY_NONE)
        assay_buf_puts(out, g->names[rule->name]);
    else
        add_expr(g, rule->body, IN_LABEL, out);
}

static void add_list(const struct assay_grammar *g, const struct assay_expr *e,
                     struct assay_buf *out)
{
    bool alt = e->kind == ASSAY_EXPR_ALT;

    for (uint32_t i = 0; i < e->as.list.count; i++) {
        uint32_t item = g->items[e->as.list.first + i];
        const struct assay_expr *child = &g->exprs[item];
        if (i > 0)
            assay_buf_puts(out, alt ? " | " : " ");
        /* A group that is an alternative stays one only with a weight. */
        if (alt && (child->weight != 1 || child->kind == ASSAY_EXPR_ALT))
            assay_buf_printf(out, "@%u ", child->weight);
        add_expr(g, item, alt ? IN_ALT : IN_SEQ, out);
    }
}

static bool needs_group(const struct assay_grammar *g, const struct assay_expr *e,
                        enum around around)
{
    switch (e->kind) {
    case ASSAY_EXPR_ALT:
        return around > IN_RULE;
    case ASSAY_EXPR_SEQ:
        return around > IN_ALT;
    case ASSAY_EXPR_CALL: /* a label would name the rule, not this; and a repetition
                             would be part of what a label names */
        return around == IN_LABEL ||
               (around == IN_REPEAT && g->rules[e->as.call.rule].name == ASSAY_NONE);
    case ASSAY_EXPR_REPEAT:
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
    return false;
}

static void add_bare(const struct assay_grammar *g, const struct assay_expr *e,
                     enum around around, struct assay_buf *out)
{
    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        assay_buf_puts(out, "\"\"");
        break;
    case ASSAY_EXPR_LITERAL:
        add_string(out, g->bytes + e->as.literal.at, e->as.literal.len);
        break;
    case ASSAY_EXPR_SET:
        add_set(g, e, out);
        break;
    case ASSAY_EXPR_CALL:
        add_call(g, e, out);
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        add_list(g, e, out);
        break;
    case ASSAY_EXPR_REPEAT:
        add_expr(g, e->as.repeat.body, around == IN_LABEL ? IN_LABEL : IN_REPEAT, out);
        add_count(e, out);
        break;
    }
}

static void add_expr(const struct assay_grammar *g, uint32_t expr, enum around around,
                     struct assay_buf *out)
{
    const struct assay_expr *e = &g->exprs[expr];
    bool group = needs_group(g, e, around);

    if (group)
        assay_buf_putc(out, '(');
    add_bare(g, e, group ? IN_RULE : around, out);
    if (group)
        assay_buf_putc(out, ')');
}

void assay_grammar_dump_expr(const struct assay_grammar *g, uint32_t expr,
                             struct assay_buf *out)
{
    add_expr(g, expr, IN_RULE, out);
}

/* ---- Terms. */

static enum assay_term_level level_of(const struct assay_term *t)
{
    switch (t->kind) {
    case ASSAY_TERM_BINARY:
        return assay_op_infos[t->as.binary.op].level;
    case ASSAY_TERM_NOT:
        return ASSAY_LEVEL_NOT;
    case ASSAY_TERM_NEGATE:
        return ASSAY_LEVEL_SIGN;
    case ASSAY_TERM_IN:
        return ASSAY_LEVEL_COMPARE;
    case ASSAY_TERM_FORALL:
    case ASSAY_TERM_EXISTS:
        return ASSAY_LEVEL_ANY; /* as far as it can reach, so in parentheses anywhere
                                   inside */
    case ASSAY_TERM_INT:
    case ASSAY_TERM_TEXT:
    case ASSAY_TERM_PART:
    case ASSAY_TERM_APPLY:
        break;
    }
    return ASSAY_LEVEL_PRIMARY;
}

static void add_term(const struct assay_grammar *g, uint32_t term,
                     enum assay_term_level level, struct assay_buf *out);

static void add_path(const struct assay_grammar *g, const struct assay_term *t,
                     struct assay_buf *out)
{
    if (t->as.part.variable > 0)
        assay_buf_printf(out, "v%u", t->as.part.variable);
    else if (t->as.part.count == 0)
        assay_buf_puts(out, "self");
    for (uint32_t i = 0; i < t->as.part.count; i++) {
        const struct assay_step *step = &g->steps[t->as.part.first + i];
        assay_buf_printf(out, "%s%s", step->deep ? ".." : ".", g->names[step->name]);
        if (step->index > 0)
            assay_buf_printf(out, "[%u]", step->index);
    }
}

static void add_apply(const struct assay_grammar *g, const struct assay_term *t,
                      struct assay_buf *out)
{
    const uint32_t *args = g->items + t->as.apply.first;
    uint32_t function = t->as.apply.function;

    assay_buf_printf(out, "%s(",
                     function < ASSAY_FUNCTION_OWN
                         ? assay_function_infos[function].name
                         : g->functions[function - ASSAY_FUNCTION_OWN].name);
    for (uint32_t i = 0; i < t->as.apply.count; i++) {
        if (i > 0)
            assay_buf_puts(out, ", ");
        if (function == ASSAY_FUNCTION_SCOPE && i == 1)
            assay_buf_puts(out, g->names[g->terms[args[i]].as.number]);
        else
            add_term(g, args[i], ASSAY_LEVEL_ANY, out);
    }
    assay_buf_putc(out, ')');
}

static void add_binary(const struct assay_grammar *g, const struct assay_term *t,
                       struct assay_buf *out)
{
    enum assay_term_op op = t->as.binary.op;
    enum assay_term_level level = assay_op_infos[op].level;
    /* => leans to the right, comparisons to no side, the others to the left. */
    enum assay_term_level left =
        level + (op == ASSAY_TERM_IMPLIES || level == ASSAY_LEVEL_COMPARE);
    enum assay_term_level right = level + (op != ASSAY_TERM_IMPLIES);

    add_term(g, t->as.binary.a, left, out);
    assay_buf_printf(out, " %s ", assay_op_infos[op].text);
    add_term(g, t->as.binary.b, right, out);
}

static void add_quantifier(const struct assay_grammar *g, const struct assay_term *t,
                           struct assay_buf *out)
{
    assay_buf_printf(out, "%s v%u in ",
                     t->kind == ASSAY_TERM_FORALL ? "forall" : "exists",
                     t->as.quantifier.variable);
    add_term(g, t->as.quantifier.a, ASSAY_LEVEL_PRIMARY, out);
    assay_buf_puts(out, ": ");
    add_term(g, t->as.quantifier.b, ASSAY_LEVEL_ANY, out);
}

static void add_bare_term(const struct assay_grammar *g, const struct assay_term *t,
                          struct assay_buf *out)
{
    switch (t->kind) {
    case ASSAY_TERM_INT:
        assay_buf_printf(out, "%lld", (long long)t->as.number);
        break;
    case ASSAY_TERM_TEXT:
        add_string(out, g->bytes + t->as.text.at, t->as.text.len);
        break;
    case ASSAY_TERM_PART:
        add_path(g, t, out);
        break;
    case ASSAY_TERM_APPLY:
        add_apply(g, t, out);
        break;
    case ASSAY_TERM_NOT:
        assay_buf_putc(out, '!');
        add_term(g, t->as.binary.a, ASSAY_LEVEL_NOT, out);
        break;
    case ASSAY_TERM_NEGATE:
        assay_buf_putc(out, '-');
        add_term(g, t->as.binary.a, ASSAY_LEVEL_SIGN, out);
        break;
    case ASSAY_TERM_BINARY:
        add_binary(g, t, out);
        break;
    case ASSAY_TERM_IN:
        add_term(g, t->as.in.a, ASSAY_LEVEL_COMPARE + 1, out);
        assay_buf_printf(out, " in %s", g->names[g->rules[t->as.in.rule].name]);
        break;
    case ASSAY_TERM_FORALL:
    case ASSAY_TERM_EXISTS:
        add_quantifier(g, t, out);
        break;
    }
}

static void add_term(const struct assay_grammar *g, uint32_t term,
                     enum assay_term_level level, struct assay_buf *out)
{
    const struct assay_term *t = &g->terms[term];
    bool group = level_of(t) < level;

    if (group)
        assay_buf_putc(out, '(');
    add_bare_term(g, t, out);
    if (group)
        assay_buf_putc(out, ')');
}

void assay_grammar_dump_term(const struct assay_grammar *g, uint32_t term,
                             struct assay_buf *out)
{
    add_term(g, term, ASSAY_LEVEL_ANY, out);
}

/* ---- Whole grammars. */

static void dump_rules(const struct assay_grammar *g, uint32_t module, const char *prefix,
                       struct assay_buf *out)
{
    for (uint32_t i = 0; i < g->nrules; i++) {
        const struct assay_rule *rule = &g->rules[i];
        if (rule->module != module || rule->name == ASSAY_NONE)
            continue;
        assay_buf_printf(out, "%s%s: ", prefix, g->names[rule->name]);
        assay_grammar_dump_expr(g, rule->body, out);
        if (rule->where != ASSAY_NONE) {
            assay_buf_puts(out, " where ");
            assay_grammar_dump_term(g, rule->where, out);
        }
        assay_buf_puts(out, ";\n");
    }
}

/* Also of a built-in language that needs no `use`: what names it may be repeated no
 * times, and so is not in the dump. */
static void dump_use(const struct assay_grammar *g, const struct assay_module *m,
                     struct assay_buf *out)
{
    const char *name = g->names[m->name];

    if (m->from && strcmp(m->from, name) != 0)
        assay_buf_printf(out, "use %s as %s;\n", m->from, name);
    else
        assay_buf_printf(out, "use %s;\n", name);
}

void assay_grammar_dump(const struct assay_grammar *g, struct assay_buf *out)
{
    if (g->modules[0].bytes)
        assay_buf_puts(out, "%bytes;\n");
    for (uint32_t i = 1; i < g->nmodules; i++) {
        if (g->modules[i].user == 0)
            dump_use(g, &g->modules[i], out);
    }
    dump_rules(g, 0, "", out);
    for (uint32_t i = 1; i < g->nmodules; i++) {
        const struct assay_module *m = &g->modules[i];
        assay_buf_printf(out, "# language %s%s\n", g->names[m->name],
                         m->bytes ? ", of bytes" : "");
        dump_rules(g, i, "# ", out);
    }
}
