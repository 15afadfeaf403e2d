#include "base/file.h"
#include "harness.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
