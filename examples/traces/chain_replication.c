/*
 * Chain replication with three replicas. Writes enter at the head of the chain and are
 * handed from each replica to the next. The tail, which is the last to have them,
 * acknowledges them and answers reads; and it lets the others know, back up the chain,
 * which updates are stable. Crashes are noticed: who is left is told, and closes the gap.
 *
 * Updates have numbers, so that one that is handed on again is not taken twice.
 *
 * The bug: who becomes the tail because the old one crashed does not take care of
 * updates that were under way. The old tail may have acknowledged them, and yet what is
 * read is older.
 */
#include <assay/trace.h>

enum { NODES = 3, KEYS = 4, UPDATES = 64, NOBODY = NODES };

/* ---- Messages */

struct put { /* from a client to the head */
    int64_t key, value;
};
ASSAY_MESSAGE(put, key, value);

struct get { /* from a client to the tail */
    int64_t key;
};
ASSAY_MESSAGE(get, key);

struct update { /* down the chain */
    int64_t key, value;
    uint32_t number;
};
ASSAY_MESSAGE(update, key, value, number);

struct stable { /* up the chain: all up to this one */
    uint32_t number;
};
ASSAY_MESSAGE(stable, number);

struct gone { /* to who is left */
    uint32_t dead;
};
ASSAY_MESSAGE(gone, dead);

struct written { /* from the tail to a client */
    int64_t key, value;
};
ASSAY_MESSAGE(written, key, value);

struct result { /* and so is this */
    int64_t key, value;
};
ASSAY_MESSAGE(result, key, value);

/* ---- Replicas */

struct replica {
    bool dead[NODES]; /* as far as it knows */
    struct update updates[UPDATES];
    uint32_t count, stable; /* of them; the later ones are under way */
    int64_t values[KEYS];   /* after all that are stable */
};

static uint32_t next_of(const struct assay_self *self, const struct replica *r)
{
    for (uint32_t n = assay_self_id(self) + 1; n < NODES; n++)
        if (!r->dead[n])
            return n;
    return NOBODY;
}

static uint32_t previous_of(const struct assay_self *self, const struct replica *r)
{
    for (uint32_t n = assay_self_id(self); n-- > 0;)
        if (!r->dead[n])
            return n;
    return NOBODY;
}

static void tell_previous(struct assay_self *self, const struct replica *r)
{
    uint32_t previous = previous_of(self, r);

    if (previous != NOBODY)
        assay_tell(self, previous, stable, .number = r->stable);
}

static const struct update *make_stable(struct replica *r)
{
    const struct update *u = &r->updates[r->stable++];

    r->values[u->key] = u->value;
    return u;
}

/* The tail: what it has is stable. */
static void acknowledge(struct assay_self *self, struct replica *r)
{
    while (r->stable < r->count) {
        const struct update *u = make_stable(r);
        assay_tell(self, ASSAY_OUTSIDE, written, .key = u->key, .value = u->value);
    }
    tell_previous(self, r);
}

/* Any other one. */
static void hand_on(struct assay_self *self, const struct replica *r,
                    const struct update *u)
{
    assay_self_send(self, next_of(self, r), &update_message, u);
}

static void take(struct assay_self *self, struct replica *r, struct update u)
{
    if (r->count == UPDATES)
        return;
    r->updates[r->count++] = u;
    if (next_of(self, r) == NOBODY)
        acknowledge(self, r);
    else
        hand_on(self, r, &u);
}

static void on_put(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct replica *r = state;
    const struct put *put = m->body;

    take(self, r, (struct update){put->key, put->value, r->count + 1});
}

static void on_update(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct replica *r = state;
    const struct update *u = m->body;

    if (u->number == r->count + 1)
        take(self, r, *u);
    else if (u->number <= r->stable) /* the sender has not heard of it */
        tell_previous(self, r);
}

static void on_stable(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct replica *r = state;
    const struct stable *stable = m->body;

    while (r->stable < stable->number)
        make_stable(r);
    tell_previous(self, r);
}

static void on_gone(struct assay_self *self, void *state, const struct assay_mail *m)
{
    struct replica *r = state;
    uint32_t before = next_of(self, r), now;

    r->dead[((const struct gone *)m->body)->dead] = true;
    now = next_of(self, r);
    if (now == before)
        return;
    if (now != NOBODY) {
        for (uint32_t i = r->stable; i < r->count; i++)
            hand_on(self, r, &r->updates[i]);
        return;
    }
#ifdef FIXED
    acknowledge(self, r);
#endif
}

/* Only the tail knows: others do not answer. */
static void on_get(struct assay_self *self, void *state, const struct assay_mail *m)
{
    const struct replica *r = state;
    int64_t key = ((const struct get *)m->body)->key;

    if (next_of(self, r) == NOBODY)
        assay_tell(self, ASSAY_OUTSIDE, result, .key = key, .value = r->values[key]);
}

static const struct assay_actor replica = {
    .name = "replica",
    .size = sizeof(struct replica),
    .handlers = {ASSAY_ON(put, on_put), ASSAY_ON(update, on_update),
                 ASSAY_ON(stable, on_stable), ASSAY_ON(gone, on_gone),
                 ASSAY_ON(get, on_get)},
};

static void setup(struct assay_sim *sim)
{
    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, &replica);
}

static const struct assay_simulation chain = {
    .name = "chain", .setup = setup, .ordered = true, /* so numbers come without gaps */
};

/* ---- What the tester does */

static void write_key(struct assay_trace *t, void *sim,
                      const struct assay_trace_value *fields)
{
    (void)t;
    for (uint32_t n = 0; n < NODES; n++)
        if (assay_sim_is_up(sim, n)) {
            assay_sim_tell(sim, n, put, .key = fields[0].number,
                           .value = fields[1].number);
            return;
        }
}

static void read_key(struct assay_trace *t, void *sim,
                     const struct assay_trace_value *fields)
{
    (void)t;
    for (uint32_t n = NODES; n-- > 0;)
        if (assay_sim_is_up(sim, n)) {
            assay_sim_tell(sim, n, get, .key = fields[0].number);
            return;
        }
}

static void crash(struct assay_trace *t, void *sim,
                  const struct assay_trace_value *fields)
{
    uint32_t dead = (uint32_t)fields[0].number;

    (void)t;
    if (!assay_sim_crash(sim, dead))
        return;
    for (uint32_t n = 0; n < NODES; n++)
        if (assay_sim_is_up(sim, n))
            assay_sim_tell(sim, n, gone, .dead = dead);
}

const struct assay_trace_system assay_system = {
    .simulation = &chain,
    .handlers = {{"write", write_key}, {"read", read_key}, {"crash", crash}},
};
