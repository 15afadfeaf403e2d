/*
 * One run, from the choice of a generator to the verdict.
 *
 * It ends in its own time, or early, by a jump out of whatever was at work. Then the
 * system is stopped and the property asked about what happened up to there: a violation
 * is one however the run ended.
 */
#include "trace/run.h"
#include "run/body.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory */

static struct assay_ground ground_of(const struct assay_trace *t)
{
    return (struct assay_ground){t->test, t->arena};
}

void *assay_trace_new(struct assay_trace *t, size_t count, size_t size)
{
    return assay_ground_new(ground_of(t), count, size);
}

void assay_trace_grow(struct assay_trace *t, void **at, size_t *cap, size_t count,
                      size_t size)
{
    assay_ground_grow(ground_of(t), at, cap, count, size);
}

const char *assay_trace_format(struct assay_trace *t, const char *format, ...)
{
    va_list args;
    const char *text;

    va_start(args, format);
    text = assay_ground_format(ground_of(t), format, args);
    va_end(args);
    return text;
}

/* ---- Ends */

/* Ends the run early. */
static _Noreturn void leave(struct assay_trace *t, enum assay_trace_end end,
                            const char *why)
{
    t->end = end;
    t->why = why;
    if (t->test)
        longjmp(*t->test->escape, 1);
    printf("the run ends early: %s\n", why);
    exit(assay_trace_close(t));
}

_Noreturn void assay_trace_misuse(struct assay_trace *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_ground_misuse(ground_of(t), format, args);
}

void assay_trace_assert(struct assay_trace *t, bool condition)
{
    if (!condition)
        leave(t, ASSAY_TRACE_PASSED, "the system decided otherwise");
}

_Noreturn void assay_trace_discard(struct assay_trace *t, const char *why)
{
    leave(t, ASSAY_TRACE_DISCARDED, why);
}

/* ---- The system */

static void say_doing(struct assay_trace *t, const char *what)
{
    if (t->test)
        assay_body_doing(t->test, "%s", what);
}

void assay_trace_start(struct assay_trace *t)
{
    if (t->started)
        return;
    say_doing(t, "the start of the system");
    t->started = true;
    if (t->system->simulation)
        assay_trace_set_up(t);
    t->state = t->system->start ? t->system->start(t) : t->sim;
    say_doing(t, "");
}

void assay_trace_stop(struct assay_trace *t)
{
    if (!t->started)
        return;
    t->started = false;
    say_doing(t, "the end of the system");
    if (t->system->stop)
        t->system->stop(t->state);
    if (t->sim)
        assay_sim_end(t->sim);
    say_doing(t, "");
}

const void *assay_trace_context(const struct assay_trace *t)
{
    return t->generator ? t->generator->context : NULL;
}

const struct assay_trace_spec *assay_trace_spec_of(const struct assay_trace *t)
{
    return t->spec;
}

struct assay_test *assay_trace_test(struct assay_trace *t)
{
    return t->test;
}

/* ---- A run */

static void generate(void *ctx)
{
    struct assay_trace *t = ctx;
    const struct assay_trace_spec *spec = t->spec;

    if (t->job->random) {
        assay_trace_random(t);
        return;
    }
    if (spec->ngenerators == 0)
        assay_trace_misuse(t, "there are no generators for %s", spec->name);
    t->generator = spec->generators;
    if (spec->ngenerators > 1)
        t->generator += assay_trace_choice(t, spec->ngenerators);
    t->generator->run(t);
}

/* An assumption of the system or the generator that did not hold is one of the ways to
 * end; anything else that has stopped the test goes on to the runner. */
static void pass_on(struct assay_trace *t)
{
    struct assay_test *test = t->test;

    if (test->status == ASSAY_OK)
        return;
    if (test->status != ASSAY_REJECTED || assay_body_has_failed(test))
        assay_test_stop(test, test->status);
    test->status = ASSAY_OK;
    t->end = ASSAY_TRACE_DISCARDED;
    t->why = "an assumption did not hold";
}

static _Noreturn void fail(struct assay_trace *t, const struct assay_trace_value *vars)
{
    const struct assay_trace_property *property = t->spec->property;
    struct assay_buf message = assay_body_message(t->test);

    assay_trace_show_property(property, vars, &message);
    assay_buf_puts(&message, " is violated");
    assay_body_fail_as(t->test, "", 0, property->name);
    abort(); /* where there is a runner, there is a way back to it */
}

static void count(struct assay_trace *t)
{
    static const char *const labels[] = {"violated", "passed", "discarded"};
    char text[ASSAY_LABEL_TEXT];

    assay_label(t->test, labels[t->end]);
    if (t->end != ASSAY_TRACE_DISCARDED)
        return;
    snprintf(text, sizeof text, "discarded: %s", t->why);
    assay_body_label(t->test, text);
}

static void conclude(struct assay_trace *t)
{
    const struct assay_trace_value *vars;

    while (t->test->open != ASSAY_NO_SPAN && assay_span_end(t->test) == ASSAY_OK)
        ; /* those that a jump left open */
    vars = assay_trace_violation(t);
    assay_trace_write(t);
    if (vars)
        t->end = ASSAY_TRACE_VIOLATED;
    else if (t->why)
        assay_note(t->test, "the run ends early: %s", t->why);
    if (t->job->count)
        count(t);
    else if (vars)
        fail(t, vars);
    else
        assay_assume(t->test, t->end != ASSAY_TRACE_DISCARDED);
}

void assay_trace_run(struct assay_test *test)
{
    const struct assay_trace_job *job = assay_test_context(test);
    struct assay_trace *t = assay_test_new(test, 1, sizeof *t);

    if (!t) {
        assay_test_stop(test, ASSAY_NO_MEMORY);
        return;
    }
    *t = (struct assay_trace){.job = job,
                              .spec = job->spec,
                              .system = job->system,
                              .test = test,
                              .writes = job->spec->prelude && !job->quiet,
                              .arena = test->arena,
                              .end = ASSAY_TRACE_PASSED};
    assay_body_guard(test, generate, t);
    assay_trace_stop(t);
    pass_on(t);
    conclude(t);
}
