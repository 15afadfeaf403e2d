/*
 * A connection to PostgreSQL on which nothing waits without a limit: what is sent is
 * answered later, and whoever waits for the answer says how long.
 */
#ifndef ASSAY_POSTGRES_LINK_H
#define ASSAY_POSTGRES_LINK_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

#define ASSAY_PG_LIMIT 10 /* s, for whatever should happen soon, if nobody says more */

struct assay_pg_link {
    PGconn *conn;     /* NULL: it is not connected */
    int limit;        /* ms, for what should happen soon: connect_timeout, if it is set */
    PGresult *result; /* of what was sent last: the first error, else the last answer */
    bool sent;        /* something that is not answered yet */
    bool tells;       /* when it waits for a lock, and has looked for deadlocks */
    bool waits;       /* it has told so; true of what does not tell */
    bool blocked;     /* by another session, as far as is known */
};

enum assay_pg_end {
    ASSAY_PG_ANSWERED, /* the result is there, good or bad */
    ASSAY_PG_PENDING,  /* not within the time */
    ASSAY_PG_BROKEN,   /* the connection */
};

/* False: `error` says why, and there is no connection. */
bool assay_pg_connect(struct assay_pg_link *link, const char *info, char *error,
                      size_t size);
/* Has the server look for deadlocks early, and tell of waiting. That is the privilege of
 * some: for others nothing changes. */
void assay_pg_have_told(struct assay_pg_link *link);
/* Tells the server, and forgets it. */
void assay_pg_disconnect(struct assay_pg_link *link);
/* Forgets a connection that belongs to the parent process, which goes on using it. */
void assay_pg_disown(struct assay_pg_link *link);

/* Sends a statement that is prepared; parameters as text. */
bool assay_pg_send(struct assay_pg_link *link, const char *name, int count,
                   const char *const *values);
/* Sends statements as they are. */
bool assay_pg_send_text(struct assay_pg_link *link, const char *statements);
enum assay_pg_end assay_pg_await(struct assay_pg_link *link, int milliseconds);
/* Whether the server still works on what was sent, after so much time at most; nothing of
 * the answer is taken. */
bool assay_pg_is_busy(struct assay_pg_link *link, int milliseconds);

/* Whether what was answered is no error. */
bool assay_pg_is_good(const struct assay_pg_link *link);
/* Sends, and waits for a good answer. False: `error` says why there is none. */
bool assay_pg_do(struct assay_pg_link *link, const char *statements, char *error,
                 size_t size);
/* Why it is not good, or not there, on one line. */
void assay_pg_explain(const struct assay_pg_link *link, enum assay_pg_end end,
                      char *error, size_t size);

long assay_pg_now(void); /* ms */

#endif
