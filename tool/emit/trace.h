/*
 * Generators of traces as C: a file that is a test program along with the file of a
 * system and libassay. It draws what the interpreter draws (synth/interpret.h), in the
 * same order: the same seed gives the same runs.
 *
 * Variables, procedures and operations have the names of the specification, where those
 * are names in C that are not taken.
 */
#ifndef EMIT_TRACE_H
#define EMIT_TRACE_H

#include "base/buf.h"
#include "synth/interpret.h"

typedef struct {
    Synth *x;
    const struct assay_trace_spec *spec; /* by interpret_spec(), of these programs */
    const Property *property;
    const Program *const *programs;
    uint32_t count;
    const char *output; /* what the file is called */
} EmitTrace;

/* The whole file. False, and `ret_why` says why: there is something in it that C does not
 * have, such as a language that is not built in, or memory is out. */
bool emit_trace_generators(const EmitTrace *in, struct assay_buf *out,
                           const char **ret_why);
/* Only what is there of the specification: what a run by hand needs before its main(). */
bool emit_trace_prelude(const EmitTrace *in, struct assay_buf *out, const char **ret_why);

#endif
