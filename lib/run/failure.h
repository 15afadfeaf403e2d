/*
 * Failures as the runner tells them apart: what happened, in words, and a key. Two
 * executions fail in the same way when their keys are equal. A key may be of addresses in
 * the program; the name, which a saved failure's file is called by, has none, and is the
 * same when the program is built again.
 */
#ifndef ASSAY_RUN_FAILURE_H
#define ASSAY_RUN_FAILURE_H

#include "base/str.h"
#include "run/journal.h"

struct assay_failed {
    enum assay_failure failure;
    int line, code;
    uint64_t key, name;
    char file[ASSAY_FILE_TEXT]; /* "" when unknown */
    char message[ASSAY_MESSAGE_TEXT];
};

/* How a child ended, when it did not do so by itself. */
enum assay_end_of_child {
    ASSAY_CHILD_DIED, /* by itself: see the wait status */
    ASSAY_CHILD_TIMED_OUT,
    ASSAY_CHILD_GREW,
};

/* From what the child wrote while it lived. */
void assay_failed_read(struct assay_failed *f, const struct assay_wreck *wreck);
/* The child ended after the execution, not in it. */
void assay_failed_deserted(struct assay_failed *f);
/* From how the child ended and the end of its output. */
void assay_failed_autopsy(struct assay_failed *f, const struct assay_wreck *wreck,
                          enum assay_end_of_child how, int wait_status,
                          struct assay_str output);
/* Fills in the message about a limit. */
void assay_failed_limits(struct assay_failed *f, const struct assay_options *options);

/* The execution died while it did this ("" or NUL-terminated within the size); the key
 * does not know. */
void assay_failed_in(struct assay_failed *f, const char doing[ASSAY_DOING_TEXT]);

/* Recognises the last report of a sanitizer in the output. (sanitizer.c) */
bool assay_failed_sanitizer(struct assay_failed *f, struct assay_str output);
/* Looks up the names of the addresses in a report of a child's in this process, so that
 * the next child, a copy of it, knows them: reading the debug information takes a
 * sanitizer a tenth of a second. (sanitizer.c) */
void assay_sanitizer_learn(struct assay_str output);
/* Recognises a failed assert() or a complaint of libc before an abort. */
bool assay_failed_abort(struct assay_failed *f, struct assay_str output);

/* Sets the key from the failure's kind and a text that is the same in all runs; and the
 * name. */
void assay_failed_set_key(struct assay_failed *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sets the name only, from a text that is the same in all programs of one source. */
void assay_failed_set_name(struct assay_failed *f, const char *text);

/* "SIGSEGV" */
const char *assay_signal_name(int number);

#endif
