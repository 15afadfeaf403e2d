#include "postgres/programs.h"
#include <glob.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool has_program(const char *folder, int length, const char *name)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%.*s/%s", length, folder, name);

    return n > 0 && (size_t)n < sizeof path && access(path, X_OK) == 0;
}

static bool has_programs(const char *folder, int length)
{
    return has_program(folder, length, "initdb") &&
           has_program(folder, length, "postgres");
}

static bool keep_folder(const char *folder, int length, char *ret_folder, size_t size)
{
    int n = snprintf(ret_folder, size, "%.*s", length, folder);

    return n > 0 && (size_t)n < size;
}

static bool find_in_path(const char *path, char *ret_folder, size_t size)
{
    while (path && *path) {
        int length = (int)strcspn(path, ":");
        if (length > 0 && has_programs(path, length))
            return keep_folder(path, length, ret_folder, size);
        path += length + (path[length] == ':');
    }
    return false;
}

static bool find_newest(const char *pattern, char *ret_folder, size_t size)
{
    glob_t all = {0};
    const char *newest = NULL;
    bool found;

    if (glob(pattern, 0, NULL, &all) != 0)
        return false;
    for (size_t i = 0; i < all.gl_pathc; i++) {
        const char *folder = all.gl_pathv[i];
        if (has_programs(folder, (int)strlen(folder)) &&
            (!newest || strverscmp(folder, newest) > 0))
            newest = folder;
    }
    found = newest && keep_folder(newest, (int)strlen(newest), ret_folder, size);
    globfree(&all);
    return found;
}

bool assay_pg_find_programs(const char *path, const char *pattern, char *ret_folder,
                            size_t size)
{
    return find_in_path(path, ret_folder, size) || find_newest(pattern, ret_folder, size);
}

bool assay_pg_find_user(struct assay_pg_user *ret_user)
{
    const struct passwd *entry;

    if (geteuid() != 0) {
        *ret_user = (struct assay_pg_user){.other = false};
        return true;
    }
    entry = getpwnam("postgres");
    if (!entry)
        entry = getpwnam("nobody");
    if (!entry || entry->pw_uid == 0)
        return false;
    *ret_user = (struct assay_pg_user){true, entry->pw_uid, entry->pw_gid};
    return true;
}
