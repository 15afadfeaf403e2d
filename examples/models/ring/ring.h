/*
 * A ring buffer of bytes: what is written first is read first. A buffer is the caller's
 * to free. Out of memory ends the program.
 */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>

struct ring;

/* Room for `capacity` bytes, at least one. */
struct ring *ring_new(size_t capacity);
/* Bytes that wait to be read; bytes that there is room for. */
size_t ring_size(const struct ring *r);
size_t ring_room(const struct ring *r);
/* Writes as many of the bytes as there is room for; gives how many. */
size_t ring_write(struct ring *r, const unsigned char *bytes, size_t count);
/* Takes out up to `room` bytes, the oldest ones; gives how many. */
size_t ring_read(struct ring *r, unsigned char *bytes, size_t room);
/* The same, and leaves them where they are. */
size_t ring_peek(const struct ring *r, unsigned char *bytes, size_t room);
/* Changes the capacity. False, and nothing is changed, when what waits would not fit. */
bool ring_resize(struct ring *r, size_t capacity);
void ring_clear(struct ring *r);
void ring_free(struct ring *r);

#endif
