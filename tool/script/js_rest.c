/*
 * Calls of endpoints, and what their specification promises of them.
 *
 * With --checked a call hands the runtime a function that lists the triples of the
 * endpoint: a place, the precondition, and the conditions of the postcondition. A triple
 * whose precondition cannot be executed is left out, and so is a condition of a
 * postcondition; they are counted.
 */
#include "script/js_parts.h"
#include <string.h>

/* ---- Endpoints. */

static const JsEndpoint *find_endpoint(const Js *j, const RestCall *call)
{
    for (uint32_t i = 0; i < j->nendpoints; i++)
        if (j->endpoints[i].call->method == call->method &&
            assay_str_equal(j->endpoints[i].call->url, call->url))
            return &j->endpoints[i];
    return NULL;
}

/* promisesOfGetUsersId: the words of the template, the first letter of each large. */
static const char *promises_name(Js *j, const RestCall *call)
{
    char text[80] = "promisesOf";
    size_t len = strlen(text);
    const char *method = rest_method_text(call->method);
    bool start = true;

    for (size_t i = 0; method[i]; i++, start = false)
        text[len++] = start ? (char)(method[i] - 'a' + 'A') : method[i];
    start = true;
    for (size_t i = 0; i < call->url.len && len < sizeof text - 1; i++) {
        char c = call->url.at[i];
        bool small = c >= 'a' && c <= 'z';
        bool other = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (small || other)
            text[len++] = start && small ? (char)(c - 'a' + 'A') : c;
        start = !small && !other;
    }
    text[len] = '\0';
    return js_text(j, "%s", text);
}

static void add_endpoint(Js *j, const RestCall *call)
{
    if (!read_grow(j->arena, &j->endpoints, &j->endpoints_cap, j->nendpoints,
                   sizeof *j->endpoints)) {
        j->diags->no_memory = true;
        return;
    }
    j->endpoints[j->nendpoints++] = (JsEndpoint){call};
    js_declare(j, call, promises_name(j, call));
}

void js_declare_endpoints(Js *j)
{
    for (uint32_t i = 0; j->options->checked && i < j->script->ncalls; i++) {
        const RestCall *call = j->script->calls[i]->rest;
        if (call && !find_endpoint(j, call))
            add_endpoint(j, call);
    }
}

/* ---- Calls. */

static void holes(Js *j, const Term *t, const RestCall *call)
{
    js_put(j, "holes: { ");
    for (uint32_t i = 0; i < call->nholes; i++) {
        js_put(j, i > 0 ? ", " : "");
        js_member(j, call->holes[i], t->as.call.args[1 + i],
                  js_copies_argument(&j->flow, t, 1 + i));
    }
    js_put(j, " }");
}

/* How else the call is made: values in its URL, or the URL itself. */
static void manner(Js *j, const Term *t, const RestCall *call, bool broken)
{
    bool parts = call->nholes > 0 || call->by_url;

    if (!parts && !j->options->checked)
        return;
    js_put(j, ",");
    js_part(j, broken, " ");
    js_put(j, "{ ");
    if (call->nholes > 0) {
        holes(j, t, call);
    } else if (call->by_url) {
        js_put(j, "url: ");
        js_term(j, t->as.call.args[1], JS_LOOSEST);
    }
    if (j->options->checked)
        js_printf(j, "%spromises: %s", parts ? ", " : "",
                  js_name(j, find_endpoint(j, call)->call));
    js_put(j, " }");
}

static void call_parts(Js *j, const Term *t, bool broken)
{
    const RestCall *call = script_callee(t)->rest;

    js_put(j, "(");
    j->depth += broken;
    js_part(j, broken, "");
    js_printf(j, "\"%s\",", rest_method_text(call->method));
    js_part(j, broken, " ");
    js_printf(j, "%s,", js_name(j, script_endpoint(j->script, call)));
    js_part(j, broken, " ");
    js_string(j, call->url.at, call->url.len);
    js_put(j, ",");
    js_part(j, broken, " ");
    js_copied(j, t->as.call.args[0], js_copies_argument(&j->flow, t, 0));
    manner(j, t, call, broken);
    j->depth -= broken;
    js_put(j, broken ? "," : "");
    js_part(j, broken, "");
    js_put(j, ")");
}

void js_rest_call(Js *j, const Term *t)
{
    JsTry try;

    js_helper(j, script_callee(t)->rest->synchronous ? JS_CALL_SYNC : JS_CALL);
    try = js_try(j);
    call_parts(j, t, false);
    if (!js_fits(j, try))
        call_parts(j, t, true);
}

/* ---- Promises. */

static bool is_and(const Term *t)
{
    return t->kind == TERM_OP && (t->as.op.op == OP_ALSO || t->as.op.op == OP_AND);
}

/* Whether a condition speaks of the request and the response only, and can be executed.
 */
static bool can_execute(const Spec *spec, const Triple *triple, const Term *t)
{
    JsObstacle why;

    for (uint32_t i = 0; i < spec->nvars; i++)
        if (term_mentions(t, spec->vars[i]))
            return false;
    return !term_mentions(t, triple->root) && js_can(t, true, &why);
}

static uint32_t count_conditions(const Term *t)
{
    return is_and(t)
               ? count_conditions(t->as.op.args[0]) + count_conditions(t->as.op.args[1])
               : 1;
}

/* Writes conditions joined by "and", each by itself; how many were dropped. */
static uint32_t conditions(Js *j, const Spec *spec, const Triple *triple, const Term *t)
{
    uint32_t dropped;

    if (is_and(t)) {
        dropped = conditions(j, spec, triple, t->as.op.args[0]);
        return dropped + conditions(j, spec, triple, t->as.op.args[1]);
    }
    if (!can_execute(spec, triple, t))
        return 1;
    js_line(j);
    js_put(j, "() => ");
    js_term(j, t, JS_CONDITIONAL);
    js_put(j, ",");
    return 0;
}

/* As the program names the file: the module says the same wherever it was made. */
static void put_place(Js *j, const ScriptImport *import, const Triple *triple)
{
    Position at = diag_position(j->diags, triple->span.source, triple->span.start);
    const char *text = js_text(j, "%s:%u", import->path, (unsigned)at.line);

    js_string(j, text, strlen(text));
}

static uint32_t promise(Js *j, const ScriptImport *import, const Triple *triple)
{
    JsName *outer = j->names;
    const Spec *spec = import->spec;
    uint32_t dropped;

    if (!can_execute(spec, triple, triple->pre))
        return count_conditions(triple->post);
    js_bind(j, triple->request, "request");
    js_bind(j, triple->response, "response");
    js_line(j);
    js_put(j, "[");
    put_place(j, import, triple);
    js_put(j, ", () => ");
    js_term(j, triple->pre, JS_CONDITIONAL);
    js_put(j, ", [");
    j->depth++;
    dropped = conditions(j, spec, triple, triple->post);
    j->depth--;
    js_line(j);
    js_put(j, "]],");
    j->names = outer;
    return dropped;
}

static void promises(Js *j, const RestCall *call)
{
    const ScriptImport *import = script_endpoint(j->script, call);
    uint32_t dropped = 0;

    js_line(j);
    js_printf(j, "function %s(request, response) {", js_name(j, call));
    j->depth++;
    js_line(j);
    js_put(j, "return [");
    j->depth++;
    for (uint32_t i = 0; i < import->spec->ntriples; i++)
        if (script_is_endpoint(import->spec->triples[i], call))
            dropped += promise(j, import, import->spec->triples[i]);
    if (dropped > 0) {
        js_line(j);
        js_printf(j, "// %u condition%s cannot be executed, and %s left out.",
                  (unsigned)dropped, dropped == 1 ? "" : "s",
                  dropped == 1 ? "is" : "are");
    }
    j->dropped += dropped;
    j->depth--;
    js_line(j);
    js_put(j, "];");
    j->depth--;
    js_line(j);
    js_put(j, "}");
    js_line(j);
}

void js_promises(Js *j)
{
    for (uint32_t i = 0; i < j->nendpoints; i++)
        promises(j, j->endpoints[i].call);
}
