/*
 * The members of a message's body, as values of events.
 */
#ifndef ASSAY_SIM_PART_H
#define ASSAY_SIM_PART_H

#include "sim/step.h"

/* The value of the member of this name; a text is that of the body. False: the message
 * has no such member. */
bool assay_message_part_value(const struct assay_message *message, const void *body,
                              const char *name, struct assay_step_value *ret_value);
/* The value of a member. */
struct assay_step_value assay_part_value(const struct assay_message_part *part,
                                         const void *body);

#endif
