/*
 * Generators and procedures:
 *
 *     generator = "generator" name "for" property block
 *     procedure = "procedure" name "(" [ variables ] ")" block
 *     block     = "{" { statement } "}"
 *     statement = "let" variables [ "where" term ] ";"
 *               | "see" event ";"
 *               | "assert" term ";"
 *               | "choose" block "or" block { "or" block }
 *               | name "(" [ term { "," term } ] ")" ";"
 *
 * A variable is visible up to the end of its block.
 */
#include "synth/check.h"
#include "synth/read.h"
#include <string.h>

static bool read_block(TraceSpec *s, WrittenBlock *b, uint32_t depth);

/* ---- Statements. */

static void read_let(TraceSpec *s, WrittenStatement *w)
{
    Parser *p = &s->reader.parser;
    TraceVars vars = {0};

    trace_read_variables(s, "the name of a variable", &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        trace_open_kept(s, vars.at[i]);
    w->vars = vars.at;
    w->nvars = vars.count;
    if (parser_accept(p, "where")) {
        w->where = read_term(&s->reader);
        trace_check_condition(s, w->where);
    }
    parser_expect(p, ";");
}

/* The fields that were given names are visible behind it. */
static void read_see(TraceSpec *s, WrittenStatement *w)
{
    Parser *p = &s->reader.parser;
    const Sre *e = trace_read_event(s);

    parser_expect(p, ";");
    if (e->kind != SRE_EVENT)
        return;
    trace_check_sre(s, e);
    w->seen = e;
    w->span = span_join(w->span, e->span);
    if (e->as.event.of->kind != EVENT_OBSERVED)
        parser_report(p, DIAG_TRACE_STATEMENT, e->span,
                      e->as.event.of->kind == EVENT_GHOST
                          ? "'%s' is a ghost: it never happens"
                          : "'%s' is the tester's own: it is made to happen, not seen",
                      e->as.event.of->name);
    for (uint32_t i = 0; i < e->as.event.of->count; i++)
        if (e->as.event.fields[i]->span.source != DIAG_NOWHERE)
            trace_open_kept(s, e->as.event.fields[i]);
}

static void read_assert(TraceSpec *s, WrittenStatement *w)
{
    w->where = read_term(&s->reader);
    trace_check_condition(s, w->where);
    parser_expect(&s->reader.parser, ";");
}

static void read_choose(TraceSpec *s, WrittenStatement *w, uint32_t depth)
{
    Parser *p = &s->reader.parser;
    uint32_t cap = 0;

    do {
        WrittenBlock *way = trace_new(s, sizeof *way);
        if (!way || !read_block(s, way, depth + 1))
            return;
        read_add(&s->reader, &w->ways, &w->nways, &cap, way);
    } while (parser_accept(p, "or"));
    w->span = span_join(w->span, parser_last(p));
    if (w->nways < 2 && !p->panic)
        parser_report(p, DIAG_TRACE_STATEMENT, w->span,
                      "there is nothing to choose: write  or { ... }  behind it");
}

static void read_arguments(TraceSpec *s, WrittenStatement *w)
{
    Parser *p = &s->reader.parser;
    uint32_t cap = 0;

    if (!parser_expect(p, "("))
        return;
    if (!parser_is(p, ")"))
        do
            read_add(&s->reader, &w->args, &w->nargs, &cap, read_term(&s->reader));
        while (!p->panic && parser_accept(p, ","));
    parser_expect(p, ")");
    w->span = span_join(w->span, parser_last(p));
    parser_expect(p, ";");
}

/* An operation of the tester, or a call. */
static void read_action(TraceSpec *s, WrittenStatement *w)
{
    Parser *p = &s->reader.parser;
    Token name;

    if (!parser_expect_kind(p, TOKEN_NAME,
                            "a statement: an event, 'let', 'see', 'assert', 'choose', or "
                            "'}'",
                            &name))
        return;
    w->name = read_copy(&s->reader, name.text);
    w->event = trace_event(s, name.text);
    w->kind = w->event ? STATEMENT_DO : STATEMENT_CALL;
    read_arguments(s, w);
    if (!w->event || p->panic)
        return;
    w->event->uses++;
    if (w->event->kind != EVENT_GENERATED)
        parser_report(p, DIAG_TRACE_STATEMENT, w->span,
                      w->event->kind == EVENT_GHOST
                          ? "'%s' is a ghost: it never happens"
                          : "'%s' is the system's: write  see %s(...);",
                      w->event->name, w->event->name);
    if (trace_has_fields(s, w->event, w->span, w->nargs))
        trace_check_arguments(s, w->event->fields, w->args, w->nargs);
}

static WrittenStatement *read_statement(TraceSpec *s, uint32_t depth)
{
    Parser *p = &s->reader.parser;
    WrittenStatement *w = trace_new(s, sizeof *w);

    if (!w)
        return NULL;
    w->span = parser_peek(p)->span;
    if (parser_accept(p, "let")) {
        w->kind = STATEMENT_LET;
        read_let(s, w);
    } else if (parser_accept(p, "see")) {
        w->kind = STATEMENT_SEE;
        read_see(s, w);
    } else if (parser_accept(p, "assert")) {
        w->kind = STATEMENT_ASSERT;
        read_assert(s, w);
    } else if (parser_accept(p, "choose")) {
        w->kind = STATEMENT_CHOOSE;
        read_choose(s, w, depth);
    } else
        read_action(s, w);
    return w;
}

static bool read_block(TraceSpec *s, WrittenBlock *b, uint32_t depth)
{
    Parser *p = &s->reader.parser;
    const ReadScope *outer = s->reader.scope;

    if (depth > GENERATOR_DEPTH) {
        parser_error(p, DIAG_TOO_LONG, parser_peek(p)->span,
                     "there are more than %d blocks inside each other", GENERATOR_DEPTH);
        return false;
    }
    if (!parser_expect(p, "{"))
        return false;
    while (!p->panic && !parser_is(p, "}") && !parser_is_kind(p, TOKEN_END))
        read_add(&s->reader, &b->at, &b->count, &b->cap, read_statement(s, depth));
    s->reader.scope = outer;
    return !p->panic && parser_expect(p, "}");
}

/* ---- Procedures. */

static void refuse_second(TraceSpec *s, const WrittenProcedure *x)
{
    for (uint32_t i = 0; i < s->nprocedures; i++)
        if (strcmp(s->procedures[i]->name, x->name) == 0)
            read_refuse_second(&s->reader, x->span, x->name, s->procedures[i]->span);
    if (trace_event(s, assay_str(x->name)))
        read_refuse_second(&s->reader, x->span, x->name,
                           trace_event(s, assay_str(x->name))->span);
}

static void read_head(TraceSpec *s, WrittenProcedure *x, bool generator)
{
    Parser *p = &s->reader.parser;
    TraceVars params = {0};
    Token name;

    if (!generator) {
        params = trace_read_fields(s, "the name of a parameter");
        for (uint32_t i = 0; i < params.count; i++)
            trace_open_kept(s, params.at[i]);
        x->params = params.at;
        x->nparams = params.count;
    } else if (parser_expect(p, "for") &&
               parser_expect_kind(p, TOKEN_NAME, "the name of a property", &name)) {
        x->property = read_copy(&s->reader, name.text);
        x->property_span = name.span;
    }
}

void trace_read_procedure(TraceSpec *s, bool generator)
{
    Parser *p = &s->reader.parser;
    const ReadScope *outer = s->reader.scope;
    WrittenProcedure *x = trace_new(s, sizeof *x);

    if (!x)
        return;
    x->name = read_new_name(
        &s->reader, generator ? "the name of a generator" : "the name of a procedure",
        &x->span);
    if (!x->name)
        return;
    refuse_second(s, x);
    read_head(s, x, generator);
    if (!p->panic && read_block(s, &x->body, 1))
        read_add(&s->reader, &s->procedures, &s->nprocedures, &s->procedures_cap, x);
    s->reader.scope = outer;
}

/* ---- Names, when all is read. */

static const WrittenProcedure *find_procedure(const TraceSpec *s, const char *name)
{
    for (uint32_t i = 0; i < s->nprocedures; i++)
        if (strcmp(s->procedures[i]->name, name) == 0 && !s->procedures[i]->property)
            return s->procedures[i];
    return NULL;
}

static void suggest(TraceSpec *s, Diagnostic *d, Span span, const char *near)
{
    if (d && near)
        diag_fix(s->reader.parser.diags, d, span, near, "did you mean '%s'?", near);
}

static void report_unknown_call(TraceSpec *s, const WrittenStatement *w)
{
    Diagnostic *d = diag_report(s->reader.parser.diags, DIAG_TRACE_EVENT, w->span,
                                "there is no event and no procedure '%s'", w->name);
    struct assay_str name = assay_str(w->name);
    Span span = w->span;
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    for (uint32_t i = 0; i < s->nevents; i++)
        if (assay_str_resembles(name, assay_str(s->events[i]->name), &nearest))
            near = s->events[i]->name;
    for (uint32_t i = 0; i < s->nprocedures; i++)
        if (!s->procedures[i]->property &&
            assay_str_resembles(name, assay_str(s->procedures[i]->name), &nearest))
            near = s->procedures[i]->name;
    span.end = span.start + (uint32_t)name.len;
    suggest(s, d, span, near);
}

static void report_unknown_property(TraceSpec *s, const WrittenProcedure *x)
{
    Diagnostic *d =
        diag_report(s->reader.parser.diags, DIAG_TRACE_EVENT, x->property_span,
                    "there is no property '%s'", x->property);
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    for (uint32_t i = 0; i < s->nproperties; i++)
        if (assay_str_resembles(assay_str(x->property), assay_str(s->properties[i]->name),
                                &nearest))
            near = s->properties[i]->name;
    suggest(s, d, x->property_span, near);
}

static void resolve_call(TraceSpec *s, WrittenStatement *w)
{
    const WrittenProcedure *f = find_procedure(s, w->name);

    w->callee = f;
    if (!f) {
        report_unknown_call(s, w);
        return;
    }
    if (f->nparams != w->nargs)
        diag_report(s->reader.parser.diags, DIAG_ARGUMENTS, w->span,
                    "'%s' takes %u argument%s, not %u", f->name, f->nparams,
                    f->nparams == 1 ? "" : "s", w->nargs);
    else
        trace_check_arguments(s, (const Binding *const *)f->params, w->args, w->nargs);
}

static void resolve_block(TraceSpec *s, const WrittenBlock *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        WrittenStatement *w = b->at[i];
        if (w->kind == STATEMENT_CALL && w->name)
            resolve_call(s, w);
        for (uint32_t k = 0; k < w->nways; k++)
            resolve_block(s, w->ways[k]);
    }
}

void trace_resolve_procedures(TraceSpec *s)
{
    for (uint32_t i = 0; i < s->nprocedures; i++) {
        const WrittenProcedure *x = s->procedures[i];
        bool found = x->property == NULL;
        resolve_block(s, &x->body);
        for (uint32_t k = 0; x->property && k < s->nproperties; k++)
            found = found || strcmp(s->properties[k]->name, x->property) == 0;
        if (!found)
            report_unknown_property(s, x);
    }
}
