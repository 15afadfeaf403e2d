/*
 * Copying values. They are no deeper than models are read, so this may recurse.
 */
#include "smt/copy.h"

#include <string.h>

bool smt_copy_is_plain(const Value *v)
{
    bool plain = v->kind != VALUE_TEMPLATE && v->kind != VALUE_REGEXP;
    for (uint32_t i = 0; v->kind == VALUE_ARRAY && i < v->as.array.count; i++)
        plain = plain && smt_copy_is_plain(v->as.array.items[i]);
    for (uint32_t i = 0; v->kind == VALUE_OBJECT && i < v->as.object.count; i++)
        plain = plain && smt_copy_is_plain(v->as.object.members[i].value);
    return plain;
}

static const Integer *copy_integer(struct assay_arena *a, const Integer *x)
{
    size_t size = sizeof *x + x->count * sizeof x->limbs[0];
    Integer *copy = assay_arena_new(a, 1, size);
    if (copy)
        memcpy(copy, x, size);
    return copy;
}

static const Value *copy_number(struct assay_arena *a, Decimal x)
{
    x.digits = copy_integer(a, x.digits);
    return x.digits ? value_number(a, x) : NULL;
}

static const Value *copy_array(struct assay_arena *a, const Value *v)
{
    uint32_t n = v->as.array.count;
    const Value **items = assay_arena_new(a, n, sizeof *items);
    for (uint32_t i = 0; items && i < n; i++) {
        items[i] = smt_copy_value(a, v->as.array.items[i]);
        if (!items[i])
            return NULL;
    }
    return items ? value_array(a, items, n) : NULL;
}

static const Value *copy_object(struct assay_arena *a, const Value *v)
{
    uint32_t n = v->as.object.count;
    ValueMember *members = assay_arena_new(a, n, sizeof *members);
    for (uint32_t i = 0; members && i < n; i++) {
        const ValueMember *m = &v->as.object.members[i];
        char *name = assay_arena_text(a, m->name.at, m->name.len);
        members[i] = (ValueMember){{name, m->name.len}, smt_copy_value(a, m->value)};
        if (!name || !members[i].value)
            return NULL;
    }
    return members ? value_object(a, members, n) : NULL;
}

static const Value *copy_resource(struct assay_arena *a, const Value *v)
{
    const char *type = v->as.resource.type;
    char *name = assay_arena_text(a, type, strlen(type));
    return name ? value_resource(a, name, v->as.resource.id) : NULL;
}

const Value *smt_copy_value(struct assay_arena *a, const Value *v)
{
    switch (v->kind) {
    case VALUE_NULL:
        return value_null();
    case VALUE_UNDEFINED:
        return value_undefined();
    case VALUE_BOOLEAN:
        return value_boolean(v->as.boolean);
    case VALUE_INTEGER:
        return value_integer(a, copy_integer(a, v->as.integer));
    case VALUE_NUMBER:
        return copy_number(a, v->as.number);
    case VALUE_STRING:
        return value_string(a, v->as.string);
    case VALUE_ARRAY:
        return copy_array(a, v);
    case VALUE_OBJECT:
        return copy_object(a, v);
    case VALUE_TEMPLATE:
        return value_template(a, v->as.template);
    case VALUE_REGEXP:
        return value_regexp(a, v->as.regexp);
    case VALUE_RESOURCE:
        return copy_resource(a, v);
    }
    return NULL;
}
