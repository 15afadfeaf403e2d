/*
 * Where the library and its headers are: beside this program in a build folder, in the
 * prefix it lies in, or in the one that it was configured for.
 */
#ifndef CLI_HOME_H
#define CLI_HOME_H

#include "base/arena.h"
#include <stdbool.h>

typedef struct {
    const char *library; /* libassay.a */
    const char *include; /* the folder that has assay/contract.h */
} Home;

/* Texts are in the arena. ASSAY_INCLUDE in the environment is the folder of the headers.
 * False when there is no library, or no header. */
bool home_find(struct assay_arena *arena, Home *ret);

#endif
