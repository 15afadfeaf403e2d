/*
 * A failure detector. It works in rounds: it pings a node, and when the round is over and
 * no pong has come it was missed. Two in a row, and the node is down.
 *
 * The network is synchronous: a round takes longer than a ping and its pong. It may lose
 * pongs, but never those of two rounds in a row.
 *
 * The bug: a pong does not make good what was missed before. Two lost ones at any time,
 * and the node is said to be down, though it is not.
 */
#include <assay/trace.h>

enum { NODE, DETECTOR };
enum { DELAY = 1, ROUND = 3 }; /* of a message at most; time */
enum { MISSED_AT_MOST = 1 };

struct ping {
    uint32_t round;
};
ASSAY_MESSAGE(ping, round); /* detector to node, */
struct pong {
    uint32_t round;
};
ASSAY_MESSAGE(pong, round); /* and back */
ASSAY_SIGNAL(timeout);      /* the detector's timer */
ASSAY_SIGNAL(missed);       /* said by the detector */
ASSAY_SIGNAL(down);

/* ---- The detector */

struct detector {
    uint32_t round; /* from 1 */
    bool heard;     /* in this round */
    uint32_t missed;
};

static void begin_round(struct assay_self *self, struct detector *d)
{
    d->round++;
    d->heard = false;
    assay_tell(self, NODE, ping, .round = d->round);
    assay_alarm(self, ROUND, timeout);
}

static void start_detector(struct assay_self *self, void *state)
{
    begin_round(self, state);
}

static void on_pong(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct pong *pong = mail->body;
    struct detector *d = state;

    (void)self;
    if (pong->round != d->round)
        return;
    d->heard = true;
#ifdef FIXED
    d->missed = 0;
#endif
}

static void on_timeout(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    struct detector *d = state;

    (void)mail;
    if (!d->heard) {
        d->missed++;
        assay_self_say(self, &missed_message, NULL);
    }
    if (d->missed > MISSED_AT_MOST)
        assay_self_say(self, &down_message, NULL);
    else
        begin_round(self, d);
}

static const struct assay_actor detector = {
    .name = "detector",
    .size = sizeof(struct detector),
    .start = start_detector,
    .handlers = {ASSAY_ON(pong, on_pong), ASSAY_ON(timeout, on_timeout)},
};

/* ---- The node */

static void on_ping(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct ping *ping = mail->body;

    (void)state;
    assay_tell(self, mail->from, pong, .round = ping->round);
}

static const struct assay_actor watched = {
    .name = "node",
    .handlers = {ASSAY_ON(ping, on_ping)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &watched);
    assay_sim_add(sim, &detector);
}

static const struct assay_simulation simulation = {
    .name = "heartbeat", .setup = setup, .delay = DELAY};

struct network {
    uint32_t lost; /* the last round of which the pong was lost; 0: none */
};

static void *start(struct assay_trace *t)
{
    return assay_sim_new(assay_trace_sim(t), 1, sizeof(struct network));
}

/* Those of two rounds in a row are not lost: the test keeps to what is said above. */
static void do_lose(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    struct assay_sim *sim = assay_trace_sim(t);
    const struct detector *d = assay_sim_state(sim, DETECTOR);
    struct network *n = state;

    (void)fields;
    if (n->lost > 0 && d->round == n->lost + 1)
        return;
    if (assay_sim_lose(sim, "pong", NODE, DETECTOR))
        n->lost = d->round;
}

static void do_crash(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    (void)state, (void)fields;
    assay_sim_crash(assay_trace_sim(t), NODE);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .start = start,
    .handlers = {{"lose", do_lose}, {"crash", do_crash}},
};
