/*
 * The module: imports, then globals and functions as the program has them, then tests of
 * types and what specifications promise.
 */
#include "base/json.h"
#include "script/js_parts.h"
#include <string.h>

#define LINE_MAX_JS 90

/* ---- Names of the module. */

static void declare_functions(Js *j)
{
    for (uint32_t i = 0; i < j->script->nfunctions; i++) {
        const ScriptFunction *f = j->script->functions[i];
        if (f->kind != SCRIPT_EXTERNAL || f->module)
            js_declare(j, js_key_of(f), f->function.name);
    }
}

static bool is_free(const Js *j, const char *name)
{
    for (const JsName *n = j->names; n; n = n->outer)
        if (strcmp(n->text, name) == 0)
            return false;
    for (int i = 0; i < JS_HELPERS; i++)
        if (strcmp(js_helper_name((JsHelper)i), name) == 0)
            return false;
    return true;
}

/* Functions of JavaScript that are there without an import. */
static void declare_foreign(Js *j)
{
    for (uint32_t i = 0; i < j->script->nfunctions; i++) {
        const ScriptFunction *f = j->script->functions[i];
        if (f->kind == SCRIPT_EXTERNAL && !f->module)
            js_bind(j, js_key_of(f),
                    is_free(j, f->foreign) ? f->foreign
                                           : js_text(j, "globalThis.%s", f->foreign));
    }
}

static void declare_tests(Js *j)
{
    const Aliases *all = &j->script->reader.aliases;

    for (uint32_t i = 0; i < all->count; i++) {
        const char *name = all->at[i]->name;
        char first = name[0] >= 'a' && name[0] <= 'z' ? (char)(name[0] - 32) : name[0];
        js_declare(j, all->at[i], js_text(j, "is%c%s", first, name + 1));
    }
}

/* Functions and globals of the program may be hidden by variables of functions that do
 * not mention them. */
static void declare_all(Js *j)
{
    const Script *s = j->script;
    JsName *own;

    declare_functions(j);
    for (uint32_t i = 0; i < s->nglobals; i++)
        js_declare(j, s->globals[i]->var, s->globals[i]->var->name);
    declare_foreign(j);
    own = j->names;
    for (uint32_t i = 0; i < s->nimports; i++)
        js_declare(j, s->imports[i], "api");
    declare_tests(j);
    js_declare_endpoints(j);
    for (JsName *n = own; n; n = n->outer)
        n->quiet = true;
}

/* ---- The body. */

static void global(Js *j, const ScriptGlobal *g, bool apart)
{
    js_note_mentions(j, NULL, g->value, NULL);
    js_put(j, apart ? "\n" : "");
    js_mark(j, g->span);
    js_printf(j, "%slet %s = ", js_is_renamed(j, g->var, g->var->name) ? "" : "export ",
              js_name(j, g->var));
    js_copied(j, g->value, js_copies_into(&j->flow, g->var, g->value));
    js_put(j, ";\n");
}

static void function(Js *j, const ScriptFunction *f)
{
    if (js_is_written(f)) {
        js_put(j, "\n");
        js_function(j, f);
        js_put(j, "\n");
    } else if (f->kind == SCRIPT_PURE) {
        js_printf(j, "\n// '%s' is not here: it cannot be executed.\n", f->function.name);
    }
}

/* Globals and functions, as the program has them in order. */
static void declarations(Js *j)
{
    const Script *s = j->script;
    uint32_t g = 0, f = 0;
    bool apart = true; /* globals are, from functions and imports */

    while (g < s->nglobals || f < s->nfunctions) {
        bool is_global =
            f == s->nfunctions ||
            (g < s->nglobals && s->globals[g]->span.start < s->functions[f]->span.start);
        if (is_global)
            global(j, s->globals[g++], apart);
        else
            function(j, s->functions[f++]);
        apart = !is_global;
    }
}

/* ---- The head. */

static void put_string(const char *text, struct assay_buf *out)
{
    struct assay_json json;

    assay_json_init(&json, out);
    assay_json_text(&json, NULL, text);
}

static void import_runtime(const Js *j, struct assay_buf *out)
{
    struct assay_buf names;
    bool many;

    assay_buf_init(&names, j->arena->mem, JS_MAX);
    for (int i = 0; i < JS_HELPERS; i++)
        if (j->used[i])
            assay_buf_printf(&names, "%s%s", names.len > 0 ? ", " : "",
                             js_helper_name((JsHelper)i));
    many = names.len > LINE_MAX_JS - strlen("import {  } from \"./safescript.js\";");
    if (names.len > 0)
        assay_buf_printf(out, "import {%s%s%s} from \"./safescript.js\";\n",
                         many ? "\n  " : " ", names.at, many ? ",\n" : " ");
    if (names.status && !out->status)
        out->status = names.status;
    assay_buf_done(&names);
}

static bool is_first_of_module(const Script *s, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (s->functions[i]->module &&
            strcmp(s->functions[i]->module, s->functions[at]->module) == 0)
            return false;
    return true;
}

static void import_module(Js *j, const char *module, struct assay_buf *out)
{
    const Script *s = j->script;
    const char *comma = "";

    assay_buf_puts(out, "import { ");
    for (uint32_t i = 0; i < s->nfunctions; i++) {
        const ScriptFunction *f = s->functions[i];
        if (!f->module || strcmp(f->module, module) != 0)
            continue;
        assay_buf_printf(out, "%s%s", comma, f->foreign);
        if (strcmp(f->foreign, js_name(j, js_key_of(f))) != 0)
            assay_buf_printf(out, " as %s", js_name(j, js_key_of(f)));
        comma = ", ";
    }
    assay_buf_puts(out, " } from ");
    put_string(module, out);
    assay_buf_puts(out, ";\n");
}

static bool has_calls(const Script *s)
{
    for (uint32_t i = 0; i < s->ncalls; i++)
        if (s->calls[i]->rest)
            return true;
    return false;
}

static void head(Js *j, struct assay_buf *out)
{
    const Script *s = j->script;

    assay_buf_printf(out, "// Made by assay script build from %s.\n", j->options->source);
    import_runtime(j, out);
    for (uint32_t i = 0; i < s->nfunctions; i++)
        if (s->functions[i]->module && is_first_of_module(s, i))
            import_module(j, s->functions[i]->module, out);
    for (uint32_t i = 0; has_calls(s) && i < s->nimports; i++) {
        const ScriptImport *import = s->imports[i];
        assay_buf_printf(out, "%sconst %s = ", i == 0 ? "\n" : "", js_name(j, import));
        put_string(import->base, out);
        assay_buf_puts(out, ";\n");
    }
}

/* ---- The whole. */

static void finish(Js *j, JsOutput *o)
{
    size_t shift;

    head(j, o->js);
    shift = o->js->len;
    assay_buf_add(o->js, j->out.at, j->out.len);
    js_put_renamed(j, o->js);
    assay_buf_printf(o->js, "\n//# sourceMappingURL=%s.map\n", j->options->file);
    js_source_map(j, o->js, shift, o->map);
    js_types(j, o->types);
    o->dropped = j->dropped;
}

static bool is_good(const Js *j, const JsOutput *o)
{
    return !j->diags->no_memory && !j->out.status && !o->js->status && !o->map->status &&
           !o->types->status;
}

bool script_js_emit(const Script *s, const JsOptions *o, Diags *diags, JsOutput *ret_out)
{
    struct assay_arena arena;
    Js j = {.script = s, .options = o, .diags = diags, .arena = &arena};
    bool good = false;

    js_refuse(s, diags);
    if (diags->errors > 0)
        return false;
    assay_arena_init(&arena, o->mem, 0);
    assay_buf_init(&j.out, o->mem, JS_MAX);
    if (js_flow_init(&j.flow, s, &arena)) {
        declare_all(&j);
        declarations(&j);
        js_promises(&j);
        js_tests(&j);
        finish(&j, ret_out);
        good = is_good(&j, ret_out);
    }
    js_flow_done(&j.flow);
    assay_buf_done(&j.out);
    assay_arena_done(&arena);
    return good;
}
