/*
 * Properties for test/e2e/hostile: each does its worst to the process it runs in, from a
 * smallest input on. The environment variable TABLE chooses other tables: many properties
 * that fail, two of one name, one whose generator has nothing to draw.
 */
#include <assay/assay.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The inputs from 10 on are bad, so that 10 is the smallest case. */
static bool is_bad(struct assay_test *t)
{
    return assay_int(t, "x", 0, 1000) >= 10;
}

static void follows_null(struct assay_test *t)
{
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, -100, 100), 0, 30, &n);
    volatile int *volatile nothing = NULL;

    if (n > 3)
        *nothing = xs[0];
}

static void loops(struct assay_test *t)
{
    volatile bool forever = assay_int(t, "x", -1000, 1000) == 0;

    while (forever)
        continue;
}

static void *volatile kept;

#define GIGABYTE ((size_t)1 << 30)

static void hoards(struct assay_test *t)
{
    bool bad = is_bad(t);

    for (int i = 0; bad && i < 10; i++) {
        kept = malloc(GIGABYTE);
        if (kept)
            memset(kept, 1, GIGABYTE);
    }
}

static void reserves(struct assay_test *t)
{
    bool bad = is_bad(t);

    for (int i = 0; bad && i < 10; i++)
        kept = malloc(GIGABYTE);
}

static void calls_exit(struct assay_test *t)
{
    if (is_bad(t))
        exit(0);
}

static void calls__exit(struct assay_test *t)
{
    if (is_bad(t))
        _exit(3);
}

static void aborts(struct assay_test *t)
{
    if (is_bad(t))
        abort();
}

static void kills_itself(struct assay_test *t)
{
    if (is_bad(t))
        raise(SIGKILL);
}

static void kills_its_group(struct assay_test *t)
{
    if (is_bad(t))
        kill(0, SIGTERM);
}

static void divides_by_zero(struct assay_test *t)
{
    volatile int number = 7, by = is_bad(t) ? 0 : 1;

    number = number / by;
}

static int recurse(volatile int *depth)
{
    volatile int next = *depth + 1;

    return next == 0 ? 0 : recurse(&next) + next;
}

static void recurses(struct assay_test *t)
{
    volatile int depth = 1;

    if (is_bad(t))
        depth = recurse(&depth);
}

static void closes_all(struct assay_test *t)
{
    bool bad = is_bad(t);

    for (int fd = 0; bad && fd < 1024; fd++)
        close(fd);
}

/* Nearly every input is bad: few executions are enough to find it. */
static void prints_a_gigabyte(struct assay_test *t)
{
    static char line[1 << 16];
    bool bad = assay_int(t, "x", 0, 1000000) >= 1;

    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    for (size_t i = 0; bad && i < GIGABYTE / sizeof line; i++)
        fwrite(line, 1, sizeof line, stdout);
    ASSAY_ASSERT(t, !bad);
}

static void leaves_children(struct assay_test *t)
{
    bool bad = is_bad(t);

    for (int i = 0; bad && i < 3; i++)
        if (fork() == 0) {
            sleep(1000);
            _exit(0);
        }
    ASSAY_ASSERT(t, !bad);
}

static void blocks_signals(struct assay_test *t)
{
    volatile bool forever = is_bad(t);
    sigset_t all;

    sigfillset(&all);
    if (forever)
        sigprocmask(SIG_BLOCK, &all, NULL);
    while (forever)
        continue;
}

static void stops_itself(struct assay_test *t)
{
    if (is_bad(t))
        raise(SIGSTOP);
}

static void becomes_another(struct assay_test *t)
{
    if (is_bad(t))
        execl("/bin/sh", "sh", "-c", "exit 4", (char *)NULL);
}

static void jumps_nowhere(struct assay_test *t)
{
    static jmp_buf nowhere;

    if (is_bad(t))
        longjmp(nowhere, 1);
}

static void overflows_a_block(struct assay_test *t)
{
    int at = assay_int(t, "at", 0, 100);
    volatile char *block = malloc(10);

    if (block)
        block[at] = 'x';
    free((void *)(uintptr_t)block);
}

/* ---- For the other tables */

static void sum_is_small(struct assay_test *t)
{
    int sum = 0;
    size_t n;
    const int *xs = assay_array(t, "xs", assay_ints(int, 0, 1000), 0, 20, &n);

    for (size_t i = 0; i < n; i++)
        sum += xs[i];
    ASSAY_LT(t, sum, 1234);
}

static void draws_nothing(struct assay_test *t)
{
    (void)assay_int(t, "nothing", 3, 2);
}

static const struct assay_property hostile[] = {
    ASSAY_PROPERTY(follows_null),
    ASSAY_PROPERTY(loops),
    ASSAY_PROPERTY(hoards),
    ASSAY_PROPERTY(reserves),
    ASSAY_PROPERTY(calls_exit),
    ASSAY_PROPERTY(calls__exit),
    ASSAY_PROPERTY(aborts),
    ASSAY_PROPERTY(kills_itself),
    ASSAY_PROPERTY(kills_its_group),
    ASSAY_PROPERTY(divides_by_zero),
    ASSAY_PROPERTY(recurses),
    ASSAY_PROPERTY(closes_all),
    ASSAY_PROPERTY(prints_a_gigabyte),
    ASSAY_PROPERTY(leaves_children),
    ASSAY_PROPERTY(blocks_signals),
    ASSAY_PROPERTY(stops_itself),
    ASSAY_PROPERTY(becomes_another),
    ASSAY_PROPERTY(jumps_nowhere),
    ASSAY_PROPERTY(overflows_a_block),
    {0},
};

/* Properties that fail at once and by every way to end. */
#define FAILING(NAME, FUNCTION)                                                          \
    {                                                                                    \
        .name = NAME, .run = FUNCTION, .file = __FILE__, .line = __LINE__                \
    }
static const struct assay_property many[] = {
    FAILING("many_01", sum_is_small),
    FAILING("many_02", aborts),
    FAILING("many_03", sum_is_small),
    FAILING("many_04", follows_null),
    FAILING("many_05", sum_is_small),
    FAILING("many_06", calls_exit),
    FAILING("many_07", sum_is_small),
    FAILING("many_08", kills_itself),
    FAILING("many_09", sum_is_small),
    FAILING("many_10", divides_by_zero),
    FAILING("many_11", sum_is_small),
    FAILING("many_12", calls__exit),
    {0},
};

static const struct assay_property twins[] = {
    ASSAY_PROPERTY(sum_is_small),
    ASSAY_PROPERTY(aborts),
    ASSAY_PROPERTY(sum_is_small),
    {0},
};

static const struct assay_property empty[] = {
    ASSAY_PROPERTY(draws_nothing),
    {0},
};

int main(int argc, char **argv)
{
    const char *table = getenv("TABLE");

    if (table && strcmp(table, "many") == 0)
        return assay_main(many, argc, argv);
    if (table && strcmp(table, "twins") == 0)
        return assay_main(twins, argc, argv);
    if (table && strcmp(table, "empty") == 0)
        return assay_main(empty, argc, argv);
    return assay_main(hostile, argc, argv);
}
