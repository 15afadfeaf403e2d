/*
 * Raft with three nodes: how a leader is elected, and how its log is replicated.
 *
 * A node that has heard of no leader for too long stands for election, in a new term. Who
 * is asked votes once in a term, and only for one whose log is not behind its own. What
 * the leader is given becomes an entry of its log, which it sends to the others; it is
 * committed when most have it. So whoever is elected later has it, too.
 *
 * There are no snapshots, no changes of who takes part, and the followers are not told
 * what is committed: no more than it takes for a leader to have everything.
 *
 * The bug: votes are counted, and not read. One against it makes a leader, too.
 */
#include <assay/trace.h>

enum {
    NODES = 3,
    MOST = 2,
    ENTRIES = 64,
    PATIENCE = 1000, /* milliseconds without a leader */
};

/* ---- Messages */

struct request { /* of a client */
    int64_t value;
};
ASSAY_MESSAGE(request, value);

ASSAY_SIGNAL(timeout); /* a timer: no leader was heard of for too long */

struct ask {
    int64_t term;
    int64_t last;     /* the term of the last entry of its log, */
    uint32_t entries; /* which has so many */
};
ASSAY_MESSAGE(ask, term, last, entries);

struct vote {
    int64_t term;
    bool granted;
};
ASSAY_MESSAGE(vote, term, granted);

struct entry {
    int64_t term, value;
};

struct replicate {
    int64_t term;
    uint32_t index;      /* of the entry, from 1 */
    int64_t before;      /* the term of the one before it; 0: there is none */
    int64_t made, value; /* the entry: its term, and what was put */
};
ASSAY_MESSAGE(replicate, term, index, before, made, value);

struct stored {
    int64_t term;
    uint32_t index;
    bool ok; /* else the one before it is another one */
};
ASSAY_MESSAGE(stored, term, index, ok);

/* What is said. */
struct elected {
    int64_t term;
    uint32_t entries;
};
ASSAY_MESSAGE(elected, term, entries);

struct committed {
    int64_t term;
    uint32_t index;
};
ASSAY_MESSAGE(committed, term, index);

/* ---- Nodes */

enum role { FOLLOWER, CANDIDATE, LEADER };

/* What must survive a crash. */
struct disk {
    int64_t term;
    bool has_voted; /* in this term, */
    uint32_t vote;  /* for this one */
    struct entry log[ENTRIES];
    uint32_t entries;
};

struct node {
    struct disk disk;
    enum role role;
    bool votes[NODES];     /* CANDIDATE: who has voted */
    uint32_t next[NODES];  /* LEADER: the entry that each is sent next, */
    uint32_t match[NODES]; /* and up to which one its log is known to be the same */
    uint32_t committed;
};

static int64_t term_at(const struct disk *d, uint32_t index)
{
    return index == 0 ? 0 : d->log[index - 1].term;
}

/* A term that is newer than its own: nothing that it was is of importance any more. */
static void notice(struct node *n, int64_t term)
{
    if (term <= n->disk.term)
        return;
    n->disk.term = term;
    n->disk.has_voted = false;
    n->role = FOLLOWER;
}

/* ---- Elections */

static void lead(struct assay_self *self, struct node *n)
{
    n->role = LEADER;
    n->committed = 0; /* it does not know yet */
    for (int i = 0; i < NODES; i++) {
        n->next[i] = n->disk.entries + 1;
        n->match[i] = 0;
    }
    assay_say(self, elected, .term = n->disk.term, .entries = n->disk.entries);
}

static void on_timeout(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct node *n = state;
    struct disk *d = &n->disk;
    uint32_t me = assay_self_id(self);

    (void)m;
    assay_alarm(self, PATIENCE, timeout);
    if (n->role == LEADER)
        return;
    n->role = CANDIDATE;
    d->term++;
    d->has_voted = true;
    d->vote = me;
    for (uint32_t i = 0; i < NODES; i++) {
        n->votes[i] = i == me;
        if (i != me)
            assay_tell(self, i, ask, .term = d->term, .last = term_at(d, d->entries),
                       .entries = d->entries);
    }
}

static bool is_behind(const struct ask *ask, const struct disk *d)
{
    int64_t last = term_at(d, d->entries);

    return ask->last < last || (ask->last == last && ask->entries < d->entries);
}

static void on_ask(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct node *n = state;
    struct disk *d = &n->disk;
    const struct ask *ask = m->body;
    bool granted;

    notice(n, ask->term);
    granted = ask->term == d->term && (!d->has_voted || d->vote == m->from) &&
              !is_behind(ask, d);
    if (granted) {
        d->has_voted = true;
        d->vote = m->from;
        assay_alarm(self, PATIENCE, timeout);
    }
    assay_tell(self, m->from, vote, .term = d->term, .granted = granted);
}

static void on_vote(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct node *n = state;
    const struct vote *vote = m->body;
    int count = 0;

    notice(n, vote->term);
    if (n->role != CANDIDATE || vote->term != n->disk.term)
        return;
#ifdef FIXED
    if (!vote->granted)
        return;
#endif
    n->votes[m->from] = true;
    for (int i = 0; i < NODES; i++)
        count += n->votes[i];
    if (count >= MOST)
        lead(self, n);
}

/* ---- The log */

static void send_next(struct assay_self *self, const struct node *n, uint32_t to)
{
    const struct disk *d = &n->disk;
    uint32_t index = n->next[to];

    if (index <= d->entries)
        assay_tell(self, to, replicate, .term = d->term, .index = index,
                   .before = term_at(d, index - 1), .made = d->log[index - 1].term,
                   .value = d->log[index - 1].value);
}

static void on_request(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct node *n = state;
    struct disk *d = &n->disk;
    const struct request *request = m->body;

    if (n->role != LEADER || d->entries == ENTRIES)
        return;
    d->log[d->entries++] = (struct entry){d->term, request->value};
    for (uint32_t i = 0; i < NODES; i++)
        if (i != assay_self_id(self))
            send_next(self, n, i);
}

/* Whether the entry is in the log now. */
static bool store(struct disk *d, const struct replicate *r)
{
    uint32_t before = r->index - 1;

    if (before > d->entries || term_at(d, before) != r->before)
        return false;
    if (d->entries >= r->index && term_at(d, r->index) != r->made)
        d->entries = before; /* another leader's, never committed */
    if (d->entries < r->index)
        d->log[d->entries++] = (struct entry){r->made, r->value};
    return true;
}

static void on_replicate(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct node *n = state;
    const struct replicate *r = m->body;
    bool ok = false;

    notice(n, r->term);
    if (r->term == n->disk.term) {
        n->role = FOLLOWER; /* there is a leader */
        assay_alarm(self, PATIENCE, timeout);
        ok = store(&n->disk, r);
    }
    assay_tell(self, m->from, stored, .term = n->disk.term, .index = r->index, .ok = ok);
}

/* An entry of its own term that most have is committed, and all before it. */
static bool is_committed(const struct assay_self *self, const struct node *n,
                         uint32_t index)
{
    int count = 0;

    for (uint32_t i = 0; i < NODES; i++)
        count += i == assay_self_id(self) || n->match[i] >= index;
    return count >= MOST && term_at(&n->disk, index) == n->disk.term;
}

static void on_stored(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct node *n = state;
    const struct stored *stored = m->body;

    notice(n, stored->term);
    if (n->role != LEADER || stored->term != n->disk.term)
        return;
    if (!stored->ok) {
        n->next[m->from] = stored->index > 1 ? stored->index - 1 : 1;
    } else if (stored->index > n->match[m->from]) {
        n->match[m->from] = stored->index;
        n->next[m->from] = stored->index + 1;
    }
    if (is_committed(self, n, n->match[m->from]))
        while (n->committed < n->match[m->from])
            assay_say(self, committed, .term = n->disk.term, .index = ++n->committed);
    send_next(self, n, m->from);
}

static void start_node(struct assay_self *self, void *state)
{
    (void)state;
    assay_alarm(self, PATIENCE, timeout);
}

static const struct assay_actor node = {
    .name = "node",
    .size = sizeof(struct node),
    .durable = sizeof(struct disk),
    .start = start_node,
    .handlers = {ASSAY_ON(timeout, on_timeout), ASSAY_ON(ask, on_ask),
                 ASSAY_ON(vote, on_vote), ASSAY_ON(request, on_request),
                 ASSAY_ON(replicate, on_replicate), ASSAY_ON(stored, on_stored)},
};

static void setup(struct assay_sim *sim)
{
    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, &node);
}

static const struct assay_simulation raft = {
    .name = "raft",
    .setup = setup,
    .delay = 2 * PATIENCE, /* some messages arrive after an election or two */
};

/* ---- What the tester does */

static void shutdown(struct assay_trace *t, void *sim,
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

static void put(struct assay_trace *t, void *sim, const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, (uint32_t)fields[0].number, request, .value = fields[1].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &raft,
    .handlers = {{"shutdown", shutdown}, {"restart", restart}, {"put", put}},
};
