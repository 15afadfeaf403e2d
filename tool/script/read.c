/*
 * Reading programs:
 *
 *     program     = { declaration }
 *     declaration = "specification" string "of" string [ ";" ]
 *                 | "type" name "=" type ";"
 *                 | [ "var" ] type name [ "where" term ] "=" term ";"
 *                 | [ "async" ] type name "(" parameters ")" [ "decreases" term ] block
 *                 | "function" name "(" parameters ")" [ ":" type ] [ "decreases" term ]
 *                   "{" term "}"
 *                 | "external" [ "async" ] type name "(" parameters ")"
 *                   [ "from" string ] [ "as" name ] ";"
 *     parameters  = [ type name [ "where" term ] { "," ... } ]
 *
 * All names are known before anything is read: a first pass over the tokens finds where
 * each declaration begins and what it is called. Then types are read, then the heads of
 * functions, then globals, then bodies. The type of a function's result is written before
 * its parameters but may speak of them, so it is read after them.
 *
 * An error ends a declaration; the next one is read as if nothing had happened.
 */
#include "script/read.h"
#include "script/shape.h"
#include "term/cycles.h"
#include <string.h>

static const char *const marks[] = {
    "<=>", "==>", "=>", "||", "&&", "|", "&",  "==", "!=", "<=", "<",  ">=", ">", "++=",
    "++",  "+=",  "+",  "->", "-=", "-", "*=", "*",  "/=", "/",  "%=", "%",  "!", "?",
    ":",   ".",   ",",  ";",  "(",  ")", "[",  "]",  "{",  "}",  "=",  NULL,
};

static const LexRules words = {
    .marks = marks,
    .line_comments = true,
    .block_comments = true,
    .templates = true,
};

static const ReadTypeName types[] = {
    {"any", "Any", TYPE_ANY, READ_SIMPLE},
    {"int", "Integer", TYPE_INTEGER, READ_SIMPLE},
    {"number", "Number", TYPE_NUMBER, READ_SIMPLE},
    {"string", "String", TYPE_STRING, READ_SIMPLE},
    {"boolean", "Boolean", TYPE_BOOLEAN, READ_SIMPLE},
    {"void", NULL, TYPE_VOID, READ_SIMPLE},
    {"nat", "Natural", TYPE_INTEGER, READ_NATURAL},
    {"empty", "Empty", TYPE_ANY, READ_EMPTY},
    {NULL, NULL, TYPE_BAD, READ_SIMPLE},
};

static const char *const reserved[] = {
    "undefined", "await",    "synch",     "async",  "return", "while",
    "for",       "inv",      "of",        "var",    "type",   "mkarray",
    "function",  "external", "decreases", "void",   "int",    "nat",
    "boolean",   "string",   "any",       "number", NULL,
};

/* What people write where a type is wanted. */
static const char *type_hint(struct assay_str name)
{
    static const struct {
        const char *name, *hint;
    } hints[] = {
        {"let", "a variable is declared with its type: int x = 0;"},
        {"const", "a variable is declared with its type: int x = 0;"},
        {"var", "a variable is declared with its type: int x = 0;"},
        {"integer", "the type of integers is int"},
        {"bool", "the type of true and false is boolean"},
        {"float", "there are no numbers but integers to calculate with: int"},
        {"double", "there are no numbers but integers to calculate with: int"},
        {"object", "the type of all objects is {}"},
        {"Array", "the type of arrays of T is T[]"},
    };

    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (assay_str_equal(name, assay_str(hints[i].name)))
            return hints[i].hint;
    return NULL;
}

static const ReadDialect dialect = {
    .words = &words,
    .types = types,
    .reserved = reserved,
    .function_types = true,
    .type_hint = type_hint,
    .operand = script_read_operand,
};

typedef enum {
    DECL_IMPORT,
    DECL_TYPE,
    DECL_GLOBAL,
    DECL_FUNCTION,
    DECL_PURE,
    DECL_EXTERNAL
} DeclKind;

/* Where a declaration is, by its tokens. */
typedef struct {
    DeclKind kind;
    uint32_t start, name, end; /* the end is behind it */
    ScriptFunction *function;
    ScriptGlobal *global;
    Alias *alias;
} Decl;

typedef struct {
    Decl *at;
    uint32_t count, cap;
} Decls;

/* ---- Tokens. */

static const Token *token(const Script *s, uint32_t at)
{
    return &s->reader.parser.tokens[at];
}

static bool is(const Script *s, uint32_t at, const char *text)
{
    const Token *t = token(s, at);

    return (t->kind == TOKEN_MARK || t->kind == TOKEN_NAME) &&
           assay_str_equal(t->text, assay_str(text));
}

static bool is_end(const Script *s, uint32_t at)
{
    return token(s, at)->kind == TOKEN_END;
}

static int nesting(const Script *s, uint32_t at)
{
    if (token(s, at)->kind != TOKEN_MARK)
        return 0;
    if (is(s, at, "(") || is(s, at, "[") || is(s, at, "{"))
        return 1;
    return is(s, at, ")") || is(s, at, "]") || is(s, at, "}") ? -1 : 0;
}

uint32_t script_closing(const Script *s, uint32_t at)
{
    int depth = 0;

    for (; !is_end(s, at); at++) {
        depth += nesting(s, at);
        if (depth <= 0)
            return at;
    }
    return at;
}

/* Whether a token can be the last of a type. */
static bool ends_type(const Script *s, uint32_t at)
{
    const Token *t = token(s, at);

    if (t->kind == TOKEN_NAME)
        return !read_is_word(t->text) && !is(s, at, "async") && !is(s, at, "var") &&
               !is(s, at, "external") && !is(s, at, "await") && !is(s, at, "synch") &&
               !is(s, at, "return") && !is(s, at, "of");
    return t->kind == TOKEN_STRING || is(s, at, ")") || is(s, at, "]") || is(s, at, "}");
}

uint32_t script_declared_name(const Script *s, uint32_t from)
{
    for (uint32_t at = from; !is_end(s, at) && !is(s, at, ";"); at++) {
        if (nesting(s, at) < 0)
            return 0;
        if (at > from && token(s, at)->kind == TOKEN_NAME && ends_type(s, at - 1) &&
            (is(s, at + 1, "=") || is(s, at + 1, "(") || is(s, at + 1, "where") ||
             is(s, at + 1, ";")))
            return at;
        if (nesting(s, at) > 0)
            at = script_closing(s, at);
        if (is_end(s, at))
            return 0;
    }
    return 0;
}

/* ---- Finding declarations. */

static const char *const starts[] = {"specification", "type",     "var", "async",
                                     "function",      "external", NULL};

static bool is_start(const Script *s, uint32_t at)
{
    for (const char *const *word = starts; *word; word++)
        if (is(s, at, *word))
            return true;
    return false;
}

/* Behind the next ; or before what begins a declaration. */
static uint32_t behind_statement(const Script *s, uint32_t at)
{
    for (at++; !is_end(s, at); at++) {
        if (is(s, at, ";"))
            return at + 1;
        if (is_start(s, at) && token(s, at)->kind == TOKEN_NAME)
            return at;
        if (nesting(s, at) > 0)
            at = script_closing(s, at);
        if (is_end(s, at))
            break;
    }
    return at;
}

/* Behind the body of a function whose parameters open at `at`. */
static uint32_t behind_body(const Script *s, uint32_t at)
{
    for (at = script_closing(s, at); !is_end(s, at); at++) {
        if (is(s, at, ";"))
            return at + 1;
        if (is(s, at, "{")) {
            at = script_closing(s, at);
            return is_end(s, at) ? at : at + 1;
        }
    }
    return at;
}

static void find_declaration(const Script *s, Decl *d)
{
    uint32_t at = d->start;

    d->name = at + 1;
    if (is(s, at, "specification")) {
        d->kind = DECL_IMPORT;
        for (d->end = at + 1; !is_end(s, d->end) && d->end < at + 4; d->end++)
            if (is_start(s, d->end))
                return;
        d->end += is(s, d->end, ";");
        return;
    }
    if (is(s, at, "type") || is(s, at, "function")) {
        d->kind = is(s, at, "type") ? DECL_TYPE : DECL_PURE;
        d->end = d->kind == DECL_TYPE ? behind_statement(s, at) : behind_body(s, at + 2);
        return;
    }
    d->name = script_declared_name(s, at + (is(s, at, "var") || is(s, at, "async")));
    if (is(s, at, "external")) {
        d->kind = DECL_EXTERNAL;
        d->end = behind_statement(s, d->name ? script_closing(s, d->name + 1) : at);
    } else if (d->name && is(s, d->name + 1, "(")) {
        d->kind = DECL_FUNCTION;
        d->end = behind_body(s, d->name + 1);
    } else {
        d->kind = DECL_GLOBAL;
        d->end = behind_statement(s, at);
    }
}

static bool find_declarations(Script *s, Decls *decls)
{
    Parser *p = &s->reader.parser;

    for (uint32_t at = 0; !is_end(s, at);) {
        Decl d = {.start = at};
        if (is(s, at, ";")) {
            at++;
            continue;
        }
        find_declaration(s, &d);
        if (!read_grow(p->arena, &decls->at, &decls->cap, decls->count, sizeof d))
            return false;
        decls->at[decls->count++] = d;
        at = d.end > at ? d.end : at + 1;
    }
    return true;
}

/* ---- Names. */

static ScriptFunction *new_function(Script *s, ScriptKind kind, const char *name,
                                    Span span)
{
    ScriptFunction *f = assay_arena_new(s->reader.parser.arena, 1, sizeof *f);

    if (!f) {
        s->reader.parser.diags->no_memory = true;
        return NULL;
    }
    f->function.name = name;
    f->function.span = span;
    f->kind = kind;
    f->span = f->start = span;
    return f;
}

ScriptFunction *script_new_call(Script *s, ScriptKind kind, const char *name, Span span)
{
    ScriptFunction *f = new_function(s, kind, name, span);

    return f && read_add(&s->reader, &s->calls, &s->ncalls, &s->calls_cap, f) ? f : NULL;
}

static const ScriptFunction *find_function(const Script *s, const char *name)
{
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (strcmp(s->functions[i]->function.name, name) == 0)
            return s->functions[i];
    return NULL;
}

/* The parameters in parentheses that open at `at`: types call functions before the heads
 * of these are read. */
static uint32_t count_params(const Script *s, uint32_t at)
{
    uint32_t close = script_closing(s, at), count = close > at + 1;

    for (at++; at < close; at++) {
        count += is(s, at, ",");
        if (nesting(s, at) > 0)
            at = script_closing(s, at);
    }
    return count;
}

static void add_function(Script *s, Decl *d, ScriptKind kind, const char *name, Span span)
{
    Reader *r = &s->reader;
    const ScriptFunction *first = find_function(s, name);

    d->function = new_function(s, kind, name, span);
    if (first)
        read_refuse_second(r, span, name, first->function.span);
    if (first || !d->function)
        return;
    d->function->function.count = count_params(s, d->name + 1);
    d->function->sound = true;
    read_add(r, &s->functions, &s->nfunctions, &s->functions_cap, d->function);
    read_add(r, &r->functions.at, &r->functions.count, &r->functions.cap,
             &d->function->function);
}

static void add_type(Script *s, Decl *d, const Token *name)
{
    Reader *r = &s->reader;
    const Alias *first = reader_alias(r, name->text);

    if (read_is_basic_type(r, name->text))
        parser_report(&r->parser, DIAG_RESERVED, name->span,
                      "'%s' is a type of the language", name->text.at);
    else if (first)
        read_refuse_second(r, name->span, name->text.at, first->span);
    else
        d->alias = reader_add_alias(r, read_copy(r, name->text), name->span);
}

static void add_name(Script *s, Decl *d)
{
    static const ScriptKind kinds[] = {[DECL_FUNCTION] = SCRIPT_PLAIN,
                                       [DECL_PURE] = SCRIPT_PURE,
                                       [DECL_EXTERNAL] = SCRIPT_EXTERNAL};
    const Token *name = token(s, d->name);

    if (d->name == 0 || name->kind != TOKEN_NAME ||
        reader_is_word(&s->reader, name->text))
        return; /* reported when it is read */
    if (d->kind == DECL_TYPE)
        add_type(s, d, name);
    else if (d->kind == DECL_FUNCTION || d->kind == DECL_PURE || d->kind == DECL_EXTERNAL)
        add_function(s, d, kinds[d->kind], read_copy(&s->reader, name->text), name->span);
}

/* ---- Scopes. */

void script_show_var(Script *s, const Binding *var)
{
    ReadScope *frame = assay_arena_new(s->reader.parser.arena, 1, sizeof *frame);

    if (!frame || !var) {
        s->reader.parser.diags->no_memory = true;
        return;
    }
    *frame = (ReadScope){var, s->reader.scope};
    s->reader.scope = frame;
}

const Term *script_read_condition(Script *s)
{
    bool outer = s->in_spec;
    const Term *t;

    s->in_spec = true;
    t = read_term(&s->reader);
    s->in_spec = outer;
    return t;
}

static const Type *read_spec_type(Script *s)
{
    bool outer = s->in_spec;
    const Type *t;

    s->in_spec = true;
    t = read_type(&s->reader);
    s->in_spec = outer;
    return t;
}

/* A condition behind which = may follow. */
static const Term *read_where(Script *s)
{
    Reader *r = &s->reader;
    const Operator *all = r->loose.operators;
    Operator some[READ_OPERATORS];
    uint32_t count = 0;
    const Term *t;

    for (const Operator *o = all; o->text; o++)
        if (strcmp(o->text, "=") != 0)
            some[count++] = *o;
    some[count] = (Operator){.text = NULL};
    r->loose.operators = some;
    t = script_read_condition(s);
    r->loose.operators = all;
    return t;
}

/* T x where e is (x: T where e) x. */
static const Type *refined(Script *s, const Type *type, const char *name, Span span)
{
    Reader *r = &s->reader;
    const Binding *var = binding_new(r->parser.arena, name, type, span);
    const ReadScope *outer = r->scope;
    const Term *where;

    if (!parser_accept(&r->parser, "where"))
        return type;
    script_show_var(s, var);
    where = read_where(s);
    r->scope = outer;
    return read_good_type(r, type_refine(r->parser.arena,
                                         span_join(type->span, parser_last(&r->parser)),
                                         var, where));
}

/* Two variables of one block, or parameters of one function, have different names. */
static bool refuse_again(Script *s, const Binding *var)
{
    for (const ReadScope *f = s->reader.scope; f && f != s->block; f = f->outer)
        if (strcmp(f->var->name, var->name) == 0) {
            read_refuse_second(&s->reader, var->span, var->name, f->var->span);
            return true;
        }
    return false;
}

const Binding *script_read_binding(Script *s, const Type *type, const char *what)
{
    Reader *r = &s->reader;
    Span span;
    const char *name = read_new_name(r, what, &span);
    const Binding *var;

    if (!name)
        return NULL;
    var = binding_new(r->parser.arena, name, refined(s, type, name, span), span);
    if (var && !refuse_again(s, var))
        read_warn_hidden(r, var);
    return var;
}

/* ---- Types. */

static void begin(Script *s, const Decl *d)
{
    s->reader.parser.at = d->start;
    s->reader.parser.panic = false;
    s->inside = NULL;
    s->in_spec = true;
}

static void read_type_declaration(Script *s, Decl *d)
{
    Reader *r = &s->reader;
    Span span;
    const Type *type;

    begin(s, d);
    parser_next(&r->parser);
    if (!read_new_name(r, "the name of a type", &span) || !parser_expect(&r->parser, "="))
        return;
    type = read_type(r);
    if (d->alias)
        d->alias->type = type;
    parser_expect(&r->parser, ";");
}

/* ---- Heads of functions. */

typedef struct {
    const Binding **at;
    uint32_t count, cap;
} Params;

/* Calls of a parameter that is a function refer to a function of its own. */
static void add_callable(Script *s, const Binding *param)
{
    const Type *t = type_resolve(param->type);
    ScriptFunction *f;

    if (t->kind != TYPE_FUNCTION)
        return;
    f = script_new_call(s, SCRIPT_VALUE, param->name, param->span);
    if (!f)
        return;
    f->value = param;
    f->function.params = t->as.function.params;
    f->function.count = t->as.function.count;
    f->function.result = t->as.function.result;
    f->sound = true;
}

/* Where a type should stand: `name: type`, as TypeScript has it. */
static bool refuse_colon(Script *s)
{
    Parser *p = &s->reader.parser;
    const Token *name = parser_peek(p), *type = parser_ahead(p, 2);
    Diagnostic *d;

    if (name->kind != TOKEN_NAME || !parser_ahead_is(p, 1, ":"))
        return false;
    d = parser_error(p, DIAG_SYNTAX, parser_ahead(p, 1)->span,
                     "the type of a parameter stands before its name");
    if (d)
        diag_note(p->diags, d, "help", "write '%s%s %s'",
                  type->kind == TOKEN_NAME ? type->text.at : "int",
                  parser_ahead_is(p, 3, "[") ? "[]" : "", name->text.at);
    return true;
}

static bool read_params(Script *s, ScriptFunction *f)
{
    Reader *r = &s->reader;
    Params params = {0};
    const Binding *var;

    if (!parser_expect(&r->parser, "("))
        return false;
    while (!parser_is(&r->parser, ")")) {
        if (params.count > 0 && !parser_expect(&r->parser, ","))
            return false;
        if (refuse_colon(s))
            return false;
        var = script_read_binding(s, read_spec_type(s), "the name of a parameter");
        if (!var || r->parser.panic)
            return false;

        if (!read_add(r, &params.at, &params.count, &params.cap, var))
            return false;
        script_show_var(s, var);
        add_callable(s, var);
    }
    parser_next(&r->parser);
    f->function.params = params.at;
    return params.count == f->function.count;
}

/* The type of the result, which ends before the name. */
static bool read_result(Script *s, ScriptFunction *f, const Decl *d)
{
    Parser *p = &s->reader.parser;
    uint32_t behind = p->at;

    p->at = d->start + is(s, d->start, "external");
    f->async = parser_accept(p, "async");
    f->function.result = read_spec_type(s);
    if (!p->panic && p->at != d->name)
        parser_expected(p, "the name of a function");
    p->at = behind;
    return !p->panic;
}

static void make_value(Script *s, ScriptFunction *f)
{
    struct assay_arena *a = s->reader.parser.arena;
    const Type *t = type_function(a, f->span, f->function.params, f->function.count,
                                  f->function.result);

    f->value = t ? binding_new(a, f->function.name, t, f->function.span) : NULL;
    if (!f->value)
        s->reader.parser.diags->no_memory = true;
}

static void read_origin(Script *s, ScriptFunction *f)
{
    Reader *r = &s->reader;
    Token name;

    f->foreign = f->function.name;
    if (parser_accept(&r->parser, "from") &&
        parser_expect_kind(&r->parser, TOKEN_STRING, "a module, \"node:fs\"", &name))
        f->module = read_copy(r, name.text);
    if (parser_accept(&r->parser, "as") &&
        parser_expect_kind(&r->parser, TOKEN_NAME, "the name it has there", &name))
        f->foreign = read_copy(r, name.text);
    parser_expect(&r->parser, ";");
}

static void read_clauses(Script *s, ScriptFunction *f)
{
    Parser *p = &s->reader.parser;

    if (f->kind == SCRIPT_PURE && parser_accept(p, ":"))
        f->function.result = read_spec_type(s);
    if (parser_accept(p, "decreases"))
        f->decreases = script_read_condition(s);
    if (f->kind == SCRIPT_EXTERNAL)
        read_origin(s, f);
}

static void read_head(Script *s, Decl *d)
{
    Parser *p = &s->reader.parser;
    ScriptFunction *f = d->function;
    const ReadScope *outer = s->reader.scope;

    begin(s, d);
    p->at = d->name;
    parser_next(p);
    f->start = token(s, d->start)->span;
    s->inside = f;
    s->block = outer;
    f->sound = read_params(s, f);
    f->span = span_join(f->start, parser_last(p));
    if (f->sound && f->kind != SCRIPT_PURE)
        f->sound = read_result(s, f, d);
    if (f->sound)
        read_clauses(s, f);
    f->sound &= !p->panic;
    d->start = p->at; /* the body, where it goes on */
    if (f->sound && f->kind != SCRIPT_PURE)
        make_value(s, f);
    s->inside = NULL;
    s->reader.scope = outer;
}

/* ---- Globals. */

static void read_global(Script *s, Decl *d)
{
    Reader *r = &s->reader;
    ScriptGlobal *g = assay_arena_new(r->parser.arena, 1, sizeof *g);
    const Type *type;

    begin(s, d);
    if (!g) {
        r->parser.diags->no_memory = true;
        return;
    }
    if (d->name == 0) {
        parser_expected(&r->parser,
                        "a declaration: type, function, specification, or T name");
        return;
    }
    parser_accept(&r->parser, "var");
    type = read_spec_type(s);
    g->var =
        r->parser.panic ? NULL : script_read_binding(s, type, "the name of a variable");
    if (!g->var)
        return;
    g->span = g->var->span;

    if (!read_add(r, &s->globals, &s->nglobals, &s->globals_cap, g))
        return;
    script_show_var(s, g->var);
    d->global = g;
    d->start = r->parser.at;
}

/* Its value may call functions and speak of the globals before it. */
static void read_value(Script *s, Decl *d)
{
    Reader *r = &s->reader;

    begin(s, d);
    s->in_spec = false;
    if (!parser_expect(&r->parser, "="))
        return;
    d->global->value = read_term(r);
    if (!r->parser.panic)
        parser_expect(&r->parser, ";");
}

/* ---- Bodies. */

static void show_params(Script *s, const ScriptFunction *f)
{
    for (uint32_t i = 0; i < f->function.count; i++)
        script_show_var(s, f->function.params[i]);
}

static void read_body(Script *s, Decl *d)
{
    Parser *p = &s->reader.parser;
    ScriptFunction *f = d->function;
    const ReadScope *outer = s->reader.scope;

    if (!f->sound || f->kind == SCRIPT_EXTERNAL)
        return;
    begin(s, d);
    s->inside = f;
    s->in_spec = f->kind == SCRIPT_PURE;
    if (f->kind == SCRIPT_PURE)
        s->reader.scope = NULL; /* it is about its parameters alone */
    show_params(s, f);
    if (f->kind == SCRIPT_PLAIN) {
        f->body = script_read_block(s);
        f->end = parser_last(p);
    } else if (parser_expect(p, "{")) {
        f->function.body = read_term(&s->reader);
        parser_expect(p, "}");
    }
    s->inside = NULL;
    s->reader.scope = outer;
}

/* ---- The whole. */

static const char *unknown_hint(struct assay_str name)
{
    static const struct {
        const char *name, *hint;
    } hints[] = {
        {"let", "a variable is declared with its type: int x = 0;"},
        {"const", "a variable is declared with its type: int x = 0;"},
        {"console", "functions of JavaScript are declared: external void log(any x);"},
        {"NaN", "there are no numbers but integers to calculate with"},
        {"this", "there are no methods"},
        {"break", "there is no break: say it in the condition of the loop, or return"},
        {"continue", "there is no continue: use if"},
        {"return",
         "what stands behind 'function' is one term; a function with statements "
         "begins with its type: int f(int x) { return x; }"},
        {"Math", "functions of JavaScript are declared: external int abs(int x);"},
        {"print", "functions of JavaScript are declared: external void print(any x);"},
        {"parseInt",
         "functions of JavaScript are declared: external int parseInt(string s);"},
        {"switch", "there is no switch: use if and else"},
        {"do", "there is no do: use while"},
        {"try", "there are no exceptions: return what tells that something went wrong"},
        {"throw", "there are no exceptions: return what tells that something went wrong"},
        {"new", "an array of n times x is mkarray(x, n), an object {a = 1}"},
        {"typeof", "whether x is an integer is asked by  x in int"},
        {"invariant", "an invariant of a loop is written  inv e"},
        {"assert", "what has to hold is a type: (ok: boolean where ok) x = e;"},
        {"assume", "what is known is a type, of a parameter: (x: int where x > 0) x"},
        {"push", "arrays keep their length; mkarray(x, n) is one of n times x"},
        {"pop", "arrays keep their length; mkarray(x, n) is one of n times x"},
    };

    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (assay_str_equal(name, assay_str(hints[i].name)))
            return hints[i].hint;
    return NULL;
}

static void each(Script *s, Decls *decls, DeclKind kind, void (*read)(Script *s, Decl *d))
{
    for (uint32_t i = 0; i < decls->count && !s->reader.parser.diags->no_memory; i++)
        if (decls->at[i].kind == kind)
            read(s, &decls->at[i]);
}

static void read_import(Script *s, Decl *d)
{
    begin(s, d);
    parser_next(&s->reader.parser);
    script_read_import(s);
}

static void read_named_head(Script *s, Decl *d)
{
    if (d->function) {
        read_head(s, d);
        return;
    }
    begin(s, d); /* it has no name: say so */
    s->reader.parser.at = d->name ? d->name : d->start;
    read_new_name(&s->reader, "the name of a function",
                  &(Span){s->reader.parser.tokens[d->name].span.source, 0, 0});
}

static void read_named_body(Script *s, Decl *d)
{
    if (d->function)
        read_body(s, d);
}

static void read_global_value(Script *s, Decl *d)
{
    if (d->global)
        read_value(s, d);
}

static void read_all(Script *s, Decls *decls)
{
    static const DeclKind functions[] = {DECL_FUNCTION, DECL_PURE, DECL_EXTERNAL};

    each(s, decls, DECL_IMPORT, read_import);
    for (uint32_t i = 0; i < decls->count; i++)
        add_name(s, &decls->at[i]);
    each(s, decls, DECL_TYPE, read_type_declaration);
    each(s, decls, DECL_GLOBAL, read_global);
    for (size_t i = 0; i < 3; i++)
        each(s, decls, functions[i], read_named_head);
    each(s, decls, DECL_GLOBAL, read_global_value);
    for (size_t i = 0; i < 3; i++)
        each(s, decls, functions[i], read_named_body);
}

bool script_read(Script *s, Diags *diags, uint32_t source, const char *folder,
                 struct assay_arena *arena)
{
    Decls decls = {0};

    *s = (Script){.request = NULL};
    if (!reader_init_own(&s->reader, diags, source, arena, &dialect))
        return false;
    s->reader.client = s;
    s->reader.unknown_hint = unknown_hint;
    s->reader.declares_functions = true;
    s->reader.folder = folder;
    if (!find_declarations(s, &decls) || !script_add_given_types(s))
        return false;
    read_all(s, &decls);
    read_find_cycles(&s->reader);
    script_check_shape(s);
    return !diags->no_memory;
}

void script_done(Script *s)
{
    for (uint32_t i = 0; i < s->nimports; i++)
        if (s->imports[i]->spec)
            rest_spec_done(s->imports[i]->spec);
    reader_done(&s->reader);
}

bool script_is_function_type(const Type *t)
{
    return type_resolve(t)->kind == TYPE_FUNCTION;
}
