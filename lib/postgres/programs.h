/*
 * The programs of a PostgreSQL server on this machine, and who may run them.
 */
#ifndef ASSAY_POSTGRES_PROGRAMS_H
#define ASSAY_POSTGRES_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Where Debian keeps them, a folder for each version. */
#define ASSAY_PG_FOLDERS "/usr/lib/postgresql/*/bin"

/* The folder that has both initdb and postgres: the first one of `path`, which is like
 * $PATH and may be NULL, else the one with the highest version that fits the pattern.
 * False: there is none, or its name is longer than `size`. */
bool assay_pg_find_programs(const char *path, const char *pattern, char *ret_folder,
                            size_t size);

/* Whom a server runs as. It refuses to be root's. */
struct assay_pg_user {
    bool other; /* than the one who runs this */
    uid_t user;
    gid_t group;
};

/* False: this is root, and there is nobody else. */
bool assay_pg_find_user(struct assay_pg_user *ret_user);

#endif
