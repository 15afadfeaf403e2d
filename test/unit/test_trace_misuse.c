/*
 * Traces: what a system does wrong is an error that says so, no finding; and what a
 * system may ask.
 */
#include "trace_fixture.h"
#include <string.h>

enum { ACT, REST, SAID, LEVEL, PLACE, TRUTH };

static const char *const levels[] = {"low", "high", NULL};
static const struct assay_trace_field how = {.name = "how", .type = ASSAY_TRACE_INTEGER};
static const struct assay_trace_field said[] = {
    {.name = "what", .type = ASSAY_TRACE_TEXT},
    {.name = "times", .type = ASSAY_TRACE_INTEGER},
};
static const struct assay_trace_field level = {
    .name = "level", .type = ASSAY_TRACE_ENUM, .constants = levels};
static const struct assay_trace_field place = {.name = "place", .type = ASSAY_TRACE_SORT};
static const struct assay_trace_field truth = {.name = "truth",
                                               .type = ASSAY_TRACE_BOOLEAN};
static const struct assay_trace_operation operations[] = {
    [ACT] = {"act", ASSAY_TRACE_GENERATED, 1, &how},
    [REST] = {"rest", ASSAY_TRACE_GENERATED, 0, NULL},
    [SAID] = {"said", ASSAY_TRACE_OBSERVED, 2, said},
    [LEVEL] = {"level", ASSAY_TRACE_OBSERVED, 1, &level},
    [PLACE] = {"place", ASSAY_TRACE_OBSERVED, 1, &place},
    [TRUTH] = {"truth", ASSAY_TRACE_OBSERVED, 1, &truth},
};

/* parent: 2 -> 1, 1 -> 0, all others are their own; sum: (1, 2) -> 3, else -1. */
static const struct assay_trace_function functions[] = {{"parent", 1}, {"sum", 2}};
static const int64_t parents[] = {2, 1, 1, 0}, sums[] = {1, 2, 3};
static const struct assay_trace_table tables[] = {{2, parents, 0}, {1, sums, -1}};
static const uint32_t members[] = {3};
static const struct assay_trace_world world = {members, tables, NULL};

static void act(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    (void)state;
    switch (fields[0].number) {
    case 0:
        assay_answer(t, "sayd", "hello", 1);
        break;
    case 1:
        assay_send(t, "act", 1);
        break;
    case 2:
        assay_answer(t, "said", "hello");
        break;
    case 3:
        assay_answer(t, "said", 1, 1);
        break;
    case 4:
        assay_send(t, "said", "hello", "again");
        break;
    case 5:
        assay_answer(t, "level", 2);
        break;
    case 6:
        assay_answer(t, "place", 3);
        break;
    case 7:
        assay_answer(t, "truth", 2);
        break;
    case 8:
        assay_call(t, "parnt", 1);
        break;
    case 9:
        assay_call(t, "parent", 1, 2);
        break;
    case 10:
        assay_call(t, "parent", "one");
        break;
    case 11:
        assay_answer(t, "said", (const char *)NULL, 1);
        break;
    case 12:
        assay_answer(t, "truth");
        break;
    case 13:
        assay_call(t, "parent", 1);
        break;
    }
}

static void generate(struct assay_trace *t)
{
    const int *what = assay_trace_context(t);

    assay_trace_enter(t, &world, 1);
    assay_trace_do(t, ACT, FIELDS(NUMBER(*what)));
}
static void generate_without_world(struct assay_trace *t)
{
    assay_trace_do(t, ACT, FIELDS(NUMBER(13)));
}
static void rest(struct assay_trace *t)
{
    assay_trace_do(t, REST, NULL);
}
static void take_nothing(struct assay_trace *t)
{
    assay_trace_take(t);
}
static void unknown_language(struct assay_trace *t)
{
    assay_trace_text(t, "klingon");
}

static const bool accepts[] = {true};
static const struct assay_trace_property always = {
    .name = "always", .nstates = 1, .accepts = accepts};
static const struct assay_trace_system system_ = {.handlers = {{"act", act}}};
static const struct assay_trace_system deaf = {.handlers = {{NULL, NULL}}};

static void check_misuse(struct harness_site site, struct assay_trace_job job,
                         void (*body)(struct assay_trace *t), int what, const char *error)
{
    struct assay_trace_generator generator = {"g", body, &what};
    struct assay_trace_spec spec = {.name = "odd.trace",
                                    .operations = operations,
                                    .noperations = 6,
                                    .functions = functions,
                                    .nfunctions = 2,
                                    .nsorts = 1,
                                    .property = &always,
                                    .generators = &generator,
                                    .ngenerators = body ? 1 : 0};
    struct assay_report *report;

    job.spec = &spec;
    job.system = job.system ? job.system : &system_;
    report = run_job(&job, NULL);
    harness_check_int(site, "the verdict", report->verdict, ASSAY_MISUSED);
    harness_check_str(site, "the error", report->error, error);
    harness_check_uint(site, "findings", report->nfindings, 0);
    assay_report_free(report);
}
#define CHECK_MISUSE(WHAT, ERROR)                                                        \
    check_misuse(HARNESS_HERE, (struct assay_trace_job){0}, generate, WHAT, ERROR)

TEST(trace_events_that_are_none)
{
    CHECK_MISUSE(0, "the system answers 'sayd', which is no observed event of odd.trace");
    CHECK_MISUSE(1, "the system sends 'act', which is no observed event of odd.trace");
    CHECK_MISUSE(2, "the system answers 'said' with 1 value; odd.trace gives it 2");
    CHECK_MISUSE(12, "the system answers 'truth' with 0 values; odd.trace gives it 1");
    CHECK_MISUSE(3, "the system answers 'said' with a number for 'what', which is a "
                    "text");
    CHECK_MISUSE(11, "the system answers 'said' with a number for 'what', which is a "
                     "text");
    CHECK_MISUSE(4, "the system sends 'said' with a text for 'times', which is a number");
    CHECK_MISUSE(5, "the system answers 'level' with 2 for 'level', which has no such "
                    "value");
    CHECK_MISUSE(6, "the system answers 'place' with 3 for 'place', which has no such "
                    "value");
    CHECK_MISUSE(7, "the system answers 'truth' with 2 for 'truth', which has no such "
                    "value");
}

TEST(trace_functions_that_are_none)
{
    CHECK_MISUSE(8, "the system calls 'parnt', which is no function of odd.trace");
    CHECK_MISUSE(9, "the system calls 'parent' with 2 values; odd.trace gives it 1");
    CHECK_MISUSE(10, "the system calls 'parent' with a text");
}

TEST(trace_handlers_that_are_missing)
{
    struct assay_trace_job job = {.random = true, .system = &deaf};

    check_misuse(HARNESS_HERE, (struct assay_trace_job){0}, rest, 0,
                 "the system has no handler for 'rest'");
    check_misuse(HARNESS_HERE, job, generate, 0,
                 "the system has no handler for any event of odd.trace");
    check_misuse(HARNESS_HERE, (struct assay_trace_job){0}, NULL, 0,
                 "there are no generators for odd.trace");
}

TEST(trace_generators_that_are_wrong)
{
    struct assay_trace_job job = {.count = true};

    check_misuse(HARNESS_HERE, job, take_nothing, 0,
                 "nothing is there to be taken: nothing was awaited");
    check_misuse(HARNESS_HERE, job, unknown_language, 0,
                 "there is no language 'klingon'");
}

/* ---- Worlds */

static void ask_parents(struct assay_trace *t, void *state,
                        const struct assay_trace_value *fields)
{
    (void)state;
    (void)fields;
    CHECK_INT(assay_call(t, "parent", 2), 1);
    CHECK_INT(assay_call(t, "parent", 1), 0);
    CHECK_INT(assay_call(t, "parent", 7), 0);
    CHECK_INT(assay_call(t, "sum", 1, 2), 3);
    CHECK_INT(assay_call(t, "sum", 2, 1), -1);
    CHECK_UINT(assay_trace_members(t, 0), 3);
    assay_answer(t, "said", "a \"b\"\n", -5);
    assay_answer(t, "level", 1);
    assay_answer(t, "place", 2);
    assay_answer(t, "truth", 1 == 1);
}

TEST(trace_worlds_answer_and_values_are_shown)
{
    static const struct assay_trace_system asking = {.handlers = {{"act", ask_parents}}};
    static const struct assay_trace_move any[] = {{0, 0, ACT, 0},
                                                  {0, 0, SAID, 0},
                                                  {0, 0, LEVEL, 0},
                                                  {0, 0, PLACE, 0},
                                                  {0, 0, TRUTH, 0}};
    static const struct assay_trace_property all = {
        .name = "all", .nstates = 1, .accepts = accepts, .moves = any, .nmoves = 5};
    static const int zero = 0;
    static const struct assay_trace_generator generators[] = {{"g", generate, &zero},
                                                              {"h", generate, &zero}};
    static const struct assay_trace_spec spec = {.name = "odd.trace",
                                                 .operations = operations,
                                                 .noperations = 6,
                                                 .functions = functions,
                                                 .nfunctions = 2,
                                                 .nsorts = 1,
                                                 .property = &all,
                                                 .generators = generators,
                                                 .ngenerators = 2};
    struct assay_trace_job job = {.spec = &spec, .system = &asking};
    struct assay_report *report = run_job(&job, NULL);

    CHECK_STR(only_finding(report)->notes,
              "in a world where parent(2) = 1, parent(1) = 0, "
              "parent else 0; sum(1, 2) = 3, sum else -1\n"
              "1. act(0)\n"
              "2. said(\"a \\\"b\\\"\\n\", -5)\n"
              "3. level(high)\n"
              "4. place(#2)\n"
              "5. truth(true)\n");
    assay_report_free(report);
}

TEST(trace_functions_need_a_world)
{
    check_misuse(HARNESS_HERE, (struct assay_trace_job){0}, generate_without_world, 0,
                 "the system calls 'parent', but this run has no world");
}
