/*
 * Election of a leader in a ring, after Chang and Roberts (1979): a nomination goes round
 * until it meets a node that is larger, which nominates itself instead. So only that of
 * the largest comes back; the winner is then told to all, and nominations that are still
 * on their way go no further.
 *
 * The bug: nodes do not compare. Whichever nominations come back before the winner is
 * known have won.
 */
#include <assay/trace.h>

enum { NODES = 3 };

ASSAY_SIGNAL(wakeup); /* tester to node */
struct nominate {
    uint32_t id;
};
ASSAY_MESSAGE(nominate, id); /* node to the next one, as is the winner */
struct elected {
    uint32_t id;
};
ASSAY_MESSAGE(elected, id);
struct won {
    uint32_t id;
};
ASSAY_MESSAGE(won, id);

struct node {
    bool takes_part; /* it has nominated itself or another one */
    bool is_over;    /* it has heard of a winner */
};

/* ---- Nodes */

static uint32_t next(const struct assay_self *self)
{
    return (assay_self_id(self) + 1) % NODES;
}

static void pass_on(struct assay_self *self, struct node *node, uint32_t id)
{
    node->takes_part = true;
    assay_tell(self, next(self), nominate, .id = id);
}

static void wake(struct assay_self *self, struct node *node)
{
    if (!node->takes_part && !node->is_over)
        pass_on(self, node, assay_self_id(self));
}

static void win(struct assay_self *self)
{
    assay_say(self, won, .id = assay_self_id(self));
    assay_tell(self, next(self), elected, .id = assay_self_id(self));
}

static void on_wakeup(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    (void)mail;
    wake(self, state);
}

static void on_nominate(struct assay_self *self, void *state,
                        const struct assay_mail *mail)
{
    const struct nominate *nominate = mail->body;
    struct node *node = state;

    if (node->is_over)
        return;
    if (nominate->id == assay_self_id(self))
        win(self);
#ifdef FIXED
    else if (nominate->id < assay_self_id(self))
        wake(self, node);
#endif
    else
        pass_on(self, node, nominate->id);
}

static void on_elected(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    const struct elected *elected = mail->body;
    struct node *node = state;

    if (node->is_over)
        return;
    node->is_over = true;
    assay_tell(self, next(self), elected, .id = elected->id);
}

static const struct assay_actor ring_node = {
    .name = "node",
    .size = sizeof(struct node),
    .handlers = {ASSAY_ON(wakeup, on_wakeup), ASSAY_ON(nominate, on_nominate),
                 ASSAY_ON(elected, on_elected)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, &ring_node);
}

static const struct assay_simulation simulation = {.name = "ring_leader", .setup = setup};

static void do_wakeup(struct assay_trace *t, void *sim,
                      const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_signal(sim, (uint32_t)fields[0].number, wakeup);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"wakeup", do_wakeup}},
};
