/*
 * The words before the place say what is wanted. Fields are found by executing the
 * function around the place as the verifier does: what is known of a value there has its
 * fields.
 */
#include "script/complete.h"
#include "base/ascii.h"
#include "script/verify.h"
#include "term/known.h"
#include "term/template.h"
#include <string.h>

const char complete_placeholder[] = "assay_place";

/* ---- What is wanted. */

/* The word that ends before `at`; *ret_start is where it begins. */
static struct assay_str word_before(struct assay_str text, size_t at, size_t *ret_start)
{
    size_t start = at;

    while (start > 0 && assay_is_word(text.at[start - 1]))
        start--;
    *ret_start = start;
    return (struct assay_str){text.at + start, at - start};
}

static size_t skip_blanks_back(struct assay_str text, size_t at)
{
    while (at > 0 && strchr(" \t\r\n", text.at[at - 1]) && text.at[at - 1])
        at--;
    return at;
}

static bool is_method(struct assay_str word, RestMethod *ret)
{
    for (*ret = 0; *ret < REST_METHODS; ++*ret)
        if (assay_str_equal(word, assay_str(rest_method_text(*ret))))
            return true;
    return false;
}

static bool is_call_word(struct assay_str word)
{
    return assay_str_equal(word, assay_str("await")) ||
           assay_str_equal(word, assay_str("synch"));
}

/* await get, before the place `at`. */
static bool is_behind_method(struct assay_str text, size_t at, RestMethod *ret)
{
    size_t start;
    struct assay_str word = word_before(text, skip_blanks_back(text, at), &start);

    return is_method(word, ret) &&
           is_call_word(word_before(text, skip_blanks_back(text, start), &start));
}

/* The quote that opens a string in which `at` is, on this line; SIZE_MAX: none. */
static size_t open_quote(struct assay_str text, size_t at)
{
    size_t quote = SIZE_MAX, line = at;

    while (line > 0 && text.at[line - 1] != '\n')
        line--;
    for (size_t i = line; i < at; i++)
        if (text.at[i] == '"')
            quote = quote == SIZE_MAX ? i : SIZE_MAX;
    return quote;
}

CompleteWish complete_wish(struct assay_str text, size_t at)
{
    CompleteWish w = {.kind = COMPLETE_NOTHING, .at = at};
    size_t quote = open_quote(text, at), start;

    if (quote != SIZE_MAX) {
        w.quoted = true;
        w.at = quote + 1;
        w.part = (struct assay_str){text.at + quote + 1, at - quote - 1};
        w.kind = is_behind_method(text, quote, &w.method) ? COMPLETE_ENDPOINT
                                                          : COMPLETE_NOTHING;
        return w;
    }
    w.part = word_before(text, at, &start);
    w.at = start;
    if (start > 0 && text.at[start - 1] == '.')
        w.kind = COMPLETE_FIELD;
    else if (w.part.len == 0 && is_behind_method(text, at, &w.method))
        w.kind = COMPLETE_ENDPOINT;
    else if (is_call_word(word_before(text, skip_blanks_back(text, start), &start)))
        w.kind = COMPLETE_METHOD;
    return w;
}

/* ---- Lists. */

static bool begins_with(const char *text, struct assay_str part)
{
    return strlen(text) >= part.len && memcmp(text, part.at, part.len) == 0;
}

static bool has(const Completions *all, const char *text)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(all->at[i].text, text) == 0)
            return true;
    return false;
}

static bool add(struct assay_arena *a, Completions *all, const char *text,
                const char *detail)
{
    if (!text || has(all, text))
        return text != NULL;
    if (!read_grow(a, &all->at, &all->cap, all->count, sizeof *all->at))
        return false;
    all->at[all->count++] = (Completion){text, detail};
    return true;
}

/* ---- Calls. */

static bool add_endpoint(struct assay_arena *a, const CompleteWish *wish, const Triple *t,
                         Completions *ret)
{
    const Template *template = rest_template(t);
    const char *url =
        template ? assay_arena_text(a, template->source.at, template->source.len) : NULL;

    if (!template || t->method != wish->method)
        return true;
    if (!url)
        return false;
    if (!begins_with(url, wish->part))
        return true;
    return add(a, ret, wish->quoted ? url : assay_arena_printf(a, "\"%s\"", url), NULL);
}

bool complete_call(const Script *s, const CompleteWish *wish, Completions *ret)
{
    struct assay_arena *a = s->reader.parser.arena;
    bool good = true;

    for (uint32_t i = 0; i < s->nimports; i++) {
        const Spec *spec = s->imports[i]->spec;
        for (uint32_t k = 0; spec && k < spec->ntriples; k++) {
            const char *method = rest_method_text(spec->triples[k]->method);
            if (wish->kind == COMPLETE_ENDPOINT)
                good &= add_endpoint(a, wish, spec->triples[k], ret);
            else if (begins_with(method, wish->part))
                good &= add(a, ret, method, NULL);
        }
    }
    for (uint32_t i = 0; wish->kind == COMPLETE_METHOD && i < s->nfunctions; i++)
        if (s->functions[i]->async &&
            begins_with(s->functions[i]->function.name, wish->part))
            good &= add(a, ret, s->functions[i]->function.name, "async function");
    return good;
}

/* ---- Fields. */

typedef struct {
    const Script *script;
    const CompleteWish *wish;
    Completions *all;
    bool failed;
} Fields;

static void see_field(void *ctx, const TypeField *f)
{
    Fields *fields = ctx;
    struct assay_arena *a = fields->script->reader.parser.arena;
    struct assay_buf buf;
    const char *type;

    if (!begins_with(f->name, fields->wish->part) ||
        strcmp(f->name, complete_placeholder) == 0)
        return;
    assay_buf_init(&buf, NULL, 200);
    type_print(f->type, &buf);
    type = assay_arena_printf(a, "%s%.*s", f->optional ? "?" : "", (int)buf.len,
                              buf.len ? buf.at : "");
    assay_buf_done(&buf);
    fields->failed |= !type || !add(a, fields->all, f->name, type);
}

static void see_operand(void *ctx, const Scope *scope, const Term *source,
                        const Term *now)
{
    Fields *fields = ctx;
    Known known;

    if (source->kind != TERM_FIELD || now->kind != TERM_FIELD ||
        source->as.field.mark.source !=
            fields->script->reader.parser.tokens->span.source ||
        source->as.field.mark.start != fields->wish->at)
        return;
    known_types(scope, now->as.field.of, &known);
    for (uint32_t i = 0; i < known.count; i++)
        known_each_field(known.at[i], see_field, fields);
}

static bool is_around(const ScriptFunction *f, size_t at)
{
    return f->sound && f->kind == SCRIPT_PLAIN && f->body && f->body->span.start <= at &&
           f->body->span.end >= at;
}

bool complete_field(const Script *s, const CompleteWish *wish, Checker *c,
                    Completions *ret)
{
    Fields fields = {s, wish, ret, false};
    VerifyOptions o = {.visit = see_operand, .visitor = &fields};

    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (is_around(s->functions[i], wish->at))
            script_verify_function(s, s->functions[i], c, &o, NULL);
    return !fields.failed;
}
