/*
 * Simulations for test/e2e/sim: handlers and sessions that do their worst, systems that
 * stand still or never do, and one order of many that is the end of the process.
 */
#include <assay/store.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ASSAY_SIGNAL(tick);
struct number {
    int64_t n;
};
ASSAY_MESSAGE(number, n);

/* ---- Standing still, and never doing so */

static void wait_for_ever(struct assay_self *self, void *state)
{
    (void)state;
    assay_self_waits(self, "an answer");
}

static const struct assay_actor waiter = {.name = "waiter", .start = wait_for_ever};

static void deadlock(struct assay_sim *sim)
{
    assay_sim_add(sim, &waiter);
    assay_sim_signal(sim, 0, tick);
}

static void bounce(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_signal(self, 1 - assay_self_id(self), tick);
}

static const struct assay_actor bouncer = {.name = "bouncer",
                                           .handlers = {ASSAY_ON(tick, bounce)}};

static void bouncers(struct assay_sim *sim)
{
    assay_sim_add(sim, &bouncer);
    assay_sim_add(sim, &bouncer);
    assay_sim_signal(sim, 0, tick);
}

static void flood(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    for (;;)
        assay_tell(self, 0, number, .n = 1);
}

static const struct assay_actor flooder = {.name = "flooder",
                                           .handlers = {ASSAY_ON(tick, flood)}};

static void one_flooder(struct assay_sim *sim)
{
    assay_sim_add(sim, &flooder);
    assay_sim_signal(sim, 0, tick);
}

/* Each message becomes two. */
static void breed(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_signal(self, 0, tick);
    assay_signal(self, 0, tick);
}

static const struct assay_actor breeder = {.name = "breeder",
                                           .handlers = {ASSAY_ON(tick, breed)}};

static void one_breeder(struct assay_sim *sim)
{
    assay_sim_add(sim, &breeder);
    assay_sim_signal(sim, 0, tick);
}

static void storm(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)state, (void)mail;
    assay_alarm(self, 0, tick);
}

static const struct assay_actor stormer = {.name = "stormer",
                                           .handlers = {ASSAY_ON(tick, storm)}};

static void one_stormer(struct assay_sim *sim)
{
    assay_sim_add(sim, &stormer);
    assay_sim_signal(sim, 0, tick);
}

static void loop_in_setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &waiter);
    for (;;)
        pause();
}

/* ---- Handlers that are the end of it */

static void *volatile nowhere;

enum deed { ABORT, SEGFAULT, EXIT, QUIT, HANG, LEAK };

static void do_it(enum deed deed)
{
    if (deed == ABORT)
        abort();
    if (deed == SEGFAULT)
        *(volatile int *)nowhere = 1;
    if (deed == EXIT)
        exit(0);
    if (deed == QUIT)
        _exit(3);
    if (deed == LEAK)
        nowhere = malloc(100);
    while (deed == HANG)
        pause();
}

static void on_number(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct number *number = mail->body;

    (void)self, (void)state;
    do_it((enum deed)number->n);
}

static const struct assay_actor doer = {.name = "doer",
                                        .handlers = {ASSAY_ON(number, on_number)}};

static void do_at_last(struct assay_sim *sim, enum deed deed)
{
    assay_sim_add(sim, &doer);
    assay_sim_add(sim, &waiter);
    assay_sim_signal(sim, 1, tick);
    assay_sim_tell(sim, 0, number, .n = deed);
}

#define DEED(NAME, WHAT)                                                                 \
    static void NAME(struct assay_sim *sim)                                              \
    {                                                                                    \
        do_at_last(sim, WHAT);                                                           \
    }
DEED(aborts, ABORT)
DEED(segfaults, SEGFAULT)
DEED(exits, EXIT)
DEED(quits, QUIT)
DEED(hangs, HANG)

static void leaks(struct assay_sim *sim)
{
    assay_sim_add(sim, &doer);
    assay_sim_tell(sim, 0, number, .n = LEAK);
}

/* ---- Sessions */

static int depth(volatile char *above)
{
    volatile char room[1000];

    memset((char *)room, *above, sizeof room);
    return room[1] < 100 ? depth(room) + room[1] : 0; /* it is 0 */
}

static void in_session(struct assay_session *s, const void *args)
{
    int what = *(const int *)args;
    volatile char top = 0;

    assay_begin(s, 1);
    assay_put(s, "x", 1, 2);
    if (what == 'o')
        depth(&top);
    if (what == 'f')
        ASSAY_EQ(assay_session_test(s), what, 'g');
    do_it((enum deed)what);
    assay_commit(s);
}

static void session(struct assay_sim *sim, int what)
{
    struct assay_store *store = assay_store_open(sim, ASSAY_SERIALISABLE);

    assay_session_run(store, 7, in_session, &what, sizeof what);
}

#define SESSION(NAME, WHAT)                                                              \
    static void NAME(struct assay_sim *sim)                                              \
    {                                                                                    \
        session(sim, WHAT);                                                              \
    }
SESSION(session_aborts, ABORT)
SESSION(session_segfaults, SEGFAULT)
SESSION(session_exits, EXIT)
SESSION(session_hangs, HANG)
SESSION(session_fails, 'f')
SESSION(session_overflows, 'o')

/* ---- One order of many */

struct order {
    int64_t at[4];
    int64_t count;
};

static void on_ordered(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    struct order *order = state;

    (void)self;
    order->at[order->count++] = ((const struct number *)mail->body)->n;
    if (order->count == 3 && order->at[0] == 3 && order->at[1] == 1)
        abort();
}

static const struct assay_actor keeper = {.name = "keeper",
                                          .size = sizeof(struct order),
                                          .handlers = {ASSAY_ON(number, on_ordered)}};

static void tell_keeper(struct assay_self *self, void *state)
{
    (void)state;
    assay_tell(self, 0, number, .n = assay_self_id(self));
}

static const struct assay_actor teller = {.name = "teller", .start = tell_keeper};

/* 4! orders: 3 1 2 4 and 3 1 4 2 end in the third step. */
static void orders(struct assay_sim *sim)
{
    assay_sim_add(sim, &keeper);
    for (int i = 1; i <= 4; i++)
        assay_sim_add(sim, &teller);
}

static void quiet(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)self, (void)state, (void)mail;
}

static const struct assay_actor listener = {.name = "listener",
                                            .handlers = {ASSAY_ON(number, quiet)}};

/* More schedules than anybody has time for. */
static void endless(struct assay_sim *sim)
{
    assay_sim_add(sim, &listener);
    for (int64_t i = 1; i <= 30; i++)
        assay_sim_tell(sim, 0, number, .n = i);
}

static const struct assay_simulation simulations[] = {
    {.name = "deadlock", .setup = deadlock},
    {.name = "no_end", .setup = bouncers},
    {.name = "livelock", .setup = bouncers, .progress = 5},
    {.name = "flood", .setup = one_flooder},
    {.name = "breeds", .setup = one_breeder},
    {.name = "storm", .setup = one_stormer},
    {.name = "setup_loops", .setup = loop_in_setup},
    {.name = "aborts", .setup = aborts},
    {.name = "segfaults", .setup = segfaults},
    {.name = "exits", .setup = exits},
    {.name = "quits", .setup = quits},
    {.name = "hangs", .setup = hangs},
    {.name = "leaks", .setup = leaks},
    {.name = "session_aborts", .setup = session_aborts},
    {.name = "session_segfaults", .setup = session_segfaults},
    {.name = "session_exits", .setup = session_exits},
    {.name = "session_hangs", .setup = session_hangs},
    {.name = "session_fails", .setup = session_fails},
    {.name = "session_overflows", .setup = session_overflows},
    {.name = "orders", .setup = orders},
    {.name = "endless", .setup = endless},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    return assay_sim_main(simulations, argc, argv);
}
