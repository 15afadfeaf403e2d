/*
 * Nodes, lists and reports of the reader.
 */
#include "acsl/reader.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Memory. */

void *acsl_new(Reader *r, size_t count, size_t size)
{
    void *p = r->no_memory ? NULL : assay_arena_new(r->unit->arena, count, size);

    r->no_memory |= !p; /* nothing small is had after something large was not */
    return p;
}

void acsl_list_add(Reader *r, List *list, void *what)
{
    uint32_t cap = list->cap ? 2 * list->cap : 4;
    void **at;

    if (list->count == list->cap) {
        at = acsl_new(r, cap, sizeof *at);
        if (!at)
            return;
        if (list->count > 0)
            memcpy(at, list->at, list->count * sizeof *at);
        list->at = at;
        list->cap = cap;
    }
    list->at[list->count++] = what;
}

void *acsl_list_flat(Reader *r, const List *list, size_t size)
{
    char *flat = acsl_new(r, list->count, size);

    for (uint32_t i = 0; flat && i < list->count; i++)
        memcpy(flat + i * size, list->at[i], size);
    return flat;
}

/* ---- Nodes. */

AcslNode *acsl_node(Reader *r, NodeKind kind, Span span, const AcslSort *sort)
{
    AcslNode *n = acsl_new(r, 1, sizeof *n);

    if (!n)
        n = &r->spare;
    *n = (AcslNode){.kind = kind, .span = span, .sort = n == &r->spare ? NULL : sort};
    return n;
}

AcslNode *acsl_node_of(Reader *r, NodeKind kind, Span span, const AcslSort *sort,
                       AcslNode *const *args, uint32_t count)
{
    AcslNode *n = acsl_node(r, kind, span, sort);
    AcslNode **copy = acsl_new(r, count, sizeof *copy);

    if (!copy)
        return acsl_bad(r, span);
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = args[i];
        if (args[i] && acsl_is_bad(args[i]))
            n->sort = NULL;
    }
    n->args = copy;
    n->nargs = count;
    return n;
}

AcslNode *acsl_bad(Reader *r, Span span)
{
    r->failed = true;
    return acsl_node(r, NODE_FALSE, span, NULL);
}

/* Counts down; false at zero. */
bool acsl_any(const AcslNode *node, AcslIs *is_it, const void *ctx)
{
    if (is_it(node, ctx))
        return true;
    for (uint32_t i = 0; i < node->nargs; i++)
        if (node->args[i] && acsl_any(node->args[i], is_it, ctx))
            return true;
    return false;
}

static bool count_parts(const AcslNode *n, uint32_t *left)
{
    if (*left == 0)
        return false;
    --*left;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && !count_parts(n->args[i], left))
            return false;
    return true;
}

bool acsl_is_small(Reader *r, const AcslNode *node)
{
    uint32_t left = ACSL_PARTS_MAX;

    if (count_parts(node, &left))
        return true;
    acsl_wrong(r, DIAG_TOO_LONG, node->span, "this has more than %u parts",
               ACSL_PARTS_MAX);
    return false;
}

/* ---- Reports. */

void acsl_begin(Reader *r)
{
    r->failed = false;
    r->errors = r->unit->diags->errors;
    r->beyond = NULL;
    r->may_be_beyond = false;
}

AcslNode *acsl_beyond(Reader *r, Span span, const char *format, ...)
{
    char why[400];
    va_list args;

    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    if (!r->may_be_beyond) {
        acsl_wrong(r, DIAG_ACSL_UNSUPPORTED, span, "%s", why);
    } else if (!r->beyond) {
        char *copy = acsl_new(r, strlen(why) + 1, 1);
        r->beyond = copy ? strcpy(copy, why) : "it is not supported";
        r->beyond_span = span;
    }
    r->parser.panic = true;
    return acsl_bad(r, span);
}

Diagnostic *acsl_wrong(Reader *r, DiagCode code, Span span, const char *format, ...)
{
    char message[400];
    va_list args;

    r->failed = true;
    if (r->no_memory)
        return NULL;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return parser_report(&r->parser, code, span, "%s", message);
}

void acsl_note(Reader *r, Diagnostic *d, const char *label, const char *format, ...)
{
    char message[400];
    va_list args;

    if (!d)
        return;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    diag_note(r->unit->diags, d, label, "%s", message);
}

void acsl_suggest(Reader *r, Diagnostic *d, Span span, const char *near)
{
    /* What has a letter or two resembles too much. */
    if (d && near && span.end - span.start > 2)
        diag_fix(r->unit->diags, d, span, near, "did you mean '%s'?", near);
}

void acsl_aside(Reader *r, const char *what, const char *name, Span span)
{
    AcslAside *aside = acsl_new(r, 1, sizeof *aside);

    if (!aside)
        return;
    *aside = (AcslAside){what, name, span};
    acsl_list_add(r, &r->asides, aside);
}
