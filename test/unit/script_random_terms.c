#include "script_random_parts.h"
#include <string.h>

/* ---- Variables and facts. */

GVar *g_pick_var(Maker *m, bool (*wanted)(const GVar *v))
{
    uint32_t count = 0;
    GVar *found = NULL;

    for (uint32_t i = m->pure ? m->nglobals : 0; i < m->nvars; i++)
        if (wanted(&m->vars[i]) && g_below(m, ++count) == 0)
            found = &m->vars[i];
    return found;
}

GVar *g_var(Maker *m, const GType *t)
{
    uint32_t count = 0;
    GVar *found = NULL;

    for (uint32_t i = m->pure ? m->nglobals : 0; i < m->nvars; i++)
        if (g_fits(m->vars[i].type, t) && g_below(m, ++count) == 0)
            found = &m->vars[i];
    return found;
}

const GFact *g_fact(Maker *m, GFactKind kind)
{
    uint32_t count = 0;
    const GFact *found = NULL;

    for (uint32_t i = 0; i < m->nfacts; i++)
        if (!m->facts[i].dead && m->facts[i].kind == kind && g_below(m, ++count) == 0)
            found = &m->facts[i];
    return found;
}

void g_add_fact(Maker *m, GFactKind kind, const char *of, const char *with,
                const GType *type)
{
    if (m->nfacts < G_FACTS)
        m->facts[m->nfacts++] = (GFact){kind, of, with, type, false};
}

bool g_is_part(const char *place, const char *name)
{
    size_t len = strlen(name);

    return strncmp(place, name, len) == 0 && (place[len] == '\0' || place[len] == '.');
}

void g_forget(Maker *m, const char *name)
{
    for (uint32_t i = 0; i < m->nfacts; i++)
        if (g_is_part(m->facts[i].of, name) ||
            (m->facts[i].with && strcmp(m->facts[i].with, name) == 0))
            m->facts[i].dead |= !g_miss(m);
}

/* ---- Parts of variables. */

/* A field, an element or a part of a union that is known to be there. */
static const char *part(Maker *m, const GType *t)
{
    static const GFactKind kinds[] = {FACT_INDEX, FACT_FIELD, FACT_IS_FIRST};
    const GFact *fact = g_fact(m, kinds[g_below(m, 3)]);

    if (!fact || !g_fits(fact->type, t))
        return NULL;
    return fact->kind == FACT_INDEX   ? g_text(m, "%s[%s]", fact->of, fact->with)
           : fact->kind == FACT_FIELD ? g_text(m, "%s.%s", fact->of, fact->with)
                                      : fact->of;
}

static bool is_object_var(const GVar *v)
{
    return v->type->kind == G_OBJECT;
}

static bool is_array_var(const GVar *v)
{
    return g_element(v->type) != NULL;
}

static bool is_union_var(const GVar *v)
{
    return v->type->kind == G_UNION;
}

static bool is_integer_var(const GVar *v)
{
    return g_is_integer(v->type);
}

static const char *field(Maker *m, const GType *t)
{
    const GVar *v = g_pick_var(m, is_object_var);
    uint32_t i;

    if (!v)
        return NULL;
    i = g_below(m, v->type->count);
    if (!g_fits(v->type->fields[i].type, t) ||
        (v->type->fields[i].optional && !g_miss(m)))
        return NULL;
    return g_text(m, "%s.%s", v->name, v->type->fields[i].name);
}

/* Something short of the type that is there already. */
static const char *known(Maker *m, const GType *t)
{
    const GVar *v = g_chance(m, 65) ? g_var(m, t) : NULL;
    const char *text = v ? v->name : NULL;

    if (!text)
        text = g_chance(m, 50) ? part(m, t) : field(m, t);
    return text;
}

/* ---- Integers. */

static const char *nonzero(Maker *m, int depth)
{
    const GFact *fact = g_fact(m, FACT_NONZERO);
    const GVar *v = g_chance(m, 50) ? g_var(m, g_miss(m) ? &g_int : &g_nonzero) : NULL;
    const char *e;

    if (v)
        return v->name;
    if (fact && g_chance(m, 80))
        return fact->of;
    if (depth <= 0 || g_chance(m, 50))
        return g_text(m, "%u", 2 + g_below(m, 5));
    e = g_nat_expr(m, depth - 1);
    return g_text(m, "(%s + 1)", e);
}

static const char *literal(Maker *m)
{
    if (m->large && g_chance(m, 25))
        return "4503599627370496";
    return g_chance(m, 20) ? g_text(m, "-%u", 1 + g_below(m, 4))
                           : g_text(m, "%u", g_below(m, 6));
}

static const char *integer_leaf(Maker *m)
{
    const char *text = known(m, &g_int);
    const GVar *v;

    if (text)
        return text;
    v = g_chance(m, 30) ? g_pick_var(m, is_array_var) : NULL;
    return v ? g_text(m, "length(%s)", v->name) : literal(m);
}

static const char *choice(Maker *m, const GType *t, int depth)
{
    const char *test = g_bool_expr(m, depth - 1);
    const char *then = g_expr(m, t, depth - 1), *other = g_expr(m, t, depth - 1);

    return g_text(m, "(%s ? %s : %s)", test, then, other);
}

const char *g_int_expr(Maker *m, int depth)
{
    const char *x, *y;
    uint32_t which = g_below(m, 100);

    if (depth <= 0 || which < 35)
        return integer_leaf(m);
    if (which < 45) {
        x = g_call(m, &g_int, depth);
        return x ? x : integer_leaf(m);
    }
    if (which < 52)
        return choice(m, &g_int, depth);
    x = g_int_expr(m, depth - 1);
    if (which < 62) {
        y = nonzero(m, depth);
        return g_text(m, which < 57 ? "%s / %s" : "%s %% %s", g_text(m, "(%s)", x), y);
    }
    if (which < 68)
        return g_text(m, "%u * (%s)", 2 + g_below(m, 3), x);
    y = g_int_expr(m, depth - 1);
    return g_text(m,
                  which < 85   ? "(%s + %s)"
                  : which < 97 ? "(%s - %s)"
                               : "(%s * %s)",
                  x, y);
}

const char *g_nat_expr(Maker *m, int depth)
{
    const char *x = known(m, g_miss(m) ? &g_int : &g_nat), *y;
    const GVar *v = g_pick_var(m, is_array_var), *s = g_var(m, &g_string);
    uint32_t which = g_below(m, 100);

    if (x && which < 50)
        return x;
    if (depth <= 0 && which < 60 && s)
        return g_text(m, "size(%s)", s->name);
    if (depth <= 0)
        return v && which < 75 ? g_text(m, "length(%s)", v->name)
                               : g_text(m, "%u", g_below(m, 5));
    if (which < 60) {
        x = g_call(m, &g_nat, depth);
        return x ? x : "1";
    }
    if (which < 70) {
        x = g_int_expr(m, depth - 1);
        return g_text(m, "(%s) %% %u", x, 2 + g_below(m, 4));
    }
    if (which < 80) {
        x = integer_leaf(m);
        return g_text(m, "(%s >= 0 ? %s : 0)", x, x);
    }
    x = g_nat_expr(m, depth - 1);
    y = g_nat_expr(m, depth - 1);
    return g_text(m, "(%s + %s)", x, y);
}

static const char *at_least(Maker *m, const GType *t, int depth)
{
    const char *bound = t->on ? t->on : g_text(m, "%d", t->bound), *x = known(m, t);

    if (x && g_chance(m, 40))
        return x;
    if (g_chance(m, 30)) {
        x = integer_leaf(m);
        return g_text(m, "(%s >= %s ? %s : %s)", x, bound, x, bound);
    }
    x = g_miss(m) ? g_int_expr(m, depth - 1) : g_nat_expr(m, depth - 1);
    return g_text(m, "%s + %s", bound, x);
}

/* An index that the array is known to have; nothing else would be right. */
static const char *index_of(Maker *m, const char *array)
{
    for (uint32_t i = m->nfacts; i-- > 0;)
        if (!m->facts[i].dead && m->facts[i].kind == FACT_INDEX &&
            strcmp(m->facts[i].of, array) == 0)
            return m->facts[i].with;
    return "0";
}

/* ---- Booleans. */

static const char *compare(Maker *m, int depth)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    const char *x = g_int_expr(m, depth - 1), *y = g_int_expr(m, depth - 1);

    return g_text(m, "(%s) %s (%s)", x, ops[g_below(m, 6)], y);
}

/* Chains in which what is on the left is needed on the right. */
static const char *chain(Maker *m)
{
    const GVar *array = g_pick_var(m, is_array_var), *i = g_pick_var(m, is_integer_var);
    const GVar *u = g_pick_var(m, is_union_var), *o = g_pick_var(m, is_object_var);
    const char *e = g_int_expr(m, 0);

    if (array && i && array->type->of->kind == G_INT && g_chance(m, 60))
        return g_text(m, "(0 <= %s && %s %s length(%s) && %s[%s] > %s)", i->name, i->name,
                      g_miss(m) ? "<=" : "<", array->name, array->name, i->name, e);
    if (u && u->type->of->kind == G_INT)
        return g_text(m, "(%s in int && %s < %s)", u->name, u->name, e);
    if (o && o->type->fields[0].type->kind == G_INT)
        return g_text(m, "(%s in {%s: int} %s %s.%s > %s)", o->name,
                      o->type->fields[0].name, g_miss(m) ? "||" : "&&", o->name,
                      o->type->fields[0].name, e);
    return i ? g_text(m, "(%s != 0 && %s / %s > 0)", i->name, e, i->name) : "true";
}

static const char *equality(Maker *m)
{
    const GType *t = g_chance(m, 40) ? &g_string : g_chance(m, 50) ? &g_ints : &g_strings;
    const GVar *v = g_pick_var(m, is_object_var);
    const char *x, *y;

    if (v && g_chance(m, 30))
        t = v->type;
    x = g_expr(m, t, 1);
    y = g_expr(m, t, 1);
    return g_text(m, "(%s %s %s)", x, g_chance(m, 70) ? "==" : "!=", y);
}

static bool is_any_var(const GVar *v)
{
    (void)v;
    return true;
}

static const char *membership(Maker *m)
{
    const GVar *v = g_pick_var(m, is_any_var);
    const char *type = g_type_text(m, g_any_type(m, 2));

    return v ? g_text(m, "(%s in %s)", v->name, type) : "true";
}

static const char *junction(Maker *m, const char *x, const char *y)
{
    static const char *const ops[] = {"&&", "&&", "||", "||", "&", "|", "==>", "<=>"};

    return g_text(m, "(%s %s %s)", x, ops[g_below(m, 8)], y);
}

const char *g_bool_expr(Maker *m, int depth)
{
    uint32_t which = g_below(m, 100);
    const char *x, *y;

    if (depth <= 0 || which < 15) {
        x = known(m, &g_bool);
        return x ? x : g_chance(m, 50) ? "true" : "false";
    }
    if (which < 50)
        return compare(m, depth);
    if (which < 57)
        return equality(m);
    if (which < 65)
        return membership(m);
    if (which < 75)
        return chain(m);
    if (which < 80) {
        x = g_call(m, &g_bool, depth);
        return x ? x : "true";
    }
    x = g_bool_expr(m, depth - 1);
    if (which < 85)
        return g_text(m, "!(%s)", x);
    y = g_bool_expr(m, depth - 1);
    return junction(m, x, y);
}

/* ---- The other types. */

static const char *string_expr(Maker *m, int depth)
{
    static const char *const all[] = {"\"\"",         "\"a\"",    "\"b c\"",
                                      "\"\xc3\xa9\"", "\"\\\"\"", "\"\xf0\x9f\x98\x80\""};
    const char *x = known(m, &g_string), *y;

    if (x && g_chance(m, 50))
        return x;
    if (depth <= 0 || g_chance(m, 50))
        return all[g_below(m, sizeof all / sizeof *all)];
    if (g_chance(m, 20))
        return choice(m, &g_string, depth);
    x = string_expr(m, depth - 1);
    y = string_expr(m, depth - 1);
    return g_text(m, "%s ++ %s", x, y);
}

static const char *array_expr(Maker *m, const GType *t, int depth)
{
    uint32_t least = t->kind == G_NONEMPTY && !g_miss(m) ? 1 : 0;
    const char *text = known(m, t), *e;
    uint32_t count;

    if (text && g_chance(m, 60))
        return text;
    e = g_expr(m, t->of, depth - 1);
    if (t->kind == G_AS_LONG)
        return g_text(m, "mkarray(%s, length(%s))", e, t->on);
    if (g_chance(m, 25)) {
        text = g_nat_expr(m, 0);
        return g_text(m, least ? "mkarray(%s, 1 + %s)" : "mkarray(%s, %s)", e, text);
    }
    count = least + g_below(m, 3);
    text = "[";
    for (uint32_t i = 0; i < count; i++) {
        e = g_expr(m, t->of, depth - 1);
        text = g_text(m, "%s%s%s", text, i > 0 ? ", " : "", e);
    }
    return g_text(m, "%s]", text);
}

static const char *object_expr(Maker *m, const GType *t, int depth)
{
    const char *text = known(m, t), *e;
    bool some = false;

    if (text && g_chance(m, 60))
        return text;
    text = "{";
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->fields[i].optional && g_chance(m, 50))
            continue;
        e = g_expr(m, t->fields[i].type, depth - 1);
        text = g_text(m, "%s%s%s = %s", text, some ? ", " : "", t->fields[i].name, e);
        some = true;
    }
    return g_text(m, "%s}", text);
}

/* Everything that is visible, so that it is seen what became of it. */
static const char *everything(Maker *m)
{
    const char *text = "{";
    uint32_t first = m->pure ? m->nglobals : 0;

    for (uint32_t i = first; i < m->nvars; i++)
        text = g_text(m, "%s%s%s = %s", text, i > first ? ", " : "", m->vars[i].name,
                      m->vars[i].name);
    return g_text(m, "%s}", text);
}

static const char *union_expr(Maker *m, const GType *t, int depth)
{
    if (t->alias && strcmp(t->alias, "any") == 0 && g_chance(m, 50))
        return everything(m);
    return g_expr(m, g_chance(m, 50) ? t->of : t->other, depth);
}

const char *g_expr(Maker *m, const GType *t, int depth)
{
    const char *x = depth > 0 && g_chance(m, 12) ? g_call(m, t, depth) : NULL;

    if (x)
        return x;
    switch (t->kind) {
    case G_INT:
        return g_int_expr(m, depth);
    case G_NAT:
        return g_nat_expr(m, depth);
    case G_BOOL:
        return g_bool_expr(m, depth);
    case G_STRING:
        return string_expr(m, depth);
    case G_AT_LEAST:
        return at_least(m, t, depth);
    case G_NONZERO:
        return nonzero(m, depth);
    case G_INDEX:
        return index_of(m, t->on);
    case G_ARRAY:
    case G_NONEMPTY:
    case G_AS_LONG:
        return array_expr(m, t, depth);
    case G_OBJECT:
        return object_expr(m, t, depth);
    case G_UNION:
        return union_expr(m, t, depth);
    case G_VOID:
        break;
    }
    return "undefined";
}
