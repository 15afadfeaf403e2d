/*
 * Runs the shrinking challenges, one line each:
 *
 *     NAME MINIMA FIND SHRINK TOTAL IN100 PEER_TOTAL PEER_MINIMA
 *
 * MINIMA: seeds that ended at the known minimum; FIND, SHRINK, TOTAL: executions of the
 * test body, medians over the seeds, everything counted: rejected tests, the check for
 * flakiness and the final replay; IN100: seeds that found the failure within 100 tests.
 *
 * usage: shrink_challenges SEEDS [CHALLENGE]
 *        shrink_challenges growth   prints LENGTH EXECUTIONS MILLISECONDS, three times
 */
#include "challenges.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct sample {
    uint64_t find, shrink, total;
    bool minimal;
};

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static uint64_t median(uint64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[(count - 1) / 2];
}

/* Whether what was reported is the known minimum: executed once more, and not counted. */
static bool is_minimal(const struct assay_property *property,
                       const struct assay_options *options, const char *choices)
{
    struct assay_report *report;

    challenge_log.minimal = false;
    if (assay_replay(property, choices, options, &report) != ASSAY_OK)
        return false;
    assay_report_free(report);
    return challenge_log.minimal;
}

/* False when the challenge did not fail at all. */
static bool run(const struct challenge *c, const void *context, uint64_t seed,
                struct sample *ret_sample)
{
    struct assay_property property = {
        .name = c->name, .run = c->property, .context = context};
    struct assay_options options = {.runs = 1000000,
                                    .seconds = 600,
                                    .seed = seed,
                                    .findings = 1,
                                    .no_fork = true,
                                    .no_store = true};
    struct assay_report *report;
    bool found;

    challenge_log = (struct challenge_log){0};
    if (assay_check(&property, &options, &report) != ASSAY_OK)
        return false;
    found = report->nfindings == 1;
    if (found) {
        ret_sample->total = challenge_log.executions;
        ret_sample->find = report->findings[0].after;
        ret_sample->shrink = ret_sample->total - ret_sample->find;
        ret_sample->minimal =
            is_minimal(&property, &options, report->findings[0].choices);
    }
    assay_report_free(report);
    return found;
}

static int run_all(const struct challenge *c, size_t seeds)
{
    uint64_t find[1000], shrink[1000], total[1000];
    int minima = 0, in100 = 0;

    for (size_t i = 0; i < seeds; i++) {
        struct sample sample;
        if (!run(c, NULL, i + 1, &sample)) {
            fprintf(stderr, "%s: seed %zu finds no failure\n", c->name, i + 1);
            return 1;
        }
        minima += sample.minimal;
        in100 += sample.find <= 100;
        find[i] = sample.find;
        shrink[i] = sample.shrink;
        total[i] = sample.total;
    }
    printf("%s %d %llu %llu %llu %d %u %u\n", c->name, minima,
           (unsigned long long)median(find, seeds),
           (unsigned long long)median(shrink, seeds),
           (unsigned long long)median(total, seeds), in100, c->peer_total,
           c->peer_minimum);
    return 0;
}

/* ---- How the cost grows: half of a list may go, and one number in it matters */

static void has_large(struct assay_test *t)
{
    const uint32_t *longest = assay_test_context(t);
    size_t n;
    int *xs = assay_array(t, "xs", assay_uniform_ints(int, 0, 100000), *longest / 2,
                          *longest, &n);

    challenge_log.executions++;
    for (size_t i = 0; i < n; i++)
        ASSAY_LE(t, xs[i], 99000);
}

static int run_growth(uint32_t longest)
{
    const struct challenge c = {.name = "growth", .property = has_large};
    struct sample sample;
    clock_t start = clock();

    if (!run(&c, &longest, 1, &sample))
        return 1;
    printf("%u %llu %.0f\n", longest, (unsigned long long)sample.total,
           (double)(clock() - start) * 1000 / CLOCKS_PER_SEC);
    return 0;
}

int main(int argc, char **argv)
{
    size_t seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 20;
    int code = 0;

    if (argc > 1 && strcmp(argv[1], "growth") == 0)
        return run_growth(100) | run_growth(1000) | run_growth(10000);
    if (seeds < 1 || seeds > 1000)
        return 2;
    for (const struct challenge *c = challenges; c->name; c++)
        if (argc < 3 || strcmp(argv[2], c->name) == 0)
            code |= run_all(c, seeds);
    return code;
}
