/*
 * A database with transactions. They write into a buffer of their own, and what is
 * committed becomes a new version of the database; old ones stay. Reads are messages to
 * where the data are, which takes time.
 *
 * The bug: a read does not say which version it wants, and gets the newest one when it
 * arrives. What is committed while it is under way shows.
 */
#include <assay/trace.h>

enum { DATABASE = 0, TRANSACTIONS = 8, KEYS = 4 };

#define NEWEST INT64_MAX

struct lookup {
    int64_t read, key, version;
};
ASSAY_MESSAGE(lookup, read, key);

struct reply {
    int64_t read, value;
};
ASSAY_MESSAGE(reply, read, value);

/* A value of a key, from this version on. */
struct entry {
    int64_t version, value;
    struct entry *older;
};

struct transaction {
    bool active;
    bool wrote[KEYS];
    int64_t values[KEYS];
};

struct database {
    int64_t version; /* the newest one */
    struct entry *entries[KEYS];
    struct transaction transactions[TRANSACTIONS];
};

static int64_t value_at(const struct database *d, int64_t key, int64_t version)
{
    const struct entry *e = d->entries[key];

    while (e && e->version > version)
        e = e->older;
    return e ? e->value : 0;
}

static void publish(struct assay_sim *sim, struct database *d,
                    const struct transaction *tx)
{
    d->version++;
    for (int key = 0; key < KEYS; key++)
        if (tx->wrote[key]) {
            struct entry *e = assay_sim_new(sim, 1, sizeof *e);
            *e = (struct entry){d->version, tx->values[key], d->entries[key]};
            d->entries[key] = e;
        }
}

static void on_lookup(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct lookup *l = mail->body;

    assay_tell(self, mail->from, reply, .read = l->read,
               .value = value_at(state, l->key, l->version));
}

static const struct assay_actor database = {
    .name = "database",
    .size = sizeof(struct database),
    .handlers = {ASSAY_ON(lookup, on_lookup)},
};

static void setup(struct assay_sim *sim)
{
    assay_sim_add(sim, &database);
}

static const struct assay_simulation simulation = {.name = "database", .setup = setup};

/* ---- Handlers */

static struct transaction *find(struct assay_sim *sim,
                                const struct assay_trace_value *fields)
{
    struct database *d = assay_sim_state(sim, DATABASE);

    return &d->transactions[fields[0].number];
}

/* One that is active goes on. */
static void begin(struct assay_trace *t, void *sim,
                  const struct assay_trace_value *fields)
{
    struct transaction *tx = find(sim, fields);

    (void)t;
    if (!tx->active)
        *tx = (struct transaction){.active = true};
}

static void write_value(struct assay_trace *t, void *sim,
                        const struct assay_trace_value *fields)
{
    struct transaction *tx = find(sim, fields);
    int64_t key = fields[1].number;

    (void)t;
    tx->wrote[key] = true;
    tx->values[key] = fields[2].number;
}

static void commit(struct assay_trace *t, void *sim,
                   const struct assay_trace_value *fields)
{
    struct transaction *tx = find(sim, fields);

    if (!tx->active)
        return;
    tx->active = false;
    publish(sim, assay_sim_state(sim, DATABASE), tx);
    assay_answer(t, "committed", fields[0].number);
}

static void rollback(struct assay_trace *t, void *sim,
                     const struct assay_trace_value *fields)
{
    (void)t;
    find(sim, fields)->active = false;
}

static void request(struct assay_trace *t, void *sim,
                    const struct assay_trace_value *fields)
{
#ifdef FIXED
    const struct database *d = assay_sim_state(sim, DATABASE);
    int64_t version = d->version;
#else
    int64_t version = NEWEST;
#endif

    (void)t;
    assay_sim_tell(sim, DATABASE, lookup, .read = fields[0].number,
                   .key = fields[1].number, .version = version);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"begin", begin},
                 {"write", write_value},
                 {"commit", commit},
                 {"rollback", rollback},
                 {"request", request}},
};
