/*
 * Lines of a description, for who writes values of his own.
 */
#ifndef ASSAY_CONTRACT_SAYS_H
#define ASSAY_CONTRACT_SAYS_H

#include "base/buf.h"
#include <assay/contract.h>
#include <stdbool.h>

/* Begins "term = ". False when there is nothing to be said: the term was said already, or
 * the description is full. */
bool assay_says_line(struct assay_says *s, const char *term, struct assay_buf *ret_out);
/* Ends it. A line that did not fit is taken back. */
void assay_says_done(struct assay_says *s, struct assay_buf *out);

#endif
