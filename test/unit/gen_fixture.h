/*
 * What the tests of generators share: many draws of one generator, and the text of a
 * value.
 */
#ifndef ASSAY_UNIT_GEN_FIXTURE_H
#define ASSAY_UNIT_GEN_FIXTURE_H

#include "fixture.h"
#include "gen/ops.h"
#include <string.h>

#define SEED 20240229

/* Called with each value drawn; the test is still running. */
typedef void visit_fn(const void *value, void *ctx);

/* Draws `n` values, each in a test of its own, number 0 the simplest. Every one must be
 * contained, or at least not known to be out. */
static inline void for_values(const struct assay_gen *gen, uint64_t n, visit_fn *visit,
                              void *ctx)
{
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < n; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        void *value = assay_test_new(t, 1, gen->size);
        CHECK_INT(assay_gen_draw(gen, t, value), ASSAY_OK);
        CHECK(assay_gen_contains(gen, value) != ASSAY_NO);
        CHECK_INT(t->depth, 0);
        visit(value, ctx);
    }
    fixture_done(&f);
}

/* The status of a draw; where it fails it must be the test's status from then on. */
static inline enum assay_status draw_status(const struct assay_gen *gen)
{
    struct fixture f;
    struct assay_test *t;
    enum assay_status status;
    void *value;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 1);
    value = assay_test_new(t, 1, gen ? gen->size : 1);
    status = assay_gen_draw(gen, t, value);
    CHECK_INT(assay_test_status(t), status);
    fixture_done(&f);
    return status;
}

/* The count, or UINT64_MAX - status where there is none. */
static inline uint64_t count_of(const struct assay_gen *gen)
{
    uint64_t count = 0;
    enum assay_status status = assay_gen_count(gen, &count);

    return status ? UINT64_MAX - status : count;
}

/* The text of a value; "(cannot)" for one that does not print. Freed by the next call. */
static inline const char *text_of(const struct assay_gen *gen, const void *value,
                                  bool (*print)(const struct assay_gen *, const void *,
                                                struct assay_buf *))
{
    static char *text;
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    if (!print(gen, value, &out)) {
        CHECK_INT(out.len, 0);
        assay_buf_puts(&out, "(cannot)");
    }
    free(text);
    text = strdup(out.at);
    assay_buf_done(&out);
    return text;
}

#define CHECK_C(GEN, VALUE, TEXT) CHECK_STR(text_of(GEN, VALUE, assay_gen_print), TEXT)
#define CHECK_SHORT(GEN, VALUE, TEXT) CHECK_STR(text_of(GEN, VALUE, assay_gen_show), TEXT)

/* Fails unless two pieces of C differ in blanks at most. */
static inline void check_same_code(struct harness_site site, const char *actual,
                                   const char *expected)
{
    const char *a = actual, *b = expected;

    while (*a && *a == *b) {
        a += 1 + strspn(a + 1, " ");
        b += 1 + strspn(b + 1, " ");
    }
    if (*a != *b)
        harness_check_str(site, "the text", actual, expected);
}

/* That the value of a C expression prints as that very expression. */
#define CHECK_ROUND_TRIP(GEN, TYPE, ...)                                                 \
    do {                                                                                 \
        TYPE round_trip = __VA_ARGS__;                                                   \
        check_same_code(HARNESS_HERE, text_of(GEN, &round_trip, assay_gen_print),        \
                        #__VA_ARGS__);                                                   \
    } while (0)

#endif
