/*
 * The keeper: a small process that outlives the runner by a moment. When the runner is
 * gone, killed perhaps, it ends the child and all that the child started and left in its
 * process group; the child's own death with its parent (PR_SET_PDEATHSIG) reaches only
 * the child.
 */
#ifndef ASSAY_RUN_KEEPER_H
#define ASSAY_RUN_KEEPER_H

#include <assay/status.h>
#include <stdatomic.h>
#include <sys/types.h>

struct assay_keeper {
    pid_t pid;                /* 0 when there is none */
    int pipe;                 /* closes with the runner, and tells it by that */
    const _Atomic int *group; /* in shared memory: the process group to end, 0 for none */
};

/* `group` must be in memory that is shared with processes forked later. */
enum assay_status assay_keeper_start(struct assay_keeper *k, const _Atomic int *group);
/* For the runner: ends it; nothing else is. */
void assay_keeper_end(struct assay_keeper *k);
/* For a child of the runner: lets go of what would make it look alive. */
void assay_keeper_forget(struct assay_keeper *k);

#endif
