/*
 * Types as predicates: that a value has a type is a formula over it. A name for a type is
 * what it stands for, unless it is recursive: then it is a predicate with an axiom that
 * unfolds it. Such an axiom is stated only if all the type says of itself is about parts
 * of the value (`List = {?tail: List}`), so that it defines the predicate by induction;
 * of other ones (`A = !A`) nothing is known.
 */
#include "smt/encode.h"

#include <string.h>

static const char *has_box(Encoder *e, Encoded x, const char *box)
{
    return encode_text(e, "((_ is %s) %s)", box, x.text);
}

/* One of the sorts that may go without their box. */
static const char *scalar(Encoder *e, Encoded x, EncodeSort sort, const char *box)
{
    if (x.sort == SORT_VALUE)
        return has_box(e, x, box);
    return x.sort == sort ? "true" : "false";
}

static const char *boxed(Encoder *e, Encoded x, const char *box)
{
    return x.sort == SORT_VALUE ? has_box(e, x, box) : "false";
}

static const char *number(Encoder *e, Encoded x)
{
    if (x.sort != SORT_VALUE)
        return x.sort == SORT_INT ? "true" : "false";
    return encode_text(e, "(or ((_ is VInt) %s) ((_ is VFrac) %s))", x.text, x.text);
}

static const char *typed_field(Encoder *e, Encoded x, const TypeField *f)
{
    struct assay_str name = assay_str(f->name);
    const char *key = encode_key(e, &e->fields, name);
    Encoded part = {SORT_VALUE, encode_text(e, "(field %s %s)", x.text, key)};
    const char *in = encode_in(e, part, f->type);
    return encode_text(e, f->optional ? "(=> (has %s %s) %s)" : "(and (has %s %s) %s)",
                       x.text, key, in);
}

static const char *typed_fields(Encoder *e, Encoded x, const Type *t)
{
    if (x.sort != SORT_VALUE)
        return "false";
    const char *all = has_box(e, x, "VObj");
    for (uint32_t i = 0; i < t->as.object.count; i++)
        all = encode_text(e, "%s %s", all, typed_field(e, x, &t->as.object.fields[i]));
    return t->as.object.count ? encode_text(e, "(and %s)", all) : all;
}

static const char *typed_map(Encoder *e, Encoded x, const Type *of)
{
    if (x.sort != SORT_VALUE)
        return "false";
    uint32_t n = e->fresh++;
    Encoded part = {SORT_VALUE, encode_text(e, "(field %s f!%u)", x.text, n)};
    e->maps = true;
    const char *in = encode_in(e, part, of);
    return encode_text(
        e, "(and ((_ is VObj) %s) (forall ((f!%u Int)) (=> (has %s f!%u) %s)))", x.text,
        n, x.text, n, in);
}

static const char *typed_array(Encoder *e, Encoded x, const Type *of)
{
    if (x.sort != SORT_VALUE)
        return "false";
    uint32_t n = e->fresh++;
    Encoded part = {SORT_VALUE, encode_text(e, "(at %s i!%u)", x.text, n)};
    const char *in = encode_in(e, part, of);
    return encode_text(e,
                       "(and ((_ is VArr) %s) (forall ((i!%u Int)) "
                       "(=> (and (<= 0 i!%u) (< i!%u (len %s))) %s)))",
                       x.text, n, n, n, x.text, in);
}

static const char *refined(Encoder *e, Encoded x, const Type *t)
{
    const Binding *var = t->as.refine.var;
    const char *base = encode_in(e, x, var->type);
    EncodeSort sort = encode_sort_of(var->type);
    uint32_t nvariables = e->nvariables;
    encode_push(e, var, (Encoded){sort, encode_as(e, x, sort)});
    const char *where = encode_as(e, encode_term(e, t->as.refine.where), SORT_BOOL);
    e->nvariables = nvariables;
    return encode_text(e, "(and %s %s)", base, where);
}

static const char *listed(Encoder *e, Encoded x, const Type *t)
{
    const char *all = "";
    for (uint32_t i = 0; i < t->as.list.count; i++)
        all = encode_text(e, "%s %s", all, encode_in(e, x, t->as.list.of[i]));
    return encode_text(e, "(%s%s)", t->kind == TYPE_UNION ? "or" : "and", all);
}

static const char *only(Encoder *e, Encoded x, const Type *t)
{
    EncodeSense sense = e->sense;
    e->sense = SENSE_EITHER;
    Encoded y = encode_term(e, t->as.only.value);
    e->sense = sense;
    EncodeSort sort = x.sort == y.sort ? x.sort : SORT_VALUE;
    const char *of = t->as.only.of ? encode_in(e, x, t->as.only.of) : "true";
    return encode_text(e, "(and (%s %s %s) %s)",
                       sort == SORT_VALUE && sense != SENSE_HOLDS ? "same" : "=",
                       encode_as(e, x, sort), encode_as(e, y, sort), of);
}

static const char *complement(Encoder *e, Encoded x, const Type *of)
{
    EncodeSense sense = e->sense;
    e->sense = encode_opposite(sense);
    const char *in = encode_in(e, x, of);
    e->sense = sense;
    return encode_text(e, "(not %s)", in);
}

static const char *chosen(Encoder *e, Encoded x, const Type *t)
{
    EncodeSense sense = e->sense;
    e->sense = SENSE_EITHER;
    const char *test = encode_as(e, encode_term(e, t->as.choice.test), SORT_BOOL);
    e->sense = sense;
    const char *then = encode_in(e, x, t->as.choice.then);
    const char *other = encode_in(e, x, t->as.choice.other);
    return encode_text(e, "(ite %s %s %s)", test, then, other);
}

static const char *resource(Encoder *e, Encoded x, const Type *t)
{
    if (x.sort != SORT_VALUE)
        return "false";
    return encode_text(e, "(and ((_ is VRes) %s) (= (kind %s) %s) (>= (id %s) 0))",
                       x.text, x.text,
                       encode_key(e, &e->kinds, assay_str(t->as.resource->name)), x.text);
}

/* ---- Languages. */

static uint32_t language_number(Encoder *e, const Type *t)
{
    for (uint32_t i = 0; i < e->nlanguages; i++) {
        if (e->languages[i]->as.language.lang == t->as.language.lang)
            return i;
    }
    if (e->nlanguages == ENCODE_NAMES) {
        e->why = "the question has too many languages for the solver";
        return 0;
    }
    e->languages[e->nlanguages] = t;
    assay_buf_printf(&e->declarations, "(declare-fun lang!%u (String) Bool)\n",
                     e->nlanguages);
    return e->nlanguages++;
}

static const char *sentence(Encoder *e, Encoded x, const Type *t)
{
    const char *is_string = scalar(e, x, SORT_STRING, "VStr");
    uint32_t n = language_number(e, t);
    return encode_text(e, "(and %s (lang!%u %s))", is_string, n,
                       encode_as(e, x, SORT_STRING));
}

/* ---- Aliases. */

static bool sees_alias(void *ctx, const Type *t)
{
    bool *found = ctx;
    *found |= t->kind == TYPE_ALIAS;
    return !*found;
}

static bool goes_into(void *ctx, const Term *t)
{
    (void)t;
    return !*(bool *)ctx;
}

static bool is_plain(const Term *t)
{
    bool found = false;
    term_walk(t, &(Visitor){goes_into, sees_alias, &found});
    return !found;
}

#define DESCENT_MAX 40

/* What a type says of recursive types; `part`: of parts of the value of `self`. */
typedef struct {
    const Alias *self;
    bool part;
    uint32_t depth; /* that is left */
} Descent;

static bool descends(const Type *t, Descent d);

static bool all_descend(const Type *const *of, uint32_t count, Descent d)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!descends(of[i], d))
            return false;
    }
    return true;
}

static bool fields_descend(const Type *t, Descent d)
{
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        if (!descends(t->as.object.fields[i].type, d))
            return false;
    }
    return true;
}

static bool alias_descends(const Alias *alias, Descent d)
{
    if (alias->recursive && d.part)
        return true;
    return alias != d.self && alias->type && descends(alias->type, d);
}

/* Whether it is about parts, and conditions say nothing of recursive types: they could
 * build values that are larger. */
static bool descends(const Type *t, Descent d)
{
    Descent part = {d.self, true, d.depth - 1};
    if (d.depth-- == 0)
        return false;
    switch (t->kind) {
    case TYPE_OBJECT:
        return fields_descend(t, part);
    case TYPE_MAP:
    case TYPE_ARRAY:
        return descends(t->as.of, part);
    case TYPE_REFINE:
        return is_plain(t->as.refine.where) && descends(t->as.refine.var->type, d);
    case TYPE_UNION:
    case TYPE_BOTH:
        return all_descend(t->as.list.of, t->as.list.count, d);
    case TYPE_NOT:
        return descends(t->as.of, d);
    case TYPE_ONLY:
        return is_plain(t->as.only.value) &&
               (!t->as.only.of || descends(t->as.only.of, d));
    case TYPE_IF:
        return is_plain(t->as.choice.test) && descends(t->as.choice.then, d) &&
               descends(t->as.choice.other, d);
    case TYPE_ALIAS:
        return alias_descends(t->as.alias, d);
    default:
        return true;
    }
}

static void unfold(Encoder *e, uint32_t n, const Alias *alias)
{
    Encoded x = {SORT_VALUE, "v"};
    if (!alias->type || !descends(alias->type, (Descent){alias, false, DESCENT_MAX}))
        return;
    EncodeSense sense = e->sense;
    e->sense = SENSE_EITHER;
    const char *body = encode_in(e, x, alias->type);
    e->sense = sense;
    assay_buf_printf(&e->assertions,
                     "(assert (forall ((v Value)) (! (= (alias!%u v) %s) "
                     ":pattern ((alias!%u v)))))\n",
                     n, body, n);
}

static uint32_t alias_number(Encoder *e, const Alias *alias)
{
    for (uint32_t i = 0; i < e->naliases; i++) {
        if (e->aliases[i] == alias)
            return i;
    }
    if (e->naliases == ENCODE_NAMES) {
        e->why = "the question has too many types for the solver";
        return 0;
    }
    uint32_t n = e->naliases++;
    e->aliases[n] = alias;
    assay_buf_printf(&e->declarations, "(declare-fun alias!%u (Value) Bool)\n", n);
    unfold(e, n, alias);
    return n;
}

static const char *named(Encoder *e, Encoded x, const Alias *alias)
{
    if (!alias->type)
        return "true";
    if (!alias->recursive)
        return encode_in(e, x, alias->type);
    uint32_t n = alias_number(e, alias);
    return encode_text(e, "(alias!%u %s)", n, encode_as(e, x, SORT_VALUE));
}

/* ---- All types. */

static const char *in_deep(Encoder *e, Encoded x, const Type *t)
{
    switch (t->kind) {
    case TYPE_BAD:
    case TYPE_ANY:
        return "true";
    case TYPE_INTEGER:
        return scalar(e, x, SORT_INT, "VInt");
    case TYPE_NUMBER:
        return number(e, x);
    case TYPE_STRING:
        return scalar(e, x, SORT_STRING, "VStr");
    case TYPE_BOOLEAN:
        return scalar(e, x, SORT_BOOL, "VBool");
    case TYPE_REGEXP:
        return boxed(e, x, "VRegexp");
    case TYPE_TEMPLATE:
        return boxed(e, x, "VTemplate");
    case TYPE_OBJECT:
        return typed_fields(e, x, t);
    case TYPE_MAP:
        return typed_map(e, x, t->as.of);
    case TYPE_ARRAY:
        return typed_array(e, x, t->as.of);
    case TYPE_REFINE:
        return refined(e, x, t);
    case TYPE_UNION:
    case TYPE_BOTH:
        return listed(e, x, t);
    case TYPE_NOT:
        return complement(e, x, t->as.of);
    case TYPE_ONLY:
        return only(e, x, t);
    case TYPE_IF:
        return chosen(e, x, t);
    case TYPE_RESOURCE:
        return resource(e, x, t);
    case TYPE_ALIAS:
        return named(e, x, t->as.alias);
    case TYPE_LANGUAGE:
        return sentence(e, x, t);
    case TYPE_VOID:
        return boxed(e, x, "VVoid");
    case TYPE_FUNCTION:
        return "true"; /* by its dialect */
    }
    return "true";
}

/* A value that is not a name gets one, for it is written many times. */
const char *encode_in(Encoder *e, Encoded x, const Type *t)
{
    if (encode_too_deep(e))
        return "true";
    bool rename = strchr(x.text, ' ') != NULL;
    Encoded name = {x.sort, rename ? encode_text(e, "t!%u", e->fresh++) : x.text};
    e->depth++;
    const char *in = in_deep(e, name, t);
    e->depth--;
    return rename ? encode_text(e, "(let ((%s %s)) %s)", name.text, x.text, in) : in;
}
