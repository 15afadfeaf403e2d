/*
 * Schemas of numbers and strings.
 */
#include "rest/import_parts.h"
#include "term/regexp.h"
#include <string.h>

#define SCALE_MAX 30 /* digits behind the point of a multipleOf */

/* ---- Numbers. */

static bool is_number(Node n)
{
    return n.value && (n.value->kind == VALUE_INTEGER || n.value->kind == VALUE_NUMBER);
}

/* A condition such as n >= 5; nothing without a bound. */
static void add_bound(Import *im, Node bound, const char *mark, Pieces *into)
{
    const char *text = is_number(bound) ? import_literal(im, bound) : NULL;

    if (text)
        pieces_add(&im->layout, into, piece_text(&im->layout, "n %s %s", mark, text));
    else if (bound.value)
        import_leave(im, bound.at, "a bound that is no number");
}

/* In 3.0 exclusiveMinimum says how minimum is meant; in 3.1 it is a bound of its own. */
static void add_bounds(Import *im, Node schema, Pieces *into)
{
    Node over = import_field(im, schema, "exclusiveMinimum");
    Node under = import_field(im, schema, "exclusiveMaximum");

    add_bound(im, import_field(im, schema, "minimum"),
              import_is_true(over) ? ">" : ">=", into);
    if (over.value && over.value->kind != VALUE_BOOLEAN)
        add_bound(im, over, ">", into);
    add_bound(im, import_field(im, schema, "maximum"),
              import_is_true(under) ? "<" : "<=", into);
    if (under.value && under.value->kind != VALUE_BOOLEAN)
        add_bound(im, under, "<", into);
}

/* n is a multiple of d / 10^scale if n * 10^scale is an integer and one of d. */
static void add_multiple(Import *im, Node m, bool integer, Pieces *into)
{
    struct assay_buf d;
    const char *times = "";
    Decimal of = {0};

    if (!m.value)
        return;
    if (is_number(m))
        of = m.value->kind == VALUE_NUMBER ? m.value->as.number
                                           : (Decimal){m.value->as.integer, 0};
    if (!of.digits || integer_sign(of.digits) <= 0 || of.scale > SCALE_MAX) {
        import_leave(im, m.at, "a multipleOf that is no number above 0, or too small");
        return;
    }
    if (of.scale > 0)
        times = import_printf(im, " * 1%0*d", (int)of.scale, 0);
    assay_buf_init(&d, im->arena->mem, 0);
    integer_print(of.digits, &d);
    if (!integer || of.scale > 0)
        pieces_add(&im->layout, into, piece_text(&im->layout, "n%s in Integer", times));
    if (strcmp(d.at, "1") != 0)
        pieces_add(&im->layout, into,
                   piece_text(&im->layout, "n%s %% %s == 0", times, d.at));
    im->no_memory |= d.status != ASSAY_OK;
    assay_buf_done(&d);
}

/* Integers of so many bits. */
static const struct {
    const char *format, *name;
} widths[] = {
    {"int8", "Int8"},   {"int16", "Int16"},   {"int32", "Int32"},   {"int64", "Int64"},
    {"uint8", "UInt8"}, {"uint16", "UInt16"}, {"uint32", "UInt32"}, {"uint64", "UInt64"},
};

static const Piece *integer_base(Import *im, Node schema)
{
    Node format = import_field(im, schema, "format");

    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        if (!import_is(format, widths[i].format))
            continue;
        if (!im->widths[i])
            im->widths[i] = import_new_name(im, assay_str(widths[i].name));
        return piece_text(&im->layout, "%s", im->widths[i]);
    }
    if (format.value)
        import_leave(im, format.at, "a format that is not known: %.*s",
                     (int)(import_text(format).len < 80 ? import_text(format).len : 80),
                     import_text(format).at);
    return piece_text(&im->layout, "Integer");
}

const Piece *import_integer(Import *im, Node schema)
{
    const Piece *base = integer_base(im, schema);
    Pieces conditions = {0}, multiple = {0};

    add_bounds(im, schema, &conditions);
    add_multiple(im, import_field(im, schema, "multipleOf"), true, &multiple);
    if (conditions.count == 1 && piece_is(conditions.at[0], "n >= 0") &&
        piece_is(base, "Integer"))
        return import_where(im, 'n', piece_text(&im->layout, "Natural"), &multiple);
    for (uint32_t i = 0; i < multiple.count; i++)
        pieces_add(&im->layout, &conditions, multiple.at[i]);
    return import_where(im, 'n', base, &conditions);
}

const Piece *import_number(Import *im, Node schema)
{
    Pieces conditions = {0};

    add_bounds(im, schema, &conditions);
    add_multiple(im, import_field(im, schema, "multipleOf"), false, &conditions);
    return import_where(im, 'n', piece_text(&im->layout, "Number"), &conditions);
}

/* ---- Strings. */

static void add_length(Import *im, Node bound, const char *mark, const char *what,
                       Pieces *into)
{
    const char *text = bound.value && bound.value->kind == VALUE_INTEGER
                           ? import_literal(im, bound)
                           : NULL;

    if (text && strcmp(mark, ">=") == 0 && integer_sign(bound.value->as.integer) <= 0)
        return;
    if (text)
        pieces_add(&im->layout, into,
                   piece_text(&im->layout, "%s %s %s", what, mark, text));
    else if (bound.value)
        import_leave(im, bound.at, "a bound that is no integer");
}

void import_bounds(Import *im, Node schema, const char *least, const char *most,
                   const char *what, Pieces *into)
{
    add_length(im, import_field(im, schema, least), ">=", what, into);
    add_length(im, import_field(im, schema, most), "<=", what, into);
}

/* The pattern as it is written between slashes, on one line. */
static void put_pattern(struct assay_str s, struct assay_buf *out)
{
    bool in_class = false;

    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        if (c == '\\' && i + 1 < s.len) {
            c = s.at[++i];
            assay_buf_puts(out, c == '\n' ? "" : "\\");
        } else if (c == '/' && !in_class) {
            assay_buf_putc(out, '\\');
        } else if (c == '[' || c == ']') {
            in_class = c == '[';
        }
        if (c == '\n')
            assay_buf_puts(out, "\\n");
        else
            assay_buf_putc(out, c);
    }
}

/* The regular expression as a literal; NULL, and said, if it cannot be one. */
static const char *pattern_literal(Import *im, Node pattern)
{
    struct assay_buf b;
    Regexp *regexp = NULL;
    const char *why = "", *text = NULL;
    size_t at;
    RegexpStatus status;

    assay_buf_init(&b, im->arena->mem, 0);
    put_pattern(import_text(pattern), &b);
    status = regexp_read(im->arena, (struct assay_str){b.at, b.len}, &regexp, &at, &why);
    if (status == REGEXP_OK && !b.status)
        text = assay_arena_text(im->arena, b.at, b.len);
    if (status == REGEXP_NO_MEMORY || b.status || (status == REGEXP_OK && !text))
        im->no_memory = true;
    else if (status != REGEXP_OK)
        import_leave(im, pattern.at, "a pattern: %s", why);
    regexp_done(regexp);
    assay_buf_done(&b);
    return text;
}

/* Formats that are languages, and those that say nothing of the text. */
static const struct {
    const char *format, *language;
} formats[] = {
    {"date", "date"},
    {"date-time", "date-time"},
    {"time", "time"},
    {"duration", "duration"},
    {"email", "email"},
    {"hostname", "host"},
    {"ipv4", "ipv4"},
    {"ipv6", "ipv6"},
    {"uri", "uri"},
    {"url", "uri"},
    {"uri-reference", "uri-reference"},
    {"uri-template", "uri-template"},
    {"uuid", "uuid"},
    {"json-pointer", "json-pointer"},
    {"password", "String"},
    {"binary", "String"},
};

static const Piece *string_base(Import *im, Node schema, Pieces *conditions)
{
    Node format = import_field(im, schema, "format");
    struct assay_str text = import_text(format);

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (import_is(format, formats[i].format))
            return piece_text(&im->layout, "%s", formats[i].language);
    if (import_is(format, "byte"))
        pieces_add(&im->layout, conditions,
                   piece_text(&im->layout,
                              "matches(/^([A-Za-z0-9+\\/]{4})*([A-Za-z0-9+\\/]"
                              "{2}==|[A-Za-z0-9+\\/]{3}=)?$/, s)"));
    else if (format.value)
        import_leave(im, format.at, "a format that is not known: %.*s",
                     (int)(text.len < 80 ? text.len : 80), text.at);
    return piece_text(&im->layout, "String");
}

const Piece *import_string(Import *im, Node schema)
{
    Node pattern = import_field(im, schema, "pattern");
    Pieces conditions = {0};
    const Piece *base = string_base(im, schema, &conditions);
    const char *regexp =
        import_text(pattern).len > 0 ? pattern_literal(im, pattern) : NULL;

    import_bounds(im, schema, "minLength", "maxLength", "size(s)", &conditions);
    if (regexp)
        pieces_add(&im->layout, &conditions,
                   piece_text(&im->layout, "matches(/%s/, s)", regexp));
    return import_where(im, 's', base, &conditions);
}
