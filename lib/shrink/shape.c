/*
 * Passes that change the shape of a value: order of elements, a child in its parent's
 * place, two lists made one, an element gone and the indices past it mended, a part drawn
 * anew.
 */
#include "shrink/shrinker.h"

/* ---- Sorting */

/*@ predicate SpanOf(struct assay_record *r, struct assay_span *s) =
      \valid_read(s) && s->start <= s->end <= r->nchoices;
*/

/*@ requires Sound(r) && \valid_read(a) && \valid_read(b) && SpanOf(r, a) && SpanOf(r, b);
    requires \forall integer i; 0 <= i < r->nchoices ==> Drawn(r, i);
    assigns \nothing;
    ensures a->end - a->start < b->end - b->start ==> \result < 0;
    ensures a->start == b->start && a->end == b->end ==> \result == 0;
    config 300 runs, 1s;
    hyper antisymmetric:
      a' = b;
      b' = a;
      ensures \result < 0 <==> \result' > 0;
*/
static int compare_spans(const struct assay_record *r, const struct assay_span *a,
                         const struct assay_span *b)
{
    uint32_t alen = a->end - a->start, blen = b->end - b->start;

    if (alen != blen)
        return alen < blen ? -1 : 1;
    for (uint32_t k = 0; k < alen; k++) {
        int order = assay_choice_compare(r, a->start + k, r, b->start + k);
        if (order)
            return order;
    }
    return 0;
}

/* Whether the record is simpler with b in the place of a, and a in that of b, where
 * nothing stands between them. */
static bool is_simpler_swapped(const struct assay_record *r, const struct assay_span *a,
                               const struct assay_span *b)
{
    uint32_t alen = a->end - a->start, blen = b->end - b->start;
    int order = 0;

    for (uint32_t k = 0; k < alen + blen && order == 0; k++)
        order = assay_choice_compare(r, k < blen ? b->start + k : a->start + k - blen, r,
                                     k < alen ? a->start + k : b->start + k - alen);
    return order < 0;
}

static bool swap_spans(struct shrinker *s, struct assay_span a, struct assay_span b)
{
    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, a.start);
    assay_shrink_keep_at(s, b.start, b.end, a.start);
    assay_shrink_keep_at(s, a.end, b.start, a.end);
    assay_shrink_keep_at(s, a.start, a.end, b.start);
    assay_shrink_keep_at(s, b.end, assay_shrink_length(s), b.end);
    return assay_shrink_try(s);
}

#define SORT_MAX 256

/* The whole list in order at once. */
static bool sort_whole(struct shrinker *s, const struct assay_shrink_list *list)
{
    struct assay_span spans[SORT_MAX], moved;
    uint32_t starts[SORT_MAX];
    uint32_t n = list->length, end, k;
    bool sorted = true;

    if (n < 2 || n > SORT_MAX)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        spans[i] = assay_shrink_element(s, list, i);
        starts[i] = spans[i].start;
    }
    end = spans[n - 1].end;
    for (uint32_t i = 1; i < n; i++) {
        moved = spans[i];
        for (k = i; k > 0 && compare_spans(s->best, &moved, &spans[k - 1]) < 0; k--)
            spans[k] = spans[k - 1];
        sorted &= k == i;
        spans[k] = moved;
    }
    if (sorted)
        return false;
    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, starts[0]);
    for (uint32_t i = 0; i < n; i++)
        assay_shrink_keep_at(s, spans[i].start, spans[i].end, starts[i]);
    assay_shrink_keep_at(s, end, assay_shrink_length(s), end);
    return assay_shrink_try(s);
}

static bool sort_neighbours(struct shrinker *s, uint32_t span)
{
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t i = 0; assay_shrink_going(s); i++) {
        struct assay_span a, b;
        if (span >= s->best->nspans || !assay_shrink_list_at(s, span, &list) ||
            i + 1 >= list.length || list.length > SORT_MAX)
            break;
        a = assay_shrink_element(s, &list, i);
        b = assay_shrink_element(s, &list, i + 1);
        if (is_simpler_swapped(s->best, &a, &b))
            improved |= swap_spans(s, a, b);
    }
    return improved;
}

#define LOOK_AHEAD 64 /* spans in which a partner is looked for */

/* Siblings that are not elements of a list: two parts of a value with one label. */
static bool sort_siblings(struct shrinker *s, uint32_t i)
{
    const struct assay_record *r = s->best;
    struct assay_span a = r->spans[i];

    for (uint32_t k = i + 1; k < r->nspans && k <= i + LOOK_AHEAD; k++) {
        struct assay_span b = r->spans[k];
        if (b.parent == a.parent && b.label == a.label && b.start >= a.end &&
            b.flags == a.flags)
            return compare_spans(r, &a, &b) > 0 && swap_spans(s, a, b);
    }
    return false;
}

bool assay_shrink_sort(struct shrinker *s)
{
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans && assay_shrink_going(s); span++) {
        if (assay_shrink_list_at(s, span, &list))
            improved |= sort_whole(s, &list) || sort_neighbours(s, span);
        else if (!(s->best->spans[span].flags & ASSAY_SPAN_ELEMENT))
            improved |= sort_siblings(s, span);
    }
    return improved;
}

/* ---- A child in place of its parent */

/*@ predicate Inside(struct assay_record *r, integer inner, integer outer) =
      inner == outer ||
      (inner != ASSAY_NO_SPAN && Inside(r, r->spans[inner].parent, outer));
*/

/*@ requires Sound(r) && inner < r->nspans && outer < r->nspans;
    assigns \nothing;
    ensures \result <==> Inside(r, inner, outer);
    config 500 runs, 1s;
*/
static bool is_inside(const struct assay_record *r, uint32_t inner, uint32_t outer)
{
    while (inner != ASSAY_NO_SPAN && inner > outer)
        inner = r->spans[inner].parent;
    return inner == outer;
}

/* With `lowered` a choice before it made that value too, or SHRINK_NO_CHOICE. */
static bool replace(struct shrinker *s, uint32_t outer, uint32_t inner, uint32_t lowered,
                    uint64_t value)
{
    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, s->best->spans[outer].start);
    assay_shrink_keep_as(s, inner, outer);
    assay_shrink_keep(s, s->best->spans[outer].end, assay_shrink_length(s));
    if (lowered != SHRINK_NO_CHOICE && s->status == ASSAY_OK)
        s->work.at[lowered].bits = value;
    return assay_shrink_try(s);
}

/* Nothing but another span of the same sort. Of such the innermost ones are replaced by
 * each other: what is in them stands equally deep, however many are around it. */
static bool is_wrapper(const struct assay_record *r, uint32_t i)
{
    const struct assay_span *a = &r->spans[i], *b = a + 1;

    return i + 1 < r->nspans && b->parent == i && b->label == a->label &&
           b->flags == a->flags && b->start == a->start && b->end == a->end;
}

static bool can_replace(const struct assay_record *r, uint32_t outer, uint32_t inner)
{
    const struct assay_span *a = &r->spans[outer], *b = &r->spans[inner];

    return b->label == a->label && b->flags == a->flags &&
           b->end - b->start < a->end - a->start && is_inside(r, inner, outer) &&
           !is_wrapper(r, inner);
}

static bool can_hoist(const struct assay_record *r, uint32_t outer)
{
    return outer < r->nspans &&
           !(r->spans[outer].flags & (ASSAY_SPAN_ELEMENT | ASSAY_SPAN_LIST)) &&
           !is_wrapper(r, outer);
}

static bool hoist_into(struct shrinker *s, uint32_t outer)
{
    const struct assay_record *r = s->best;

    for (uint32_t k = outer + 1; k < r->nspans && r->spans[k].start < r->spans[outer].end;
         k++)
        if (can_replace(r, outer, k) && replace(s, outer, k, SHRINK_NO_CHOICE, 0))
            return true;
    return false;
}

bool assay_shrink_hoist(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < s->best->nspans; i++)
        while (assay_shrink_going(s) && can_hoist(s->best, i) && hoist_into(s, i))
            improved = true;
    return improved;
}

/* Structures whose size is drawn before them: less deep, and the size halved, at once. */
static bool lower_and_hoist(struct shrinker *s, uint32_t outer, uint32_t i)
{
    const struct assay_record *r = s->best;
    uint64_t half = assay_shrink_toward(s, i, (assay_shrink_distance(s, i) + 1) / 2);

    for (uint32_t k = outer + 1; k < r->nspans && r->spans[k].start < r->spans[outer].end;
         k++)
        if (can_replace(r, outer, k) &&
            (replace(s, outer, k, i, half) ||
             replace(s, outer, k, i, assay_shrink_toward(s, i, 1))))
            return true;
    return false;
}

/* The first two numbers that are not as simple as can be are the likely sizes. */
bool assay_shrink_lower_and_hoist(struct shrinker *s)
{
    uint32_t sizes = 0;

    for (uint32_t i = 0; i < assay_shrink_length(s) && sizes < 2; i++) {
        if (assay_shrink_domain(s, i)->kind > ASSAY_KIND_UINT ||
            assay_shrink_is_simplest(s, i))
            continue;
        sizes++;
        for (uint32_t outer = 0; outer < s->best->nspans; outer++)
            if (s->best->spans[outer].start > i && can_hoist(s->best, outer) &&
                lower_and_hoist(s, outer, i))
                return true;
    }
    return false;
}

/* ---- Two lists made one */

/* The list of which span `element` is an element that holds nothing but list `inner`. */
static bool outer_list(const struct shrinker *s, const struct assay_shrink_list *inner,
                       struct assay_shrink_list *ret_outer)
{
    uint32_t element = s->best->spans[inner->span].parent;
    const struct assay_span *in = &s->best->spans[inner->span], *out;

    if (element == ASSAY_NO_SPAN)
        return false;
    out = &s->best->spans[element];
    return out->flags & ASSAY_SPAN_ELEMENT && out->start == in->start &&
           out->end == in->end && out->parent != ASSAY_NO_SPAN &&
           assay_shrink_list_at(s, out->parent, ret_outer) &&
           ret_outer->count != SHRINK_NO_CHOICE;
}

/*
 * Appends the elements of b to a, which comes first; b is left empty, or, when it was all
 * there was to an element of an outer list, goes with that element.
 */
static bool join(struct shrinker *s, const struct assay_shrink_list *a,
                 const struct assay_shrink_list *b)
{
    struct assay_span sa = s->best->spans[a->span], sb = s->best->spans[b->span];
    const struct assay_choice *c = s->best->choices;
    struct assay_shrink_list outer;
    bool gone = outer_list(s, b, &outer);

    assay_shrink_begin(s);
    if (gone) {
        assay_shrink_keep(s, 0, outer.count);
        assay_shrink_put(s, outer.count, c[outer.count].value - 1);
        assay_shrink_keep(s, outer.count + 1, a->count);
    } else {
        assay_shrink_keep(s, 0, a->count);
    }
    assay_shrink_put(s, a->count, c[a->count].value + c[b->count].value);
    assay_shrink_keep(s, a->count + 1, sa.end);
    assay_shrink_keep_at(s, b->count + 1, sb.end, b->count + 1);
    assay_shrink_keep_at(s, sa.end, sb.start, sa.end);
    if (!gone)
        assay_shrink_put(s, b->count, 0);
    assay_shrink_keep(s, sb.end, assay_shrink_length(s));
    return assay_shrink_try(s);
}

/* Moves the last element of a to the front of b: what is split can be smaller in two
 * parts. */
static bool split(struct shrinker *s, const struct assay_shrink_list *a,
                  const struct assay_shrink_list *b)
{
    struct assay_span last = assay_shrink_element(s, a, a->length - 1);
    const struct assay_choice *c = s->best->choices;
    struct assay_span sa = s->best->spans[a->span];

    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, a->count);
    assay_shrink_put(s, a->count, c[a->count].value - 1);
    assay_shrink_keep(s, a->count + 1, last.start);
    assay_shrink_keep(s, sa.end, b->count);
    assay_shrink_put(s, b->count, c[b->count].value + 1);
    assay_shrink_keep_at(s, last.start, last.end, last.start);
    assay_shrink_keep_at(s, b->count + 1, assay_shrink_length(s), b->count + 1);
    return assay_shrink_try(s);
}

static bool is_counted(const struct shrinker *s, uint32_t span,
                       struct assay_shrink_list *ret_list)
{
    return s->best->spans[span].flags & ASSAY_SPAN_COUNTED &&
           assay_shrink_list_at(s, span, ret_list);
}

static bool join_from(struct shrinker *s, uint32_t i)
{
    struct assay_shrink_list a, b;

    uint32_t looked = 0;

    if (!is_counted(s, i, &a))
        return false;
    for (uint32_t k = i + 1; k < s->best->nspans && looked < LOOK_AHEAD; k++) {
        if (!is_counted(s, k, &b) || s->best->spans[k].start < s->best->spans[i].end ||
            s->best->spans[k].label != s->best->spans[i].label)
            continue;
        looked++;
        if (b.length > 0 && join(s, &a, &b))
            return true;
        if (a.length > 0 && split(s, &a, &b))
            return true;
    }
    return false;
}

bool assay_shrink_join(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < s->best->nspans; i++)
        while (assay_shrink_going(s) && i < s->best->nspans && join_from(s, i))
            improved = true;
    return improved;
}

/* ---- An element gone, and what pointed past it mended */

/* Lowers every integer above k in the proposal but the length at `count`. */
static bool mend_indices(struct shrinker *s, uint64_t k, uint32_t count)
{
    bool mended = false;

    for (size_t i = 0; i < s->work.count; i++)
        if (i != count && s->work.at[i].kind <= ASSAY_KIND_UINT &&
            (int64_t)s->work.at[i].bits > (int64_t)k && s->work.at[i].bits <= 1u << 20) {
            s->work.at[i].bits--;
            mended = true;
        }
    return mended;
}

#define FIX_MAX 64

bool assay_shrink_drop_and_fix(struct shrinker *s)
{
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        for (uint32_t k = 0; span < s->best->nspans &&
                             assay_shrink_list_at(s, span, &list) &&
                             list.count != SHRINK_NO_CHOICE && list.length > list.min &&
                             k < list.length && k < FIX_MAX && assay_shrink_going(s);) {
            assay_shrink_without(s, &list, k, k + 1);
            if (s->status == ASSAY_OK && mend_indices(s, k, list.count) &&
                assay_shrink_try(s))
                improved = true;
            else
                k++;
        }
    return improved;
}

/* ---- A number lowered and something after it gone: lists whose length a property drew
 */

#define DROP_AFTER 12

static bool lower_and_drop(struct shrinker *s, uint32_t i, uint32_t start, uint32_t end)
{
    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, i);
    assay_shrink_put(s, i, assay_shrink_toward(s, i, 1));
    assay_shrink_keep(s, i + 1, start);
    assay_shrink_keep(s, end, assay_shrink_length(s));
    return assay_shrink_try(s);
}

static bool drop_span_after(struct shrinker *s, uint32_t i)
{
    uint32_t tried = 0;

    for (uint32_t k = 0; k < s->best->nspans && tried < DROP_AFTER; k++) {
        struct assay_span span = s->best->spans[k];
        if (span.start <= i || span.start == span.end || span.flags & ASSAY_SPAN_ELEMENT)
            continue;
        tried++;
        if (lower_and_drop(s, i, span.start, span.end))
            return true;
    }
    return false;
}

/* Lowering alone drew so many choices fewer: that many go, from each place in turn. */
static bool drop_some_after(struct shrinker *s, uint32_t i)
{
    uint32_t drawn = assay_shrink_length(s), fewer;

    assay_shrink_copy(s);
    if (s->status)
        return false;
    s->work.at[i].bits = assay_shrink_toward(s, i, 1);
    if (assay_shrink_try_drawn(s, &drawn))
        return true;
    fewer = drawn < assay_shrink_length(s) ? assay_shrink_length(s) - drawn : 0;
    for (uint32_t k = i + 1; fewer > 0 && k + fewer < assay_shrink_length(s); k += fewer)
        if (s->info[k].place.depth == s->info[i].place.depth &&
            lower_and_drop(s, i, k, k + fewer))
            return true;
    return false;
}

static bool drop_after(struct shrinker *s, uint32_t i)
{
    return drop_some_after(s, i) || drop_span_after(s, i);
}

/* Goes on while something does go; merely lowering is the business of other passes. */
bool assay_shrink_lower_and_drop(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < assay_shrink_length(s); i++) {
        uint64_t weight = 0;
        while (i < assay_shrink_length(s) && assay_shrink_is_integer(s, i) &&
               !assay_shrink_is_simplest(s, i) && !assay_shrink_is_count(s, i) &&
               weight != assay_record_weight(s->best)) {
            weight = assay_record_weight(s->best);
            improved |= drop_after(s, i);
        }
    }
    return improved;
}

/* ---- A part drawn anew, with small values */

#define REDRAWS 4

static bool redraw(struct shrinker *s, uint32_t i)
{
    const struct assay_span *spans = s->best->spans;
    struct assay_hole hole = {.start = spans[i].start, .resume = spans[i].end};

    for (uint32_t k = i; k != ASSAY_NO_SPAN; k = spans[k].parent)
        hole.depth++;
    for (uint64_t k = 0; k < REDRAWS; k++) {
        assay_shrink_copy(s);
        if (assay_shrink_try_hole(s, hole, s->seed + 977 * s->report->executions + k))
            return true;
    }
    return false;
}

/* Worth it for structures only: values alone are lowered one by one, lists by elements.
 */
static bool is_structure(const struct shrinker *s, uint32_t i)
{
    const struct assay_span *span = &s->best->spans[i];
    uint32_t values = 0;

    if (span->flags || span->end - span->start < 3)
        return false;
    for (uint32_t k = span->start; k < span->end; k++)
        values += !assay_shrink_is_simplest(s, k);
    return values > 1 && i + 1 < s->best->nspans &&
           s->best->spans[i + 1].end - s->best->spans[i + 1].start <
               span->end - span->start;
}

bool assay_shrink_redraw(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t i = 0; i < s->best->nspans; i++)
        if (is_structure(s, i))
            improved |= redraw(s, i);
    return improved;
}
