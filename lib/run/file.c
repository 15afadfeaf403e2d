#include "run/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static enum assay_status read_all(int fd, struct assay_buf *out)
{
    char bytes[4096];
    ssize_t n;

    for (;;) {
        n = read(fd, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return ASSAY_IO;
        if (n == 0)
            return out->status;
        assay_buf_add(out, bytes, (size_t)n);
        if (out->status)
            return out->status;
    }
}

enum assay_status assay_file_read(const char *path, struct assay_buf *out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), error;
    enum assay_status status;

    if (fd < 0)
        return ASSAY_IO;
    status = read_all(fd, out);
    error = errno;
    close(fd);
    errno = error;
    return status;
}

bool assay_file_write(int fd, const char *at, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, at, len);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static void sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

bool assay_file_replace(const char *folder, const char *path,
                        const struct assay_buf *text)
{
    char temporary[4096];
    int fd, error;
    bool good;

    if (snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid()) >=
        (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return false;
    fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    good = assay_file_write(fd, text->at, text->len) && fsync(fd) == 0;
    error = errno;
    if (close(fd) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && rename(temporary, path) != 0) {
        good = false;
        error = errno;
    }
    if (good)
        sync_folder(folder);
    else
        unlink(temporary);
    errno = error;
    return good;
}
