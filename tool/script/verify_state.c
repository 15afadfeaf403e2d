/*
 * The state: what is known, and which variable of the scope has the value of each
 * variable of the program.
 */
#include "script/verify_parts.h"
#include <string.h>

void verify_no_memory(Verifier *v)
{
    v->c->diags->no_memory = true;
    v->good = false;
}

/* ---- Terms of now. */

const Term *verify_now(Verifier *v, const Term *t)
{
    const Term *now = term_replace_all(v->arena, t, v->now.slots, v->now.count);

    if (!now)
        verify_no_memory(v);
    return now ? now : t;
}

const Type *verify_type_now(Verifier *v, const Type *t)
{
    const Type *now = type_replace_all(v->arena, t, v->now.slots, v->now.count);

    if (!now)
        verify_no_memory(v);
    return now ? now : t;
}

/* A variable keeps the place at which it is written: what is reported is there. */
const Term *verify_var(Verifier *v, const Binding *var, Span span)
{
    const Term *t = term_var(v->arena, span, var);

    if (!t)
        verify_no_memory(v);
    return t;
}

void verify_assume(Verifier *v, const Term *fact, bool negated)
{
    if (fact)
        v->now.scope = scope_fact(v->c, v->now.scope, fact, negated);
}

const Binding *verify_fresh(Verifier *v, const char *name, const Type *type, Span span,
                            const Term *is)
{
    const Binding *var = binding_new(v->arena, name, type, span);
    const Term *x = var ? verify_var(v, var, span_nowhere()) : NULL;

    if (!x) {
        verify_no_memory(v);
        return NULL;
    }
    v->now.scope = scope_var(v->c, v->now.scope, var);
    if (is)
        v->now.scope =
            scope_fact(v->c, v->now.scope, term_op2(v->arena, OP_EQ, x, is), false);
    return var;
}

/* ---- Slots. */

static Replaced *find_slot(const State *s, const Binding *var)
{
    for (uint32_t i = s->count; i-- > 0;)
        if (s->slots[i].var == var)
            return &s->slots[i];
    return NULL;
}

const Binding *verify_value_of(const Verifier *v, const Binding *var)
{
    const Replaced *slot = find_slot(&v->now, var);

    return slot ? slot->by->as.var : NULL;
}

static bool own_slots(Verifier *v)
{
    uint32_t cap = v->now.count + 8;
    Replaced *copy = assay_arena_new(v->arena, cap, sizeof *copy);

    if (!copy) {
        verify_no_memory(v);
        return false;
    }
    if (v->now.count > 0)
        memcpy(copy, v->now.slots, v->now.count * sizeof *copy);
    v->now.slots = copy;
    v->now.cap = cap;
    return true;
}

State verify_keep(const Verifier *v)
{
    return v->now;
}

void verify_leave(Verifier *v, uint32_t count)
{
    for (uint32_t i = count; i < v->now.count; i++) {
        Gone *gone = assay_arena_new(v->arena, 1, sizeof *gone);
        if (!gone) {
            verify_no_memory(v);
            return;
        }
        *gone = (Gone){v->now.slots[i].var, v->gone};
        v->gone = gone;
    }
    if (count < v->now.count)
        v->now.count = count;
}

/* States share their slots, so these are copied before one is changed. */
static void put_slot(Verifier *v, const Binding *var, const Binding *now)
{
    const Term *by = now ? verify_var(v, now, now->span) : NULL;
    Replaced *slot;

    if (!by || !own_slots(v))
        return;
    slot = find_slot(&v->now, var);
    if (!slot)
        slot = &v->now.slots[v->now.count++];
    *slot = (Replaced){var, by};
}

/* The declared type may speak of the variable's own new value only by other variables. */
void verify_set(Verifier *v, const Binding *var, const Term *value, Span span)
{
    (void)span;
    put_slot(v, var,
             verify_fresh(v, var->name, verify_type_now(v, var->type), var->span, value));
}

const char verify_inner_name[] = "the value";

const Term *verify_set_untyped(Verifier *v, const Binding *var, const Term *value)
{
    const Binding *x = verify_fresh(
        v, var->name, type_simple_word(v->arena, span_nowhere(), TYPE_ANY, "any"),
        var->span, value);

    put_slot(v, var, x);
    return x ? verify_var(v, x, span_nowhere()) : NULL;
}

void verify_typed(Verifier *v, const Binding *var)
{
    const Binding *now = verify_value_of(v, var);

    if (now)
        ((Binding *)(uintptr_t)now)->type = verify_type_now(v, var->type);
}

/* ---- Forgetting. */

/* In the order declared: types speak of earlier variables. */
void verify_forget(Verifier *v, const Effects *what)
{
    for (uint32_t i = 0; i < v->now.count; i++) {
        const Binding *var = v->now.slots[i].var;
        if (effects_has(what, var))
            put_slot(v, var,
                     verify_fresh(v, var->name, verify_type_now(v, var->type), var->span,
                                  NULL));
    }
}

static bool depends_on(const Type *t, const Effects *what)
{
    for (uint32_t i = 0; i < what->count; i++)
        if (type_mentions(t, what->at[i]))
            return true;
    return false;
}

bool verify_is_global(const Verifier *v, const Binding *var)
{
    for (uint32_t i = 0; i < v->script->nglobals; i++)
        if (v->script->globals[i]->var == var)
            return true;
    return false;
}

void verify_dependents(Verifier *v, const Effects *what, Dependents when, Span span)
{
    for (uint32_t i = 0; i < v->now.count; i++) {
        const Replaced *slot = &v->now.slots[i];
        const Term *value = verify_var(v, slot->by->as.var, span_nowhere());
        const Type *type = verify_type_now(v, slot->var->type);
        Wanted w = {DIAG_SCRIPT_DEPENDENT, span, NULL, slot->var->span,
                    "it is declared here"};
        if (effects_has(what, slot->var) || !depends_on(slot->var->type, what))
            continue;
        if (when == DEPENDENTS_LOOP ||
            (when == DEPENDENTS_CALL && verify_is_global(v, slot->var))) {
            verify_assume(v, term_in(v->arena, span_nowhere(), value, type), false);
            continue;
        }
        w.what = when == DEPENDENTS_ASSIGNMENT
                     ? verify_text(v, "'%s', whose type speaks of '%s',", slot->var->name,
                                   what->at[0]->name)
                     : verify_text(v, "'%s', whose type speaks of what changes here,",
                                   slot->var->name);
        verify_has_type(v, value, type, &w);
    }
}

/* ---- Joining. */

/* A type that has values whatever is true of others. */
static const Type *wide_type(Verifier *v, const Type *t)
{
    TypeKind kind;

    t = type_base(t);
    kind = t->kind == TYPE_INTEGER || t->kind == TYPE_BOOLEAN || t->kind == TYPE_STRING
               ? t->kind
               : TYPE_ANY;
    return type_simple_word(v->arena, span_nowhere(), kind, v->dialect.type_word(kind));
}

static const Term * not(Verifier * v, const Term *t, bool negated)
{
    return negated ? term_op1(v->arena, OP_NOT, t) : t;
}

static const Term *under(Verifier *v, const Term *test, bool negated, const Term *fact)
{
    return term_op2(v->arena, OP_THEN, not(v, test, negated), fact);
}

#define PATH_MAX_ITEMS 4000

/* What a state knows more than its base, the outermost first. */
static uint32_t added(const State *s, const State *base, const Scope **items)
{
    uint32_t count = 0;

    for (const Scope *f = s->scope; f && f != base->scope && count < PATH_MAX_ITEMS;
         f = f->outer)
        items[count++] = f;
    for (uint32_t i = 0; i < count / 2; i++) {
        const Scope *other = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = other;
    }
    return count;
}

/* A variable of one path is something on the other one, too. Definitions hold on both: a
 * name that nothing else is said of may be what it likes. */
static void add_var_of_path(Verifier *v, const Scope *item, const Term *test,
                            bool negated)
{
    const Type *type = item->var->type;
    Binding *wide = (Binding *)(uintptr_t)item->var;
    const Term *x = verify_var(v, item->var, span_nowhere());

    wide->type = wide_type(v, type);
    v->now.scope = scope_var(v->c, v->now.scope, item->var);
    if (x && wide->type && type_resolve(type)->kind != wide->type->kind)
        verify_assume(v,
                      under(v, test, negated, term_in(v->arena, span_nowhere(), x, type)),
                      false);
}

static void add_path(Verifier *v, const State *path, const State *base, const Term *test,
                     bool negated)
{
    const Scope **items = assay_arena_new(v->arena, PATH_MAX_ITEMS, sizeof *items);
    uint32_t count = items ? added(path, base, items) : 0;

    if (!items)
        verify_no_memory(v);
    for (uint32_t i = 0; i < count; i++) {
        if (items[i]->var) {
            add_var_of_path(v, items[i], test, negated);
            continue;
        }
        if (items[i]->fact == test) /* the condition itself */
            continue;
        verify_assume(
            v, under(v, test, negated, not(v, items[i]->fact, items[i]->negated)), false);
    }
}

static void join_slot(Verifier *v, const Term *test, const Replaced *x, const Replaced *y)
{
    const Term *is;

    if (x->by->as.var == y->by->as.var)
        return;
    is = term_cond(v->arena, span_nowhere(), test, x->by, y->by);
    put_slot(v, x->var,
             verify_fresh(v, x->var->name, wide_type(v, x->var->type), x->var->span, is));
}

/* The declared types of what was joined; now all values are known. */
static void add_types(Verifier *v, const State *then, const State *other, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const Binding *var = then->slots[i].var;
        if (then->slots[i].by->as.var == other->slots[i].by->as.var ||
            script_is_function_type(var->type))
            continue;
        verify_assume(v,
                      term_in(v->arena, span_nowhere(), v->now.slots[i].by,
                              verify_type_now(v, var->type)),
                      false);
    }
}

void verify_join(Verifier *v, const State *base, const Term *test, const State *then,
                 const State *other)
{
    if (then->dead || other->dead) {
        v->now = then->dead ? *other : *then;
        v->now.count = base->count;
        return;
    }
    v->now = *base;
    add_path(v, then, base, test, false);
    add_path(v, other, base, test, true);
    for (uint32_t i = 0; i < base->count; i++)
        join_slot(v, test, &then->slots[i], &other->slots[i]);
    add_types(v, then, other, base->count);
}
