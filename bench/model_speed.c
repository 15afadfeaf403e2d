/*
 * Operations per CPU second of a model that holds: the persistent arrays of
 * examples/models/parray, choices recorded, executed in the runner's child process as any
 * test is; and of a plain loop that makes such calls on both sides without Assay.
 *
 * usage: model_speed SCENARIOS FUEL [plain]
 *        prints OPERATIONS-PER-CPU-SECOND SCENARIOS-PER-CPU-SECOND MEAN-OPERATIONS
 */
#include "../examples/models/parray/parray.h"
#include "../examples/models/parray/reference.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define FUEL_MOST 1000

/* In memory that the child shares: what the scenarios really did. */
static struct tally {
    uint64_t operations;
} * tally;

static struct parray *make(int length, int x)
{
    tally->operations++;
    return parray_make(length, x);
}
static int get(struct parray *a, int i)
{
    tally->operations++;
    return parray_get(a, i);
}
static struct parray *set(struct parray *a, int i, int x)
{
    tally->operations++;
    return parray_set(a, i, x);
}

ASSAY_ABSTRACT(array, struct ref *, struct parray *);
ASSAY_DESTRUCTOR(array, assay_keep, parray_free);
ASSAY_INTERVAL(length, int, 0, 15);
ASSAY_SEQUENTIAL(element, int);
ASSAY_INDEX(index, int, array, ref_length);
ASSAY_OPERATION(make, (length, element), array, ref_make, make);
ASSAY_OPERATION(get, (array, index), element, ref_get, get);
ASSAY_OPERATION(set, (array, index, element), array, ref_set, set);
ASSAY_MODEL(arrays, (make, get, set));

static bool run_model(uint64_t scenarios, uint32_t fuel)
{
    struct assay_model model = arrays;
    struct assay_property property;
    struct assay_options options = {
        .runs = scenarios, .seconds = 600, .seed = 1, .no_store = true};
    struct assay_report *report;
    bool held;

    model.fuel = fuel;
    property = assay_model_property(&model);
    if (assay_check(&property, &options, &report) != ASSAY_OK)
        return false;
    held = report->verdict == ASSAY_HELD && report->runs == scenarios;
    assay_report_free(report);
    return held;
}

/* ---- The same without Assay */

static uint64_t state = 1;
static uint32_t below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 32) * n >> 32);
}

struct pair {
    struct ref *reference;
    struct parray *candidate;
};

/* References live until the end of the scenario, as assay_model_new() has them. */
static struct ref *keep(struct ref *made)
{
    size_t size = sizeof *made + (size_t)made->length * sizeof *made->at;
    struct ref *copy = malloc(size);

    if (!copy)
        abort();
    memcpy(copy, made, size);
    return copy;
}

static void add(struct pair *pairs, uint32_t *count, struct ref *reference,
                struct parray *candidate)
{
    pairs[(*count)++] = (struct pair){reference, candidate};
}

static struct ref *plain_make(int length, int x)
{
    struct ref *r = calloc(1, sizeof *r + (size_t)length * sizeof *r->at);

    if (!r)
        abort();
    r->length = length;
    for (int i = 0; i < length; i++)
        r->at[i] = x;
    return r;
}

/* False when the sides differ. */
static bool plain_step(struct pair *pairs, uint32_t *count, int x)
{
    uint32_t operation = *count > 0 ? below(3) : 0;
    const struct pair *p = *count > 0 ? &pairs[below(*count)] : NULL;
    int length, i;

    if (operation == 0) {
        length = (int)below(16);
        add(pairs, count, plain_make(length, x), make(length, x));
        return true;
    }
    if (p->reference->length == 0)
        return true;
    i = (int)below((uint32_t)p->reference->length);
    if (operation == 1)
        return ref_get(p->reference, i) == get(p->candidate, i);
    add(pairs, count, keep(p->reference), set(p->candidate, i, x));
    pairs[*count - 1].reference->at[i] = x;
    return true;
}

static bool run_plain(uint64_t scenarios, uint32_t fuel)
{
    static struct pair pairs[FUEL_MOST];
    bool same = true;

    for (uint64_t k = 0; k < scenarios; k++) {
        uint32_t count = 0, n = below(fuel + 1);
        for (uint32_t i = 0; i < n; i++)
            same &= plain_step(pairs, &count, (int)i);
        while (count-- > 0) {
            free(pairs[count].reference);
            parray_free(pairs[count].candidate);
        }
    }
    return same;
}

/* ---- Both */

static double cpu_seconds(int who)
{
    struct rusage usage;

    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv)
{
    uint64_t scenarios = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint32_t fuel = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 10;
    double seconds;

    tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                 -1, 0);
    if (tally == MAP_FAILED || fuel > FUEL_MOST)
        return 2;
    if (!(argc > 3 ? run_plain(scenarios, fuel) : run_model(scenarios, fuel))) {
        fputs("the sides differ, or not all was run\n", stderr);
        return 1;
    }
    seconds = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
    printf("%.0f %.0f %.2f\n", (double)tally->operations / seconds,
           (double)scenarios / seconds, (double)tally->operations / (double)scenarios);
    return 0;
}
