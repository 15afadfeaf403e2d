/*
 * The guardian of a server for tests: a process that starts it and outlives whoever
 * wanted it, so that nothing is left however that one ends.
 *
 *     test program ──fork──> guardian ──fork──> initdb, then postgres ──> its processes
 *            └──────socket──────┘
 *
 * It stops the server and removes its folder when the socket is shut down, or when its
 * parent is not there any more: other children of that one may hold the socket open.
 */
#ifndef ASSAY_POSTGRES_GUARDIAN_H
#define ASSAY_POSTGRES_GUARDIAN_H

#include "postgres/programs.h"
#include <limits.h>

#define ASSAY_PG_ROLE "assay" /* the name of the user in the database */

struct assay_pg_setup {
    char programs[PATH_MAX]; /* the folder of initdb and postgres */
    char folder[PATH_MAX];   /* what is made, as mkdtemp wants it */
    struct assay_pg_user user;
    char password[40];
    pid_t parent;
    int socket; /* where the guardian tells how it went */
};

/* Once, when the server accepts connections, or when it never will. */
struct assay_pg_news {
    pid_t server; /* 0: there is an error */
    int port;
    char error[2048];
};

_Noreturn void assay_pg_guard(struct assay_pg_setup *setup);

#endif
