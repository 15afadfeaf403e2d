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
/* The same; failures with one text `same` are one, wherever they happen. */
void assay_body_fail_as(struct assay_test *t, const char *file, int line,
                        const char *same);
/* Where a failing assertion writes its message: a buffer over the wreck's. */
struct assay_buf assay_body_message(struct assay_test *t);

/* Ends the execution, and the run, with an error: the property, or what it drives, used
 * the library wrongly. */
void assay_body_misuse(struct assay_test *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Calls a function. Whatever leaves the execution in it comes back here first, so that
 * what was begun can be ended; t->status then says why, and assay_test_stop() goes on. */
void assay_body_guard(struct assay_test *t, void (*run)(void *ctx), void *ctx);
/* The same of what is done in the end: if something has left the execution already, that
 * is what is told, whatever else goes wrong now. */
void assay_body_clean_up(struct assay_test *t, void (*run)(void *ctx), void *ctx);
/* Whether the execution has failed already: an assertion in it did not hold. */
bool assay_body_has_failed(const struct assay_test *t);
/* As assay_label(), of a text that need not outlive the call. */
void assay_body_label(struct assay_test *t, const char *text);

/* ---- For properties that explain themselves. Without a runner they do nothing. */

/* Whether the execution is being explained: only then is the rest of any use. */
bool assay_body_explains(const struct assay_test *t);
/* A whole C program that does what this execution did up to now; replaces the one
 * before. One that is too long ends with an #error. */
void assay_body_program(struct assay_test *t, const char *text, size_t len);
/* A chart of what happened up to now, in lines and as a page of HTML; replaces the one
 * before. One that is too long is left out. */
void assay_body_chart(struct assay_test *t, struct assay_str picture,
                      struct assay_str page);
/* What the execution does now; "": nothing that was told. */
const char *assay_body_does(const struct assay_test *t);
/* What the execution does now, "operation 3, the reference's ref_get": the message says
 * it, after " in ", when the execution dies. "" is nothing. */
void assay_body_doing(struct assay_test *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
