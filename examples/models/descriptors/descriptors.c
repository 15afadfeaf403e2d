/* Open files with counts of their descriptors, and a table of pointers to them. */
#include "descriptors.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

struct file {
    int descriptors;
    size_t at, length;
    char text[];
};

static struct file *table[DESCRIPTORS_MAX];
#if BUG == 2
static int from; /* where the search starts */
#endif

/* The lowest number that is free, or -1. */
static int lowest_free(void)
{
#if BUG == 2
    for (int fd = from; fd < DESCRIPTORS_MAX; fd++)
        if (!table[fd]) {
            from = fd + 1;
            return fd;
        }
    from = 0;
#endif
    for (int fd = 0; fd < DESCRIPTORS_MAX; fd++)
        if (!table[fd])
            return fd;
    errno = EMFILE;
    return -1;
}

static struct file *file_new(const char *text)
{
    size_t length = strlen(text);
    struct file *file = malloc(sizeof *file + length + 1);

    if (!file)
        return NULL;
    file->descriptors = 0;
    file->at = 0;
    file->length = length;
    memcpy(file->text, text, length + 1);
    return file;
}

int descriptors_open(const char *text)
{
#if BUG == 4
    struct file *file = file_new(text);
    int fd = lowest_free();

    if (fd < 0 || !file)
        return -1;
#else
    int fd = lowest_free();
    struct file *file = fd < 0 ? NULL : file_new(text);

    if (!file)
        return -1;
#endif
    file->descriptors++;
    table[fd] = file;
    return fd;
}

int descriptors_dup(int fd)
{
    int copy = lowest_free();
    struct file *file = table[fd];

    if (copy < 0)
        return -1;
#if BUG == 1
    file = file_new(file->text);
    if (!file)
        return -1;
#endif
    file->descriptors++;
    table[copy] = file;
    return copy;
}

int descriptors_read(int fd, char *buffer, int room)
{
    struct file *file = table[fd];
    size_t left = file->length - file->at, n = (size_t)room;

#if BUG == 3
    memcpy(buffer, file->text + file->at, n);
#endif
    if (n > left)
        n = left;
#if BUG != 3
    memcpy(buffer, file->text + file->at, n);
#endif
    file->at += n;
    return (int)n;
}

int descriptors_seek(int fd, int to)
{
    struct file *file = table[fd];

    file->at = (size_t)to < file->length ? (size_t)to : file->length;
    return (int)file->at;
}

void descriptors_close(int fd)
{
    struct file *file = table[fd];

    table[fd] = NULL;
    if (--file->descriptors == 0)
        free(file);
}

void descriptors_revoke(int fd)
{
    struct file *file = table[fd];

    for (int each = 0; each < DESCRIPTORS_MAX; each++)
        if (table[each] == file)
            descriptors_close(each);
}

void descriptors_reset(void)
{
    for (int fd = 0; fd < DESCRIPTORS_MAX; fd++)
        if (table[fd])
            descriptors_close(fd);
#if BUG == 2
    from = 0;
#endif
}
