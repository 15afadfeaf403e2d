/*
 * The last line of what a command says of a file: what was wrong, how much there was.
 */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "base/buf.h"
#include "diag/diag.h"

/* Appends "1 error", "2 000 runs": the number and what it counts, in the plural if need
 * be. */
void summary_count(struct assay_buf *out, uint64_t n, const char *what);
/* Appends "FILE: valid, 1 warning", "FILE: 2 errors". */
void summary_verdict(struct assay_buf *out, const char *path, const Diags *diags);

#endif
