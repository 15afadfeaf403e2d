/*
 * Nodes of two-phase commit as actors: the messages are structs here, and become the
 * protocol's bytes where they arrive.
 */
#include "commit.h"
#include <assay/sim.h>

struct prepare {
    uint32_t tx;
};
ASSAY_MESSAGE(prepare, tx);
struct vote {
    uint32_t tx;
    bool yes;
};
ASSAY_MESSAGE(vote, tx, yes);
struct decision {
    uint32_t tx;
    bool yes;
};
ASSAY_MESSAGE(decision, tx, yes);
struct done {
    uint32_t tx;
    bool committed;
};
ASSAY_MESSAGE(done, tx, committed);
ASSAY_SIGNAL(timeout);

/* A node, and what became of its transaction. */
struct simulated {
    struct commit_node node;
    struct assay_self *self;
    enum { UNKNOWN, COMMITTED, ABORTED } outcome;
};

/* ---- The transport */

static void send(void *ctx, int to, const unsigned char *frame)
{
    struct assay_self *self = ((struct simulated *)ctx)->self;
    uint32_t node = (uint32_t)to;
    struct commit_message m;

    if (!commit_decode(frame, &m))
        return;
    if (m.type == COMMIT_PREPARE)
        assay_tell(self, node, prepare, .tx = m.tx);
    else if (m.type == COMMIT_VOTE)
        assay_tell(self, node, vote, .tx = m.tx, .yes = m.yes);
    else
        assay_tell(self, node, decision, .tx = m.tx, .yes = m.yes);
}

static void set_timer(void *ctx, int milliseconds)
{
    struct assay_self *self = ((struct simulated *)ctx)->self;

    if (milliseconds > 0)
        assay_alarm(self, (uint64_t)milliseconds, timeout);
    else
        assay_timer_stop(self, timeout);
}

static void finished(void *ctx, uint32_t tx, bool committed)
{
    struct simulated *s = ctx;

    s->outcome = committed ? COMMITTED : ABORTED;
    assay_say(s->self, done, .tx = tx, .committed = committed);
}

/* ---- The actor */

static void start(struct assay_self *self, void *state)
{
    struct simulated *s = state;

    s->self = self;
    commit_init(&s->node, (int)assay_self_id(self), 3,
                (struct commit_transport){s, send, set_timer, finished});
}

static void receive(void *state, const struct assay_mail *mail,
                    struct commit_message message)
{
    struct simulated *s = state;
    unsigned char frame[COMMIT_FRAME];

    commit_encode(&message, frame);
    commit_receive(&s->node, (int)mail->from, frame);
}

static void on_prepare(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    const struct prepare *m = mail->body;

    (void)self;
    receive(state, mail, (struct commit_message){COMMIT_PREPARE, false, m->tx});
}

static void on_vote(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct vote *m = mail->body;

    (void)self;
    receive(state, mail, (struct commit_message){COMMIT_VOTE, m->yes, m->tx});
}

static void on_decision(struct assay_self *self, void *state,
                        const struct assay_mail *mail)
{
    const struct decision *m = mail->body;

    (void)self;
    receive(state, mail, (struct commit_message){COMMIT_DECISION, m->yes, m->tx});
}

static void on_timeout(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    struct simulated *s = state;

    (void)self, (void)mail;
    commit_timeout(&s->node);
}

static const struct assay_actor simulated_node = {
    .name = "node",
    .size = sizeof(struct simulated),
    .start = start,
    .handlers = {ASSAY_ON(prepare, on_prepare), ASSAY_ON(vote, on_vote),
                 ASSAY_ON(decision, on_decision), ASSAY_ON(timeout, on_timeout)},
};

static void simulated_setup(struct assay_sim *sim)
{
    for (int i = 0; i < 3; i++)
        assay_sim_add(sim, &simulated_node);
}
