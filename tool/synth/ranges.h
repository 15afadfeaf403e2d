/*
 * Where the numbers of a `let` are drawn: what its condition says of each, given those
 * that are known before it. The whole condition is asked afterwards; ranges only make it
 * likely to hold.
 */
#ifndef SYNTH_RANGES_H
#define SYNTH_RANGES_H

#include "synth/program.h"

#define RANGE_BOUNDS 8 /* of a kind; more are left to the condition */
/* Where nothing is said. */
#define RANGE_LOW INT32_MIN
#define RANGE_HIGH INT32_MAX

/* At least all of `lows`, at most all of `highs`: sums of what is known. */
typedef struct {
    Formula lows[RANGE_BOUNDS], highs[RANGE_BOUNDS];
    uint32_t nlows, nhighs;
} Range;

/* The range of the variable of a `let` with this number. */
Range range_of(Logic *l, const Statement *let, uint32_t number);
/* The range that a type gives on its own; false if it is no constant one. */
bool range_of_type(Logic *l, const Type *type, int64_t *ret_low, int64_t *ret_high);

#endif
