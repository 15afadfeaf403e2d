/*
 * Descriptors, the simple way. The reference's descriptors are numbers, too, but none is
 * used twice; each remembers the number that the library has to give.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>

/* Forgets all descriptors: before each scenario. */
void ref_reset(void);
bool ref_valid(int fd);
/* The number that the library must have given. */
int ref_number(int fd);

int ref_open(const char *text);
int ref_dup(int fd);
int ref_read(int fd, char *buffer, int room);
int ref_seek(int fd, int to);
void ref_close(int fd);
void ref_revoke(int fd);

#endif
