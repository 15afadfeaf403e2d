/*
 * Reading specifications:
 *
 *     specification = [ "specification" name [ ";" ] ] { declaration [ ";" ] }
 *     declaration   = "var" name ":" type | "resource" name { "," name }
 *                   | "type" name "=" type | triple
 *     triple        = "{" [ term ] "}" method template "{" [ term ] "}"
 *
 * Names of types are known from the beginning, so types may be in any order and refer to
 * themselves; variables only from where they are declared. An error ends a declaration;
 * the next one is read as if nothing had happened.
 */
#include "rest/spec.h"
#include "rest/message_types.h"
#include "term/cycles.h"
#include <string.h>
#include <strings.h>

static const char *const methods[] = {"get", "post", "put", "delete", "patch", "head"};
static const char *const starts[] = {"var", "resource", "type", "{", NULL};
static const char *const given[] = {"request", "response", "root", NULL};

const char *rest_method_text(RestMethod method)
{
    return methods[method];
}

const Template *rest_template(const Triple *t)
{
    return t->url->kind == TERM_LITERAL && t->url->as.literal->kind == VALUE_TEMPLATE
               ? t->url->as.literal->as.template
               : NULL;
}

/* ---- Names. */

static bool is_mark(const Token *t, const char *text)
{
    return t->kind == TOKEN_MARK && assay_str_equal(t->text, assay_str(text));
}

/* Whether a name of a type or resource can be declared. */
static bool is_new_type(Spec *s, struct assay_str name, Span span)
{
    Parser *p = &s->reader.parser;
    const Alias *alias = reader_alias(&s->reader, name);
    const Resource *resource = reader_resource(&s->reader, name);

    if (read_is_basic_type(&s->reader, name)) {
        parser_report(p, DIAG_RESERVED, span, "'%s' is a type of the language", name.at);
        return false;
    }
    if (alias || resource)
        read_refuse_second(&s->reader, span, name.at,
                           alias ? alias->span : resource->span);
    return !alias && !resource;
}

static void find_type(Spec *s, const Token *name)
{
    if (is_new_type(s, name->text, name->span))
        reader_add_alias(&s->reader, read_copy(&s->reader, name->text), name->span);
}

/* name { "," name } */
static void find_resources(Spec *s, const Token *name)
{
    for (;; name += 2) {
        if (is_new_type(s, name->text, name->span))
            reader_add_resource(&s->reader, read_copy(&s->reader, name->text),
                                name->span);
        if (!is_mark(&name[1], ",") || name[2].kind != TOKEN_NAME)
            return;
    }
}

/* The names that `type` and `resource` declare, wherever they are. In conditions both may
 * be variables and fields, but no name follows them there. */
static void find_names(Spec *s)
{
    const Token *t = s->reader.parser.tokens;

    for (; t->kind != TOKEN_END; t++) {
        if (s->reader.aliases.count + s->reader.resources.count >= REST_NAMES) {
            diag_report(s->reader.parser.diags, DIAG_TOO_LONG, t->span,
                        "there are more than %d types and resources", REST_NAMES);
            return;
        }
        if (t->kind != TOKEN_NAME || t[1].kind != TOKEN_NAME || read_is_word(t[1].text))
            continue;
        if (assay_str_equal(t->text, assay_str("type")) && is_mark(&t[2], "="))
            find_type(s, &t[1]);
        if (assay_str_equal(t->text, assay_str("resource")))
            find_resources(s, &t[1]);
    }
}

/* ---- Declarations. */

static void read_type_declaration(Spec *s)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = read_new_name(r, "the name of a type", &span);
    Alias *alias = name ? reader_alias(r, assay_str(name)) : NULL;
    const Type *type;

    if (!name || !parser_expect(&r->parser, "="))
        return;
    type = read_type(r);
    if (alias && alias->span.start == span.start) /* else it is the second of its name */
        alias->type = type;
}

static void read_resources(Spec *s)
{
    Span span;
    const char *name;

    do
        name = read_new_name(&s->reader, "the name of a resource", &span);
    while (name && parser_accept(&s->reader.parser, ","));
}

static bool is_given(const char *name)
{
    for (const char *const *g = given; *g; g++)
        if (strcmp(*g, name) == 0)
            return true;
    return false;
}

static void read_var(Spec *s)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = read_new_name(r, "the name of a variable", &span);
    const Type *type;
    ReadScope *frame;

    if (!name || !parser_expect(&r->parser, ":"))
        return;
    type = read_type(r);
    for (const ReadScope *f = r->scope; f; f = f->outer)
        if (strcmp(f->var->name, name) == 0)
            read_refuse_second(&s->reader, span, name, f->var->span);
    if (is_given(name)) {
        parser_report(&r->parser, DIAG_RESERVED, span,
                      "every triple has a variable '%s' of its own", name);
        return;
    }
    frame = assay_arena_new(r->parser.arena, 1, sizeof *frame);
    if (!frame || !read_add(&s->reader, &s->vars, &s->nvars, &s->vars_cap,
                            binding_new(r->parser.arena, name, type, span)))
        return;
    *frame = (ReadScope){s->vars[s->nvars - 1], r->scope};
    r->scope = frame;
}

/* ---- Triples. */

static void refuse_comma(Parser *p)
{
    Span comma = parser_peek(p)->span;
    Diagnostic *d =
        parser_error(p, DIAG_SYNTAX, comma, "expected an operator or '}', not ','");

    if (d)
        diag_fix(p->diags, d, comma, " &&", "conditions are joined by '&&'");
}

/* A condition in braces; nothing in them is true. */
static const Term *read_condition(Spec *s)
{
    static const char *const until[] = {"}", NULL};
    Reader *r = &s->reader;
    const Term *t;

    if (!parser_expect(&r->parser, "{"))
        return read_good_term(r,
                              term_bad(r->parser.arena, parser_peek(&r->parser)->span));
    if (parser_accept(&r->parser, "}"))
        return read_good_term(r, term_literal(r->parser.arena, parser_last(&r->parser),
                                              value_boolean(true)));
    t = read_term(r);
    if (parser_is(&r->parser, ","))
        refuse_comma(&r->parser);
    else if (!parser_is(&r->parser, "}"))
        parser_expected(&r->parser, "an operator or '}'");
    if (r->parser.panic)
        parser_recover(&r->parser, until);
    parser_accept(&r->parser, "}");
    return t;
}

/* GET, which is reported and taken for get. */
static bool accept_capitals(Parser *p, const char *method)
{
    Diagnostic *d;

    if (!parser_is_kind(p, TOKEN_NAME) ||
        strcasecmp(parser_peek(p)->text.at, method) != 0)
        return false;
    d = parser_report(p, DIAG_METHOD, parser_peek(p)->span,
                      "methods are written in small letters");
    if (d)
        diag_fix(p->diags, d, parser_peek(p)->span, method, "write '%s'", method);
    parser_next(p);
    return true;
}

static bool read_method(Spec *s, Triple *t)
{
    Parser *p = &s->reader.parser;

    t->method_span = parser_peek(p)->span;
    for (t->method = 0; t->method < REST_METHODS; t->method++)
        if (parser_accept(p, methods[t->method]) ||
            accept_capitals(p, methods[t->method]))
            return true;
    if (parser_is_kind(p, TOKEN_NAME))
        parser_error(p, DIAG_METHOD, t->method_span,
                     "there is no method '%s'; there are get, post, put, delete, patch "
                     "and head",
                     parser_peek(p)->text.at);
    else
        parser_expected(p, "a method such as get");
    return false;
}

static bool read_endpoint(Spec *s, Triple *t)
{
    Parser *p = &s->reader.parser;
    const Term *url;

    if (!read_method(s, t))
        return false;
    if (!parser_is_kind(p, TOKEN_TEMPLATE)) {
        parser_expected(p, "a URI template such as '/users/{id}'");
        return false;
    }
    url = read_term(&s->reader);
    t->url = url;
    t->span = span_join(t->method_span, url->span);
    if (url->kind != TERM_BAD && !rest_template(t))
        parser_error(p, DIAG_SYNTAX, url->span, "a URI template has to be alone here");
    return !p->panic;
}

/* To the endpoint behind the precondition at hand, which is read once the template is
 * known. False if it has no end. */
static bool skip_condition(Parser *p)
{
    int depth = 0;
    bool bad = false;

    do {
        const Token *t = parser_peek(p);
        bad |= t->kind == TOKEN_BAD;
        if (t->kind == TOKEN_END) {
            p->panic |= bad; /* it was reported, and may have been the end */
            return false;
        }
        if (t->kind == TOKEN_MARK && t->text.len == 1)
            depth += t->text.at[0] == '{' ? 1 : t->text.at[0] == '}' ? -1 : 0;
        parser_next(p);
    } while (depth > 0);
    return true;
}

static const Binding *given_var(Spec *s, const char *name, const Type *type)
{
    const Binding *b = binding_new(s->reader.parser.arena, name, type, span_nowhere());

    if (!b)
        s->reader.parser.diags->no_memory = true;
    return b;
}

static bool give_vars(Spec *s, Triple *t)
{
    struct assay_arena *a = s->reader.parser.arena;

    t->request = given_var(s, "request", rest_request_type(a, rest_template(t)));
    t->response = given_var(s, "response", rest_response_type(a));
    t->root = given_var(s, "root", type_simple(a, span_nowhere(), TYPE_STRING));
    return t->request && t->response && t->root;
}

/* The two conditions, with the variables they may speak of. */
static void read_conditions(Spec *s, Triple *t, uint32_t pre_at)
{
    Reader *r = &s->reader;
    ReadScope root = {t->root, r->scope}, request = {t->request, &root};
    ReadScope response = {t->response, &request};
    const ReadScope *outer = r->scope;
    uint32_t behind = r->parser.at;

    r->parser.at = pre_at;
    r->scope = &request;
    t->pre = read_condition(s);
    r->parser.at = behind;
    r->parser.panic = false;
    r->scope = &response;
    t->post = read_condition(s);
    r->scope = outer;
}

static void read_triple(Spec *s)
{
    Parser *p = &s->reader.parser;
    Triple *t = assay_arena_new(p->arena, 1, sizeof *t);
    uint32_t pre_at = p->at;

    if (!t) {
        p->diags->no_memory = true;
        parser_next(p);
        return;
    }
    if (!skip_condition(p)) {
        parser_error(p, DIAG_SYNTAX, p->tokens[pre_at].span, "this '{' has no '}'");
        return;
    }
    if (!read_endpoint(s, t) || !give_vars(s, t))
        return;
    read_conditions(s, t, pre_at);
    read_add(&s->reader, &s->triples, &s->ntriples, &s->triples_cap, t);
}

/* ---- The whole. */

static const char *unknown_hint(struct assay_str name)
{
    return assay_str_equal(name, assay_str("response"))
               ? "'response' is there in postconditions only"
           : assay_str_equal(name, assay_str("request"))
               ? "'request' is there in the conditions of triples only"
               : NULL;
}

static void read_header(Spec *s)
{
    Span span;
    const char *name = NULL;

    if (parser_accept(&s->reader.parser, "specification")) {
        name = read_new_name(&s->reader, "the name of the specification", &span);
        parser_accept(&s->reader.parser, ";");
    }
    s->name = name ? name : "";
}

static bool is_endpoint(const Token *t)
{
    if (t->kind == TOKEN_TEMPLATE || t->kind == TOKEN_STRING || t->kind == TOKEN_BAD)
        return true;
    for (size_t i = 0; i < REST_METHODS; i++)
        if (t->kind == TOKEN_NAME && assay_str_equal(t->text, assay_str(methods[i])))
            return true;
    return false;
}

/* To the next declaration. A brace behind a template is a postcondition, no beginning. */
static void recover(Parser *p)
{
    for (;;) {
        parser_recover(p, starts);
        if (!parser_is(p, "{") || p->at == 0 || !is_endpoint(&p->tokens[p->at - 1]))
            return;
        skip_condition(p);
    }
}

static void read_declaration(Spec *s)
{
    Parser *p = &s->reader.parser;

    if (parser_accept(p, "type"))
        read_type_declaration(s);
    else if (parser_accept(p, "resource"))
        read_resources(s);
    else if (parser_accept(p, "var"))
        read_var(s);
    else if (parser_is(p, "{"))
        read_triple(s);
    else
        parser_expected(p, "a declaration: var, resource, type or a triple");
    if (p->panic)
        recover(p);
    parser_accept(p, ";");
}

bool rest_spec_read(Spec *spec, Diags *diags, uint32_t source, const char *folder,
                    struct assay_arena *arena)
{
    Parser *p = &spec->reader.parser;

    *spec = (Spec){.name = ""};
    if (!reader_init(&spec->reader, diags, source, arena))
        return false;
    spec->reader.unknown_hint = unknown_hint;
    spec->reader.folder = folder;
    find_names(spec);
    read_header(spec);
    while (!parser_is_kind(p, TOKEN_END) && !diags->no_memory)
        read_declaration(spec);
    read_find_cycles(&spec->reader);
    return !diags->no_memory;
}

void rest_spec_done(Spec *spec)
{
    reader_done(&spec->reader);
}
