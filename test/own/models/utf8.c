/*
 * A reference for lib/base/utf8.h, by assay model. A code point is read by trying all
 * lengths: it is valid if it has that many bits, and is written the same again.
 *
 * command: lib/base/utf8.h --candidate=lib/base/utf8.c
 */
#include "base/utf8.h"
#include <assay/model.h>
#include <string.h>

static bool is_scalar(uint32_t code)
{
    return code < 0xd800 || (code > 0xdfff && code <= 0x10ffff);
}

static size_t write(uint32_t code, char bytes[ASSAY_UTF8_MAX])
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    for (size_t i = len; i > 1; i--) {
        bytes[i - 1] = (char)(0x80 | code % 64);
        code /= 64;
    }
    bytes[0] = (char)(heads[len] | code);
    return len;
}

size_t assay_utf8_encode(uint32_t code, char bytes[ASSAY_UTF8_MAX])
{
    if (!is_scalar(code))
        assay_back_off();
    return write(code, bytes);
}

size_t assay_utf8_decode(const char *bytes, size_t len, uint32_t *ret_code)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    char again[ASSAY_UTF8_MAX];

    if (len == 0)
        assay_back_off();
    for (size_t n = 1; n <= ASSAY_UTF8_MAX && n <= len; n++) {
        uint32_t code = (unsigned char)bytes[0] & masks[n];
        for (size_t i = 1; i < n; i++)
            code = code * 64 + ((unsigned char)bytes[i] & 63);
        if (is_scalar(code) && write(code, again) == n && memcmp(again, bytes, n) == 0) {
            *ret_code = code;
            return n;
        }
    }
    return 0;
}

bool assay_utf8_valid(const char *bytes, size_t len)
{
    uint32_t code;
    size_t n = len > 0 ? assay_utf8_decode(bytes, len, &code) : 0;

    return len == 0 || (n > 0 && assay_utf8_valid(bytes + n, len - n));
}

size_t assay_utf8_count(const char *bytes, size_t len)
{
    size_t count = 0;

    if (!assay_utf8_valid(bytes, len))
        assay_back_off();
    for (size_t i = 0; i < len; i++)
        count += ((unsigned char)bytes[i] & 0xc0) != 0x80;
    return count;
}
