/*
 * Violations as the test side sees them.
 */
#ifndef ASSAY_CONTRACT_VIOLATION_H
#define ASSAY_CONTRACT_VIOLATION_H

#include "base/buf.h"
#include <assay/contract.h>
#include <stdbool.h>

/* "ensures \result >= 0 is false", on one line. */
void assay_violation_message(const struct assay_says *s, struct assay_buf *out);
/* Prints it and aborts, or goes on where violations are logged. */
void assay_violation_print(const struct assay_says *s);

/* Where code is: its offset in the file that has it, for addr2line, and the name of that
 * file, "" for the program itself. False when it is in none. */
bool assay_where(const void *address, unsigned long long *ret_offset,
                 const char **ret_module);

#endif
