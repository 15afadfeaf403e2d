#include "base/file.h"
#include "harness.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/assay-file-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[256];

    if (strstr(folder, "XXXXXX"))
        CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void leave_folder(const char *name)
{
    unlink(in_folder(name));
    rmdir(folder);
}

TEST(file_is_replaced_and_read_as_a_whole)
{
    struct assay_buf text, again;

    assay_buf_init(&text, NULL, 0);
    assay_buf_init(&again, NULL, 0);
    for (int i = 0; i < 100000; i++)
        assay_buf_printf(&text, "%d", i % 7);
    assay_buf_add(&text, "\0end", 4);
    const char *path = in_folder("whole");
    CHECK(assay_file_replace(folder, path, &text));
    CHECK_INT(assay_file_read(path, &again), ASSAY_OK);
    CHECK_UINT(again.len, text.len);
    CHECK(memcmp(again.at, text.at, text.len) == 0);
    assay_buf_done(&text);
    assay_buf_done(&again);
    leave_folder("whole");
}

TEST(file_that_cannot_be_read_says_why)
{
    struct assay_buf out;
    enum assay_status status;

    assay_buf_init(&out, NULL, 3);
    status = assay_file_read(in_folder("none"), &out);
    CHECK_INT(status, ASSAY_IO);
    CHECK_STR(assay_file_error(status), strerror(ENOENT));
    CHECK_INT(assay_file_read(folder, &out), ASSAY_IO);
    CHECK_INT(errno, EISDIR);

    FILE *f = fopen(in_folder("four"), "w");
    fputs("four", f);
    fclose(f);
    status = assay_file_read(in_folder("four"), &out);
    CHECK_INT(status, ASSAY_TOO_LARGE);
    CHECK_STR(assay_file_error(status), assay_status_text(ASSAY_TOO_LARGE));
    assay_buf_done(&out);
    leave_folder("four");
}

TEST(file_open_wants_a_regular_one_and_does_not_wait)
{
    struct stat about;
    const char *why = NULL;

    CHECK_INT(mkfifo(in_folder("fifo"), 0600), 0);
    CHECK_INT(assay_file_open(in_folder("fifo"), &about, &why), -1);
    CHECK_STR(why, "it is not a regular file");
    unlink(in_folder("fifo"));
    CHECK_INT(assay_file_open(in_folder("fifo"), &about, &why), -1);
    CHECK_STR(why, strerror(ENOENT));

    close(open(in_folder("empty"), O_CREAT | O_WRONLY, 0600));
    int fd = assay_file_open(in_folder("empty"), &about, &why);
    CHECK(fd >= 0);
    CHECK_INT(about.st_size, 0);
    close(fd);
    leave_folder("empty");
}

/* Says why, and leaves nothing behind. */
static void check_not_replaced(const char *in, const char *path, int error)
{
    struct assay_buf text;
    char left[512];

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "a text that is longer than what may be written");
    errno = 0;
    CHECK(!assay_file_replace(in, path, &text));
    CHECK_INT(errno, error);
    snprintf(left, sizeof left, "%.400s.%ld.tmp", path, (long)getpid());
    CHECK_INT(access(left, F_OK), -1);
    assay_buf_done(&text);
}

TEST(file_that_cannot_be_replaced_says_why)
{
    struct rlimit limit, small;
    char path[5000];

    memset(path, 'x', sizeof path);
    path[4094] = '\0';
    check_not_replaced(folder, path, ENAMETOOLONG);
    check_not_replaced("/dev/null/folder", "/dev/null/folder/file", ENOTDIR);
    strcpy(path, in_folder("none/file"));
    check_not_replaced(folder, path, ENOENT);
    CHECK_INT(mkdir(in_folder("taken"), 0700), 0);
    strcpy(path, in_folder("taken"));
    check_not_replaced(folder, path, EISDIR);
    rmdir(path);
    signal(SIGXFSZ, SIG_IGN);
    CHECK_INT(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    small.rlim_cur = 10;
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
    strcpy(path, in_folder("large"));
    check_not_replaced(folder, path, EFBIG);
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &limit), 0);
    leave_folder("large");
}

TEST(file_that_is_a_link_or_a_device_is_written_to)
{
    struct assay_buf text;
    struct stat about;
    char link[256];

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "text");
    strcpy(link, in_folder("link"));
    CHECK_INT(symlink("file", link), 0);
    CHECK(!assay_file_replace(folder, link, &text)); /* it leads nowhere */
    fclose(fopen(in_folder("file"), "w"));
    CHECK(assay_file_replace(folder, link, &text));
    CHECK(lstat(link, &about) == 0 && S_ISLNK(about.st_mode));
    CHECK(stat(in_folder("file"), &about) == 0 && about.st_size == 4);
    CHECK(assay_file_replace("/dev", "/dev/null", &text));
    CHECK(stat("/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
    check_not_replaced("/dev", "/dev/full", ENOSPC);
    unlink(link);
    leave_folder("file");
    assay_buf_done(&text);
}

/* Folders that are not there yet are made. */
TEST(file_is_replaced_in_a_new_folder)
{
    struct assay_buf text;
    char outer[256], inner[280], path[300];
    struct stat about;

    assay_buf_init(&text, NULL, 0);
    assay_buf_puts(&text, "text");
    strcpy(outer, in_folder("outer"));
    snprintf(inner, sizeof inner, "%s/inner", outer);
    snprintf(path, sizeof path, "%s/file", inner);
    CHECK(assay_file_replace(inner, path, &text));
    CHECK(assay_file_replace(inner, path, &text));
    CHECK(stat(path, &about) == 0 && about.st_size == 4);
    unlink(path);
    rmdir(inner);
    rmdir(outer);
    rmdir(folder);
    assay_buf_done(&text);
}
