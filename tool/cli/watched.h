/*
 * What asks the solver, done in a process that is watched (smt/watch.h).
 */
#ifndef CLI_WATCHED_H
#define CLI_WATCHED_H

#include "cli/command.h"
#include "smt/watch.h"

/* Milliseconds of a limit in seconds, at least one. */
uint32_t watched_limit_ms(double seconds);

/* Does the work, which prints to the console and returns an exit code. The exit code;
 * COMMAND_BUG, said why, when the work does not come to its end. `about` is what messages
 * are about. */
int watched_run(Console *console, const char *about, uint32_t limit_ms, WatchWork work,
                void *ctx);

#endif
