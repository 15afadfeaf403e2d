/*
 * What a report says beside its message: what is known of the terms it is about, and
 * values for which it goes wrong.
 */
#include "term/check.h"
#include "term/known.h"
#include <string.h>

#define SHOWN_MAX 200  /* bytes of a term, a type or a value */
#define FACTS_SHOWN 4  /* "known here" lines */
#define VALUES_SHOWN 4 /* "when" lines */

static bool goes_on(char c) /* a character that has begun */
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* A copy in the arena with blanks of all kinds as one, cut where it is long. */
static const char *one_line(Checker *c, struct assay_str text)
{
    struct assay_buf buf;
    const char *copy;
    bool blank = false;
    size_t i = 0;

    assay_buf_init(&buf, NULL, 0);
    for (; i < text.len && (buf.len < SHOWN_MAX || goes_on(text.at[i])); i++) {
        if (strchr(" \t\r\n", text.at[i]) && text.at[i]) {
            blank = true;
            continue;
        }
        if (blank && buf.len > 0)
            assay_buf_putc(&buf, ' ');
        blank = false;
        assay_buf_putc(&buf, text.at[i]);
    }
    if (i < text.len)
        assay_buf_puts(&buf, "...");
    copy = assay_arena_text(c->arena, buf.at, buf.len);
    assay_buf_done(&buf);
    return copy ? copy : "";
}

static const char *printed(Checker *c, const Term *term, const Type *type,
                           const Value *value)
{
    struct assay_buf buf;
    const char *copy;

    assay_buf_init(&buf, NULL, 1u << 20);
    if (term)
        term_print(term, &buf);
    else if (type)
        type_print(type, &buf);
    else
        value_print(value, &buf);
    copy = one_line(c, (struct assay_str){buf.at, buf.len});
    assay_buf_done(&buf);
    return copy;
}

/* Comments do not belong into a message. */
static bool has_comment(struct assay_str text)
{
    for (size_t i = 0; i + 1 < text.len; i++)
        if (text.at[i] == '/' && (text.at[i + 1] == '/' || text.at[i + 1] == '*'))
            return true;
    return false;
}

const char *check_term_text(Checker *c, const Term *t)
{
    struct assay_str written = diag_text(c->diags, t->span);

    return written.len > 0 && !has_comment(written) ? one_line(c, written)
                                                    : printed(c, t, NULL, NULL);
}

const char *check_type_text(Checker *c, const Type *t)
{
    struct assay_str written = diag_text(c->diags, t->span);

    return written.len > 0 && !has_comment(written) ? one_line(c, written)
                                                    : printed(c, NULL, t, NULL);
}

/* ---- What is known. */

static bool is_said(const Diagnostic *d, const char *text)
{
    for (const DiagNote *n = d->notes; n; n = n->next)
        if (strcmp(n->text, text) == 0)
            return true;
    return false;
}

static void show_types(Checker *c, Diagnostic *d, const Scope *scope, const Term *t,
                       uint32_t *left)
{
    const char *text;
    Known known;

    known_types(scope, t, &known);
    for (uint32_t i = 0; i<known.count && * left> 0; i++) {
        if (type_resolve(known.at[i])->kind == TYPE_ANY)
            continue;
        text = assay_arena_printf(c->arena, "%s in %s", check_term_text(c, t),
                                  check_type_text(c, known.at[i]));
        if (!text || is_said(d, text))
            continue;
        diag_note(c->diags, d, "known here", "%s", text);
        --*left;
    }
}

typedef struct {
    const Term *vars[VALUES_SHOWN];
    uint32_t count;
} Vars;

static bool see_var(void *ctx, const Term *t)
{
    Vars *v = ctx;

    if (t->kind != TERM_VAR)
        return true;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->vars[i]->as.var == t->as.var)
            return true;
    if (v->count < VALUES_SHOWN)
        v->vars[v->count++] = t;
    return true;
}

static void show_known(Checker *c, Diagnostic *d, const Scope *scope, const Term *t)
{
    uint32_t left = FACTS_SHOWN;
    Vars vars = {.count = 0};

    if (t->kind == TERM_VAR || t->kind == TERM_FIELD || t->kind == TERM_INDEX)
        show_types(c, d, scope, t, &left);
    if (left < FACTS_SHOWN)
        return;
    term_walk(t, &(Visitor){.term = see_var, .ctx = &vars});
    for (uint32_t i = 0; i < vars.count; i++)
        show_types(c, d, scope, vars.vars[i], &left);
}

/* ---- Values. */

void check_show_value(Checker *c, Diagnostic *d, const char *label,
                      const ProverValue *value)
{
    const char *name =
        c->own && c->own->name ? c->own->name(c->own->ctx, value->var) : value->var->name;

    diag_note(c->diags, d, label, "%s = %s", name ? name : value->var->name,
              printed(c, NULL, NULL, value->value));
}

static bool is_shown(Checker *c, const Binding *var)
{
    return !c->own || !c->own->name || c->own->name(c->own->ctx, var);
}

static void show_values(Checker *c, Diagnostic *d, const ProverVerdict *verdict)
{
    uint32_t shown = 0;

    for (uint32_t i = 0;
         i < verdict->count && shown < (c->own ? 2 * VALUES_SHOWN : VALUES_SHOWN); i++)
        if (is_shown(c, verdict->values[i].var))
            check_show_value(c, d, shown++ == 0 ? "when" : "", &verdict->values[i]);
}

void check_explain(Checker *c, Diagnostic *d, const Scope *scope, const Term *t,
                   const ProverVerdict *verdict)
{
    c->about = t;
    show_known(c, d, scope, t);
    if (verdict->answer == PROVER_REFUTED)
        show_values(c, d, verdict);
    else if (verdict->why)
        diag_note(c->diags, d, "because", "%s", verdict->why);
}
