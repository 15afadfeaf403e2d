/*
 * Endpoints of specifications: the one that is called, or those that are like it.
 */
#include "script/read.h"
#include "term/template.h"
#include <string.h>

bool script_as_method(struct assay_str name, RestMethod *ret)
{
    for (*ret = 0; *ret < REST_METHODS; ++*ret)
        if (assay_str_equal(name, assay_str(rest_method_text(*ret))))
            return true;
    return false;
}

bool script_is_endpoint(const Triple *t, const RestCall *call)
{
    const Template *template = rest_template(t);

    return template && t->method == call->method &&
           assay_str_equal(template->source, call->url);
}

const ScriptImport *script_endpoint(const Script *s, const RestCall *call)
{
    for (uint32_t i = 0; i < s->nimports; i++) {
        const Spec *spec = s->imports[i]->spec;
        for (uint32_t k = 0; spec && k < spec->ntriples; k++)
            if (script_is_endpoint(spec->triples[k], call))
                return s->imports[i];
    }
    return NULL;
}

typedef struct {
    struct assay_str url;
    const Template *near;  /* the nearest so far */
    const Template *other; /* the same template with another method */
    RestMethod method;
    size_t nearest;
} Nearest;

static void compare(Nearest *n, const Triple *t, RestMethod method)
{
    const Template *template = rest_template(t);

    if (!template)
        return;
    if (assay_str_equal(template->source, n->url)) {
        n->other = template;
        n->method = t->method;
    } else if (t->method == method &&
               assay_str_resembles(n->url, template->source, &n->nearest)) {
        n->near = template;
    }
}

void script_list_endpoints(Script *s, Diagnostic *d, const RestCall *call)
{
    Diags *diags = s->reader.parser.diags;
    uint32_t shown = 0;

    for (uint32_t i = 0; i < s->nimports; i++) {
        const Spec *spec = s->imports[i]->spec;
        for (uint32_t k = 0; spec && k < spec->ntriples; k++) {
            const Triple *t = spec->triples[k];
            bool again = false;
            for (uint32_t m = 0; m < k; m++)
                again |= rest_template(spec->triples[m]) && rest_template(t) &&
                         spec->triples[m]->method == t->method &&
                         assay_str_equal(rest_template(spec->triples[m])->source,
                                         rest_template(t)->source);
            if (again || t->method != call->method || !rest_template(t) || shown++ == 5)
                continue;
            diag_note(diags, d, shown == 1 ? "there is" : "", "%s \"%.*s\"",
                      rest_method_text(t->method), (int)rest_template(t)->source.len,
                      rest_template(t)->source.at);
        }
    }
}

void script_refuse_endpoint(Script *s, const RestCall *call)
{
    Diags *diags = s->reader.parser.diags;
    Nearest n = {.url = call->url, .nearest = SIZE_MAX};
    Diagnostic *d =
        parser_report(&s->reader.parser, DIAG_SCRIPT_ENDPOINT, call->url_span,
                      "no specification has the endpoint %s \"%.*s\"",
                      rest_method_text(call->method), (int)call->url.len, call->url.at);

    if (!d)
        return;
    for (uint32_t i = 0; i < s->nimports; i++)
        for (uint32_t k = 0; s->imports[i]->spec && k < s->imports[i]->spec->ntriples;
             k++)
            compare(&n, s->imports[i]->spec->triples[k], call->method);
    if (s->nimports == 0)
        diag_note(diags, d, "help",
                  "import one at the top: specification \"api.hrest\" of "
                  "\"http://...\"");
    else if (n.other)
        diag_fix(diags, d, call->method_span, rest_method_text(n.method),
                 "there it is with '%s'", rest_method_text(n.method));
    else if (n.near)
        diag_fix(diags, d, call->url_span,
                 assay_arena_printf(s->reader.parser.arena, "\"%.*s\"",
                                    (int)n.near->source.len, n.near->source.at),
                 "did you mean \"%.*s\"?", (int)n.near->source.len, n.near->source.at);
    else
        script_list_endpoints(s, d, call);
}
