/*
 * A failure detector. It works in rounds, of each node its own: it pings the node, and
 * when the round is over and no pong has come it was missed. Two in a row, and the node
 * is down.
 *
 * The network is synchronous: a round takes longer than a ping and its pong. It may lose
 * pongs, but never those of two rounds in a row of the same node.
 *
 * The bug: a pong does not make good what was missed before. Two lost ones at any time,
 * and a node is said to be down that is not.
 */
#include <assay/trace.h>

enum { DETECTOR, PEERS = 2 }; /* nodes: the others are 1 and 2 */
enum { MISSED_AT_MOST = 1 };

struct tick {
    uint32_t peer;
};
ASSAY_MESSAGE(tick, peer); /* the detector's clock: a round of this node begins */
struct ping {
    uint32_t round;
};
ASSAY_MESSAGE(ping, round); /* detector to node, */
struct pong {
    uint32_t round;
};
ASSAY_MESSAGE(pong, round); /* and back */
struct missed {
    uint32_t peer;
};
ASSAY_MESSAGE(missed, peer);
struct down {
    uint32_t peer;
};
ASSAY_MESSAGE(down, peer);

/* ---- The detector */

struct peer {
    uint32_t round; /* from 1 */
    bool heard;     /* in this round */
    uint32_t missed;
};

struct detector {
    struct peer peers[PEERS + 1];
};

static void end_round(struct assay_node *self, struct peer *p, uint32_t id)
{
    if (p->heard)
        return;
    assay_say(self, missed, .peer = id);
    if (++p->missed > MISSED_AT_MOST)
        assay_say(self, down, .peer = id);
}

static void on_tick(struct assay_node *self, void *state, const struct assay_mail *mail)
{
    const struct tick *tick = mail->body;
    struct detector *d = state;
    struct peer *p = &d->peers[tick->peer];

    if (p->round > 0)
        end_round(self, p, tick->peer);
    p->round++;
    p->heard = false;
    assay_tell(self, tick->peer, ping, .round = p->round);
}

static void on_pong(struct assay_node *self, void *state, const struct assay_mail *mail)
{
    const struct pong *pong = mail->body;
    struct detector *d = state;
    struct peer *p = &d->peers[mail->from];

    (void)self;
    if (pong->round != p->round)
        return;
    p->heard = true;
#ifdef FIXED
    p->missed = 0;
#endif
}

static const struct assay_actor detector = {
    .name = "detector",
    .size = sizeof(struct detector),
    .handlers = {ASSAY_ON(tick, on_tick), ASSAY_ON(pong, on_pong)},
};

/* ---- The other nodes */

static void on_ping(struct assay_node *self, void *state, const struct assay_mail *mail)
{
    const struct ping *ping = mail->body;

    (void)state;
    assay_tell(self, mail->from, pong, .round = ping->round);
}

static const struct assay_actor watched = {
    .name = "peer",
    .handlers = {ASSAY_ON(ping, on_ping)},
};

/* ---- The test: it keeps to what is said of the network */

struct network {
    uint32_t begun[PEERS + 1]; /* rounds of each node */
    uint32_t lost[PEERS + 1];  /* that of the last pong that was lost; 0: none */
};

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &detector);
    for (int i = 0; i < PEERS; i++)
        assay_sim_add(sim, &watched);
}

static const struct assay_simulation simulation = {.name = "heartbeat", .setup = setup};

static void *start(struct assay_trace *t)
{
    return assay_sim_new(assay_trace_sim(t), 1, sizeof(struct network));
}

/* A pong has come, or none will. */
static bool is_over(struct assay_sim *sim, const struct network *n, uint32_t peer)
{
    const struct detector *d = assay_sim_state(sim, DETECTOR);
    const struct peer *p = &d->peers[peer];

    if (p->round != n->begun[peer])
        return false; /* it has hardly begun */
    return p->round == 0 || p->heard || p->round == n->lost[peer] ||
           !assay_sim_is_up(sim, peer);
}

static void do_tick(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    uint32_t peer = (uint32_t)fields[0].number;
    struct assay_sim *sim = assay_trace_sim(t);
    struct network *n = state;

    if (!is_over(sim, n, peer))
        return;
    n->begun[peer]++;
    assay_sim_tell(sim, DETECTOR, tick, .peer = peer);
}

static void do_lose(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    uint32_t peer = (uint32_t)fields[0].number;
    struct network *n = state;
    bool in_a_row = n->lost[peer] > 0 && n->begun[peer] <= n->lost[peer] + 1;

    if (!in_a_row && assay_sim_lose(assay_trace_sim(t), "pong", peer, DETECTOR))
        n->lost[peer] = n->begun[peer];
}

static void do_crash(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    (void)state;
    assay_sim_crash(assay_trace_sim(t), (uint32_t)fields[0].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .start = start,
    .handlers = {{"tick", do_tick}, {"lose", do_lose}, {"crash", do_crash}},
};
