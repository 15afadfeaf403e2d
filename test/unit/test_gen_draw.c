/* Named draws: spans, hooks, the end of an execution, and running out of memory. */
#include "gen_fixture.h"
#include "torture.h"

/* ---- Hooks */

struct report {
    char text[200];
    const char *given; /* the name that is given 77 */
};

static void report_drawn(struct assay_test *t, const char *name,
                         const struct assay_gen *gen, const void *value)
{
    struct report *report = t->client;

    strcat(report->text, name);
    strcat(report->text, "=");
    strcat(report->text, text_of(gen, value, assay_gen_show));
    strcat(report->text, ";");
}

static bool give(struct assay_test *t, const char *name, const struct assay_gen *gen,
                 void *ret_value)
{
    struct report *report = t->client;

    if (!report->given || strcmp(name, report->given) != 0)
        return false;
    CHECK_INT(gen->size, sizeof(int));
    *(int *)ret_value = 77;
    return true;
}

static const struct assay_hooks hooks = {.drawn = report_drawn, .given = give};

/* A generator that draws by name: what it draws is part of its value, not reported. */
static enum assay_status draw_sum(struct assay_test *t, const void *ctx, void *ret_value)
{
    (void)ctx;
    *(int *)ret_value = assay_int(t, "inner", 3, 3) + assay_int(t, "inner", 4, 4);
    return ASSAY_OK;
}

static void print_int(const void *ctx, const void *value, struct assay_buf *out)
{
    (void)ctx;
    assay_print(out, "%d", *(const int *)value);
}

TEST(gen_draw_reports_each_named_value_once)
{
    struct fixture f;
    struct report report = {.given = NULL};
    struct assay_test *t;
    size_t len;
    int sum;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 0);
    t->hooks = &hooks;
    t->client = &report;
    CHECK_INT(assay_int(t, "a", 5, 9), 5);
    CHECK(assay_array(t, "xs", assay_ints(int, 0, 9), 2, 4, &len) != NULL);
    CHECK_INT(len, 2);
    assay_draw(t, "sum", assay_own(int, .draw = draw_sum, .print = print_int), &sum);
    CHECK_INT(sum, 7);
    CHECK_INT(assay_int(t, NULL, 6, 9), 6);
    CHECK_STR(report.text, "a=5;xs={0, 0};sum=7;value=6;");
    CHECK_INT(t->quiet, 0);
    fixture_done(&f);
}

TEST(gen_draw_takes_a_given_value)
{
    struct fixture f;
    struct report report = {.given = "b"};
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 0);
    t->hooks = &hooks;
    t->client = &report;
    CHECK_INT(assay_int(t, "a", 1, 9), 1);
    CHECK_INT(assay_int(t, "b", 1, 9), 77);
    CHECK_INT(f.record->nchoices, 1);
    CHECK_STR(report.text, "a=1;b=77;");
    fixture_done(&f);
}

TEST(gen_draw_does_without_hooks)
{
    static const struct assay_hooks none = {NULL, NULL};
    struct fixture f;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 0);
    CHECK_INT(assay_int(t, "a", 1, 9), 1);
    t->hooks = &none;
    CHECK_INT(assay_int(t, "a", 1, 9), 1);
    CHECK_INT(f.record->nspans, 2);
    CHECK_INT(f.record->spans[0].label, f.record->spans[1].label);
    CHECK_INT(t->depth, 0);
    fixture_done(&f);
}

/* ---- The typed ones */

TEST(gen_draw_typed)
{
    struct fixture f;

    fixture_init(&f, NULL);
    for (uint64_t i = 0; i < 500; i++) {
        struct assay_test *t = fixture_start(&f, SEED, i);
        int64_t low = assay_int64(t, "a", INT64_MIN, INT64_MIN + 3);
        uint64_t high = assay_uint64(t, "b", UINT64_MAX - 3, UINT64_MAX);
        size_t size = assay_size(t, "c", 2, 4);
        double x = assay_double(t, "d", 0.25, 0.5);
        const char *text = assay_string(t, "e", &assay_alphabet_ascii, 1, 3);

        CHECK(low <= INT64_MIN + 3);
        CHECK(high >= UINT64_MAX - 3);
        CHECK(size >= 2 && size <= 4);
        CHECK(x >= 0.25 && x <= 0.5);
        CHECK(strlen(text) >= 1 && strlen(text) <= 3);
        CHECK(!assay_bool(t, "f") || i > 0);
        CHECK_INT(assay_test_status(t), ASSAY_OK);
    }
    fixture_done(&f);
}

/* ---- Failure */

TEST(gen_draw_ends_the_execution)
{
    struct fixture f;
    struct report report = {.given = NULL};
    jmp_buf escape;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 0);
    t->hooks = &hooks;
    t->client = &report;
    t->escape = &escape;
    if (setjmp(escape) == 0) {
        assay_int(t, "a", 2, 1);
        harness_fail(HARNESS_HERE, "the call returned");
    }
    CHECK_INT(t->status, ASSAY_EMPTY_RANGE);
    CHECK_STR(report.text, "");
    fixture_done(&f);
}

TEST(gen_draw_without_escape_gives_zero)
{
    struct fixture f;
    struct assay_test *t;
    struct assay_array array = {&f, 3};
    int value = 5;
    size_t len = 5;

    fixture_init(&f, NULL);
    t = fixture_start(&f, SEED, 0);
    assay_draw(t, "a", assay_ints(int, 2, 1), &value);
    CHECK_INT(value, 0);
    CHECK_INT(t->status, ASSAY_EMPTY_RANGE);
    CHECK_INT(t->quiet, 0);
    CHECK_INT(assay_int(t, "b", 1, 2), 0); /* the status stays */
    assay_draw(t, "c", assay_arrays(assay_any(int), 1, 1), &array);
    CHECK(array.at == NULL && array.len == 0);
    CHECK(assay_array(t, "d", assay_any(int), 1, 1, &len) == NULL && len == 0);
    t = fixture_start(&f, SEED, 0);
    assay_draw(t, "e", NULL, &value);
    CHECK_INT(t->status, ASSAY_BAD_USE);
    fixture_done(&f);
}

/* ---- Memory */

struct everything {
    char *text;
    struct assay_bytes bytes;
    struct assay_array array, distinct;
    int *pointer, *optional;
    int one, heavy, even;
    long mapped;
};

static void widen(const void *ctx, const void *from, void *ret_to)
{
    (void)ctx;
    *(long *)ret_to = *(const int *)from;
}

static bool is_even(const void *ctx, const void *value)
{
    (void)ctx;
    return *(const int *)value % 2 == 0;
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

#define WITH(MEMBER, GEN) ASSAY_FIELD(struct everything, MEMBER, GEN)
#define DIGITS assay_ints(int, 0, 9)
static const struct assay_gen *const everything = assay_struct(
    struct everything, WITH(text, assay_strings(&assay_alphabet_unicode, 0, 3000)),
    WITH(bytes, assay_byte_buffers(3000, 4000)),
    WITH(array, assay_arrays(assay_arrays(DIGITS, 0, 9), 300, 300)),
    WITH(distinct, assay_distinct(assay_any(int), compare_ints, 3, 9)),
    WITH(pointer, assay_pointers(int *, DIGITS)),
    WITH(optional, assay_optional(int *, DIGITS)),
    WITH(one, assay_union_of(int, DIGITS, assay_ints(int, 20, 29))),
    WITH(heavy, assay_weighted(int, {1, DIGITS}, {2, DIGITS})),
    WITH(even, assay_filter(int, DIGITS, is_even, NULL)),
    WITH(mapped, assay_map(long, DIGITS, widen, NULL)));

static enum assay_status draw_everything(const struct assay_alloc *mem, void *ctx)
{
    struct fixture f;
    struct everything value;
    const uint64_t *number = ctx;
    enum assay_status status;

    fixture_init(&f, mem);
    status = assay_gen_draw(everything, fixture_start(&f, SEED, *number), &value);
    CHECK_INT(assay_test_status(&f.test), status);
    if (status == ASSAY_OK)
        CHECK_INT(assay_gen_contains(everything, &value), ASSAY_UNKNOWN);
    fixture_done(&f);
    return status;
}

TEST(gen_draw_survives_every_failing_allocation)
{
    for (uint64_t number = 1; number < 5; number++)
        torture(draw_everything, &number);
}

/* One generator at a time, with no memory at all. */
static void check_no_memory(const struct assay_gen *gen)
{
    struct torture_alloc none;
    struct fixture f;
    struct assay_test *t;
    struct everything room;

    torture_alloc_init(&none, 1);
    fixture_init(&f, &none.alloc);
    t = fixture_start(&f, SEED, 5);
    CHECK_INT(assay_gen_draw(gen, t, &room), ASSAY_NO_MEMORY);
    CHECK_INT(assay_test_status(t), ASSAY_NO_MEMORY);
    fixture_done(&f);
}

TEST(gen_draw_without_any_memory)
{
    check_no_memory(assay_strings(&assay_alphabet_ascii, 0, 3));
    check_no_memory(assay_byte_buffers(0, 3));
    check_no_memory(assay_arrays(DIGITS, 0, 3));
    check_no_memory(assay_sorted(DIGITS, compare_ints, 0, 3));
    check_no_memory(assay_distinct(DIGITS, compare_ints, 0, 3));
    check_no_memory(assay_pointers(int *, DIGITS));
    check_no_memory(assay_map(long, DIGITS, widen, NULL));
    check_no_memory(assay_union_of(int, DIGITS, DIGITS));
    check_no_memory(assay_weighted(int, {1, DIGITS}, {2, DIGITS}));
}

static enum assay_status print_everything(const struct assay_alloc *mem, void *ctx)
{
    struct assay_buf out;
    enum assay_status status;
    bool printed;

    assay_buf_init(&out, mem, 0);
    printed = assay_gen_print(assay_arrays(DIGITS, 0, 999), ctx, &out);
    status = out.status;
    CHECK_INT(printed, status == ASSAY_OK);
    CHECK_INT(out.len,
              printed ? strlen("(struct assay_array){(int[]){}, 999}") + 2995 : 0);
    assay_buf_done(&out);
    return status;
}

TEST(gen_print_survives_every_failing_allocation)
{
    static int room[999];
    struct assay_array array = {room, 999};

    torture(print_everything, &array);
}
