/*
 * Memory left allocated: found wherever it is in a row of tests, and nowhere else.
 */
#include "harness.h"
#include "run_fixture.h"
#include <stdlib.h>

static struct assay_report *run_for_leaks(const struct assay_property *property,
                                          uint64_t runs)
{
    struct assay_options options = run_options();

    options.leaks = true;
    options.runs = runs;
    return run(property, &options);
}

static const struct assay_finding *finding_of(const struct assay_report *report,
                                              enum assay_failure failure)
{
    for (size_t i = 0; i < report->nfindings; i++)
        if (report->findings[i].failure == failure)
            return &report->findings[i];
    harness_fail(HARNESS_HERE, "no finding of that sort among %zu", report->nfindings);
    return NULL;
}

/* A number that is drawn evenly, so that it is known how often something happens. */
static uint64_t draw(struct assay_test *t, uint64_t below)
{
    uint64_t x = 0;

    (void)assay_choose_uint(t, 0, below - 1, 0, ASSAY_UNIFORM, &x);
    return x;
}

static void leaks_rarely(struct assay_test *t)
{
    uint64_t x = draw(t, 300);
    char *volatile p = malloc(100);

    assay_note(t, "x = %d", (int)x);
    if (x != 77)
        free(p);
}

TEST(leak_is_found_in_the_midst_of_a_row)
{
    static const struct assay_property property = ASSAY_PROPERTY(leaks_rarely);
    struct assay_report *report = run_for_leaks(&property, 2000);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, ASSAY_LEAK);
    CHECK_STR(f->notes, "x = 77\n");
    CHECK(!f->flaky);
    assay_report_free(report);
}

static void leaks_at_once(struct assay_test *t)
{
    char *volatile p = malloc(100);

    (void)draw(t, 2);
    (void)p;
}

TEST(leak_in_all_tests_is_found_in_the_first)
{
    static const struct assay_property property = ASSAY_PROPERTY(leaks_at_once);
    struct assay_report *report = run_for_leaks(&property, 2000);

    CHECK_INT(only_finding(report)->failure, ASSAY_LEAK);
    CHECK(only_finding(report)->after <= 4);
    assay_report_free(report);
}

static void rejects_with_memory(struct assay_test *t)
{
    uint64_t x = draw(t, 20);
    char *volatile p = malloc(100);

    assay_assume(t, x != 3);
    free(p);
}

/* It says so: what a rejected execution holds is not given back. */
TEST(leak_of_a_rejected_execution_is_none)
{
    static const struct assay_property property = ASSAY_PROPERTY(rejects_with_memory);
    struct assay_report *report = run_for_leaks(&property, 150);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->nfindings, 0);
    CHECK_UINT(report->runs, 150);
    CHECK(report->rejected > 2);
    assay_report_free(report);
}

static void leaks_or_fails(struct assay_test *t)
{
    uint64_t x = draw(t, 40);
    char *volatile p = malloc(100);

    if (x != 30)
        free(p);
    ASSAY_GE(t, x, 24);
}

static void leaks_or_dies(struct assay_test *t)
{
    uint64_t x = draw(t, 40);
    char *volatile p = malloc(100);

    if (x != 30)
        free(p);
    if (x < 24)
        exit(1);
}

/* Rows that end early are checked to their end, in another child if need be. */
TEST(leak_is_found_before_a_failure)
{
    static const struct assay_property fails = ASSAY_PROPERTY(leaks_or_fails),
                                       dies = ASSAY_PROPERTY(leaks_or_dies);
    struct assay_report *report = run_for_leaks(&fails, 600);

    CHECK_UINT(report->nfindings, 2);
    CHECK(!finding_of(report, ASSAY_LEAK)->flaky);
    CHECK(!finding_of(report, ASSAY_ASSERTION)->flaky);
    assay_report_free(report);

    report = run_for_leaks(&dies, 600);
    CHECK_UINT(report->nfindings, 2);
    CHECK(!finding_of(report, ASSAY_LEAK)->flaky);
    CHECK(!finding_of(report, ASSAY_EXIT)->flaky);
    assay_report_free(report);
}

static void leaks_with_a_target(struct assay_test *t)
{
    uint64_t x = draw(t, 300);
    char *volatile p = malloc(100);

    assay_target(t, "x", (double)x);
    if (x != 299)
        free(p);
}

/* Mutations of the best test have no number to be made again by. */
TEST(leak_is_found_in_a_targeted_search)
{
    static const struct assay_property property = ASSAY_PROPERTY(leaks_with_a_target);
    struct assay_report *report = run_for_leaks(&property, 2000);

    CHECK_INT(only_finding(report)->failure, ASSAY_LEAK);
    CHECK(!only_finding(report)->flaky);
    assay_report_free(report);
}

static void keeps_a_cache(struct assay_test *t)
{
    static char *volatile cache[8];
    uint64_t x = draw(t, 8);

    if (cache[x])
        free(cache[x]), cache[x] = NULL;
    else
        cache[x] = malloc(100);
}

TEST(leak_is_not_what_is_freed_later)
{
    static const struct assay_property property = ASSAY_PROPERTY(keeps_a_cache);
    struct assay_report *report = run_for_leaks(&property, 500);

    CHECK_INT(report->verdict, ASSAY_HELD);
    assay_report_free(report);
}
