/*
 * What the scenario itself tells the writer of its program; kinds use the part that is
 * declared in scenario.h.
 */
#ifndef ASSAY_MODEL_WRITE_H
#define ASSAY_MODEL_WRITE_H

#include "model/scenario.h"

/* The operation with number s->number begins; what was written of it is taken back. */
void assay_write_operation(struct assay_scenario *s);
void assay_write_cancel(struct assay_scenario *s);
/* The operation's line asserts the condition, which has the call in it. */
void assay_write_asserting_call(struct assay_scenario *s, const char *condition);
/* The last line: the condition that does not hold, with what was seen. */
void assay_write_difference(struct assay_scenario *s, const char *condition,
                            const char *observed);

#endif
