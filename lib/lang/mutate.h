/*
 * Sentences like a given one: some parts of its tree are drawn again, copied to another
 * place where the same rule stands, or exchanged.
 */
#ifndef ASSAY_LANG_MUTATE_H
#define ASSAY_LANG_MUTATE_H

#include "lang/lang.h"

/* ASSAY_REJECTED: no change that was tried satisfies the constraints. The text is
 * terminated and the test's. */
enum assay_status assay_mutate(struct assay_test *t, const struct assay_lang *lang,
                               const struct assay_tree *seed, uint32_t size,
                               const char **ret_text, uint32_t *ret_len);

#endif
