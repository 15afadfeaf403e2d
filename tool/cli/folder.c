#include "cli/folder.h"
#include "base/path.h"
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *folder_make(struct assay_arena *arena)
{
    const char *tmp = getenv("TMPDIR");
    char path[4096];
    int len = snprintf(path, sizeof path, "%s/assay-XXXXXX", tmp && *tmp ? tmp : "/tmp");

    if (len >= (int)sizeof path || !mkdtemp(path))
        return NULL;
    return assay_arena_text(arena, path, strlen(path));
}

static int remove_one(const char *path, const struct stat *info, int kind,
                      struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

void folder_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *folder_of(struct assay_arena *arena, const char *path)
{
    size_t len = assay_path_folder(path);
    const char *folder;

    if (len == 0)
        return ".";
    folder = assay_arena_text(arena, path, len);
    return folder ? folder : "";
}

const char *folder_base_of(const char *path)
{
    return assay_path_base(path);
}

bool folder_is_full(const struct assay_buf *said)
{
    return said->len > 0 &&
           (strstr(said->at, strerror(ENOSPC)) || strstr(said->at, strerror(EDQUOT)));
}

bool folder_write(const char *path, const struct assay_buf *text)
{
    FILE *f = fopen(path, "w");
    bool good = f && fwrite(text->at, 1, text->len, f) == text->len;

    return f && fclose(f) == 0 && good;
}
