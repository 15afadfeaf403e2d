/*
 * Literals: values of the types that C has, written so that a compiler reads them back,
 * or a little shorter for a reader.
 */
#include "gen/ops.h"
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- Integers of any width */

uint64_t assay_int_load(const void *at, size_t size, bool is_signed)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;

    switch (size) {
    case 1:
        memcpy(&one, at, sizeof one);
        return is_signed ? (uint64_t)(int8_t)one : one;
    case 2:
        memcpy(&two, at, sizeof two);
        return is_signed ? (uint64_t)(int16_t)two : two;
    case 4:
        memcpy(&four, at, sizeof four);
        return is_signed ? (uint64_t)(int32_t)four : four;
    default:
        memcpy(&eight, at, sizeof eight);
        return eight;
    }
}

/* C has no negative literals: the least int is not the negation of an int. */
static void put_least(struct assay_printer *p, int64_t value)
{
    assay_buf_printf(p->out, "(%" PRId64 " - 1)", value + 1);
}

void assay_put_int(struct assay_printer *p, uint64_t bits, size_t size, bool is_signed)
{
    int64_t value = (int64_t)bits;
    bool as_c = p->style == ASSAY_STYLE_C;

    if (!is_signed)
        assay_buf_printf(p->out, as_c && size == 8 ? "%" PRIu64 "u" : "%" PRIu64, bits);
    else if (as_c && (value == INT64_MIN || (size == 4 && value == INT32_MIN)))
        put_least(p, value);
    else
        assay_buf_printf(p->out, "%" PRId64, value);
}

void assay_put_number(struct assay_printer *p, const struct assay_gen *gen,
                      const void *value, bool is_signed)
{
    uint64_t bits = assay_int_load(value, gen->size, is_signed);

    if (strcmp(gen->type, "char") != 0 || bits < ' ' || bits > '~')
        assay_put_int(p, bits, gen->size, is_signed);
    else
        assay_buf_printf(p->out, bits == '\'' || bits == '\\' ? "'\\%c'" : "'%c'",
                         (char)bits);
}

void assay_put_bool(struct assay_printer *p, bool value)
{
    assay_buf_puts(p->out, value ? "true" : "false");
}

/* ---- Floating point */

static bool put_special(struct assay_printer *p, double x)
{
    if (isfinite(x))
        return false;
    assay_buf_puts(p->out, isnan(x) ? "NAN" : x < 0 ? "-INFINITY" : "INFINITY");
    return true;
}

void assay_put_double(struct assay_printer *p, double x)
{
    if (!put_special(p, x))
        assay_buf_double(p->out, x);
}

/* Whether a decimal next to `d` is read as the float x, whichever side of d it is on. */
/*@ requires \is_finite(d) && \is_finite(x);
    assigns \nothing;
    ensures \result ==> (float)d == x;
*/
static bool reads_as(double d, float x)
{
    return (float)nextafter(d, INFINITY) == x && (float)nextafter(d, -INFINITY) == x;
}

/*
 * The double with the fewest decimals that rounds to x: 0.1f is 0.1 and not
 * 0.10000000149011612. Powers of ten up to 22 are exact, so the quotient is the double
 * nearest to a short decimal. Where there is none, x itself.
 */
/*@ requires \is_finite(x) && x != 0.;
    assigns \nothing;
    ensures (float)\result == x;
    ensures \abs(x) < 0x1p20 && \floor(x) == x ==> \result == x;
    ensures \abs(x) < 0x1p20 && \floor(2 * x) == 2 * x ==> \result == x;
*/
static double few_decimals(float x)
{
    double scale = 1;

    for (int decimals = 0; decimals <= 22; decimals++, scale *= 10) {
        double whole = nearbyint((double)x * scale);
        if (fabs(whole) >= 0x1p53)
            break;
        if (reads_as(whole / scale, x))
            return whole / scale;
    }
    return (double)x;
}

void assay_put_float(struct assay_printer *p, float x)
{
    if (put_special(p, (double)x))
        return;
    assay_buf_double(p->out, x == 0 ? (double)x : few_decimals(x));
    if (p->style == ASSAY_STYLE_C)
        assay_buf_putc(p->out, 'f');
}

void assay_put_string(struct assay_printer *p, const char *text)
{
    if (text)
        assay_buf_c_string(p->out, text, strlen(text));
    else
        assay_buf_puts(p->out, "NULL");
}

/* ---- Types known by name */

enum scalar_kind { SIGNED, UNSIGNED, BOOL, FLOATING, STRING };

static const struct scalar {
    const char *type;
    enum scalar_kind kind;
    size_t size;
} scalars[] = {
    {"char", CHAR_MIN < 0 ? SIGNED : UNSIGNED, 1},
    {"signed char", SIGNED, 1},
    {"unsigned char", UNSIGNED, 1},
    {"short", SIGNED, sizeof(short)},
    {"unsigned short", UNSIGNED, sizeof(short)},
    {"int", SIGNED, sizeof(int)},
    {"signed", SIGNED, sizeof(int)},
    {"signed int", SIGNED, sizeof(int)},
    {"unsigned", UNSIGNED, sizeof(int)},
    {"unsigned int", UNSIGNED, sizeof(int)},
    {"long", SIGNED, sizeof(long)},
    {"long int", SIGNED, sizeof(long)},
    {"unsigned long", UNSIGNED, sizeof(long)},
    {"unsigned long int", UNSIGNED, sizeof(long)},
    {"long long", SIGNED, sizeof(long long)},
    {"unsigned long long", UNSIGNED, sizeof(long long)},
    {"size_t", UNSIGNED, sizeof(size_t)},
    {"ssize_t", SIGNED, sizeof(size_t)},
    {"ptrdiff_t", SIGNED, sizeof(ptrdiff_t)},
    {"int8_t", SIGNED, 1},
    {"int16_t", SIGNED, 2},
    {"int32_t", SIGNED, 4},
    {"int64_t", SIGNED, 8},
    {"uint8_t", UNSIGNED, 1},
    {"uint16_t", UNSIGNED, 2},
    {"uint32_t", UNSIGNED, 4},
    {"uint64_t", UNSIGNED, 8},
    {"intptr_t", SIGNED, sizeof(intptr_t)},
    {"uintptr_t", UNSIGNED, sizeof(uintptr_t)},
    {"intmax_t", SIGNED, sizeof(intmax_t)},
    {"uintmax_t", UNSIGNED, sizeof(uintmax_t)},
    {"bool", BOOL, sizeof(bool)},
    {"_Bool", BOOL, sizeof(bool)},
    {"float", FLOATING, sizeof(float)},
    {"double", FLOATING, sizeof(double)},
    {"char *", STRING, sizeof(char *)},
    {"const char *", STRING, sizeof(char *)},
};

/*@ requires \valid_read(gen) && valid_read_string(gen->type);
    assigns \nothing;
    ensures \result != \null ==> \result->size == gen->size;
    ensures \result != \null && \result->kind == FLOATING ==>
      gen->size == 4 && strcmp(gen->type, "float") == 0 ||
      gen->size == 8 && strcmp(gen->type, "double") == 0;
*/
static const struct scalar *scalar_find(const struct assay_gen *gen)
{
    static const struct scalar enumeration = {"enum", SIGNED, sizeof(int)};

    if (strncmp(gen->type, "enum ", 5) == 0)
        return gen->size == enumeration.size ? &enumeration : NULL;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (strcmp(gen->type, scalars[i].type) == 0)
            return gen->size == scalars[i].size ? &scalars[i] : NULL;
    return NULL;
}

static void put_floating(struct assay_printer *p, const void *value, size_t size)
{
    float single;
    double x;

    if (size == sizeof single) {
        memcpy(&single, value, sizeof single);
        assay_put_float(p, single);
    } else {
        memcpy(&x, value, sizeof x);
        assay_put_double(p, x);
    }
}

bool assay_put_scalar(const struct assay_gen *gen, const void *value,
                      struct assay_printer *p)
{
    const struct scalar *scalar = scalar_find(gen);
    const char *text;

    if (!scalar)
        return false;
    switch (scalar->kind) {
    case SIGNED:
    case UNSIGNED:
        assay_put_number(p, gen, value, scalar->kind == SIGNED);
        break;
    case BOOL:
        assay_put_bool(p, assay_int_load(value, gen->size, false) != 0);
        break;
    case FLOATING:
        put_floating(p, value, gen->size);
        break;
    case STRING:
        memcpy(&text, value, sizeof text);
        assay_put_string(p, text);
        break;
    }
    return true;
}

/* ---- Long arrays */

size_t assay_put_limit(const struct assay_printer *p, size_t len)
{
    bool cut = p->style == ASSAY_STYLE_SHORT && len > ASSAY_SHORT_ELEMENTS;

    return cut ? ASSAY_SHORT_ELEMENTS : len;
}

void assay_put_rest(struct assay_printer *p, const char *separator, size_t len)
{
    if (assay_put_limit(p, len) < len)
        assay_buf_printf(p->out, "%s... (%zu in all)", separator, len);
}
