/*
 * Terms and types as a tree, one node a line.
 */
#include "term/term.h"

static const char *const term_names[] = {
#define TERM(ID) [TERM_##ID] = #ID,
#include "term/kinds.def"
};

static const char *const type_names[] = {
#define TYPE(ID) [TYPE_##ID] = #ID,
#include "term/kinds.def"
};

static void line(struct assay_buf *out, uint32_t depth, const char *name)
{
    for (uint32_t i = 0; i < depth; i++)
        assay_buf_puts(out, "  ");
    for (; *name; name++)
        assay_buf_putc(out,
                       (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name));
}

static void dump_term(const Term *t, uint32_t depth, struct assay_buf *out);
static void dump_type(const Type *t, uint32_t depth, struct assay_buf *out);

static void named(struct assay_buf *out, const char *name)
{
    assay_buf_printf(out, " %s\n", name);
}

static void dump_terms(const Term *const *list, uint32_t count, uint32_t depth,
                       struct assay_buf *out)
{
    for (uint32_t i = 0; i < count; i++)
        dump_term(list[i], depth, out);
}

static void dump_members(const Term *t, uint32_t depth, struct assay_buf *out)
{
    assay_buf_putc(out, '\n');
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        line(out, depth, "member");
        named(out, t->as.object.members[i].name);
        dump_term(t->as.object.members[i].value, depth + 1, out);
    }
}

static void dump_literal(const Term *t, struct assay_buf *out)
{
    assay_buf_putc(out, ' ');
    value_print(t->as.literal, out);
    assay_buf_putc(out, '\n');
}

static void dump_term(const Term *t, uint32_t depth, struct assay_buf *out)
{
    line(out, depth, term_names[t->kind]);
    depth++;
    switch (t->kind) {
    case TERM_BAD:
        assay_buf_putc(out, '\n');
        break;
    case TERM_VAR:
        named(out, t->as.var->name);
        break;
    case TERM_LITERAL:
        dump_literal(t, out);
        break;
    case TERM_OP:
        named(out, op_text(t->as.op.op));
        dump_terms(t->as.op.args, t->as.op.count, depth, out);
        break;
    case TERM_CALL:
        named(out, t->as.call.function->name);
        dump_terms(t->as.call.args, t->as.call.function->count, depth, out);
        break;
    case TERM_COND:
        assay_buf_putc(out, '\n');
        dump_term(t->as.cond.test, depth, out);
        dump_term(t->as.cond.then, depth, out);
        dump_term(t->as.cond.other, depth, out);
        break;
    case TERM_IN:
        assay_buf_putc(out, '\n');
        dump_term(t->as.in.of, depth, out);
        dump_type(t->as.in.type, depth, out);
        break;
    case TERM_OBJECT:
        dump_members(t, depth, out);
        break;
    case TERM_ARRAY:
        assay_buf_putc(out, '\n');
        dump_terms(t->as.array.items, t->as.array.count, depth, out);
        break;
    case TERM_FIELD:
        named(out, t->as.field.name);
        dump_term(t->as.field.of, depth, out);
        break;
    case TERM_INDEX:
        assay_buf_putc(out, '\n');
        dump_term(t->as.index.of, depth, out);
        dump_term(t->as.index.index, depth, out);
        break;
    case TERM_QUANT:
        assay_buf_printf(out, " %s %s\n", t->as.quant.all ? "forall" : "exists",
                         t->as.quant.var->name);
        dump_type(t->as.quant.var->type, depth, out);
        dump_term(t->as.quant.body, depth, out);
        break;
    }
}

static void dump_fields(const Type *t, uint32_t depth, struct assay_buf *out)
{
    assay_buf_putc(out, '\n');
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        line(out, depth, f->optional ? "optional" : "field");
        named(out, f->name);
        dump_type(f->type, depth + 1, out);
    }
}

static void dump_type(const Type *t, uint32_t depth, struct assay_buf *out)
{
    line(out, depth, type_names[t->kind]);
    depth++;
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
        assay_buf_putc(out, '\n');
        break;
    case TYPE_OBJECT:
        dump_fields(t, depth, out);
        break;
    case TYPE_MAP:
    case TYPE_ARRAY:
    case TYPE_NOT:
        assay_buf_putc(out, '\n');
        dump_type(t->as.of, depth, out);
        break;
    case TYPE_REFINE:
        named(out, t->as.refine.var->name);
        dump_type(t->as.refine.var->type, depth, out);
        dump_term(t->as.refine.where, depth, out);
        break;
    case TYPE_UNION:
    case TYPE_BOTH:
        assay_buf_putc(out, '\n');
        for (uint32_t i = 0; i < t->as.list.count; i++)
            dump_type(t->as.list.of[i], depth, out);
        break;
    case TYPE_ONLY:
        assay_buf_putc(out, '\n');
        dump_term(t->as.only.value, depth, out);
        if (t->as.only.of)
            dump_type(t->as.only.of, depth, out);
        break;
    case TYPE_IF:
        assay_buf_putc(out, '\n');
        dump_term(t->as.choice.test, depth, out);
        dump_type(t->as.choice.then, depth, out);
        dump_type(t->as.choice.other, depth, out);
        break;
    case TYPE_RESOURCE:
        named(out, t->as.resource->name);
        break;
    case TYPE_ALIAS:
        named(out, t->as.alias->name);
        break;
    case TYPE_LANGUAGE:
        named(out, t->as.language.name);
        break;
    case TYPE_FUNCTION:
        assay_buf_putc(out, '\n');
        for (uint32_t i = 0; i < t->as.function.count; i++)
            dump_type(t->as.function.params[i]->type, depth, out);
        dump_type(t->as.function.result, depth, out);
        break;
    }
}

void term_dump(const Term *t, struct assay_buf *out)
{
    dump_term(t, 0, out);
}

void type_dump(const Type *t, struct assay_buf *out)
{
    dump_type(t, 0, out);
}
