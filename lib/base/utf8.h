/*
 * UTF-8, strict: no surrogates, no overlong forms, nothing above U+10FFFF.
 */
#ifndef ASSAY_BASE_UTF8_H
#define ASSAY_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ASSAY_UTF8_MAX 4 /* bytes in the longest encoding */

/* Reads one code point of `len` > 0 bytes. Its length, or 0 when the bytes are invalid.
 */
size_t assay_utf8_decode(const char *bytes, size_t len, uint32_t *ret_code);
/* Writes a code point, which must be a Unicode scalar value. Its length, 1 to 4. */
size_t assay_utf8_encode(uint32_t code, char bytes[ASSAY_UTF8_MAX]);
bool assay_utf8_valid(const char *bytes, size_t len);
/* The number of code points in valid UTF-8. */
size_t assay_utf8_count(const char *bytes, size_t len);

#endif
