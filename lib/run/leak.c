/*
 * Leaks: an execution that leaves memory allocated fails. LeakSanitizer knows exactly;
 * without it the bytes that malloc has given out are compared, and a difference counts
 * only if the same choices leave one again and again: what is allocated once, lazily, is
 * no leak.
 */
#include "choice/values.h"
#include "run/execute.h"
#include <malloc.h>
#include <stdio.h>

extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

#define AGAIN 2 /* executions that must leak as well */

static uint64_t bytes_in_use(void)
{
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    struct mallinfo2 info = mallinfo2();
    return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
#else
    return 0;
#endif
}

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

bool assay_leak_check(struct assay_executor *x)
{
    uint64_t before = x->in_use;

    if (__lsan_do_recoverable_leak_check) {
        wipe_stack();
        return __lsan_do_recoverable_leak_check() && report(x->shared->journal, 0);
    }
    assay_arena_reset(&x->arena);
    x->in_use = bytes_in_use();
    return x->in_use > before && leaks_again(x);
}
