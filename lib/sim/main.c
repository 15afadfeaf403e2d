/*
 * Running simulations: as properties, and as a test program of their own.
 */
#include "run/body.h"
#include "run/front.h"
#include "sim/show.h"
#include "sim/sim.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1000000 }; /* more can only be a mistake */

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
        counts = assay_explorer_end(job->explorer, test->record->nchoices > sim->choices);
    if (test->status)
        assay_test_stop(test, test->status);
    assay_assume(test, counts);
}

/* ---- The test program */

struct program {
    struct assay_property *properties;
    struct assay_sim_job *jobs;
    size_t count;
    int schedule;
    uint64_t changes, depth;
};

/* Explores without a limit but time; rejects are schedules that lead nowhere new. */
static bool explore(struct assay_property *p, struct assay_sim_job *job, uint32_t depth)
{
    job->explorer = assay_explorer_new(depth);
    if (!job->explorer)
        return false;
    p->unit = "schedules";
    p->runs = UINT32_MAX;
    p->options.rejects = UINT32_MAX;
    p->options.exhausted = assay_explorer_done(job->explorer);
    return true;
}

static bool ready(void *ctx, const char *replay, struct assay_buf *error)
{
    struct program *p = ctx;

    (void)replay;
    if (p->changes > MANY || p->depth > MANY) {
        assay_buf_printf(error, "--changes and --depth are at most %d", MANY);
        return false;
    }
    for (size_t i = 0; i < p->count; i++) {
        p->jobs[i].schedule = (enum assay_schedule)p->schedule;
        p->jobs[i].changes = (uint32_t)p->changes;
        if (p->jobs[i].schedule == ASSAY_SCHEDULE_ALL &&
            !explore(&p->properties[i], &p->jobs[i], (uint32_t)p->depth)) {
            assay_buf_puts(error, "out of memory");
            return false;
        }
    }
    return true;
}

static const char *how_much(const struct assay_explorer *e)
{
    if (!*assay_explorer_done(e))
        return "and there are more";
    if (!assay_explorer_is_whole(e))
        return "all up to the depth";
    if (assay_explorer_draws(e))
        return "all orders, each with values drawn once";
    return assay_explorer_schedules(e) == 1 ? "there is no other" : "which are all";
}

static void tell(void *ctx, struct assay_buf *out)
{
    const struct program *p = ctx;

    for (size_t i = 0; i < p->count; i++) {
        const struct assay_explorer *e = p->jobs[i].explorer;
        uint64_t schedules = e ? assay_explorer_schedules(e) : 0;
        if (schedules > 0)
            assay_buf_printf(out, "%s: %" PRIu64 " schedule%s, %s\n",
                             p->properties[i].name, schedules, schedules == 1 ? "" : "s",
                             how_much(e));
    }
}

static bool list(struct program *p, const struct assay_simulation *table)
{
    while (table[p->count].name)
        p->count++;
    p->properties = calloc(p->count + 1, sizeof *p->properties);
    p->jobs = calloc(p->count + 1, sizeof *p->jobs);
    for (size_t i = 0; p->properties && p->jobs && i < p->count; i++) {
        p->jobs[i].simulation = &table[i];
        p->properties[i] = (struct assay_property){
            .name = table[i].name, .run = assay_sim_run, .context = &p->jobs[i]};
    }
    return p->properties && p->jobs;
}

int assay_sim_main(const struct assay_simulation *table, int argc, char **argv)
{
    static const char *const schedules[] = {"random", "pct", "all", NULL};
    struct program p = {0};
    const struct assay_opt options[] = {
        {"schedule", 0, ASSAY_OPT_CHOICE, &p.schedule, "NAME",
         "random, pct (by priorities) or all (that differ)", schedules},
        {"changes", 0, ASSAY_OPT_POSITIVE, &p.changes, "N",
         "pct: of priorities in an execution: 2", NULL},
        {"depth", 0, ASSAY_OPT_POSITIVE, &p.depth, "N", "all: steps that are chosen: 30",
         NULL},
        {0},
    };
    const struct assay_front front = {options, ready, tell, &p};
    int code = 2;

    if (list(&p, table))
        code = assay_main_with(p.properties, &front, argc, argv);
    else
        fputs("out of memory\n", stderr);
    for (size_t i = 0; p.jobs && i < p.count; i++)
        assay_explorer_free(p.jobs[i].explorer);
    free(p.properties);
    free(p.jobs);
    return code;
}
