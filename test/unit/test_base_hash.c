/*
 * Hashes: known values, so that hashes written to files stay what they are.
 */
#include "base/hash.h"
#include "harness.h"

#include <string.h>

TEST(hash_step_multiplies_and_folds)
{
    /* (h ^ A) * (v ^ B) with both factors small enough to follow by hand. */
    CHECK_UINT(assay_hash_step(0x9e3779b97f4a7c15u ^ 6, 0xd1b54a32d192ed03u ^ 7), 42);
    CHECK_UINT(assay_hash_step(0x9e3779b97f4a7c15u ^ ((uint64_t)1 << 63),
                               0xd1b54a32d192ed03u ^ 6),
               3);
    CHECK_UINT(assay_hash_step(0x9e3779b97f4a7c15u ^ ((uint64_t)3 << 62),
                               0xd1b54a32d192ed03u ^ 6),
               ((uint64_t)1 << 63) ^ 4);
}

/* The definition, spelled out for nine, eight and no bytes. */
TEST(hash_bytes_folds_words_then_the_rest_then_the_length)
{
    uint64_t expected = assay_hash_step(5, 0x6867666564636261u);
    expected = assay_hash_step(expected, 0xe9);
    expected = assay_hash_step(expected, 9);
    CHECK_UINT(assay_hash_bytes(5, "abcdefgh\xe9", 9), expected);

    expected = assay_hash_step(5, 0x6867666564636261u);
    expected = assay_hash_step(assay_hash_step(expected, 0), 8);
    CHECK_UINT(assay_hash_bytes(5, "abcdefgh", 8), expected);

    expected = assay_hash_step(assay_hash_step(5, 0), 0);
    CHECK_UINT(assay_hash_bytes(5, NULL, 0), expected);
}

TEST(hash_bytes_tells_similar_texts_apart)
{
    char zeros[40] = {0};
    uint64_t seen[sizeof zeros];
    for (size_t len = 0; len < sizeof zeros; len++) {
        seen[len] = assay_hash_bytes(0, zeros, len);
        for (size_t other = 0; other < len; other++)
            CHECK(seen[len] != seen[other]);
    }
    char text[24] = "twenty-three characters";
    uint64_t original = assay_hash_bytes(0, text, sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] ^= 1;
        CHECK(assay_hash_bytes(0, text, sizeof text) != original);
        text[i] ^= 1;
    }
    CHECK(assay_hash_bytes(1, text, sizeof text) != original);
}

TEST(hash_bytes_reads_unaligned_text)
{
    char room[32];
    for (size_t shift = 0; shift < 8; shift++) {
        memcpy(room + shift, "0123456789abcdef!", 17);
        CHECK_UINT(assay_hash_bytes(0, room + shift, 17),
                   assay_hash_bytes(0, "0123456789abcdef!", 17));
    }
}

/* A table of n slots should see close to the collisions that chance gives. */
TEST(hash_bytes_spreads_the_low_bits)
{
    enum { SLOTS = 4096 };
    static unsigned char counts[SLOTS];
    unsigned used = 0;
    for (uint32_t i = 0; i < SLOTS; i++) {
        unsigned char *count = &counts[assay_hash_bytes(0, &i, sizeof i) % SLOTS];
        used += (*count)++ == 0;
        CHECK(*count < 12);
    }
    CHECK(used > SLOTS * 60 / 100); /* chance fills 63.2 % */
}

TEST(crc32_known_values)
{
    CHECK_UINT(assay_crc32(0, "", 0), 0);
    CHECK_UINT(assay_crc32(0, "123456789", 9), 0xcbf43926);
    CHECK_UINT(assay_crc32(0, "a", 1), 0xe8b7be43);
    CHECK_UINT(assay_crc32(0, "The quick brown fox jumps over the lazy dog", 43),
               0x414fa339);
    CHECK_UINT(assay_crc32(0, "\xff\xff\xff\xff", 4), 0xffffffff);
}

TEST(crc32_of_all_bytes)
{
    unsigned char bytes[256];
    for (unsigned i = 0; i < 256; i++)
        bytes[i] = (unsigned char)i;
    CHECK_UINT(assay_crc32(0, bytes, 256), 0x29058c73);
}

TEST(crc32_in_pieces)
{
    for (size_t cut = 0; cut <= 9; cut++) {
        uint32_t crc = assay_crc32(0, "123456789", cut);
        CHECK_UINT(assay_crc32(crc, &"123456789"[cut], 9 - cut), 0xcbf43926);
    }
}
