#ifndef BB_H
#define BB_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
typedef struct bytebuf bytebuf_t;
bytebuf_t *bb_create(size_t initial_capacity);
void bb_destroy(bytebuf_t *bb);
size_t bb_write(bytebuf_t *bb, const void *data, size_t len);
size_t bb_read(bytebuf_t *bb, void *dst, size_t len);
ssize_t bb_peek(const bytebuf_t *bb, uint8_t *dst, size_t len);
size_t bb_available(const bytebuf_t *bb);
void bb_clear(bytebuf_t *bb);
int bb_puts(bytebuf_t *bb, const char *s);
#endif
