/*
 * Why a term is not true: what its sides are, or which of its parts has no value. For
 * people, after the term itself; nothing where the term says it all.
 */
#include "lang/eval.h"
#include <stdio.h>
#include <string.h>

#define SHOWN_TERM 40 /* bytes of a term that are repeated */
#define SHOWN_TEXT 24 /* bytes of a text */

static const struct assay_term *term_at(const struct assay_eval *e, uint32_t term)
{
    return &e->tree->grammar->terms[term];
}

static void put_term(const struct assay_eval *e, uint32_t term, struct assay_buf *out)
{
    const struct assay_grammar *g = e->tree->grammar;
    struct assay_str text = assay_grammar_text(g, g->terms[term].place);

    if (text.len > SHOWN_TERM || memchr(text.at, '\n', text.len))
        assay_buf_puts(out, "a part of it");
    else
        assay_buf_add(out, text.at, text.len);
}

static void put_text(struct assay_str text, struct assay_buf *out)
{
    size_t shown = text.len > SHOWN_TEXT ? SHOWN_TEXT : text.len;

    while (shown < text.len && shown > 0 &&
           ((unsigned char)text.at[shown] & 0xc0) == 0x80)
        shown--;
    assay_buf_c_string(out, text.at, shown);
    assay_buf_puts(out, shown < text.len ? "..." : "");
}

/* ---- Sides */

/* "x is 3", unless it is written there. */
static void put_side(struct assay_eval *e, uint32_t term, struct assay_buf *out)
{
    const struct assay_term *t = term_at(e, term);
    struct assay_term_value v = assay_eval_inner(e, term);
    struct assay_str text;
    int64_t number = 0;

    if (t->kind == ASSAY_TERM_INT || t->kind == ASSAY_TERM_TEXT)
        return;
    assay_buf_puts(out, out->len > 0 ? ", " : "");
    put_term(e, term, out);
    if (assay_value_is_number(&v, &number)) {
        assay_buf_printf(out, " is %lld", (long long)number);
    } else if (assay_value_is_text(e, &v, &text)) {
        assay_buf_puts(out, " is ");
        put_text(text, out);
    }
}

/* ---- No value */

static void put_count(struct assay_eval *e, uint32_t term, uint32_t count,
                      struct assay_buf *out)
{
    if (count == 0)
        assay_buf_puts(out, "there is no ");
    put_term(e, term, out);
    if (count > 0)
        assay_buf_printf(out, " is %u parts", (unsigned)count);
}

/* The first of the parts that are added up that is no number. */
static void put_summand(struct assay_eval *e, const struct assay_term *t,
                        struct assay_buf *out)
{
    struct assay_term_value set =
        assay_eval_inner(e, e->tree->grammar->items[t->as.apply.first]);
    int64_t number;

    for (uint32_t i = 0; set.kind == ASSAY_VALUE_NODES && i < set.count; i++) {
        struct assay_str text = assay_eval_node_text(e, set.nodes[i]);

        if (assay_text_is_number(text, &number))
            continue;
        assay_buf_puts(out, "sum adds numbers, and ");
        put_text(text, out);
        assay_buf_puts(out, " is none; sum(cat(...)) is of bytes");
        return;
    }
}

static void put_undefined(struct assay_eval *e, uint32_t term, struct assay_buf *out);

/* An operand because of which a term has no value; false: it is not that one. */
static bool put_operand(struct assay_eval *e, const struct assay_term *parent,
                        uint32_t operand, struct assay_buf *out)
{
    struct assay_term_value v = assay_eval_inner(e, operand);

    if (v.kind == ASSAY_VALUE_UNDEFINED)
        put_undefined(e, operand, out);
    else if (v.kind == ASSAY_VALUE_NODES && v.count != 1 && !assay_term_takes_set(parent))
        put_count(e, operand, v.count, out);
    return out->len > 0;
}

static void put_call(struct assay_eval *e, const struct assay_term *t,
                     struct assay_buf *out)
{
    const uint32_t *arguments = e->tree->grammar->items + t->as.apply.first;
    struct assay_term_value v;
    struct assay_str text;

    for (uint32_t i = 0; i < t->as.apply.count; i++)
        if (term_at(e, arguments[i])->kind != ASSAY_TERM_INT &&
            put_operand(e, t, arguments[i], out))
            return;
    if (t->as.apply.function == ASSAY_FUNCTION_SUM)
        put_summand(e, t, out);
    if (t->as.apply.function != ASSAY_FUNCTION_INT)
        return;
    v = assay_eval_inner(e, arguments[0]);
    if (assay_value_is_text(e, &v, &text)) {
        put_text(text, out);
        assay_buf_puts(out, " is no number here");
    }
}

/* What a term has no value because of. */
static void put_undefined(struct assay_eval *e, uint32_t term, struct assay_buf *out)
{
    const struct assay_term *t = term_at(e, term);

    switch (t->kind) {
    case ASSAY_TERM_BINARY:
        if (!put_operand(e, t, t->as.binary.a, out))
            (void)put_operand(e, t, t->as.binary.b, out);
        break;
    case ASSAY_TERM_NOT:
    case ASSAY_TERM_NEGATE:
        (void)put_operand(e, t, t->as.binary.a, out);
        break;
    case ASSAY_TERM_IN:
        (void)put_operand(e, t, t->as.in.a, out);
        break;
    case ASSAY_TERM_APPLY:
        put_call(e, t, out);
        break;
    default:
        break;
    }
    if (out->len > 0)
        return;
    put_term(e, term, out);
    assay_buf_puts(out, " has no value");
}

void assay_where_because(struct assay_eval *e, uint32_t term, char *into, size_t size)
{
    const struct assay_term *t = term_at(e, term);
    bool sides = t->kind == ASSAY_TERM_BINARY && t->as.binary.op >= ASSAY_TERM_EQ &&
                 t->as.binary.op <= ASSAY_TERM_GE;
    struct assay_term_value v = assay_eval_inner(e, term);
    struct assay_buf out;

    into[0] = '\0';
    if (e->status)
        return;
    assay_buf_init(&out, &e->mem, size - 1);
    if (v.kind == ASSAY_VALUE_UNDEFINED) {
        put_undefined(e, term, &out);
    } else if (sides) {
        put_side(e, t->as.binary.a, &out);
        put_side(e, t->as.binary.b, &out);
    }
    if (!out.status && !e->status)
        snprintf(into, size, "%s", out.at);
    assay_buf_done(&out);
}
