/*
 * Running other programs: a compiler, a test program. No shell is between.
 */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include "base/buf.h"
#include <stdbool.h>

typedef struct {
    bool started; /* false: there is no such program */
    bool timed_out;
    int code;       /* exit code, or 128 + the signal that ended it */
    double seconds; /* that it ran */
} Ended;

/*
 * Runs a program, found by PATH, until it ends; argv is ended by NULL. What it writes is
 * appended to `out` and `error`, which may be the same; NULL: it goes where ours goes.
 * After `seconds`, if above 0, it is killed, with its process group.
 */
Ended process_run(const char *const *argv, struct assay_buf *out, struct assay_buf *error,
                  double seconds);

/* Several at once: started, then waited for one by one. */
typedef struct {
    int pid;    /* 0: none */
    int out[2]; /* ends of pipes that are read; -1: none */
    struct assay_buf *into[2];
    double start, deadline; /* 0: none */
    int interrupts;         /* of ours, that it knows about */
    bool interrupted;
    Ended ended;
} Process;

bool process_start(Process *p, const char *const *argv, struct assay_buf *out,
                   struct assay_buf *error, double seconds);
/* Reads what there is, of all of them, until one ends; its number. -1 when none runs. */
int process_wait(Process *list, int count);
/* Likewise, for `seconds` at most: -2 when none has ended by then. */
int process_wait_for(Process *list, int count, double seconds);

/*
 * From now on SIGINT and SIGTERM do not end this process; they are passed on, as SIGINT,
 * to the programs that run, which are killed if they do not end soon. Programs that are
 * started later are not concerned.
 */
void process_catch_interrupts(void);
/* 0, or the exit code of a program that was ended by such a signal. */
int process_interrupted(void);

#endif
