#include "script_random.h"
#include "script_random_parts.h"
#include <stdlib.h>

void g_need(bool good)
{
    if (!good)
        abort();
}

uint32_t g_below(Maker *m, uint32_t n)
{
    return (uint32_t)assay_prng_upto(&m->prng, n - 1);
}

bool g_chance(Maker *m, uint32_t percent)
{
    return g_below(m, 100) < percent;
}

bool g_miss(Maker *m)
{
    return g_chance(m, m->misses);
}

const char *g_text(Maker *m, const char *format, ...)
{
    va_list args;
    const char *text;

    va_start(args, format);
    text = assay_arena_vprintf(m->arena, format, args);
    va_end(args);
    g_need(text != NULL);
    return text;
}

const char *g_name(Maker *m, const char *stem)
{
    return g_text(m, "%s%u", stem, m->names++);
}

/* ---- Declarations. */

static void make_alias(Maker *m)
{
    const GType *t = g_any_type(m, 2);
    const char *name = g_name(m, "T"), *text = g_type_text(m, t);
    GType *copy = g_new_type(m, t->kind);

    *copy = *t;
    copy->alias = name;
    g_line(m, "type %s = %s;", name, text);
    m->types[m->ntypes++] = copy;
}

static void make_global(Maker *m)
{
    GVar *on = m->nvars > 0 && g_chance(m, 25) ? &m->vars[0] : NULL;
    const GType *t = g_any_type(m, 1);
    GType *least = g_new_type(m, G_AT_LEAST);
    const char *name = g_name(m, "g"), *text, *value;
    GVar *v;

    if (on && on->type->kind == G_INT) {
        least->on = on->name;
        on->pinned = true;
        t = least;
    }
    text = g_type_text(m, t);
    value = g_expr(m, t, 1);
    g_line(m, "%s %s = %s;", text, name, value);
    v = g_add_var(m, name, t);
    v->global = true;
    m->nglobals++;
}

/* ---- Functions. */

static GFunction *new_function(Maker *m, const char *stem)
{
    GFunction *f = &m->functions[m->nfunctions];

    g_need(m->nfunctions < G_FUNCTIONS);
    *f = (GFunction){.name = g_name(m, stem)};
    return f;
}

static void make_pure(Maker *m)
{
    GFunction *f = new_function(m, "p");
    const char *body, *type, *params = "";

    m->pure = f->pure = true;
    f->count = 1 + g_below(m, 2);
    for (uint32_t i = 0; i < f->count; i++) {
        f->params[i] = g_name(m, "a");
        f->types[i] = g_chance(m, 70) ? &g_int : &g_nat;
        g_add_var(m, f->params[i], f->types[i]);
        type = g_type_text(m, f->types[i]);
        params = g_text(m, "%s%s%s %s", params, i > 0 ? ", " : "", type, f->params[i]);
    }
    f->result = g_chance(m, 60) ? &g_int : g_chance(m, 50) ? &g_nat : &g_bool;
    body = g_expr(m, f->result, 2);
    type = g_type_text(m, f->result);
    g_line(m,
           g_chance(m, 50) ? "function %s(%s): %s { %s }" : "function %s(%s)%.0s { %s }",
           f->name, params, type, body);
    m->nfunctions++;
    m->nvars = m->nglobals;
    m->nfacts = 0;
    m->pure = false;
}

static const char *make_param(Maker *m, GFunction *f, uint32_t i)
{
    const GType *t = i == 0 && f->recursive     ? &g_nat
                     : i > 0 && g_chance(m, 40) ? g_dependent_type(m)
                                                : g_any_type(m, 2);
    const char *text;

    f->params[i] = g_name(m, "y");
    if (i > 0 && i + 1 == f->count && g_chance(m, 8)) {
        f->types[i] = NULL;
        return g_text(m, "(int) -> int %s", f->params[i]);
    }
    f->types[i] = t;
    text = g_type_text(m, t);
    g_add_var(m, f->params[i], t);
    return g_text(m, "%s %s", text, f->params[i]);
}

/* One that depends on a parameter keeps that from being changed. */
static const GType *make_result(Maker *m)
{
    static const GType nothing = {.kind = G_VOID};
    static const GType any = {
        .kind = G_UNION, .of = &g_int, .other = &g_string, .alias = "any"};
    const GType *t = g_chance(m, 30) ? g_dependent_type(m) : g_any_type(m, 2);

    if (g_chance(m, 8))
        return &nothing;
    if (g_chance(m, 25))
        return &any;
    if (t->kind == G_INDEX)
        return &g_int;
    for (uint32_t i = m->nglobals; t->on && i < m->nvars; i++)
        if (m->vars[i].name == t->on)
            m->vars[i].frozen++;
    return t;
}

static void write_head(Maker *m, const GFunction *f, const char *params)
{
    const char *result = g_type_text(m, f->result);

    g_line(m, "%s%s %s(%s)%s%s {", f->async ? "async " : "", result, f->name, params,
           f->recursive ? " decreases " : "", f->recursive ? f->params[0] : "");
}

static void write_body(Maker *m, GFunction *f)
{
    const char *value;

    if (f->recursive) {
        value = f->result->kind == G_VOID ? "" : g_expr(m, f->result, 1);
        g_line(m, "if (%s %s 0) { return%s%s; }", f->params[0],
               g_miss(m) ? "<" : "==", *value ? " " : "", value);
        g_add_fact(m, FACT_POSITIVE, f->params[0], NULL, &g_nat);
    }
    if (f->count > 0 && !f->types[f->count - 1]) {
        const char *name = g_name(m, "x");
        value = g_int_expr(m, 1);
        g_line(m, "int %s = %s(%s);", name, f->params[f->count - 1], value);
        g_add_var(m, name, &g_int);
    }
    g_statements(m, 2 + g_below(m, 6), 2);
    if (f->result->kind == G_VOID || (g_miss(m) && g_chance(m, 20)))
        return;
    value = g_expr(m, f->result, 2);
    g_line(m, "return %s;", value);
}

static void make_function(Maker *m)
{
    GFunction *f = new_function(m, "f");
    const char *params = "";

    f->recursive = g_chance(m, 15);
    f->async = !f->recursive && g_chance(m, 8);
    f->count = f->recursive + g_below(m, G_PARAMS + !f->recursive);
    for (uint32_t i = 0; i < f->count; i++) {
        const char *param = make_param(m, f, i);
        params = g_text(m, "%s%s%s", params, i > 0 ? ", " : "", param);
    }
    f->result = make_result(m);
    if (f->recursive)
        m->vars[m->nglobals].frozen++;
    write_head(m, f, params);
    m->inside = f;
    m->nfunctions += f->recursive; /* it may call itself */
    m->indent = 1;
    write_body(m, f);
    m->indent = 0;
    m->inside = NULL;
    m->nfunctions += !f->recursive;
    m->nvars = m->nglobals;
    m->nfacts = 0;
    g_line(m, "}");
}

const char *script_random_program(struct assay_arena *arena, uint64_t seed)
{
    static const uint32_t misses[] = {0, 4, 10, 25};
    Maker m = {.arena = arena};
    const char *text;
    uint32_t count;

    assay_prng_init(&m.prng, seed, 0);
    assay_buf_init(&m.out, NULL, 0);
    m.misses = misses[g_below(&m, 4)];
    m.large = g_chance(&m, 15);
    for (count = g_below(&m, 4); count > 0; count--)
        make_alias(&m);
    for (count = g_below(&m, 3); count > 0; count--)
        make_pure(&m);
    for (count = g_below(&m, G_GLOBALS); count > 0; count--)
        make_global(&m);
    m.nfacts = 0;
    for (count = 2 + g_below(&m, 4); count > 0; count--)
        make_function(&m);
    text = assay_arena_text(arena, m.out.at, m.out.len);
    assay_buf_done(&m.out);
    return text;
}
