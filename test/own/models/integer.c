/*
 * A model of the integers of tool/term/integer.h: the reference calculates with decimal
 * digits. All numbers are printed, and compared, after every operation.
 *
 * candidate: tool/term/integer.c
 */
#include "integer.h"
#include "digits.h"

typedef const struct digits *Digits;

static Digits keep(struct digits x)
{
    struct digits *copy = assay_model_new(1, sizeof *copy);

    *copy = x;
    return copy;
}

static Digits ref_from_text(const char *text)
{
    return keep(digits_read(text));
}

static Digits ref_from(int64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "%lld", (long long)value);
    return ref_from_text(text);
}

static Digits ref_from_limbs(const uint32_t *limbs, uint32_t count, bool negative)
{
    struct digits x = {.count = 0}, base = *ref_from((int64_t)1 << 32);

    while (count > 0)
        x = digits_add(digits_multiply(x, base), *ref_from(limbs[--count]));
    return keep(negative ? digits_negate(x) : x);
}

static Digits ref_negate(Digits x)
{
    return keep(digits_negate(*x));
}
static Digits ref_add(Digits x, Digits y)
{
    return keep(digits_add(*x, *y));
}
static Digits ref_multiply(Digits x, Digits y)
{
    return keep(digits_multiply(*x, *y));
}
static int ref_sign(Digits x)
{
    return x->negative ? -1 : x->count > 0;
}

static Digits ref_subtract(Digits x, Digits y)
{
    return keep(digits_add(*x, digits_negate(*y)));
}

static int ref_compare(Digits x, Digits y)
{
    return ref_sign(ref_subtract(x, y));
}

/* The rest is never negative; the quotient makes up for that. */
static Digits ref_modulo(Digits x, Digits y)
{
    struct digits quotient, rest = digits_divide(*x, *y, &quotient), size = *y;

    size.negative = false;
    return keep(x->negative && rest.count > 0 ? digits_add(size, digits_negate(rest))
                                              : rest);
}

static Digits ref_divide(Digits x, Digits y)
{
    struct digits quotient;

    digits_divide(*ref_subtract(x, ref_modulo(x, y)), *y, &quotient);
    return keep(x->negative != y->negative ? digits_negate(quotient) : quotient);
}

static bool ref_to_i64(Digits x, int64_t *ret_value)
{
    char text[MOST + 2], back[32];

    digits_print(*x, text);
    *ret_value = strtoll(text, NULL, 10); /* the nearest there is */
    snprintf(back, sizeof back, "%lld", (long long)*ret_value);
    return strcmp(text, back) == 0;
}

static const char *is_same(Digits x, const Integer *integer)
{
    char text[MOST + 2];

    digits_print(*x, text);
    return strcmp(text, text_of(integer)) == 0 ? NULL : "it is another number";
}

static int sign_of(int x)
{
    return (x > 0) - (x < 0);
}
static bool is_not_0(Digits x)
{
    return x->count > 0;
}

static const char *digit(struct assay_test *t, const struct assay_arguments *args)
{
    char *text = assay_model_new(MOST, 1);
    size_t len = (size_t)assay_int(t, NULL, 1, 40);

    (void)args;
    for (size_t i = 0; i < len; i++)
        text[i] = (char)('0' + assay_int(t, NULL, 0, 9));
    return text;
}

ASSAY_ABSTRACT(integer, Digits, const Integer *);
ASSAY_CHECK(integer, is_same);
ASSAY_SUBSET(divisor, integer, is_not_0);
ASSAY_VALUES(value, int64_t, assay_any(int64_t));
ASSAY_VALUES(limb, uint32_t, assay_any(uint32_t));
ASSAY_ARRAY(limbs, limb, 0, 6);
ASSAY_LENGTH(count, uint32_t, limbs);
ASSAY_DRAWN(numeral, const char *, digit);
ASSAY_MAP_INTO(order, int, int, int, sign_of, sign_of);
ASSAY_OUT(value_out, value);
ASSAY_RESULT(fits, bool, true);

ASSAY_OPERATION(from, (value), integer, ref_from, from);
ASSAY_OPERATION(from_limbs, (limbs, count, bool), integer, ref_from_limbs, from_limbs,
                .weight = 2);
ASSAY_OPERATION(from_text, (numeral), integer, ref_from_text, from_text);
ASSAY_OPERATION(negate, (integer), integer, ref_negate, negate);
ASSAY_OPERATION(add, (integer, integer), integer, ref_add, add);
ASSAY_OPERATION(subtract, (integer, integer), integer, ref_subtract, subtract);
ASSAY_OPERATION(multiply, (integer, integer), integer, ref_multiply, multiply);
ASSAY_OPERATION(divide, (integer, divisor), integer, ref_divide, divide, .weight = 2);
ASSAY_OPERATION(modulo, (integer, divisor), integer, ref_modulo, modulo, .weight = 2);
ASSAY_OPERATION(compare, (integer, integer), order, ref_compare, integer_compare);
ASSAY_OPERATION(sign, (integer), order, ref_sign, integer_sign);
ASSAY_OPERATION(to_i64, (integer, value_out), fits, ref_to_i64, integer_to_i64);
ASSAY_MODEL(integers,
            (from, from_limbs, from_text, negate, add, subtract, multiply, divide, modulo,
             compare, sign, to_i64),
            .header = "integer.h", .prologue = begin, .epilogue = end,
            .prologue_text = "begin();", .epilogue_text = "end();");

int main(int argc, char **argv)
{
    return assay_model_main(&integers, argc, argv);
}
