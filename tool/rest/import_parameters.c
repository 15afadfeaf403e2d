/*
 * Parameters. Those of the path and the query are variables of the URI template, those of
 * headers are fields of request.header. A parameter is sent as text: so nothing is asked
 * of one that may be any string, and one value may be there for a list of one.
 */
#include "base/ascii.h"
#include "rest/http.h"
#include "rest/import_parts.h"
#include "term/template.h"
#include <string.h>
#include <strings.h>

typedef struct {
    Node node, schema;
    struct assay_str name;
    bool in_path, required, done;
} Parameter;

typedef struct {
    Import *im;
    Operation *o;
    Parameter at[IMPORT_PARAMETERS];
    uint32_t count;
    Pieces headers;
    struct assay_buf url;
} Parameters;

/* ---- Collecting. */

static bool is_same(Parameters *ps, Node x, Node y)
{
    Import *im = ps->im;

    return assay_str_equal(import_text(import_field(im, x, "name")),
                           import_text(import_field(im, y, "name"))) &&
           assay_str_equal(import_text(import_field(im, x, "in")),
                           import_text(import_field(im, y, "in")));
}

static void collect_one(Parameters *ps, Node n)
{
    for (uint32_t i = 0; i < ps->count; i++)
        if (is_same(ps, ps->at[i].node, n)) {
            ps->at[i].node = n; /* the operation's in the place of the path's */
            return;
        }
    if (ps->count == IMPORT_PARAMETERS)
        import_leave(ps->im, n.at, "more than %d parameters", IMPORT_PARAMETERS);
    else
        ps->at[ps->count++] = (Parameter){.node = n};
}

static void collect(Parameters *ps, Node of)
{
    Node list = import_field(ps->im, of, "parameters");

    for (uint32_t i = 0; i < import_items(list); i++) {
        Node n = import_follow(ps->im, import_item(ps->im, list, i));
        if (n.value && import_text(import_field(ps->im, n, "name")).len > 0)
            collect_one(ps, n);
        else if (n.value)
            import_leave(ps->im, n.at, "a parameter without a name");
    }
}

static void look_at(Parameters *ps, Parameter *p)
{
    Import *im = ps->im;
    Node content = import_field(im, p->node, "content");

    p->name = import_text(import_field(im, p->node, "name"));
    p->schema = import_field(im, p->node, "schema");
    p->in_path = import_is(import_field(im, p->node, "in"), "path");
    p->required = import_is_true(import_field(im, p->node, "required"));
    if (content.value)
        import_leave(im, content.at, "a parameter that is JSON or the like");
}

/* ---- The template. */

static bool is_literal(struct assay_str path, size_t i)
{
    char c = path.at[i];
    uint64_t byte;

    if (c == '%')
        return path.len - i > 2 &&
               assay_str_hex((struct assay_str){path.at + i + 1, 2}, &byte);
    return assay_is_letter(c) || assay_is_digit(c) ||
           (c != '\0' && strchr("-._~:/?#[]@!$&()*+,;=", c));
}

static void put_encoded(struct assay_buf *out, char c)
{
    assay_buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
}

/* The name of a variable: what a template does not allow is encoded. */
void import_put_variable(struct assay_str name, struct assay_buf *out)
{
    for (size_t i = 0; i < name.len; i++) {
        bool dot =
            name.at[i] == '.' && i > 0 && i + 1 < name.len && name.at[i - 1] != '.';
        if (assay_is_word(name.at[i]) || dot)
            assay_buf_putc(out, name.at[i]);
        else
            put_encoded(out, name.at[i]);
    }
}

static bool is_list(Import *im, Node schema)
{
    Node type = import_field(im, import_follow(im, schema), "type");

    return import_is(type, "array") || import_is(type, "object");
}

/* Whether lists are expanded one by one. */
static bool is_exploded(Import *im, const Parameter *p)
{
    Node explode = import_field(im, p->node, "explode");
    bool form = !p->in_path;

    return is_list(im, p->schema) && (explode.value ? import_is_true(explode) : form);
}

static Parameter *find_parameter(Parameters *ps, struct assay_str name, bool in_path)
{
    for (uint32_t i = 0; i < ps->count; i++)
        if (ps->at[i].in_path == in_path && assay_str_equal(ps->at[i].name, name) &&
            (in_path || import_is(import_field(ps->im, ps->at[i].node, "in"), "query")))
            return &ps->at[i];
    return NULL;
}

/* Where the variable that begins at an offset ends; SIZE_MAX if it does not. */
static size_t variable_end(struct assay_str path, size_t at)
{
    const char *end = memchr(path.at + at, '}', path.len - at);

    return end && end > path.at + at + 1 ? (size_t)(end - path.at) : SIZE_MAX;
}

static void put_literal(struct assay_str path, size_t at, struct assay_buf *out)
{
    if (is_literal(path, at))
        assay_buf_putc(out, path.at[at]);
    else
        put_encoded(out, path.at[at]);
}

/* A variable of the path, as its parameter is written; `ps` may be NULL. */
static void put_path_variable(Parameters *ps, struct assay_str name,
                              struct assay_buf *out)
{
    Parameter *p = ps ? find_parameter(ps, name, true) : NULL;
    Node style = p ? import_field(ps->im, p->node, "style") : (Node){NULL, ""};

    assay_buf_putc(out, '{');
    if (import_is(style, "label") || import_is(style, "matrix"))
        assay_buf_putc(out, import_is(style, "label") ? '.' : ';');
    import_put_variable(name, out);
    if (p && is_exploded(ps->im, p))
        assay_buf_putc(out, '*');
    assay_buf_putc(out, '}');
    if (p)
        p->done = true;
}

static bool put_path(Parameters *ps, struct assay_str path, struct assay_buf *out)
{
    for (size_t i = 0; i < path.len; i++) {
        size_t end = path.at[i] == '{' ? variable_end(path, i) : i;
        if (end == i) {
            put_literal(path, i, out);
            continue;
        }
        if (end == SIZE_MAX)
            return false;
        put_path_variable(ps, (struct assay_str){path.at + i + 1, end - i - 1}, out);
        i = end;
    }
    return true;
}

bool import_put_path(struct assay_str path, struct assay_buf *out)
{
    return put_path(NULL, path, out);
}

/* Whether a variable of this name can be added to the query. */
static bool can_be_query(Parameters *ps, const Parameter *p)
{
    Import *im = ps->im;
    Node style = import_field(im, p->node, "style");
    Node reserved = import_field(im, p->node, "allowReserved");

    if (find_parameter(ps, p->name, true)) {
        import_leave(im, p->node.at, "a parameter with the name of one in the path");
        return false;
    }
    if (style.value && !import_is(style, "form")) {
        import_leave(im, style.at, "a parameter of the style %.*s",
                     (int)(import_text(style).len < 80 ? import_text(style).len : 80),
                     import_text(style).at);
        return false;
    }
    if (import_is_true(reserved))
        import_leave(im, reserved.at, "reserved characters are sent encoded");
    return true;
}

static void put_query(Parameters *ps)
{
    bool first = true, asked = memchr(ps->o->path.at, '?', ps->o->path.len) != NULL;

    for (uint32_t i = 0; i < ps->count; i++) {
        Parameter *p = &ps->at[i];
        if (!import_is(import_field(ps->im, p->node, "in"), "query") ||
            !can_be_query(ps, p))
            continue;
        assay_buf_puts(&ps->url, !first ? "," : asked ? "{&" : "{?");
        import_put_variable(p->name, &ps->url);
        assay_buf_puts(&ps->url, is_exploded(ps->im, p) ? "*" : "");
        p->done = true;
        first = false;
    }
    assay_buf_puts(&ps->url, first ? "" : "}");
}

/* ---- Conditions. */

/* request.template.id */
static const char *variable_text(Import *im, struct assay_str name)
{
    struct assay_buf b;
    const char *text;

    assay_buf_init(&b, im->arena->mem, 0);
    import_put_variable(name, &b);
    im->no_memory |= b.status != ASSAY_OK;
    text = import_field_name(im, (struct assay_str){b.at, b.len});
    text = import_printf(im, "request.template.%s", text);
    assay_buf_done(&b);
    return text;
}

static bool is_any_text(const Piece *type)
{
    return piece_is(type, "String") || piece_is(type, "Any");
}

/* Whether all that can be sent is an array of this schema: one item alone is sent as if
 * it were no array. */
static bool is_any_array(Import *im, Node schema)
{
    static const char *const bounds[] = {"minItems", "maxItems", "uniqueItems",
                                         "prefixItems", NULL};
    Node items = import_field(im, schema, "items");

    if (!import_is(import_field(im, schema, "type"), "array"))
        return false;
    for (const char *const *b = bounds; *b; b++)
        if (import_field(im, schema, *b).value)
            return false;
    return !items.value || is_any_text(import_schema(im, items));
}

/* What is asked of a parameter; NULL: nothing. */
static const Piece *parameter_type(Import *im, Node schema)
{
    Node found = schema.value ? import_follow(im, schema) : schema;
    const Piece *type = found.value ? import_schema(im, found) : NULL;

    if (!type || is_any_text(type) || is_any_array(im, found))
        return NULL;
    if (import_is(import_field(im, found, "type"), "object")) {
        import_leave(im, schema.at, "what an object that is sent as text is");
        return NULL;
    }
    return import_schema(im, schema);
}

static void add_condition(Parameters *ps, const Parameter *p)
{
    Import *im = ps->im;
    const char *name = variable_text(im, p->name);
    const Piece *type = parameter_type(im, p->schema);
    const Piece *in =
        type ? piece_around(&im->layout, import_printf(im, "%s in ", name),
                            piece_within(&im->layout, type, TIGHT_PREFIX), "")
             : NULL;

    if (!p->in_path && p->required)
        pieces_add(&im->layout, &ps->o->pre,
                   piece_text(&im->layout, "isdefined(%s)", name));
    if (type && (p->in_path || p->required))
        pieces_add(&im->layout, &ps->o->pre, in);
    if (type && p->in_path)
        pieces_add(&im->layout, &ps->o->of_path, in);
    if (type && !p->in_path && !p->required)
        pieces_add(&im->layout, &ps->o->pre,
                   piece_implies(&im->layout,
                                 piece_text(&im->layout, "isdefined(%s)", name), in));
}

/* Headers that are said elsewhere in a document do not count as parameters. */
static bool is_said_elsewhere(struct assay_str name)
{
    static const char *const names[] = {"Accept", "Content-Type", "Authorization", NULL};

    for (const char *const *n = names; *n; n++)
        if (name.len == strlen(*n) && strncasecmp(name.at, *n, name.len) == 0)
            return true;
    return false;
}

static void add_header(Parameters *ps, const Parameter *p)
{
    const Piece *field;

    if (is_said_elsewhere(p->name))
        return;
    if (!http_is_token(p->name)) {
        import_leave(ps->im, p->node.at, "a header with a name that HTTP does not allow");
        return;
    }
    field = import_header_field(ps->im, p->name, p->schema, p->required);
    if (field)
        pieces_add(&ps->im->layout, &ps->headers, field);
}

static void add_conditions(Parameters *ps)
{
    for (uint32_t i = 0; i < ps->count; i++) {
        Parameter *p = &ps->at[i];
        Node in = import_field(ps->im, p->node, "in");
        if (p->done)
            add_condition(ps, p);
        else if (import_is(in, "header"))
            add_header(ps, p);
        else if (import_is(in, "path"))
            import_leave(ps->im, p->node.at, "a parameter that the path does not have");
        else if (!import_is(in, "query"))
            import_leave(ps->im, p->node.at, "a parameter in a cookie or elsewhere");
    }
    if (ps->headers.count > 0)
        pieces_add(&ps->im->layout, &ps->o->pre,
                   piece_around(&ps->im->layout, "request in {header: ",
                                import_headers(ps->im, &ps->headers), "}"));
}

/* ---- The whole. */

static bool take_template(Parameters *ps)
{
    Import *im = ps->im;
    const char *why = NULL;
    struct assay_str text;
    size_t at;

    assay_buf_init(&ps->url, im->arena->mem, 65536);
    if (put_path(ps, ps->o->path, &ps->url))
        put_query(ps);
    else if (!ps->url.status)
        ps->url.status = ASSAY_TOO_LARGE;
    im->no_memory |= ps->url.status == ASSAY_NO_MEMORY;
    text = (struct assay_str){ps->url.at, ps->url.len};
    if (!ps->url.status && template_read(im->arena, text, &at, &why))
        ps->o->url = import_printf(im, "'%s'", ps->url.at);
    else if (ps->url.status || why)
        import_leave(im, ps->o->operation.at, "its path is no URI template");
    else
        im->no_memory = true;
    assay_buf_done(&ps->url);
    return ps->o->url != NULL;
}

bool import_parameters(Import *im, Operation *o)
{
    Parameters *ps = assay_arena_new(im->arena, 1, sizeof *ps);

    if (!ps) {
        im->no_memory = true;
        return false;
    }
    ps->im = im;
    ps->o = o;
    collect(ps, o->item);
    collect(ps, o->operation);
    for (uint32_t i = 0; i < ps->count; i++)
        look_at(ps, &ps->at[i]);
    if (!take_template(ps))
        return false;
    add_conditions(ps);
    return true;
}
