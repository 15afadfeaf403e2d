/*
 * Headers, and which content of a body is JSON. The value of a header is a text: of a
 * number it says how the number is written.
 */
#include "rest/import_parts.h"
#include <string.h>
#include <strings.h>

static void leave_bounds(Import *im, Node schema)
{
    static const char *const keywords[] = {
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", NULL};

    for (const char *const *k = keywords; *k; k++) {
        Node n = import_field(im, schema, *k);
        if (n.value)
            import_leave(im, n.at, "%s of a header, whose value is a text", *k);
    }
}

/* Numbers and the like that are listed, as texts. */
static const Piece *listed_texts(Import *im, Node values)
{
    Pieces texts = {0};

    for (uint32_t i = 0; i < import_items(values); i++) {
        Node n = import_item(im, values, i);
        const char *text = n.value->depth == 0 ? import_literal(im, n) : NULL;
        const char *quote = n.value->kind == VALUE_STRING ? "" : "\"";
        if (text)
            pieces_add(&im->layout, &texts,
                       piece_text(&im->layout, "[%s%s%s]", quote, text, quote));
    }
    return import_union(im, &texts);
}

static const Piece *matching(Import *im, const char *regexp)
{
    return piece_text(&im->layout, "(s: String where matches(/%s/, s))", regexp);
}

static const Piece *text_type(Import *im, Node schema)
{
    Node found = schema.value ? import_follow(im, schema) : schema;
    Node type = import_field(im, found, "type"), values = import_field(im, found, "enum");

    if (import_is(type, "string"))
        return import_schema(im, schema);
    if (import_items(values) > 0)
        return listed_texts(im, values);
    leave_bounds(im, found);
    if (import_is(type, "integer"))
        return matching(im, "^-?[0-9]+$");
    if (import_is(type, "number"))
        return matching(im, "^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?$");
    if (import_is(type, "boolean"))
        return piece_tight(&im->layout,
                           piece_text(&im->layout, "[\"true\"] | [\"false\"]"),
                           TIGHT_UNION);
    if (found.value && import_members(found) > 0)
        import_leave(im, schema.at, "what a header is that is no text or number");
    return piece_text(&im->layout, "String");
}

const Piece *import_header_field(Import *im, struct assay_str name, Node schema,
                                 bool required)
{
    const Piece *type = text_type(im, schema);
    const char *text;

    if (!import_can_be_field(name))
        return NULL;
    if (!required && (piece_is(type, "String") || piece_is(type, "Any")))
        return NULL;
    text = import_field_name(im, name);
    return piece_around(&im->layout,
                        import_printf(im, "%s%s: ", required ? "" : "?", text), type, "");
}

const Piece *import_headers(Import *im, const Pieces *fields)
{
    return piece_list(&im->layout, "{", ",", "}", fields);
}

/* ---- Content. */

static bool ends_with(struct assay_str s, const char *end)
{
    size_t len = strlen(end);

    return s.len >= len && strncasecmp(s.at + s.len - len, end, len) == 0;
}

/* application/json, application/hal+json; charset=utf-8, any type at all. */
static bool is_json(struct assay_str type)
{
    const char *parameters = memchr(type.at, ';', type.len);

    if (parameters)
        type.len = (size_t)(parameters - type.at);
    while (type.len > 0 && type.at[type.len - 1] == ' ')
        type.len--;
    return ends_with(type, "/json") || ends_with(type, "+json") ||
           assay_str_equal(type, assay_str("*/*")) ||
           assay_str_equal(type, assay_str("application/*"));
}

/* The number of the member that is JSON, application/json before others of its kind;
 * their count if there is none. */
static uint32_t choose_json(Node content)
{
    uint32_t count = import_members(content), found = count;

    for (uint32_t i = 0; i < count; i++) {
        struct assay_str type = import_name(content, i);
        if (assay_str_equal(type, assay_str("application/json")))
            return i;
        if (found == count && is_json(type))
            found = i;
    }
    return found;
}

static void take_json(Import *im, Node content, uint32_t i, Node *ret_schema,
                      struct assay_str *ret_type)
{
    struct assay_str type = import_name(content, i);

    *ret_schema = import_field(im, import_member(im, content, i), "schema");
    *ret_type = memchr(type.at, '*', type.len) ? assay_str("") : type;
}

bool import_content(Import *im, Node content, Node *ret_schema,
                    struct assay_str *ret_type)
{
    uint32_t count = import_members(content), chosen = choose_json(content);

    for (uint32_t i = 0; i < count; i++) {
        Node n = import_member(im, content, i);
        if (i == chosen)
            take_json(im, content, i, ret_schema, ret_type);
        else
            import_leave(im, n.at, "%s",
                         is_json(import_name(content, i)) ? "JSON of another media type"
                                                          : "content that is no JSON");
    }
    return chosen < count;
}
