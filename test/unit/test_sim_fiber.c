/*
 * Fibers: they stop in the middle and go on, the test can be left from within them, and
 * their stacks are used again.
 */
#include "harness.h"
#include "run/body.h"
#include "run_fixture.h"
#include "sim/fiber.h"
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static char said[256];

static void say(const char *text)
{
    strncat(said, text, sizeof said - strlen(said) - 1);
}

struct speaker {
    struct assay_fiber *fiber;
    const char *text;
    const char *address; /* of something on its stack */
};

static void speak(void *ctx)
{
    struct speaker *s = ctx;
    char letter[2] = "";

    s->address = letter;
    for (const char *at = s->text; *at; at++) {
        letter[0] = *at;
        assay_fiber_wait(s->fiber);
        say(letter);
    }
}

static struct speaker *speaker(struct speaker *s, const char *text)
{
    s->text = text;
    s->fiber = assay_fiber_new(NULL, speak, s);
    CHECK(s->fiber != NULL);
    return s;
}

TEST(sim_fiber_goes_on_where_it_was)
{
    struct speaker a, b;

    speaker(&a, "abc");
    speaker(&b, "xy");
    CHECK_INT(assay_fiber_resume(a.fiber), ASSAY_FIBER_WAITS);
    CHECK_STR(said, "");
    CHECK_INT(assay_fiber_resume(b.fiber), ASSAY_FIBER_WAITS);
    CHECK_INT(assay_fiber_resume(b.fiber), ASSAY_FIBER_WAITS);
    CHECK_INT(assay_fiber_resume(a.fiber), ASSAY_FIBER_WAITS);
    CHECK_INT(assay_fiber_resume(a.fiber), ASSAY_FIBER_WAITS);
    CHECK_INT(assay_fiber_resume(b.fiber), ASSAY_FIBER_ENDED);
    CHECK_INT(assay_fiber_resume(a.fiber), ASSAY_FIBER_ENDED);
    CHECK_STR(said, "xabyc");
}

TEST(sim_fiber_dropped)
{
    struct speaker a, b, c;

    speaker(&a, "abc");
    assay_fiber_resume(a.fiber);
    assay_fiber_resume(a.fiber);
    assay_fiber_drop(a.fiber);
    CHECK_STR(said, "a");
    speaker(&b, "x"); /* on the same stack */
    assay_fiber_resume(b.fiber);
    if (!HAS_ASAN) /* which may have put it elsewhere */
        CHECK(b.address == a.address);
    CHECK_INT(assay_fiber_resume(b.fiber), ASSAY_FIBER_ENDED);
    speaker(&c, "z");
    assay_fiber_drop(c.fiber); /* it never ran */
    CHECK_STR(said, "ax");
}

static void nothing(void *ctx)
{
    ++*(uint32_t *)ctx;
}

TEST(sim_fiber_stacks_are_used_again)
{
    struct speaker many[100];
    uint32_t ran = 0;
    clock_t start = clock();

    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 100; i++)
            assay_fiber_resume(speaker(&many[i], "abc")->fiber);
        for (size_t i = 0; i < 100; i++)
            assay_fiber_drop(many[i].fiber);
    }
    for (int i = 0; i < 100000; i++)
        assay_fiber_resume(assay_fiber_new(NULL, nothing, &ran));
    CHECK_UINT(ran, 100000);
    CHECK(clock() - start < 2 * CLOCKS_PER_SEC);
}

/* ---- Leaving the test */

struct leaver {
    struct assay_test *test;
    struct assay_fiber *fiber;
    const char *how;
};

static void leave_inside(void *ctx)
{
    struct leaver *l = ctx;

    assay_fiber_wait(l->fiber);
    assay_test_stop(l->test, ASSAY_REJECTED);
}

static void leave(void *ctx)
{
    struct leaver *l = ctx;
    uint64_t x = 0;

    assay_fiber_wait(l->fiber);
    assay_choose_uint(l->test, 0, 1000, 0, ASSAY_UNIFORM, &x);
    assay_fiber_wait(l->fiber);
    if (strcmp(l->how, "assert") == 0)
        ASSAY_ASSERT(l->test, x < 100);
    if (strcmp(l->how, "assume") == 0)
        assay_assume(l->test, false);
    if (strcmp(l->how, "misuse") == 0)
        assay_body_misuse(l->test, "%s", "that is wrong");
    if (strcmp(l->how, "guard") == 0) {
        assay_body_guard(l->test, leave_inside, l);
        CHECK_INT(l->test->status, ASSAY_REJECTED);
        l->test->status = ASSAY_OK;
        assay_fail_at(l->test, "here.c", 7, "after the guard");
    }
}

static void run_leaver(struct assay_test *t)
{
    struct leaver l = {.test = t, .how = assay_test_context(t)}, waits = {.test = t};
    enum assay_fiber_state state = ASSAY_FIBER_WAITS;
    jmp_buf *escape = t->escape;

    waits.how = "";
    l.fiber = assay_fiber_new(t, leave, &l);
    waits.fiber = assay_fiber_new(t, leave, &waits);
    assay_fiber_resume(waits.fiber);
    while (state == ASSAY_FIBER_WAITS) {
        state = assay_fiber_resume(l.fiber);
        if (t->escape != escape)
            assay_body_misuse(t, "%s", "the way out is lost");
    }
    assay_fiber_drop(waits.fiber);
    if (state == ASSAY_FIBER_LEFT)
        assay_test_stop(t, t->status);
}

static struct assay_property leaving(const char *how)
{
    return (struct assay_property){.name = how, .run = run_leaver, .context = how};
}

TEST(sim_fiber_fails)
{
    struct assay_property property = leaving("assert");
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *finding = only_finding(report);

    CHECK_INT(finding->failure, ASSAY_ASSERTION);
    CHECK(strstr(finding->message, "x < 100") != NULL);
    CHECK_STR(finding->choices, "assay1 passert u100 .def7eb5a");
    check_replay(&property, finding);
    assay_report_free(report);
}

TEST(sim_fiber_rejects)
{
    struct assay_property property = leaving("assume");
    struct assay_report *report = run(&property, NULL);

    CHECK_INT(report->verdict, ASSAY_STARVED);
    CHECK(report->rejected > 100);
    assay_report_free(report);
}

TEST(sim_fiber_misused)
{
    struct assay_property property = leaving("misuse");
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(report->error, "that is wrong");
    assay_report_free(report);
}

/* What is guarded inside is left to there, also if it waited meanwhile. */
TEST(sim_fiber_guard_inside)
{
    struct assay_property property = leaving("guard");
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(only_finding(report)->message, "after the guard");
    assay_report_free(report);
}

static int __attribute__((noinline)) sink(volatile char *above, int depth)
{
    volatile char here[1000];

    here[0] = above[0];
    here[999] = (char)depth;
    return depth < INT_MAX ? sink(here, depth + 1) + here[999] : 0;
}

static void overflow(void *ctx)
{
    volatile char top = 0;

    *(uint32_t *)ctx = (uint32_t)sink(&top, 0);
}

static void run_overflow(struct assay_test *t)
{
    uint32_t result = 0;

    assay_fiber_resume(assay_fiber_new(t, overflow, &result));
}

TEST(sim_fiber_overflow_is_found)
{
    struct assay_property property = {.name = "overflow", .run = run_overflow};
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *finding = only_finding(report);

    if (!HAS_ASAN) {
        CHECK_INT(finding->failure, ASSAY_SIGNAL);
        CHECK_INT(finding->code, SIGSEGV);
        CHECK(strstr(finding->message, "stack") != NULL);
    }
    assay_report_free(report);
}

/* ---- One in the other */

static void resume_other(void *ctx)
{
    struct leaver *l = ctx;

    while (assay_fiber_resume(l->fiber) == ASSAY_FIBER_WAITS)
        say("-");
    assay_test_stop(l->test, l->test->status);
}

static void run_nested(struct assay_test *t)
{
    struct leaver inner = {.test = t, .how = "assert"};

    inner.fiber = assay_fiber_new(t, leave, &inner);
    if (assay_fiber_resume(assay_fiber_new(t, resume_other, &inner)) == ASSAY_FIBER_LEFT)
        assay_test_stop(t, t->status);
}

TEST(sim_fiber_nested)
{
    struct assay_property property = {.name = "nested", .run = run_nested};
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(only_finding(report)->choices, "assay1 pnested u100 .403b886d");
    assay_report_free(report);
}
