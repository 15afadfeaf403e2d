/*
 * Reading whole files named on the command line.
 */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/file.h"

#define INPUT_MAX ((size_t)256 << 20) /* bytes in a file */

/* Appends a file to `out`; "-" is the standard input. Fails as assay_file_read()
 * does. */
enum assay_status input_read(const char *path, struct assay_buf *out);

#endif
