/*
 * Leaks: an execution that leaves memory allocated fails. LeakSanitizer knows exactly;
 * without it the bytes that malloc has given out are compared, and a difference counts
 * only if the same choices leave one again and again: what is allocated once, lazily, is
 * no leak.
 *
 * Both take their time: LeakSanitizer looks through all memory, malloc through all that
 * is free. So a row of tests is looked at once in a while, and only if something was left
 * are they executed again, one by one.
 *
 * LeakSanitizer also overlooks what a pointer that is left somewhere leads to, now and
 * then. Once it has found a leak, the bytes that AddressSanitizer counts tell whether an
 * execution has it.
 */
#include "choice/values.h"
#include "run/execute.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

#define AGAIN 2 /* executions that must leak as well */

/* With AddressSanitizer. */
static bool is_counted(void)
{
    return __sanitizer_get_current_allocated_bytes != NULL;
}

#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)

/* What a thread of glibc keeps of freed blocks for itself: so many of each size. */
#define CACHE_SIZES 64
#define CACHE_STEP 16
#define CACHE_LEAST 24
#define CACHE_DEPTH (__GLIBC_MINOR__ >= 42 ? 16 : 7)

/*
 * Makes sure that the cache has all the blocks of a size that it can have. A malloc that
 * finds it empty may take a block from elsewhere and put more of them into it, or give a
 * block that is larger: only what has this size counts.
 */
static void fill_cache(size_t size)
{
    void *held[4 * CACHE_DEPTH];
    size_t n = 0, good = 0;

    while (n < sizeof held / sizeof *held && good < CACHE_DEPTH) {
        held[n] = malloc(size);
        if (!held[n])
            break;
        good += malloc_usable_size(held[n]) == size;
        n++;
    }
    while (n > 0)
        free(held[--n]);
}

/* Blocks in the cache count as given out; when it is full they are always the same. */
static uint64_t bytes_in_use(void)
{
    struct mallinfo2 info;

    if (is_counted())
        return __sanitizer_get_current_allocated_bytes();
    for (size_t i = 0; i < CACHE_SIZES; i++)
        fill_cache(CACHE_LEAST + i * CACHE_STEP);
    info = mallinfo2();
    return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

#else

static uint64_t bytes_in_use(void)
{
    return 0;
}

#endif

/* `bytes` 0: not known. Always true. */
static bool report(struct assay_journal *j, uint64_t bytes)
{
    struct assay_wreck *w = &j->wreck;

    w->failure = ASSAY_LEAK;
    w->line = 0;
    w->file[0] = '\0';
    if (bytes > 0)
        snprintf(w->message, sizeof w->message, "left %llu bytes allocated",
                 (unsigned long long)bytes);
    else
        snprintf(w->message, sizeof w->message, "left memory allocated");
    atomic_store(&w->set, 1);
    return true;
}

/* Executes what was just executed once more; the bytes it leaves allocated. */
static uint64_t leaked_again(struct assay_executor *x, const struct assay_values *values)
{
    struct assay_replay source;
    uint64_t before, after;

    assay_replay_init(&source, values, NULL, NULL);
    assay_arena_reset(&x->arena);
    before = bytes_in_use();
    if (assay_execute(x, &source.base, NULL) != ASSAY_END_PASSED)
        return 0;
    assay_arena_reset(&x->arena);
    after = bytes_in_use();
    return after > before ? after - before : 0;
}

/* Wipes what the execution left on the stack: a pointer there hides its leak. */
static __attribute__((noinline)) void wipe_stack(void)
{
    volatile char room[1 << 14];

    for (size_t i = 0; i < sizeof room; i++)
        room[i] = 0;
}

/* Apart, so that its variables are not where the execution's were. */
static __attribute__((noinline)) bool leaks_again(struct assay_executor *x)
{
    struct assay_values values;
    uint64_t leaked = 1;

    assay_values_init(&values, NULL);
    if (assay_values_add_record(&values, x->shared->live, 0, x->shared->live->nchoices))
        leaked = 0;
    for (int i = 0; i < AGAIN && leaked > 0; i++)
        leaked = leaked_again(x, &values);
    assay_values_done(&values);
    x->in_use = bytes_in_use();
    return leaked > 0 && report(x->shared->journal, leaked);
}

bool assay_leak_is_global(void)
{
    return __lsan_do_recoverable_leak_check != NULL;
}

bool assay_leak_litters(void)
{
    return assay_leak_is_global() && !is_counted();
}

void assay_leak_start(struct assay_executor *x)
{
    if (assay_leak_litters())
        return;
    assay_arena_reset(&x->arena);
    x->in_use = bytes_in_use();
}

bool assay_leak_suspect(struct assay_executor *x)
{
    uint64_t before = x->in_use;

    if (assay_leak_is_global()) {
        assay_arena_done(&x->arena); /* pointers in it would hide leaks, too */
        wipe_stack();
        return __lsan_do_recoverable_leak_check();
    }
    assay_leak_start(x);
    return x->in_use > before;
}

bool assay_leak_check(struct assay_executor *x)
{
    if (!assay_leak_suspect(x))
        return false;
    return assay_leak_is_global() ? report(x->shared->journal, 0) : leaks_again(x);
}

bool assay_leak_check_again(struct assay_executor *x, bool surely)
{
    uint64_t before = x->in_use;

    if (!assay_leak_is_global() || !is_counted())
        return assay_leak_check(x);
    assay_leak_start(x);
    if (x->in_use <= before)
        return false;
    if (surely && assay_leak_suspect(x))
        return report(x->shared->journal, 0);
    if (!leaks_again(x))
        return false;
    return !surely || (assay_leak_suspect(x) && report(x->shared->journal, 0));
}
