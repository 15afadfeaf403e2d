/*
 * Sets of code points as sequences of byte ranges: what their UTF-8 looks like.
 */
#ifndef ASSAY_LANG_UTF8_SET_H
#define ASSAY_LANG_UTF8_SET_H

#include "base/arena.h"
#include "base/utf8.h"
#include <assay/choice.h>

/* A byte of the first range, then one of the second, and so on. */
struct assay_utf8_seq {
    uint8_t len; /* 1 to 4 */
    uint8_t lo[ASSAY_UTF8_MAX], hi[ASSAY_UTF8_MAX];
};

/*
 * The sequences of ascending ranges without surrogates, in ascending order; at each place
 * two sequences that agree before it have the same range there, or ranges without a
 * common byte. NULL when out of memory.
 */
struct assay_utf8_seq *assay_utf8_seqs(const struct assay_codes *ranges, uint32_t count,
                                       struct assay_arena *arena, uint32_t *ret_count);

#endif
