/*
 * Reading symbolic regular expressions:
 *
 *     sre     = shuffle { "|" shuffle }
 *     shuffle = both { "shuffle" both }
 *     both    = minus { "&" minus }
 *     minus   = concat { "-" concat }
 *     concat  = repeat { "." repeat }
 *     repeat  = atom { "*" | "+" | "?" | "{" n [ "," [ m ] ] "}" }
 *     atom    = "any" | "none" | "empty" | "ops" "(" sre ")" | "(" sre ")"
 *             | event [ "(" [ pattern { "," pattern } ] ")" ]
 *             | event "(" field { "," field } [ "|" term ] ")"
 *     field   = name | "_" | "=" sum
 *             | abbreviation [ "(" argument { "," argument } ")" ]
 *     pattern = "_" | term
 *
 * A term as a pattern is what the field is equal to; names before a bar stand for the
 * fields, in the condition behind it.
 */
#include "synth/read.h"
#include <string.h>

typedef struct {
    TraceSpec *spec;
    Parser *parser;
    const Abbreviation *within;
} Read;

static const Sre *read_level(const Read *x, int level);

static const Sre *good(const Read *x, const Sre *e)
{
    static const Sre bad = {.kind = SRE_BAD, .span = {DIAG_NOWHERE, 0, 0}};

    if (!e)
        x->parser->diags->no_memory = true;
    return e ? e : &bad;
}

static const Sre *bad(const Read *x, Span span)
{
    return good(x, sre_simple(x->parser->arena, span, SRE_BAD));
}

/* ---- Events. */

static bool is_any(const Token *t)
{
    return t->kind == TOKEN_NAME && assay_str_equal(t->text, assay_str("_"));
}

static bool is_mark(const Token *t, const char *mark)
{
    return t->kind == TOKEN_MARK && assay_str_equal(t->text, assay_str(mark));
}

/* Whether what is in the parentheses are names of fields: with a bar behind them, or with
 * one that is only compared, `=x`. */
static bool has_names(const Parser *p)
{
    bool begins = true; /* a field does */
    int depth = 0;

    for (uint32_t n = 0;; n++) {
        const Token *t = parser_ahead(p, n);
        if (t->kind == TOKEN_END)
            return false;
        if (depth == 0 && (is_mark(t, "|") || (begins && is_mark(t, "="))))
            return true;
        begins = depth == 0 && is_mark(t, ",");
        if (t->kind == TOKEN_MARK && strchr("([{", t->text.at[0]))
            depth++;
        else if (t->kind == TOKEN_MARK && strchr(")]}", t->text.at[0]) && depth-- == 0)
            return false;
    }
}

/* The field of this event, under a name. */
static const Binding *local(const Read *x, const Binding *field, const char *name,
                            Span span)
{
    const Binding *b = trace_var(x->spec, name, field->type, span);

    return b ? b : field;
}

static const Term *also(const Read *x, const Term *a, const Term *b)
{
    Reader *r = &x->spec->reader;

    return a ? read_good_term(r, term_op2(x->parser->arena, OP_ALSO, a, b)) : b;
}

/* What a field is equal to, as a condition. */
static const Term *equal(const Read *x, const Binding *field, const Term *to)
{
    Reader *r = &x->spec->reader;
    const Term *args[2] = {term_var(x->parser->arena, to->span, field), to};

    return read_good_term(
        r,
        args[0] ? term_op(x->parser->arena, to->span, to->span, OP_EQ, args, 2) : NULL);
}

/* (x, _): what each field is equal to. */
static const Term *read_patterns(const Read *x, const Event *of, Token name,
                                 const Binding **fields)
{
    const Term *where = NULL;
    uint32_t count = 0;

    if (!parser_is(x->parser, ")"))
        do {
            bool is_there = count < of->count;
            if (parser_is_kind(x->parser, TOKEN_NAME) &&
                parser_ahead_is(x->parser, 1, ":")) {
                parser_error(x->parser, DIAG_SYNTAX, parser_peek(x->parser)->span,
                             "fields stand in their order, without their names");
            } else if (is_any(parser_peek(x->parser))) {
                parser_next(x->parser);
            } else {
                const Term *to = read_term(&x->spec->reader);
                if (is_there)
                    where = also(x, where, equal(x, fields[count], to));
            }
            count++;
        } while (!x->parser->panic && parser_accept(x->parser, ","));
    parser_expect(x->parser, ")");
    trace_has_fields(x->spec, of, span_join(name.span, parser_last(x->parser)), count);
    return where;
}

static bool is_named(const Binding *const *fields, uint32_t count, struct assay_str name)
{
    for (uint32_t i = 0; i < count; i++)
        if (fields[i]->span.source != DIAG_NOWHERE &&
            assay_str_equal(name, assay_str(fields[i]->name)))
            return true;
    return false;
}

/* (v, _, =x |: names for the fields, and what those without a name are to be; how many
 * there are. */
static uint32_t read_names(const Read *x, const Event *of, const Binding **fields,
                           const Term **ret_where)
{
    uint32_t count = 0;

    do {
        Span span;
        const char *name = NULL;
        if (is_any(parser_peek(x->parser)))
            parser_next(x->parser);
        else if (parser_accept(x->parser, "=")) {
            const Term *to = read_sum(&x->spec->reader);
            if (count < of->count)
                *ret_where = also(x, *ret_where, equal(x, fields[count], to));
        } else
            name = read_new_name(&x->spec->reader, "a name for a field, or '_'", &span);
        if (name &&
            is_named(fields, count < of->count ? count : of->count, assay_str(name)))
            parser_report(x->parser, DIAG_DUPLICATE, span,
                          "there are two fields of the name '%s' here", name);
        if (name && count < of->count)
            fields[count] = local(x, of->fields[count], name, span);
        count++;
    } while (!x->parser->panic && parser_accept(x->parser, ","));
    return count;
}

/* The condition, in which the names stand for the fields. */
static const Term *read_where(const Read *x, const Event *of,
                              const Binding *const *fields)
{
    Reader *r = &x->spec->reader;
    const ReadScope *outer = r->scope;
    ReadScope *frames = assay_arena_new(x->parser->arena, of->count, sizeof *frames);
    const Term *where;

    for (uint32_t i = 0; frames && i < of->count; i++)
        if (fields[i]->span.source != DIAG_NOWHERE)
            trace_open(x->spec, &frames[i], fields[i]);
    where = read_term(r);
    r->scope = outer;
    return where;
}

static const Term *read_named(const Read *x, const Event *of, Token name,
                              const Binding **fields)
{
    const Term *where = NULL;
    uint32_t count = read_names(x, of, fields, &where);

    if (!where || parser_is(x->parser, "|")) {
        parser_expect(x->parser, "|");
        where = also(x, where, read_where(x, of, fields));
    }
    parser_expect(x->parser, ")");
    trace_has_fields(x->spec, of, span_join(name.span, parser_last(x->parser)), count);
    return where;
}

static const Sre *read_event(const Read *x, Event *of)
{
    Token name = parser_next(x->parser);
    const Binding **fields = assay_arena_new(x->parser->arena, of->count, sizeof *fields);
    const Term *where = NULL;

    if (!fields)
        return good(x, NULL);
    of->uses++;
    for (uint32_t i = 0; i < of->count; i++)
        fields[i] = local(x, of->fields[i], of->fields[i]->name, span_nowhere());
    if (parser_accept(x->parser, "("))
        where = has_names(x->parser) ? read_named(x, of, name, fields)
                                     : read_patterns(x, of, name, fields);
    return good(x,
                sre_event(x->parser->arena, span_join(name.span, parser_last(x->parser)),
                          of, fields, where));
}

/* ---- Abbreviations. */

static Abbreviation *find_abbreviation(const TraceSpec *s, struct assay_str name)
{
    for (uint32_t i = 0; i < s->nabbreviations; i++)
        if (assay_str_equal(name, assay_str(s->abbreviations[i]->name)))
            return s->abbreviations[i];
    return NULL;
}

static const SreParam *find_param(const Abbreviation *of, struct assay_str name)
{
    for (uint32_t i = 0; of && i < of->count; i++)
        if (!of->params[i]->var && assay_str_equal(name, assay_str(of->params[i]->name)))
            return of->params[i];
    return NULL;
}

/* Reads the arguments; how many there are. */
static uint32_t read_arguments(const Read *x, const Abbreviation *of, SreArgument *args)
{
    uint32_t count = 0;

    if (!parser_accept(x->parser, "("))
        return 0;
    do {
        bool term = count < of->count && of->params[count]->var;
        SreArgument arg = {.term = term ? read_term(&x->spec->reader) : NULL,
                           .sre = term ? NULL : trace_read_sre(x->spec, x->within)};
        if (count < of->count)
            args[count] = arg;
        count++;
    } while (!x->parser->panic && parser_accept(x->parser, ","));
    parser_expect(x->parser, ")");
    return count;
}

/* What stands for an abbreviation, unless there is too much of it. */
static const Sre *written_out(const Read *x, const Abbreviation *of,
                              const SreArgument *args, Span span)
{
    const Sre *e =
        good(x, sre_apply(x->parser->arena, of->body, of->params, args, of->count));

    if (e->size <= SRE_SIZE_MAX && e->depth <= SRE_DEPTH_MAX)
        return e;
    parser_report(x->parser, DIAG_TOO_LONG, span,
                  "written out, this has more than %d parts, or more than %d inside each "
                  "other",
                  SRE_SIZE_MAX, SRE_DEPTH_MAX);
    return bad(x, span);
}

static const Sre *read_application(const Read *x, Abbreviation *of)
{
    Token name = parser_next(x->parser);
    SreArgument *args = assay_arena_new(x->parser->arena, of->count, sizeof *args);
    uint32_t count = args ? read_arguments(x, of, args) : 0;
    Span span = span_join(name.span, parser_last(x->parser));

    of->uses++;
    if (args && count != of->count) {
        parser_report(x->parser, DIAG_ARGUMENTS, span, "'%s' takes %u argument%s, not %u",
                      of->name, of->count, of->count == 1 ? "" : "s", count);
        return bad(x, span);
    }
    return args ? written_out(x, of, args, span) : good(x, NULL);
}

/* ---- Atoms. */

void trace_unknown_event(TraceSpec *s, Token name)
{
    Diagnostic *d = parser_error(&s->reader.parser, DIAG_TRACE_EVENT, name.span,
                                 "there is no event and no regex '%s'", name.text.at);
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    for (uint32_t i = 0; i < s->nevents; i++)
        if (assay_str_resembles(name.text, assay_str(s->events[i]->name), &nearest))
            near = s->events[i]->name;
    for (uint32_t i = 0; i < s->nabbreviations; i++)
        if (assay_str_resembles(name.text, assay_str(s->abbreviations[i]->name),
                                &nearest))
            near = s->abbreviations[i]->name;
    if (d && near)
        diag_fix(s->reader.parser.diags, d, name.span, near, "did you mean '%s'?", near);
}

static const Sre *unknown_name(const Read *x)
{
    Token name = parser_next(x->parser);

    trace_unknown_event(x->spec, name);
    return bad(x, name.span);
}

static const Sre *read_ops(const Read *x)
{
    Span open = parser_next(x->parser).span;
    const Sre *of;

    if (!parser_expect(x->parser, "("))
        return bad(x, open);
    of = trace_read_sre(x->spec, x->within);
    parser_expect(x->parser, ")");
    return good(x,
                sre_ops(x->parser->arena, span_join(open, parser_last(x->parser)), of));
}

static const Sre *read_simple(const Read *x, SreKind kind)
{
    return good(x, sre_simple(x->parser->arena, parser_next(x->parser).span, kind));
}

static const Sre *read_word(const Read *x)
{
    struct assay_str name = parser_peek(x->parser)->text;
    const SreParam *param = find_param(x->within, name);
    Abbreviation *abbreviation = find_abbreviation(x->spec, name);
    Event *event = trace_event(x->spec, name);

    if (assay_str_equal(name, assay_str("any")))
        return read_simple(x, SRE_ANY);
    if (assay_str_equal(name, assay_str("none")))
        return read_simple(x, SRE_NONE);
    if (assay_str_equal(name, assay_str("empty")))
        return read_simple(x, SRE_EMPTY);
    if (assay_str_equal(name, assay_str("ops")))
        return read_ops(x);
    if (param)
        return good(x, sre_param(x->parser->arena, parser_next(x->parser).span, param));
    if (event)
        return read_event(x, event);
    return abbreviation ? read_application(x, abbreviation) : unknown_name(x);
}

/* The parentheses belong to it. */
static const Sre *read_group(const Read *x)
{
    Span open = parser_last(x->parser);
    const Sre *e = trace_read_sre(x->spec, x->within);
    Sre *whole = assay_arena_new(x->parser->arena, 1, sizeof *whole);

    if (!parser_expect(x->parser, ")"))
        return e;
    if (whole) {
        *whole = *e;
        whole->span = span_join(open, parser_last(x->parser));
    }
    return good(x, whole);
}

static const Sre *read_atom(const Read *x)
{
    const Token *next = parser_peek(x->parser);

    if (next->kind == TOKEN_NAME)
        return read_word(x);
    if (parser_accept(x->parser, "("))
        return read_group(x);
    parser_expected(x->parser, "an event, a regex, 'any', 'empty', 'none' or '('");
    return bad(x, next->span);
}

/* ---- Operators. */

static uint32_t read_times(const Read *x)
{
    Token token;
    uint32_t times = 0;

    if (!parser_expect_kind(x->parser, TOKEN_INTEGER, "a number", &token))
        return 0;
    for (size_t i = 0; i < token.text.len && times <= SRE_REPEAT_MAX; i++)
        times = 10 * times + (uint32_t)(token.text.at[i] - '0');
    if (times > SRE_REPEAT_MAX)
        parser_report(x->parser, DIAG_NUMBER, token.span,
                      "nothing is repeated more than %d times", SRE_REPEAT_MAX);
    return times <= SRE_REPEAT_MAX ? times : SRE_REPEAT_MAX;
}

/* {2}, {2,}, {2,3} behind the bracket. */
static void read_bounds(const Read *x, uint32_t *ret_min, uint32_t *ret_max)
{
    Span open = parser_last(x->parser);

    *ret_min = *ret_max = read_times(x);
    if (parser_accept(x->parser, ","))
        *ret_max = parser_is(x->parser, "}") ? SRE_MANY : read_times(x);
    parser_expect(x->parser, "}");
    if (*ret_max < *ret_min && !x->parser->panic) {
        parser_report(x->parser, DIAG_NUMBER, span_join(open, parser_last(x->parser)),
                      "at most %u times cannot be at least %u", *ret_max, *ret_min);
        *ret_max = *ret_min;
    }
}

static const Sre *read_repeat(const Read *x)
{
    const Sre *e = read_atom(x);
    uint32_t row = x->parser->row;

    while (!x->parser->panic && parser_lengthen(x->parser)) {
        uint32_t min = 0, max = SRE_MANY;
        if (parser_accept(x->parser, "+"))
            min = 1;
        else if (parser_accept(x->parser, "?"))
            max = 1;
        else if (parser_accept(x->parser, "{"))
            read_bounds(x, &min, &max);
        else if (!parser_accept(x->parser, "*"))
            break;
        e = good(x, sre_repeat(x->parser->arena,
                               span_join(e->span, parser_last(x->parser)), e, min, max));
    }
    x->parser->row = row;
    return e;
}

/* Infix operators, from loose to tight. */
static const struct {
    const char *mark;
    SreKind kind;
} levels[] = {
    {"|", SRE_UNION}, {"shuffle", SRE_SHUFFLE}, {"&", SRE_BOTH},
    {"-", SRE_MINUS}, {".", SRE_CONCAT},
};
#define LEVELS ((int)(sizeof levels / sizeof *levels))

static const Sre *read_minus(const Read *x, int level)
{
    const Sre *e = read_level(x, level + 1);
    uint32_t row = x->parser->row;

    while (!x->parser->panic && parser_lengthen(x->parser) &&
           parser_accept(x->parser, levels[level].mark)) {
        const Sre *without = read_level(x, level + 1);
        e = good(x, sre_minus(x->parser->arena, span_join(e->span, without->span), e,
                              without));
    }
    x->parser->row = row;
    return e;
}

static const Sre *read_level(const Read *x, int level)
{
    const Sre *first, **all = NULL;
    uint32_t count = 0, cap = 0;

    if (level == LEVELS)
        return read_repeat(x);
    if (levels[level].kind == SRE_MINUS)
        return read_minus(x, level);
    first = read_level(x, level + 1);
    if (x->parser->panic || !parser_is(x->parser, levels[level].mark))
        return first;
    read_add(&x->spec->reader, &all, &count, &cap, first);
    while (!x->parser->panic && parser_accept(x->parser, levels[level].mark))
        read_add(&x->spec->reader, &all, &count, &cap, read_level(x, level + 1));
    if (count == 0)
        return good(x, NULL);
    return good(x,
                sre_list(x->parser->arena, span_join(first->span, all[count - 1]->span),
                         levels[level].kind, all, count));
}

const Sre *trace_read_sre(TraceSpec *s, const Abbreviation *within)
{
    Read x = {s, &s->reader.parser, within};
    const Sre *e;

    if (!parser_enter(x.parser))
        return bad(&x, parser_peek(x.parser)->span);
    e = read_level(&x, 0);
    parser_leave(x.parser);
    return e;
}

const Sre *trace_read_event(TraceSpec *s)
{
    const Read x = {s, &s->reader.parser, NULL};
    Event *event = parser_is_kind(x.parser, TOKEN_NAME)
                       ? trace_event(s, parser_peek(x.parser)->text)
                       : NULL;

    if (event)
        return read_event(&x, event);
    if (parser_is_kind(x.parser, TOKEN_NAME))
        return unknown_name(&x);
    parser_expected(x.parser, "the name of an event");
    return bad(&x, parser_peek(x.parser)->span);
}
