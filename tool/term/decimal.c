/*
 * Decimals: an integer and how many of its digits are behind the point.
 */
#include "base/ascii.h"
#include "term/integer.h"
#include "term/integer_parts.h"

#include <string.h>

/* Limbs of any integer times any power of ten up to DECIMAL_EXPONENT. */
#define WIDE_LIMBS (INTEGER_LIMBS + DECIMAL_EXPONENT / 9 + 2)

Decimal decimal_make(struct assay_arena *a, const Integer *digits, uint32_t scale)
{
    uint32_t limbs[INTEGER_LIMBS], less[INTEGER_LIMBS];
    if (!digits || scale == 0)
        return (Decimal){digits, 0};
    uint32_t count = digits->count, before = scale;
    memcpy(limbs, digits->limbs, count * sizeof *limbs);
    for (; scale > 0 && count > 0; scale--) {
        memcpy(less, limbs, count * sizeof *limbs);
        if (magnitude_divide(less, count, 10) > 0)
            break;
        count -= less[count - 1] == 0;
        memcpy(limbs, less, count * sizeof *limbs);
    }
    if (scale < before)
        digits = integer_make(a, limbs, count, digits->negative);
    return (Decimal){digits, count > 0 ? scale : 0};
}

/* Makes a result that fits. */
static bool finish(struct assay_arena *a, const Integer *digits, uint32_t scale,
                   Decimal *ret_value)
{
    Decimal x = decimal_make(a, digits, scale);
    if (!x.digits || x.scale > DECIMAL_EXPONENT)
        return false;
    *ret_value = x;
    return true;
}

/* ---- Reading. */

/* How many digits a text begins with. */
static size_t digits_at(struct assay_str s, size_t from)
{
    size_t n = from;
    while (n < s.len && assay_is_digit(s.at[n]))
        n++;
    return n - from;
}

/* An exponent and nothing behind it; 0 for an empty text. */
static bool read_exponent(struct assay_str s, int64_t *ret_value)
{
    *ret_value = 0;
    if (s.len == 0)
        return true;
    if (s.at[0] != 'e' && s.at[0] != 'E')
        return false;
    s = (struct assay_str){s.at + 1, s.len - 1};
    if (s.len > 1 && s.at[0] == '+' && s.at[1] != '-')
        s = (struct assay_str){s.at + 1, s.len - 1};
    return assay_str_i64(s, ret_value) && *ret_value <= DECIMAL_EXPONENT &&
           *ret_value >= -DECIMAL_EXPONENT;
}

/* The sign, the digits before the point and those behind it, in one. */
static const Integer *join_digits(struct assay_arena *a, struct assay_str head,
                                  struct assay_str tail)
{
    char *digits = tail.len > DECIMAL_EXPONENT * 2
                       ? NULL
                       : assay_arena_text(a, head.at, head.len + tail.len);
    if (!digits)
        return NULL;
    if (tail.len > 0)
        memcpy(digits + head.len, tail.at, tail.len);
    return integer_read(a, (struct assay_str){digits, head.len + tail.len});
}

bool decimal_read(struct assay_arena *a, struct assay_str text, Decimal *ret_value)
{
    size_t sign = text.len > 0 && text.at[0] == '-';
    size_t whole = digits_at(text, sign), at = sign + whole, behind = 0;
    if (whole == 0)
        return false;
    if (at < text.len && text.at[at] == '.') {
        behind = digits_at(text, at + 1);
        if (behind == 0)
            return false;
        at += 1 + behind;
    }
    int64_t exponent;
    if (!read_exponent((struct assay_str){text.at + at, text.len - at}, &exponent))
        return false;
    const Integer *digits =
        join_digits(a, (struct assay_str){text.at, sign + whole},
                    (struct assay_str){text.at + at - behind, behind});
    int64_t scale = (int64_t)behind - exponent;
    if (scale < 0) {
        digits = integer_multiply(a, digits, integer_power_of_ten(a, (uint32_t)-scale));
        scale = 0;
    }
    return finish(a, digits, (uint32_t)scale, ret_value);
}

/* ---- Writing. */

/* Digits with a point before the last `scale` of them. */
static void print_digits(const char *digits, size_t len, uint32_t scale,
                         struct assay_buf *out)
{
    size_t whole = len > scale ? len - scale : 0;
    if (whole > 0)
        assay_buf_add(out, digits, whole);
    else
        assay_buf_putc(out, '0');
    if (scale == 0)
        return;
    assay_buf_putc(out, '.');
    for (size_t i = len; i < scale; i++)
        assay_buf_putc(out, '0');
    assay_buf_add(out, digits + whole, len - whole);
}

void decimal_print(Decimal x, struct assay_buf *out)
{
    struct assay_buf digits;
    size_t sign = x.digits->negative;
    assay_buf_init(&digits, out->mem, 0);
    integer_print(x.digits, &digits);
    if (!digits.status) {
        assay_buf_puts(out, sign ? "-" : "");
        print_digits(digits.at + sign, digits.len - sign, x.scale, out);
    } else if (!out->status) {
        out->status = digits.status;
    }
    assay_buf_done(&digits);
}

/* ---- Arithmetic. */

/* The digits of x with a scale that is not less than its own. */
static const Integer *at_scale(struct assay_arena *a, Decimal x, uint32_t scale)
{
    if (scale == x.scale)
        return x.digits;
    return integer_multiply(a, x.digits, integer_power_of_ten(a, scale - x.scale));
}

bool decimal_add(struct assay_arena *a, Decimal x, Decimal y, Decimal *ret_value)
{
    uint32_t scale = x.scale > y.scale ? x.scale : y.scale;
    const Integer *sum = integer_add(a, at_scale(a, x, scale), at_scale(a, y, scale));
    return finish(a, sum, scale, ret_value);
}

bool decimal_subtract(struct assay_arena *a, Decimal x, Decimal y, Decimal *ret_value)
{
    y.digits = integer_negate(a, y.digits);
    return y.digits && decimal_add(a, x, y, ret_value);
}

bool decimal_multiply(struct assay_arena *a, Decimal x, Decimal y, Decimal *ret_value)
{
    return finish(a, integer_multiply(a, x.digits, y.digits), x.scale + y.scale,
                  ret_value);
}

/* The magnitude of x with a scale that is not less than its own; how many limbs. */
static uint32_t widen(Decimal x, uint32_t scale, uint32_t limbs[WIDE_LIMBS])
{
    uint32_t count = x.digits->count, left = scale - x.scale;
    memcpy(limbs, x.digits->limbs, count * sizeof *limbs);
    for (; left >= 9; left -= 9)
        count = magnitude_scale(limbs, count, 1000000000, 0);
    for (; left > 0; left--)
        count = magnitude_scale(limbs, count, 10, 0);
    return count;
}

int decimal_compare(Decimal x, Decimal y)
{
    uint32_t scale = x.scale > y.scale ? x.scale : y.scale;
    uint32_t xs[WIDE_LIMBS], ys[WIDE_LIMBS];
    int sign = integer_sign(x.digits);
    if (sign != integer_sign(y.digits))
        return sign < integer_sign(y.digits) ? -1 : 1;
    return sign * magnitude_compare(xs, widen(x, scale, xs), ys, widen(y, scale, ys));
}
