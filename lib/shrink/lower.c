/*
 * Passes that make single values, or groups of equal ones, simpler.
 */
#include "shrink/shrinker.h"
#include <float.h>
#include <math.h>

bool shrink_simplest(struct shrinker *s)
{
    shrink_begin(s);
    return shrink_try(s); /* values that are missing are the simplest */
}

static bool can_zero(const struct shrinker *s, uint32_t i)
{
    return !shrink_is_simplest(s, i) && shrink_domain(s, i)->kind < ASSAY_KIND_BYTES &&
           !shrink_is_count(s, i);
}

/* Sets the values in [start, end), lengths aside, to their simplest. */
static bool zero_range(struct shrinker *s, uint32_t start, uint32_t end)
{
    shrink_copy(s);
    for (uint32_t i = start; i < end && s->status == ASSAY_OK; i++)
        if (can_zero(s, i))
            s->work.at[i].bits = assay_domain_simplest(shrink_domain(s, i));
    return shrink_try(s);
}

static uint32_t count_nonzero(const struct shrinker *s, uint32_t start, uint32_t end)
{
    uint32_t n = 0;

    for (uint32_t i = start; i < end; i++)
        n += can_zero(s, i);
    return n;
}

/*
 * All at once, then by halves. A single value that must stay is found with one refusal
 * per halving; where more are refused most values matter, and it is left to
 * shrink_minimise.
 */
static bool zero_halves(struct shrinker *s, uint32_t start, uint32_t end, int *refusals)
{
    uint32_t length = shrink_length(s), mid = start + (end - start) / 2;
    bool improved;

    if (*refusals == 0 || !shrink_going(s) || count_nonzero(s, start, end) < 2)
        return false;
    if (zero_range(s, start, end))
        return true;
    --*refusals;
    improved = zero_halves(s, start, mid, refusals);
    if (shrink_length(s) == length) /* else the record changed its shape */
        improved |= zero_halves(s, mid, end, refusals);
    return improved;
}

bool shrink_zero_values(struct shrinker *s)
{
    int refusals = 2;

    for (uint32_t n = shrink_length(s); n > 0; n /= 2)
        refusals++;
    return zero_halves(s, 0, shrink_length(s), &refusals);
}

/* ---- Integers, alone or several with one value */

struct group {
    uint32_t *at;
    uint32_t count;
    uint64_t distance; /* what it is now */
    uint32_t length;   /* of the record when the group was made */
};

/* Moves all members to distance n from their simplest values. */
static bool try_distance(struct shrinker *s, void *ctx, uint64_t n)
{
    struct group *g = ctx;

    if (shrink_length(s) != g->length)
        return false; /* the record changed its shape: the indices are stale */
    shrink_copy(s);
    for (uint32_t k = 0; k < g->count && s->status == ASSAY_OK; k++) {
        uint64_t distance = shrink_distance(s, g->at[k]);
        if (distance > n)
            s->work.at[g->at[k]].bits = shrink_toward(s, g->at[k], distance - n);
    }
    return shrink_try(s);
}

/* The next simpler value lies on the other side of `toward`. */
static bool flip(struct shrinker *s, uint32_t i)
{
    const struct assay_domain *d = shrink_domain(s, i);
    uint64_t rank = assay_domain_rank(d, s->best->choices[i].value);

    shrink_copy(s);
    if (s->status == ASSAY_OK)
        s->work.at[i].bits = assay_domain_unrank(d, rank - 1);
    return shrink_try(s);
}

static bool lower_integer(struct shrinker *s, uint32_t i)
{
    struct group g = {&i, 1, shrink_distance(s, i), shrink_length(s)};
    uint32_t kept = s->pass->kept;

    shrink_search(s, g.distance, try_distance, &g);
    if (i < shrink_length(s) && shrink_is_integer(s, i) && !shrink_is_simplest(s, i))
        flip(s, i);
    return s->pass->kept > kept;
}

/* ---- Floats: integral, then fewer digits, then as an integer */

static double float_at(const struct shrinker *s, uint32_t i)
{
    return assay_double_of(s->best->choices[i].value);
}

static bool try_float(struct shrinker *s, uint32_t i, double x)
{
    double now = float_at(s, i);

    if (!assay_float_in(shrink_domain(s, i), x) ||
        assay_float_rank(x) >= assay_float_rank(now))
        return false;
    shrink_copy(s);
    if (s->status == ASSAY_OK)
        s->work.at[i].bits = assay_bits_of(x);
    return shrink_try(s);
}

/* A float that is sign * n, or sign * 2^n. */
struct scaled {
    uint32_t at, length;
    double sign;
    bool is_power;
};

static bool try_scaled(struct shrinker *s, void *ctx, uint64_t n)
{
    struct scaled *f = ctx;
    double size = f->is_power ? ldexp(1, (int)n) : (double)n;

    return shrink_length(s) == f->length && try_float(s, f->at, f->sign * size);
}

/* Cuts digits after the point, as many as possible. */
static void round_float(struct shrinker *s, uint32_t i)
{
    uint32_t length = shrink_length(s);

    for (int digits = 0; digits < 40 && shrink_length(s) == length; digits++) {
        double x = float_at(s, i);
        if (!isfinite(x) || x == trunc(x) ||
            try_float(s, i, ldexp(floor(ldexp(x, digits)), -digits)) ||
            try_float(s, i, ldexp(ceil(ldexp(x, digits)), -digits)))
            break;
    }
}

/* A number without digits after the point: a smaller power of two, then a smaller
 * integer. */
static void lower_integral(struct shrinker *s, uint32_t i)
{
    struct scaled f = {.at = i, .length = shrink_length(s)};
    double x = float_at(s, i);

    f.sign = x < 0 ? -1 : 1;
    if (fabs(x) >= 0x1p53) {
        f.is_power = true;
        shrink_search(s, (uint64_t)ilogb(x) + 1, try_scaled, &f);
        f.is_power = false;
    }
    if (shrink_length(s) != f.length)
        return;
    x = fabs(float_at(s, i));
    if (x > 0 && x == trunc(x) && x <= 0x1p53)
        shrink_search(s, (uint64_t)x, try_scaled, &f);
}

static bool lower_float(struct shrinker *s, uint32_t i)
{
    uint32_t kept = s->pass->kept, length = shrink_length(s);
    double x = float_at(s, i);

    if (try_float(s, i, assay_float_simplest(shrink_domain(s, i))))
        return true;
    if (x < 0)
        try_float(s, i, -x);
    if (!isfinite(x))
        (void)(try_float(s, i, 1) || try_float(s, i, copysign(DBL_MAX, x)) ||
               try_float(s, i, INFINITY));
    round_float(s, i);
    if (shrink_length(s) == length && isfinite(float_at(s, i)))
        lower_integral(s, i);
    return s->pass->kept > kept;
}

bool shrink_minimise(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < shrink_length(s) && shrink_going(s); i++) {
        if (shrink_is_simplest(s, i))
            continue;
        if (shrink_is_integer(s, i))
            improved |= lower_integer(s, i);
        else if (shrink_domain(s, i)->kind == ASSAY_KIND_FLOAT)
            improved |= lower_float(s, i);
    }
    return improved;
}

/* ---- Duplicates */

#define GROUP_MAX 64
#define DUPLICATES_MAX 4096 /* the search for equal values is quadratic */

/* Fills g->at with the integers that have choice i's value and are as far from simplest.
 */
static void find_equal(const struct shrinker *s, uint32_t i, struct group *g)
{
    g->count = 0;
    g->distance = shrink_distance(s, i);
    g->length = shrink_length(s);
    for (uint32_t k = i; k < g->length && g->count < GROUP_MAX; k++)
        if (shrink_domain(s, k)->kind <= ASSAY_KIND_UINT && !shrink_is_count(s, k) &&
            s->best->choices[k].value == s->best->choices[i].value &&
            shrink_distance(s, k) == g->distance)
            g->at[g->count++] = k;
}

static bool repeated_before(const struct shrinker *s, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (shrink_domain(s, k)->kind <= ASSAY_KIND_UINT && !shrink_is_count(s, k) &&
            s->best->choices[k].value == s->best->choices[i].value)
            return true;
    return false;
}

bool shrink_duplicates(struct shrinker *s)
{
    uint32_t at[GROUP_MAX];
    struct group g = {.at = at};
    uint32_t kept = s->pass->kept;

    if (shrink_length(s) > DUPLICATES_MAX)
        return false;
    for (uint32_t i = 0; i < shrink_length(s) && shrink_going(s); i++) {
        if (shrink_domain(s, i)->kind > ASSAY_KIND_UINT || shrink_is_simplest(s, i) ||
            shrink_is_count(s, i) || repeated_before(s, i))
            continue;
        find_equal(s, i, &g);
        if (g.count > 1)
            shrink_search(s, g.distance, try_distance, &g);
    }
    return s->pass->kept > kept;
}
