/*
 * Traces: messages and the order in which they are taken, waiting, every way in which a
 * run ends, crashes and loops of a system.
 */
#include "trace_fixture.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- A system that does what it is told, by a number */

enum { ACT, HEARD, NEVER };
enum {
    NOTHING,
    ANSWER_TWICE,
    SEND_THREE,
    SEND_AND_ANSWER,
    FLOOD,
    ANSWER_WITHOUT_END,
    CRASH,
    LOOP,
    FAIL,
    ASSUME,
};

static const struct assay_trace_field number = {.name = "n", .type = ASSAY_TRACE_INTEGER};
static const struct assay_trace_operation operations[] = {
    [ACT] = {"act", ASSAY_TRACE_GENERATED, 1, &number},
    [HEARD] = {"heard", ASSAY_TRACE_OBSERVED, 1, &number},
    [NEVER] = {"never", ASSAY_TRACE_OBSERVED, 0, NULL},
};

static int starts, stops, messages_handled;

static void *start(struct assay_trace *t)
{
    (void)t;
    starts++;
    return calloc(1, sizeof(int));
}
static void stop(void *state)
{
    free(state);
    stops++;
}

static void say(struct assay_trace *t, int64_t what)
{
    switch (what) {
    case ANSWER_TWICE:
        assay_answer(t, "heard", 1);
        assay_answer(t, "heard", 2);
        break;
    case SEND_AND_ANSWER:
        assay_send(t, "heard", 1);
        assay_answer(t, "heard", 2);
        break;
    case SEND_THREE:
        for (int i = 1; i <= 3; i++)
            assay_send(t, "heard", i);
        break;
    case FLOOD:
        for (;;)
            assay_send(t, "heard", 0);
    case ANSWER_WITHOUT_END:
        for (;;)
            assay_answer(t, "heard", 0);
    }
}

static void act(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    *(int *)state = 3;
    say(t, fields[0].number);
    if (fields[0].number == CRASH)
        raise(SIGSEGV);
    while (fields[0].number == LOOP)
        *(volatile int *)state = 1;
    if (fields[0].number == FAIL)
        ASSAY_FAIL(assay_trace_test(t), "the system complains");
    if (fields[0].number == ASSUME)
        assay_assume(assay_trace_test(t), false);
}

/* Messages of its own: those above 1 are followed by another. */
static void heard(struct assay_trace *t, void *state,
                  const struct assay_trace_value *fields)
{
    (void)state;
    messages_handled++;
    if (fields[0].number == 3)
        assay_answer(t, "heard", 30);
}

/* Works three times after each act, and has then something to say. */
static bool idle(struct assay_trace *t, void *state)
{
    int *left = state;

    if (*left == 0)
        return false;
    if (--*left == 0)
        assay_send(t, "heard", 99);
    return true;
}
static bool never_rests(struct assay_trace *t, void *state)
{
    (void)t;
    (void)state;
    return true;
}

static const struct assay_trace_system plain = {
    .start = start, .stop = stop, .handlers = {{"act", act}}};
static const struct assay_trace_system echoing = {
    .start = start, .stop = stop, .handlers = {{"act", act}, {"heard", heard}}};
static const struct assay_trace_system working = {
    .start = start, .stop = stop, .idle = idle, .handlers = {{"act", act}}};
static const struct assay_trace_system restless = {
    .start = start, .stop = stop, .idle = never_rests, .handlers = {{"act", act}}};

/* ---- Generators */

static void do_act(struct assay_trace *t, int what)
{
    assay_trace_do(t, ACT, FIELDS(NUMBER(what)));
}

/* Of the messages 1, 2, 3: the last first, whatever there is afterwards. */
static void take_last_first(struct assay_trace *t)
{
    do_act(t, SEND_THREE);
    while (assay_trace_await(t, HEARD)[0].number != 3)
        ;
    assay_trace_take(t);
    for (;;) {
        assay_trace_await(t, HEARD);
        assay_trace_take(t);
    }
}
static void prefer_answers(struct assay_trace *t)
{
    do_act(t, SEND_AND_ANSWER);
    CHECK_INT(assay_trace_await(t, HEARD)[0].number, 2);
    CHECK_INT(assay_trace_await(t, HEARD)[0].number, 1);
    assay_trace_take(t);
    CHECK_INT(assay_trace_await(t, HEARD)[0].number, 2);
    assay_trace_take(t);
    CHECK(*(const int *)assay_trace_context(t) == 5);
}
static void wait_for_work(struct assay_trace *t)
{
    do_act(t, NOTHING);
    CHECK_INT(assay_trace_await(t, HEARD)[0].number, 99);
    assay_trace_take(t);
}
static void wait_for_more(struct assay_trace *t)
{
    do_act(t, ANSWER_TWICE);
    while (assay_trace_await(t, HEARD)[0].number != 3)
        ;
    CHECK(false);
}
static void wait_in_vain(struct assay_trace *t)
{
    do_act(t, NOTHING);
    assay_trace_await(t, HEARD);
}
static void wait_after_taking(struct assay_trace *t)
{
    do_act(t, ANSWER_TWICE);
    for (;;) {
        assay_trace_await(t, HEARD);
        assay_trace_take(t);
    }
}
static void wait_for_nothing(struct assay_trace *t)
{
    assay_trace_await(t, NEVER);
}
static void discard(struct assay_trace *t)
{
    do_act(t, NOTHING);
    assay_trace_discard(t, "for no reason");
}
static void discard_before(struct assay_trace *t)
{
    assay_trace_discard(t, "for no reason");
}
static void draw_again(struct assay_trace *t)
{
    int64_t x;

    do
        x = assay_trace_integer(t, 0, 1);
    while (!(x > 1) && assay_trace_again(t));
}
static void draw_of_nothing(struct assay_trace *t)
{
    assay_trace_integer(t, 1, 0);
}
static void choose_of_nothing(struct assay_trace *t)
{
    assay_trace_choice(t, 0);
}
static void assert_false(struct assay_trace *t)
{
    do_act(t, NOTHING);
    assay_trace_assert(t, true);
    assay_trace_assert(t, false);
    CHECK(false);
}
static void flood(struct assay_trace *t)
{
    do_act(t, FLOOD);
}
static void answer_without_end(struct assay_trace *t)
{
    do_act(t, ANSWER_WITHOUT_END);
}
static void crash(struct assay_trace *t)
{
    do_act(t, ANSWER_TWICE);
    do_act(t, CRASH);
}
static void loop(struct assay_trace *t)
{
    do_act(t, LOOP);
}
static void fail(struct assay_trace *t)
{
    do_act(t, FAIL);
}
static void assume(struct assay_trace *t)
{
    do_act(t, ASSUME);
}

/* ---- Running them */

static const bool none[] = {false}, all[] = {true, false};
static const struct assay_trace_move any[] = {
    {0, 0, ACT, 0}, {0, 0, HEARD, 0}, {0, 0, NEVER, 0}};
static const struct assay_trace_property nothing_is_wrong = {
    .name = "wrong", .nstates = 1, .accepts = none, .moves = any, .nmoves = 3};
static const struct assay_trace_property all_is_wrong = {
    .name = "wrong", .nstates = 1, .accepts = all, .moves = any, .nmoves = 3};

struct play {
    void (*run)(struct assay_trace *t);
    const struct assay_trace_system *system;
    const struct assay_trace_property *property;
    bool count;
};

static struct assay_report *perform(struct play play, const struct assay_options *options)
{
    static const int five = 5;
    struct assay_trace_generator generator = {"g", play.run, &five};
    struct assay_trace_spec spec = {.name = "ends.trace",
                                    .operations = operations,
                                    .noperations = 3,
                                    .property =
                                        play.property ? play.property : &nothing_is_wrong,
                                    .generators = &generator,
                                    .ngenerators = 1};
    struct assay_trace_job job = {
        .spec = &spec, .system = play.system ? play.system : &plain, .count = play.count};

    return run_job(&job, options);
}

/* All runs have this label, and this one, if it is not NULL; the system is stopped. */
static void check_ends(struct harness_site site, struct play play, const char *label,
                       const char *why)
{
    struct assay_options options = {.runs = 20, .no_fork = true};
    struct assay_report *report;

    starts = stops = 0;
    play.count = true;
    report = perform(play, &options);
    harness_check_str(site, "the error", report->error, "");
    harness_check_uint(site, label, label_count(report, label), 20);
    if (why)
        harness_check_uint(site, why, label_count(report, why), 20);
    harness_check_uint(site, "labels", report->nlabels, why ? 2 : 1);
    harness_check_int(site, "stops", stops, starts);
    assay_report_free(report);
}
#define CHECK_ENDS(PLAY, LABEL, WHY)                                                     \
    check_ends(HARNESS_HERE, (struct play){.run = PLAY}, LABEL, WHY)

TEST(trace_runs_that_do_not_count)
{
    CHECK_ENDS(discard, "discarded", "discarded: for no reason");
    CHECK_ENDS(discard_before, "discarded", "discarded: for no reason");
    CHECK_ENDS(draw_again, "discarded", "discarded: no value satisfies a condition");
    CHECK_ENDS(draw_of_nothing, "discarded", "discarded: an empty range");
    CHECK_ENDS(choose_of_nothing, "discarded", "discarded: an empty range");
    CHECK_ENDS(wait_in_vain, "discarded", "discarded: no heard arrived");
    CHECK_ENDS(wait_for_nothing, "discarded", "discarded: no never arrived");
    CHECK_ENDS(wait_after_taking, "discarded", "discarded: no heard arrived");
    CHECK_ENDS(flood, "discarded", "discarded: too many events");
    CHECK_ENDS(answer_without_end, "discarded", "discarded: too many events");
    CHECK_ENDS(assume, "discarded", "discarded: an assumption did not hold");
    check_ends(HARNESS_HERE, (struct play){.run = wait_for_nothing, .system = &restless},
               "discarded", "discarded: no never arrived");
}

TEST(trace_runs_where_the_system_decided_otherwise)
{
    CHECK_ENDS(assert_false, "passed", NULL);
    CHECK_ENDS(wait_for_more, "passed", NULL);
}

TEST(trace_runs_that_do_not_count_are_rejected)
{
    struct assay_report *report = perform((struct play){.run = discard}, NULL);

    CHECK_INT(report->verdict, ASSAY_STARVED);
    CHECK_UINT(report->runs, 0);
    CHECK(report->rejected > 100);
    assay_report_free(report);
}

TEST(trace_a_violation_is_one_however_the_run_ends)
{
    void (*const runs[])(struct assay_trace * t) = {discard, wait_for_more, flood, assume,
                                                    discard_before};

    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct play play = {.run = runs[i], .property = &all_is_wrong};
        struct assay_report *report = perform(play, NULL);
        CHECK_STR(only_finding(report)->message, "wrong is violated");
        CHECK_UINT(report->findings->after, 1);
        assay_report_free(report);
        check_ends(HARNESS_HERE, play, "violated", NULL);
    }
}

/* ---- Messages */

TEST(trace_messages_are_taken_in_another_order)
{
    struct play play = {
        .run = take_last_first, .system = &echoing, .property = &all_is_wrong};
    struct assay_report *report = perform(play, NULL);

    CHECK_STR(only_finding(report)->notes, "1. act(2)\n"
                                           "2. heard(3)\n"
                                           "3. heard(30)\n"
                                           "4. heard(1)\n"
                                           "5. heard(2)\n");
    assay_report_free(report);
}

TEST(trace_only_messages_have_handlers)
{
    struct play play = {.run = prefer_answers, .system = &echoing};

    messages_handled = 0;
    check_ends(HARNESS_HERE, play, "passed", NULL);
    CHECK_INT(messages_handled, 20);
}

TEST(trace_a_system_works_while_it_is_waited_for)
{
    struct play play = {.run = wait_for_work, .system = &working};

    check_ends(HARNESS_HERE, play, "passed", NULL);
}

/* At random, every order occurs, and all is taken in the end. */
static bool is_descending(struct assay_trace *t, uint32_t condition,
                          const struct assay_trace_value *fields,
                          const struct assay_trace_value *vars)
{
    (void)t;
    (void)vars;
    return fields[0].number == (int64_t)condition;
}
static void act_once(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    int *count = state;

    (void)fields;
    if ((*count)++ == 0)
        say(t, SEND_THREE);
}
TEST(trace_random_runs_take_messages_in_any_order)
{
    static const struct assay_trace_move moves[] = {
        {0, 0, ACT, 0},   {1, 1, ACT, 0},   {2, 2, ACT, 0},  {3, 3, ACT, 0},
        {0, 1, HEARD, 3}, {1, 2, HEARD, 2}, {2, 3, HEARD, 1}};
    static const bool accepts[] = {false, false, false, true};
    static const struct assay_trace_property descending = {.name = "descending",
                                                           .nstates = 4,
                                                           .accepts = accepts,
                                                           .moves = moves,
                                                           .nmoves = 7,
                                                           .holds = is_descending};
    static const struct assay_trace_system once = {
        .start = start, .stop = stop, .handlers = {{"act", act_once}}};
    struct assay_trace_spec spec = {.name = "ends.trace",
                                    .operations = operations,
                                    .noperations = 3,
                                    .property = &descending};
    struct assay_trace_job job = {.spec = &spec, .system = &once, .random = true};
    struct assay_report *report = run_job(&job, NULL);

    CHECK_STR(only_finding(report)->message, "descending is violated");
    CHECK_STR(report->findings->notes, "1. act(0)\n"
                                       "2. heard(3)\n"
                                       "3. heard(2)\n"
                                       "4. heard(1)\n");
    assay_report_free(report);
}

/* ---- Systems that fail */

TEST(trace_crash_of_a_handler)
{
    struct assay_report *report = perform((struct play){.run = crash}, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, HAS_ASAN ? ASSAY_SANITIZER : ASSAY_SIGNAL);
    CHECK(strstr(f->message, " in the handler of act(6)") != NULL);
    CHECK_STR(f->notes, "1. act(1)\n"
                        "2. heard(1)\n"
                        "3. heard(2)\n"
                        "4. act(6)\n");
    assay_report_free(report);
}

TEST(trace_handler_that_never_returns)
{
    struct assay_options options = {.timeout = 0.2};
    struct assay_report *report = perform((struct play){.run = loop}, &options);

    CHECK_INT(only_finding(report)->failure, ASSAY_TIMEOUT);
    CHECK(strstr(report->findings->message, " in the handler of act(7)") != NULL);
    CHECK_STR(report->findings->notes, "1. act(7)\n");
    assay_report_free(report);
}

TEST(trace_system_that_asserts)
{
    struct assay_report *report;

    report = perform((struct play){.run = fail, .property = &all_is_wrong}, NULL);
    CHECK_STR(only_finding(report)->message, "the system complains");
    CHECK_STR(report->findings->notes, "1. act(8)\n");
    assay_report_free(report);
    starts = stops = 0;
    report =
        perform((struct play){.run = fail}, &(struct assay_options){.no_fork = true});
    assay_report_free(report);
    CHECK(starts > 0);
    CHECK_INT(stops, starts);
}
