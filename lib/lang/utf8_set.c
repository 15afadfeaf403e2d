/*
 * A range of code points is cut where the length of the encoding changes, then at the
 * places where a byte other than the last would not run through all its values.
 */
#include "lang/utf8_set.h"
#include <string.h>

#define MOST_SEQS 12 /* of one range: at most 3 a length, one of a single byte */

struct cutter {
    struct assay_utf8_seq *seqs;
    uint32_t count;
};

static void emit(struct cutter *c, uint32_t lo, uint32_t hi)
{
    struct assay_utf8_seq *seq = &c->seqs[c->count++];
    char low[ASSAY_UTF8_MAX], high[ASSAY_UTF8_MAX];

    seq->len = (uint8_t)assay_utf8_encode(lo, low);
    assay_utf8_encode(hi, high);
    memcpy(seq->lo, low, seq->len);
    memcpy(seq->hi, high, seq->len);
}

/* lo..hi have encodings of one length; `bits` of them are in the bytes after the first.
 */
static void cut(struct cutter *c, uint32_t lo, uint32_t hi, unsigned bits)
{
    uint32_t low = ((uint32_t)1 << bits) - 1;

    if (bits == 0 || lo >> bits == hi >> bits) {
        if (bits > 6)
            cut(c, lo, hi, bits - 6);
        else
            emit(c, lo, hi);
        return;
    }
    if (lo & low) {
        cut(c, lo, lo | low, bits);
        lo = (lo | low) + 1;
    }
    if ((hi & low) == low) {
        if (lo <= hi)
            emit(c, lo, hi);
        return;
    }
    if (lo < (hi & ~low))
        emit(c, lo, (hi & ~low) - 1);
    cut(c, hi & ~low, hi, bits);
}

/*@ logic integer Width(struct assay_utf8_seq *s, integer k) =
      k >= s->len ? 1 : (s->hi[k] - s->lo[k] + 1) * Width(s, k + 1);

    // How many code points the sequences [from, to) have.
    logic integer Codes(struct assay_utf8_seq *s, integer from, integer to) =
      from >= to ? 0 : Width(s + from, 0) + Codes(s, from + 1, to);
*/

/*@ requires \valid(c) && \valid(c->seqs + (0 .. MOST_SEQS - 1)) && c->count == 0;
    requires lo <= hi <= 0x10ffff && (hi < 0xd800 || lo > 0xdfff);
    assigns c->count, c->seqs[0 .. MOST_SEQS - 1];
    ensures 1 <= c->count <= MOST_SEQS && Codes(c->seqs, 0, c->count) == hi - lo + 1;
    ensures \forall integer i, k; 0 <= i < c->count && 0 <= k < c->seqs[i].len ==>
      c->seqs[i].lo[k] <= c->seqs[i].hi[k];
    ensures \forall integer i; 1 <= i < c->count ==>
      c->seqs[i - 1].len <= c->seqs[i].len;
*/
static void cut_by_length(struct cutter *c, uint32_t lo, uint32_t hi)
{
    static const uint32_t last[] = {0x7F, 0x7FF, 0xFFFF, 0x10FFFF};

    for (unsigned i = 0; i < 4 && lo <= hi; i++) {
        if (lo > last[i])
            continue;
        cut(c, lo, hi < last[i] ? hi : last[i], i * 6);
        lo = last[i] + 1;
    }
}

struct assay_utf8_seq *assay_utf8_seqs(const struct assay_codes *ranges, uint32_t count,
                                       struct assay_arena *arena, uint32_t *ret_count)
{
    struct cutter c = {0};

    c.seqs = assay_arena_new(arena, (size_t)count * MOST_SEQS, sizeof *c.seqs);
    if (!c.seqs)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        cut_by_length(&c, ranges[i].lo, ranges[i].hi);
    *ret_count = c.count;
    return c.seqs;
}
