/*
 * What a run counts, says and judges when nothing crashes.
 */
#include "choice/values.h"
#include "harness.h"
#include "run_fixture.h"
#include <string.h>

static void holds(struct assay_test *t)
{
    ASSAY_GE(t, assay_int(t, "x", 0, 1000000), 0);
}

TEST(run_counts_what_holds)
{
    static const struct assay_property property = ASSAY_PROPERTY(holds);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 2000);
    CHECK_UINT(report->rejected, 0);
    CHECK_UINT(report->seed, 1);
    CHECK_UINT(report->nfindings, 0);
    CHECK_STR(report->error, "");
    assay_report_free(report);
}

static void large_fails(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000000);

    ASSAY_NE(t, x % 1000, 777);
}

TEST(run_is_a_function_of_its_seed)
{
    static const struct assay_property property = ASSAY_PROPERTY(large_fails);
    struct assay_options options = run_options();
    struct assay_report *a, *b;

    options.runs = 20000;
    a = run(&property, &options);
    b = run(&property, &options);
    CHECK_UINT(only_finding(a)->after, only_finding(b)->after);
    CHECK_UINT(a->findings->shrink_executions, b->findings->shrink_executions);
    CHECK_STR(a->findings->choices, b->findings->choices);
    CHECK_STR(a->findings->values, "x = 777\n");
    assay_report_free(a);
    assay_report_free(b);
}

static void assumes(struct assay_test *t)
{
    assay_assume(t, assay_int(t, "x", 0, 999) % 2 == 0);
}

TEST(run_counts_rejections_apart)
{
    static const struct assay_property property = ASSAY_PROPERTY(assumes);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 2000);
    CHECK(report->rejected > 500);
    assay_report_free(report);
}

static void assumes_too_much(struct assay_test *t)
{
    assay_assume(t, assay_int(t, "x", 0, 1000000) == 777777);
}

TEST(run_gives_up_when_nearly_all_is_rejected)
{
    static const struct assay_property property = ASSAY_PROPERTY(assumes_too_much);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_STARVED);
    CHECK(report->rejected > 1000);
    CHECK_UINT(report->nwarnings, 1);
    CHECK(strstr(report->warnings[0], "were rejected") != NULL);
    assay_report_free(report);
}

static void labelled(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 99);

    assay_label(t, "any");
    assay_label(t, "any"); /* counts once */
    if (x % 2)
        assay_label(t, "odd");
    assay_cover(t, 90, x >= 0, "not negative");
    assay_cover(t, 90, x == 13, "unlucky");
    assay_cover(t, 0.1, x % 2 == 0, "even");
}

TEST(run_counts_labels_and_judges_coverage)
{
    static const struct assay_property property = ASSAY_PROPERTY(labelled);
    struct assay_report *report = run(&property, NULL);
    uint64_t odd = 0, even = 0;

    CHECK_INT(report->verdict, ASSAY_SPARSE);
    CHECK_UINT(report->nlabels, 5);
    for (size_t i = 0; i < report->nlabels; i++) {
        const struct assay_label_count *l = &report->labels[i];
        if (strcmp(l->label, "any") == 0)
            CHECK_UINT(l->count, report->runs);
        if (strcmp(l->label, "odd") == 0)
            odd = l->count;
        if (strcmp(l->label, "even") == 0)
            even = l->count;
    }
    CHECK_UINT(odd + even, report->runs);
    CHECK(strstr(report->warnings[0], "'unlucky'") != NULL);
    assay_report_free(report);
}

static void nothing_to_draw(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 10);

    assay_int(t, "k", x, 5);
}

TEST(run_says_which_value_was_drawn_wrongly)
{
    static const struct assay_property property = {
        .name = "sums", .run = nothing_to_draw, .file = "test_list.c", .line = 14};
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_MISUSED);
    CHECK_STR(report->error,
              "test_list.c:14: property sums: value 'k': the range is empty");
    assay_report_free(report);
}

static void never_lucky(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 1000000000);

    ASSAY_NE(t, x, 123456789);
}

TEST(run_tries_examples_first)
{
    static const int good = 5, bad = 123456789;
    static const struct assay_given first[] = {{"x", &good}, {0}};
    static const struct assay_given second[] = {{"x", &bad}, {0}};
    static const struct assay_given *const examples[] = {first, second, NULL};
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(never_lucky, .examples = examples);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_UINT(f->after, 2);
    CHECK_UINT(f->shrink_executions, 0);
    CHECK_STR(f->values, "x = 123456789\n");
    CHECK_STR(f->message, "example 2: x != 123456789: 123456789 is the same");
    assay_report_free(report);
}

/* A list of one integer, in its text form. */
static void encode_seed(int64_t value, struct assay_buf *out)
{
    struct assay_values values;

    assay_values_init(&values, NULL);
    assay_values_add(&values, ASSAY_KIND_INT, (uint64_t)value);
    assay_values_encode(&values, NULL, ' ', out);
    assay_values_done(&values);
}

TEST(run_tries_seeds_first)
{
    const char *seeds[3] = {0};
    struct assay_property property = ASSAY_PROPERTY_WITH(never_lucky, .seeds = seeds);
    struct assay_buf good, bad;
    struct assay_report *report;

    assay_buf_init(&good, NULL, 0);
    assay_buf_init(&bad, NULL, 0);
    encode_seed(5, &good);
    encode_seed(123456789, &bad);
    seeds[0] = good.at;
    seeds[1] = bad.at;
    report = run(&property, NULL);
    CHECK_UINT(only_finding(report)->after, 2);
    CHECK_STR(report->findings->values, "x = 123456789\n");
    assay_report_free(report);

    seeds[1] = "assay1 i123456789 .00000000";
    report = run(&property, NULL);
    CHECK_INT(report->verdict, ASSAY_MISUSED);
    CHECK(strstr(report->error, "never_lucky: seed 2: checksum differs") != NULL);
    assay_report_free(report);
    assay_buf_done(&good);
    assay_buf_done(&bad);
}

static void climbs(struct assay_test *t)
{
    uint64_t product = 1, sum = 0;

    for (int i = 0; i < 8; i++) {
        uint64_t x = assay_uint64(t, "x", 0, 999);
        sum += x;
        product *= x < 990 ? 1 : 2;
    }
    assay_target(t, "sum", (double)sum);
    ASSAY_LT(t, product, 128u);
}

TEST(run_climbs_towards_a_target)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(climbs, .options.runs = 100000);
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_BROKEN);
    assay_report_free(report);
}

static void few(struct assay_test *t)
{
    assay_bool(t, "b");
}

TEST(run_warns_of_duplicates_and_skips_none)
{
    static const struct assay_property property = ASSAY_PROPERTY(few);
    struct assay_report *report = run(&property, NULL);

    CHECK_UINT(report->runs, 2000);
    CHECK_UINT(report->duplicates, 1998);
    CHECK_UINT(report->nwarnings, 1);
    assay_report_free(report);
}

static void noted(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 100);

    assay_note(t, "x is %d", x);
    assay_step(t, "push(%d)", x);
    assay_step(t, "pop()");
    ASSAY_LT(t, x, 3);
}

TEST(run_reports_notes_and_steps)
{
    static const struct assay_property property = ASSAY_PROPERTY(noted);
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(only_finding(report)->notes, "x is 3\n1. push(3)\n2. pop()\n");
    assay_report_free(report);
}

TEST(run_works_without_a_child)
{
    static const struct assay_property property = ASSAY_PROPERTY(noted);
    struct assay_options options = run_options();
    struct assay_report *report;

    options.no_fork = true;
    report = run(&property, &options);
    CHECK_STR(only_finding(report)->values, "x = 3\n");
    CHECK_STR(only_finding(report)->notes, "x is 3\n1. push(3)\n2. pop()\n");
    assay_report_free(report);
}

static int context_value(const struct assay_test *t)
{
    return *(const int *)assay_test_context(t);
}

static void with_context(struct assay_test *t)
{
    ASSAY_LT(t, assay_int(t, "x", 0, 1000), context_value(t));
}

TEST(run_hands_the_context_over)
{
    static const int limit = 42;
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(with_context, .context = &limit);
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(only_finding(report)->values, "x = 42\n");
    assay_report_free(report);
}

TEST(run_explains_its_shrinking)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(noted, .options.explain = true);
    struct assay_report *report = run(&property, NULL);

    CHECK(strstr(only_finding(report)->explanation, "improvements") != NULL);
    assay_report_free(report);
}

TEST(run_stops_when_interrupted)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(holds, .options.runs = UINT64_MAX);
    static const volatile int interrupted = 1;
    struct assay_options options = run_options();
    struct assay_report *report;

    options.interrupted = &interrupted;
    report = run(&property, &options);
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK(report->seconds < 10);
    assay_report_free(report);
}

TEST(run_stops_when_its_time_is_over)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(holds, .options.runs = UINT64_MAX, .options.seconds = 0.3);
    struct assay_options options = run_options();
    struct assay_report *report = run(&property, &options);

    CHECK(report->runs > 1000);
    CHECK(report->seconds >= 0.25 && report->seconds < 10);
    assay_report_free(report);
    options.no_fork = true;
    report = run(&property, &options);
    CHECK(report->runs > 1000);
    CHECK(report->seconds >= 0.25 && report->seconds < 10);
    assay_report_free(report);
}

static void told(void *ctx, const struct assay_progress *now)
{
    uint64_t *runs = ctx;

    *runs = now->runs;
}

TEST(run_tells_its_progress)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(holds, .options.runs = UINT64_MAX, .options.seconds = 0.5);
    uint64_t runs = 0;
    struct assay_options options = run_options();

    options.progress = told;
    options.progress_ctx = &runs;
    assay_report_free(run(&property, &options));
    CHECK(runs > 0);
}
