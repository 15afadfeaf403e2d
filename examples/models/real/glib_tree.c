/*
 * GLib's GTree, a balanced tree, against a table with a place for every key. Its height
 * is judged: that of an AVL tree is below 1.4405 log2(n + 2).
 */
#include "numbers.h"
#include <assay/model.h>
#include <math.h>

/* ---- The reference */

enum { KEYS = 40 };

struct ref {
    bool there[KEYS];
    gpointer value[KEYS];
};

static struct ref *ref_new(GCompareDataFunc compare, gpointer unused)
{
    (void)compare;
    (void)unused;
    return assay_model_new(1, sizeof(struct ref));
}

static void ref_insert(struct ref *r, gpointer key, gpointer value)
{
    r->there[GPOINTER_TO_INT(key)] = true;
    r->value[GPOINTER_TO_INT(key)] = value;
}

static gboolean ref_remove(struct ref *r, gconstpointer key)
{
    gboolean was_there = r->there[GPOINTER_TO_INT(key)];

    r->there[GPOINTER_TO_INT(key)] = false;
    return was_there;
}

static gpointer ref_lookup(struct ref *r, gconstpointer key)
{
    return r->there[GPOINTER_TO_INT(key)] ? r->value[GPOINTER_TO_INT(key)] : NULL;
}

static gint ref_count(struct ref *r)
{
    gint n = 0;

    for (int key = 0; key < KEYS; key++)
        n += r->there[key];
    return n;
}

static const char *judge_height(struct ref *r, gint height)
{
    gint n = ref_count(r);

    if (height < (n > 0 ? log2(n + 1) : 0))
        return "so low a tree cannot hold its nodes";
    return height <= 1.4405 * log2(n + 2) ? NULL : "the tree is not balanced";
}

static void ref_foreach(struct ref *r, GTraverseFunc visit, gpointer ctx)
{
    for (int key = 0; key < KEYS; key++)
        if (r->there[key] && visit(GINT_TO_POINTER(key), r->value[key], ctx))
            return;
}

/* ---- The model */

ASSAY_ABSTRACT(tree, struct ref *, GTree *);
ASSAY_DESTRUCTOR(tree, assay_keep, g_tree_unref);
ASSAY_CONSUMED(given_up, tree);

ASSAY_ONE_OF(order, GCompareDataFunc, ascending);
ASSAY_INTERVAL(small, int, 0, KEYS - 1);
ASSAY_SEQUENTIAL(number, int);
ASSAY_MAP_OUTOF(key, gpointer, gpointer, small, GINT_TO_POINTER, GINT_TO_POINTER);
ASSAY_MAP_OUTOF(new_value, gpointer, gpointer, number, GINT_TO_POINTER, GINT_TO_POINTER);
ASSAY_MAP_INTO(known_key, gpointer, gpointer, small, GPOINTER_TO_INT, GPOINTER_TO_INT);
ASSAY_MAP_INTO(value, gpointer, gpointer, number, GPOINTER_TO_INT, GPOINTER_TO_INT);
ASSAY_INTERVAL(enough, gboolean, FALSE, TRUE);
ASSAY_CALLBACK(visit, (known_key, value, context), enough);

ASSAY_OPERATION(make, (order, context), tree, ref_new, g_tree_new_with_data);
ASSAY_OPERATION(end, (given_up), void, assay_keep, g_tree_unref);
ASSAY_OPERATION(insert, (tree, key, new_value), void, ref_insert, g_tree_insert,
                .weight = 6);
ASSAY_OPERATION(replace, (tree, key, new_value), void, ref_insert, g_tree_replace);
ASSAY_OPERATION(take, (tree, key), int, ref_remove, g_tree_remove, .weight = 4);
ASSAY_OPERATION(steal, (tree, key), int, ref_remove, g_tree_steal);
ASSAY_OPERATION(lookup, (tree, key), value, ref_lookup, g_tree_lookup);
ASSAY_OPERATION(count, (tree), int, ref_count, g_tree_nnodes);
ASSAY_JUDGED(height, (tree), int, judge_height, g_tree_height);
ASSAY_OPERATION(each, (tree, visit, context), void, ref_foreach, g_tree_foreach);

ASSAY_MODEL(gtree, (make, end, insert, replace, take, steal, lookup, count, height, each),
            .header = "numbers.h", .fuel = 60);

int main(int argc, char **argv)
{
    return assay_model_main(&gtree, argc, argv);
}
