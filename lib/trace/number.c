/*
 * What generators compute, on 64-bit numbers, and how deep their procedures go.
 */
#include "trace/run.h"
#include <string.h>

int64_t assay_trace_too_large(struct assay_trace *t)
{
    if (!t->judging)
        assay_trace_discard(t, "a number is too large");
    return 0;
}

int64_t assay_trace_plus(struct assay_trace *t, int64_t a, int64_t b)
{
    int64_t n;

    return __builtin_add_overflow(a, b, &n) ? assay_trace_too_large(t) : n;
}

int64_t assay_trace_minus(struct assay_trace *t, int64_t a, int64_t b)
{
    int64_t n;

    return __builtin_sub_overflow(a, b, &n) ? assay_trace_too_large(t) : n;
}

int64_t assay_trace_times(struct assay_trace *t, int64_t a, int64_t b)
{
    int64_t n;

    return __builtin_mul_overflow(a, b, &n) ? assay_trace_too_large(t) : n;
}

static bool can_divide(int64_t a, int64_t b)
{
    return b != 0 && (a != INT64_MIN || b != -1);
}

int64_t assay_trace_quotient(struct assay_trace *t, int64_t a, int64_t b)
{
    if (!can_divide(a, b))
        return assay_trace_too_large(t);
    if (a % b >= 0)
        return a / b;
    return a / b + (b > 0 ? -1 : 1);
}

int64_t assay_trace_remainder(struct assay_trace *t, int64_t a, int64_t b)
{
    if (!can_divide(a, b))
        return assay_trace_too_large(t);
    if (a % b >= 0)
        return a % b;
    return b > 0 ? a % b + b : a % b - b;
}

bool assay_trace_same(struct assay_trace_value a, struct assay_trace_value b)
{
    if (!a.text || !b.text)
        return a.number == b.number;
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

void assay_trace_descend(struct assay_trace *t)
{
    if (++t->depth > ASSAY_TRACE_DEPTH)
        assay_trace_discard(t, "too many calls inside each other");
}

void assay_trace_ascend(struct assay_trace *t)
{
    t->depth--;
}
