/*
 * The protocol under the simulation: another transport, and nothing else. With a
 * specification this is the system; explored.c runs the same nodes without one.
 */
#include "simulated.h"
#include <assay/trace.h>

/* ---- The tester's event */

static const struct assay_simulation simulation = {
    .name = "commit", .setup = simulated_setup, .ordered = true};

static void begin(struct assay_trace *t, void *sim,
                  const struct assay_trace_value *fields)
{
    struct simulated *coordinator = assay_sim_state(sim, COMMIT_COORDINATOR);

    (void)t;
    commit_begin(&coordinator->node, (uint32_t)fields[0].number);
}

const struct assay_trace_system assay_system = {
    .simulation = &simulation,
    .handlers = {{"begin", begin}},
};
