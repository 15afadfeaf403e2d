/*
 * Anomalies of isolation on the simulated store and on PostgreSQL, by the same schedules.
 *
 * On the simulated store two sessions are run in every order of their steps, and in every
 * way in which these can end. Each order is then replayed on the server of
 * $ASSAY_POSTGRES. What the simulated store shows is known for each level; of that
 * PostgreSQL must show what its manual says, and nothing in an order in which the
 * simulated store could not have shown it.
 */
#include "base/arena.h"
#include "sim/sim.h"
#include <assay/postgres.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 16, ORDERS = 512, SESSIONS = 2 };

/* ---- Scenarios */

/* What was seen in an execution. */
static struct {
    int64_t first[SESSIONS], second[SESSIONS]; /* what each has read */
    bool wrote[SESSIONS], committed[SESSIONS];
    bool late; /* the second session began when the first had committed */
} seen;

static int64_t read_row(struct assay_session *s, int64_t key)
{
    int64_t value = -1;

    assay_get(s, "rows", key, &value);
    return value;
}

static void commit(struct assay_session *s)
{
    seen.committed[assay_session_id(s)] = assay_commit(s);
}

static void increment(struct assay_session *s, const void *args)
{
    int64_t *read = &seen.first[assay_session_id(s)];

    (void)args;
    assay_begin(s, 0);
    *read = read_row(s, 1);
    assay_put(s, "rows", 1, *read + 1);
    commit(s);
}

static bool is_lost(void)
{
    return seen.committed[0] && seen.committed[1] && seen.first[0] == seen.first[1];
}

static void write_one(struct assay_session *s, const void *args)
{
    (void)args;
    assay_begin(s, 0);
    assay_put(s, "rows", 1, 1);
    commit(s);
}

static void write_two(struct assay_session *s, const void *args)
{
    (void)args;
    assay_begin(s, 0);
    assay_put(s, "rows", 1, 1);
    assay_put(s, "rows", 2, 1);
    commit(s);
}

static void read_two(struct assay_session *s, int64_t one, int64_t other)
{
    assay_begin(s, 0);
    seen.late = seen.committed[0];
    seen.first[1] = read_row(s, one);
    seen.second[1] = read_row(s, other);
    commit(s);
}

static void read_twice(struct assay_session *s, const void *args)
{
    (void)args;
    read_two(s, 1, 1);
}

static void read_both(struct assay_session *s, const void *args)
{
    (void)args;
    read_two(s, 1, 2);
}

static bool differs(void)
{
    return seen.committed[1] && seen.first[1] != seen.second[1];
}

/* Only if both rows are as they were. */
static void write_one_of_two(struct assay_session *s, const void *args)
{
    uint32_t id = assay_session_id(s);

    (void)args;
    assay_begin(s, 0);
    seen.wrote[id] = read_row(s, 1) + read_row(s, 2) == 0;
    if (seen.wrote[id])
        assay_put(s, "rows", 1 + id, 1);
    commit(s);
}

static bool is_skewed(void)
{
    return seen.committed[0] && seen.committed[1] && seen.wrote[0] && seen.wrote[1];
}

static bool is_stale(void)
{
    return seen.late && seen.committed[1] && seen.first[1] == 0;
}

/* Whether the store can show it, by levels from the strongest, simulated and PostgreSQL:
 * 's' only the simulated one, 'b' both, '-' none, 'p' PostgreSQL alone. */
static const struct scenario {
    const char *name;
    assay_session_fn *sessions[SESSIONS];
    bool (*is_anomaly)(void);
    const char *expected;
} scenarios[] = {
    {"lost update", {increment, increment}, is_lost, "--sb"},
    {"non-repeatable read", {write_one, read_twice}, differs, "---b"},
    {"fractured read", {write_two, read_both}, differs, "---b"},
    {"write skew", {write_one_of_two, write_one_of_two}, is_skewed, "-bbb"},
    {"stale read", {write_one, read_twice}, is_stale, "-sss"},
};

static const char *const levels[] = {"serialisable", "snapshot", "causal",
                                     "read committed"};

/* ---- One execution */

struct order {
    char steps[STEPS + 1]; /* sessions, '0' or '1' */
};

struct execution {
    const struct scenario *scenario;
    enum assay_isolation level;
    struct assay_arena arena;
    struct assay_sim_watcher watcher;
    struct assay_sim *sim;
    struct order order; /* of what has happened: one that is blocked has not */
};

static bool sees_nothing(void *ctx, const char *name)
{
    (void)ctx, (void)name;
    return false;
}

static void note_step(void *ctx, const struct assay_step *step, bool is_seen)
{
    struct execution *x = ctx;
    size_t n = strlen(x->order.steps);

    (void)is_seen;
    if (n == STEPS)
        exit(2);
    x->order.steps[n] = (char)('0' + step->id);
    x->order.steps[n + 1] = 0;
}

static void no_setup(struct assay_sim *sim)
{
    (void)sim;
}

static void begin(struct execution *x, const struct assay_store_backend *backend)
{
    static const struct assay_simulation simulation = {.name = "store",
                                                       .setup = no_setup};
    struct assay_store *store;

    memset(&seen, 0, sizeof seen);
    x->order.steps[0] = 0;
    assay_arena_init(&x->arena, NULL, 0);
    x->watcher =
        (struct assay_sim_watcher){.sees = sees_nothing, .happens = note_step, .ctx = x};
    x->sim = assay_sim_begin(NULL, &x->arena, &simulation, &x->watcher);
    store = backend ? assay_store_open_on(x->sim, x->level, backend, NULL)
                    : assay_store_open(x->sim, x->level);
    assay_store_fill(store, "rows", 1, 0);
    assay_store_fill(store, "rows", 2, 0);
    for (uint32_t i = 0; i < SESSIONS; i++)
        assay_session_run(store, i, x->scenario->sessions[i], NULL, 0);
}

/* Whether it was anomalous. */
static bool end(struct execution *x)
{
    assay_sim_end(x->sim);
    assay_arena_done(&x->arena);
    return x->scenario->is_anomaly();
}

/* ---- All orders on the simulated store */

struct orders {
    struct order at[ORDERS];
    bool anomalous[ORDERS]; /* in one of the ways in which its steps can end */
    size_t count;
};

/* Its place; the number of orders: it is not there. */
static size_t find_order(const struct orders *all, const struct order *order)
{
    size_t i = 0;

    while (i < all->count && strcmp(all->at[i].steps, order->steps) != 0)
        i++;
    return i;
}

static void add_order(struct orders *all, const struct order *order, bool anomalous)
{
    size_t i = find_order(all, order);

    if (i == ORDERS)
        exit(2);
    if (i == all->count) {
        all->at[all->count++] = *order;
        all->anomalous[i] = false;
    }
    all->anomalous[i] = all->anomalous[i] || anomalous;
}

/* Which of the menu's steps is taken, step by step; the next choices in the order of
 * numbers with digits. */
struct choices {
    uint32_t at[STEPS], of[STEPS];
    size_t count;
};

static bool next_choices(struct choices *c)
{
    while (c->count > 0 && c->at[c->count - 1] + 1 == c->of[c->count - 1])
        c->count--;
    if (c->count > 0)
        c->at[c->count - 1]++;
    return c->count > 0;
}

static void run_simulated(struct execution *x, struct choices *c)
{
    size_t step = 0;

    begin(x, NULL);
    for (uint32_t n; (n = assay_sim_menu(x->sim)) > 0; step++) {
        if (step == c->count) {
            c->at[step] = 0;
            c->count++;
        }
        c->of[step] = n;
        assay_sim_perform(x->sim, assay_sim_menu_at(x->sim, c->at[step]));
    }
}

static void explore(struct execution *x, struct orders *ret_orders)
{
    struct choices c = {.count = 0};

    ret_orders->count = 0;
    do {
        run_simulated(x, &c);
        add_order(ret_orders, &x->order, end(x));
    } while (next_choices(&c));
}

/* ---- An order on PostgreSQL */

/* The step of a session; false: it has none, since it waits for another, or has ended. */
static bool perform_of(struct execution *x, uint32_t session)
{
    uint32_t n = assay_sim_menu(x->sim);

    for (uint32_t i = 0; i < n; i++) {
        if (assay_sim_menu_at(x->sim, i).id == session) {
            assay_sim_perform(x->sim, assay_sim_menu_at(x->sim, i));
            return true;
        }
    }
    return false;
}

/* Whoever waits loses his turn; what is left in the end happens then. */
static bool replay(struct execution *x, const struct order *order)
{
    begin(x, &assay_postgres);
    for (const char *at = order->steps; *at; at++)
        perform_of(x, (uint32_t)(*at - '0'));
    while (perform_of(x, 0) || perform_of(x, 1))
        continue;
    return end(x);
}

/* ---- All of it */

struct count {
    size_t orders, anomalous;
    struct order example; /* of an anomaly */
    size_t unknown;       /* anomalies of PostgreSQL alone, by their order */
};

static void count_one(struct count *c, const struct order *order, bool anomalous)
{
    if (anomalous && c->anomalous == 0)
        c->example = *order;
    c->orders++;
    c->anomalous += anomalous;
}

static void count_replay(struct count *c, struct execution *x, const struct orders *all,
                         size_t number)
{
    bool anomalous = replay(x, &all->at[number]);
    size_t happened = find_order(all, &x->order);

    count_one(c, &x->order, anomalous);
    c->unknown += anomalous && (happened == all->count || !all->anomalous[happened]);
}

static char verdict(const struct count *simulated, const struct count *real)
{
    if (real->unknown > 0)
        return 'p';
    if (real->anomalous > 0)
        return 'b';
    return simulated->anomalous > 0 ? 's' : '-';
}

static void print_count(const struct count *c)
{
    char text[64];

    if (c->anomalous == 0)
        snprintf(text, sizeof text, "none in %zu", c->orders);
    else
        snprintf(text, sizeof text, "%zu of %zu", c->anomalous, c->orders);
    printf("  %-14s", text);
}

static bool compare(const struct scenario *scenario, enum assay_isolation level)
{
    static struct orders all;
    struct execution x = {.scenario = scenario, .level = level};
    struct count simulated = {0}, real = {0};
    char got, expected = scenario->expected[level];

    explore(&x, &all);
    for (size_t i = 0; i < all.count; i++) {
        count_one(&simulated, &all.at[i], all.anomalous[i]);
        count_replay(&real, &x, &all, i);
    }
    got = verdict(&simulated, &real);
    printf("  %-20s %-15s", scenario->name, levels[level]);
    print_count(&simulated);
    print_count(&real);
    printf("  %s%s\n", real.example.steps, got == expected ? "" : " not as expected");
    fflush(stdout);
    return got == expected;
}

int main(void)
{
    int passed = 0, failed = 0;

    printf("  %-20s %-15s  %-14s  %s\n", "orders of steps with", "at", "simulated",
           "on PostgreSQL");
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        for (int level = ASSAY_READ_COMMITTED; level >= ASSAY_SERIALISABLE; level--) {
            bool good = compare(&scenarios[i], (enum assay_isolation)level);
            passed += good;
            failed += !good;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
