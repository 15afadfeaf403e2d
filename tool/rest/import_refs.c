/*
 * References, and the types that schemas become which are referred to. Every schema that
 * is has a name, wherever it is: so circles of references are circles of types.
 */
#include "base/ascii.h"
#include "rest/import_parts.h"
#include "term/read.h"
#include <string.h>

/* ---- Pointers. */

/* One step of a pointer, percent-encoding and ~1 undone; in the arena. */
static struct assay_str decode_step(Import *im, struct assay_str s)
{
    char *into = assay_arena_new(im->arena, s.len + 1, 1);
    size_t n = 0;
    uint64_t byte;

    im->no_memory |= !into;
    for (size_t i = 0; into && i < s.len; i++) {
        char c = s.at[i];
        if (c == '%' && s.len - i > 2 &&
            assay_str_hex((struct assay_str){s.at + i + 1, 2}, &byte)) {
            c = (char)byte;
            i += 2;
        }
        if (c == '~' && i + 1 < s.len && (s.at[i + 1] == '0' || s.at[i + 1] == '1'))
            c = s.at[++i] == '1' ? '/' : '~';
        into[n++] = c;
    }
    return (struct assay_str){into ? into : "", n};
}

static Node take_step(Import *im, Node n, struct assay_str step)
{
    uint64_t index;

    if (import_items(n) > 0 && assay_str_u64(step, &index) && index < import_items(n))
        return import_item(im, n, (uint32_t)index);
    for (uint32_t i = 0; i < import_members(n); i++)
        if (assay_str_equal(import_name(n, i), step))
            return import_member(im, n, i);
    return (Node){NULL, n.at};
}

/* "#/a/b"; without a value if it leads nowhere. */
static Node find_pointer(Import *im, struct assay_str pointer)
{
    Node n = im->root;
    size_t at = 1, end;

    for (; at < pointer.len && n.value; at = end) {
        if (pointer.at[at] != '/')
            return (Node){NULL, "#"};
        for (end = ++at; end < pointer.len && pointer.at[end] != '/';)
            end++;
        n = take_step(im, n,
                      decode_step(im, (struct assay_str){pointer.at + at, end - at}));
    }
    return n;
}

Node import_target(Import *im, Node ref)
{
    struct assay_str text = import_text(ref);
    Node none = {NULL, ref.at}, found;

    if (++im->work > IMPORT_WORK)
        return none;
    if (!assay_str_starts(text, "#")) {
        import_leave(im, ref.at, "a reference to another file: %.*s",
                     (int)(text.len < 200 ? text.len : 200), text.at);
        return none;
    }
    if (text.len > 1 && text.at[1] != '/') {
        import_leave(im, ref.at, "a reference by anchor: %.*s",
                     (int)(text.len < 200 ? text.len : 200), text.at);
        return none;
    }
    found = find_pointer(im, text);
    if (!found.value)
        import_fault(im, ref.at, "there is no '%.*s'",
                     (int)(text.len < 200 ? text.len : 200), text.at);
    return found.value ? found : none;
}

Node import_follow(Import *im, Node n)
{
    Node ref = import_field(im, n, "$ref");

    for (int hops = 0; ref.value && ref.value->kind == VALUE_STRING; hops++) {
        if (hops == IMPORT_HOPS) {
            import_leave(im, ref.at, "references that lead to references, without end");
            return (Node){NULL, ref.at};
        }
        n = import_target(im, ref);
        ref = import_field(im, n, "$ref");
    }
    return n;
}

/* ---- Types. */

static uint32_t add_type(Import *im, Node schema, struct assay_str name)
{
    uint64_t *place;
    const char *unique;

    if (im->ntypes + 100 >= REST_NAMES) {
        import_leave(im, schema.at, "there are more than %d types: any value",
                     REST_NAMES - 100);
        return IMPORT_NO_TYPE;
    }
    unique = import_new_name(im, name);
    place =
        read_grow(im->arena, &im->types, &im->types_cap, im->ntypes, sizeof *im->types)
            ? assay_map_put(&im->places, schema.at, strlen(schema.at))
            : NULL;
    if (!place) {
        im->no_memory = true;
        return IMPORT_NO_TYPE;
    }
    im->types[im->ntypes] = (ImportType){.name = unique, .schema = schema};
    *place = im->ntypes;
    return im->ntypes++;
}

/* The last step of a place. */
static struct assay_str last_step(Import *im, const char *at)
{
    const char *slash = strrchr(at, '/');

    return decode_step(im, assay_str(slash ? slash + 1 : "Document"));
}

uint32_t import_type_of(Import *im, Node schema)
{
    uint64_t *place = assay_map_find(&im->places, schema.at, strlen(schema.at));

    return place ? (uint32_t)*place : add_type(im, schema, last_step(im, schema.at));
}

void import_add_components(Import *im)
{
    Node schemas = import_field(im, import_field(im, im->root, "components"), "schemas");

    for (uint32_t i = 0; i < import_members(schemas); i++)
        if (add_type(im, import_member(im, schemas, i), import_name(schemas, i)) ==
            IMPORT_NO_TYPE)
            return;
}

const Piece *import_use(Import *im, uint32_t type)
{
    ImportType *t = &im->types[type];

    if (!t->used) {
        if (!read_grow(im->arena, &im->queue, &im->queue_cap, im->nqueue,
                       sizeof *im->queue)) {
            im->no_memory = true;
            return NULL;
        }
        im->queue[im->nqueue++] = type;
        t->used = true;
    }
    return piece_text(&im->layout, "%s", t->name);
}

/* ---- Circles. */

static void find_alike(Import *im, Node schema, uint32_t depth);

static void find_in(Import *im, Node schema, const char *keyword, uint32_t depth)
{
    Node of = import_field(im, schema, keyword);

    for (uint32_t i = 0; i < import_items(of); i++)
        find_alike(im, import_item(im, of, i), depth);
    if (import_members(of) > 0)
        find_alike(im, of, depth);
}

static void find_reference(Import *im, Node ref)
{
    Node target = import_target(im, ref);
    uint32_t type = target.value ? import_type_of(im, target) : IMPORT_NO_TYPE;

    if (type != IMPORT_NO_TYPE && im->seen[type] != im->search) {
        im->seen[type] = im->search;
        im->found[im->nfound++] = type;
    }
}

/* The types that a schema says the same value is of. */
static void find_alike(Import *im, Node schema, uint32_t depth)
{
    static const char *const keywords[] = {"allOf", "anyOf", "oneOf", "not",
                                           "if",    "then",  "else",  NULL};
    Node ref = import_field(im, schema, "$ref");

    if (depth > IMPORT_DEPTH || ++im->work > IMPORT_WORK)
        return;
    if (ref.value && ref.value->kind == VALUE_STRING)
        find_reference(im, ref);
    for (const char *const *k = keywords; *k; k++)
        find_in(im, schema, *k, depth + 1);
}

bool import_is_circular(Import *im, uint32_t type, uint32_t by)
{
    if (type == IMPORT_NO_TYPE || type == by)
        return type == by;
    im->search++;
    im->seen[by] = im->search;
    im->found[0] = by;
    im->nfound = 1;
    for (uint32_t i = 0; i < im->nfound && im->seen[type] != im->search; i++)
        find_alike(im, im->types[im->found[i]].schema, 0);
    return im->seen[type] == im->search;
}
