#include "run/options.h"
#include <sys/random.h>
#include <time.h>

struct assay_options assay_options_default(void)
{
    return (struct assay_options){
        .runs = 2000,
        .seconds = 60,
        .timeout = 1,
        .memory = (uint64_t)1 << 30,
        .findings = 3,
        .shrink = 10000,
        .rejects = 10,
        .store = ".assay",
    };
}

uint64_t assay_new_seed(void)
{
    uint64_t seed;

    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL) * 1000003u ^ (uint64_t)clock();
    return seed % 999999999 + 1;
}

/* Sets what is 0 in `to`. */
static void fill_in(struct assay_options *to, const struct assay_options *from)
{
    to->runs = to->runs ? to->runs : from->runs;
    to->seconds = to->seconds > 0 ? to->seconds : from->seconds;
    to->timeout = to->timeout > 0 ? to->timeout : from->timeout;
    to->memory = to->memory ? to->memory : from->memory;
    to->findings = to->findings ? to->findings : from->findings;
    to->shrink = to->shrink ? to->shrink : from->shrink;
    to->rejects = to->rejects ? to->rejects : from->rejects;
    to->no_fork |= from->no_fork;
    to->leaks |= from->leaks;
    to->no_store |= from->no_store;
    to->explain |= from->explain;
    to->show_output |= from->show_output;
    to->own_process |= from->own_process;
    to->store = to->store ? to->store : from->store;
    to->mem = to->mem ? to->mem : from->mem;
    to->exhausted = to->exhausted ? to->exhausted : from->exhausted;
    to->interrupted = to->interrupted ? to->interrupted : from->interrupted;
    if (!to->progress) {
        to->progress = from->progress;
        to->progress_ctx = from->progress_ctx;
    }
}

struct assay_options assay_options_resolve(const struct assay_property *property,
                                           const struct assay_options *given)
{
    struct assay_options options = property->options;
    struct assay_options defaults = assay_options_default();
    uint64_t seed = given && given->seed ? given->seed : property->options.seed;

    if (given)
        fill_in(&options, given);
    if (property->runs)
        defaults.runs = property->runs;
    fill_in(&options, &defaults);
    options.seed = seed ? seed : assay_new_seed();
    return options;
}
