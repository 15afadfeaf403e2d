/*
 * Election of a leader in a ring, after Chang and Roberts (1979): a nomination goes round
 * until it meets a node that is larger, which nominates itself instead. So only that of
 * the largest comes back.
 *
 * The bug: nodes do not compare. Each nomination comes back, and each node wins.
 */
#include <assay/trace.h>

enum { NODES = 3 };

ASSAY_SIGNAL(wakeup); /* tester to node */
struct nominate {
    uint32_t id;
};
ASSAY_MESSAGE(nominate, id); /* node to the next one */
struct won {
    uint32_t id;
};
ASSAY_MESSAGE(won, id);

struct node {
    bool awake; /* it has nominated itself */
};

/* ---- Nodes */

static void pass_on(struct assay_node *self, uint32_t id)
{
    assay_tell(self, (assay_node_id(self) + 1) % NODES, nominate, .id = id);
}

static void wake(struct assay_node *self, struct node *node)
{
    if (node->awake)
        return;
    node->awake = true;
    pass_on(self, assay_node_id(self));
}

static void on_wakeup(struct assay_node *self, void *state, const struct assay_mail *mail)
{
    (void)mail;
    wake(self, state);
}

static void on_nominate(struct assay_node *self, void *state,
                        const struct assay_mail *mail)
{
    const struct nominate *nominate = mail->body;
    uint32_t id = assay_node_id(self);

    wake(self, state);
    if (nominate->id == id)
        assay_say(self, won, .id = id);
#ifdef FIXED
    else if (nominate->id > id)
#else
    else
#endif
        pass_on(self, nominate->id);
}

static const struct assay_actor node = {
    .name = "node",
    .size = sizeof(struct node),
    .handlers = {ASSAY_ON(wakeup, on_wakeup), ASSAY_ON(nominate, on_nominate)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, &node);
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
