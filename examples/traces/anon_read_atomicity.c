/*
 * Transactions over keys that are spread over two shards, with a router in front of them.
 *
 * Clients talk to the router, which gives them transactions and hands their requests on
 * to the shard of the key. A transaction does one thing at a time. What it updates stays
 * an intent of its own, and is its alone: others that want the key are refused. It
 * becomes a value when all shards that take part are prepared; a shard that had to refuse
 * it something is not.
 *
 * The bug: a shard notes down that a transaction has an intent for a key before it looks
 * whether the key is free. When one that was refused is over, the intent of the other
 * goes with it, which reads the old value from then on.
 */
#include <assay/trace.h>

enum { TXS = 16, KEYS = 4, SHARDS = 2, ROUTER = 0 };

/* ---- Messages: of clients, */

ASSAY_SIGNAL(start_request);

struct read_request {
    int64_t tx, key;
};
ASSAY_MESSAGE(read_request, tx, key);

struct update_request {
    int64_t tx, key, value;
};
ASSAY_MESSAGE(update_request, tx, key, value);

struct commit_request {
    int64_t tx;
};
ASSAY_MESSAGE(commit_request, tx);

struct rollback_request {
    int64_t tx;
};
ASSAY_MESSAGE(rollback_request, tx);

/* what they are answered, */

struct started {
    int64_t tx;
};
ASSAY_MESSAGE(started, tx);

struct found {
    int64_t tx, key, value;
    bool ok;
};
ASSAY_MESSAGE(found, tx, key, value, ok);

struct updated {
    int64_t tx, key, value;
    bool ok;
};
ASSAY_MESSAGE(updated, tx, key, value, ok);

struct committed {
    int64_t tx;
    bool ok;
};
ASSAY_MESSAGE(committed, tx, ok);

struct undone {
    int64_t tx;
    bool ok;
};
ASSAY_MESSAGE(undone, tx, ok);

/* between the router and the shards. */

struct fetch {
    int64_t tx, key;
};
ASSAY_MESSAGE(fetch, tx, key);

struct fetched {
    int64_t tx, key, value;
};
ASSAY_MESSAGE(fetched, tx, key, value);

struct store {
    int64_t tx, key, value;
};
ASSAY_MESSAGE(store, tx, key, value);

struct stored {
    int64_t tx, key, value;
    bool ok;
};
ASSAY_MESSAGE(stored, tx, key, value, ok);

struct prepare {
    int64_t tx;
};
ASSAY_MESSAGE(prepare, tx);

struct prepared {
    int64_t tx;
    bool ok;
};
ASSAY_MESSAGE(prepared, tx, ok);

struct finish {
    int64_t tx;
    bool commit;
};
ASSAY_MESSAGE(finish, tx, commit);

/* ---- Shards */

struct shard {
    int64_t values[KEYS]; /* 0: there is none */
    struct {
        int64_t tx; /* 0: there is none */
        int64_t value;
    } intents[KEYS];
    struct {
        bool has[KEYS]; /* an intent for the key */
        bool refused;
    } txs[TXS + 1];
};

static void on_fetch(struct assay_self *self, void *state, const struct assay_mail *m)
{
    const struct shard *s = state;
    const struct fetch *f = m->body;
    bool own = s->intents[f->key].tx == f->tx;

    assay_tell(self, m->from, fetched, .tx = f->tx, .key = f->key,
               .value = own ? s->intents[f->key].value : s->values[f->key]);
}

static void on_store(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct shard *s = state;
    const struct store *store = m->body;
    int64_t owner = s->intents[store->key].tx;
    bool ok = owner == 0 || owner == store->tx;

    if (ok) {
        s->intents[store->key].tx = store->tx;
        s->intents[store->key].value = store->value;
    } else {
        s->txs[store->tx].refused = true;
    }
#ifdef FIXED
    if (ok)
#endif
        s->txs[store->tx].has[store->key] = true;
    assay_tell(self, m->from, stored, .tx = store->tx, .key = store->key,
               .value = store->value, .ok = ok);
}

static void on_prepare(struct assay_self *self, void *state, const struct assay_mail *m)
{
    const struct shard *s = state;
    int64_t tx = ((const struct prepare *)m->body)->tx;

    assay_tell(self, m->from, prepared, .tx = tx, .ok = !s->txs[tx].refused);
}

static void on_finish(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct shard *s = state;
    const struct finish *finish = m->body;

    (void)self;
    for (int key = 0; key < KEYS; key++) {
        if (!s->txs[finish->tx].has[key])
            continue;
        if (finish->commit)
            s->values[key] = s->intents[key].value;
        s->intents[key].tx = 0;
    }
}

static const struct assay_actor shard = {
    .name = "shard",
    .size = sizeof(struct shard),
    .handlers = {ASSAY_ON(fetch, on_fetch), ASSAY_ON(store, on_store),
                 ASSAY_ON(prepare, on_prepare), ASSAY_ON(finish, on_finish)},
};

/* ---- The router */

struct tx {
    bool is_open;
    bool busy;                   /* with a request */
    bool takes_part[SHARDS + 1]; /* of the shards: it has stored something there */
    bool waits[SHARDS + 1];      /* for the shard to be prepared */
    bool ok;                     /* all that have answered are */
};

struct router {
    struct tx txs[TXS + 1];
    int64_t count;
};

static uint32_t shard_of(int64_t key)
{
    return (uint32_t)(key % SHARDS) + 1;
}

/* One that can take a request; NULL: it cannot, or there is no such transaction. */
static struct tx *find_idle(struct router *r, int64_t number)
{
    struct tx *tx = &r->txs[number];

    return tx->is_open && !tx->busy ? tx : NULL;
}

static void end(struct assay_self *self, struct tx *tx, int64_t number, bool commit)
{
    tx->is_open = false;
    for (uint32_t s = 1; s <= SHARDS; s++)
        if (tx->takes_part[s])
            assay_tell(self, s, finish, .tx = number, .commit = commit);
}

static void on_start(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct router *r = state;

    (void)m;
    if (r->count == TXS)
        return;
    r->txs[++r->count].is_open = true;
    assay_tell(self, ASSAY_OUTSIDE, started, .tx = r->count);
}

static void on_read(struct assay_self *self, void *state, const struct assay_mail *m)
{
    const struct read_request *read = m->body;
    struct tx *tx = find_idle(state, read->tx);

    if (!tx) {
        assay_tell(self, ASSAY_OUTSIDE, found, .tx = read->tx, .key = read->key);
        return;
    }
    tx->busy = true;
    assay_tell(self, shard_of(read->key), fetch, .tx = read->tx, .key = read->key);
}

static void on_fetched(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct router *r = state;
    const struct fetched *f = m->body;

    r->txs[f->tx].busy = false;
    assay_tell(self, ASSAY_OUTSIDE, found, .tx = f->tx, .key = f->key, .value = f->value,
               .ok = true);
}

static void on_update(struct assay_self *self, void *state, const struct assay_mail *m)
{
    const struct update_request *update = m->body;
    struct tx *tx = find_idle(state, update->tx);
    uint32_t to = shard_of(update->key);

    if (!tx) {
        assay_tell(self, ASSAY_OUTSIDE, updated, .tx = update->tx, .key = update->key,
                   .value = update->value);
        return;
    }
    tx->busy = true;
    tx->takes_part[to] = true;
    assay_tell(self, to, store, .tx = update->tx, .key = update->key,
               .value = update->value);
}

static void on_stored(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct router *r = state;
    const struct stored *stored = m->body;

    r->txs[stored->tx].busy = false;
    assay_tell(self, ASSAY_OUTSIDE, updated, .tx = stored->tx, .key = stored->key,
               .value = stored->value, .ok = stored->ok);
}

/* When no shard is waited for any more the transaction is over. */
static void decide(struct assay_self *self, struct tx *tx, int64_t number)
{
    for (uint32_t s = 1; s <= SHARDS; s++)
        if (tx->waits[s])
            return;
    end(self, tx, number, tx->ok);
    assay_tell(self, ASSAY_OUTSIDE, committed, .tx = number, .ok = tx->ok);
}

static void on_commit(struct assay_self *self, void *state, const struct assay_mail *m)
{
    int64_t number = ((const struct commit_request *)m->body)->tx;
    struct tx *tx = find_idle(state, number);

    if (!tx) {
        assay_tell(self, ASSAY_OUTSIDE, committed, .tx = number);
        return;
    }
    tx->busy = true;
    tx->ok = true;
    for (uint32_t s = 1; s <= SHARDS; s++) {
        tx->waits[s] = tx->takes_part[s];
        if (tx->waits[s])
            assay_tell(self, s, prepare, .tx = number);
    }
    decide(self, tx, number);
}

static void on_prepared(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct router *r = state;
    const struct prepared *prepared = m->body;
    struct tx *tx = &r->txs[prepared->tx];

    tx->ok = tx->ok && prepared->ok;
    tx->waits[m->from] = false;
    decide(self, tx, prepared->tx);
}

static void on_rollback(struct assay_self *self, void *state, const struct assay_mail *m)
{
    int64_t number = ((const struct rollback_request *)m->body)->tx;
    struct tx *tx = find_idle(state, number);

    if (tx)
        end(self, tx, number, false);
    assay_tell(self, ASSAY_OUTSIDE, undone, .tx = number, .ok = tx != NULL);
}

static const struct assay_actor router = {
    .name = "router",
    .size = sizeof(struct router),
    .handlers = {ASSAY_ON(start_request, on_start), ASSAY_ON(read_request, on_read),
                 ASSAY_ON(update_request, on_update), ASSAY_ON(commit_request, on_commit),
                 ASSAY_ON(rollback_request, on_rollback), ASSAY_ON(fetched, on_fetched),
                 ASSAY_ON(stored, on_stored), ASSAY_ON(prepared, on_prepared)},
};

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &router);
    for (int i = 0; i < SHARDS; i++)
        assay_sim_add(sim, &shard);
}

static const struct assay_simulation shards = {
    .name = "shards",
    .setup = setup,
    .ordered = true, /* clients hear of things in the order in which they were done */
};

/* ---- What the tester does: it is the clients */

static void start(struct assay_trace *t, void *sim,
                  const struct assay_trace_value *fields)
{
    (void)t, (void)fields;
    assay_sim_signal(sim, ROUTER, start_request);
}

static void read_key(struct assay_trace *t, void *sim,
                     const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, ROUTER, read_request, .tx = fields[0].number,
                   .key = fields[1].number);
}

static void update(struct assay_trace *t, void *sim,
                   const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, ROUTER, update_request, .tx = fields[0].number,
                   .key = fields[1].number, .value = fields[2].number);
}

static void commit(struct assay_trace *t, void *sim,
                   const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, ROUTER, commit_request, .tx = fields[0].number);
}

static void rollback(struct assay_trace *t, void *sim,
                     const struct assay_trace_value *fields)
{
    (void)t;
    assay_sim_tell(sim, ROUTER, rollback_request, .tx = fields[0].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &shards,
    .handlers = {{"start", start},
                 {"read", read_key},
                 {"update", update},
                 {"commit", commit},
                 {"rollback", rollback}},
};
