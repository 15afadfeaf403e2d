/*
 * Whole numbers as decimal digits, by the methods of school: the reference for integers
 * and decimals of any size. Numbers past MOST digits back off.
 */
#include <assay/model.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 120

struct digits {
    bool negative; /* not for 0 */
    int count;     /* of 0: none */
    char at[MOST]; /* 0 to 9, the lowest first */
};

static inline struct digits digits_trim(struct digits x)
{
    while (x.count > 0 && x.at[x.count - 1] == 0)
        x.count--;
    x.negative = x.negative && x.count > 0;
    return x;
}

/* Digits, with a '-' or not. */
static inline struct digits digits_read(const char *text)
{
    struct digits x = {.negative = *text == '-'};

    for (size_t len = strlen(text), i = len; i > x.negative; i--) {
        if (x.count == MOST)
            assay_back_off();
        x.at[x.count++] = (char)(text[i - 1] - '0');
    }
    return digits_trim(x);
}

static inline void digits_print(struct digits x, char *text)
{
    if (x.negative)
        *text++ = '-';
    for (int i = x.count; i > 0; i--)
        *text++ = (char)('0' + x.at[i - 1]);
    if (x.count == 0)
        *text++ = '0';
    *text = '\0';
}

/* Of what they are without their signs. */
static inline int digits_compare(struct digits x, struct digits y)
{
    if (x.count != y.count)
        return x.count - y.count;
    for (int i = x.count; i > 0; i--)
        if (x.at[i - 1] != y.at[i - 1])
            return x.at[i - 1] - y.at[i - 1];
    return 0;
}

static inline struct digits digits_negate(struct digits x)
{
    x.negative = !x.negative;
    return digits_trim(x);
}

static inline struct digits digits_add(struct digits x, struct digits y)
{
    int carry = 0, sign = x.negative == y.negative ? 1 : -1;

    if (digits_compare(x, y) < 0)
        return digits_add(y, x);
    for (int i = 0; i < x.count; i++) {
        int digit = x.at[i] + (i < y.count ? sign * y.at[i] : 0) + carry;
        carry = digit < 0 ? -1 : digit / 10;
        x.at[i] = (char)((digit + 10) % 10);
    }
    if (carry && x.count == MOST)
        assay_back_off();
    if (carry)
        x.at[x.count++] = 1;
    return digits_trim(x);
}

/* x times 10^by. */
static inline struct digits digits_shift(struct digits x, int by)
{
    if (x.count == 0)
        return x;
    if (x.count + by > MOST)
        assay_back_off();
    memmove(x.at + by, x.at, (size_t)x.count);
    memset(x.at, 0, (size_t)by);
    x.count += by;
    return x;
}

static inline struct digits digits_multiply(struct digits x, struct digits y)
{
    struct digits product = {.count = 0};
    bool negative = x.negative != y.negative;

    x.negative = y.negative = false;
    for (int i = 0; i < y.count; i++)
        for (int times = y.at[i]; times > 0; times--)
            product = digits_add(product, digits_shift(x, i));
    product.negative = negative;
    return digits_trim(product);
}

/* Without signs: the rest, and how often y was taken away. */
static inline struct digits digits_divide(struct digits x, struct digits y,
                                          struct digits *ret_quotient)
{
    struct digits one = {.count = 1, .at = {1}};

    *ret_quotient = (struct digits){.count = 0};
    x.negative = y.negative = false;
    for (int shift = x.count - y.count; shift >= 0; shift--)
        while (digits_compare(x, digits_shift(y, shift)) >= 0) {
            x = digits_add(x, digits_negate(digits_shift(y, shift)));
            *ret_quotient = digits_add(*ret_quotient, digits_shift(one, shift));
        }
    return x;
}
