/*
 * Passes that make the record shorter: elements of lists, spans, single choices.
 */
#include "shrink/shrinker.h"

/* Beyond so many, things are not dropped one by one: it would take too long. */
#define DROP_SINGLY_MAX 512

/* Drops elements [from, to); then *list is out of date. */
static bool drop(struct shrinker *s, const struct assay_shrink_list *list, uint32_t from,
                 uint32_t to)
{
    assay_shrink_without(s, list, from, to);
    return assay_shrink_try(s);
}

/* Goes from the end to the start in steps that halve when nothing of that size can go. */
static bool drop_from(struct shrinker *s, uint32_t span)
{
    struct assay_shrink_list list;
    bool improved = false;
    uint32_t i, step;

    if (!assay_shrink_list_at(s, span, &list) || list.length <= list.min)
        return false;
    i = list.length;
    step = (list.length - list.min + 1) / 2;
    if (list.length - list.min > 1 && drop(s, &list, list.min, list.length))
        return true;
    while (i > 0 && assay_shrink_going(s)) {
        uint32_t most = list.length - list.min;
        step = step < i ? step : i;
        if (most == 0)
            break;
        step = step < most ? step : most;
        if (drop(s, &list, i - step, i)) {
            improved = true;
            i -= step;
            if (span >= s->best->nspans || !assay_shrink_list_at(s, span, &list))
                break;
            if (i > list.length)
                i = list.length;
        } else if (step > 1) {
            step /= 2;
        } else {
            i--;
        }
    }
    return improved;
}

bool assay_shrink_drop_elements(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans && assay_shrink_going(s); span++)
        if (s->best->spans[span].flags & ASSAY_SPAN_LIST)
            improved |= drop_from(s, span);
    return improved;
}

/* ---- Two elements at once: lists whose length must stay even, or that are matched in
 * pairs */

#define PAIRS_MAX                                                                        \
    8 /* elements of a list in which any two are tried, not only neighbours */

/* The best record without span a, an element of the list, and span b behind it; then the
 * list is so much shorter. */
static bool without_two(struct shrinker *s, const struct assay_shrink_list *list,
                        struct assay_span a, struct assay_span b, uint64_t shorter)
{
    assay_shrink_begin(s);
    if (list->count == SHRINK_NO_CHOICE) {
        assay_shrink_keep(s, 0, a.start);
    } else {
        assay_shrink_keep(s, 0, list->count);
        assay_shrink_put(s, list->count, s->best->choices[list->count].value - shorter);
        assay_shrink_keep(s, list->count + 1, a.start);
    }
    assay_shrink_keep(s, a.end, b.start);
    assay_shrink_keep(s, b.end, assay_shrink_length(s));
    return assay_shrink_try(s);
}

/* The best record without elements i and k of a list, i < k. */
static bool drop_two(struct shrinker *s, const struct assay_shrink_list *list, uint32_t i,
                     uint32_t k)
{
    return without_two(s, list, assay_shrink_element(s, list, i),
                       assay_shrink_element(s, list, k), 2);
}

static bool list_with_two(const struct shrinker *s, uint32_t span,
                          struct assay_shrink_list *list)
{
    return assay_shrink_going(s) && span < s->best->nspans &&
           assay_shrink_list_at(s, span, list) && list->length >= list->min + 2 &&
           list->length <= DROP_SINGLY_MAX;
}

static bool drop_pairs_from(struct shrinker *s, uint32_t span)
{
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t i = 0; list_with_two(s, span, &list) && i + 1 < list.length;) {
        uint32_t last = list.length <= PAIRS_MAX ? list.length - 1 : i + 1, k = i + 1;
        while (k <= last && !drop_two(s, &list, i, k))
            k++;
        improved |= k <= last;
        i += k > last;
    }
    return improved;
}

bool assay_shrink_drop_pairs(struct shrinker *s)
{
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        if (s->best->spans[span].flags & ASSAY_SPAN_LIST)
            improved |= drop_pairs_from(s, span);
    return improved;
}

/* ---- Spans that are no elements */

static bool without_range(struct shrinker *s, uint32_t start, uint32_t end)
{
    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, start);
    assay_shrink_keep(s, end, assay_shrink_length(s));
    return assay_shrink_try(s);
}

static bool can_drop(const struct shrinker *s, uint32_t i)
{
    const struct assay_span *span = &s->best->spans[i];

    return span->end > span->start && span->end - span->start < assay_shrink_length(s) &&
           (!(span->flags & ASSAY_SPAN_ELEMENT) || span->flags & ASSAY_SPAN_DISCARDED);
}

#define REFUSALS_MAX                                                                     \
    256 /* in a row; after that it is one of those records that need it all */

/* Spans that are no elements: parts of values, and draws that were thrown away. */
bool assay_shrink_drop_spans(struct shrinker *s)
{
    uint32_t refusals = 0;
    bool improved = false;

    for (uint32_t i = s->best->nspans; i-- > 0 && refusals < REFUSALS_MAX;) {
        const struct assay_span *span = &s->best->spans[i];
        if (i >= s->best->nspans || !can_drop(s, i))
            continue;
        if (without_range(s, span->start, span->end)) {
            improved = true;
            refusals = 0;
        } else {
            refusals += assay_shrink_going(s) ? 1 : REFUSALS_MAX;
        }
    }
    return improved;
}

/* ---- An element, and what was drawn because of it later */

#define WITH_PARTS_TRIES 256 /* of one turn */

static bool drop_with_part(struct shrinker *s, const struct assay_shrink_list *list,
                           uint32_t i, uint32_t most)
{
    struct assay_span element = assay_shrink_element(s, list, i);

    for (uint32_t k = list->span + 1; k < s->best->nspans && s->pass->tried < most; k++)
        if (s->best->spans[k].start >= s->best->spans[list->span].end && can_drop(s, k) &&
            without_two(s, list, element, s->best->spans[k], 1))
            return true;
    return false;
}

static bool is_program(const struct assay_record *r)
{
    for (uint32_t i = 0; i < r->nspans; i++)
        if (r->spans[i].flags & ASSAY_SPAN_PROGRAM)
            return true;
    return false;
}

/* In programs: the answer to what a callback was asked about the element. Elsewhere it
 * leads into dead ends now and then. */
bool assay_shrink_drop_with_part(struct shrinker *s)
{
    uint32_t most = s->pass->tried + WITH_PARTS_TRIES;
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; is_program(s->best) && span < s->best->nspans; span++)
        for (uint32_t i = 0; assay_shrink_going(s) && span < s->best->nspans &&
                             assay_shrink_list_at(s, span, &list) &&
                             list.length > list.min && i < list.length;)
            if (drop_with_part(s, &list, i, most))
                improved = true;
            else
                i++;
    return improved;
}

/* ---- Choices that no span of their own brackets */

#define DROP_CHOICES_RUN 3 /* fewer in a row are parts of one value */

/* Whether choice i follows choice i - 1 in the same span. */
static bool follows(const struct shrinker *s, uint32_t i)
{
    return i > 0 && i < assay_shrink_length(s) &&
           s->info[i].place.depth == s->info[i - 1].place.depth &&
           s->info[i].place.low == s->info[i].place.depth;
}

static bool in_run(const struct shrinker *s, uint32_t i)
{
    uint32_t run = 1;

    for (uint32_t k = i; follows(s, k) && run < DROP_CHOICES_RUN; k--)
        run++;
    for (uint32_t k = i + 1; follows(s, k) && run < DROP_CHOICES_RUN; k++)
        run++;
    return run >= DROP_CHOICES_RUN;
}

bool assay_shrink_drop_choices(struct shrinker *s)
{
    bool improved = false;

    if (assay_shrink_length(s) > DROP_SINGLY_MAX)
        return false;
    for (uint32_t size = 2; size > 0; size--)
        for (uint32_t i = assay_shrink_length(s); i-- > 0 && assay_shrink_going(s);)
            if (i + size <= assay_shrink_length(s) && in_run(s, i))
                improved |= without_range(s, i, i + size);
    return improved;
}

/* ---- The same element of two lists that must stay equally long */

static bool drop_both(struct shrinker *s, const struct assay_shrink_list *a,
                      const struct assay_shrink_list *b, uint32_t k)
{
    struct assay_span ea = assay_shrink_element(s, a, k),
                      eb = assay_shrink_element(s, b, k);
    const struct assay_choice *c = s->best->choices;

    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, a->count);
    assay_shrink_put(s, a->count, c[a->count].value - 1);
    assay_shrink_keep(s, a->count + 1, ea.start);
    assay_shrink_keep(s, ea.end, b->count);
    assay_shrink_put(s, b->count, c[b->count].value - 1);
    assay_shrink_keep(s, b->count + 1, eb.start);
    assay_shrink_keep(s, eb.end, assay_shrink_length(s));
    return assay_shrink_try(s);
}

static bool is_counted(const struct assay_record *r, uint32_t span)
{
    return span < r->nspans && r->spans[span].flags & ASSAY_SPAN_COUNTED;
}

/* Two lists, one after the other, with lengths of their own that are equal. */
static bool are_parallel(const struct shrinker *s, uint32_t i, uint32_t k,
                         struct assay_shrink_list *a, struct assay_shrink_list *b)
{
    const struct assay_record *r = s->best;

    return i < k && k < r->nspans && r->spans[i].flags & ASSAY_SPAN_COUNTED &&
           r->spans[k].flags & ASSAY_SPAN_COUNTED &&
           r->spans[k].start >= r->spans[i].end && assay_shrink_list_at(s, i, a) &&
           assay_shrink_list_at(s, k, b) && a->length == b->length &&
           a->length > a->min && b->length > b->min;
}

bool assay_shrink_drop_parallel(struct shrinker *s)
{
    struct assay_shrink_list a, b;
    bool improved = false;

    for (uint32_t i = 0; i < s->best->nspans && assay_shrink_going(s); i++)
        for (uint32_t k = i + 1; is_counted(s->best, i) && k < s->best->nspans; k++)
            for (uint32_t at = 0; assay_shrink_going(s) &&
                                  are_parallel(s, i, k, &a, &b) && at < a.length &&
                                  a.length <= DROP_SINGLY_MAX;)
                if (drop_both(s, &a, &b, at))
                    improved = true;
                else
                    at++;
    return improved;
}
