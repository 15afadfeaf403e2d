/*
 * The map against what was put in, across growth, clearing and failures.
 */
#include "base/map.h"
#include "harness.h"
#include "torture.h"

#include <stdio.h>
#include <string.h>

enum { MANY = 3000 };

static size_t key_of(unsigned i, char key[16])
{
    return (size_t)snprintf(key, 16, "key%u", i);
}

static void put_many(struct assay_map *m)
{
    char key[16];
    for (unsigned i = 0; i < MANY; i++) {
        uint64_t *value = assay_map_put(m, key, key_of(i, key));
        CHECK(value);
        CHECK_UINT(*value, 0);
        *value = i + 1;
        CHECK_UINT(m->count, i + 1);
        CHECK(m->count <= m->cap / 4 * 3);
    }
}

TEST(map_starts_empty)
{
    struct torture_alloc t;
    struct assay_map m;
    torture_alloc_init(&t, 0);
    assay_map_init(&m, &t.alloc);
    CHECK(!assay_map_find(&m, "a", 1));
    CHECK(!assay_map_find(&m, NULL, 0));
    CHECK(!assay_map_next(&m, NULL));
    assay_map_clear(&m);
    assay_map_done(&m);
    CHECK_UINT(t.calls, 0);
}

TEST(map_finds_what_was_put)
{
    struct assay_map m;
    char key[16];
    assay_map_init(&m, NULL);
    put_many(&m);
    for (unsigned i = 0; i < MANY; i++) {
        const uint64_t *value = assay_map_find(&m, key, key_of(i, key));
        CHECK(value);
        CHECK_UINT(*value, i + 1);
    }
    CHECK(!assay_map_find(&m, key, key_of(MANY, key)));
    CHECK(!assay_map_find(&m, "key", 3));
    CHECK(!assay_map_find(&m, "key1\0", 5));
    CHECK(!assay_map_find(&m, "", 0));
    assay_map_done(&m);
}

TEST(map_table_grows_at_three_quarters)
{
    struct assay_map m;
    char key[16];
    assay_map_init(&m, NULL);
    for (unsigned i = 1; i <= 25; i++) {
        CHECK(assay_map_put(&m, key, key_of(i, key)));
        CHECK_UINT(m.cap, i <= 12 ? 16 : i <= 24 ? 32 : 64);
    }
    assay_map_done(&m);
}

TEST(map_put_of_a_known_key_keeps_its_value)
{
    struct assay_map m;
    assay_map_init(&m, NULL);
    *assay_map_put(&m, "one", 3) = 11;
    *assay_map_put(&m, "two", 3) = 22;
    CHECK_UINT(*assay_map_put(&m, "one", 3), 11);
    CHECK_UINT(*assay_map_put(&m, "two", 3), 22);
    CHECK_UINT(m.count, 2);
    CHECK(assay_map_put(&m, "one", 3) == assay_map_find(&m, "one", 3));
    assay_map_done(&m);
}

TEST(map_known_key_needs_no_memory)
{
    struct torture_alloc t;
    struct assay_map m;
    char key[16];
    torture_alloc_init(&t, 0);
    assay_map_init(&m, &t.alloc);
    for (unsigned i = 0; i < 12; i++) /* the next new key grows the table */
        CHECK(assay_map_put(&m, key, key_of(i, key)));
    t.fail_at = t.calls + 1;
    CHECK(assay_map_put(&m, "key3", 4));
    CHECK(!t.failed);
    assay_map_done(&m);
}

TEST(map_keys_are_copied_byte_strings)
{
    struct assay_map m;
    char key[3] = {'a', '\0', 'b'};
    assay_map_init(&m, NULL);
    *assay_map_put(&m, key, 3) = 1;
    *assay_map_put(&m, key, 1) = 2;
    *assay_map_put(&m, NULL, 0) = 3;
    key[0] = 'x';
    CHECK(!assay_map_find(&m, key, 3));
    CHECK_UINT(*assay_map_find(&m, "a\0b", 3), 1);
    CHECK_UINT(*assay_map_find(&m, "a", 1), 2);
    CHECK_UINT(*assay_map_find(&m, "", 0), 3);
    assay_map_done(&m);
}

/* Short keys collide in small tables; the empty key looks most like a free slot. */
TEST(map_shortest_keys)
{
    struct assay_map m;
    assay_map_init(&m, NULL);
    *assay_map_put(&m, "", 0) = 1000;
    for (unsigned i = 0; i < 256; i++) {
        unsigned char key = (unsigned char)i;
        uint64_t *value = assay_map_put(&m, &key, 1);
        CHECK_UINT(*value, 0);
        *value = i + 1;
        CHECK_UINT(*assay_map_find(&m, "", 0), 1000);
    }
    for (unsigned i = 0; i < 256; i++) {
        unsigned char key = (unsigned char)i;
        CHECK_UINT(*assay_map_find(&m, &key, 1), i + 1);
    }
    assay_map_done(&m);
}

/* A table as full as it gets, in many layouts: the search for what is missing ends. */
TEST(map_search_ends_in_a_full_table)
{
    struct assay_map m;
    char key[16];
    assay_map_init(&m, NULL);
    for (unsigned round = 0; round < 1000; round++) {
        for (unsigned i = 0; i < 12; i++)
            CHECK(assay_map_put(&m, key, key_of(round * 100 + i, key)));
        CHECK_UINT(m.cap, 16);
        for (unsigned i = 12; i < 50; i++)
            CHECK(!assay_map_find(&m, key, key_of(round * 100 + i, key)));
        assay_map_clear(&m);
    }
    assay_map_done(&m);
}

TEST(map_next_visits_each_entry_once)
{
    struct assay_map m;
    static bool seen[MANY];
    size_t count = 0;
    char key[16];
    assay_map_init(&m, NULL);
    put_many(&m);
    for (const struct assay_map_entry *e = NULL; (e = assay_map_next(&m, e)); count++) {
        unsigned i = (unsigned)e->value - 1;
        CHECK(i < MANY && !seen[i]);
        seen[i] = true;
        CHECK_UINT(e->len, key_of(i, key));
        CHECK_STR(e->key, key);
    }
    CHECK_UINT(count, MANY);
    assay_map_done(&m);
}

/* Every slot of the table is visited, the first and the last too. */
TEST(map_next_visits_the_ends_of_the_table)
{
    struct assay_map m;
    struct assay_map_entry *visited;
    assay_map_init(&m, NULL);
    CHECK(assay_map_put(&m, "a", 1));
    struct assay_map_entry entry = *assay_map_next(&m, NULL);
    for (size_t i = 0; i < m.cap; i++) {
        memset(m.slots, 0, m.cap * sizeof *m.slots);
        visited = &m.slots[i];
        *visited = entry;
        CHECK(assay_map_next(&m, NULL) == visited);
        CHECK(!assay_map_next(&m, visited));
    }
    assay_map_done(&m);
}

TEST(map_clear_forgets_and_keeps_the_table)
{
    struct torture_alloc t;
    struct assay_map m;
    char key[16];
    torture_alloc_init(&t, 0);
    assay_map_init(&m, &t.alloc);
    put_many(&m);
    size_t cap = m.cap;
    assay_map_clear(&m);
    CHECK_UINT(m.count, 0);
    CHECK_UINT(m.cap, cap);
    CHECK(!assay_map_next(&m, NULL));
    for (unsigned i = 0; i < MANY; i++)
        CHECK(!assay_map_find(&m, key, key_of(i, key)));
    put_many(&m);
    CHECK_UINT(m.cap, cap);
    assay_map_clear(&m);
    put_many(&m);
    size_t calls = t.calls;
    for (int round = 0; round < 5; round++) {
        assay_map_clear(&m);
        put_many(&m);
    }
    CHECK_UINT(t.calls, calls); /* the keys take the place of former ones */
    assay_map_done(&m);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(map_done_can_be_used_again)
{
    struct assay_map m;
    assay_map_init(&m, NULL);
    put_many(&m);
    assay_map_done(&m);
    CHECK(!assay_map_find(&m, "key1", 4));
    CHECK(!assay_map_next(&m, NULL));
    put_many(&m);
    assay_map_done(&m);
}

static enum assay_status put_until_failure(const struct assay_alloc *mem, void *ctx)
{
    (void)ctx;
    struct assay_map m;
    char key[16];
    unsigned i = 0;
    assay_map_init(&m, mem);
    for (; i < 600; i++) {
        uint64_t *value = assay_map_put(&m, key, key_of(i, key));
        if (!value)
            break;
        *value = i;
    }
    /* A failed put leaves the others as they were, and itself out. */
    CHECK_UINT(m.count, i);
    for (unsigned k = 0; k < i; k++) {
        const uint64_t *value = assay_map_find(&m, key, key_of(k, key));
        CHECK(value && *value == k);
    }
    CHECK(!assay_map_find(&m, key, key_of(i, key)));
    assay_map_done(&m);
    return i < 600 ? ASSAY_NO_MEMORY : ASSAY_OK;
}

TEST(map_torture)
{
    torture(put_until_failure, NULL);
}
