/*
 * Programs run: a specification, its property and generators as the run-time library has
 * them (assay/trace.h), without being written as C first. The C that tool/emit writes
 * draws the same choices in the same order.
 */
#ifndef SYNTH_INTERPRET_H
#define SYNTH_INTERPRET_H

#include "synth/oracle.h"
#include "synth/program.h"

/* NULL, `why` said, if something cannot be run. `x` and the programs must outlive it, and
 * are read while it runs. */
const struct assay_trace_spec *interpret_spec(Synth *x, const char *name,
                                              const Property *property,
                                              const Program *const *programs,
                                              uint32_t count, const char **ret_why);
/* The name of a language that is built in; NULL if it is another. */
const char *interpret_built_in(const Type *language);
/* The property of such a specification as tables. */
const Oracle *interpret_oracle(const struct assay_trace_spec *spec);

#endif
