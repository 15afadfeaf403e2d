#include "cli/input.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum assay_status input_read(const char *path, struct assay_buf *out)
{
    return strcmp(path, "-") == 0 ? assay_file_read_open(STDIN_FILENO, out)
                                  : assay_file_read(path, out);
}

bool input_is_choices(const char *replay, const char **ret_why)
{
    struct stat at;

    if (strncmp(replay, "assay", 5) == 0 && access(replay, F_OK) != 0)
        return true;
    *ret_why = NULL;
    if (stat(replay, &at) != 0 || access(replay, R_OK) != 0)
        *ret_why = strerror(errno);
    else if (S_ISDIR(at.st_mode))
        *ret_why = strerror(EISDIR);
    return !*ret_why;
}

int input_each(char **paths, int count, InputFn *each, void *ctx)
{
    int worst = 0;

    for (int i = 0; i < count; i++) {
        int code = each(ctx, paths[i]);

        worst = code > worst ? code : worst;
    }
    return worst;
}
