/*
 * The options that a run really has: the property's, then the caller's, then defaults.
 */
#ifndef ASSAY_RUN_OPTIONS_H
#define ASSAY_RUN_OPTIONS_H

#include <assay/run.h>

/* `given` may be NULL. */
struct assay_options assay_options_resolve(const struct assay_property *property,
                                           const struct assay_options *given);

/* A seed where none is given: short enough to be typed, and never 0. */
uint64_t assay_new_seed(void);

#endif
