/*
 * Folders and files that the command makes: a folder to build in, which goes again, and
 * what is written there.
 */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include "base/arena.h"
#include "base/buf.h"
#include <stdbool.h>

/* A new folder where temporary files go; its path is in the arena. NULL, and errno, when
 * there is none. */
const char *folder_make(struct assay_arena *arena);
/* Removes it with all that is in it. */
void folder_remove(const char *folder);
/* The folder that a path is in: ".", "/", "src". In the arena; "" when out of memory. */
const char *folder_of(struct assay_arena *arena, const char *path);
/* The name of what a path leads to, without its folder. */
const char *folder_base_of(const char *path);
/* Whether what a compiler said is that it had no room for its files. */
bool folder_is_full(const struct assay_buf *said);
bool folder_write(const char *path, const struct assay_buf *text);

#endif
