/*
 * Saved failures: written at once, tried first, never lost, and refused when damaged.
 */
#include "harness.h"
#include "run_fixture.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int limit; /* what below_limit() requires; read by the child at its start */

static void below_limit(struct assay_test *t)
{
    ASSAY_LT(t, assay_int(t, "x", 0, 1000000), limit);
}

static const struct assay_property property = ASSAY_PROPERTY(below_limit);

static void read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    size_t len;

    CHECK(file != NULL);
    len = fread(text, 1, size - 1, file);
    text[len] = '\0';
    fclose(file);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

TEST(store_saves_and_replays_a_failure)
{
    struct assay_report *report;
    char path[512], text[4096];

    make_folder();
    limit = 100;
    report = run(&property, NULL);
    CHECK_STR(only_finding(report)->values, "x = 100\n");
    CHECK(!report->findings->from_store);
    strcpy(path, report->findings->saved);
    read_file(path, text, sizeof text);
    CHECK(strncmp(text, "assay1 pbelow_limit i100 .", 26) == 0);
    assay_report_free(report);

    report = run(&property, NULL);
    CHECK(only_finding(report)->from_store);
    CHECK_STR(report->findings->saved, path);
    CHECK_UINT(report->stored, 1);
    CHECK_UINT(report->stored_passing, 0);
    CHECK_UINT(report->findings->after, 1);
    assay_report_free(report);
    remove_folder();
}

TEST(store_keeps_what_holds_now)
{
    struct assay_report *report;
    char path[512];

    make_folder();
    limit = 100;
    report = run(&property, NULL);
    strcpy(path, only_finding(report)->saved);
    assay_report_free(report);
    limit = 2000000;
    report = run(&property, NULL);
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->stored, 1);
    CHECK_UINT(report->stored_passing, 1);
    CHECK_INT(access(path, R_OK), 0);
    assay_report_free(report);
    remove_folder();
}

/* Runs with the file in the store; the error must name it and say this. */
static void check_refused(const char *text, const char *reason)
{
    struct assay_report *report;
    char path[512], after[4096];

    snprintf(path, sizeof path, "%s/below_limit-00ff.choices", run_options().store);
    write_file(path, text);
    report = run(&property, NULL);
    CHECK_INT(report->verdict, ASSAY_MISUSED);
    CHECK(strstr(report->error, path) != NULL);
    CHECK(strstr(report->error, reason) != NULL);
    CHECK_UINT(report->runs, 0);
    read_file(path, after, sizeof after);
    CHECK_STR(after, text);
    assay_report_free(report);
}

TEST(store_refuses_damaged_files)
{
    make_folder();
    limit = 100;
    check_refused("", "assay1");
    check_refused("assay1 pbelow_limit i100", "truncated");
    check_refused("assay1 pbelow_limit i100 .00000000", "checksum");
    check_refused("assay9 pbelow_limit i100 .00000000", "version 9");
    remove_folder();
}

TEST(store_leaves_files_of_others_alone)
{
    struct assay_report *report;
    char path[512];

    make_folder();
    limit = 2000000;
    snprintf(path, sizeof path, "%s/below_limit_2-00ff.choices", run_options().store);
    write_file(path, "not ours");
    report = run(&property, NULL);
    CHECK_INT(report->verdict, ASSAY_HELD);
    CHECK_UINT(report->stored, 0);
    assay_report_free(report);
    remove_folder();
}

TEST(store_that_cannot_be_written_is_a_warning)
{
    struct assay_options options = run_options();
    struct assay_report *report;

    options.no_store = false;
    options.store = "/dev/null/store";
    limit = 100;
    report = run(&property, &options);
    CHECK_STR(only_finding(report)->saved, "");
    CHECK(report->nwarnings > 0);
    CHECK(strstr(report->warnings[0], "was not saved") != NULL);
    assay_report_free(report);
}

TEST(store_writes_a_program)
{
    struct assay_report *report;
    char text[8192];

    make_folder();
    limit = 100;
    report = run(&property, NULL);
    read_file(only_finding(report)->reproducer, text, sizeof text);
    CHECK(strstr(text, "    int x = 100;\n") != NULL);
    CHECK(strstr(text, "given[] = {{\"x\", &x}, {0}};\n") != NULL);
    CHECK(strstr(text, "ASSAY_PROPERTY(below_limit);\n") != NULL);
    CHECK(strstr(text, "return assay_reproduce(&property, given);\n") != NULL);
    assay_report_free(report);
    remove_folder();
}

static void unnamed(struct assay_test *t)
{
    int64_t x = 0;

    assay_choose_int(t, 0, 1000, 0, ASSAY_BIASED, &x);
    ASSAY_LT(t, x, 10);
}

TEST(store_writes_a_program_of_choices)
{
    static const struct assay_property entry = ASSAY_PROPERTY(unnamed);
    struct assay_report *report;
    char text[8192];

    make_folder();
    report = run(&entry, NULL);
    read_file(only_finding(report)->reproducer, text, sizeof text);
    CHECK(strstr(text, "\"assay1 punnamed i10 .") != NULL);
    CHECK(strstr(text, "assay_reproduce_choices(&property, choices)") != NULL);
    assay_report_free(report);
    remove_folder();
}

static void same_names(struct assay_test *t)
{
    int sum = 0;

    for (int i = 0; i < 3; i++)
        sum += assay_int(t, "x", 0, 100);
    ASSAY_LT(t, sum, 201);
}

TEST(store_numbers_equal_names)
{
    static const struct assay_property entry = ASSAY_PROPERTY(same_names);
    struct assay_report *report;
    char text[8192];

    make_folder();
    report = run(&entry, NULL);
    read_file(only_finding(report)->reproducer, text, sizeof text);
    CHECK(strstr(text, "{{\"x\", &x}, {\"x\", &x_2}, {\"x\", &x_3}, {0}}") != NULL);
    assay_report_free(report);
    remove_folder();
}

TEST(reproduce_executes_given_values)
{
    static const int low = 5, high = 100;
    static const struct assay_given holds[] = {{"x", &low}, {0}};
    static const struct assay_given fails[] = {{"x", &high}, {0}};

    limit = 100;
    CHECK_INT(assay_reproduce(&property, holds), 0);
    CHECK_INT(assay_reproduce(&property, fails), 1);
    CHECK_INT(assay_reproduce_choices(&property, "assay1 i100"), 2);
}
