/*
 * The table hash folds eight bytes at a time through assay_hash_step, a multiplication
 * whose two halves are combined (as in wyhash). The CRC reads half a byte at a time,
 * which needs a table of 16 words only: it runs over files of a few kilobytes.
 */
#include "base/hash.h"

/* Least significant byte first, so that hashes agree on all machines. */
/*@ requires len <= 8 && \valid_read(at + (0 .. len - 1));
    assigns \nothing;
    ensures \result == Word(at, len);
*/
static uint64_t load(const unsigned char *at, size_t len)
{
    uint64_t word = 0;
    for (size_t i = 0; i < len; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word;
}

uint64_t assay_hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    size_t left = len;
    for (; left >= 8; at += 8, left -= 8)
        hash = assay_hash_step(hash, load(at, 8));
    hash = assay_hash_step(hash, load(at, left));
    /* The length tells "a" from "a\0", whose last words are the same. */
    return assay_hash_step(hash, len);
}

uint32_t assay_crc32(uint32_t crc, const void *bytes, size_t len)
{
    /* The remainders of the 16 half-bytes by the reflected polynomial 0xedb88320. */
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    const unsigned char *at = bytes;
    crc = ~crc;
    for (size_t i = 0; i < len; i++) {
        crc ^= at[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}
