/*
 * What happens in a simulation, for a report: a chart, and what is being done when it
 * dies. Nothing of it is done in an execution that is not explained.
 */
#ifndef ASSAY_SIM_SHOW_H
#define ASSAY_SIM_SHOW_H

#include "sim/sim.h"
#include <stdarg.h>

void assay_show_begin(struct assay_sim *sim);
/* At its end, and when it ends early. */
void assay_show_end(struct assay_sim *sim);
/* The column of a new one. */
uint32_t assay_show_actor(struct assay_sim *sim, const char *name);
/* The mark of the chart where it is sent. */
uint64_t assay_show_send(struct assay_sim *sim, const struct assay_flight *flight,
                         const void *body, bool lost);
uint64_t assay_show_double(struct assay_sim *sim, const struct assay_flight *flight);
void assay_show_arrive(struct assay_sim *sim, const struct assay_flight *flight,
                       const void *body);
void assay_show_loss(struct assay_sim *sim, const struct assay_flight *flight);
void assay_show_crash(struct assay_sim *sim, uint32_t node);
void assay_show_restart(struct assay_sim *sim, uint32_t node);
void assay_show_cut(struct assay_sim *sim, const char *who);
void assay_show_heal(struct assay_sim *sim);
void assay_show_say(struct assay_sim *sim, uint32_t actor,
                    const struct assay_message *message, const void *body);
/* What the tester does. */
void assay_show_outside(struct assay_sim *sim, const char *text);
void assay_show_step(struct assay_sim *sim, const struct assay_step *step);
void assay_show_note(struct assay_sim *sim, uint32_t actor, const char *format,
                     va_list args) __attribute__((format(printf, 3, 0)));
/* What is done now, for the message if that is the end of the process. Returns what was
 * done before, which is to be told again afterwards; NULL: nothing is shown. */
const char *assay_show_doing(struct assay_sim *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void assay_show_done(struct assay_sim *sim, const char *before);

/* Which message there is most of: "server0 sent 99 000 of them, ping to client1". Of the
 * execution's memory. */
const char *assay_show_talker(struct assay_sim *sim);

#endif
