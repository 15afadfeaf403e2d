/*
 * Making terms and types.
 */
#include "term/term.h"
#include <string.h>

/* ---- Terms. */

static Term *new_term(struct assay_arena *a, Span span, TermKind kind)
{
    Term *t = assay_arena_new(a, 1, sizeof *t);

    if (t)
        *t = (Term){.kind = kind, .span = span};
    return t;
}

/* A copy of an array; NULL when out of memory, never for an empty one. */
static void *copy(struct assay_arena *a, const void *from, size_t count, size_t size)
{
    void *to = assay_arena_new(a, count, size);

    if (to && count > 0)
        memcpy(to, from, count * size);
    return to;
}

const Term *term_bad(struct assay_arena *a, Span span)
{
    return new_term(a, span, TERM_BAD);
}

const Term *term_var(struct assay_arena *a, Span span, const Binding *var)
{
    Term *t = new_term(a, span, TERM_VAR);

    if (t)
        t->as.var = var;
    return t;
}

const Term *term_literal(struct assay_arena *a, Span span, const Value *value)
{
    Term *t = value ? new_term(a, span, TERM_LITERAL) : NULL;

    if (t)
        t->as.literal = value;
    return t;
}

const Term *term_op(struct assay_arena *a, Span span, Span mark, TermOp op,
                    const Term *const *args, uint32_t count)
{
    Term *t = new_term(a, span, TERM_OP);

    if (!t)
        return NULL;
    t->as.op.op = op;
    t->as.op.mark = mark;
    t->as.op.count = count;
    t->as.op.args = copy(a, args, count, sizeof *args);
    return t->as.op.args ? t : NULL;
}

const Term *term_op1(struct assay_arena *a, TermOp op, const Term *x)
{
    return x ? term_op(a, x->span, x->span, op, &x, 1) : NULL;
}

const Term *term_op2(struct assay_arena *a, TermOp op, const Term *x, const Term *y)
{
    const Term *args[] = {x, y};

    return x && y ? term_op(a, x->span, x->span, op, args, 2) : NULL;
}

const Term *term_call(struct assay_arena *a, Span span, Span mark, Function *function,
                      const Term *const *args)
{
    Term *t = new_term(a, span, TERM_CALL);

    if (!t)
        return NULL;
    t->as.call.function = function;
    t->as.call.mark = mark;
    t->as.call.args = copy(a, args, function->count, sizeof *args);
    return t->as.call.args ? t : NULL;
}

const Term *term_call_like(struct assay_arena *a, const Term *call,
                           const Term *const *args)
{
    Term *t = new_term(a, call->span, TERM_CALL);

    if (!t)
        return NULL;
    t->as.call = call->as.call;
    t->as.call.args = copy(a, args, call->as.call.function->count, sizeof *args);
    return t->as.call.args ? t : NULL;
}

const Term *term_cond(struct assay_arena *a, Span span, const Term *test,
                      const Term *then, const Term *other)
{
    Term *t = test && then && other ? new_term(a, span, TERM_COND) : NULL;

    if (!t)
        return NULL;
    t->as.cond.test = test;
    t->as.cond.then = then;
    t->as.cond.other = other;
    return t;
}

const Term *term_in(struct assay_arena *a, Span span, const Term *of, const Type *type)
{
    Term *t = of && type ? new_term(a, span, TERM_IN) : NULL;

    if (!t)
        return NULL;
    t->as.in.of = of;
    t->as.in.type = type;
    return t;
}

const Term *term_object(struct assay_arena *a, Span span, const TermMember *members,
                        uint32_t count)
{
    Term *t = new_term(a, span, TERM_OBJECT);

    if (!t)
        return NULL;
    t->as.object.count = count;
    t->as.object.members = copy(a, members, count, sizeof *members);
    return t->as.object.members ? t : NULL;
}

const Term *term_array(struct assay_arena *a, Span span, const Term *const *items,
                       uint32_t count)
{
    Term *t = new_term(a, span, TERM_ARRAY);

    if (!t)
        return NULL;
    t->as.array.count = count;
    t->as.array.items = copy(a, items, count, sizeof *items);
    return t->as.array.items ? t : NULL;
}

const Term *term_field(struct assay_arena *a, Span span, Span mark, const Term *of,
                       const char *name)
{
    Term *t = of && name ? new_term(a, span, TERM_FIELD) : NULL;

    if (!t)
        return NULL;
    t->as.field.of = of;
    t->as.field.name = name;
    t->as.field.mark = mark;
    return t;
}

const Term *term_index(struct assay_arena *a, Span span, const Term *of,
                       const Term *index)
{
    Term *t = of && index ? new_term(a, span, TERM_INDEX) : NULL;

    if (!t)
        return NULL;
    t->as.index.of = of;
    t->as.index.index = index;
    return t;
}

const Term *term_quant(struct assay_arena *a, Span span, bool all, const Binding *var,
                       const Term *body)
{
    Term *t = var && body ? new_term(a, span, TERM_QUANT) : NULL;

    if (!t)
        return NULL;
    t->as.quant.all = all;
    t->as.quant.var = var;
    t->as.quant.body = body;
    return t;
}

Binding *binding_new(struct assay_arena *a, const char *name, const Type *type, Span span)
{
    Binding *b = name && type ? assay_arena_new(a, 1, sizeof *b) : NULL;

    if (b)
        *b = (Binding){name, type, span};
    return b;
}

/* ---- Types. */

static Type *new_type(struct assay_arena *a, Span span, TypeKind kind)
{
    Type *t = assay_arena_new(a, 1, sizeof *t);

    if (t) {
        t->kind = kind;
        t->span = span;
    }
    return t;
}

const Type *type_simple(struct assay_arena *a, Span span, TypeKind kind)
{
    return type_simple_word(a, span, kind, NULL);
}

const Type *type_simple_word(struct assay_arena *a, Span span, TypeKind kind,
                             const char *word)
{
    Type *t = new_type(a, span, kind);

    if (t)
        t->as.word = word;
    return t;
}

const Type *type_object(struct assay_arena *a, Span span, const TypeField *fields,
                        uint32_t count)
{
    Type *t = new_type(a, span, TYPE_OBJECT);

    if (!t)
        return NULL;
    t->as.object.count = count;
    t->as.object.fields = copy(a, fields, count, sizeof *fields);
    return t->as.object.fields ? t : NULL;
}

const Type *type_of(struct assay_arena *a, Span span, TypeKind kind, const Type *of)
{
    Type *t = of ? new_type(a, span, kind) : NULL;

    if (t)
        t->as.of = of;
    return t;
}

const Type *type_refine(struct assay_arena *a, Span span, const Binding *var,
                        const Term *where)
{
    Type *t = var && where ? new_type(a, span, TYPE_REFINE) : NULL;

    if (!t)
        return NULL;
    t->as.refine.var = var;
    t->as.refine.where = where;
    return t;
}

const Type *type_list(struct assay_arena *a, Span span, TypeKind kind,
                      const Type *const *of, uint32_t count)
{
    Type *t;

    if (count == 1)
        return of[0];
    t = new_type(a, span, kind);
    if (!t)
        return NULL;
    t->as.list.count = count;
    t->as.list.of = copy(a, of, count, sizeof *of);
    return t->as.list.of ? t : NULL;
}

const Type *type_only(struct assay_arena *a, Span span, const Term *value, const Type *of)
{
    Type *t = value ? new_type(a, span, TYPE_ONLY) : NULL;

    if (!t)
        return NULL;
    t->as.only.value = value;
    t->as.only.of = of;
    return t;
}

const Type *type_if(struct assay_arena *a, Span span, const Term *test, const Type *then,
                    const Type *other)
{
    Type *t = test && then && other ? new_type(a, span, TYPE_IF) : NULL;

    if (!t)
        return NULL;
    t->as.choice.test = test;
    t->as.choice.then = then;
    t->as.choice.other = other;
    return t;
}

const Type *type_resource(struct assay_arena *a, Span span, const Resource *resource)
{
    Type *t = resource ? new_type(a, span, TYPE_RESOURCE) : NULL;

    if (t)
        t->as.resource = resource;
    return t;
}

const Type *type_alias(struct assay_arena *a, Span span, Alias *alias)
{
    Type *t = alias ? new_type(a, span, TYPE_ALIAS) : NULL;

    if (t)
        t->as.alias = alias;
    return t;
}

const Type *type_language(struct assay_arena *a, Span span, const char *name,
                          const struct assay_lang *lang)
{
    Type *t = name && lang ? new_type(a, span, TYPE_LANGUAGE) : NULL;

    if (!t)
        return NULL;
    t->as.language.name = name;
    t->as.language.lang = lang;
    return t;
}

const Type *type_function(struct assay_arena *a, Span span, const Binding *const *params,
                          uint32_t count, const Type *result)
{
    Type *t = result ? new_type(a, span, TYPE_FUNCTION) : NULL;

    if (!t)
        return NULL;
    t->as.function.params = copy(a, params, count, sizeof *params);
    t->as.function.count = count;
    t->as.function.result = result;
    return t->as.function.params ? t : NULL;
}

const Type *type_resolve(const Type *t)
{
    static const Type bad = {.kind = TYPE_BAD, .span = {DIAG_NOWHERE, 0, 0}};

    for (int steps = 0; t && t->kind == TYPE_ALIAS; steps++) {
        if (steps == ALIAS_STEPS || !t->as.alias->type)
            return &bad;
        t = t->as.alias->type;
    }
    return t;
}

/* ---- Operators. */

static const struct {
    const char *text, *arguments;
    char result;
} ops[] = {
#define OP(ID, TEXT, ARGUMENTS, RESULT) {TEXT, ARGUMENTS, RESULT},
#include "term/kinds.def"
};

const char *op_text(TermOp op)
{
    return ops[op].text;
}

const char *op_arguments(TermOp op)
{
    return ops[op].arguments;
}

char op_result(TermOp op)
{
    return ops[op].result;
}

bool op_is_function(TermOp op)
{
    return op == OP_LENGTH || op == OP_SIZE || op == OP_EXPAND || op == OP_MATCHES ||
           op == OP_PRE || op == OP_MKARRAY || op == OP_SET_ITEM || op == OP_SET_FIELD;
}
