/*
 * What only a solver can tell of a specification: axioms that contradict each other,
 * rules that can never apply, properties that no trace is like.
 */
#ifndef SYNTH_SOUND_H
#define SYNTH_SOUND_H

#include "synth/plan.h"

/* Reports what is wrong; the specification was checked otherwise. */
void sound_check(Synth *x, Diags *diags);
/* Reports axioms that cannot all hold; whether they can. */
bool sound_axioms(Synth *x, Diags *diags);

#endif
