/*
 * Specifications of traces: what the operations of a system need to have happened before
 * them, what follows, and what must not happen.
 *
 *     event push(elem: Integer);
 *     event pop();
 *     observed popped(elem: Integer);
 *
 *     regex Last(E) = any* . E . (any - ops(E))*;
 *
 *     rule pop() {
 *         ghosts x: Integer;
 *         history Last(push(x));
 *         future any* . popped(x);
 *     }
 *
 *     violation lost(x: Integer) = any* . push(x) . (any - popped(x))* . closed() . any*;
 *
 * A rule is an underapproximate type of an operation: with such a history the operation
 * can be followed by such a future. Several rules of one operation are several ways.
 * Source: Zhou et al., "Trace-Guided Synthesis of Effectful Test Generators", 2026.
 */
#ifndef SYNTH_SPEC_H
#define SYNTH_SPEC_H

#include "synth/generator.h"
#include "synth/sre.h"
#include "term/read.h"

#define TRACE_EVENTS 1000 /* operations of a specification */

typedef enum {
    SORT_ABSTRACT, /* nothing is known but what axioms say */
    SORT_ENUM,     /* one of its constants */
    SORT_ID,       /* values that are only told apart */
} TraceSortKind;

/* A sort that the specification declares; the type of its values is a TYPE_RESOURCE. */
typedef struct {
    TraceSortKind kind;
    const Resource *resource;
    const Binding **constants; /* ENUM */
    uint32_t nconstants, cap;
} TraceSort;

/* A name for an expression. */
typedef struct {
    const char *name;
    Span span;
    const SreParam **params;
    uint32_t count, cap;
    const Sre *body;
    uint32_t uses;
} Abbreviation;

typedef struct {
    const char *name; /* "" if it has none */
    Span span;
    const Term *term;
} Axiom;

typedef struct {
    Event *event;
    Span span; /* of the name of its operation */
    const Binding *const *fields;
    const Binding **ghosts;
    uint32_t nghosts, ghosts_cap;
    const Term *where; /* NULL: nothing is asked of the fields */
    const Sre *history, *future;
} Rule;

typedef struct {
    const char *name;
    Span span;
    bool invariant; /* of every trace; else of none */
    const Binding **vars;
    uint32_t nvars, vars_cap;
    const Sre *traces;
} Property;

typedef struct {
    Reader reader;
    TraceSort **sorts;
    uint32_t nsorts, sorts_cap;
    Axiom **axioms;
    uint32_t naxioms, axioms_cap;
    Event **events;
    uint32_t nevents, events_cap;
    Abbreviation **abbreviations;
    uint32_t nabbreviations, abbreviations_cap;
    Rule **rules;
    uint32_t nrules, rules_cap;
    Property **properties;
    uint32_t nproperties, properties_cap;
    WrittenProcedure **procedures; /* and generators */
    uint32_t nprocedures, procedures_cap;
} TraceSpec;

/* Reads a specification; what is wrong with it is reported. False when out of memory. The
 * arena holds it; trace_spec_done() frees the rest. `folder` is where files are that it
 * names. */
bool trace_spec_read(TraceSpec *spec, Diags *diags, uint32_t source, const char *folder,
                     struct assay_arena *arena);
void trace_spec_done(TraceSpec *spec);

/* In the notation, with every abbreviation written out. Only if nothing is wrong with it;
 * it reads as the same. */
void trace_spec_print(const TraceSpec *spec, struct assay_buf *out);

/* The sort that declares a type, through aliases and refinements; NULL if none does. */
const TraceSort *trace_sort(const TraceSpec *spec, const Type *type);
/* Whether a variable is a constant of an enum, and which of them, from 0. */
bool trace_constant(const TraceSpec *spec, const Binding *var, uint32_t *ret_number);
Event *trace_event(const TraceSpec *spec, struct assay_str name); /* or NULL */

#endif
