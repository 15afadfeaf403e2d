/* GLib's GHashTable against a table with a place for every key. */
#include "numbers.h"
#include <assay/model.h>

/* ---- The reference */

enum { KEYS = 40 };

struct ref {
    bool there[KEYS];
    gpointer value[KEYS];
};

static struct ref *ref_new(GHashFunc hash, GEqualFunc equal)
{
    (void)hash;
    (void)equal;
    return assay_model_new(1, sizeof(struct ref));
}

static gboolean ref_insert(struct ref *r, gpointer key, gpointer value)
{
    gboolean is_new = !r->there[GPOINTER_TO_INT(key)];

    r->there[GPOINTER_TO_INT(key)] = true;
    r->value[GPOINTER_TO_INT(key)] = value;
    return is_new;
}

static gboolean ref_remove(struct ref *r, gconstpointer key)
{
    gboolean was_there = r->there[GPOINTER_TO_INT(key)];

    r->there[GPOINTER_TO_INT(key)] = false;
    return was_there;
}

static gboolean ref_contains(struct ref *r, gconstpointer key)
{
    return r->there[GPOINTER_TO_INT(key)];
}

static gpointer ref_lookup(struct ref *r, gconstpointer key)
{
    return ref_contains(r, key) ? r->value[GPOINTER_TO_INT(key)] : NULL;
}

static guint ref_size(struct ref *r)
{
    guint n = 0;

    for (int key = 0; key < KEYS; key++)
        n += r->there[key];
    return n;
}

static void ref_remove_all(struct ref *r)
{
    *r = (struct ref){0};
}

static guint ref_foreach_remove(struct ref *r, GHRFunc predicate, gpointer ctx)
{
    guint n = 0;

    for (int key = 0; key < KEYS; key++) {
        if (r->there[key] && predicate(GINT_TO_POINTER(key), r->value[key], ctx)) {
            r->there[key] = false;
            n++;
        }
    }
    return n;
}

/* ---- The model */

ASSAY_ABSTRACT(table, struct ref *, GHashTable *);
ASSAY_DESTRUCTOR(table, assay_keep, g_hash_table_unref);
ASSAY_CONSUMED(given_up, table);

ASSAY_ONE_OF(hash, GHashFunc, g_direct_hash);
ASSAY_ONE_OF(equal, GEqualFunc, g_direct_equal);
ASSAY_INTERVAL(small, int, 0, KEYS - 1);
ASSAY_SEQUENTIAL(number, int);
ASSAY_MAP_OUTOF(key, gpointer, gpointer, small, GINT_TO_POINTER, GINT_TO_POINTER);
ASSAY_MAP_OUTOF(new_value, gpointer, gpointer, number, GINT_TO_POINTER, GINT_TO_POINTER);
ASSAY_MAP_INTO(known_key, gpointer, gpointer, small, GPOINTER_TO_INT, GPOINTER_TO_INT);
ASSAY_MAP_INTO(value, gpointer, gpointer, number, GPOINTER_TO_INT, GPOINTER_TO_INT);
ASSAY_INTERVAL(verdict, gboolean, FALSE, TRUE);
ASSAY_CALLBACK_PURE(predicate, (known_key, value, context), verdict);

ASSAY_OPERATION(make, (hash, equal), table, ref_new, g_hash_table_new);
ASSAY_OPERATION(end, (given_up), void, assay_keep, g_hash_table_unref);
ASSAY_OPERATION(insert, (table, key, new_value), int, ref_insert, g_hash_table_insert,
                .weight = 6);
ASSAY_OPERATION(take, (table, key), int, ref_remove, g_hash_table_remove, .weight = 3);
ASSAY_OPERATION(steal, (table, key), int, ref_remove, g_hash_table_steal);
ASSAY_OPERATION(contains, (table, key), int, ref_contains, g_hash_table_contains);
ASSAY_OPERATION(lookup, (table, key), value, ref_lookup, g_hash_table_lookup);
ASSAY_OPERATION(size, (table), unsigned, ref_size, g_hash_table_size);
ASSAY_OPERATION(empty, (table), void, ref_remove_all, g_hash_table_remove_all);
ASSAY_OPERATION(sift, (table, predicate, context), unsigned, ref_foreach_remove,
                g_hash_table_foreach_remove);

ASSAY_MODEL(ghashtable,
            (make, end, insert, take, steal, contains, lookup, size, empty, sift),
            .header = "<glib.h>", .fuel = 60);

int main(int argc, char **argv)
{
    return assay_model_main(&ghashtable, argc, argv);
}
