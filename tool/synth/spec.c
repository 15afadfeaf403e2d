/*
 * Reading specifications:
 *
 *     specification = { declaration }
 *     declaration   = ( "sort" | "id" ) name { "," name } ";"
 *                   | "enum" name "{" name { "," name } "}" [ ";" ]
 *                   | "type" name "=" type ";"
 *                   | "function" name "(" fields ")" ":" type ";"
 *                   | "predicate" name "(" fields ")" ";"
 *                   | "axiom" [ name ":" ] term ";"
 *                   | ( "event" | "observed" | "ghost" ) name "(" fields ")" ";"
 *                   | "regex" name [ "(" parameter { "," parameter } ")" ] "=" sre ";"
 *                   | "rule" event "(" names ")" "{" { clause } "}"
 *                   | ( "violation" | "invariant" ) name [ "(" fields ")" ] "=" sre ";"
 *     fields        = [ name ":" type { "," name ":" type } ]
 *     parameter     = name [ ":" type ]
 *     clause        = "ghosts" fields ";" | "where" term ";"
 *                   | "history" sre ";" | "future" sre ";"
 *
 * What is named must be declared above. An error ends a declaration; the next one is read
 * as if nothing had happened.
 */
#include "synth/spec.h"
#include "synth/check.h"
#include "synth/logic.h"
#include "synth/read.h"
#include <string.h>

/* Where to go on after an error: at the end of a rule, at the next declaration. */
static const char *const ends[] = {
    "}",     "sort",     "id",    "enum",  "type", "function",  "predicate", "axiom",
    "event", "observed", "ghost", "regex", "rule", "violation", "invariant", NULL,
};
static const char *const *const starts = ends + 1;

/* Room for a declaration; NULL, and said, when out of memory. */
static void *new_one(TraceSpec *s, size_t size)
{
    void *p = assay_arena_new(s->reader.parser.arena, 1, size);

    if (p)
        memset(p, 0, size);
    else
        s->reader.parser.diags->no_memory = true;
    return p;
}

/* ---- Names. */

Event *trace_event(const TraceSpec *s, struct assay_str name)
{
    for (uint32_t i = 0; i < s->nevents; i++)
        if (assay_str_equal(name, assay_str(s->events[i]->name)))
            return s->events[i];
    return NULL;
}

static const Resource *resource_of(const Type *t)
{
    t = type_resolve(t);
    while (t->kind == TYPE_REFINE)
        t = type_resolve(t->as.refine.var->type);
    return t->kind == TYPE_RESOURCE ? t->as.resource : NULL;
}

const TraceSort *trace_sort(const TraceSpec *s, const Type *type)
{
    const Resource *r = resource_of(type);

    for (uint32_t i = 0; r && i < s->nsorts; i++)
        if (s->sorts[i]->resource == r)
            return s->sorts[i];
    return NULL;
}

void trace_open(TraceSpec *s, ReadScope *frame, const Binding *var)
{
    *frame = (ReadScope){var, s->reader.scope};
    read_warn_hidden(&s->reader, var);
    s->reader.scope = frame;
}

/* Opens a scope that lasts as long as the declaration, or for ever. */
static void open_kept(TraceSpec *s, const Binding *var)
{
    ReadScope *frame = new_one(s, sizeof *frame);

    if (frame && var)
        trace_open(s, frame, var);
}

/* Where a name of a type, or of an operation or regex, or of a function, was declared.
 * What stands in expressions, in terms and in types cannot be mistaken for each other. */
static bool is_type_name(const TraceSpec *s, struct assay_str name, Span *ret_span)
{
    const Alias *alias = reader_alias(&s->reader, name);
    const Resource *resource = reader_resource(&s->reader, name);

    if (alias || resource)
        *ret_span = alias ? alias->span : resource->span;
    return alias || resource;
}

static bool is_sre_name(const TraceSpec *s, struct assay_str name, Span *ret_span)
{
    const Event *event = trace_event(s, name);

    if (event)
        *ret_span = event->span;
    for (uint32_t i = 0; !event && i < s->nabbreviations; i++)
        if (assay_str_equal(name, assay_str(s->abbreviations[i]->name))) {
            *ret_span = s->abbreviations[i]->span;
            return true;
        }
    return event != NULL;
}

static bool is_word_of_sres(const char *name)
{
    static const char *const words[] = {"any", "none", "empty", "ops", "shuffle", "_"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

/* Reads the name of a new type; NULL, reported, if it cannot be one. */
static const char *new_type(TraceSpec *s, const char *what, Span *ret_span)
{
    const char *name = read_new_name(&s->reader, what, ret_span);
    Span first;

    if (name && read_is_basic_type(assay_str(name)))
        parser_report(&s->reader.parser, DIAG_RESERVED, *ret_span,
                      "'%s' is a type of the language", name);
    else if (name && is_type_name(s, assay_str(name), &first))
        read_refuse_second(&s->reader, *ret_span, name, first);
    else
        return name;
    return NULL;
}

/* The same for an operation or a regex, which may be called as a word of terms. A second
 * one is read, too, and then forgotten. */
static const char *new_sre_name(TraceSpec *s, const char *what, Span *ret_span)
{
    Parser *p = &s->reader.parser;
    Token token;
    Span first;

    if (!parser_expect_kind(p, TOKEN_NAME, what, &token))
        return NULL;
    *ret_span = token.span;
    if (is_word_of_sres(token.text.at))
        parser_report(p, DIAG_RESERVED, token.span, "'%s' is a word of the language",
                      token.text.at);
    else if (is_sre_name(s, token.text, &first))
        read_refuse_second(&s->reader, token.span, token.text.at, first);
    return read_copy(&s->reader, token.text);
}

/* ---- Variables with their types. */

typedef struct {
    const Binding **at;
    uint32_t count, cap;
} Bindings;

/* name: type; NULL, reported, if there is none. */
static const Binding *read_variable(TraceSpec *s, const char *what)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = read_new_name(r, what, &span);
    const Type *type;

    if (!name || !parser_expect(&r->parser, ":"))
        return NULL;
    type = read_type(r);
    trace_check_type(s, type);
    return binding_new(r->parser.arena, name, type, span);
}

static bool is_among(const Bindings *all, const Binding *var, Span *ret_first)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(all->at[i]->name, var->name) == 0) {
            *ret_first = all->at[i]->span;
            return true;
        }
    return false;
}

/* name: type { "," name: type } */
static void read_variables(TraceSpec *s, const char *what, Bindings *all)
{
    Span first;

    do {
        const Binding *var = read_variable(s, what);
        if (var && is_among(all, var, &first))
            read_refuse_second(&s->reader, var->span, var->name, first);
        else if (var)
            read_add(&s->reader, &all->at, &all->count, &all->cap, var);
    } while (!s->reader.parser.panic && parser_accept(&s->reader.parser, ","));
}

/* The same in parentheses, in which there may be none. */
static Bindings read_fields(TraceSpec *s, const char *what)
{
    Parser *p = &s->reader.parser;
    Bindings all = {0};

    if (!parser_expect(p, "("))
        return all;
    if (!parser_is(p, ")"))
        read_variables(s, what, &all);
    parser_expect(p, ")");
    return all;
}

/* ---- Sorts and types. */

static TraceSort *add_sort(TraceSpec *s, TraceSortKind kind, const char *name, Span span)
{
    TraceSort *sort = new_one(s, sizeof *sort);

    if (!sort)
        return NULL;
    *sort = (TraceSort){.kind = kind,
                        .resource = reader_add_resource(&s->reader, name, span)};
    return sort->resource &&
                   read_add(&s->reader, &s->sorts, &s->nsorts, &s->sorts_cap, sort)
               ? sort
               : NULL;
}

static void read_sorts(TraceSpec *s, TraceSortKind kind)
{
    Span span;

    do {
        const char *name = new_type(s, "the name of a sort", &span);
        if (name)
            add_sort(s, kind, name, span);
    } while (!s->reader.parser.panic && parser_accept(&s->reader.parser, ","));
    parser_expect(&s->reader.parser, ";");
}

static void add_constant(TraceSpec *s, TraceSort *sort, const char *name, Span span)
{
    struct assay_arena *a = s->reader.parser.arena;
    const Type *type = type_resource(a, span, sort->resource);
    const Binding *var = type ? binding_new(a, name, type, span) : NULL;

    if (read_add(&s->reader, &sort->constants, &sort->nconstants, &sort->cap, var))
        open_kept(s, var);
}

static bool is_constant(const TraceSpec *s, const char *name, Span *ret_first)
{
    for (const ReadScope *f = s->reader.scope; f; f = f->outer)
        if (strcmp(f->var->name, name) == 0) {
            *ret_first = f->var->span;
            return true;
        }
    return false;
}

static void read_constants(TraceSpec *s, TraceSort *sort)
{
    Span span, first;

    do {
        const char *name = read_new_name(&s->reader, "the name of a constant", &span);
        if (name && is_constant(s, name, &first))
            read_refuse_second(&s->reader, span, name, first);
        else if (name && sort)
            add_constant(s, sort, name, span);
    } while (!s->reader.parser.panic && parser_accept(&s->reader.parser, ","));
}

static void read_enum(TraceSpec *s)
{
    Parser *p = &s->reader.parser;
    Span span;
    const char *name = new_type(s, "the name of an enum", &span);
    TraceSort *sort = name ? add_sort(s, SORT_ENUM, name, span) : NULL;

    if (p->panic || !parser_expect(p, "{"))
        return;
    read_constants(s, sort);
    if (parser_expect(p, "}"))
        parser_accept(p, ";");
}

static void read_alias(TraceSpec *s)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = new_type(s, "the name of a type", &span);
    const Type *type;
    Alias *alias;

    if (r->parser.panic || !parser_expect(&r->parser, "="))
        return;
    type = read_type(r);
    trace_check_type(s, type);
    alias = name ? reader_add_alias(r, name, span) : NULL;
    if (alias)
        alias->type = type;
    parser_expect(&r->parser, ";");
}

/* ---- Functions and axioms. */

static void read_function(TraceSpec *s, bool predicate)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = read_new_name(r, "the name of a function", &span);
    const Function *first = name ? reader_function(r, assay_str(name)) : NULL;
    Function *f = name && !first ? reader_add_function(r, name, span) : NULL;
    Bindings params;
    const Type *result;

    if (!name)
        return;
    if (first)
        read_refuse_second(&s->reader, span, name, first->span);
    params = read_fields(s, "the name of a parameter");
    if (params.count > LOGIC_ARGS)
        parser_report(&r->parser, DIAG_TOO_LONG, span, "'%s' has more than %d parameters",
                      name, LOGIC_ARGS);
    if (!predicate)
        parser_expect(&r->parser, ":");
    result = predicate
                 ? read_good_type(r, type_simple(r->parser.arena, span, TYPE_BOOLEAN))
                 : read_type(r);
    trace_check_type(s, result);
    if (f) {
        f->params = params.at;
        f->count = params.count;
        f->result = result;
    }
    parser_expect(&r->parser, ";");
}

static void read_axiom(TraceSpec *s)
{
    Parser *p = &s->reader.parser;
    Axiom *axiom = new_one(s, sizeof *axiom);
    bool named = parser_is_kind(p, TOKEN_NAME) && parser_ahead_is(p, 1, ":");

    if (!axiom)
        return;
    axiom->name = named ? read_new_name(&s->reader, "a name", &axiom->span) : "";
    if (named)
        parser_expect(p, ":");
    axiom->term = read_term(&s->reader);
    if (!named)
        axiom->span = axiom->term->span;
    parser_expect(p, ";");
    if (trace_check_condition(s, axiom->term))
        read_add(&s->reader, &s->axioms, &s->naxioms, &s->axioms_cap, axiom);
}

/* ---- Events and abbreviations. */

static bool is_start(const Parser *p)
{
    for (const char *const *start = starts; *start; start++)
        if (parser_is(p, *start))
            return true;
    return false;
}

/* The semicolon behind an expression. */
static bool end_sre(TraceSpec *s)
{
    Parser *p = &s->reader.parser;
    const Token *next = parser_peek(p);
    Diagnostic *d;

    if (p->panic || (next->kind != TOKEN_NAME && !parser_is(p, "(")) || is_start(p))
        return parser_expect(p, ";");
    d = parser_error(p, DIAG_SYNTAX, next->span, "expected '.' or ';', not %s",
                     parser_describe(p, next));
    if (d)
        diag_fix(p->diags, d, span_behind(parser_last(p)), " .",
                 "what follows in a trace is joined by '.'");
    return false;
}

static void read_event(TraceSpec *s, EventKind kind)
{
    Parser *p = &s->reader.parser;
    Event *event = new_one(s, sizeof *event);
    Bindings fields;
    Span span;
    const char *name = new_sre_name(s, "the name of an event", &span);

    if (!name || !event)
        return;
    fields = read_fields(s, "the name of a field");
    parser_expect(p, ";");
    *event = (Event){.name = name,
                     .span = span,
                     .kind = kind,
                     .fields = fields.at,
                     .count = fields.count,
                     .number = s->nevents};
    if (s->nevents == TRACE_EVENTS)
        parser_report(p, DIAG_TOO_LONG, span, "there are more than %d events",
                      TRACE_EVENTS);
    else if (!trace_event(s, assay_str(name)))
        read_add(&s->reader, &s->events, &s->nevents, &s->events_cap, event);
}

/* name, for an expression, or name: type, for a term. */
static void read_parameter(TraceSpec *s, Abbreviation *of)
{
    Parser *p = &s->reader.parser;
    SreParam *param = new_one(s, sizeof *param);
    Span span;
    const char *name = read_new_name(&s->reader, "the name of a parameter", &span);
    const Type *type;

    if (!param || !name)
        return;
    for (uint32_t i = 0; i < of->count; i++)
        if (strcmp(of->params[i]->name, name) == 0)
            read_refuse_second(&s->reader, span, name, of->params[i]->span);
    *param = (SreParam){.name = name, .span = span, .number = of->count};
    if (parser_accept(p, ":")) {
        type = read_type(&s->reader);
        trace_check_type(s, type);
        param->var = binding_new(p->arena, name, type, span);
        open_kept(s, param->var);
    }
    read_add(&s->reader, &of->params, &of->count, &of->cap, param);
}

static void read_abbreviation(TraceSpec *s)
{
    Parser *p = &s->reader.parser;
    const ReadScope *outer = s->reader.scope;
    Abbreviation *a = new_one(s, sizeof *a);
    Span first;

    if (!a)
        return;
    a->name = new_sre_name(s, "the name of a regex", &a->span);
    if (!a->name)
        return;
    if (parser_accept(p, "(")) {
        do
            read_parameter(s, a);
        while (!p->panic && parser_accept(p, ","));
        parser_expect(p, ")");
    }
    if (parser_expect(p, "=")) {
        a->body = trace_read_sre(s, a);
        end_sre(s);
        trace_check_sre(s, a->body);
    }
    s->reader.scope = outer;
    if (a->body && !is_sre_name(s, assay_str(a->name), &first))
        read_add(&s->reader, &s->abbreviations, &s->nabbreviations, &s->abbreviations_cap,
                 a);
}

/* ---- Rules and properties. */

bool trace_has_fields(TraceSpec *s, const Event *of, Span span, uint32_t count)
{
    Parser *p = &s->reader.parser;
    Diagnostic *d;

    if (count == of->count || p->panic)
        return count == of->count;
    d = parser_report(p, DIAG_TRACE_FIELDS, span, "'%s' has %u field%s, not %u", of->name,
                      of->count, of->count == 1 ? "" : "s", count);
    if (d)
        diag_related(p->diags, d, of->span, "it is declared here");
    return false;
}

/* A name for field number `count` of the operation. */
static void read_rule_field(TraceSpec *s, const Event *of, Bindings *all)
{
    Reader *r = &s->reader;
    Span span, first;
    const char *name = read_new_name(r, "a name for a field, or '_'", &span);
    const Type *type =
        all->count < of->count
            ? of->fields[all->count]->type
            : read_good_type(r, type_simple(r->parser.arena, span, TYPE_BAD));
    const Binding *var = name ? binding_new(r->parser.arena, name, type, span) : NULL;
    bool named = var && strcmp(name, "_") != 0;

    if (named && is_among(all, var, &first)) {
        read_refuse_second(&s->reader, span, name, first);
        named = false;
    }
    if (var && read_add(&s->reader, &all->at, &all->count, &all->cap, var) && named)
        open_kept(s, var);
}

/* (x, _): names for all fields of the operation. */
static bool read_rule_fields(TraceSpec *s, Rule *rule)
{
    Parser *p = &s->reader.parser;
    Bindings all = {0};

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
    Bindings ghosts = {rule->ghosts, rule->nghosts, rule->ghosts_cap};
    uint32_t before = ghosts.count;

    read_variables(s, "the name of a ghost variable", &ghosts);
    for (uint32_t i = before; i < ghosts.count; i++)
        open_kept(s, ghosts.at[i]);
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
    end_sre(s);
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
        parser_recover(p, ends);
    return parser_accept(p, "}");
}

static void read_rule(TraceSpec *s)
{
    const ReadScope *outer = s->reader.scope;
    Rule *rule = new_one(s, sizeof *rule);
    bool good;

    if (!rule)
        return;
    rule->event = read_operation(s, &rule->span);
    good = rule->event && read_rule_fields(s, rule);
    if (rule->event && read_clauses(s, rule) && good)
        complete(s, rule);
    s->reader.scope = outer;
}

static void refuse_second_property(TraceSpec *s, const Property *x)
{
    for (uint32_t i = 0; i < s->nproperties; i++)
        if (strcmp(s->properties[i]->name, x->name) == 0)
            read_refuse_second(&s->reader, x->span, x->name, s->properties[i]->span);
}

static void read_property(TraceSpec *s, bool invariant)
{
    Parser *p = &s->reader.parser;
    const ReadScope *outer = s->reader.scope;
    Property *x = new_one(s, sizeof *x);
    Bindings vars = {0};

    if (!x)
        return;
    x->invariant = invariant;
    x->name = read_new_name(&s->reader, "the name of a property", &x->span);
    if (!x->name)
        return;
    refuse_second_property(s, x);
    if (parser_is(p, "("))
        vars = read_fields(s, "the name of a variable");
    for (uint32_t i = 0; i < vars.count; i++)
        open_kept(s, vars.at[i]);
    x->vars = vars.at;
    x->nvars = vars.count;
    if (parser_expect(p, "=")) {
        x->traces = trace_read_sre(s, NULL);
        end_sre(s);
        trace_check_sre(s, x->traces);
        read_add(&s->reader, &s->properties, &s->nproperties, &s->properties_cap, x);
    }
    s->reader.scope = outer;
}

/* ---- The whole. */

static void read_declaration(TraceSpec *s)
{
    Parser *p = &s->reader.parser;

    if (parser_accept(p, "sort"))
        read_sorts(s, SORT_ABSTRACT);
    else if (parser_accept(p, "id"))
        read_sorts(s, SORT_ID);
    else if (parser_accept(p, "enum"))
        read_enum(s);
    else if (parser_accept(p, "type"))
        read_alias(s);
    else if (parser_accept(p, "function"))
        read_function(s, false);
    else if (parser_accept(p, "predicate"))
        read_function(s, true);
    else if (parser_accept(p, "axiom"))
        read_axiom(s);
    else if (parser_accept(p, "event"))
        read_event(s, EVENT_GENERATED);
    else if (parser_accept(p, "observed"))
        read_event(s, EVENT_OBSERVED);
    else if (parser_accept(p, "ghost"))
        read_event(s, EVENT_GHOST);
    else if (parser_accept(p, "regex"))
        read_abbreviation(s);
    else if (parser_accept(p, "rule"))
        read_rule(s);
    else if (parser_accept(p, "violation"))
        read_property(s, false);
    else if (parser_accept(p, "invariant"))
        read_property(s, true);
    else
        parser_expected(p, "a declaration: 'event', 'rule', 'violation', ...");
}

bool trace_spec_read(TraceSpec *s, Diags *diags, uint32_t source, const char *folder,
                     struct assay_arena *arena)
{
    Parser *p = &s->reader.parser;

    *s = (TraceSpec){0};
    if (!reader_init(&s->reader, diags, source, arena))
        return false;
    s->reader.folder = folder;
    s->reader.declares_functions = true;
    while (!parser_is_kind(p, TOKEN_END)) {
        read_declaration(s);
        if (p->panic)
            parser_recover(p, starts);
    }
    trace_check_spec(s);
    return !diags->no_memory;
}

void trace_spec_done(TraceSpec *s)
{
    reader_done(&s->reader);
}
