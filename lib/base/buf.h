/*
 * A text buffer that grows, with a sticky status: after a failed append the buffer keeps
 * what it had, later appends do nothing, and the status says why. So a printer appends
 * freely and the caller checks once. The text is always NUL-terminated.
 */
#ifndef ASSAY_BASE_BUF_H
#define ASSAY_BASE_BUF_H

#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
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

/*@ predicate Buf(struct assay_buf *b) =
      \valid(b) && Libc(b->mem) && b->len <= b->max < SIZE_MAX &&
      (b->cap == 0 ? b->len == 0 && \valid_read(b->at)
                   : b->len < b->cap <= b->max + 1 && Owned(b->at, b->cap)) &&
      b->at != \null && b->at[b->len] == 0;

    predicate Keeps{K, L}(struct assay_buf *b) =
      \at(Buf(b), L) && \at(b->len, K) <= \at(b->len, L) &&
      SameBytes{K, L}(\at(b->at, K), \at(b->at, L), \at(b->len, K));

    // A text that is in no buffer that grows by it.
    predicate Apart(struct assay_buf *b, char *text, integer len) =
      \separated(text + (0 .. len - 1), b->at + (0 .. b->cap - 1));

    // What an append of `len` bytes makes of the length and the status.
    predicate Grows{K, L}(struct assay_buf *b, integer len) =
      Keeps{K, L}(b) &&
      (\at(b->status, K) != ASSAY_OK || len > \at(b->max - b->len, K)
         ? \at(b->len, K) == \at(b->len, L) &&
           \at(b->status, L) ==
             (\at(b->status, K) != ASSAY_OK ? \at(b->status, K) : ASSAY_TOO_LARGE)
         : \at(b->status, L) == ASSAY_OK ? \at(b->len, L) == \at(b->len, K) + len
         : \at(b->status, L) == ASSAY_NO_MEMORY && \at(b->len, L) == \at(b->len, K));

    // Appends these bytes, or nothing.
    predicate Adds{K, L}(struct assay_buf *b, char *bytes, integer len) =
      Grows{K, L}(b, len) &&
      SameBytes{K, L}(bytes, \at(b->at, L) + \at(b->len, K),
                      \at(b->len, L) - \at(b->len, K));

    // Appends some text, or a part of it and keeps the status of the failure.
    predicate Writes{K, L}(struct assay_buf *b) =
      Keeps{K, L}(b) && (\at(b->status, K) == ASSAY_OK || Grows{K, L}(b, 0));
*/

/* `mem` may be NULL (libc). `max` 0 means 1 GiB. */
/*@ requires \valid(b) && Libc(mem);
    assigns *b;
    ensures Buf(b) && b->len == 0 && b->cap == 0 && b->mem == mem;
    ensures b->status == ASSAY_OK;
    ensures b->max == (max == 0 ? 1 << 30 : \min(max, SIZE_MAX - 1));
*/
void assay_buf_init(struct assay_buf *b, const struct assay_alloc *mem, size_t max);

/*@ requires Buf(b) && b->max > 0;
    assigns *b;
    ensures Buf(b) && b->cap == 0 && b->status == ASSAY_OK;
    ensures b->mem == \old(b->mem) && b->max == \old(b->max);
    ensures \old(b->cap) > 0 ==> !\freeable(\old(b->at));
*/
void assay_buf_done(struct assay_buf *b);

/* Keeps the memory. */
/*@ requires Buf(b);
    assigns b->len, b->status, *b->at;
    ensures Buf(b) && b->len == 0 && b->status == ASSAY_OK;
*/
void assay_buf_clear(struct assay_buf *b);

/*@ requires Buf(b) && \valid_read((char *)bytes + (0 .. len - 1));
    requires Apart(b, (char *)bytes, len);
    assigns *b, b->at[b->len .. b->cap - 1];
    ensures b->max == \old(b->max) && b->mem == \old(b->mem);
    ensures Adds{Old, Post}(b, (char *)bytes, len);
*/
void assay_buf_add(struct assay_buf *b, const void *bytes, size_t len);

/*@ requires Buf(b) && valid_read_string(text) && Apart(b, text, strlen(text) + 1);
    assigns *b, b->at[b->len .. b->cap - 1];
    ensures Adds{Old, Post}(b, text, \old(strlen(text)));
*/
void assay_buf_puts(struct assay_buf *b, const char *text);

/*@ requires Buf(b);
    assigns *b, b->at[b->len .. b->cap - 1];
    ensures Grows{Old, Post}(b, 1);
    ensures b->len > \old(b->len) ==> b->at[b->len - 1] == c;
*/
void assay_buf_putc(struct assay_buf *b, char c);
void assay_buf_printf(struct assay_buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void assay_buf_vprintf(struct assay_buf *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/*@ // The byte that a C compiler reads behind a backslash; -1: none.
    logic integer Escape(integer letter) =
      letter == 'a' ? 7 : letter == 'b' ? 8 : letter == 't' ? 9 : letter == 'n' ? 10
      : letter == 'v' ? 11 : letter == 'f' ? 12 : letter == 'r' ? 13
      : letter == '"' || letter == '\\' ? letter : -1;

    predicate Octal(char *at) = \forall integer i; 0 <= i < 3 ==> '0' <= at[i] <= '7';

    // What a C compiler reads in the n characters up to the closing quote is s.
    predicate Reads(char *at, integer n, char *s, integer len) =
      n > 0 &&
      (*at == '"' ? n == 1 && len == 0
       : len == 0 ? \false
       : *at != '\\' ? *at == *s && Reads(at + 1, n - 1, s + 1, len - 1)
       : n > 4 && Octal(at + 1)
         ? Number(at + 1, 3, 8) == Byte(s, 0) && Reads(at + 4, n - 4, s + 1, len - 1)
       : n > 2 && Escape(at[1]) == *s && Reads(at + 2, n - 2, s + 1, len - 1));
*/

/* UTF-8 text stays readable. */
/*@ requires Buf(b) && \valid_read(bytes + (0 .. len - 1)) && Apart(b, bytes, len);
    assigns *b, b->at[b->len .. b->cap - 1];
    ensures Writes{Old, Post}(b);
    ensures \let at = b->at + \old(b->len);
      \let n = b->len - \old(b->len);
      b->status == ASSAY_OK ==> *at == '"' && Reads(at + 1, n - 1, bytes, len) &&
        Utf8(at, n) && \forall integer i; 0 <= i < n ==> !(0 <= at[i] < 32);
    behavior room: // four characters for a byte at most
      assumes b->status == ASSAY_OK && b->max - b->len >= 4 * len + 2;
      ensures b->status == ASSAY_OK || b->status == ASSAY_NO_MEMORY;
*/
void assay_buf_c_string(struct assay_buf *b, const char *bytes, size_t len);

/* A double by the fewest digits that read back the same, with a '.' or an 'e' so that C
 * reads a double, whatever the locale: "3.0", "1e+300"; "nan", "inf", "-inf". */
/*@ requires Buf(b);
    assigns *b, b->at[b->len .. b->cap - 1];
    ensures Writes{Old, Post}(b);
    behavior room:
      assumes b->status == ASSAY_OK && b->max - b->len >= 40;
      ensures \let text = \text(b->at + \old(b->len), b->len - \old(b->len));
        b->status == ASSAY_OK ==>
        (\is_NaN(x) ? text == "nan" : \is_infinite(x) ? text == (x > 0 ? "inf" : "-inf")
         : text \in Decimal && (\contains(text, ".") || \contains(text, "e")) &&
           (x < 0 ==> \starts(text, "-")) && (x > 0 ==> !\starts(text, "-")));
*/
void assay_buf_double(struct assay_buf *b, double x);

/*@ // Digits with a blank before every three of the last ones; -1: it is none.
    logic integer Count(char *at, integer len) =
      len == 0 || Digit(at[len - 1]) > 9 ? -1
      : len >= 5 && at[len - 4] == ' '
        ? Number(at + len - 3, 3, 10) + 1000 * Count(at, len - 4)
      : len <= 3 ? Number(at, len, 10) : -1;
*/

/* An integer with a thin separator every three digits: "2 000". */
/*@ requires Buf(b);
    assigns *b, b->at[b->len .. b->cap - 1];
    ensures Writes{Old, Post}(b);
    behavior room:
      assumes b->status == ASSAY_OK && b->max - b->len >= 40;
      ensures b->status == ASSAY_OK ==>
        Count(b->at + \old(b->len), b->len - \old(b->len)) == n;
*/
void assay_buf_count(struct assay_buf *b, uint64_t n);

/* Cuts the end of a text longer than `len` bytes. */
/*@ requires Buf(b);
    assigns b->len, b->at[len];
    ensures Buf(b) && b->len == \min(len, \old(b->len));
*/
void assay_buf_truncate(struct assay_buf *b, size_t len);

#endif
