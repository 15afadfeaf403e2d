/*
 * Properties that explain themselves: a program of their own, what they do at the
 * moment, what their executions are called.
 */
#include "fixture.h"
#include "run/body.h"
#include "run_fixture.h"
#include <assay/fuzz.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_program(struct assay_test *t, int lines)
{
    struct assay_buf text;

    assay_buf_init(&text, NULL, 0);
    for (int i = 0; i < lines; i++)
        assay_buf_printf(&text, "call(%d); /* %d */\n", i, i + 1);
    assay_body_program(t, text.at, text.len);
    assay_buf_done(&text);
}

static void read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");

    CHECK(file != NULL);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* ---- The program */

static void calls_too_often(struct assay_test *t)
{
    int calls = assay_int(t, "calls", 0, 20);

    for (int i = 1; i <= calls; i++) {
        write_program(t, i);
        assay_note(t, "call %d", i);
        if (i == 3)
            ASSAY_FAIL(t, "call %d differs", i);
    }
}

TEST(program_is_that_of_the_smallest_case)
{
    static const struct assay_property property =
        ASSAY_PROPERTY_WITH(calls_too_often, .unit = "scenarios");
    struct assay_report *report;
    const struct assay_finding *f;
    char text[4096], expected[4096];

    make_folder();
    setenv("ASSAY_PROGRAM", "tests", 1);
    report = run(&property, NULL);
    f = only_finding(report);
    CHECK_STR(f->message, "call 3 differs");
    CHECK_STR(f->values, "calls = 3\n");
    CHECK_STR(f->notes, "call 1\ncall 2\ncall 3\n");
    CHECK_STR(f->program, "call(0); /* 1 */\ncall(1); /* 2 */\ncall(2); /* 3 */\n");
    read_file(f->reproducer, text, sizeof text);
    snprintf(expected, sizeof expected,
             "/* Smallest failing case of calls_too_often (%s:%d): call 3 differs\n"
             " * replay: tests --replay=%s */\n%s",
             property.file, property.line, f->saved, f->program);
    CHECK_STR(text, expected);
    check_replay(&property, f);
    assay_report_free(report);
    remove_folder();
}

static void dies_at_the_third(struct assay_test *t)
{
    int calls = assay_int(t, "calls", 0, 20);

    for (int i = 1; i <= calls; i++) {
        write_program(t, i);
        if (i == 3)
            abort();
    }
}

TEST(program_survives_a_crash)
{
    static const struct assay_property property = ASSAY_PROPERTY(dies_at_the_third);
    struct assay_report *report = run(&property, NULL);
    const struct assay_finding *f = only_finding(report);

    CHECK_INT(f->failure, ASSAY_SIGNAL);
    CHECK_STR(f->program, "call(0); /* 1 */\ncall(1); /* 2 */\ncall(2); /* 3 */\n");
    assay_report_free(report);
}

static void two_failures(struct assay_test *t)
{
    int x = assay_int(t, "x", -100, 100);

    if (x > 10) {
        write_program(t, 1);
        ASSAY_FAIL(t, "large");
    }
    if (x < -10)
        ASSAY_FAIL(t, "small");
}

/* Nothing is left of it for the next. */
TEST(program_belongs_to_one_finding)
{
    static const struct assay_property property = ASSAY_PROPERTY(two_failures);
    struct assay_report *report = run(&property, NULL);

    CHECK_UINT(report->nfindings, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct assay_finding *f = &report->findings[i];
        CHECK_STR(f->program,
                  strcmp(f->message, "large") == 0 ? "call(0); /* 1 */\n" : "");
    }
    assay_report_free(report);
}

static void writes_much(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 100);

    write_program(t, 20000);
    ASSAY_LT(t, x, 10);
}

TEST(program_that_is_too_long_says_so)
{
    static const struct assay_property property = ASSAY_PROPERTY(writes_much);
    static const char end[] = "\n#error cut here: the program is too long\n";
    struct assay_report *report = run(&property, NULL);
    const char *text = only_finding(report)->program;
    size_t len = strlen(text);

    CHECK(len < ASSAY_AREA_TEXT && len > ASSAY_AREA_TEXT - 2 * sizeof end);
    CHECK(strncmp(text, "call(0); /* 1 */\n", 17) == 0);
    CHECK_STR(text + len - strlen(end), end);
    assay_report_free(report);
}

static void says_whether_it_explains(struct assay_test *t)
{
    int x = assay_int(t, "x", 0, 100);

    if (!assay_body_explains(t))
        write_program(t, 5); /* of no effect */
    if (x >= 10)
        ASSAY_FAIL(t, assay_body_explains(t) ? "explained" : "not explained");
}

TEST(program_is_for_explained_executions)
{
    static const struct assay_property property =
        ASSAY_PROPERTY(says_whether_it_explains);
    struct assay_report *report = run(&property, NULL);

    CHECK_STR(only_finding(report)->message, "explained");
    CHECK_STR(only_finding(report)->program, "");
    assay_report_free(report);
}

/* Generators are tried without a runner, too. */
TEST(program_needs_a_runner)
{
    struct fixture f;
    struct assay_test *t;

    fixture_init(&f, NULL);
    t = fixture_start(&f, 1, 1);
    CHECK(!assay_body_explains(t));
    assay_body_program(t, "x", 1);
    assay_body_doing(t, "nothing");
    CHECK_INT(t->status, ASSAY_OK);
    fixture_done(&f);
}

/* ---- What it does */

enum { DIE, EXIT, HANG };

static void ends_while_doing(struct assay_test *t)
{
    const int *how = assay_test_context(t);
    int x = assay_int(t, "x", 0, 100);
    volatile bool always = true;

    assay_body_doing(t, "operation %d, the reference's ref_get", x);
    if (x < 10) {
        assay_body_doing(t, "%s", "");
        return;
    }
    if (*how == EXIT)
        exit(3);
    if (*how == DIE)
        abort();
    while (always)
        ;
}

static void check_doing(int how, const char *message)
{
    struct assay_property property =
        ASSAY_PROPERTY_WITH(ends_while_doing, .context = &how);
    struct assay_options options = run_options();
    struct assay_report *report;
    const struct assay_finding *f;

    options.timeout = 0.1;
    report = run(&property, &options);
    f = only_finding(report); /* whatever x is, it is the same failure */
    CHECK_STR(f->message, message);
    CHECK_STR(f->values, "x = 10\n");
    assay_report_free(report);
}

TEST(doing_is_said_when_the_execution_dies)
{
    check_doing(EXIT, "called exit(3) in operation 10, the reference's ref_get");
    check_doing(HANG, "no end within 0.1 s in operation 10, the reference's ref_get");
    check_doing(DIE, "died by SIGABRT in operation 10, the reference's ref_get");
}

static void fails_while_doing(struct assay_test *t)
{
    int x = assay_int(t, "x", -100, 100);

    if (x >= 10) {
        assay_body_doing(t, "operation 1");
        ASSAY_FAIL(t, "large");
    }
    if (x <= -10)
        exit(3);
}

/* An assertion says by itself where it is; and the next execution does something else. */
TEST(doing_is_not_said_otherwise)
{
    static const struct assay_property property = ASSAY_PROPERTY(fails_while_doing);
    struct assay_report *report = run(&property, NULL);

    CHECK_UINT(report->nfindings, 2);
    for (size_t i = 0; i < 2; i++)
        CHECK_STR(report->findings[i].message,
                  report->findings[i].failure == ASSAY_EXIT ? "called exit(3)" : "large");
    assay_report_free(report);
}

/* ---- Under a fuzzer: an initialiser with commas */

ASSAY_FUZZ_PROPERTY({.name = "short_input", .run = calls_too_often, .unit = "inputs"})

TEST(fuzz_takes_a_property)
{
    unsigned char few[] = {0, 0, 0, 0, 0, 0, 0, 0};

    CHECK_INT(LLVMFuzzerTestOneInput(few, sizeof few), 0);
}

/* ---- What a fuzzer is told */

static void meets_all_ends(struct assay_test *t)
{
    int how = assay_int(t, "how", 0, 9);

    assay_note(t, "it is %d", how);
    if (how == 1)
        assay_assume(t, false);
    if (how == 2)
        assay_int(t, "none", 2, 1);
    if (how == 3)
        assay_body_program(t, "int main(void) {}\n", 18);
    if (how >= 3)
        assay_fail_at(t, "a.c", 7, "above 2");
}

/* In a process of its own: how it ends, and what is said. */
static void check_fuzzed(unsigned char byte, int status, const char *said)
{
    static const struct assay_property property = ASSAY_PROPERTY(meets_all_ends);
    struct rlimit no_core = {0, 0};
    int ended = 0;
    pid_t pid;

    catch_errors();
    pid = fork();
    if (pid == 0) {
        setrlimit(RLIMIT_CORE, &no_core);
        _exit(assay_fuzz(&property, &byte, 1) == 0 ? 0 : 77);
    }
    CHECK(waitpid(pid, &ended, 0) == pid);
    CHECK_STR(caught_errors(), said);
    CHECK_INT(WIFSIGNALED(ended) ? -WTERMSIG(ended) : WEXITSTATUS(ended), status);
}

TEST(fuzz_says_how_it_ended)
{
    check_fuzzed(0, 0, "");
    check_fuzzed(1, 77, "");
    check_fuzzed(2, -SIGABRT, "meets_all_ends: nothing to choose from\n");
    check_fuzzed(3, -SIGABRT,
                 "a.c:7: meets_all_ends: above 2\nint main(void) {}\nit is 3\n");
    check_fuzzed(4, -SIGABRT, "a.c:7: meets_all_ends: above 2\nhow = 4\nit is 4\n");
}
