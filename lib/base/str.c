/*
 * Slices, glob patterns and numbers. Numbers are stricter than strtoull and strtod read
 * them: those skip blanks, take signs and wrap around.
 */
#include "base/str.h"
#include "base/ascii.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Holds the exact decimal of every double; the longest, near the least one, has some 1100
 * characters. A longer text is refused. */
#define DOUBLE_TEXT 1200

struct assay_str assay_str(const char *text)
{
    return (struct assay_str){text, strlen(text)};
}

bool assay_str_equal(struct assay_str a, struct assay_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

bool assay_str_starts(struct assay_str s, const char *prefix)
{
    size_t len = strlen(prefix);
    return s.len >= len && (len == 0 || memcmp(s.at, prefix, len) == 0);
}

/*
 * On a mismatch the last '*' takes one byte more. Going back further is never needed: an
 * earlier '*' that takes more leaves less for the rest.
 */
bool assay_str_matches(const char *text, const char *pattern)
{
    const char *star = NULL, *resume = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            resume = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

/*@ requires 2 <= base <= 16 && \valid(ret_value);
    behavior number:
      assumes IsNumber(s.at, s.len, base);
      assigns *ret_value;
      ensures \result && *ret_value == Number(s.at, s.len, base);
    behavior other:
      assumes !IsNumber(s.at, s.len, base);
      assigns \nothing;
      ensures !\result;
    complete behaviors;
    disjoint behaviors;
*/
static bool read_digits(struct assay_str s, unsigned base, uint64_t *ret_value)
{
    uint64_t value = 0;
    for (size_t i = 0; i < s.len; i++) {
        unsigned digit = assay_digit_value(s.at[i]);
        if (digit >= base || value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    if (s.len > 0)
        *ret_value = value;
    return s.len > 0;
}

bool assay_str_u64(struct assay_str s, uint64_t *ret_value)
{
    return read_digits(s, 10, ret_value);
}

bool assay_str_hex(struct assay_str s, uint64_t *ret_value)
{
    return read_digits(s, 16, ret_value);
}

bool assay_str_i64(struct assay_str s, int64_t *ret_value)
{
    bool negative = assay_str_starts(s, "-");
    struct assay_str digits = {s.at + negative, s.len - negative};
    uint64_t size;
    if (!assay_str_u64(digits, &size) || size > (uint64_t)INT64_MAX + negative)
        return false;
    /* -(size - 1) - 1, because INT64_MIN has no positive counterpart. */
    *ret_value = negative && size > 0 ? -(int64_t)(size - 1) - 1 : (int64_t)size;
    return true;
}

bool assay_str_double(struct assay_str s, double *ret_value)
{
    char text[DOUBLE_TEXT];
    if (s.len == 0 || s.len >= sizeof text || s.at[0] == '+')
        return false;
    memcpy(text, s.at, s.len);
    text[s.len] = '\0';
    /* Leaves out what strtod reads beyond decimals: blanks, "inf", "nan", hexadecimals.
     */
    if (strspn(text, "0123456789.eE+-") != s.len)
        return false;

    /* The program under test may have set a locale whose decimal point is a comma. */
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c_locale)
        return false;
    char *end;
    double value = strtod_l(text, &end, c_locale);
    freelocale(c_locale);
    if (end != text + s.len || isinf(value))
        return false;
    *ret_value = value;
    return true;
}

/* Names longer than this resemble none. */
#define LONGEST_NAME 40

/*@ assigns \nothing;
    ensures \result == \min(a, b);
*/
static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The optimal string alignment distance. */
/*@ requires a.len <= LONGEST_NAME && b.len <= LONGEST_NAME;
    assigns \nothing;
    ensures \result == Distance(a.at, a.len, b.at, b.len);
*/
static size_t edit_distance(struct assay_str a, struct assay_str b)
{
    size_t d[LONGEST_NAME + 1][LONGEST_NAME + 1];
    for (size_t i = 0; i <= a.len; i++)
        d[i][0] = i;
    for (size_t k = 0; k <= b.len; k++)
        d[0][k] = k;
    for (size_t i = 1; i <= a.len; i++) {
        for (size_t k = 1; k <= b.len; k++) {
            bool same = a.at[i - 1] == b.at[k - 1];
            d[i][k] = least(least(d[i - 1][k], d[i][k - 1]) + 1, d[i - 1][k - 1] + !same);
            if (i > 1 && k > 1 && a.at[i - 1] == b.at[k - 2] &&
                a.at[i - 2] == b.at[k - 1])
                d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
        }
    }
    return d[a.len][b.len];
}

bool assay_str_resembles(struct assay_str name, struct assay_str known, size_t *nearest)
{
    size_t most = (name.len + 2) / 3; /* a third of it may be wrong */
    if (name.len > LONGEST_NAME || known.len > LONGEST_NAME)
        return false;
    size_t distance = edit_distance(name, known);
    if (distance > most || distance >= *nearest)
        return false;
    *nearest = distance;
    return true;
}
