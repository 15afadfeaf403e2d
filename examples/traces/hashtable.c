/*
 * A hash table of four buckets. A key can have several values, the newest hides the
 * others. Replacing one takes time: the bucket is copied and changed, and takes the place
 * of the old one when the message of it is taken.
 *
 * The bug: nobody looks whether the old one has changed since. When two replacements in
 * one bucket overlap, the one that is done first is lost.
 */
#include <assay/trace.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4 };

struct binding {
    int64_t key, value;
};

/* The newest is the last. */
struct bucket {
    struct binding *bindings;
    size_t count;
};

/* A replacement that is under way, and what its bucket will be. */
struct change {
    struct binding binding;
    struct bucket changed;
    struct change *next;
};

struct table {
    struct bucket buckets[BUCKETS];
    struct change *changes;
};

/* ---- Buckets */

static void *checked(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static struct binding *bucket_find(const struct bucket *b, int64_t key)
{
    for (size_t i = b->count; i-- > 0;)
        if (b->bindings[i].key == key)
            return &b->bindings[i];
    return NULL;
}

static void bucket_add(struct bucket *b, struct binding binding)
{
    size_t size = (b->count + 1) * sizeof binding;

    b->bindings = checked(realloc(b->bindings, size));
    b->bindings[b->count++] = binding;
}

static void bucket_remove(struct bucket *b, int64_t key)
{
    struct binding *found = bucket_find(b, key);
    size_t after;

    if (!found)
        return;
    after = (size_t)(b->bindings + b->count - (found + 1));
    memmove(found, found + 1, after * sizeof *found);
    b->count--;
}

static void bucket_replace(struct bucket *b, struct binding binding)
{
    struct binding *found = bucket_find(b, binding.key);

    if (found)
        *found = binding;
    else
        bucket_add(b, binding);
}

static struct bucket bucket_copy(const struct bucket *b)
{
    struct bucket copy = {0};

    for (size_t i = 0; i < b->count; i++)
        bucket_add(&copy, b->bindings[i]);
    return copy;
}

static void bucket_clear(struct bucket *b)
{
    free(b->bindings);
    *b = (struct bucket){0};
}

/* ---- The table */

static struct bucket *bucket_of(struct table *h, int64_t key)
{
    return &h->buckets[key % BUCKETS];
}

static void change_begin(struct table *h, struct binding binding)
{
    struct change *change = checked(malloc(sizeof *change));

    *change =
        (struct change){binding, bucket_copy(bucket_of(h, binding.key)), h->changes};
    bucket_replace(&change->changed, binding);
    h->changes = change;
}

static struct change **change_find(struct table *h, struct binding binding)
{
    struct change **link = &h->changes;

    while (*link && ((*link)->binding.key != binding.key ||
                     (*link)->binding.value != binding.value))
        link = &(*link)->next;
    return link;
}

static void change_free(struct change **link)
{
    struct change *change = *link;

    *link = change->next;
    bucket_clear(&change->changed);
    free(change);
}

static void change_end(struct table *h, struct change **link)
{
    struct change *change = *link;
    struct bucket *bucket = bucket_of(h, change->binding.key);

#ifdef FIXED
    bucket_replace(bucket, change->binding);
#else
    bucket_clear(bucket);
    *bucket = change->changed;
    change->changed = (struct bucket){0};
#endif
    change_free(link);
}

static void table_clear(struct table *h)
{
    for (int i = 0; i < BUCKETS; i++)
        bucket_clear(&h->buckets[i]);
}

/* ---- Handlers */

static void *start(struct assay_trace *t)
{
    (void)t;
    return checked(calloc(1, sizeof(struct table)));
}

static void stop(void *state)
{
    struct table *h = state;

    table_clear(h);
    while (h->changes)
        change_free(&h->changes);
    free(h);
}

static void add(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    struct binding binding = {fields[0].number, fields[1].number};

    (void)t;
    bucket_add(bucket_of(state, binding.key), binding);
}

static void remove_key(struct assay_trace *t, void *state,
                       const struct assay_trace_value *fields)
{
    (void)t;
    bucket_remove(bucket_of(state, fields[0].number), fields[0].number);
}

static void replace(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    struct binding binding = {fields[0].number, fields[1].number};

    change_begin(state, binding);
    assay_send(t, "replaced", binding.key, binding.value);
}

/* The tester takes the message: now it is done. */
static void replaced(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    struct binding binding = {fields[0].number, fields[1].number};

    (void)t;
    change_end(state, change_find(state, binding));
}

/* Replacements that are under way go on. */
static void clear(struct assay_trace *t, void *state,
                  const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    table_clear(state);
}

static void find(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    int64_t key = fields[0].number;
    const struct binding *found = bucket_find(bucket_of(state, key), key);

    assay_answer(t, "found", key, found ? found->value : 0);
}

static void find_all(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    int64_t key = fields[0].number;
    const struct bucket *b = bucket_of(state, key);
    int count = 0;

    for (size_t i = 0; i < b->count; i++)
        count += b->bindings[i].key == key;
    assay_answer(t, "foundAll", key, count);
}

static void mem(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    int64_t key = fields[0].number;

    assay_answer(t, "isMember", key, bucket_find(bucket_of(state, key), key) != NULL);
}

static void length(struct assay_trace *t, void *state,
                   const struct assay_trace_value *fields)
{
    const struct table *h = state;
    size_t count = 0;

    (void)fields;
    for (int i = 0; i < BUCKETS; i++)
        count += h->buckets[i].count;
    assay_answer(t, "size", count);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"add", add},
                 {"remove", remove_key},
                 {"replace", replace},
                 {"replaced", replaced},
                 {"clear", clear},
                 {"find", find},
                 {"findAll", find_all},
                 {"mem", mem},
                 {"length", length}},
};
