/*
 * Operations that may end the process: exit, abort, a signal.
 */
#ifndef ASSAY_MODEL_DEATH_H
#define ASSAY_MODEL_DEATH_H

#include "model/scenario.h"

/*
 * Tries the operation in processes of their own. False: it returns on both sides, and
 * nothing has happened here. True: it ends the process in the same way on both sides, and
 * nothing has happened either: the scenario goes on without it. Does not return when the
 * sides differ. `call` is the call in the program.
 */
bool assay_death(struct assay_scenario *s, const char *call);

#endif
