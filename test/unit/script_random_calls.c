#include "script_random_parts.h"
#include <string.h>

static bool depends(const GFunction *f, uint32_t i, GKind kind)
{
    for (uint32_t k = i + 1; k < f->count; k++)
        if (f->types[k] && f->types[k]->on && f->types[k]->kind == kind &&
            strcmp(f->types[k]->on, f->params[i]) == 0)
            return true;
    return false;
}

static uint32_t param_of(const GFunction *f, const char *name)
{
    uint32_t i = 0;

    while (i + 1 < f->count && strcmp(f->params[i], name) != 0)
        i++;
    return i;
}

typedef struct {
    const char *text[G_PARAMS];
    const char *index[G_PARAMS]; /* one that the array has */
} Args;

/* An array that has an element for certain. */
static void indexed_argument(Maker *m, const GType *t, Args *args, uint32_t i)
{
    const GFact *fact = g_fact(m, FACT_INDEX);
    const char *x, *y;

    if (fact && g_fits(fact->type, t->of) && t->kind == G_ARRAY && g_chance(m, 70)) {
        args->text[i] = fact->of;
        args->index[i] = fact->with;
        return;
    }
    x = g_expr(m, t->of, 0);
    y = g_expr(m, t->of, 0);
    args->text[i] = g_text(m, "[%s, %s]", x, y);
    args->index[i] = g_miss(m) ? "2" : g_chance(m, 50) ? "0" : "1";
}

static const char *dependent_argument(Maker *m, const GFunction *f, uint32_t i,
                                      const Args *args)
{
    const GType *t = f->types[i];
    uint32_t on = param_of(f, t->on);
    const char *e;

    switch (t->kind) {
    case G_INDEX:
        return args->index[on] ? args->index[on] : "0";
    case G_AS_LONG:
        e = g_expr(m, t->of, 0);
        return g_chance(m, 50) ? args->text[on]
                               : g_text(m, "mkarray(%s, length(%s))", e, args->text[on]);
    default:
        e = g_miss(m) ? g_int_expr(m, 0) : g_nat_expr(m, 0);
        return g_text(m, "%s + %s", args->text[on], e);
    }
}

static const char *function_argument(Maker *m)
{
    uint32_t count = 0;
    const char *found = NULL;

    for (uint32_t i = 0; i < m->nfunctions; i++) {
        const GFunction *f = &m->functions[i];
        if (f->count == 1 && f->types[0] && f->types[0]->kind == G_INT && !f->async &&
            !f->pure && g_is_integer(f->result) && f->changes == 0 &&
            g_below(m, ++count) == 0)
            found = f->name;
    }
    return found;
}

static bool argument(Maker *m, const GFunction *f, uint32_t i, Args *args, int depth)
{
    const GType *t = f->types[i];

    if (!t)
        args->text[i] = function_argument(m);
    else if (f == m->inside && i == 0)
        args->text[i] = g_text(m, "%s - 1", f->params[0]);
    else if (t->on)
        args->text[i] = dependent_argument(m, f, i, args);
    else if (depends(f, i, G_INDEX))
        indexed_argument(m, t, args, i);
    else
        args->text[i] = g_expr(
            m, t, depends(f, i, G_AT_LEAST) || depends(f, i, G_AS_LONG) ? 0 : depth - 1);
    return args->text[i] != NULL;
}

static const char *write_call(Maker *m, const GFunction *f, int depth)
{
    Args args = {.text = {NULL}};
    const char *text = g_text(m, "%s%s(", f->async ? "await " : "", f->name);

    for (uint32_t i = 0; i < f->count; i++) {
        if (!argument(m, f, i, &args, depth))
            return NULL;
        text = g_text(m, "%s%s%s", text, i > 0 ? ", " : "", args.text[i]);
    }
    for (uint32_t i = 0; i < m->nglobals; i++)
        if (f->changes >> i & 1)
            g_forget(m, m->vars[i].name);
    if (m->inside)
        m->inside->changes |= f->changes;
    return g_text(m, "%s)", text);
}

/* Recursion is for where its argument is known to be positive. */
static bool can_call(Maker *m, const GFunction *f)
{
    const GFact *positive = g_fact(m, FACT_POSITIVE);

    if (m->pure && !f->pure)
        return false;
    if (f == m->inside)
        return f->recursive && positive && !f->async;
    return !f->async || (m->inside && m->inside->async);
}

/* What is known of a result where its parameters are not. */
static const GType *result_of(Maker *m, const GFunction *f)
{
    GType *array;

    if (!f->result->on)
        return f->result;
    if (f->result->kind != G_AS_LONG)
        return &g_int;
    array = g_new_type(m, G_ARRAY);
    array->of = f->result->of;
    return array;
}

const char *g_call(Maker *m, const GType *result, int depth)
{
    const GFunction *found = NULL;
    uint32_t count = 0;

    for (uint32_t i = 0; i < m->nfunctions; i++)
        if (g_fits(result_of(m, &m->functions[i]), result) &&
            can_call(m, &m->functions[i]) && g_below(m, ++count) == 0)
            found = &m->functions[i];
    return found ? write_call(m, found, depth) : NULL;
}
