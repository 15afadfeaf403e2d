/*
 * Paths: reading them, and following their steps through a tree.
 */
#ifndef ASSAY_LANG_PATH_H
#define ASSAY_LANG_PATH_H

#include "lang/tree.h"

#define ASSAY_PATH_STEPS 64

/* Reads a path. ASSAY_BAD_FORMAT: malformed, or a name the grammar has nothing for;
 * `error` (may be NULL) gets the reason. */
enum assay_status assay_path_read(const struct assay_grammar *g, const char *path,
                                  struct assay_step steps[ASSAY_PATH_STEPS],
                                  uint32_t *ret_count, struct assay_buf *error);

/* Appends the nodes that the steps select from `node`, in the order of the text, each
 * once. No steps select the node itself. */
enum assay_status assay_path_follow(const struct assay_tree *t, uint32_t node,
                                    const struct assay_step *steps, uint32_t count,
                                    struct assay_selection *into);

#endif
