/*
 * Passes for programs: lists of operations that make values and point to those made
 * before by number (choices whose domain is ASSAY_DOMAIN_PICK). When an operation goes,
 * the numbers behind it shift: the value it made is gone, or the one it consumed is
 * still there. Which of them did is not known here, so each possibility is tried.
 */
#include "shrink/shrinker.h"

#define ELEMENTS_MAX 64  /* of a list, that are looked at */
#define PICKS_MAX 8      /* different ones that are looked at, for an element */
#define REDIRECTIONS 400 /* executions of one turn of a pass */
#define PAIRS 400
#define NARROWINGS 200
#define NARROWINGS_IN_ALL 1000

/* ---- Which picks there are */

struct pick {
    uint32_t pool; /* numbers of different pools have nothing to do with each other */
    uint64_t number;
};

struct picks {
    uint32_t count;
    struct pick at[PICKS_MAX];
};

static bool is_pick(const struct shrinker *s, uint32_t i)
{
    const struct assay_domain *d = assay_shrink_domain(s, i);

    return d->kind == ASSAY_KIND_UINT && d->flags & ASSAY_DOMAIN_PICK;
}

/* The different ones among choices [from, to), as far as there is room. */
/*@ predicate IsPick(struct shrinker *s, integer i) =
      Domain(s, i)->kind == ASSAY_KIND_UINT &&
      (Domain(s, i)->flags & ASSAY_DOMAIN_PICK) != 0;

    predicate Same(struct shrinker *s, integer i, struct pick p) =
      Domain(s, i)->extra == p.pool && s->best->choices[i].value == p.number;
*/
/*@ requires Shrinks(s) && from <= to <= s->best->nchoices;
    assigns \nothing;
    ensures \result.count <= PICKS_MAX;
    ensures \forall integer k; 0 <= k < \result.count ==>
      \exists integer i; from <= i < to && IsPick(s, i) && Same(s, i, \result.at[k]);
    ensures \forall integer j, k; 0 <= j < k < \result.count ==>
      \result.at[j].pool != \result.at[k].pool ||
      \result.at[j].number != \result.at[k].number;
    ensures \result.count < PICKS_MAX ==>
      \forall integer i; from <= i < to && IsPick(s, i) ==>
        \exists integer k; 0 <= k < \result.count && Same(s, i, \result.at[k]);
    config 400 runs, 1s;
*/
static struct picks picks_in(const struct shrinker *s, uint32_t from, uint32_t to)
{
    struct picks picks = {0};

    for (uint32_t i = from; i < to && picks.count < PICKS_MAX; i++) {
        struct pick new;
        uint32_t k = 0;
        if (!is_pick(s, i))
            continue;
        new = (struct pick){assay_shrink_domain(s, i)->extra, s->best->choices[i].value};
        while (k < picks.count &&
               (picks.at[k].pool != new.pool || picks.at[k].number != new.number))
            k++;
        picks.at[k] = new;
        picks.count += k == picks.count;
    }
    return picks;
}

/* A list with a length of its own, from which `fewer` elements can go, with picks. */
static bool program_at(const struct shrinker *s, uint32_t span, uint32_t fewer,
                       struct assay_shrink_list *ret_list)
{
    const struct assay_span *l = &s->best->spans[span];

    return assay_shrink_going(s) && span < s->best->nspans &&
           l->flags & ASSAY_SPAN_COUNTED && assay_shrink_list_at(s, span, ret_list) &&
           ret_list->length >= ret_list->min + fewer &&
           picks_in(s, l->start, l->end).count > 0;
}

/* ---- Mending */

enum how {
    NOTHING,
    LOWER,    /* value number `at` - 1 is not made any more */
    RAISE,    /* value number `at` is not consumed any more */
    REDIRECT, /* value `at` is not made any more: `instead` takes its place */
    ROTATE,   /* nor was `instead` consumed for it */
};

struct mend {
    enum how how;
    uint32_t pool;
    uint64_t at, instead;
    uint32_t from, to; /* choices of the best record */
};

/*@ requires \valid_read(m) && number < 1000 && m->at < 1000 && m->instead < 1000;
    requires m->how == REDIRECT || m->how == ROTATE ==> m->instead < m->at;
    requires m->how == LOWER ==> m->at > 0;
    assigns \nothing;
    ensures \abs(\result - number) <= 1 || (number == m->at && \result == m->instead);
    ensures m->how == NOTHING ==> \result == number;
    ensures number < m->at && number < m->instead ==> \result == number;
    hyper keeps_order:
      number' = \any;
      assumes m->how != ROTATE && m->how != REDIRECT;
      ensures number < number' ==> \result <= \result';
    hyper one_to_one:
      number' = \any;
      assumes m->how == RAISE || m->how == ROTATE;
      ensures number != number' ==> \result != \result';
*/
static uint64_t mended(const struct mend *m, uint64_t number)
{
    switch (m->how) {
    case NOTHING:
        break;
    case LOWER:
        return number >= m->at ? number - 1 : number;
    case RAISE:
        return number >= m->at ? number + 1 : number;
    case REDIRECT:
        return number == m->at ? m->instead : number > m->at ? number - 1 : number;
    case ROTATE:
        if (number == m->at)
            return m->instead;
        return number >= m->instead && number < m->at ? number + 1 : number;
    }
    return number;
}

/* The best record without element a and, unless it is a as well, b, which comes later;
 * the numbers that are left mended. */
static bool drop(struct shrinker *s, const struct assay_shrink_list *list,
                 struct assay_span a, struct assay_span b, const struct mend *m)
{
    uint64_t gone = a.start == b.start ? 1 : 2;
    size_t at = 0;

    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, list->count);
    assay_shrink_put(s, list->count, s->best->choices[list->count].value - gone);
    assay_shrink_keep(s, list->count + 1, a.start);
    if (gone > 1)
        assay_shrink_keep(s, a.end, b.start);
    assay_shrink_keep(s, b.end, assay_shrink_length(s));
    for (uint32_t i = 0; i < assay_shrink_length(s) && s->status == ASSAY_OK; i++) {
        if ((i >= a.start && i < a.end) || (i >= b.start && i < b.end))
            continue;
        if (i >= m->from && i < m->to && is_pick(s, i) &&
            assay_shrink_domain(s, i)->extra == m->pool)
            s->work.at[at].bits = mended(m, s->work.at[at].bits);
        at++;
    }
    return assay_shrink_try(s);
}

/* ---- One operation */

static bool drop_and_lower(struct shrinker *s, const struct assay_shrink_list *list,
                           struct assay_span e)
{
    struct picks later = picks_in(s, e.end, assay_shrink_length(s));

    for (uint32_t i = 0; i < later.count; i++) {
        struct mend m = {.how = LOWER,
                         .pool = later.at[i].pool,
                         .at = later.at[i].number,
                         .from = e.end,
                         .to = UINT32_MAX};
        if (m.at > 0 && drop(s, list, e, e, &m))
            return true;
    }
    return false;
}

static bool drop_and_raise(struct shrinker *s, const struct assay_shrink_list *list,
                           struct assay_span e)
{
    struct picks own = picks_in(s, e.start, e.end);

    for (uint32_t i = 0; i < own.count; i++) {
        struct mend m = {.how = RAISE,
                         .pool = own.at[i].pool,
                         .at = own.at[i].number,
                         .from = e.end,
                         .to = UINT32_MAX};
        if (drop(s, list, e, e, &m))
            return true;
    }
    return false;
}

bool assay_shrink_drop_and_mend(struct shrinker *s)
{
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        for (uint32_t k = 0;
             program_at(s, span, 1, &list) && k < list.length && k < ELEMENTS_MAX;) {
            /* From the end: less depends on what comes late. */
            struct assay_span e = assay_shrink_element(s, &list, list.length - 1 - k);
            if (drop_and_lower(s, &list, e) || drop_and_raise(s, &list, e))
                improved = true;
            else
                k++;
        }
    return improved;
}

/* ---- One operation whose result others use: they get its argument instead */

static bool redirect(struct shrinker *s, const struct assay_shrink_list *list,
                     struct assay_span e)
{
    struct picks own = picks_in(s, e.start, e.end),
                 later = picks_in(s, e.end, assay_shrink_length(s));

    for (uint32_t i = 0; i < own.count; i++)
        for (uint32_t k = 0; k < later.count; k++) {
            struct mend m = {.how = REDIRECT,
                             .pool = own.at[i].pool,
                             .at = later.at[k].number,
                             .instead = own.at[i].number,
                             .from = e.end,
                             .to = UINT32_MAX};
            if (later.at[k].pool != m.pool || m.at <= m.instead)
                continue;
            if (drop(s, list, e, e, &m))
                return true;
            m.how = ROTATE;
            if (drop(s, list, e, e, &m))
                return true;
        }
    return false;
}

bool assay_shrink_drop_and_redirect(struct shrinker *s)
{
    uint32_t most = s->pass->tried + REDIRECTIONS;
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        for (uint32_t k = 0; program_at(s, span, 1, &list) && k < list.length &&
                             k < ELEMENTS_MAX && s->pass->tried < most;) {
            if (redirect(s, &list, assay_shrink_element(s, &list, k)))
                improved = true;
            else
                k++;
        }
    return improved;
}

/* ---- An operation and the one that undoes it */

static bool drop_two(struct shrinker *s, const struct assay_shrink_list *list,
                     struct assay_span a, struct assay_span b)
{
    struct picks later = picks_in(s, a.end, assay_shrink_length(s));
    struct mend m = {.how = NOTHING};

    if (drop(s, list, a, b, &m))
        return true;
    for (uint32_t i = 0; i < later.count; i++) {
        m = (struct mend){.how = LOWER,
                          .pool = later.at[i].pool,
                          .at = later.at[i].number,
                          .from = a.end,
                          .to = b.start};
        if (m.at == 0)
            continue;
        if (drop(s, list, a, b, &m)) /* b consumed what a made: the rest is as it was */
            return true;
        m.to = UINT32_MAX;
        if (drop(s, list, a, b, &m))
            return true;
    }
    return false;
}

/* Near ones first: what undoes something mostly stands close to it. */
static bool drop_some_two(struct shrinker *s, uint32_t span, uint32_t most)
{
    struct assay_shrink_list list;
    bool any = program_at(s, span, 2, &list);

    for (uint32_t apart = 1; any && apart < list.length && apart < ELEMENTS_MAX; apart++)
        for (uint32_t i = 0; i + apart < list.length && s->pass->tried < most; i++)
            if (drop_two(s, &list, assay_shrink_element(s, &list, i),
                         assay_shrink_element(s, &list, i + apart)))
                return true;
    return false;
}

bool assay_shrink_drop_two_and_mend(struct shrinker *s)
{
    uint32_t most = s->pass->tried + PAIRS;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        while (drop_some_two(s, span, most))
            improved = true;
    return improved;
}

/* ---- A shorter program, drawn anew: what the passes above cannot turn this one into */

static uint32_t depth_of(const struct shrinker *s, uint32_t span)
{
    uint32_t depth = 0;

    for (; span != ASSAY_NO_SPAN; span = s->best->spans[span].parent)
        depth++;
    return depth;
}

/* The whole list, `fewer` elements shorter. */
static bool redraw_list(struct shrinker *s, const struct assay_shrink_list *list,
                        uint32_t fewer, uint64_t seed)
{
    struct assay_hole hole = {.start = list->count + 1,
                              .resume = list->count + 1,
                              .depth = depth_of(s, list->span)};

    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, list->count);
    assay_shrink_put(s, list->count, list->length - fewer);
    assay_shrink_keep(s, s->best->spans[list->span].end, assay_shrink_length(s));
    return assay_shrink_try_hole(s, hole, seed);
}

/* One element gone, another one drawn anew. */
static bool redraw_element(struct shrinker *s, const struct assay_shrink_list *list,
                           uint32_t gone, uint32_t anew, uint64_t seed)
{
    struct assay_span g = assay_shrink_element(s, list, gone),
                      a = assay_shrink_element(s, list, anew);
    uint32_t shift = gone < anew ? g.end - g.start : 0;
    struct assay_hole hole = {.start = a.start - shift,
                              .resume = a.end - shift,
                              .depth = depth_of(s, list->span) + 1};

    assay_shrink_without(s, list, gone, gone + 1);
    return assay_shrink_try_hole(s, hole, seed);
}

static bool narrow(struct shrinker *s, const struct assay_shrink_list *list)
{
    uint32_t n = list->length, most = n - list->min;

    for (uint64_t i = 0; i < NARROWINGS && assay_shrink_going(s); i++) {
        uint64_t seed = s->seed + 977 * s->report->executions + i;
        uint32_t gone = (uint32_t)(i / 2 % n), anew = (uint32_t)(i / 2 / n % n);
        if (i % 2 == 0 && gone != anew) {
            if (redraw_element(s, list, gone, anew, seed))
                return true;
        } else if (redraw_list(s, list, 1 + (uint32_t)(i / 2 % most), seed)) {
            return true;
        }
    }
    s->narrowed = n;
    return false;
}

bool assay_shrink_narrow(struct shrinker *s)
{
    struct assay_shrink_list list;
    bool improved = false;

    for (uint32_t span = 0; span < s->best->nspans; span++)
        while (span < s->best->nspans && s->best->spans[span].parent == ASSAY_NO_SPAN &&
               program_at(s, span, 1, &list) && list.length > 1 &&
               list.length != s->narrowed && s->pass->tried < NARROWINGS_IN_ALL &&
               narrow(s, &list))
            improved = true;
    return improved;
}
