/*
 * Rules of operations, and properties.
 */
#include "synth/check.h"
#include "synth/read.h"
#include <string.h>

/* ---- Rules. */

/* A name for field number `count` of the operation. */
static void read_rule_field(TraceSpec *s, const Event *of, TraceVars *all)
{
    Reader *r = &s->reader;
    Span span, first;
    const char *name = read_new_name(r, "a name for a field, or '_'", &span);
    const Type *type =
        all->count < of->count
            ? of->fields[all->count]->type
            : read_good_type(r, type_simple(r->parser.arena, span, TYPE_BAD));
    const Binding *var = name ? trace_var(s, name, type, span) : NULL;
    bool named = var && strcmp(name, "_") != 0;

    if (named && trace_is_among(all, var, &first)) {
        read_refuse_second(&s->reader, span, name, first);
        named = false;
    }
    if (var && read_add(&s->reader, &all->at, &all->count, &all->cap, var) && named)
        trace_open_kept(s, var);
}

/* (x, _): names for all fields of the operation. */
static bool read_rule_fields(TraceSpec *s, Rule *rule)
{
    Parser *p = &s->reader.parser;
    TraceVars all = {0};

    if (!parser_expect(p, "("))
        return false;
    if (!parser_is(p, ")"))
        do
            read_rule_field(s, rule->event, &all);
        while (!p->panic && parser_accept(p, ","));
    parser_expect(p, ")");
    rule->fields = all.at;
    return trace_has_fields(s, rule->event, span_join(rule->span, parser_last(p)),
                            all.count);
}

static void read_ghosts(TraceSpec *s, Rule *rule)
{
    TraceVars ghosts = {rule->ghosts, rule->nghosts, rule->ghosts_cap};
    uint32_t before = ghosts.count;

    trace_read_variables(s, "the name of a ghost variable", &ghosts);
    for (uint32_t i = before; i < ghosts.count; i++)
        trace_open_kept(s, ghosts.at[i]);
    rule->ghosts = ghosts.at;
    rule->nghosts = ghosts.count;
    rule->ghosts_cap = ghosts.cap;
    parser_expect(&s->reader.parser, ";");
}

static void read_rule_condition(TraceSpec *s, Rule *rule)
{
    Reader *r = &s->reader;
    const Term *t = read_term(r);

    parser_expect(&r->parser, ";");
    if (!trace_check_condition(s, t))
        return;
    rule->where =
        rule->where
            ? read_good_term(r, term_op2(r->parser.arena, OP_ALSO, rule->where, t))
            : t;
}

/* The history or the future, of which there is one. */
static void read_rule_traces(TraceSpec *s, const char *what, const Sre **ret_sre)
{
    Span span = parser_last(&s->reader.parser);
    const Sre *e = trace_read_sre(s, NULL);

    if (*ret_sre)
        parser_report(&s->reader.parser, DIAG_DUPLICATE, span,
                      "the rule has a %s already; '&' joins two", what);
    trace_check_sre(s, e);
    *ret_sre = e;
    trace_end_sre(s);
}

/* False, reported, where there is no clause. */
static bool read_clause(TraceSpec *s, Rule *rule)
{
    Parser *p = &s->reader.parser;

    if (parser_accept(p, "ghosts"))
        read_ghosts(s, rule);
    else if (parser_accept(p, "where"))
        read_rule_condition(s, rule);
    else if (parser_accept(p, "history"))
        read_rule_traces(s, "history", &rule->history);
    else if (parser_accept(p, "future"))
        read_rule_traces(s, "future", &rule->future);
    else
        parser_expected(p, "'ghosts', 'where', 'history', 'future' or '}'");
    return !p->panic;
}

/* Any history will do, and nothing need follow, where a rule does not say. */
static void complete(TraceSpec *s, Rule *rule)
{
    struct assay_arena *a = s->reader.parser.arena;

    if (!rule->history)
        rule->history =
            sre_repeat(a, rule->span, sre_simple(a, rule->span, SRE_ANY), 0, SRE_MANY);
    if (!rule->future)
        rule->future = sre_simple(a, rule->span, SRE_EMPTY);
    if (!rule->history || !rule->future)
        s->reader.parser.diags->no_memory = true;
    else
        read_add(&s->reader, &s->rules, &s->nrules, &s->rules_cap, rule);
}

static Event *read_operation(TraceSpec *s, Span *ret_span)
{
    Parser *p = &s->reader.parser;
    Token name;
    Event *event;

    if (!parser_expect_kind(p, TOKEN_NAME, "the name of an event", &name))
        return NULL;
    *ret_span = name.span;
    event = trace_event(s, name.text);
    if (event)
        event->uses++;
    else
        trace_unknown_event(s, name);
    return event;
}

/* { clauses }; false, reported, if they do not end. */
static bool read_clauses(TraceSpec *s, Rule *rule)
{
    Parser *p = &s->reader.parser;

    if (!parser_expect(p, "{"))
        return false;
    while (!parser_is(p, "}") && read_clause(s, rule))
        continue;
    if (p->panic)
        parser_recover(p, trace_ends);
    return parser_accept(p, "}");
}

void trace_read_rule(TraceSpec *s)
{
    const ReadScope *outer = s->reader.scope;
    Rule *rule = trace_new(s, sizeof *rule);
    bool good;

    if (!rule)
        return;
    rule->event = read_operation(s, &rule->span);
    good = rule->event && read_rule_fields(s, rule);
    if (rule->event && read_clauses(s, rule) && good)
        complete(s, rule);
    s->reader.scope = outer;
}

/* ---- Properties. */

static void refuse_second_property(TraceSpec *s, const Property *x)
{
    for (uint32_t i = 0; i < s->nproperties; i++)
        if (strcmp(s->properties[i]->name, x->name) == 0)
            read_refuse_second(&s->reader, x->span, x->name, s->properties[i]->span);
}

void trace_read_property(TraceSpec *s, bool invariant)
{
    Parser *p = &s->reader.parser;
    const ReadScope *outer = s->reader.scope;
    Property *x = trace_new(s, sizeof *x);
    TraceVars vars = {0};

    if (!x)
        return;
    x->invariant = invariant;
    x->name = read_new_name(&s->reader, "the name of a property", &x->span);
    if (!x->name)
        return;
    refuse_second_property(s, x);
    if (parser_is(p, "("))
        vars = trace_read_fields(s, "the name of a variable");
    for (uint32_t i = 0; i < vars.count; i++)
        trace_open_kept(s, vars.at[i]);
    x->vars = vars.at;
    x->nvars = vars.count;
    if (parser_expect(p, "=")) {
        x->traces = trace_read_sre(s, NULL);
        trace_end_sre(s);
        trace_check_sre(s, x->traces);
        read_add(&s->reader, &s->properties, &s->nproperties, &s->properties_cap, x);
    }
    s->reader.scope = outer;
}
