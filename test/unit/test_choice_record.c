/*
 * The record: its layout, its limits, copies, repair and the dump.
 */
#include "base/buf.h"
#include "fixture.h"
#include <math.h>
#include <string.h>

/* A test over a record with limits of its own, answered at random. */
struct limited {
    struct assay_record *record;
    struct assay_arena arena;
    struct assay_random random;
    struct assay_test test;
};

static struct assay_record *new_record(struct assay_limits max)
{
    void *block = malloc(assay_record_size(&max));

    CHECK(block != NULL);
    memset(block, 0xa5, assay_record_size(&max)); /* a used block is as good */
    return assay_record_init(block, &max);
}

static struct assay_test *limited_init(struct limited *l, struct assay_limits max)
{
    l->record = new_record(max);
    assay_arena_init(&l->arena, NULL, 0);
    assay_random_init(&l->random, 1, 1);
    assay_test_init(&l->test, l->record, &l->random.base, &l->arena);
    return &l->test;
}

static void limited_done(struct limited *l)
{
    assay_arena_done(&l->arena);
    free(l->record);
}

static enum assay_status draw_uint(struct assay_test *t)
{
    uint64_t u;

    return assay_choose_uint(t, 0, 9, 0, ASSAY_UNIFORM, &u);
}

static enum assay_status draw_bytes(struct assay_test *t, uint32_t len)
{
    const unsigned char *bytes;
    uint32_t n;

    return assay_choose_bytes(t, len, len, &bytes, &n);
}

static enum assay_status draw_text(struct assay_test *t, uint32_t len)
{
    const char *text;
    uint32_t n;

    return assay_choose_text(t, &assay_alphabet_ascii, len, len, &text, &n);
}

/* ---- Layout */

TEST(record_parts_lie_in_the_block_one_after_the_other)
{
    for (uint32_t n = 0; n < 40; n++) {
        struct assay_limits max = {.choices = n % 7, .spans = n % 5, .pool = n};
        struct assay_record *r = new_record(max);
        char *block = (char *)r, *end = block + assay_record_size(&max);
        CHECK((char *)r->choices >= block + sizeof *r);
        CHECK((char *)r->domains >= (char *)(r->choices + max.choices));
        CHECK((char *)r->spans >= (char *)(r->domains + max.choices));
        CHECK((char *)r->pool >= (char *)(r->spans + max.spans));
        CHECK((char *)r->pool + max.pool <= end);
        CHECK((char *)r->pool + max.pool + 16 > end);
        CHECK_UINT((uintptr_t)r->choices % 16, 0);
        CHECK_UINT((uintptr_t)r->domains % 16, 0);
        CHECK_UINT((uintptr_t)r->spans % 16, 0);
        CHECK_UINT((uintptr_t)r->pool % 16, 0);
        CHECK_MEM(&r->max, &max, sizeof max);
        free(r);
    }
}

TEST(record_default_limits_are_enough_for_large_tests)
{
    CHECK(assay_limits_default.choices >= 100000);
    CHECK(assay_limits_default.spans >= 100000);
    CHECK(assay_limits_default.pool >= 1000000);
    CHECK(assay_record_size(&assay_limits_default) < 64u << 20);
}

static void check_empty(const struct assay_record *r)
{
    CHECK_UINT(r->nchoices, 0);
    CHECK_UINT(r->ndomains, 0);
    CHECK_UINT(r->nspans, 0);
    CHECK_UINT(r->npool, 0);
    for (size_t i = 0; i < sizeof r->recent / sizeof *r->recent; i++)
        CHECK_UINT(r->recent[i], 0);
}

TEST(record_starts_and_is_cleared_empty)
{
    struct limited l;
    struct assay_test *t =
        limited_init(&l, (struct assay_limits){.choices = 9, .spans = 9, .pool = 99});

    check_empty(l.record);
    CHECK_INT(draw_uint(t), ASSAY_OK);
    CHECK_INT(assay_span_begin(t, "span"), ASSAY_OK);
    CHECK_INT(draw_bytes(t, 3), ASSAY_OK);
    CHECK_UINT(l.record->nchoices, 2);
    CHECK_UINT(l.record->ndomains, 2);
    CHECK_UINT(l.record->nspans, 1);
    CHECK_UINT(l.record->npool, 3);
    assay_record_clear(l.record);
    check_empty(l.record);
    CHECK_UINT(l.record->max.choices, 9);
    limited_done(&l);
}

/* ---- Limits */

/* That a draw beyond the limit of choices fails, stays failed and records nothing. */
static void check_full(enum assay_status (*draw)(struct assay_test *t))
{
    struct limited l;
    struct assay_test *t =
        limited_init(&l, (struct assay_limits){.choices = 2, .spans = 9, .pool = 999});

    CHECK_INT(draw_uint(t), ASSAY_OK);
    CHECK_INT(draw(t), ASSAY_OK); /* there is room for the last one */
    CHECK_UINT(l.record->nchoices, 2);
    CHECK_INT(draw(t), ASSAY_TOO_LARGE);
    CHECK_INT(assay_test_status(t), ASSAY_TOO_LARGE);
    assay_record_clear(l.record); /* room again, but the status stays */
    CHECK_INT(draw(t), ASSAY_TOO_LARGE);
    CHECK_INT(draw_uint(t), ASSAY_TOO_LARGE);
    CHECK_UINT(l.record->nchoices, 0);
    limited_done(&l);
}

static enum assay_status draw_int(struct assay_test *t)
{
    int64_t i;

    return assay_choose_int(t, 0, 9, 0, ASSAY_UNIFORM, &i);
}

static enum assay_status draw_bool(struct assay_test *t)
{
    bool b;

    return assay_choose_bool(t, 0.5, &b);
}

static enum assay_status draw_index(struct assay_test *t)
{
    uint32_t n;

    return assay_choose_index(t, 3, NULL, &n);
}

static enum assay_status draw_float(struct assay_test *t)
{
    double x;

    return assay_choose_float(t, &(struct assay_floats){.lo = 0, .hi = 1}, &x);
}

static enum assay_status draw_some_bytes(struct assay_test *t)
{
    return draw_bytes(t, 3);
}

static enum assay_status draw_some_text(struct assay_test *t)
{
    return draw_text(t, 3);
}

static enum assay_status draw_list(struct assay_test *t)
{
    uint32_t n;

    return assay_list_begin(t, "list", 0, 9, &n);
}

TEST(record_limit_of_choices)
{
    check_full(draw_int);
    check_full(draw_uint);
    check_full(draw_bool);
    check_full(draw_index);
    check_full(draw_float);
    check_full(draw_some_bytes);
    check_full(draw_some_text);
    check_full(draw_list);
}

TEST(record_limit_of_spans)
{
    struct limited l;
    struct assay_test *t =
        limited_init(&l, (struct assay_limits){.choices = 9, .spans = 3, .pool = 99});
    uint32_t len = 77;

    CHECK_INT(assay_span_begin(t, "one"), ASSAY_OK);
    CHECK_INT(assay_list_begin(t, "two", 1, 1, &len), ASSAY_OK);
    CHECK_UINT(len, 1);
    CHECK_INT(assay_element_begin(t), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK); /* an ended span still counts */
    CHECK_INT(assay_list_begin(t, "four", 2, 2, &len), ASSAY_TOO_LARGE);
    CHECK_UINT(len, 1);
    CHECK_INT(assay_span_end(t), ASSAY_TOO_LARGE);
    CHECK_INT(assay_span_begin(t, "five"), ASSAY_TOO_LARGE);
    CHECK_INT(draw_uint(t), ASSAY_TOO_LARGE);
    CHECK_UINT(l.record->nspans, 3);
    CHECK_UINT(l.record->nchoices, 0);
    CHECK_UINT(l.record->spans[0].end, UINT32_MAX);
    limited_done(&l);
}

TEST(record_limit_of_the_pool_for_bytes)
{
    struct limited l;
    struct assay_test *t =
        limited_init(&l, (struct assay_limits){.choices = 9, .spans = 9, .pool = 20});

    CHECK_INT(draw_bytes(t, 12), ASSAY_OK);
    CHECK_INT(draw_bytes(t, 8), ASSAY_OK); /* just fits */
    CHECK_INT(draw_bytes(t, 0), ASSAY_OK);
    CHECK_UINT(l.record->npool, 20);
    CHECK_INT(draw_bytes(t, 1), ASSAY_TOO_LARGE);
    CHECK_INT(draw_uint(t), ASSAY_TOO_LARGE);
    CHECK_UINT(l.record->nchoices, 3);
    CHECK_UINT(l.record->npool, 20);
    limited_done(&l);
}

/* Text needs room for its alphabet, 8 bytes here, four bytes a code point and the NUL. */
TEST(record_limit_of_the_pool_for_text)
{
    for (uint32_t pool = 0; pool < 40; pool++) {
        struct limited l;
        struct assay_test *t = limited_init(
            &l, (struct assay_limits){.choices = 9, .spans = 9, .pool = pool});
        CHECK_INT(draw_text(t, 3), pool < 8 + 13 ? ASSAY_TOO_LARGE : ASSAY_OK);
        CHECK_INT(assay_test_status(t), pool < 8 + 13 ? ASSAY_TOO_LARGE : ASSAY_OK);
        CHECK_UINT(l.record->nchoices, pool < 8 + 13 ? 0 : 1);
        limited_done(&l);
    }
}

TEST(record_limit_of_the_pool_for_an_aligned_alphabet)
{
    for (uint32_t pool = 1; pool < 40; pool++) {
        struct limited l;
        struct assay_test *t = limited_init(
            &l, (struct assay_limits){.choices = 9, .spans = 9, .pool = pool});
        CHECK_INT(draw_bytes(t, 1), ASSAY_OK);
        CHECK_INT(draw_text(t, 0), pool < 8 + 8 + 1 ? ASSAY_TOO_LARGE : ASSAY_OK);
        limited_done(&l);
    }
}

/* ---- Copies */

/* One int, and in a span bytes and text. */
static void draw_some(struct assay_test *t)
{
    CHECK_INT(draw_uint(t), ASSAY_OK);
    CHECK_INT(assay_span_begin(t, "strings"), ASSAY_OK);
    CHECK_INT(draw_bytes(t, 5), ASSAY_OK);
    CHECK_INT(draw_text(t, 2), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK);
}

static const struct assay_limits some = {.choices = 8, .spans = 4, .pool = 64};

static void check_copy(const struct assay_record *to, const struct assay_record *from)
{
    CHECK_UINT(to->nchoices, from->nchoices);
    CHECK_UINT(to->ndomains, from->ndomains);
    CHECK_UINT(to->nspans, from->nspans);
    CHECK_UINT(to->npool, from->npool);
    CHECK_MEM(to->choices, from->choices, from->nchoices * sizeof *from->choices);
    CHECK_MEM(to->domains, from->domains, from->ndomains * sizeof *from->domains);
    CHECK_MEM(to->spans, from->spans, from->nspans * sizeof *from->spans);
    CHECK_MEM(to->pool, from->pool, from->npool);
    CHECK_MEM(to->recent, from->recent, sizeof from->recent);
}

TEST(record_copy_has_all_that_was_drawn)
{
    struct limited l;
    struct assay_record *to = new_record(some);

    draw_some(limited_init(&l, some));
    CHECK_INT(assay_span_begin(&l.test, "second"), ASSAY_OK);
    CHECK_INT(assay_span_begin(&l.test, "third"), ASSAY_OK);
    CHECK_INT(assay_record_copy(to, l.record), ASSAY_OK);
    check_copy(to, l.record);
    CHECK(to->choices != l.record->choices && to->pool != l.record->pool);
    CHECK_UINT(to->max.choices, some.choices);
    free(to);
    limited_done(&l);
}

TEST(record_copy_needs_room_for_each_part)
{
    struct limited l;

    draw_some(limited_init(&l, some));
    for (int part = 0; part < 5; part++) {
        struct assay_limits max = {.choices = l.record->nchoices - (part == 1),
                                   .spans = l.record->nspans - (part == 2),
                                   .pool = l.record->npool - (part == 3)};
        struct assay_record *to = new_record(max);
        if (part == 4) { /* a process died while it recorded a choice */
            l.record->nchoices--;
            max.choices--;
            free(to);
            to = new_record(max);
        }
        CHECK_INT(assay_record_copy(to, l.record), part ? ASSAY_TOO_LARGE : ASSAY_OK);
        if (part == 0)
            check_copy(to, l.record);
        else
            check_empty(to);
        free(to);
    }
    limited_done(&l);
}

/* ---- Repair */

/* A good record: uint, bytes, text of two code points. Spans: one open around all, one
 * ended around the strings, one open and empty at the end. */
static void good_record(struct limited *l)
{
    struct assay_test *t = limited_init(l, some);

    CHECK_INT(assay_span_begin(t, "outer"), ASSAY_OK);
    draw_some(t);
    CHECK_INT(assay_span_begin(t, "last"), ASSAY_OK);
}

/* That a good record stops being one when the statements have run on it. */
#define CHECK_BEYOND_REPAIR(...)                                                         \
    do {                                                                                 \
        struct limited l;                                                                \
        struct assay_record *r;                                                          \
        good_record(&l);                                                                 \
        r = l.record;                                                                    \
        __VA_ARGS__;                                                                     \
        CHECK(!assay_record_repair(r));                                                  \
        limited_done(&l);                                                                \
    } while (0)

#define CHECK_REPAIR(...)                                                                \
    do {                                                                                 \
        struct limited l;                                                                \
        struct assay_record *r;                                                          \
        good_record(&l);                                                                 \
        r = l.record;                                                                    \
        __VA_ARGS__;                                                                     \
        CHECK(assay_record_repair(r));                                                   \
        limited_done(&l);                                                                \
    } while (0)

TEST(record_repair_ends_open_spans)
{
    struct limited l;

    good_record(&l);
    CHECK_UINT(l.record->spans[0].end, UINT32_MAX);
    CHECK_UINT(l.record->spans[1].end, 3);
    CHECK_UINT(l.record->spans[2].end, UINT32_MAX);
    CHECK(assay_record_repair(l.record));
    CHECK_UINT(l.record->spans[0].start, 0);
    CHECK_UINT(l.record->spans[0].end, 3);
    CHECK_UINT(l.record->spans[1].start, 1);
    CHECK_UINT(l.record->spans[1].end, 3);
    CHECK_UINT(l.record->spans[2].start, 3);
    CHECK_UINT(l.record->spans[2].end, 3);
    limited_done(&l);
}

TEST(record_repair_of_an_empty_record)
{
    struct assay_record *r = new_record(some);

    CHECK(assay_record_repair(r));
    check_empty(r);
    free(r);
}

TEST(record_repair_accepts_a_full_record)
{
    struct limited l;
    struct assay_test *t =
        limited_init(&l, (struct assay_limits){.choices = 2, .spans = 1, .pool = 4});

    CHECK_INT(assay_span_begin(t, "span"), ASSAY_OK);
    CHECK_INT(draw_uint(t), ASSAY_OK);
    CHECK_INT(draw_bytes(t, 4), ASSAY_OK);
    CHECK_UINT(l.record->ndomains, 2);
    CHECK(assay_record_repair(l.record));
    limited_done(&l);
}

TEST(record_repair_refuses_counts_beyond_the_limits)
{
    CHECK_BEYOND_REPAIR(r->max.choices = r->nchoices - 1);
    CHECK_BEYOND_REPAIR(r->choices[2] = r->choices[0], r->max.choices = r->ndomains = 2);
    CHECK_BEYOND_REPAIR(r->max.choices = r->ndomains = r->nchoices, r->ndomains++);
    CHECK_BEYOND_REPAIR(r->max.spans = r->nspans - 1);
    CHECK_BEYOND_REPAIR(r->max.pool = r->npool - 1);
    CHECK_BEYOND_REPAIR(r->nchoices = UINT32_MAX);
    CHECK_BEYOND_REPAIR(r->ndomains = UINT32_MAX);
    CHECK_BEYOND_REPAIR(r->nspans = UINT32_MAX);
    CHECK_BEYOND_REPAIR(r->npool = UINT32_MAX);
}

/* Domains: 0 of the uint, 1 of the bytes, 2 of the text; its alphabet is at pool[8]. */
TEST(record_repair_refuses_damaged_domains)
{
    CHECK_REPAIR(CHECK_UINT(r->domains[2].toward, 8), CHECK_UINT(r->domains[2].extra, 1));
    CHECK_BEYOND_REPAIR(r->domains[0].kind = ASSAY_KIND_TEXT + 1);
    CHECK_BEYOND_REPAIR(r->domains[2].kind = 255);
    CHECK_BEYOND_REPAIR(r->domains[2].extra = 0);
    CHECK_BEYOND_REPAIR(r->domains[2].toward = 4);
    CHECK_BEYOND_REPAIR(r->domains[2].toward = 1);
    CHECK_BEYOND_REPAIR(r->domains[2].toward = 64);
    CHECK_BEYOND_REPAIR(r->domains[2].toward = UINT64_MAX - 7);
    CHECK_BEYOND_REPAIR(r->domains[2].extra = UINT32_MAX);
    CHECK_BEYOND_REPAIR(r->domains[2].toward = UINT64_C(1) << 32);
    CHECK_REPAIR(r->domains[2].toward = 0);
    CHECK_REPAIR(r->domains[0].toward = UINT64_MAX); /* no place in the pool */
    CHECK_REPAIR(r->domains[1].extra = 77);
}

TEST(record_repair_of_an_alphabet_at_the_end_of_the_pool)
{
    CHECK_UINT(sizeof(struct assay_codes), 8);
    CHECK_REPAIR(r->nchoices = 2, r->nspans = 0, r->npool = 16);
    CHECK_BEYOND_REPAIR(r->nchoices = 2, r->nspans = 0, r->npool = 15);
    CHECK_REPAIR(r->nchoices = 2, r->nspans = 0, r->npool = 24, r->domains[2].extra = 2);
    CHECK_BEYOND_REPAIR(r->nchoices = 2, r->nspans = 0, r->npool = 24,
                        r->domains[2].extra = 3);
}

TEST(record_repair_refuses_damaged_choices)
{
    CHECK_BEYOND_REPAIR(r->choices[0].domain = r->ndomains);
    CHECK_BEYOND_REPAIR(r->choices[2].domain = UINT32_MAX);
    CHECK_BEYOND_REPAIR(r->choices[1].value = r->npool - 4); /* 5 bytes */
    CHECK_REPAIR(r->choices[1].value = r->npool - 5);
    CHECK_BEYOND_REPAIR(r->choices[1].len = r->npool + 1);
    CHECK_REPAIR(r->choices[1].len = r->npool);
    CHECK_REPAIR(r->choices[1].value = r->npool, r->choices[1].len = 0);
    CHECK_BEYOND_REPAIR(r->choices[1].value = r->npool + 1, r->choices[1].len = 0);
    CHECK_BEYOND_REPAIR(r->choices[1].value = UINT64_MAX);
    CHECK_BEYOND_REPAIR(r->choices[2].value = UINT64_MAX);
    CHECK_BEYOND_REPAIR(r->choices[2].len = UINT32_MAX);
    CHECK_REPAIR(r->choices[0].value = UINT64_MAX); /* an integer is no place */
    CHECK_REPAIR(r->choices[0].len = UINT32_MAX);
}

TEST(record_repair_refuses_damaged_spans)
{
    CHECK_BEYOND_REPAIR(r->spans[1].start = 4);
    CHECK_BEYOND_REPAIR(r->spans[2].start = 4);
    CHECK_BEYOND_REPAIR(r->spans[1].end = 4);
    CHECK_BEYOND_REPAIR(r->spans[1].end = 0);
    CHECK_BEYOND_REPAIR(r->spans[1].end = UINT32_MAX - 1);
    CHECK_REPAIR(r->spans[1].end = 1);
    CHECK_BEYOND_REPAIR(r->spans[0].parent = 0);
    CHECK_BEYOND_REPAIR(r->spans[1].parent = 1);
    CHECK_BEYOND_REPAIR(r->spans[1].parent = 2);
    CHECK_BEYOND_REPAIR(r->spans[2].parent = UINT32_MAX - 1);
    CHECK_REPAIR(r->spans[2].parent = 1);
    CHECK_REPAIR(r->spans[2].parent = ASSAY_NO_SPAN);
}

/* ---- The dump */

static void check_dump(const struct assay_record *r, const char *text)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    assay_record_dump(r, &out);
    CHECK_STR(out.at, text);
    assay_buf_done(&out);
}

TEST(record_dump_of_an_empty_record)
{
    struct assay_record *r = new_record(some);

    check_dump(r, "");
    free(r);
}

/* Values to be drawn by replay. */
static void add_values(struct assay_values *v)
{
    (void)assay_values_add(v, ASSAY_KIND_INT, (uint64_t)-5);
    (void)assay_values_add(v, ASSAY_KIND_UINT, UINT64_MAX);
    (void)assay_values_add(v, ASSAY_KIND_BOOL, 1);
    (void)assay_values_add(v, ASSAY_KIND_INDEX, 2);
    (void)assay_values_add(v, ASSAY_KIND_FLOAT, assay_bits_of(1.5));
    (void)assay_values_add(v, ASSAY_KIND_FLOAT, assay_bits_of((double)NAN));
    (void)assay_values_add_bytes(v, ASSAY_KIND_BYTES, "\0\xff\"", 3);
    CHECK_INT(assay_values_add_bytes(v, ASSAY_KIND_TEXT, "a b\xc3\xa9", 5), ASSAY_OK);
}

static void draw_everything(struct assay_test *t)
{
    struct assay_floats any = {.lo = -INFINITY, .hi = INFINITY, .nan = true};
    const unsigned char *bytes;
    const char *text;
    int64_t i;
    uint64_t u;
    bool b;
    uint32_t n;
    double x;

    CHECK_INT(assay_choose_int(t, INT64_MIN, 9, 0, ASSAY_BIASED, &i), ASSAY_OK);
    CHECK_INT(assay_choose_uint(t, 3, UINT64_MAX, 3, ASSAY_BIASED, &u), ASSAY_OK);
    CHECK_INT(assay_choose_bool(t, 0.5, &b), ASSAY_OK);
    CHECK_INT(assay_choose_index(t, 7, NULL, &n), ASSAY_OK);
    CHECK_INT(assay_choose_float(t, &any, &x), ASSAY_OK);
    CHECK_INT(assay_choose_float(t, &any, &x), ASSAY_OK);
    CHECK_INT(assay_choose_bytes(t, 0, 9, &bytes, &n), ASSAY_OK);
    CHECK_INT(assay_choose_text(t, &assay_alphabet_unicode, 0, 9, &text, &n), ASSAY_OK);
}

TEST(record_dump_of_every_kind)
{
    struct assay_values v;
    struct fixture f;

    assay_values_init(&v, NULL);
    add_values(&v);
    fixture_init(&f, NULL);
    draw_everything(fixture_replay(&f, &v));
    check_dump(f.record, "int -5 in -9223372036854775808..9\n"
                         "uint 18446744073709551615 in 3..18446744073709551615\n"
                         "bool 1\n"
                         "index 2 of 7\n"
                         "float 1.5\n"
                         "float nan\n"
                         "bytes \"\\000\\377\\\"\"\n"
                         "text \"a b\xc3\xa9\"\n");
    fixture_done(&f);
    assay_values_done(&v);
}

TEST(record_dump_of_spans)
{
    struct fixture f;
    struct assay_test *t;
    uint32_t n;

    fixture_init(&f, NULL);
    t = fixture_start(&f, 1, 0);
    CHECK_INT(draw_uint(t), ASSAY_OK);
    CHECK_INT(assay_span_begin(t, "outer"), ASSAY_OK);
    CHECK_INT(assay_list_begin(t, "list", 1, 5, &n), ASSAY_OK);
    CHECK_INT(assay_element_begin(t), ASSAY_OK);
    CHECK_INT(draw_bool(t), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK);
    CHECK_INT(assay_element_begin(t), ASSAY_OK); /* an empty one */
    CHECK_INT(assay_span_end(t), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK);
    CHECK_INT(draw_uint(t), ASSAY_OK);
    CHECK_INT(assay_span_begin(t, "rejected"), ASSAY_OK);
    CHECK_INT(draw_bool(t), ASSAY_OK);
    CHECK_INT(draw_bool(t), ASSAY_OK);
    CHECK_INT(assay_span_discard(t), ASSAY_OK);
    CHECK_INT(assay_span_end(t), ASSAY_OK);
    CHECK_INT(draw_uint(t), ASSAY_OK);
    CHECK_INT(assay_span_begin(t, "open"), ASSAY_OK);
    CHECK_INT(draw_bool(t), ASSAY_OK);
    CHECK_INT(assay_span_begin(t, "open and empty"), ASSAY_OK);
    check_dump(f.record, "uint 0 in 0..9\n"
                         "[5]\n"
                         "  list[2]\n"
                         "    uint 1 in 1..5\n"
                         "    element[1]\n"
                         "      bool 0\n"
                         "    element[0]\n"
                         "  uint 0 in 0..9\n"
                         "  discarded [2]\n"
                         "    bool 0\n"
                         "    bool 0\n"
                         "uint 0 in 0..9\n"
                         "[0]\n"
                         "  bool 0\n"
                         "  [0]\n");
    fixture_done(&f);
}
