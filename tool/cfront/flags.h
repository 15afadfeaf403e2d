/*
 * The compiler arguments of a file, from compile_commands.json.
 */
#ifndef CFRONT_FLAGS_H
#define CFRONT_FLAGS_H

#include "diag/diag.h"

typedef struct {
    const char *const *at; /* without the compiler, files, -c, -o and -M */
    uint32_t count;
    const char *directory; /* where the compiler runs; NULL: here. Paths of headers in
                            * the arguments hold from here, too. */
} CFlags;

/*
 * Looks for the file in `database`, or, when it is NULL, in the compile_commands.json of
 * the file's folder or the nearest above it, or of the folder `build` there. A header
 * gets the flags of a C file near it. No entry and no database is no error: there are no
 * flags then, and *ret_found says so. A database that cannot be read is E0302.
 */
CFlags cfront_flags(Diags *diags, struct assay_arena *arena, const char *database,
                    const char *path, bool *ret_found);

#endif
