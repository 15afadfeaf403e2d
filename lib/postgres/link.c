#include "postgres/link.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long assay_pg_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Errors */

/* What libpq says has lines, and an end of line. */
static void copy_line(char *error, size_t size, const char *text)
{
    size_t n = 0;

    for (; *text && n + 1 < size; text++) {
        if (*text != '\n')
            error[n++] = *text;
        else if (text[1])
            error[n++] = ' ';
    }
    error[n] = 0;
}

void assay_pg_explain(const struct assay_pg_link *link, enum assay_pg_end end,
                      char *error, size_t size)
{
    if (end == ASSAY_PG_PENDING)
        snprintf(error, size, "no answer within %d s", link->limit / 1000);
    else if (link->result && !assay_pg_is_good(link))
        copy_line(error, size, PQresultErrorMessage(link->result));
    else
        copy_line(error, size, PQerrorMessage(link->conn));
}

/* ---- Connecting */

/* Until the socket can be read, or written; false: not within the time. */
static bool await_socket(const PGconn *conn, short events, long until)
{
    long left;
    int n;

    do {
        struct pollfd fd = {PQsocket(conn), events, 0};
        left = until - assay_pg_now();
        n = poll(&fd, 1, left > 0 ? (int)left : 0);
    } while (n < 0 && errno == EINTR);
    return n > 0;
}

static bool is_connected_by(PGconn *conn, long until)
{
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;

    if (!conn || PQstatus(conn) == CONNECTION_BAD)
        return false;
    while (next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
        if (!await_socket(conn, next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
            return false;
        next = PQconnectPoll(conn);
    }
    return next == PGRES_POLLING_OK;
}

/* The one that the connection string has, in ms. */
static int limit_of(PGconn *conn)
{
    PQconninfoOption *options = conn ? PQconninfo(conn) : NULL;
    int seconds = 0;

    for (PQconninfoOption *o = options; o && o->keyword; o++) {
        if (o->val && strcmp(o->keyword, "connect_timeout") == 0)
            seconds = atoi(o->val);
    }
    PQconninfoFree(options);
    return 1000 * (seconds > 0 && seconds < 3600 ? seconds : ASSAY_PG_LIMIT);
}

/* Messages of the server that belong to no answer. Those about locks go to its log, too;
 * "still waiting for" comes after it has looked for a deadlock, and found none. */
static void hear_message(void *context, const PGresult *result)
{
    struct assay_pg_link *link = context;
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

    if (link->tells && text && strstr(text, " still waiting for "))
        link->waits = true;
    else if (link->tells && text && strstr(text, " acquired "))
        link->waits = false;
}

bool assay_pg_connect(struct assay_pg_link *link, const char *info, char *error,
                      size_t size)
{
    PGconn *conn = PQconnectStart(info);
    int limit = limit_of(conn);

    if (is_connected_by(conn, assay_pg_now() + limit)) {
        *link = (struct assay_pg_link){.conn = conn, .limit = limit};
        PQsetNoticeReceiver(conn, hear_message, link);
        return true;
    }
    if (conn && *PQerrorMessage(conn))
        copy_line(error, size, PQerrorMessage(conn));
    else
        snprintf(error, size, conn ? "no connection within %d s" : "out of memory",
                 limit / 1000);
    PQfinish(conn);
    return false;
}

void assay_pg_have_told(struct assay_pg_link *link)
{
    char ignored[256];

    link->tells = assay_pg_do(link,
                              "SET deadlock_timeout = 1; SET log_lock_waits = on;"
                              "SET lc_messages = 'C'; SET log_min_messages = fatal;"
                              "SET client_min_messages = log",
                              ignored, sizeof ignored);
}

void assay_pg_disconnect(struct assay_pg_link *link)
{
    PQclear(link->result);
    PQfinish(link->conn);
    *link = (struct assay_pg_link){.conn = NULL};
}

/* PQfinish says goodbye to the server: here it says so to nobody. */
void assay_pg_disown(struct assay_pg_link *link)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (link->conn && null >= 0 && dup2(null, PQsocket(link->conn)) >= 0)
        assay_pg_disconnect(link);
    if (null >= 0)
        close(null);
    *link = (struct assay_pg_link){.conn = NULL};
}

/* ---- Asking */

static bool begin(struct assay_pg_link *link)
{
    PQclear(link->result);
    link->result = NULL;
    link->blocked = false;
    link->waits = !link->tells;
    link->sent = true;
    return true;
}

bool assay_pg_send(struct assay_pg_link *link, const char *name, int count,
                   const char *const *values)
{
    return begin(link) &&
           PQsendQueryPrepared(link->conn, name, count, values, NULL, NULL, 0) == 1;
}

bool assay_pg_send_text(struct assay_pg_link *link, const char *statements)
{
    return begin(link) && PQsendQuery(link->conn, statements) == 1;
}

static void keep(struct assay_pg_link *link, PGresult *result)
{
    if (link->result && !assay_pg_is_good(link)) {
        PQclear(result);
        return;
    }
    PQclear(link->result);
    link->result = result;
}

enum assay_pg_end assay_pg_await(struct assay_pg_link *link, int milliseconds)
{
    long until = assay_pg_now() + milliseconds;

    for (;;) {
        while (!PQisBusy(link->conn)) {
            PGresult *result = PQgetResult(link->conn);
            if (!result) {
                link->sent = false;
                return PQstatus(link->conn) == CONNECTION_OK ? ASSAY_PG_ANSWERED
                                                             : ASSAY_PG_BROKEN;
            }
            keep(link, result);
        }
        if (!await_socket(link->conn, POLLIN, until))
            return ASSAY_PG_PENDING;
        if (!PQconsumeInput(link->conn))
            return ASSAY_PG_BROKEN;
    }
}

bool assay_pg_is_busy(struct assay_pg_link *link, int milliseconds)
{
    long until = assay_pg_now() + milliseconds;

    if (!link->sent || !PQconsumeInput(link->conn) || !PQisBusy(link->conn))
        return false;
    return !await_socket(link->conn, POLLIN, until) ||
           (PQconsumeInput(link->conn) && PQisBusy(link->conn));
}

bool assay_pg_is_good(const struct assay_pg_link *link)
{
    ExecStatusType status = PQresultStatus(link->result);

    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

bool assay_pg_do(struct assay_pg_link *link, const char *statements, char *error,
                 size_t size)
{
    enum assay_pg_end end = ASSAY_PG_BROKEN;

    if (assay_pg_send_text(link, statements))
        end = assay_pg_await(link, link->limit);
    if (end == ASSAY_PG_ANSWERED && assay_pg_is_good(link))
        return true;
    assay_pg_explain(link, end, error, size);
    return false;
}
