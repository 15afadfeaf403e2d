#include "cli/input.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static enum assay_status read_all(int fd, struct assay_buf *out)
{
    char block[65536];
    ssize_t got;

    do {
        got = read(fd, block, sizeof block);
        if (got > 0)
            assay_buf_add(out, block, (size_t)got);
    } while ((got > 0 && out->status == ASSAY_OK) || (got < 0 && errno == EINTR));
    return got < 0 ? ASSAY_IO : out->status;
}

enum assay_status input_read(const char *path, struct assay_buf *out)
{
    enum assay_status status;
    int fd, why;

    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, out);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ASSAY_IO;
    status = read_all(fd, out);
    why = errno;
    close(fd);
    errno = why;
    return status;
}

const char *input_error(enum assay_status status)
{
    return status == ASSAY_IO ? strerror(errno) : assay_status_text(status);
}
