/*
 * What the functions of <assay/test.h> work on: the runner's side of a struct assay_test,
 * reached through its `client`.
 */
#ifndef ASSAY_RUN_BODY_H
#define ASSAY_RUN_BODY_H

#include "choice/test.h"
#include "run/journal.h"

struct assay_body {
    struct assay_journal *journal;
    const struct assay_property *property;
    const struct assay_given *given; /* values for names, or NULL */
    uint32_t steps;                  /* numbered so far */
    uint32_t accounted;              /* choices made up to the last named draw */
    bool explain;                    /* keep notes and values */
};

/* Tells names and values to the journal, and gives the values of `given`. */
extern const struct assay_hooks assay_body_hooks;

/* Ends the execution with a failure. The message is in the wreck already. */
void assay_body_fail(struct assay_test *t, const char *file, int line);
/* Where a failing assertion writes its message: a buffer over the wreck's. */
struct assay_buf assay_body_message(struct assay_test *t);

#endif
