/*
 * A transactional store for tests, whose isolation is as weak as it is told to be.
 *
 * Clients are functions in a straight line: each runs on a stack of its own, and each of
 * its operations on the store is a step of the simulation (sim.h). So the test chooses
 * how transactions interleave, and which of the versions that the isolation allows a read
 * returns.
 *
 *     static void deposit(struct assay_session *s, const void *args)
 *     {
 *         const struct deposit *d = args;
 *         int64_t balance = 0;
 *
 *         assay_begin(s, d->tx);
 *         assay_get(s, "account", d->account, &balance);
 *         assay_put(s, "account", d->account, balance + d->amount);
 *         assay_commit(s);
 *     }
 *
 *     store = assay_store_open(sim, ASSAY_READ_COMMITTED);
 *     assay_session_run(store, client, deposit, &d, sizeof d);
 *
 * What happens can be an event of a specification of traces: begin(tx), get(tx, table,
 * key, value), put(tx, table, key, value), erase(tx, table, key), commit(tx), abort(tx),
 * with any of these fields and `session`; get has `found`, too, and value 0 where nothing
 * is. Tables are an enum or a text there.
 *
 * Such functions are to depend on nothing but their arguments and what they find in the
 * store. Where an execution ends while one waits in an operation, nothing more of it is
 * executed: memory that it holds is lost.
 */
#ifndef ASSAY_STORE_H
#define ASSAY_STORE_H

#include <assay/sim.h>

struct assay_store;
struct assay_session;

enum assay_isolation {
    /* As if one after the other, in the order of commits: reads are of the newest state
     * when the transaction began; it aborts if anything that it read was written since.
     */
    ASSAY_SERIALISABLE,
    /* Reads are of one state, of any moment up to the beginning that has all that the
     * session did and saw before; it aborts if what it writes was written since. */
    ASSAY_SNAPSHOT,
    /* Whoever sees a transaction sees all that it had seen; and a session its own. */
    ASSAY_CAUSAL,
    /* Any version that was committed; but once a transaction has read from another one,
     * of the rows that this one wrote it reads nothing older. */
    ASSAY_READ_COMMITTED,
};

/* One that ends with the simulation. */
struct assay_store *assay_store_open(struct assay_sim *sim,
                                     enum assay_isolation isolation);
/* Rows that are there from the beginning. */
void assay_store_fill(struct assay_store *store, const char *table, int64_t key,
                      int64_t value);

/* A session is a client that does one thing after the other. What it is told to do while
 * it is busy it does after that; else it begins at once, up to its first operation.
 * `args` are copied. */
typedef void assay_session_fn(struct assay_session *s, const void *args);
void assay_session_run(struct assay_store *store, uint32_t session, assay_session_fn *run,
                       const void *args, size_t size);

/* Operations, in such a function. A transaction has whatever number the caller likes, and
 * ends by a commit or a rollback. In one that was aborted nothing is found, nothing is
 * written, and the commit is false. What is found is put into *ret_value, which may be
 * NULL. */
void assay_begin(struct assay_session *s, int64_t tx);
bool assay_get(struct assay_session *s, const char *table, int64_t key,
               int64_t *ret_value);
void assay_put(struct assay_session *s, const char *table, int64_t key, int64_t value);
void assay_erase(struct assay_session *s, const char *table, int64_t key);
bool assay_commit(struct assay_session *s);
void assay_rollback(struct assay_session *s);

/* Says something, as a node does: assay_session_say(s, enrolled, .student = 3). It
 * happens at once; a reply is a step of its own, which happens when the test likes. */
#define assay_session_say(S, MESSAGE, ...)                                               \
    assay_session_event(S, &MESSAGE##_message, &(struct MESSAGE){__VA_ARGS__}, true)
#define assay_session_reply(S, MESSAGE, ...)                                             \
    assay_session_event(S, &MESSAGE##_message, &(struct MESSAGE){__VA_ARGS__}, false)
void assay_session_event(struct assay_session *s, const struct assay_message *message,
                         const void *body, bool now);
uint32_t assay_session_id(const struct assay_session *s);
struct assay_test *assay_session_test(struct assay_session *s);

/* ---- Other databases behind the same calls */

enum assay_store_result {
    ASSAY_STORE_DONE,
    ASSAY_STORE_ABORTED, /* the transaction is over */
    ASSAY_STORE_BLOCKED, /* another session must go on first: it will be asked again, for
                            the same, when something else has happened */
    ASSAY_STORE_LOST, /* the database does not answer: the execution ends with an error */
};

/* What a database does; each call is for one session, which is numbered from 0. Rows that
 * are there from the beginning are put by a transaction of session 0 before all others.
 * Which version a read returns is the database's, so a read is no step to wait for: it
 * happens while the tester waits, and is an answer then. */
struct assay_store_backend {
    const char *name;
    /* Begins an execution with an empty database. NULL: it cannot; `error` says why. */
    void *(*open)(const void *config, enum assay_isolation isolation, char *error,
                  size_t size);
    enum assay_store_result (*begin)(void *db, uint32_t session);
    enum assay_store_result (*get)(void *db, uint32_t session, const char *table,
                                   int64_t key, bool *ret_found, int64_t *ret_value);
    enum assay_store_result (*put)(void *db, uint32_t session, const char *table,
                                   int64_t key, int64_t value);
    enum assay_store_result (*erase)(void *db, uint32_t session, const char *table,
                                     int64_t key);
    enum assay_store_result (*commit)(void *db, uint32_t session);
    enum assay_store_result (*rollback)(void *db, uint32_t session);
    const char *(*error)(void *db); /* of what was LOST */
    void (*close)(void *db);
};
struct assay_store *assay_store_open_on(struct assay_sim *sim,
                                        enum assay_isolation isolation,
                                        const struct assay_store_backend *backend,
                                        const void *config);

#endif
