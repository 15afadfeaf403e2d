#include "script_random_parts.h"
#include <string.h>

const GType g_int = {.kind = G_INT}, g_nat = {.kind = G_NAT}, g_bool = {.kind = G_BOOL},
            g_string = {.kind = G_STRING}, g_nonzero = {.kind = G_NONZERO},
            g_ints = {.kind = G_ARRAY, .of = &g_int},
            g_strings = {.kind = G_ARRAY, .of = &g_string};

GType *g_new_type(Maker *m, GKind kind)
{
    GType *t = assay_arena_new(m->arena, 1, sizeof *t);

    g_need(t != NULL);
    t->kind = kind;
    return t;
}

const GType *g_simple_type(Maker *m)
{
    static const GType *const all[] = {&g_int, &g_int, &g_nat, &g_bool, &g_string};

    return all[g_below(m, sizeof all / sizeof *all)];
}

static const GType *object_type(Maker *m, int depth);

static const GType *array_type(Maker *m, int depth)
{
    GType *t = g_new_type(m, g_chance(m, 25) ? G_NONEMPTY : G_ARRAY);

    t->of = g_chance(m, 12)                ? &g_ints
            : depth > 0 && g_chance(m, 20) ? object_type(m, 0)
            : g_chance(m, 70)              ? &g_int
                                           : g_simple_type(m);
    return t;
}

static const GType *object_type(Maker *m, int depth)
{
    static const char *const names[] = {"a", "b", "c"};
    GType *t = g_new_type(m, G_OBJECT);

    t->count = 1 + g_below(m, G_FIELDS);
    for (uint32_t i = 0; i < t->count; i++) {
        t->fields[i].name = names[i];
        t->fields[i].type =
            depth > 0 && g_chance(m, 35) ? g_any_type(m, depth) : g_simple_type(m);
        t->fields[i].optional = g_chance(m, 25);
    }
    return t;
}

/* The first of a union is what `in` asks for; any is one, too. */
static const GType *union_type(Maker *m)
{
    GType *t = g_new_type(m, G_UNION);

    if (g_chance(m, 25))
        t->alias = "any";
    t->of = g_chance(m, 50) ? &g_int : g_chance(m, 50) ? &g_ints : object_type(m, 0);
    t->other = g_chance(m, 50) ? &g_string : &g_bool;
    return t;
}

static const GType *at_least(Maker *m)
{
    GType *t = g_new_type(m, G_AT_LEAST);

    t->bound = (int)g_below(m, 7) - 2;
    return t;
}

const GType *g_any_type(Maker *m, int depth)
{
    uint32_t which = g_below(m, 100);

    if (m->ntypes > 0 && which < 15)
        return m->types[g_below(m, m->ntypes)];
    if (depth <= 0 || which < 50)
        return g_simple_type(m);
    return which < 70   ? array_type(m, depth - 1)
           : which < 84 ? object_type(m, depth - 1)
           : which < 90 ? union_type(m)
           : which < 95 ? at_least(m)
                        : &g_nonzero;
}

static bool is_array_var(const GVar *v)
{
    return g_element(v->type) && v->type->kind != G_AS_LONG;
}

static bool is_int_var(const GVar *v)
{
    return (v->type->kind == G_INT || v->type->kind == G_NAT) && !v->counter;
}

const GType *g_dependent_type(Maker *m)
{
    bool array = g_chance(m, 50);
    GVar *on = g_pick_var(m, array ? is_array_var : is_int_var);
    GType *t;

    if (!on || on->global)
        return g_any_type(m, 1);
    on->pinned = true;
    t = g_new_type(m, !array ? G_AT_LEAST : g_chance(m, 70) ? G_INDEX : G_AS_LONG);
    t->on = on->name;
    if (t->kind == G_AS_LONG)
        t->of = g_element(on->type);
    return t;
}

/* ---- Text. */

static const char *object_text(Maker *m, const GType *t)
{
    const char *text = "{";

    for (uint32_t i = 0; i < t->count; i++) {
        const char *type = g_type_text(m, t->fields[i].type);
        text = g_text(m, "%s%s%s%s: %s", text, i > 0 ? ", " : "",
                      t->fields[i].optional ? "?" : "", t->fields[i].name, type);
    }
    return g_text(m, "%s}", text);
}

static const char *refined_text(Maker *m, const GType *t)
{
    const char *v = g_name(m, "v"), *of = t->of ? g_type_text(m, t->of) : "";

    switch (t->kind) {
    case G_AT_LEAST:
        return t->on ? g_text(m, "(%s: int where %s >= %s)", v, v, t->on)
                     : g_text(m, "(%s: int where %s >= %d)", v, v, t->bound);
    case G_INDEX:
        return g_text(m, "(%s: int where 0 <= %s && %s < length(%s))", v, v, v, t->on);
    case G_NONEMPTY:
        return g_text(m, "(%s: %s[] where length(%s) > 0)", v, of, v);
    case G_AS_LONG:
        return g_text(m, "(%s: %s[] where length(%s) == length(%s))", v, of, v, t->on);
    default:
        return g_text(m, "(%s: int where %s != 0)", v, v);
    }
}

const char *g_type_text(Maker *m, const GType *t)
{
    const char *of, *other;

    if (t->alias)
        return t->alias;
    switch (t->kind) {
    case G_INT:
        return "int";
    case G_NAT:
        return "nat";
    case G_BOOL:
        return "boolean";
    case G_STRING:
        return "string";
    case G_VOID:
        return "void";
    case G_ARRAY:
        of = g_type_text(m, t->of);
        return g_text(m, t->of->kind == G_UNION && !t->of->alias ? "(%s)[]" : "%s[]", of);
    case G_OBJECT:
        return object_text(m, t);
    case G_UNION:
        of = g_type_text(m, t->of);
        other = g_type_text(m, t->other);
        return g_text(m, "(%s | %s)", of, other);
    case G_AT_LEAST:
    case G_NONZERO:
    case G_INDEX:
    case G_NONEMPTY:
    case G_AS_LONG:
        return refined_text(m, t);
    }
    return "any";
}

/* ---- Questions. */

bool g_is_integer(const GType *t)
{
    return t->kind == G_INT || t->kind == G_NAT || t->kind == G_AT_LEAST ||
           t->kind == G_NONZERO || t->kind == G_INDEX;
}

const GType *g_element(const GType *t)
{
    return t->kind == G_ARRAY || t->kind == G_NONEMPTY || t->kind == G_AS_LONG ? t->of
                                                                               : NULL;
}

static bool same_on(const GType *t, const GType *u)
{
    return t->on && u->on ? strcmp(t->on, u->on) == 0
                          : !t->on && !u->on && t->bound == u->bound;
}

bool g_fits(const GType *t, const GType *into)
{
    if (t == into)
        return true;
    switch (into->kind) {
    case G_INT:
        return g_is_integer(t);
    case G_NAT:
        return t->kind == G_NAT || t->kind == G_INDEX ||
               (t->kind == G_AT_LEAST && !t->on && t->bound >= 0);
    case G_BOOL:
    case G_STRING:
    case G_NONZERO:
        return t->kind == into->kind;
    case G_ARRAY:
        return g_element(t) && g_fits(g_element(t), into->of);
    case G_AT_LEAST:
    case G_INDEX:
        return t->kind == into->kind && same_on(t, into);
    case G_AS_LONG:
        return t->kind == into->kind && same_on(t, into) && g_fits(t->of, into->of);
    case G_NONEMPTY:
        return t->kind == into->kind && g_fits(t->of, into->of);
    case G_UNION:
        return g_fits(t, into->of) || g_fits(t, into->other);
    case G_OBJECT:
    case G_VOID:
        break;
    }
    return false;
}
