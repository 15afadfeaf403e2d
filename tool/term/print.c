/*
 * Terms and types as they are written.
 */
#include "base/ascii.h"
#include "term/syntax.h"
#include <assay/languages.h>

/* Prints a term that stands where operators of `level` or tighter may. */
static void put_term(const Term *t, int level, struct assay_buf *out);
static void put_type(const Type *t, int level, struct assay_buf *out);

/* ---- Names. */

static bool is_word(const char *name)
{
    if (!assay_is_word_start(name[0]))
        return false;
    for (; *name; name++)
        if (!assay_is_word(*name))
            return false;
    return true;
}

static void put_string(const char *text, struct assay_buf *out)
{
    value_print(&(Value){.kind = VALUE_STRING, .as.string = assay_str(text)}, out);
}

static void put_name(const char *name, struct assay_buf *out)
{
    if (is_word(name))
        assay_buf_puts(out, name);
    else
        put_string(name, out);
}

/* ---- Terms. */

static int level_of(const Term *t)
{
    switch (t->kind) {
    case TERM_OP:
        return op_is_function(t->as.op.op) ? LEVEL_OPERAND
                                           : syntax_level(t->as.op.op, t->as.op.count);
    case TERM_COND:
    case TERM_QUANT: /* it goes as far as it can */
        return LEVEL_COND;
    case TERM_IN:
        return LEVEL_COMPARE;
    case TERM_BAD:
    case TERM_VAR:
    case TERM_LITERAL:
    case TERM_CALL:
    case TERM_OBJECT:
    case TERM_ARRAY:
    case TERM_FIELD:
    case TERM_INDEX:
        break;
    }
    return LEVEL_OPERAND;
}

static void put_terms(const Term *const *list, uint32_t count, struct assay_buf *out)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            assay_buf_puts(out, ", ");
        put_term(list[i], LEVEL_COND, out);
    }
}

static void put_call(const char *name, const Term *const *args, uint32_t count,
                     struct assay_buf *out)
{
    assay_buf_puts(out, name);
    assay_buf_putc(out, '(');
    put_terms(args, count, out);
    assay_buf_putc(out, ')');
}

static void put_op(const Term *t, struct assay_buf *out)
{
    int level = syntax_level(t->as.op.op, t->as.op.count);
    bool right = t->as.op.op == OP_THEN || t->as.op.op == OP_IMPLIES;
    bool single = level == LEVEL_COMPARE;

    if (op_is_function(t->as.op.op)) {
        put_call(op_text(t->as.op.op), t->as.op.args, t->as.op.count, out);
        return;
    }
    if (t->as.op.count == 1) {
        assay_buf_puts(out, op_text(t->as.op.op));
        put_term(t->as.op.args[0], level, out);
        return;
    }
    put_term(t->as.op.args[0], level + (right || single), out);
    assay_buf_printf(out, " %s ", op_text(t->as.op.op));
    put_term(t->as.op.args[1], level + !right, out);
}

static void put_members(const Term *t, struct assay_buf *out)
{
    assay_buf_putc(out, '{');
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        if (i > 0)
            assay_buf_puts(out, ", ");
        put_name(t->as.object.members[i].name, out);
        assay_buf_puts(out, " = ");
        put_term(t->as.object.members[i].value, LEVEL_COND, out);
    }
    assay_buf_putc(out, '}');
}

static void put_field(const Term *t, struct assay_buf *out)
{
    put_term(t->as.field.of, LEVEL_OPERAND, out);
    assay_buf_putc(out, '.');
    put_name(t->as.field.name, out);
}

static void put_index(const Term *t, struct assay_buf *out)
{
    put_term(t->as.index.of, LEVEL_OPERAND, out);
    assay_buf_putc(out, '[');
    put_term(t->as.index.index, LEVEL_COND, out);
    assay_buf_putc(out, ']');
}

static void put_quant(const Term *t, struct assay_buf *out)
{
    assay_buf_printf(out, "%s %s: ", t->as.quant.all ? "forall" : "exists",
                     t->as.quant.var->name);
    put_type(t->as.quant.var->type, 0, out);
    assay_buf_puts(out, " . ");
    put_term(t->as.quant.body, LEVEL_COND, out);
}

static void put_cond(const Term *t, struct assay_buf *out)
{
    put_term(t->as.cond.test, LEVEL_COND + 1, out);
    assay_buf_puts(out, " ? ");
    put_term(t->as.cond.then, LEVEL_COND, out);
    assay_buf_puts(out, " : ");
    put_term(t->as.cond.other, LEVEL_COND, out);
}

static void put_bare(const Term *t, struct assay_buf *out)
{
    switch (t->kind) {
    case TERM_BAD:
        assay_buf_puts(out, "?");
        break;
    case TERM_VAR:
        assay_buf_puts(out, t->as.var->name);
        break;
    case TERM_LITERAL:
        value_print(t->as.literal, out);
        break;
    case TERM_OP:
        put_op(t, out);
        break;
    case TERM_CALL:
        assay_buf_puts(out, t->as.call.awaits ? "await " : "");
        put_call(t->as.call.function->name, t->as.call.args, t->as.call.function->count,
                 out);
        break;
    case TERM_COND:
        put_cond(t, out);
        break;
    case TERM_IN:
        put_term(t->as.in.of, LEVEL_COMPARE + 1, out);
        assay_buf_puts(out, " in ");
        put_type(t->as.in.type, 2, out);
        break;
    case TERM_OBJECT:
        put_members(t, out);
        break;
    case TERM_ARRAY:
        assay_buf_putc(out, '[');
        put_terms(t->as.array.items, t->as.array.count, out);
        assay_buf_putc(out, ']');
        break;
    case TERM_FIELD:
        put_field(t, out);
        break;
    case TERM_INDEX:
        put_index(t, out);
        break;
    case TERM_QUANT:
        put_quant(t, out);
        break;
    }
}

static void put_term(const Term *t, int level, struct assay_buf *out)
{
    bool parens = level_of(t) < level;

    if (parens)
        assay_buf_putc(out, '(');
    put_bare(t, out);
    if (parens)
        assay_buf_putc(out, ')');
}

/* ---- Types. Levels: 0 union, 1 both, 2 with ! in front, 3 alone. */

static int type_level(const Type *t)
{
    switch (t->kind) {
    case TYPE_UNION:
    case TYPE_IF:
    case TYPE_FUNCTION:
        return 0;
    case TYPE_BOTH:
        return 1;
    case TYPE_NOT:
        return 2;
    default:
        return 3;
    }
}

static void put_fields(const Type *t, struct assay_buf *out)
{
    assay_buf_putc(out, '{');
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        assay_buf_puts(out, i > 0 ? ", " : "");
        assay_buf_puts(out, f->optional ? "?" : "");
        put_name(f->name, out);
        assay_buf_puts(out, ": ");
        put_type(f->type, 0, out);
    }
    assay_buf_putc(out, '}');
}

static void put_refinement(const Type *t, struct assay_buf *out)
{
    assay_buf_printf(out, "(%s: ", t->as.refine.var->name);
    put_type(t->as.refine.var->type, 0, out);
    assay_buf_puts(out, " where ");
    put_term(t->as.refine.where, LEVEL_COND, out);
    assay_buf_putc(out, ')');
}

static void put_only(const Type *t, struct assay_buf *out)
{
    assay_buf_putc(out, '[');
    put_term(t->as.only.value, LEVEL_COND, out);
    if (t->as.only.of) {
        assay_buf_puts(out, ": ");
        put_type(t->as.only.of, 0, out);
    }
    assay_buf_putc(out, ']');
}

static void put_list(const Type *t, struct assay_buf *out)
{
    for (uint32_t i = 0; i < t->as.list.count; i++) {
        if (i > 0)
            assay_buf_puts(out, t->kind == TYPE_UNION ? " | " : " & ");
        put_type(t->as.list.of[i], type_level(t) + 1, out);
    }
}

static void put_if(const Type *t, struct assay_buf *out)
{
    assay_buf_puts(out, "if ");
    put_term(t->as.choice.test, LEVEL_COND, out);
    assay_buf_puts(out, " then ");
    put_type(t->as.choice.then, 0, out);
    assay_buf_puts(out, " else ");
    put_type(t->as.choice.other, 0, out);
}

/* One that is built in by its name, others by their file. */
static void put_language(const Type *t, struct assay_buf *out)
{
    const char *name = t->as.language.name;

    if (assay_language(name) == t->as.language.lang) {
        assay_buf_puts(out, name);
        return;
    }
    assay_buf_puts(out, "language ");
    put_string(name, out);
}

static void put_function_type(const Type *t, struct assay_buf *out)
{
    assay_buf_putc(out, '(');
    for (uint32_t i = 0; i < t->as.function.count; i++) {
        const Binding *param = t->as.function.params[i];
        assay_buf_puts(out, i > 0 ? ", " : "");
        put_type(param->type, 0, out);
        if (param->name[0])
            assay_buf_printf(out, " %s", param->name);
    }
    assay_buf_puts(out, ") -> ");
    put_type(t->as.function.result, 0, out);
}

static void put_bare_type(const Type *t, struct assay_buf *out)
{
    static const char *const simple[] = {
        [TYPE_BAD] = "?",           [TYPE_ANY] = "Any",
        [TYPE_INTEGER] = "Integer", [TYPE_NUMBER] = "Number",
        [TYPE_STRING] = "String",   [TYPE_BOOLEAN] = "Boolean",
        [TYPE_REGEXP] = "Regexp",   [TYPE_TEMPLATE] = "URITemplate",
        [TYPE_VOID] = "void",
    };

    switch (t->kind) {
    case TYPE_BAD:
    case TYPE_ANY:
    case TYPE_INTEGER:
    case TYPE_NUMBER:
    case TYPE_STRING:
    case TYPE_BOOLEAN:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_VOID:
        assay_buf_puts(out, t->as.word ? t->as.word : simple[t->kind]);
        break;
    case TYPE_OBJECT:
        put_fields(t, out);
        break;
    case TYPE_MAP:
        assay_buf_puts(out, "{*: ");
        put_type(t->as.of, 0, out);
        assay_buf_putc(out, '}');
        break;
    case TYPE_ARRAY:
        put_type(t->as.of, 3, out);
        assay_buf_puts(out, "[]");
        break;
    case TYPE_REFINE:
        put_refinement(t, out);
        break;
    case TYPE_UNION:
    case TYPE_BOTH:
        put_list(t, out);
        break;
    case TYPE_NOT:
        assay_buf_putc(out, '!');
        put_type(t->as.of, 2, out);
        break;
    case TYPE_ONLY:
        put_only(t, out);
        break;
    case TYPE_IF:
        put_if(t, out);
        break;
    case TYPE_RESOURCE:
        assay_buf_puts(out, t->as.resource->name);
        break;
    case TYPE_ALIAS:
        assay_buf_puts(out, t->as.alias->name);
        break;
    case TYPE_LANGUAGE:
        put_language(t, out);
        break;
    case TYPE_FUNCTION:
        put_function_type(t, out);
        break;
    }
}

static void put_type(const Type *t, int level, struct assay_buf *out)
{
    bool parens = type_level(t) < level;

    if (parens)
        assay_buf_putc(out, '(');
    put_bare_type(t, out);
    if (parens)
        assay_buf_putc(out, ')');
}

void term_print(const Term *t, struct assay_buf *out)
{
    put_term(t, LEVEL_COND, out);
}

void type_print(const Type *t, struct assay_buf *out)
{
    put_type(t, 0, out);
}
