#include "script_random_parts.h"
#include <string.h>

static bool is_plain_array(const GVar *v)
{
    return g_element(v->type) != NULL;
}

static bool is_integer(const GVar *v)
{
    return g_is_integer(v->type);
}

static bool has_optional(const GVar *v)
{
    for (uint32_t i = 0; v->type->kind == G_OBJECT && i < v->type->count; i++)
        if (v->type->fields[i].optional)
            return true;
    return false;
}

static bool is_union(const GVar *v)
{
    return v->type->kind == G_UNION;
}

static bool has_array_field(const GVar *v)
{
    for (uint32_t i = 0; v->type->kind == G_OBJECT && i < v->type->count; i++)
        if (g_element(v->type->fields[i].type) && !v->type->fields[i].optional)
            return true;
    return false;
}

/* An array, or one in a field; the type of its elements. */
static const GType *pick_array(Maker *m, const char **ret_name)
{
    const GVar *v = g_chance(m, 40) ? g_pick_var(m, has_array_field) : NULL;
    uint32_t i = 0;

    if (!v) {
        v = g_pick_var(m, is_plain_array);
        *ret_name = v ? v->name : "";
        return v ? g_element(v->type) : NULL;
    }
    while (!g_element(v->type->fields[i].type) || v->type->fields[i].optional)
        i++;
    *ret_name = g_text(m, "%s.%s", v->name, v->type->fields[i].name);
    return g_element(v->type->fields[i].type);
}

static void guard_index(Maker *m, GGuard *g)
{
    const char *array;
    const GType *element = pick_array(m, &array);
    const GVar *i = g_pick_var(m, is_integer);
    bool natural;

    if (!element || !i)
        return;
    natural = g_fits(i->type, &g_nat) || g_miss(m);
    g->test = g_text(m, "%s%s%s%s %s length(%s)",
                     natural ? "" : "0 <= ", natural ? "" : i->name,
                     natural ? "" : " && ", i->name, g_miss(m) ? "<=" : "<", array);
    g->has_fact = true;
    g->fact = (GFact){FACT_INDEX, array, i->name, element, false};
}

static void guard_zero(Maker *m, GGuard *g)
{
    const GVar *v = g_pick_var(m, is_integer);

    if (!v)
        return;
    g->test = g_text(m, "%s %s 0", v->name,
                     g_miss(m)         ? ">="
                     : g_chance(m, 70) ? "!="
                                       : ">");
    g->has_fact = true;
    g->fact = (GFact){FACT_NONZERO, v->name, NULL, &g_int, false};
}

static void guard_field(Maker *m, GGuard *g)
{
    const GVar *v = g_pick_var(m, has_optional);
    const char *type;
    uint32_t i = 0;

    if (!v)
        return;
    while (!v->type->fields[i].optional)
        i++;
    type = g_type_text(m, v->type->fields[i].type);
    g->test = g_text(m, "%s in {%s: %s}", v->name, v->type->fields[i].name, type);
    g->has_fact = true;
    g->fact = (GFact){FACT_FIELD, v->name, v->type->fields[i].name,
                      v->type->fields[i].type, false};
}

static void guard_union(Maker *m, GGuard *g)
{
    const GVar *v = g_pick_var(m, is_union);
    const char *type;

    if (!v)
        return;
    type = g_type_text(m, v->type->of);
    g->test = g_text(m, "%s in %s", v->name, type);
    g->has_fact = true;
    g->fact = (GFact){FACT_IS_FIRST, v->name, NULL, v->type->of, false};
}

GGuard g_guard(Maker *m)
{
    static void (*const kinds[])(Maker * m, GGuard * g) = {
        guard_index, guard_index, guard_zero, guard_field, guard_union};
    uint32_t which = g_below(m, 7);
    GGuard g = {.test = NULL};

    if (which < 5)
        kinds[which](m, &g);
    if (!g.test)
        g.test = g_bool_expr(m, 2);
    if (g_miss(m))
        g.test = g_text(m, "!(%s)", g.test);
    return g;
}

void g_use_guard(Maker *m, const GGuard *g)
{
    if (g->has_fact)
        g_add_fact(m, g->fact.kind, g->fact.of, g->fact.with, g->fact.type);
}

/* Something that needs the guard. */
void g_need_fact(Maker *m, const GFact *f)
{
    const char *name = g_name(m, "x"), *type, *e;

    if (m->nvars >= G_VARS - 4 || f->dead)
        return;
    if (f->kind == FACT_NONZERO) {
        e = g_int_expr(m, 1);
        g_line(m, "int %s = (%s) %s %s;", name, e, g_chance(m, 60) ? "/" : "%", f->of);
        g_add_var(m, name, &g_int);
        return;
    }
    type = g_type_text(m, f->type);
    e = f->kind == FACT_INDEX   ? g_text(m, "%s[%s]", f->of, f->with)
        : f->kind == FACT_FIELD ? g_text(m, "%s.%s", f->of, f->with)
                                : f->of;
    g_line(m, "%s %s = %s;", type, name, e);
    g_add_var(m, name, f->type);
}

/* A guard that was forgotten. */
void g_careless(Maker *m)
{
    GGuard g = g_guard(m);

    if (g.has_fact)
        g_need_fact(m, &g.fact);
}
