/*
 * From what a run met to its report: the verdict, the warnings, the findings.
 */
#include "harness.h"
#include "run/session.h"
#include <stdio.h>
#include <string.h>

static void nothing(struct assay_test *t)
{
    (void)t;
}

static const struct assay_property property = ASSAY_PROPERTY(nothing);
static struct assay_session s;
static struct assay_arena arena;
static struct assay_tally *tally;

static void start(void)
{
    static const struct assay_options options = {.seed = 7, .no_store = true};

    assay_arena_init(&arena, NULL, 0);
    CHECK_INT(assay_session_init(&s, &property, &options, &arena), ASSAY_OK);
    tally = &s.engine.shared.journal->tally;
}

static void end(void)
{
    assay_session_done(&s);
    assay_arena_done(&arena);
}

/* Reports, and forgets the warnings for the next. */
static struct assay_report report(void)
{
    struct assay_report r;

    CHECK_INT(assay_session_report(&s, &r), ASSAY_OK);
    s.nwarnings = 0;
    return r;
}

/* The only warning, or NULL for none. */
static void check_warning(const char *text)
{
    struct assay_report r = report();

    CHECK_UINT(r.nwarnings, text != NULL);
    if (text)
        CHECK_STR(r.warnings[0], text);
}

/* ---- Warnings */

TEST(report_warns_of_rejections)
{
    start();
    *tally = (struct assay_tally){.runs = 25, .rejected = 74};
    check_warning(NULL); /* too few to tell */
    *tally = (struct assay_tally){.runs = 26, .rejected = 74};
    check_warning(NULL);
    *tally = (struct assay_tally){.runs = 25, .rejected = 75};
    check_warning("75 of 100 executions were rejected: draw what fits instead of "
                  "assuming it");
    *tally = (struct assay_tally){.runs = 25, .rejected = 74, .too_large = 1};
    check_warning("1 of 100 executions drew more than can be kept, and do not count");
    end();
}

TEST(report_warns_of_duplicates)
{
    start();
    *tally = (struct assay_tally){.runs = 500, .compared = 99, .duplicates = 99};
    check_warning(NULL);
    *tally = (struct assay_tally){.runs = 500, .compared = 100, .duplicates = 89};
    check_warning(NULL);
    *tally = (struct assay_tally){.runs = 500, .compared = 100, .duplicates = 90};
    check_warning("90 of the first 100 runs repeated an earlier one: there are few "
                  "inputs");
    CHECK_UINT(report().duplicates, 90);
    end();
}

TEST(report_warns_of_what_is_slow_or_large)
{
    start();
    s.options.timeout = 4;
    s.engine.watch.slowest = 1;
    check_warning(NULL);
    s.engine.watch.slowest = 1.25;
    check_warning("an execution took 1.2 s, 4 s are allowed");
    s.engine.watch.slowest = 0;
    s.growth = 12345;
    check_warning(NULL);
    s.growing = true;
    check_warning("executions leave about 12 345 bytes behind each; the child was "
                  "replaced");
    s.growing = false;
    s.engine.shared.journal->labels_dropped = 1;
    check_warning("only the first 64 labels and 4 targets were counted");
    s.engine.shared.journal->labels_dropped = 0;
    s.engine.meddled = true;
    check_warning("it closed descriptors that are not its own");
    s.engine.meddled = false;
    s.engine.miscounted = true;
    check_warning("it overwrote what the runner counts with: the counts are too low");
    end();
}

TEST(report_has_a_warning_once)
{
    start();
    for (int i = 0; i < 2; i++)
        CHECK_INT(assay_session_warn(&s, "number %d", 5), ASSAY_OK);
    CHECK_UINT(s.nwarnings, 1);
    for (int i = 0; i < 40; i++)
        CHECK_INT(assay_session_warn(&s, "number %d", i), ASSAY_OK);
    CHECK_UINT(s.nwarnings, ASSAY_WARNINGS_MAX);
    CHECK_STR(s.warnings[0], "number 5");
    CHECK_STR(s.warnings[5], "number 4");
    CHECK_STR(s.warnings[6], "number 6");
    CHECK_UINT(report().nwarnings, ASSAY_WARNINGS_MAX);
    end();
}

/* ---- Labels */

static void check_label(uint64_t count, double required, const char *warning)
{
    struct assay_journal *j = s.engine.shared.journal;
    struct assay_report r;

    j->nlabels = 0;
    assay_journal_label(j, "free")->count = 1;
    j->labels[1] = (struct assay_label_slot){0};
    assay_journal_label(j, "rare")->count = count;
    j->labels[1].required = required;
    r = report();
    CHECK_UINT(r.nlabels, 2);
    CHECK_STR(r.labels[1].label, "rare");
    CHECK_UINT(r.labels[1].count, count);
    CHECK(r.labels[1].required == required);
    CHECK_UINT(r.nwarnings, warning != NULL);
    if (warning)
        CHECK_STR(r.warnings[0], warning);
    CHECK_INT(r.verdict, warning ? ASSAY_SPARSE : ASSAY_HELD);
}

/* Three standard deviations below what is required is no chance. */
TEST(report_judges_labels)
{
    start();
    tally->runs = 1000;
    check_label(500, 50, NULL);
    check_label(453, 50, NULL);
    check_label(452, 50, "'rare' in 45.2 % of the runs, 50 % are required");
    check_label(0, 0, NULL);
    check_label(0, 0.8, NULL);
    check_label(0, 0.9, "'rare' in 0 % of the runs, 0.9 % are required");
    check_label(1000, 100, NULL);
    tally->runs = 10;
    check_label(2, 60, NULL);
    check_label(1, 60, "'rare' in 10 % of the runs, 60 % are required");
    tally->runs = 0;
    check_label(0, 100, NULL);
    end();
}

/* ---- The verdict */

static struct assay_case *meet(uint64_t key)
{
    struct assay_result result = {.end = ASSAY_END_FAILED};
    struct assay_case *c;

    result.failed.key = key;
    snprintf(result.failed.message, sizeof result.failed.message, "failure %d", (int)key);
    strcpy(result.failed.file, "a.c");
    result.failed.line = 10 + (int)key;
    result.failed.code = (int)key;
    CHECK_INT(assay_session_meet(&s, &result, &c), ASSAY_OK);
    return c;
}

TEST(report_has_one_verdict)
{
    start();
    CHECK_INT(report().verdict, ASSAY_HELD);
    s.starved = true;
    CHECK_INT(report().verdict, ASSAY_STARVED);
    s.seeded = 3;
    tally->runs = 4;
    CHECK_INT(report().verdict, ASSAY_HELD);
    CHECK_UINT(report().runs, 7);
    meet(1);
    CHECK_INT(report().verdict, ASSAY_BROKEN);
    CHECK_INT(assay_session_error(&s, "bad %d", 1), ASSAY_OK);
    CHECK_INT(assay_session_error(&s, "bad %d", 2), ASSAY_OK);
    CHECK_INT(report().verdict, ASSAY_MISUSED);
    CHECK_STR(report().error, "bad 1");
    end();
}

TEST(report_tells_the_counts)
{
    struct assay_report r;

    start();
    *tally = (struct assay_tally){.runs = 1, .rejected = 2, .too_large = 3};
    s.stored = 5;
    s.stored_passing = 4;
    r = report();
    CHECK(r.property == &property);
    CHECK_UINT(r.seed, 7);
    CHECK_UINT(r.runs, 1);
    CHECK_UINT(r.rejected, 2);
    CHECK_UINT(r.too_large, 3);
    CHECK_UINT(r.stored, 5);
    CHECK_UINT(r.stored_passing, 4);
    CHECK(r.seconds >= 0 && r.seconds < 60);
    CHECK_STR(r.error, "");
    end();
}

/* ---- Failures */

TEST(session_meets_a_failure_once)
{
    struct assay_case *c;

    start();
    s.engine.shared.journal->executions = 9;
    tally->runs = 8;
    c = meet(5);
    CHECK(c == &s.cases[0]);
    CHECK_UINT(c->after, 9);
    CHECK_UINT(c->repeats, 0);
    CHECK(!c->lost);
    CHECK_STR(c->choices, "");
    CHECK_UINT(s.first_at, 8);
    tally->runs = 20;
    CHECK(meet(5) == NULL);
    CHECK(meet(5) == NULL);
    CHECK_UINT(c->repeats, 2);
    CHECK_UINT(s.last_at, 8);
    CHECK(meet(6) == &s.cases[1]);
    CHECK_UINT(s.first_at, 8);
    CHECK_UINT(s.last_at, 20);
    c->dropped = true;
    CHECK_UINT(assay_session_standing(&s), 1);
    CHECK(assay_session_find(&s, 5) == NULL);
    CHECK(assay_session_find(&s, 6) == &s.cases[1]);
    CHECK(meet(5) == &s.cases[2]); /* another one, now */
    CHECK(meet(7) == &s.cases[3]);
    CHECK(meet(8) == NULL); /* three are enough */
    CHECK_UINT(s.ncases, 4);
    end();
}

TEST(session_has_room_for_some_failures)
{
    start();
    s.max_cases = 1;
    for (uint64_t i = 0; i < ASSAY_FINDINGS_MAX; i++) {
        CHECK(meet(i) == &s.cases[i]);
        s.cases[i].dropped = true;
    }
    CHECK(meet(100) == NULL);
    CHECK_UINT(s.ncases, ASSAY_FINDINGS_MAX);
    CHECK_UINT(report().nfindings, 0);
    end();
}

TEST(report_has_the_findings)
{
    struct assay_report r;
    const struct assay_finding *f;

    start();
    meet(1)->dropped = true;
    *meet(2) = (struct assay_case){
        .failed = s.cases[1].failed,
        .after = 3,
        .shrink_executions = 4,
        .example = 5,
        .flaky = true,
        .from_store = true,
        .saved = "saved",
        .reproducer = "reproducer",
        .chart = "chart",
        .shown = "shown",
        .program = "program",
        .notes = "notes",
        .picture = "picture",
        .output = "output",
        .choices = "choices",
        .explanation = "explanation",
    };
    meet(3);
    r = report();
    CHECK_UINT(r.nfindings, 2);
    f = r.findings;
    CHECK_STR(f->message, "example 5: failure 2");
    CHECK_STR(f->file, "a.c");
    CHECK_INT(f->line, 12);
    CHECK_INT(f->code, 2);
    CHECK_INT(f->failure, ASSAY_ASSERTION);
    CHECK_STR(f->values, "shown");
    CHECK_STR(f->program, "program");
    CHECK_STR(f->notes, "notes");
    CHECK_STR(f->picture, "picture");
    CHECK_STR(f->output, "output");
    CHECK_STR(f->choices, "choices");
    CHECK_STR(f->saved, "saved");
    CHECK_STR(f->reproducer, "reproducer");
    CHECK_STR(f->chart, "chart");
    CHECK_STR(f->explanation, "explanation");
    CHECK_UINT(f->after, 3);
    CHECK_UINT(f->shrink_executions, 4);
    CHECK(f->flaky && f->from_store);
    CHECK_STR(f[1].message, "failure 3");
    CHECK_STR(f[1].explanation, "");
    CHECK(!f[1].flaky && !f[1].from_store);
    end();
}

/* ---- Progress */

static struct assay_progress shown;
static int times;

static void show(void *ctx, const struct assay_progress *now)
{
    CHECK(ctx == &shown);
    shown = *now;
    times++;
}

TEST(session_tells_its_progress_a_few_times_a_second)
{
    start();
    assay_session_tick(&s); /* to nobody */
    s.options.progress = show;
    s.options.progress_ctx = &shown;
    s.options.runs = 33;
    tally->runs = 8;
    s.shrinking = true;
    meet(1);
    s.start = assay_now() - 5;
    assay_session_tick(&s);
    CHECK_INT(times, 1);
    CHECK(shown.property == &property);
    CHECK_UINT(shown.runs, 8);
    CHECK_UINT(shown.of, 33);
    CHECK_UINT(shown.findings, 1);
    CHECK(shown.shrinking);
    CHECK(shown.seconds >= 5 && shown.seconds < 60);
    CHECK(s.progress_due > assay_now() - 50);
    s.progress_due = assay_now() + 50;
    assay_session_tick(&s);
    CHECK_INT(times, 1);
    s.progress_due = assay_now() - 1;
    assay_session_tick(&s);
    CHECK_INT(times, 2);
    end();
}
