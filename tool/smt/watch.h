/*
 * Work that asks a prover, watched. Z3 now and then does not heed its time limit, and
 * nothing within the process can end such a search. So the work runs in a child, which
 * says in shared memory what it is asking. When one question takes far too long the child
 * is killed and the work begins anew: that question is not asked again, nor those that
 * were not decided before. So work must leave nothing behind before its last question.
 */
#ifndef SMT_WATCH_H
#define SMT_WATCH_H

#include "term/prover.h"
#include <stdio.h>

#define WATCH_UNDECIDED 1024 /* questions that are kept from being asked again */

typedef struct Watch Watch;

/* Work that asks smt_watch_prover(w); its result is its own. */
typedef int (*WatchWork)(void *ctx, Watch *w);

typedef enum {
    WATCH_DONE,
    WATCH_CRASHED, /* the child ended in the middle of the work */
    WATCH_STUCK,   /* more questions get stuck than can be kept */
} WatchEnd;

/* A question has `patience_ms`. NULL when memory is out. */
Watch *smt_watch_new(uint64_t patience_ms);
void smt_watch_free(Watch *w); /* NULL is fine */

/* Without a child, when there can be none, the work runs here. The result is set when the
 * work is done. */
WatchEnd smt_watch_run(Watch *w, WatchWork work, void *ctx, int *ret_result);

/* For the work: asks `inner`, which must stay in place, under watch. Questions that are
 * not asked again are written to `dump` as SMT-LIB, unless it is NULL. */
Prover smt_watch_prover(Watch *w, const Prover *inner, FILE *dump);
/* For the work: how many questions it asked so far, and how many were not decided. */
uint32_t smt_watch_asked(const Watch *w);
uint32_t smt_watch_undecided(const Watch *w);
/* Of those that were not decided: that asked whether something holds. */
uint32_t smt_watch_unproved(const Watch *w);

#endif
