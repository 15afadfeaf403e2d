/*
 * YAML to values, through libyaml: the scalars of YAML 1.2's core schema, anchors and
 * aliases, one document. Keys are strings, whatever they look like, and no two of a
 * mapping are alike. Merge keys and infinities are refused.
 */
#ifndef REST_IMPORT_YAML_H
#define REST_IMPORT_YAML_H

#include "rest/import.h"
#include "term/value.h"

#define YAML_VALUES_MAX 4000000 /* with what aliases stand for */

/* NULL with the fault, or when out of memory with a fault that has no text. */
const Value *yaml_read(struct assay_arena *arena, struct assay_str text,
                       ImportFault *ret_fault);
/* Line and column of a byte. */
void yaml_count_place(struct assay_str text, size_t at, ImportFault *ret_place);
/* Line and column of what a JSON pointer "#/a/0" leads to in YAML or JSON; of the last
 * thing on its way that is there. */
void yaml_find_place(struct assay_str text, const char *pointer, ImportFault *ret_place);

#endif
