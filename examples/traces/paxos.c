/*
 * Paxos for one value: two proposers, three acceptors.
 *
 * A proposer asks all acceptors to promise that they will not accept anything of a lower
 * ballot. Once most of them have, it asks them to accept a value: that of the highest
 * ballot among those that they have accepted before, or else its own. When most have
 * accepted that, it has learnt what all agree on. Who is refused tries again with a
 * higher ballot.
 *
 * The bug: acceptors never refuse. They promise, and accept what they promised not to.
 */
#include <assay/trace.h>

enum { PROPOSERS = 2, ACCEPTORS = 3, NODES = PROPOSERS + ACCEPTORS, MOST = 2 };

/* ---- Messages */

struct wish { /* of a client */
    int64_t value;
};
ASSAY_MESSAGE(wish, value);

struct prepare {
    int64_t ballot;
};
ASSAY_MESSAGE(prepare, ballot);

struct promise {
    int64_t ballot;
    int64_t accepted, value; /* the ballot of what was accepted; 0: nothing was */
};
ASSAY_MESSAGE(promise, ballot, accepted, value);

struct accept {
    int64_t ballot, value;
};
ASSAY_MESSAGE(accept, ballot, value);

struct accepted {
    int64_t ballot;
};
ASSAY_MESSAGE(accepted, ballot);

struct refused {
    int64_t ballot, promised;
};
ASSAY_MESSAGE(refused, ballot, promised);

struct learnt {
    int64_t value;
};
ASSAY_MESSAGE(learnt, value);

/* ---- Acceptors */

struct acceptor {
    int64_t promised;        /* the highest ballot */
    int64_t accepted, value; /* 0: nothing */
};

static bool may(const struct acceptor *a, int64_t ballot)
{
#ifdef FIXED
    return ballot >= a->promised;
#else
    (void)a, (void)ballot;
    return true;
#endif
}

static void refuse(struct assay_self *self, const struct acceptor *a, uint32_t proposer,
                   int64_t ballot)
{
    assay_tell(self, proposer, refused, .ballot = ballot, .promised = a->promised);
}

static void on_prepare(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct acceptor *a = state;
    int64_t ballot = ((const struct prepare *)m->body)->ballot;

    if (!may(a, ballot)) {
        refuse(self, a, m->from, ballot);
        return;
    }
    a->promised = ballot;
    assay_tell(self, m->from, promise, .ballot = ballot, .accepted = a->accepted,
               .value = a->value);
}

static void on_accept(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct acceptor *a = state;
    const struct accept *accept = m->body;

    if (!may(a, accept->ballot)) {
        refuse(self, a, m->from, accept->ballot);
        return;
    }
    *a = (struct acceptor){accept->ballot, accept->ballot, accept->value};
    assay_tell(self, m->from, accepted, .ballot = accept->ballot);
}

/* They remember everything. */
static const struct assay_actor acceptor = {
    .name = "acceptor",
    .size = sizeof(struct acceptor),
    .durable = sizeof(struct acceptor),
    .handlers = {ASSAY_ON(prepare, on_prepare), ASSAY_ON(accept, on_accept)},
};

/* ---- Proposers */

enum phase { IDLE, PREPARING, ACCEPTING };

struct proposer {
    int64_t round; /* survives crashes: no ballot is used twice */
    enum phase phase;
    int64_t wish, value; /* its own; what it asks to accept */
    int64_t highest;     /* of the ballots that were accepted before */
    bool agreed[NODES];  /* who has promised, or accepted */
};

/* No two proposers have a ballot in common. */
static int64_t ballot_of(const struct assay_self *self, const struct proposer *p)
{
    return p->round * PROPOSERS + assay_self_id(self);
}

/* Whether most have agreed, now that this one has. */
static bool agree(struct proposer *p, uint32_t acceptor_id)
{
    int count = 0;

    p->agreed[acceptor_id] = true;
    for (int i = 0; i < NODES; i++)
        count += p->agreed[i];
    return count >= MOST;
}

static void enter(struct proposer *p, enum phase phase)
{
    p->phase = phase;
    for (int i = 0; i < NODES; i++)
        p->agreed[i] = false;
}

static void begin(struct assay_self *self, struct proposer *p, int64_t round)
{
    p->round = round;
    p->value = p->wish;
    p->highest = 0;
    enter(p, PREPARING);
    for (uint32_t n = PROPOSERS; n < NODES; n++)
        assay_tell(self, n, prepare, .ballot = ballot_of(self, p));
}

static void on_wish(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct proposer *p = state;

    p->wish = ((const struct wish *)m->body)->value;
    begin(self, p, p->round + 1);
}

static void on_promise(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct proposer *p = state;
    const struct promise *promise = m->body;

    if (p->phase != PREPARING || promise->ballot != ballot_of(self, p))
        return;
    if (promise->accepted > p->highest) {
        p->highest = promise->accepted;
        p->value = promise->value;
    }
    if (!agree(p, m->from))
        return;
    enter(p, ACCEPTING);
    for (uint32_t n = PROPOSERS; n < NODES; n++)
        assay_tell(self, n, accept, .ballot = promise->ballot, .value = p->value);
}

static void on_accepted(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct proposer *p = state;
    const struct accepted *accepted = m->body;

    if (p->phase != ACCEPTING || accepted->ballot != ballot_of(self, p))
        return;
    if (agree(p, m->from)) {
        enter(p, IDLE);
        assay_say(self, learnt, .value = p->value);
    }
}

static void on_refused(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct proposer *p = state;
    const struct refused *refused = m->body;

    if (p->phase != IDLE && refused->ballot == ballot_of(self, p))
        begin(self, p, refused->promised / PROPOSERS + 1);
}

static const struct assay_actor proposer = {
    .name = "proposer",
    .size = sizeof(struct proposer),
    .durable = offsetof(struct proposer, phase),
    .handlers = {ASSAY_ON(wish, on_wish), ASSAY_ON(promise, on_promise),
                 ASSAY_ON(accepted, on_accepted), ASSAY_ON(refused, on_refused)},
};

static void setup(struct assay_sim *sim)
{
    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, i < PROPOSERS ? &proposer : &acceptor);
}

static const struct assay_simulation paxos = {.name = "paxos", .setup = setup};

/* ---- What the tester does */

static void propose(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, (uint32_t)fields[0].number, wish, .value = fields[1].number);
}

static void lose(struct assay_trace *t, void *sim, const struct assay_trace_value *fields)
{
    static const char *const names[] = {"prepare", "promise", "accept", "accepted",
                                        "refused"};

    (void)t;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (assay_sim_lose(sim, names[i], (uint32_t)fields[0].number,
                           (uint32_t)fields[1].number))
            return;
}

static void crash(struct assay_trace *t, void *sim,
                  const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_crash(sim, (uint32_t)fields[0].number);
}

static void restart(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_restart(sim, (uint32_t)fields[0].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &paxos,
    .handlers = {{"propose", propose},
                 {"lose", lose},
                 {"crash", crash},
                 {"restart", restart}},
};
