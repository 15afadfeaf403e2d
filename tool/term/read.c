/*
 * The reader: names, and what terms and types share.
 */
#include "term/read.h"
#include "term/read_parts.h"
#include "term/regexp.h"
#include "term/syntax.h"
#include <assay/lang.h>
#include <stdarg.h>
#include <string.h>

static const char *const marks[] = {
    "<=>", "==>", "=>", "||", "&&", "|", "&", "==", "!=", "<=", "<",
    ">=",  ">",   "++", "+",  "-",  "*", "/", "%",  "!",  "?",  ":",
    ".",   ",",   ";",  "(",  ")",  "[", "]", "{",  "}",  "=",  NULL,
};

const LexRules read_words = {
    .marks = marks,
    .line_comments = true,
    .block_comments = true,
    .templates = true,
    .regexps = true,
};

static Term *bad_term(Parser *p, Span span)
{
    return (Term *)(uintptr_t)read_good_term(read_from(p), term_bad(p->arena, span));
}

static const Dialect dialect = {
    .words = &read_words,
    .operators = syntax_operators,
    .operand = read_operand,
    .prefix = read_prefix,
    .special = read_special,
    .infix = read_infix,
    .bad = bad_term,
};

bool reader_init_own(Reader *r, Diags *diags, uint32_t source, struct assay_arena *arena,
                     const ReadDialect *own)
{
    bool good;

    *r = (Reader){.own = own, .loose = dialect};
    r->loose.words = own->words;
    good = parser_init(&r->parser, diags, source, &r->loose, arena);
    r->parser.client = r;
    return good;
}

bool reader_init(Reader *r, Diags *diags, uint32_t source, struct assay_arena *arena)
{
    return reader_init_own(r, diags, source, arena, &read_headrest);
}

void reader_loosen(Reader *r)
{
    uint32_t count = 0;

    for (const Operator *o = syntax_operators; o->text; o++) {
        r->operators[count] = *o;
        if (o->op == OP_IMPLIES)
            r->operators[count] =
                (Operator){o->text, PARSER_INFIX_RIGHT, LEVEL_THEN, OP_THEN};
        count++;
    }
    r->loose.operators = r->operators;
}

void reader_done(Reader *r)
{
    for (uint32_t i = 0; i < r->languages.count; i++)
        assay_lang_free(r->languages.at[i]);
    for (uint32_t i = 0; i < r->regexps.count; i++)
        regexp_done(r->regexps.at[i]);
}

/* ---- Memory. */

const Term *read_good_term(Reader *r, const Term *t)
{
    static const Term bad = {.kind = TERM_BAD, .span = {DIAG_NOWHERE, 0, 0}};

    if (!t)
        r->parser.diags->no_memory = true;
    return t ? t : &bad;
}

const Type *read_good_type(Reader *r, const Type *t)
{
    static const Type bad = {.kind = TYPE_BAD, .span = {DIAG_NOWHERE, 0, 0}};

    if (!t)
        r->parser.diags->no_memory = true;
    return t ? t : &bad;
}

bool read_grow(struct assay_arena *a, void *array, uint32_t *cap, uint32_t count,
               size_t size)
{
    uint32_t more = *cap ? 2 * *cap : 8;
    void *old, *new;

    if (count < *cap)
        return true;
    memcpy(&old, array, sizeof old);
    new = assay_arena_new(a, more, size);
    if (!new)
        return false;
    if (count > 0)
        memcpy(new, old, count * size);
    memcpy(array, &new, sizeof new);
    *cap = more;
    return true;
}

bool read_add(Reader *r, void *array, uint32_t *count, uint32_t *cap, const void *item)
{
    const void **at;

    if (!item || !read_grow(r->parser.arena, array, cap, *count, sizeof item)) {
        r->parser.diags->no_memory = true;
        return false;
    }
    memcpy(&at, array, sizeof at);
    at[(*count)++] = item;
    return true;
}

const char *read_copy(Reader *r, struct assay_str text)
{
    const char *copy = assay_arena_text(r->parser.arena, text.at, text.len);

    if (!copy)
        r->parser.diags->no_memory = true;
    return copy ? copy : "";
}

const char *read_text(Reader *r, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = assay_arena_vprintf(r->parser.arena, format, args);
    va_end(args);
    if (!text)
        r->parser.diags->no_memory = true;
    return text ? text : "";
}

/* ---- Names. */

bool read_is_word(struct assay_str name)
{
    for (const char *const *word = syntax_words; *word; word++)
        if (assay_str_equal(name, assay_str(*word)))
            return true;
    return false;
}

bool reader_is_word(const Reader *r, struct assay_str name)
{
    for (const char *const *word = r->own->reserved; word && *word; word++)
        if (assay_str_equal(name, assay_str(*word)))
            return true;
    if (r->free_names && read_is_function(name))
        return false;
    return read_is_word(name);
}

const Binding *reader_var(const Reader *r, struct assay_str name)
{
    for (const ReadScope *s = r->scope; s; s = s->outer)
        if (assay_str_equal(name, assay_str(s->var->name)))
            return s->var;
    return NULL;
}

const char *read_new_name(Reader *r, const char *what, Span *ret_span)
{
    Token token;

    if (!parser_expect_kind(&r->parser, TOKEN_NAME, what, &token))
        return NULL;
    *ret_span = token.span;
    if (reader_is_word(r, token.text)) {
        parser_error(&r->parser, DIAG_RESERVED, token.span,
                     "'%s' is a word of the language", token.text.at);
        return NULL;
    }
    return read_copy(r, token.text);
}

void read_warn_hidden(Reader *r, const Binding *var)
{
    Diags *diags = r->parser.diags;
    Diagnostic *d;

    for (const ReadScope *s = r->scope; s; s = s->outer) {
        if (strcmp(s->var->name, var->name) != 0)
            continue;
        d = diag_report(diags, DIAG_SHADOWS, var->span, "this hides another '%s'",
                        var->name);
        if (s->var->span.source != DIAG_NOWHERE)
            diag_related(diags, d, s->var->span, "the other one");
        return;
    }
}

Alias *reader_alias(const Reader *r, struct assay_str name)
{
    for (uint32_t i = 0; i < r->aliases.count; i++)
        if (assay_str_equal(assay_str(r->aliases.at[i]->name), name))
            return r->aliases.at[i];
    return NULL;
}

Resource *reader_resource(const Reader *r, struct assay_str name)
{
    for (uint32_t i = 0; i < r->resources.count; i++)
        if (assay_str_equal(assay_str(r->resources.at[i]->name), name))
            return r->resources.at[i];
    return NULL;
}

Function *reader_function(const Reader *r, struct assay_str name)
{
    for (uint32_t i = 0; i < r->functions.count; i++)
        if (assay_str_equal(assay_str(r->functions.at[i]->name), name))
            return r->functions.at[i];
    return NULL;
}

void read_refuse_second(Reader *r, Span again, const char *name, Span first)
{
    Diagnostic *d = parser_report(&r->parser, DIAG_DUPLICATE, again,
                                  "'%s' is declared already", name);

    if (d && first.source != DIAG_NOWHERE)
        diag_related(r->parser.diags, d, first, "it is declared here");
}

/* ---- Declarations. */

Alias *reader_add_alias(Reader *r, const char *name, Span span)
{
    Alias *alias = assay_arena_new(r->parser.arena, 1, sizeof *alias);

    if (alias)
        *alias = (Alias){.name = name, .span = span, .number = r->aliases.count};
    return read_add(r, &r->aliases.at, &r->aliases.count, &r->aliases.cap, alias) ? alias
                                                                                  : NULL;
}

Resource *reader_add_resource(Reader *r, const char *name, Span span)
{
    Resource *resource = assay_arena_new(r->parser.arena, 1, sizeof *resource);

    if (resource)
        *resource = (Resource){.name = name, .span = span};
    return read_add(r, &r->resources.at, &r->resources.count, &r->resources.cap, resource)
               ? resource
               : NULL;
}

Function *reader_add_function(Reader *r, const char *name, Span span)
{
    Function *function = assay_arena_new(r->parser.arena, 1, sizeof *function);

    if (function)
        *function = (Function){.name = name, .span = span};
    return read_add(r, &r->functions.at, &r->functions.count, &r->functions.cap, function)
               ? function
               : NULL;
}
