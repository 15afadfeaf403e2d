/*
 * Open addressing with linear probing. The slots hold numbers of entries, which are in
 * the order of their coming. A removed key leaves a tombstone in its slot, so that probes
 * go on behind it, and a hole among the entries. Both go when the slots are made anew,
 * which happens when entries and holes fill three quarters of them.
 */
#include "hashmap.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

enum { EMPTY = -1, TOMBSTONE = -2, FIRST_SLOTS = 4 };

struct entry {
    char *key; /* NULL: removed */
    uint32_t hash;
    int value;
};

struct hashmap {
    size_t size;      /* keys */
    size_t nentries;  /* holes included */
    size_t nslots;    /* a power of two */
    struct entry *at; /* room for three quarters of nslots */
    int32_t *slots;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory)
        abort();
    return memory;
}

/* FNV-1a. */
static uint32_t hash_of(const char *key)
{
    uint32_t hash = 2166136261u;

    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    return hash;
}

static void make_slots(struct hashmap *m, size_t nslots)
{
    m->nslots = nslots;
    m->slots = allocate(nslots, sizeof *m->slots);
    m->at = allocate(nslots / 4 * 3, sizeof *m->at);
    for (size_t i = 0; i < nslots; i++)
        m->slots[i] = EMPTY;
}

struct hashmap *hashmap_new(void)
{
    struct hashmap *m = allocate(1, sizeof *m);

    make_slots(m, FIRST_SLOTS);
    return m;
}

static bool is_key(const struct entry *e, const char *key, uint32_t hash)
{
    return e->hash == hash && strcmp(e->key, key) == 0;
}

/* The slot of the key, or, when it is not there, one where it can be put. */
static size_t slot_of(const struct hashmap *m, const char *key, uint32_t hash)
{
    size_t mask = m->nslots - 1, slot = hash & mask, grave = m->nslots;

    for (; m->slots[slot] != EMPTY; slot = (slot + 1) & mask) {
        if (m->slots[slot] == TOMBSTONE) {
#if BUG == 3
            return slot;
#endif
            grave = grave == m->nslots ? slot : grave;
        } else if (is_key(m->at + m->slots[slot], key, hash)) {
            return slot;
        }
    }
    return grave == m->nslots ? slot : grave;
}

static struct entry *find(const struct hashmap *m, const char *key)
{
    int32_t number = m->slots[slot_of(m, key, hash_of(key))];

    return number < 0 ? NULL : m->at + number;
}

/* Slots and entries anew, without tombstones and holes. */
static void rebuild(struct hashmap *m)
{
    struct hashmap old = *m;

    make_slots(m, old.size * 2 > old.nslots ? old.nslots * 2 : old.nslots);
    m->nentries = 0;
#if BUG == 7
    free(old.at);
#endif
    for (size_t i = 0; i < old.nentries; i++) {
        size_t mask = m->nslots - 1, slot = old.at[i].hash & mask;
        if (!old.at[i].key)
            continue;
#if BUG == 4
        slot &= old.nslots - 1;
#endif
        while (m->slots[slot] != EMPTY)
            slot = (slot + 1) & mask;
        m->slots[slot] = (int32_t)m->nentries;
        m->at[m->nentries++] = old.at[i];
    }
    free(old.slots);
#if BUG != 7
    free(old.at);
#endif
}

size_t hashmap_size(const struct hashmap *m)
{
    return m->size;
}

int *hashmap_find(const struct hashmap *m, const char *key)
{
    struct entry *e = find(m, key);

    return e ? &e->value : NULL;
}

bool hashmap_put(struct hashmap *m, const char *key, int value)
{
    uint32_t hash = hash_of(key);
    struct entry *e = find(m, key);
    size_t length = strlen(key) + 1;

    if (e) {
        e->value = value;
        return false;
    }
    if (m->nentries == m->nslots / 4 * 3)
        rebuild(m);
    m->slots[slot_of(m, key, hash)] = (int32_t)m->nentries;
    e = m->at + m->nentries++;
    *e = (struct entry){allocate(length, 1), hash, value};
    memcpy(e->key, key, length);
    m->size++;
    return true;
}

bool hashmap_remove(struct hashmap *m, const char *key)
{
    size_t slot = slot_of(m, key, hash_of(key));
    struct entry *e;

    if (m->slots[slot] < 0)
        return false;
    e = m->at + m->slots[slot];
#if BUG != 5
    free(e->key);
#endif
    e->key = NULL;
#if BUG == 1
    m->slots[slot] = EMPTY;
#else
    m->slots[slot] = TOMBSTONE;
#endif
#if BUG != 2
    m->size--;
#endif
    return true;
}

size_t hashmap_each(const struct hashmap *m, hashmap_visit_fn *visit, void *context)
{
    size_t visited = 0;

    for (size_t i = 0; i < m->nentries; i++) {
#if BUG != 6
        if (!m->at[i].key)
            continue;
#endif
        visited++;
        if (!visit(m->at[i].key, m->at[i].value, context))
            break;
    }
    return visited;
}

void hashmap_free(struct hashmap *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->nentries; i++)
        free(m->at[i].key);
    free(m->at);
    free(m->slots);
    free(m);
}
