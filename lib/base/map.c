/*
 * The map: linear probing in a table of a power of two slots, at most three quarters
 * full. Keys live in an arena, so a slot moves to a larger table without copying its key.
 */
#include "base/map.h"
#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

#define FIRST_SLOTS ((size_t)16)

void assay_map_init(struct assay_map *m, const struct assay_alloc *mem)
{
    *m = (struct assay_map){0};
    assay_arena_init(&m->keys, mem, 0);
}

void assay_map_done(struct assay_map *m)
{
    assay_mem_free(m->keys.mem, m->slots, m->cap * sizeof *m->slots);
    assay_arena_done(&m->keys);
    m->slots = NULL;
    m->cap = m->count = 0;
}

void assay_map_clear(struct assay_map *m)
{
    if (m->cap > 0)
        memset(m->slots, 0, m->cap * sizeof *m->slots);
    assay_arena_reset(&m->keys);
    m->count = 0;
}

/*@ requires \valid_read(slot) && \valid_read(slot->key + (0 .. slot->len - 1)) &&
             \valid_read((char *)key + (0 .. len - 1));
    assigns \nothing;
    ensures \result <==> slot->len == len &&
      \forall integer i; 0 <= i < len ==> slot->key[i] == ((char *)key)[i];
*/
static bool holds(const struct assay_map_entry *slot, const void *key, size_t len)
{
    return slot->len == len && (len == 0 || memcmp(slot->key, key, len) == 0);
}

/* The slot of a key, or the free one where it belongs. There is always a free slot. */
static struct assay_map_entry *probe(struct assay_map_entry *slots, size_t cap,
                                     const void *key, size_t len)
{
    size_t i = (size_t)assay_hash_bytes(0, key, len) & (cap - 1);
    while (slots[i].key && !holds(&slots[i], key, len))
        i = (i + 1) & (cap - 1);
    return &slots[i];
}

/* Moves the entries to a table twice as large; false, and no change, when out of memory.
 */
static bool enlarge(struct assay_map *m)
{
    void *fresh = NULL;
    size_t cap = 0, want = m->cap > 0 ? m->cap * 2 : FIRST_SLOTS;
    if (assay_mem_grow(m->keys.mem, &fresh, &cap, want, sizeof *m->slots, want))
        return false;
    struct assay_map_entry *slots = memset(fresh, 0, cap * sizeof *slots);
    for (size_t i = 0; i < m->cap; i++) {
        const struct assay_map_entry *old = &m->slots[i];
        if (old->key)
            *probe(slots, cap, old->key, old->len) = *old;
    }
    assay_mem_free(m->keys.mem, m->slots, m->cap * sizeof *m->slots);
    m->slots = slots;
    m->cap = cap;
    return true;
}

uint64_t *assay_map_find(const struct assay_map *m, const void *key, size_t len)
{
    if (m->cap == 0)
        return NULL;
    struct assay_map_entry *slot = probe(m->slots, m->cap, key, len);
    return slot->key ? &slot->value : NULL;
}

uint64_t *assay_map_put(struct assay_map *m, const void *key, size_t len)
{
    uint64_t *found = assay_map_find(m, key, len);
    if (found)
        return found;
    if (m->count >= m->cap / 4 * 3 && !enlarge(m))
        return NULL;
    char *copy = assay_arena_text(&m->keys, key, len);
    if (!copy)
        return NULL;
    struct assay_map_entry *slot = probe(m->slots, m->cap, key, len);
    *slot = (struct assay_map_entry){.key = copy, .len = len};
    m->count++;
    return &slot->value;
}

const struct assay_map_entry *assay_map_next(const struct assay_map *m,
                                             const struct assay_map_entry *after)
{
    size_t i = after ? (size_t)(after - m->slots) + 1 : 0;
    while (i < m->cap && !m->slots[i].key)
        i++;
    return i < m->cap ? &m->slots[i] : NULL;
}
