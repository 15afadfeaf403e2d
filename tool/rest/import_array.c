/*
 * Arrays: what items are, all alike or the first ones each of its own schema, how many
 * there are, and that they differ.
 */
#include "rest/import_parts.h"

static const Piece *all_different(Import *im)
{
    const Piece *p = piece_implies(
        &im->layout,
        piece_text(&im->layout, "forall i: Natural, j: Natural . i < j && j < length(a)"),
        piece_text(&im->layout, "a[i] != a[j]"));

    return piece_around(&im->layout, "(", p, ")");
}

/* The schemas of the first items: "prefixItems", or "items" as a list. */
static Node first_items(Import *im, Node schema)
{
    Node items = import_field(im, schema, "items");

    return items.value && items.value->kind == VALUE_ARRAY
               ? items
               : import_field(im, schema, "prefixItems");
}

/* That of those behind them; without a value: anything. */
static Node other_items(Import *im, Node schema)
{
    Node items = import_field(im, schema, "items");

    return items.value && items.value->kind == VALUE_ARRAY
               ? import_field(im, schema, "additionalItems")
               : items;
}

static bool is_false(Node n)
{
    return n.value && n.value->kind == VALUE_BOOLEAN && !n.value->as.boolean;
}

static const Piece *item_in(Import *im, const Piece *when, const char *item,
                            const Piece *type)
{
    const Piece *in = piece_around(&im->layout, item,
                                   piece_within(&im->layout, type, TIGHT_PREFIX), "");

    return piece_around(&im->layout, "(", piece_implies(&im->layout, when, in), ")");
}

/* An array whose first items have schemas of their own: its items are in one of them all,
 * and each in its own. */
static const Piece *tuple(Import *im, Node first, Node others, Pieces *conditions)
{
    uint32_t count = import_items(first);
    Pieces all = {0};

    for (uint32_t i = 0; i < count; i++) {
        const Piece *type = import_inner_schema(im, import_item(im, first, i));
        pieces_add(&im->layout, &all, type);
        pieces_add(&im->layout, conditions,
                   item_in(im, piece_text(&im->layout, "length(a) > %u", i),
                           import_printf(im, "a[%u] in ", i), type));
    }
    if (is_false(others)) {
        pieces_add(&im->layout, conditions,
                   piece_text(&im->layout, "length(a) <= %u", count));
        return import_union(im, &all);
    }
    if (!others.value)
        return import_any(im);
    pieces_add(&im->layout, &all, import_inner_schema(im, others));
    pieces_add(&im->layout, conditions,
               item_in(im,
                       piece_text(&im->layout,
                                  "forall i: Natural . %u <= i && i < length(a)", count),
                       "a[i] in ", import_inner_schema(im, others)));
    return import_union(im, &all);
}

const Piece *import_array(Import *im, Node schema)
{
    Node first = first_items(im, schema), others = other_items(im, schema);
    Pieces conditions = {0};
    const Piece *of;

    if (import_items(first) > 0)
        of = tuple(im, first, others, &conditions);
    else
        of = others.value ? import_inner_schema(im, others) : import_any(im);
    of = piece_around(&im->layout, "", piece_within(&im->layout, of, TIGHT_BASE), "[]");
    import_bounds(im, schema, "minItems", "maxItems", "length(a)", &conditions);
    if (import_is_true(import_field(im, schema, "uniqueItems")))
        pieces_add(&im->layout, &conditions, all_different(im));
    return import_where(im, 'a', of, &conditions);
}
