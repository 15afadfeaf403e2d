/*
 * Words of command lines, for a POSIX shell.
 */
#ifndef ASSAY_BASE_SHELL_H
#define ASSAY_BASE_SHELL_H

#include "base/buf.h"
#include "base/str.h"

/* Appends a word, quoted if a shell needs that. No shell has words with a NUL. */
void assay_shell_word(struct assay_buf *out, struct assay_str word);

#endif
