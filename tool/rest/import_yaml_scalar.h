/*
 * What scalars of YAML stand for: the core schema of YAML 1.2.
 */
#ifndef REST_IMPORT_YAML_SCALAR_H
#define REST_IMPORT_YAML_SCALAR_H

#include "term/value.h"

/* One without quotes: null, true, 0x1f, 1.5 or a string. NULL when out of memory or, with
 * *ret_why, when it is no value of JSON. */
const Value *yaml_plain_scalar(struct assay_arena *a, struct assay_str text,
                               const char **ret_why);
/* One with a tag, such as !!str; other tags than those of JSON are not known. */
const Value *yaml_tagged_scalar(struct assay_arena *a, struct assay_str text,
                                const char *tag, const char **ret_why);

#endif
