/*
 * The child process, seen from the runner: starting it, giving it orders, watching its
 * time and size, keeping the end of what it prints, and ending it with all it started.
 */
#ifndef ASSAY_RUN_CHILD_H
#define ASSAY_RUN_CHILD_H

#include "run/execute.h"
#include "run/failure.h"
#include "run/keeper.h"
#include <sys/types.h>

#define ASSAY_TAIL ((size_t)64 << 10) /* bytes kept of the output */

struct assay_child {
    pid_t pid;      /* 0 when there is none */
    int socket;     /* orders and replies */
    int output;     /* its stdout and stderr */
    int statm;      /* /proc/PID/statm */
    uint64_t pages; /* its size at the start */
    char *tail;     /* 2 * ASSAY_TAIL bytes, the last ASSAY_TAIL of which count */
    size_t tail_len;
    bool show_output;
    struct assay_keeper keeper;
    struct assay_journal *journal; /* where the keeper looks */
};

/* What the runner watches for while the child works. */
struct assay_watch {
    const struct assay_options *options;
    struct assay_journal *journal;
    double timeout;          /* seconds for one execution */
    double deadline;         /* assay_now() at which a row is to stop */
    double slowest;          /* out: the longest execution that ended by itself */
    void (*tick)(void *ctx); /* NULL, or called a few times a second */
    void *ctx;
};

/* How an order ended. */
struct assay_child_result {
    bool replied;
    struct assay_reply reply;    /* if it did */
    enum assay_end_of_child how; /* if not: the child is gone */
    int wait_status;
};

enum assay_status assay_child_init(struct assay_child *c, const struct assay_alloc *mem);
void assay_child_done(struct assay_child *c, const struct assay_alloc *mem);

/* Starts it. On success the child serves orders until it is ended. */
enum assay_status assay_child_start(struct assay_child *c,
                                    const struct assay_property *property,
                                    struct assay_shared *shared,
                                    const struct assay_options *options);
/* Kills it, if there is one, and everything it started. */
void assay_child_end(struct assay_child *c);

/* Gives an order and waits. ASSAY_IO when the child cannot be reached. */
enum assay_status assay_child_order(struct assay_child *c,
                                    const struct assay_command *command,
                                    struct assay_watch *watch,
                                    struct assay_child_result *ret);

struct assay_str assay_child_output(const struct assay_child *c);
void assay_child_forget_output(struct assay_child *c);

/* Monotonic seconds. */
double assay_now(void);

#endif
