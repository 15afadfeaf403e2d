#include "run_fixture.h"
#include "harness.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char folder[64]; /* "" until made */

const char *make_folder(void)
{
    strcpy(folder, "/tmp/assay-unit-XXXXXX");
    if (!mkdtemp(folder))
        harness_fail(HARNESS_HERE, "no folder can be made");
    return folder;
}

void remove_folder(void)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    char path[512];

    while (dir && (entry = readdir(dir))) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

struct assay_options run_options(void)
{
    return (struct assay_options){
        .seed = 1, .store = *folder ? folder : NULL, .no_store = !*folder};
}

struct assay_report *run(const struct assay_property *property,
                         const struct assay_options *options)
{
    struct assay_options usual = run_options();
    struct assay_report *report = NULL;
    enum assay_status status = assay_check(property, options ? options : &usual, &report);

    if (status)
        harness_fail(HARNESS_HERE, "%s cannot be run: %s", property->name,
                     assay_status_text(status));
    return report;
}

const struct assay_finding *only_finding(const struct assay_report *report)
{
    if (report->nfindings != 1)
        harness_fail(HARNESS_HERE, "%s has %zu findings", report->property->name,
                     report->nfindings);
    CHECK_INT(report->verdict, ASSAY_BROKEN);
    return report->findings;
}

void check_replay(const struct assay_property *property,
                  const struct assay_finding *finding)
{
    struct assay_options options = run_options();
    struct assay_report *again;
    const struct assay_finding *found;

    CHECK_INT(assay_replay(property, finding->choices, &options, &again), ASSAY_OK);
    found = only_finding(again);
    CHECK_INT(found->failure, finding->failure);
    CHECK_INT(found->code, finding->code);
    CHECK_INT(found->line, finding->line);
    CHECK_STR(found->message, finding->message);
    CHECK_STR(found->values, finding->values);
    assay_report_free(again);
}

static int caught = -1, errors_before = -1;

void catch_errors(void)
{
    fflush(stderr);
    caught = memfd_create("errors", 0);
    errors_before = dup(STDERR_FILENO);
    if (caught < 0 || errors_before < 0 || dup2(caught, STDERR_FILENO) < 0)
        harness_fail(HARNESS_HERE, "errors cannot be caught");
}

const char *caught_errors(void)
{
    static char text[8192];
    ssize_t len;

    fflush(stderr);
    dup2(errors_before, STDERR_FILENO);
    len = pread(caught, text, sizeof text - 1, 0);
    text[len > 0 ? len : 0] = '\0';
    close(errors_before);
    close(caught);
    return text;
}

void check_expected(const char *name, const char *text)
{
    static char expected[1 << 16];
    char path[1024];
    FILE *file;

    snprintf(path, sizeof path, TEST_DATA "/expected/%s.txt", name);
    file = fopen(path, getenv("BLESS") ? "w+" : "r");
    if (!file)
        harness_fail(HARNESS_HERE, "%s cannot be opened", path);
    if (getenv("BLESS"))
        fputs(text, file);
    rewind(file);
    expected[fread(expected, 1, sizeof expected - 1, file)] = '\0';
    fclose(file);
    CHECK_STR(text, expected);
}

int open_descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int count = 0;

    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}
