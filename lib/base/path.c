#include "base/path.h"
#include <string.h>

size_t assay_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return 0;
    return slash == path ? 1 : (size_t)(slash - path);
}

const char *assay_path_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
