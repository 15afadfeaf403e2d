/*
 * What the files that read specifications share.
 */
#ifndef SYNTH_READ_H
#define SYNTH_READ_H

#include "synth/spec.h"

/* Reads an expression. It may name the parameters of `within`, unless that is NULL. What
 * cannot be read is SRE_BAD, reported; never NULL. read_sre.c */
const Sre *trace_read_sre(TraceSpec *s, const Abbreviation *within);

/* Reports that there is no such event. */
void trace_unknown_event(TraceSpec *s, Token name);

/* Whether an operation has so many fields; reported at `span` if not. spec.c */
bool trace_has_fields(TraceSpec *s, const Event *of, Span span, uint32_t count);
/* Opens a scope with one more variable; the frame is the caller's. */
void trace_open(TraceSpec *s, ReadScope *frame, const Binding *var);

#endif
