/*
 * A hash map from byte strings to 64-bit values: open addressing, keys copied. Used for
 * labels, counters and caches, so there is no removal.
 */
#ifndef ASSAY_BASE_MAP_H
#define ASSAY_BASE_MAP_H

#include "base/arena.h"
#include <stdbool.h>

struct assay_map_entry {
    const char *key; /* NUL-terminated copy; NULL in a free slot */
    size_t len;
    uint64_t value;
};

struct assay_map {
    struct assay_arena keys;
    struct assay_map_entry *slots;
    size_t cap, count;
};

/*@ requires \valid(m) && Libc(mem);
    assigns *m;
    ensures Arena(&m->keys) && m->keys.mem == mem;
    ensures m->slots == \null && m->cap == 0 && m->count == 0;
*/
void assay_map_init(struct assay_map *m, const struct assay_alloc *mem);
void assay_map_done(struct assay_map *m);
/* Forgets all entries, keeps the table. */
void assay_map_clear(struct assay_map *m);

/* The value of a key, or NULL. Valid until the next assay_map_put. */
uint64_t *assay_map_find(const struct assay_map *m, const void *key, size_t len);
/* The value of a key, made 0 when new. NULL when out of memory. */
uint64_t *assay_map_put(struct assay_map *m, const void *key, size_t len);
/* Visits the entries in table order: start with NULL, ends with NULL. */
/*@ requires \valid_read(m) && \valid_read(m->slots + (0 .. m->cap - 1));
    requires after == \null ||
      \exists integer i; 0 <= i < m->cap && after == m->slots + i;
    assigns \nothing;
    ensures \let from = after == \null ? 0 : after - m->slots + 1;
      \let to = \result == \null ? m->cap : \result - m->slots;
      from <= to <= m->cap && (\result != \null ==> \result->key != \null) &&
      \forall integer i; from <= i < to ==> m->slots[i].key == \null;
*/
const struct assay_map_entry *assay_map_next(const struct assay_map *m,
                                             const struct assay_map_entry *after);

#endif
