/*
 * Paths as text: the folder and the name in one. No file is looked at.
 */
#ifndef ASSAY_BASE_PATH_H
#define ASSAY_BASE_PATH_H

#include <stddef.h>

/* How much of a path is the folder it is in: 3 of "src/a.c", 1 of "/a.c", 0 where there
 * is none. */
size_t assay_path_folder(const char *path);
/* What is behind the last slash. */
const char *assay_path_base(const char *path);

#endif
