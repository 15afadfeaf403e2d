/*
 * Making comparisons of numbers true. What is true stays as it is. Else a value is drawn
 * among those that make it true, so that all of them can be.
 */
#include "contract/inputs.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* How far from its target a number is made, and how often farther than that: only in
 * blocks, for other numbers often say how long something is. */
#define NEAR 8
#define FAR 0.1

/* ---- Comparing */

/* Whether two numbers are in relation, when this is how they compare: NaN is neither. */
static bool relates(enum assay_make_op op, bool less, bool equal, bool greater)
{
    switch (op) {
    case ASSAY_MAKE_EQ:
        return equal;
    case ASSAY_MAKE_NE:
        return !equal;
    case ASSAY_MAKE_LT:
        return less;
    case ASSAY_MAKE_LE:
        return less || equal;
    case ASSAY_MAKE_GT:
        return greater;
    case ASSAY_MAKE_GE:
        break;
    }
    return greater || equal;
}

static bool holds_int(assay_wide a, enum assay_make_op op, assay_wide b)
{
    return relates(op, a < b, a == b, b < a);
}

static bool holds_real(long double a, enum assay_make_op op, long double b)
{
    return relates(op, a < b, a == b, b < a);
}

/* a OP b is b TURNED(OP) a. */
static enum assay_make_op turned(enum assay_make_op op)
{
    static const enum assay_make_op other[] = {ASSAY_MAKE_EQ, ASSAY_MAKE_NE,
                                               ASSAY_MAKE_GT, ASSAY_MAKE_GE,
                                               ASSAY_MAKE_LT, ASSAY_MAKE_LE};

    return other[op];
}

/* Memory that a term of the precondition names before there is any. */
static bool is_nowhere(const void *at)
{
    return (uintptr_t)at < 4096 || assay_undecided(at);
}

/* ---- Integers */

/* The values of the type for which the comparison holds; none: lo > hi. Not for NE. */
static struct assay_range solutions(const struct assay_layout *layout,
                                    enum assay_make_op op, assay_wide target)
{
    struct assay_range range = {assay_value_least(layout), assay_value_most(layout)};
    struct assay_range none = {1, 0};

    if ((op == ASSAY_MAKE_LT && target <= range.lo) ||
        (op == ASSAY_MAKE_GT && target >= range.hi))
        return none;
    target += op == ASSAY_MAKE_GT ? 1 : op == ASSAY_MAKE_LT ? -1 : 0;
    if (op != ASSAY_MAKE_LT && op != ASSAY_MAKE_LE && target > range.lo)
        range.lo = target;
    if (op != ASSAY_MAKE_GT && op != ASSAY_MAKE_GE && target < range.hi)
        range.hi = target;
    if (!holds_int(range.lo, ASSAY_MAKE_LE, range.hi))
        return none;
    return op != ASSAY_MAKE_EQ || range.lo == target ? range : none;
}

/* One of them, towards the target. */
static void draw(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                 struct assay_range range, assay_wide target)
{
    assay_wide nearest = target < range.lo   ? range.lo
                         : target > range.hi ? range.hi
                                             : target;

    if (in->mood != ASSAY_MOOD_ANY || !assay_blocks_find(at) ||
        !assay_inputs_flip(in, FAR)) {
        if (range.hi - NEAR > nearest)
            range.hi = nearest + NEAR;
        if (range.lo + NEAR < nearest)
            range.lo = nearest - NEAR;
    }
    assay_value_set_int(layout, at,
                        assay_inputs_int(in, layout, range, target, ASSAY_BIASED));
    assay_memo_clear(); /* logic that was computed reads memory */
}

/* Towards the neighbour above, or below where there is none. */
static bool make_other(struct assay_inputs *in, const struct assay_layout *layout,
                       void *at, assay_wide target)
{
    struct assay_range above = solutions(layout, ASSAY_MAKE_GT, target);
    struct assay_range below = solutions(layout, ASSAY_MAKE_LT, target);
    bool down = above.lo > above.hi;

    if (!down && below.lo <= below.hi)
        down = assay_inputs_flip(in, 0.5);
    if (down)
        above = below;
    if (above.lo > above.hi)
        return false;
    draw(in, layout, at, above, target);
    return true;
}

_Bool assay_make_int(struct assay_inputs *in, const struct assay_layout *layout, void *at,
                     enum assay_make_op op, assay_wide target)
{
    struct assay_range range;

    if (is_nowhere(at))
        return 0;
    if (holds_int(assay_value_int(layout, at), op, target))
        return 1;
    if (op == ASSAY_MAKE_NE)
        return make_other(in, layout, at, target);
    range = solutions(layout, op, target);
    if (range.lo > range.hi)
        return 0;
    draw(in, layout, at, range, target);
    return 1;
}

/* ---- Reals */

static long double next_real(const struct assay_layout *layout, long double x,
                             long double to)
{
    if (layout->size == sizeof(float))
        return (long double)nextafterf((float)x, (float)to);
    if (layout->size == sizeof(double))
        return (long double)nextafter((double)x, (double)to);
    return nextafterl(x, to);
}

/* The number of the type nearest to the target for which the comparison holds. */
static bool nearest(const struct assay_layout *layout, enum assay_make_op op,
                    long double target, long double *ret_value)
{
    long double to = op == ASSAY_MAKE_LT || op == ASSAY_MAKE_LE ? -HUGE_VALL : HUGE_VALL;
    char room[sizeof(long double)];
    long double x;

    assay_value_set_real(layout, room, target);
    x = assay_value_real(layout, room);
    if (!holds_real(x, op, target) && op != ASSAY_MAKE_EQ)
        x = next_real(layout, x, to);
    *ret_value = x;
    return holds_real(x, op, target) && isfinite(x);
}

/* One between the nearest and the end of the type, mostly near. */
static long double farther(struct assay_inputs *in, const struct assay_layout *layout,
                           enum assay_make_op op, long double x)
{
    bool down = op == ASSAY_MAKE_LT || op == ASSAY_MAKE_LE;
    double most = layout->size == sizeof(float) ? (double)FLT_MAX : DBL_MAX;
    double from = (double)x, to = down ? from - 64 : from + 64;
    struct assay_floats of = {.single = layout->size == sizeof(float)};

    if (assay_inputs_flip(in, 0.125))
        to = down ? -most : most;
    to = to > most ? most : to < -most ? -most : to;
    of.lo = down ? to : from;
    of.hi = down ? from : to;
    if ((long double)from != x || !(of.lo <= of.hi) || fabs(from) < 1e-30)
        of.subnormal = true;
    if ((long double)from != x || !(of.lo < of.hi))
        return x;
    return (long double)assay_inputs_float(in, &of);
}

_Bool assay_make_real(struct assay_inputs *in, const struct assay_layout *layout,
                      void *at, enum assay_make_op op, long double target)
{
    long double x;

    if (is_nowhere(at))
        return 0;
    if (holds_real(assay_value_real(layout, at), op, target))
        return 1;
    if (isnan(target) || !nearest(layout, op, target, &x))
        return 0;
    if (op != ASSAY_MAKE_EQ && op != ASSAY_MAKE_NE && !assay_inputs_flip(in, 0.25)) {
        long double far = farther(in, layout, op, x);
        x = holds_real(far, op, target) ? far : x;
    }
    assay_value_set_real(layout, at, x);
    assay_memo_clear();
    return 1;
}

/* ---- Two of them */

struct side {
    const struct assay_layout *layout;
    void *at;
};

static bool is_int(struct side s)
{
    return assay_value_is_int(s.layout);
}

static long double real_of(struct side s)
{
    return is_int(s) ? (long double)assay_value_int(s.layout, s.at)
                     : assay_value_real(s.layout, s.at);
}

static bool holds(struct side a, enum assay_make_op op, struct side b)
{
    if (is_int(a) && is_int(b))
        return holds_int(assay_value_int(a.layout, a.at), op,
                         assay_value_int(b.layout, b.at));
    return holds_real(real_of(a), op, real_of(b));
}

/* Exchanges them if they are of one type and that makes it true. */
static bool exchange(struct side a, enum assay_make_op op, struct side b)
{
    char held[sizeof(assay_wide) + sizeof(long double)];
    size_t size = a.layout->size;

    if (a.layout->kind != b.layout->kind || size != b.layout->size || !holds(b, op, a))
        return false;
    memcpy(held, a.at, size);
    memcpy(a.at, b.at, size);
    memcpy(b.at, held, size);
    assay_memo_clear();
    return true;
}

static bool set(struct assay_inputs *in, struct side a, enum assay_make_op op,
                struct side b)
{
    long double target;

    if (is_int(a) && is_int(b))
        return assay_make_int(in, a.layout, a.at, op, assay_value_int(b.layout, b.at));
    target = real_of(b);
    if (!is_int(a))
        return assay_make_real(in, a.layout, a.at, op, target);
    if (!(fabsl(target) < 0x1p100L))
        return false;
    target = op == ASSAY_MAKE_LT || op == ASSAY_MAKE_GE ? ceill(target) : floorl(target);
    return assay_make_int(in, a.layout, a.at, op, (assay_wide)target) && holds(a, op, b);
}

_Bool assay_make_two(struct assay_inputs *in, const struct assay_layout *left_layout,
                     void *left, enum assay_make_op op,
                     const struct assay_layout *right_layout, void *right)
{
    struct side a = {left_layout, left}, b = {right_layout, right};

    if (is_nowhere(left) || is_nowhere(right))
        return 0;
    if (holds(a, op, b) || exchange(a, op, b))
        return 1;
    return set(in, b, turned(op), a) || set(in, a, op, b);
}
