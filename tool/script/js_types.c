/*
 * Declarations for TypeScript. What a type of TypeScript cannot say is said in a comment:
 * conditions, and that a number is an integer. `any` is `unknown`: everything can be
 * given for it, and what is returned as it has to be looked at first.
 */
#include "script/js_parts.h"
#include <string.h>

typedef struct {
    Js *js;
    struct assay_buf *out;
    bool given; /* Request or Response was mentioned */
} Writer;

enum { LOOSE, IN_UNION, IN_BOTH, IN_ARRAY }; /* what has to be in parentheses where */

static void put_type(Writer *w, const Type *t, int where);

static void put(Writer *w, const char *text)
{
    assay_buf_puts(w->out, text);
}

/* ---- Comments. */

static bool see_refinement(void *ctx, const Type *t)
{
    bool *found = ctx;

    *found |= t->kind == TYPE_REFINE || t->kind == TYPE_INTEGER ||
              t->kind == TYPE_LANGUAGE || t->kind == TYPE_NOT || t->kind == TYPE_IF;
    return !*found;
}

static bool goes_in(void *ctx, const Term *t)
{
    (void)ctx;
    (void)t;
    return true;
}

/* Whether a type says more than TypeScript will. */
static bool says_more(const Type *t)
{
    bool found = false;

    type_walk(t, &(Visitor){goes_in, see_refinement, &found});
    return found;
}

/* A type as SafeScript writes it, in a comment. */
static void put_comment_type(Writer *w, const Type *t)
{
    struct assay_buf text;

    assay_buf_init(&text, w->js->arena->mem, JS_MAX);
    type_print(t, &text);
    for (size_t i = 0; i < text.len; i++) {
        assay_buf_putc(w->out, text.at[i]);
        if (text.at[i] == '*' && i + 1 < text.len && text.at[i + 1] == '/')
            assay_buf_putc(w->out, ' ');
    }
    if (text.status && !w->out->status)
        w->out->status = text.status;
    assay_buf_done(&text);
}

/* ---- Types. */

static const char *type_name(Writer *w, const Alias *alias)
{
    static const char *const words[] = {"object", "symbol",  "never",     "unknown",
                                        "bigint", "Promise", "undefined", NULL};

    w->given |= alias->span.source == DIAG_NOWHERE;
    for (const char *const *word = words; *word; word++)
        if (strcmp(*word, alias->name) == 0)
            return js_text(w->js, "%s$", alias->name);
    return alias->name;
}

static void put_key(Writer *w, const char *name)
{
    if (js_is_name(name)) {
        put(w, name);
        return;
    }
    assay_buf_c_string(w->out, name, strlen(name));
}

static void put_object(Writer *w, const Type *t)
{
    if (t->as.object.count == 0) {
        put(w, "{ [name: string]: unknown }");
        return;
    }
    put(w, "{ ");
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TypeField *f = &t->as.object.fields[i];
        put(w, i > 0 ? "; " : "");
        put_key(w, f->name);
        put(w, f->optional ? "?: " : ": ");
        put_type(w, f->type, LOOSE);
    }
    put(w, " }");
}

static void put_list(Writer *w, const Type *t, int where)
{
    bool is_union = t->kind == TYPE_UNION;
    bool opened = where > (is_union ? IN_UNION : IN_BOTH);

    put(w, opened ? "(" : "");
    for (uint32_t i = 0; i < t->as.list.count; i++) {
        put(w, i == 0 ? "" : is_union ? " | " : " & ");
        put_type(w, t->as.list.of[i], is_union ? IN_UNION : IN_BOTH);
    }
    put(w, opened ? ")" : "");
}

/* One value: as a type of its own if it is simple. */
static void put_only(Writer *w, const Type *t, int where)
{
    const Term *v = t->as.only.value;
    ValueKind kind = v->kind == TERM_LITERAL ? v->as.literal->kind : VALUE_OBJECT;

    if (kind == VALUE_UNDEFINED)
        put(w, "undefined");
    else if (kind == VALUE_NULL || kind == VALUE_BOOLEAN || kind == VALUE_INTEGER ||
             kind == VALUE_STRING)
        value_print_json(v->as.literal, w->out);
    else if (t->as.only.of)
        put_type(w, t->as.only.of, where);
    else
        put(w, "unknown");
}

static void put_choice(Writer *w, const Type *t, int where)
{
    put(w, where > IN_UNION ? "(" : "");
    put_type(w, t->as.choice.then, IN_UNION);
    put(w, " | ");
    put_type(w, t->as.choice.other, IN_UNION);
    put(w, where > IN_UNION ? ")" : "");
}

/* The type of a result, where void has a meaning of its own. */
static void put_result(Writer *w, const Type *t)
{
    if (!t)
        put(w, "unknown");
    else if (type_resolve(t)->kind == TYPE_VOID)
        put(w, "void");
    else
        put_type(w, t, LOOSE);
}

static void put_function(Writer *w, const Type *t, int where)
{
    put(w, where > LOOSE ? "(" : "");
    put(w, "(");
    for (uint32_t i = 0; i < t->as.function.count; i++) {
        const char *name = t->as.function.params[i]->name;
        put(w, i > 0 ? ", " : "");
        if (name && js_is_name(name) && !js_is_reserved(name))
            assay_buf_printf(w->out, "%s: ", name);
        else
            assay_buf_printf(w->out, "x%u: ", (unsigned)i + 1);
        put_type(w, t->as.function.params[i]->type, LOOSE);
    }
    put(w, ") => ");
    put_result(w, t->as.function.result);
    put(w, where > LOOSE ? ")" : "");
}

static void put_type(Writer *w, const Type *t, int where)
{
    switch (t->kind) {
    case TYPE_INTEGER:
    case TYPE_NUMBER:
        put(w, "number");
        break;
    case TYPE_STRING:
    case TYPE_LANGUAGE:
        put(w, "string");
        break;
    case TYPE_BOOLEAN:
        put(w, "boolean");
        break;
    case TYPE_VOID:
        put(w, "undefined");
        break;
    case TYPE_OBJECT:
        put_object(w, t);
        break;
    case TYPE_MAP:
        put(w, "{ [name: string]: ");
        put_type(w, t->as.of, LOOSE);
        put(w, " }");
        break;
    case TYPE_ARRAY:
        put_type(w, t->as.of, IN_ARRAY);
        put(w, "[]");
        break;
    case TYPE_REFINE:
        put_type(w, t->as.refine.var->type, where);
        break;
    case TYPE_UNION:
    case TYPE_BOTH:
        put_list(w, t, where);
        break;
    case TYPE_ONLY:
        put_only(w, t, where);
        break;
    case TYPE_IF:
        put_choice(w, t, where);
        break;
    case TYPE_ALIAS:
        put(w, type_name(w, t->as.alias));
        break;
    case TYPE_FUNCTION:
        put_function(w, t, where);
        break;
    case TYPE_BAD:
    case TYPE_ANY:
    case TYPE_NOT:
    case TYPE_REGEXP:
    case TYPE_TEMPLATE:
    case TYPE_RESOURCE:
        put(w, "unknown");
        break;
    }
}

/* ---- Declarations. */

static void put_comment(Writer *w, const Type *t)
{
    put(w, "/** ");
    put_comment_type(w, t);
    put(w, " */\n");
}

static void declare_type(Writer *w, const Alias *alias)
{
    if (!alias->type)
        return;
    if (says_more(alias->type))
        put_comment(w, alias->type);
    assay_buf_printf(w->out, "export type %s = ", type_name(w, alias));
    put_type(w, alias->type, LOOSE);
    put(w, ";\n\n");
}

static void comment_line(Writer *w, bool *begun, const char *label, const char *name,
                         const Type *t)
{
    if (!t || !says_more(t))
        return;
    put(w, *begun ? "" : "/**\n");
    *begun = true;
    assay_buf_printf(w->out, " * %s%s ", label, name);
    put_comment_type(w, t);
    put(w, "\n");
}

static void declare_function(Writer *w, const ScriptFunction *f)
{
    const Function *g = &f->function;
    bool begun = false;

    for (uint32_t i = 0; i < g->count; i++)
        comment_line(w, &begun, "@param ", g->params[i]->name, g->params[i]->type);
    comment_line(w, &begun, "@returns", "", g->result);
    put(w, begun ? " */\n" : "");
    assay_buf_printf(w->out, "%s function %s(",
                     js_is_renamed(w->js, js_key_of(f), f->function.name) ? "declare"
                                                                          : "export",
                     js_name(w->js, js_key_of(f)));
    for (uint32_t i = 0; i < g->count; i++) {
        const char *name = g->params[i]->name;
        assay_buf_printf(w->out, "%s%s%s: ", i > 0 ? ", " : "", name,
                         js_is_reserved(name) ? "$" : "");
        put_type(w, g->params[i]->type, LOOSE);
    }
    put(w, f->async ? "): Promise<" : "): ");
    if (!g->result && g->body)
        put(w, js_result_word(g->body));
    else
        put_result(w, g->result);
    put(w, f->async ? ">;\n\n" : ";\n\n");
}

static void declare_global(Writer *w, const ScriptGlobal *g)
{
    if (says_more(g->var->type))
        put_comment(w, g->var->type);
    assay_buf_printf(w->out, "%s let %s: ",
                     js_is_renamed(w->js, g->var, g->var->name) ? "declare" : "export",
                     js_name(w->js, g->var));
    put_type(w, g->var->type, LOOSE);
    put(w, ";\n\n");
}

/* All types, or those that every program has. */
static void declare_types(Writer *w, bool given)
{
    const Aliases *all = &w->js->script->reader.aliases;

    for (uint32_t i = 0; i < all->count; i++)
        if ((all->at[i]->span.source == DIAG_NOWHERE) == given)
            declare_type(w, all->at[i]);
}

void js_types(Js *j, struct assay_buf *out)
{
    Writer w = {.js = j, .out = out};
    const Script *s = j->script;

    assay_buf_printf(out, "// Types of %s, made by assay script build.\n\n",
                     j->options->file);
    declare_types(&w, false);
    for (uint32_t i = 0; i < s->nglobals; i++)
        declare_global(&w, s->globals[i]);
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (js_is_written(s->functions[i]))
            declare_function(&w, s->functions[i]);
    if (w.given)
        declare_types(&w, true);
    js_put_renamed(j, out);
    put(&w, "export {};\n"); /* a module, even if there is nothing else */
}
