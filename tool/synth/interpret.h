/*
 * Programs run: a specification, its property and generators as the run-time library has
 * them (assay/trace.h), without being written as C first. The C that tool/emit writes
 * draws the same choices in the same order.
 */
#ifndef SYNTH_INTERPRET_H
#define SYNTH_INTERPRET_H

#include "synth/oracle.h"
#include "synth/program.h"

#define INTERPRET_DEPTH 200 /* of calls inside of calls */

/* NULL, `why` said, if something cannot be run. `x` and the programs must outlive it, and
 * are read while it runs. */
const struct assay_trace_spec *interpret_spec(Synth *x, const char *name,
                                              const Property *property,
                                              const Program *const *programs,
                                              uint32_t count, const char **ret_why);

#endif
