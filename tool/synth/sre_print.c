/*
 * Expressions in the notation.
 */
#include "base/buf.h"
#include "synth/sre.h"

/* How tight an expression is bound, from loose to tight. */
enum level {
    LEVEL_UNION,
    LEVEL_SHUFFLE,
    LEVEL_BOTH,
    LEVEL_MINUS,
    LEVEL_CONCAT,
    LEVEL_REPEAT,
    LEVEL_OPERAND,
};

static void put(const Sre *e, enum level level, struct assay_buf *out);

static enum level level_of(const Sre *e)
{
    switch (e->kind) {
    case SRE_UNION:
        return LEVEL_UNION;
    case SRE_SHUFFLE:
        return LEVEL_SHUFFLE;
    case SRE_BOTH:
        return LEVEL_BOTH;
    case SRE_MINUS:
        return LEVEL_MINUS;
    case SRE_CONCAT:
        return LEVEL_CONCAT;
    case SRE_REPEAT:
        return LEVEL_REPEAT;
    case SRE_BAD:
    case SRE_NONE:
    case SRE_EMPTY:
    case SRE_ANY:
    case SRE_EVENT:
    case SRE_PARAM:
    case SRE_OPS:
        break;
    }
    return LEVEL_OPERAND;
}

/* What a field is equal to, among conditions that were written for one field each; NULL
 * if nothing says. */
static const Term *equal_to(const Term *where, const Binding *field)
{
    const Term *const *args = where->as.op.args;
    const Term *t;

    if (where->kind != TERM_OP)
        return NULL;
    if (where->as.op.op == OP_EQ)
        return args[0]->kind == TERM_VAR && args[0]->as.var == field ? args[1] : NULL;
    if (where->as.op.op != OP_ALSO)
        return NULL;
    t = equal_to(args[0], field);
    return t ? t : equal_to(args[1], field);
}

/* Whether it only says what fields are that have no name. */
static bool is_of_fields(const Sre *e, const Term *where)
{
    if (where->kind != TERM_OP)
        return false;
    if (where->as.op.op == OP_ALSO)
        return is_of_fields(e, where->as.op.args[0]) &&
               is_of_fields(e, where->as.op.args[1]);
    for (uint32_t i = 0; i < e->as.event.of->count && where->as.op.op == OP_EQ; i++)
        if (e->as.event.fields[i]->span.source == DIAG_NOWHERE &&
            equal_to(where, e->as.event.fields[i]))
            return true;
    return false;
}

/* The condition behind the bar, without what was written for fields; NULL: none. */
static const Term *condition_of(const Sre *e)
{
    const Term *where = e->as.event.where;

    if (is_of_fields(e, where))
        return NULL;
    return where->kind == TERM_OP && where->as.op.op == OP_ALSO &&
                   is_of_fields(e, where->as.op.args[0])
               ? where->as.op.args[1]
               : where;
}

static bool has_names(const Sre *e)
{
    for (uint32_t i = 0; i < e->as.event.of->count; i++)
        if (e->as.event.fields[i]->span.source != DIAG_NOWHERE)
            return true;
    return false;
}

/* Whether a bar in it could be taken for the one behind names of fields. */
static bool may_have_bar(const Term *t)
{
    return t->kind == TERM_COND || t->kind == TERM_QUANT || t->kind == TERM_IN ||
           (t->kind == TERM_OP && op_result(t->as.op.op) == 'b');
}

static void put_field(const Sre *e, uint32_t number, bool named, struct assay_buf *out)
{
    const Binding *field = e->as.event.fields[number];
    bool is_free = field->span.source != DIAG_NOWHERE;
    const Term *to = is_free ? NULL : equal_to(e->as.event.where, field);

    if (to && named)
        assay_buf_putc(out, '=');
    if (to && may_have_bar(to))
        assay_buf_putc(out, '(');
    if (to)
        term_print(to, out);
    if (to && may_have_bar(to))
        assay_buf_putc(out, ')');
    if (!to)
        assay_buf_puts(out, is_free ? field->name : "_");
}

/* push(x, _), or push(v, _ | v > x) if the fields were given names; without a condition
 * the operation alone. */
static void put_event(const Sre *e, struct assay_buf *out)
{
    bool named = has_names(e);

    assay_buf_puts(out, e->as.event.of->name);
    if (!e->as.event.where)
        return;
    assay_buf_putc(out, '(');
    for (uint32_t i = 0; i < e->as.event.of->count; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        put_field(e, i, named, out);
    }
    if (named && condition_of(e)) {
        assay_buf_puts(out, " | ");
        term_print(condition_of(e), out);
    }
    assay_buf_putc(out, ')');
}

static void put_list(const Sre *e, const char *mark, struct assay_buf *out)
{
    for (uint32_t i = 0; i < e->as.list.count; i++) {
        assay_buf_puts(out, i > 0 ? mark : "");
        put(e->as.list.of[i], level_of(e) + 1, out);
    }
}

static void put_times(const Sre *e, struct assay_buf *out)
{
    uint32_t min = e->as.repeat.min, max = e->as.repeat.max;

    if (max == SRE_MANY && min <= 1)
        assay_buf_putc(out, min ? '+' : '*');
    else if (min == 0 && max == 1)
        assay_buf_putc(out, '?');
    else if (min == max)
        assay_buf_printf(out, "{%u}", min);
    else if (max == SRE_MANY)
        assay_buf_printf(out, "{%u,}", min);
    else
        assay_buf_printf(out, "{%u,%u}", min, max);
}

static void put_bare(const Sre *e, struct assay_buf *out)
{
    switch (e->kind) {
    case SRE_BAD:
        assay_buf_putc(out, '?');
        break;
    case SRE_NONE:
        assay_buf_puts(out, "none");
        break;
    case SRE_EMPTY:
        assay_buf_puts(out, "empty");
        break;
    case SRE_ANY:
        assay_buf_puts(out, "any");
        break;
    case SRE_EVENT:
        put_event(e, out);
        break;
    case SRE_PARAM:
        assay_buf_puts(out, e->as.param->name);
        break;
    case SRE_OPS:
        assay_buf_puts(out, "ops(");
        put(e->as.of, LEVEL_UNION, out);
        assay_buf_putc(out, ')');
        break;
    case SRE_UNION:
        put_list(e, " | ", out);
        break;
    case SRE_SHUFFLE:
        put_list(e, " shuffle ", out);
        break;
    case SRE_BOTH:
        put_list(e, " & ", out);
        break;
    case SRE_CONCAT:
        put_list(e, " . ", out);
        break;
    case SRE_MINUS:
        put(e->as.minus.of, LEVEL_MINUS, out);
        assay_buf_puts(out, " - ");
        put(e->as.minus.without, LEVEL_CONCAT, out);
        break;
    case SRE_REPEAT:
        put(e->as.repeat.of, LEVEL_REPEAT, out);
        put_times(e, out);
        break;
    }
}

static void put(const Sre *e, enum level level, struct assay_buf *out)
{
    bool parens = level_of(e) < level;

    if (parens)
        assay_buf_putc(out, '(');
    put_bare(e, out);
    if (parens)
        assay_buf_putc(out, ')');
}

void sre_print(const Sre *e, struct assay_buf *out)
{
    put(e, LEVEL_UNION, out);
}
