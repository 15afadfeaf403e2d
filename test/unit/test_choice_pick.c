/*
 * Picks of what an execution made earlier, and lists with a spread of their own.
 */
#include "base/buf.h"
#include "choice/order.h"
#include "fixture.h"
#include <string.h>

TEST(pick_is_any_of_those_made)
{
    struct fixture f;
    uint32_t seen[7] = {0};

    fixture_init(&f, NULL);
    for (uint64_t n = 1; n <= 7000; n++) {
        struct assay_test *t = fixture_start(&f, 1, n);
        uint32_t i = UINT32_MAX;
        CHECK_INT(assay_choose_pick(t, 7, &i), ASSAY_OK);
        CHECK(i < 7);
        seen[i]++;
    }
    for (int i = 0; i < 7; i++)
        CHECK(seen[i] > 800 && seen[i] < 1200);
    fixture_done(&f);
}

TEST(pick_with_weights_leaves_those_without_out)
{
    static const uint32_t weights[] = {0, 1, 0, 3};
    struct fixture f;
    uint32_t seen[4] = {0};

    fixture_init(&f, NULL);
    for (uint64_t n = 1; n <= 4000; n++) {
        uint32_t i = 0;
        CHECK_INT(assay_choose_pick_of(fixture_start(&f, 1, n), 2, 4, weights, &i),
                  ASSAY_OK);
        seen[i]++;
    }
    CHECK_UINT(seen[0] + seen[2], 0);
    CHECK(seen[1] > 800 && seen[1] < 1200);
    fixture_done(&f);
}

TEST(pick_of_nothing_is_an_empty_range)
{
    struct fixture f;
    uint32_t i = 5;

    fixture_init(&f, NULL);
    CHECK_INT(assay_choose_pick(fixture_start(&f, 1, 1), 0, &i), ASSAY_EMPTY_RANGE);
    CHECK_UINT(i, 5);
    CHECK_UINT(f.record->nchoices, 0);
    fixture_done(&f);
}

/* The record says what is a pick, and of which sort; its order and text do not change. */
TEST(pick_is_marked_in_the_record_only)
{
    struct fixture f;
    struct assay_values picked, plain;
    struct assay_test *t;
    struct assay_buf dump;
    const struct assay_domain *d;
    uint32_t i;
    uint64_t x;

    fixture_init(&f, NULL);
    assay_values_init(&picked, NULL);
    assay_values_init(&plain, NULL);
    assay_buf_init(&dump, NULL, 0);
    CHECK_INT(assay_values_add(&plain, ASSAY_KIND_UINT, 2), ASSAY_OK);
    CHECK_INT(assay_values_add(&plain, ASSAY_KIND_UINT, 9), ASSAY_OK);
    CHECK_INT(assay_values_add(&plain, ASSAY_KIND_UINT, 2), ASSAY_OK);
    t = fixture_replay(&f, &plain);
    CHECK_INT(assay_choose_pick_of(t, 3, 5, NULL, &i), ASSAY_OK);
    CHECK_UINT(i, 2);
    CHECK_INT(assay_choose_pick(t, 5, &i), ASSAY_OK);
    CHECK_UINT(i, 4); /* clamped */
    CHECK_INT(assay_choose_uint(t, 0, 4, 0, ASSAY_UNIFORM, &x), ASSAY_OK);
    CHECK_UINT(x, 2);

    CHECK(assay_record_repair(f.record));
    d = assay_record_domain(f.record, 0);
    CHECK(d->flags == ASSAY_DOMAIN_PICK && d->extra == 3);
    CHECK_UINT(assay_domain_rank(d, 2), 2);
    CHECK_UINT(assay_domain_simplest(d), 0);
    d = assay_record_domain(f.record, 1);
    CHECK(d->flags == ASSAY_DOMAIN_PICK && d->extra == 0);
    CHECK_INT(assay_record_domain(f.record, 2)->flags, 0);
    CHECK_INT(assay_choice_compare(f.record, 0, f.record, 2), 0);
    assay_record_dump(f.record, &dump);
    CHECK_STR(dump.at, "pick 2 in 0..4\npick 4 in 0..4\nuint 2 in 0..4\n");

    CHECK_INT(assay_values_add_record(&picked, f.record, 0, 3), ASSAY_OK);
    assay_buf_clear(&dump);
    assay_values_encode(&picked, NULL, ' ', &dump);
    CHECK(strncmp(dump.at, "assay1 u2 u4 u2 .", 17) == 0);
    assay_buf_done(&dump);
    assay_values_done(&picked);
    assay_values_done(&plain);
    fixture_done(&f);
}

static uint32_t length_of(struct fixture *f, uint64_t n, bool program, uint32_t most)
{
    struct assay_test *t = fixture_start(f, 1, n);
    uint32_t len = UINT32_MAX;

    t->program_max = most;
    CHECK_INT(program ? assay_program_begin(t, "list", 20, &len)
                      : assay_list_begin(t, "list", 0, 20, &len),
              ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK);
    CHECK(len <= 20 && f->record->spans[0].flags & ASSAY_SPAN_COUNTED);
    return len;
}

TEST(program_length_is_uniform_and_has_a_limit)
{
    struct fixture f;
    uint32_t uniform[21] = {0}, usual_long = 0, uniform_long = 0;

    fixture_init(&f, NULL);
    for (uint64_t n = 1; n <= 4200; n++) {
        uint32_t len = length_of(&f, n, true, 0);
        uniform[len]++;
        uniform_long += len > 10;
        CHECK(length_of(&f, n, true, 7) <= 7);
        usual_long += length_of(&f, n, false, 3) > 10;
    }
    for (int i = 0; i <= 20; i++)
        CHECK(uniform[i] > 120 && uniform[i] < 280);
    CHECK(usual_long < uniform_long / 2);
    fixture_done(&f);
}
