#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum assay_status assay_file_read_open(int fd, struct assay_buf *out)
{
    char block[65536];
    ssize_t got;

    do {
        got = read(fd, block, sizeof block);
        if (got > 0)
            assay_buf_add(out, block, (size_t)got);
    } while ((got > 0 && !out->status) || (got < 0 && errno == EINTR));
    return got < 0 ? ASSAY_IO : out->status;
}

static void close_quietly(int fd) /* errno stays */
{
    int error = errno;

    if (fd >= 0)
        close(fd);
    errno = error;
}

enum assay_status assay_file_read(const char *path, struct assay_buf *out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum assay_status status = fd < 0 ? ASSAY_IO : assay_file_read_open(fd, out);

    close_quietly(fd);
    return status;
}

const char *assay_file_error(enum assay_status status)
{
    return status == ASSAY_IO ? strerror(errno) : assay_status_text(status);
}

int assay_file_open(const char *path, struct stat *ret_about, const char **ret_why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about;

    if (fd < 0 || fstat(fd, &about) < 0) {
        *ret_why = strerror(errno);
    } else if (!S_ISREG(about.st_mode)) {
        *ret_why = "it is not a regular file";
    } else {
        *ret_about = about;
        return fd;
    }
    close_quietly(fd);
    return -1;
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

/* With those that it is in. */
static bool make_folder(const char *folder)
{
    char path[4096];

    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        return true;
    if (errno != ENOENT || strlen(folder) >= sizeof path)
        return false;
    strcpy(path, folder);
    for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(folder, 0777) == 0 || errno == EEXIST;
}

/* What is no regular file, such as a device or a link, is written to, and stays. */
static bool is_special(const char *path)
{
    struct stat at;

    return lstat(path, &at) == 0 && !S_ISREG(at.st_mode) && !S_ISDIR(at.st_mode);
}

static bool write_through(const char *path, const struct assay_buf *text)
{
    int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    int error = 0;

    if (fd < 0)
        return false;
    if (!assay_file_write(fd, text->at, text->len))
        error = errno;
    if (close(fd) != 0 && error == 0)
        error = errno;
    errno = error;
    return error == 0;
}

bool assay_file_replace(const char *folder, const char *path,
                        const struct assay_buf *text)
{
    char temporary[4096];
    int fd, error;
    bool good;

    if (is_special(path))
        return write_through(path, text);
    if (snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid()) >=
        (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!make_folder(folder))
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
