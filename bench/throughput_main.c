/*
 * Tests per CPU second of a trivial property that holds: reversing twice changes nothing.
 * A list of 0 to 15 numbers, or of any other length, uniform; numbers in 0..1000; every
 * choice recorded, executed in the runner's child process as any test is.
 *
 * usage: throughput_assay RUNS [LONGEST]   prints TESTS-PER-CPU-SECOND MEAN-LENGTH
 */
#include <assay/assay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define LONGEST 10000

/* In memory that the child shares: what the executions really did. */
struct tally {
    uint64_t executions, elements;
    size_t longest; /* list that is drawn */
};

static void reverse(const int *from, int *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[n - 1 - i];
}

static void reverse_twice(struct assay_test *t)
{
    struct tally *tally = *(struct tally *const *)assay_test_context(t);
    struct assay_array xs;
    int once[LONGEST], twice[LONGEST];

    assay_draw(t, "xs",
               assay_arrays_of_length(assay_ints(int, 0, 1000),
                                      assay_uniform_ints(size_t, 0, tally->longest)),
               &xs);
    reverse(xs.at, once, xs.len);
    reverse(once, twice, xs.len);
    ASSAY_ASSERT(t, memcmp(xs.at, twice, xs.len * sizeof *twice) == 0);
    tally->executions++;
    tally->elements += xs.len;
}

static double cpu_seconds(int who)
{
    struct rusage usage;

    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv)
{
    uint64_t runs = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    struct tally *tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct assay_property property =
        ASSAY_PROPERTY_WITH(reverse_twice, .context = &tally);
    struct assay_options options = {
        .runs = runs, .seconds = 600, .seed = 1, .no_store = true};
    struct assay_report *report;
    double seconds;

    if (tally == MAP_FAILED)
        return 2;
    tally->longest = argc > 2 ? strtoul(argv[2], NULL, 10) : 15;
    if (tally->longest > LONGEST || assay_check(&property, &options, &report) != ASSAY_OK)
        return 2;
    seconds = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
    if (report->verdict != ASSAY_HELD || report->runs != runs ||
        tally->executions != runs) {
        fprintf(stderr, "%llu of %llu tests were executed\n",
                (unsigned long long)tally->executions, (unsigned long long)runs);
        return 1;
    }
    printf("%.0f %.2f\n", (double)runs / seconds,
           (double)tally->elements / (double)tally->executions);
    assay_report_free(report);
    return 0;
}
