/*
 * Passes that make single values, or groups of equal ones, simpler.
 */
#include "shrink/shrinker.h"
#include <float.h>
#include <math.h>

bool assay_shrink_simplest(struct shrinker *s)
{
    assay_shrink_begin(s);
    return assay_shrink_try(s); /* values that are missing are the simplest */
}

static bool can_zero(const struct shrinker *s, uint32_t i)
{
    return !assay_shrink_is_simplest(s, i) &&
           assay_shrink_domain(s, i)->kind < ASSAY_KIND_BYTES &&
           !assay_shrink_is_count(s, i);
}

/* Sets the values in [start, end), lengths aside, to their simplest. */
static bool zero_range(struct shrinker *s, uint32_t start, uint32_t end)
{
    assay_shrink_copy(s);
    for (uint32_t i = start; i < end && s->status == ASSAY_OK; i++)
        if (can_zero(s, i))
            s->work.at[i].bits = assay_domain_simplest(assay_shrink_domain(s, i));
    return assay_shrink_try(s);
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
 * assay_shrink_minimise.
 */
static bool zero_halves(struct shrinker *s, uint32_t start, uint32_t end, int *refusals)
{
    uint32_t length = assay_shrink_length(s), mid = start + (end - start) / 2;
    bool improved;

    if (*refusals == 0 || !assay_shrink_going(s) || count_nonzero(s, start, end) < 2)
        return false;
    if (zero_range(s, start, end))
        return true;
    --*refusals;
    improved = zero_halves(s, start, mid, refusals);
    if (assay_shrink_length(s) == length) /* else the record changed its shape */
        improved |= zero_halves(s, mid, end, refusals);
    return improved;
}

bool assay_shrink_zero_values(struct shrinker *s)
{
    int refusals = 2;

    for (uint32_t n = assay_shrink_length(s); n > 0; n /= 2)
        refusals++;
    return zero_halves(s, 0, assay_shrink_length(s), &refusals);
}

/* ---- Integers, alone or several with one value */

#define STRIDES_FROM 100 /* nearer ones are simple enough */
#define DECIMAL_MOST 1000000000000000000u

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

    if (assay_shrink_length(s) != g->length)
        return false; /* the record changed its shape: the indices are stale */
    assay_shrink_copy(s);
    for (uint32_t k = 0; k < g->count && s->status == ASSAY_OK; k++) {
        uint64_t distance = assay_shrink_distance(s, g->at[k]);
        if (distance > n)
            s->work.at[g->at[k]].bits = assay_shrink_toward(s, g->at[k], distance - n);
    }
    return assay_shrink_try(s);
}

/* The next simpler value lies on the other side of `toward`. */
static bool flip(struct shrinker *s, uint32_t i)
{
    const struct assay_domain *d = assay_shrink_domain(s, i);
    uint64_t rank = assay_domain_rank(d, s->best->choices[i].value);

    assay_shrink_copy(s);
    if (s->status == ASSAY_OK)
        s->work.at[i].bits = assay_domain_unrank(d, rank - 1);
    return assay_shrink_try(s);
}

static bool lower_integer(struct shrinker *s, uint32_t i)
{
    struct group g = {&i, 1, assay_shrink_distance(s, i), assay_shrink_length(s)};
    uint32_t kept = s->pass->kept;

    assay_shrink_search(s, g.distance, try_distance, &g);
    if (i < assay_shrink_length(s) && assay_shrink_is_integer(s, i) &&
        !assay_shrink_is_simplest(s, i))
        flip(s, i);
    return s->pass->kept > kept;
}

/* By this stride and twice it, as often as it goes. */
static void lower_by(struct shrinker *s, struct group *g, uint64_t stride)
{
    for (uint64_t by = 2 * stride; by >= stride; by /= 2)
        while (g->distance >= by && assay_shrink_going(s) &&
               try_distance(s, g, g->distance - by))
            g->distance -= by;
}

/* Of a multiple of 100 or 4096 no neighbour will do, but others that are. */
bool assay_shrink_strides(struct shrinker *s)
{
    uint32_t kept = s->pass->kept;

    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++) {
        struct group g = {&i, 1, 0, assay_shrink_length(s)};
        if (!assay_shrink_is_integer(s, i) || assay_shrink_is_count(s, i))
            continue;
        g.distance = assay_shrink_distance(s, i);
        if (g.distance < STRIDES_FROM)
            continue;
        for (uint64_t stride = DECIMAL_MOST; stride >= 10; stride /= 10)
            lower_by(s, &g, stride);
        for (uint64_t stride = (uint64_t)1 << 60; stride >= 16; stride /= 16)
            lower_by(s, &g, stride);
    }
    return s->pass->kept > kept;
}

/* ---- Floats: integral, then fewer digits, then less before the point */

static double float_at(const struct shrinker *s, uint32_t i)
{
    return assay_double_of(s->best->choices[i].value);
}

static bool try_float(struct shrinker *s, uint32_t i, double x)
{
    double now = float_at(s, i);

    if (!assay_float_in(assay_shrink_domain(s, i), x) ||
        assay_float_rank(x) >= assay_float_rank(now))
        return false;
    assay_shrink_copy(s);
    if (s->status == ASSAY_OK)
        s->work.at[i].bits = assay_bits_of(x);
    return assay_shrink_try(s);
}

/* A float that is sign * (n + rest), or sign * 2^n. */
struct scaled {
    uint32_t at, length;
    double sign, rest;
    bool is_power;
};

static bool try_scaled(struct shrinker *s, void *ctx, uint64_t n)
{
    struct scaled *f = ctx;
    double size = f->is_power ? ldexp(1, (int)n) : (double)n + f->rest;

    return assay_shrink_length(s) == f->length && try_float(s, f->at, f->sign * size);
}

/* Cuts digits after the point, as many as possible. */
static void round_float(struct shrinker *s, uint32_t i)
{
    uint32_t length = assay_shrink_length(s);

    for (int digits = 0; digits < 40 && assay_shrink_length(s) == length; digits++) {
        double x = float_at(s, i);
        if (!isfinite(x) || x == trunc(x) ||
            try_float(s, i, ldexp(floor(ldexp(x, digits)), -digits)) ||
            try_float(s, i, ldexp(ceil(ldexp(x, digits)), -digits)))
            break;
    }
}

/* A smaller power of two, then a smaller integer before the point. */
static void lower_whole(struct shrinker *s, uint32_t i)
{
    struct scaled f = {.at = i, .length = assay_shrink_length(s)};
    double x = float_at(s, i);

    f.sign = x < 0 ? -1 : 1;
    if (fabs(x) >= 0x1p53) {
        f.is_power = true;
        assay_shrink_search(s, (uint64_t)ilogb(x) + 1, try_scaled, &f);
        f.is_power = false;
    }
    if (assay_shrink_length(s) != f.length)
        return;
    x = fabs(float_at(s, i));
    f.rest = x - trunc(x);
    if (x >= 1 && x <= 0x1p53)
        assay_shrink_search(s, (uint64_t)x, try_scaled, &f);
}

static bool lower_float(struct shrinker *s, uint32_t i)
{
    uint32_t kept = s->pass->kept, length = assay_shrink_length(s);
    double x = float_at(s, i);

    if (try_float(s, i, assay_float_simplest(assay_shrink_domain(s, i))))
        return true;
    if (x < 0)
        try_float(s, i, -x);
    if (!isfinite(x))
        (void)(try_float(s, i, 1) || try_float(s, i, copysign(DBL_MAX, x)) ||
               try_float(s, i, INFINITY));
    round_float(s, i);
    if (assay_shrink_length(s) == length && isfinite(float_at(s, i)))
        lower_whole(s, i);
    return s->pass->kept > kept;
}

bool assay_shrink_minimise(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++) {
        if (assay_shrink_is_simplest(s, i))
            continue;
        if (assay_shrink_is_integer(s, i))
            improved |= lower_integer(s, i);
        else if (assay_shrink_domain(s, i)->kind == ASSAY_KIND_FLOAT)
            improved |= lower_float(s, i);
    }
    return improved;
}

/* ---- Alternatives */

#define ALTERNATIVES_MAX 32 /* simpler ones that are tried one by one */

static bool try_alternatives(struct shrinker *s, uint32_t i)
{
    uint64_t now = s->best->choices[i].value;

    for (uint64_t k = 0; k < now && k < ALTERNATIVES_MAX && assay_shrink_going(s); k++) {
        assay_shrink_copy(s);
        if (s->status == ASSAY_OK)
            s->work.at[i].bits = k;
        if (assay_shrink_try(s))
            return true;
    }
    return false;
}

/* That one alternative is refused says nothing of those beside it. */
bool assay_shrink_alternatives(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++)
        if (assay_shrink_domain(s, i)->kind == ASSAY_KIND_INDEX)
            improved |= try_alternatives(s, i);
    return improved;
}

/* ---- Duplicates */

#define GROUP_MAX 64
#define DUPLICATES_MAX 4096 /* the search for equal values is quadratic */

/* Fills g->at with the integers that have choice i's value and are as far from simplest.
 */
/*@ predicate Equal(struct shrinker *s, integer i, integer k) =
      Kind(s->best, k) <= ASSAY_KIND_UINT && !s->info[k].is_count &&
      s->best->choices[k].value == s->best->choices[i].value &&
      Far(Domain(s, k), s->best->choices[k].value) ==
        Far(Domain(s, i), s->best->choices[i].value);
*/
/*@ requires Shrinks(s) && s->best->nchoices <= GROUP_MAX;
    requires \forall integer k; 0 <= k < s->best->nchoices ==> Drawn(s->best, k);
    requires \valid_read(s->info + (0 .. s->best->nchoices - 1)) && Integer(s, i);
    requires \valid(g) && \valid(g->at + (0 .. GROUP_MAX - 1));
    assigns g->count, g->distance, g->length, g->at[0 .. GROUP_MAX - 1];
    ensures g->length == s->best->nchoices;
    ensures g->distance == Far(Domain(s, i), s->best->choices[i].value);
    ensures g->count ==
      \numof(i, s->best->nchoices - 1, \lambda integer k; Equal(s, i, k));
    ensures \forall integer j; 0 <= j < g->count ==>
      i <= g->at[j] < s->best->nchoices && Equal(s, i, g->at[j]) &&
      (j > 0 ==> g->at[j - 1] < g->at[j]);
    config 300 runs, 2s;
*/
static void find_equal(const struct shrinker *s, uint32_t i, struct group *g)
{
    g->count = 0;
    g->distance = assay_shrink_distance(s, i);
    g->length = assay_shrink_length(s);
    for (uint32_t k = i; k < g->length && g->count < GROUP_MAX; k++)
        if (assay_shrink_domain(s, k)->kind <= ASSAY_KIND_UINT &&
            !assay_shrink_is_count(s, k) &&
            s->best->choices[k].value == s->best->choices[i].value &&
            assay_shrink_distance(s, k) == g->distance)
            g->at[g->count++] = k;
}

static bool repeated_before(const struct shrinker *s, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (assay_shrink_domain(s, k)->kind <= ASSAY_KIND_UINT &&
            !assay_shrink_is_count(s, k) &&
            s->best->choices[k].value == s->best->choices[i].value)
            return true;
    return false;
}

bool assay_shrink_duplicates(struct shrinker *s)
{
    uint32_t at[GROUP_MAX];
    struct group g = {.at = at};
    uint32_t kept = s->pass->kept;

    if (assay_shrink_length(s) > DUPLICATES_MAX)
        return false;
    for (uint32_t i = 0; i < assay_shrink_length(s) && assay_shrink_going(s); i++) {
        if (assay_shrink_domain(s, i)->kind > ASSAY_KIND_UINT ||
            assay_shrink_is_simplest(s, i) || assay_shrink_is_count(s, i) ||
            repeated_before(s, i))
            continue;
        find_equal(s, i, &g);
        if (g.count > 1)
            assay_shrink_search(s, g.distance, try_distance, &g);
    }
    return s->pass->kept > kept;
}
