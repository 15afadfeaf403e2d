/*
 * Types:
 *
 *     type    = both { "|" both } | "if" term "then" type "else" type
 *     both    = operand { "&" operand }
 *     operand = "!" operand | base { "[" "]" }
 *     base    = name | "{" [ fields | "*" ":" type ] "}" | "[" term [ ":" type ] "]"
 *             | "(" name ":" type "where" term ")" | "(" type [ "where" term ] ")"
 *             | "language" string
 */
#include "base/file.h"
#include "term/read_parts.h"
#include "term/syntax.h"
#include <assay/languages.h>
#include <string.h>

#define LANGUAGE_FILE_MAX (1u << 20)

static const ReadTypeName headrest_types[] = {
    {"Any", "any", TYPE_ANY, READ_SIMPLE},
    {"Integer", "integer", TYPE_INTEGER, READ_SIMPLE},
    {"Number", "number", TYPE_NUMBER, READ_SIMPLE},
    {"String", "string", TYPE_STRING, READ_SIMPLE},
    {"Boolean", "boolean", TYPE_BOOLEAN, READ_SIMPLE},
    {"Regexp", "regexp", TYPE_REGEXP, READ_SIMPLE},
    {"URITemplate", "uritemplate", TYPE_TEMPLATE, READ_SIMPLE},
    {"Natural", NULL, TYPE_INTEGER, READ_NATURAL},
    {"Empty", NULL, TYPE_ANY, READ_EMPTY},
    {NULL, NULL, TYPE_BAD, READ_SIMPLE},
};

const ReadDialect read_headrest = {.words = &read_words, .types = headrest_types};

static const ReadTypeName *find_basic(const Reader *r, struct assay_str name)
{
    for (const ReadTypeName *t = r->own->types; t->name; t++)
        if (assay_str_equal(name, assay_str(t->name)) ||
            (t->other && assay_str_equal(name, assay_str(t->other))))
            return t;
    return NULL;
}

bool read_is_basic_type(const Reader *r, struct assay_str name)
{
    return find_basic(r, name) != NULL;
}

/* A simple type as the dialect writes it. */
const Type *read_simple_type(Reader *r, Span span, TypeKind kind)
{
    const ReadTypeName *t = r->own->types;

    while (t->name && (t->kind != kind || t->basic != READ_SIMPLE))
        t++;
    return type_simple_word(r->parser.arena, span, kind, t->name);
}

/* ---- Derived types with a name. */

/* (x: Integer where x >= 0) */
static const Type *natural(Reader *r, Span span)
{
    struct assay_arena *a = r->parser.arena;
    const Binding *x =
        binding_new(a, "x", read_simple_type(r, span, TYPE_INTEGER), span_nowhere());
    const Term *var = x ? term_var(a, span_nowhere(), x) : NULL;
    const Term *zero = term_literal(a, span_nowhere(), value_int(a, 0));

    return type_refine(a, span, x, term_op2(a, OP_GE, var, zero));
}

/* (x: Any where false) */
static const Type *empty(Reader *r, Span span)
{
    struct assay_arena *a = r->parser.arena;
    const Binding *x =
        binding_new(a, "x", read_simple_type(r, span, TYPE_ANY), span_nowhere());

    return type_refine(a, span, x, term_literal(a, span_nowhere(), value_boolean(false)));
}

/* ---- Names. */

static void unknown_type(Reader *r, Token name)
{
    const char *near = NULL, *hint;
    size_t nearest = SIZE_MAX;
    Diagnostic *d = parser_report(&r->parser, DIAG_UNDEFINED_TYPE, name.span,
                                  "there is no type '%s'", name.text.at);

    if (!d)
        return;
    for (const ReadTypeName *t = r->own->types; t->name; t++)
        if (t->basic == READ_SIMPLE &&
            assay_str_resembles(name.text, assay_str(t->name), &nearest))
            near = t->name;
    for (const char *const *known = assay_language_names(); *known; known++)
        if (assay_str_resembles(name.text, assay_str(*known), &nearest))
            near = *known;
    for (uint32_t i = 0; i < r->aliases.count; i++)
        if (assay_str_resembles(name.text, assay_str(r->aliases.at[i]->name), &nearest))
            near = r->aliases.at[i]->name;
    for (uint32_t i = 0; i < r->resources.count; i++)
        if (assay_str_resembles(name.text, assay_str(r->resources.at[i]->name), &nearest))
            near = r->resources.at[i]->name;
    hint = r->own->type_hint ? r->own->type_hint(name.text) : NULL;
    if (hint)
        diag_note(r->parser.diags, d, "help", "%s", hint);
    else if (assay_str_equal(name.text, assay_str("null")) ||
             assay_str_equal(name.text, assay_str("undefined")) ||
             assay_str_equal(name.text, assay_str("true")) ||
             assay_str_equal(name.text, assay_str("false")))
        diag_fix(r->parser.diags, d, name.span, read_text(r, "[%s]", name.text.at),
                 "the type of one value is in brackets: [%s]", name.text.at);
    else if (reader_var(r, name.text))
        diag_note(r->parser.diags, d, "help",
                  "'%s' is a variable, and 'in' is for types; an array has x if  "
                  "exists i: Natural . i < length(a) && a[i] == x",
                  name.text.at);
    else if (near)
        diag_fix(r->parser.diags, d, name.span, near, "did you mean '%s'?", near);
}

/* What may stand behind a variable: x in response.body */
static void skip_path(Reader *r)
{
    while (parser_is(&r->parser, ".") && parser_ahead(&r->parser, 1)->kind == TOKEN_NAME)
        for (int i = 0; i < 2; i++)
            parser_next(&r->parser);
}

const Type *read_language_type(Reader *r, struct assay_str name, Span span)
{
    const char *const *known = assay_language_names();

    for (; *known; known++)
        if (assay_str_equal(name, assay_str(*known)))
            return type_language(r->parser.arena, span, *known, assay_language(*known));
    return NULL;
}

static const Type *basic_type(Reader *r, Token name)
{
    const ReadTypeName *t = find_basic(r, name.text);

    if (!t)
        return NULL;
    return t->basic == READ_NATURAL ? natural(r, name.span)
           : t->basic == READ_EMPTY ? empty(r, name.span)
                                    : read_simple_type(r, name.span, t->kind);
}

/* The next word, or the words of a language's name: date-time. */
static Token type_name(Reader *r)
{
    Token name = parser_next(&r->parser);
    uint32_t at = r->parser.at;
    struct assay_str whole = name.text;

    while (parser_is(&r->parser, "-") &&
           parser_ahead(&r->parser, 1)->kind == TOKEN_NAME) {
        parser_next(&r->parser);
        whole =
            assay_str(read_text(r, "%s-%s", whole.at, parser_next(&r->parser).text.at));
        if (read_language_type(r, whole, name.span)) {
            name.text = whole;
            name.span = span_join(name.span, parser_last(&r->parser));
            at = r->parser.at;
        }
    }
    r->parser.at = at;
    return name;
}

static const Type *named_type(Reader *r)
{
    Token name = type_name(r);
    struct assay_arena *a = r->parser.arena;
    const Type *t = basic_type(r, name);
    Alias *alias = reader_alias(r, name.text);
    Resource *resource = reader_resource(r, name.text);

    if (!t && alias) {
        alias->uses++;
        t = type_alias(a, name.span, alias);
    } else if (!t && resource) {
        resource->uses++;
        t = type_resource(a, name.span, resource);
    } else if (!t) {
        t = read_language_type(r, name.text, name.span);
    }
    if (t)
        return t;
    unknown_type(r, name);
    if (reader_var(r, name.text))
        skip_path(r);
    return type_simple(a, name.span, TYPE_BAD);
}

/* ---- Languages in files. */

static struct assay_lang *compile_language(Reader *r, Token file, const char *path,
                                           const struct assay_buf *text)
{
    struct assay_lang_source source = {
        .name = path, .text = text->at, .len = text->len, .folder = r->folder};
    struct assay_lang *lang = NULL;
    enum assay_status status = assay_lang_new(&source, &lang);

    if (!status && read_grow(r->parser.arena, &r->languages.at, &r->languages.cap,
                             r->languages.count, sizeof lang))
        return r->languages.at[r->languages.count++] = lang;
    parser_report(&r->parser, DIAG_LANGUAGE, file.span,
                  "'%s' is no grammar; see: assay lang info %s", path, path);
    assay_lang_free(lang);
    return NULL;
}

static const Type *language_in_file(Reader *r)
{
    Token file;
    struct assay_buf path, text;
    struct assay_lang *lang = NULL;
    const char *name = "";

    if (!parser_expect_kind(&r->parser, TOKEN_STRING,
                            "the file of a language, \"x.lang\"", &file))
        return type_simple(r->parser.arena, parser_last(&r->parser), TYPE_BAD);
    assay_buf_init(&path, NULL, 4096);
    assay_buf_init(&text, NULL, LANGUAGE_FILE_MAX);
    if (r->folder && file.text.at[0] != '/')
        assay_buf_printf(&path, "%s/", r->folder);
    assay_buf_puts(&path, file.text.at);
    if (!path.status && !assay_file_read(path.at, &text))
        lang = compile_language(r, file, path.at, &text);
    else
        parser_report(&r->parser, DIAG_LANGUAGE, file.span, "'%s' cannot be read",
                      path.at);
    if (lang)
        name = read_copy(r, file.text);
    assay_buf_done(&path);
    assay_buf_done(&text);
    return lang ? type_language(r->parser.arena, file.span, name, lang)
                : type_simple(r->parser.arena, file.span, TYPE_BAD);
}

/* ---- Objects. */

static void refuse_double(Reader *r, const ReadFields *fields, const char *name,
                          Span span)
{
    for (uint32_t i = 0; i < fields->count; i++) {
        Diagnostic *d;
        if (strcmp(fields->at[i].name, name) != 0)
            continue;
        d = parser_report(&r->parser, DIAG_DUPLICATE_FIELD, span,
                          "the type has a field '%s' already", name);
        if (d)
            diag_related(r->parser.diags, d, fields->at[i].span, "it is here");
    }
}

/* Names end where a zero is. */
static void refuse_zero(Reader *r, Token name)
{
    if (strlen(name.text.at) == name.text.len)
        return;
    parser_report(&r->parser, DIAG_CHARACTER, name.span,
                  "the name of a field cannot have the character U+0000");
}

const char *read_field_name(Reader *r, Span *ret_span)
{
    Token name;

    if (parser_is_kind(&r->parser, TOKEN_STRING) ||
        parser_is_kind(&r->parser, TOKEN_NAME)) {
        name = parser_next(&r->parser);
        *ret_span = name.span;
        refuse_zero(r, name);
        return read_copy(r, name.text);
    }
    parser_expected(&r->parser, "the name of a field");
    return NULL;
}

static void field(Reader *r, void *ctx)
{
    ReadFields *fields = ctx;
    TypeField f = {.optional = parser_accept(&r->parser, "?")};

    f.name = read_field_name(r, &f.span);
    if (!f.name || !parser_expect(&r->parser, ":"))
        return;
    f.type = read_type(r);
    refuse_double(r, fields, f.name, f.span);
    if (!read_grow(r->parser.arena, &fields->at, &fields->cap, fields->count, sizeof f))
        r->parser.diags->no_memory = true;
    else
        fields->at[fields->count++] = f;
}

static const Type *object(Reader *r)
{
    Span open = parser_last(&r->parser);
    ReadFields fields = {.outer = r->fields};
    const Type *of;

    if (parser_accept(&r->parser, "*")) {
        parser_expect(&r->parser, ":");
        of = read_type(r);
        parser_expect(&r->parser, "}");
        return type_of(r->parser.arena, span_join(open, parser_last(&r->parser)),
                       TYPE_MAP, of);
    }
    r->fields = &fields;
    read_list(r, "}", field, &fields);
    r->fields = fields.outer;
    return type_object(r->parser.arena, span_join(open, parser_last(&r->parser)),
                       fields.at, fields.count);
}

/* ---- Brackets. */

static const Type *only(Reader *r)
{
    Span open = parser_last(&r->parser);
    const Term *value = read_term(r);
    const Type *of = parser_accept(&r->parser, ":") ? read_type(r) : NULL;

    parser_expect(&r->parser, "]");
    return type_only(r->parser.arena, span_join(open, parser_last(&r->parser)), value,
                     of);
}

/* The condition behind `where`, with the variable visible. */
static const Type *refinement(Reader *r, Span open, const Binding *var)
{
    ReadScope frame = {var, r->scope};
    const Term *where;

    if (!var) {
        r->parser.diags->no_memory = true;
        return NULL;
    }
    read_warn_hidden(r, var);
    r->scope = &frame;
    where = read_term(r);
    r->scope = frame.outer;
    parser_expect(&r->parser, ")");
    return type_refine(r->parser.arena, span_join(open, parser_last(&r->parser)), var,
                       where);
}

static const Type *bound(Reader *r, Span open)
{
    Span span = parser_peek(&r->parser)->span;
    const char *name = read_new_name(r, "a name", &span);
    const Type *of;

    parser_expect(&r->parser, ":");
    of = read_type(r);
    parser_expect(&r->parser, "where");
    return refinement(r, open, binding_new(r->parser.arena, name ? name : "", of, span));
}

/* ---- Functions: (T x, U) -> V. Parameters may have no name. */

#define PARAMETERS_MAX 32

/* Whether the type that was read is one of a parameter. */
static bool is_parameter_end(const Reader *r)
{
    return parser_is(&r->parser, ",") || parser_is_kind(&r->parser, TOKEN_NAME) ||
           (parser_is(&r->parser, ")") && parser_ahead_is(&r->parser, 1, "->"));
}

static const Type *function_parameters(Reader *r, Span open, const Binding **params,
                                       uint32_t count, const Type *type);

/* T x where e is (x: T where e) x. */
static const Binding *refined_parameter(Reader *r, const Binding *var)
{
    ReadScope frame = {var, r->scope};
    const Term *where;
    const Type *type;

    r->scope = &frame;
    where = read_term(r);
    r->scope = frame.outer;
    type =
        type_refine(r->parser.arena, span_join(var->type->span, where->span), var, where);
    return type ? binding_new(r->parser.arena, var->name, type, var->span) : NULL;
}

/* What follows the type of a parameter, which is visible in it. */
static const Type *behind_parameter(Reader *r, Span open, const Binding **params,
                                    uint32_t count, const Type *type)
{
    Token name = {.text = assay_str("")};
    ReadScope frame = {.outer = r->scope};
    const Type *t;

    if (parser_is_kind(&r->parser, TOKEN_NAME))
        name = parser_next(&r->parser);
    frame.var = binding_new(r->parser.arena, read_copy(r, name.text), type, name.span);
    if (frame.var && name.text.len > 0 && parser_accept(&r->parser, "where"))
        frame.var = refined_parameter(r, frame.var);
    if (!frame.var || count == PARAMETERS_MAX) {
        parser_error(&r->parser, DIAG_TOO_LONG, open, "there are more than %d parameters",
                     PARAMETERS_MAX);
        return type_simple(r->parser.arena, open, TYPE_BAD);
    }
    params[count++] = frame.var;
    r->scope = &frame;
    t = parser_accept(&r->parser, ",")
            ? function_parameters(r, open, params, count, read_type(r))
            : function_parameters(r, open, params, count, NULL);
    r->scope = frame.outer;
    return t;
}

/* The next parameter, whose type was read; NULL: there are no more. */
static const Type *function_parameters(Reader *r, Span open, const Binding **params,
                                       uint32_t count, const Type *type)
{
    const Type *result;

    if (type)
        return behind_parameter(r, open, params, count, type);
    if (!parser_expect(&r->parser, ")") || !parser_expect(&r->parser, "->"))
        return type_simple(r->parser.arena, open, TYPE_BAD);
    result = read_operand_type(r);
    return type_function(r->parser.arena, span_join(open, result->span), params, count,
                         result);
}

static const Type *function_type(Reader *r, Span open, const Type *first)
{
    const Binding *params[PARAMETERS_MAX];

    return function_parameters(r, open, params, 0, first);
}

static const Type *parenthesised(Reader *r)
{
    Span open = parser_last(&r->parser);
    const Type *of;

    if (parser_is_kind(&r->parser, TOKEN_NAME) && parser_ahead_is(&r->parser, 1, ":"))
        return bound(r, open);
    if (r->own->function_types && parser_is(&r->parser, ")"))
        return function_type(r, open, NULL);
    of = read_type(r);
    if (parser_accept(&r->parser, "where"))
        return refinement(r, open, binding_new(r->parser.arena, "_", of, span_nowhere()));
    if (r->own->function_types && is_parameter_end(r))
        return function_type(r, open, of);
    parser_expect(&r->parser, ")");
    return of;
}

/* A value where a type is wanted: what is meant is plain. */
static const Type *literal_type(Reader *r)
{
    Token token = parser_next(&r->parser);
    struct assay_str written = diag_text(r->parser.diags, token.span);
    const char *only =
        read_text(r, "[%.*s]", (int)(written.len < 100 ? written.len : 100), written.at);
    Diagnostic *d =
        parser_report(&r->parser, DIAG_SYNTAX, token.span, "expected a type, not %s",
                      parser_describe(&r->parser, &token));

    if (d)
        diag_fix(r->parser.diags, d, token.span, only,
                 "the type of one value is in brackets: %s", only);
    return type_simple(r->parser.arena, token.span, TYPE_BAD);
}

static const Type *base(Reader *r)
{
    const Token *next = parser_peek(&r->parser);
    Span here = next->span;

    if (parser_accept(&r->parser, "{"))
        return object(r);
    if (parser_accept(&r->parser, "["))
        return only(r);
    if (parser_accept(&r->parser, "("))
        return parenthesised(r);
    if (parser_accept(&r->parser, "language"))
        return language_in_file(r);
    if (parser_is_kind(&r->parser, TOKEN_NAME))
        return named_type(r);
    if (next->kind == TOKEN_STRING || next->kind == TOKEN_INTEGER)
        return literal_type(r);
    parser_expected(&r->parser, "a type");
    return type_simple(r->parser.arena, here, TYPE_BAD);
}

/* ---- Operators. */

static const Type *arrays(Reader *r)
{
    Span start = parser_peek(&r->parser)->span;
    const Type *t = read_good_type(r, base(r));
    uint32_t row = r->parser.row;

    while (parser_is(&r->parser, "[") && parser_ahead_is(&r->parser, 1, "]") &&
           parser_lengthen(&r->parser)) {
        parser_next(&r->parser);
        parser_next(&r->parser);
        t = read_good_type(r, type_of(r->parser.arena,
                                      span_join(start, parser_last(&r->parser)),
                                      TYPE_ARRAY, t));
    }
    r->parser.row = row;
    return t;
}

const Type *read_operand_type(Reader *r)
{
    Span mark = parser_peek(&r->parser)->span;
    const Type *t;

    if (!parser_enter(&r->parser))
        return read_good_type(r, type_simple(r->parser.arena, mark, TYPE_BAD));
    if (parser_accept(&r->parser, "!")) {
        t = read_operand_type(r);
        t = type_of(r->parser.arena, span_join(mark, t->span), TYPE_NOT, t);
    } else {
        t = arrays(r);
    }
    parser_leave(&r->parser);
    return read_good_type(r, t);
}

typedef struct {
    const Type **at;
    uint32_t count, cap;
} TypeList;

static void add_type(Reader *r, TypeList *list, const Type *t)
{
    if (!read_grow(r->parser.arena, &list->at, &list->cap, list->count, sizeof t))
        r->parser.diags->no_memory = true;
    else
        list->at[list->count++] = t;
}

/* Types joined by a mark, as one. */
static const Type *joined(Reader *r, const char *mark, TypeKind kind,
                          const Type *(*part)(Reader *r))
{
    TypeList list = {0};
    const Type *first = part(r);

    if (!parser_is(&r->parser, mark))
        return first;
    add_type(r, &list, first);
    while (parser_accept(&r->parser, mark))
        add_type(r, &list, part(r));
    if (list.count < 2)
        return first;
    return read_good_type(r,
                          type_list(r->parser.arena,
                                    span_join(first->span, list.at[list.count - 1]->span),
                                    kind, list.at, list.count));
}

static const Type *both(Reader *r)
{
    return joined(r, "&", TYPE_BOTH, read_operand_type);
}

static const Type *choice(Reader *r)
{
    Span open = parser_last(&r->parser);
    const Term *test = read_term(r);
    const Type *then, *other;

    parser_expect(&r->parser, "then");
    then = read_type(r);
    parser_expect(&r->parser, "else");
    other = read_type(r);
    return read_good_type(
        r, type_if(r->parser.arena, span_join(open, other->span), test, then, other));
}

const Type *read_type(Reader *r)
{
    Span here = parser_peek(&r->parser)->span;
    const Type *t;

    if (!parser_enter(&r->parser))
        return read_good_type(r, type_simple(r->parser.arena, here, TYPE_BAD));
    if (parser_accept(&r->parser, "if"))
        t = choice(r);
    else
        t = joined(r, "|", TYPE_UNION, both);
    parser_leave(&r->parser);
    return t;
}
