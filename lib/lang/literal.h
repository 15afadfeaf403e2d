/*
 * What is inside of the notation's strings, sets and numbers: bytes and code points. What
 * is wrong is added to the problems and left out; reading goes on.
 */
#ifndef ASSAY_LANG_LITERAL_H
#define ASSAY_LANG_LITERAL_H

#include "base/buf.h"
#include "lang/problem.h"

/* A literal of a text: where it is, how its grammar reads it, where its problems go. */
struct assay_literal {
    const struct assay_grammar *g;
    struct assay_problems *problems;
    struct assay_place place; /* of the whole token */
    bool bytes;               /* sets and numbers are bytes; else code points */
};

/* Ranges of code points or bytes, in memory of their own that is used again. */
struct assay_codeset {
    const struct assay_alloc *mem;
    struct assay_codes *at;
    uint32_t count;
    size_t cap;
};
void assay_codeset_done(struct assay_codeset *s);

/* Appends the bytes of a string. *ret_fold: it has the i for both cases. */
enum assay_status assay_literal_string(const struct assay_literal *l,
                                       struct assay_buf *into, bool *ret_fold);
/* Makes the set [...] what `into` has, ascending and not touching. */
enum assay_status assay_literal_set(const struct assay_literal *l,
                                    struct assay_codeset *into);
/* Reads %x41-5A into the set, or %x0D.0A as bytes; *ret_range says which. */
enum assay_status assay_literal_codes(const struct assay_literal *l,
                                      struct assay_codeset *range,
                                      struct assay_buf *bytes, bool *ret_range);

#endif
