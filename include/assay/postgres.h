/*
 * PostgreSQL behind the calls of store.h, and a server for tests.
 *
 * In a library of its own, libassay-postgres, since it needs libpq. A session is a
 * connection; operations are sent when they happen, so sessions interleave as the test
 * says, and one that waits for a lock of another is blocked.
 */
#ifndef ASSAY_POSTGRES_H
#define ASSAY_POSTGRES_H

#include <assay/store.h>

/* For assay_store_open_on(); the config is a connection string of libpq, or NULL for the
 * one in $ASSAY_POSTGRES. The table assay_rows of that database is made if need be, and
 * emptied for each execution. One store at a time is open in a process; executions of
 * several processes in one database take turns.
 *
 * Connections are kept for the next execution. A transaction sees the state at its
 * beginning, but for ASSAY_READ_COMMITTED, where each read sees what is committed then.
 * ASSAY_CAUSAL is what PostgreSQL calls REPEATABLE READ, as ASSAY_SNAPSHOT is: it has
 * nothing between that and READ COMMITTED. What is not answered within 10 s, or the
 * connect_timeout of the connection string, is lost. */
extern const struct assay_store_backend assay_postgres;

#define ASSAY_POSTGRES_SESSIONS 64 /* at most, in an execution */

/* A server of its own, in a folder of its own under $TMPDIR, on a port of the loopback
 * device, with a password. It is stopped, and the folder removed, by
 * assay_postgres_stop(), and when this process ends in whatever way. Root runs it as user
 * postgres, or nobody. NULL: `error` says why. */
struct assay_postgres_server;
struct assay_postgres_server *assay_postgres_start(char *error, size_t size);
const char *assay_postgres_connection(const struct assay_postgres_server *server);
long assay_postgres_pid(const struct assay_postgres_server *server);
/* NULL: nothing is done. */
void assay_postgres_stop(struct assay_postgres_server *server);

#endif
