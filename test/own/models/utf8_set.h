/* Sets of characters as sequences of byte ranges: for the test and the programs it
 * prints. */
#include "lang/utf8_set.h"
#include <stdlib.h>
#include <string.h>

struct set {
    struct assay_arena arena;
    struct assay_utf8_seq *seqs;
    uint32_t count;
};

#define RANGES 20 /* at most */

static inline uint32_t add_range(struct assay_codes *ranges, uint32_t count, uint32_t lo,
                                 uint32_t hi)
{
    if (lo <= hi)
        ranges[count++] = (struct assay_codes){lo, hi};
    return count;
}

/* Ascending ranges, surrogates left out: by turns how far it is to the next one, and how
 * long that is. */
static inline uint32_t ranges_of(const uint32_t *steps, uint32_t count,
                                 struct assay_codes *ranges)
{
    uint32_t n = 0, at = 0;

    for (uint32_t i = 0; i + 1 < count; i += 2) {
        uint32_t lo = at + steps[i], hi = lo + steps[i + 1];
        n = add_range(ranges, n, lo, hi < 0xd800 ? hi : 0xd7ff);
        n = add_range(ranges, n, lo > 0xdfff ? lo : 0xe000,
                      hi < 0x110000 ? hi : 0x10ffff);
        at = hi + 2;
    }
    return n;
}

static inline struct set *set_new(const uint32_t *steps, uint32_t count)
{
    struct assay_codes ranges[RANGES];
    struct set *s = malloc(sizeof *s);

    assay_arena_init(&s->arena, NULL, 0);
    assay_arena_fence(&s->arena);
    s->seqs =
        assay_utf8_seqs(ranges, ranges_of(steps, count, ranges), &s->arena, &s->count);
    return s;
}

static inline void set_free(struct set *s)
{
    assay_arena_done(&s->arena);
    free(s);
}

static inline bool fits(const struct assay_utf8_seq *seq, const unsigned char *bytes,
                        size_t len)
{
    bool all = seq->len == len;

    for (size_t i = 0; all && i < len; i++)
        all = bytes[i] >= seq->lo[i] && bytes[i] <= seq->hi[i];
    return all;
}

/* How many of the sequences the bytes fit. */
static inline int set_fits(const struct set *s, const unsigned char *bytes, size_t len)
{
    int count = 0;

    for (uint32_t i = 0; i < s->count; i++)
        count += fits(&s->seqs[i], bytes, len);
    return count;
}

/* How many of them the character fits. */
static inline int set_has(const struct set *s, uint32_t code)
{
    char bytes[ASSAY_UTF8_MAX];
    size_t len = assay_utf8_encode(code, bytes);

    return set_fits(s, (const unsigned char *)bytes, len);
}
