/*
 * A reference for the CRC-32 of lib/base/hash.h: bit by bit, as in the appendix of the
 * PNG specification, without a table.
 *
 * command: lib/base/hash.h --candidate=lib/base/hash.c
 */
#include "base/hash.h"

uint32_t assay_crc32(uint32_t crc, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    crc = ~crc;
    for (size_t i = 0; i < len; i++) {
        crc ^= at[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}
