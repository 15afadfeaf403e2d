/*
 * Passes over two numbers at once, for properties that tie them: their difference, or
 * their sum, is kept while the first gets simpler.
 */
#include "base/hash.h"
#include "shrink/shrinker.h"
#include <math.h>

/* Beyond this many integers only near neighbours are paired. */
#define ALL_PAIRS 12
#define NEIGHBOURS 4

/* A number that can be moved in steps of one: an integer, or a float without a fraction,
 * which is seen as an integer. */
struct number {
    struct assay_domain domain;
    uint64_t value;
    bool is_float;
};

/*@ requires !\is_NaN(x);
    assigns \nothing;
    ensures \abs((int64_t)\result) <= 1 << 53;
    ensures \abs(x) <= 0x1p53 ==>
      \abs((int64_t)\result) <= \abs(x) < \abs((int64_t)\result) + 1;
    ensures x < -0x1p53 ==> (int64_t)\result == -(1 << 53);
    ensures x > 0x1p53 ==> (int64_t)\result == 1 << 53;
*/
static uint64_t as_integer(double x)
{
    return (uint64_t)(int64_t)(x < -0x1p53 ? -0x1p53 : x > 0x1p53 ? 0x1p53 : x);
}

static bool number_at(const struct shrinker *s, uint32_t i, struct number *ret)
{
    const struct assay_domain *d = assay_shrink_domain(s, i);
    uint64_t value = s->best->choices[i].value;
    double x;

    if (d->kind <= ASSAY_KIND_UINT) {
        *ret = (struct number){*d, value, false};
        return !assay_shrink_is_count(s, i);
    }
    x = assay_double_of(value);
    if (d->kind != ASSAY_KIND_FLOAT || !(fabs(x) <= 0x1p53) || x != trunc(x))
        return false;
    *ret = (struct number){{.kind = ASSAY_KIND_INT,
                            .lo = as_integer(ceil(assay_double_of(d->lo))),
                            .hi = as_integer(floor(assay_double_of(d->hi)))},
                           as_integer(x),
                           true};
    ret->domain.toward = assay_domain_clamp(&ret->domain, 0);
    return true;
}

static bool is_number(const struct shrinker *s, uint32_t i)
{
    struct number n;

    return number_at(s, i, &n);
}

/* How far it is from its simplest value, and in which direction that lies. */
/*@ predicate IsNumber(struct number *n) =
      \valid_read(n) && Integers(&n->domain) && Within(&n->domain, n->value);
*/
/*@ requires IsNumber(n) && \valid(ret_up);
    assigns *ret_up;
    ensures \result == Far(&n->domain, n->value);
    ensures Number(&n->domain, n->domain.toward) ==
      Number(&n->domain, n->value) + (*ret_up ? \result : -\result);
*/
static uint64_t distance_of(const struct number *n, bool *ret_up)
{
    const struct assay_domain *d = &n->domain;

    *ret_up = n->value - d->lo < d->toward - d->lo;
    return *ret_up ? d->toward - n->value : n->value - d->toward;
}

/* The bits of the choice when the number is `value`. */
static uint64_t bits_of(const struct number *n, uint64_t value)
{
    return n->is_float ? assay_bits_of((double)(int64_t)value) : value;
}

/* ---- Two at once, by the same amount */

struct pair {
    uint32_t i, j;
    uint32_t length;    /* of the record when the search began */
    struct number a, b; /* as they were then */
    bool up;            /* towards a's simplest value is upwards */
    bool opposite;      /* b moves against a: the sum stays; else the difference does */
    uint64_t most;      /* how far a is to go at most */
};

static bool try_values(struct shrinker *s, const struct pair *p, uint64_t a, uint64_t b)
{
    if (assay_shrink_length(s) != p->length || !assay_domain_has(&p->b.domain, b))
        return false;
    assay_shrink_copy(s);
    if (s->status)
        return false;
    s->work.at[p->i].bits = bits_of(&p->a, a);
    s->work.at[p->j].bits = bits_of(&p->b, b);
    return assay_shrink_try(s);
}

/* Both values moved by most - n: n == most is where they started. */
static bool try_pair(struct shrinker *s, void *ctx, uint64_t n)
{
    struct pair *p = ctx;
    uint64_t by = p->most - n;

    return try_values(s, p, p->up ? p->a.value + by : p->a.value - by,
                      p->up == p->opposite ? p->b.value - by : p->b.value + by);
}

/* How far a value may move before it leaves its range. */
/*@ requires IsNumber(n);
    assigns \nothing;
    ensures Number(&n->domain, n->value) + (up ? \result : -\result) ==
      Number(&n->domain, up ? n->domain.hi : n->domain.lo);
*/
static uint64_t room_for(const struct number *n, bool up)
{
    return up ? n->domain.hi - n->value : n->value - n->domain.lo;
}

static bool move_pair(struct shrinker *s, uint32_t i, uint32_t j, bool opposite)
{
    struct pair p = {
        .i = i, .j = j, .length = assay_shrink_length(s), .opposite = opposite};
    uint32_t kept = s->pass->kept;
    uint64_t room;

    if (!number_at(s, i, &p.a) || !number_at(s, j, &p.b))
        return false;
    p.most = distance_of(&p.a, &p.up);
    room = room_for(&p.b, p.up != opposite);
    if (room < p.most)
        p.most = room;
    if (p.most > 0)
        assay_shrink_search(s, p.most, try_pair, &p);
    return s->pass->kept > kept;
}

static uint32_t count_numbers(const struct shrinker *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < assay_shrink_length(s); i++)
        n += is_number(s, i);
    return n;
}

typedef bool pair_fn(struct shrinker *s, uint32_t i, uint32_t j);

/* Every two numbers of which the first can be simpler. */
static bool each_pair(struct shrinker *s, pair_fn *move)
{
    uint32_t window = count_numbers(s) <= ALL_PAIRS ? UINT32_MAX : NEIGHBOURS;
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s); i++) {
        uint32_t partners = 0;
        for (uint32_t j = i + 1;
             j < assay_shrink_length(s) && partners < window && assay_shrink_going(s);
             j++) {
            if (!is_number(s, i) || assay_shrink_is_simplest(s, i))
                break;
            if (!is_number(s, j))
                continue;
            partners++;
            improved |= move(s, i, j);
        }
    }
    return improved;
}

static bool keep_difference(struct shrinker *s, uint32_t i, uint32_t j)
{
    return !assay_shrink_is_simplest(s, j) && move_pair(s, i, j, false);
}

static bool keep_sum(struct shrinker *s, uint32_t i, uint32_t j)
{
    return move_pair(s, i, j, true);
}

bool assay_shrink_together(struct shrinker *s)
{
    return each_pair(s, keep_difference);
}

bool assay_shrink_move_weight(struct shrinker *s)
{
    return each_pair(s, keep_sum);
}

/* ---- The first as low as the second allows when it is as high as can be: for products
 * and whatever else grows with both. The second is lowered again afterwards. */

/*@ requires \valid_read(d) && Integers(d);
    assigns \nothing;
    ensures \result == d->lo || \result == d->hi;
    ensures Far(d, \result) == \max(Far(d, d->lo), Far(d, d->hi));
*/
static uint64_t farthest(const struct assay_domain *d)
{
    return d->hi - d->toward >= d->toward - d->lo ? d->hi : d->lo;
}

/* The first at distance n from its simplest value, the second as far off as can be. */
static bool try_trade(struct shrinker *s, void *ctx, uint64_t n)
{
    struct pair *p = ctx;
    uint64_t toward = p->a.domain.toward;

    return try_values(s, p, p->up ? toward - n : toward + n, farthest(&p->b.domain));
}

static bool trade(struct shrinker *s, uint32_t i, uint32_t j)
{
    struct pair p = {.i = i, .j = j, .length = assay_shrink_length(s)};

    if (!number_at(s, i, &p.a) || !number_at(s, j, &p.b))
        return false;
    p.most = distance_of(&p.a, &p.up);
    if (p.b.value == farthest(&p.b.domain) || !try_trade(s, &p, p.most - 1))
        return false;
    if (assay_shrink_length(s) == p.length)
        assay_shrink_search(s, p.most - 1, try_trade, &p);
    return true;
}

bool assay_shrink_trade(struct shrinker *s)
{
    return each_pair(s, trade);
}

/* ---- Two numbers of a list made one: their sum, wrapped into the range as machines do
 */

/* a + b brought back into lo..hi by whole turns of its size. */
/*@ requires \valid_read(d) && Integers(d) && Within(d, a) && Within(d, b);
    assigns \nothing;
    ensures Within(d, \result);
    ensures (Number(d, a) + Number(d, b) - Number(d, \result)) %
      (Number(d, d->hi) - Number(d, d->lo) + 1) == 0;
*/
static uint64_t wrapped_sum(const struct assay_domain *d, uint64_t a, uint64_t b)
{
    uint64_t span = d->hi - d->lo;
    assay_u128 offset = (assay_u128)(a - d->lo) + (b - d->lo);

    if (span == UINT64_MAX)
        return a + b;
    /* The second lo is not to be counted: add it modulo the size. */
    offset += d->kind == ASSAY_KIND_INT && (int64_t)d->lo < 0
                  ? span + 1 - (0 - d->lo) % (span + 1)
                  : d->lo % (span + 1);
    return d->lo + (uint64_t)(offset % ((assay_u128)span + 1));
}

#define MERGE_MAX 256

static bool merge(struct shrinker *s, const struct assay_shrink_list *list, uint32_t k)
{
    struct assay_span a = assay_shrink_element(s, list, k),
                      b = assay_shrink_element(s, list, k + 1);
    uint64_t sum;

    if (a.end - a.start != 1 || b.end - b.start != 1 ||
        assay_shrink_domain(s, a.start)->kind > ASSAY_KIND_UINT ||
        assay_shrink_domain(s, b.start)->kind > ASSAY_KIND_UINT)
        return false;
    sum = wrapped_sum(assay_shrink_domain(s, a.start), s->best->choices[a.start].value,
                      s->best->choices[b.start].value);
    assay_shrink_without(s, list, k + 1, k + 2);
    if (s->status == ASSAY_OK) /* the length may stand before it, its place is the same */
        s->work.at[a.start].bits = sum;
    return assay_shrink_try(s);
}

bool assay_shrink_merge(struct shrinker *s)
{
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        for (uint32_t k = 0; span < s->best->nspans &&
                             assay_shrink_list_at(s, span, &list) &&
                             list.length > list.min && k + 1 < list.length &&
                             list.length <= MERGE_MAX && assay_shrink_going(s);)
            if (merge(s, &list, k))
                improved = true;
            else
                k++;
    return improved;
}
