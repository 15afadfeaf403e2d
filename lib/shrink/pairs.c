/*
 * Passes over two integers at once, for properties that tie them: their difference, or
 * their sum, is kept while the first gets simpler.
 */
#include "base/hash.h"
#include "shrink/shrinker.h"

/* Beyond this many integers only near neighbours are paired. */
#define ALL_PAIRS 12
#define NEIGHBOURS 4

struct pair {
    uint32_t i, j;
    uint32_t length;
    uint64_t base_i, base_j; /* their values when the search began */
    bool up;                 /* towards the simplest value is upwards */
    bool opposite; /* j moves against i: the sum stays; else the difference does */
    uint64_t most; /* how far i is to go at most */
};

/* Both values moved by most - n: n == most is where they started. */
static bool try_pair(struct shrinker *s, void *ctx, uint64_t n)
{
    struct pair *p = ctx;
    uint64_t by = p->most - n;
    uint64_t to_i = p->up ? p->base_i + by : p->base_i - by;
    uint64_t to_j = p->up == p->opposite ? p->base_j - by : p->base_j + by;

    if (shrink_length(s) != p->length || !assay_domain_has(shrink_domain(s, p->j), to_j))
        return false;
    shrink_copy(s);
    if (s->status)
        return false;
    s->work.at[p->i].bits = to_i;
    s->work.at[p->j].bits = to_j;
    return shrink_try(s);
}

/* How far value i may move in its direction before value j leaves its range. */
static uint64_t room_for(const struct assay_domain *d, uint64_t value, bool up)
{
    return up ? d->hi - value : value - d->lo;
}

static bool move_pair(struct shrinker *s, uint32_t i, uint32_t j, bool opposite)
{
    const struct assay_domain *di = shrink_domain(s, i), *dj = shrink_domain(s, j);
    struct pair p = {.i = i, .j = j, .length = shrink_length(s), .opposite = opposite};
    uint32_t kept = s->pass->kept;
    uint64_t room;

    p.base_i = s->best->choices[i].value;
    p.base_j = s->best->choices[j].value;
    p.most = shrink_distance(s, i);
    p.up = p.base_i - di->lo < di->toward - di->lo;
    room = room_for(dj, p.base_j, p.up != opposite);
    if (room < p.most)
        p.most = room;
    if (p.most > 0)
        shrink_search(s, p.most, try_pair, &p);
    return s->pass->kept > kept;
}

static bool is_number(const struct shrinker *s, uint32_t i)
{
    return shrink_domain(s, i)->kind <= ASSAY_KIND_UINT && !shrink_is_count(s, i);
}

static uint32_t count_numbers(const struct shrinker *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < shrink_length(s); i++)
        n += is_number(s, i);
    return n;
}

static bool each_pair(struct shrinker *s, bool opposite)
{
    uint32_t window = count_numbers(s) <= ALL_PAIRS ? UINT32_MAX : NEIGHBOURS;
    bool improved = false;

    for (uint32_t i = 0; i < shrink_length(s); i++) {
        uint32_t partners = 0;
        for (uint32_t j = i + 1;
             j < shrink_length(s) && partners < window && shrink_going(s); j++) {
            if (!is_number(s, i) || shrink_is_simplest(s, i))
                break;
            if (!is_number(s, j) || (!opposite && shrink_is_simplest(s, j)))
                continue;
            partners++;
            improved |= move_pair(s, i, j, opposite);
        }
    }
    return improved;
}

bool shrink_together(struct shrinker *s)
{
    return each_pair(s, false);
}

bool shrink_move_weight(struct shrinker *s)
{
    return each_pair(s, true);
}

/* ---- Two numbers of a list made one: their sum, wrapped into the range as machines do
 */

/* a + b brought back into lo..hi by whole turns of its size. */
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

static bool merge(struct shrinker *s, const struct shrink_list *list, uint32_t k)
{
    struct assay_span a = shrink_element(s, list, k), b = shrink_element(s, list, k + 1);
    uint64_t sum;

    if (a.end - a.start != 1 || b.end - b.start != 1 || !is_number(s, a.start) ||
        !is_number(s, b.start))
        return false;
    sum = wrapped_sum(shrink_domain(s, a.start), s->best->choices[a.start].value,
                      s->best->choices[b.start].value);
    shrink_without(s, list, k + 1, k + 2);
    if (s->status == ASSAY_OK) /* the length may stand before it, its place is the same */
        s->work.at[a.start].bits = sum;
    return shrink_try(s);
}

bool shrink_merge(struct shrinker *s)
{
    struct shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        for (uint32_t k = 0; span < s->best->nspans && shrink_list_at(s, span, &list) &&
                             list.length > list.min && k + 1 < list.length &&
                             list.length <= MERGE_MAX && shrink_going(s);)
            if (merge(s, &list, k))
                improved = true;
            else
                k++;
    return improved;
}
