/*
 * uthash: a hash table of macros, which keeps the order of insertion. The reference is an
 * array in that order.
 */
#include "uthash_map.h"
#include <assay/model.h>

/* ---- The reference */

enum { MOST = 64 };

struct ref_entry {
    const char *key;
    int value;
};

struct ref {
    size_t n;
    struct ref_entry at[MOST];
};

static struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

static void ref_clear(struct ref *r)
{
    r->n = 0;
}

static size_t ref_find(const struct ref *r, const char *key)
{
    size_t i = 0;

    while (i < r->n && strcmp(r->at[i].key, key) != 0)
        i++;
    return i;
}

static bool ref_delete(struct ref *r, const char *key)
{
    size_t i = ref_find(r, key);

    if (i == r->n)
        return false;
    r->n--;
    memmove(&r->at[i], &r->at[i + 1], (r->n - i) * sizeof *r->at);
    return true;
}

static bool ref_put(struct ref *r, const char *key, int value)
{
    size_t i = ref_find(r, key);
    char *copy;

    if (i < r->n) {
        r->at[i].value = value;
        return false;
    }
    copy = assay_model_new(1, strlen(key) + 1);
    strcpy(copy, key);
    r->at[r->n++] = (struct ref_entry){copy, value};
    return true;
}

static void ref_replace(struct ref *r, const char *key, int value)
{
    ref_delete(r, key);
    ref_put(r, key, value);
}

static bool ref_get(struct ref *r, const char *key, int *ret_value)
{
    size_t i = ref_find(r, key);

    if (i < r->n)
        *ret_value = r->at[i].value;
    return i < r->n;
}

static unsigned ref_count(const struct ref *r)
{
    return (unsigned)r->n;
}

static void ref_sort(struct ref *r)
{
    for (size_t i = 1; i < r->n; i++) {
        for (size_t k = i; k > 0 && strcmp(r->at[k - 1].key, r->at[k].key) > 0; k--) {
            struct ref_entry e = r->at[k];
            r->at[k] = r->at[k - 1];
            r->at[k - 1] = e;
        }
    }
}

static size_t ref_values(const struct ref *r, int *values, size_t room)
{
    size_t n = 0;

    for (; n < r->n && n < room; n++)
        values[n] = r->at[n].value;
    return n;
}

/* ---- The model */

static bool has_room(const struct ref *r)
{
    return r->n < MOST;
}

static const struct assay_codes few[] = {{'a', 'c'}};
static const struct assay_alphabet letters = {few, 1};

ASSAY_ABSTRACT(map, struct ref *, struct map *);
ASSAY_DESTRUCTOR(map, assay_keep, map_free);
ASSAY_SUBSET(with_room, map, has_room);
ASSAY_CONSUMED(freed, map);

ASSAY_STRING_OF(key, &letters, 0, 5);
ASSAY_SEQUENTIAL(value, int);
ASSAY_OUT(found_value, value);
ASSAY_RESULT(found, bool, true);
ASSAY_ARRAY_OUT(values, value, 0, MOST);
ASSAY_LENGTH(room, size_t, values);

ASSAY_OPERATION(make, (void), map, ref_new, map_new);
ASSAY_OPERATION(end, (freed), void, assay_keep, map_free);
ASSAY_OPERATION(clear, (map), void, ref_clear, map_clear);
ASSAY_OPERATION(put, (with_room, key, value), bool, ref_put, map_put, .weight = 8);
ASSAY_OPERATION(replace, (with_room, key, value), void, ref_replace, map_replace);
ASSAY_OPERATION(get, (map, key, found_value), found, ref_get, map_get);
ASSAY_OPERATION(take, (map, key), bool, ref_delete, map_delete, .weight = 3);
ASSAY_OPERATION(count, (map), unsigned, ref_count, map_count);
ASSAY_OPERATION(sort, (map), void, ref_sort, map_sort);
ASSAY_OPERATION(values, (map, values, room), room, ref_values, map_values, .weight = 2);

ASSAY_MODEL(uthash, (make, end, clear, put, replace, get, take, count, sort, values),
            .header = "uthash_map.h", .fuel = 80);

int main(int argc, char **argv)
{
    return assay_model_main(&uthash, argc, argv);
}
