#include "script_random_parts.h"
#include <string.h>

void g_line(Maker *m, const char *format, ...)
{
    va_list args;

    for (uint32_t i = 0; i < m->indent; i++)
        assay_buf_puts(&m->out, "    ");
    va_start(args, format);
    assay_buf_vprintf(&m->out, format, args);
    va_end(args);
    assay_buf_putc(&m->out, '\n');
}

/* What the type of a variable says. */
static void add_type_facts(Maker *m, const GVar *v)
{
    if (v->type->kind == G_NONEMPTY)
        g_add_fact(m, FACT_INDEX, v->name, "0", v->type->of);
    if (v->type->kind == G_INDEX)
        for (uint32_t i = 0; i < m->nvars; i++)
            if (strcmp(m->vars[i].name, v->type->on) == 0)
                g_add_fact(m, FACT_INDEX, v->type->on, v->name,
                           g_element(m->vars[i].type));
}

GVar *g_add_var(Maker *m, const char *name, const GType *type)
{
    GVar *v = &m->vars[m->nvars];

    g_need(m->nvars < G_VARS);
    m->nvars++;
    *v = (GVar){.name = name, .type = type};
    add_type_facts(m, v);
    return v;
}

/* ---- Variables. */

static void changed(Maker *m, const GVar *v)
{
    if (v->global && m->inside)
        m->inside->changes |= 1u << (v - m->vars);
}

static void local(Maker *m)
{
    const GFact *fact = g_fact(m, FACT_INDEX);
    const GType *type = g_chance(m, 20) ? g_dependent_type(m) : g_any_type(m, 2);
    const char *name = g_name(m, "x"), *text, *value;
    GType *index;

    if (m->nvars >= G_VARS - 4)
        return;
    if (type->kind == G_INDEX) {
        type = &g_int;
        if (fact && !strchr(fact->of, '.')) {
            index = g_new_type(m, G_INDEX);
            index->on = fact->of;
            type = index;
        }
    }
    text = g_type_text(m, type);
    value = g_expr(m, type, 2);
    g_line(m, "%s %s = %s;", text, name, value);
    g_add_var(m, name, type);
}

static bool can_assign(const GVar *v)
{
    return !v->frozen && !v->pinned;
}

static bool can_lower(const GVar *v)
{
    return !v->frozen && v->pinned && v->type->kind == G_INT;
}

static bool is_unfrozen(const GVar *v)
{
    return !v->frozen;
}

static void assign(Maker *m)
{
    GVar *v = g_pick_var(m, g_miss(m) ? is_unfrozen : can_assign);
    const char *value;

    if (!v)
        return;
    value = g_expr(m, v->type, 2);
    g_line(m, "%s = %s;", v->name, value);
    changed(m, v);
    g_forget(m, v->name);
    add_type_facts(m, v);
}

/* Variables may be at least as large as this one. */
static void lower(Maker *m)
{
    GVar *v = g_pick_var(m, can_lower);
    const char *value;

    if (!v)
        return;
    value = g_miss(m) ? g_int_expr(m, 1) : g_nat_expr(m, 1);
    g_line(m, "%s -= %s;", v->name, value);
    changed(m, v);
    g_forget(m, v->name);
}

static bool can_count(const GVar *v)
{
    return can_assign(v) && (v->type->kind == G_INT || v->type->kind == G_NAT ||
                             v->type->kind == G_STRING);
}

static void compound(Maker *m)
{
    static const char *const ops[] = {"+=", "-=", "*=", "/=", "%="};
    GVar *v = g_pick_var(m, can_count);
    uint32_t op;
    const char *value;

    if (!v)
        return;
    op = v->type->kind == G_INT ? g_below(m, 5) : g_miss(m) ? 1 : 0;
    value = g_expr(m, op >= 3 ? &g_nonzero : v->type, op == 2 ? 0 : 1);
    g_line(m, "%s %s %s;", v->name, v->type->kind == G_STRING ? "++=" : ops[op], value);
    changed(m, v);
    g_forget(m, v->name);
}

static bool has_parts(const GVar *v)
{
    return v->type->kind == G_OBJECT && !v->sealed;
}

static bool has_field(Maker *m, const char *of, const char *field)
{
    for (uint32_t i = 0; i < m->nfacts; i++)
        if (!m->facts[i].dead && m->facts[i].kind == FACT_FIELD &&
            strcmp(m->facts[i].of, of) == 0 && strcmp(m->facts[i].with, field) == 0)
            return true;
    return false;
}

static void assign_field(Maker *m)
{
    GVar *v = g_pick_var(m, has_parts);
    const char *value, *name;
    uint32_t i;

    if (!v)
        return;
    i = g_below(m, v->type->count);
    name = v->type->fields[i].name;
    if (v->type->fields[i].optional && !has_field(m, v->name, name) && !g_miss(m))
        return;
    value = g_expr(m, v->type->fields[i].type, 2);
    g_line(m, "%s.%s = %s;", v->name, name, value);
    changed(m, v);
    if (g_element(v->type->fields[i].type))
        g_forget(m, g_text(m, "%s.%s", v->name, name));
}

/* a[i] = e; o.a[i] += e; a[i].b = e; */
static void assign_at(Maker *m, const GFact *fact)
{
    const char *place = g_text(m, "%s[%s]", fact->of, fact->with), *value;
    const GType *type = fact->type;
    uint32_t i = type->kind == G_OBJECT ? g_below(m, type->count) : 0;

    if (type->kind == G_OBJECT && !type->fields[i].optional && g_chance(m, 60)) {
        place = g_text(m, "%s.%s", place, type->fields[i].name);
        type = type->fields[i].type;
    }
    if (type->kind == G_ARRAY && g_chance(m, 60)) {
        value = g_expr(m, type->of, 1);
        g_line(m, "if (length(%s) > 0) { %s[0] = %s; }", place, place, value);
        return;
    }
    value = g_expr(m, type, 1);
    g_line(m, "%s %s %s;", place,
           (type->kind == G_INT || type->kind == G_NAT) && g_chance(m, 40) ? "+=" : "=",
           value);
}

static void assign_element(Maker *m)
{
    const GFact *fact = g_fact(m, FACT_INDEX);

    for (uint32_t i = 0; fact && i < m->nvars; i++) {
        GVar *v = &m->vars[i];
        if (!g_is_part(fact->of, v->name) || v->sealed)
            continue;
        assign_at(m, fact);
        changed(m, v);
        return;
    }
}

static bool is_container(const GVar *v)
{
    return v->type->kind == G_OBJECT || v->type->kind == G_ARRAY;
}

/* What is changed, and what is not: neither of two variables with a value knows of the
 * other, nor what one is part of. */
static void change(Maker *m, const GVar *v)
{
    const char *value;

    if (v->type->kind == G_ARRAY) {
        value = g_expr(m, v->type->of, 1);
        g_line(m, "if (length(%s) > 0) { %s[0] = %s; }", v->name, v->name, value);
        return;
    }
    for (uint32_t i = 0; i < v->type->count; i++) {
        if (v->type->fields[i].optional)
            continue;
        value = g_expr(m, v->type->fields[i].type, 1);
        g_line(m, "%s.%s = %s;", v->name, v->type->fields[i].name, value);
        g_forget(m, g_text(m, "%s.%s", v->name, v->type->fields[i].name));
        return;
    }
}

static void twins(Maker *m)
{
    GVar *v = g_pick_var(m, is_container), *twin;
    const char *name = g_name(m, "x"), *type, *several;
    GType *array;

    if (!v || v->sealed || m->nvars >= G_VARS - 4)
        return;
    if (g_chance(m, 60)) {
        type = g_type_text(m, v->type);
        g_line(m, "%s %s = %s;", type, name, v->name);
        twin = g_add_var(m, name, v->type);
    } else {
        array = g_new_type(m, G_NONEMPTY);
        array->of = v->type;
        several = g_chance(m, 50) ? g_text(m, "[%s, %s]", v->name, v->name)
                                  : g_text(m, "mkarray(%s, 2)", v->name);
        type = g_type_text(m, array);
        g_line(m, "%s %s = %s;", type, name, several);
        twin = g_add_var(m, name, array);
    }
    if (g_chance(m, 50) && twin->type == v->type) {
        change(m, twin);
    } else {
        change(m, v);
        changed(m, v);
    }
}

static void call(Maker *m)
{
    static const GType nothing = {.kind = G_VOID};
    const char *text = g_call(m, g_chance(m, 50) ? &nothing : &g_int, 2);
    const char *at = text ? strchr(text, '(') : NULL;

    if (at)
        g_line(m, "%s;", text);
}

/* ---- Blocks. */

typedef struct {
    uint32_t vars, facts;
} Mark;

static Mark open(Maker *m)
{
    m->indent++;
    return (Mark){m->nvars, m->nfacts};
}

static void close(Maker *m, Mark mark)
{
    m->indent--;
    m->nvars = mark.vars;
    m->nfacts = mark.facts;
    g_line(m, "}");
}

static void block(Maker *m, uint32_t count, int depth, const GGuard *g)
{
    Mark mark = open(m);

    if (g)
        g_use_guard(m, g);
    if (g && g->has_fact && g_chance(m, 50))
        g_need_fact(m, &g->fact);
    g_statements(m, count, depth - 1);
    close(m, mark);
}

static void branch(Maker *m, int depth)
{
    GGuard g = g_guard(m);

    g_line(m, "if (%s) {", g.test);
    block(m, 1 + g_below(m, 3), depth, &g);
    if (g_chance(m, 30)) {
        g_line(m, "else {");
        block(m, 1 + g_below(m, 2), depth, NULL);
    }
}

/* Behind if (!(...)) return e; the guard holds. */
static void leave(Maker *m)
{
    GGuard g = g_guard(m);
    const char *value;

    if (!g.has_fact || !m->inside)
        return;
    value = m->inside->result->kind == G_VOID ? "" : g_expr(m, m->inside->result, 1);
    g_line(m, "if (!(%s)) return%s%s;", g.test, *value ? " " : "", value);
    if (!g_miss(m) || g_chance(m, 50))
        g_use_guard(m, &g);
}

static bool is_plain_array(const GVar *v)
{
    return g_element(v->type) != NULL;
}

static bool is_integer(const GVar *v)
{
    return g_is_integer(v->type);
}

/* ---- Loops. A few variables are chosen that may change in it, of which nothing is known
 * then; the others are frozen. */

static void begin_loop(Maker *m, uint64_t *changing)
{
    *changing = 0;
    for (uint32_t i = 0; i < m->nvars; i++) {
        GVar *v = &m->vars[i];
        if (v->global || (g_chance(m, 40) && can_assign(v)))
            g_forget(m, v->name);
        if (!v->global && g_chance(m, 60) && can_assign(v)) {
            *changing |= (uint64_t)1 << i;
            g_forget(m, v->name);
            continue;
        }
        v->frozen++;
        v->sealed++;
    }
}

static void end_loop(Maker *m, uint64_t changing, uint32_t nvars)
{
    for (uint32_t i = 0; i < nvars; i++)
        if (!(changing >> i & 1)) {
            m->vars[i].frozen--;
            m->vars[i].sealed--;
        }
}

/* What the loop counts up to, which it does not change. */
static const char *bound(Maker *m, GVar **ret_var)
{
    *ret_var = g_pick_var(m, g_chance(m, 75) ? is_plain_array : is_integer);
    if (!*ret_var)
        return "3";
    return g_element((*ret_var)->type) ? g_text(m, "length(%s)", (*ret_var)->name)
                                       : (*ret_var)->name;
}

static void loop_body(Maker *m, const char *counter, const GType *type, GVar *over,
                      int depth)
{
    GVar *v = g_add_var(m, counter, type);

    v->frozen++;
    v->sealed++;
    v->counter = true;
    if (over) {
        over->frozen++;
        if (g_element(over->type))
            g_add_fact(m, FACT_INDEX, over->name, counter, g_element(over->type));
    }
    g_statements(m, 1 + g_below(m, 3), depth - 1);
    if (over)
        over->frozen--;
}

static void while_loop(Maker *m, int depth)
{
    const char *i = g_name(m, "i");
    GVar *over;
    const char *to = bound(m, &over), *less = g_miss(m) ? "<=" : "<", *invariant;
    bool natural = g_chance(m, 30);
    uint32_t nvars = m->nvars;
    uint64_t changing;
    Mark mark;

    g_line(m, "%s %s = %s;", natural ? "nat" : "int", i, g_miss(m) ? "-1" : "0");
    begin_loop(m, &changing);
    invariant = natural || g_miss(m) ? "" : g_text(m, " inv 0 <= %s", i);
    g_line(m, "while (%s %s %s)%s decreases %s - %s {", i, less, to, invariant, to, i);
    mark = open(m);
    loop_body(m, i, natural ? &g_nat : &g_int, over, depth);
    g_line(m, "%s += 1;", i);
    close(m, mark);
    end_loop(m, changing, nvars);
}

static void for_loop(Maker *m, int depth)
{
    const char *i = g_name(m, "i");
    GVar *over;
    const char *to = bound(m, &over), *less = g_miss(m) ? "<=" : "<";
    bool natural = g_chance(m, 60), bare = g_miss(m);
    uint32_t nvars = m->nvars;
    uint64_t changing;
    Mark mark;

    begin_loop(m, &changing);
    g_line(m, "for (%s %s = 0; %s %s %s; %s += 1)%s%s {", natural ? "nat" : "int", i, i,
           less, to, i, natural || bare ? "" : " inv 0 <= ", natural || bare ? "" : i);
    mark = open(m);
    loop_body(m, i, natural ? &g_nat : &g_int, over, depth);
    close(m, mark);
    end_loop(m, changing, nvars);
}

static void for_of(Maker *m, int depth)
{
    GVar *over = g_pick_var(m, is_plain_array);
    const char *x = g_name(m, "e"), *type;
    const GType *element;
    uint32_t nvars = m->nvars;
    uint64_t changing;
    Mark mark;

    if (!over)
        return;
    element = g_miss(m) ? &g_nat : g_element(over->type);
    type = g_type_text(m, element);
    begin_loop(m, &changing);
    g_line(m, "for (%s %s of %s) {", type, x, over->name);
    mark = open(m);
    loop_body(m, x, element, NULL, depth);
    close(m, mark);
    end_loop(m, changing, nvars);
}

/* ---- All of them. */

static void statement(Maker *m, int depth)
{
    uint32_t which = g_below(m, 100);

    if (which < 25 && g_miss(m))
        g_careless(m);
    else if (which < 25)
        local(m);
    else if (which < 40)
        assign(m);
    else if (which < 44)
        lower(m);
    else if (which < 54)
        compound(m);
    else if (which < 60)
        assign_field(m);
    else if (which < 66)
        assign_element(m);
    else if (which < 69)
        twins(m);
    else if (which < 72)
        call(m);
    else if (which < 76)
        leave(m);
    else if (depth <= 0)
        local(m);
    else if (which < 88)
        branch(m, depth);
    else if (which < 92)
        while_loop(m, depth);
    else if (which < 96)
        for_loop(m, depth);
    else
        for_of(m, depth);
}

void g_statements(Maker *m, uint32_t count, int depth)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t len = m->out.len;
        for (uint32_t tries = 0; m->out.len == len && tries < 5; tries++)
            statement(m, depth);
    }
}
