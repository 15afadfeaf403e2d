/*
 * Executions of tests against a server. An execution is a sequence of requests, chosen so
 * that triples apply, or just do not; each answer is judged by all triples that apply,
 * and tells what is known of the resources from then on. All of it is a function of the
 * choices of a test, as far as the server is one, so what fails is shrunk and replayed
 * like any other property (assay/run.h).
 */
#ifndef REST_DRIVE_H
#define REST_DRIVE_H

#include "diag/diag.h"
#include "rest/http.h"
#include "rest/reading.h"
#include "rest/secret.h"
#include "rest/spec.h"
#include "rest/world.h"
#include <assay/run.h>

#define DRIVE_TRIPLES 4096 /* of a specification */

/* Where executions begin: an example of each triple; each triple with values at the edges
 * of what they may be, and with one part of its precondition negated after the other; and
 * then, in turns, single requests and sequences. */
typedef enum {
    PHASE_EXAMPLES,
    PHASE_BOUNDARIES,
    PHASE_RANDOM,
    PHASE_STATEFUL,
    PHASES
} Phase;
const char *phase_name(Phase p); /* "examples" */

#define DRIVE_NEGATED 64 /* parts of a precondition that are negated one at a time */
#define DRIVE_LAST 32768 /* bytes of requests that are kept as the last ones */

/* Counts of a triple, in memory that is shared with the processes of executions. */
typedef struct {
    uint64_t held, broken; /* answers that it applied to */
    uint64_t unknown;      /* requests of which it is not known whether it applies */
    uint64_t wished, made; /* requests for it that were wanted, and that there were */
    uint64_t negated;      /* a bit for each part that alone was not satisfied */
} TripleCount;

typedef struct {
    uint64_t requests, uncovered; /* uncovered: no triple applies, or may */
    uint64_t in_phase[PHASES];    /* requests */
    uint64_t executions;
    uint64_t named, denied; /* requests that said who asks; of them those answered 401 */
    uint64_t recorded;      /* entries written to the HAR file */
    int gone;               /* the server was there, and is no more */
    uint32_t nlast;
    char last[DRIVE_LAST]; /* requests and answers up to one that had no answer */
    TripleCount triples[]; /* as many as the specification has; and behind them a byte for
                              each pair of operations: one was used after the other */
} DriveCounts;

typedef struct {
    const Spec *spec;
    const Diags *diags; /* has the sources */
    const char *path;   /* of the specification */
    HttpOptions http;
    const HttpHeader *headers; /* given for all requests */
    uint32_t nheaders;
    const Secrets *secrets; /* of them: in no report */
    uint32_t steps;         /* requests of an execution at most */
    double slow;            /* seconds after which an answer is a finding; 0: none */
    bool closed;            /* the server is empty at the beginning of an execution */
    const char *reset;      /* NULL, or a request that makes it so: "POST /reset" */
    const bool *excluded;   /* of each triple: it is left alone */
    const Value *const
        *models;     /* of each triple: a request that the solver found, or NULL */
    int har;         /* -1, or a file that an entry is written to for each exchange */
    unsigned phases; /* a bit for each that is wanted */

    /* Set by drive_begin(). */
    const uint32_t *operations; /* of each triple: the number of its method and address */
    const Reading *const *readings; /* of each triple: of its operation */
    uint32_t noperations;
    const char *const *header_names; /* that the specification speaks of */
    uint32_t nheader_names;
    DriveCounts *counts;
} Drive;

/* To be called before the first execution, and after the last. False when there is no
 * memory. */
bool drive_begin(Drive *d, struct assay_arena *arena);
void drive_end(Drive *d);

/* Whether operation `y` was used after `x`. */
bool drive_pair(const Drive *d, uint32_t x, uint32_t y);
/* Parts of a triple's precondition, joined by "&&". */
uint32_t drive_conjuncts(const Triple *t);

/* The property: its context is a Drive. */
void drive_execute(struct assay_test *t);

#endif
