/*
 * A test execution to draw from: a record, memory for the values and a random source.
 *
 *     struct fixture f;
 *     fixture_init(&f, NULL);
 *     struct assay_test *t = fixture_start(&f, SEED, NUMBER);
 *     ... draw from t; start again for the next execution ...
 *     fixture_done(&f);
 */
#ifndef ASSAY_UNIT_FIXTURE_H
#define ASSAY_UNIT_FIXTURE_H

#include "choice/test.h"
#include "harness.h"
#include <stdlib.h>

struct fixture {
    struct assay_record *record;
    struct assay_arena arena;
    struct assay_random random;
    struct assay_replay replay;
    struct assay_test test;
};

/* `mem` is where the values live, NULL for libc. The record's own memory is libc's. */
static inline void fixture_init(struct fixture *f, const struct assay_alloc *mem)
{
    void *block = malloc(assay_record_size(&assay_limits_default));

    CHECK(block != NULL);
    f->record = assay_record_init(block, &assay_limits_default);
    assay_arena_init(&f->arena, mem, 0);
}

static inline void fixture_done(struct fixture *f)
{
    assay_arena_done(&f->arena);
    free(f->record);
}

/* Starts test number `number` of a seed. What the last one drew is gone. */
static inline struct assay_test *fixture_start(struct fixture *f, uint64_t seed,
                                               uint64_t number)
{
    assay_random_init(&f->random, seed, number);
    assay_test_init(&f->test, f->record, &f->random.base, &f->arena);
    return &f->test;
}

/* Starts a test that replays values, then gives the simplest ones. */
static inline struct assay_test *fixture_replay(struct fixture *f,
                                                const struct assay_values *values)
{
    assay_replay_init(&f->replay, values, NULL, NULL);
    assay_test_init(&f->test, f->record, &f->replay.base, &f->arena);
    return &f->test;
}

#endif
