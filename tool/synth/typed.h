/*
 * Whether a generator keeps to the rules: every sequence of events that it can make, for
 * all values that it can draw, has what the rules ask for, with ghosts, and with answers
 * that it does not look at, wherever they are needed. Procedures are unrolled a few
 * times. (The type system of the source of spec.h; section 3.)
 */
#ifndef SYNTH_TYPED_H
#define SYNTH_TYPED_H

#include "synth/program.h"

#define TYPED_CALLS 3   /* of a procedure inside of itself */
#define TYPED_PATHS 500 /* that are looked at; more are said not to have been */

#define TYPED_SECONDS 10 /* for one path */

/* Reports why it does not; whether it does. A path has so many seconds. */
bool typed_check(Synth *x, const Program *p, double seconds, Diags *diags);
/* The program with a world for each of its first paths, if it needs any: for running it.
 * NULL, or why there is none. */
const char *typed_worlds(Synth *x, Program *p);

#endif
