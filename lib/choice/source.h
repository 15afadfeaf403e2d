/*
 * Where the choices of a test come from. A source answers each question a test asks; the
 * test records the answers. Sources live in the caller's storage and own nothing.
 *
 *   random   a seed and a number: test number n of a run, biased as experience says
 *   replay   a list of values, clamped into what is asked; then simplest or random ones.
 *            Values that know their place among the spans answer only there: a span that
 * asks for more than it had gets simplest values, what it leaves over is passed over
 *   bytes    a fuzzer's input
 *
 * A list of seeds (saved failures, a solver's models) is replay, one list of values a
 * test.
 */
#ifndef ASSAY_CHOICE_SOURCE_H
#define ASSAY_CHOICE_SOURCE_H

#include "choice/prng.h"
#include "choice/values.h"

struct assay_source;

/* A question: the domain, and what only a random answer looks at. */
struct assay_ask {
    const struct assay_domain *domain;
    enum assay_spread spread;
    /* index: NULL or, from alternative `skip` on, one each; `total` is their sum */
    const uint32_t *weights;
    uint64_t total;
    uint32_t skip;
    double probability; /* bool */
};

/* The answer to a question about bytes or text is written to `room`, which holds
 * domain->hi bytes (text: 4 * hi). Any answer is clamped into the domain by the test,
 * unless the source is exact. */
struct assay_source_ops {
    uint64_t (*scalar)(struct assay_source *s, const struct assay_test *t,
                       const struct assay_ask *ask);
    uint32_t (*string)(struct assay_source *s, const struct assay_test *t,
                       const struct assay_ask *ask, unsigned char *room);
    /* NULL, or called after the record's newest span began or ended. */
    void (*span)(struct assay_source *s, const struct assay_test *t, bool begins);
    /* NULL, or random bits that answer no question. */
    uint64_t (*bits)(struct assay_source *s);
    bool exact; /* strings are always in their domain */
};

struct assay_source {
    const struct assay_source_ops *ops;
};

/* The mix of a random test: chances in 256 for an integer's strategies; the rest is
 * spread. */
struct assay_mix {
    uint16_t reuse, edge, small;
    uint8_t length; /* lengths are mostly below 2^length */
};

enum assay_strategy { ASSAY_SMALL, ASSAY_WIDE, ASSAY_REUSE, ASSAY_EDGE };

struct assay_random {
    struct assay_source base;
    struct assay_prng prng;
    struct assay_mix mix;
    enum assay_strategy strategy; /* of the next `row` integers */
    uint32_t row;
};

/* Test number `test` of the run with this seed. Test 0 is the simplest possible one. */
void assay_random_init(struct assay_random *s, uint64_t seed, uint64_t test);
/* Small values only: for drawing part of a test anew. */
void assay_random_small(struct assay_random *s, uint64_t seed, uint64_t test);

/* A hole in a replay: from choice `start` on, values are drawn from `fill` until fewer
 * than `depth` spans are open; then the replay goes on with its value number `resume`. */
struct assay_hole {
    uint32_t start, resume;
    uint32_t depth; /* 0: as many as are open when choice `start` is asked for */
};

struct assay_replay {
    struct assay_source base;
    const struct assay_values *values;
    size_t next;               /* the next value to give */
    struct assay_random *fill; /* after the end, and in the hole; NULL: simplest values */
    const struct assay_hole *hole; /* NULL: none */
    uint32_t hole_depth;           /* spans open when the hole began, 0 outside */
    uint32_t low; /* the least number of spans open since the last value */
    bool misfit;  /* a value was missing, of another kind, or out of range */
};

void assay_replay_init(struct assay_replay *s, const struct assay_values *values,
                       struct assay_random *fill, const struct assay_hole *hole);

struct assay_bytes_source {
    struct assay_source base;
    const unsigned char *at, *end;
};

void assay_bytes_source_init(struct assay_bytes_source *s, const void *bytes, size_t len);

#endif
