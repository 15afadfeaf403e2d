/*
 * The scalars of YAML's core schema: section 10.3.2 of YAML 1.2.
 */
#include "rest/import_yaml_scalar.h"
#include "base/ascii.h"
#include <string.h>

#define NUMBER_MAX 400 /* characters; what is longer is a text */

static bool is_one_of(struct assay_str text, const char *const *words)
{
    for (; *words; words++)
        if (assay_str_equal(text, assay_str(*words)))
            return true;
    return false;
}

static size_t digits(struct assay_str s, size_t at)
{
    size_t n = 0;

    while (at + n < s.len && assay_is_digit(s.at[at + n]))
        n++;
    return n;
}

static bool is_at(struct assay_str s, size_t at, const char *set)
{
    return at < s.len && s.at[at] != '\0' && strchr(set, s.at[at]) != NULL;
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool is_number(struct assay_str s)
{
    size_t at = is_at(s, 0, "-+"), whole = digits(s, at), fraction = 0, n;

    at += whole;
    if (is_at(s, at, ".")) {
        fraction = digits(s, at + 1);
        at += 1 + fraction;
    }
    if (whole + fraction == 0)
        return false;
    if (is_at(s, at, "eE")) {
        at += 1 + is_at(s, at + 1, "-+");
        n = digits(s, at);
        if (n == 0)
            return false;
        at += n;
    }
    return at == s.len;
}

/* As decimal_read() wants it: no plus, digits on both sides of the point. */
static const char *tidy(struct assay_str s, char into[NUMBER_MAX + 8])
{
    char *to = into;

    for (size_t i = 0; i < s.len; i++) {
        if (i == 0 && s.at[i] == '+')
            continue;
        if (s.at[i] == '.' && (i == 0 || !assay_is_digit(s.at[i - 1])))
            *to++ = '0';
        *to++ = s.at[i];
        if (s.at[i] == '.' && (i + 1 == s.len || !assay_is_digit(s.at[i + 1])))
            *to++ = '0';
    }
    *to = '\0';
    return into;
}

/* Whether the exponent of a number is more than values have. */
static bool is_large(const char *text)
{
    const char *e = strpbrk(text, "eE");
    uint64_t exponent;

    if (!e)
        return false;
    e += 1 + (e[1] == '-' || e[1] == '+');
    return !assay_str_u64(assay_str(e), &exponent) ||
           exponent > DECIMAL_EXPONENT - NUMBER_MAX;
}

static const Value *number(struct assay_arena *a, struct assay_str s,
                           const char **ret_why)
{
    char text[NUMBER_MAX + 8];
    Decimal d;

    if (is_large(tidy(s, text))) {
        *ret_why = "this number is too large";
        return NULL;
    }
    return decimal_read(a, assay_str(text), &d) ? value_number(a, d) : NULL;
}

/* 0x1f or 0o17. */
static bool is_based(struct assay_str s, unsigned base, uint64_t *ret_value)
{
    *ret_value = 0;
    if (s.len < 3 || s.at[0] != '0' || s.at[1] != (base == 16 ? 'x' : 'o'))
        return false;
    for (size_t i = 2; i < s.len; i++) {
        unsigned digit = assay_digit_value(s.at[i]);
        if (digit >= base || *ret_value > ((uint64_t)INT64_MAX - digit) / base)
            return false;
        *ret_value = *ret_value * base + digit;
    }
    return true;
}

const Value *yaml_plain_scalar(struct assay_arena *a, struct assay_str text,
                               const char **ret_why)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
    static const char *const trues[] = {"true", "True", "TRUE", NULL};
    static const char *const falses[] = {"false", "False", "FALSE", NULL};
    uint64_t value;

    if (is_one_of(text, nulls))
        return value_null();
    if (is_one_of(text, trues) || is_one_of(text, falses))
        return value_boolean(is_one_of(text, trues));
    if (is_based(text, 16, &value) || is_based(text, 8, &value))
        return value_int(a, (int64_t)value);
    if (text.len <= NUMBER_MAX && is_number(text))
        return number(a, text, ret_why);
    return value_string(a, text);
}

const Value *yaml_tagged_scalar(struct assay_arena *a, struct assay_str text,
                                const char *tag, const char **ret_why)
{
    static const char *const resolved[] = {
        "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int",
        "tag:yaml.org,2002:float", NULL};
    const Value *v;

    if (!is_one_of(assay_str(tag), resolved))
        return value_string(a, text);
    v = yaml_plain_scalar(a, text, ret_why);
    if (v && v->kind == VALUE_STRING) {
        *ret_why = "this is not what its tag says";
        return NULL;
    }
    return v;
}
