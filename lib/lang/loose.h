/*
 * Tests outside of any run, one after the other: what draws over the choices of a test
 * can so be used by a loop that has none. Everything drawn lives until the next one.
 */
#ifndef ASSAY_LANG_LOOSE_H
#define ASSAY_LANG_LOOSE_H

#include <assay/choice.h>

struct assay_loose;

/* `size` bytes, or so, are to be drawn in a test. */
enum assay_status assay_loose_new(const struct assay_alloc *mem, uint64_t seed,
                                  uint32_t size, struct assay_loose **ret_loose);
void assay_loose_free(struct assay_loose *l); /* NULL is fine */
/* The next test. */
struct assay_test *assay_loose_next(struct assay_loose *l);

#endif
