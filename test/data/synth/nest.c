/*
 * Boxes inside each other, for generators with procedures.
 *
 * The bug: the fourth box that is opened inside of others is not counted.
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

static void open_box(struct assay_trace *t, void *state,
                     const struct assay_trace_value *fields)
{
    int64_t *depth = state;

    (void)t;
    (void)fields;
    if (*depth != 3)
        ++*depth;
}

static void close_box(struct assay_trace *t, void *state,
                      const struct assay_trace_value *fields)
{
    int64_t *depth = state;

    *depth -= *depth > 0;
    assay_send(t, "left", *depth, fields[0].number % 2 == 0 ? "even" : "odd");
}

static void list(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    (void)state;
    assay_answer(t, "left", fields[0].number + fields[8].number, "list");
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"open", open_box}, {"close", close_box}, {"list", list}},
};
