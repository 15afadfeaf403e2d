/*
 * The server for tests, seen from the process that wants one.
 */
#include "postgres/guardian.h"
#include <assay/postgres.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct assay_postgres_server {
    pid_t owner, guardian, server;
    int socket;
    char connection[160];
};

static bool fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "no PostgreSQL for tests: %s", why);
    return false;
}

/* Any user of this machine can reach the port. */
static bool draw_password(char *password, size_t size)
{
    unsigned char bytes[16];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes && 2 * i + 2 < size; i++)
        snprintf(password + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool prepare(struct assay_pg_setup *setup, char *error, size_t size)
{
    const char *folder = getenv("TMPDIR");

    *setup = (struct assay_pg_setup){.parent = getpid()};
    if (!assay_pg_find_programs(getenv("PATH"), ASSAY_PG_FOLDERS, setup->programs,
                                sizeof setup->programs))
        return fail(error, size,
                    "there is no initdb in $PATH or in " ASSAY_PG_FOLDERS
                    "; on Debian: apt-get install postgresql");
    if (!assay_pg_find_user(&setup->user))
        return fail(error, size, "it cannot be root's, and there is no user 'postgres'");
    if (!draw_password(setup->password, sizeof setup->password))
        return fail(error, size, strerror(errno));
    if (snprintf(setup->folder, sizeof setup->folder, "%s/assay-postgres-XXXXXX",
                 folder && *folder ? folder : "/tmp") >= (int)sizeof setup->folder)
        return fail(error, size, "the name in $TMPDIR is too long");
    return true;
}

static bool fork_guardian(struct assay_postgres_server *server,
                          struct assay_pg_setup *setup)
{
    int sockets[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return false;
    setup->socket = sockets[1];
    server->socket = sockets[0];
    server->guardian = fork();
    if (server->guardian == 0)
        assay_pg_guard(setup);
    close(sockets[1]);
    if (server->guardian < 0)
        close(sockets[0]);
    return server->guardian > 0;
}

/* The guardian has limits for all it does, and its end ends this, too. */
static void hear(int socket, struct assay_pg_news *ret_news)
{
    char *at = (char *)ret_news;
    size_t have = 0;
    ssize_t n = 1;

    while (have < sizeof *ret_news && (n > 0 || (n < 0 && errno == EINTR))) {
        n = recv(socket, at + have, sizeof *ret_news - have, 0);
        have += n > 0 ? (size_t)n : 0;
    }
    if (have < sizeof *ret_news)
        *ret_news = (struct assay_pg_news){.error = "its guardian was ended"};
}

static void dismiss(struct assay_postgres_server *server)
{
    shutdown(server->socket, SHUT_RDWR);
    close(server->socket);
    while (waitpid(server->guardian, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static bool launch(struct assay_postgres_server *server, char *error, size_t size)
{
    struct assay_pg_setup setup;
    struct assay_pg_news news;

    if (!prepare(&setup, error, size))
        return false;
    server->owner = setup.parent;
    if (!fork_guardian(server, &setup))
        return fail(error, size, strerror(errno));
    hear(server->socket, &news);
    if (news.server == 0) {
        dismiss(server);
        return fail(error, size, news.error);
    }
    server->server = news.server;
    snprintf(server->connection, sizeof server->connection,
             "hostaddr=127.0.0.1 port=%d user=" ASSAY_PG_ROLE
             " dbname=postgres password=%s sslmode=disable gssencmode=disable",
             news.port, setup.password);
    return true;
}

struct assay_postgres_server *assay_postgres_start(char *error, size_t size)
{
    struct assay_postgres_server *server = calloc(1, sizeof *server);

    if (!server)
        fail(error, size, strerror(errno));
    else if (launch(server, error, size))
        return server;
    free(server);
    return NULL;
}

const char *assay_postgres_connection(const struct assay_postgres_server *server)
{
    return server->connection;
}

long assay_postgres_pid(const struct assay_postgres_server *server)
{
    return server->server;
}

void assay_postgres_stop(struct assay_postgres_server *server)
{
    if (!server)
        return;
    if (server->owner == getpid())
        dismiss(server);
    else
        close(server->socket); /* a copy of the process: it is not its server */
    free(server);
}
