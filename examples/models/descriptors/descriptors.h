/*
 * A little table of descriptors, as a kernel has one for each process: small numbers that
 * stand for open files. Files are texts in memory that can only be read. There is one
 * table; it is not for several threads.
 */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

/* As many descriptors can be open at once. */
enum { DESCRIPTORS_MAX = 4 };

/* Opens a file with a copy of this text, at its start. Gives the lowest number that is
 * not in use, or -1 with errno EMFILE (the table is full) or ENOMEM. */
int descriptors_open(const char *text);
/* Another descriptor of the same open file: they share the position. As above. */
int descriptors_dup(int fd);
/* Reads up to `room` characters at the position, which moves on. Gives how many, 0 at the
 * end. */
int descriptors_read(int fd, char *buffer, int room);
/* Moves the position to `to`, or to the end if that is before it; gives the new one. */
int descriptors_seek(int fd, int to);
/* Ends one descriptor. The file goes with its last one. */
void descriptors_close(int fd);
/* Ends all descriptors of the file. */
void descriptors_revoke(int fd);
/* Ends all descriptors there are. */
void descriptors_reset(void);

#endif
