/*
 * Hashes: a fast 64-bit one for tables (not against adversaries) and CRC-32 for files.
 */
#ifndef ASSAY_BASE_HASH_H
#define ASSAY_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 assay_u128;

/* Folds `value` into `hash`; the order of the calls matters. */
static inline uint64_t assay_hash_step(uint64_t hash, uint64_t value)
{
    assay_u128 product =
        (assay_u128)(hash ^ 0x9e3779b97f4a7c15u) * (value ^ 0xd1b54a32d192ed03u);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t assay_hash_bytes(uint64_t hash, const void *bytes, size_t len);

/* The CRC-32 of zip and PNG. Start with 0. */
uint32_t assay_crc32(uint32_t crc, const void *bytes, size_t len);

#endif
