/*
 * Doing something again whenever one of the files changes that it looked at.
 */
#ifndef CLI_SCRIPT_WATCH_H
#define CLI_SCRIPT_WATCH_H

#include "cli/script.h"

#define WATCHED_MAX 256 /* files; more are not looked at */

typedef struct {
    char *path;
    uint64_t stamp; /* of time and size; 0: it is not there */
} Watched;

typedef struct {
    Watched at[WATCHED_MAX];
    uint32_t count;
} WatchedFiles;

/* Adds a program and the specifications that it imports. */
void script_watch_add(WatchedFiles *w, const ScriptFile *f);

/* Does it, then again after each change, until the process is ended. `once` adds the
 * files it looks at. */
int script_watch(Console *console, WatchedFiles *w, int (*once)(void *ctx), void *ctx);

#endif
