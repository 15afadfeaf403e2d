/*
 * Whether what was read makes sense: sorts of terms, sets where sets are wanted, events
 * that something can cause. What is wrong is reported.
 */
#ifndef SYNTH_CHECK_H
#define SYNTH_CHECK_H

#include "synth/spec.h"

/* A type of fields and variables: a number, a boolean, a text, or of a declared sort. */
bool trace_check_type(TraceSpec *s, const Type *t);
/* A term that is true or false. */
bool trace_check_condition(TraceSpec *s, const Term *t);
/* Terms for variables, as many: of their sorts. */
bool trace_check_arguments(TraceSpec *s, const Binding *const *vars,
                           const Term *const *args, uint32_t count);
/* The conditions of all events in it, and what `ops` is asked of. */
bool trace_check_sre(TraceSpec *s, const Sre *e);
/* What can only be said of the whole. */
void trace_check_spec(TraceSpec *s);

#endif
