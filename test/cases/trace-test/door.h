/* A door without its handler of open. */
#include <assay/trace.h>
#include <stdlib.h>

static int64_t code;

static void set(struct assay_trace *t, void *state,
                const struct assay_trace_value *fields)
{
    (void)t, (void)state;
    code = fields[0].number;
}

static void open_door(struct assay_trace *t, void *state,
                      const struct assay_trace_value *fields);

const struct assay_trace_system assay_system = {
    .handlers = {{"set", set}, {"open", open_door}},
};

static void open_door(struct assay_trace *t, void *state,
                      const struct assay_trace_value *fields)
{
    (void)t, (void)state, (void)fields;
    OPEN;
}
