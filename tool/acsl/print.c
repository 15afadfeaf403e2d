/*
 * Terms as text, on one line, with parentheses where they are needed.
 */
#include "acsl/levels.h"
#include "base/buf.h"
#include <math.h>
#include <string.h>

static void put(const AcslNode *n, int level, struct assay_buf *out);

static int op_level(AcslOp op)
{
    static const unsigned char levels[] = {
        [ACSL_IFF] = LEVEL_IFF,
        [ACSL_IMPLIES] = LEVEL_IMPLIES,
        [ACSL_OR] = LEVEL_OR,
        [ACSL_XOR] = LEVEL_XOR,
        [ACSL_AND] = LEVEL_AND,
        [ACSL_NOT] = LEVEL_PREFIX,
        [ACSL_EQ] = LEVEL_COMPARE,
        [ACSL_NE] = LEVEL_COMPARE,
        [ACSL_LT] = LEVEL_COMPARE,
        [ACSL_LE] = LEVEL_COMPARE,
        [ACSL_GT] = LEVEL_COMPARE,
        [ACSL_GE] = LEVEL_COMPARE,
        [ACSL_ADD] = LEVEL_SUM,
        [ACSL_SUB] = LEVEL_SUM,
        [ACSL_MUL] = LEVEL_PRODUCT,
        [ACSL_DIV] = LEVEL_PRODUCT,
        [ACSL_MOD] = LEVEL_PRODUCT,
        [ACSL_NEG] = LEVEL_PREFIX,
        [ACSL_BIT_NOT] = LEVEL_PREFIX,
        [ACSL_BIT_AND] = LEVEL_BIT_AND,
        [ACSL_BIT_OR] = LEVEL_BIT_OR,
        [ACSL_BIT_XOR] = LEVEL_BIT_XOR,
        [ACSL_BIT_IMPLIES] = LEVEL_BIT_IMPLIES,
        [ACSL_BIT_IFF] = LEVEL_BIT_IFF,
        [ACSL_SHL] = LEVEL_SHIFT,
        [ACSL_SHR] = LEVEL_SHIFT,
        [ACSL_IN] = LEVEL_COMPARE,
    };

    return levels[op];
}

static int level_of(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_INT:
        return n->as.integer < 0 ? LEVEL_PREFIX : LEVEL_POSTFIX;
    case NODE_REAL:
        return isfinite(n->as.real) && signbit(n->as.real) ? LEVEL_PREFIX : LEVEL_POSTFIX;
    case NODE_OP:
        return op_level(n->as.op.op);
    case NODE_IF:
        return LEVEL_IF;
    case NODE_DEREF:
    case NODE_ADDRESS:
    case NODE_CAST:
        return LEVEL_PREFIX;
    case NODE_RANGE:
        return LEVEL_RANGE;
    case NODE_QUANT:
    case NODE_LET:
    case NODE_LAMBDA:
    case NODE_NAMED:
        return LEVEL_ALL;
    case NODE_TEXT:
        return n->args[1] ? LEVEL_POSTFIX : level_of(n->args[0]);
    default:
        return LEVEL_POSTFIX;
    }
}

/* ---- Parts. */

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 WideUnsigned;

static void put_integer(Wide value, struct assay_buf *out)
{
    char digits[48];
    size_t at = sizeof digits;
    WideUnsigned rest =
        value < 0 ? (WideUnsigned)0 - (WideUnsigned)value : (WideUnsigned)value;

    do
        digits[--at] = (char)('0' + (int)(rest % 10));
    while ((rest /= 10) > 0);
    if (value < 0)
        assay_buf_putc(out, '-');
    assay_buf_add(out, digits + at, sizeof digits - at);
}

static void put_real(double value, struct assay_buf *out)
{
    if (isfinite(value))
        assay_buf_double(out, value);
    else
        assay_buf_puts(out, isnan(value) ? "\\NaN"
                            : value > 0  ? "\\plus_infinity"
                                         : "\\minus_infinity");
}

static void put_list(const AcslNode *n, const char *open, const char *close,
                     struct assay_buf *out)
{
    assay_buf_puts(out, open);
    for (uint32_t i = 0; i < n->nargs; i++) {
        if (i > 0)
            assay_buf_puts(out, ", ");
        put(n->args[i], LEVEL_ALL, out);
    }
    assay_buf_puts(out, close);
}

static void put_sort(const AcslSort *s, struct assay_buf *out)
{
    static const char *const names[] = {
        [SORT_INTEGER] = "integer", [SORT_REAL] = "real", [SORT_BOOLEAN] = "boolean"};

    switch (s->kind) {
    case SORT_INTEGER:
    case SORT_REAL:
    case SORT_BOOLEAN:
        assay_buf_puts(out, names[s->kind]);
        return;
    case SORT_C:
        assay_buf_puts(out, s->c->spelling);
        return;
    case SORT_SET:
        assay_buf_puts(out, "set<");
        put_sort(s->of, out);
        assay_buf_putc(out, '>');
        return;
    case SORT_NAMED:
        assay_buf_puts(out, s->name);
        return;
    case SORT_LAMBDA:
        assay_buf_puts(out, "\\lambda");
        return;
    case SORT_TEXT:
    case SORT_TEXTS:
        assay_buf_puts(out, s->kind == SORT_TEXT ? "text" : "texts");
        return;
    }
}

/* integer i, int *p, int (*a)[4] */
static void put_var(const AcslVar *v, struct assay_buf *out)
{
    const char *inner =
        v->sort->kind == SORT_C ? strstr(v->sort->c->spelling, "(*)") : NULL;

    if (inner) {
        assay_buf_printf(out, "%.*s(*%s)%s", (int)(inner - v->sort->c->spelling),
                         v->sort->c->spelling, v->name, inner + 3);
        return;
    }
    put_sort(v->sort, out);
    if (out->len > 0 && out->at[out->len - 1] != '*')
        assay_buf_putc(out, ' ');
    assay_buf_puts(out, v->name);
}

static void put_vars(const AcslNode *n, struct assay_buf *out)
{
    for (uint32_t i = 0; i < n->nvars; i++) {
        if (i > 0)
            assay_buf_puts(out, ", ");
        put_var(n->vars[i], out);
    }
}

/* ---- Kinds. */

static void put_op(const AcslNode *n, struct assay_buf *out)
{
    AcslOp op = n->as.op.op;
    int level = op_level(op), right = level + 1, left = level;

    if (n->nargs == 1) {
        assay_buf_puts(out, acsl_op_text(op));
        put(n->args[0], op == ACSL_NEG ? LEVEL_POSTFIX : LEVEL_PREFIX, out);
        return;
    }
    if (op == ACSL_IMPLIES || op == ACSL_BIT_IMPLIES) {
        left = level + 1;
        right = level;
    } else if (op == ACSL_AND || op == ACSL_OR) {
        right = level; /* it does not matter which is first */
    } else if (level == LEVEL_COMPARE) {
        left = level + 1; /* a chain is something else */
    }
    put(n->args[0], left, out);
    assay_buf_printf(out, " %s ", acsl_op_text(op));
    put(n->args[1], right, out);
}

static void put_if(const AcslNode *n, struct assay_buf *out)
{
    put(n->args[0], LEVEL_IF + 1, out);
    assay_buf_puts(out, " ? ");
    put(n->args[1], LEVEL_IF + 1, out);
    assay_buf_puts(out, " : ");
    put(n->args[2], LEVEL_IF, out);
}

static void put_at(const AcslNode *n, struct assay_buf *out)
{
    bool old = n->as.label.kind == LABEL_OLD && n->as.label.name[0] == 'O';

    if (n->as.label.kind == LABEL_RUN) {
        put(n->args[0], LEVEL_POSTFIX, out);
        assay_buf_printf(out, "{%u}", n->as.label.number);
        return;
    }
    assay_buf_puts(out, old ? "\\old(" : "\\at(");
    put(n->args[0], LEVEL_ALL, out);
    if (!old)
        assay_buf_printf(out, ", %s", n->as.label.name);
    assay_buf_putc(out, ')');
}

static void put_call(const AcslNode *n, struct assay_buf *out)
{
    uint32_t shown = 0;

    assay_buf_puts(out, n->as.call.logic->name);
    for (uint32_t i = 0; i < n->as.call.nlabels; i++)
        if (n->as.call.labels[i].kind != LABEL_RUN)
            assay_buf_printf(out, "%s%s", shown++ > 0 ? ", " : "{",
                             n->as.call.labels[i].name);
    if (shown > 0)
        assay_buf_putc(out, '}');
    if (n->nargs > 0)
        put_list(n, "(", ")", out);
}

static void put_builtin(const AcslNode *n, struct assay_buf *out)
{
    assay_buf_puts(out, acsl_builtin_text(n->as.builtin.builtin));
    if (n->as.builtin.label.kind != LABEL_HERE && n->as.builtin.label.kind != LABEL_RUN)
        assay_buf_printf(out, "{%s}", n->as.builtin.label.name);
    if (n->nargs > 0)
        put_list(n, "(", ")", out);
}

static void put_binder(const AcslNode *n, struct assay_buf *out)
{
    assay_buf_puts(out, n->kind == NODE_LAMBDA ? "\\lambda "
                        : n->as.all            ? "\\forall "
                                               : "\\exists ");
    put_vars(n, out);
    assay_buf_puts(out, "; ");
    put(n->args[0], LEVEL_ALL, out);
}

static void put_range(const AcslNode *n, struct assay_buf *out)
{
    if (n->args[0]) {
        put(n->args[0], LEVEL_RANGE + 1, out);
        assay_buf_putc(out, ' ');
    }
    assay_buf_puts(out, "..");
    if (n->args[1]) {
        assay_buf_putc(out, ' ');
        put(n->args[1], LEVEL_RANGE + 1, out);
    }
}

static void put_set(const AcslNode *n, struct assay_buf *out)
{
    if (n->kind == NODE_INTER)
        put_list(n, "\\inter(", ")", out);
    else if (n->nargs == 0)
        assay_buf_puts(out, "\\empty");
    else
        put_list(n, "\\union(", ")", out);
}

static void put_comprehension(const AcslNode *n, struct assay_buf *out)
{
    assay_buf_puts(out, "{ ");
    put(n->args[0], LEVEL_BIT_OR + 1, out);
    assay_buf_puts(out, " | ");
    put_vars(n, out);
    if (n->args[1]) {
        assay_buf_puts(out, "; ");
        put(n->args[1], LEVEL_ALL, out);
    }
    assay_buf_puts(out, " }");
}

static void put_update(const AcslNode *n, struct assay_buf *out)
{
    assay_buf_putc(out, '{');
    put(n->args[0], LEVEL_ALL, out);
    if (n->nargs > 2) {
        assay_buf_puts(out, " \\with [");
        put(n->args[2], LEVEL_ALL, out);
        assay_buf_puts(out, "] = ");
    } else {
        assay_buf_printf(out, " \\with .%s = ", n->as.field.name);
    }
    put(n->args[1], LEVEL_ALL, out);
    assay_buf_putc(out, '}');
}

static void put_prefix(const AcslNode *n, struct assay_buf *out)
{
    if (n->kind == NODE_CAST) {
        assay_buf_putc(out, '(');
        put_sort(n->sort->kind == SORT_SET ? n->sort->of : n->sort, out);
        assay_buf_putc(out, ')');
    } else {
        assay_buf_putc(out, n->kind == NODE_DEREF ? '*' : '&');
    }
    put(n->args[0], LEVEL_PREFIX, out);
}

static void put_postfix(const AcslNode *n, struct assay_buf *out)
{
    put(n->args[0], LEVEL_POSTFIX, out);
    if (n->kind == NODE_FIELD) {
        assay_buf_printf(out, "%s%s", n->as.field.arrow ? "->" : ".", n->as.field.name);
        return;
    }
    assay_buf_putc(out, '[');
    put(n->args[1], LEVEL_ALL, out);
    assay_buf_putc(out, ']');
}

static void put_let(const AcslNode *n, struct assay_buf *out)
{
    assay_buf_printf(out, "\\let %s = ", n->vars[0]->name);
    put(n->args[0], LEVEL_ALL, out);
    assay_buf_puts(out, "; ");
    put(n->args[1], LEVEL_ALL, out);
}

/* A string as a text is written as it is. */
static void put_text(const AcslNode *n, struct assay_buf *out)
{
    if (n->args[1]) {
        assay_buf_puts(out, "\\text");
        put_list(n, "(", ")", out);
    } else {
        put(n->args[0], LEVEL_ALL, out);
    }
}

static void put_select(const AcslNode *n, struct assay_buf *out)
{
    assay_buf_puts(out, n->as.select.all ? "\\select_all(" : "\\select(");
    put(n->args[0], LEVEL_ALL, out);
    assay_buf_printf(out, ", %s, ", n->as.select.language->name);
    assay_buf_c_string(out, n->as.select.path, strlen(n->as.select.path));
    assay_buf_putc(out, ')');
}

static void put_named(const AcslNode *n, struct assay_buf *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "_0123456789";
    const char *name = n->as.name;

    if (name[0] && strspn(name, letters) == strlen(name) &&
        strspn(name, letters + 53) == 0)
        assay_buf_puts(out, name);
    else
        assay_buf_c_string(out, name, strlen(name));
    assay_buf_puts(out, ": ");
    put(n->args[0], LEVEL_ALL, out);
}

static void put_name(const AcslNode *n, struct assay_buf *out)
{
    switch (n->kind) {
    case NODE_VAR:
    case NODE_GHOST:
        assay_buf_puts(out, n->as.var->name);
        return;
    case NODE_PARAM:
        assay_buf_puts(out, n->as.param.param->name);
        return;
    case NODE_LOCAL:
        assay_buf_puts(out, n->as.local->name);
        return;
    case NODE_GLOBAL:
        assay_buf_puts(out, n->as.global->name);
        return;
    case NODE_LANGUAGE:
        assay_buf_puts(out, n->as.language->name);
        return;
    default:
        assay_buf_puts(out, n->as.function->name);
        return;
    }
}

/* What has no arguments. */
static void put_leaf(const AcslNode *n, struct assay_buf *out)
{
    switch (n->kind) {
    case NODE_INT:
        put_integer(n->as.integer, out);
        return;
    case NODE_REAL:
        put_real(n->as.real, out);
        return;
    case NODE_STRING:
        assay_buf_c_string(out, n->as.string.at, n->as.string.len);
        return;
    case NODE_TRUE:
        assay_buf_puts(out, "\\true");
        return;
    case NODE_FALSE:
        assay_buf_puts(out, "\\false");
        return;
    case NODE_BEYOND:
    case NODE_UNDEFINED:
        assay_buf_puts(out, "\\undefined");
        return;
    case NODE_NULL:
        assay_buf_puts(out, "\\null");
        return;
    case NODE_RESULT:
        assay_buf_puts(out, "\\result");
        return;
    case NODE_EXIT_STATUS:
        assay_buf_puts(out, "\\exit_status");
        return;
    default:
        put_name(n, out);
        return;
    }
}

static void put_node(const AcslNode *n, struct assay_buf *out)
{
    switch (n->kind) {
    case NODE_OP:
        put_op(n, out);
        return;
    case NODE_IF:
        put_if(n, out);
        return;
    case NODE_FIELD:
    case NODE_INDEX:
        put_postfix(n, out);
        return;
    case NODE_DEREF:
    case NODE_ADDRESS:
    case NODE_CAST:
        put_prefix(n, out);
        return;
    case NODE_SIZEOF:
        assay_buf_printf(out, "sizeof(%s)", n->as.type->spelling);
        return;
    case NODE_AT:
        put_at(n, out);
        return;
    case NODE_QUANT:
    case NODE_LAMBDA:
        put_binder(n, out);
        return;
    case NODE_LET:
        put_let(n, out);
        return;
    case NODE_CALL:
        put_call(n, out);
        return;
    case NODE_BUILTIN:
        put_builtin(n, out);
        return;
    case NODE_FOLD:
        assay_buf_puts(out, acsl_builtin_text(n->as.fold));
        put_list(n, "(", ")", out);
        return;
    case NODE_RANGE:
        put_range(n, out);
        return;
    case NODE_SET:
    case NODE_INTER:
        put_set(n, out);
        return;
    case NODE_COMPREHEND:
        put_comprehension(n, out);
        return;
    case NODE_UPDATE:
        put_update(n, out);
        return;
    case NODE_NAMED:
        put_named(n, out);
        return;
    case NODE_TEXT:
        put_text(n, out);
        return;
    case NODE_SELECT:
        put_select(n, out);
        return;
    default:
        put_leaf(n, out);
        return;
    }
}

static void put(const AcslNode *n, int level, struct assay_buf *out)
{
    bool parentheses = level_of(n) < level;

    if (parentheses)
        assay_buf_putc(out, '(');
    put_node(n, out);
    if (parentheses)
        assay_buf_putc(out, ')');
}

void acsl_print(const AcslNode *node, struct assay_buf *out)
{
    put(node, LEVEL_ALL, out);
}
