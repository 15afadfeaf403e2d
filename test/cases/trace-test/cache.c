/* Two entries in front of a store: an entry that is written twice is not written back. */
#include <assay/trace.h>
#include <stdlib.h>

enum { ENTRIES = 2, KEYS = 5 };

struct entry {
    int64_t key, value;
    bool used, dirty;
};

struct cache {
    struct entry entries[ENTRIES];
    int64_t store[KEYS];
    bool stored[KEYS];
};

static void *start(struct assay_trace *t)
{
    (void)t;
    return calloc(1, sizeof(struct cache));
}

static void write_back(struct cache *c, struct entry *e)
{
    if (e->used && e->dirty) {
        c->store[e->key] = e->value;
        c->stored[e->key] = true;
    }
    e->used = false;
}

static struct entry *find(struct cache *c, int64_t key)
{
    for (int i = 0; i < ENTRIES; i++)
        if (c->entries[i].used && c->entries[i].key == key)
            return &c->entries[i];
    return NULL;
}

static void put(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    struct cache *c = state;
    struct entry *e = find(c, fields[0].number);

    (void)t;
    if (!e) {
        e = &c->entries[c->entries[0].used ? 1 : 0];
        write_back(c, e);
    }
    *e = (struct entry){fields[0].number, fields[1].number, true, !e->used};
}

static void get(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    struct cache *c = state;
    int64_t key = fields[0].number;
    const struct entry *e = find(c, key);

    if (e || c->stored[key])
        assay_answer(t, "got", key, e ? e->value : c->store[key]);
    else
        assay_answer(t, "missed", key);
}

static void evict(struct assay_trace *t, void *state,
                  const struct assay_trace_value *fields)
{
    struct cache *c = state;

    (void)t;
    (void)fields;
    for (int i = 0; i < ENTRIES; i++)
        write_back(c, &c->entries[i]);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = free,
    .handlers = {{"put", put}, {"get", get}, {"evict", evict}},
};
