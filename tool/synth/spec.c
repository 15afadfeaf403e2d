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
 * What is named must be declared above. An error ends a declaration; the next one
 * is read as if nothing had happened.
 */
#include "synth/spec.h"
#include "synth/check.h"
#include "synth/read.h"
#include <string.h>

const char *const trace_ends[] = {
    "}",         "sort",      "id",        "enum",      "type",      "function",
    "predicate", "axiom",     "event",     "observed",  "ghost",     "regex",
    "rule",      "violation", "invariant", "generator", "procedure", NULL,
};
static const char *const *const starts = trace_ends + 1;

void *trace_new(TraceSpec *s, size_t size)
{
    void *p = assay_arena_new(s->reader.parser.arena, 1, size);

    if (p)
        memset(p, 0, size);
    else
        s->reader.parser.diags->no_memory = true;
    return p;
}

/* ---- Names. */

bool trace_constant(const TraceSpec *spec, const Binding *var, uint32_t *ret_number)
{
    const TraceSort *sort = trace_sort(spec, var->type);

    for (uint32_t i = 0; sort && sort->kind == SORT_ENUM && i < sort->nconstants; i++)
        if (sort->constants[i] == var) {
            *ret_number = i;
            return true;
        }
    return false;
}

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

void trace_open_kept(TraceSpec *s, const Binding *var)
{
    ReadScope *frame = trace_new(s, sizeof *frame);

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

const char *trace_new_type(TraceSpec *s, const char *what, Span *ret_span)
{
    const char *name = read_new_name(&s->reader, what, ret_span);
    Span first;

    if (name && read_is_basic_type(&s->reader, assay_str(name)))
        parser_report(&s->reader.parser, DIAG_RESERVED, *ret_span,
                      "'%s' is a type of the language", name);
    else if (name && is_type_name(s, assay_str(name), &first))
        read_refuse_second(&s->reader, *ret_span, name, first);
    else
        return name;
    return NULL;
}

/* The name of an operation or a regex, which may be called as a word of terms. A second
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

const Binding *trace_var(TraceSpec *s, const char *name, const Type *type, Span span)
{
    const Binding *var = binding_new(s->reader.parser.arena, name, type, span);

    if (!var)
        s->reader.parser.diags->no_memory = true;
    return var;
}

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
    return trace_var(s, name, type, span);
}

bool trace_is_among(const TraceVars *all, const Binding *var, Span *ret_first)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(all->at[i]->name, var->name) == 0) {
            *ret_first = all->at[i]->span;
            return true;
        }
    return false;
}

void trace_read_variables(TraceSpec *s, const char *what, TraceVars *all)
{
    Span first;

    do {
        const Binding *var = read_variable(s, what);
        if (var && trace_is_among(all, var, &first))
            read_refuse_second(&s->reader, var->span, var->name, first);
        else if (var)
            read_add(&s->reader, &all->at, &all->count, &all->cap, var);
    } while (!s->reader.parser.panic && parser_accept(&s->reader.parser, ","));
}

TraceVars trace_read_fields(TraceSpec *s, const char *what)
{
    Parser *p = &s->reader.parser;
    TraceVars all = {0};

    if (!parser_expect(p, "("))
        return all;
    if (!parser_is(p, ")"))
        trace_read_variables(s, what, &all);
    parser_expect(p, ")");
    return all;
}

/* ---- Events and abbreviations. */

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

static bool is_start(const Parser *p)
{
    for (const char *const *start = starts; *start; start++)
        if (parser_is(p, *start))
            return true;
    return false;
}

bool trace_end_sre(TraceSpec *s)
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
    Event *event = trace_new(s, sizeof *event);
    TraceVars fields;
    Span span;
    const char *name = new_sre_name(s, "the name of an event", &span);

    if (!name || !event)
        return;
    fields = trace_read_fields(s, "the name of a field");
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
    SreParam *param = trace_new(s, sizeof *param);
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
        param->var = trace_var(s, name, type, span);
        trace_open_kept(s, param->var);
    }
    read_add(&s->reader, &of->params, &of->count, &of->cap, param);
}

static void read_abbreviation(TraceSpec *s)
{
    Parser *p = &s->reader.parser;
    const ReadScope *outer = s->reader.scope;
    Abbreviation *a = trace_new(s, sizeof *a);
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
        trace_end_sre(s);
        trace_check_sre(s, a->body);
    }
    s->reader.scope = outer;
    if (a->body && !is_sre_name(s, assay_str(a->name), &first))
        read_add(&s->reader, &s->abbreviations, &s->nabbreviations, &s->abbreviations_cap,
                 a);
}

/* ---- The whole. */

static void read_declaration(TraceSpec *s)
{
    Parser *p = &s->reader.parser;

    if (parser_accept(p, "sort"))
        trace_read_sorts(s, SORT_ABSTRACT);
    else if (parser_accept(p, "id"))
        trace_read_sorts(s, SORT_ID);
    else if (parser_accept(p, "enum"))
        trace_read_enum(s);
    else if (parser_accept(p, "type"))
        trace_read_alias(s);
    else if (parser_accept(p, "function"))
        trace_read_function(s, false);
    else if (parser_accept(p, "predicate"))
        trace_read_function(s, true);
    else if (parser_accept(p, "axiom"))
        trace_read_axiom(s);
    else if (parser_accept(p, "event"))
        read_event(s, EVENT_GENERATED);
    else if (parser_accept(p, "observed"))
        read_event(s, EVENT_OBSERVED);
    else if (parser_accept(p, "ghost"))
        read_event(s, EVENT_GHOST);
    else if (parser_accept(p, "regex"))
        read_abbreviation(s);
    else if (parser_accept(p, "rule"))
        trace_read_rule(s);
    else if (parser_accept(p, "violation"))
        trace_read_property(s, false);
    else if (parser_accept(p, "invariant"))
        trace_read_property(s, true);
    else if (parser_accept(p, "generator"))
        trace_read_procedure(s, true);
    else if (parser_accept(p, "procedure"))
        trace_read_procedure(s, false);
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
    s->reader.free_names = true;
    reader_loosen(&s->reader);
    while (!parser_is_kind(p, TOKEN_END)) {
        read_declaration(s);
        if (p->panic)
            parser_recover(p, starts);
    }
    trace_resolve_procedures(s);
    trace_check_spec(s);
    return !diags->no_memory;
}

void trace_spec_done(TraceSpec *s)
{
    reader_done(&s->reader);
}
