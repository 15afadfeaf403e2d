/* Reading the terms of tests, by recursive descent. */
#include "prefix_terms.h"
#include "harness.h"
#include "term/regexp.h"
#include "term/template.h"

#include <string.h>

#define ITEMS 16

void prefix_init(struct prefix_terms *f)
{
    *f = (struct prefix_terms){.at = ""};
    assay_arena_init(&f->arena, NULL, 0);
}

void prefix_done(struct prefix_terms *f)
{
    for (uint32_t i = 0; i < f->nregexps; i++)
        regexp_done(f->regexps[i]);
    assay_arena_done(&f->arena);
}

static const Type *read_type(struct prefix_terms *f);
static const Term *read_term(struct prefix_terms *f);

/* ---- Tokens. */

static void skip(struct prefix_terms *f)
{
    f->at += strspn(f->at, " \n");
}

static bool accept(struct prefix_terms *f, char c)
{
    skip(f);
    if (*f->at != c)
        return false;
    f->at++;
    return true;
}

static void expect(struct prefix_terms *f, char c)
{
    if (!accept(f, c))
        harness_fail(HARNESS_HERE, "'%c' is expected before \"%s\"", c, f->at);
}

static bool at_close(struct prefix_terms *f)
{
    skip(f);
    return *f->at == ')';
}

/* What reaches to the next blank or bracket, or to the quote or slash that ends it. */
static const char *word(struct prefix_terms *f)
{
    skip(f);
    bool quoted = *f->at && strchr("\"'/", *f->at) && f->at[1] != ' ';
    const char *end = quoted ? strchr(f->at + 1, *f->at) : NULL;
    size_t len = end ? (size_t)(end + 1 - f->at) : strcspn(f->at, " \n()");
    if (len == 0)
        harness_fail(HARNESS_HERE, "a word is expected before \"%s\"", f->at);
    f->at += len;
    return assay_arena_text(&f->arena, f->at - len, len);
}

/* ---- Terms. */

const Value *prefix_json(struct prefix_terms *f, const char *text)
{
    size_t at;
    const Value *v = value_read_json(&f->arena, assay_str(text), &at);
    if (!v)
        harness_fail(HARNESS_HERE, "neither a name nor JSON: %s", text);
    return v;
}

static const Value *read_quoted(struct prefix_terms *f, const char *text)
{
    struct assay_str inner = {text + 1, strlen(text) - 2};
    size_t at;
    const char *why = "";
    Regexp *r = NULL;
    if (*text == '\'')
        return value_template(&f->arena, template_read(&f->arena, inner, &at, &why));
    if (regexp_read(&f->arena, inner, &r, &at, &why))
        harness_fail(HARNESS_HERE, "%s: %s", text, why);
    CHECK(f->nregexps < PREFIX_NAMES);
    f->regexps[f->nregexps++] = r;
    return value_regexp(&f->arena, r);
}

static const Term *read_atom(struct prefix_terms *f)
{
    const char *text = word(f);
    for (uint32_t i = f->nvars; i-- > 0;) {
        if (strcmp(f->vars[i]->name, text) == 0)
            return term_var(&f->arena, span_nowhere(), f->vars[i]);
    }
    const Value *v =
        *text == '/' || *text == '\'' ? read_quoted(f, text) : prefix_json(f, text);
    return term_literal(&f->arena, span_nowhere(), v);
}

static const Binding *add_var(struct prefix_terms *f, const char *name, const Type *type)
{
    const Binding *b = binding_new(&f->arena, name, type, span_nowhere());
    CHECK(f->nvars < PREFIX_NAMES);
    f->vars[f->nvars++] = b;
    return b;
}

const Binding *prefix_var(struct prefix_terms *f, const char *name)
{
    return add_var(f, name, type_simple(&f->arena, span_nowhere(), TYPE_ANY));
}

/* x T, and puts x in scope. */
static const Binding *read_binding(struct prefix_terms *f)
{
    const char *name = word(f);
    return add_var(f, name, read_type(f));
}

static const Term *read_quantifier(struct prefix_terms *f, bool all)
{
    const Binding *var = read_binding(f);
    const Term *body = read_term(f);
    f->nvars--;
    return term_quant(&f->arena, span_nowhere(), all, var, body);
}

static const Term *read_object(struct prefix_terms *f)
{
    TermMember members[ITEMS] = {{.name = NULL}};
    uint32_t count = 0;
    while (!at_close(f)) {
        CHECK(count < ITEMS);
        members[count].name = word(f);
        members[count++].value = read_term(f);
    }
    return term_object(&f->arena, span_nowhere(), members, count);
}

static uint32_t read_terms(struct prefix_terms *f, const Term **items)
{
    uint32_t count = 0;
    while (!at_close(f)) {
        CHECK(count < ITEMS);
        items[count++] = read_term(f);
    }
    return count;
}

static const Term *make_op(struct prefix_terms *f, const char *text,
                           const Term *const *args, uint32_t count)
{
    for (int op = 0; op < TERM_OPS; op++) {
        if (strcmp(op_text((TermOp)op), text) == 0 &&
            strlen(op_arguments((TermOp)op)) == count)
            return term_op(&f->arena, span_nowhere(), span_nowhere(), (TermOp)op, args,
                           count);
    }
    harness_fail(HARNESS_HERE, "no operator %s of %u", text, count);
}

/* What follows the (. */
static const Term *read_form(struct prefix_terms *f)
{
    const char *head = word(f);
    const Term *items[ITEMS];
    Span no = span_nowhere();
    struct assay_arena *a = &f->arena;
    if (strcmp(head, "all") == 0 || strcmp(head, "some") == 0)
        return read_quantifier(f, *head == 'a');
    if (strcmp(head, "obj") == 0)
        return read_object(f);
    if (strcmp(head, "in") == 0 || strcmp(head, ".") == 0) {
        const Term *of = read_term(f);
        return *head == 'i' ? term_in(a, no, of, read_type(f))
                            : term_field(a, no, no, of, word(f));
    }
    uint32_t count = read_terms(f, items);
    if (strcmp(head, "arr") == 0)
        return term_array(a, no, items, count);
    if (strcmp(head, "?") == 0)
        return term_cond(a, no, items[0], items[1], items[2]);
    if (strcmp(head, "@") == 0)
        return term_index(a, no, items[0], items[1]);
    return make_op(f, head, items, count);
}

static const Term *read_term(struct prefix_terms *f)
{
    if (!accept(f, '('))
        return read_atom(f);
    const Term *t = read_form(f);
    expect(f, ')');
    return t;
}

/* ---- Types. */

static const Type *named_type(struct prefix_terms *f, const char *name)
{
    static const struct {
        const char *name;
        TypeKind kind;
    } simple[] = {{"Bad", TYPE_BAD},         {"Any", TYPE_ANY},
                  {"Integer", TYPE_INTEGER}, {"Number", TYPE_NUMBER},
                  {"String", TYPE_STRING},   {"Boolean", TYPE_BOOLEAN},
                  {"Regexp", TYPE_REGEXP},   {"URITemplate", TYPE_TEMPLATE}};
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        if (strcmp(simple[i].name, name) == 0)
            return type_simple(&f->arena, span_nowhere(), simple[i].kind);
    }
    for (uint32_t i = 0; i < f->naliases; i++) {
        if (strcmp(f->aliases[i]->name, name) == 0)
            return type_alias(&f->arena, span_nowhere(), f->aliases[i]);
    }
    harness_fail(HARNESS_HERE, "no type %s", name);
}

static const Type *read_record(struct prefix_terms *f)
{
    TypeField fields[ITEMS] = {{.name = NULL}};
    uint32_t count = 0;
    for (; !at_close(f); count++) {
        CHECK(count < ITEMS);
        fields[count].optional = accept(f, '?');
        fields[count].name = word(f);
        fields[count].type = read_type(f);
    }
    return type_object(&f->arena, span_nowhere(), fields, count);
}

static const Type *read_refinement(struct prefix_terms *f)
{
    const Binding *var = read_binding(f);
    const Term *where = read_term(f);
    f->nvars--;
    return type_refine(&f->arena, span_nowhere(), var, where);
}

static const Type *read_type_list(struct prefix_terms *f, TypeKind kind)
{
    const Type *items[ITEMS];
    uint32_t count = 0;
    while (!at_close(f)) {
        CHECK(count < ITEMS);
        items[count++] = read_type(f);
    }
    return type_list(&f->arena, span_nowhere(), kind, items, count);
}

static const Type *read_only(struct prefix_terms *f)
{
    const Term *value = read_term(f);
    return type_only(&f->arena, span_nowhere(), value, at_close(f) ? NULL : read_type(f));
}

static const Type *read_if(struct prefix_terms *f)
{
    const Term *test = read_term(f);
    const Type *then = read_type(f);
    return type_if(&f->arena, span_nowhere(), test, then, read_type(f));
}

static const Type *read_resource(struct prefix_terms *f)
{
    Resource *r = assay_arena_new(&f->arena, 1, sizeof *r);
    r->name = word(f);
    return type_resource(&f->arena, span_nowhere(), r);
}

/* What follows the (. */
static const Type *read_type_form(struct prefix_terms *f)
{
    const char *head = word(f);
    if (strcmp(head, "rec") == 0)
        return read_record(f);
    if (strcmp(head, "ref") == 0)
        return read_refinement(f);
    if (strcmp(head, "only") == 0)
        return read_only(f);
    if (strcmp(head, "if") == 0)
        return read_if(f);
    if (strcmp(head, "res") == 0)
        return read_resource(f);
    if (*head == '|' || *head == '&')
        return read_type_list(f, *head == '|' ? TYPE_UNION : TYPE_BOTH);
    TypeKind kind = *head == 'm' ? TYPE_MAP : *head == 'l' ? TYPE_ARRAY : TYPE_NOT;
    return type_of(&f->arena, span_nowhere(), kind, read_type(f));
}

static const Type *read_type(struct prefix_terms *f)
{
    if (!accept(f, '('))
        return named_type(f, word(f));
    const Type *t = read_type_form(f);
    expect(f, ')');
    return t;
}

/* ---- The whole. */

static void finish(struct prefix_terms *f)
{
    skip(f);
    if (*f->at)
        harness_fail(HARNESS_HERE, "too much: \"%s\"", f->at);
}

const Type *prefix_alias(struct prefix_terms *f, const char *name, const char *type)
{
    Alias *alias = assay_arena_new(&f->arena, 1, sizeof *alias);
    CHECK(alias && f->naliases < PREFIX_NAMES);
    alias->name = name;
    f->aliases[f->naliases++] = alias;
    alias->type = prefix_type(f, type);
    return alias->type;
}

const Term *prefix_term(struct prefix_terms *f, const char *text)
{
    f->at = text;
    const Term *t = read_term(f);
    finish(f);
    return t;
}

const Type *prefix_type(struct prefix_terms *f, const char *text)
{
    f->at = text;
    const Type *t = read_type(f);
    finish(f);
    return t;
}
