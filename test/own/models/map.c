/*
 * A model of lib/base/map.h: the reference is a list of keys and values. That each of
 * its entries is visited once, and found, is looked at after every operation.
 *
 * candidate: lib/base/map.c lib/base/hash.c lib/base/arena.c lib/base/mem.c
 */
#include "map.h"
#include <assay/model.h>
#include <string.h>

#define MOST 1000

struct ref {
    size_t count;
    struct entry {
        char key[8];
        size_t len;
        uint64_t value;
    } at[MOST];
};

static struct ref *ref_new(void)
{
    return assay_model_new(1, sizeof(struct ref));
}

static uint64_t *ref_find(struct ref *r, const char *key, size_t len)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->at[i].len == len && memcmp(r->at[i].key, key, len) == 0)
            return &r->at[i].value;
    return NULL;
}

static uint64_t ref_put(struct ref *r, const char *key, size_t len, uint64_t value)
{
    uint64_t *at = ref_find(r, key, len), before = at ? *at : 0;

    if (!at) {
        struct entry *e = &r->at[r->count++];
        memcpy(e->key, key, len);
        e->len = len;
        at = &e->value;
    }
    *at = value;
    return before;
}

static void ref_clear(struct ref *r)
{
    r->count = 0;
}

static const char *is_same(struct ref *r, struct assay_map *m)
{
    size_t visited = 0;

    for (const struct assay_map_entry *e = assay_map_next(m, NULL); e;
         e = assay_map_next(m, e)) {
        const uint64_t *value = ref_find(r, e->key, e->len);
        if (!value || *value != e->value || e->key[e->len] != '\0')
            return "an entry that should not be there";
        visited++;
    }
    return visited == r->count && m->count == r->count ? NULL : "entries are missing";
}

ASSAY_ABSTRACT(map, struct ref *, struct assay_map *);
ASSAY_DESTRUCTOR(map, assay_keep, map_free);
ASSAY_CHECK(map, is_same);
ASSAY_CONSUMED(old_map, map);
ASSAY_INTERVAL(few, char, 0, 12);
ASSAY_ARRAY(key, few, 0, 3);
ASSAY_LENGTH(length, size_t, key);
ASSAY_VALUES(value, uint64_t, assay_any(uint64_t));
ASSAY_POINTER_TO(found, value);
ASSAY_OPTION(found_or_null, found);

ASSAY_OPERATION(new, (void), map, ref_new, map_new);
ASSAY_OPERATION(put, (map, key, length, value), value, ref_put, map_put, .weight = 12);
ASSAY_OPERATION(find, (map, key, length), found_or_null, ref_find, assay_map_find,
                .weight = 4);
ASSAY_OPERATION(clear, (map), void, ref_clear, assay_map_clear);
ASSAY_OPERATION(free, (old_map), void, assay_keep, map_free);
ASSAY_MODEL(maps, (new, put, find, clear, free), .header = "map.h");

int main(int argc, char **argv)
{
    return assay_model_main(&maps, argc, argv);
}
