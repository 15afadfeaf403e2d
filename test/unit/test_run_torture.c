/*
 * A run in which every allocation fails in turn leaves nothing behind.
 */
#include "harness.h"
#include "run_fixture.h"
#include "torture.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static void small(struct assay_test *t)
{
    size_t n;
    int *xs = assay_array(t, "xs", assay_ints(int, 0, 9), 0, 5, &n);

    assay_label(t, "some label");
    if (n > 1)
        ASSAY_NE(t, xs[0], 3);
}

/* Shared mappings of this process: the journal is one. */
static int mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    int count = 0;

    while (fgets(line, sizeof line, maps))
        count += strstr(line, "/dev/zero") != NULL;
    fclose(maps);
    return count;
}

static enum assay_status check_once(const struct assay_alloc *mem, void *no_fork)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(small, .options.runs = 60, .options.findings = 1,
                            .options.shrink = 20, .options.explain = true);
    struct assay_options options = run_options();
    struct assay_report *report;
    enum assay_status status;

    options.mem = mem;
    options.no_fork = no_fork != NULL;
    status = assay_check(&property, &options, &report);
    if (status == ASSAY_OK) {
        CHECK_UINT(report->nfindings, 1);
        assay_report_free(report);
    }
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    CHECK_INT(errno, ECHILD);
    return status;
}

static void torture_run(void *no_fork)
{
    int descriptors;

    make_folder();
    check_once(NULL, no_fork);
    descriptors = open_descriptors();
    torture(check_once, no_fork);
    CHECK_INT(open_descriptors(), descriptors);
    CHECK_INT(mappings(), 0);
    remove_folder();
}

TEST(run_survives_failing_allocations_with_a_child)
{
    torture_run(NULL);
}

TEST(run_survives_failing_allocations_without_a_child)
{
    int yes;

    torture_run(&yes);
}
