/*
 * Small histories of transactions: all that the store lets happen, and all that the
 * axioms of an isolation allow, by definition.
 *
 * A program is a text for each session: "rx wy; rx" are two transactions. They read (r),
 * write (w) or erase (e) one of the rows x, y; the last thing may be ! to roll back. What
 * happened is the same text with what was found by each read, and how each transaction
 * ended: "rx0 wy c; rx21 a". Transactions are numbered from 1 through all sessions, and
 * the k-th write of transaction n writes 10 n + k. 0 is what was there first, - is
 * nothing.
 */
#ifndef ASSAY_UNIT_STORE_HISTORIES_H
#define ASSAY_UNIT_STORE_HISTORIES_H

#include "base/map.h"
#include <assay/store.h>

enum { MAX_SESSIONS = 4, HISTORY_TEXT = 200 };

struct program {
    const char *sessions[MAX_SESSIONS + 1]; /* up to the first NULL */
    bool filled;                            /* the rows are there from the beginning */
    bool one_by_one;                        /* sessions run one after the other */
};

/* All histories that the store can make of a program, as keys; how many executions there
 * were. */
uint64_t store_histories(const struct program *p, enum assay_isolation isolation,
                         struct assay_map *ret_texts);

/* The same, by exploring schedules as --schedule=all does. */
uint64_t explored_histories(const struct program *p, enum assay_isolation isolation,
                            struct assay_map *ret_texts);

/* Whether the transactions that committed in a history are as the isolation wants it, by
 * Biswas and Enea's axioms, for some order of commits. */
bool axioms_allow(const char *history, enum assay_isolation isolation);
/* All histories of a program that the axioms allow, in which no transaction fails. */
void axiom_histories(const struct program *p, enum assay_isolation isolation,
                     struct assay_map *ret_texts);

#endif
