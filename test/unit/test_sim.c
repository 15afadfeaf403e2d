/*
 * Simulations: what arrives when, clocks and timers, faults, and what is reported of
 * systems that stand still or never do.
 */
#include "harness.h"
#include <assay/sim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct number {
    int64_t n;
};
ASSAY_MESSAGE(number, n);
ASSAY_SIGNAL(tick);
ASSAY_SIGNAL(tock);

static struct assay_report *run_on(const struct assay_simulation *of,
                                   enum assay_schedule schedule, uint64_t runs)
{
    struct assay_sim_job job = {.simulation = of, .schedule = schedule};
    struct assay_property property = {
        .name = of->name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {
        .runs = runs, .seed = 1, .no_store = true, .findings = 1, .timeout = 5};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_STR(report->error, "");
    return report;
}

static void check_holds(const struct assay_simulation *of)
{
    struct assay_report *report = run_on(of, ASSAY_SCHEDULE_RANDOM, 300);

    CHECK_UINT(report->nfindings, 0);
    if (report->nfindings > 0)
        CHECK_STR(report->findings[0].message, "");
    assay_report_free(report);
}

/* It is found, and this is what happens in it. */
static void check_found(const struct assay_simulation *of, const char *message,
                        const char *picture)
{
    struct assay_report *report = run_on(of, ASSAY_SCHEDULE_RANDOM, 3000);

    CHECK_UINT(report->nfindings, 1);
    if (report->nfindings > 0) {
        CHECK_STR(report->findings[0].message, message);
        if (picture)
            CHECK_STR(report->findings[0].picture, picture);
    }
    assay_report_free(report);
}

/* ---- Messages */

struct log {
    int64_t last, count;
};

static void on_number(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct log *log = state;
    const struct number *number = mail->body;

    ASSAY_LT(assay_self_test(self), log->last, number->n);
    log->last = number->n;
    log->count++;
}

static const struct assay_actor counter = {.name = "counter",
                                           .size = sizeof(struct log),
                                           .handlers = {ASSAY_ON(number, on_number)}};

static void start_source(struct assay_self *self, void *state)
{
    (void)state;
    for (int64_t i = 1; i <= 3; i++)
        assay_tell(self, 0, number, .n = i);
}

static const struct assay_actor source = {.name = "source", .start = start_source};

static void setup_pair(struct assay_sim *sim)
{
    assay_sim_add(sim, &counter);
    assay_sim_add(sim, &source);
}

static void all_came(struct assay_sim *sim)
{
    const struct log *log = assay_sim_state(sim, 0);

    ASSAY_EQ(assay_sim_test(sim), log->count, 3);
    ASSAY_EQ(assay_sim_test(sim), assay_sim_in_flight(sim), 0);
}

TEST(sim_messages_overtake_each_other)
{
    struct assay_simulation of = {.name = "pair", .setup = setup_pair};

    check_found(&of, "log->last < number->n: 3 is not below 2",
                "   counter0  source0\n"
                "  1    │<───────┤     number(n = 1)\n"
                "  2    │<╌╌╌╌╌╌╌┤     number(n = 3)  sent at first\n"
                "  3    │<╌╌╌╌╌╌╌┤     number(n = 2)  sent at first, overtaken by 2\n");
}

TEST(sim_channels_can_keep_the_order)
{
    struct assay_simulation of = {
        .name = "pair", .setup = setup_pair, .finish = all_came, .ordered = true};

    check_holds(&of);
}

/* ---- Faults */

TEST(sim_messages_are_lost)
{
    struct assay_simulation of = {.name = "pair",
                                  .setup = setup_pair,
                                  .finish = all_came,
                                  .ordered = true,
                                  .faults = {.losses = 1}};

    check_found(&of, "log->count == 3: 2 is not 3",
                "   counter0  source0\n"
                "  1    │ ✗──────┤     lost: number(n = 1)  sent at first\n"
                "  2    │<╌╌╌╌╌╌╌┤     number(n = 2)        sent at first\n"
                "  3    │<╌╌╌╌╌╌╌┤     number(n = 3)        sent at first\n");
}

TEST(sim_messages_are_doubled)
{
    struct assay_simulation of = {.name = "pair",
                                  .setup = setup_pair,
                                  .ordered = true,
                                  .faults = {.duplicates = 1}};

    check_found(&of, "log->last < number->n: 3 is not below 1", NULL);
}

TEST(sim_nodes_crash)
{
    struct assay_simulation of = {.name = "pair",
                                  .setup = setup_pair,
                                  .finish = all_came,
                                  .ordered = true,
                                  .faults = {.crashes = 1, .for_ever = true}};

    check_found(&of, "log->count == 3: 0 is not 3",
                "   counter0  source0\n"
                "  1    ✗        │     crashes\n"
                "  2      ✗╌╌╌╌╌╌┤     lost: number(n = 1)  sent at first\n"
                "  3      ✗╌╌╌╌╌╌┤     lost: number(n = 2)  sent at first\n"
                "  4      ✗╌╌╌╌╌╌┤     lost: number(n = 3)  sent at first\n");
}

/* Half of its state survives. */
struct memory {
    int64_t kept, lost;
};

static void start_memory(struct assay_self *self, void *state)
{
    struct memory *m = state;

    ASSAY_EQ(assay_self_test(self), m->lost, 0);
    m->kept++;
    m->lost++;
}

static const struct assay_actor rememberer = {.name = "rememberer",
                                              .size = sizeof(struct memory),
                                              .durable = sizeof(int64_t),
                                              .start = start_memory};

static void setup_memory(struct assay_sim *sim)
{
    uint32_t node = assay_sim_add(sim, &rememberer);
    struct memory *m = assay_sim_state(sim, node);

    CHECK(!assay_sim_restart(sim, node));
    CHECK(assay_sim_crash(sim, node));
    CHECK(!assay_sim_crash(sim, node));
    CHECK(!assay_sim_is_up(sim, node));
    CHECK_INT(m->kept, 1);
    CHECK_INT(m->lost, 0);
    CHECK(assay_sim_restart(sim, node));
    CHECK_INT(m->kept, 2);
    CHECK_INT(m->lost, 1);
}

TEST(sim_some_state_survives_a_crash)
{
    struct assay_simulation of = {.name = "memory", .setup = setup_memory};

    check_holds(&of);
}

static void setup_cut(struct assay_sim *sim)
{
    assay_sim_add(sim, &counter);
    assay_sim_add(sim, &counter);
    assay_sim_cut(sim, 0, 1);
    assay_sim_tell(sim, 0, number, .n = 1); /* from outside: it is not cut off */
    ASSAY_EQ(assay_sim_test(sim), assay_sim_in_flight(sim), 1);
    assay_sim_heal(sim);
}

TEST(sim_networks_are_cut_and_heal)
{
    struct assay_simulation of = {.name = "cut", .setup = setup_cut};
    struct assay_simulation split = {.name = "pair",
                                     .setup = setup_pair,
                                     .finish = all_came,
                                     .ordered = true,
                                     .faults = {.partitions = 1}};

    check_holds(&of);
    check_holds(&split); /* what is under way arrives */
}

static void setup_on_purpose(struct assay_sim *sim)
{
    struct assay_test *t = assay_sim_test(sim);

    setup_pair(sim);
    ASSAY_ASSERT(t, assay_sim_lose(sim, "number", 1, 0));
    ASSAY_ASSERT(t, !assay_sim_lose(sim, "number", 0, 1));
    ASSAY_ASSERT(t, !assay_sim_lose(sim, "other", 1, 0));
    ASSAY_ASSERT(t, assay_sim_double(sim, "number", 1, 0));
    ASSAY_EQ(t, assay_sim_in_flight(sim), 3);
    ASSAY_ASSERT(t, !assay_sim_fire(sim, 1, "tick"));
}

TEST(sim_faults_can_be_made)
{
    struct assay_simulation of = {
        .name = "pair", .setup = setup_on_purpose, .ordered = true};

    check_found(&of, "log->last < number->n: 3 is not below 2", NULL);
}

/* ---- Time */

struct watch {
    uint64_t tick, tock;
};

static void start_watch(struct assay_self *self, void *state)
{
    (void)state;
    assay_alarm(self, 10, tick);
    assay_alarm(self, 99, tock);
    assay_alarm(self, 20, tock); /* instead */
}

static void on_tick(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct watch *w = state;

    ASSAY_EQ(assay_self_test(self), mail->from, assay_self_id(self));
    ASSAY_EQ(assay_self_test(self), w->tock, 0);
    w->tick = assay_self_clock(self);
}

static void on_tock(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct watch *w = state;

    (void)mail;
    w->tock = assay_self_clock(self);
}

static const struct assay_actor watcher = {
    .name = "watch",
    .size = sizeof(struct watch),
    .start = start_watch,
    .handlers = {ASSAY_ON(tick, on_tick), ASSAY_ON(tock, on_tock)}};

static void setup_watches(struct assay_sim *sim)
{
    assay_sim_add(sim, &watcher);
    assay_sim_add(sim, &watcher);
}

static void watches_rang(struct assay_sim *sim)
{
    for (uint32_t i = 0; i < 2; i++) {
        const struct watch *w = assay_sim_state(sim, i);
        ASSAY_ASSERT(assay_sim_test(sim), w->tick >= 10 && w->tock >= 20);
    }
    ASSAY_EQ(assay_sim_test(sim), assay_sim_clock(sim), 20);
}

TEST(sim_timers_of_a_node_fire_in_order)
{
    struct assay_simulation of = {
        .name = "watches", .setup = setup_watches, .finish = watches_rang};

    check_holds(&of);
}

/* With a bound for messages, time is the same everywhere. */
static void watches_agree(struct assay_sim *sim)
{
    const struct watch *a = assay_sim_state(sim, 0), *b = assay_sim_state(sim, 1);

    ASSAY_ASSERT(assay_sim_test(sim), !(a->tock && !b->tick));
}

TEST(sim_time_passes_for_all_where_messages_are_bounded)
{
    struct assay_simulation of = {
        .name = "watches", .setup = setup_watches, .check = watches_agree, .delay = 5};
    struct assay_simulation any = {
        .name = "watches", .setup = setup_watches, .check = watches_agree};

    check_holds(&of);
    check_found(&any, "!(a->tock && !b->tick) is false",
                "         watch0\n"
                "  1  t=10   ○    timer: tick()\n"
                "  2  t=20   ○    timer: tock()\n");
}

static void clocks_are_near(struct assay_sim *sim)
{
    const struct watch *w = assay_sim_state(sim, 0);

    ASSAY_ASSERT(assay_sim_test(sim), w->tick <= 17);
}

TEST(sim_clocks_are_off)
{
    struct assay_simulation near = {.name = "watches",
                                    .setup = setup_watches,
                                    .finish = clocks_are_near,
                                    .delay = 5,
                                    .skew = 7};
    struct assay_simulation far = {.name = "watches",
                                   .setup = setup_watches,
                                   .finish = clocks_are_near,
                                   .delay = 5,
                                   .skew = 8};

    check_holds(&near);
    check_found(&far, "w->tick <= 17 is false", NULL);
}

/* ---- Standing still, and never doing so */

static void wait_for_ever(struct assay_self *self, void *state)
{
    (void)state;
    if (assay_self_id(self) < 2)
        assay_self_waits(self, "a vote");
}

static const struct assay_actor waiter = {.name = "waiter", .start = wait_for_ever};

static void setup_waiters(struct assay_sim *sim)
{
    for (int i = 0; i < 3; i++)
        assay_sim_add(sim, &waiter);
}

TEST(sim_deadlock_is_a_finding)
{
    struct assay_simulation of = {.name = "waiters", .setup = setup_waiters};

    check_found(&of,
                "deadlock: waiter0 waits for a vote, waiter1 waits for a vote, and "
                "nothing is under way",
                "");
}

static void bounce(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_signal(self, 1 - assay_self_id(self), tick);
}

static const struct assay_actor bouncer = {.name = "bouncer",
                                           .handlers = {ASSAY_ON(tick, bounce)}};

static void setup_bouncers(struct assay_sim *sim)
{
    assay_sim_add(sim, &bouncer);
    assay_sim_add(sim, &bouncer);
    assay_sim_signal(sim, 0, tick);
}

TEST(sim_livelock_is_a_finding)
{
    struct assay_simulation endless = {
        .name = "bouncers", .setup = setup_bouncers, .steps = 5};
    struct assay_simulation idle = {
        .name = "bouncers", .setup = setup_bouncers, .progress = 3};

    check_found(&endless,
                "there is no end after 5 steps; bouncer0 -> bouncer1: tick is under way "
                "1 time",
                "    outside bouncer0 bouncer1\n"
                "  1    ├───────>│        │     tick()\n"
                "  2    │        ├───────>│     tick()\n"
                "  3    │        │<───────┤     tick()\n"
                "  4    │        ├───────>│     tick()\n"
                "  5    │        │<───────┤     tick()\n");
    check_found(&idle,
                "livelock: no progress in 3 steps; bouncer0 -> bouncer1: tick is under "
                "way 1 time",
                NULL);
}

static void flood(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    for (;;)
        assay_signal(self, 0, tock);
}

static const struct assay_actor flooder = {.name = "flooder",
                                           .handlers = {ASSAY_ON(tick, flood)}};

static void setup_flood(struct assay_sim *sim)
{
    assay_sim_add(sim, &flooder);
    assay_sim_signal(sim, 0, tick);
}

TEST(sim_flood_is_a_finding)
{
    struct assay_simulation of = {.name = "flood", .setup = setup_flood};

    check_found(&of,
                "flood: 100000 messages are under way; flooder0 -> flooder0: tock is "
                "under way 100000 times",
                "    outside flooder0\n"
                "  1    ├───────>│     tick()\n");
}

static void storm(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_alarm(self, 0, tick);
}

static const struct assay_actor stormer = {.name = "stormer",
                                           .handlers = {ASSAY_ON(tick, storm)}};

static void setup_storm(struct assay_sim *sim)
{
    assay_sim_add(sim, &stormer);
    assay_sim_signal(sim, 0, tick);
}

TEST(sim_timer_storm_is_a_finding)
{
    struct assay_simulation of = {.name = "storm", .setup = setup_storm};

    check_found(&of,
                "there is no end after 10000 steps; stormer0 has its timer tick set "
                "again",
                NULL);
}

static void crash(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)self, (void)state, (void)mail;
    abort();
}

static const struct assay_actor crasher = {.name = "crasher",
                                           .handlers = {ASSAY_ON(tick, crash)}};

static void setup_crash(struct assay_sim *sim)
{
    assay_sim_add(sim, &crasher);
    assay_sim_signal(sim, 0, tick);
}

TEST(sim_crash_of_a_handler_is_a_finding)
{
    struct assay_simulation of = {.name = "crash", .setup = setup_crash};

    check_found(&of, "died by SIGABRT in the handler of tick at crasher0",
                "    outside crasher0\n"
                "  1    ├───────>│     tick()\n");
}

static void hang(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)self, (void)state, (void)mail;
    for (;;)
        pause();
}

static const struct assay_actor hanger = {.name = "hanger",
                                          .handlers = {ASSAY_ON(tick, hang)}};

static void setup_hang(struct assay_sim *sim)
{
    assay_sim_add(sim, &hanger);
    assay_sim_signal(sim, 0, tick);
}

TEST(sim_hang_of_a_handler_is_a_finding)
{
    static const struct assay_simulation of = {.name = "hang", .setup = setup_hang};
    struct assay_sim_job job = {.simulation = &of};
    struct assay_property property = {
        .name = of.name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {.runs = 1, .no_store = true, .timeout = 0.2};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_UINT(report->nfindings, 1);
    if (report->nfindings > 0)
        CHECK_INT(report->findings[0].failure, ASSAY_TIMEOUT);
    assay_report_free(report);
}

/* ---- Misuse */

static void setup_nowhere(struct assay_sim *sim)
{
    assay_sim_add(sim, &counter);
    assay_sim_tell(sim, 7, number, .n = 1);
}

TEST(sim_messages_to_nobody_are_misuse)
{
    struct assay_simulation of = {.name = "nowhere", .setup = setup_nowhere};
    struct assay_sim_job job = {.simulation = &of};
    struct assay_property property = {
        .name = of.name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {.runs = 1, .no_store = true};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_INT(report->verdict, ASSAY_MISUSED);
    CHECK_STR(report->error, "a message to node 7, and there is 1 so far");
    assay_report_free(report);
}

/* ---- Schedules */

/* A chain of rare events: the last of many messages must come first, twice. Priorities
 * find it often, chance hardly ever. */
enum { CROWD = 8 };

static void start_crowd(struct assay_self *self, void *state)
{
    (void)state;
    for (int64_t i = 0; i < CROWD; i++)
        assay_tell(self, 0, number, .n = assay_self_id(self));
}

static const struct assay_actor crowd = {.name = "crowd", .start = start_crowd};

static void on_crowd(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct log *log = state;
    const struct number *number = mail->body;

    log->count = number->n == 3 ? log->count + 1 : -1000;
    ASSAY_ASSERT(assay_self_test(self), log->count < CROWD);
}

static const struct assay_actor judge = {.name = "judge",
                                         .size = sizeof(struct log),
                                         .handlers = {ASSAY_ON(number, on_crowd)}};

static void setup_crowd(struct assay_sim *sim)
{
    assay_sim_add(sim, &judge);
    for (int i = 0; i < 3; i++)
        assay_sim_add(sim, &crowd);
}

TEST(sim_priorities_find_what_chance_does_not)
{
    struct assay_simulation of = {.name = "crowd", .setup = setup_crowd};
    struct assay_report *chance = run_on(&of, ASSAY_SCHEDULE_RANDOM, 200);
    struct assay_report *pct = run_on(&of, ASSAY_SCHEDULE_PRIORITIES, 200);

    CHECK_UINT(chance->nfindings, 0);
    CHECK_UINT(pct->nfindings, 1);
    assay_report_free(chance);
    assay_report_free(pct);
}

/* A timer that is set again and again until a message comes: whoever had the higher
 * priority for ever would never let that happen. */
static void tick_on(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct log *log = state;

    (void)mail;
    if (log->count == 0)
        assay_alarm(self, 1, tick);
}

static void start_ticking(struct assay_self *self, void *state)
{
    (void)state;
    assay_alarm(self, 1, tick);
}

static const struct assay_actor ticker = {
    .name = "ticker",
    .size = sizeof(struct log),
    .start = start_ticking,
    .handlers = {ASSAY_ON(tick, tick_on), ASSAY_ON(number, on_number)}};

static void setup_ticker(struct assay_sim *sim)
{
    assay_sim_add(sim, &ticker);
    assay_sim_tell(sim, 0, number, .n = 1);
}

TEST(sim_priorities_are_fair_in_the_end)
{
    struct assay_simulation of = {.name = "ticker", .setup = setup_ticker, .steps = 400};
    struct assay_report *report = run_on(&of, ASSAY_SCHEDULE_PRIORITIES, 100);

    CHECK_UINT(report->nfindings, 0);
    assay_report_free(report);
}

/* A question and its answer, and a timer that takes the answer for granted. */
static void ask_first(struct assay_self *self, void *state)
{
    (void)state;
    if (assay_self_id(self) == 1) {
        assay_signal(self, 0, tick);
        assay_alarm(self, 8, tock);
    }
}

static void answer(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct log *log = state;

    log->count++;
    if (assay_self_id(self) == 0)
        assay_signal(self, mail->from, tick);
}

static void is_answered(struct assay_self *self, void *state,
                        const struct assay_mail *mail)
{
    const struct log *log = state;

    (void)mail;
    ASSAY_EQ(assay_self_test(self), log->count, 1);
}

static const struct assay_actor asker = {
    .name = "asker",
    .size = sizeof(struct log),
    .start = ask_first,
    .handlers = {ASSAY_ON(tick, answer), ASSAY_ON(tock, is_answered)}};

static void setup_askers(struct assay_sim *sim)
{
    assay_sim_add(sim, &asker);
    assay_sim_add(sim, &asker);
}

TEST(sim_messages_are_as_late_as_they_may_be)
{
    struct assay_simulation quick = {.name = "askers", .setup = setup_askers, .delay = 3};
    struct assay_simulation slow = {.name = "askers", .setup = setup_askers, .delay = 4};

    check_holds(&quick);
    check_found(&slow, "log->count == 1: 0 is not 1",
                "        asker0 asker1\n"
                "  1  t=4   │<─────┤    tick()\n"
                "  2  t=8   │      ○    timer: tock()\n");
}
