/*
 * An operation as triples: one for requests that fit the document and, where it has
 * answers to them, one for those that do not.
 */
#include "rest/import_parts.h"
#include <string.h>

/* ---- The body of the request. */

/* JSON is sent as application/json, unless another media type is asked for. */
static void add_media_type(Import *im, Operation *o, struct assay_str type)
{
    const Value value = {.kind = VALUE_STRING, .as.string = type};
    const char *text;

    if (type.len == 0 || assay_str_starts(type, "application/json"))
        return;
    text = import_literal(im, (Node){&value, o->operation.at});
    if (text)
        pieces_add(&im->layout, &o->always,
                   piece_text(&im->layout,
                              "request in {header: {\"Content-Type\": [%s]}}", text));
}

static void add_type(Import *im, Operation *o, const Piece *type, bool required)
{
    if (required) {
        pieces_add(&im->layout, &o->pre,
                   piece_around(&im->layout, "request in {body: ", type, "}"));
        return;
    }
    if (piece_is(type, "Any"))
        return;
    type = piece_around(&im->layout, "request.body in ",
                        piece_within(&im->layout, type, TIGHT_PREFIX), "");
    pieces_add(&im->layout, &o->pre,
               piece_implies(&im->layout,
                             piece_text(&im->layout, "isdefined(request.body)"), type));
}

/* False, and said, if no request can have the body that is asked for. */
static bool add_body(Import *im, Operation *o)
{
    Node body = import_follow(im, import_field(im, o->operation, "requestBody"));
    Node content = import_field(im, body, "content"), schema = {NULL, ""};
    bool required = import_is_true(import_field(im, body, "required"));
    struct assay_str type;

    if (import_content(im, content, &schema, &type)) {
        add_media_type(im, o, type);
        add_type(im, o, schema.value ? import_schema(im, schema) : import_any(im),
                 required);
        return true;
    }
    if (import_members(content) == 0)
        return true;
    if (required)
        import_leave(im, o->operation.at, "an operation with a body that is no JSON");
    else
        pieces_add(&im->layout, &o->always,
                   piece_text(&im->layout, "!isdefined(request.body)"));
    return !required;
}

/* ---- Writing. */

/* Conditions that are to be joined by &&. */
static Pieces joined(Import *im, const Pieces *conditions)
{
    Pieces tight = {.failed = conditions->failed};

    if (conditions->count == 1)
        pieces_add(&im->layout, &tight, piece_begin(&im->layout, conditions->at[0]));
    if (conditions->count < 2)
        return tight;
    for (uint32_t i = 0; i < conditions->count; i++)
        pieces_add(&im->layout, &tight,
                   piece_within(&im->layout, conditions->at[i], TIGHT_BOTH));
    return tight;
}

/* { a } on one line if that is short, otherwise each condition on its own. */
static void put_condition(Import *im, const Pieces *conditions)
{
    struct assay_buf *out = &im->triples;
    Pieces all = joined(im, conditions);
    const Piece *line;

    im->no_memory |= all.failed;
    if (all.failed || all.count == 0) {
        assay_buf_puts(out, "{ }\n");
        return;
    }
    line = piece_list(&im->layout, "", " &&", "", &all);
    if (all.count <= 2 && line && line->width + 4 <= LAYOUT_COLUMNS) {
        assay_buf_puts(out, "{ ");
        piece_write(line, 0, 2, out);
        assay_buf_puts(out, " }\n");
        return;
    }
    assay_buf_puts(out, "{\n");
    for (uint32_t i = 0; i < all.count; i++) {
        assay_buf_printf(out, "%*s", LAYOUT_INDENT, "");
        piece_write(all.at[i], LAYOUT_INDENT, strlen(" &&"), out);
        assay_buf_puts(out, i + 1 < all.count ? " &&\n" : "\n");
    }
    assay_buf_puts(out, "}\n");
}

static void put_triple(Import *im, const Operation *o, const Pieces *pre,
                       const Pieces *post)
{
    put_condition(im, pre);
    assay_buf_printf(&im->triples, "%s %s\n", rest_method_text(o->method), o->url);
    put_condition(im, post);
    im->report->triples++;
}

/* What the operation is for, in a line. */
static void put_comment(Import *im, const Operation *o)
{
    static const char *const fields[] = {"summary", "description", "operationId", NULL};
    bool old = import_is_true(import_field(im, o->operation, "deprecated"));
    struct assay_str text = assay_str("");

    for (const char *const *f = fields; *f && text.len == 0; f++)
        text = import_text(import_field(im, o->operation, *f));
    import_comment(text, old ? "Deprecated. " : "", &im->triples);
}

static void put_refused(Import *im, const Operation *o)
{
    ImportRefusals refusals = import_refusals(im, o);
    Pieces post = {0}, pre = {0};
    Pieces all = joined(im, refusals == IMPORT_REFUSES_ALL ? &o->pre : &o->of_path);

    if (all.count == 0 || refusals == IMPORT_NO_REFUSAL)
        return;
    import_answers(im, o, true, &post);
    pieces_join(&im->layout, &pre, &o->always);
    pieces_add(&im->layout, &pre, piece_list(&im->layout, "!(", " &&", ")", &all));
    assay_buf_puts(&im->triples, "\n// The same, with a request that does not fit.\n");
    put_triple(im, o, &pre, &post);
}

/* ---- The whole. */

static void leave_parts(Import *im, const Operation *o)
{
    Node callbacks = import_field(im, o->operation, "callbacks");
    Node servers = import_field(im, o->operation, "servers");
    Node of_path = import_field(im, o->item, "servers");

    if (callbacks.value)
        import_leave(im, callbacks.at, "callbacks");
    if (servers.value)
        import_leave(im, servers.at, "servers of its own");
    if (of_path.value)
        import_leave(im, of_path.at, "servers of its own");
}

/* Two paths may be one template. */
static bool is_new(Import *im, const Operation *o)
{
    const char *endpoint =
        import_printf(im, "%s %s", rest_method_text(o->method), o->url);
    uint64_t *known = assay_map_put(&im->endpoints, endpoint, strlen(endpoint));

    if (!known) {
        im->no_memory = true;
        return false;
    }
    if (*known)
        import_leave(im, o->operation.at, "another path has the same template");
    return (*known)++ == 0;
}

void import_operation(Import *im, Operation *o)
{
    Pieces pre = {0}, post = {0};

    leave_parts(im, o);
    if (!import_parameters(im, o) || !is_new(im, o) || !add_body(im, o))
        return;
    import_answers(im, o, false, &post);
    assay_buf_putc(&im->triples, '\n');
    put_comment(im, o);
    pieces_join(&im->layout, &pre, &o->always);
    pieces_join(&im->layout, &pre, &o->pre);
    put_triple(im, o, &pre, &post);
    put_refused(im, o);
    im->report->operations++;
}
