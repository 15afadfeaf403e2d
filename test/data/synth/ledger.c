/*
 * An account.
 *
 * The bugs: who takes out more than 50 pays one for it, and odd rests are halved upwards.
 */
#include <assay/trace.h>
#include <stdlib.h>

static void *start(struct assay_trace *t)
{
    (void)t;
    return calloc(1, sizeof(int64_t));
}

static void stop(void *state)
{
    free(state);
}

static void deposit(struct assay_trace *t, void *state,
                    const struct assay_trace_value *fields)
{
    int64_t *balance = state;

    *balance += fields[0].number;
    assay_answer(t, "balance", *balance);
}

static void withdraw(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    int64_t *balance = state;

    *balance -= fields[0].number;
#ifndef FIXED
    *balance -= fields[0].number > 50;
#endif
    assay_answer(t, "balance", *balance);
}

static void close_account(struct assay_trace *t, void *state,
                          const struct assay_trace_value *fields)
{
    int64_t rest = *(int64_t *)state;

    (void)fields;
#ifdef FIXED
    assay_answer(t, "rest", rest, (rest - (rest % 2 + 2) % 2) / 2);
#else
    assay_answer(t, "rest", rest, (rest + 1) / 2);
#endif
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"deposit", deposit}, {"withdraw", withdraw}, {"close", close_account}},
};
