/*
 * The same nodes without a specification: schedules of one transaction, by chance, by
 * priorities, or all of them.
 */
#include "simulated.h"

static void setup(struct assay_sim *sim)
{
    struct simulated *coordinator;

    simulated_setup(sim);
    coordinator = assay_sim_state(sim, COMMIT_COORDINATOR);
    commit_begin(&coordinator->node, 1);
}

static void agree(struct assay_sim *sim)
{
    bool committed = false, aborted = false;

    for (uint32_t i = 0; i < assay_sim_nodes(sim); i++) {
        const struct simulated *s = assay_sim_state(sim, i);
        committed |= s->outcome == COMMITTED;
        aborted |= s->outcome == ABORTED;
    }
    ASSAY_ASSERT(assay_sim_test(sim), !(committed && aborted));
}

int main(int argc, char **argv)
{
    const struct assay_simulation table[] = {{.name = "agree",
                                              .setup = setup,
                                              .finish = agree,
                                              .ordered = true,
                                              .steps = 1000},
                                             {.name = NULL}};

    return assay_sim_main(table, argc, argv);
}
