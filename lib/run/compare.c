/*
 * Comparing assertions. Numbers compare by value, whatever their types: -1 is less than
 * 1u here.
 */
#include "run/body.h"
#include <inttypes.h>
#include <string.h>

#define SHOWN 40 /* bytes of a string on each side of a difference */

static long double as_real(struct assay_operand x)
{
    switch (x.kind) {
    case ASSAY_SIGNED:
        return (long double)x.as.i;
    case ASSAY_UNSIGNED:
        return (long double)x.as.u;
    case ASSAY_FLOATING:
        return (long double)x.as.f;
    case ASSAY_POINTER:
        break;
    }
    return (long double)(uintptr_t)x.as.p;
}

static bool is_negative(struct assay_operand x)
{
    return x.kind == ASSAY_SIGNED && x.as.i < 0;
}

/* The bits of an integer or pointer; two that are not negative compare by them. */
static uint64_t bits_of(struct assay_operand x)
{
    return x.kind == ASSAY_POINTER ? (uint64_t)(uintptr_t)x.as.p : x.as.u;
}

/* -1, 0, 1, or 2 when they have no order: one is NaN. */
static int order(struct assay_operand a, struct assay_operand b)
{
    if (a.kind == ASSAY_FLOATING || b.kind == ASSAY_FLOATING) {
        long double x = as_real(a), y = as_real(b);
        return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
    }
    if (is_negative(a) != is_negative(b))
        return is_negative(a) ? -1 : 1;
    return bits_of(a) < bits_of(b) ? -1 : bits_of(a) > bits_of(b);
}

static bool holds(int sign, enum assay_op op)
{
    switch (op) {
    case ASSAY_OP_EQ:
        return sign == 0;
    case ASSAY_OP_NE:
        return sign != 0;
    case ASSAY_OP_LT:
        return sign == -1;
    case ASSAY_OP_LE:
        return sign == -1 || sign == 0;
    case ASSAY_OP_GT:
        return sign == 1;
    case ASSAY_OP_GE:
        break;
    }
    return sign == 1 || sign == 0;
}

static void put_operand(struct assay_buf *out, struct assay_operand x)
{
    switch (x.kind) {
    case ASSAY_SIGNED:
        assay_buf_printf(out, "%" PRId64, x.as.i);
        break;
    case ASSAY_UNSIGNED:
        assay_buf_printf(out, "%" PRIu64, x.as.u);
        break;
    case ASSAY_FLOATING:
        assay_buf_double(out, x.as.f);
        break;
    case ASSAY_POINTER:
        if (x.as.p)
            assay_buf_printf(out, "%p", x.as.p);
        else
            assay_buf_puts(out, "NULL");
        break;
    }
}

void assay_compare_at(struct assay_test *t, const char *file, int line,
                      struct assay_operand a, enum assay_op op, struct assay_operand b)
{
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    static const char *const phrases[] = {"is not",   "is not other than", "is not below",
                                          "is above", "is not above",      "is below"};
    struct assay_buf out;
    int sign = order(a, b);

    if (holds(sign, op))
        return;
    out = assay_body_message(t);
    assay_buf_printf(&out, "%s %s %s: ", a.text, signs[op], b.text);
    put_operand(&out, a);
    if (op == ASSAY_OP_NE) {
        assay_buf_puts(&out, " is the same");
    } else {
        assay_buf_printf(&out, " %s ", sign == 2 ? "has no order with" : phrases[op]);
        put_operand(&out, b);
    }
    assay_body_fail(t, file, line);
}

/* A C literal of the part of a string around byte `at`. */
static void put_around(struct assay_buf *out, const char *s, size_t at)
{
    size_t len = s ? strlen(s) : 0, start = at > SHOWN ? at - SHOWN : 0;
    size_t shown = len - start < 2 * SHOWN ? len - start : 2 * SHOWN;

    if (!s) {
        assay_buf_puts(out, "NULL");
        return;
    }
    if (start > 0)
        assay_buf_puts(out, "..");
    assay_buf_c_string(out, s + start, shown);
    if (start + shown < len)
        assay_buf_puts(out, "..");
}

void assay_str_eq_at(struct assay_test *t, const char *file, int line, const char *a,
                     const char *b, const char *text)
{
    struct assay_buf out;
    size_t at = 0;

    if (a && b ? strcmp(a, b) == 0 : a == b)
        return;
    while (a && b && a[at] == b[at])
        at++;
    out = assay_body_message(t);
    assay_buf_printf(&out, "%s: ", text);
    put_around(&out, a, at);
    assay_buf_puts(&out, " is not ");
    put_around(&out, b, at);
    if (a && b && at > 0)
        assay_buf_printf(&out, " (byte %zu)", at);
    assay_body_fail(t, file, line);
}

void assay_mem_eq_at(struct assay_test *t, const char *file, int line, const void *a,
                     const void *b, size_t len, const char *text)
{
    const unsigned char *x = a, *y = b;
    struct assay_buf out;
    size_t at = 0;

    if (len == 0 || memcmp(a, b, len) == 0)
        return;
    while (x[at] == y[at])
        at++;
    out = assay_body_message(t);
    assay_buf_printf(&out, "%s: byte %zu of %zu is 0x%02x, not 0x%02x", text, at, len,
                     x[at], y[at]);
    assay_body_fail(t, file, line);
}
