/*
 * Every way a property can fail is found, shrunk to the smallest case and replayed, and
 * the runner lives.
 */
#include "choice/test.h"
#include "harness.h"
#include "run/body.h"
#include "run_fixture.h"
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define GIB ((size_t)1 << 30)

/* Nothing is left of the children. */
static void check_no_child(void)
{
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    CHECK_INT(errno, ECHILD);
}

static void check_smallest(const struct assay_property *property,
                           enum assay_failure failure, const char *values)
{
    struct assay_report *report = run(property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, failure);
    CHECK_STR(f->values, values);
    CHECK(!f->flaky);
    check_replay(property, f);
    assay_report_free(report);
    check_no_child();
}

static void not_sorted(struct assay_test *t)
{
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, 0, 1000), 0, 15, &n);

    for (size_t i = 1; i < n; i++)
        ASSAY_LE(t, xs[i - 1], xs[i]);
}

TEST(run_finds_a_failed_assertion)
{
    static const struct assay_property property = ASSAY_PROPERTY(not_sorted);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_STR(f->values, "xs = {1, 0}\n");
    CHECK_STR(f->message, "xs[i - 1] <= xs[i]: 1 is above 0");
    CHECK_STR(f->file, __FILE__);
    CHECK(f->after >= 1);
    CHECK(f->shrink_executions >= 2);
    check_replay(&property, f);
    assay_report_free(report);
}

static void null_pointer(struct assay_test *t)
{
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, -100, 100), 0, 30, &n);
    volatile int *volatile nothing = NULL;

    if (n > 3)
        *nothing = xs[0];
}

TEST(run_finds_a_crash)
{
    static const struct assay_property property = ASSAY_PROPERTY(null_pointer);

    check_smallest(&property, HAS_ASAN ? ASSAY_SANITIZER : ASSAY_SIGNAL,
                   "xs = {0, 0, 0, 0}\n");
}

static void endless(struct assay_test *t)
{
    int x = assay_int(t, "x", -1000, 1000);
    volatile bool forever = x == 0;

    while (forever)
        continue;
}

TEST(run_finds_an_endless_loop)
{
    static const struct assay_property property = ASSAY_PROPERTY(endless);

    check_smallest(&property, ASSAY_TIMEOUT, "x = 0\n");
}

static void endless_above(struct assay_test *t)
{
    int x = assay_int(t, "x", -1000, 1000);
    volatile bool forever = x > 17;

    while (forever)
        continue;
}

TEST(run_shrinks_an_endless_loop)
{
    static const struct assay_property property = ASSAY_PROPERTY(endless_above);

    check_smallest(&property, ASSAY_TIMEOUT, "x = 18\n");
}

static void *volatile kept;

static void hoards(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    for (int i = 0; x > 5 && i < 10; i++) {
        kept = malloc(GIB);
        if (kept)
            memset(kept, 1, GIB);
    }
}

TEST(run_finds_a_flood_of_memory)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(hoards, .options.memory = GIB / 4, .options.timeout = 10);

    check_smallest(&property, ASSAY_MEMORY, "x = 6\n");
}

static void reserves(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    for (int i = 0; x > 5 && i < 10; i++)
        kept = malloc(GIB);
}

TEST(run_finds_memory_that_is_not_touched)
{
    static const struct assay_property property = ASSAY_PROPERTY(reserves);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, ASSAY_MEMORY);
    CHECK_STR(f->values, "x = 6\n");
    assay_report_free(report);
    check_no_child();
}

static void drips(struct assay_test *t)
{
    size_t size = assay_size(t, "size", 20000, 30000);

    kept = malloc(size);
    if (kept)
        memset(kept, 1, size);
}

TEST(run_warns_of_slow_growth)
{
    static const struct assay_property property = ASSAY_PROPERTY_WITH(
        drips, .options.memory = (uint64_t)64 << 20, .options.runs = 20000);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 20000);
    CHECK_UINT(report->nwarnings, 1);
    CHECK(strstr(report->warnings[0], "bytes behind each") != NULL);
    assay_report_free(report);
}

static void quits(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    if (x >= 10)
        exit(0);
}

TEST(run_finds_exit)
{
    static const struct assay_property property = ASSAY_PROPERTY(quits);

    check_smallest(&property, ASSAY_EXIT, "x = 10\n");
}

static void quits_at_once(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    if (x >= 10)
        _exit(3);
}

TEST(run_finds_exit_without_handlers)
{
    static const struct assay_property property = ASSAY_PROPERTY(quits_at_once);

    check_smallest(&property, ASSAY_EXIT, "x = 10\n");
}

static void asserts(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    assert(x < 50);
}

TEST(run_reads_a_failed_assert)
{
    static const struct assay_property property = ASSAY_PROPERTY(asserts);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, ASSAY_SIGNAL);
    CHECK_STR(f->message, "Assertion `x < 50' failed");
    CHECK(strstr(f->file, "test_run_failures.c") != NULL);
    CHECK_STR(f->values, "x = 50\n");
    CHECK(strstr(f->output, "Assertion") != NULL);
    assay_report_free(report);
}

static __attribute__((noinline)) int dig(int n)
{
    volatile char room[1000];

    room[0] = (char)n;
    return n == 0 ? 0 : dig(n + 1) + room[0];
}

static void digs(struct assay_test *t)
{
    ASSAY_GE(t, dig(assay_int(t, "x", 0, 100)), 0);
}

TEST(run_finds_a_stack_overflow)
{
    static const struct assay_property property = ASSAY_PROPERTY(digs);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_STR(f->values, "x = 1\n");
    if (!HAS_ASAN)
        CHECK_STR(f->message, "SIGSEGV: the stack overflowed");
    assay_report_free(report);
}

#if HAS_ASAN
static void overruns(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 100);
    char *volatile p = malloc(60);

    p[x] = 1;
    free(p);
}

TEST(run_reads_a_sanitizer)
{
    static const struct assay_property property = ASSAY_PROPERTY(overruns);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, ASSAY_SANITIZER);
    CHECK_STR(f->values, "x = 60\n");
    CHECK(strstr(f->message, "AddressSanitizer: heap-buffer-overflow") != NULL);
    check_replay(&property, f);
    assay_report_free(report);
}

static void reads_past_its_input(struct assay_test *t)
{
    size_t n;
    volatile int *xs = assay_array(t, "xs", assay_ints(int, 0, 9), 0, 20, &n);

    if (n > 2)
        (void)xs[n];
}

TEST(run_fences_what_is_drawn)
{
    static const struct assay_property property = ASSAY_PROPERTY(reads_past_its_input);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, ASSAY_SANITIZER);
    CHECK_STR(f->values, "xs = {0, 0, 0}\n");
    CHECK(strstr(f->message, "AddressSanitizer: use-after-poison") != NULL);
    assay_report_free(report);
}
#endif

static void leaks(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 100);
    char *volatile p = malloc(100);

    if (x < 7)
        free(p);
}

TEST(run_finds_a_leak_when_asked_to)
{
    static const struct assay_property property = ASSAY_PROPERTY(leaks);
    struct assay_options options = run_options();
    struct assay_report *report = run(&property, &options);

    CHECK_INT(report->verdict, ASSAY_HELD);
    assay_report_free(report);
    options.leaks = true;
    options.runs = 200;
    report = run(&property, &options);
    CHECK_INT(only_finding(report)->failure, ASSAY_LEAK);
    CHECK_STR(only_finding(report)->values, "x = 7\n");
    assay_report_free(report);
}

static void lazy(struct assay_test *t)
{
    static char *table;

    if (!table)
        table = malloc(100);
    ASSAY_GE(t, assay_int(t, "x", 0, 100), 0);
}

TEST(run_does_not_take_lazy_allocation_for_a_leak)
{
    static const struct assay_property property = ASSAY_PROPERTY(lazy);
    struct assay_options options = run_options();
    struct assay_report *report;

    options.leaks = true;
    options.runs = 200;
    report = run(&property, &options);
    CHECK_INT(report->verdict, ASSAY_HELD);
    assay_report_free(report);
}

static void fails_once(struct assay_test *t)
{
    static int calls;

    assay_int(t, "x", 0, 1000);
    ASSAY_NE(t, ++calls, 5);
}

TEST(run_tells_what_is_flaky)
{
    static const struct assay_property property = ASSAY_PROPERTY(fails_once);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK(f->flaky);
    CHECK_UINT(f->after, 5);
    CHECK_UINT(f->shrink_executions, 1);
    CHECK_STR(f->notes, "the second time, with the same choices: it held\n");
    assay_report_free(report);
}

static void two_ways(struct assay_test *t)
{
    int x = assay_int(t, "x", -1000, 1000);

    ASSAY_LE(t, x, 100);
    ASSAY_GE(t, x, -20);
}

TEST(run_tells_two_failures_apart)
{
    static const struct assay_property property = ASSAY_PROPERTY(two_ways);
    struct assay_report *report = run(&property, NULL);
    bool above = false, below = false;

    CHECK_UINT(report->nfindings, 2);
    for (size_t i = 0; i < 2; i++) {
        above = above || strcmp(report->findings[i].values, "x = 101\n") == 0;
        below = below || strcmp(report->findings[i].values, "x = -21\n") == 0;
    }
    CHECK(above && below);
    assay_report_free(report);
}

/* What executions leave behind makes small cases fail that would not by themselves. */
static void remembers(struct assay_test *t)
{
    static int largest;
    int x = assay_int(t, "x", 0, 1000);

    largest = x > largest ? x : largest;
    ASSAY_LT(t, largest, 600);
}

TEST(run_does_not_shrink_to_what_only_fails_after_others)
{
    static const struct assay_property property = ASSAY_PROPERTY(remembers);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    if (!f->flaky)
        CHECK_STR(f->values, "x = 600\n");
    assay_report_free(report);
}

static void floods(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 100);

    for (int i = 0; i < 200; i++)
        printf("line %d of a lot of output, with %d\n", i, x);
    ASSAY_LT(t, x, 50);
}

TEST(run_keeps_the_end_of_the_output)
{
    static const struct assay_property property = ASSAY_PROPERTY(floods);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK(strlen(f->output) <= 65536);
    CHECK(strstr(f->output, "line 199 of a lot of output, with 50\n") != NULL);
    assay_report_free(report);
}

/* Overwrites the head of the record, where the runner reads what was drawn. */
static void smashes(struct assay_test *t)
{
    struct assay_record *record = *(struct assay_record **)(void *)t;

    if (assay_int(t, "x", 0, 1000) > 50) {
        memset(record, 0xff, 64);
        abort();
    }
}

TEST(run_survives_a_smashed_record)
{
    static const struct assay_property property = ASSAY_PROPERTY(smashes);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, ASSAY_SIGNAL);
    CHECK_STR(f->choices, "");
    CHECK(strstr(f->notes, "overwrote the record") != NULL);
    assay_report_free(report);
}

/* A property may fork; what its children do is its own business. */
static void forks(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 10), status = 0;
    pid_t pid = fork();

    if (pid == 0) {
        if (x > 5)
            abort();
        return; /* careless, but the loop must not run twice */
    }
    waitpid(pid, &status, 0);
    ASSAY_EQ(t, WIFSIGNALED(status), x > 5);
}

TEST(run_survives_a_property_that_forks)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(forks, .options.runs = 50);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 50);
    assay_report_free(report);
}

static void kills_itself(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000);

    if (x >= 30)
        kill(getpid(), SIGKILL);
}

TEST(run_takes_a_repeated_kill_for_a_failure)
{
    static const struct assay_property property = ASSAY_PROPERTY(kills_itself);

    check_smallest(&property, ASSAY_SIGNAL, "x = 30\n");
}

/* What it does to descriptors that are not its own must not hang or kill the runner. */
static void closes_all(struct assay_test *t)
{
    assay_int(t, "x", 0, 1000);
    for (int fd = 3; fd < 64; fd++)
        close(fd);
}

TEST(run_survives_closed_descriptors)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(closes_all, .options.runs = 20, .options.seconds = 5);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_INT(report->runs, 20);
    CHECK_INT(report->nwarnings, 1);
    CHECK_STR(report->warnings[0], "it closed descriptors that are not its own");
    assay_report_free(report);
    check_no_child();
}

static void writes_everywhere(struct assay_test *t)
{
    static const char junk[4096];
    struct stat info;
    int x = assay_int(t, "x", 0, 1000);

    for (int fd = 3; x >= 10 && fd < 20; fd++)
        if (fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode))
            (void)!write(fd, junk, sizeof junk);
    ASSAY_LT(t, x, 500);
}

TEST(run_survives_junk_in_descriptors)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(writes_everywhere, .options.seconds = 10);

    check_smallest(&property, ASSAY_ASSERTION, "x = 500\n");
    check_no_child();
}

static void becomes_another_program(struct assay_test *t)
{
    if (assay_int(t, "x", 0, 1000) >= 10)
        execl("/bin/sleep", "sleep", "50", (char *)NULL);
}

TEST(run_sees_that_a_program_was_replaced)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(becomes_another_program, .options.timeout = 0.3);

    check_smallest(&property, ASSAY_TIMEOUT, "x = 10\n");
    check_no_child();
}

/* The journal is the first shared mapping; counts that make no sense are not believed. */
static void scribbles(struct assay_test *t)
{
    struct assay_body *body = t->client;

    if (assay_int(t, "x", 0, 1000) >= 10) {
        memset(&body->journal->tally, 0xff, sizeof body->journal->tally);
        abort();
    }
}

TEST(run_does_not_believe_what_was_overwritten)
{
    static const struct assay_property property = ASSAY_PROPERTY(scribbles);
    struct assay_report *report = run(&property, NULL);

    CHECK(report->runs < 100000);
    CHECK_STR(only_finding(report)->values, "x = 10\n");
    CHECK_STR(report->warnings[report->nwarnings - 1],
              "it overwrote what the runner counts with: the counts are too low");
    assay_report_free(report);
}

TEST(run_leaves_no_descriptor_behind)
{
    static const struct assay_property property = ASSAY_PROPERTY(quits);
    int before = open_descriptors();

    assay_report_free(run(&property, NULL));
    CHECK_INT(open_descriptors(), before);
}

/* ---- The runner itself is killed */

struct orphan {
    _Atomic int pid;
};

static void starts_another_and_waits(struct assay_test *t)
{
    struct orphan *orphan = *(struct orphan *const *)assay_test_context(t);
    pid_t pid = fork();

    if (pid == 0)
        for (;;)
            pause();
    atomic_store(&orphan->pid, pid);
    for (;;)
        pause();
}

/* Dead, whether or not somebody has taken notice. */
static bool is_dead(pid_t pid)
{
    char path[64], state = 'Z';
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    file = fopen(path, "r");
    if (!file)
        return true;
    if (fscanf(file, "%*d %*s %c", &state) != 1)
        state = 'Z';
    fclose(file);
    return state == 'Z' || state == 'X';
}

static bool is_gone(pid_t pid)
{
    for (int i = 0; i < 200 && !is_dead(pid); i++)
        usleep(10000);
    return is_dead(pid);
}

TEST(run_leaves_nobody_behind_when_killed)
{
    static struct orphan *orphan;
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(starts_another_and_waits, .context = &orphan,
                            .options = {.timeout = 30, .seconds = 30});
    pid_t runner;

    orphan = mmap(NULL, sizeof *orphan, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(orphan != MAP_FAILED);
    runner = fork();
    if (runner == 0) {
        (void)run(&property, NULL);
        _exit(0);
    }
    while (atomic_load(&orphan->pid) == 0)
        usleep(1000);
    kill(runner, SIGKILL);
    CHECK_INT(waitpid(runner, NULL, 0), runner);
    CHECK(is_gone(orphan->pid));
}
