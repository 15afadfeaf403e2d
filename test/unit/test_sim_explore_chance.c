/*
 * Exploring schedules against chance: whatever comes of a random execution of a little
 * system with timers, clocks, faults and sessions of a store is among the outcomes of the
 * schedules that were explored.
 */
#include "base/hash.h"
#include "choice/prng.h"
#include "harness.h"
#include <assay/store.h>
#include <string.h>

enum { NODES = 3, OUTCOMES = 8192, SCHEDULES = 6000, CHANCES = 600 };

/* What nodes do. */
static struct {
    uint64_t seed;
    unsigned deeds; /* that they may do, as bits */
    int tokens, hops;
} mixture;

/* ---- Outcomes */

struct outcomes {
    uint64_t at[OUTCOMES];
    size_t count;
};
static struct outcomes outcomes;

static bool has(const struct outcomes *o, uint64_t hash)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->at[i] == hash)
            return true;
    return false;
}

static void add(struct outcomes *o, uint64_t hash)
{
    if (!has(o, hash) && o->count < OUTCOMES)
        o->at[o->count++] = hash;
}

static void finish(struct assay_sim *sim)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < assay_sim_nodes(sim); i++) {
        hash = assay_hash_step(hash, *(uint64_t *)assay_sim_state(sim, i));
        hash = assay_hash_step(hash, assay_sim_is_up(sim, i));
    }
    add(&outcomes, hash);
}

static struct assay_report *run(const struct assay_simulation *of,
                                struct assay_explorer *e, uint64_t runs)
{
    struct assay_sim_job job = {of, e ? ASSAY_SCHEDULE_ALL : ASSAY_SCHEDULE_RANDOM, 0, e};
    struct assay_property property = {
        .name = of->name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {.runs = runs,
                                    .seed = 1,
                                    .rejects = e ? SCHEDULES : 0,
                                    .no_fork = true,
                                    .no_store = true,
                                    .exhausted = e ? assay_explorer_done(e) : NULL};
    struct assay_report *report;

    outcomes.count = 0;
    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_STR(report->error, "");
    CHECK_UINT(report->nfindings, 0);
    return report;
}

/* False: there are too many schedules, or none has an outcome. */
static bool explores_all(const struct assay_simulation *of)
{
    static struct outcomes explored;
    struct assay_explorer *e = assay_explorer_new(200);
    bool whole;

    assay_report_free(run(of, e, SCHEDULES));
    whole = assay_explorer_is_whole(e);
    assay_explorer_free(e);
    if (!whole)
        return false;
    explored = outcomes;
    assay_report_free(run(of, NULL, CHANCES));
    for (size_t i = 0; i < outcomes.count; i++)
        CHECK(has(&explored, outcomes.at[i]));
    return outcomes.count > 0;
}

/* ---- Nodes that fold what they get, and do what comes of it */

enum deed {
    SEND,
    SET_TIMER,
    READ_CLOCK,
    READ_TRUE_CLOCK,
    TELL_FROM_OUTSIDE,
    CRASH,
    RESTART,
    CUT,
    HEAL,
    LOSE,
    DOUBLE,
    FIRE,
    LOOK,
    COUNT,
    ADD,
    GIVE_UP,
    DEEDS
};

struct token {
    uint64_t value;
    int hops;
};
ASSAY_MESSAGE(token, value, hops);
struct bell {
    int hops;
};
ASSAY_MESSAGE(bell, hops);

static const struct assay_actor folder;

static void act(struct assay_self *self, uint64_t *state, int hops)
{
    struct assay_sim *sim = assay_self_sim(self);
    uint32_t other = (uint32_t)(*state >> 16) % NODES, third = (other + 1) % NODES;
    enum deed deed = (enum deed)(*state >> 8) % DEEDS;
    uint64_t seen = 0;

    if (hops == 0)
        return;
    if (mixture.deeds == 1 << SET_TIMER || !(mixture.deeds >> deed & 1))
        deed = mixture.deeds >> SET_TIMER & *state & 1 ? SET_TIMER : SEND;
    switch (deed) {
    case SEND:
        assay_tell(self, other, token, *state % 5, hops - 1);
        break;
    case SET_TIMER:
        assay_timer(self, 1 + *state % 3, bell, hops - 1);
        break;
    case READ_CLOCK:
        seen = assay_self_clock(self);
        break;
    case READ_TRUE_CLOCK:
        seen = assay_sim_clock(sim);
        break;
    case TELL_FROM_OUTSIDE:
        assay_sim_tell(sim, other, token, *state % 5, hops - 1);
        break;
    case CRASH:
        seen = other != assay_self_id(self) && assay_sim_crash(sim, other);
        break;
    case RESTART:
        seen = assay_sim_restart(sim, other);
        break;
    case CUT:
        assay_sim_cut(sim, other, third);
        assay_tell(self, third, token, *state % 5, hops - 1);
        break;
    case HEAL:
        assay_sim_heal(sim);
        break;
    case LOSE:
        seen = assay_sim_lose(sim, "token", other, third);
        break;
    case DOUBLE:
        seen = assay_sim_double(sim, "token", other, third);
        break;
    case FIRE:
        seen = assay_sim_fire(sim, other, "bell");
        break;
    case LOOK:
        seen = *(uint64_t *)assay_sim_state(sim, other) + assay_sim_is_up(sim, third);
        break;
    case COUNT:
        seen = assay_sim_in_flight(sim);
        break;
    case ADD:
        seen = assay_sim_add(sim, &folder);
        break;
    case GIVE_UP: /* as a failure ends the execution */
        assay_assume(assay_self_test(self), false);
        break;
    case DEEDS:
        break;
    }
    *state = assay_hash_step(*state, seen);
}

static void fold(struct assay_self *self, uint64_t *state, uint64_t value)
{
    *state = assay_hash_step(assay_hash_step(mixture.seed ^ assay_self_id(self), *state),
                             value);
}

static void on_token(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct token *t = mail->body;

    fold(self, state, t->value);
    act(self, state, t->hops);
}

static void on_bell(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct bell *b = mail->body;

    fold(self, state, 99);
    act(self, state, b->hops);
}

static const struct assay_actor folder = {
    .name = "folder",
    .size = sizeof(uint64_t),
    .handlers = {ASSAY_ON(token, on_token), ASSAY_ON(bell, on_bell)}};

static void setup(struct assay_sim *sim)
{
    struct assay_prng prng;

    assay_prng_init(&prng, mixture.seed, 7);
    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, &folder);
    for (int i = 0; i < mixture.tokens; i++) {
        uint32_t to = (uint32_t)assay_prng_upto(&prng, NODES - 1);
        assay_sim_tell(sim, to, token, assay_prng_upto(&prng, 4), mixture.hops);
    }
}

/* How many of so many systems had few enough schedules. */
static int compare(const struct assay_simulation *like, unsigned deeds, uint64_t seeds)
{
    int compared = 0;

    mixture.tokens = like->faults.partitions + like->faults.duplicates ? 2 : 3;
    mixture.hops = like->faults.partitions ? 1 : 2; /* of those there are many */
    for (mixture.seed = 1; mixture.seed <= seeds; mixture.seed++) {
        mixture.deeds = deeds;
        compared += explores_all(like);
    }
    return compared;
}

TEST(sim_explore_finds_what_timers_do)
{
    struct assay_simulation of = {.name = "timers", .setup = setup, .finish = finish};
    unsigned clocks = 1 << SET_TIMER | 1 << READ_CLOCK | 1 << READ_TRUE_CLOCK;

    CHECK(compare(&of, 1 << SET_TIMER, 30) > 20);
    CHECK(compare(&of, clocks, 60) > 40);
    of.ordered = true;
    CHECK(compare(&of, clocks, 10) > 5);
    of.delay = 2;
    CHECK(compare(&of, clocks, 10) > 5);
}

TEST(sim_explore_finds_what_faults_do)
{
    static const struct assay_faults faults[] = {
        {.losses = 1},     {.losses = 2},
        {.duplicates = 1}, {.crashes = 1, .for_ever = true},
        {.partitions = 1},
    };

    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct assay_simulation of = {
            .name = "faults", .setup = setup, .finish = finish, .faults = faults[i]};
        CHECK(compare(&of, 1 << SET_TIMER, 8) > 0);
        of.ordered = true;
        CHECK(compare(&of, 0, 8) > 0);
    }
}

/* Handlers that reach out for other nodes, and for what is between them. */
TEST(sim_explore_finds_what_is_done_on_purpose)
{
    struct assay_simulation of = {.name = "purpose", .setup = setup, .finish = finish};

    for (unsigned deed = TELL_FROM_OUTSIDE; deed < DEEDS; deed++)
        CHECK(compare(&of, 1 << SET_TIMER | 1u << deed, 20) > 5);
    CHECK(compare(&of, 1 << CUT | 1 << HEAL, 40) > 10);
    CHECK(compare(&of, 1 << CRASH | 1 << RESTART, 40) > 10);
}

/* ---- Sessions of a store */

enum { SESSIONS = 3, READS = 8 };

static struct {
    int64_t at[SESSIONS][READS];
    int count[SESSIONS];
} reads;

struct work {
    uint32_t session;
    uint64_t bits;
};

/* Some reads and writes; sometimes another session is told to do something. */
static void work(struct assay_session *s, const void *args)
{
    const struct work *w = args;
    int64_t *at = reads.at[w->session], value;

    assay_begin(s, w->session);
    for (int i = 0; i < 2; i++) {
        const char *table = w->bits >> i & 1 ? "x" : "y";
        value = -1;
        if (w->bits >> (4 + i) & 1) {
            assay_put(s, table, 0, (int64_t)w->session * 10 + i);
            continue;
        }
        assay_get(s, table, 0, &value);
        at[reads.count[w->session]++ % READS] = value;
    }
    at[reads.count[w->session]++ % READS] = assay_commit(s);
}

static struct assay_store *store;

static void on_order(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct token *t = mail->body;
    uint32_t session = (uint32_t)(t->value % SESSIONS);

    (void)state, (void)self;
    assay_session_run(store, session, work, &(struct work){session, t->value >> 8},
                      sizeof(struct work));
}

static const struct assay_actor client = {.name = "client",
                                          .handlers = {ASSAY_ON(token, on_order)}};

static void setup_store(struct assay_sim *sim)
{
    struct assay_prng prng;

    memset(&reads, 0, sizeof reads);
    assay_prng_init(&prng, mixture.seed, 3);
    store = assay_store_open(sim, (enum assay_isolation)mixture.deeds);
    assay_store_fill(store, "x", 0, 0);
    for (uint32_t i = 0; i < 2; i++) {
        assay_sim_add(sim, &client);
        assay_sim_tell(sim, i, token, assay_prng_next(&prng), 0);
    }
}

static void finish_store(struct assay_sim *sim)
{
    (void)sim;
    add(&outcomes, assay_hash_bytes(0, &reads, sizeof reads));
}

TEST(sim_explore_finds_what_a_store_does)
{
    struct assay_simulation of = {
        .name = "store", .setup = setup_store, .finish = finish_store};

    for (unsigned isolation = 0; isolation <= ASSAY_READ_COMMITTED; isolation++)
        CHECK(compare(&of, isolation, 12) > 8);
}
