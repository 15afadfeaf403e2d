/*
 * Recursive generators. A place in a plan where anything may happen is a place for more
 * of what is around it: of A e1 * e2 B one tries
 *
 *     procedure more(...) { choose { } or { e1'; more(...); e2'; } }
 *     generator ... { A; e1; more(...); e2; B; }
 *
 * A sketch says which events e1 and e2 are. It is filled by refining A e1 e1' e2' e2 B,
 * and kept only if the program, unrolled several times, keeps to the rules. (Example 4.3
 * of the source of spec.h.)
 */
#ifndef SYNTH_RECURSE_H
#define SYNTH_RECURSE_H

#include "synth/program.h"

/* Real events are counted from 0: e1 is [from, at), e2 is [at, to). */
typedef struct {
    uint32_t from, at, to;
} Sketch;

typedef enum {
    SKETCH_GOOD,
    SKETCH_CLOSED,  /* nothing else may happen at this place, or there is nothing of the
                       tester's to be done again */
    SKETCH_NO_PLAN, /* once more of it does not keep to the rules */
    SKETCH_TANGLED, /* what is outside depends on what is inside */
    SKETCH_WRONG,   /* several times more of it do not keep to the rules */
    SKETCH_FAILED,  /* out of memory */
} SketchEnd;

/* Fills a sketch; the program is set if it is good. */
SketchEnd recurse_fill(Synth *x, const Plan *p, const Property *property, Sketch sketch,
                       const char *name, const Program **ret_program);
/* The first good sketch, those with events on both sides of the place first, the shortest
 * of them first; NULL if none is found in so many seconds. */
const Program *recurse_program(Synth *x, const Plan *p, const Property *property,
                               double seconds, const char *name);

#endif
