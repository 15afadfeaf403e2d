/*
 * URI templates, as in RFC 6570. A template is split into literals and expressions when
 * it is read; expanding is section 3.2.1 with the table of its appendix A. An apostrophe
 * is a literal as any other, as the RFC's errata say.
 */
#include "term/template.h"
#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

#define PREFIX_MAX 10000

/* ---- Characters. */

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool is_unreserved(char c)
{
    return assay_is_letter(c) || assay_is_digit(c) || is_one_of(c, "-._~");
}

static bool is_reserved(char c)
{
    return is_one_of(c, ":/?#[]@!$&'()*+,;=");
}

static bool is_hex(char c)
{
    return assay_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Whether a %41 is at an offset. */
static bool is_triplet(struct assay_str s, size_t at)
{
    return s.len - at >= 3 && s.at[at] == '%' && is_hex(s.at[at + 1]) &&
           is_hex(s.at[at + 2]);
}

/* ---- Reading. */

typedef struct {
    struct assay_arena *arena;
    struct assay_str text;
    size_t at;
    const char *why;
    TemplatePart *parts;
    uint32_t count;
} Reader;

static bool refuse(Reader *r, const char *why)
{
    r->why = why;
    return false;
}

static char peek(const Reader *r)
{
    return r->at < r->text.len ? r->text.at[r->at] : '\0';
}

/* The length of a literal's character at the reader's place, or 0 if none can be there.
 */
static size_t literal_length(const Reader *r)
{
    char c = r->text.at[r->at];
    uint32_t code;
    if (c == '%')
        return is_triplet(r->text, r->at) ? 3 : 0;
    if (is_unreserved(c) || is_reserved(c))
        return 1;
    size_t n = assay_utf8_decode(r->text.at + r->at, r->text.len - r->at, &code);
    return n > 0 && code >= 0xa0 ? n : 0;
}

static const char *literal_fault(char c)
{
    if (c == '%')
        return "a '%' must be followed by two hexadecimal digits";
    if (c == '}')
        return "a '}' without a '{'";
    if (c == ' ')
        return "a blank is written %20";
    return "a character that cannot be in a URI template";
}

static bool read_literal(Reader *r, TemplatePart *part)
{
    size_t start = r->at;
    while (r->at < r->text.len && peek(r) != '{') {
        size_t n = literal_length(r);
        if (n == 0)
            return refuse(r, literal_fault(peek(r)));
        r->at += n;
    }
    part->literal = (struct assay_str){r->text.at + start, r->at - start};
    return true;
}

/* The length of a character of a name at the reader's place, or 0. */
static size_t name_length(const Reader *r)
{
    char c = peek(r);
    if (c == '%')
        return is_triplet(r->text, r->at) ? 3 : 0;
    return assay_is_letter(c) || assay_is_digit(c) || c == '_';
}

static bool read_name(Reader *r, struct assay_str *ret_name)
{
    size_t start = r->at, n;
    do {
        n = name_length(r);
        if (n == 0)
            return refuse(r,
                          peek(r) ? "a variable's name is expected" : "a '}' is missing");
        for (; n > 0; n = name_length(r))
            r->at += n;
        n = peek(r) == '.';
        r->at += n;
    } while (n > 0);
    *ret_name = (struct assay_str){r->text.at + start, r->at - start};
    return true;
}

static bool read_prefix(Reader *r, uint32_t *ret_prefix)
{
    uint32_t prefix = 0;
    if (!assay_is_digit(peek(r)) || peek(r) == '0')
        return refuse(r, "a length from 1 to 9999 is expected");
    for (; assay_is_digit(peek(r)) && prefix < PREFIX_MAX; r->at++)
        prefix = prefix * 10 + (uint32_t)(peek(r) - '0');
    if (prefix >= PREFIX_MAX)
        return refuse(r, "a length is at most 9999");
    *ret_prefix = prefix;
    return true;
}

static bool read_variable(Reader *r, TemplateVariable *v)
{
    if (!read_name(r, &v->name))
        return false;
    if (peek(r) == ':') {
        r->at++;
        return read_prefix(r, &v->prefix);
    }
    v->explode = peek(r) == '*';
    r->at += v->explode;
    return true;
}

static bool read_operator(Reader *r, char *ret_op)
{
    char c = peek(r);
    if (is_one_of(c, "=,!@|"))
        return refuse(r, "an operator that is reserved");
    if (is_one_of(c, "+#./;?&")) {
        r->at++;
        *ret_op = c;
    }
    return true;
}

/* How many variables the expression at the reader's place can have at most. */
static uint32_t count_variables(const Reader *r)
{
    uint32_t count = 1;
    for (size_t i = r->at; i < r->text.len && r->text.at[i] != '}'; i++)
        count += r->text.at[i] == ',';
    return count;
}

static bool read_expression(Reader *r, TemplatePart *part)
{
    r->at++;
    if (!read_operator(r, &part->op))
        return false;
    TemplateVariable *variables =
        assay_arena_new(r->arena, count_variables(r), sizeof *variables);
    bool more = true;
    if (!variables)
        return false;
    part->variables = variables;
    while (more) {
        if (!read_variable(r, &variables[part->count]))
            return false;
        part->count++;
        more = peek(r) == ',';
        r->at += more;
    }
    if (peek(r) != '}')
        return refuse(r, r->at < r->text.len ? "a ',' or a '}' is expected"
                                             : "a '}' is missing");
    r->at++;
    return true;
}

static uint32_t count_parts(struct assay_str s)
{
    uint32_t count = 1;
    for (size_t i = 0; i < s.len; i++)
        count += s.at[i] == '{' ? 2 : 0;
    return count;
}

static bool read_parts(Reader *r)
{
    r->parts = assay_arena_new(r->arena, count_parts(r->text), sizeof *r->parts);
    if (!r->parts)
        return false;
    for (; r->at < r->text.len; r->count++) {
        TemplatePart *part = &r->parts[r->count];
        if (!(peek(r) == '{' ? read_expression(r, part) : read_literal(r, part)))
            return false;
    }
    return true;
}

const Template *template_read(struct assay_arena *a, struct assay_str source,
                              size_t *ret_at, const char **ret_why)
{
    char *copy =
        source.len < UINT32_MAX / 2 ? assay_arena_text(a, source.at, source.len) : NULL;
    Template *t = copy ? assay_arena_new(a, 1, sizeof *t) : NULL;
    Reader r = {.arena = a, .text = {copy, source.len}};
    if (!t || !read_parts(&r)) {
        *ret_at = r.at;
        *ret_why = r.why;
        return NULL;
    }
    *t = (Template){r.text, r.parts, r.count};
    return t;
}

/* ---- Expanding. */

/* How an operator expands: a row of the table. */
typedef struct {
    char op;
    const char *first;
    char sep;
    bool named;
    const char *if_empty;
    bool reserved; /* reserved characters and triplets stay as they are */
} Manner;

static const Manner *manner_of(char op)
{
    static const Manner manners[] = {
        {'\0', "", ',', false, "", false}, {'+', "", ',', false, "", true},
        {'.', ".", '.', false, "", false}, {'/', "/", '/', false, "", false},
        {';', ";", ';', true, "", false},  {'?', "?", '&', true, "=", false},
        {'&', "&", '&', true, "=", false}, {'#', "#", ',', false, "", true},
    };
    const Manner *m = manners;
    while (m->op != op)
        m++;
    return m;
}

typedef struct {
    const Manner *manner;
    struct assay_buf *out;
    struct assay_buf scratch; /* the text of a number */
    bool began;               /* something of the expression is out */
} Expander;

/* The length of a character, of a triplet if these stay, or of a byte that is none. */
static size_t char_length(struct assay_str s, size_t at, bool reserved)
{
    uint32_t code;
    if (reserved && is_triplet(s, at))
        return 3;
    size_t n = assay_utf8_decode(s.at + at, s.len - at, &code);
    return n > 0 ? n : 1;
}

static void put_encoded(struct assay_str s, bool reserved, struct assay_buf *out)
{
    for (size_t i = 0; i < s.len && !out->status; i++) {
        char c = s.at[i];
        bool stays =
            is_unreserved(c) || (reserved && (is_reserved(c) || is_triplet(s, i)));
        if (stays)
            assay_buf_putc(out, c);
        else
            assay_buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
    }
}

static bool is_scalar(const Value *v)
{
    return v->kind == VALUE_STRING || v->kind == VALUE_BOOLEAN ||
           v->kind == VALUE_INTEGER || v->kind == VALUE_NUMBER;
}

/* The text of a scalar; valid until the next. */
static struct assay_str scalar_text(Expander *x, const Value *v)
{
    if (v->kind == VALUE_STRING)
        return v->as.string;
    assay_buf_clear(&x->scratch);
    value_print_json(v, &x->scratch);
    if (x->scratch.status && !x->out->status)
        x->out->status = x->scratch.status;
    return (struct assay_str){x->scratch.at, x->scratch.len};
}

static void put_scalar(Expander *x, const Value *v)
{
    put_encoded(scalar_text(x, v), x->manner->reserved, x->out);
}

/* What comes before something: the first of the expression, or a separator. */
static void separate(Expander *x)
{
    if (x->began)
        assay_buf_putc(x->out, x->manner->sep);
    else
        assay_buf_puts(x->out, x->manner->first);
    x->began = true;
}

/* name=value of a manner with names. */
static void put_named(Expander *x, struct assay_str name, struct assay_str value)
{
    put_encoded(name, true, x->out);
    assay_buf_puts(x->out, value.len > 0 ? "=" : x->manner->if_empty);
    put_encoded(value, x->manner->reserved, x->out);
}

static struct assay_str cut(struct assay_str s, uint32_t prefix, bool reserved)
{
    size_t at = 0;
    for (uint32_t i = 0; i < prefix && at < s.len; i++)
        at += char_length(s, at, reserved);
    return (struct assay_str){s.at, at};
}

static void expand_scalar(Expander *x, const TemplateVariable *var, const Value *v)
{
    struct assay_str text = scalar_text(x, v);
    if (var->prefix > 0)
        text = cut(text, var->prefix, x->manner->reserved);
    separate(x);
    if (x->manner->named)
        put_named(x, var->name, text);
    else
        put_encoded(text, x->manner->reserved, x->out);
}

/* The members of an array, without names, or of an object. */
static uint32_t member_count(const Value *v)
{
    return v->kind == VALUE_ARRAY ? v->as.array.count : v->as.object.count;
}

static const Value *member_at(const Value *v, uint32_t i,
                              const struct assay_str **ret_name)
{
    *ret_name = v->kind == VALUE_ARRAY ? NULL : &v->as.object.members[i].name;
    return v->kind == VALUE_ARRAY ? v->as.array.items[i] : v->as.object.members[i].value;
}

/* Exploded: each member by itself. */
static void expand_apart(Expander *x, const TemplateVariable *var, const Value *v)
{
    for (uint32_t i = 0; i < member_count(v); i++) {
        const struct assay_str *name;
        const Value *member = member_at(v, i, &name);
        if (member->kind == VALUE_NULL)
            continue;
        separate(x);
        if (x->manner->named) {
            put_named(x, name ? *name : var->name, scalar_text(x, member));
            continue;
        }
        if (name) {
            put_encoded(*name, x->manner->reserved, x->out);
            assay_buf_putc(x->out, '=');
        }
        put_scalar(x, member);
    }
}

/* All members as one value, with commas. */
static void expand_joined(Expander *x, const TemplateVariable *var, const Value *v)
{
    const char *comma = "";
    separate(x);
    if (x->manner->named) {
        put_encoded(var->name, true, x->out);
        assay_buf_putc(x->out, '=');
    }
    for (uint32_t i = 0; i < member_count(v); i++) {
        const struct assay_str *name;
        const Value *member = member_at(v, i, &name);
        if (member->kind == VALUE_NULL)
            continue;
        assay_buf_puts(x->out, comma);
        comma = ",";
        if (name) {
            put_encoded(*name, x->manner->reserved, x->out);
            assay_buf_putc(x->out, ',');
        }
        put_scalar(x, member);
    }
}

/* Whether all members can be expanded; *ret_defined is whether there are any. */
static bool members_expand(const Value *v, bool *ret_defined)
{
    *ret_defined = false;
    for (uint32_t i = 0; i < member_count(v); i++) {
        const struct assay_str *name;
        const Value *member = member_at(v, i, &name);
        if (member->kind == VALUE_NULL)
            continue;
        if (!is_scalar(member))
            return false;
        *ret_defined = true;
    }
    return true;
}

static bool expand_variable(Expander *x, const TemplateVariable *var, const Value *v)
{
    bool defined;
    if (!v || v->kind == VALUE_NULL)
        return true;
    if (is_scalar(v)) {
        expand_scalar(x, var, v);
        return true;
    }
    if ((v->kind != VALUE_ARRAY && v->kind != VALUE_OBJECT) || var->prefix > 0 ||
        !members_expand(v, &defined))
        return false;
    if (defined && var->explode)
        expand_apart(x, var, v);
    else if (defined)
        expand_joined(x, var, v);
    return true;
}

static bool expand_part(const TemplatePart *part, const Value *object,
                        struct assay_buf *out, struct assay_str *ret_variable)
{
    Expander x = {.manner = manner_of(part->op), .out = out};
    uint32_t i = 0;
    if (part->count == 0) {
        put_encoded(part->literal, true, out);
        return true;
    }
    assay_buf_init(&x.scratch, out->mem, 0);
    while (i < part->count &&
           expand_variable(&x, &part->variables[i],
                           value_find(object, part->variables[i].name)))
        i++;
    assay_buf_done(&x.scratch);
    if (i == part->count)
        return true;
    *ret_variable = part->variables[i].name;
    return false;
}

bool template_expand(const Template *t, const Value *object, struct assay_buf *out,
                     struct assay_str *ret_variable)
{
    for (uint32_t i = 0; i < t->count; i++) {
        if (!expand_part(&t->parts[i], object, out, ret_variable))
            return false;
    }
    return true;
}
