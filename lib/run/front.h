/*
 * Test programs that have options of their own, besides those of assay_main().
 */
#ifndef ASSAY_RUN_FRONT_H
#define ASSAY_RUN_FRONT_H

#include "base/opts.h"
#include <assay/run.h>

struct assay_front {
    const struct assay_opt *options; /* ended by one without a name; 8 at most */
    /* When they were read, and before the table of properties is looked at; `replay` is
     * what --replay says, or NULL. False: what is wrong is in `error`. */
    bool (*ready)(void *ctx, const char *replay, struct assay_buf *error);
    /* NULL, or adds to the end of a report for people. */
    void (*tell)(void *ctx, struct assay_buf *out);
    void *ctx;
};

/* Calls the function with the options that all test programs have, for manuals of them.
 */
void assay_front_describe(void (*describe)(void *ctx, const struct assay_opt *table),
                          void *ctx);

int assay_main_with(const struct assay_property *table, const struct assay_front *front,
                    int argc, char **argv);

#endif
