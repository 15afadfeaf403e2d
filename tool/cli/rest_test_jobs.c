/*
 * Executions side by side. Each job is a process with executions of its own; all speak to
 * one server, so what one of them learned may be changed by another. Therefore nothing
 * that fails here is a finding yet: its choices are handed back, to be tried again alone.
 */
#include "cli/rest_test.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define JOBS_MAX 64
#define FAILURES_MAX 1000 /* of all jobs */

typedef struct {
    pid_t pid;
    FILE *out; /* choices of what failed, a line each */
} TestJob;

/* In the job's process. */
static void work(const struct assay_property *property, struct assay_options options,
                 FILE *out)
{
    struct assay_report *report = NULL;

    options.no_store = true;
    options.shrink = 1;
    if (assay_check(property, &options, &report))
        return;
    for (size_t i = 0; i < report->nfindings; i++)
        fprintf(out, "%s\n", report->findings[i].choices);
    fflush(out);
    assay_report_free(report);
}

static bool start(TestJob *job, uint32_t number, const RestTestSettings *s,
                  const struct assay_property *property,
                  const struct assay_options *options)
{
    struct assay_options mine = *options;
    pid_t parent = getpid();
    int fd = memfd_create("failures", MFD_CLOEXEC);

    job->out = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (!job->out) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    mine.seed = options->seed + number + 1;
    mine.runs = (options->runs + s->jobs - 1) / s->jobs;
    if (number > 0)
        mine.progress = NULL;
    job->pid = fork();
    if (job->pid == 0) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent)
            work(property, mine, job->out);
        _exit(0);
    }
    return job->pid > 0;
}

static uint32_t read_failures(FILE *in, const char **list, uint32_t count,
                              struct assay_arena *arena)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t len;

    rewind(in);
    while (count < FAILURES_MAX && (len = getline(&line, &size, in)) > 0) {
        line[strcspn(line, "\n")] = '\0';
        list[count] = assay_arena_text(arena, line, strlen(line));
        count += list[count] != NULL;
    }
    free(line);
    return count;
}

static uint32_t finish(TestJob *job, const char **list, uint32_t count,
                       struct assay_arena *arena)
{
    if (job->pid > 0)
        while (waitpid(job->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    if (job->out) {
        count = read_failures(job->out, list, count, arena);
        fclose(job->out);
    }
    return count;
}

const char *const *rest_test_jobs(const RestTestSettings *s,
                                  const struct assay_property *property,
                                  const struct assay_options *options,
                                  struct assay_arena *arena)
{
    const char **list = assay_arena_new(arena, FAILURES_MAX + 1, sizeof *list);
    TestJob jobs[JOBS_MAX] = {{0}};
    uint32_t started = 0, count = 0;
    bool good = list != NULL;

    while (good && started < s->jobs && started < JOBS_MAX) {
        good = start(&jobs[started], started, s, property, options);
        started++;
    }
    for (uint32_t i = 0; list && i < started; i++)
        count = finish(&jobs[i], list, count, arena);
    if (!good)
        console_error(s->console, s->url, "executions side by side cannot be started: %s",
                      strerror(errno));
    return good ? list : NULL;
}
