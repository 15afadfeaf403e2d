/*
 * UTF-8, strict: no surrogates, no overlong forms, nothing above U+10FFFF.
 */
#ifndef ASSAY_BASE_UTF8_H
#define ASSAY_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ASSAY_UTF8_MAX 4 /* bytes in the longest encoding */

/*@ // What UTF-8 can encode.
    predicate Scalar(integer code) = 0 <= code <= 0xd7ff || 0xe000 <= code <= 0x10ffff;

    logic integer Utf8Length(integer code) =
      code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    logic integer Byte(char *s, integer i) = (unsigned char)s[i];

    predicate Tail(char *s, integer i) = 0x80 <= Byte(s, i) <= 0xbf;

    // The n bytes at s are one character: the rules of RFC 3629, section 4.
    predicate Utf8Char(char *s, integer n) =
      n == 1 ? Byte(s, 0) <= 0x7f
      : n == 2 ? 0xc2 <= Byte(s, 0) <= 0xdf && Tail(s, 1)
      : n == 3 ? Tail(s, 2) &&
          (Byte(s, 0) == 0xe0 && 0xa0 <= Byte(s, 1) <= 0xbf
           || 0xe1 <= Byte(s, 0) <= 0xec && Tail(s, 1)
           || Byte(s, 0) == 0xed && 0x80 <= Byte(s, 1) <= 0x9f
           || 0xee <= Byte(s, 0) <= 0xef && Tail(s, 1))
      : n == 4 && Tail(s, 2) && Tail(s, 3) &&
          (Byte(s, 0) == 0xf0 && 0x90 <= Byte(s, 1) <= 0xbf
           || 0xf1 <= Byte(s, 0) <= 0xf3 && Tail(s, 1)
           || Byte(s, 0) == 0xf4 && 0x80 <= Byte(s, 1) <= 0x8f);

    // The code point of such bytes: six bits of each but the first.
    logic integer Utf8Code(char *s, integer n) =
      n == 1 ? Byte(s, 0)
      : Byte(s, 0) % (0x80 >> n) * (1 << 6 * (n - 1)) +
        \sum(1, n - 1, \lambda integer i; Byte(s, i) % 64 * (1 << 6 * (n - 1 - i)));

    predicate Utf8At(char *s, integer i, integer len) =
      \exists integer n; 1 <= n <= 4 && i + n <= len && Utf8Char(s + i, n);

    predicate Utf8(char *s, integer len) =
      len == 0 || \exists integer n; 1 <= n <= 4 && n <= len &&
                    Utf8Char(s, n) && Utf8(s + n, len - n);
*/

/*@ requires len > 0 && \valid_read(bytes + (0 .. len - 1)) && \valid(ret_code);
    behavior character:
      assumes Utf8At(bytes, 0, len);
      assigns *ret_code;
      ensures Utf8Char(bytes, \result) && *ret_code == Utf8Code(bytes, \result);
    behavior invalid:
      assumes !Utf8At(bytes, 0, len);
      assigns \nothing;
      ensures \result == 0;
    complete behaviors;
    disjoint behaviors;
*/
size_t assay_utf8_decode(const char *bytes, size_t len, uint32_t *ret_code);

/*@ requires Scalar(code) && \valid(bytes + (0 .. ASSAY_UTF8_MAX - 1));
    assigns bytes[0 .. Utf8Length(code) - 1];
    ensures \result == Utf8Length(code);
    ensures Utf8Char(bytes, \result) && Utf8Code(bytes, \result) == code;
*/
size_t assay_utf8_encode(uint32_t code, char bytes[ASSAY_UTF8_MAX]);

/* The length of the first character if a terminal shows it as itself, else 0. */
/*@ requires len > 0 && \valid_read(bytes + (0 .. len - 1));
    assigns \nothing;
    ensures \result > 0 ==> \result <= len && Utf8Char(bytes, \result) && Byte(bytes, 0)
   >= 32; ensures \result == 0 ==> !(32 <= Byte(bytes, 0) < 0x7f);
*/
size_t assay_utf8_printable(const char *bytes, size_t len);

/*@ requires \valid_read(bytes + (0 .. len - 1));
    assigns \nothing;
    ensures \result <==> Utf8(bytes, len);
*/
bool assay_utf8_valid(const char *bytes, size_t len);

/* The number of code points in valid UTF-8. */
/*@ requires \valid_read(bytes + (0 .. len - 1)) && Utf8(bytes, len);
    assigns \nothing;
    ensures \result == \numof(0, len - 1, \lambda integer i; Utf8At(bytes, i, len));
*/
size_t assay_utf8_count(const char *bytes, size_t len);

#endif
