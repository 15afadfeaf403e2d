/*
 * What goes wrong: on purpose, or because the schedule wants it to.
 */
#include "sim/show.h"
#include "sim/sim.h"

/* ---- On purpose */

bool assay_sim_lose(struct assay_sim *sim, const char *message, uint32_t from,
                    uint32_t to)
{
    uint32_t flight = assay_flight_find(sim, message, from, to, false);

    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    if (flight == ASSAY_NO_FLIGHT)
        return false;
    assay_flight_drop(sim, flight);
    return true;
}

bool assay_sim_double(struct assay_sim *sim, const char *message, uint32_t from,
                      uint32_t to)
{
    uint32_t flight = assay_flight_find(sim, message, from, to, false);

    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    if (flight == ASSAY_NO_FLIGHT)
        return false;
    assay_flight_copy(sim, flight);
    return true;
}

/* No step of the schedule: to whoever looks on the node says it. */
bool assay_sim_fire(struct assay_sim *sim, uint32_t node, const char *timer)
{
    uint32_t flight = assay_flight_find(sim, timer, node, node, true);

    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    if (flight == ASSAY_NO_FLIGHT)
        return false;
    assay_flight_tell(sim, flight);
    assay_flight_arrive(sim, flight);
    return true;
}

void assay_sim_cut(struct assay_sim *sim, uint32_t a, uint32_t b)
{
    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    assay_node_at(sim, a, "a cut of");
    assay_node_at(sim, b, "a cut of");
    if (assay_flight_is_cut(sim, a, b))
        return;
    if (sim->ncuts == ASSAY_SIM_CUTS)
        assay_sim_misuse(sim, "too many pairs of nodes are cut: %d at most",
                         ASSAY_SIM_CUTS);
    sim->cuts[sim->ncuts][0] = a;
    sim->cuts[sim->ncuts++][1] = b;
    assay_show_cut(sim, assay_sim_format(sim, "%s | %s", assay_sim_name(sim, a),
                                         assay_sim_name(sim, b)));
}

void assay_sim_heal(struct assay_sim *sim)
{
    assay_sim_shares(sim, ASSAY_SHARES_ALL);
    if (sim->ncuts == 0 && sim->groups == 0)
        return;
    sim->ncuts = 0;
    sim->groups = 0;
    for (uint32_t i = 0; i < sim->nnodes; i++)
        sim->nodes[i]->group = 0;
    assay_show_heal(sim);
}

/* ---- By the schedule */

/* A partition sets one node apart, or the nodes up to one from those behind it: with all
 * sets there would be too many to choose from. */
static uint32_t count_partitions(const struct assay_sim *sim)
{
    return sim->left.partitions > 0 && sim->nnodes > 1 && sim->groups == 0
               ? 2 * sim->nnodes
               : 0;
}

static void split(struct assay_sim *sim, uint32_t number)
{
    uint32_t node = number / 2;
    bool alone = number % 2 == 0;

    for (uint32_t i = 0; i < sim->nnodes; i++)
        sim->nodes[i]->group = alone ? i == node : i > node;
    sim->groups = 2;
    assay_show_cut(sim,
                   assay_sim_format(sim, alone ? "%s | the others" : "up to %s | behind",
                                    assay_sim_name(sim, node)));
}

/* How many there are of each kind, in the order of the kinds. */
static uint32_t count_faults(const struct assay_sim *sim, enum assay_fault_kind kind)
{
    switch (kind) {
    case ASSAY_FAULT_LOSS:
        return sim->left.losses > 0 ? sim->nready : 0;
    case ASSAY_FAULT_DOUBLE:
        return sim->left.duplicates > 0 ? sim->nready : 0;
    case ASSAY_FAULT_CRASH:
        return sim->left.crashes > 0 ? sim->nup : 0;
    case ASSAY_FAULT_RESTART:
        return sim->left.for_ever ? 0 : sim->nnodes - sim->nup;
    case ASSAY_FAULT_PARTITION:
        return count_partitions(sim);
    case ASSAY_FAULT_HEAL:
        return sim->groups > 0;
    }
    return 0;
}

uint32_t assay_sim_faults(const struct assay_sim *sim)
{
    uint32_t count = 0;

    for (int kind = ASSAY_FAULT_LOSS; kind <= ASSAY_FAULT_HEAL; kind++)
        count += count_faults(sim, (enum assay_fault_kind)kind);
    return count;
}

/* The number-th node that is up, or down. */
static uint32_t nth_node(const struct assay_sim *sim, uint32_t number, bool up)
{
    for (uint32_t i = 0; i < sim->nnodes; i++)
        if (sim->nodes[i]->is_up == up && number-- == 0)
            return i;
    return 0;
}

struct assay_fault assay_sim_fault_at(const struct assay_sim *sim, uint32_t number)
{
    int kind = ASSAY_FAULT_LOSS;
    uint32_t count;

    while ((count = count_faults(sim, (enum assay_fault_kind)kind)) <= number) {
        number -= count;
        kind++;
    }
    if (kind == ASSAY_FAULT_CRASH || kind == ASSAY_FAULT_RESTART)
        number = nth_node(sim, number, kind == ASSAY_FAULT_CRASH);
    return (struct assay_fault){(enum assay_fault_kind)kind, number};
}

void assay_sim_suffer(struct assay_sim *sim, struct assay_fault fault)
{
    switch (fault.kind) {
    case ASSAY_FAULT_LOSS:
        sim->left.losses--;
        assay_flight_drop(sim, sim->ready[fault.of]);
        break;
    case ASSAY_FAULT_DOUBLE:
        sim->left.duplicates--;
        assay_flight_copy(sim, sim->ready[fault.of]);
        break;
    case ASSAY_FAULT_CRASH:
        sim->left.crashes--;
        assay_node_crash(sim->nodes[fault.of]);
        break;
    case ASSAY_FAULT_RESTART:
        assay_node_restart(sim->nodes[fault.of]);
        break;
    case ASSAY_FAULT_PARTITION:
        sim->left.partitions--;
        split(sim, fault.of);
        break;
    case ASSAY_FAULT_HEAL:
        assay_sim_heal(sim);
        break;
    }
}
