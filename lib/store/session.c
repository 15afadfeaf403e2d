/*
 * Sessions: functions on stacks of their own, whose operations wait for their step.
 */
#include "run/body.h"
#include "sim/show.h"
#include "store/store.h"
#include <inttypes.h>
#include <string.h>

/* ---- Stores */

static struct assay_store *open_store(struct assay_sim *sim,
                                      enum assay_isolation isolation)
{
    struct assay_store *store = assay_sim_new(sim, 1, sizeof *store);

    store->source = assay_store_steps;
    store->sim = sim;
    store->isolation = isolation;
    return store;
}

struct assay_store *assay_store_open(struct assay_sim *sim,
                                     enum assay_isolation isolation)
{
    struct assay_store *store = open_store(sim, isolation);

    assay_sim_join(sim, &store->source);
    return store;
}

struct assay_store *assay_store_open_on(struct assay_sim *sim,
                                        enum assay_isolation isolation,
                                        const struct assay_store_backend *backend,
                                        const void *config)
{
    struct assay_store *store = open_store(sim, isolation);
    char error[ASSAY_MISUSE_TEXT] = "";

    store->backend = backend;
    store->db = backend->open(config, isolation, error, sizeof error);
    if (!store->db)
        assay_sim_misuse(sim, "%s cannot be used: %s", backend->name, error);
    assay_sim_join(sim, &store->source);
    return store;
}

void assay_store_fill(struct assay_store *store, const char *table, int64_t key,
                      int64_t value)
{
    struct assay_version *first;

    if (store->has_begun)
        assay_sim_misuse(store->sim, "the store is filled after a session began");
    if (store->backend) {
        assay_backend_fill(store, table, key, value);
        return;
    }
    first = assay_store_row(store, table, key)->newest;
    first->found = true;
    first->value = value;
}

/* ---- Going on */

static void run_task(void *ctx)
{
    const struct assay_task *task = ctx;

    task->run(task->session, task->args);
}

/* The next thing to be done; false: there is none. */
static bool start_task(struct assay_session *s)
{
    struct assay_sim *sim = s->store->sim;
    struct assay_task *task = s->first;

    if (!task)
        return false;
    s->first = task->next;
    s->fiber = assay_fiber_new(sim->test, run_task, task);
    if (!s->fiber)
        assay_sim_misuse(sim, "there is no memory for the stack of session %" PRIu32,
                         s->id);
    return true;
}

/* Runs the fiber up to its next operation. False: it has ended. */
static bool resume(struct assay_session *s)
{
    struct assay_store *store = s->store;
    struct assay_test *test = store->sim->test;
    enum assay_fiber_state state;
    const char *before;

    store->running = s;
    before = assay_show_doing(store->sim, "%s", assay_sim_name(store->sim, s->actor));
    state = assay_fiber_resume(s->fiber);
    assay_show_done(store->sim, before);
    store->running = NULL;
    if (state == ASSAY_FIBER_WAITS)
        return true;
    s->fiber = NULL;
    if (state == ASSAY_FIBER_LEFT)
        assay_test_stop(test, test->status);
    if (s->tx.state == ASSAY_TX_OPEN)
        assay_sim_misuse(store->sim,
                         "session %" PRIu32 " has ended in transaction %" PRId64
                         ", which is neither committed nor rolled back",
                         s->id, s->tx.number);
    s->tx.state = ASSAY_TX_NONE;
    return false;
}

static void go_on(struct assay_session *s)
{
    while ((s->fiber || start_task(s)) && !resume(s))
        ;
}

/* One that was told something and has not begun; NULL: there is none. */
static struct assay_session *find_told(const struct assay_store *store)
{
    for (uint32_t i = 0; i < store->nsessions; i++)
        if (!store->sessions[i]->fiber && store->sessions[i]->first)
            return store->sessions[i];
    return NULL;
}

void assay_session_go_on(struct assay_session *s)
{
    struct assay_session *told = s;

    do
        go_on(told);
    while ((told = find_told(s->store)));
}

void assay_session_drop(struct assay_session *s)
{
    if (s->fiber)
        assay_fiber_drop(s->fiber);
    s->fiber = NULL;
    s->first = NULL;
}

static struct assay_session *session_of(struct assay_store *store, uint32_t id)
{
    void *sessions = store->sessions;
    struct assay_session *s;

    for (uint32_t i = 0; i < store->nsessions; i++)
        if (store->sessions[i]->id == id)
            return store->sessions[i];
    s = assay_sim_new(store->sim, 1, sizeof *s);
    s->store = store;
    s->id = id;
    s->number = store->nsessions;
    s->actor = assay_sim_actor(store->sim, "session", id);
    assay_sim_grow(store->sim, &sessions, &store->sessions_cap, store->nsessions,
                   sizeof(struct assay_session *));
    store->sessions = sessions;
    store->sessions[store->nsessions++] = s;
    return s;
}

void assay_session_run(struct assay_store *store, uint32_t session, assay_session_fn *run,
                       const void *args, size_t size)
{
    struct assay_session *s = session_of(store, session);
    struct assay_task *task = assay_sim_new(store->sim, 1, sizeof *task);
    void *copy = assay_sim_new(store->sim, size, 1);

    if (size > 0)
        memcpy(copy, args, size);
    assay_sim_shares(store->sim, ASSAY_SHARES_ALL);
    *task = (struct assay_task){NULL, s, run, copy};
    if (s->first)
        s->last->next = task;
    else
        s->first = task;
    s->last = task;
    store->has_begun = true;
    if (!s->fiber && !store->running)
        assay_session_go_on(s);
}

/* ---- Operations, on the session's stack */

static void check_inside(const struct assay_session *s, const char *what)
{
    if (s->store->running != s)
        assay_sim_misuse(s->store->sim,
                         "%s: only the function that session %" PRIu32
                         " runs can do that, while it runs",
                         what, s->id);
}

/* Whether there is a transaction; false: it was aborted. */
static bool is_open(const struct assay_session *s, const char *what)
{
    check_inside(s, what);
    if (s->tx.state == ASSAY_TX_NONE)
        assay_sim_misuse(s->store->sim, "%s: session %" PRIu32 " is in no transaction",
                         what, s->id);
    return s->tx.state == ASSAY_TX_OPEN;
}

/* Waits until the operation was performed. */
static void await(struct assay_session *s, struct assay_operation op)
{
    s->op = op;
    assay_fiber_wait(s->fiber);
}

static void await_row(struct assay_session *s, enum assay_operation_kind kind,
                      const char *table, int64_t key, int64_t value)
{
    await(s, (struct assay_operation){.kind = kind,
                                      .row = assay_store_row(s->store, table, key),
                                      .number = value});
}

void assay_begin(struct assay_session *s, int64_t tx)
{
    check_inside(s, "begin");
    if (s->tx.state != ASSAY_TX_NONE)
        assay_sim_misuse(s->store->sim,
                         "begin: session %" PRIu32 " is in transaction %" PRId64
                         " already",
                         s->id, s->tx.number);
    await(s, (struct assay_operation){.kind = ASSAY_OP_BEGIN, .number = tx});
}

bool assay_get(struct assay_session *s, const char *table, int64_t key,
               int64_t *ret_value)
{
    if (!is_open(s, "get"))
        return false;
    await_row(s, ASSAY_OP_GET, table, key, 0);
    if (s->op.aborts || !s->op.found)
        return false;
    if (ret_value)
        *ret_value = s->op.number;
    return true;
}

void assay_put(struct assay_session *s, const char *table, int64_t key, int64_t value)
{
    if (is_open(s, "put"))
        await_row(s, ASSAY_OP_PUT, table, key, value);
}

void assay_erase(struct assay_session *s, const char *table, int64_t key)
{
    if (is_open(s, "erase"))
        await_row(s, ASSAY_OP_ERASE, table, key, 0);
}

bool assay_commit(struct assay_session *s)
{
    bool committed = is_open(s, "commit");

    if (committed) {
        await(s, (struct assay_operation){.kind = ASSAY_OP_COMMIT});
        committed = !s->op.aborts;
    }
    s->tx.state = ASSAY_TX_NONE;
    return committed;
}

void assay_rollback(struct assay_session *s)
{
    if (is_open(s, "rollback"))
        await(s, (struct assay_operation){.kind = ASSAY_OP_ROLLBACK});
    s->tx.state = ASSAY_TX_NONE;
}

void assay_session_event(struct assay_session *s, const struct assay_message *message,
                         const void *body, bool now)
{
    void *copy;

    check_inside(s, message->name);
    if (now) {
        assay_sim_say(s->store->sim, s->actor, message, body);
        return;
    }
    copy = assay_sim_new(s->store->sim, message->size, 1); /* events keep its texts */
    if (message->size > 0)
        memcpy(copy, body, message->size);
    await(s, (struct assay_operation){
                 .kind = ASSAY_OP_REPLY, .message = message, .body = copy});
}

uint32_t assay_session_id(const struct assay_session *s)
{
    return s->id;
}

struct assay_test *assay_session_test(struct assay_session *s)
{
    return s->store->sim->test;
}
