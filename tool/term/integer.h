/*
 * Integers of any size, and decimals. They are immutable and live in an arena. Functions
 * return NULL when the arena is out of memory, or a result would be past INTEGER_LIMBS;
 * an argument that is NULL gives NULL, so a chain is checked once.
 */
#ifndef TERM_INTEGER_H
#define TERM_INTEGER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

#define INTEGER_LIMBS 4096

typedef struct {
    bool negative; /* not for 0 */
    uint32_t count;
    uint32_t limbs[]; /* the lowest first; the last is not 0 */
} Integer;

const Integer *integer_from(struct assay_arena *a, int64_t value);
/* Digits, with a '-' or not. NULL also when it is none. */
const Integer *integer_read(struct assay_arena *a, struct assay_str digits);
void integer_print(const Integer *x, struct assay_buf *out);
/* False when it does not fit. */
bool integer_to_i64(const Integer *x, int64_t *ret_value);

int integer_compare(const Integer *x, const Integer *y); /* <0, 0, >0 */
int integer_sign(const Integer *x);

const Integer *integer_negate(struct assay_arena *a, const Integer *x);
const Integer *integer_add(struct assay_arena *a, const Integer *x, const Integer *y);
const Integer *integer_subtract(struct assay_arena *a, const Integer *x,
                                const Integer *y);
const Integer *integer_multiply(struct assay_arena *a, const Integer *x,
                                const Integer *y);
/* As SMT-LIB has them: x == y * quotient + rest, 0 <= rest < |y|. y is not 0. */
const Integer *integer_divide(struct assay_arena *a, const Integer *x, const Integer *y);
const Integer *integer_modulo(struct assay_arena *a, const Integer *x, const Integer *y);

/* digits / 10^scale, as short as can be: scale 0 or digits no multiple of 10. */
typedef struct {
    const Integer *digits;
    uint32_t scale;
} Decimal;

/* "-1.50e3". False when it is none, out of memory, or its exponent or its scale is more
 * than DECIMAL_EXPONENT. */
#define DECIMAL_EXPONENT 4096
bool decimal_read(struct assay_arena *a, struct assay_str text, Decimal *ret_value);
void decimal_print(Decimal x, struct assay_buf *out); /* "-1500", "0.015" */
/* False when out of memory or too large. */
bool decimal_add(struct assay_arena *a, Decimal x, Decimal y, Decimal *ret_value);
bool decimal_subtract(struct assay_arena *a, Decimal x, Decimal y, Decimal *ret_value);
bool decimal_multiply(struct assay_arena *a, Decimal x, Decimal y, Decimal *ret_value);
int decimal_compare(Decimal x, Decimal y); /* <0, 0, >0 */
/* digits / 10^scale, made as short as can be; its digits are NULL when out of memory. */
Decimal decimal_make(struct assay_arena *a, const Integer *digits, uint32_t scale);

#endif
