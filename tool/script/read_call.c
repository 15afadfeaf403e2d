/*
 * Operands of SafeScript besides those of all terms:
 *
 *     operand = "undefined" | "mkarray" "(" term "," term ")"
 *             | name "(" terms ")"              a function, or a parameter that is one
 *             | "await" name "(" terms ")"
 *             | ( "await" | "synch" ) method url [ request ]
 *     method  = "get" | "post" | "put" | "delete" | "patch" | "head"
 *     url     = string | operand "as" string
 *
 * A string may have values in it, "/users/${id}": then they take the place of variables
 * of the template, which is found among those that the specifications have.
 */
#include "script/read.h"
#include "term/template.h"
#include <stdio.h>
#include <string.h>

static bool is_word(Token t, const char *text)
{
    return t.kind == TOKEN_NAME && assay_str_equal(t.text, assay_str(text));
}

static const Term *bad(Reader *r, Span span)
{
    return read_good_term(r, term_bad(r->parser.arena, span));
}

/* ---- URLs with values in them. */

#define HOLES_MAX 16

typedef struct {
    struct assay_str pieces[HOLES_MAX + 1]; /* the text before, between and behind */
    const Term *values[HOLES_MAX];
    uint32_t count;
    bool bad;
} Holes;

/* The text of a hole is a term of its own. */
static const Term *read_hole(Script *s, struct assay_str text, Span span)
{
    Reader *r = &s->reader;
    Parser outer = r->parser;
    uint32_t count;
    const Token *tokens =
        lexer_read_span(r->parser.diags, span, r->own->words, r->parser.arena, &count);
    const Term *t;

    (void)text;
    if (!tokens) {
        r->parser.diags->no_memory = true;
        return bad(r, span);
    }
    r->parser.tokens = tokens;
    r->parser.at = 0;
    t = read_term(r);
    if (!parser_is_kind(&r->parser, TOKEN_END))
        parser_expected(&r->parser, "'}'");
    if (r->parser.panic)
        t = bad(r, span);
    r->parser = outer;
    return t;
}

/* Splits "a${e}b${f}c". The source is looked at, as places matter; escapes are for
 * strings without holes. */
static void split_url(Script *s, Token url, Holes *h)
{
    struct assay_str text = url.text;
    uint32_t base = url.span.start + 1;
    size_t start = 0;

    for (size_t i = 0; i + 1 < text.len; i++) {
        const char *close;
        if (text.at[i] != '$' || text.at[i + 1] != '{')
            continue;
        close = memchr(text.at + i, '}', text.len - i);
        if (!close || h->count == HOLES_MAX ||
            text.len != url.span.end - url.span.start - 2) {
            parser_report(&s->reader.parser, DIAG_TEMPLATE, url.span,
                          !close ? "a '}' is missing" : "a URL with too many values");
            h->bad = true;
            return;
        }
        h->pieces[h->count] = (struct assay_str){text.at + start, i - start};
        start = (size_t)(close - text.at) + 1;
        h->values[h->count++] = read_hole(
            s, text,
            (Span){url.span.source, base + (uint32_t)i + 2, base + (uint32_t)start - 1});
        i = start - 1;
    }
    h->pieces[h->count] = (struct assay_str){text.at + start, text.len - start};
}

/* Whether a template is the pieces with single variables between them; what follows them
 * may be a query. */
static bool fits(const Template *t, const Holes *h)
{
    uint32_t part = 0;

    for (uint32_t i = 0; i <= h->count; i++) {
        struct assay_str piece = h->pieces[i];
        if (piece.len > 0 && (part == t->count || t->parts[part].count > 0 ||
                              !assay_str_equal(t->parts[part++].literal, piece)))
            return false;
        if (i < h->count &&
            (part == t->count || t->parts[part].op != 0 || t->parts[part++].count != 1))
            return false;
    }
    while (part < t->count && (t->parts[part].op == '?' || t->parts[part].op == '&'))
        part++;
    return part == t->count;
}

static const Template *find_template(const Script *s, RestMethod method, const Holes *h)
{
    for (uint32_t i = 0; i < s->nimports; i++) {
        const Spec *spec = s->imports[i]->spec;
        for (uint32_t k = 0; spec && k < spec->ntriples; k++) {
            const Template *t = rest_template(spec->triples[k]);
            if (t && spec->triples[k]->method == method && fits(t, h))
                return t;
        }
    }
    return NULL;
}

/* The variables that the values of the URL are for. */
static bool name_holes(Script *s, RestCall *call, const Holes *h)
{
    Reader *r = &s->reader;

    call->holes = assay_arena_new(r->parser.arena, h->count, sizeof *call->holes);
    if (!call->holes) {
        r->parser.diags->no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < call->template->count && call->nholes < h->count; i++) {
        const TemplatePart *part = &call->template->parts[i];
        if (part->count > 0)
            call->holes[call->nholes++] = read_copy(r, part->variables[0].name);
    }
    return true;
}

static bool resolve_holes(Script *s, RestCall *call, Token url, const Holes *h)
{
    const Template *t = find_template(s, call->method, h);
    Diagnostic *d;

    if (h->bad)
        return false;
    if (t) {
        call->template = t;
        call->url = t->source;
        return name_holes(s, call, h);
    }
    d = parser_report(&s->reader.parser, DIAG_SCRIPT_ENDPOINT, url.span,
                      "no endpoint of the specification is written so");
    if (d)
        script_list_endpoints(s, d, call);
    return false;
}

/* ---- Calls of endpoints. */

static bool read_template(Script *s, RestCall *call)
{
    Reader *r = &s->reader;
    size_t at = 0;
    const char *why = NULL;

    call->template = template_read(r->parser.arena, call->url, &at, &why);
    if (call->template)
        return true;
    if (why)
        parser_report(&r->parser, DIAG_TEMPLATE, call->url_span, "%s", why);
    return false;
}

/* The URL; false, reported, if the call cannot be made sense of. */
static bool read_url(Script *s, RestCall *call, Holes *h, const Term **ret_url)
{
    Reader *r = &s->reader;
    Token url;

    *ret_url = NULL;
    if (!parser_is_kind(&r->parser, TOKEN_STRING) &&
        !parser_is_kind(&r->parser, TOKEN_TEMPLATE)) {
        *ret_url = read_operand_term(r);
        call->by_url = true;
        if (r->parser.panic || !parser_expect(&r->parser, "as"))
            return false;
    }
    if (!parser_is_kind(&r->parser, TOKEN_STRING) &&
        !parser_is_kind(&r->parser, TOKEN_TEMPLATE)) {
        parser_expected(&r->parser, "the URL of an endpoint, \"/users/{id}\"");
        return false;
    }
    url = parser_next(&r->parser);
    call->url = url.text;
    call->url_span = url.span;
    split_url(s, url, h);
    if (h->count > 0 || h->bad)
        return resolve_holes(s, call, url, h);
    if (!read_template(s, call))
        return false;
    if (!script_endpoint(s, call)) {
        script_refuse_endpoint(s, call);
        return false;
    }
    return true;
}

/* What may stand behind a call that has no request. */
static bool has_request(Parser *p)
{
    const Token *t = parser_peek(p);

    return t->kind == TOKEN_NAME || parser_is(p, "{") || parser_is(p, "(");
}

static const Term *read_request(Script *s)
{
    Reader *r = &s->reader;

    if (has_request(&r->parser))
        return read_operand_term(r);
    return read_good_term(r,
                          term_object(r->parser.arena, parser_last(&r->parser), NULL, 0));
}

static const Term *make_call(Script *s, RestCall *call, Span start, const Holes *h,
                             const Term *request, const Term *url)
{
    Reader *r = &s->reader;
    struct assay_arena *a = r->parser.arena;
    RestCall *kept = assay_arena_new(a, 1, sizeof *kept);
    uint32_t count = 1 + h->count + (url != NULL);
    const Binding **params = assay_arena_new(a, count, sizeof *params);
    const Term *args[HOLES_MAX + 2] = {request};
    const Type *any = type_simple_word(a, span_nowhere(), TYPE_ANY, "any");
    ScriptFunction *f = script_new_call(s, SCRIPT_REST, rest_method_text(call->method),
                                        call->method_span);
    Term *t;

    if (!kept || !params || !any || !f) {
        r->parser.diags->no_memory = true;
        return bad(r, start);
    }
    *kept = *call;
    for (uint32_t i = 0; i < count; i++)
        params[i] = binding_new(a, i == 0 ? "request" : "value", any, span_nowhere());
    for (uint32_t i = 0; i < h->count; i++)
        args[1 + i] = h->values[i];
    if (url)
        args[count - 1] = url;
    f->rest = kept;
    f->async = !call->synchronous;
    f->function.params = params;
    f->function.count = count;
    f->function.result = s->response;
    f->sound = true;
    t = (Term *)(uintptr_t)term_call(a, span_join(start, parser_last(&r->parser)),
                                     call->method_span, &f->function, args);
    if (t)
        t->as.call.awaits = !call->synchronous;
    return read_good_term(r, t);
}

static const Term *read_rest_call(Script *s, Span start, bool synchronous)
{
    Reader *r = &s->reader;
    RestCall call = {.synchronous = synchronous,
                     .method_span = parser_peek(&r->parser)->span};
    Holes h = {.count = 0};
    const Term *url, *request;
    bool good;

    script_as_method(parser_next(&r->parser).text, &call.method);
    good = read_url(s, &call, &h, &url);
    if (r->parser.panic)
        return bad(r, start);
    request = read_request(s);
    return good ? make_call(s, &call, start, &h, request, url)
                : bad(r, span_join(start, parser_last(&r->parser)));
}

/* ---- await and synch. */

static void refuse_await(Script *s, Span await, bool endpoint)
{
    Diags *diags = s->reader.parser.diags;
    Diagnostic *d;

    if (s->inside && s->inside->async)
        return;
    d = parser_report(&s->reader.parser, DIAG_SCRIPT_AWAIT, await,
                      "'await' is for async functions only");
    if (!d)
        return;
    if (s->inside && s->inside->kind == SCRIPT_PLAIN)
        diag_fix(diags, d,
                 (Span){s->inside->start.source, s->inside->start.start,
                        s->inside->start.start},
                 "async ", "make the function async");
    if (endpoint)
        diag_fix(diags, d, await, "synch", "make the call synchronous");
}

static bool is_method_ahead(const Parser *p)
{
    RestMethod method;

    return parser_is_kind(p, TOKEN_NAME) &&
           script_as_method(parser_peek(p)->text, &method) && !parser_ahead_is(p, 1, "(");
}

static void refuse_in_spec(Script *s, Span span, const char *what)
{
    if (s->in_spec)
        parser_report(&s->reader.parser, DIAG_SCRIPT_PURE, span,
                      "%s in a condition, which is never executed", what);
}

static const Term *read_await(Reader *r, Token first)
{
    Script *s = script_from(r);
    bool synchronous = is_word(first, "synch");
    const Term *t;

    refuse_in_spec(s, first.span, "a call");
    if (is_method_ahead(&r->parser)) {
        if (!synchronous)
            refuse_await(s, first.span, true);
        return read_rest_call(s, first.span, synchronous);
    }
    t = read_operand_term(r);
    if (t->kind == TERM_BAD)
        return t;
    if (t->kind != TERM_CALL || synchronous || !script_callee(t)->async) {
        parser_report(&r->parser, DIAG_SCRIPT_ASYNC, t->span,
                      synchronous ? "'synch' is for calls of endpoints"
                                  : "only calls of endpoints and of async functions are "
                                    "awaited");
        return t;
    }
    refuse_await(s, first.span, false);
    ((Term *)(uintptr_t)t)->as.call.awaits = true;
    ((Term *)(uintptr_t)t)->span = span_join(first.span, t->span);
    return t;
}

/* ---- Other words. */

static const Term *read_mkarray(Reader *r, Token first)
{
    const Term *args[2];

    if (!parser_expect(&r->parser, "("))
        return bad(r, first.span);
    args[0] = read_term(r);
    if (!parser_expect(&r->parser, ","))
        return bad(r, first.span);
    args[1] = read_term(r);
    parser_expect(&r->parser, ")");
    return term_op(r->parser.arena, span_join(first.span, parser_last(&r->parser)),
                   first.span, OP_MKARRAY, args, 2);
}

static ScriptFunction *find_callable(const Script *s, const Binding *var)
{
    for (uint32_t i = s->ncalls; i-- > 0;)
        if (s->calls[i]->kind == SCRIPT_VALUE && s->calls[i]->value == var)
            return s->calls[i];
    return NULL;
}

/* Whether the call that was just begun is awaited. */
static bool is_awaited(const Parser *p, const Token *first)
{
    for (uint32_t at = p->at; at-- > 0;)
        if (p->tokens[at].span.start == first->span.start)
            return at > 0 && p->tokens[at - 1].kind == TOKEN_NAME &&
                   assay_str_equal(p->tokens[at - 1].text, assay_str("await"));
    return false;
}

static void refuse_call(Script *s, Token first, const ScriptFunction *f)
{
    Diagnostic *d;

    if (f->kind != SCRIPT_PURE)
        refuse_in_spec(s, first.span, "a function that is not a specification function");
    if (!f->async || s->in_spec || is_awaited(&s->reader.parser, &first))
        return;
    d = parser_report(&s->reader.parser, DIAG_SCRIPT_ASYNC, first.span,
                      "'%s' is async: its result has to be awaited", f->function.name);
    if (d)
        diag_fix(s->reader.parser.diags, d,
                 (Span){first.span.source, first.span.start, first.span.start}, "await ",
                 "write 'await %s(...)'", f->function.name);
}

/* A specification function is about its parameters alone. */
static bool refuse_global(Script *s, Token name)
{
    if (!s->inside || s->inside->kind != SCRIPT_PURE)
        return false;
    for (uint32_t i = 0; i < s->nglobals; i++) {
        if (!assay_str_equal(name.text, assay_str(s->globals[i]->var->name)))
            continue;
        parser_report(
            &s->reader.parser, DIAG_UNDEFINED, name.span,
            "a specification function speaks of its parameters alone: make '%s' "
            "one of them",
            name.text.at);
        return true;
    }
    return false;
}

/* A function or a parameter that is one: called, or as a value. */
static const Term *read_function(Reader *r, Token first)
{
    Script *s = script_from(r);
    const Binding *var = reader_var(r, first.text);
    ScriptFunction *f =
        var ? find_callable(s, var) : (ScriptFunction *)reader_function(r, first.text);

    if (!f && !var && refuse_global(s, first))
        return bad(r, first.span);
    if (!f || (var && !parser_is(&r->parser, "(")))
        return NULL;
    if (!parser_is(&r->parser, "(") && f->kind != SCRIPT_PURE && f->value)
        return term_var(r->parser.arena, first.span, f->value);
    refuse_call(s, first, f);
    if (!f->sound) { /* its head is wrong, which was reported */
        if (parser_is(&r->parser, "("))
            r->parser.at = script_closing(s, r->parser.at) + 1;
        return bad(r, first.span);
    }
    return read_call(r, first, &f->function);
}

static const Term *refuse_quotes(Reader *r, Token first)
{
    Diagnostic *d = parser_report(&r->parser, DIAG_SYNTAX, first.span,
                                  "strings are written with double quotes");

    if (d)
        diag_fix(r->parser.diags, d, first.span,
                 assay_arena_printf(r->parser.arena, "\"%.*s\"", (int)first.text.len,
                                    first.text.at),
                 "write \"%.*s\"", (int)first.text.len, first.text.at);
    return term_literal(r->parser.arena, first.span,
                        value_string(r->parser.arena, first.text));
}

static void refuse_quantifier(Script *s, Token first)
{
    if (!s->in_spec)
        parser_report(&s->reader.parser, DIAG_SCRIPT_CODE, first.span,
                      "'%s' is for conditions and types, which are never executed",
                      first.text.at);
}

/* get "/users" without a word before it. */
static const Term *refuse_bare_call(Reader *r, Token first)
{
    RestMethod method;
    Diagnostic *d;

    if (!script_as_method(first.text, &method) ||
        !parser_is_kind(&r->parser, TOKEN_STRING))
        return NULL;
    d = parser_report(&r->parser, DIAG_SCRIPT_ASYNC, first.span,
                      "a call of an endpoint has to be awaited");
    if (d)
        diag_fix(r->parser.diags, d,
                 (Span){first.span.source, first.span.start, first.span.start}, "await ",
                 "write 'await %s', in an async function; 'synch %s' blocks",
                 first.text.at, first.text.at);
    r->parser.at--; /* the method is read again */
    return read_rest_call(script_from(r), first.span, true);
}

const Term *script_read_operand(Reader *r, Token first)
{
    const Term *call;

    if (first.kind == TOKEN_TEMPLATE)
        return refuse_quotes(r, first);
    if (first.kind != TOKEN_NAME)
        return NULL;
    if (is_word(first, "undefined"))
        return term_literal(r->parser.arena, first.span, value_undefined());
    if (is_word(first, "mkarray"))
        return read_mkarray(r, first);
    if (is_word(first, "await") || is_word(first, "synch"))
        return read_await(r, first);
    if (is_word(first, "forall") || is_word(first, "exists"))
        refuse_quantifier(script_from(r), first);
    call = refuse_bare_call(r, first);
    return call ? call : read_function(r, first);
}
