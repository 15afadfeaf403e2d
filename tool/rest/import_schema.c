/*
 * Schemas as types. A schema is the conjunction of its keywords: what its type and the
 * keywords of that type say, its enumeration, and the schemas it is composed of. Where no
 * type is given, the keywords tell it: properties are those of an object.
 */
#include "rest/import_parts.h"
#include <string.h>

/* ---- Joining. */

const Piece *import_any(Import *im)
{
    return piece_text(&im->layout, "Any");
}

/* Adds it or, if it is joined by the same mark, what it joins. */
static void add_joined(Import *im, const Piece *p, Tightness tight, Pieces *into)
{
    bool splice = p->kind == PIECE_LIST && p->tight == tight && !*p->as.list.open;

    if (!splice)
        pieces_add(&im->layout, into, piece_within(&im->layout, p, tight + 1));
    for (uint32_t i = 0; splice && i < p->as.list.count; i++)
        pieces_add(&im->layout, into, p->as.list.items[i]);
}

static const Piece *join(Import *im, const Pieces *of, const char *mark, Tightness tight)
{
    Pieces inner = {.failed = of->failed};
    bool words = true;

    if (of->count == 1)
        return of->failed ? NULL : of->at[0];
    for (uint32_t i = 0; i < of->count; i++)
        add_joined(im, of->at[i], tight, &inner);
    for (uint32_t i = 0; i < inner.count; i++)
        words &= inner.at[i]->kind == PIECE_TEXT;
    return piece_tight(&im->layout,
                       words ? piece_fill(&im->layout, mark, &inner)
                             : piece_list(&im->layout, "", mark, "", &inner),
                       tight);
}

const Piece *import_union(Import *im, const Pieces *of)
{
    for (uint32_t i = 0; i < of->count; i++)
        if (piece_is(of->at[i], "Any"))
            return of->at[i];
    if (of->failed)
        return NULL;
    return of->count > 0 ? join(im, of, " |", TIGHT_UNION)
                         : piece_text(&im->layout, "Empty");
}

/* All of them at once; Any says nothing. */
static const Piece *all_of(Import *im, const Pieces *of)
{
    Pieces some = {.failed = of->failed};

    for (uint32_t i = 0; i < of->count; i++)
        if (!piece_is(of->at[i], "Any"))
            pieces_add(&im->layout, &some, of->at[i]);
    if (some.failed)
        return NULL;
    return some.count > 0 ? join(im, &some, " &", TIGHT_BOTH) : import_any(im);
}

static const Piece * not(Import * im, const Piece *p)
{
    p = piece_around(&im->layout, "!", piece_within(&im->layout, p, TIGHT_PREFIX), "");
    return piece_tight(&im->layout, p, TIGHT_PREFIX);
}

const Piece *import_where(Import *im, char var, const Piece *of, const Pieces *conditions)
{
    const Piece *row[5] = {
        piece_text(&im->layout, "(%c: ", var), of, piece_text(&im->layout, " where "),
        piece_list(&im->layout, "", " &&", "", conditions), piece_text(&im->layout, ")")};

    return conditions->count > 0 ? piece_row(&im->layout, row, 5) : of;
}

/* ---- Objects. */

/* The names that must be there, as the fields of an object. */
static const Value *required_names(Import *im, Node schema)
{
    Node required = import_field(im, schema, "required");
    uint32_t count = import_items(required), n = 0;
    ValueMember *members = assay_arena_new(im->arena, count, sizeof *members);
    const Value *names;

    for (uint32_t i = 0; members && i < count; i++) {
        const Value *name = required.value->as.array.items[i];
        if (name->kind == VALUE_STRING)
            members[n++] = (ValueMember){name->as.string, value_null()};
    }
    names = members ? value_object(im->arena, members, n) : NULL;
    im->no_memory |= !names;
    return names ? names : value_null();
}

static const Piece *field(Import *im, struct assay_str name, bool optional,
                          const Piece *type)
{
    const char *text = import_field_name(im, name);

    return piece_around(&im->layout,
                        import_printf(im, "%s%s: ", optional ? "?" : "", text), type, "");
}

/* A schema about another value than the one at hand. */
const Piece *import_inner_schema(Import *im, Node schema)
{
    bool same_value = im->same_value;
    const Piece *p;

    im->same_value = false;
    p = import_schema(im, schema);
    im->same_value = same_value;
    return p;
}

/* Whether a property is there in requests only, or in answers only. */
static bool is_one_way(Import *im, Node property)
{
    Node schema = import_follow(im, property);

    return import_is_true(import_field(im, property, "readOnly")) ||
           import_is_true(import_field(im, property, "writeOnly")) ||
           import_is_true(import_field(im, schema, "readOnly")) ||
           import_is_true(import_field(im, schema, "writeOnly"));
}

static void add_properties(Import *im, Node properties, const Value *required,
                           Pieces *fields)
{
    for (uint32_t i = 0; i < import_members(properties); i++) {
        struct assay_str name = import_name(properties, i);
        Node property = import_member(im, properties, i);
        bool must = value_find(required, name) != NULL;
        if (!import_can_be_field(name)) {
            import_leave(im, property.at, "a name with the character U+0000");
            continue;
        }
        if (must && is_one_way(im, property)) {
            import_leave(im, property.at,
                         "required one way only (readOnly or writeOnly): optional here");
            must = false;
        }
        pieces_add(&im->layout, fields,
                   field(im, name, !must, import_inner_schema(im, property)));
    }
}

/* Fields that must be there, of which nothing else is known. */
static void add_required(Import *im, Node properties, const Value *required,
                         Pieces *fields)
{
    uint32_t count = required->kind == VALUE_OBJECT ? required->as.object.count : 0;

    for (uint32_t i = 0; i < count; i++) {
        struct assay_str name = required->as.object.members[i].name;
        bool known = properties.value && value_find(properties.value, name) != NULL;
        if (!known && import_can_be_field(name))
            pieces_add(&im->layout, fields, field(im, name, false, import_any(im)));
    }
}

/* {*: T}, or NULL if other properties may be anything. */
static const Piece *map_type(Import *im, Node schema, bool has_properties)
{
    Node other = import_field(im, schema, "additionalProperties");
    const Piece *of;

    if (!other.value || import_is_true(other) ||
        (other.value->kind == VALUE_OBJECT && import_members(other) == 0))
        return NULL;
    if (has_properties) {
        import_leave(im, other.at, "what properties beside those listed are");
        return NULL;
    }
    of = import_inner_schema(im, other);
    return piece_is(of, "Any") ? NULL : piece_around(&im->layout, "{*: ", of, "}");
}

static const Piece *object(Import *im, Node schema)
{
    Node properties = import_field(im, schema, "properties");
    const Value *required = required_names(im, schema);
    const Piece *map = map_type(im, schema, import_members(properties) > 0);
    Pieces fields = {0}, both = {0};

    add_properties(im, properties, required, &fields);
    add_required(im, properties, required, &fields);
    if (map)
        pieces_add(&im->layout, &both, map);
    if (!map || fields.count > 0)
        pieces_add(&im->layout, &both, piece_list(&im->layout, "{", ",", "}", &fields));
    return all_of(im, &both);
}

/* ---- Types. */

typedef enum {
    KIND_STRING,
    KIND_INTEGER,
    KIND_NUMBER,
    KIND_BOOLEAN,
    KIND_ARRAY,
    KIND_OBJECT,
    KIND_NULL,
    KINDS
} Kind;

static const char *const kind_names[] = {"string", "integer", "number", "boolean",
                                         "array",  "object",  "null"};

static unsigned kind_bit(Node name)
{
    for (unsigned k = 0; k < KINDS; k++)
        if (import_is(name, kind_names[k]))
            return 1u << k;
    return 0;
}

/* What the keywords are about, where no type is given. */
static unsigned guessed_kinds(Import *im, Node schema)
{
    static const struct {
        const char *keyword;
        Kind kind;
    } hints[] = {
        {"properties", KIND_OBJECT},       {"additionalProperties", KIND_OBJECT},
        {"required", KIND_OBJECT},         {"items", KIND_ARRAY},
        {"prefixItems", KIND_ARRAY},       {"minItems", KIND_ARRAY},
        {"maxItems", KIND_ARRAY},          {"minLength", KIND_STRING},
        {"maxLength", KIND_STRING},        {"pattern", KIND_STRING},
        {"minimum", KIND_NUMBER},          {"maximum", KIND_NUMBER},
        {"exclusiveMinimum", KIND_NUMBER}, {"multipleOf", KIND_NUMBER},
        {"exclusiveMaximum", KIND_NUMBER},
    };

    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (import_field(im, schema, hints[i].keyword).value)
            return 1u << hints[i].kind;
    return 0;
}

/* A bit for each kind; 0 for any. */
static unsigned kinds_of(Import *im, Node schema)
{
    Node type = import_field(im, schema, "type");
    unsigned kinds = kind_bit(type);

    for (uint32_t i = 0; i < import_items(type); i++)
        kinds |= kind_bit(import_item(im, type, i));
    if (type.value && kinds == 0)
        import_leave(im, type.at, "a type that is not known");
    return type.value ? kinds : guessed_kinds(im, schema);
}

static const Piece *of_kind(Import *im, Node schema, Kind kind)
{
    switch (kind) {
    case KIND_STRING:
        return import_string(im, schema);
    case KIND_INTEGER:
        return import_integer(im, schema);
    case KIND_NUMBER:
        return import_number(im, schema);
    case KIND_BOOLEAN:
        return piece_text(&im->layout, "Boolean");
    case KIND_ARRAY:
        return import_array(im, schema);
    case KIND_OBJECT:
        return object(im, schema);
    case KIND_NULL:
    case KINDS:
        break;
    }
    return piece_text(&im->layout, "[null]");
}

static bool has_kind(const Value *v, unsigned kinds)
{
    static const unsigned kind_of[] = {
        [VALUE_NULL] = 1u << KIND_NULL,
        [VALUE_BOOLEAN] = 1u << KIND_BOOLEAN,
        [VALUE_INTEGER] = 1u << KIND_INTEGER | 1u << KIND_NUMBER,
        [VALUE_NUMBER] = 1u << KIND_NUMBER,
        [VALUE_STRING] = 1u << KIND_STRING,
        [VALUE_ARRAY] = 1u << KIND_ARRAY,
        [VALUE_OBJECT] = 1u << KIND_OBJECT,
    };

    return kinds == 0 || (v->kind <= VALUE_OBJECT && (kind_of[v->kind] & kinds) != 0);
}

static void add_literal(Import *im, Node value, unsigned kinds, Pieces *into)
{
    const char *text = has_kind(value.value, kinds) ? import_literal(im, value) : NULL;

    if (text)
        pieces_add(&im->layout, into, piece_text(&im->layout, "[%s]", text));
}

/* What the type says; NULL: nothing. */
static const Piece *typed(Import *im, Node schema, unsigned kinds)
{
    Pieces parts = {0};

    for (unsigned k = 0; k < KINDS; k++) {
        bool covered = k == KIND_INTEGER && (kinds & 1u << KIND_NUMBER) != 0;
        if ((kinds & 1u << k) != 0 && !covered)
            pieces_add(&im->layout, &parts, of_kind(im, schema, (Kind)k));
    }
    return kinds != 0 ? import_union(im, &parts) : NULL;
}

/* Whether it is types by their names only. */
static bool is_mere(const Piece *type)
{
    if (type->kind != PIECE_LIST)
        return type->kind == PIECE_TEXT;
    for (uint32_t i = 0; i < type->as.list.count; i++)
        if (type->as.list.items[i]->kind != PIECE_TEXT)
            return false;
    return !*type->as.list.open;
}

/* The type, and the values that are allowed: of a mere type these alone. */
static void add_typed(Import *im, Node schema, Pieces *both)
{
    Node values = import_field(im, schema, "enum"),
         one = import_field(im, schema, "const");
    unsigned kinds = kinds_of(im, schema);
    const Piece *type = typed(im, schema, kinds);
    Pieces literals = {0};

    im->no_memory |= kinds != 0 && !type;
    for (uint32_t i = 0; i < import_items(values); i++)
        add_literal(im, import_item(im, values, i), kinds, &literals);
    if (one.value)
        add_literal(im, one, kinds, &literals);
    im->no_memory |= literals.failed;
    if (literals.count > 0)
        pieces_add(&im->layout, both, import_union(im, &literals));
    if (type && (literals.count == 0 || !is_mere(type)))
        pieces_add(&im->layout, both, type);
}

/* ---- Composition. */

static void add_all(Import *im, Node all, Pieces *both)
{
    for (uint32_t i = 0; i < import_items(all); i++)
        pieces_add(&im->layout, both, import_schema(im, import_item(im, all, i)));
}

static void add_one_of(Import *im, Node of, Pieces *both)
{
    Pieces parts = {0};

    for (uint32_t i = 0; i < import_items(of); i++)
        pieces_add(&im->layout, &parts, import_schema(im, import_item(im, of, i)));
    if (parts.count > 0 || parts.failed)
        pieces_add(&im->layout, both, import_union(im, &parts));
}

/* if I then T else E is (!I | T) & (I | E). */
static void add_condition(Import *im, Node schema, Pieces *both)
{
    Node test = import_field(im, schema, "if"), then = import_field(im, schema, "then"),
         other = import_field(im, schema, "else");
    Pieces yes = {0}, no = {0};

    if (test.value && then.value) {
        pieces_add(&im->layout, &yes, not(im, import_schema(im, test)));
        pieces_add(&im->layout, &yes, import_schema(im, then));
        pieces_add(&im->layout, both, import_union(im, &yes));
    }
    if (test.value && other.value) {
        pieces_add(&im->layout, &no, import_schema(im, test));
        pieces_add(&im->layout, &no, import_schema(im, other));
        pieces_add(&im->layout, both, import_union(im, &no));
    }
}

static void add_composed(Import *im, Node schema, Pieces *both)
{
    Node negated = import_field(im, schema, "not");
    Node one_of = import_field(im, schema, "oneOf");

    add_all(im, import_field(im, schema, "allOf"), both);
    add_one_of(im, import_field(im, schema, "anyOf"), both);
    add_one_of(im, one_of, both);
    import_check_exclusive(im, one_of);
    if (negated.value)
        pieces_add(&im->layout, both, not(im, import_schema(im, negated)));
    add_condition(im, schema, both);
}

static void leave_keywords(Import *im, Node schema)
{
    static const char *const keywords[] = {"discriminator",
                                           "patternProperties",
                                           "propertyNames",
                                           "minProperties",
                                           "maxProperties",
                                           "unevaluatedProperties",
                                           "unevaluatedItems",
                                           "contains",
                                           "minContains",
                                           "maxContains",
                                           "dependentRequired",
                                           "dependentSchemas",
                                           "contentMediaType",
                                           "contentEncoding",
                                           "contentSchema",
                                           "$dynamicRef",
                                           NULL};

    for (const char *const *k = keywords; *k; k++) {
        Node n = import_field(im, schema, *k);
        if (n.value)
            import_leave(im, n.at, "%s", *k);
    }
}

/* ---- References. */

static const Piece *reference(Import *im, Node ref)
{
    Node target = import_target(im, ref);
    uint32_t type = target.value ? import_type_of(im, target) : IMPORT_NO_TYPE;

    if (type == IMPORT_NO_TYPE)
        return import_any(im);
    if (im->same_value && import_is_circular(im, im->inside, type)) {
        import_leave(im, ref.at, "'%s' is defined by itself: any value",
                     im->types[im->inside].name);
        return import_any(im);
    }
    return import_use(im, type);
}

/* ---- The whole. */

/* Whether null is one of the values that a schema without a type lists. */
static bool allows_null(Import *im, Node schema)
{
    Node values = import_field(im, schema, "enum");

    for (uint32_t i = 0; i < import_items(values); i++)
        if (values.value->as.array.items[i]->kind == VALUE_NULL)
            return kinds_of(im, schema) == 0;
    return false;
}

/* In 3.0 keywords beside a reference do not count. */
static const Piece *keywords(Import *im, Node schema)
{
    Node ref = import_field(im, schema, "$ref");
    Pieces both = {0}, or_null = {0};
    const Piece *type;

    if (import_text(ref).len > 0) {
        pieces_add(&im->layout, &both, reference(im, ref));
        if (im->is_3_0)
            return all_of(im, &both);
    }
    add_typed(im, schema, &both);
    add_composed(im, schema, &both);
    leave_keywords(im, schema);
    type = all_of(im, &both);
    if (!import_is_true(import_field(im, schema, "nullable")) || piece_is(type, "Any") ||
        allows_null(im, schema))
        return type;
    pieces_add(&im->layout, &or_null, type);
    pieces_add(&im->layout, &or_null, piece_text(&im->layout, "[null]"));
    return import_union(im, &or_null);
}

const Piece *import_schema(Import *im, Node schema)
{
    const Piece *p = NULL;

    if (++im->work > IMPORT_WORK)
        return import_any(im);
    if (schema.value->kind == VALUE_BOOLEAN)
        return piece_text(&im->layout, schema.value->as.boolean ? "Any" : "Empty");
    if (schema.value->kind != VALUE_OBJECT) {
        import_leave(im, schema.at, "this is no schema: any value");
        return import_any(im);
    }
    if (im->depth == IMPORT_DEPTH) {
        import_leave(im, schema.at, "schemas nested more than %d deep: any value",
                     IMPORT_DEPTH);
        return import_any(im);
    }
    im->depth++;
    p = keywords(im, schema);
    im->depth--;
    im->no_memory |= !p;
    return p;
}
