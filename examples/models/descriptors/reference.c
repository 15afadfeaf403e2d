#include "reference.h"
#include "descriptors.h"
#include <assay/model.h>
#include <errno.h>
#include <string.h>

enum { MOST = 1000 };

struct open_file {
    const char *text;
    int at;
};

static struct {
    bool valid;
    int number;
    struct open_file *file;
} fds[MOST];
static int count;

void ref_reset(void)
{
    count = 0;
}

bool ref_valid(int fd)
{
    return fds[fd].valid;
}

int ref_number(int fd)
{
    return fds[fd].number;
}

static bool taken(int number)
{
    for (int fd = 0; fd < count; fd++)
        if (fds[fd].valid && fds[fd].number == number)
            return true;
    return false;
}

static int add(struct open_file *file)
{
    int number = 0;

    while (taken(number))
        number++;
    if (number == DESCRIPTORS_MAX) {
        errno = EMFILE;
        return -1;
    }
    if (count == MOST)
        assay_back_off();
    fds[count].valid = true;
    fds[count].number = number;
    fds[count].file = file;
    return count++;
}

int ref_open(const char *text)
{
    struct open_file *file = assay_model_new(1, sizeof *file);

    file->text = text;
    return add(file);
}

int ref_dup(int fd)
{
    return add(fds[fd].file);
}

int ref_read(int fd, char *buffer, int room)
{
    struct open_file *file = fds[fd].file;
    int n = 0;

    while (n < room && file->text[file->at])
        buffer[n++] = file->text[file->at++];
    return n;
}

int ref_seek(int fd, int to)
{
    struct open_file *file = fds[fd].file;

    for (file->at = 0; file->at < to && file->text[file->at];)
        file->at++;
    return file->at;
}

void ref_close(int fd)
{
    fds[fd].valid = false;
}

void ref_revoke(int fd)
{
    for (int each = 0; each < count; each++)
        if (fds[each].file == fds[fd].file)
            fds[each].valid = false;
}
