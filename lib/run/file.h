/*
 * Whole files: reading them, and replacing them so that there is never half of one.
 */
#ifndef ASSAY_RUN_FILE_H
#define ASSAY_RUN_FILE_H

#include "base/buf.h"
#include <stdbool.h>

/* Appends a whole file. On ASSAY_IO errno says why. */
enum assay_status assay_file_read(const char *path, struct assay_buf *out);
/* Writes all of it; false, and errno says why, when it cannot. */
bool assay_file_write(int fd, const char *at, size_t len);
/* Writes a file in a folder, which is made if need be: at any moment there is the old one
 * or all of the new one. False, and errno says why, when it cannot. */
bool assay_file_replace(const char *folder, const char *path,
                        const struct assay_buf *text);

#endif
