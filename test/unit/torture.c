/*
 * The failing allocator keeps a head before each block, its size and its owner, and junk
 * behind it.
 */
#include "torture.h"
#include "base/arena.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JUNK 0xa5
#define TAIL 16 /* bytes behind a block that are nobody's */
#define MAX_ROUNDS 100000

struct head {
    const struct torture_alloc *owner;
    size_t size;
    _Alignas(max_align_t) char bytes[];
};

static void check_tail(const struct head *head)
{
    for (size_t i = 0; i < TAIL; i++) {
        if ((unsigned char)head->bytes[head->size + i] != JUNK) {
            fprintf(stderr, "torture: byte %zu of a block of %zu was written\n",
                    head->size + i, head->size);
            abort();
        }
    }
}

/* The head of a block, whose claimed size must be the true one; NULL for a NULL block. */
static struct head *head_of(const struct torture_alloc *t, void *ptr, size_t old)
{
    if (!ptr && old == 0)
        return NULL;
    if (!ptr) {
        fprintf(stderr, "torture: no block is passed as one of %zu bytes\n", old);
        abort();
    }
    struct head *head = (struct head *)((char *)ptr - offsetof(struct head, bytes));
    if (head->owner != t) {
        fputs("torture: a block of another allocator, or freed before\n", stderr);
        abort();
    }
    if (head->size != old) {
        fprintf(stderr, "torture: a block of %zu bytes is passed as one of %zu\n",
                head->size, old);
        abort();
    }
    check_tail(head);
    return head;
}

static void release(struct torture_alloc *t, struct head *head)
{
    t->live_bytes -= head->size;
    t->live_blocks--;
    memset(head, JUNK, sizeof *head + head->size);
    free(head);
}

static void *make(struct torture_alloc *t, size_t size)
{
    struct head *head = size <= SIZE_MAX / 2 ? malloc(sizeof *head + size + TAIL) : NULL;
    if (!head)
        return NULL;
    head->owner = t;
    head->size = size;
    t->live_bytes += size;
    t->live_blocks++;
    return memset(head->bytes, JUNK, size + TAIL);
}

static void *torture_resize(void *ctx, void *ptr, size_t old, size_t now)
{
    struct torture_alloc *t = ctx;
    struct head *head = head_of(t, ptr, old);
    if (now > 0 && ++t->calls == t->fail_at) {
        t->failed = true;
        return NULL;
    }
    void *moved = now > 0 ? make(t, now) : NULL;
    if (now > 0 && !moved)
        return NULL;
    if (head && moved)
        memcpy(moved, ptr, old < now ? old : now);
    if (head)
        release(t, head);
    return moved;
}

void torture_alloc_init(struct torture_alloc *t, size_t fail_at)
{
    *t = (struct torture_alloc){.alloc = {torture_resize, t}, .fail_at = fail_at};
}

static void check_round(const struct torture_alloc *t, enum assay_status status)
{
    struct harness_site here = HARNESS_HERE;
    enum assay_status expected = t->failed ? ASSAY_NO_MEMORY : ASSAY_OK;
    const char *event = t->failed ? "failing" : "not reached";
    if (t->live_blocks > 0)
        harness_fail(here, "with allocation %zu %s, %zu bytes in %zu blocks leak",
                     t->fail_at, event, t->live_bytes, t->live_blocks);
    if (status != expected)
        harness_fail(here, "with allocation %zu %s, the status is \"%s\"", t->fail_at,
                     event, assay_status_text(status));
}

void torture(enum assay_status (*body)(const struct assay_alloc *mem, void *ctx),
             void *ctx)
{
    struct torture_alloc t = {.failed = true};
    for (size_t n = 1; t.failed; n++) {
        if (n > MAX_ROUNDS)
            harness_fail(HARNESS_HERE, "more than %d allocations", MAX_ROUNDS);
        torture_alloc_init(&t, n);
        check_round(&t, body(&t.alloc, ctx));
    }
}

bool assay_arena_apart;

static struct torture_alloc checked;

/* Among the exit handlers, where a failure can only be told. */
static void check_given_back(void)
{
    if (checked.live_blocks == 0)
        return;
    fprintf(stderr, "torture: %zu bytes in %zu blocks leak\n", checked.live_bytes,
            checked.live_blocks);
    _exit(1);
}

const struct assay_alloc *checked_mem(void)
{
    if (!checked.alloc.resize) {
        assay_arena_apart = true;
        torture_alloc_init(&checked, 0);
        atexit(check_given_back);
    }
    return &checked.alloc;
}
