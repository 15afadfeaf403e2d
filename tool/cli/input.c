#include "cli/input.h"
#include <string.h>
#include <unistd.h>

enum assay_status input_read(const char *path, struct assay_buf *out)
{
    return strcmp(path, "-") == 0 ? assay_file_read_open(STDIN_FILENO, out)
                                  : assay_file_read(path, out);
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
