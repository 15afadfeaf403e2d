/*
 * The engine: executes orders in a child, or in this process, and says how each ended.
 * It starts the child when there is none, counts the test that killed one, and leaves a
 * checked copy of what was drawn in shared.drawn.
 */
#ifndef ASSAY_RUN_ENGINE_H
#define ASSAY_RUN_ENGINE_H

#include "run/child.h"
#include <signal.h>

struct assay_engine {
    const struct assay_property *property;
    const struct assay_options *options;
    struct assay_shared shared;
    struct assay_child child;
    struct assay_executor here; /* with no_fork */
    struct assay_watch watch;
    bool fresh;                    /* a new child for every order */
    bool meddled;                  /* the property closed descriptors of ours, */
    bool miscounted;               /* or overwrote the counts */
    struct assay_tally tally;      /* the counts as they were last known to be sound */
    uint64_t executions;           /* and these */
    unsigned learned;              /* reports of sanitizers whose names were looked up */
    struct sigaction child_signal; /* what the caller had for SIGCHLD */
};

struct assay_result {
    enum assay_end end;
    uint64_t next;                   /* of a search: the test to go on with */
    enum assay_status misuse;        /* for ASSAY_END_MISUSED, */
    char misused[ASSAY_MISUSE_TEXT]; /* and in words, or "" */
    struct assay_failed failed;      /* for ASSAY_END_FAILED */
    double seconds;                  /* it took, all in all */
    bool damaged;                    /* what was drawn is not known */
    bool alive;                      /* the child survived the failure */
    bool died;                       /* the child ended, or was ended, in the execution */
};

/* `options` must be resolved and outlive the engine. */
enum assay_status assay_engine_init(struct assay_engine *e,
                                    const struct assay_property *property,
                                    const struct assay_options *options);
void assay_engine_done(struct assay_engine *e);

/* `timeout` is for one execution. ASSAY_NO_MEMORY, ASSAY_IO: nothing was executed. */
enum assay_status assay_engine_run(struct assay_engine *e,
                                   const struct assay_command *command, double timeout,
                                   struct assay_result *ret);
/* The next order gets a new child. */
void assay_engine_renew(struct assay_engine *e);
/* Executions so far, all of them. */
uint64_t assay_engine_executions(const struct assay_engine *e);
bool assay_engine_interrupted(const struct assay_engine *e);

/* Replays values with what the command says of filling; the values are copied. */
enum assay_status assay_engine_replay(struct assay_engine *e,
                                      const struct assay_values *values,
                                      struct assay_command command, double timeout,
                                      struct assay_result *ret);

#endif
