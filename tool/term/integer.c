/*
 * Integers as a sign and a magnitude of 32-bit limbs. Multiplication is by rows, division
 * is algorithm D of Knuth's The Art of Computer Programming, volume 2, section 4.3.1:
 * both are quadratic, which INTEGER_LIMBS keeps bearable.
 */
#include "term/integer.h"
#include "term/integer_parts.h"

#include <string.h>

#define CHUNK 9 /* decimal digits that fit a limb */
#define CHUNK_BASE 1000000000u

/* ---- Magnitudes: limbs, the lowest first. */

static uint32_t trimmed(const uint32_t *limbs, uint32_t count)
{
    while (count > 0 && limbs[count - 1] == 0)
        count--;
    return count;
}

uint32_t magnitude_scale(uint32_t *limbs, uint32_t count, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (uint32_t i = 0; i < count; i++) {
        carry += (uint64_t)limbs[i] * factor;
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0)
        limbs[count++] = (uint32_t)carry;
    return count;
}

uint32_t magnitude_divide(uint32_t *limbs, uint32_t count, uint32_t by)
{
    uint64_t rest = 0;
    for (uint32_t i = count; i-- > 0;) {
        rest = rest << 32 | limbs[i];
        limbs[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    return (uint32_t)rest;
}

int magnitude_compare(const uint32_t *x, uint32_t nx, const uint32_t *y, uint32_t ny)
{
    if (nx != ny)
        return nx < ny ? -1 : 1;
    for (uint32_t i = nx; i-- > 0;) {
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    }
    return 0;
}

/* x += y, where x has room for the sum and is not shorter; the carry. */
static uint32_t add_to(uint32_t *x, uint32_t nx, const uint32_t *y, uint32_t ny)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < nx; i++) {
        carry += (uint64_t)x[i] + (i < ny ? y[i] : 0);
        x[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)carry;
}

/* x -= y; the borrow. */
static uint32_t subtract_from(uint32_t *x, uint32_t nx, const uint32_t *y, uint32_t ny)
{
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < nx; i++) {
        uint64_t difference = (uint64_t)x[i] - (i < ny ? y[i] : 0) - borrow;
        x[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return (uint32_t)borrow;
}

/* x -= y * factor, where x has ny + 1 limbs; whether it went below 0. */
static bool subtract_scaled(uint32_t *x, const uint32_t *y, uint32_t ny, uint32_t factor)
{
    uint64_t carry = 0, borrow = 0;
    for (uint32_t i = 0; i <= ny; i++) {
        carry += i < ny ? (uint64_t)y[i] * factor : 0;
        uint64_t difference = (uint64_t)x[i] - (uint32_t)carry - borrow;
        x[i] = (uint32_t)difference;
        borrow = difference >> 63;
        carry >>= 32;
    }
    return borrow > 0;
}

/* ---- Making. */

/* Room for `count` limbs, all 0. */
static Integer *blank(struct assay_arena *a, uint32_t count)
{
    Integer *x = assay_arena_new(a, 1, sizeof *x + count * sizeof x->limbs[0]);
    if (x)
        x->count = count;
    return x;
}

/* Brings a number to its form; NULL if it is too large. */
static const Integer *finished(Integer *x)
{
    x->count = trimmed(x->limbs, x->count);
    if (x->count == 0)
        x->negative = false;
    return x->count > INTEGER_LIMBS ? NULL : x;
}

const Integer *integer_make(struct assay_arena *a, const uint32_t *limbs, uint32_t count,
                            bool negative)
{
    Integer *x = blank(a, count);
    if (!x)
        return NULL;
    if (count > 0)
        memcpy(x->limbs, limbs, count * sizeof *limbs);
    x->negative = negative;
    return finished(x);
}

const Integer *integer_from(struct assay_arena *a, int64_t value)
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    uint32_t limbs[2] = {(uint32_t)size, (uint32_t)(size >> 32)};
    return integer_make(a, limbs, 2, value < 0);
}

const Integer *integer_power_of_ten(struct assay_arena *a, uint32_t exponent)
{
    Integer *x =
        exponent <= INTEGER_LIMBS * CHUNK ? blank(a, exponent / CHUNK + 2) : NULL;
    if (!x)
        return NULL;
    x->limbs[0] = 1;
    x->count = 1;
    for (; exponent >= CHUNK; exponent -= CHUNK)
        x->count = magnitude_scale(x->limbs, x->count, CHUNK_BASE, 0);
    for (; exponent > 0; exponent--)
        x->count = magnitude_scale(x->limbs, x->count, 10, 0);
    return finished(x);
}

/* ---- Reading and writing. */

static bool all_digits(struct assay_str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
    }
    return s.len > 0;
}

/* The value of at most CHUNK digits. */
static uint32_t chunk_value(const char *digits, size_t len)
{
    uint32_t value = 0;
    for (size_t i = 0; i < len; i++)
        value = value * 10 + (uint32_t)(digits[i] - '0');
    return value;
}

const Integer *integer_read(struct assay_arena *a, struct assay_str digits)
{
    bool negative = digits.len > 0 && digits.at[0] == '-';
    if (negative)
        digits = (struct assay_str){digits.at + 1, digits.len - 1};
    if (!all_digits(digits))
        return NULL;
    for (; digits.len > 1 && digits.at[0] == '0'; digits.len--)
        digits.at++;
    if (digits.len > (size_t)INTEGER_LIMBS * (CHUNK + 1))
        return NULL;
    Integer *x = blank(a, (uint32_t)(digits.len / CHUNK + 2));
    if (!x)
        return NULL;
    x->negative = negative;
    x->count = 0;
    for (size_t i = 0, n = digits.len % CHUNK; i < digits.len; i += n, n = CHUNK) {
        n = n > 0 ? n : CHUNK;
        x->count = magnitude_scale(x->limbs, x->count, n == CHUNK ? CHUNK_BASE : 1,
                                   chunk_value(digits.at + i, n));
    }
    return finished(x);
}

void integer_print(const Integer *x, struct assay_buf *out)
{
    uint32_t limbs[INTEGER_LIMBS];
    uint32_t count = x->count;
    char digits[INTEGER_LIMBS * (CHUNK + 1)];
    char *at = digits + sizeof digits;
    memcpy(limbs, x->limbs, count * sizeof *limbs);
    while (count > 0) {
        uint32_t chunk = magnitude_divide(limbs, count, CHUNK_BASE);
        count = trimmed(limbs, count);
        for (int i = 0; i < CHUNK && (count > 0 || chunk > 0); i++, chunk /= 10)
            *--at = (char)('0' + chunk % 10);
    }
    if (x->count == 0)
        *--at = '0';
    if (x->negative)
        *--at = '-';
    assay_buf_add(out, at, (size_t)(digits + sizeof digits - at));
}

bool integer_to_i64(const Integer *x, int64_t *ret_value)
{
    uint64_t size = 0, most = (uint64_t)INT64_MAX + x->negative;
    if (x->count > 2)
        return false;
    for (uint32_t i = x->count; i-- > 0;)
        size = size << 32 | x->limbs[i];
    if (size > most)
        return false;
    *ret_value = x->negative ? (int64_t)(0 - size) : (int64_t)size;
    return true;
}

/* ---- Comparing. */

int integer_sign(const Integer *x)
{
    return x->negative ? -1 : x->count > 0;
}

int integer_compare(const Integer *x, const Integer *y)
{
    if (x->negative != y->negative)
        return x->negative ? -1 : 1;
    int order = magnitude_compare(x->limbs, x->count, y->limbs, y->count);
    return x->negative ? -order : order;
}

/* ---- Arithmetic. */

const Integer *integer_negate(struct assay_arena *a, const Integer *x)
{
    return x ? integer_make(a, x->limbs, x->count, !x->negative) : NULL;
}

/* |x| + |y| where |x| has no fewer limbs, or with `minus` |x| - |y| where |x| >= |y|. */
static const Integer *combine(struct assay_arena *a, const Integer *x, const Integer *y,
                              bool minus)
{
    Integer *sum = blank(a, x->count + 1);
    if (!sum)
        return NULL;
    memcpy(sum->limbs, x->limbs, x->count * sizeof *x->limbs);
    if (minus)
        subtract_from(sum->limbs, sum->count, y->limbs, y->count);
    else
        add_to(sum->limbs, sum->count, y->limbs, y->count);
    sum->negative = x->negative;
    return finished(sum);
}

/* x + y, or x - y as y's sign is turned. */
static const Integer *add_signed(struct assay_arena *a, const Integer *x,
                                 const Integer *y, bool turned)
{
    bool swapped = magnitude_compare(x->limbs, x->count, y->limbs, y->count) < 0;
    bool minus = x->negative != (y->negative != turned);
    const Integer *sum = combine(a, swapped ? y : x, swapped ? x : y, minus);
    return sum && swapped && turned ? integer_negate(a, sum) : sum;
}

const Integer *integer_add(struct assay_arena *a, const Integer *x, const Integer *y)
{
    return x && y ? add_signed(a, x, y, false) : NULL;
}

const Integer *integer_subtract(struct assay_arena *a, const Integer *x, const Integer *y)
{
    return x && y ? add_signed(a, x, y, true) : NULL;
}

const Integer *integer_multiply(struct assay_arena *a, const Integer *x, const Integer *y)
{
    if (!x || !y || x->count + y->count > INTEGER_LIMBS + 1)
        return NULL;
    Integer *product = blank(a, x->count + y->count);
    if (!product)
        return NULL;
    for (uint32_t i = 0; i < x->count; i++) {
        uint64_t carry = 0;
        for (uint32_t j = 0; j < y->count; j++) {
            carry += (uint64_t)x->limbs[i] * y->limbs[j] + product->limbs[i + j];
            product->limbs[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product->limbs[i + y->count] = (uint32_t)carry;
    }
    product->negative = x->negative != y->negative;
    return finished(product);
}

/* ---- Division. */

typedef struct {
    Integer *quotient, *rest; /* of magnitudes */
} Division;

/* x shifted left by less than a limb, with one limb more. */
static Integer *shifted(struct assay_arena *a, const Integer *x, unsigned bits)
{
    Integer *y = blank(a, x->count + 1);
    for (uint32_t i = 0; y && i < x->count; i++) {
        uint64_t wide = (uint64_t)x->limbs[i] << bits;
        y->limbs[i] |= (uint32_t)wide;
        y->limbs[i + 1] = (uint32_t)(wide >> 32);
    }
    return y;
}

static void shift_back(Integer *x, unsigned bits)
{
    for (uint32_t i = 0; i < x->count; i++) {
        uint64_t above = i + 1 < x->count ? x->limbs[i + 1] : 0;
        x->limbs[i] = (uint32_t)((above << 32 | x->limbs[i]) >> bits);
    }
}

/* A digit of the quotient from the three topmost limbs of the rest and the two topmost of
 * the divisor: right, or one too large. */
static uint32_t guess(const uint32_t *rest, const uint32_t *by, uint32_t n)
{
    uint64_t top = (uint64_t)rest[n] << 32 | rest[n - 1];
    uint64_t digit = top / by[n - 1], left = top % by[n - 1];
    while (digit > UINT32_MAX || digit * by[n - 2] > (left << 32 | rest[n - 2])) {
        digit--;
        left += by[n - 1];
        if (left > UINT32_MAX)
            break;
    }
    return (uint32_t)digit;
}

/* By at least two limbs, of no more than the rest has. */
static bool divide_long(struct assay_arena *a, const Integer *x, const Integer *y,
                        Division *ret)
{
    uint32_t n = y->count, places = x->count - n + 1;
    unsigned bits = (unsigned)__builtin_clz(y->limbs[n - 1]);
    Integer *rest = shifted(a, x, bits), *by = shifted(a, y, bits);
    Integer *quotient = blank(a, places);
    if (!rest || !by || !quotient)
        return false;
    for (uint32_t j = places; j-- > 0;) {
        uint32_t digit = guess(rest->limbs + j, by->limbs, n);
        if (subtract_scaled(rest->limbs + j, by->limbs, n, digit)) {
            digit--;
            add_to(rest->limbs + j, n + 1, by->limbs, n);
        }
        quotient->limbs[j] = digit;
    }
    shift_back(rest, bits);
    *ret = (Division){quotient, rest};
    return true;
}

static bool divide_short(struct assay_arena *a, const Integer *x, uint32_t by,
                         Division *ret)
{
    Integer *quotient = blank(a, x->count), *rest = blank(a, 1);
    if (!quotient || !rest)
        return false;
    memcpy(quotient->limbs, x->limbs, x->count * sizeof *x->limbs);
    rest->limbs[0] = magnitude_divide(quotient->limbs, quotient->count, by);
    *ret = (Division){quotient, rest};
    return true;
}

static bool divide_none(struct assay_arena *a, const Integer *x, Division *ret)
{
    Integer *quotient = blank(a, 0), *rest = blank(a, x->count);
    if (!quotient || !rest)
        return false;
    memcpy(rest->limbs, x->limbs, x->count * sizeof *x->limbs);
    *ret = (Division){quotient, rest};
    return true;
}

static bool divide(struct assay_arena *a, const Integer *x, const Integer *y,
                   Division *ret)
{
    bool done = x->count < y->count ? divide_none(a, x, ret)
                : y->count == 1     ? divide_short(a, x, y->limbs[0], ret)
                                    : divide_long(a, x, y, ret);
    return done && finished(ret->quotient) && finished(ret->rest);
}

const Integer *integer_divide(struct assay_arena *a, const Integer *x, const Integer *y)
{
    Division d;
    if (!x || !y || !divide(a, x, y, &d))
        return NULL;
    /* The rest is not negative: below 0 the quotient of magnitudes is one too small. */
    const Integer *quotient = d.quotient;
    if (x->negative && d.rest->count > 0)
        quotient = integer_add(a, quotient, integer_from(a, 1));
    return x->negative != y->negative ? integer_negate(a, quotient) : quotient;
}

const Integer *integer_modulo(struct assay_arena *a, const Integer *x, const Integer *y)
{
    Division d;
    if (!x || !y || !divide(a, x, y, &d))
        return NULL;
    if (!x->negative || d.rest->count == 0)
        return d.rest;
    const Integer *size = y->negative ? integer_negate(a, y) : y;
    return size ? combine(a, size, d.rest, true) : NULL;
}
