/*
 * Running simulations: as properties, and as a test program of their own.
 */
#include "run/body.h"
#include "sim/show.h"
#include "sim/sim.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One execution */

static void call(struct assay_sim *sim, void (*run)(struct assay_sim *sim),
                 const char *what)
{
    struct assay_doing before;

    if (!run)
        return;
    assay_show_doing(sim, &before, "the %s of %s", what, sim->of->name);
    run(sim);
    assay_show_done(sim, &before);
}

static void go(void *ctx)
{
    struct assay_sim *sim = ctx;
    const struct assay_simulation *of = sim->of;
    const char *stuck;

    if (!of->setup)
        assay_sim_misuse(sim, "%s has no setup: it adds the nodes", of->name);
    call(sim, of->setup, "setup");
    call(sim, of->check, "check");
    while (assay_sim_advance(sim))
        call(sim, of->check, "check");
    stuck = assay_sim_stuck(sim);
    if (stuck)
        assay_sim_fail(sim, "deadlock", "deadlock: %s, and nothing is under way", stuck);
    call(sim, of->finish, "finish");
}

void assay_sim_run(struct assay_test *test)
{
    const struct assay_sim_job *job = assay_test_context(test);
    struct assay_sim *sim = assay_sim_begin(test, test->arena, job->simulation, NULL);
    bool counts = true;

    sim->scheduler = assay_scheduler_new(test, job);
    if (job->explorer)
        assay_explorer_begin(job->explorer);
    assay_body_guard(test, go, sim);
    assay_sim_end(sim);
    if (job->explorer)
        counts = assay_explorer_end(job->explorer);
    if (test->status)
        assay_test_stop(test, test->status);
    assay_assume(test, counts);
}

/* ---- The test program */

static const char help[] =
    "      --schedule=S    random: every step equally likely; pct: by priorities;\n"
    "                      all: each one that differs, up to a depth\n"
    "      --changes=N     pct: changes of priorities in an execution, 2 if not told\n"
    "      --depth=N       all: steps that are chosen, 30 if not told\n";

struct wishes {
    enum assay_schedule schedule;
    uint32_t changes, depth;
};

static bool read_number(const char *text, uint32_t *ret_value)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);

    *ret_value = (uint32_t)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value <= 1000000;
}

static bool read_schedule(const char *text, enum assay_schedule *ret_schedule)
{
    static const char *const names[] = {"random", "pct", "all"};

    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *ret_schedule = (enum assay_schedule)i;
            return true;
        }
    return false;
}

/* Whether the argument is one of ours; *ret_good: it can be read. */
static bool read_wish(const char *arg, struct wishes *w, bool *ret_good)
{
    if (strncmp(arg, "--schedule=", 11) == 0)
        *ret_good = read_schedule(arg + 11, &w->schedule);
    else if (strncmp(arg, "--changes=", 10) == 0)
        *ret_good = read_number(arg + 10, &w->changes) && w->changes > 0;
    else if (strncmp(arg, "--depth=", 8) == 0)
        *ret_good = read_number(arg + 8, &w->depth);
    else
        return false;
    return true;
}

/* Takes them out of the arguments. */
static bool read_wishes(int *argc, char **argv, struct wishes *w)
{
    int kept = 1;

    for (int i = 1; i < *argc; i++) {
        bool good = true;
        if (!read_wish(argv[i], w, &good))
            argv[kept++] = argv[i];
        if (!good) {
            fprintf(stderr, "%s: cannot be read; --help lists the options\n", argv[i]);
            return false;
        }
    }
    argv[kept] = NULL;
    *argc = kept;
    return true;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* A report for programs, on standard output, is not to be spoilt. */
static FILE *stream_of(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--format", 8) == 0 || strncmp(argv[i], "-f", 2) == 0)
            return strstr(argv[i], "text") ||
                           (i + 1 < argc && strcmp(argv[i + 1], "text") == 0)
                       ? stdout
                       : stderr;
    return stdout;
}

static void tell_explored(const struct assay_property *table,
                          const struct assay_sim_job *jobs, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct assay_explorer *e = jobs[i].explorer;
        uint64_t schedules = e ? assay_explorer_schedules(e) : 0;
        if (schedules > 0)
            fprintf(out, "%s: %" PRIu64 " schedule%s, %s\n", table[i].name, schedules,
                    schedules == 1 ? "" : "s",
                    !*assay_explorer_done(e)      ? "and there are more"
                    : !assay_explorer_is_whole(e) ? "all up to the depth"
                    : schedules == 1              ? "there is no other"
                                                  : "which are all");
    }
}

/* Explores without a limit but time; rejects are schedules that lead nowhere new. */
static bool set_up(struct assay_property *p, struct assay_sim_job *job,
                   const struct wishes *w)
{
    *p = (struct assay_property){
        .name = job->simulation->name, .run = assay_sim_run, .context = job};
    job->schedule = w->schedule;
    job->changes = w->changes;
    if (w->schedule != ASSAY_SCHEDULE_ALL)
        return true;
    job->explorer = assay_explorer_new(w->depth);
    if (!job->explorer)
        return false;
    p->unit = "schedules";
    p->runs = UINT32_MAX;
    p->options.rejects = UINT32_MAX;
    p->options.exhausted = assay_explorer_done(job->explorer);
    return true;
}

int assay_sim_main(const struct assay_simulation *table, int argc, char **argv)
{
    struct wishes w = {ASSAY_SCHEDULE_RANDOM, 0, 0};
    struct assay_property *properties;
    struct assay_sim_job *jobs;
    size_t count = 0;
    bool good = true, wants_help;
    FILE *out;
    int code = 2;

    if (!read_wishes(&argc, argv, &w))
        return 2;
    /* Before they are read, which changes their order. */
    out = stream_of(argc, argv);
    wants_help = asks_for_help(argc, argv);
    while (table[count].name)
        count++;
    properties = calloc(count + 1, sizeof *properties);
    jobs = calloc(count + 1, sizeof *jobs);
    for (size_t i = 0; properties && jobs && i < count; i++) {
        jobs[i].simulation = &table[i];
        good = set_up(&properties[i], &jobs[i], &w) && good;
    }
    if (properties && jobs && good)
        code = assay_main(properties, argc, argv);
    else
        fputs("out of memory\n", stderr);
    if (wants_help)
        fputs(help, stdout);
    if (properties && jobs)
        tell_explored(properties, jobs, count, out);
    for (size_t i = 0; jobs && i < count; i++)
        assay_explorer_free(jobs[i].explorer);
    free(properties);
    free(jobs);
    return code;
}
