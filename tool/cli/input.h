/*
 * Reading whole files named on the command line.
 */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/buf.h"

#define INPUT_MAX ((size_t)256 << 20) /* bytes in a file */

/* Appends a file to `out`; "-" is the standard input. On ASSAY_IO errno says why; a file
 * above the maximum of `out` is ASSAY_TOO_LARGE. */
enum assay_status input_read(const char *path, struct assay_buf *out);

/* Why input_read() failed, right after it did. */
const char *input_error(enum assay_status status);

#endif
