/*
 * Two-phase commit. The coordinator asks the participants to prepare a transaction; if
 * all of them vote for it they are told to commit, else to abort, and the client is told
 * the outcome. A participant prepares one transaction at a time, and votes against others
 * meanwhile.
 *
 * The bug: the client is told when it is decided. A participant that has not committed
 * yet still has the old value.
 */
#include <assay/trace.h>

#ifdef FIXED
enum { HOLDS_OUTCOME = true };
#else
enum { HOLDS_OUTCOME = false };
#endif

enum { COORDINATOR, PARTICIPANTS = 2 }; /* nodes: participants are 1 and 2 */
enum { TRANSACTIONS = 100 };

struct write {
    int64_t value;
};
ASSAY_MESSAGE(write, value); /* client to coordinator */
struct prepare {
    int64_t tx, value;
};
ASSAY_MESSAGE(prepare, tx, value); /* coordinator to participant, */
struct vote {
    int64_t tx;
    bool yes;
};
ASSAY_MESSAGE(vote, tx, yes); /* and back */
struct commit {
    int64_t tx;
};
ASSAY_MESSAGE(commit, tx); /* coordinator to participant, */
struct abort {
    int64_t tx;
};
ASSAY_MESSAGE(abort, tx);
struct done {
    int64_t tx;
};
ASSAY_MESSAGE(done, tx); /* and back */
struct outcome {
    int64_t tx;
    bool ok;
};
ASSAY_MESSAGE(outcome, tx, ok); /* coordinator to client */
ASSAY_SIGNAL(read);             /* client to participant */
struct result {
    int64_t tx, value;
};
ASSAY_MESSAGE(result, tx, value);

/* ---- The coordinator */

struct coordinator {
    int64_t last; /* they are numbered from 1 */
    struct {
        uint32_t votes, yes, done;
    } transactions[TRANSACTIONS + 1];
};

static bool is_agreed(const struct coordinator *c, int64_t tx)
{
    return c->transactions[tx].yes == PARTICIPANTS;
}

static void tell_outcome(struct assay_self *self, const struct coordinator *c, int64_t tx)
{
    assay_tell(self, ASSAY_OUTSIDE, outcome, .tx = tx, .ok = is_agreed(c, tx));
}

static void on_write(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct write *write = mail->body;
    struct coordinator *c = state;

    if (c->last == TRANSACTIONS)
        return;
    c->last++;
    for (uint32_t p = 1; p <= PARTICIPANTS; p++)
        assay_tell(self, p, prepare, .tx = c->last, .value = write->value);
}

static void decide(struct assay_self *self, const struct coordinator *c, int64_t tx)
{
    for (uint32_t p = 1; p <= PARTICIPANTS; p++)
        if (is_agreed(c, tx))
            assay_tell(self, p, commit, .tx = tx);
        else
            assay_tell(self, p, abort, .tx = tx);
    if (!HOLDS_OUTCOME)
        tell_outcome(self, c, tx);
}

static void on_vote(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct vote *vote = mail->body;
    struct coordinator *c = state;

    c->transactions[vote->tx].yes += vote->yes;
    if (++c->transactions[vote->tx].votes == PARTICIPANTS)
        decide(self, c, vote->tx);
}

static void on_done(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct done *done = mail->body;
    struct coordinator *c = state;

    if (++c->transactions[done->tx].done == PARTICIPANTS && HOLDS_OUTCOME)
        tell_outcome(self, c, done->tx);
}

static const struct assay_actor coordinator = {
    .name = "coordinator",
    .size = sizeof(struct coordinator),
    .handlers = {ASSAY_ON(write, on_write), ASSAY_ON(vote, on_vote),
                 ASSAY_ON(done, on_done)},
};

/* ---- Participants */

struct participant {
    int64_t tx, value;         /* what is committed; 0: nothing */
    int64_t prepared, pending; /* what is prepared; 0: nothing */
};

static void on_prepare(struct assay_self *self, void *state,
                       const struct assay_mail *mail)
{
    const struct prepare *prepare = mail->body;
    struct participant *p = state;
    bool yes = p->prepared == 0 && prepare->tx > p->tx;

    if (yes) {
        p->prepared = prepare->tx;
        p->pending = prepare->value;
    }
    assay_tell(self, mail->from, vote, .tx = prepare->tx, .yes = yes);
}

static void on_commit(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct commit *commit = mail->body;
    struct participant *p = state;

    *p = (struct participant){.tx = commit->tx, .value = p->pending};
    assay_tell(self, mail->from, done, .tx = commit->tx);
}

static void on_abort(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct abort *abort = mail->body;
    struct participant *p = state;

    if (p->prepared == abort->tx)
        p->prepared = 0;
    assay_tell(self, mail->from, done, .tx = abort->tx);
}

static void on_read(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct participant *p = state;

    (void)mail;
    assay_say(self, result, .tx = p->tx, .value = p->value);
}

static const struct assay_actor participant = {
    .name = "participant",
    .size = sizeof(struct participant),
    .handlers = {ASSAY_ON(prepare, on_prepare), ASSAY_ON(commit, on_commit),
                 ASSAY_ON(abort, on_abort), ASSAY_ON(read, on_read)},
};

/* ---- The test */

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &coordinator);
    for (int i = 0; i < PARTICIPANTS; i++)
        assay_sim_add(sim, &participant);
}

static const struct assay_simulation simulation = {.name = "two_phase_commit",
                                                   .setup = setup};

static void do_write(struct assay_trace *t, void *sim,
                     const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, COORDINATOR, write, .value = fields[0].number);
}

static void do_read(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_signal(sim, (uint32_t)fields[0].number, read);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"write", do_write}, {"read", do_read}},
};
