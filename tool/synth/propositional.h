/*
 * Whether an axiom is effectively propositional: whether it speaks of finitely many
 * values in effect, so that the solver is sure to decide questions about it. Others it
 * may decide, or not.
 */
#ifndef SYNTH_PROPOSITIONAL_H
#define SYNTH_PROPOSITIONAL_H

#include "synth/spec.h"

/* Why it is not, in a few words of the arena, or NULL. */
const char *propositional_obstacle(const TraceSpec *spec, const Term *axiom,
                                   struct assay_arena *arena);

#endif
