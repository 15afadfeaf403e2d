/*
 * Kept memory against a plain copy of it, and what is packed for another process.
 */
#include "choice/prng.h"
#include "contract/blocks.h"
#include "contract/state.h"
#include "contract_fixture.h"
#include "harness.h"
#include <stdio.h>
#include <string.h>

#define SIZE 48

static const struct assay_clause clause = {.kind = "assigns", .text = "\\nothing"};
static char now[SIZE], was[SIZE];
static bool kept[SIZE], allowed[SIZE];

struct piece {
    unsigned at, size;
};

static struct piece draw_piece(struct assay_prng *prng, unsigned most)
{
    unsigned at = (unsigned)assay_prng_upto(prng, SIZE - 1);
    unsigned size = 1 + (unsigned)assay_prng_upto(prng, most - 1);

    return (struct piece){at, at + size <= SIZE ? size : SIZE - at};
}

static void mark(bool *marks, struct piece p)
{
    memset(marks + p.at, true, p.size);
}

/* Keeps some pieces of memory, which may overlap. */
static void keep_some(struct assay_prng *prng, struct assay_state *s)
{
    unsigned count = (unsigned)assay_prng_upto(prng, 20);

    memset(kept, 0, sizeof kept);
    memset(allowed, 0, sizeof allowed);
    for (unsigned i = 0; i < SIZE; i++)
        now[i] = was[i] = (char)assay_prng_upto(prng, 100);
    assay_state_begin(s);
    for (unsigned i = 0; i < count; i++) {
        struct piece p = draw_piece(prng, 7);
        assay_state_keep(s, "now", &layout_char, now + p.at, p.size);
        mark(kept, p);
    }
    assay_state_take(s);
}

static void change_some(struct assay_prng *prng, struct assay_state *s)
{
    for (uint64_t i = assay_prng_upto(prng, 3); i > 0; i--) {
        struct piece p = draw_piece(prng, 9);
        assay_state_allow(s, now + p.at, p.size);
        mark(allowed, p);
    }
    for (uint64_t i = assay_prng_upto(prng, 4); i > 0; i--)
        now[assay_prng_upto(prng, SIZE - 1)] = 120;
}

/* What was kept is read as it was, all else as it is. */
static void check_reading(const struct assay_state *s)
{
    for (unsigned at = 0; at < SIZE; at++) {
        bool all = true;
        for (unsigned size = 1; at + size <= SIZE; size++) {
            const char *p = assay_at(s, now + at, size);
            all = all && kept[at + size - 1];
            if (!all) {
                /* pieces that only touch are not one */
                CHECK(p == now + at);
            } else if (p != now + at) {
                CHECK_MEM(p, was + at, size);
            } else {
                CHECK(size > 1);
            }
        }
    }
}

static bool is_changed(void)
{
    for (unsigned i = 0; i < SIZE; i++)
        if (kept[i] && !allowed[i] && now[i] != was[i])
            return true;
    return false;
}

TEST(contract_state_agrees_with_a_copy)
{
    struct assay_prng prng;
    struct assay_state s;
    struct assay_says says;
    unsigned changed = 0;

    for (uint64_t round = 0; round < 400; round++) {
        assay_prng_init(&prng, 7, round);
        keep_some(&prng, &s);
        change_some(&prng, &s);
        check_reading(&s);
        assay_says_begin(&says, &clause, NULL);
        CHECK_INT(assay_state_kept(&s, &says), !is_changed());
        CHECK_INT(says.text[0] != '\0', is_changed());
        changed += is_changed();
        assay_state_end(&s);
        CHECK(assay_at(&s, now, 1) == now);
    }
    CHECK(changed > 100 && changed < 300);
}

/* Overlapping pieces are one, whatever the order. */
TEST(contract_state_joins_what_overlaps)
{
    static const struct piece orders[][3] = {{{0, 6}, {4, 6}, {8, 6}},
                                             {{0, 6}, {8, 6}, {4, 6}},
                                             {{8, 6}, {4, 6}, {0, 6}},
                                             {{4, 6}, {0, 14}, {8, 6}}};
    struct assay_state s;
    const char *p;

    memset(now, 'a', sizeof now);
    for (unsigned i = 0; i < 4; i++) {
        assay_state_begin(&s);
        for (unsigned k = 0; k < 3; k++)
            assay_state_keep(&s, "now", &layout_char, now + orders[i][k].at,
                             orders[i][k].size);
        assay_state_keep(&s, "now", &layout_char, now + 20, 4);
        assay_state_take(&s);
        CHECK_UINT(s.nranges, 2);
        p = assay_at(&s, now, 14);
        CHECK(p != now);
        CHECK(assay_at(&s, now + 3, 11) == p + 3);
        CHECK(assay_at(&s, now, 15) == now);
        CHECK(assay_at(&s, now + 20, 4) != now + 20);
        assay_state_end(&s);
    }
}

/* States inside of others, of any size: each has its own copies, which do not move. */
TEST(contract_states_of_all_sizes_nest)
{
    enum { DEPTH = 12, LARGEST = 200000 };
    static char memory[LARGEST];
    static struct assay_state states[DEPTH];
    const char *copies[DEPTH];

    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < DEPTH; i++) {
            size_t size = i % 3 == 1 ? LARGEST : i % 3 == 2 ? 70000 : 100;
            memset(memory, 'a' + i, sizeof memory);
            assay_state_begin(&states[i]);
            assay_state_keep(&states[i], "memory", &layout_char, memory, size);
            assay_state_take(&states[i]);
            copies[i] = assay_at(&states[i], memory, size);
        }
        for (int i = DEPTH - 1; i >= 0; i--) {
            size_t size = i % 3 == 1 ? LARGEST : i % 3 == 2 ? 70000 : 100;
            CHECK(assay_at(&states[i], memory, size) == copies[i]);
            CHECK_INT(copies[i][0], 'a' + i);
            CHECK_INT(copies[i][size - 1], 'a' + i);
            assay_state_end(&states[i]);
        }
    }
}

/* ---- For another process */

static _Alignas(16) char pack[4096];

static void pack_two(struct assay_state *s, size_t room)
{
    memset(pack, 0x55, sizeof pack);
    assay_state_begin(s);
    assay_state_keep_bytes(s, now, 5);
    assay_state_keep_bytes(s, now + 10, 20);
    assay_state_keep_bytes(s, now + 40, 0);
    assay_state_pack(s, pack, room);
    for (size_t i = room; i < sizeof pack; i++)
        CHECK_INT(pack[i], 0x55);
    assay_state_end(s);
}

TEST(contract_state_is_packed_and_unpacked)
{
    struct assay_state s;

    for (unsigned i = 0; i < SIZE; i++)
        now[i] = (char)('a' + i % 26);
    pack_two(&s, sizeof pack);
    memset(now, '-', sizeof now);
    assay_state_begin(&s);
    CHECK(assay_state_unpack(&s, pack, sizeof pack));
    CHECK(s.foreign && !s.cut);
    CHECK_UINT(s.nranges, 2);
    CHECK_MEM(assay_at(&s, now, 5), "abcde", 5);
    CHECK_MEM(assay_at(&s, now + 10, 20), "klmnopqrstuvwxyzabcd", 20);
    CHECK_MEM(assay_at(&s, now + 29, 1), "d", 1);
    /* What is loaded with the program is the same in both processes. */
    CHECK(assay_at(&s, now + 5, 1) == now + 5);
    CHECK(assay_state_find(&s, now + 4, 2) == now + 4);
    CHECK(assay_state_find(&s, (void *)8, 1) == NULL);
    assay_state_end(&s);
}

TEST(contract_state_that_does_not_fit_is_cut)
{
    struct assay_state s;
    size_t need = 16 + 2 * 3 * sizeof(size_t) + 16 + 20;

    for (size_t room = 0; room < 2 * need; room++) {
        struct assay_state unpacked;
        if (room < 16)
            continue; /* not even its head */
        pack_two(&s, room);
        assay_state_begin(&unpacked);
        CHECK(assay_state_unpack(&unpacked, pack, room));
        CHECK(unpacked.cut == (unpacked.nranges < 2));
        CHECK(room < need - 16 || room >= need || unpacked.nranges >= 1);
        if (unpacked.cut)
            CHECK(assay_state_find(&unpacked, now + 40, 1) == NULL);
        if (room >= need)
            CHECK_UINT(unpacked.nranges, 2);
        assay_state_end(&unpacked);
    }
}

TEST(contract_state_that_is_damaged_is_refused)
{
    struct assay_state s;
    size_t *words = (size_t *)(void *)pack; /* count, cut, then at, size, offset */

    pack_two(&s, sizeof pack);
    assay_state_begin(&s);
    CHECK(!assay_state_unpack(&s, pack, 8));
    words[0] = 1000000;
    CHECK(!assay_state_unpack(&s, pack, sizeof pack));
    pack_two(&s, sizeof pack);
    words[4] = sizeof pack + 1;
    assay_state_begin(&s);
    CHECK(!assay_state_unpack(&s, pack, sizeof pack));
    assay_state_end(&s);
    pack_two(&s, sizeof pack);
    words[3] = sizeof pack;
    assay_state_begin(&s);
    CHECK(!assay_state_unpack(&s, pack, sizeof pack));
    assay_state_end(&s);
    CHECK(!assay_state_unpack(&s, pack, sizeof pack)); /* it is not open */
}

/* ---- Strings */

TEST(contract_state_has_strings_as_they_were)
{
    struct assay_state s;
    size_t len = 77;
    const char *at;

    strcpy(now, "old string");
    assay_state_begin(&s);
    assay_state_keep(&s, "now", &layout_char, now, 11);
    assay_state_take(&s);
    strcpy(now, "new");
    at = assay_state_string(&s, now, &len);
    CHECK(at != now);
    CHECK_STR(at, "old string");
    CHECK_UINT(len, 10);
    CHECK_STR(assay_state_string(&s, now + 4, &len), "string");
    CHECK_UINT(len, 6);
    CHECK_STR(assay_state_string(NULL, now, &len), "new");
    CHECK_UINT(len, 3);
    strcpy(now + 20, "elsewhere");
    CHECK(assay_state_string(&s, now + 20, &len) == now + 20);
    CHECK_UINT(len, 9);
    assay_state_end(&s);
    assay_state_begin(&s); /* the NUL is not kept */
    assay_state_keep(&s, "now", &layout_char, now, 3);
    assay_state_take(&s);
    len = 77;
    CHECK(assay_state_string(&s, now, &len) == NULL);
    CHECK_UINT(len, 77);
    assay_state_end(&s);
}

/* ---- Values that occur */

/* The values of a state, one after the other. */
static void check_values(struct assay_state *s, const struct assay_layout *layout,
                         const char *expected)
{
    char text[500] = "";
    unsigned cursor = 0;
    assay_wide value;

    while (assay_state_value(s, layout, &cursor, &value))
        snprintf(text + strlen(text), sizeof text - strlen(text), "%lld ",
                 (long long)value);
    CHECK_STR(text, expected);
}

TEST(contract_state_has_values)
{
    int a[3] = {5, 7, 5};
    unsigned char ends[2] = {255, 0};
    static const struct assay_layout byte = {
        .kind = ASSAY_LAYOUT_UNSIGNED, .name = "unsigned char", .size = 1};
    struct point p = {'a', 9, 7};
    struct assay_state s;

    check_values(NULL, &layout_short, "0 1 -1 -32768 32767 2 ");
    assay_state_begin(&s);
    assay_state_keep(&s, "a", &layout_int, a, 3);
    assay_state_keep(&s, "p", &layout_point, &p, 1);
    assay_state_keep(&s, "ends", &byte, ends, 2);
    assay_state_take(&s);
    a[1] = -8;
    p.y = 100;
    check_values(&s, &layout_int, "5 7 -8 9 100 0 1 -1 -2147483648 2147483647 101 ");
    check_values(&s, &layout_char, "97 0 1 -1 -128 127 98 ");
    check_values(&s, &byte,
                 "255 0 0 1 0 255 "); /* none is absent but -1, which is none */
    check_values(&s, &layout_bool, "0 1 0 1 1 ");
    assay_state_end(&s);
}
