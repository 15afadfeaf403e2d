/*
 * What values are called in messages: by the variable that has them, or had them before.
 */
#include "script/verify_parts.h"

/* Whether a variable of the program has this value. */
static bool is_held(const Verifier *v, const Binding *value)
{
    for (const Scope *s = v->now.scope; s; s = s->outer) {
        const Term *t = s->fact;
        if (s->var || s->negated || t->kind != TERM_OP || t->as.op.op != OP_EQ ||
            t->as.op.args[1]->kind != TERM_VAR || t->as.op.args[1]->as.var != value ||
            t->as.op.args[0]->kind != TERM_VAR)
            continue;
        for (uint32_t i = 0; i < v->now.count; i++)
            if (v->now.slots[i].by->as.var == t->as.op.args[0]->as.var)
                return true;
    }
    return false;
}

bool verify_is_variable(const Verifier *v, const Binding *var)
{
    for (uint32_t i = 0; i < v->now.count; i++)
        if (v->now.slots[i].by->as.var == var)
            return true;
    return false;
}

static bool is_entry(const Verifier *v, const Binding *var)
{
    for (uint32_t i = 0; v->function && v->entry && i < v->function->function.count; i++)
        if (v->entry[i].by && v->entry[i].by->as.var == var)
            return true;
    return false;
}

/* Whether it is a value of a variable whose block was left. */
static bool is_gone(const Verifier *v, const Binding *value)
{
    for (const Gone *g = v->gone; g; g = g->next)
        if (g->var->name == value->name && g->var->span.source == value->span.source &&
            g->var->span.start == value->span.start)
            return true;
    return false;
}

const char *verify_shown_name(Verifier *v, const Binding *var)
{
    if (verify_is_variable(v, var))
        return var->name;
    for (uint32_t i = 0; i < v->now.count; i++)
        if (v->now.slots[i].var->name == var->name)
            return verify_text(v, is_entry(v, var) ? "%s at the start" : "%s before",
                               var->name);
    return var->name;
}

const char *verify_value_name(void *ctx, const Binding *var)
{
    Verifier *v = ctx;
    const char *name = verify_shown_name(v, var);

    if (var->name == verify_inner_name || is_gone(v, var))
        return NULL;
    if (name != var->name) /* an earlier value */
        return is_entry(v, var) || (v->c->about && term_mentions(v->c->about, var))
                   ? name
                   : NULL;
    return verify_is_variable(v, var) || !is_held(v, var) ? name : NULL;
}

/* ---- Names in what is printed. */

typedef struct {
    Verifier *v;
    Replaced *list;
    uint32_t count;
} Renaming;

#define RENAMED_MAX 16

static void rename_value(Renaming *r, const Term *t, bool parentheses)
{
    const char *name = t->kind == TERM_VAR ? verify_shown_name(r->v, t->as.var) : NULL;
    const Binding *other;

    if (!name || name == t->as.var->name || r->count == RENAMED_MAX)
        return;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->list[i].var == t->as.var)
            return;
    name = verify_text(r->v, parentheses ? "(%s)" : "%s", name);
    other = binding_new(r->v->arena, name, t->as.var->type, span_nowhere());
    if (other)
        r->list[r->count++] =
            (Replaced){t->as.var, verify_var(r->v, other, span_nowhere())};
}

/* (o before).a, but n before < n */
static bool see_renamed(void *ctx, const Term *t)
{
    if (t->kind == TERM_FIELD)
        rename_value(ctx, t->as.field.of, true);
    else if (t->kind == TERM_INDEX)
        rename_value(ctx, t->as.index.of, true);
    else
        rename_value(ctx, t, false);
    return true;
}

const char *verify_printed(Verifier *v, const Term *t)
{
    Replaced list[RENAMED_MAX];
    Renaming r = {v, list, 0};
    struct assay_buf buf;
    const char *text;

    term_walk(t, &(Visitor){.term = see_renamed, .ctx = &r});
    t = term_replace_all(v->arena, t, list, r.count);
    if (!t)
        return "";

    assay_buf_init(&buf, NULL, 400);
    term_print(t, &buf);
    text = verify_text(v, "%.*s%s", (int)buf.len, buf.len ? buf.at : "",
                       buf.status ? "..." : "");
    assay_buf_done(&buf);
    return text;
}
