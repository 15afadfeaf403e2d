/*
 * Memory as it was, calls that are open, and what is known about memory.
 */
#include "contract/blocks.h"
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static const struct assay_clause clause = {"assigns", "\\nothing", "f", "",
                                           "f.c",     3,           5,   8};

static int old_int(const struct assay_state *s, const int *p)
{
    return *(const int *)assay_at(s, p, sizeof *p);
}

TEST(contract_state_keeps_what_was)
{
    int a[4] = {1, 2, 3, 4}, other = 9;
    struct assay_state s;

    assay_state_begin(&s);
    assay_state_keep(&s, "a", &layout_int, a, 4);
    assay_state_take(&s);
    a[2] = 30;
    other = 10;
    CHECK_INT(old_int(&s, &a[2]), 3);
    CHECK_INT(old_int(&s, &a[3]), 4);
    CHECK_INT(old_int(&s, &other), 10);
    CHECK_INT(old_int(NULL, &a[2]), 30);
    assay_state_end(&s);
}

TEST(contract_state_keeps_overlaps_once)
{
    int a[100];
    struct assay_state s;

    for (int i = 0; i < 100; i++)
        a[i] = i;
    assay_state_begin(&s);
    assay_state_keep(&s, "c", &layout_int, a + 50, 10);
    assay_state_keep(&s, "a", &layout_int, a + 10, 10);
    assay_state_keep(&s, "b", &layout_int, a + 15, 10);
    assay_state_keep(&s, "d", &layout_int, a, 1);
    assay_state_keep(&s, "e", &layout_int, a + 18, 35);
    assay_state_keep(&s, "f", &layout_int, a + 12, 2);
    assay_state_take(&s);
    CHECK_UINT(s.nranges, 2);
    memset(a, 0, sizeof a);
    for (int i = 10; i < 60; i++)
        CHECK_INT(old_int(&s, a + i), i);
    CHECK_INT(old_int(&s, a + 9), 0);
    CHECK_INT(((const int *)assay_at(&s, a + 10, 200))[49], 59);
    assay_state_end(&s);
}

TEST(contract_state_finds_one_of_many_blocks)
{
    static int a[64][8];
    struct assay_state s;

    assay_state_begin(&s);
    for (int i = 63; i >= 0; i--) {
        a[i][1] = i;
        assay_state_keep(&s, "a", &layout_int, &a[i][1], 2);
    }
    assay_state_take(&s);
    CHECK_UINT(s.nranges, 64);
    memset(a, 1, sizeof a);
    for (int i = 0; i < 64; i++)
        CHECK_INT(old_int(&s, &a[i][1]), i);
    CHECK_INT(old_int(&s, &a[5][0]), 0x01010101);
    assay_state_end(&s);
}

TEST(contract_states_nest)
{
    static char big[300000];
    int x = 1;
    struct assay_state outer, inner;

    assay_state_begin(&outer);
    assay_state_keep(&outer, "&x", &layout_int, &x, 1);
    assay_state_take(&outer);
    for (int i = 0; i < 3; i++) {
        x = 2 + i;
        assay_state_begin(&inner);
        assay_state_keep(&inner, "&x", &layout_int, &x, 1);
        assay_state_keep(&inner, "big", &layout_char, big, sizeof big);
        assay_state_take(&inner);
        x = 10;
        CHECK_INT(old_int(&outer, &x), 1);
        CHECK_INT(old_int(&inner, &x), 2 + i);
        assay_state_end(&inner);
    }
    CHECK_INT(old_int(&outer, &x), 1);
    assay_state_end(&outer);
}

static jmp_buf escape;

static __attribute__((noinline)) void leave_open(int *x)
{
    struct assay_state s;
    struct assay_call call = {.function = "leave_open"};

    assay_state_begin(&s);
    assay_state_keep(&s, "x", &layout_int, x, 1);
    assay_state_take(&s);
    assay_call_begin(&call);
    longjmp(escape, 1);
}

static __attribute__((noinline)) void leave_often(int *x, volatile int *times)
{
    if (setjmp(escape) == 0 || *times < 1000) {
        ++*times;
        leave_open(x);
    }
}

/* What is left may be overwritten when it is looked at. */
static __attribute__((noinline)) void look_from_below(void)
{
    volatile char junk[5000];
    struct assay_call call = {.function = "below"};

    for (size_t i = 0; i < sizeof junk; i++)
        junk[i] = 0x55;
    assay_call_begin(&call);
    assay_call_of("leave_open");
    CHECK(assay_call_of("below") == &call);
    CHECK(junk[7] == 0x55);
    assay_call_end(&call);
}

TEST(contract_states_survive_longjmp)
{
    struct assay_state s, inner;
    struct assay_call call = {.function = "test"};
    volatile int times = 0;
    int x = 5;

    assay_state_begin(&s);
    assay_state_keep(&s, "&x", &layout_int, &x, 1);
    assay_state_take(&s);
    assay_call_begin(&call);
    leave_often(&x, &times);
    CHECK_INT(times, 1000);
    look_from_below();
    assay_state_begin(&inner);
    CHECK_UINT(inner.kept, 1); /* what was left is gone, what is open is not */
    assay_state_end(&inner);
    x = 6;
    CHECK_INT(old_int(&s, &x), 5);
    CHECK(assay_call_of("test") == &call);
    assay_call_end(&call);
    assay_state_end(&s);
    CHECK(assay_call_of("leave_open") == NULL);
}

static void *keep_in_a_thread(void *x)
{
    static const char logic;
    struct assay_state s;
    struct assay_call call = {.function = "f"};
    assay_wide key = 1;

    assay_call_begin(&call);
    assay_state_begin(&s);
    assay_state_keep(&s, "x", &layout_int, x, 1);
    assay_state_take(&s);
    assay_memo_put(&logic, &key, 1, 2);
    *(int *)x = 7;
    CHECK_INT(old_int(&s, x), 5);
    return NULL;
}

TEST(contract_threads_keep_their_own_and_leave_nothing)
{
    size_t before = 0;

    for (int i = 0; i < 40; i++) {
        int x = 5;
        pthread_t thread;
        if (i == 20)
            before = mallinfo2().uordblks;
        CHECK_INT(pthread_create(&thread, NULL, keep_in_a_thread, &x), 0);
        pthread_join(thread, NULL);
    }
    CHECK(assay_call_of("f") == NULL);
    CHECK(mallinfo2().uordblks < before + 20000);
}

TEST(contract_calls_are_found_innermost_first)
{
    struct assay_call f = {.function = "f"}, g = {.function = "g"}, again = f;

    assay_call_begin(&f);
    assay_call_begin(&g);
    assay_call_begin(&again);
    CHECK(assay_call_of("f") == &again);
    CHECK(again.up == &g && f.up == NULL);
    assay_call_end(&again);
    CHECK(assay_call_of("f") == &f);
    assay_call_end(&f); /* ends g, too */
    CHECK(assay_call_of("g") == NULL);
}

/* ---- Changes */

/* What changed, "" when nothing did. */
static const char *change(const struct assay_state *s, struct assay_says *says)
{
    assay_says_begin(says, &clause, NULL);
    CHECK(assay_state_kept(s, NULL) == assay_state_kept(s, says));
    return says->text;
}

TEST(contract_changes_are_named)
{
    int a[5] = {1, 1, 1, 1, 1};
    struct buffer b = {.size = 3, .data = NULL};
    struct point p[2] = {{'a', 1, 2}, {'b', 3, 4}};
    struct assay_state s;
    struct assay_says says;

    assay_state_begin(&s);
    assay_state_keep(&s, "a", &layout_int, a, 5);
    assay_state_keep(&s, "b", &layout_buffer, &b, 1);
    assay_state_keep(&s, "p", &layout_point, p, 2);
    assay_state_take(&s);
    CHECK_STR(change(&s, &says), "");
    a[3] = 2;
    CHECK_STR(change(&s, &says), "a[3] was 1, is 2\n");
    a[3] = 1;
    b.size = 4;
    CHECK_STR(change(&s, &says), "b->size was 3, is 4\n");
    b.size = 3;
    b.grid[1][2] = 7;
    CHECK_STR(change(&s, &says), "b->grid[1][2] was 0, is 7\n");
    b.grid[1][2] = 0;
    p[1].tag = '\n';
    CHECK_STR(change(&s, &says), "p[1].tag was 'b', is '\\n'\n");
    p[1].tag = 'b';
    ((char *)&p[1])[2] ^= 1; /* between members */
    CHECK_STR(change(&s, &says), "");
    p[1].y = INT_MIN;
    CHECK_STR(change(&s, &says), "p[1].y was 4, is -2147483648\n");
    assay_state_end(&s);
}

TEST(contract_changes_have_names_by_address)
{
    int x = 1, y = 1, z[2] = {0};
    struct assay_state s;
    struct assay_says says;

    assay_state_begin(&s);
    assay_state_keep(&s, "&x", &layout_int, &x, 1);
    assay_state_keep(&s, "q->p", &layout_int, &y, 1);
    assay_state_keep(&s, "z + i", &layout_int, z, 2);
    assay_state_take(&s);
    x = 2;
    CHECK_STR(change(&s, &says), "x was 1, is 2\n");
    x = 1;
    y = 2;
    CHECK_STR(change(&s, &says), "*q->p was 1, is 2\n");
    y = 1;
    z[1] = 4;
    CHECK_STR(change(&s, &says), "(z + i)[1] was 0, is 4\n");
    assay_state_end(&s);
}

TEST(contract_allowed_changes_are_no_changes)
{
    int a[6] = {0};
    struct assay_state s;
    struct assay_says says;

    assay_state_begin(&s);
    assay_state_keep(&s, "a", &layout_int, a, 6);
    assay_state_take(&s);
    a[1] = a[2] = a[5] = 1;
    assay_state_allow(&s, &a[1], 2 * sizeof *a);
    CHECK_STR(change(&s, &says), "a[5] was 0, is 1\n");
    assay_state_allow(&s, &a[5], sizeof *a);
    CHECK_STR(change(&s, &says), "");
    assay_state_end(&s);
    assay_state_begin(&s); /* what was allowed ended with the state */
    assay_state_keep(&s, "a", &layout_int, a, 6);
    assay_state_take(&s);
    a[1] = 0;
    CHECK_STR(change(&s, &says), "a[1] was 1, is 0\n");
    assay_state_end(&s);
}

TEST(contract_state_leaves_out_what_cannot_be_read)
{
    struct assay_state s;

    assay_state_begin(&s);
    assay_state_keep(&s, "p", &layout_int, NULL, 4);
    assay_state_keep(&s, "q", &layout_int, (void *)8, 4);
    assay_state_keep(&s, "r", &layout_int, &s, SIZE_MAX / 2);
    assay_state_take(&s);
    CHECK_UINT(s.nranges, 0);
    assay_state_end(&s);
}

/* ---- Values */

static unsigned count_of(const struct assay_state *s, const struct assay_layout *layout,
                         assay_wide wanted)
{
    unsigned cursor = 0, count = 0;
    assay_wide value;

    while (assay_state_value(s, layout, &cursor, &value))
        count += value == wanted;
    return count;
}

TEST(contract_values_are_those_that_occur_and_some_more)
{
    struct point p[2] = {{'a', 7, -9}, {'b', 7, 3}};
    int a[3] = {2, 7, 4};
    struct assay_state s;

    assay_state_begin(&s);
    assay_state_keep(&s, "p", &layout_point, p, 2);
    assay_state_keep(&s, "a", &layout_int, a, 3);
    assay_state_take(&s);
    a[1] = 1000;
    CHECK_UINT(count_of(&s, &layout_int, 7), 1);
    CHECK_UINT(count_of(&s, &layout_int, -9), 1);
    CHECK_UINT(count_of(&s, &layout_int, 1000), 1);
    CHECK_UINT(count_of(&s, &layout_int, 0), 1);
    CHECK_UINT(count_of(&s, &layout_int, -1), 1);
    CHECK_UINT(count_of(&s, &layout_int, INT_MIN), 1);
    CHECK_UINT(count_of(&s, &layout_int, INT_MAX), 1);
    CHECK_UINT(count_of(&s, &layout_int, 1001), 1); /* does not occur */
    CHECK_UINT(count_of(&s, &layout_int, 'a'), 0);
    CHECK_UINT(count_of(&s, &layout_char, 'a'), 1);
    CHECK_UINT(count_of(&s, &layout_unsigned, -1), 0);
    CHECK_UINT(count_of(NULL, &layout_int, 1), 1);
    assay_state_end(&s);
}

/* ---- Memory */

TEST(contract_null_is_never_valid)
{
    int x = 0;

    CHECK(!assay_valid(NULL, 1) && !assay_valid_read((void *)64, 4));
    CHECK(assay_valid(NULL, 0));
    CHECK(assay_valid(&x, sizeof x));
    CHECK(!assay_valid_known((void *)ASSAY_UNDECIDED, 4, 0));
    CHECK(!assay_valid_known((char *)ASSAY_UNDECIDED - 100000, 4, 0));
}

TEST(contract_blocks_are_valid_exactly_within)
{
    static const size_t counts[] = {1, 3, 5, 1024, 1025, 4096};
    struct assay_block *b;

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t size = counts[i] * sizeof(int);
        b = assay_blocks_new(&layout_int, counts[i]);
        CHECK(b != NULL);
        CHECK(assay_valid(b->at, size) && !assay_valid(b->at, size + 1));
        CHECK(!assay_valid(b->at + size, 1) && assay_valid(b->at + size, 0));
        CHECK(!assay_valid(b->at - 1, 2));
        CHECK(assay_base_addr(b->at + 2) == b->at);
        CHECK(assay_block_length(b->at + 2) == (assay_wide)size);
        CHECK(assay_offset(b->at + 2) == 2);
        CHECK(assay_freeable(b->at) && !assay_freeable(b->at + 1));
        CHECK(assay_blocks_reach(b->at, size) && !assay_blocks_reach(b->at, size + 1));
    }
    b = assay_blocks_new(&layout_int, 0);
    CHECK(!assay_valid(b->at, 1) && assay_valid(b->at, 0));
    assay_blocks_clear();
    CHECK(!assay_valid(b->at, 1));
}

TEST(contract_blocks_come_to_an_end)
{
    unsigned count = 0;

    while (assay_blocks_new(&layout_int, 2))
        count++;
    CHECK_UINT(count, ASSAY_BLOCKS_MAX);
    CHECK(assay_blocks_new(&layout_int, 1) == NULL);
    assay_blocks_clear();
    CHECK(assay_blocks_new(&layout_int, 1) != NULL);
    assay_blocks_clear();
}

TEST(contract_reach_asks_where_nothing_is_known)
{
    int x = 0;

    CHECK(assay_blocks_reach(&x, sizeof x));
    CHECK(assay_blocks_reach("text", 4));
    CHECK(!assay_blocks_reach(NULL, 1));
    CHECK(!assay_blocks_reach((void *)((uintptr_t)&x ^ ((uintptr_t)1 << 45)), 4));
    CHECK(!assay_blocks_reach((void *)ASSAY_UNDECIDED, 1));
}

TEST(contract_strings_end_within_their_block)
{
    struct assay_block *b = assay_blocks_new(&layout_char, 4);

    catch_violations();
    memcpy(b->at, "abcd", 4);
    CHECK(!assay_valid_string(b->at, 0));
    assay_strlen(b->at);
    CHECK_UINT(ncaught, 1);
    b->at[3] = '\0';
    CHECK(assay_valid_string(b->at, 1));
    CHECK(assay_strlen(b->at) == 3 && assay_strlen(b->at + 3) == 0);
    CHECK(!assay_valid_string(NULL, 0));
    CHECK(assay_strlen("literal") == 7);
    assay_blocks_clear();
}

TEST(contract_unknown_blocks_are_trouble)
{
    catch_violations();
    if (!HAS_ASAN)
        assay_block_length(&ncaught);
    else
        ncaught = 1;
    CHECK_UINT(ncaught, 1);
}

TEST(contract_freed_blocks_are_seen_with_asan)
{
    struct assay_block *b = assay_blocks_new(&layout_int, 4);
    struct assay_state s;

    if (!HAS_ASAN)
        return;
    assay_state_begin(&s);
    assay_state_keep_inputs(&s);
    assay_state_take(&s);
    CHECK_UINT(s.nranges, 1);
    free(b->at);
    CHECK(assay_blocks_is_freed(b));
    CHECK(!assay_valid(b->at, 1) && !assay_freeable(b->at));
    CHECK(assay_state_kept(&s, NULL)); /* it is not compared */
    assay_state_end(&s);
    assay_blocks_clear(); /* it is not freed again */
}

TEST(contract_separated_is_about_bytes)
{
    int a[4] = {0};

    CHECK(assay_separated(a, 8, a + 2, 8));
    CHECK(!assay_separated(a, 9, a + 2, 8));
    CHECK(!assay_separated(a + 2, 8, a, 9));
    CHECK(assay_separated(a, 0, a, 16));
}
