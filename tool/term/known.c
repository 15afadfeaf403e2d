/*
 * What is known of a term: a variable has its type; a field has what the types of its
 * object say of it; and facts `e in T` are what they say. Types are looked through: a
 * refinement has the type it refines and what its condition says of its variable.
 */
#include "term/known.h"
#include <string.h>

#define KNOWN_DEPTH                                                                      \
    12 /* of types and terms looked through; what takes more is the prover's */

static void add(Known *k, const Type *t)
{
    for (uint32_t i = 0; i < k->count; i++)
        if (k->at[i] == t)
            return;
    if (t && k->count < KNOWN_MAX)
        k->at[k->count++] = t;
}

/* ---- Fields. */

static const TypeField *field_of(const Type *object, const char *name)
{
    for (uint32_t i = 0; i < object->as.object.count; i++)
        if (strcmp(object->as.object.fields[i].name, name) == 0)
            return &object->as.object.fields[i];
    return NULL;
}

/* The conjuncts `var in T` of a condition, one by one: the type of number *skip. */
static const Type *conjunct(const Term *where, const Binding *var, uint32_t *skip)
{
    const Type *t;

    if (where->kind == TERM_IN && where->as.in.of->kind == TERM_VAR &&
        where->as.in.of->as.var == var)
        return (*skip)-- == 0 ? where->as.in.type : NULL;
    if (where->kind != TERM_OP ||
        (where->as.op.op != OP_AND && where->as.op.op != OP_ALSO))
        return NULL;
    t = conjunct(where->as.op.args[0], var, skip);
    return t ? t : conjunct(where->as.op.args[1], var, skip);
}

/* Type number i that a refinement says its values have: the first is what it refines. */
static const Type *refined(const Type *t, uint32_t i)
{
    uint32_t skip = i - 1;

    return i == 0 ? t->as.refine.var->type
                  : conjunct(t->as.refine.where, t->as.refine.var, &skip);
}

static bool has_field(const Type *t, const char *name, int depth);

static bool some_has_field(const Type *t, const char *name, int depth)
{
    const Type *part;

    for (uint32_t i = 0; (part = refined(t, i)); i++)
        if (has_field(part, name, depth))
            return true;
    return false;
}

static bool has_field(const Type *t, const char *name, int depth)
{
    const TypeField *f;
    bool all = true, some = false;

    t = type_resolve(t);
    if (depth == 0)
        return false;
    switch (t->kind) {
    case TYPE_BAD:
        return true;
    case TYPE_OBJECT:
        f = field_of(t, name);
        return f && !f->optional;
    case TYPE_REFINE:
        return some_has_field(t, name, depth - 1);
    case TYPE_UNION:
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++) {
            bool has = has_field(t->as.list.of[i], name, depth - 1);
            all &= has;
            some |= has;
        }
        return t->kind == TYPE_UNION ? all : some;
    case TYPE_IF:
        return has_field(t->as.choice.then, name, depth - 1) &&
               has_field(t->as.choice.other, name, depth - 1);
    case TYPE_ONLY:
        return t->as.only.of && has_field(t->as.only.of, name, depth - 1);
    default:
        return false;
    }
}

static void each_field(const Type *t, int depth,
                       void (*visit)(void *ctx, const TypeField *f), void *ctx)
{
    const Type *part;

    t = type_resolve(t);
    if (depth == 0)
        return;
    if (t->kind == TYPE_OBJECT)
        for (uint32_t i = 0; i < t->as.object.count; i++)
            visit(ctx, &t->as.object.fields[i]);
    if (t->kind == TYPE_REFINE)
        for (uint32_t i = 0; (part = refined(t, i)); i++)
            each_field(part, depth - 1, visit, ctx);
    if (t->kind == TYPE_UNION || t->kind == TYPE_BOTH)
        for (uint32_t i = 0; i < t->as.list.count; i++)
            each_field(t->as.list.of[i], depth - 1, visit, ctx);
}

typedef struct {
    struct assay_str name;
    const char *found;
    size_t *nearest;
} Similar;

static void compare_field(void *ctx, const TypeField *f)
{
    Similar *s = ctx;
    const char *name = f->name;

    if (assay_str_equal(s->name, assay_str(name))) {
        *s->nearest = 0;
        s->found = name;
    } else if (assay_str_resembles(s->name, assay_str(name), s->nearest)) {
        s->found = name;
    }
}

const char *known_similar_field(const Type *t, const char *name, size_t *nearest)
{
    Similar s = {.name = assay_str(name), .nearest = nearest};

    each_field(t, KNOWN_DEPTH, compare_field, &s);
    return s.found;
}

void known_each_field(const Type *t, void (*visit)(void *ctx, const TypeField *f),
                      void *ctx)
{
    each_field(t, KNOWN_DEPTH, visit, ctx);
}

bool known_has_field(const Type *t, const char *name)
{
    return has_field(t, name, KNOWN_DEPTH);
}

/* ---- Parts: the types that a field, or with NULL an element, of a type has. */

static void part_types(const Type *t, const char *name, int depth, Known *ret)
{
    const TypeField *f;
    const Type *part;

    t = type_resolve(t);
    if (depth == 0)
        return;
    switch (t->kind) {
    case TYPE_BAD:
        add(ret, t);
        break;
    case TYPE_OBJECT:
        f = name ? field_of(t, name) : NULL;
        if (f)
            add(ret, f->type);
        break;
    case TYPE_MAP:
    case TYPE_ARRAY:
        if ((t->kind == TYPE_MAP) == (name != NULL))
            add(ret, t->as.of);
        break;
    case TYPE_REFINE:
        for (uint32_t i = 0; (part = refined(t, i)); i++)
            part_types(part, name, depth - 1, ret);
        break;
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            part_types(t->as.list.of[i], name, depth - 1, ret);
        break;
    case TYPE_ONLY:
        if (t->as.only.of)
            part_types(t->as.only.of, name, depth - 1, ret);
        break;
    default:
        break;
    }
}

/* ---- Terms. */

static void types_of(const Scope *scope, const Term *t, int depth, Known *ret);

static void parts_of(const Scope *scope, const Term *of, const char *name, int depth,
                     Known *ret)
{
    Known whole = {.count = 0};

    types_of(scope, of, depth, &whole);
    for (uint32_t i = 0; i < whole.count; i++)
        part_types(whole.at[i], name, KNOWN_DEPTH, ret);
}

static bool is_op(const Term *t, TermOp op)
{
    return t->kind == TERM_OP && t->as.op.op == op;
}

/* Also what is known of a term that a variable is equal to. */
static void facts_of(const Scope *scope, const Term *t, int depth, Known *ret)
{
    const Term *root = term_root(t);

    for (const Scope *s = scope; s; s = s->outer) {
        if (s->var && root->kind == TERM_VAR && s->var == root->as.var)
            return; /* nothing speaks of it before it is there */
        if (s->var || s->negated)
            continue;
        if (s->fact->kind == TERM_IN && term_equal(s->fact->as.in.of, t))
            add(ret, s->fact->as.in.type);
        if (t->kind == TERM_VAR && is_op(s->fact, OP_EQ) &&
            s->fact->as.op.args[0]->kind == TERM_VAR &&
            s->fact->as.op.args[0]->as.var == t->as.var)
            types_of(scope, s->fact->as.op.args[1], depth - 1, ret);
    }
}

static void types_of(const Scope *scope, const Term *t, int depth, Known *ret)
{
    if (depth == 0)
        return;
    switch (t->kind) {
    case TERM_VAR:
        add(ret, t->as.var->type);
        facts_of(scope, t, depth, ret);
        break;
    case TERM_FIELD:
        parts_of(scope, t->as.field.of, t->as.field.name, depth - 1, ret);
        facts_of(scope, t, depth, ret);
        break;
    case TERM_INDEX:
        parts_of(scope, t->as.index.of, NULL, depth - 1, ret);
        facts_of(scope, t, depth, ret);
        break;
    default:
        break;
    }
}

void known_types(const Scope *scope, const Term *t, Known *ret)
{
    ret->count = 0;
    types_of(scope, t, KNOWN_DEPTH, ret);
}

/* ---- Subtypes. */

static bool subtype(const Type *t, const Type *of, int depth);

/* t, an object type or a combination, has all that an object type asks for. */
static bool fields_fit(const Type *t, const Type *of, int depth)
{
    Known parts;

    for (uint32_t i = 0; i < of->as.object.count; i++) {
        const TypeField *f = &of->as.object.fields[i];
        bool fits = type_resolve(f->type)->kind == TYPE_ANY;
        if (!f->optional && !has_field(t, f->name, depth))
            return false;
        parts.count = 0;
        part_types(t, f->name, depth, &parts);
        for (uint32_t k = 0; k < parts.count && !fits; k++)
            fits = subtype(parts.at[k], f->type, depth - 1);
        if (!fits)
            return false;
    }
    return true;
}

static bool is_object_type(const Type *t, int depth)
{
    t = type_resolve(t);
    if (depth == 0)
        return false;
    switch (t->kind) {
    case TYPE_OBJECT:
    case TYPE_MAP:
        return true;
    case TYPE_REFINE:
        return is_object_type(t->as.refine.var->type, depth - 1);
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            if (is_object_type(t->as.list.of[i], depth - 1))
                return true;
        return false;
    default:
        return false;
    }
}

static bool simple_subtype(const Type *t, const Type *of)
{
    if (of->kind == TYPE_NUMBER && t->kind == TYPE_INTEGER)
        return true;
    if (of->kind == TYPE_STRING && t->kind == TYPE_LANGUAGE)
        return true;
    return t->kind == of->kind &&
           ((t->kind >= TYPE_ANY && t->kind <= TYPE_TEMPLATE) || t->kind == TYPE_VOID);
}

/* By what t is made of. */
static bool left_subtype(const Type *t, const Type *of, int depth)
{
    const Type *part;

    switch (t->kind) {
    case TYPE_REFINE:
        for (uint32_t i = 0; (part = refined(t, i)); i++)
            if (subtype(part, of, depth))
                return true;
        return false;
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            if (subtype(t->as.list.of[i], of, depth))
                return true;
        return false;
    case TYPE_UNION:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            if (!subtype(t->as.list.of[i], of, depth))
                return false;
        return true;
    case TYPE_IF:
        return subtype(t->as.choice.then, of, depth) &&
               subtype(t->as.choice.other, of, depth);
    case TYPE_ONLY:
        return t->as.only.of && subtype(t->as.only.of, of, depth);
    default:
        return false;
    }
}

/* By what `of` asks for. */
static bool right_subtype(const Type *t, const Type *of, int depth)
{
    switch (of->kind) {
    case TYPE_UNION:
        for (uint32_t i = 0; i < of->as.list.count; i++)
            if (subtype(t, of->as.list.of[i], depth))
                return true;
        return false;
    case TYPE_BOTH:
        for (uint32_t i = 0; i < of->as.list.count; i++)
            if (!subtype(t, of->as.list.of[i], depth))
                return false;
        return true;
    case TYPE_OBJECT:
        return is_object_type(t, depth) && fields_fit(t, of, depth);
    case TYPE_ARRAY:
    case TYPE_MAP:
        return t->kind == of->kind && subtype(t->as.of, of->as.of, depth);
    default:
        return false;
    }
}

static bool subtype(const Type *t, const Type *of, int depth)
{
    if (depth == 0)
        return false;
    if (t->kind == TYPE_ALIAS && of->kind == TYPE_ALIAS && t->as.alias == of->as.alias)
        return true;
    t = type_resolve(t);
    of = type_resolve(of);
    if (t->kind == TYPE_BAD || of->kind == TYPE_BAD || of->kind == TYPE_ANY)
        return true;
    return simple_subtype(t, of) || type_equal(t, of) ||
           right_subtype(t, of, depth - 1) || left_subtype(t, of, depth - 1);
}

bool known_subtype(const Type *t, const Type *of)
{
    return subtype(t, of, KNOWN_DEPTH);
}

/* ---- Terms in types. */

static TypeKind literal_kind(const Value *v)
{
    static const TypeKind kinds[] = {
        [VALUE_NULL] = TYPE_BAD,        [VALUE_BOOLEAN] = TYPE_BOOLEAN,
        [VALUE_INTEGER] = TYPE_INTEGER, [VALUE_NUMBER] = TYPE_NUMBER,
        [VALUE_STRING] = TYPE_STRING,   [VALUE_ARRAY] = TYPE_BAD,
        [VALUE_OBJECT] = TYPE_BAD,      [VALUE_TEMPLATE] = TYPE_TEMPLATE,
        [VALUE_REGEXP] = TYPE_REGEXP,   [VALUE_RESOURCE] = TYPE_BAD,
        [VALUE_UNDEFINED] = TYPE_VOID,
    };

    return kinds[v->kind];
}

static bool all_integers(const Scope *scope, const Term *t)
{
    static const Type integer = {.kind = TYPE_INTEGER};

    for (uint32_t i = 0; i < t->as.op.count; i++)
        if (!known_in(scope, t->as.op.args[i], &integer))
            return false;
    return true;
}

/* The simple type that an operator's term surely has; TYPE_BAD if none. */
static TypeKind result_kind(const Scope *scope, const Term *t)
{
    switch (op_result(t->as.op.op)) {
    case 'b':
        return TYPE_BOOLEAN;
    case 'i':
        return TYPE_INTEGER;
    case 's':
        return TYPE_STRING;
    case 'n':
        return all_integers(scope, t) ? TYPE_INTEGER : TYPE_NUMBER;
    default:
        return TYPE_BAD;
    }
}

static bool kind_in(TypeKind kind, const Type *type)
{
    Type simple = {.kind = kind};

    return kind != TYPE_BAD && known_subtype(&simple, type);
}

/* Whether a field, or with NULL an element, of every value of a type is surely of
 * another, whichever of several types the value has. */
static bool part_in(const Type *t, const char *name, const Type *of, int depth)
{
    Known parts = {.count = 0};
    bool all = true, some = false;

    t = type_resolve(t);
    if (depth == 0)
        return false;
    if (t->kind == TYPE_IF)
        return part_in(t->as.choice.then, name, of, depth - 1) &&
               part_in(t->as.choice.other, name, of, depth - 1);
    if (t->kind == TYPE_UNION || t->kind == TYPE_BOTH) {
        for (uint32_t i = 0; i < t->as.list.count; i++) {
            bool in = part_in(t->as.list.of[i], name, of, depth - 1);
            all &= in;
            some |= in;
        }
        return t->kind == TYPE_UNION ? all : some;
    }
    part_types(t, name, depth, &parts);
    for (uint32_t i = 0; i < parts.count; i++)
        if (known_subtype(parts.at[i], of))
            return true;
    return false;
}

static bool is_part_in(const Scope *scope, const Term *of, const char *name,
                       const Type *type)
{
    Known known;

    known_types(scope, of, &known);
    for (uint32_t i = 0; i < known.count; i++)
        if (part_in(known.at[i], name, type, KNOWN_DEPTH))
            return true;
    return false;
}

static const Term *member_of(const Term *object, const char *name)
{
    for (uint32_t i = 0; i < object->as.object.count; i++)
        if (strcmp(object->as.object.members[i].name, name) == 0)
            return object->as.object.members[i].value;
    return NULL;
}

/* {l = e} in {l: T} */
static bool literal_object_in(const Scope *scope, const Term *t, const Type *type)
{
    if (type->kind != TYPE_OBJECT)
        return false;
    for (uint32_t i = 0; i < type->as.object.count; i++) {
        const TypeField *f = &type->as.object.fields[i];
        const Term *member = member_of(t, f->name);
        if (member ? !known_in(scope, member, f->type) : !f->optional)
            return false;
    }
    return true;
}

/* [e, e] in T[] */
static bool literal_array_in(const Scope *scope, const Term *t, const Type *type)
{
    if (type->kind != TYPE_ARRAY)
        return false;
    for (uint32_t i = 0; i < t->as.array.count; i++)
        if (!known_in(scope, t->as.array.items[i], type->as.of))
            return false;
    return true;
}

bool known_in(const Scope *scope, const Term *t, const Type *type)
{
    TypeKind wanted = type_resolve(type)->kind;
    Known known;

    if (wanted == TYPE_ANY || wanted == TYPE_BAD)
        return true;
    switch (t->kind) {
    case TERM_BAD:
        return true;
    case TERM_LITERAL:
        return kind_in(literal_kind(t->as.literal), type);
    case TERM_IN:
    case TERM_QUANT:
        return kind_in(TYPE_BOOLEAN, type);
    case TERM_OP:
        return kind_in(result_kind(scope, t), type);
    case TERM_CALL:
        return (t->as.call.function->result &&
                known_subtype(t->as.call.function->result, type)) ||
               (t->as.call.function->body && !t->as.call.function->recursive &&
                known_in(scope, t->as.call.function->body, type));
    case TERM_COND:
        return known_in(scope, t->as.cond.then, type) &&
               known_in(scope, t->as.cond.other, type);
    case TERM_OBJECT:
        return literal_object_in(scope, t, type_resolve(type));
    case TERM_ARRAY:
        return literal_array_in(scope, t, type_resolve(type));
    case TERM_VAR:
    case TERM_FIELD:
    case TERM_INDEX:
        break;
    }
    known_types(scope, t, &known);
    for (uint32_t i = 0; i < known.count; i++)
        if (known_subtype(known.at[i], type))
            return true;
    return t->kind == TERM_FIELD
               ? is_part_in(scope, t->as.field.of, t->as.field.name, type)
           : t->kind == TERM_INDEX ? is_part_in(scope, t->as.index.of, NULL, type)
                                   : false;
}
