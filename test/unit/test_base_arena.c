/*
 * The arena: pieces are apart, aligned and zeroed; limits hold; resets settle.
 */
#include "base/arena.h"
#include "harness.h"
#include "torture.h"

#include <string.h>

TEST(arena_init_allocates_nothing)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 0);
    CHECK_UINT(a.max, (size_t)1 << 30);
    assay_arena_reset(&a);
    assay_arena_done(&a);
    CHECK_UINT(t.calls, 0);
}

TEST(arena_pieces_are_zeroed_aligned_and_apart)
{
    enum { COUNT = 2000 };
    struct assay_arena a;
    static unsigned char *pieces[COUNT];
    assay_arena_init(&a, NULL, 0);
    for (size_t i = 0; i < COUNT; i++) {
        size_t size = i % 67;
        pieces[i] = assay_arena_new(&a, 1, size);
        CHECK(pieces[i]);
        CHECK_UINT((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < size; k++)
            CHECK_UINT(pieces[i][k], 0);
        memset(pieces[i], (int)(i % 251), size);
    }
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < i % 67; k++)
            CHECK_UINT(pieces[i][k], i % 251);
    }
    assay_arena_done(&a);
}

TEST(arena_gives_count_times_size)
{
    struct assay_arena a;
    assay_arena_init(&a, NULL, 0);
    char *first = assay_arena_new(&a, 3, 32);
    char *second = assay_arena_new(&a, 1, 1);
    CHECK_INT(second - first, 96);
    assay_arena_done(&a);
}

TEST(arena_zero_bytes_are_unique)
{
    struct assay_arena a;
    assay_arena_init(&a, NULL, 0);
    void *one = assay_arena_new(&a, 0, 8), *two = assay_arena_new(&a, 8, 0);
    void *three = assay_arena_new(&a, SIZE_MAX, 0);
    CHECK(one && two && three);
    CHECK(one != two && two != three);
    assay_arena_done(&a);
}

TEST(arena_text_is_copied_and_ended)
{
    struct assay_arena a;
    assay_arena_init(&a, NULL, 0);
    char source[] = "abcdef";
    char *text = assay_arena_text(&a, source, 2);
    char *empty = assay_arena_text(&a, NULL, 0);
    source[0] = 'x';
    CHECK_STR(text, "ab");
    CHECK_STR(empty, "");
    CHECK_INT(empty - text, 3); /* texts are packed */
    void *piece = assay_arena_new(&a, 1, 8);
    CHECK_UINT((uintptr_t)piece % _Alignof(max_align_t), 0);
    CHECK_STR(text, "ab");
    assay_arena_done(&a);
}

TEST(arena_refuses_what_overflows)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, SIZE_MAX);
    CHECK(!assay_arena_new(&a, SIZE_MAX / 2 + 1, 2));
    CHECK(!assay_arena_new(&a, SIZE_MAX / 8, 16));
    CHECK(!assay_arena_new(&a, SIZE_MAX, 1));
    CHECK(!assay_arena_new(&a, 1, SIZE_MAX / 2));
    CHECK(!assay_arena_text(&a, "", SIZE_MAX));
    CHECK(!assay_arena_text(&a, "", SIZE_MAX - 1));
    CHECK_UINT(t.calls, 0);
    CHECK(assay_arena_new(&a, 1, 1)); /* and the same with a block at hand */
    CHECK(!assay_arena_text(&a, "", SIZE_MAX));
    CHECK(!assay_arena_new(&a, 1, SIZE_MAX));
    assay_arena_done(&a);
}

/* Takes pieces until there are no more; all memory is accounted for at each step. */
static size_t fill(struct assay_arena *a, const struct torture_alloc *t, size_t size)
{
    size_t count = 0;
    for (; assay_arena_new(a, 1, size); count++) {
        CHECK_UINT(a->used, t->live_bytes);
        CHECK(a->used <= a->max);
    }
    return count;
}

TEST(arena_maximum_is_used_but_not_passed)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 20000);
    size_t count = fill(&a, &t, 16);
    CHECK_UINT(a.used, 20000); /* 4096, 8192 and what is left */
    CHECK_UINT(t.live_blocks, 3);
    CHECK(count > (20000 - 3 * 64) / 16);
    CHECK(!assay_arena_new(&a, 1, 16));
    assay_arena_done(&a);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(arena_one_piece_may_take_all)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    /* What a block costs besides its bytes is found by the least maximum for one byte. */
    size_t head = 0;
    for (void *got = NULL; !got;) {
        assay_arena_init(&a, &t.alloc, ++head);
        got = assay_arena_text(&a, "", 0);
        assay_arena_done(&a);
    }
    head--;
    assay_arena_init(&a, &t.alloc, 10000);
    CHECK(!assay_arena_new(&a, 1, 10000 - head + 1));
    CHECK_UINT(t.live_blocks, 0);
    CHECK(assay_arena_new(&a, 1, 10000 - head));
    CHECK_UINT(a.used, 10000);
    CHECK(!assay_arena_new(&a, 1, 1));
    assay_arena_done(&a);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(arena_uses_a_block_to_its_end)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 0);
    CHECK(assay_arena_new(&a, 1, 1));
    CHECK_UINT(a.used, 4096);
    assay_arena_reset(&a);
    size_t all = (size_t)(a.end - a.next);
    char *piece = assay_arena_text(&a, "", 0);
    CHECK(assay_arena_new(&a, 1, all - 16)); /* after the text, to the last byte */
    CHECK(a.next == a.end);
    CHECK(a.end == piece + all);
    CHECK_UINT(t.calls, 1);
    CHECK(assay_arena_text(&a, "", 0));
    CHECK_UINT(t.calls, 2);
    CHECK_UINT(a.used, 4096 + 8192);
    assay_arena_done(&a);
    CHECK_UINT(t.live_blocks, 0);
}

/* Leaves exactly `left` bytes free in the newest block. */
static void leave(struct assay_arena *a, size_t left)
{
    size_t taken = (size_t)(a->end - a->next) - left;
    char *text = assay_arena_text(a, "", 0);
    CHECK(text);
    for (size_t i = 1; i < taken; i++)
        CHECK(assay_arena_text(a, "", 0) == text + i);
}

TEST(arena_padding_counts)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 0);
    for (size_t size = 16; size <= 17; size++) {
        CHECK(assay_arena_new(&a, 1, 1));
        leave(&a, 20); /* 4 of padding, then 16 */
        CHECK(assay_arena_new(&a, 1, size));
        CHECK_UINT(t.calls, size == 16 ? 1 : 2);
        assay_arena_reset(&a);
    }
    assay_arena_done(&a);
}

TEST(arena_block_that_ends_before_the_padding)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 1003);
    CHECK(assay_arena_new(&a, 1, 1));
    leave(&a, 10); /* the next multiple of 16 is behind the end */
    CHECK((uintptr_t)a.next % 16 == 1);
    CHECK(!assay_arena_new(&a, 1, 1));
    CHECK(assay_arena_text(&a, "123456789", 9)); /* which needs no padding */
    CHECK_UINT(t.calls, 1);
    assay_arena_done(&a);
}

TEST(arena_large_pieces_get_a_block_that_fits)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 0);
    char *piece = assay_arena_new(&a, 100, 1000);
    CHECK(piece);
    piece[100000 - 1] = 'x';
    CHECK(a.used >= 100000 && a.used < 100100);
    assay_arena_done(&a);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(arena_reset_keeps_the_largest_block)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 60000);
    CHECK(assay_arena_new(&a, 1, 10));
    CHECK(assay_arena_new(&a, 1, 40000)); /* neither the oldest nor the newest */
    CHECK(assay_arena_new(&a, 1, 12000));
    CHECK_UINT(t.live_blocks, 3);
    assay_arena_reset(&a);
    CHECK_UINT(t.live_blocks, 1);
    CHECK_UINT(a.used, t.live_bytes);
    CHECK(a.used >= 40000 && a.used < 40100);
    size_t calls = t.calls;
    CHECK(assay_arena_new(&a, 1, 40000));
    CHECK_UINT(t.calls, calls);
    assay_arena_done(&a);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(arena_reset_memory_is_zeroed_again)
{
    struct assay_arena a;
    assay_arena_init(&a, NULL, 0);
    char *before = assay_arena_new(&a, 1, 100);
    memset(before, 'x', 100);
    assay_arena_reset(&a);
    char *after = assay_arena_new(&a, 1, 100);
    CHECK(before == after);
    for (int i = 0; i < 100; i++)
        CHECK_INT(after[i], 0);
    assay_arena_done(&a);
}

TEST(arena_loop_with_resets_settles)
{
    struct torture_alloc t;
    struct assay_arena a;
    size_t settled = 0;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 0);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 1000; i++)
            CHECK(assay_arena_new(&a, 1, 700));
        assay_arena_reset(&a);
        if (round == 2)
            settled = t.calls;
    }
    CHECK_UINT(t.calls, settled);
    CHECK_UINT(t.live_blocks, 1);
    CHECK(t.live_bytes < 3000000);
    assay_arena_done(&a);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(arena_done_can_be_used_again)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 0);
    assay_arena_init(&a, &t.alloc, 5000);
    for (int i = 0; i < 3; i++) {
        CHECK(assay_arena_new(&a, 1, 4000));
        CHECK(!assay_arena_new(&a, 1, 4000));
        assay_arena_done(&a);
        CHECK_UINT(t.live_blocks, 0);
        CHECK_UINT(a.used, 0);
    }
}

static enum assay_status take_many(const struct assay_alloc *mem, void *ctx)
{
    (void)ctx;
    struct assay_arena a;
    enum assay_status status = ASSAY_OK;
    assay_arena_init(&a, mem, 0);
    for (size_t i = 0; i < 100 && !status; i++) {
        if (!assay_arena_new(&a, i, 31) || !assay_arena_text(&a, "some text", i % 9))
            status = ASSAY_NO_MEMORY;
        if (i == 50)
            assay_arena_reset(&a);
    }
    assay_arena_done(&a);
    return status;
}

TEST(arena_torture)
{
    torture(take_many, NULL);
}

TEST(arena_goes_on_after_a_failure)
{
    struct torture_alloc t;
    struct assay_arena a;
    torture_alloc_init(&t, 2);
    assay_arena_init(&a, &t.alloc, 0);
    char *text = assay_arena_text(&a, "kept", 4);
    CHECK(!assay_arena_new(&a, 1, 5000));
    CHECK_UINT(a.used, 4096);
    CHECK_STR(text, "kept");
    CHECK(assay_arena_new(&a, 1, 5000));
    assay_arena_done(&a);
    CHECK_UINT(t.live_blocks, 0);
}
