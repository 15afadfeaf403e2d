/*
 * What is known of a value by the types that are declared: enough to leave out copies and
 * structural comparisons of what is surely a number or a text.
 */
#include "script/js_facts.h"
#include <string.h>

#define KIND_DEPTH 32

/* A type without names and refinements. */
static const Type *bare(const Type *t)
{
    for (int i = 0; t && i < KIND_DEPTH; i++) {
        t = type_resolve(t);
        if (t->kind != TYPE_REFINE)
            return t;
        t = t->as.refine.var->type;
    }
    return NULL;
}

static const Type *field_type(const Type *t, const char *name)
{
    const Type *found;

    if (t && t->kind == TYPE_BOTH) {
        for (uint32_t i = 0; i < t->as.list.count; i++)
            if ((found = field_type(bare(t->as.list.of[i]), name)))
                return found;
        return NULL;
    }
    if (t && t->kind == TYPE_MAP)
        return bare(t->as.of);
    if (!t || t->kind != TYPE_OBJECT)
        return NULL;
    for (uint32_t i = 0; i < t->as.object.count; i++)
        if (strcmp(t->as.object.fields[i].name, name) == 0)
            return bare(t->as.object.fields[i].type);
    return NULL;
}

const Type *js_type(const Term *t)
{
    const Type *of;

    switch (t->kind) {
    case TERM_VAR:
        return bare(t->as.var->type);
    case TERM_CALL:
        return t->as.call.function->result ? bare(t->as.call.function->result) : NULL;
    case TERM_FIELD:
        return field_type(js_type(t->as.field.of), t->as.field.name);
    case TERM_INDEX:
        of = js_type(t->as.index.of);
        return of && of->kind == TYPE_ARRAY ? bare(of->as.of) : NULL;
    case TERM_BAD:
    case TERM_LITERAL:
    case TERM_OP:
    case TERM_COND:
    case TERM_IN:
    case TERM_OBJECT:
    case TERM_ARRAY:
    case TERM_QUANT:
        break;
    }
    return NULL;
}

/* Whether all values of a type are of these kinds. */
typedef bool Covers(TypeKind kind);

static bool is_scalar_kind(TypeKind kind)
{
    return kind == TYPE_INTEGER || kind == TYPE_NUMBER || kind == TYPE_STRING ||
           kind == TYPE_BOOLEAN || kind == TYPE_VOID || kind == TYPE_LANGUAGE ||
           kind == TYPE_FUNCTION;
}

static bool is_integer_kind(TypeKind kind)
{
    return kind == TYPE_INTEGER;
}

static bool type_within(const Type *t, Covers *covers, int depth);
static bool term_within(const Term *t, Covers *covers);

static bool list_within(const Type *t, Covers *covers, int depth)
{
    bool any = t->kind == TYPE_BOTH; /* one is enough */

    for (uint32_t i = 0; i < t->as.list.count; i++)
        if (type_within(t->as.list.of[i], covers, depth) == any)
            return any;
    return !any;
}

static bool type_within(const Type *t, Covers *covers, int depth)
{
    t = bare(t);
    if (!t || depth == 0)
        return false;
    switch (t->kind) {
    case TYPE_UNION:
    case TYPE_BOTH:
        return list_within(t, covers, depth - 1);
    case TYPE_ONLY:
        return (t->as.only.of && type_within(t->as.only.of, covers, depth - 1)) ||
               term_within(t->as.only.value, covers);
    case TYPE_IF:
        return type_within(t->as.choice.then, covers, depth - 1) &&
               type_within(t->as.choice.other, covers, depth - 1);
    default:
        return covers(t->kind);
    }
}

/* The kind of type that a value of this kind has, or ANY. */
static TypeKind literal_kind(const Value *v)
{
    switch (v->kind) {
    case VALUE_BOOLEAN:
        return TYPE_BOOLEAN;
    case VALUE_INTEGER:
        return TYPE_INTEGER;
    case VALUE_NUMBER:
        return TYPE_NUMBER;
    case VALUE_NULL:
    case VALUE_UNDEFINED:
        return TYPE_VOID;
    case VALUE_STRING:
        return TYPE_STRING;
    default:
        return TYPE_ANY;
    }
}

static bool op_within(const Term *t, Covers *covers)
{
    switch (op_result(t->as.op.op)) {
    case 'b':
        return covers(TYPE_BOOLEAN);
    case 'i':
        return covers(TYPE_INTEGER);
    case 's':
        return covers(TYPE_STRING);
    case 'n':
        if (covers(TYPE_NUMBER))
            return true;
        for (uint32_t i = 0; i < t->as.op.count; i++)
            if (!term_within(t->as.op.args[i], covers))
                return false;
        return true;
    default:
        return false;
    }
}

static bool term_within(const Term *t, Covers *covers)
{
    const Type *type;

    switch (t->kind) {
    case TERM_LITERAL:
        return covers(literal_kind(t->as.literal));
    case TERM_OP:
        return op_within(t, covers);
    case TERM_IN:
    case TERM_QUANT:
        return covers(TYPE_BOOLEAN);
    case TERM_COND:
        return term_within(t->as.cond.then, covers) &&
               term_within(t->as.cond.other, covers);
    default:
        type = js_type(t);
        return type && type_within(type, covers, KIND_DEPTH);
    }
}

bool js_is_scalar(const Term *t)
{
    return term_within(t, is_scalar_kind);
}

bool js_is_scalar_type(const Type *t)
{
    return type_within(t, is_scalar_kind, KIND_DEPTH);
}

bool js_is_integer(const Term *t)
{
    return term_within(t, is_integer_kind);
}

static bool is_boolean_kind(TypeKind kind)
{
    return kind == TYPE_BOOLEAN;
}

static bool is_number_kind(TypeKind kind)
{
    return kind == TYPE_INTEGER || kind == TYPE_NUMBER;
}

static bool is_string_kind(TypeKind kind)
{
    return kind == TYPE_STRING || kind == TYPE_LANGUAGE;
}

const char *js_result_word(const Term *t)
{
    return term_within(t, is_boolean_kind)  ? "boolean"
           : term_within(t, is_number_kind) ? "number"
           : term_within(t, is_string_kind) ? "string"
                                            : "unknown";
}
