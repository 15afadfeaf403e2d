/*
 * The store on another database: here one with locks, which is as strict as it is simple.
 */
#include "harness.h"
#include "run_fixture.h"
#include "sim/sim.h"
#include "trace_fixture.h"
#include <assay/store.h>
#include <stdio.h>
#include <string.h>

/* ---- A database: every row that is touched is locked until the end */

enum { ROWS = 4, SESSIONS = 4 };
#define NOBODY UINT32_MAX

static struct {
    bool open;
    uint32_t opened, calls;
    uint32_t abort_at, lose_at; /* the call that fails; 0: none */
    int64_t values[ROWS];
    bool there[ROWS];
    uint32_t owner[ROWS];
    bool inside[SESSIONS];
    int64_t before[ROWS]; /* for the owner to go back to */
    bool was_there[ROWS];
} db;

static void *db_open(const void *config, enum assay_isolation isolation, char *error,
                     size_t size)
{
    if (config) {
        snprintf(error, size, "there is no database %s", (const char *)config);
        return NULL;
    }
    CHECK(!db.open);
    CHECK_INT(isolation, ASSAY_SNAPSHOT);
    db.open = true;
    db.opened++;
    db.calls = 0;
    memset(db.there, 0, sizeof db.there);
    memset(db.inside, 0, sizeof db.inside);
    memset(db.owner, 0xff, sizeof db.owner);
    return &db;
}

static void release(uint32_t session, bool undo)
{
    for (int i = 0; i < ROWS; i++)
        if (db.owner[i] == session) {
            db.owner[i] = NOBODY;
            if (undo) {
                db.values[i] = db.before[i];
                db.there[i] = db.was_there[i];
            }
        }
    db.inside[session] = false;
}

static enum assay_store_result count_call(uint32_t session)
{
    CHECK(session < SESSIONS);
    CHECK(db.inside[session]);
    db.calls++;
    if (db.calls == db.abort_at)
        release(session, true);
    return db.calls == db.abort_at  ? ASSAY_STORE_ABORTED
           : db.calls == db.lose_at ? ASSAY_STORE_LOST
                                    : ASSAY_STORE_DONE;
}

static enum assay_store_result db_begin(void *at, uint32_t session)
{
    CHECK(at == &db && !db.inside[session]);
    db.inside[session] = true;
    return count_call(session);
}

static enum assay_store_result lock(uint32_t session, const char *table, int64_t key)
{
    enum assay_store_result result = count_call(session);

    CHECK_STR(table, "t");
    if (result != ASSAY_STORE_DONE)
        return result;
    if (db.owner[key] != session && db.owner[key] != NOBODY)
        return ASSAY_STORE_BLOCKED;
    if (db.owner[key] == NOBODY) {
        db.before[key] = db.values[key];
        db.was_there[key] = db.there[key];
    }
    db.owner[key] = session;
    return ASSAY_STORE_DONE;
}

static enum assay_store_result db_get(void *at, uint32_t session, const char *table,
                                      int64_t key, bool *ret_found, int64_t *ret_value)
{
    enum assay_store_result result = lock(session, table, key);

    (void)at;
    if (result != ASSAY_STORE_DONE)
        return result;
    *ret_found = db.there[key];
    if (db.there[key])
        *ret_value = db.values[key];
    return result;
}

static enum assay_store_result db_put(void *at, uint32_t session, const char *table,
                                      int64_t key, int64_t value)
{
    enum assay_store_result result = lock(session, table, key);

    (void)at;
    if (result == ASSAY_STORE_DONE) {
        db.there[key] = true;
        db.values[key] = value;
    }
    return result;
}

static enum assay_store_result db_erase(void *at, uint32_t session, const char *table,
                                        int64_t key)
{
    enum assay_store_result result = lock(session, table, key);

    (void)at;
    if (result == ASSAY_STORE_DONE)
        db.there[key] = false;
    return result;
}

static enum assay_store_result db_commit(void *at, uint32_t session)
{
    enum assay_store_result result = count_call(session);

    (void)at;
    if (result == ASSAY_STORE_DONE)
        release(session, false);
    return result;
}

static enum assay_store_result db_rollback(void *at, uint32_t session)
{
    enum assay_store_result result = count_call(session);

    (void)at;
    if (result == ASSAY_STORE_DONE)
        release(session, true);
    return result;
}

static const char *db_error(void *at)
{
    (void)at;
    return "the line is cut";
}

static void db_close(void *at)
{
    CHECK(at == &db && db.open);
    db.open = false;
}

static const struct assay_store_backend backend = {
    "locks",  db_open,   db_begin,    db_get,   db_put,
    db_erase, db_commit, db_rollback, db_error, db_close};

/* ---- Sessions: a letter for each operation, a digit for each row */

static char told[1000];
static struct assay_store *store;
static struct assay_sim *sim;

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *format, ...)
{
    size_t len = strlen(told);
    va_list args;

    va_start(args, format);
    vsnprintf(told + len, sizeof told - len, format, args);
    va_end(args);
}

/* One transaction: "p1g2" puts into row 1, gets row 2 and commits; ! rolls back. */
static void act(struct assay_session *s, const void *args)
{
    uint32_t id = assay_session_id(s);
    bool ended = false;

    assay_begin(s, id);
    for (const char *at = args; *at; at += 2) {
        int64_t value = -1;
        if (*at == 'p')
            assay_put(s, "t", at[1] - '0', id);
        else if (*at == 'e')
            assay_erase(s, "t", at[1] - '0');
        else if (*at == '!') {
            assay_rollback(s);
            ended = true;
            break;
        } else if (assay_get(s, "t", at[1] - '0', &value))
            tell("%u finds %d. ", id, (int)value);
        else
            tell("%u finds nothing. ", id);
    }
    if (!ended)
        tell("%u %s. ", id, assay_commit(s) ? "commits" : "fails");
}

static void tell_step(void *ctx, const struct assay_step *step, bool seen)
{
    struct assay_step_value v;

    (void)ctx, (void)seen;
    tell("%s", assay_step_name(sim, step));
    if (assay_step_field(sim, step, "value", &v))
        tell(" %d", (int)v.number);
    CHECK(assay_step_field(sim, step, "tx", &v));
    tell(" in %d; ", (int)v.number);
}

static bool sees(void *ctx, const char *name)
{
    (void)ctx, (void)name;
    return true;
}

static const struct assay_sim_watcher watcher = {sees, tell_step, NULL, NULL};
static const struct assay_simulation by_hand = {.name = "by hand"};
static struct assay_arena arena;

static void open_by_hand(void)
{
    assay_arena_init(&arena, NULL, 0);
    sim = assay_sim_begin(NULL, &arena, &by_hand, &watcher);
    store = assay_store_open_on(sim, ASSAY_SNAPSHOT, &backend, NULL);
}

/* False: it is not offered. */
static bool step(uint32_t session)
{
    uint32_t count = assay_sim_menu(sim);

    for (uint32_t i = 0; i < count; i++) {
        struct assay_step s = assay_sim_menu_at(sim, i);
        if (s.id == session) {
            assay_sim_perform(sim, s);
            return true;
        }
    }
    return false;
}

static void close_by_hand(void)
{
    assay_sim_end(sim);
    CHECK(!db.open);
    assay_arena_done(&arena);
}

TEST(store_backend_does_it)
{
    open_by_hand();
    assay_store_fill(store, "t", 1, 5);
    assay_store_fill(store, "t", 2, 6);
    assay_session_run(store, 7, act, "g1p1g1e2g2g3", 13);
    while (step(0))
        ;
    CHECK_STR(told, "begin in 7; get 5 in 7; 7 finds 5. put 7 in 7; get 7 in 7; "
                    "7 finds 7. erase in 7; get 0 in 7; 7 finds nothing. get 0 in 7; "
                    "7 finds nothing. commit in 7; 7 commits. ");
    told[0] = '\0';
    assay_session_run(store, 7, act, "g1p1!", 6);
    assay_session_run(store, 8, act, "g1", 3);
    while (step(0) || step(1))
        ;
    CHECK_STR(told, "begin in 7; get 7 in 7; 7 finds 7. put 7 in 7; abort in 7; "
                    "begin in 8; get 7 in 8; 8 finds 7. commit in 8; 8 commits. ");
    close_by_hand();
}

/* Blocked: it did not happen, and is offered again when something else has. */
TEST(store_backend_blocks)
{
    open_by_hand();
    assay_session_run(store, 7, act, "p1", 3);
    assay_session_run(store, 8, act, "g1", 3);
    CHECK(step(0) && step(0) && step(1) && step(1));
    CHECK_STR(told, "begin in 7; put 7 in 7; begin in 8; ");
    CHECK(!step(1));
    CHECK_UINT(assay_sim_menu(sim), 1);
    CHECK(step(0));
    CHECK(step(1) && step(1));
    CHECK_STR(told, "begin in 7; put 7 in 7; begin in 8; commit in 7; 7 commits. "
                    "get 7 in 8; 8 finds 7. commit in 8; 8 commits. ");
    CHECK_UINT(assay_sim_menu(sim), 0);
    CHECK(store != NULL);
    close_by_hand();
}

/* Aborted: nothing more of the transaction is a step. */
TEST(store_backend_aborts)
{
    for (uint32_t at = 1; at <= 3; at++) {
        static const char *const expected[] = {
            "abort in 7; 7 finds nothing. 7 fails. ",
            "begin in 7; abort in 7; 7 finds nothing. 7 fails. ",
            "begin in 7; get 0 in 7; 7 finds nothing. abort in 7; 7 fails. ",
        };
        told[0] = '\0';
        db.abort_at = at;
        open_by_hand();
        assay_session_run(store, 7, act, "g1p1", 5);
        while (step(0))
            ;
        CHECK_STR(told, expected[at - 1]);
        close_by_hand();
    }
}

/* ---- In tests */

static const char *config;

static void set_up(struct assay_sim *of)
{
    store = assay_store_open_on(of, ASSAY_SNAPSHOT, &backend, config);
    assay_session_run(store, 7, act, "p1p2", 5);
    assay_session_run(store, 8, act, "p2p1", 5);
}

static struct assay_report *run_sessions(void)
{
    static const struct assay_simulation sessions = {.name = "sessions", .setup = set_up};
    static struct assay_sim_job job = {.simulation = &sessions};
    static struct assay_property property = {
        .name = "sessions", .run = assay_sim_run, .context = &job};

    return run(&property, NULL);
}

TEST(store_backend_deadlock)
{
    struct assay_report *report = run_sessions();
    const struct assay_finding *finding = only_finding(report);

    CHECK_STR(finding->message, "deadlock: session 7 is blocked in put, session 8 is "
                                "blocked in put, and nothing is under way");
    check_replay(report->property, finding);
    assay_report_free(report);
}

TEST(store_backend_is_lost)
{
    struct assay_report *report;

    db.lose_at = 4;
    report = run_sessions();
    CHECK_STR(report->error, "locks does not answer: the line is cut");
    assay_report_free(report);
    config = "yours";
    report = run_sessions();
    CHECK_STR(report->error, "locks cannot be used: there is no database yours");
    assay_report_free(report);
}

/* ---- Traces: what a read finds is known when it has happened, and can be waited for */

enum { START, GET, COMMIT, ABORT, OPERATIONS };

static const struct assay_trace_field tx = {.name = "tx", .type = ASSAY_TRACE_INTEGER};
static const struct assay_trace_field read_fields[] = {
    {.name = "tx", .type = ASSAY_TRACE_INTEGER},
    {.name = "value", .type = ASSAY_TRACE_INTEGER},
};
static const struct assay_trace_operation operations[] = {
    [START] = {"start", ASSAY_TRACE_GENERATED, 1, &tx},
    [GET] = {"get", ASSAY_TRACE_OBSERVED, 2, read_fields},
    [COMMIT] = {"commit", ASSAY_TRACE_OBSERVED, 1, &tx},
    [ABORT] = {"abort", ASSAY_TRACE_OBSERVED, 1, &tx},
};

static void set_up_trace(struct assay_sim *of)
{
    store = assay_store_open_on(of, ASSAY_SNAPSHOT, &backend, NULL);
    assay_store_fill(store, "t", 1, 5);
}

static void start(struct assay_trace *t, void *state,
                  const struct assay_trace_value *fields)
{
    (void)t, (void)state;
    assay_session_run(store, (uint32_t)fields[0].number, act, "g1p1", 5);
}

static const struct assay_simulation simulation = {.setup = set_up_trace};
static const struct assay_trace_system locked = {.simulation = &simulation,
                                                 .handlers = {{"start", start}}};

/* 8 finds what 7 wrote. */
static void generate(struct assay_trace *t)
{
    const struct assay_trace_value *seen;

    assay_trace_do(t, START, FIELDS(NUMBER(7)));
    seen = assay_trace_await(t, GET);
    assay_trace_assert(t, seen[0].number == 7 && seen[1].number == 5);
    assay_trace_take(t);
    assay_trace_see(t, COMMIT, FIELDS(NUMBER(7)));
    assay_trace_do(t, START, FIELDS(NUMBER(8)));
    assay_trace_see(t, GET, FIELDS(NUMBER(8), NUMBER(7)));
    assay_trace_see(t, COMMIT, FIELDS(NUMBER(8)));
}

/* start . get(_, 5) . commit . start . get(_, 7) . commit */
static bool holds(struct assay_trace *t, uint32_t condition,
                  const struct assay_trace_value *fields,
                  const struct assay_trace_value *vars)
{
    (void)t, (void)vars;
    return fields[1].number == (condition == 1 ? 5 : 7);
}

/* Whether executions of a generator are all of one kind. */
static void check_all(void (*generator)(struct assay_trace *), const char *label)
{
    static const bool accepts[] = {[6] = true};
    static const struct assay_trace_move moves[] = {{0, 1, START, 0},  {1, 2, GET, 1},
                                                    {2, 3, COMMIT, 0}, {3, 4, START, 0},
                                                    {4, 5, GET, 2},    {5, 6, COMMIT, 0}};
    static const struct assay_trace_property all = {.name = "all",
                                                    .nstates = 7,
                                                    .accepts = accepts,
                                                    .moves = moves,
                                                    .nmoves = 6,
                                                    .holds = holds};
    const struct assay_trace_generator generators[] = {{"all", generator, NULL}};
    const struct assay_trace_spec spec = {.name = "locks.trace",
                                          .operations = operations,
                                          .noperations = OPERATIONS,
                                          .property = &all,
                                          .generators = generators,
                                          .ngenerators = 1};
    const struct assay_trace_job job = {.spec = &spec, .system = &locked, .count = true};
    struct assay_report *report = run_job(&job, &(struct assay_options){.runs = 100});

    CHECK_UINT(label_count(report, label), 100);
    assay_report_free(report);
}

TEST(store_backend_traces)
{
    check_all(generate, "violated");
}

static void await_commit(struct assay_trace *t)
{
    assay_trace_do(t, START, FIELDS(NUMBER(7)));
    assay_trace_see(t, GET, FIELDS(NUMBER(7), NUMBER(5)));
    assay_trace_see(t, COMMIT, FIELDS(NUMBER(7)));
    assay_trace_see(t, COMMIT, FIELDS(NUMBER(7)));
}

/* A commit that is an abort is an answer: the database decided otherwise. */
TEST(store_backend_decides_otherwise)
{
    db.abort_at = 7; /* behind three calls that fill it, and those of the transaction */
    check_all(await_commit, "passed");
}

static void await_abort(struct assay_trace *t)
{
    assay_trace_do(t, START, FIELDS(NUMBER(7)));
    assay_trace_see(t, GET, FIELDS(NUMBER(7), NUMBER(5)));
    assay_trace_see(t, ABORT, FIELDS(NUMBER(7)));
}

/* A write that nobody waits for, and that is an abort, can be waited for. */
TEST(store_backend_abort_is_seen)
{
    db.abort_at = 6;
    check_all(await_abort, "passed");
}
