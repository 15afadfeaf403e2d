/*
 * Magnitudes, for integers and decimals: limbs, the lowest first.
 */
#ifndef TERM_INTEGER_PARTS_H
#define TERM_INTEGER_PARTS_H

#include "term/integer.h"

/* limbs = limbs * factor + add, with room for one limb more; the count there is now. */
uint32_t magnitude_scale(uint32_t *limbs, uint32_t count, uint32_t factor, uint32_t add);
/* limbs /= by; the rest. */
uint32_t magnitude_divide(uint32_t *limbs, uint32_t count, uint32_t by);
/* Neither has a 0 on top. */
int magnitude_compare(const uint32_t *x, uint32_t nx, const uint32_t *y, uint32_t ny);

/* Copies the limbs; NULL when out of memory or too large. */
const Integer *integer_make(struct assay_arena *a, const uint32_t *limbs, uint32_t count,
                            bool negative);
const Integer *integer_power_of_ten(struct assay_arena *a, uint32_t exponent);

#endif
