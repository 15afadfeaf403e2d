/*
 * Lists in a record: where their elements are, and which choice holds their length. A
 * list whose length was drawn elsewhere is matched with the nearest integer before it
 * that equals its number of elements.
 */
#include "shrink/shrinker.h"

static bool is_element_of(const struct assay_record *r, uint32_t i, uint32_t list)
{
    return r->spans[i].parent == list && r->spans[i].flags & ASSAY_SPAN_ELEMENT &&
           !(r->spans[i].flags & ASSAY_SPAN_DISCARDED);
}

/* The first choice of a plain list that is an element. */
static uint32_t first_plain(const struct assay_span *list)
{
    return list->start + (list->flags & ASSAY_SPAN_COUNTED ? 1 : 0);
}

/*@ requires Sound(r) && Nested(r) && list < r->nspans;
    assigns \nothing;
    ensures \result == Elements(r, list);
    config 400 runs, 1s;
*/
static uint32_t count_elements(const struct assay_record *r, uint32_t list)
{
    uint32_t count = 0, end = r->spans[list].end;

    if (r->spans[list].flags & ASSAY_SPAN_PLAIN)
        return end - first_plain(&r->spans[list]);
    for (uint32_t i = list + 1; i < r->nspans && r->spans[i].start <= end; i++)
        count += is_element_of(r, i, list);
    return count;
}

/*@ predicate MayCount(struct assay_record *r, integer i, integer length) =
      Kind(r, i) <= ASSAY_KIND_UINT && r->choices[i].value == length;
*/

/*@ requires Sound(r) && before <= r->nchoices;
    assigns \nothing;
    ensures \result != SHRINK_NO_CHOICE ==>
      before - 64 <= \result < before && MayCount(r, \result, length);
    ensures \forall integer i;
      \max(0, \result == SHRINK_NO_CHOICE ? before - 64 : \result + 1) <= i < before ==>
      !MayCount(r, i, length);
    config 400 runs, 1s;
*/
static uint32_t find_count(const struct assay_record *r, uint32_t before, uint32_t length)
{
    uint32_t first = before > 64 ? before - 64 : 0;

    for (uint32_t i = before; i-- > first;)
        if (assay_record_domain(r, i)->kind <= ASSAY_KIND_UINT &&
            r->choices[i].value == length)
            return i;
    return SHRINK_NO_CHOICE;
}

bool assay_shrink_list_at(const struct shrinker *s, uint32_t span,
                          struct assay_shrink_list *ret_list)
{
    const struct assay_record *r = s->best;
    const struct assay_span *l = &r->spans[span];
    struct assay_shrink_list list = {.span = span};

    if (!(l->flags & ASSAY_SPAN_LIST) || l->flags & ASSAY_SPAN_DISCARDED)
        return false;
    list.length = count_elements(r, span);
    if (l->flags & ASSAY_SPAN_COUNTED)
        list.count = l->start;
    else
        list.count = find_count(r, l->start, list.length);
    if (list.count != SHRINK_NO_CHOICE)
        list.min = (uint32_t)assay_record_domain(r, list.count)->lo;
    *ret_list = list;
    return true;
}

struct assay_span assay_shrink_element(const struct shrinker *s,
                                       const struct assay_shrink_list *list, uint32_t k)
{
    const struct assay_span *l = &s->best->spans[list->span];
    uint32_t i = list->span + 1;

    if (l->flags & ASSAY_SPAN_PLAIN)
        return (struct assay_span){first_plain(l) + k, first_plain(l) + k + 1, list->span,
                                   0, ASSAY_SPAN_ELEMENT};
    for (;; i++)
        if (is_element_of(s->best, i, list->span) && k-- == 0)
            return s->best->spans[i];
}

void assay_shrink_without(struct shrinker *s, const struct assay_shrink_list *list,
                          uint32_t from, uint32_t to)
{
    uint32_t start = assay_shrink_element(s, list, from).start;
    uint32_t end = assay_shrink_element(s, list, to - 1).end;

    assay_shrink_begin(s);
    if (list->count == SHRINK_NO_CHOICE) {
        assay_shrink_keep(s, 0, start);
    } else {
        assay_shrink_keep(s, 0, list->count);
        assay_shrink_put(s, list->count,
                         s->best->choices[list->count].value - (to - from));
        assay_shrink_keep(s, list->count + 1, start);
    }
    assay_shrink_keep(s, end, assay_shrink_length(s));
}
