#include "cli/home.h"
#include "cli/install_paths.h"
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A path from a folder; absolute ones stay. NULL when it is too long. */
static const char *join(struct assay_arena *arena, const char *folder, const char *name)
{
    char path[PATH_MAX];
    int len = name[0] == '/' ? snprintf(path, sizeof path, "%s", name)
                             : snprintf(path, sizeof path, "%s/%s", folder, name);

    return len < (int)sizeof path ? assay_arena_text(arena, path, (size_t)len) : NULL;
}

static const char *own_folder(struct assay_arena *arena)
{
    char path[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    const char *folder;

    if (len <= 0)
        return ".";
    path[len] = '\0';
    folder = dirname(path);
    return assay_arena_text(arena, folder, strlen(folder));
}

/* The first file that a pattern matches, or NULL. */
static const char *first_match(struct assay_arena *arena, const char *pattern)
{
    const char *found = NULL;
    glob_t g;

    if (pattern && glob(pattern, 0, NULL, &g) == 0) {
        if (g.gl_pathc > 0)
            found = assay_arena_text(arena, g.gl_pathv[0], strlen(g.gl_pathv[0]));
        globfree(&g);
    }
    return found;
}

bool home_find(struct assay_arena *arena, Home *ret)
{
    static const char *const places[][2] = {
        {"lib/libassay.a", "../include"},      /* a build folder in the sources */
        {"../lib/libassay.a", "../include"},   /* a prefix */
        {"../lib/*/libassay.a", "../include"}, /* a prefix of Debian's kind */
        {INSTALL_LIBDIR "/libassay.a", INSTALL_INCLUDEDIR},
    };
    const char *own = own_folder(arena), *given = getenv("ASSAY_INCLUDE");

    for (size_t i = 0; own && i < sizeof places / sizeof places[0]; i++) {
        const char *include = given ? given : join(arena, own, places[i][1]);
        const char *library = first_match(arena, join(arena, own, places[i][0]));
        const char *header = include ? join(arena, include, "assay/contract.h") : NULL;
        if (library && header && access(header, R_OK) == 0) {
            *ret = (Home){library, include};
            return true;
        }
    }
    return false;
}
