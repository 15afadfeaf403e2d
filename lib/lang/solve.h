/*
 * Sentences of languages with constraints: what can be solved is solved while the tree
 * grows, the rest is drawn again at the smallest node it concerns.
 */
#ifndef ASSAY_LANG_SOLVE_H
#define ASSAY_LANG_SOLVE_H

#include "lang/lang.h"

struct assay_solver;

/* A solver keeps counts and memory between draws; it is used by one thread. */
enum assay_status assay_solver_new(const struct assay_lang *lang,
                                   struct assay_solver **ret_solver);
void assay_solver_free(struct assay_solver *solver);

/* Draws a sentence over a test's choices and appends it. `size` as in struct
 * assay_sentences. ASSAY_REJECTED: the constraints could not be satisfied this time. */
enum assay_status assay_solver_draw(struct assay_solver *solver, struct assay_test *t,
                                    uint32_t size, struct assay_buf *out);

/* One for each conjunct of each constraint of the grammar. */
const struct assay_acceptance *assay_solver_acceptance(const struct assay_solver *solver,
                                                       size_t *ret_count);
/* Words that were made, and whose first derivation has a false constraint. */
uint64_t assay_solver_misjudged(const struct assay_solver *solver);

#endif
