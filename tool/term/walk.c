/*
 * Walking terms and types, comparing them, replacing variables in them.
 */
#include "term/term.h"
#include <string.h>

/* ---- Walking. */

static void walk_terms(const Term *const *list, uint32_t count, const Visitor *v)
{
    for (uint32_t i = 0; i < count; i++)
        term_walk(list[i], v);
}

void term_walk(const Term *t, const Visitor *v)
{
    if (!v->term(v->ctx, t))
        return;
    switch (t->kind) {
    case TERM_BAD:
    case TERM_VAR:
    case TERM_LITERAL:
        break;
    case TERM_OP:
        walk_terms(t->as.op.args, t->as.op.count, v);
        break;
    case TERM_CALL:
        walk_terms(t->as.call.args, t->as.call.function->count, v);
        break;
    case TERM_COND:
        term_walk(t->as.cond.test, v);
        term_walk(t->as.cond.then, v);
        term_walk(t->as.cond.other, v);
        break;
    case TERM_IN:
        term_walk(t->as.in.of, v);
        type_walk(t->as.in.type, v);
        break;
    case TERM_OBJECT:
        for (uint32_t i = 0; i < t->as.object.count; i++)
            term_walk(t->as.object.members[i].value, v);
        break;
    case TERM_ARRAY:
        walk_terms(t->as.array.items, t->as.array.count, v);
        break;
    case TERM_FIELD:
        term_walk(t->as.field.of, v);
        break;
    case TERM_INDEX:
        term_walk(t->as.index.of, v);
        term_walk(t->as.index.index, v);
        break;
    case TERM_QUANT:
        type_walk(t->as.quant.var->type, v);
        term_walk(t->as.quant.body, v);
        break;
    }
}

static void walk_only(const Type *t, const Visitor *v)
{
    term_walk(t->as.only.value, v);
    if (t->as.only.of)
        type_walk(t->as.only.of, v);
}

void type_walk(const Type *t, const Visitor *v)
{
    if (v->type && !v->type(v->ctx, t))
        return;
    switch (t->kind) {
    case TYPE_BAD:
    case TYPE_ANY:
    case TYPE_INTEGER:
    case TYPE_NUMBER:
    case TYPE_STRING:
    case TYPE_BOOLEAN:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_RESOURCE:
    case TYPE_ALIAS:
    case TYPE_LANGUAGE:
    case TYPE_VOID:
        break;
    case TYPE_FUNCTION:
        for (uint32_t i = 0; i < t->as.function.count; i++)
            type_walk(t->as.function.params[i]->type, v);
        type_walk(t->as.function.result, v);
        break;
    case TYPE_OBJECT:
        for (uint32_t i = 0; i < t->as.object.count; i++)
            type_walk(t->as.object.fields[i].type, v);
        break;
    case TYPE_MAP:
    case TYPE_ARRAY:
    case TYPE_NOT:
        type_walk(t->as.of, v);
        break;
    case TYPE_REFINE:
        type_walk(t->as.refine.var->type, v);
        term_walk(t->as.refine.where, v);
        break;
    case TYPE_UNION:
    case TYPE_BOTH:
        for (uint32_t i = 0; i < t->as.list.count; i++)
            type_walk(t->as.list.of[i], v);
        break;
    case TYPE_ONLY:
        walk_only(t, v);
        break;
    case TYPE_IF:
        term_walk(t->as.choice.test, v);
        type_walk(t->as.choice.then, v);
        type_walk(t->as.choice.other, v);
        break;
    }
}

typedef struct {
    const Binding *var;
    bool found;
} Mention;

static bool see_mention(void *ctx, const Term *t)
{
    Mention *m = ctx;

    m->found |= t->kind == TERM_VAR && t->as.var == m->var;
    return !m->found;
}

bool term_mentions(const Term *t, const Binding *var)
{
    Mention m = {var, false};

    term_walk(t, &(Visitor){.term = see_mention, .ctx = &m});
    return m.found;
}

bool type_mentions(const Type *t, const Binding *var)
{
    Mention m = {var, false};

    type_walk(t, &(Visitor){.term = see_mention, .ctx = &m});
    return m.found;
}

const Term *term_root(const Term *t)
{
    while (t->kind == TERM_FIELD || t->kind == TERM_INDEX)
        t = t->kind == TERM_FIELD ? t->as.field.of : t->as.index.of;
    return t;
}

const Type *type_base(const Type *t)
{
    t = type_resolve(t);
    for (int steps = 0; steps < ALIAS_STEPS && t->kind == TYPE_REFINE; steps++)
        t = type_resolve(t->as.refine.var->type);
    return t;
}

/* ---- Comparing. Bound variables are alike if they are bound at the same place. */

typedef struct Pairing {
    const Binding *x, *y;
    const struct Pairing *outer;
} Pairing;

static bool same_terms(const Term *x, const Term *y, const Pairing *p);
static bool same_types(const Type *x, const Type *y, const Pairing *p);

static bool same_vars(const Binding *x, const Binding *y, const Pairing *p)
{
    for (; p; p = p->outer)
        if (p->x == x || p->y == y)
            return p->x == x && p->y == y;
    return x == y;
}

static bool same_lists(const Term *const *x, const Term *const *y, uint32_t count,
                       const Pairing *p)
{
    for (uint32_t i = 0; i < count; i++)
        if (!same_terms(x[i], y[i], p))
            return false;
    return true;
}

static bool same_objects(const Term *x, const Term *y, const Pairing *p)
{
    if (x->as.object.count != y->as.object.count)
        return false;
    for (uint32_t i = 0; i < x->as.object.count; i++)
        if (strcmp(x->as.object.members[i].name, y->as.object.members[i].name) != 0 ||
            !same_terms(x->as.object.members[i].value, y->as.object.members[i].value, p))
            return false;
    return true;
}

static bool same_quants(const Term *x, const Term *y, const Pairing *p)
{
    Pairing inner = {x->as.quant.var, y->as.quant.var, p};

    return x->as.quant.all == y->as.quant.all &&
           same_types(x->as.quant.var->type, y->as.quant.var->type, p) &&
           same_terms(x->as.quant.body, y->as.quant.body, &inner);
}

static bool same_terms(const Term *x, const Term *y, const Pairing *p)
{
    if (x == y && !p)
        return true;
    if (x->kind != y->kind)
        return false;
    switch (x->kind) {
    case TERM_BAD:
        return false;
    case TERM_VAR:
        return same_vars(x->as.var, y->as.var, p);
    case TERM_LITERAL:
        return value_equal(x->as.literal, y->as.literal);
    case TERM_OP:
        return x->as.op.op == y->as.op.op && x->as.op.count == y->as.op.count &&
               same_lists(x->as.op.args, y->as.op.args, x->as.op.count, p);
    case TERM_CALL:
        return x->as.call.function == y->as.call.function && !x->as.call.awaits &&
               same_lists(x->as.call.args, y->as.call.args, x->as.call.function->count,
                          p);
    case TERM_COND:
        return same_terms(x->as.cond.test, y->as.cond.test, p) &&
               same_terms(x->as.cond.then, y->as.cond.then, p) &&
               same_terms(x->as.cond.other, y->as.cond.other, p);
    case TERM_IN:
        return same_terms(x->as.in.of, y->as.in.of, p) &&
               same_types(x->as.in.type, y->as.in.type, p);
    case TERM_OBJECT:
        return same_objects(x, y, p);
    case TERM_ARRAY:
        return x->as.array.count == y->as.array.count &&
               same_lists(x->as.array.items, y->as.array.items, x->as.array.count, p);
    case TERM_FIELD:
        return strcmp(x->as.field.name, y->as.field.name) == 0 &&
               same_terms(x->as.field.of, y->as.field.of, p);
    case TERM_INDEX:
        return same_terms(x->as.index.of, y->as.index.of, p) &&
               same_terms(x->as.index.index, y->as.index.index, p);
    case TERM_QUANT:
        return same_quants(x, y, p);
    }
    return false;
}

static bool same_fields(const Type *x, const Type *y, const Pairing *p)
{
    if (x->as.object.count != y->as.object.count)
        return false;
    for (uint32_t i = 0; i < x->as.object.count; i++) {
        const TypeField *f = &x->as.object.fields[i], *g = &y->as.object.fields[i];
        if (strcmp(f->name, g->name) != 0 || f->optional != g->optional ||
            !same_types(f->type, g->type, p))
            return false;
    }
    return true;
}

static bool same_type_lists(const Type *x, const Type *y, const Pairing *p)
{
    if (x->as.list.count != y->as.list.count)
        return false;
    for (uint32_t i = 0; i < x->as.list.count; i++)
        if (!same_types(x->as.list.of[i], y->as.list.of[i], p))
            return false;
    return true;
}

static bool same_refinements(const Type *x, const Type *y, const Pairing *p)
{
    Pairing inner = {x->as.refine.var, y->as.refine.var, p};

    return same_types(x->as.refine.var->type, y->as.refine.var->type, p) &&
           same_terms(x->as.refine.where, y->as.refine.where, &inner);
}

static bool same_only(const Type *x, const Type *y, const Pairing *p)
{
    if (!x->as.only.of != !y->as.only.of)
        return false;
    return same_terms(x->as.only.value, y->as.only.value, p) &&
           (!x->as.only.of || same_types(x->as.only.of, y->as.only.of, p));
}

/* From parameter i on: those before are bound in what follows. */
static bool same_functions(const Type *x, const Type *y, uint32_t i, const Pairing *p)
{
    Pairing inner = {NULL, NULL, p};

    if (x->as.function.count != y->as.function.count)
        return false;
    if (i == x->as.function.count)
        return same_types(x->as.function.result, y->as.function.result, p);
    inner.x = x->as.function.params[i];
    inner.y = y->as.function.params[i];
    return same_types(inner.x->type, inner.y->type, p) &&
           same_functions(x, y, i + 1, &inner);
}

static bool same_types(const Type *x, const Type *y, const Pairing *p)
{
    if (x->kind != y->kind)
        return false;
    switch (x->kind) {
    case TYPE_BAD:
        return false;
    case TYPE_ANY:
    case TYPE_INTEGER:
    case TYPE_NUMBER:
    case TYPE_STRING:
    case TYPE_BOOLEAN:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_VOID:
        return true;
    case TYPE_OBJECT:
        return same_fields(x, y, p);
    case TYPE_MAP:
    case TYPE_ARRAY:
    case TYPE_NOT:
        return same_types(x->as.of, y->as.of, p);
    case TYPE_REFINE:
        return same_refinements(x, y, p);
    case TYPE_UNION:
    case TYPE_BOTH:
        return same_type_lists(x, y, p);
    case TYPE_ONLY:
        return same_only(x, y, p);
    case TYPE_IF:
        return same_terms(x->as.choice.test, y->as.choice.test, p) &&
               same_types(x->as.choice.then, y->as.choice.then, p) &&
               same_types(x->as.choice.other, y->as.choice.other, p);
    case TYPE_RESOURCE:
        return x->as.resource == y->as.resource;
    case TYPE_ALIAS:
        return x->as.alias == y->as.alias;
    case TYPE_LANGUAGE:
        return x->as.language.lang == y->as.language.lang;
    case TYPE_FUNCTION:
        return same_functions(x, y, 0, p);
    }
    return false;
}

bool term_equal(const Term *x, const Term *y)
{
    return same_terms(x, y, NULL);
}

bool type_equal(const Type *x, const Type *y)
{
    return same_types(x, y, NULL);
}
