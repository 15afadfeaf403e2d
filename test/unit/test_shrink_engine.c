/*
 * The shrinker's manners: what it promises whatever the problem.
 */
#include "base/hash.h"
#include "choice/order.h"
#include "shrink_fixture.h"
#include "torture.h"
#include <string.h>

/* Fails by a hash of what it drew: no order to exploit, so any promise must hold by
 * itself. */
static bool chaotic(struct assay_test *t)
{
    uint32_t n = 0;
    uint64_t hash = 1, x = 0;

    (void)assay_list_begin(t, "list", 0, 30, &n);
    for (uint32_t i = 0; i < n; i++) {
        (void)assay_element_begin(t);
        (void)assay_choose_uint(t, 0, 1000, 0, ASSAY_BIASED, &x);
        hash = assay_hash_step(hash, x);
        (void)assay_span_end(t);
    }
    (void)assay_span_end(t);
    return n > 2 && hash % 3 == 0;
}

static bool long_list(struct assay_test *t)
{
    struct assay_array xs = {NULL, 0};

    (void)assay_gen_draw(assay_arrays(assay_any(int), 0, 100), t, &xs);
    return xs.len > 5;
}

static bool replays(struct problem_run *p)
{
    struct assay_values values;
    bool fails;

    assay_values_init(&values, NULL);
    CHECK_INT(assay_values_add_record(&values, p->best, 0, p->best->nchoices), ASSAY_OK);
    fails = p->fails(fixture_replay(&p->f, &values));
    CHECK(!p->f.replay.misfit);
    CHECK_INT(assay_record_compare(p->f.record, p->best), 0);
    assay_values_done(&values);
    return fails;
}

TEST(shrink_ends_in_a_failure_that_replays)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct problem_run p;
        problem_init(&p, chaotic, NULL);
        problem_find(&p, seed);
        CHECK_INT(problem_shrink(&p), ASSAY_OK);
        CHECK(replays(&p));
        problem_done(&p);
    }
}

/* Told of each improvement: each must be simpler than the one before. */
struct watch {
    struct problem_run *p;
    struct assay_record *last;
    uint32_t improvements;
};

static struct watch watched;

static void improved(void *ctx, const struct assay_record *best)
{
    (void)ctx;
    CHECK(assay_record_compare(best, watched.last) < 0);
    CHECK_INT(assay_record_copy(watched.last, best), ASSAY_OK);
    watched.improvements++;
}

static enum assay_outcome execute(void *ctx, const struct assay_proposal *proposal,
                                  const struct assay_record **ret_drawn)
{
    struct problem_run *p = ctx;
    struct assay_replay replay;
    bool fails;

    if (proposal->hole)
        return *ret_drawn = p->best, ASSAY_OUTCOME_PASSES;
    p->executions++;
    assay_replay_init(&replay, proposal->values, NULL, NULL);
    assay_test_init(&p->f.test, p->f.record, &replay.base, &p->f.arena);
    fails = p->fails(&p->f.test);
    *ret_drawn = p->f.record;
    return fails ? ASSAY_OUTCOME_FAILS : ASSAY_OUTCOME_PASSES;
}

TEST(shrink_reports_what_it_did)
{
    struct problem_run p;
    struct assay_shrink_client client = {execute, improved, &p};
    struct assay_shrink_options options = {0};
    struct assay_shrink_report report;
    uint32_t tried = 0, kept = 0, cached = 0, outcomes = 0;

    problem_init(&p, long_list, NULL);
    problem_find(&p, 3);
    p.executions = 0;
    watched.last = assay_record_init(malloc(assay_record_size(&assay_limits_default)),
                                     &assay_limits_default);
    CHECK_INT(assay_record_copy(watched.last, p.best), ASSAY_OK);
    CHECK_INT(assay_shrink(p.best, &client, &options, &report), ASSAY_OK);
    for (uint32_t i = 0; i < report.passes; i++) {
        CHECK(report.pass[i].name != NULL);
        tried += report.pass[i].tried;
        kept += report.pass[i].kept;
        cached += report.pass[i].cached;
        for (int k = 0; k < ASSAY_OUTCOMES; k++)
            outcomes += report.pass[i].outcomes[k];
    }
    CHECK_UINT(report.executions, p.executions);
    CHECK_UINT(tried, report.executions);
    CHECK_UINT(outcomes, report.executions);
    CHECK_UINT(kept, report.improvements);
    CHECK_UINT(watched.improvements, report.improvements);
    CHECK_UINT(cached, report.cached);
    CHECK(report.improvements > 0);
    CHECK(report.cached > 0);
    CHECK(!report.exhausted);
    CHECK_INT(assay_record_compare(watched.last, p.best), 0);
    free(watched.last);
    problem_done(&p);
}

TEST(shrink_finds_nothing_more_in_what_it_shrank)
{
    struct problem_run p;
    uint32_t first;

    problem_init(&p, long_list, NULL);
    problem_find(&p, 5);
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    first = p.report.executions;
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    CHECK_UINT(p.report.improvements, 0);
    CHECK(p.report.executions < first);
    problem_done(&p);
}

/* Executing the same proposal twice would tell nothing new. The same values in other
 * places are another one. */
static uint64_t proposed[4096];
static size_t nproposed;

static enum assay_outcome execute_once(void *ctx, const struct assay_proposal *proposal,
                                       const struct assay_record **ret_drawn)
{
    uint64_t hash = assay_values_hash(proposal->values);

    for (size_t i = 0; i < proposal->values->count; i++)
        hash = assay_hash_step(hash, proposal->values->at[i].place.low);
    for (size_t i = 0; i < nproposed && !proposal->hole; i++)
        CHECK(proposed[i] != hash);
    if (nproposed < sizeof proposed / sizeof *proposed && !proposal->hole)
        proposed[nproposed++] = hash;
    return execute(ctx, proposal, ret_drawn);
}

TEST(shrink_never_executes_a_proposal_twice)
{
    struct problem_run p;
    struct assay_shrink_client client = {execute_once, NULL, &p};
    struct assay_shrink_options options = {0};

    problem_init(&p, chaotic, NULL);
    problem_find(&p, 5);
    CHECK_INT(assay_shrink(p.best, &client, &options, NULL), ASSAY_OK);
    CHECK(nproposed > 20);
    problem_done(&p);
}

TEST(shrink_keeps_to_its_budget)
{
    for (uint32_t budget = 1; budget < 12; budget++) {
        struct problem_run p;
        problem_init(&p, long_list, NULL);
        problem_find(&p, 7);
        p.budget = budget;
        CHECK_INT(problem_shrink(&p), ASSAY_OK);
        CHECK_UINT(p.report.executions, budget);
        CHECK(p.report.exhausted);
        CHECK(replays(&p));
        problem_done(&p);
    }
}

TEST(shrink_stops_when_told)
{
    struct problem_run p;
    uint32_t found;

    problem_init(&p, long_list, NULL);
    problem_find(&p, 7);
    found = p.executions;
    p.stop_after = found + 5;
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    CHECK_UINT(p.executions, found + 5);
    CHECK(p.report.exhausted);
    CHECK(replays(&p));
    problem_done(&p);
}

static enum assay_status shrink_with(const struct assay_alloc *mem, void *ctx)
{
    struct problem_run *p = ctx;
    enum assay_status status;

    p->mem = mem;
    problem_find(p, 11);
    status = problem_shrink(p);
    CHECK(replays(p)); /* out of memory or not, what is left is a failure */
    return status;
}

TEST(shrink_survives_failing_allocations)
{
    struct problem_run p;

    problem_init(&p, long_list, NULL);
    torture(shrink_with, &p);
    problem_done(&p);
}

/* A thousand times as much input must not take a million times as long. */
static bool has_marked(struct assay_test *t)
{
    struct assay_array xs = {NULL, 0};
    bool found = false;

    (void)assay_gen_draw(assay_arrays(assay_ints(int, 0, 100000), 20000, 30000), t, &xs);
    for (size_t i = 0; i < xs.len; i++)
        found |= ((int *)xs.at)[i] > 99000;
    return found;
}

TEST(shrink_copes_with_large_records)
{
    struct problem_run p;
    uint32_t marked = 0;

    problem_init(&p, has_marked, NULL);
    problem_find(&p, 1);
    p.budget = 400;
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    CHECK_UINT(p.best->nchoices, 20001);
    for (uint32_t i = 1; i < p.best->nchoices; i++)
        marked += p.best->choices[i].value != 0;
    CHECK_UINT(marked, 1);
    problem_done(&p);
}

/* The same drawn one by one, each with a span of its own. */
static bool has_marked_loop(struct assay_test *t)
{
    bool found = false;
    int x = 0;

    for (int i = 0; i < 5000; i++) {
        (void)assay_span_begin(t, "x");
        (void)assay_gen_draw(assay_uniform_ints(int, 0, 100000), t, &x);
        (void)assay_span_end(t);
        found |= x > 99900;
    }
    return found;
}

TEST(shrink_copes_with_many_spans)
{
    struct problem_run p;
    uint32_t marked = 0;

    problem_init(&p, has_marked_loop, NULL);
    problem_find(&p, 1);
    p.budget = 400;
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    CHECK_UINT(p.best->nchoices, 5000);
    for (uint32_t i = 0; i < p.best->nchoices; i++)
        marked += p.best->choices[i].value != 0;
    CHECK_UINT(marked, 1);
    problem_done(&p);
}
