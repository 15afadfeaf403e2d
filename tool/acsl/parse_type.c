/*
 * Types: those of C, of logic, and variables with them.
 *
 * A declarator is read around a name that may be missing: `int *p`, `int (*)[10]`. Arrays
 * of parameters are pointers, as in C.
 */
#include "acsl/parse.h"
#include <stdio.h>
#include <string.h>

/* ---- What begins a type. */

static bool is_one_of(struct assay_str word, const char *const *list)
{
    for (; *list; list++)
        if (assay_str_equal(word, assay_str(*list)))
            return true;
    return false;
}

static const char *const basic_words[] = {"void",   "char",   "short",    "int",
                                          "long",   "signed", "unsigned", "float",
                                          "double", "_Bool",  "bool",     NULL};
static const char *const other_words[] = {"struct",   "union",   "enum", "const",
                                          "volatile", "integer", "real", "boolean",
                                          "\\list",   "set",     NULL};

/* Types that are types only before a name: text t, texts all. */
static const char *const text_words[] = {"text", "texts", NULL};

static const TypeAlias *find_alias(const Reader *r, struct assay_str name)
{
    for (uint32_t i = 0; i < r->aliases.count; i++) {
        const TypeAlias *a = r->aliases.at[i];
        if (assay_str_equal(name, assay_str(a->name)))
            return a;
    }
    return NULL;
}

static bool is_logic_type(const Reader *r, struct assay_str name)
{
    for (uint32_t i = 0; i < r->types.count; i++)
        if (assay_str_equal(name, ((const Token *)r->types.at[i])->text))
            return true;
    return false;
}

static bool is_bound(const Reader *r, struct assay_str name)
{
    for (const Bound *b = r->scope; b; b = b->outer)
        if (assay_str_equal(name, assay_str(b->var->name)))
            return true;
    return false;
}

bool acsl_is_type(const Reader *r, uint32_t ahead)
{
    const Token *t = parser_ahead(&r->parser, ahead);

    if (t->kind != TOKEN_NAME)
        return false;
    if (assay_str_equal(t->text, assay_str("set")))
        return parser_ahead_is(&r->parser, ahead + 1, "<");
    if (is_one_of(t->text, basic_words) || is_one_of(t->text, other_words))
        return true;
    if (is_bound(r, t->text))
        return false;
    if (is_one_of(t->text, text_words)) {
        const Token *next = parser_ahead(&r->parser, ahead + 1);
        return cfront_typedef(r->unit, t->text.at) || is_logic_type(r, t->text) ||
               (next->kind == TOKEN_NAME && next->text.at[0] != '\\');
    }
    return cfront_typedef(r->unit, t->text.at) || is_logic_type(r, t->text);
}

/* ---- Base types. */

typedef struct {
    int longs, shorts, chars, ints, floats, doubles, signeds, unsigneds, bools, voids;
} Counts;

static void count_word(Counts *c, struct assay_str word)
{
    const struct {
        const char *word;
        int *count;
    } all[] = {
        {"long", &c->longs},     {"short", &c->shorts},       {"char", &c->chars},
        {"int", &c->ints},       {"float", &c->floats},       {"double", &c->doubles},
        {"signed", &c->signeds}, {"unsigned", &c->unsigneds}, {"_Bool", &c->bools},
        {"bool", &c->bools},     {"void", &c->voids}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (assay_str_equal(word, assay_str(all[i].word)))
            ++*all[i].count;
}

static const char *basic_name(const Counts *c)
{
    static const char *const names[][2] = {{"int", "unsigned int"},
                                           {"long", "unsigned long"},
                                           {"long long", "unsigned long long"},
                                           {"short", "unsigned short"}};

    if (c->voids)
        return "void";
    if (c->bools)
        return "_Bool";
    if (c->floats)
        return "float";
    if (c->doubles)
        return c->longs ? "long double" : "double";
    if (c->chars)
        return c->unsigneds ? "unsigned char" : c->signeds ? "signed char" : "char";
    if (c->shorts)
        return names[3][c->unsigneds > 0];
    return names[c->longs > 2 ? 2 : c->longs][c->unsigneds > 0];
}

/* unsigned long: words in any order. */
static const AcslSort *basic(Reader *r)
{
    Counts c = {0};
    Span span = parser_peek(&r->parser)->span;
    const CType *type;

    while (parser_is_kind(&r->parser, TOKEN_NAME)) {
        struct assay_str word = parser_peek(&r->parser)->text;
        if (is_one_of(word, basic_words))
            count_word(&c, word);
        else if (!assay_str_equal(word, assay_str("const")) &&
                 !assay_str_equal(word, assay_str("volatile")))
            break;
        parser_next(&r->parser);
    }
    type = cfront_basic(r->unit, basic_name(&c));
    if (type)
        return acsl_sort_c(r, type);
    acsl_wrong(r, DIAG_ACSL_TYPE, span, "there is no type '%s' here", basic_name(&c));
    return NULL;
}

static const AcslSort *tagged(Reader *r)
{
    Token word = parser_next(&r->parser), tag;
    CTypeKind kind = word.text.at[0] == 's'   ? C_STRUCT
                     : word.text.at[0] == 'u' ? C_UNION
                                              : C_ENUM;
    const CType *type;
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    if (!parser_expect_kind(&r->parser, TOKEN_NAME, "a tag", &tag))
        return NULL;
    type = cfront_record(r->unit, kind, tag.text.at);
    if (type)
        return acsl_sort_c(r, type);
    for (uint32_t i = 0; i < r->unit->nrecords; i++)
        if (r->unit->records[i]->kind == kind &&
            assay_str_resembles(tag.text, assay_str(r->unit->records[i]->tag), &nearest))
            near = r->unit->records[i]->tag;
    acsl_suggest(r,
                 acsl_wrong(r, DIAG_ACSL_TYPE, tag.span, "there is no '%s %s'",
                            word.text.at, tag.text.at),
                 tag.span, near);
    return NULL;
}

static void unknown_type(Reader *r, const Token *name)
{
    static const char *const logic[] = {"integer", "real", "boolean", NULL};
    bool alone = parser_is(&r->parser, ";") || parser_is(&r->parser, ",");
    Diagnostic *d =
        acsl_wrong(r, DIAG_ACSL_TYPE, name->span, "there is no type '%s'", name->text.at);
    const char *near = NULL;
    size_t nearest = SIZE_MAX;

    if (alone)
        acsl_note(r, d, "help", "a variable has a type: write 'integer %s'",
                  name->text.at);
    for (const char *const *t = logic; *t; t++)
        if (assay_str_resembles(name->text, assay_str(*t), &nearest))
            near = *t;
    for (const char *const *t = basic_words; *t; t++)
        if (assay_str_resembles(name->text, assay_str(*t), &nearest))
            near = *t;
    for (uint32_t i = 0; i < r->unit->ntypedefs; i++)
        if (assay_str_resembles(name->text, assay_str(r->unit->typedefs[i].name),
                                &nearest))
            near = r->unit->typedefs[i].name;
    acsl_suggest(r, d, name->span, alone ? NULL : near);
    r->parser.panic = true;
}

/* <T, U> behind a logic type; nested ones, too. */
static const AcslSort *arguments(Reader *r)
{
    const AcslSort *first = NULL, *s;

    if (!parser_accept(&r->parser, "<"))
        return NULL;
    do {
        s = acsl_type(r);
        first = first ? first : s;
    } while (s && parser_accept(&r->parser, ","));
    parser_expect(&r->parser, ">");
    return first;
}

/* The type of a typedef, written with it. */
static const CType *as_written(Reader *r, const CTypedef *alias)
{
    CType *type = acsl_new(r, 1, sizeof *type);

    if (!type)
        return alias->type;
    *type = *alias->type;
    type->alias = alias;
    type->spelling = alias->name;
    return type;
}

static const AcslSort *named(Reader *r)
{
    Token name = parser_next(&r->parser);
    const CTypedef *alias;
    const TypeAlias *own = find_alias(r, name.text);

    if (assay_str_equal(name.text, assay_str("integer")))
        return &acsl_integer;
    if (assay_str_equal(name.text, assay_str("real")))
        return &acsl_real;
    if (assay_str_equal(name.text, assay_str("boolean")))
        return &acsl_boolean;
    if (assay_str_equal(name.text, assay_str("set")))
        return acsl_sort_set(r, arguments(r));
    if (assay_str_equal(name.text, assay_str("\\list")) || is_logic_type(r, name.text)) {
        arguments(r);
        return own ? own->sort : acsl_sort_named(r, name.text.at);
    }
    alias = cfront_typedef(r->unit, name.text.at);
    if (alias)
        return acsl_sort_c(r, as_written(r, alias));
    if (is_one_of(name.text, text_words))
        return name.text.len == 4 ? &acsl_text : &acsl_texts;
    unknown_type(r, &name);
    return NULL;
}

static bool skip_qualifiers(Reader *r)
{
    bool any = false;

    while (parser_is(&r->parser, "const") || parser_is(&r->parser, "volatile") ||
           parser_is(&r->parser, "restrict") || parser_is(&r->parser, "\\ghost")) {
        parser_next(&r->parser);
        any = true;
    }
    return any;
}

static const AcslSort *base(Reader *r)
{
    const AcslSort *s;

    skip_qualifiers(r);
    if (!parser_is_kind(&r->parser, TOKEN_NAME)) {
        parser_expected(&r->parser, "a type");
        return NULL;
    }
    if (is_one_of(parser_peek(&r->parser)->text, basic_words))
        s = basic(r);
    else if (parser_is(&r->parser, "struct") || parser_is(&r->parser, "union") ||
             parser_is(&r->parser, "enum"))
        s = tagged(r);
    else
        s = named(r);
    skip_qualifiers(r);
    return s;
}

/* ---- What stands around a name. */

static const AcslSort *pointer_to(Reader *r, const AcslSort *s, Span star)
{
    if (!s)
        return NULL;
    if (s->kind == SORT_C)
        return acsl_sort_c(r, cfront_pointer(r->unit, s->c));
    acsl_wrong(r, DIAG_ACSL_TYPE, star, "there are no pointers to values of logic");
    return NULL;
}

static const AcslSort *stars(Reader *r, const AcslSort *s)
{
    while (parser_is(&r->parser, "*")) {
        Span star = parser_next(&r->parser).span;
        skip_qualifiers(r);
        s = pointer_to(r, s, star);
    }
    return s;
}

/* An array type: elements of `of`, 0 for unknown. */
static const AcslSort *array_of(Reader *r, const AcslSort *of, uint64_t count)
{
    CType *type = of && of->kind == SORT_C ? acsl_new(r, 1, sizeof *type) : NULL;
    size_t len;
    char *spelling;

    if (!type)
        return NULL;
    len = strlen(of->c->spelling) + 30;
    spelling = acsl_new(r, len, 1);
    if (!spelling)
        return NULL;
    snprintf(spelling, len, "%s [%llu]", of->c->spelling, (unsigned long long)count);
    *type = (CType){.kind = C_ARRAY,
                    .spelling = spelling,
                    .tag = "",
                    .of = of->c,
                    .count = count,
                    .size = count * of->c->size};
    return acsl_sort_c(r, type);
}

/* [10][] behind a name: how many there are, and the last length. */
static uint32_t brackets(Reader *r, uint64_t *ret_count)
{
    uint32_t n = 0;

    for (*ret_count = 0; parser_accept(&r->parser, "["); n++) {
        if (!parser_is(&r->parser, "]")) {
            AcslNode *length = acsl_term(r);
            if (length->kind == NODE_INT && length->as.integer >= 0 &&
                length->as.integer < INT32_MAX)
                *ret_count = (uint64_t)length->as.integer;
        }
        parser_expect(&r->parser, "]");
    }
    return n;
}

/* (*) or (*name) behind the stars; false: no such thing. */
static bool inner_pointer(Reader *r, Token *ret_name)
{
    if (!parser_is(&r->parser, "(") || !parser_ahead_is(&r->parser, 1, "*"))
        return false;
    parser_next(&r->parser);
    parser_next(&r->parser);
    skip_qualifiers(r);
    if (ret_name && parser_is_kind(&r->parser, TOKEN_NAME))
        *ret_name = parser_next(&r->parser);
    parser_expect(&r->parser, ")");
    return true;
}

/* (int, char): the parameters of a function are not kept. */
static const AcslSort *function_of(Reader *r, const AcslSort *result)
{
    static const char *const until[] = {")", NULL};
    CType *type = result && result->kind == SORT_C ? acsl_new(r, 1, sizeof *type) : NULL;

    parser_next(&r->parser);
    parser_recover(&r->parser, until);
    parser_expect(&r->parser, ")");
    if (!type)
        return NULL;
    *type =
        (CType){.kind = C_FUNCTION, .spelling = "function", .tag = "", .of = result->c};
    return acsl_sort_c(r, type);
}

/* The declarator behind a base type. With `ret_name`, a name may be in it; `decays`: an
 * array is a pointer. */
static const AcslSort *declarator(Reader *r, const AcslSort *s, Token *ret_name,
                                  bool decays)
{
    Span at;
    uint64_t count;
    bool inner;

    s = stars(r, s);
    at = parser_peek(&r->parser)->span;
    inner = inner_pointer(r, ret_name);
    if (!inner && ret_name && parser_is_kind(&r->parser, TOKEN_NAME))
        *ret_name = parser_next(&r->parser);
    if (inner && parser_is(&r->parser, "("))
        s = function_of(r, s);
    else
        for (uint32_t n = brackets(r, &count); n > 0 && s; n--)
            s = decays && n == 1 && !inner ? pointer_to(r, s, at) : array_of(r, s, count);
    return inner ? pointer_to(r, s, at) : s;
}

const AcslSort *acsl_type(Reader *r)
{
    const AcslSort *s;

    if (!parser_enter(&r->parser))
        return NULL;
    s = declarator(r, base(r), NULL, false);
    parser_leave(&r->parser);
    return s;
}

/* ---- Variables. */

static void variable(Reader *r, const AcslSort *of, List *vars, bool decays)
{
    Token name = {.kind = TOKEN_END};
    const AcslSort *s = declarator(r, of, &name, decays);
    AcslVar *var;

    if (name.kind != TOKEN_NAME) {
        parser_expected(&r->parser, "a name");
        return;
    }
    if (vars->count >= ACSL_ARGS_MAX) {
        parser_error(&r->parser, DIAG_TOO_LONG, name.span,
                     "there are more than %u variables here", ACSL_ARGS_MAX);
        return;
    }
    r->failed |= !s;
    var = acsl_new(r, 1, sizeof *var);
    if (!var)
        return;
    *var = (AcslVar){name.text.at, s, name.span};
    acsl_list_add(r, vars, var);
}

void acsl_binders(Reader *r, List *ret_vars)
{
    const AcslSort *of = base(r);

    if (r->parser.panic)
        return;
    variable(r, of, ret_vars, true);
    while (!r->parser.panic && parser_accept(&r->parser, ",")) {
        if (acsl_is_type(r, 0) &&
            (parser_ahead(&r->parser, 1)->kind == TOKEN_NAME ||
             parser_ahead_is(&r->parser, 1, "*") || parser_ahead_is(&r->parser, 1, "<")))
            of = base(r);
        variable(r, of, ret_vars, true);
    }
}

void acsl_params(Reader *r, List *ret_vars)
{
    if (!parser_accept(&r->parser, "("))
        return;
    if (parser_accept(&r->parser, ")"))
        return;
    if (parser_is(&r->parser, "void") && parser_ahead_is(&r->parser, 1, ")")) {
        parser_next(&r->parser);
        parser_next(&r->parser);
        return;
    }
    do {
        const AcslSort *of = base(r);
        if (!r->parser.panic)
            variable(r, of, ret_vars, true);
    } while (!r->parser.panic && parser_accept(&r->parser, ","));
    parser_expect(&r->parser, ")");
}

/* = 3, {1, 2}: to the ',' or ';' behind it. */
static void skip_initializer(Reader *r)
{
    static const char *const until[] = {",", ";", NULL};

    if (parser_is(&r->parser, "="))
        parser_recover(&r->parser, until);
}

void acsl_declarations(Reader *r, List *ret_vars)
{
    static const char *const until[] = {";", NULL};

    while (acsl_is_type(r, 0) && !r->parser.panic) {
        const AcslSort *of = base(r);
        do {
            if (!parser_is(&r->parser, "*") && !parser_is_kind(&r->parser, TOKEN_NAME))
                return;
            variable(r, of, ret_vars, false);
            if (parser_is(&r->parser, "(")) {
                ret_vars->count -= ret_vars->count > 0;
                return;
            }
            skip_initializer(r);
        } while (parser_accept(&r->parser, ","));
        parser_recover(&r->parser, until);
        parser_accept(&r->parser, ";");
    }
}
