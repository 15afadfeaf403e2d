/*
 * Hashes: a fast 64-bit one for tables (not against adversaries) and CRC-32 for files.
 */
#ifndef ASSAY_BASE_HASH_H
#define ASSAY_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 assay_u128;

/*@ logic integer Low(integer x) = x & 0xffffffff;

    // The halves of the product of two words, by halves of these, exclusive-ored.
    logic integer Folded(integer a, integer b) =
      \let t = (a >> 32) * Low(b) + (Low(a) * Low(b) >> 32);
      \let u = Low(a) * (b >> 32) + Low(t);
      ((a >> 32) * (b >> 32) + (t >> 32) + (u >> 32)) ^
        (Low(u) << 32) + Low(Low(a) * Low(b));

    logic integer HashStep(integer hash, integer value) =
      Folded(hash ^ 0x9e3779b97f4a7c15, value ^ 0xd1b54a32d192ed03);

    // The number whose least significant byte comes first.
    logic integer Word(unsigned char *at, integer len) =
      \sum(0, len - 1, \lambda integer i; at[i] * (1 << 8 * i));

    logic integer HashWords(integer hash, unsigned char *at, integer len) =
      len < 8 ? HashStep(hash, Word(at, len))
              : HashWords(HashStep(hash, Word(at, 8)), at + 8, len - 8);

    // CRC-32 by its definition: bit by bit.
    logic integer CrcBits(integer crc, integer n) =
      n == 0 ? crc : CrcBits(crc >> 1 ^ (crc % 2 == 1 ? 0xedb88320 : 0), n - 1);
    logic integer CrcBytes(integer crc, unsigned char *at, integer len) =
      len == 0 ? crc : CrcBits(CrcBytes(crc, at, len - 1) ^ at[len - 1], 8);
*/

/* Folds `value` into `hash`; the order of the calls matters. */
/*@ assigns \nothing;
    ensures \result == HashStep(hash, value);
*/
static inline uint64_t assay_hash_step(uint64_t hash, uint64_t value)
{
    assay_u128 product =
        (assay_u128)(hash ^ 0x9e3779b97f4a7c15u) * (value ^ 0xd1b54a32d192ed03u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The length tells "a" from "a\0", whose words are the same. */
/*@ requires \valid_read((unsigned char *)bytes + (0 .. len - 1));
    assigns \nothing;
    ensures \result == HashStep(HashWords(hash, (unsigned char *)bytes, len), len);
*/
uint64_t assay_hash_bytes(uint64_t hash, const void *bytes, size_t len);

/* The CRC-32 of zip and PNG. Start with 0. */
/*@ requires \valid_read((unsigned char *)bytes + (0 .. len - 1));
    assigns \nothing;
    ensures \result ==
      (0xffffffff ^ CrcBytes(0xffffffff ^ crc, (unsigned char *)bytes, len));
*/
uint32_t assay_crc32(uint32_t crc, const void *bytes, size_t len);

#endif
