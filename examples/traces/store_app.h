/*
 * What applications on a transactional store have in common: each request of the tester
 * is done by a session, and ISOLATION, which is defined before this is included, is what
 * the transactions are isolated by. With -DPOSTGRES the store is the database that
 * $ASSAY_POSTGRES connects to.
 */
#ifdef POSTGRES
#include <assay/postgres.h>
#endif
#include <assay/store.h>
#include <assay/trace.h>

enum { REQUEST_MAX = 4 }; /* fields of a request */

/* The first field of a request says which session does it; a session takes requests as
 * structs of as many numbers as they have fields. */
static void ask(struct assay_store *store, assay_session_fn *session,
                const struct assay_trace_value *fields, size_t count)
{
    int64_t request[REQUEST_MAX];

    for (size_t i = 0; i < count; i++)
        request[i] = fields[i].number;
    assay_session_run(store, (uint32_t)request[0], session, request,
                      count * sizeof *request);
}

/* on_SESSION, the handler of a request that this function does, and that is a TYPE. */
#define REQUEST(SESSION, TYPE)                                                           \
    static void on_##SESSION(struct assay_trace *t, void *store,                         \
                             const struct assay_trace_value *fields)                     \
    {                                                                                    \
        (void)t;                                                                         \
        ask(store, SESSION, fields, sizeof(TYPE) / sizeof(int64_t));                     \
    }

static void *start(struct assay_trace *t)
{
#ifdef POSTGRES
    return assay_store_open_on(assay_trace_sim(t), ISOLATION, &assay_postgres, NULL);
#else
    return assay_store_open(assay_trace_sim(t), ISOLATION);
#endif
}

/* No actors but sessions. */
static const struct assay_simulation simulation = {.name = "store"};
