/*
 * The runner of the unit tests. A failure's message travels from the test's process in an
 * unlinked file rather than a pipe: a pipe would have to be drained while the test runs,
 * and would stay open as long as any process that the test left behind.
 */
#include "harness.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#if SANITIZED
#include <sanitizer/lsan_interface.h>
#define look_for_leaks __lsan_do_leak_check
#else
static void look_for_leaks(void)
{
}
#endif

/* Constructors and checks have no argument to carry these. */
static struct harness_test *all_tests; /* by file and line */
static FILE *report;                   /* of the running test */

static int compare_tests(const struct harness_test *a, const struct harness_test *b)
{
    int files = strcmp(a->file, b->file);
    return files ? files : (a->line > b->line) - (a->line < b->line);
}

/* Keeps the list sorted: the order of constructors is the linker's business. */
void harness_add(struct harness_test *test)
{
    struct harness_test **at = &all_tests;
    while (*at && compare_tests(*at, test) < 0)
        at = &(*at)->next;
    test->next = *at;
    *at = test;
}

void *harness_room(size_t size)
{
    void *room =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(room != MAP_FAILED);
    return room;
}

_Noreturn void harness_fail(struct harness_site site, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(report, "%s:%d: ", site.file, site.line);
    vfprintf(report, format, args);
    fputc('\n', report);
    va_end(args);
    fflush(NULL);
    _exit(1); /* without exit handlers: a leak is no news in a test that stopped midway */
}

void harness_check_int(struct harness_site site, const char *what, intmax_t actual,
                       intmax_t expected)
{
    if (actual != expected)
        harness_fail(site, "%s is %" PRIdMAX ", expected %" PRIdMAX, what, actual,
                     expected);
}

void harness_check_uint(struct harness_site site, const char *what, uintmax_t actual,
                        uintmax_t expected)
{
    if (actual != expected)
        harness_fail(site,
                     "%s is %" PRIuMAX " (0x%" PRIxMAX "), expected %" PRIuMAX
                     " (0x%" PRIxMAX ")",
                     what, actual, actual, expected, expected);
}

void harness_check_str(struct harness_site site, const char *what, const char *actual,
                       const char *expected)
{
    if (actual && expected ? strcmp(actual, expected) == 0 : actual == expected)
        return;
    harness_fail(site, "%s is\n  \"%s\"\nexpected\n  \"%s\"", what,
                 actual ? actual : "(NULL)", expected ? expected : "(NULL)");
}

void harness_check_mem(struct harness_site site, const char *what, const void *actual,
                       const void *expected, size_t len)
{
    const unsigned char *a = actual, *b = expected;
    for (size_t i = 0; i < len; i++) {
        if (a[i] != b[i])
            harness_fail(site, "%s: byte %zu of %zu is 0x%02x, expected 0x%02x", what, i,
                         len, a[i], b[i]);
    }
}

/* The test's process: a group of its own, so that what it starts can be ended with it. */
static _Noreturn void run_here(const struct harness_test *test)
{
    setpgid(0, 0);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    alarm(HARNESS_SECONDS);
    test->run();
    fflush(NULL);
    look_for_leaks();
    _exit(0); /* handlers of libLLVM and libz3 take longer than most tests */
}

/* Runs a test to its end and returns its wait status. */
static int run_apart(const struct harness_test *test)
{
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        run_here(test);
    if (pid < 0) {
        perror("fork");
        exit(2);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    kill(-pid, SIGKILL);
    return status;
}

static void print_end(const struct harness_test *test, int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        printf("# %s:%d: no end within %d s\n", test->file, test->line, HARNESS_SECONDS);
    else if (WIFSIGNALED(status))
        printf("# %s:%d: killed by signal %d (%s)\n", test->file, test->line,
               WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        printf("# %s:%d: exit status %d\n", test->file, test->line, WEXITSTATUS(status));
}

unsigned harness_rounds(unsigned n)
{
    return SANITIZED || getenv("ASSAY_QUICK") ? (n + 3) / 4 : n;
}

/* Processor time of all tests so far and of what they started and waited for. */
static double seconds_used(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* Copies the report, when there is one, as TAP diagnostics. */
static void print_report(void)
{
    bool line_start = true;
    int c;
    rewind(report);
    while ((c = fgetc(report)) != EOF) {
        if (line_start)
            fputs("# ", stdout);
        putchar(c);
        line_start = c == '\n';
    }
}

static bool run_test(const struct harness_test *test, int number)
{
    report = tmpfile();
    if (!report) {
        perror("tmpfile");
        exit(2);
    }
    double before = seconds_used();
    int status = run_apart(test);
    double seconds = seconds_used() - before;
    bool reported = fseek(report, 0, SEEK_END) == 0 && ftell(report) > 0;
    /* A check that failed in a process started by the test counts too. */
    bool passed = status == 0 && !reported;
    printf("%s %d - %s\n", passed ? "ok" : "not ok", number, test->name);
    if (seconds >= 1)
        printf("# %.1f s of processor time\n", seconds);
    print_report();
    if (!passed && !reported)
        print_end(test, status);
    fclose(report);
    return passed;
}

/* Which tests are run: those with one of these in their names, and of them every n-th. */
struct selection {
    char **parts;
    unsigned share, shares;
};

static bool is_named(const struct harness_test *test, char **parts)
{
    bool named = !*parts;
    for (; *parts; parts++)
        named = named || strstr(test->name, *parts);
    return named;
}

/* Leaves only the selected tests in the list; returns how many. */
static int select_tests(const struct selection *s)
{
    struct harness_test **at = &all_tests;
    unsigned number = 0;
    int count = 0;
    while (*at) {
        if (is_named(*at, s->parts) && number++ % s->shares == s->share) {
            at = &(*at)->next;
            count++;
        } else {
            *at = (*at)->next;
        }
    }
    return count;
}

static void list_tests(void)
{
    for (const struct harness_test *t = all_tests; t; t = t->next)
        puts(t->name);
}

int main(int argc, char **argv)
{
    bool list = argc > 1 && strcmp(argv[1], "--list") == 0;
    struct selection selection = {argv + 1 + list, 0, 1};
    int count, number = 0, failed = 0;
    if (*selection.parts && sscanf(*selection.parts, "--share=%u/%u", &selection.share,
                                   &selection.shares) == 2)
        selection.parts++;
    if (selection.share >= selection.shares)
        return 2;
    count = select_tests(&selection);
    if (list) {
        list_tests();
        return 0;
    }
    printf("1..%d\n", count);
    for (const struct harness_test *t = all_tests; t; t = t->next)
        failed += !run_test(t, ++number);
    printf("# %d passed, %d failed\n", count - failed, failed);
    if (count == 0)
        fputs("no test has such a name\n", stderr);
    return failed > 0 || count == 0;
}
