/*
 * What the child sets up so that its own death leaves a trace in the journal: handlers
 * of fatal signals and of exit().
 */
#ifndef ASSAY_RUN_TRAP_H
#define ASSAY_RUN_TRAP_H

#include "run/journal.h"

/* To be called once, in the child. `mine` as in struct assay_executor. ASSAY_IO when the
 * system refuses. */
enum assay_status assay_trap_install(struct assay_journal *journal,
                                     const unsigned char **ret_mine);

#endif
