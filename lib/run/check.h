/*
 * Running a property by a plan other than the whole: what assay_main() offers beyond
 * assay_check().
 */
#ifndef ASSAY_RUN_CHECK_H
#define ASSAY_RUN_CHECK_H

#include "base/str.h"
#include "choice/values.h"
#include <assay/run.h>

/* Either values or bytes, or none: everything. */
struct assay_plan {
    const struct assay_values *values; /* to be replayed, shrunk no further */
    const char *path;                  /* where the values are from, or NULL */
    struct assay_str bytes;            /* a fuzzer's, to be shrunk if they fail */
};

/* As assay_check(). */
enum assay_status assay_check_plan(const struct assay_property *property,
                                   const struct assay_options *options,
                                   const struct assay_plan *plan,
                                   struct assay_report **ret_report);

#endif
