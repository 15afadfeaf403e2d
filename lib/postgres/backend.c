/*
 * The backend of the store: a connection for each session, and one that looks after them.
 *
 * Connections outlive executions, as making one takes longer than most executions; they
 * are this process's, so they hang off a variable of the file, together with its number:
 * a copy of the process must not use them.
 *
 * Executions are to replay, however fast the server is. So an operation is blocked when
 * the server has told that it waits, which it does when it has looked for deadlocks, and
 * that it waits for a session which could go on: time has no say in it.
 */
#include "postgres/link.h"
#include <assay/postgres.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SLICE 2           /* ms of waiting, before it is asked what for */
#define LOCK "4157415921" /* of executions of several processes in one database */

struct database {
    pid_t owner; /* the process whose connections these are; 0: nobody's */
    char *info;
    bool open;
    enum assay_isolation isolation;
    struct assay_pg_link control;
    struct assay_pg_link sessions[ASSAY_POSTGRES_SESSIONS];
    char error[512];
};

static struct database database;

/* ---- Connections */

/* Tables are small: without the first setting they would be read from end to end, and a
 * serialisable transaction that does so conflicts with whoever writes anything. */
#define SETTINGS                                                                         \
    "SET enable_seqscan = off;"                                                          \
    "SET plan_cache_mode = force_generic_plan;"
/* Of those who wait to insert a row any could be the next. So whoever writes a row first
 * takes a lock that has its name, and that ends with the transaction as the row's does:
 * it is for the first who came. */
#define TURN "pg_advisory_xact_lock(hashtextextended($1, $2)) IS NOT NULL AS mine"
/* An insertion alone would not mind that what it replaces was erased since the beginning
 * of its transaction; an update does. */
#define SESSION_STATEMENTS                                                               \
    SETTINGS                                                                             \
    "PREPARE assay_get (text, bigint) AS"                                                \
    " SELECT value FROM assay_rows WHERE tbl = $1 AND key = $2;"                         \
    "PREPARE assay_put (text, bigint, bigint) AS"                                        \
    " WITH turn AS MATERIALIZED (SELECT " TURN "),"                                      \
    " there AS (UPDATE assay_rows SET value = $3 FROM turn"                              \
    " WHERE mine AND tbl = $1 AND key = $2 RETURNING key)"                               \
    " INSERT INTO assay_rows SELECT $1, $2, $3 FROM turn"                                \
    " WHERE mine AND NOT EXISTS (SELECT FROM there)"                                     \
    " ON CONFLICT (tbl, key) DO UPDATE SET value = excluded.value;"                      \
    "PREPARE assay_erase (text, bigint) AS"                                              \
    " WITH turn AS MATERIALIZED"                                                         \
    " (SELECT " TURN " FROM assay_rows WHERE tbl = $1 AND key = $2)"                     \
    " DELETE FROM assay_rows USING turn WHERE mine AND tbl = $1 AND key = $2"
#define CONTROL_STATEMENTS                                                               \
    "SELECT pg_advisory_xact_lock(" LOCK ");"                                            \
    "CREATE TABLE IF NOT EXISTS assay_rows"                                              \
    " (tbl text, key bigint, value bigint NOT NULL, PRIMARY KEY (tbl, key));"            \
    "PREPARE assay_blocked (int, int[]) AS WITH RECURSIVE before (pid) AS"               \
    " (SELECT unnest(pg_blocking_pids($1)) UNION"                                        \
    " SELECT unnest(pg_blocking_pids(pid)) FROM before)"                                 \
    " SELECT EXISTS (SELECT FROM before"                                                 \
    " WHERE pid = ANY ($2) AND cardinality(pg_blocking_pids(pid)) = 0);"                 \
    "PREPARE assay_cancel (int) AS SELECT pg_cancel_backend($1)"

static bool connect_with(struct database *db, struct assay_pg_link *link,
                         const char *statements)
{
    if (!assay_pg_connect(link, db->info, db->error, sizeof db->error))
        return false;
    assay_pg_have_told(link);
    if (assay_pg_do(link, statements, db->error, sizeof db->error))
        return true;
    assay_pg_disconnect(link);
    return false;
}

static void for_each_link(struct database *db, void (*run)(struct assay_pg_link *))
{
    for (size_t i = 0; i < ASSAY_POSTGRES_SESSIONS; i++)
        run(&db->sessions[i]);
    run(&db->control);
}

/* Connections to the database that is asked for, as far as there are some; else none. */
static bool keep_connections(struct database *db, const char *info)
{
    if (db->owner != getpid()) {
        for_each_link(db, assay_pg_disown);
    } else if (!db->info || strcmp(db->info, info) != 0) {
        for_each_link(db, assay_pg_disconnect);
    }
    if (!db->info || strcmp(db->info, info) != 0) {
        free(db->info);
        db->info = strdup(info);
    }
    db->owner = getpid();
    return db->info != NULL;
}

/* ---- Whether sessions wait for each other */

/* "{12,13}": the server's processes that are sessions. */
static void list_sessions(const struct database *db, char *list, size_t size)
{
    size_t at = (size_t)snprintf(list, size, "{");

    for (size_t i = 0; i < ASSAY_POSTGRES_SESSIONS; i++) {
        if (db->sessions[i].conn && at < size)
            at += (size_t)snprintf(list + at, size - at, "%s%d", at > 1 ? "," : "",
                                   PQbackendPID(db->sessions[i].conn));
    }
    snprintf(list + at, size - at, "}");
}

/* Asks the server something of a session by the connection that looks after them. */
static bool ask(struct database *db, const struct assay_pg_link *link, const char *name,
                const char *list)
{
    char pid[16];
    const char *values[2] = {pid, list};
    struct assay_pg_link *control = &db->control;

    snprintf(pid, sizeof pid, "%d", PQbackendPID(link->conn));
    if (!assay_pg_send(control, name, list ? 2 : 1, values) ||
        assay_pg_await(control, control->limit) != ASSAY_PG_ANSWERED) {
        assay_pg_disconnect(control);
        return false;
    }
    return assay_pg_is_good(control) && PQntuples(control->result) == 1 &&
           strcmp(PQgetvalue(control->result, 0, 0), "t") == 0;
}

/* Whether it waits for a session that could go on, after others perhaps. In a circle
 * there is none: that the server ends. What it has told is read last, as it may have
 * stopped waiting for one lock and waits for the next. */
static bool is_blocked(struct database *db, struct assay_pg_link *link)
{
    char list[16 * ASSAY_POSTGRES_SESSIONS];

    list_sessions(db, list, sizeof list);
    return ask(db, link, "assay_blocked", list) && assay_pg_is_busy(link, 0) &&
           link->waits;
}

static enum assay_pg_end await_or_block(struct database *db, struct assay_pg_link *link)
{
    long until = assay_pg_now() + link->limit;
    enum assay_pg_end end = assay_pg_await(link, link->blocked ? 0 : SLICE);

    link->blocked = false;
    while (end == ASSAY_PG_PENDING && assay_pg_now() < until) {
        link->blocked = link->waits && is_blocked(db, link);
        if (link->blocked)
            return ASSAY_PG_PENDING;
        end = assay_pg_await(link, SLICE);
    }
    return end;
}

/* Sessions that the end of a transaction lets go are followed until they have their
 * answer, or wait again: what comes next must not depend on how fast they are. */
static void await_others(struct database *db)
{
    for (size_t i = 0; i < ASSAY_POSTGRES_SESSIONS; i++) {
        struct assay_pg_link *other = &db->sessions[i];
        long until = assay_pg_now() + other->limit;
        while (assay_pg_is_busy(other, 1) && !is_blocked(db, other) &&
               assay_pg_now() < until)
            continue;
    }
}

/* ---- Operations */

static enum assay_store_result lose(struct assay_pg_link *link)
{
    assay_pg_disconnect(link);
    return ASSAY_STORE_LOST;
}

/* Serialisation failures, and deadlocks. */
static bool is_abort(const struct assay_pg_link *link)
{
    const char *state = PQresultErrorField(link->result, PG_DIAG_SQLSTATE);

    return state && (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0);
}

static enum assay_store_result judge(struct database *db, struct assay_pg_link *link)
{
    if (assay_pg_is_good(link))
        return ASSAY_STORE_DONE;
    if (!is_abort(link)) {
        assay_pg_explain(link, ASSAY_PG_ANSWERED, db->error, sizeof db->error);
        return lose(link);
    }
    if (PQtransactionStatus(link->conn) != PQTRANS_IDLE &&
        !assay_pg_do(link, "ROLLBACK", db->error, sizeof db->error))
        return lose(link);
    return ASSAY_STORE_ABORTED;
}

/* What comes of what was sent, now or when it was asked before. */
static enum assay_store_result outcome(struct database *db, struct assay_pg_link *link)
{
    enum assay_pg_end end = await_or_block(db, link);
    enum assay_store_result result;

    if (end != ASSAY_PG_ANSWERED && link->blocked)
        return ASSAY_STORE_BLOCKED;
    if (end != ASSAY_PG_ANSWERED) {
        assay_pg_explain(link, end, db->error, sizeof db->error);
        return lose(link);
    }
    result = judge(db, link);
    if (PQtransactionStatus(link->conn) == PQTRANS_IDLE)
        await_others(db);
    return result;
}

/* The connection of a session; NULL: there is none. */
static struct assay_pg_link *link_of(struct database *db, uint32_t session)
{
    struct assay_pg_link *link;

    if (session >= ASSAY_POSTGRES_SESSIONS) {
        snprintf(db->error, sizeof db->error, "more than %d sessions",
                 ASSAY_POSTGRES_SESSIONS);
        return NULL;
    }
    link = &db->sessions[session];
    return link->conn || connect_with(db, link, SESSION_STATEMENTS) ? link : NULL;
}

static enum assay_store_result perform_text(struct database *db, uint32_t session,
                                            const char *statements)
{
    struct assay_pg_link *link = link_of(db, session);

    if (!link)
        return ASSAY_STORE_LOST;
    if (!link->sent)
        assay_pg_send_text(link, statements); /* what goes wrong is told when it waits */
    return outcome(db, link);
}

/* A statement about a row, with a value or NULL. */
static enum assay_store_result perform(struct database *db, uint32_t session,
                                       const char *name, const char *table, int64_t key,
                                       const int64_t *value)
{
    char numbers[2][24];
    const char *values[3] = {table, numbers[0], numbers[1]};
    struct assay_pg_link *link = link_of(db, session);

    if (!link)
        return ASSAY_STORE_LOST;
    snprintf(numbers[0], sizeof numbers[0], "%" PRId64, key);
    if (value)
        snprintf(numbers[1], sizeof numbers[1], "%" PRId64, *value);
    if (!link->sent)
        assay_pg_send(link, name, value ? 3 : 2, values);
    return outcome(db, link);
}

static const char *begin_statements(enum assay_isolation isolation)
{
    switch (isolation) {
    case ASSAY_SERIALISABLE:
        return "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT 1";
    case ASSAY_SNAPSHOT:
    case ASSAY_CAUSAL: /* the weakest of its levels that is causal */
        return "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1";
    case ASSAY_READ_COMMITTED:
        break;
    }
    return "BEGIN ISOLATION LEVEL READ COMMITTED";
}

/* The state that a transaction sees is that of its first query: so there is one. */
static enum assay_store_result pg_begin(void *context, uint32_t session)
{
    struct database *db = context;

    return perform_text(db, session, begin_statements(db->isolation));
}

static enum assay_store_result pg_get(void *context, uint32_t session, const char *table,
                                      int64_t key, bool *ret_found, int64_t *ret_value)
{
    struct database *db = context;
    enum assay_store_result result = perform(db, session, "assay_get", table, key, NULL);
    const PGresult *rows;

    if (result != ASSAY_STORE_DONE)
        return result;
    rows = db->sessions[session].result;
    *ret_found = PQntuples(rows) == 1;
    if (*ret_found)
        *ret_value = strtoll(PQgetvalue(rows, 0, 0), NULL, 10);
    return result;
}

static enum assay_store_result pg_put(void *db, uint32_t session, const char *table,
                                      int64_t key, int64_t value)
{
    return perform(db, session, "assay_put", table, key, &value);
}

static enum assay_store_result pg_erase(void *db, uint32_t session, const char *table,
                                        int64_t key)
{
    return perform(db, session, "assay_erase", table, key, NULL);
}

static enum assay_store_result pg_commit(void *db, uint32_t session)
{
    return perform_text(db, session, "COMMIT");
}

/* ---- Executions */

/* No transaction is left open, and nothing waits; if that cannot be, no connection is. */
static bool settle(struct database *db, struct assay_pg_link *link)
{
    bool settled = true;

    if (link->conn && link->sent)
        settled = ask(db, link, "assay_cancel", NULL) &&
                  assay_pg_await(link, link->limit) == ASSAY_PG_ANSWERED;
    if (link->conn && settled && PQtransactionStatus(link->conn) != PQTRANS_IDLE)
        settled = assay_pg_do(link, "ROLLBACK", db->error, sizeof db->error);
    if (!settled)
        assay_pg_disconnect(link);
    return settled;
}

static enum assay_store_result pg_rollback(void *context, uint32_t session)
{
    struct database *db = context;
    struct assay_pg_link *link = link_of(db, session);

    if (!link || !settle(db, link))
        return ASSAY_STORE_LOST;
    await_others(db);
    return ASSAY_STORE_DONE;
}

static void settle_all(struct database *db)
{
    for (size_t i = 0; i < ASSAY_POSTGRES_SESSIONS; i++)
        settle(db, &db->sessions[i]);
}

/* Whether a serialisable transaction is aborted depends on where rows are in the files of
 * a table: new ones take longer than no rows, but then executions replay. */
static const char *clear_statements(enum assay_isolation isolation)
{
    return isolation == ASSAY_SERIALISABLE
               ? "SELECT pg_advisory_lock(" LOCK "); TRUNCATE assay_rows"
               : "SELECT pg_advisory_lock(" LOCK "); DELETE FROM assay_rows";
}

/* Connections may have been broken since they were used last: then once more. */
static bool clear(struct database *db, bool again)
{
    if (!db->control.conn && !connect_with(db, &db->control, CONTROL_STATEMENTS))
        return false;
    settle_all(db);
    if (assay_pg_do(&db->control, clear_statements(db->isolation), db->error,
                    sizeof db->error))
        return true;
    for_each_link(db, assay_pg_disconnect);
    return again && clear(db, false);
}

static void *pg_open(const void *config, enum assay_isolation isolation, char *error,
                     size_t size)
{
    struct database *db = &database;
    const char *info = config ? config : getenv("ASSAY_POSTGRES");

    if (!info) {
        snprintf(error, size, "which PostgreSQL? $ASSAY_POSTGRES is not set");
        return NULL;
    }
    if (db->open && db->owner == getpid()) {
        snprintf(error, size, "a store on PostgreSQL is open already: one at a time");
        return NULL;
    }
    db->isolation = isolation;
    if (!keep_connections(db, info) || !clear(db, true)) {
        snprintf(error, size, "%s", db->error);
        return NULL;
    }
    db->open = true;
    return db;
}

static void pg_close(void *context)
{
    struct database *db = context;

    db->open = false;
    settle_all(db);
    if (db->control.conn &&
        !assay_pg_do(&db->control, "SELECT pg_advisory_unlock(" LOCK ")", db->error,
                     sizeof db->error))
        assay_pg_disconnect(&db->control);
}

static const char *pg_error(void *context)
{
    const struct database *db = context;

    return db->error;
}

const struct assay_store_backend assay_postgres = {
    .name = "PostgreSQL",
    .open = pg_open,
    .begin = pg_begin,
    .get = pg_get,
    .put = pg_put,
    .erase = pg_erase,
    .commit = pg_commit,
    .rollback = pg_rollback,
    .error = pg_error,
    .close = pg_close,
};
