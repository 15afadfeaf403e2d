/*
 * Shrinking a problem in the test's own process: a problem draws and says whether it
 * fails.
 */
#ifndef ASSAY_UNIT_SHRINK_FIXTURE_H
#define ASSAY_UNIT_SHRINK_FIXTURE_H

#include "fixture.h"
#include "shrink/shrink.h"
#include <assay/gen.h>

/* An execution; a draw that fails leaves its status in the test. */
typedef bool problem_fn(struct assay_test *t);

struct problem_run {
    struct fixture f;
    problem_fn *fails;
    struct assay_record *best;
    struct assay_shrink_report report;
    uint32_t executions; /* of the problem, the search for a failure included */
    uint32_t budget;     /* executions the shrinker may spend, 0 for its default */
    uint32_t stop_after; /* executions after which the client says stop, 0 for never */
    const struct assay_alloc *mem;
};

void problem_init(struct problem_run *p, problem_fn *fails,
                  const struct assay_alloc *mem);
void problem_done(struct problem_run *p);
/* Looks for a failing test of the seed, at most 100 000 tests. */
void problem_find(struct problem_run *p, uint64_t seed);
enum assay_status problem_shrink(struct problem_run *p);
/* The tokens of the text form between its version and its checksum. */
void problem_show(const struct assay_record *r, struct assay_buf *out);

/* The problem's minimum, as the text form of its values without version and checksum,
 * must be reached from each of `seeds` seeds, by as many executions as are told in
 * test/data/expected/shrink_costs.txt. */
void check_minimum(struct harness_site site, const char *name, problem_fn *fails,
                   int seeds, const char *minimum);
#define CHECK_MINIMUM(FAILS, SEEDS, MINIMUM)                                             \
    check_minimum(HARNESS_HERE, #FAILS, FAILS, SEEDS, MINIMUM)

#endif
