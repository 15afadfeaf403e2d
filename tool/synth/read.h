/*
 * What the files that read specifications share.
 */
#ifndef SYNTH_READ_H
#define SYNTH_READ_H

#include "synth/spec.h"

/* ---- Declarations, each behind the word it begins with. */

/* read_sort.c */
void trace_read_sorts(TraceSpec *s, TraceSortKind kind);
void trace_read_enum(TraceSpec *s);
void trace_read_alias(TraceSpec *s);
void trace_read_function(TraceSpec *s, bool predicate);
void trace_read_axiom(TraceSpec *s);
/* read_rule.c */
void trace_read_rule(TraceSpec *s);
void trace_read_property(TraceSpec *s, bool invariant);
/* read_generator.c */
void trace_read_procedure(TraceSpec *s, bool generator);
/* Finds what calls and generators name; when all is read. */
void trace_resolve_procedures(TraceSpec *s);

/* ---- Expressions: read_sre.c. */

/* Reads an expression. It may name the parameters of `within`, unless that is NULL. What
 * cannot be read is SRE_BAD, reported; never NULL. */
const Sre *trace_read_sre(TraceSpec *s, const Abbreviation *within);
/* Reads one event, with its fields; likewise. */
const Sre *trace_read_event(TraceSpec *s);
/* Reports that there is no such event. */
void trace_unknown_event(TraceSpec *s, Token name);

/* ---- Variables: spec.c. */

typedef struct {
    const Binding **at;
    uint32_t count, cap;
} TraceVars;

/* NULL, and said, when out of memory. */
const Binding *trace_var(TraceSpec *s, const char *name, const Type *type, Span span);
/* name: type { "," name: type } */
void trace_read_variables(TraceSpec *s, const char *what, TraceVars *all);
/* The same in parentheses, in which there may be none. */
TraceVars trace_read_fields(TraceSpec *s, const char *what);
bool trace_is_among(const TraceVars *all, const Binding *var, Span *ret_first);
/* Opens a scope with one more variable; the frame is the caller's. */
void trace_open(TraceSpec *s, ReadScope *frame, const Binding *var);
/* The same for the rest of the declaration, or for ever. */
void trace_open_kept(TraceSpec *s, const Binding *var);

/* ---- The rest: spec.c. */

/* Where to go on after an error: at the end of a rule, at the next declaration. */
extern const char *const trace_ends[];

/* Reads the name of a new type; NULL, reported, if it cannot be one. */
const char *trace_new_type(TraceSpec *s, const char *what, Span *ret_span);
/* Reads the semicolon behind an expression. */
bool trace_end_sre(TraceSpec *s);
/* Whether an operation has so many fields; reported at `span` if not. */
bool trace_has_fields(TraceSpec *s, const Event *of, Span span, uint32_t count);
/* Room for a declaration, all zero; NULL, and said, when out of memory. */
void *trace_new(TraceSpec *s, size_t size);

#endif
