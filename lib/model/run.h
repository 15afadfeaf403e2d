/*
 * One execution of a model.
 */
#ifndef ASSAY_MODEL_RUN_H
#define ASSAY_MODEL_RUN_H

#include "model/plan.h"

/* `plan` is sound. */
void assay_scenario_run(struct assay_test *t, const struct assay_plan *plan);

#endif
