/*
 * Charts as real executions have them, for the tests of both renderers.
 */
#ifndef ASSAY_UNIT_CHART_FIXTURE_H
#define ASSAY_UNIT_CHART_FIXTURE_H

#include "sim/chart.h"

/* One row; of a message with its mark, else `sent` is 0. */
void chart_message(struct assay_sim_chart *c, enum assay_sim_chart_kind kind,
                   uint32_t from, uint32_t to, uint64_t sent, const char *text);
void chart_at(struct assay_sim_chart *c, enum assay_sim_chart_kind kind, uint32_t at,
              const char *text);

/* Two nodes, a client, three messages. */
void chart_small(struct assay_sim_chart *c);
/* A register of two nodes, with events of a specification: a sync is overtaken, one is
 * doubled, one is still under way. */
void chart_overtaking(struct assay_sim_chart *c);
/* Two proposers and three acceptors; loss, a crash, timers, a cut, and the time. */
void chart_paxos(struct assay_sim_chart *c);
/* Two sessions of a store. */
void chart_sessions(struct assay_sim_chart *c);
/* So many nodes in a ring; so many rows. */
void chart_ring(struct assay_sim_chart *c, uint32_t nodes, uint32_t rows);

#endif
