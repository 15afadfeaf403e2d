/*
 * A text buffer that grows, with a sticky status: after a failed append the buffer keeps
 * what it had, later appends do nothing, and the status says why. So a printer appends
 * freely and the caller checks once. The text is always NUL-terminated.
 */
#ifndef ASSAY_BASE_BUF_H
#define ASSAY_BASE_BUF_H

#include <assay/status.h>
#include <stdarg.h>
#include <stdint.h>

struct assay_buf {
    char *at;   /* "" before the first append; never NULL */
    size_t len; /* bytes before the NUL */
    size_t cap;
    size_t max; /* len never exceeds it: ASSAY_TOO_LARGE */
    const struct assay_alloc *mem;
    enum assay_status status;
};

/* `mem` may be NULL (libc). `max` 0 means 1 GiB. */
void assay_buf_init(struct assay_buf *b, const struct assay_alloc *mem, size_t max);
void assay_buf_done(struct assay_buf *b);
/* Empties the text and the status; keeps the memory. */
void assay_buf_clear(struct assay_buf *b);

void assay_buf_add(struct assay_buf *b, const void *bytes, size_t len);
void assay_buf_puts(struct assay_buf *b, const char *text);
void assay_buf_putc(struct assay_buf *b, char c);
void assay_buf_printf(struct assay_buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void assay_buf_vprintf(struct assay_buf *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Appends bytes as a C string literal, quotes included; UTF-8 text stays readable. */
void assay_buf_c_string(struct assay_buf *b, const char *bytes, size_t len);
/* A double by the fewest digits that read back the same, with a '.' or an 'e' so that C
 * reads a double, whatever the locale: "3.0", "1e+300"; "nan", "inf", "-inf". */
void assay_buf_double(struct assay_buf *b, double x);
/* An integer with a thin separator every three digits: "2 000". */
void assay_buf_count(struct assay_buf *b, uint64_t n);
/* Cuts the end of a text longer than `len` bytes. */
void assay_buf_truncate(struct assay_buf *b, size_t len);

#endif
