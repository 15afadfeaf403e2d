/*
 * What PostgreSQL does behind the calls of the store, session by session. The server is
 * that of $ASSAY_POSTGRES.
 */
#include "../unit/harness.h"
#include <assay/postgres.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct assay_store_backend *const pg = &assay_postgres;

enum { A, B, C }; /* sessions */

static void *open_at(enum assay_isolation isolation)
{
    char error[512] = "";
    void *db = pg->open(NULL, isolation, error, sizeof error);

    CHECK_STR(error, "");
    CHECK(db);
    return db;
}

/* Rows 1 and 2 with these values, and transactions of A and B. */
static void *open_two(enum assay_isolation isolation, int64_t one, int64_t two)
{
    void *db = open_at(isolation);

    CHECK_INT(pg->begin(db, A), ASSAY_STORE_DONE);
    CHECK_INT(pg->put(db, A, "account", 1, one), ASSAY_STORE_DONE);
    CHECK_INT(pg->put(db, A, "account", 2, two), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(pg->begin(db, A), ASSAY_STORE_DONE);
    CHECK_INT(pg->begin(db, B), ASSAY_STORE_DONE);
    return db;
}

static int64_t get(void *db, uint32_t session, int64_t key)
{
    bool found = false;
    int64_t value = 0;

    CHECK_INT(pg->get(db, session, "account", key, &found, &value), ASSAY_STORE_DONE);
    CHECK(found);
    return value;
}

static enum assay_store_result put(void *db, uint32_t session, int64_t key, int64_t value)
{
    return pg->put(db, session, "account", key, value);
}

/* What is committed when all is over. */
static int64_t last(void *db, int64_t key)
{
    int64_t value;

    CHECK_INT(pg->begin(db, C), ASSAY_STORE_DONE);
    value = get(db, C, key);
    CHECK_INT(pg->commit(db, C), ASSAY_STORE_DONE);
    return value;
}

TEST(postgres_rows_come_and_go)
{
    void *db = open_at(ASSAY_SERIALISABLE);
    bool found = true;
    int64_t value = 7;

    CHECK_INT(pg->begin(db, A), ASSAY_STORE_DONE);
    CHECK_INT(pg->get(db, A, "t", INT64_MIN, &found, &value), ASSAY_STORE_DONE);
    CHECK(!found);
    CHECK_INT(value, 7);
    CHECK_INT(pg->put(db, A, "t", INT64_MIN, INT64_MAX), ASSAY_STORE_DONE);
    CHECK_INT(pg->put(db, A, "u'\"\\", INT64_MIN, -1), ASSAY_STORE_DONE);
    CHECK_INT(pg->get(db, A, "t", INT64_MIN, &found, &value), ASSAY_STORE_DONE);
    CHECK(found);
    CHECK_INT(value, INT64_MAX);
    CHECK_INT(pg->erase(db, A, "t", INT64_MIN), ASSAY_STORE_DONE);
    CHECK_INT(pg->get(db, A, "t", INT64_MIN, &found, &value), ASSAY_STORE_DONE);
    CHECK(!found);
    CHECK_INT(pg->get(db, A, "u'\"\\", INT64_MIN, &found, &value), ASSAY_STORE_DONE);
    CHECK(found);
    CHECK_INT(value, -1);
    pg->close(db);
}

TEST(postgres_begins_empty_and_rolls_back)
{
    void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);
    bool found = true;
    int64_t value;

    CHECK_INT(put(db, A, 1, 11), ASSAY_STORE_DONE);
    CHECK_INT(pg->rollback(db, A), ASSAY_STORE_DONE);
    CHECK_INT(get(db, B, 1), 10);
    CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_DONE); /* and the execution just ends */
    pg->close(db);

    db = open_at(ASSAY_READ_COMMITTED);
    CHECK_INT(pg->begin(db, B), ASSAY_STORE_DONE);
    CHECK_INT(pg->get(db, B, "account", 1, &found, &value), ASSAY_STORE_DONE);
    CHECK(!found);
    pg->close(db);
}

/* ---- Anomalies, by levels */

TEST(postgres_loses_an_update_at_read_committed)
{
    void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);
    int64_t a = get(db, A, 1), b = get(db, B, 1);

    CHECK_INT(put(db, A, 1, a + 1), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, b + 2), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    CHECK_INT(last(db, 1), 12);
    pg->close(db);
}

static void check_no_lost_update(enum assay_isolation isolation)
{
    void *db = open_two(isolation, 10, 20);
    int64_t a = get(db, A, 1), b = get(db, B, 1);

    CHECK_INT(put(db, A, 1, a + 1), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, b + 2), ASSAY_STORE_ABORTED);
    CHECK_INT(last(db, 1), 11);
    CHECK_INT(pg->begin(db, B), ASSAY_STORE_DONE); /* the session can go on */
    CHECK_INT(get(db, B, 1), 11);
    pg->close(db);
}

TEST(postgres_loses_no_update_above)
{
    check_no_lost_update(ASSAY_CAUSAL);
    check_no_lost_update(ASSAY_SNAPSHOT);
    check_no_lost_update(ASSAY_SERIALISABLE);
}

/* What A reads, before B commits a change, and after. */
static int64_t reread(enum assay_isolation isolation)
{
    void *db = open_two(isolation, 10, 20);
    int64_t again;

    CHECK_INT(get(db, A, 1), 10);
    CHECK_INT(put(db, B, 1, 11), ASSAY_STORE_DONE);
    CHECK_INT(get(db, A, 1), 10);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    again = get(db, A, 1);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    pg->close(db);
    return again;
}

TEST(postgres_rereads_what_changed_at_read_committed)
{
    CHECK_INT(reread(ASSAY_READ_COMMITTED), 11);
    CHECK_INT(reread(ASSAY_CAUSAL), 10);
    CHECK_INT(reread(ASSAY_SNAPSHOT), 10);
    CHECK_INT(reread(ASSAY_SERIALISABLE), 10);
}

TEST(postgres_sees_the_state_at_the_beginning)
{
    void *db = open_two(ASSAY_SNAPSHOT, 10, 20);

    CHECK_INT(put(db, B, 1, 11), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    CHECK_INT(get(db, A, 1), 10);
    pg->close(db);
}

/* Each sees that both are there, and takes one away; how the second commit ends. */
static enum assay_store_result skew(enum assay_isolation isolation)
{
    void *db = open_two(isolation, 1, 1);
    enum assay_store_result end;

    CHECK_INT(get(db, A, 1) + get(db, A, 2), 2);
    CHECK_INT(get(db, B, 1) + get(db, B, 2), 2);
    CHECK_INT(put(db, A, 1, 0), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 2, 0), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    end = pg->commit(db, B);
    CHECK_INT(last(db, 1) + last(db, 2), end == ASSAY_STORE_DONE ? 0 : 1);
    pg->close(db);
    return end;
}

TEST(postgres_skews_writes_but_for_serialisable)
{
    CHECK_INT(skew(ASSAY_READ_COMMITTED), ASSAY_STORE_DONE);
    CHECK_INT(skew(ASSAY_SNAPSHOT), ASSAY_STORE_DONE);
    CHECK_INT(skew(ASSAY_SERIALISABLE), ASSAY_STORE_ABORTED);
}

/* ---- Locks */

TEST(postgres_blocks_a_write_until_the_other_commits)
{
    void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);

    CHECK_INT(put(db, A, 1, 11), ASSAY_STORE_DONE);
    for (int i = 0; i < 3; i++)
        CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_BLOCKED);
    CHECK_INT(get(db, A, 1), 11);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    CHECK_INT(last(db, 1), 12);
    pg->close(db);
}

TEST(postgres_aborts_a_blocked_write_of_a_snapshot)
{
    void *db = open_two(ASSAY_SNAPSHOT, 10, 20);

    CHECK_INT(pg->erase(db, A, "account", 1), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_BLOCKED);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_ABORTED);
    pg->close(db);
}

TEST(postgres_aborts_the_second_of_two_new_rows)
{
    void *db = open_two(ASSAY_SNAPSHOT, 10, 20);

    CHECK_INT(put(db, A, 3, 31), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 3, 32), ASSAY_STORE_BLOCKED);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 3, 32), ASSAY_STORE_ABORTED);
    pg->close(db);
}

TEST(postgres_lets_a_blocked_write_go_on_after_a_rollback)
{
    void *db = open_two(ASSAY_SNAPSHOT, 10, 20);

    CHECK_INT(put(db, A, 1, 11), ASSAY_STORE_DONE);
    CHECK_INT(pg->erase(db, B, "account", 1), ASSAY_STORE_BLOCKED);
    CHECK_INT(pg->rollback(db, A), ASSAY_STORE_DONE);
    CHECK_INT(pg->erase(db, B, "account", 1), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    pg->close(db);
}

/* Of two that wait for a new row it is always the first that goes on, whoever is asked.
 */
TEST(postgres_lets_the_first_go_on)
{
    for (int i = 0; i < 10; i++) {
        void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);

        CHECK_INT(pg->begin(db, C), ASSAY_STORE_DONE);
        CHECK_INT(put(db, A, 3, 31), ASSAY_STORE_DONE);
        CHECK_INT(put(db, B, 3, 32), ASSAY_STORE_BLOCKED);
        CHECK_INT(put(db, C, 3, 33), ASSAY_STORE_BLOCKED);
        CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
        CHECK_INT(put(db, C, 3, 33), ASSAY_STORE_BLOCKED);
        CHECK_INT(put(db, B, 3, 32), ASSAY_STORE_DONE);
        CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
        CHECK_INT(put(db, C, 3, 33), ASSAY_STORE_DONE);
        CHECK_INT(get(db, C, 3), 33);
        pg->close(db);
    }
}

TEST(postgres_has_no_deadlocks_of_its_own)
{
    void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);

    CHECK_INT(pg->erase(db, A, "account", 1), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_BLOCKED);
    CHECK_INT(put(db, A, 1, 11), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    CHECK_INT(last(db, 1), 12);
    pg->close(db);
}

/* What is not there is nobody's. */
TEST(postgres_erases_nothing_without_waiting)
{
    void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);

    CHECK_INT(put(db, A, 3, 31), ASSAY_STORE_DONE);
    CHECK_INT(pg->erase(db, B, "account", 3), ASSAY_STORE_DONE);
    CHECK_INT(pg->erase(db, B, "account", 4), ASSAY_STORE_DONE);
    CHECK_INT(put(db, A, 4, 41), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    CHECK_INT(last(db, 3), 31);
    CHECK_INT(last(db, 4), 41);
    pg->close(db);
}

/* It is always the one that closes the circle: otherwise nothing would replay. */
TEST(postgres_ends_a_deadlock)
{
    for (int i = 0; i < 5; i++) {
        void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);

        CHECK_INT(put(db, A, 1, 11), ASSAY_STORE_DONE);
        CHECK_INT(put(db, B, 2, 22), ASSAY_STORE_DONE);
        CHECK_INT(put(db, A, 2, 21), ASSAY_STORE_BLOCKED);
        CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_ABORTED);
        CHECK_INT(put(db, A, 2, 21), ASSAY_STORE_DONE);
        CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
        CHECK_INT(last(db, 1), 11);
        CHECK_INT(last(db, 2), 21);
        pg->close(db);
    }
}

TEST(postgres_gives_up_what_is_blocked)
{
    void *db = open_two(ASSAY_READ_COMMITTED, 10, 20);

    CHECK_INT(put(db, A, 1, 11), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, 12), ASSAY_STORE_BLOCKED);
    CHECK_INT(pg->rollback(db, B), ASSAY_STORE_DONE);
    CHECK_INT(pg->begin(db, B), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 1, 13), ASSAY_STORE_BLOCKED); /* and the execution ends */
    pg->close(db);
    db = open_two(ASSAY_READ_COMMITTED, 10, 20);
    CHECK_INT(get(db, B, 1), 10);
    pg->close(db);
}

/* A user with no privileges, in a database of its own; how to connect to it. */
static const char *ordinary_user(void)
{
    static char connection[512];
    PGconn *conn = PQconnectdb(getenv("ASSAY_POSTGRES"));

    PQclear(PQexec(conn, "CREATE ROLE ordinary LOGIN PASSWORD 'ordinary'"));
    PQclear(PQexec(conn, "ALTER ROLE ordinary SET deadlock_timeout = 300"));
    PQclear(PQexec(conn, "CREATE DATABASE ordinary OWNER ordinary"));
    CHECK_STR(PQerrorMessage(conn), "");
    PQfinish(conn);
    snprintf(connection, sizeof connection,
             "%s user=ordinary password=ordinary dbname=ordinary",
             getenv("ASSAY_POSTGRES"));
    return connection;
}

/* The server takes its time to look for deadlocks, and ends any of those in it. */
TEST(postgres_serves_users_without_privileges)
{
    enum assay_store_result one, other;
    void *db;

    setenv("ASSAY_POSTGRES", ordinary_user(), 1);
    db = open_two(ASSAY_READ_COMMITTED, 10, 20);
    CHECK_INT(put(db, A, 1, 11), ASSAY_STORE_DONE);
    CHECK_INT(put(db, B, 2, 22), ASSAY_STORE_DONE);
    CHECK_INT(put(db, A, 2, 21), ASSAY_STORE_BLOCKED);
    one = put(db, B, 1, 12);
    other = put(db, A, 2, 21);
    CHECK(one == ASSAY_STORE_ABORTED ? other == ASSAY_STORE_DONE
                                     : other == ASSAY_STORE_ABORTED);
    pg->close(db);
}

/* ---- Replay */

enum { CLIENTS = 4, KEYS = 3, MOVES = 40 };

/* A session of a random execution: what it was told to do, until that is done. */
struct client {
    bool open, waits;
    uint32_t move, key;
};

static uint32_t draw(uint64_t *state, uint32_t count)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % count;
}

static enum assay_store_result make(void *db, const struct client *c, uint32_t session,
                                    int64_t *ret_value)
{
    bool found = false;
    enum assay_store_result result;

    if (!c->open)
        return pg->begin(db, session);
    switch (c->move) {
    case 0:
        return pg->commit(db, session);
    case 1:
        return pg->rollback(db, session);
    case 2:
        return pg->erase(db, session, "t", c->key);
    case 3:
    case 4:
        return pg->put(db, session, "t", c->key, session);
    default:
        result = pg->get(db, session, "t", c->key, &found, ret_value);
        *ret_value = result == ASSAY_STORE_DONE && found ? *ret_value : -1;
        return result;
    }
}

/* A line of what came of each move: session, result, and the value of a read. */
static void run_random(enum assay_isolation isolation, uint64_t seed, char *line)
{
    struct client clients[CLIENTS] = {{0}};
    void *db = open_at(isolation);

    for (int i = 0; i < MOVES; i++) {
        uint32_t session = draw(&seed, CLIENTS);
        struct client *c = &clients[session];
        int64_t value = 0;
        enum assay_store_result result;
        if (!c->waits) {
            c->move = draw(&seed, 8);
            c->key = draw(&seed, KEYS);
        }
        result = make(db, c, session, &value);
        CHECK(result != ASSAY_STORE_LOST);
        c->waits = result == ASSAY_STORE_BLOCKED;
        if (!c->waits)
            c->open = result == ASSAY_STORE_DONE && (!c->open || c->move > 1);
        line += sprintf(line, "%u%c%d ", session, "dabl"[result], (int)value);
    }
    pg->close(db);
}

/* What comes of a schedule does not depend on how fast anybody is. It does among
 * serialisable transactions that a commit lets go at once: which is aborted is chance. */
TEST(postgres_replays)
{
    char first[16 * MOVES], again[16 * MOVES];

    for (uint64_t seed = 0; seed < 60; seed++) {
        enum assay_isolation isolation = seed % 2 ? ASSAY_READ_COMMITTED : ASSAY_SNAPSHOT;
        run_random(isolation, seed, first);
        run_random(isolation, seed, again);
        CHECK_STR(again, first);
    }
}

/* ---- Processes */

/* Whether all is well with sessions of this process. */
static void transfer(void)
{
    void *db = open_two(ASSAY_SERIALISABLE, 10, 20);

    CHECK_INT(put(db, A, 1, get(db, A, 1) - 1), ASSAY_STORE_DONE);
    CHECK_INT(put(db, A, 2, get(db, A, 2) + 1), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, A), ASSAY_STORE_DONE);
    CHECK_INT(pg->commit(db, B), ASSAY_STORE_DONE);
    CHECK_INT(last(db, 1) + last(db, 2), 30);
    pg->close(db);
}

/* Executions of both at once take turns, each with connections of its own. */
TEST(postgres_serves_copies_of_a_process)
{
    int status = -1;
    pid_t pid;

    transfer();
    pid = fork();
    for (int i = 0; i < 50; i++)
        transfer();
    if (pid == 0)
        _exit(0);
    CHECK_INT(waitpid(pid, &status, 0), pid);
    CHECK_INT(status, 0);
    transfer();
}

/* ---- What is not to be had */

static const char *open_error(const char *config)
{
    static char error[512];

    CHECK(!pg->open(config, ASSAY_SNAPSHOT, error, sizeof error));
    return error;
}

TEST(postgres_is_open_once)
{
    void *db = open_at(ASSAY_SNAPSHOT);

    CHECK_STR(open_error(NULL), "a store on PostgreSQL is open already: one at a time");
    pg->close(db);
}

TEST(postgres_says_why_there_is_no_database)
{
    unsetenv("ASSAY_POSTGRES");
    CHECK_STR(open_error(NULL), "which PostgreSQL? $ASSAY_POSTGRES is not set");
    CHECK(strstr(open_error("hostaddr=127.0.0.1 port=1"), "Connection refused"));
    CHECK(strstr(open_error("nonsense=1"), "invalid connection option \"nonsense\""));
}

TEST(postgres_has_so_many_sessions)
{
    void *db = open_at(ASSAY_READ_COMMITTED);
    bool found;
    int64_t value;

    CHECK_INT(pg->begin(db, ASSAY_POSTGRES_SESSIONS - 1), ASSAY_STORE_DONE);
    CHECK_INT(pg->begin(db, ASSAY_POSTGRES_SESSIONS), ASSAY_STORE_LOST);
    CHECK_STR(pg->error(db), "more than 64 sessions");
    CHECK_INT(pg->get(db, UINT32_MAX, "t", 1, &found, &value), ASSAY_STORE_LOST);
    pg->close(db);
}
