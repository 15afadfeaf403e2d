/*
 * The same slice of several lists whose lengths come from one number: element p of
 * vectors of n, row or column p of matrices of r times c. The number is lowered by one,
 * and of every list that depends on it the slice goes, not what stands last.
 *
 * Which list depends on the number is guessed by its length, n times anything, and so is
 * which way a matrix lies. A wrong guess costs an execution.
 */
#include "shrink/shrinker.h"

#define SLICES_MAX 32     /* places that are tried, of one number */
#define LISTS_MAX 64      /* lists that lose something at once */
#define SLICED_LENGTH 256 /* of a list */

enum way { ROWS, COLUMNS, COLUMNS_THEN_ROWS, CROSSES, WAYS };

struct slice {
    uint32_t i;     /* the number */
    uint64_t of;    /* its value */
    uint64_t p;     /* the slice that goes */
    uint32_t lists; /* that depend on it */
    bool flat;      /* all of them have one element a slice */
};

/* Whether the list's length is given, and may be n times something. */
static bool depends(const struct shrinker *s, uint32_t span, const struct slice *slice,
                    struct assay_shrink_list *ret_list)
{
    const struct assay_span *at = &s->best->spans[span];

    return at->flags & ASSAY_SPAN_LIST && !(at->flags & ASSAY_SPAN_COUNTED) &&
           at->start > slice->i && assay_shrink_list_at(s, span, ret_list) &&
           ret_list->length > 0 && ret_list->length <= SLICED_LENGTH &&
           ret_list->length % slice->of == 0;
}

static bool slice_at(const struct shrinker *s, uint32_t i, struct slice *ret)
{
    struct assay_shrink_list list;

    if (assay_shrink_domain(s, i)->kind > ASSAY_KIND_UINT ||
        assay_shrink_is_count(s, i) || assay_shrink_is_simplest(s, i) ||
        s->best->choices[i].value < 2 || s->best->choices[i].value > SLICED_LENGTH ||
        assay_shrink_toward(s, i, 1) != s->best->choices[i].value - 1)
        return false;
    *ret = (struct slice){.i = i, .of = s->best->choices[i].value, .flat = true};
    for (uint32_t span = 0; span < s->best->nspans; span++)
        if (depends(s, span, ret, &list)) {
            ret->lists++;
            ret->flat &= list.length == ret->of;
        }
    /* Elements of a single list are the business of another pass. */
    return ret->lists <= LISTS_MAX && (ret->lists > 1 || (ret->lists == 1 && !ret->flat));
}

static bool goes(const struct slice *slice, enum way way, uint32_t k, uint32_t length)
{
    bool row = k / (length / slice->of) == slice->p, column = k % slice->of == slice->p;

    return way == ROWS ? row : way == COLUMNS ? column : row || column;
}

/* The rest of the record from *at on, without the slice of one list. */
static void keep_rest_of(struct shrinker *s, const struct slice *slice, enum way way,
                         const struct assay_shrink_list *list, uint32_t *at)
{
    for (uint32_t k = 0; k < list->length; k++) {
        struct assay_span element = assay_shrink_element(s, list, k);
        if (element.start < *at || !goes(slice, way, k, list->length))
            continue;
        assay_shrink_keep(s, *at, element.start);
        *at = element.end;
    }
}

static bool drop_slice(struct shrinker *s, const struct slice *slice, enum way way)
{
    uint32_t at = slice->i + 1, seen = 0;
    struct assay_shrink_list list;

    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, slice->i);
    assay_shrink_put(s, slice->i, slice->of - 1);
    for (uint32_t span = 0; span < s->best->nspans; span++)
        if (depends(s, span, slice, &list)) {
            enum way here = way != COLUMNS_THEN_ROWS ? way : seen++ ? ROWS : COLUMNS;
            keep_rest_of(s, slice, here, &list, &at);
        }
    assay_shrink_keep(s, at, assay_shrink_length(s));
    return assay_shrink_try(s);
}

static bool drop_some_slice(struct shrinker *s, struct slice *slice)
{
    for (slice->p = 0; slice->p < slice->of && slice->p < SLICES_MAX; slice->p++)
        for (enum way way = 0; way < (slice->flat ? COLUMNS : WAYS); way++)
            if (assay_shrink_going(s) && drop_slice(s, slice, way))
                return true;
    return false;
}

bool assay_shrink_drop_slices(struct shrinker *s)
{
    bool improved = false;
    struct slice slice;

    for (uint32_t i = 0; i < assay_shrink_length(s); i++)
        while (i < assay_shrink_length(s) && assay_shrink_going(s) &&
               slice_at(s, i, &slice) && drop_some_slice(s, &slice))
            improved = true;
    return improved;
}
