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

/* For assay_store_open_on(); the config is a connection string of libpq. The table
 * assay_rows of that database is emptied for each execution. */
extern const struct assay_store_backend assay_postgres;

/* A server of its own, in a folder of its own under $TMPDIR, on a port of the loopback
 * device. It is stopped, and the folder removed, by assay_postgres_stop(), and when this
 * process ends in whatever way. NULL: `error` says why. */
struct assay_postgres_server;
struct assay_postgres_server *assay_postgres_start(char *error, size_t size);
const char *assay_postgres_connection(const struct assay_postgres_server *server);
long assay_postgres_pid(const struct assay_postgres_server *server);
void assay_postgres_stop(struct assay_postgres_server *server);

#endif
