/*
 * oneOf wants that a value is of one schema and of no other. A union says the same if no
 * two of the schemas have a value in common. That is seen here where their types differ,
 * where their values are listed, or where both must have a property whose values are.
 */
#include "rest/import_parts.h"
#include <string.h>

#define CHOICES_MAX 50

/* The values that a schema lists, as one array; NULL: it lists none. */
static const Value *listed(Import *im, Node schema)
{
    Node values = import_field(im, schema, "enum"),
         one = import_field(im, schema, "const");

    if (one.value) {
        const Value *v = value_array(im->arena, &one.value, 1);
        im->no_memory |= !v;
        return v;
    }
    return import_items(values) > 0 ? values.value : NULL;
}

static bool are_apart(const Value *x, const Value *y)
{
    for (uint32_t i = 0; i < x->as.array.count; i++)
        for (uint32_t k = 0; k < y->as.array.count; k++)
            if (value_equal(x->as.array.items[i], y->as.array.items[k]))
                return false;
    return true;
}

/* Whether two schemas list values, all different. */
static bool list_apart(Import *im, Node x, Node y)
{
    const Value *of_x = listed(im, x), *of_y = listed(im, y);
    bool few = of_x && of_y && of_x->as.array.count <= 100 && of_y->as.array.count <= 100;

    return few && are_apart(of_x, of_y);
}

static bool is_required(Import *im, Node schema, struct assay_str name)
{
    Node required = import_field(im, schema, "required");

    for (uint32_t i = 0; i < import_items(required) && i < 200; i++) {
        const Value *v = required.value->as.array.items[i];
        if (v->kind == VALUE_STRING && assay_str_equal(v->as.string, name))
            return true;
    }
    return false;
}

/* Whether both must have a property that cannot be the same. */
static bool property_apart(Import *im, Node x, Node y)
{
    Node of_x = import_field(im, x, "properties"),
         of_y = import_field(im, y, "properties");

    for (uint32_t i = 0; i < import_members(of_x) && i < 200; i++) {
        struct assay_str name = import_name(of_x, i);
        const Value *other = of_y.value ? value_find(of_y.value, name) : NULL;
        Node p, q;
        if (!other || !is_required(im, x, name) || !is_required(im, y, name))
            continue;
        p = import_follow(im, import_member(im, of_x, i));
        q = import_follow(im, (Node){other, of_y.at});
        if (p.value && q.value && list_apart(im, p, q))
            return true;
    }
    return false;
}

static const char *type_word(Import *im, Node schema)
{
    static const char *const words[] = {"string", "integer", "number", "boolean",
                                        "array",  "object",  "null",   NULL};
    Node type = import_field(im, schema, "type");

    for (const char *const *w = words; *w; w++)
        if (import_is(type, *w))
            return *w;
    return import_members(import_field(im, schema, "properties")) > 0 ? "object" : NULL;
}

/* Whether both have one type each, and these have no value in common. */
static bool type_apart(Import *im, Node x, Node y)
{
    const char *of_x = type_word(im, x), *of_y = type_word(im, y);
    bool nullable = import_is_true(import_field(im, x, "nullable")) &&
                    import_is_true(import_field(im, y, "nullable"));

    if (!of_x || !of_y || nullable || strcmp(of_x, of_y) == 0)
        return false;
    return !((strcmp(of_x, "integer") == 0 && strcmp(of_y, "number") == 0) ||
             (strcmp(of_x, "number") == 0 && strcmp(of_y, "integer") == 0));
}

static bool is_apart(Import *im, Node x, Node y)
{
    return x.value && y.value &&
           (type_apart(im, x, y) || list_apart(im, x, y) || property_apart(im, x, y));
}

void import_check_exclusive(Import *im, Node one_of)
{
    uint32_t count = import_items(one_of);
    Node choices[CHOICES_MAX];
    bool apart = count <= CHOICES_MAX;

    im->work += apart ? count * count : 0;
    for (uint32_t i = 0; apart && i < count; i++)
        choices[i] = import_follow(im, import_item(im, one_of, i));
    for (uint32_t i = 0; apart && i < count; i++)
        for (uint32_t k = 0; apart && k < i; k++)
            apart = is_apart(im, choices[i], choices[k]);
    if (!apart)
        import_leave(im, one_of.at, "that only one of oneOf may hold: any of them may");
}
