/*
 * A model of the decimals of tool/term/integer.h: the reference has the digits as text,
 * SCALE of them behind the point, always. All are printed, and compared, after every
 * operation.
 *
 * candidate: tool/term/decimal.c tool/term/integer.c
 */
#include "decimal.h"
#include "digits.h"

#define SCALE 40 /* more digits behind the point back off */

typedef const struct digits *Digits;

static Digits keep(struct digits x)
{
    struct digits *copy = assay_model_new(1, sizeof *copy);

    *copy = x;
    return copy;
}

/* "-12.5e3": the digits in a row, moved to where the point is. */
static Digits ref_from_text(const char *text)
{
    char digits[MOST] = "";
    size_t before = strcspn(text, ".eE"), behind = 0;
    const char *exponent = strpbrk(text, "eE");
    int by;

    strncat(digits, text, before);
    if (text[before] == '.') {
        behind = strcspn(text + before + 1, "eE");
        strncat(digits, text + before + 1, behind);
    }
    by = SCALE - (int)behind + (exponent ? atoi(exponent + 1) : 0);
    if (by < 0)
        assay_back_off();
    return keep(digits_shift(digits_read(digits), by));
}

static Digits ref_add(Digits x, Digits y)
{
    return keep(digits_add(*x, *y));
}

static Digits ref_subtract(Digits x, Digits y)
{
    return keep(digits_add(*x, digits_negate(*y)));
}

/* Backs off where digits would be lost. */
static Digits ref_multiply(Digits x, Digits y)
{
    struct digits product = digits_multiply(*x, *y);

    for (int i = 0; i < SCALE && product.count > 0; i++)
        if (product.at[i] != 0)
            assay_back_off();
    if (product.count > 0) {
        product.count -= SCALE;
        memmove(product.at, product.at + SCALE, (size_t)product.count);
    }
    return keep(product);
}

static int ref_compare(Digits x, Digits y)
{
    Digits difference = ref_subtract(x, y);

    return difference->negative ? -1 : difference->count > 0;
}

/* At least one digit before the point, and none behind it that are 0 to the end. */
static const char *is_same(Digits x, const Decimal *decimal)
{
    char text[MOST + 4], *end = text;

    if (x->negative)
        *end++ = '-';
    for (int i = x->count > SCALE ? x->count : SCALE + 1; i > 0; i--) {
        *end++ = (char)('0' + (i <= x->count ? x->at[i - 1] : 0));
        if (i == SCALE + 1)
            *end++ = '.';
    }
    while (end[-1] == '0')
        end--;
    end -= end[-1] == '.';
    *end = '\0';
    return strcmp(text, text_of(decimal)) == 0 ? NULL : "it is another number";
}

static int sign_of(int x)
{
    return (x > 0) - (x < 0);
}

static size_t put_digits(struct assay_test *t, int most, char *text)
{
    int count = (int)assay_int(t, NULL, 1, most);

    for (int i = 0; i < count; i++)
        text[i] = (char)('0' + assay_int(t, NULL, 0, 9));
    return (size_t)count;
}

static const char *numeral(struct assay_test *t, const struct assay_arguments *args)
{
    char *text = assay_model_new(MOST, 1), *end = text;

    (void)args;
    if (assay_bool(t, NULL))
        *end++ = '-';
    end += put_digits(t, 22, end);
    if (assay_bool(t, NULL)) {
        *end++ = '.';
        end += put_digits(t, 15, end);
    }
    if (assay_bool(t, NULL))
        sprintf(end, "e%d", (int)assay_int(t, NULL, -20, 20));
    return text;
}

ASSAY_ABSTRACT(decimal, Digits, const Decimal *);
ASSAY_CHECK(decimal, is_same);
ASSAY_DRAWN(numeral, const char *, numeral);
ASSAY_MAP_INTO(order, int, int, int, sign_of, sign_of);

ASSAY_OPERATION(from_text, (numeral), decimal, ref_from_text, from_text, .weight = 2);
ASSAY_OPERATION(add, (decimal, decimal), decimal, ref_add, add);
ASSAY_OPERATION(subtract, (decimal, decimal), decimal, ref_subtract, subtract);
ASSAY_OPERATION(multiply, (decimal, decimal), decimal, ref_multiply, multiply);
ASSAY_OPERATION(compare, (decimal, decimal), order, ref_compare, compare);
ASSAY_MODEL(decimals, (from_text, add, subtract, multiply, compare),
            .header = "decimal.h", .prologue = begin, .epilogue = end,
            .prologue_text = "begin();", .epilogue_text = "end();");

int main(int argc, char **argv)
{
    return assay_model_main(&decimals, argc, argv);
}
