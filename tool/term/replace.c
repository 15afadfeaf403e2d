/*
 * Replacing a variable. What has no mention of it is shared, not copied. Where something
 * is replaced, the variables bound around it are new ones, replaced in the same pass: so
 * they capture nothing of what is put in, even if that is part of the same term.
 */
#include "term/term.h"

typedef struct Replacement {
    struct assay_arena *arena;
    const Binding *var;
    const Term *by;
    const struct Replacement *outer;
    bool moves; /* a variable goes where the one was that it replaces: so messages are */
} Replacement;

static const Term *in_term(const Replacement *r, const Term *t);
static const Type *in_type(const Replacement *r, const Type *t);

/* The list with each term replaced, in the arena; NULL when out of memory. */
static const Term *const *in_list(const Replacement *r, const Term *const *list,
                                  uint32_t count)
{
    const Term **copy = assay_arena_new(r->arena, count, sizeof *copy);

    for (uint32_t i = 0; copy && i < count; i++) {
        copy[i] = in_term(r, list[i]);
        if (!copy[i])
            return NULL;
    }
    return copy;
}

static const Term *in_op(const Replacement *r, const Term *t)
{
    const Term *const *args = in_list(r, t->as.op.args, t->as.op.count);

    return args ? term_op(r->arena, t->span, t->as.op.mark, t->as.op.op, args,
                          t->as.op.count)
                : NULL;
}

static const Term *in_call(const Replacement *r, const Term *t)
{
    const Term *const *args = in_list(r, t->as.call.args, t->as.call.function->count);

    return args ? term_call_like(r->arena, t, args) : NULL;
}

static const Term *in_array(const Replacement *r, const Term *t)
{
    const Term *const *items = in_list(r, t->as.array.items, t->as.array.count);

    return items ? term_array(r->arena, t->span, items, t->as.array.count) : NULL;
}

static const Term *in_object(const Replacement *r, const Term *t)
{
    TermMember *members = assay_arena_new(r->arena, t->as.object.count, sizeof *members);

    for (uint32_t i = 0; members && i < t->as.object.count; i++) {
        members[i] = t->as.object.members[i];
        members[i].value = in_term(r, members[i].value);
        if (!members[i].value)
            return NULL;
    }
    return members ? term_object(r->arena, t->span, members, t->as.object.count) : NULL;
}

/* A copy of a bound variable, whose type may be another one. */
static const Binding *rebind(const Replacement *r, const Binding *var)
{
    return binding_new(r->arena, var->name, in_type(r, var->type), var->span);
}

/* The term with a new variable in the place of the one bound around it. */
static const Term *under(const Replacement *r, const Term *t, const Binding *old,
                         const Binding *new)
{
    const Term *var = new ? term_var(r->arena, old->span, new) : NULL;

    return var ? in_term(&(Replacement){r->arena, old, var, r, true}, t) : NULL;
}

static const Term *in_quant(const Replacement *r, const Term *t)
{
    const Binding *var = rebind(r, t->as.quant.var);
    const Term *body = under(r, t->as.quant.body, t->as.quant.var, var);

    return term_quant(r->arena, t->span, t->as.quant.all, var, body);
}

static const Term *in_var(const Replacement *r, const Term *t)
{
    for (; r; r = r->outer)
        if (r->var == t->as.var)
            return r->moves && r->by->kind == TERM_VAR
                       ? term_var(r->arena, t->span, r->by->as.var)
                       : r->by;
    return t;
}

static bool concerns_term(const Replacement *r, const Term *t)
{
    for (; r; r = r->outer)
        if (term_mentions(t, r->var))
            return true;
    return false;
}

static bool concerns_type(const Replacement *r, const Type *t)
{
    for (; r; r = r->outer)
        if (type_mentions(t, r->var))
            return true;
    return false;
}

static const Term *in_term(const Replacement *r, const Term *t)
{
    if (!concerns_term(r, t))
        return t;
    switch (t->kind) {
    case TERM_BAD:
    case TERM_LITERAL:
        return t;
    case TERM_VAR:
        return in_var(r, t);
    case TERM_OP:
        return in_op(r, t);
    case TERM_CALL:
        return in_call(r, t);
    case TERM_COND:
        return term_cond(r->arena, t->span, in_term(r, t->as.cond.test),
                         in_term(r, t->as.cond.then), in_term(r, t->as.cond.other));
    case TERM_IN:
        return term_in(r->arena, t->span, in_term(r, t->as.in.of),
                       in_type(r, t->as.in.type));
    case TERM_OBJECT:
        return in_object(r, t);
    case TERM_ARRAY:
        return in_array(r, t);
    case TERM_FIELD:
        return term_field(r->arena, t->span, t->as.field.mark, in_term(r, t->as.field.of),
                          t->as.field.name);
    case TERM_INDEX:
        return term_index(r->arena, t->span, in_term(r, t->as.index.of),
                          in_term(r, t->as.index.index));
    case TERM_QUANT:
        return in_quant(r, t);
    }
    return t;
}

static const Type *in_fields(const Replacement *r, const Type *t)
{
    TypeField *fields = assay_arena_new(r->arena, t->as.object.count, sizeof *fields);

    for (uint32_t i = 0; fields && i < t->as.object.count; i++) {
        fields[i] = t->as.object.fields[i];
        fields[i].type = in_type(r, fields[i].type);
        if (!fields[i].type)
            return NULL;
    }
    return fields ? type_object(r->arena, t->span, fields, t->as.object.count) : NULL;
}

static const Type *in_types(const Replacement *r, const Type *t)
{
    const Type **of = assay_arena_new(r->arena, t->as.list.count, sizeof *of);

    for (uint32_t i = 0; of && i < t->as.list.count; i++) {
        of[i] = in_type(r, t->as.list.of[i]);
        if (!of[i])
            return NULL;
    }
    return of ? type_list(r->arena, t->span, t->kind, of, t->as.list.count) : NULL;
}

static const Type *in_refinement(const Replacement *r, const Type *t)
{
    const Binding *var = rebind(r, t->as.refine.var);

    return type_refine(r->arena, t->span, var,
                       under(r, t->as.refine.where, t->as.refine.var, var));
}

static const Type *in_only(const Replacement *r, const Type *t)
{
    const Type *of = t->as.only.of ? in_type(r, t->as.only.of) : NULL;

    if (t->as.only.of && !of)
        return NULL;
    return type_only(r->arena, t->span, in_term(r, t->as.only.value), of);
}

/* Parameters are bound in the types behind them: new ones take their places. */
static const Type *in_params(const Replacement *r, const Type *t, const Binding **params,
                             uint32_t i)
{
    Replacement inner = {.arena = r->arena, .outer = r, .moves = true};

    if (i == t->as.function.count)
        return type_function(r->arena, t->span, params, i,
                             in_type(r, t->as.function.result));
    inner.var = t->as.function.params[i];
    params[i] = rebind(r, inner.var);
    inner.by = params[i] ? term_var(r->arena, inner.var->span, params[i]) : NULL;
    return inner.by ? in_params(&inner, t, params, i + 1) : NULL;
}

static const Type *in_function(const Replacement *r, const Type *t)
{
    const Binding **params =
        assay_arena_new(r->arena, t->as.function.count, sizeof *params);

    return params ? in_params(r, t, params, 0) : NULL;
}

static const Type *in_type(const Replacement *r, const Type *t)
{
    if (!concerns_type(r, t))
        return t;
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
        return t;
    case TYPE_FUNCTION:
        return in_function(r, t);
    case TYPE_OBJECT:
        return in_fields(r, t);
    case TYPE_MAP:
    case TYPE_ARRAY:
    case TYPE_NOT:
        return type_of(r->arena, t->span, t->kind, in_type(r, t->as.of));
    case TYPE_REFINE:
        return in_refinement(r, t);
    case TYPE_UNION:
    case TYPE_BOTH:
        return in_types(r, t);
    case TYPE_ONLY:
        return in_only(r, t);
    case TYPE_IF:
        return type_if(r->arena, t->span, in_term(r, t->as.choice.test),
                       in_type(r, t->as.choice.then), in_type(r, t->as.choice.other));
    }
    return t;
}

const Term *term_replace(struct assay_arena *a, const Term *t, const Binding *var,
                         const Term *by)
{
    return in_term(&(Replacement){a, var, by, NULL, false}, t);
}

/* Those of the list that are mentioned, as a chain in the arena. */
typedef struct {
    struct assay_arena *arena;
    const Replaced *list;
    uint32_t count;
    const Replacement *chain;
    bool failed;
} Mentioned;

static bool is_chained(const Mentioned *m, const Binding *var)
{
    for (const Replacement *r = m->chain; r; r = r->outer)
        if (r->var == var)
            return true;
    return false;
}

static bool see_replaced(void *ctx, const Term *t)
{
    Mentioned *m = ctx;
    Replacement *link;

    if (t->kind != TERM_VAR || is_chained(m, t->as.var))
        return true;
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->list[i].var != t->as.var)
            continue;
        link = assay_arena_new(m->arena, 1, sizeof *link);
        m->failed |= !link;
        if (!link)
            return false;
        *link = (Replacement){m->arena, t->as.var, m->list[i].by, m->chain, true};
        m->chain = link;
        return true;
    }
    return true;
}

const Term *term_replace_all(struct assay_arena *a, const Term *t, const Replaced *list,
                             uint32_t count)
{
    Mentioned m = {.arena = a, .list = list, .count = count};

    term_walk(t, &(Visitor){.term = see_replaced, .ctx = &m});
    return m.failed ? NULL : m.chain ? in_term(m.chain, t) : t;
}

const Type *type_replace_all(struct assay_arena *a, const Type *t, const Replaced *list,
                             uint32_t count)
{
    Mentioned m = {.arena = a, .list = list, .count = count};

    type_walk(t, &(Visitor){.term = see_replaced, .ctx = &m});
    return m.failed ? NULL : m.chain ? in_type(m.chain, t) : t;
}
