/*
 * The inside of a store: versions of rows, transactions, and sessions that have them.
 *
 * A transaction that writes something gets a place in the order of commits, from 1, and
 * so do the versions that it leaves; place 0 is how it all began. What a transaction may
 * read is told by places alone (versions.c). Everything lies in the memory of the
 * execution.
 *
 * A session is a fiber that waits in one of its operations. The step that performs it is
 * offered to the simulation, once for each way in which it can end (step.c).
 */
#ifndef ASSAY_STORE_STORE_H
#define ASSAY_STORE_STORE_H

#include "sim/fiber.h"
#include "sim/sim.h"
#include <assay/store.h>

enum { ASSAY_STORE_CHAINS = 64 };

/* ---- Rows */

/* Of each row, by its number: a place. Rows past the last have place 0. */
struct assay_places {
    uint32_t *at;
    size_t count;
};

struct assay_version {
    struct assay_version *older, *newer; /* NULL: there is none */
    uint32_t place;
    bool found; /* false: it was erased, or never there */
    int64_t value;
    /* CAUSAL, READ_COMMITTED: what whoever reads this one has seen, too. */
    const struct assay_places *brings;
};

struct assay_row {
    struct assay_row *next; /* in its chain */
    const char *table;      /* the store's copy */
    int64_t key;
    uint32_t number;
    struct assay_version *newest; /* never NULL */
};

/* ---- Transactions */

struct assay_read {
    const struct assay_row *row;
    uint32_t place; /* of the version */
};
struct assay_write {
    struct assay_row *row;
    int64_t value;
    bool found; /* false: it erases */
};

enum assay_tx_state {
    ASSAY_TX_NONE,
    ASSAY_TX_OPEN,
    ASSAY_TX_ABORTED, /* and the session does not know it yet */
};

struct assay_tx {
    enum assay_tx_state state;
    int64_t number; /* the caller's */
    /* SERIALISABLE, SNAPSHOT: the state that it reads is the one after so many commits,
     * at least and at most. */
    uint32_t low, high;
    struct assay_places seen; /* CAUSAL, READ_COMMITTED: versions must not be older */
    struct assay_read *reads; /* of others' versions */
    size_t nreads, reads_cap;
    struct assay_write *writes;
    size_t nwrites, writes_cap;
};

/* ---- Sessions */

enum assay_operation_kind {
    ASSAY_OP_NONE,
    ASSAY_OP_BEGIN,
    ASSAY_OP_GET,
    ASSAY_OP_PUT,
    ASSAY_OP_ERASE,
    ASSAY_OP_COMMIT,
    ASSAY_OP_ROLLBACK,
    ASSAY_OP_REPLY,
};

/* What a session waits in, and what came of it. */
struct assay_operation {
    enum assay_operation_kind kind;
    struct assay_row *row; /* GET, PUT, ERASE */
    int64_t number;        /* BEGIN: of the transaction; PUT, and a GET that is over */
    bool found;            /* a GET that is over */
    bool is_over;          /* it is known what came of it */
    bool aborts;           /* it is over, and so is the transaction */
    bool is_blocked;       /* by another session, when so much had happened: */
    uint64_t blocked_at;
    const struct assay_message *message; /* REPLY */
    const void *body;
};

/* Something to be done. */
struct assay_task {
    struct assay_task *next;
    struct assay_session *session;
    assay_session_fn *run;
    const void *args;
};

struct assay_session {
    struct assay_store *store;
    uint32_t id;     /* the caller's */
    uint32_t number; /* from 0, in the order in which they were met */
    uint32_t actor;
    struct assay_fiber *fiber; /* NULL: it is idle */
    struct assay_task *first, *last;
    struct assay_operation op;
    struct assay_tx tx;
    uint32_t low; /* SNAPSHOT: what its transactions have seen: see struct assay_tx */
    struct assay_places seen; /* CAUSAL: the same */
};

struct assay_store {
    struct assay_step_source source; /* the first: the simulation knows the store by it */
    struct assay_sim *sim;
    enum assay_isolation isolation;
    struct assay_row *chains[ASSAY_STORE_CHAINS];
    uint32_t nrows;
    uint32_t commits; /* of transactions that wrote something */
    struct assay_session **sessions;
    size_t sessions_cap;
    uint32_t nsessions;
    const struct assay_session *running;       /* whose fiber runs now; NULL: none */
    bool has_begun;                            /* some session has done something */
    const struct assay_store_backend *backend; /* NULL: the versions are here */
    void *db;
    uint64_t happened; /* on the backend, so far */
    bool is_filling;   /* the backend, in a transaction of session 0 */
};

/* ---- versions.c: which versions a transaction may read, and whether it may commit */

struct assay_row *assay_store_row(struct assay_store *store, const char *table,
                                  int64_t key);
void assay_tx_begin(struct assay_session *s, int64_t number);
/* In how many ways the session's operation, which is none of REPLY, can end. */
uint32_t assay_tx_ways(const struct assay_session *s);
struct assay_found {
    bool found;
    int64_t value;
    const struct assay_version *version; /* NULL: the transaction wrote it */
};
/* What a GET finds, that way. */
struct assay_found assay_tx_finds(const struct assay_session *s, uint32_t way);
/* Whether a COMMIT fails, that way. */
bool assay_tx_fails(const struct assay_session *s, uint32_t way);
void assay_tx_read(struct assay_session *s, const struct assay_row *row,
                   const struct assay_version *version);
void assay_tx_write(struct assay_session *s, struct assay_row *row, bool found,
                    int64_t value);
void assay_tx_commit(struct assay_session *s);

/* ---- step.c: operations are steps */

/* The functions of a source of steps. */
extern const struct assay_step_source assay_store_steps;

/* ---- session.c */

/* Goes on with what it was told to do, up to its next operation. */
void assay_session_go_on(struct assay_session *s);
/* Ends all that is under way. */
void assay_session_drop(struct assay_session *s);

/* ---- backend.c: the same on another database */

/* Performs the session's operation. False: it is blocked. */
bool assay_backend_perform(struct assay_session *s);
void assay_backend_fill(struct assay_store *store, const char *table, int64_t key,
                        int64_t value);

#endif
