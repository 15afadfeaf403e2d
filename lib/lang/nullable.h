/*
 * Which rules and expressions match the empty string.
 */
#ifndef ASSAY_LANG_NULLABLE_H
#define ASSAY_LANG_NULLABLE_H

#include "lang/grammar.h"

struct assay_nullable {
    const struct assay_alloc *mem;
    uint8_t *rules; /* of each rule */
    size_t cap;
};

enum assay_status assay_nullable_build(struct assay_nullable *n,
                                       const struct assay_grammar *g);
void assay_nullable_done(struct assay_nullable *n);
bool assay_nullable_expr(const struct assay_nullable *n, const struct assay_grammar *g,
                         uint32_t expr);

#endif
