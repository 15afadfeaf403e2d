/*
 * Simulations that are used in odd ways, or wrongly: what is right is done, what is not
 * is told.
 */
#include "harness.h"
#include <assay/store.h>
#include <stdlib.h>
#include <string.h>

struct number {
    int64_t n;
};
ASSAY_MESSAGE(number, n);
ASSAY_SIGNAL(tick);
ASSAY_SIGNAL(tock);

static struct assay_report *run(const struct assay_simulation *of)
{
    struct assay_sim_job job = {.simulation = of};
    struct assay_property property = {
        .name = of->name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {
        .runs = 100, .seed = 1, .no_store = true, .findings = 1, .timeout = 10};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    return report;
}

static void check_good(const struct assay_simulation *of)
{
    struct assay_report *report = run(of);

    CHECK_STR(report->error, "");
    CHECK_STR(report->nfindings > 0 ? report->findings[0].message : "", "");
    assay_report_free(report);
}

static void check_holds(void (*setup)(struct assay_sim *sim), bool ordered)
{
    struct assay_simulation of = {.name = "odd", .setup = setup, .ordered = ordered};

    check_good(&of);
}

static void check_error(const struct assay_simulation *of, const char *error)
{
    struct assay_report *report = run(of);

    CHECK_STR(report->error, error);
    CHECK_INT(report->verdict, ASSAY_MISUSED);
    assay_report_free(report);
}

static void check_misuse(void (*setup)(struct assay_sim *sim), const char *error)
{
    struct assay_simulation of = {.name = "wrong", .setup = setup};

    check_error(&of, error);
}

/* A node whose only handler is this one, and a message that calls it. */
static struct assay_actor doer;

static void does(assay_mail_fn *what)
{
    doer = (struct assay_actor){.name = "doer",
                                .size = sizeof(struct number),
                                .handlers = {ASSAY_ON(tick, what)}};
}

static void setup_doer(struct assay_sim *sim)
{
    assay_sim_add(sim, &doer);
    assay_sim_signal(sim, 0, tick);
}

/* ---- Messages */

static void without_body(struct assay_self *self, void *state,
                         const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_signal(self, 0, number);
}

static const struct assay_message other_tick = {"tick", 8, 0, NULL};

static void of_two_sorts(struct assay_self *self, void *state,
                         const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_self_send(self, 0, &other_tick, &(int64_t){1});
}

static void to_nobody(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_signal(self, 1, tick);
}

TEST(sim_misuse_messages)
{
    does(without_body);
    check_misuse(setup_doer, "doer0: number has a body of 8 bytes, and none is given");
    does(of_two_sorts);
    check_misuse(setup_doer, "two sorts of message are called tick: one has 8 bytes, the "
                             "one that doer0 has a handler for 0");
    does(to_nobody);
    check_misuse(setup_doer, "doer0: a message to node 1, and there is 1 so far");
}

/* Of any size they come as they were sent, also while others are under way. */
struct large {
    char at[5000];
};
static const struct assay_message sizes[] = {{"size0", 0, 0, NULL},
                                             {"size1", 1, 0, NULL},
                                             {"size40", 40, 0, NULL},
                                             {"size41", 41, 0, NULL},
                                             {"size5000", 5000, 0, NULL}};

static void got_size(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct assay_test *t = assay_self_test(self);
    const unsigned char *body = mail->body;
    struct large junk;

    (void)state;
    memset(&junk, 255, sizeof junk);
    if (mail->message->size == 0)
        ASSAY_ASSERT(t, body == NULL);
    for (int i = 0; i < 5; i++) /* into the slot that is free now, among others */
        assay_self_send(self, 1, &sizes[i], &junk);
    for (uint32_t i = 0; i < mail->message->size; i++)
        ASSAY_EQ(t, body[i], (unsigned char)(i + mail->message->size));
}

static const struct assay_actor sizer = {.name = "sizer",
                                         .handlers = {{&sizes[0], got_size},
                                                      {&sizes[1], got_size},
                                                      {&sizes[2], got_size},
                                                      {&sizes[3], got_size},
                                                      {&sizes[4], got_size}}};
static const struct assay_actor deaf = {.name = NULL};

static void setup_sizes(struct assay_sim *sim)
{
    struct large body;

    assay_sim_add(sim, &sizer);
    assay_sim_add(sim, &deaf);
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 5; i++) {
            for (uint32_t k = 0; k < sizes[i].size; k++)
                body.at[k] = (char)(k + sizes[i].size);
            assay_sim_send(sim, 0, &sizes[i], &body);
            assay_sim_double(sim, sizes[i].name, ASSAY_OUTSIDE, 0);
        }
}

TEST(sim_bodies_of_any_size)
{
    check_holds(setup_sizes, false);
    check_holds(setup_sizes, true);
}

/* As many handlers as there can be; what is behind them is none. */
static struct {
    struct assay_actor actor;
    const struct assay_message *message;
    assay_mail_fn *run;
} full;

static void is_called(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)mail;
    ((struct number *)state)->n++;
    assay_signal(self, 0, tock);
}

static void must_not_be_called(struct assay_self *self, void *state,
                               const struct assay_mail *mail)
{
    (void)state, (void)mail;
    ASSAY_ASSERT(assay_self_test(self), false);
}

static void setup_full(struct assay_sim *sim)
{
    static const struct assay_message others[ASSAY_ACTOR_HANDLERS] = {{.name = "other"}};

    full.actor.size = sizeof(struct number);
    full.message = &tock_message;
    full.run = must_not_be_called;
    for (int i = 0; i < ASSAY_ACTOR_HANDLERS; i++) {
        full.actor.handlers[i].message = &others[0];
        full.actor.handlers[i].run = must_not_be_called;
    }
    full.actor.handlers[ASSAY_ACTOR_HANDLERS - 1].message = &tick_message;
    full.actor.handlers[ASSAY_ACTOR_HANDLERS - 1].run = is_called;
    assay_sim_add(sim, &full.actor);
    assay_sim_signal(sim, 0, tick);
}

static void was_called(struct assay_sim *sim)
{
    ASSAY_EQ(assay_sim_test(sim), ((struct number *)assay_sim_state(sim, 0))->n, 1);
}

TEST(sim_handlers_up_to_the_last)
{
    struct assay_simulation of = {
        .name = "full", .setup = setup_full, .finish = was_called};

    check_good(&of);
}

/* ---- Nodes */

static void setup_many(struct assay_sim *sim)
{
    for (int i = 0; i < 1024; i++)
        assay_sim_add(sim, &deaf);
    ASSAY_EQ(assay_sim_test(sim), assay_sim_nodes(sim), 1024);
}

static void setup_too_many(struct assay_sim *sim)
{
    setup_many(sim);
    assay_sim_add(sim, &deaf);
}

TEST(sim_misuse_too_many_nodes)
{
    check_holds(setup_many, false);
    check_misuse(setup_too_many, "there are too many nodes: 1024 at most");
}

/* Nodes that talk as soon as they are there: room for channels is not made each time. */
static void talk(struct assay_self *self, void *state)
{
    (void)state;
    assay_signal(self, 0, tick);
    assay_signal(self, assay_self_id(self), tock);
}

static const struct assay_actor talker = {.name = "talker", .start = talk};

static void setup_talkers(struct assay_sim *sim)
{
    for (int i = 0; i < 1000; i++)
        assay_sim_add(sim, &talker);
}

TEST(sim_ordered_channels_of_many_nodes)
{
    struct assay_simulation of = {
        .name = "talkers", .setup = setup_talkers, .ordered = true};
    struct assay_sim_job job = {.simulation = &of};
    struct assay_property property = {
        .name = of.name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {.runs = 2, .no_store = true, .memory = 100 << 20};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_STR(report->error, "");
    CHECK_UINT(report->nfindings, 0);
    assay_report_free(report);
}

/* Nodes that are added while messages are under way. */
static void add_one(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct assay_sim *sim = assay_self_sim(self);
    const struct number *number = mail->body;
    struct number *last = state;

    ASSAY_EQ(assay_self_test(self), number->n, last->n + 1);
    last->n = number->n;
    if (assay_sim_nodes(sim) >= 20)
        return;
    uint32_t node = assay_sim_add(sim, assay_sim_nodes(sim) % 2 ? &doer : &talker);
    if (node % 2) {
        assay_tell(self, node, number, .n = 1);
        assay_tell(self, node, number, .n = 2);
        assay_sim_tell(sim, node, number, .n = 3);
    }
}

static void adder_got(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    if (mail->from == ASSAY_OUTSIDE && assay_self_id(self) > 0)
        return;
    add_one(self, state, mail);
}

static void setup_adders(struct assay_sim *sim)
{
    doer = (struct assay_actor){.name = "doer",
                                .size = sizeof(struct number),
                                .handlers = {ASSAY_ON(number, adder_got)}};
    assay_sim_add(sim, &doer);
    for (int64_t i = 1; i <= 5; i++)
        assay_sim_tell(sim, 0, number, .n = i);
}

TEST(sim_nodes_are_added_while_messages_are_under_way)
{
    check_holds(setup_adders, true);
}

/* The names of nodes tell them apart. */
static const struct assay_actor twins[] = {
    {.name = "twin", .size = 1},
    {.name = "twin", .size = 2},
    {.name = "a name that is much longer than those of nodes can be", .size = 1},
    {.name = "a name that is much longer than those of nodes should be", .size = 1}};

static void fail_at_last(struct assay_sim *sim)
{
    ASSAY_ASSERT(assay_sim_test(sim), assay_sim_nodes(sim) == 0);
}

static void setup_twins(struct assay_sim *sim)
{
    for (uint32_t i = 0; i < 4; i++) {
        assay_sim_add(sim, &twins[i]);
        assay_sim_crash(sim, i);
    }
}

TEST(sim_names_of_nodes_differ)
{
    struct assay_simulation of = {
        .name = "twins", .setup = setup_twins, .finish = fail_at_last};
    struct assay_report *report = run(&of);

    CHECK_UINT(report->nfindings, 1);
    CHECK_STR(report->findings[0].picture,
              "       twin0                       a name that is much longer1\n"
              "                    twin1\n"
              "                      a name that is much longer0\n"
              "  1      ✗            │            │            │       crashes\n"
              "  2                   ✗            │            │       crashes\n"
              "  3                                ✗            │       crashes\n"
              "  4                                             ✗       crashes\n");
    assay_report_free(report);
}

/* ---- Crashes in the middle */

static void crash_myself(struct assay_self *self, void *state,
                         const struct assay_mail *mail)
{
    struct assay_sim *sim = assay_self_sim(self);
    struct assay_test *t = assay_self_test(self);
    struct number *own = state;

    (void)mail;
    own->n = 7;
    ASSAY_ASSERT(t, assay_sim_crash(sim, 0));
    ASSAY_ASSERT(t, !assay_sim_crash(sim, 0));
    ASSAY_EQ(t, own->n, 0);
    own->n = 8; /* what it does now it does not do */
    assay_signal(self, 1, tick);
    assay_alarm(self, 1, tock);
    assay_self_waits(self, "nothing");
    ASSAY_EQ(t, assay_sim_in_flight(sim), 0);
    ASSAY_ASSERT(t, !assay_sim_fire(sim, 0, "tock"));
}

static void was_wiped(struct assay_sim *sim)
{
    struct number *own = assay_sim_state(sim, 0);

    ASSAY_ASSERT(assay_sim_test(sim), assay_sim_restart(sim, 0));
    ASSAY_EQ(assay_sim_test(sim), own->n, 0);
}

static void setup_suicide(struct assay_sim *sim)
{
    does(crash_myself);
    setup_doer(sim);
    assay_sim_add(sim, &deaf);
}

TEST(sim_node_crashes_in_its_own_handler)
{
    struct assay_simulation of = {.name = "suicide",
                                  .setup = setup_suicide,
                                  .finish = was_wiped,
                                  .faults = {.for_ever = true}};

    check_good(&of);
}

static void last_words(struct assay_self *self, void *state)
{
    (void)state;
    assay_signal(self, 0, tick);
    assay_alarm(self, 5, tock);
}

static const struct assay_actor gossip = {.name = "gossip", .stop = last_words};

static void setup_last_words(struct assay_sim *sim)
{
    assay_sim_add(sim, &deaf);
    assay_sim_add(sim, &gossip);
    assay_sim_crash(sim, 1);
    ASSAY_EQ(assay_sim_test(sim), assay_sim_in_flight(sim), 0);
    ASSAY_ASSERT(assay_sim_test(sim), !assay_sim_fire(sim, 1, "tock"));
}

TEST(sim_dead_nodes_say_nothing)
{
    check_holds(setup_last_words, false);
}

static int stopped;

static void stop_badly(struct assay_self *self, void *state)
{
    (void)state;
    stopped++;
    ASSAY_ASSERT(assay_self_test(self), assay_self_id(self) != 0);
}

static const struct assay_actor bad_end = {.name = "end", .stop = stop_badly};

static void setup_bad_end(struct assay_sim *sim)
{
    stopped = 0;
    assay_sim_add(sim, &bad_end);
    assay_sim_add(sim, &bad_end);
    assay_sim_signal(sim, 0, tick);
}

TEST(sim_failure_in_the_end)
{
    struct assay_simulation of = {.name = "end", .setup = setup_bad_end};
    struct assay_sim_job job = {.simulation = &of};
    struct assay_property property = {
        .name = of.name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {.runs = 1, .no_store = true, .no_fork = true};
    struct assay_report *report;

    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_UINT(report->nfindings, 1);
    CHECK_STR(report->findings[0].message, "assay_self_id(self) != 0 is false");
    CHECK_STR(report->findings[0].picture, "    outside   end0\n"
                                           "  1    ├───────>│     tick()\n");
    CHECK_INT(stopped, 2); /* the other one, too */
    assay_report_free(report);
}

/* What fails in the end because something failed is not what is told. */
static void fails_first(struct assay_self *self, void *state,
                        const struct assay_mail *mail)
{
    (void)state, (void)mail;
    ASSAY_EQ(assay_self_test(self), assay_self_id(self), 7);
}

static const struct assay_actor both_bad = {
    .name = "both", .stop = stop_badly, .handlers = {ASSAY_ON(tick, fails_first)}};

static void setup_both_bad(struct assay_sim *sim)
{
    assay_sim_add(sim, &both_bad);
    assay_sim_signal(sim, 0, tick);
}

TEST(sim_first_failure_is_told)
{
    struct assay_simulation of = {.name = "both", .setup = setup_both_bad};
    struct assay_report *report = run(&of);

    CHECK_UINT(report->nfindings, 1);
    CHECK_STR(report->findings[0].message, "assay_self_id(self) == 7: 0 is not 7");
    assay_report_free(report);
}

/* ---- Faults */

static void setup_cut(struct assay_sim *sim)
{
    assay_sim_add(sim, &deaf);
    assay_sim_cut(sim, 0, 1);
}

TEST(sim_misuse_cut_of_nobody)
{
    check_misuse(setup_cut, "a cut of node 1, and there is 1 so far");
}

/* It is this one that is lost, and no other. */
static void setup_lost(struct assay_sim *sim)
{
    doer = (struct assay_actor){
        .name = "doer",
        .size = sizeof(struct number),
        .handlers = {ASSAY_ON(tick, is_called), ASSAY_ON(number, must_not_be_called)}};
    setup_doer(sim);
    assay_sim_tell(sim, 0, number, .n = 1);
    assay_sim_signal(sim, 0, tock);
    ASSAY_ASSERT(assay_sim_test(sim), assay_sim_lose(sim, "number", ASSAY_OUTSIDE, 0));
}

TEST(sim_the_right_message_is_lost)
{
    struct assay_simulation of = {
        .name = "lost", .setup = setup_lost, .finish = was_called};

    check_good(&of);
}

/* What is behind others in a channel can be lost, too, and come twice. */
static void got_in_order(struct assay_self *self, void *state,
                         const struct assay_mail *mail)
{
    static const int64_t expected[] = {1, 3, 4, 1};
    const struct number *number = mail->body;
    struct number *count = state;

    ASSAY_EQ(assay_self_test(self), number->n, expected[count->n]);
    count->n++;
}

static void setup_behind(struct assay_sim *sim)
{
    struct assay_test *t = assay_sim_test(sim);

    doer = (struct assay_actor){.name = "doer",
                                .size = sizeof(struct number),
                                .handlers = {ASSAY_ON(number, got_in_order)}};
    assay_sim_add(sim, &doer);
    ASSAY_ASSERT(t, !assay_sim_lose(sim, "number", ASSAY_OUTSIDE, 0)); /* none yet */
    assay_sim_signal(sim, 0, tick);
    assay_sim_tell(sim, 0, number, .n = 2);
    ASSAY_ASSERT(t, assay_sim_lose(sim, "number", ASSAY_OUTSIDE, 0)); /* the last one */
    assay_sim_tell(sim, 0, number, .n = 2);
    for (int64_t i = 1; i <= 4; i += 1 + (i == 1))
        assay_sim_tell(sim, 0, number, .n = i);
    ASSAY_ASSERT(t, assay_sim_lose(sim, "number", ASSAY_OUTSIDE, 0)); /* in the middle */
    ASSAY_ASSERT(t, assay_sim_double(sim, "number", ASSAY_OUTSIDE, 0));
    ASSAY_ASSERT(t, !assay_sim_lose(sim, "number", 0, 0));
    ASSAY_EQ(t, assay_sim_in_flight(sim), 5);
}

static void came_in_order(struct assay_sim *sim)
{
    const struct number *count = assay_sim_state(sim, 0);

    ASSAY_EQ(assay_sim_test(sim), count->n, 4);
}

TEST(sim_messages_behind_others_are_lost)
{
    struct assay_simulation of = {.name = "behind",
                                  .setup = setup_behind,
                                  .finish = came_in_order,
                                  .ordered = true};

    check_good(&of);
}

/* Healing does not bring back what was sent while it was cut; the order is kept. */
static void cut_and_heal(struct assay_self *self, void *state,
                         const struct assay_mail *mail)
{
    struct assay_sim *sim = assay_self_sim(self);

    (void)state, (void)mail;
    assay_tell(self, 1, number, .n = 1);
    assay_sim_cut(sim, 1, 0);
    assay_sim_cut(sim, 0, 1);
    assay_tell(self, 1, number, .n = 2);
    assay_sim_heal(sim);
    assay_sim_heal(sim);
    assay_tell(self, 1, number, .n = 3);
    assay_tell(self, 1, number, .n = 4);
    assay_sim_double(sim, "number", 0, 1);
}

static void setup_cut_and_heal(struct assay_sim *sim)
{
    doer = (struct assay_actor){
        .name = "doer",
        .size = sizeof(struct number),
        .handlers = {ASSAY_ON(number, got_in_order), ASSAY_ON(tick, cut_and_heal)}};
    assay_sim_add(sim, &doer);
    assay_sim_add(sim, &doer);
    assay_sim_signal(sim, 0, tick);
}

static void other_got_all(struct assay_sim *sim)
{
    const struct number *count = assay_sim_state(sim, 1);

    ASSAY_EQ(assay_sim_test(sim), count->n, 4);
}

TEST(sim_channels_keep_the_order_when_they_are_cut)
{
    struct assay_simulation of = {.name = "cut",
                                  .setup = setup_cut_and_heal,
                                  .finish = other_got_all,
                                  .ordered = true};

    check_good(&of);
}

/* ---- Time */

static void set_far(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_alarm(self, UINT64_MAX, tock);
}

static void rings_late(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    struct number *own = state;

    (void)mail;
    ASSAY_ASSERT(assay_self_test(self), assay_self_clock(self) >= UINT64_MAX - 3);
    if (own->n++ < 2)
        assay_alarm(self, UINT64_MAX, tock);
}

static void setup_far(struct assay_sim *sim)
{
    doer = (struct assay_actor){
        .name = "doer",
        .size = sizeof(struct number),
        .handlers = {ASSAY_ON(tick, set_far), ASSAY_ON(tock, rings_late)}};
    setup_doer(sim);
}

static void rang_thrice(struct assay_sim *sim)
{
    const struct number *own = assay_sim_state(sim, 0);

    ASSAY_EQ(assay_sim_test(sim), own->n, 3);
    ASSAY_ASSERT(assay_sim_test(sim), assay_sim_clock(sim) == UINT64_MAX);
}

TEST(sim_time_ends)
{
    struct assay_simulation of = {
        .name = "far", .setup = setup_far, .finish = rang_thrice, .skew = 3};

    check_good(&of);
    of.delay = 5;
    check_good(&of);
}

/* Where each node has a time of its own, that of all goes on, and never back. */
static uint64_t latest;

static void set_two(struct assay_self *self, void *state)
{
    (void)state;
    assay_alarm(self, assay_self_id(self) == 0 ? 5 : 50, tock);
}

static void setup_two(struct assay_sim *sim)
{
    latest = 0;
    doer = (struct assay_actor){.name = "doer", .start = set_two};
    assay_sim_add(sim, &doer);
    assay_sim_add(sim, &doer);
}

static void goes_on(struct assay_sim *sim)
{
    ASSAY_ASSERT(assay_sim_test(sim), assay_sim_clock(sim) >= latest);
    latest = assay_sim_clock(sim);
}

TEST(sim_time_never_goes_back)
{
    struct assay_simulation of = {.name = "two", .setup = setup_two, .check = goes_on};

    check_good(&of);
}

/* Messages that may take for ever hold up no timer. */
static void send_late(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_tell(self, 0, number, .n = 1);
    assay_alarm(self, 9, tock);
}

static void note_number(struct assay_self *self, void *state,
                        const struct assay_mail *mail)
{
    (void)self, (void)mail;
    ((struct number *)state)->n = 1;
}

static void wants_number(struct assay_self *self, void *state,
                         const struct assay_mail *mail)
{
    (void)mail;
    ASSAY_EQ(assay_self_test(self), ((struct number *)state)->n, 1);
}

static void start_clock(struct assay_self *self, void *state)
{
    (void)state;
    assay_alarm(self, 5, tick);
}

static void setup_slow(struct assay_sim *sim)
{
    doer = (struct assay_actor){.name = "doer",
                                .size = sizeof(struct number),
                                .start = start_clock,
                                .handlers = {ASSAY_ON(tick, send_late),
                                             ASSAY_ON(number, note_number),
                                             ASSAY_ON(tock, wants_number)}};
    assay_sim_add(sim, &doer);
}

TEST(sim_messages_take_for_ever)
{
    struct assay_simulation of = {
        .name = "slow", .setup = setup_slow, .delay = UINT64_MAX};
    struct assay_report *report = run(&of);

    CHECK_UINT(report->nfindings, 1);
    assay_report_free(report);
    of.delay = 8; /* before the timer */
    check_good(&of);
}

/* ---- Timers that handlers fire */

static void fires(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    struct assay_test *t = assay_self_test(self);
    struct assay_sim *sim = assay_self_sim(self);

    (void)state, (void)mail;
    assay_alarm(self, 7, tock);
    ASSAY_ASSERT(t, assay_sim_fire(sim, 0, "tock"));
    ASSAY_EQ(t, ((struct number *)state)->n, 1);
    ASSAY_ASSERT(t, !assay_sim_fire(sim, 0, "tock"));
    ASSAY_ASSERT(t, !assay_sim_fire(sim, 9, "tock"));
    ASSAY_EQ(t, assay_sim_clock(sim), 7);
}

static void setup_fires(struct assay_sim *sim)
{
    doer = (struct assay_actor){
        .name = "doer",
        .size = sizeof(struct number),
        .handlers = {ASSAY_ON(tick, fires), ASSAY_ON(tock, note_number)}};
    setup_doer(sim);
}

TEST(sim_handlers_fire_timers)
{
    struct assay_simulation of = {.name = "fires", .setup = setup_fires};

    check_good(&of);
}

/* ---- Sessions that start sessions */

static struct assay_store *store;
static int done;

static void answer(struct assay_session *s, const void *args)
{
    (void)args;
    done++;
    assay_begin(s, 3);
    assay_commit(s);
    done++;
}

static void pass_back(struct assay_session *s, const void *args)
{
    (void)s, (void)args;
    assay_session_run(store, 0, answer, NULL, 0);
}

static void pass_on(struct assay_session *s, const void *args)
{
    (void)s, (void)args;
    assay_session_run(store, 1, pass_back, NULL, 0);
}

static void setup_sessions(struct assay_sim *sim)
{
    done = 0;
    store = assay_store_open(sim, ASSAY_SNAPSHOT);
    assay_session_run(store, 0, pass_on, NULL, 0);
}

static void all_done(struct assay_sim *sim)
{
    ASSAY_EQ(assay_sim_test(sim), done, 2);
}

TEST(store_sessions_tell_each_other)
{
    struct assay_simulation of = {
        .name = "sessions", .setup = setup_sessions, .finish = all_done};

    check_good(&of);
}

/* ---- No setup */

TEST(sim_misuse_no_setup)
{
    struct assay_simulation of = {.name = "nothing"};

    check_error(&of, "nothing has no setup: it adds the nodes");
}
