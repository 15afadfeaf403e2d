/*
 * Traces: what generators compute, how deep their procedures go, and the C program of a
 * finding.
 */
#include "trace_fixture.h"
#include <string.h>

/* ---- Arithmetic */

TEST(trace_arithmetic)
{
    struct assay_trace *t = assay_trace_open(&stack_spec, &good_stack, NULL);
    static const struct {
        int64_t a, b, quotient, remainder;
    } divisions[] = {{7, 2, 3, 1},   {-7, 2, -4, 1}, {7, -2, -3, 1},
                     {-7, -2, 4, 1}, {6, -3, -2, 0}, {INT64_MIN, 1, INT64_MIN, 0}};

    CHECK_INT(assay_trace_plus(t, 3, -4), -1);
    CHECK_INT(assay_trace_minus(t, INT64_MIN, -1), INT64_MIN + 1);
    CHECK_INT(assay_trace_times(t, -3, 4), -12);
    for (size_t i = 0; i < sizeof divisions / sizeof *divisions; i++) {
        int64_t a = divisions[i].a, b = divisions[i].b;
        CHECK_INT(assay_trace_quotient(t, a, b), divisions[i].quotient);
        CHECK_INT(assay_trace_remainder(t, a, b), divisions[i].remainder);
    }
    CHECK(assay_trace_same(NUMBER(3), NUMBER(3)));
    CHECK(!assay_trace_same(NUMBER(3), NUMBER(4)));
    CHECK(assay_trace_same(TEXT("ab"), TEXT("ab")));
    CHECK(!assay_trace_same(TEXT("ab"), TEXT("abc")));
    CHECK(!assay_trace_same(TEXT("ab"), TEXT("ac")));
    CHECK_INT(assay_trace_close(t), 0);
}

static void add_too_much(struct assay_trace *t)
{
    assay_trace_plus(t, INT64_MAX, 1);
}
static void subtract_too_much(struct assay_trace *t)
{
    assay_trace_minus(t, 0, INT64_MIN);
}
static void multiply_too_much(struct assay_trace *t)
{
    assay_trace_times(t, INT64_MAX, 2);
}
static void divide_by_nothing(struct assay_trace *t)
{
    assay_trace_quotient(t, 1, 0);
}
static void divide_too_much(struct assay_trace *t)
{
    assay_trace_remainder(t, INT64_MIN, -1);
}
static void call_itself(struct assay_trace *t)
{
    assay_trace_descend(t);
    if (assay_trace_again(t))
        call_itself(t);
    assay_trace_ascend(t);
}
static void call_in_a_row(struct assay_trace *t)
{
    for (int i = 0; i < 1000; i++) {
        assay_trace_descend(t);
        assay_trace_ascend(t);
    }
}

/* Runs a generator of the stack; returns how many runs have the label. */
static uint64_t count_runs(void (*generate)(struct assay_trace *t), const char *label)
{
    struct assay_trace_generator generator = {"g", generate, NULL};
    struct assay_trace_spec spec = stack_spec;
    struct assay_trace_job job = {.spec = &spec, .system = &good_stack, .count = true};
    struct assay_options options = {.runs = 5, .no_fork = true};
    struct assay_report *report;
    uint64_t count;

    spec.generators = &generator;
    report = run_job(&job, &options);
    count = label_count(report, label);
    assay_report_free(report);
    return count;
}

TEST(trace_numbers_that_are_too_large)
{
    static const char label[] = "discarded: a number is too large";

    CHECK_INT(count_runs(add_too_much, label), 5);
    CHECK_INT(count_runs(subtract_too_much, label), 5);
    CHECK_INT(count_runs(multiply_too_much, label), 5);
    CHECK_INT(count_runs(divide_by_nothing, label), 5);
    CHECK_INT(count_runs(divide_too_much, label), 5);
}

TEST(trace_procedures_inside_each_other)
{
    CHECK_INT(count_runs(call_itself, "discarded: too many calls inside each other"), 5);
    CHECK_INT(count_runs(call_in_a_row, "passed"), 5);
}

/* ---- In conditions */

static bool overflows(struct assay_trace *t, uint32_t condition,
                      const struct assay_trace_value *fields,
                      const struct assay_trace_value *vars)
{
    (void)condition;
    (void)vars;
    return assay_trace_plus(t, fields[0].number, INT64_MAX) == 0;
}

TEST(trace_conditions_may_be_asked_of_anything)
{
    static const bool accepts[] = {false, true};
    static const struct assay_trace_move moves[] = {{0, 1, PUSH, 1}};
    static const struct assay_trace_property property = {.name = "large",
                                                         .nstates = 2,
                                                         .accepts = accepts,
                                                         .moves = moves,
                                                         .nmoves = 1,
                                                         .holds = overflows};
    struct assay_trace_spec spec = stack_spec;
    struct assay_trace *t;

    spec.property = &property;
    t = assay_trace_open(&spec, &good_stack, NULL);
    assay_do(t, "push", 3);
    CHECK_INT(assay_trace_close(t), 1);
}

/* ---- The program of a finding */

TEST(trace_findings_have_a_program)
{
    struct assay_trace_spec spec = stack_spec;
    struct assay_trace_job job = {.spec = &spec, .system = &small_stack};
    struct assay_report *report;

    spec.prelude = "#include <assay/trace.h>\n";
    report = run_job(&job, NULL);
    CHECK_STR(
        only_finding(report)->program,
        "#include <assay/trace.h>\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "    struct assay_trace *t = assay_trace_open(&spec, &assay_system, NULL);\n"
        "\n"
        "    assay_do(t, \"push\", 0);              /* 1. push(0) */\n"
        "    assay_do(t, \"push\", 0);              /* 2. push(0) */\n"
        "    assay_do(t, \"push\", 1);              /* 3. push(1) */\n"
        "    assay_do(t, \"pop\");                  /* 4. pop() */\n"
        "    assay_see(t, \"popped\", 0);           /* 5. popped(0) */\n"
        "    assay_do(t, \"pop\");                  /* 6. pop() */\n"
        "    assay_see(t, \"popped\", 0);           /* 7. popped(0) */\n"
        "    assay_do(t, \"isEmpty\");              /* 8. isEmpty() */\n"
        "    assay_see(t, \"emptiness\", true);     /* 9. emptiness(true) */\n"
        "    return assay_trace_close(t);\n"
        "}\n");
    assay_report_free(report);
    job.quiet = true;
    report = run_job(&job, NULL);
    CHECK_STR(only_finding(report)->program, "");
    assay_report_free(report);
}

/* What such a program does. */
static int by_hand(const struct assay_trace_system *system)
{
    struct assay_trace *t = assay_trace_open(&stack_spec, system, NULL);

    assay_do(t, "push", 0);
    assay_do(t, "push", 5);
    assay_trace_do(t, PUSH, assay_fields(6));
    assay_do(t, "pop");
    assay_see(t, "popped", system == &small_stack ? 5 : 6);
    assay_do(t, "pop");
    assay_trace_see(t, POPPED, assay_fields(system == &small_stack ? 0 : 5));
    assay_do(t, "isEmpty");
    assay_see(t, "emptiness", system == &small_stack);
    return assay_trace_close(t);
}

TEST(trace_by_hand_and_by_name)
{
    CHECK_INT(by_hand(&small_stack), 1);
    CHECK_INT(by_hand(&good_stack), 0);
}
