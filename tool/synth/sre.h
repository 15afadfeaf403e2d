/*
 * Symbolic regular expressions: sets of traces. A trace is a sequence of events, and an
 * event is an operation with a value for each of its fields; what an event of a set looks
 * like is said by a condition over its fields.
 *
 * Nodes are immutable and live in the arena of their specification; constructors return
 * NULL when it is out of memory.
 */
#ifndef SYNTH_SRE_H
#define SYNTH_SRE_H

#include "term/term.h"

#define SRE_MANY UINT32_MAX
#define SRE_REPEAT_MAX 1000 /* times something is repeated */
/* Of an expression with its abbreviations written out: parts, and parts inside others. */
#define SRE_SIZE_MAX 100000
#define SRE_DEPTH_MAX 1000

typedef enum {
    EVENT_GENERATED, /* the tester makes it happen */
    EVENT_OBSERVED,  /* the system does; the tester sees it */
    EVENT_GHOST,     /* it is only spoken of */
} EventKind;

/* An operation: what events of it there can be. */
typedef struct {
    const char *name;
    Span span; /* of its name */
    EventKind kind;
    const Binding *const *fields;
    uint32_t count;
    uint32_t number; /* among those of its specification */
    uint32_t uses;
} Event;

/* What an abbreviation takes the place of: another expression, or a term. */
typedef struct {
    const char *name;
    Span span;
    const Binding *var; /* of a term; NULL: it is an expression */
    uint32_t number;
} SreParam;

typedef enum {
#define SRE(ID) SRE_##ID,
#include "synth/kinds.def"
} SreKind;

typedef struct Sre Sre;
struct Sre {
    SreKind kind;
    Span span;
    uint32_t size, depth; /* with terms; at most twice the most there may be */
    union {
        struct {
            Event *of;
            /* One for each of its, of this event only. Where they were given no names
             * their spans are nowhere, and the condition is that some are equal to terms:
             * field == term, joined by &&. */
            const Binding *const *fields;
            const Term *where; /* NULL: all events of the operation */
        } event;
        const SreParam *param;
        const Sre *of; /* OPS */
        struct {
            const Sre *const *of;
            uint32_t count;
        } list; /* UNION, BOTH, SHUFFLE, CONCAT */
        struct {
            const Sre *of, *without;
        } minus;
        struct {
            const Sre *of;
            uint32_t min, max; /* SRE_MANY: no end */
        } repeat;
    } as;
};

/* BAD, NONE, EMPTY, ANY */
const Sre *sre_simple(struct assay_arena *a, Span span, SreKind kind);
const Sre *sre_event(struct assay_arena *a, Span span, Event *of,
                     const Binding *const *fields, const Term *where);
const Sre *sre_param(struct assay_arena *a, Span span, const SreParam *param);
/* All events of the operations that a set of events has some of, or may have. */
const Sre *sre_ops(struct assay_arena *a, Span span, const Sre *of);
/* UNION, BOTH, SHUFFLE, CONCAT; the array is copied. */
const Sre *sre_list(struct assay_arena *a, Span span, SreKind kind, const Sre *const *of,
                    uint32_t count);
const Sre *sre_minus(struct assay_arena *a, Span span, const Sre *of, const Sre *without);
const Sre *sre_repeat(struct assay_arena *a, Span span, const Sre *of, uint32_t min,
                      uint32_t max);

/* What stands for a parameter: `sre` for an expression, `term` for a term. */
typedef struct {
    const Sre *sre;
    const Term *term;
} SreArgument;

/* The expression with the arguments, by their numbers, in the place of parameters. */
const Sre *sre_apply(struct assay_arena *a, const Sre *body,
                     const SreParam *const *params, const SreArgument *args,
                     uint32_t count);

/* Whether it is a set of traces of one event each, by its form: what `ops` can be asked
 * of. */
bool sre_is_event_set(const Sre *e);

/* Whether it speaks of an operation by its name, where it says what there is. */
bool sre_speaks_of(const Sre *e, const Event *of);
/* No trace of it has fewer events; SRE_REPEAT_MAX if it is that many or more. */
uint32_t sre_least(const Sre *e);

/* In the notation, with as few parentheses as it needs. */
void sre_print(const Sre *e, struct assay_buf *out);

#endif
