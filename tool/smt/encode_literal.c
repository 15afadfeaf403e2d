/*
 * Literals as SMT-LIB, and the texts that occur in a query.
 */
#include "base/utf8.h"
#include "smt/encode.h"
#include "term/template.h"

#include <stdio.h>

/* ---- Names and literals. */

uint32_t encode_name(Encoder *e, EncodeNames *names, struct assay_str s)
{
    for (uint32_t i = 0; i < names->count; i++) {
        if (assay_str_equal(names->at[i], s))
            return i;
    }
    if (names->count == ENCODE_NAMES) {
        e->why = "the question has too many names for the solver";
        return 0;
    }
    names->at[names->count] = s;
    return names->count++;
}

/* Whether a name can be part of a symbol of SMT-LIB. */
static bool is_symbol(struct assay_str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] <= ' ' || s.at[i] > '~' || s.at[i] == '|' || s.at[i] == '\\')
            return false;
    }
    return true;
}

const char *encode_key(Encoder *e, EncodeNames *names, struct assay_str s)
{
    uint32_t known = names->count, i = encode_name(e, names, s);
    if (!is_symbol(s))
        return encode_text(e, "%u", i);
    const char *key =
        encode_text(e, "|%s%.*s|", names == &e->fields ? "." : "kind ", (int)s.len, s.at);
    if (i == known)
        assay_buf_printf(&e->declarations, "(define-fun %s () Int %u)\n", key, i);
    return key;
}

/* Whether all characters are Z3's. */
static bool is_near(struct assay_str s)
{
    uint32_t code;
    for (size_t i = 0, n; i < s.len; i += n) {
        n = assay_utf8_decode(s.at + i, s.len - i, &code);
        if (n == 0 || code > ENCODE_CHAR_MAX)
            return false;
    }
    return true;
}

static const char *far_string(Encoder *e, struct assay_str s)
{
    uint32_t known = e->far.count;
    uint32_t i = encode_name(e, &e->far, s);
    if (i == known && !e->why) {
        assay_buf_printf(&e->declarations,
                         "(declare-const far!%u String)\n"
                         "(assert (= (str.len far!%u) %zu))\n",
                         i, i, assay_utf8_count(s.at, s.len));
        for (uint32_t k = 0; k < i; k++)
            assay_buf_printf(&e->declarations, "(assert (not (= far!%u far!%u)))\n", i,
                             k);
    }
    return encode_text(e, "far!%u", i);
}

const char *encode_string(Encoder *e, struct assay_str s)
{
    uint32_t code;
    if (!is_near(s))
        return far_string(e, s);
    char *text = assay_arena_new(e->arena, s.len * 6 + 3, 1), *p = text;
    if (!text) {
        e->why = "out of memory";
        return "";
    }
    *p++ = '"';
    for (size_t i = 0; i < s.len; i += assay_utf8_decode(s.at + i, s.len - i, &code)) {
        assay_utf8_decode(s.at + i, s.len - i, &code);
        if (code < ' ' || code > '~' || code == '\\')
            p += sprintf(p, "\\u{%x}", code);
        else if (code == '"')
            *p++ = '"', *p++ = '"';
        else
            *p++ = (char)code;
    }
    *p = '"';
    return text;
}

static const char *integer_text(Encoder *e, const Integer *x)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, ENCODE_TEXT);
    integer_print(x, &b);
    const char *text =
        *b.at == '-' ? encode_text(e, "(- %s)", b.at + 1) : encode_text(e, "%s", b.at);
    assay_buf_done(&b);
    return text;
}

static const char *decimal_text(Encoder *e, Decimal x)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, ENCODE_TEXT);
    decimal_print(x, &b);
    const char *text =
        *b.at == '-' ? encode_text(e, "(- %s)", b.at + 1) : encode_text(e, "%s", b.at);
    assay_buf_done(&b);
    return text;
}

static Encoded value(const char *text)
{
    return (Encoded){SORT_VALUE, text};
}

static Encoded boolean(const char *text)
{
    return (Encoded){SORT_BOOL, text};
}

/* ---- Arrays and objects. */

const char *encode_add_item(Encoder *e, const char *items, Encoded x)
{
    return encode_text(e, "(push %s %s)", items, encode_as(e, x, SORT_VALUE));
}

const char *encode_add_field(Encoder *e, const char *fields, struct assay_str name,
                             Encoded x)
{
    return encode_text(e, "(put %s %s %s)", fields, encode_key(e, &e->fields, name),
                       encode_as(e, x, SORT_VALUE));
}

static Encoded literal_array(Encoder *e, const Value *v)
{
    const char *items = ENCODE_NO_ITEMS;
    for (uint32_t i = 0; i < v->as.array.count; i++)
        items = encode_add_item(e, items, encode_literal(e, v->as.array.items[i]));
    return value(items);
}

static Encoded literal_object(Encoder *e, const Value *v)
{
    const char *fields = ENCODE_NO_FIELDS;
    for (uint32_t i = 0; i < v->as.object.count; i++) {
        const ValueMember *m = &v->as.object.members[i];
        fields = encode_add_field(e, fields, m->name, encode_literal(e, m->value));
    }
    return value(fields);
}

static Encoded literal_string(Encoder *e, struct assay_str s)
{
    encode_name(e, &e->strings, s);
    return (Encoded){SORT_STRING, encode_string(e, s)};
}

static Encoded literal_regexp(Encoder *e, const Regexp *r)
{
    if (e->nregexps < ENCODE_NAMES)
        e->regexps[e->nregexps++] = r;
    return value(encode_text(e, "(VRegexp %s)", encode_string(e, r->source)));
}

static Encoded literal_resource(Encoder *e, const Value *v)
{
    return value(encode_text(e, "(VRes %s %u)",
                             encode_key(e, &e->kinds, assay_str(v->as.resource.type)),
                             v->as.resource.id));
}

static Encoded literal_deep(Encoder *e, const Value *v)
{
    switch (v->kind) {
    case VALUE_NULL:
        return value("VNull");
    case VALUE_BOOLEAN:
        return boolean(v->as.boolean ? "true" : "false");
    case VALUE_INTEGER:
        return (Encoded){SORT_INT, integer_text(e, v->as.integer)};
    case VALUE_NUMBER:
        return value(encode_text(e, "(unfrac %s)", decimal_text(e, v->as.number)));
    case VALUE_STRING:
        return literal_string(e, v->as.string);
    case VALUE_ARRAY:
        return literal_array(e, v);
    case VALUE_OBJECT:
        return literal_object(e, v);
    case VALUE_TEMPLATE:
        return value(
            encode_text(e, "(VTemplate %s)", encode_string(e, v->as.template->source)));
    case VALUE_REGEXP:
        return literal_regexp(e, v->as.regexp);
    case VALUE_RESOURCE:
        return literal_resource(e, v);
    case VALUE_UNDEFINED:
        return value("VVoid");
    }
    return value("VNull");
}

Encoded encode_literal(Encoder *e, const Value *v)
{
    if (encode_too_deep(e))
        return value("VNull");
    e->depth++;
    Encoded x = literal_deep(e, v);
    e->depth--;
    return x;
}
