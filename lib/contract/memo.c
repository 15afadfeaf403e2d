/*
 * Values of recursive logic functions, in a hash table per thread. Forgetting all is a
 * new generation; the memory stays.
 */
#include "base/hash.h"
#include "contract/call.h"
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 10000
#define VALUES_MAX ((size_t)1 << 20) /* known at a time; others are computed again */
#define KEYS_MAX ((size_t)1 << 23)   /* numbers in all their keys */

struct memo {
    const void *function;
    assay_wide value;
    size_t key; /* the first number of it among the keys */
    unsigned nkey;
    unsigned generation; /* of the table, if it is in use */
};

static _Thread_local struct {
    struct memo *at;
    size_t cap, count; /* cap is a power of 2, or 0 */
    assay_wide *keys;
    size_t nkeys, keys_cap;
    unsigned generation, depth;
    bool cut; /* a derivation was given up */
} memos;

static size_t place_of(const void *function, const assay_wide *key, unsigned nkey)
{
    uint64_t hash = assay_hash_step(nkey, (uint64_t)(uintptr_t)function);

    for (unsigned i = 0; i < nkey; i++) {
        hash = assay_hash_step(hash, (uint64_t)key[i]);
        hash = assay_hash_step(hash, (uint64_t)(key[i] >> 64));
    }
    return (size_t)hash;
}

/* Its entry, or the free one where it would be. */
static struct memo *find(const void *function, const assay_wide *key, unsigned nkey)
{
    for (size_t i = place_of(function, key, nkey);; i++) {
        struct memo *m = &memos.at[i & (memos.cap - 1)];
        if (m->generation != memos.generation ||
            (m->function == function && m->nkey == nkey &&
             memcmp(memos.keys + m->key, key, nkey * sizeof *key) == 0))
            return m;
    }
}

static bool is_known(const void *function, const assay_wide *key, unsigned nkey,
                     assay_wide *ret_value)
{
    struct memo *m = memos.cap > 0 ? find(function, key, nkey) : NULL;

    if (!m || m->generation != memos.generation)
        return false;
    *ret_value = m->value;
    return true;
}

_Bool assay_memo_get(const void *function, const assay_wide *key, unsigned nkey,
                     assay_wide *ret_value)
{
    if (is_known(function, key, nkey, ret_value))
        return 1;
    if (memos.depth == DEPTH_MAX) {
        *ret_value = assay_spec_trouble(ASSAY_MEMO_TOO_DEEP);
        return 1;
    }
    memos.depth++;
    return 0;
}

_Bool assay_memo_derived(const void *function, const assay_wide *key, unsigned nkey,
                         assay_wide *ret_value)
{
    if (is_known(function, key, nkey, ret_value))
        return 1;
    if (memos.depth == DEPTH_MAX) {
        *ret_value = 0;
        memos.cut = true;
        return 1;
    }
    memos.depth++;
    return 0;
}

bool assay_memo_was_cut(void)
{
    return memos.cut;
}

/* ---- Room */

static _Bool grow_table(void)
{
    size_t cap = memos.cap ? 2 * memos.cap : 256, old_cap = memos.cap;
    struct memo *old = memos.at, *at = calloc(cap, sizeof *at);

    if (!at)
        return 0;
    assay_thread_watch();
    memos.at = at;
    memos.cap = cap;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].generation == memos.generation)
            *find(old[i].function, memos.keys + old[i].key, old[i].nkey) = old[i];
    free(old);
    return 1;
}

static _Bool grow_keys(unsigned nkey)
{
    size_t cap = memos.keys_cap ? 2 * memos.keys_cap : 1024;
    assay_wide *keys;

    while (cap < memos.nkeys + nkey)
        cap *= 2;
    keys = cap <= KEYS_MAX ? realloc(memos.keys, cap * sizeof *keys) : NULL;
    if (!keys)
        return 0;
    memos.keys = keys;
    memos.keys_cap = cap;
    return 1;
}

static _Bool has_room(unsigned nkey)
{
    if (memos.count >= VALUES_MAX)
        return 0;
    if (2 * (memos.count + 1) > memos.cap && !grow_table())
        return 0;
    return (memos.keys && memos.nkeys + nkey <= memos.keys_cap) || grow_keys(nkey);
}

/* Where there is no room the value is not kept, which costs time only. */
void assay_memo_put(const void *function, const assay_wide *key, unsigned nkey,
                    assay_wide value)
{
    struct memo *m;

    if (memos.depth > 0)
        memos.depth--;
    if (memos.generation == 0)
        memos.generation = 1;
    if (!has_room(nkey))
        return;
    m = find(function, key, nkey);
    if (m->generation != memos.generation) {
        memcpy(memos.keys + memos.nkeys, key, nkey * sizeof *key);
        *m = (struct memo){.function = function, .key = memos.nkeys, .nkey = nkey};
        m->generation = memos.generation;
        memos.nkeys += nkey;
        memos.count++;
    }
    m->value = value;
}

void assay_memo_clear(void)
{
    memos.depth = 0;
    memos.cut = false;
    memos.count = memos.nkeys = 0;
    if (++memos.generation == 0) {
        if (memos.at)
            memset(memos.at, 0, memos.cap * sizeof *memos.at);
        memos.generation = 1;
    }
}

void assay_memo_free(void)
{
    free(memos.at);
    free(memos.keys);
    memset(&memos, 0, sizeof memos);
}
