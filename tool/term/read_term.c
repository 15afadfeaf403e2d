/*
 * Terms: operands, with what is written behind them, and operators.
 */
#include "term/read_parts.h"
#include "term/regexp.h"
#include "term/syntax.h"
#include "term/template.h"
#include <string.h>

/* The parser's terms are ours; they are not changed once built. */
static Term *give(Reader *r, const Term *t)
{
    return (Term *)(uintptr_t)read_good_term(r, t);
}

/* ---- Lists. */

void read_list(Reader *r, const char *close, void (*element)(Reader *r, void *ctx),
               void *ctx)
{
    const char *until[] = {",", close, NULL};

    if (parser_accept(&r->parser, close))
        return;
    do {
        element(r, ctx);
        if (r->parser.panic)
            parser_recover(&r->parser, until);
    } while (parser_accept(&r->parser, ","));
    parser_expect(&r->parser, close);
}

typedef struct {
    const Term **at;
    uint32_t count, cap;
} TermList;

static void add_term(Reader *r, void *ctx)
{
    TermList *list = ctx;
    const Term *t = read_term(r);

    if (!read_grow(r->parser.arena, &list->at, &list->cap, list->count, sizeof t))
        r->parser.diags->no_memory = true;
    else
        list->at[list->count++] = t;
}

/* ---- Literals. */

#define DIGITS_MAX (9 * INTEGER_LIMBS) /* of a literal; so many fit in any case */

static const Term *too_large(Reader *r, Token token)
{
    parser_report(&r->parser, DIAG_NUMBER, token.span, "this number is too large");
    return term_bad(r->parser.arena, token.span);
}

static const Term *integer(Reader *r, Token token)
{
    struct assay_arena *a = r->parser.arena;

    if (token.text.len > DIGITS_MAX)
        return too_large(r, token);
    return term_literal(a, token.span, value_integer(a, integer_read(a, token.text)));
}

static const Term *number(Reader *r, Token token)
{
    struct assay_arena *a = r->parser.arena;
    Decimal value;

    if (token.text.len > DIGITS_MAX || !decimal_read(a, token.text, &value))
        return too_large(r, token);
    return term_literal(a, token.span, value_number(a, value));
}

/* The place of byte `at` of what a literal has between its quotes. */
static Span inside(Token token, size_t at)
{
    uint32_t start = token.span.start + 1 + (uint32_t)at, end = token.span.end;

    if (start >= end)
        start = end - 1;
    return (Span){token.span.source, start, start + 1};
}

static const Term *template(Reader *r, Token token)
{
    struct assay_arena *a = r->parser.arena;
    const char *why = NULL;
    size_t at = 0;
    const Template *t = template_read(a, token.text, &at, &why);

    if (t || !why)
        return term_literal(a, token.span, value_template(a, t));
    parser_report(&r->parser, DIAG_TEMPLATE, inside(token, at), "%s", why);
    return term_bad(a, token.span);
}

static DiagCode regexp_code(RegexpStatus status)
{
    return status == REGEXP_UNSUPPORTED ? DIAG_REGEXP_UNSUPPORTED
           : status == REGEXP_TOO_LARGE ? DIAG_REGEXP_SIZE
                                        : DIAG_REGEXP;
}

static const Term *regexp(Reader *r, Token token)
{
    struct assay_arena *a = r->parser.arena;
    const char *why = "";
    size_t at = 0;
    Regexp *regexp = NULL;
    RegexpStatus status = regexp_read(a, token.text, &regexp, &at, &why);

    if (status == REGEXP_NO_MEMORY ||
        (regexp &&
         !read_grow(a, &r->regexps.at, &r->regexps.cap, r->regexps.count, sizeof regexp)))
        return NULL;
    if (status == REGEXP_OK) {
        r->regexps.at[r->regexps.count++] = regexp;
        return term_literal(a, token.span, value_regexp(a, regexp));
    }
    parser_report(&r->parser, regexp_code(status), inside(token, at), "%s", why);
    return term_bad(a, token.span);
}

static const Term *literal(Reader *r, Token token)
{
    struct assay_arena *a = r->parser.arena;

    switch (token.kind) {
    case TOKEN_INTEGER:
        return integer(r, token);
    case TOKEN_NUMBER:
        return number(r, token);
    case TOKEN_STRING:
        return term_literal(a, token.span, value_string(a, token.text));
    case TOKEN_TEMPLATE:
        return template(r, token);
    case TOKEN_REGEXP:
        return regexp(r, token);
    case TOKEN_END:
    case TOKEN_NAME:
    case TOKEN_MARK:
    case TOKEN_BAD:
        break;
    }
    return term_bad(a, token.span);
}

/* ---- Quantifiers. */

static const Term *quantifier(Reader *r, bool all);

/* What follows the first variable: another one, or the body. */
static const Term *quantified(Reader *r, bool all)
{
    const Term *t;

    if (!parser_accept(&r->parser, ",")) {
        parser_expect(&r->parser, ".");
        return read_term(r);
    }
    if (!parser_enter(&r->parser))
        return read_good_term(r, term_bad(r->parser.arena, parser_last(&r->parser)));
    t = read_good_term(r, quantifier(r, all));
    parser_leave(&r->parser);
    return t;
}

/* forall x: T, y: U . e is forall x: T . forall y: U . e */
static const Term *quantifier(Reader *r, bool all)
{
    struct assay_arena *a = r->parser.arena;
    Span open = parser_last(&r->parser), span = parser_peek(&r->parser)->span;
    const char *name = read_new_name(r, "a name", &span);
    ReadScope frame = {.outer = r->scope};
    const Term *body;
    const Type *of;

    parser_expect(&r->parser, ":");
    of = read_type(r);
    frame.var = binding_new(a, name ? name : "", of, span);
    if (!frame.var)
        return NULL;
    read_warn_hidden(r, frame.var);
    r->scope = &frame;
    body = quantified(r, all);
    r->scope = frame.outer;
    return term_quant(a, span_join(open, body->span), all, frame.var, body);
}

/* ---- Functions. */

/* Reads so many arguments in parentheses. False, reported, if there are others. */
static bool arguments(Reader *r, Token name, uint32_t wanted, TermList *ret_args,
                      Span *ret_span)
{
    *ret_span = name.span;
    if (!parser_expect(&r->parser, "("))
        return false;
    read_list(r, ")", add_term, ret_args);
    *ret_span = span_join(name.span, parser_last(&r->parser));
    if (ret_args->count == wanted)
        return true;
    parser_report(&r->parser, DIAG_ARGUMENTS, *ret_span,
                  "'%s' takes %u argument%s, not %u", name.text.at, wanted,
                  wanted == 1 ? "" : "s", ret_args->count);
    return false;
}

static const Term *call(Reader *r, Token name, TermOp op)
{
    TermList args = {0};
    Span span;

    if (!arguments(r, name, (uint32_t)strlen(op_arguments(op)), &args, &span))
        return term_bad(r->parser.arena, span);
    return term_op(r->parser.arena, span, name.span, op, args.at, args.count);
}

const Term *read_call(Reader *r, Token name, Function *f)
{
    TermList args = {0};
    Span span;

    f->uses++;
    if (!arguments(r, name, f->count, &args, &span))
        return term_bad(r->parser.arena, span);
    return term_call(r->parser.arena, span, name.span, f, args.at);
}

/* The language in matches(email, x); NULL if it is something else of that name. */
static const Type *matched_language(Reader *r)
{
    const Token *name = parser_ahead(&r->parser, 1);

    if (!parser_is(&r->parser, "(") || name->kind != TOKEN_NAME ||
        !parser_ahead_is(&r->parser, 2, ",") || reader_var(r, name->text) ||
        reader_alias(r, name->text) || reader_resource(r, name->text))
        return NULL;
    return read_language_type(r, name->text, name->span);
}

/* matches(email, x) is x in email. */
static const Term *matches(Reader *r, Token name)
{
    const Type *language = matched_language(r);
    const Term *of;

    if (!language)
        return call(r, name, OP_MATCHES);
    for (int i = 0; i < 3; i++)
        parser_next(&r->parser);
    of = read_term(r);
    parser_expect(&r->parser, ")");
    return term_in(r->parser.arena, span_join(name.span, parser_last(&r->parser)), of,
                   language);
}

/* e.l.m as e in {l: {m: Any}} */
static const Term *as_presence(Reader *r, const Term *t, const Type *of, Span span)
{
    struct assay_arena *a = r->parser.arena;
    TypeField field = {.type = of};

    if (t->kind != TERM_FIELD)
        return term_in(a, span, t, of);
    field.name = t->as.field.name;
    field.span = t->as.field.mark;
    of = type_object(a, span_nowhere(), &field, 1);
    return of ? as_presence(r, t->as.field.of, of, span) : NULL;
}

static const Term *presence(Reader *r, Token name)
{
    const Term *of;
    Span span;

    if (!parser_expect(&r->parser, "("))
        return term_bad(r->parser.arena, name.span);
    of = read_term(r);
    parser_expect(&r->parser, ")");
    span = span_join(name.span, parser_last(&r->parser));
    if (of->kind == TERM_FIELD)
        return as_presence(r, of, read_simple_type(r, span_nowhere(), TYPE_ANY), span);
    if (of->kind != TERM_BAD)
        parser_report(&r->parser, DIAG_SYNTAX, of->span,
                      "'isdefined' needs a field: isdefined(x.name)");
    return term_bad(r->parser.arena, span);
}

/* ---- Names. */

/* A field of a type, or of the objects in it, by its path: ".template.id"; NULL. */
static const char *field_path(Reader *r, const Type *t, struct assay_str name, int depth)
{
    const char *inner;

    t = t ? type_resolve(t) : NULL;
    for (uint32_t i = 0; t && t->kind == TYPE_OBJECT && i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        if (assay_str_equal(name, assay_str(f->name)))
            return read_text(r, ".%s", f->name);
        inner = depth > 0 ? field_path(r, f->type, name, depth - 1) : NULL;
        if (inner)
            return read_text(r, ".%s%s", f->name, inner);
    }
    return NULL;
}

/* A name that is one of a field: how to write that. */
static void suggest_field(Reader *r, Diagnostic *d, Token name)
{
    const char *path = NULL;

    for (const ReadScope *s = r->scope; s && !path; s = s->outer) {
        path = field_path(r, s->var->type, name.text, 1);
        if (path)
            path = read_text(r, "%s%s", s->var->name, path);
    }
    if (path)
        diag_fix(r->parser.diags, d, name.span, path, "did you mean '%s'?", path);
    for (const ReadFields *f = path ? NULL : r->fields; f; f = f->outer)
        for (uint32_t i = 0; i < f->count; i++)
            if (assay_str_equal(name.text, assay_str(f->at[i].name))) {
                diag_note(r->parser.diags, d, "help",
                          "fields are no variables; name the whole object: "
                          "(x: {%s: ...} where ... x.%s ...)",
                          name.text.at, name.text.at);
                return;
            }
}

/* What follows a word of another language is not read: it would be wrong, too. */
static void unknown_variable(Reader *r, Token name)
{
    const char *hint = r->unknown_hint ? r->unknown_hint(name.text) : NULL, *near = NULL;
    size_t nearest = SIZE_MAX;
    Diagnostic *d = parser_report(&r->parser, DIAG_UNDEFINED, name.span,
                                  "there is no variable '%s'", name.text.at);

    r->parser.panic |= d && hint;
    if (!d)
        return;
    for (const ReadScope *s = r->scope; s; s = s->outer)
        if (name.text.len > 1 &&
            assay_str_resembles(name.text, assay_str(s->var->name), &nearest))
            near = s->var->name;
    if (near)
        diag_fix(r->parser.diags, d, name.span, near, "did you mean '%s'?", near);
    else
        suggest_field(r, d, name);
    if (hint)
        diag_note(r->parser.diags, d, "help", "%s", hint);
}

static void unknown_function(Reader *r, Token name)
{
    const char *hint = r->unknown_hint ? r->unknown_hint(name.text) : NULL;
    const char *near = NULL;
    size_t nearest = SIZE_MAX;
    Diagnostic *d = parser_error(
        &r->parser, DIAG_FUNCTION, name.span, "there is no function '%s'%s", name.text.at,
        r->declares_functions
            ? ""
            : "; there are length, size, expand, matches and isdefined");

    for (uint32_t i = 0; d && i < r->functions.count; i++)
        if (assay_str_resembles(name.text, assay_str(r->functions.at[i]->name), &nearest))
            near = r->functions.at[i]->name;
    if (d && hint)
        diag_note(r->parser.diags, d, "help", "%s", hint);
    else if (near)
        diag_fix(r->parser.diags, d, name.span, near, "did you mean '%s'?", near);
}

static const Term *variable(Reader *r, Token name)
{
    const Binding *var = reader_var(r, name.text);
    Function *f = var ? NULL : reader_function(r, name.text);

    if (var)
        return term_var(r->parser.arena, name.span, var);
    if (f)
        return read_call(r, name, f);
    if (parser_is(&r->parser, "(")) {
        unknown_function(r, name);
        return term_bad(r->parser.arena, name.span);
    }
    unknown_variable(r, name);
    return term_bad(r->parser.arena, name.span);
}

static bool function_of(struct assay_str name, TermOp *ret_op)
{
    static const TermOp functions[] = {OP_LENGTH, OP_SIZE, OP_EXPAND};

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (assay_str_equal(name, assay_str(op_text(functions[i])))) {
            *ret_op = functions[i];
            return true;
        }
    return false;
}

bool read_is_function(struct assay_str name)
{
    TermOp op;

    return function_of(name, &op);
}

/* A function of the language, whose name was read, and not something else of that name.
 */
static bool is_function_here(const Reader *r, struct assay_str name, TermOp *ret_op)
{
    return function_of(name, ret_op) &&
           (!r->free_names || (parser_is(&r->parser, "(") && !reader_function(r, name)));
}

static const Term *word(Reader *r, Token name)
{
    struct assay_arena *a = r->parser.arena;
    struct assay_str text = name.text;
    TermOp op;

    if (assay_str_equal(text, assay_str("true")))
        return term_literal(a, name.span, value_boolean(true));
    if (assay_str_equal(text, assay_str("false")))
        return term_literal(a, name.span, value_boolean(false));
    if (assay_str_equal(text, assay_str("null")))
        return term_literal(a, name.span, value_null());
    if (assay_str_equal(text, assay_str("forall")) ||
        assay_str_equal(text, assay_str("exists")))
        return quantifier(r, text.at[0] == 'f');
    if (assay_str_equal(text, assay_str("isdefined")))
        return presence(r, name);
    if (assay_str_equal(text, assay_str("matches")))
        return matches(r, name);
    if (is_function_here(r, text, &op))
        return call(r, name, op);
    return variable(r, name);
}

/* ---- Objects and arrays. */

typedef struct {
    TermMember *at;
    uint32_t count, cap;
} Members;

static void refuse_double(Reader *r, const Members *members, const TermMember *m)
{
    for (uint32_t i = 0; i < members->count; i++) {
        Diagnostic *d;
        if (strcmp(members->at[i].name, m->name) != 0)
            continue;
        d = parser_report(&r->parser, DIAG_DUPLICATE_FIELD, m->span,
                          "the object has a field '%s' already", m->name);
        if (d)
            diag_related(r->parser.diags, d, members->at[i].span, "it is here");
    }
}

/* {a: 1}, which is reported and taken for {a = 1}. */
static bool accept_colon(Reader *r)
{
    Span here = parser_peek(&r->parser)->span;
    Diagnostic *d;

    if (!parser_accept(&r->parser, ":"))
        return false;
    d = parser_report(&r->parser, DIAG_SYNTAX, here, "expected '=', not ':'");
    if (d)
        diag_fix(r->parser.diags, d, here, " =", "values of fields are written {a = 1}");
    return true;
}

static void member(Reader *r, void *ctx)
{
    Members *members = ctx;
    TermMember m = {.name = read_field_name(r, &m.span)};

    if (!m.name || (!accept_colon(r) && !parser_expect(&r->parser, "=")))
        return;
    m.value = read_term(r);
    refuse_double(r, members, &m);
    if (!read_grow(r->parser.arena, &members->at, &members->cap, members->count,
                   sizeof m))
        r->parser.diags->no_memory = true;
    else
        members->at[members->count++] = m;
}

static const Term *object(Reader *r)
{
    Span open = parser_last(&r->parser);
    Members members = {0};

    read_list(r, "}", member, &members);
    return term_object(r->parser.arena, span_join(open, parser_last(&r->parser)),
                       members.at, members.count);
}

static const Term *array(Reader *r)
{
    Span open = parser_last(&r->parser);
    TermList items = {0};

    read_list(r, "]", add_term, &items);
    return term_array(r->parser.arena, span_join(open, parser_last(&r->parser)), items.at,
                      items.count);
}

/* ---- Operands. */

static const Term *base(Reader *r)
{
    const Token *next = parser_peek(&r->parser);
    const Term *t;
    Token first;

    if (parser_accept(&r->parser, "(")) {
        t = read_term(r);
        parser_expect(&r->parser, ")");
        return t;
    }
    if (parser_accept(&r->parser, "{"))
        return object(r);
    if (parser_accept(&r->parser, "["))
        return array(r);
    if (next->kind == TOKEN_MARK || next->kind == TOKEN_END) {
        if (!read_refuse_sign(&r->parser))
            parser_expected(&r->parser, "an expression");
        return term_bad(r->parser.arena, next->span);
    }
    first = parser_next(&r->parser);
    t = r->own->operand ? r->own->operand(r, first) : NULL;
    return t ? t : first.kind == TOKEN_NAME ? word(r, first) : literal(r, first);
}

/* `start` is where the operand begins, with its parentheses. */
static const Term *with_field(Reader *r, const Term *of, Span start)
{
    Span mark = of->span;
    const char *name = read_field_name(r, &mark);

    if (!name)
        return term_bad(r->parser.arena, of->span);
    return term_field(r->parser.arena, span_join(start, mark), mark, of, name);
}

static const Term *with_index(Reader *r, const Term *of, Span start)
{
    const Term *index = read_term(r);

    parser_expect(&r->parser, "]");
    return term_index(r->parser.arena, span_join(start, parser_last(&r->parser)), of,
                      index);
}

Term *read_operand(Parser *p)
{
    Reader *r = read_from(p);
    uint32_t row = p->row;
    Span start = parser_peek(p)->span;
    const Term *t;

    if (!parser_enter(p))
        return give(r, term_bad(p->arena, parser_peek(p)->span));
    t = read_good_term(r, base(r));
    while (!p->panic && (parser_is(p, ".") || parser_is(p, "[")) && parser_lengthen(p)) {
        bool field = parser_is(p, ".");
        parser_next(p);
        t = read_good_term(r, field ? with_field(r, t, start) : with_index(r, t, start));
    }
    if (t->kind == TERM_FIELD && parser_is(p, "("))
        read_refuse_method(r, t);
    p->row = row;
    parser_leave(p);
    return give(r, t);
}

const Term *read_operand_term(Reader *r)
{
    return read_operand(&r->parser);
}

/* ---- Operators. */

Term *read_prefix(Parser *p, const Operator *op, Token mark, Term *of)
{
    const Term *arg = of;

    return give(read_from(p),
                term_op(p->arena, parser_whole(p), mark.span, (TermOp)op->op, &arg, 1));
}

Term *read_special(Parser *p, const Operator *op, Token mark, Term *left)
{
    Reader *r = read_from(p);
    const Term *then, *other;
    const Type *type;
    Span begin = p->begin;

    (void)mark;
    if (op->op == SYNTAX_IN) {
        type = read_operand_type(r);
        return give(r, term_in(p->arena, span_join(begin, parser_last(p)), left, type));
    }
    if (op->op != SYNTAX_COND)
        return NULL;
    then = read_term(r);
    parser_expect(p, ":");
    other = read_term(r);
    return give(r,
                term_cond(p->arena, span_join(begin, parser_last(p)), left, then, other));
}

static void refuse_assignment(Parser *p, Span mark)
{
    Diagnostic *d = parser_report(p, DIAG_SYNTAX, mark, "expected an operator, not '='");

    if (d)
        diag_fix(p->diags, d, mark, "==", "two values are compared by '=='");
}

Term *read_infix(Parser *p, const Operator *op, Token mark, Term *left, Term *right)
{
    const Term *args[] = {left, right};
    bool assignment = op->op == SYNTAX_ASSIGN;

    if (assignment)
        refuse_assignment(p, mark.span);
    return give(read_from(p), term_op(p->arena, parser_whole(p), mark.span,
                                      assignment ? OP_EQ : (TermOp)op->op, args, 2));
}

static const Term *read_at_level(Reader *r, int level)
{
    const Term *t;

    if (!parser_enter(&r->parser))
        return read_good_term(r,
                              term_bad(r->parser.arena, parser_peek(&r->parser)->span));
    t = parser_expression(&r->parser, level);
    read_refuse_word(&r->parser);
    parser_leave(&r->parser);
    return t;
}

const Term *read_term(Reader *r)
{
    return read_at_level(r, LEVEL_COND);
}

const Term *read_sum(Reader *r)
{
    return read_at_level(r, LEVEL_SUM);
}
