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
#include "rest/spec.h"
#include "rest/world.h"
#include <assay/run.h>

/* Counts of a triple, in memory that is shared with the processes of executions. */
typedef struct {
    uint64_t held, broken; /* answers that it applied to */
    uint64_t unknown;      /* requests of which it is not known whether it applies */
    uint64_t wished, made; /* requests for it that were wanted, and that there were */
} TripleCount;

typedef struct {
    uint64_t requests, uncovered;  /* uncovered: no triple applies, or may */
    uint64_t executions, recorded; /* recorded: entries written to the HAR file */
    TripleCount triples[];         /* as many as the specification has */
} DriveCounts;

typedef struct {
    const Spec *spec;
    const Diags *diags; /* has the sources */
    const char *path;   /* of the specification */
    HttpOptions http;
    const HttpHeader *headers; /* given for all requests */
    uint32_t nheaders;
    uint32_t steps;       /* requests of an execution at most */
    double slow;          /* seconds after which an answer is a finding; 0: none */
    bool closed;          /* the server is empty at the beginning of an execution */
    const char *reset;    /* NULL, or a request that makes it so: "POST /reset" */
    const bool *excluded; /* of each triple: it is left alone */
    const Value *const
        *models; /* of each triple: a request that the solver found, or NULL */
    int har;     /* -1, or a file that an entry is written to for each exchange */
    DriveCounts *counts;
} Drive;

/* Counts for so many triples, shared and zero; NULL when there is no memory. */
DriveCounts *drive_counts_new(uint32_t triples);
void drive_counts_free(DriveCounts *c, uint32_t triples);

/* The property: its context is a Drive. */
void drive_execute(struct assay_test *t);

#endif
