/*
 * Statuses, the libc allocator and growing arrays.
 */
#include "base/mem.h"
#include "harness.h"
#include "torture.h"

#include <string.h>

/* Grows a char array with nothing in it yet and returns the capacity it gets. */
static size_t first_cap(size_t need, size_t max)
{
    void *at = NULL;
    size_t cap = 0;
    CHECK_INT(assay_mem_grow(NULL, &at, &cap, need, 1, max), ASSAY_OK);
    assay_mem_free(NULL, at, cap);
    return cap;
}

TEST(status_texts)
{
    CHECK_STR(assay_status_text(ASSAY_OK), "ok");
    CHECK_STR(assay_status_text(ASSAY_NO_MEMORY), "out of memory");
    CHECK_STR(assay_status_text((enum assay_status)999), "unknown status");
    for (int a = ASSAY_OK; a <= ASSAY_REJECTED; a++) {
        for (int b = ASSAY_OK; b < a; b++)
            CHECK(strcmp(assay_status_text((enum assay_status)a),
                         assay_status_text((enum assay_status)b)) != 0);
        CHECK(strcmp(assay_status_text((enum assay_status)a), "unknown status") != 0);
    }
}

TEST(mem_libc_allocates_moves_and_frees)
{
    const struct assay_alloc *libc = &assay_alloc_libc;
    char *at = libc->resize(libc->ctx, NULL, 0, 3);
    CHECK(at);
    memcpy(at, "abc", 3);
    at = libc->resize(libc->ctx, at, 3, 100000);
    CHECK_MEM(at, "abc", 3);
    CHECK(!libc->resize(libc->ctx, at, 100000, 0));
}

TEST(mem_new_and_free_use_the_allocator)
{
    struct torture_alloc t;
    torture_alloc_init(&t, 0);
    void *at = assay_mem_new(&t.alloc, 24);
    CHECK(at);
    CHECK_UINT(t.live_bytes, 24);
    assay_mem_free(&t.alloc, at, 24);
    CHECK_UINT(t.live_blocks, 0);
    CHECK_UINT(t.calls, 1);
}

TEST(mem_free_leaves_null_alone)
{
    struct assay_alloc no_functions = {NULL, NULL};
    assay_mem_free(&no_functions, NULL, 0);
    assay_mem_free(NULL, NULL, 0);
}

TEST(mem_grow_starts_with_sixteen)
{
    CHECK_UINT(first_cap(1, 1000), 16);
    CHECK_UINT(first_cap(16, 1000), 16);
    CHECK_UINT(first_cap(17, 1000), 17);
    CHECK_UINT(first_cap(1, 15), 15);
    CHECK_UINT(first_cap(1, 1), 1);
}

TEST(mem_grow_doubles_up_to_the_maximum)
{
    struct torture_alloc t;
    torture_alloc_init(&t, 0);
    void *at = NULL;
    size_t cap = 0;
    CHECK_INT(assay_mem_grow(&t.alloc, &at, &cap, 16, 4, 100), ASSAY_OK);
    memcpy(at, "sixty-three bytes that must be carried along as the array moves", 64);
    CHECK_INT(assay_mem_grow(&t.alloc, &at, &cap, 17, 4, 100), ASSAY_OK);
    CHECK_UINT(cap, 32);
    CHECK_UINT(t.live_bytes, 128);
    CHECK_STR((char *)at,
              "sixty-three bytes that must be carried along as the array moves");
    CHECK_INT(assay_mem_grow(&t.alloc, &at, &cap, 33, 4, 100), ASSAY_OK);
    CHECK_UINT(cap, 64);
    CHECK_INT(assay_mem_grow(&t.alloc, &at, &cap, 65, 4, 100), ASSAY_OK);
    CHECK_UINT(cap, 100);
    CHECK_INT(assay_mem_grow(&t.alloc, &at, &cap, 101, 4, 100), ASSAY_TOO_LARGE);
    CHECK_UINT(cap, 100);
    assay_mem_free(&t.alloc, at, cap * 4);
    CHECK_UINT(t.live_blocks, 0);
}

TEST(mem_grow_doubles_exactly_to_the_maximum)
{
    void *at = NULL;
    size_t cap = 0;
    CHECK_INT(assay_mem_grow(NULL, &at, &cap, 50, 1, 100), ASSAY_OK);
    CHECK_UINT(cap, 50);
    CHECK_INT(assay_mem_grow(NULL, &at, &cap, 51, 1, 100), ASSAY_OK);
    CHECK_UINT(cap, 100);
    assay_mem_free(NULL, at, cap);
}

/* The capacity that follows `cap` when there must be room for one more. */
static size_t cap_after(size_t cap, size_t max)
{
    void *at = assay_mem_new(NULL, cap);
    CHECK(at);
    CHECK_INT(assay_mem_grow(NULL, &at, &cap, cap + 1, 1, max), ASSAY_OK);
    assay_mem_free(NULL, at, cap);
    return cap;
}

TEST(mem_grow_near_half_of_the_maximum)
{
    CHECK_UINT(cap_after(40, 100), 80);
    CHECK_UINT(cap_after(50, 101), 100);
    CHECK_UINT(cap_after(51, 101), 101);
    CHECK_UINT(cap_after(4, 1000), 16);
    CHECK_UINT(cap_after(9, 1000), 18);
}

TEST(mem_grow_takes_what_is_needed_beyond_double)
{
    void *at = NULL;
    size_t cap = 0;
    CHECK_INT(assay_mem_grow(NULL, &at, &cap, 20, 1, 1000), ASSAY_OK);
    CHECK_INT(assay_mem_grow(NULL, &at, &cap, 500, 1, 1000), ASSAY_OK);
    CHECK_UINT(cap, 500);
    assay_mem_free(NULL, at, cap);
}

TEST(mem_grow_does_nothing_when_there_is_room)
{
    struct assay_alloc no_functions = {NULL, NULL};
    char array[8];
    void *at = array;
    size_t cap = 8;
    CHECK_INT(assay_mem_grow(&no_functions, &at, &cap, 8, 1, 8), ASSAY_OK);
    CHECK_INT(assay_mem_grow(&no_functions, &at, &cap, 0, 1, 8), ASSAY_OK);
    CHECK(at == array);
    CHECK_UINT(cap, 8);
}

TEST(mem_grow_refuses_what_overflows)
{
    struct assay_alloc no_functions = {NULL, NULL};
    void *at = NULL;
    size_t cap = 0;
    CHECK_INT(assay_mem_grow(&no_functions, &at, &cap, SIZE_MAX / 8 + 1, 8, SIZE_MAX),
              ASSAY_TOO_LARGE);
    CHECK_INT(assay_mem_grow(&no_functions, &at, &cap, SIZE_MAX / 4, 8, SIZE_MAX / 2),
              ASSAY_TOO_LARGE);
    CHECK_INT(assay_mem_grow(&no_functions, &at, &cap, SIZE_MAX, 2, SIZE_MAX),
              ASSAY_TOO_LARGE);
    CHECK(!at);
    CHECK_UINT(cap, 0);
}

/* Records the size it is asked for and gives nothing. */
static void *refuse(void *ctx, void *ptr, size_t old, size_t now)
{
    (void)ptr;
    (void)old;
    *(size_t *)ctx = now;
    return NULL;
}

TEST(mem_grow_near_the_end_of_size_t)
{
    size_t asked = 0;
    struct assay_alloc mem = {refuse, &asked};
    char byte;
    void *at = &byte;
    size_t cap = SIZE_MAX / 2 + 1; /* its double is 0 */
    CHECK_INT(assay_mem_grow(&mem, &at, &cap, cap + 1, 1, SIZE_MAX), ASSAY_NO_MEMORY);
    CHECK_UINT(asked, SIZE_MAX);
    CHECK(at == &byte);
    CHECK_UINT(cap, SIZE_MAX / 2 + 1);
    /* The largest array of 8-byte elements is still asked for. */
    at = NULL;
    cap = 0;
    CHECK_INT(assay_mem_grow(&mem, &at, &cap, SIZE_MAX / 8, 8, SIZE_MAX),
              ASSAY_NO_MEMORY);
    CHECK_UINT(asked, SIZE_MAX / 8 * 8);
}

static enum assay_status grow_often(const struct assay_alloc *mem, void *ctx)
{
    (void)ctx;
    void *at = NULL;
    size_t cap = 0;
    enum assay_status status = ASSAY_OK;
    for (size_t need = 1; need <= 200 && !status; need++) {
        size_t before = cap;
        status = assay_mem_grow(mem, &at, &cap, need, 3, 1000);
        CHECK(status ? cap == before : cap >= need);
    }
    assay_mem_free(mem, at, cap * 3);
    return status;
}

TEST(mem_grow_torture)
{
    torture(grow_often, NULL);
}
