/*
 * Boxes on shelves.
 *
 * The bug: what is put on a shelf later is not seen from below.
 */
#include <assay/trace.h>
#include <stdlib.h>

enum { SHELVES = 100 };

struct shelves {
    int64_t kinds[SHELVES];
    int64_t boxes[SHELVES];
};

static void *start(struct assay_trace *t)
{
    (void)t;
    return calloc(1, sizeof(struct shelves));
}

static void stop(void *state)
{
    free(state);
}

static void put(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    struct shelves *s = state;
    int64_t shelf = fields[0].number;
    bool seen = s->boxes[shelf]++ == 0;

#ifdef FIXED
    seen = true;
#endif
    (void)t;
    if (seen)
        s->kinds[shelf] = fields[1].number;
}

static void look(struct assay_trace *t, void *state,
                 const struct assay_trace_value *fields)
{
    const struct shelves *s = state;
    int64_t shelf = assay_call(t, "above", fields[0].number);

    assay_answer(t, "found", s->kinds[shelf], s->boxes[shelf] > 5);
}

const struct assay_trace_system assay_system = {
    .start = start,
    .stop = stop,
    .handlers = {{"put", put}, {"look", look}},
};
