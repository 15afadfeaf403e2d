/*
 * Declarations that traces are not spoken of in: sorts, types, functions and axioms.
 */
#include "synth/check.h"
#include "synth/logic.h"
#include "synth/read.h"
#include <string.h>

/* ---- Sorts and types. */

static TraceSort *add_sort(TraceSpec *s, TraceSortKind kind, const char *name, Span span)
{
    TraceSort *sort = trace_new(s, sizeof *sort);

    if (!sort)
        return NULL;
    *sort = (TraceSort){.kind = kind,
                        .resource = reader_add_resource(&s->reader, name, span)};
    return sort->resource &&
                   read_add(&s->reader, &s->sorts, &s->nsorts, &s->sorts_cap, sort)
               ? sort
               : NULL;
}

void trace_read_sorts(TraceSpec *s, TraceSortKind kind)
{
    Span span;

    do {
        const char *name = trace_new_type(s, "the name of a sort", &span);
        if (name)
            add_sort(s, kind, name, span);
    } while (!s->reader.parser.panic && parser_accept(&s->reader.parser, ","));
    parser_expect(&s->reader.parser, ";");
}

static void add_constant(TraceSpec *s, TraceSort *sort, const char *name, Span span)
{
    struct assay_arena *a = s->reader.parser.arena;
    const Type *type = type_resource(a, span, sort->resource);
    const Binding *var = type ? trace_var(s, name, type, span) : NULL;

    if (read_add(&s->reader, &sort->constants, &sort->nconstants, &sort->cap, var))
        trace_open_kept(s, var);
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

void trace_read_enum(TraceSpec *s)
{
    Parser *p = &s->reader.parser;
    Span span;
    const char *name = trace_new_type(s, "the name of an enum", &span);
    TraceSort *sort = name ? add_sort(s, SORT_ENUM, name, span) : NULL;

    if (p->panic || !parser_expect(p, "{"))
        return;
    read_constants(s, sort);
    if (parser_expect(p, "}"))
        parser_accept(p, ";");
}

void trace_read_alias(TraceSpec *s)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = trace_new_type(s, "the name of a type", &span);
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

void trace_read_function(TraceSpec *s, bool predicate)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = read_new_name(r, "the name of a function", &span);
    const Function *first = name ? reader_function(r, assay_str(name)) : NULL;
    Function *f = name && !first ? reader_add_function(r, name, span) : NULL;
    TraceVars params;
    const Type *result;

    if (!name)
        return;
    if (first)
        read_refuse_second(&s->reader, span, name, first->span);
    params = trace_read_fields(s, "the name of a parameter");
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

void trace_read_axiom(TraceSpec *s)
{
    Parser *p = &s->reader.parser;
    Axiom *axiom = trace_new(s, sizeof *axiom);
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
