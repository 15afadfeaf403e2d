/*
 * What the random source chooses in the first tests of a seed, choice by choice. The
 * records are in test/data/expected; they change with whatever is drawn.
 */
#include "fixture.h"
#include "run_fixture.h"
#include <math.h>

#define TESTS 40

static void check_records(const char *name, void (*draw)(struct assay_test *t))
{
    struct fixture f;
    struct assay_buf out;

    fixture_init(&f, NULL);
    assay_buf_init(&out, NULL, 0);
    for (uint64_t i = 0; i < TESTS; i++) {
        struct assay_values values;
        draw(fixture_start(&f, 1, i));
        assay_values_init(&values, NULL);
        CHECK_INT(assay_values_add_record(&values, f.record, 0, f.record->nchoices),
                  ASSAY_OK);
        assay_values_encode(&values, NULL, ' ', &out);
        assay_buf_putc(&out, '\n');
        assay_values_done(&values);
    }
    check_expected(name, out.at);
    assay_buf_done(&out);
    fixture_done(&f);
}

/* Numbers of all sizes, one after the other: some are near those before. */
static void draw_integers(struct assay_test *t)
{
    int64_t i;
    uint64_t u;

    for (int k = 0; k < 3; k++) {
        assay_choose_int(t, INT64_MIN, INT64_MAX, 0, ASSAY_BIASED, &i);
        assay_choose_uint(t, 0, UINT64_MAX, 0, ASSAY_BIASED, &u);
        assay_choose_int(t, -1000, 1000, 500, ASSAY_BIASED, &i);
        assay_choose_uint(t, 10, 20, 10, ASSAY_BIASED, &u);
    }
    assay_choose_int(t, -1000, 1000, 0, ASSAY_UNIFORM, &i);
    assay_choose_uint(t, 0, 100000, 0, ASSAY_LENGTH, &u);
    assay_choose_uint(t, 5, 9, 5, ASSAY_LENGTH, &u);
}

TEST(choice_drawn_integers)
{
    check_records("choice_drawn_integers", draw_integers);
}

static void draw_special(struct assay_test *t)
{
    static const long long constants[] = {123456, -654321};
    int64_t i;

    t->constants = constants;
    t->nconstants = 2;
    for (int k = 0; k < 12; k++)
        assay_choose_int(t, INT64_MIN, INT64_MAX, 0, ASSAY_BIASED, &i);
}

TEST(choice_drawn_constants)
{
    check_records("choice_drawn_constants", draw_special);
}

static void draw_floats(struct assay_test *t)
{
    static const struct assay_floats of[] = {
        {.lo = -1000, .hi = 1000},
        {.lo = -INFINITY, .hi = INFINITY, .nan = true, .subnormal = true},
        {.lo = 0.25, .hi = 0.75, .single = true},
        {.lo = 1e10, .hi = 1e12},
        {.lo = -1, .hi = -0.5}};
    double x;

    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        assay_choose_float(t, &of[i], &x);
}

TEST(choice_drawn_floats)
{
    check_records("choice_drawn_floats", draw_floats);
}

static void draw_others(struct assay_test *t)
{
    static const struct assay_codes few[] = {{'0', '9'}, {'a', 'f'}, {0x3b1, 0x3c9}};
    static const struct assay_alphabet alphabet = {few, 3};
    static const char *const words[] = {"alpha", "beta"};
    static const uint32_t weights[] = {1, 0, 5, 10};
    const unsigned char *bytes;
    const char *text;
    uint32_t len, index;
    bool b;

    t->words = words;
    t->nwords = 2;
    t->texts_again = true;
    assay_choose_bool(t, 0.5, &b);
    assay_choose_bool(t, 0.05, &b);
    assay_choose_index(t, 7, NULL, &index);
    assay_choose_index(t, 4, weights, &index);
    assay_choose_pick(t, 5, &index);
    assay_choose_bytes(t, 0, 12, &bytes, &len);
    assay_choose_text(t, &alphabet, 0, 9, &text, &len);
    assay_choose_text(t, &assay_alphabet_ascii, 0, 30, &text, &len);
    assay_choose_text(t, &assay_alphabet_ascii, 0, 30, &text, &len);
    assay_choose_text(t, &assay_alphabet_unicode, 2, 4, &text, &len);
}

TEST(choice_drawn_others)
{
    check_records("choice_drawn_others", draw_others);
}

static void draw_lists(struct assay_test *t)
{
    const struct assay_domain d = {.kind = ASSAY_KIND_INT, .lo = 0, .hi = 1000000};
    const struct assay_ask ask = {.domain = &d, .spread = ASSAY_BIASED};
    int32_t values[64];
    uint32_t len = 0;

    assay_list_begin(t, "list", 0, 64, &len);
    assay_choose_elements(t, &ask, len, values, sizeof *values);
    assay_span_end(t);
    assay_program_begin(t, "program", 20, &len);
    assay_span_end(t);
}

TEST(choice_drawn_lists)
{
    check_records("choice_drawn_lists", draw_lists);
}
