/*
 * The text of the module: lines, names, strings, and which functions of the runtime it
 * needs.
 *
 * A name of the program is kept. One that JavaScript or the runtime has gets a `$` behind
 * it, and one that would hide another gets a number behind that: in JavaScript a variable
 * hides others in all of its block, also before its declaration.
 */
#include "base/json.h"
#include "script/js_parts.h"
#include "script/shape.h"
#include <stdio.h>
#include <string.h>

static const char *const helper_names[] = {
#define HELPER(ID, NAME) NAME,
#include "script/js_helpers.def"
};

const char *js_helper_name(JsHelper helper)
{
    return helper_names[helper];
}

/* ---- Text. */

void js_put(Js *j, const char *text)
{
    assay_buf_puts(&j->out, text);
}

void js_printf(Js *j, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_buf_vprintf(&j->out, format, args);
    va_end(args);
}

const char *js_text(Js *j, const char *format, ...)
{
    va_list args;
    const char *text;

    va_start(args, format);
    text = assay_arena_vprintf(j->arena, format, args);
    va_end(args);
    if (!text)
        j->diags->no_memory = true;
    return text ? text : "";
}

/* JSON's strings are JavaScript's, too. */
void js_string(Js *j, const char *at, size_t len)
{
    struct assay_json json;

    assay_json_init(&json, &j->out);
    assay_json_bytes(&json, NULL, at, len);
}

void js_line(Js *j)
{
    js_put(j, "\n");
    for (uint32_t i = 0; i < j->depth; i++)
        js_put(j, "  ");
}

#define WIDTH 88 /* of a line, and something may follow */

JsTry js_try(Js *j)
{
    JsTry try = {j->out.len, j->nmarks, j->flat};

    j->flat = true;
    return try;
}

static size_t column_of(const struct assay_buf *out)
{
    size_t column = 0;

    while (column < out->len && out->at[out->len - column - 1] != '\n')
        column++;
    return column;
}

bool js_fits(Js *j, JsTry try)
{
    j->flat = try.flat;
    if (try.flat || column_of(&j->out) <= WIDTH)
        return true;
    assay_buf_truncate(&j->out, try.len);
    j->nmarks = try.marks;
    return false;
}

void js_part(Js *j, bool broken, const char *flat)
{
    if (broken)
        js_line(j);
    else
        js_put(j, flat);
}

void js_mark(Js *j, Span span)
{
    if (span.source == DIAG_NOWHERE)
        return;
    if (!read_grow(j->arena, &j->marks, &j->marks_cap, j->nmarks, sizeof *j->marks)) {
        j->diags->no_memory = true;
        return;
    }
    j->marks[j->nmarks++] = (JsMark){j->out.len, span};
}

void js_helper(Js *j, JsHelper helper)
{
    j->used[helper] = true;
    js_put(j, helper_names[helper]);
}

bool js_open(Js *j, int is, int wanted)
{
    if (is < wanted)
        js_put(j, "(");
    return is < wanted;
}

void js_close(Js *j, bool opened)
{
    if (opened)
        js_put(j, ")");
}

/* ---- Fields. */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool js_is_name(const char *text)
{
    for (const char *c = text; *c; c++)
        if (!is_letter(*c) && (c == text || *c < '0' || *c > '9'))
            return false;
    return *text != '\0';
}

void js_field(Js *j, const char *name)
{
    if (js_is_name(name)) {
        js_printf(j, ".%s", name);
        return;
    }
    js_put(j, "[");
    js_string(j, name, strlen(name));
    js_put(j, "]");
}

void js_key(Js *j, const char *name)
{
    bool prototype = strcmp(name, "__proto__") == 0;

    if (js_is_name(name) && !prototype) {
        js_put(j, name);
        return;
    }
    js_put(j, prototype ? "[" : "");
    js_string(j, name, strlen(name));
    js_put(j, prototype ? "]" : "");
}

/* ---- Names. */

/* Words of modules, and names of JavaScript that the module uses. */
static const char *const reserved[] = {
    "Array",     "Number",   "Object",     "Promise",    "RangeError", "abstract",
    "arguments", "await",    "break",      "case",       "catch",      "class",
    "const",     "continue", "debugger",   "default",    "delete",     "do",
    "else",      "enum",     "eval",       "export",     "extends",    "false",
    "finally",   "for",      "function",   "globalThis", "if",         "implements",
    "import",    "in",       "instanceof", "interface",  "let",        "new",
    "null",      "package",  "private",    "protected",  "public",     "return",
    "static",    "super",    "switch",     "this",       "throw",      "true",
    "try",       "typeof",   "undefined",  "var",        "void",       "while",
    "with",      "yield",    "NaN",        "Infinity",   NULL,
};

bool js_is_reserved(const char *word)
{
    for (const char *const *w = reserved; *w; w++)
        if (strcmp(*w, word) == 0)
            return true;
    for (int i = 0; i < JS_HELPERS; i++)
        if (strcmp(helper_names[i], word) == 0)
            return true;
    return false;
}

const void *js_key_of(const ScriptFunction *f)
{
    return f->value ? (const void *)f->value : (const void *)f;
}

static void note_mention(Js *j, const void *what)
{
    if (read_grow(j->arena, &j->mentioned, &j->mentioned_cap, j->nmentioned, sizeof what))
        j->mentioned[j->nmentioned++] = what;
    else
        j->diags->no_memory = true;
}

static bool see_mention(void *ctx, const Term *t)
{
    if (t->kind == TERM_VAR)
        note_mention(ctx, t->as.var);
    else if (t->kind == TERM_CALL)
        note_mention(ctx, js_key_of(script_callee(t)));
    return true;
}

void js_note_mentions(Js *j, const Stmt *stmt, const Term *term, const Type *type)
{
    Visitor v = {.term = see_mention, .ctx = j};

    j->nmentioned = 0;
    if (stmt)
        script_walk(stmt, &v);
    if (term)
        term_walk(term, &v);
    if (type)
        type_walk(type, &v);
}

static bool is_mentioned(const Js *j, const void *what)
{
    for (uint32_t i = 0; i < j->nmentioned; i++)
        if (j->mentioned[i] == what)
            return true;
    return false;
}

static bool is_taken(const Js *j, const char *text)
{
    for (const JsName *n = j->names; n; n = n->outer)
        if (strcmp(n->text, text) == 0 && (!n->quiet || is_mentioned(j, n->of)))
            return true;
    return false;
}

void js_bind(Js *j, const void *of, const char *text)
{
    JsName *name = assay_arena_new(j->arena, 1, sizeof *name);

    if (!name) {
        j->diags->no_memory = true;
        return;
    }
    *name = (JsName){of, text, false, j->names};
    j->names = name;
}

const char *js_declare(Js *j, const void *of, const char *name)
{
    const char *text = js_is_reserved(name) ? js_text(j, "%s$", name) : name;

    for (uint32_t i = 1; is_taken(j, text) && *text; i++)
        text = js_text(j, "%s$%u", name, (unsigned)i);
    js_bind(j, of, text);
    return text;
}

const char *js_name(const Js *j, const void *of)
{
    for (const JsName *n = j->names; n; n = n->outer)
        if (n->of == of)
            return n->text;
    return "";
}

/* ---- Names for the world. */

bool js_is_renamed(const Js *j, const void *of, const char *name)
{
    return strcmp(js_name(j, of), name) != 0;
}

static void put_renamed(const Js *j, const void *of, const char *name,
                        struct assay_buf *out)
{
    if (js_is_renamed(j, of, name))
        assay_buf_printf(out, "\nexport { %s as %s };\n", js_name(j, of), name);
}

void js_put_renamed(const Js *j, struct assay_buf *out)
{
    const Script *s = j->script;

    for (uint32_t i = 0; i < s->nglobals; i++)
        put_renamed(j, s->globals[i]->var, s->globals[i]->var->name, out);
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (js_is_written(s->functions[i]))
            put_renamed(j, js_key_of(s->functions[i]), s->functions[i]->function.name,
                        out);
}
