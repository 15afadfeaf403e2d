/*
 * What a property is run with: what it says itself, then what the caller says, then the
 * defaults.
 */
#include "harness.h"
#include "run/options.h"
#include <string.h>

static void progress(void *ctx, const struct assay_progress *now)
{
    (void)ctx;
    (void)now;
}

static void other_progress(void *ctx, const struct assay_progress *now)
{
    (void)ctx;
    (void)now;
}

static const struct assay_alloc mem, other_mem;
static const volatile int flag, other_flag;
static int ctx, other_ctx;

static const struct assay_options all = {
    .runs = 1,
    .seconds = 2,
    .seed = 3,
    .timeout = 4,
    .memory = 5,
    .findings = 6,
    .shrink = 7,
    .rejects = 8,
    .no_fork = true,
    .leaks = true,
    .no_store = true,
    .explain = true,
    .show_output = true,
    .own_process = true,
    .store = "store",
    .mem = &mem,
    .interrupted = &flag,
    .progress = progress,
    .progress_ctx = &ctx,
};

static const struct assay_options others = {
    .runs = 11,
    .seconds = 12,
    .seed = 13,
    .timeout = 14,
    .memory = 15,
    .findings = 16,
    .shrink = 17,
    .rejects = 18,
    .store = "other",
    .mem = &other_mem,
    .interrupted = &other_flag,
    .progress = other_progress,
    .progress_ctx = &other_ctx,
};

static void check_flags(const struct assay_options *o, bool expected)
{
    CHECK_INT(o->no_fork, expected);
    CHECK_INT(o->leaks, expected);
    CHECK_INT(o->no_store, expected);
    CHECK_INT(o->explain, expected);
    CHECK_INT(o->show_output, expected);
    CHECK_INT(o->own_process, expected);
}

/* All but the seed. */
static void check_is_all(const struct assay_options *o)
{
    CHECK_UINT(o->runs, 1);
    CHECK(o->seconds == 2);
    CHECK(o->timeout == 4);
    CHECK_UINT(o->memory, 5);
    CHECK_UINT(o->findings, 6);
    CHECK_UINT(o->shrink, 7);
    CHECK_UINT(o->rejects, 8);
    check_flags(o, true);
    CHECK_STR(o->store, "store");
    CHECK(o->mem == &mem);
    CHECK(o->interrupted == &flag);
    CHECK(o->progress == progress);
    CHECK(o->progress_ctx == &ctx);
}

TEST(options_have_defaults)
{
    static const struct assay_property property = {.name = "p"};
    struct assay_options o = assay_options_resolve(&property, NULL);

    CHECK_UINT(o.runs, 2000);
    CHECK(o.seconds == 60);
    CHECK(o.timeout == 1);
    CHECK_UINT(o.memory, 1073741824);
    CHECK_UINT(o.findings, 3);
    CHECK_UINT(o.shrink, 10000);
    CHECK_UINT(o.rejects, 10);
    check_flags(&o, false);
    CHECK_STR(o.store, ".assay");
    CHECK(!o.mem && !o.interrupted && !o.progress && !o.progress_ctx);
}

TEST(options_of_the_caller_count)
{
    static const struct assay_property property = {.name = "p", .runs = 99};
    struct assay_options o = assay_options_resolve(&property, &all);

    check_is_all(&o);
    CHECK_UINT(o.seed, 3);
    o = assay_options_resolve(&property, NULL);
    CHECK_UINT(o.runs, 99);
}

/* But for the seed: it is given to see the same again. */
TEST(options_of_the_property_win)
{
    struct assay_property property = {.name = "p", .runs = 99, .options = all};
    struct assay_options o = assay_options_resolve(&property, &others);

    check_is_all(&o);
    CHECK_UINT(o.seed, 13);
    o = assay_options_resolve(&property, NULL);
    check_is_all(&o);
    CHECK_UINT(o.seed, 3);
    property.options = others;
    o = assay_options_resolve(&property, &all);
    CHECK_UINT(o.runs, 11);
    check_flags(&o, true);
}

TEST(options_have_a_new_seed_that_can_be_typed)
{
    static const struct assay_property property = {.name = "p"};
    uint64_t least = UINT64_MAX, most = 0;

    for (int i = 0; i < 200; i++) {
        uint64_t seed = assay_options_resolve(&property, NULL).seed;
        least = seed < least ? seed : least;
        most = seed > most ? seed : most;
    }
    CHECK(least >= 1 && most <= 999999999);
    CHECK(most - least > 100000000); /* that it is not has a chance below 1e-30 */
}
