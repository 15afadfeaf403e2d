/*
 * Priorities: who is first, who sinks when, and that every order of few steps comes about
 * by them.
 */
#include "harness.h"
#include "sim/sim.h"
#include <assay/store.h>
#include <string.h>

enum { LINES = 5, RUNS = 300 };

static uint64_t line_of(const void *ctx, uint32_t i)
{
    return ((const uint64_t *)ctx)[i];
}

static const uint64_t lines[LINES] = {10, 11, 12, 13, 14};

/* The lines by their priorities, the highest first. */
static void rank(const struct assay_scheduler *s, uint64_t ret_ranked[LINES])
{
    memcpy(ret_ranked, lines, sizeof lines);
    for (int i = 0; i < LINES; i++)
        for (int k = i + 1; k < LINES; k++)
            if (assay_scheduler_priority(s, ret_ranked[k]) >
                assay_scheduler_priority(s, ret_ranked[i])) {
                uint64_t line = ret_ranked[i];
                ret_ranked[i] = ret_ranked[k];
                ret_ranked[k] = line;
            }
}

static uint64_t first(struct assay_scheduler *s, uint32_t step)
{
    uint32_t i = assay_scheduler_first(s, step, LINES, line_of, lines);

    CHECK(i < LINES);
    return lines[i];
}

TEST(sim_priorities_sink)
{
    struct assay_scheduler s = {.schedule = ASSAY_SCHEDULE_PRIORITIES,
                                .seed = 1,
                                .nchanges = 3,
                                .changes = {4, 7, 9, 5, 6}}; /* the others are none */
    uint64_t at_first[LINES], now[LINES];

    rank(&s, at_first);
    for (uint32_t step = 0; step < 4; step++)
        CHECK_UINT(first(&s, step), at_first[0]);
    for (uint32_t step = 4; step < 7; step++) /* once, at its step */
        CHECK_UINT(first(&s, step), at_first[1]);
    for (uint32_t step = 7; step < 9; step++)
        CHECK_UINT(first(&s, step), at_first[2]);
    CHECK_UINT(first(&s, 9), at_first[3]);
    rank(&s, now); /* who sank last is the last */
    CHECK_UINT(now[0], at_first[3]);
    CHECK_UINT(now[1], at_first[4]);
    CHECK_UINT(now[2], at_first[0]);
    CHECK_UINT(now[3], at_first[1]);
    CHECK_UINT(now[4], at_first[2]);
}

/* One that has sunk can be the first again, and sink deeper. */
TEST(sim_priorities_sink_again)
{
    struct assay_scheduler s = {.schedule = ASSAY_SCHEDULE_PRIORITIES,
                                .seed = 1,
                                .nchanges = 7,
                                .changes = {1, 2, 3, 4, 5, 6, 7}};
    uint64_t at_first[LINES];

    rank(&s, at_first);
    for (uint32_t step = 0; step <= 7; step++)
        CHECK_UINT(first(&s, step), at_first[step % LINES]);
    CHECK_UINT(s.nlowered, LINES);
}

/* ---- Every order */

static struct {
    int order[6]; /* as a number, how often */
    int node[3];
    int count;
} met;

static void note(int node)
{
    met.node[met.count++ % 3] = node;
}

static void count_order(struct assay_sim *sim)
{
    (void)sim;
    CHECK_INT(met.count, 3);
    met.order[met.node[0] * 2 + (met.node[1] > met.node[2])]++;
}

ASSAY_SIGNAL(tick);

static void on_tick(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    note((int)assay_self_id(self));
}

static void set_timer(struct assay_self *self, void *state)
{
    (void)state;
    assay_alarm(self, 5, tick);
}

static const struct assay_actor bell = {
    .name = "bell", .start = set_timer, .handlers = {ASSAY_ON(tick, on_tick)}};
static const struct assay_actor listener = {.name = "listener",
                                            .handlers = {ASSAY_ON(tick, on_tick)}};

static void setup_bells(struct assay_sim *sim)
{
    met.count = 0;
    for (int i = 0; i < 3; i++)
        assay_sim_add(sim, &bell);
}

/* Two messages and a timer. */
static void setup_both(struct assay_sim *sim)
{
    met.count = 0;
    assay_sim_add(sim, &listener);
    assay_sim_add(sim, &bell);
    assay_sim_add(sim, &listener);
    assay_sim_signal(sim, 0, tick);
    assay_sim_signal(sim, 2, tick);
}

static void work(struct assay_session *s, const void *args)
{
    (void)args;
    assay_begin(s, 1);
    note((int)assay_session_id(s));
    assay_rollback(s);
}

static void setup_sessions(struct assay_sim *sim)
{
    struct assay_store *store = assay_store_open(sim, ASSAY_SNAPSHOT);

    met.count = 0;
    for (uint32_t i = 0; i < 3; i++)
        assay_session_run(store, i, work, NULL, 0);
}

TEST(sim_priorities_have_every_order)
{
    void (*const setups[])(struct assay_sim * sim) = {setup_bells, setup_both,
                                                      setup_sessions};

    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        struct assay_simulation of = {
            .name = "orders", .setup = setups[i], .finish = count_order};
        struct assay_sim_job job = {.simulation = &of,
                                    .schedule = ASSAY_SCHEDULE_PRIORITIES};
        struct assay_property property = {
            .name = of.name, .run = assay_sim_run, .context = &job};
        struct assay_options options = {
            .runs = RUNS, .seed = 1, .no_fork = true, .no_store = true};
        struct assay_report *report;
        memset(&met, 0, sizeof met);
        CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
        CHECK_UINT(report->runs, RUNS);
        for (int k = 0; k < 6; k++)
            CHECK(met.order[k] > RUNS / 20);
        assay_report_free(report);
    }
}

/* ---- When priorities change */

static struct {
    uint32_t soon, late; /* changes in the first 8 steps, and after 64 */
    uint64_t seeds[2];
} drawn;

static void setup_drawn(struct assay_sim *sim)
{
    const struct assay_scheduler *s = sim->scheduler;

    CHECK_UINT(s->nchanges, 3);
    for (uint32_t i = 0; i < s->nchanges; i++) {
        CHECK(s->changes[i] < 512);
        drawn.soon += s->changes[i] < 8;
        drawn.late += s->changes[i] >= 64;
    }
    drawn.seeds[0] = drawn.seeds[1];
    drawn.seeds[1] = s->seed;
    CHECK(drawn.seeds[0] != drawn.seeds[1]);
}

TEST(sim_priorities_change_soon_and_late)
{
    struct assay_simulation of = {.name = "drawn", .setup = setup_drawn};
    struct assay_sim_job job = {
        .simulation = &of, .schedule = ASSAY_SCHEDULE_PRIORITIES, .changes = 3};
    struct assay_property property = {
        .name = of.name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {
        .runs = RUNS, .seed = 1, .no_fork = true, .no_store = true};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK(drawn.soon > RUNS / 2);
    CHECK(drawn.late > RUNS / 2);
    assay_report_free(report);
}

/* ---- Faults */

static void setup_crowd(struct assay_sim *sim)
{
    for (int i = 0; i < 4; i++)
        assay_sim_add(sim, &listener);
    for (uint32_t i = 0; i < 40; i++)
        assay_sim_signal(sim, i % 4, tick);
}

static void down_as_often_as_crashed(struct assay_sim *sim)
{
    uint32_t down = 0;

    for (uint32_t i = 0; i < 4; i++)
        down += !assay_sim_is_up(sim, i);
    CHECK_UINT(down, sim->of->faults.crashes - sim->left.crashes);
    CHECK_UINT(sim->nup, 4 - down);
}

TEST(sim_nodes_that_crash_are_up)
{
    struct assay_simulation of = {.name = "crowd",
                                  .setup = setup_crowd,
                                  .check = down_as_often_as_crashed,
                                  .faults = {.crashes = 4, .for_ever = true}};
    struct assay_sim_job job = {.simulation = &of};
    struct assay_property property = {
        .name = of.name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {
        .runs = RUNS, .seed = 1, .no_fork = true, .no_store = true};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_STR(report->error, "");
    CHECK_UINT(report->nfindings, 0);
    assay_report_free(report);
}
