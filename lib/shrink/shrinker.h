/*
 * What the passes of the shrinker share: the best record so far, the proposal being
 * built, and the call that tries it. A pass reads `best`, builds a proposal from pieces
 * of it, and calls assay_shrink_try(); when that returns true `best` has changed and
 * every index into it is stale.
 */
#ifndef ASSAY_SHRINK_SHRINKER_H
#define ASSAY_SHRINK_SHRINKER_H

#include "choice/order.h"
#include "shrink/shrink.h"

/* What is known of a choice of the best record, worked out once per improvement. */
struct assay_shrink_info {
    struct assay_value_place place;
    bool is_count; /* it is the length of a list */
};

/* A proposal that was executed, and how many choices the execution drew. */
struct assay_shrink_seen {
    uint64_t hash; /* 0: a free slot */
    uint32_t drawn;
};

struct shrinker {
    const struct assay_shrink_client *client;
    struct assay_record *best;
    struct assay_shrink_info *info; /* of the best record's choices */
    size_t info_cap;
    struct assay_shrink_info *drawn_info;
    size_t drawn_cap;
    struct assay_values work; /* the proposal being built */
    uint32_t work_end;        /* where the piece of `best` appended last ended */
    struct assay_pass_report *pass;
    struct assay_shrink_report *report;
    uint32_t max_executions;
    uint64_t seed;
    struct assay_shrink_seen *seen;
    size_t seen_cap, seen_count;
    uint32_t *letters; /* of the string being shrunk */
    size_t letters_cap;
    const struct assay_alloc *mem;
    uint32_t narrowed;        /* length of the program that was re-drawn in vain, or 0 */
    enum assay_status status; /* sticky */
    bool stop;
};

/* ---- Building a proposal out of the best record */

void assay_shrink_begin(struct shrinker *s);
/* Appends choices [start, end) of the best record. */
void assay_shrink_keep(struct shrinker *s, uint32_t start, uint32_t end);
/* The same, in the place where choice `as` of the best record stands. */
void assay_shrink_keep_at(struct shrinker *s, uint32_t start, uint32_t end, uint32_t as);
/* Appends what is inside span `inner` as if it stood where span `outer` does. */
void assay_shrink_keep_as(struct shrinker *s, uint32_t inner, uint32_t outer);
/* Appends choice i with another value. */
void assay_shrink_put(struct shrinker *s, uint32_t i, uint64_t value);
void assay_shrink_put_string(struct shrinker *s, uint32_t i, const void *bytes,
                             uint32_t len);
/* The whole best record, to be changed by assignments to work.at[i].bits. */
void assay_shrink_copy(struct shrinker *s);

/* ---- Trying it */

/* True when the proposal failed in a simpler way: it is now the best. */
bool assay_shrink_try(struct shrinker *s);
/* The same; *ret_drawn is the number of choices the execution drew, now or earlier. */
bool assay_shrink_try_drawn(struct shrinker *s, uint32_t *ret_drawn);
bool assay_shrink_try_hole(struct shrinker *s, struct assay_hole hole, uint64_t seed);

/* False when it is time to stop: loops that build proposals ask it. */
static inline bool assay_shrink_going(const struct shrinker *s)
{
    return !s->stop && s->status == ASSAY_OK;
}

/* ---- Looking at the best record */

static inline uint32_t assay_shrink_length(const struct shrinker *s)
{
    return s->best->nchoices;
}
static inline const struct assay_domain *assay_shrink_domain(const struct shrinker *s,
                                                             uint32_t i)
{
    return assay_record_domain(s->best, i);
}
static inline bool assay_shrink_is_integer(const struct shrinker *s, uint32_t i)
{
    return assay_kind_is_integer(assay_shrink_domain(s, i)->kind);
}
/*@ predicate Shrinks(struct shrinker *s) = \valid_read(s) && Sound(s->best);

    logic struct assay_domain *Domain(struct shrinker *s, integer i) =
      &s->best->domains[s->best->choices[i].domain];

    predicate Integer(struct shrinker *s, integer i) =
      i < s->best->nchoices && Domain(s, i)->kind <= ASSAY_KIND_INDEX &&
      Drawn(s->best, i);

    // How far a value is from the simplest one.
    logic integer Far(struct assay_domain *d, uint64_t bits) =
      \abs(Number(d, bits) - Number(d, d->toward));
*/

/* How far integer choice i is from its simplest value; its value moved that far towards
 * it. */
/*@ requires Shrinks(s) && Integer(s, i);
    assigns \nothing;
    ensures \result == Far(Domain(s, i), s->best->choices[i].value);
    config 400 runs, 1s;
*/
uint64_t assay_shrink_distance(const struct shrinker *s, uint32_t i);
/*@ requires Shrinks(s) && Integer(s, i);
    requires distance <= Far(Domain(s, i), s->best->choices[i].value);
    assigns \nothing;
    ensures Within(Domain(s, i), \result);
    ensures Far(Domain(s, i), \result) ==
      Far(Domain(s, i), s->best->choices[i].value) - distance;
    config 400 runs, 1s;
*/
uint64_t assay_shrink_toward(const struct shrinker *s, uint32_t i, uint64_t distance);
/* Whether a choice of any kind has its simplest value. */
/*@ requires Shrinks(s) && i < s->best->nchoices && Kind(s->best, i) != ASSAY_KIND_FLOAT;
    assigns \nothing;
    ensures Kind(s->best, i) < ASSAY_KIND_FLOAT ==>
      (\result <==> s->best->choices[i].value == Domain(s, i)->toward);
    ensures Kind(s->best, i) > ASSAY_KIND_FLOAT ==>
      (\result <==> s->best->choices[i].len == 0);
    config 400 runs, 1s;
*/
bool assay_shrink_is_simplest(const struct shrinker *s, uint32_t i);

/* ---- Searching */

/*
 * Looks for the smallest n in 0..most that `try_n` accepts, supposing that if n is
 * accepted so is everything above. `most` is accepted already. Few calls when the answer
 * is near either end. Returns the answer.
 */
typedef bool assay_shrink_try_n(struct shrinker *s, void *ctx, uint64_t n);
uint64_t assay_shrink_search(struct shrinker *s, uint64_t most, assay_shrink_try_n *try_n,
                             void *ctx);

/* ---- Lists: spans whose elements can come and go */

#define SHRINK_NO_CHOICE UINT32_MAX

struct assay_shrink_list {
    uint32_t span;
    uint32_t count;  /* the choice that is its length, or SHRINK_NO_CHOICE */
    uint32_t length; /* elements that are there */
    uint32_t min;    /* what the length may not fall below */
};

/*@ predicate Flag(struct assay_span *s, integer flag) = (s->flags & flag) != 0;

    predicate Element(struct assay_record *r, integer i, integer list) =
      r->spans[i].parent == list && Flag(&r->spans[i], ASSAY_SPAN_ELEMENT) &&
      !Flag(&r->spans[i], ASSAY_SPAN_DISCARDED);

    logic integer FirstPlain(struct assay_span *list) =
      list->start + (Flag(list, ASSAY_SPAN_COUNTED) ? 1 : 0);

    // Spans inside of others, in the order they began; a counted list has its length.
    predicate Nested(struct assay_record *r) =
      \forall integer i; 0 <= i < r->nspans ==>
        (i > 0 ==> r->spans[i - 1].start <= r->spans[i].start) &&
        (Flag(&r->spans[i], ASSAY_SPAN_COUNTED) ==>
           r->spans[i].start < r->spans[i].end) &&
        (r->spans[i].parent != ASSAY_NO_SPAN ==>
           r->spans[i].end <= r->spans[r->spans[i].parent].end);

    logic integer Elements(struct assay_record *r, integer list) =
      Flag(&r->spans[list], ASSAY_SPAN_PLAIN)
        ? r->spans[list].end - FirstPlain(&r->spans[list])
        : \numof(0, r->nspans - 1, \lambda integer i; Element(r, i, list));
*/

/* The list at span `span` of the best record; false if it is none. */
/*@ requires Shrinks(s) && Nested(s->best) && span < s->best->nspans && \valid(ret_list);
    assigns *ret_list;
    ensures \result <==> Flag(&s->best->spans[span], ASSAY_SPAN_LIST) &&
      !Flag(&s->best->spans[span], ASSAY_SPAN_DISCARDED);
    ensures \result ==> ret_list->span == span &&
      ret_list->length == Elements(s->best, span);
    ensures \result && Flag(&s->best->spans[span], ASSAY_SPAN_COUNTED) ==>
      ret_list->count == s->best->spans[span].start;
    ensures \result && ret_list->count != SHRINK_NO_CHOICE ==>
      ret_list->count < s->best->nchoices &&
      ret_list->min == (uint32_t)Domain(s, ret_list->count)->lo;
    config 400 runs, 1s;
*/
bool assay_shrink_list_at(const struct shrinker *s, uint32_t span,
                          struct assay_shrink_list *ret_list);
/* Where element number k of the list, which must exist, is. */
/*@ requires Shrinks(s) && Nested(s->best) && \valid_read(list);
    requires list->span < s->best->nspans && k < Elements(s->best, list->span);
    assigns \nothing;
    ensures \result.parent == list->span && (\result.flags & ASSAY_SPAN_ELEMENT) != 0;
    ensures s->best->spans[list->span].start <= \result.start <= \result.end <=
      s->best->spans[list->span].end;
    ensures !Flag(&s->best->spans[list->span], ASSAY_SPAN_PLAIN) ==>
      \exists integer i; 0 <= i < s->best->nspans && s->best->spans[i] == \result &&
        k == \numof(0, i - 1, \lambda integer j; Element(s->best, j, list->span));
    config 400 runs, 1s;
*/
struct assay_span assay_shrink_element(const struct shrinker *s,
                                       const struct assay_shrink_list *list, uint32_t k);
/* Choice i holds the length of some list. */
static inline bool assay_shrink_is_count(const struct shrinker *s, uint32_t i)
{
    return s->info[i].is_count;
}
/* Builds the best record without elements [from, to) of the list, its length lowered. */
void assay_shrink_without(struct shrinker *s, const struct assay_shrink_list *list,
                          uint32_t from, uint32_t to);

/* ---- The passes: each returns whether it improved anything */

typedef bool assay_shrink_pass(struct shrinker *s);

assay_shrink_pass assay_shrink_drop_elements, assay_shrink_drop_pairs,
    assay_shrink_drop_spans, assay_shrink_drop_choices, assay_shrink_drop_parallel,
    assay_shrink_drop_with_part; /* drop.c */
assay_shrink_pass assay_shrink_simplest, assay_shrink_zero_values, assay_shrink_minimise,
    assay_shrink_duplicates, assay_shrink_strides,
    assay_shrink_alternatives; /* lower.c */
assay_shrink_pass assay_shrink_same_strings, assay_shrink_common_letters,
    assay_shrink_long_strings; /* same_strings.c */
assay_shrink_pass assay_shrink_together, assay_shrink_move_weight, assay_shrink_trade,
    assay_shrink_merge; /* pairs.c */
assay_shrink_pass assay_shrink_sort, assay_shrink_hoist, assay_shrink_join,
    assay_shrink_drop_and_fix, assay_shrink_lower_and_drop, assay_shrink_lower_and_hoist,
    assay_shrink_redraw; /* shape.c */
assay_shrink_pass assay_shrink_drop_and_mend, assay_shrink_drop_and_redirect,
    assay_shrink_drop_two_and_mend, assay_shrink_narrow; /* picks.c */
assay_shrink_pass assay_shrink_drop_slices;              /* slices.c */
assay_shrink_pass assay_shrink_strings, assay_shrink_cut_pieces,
    assay_shrink_merge_letters; /* strings.c */

#endif
