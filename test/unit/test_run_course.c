/*
 * The course of a run: how far it goes on after a failure, what becomes of one that does
 * not happen again, what is tried before the search.
 */
#include "choice/test.h"
#include "harness.h"
#include "run/body.h"
#include "run/check.h"
#include "run_fixture.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Memory that all children share, zeroed. */
static int *share(void)
{
    void *at =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    CHECK(at != MAP_FAILED);
    return at;
}

/* ---- How far */

static void fails_at_multiples(struct assay_test *t)
{
    uint64_t x = assay_uint64(t, "x", 1, UINT64_MAX);

    if (x % *(const unsigned *)assay_test_context(t) == 0)
        ASSAY_FAIL(t, "found");
}

/* The runs of a search that meets one failure after so many. */
static void check_runs(unsigned multiple, uint64_t most, uint64_t after, uint64_t runs)
{
    struct assay_property property =
        ASSAY_PROPERTY_WITH(fails_at_multiples, .context = &multiple, .runs = most);
    struct assay_options options = run_options();
    struct assay_report *report;

    options.shrink = 1;
    report = run(&property, &options);
    CHECK_UINT(only_finding(report)->after, after);
    CHECK_UINT(report->runs, runs);
    assay_report_free(report);
}

/* As many runs again, but 100 at least and 1000 at most. */
TEST(course_goes_on_after_a_finding)
{
    check_runs(7, 5000, 10, 110);
    check_runs(7, 50, 10, 50);
    check_runs(541, 5000, 318, 636);
    check_runs(541, 400, 318, 400);
    check_runs(10007, 30000, 19864, 20864);
}

enum { EXIT, DIE, HANG, FAIL };

static void ends(struct assay_test *t)
{
    assay_int(t, "x", 0, 1000000);
    switch (*(const int *)assay_test_context(t)) {
    case EXIT:
        exit(3);
    case DIE:
        raise(SIGFPE);
        break;
    case HANG:
        for (;;)
            pause();
    default:
        ASSAY_FAIL(t, "always");
    }
}

static void check_ends(int how, uint64_t runs)
{
    struct assay_property property = ASSAY_PROPERTY_WITH(ends, .context = &how);
    struct assay_options options = run_options();
    struct assay_report *report;

    if (how == HANG)
        options.timeout = 0.1;
    options.shrink = 1;
    report = run(&property, &options);
    if (how != HANG) /* a slow machine may not come to draw it in time */
        CHECK_STR(only_finding(report)->values, "x = 0\n");
    CHECK_UINT(report->runs, runs);
    assay_report_free(report);
}

/* A failure that is met again and again ends the search when each costs a child. */
TEST(course_ends_when_a_failure_repeats)
{
    check_ends(FAIL, 101);
    check_ends(EXIT, 51);
    check_ends(DIE, HAS_ASAN ? 6 : 51); /* reports are slow */
    check_ends(HANG, 3);
}

static void fails_in_many_ways(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 9);

    assay_fail_at(t, "a.c", x + 1, "%d", x);
}

TEST(course_ends_with_enough_findings)
{
    static const struct assay_property property = ASSAY_PROPERTY(fails_in_many_ways);
    struct assay_options options = run_options();
    struct assay_report *report = run(&property, &options);

    CHECK_UINT(report->nfindings, 3);
    CHECK_STR(report->findings[0].values, "x = 0\n");
    assay_report_free(report);
    options.findings = 1;
    report = run(&property, &options);
    CHECK_UINT(report->nfindings, 1);
    assay_report_free(report);
    options.findings = 100;
    report = run(&property, &options);
    CHECK_UINT(report->nfindings, 10);
    assay_report_free(report);
}

/* ---- What does not happen again */

static int *executions;
static enum assay_status later; /* how it ends the second time, after a failure */

static void fails_once(struct assay_test *t)
{
    assay_int(t, "x", 0, 1000000);
    if (++*executions == 3)
        assay_fail_at(t, "a.c", 3, "once");
    if (*executions == 4 && later)
        assay_test_stop(t, later);
}

static void check_once(enum assay_status status, const char *notes)
{
    static const struct assay_property property = ASSAY_PROPERTY(fails_once);
    struct assay_report *report;

    *executions = 0;
    later = status;
    report = run(&property, NULL);
    CHECK(only_finding(report)->flaky);
    CHECK_STR(report->findings->message, "once");
    CHECK_STR(report->findings->notes, notes);
    CHECK_UINT(report->findings->after, 3);
    CHECK_UINT(report->runs, 103);
    assay_report_free(report);
}

TEST(course_tells_how_a_failure_went_away)
{
    executions = share();
    check_once(ASSAY_OK, "the second time, with the same choices: it held\n");
    check_once(ASSAY_REJECTED,
               "the second time, with the same choices: an assumption did not hold\n");
    check_once(ASSAY_TOO_LARGE,
               "the second time, with the same choices: it was too large\n");
    check_once(ASSAY_BAD_USE, "the second time, with the same choices: bad use\n");
}

static const int *lines; /* of the failures, one for each execution; 0 for none */

static void fails_elsewhere(struct assay_test *t)
{
    int n = (*executions)++, x = assay_int(t, "x", 0, 1000000);

    if (n < 3 ? lines[n] : x > 9 && lines[3])
        assay_fail_at(t, "a.c", n < 3 ? lines[n] : lines[3], "%d", n);
}

static void check_elsewhere(const int order[4], bool flaky, int line, const char *notes)
{
    static const struct assay_property property = ASSAY_PROPERTY(fails_elsewhere);
    struct assay_options options = run_options();
    struct assay_report *report;

    *executions = 0;
    lines = order;
    options.runs = 1;
    report = run(&property, &options);
    CHECK_INT(only_finding(report)->flaky, flaky);
    CHECK_INT(report->findings->line, line);
    CHECK_STR(report->findings->notes, notes);
    assay_report_free(report);
}

/* Twice in a row in another way is that other failure. */
TEST(course_believes_the_second_and_third_time)
{
    static const int other[] = {5, 6, 6, 6}, third[] = {5, 6, 7, 0};

    executions = share();
    check_elsewhere(other, false, 6, "");
    check_elsewhere(third, true, 5, "the second time, with the same choices: 1\n");
}

/* ---- Before the search */

static void even(struct assay_test *t)
{
    assay_assume(t, assay_int(t, "x", 0, 1000) % 2 == 0);
    assay_int(t, "y", 0, 1000000000);
}

/* Seeds count, but what they reject does not. */
TEST(course_counts_seeds)
{
    static const char *const seeds[] = {"assay1 i2 .9ad9cf1d", "assay1 i3 .83c2fe5c",
                                        "assay1 i4 .cc83689b", NULL};
    struct assay_property property =
        ASSAY_PROPERTY_WITH(even, .seeds = seeds, .runs = 10);
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(report->error, "");
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 12);
    assay_report_free(report);
}

static void hangs(struct assay_test *t)
{
    while (assay_int(t, "x", 0, 1000) > 0)
        pause();
}

/* Not all seeds that take their time are needed. */
TEST(course_gives_up_on_slow_seeds)
{
    static const char *const seeds[] = {"assay1 i2 .9ad9cf1d", "assay1 i3 .83c2fe5c",
                                        "assay1 i4 .cc83689b", "assay1 bad", NULL};
    struct assay_property property = ASSAY_PROPERTY_WITH(hangs, .seeds = seeds);
    struct assay_options options = run_options();
    struct assay_report *report;

    options.timeout = 0.2;
    report = run(&property, &options);
    CHECK_INT(only_finding(report)->failure, ASSAY_TIMEOUT);
    CHECK_UINT(report->runs, 3);
    assay_report_free(report);
}

static void check_replay_of(const char *choices, enum assay_verdict verdict,
                            uint64_t runs, uint64_t rejected)
{
    static const struct assay_property property = ASSAY_PROPERTY(even);
    struct assay_options options = run_options();
    struct assay_report *report;

    CHECK_INT(assay_replay(&property, choices, &options, &report), ASSAY_OK);
    CHECK_INT(report->verdict, verdict);
    CHECK_UINT(report->runs, runs);
    CHECK_UINT(report->rejected, rejected);
    CHECK_UINT(report->nfindings, 0);
    assay_report_free(report);
}

TEST(course_of_a_replay)
{
    static const struct assay_property nameless = {.run = even};
    static const struct assay_property nothing = {.name = "nothing"};
    struct assay_report *report = NULL;

    check_replay_of("assay1 i2 .9ad9cf1d", ASSAY_HELD, 1, 0);
    check_replay_of("assay1 i3 .83c2fe5c", ASSAY_STARVED, 0, 1);
    CHECK_INT(assay_replay(&nothing, "assay1", NULL, &report), ASSAY_BAD_FORMAT);
    CHECK_INT(assay_check(&nameless, NULL, &report), ASSAY_BAD_USE);
    CHECK_INT(assay_check(&nothing, NULL, &report), ASSAY_BAD_USE);
    CHECK(report == NULL);
    assay_report_free(NULL);
}

static void misuses(struct assay_test *t)
{
    const int *how = assay_test_context(t);
    int x;

    if (*how == 0)
        assay_test_stop(t, ASSAY_BAD_USE);
    if (*how == 2)
        assay_body_misuse(t, "there is no '%s'", "thing");
    assay_draw(t, "x", assay_own(int, .draw = NULL), &x);
}

static void check_misuse(int how, const char *error)
{
    struct assay_property property = {
        .name = "p", .run = misuses, .context = &how, .file = "a.c", .line = 3};
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_MISUSED);
    CHECK_STR(report->error, error);
    CHECK_UINT(report->runs, 0);
    assay_report_free(report);
}

TEST(course_ends_with_misuse)
{
    check_misuse(0, "a.c:3: property p: bad use");
    check_misuse(1, "a.c:3: property p: value 'x': a generator in it does not fit: a "
                    "part is of another TYPE, that of pointers is no pointer's, or a "
                    "function is missing");
    check_misuse(2, "there is no 'thing'");
}

static void labels_of_changing_text(struct assay_test *t)
{
    char text[8] = "small";

    if (assay_int(t, "x", 0, 9) > 4)
        memcpy(text, "large", 6);
    assay_body_label(t, text);
}
TEST(course_counts_labels_of_changing_text)
{
    static const struct assay_property property = ASSAY_PROPERTY(labels_of_changing_text);
    struct assay_report *report = run(&property, NULL);

    CHECK_UINT(report->nlabels, 2);
    CHECK_UINT(report->labels[0].count + report->labels[1].count, report->runs);
    CHECK(report->labels[0].count > 100 && report->labels[1].count > 100);
    assay_report_free(report);
}

TEST(course_of_a_fuzzers_input)
{
    static const struct assay_property property = ASSAY_PROPERTY(even);
    struct assay_options options = run_options();
    struct assay_plan plan = {.bytes = {"\x02", 1}};
    struct assay_report *report;

    CHECK_INT(assay_check_plan(&property, &options, &plan, &report), ASSAY_OK);
    CHECK_UINT(report->runs + 10 * report->rejected, 1);
    assay_report_free(report);
    plan.bytes.at = "\x03";
    CHECK_INT(assay_check_plan(&property, &options, &plan, &report), ASSAY_OK);
    CHECK_UINT(report->runs + 10 * report->rejected, 10);
    assay_report_free(report);
    plan.bytes.len = (size_t)1 << 40;
    CHECK_INT(assay_check_plan(&property, &options, &plan, &report), ASSAY_TOO_LARGE);
}
