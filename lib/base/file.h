/*
 * Whole files: reading them, and replacing them so that there is never half of one.
 */
#ifndef ASSAY_BASE_FILE_H
#define ASSAY_BASE_FILE_H

#include "base/buf.h"
#include <stdbool.h>
#include <sys/stat.h>

/* Appends a whole file. On ASSAY_IO errno says why; what is above the maximum of `out` is
 * ASSAY_TOO_LARGE. */
enum assay_status assay_file_read(const char *path, struct assay_buf *out);
/* Appends what is left of an open one. */
enum assay_status assay_file_read_open(int fd, struct assay_buf *out);
/* Why reading failed, right after it did. */
const char *assay_file_error(enum assay_status status);

/* Opens a regular file for reading; it never waits for the other end of a pipe. -1, and
 * *ret_why says why, when it cannot or the file is none. */
int assay_file_open(const char *path, struct stat *ret_about, const char **ret_why);

/* Writes all of it; false, and errno says why, when it cannot. */
bool assay_file_write(int fd, const char *at, size_t len);
/* Writes a file in a folder, which is made if need be: at any moment there is the old one
 * or all of the new one. Devices and links are written to. False, and errno says why,
 * when it cannot. */
bool assay_file_replace(const char *folder, const char *path,
                        const struct assay_buf *text);

#endif
