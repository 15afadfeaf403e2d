/*
 * Making and comparing values, and writing them as HeadREST does. Objects are sorted by
 * the names of their fields, so equal objects are alike member by member.
 */
#include "term/value.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/utf8.h"
#include "term/regexp.h"
#include "term/template.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making. */

static Value *make(struct assay_arena *a, ValueKind kind)
{
    Value *v = assay_arena_new(a, 1, sizeof *v);
    if (v)
        v->kind = kind;
    return v;
}

const Value *value_null(void)
{
    static const Value null = {.kind = VALUE_NULL};
    return &null;
}

const Value *value_undefined(void)
{
    static const Value undefined = {.kind = VALUE_UNDEFINED};
    return &undefined;
}

const Value *value_boolean(bool x)
{
    static const Value values[] = {{.kind = VALUE_BOOLEAN, .as.boolean = false},
                                   {.kind = VALUE_BOOLEAN, .as.boolean = true}};
    return &values[x];
}

const Value *value_integer(struct assay_arena *a, const Integer *x)
{
    Value *v = x ? make(a, VALUE_INTEGER) : NULL;
    if (v)
        v->as.integer = x;
    return v;
}

const Value *value_int(struct assay_arena *a, int64_t x)
{
    return value_integer(a, integer_from(a, x));
}

const Value *value_number(struct assay_arena *a, Decimal x)
{
    Decimal least = decimal_make(a, x.digits, x.scale);
    if (!least.digits || least.scale == 0)
        return value_integer(a, least.digits);
    Value *v = make(a, VALUE_NUMBER);
    if (v)
        v->as.number = least;
    return v;
}

const Value *value_string(struct assay_arena *a, struct assay_str bytes)
{
    char *copy = assay_arena_text(a, bytes.at, bytes.len);
    Value *v = copy ? make(a, VALUE_STRING) : NULL;
    if (v)
        v->as.string = (struct assay_str){copy, bytes.len};
    return v;
}

/* Takes an inner value into account; false when it is none, or nested too deep. */
static bool deepen(Value *outer, const Value *inner)
{
    if (!inner || inner->depth >= VALUE_DEPTH)
        return false;
    if (outer->depth <= inner->depth)
        outer->depth = inner->depth + 1;
    return true;
}

const Value *value_array(struct assay_arena *a, const Value *const *items, uint32_t count)
{
    Value *v = make(a, VALUE_ARRAY);
    const Value **copy = v ? assay_arena_new(a, count, sizeof *copy) : NULL;
    if (!copy)
        return NULL;
    v->depth = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (!deepen(v, items[i]))
            return NULL;
        copy[i] = items[i];
    }
    v->as.array.items = copy;
    v->as.array.count = count;
    return v;
}

static int compare_names(struct assay_str x, struct assay_str y)
{
    size_t least = x.len < y.len ? x.len : y.len;
    int order = least > 0 ? memcmp(x.at, y.at, least) : 0;
    return order != 0 ? order : (x.len > y.len) - (x.len < y.len);
}

/* A member, and where it stood. */
typedef struct {
    ValueMember member;
    uint32_t place;
} Placed;

static int compare_placed(const void *a, const void *b)
{
    const Placed *x = a, *y = b;
    int order = compare_names(x->member.name, y->member.name);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static Placed *sorted(struct assay_arena *a, const ValueMember *members, uint32_t count)
{
    Placed *placed = assay_arena_new(a, count, sizeof *placed);
    for (uint32_t i = 0; placed && i < count; i++)
        placed[i] = (Placed){members[i], i};
    if (placed && count > 0)
        qsort(placed, count, sizeof *placed, compare_placed);
    return placed;
}

/* Puts a copy of a member behind those there are, or in the place of its namesake. */
static bool put_member(struct assay_arena *a, Value *object, ValueMember *members,
                       const ValueMember *m)
{
    uint32_t n = object->as.object.count;
    char *name = assay_arena_text(a, m->name.at, m->name.len);
    if (!name || !deepen(object, m->value))
        return false;
    if (n > 0 && compare_names(members[n - 1].name, m->name) == 0)
        n--;
    members[n] = (ValueMember){{name, m->name.len}, m->value};
    object->as.object.count = n + 1;
    return true;
}

const Value *value_object(struct assay_arena *a, const ValueMember *members,
                          uint32_t count)
{
    Value *v = make(a, VALUE_OBJECT);
    Placed *placed = v ? sorted(a, members, count) : NULL;
    ValueMember *copy = placed ? assay_arena_new(a, count, sizeof *copy) : NULL;
    if (!copy)
        return NULL;
    v->depth = 1;
    v->as.object.members = copy;
    for (uint32_t i = 0; i < count; i++) {
        if (!put_member(a, v, copy, &placed[i].member))
            return NULL;
    }
    return v;
}

const Value *value_template(struct assay_arena *a, const Template *t)
{
    Value *v = t ? make(a, VALUE_TEMPLATE) : NULL;
    if (v)
        v->as.template = t;
    return v;
}

const Value *value_regexp(struct assay_arena *a, const Regexp *r)
{
    Value *v = r ? make(a, VALUE_REGEXP) : NULL;
    if (v)
        v->as.regexp = r;
    return v;
}

const Value *value_resource(struct assay_arena *a, const char *type, uint32_t id)
{
    char *copy = type ? assay_arena_text(a, type, strlen(type)) : NULL;
    Value *v = copy ? make(a, VALUE_RESOURCE) : NULL;
    if (v) {
        v->as.resource.type = copy;
        v->as.resource.id = id;
    }
    return v;
}

/* ---- Looking. */

double value_to_double(const Value *x)
{
    struct assay_buf text;
    double number = 0;

    if (x->kind != VALUE_INTEGER && x->kind != VALUE_NUMBER)
        return 0;
    assay_buf_init(&text, NULL, 0);
    value_print_json(x, &text);
    if (!assay_str_double((struct assay_str){text.at, text.len}, &number))
        number = 0;
    assay_buf_done(&text);
    return number;
}

const Value *value_find(const Value *object, struct assay_str name)
{
    if (object->kind != VALUE_OBJECT)
        return NULL;
    const ValueMember *members = object->as.object.members;
    uint32_t low = 0, high = object->as.object.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = compare_names(members[middle].name, name);
        if (order == 0)
            return members[middle].value;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool arrays_equal(const Value *x, const Value *y)
{
    if (x->as.array.count != y->as.array.count)
        return false;
    for (uint32_t i = 0; i < x->as.array.count; i++) {
        if (!value_equal(x->as.array.items[i], y->as.array.items[i]))
            return false;
    }
    return true;
}

static bool objects_equal(const Value *x, const Value *y)
{
    if (x->as.object.count != y->as.object.count)
        return false;
    for (uint32_t i = 0; i < x->as.object.count; i++) {
        const ValueMember *m = &x->as.object.members[i], *n = &y->as.object.members[i];
        if (!assay_str_equal(m->name, n->name) || !value_equal(m->value, n->value))
            return false;
    }
    return true;
}

bool value_equal(const Value *x, const Value *y)
{
    if (x == y)
        return true;
    if (x->kind != y->kind)
        return false;
    switch (x->kind) {
    case VALUE_NULL:
    case VALUE_UNDEFINED:
        return true;
    case VALUE_BOOLEAN:
        return x->as.boolean == y->as.boolean;
    case VALUE_INTEGER:
        return integer_compare(x->as.integer, y->as.integer) == 0;
    case VALUE_NUMBER:
        return x->as.number.scale == y->as.number.scale &&
               integer_compare(x->as.number.digits, y->as.number.digits) == 0;
    case VALUE_STRING:
        return assay_str_equal(x->as.string, y->as.string);
    case VALUE_ARRAY:
        return arrays_equal(x, y);
    case VALUE_OBJECT:
        return objects_equal(x, y);
    case VALUE_TEMPLATE:
        return assay_str_equal(x->as.template->source, y->as.template->source);
    case VALUE_REGEXP:
        return assay_str_equal(x->as.regexp->source, y->as.regexp->source);
    case VALUE_RESOURCE:
        return x->as.resource.id == y->as.resource.id &&
               strcmp(x->as.resource.type, y->as.resource.type) == 0;
    }
    return false;
}

/* ---- Weighing. Inner values may be shared, so a walk ends when enough was seen. */

/* Digits, and the sign. */
static uint32_t integer_weight(const Integer *x)
{
    uint32_t digits = 1;
    if (x->count > 1)
        digits = x->count * 10;
    for (uint32_t n = x->count == 1 ? x->limbs[0] : 0; n >= 10; n /= 10)
        digits++;
    return digits + x->negative;
}

static void weigh(const Value *x, uint64_t *weight);

static void weigh_inner(const Value *x, uint64_t *weight)
{
    bool is_array = x->kind == VALUE_ARRAY;
    uint32_t count = is_array ? x->as.array.count : x->as.object.count;
    for (uint32_t i = 0; i < count && *weight < VALUE_WEIGHT; i++) {
        if (!is_array)
            *weight += 1 + x->as.object.members[i].name.len;
        weigh(is_array ? x->as.array.items[i] : x->as.object.members[i].value, weight);
    }
}

static void weigh(const Value *x, uint64_t *weight)
{
    *weight += 1;
    switch (x->kind) {
    case VALUE_NULL:
    case VALUE_UNDEFINED:
    case VALUE_BOOLEAN:
        break;
    case VALUE_INTEGER:
        *weight += integer_weight(x->as.integer);
        break;
    case VALUE_NUMBER:
        *weight += integer_weight(x->as.number.digits) + 1;
        break;
    case VALUE_STRING:
        *weight += x->as.string.len;
        break;
    case VALUE_ARRAY:
    case VALUE_OBJECT:
        weigh_inner(x, weight);
        break;
    case VALUE_TEMPLATE:
        *weight += x->as.template->source.len;
        break;
    case VALUE_REGEXP:
        *weight += x->as.regexp->source.len;
        break;
    case VALUE_RESOURCE:
        *weight += x->as.resource.id;
        break;
    }
}

uint32_t value_weight(const Value *x)
{
    uint64_t weight = 0;
    weigh(x, &weight);
    return weight < VALUE_WEIGHT ? (uint32_t)weight : VALUE_WEIGHT;
}

/* ---- Writing. */

static bool is_word(struct assay_str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (!assay_is_word(s.at[i]) || (i == 0 && assay_is_digit(s.at[i])))
            return false;
    }
    return s.len > 0;
}

static void print_quoted(struct assay_str s, struct assay_buf *out)
{
    struct assay_json j;
    assay_json_init(&j, out);
    assay_json_bytes(&j, NULL, s.at, s.len);
}

static void print_between(char quote, struct assay_str s, struct assay_buf *out)
{
    assay_buf_putc(out, quote);
    assay_buf_add(out, s.at, s.len);
    assay_buf_putc(out, quote);
}

static void print_array(const Value *x, struct assay_buf *out)
{
    assay_buf_putc(out, '[');
    for (uint32_t i = 0; i < x->as.array.count && !out->status; i++) {
        assay_buf_puts(out, i > 0 ? ", " : "");
        value_print(x->as.array.items[i], out);
    }
    assay_buf_putc(out, ']');
}

static void print_object(const Value *x, struct assay_buf *out)
{
    assay_buf_putc(out, '{');
    for (uint32_t i = 0; i < x->as.object.count && !out->status; i++) {
        const ValueMember *m = &x->as.object.members[i];
        assay_buf_puts(out, i > 0 ? ", " : "");
        if (is_word(m->name))
            assay_buf_add(out, m->name.at, m->name.len);
        else
            print_quoted(m->name, out);
        assay_buf_puts(out, " = ");
        value_print(m->value, out);
    }
    assay_buf_putc(out, '}');
}

void value_print(const Value *x, struct assay_buf *out)
{
    switch (x->kind) {
    case VALUE_NULL:
        assay_buf_puts(out, "null");
        break;
    case VALUE_BOOLEAN:
        assay_buf_puts(out, x->as.boolean ? "true" : "false");
        break;
    case VALUE_INTEGER:
        integer_print(x->as.integer, out);
        break;
    case VALUE_NUMBER:
        decimal_print(x->as.number, out);
        break;
    case VALUE_STRING:
        print_quoted(x->as.string, out);
        break;
    case VALUE_ARRAY:
        print_array(x, out);
        break;
    case VALUE_OBJECT:
        print_object(x, out);
        break;
    case VALUE_TEMPLATE:
        print_between('\'', x->as.template->source, out);
        break;
    case VALUE_REGEXP:
        print_between('/', x->as.regexp->source, out);
        break;
    case VALUE_UNDEFINED:
        assay_buf_puts(out, "undefined");
        break;
    case VALUE_RESOURCE:
        assay_buf_printf(out, "%s#%u", x->as.resource.type, x->as.resource.id);
        break;
    }
}
