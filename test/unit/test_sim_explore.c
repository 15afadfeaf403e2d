/*
 * Exploring schedules: the outcomes of random little systems of actors are those that
 * come of all orders in which their messages can arrive, tried one by one without the
 * library.
 */
#include "base/hash.h"
#include "choice/prng.h"
#include "harness.h"
#include <assay/sim.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES = 3,
    FIRST = 3,
    HOPS = 2,
    OUTCOMES = 4096,
    WAY = 40,
    TICK = 99,
    MANY = 3000
};

/* What a system does: nodes fold messages into their state; what they send depends on
 * that. */
struct mixture {
    uint64_t seed;
    bool ordered, timed;
    uint32_t losses;
};
static struct mixture mixture;

struct token {
    uint64_t value;
    int hops;
};
ASSAY_MESSAGE(token, value, hops);
ASSAY_SIGNAL(tick);

/* The new state of a node, and whom it tells what: how many, at most 2. */
static uint64_t fold(uint64_t state, uint32_t node, uint64_t value)
{
    return assay_hash_step(assay_hash_step(mixture.seed ^ node, state), value);
}

static int replies(uint64_t state, const struct token *t, uint32_t to[2],
                   struct token tokens[2])
{
    int count = t->hops == 0 ? 0 : (int)(state % 8 < 5) + (int)(state % 8 == 0);

    for (int i = 0; i < count; i++) {
        to[i] = (uint32_t)(state >> (8 + 8 * i)) % NODES;
        tokens[i] = (struct token){(state >> 32) % 3 + (uint64_t)i, t->hops - 1};
    }
    return count;
}

/* What becomes of the timer of a node that got a token. */
enum timer { LEAVE, SET, STOP };

static enum timer timer_of(uint64_t state)
{
    return !mixture.timed    ? LEAVE
           : state >> 40 & 1 ? SET
           : state >> 41 & 1 ? STOP
                             : LEAVE;
}

static void first_tokens(uint32_t to[FIRST], struct token tokens[FIRST])
{
    struct assay_prng prng;

    assay_prng_init(&prng, mixture.seed, 7);
    for (int i = 0; i < FIRST; i++) {
        to[i] = (uint32_t)assay_prng_upto(&prng, NODES - 1);
        tokens[i] = (struct token){assay_prng_upto(&prng, 2), HOPS};
    }
}

/* ---- Outcomes */

struct outcomes {
    uint64_t at[OUTCOMES];
    size_t count;
};

static void add(struct outcomes *o, const uint64_t states[NODES])
{
    uint64_t hash = assay_hash_bytes(0, states, NODES * sizeof *states);

    for (size_t i = 0; i < o->count; i++)
        if (o->at[i] == hash)
            return;
    if (o->count < OUTCOMES)
        o->at[o->count++] = hash;
}

static bool has(const struct outcomes *o, uint64_t hash)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->at[i] == hash)
            return true;
    return false;
}

static bool is_same(const struct outcomes *a, const struct outcomes *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (!has(b, a->at[i]))
            return false;
    return a->count == b->count;
}

/* ---- All orders, one by one */

struct under_way {
    uint32_t from, to;
    struct token token;
};

struct world {
    uint64_t states[NODES];
    struct under_way mail[WAY];
    int count;
    bool timers[NODES];
    uint32_t losses; /* so far */
};

static bool is_at_rest(const struct world *w)
{
    for (int i = 0; i < NODES; i++)
        if (w->timers[i])
            return false;
    return w->count == 0;
}

static uint64_t walks; /* so far, of one system */

/* Where channels keep their order, the first of each can arrive. */
static bool can_arrive(const struct world *w, int i)
{
    for (int k = 0; mixture.ordered && k < i; k++)
        if (w->mail[k].from == w->mail[i].from && w->mail[k].to == w->mail[i].to)
            return false;
    return true;
}

static void walk(const struct world *w, struct outcomes *o)
{
    if (is_at_rest(w)) {
        add(o, w->states);
        walks++;
    }
    for (uint32_t i = 0; i < NODES && walks <= MANY; i++)
        if (w->timers[i]) {
            struct world next = *w;
            next.timers[i] = false;
            next.states[i] = fold(w->states[i], i, TICK);
            walk(&next, o);
        }
    for (int i = 0; i < w->count && walks <= MANY; i++) {
        struct world next = *w;
        struct under_way m = w->mail[i];
        uint32_t to[2];
        struct token tokens[2];
        int count;
        if (!can_arrive(w, i))
            continue;
        memmove(&next.mail[i], &next.mail[i + 1],
                (size_t)(next.count - i - 1) * sizeof next.mail[0]);
        next.count--;
        if (w->losses < mixture.losses) {
            struct world lost = next;
            lost.losses++;
            walk(&lost, o);
        }
        next.states[m.to] = fold(w->states[m.to], m.to, m.token.value);
        count = replies(next.states[m.to], &m.token, to, tokens);
        if (timer_of(next.states[m.to]) != LEAVE)
            next.timers[m.to] = timer_of(next.states[m.to]) == SET;
        for (int k = 0; k < count && next.count < WAY; k++)
            next.mail[next.count++] = (struct under_way){m.to, to[k], tokens[k]};
        walk(&next, o);
    }
}

static void walk_all(struct outcomes *o)
{
    struct world w = {.count = FIRST};
    uint32_t to[FIRST];
    struct token tokens[FIRST];

    first_tokens(to, tokens);
    for (int i = 0; i < FIRST; i++)
        w.mail[i] = (struct under_way){ASSAY_OUTSIDE, to[i], tokens[i]};
    walks = 0;
    walk(&w, o);
}

/* ---- The same as actors */

static struct outcomes explored;

static void on_token(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    const struct token *t = mail->body;
    uint64_t *own = state;
    uint32_t to[2];
    struct token tokens[2];
    int count;

    *own = fold(*own, assay_self_id(self), t->value);
    count = replies(*own, t, to, tokens);
    for (int i = 0; i < count; i++)
        assay_self_send(self, to[i], &token_message, &tokens[i]);
    if (timer_of(*own) == SET)
        assay_alarm(self, 1, tick);
    else if (timer_of(*own) == STOP)
        assay_timer_stop(self, tick);
}

static void on_tick(struct assay_self *self, void *state, const struct assay_mail *mail)
{
    uint64_t *own = state;

    (void)mail;
    *own = fold(*own, assay_self_id(self), TICK);
}

static const struct assay_actor folder = {
    .name = "folder",
    .size = sizeof(uint64_t),
    .handlers = {ASSAY_ON(token, on_token), ASSAY_ON(tick, on_tick)}};

static void setup(struct assay_sim *sim)
{
    uint32_t to[FIRST];
    struct token tokens[FIRST];

    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, &folder);
    first_tokens(to, tokens);
    for (int i = 0; i < FIRST; i++)
        assay_sim_send(sim, to[i], &token_message, &tokens[i]);
}

static void finish(struct assay_sim *sim)
{
    uint64_t states[NODES];

    for (uint32_t i = 0; i < NODES; i++)
        states[i] = *(uint64_t *)assay_sim_state(sim, i);
    add(&explored, states);
}

static void look(struct assay_sim *sim)
{
    (void)sim;
}

/* How many schedules there are; all of them were tried. */
static uint64_t explore(const struct assay_simulation *of)
{
    struct assay_explorer *e = assay_explorer_new(200);
    struct assay_sim_job job = {of, ASSAY_SCHEDULE_ALL, 0, e};
    struct assay_property property = {
        .name = of->name, .run = assay_sim_run, .context = &job};
    struct assay_options options = {.runs = UINT32_MAX,
                                    .rejects = UINT32_MAX,
                                    .no_fork = true,
                                    .no_store = true,
                                    .exhausted = assay_explorer_done(e)};
    struct assay_report *report;
    uint64_t schedules;

    memset(&explored, 0, sizeof explored);
    CHECK_INT(assay_check(&property, &options, &report), ASSAY_OK);
    CHECK_UINT(report->nfindings, 0);
    CHECK_STR(report->error, "");
    schedules = assay_explorer_schedules(e);
    CHECK(report->runs >= schedules); /* it may have begun anew */
    CHECK(assay_explorer_is_whole(e));
    assay_report_free(report);
    assay_explorer_free(e);
    return schedules;
}

static void compare(uint64_t seed, bool ordered, bool timed, uint32_t losses)
{
    struct assay_simulation of = {.name = "folders",
                                  .setup = setup,
                                  .finish = finish,
                                  .ordered = ordered,
                                  .faults = {.losses = losses}};
    static struct outcomes all;
    uint64_t schedules;

    memset(&all, 0, sizeof all);
    mixture = (struct mixture){seed, ordered, timed, losses};
    walk_all(&all);
    if (walks > MANY)
        return; /* too many for a unit test */
    schedules = explore(&of);
    CHECK(is_same(&all, &explored));
    CHECK(schedules >= all.count && schedules <= walks);
}

TEST(sim_explore_finds_every_outcome)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        compare(seed, false, false, 0);
        compare(seed, true, false, 0);
    }
}

/* A timer that is stopped, or set anew, could have fired before. */
TEST(sim_explore_fires_timers_that_are_stopped)
{
    for (uint64_t seed = 1; seed <= 40; seed++)
        compare(seed, seed % 2 == 0, true, 0);
}

TEST(sim_explore_loses_what_can_be_lost)
{
    for (uint64_t seed = 1; seed <= 40; seed++)
        compare(seed, seed % 2 == 0, seed % 4 < 2, seed % 3 == 2 ? 2 : 1);
}

/* Whoever looks at all nodes after each step sees every order. */
TEST(sim_explore_leaves_out_nothing_that_is_looked_at)
{
    struct assay_simulation of = {
        .name = "folders", .setup = setup, .finish = finish, .check = look};
    static struct outcomes all;

    for (uint64_t seed = 1; seed <= 10; seed++) {
        memset(&all, 0, sizeof all);
        mixture = (struct mixture){seed, false, false, 0};
        walk_all(&all);
        if (walks > MANY)
            continue;
        CHECK_UINT(explore(&of), walks);
        CHECK(is_same(&all, &explored));
    }
}

/* Nothing happens in it, and that is all. */
static void setup_nothing(struct assay_sim *sim)
{
    for (int i = 0; i < NODES; i++)
        assay_sim_add(sim, &folder);
}

TEST(sim_explore_nothing)
{
    struct assay_simulation of = {
        .name = "nothing", .setup = setup_nothing, .finish = finish};

    CHECK_UINT(explore(&of), 1);
    CHECK_UINT(explored.count, 1);
}
