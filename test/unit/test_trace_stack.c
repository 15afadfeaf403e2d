/*
 * Traces: a generator against a system that is wrong and one that is not, the random
 * baseline, what is counted, runs by hand.
 */
#include "trace_fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char lost_steps[] = "1. push(0)\n"
                                 "2. push(0)\n"
                                 "3. push(1)\n"
                                 "4. pop()\n"
                                 "5. popped(0)\n"
                                 "6. pop()\n"
                                 "7. popped(0)\n"
                                 "8. isEmpty()\n"
                                 "9. emptiness(true)\n";

TEST(trace_violation_is_found_at_once)
{
    struct assay_trace_job job = {.spec = &stack_spec, .system = &small_stack};
    struct assay_report *report = run_job(&job, NULL);
    const struct assay_finding *f;

    CHECK_UINT(report->nfindings, 1);
    f = report->findings;
    CHECK_INT(f->failure, ASSAY_ASSERTION);
    CHECK_UINT(f->after, 1);
    CHECK_STR(f->message, "lost(y = 1) is violated");
    CHECK_STR(f->notes, lost_steps);
    CHECK_STR(f->program, "");
    CHECK_STR(f->file, "");
    assay_report_free(report);
}

TEST(trace_nothing_is_found_where_nothing_is)
{
    struct assay_trace_job job = {.spec = &stack_spec, .system = &good_stack};
    struct assay_report *report = run_job(&job, &(struct assay_options){.runs = 10000});

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 10000);
    CHECK_UINT(report->rejected, 0);
    assay_report_free(report);
    job.random = true;
    report = run_job(&job, &(struct assay_options){.runs = 10000});
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 10000);
    assay_report_free(report);
}

TEST(trace_random_runs_find_it_later)
{
    struct assay_trace_job job = {
        .spec = &stack_spec, .system = &small_stack, .random = true};
    struct assay_report *report = run_job(&job, NULL);

    CHECK_UINT(report->nfindings, 1);
    CHECK(report->findings->after > 1);
    CHECK_STR(report->findings->message, "lost(y = 1) is violated");
    CHECK_STR(report->findings->notes, lost_steps);
    assay_report_free(report);
}

TEST(trace_counts_are_labels)
{
    struct assay_trace_job job = {
        .spec = &stack_spec, .system = &small_stack, .count = true};
    struct assay_options options = {.runs = 500};
    struct assay_report *report = run_job(&job, &options);

    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->runs, 500);
    CHECK_UINT(label_count(report, "violated"), 500);
    CHECK_UINT(report->nlabels, 1);
    assay_report_free(report);
    job.system = &good_stack;
    report = run_job(&job, &options);
    CHECK_UINT(label_count(report, "passed"), 500);
    assay_report_free(report);
    job = (struct assay_trace_job){
        .spec = &stack_spec, .system = &small_stack, .random = true, .count = true};
    report = run_job(&job, &options);
    CHECK(label_count(report, "violated") > 0 && label_count(report, "violated") < 100);
    CHECK_UINT(label_count(report, "violated") + label_count(report, "passed"), 500);
    assay_report_free(report);
}

/* In this process: what is counted is seen. */
TEST(trace_systems_are_stopped)
{
    struct assay_trace_job job = {
        .spec = &stack_spec, .system = &small_stack, .random = true};
    struct assay_options options = {.runs = 300, .no_fork = true};

    assay_report_free(run_job(&job, &options));
    CHECK(stacks_started > 200);
    CHECK_INT(stacks_stopped, stacks_started);
}

/* ---- By hand */

/* What a function prints in a process of its own, and *ret_code is how that ends. */
static const char *printed_by(int (*body)(void), int *ret_code)
{
    static char text[4096];
    size_t len = 0;
    ssize_t n;
    int ends[2], status;
    pid_t child;

    CHECK_INT(pipe(ends), 0);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        exit(body());
    }
    close(ends[1]);
    while ((n = read(ends[0], text + len, sizeof text - 1 - len)) > 0)
        len += (size_t)n;
    text[len] = '\0';
    close(ends[0]);
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    *ret_code = WEXITSTATUS(status);
    return text;
}

static int lose_by_hand(const struct assay_trace_system *system)
{
    struct assay_trace *t = assay_trace_open(&stack_spec, system, NULL);

    for (int i = 0; i < 3; i++)
        assay_trace_do(t, PUSH, FIELDS(NUMBER(i)));
    for (int i = 0; i < 2; i++) {
        assay_trace_do(t, POP, NULL);
        assay_trace_await(t, POPPED);
        assay_trace_take(t);
    }
    assay_trace_do(t, IS_EMPTY, NULL);
    return assay_trace_close(t);
}
static int lose(void)
{
    return lose_by_hand(&small_stack);
}
static int lose_nothing(void)
{
    return lose_by_hand(&good_stack);
}
static int wait_in_vain(void)
{
    struct assay_trace *t = assay_trace_open(&stack_spec, &good_stack, NULL);

    assay_trace_do(t, POP, NULL);
    assay_trace_await(t, POPPED);
    return 7;
}
static int draw_by_hand(void)
{
    struct assay_trace *t = assay_trace_open(&stack_spec, &good_stack, NULL);

    assay_trace_integer(t, 0, 9);
    return 7;
}

TEST(trace_by_hand)
{
    int code;

    CHECK_STR(printed_by(lose, &code), "push(0)\npush(1)\npush(2)\n"
                                       "pop()\npopped(1)\npop()\npopped(0)\n"
                                       "isEmpty()\nemptiness(true)\n"
                                       "violates lost(y = 2)\n");
    CHECK_INT(code, 1);
    CHECK_STR(printed_by(lose_nothing, &code), "push(0)\npush(1)\npush(2)\n"
                                               "pop()\npopped(2)\npop()\npopped(1)\n"
                                               "isEmpty()\nemptiness(false)\n"
                                               "does not violate lost\n");
    CHECK_INT(code, 0);
    CHECK_STR(printed_by(wait_in_vain, &code),
              "the run ends early: no popped arrived\npop()\ndoes not violate lost\n");
    CHECK_INT(code, 0);
    CHECK_STR(printed_by(draw_by_hand, &code), "nothing can be drawn in a run by hand\n");
    CHECK_INT(code, 2);
}

/* ---- The test program */

static int run_main(const char *argument)
{
    char *argv[] = {strdup("stack"), strdup("--seed=1"), strdup("--no-store"),
                    strdup(argument), NULL};
    int code = assay_trace_main(&stack_spec, &small_stack, 4, argv);

    fflush(NULL);
    for (int i = 0; i < 4; i++)
        free(argv[i]);
    _exit(code);
}
static int main_with_generators(void)
{
    return run_main("--runs=100");
}
static int main_at_random(void)
{
    return run_main("--random");
}

TEST(trace_test_program)
{
    const char *text;
    int code;

    text = printed_by(main_with_generators, &code);
    CHECK_INT(code, 1);
    CHECK(strstr(text, "lost(y = 1) is violated") != NULL);
    CHECK(strstr(text, "    9. emptiness(true)") != NULL);
    text = printed_by(main_at_random, &code);
    CHECK_INT(code, 1);
    CHECK(strstr(text, "lost(y = 1) is violated") != NULL);
}
