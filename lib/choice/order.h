/*
 * Which of two choices, and which of two records, is the simpler one.
 *
 * Each scalar domain is numbered from its simplest value: rank 0 is `toward`, then
 * toward + 1, toward - 1, toward + 2, ...; where one side ends the other goes on. Records
 * compare shortlex: fewer choices (and bytes) first, then rank by rank.
 */
#ifndef ASSAY_CHOICE_ORDER_H
#define ASSAY_CHOICE_ORDER_H

#include "choice/record.h"

static inline bool assay_kind_is_integer(unsigned kind)
{
    return kind <= ASSAY_KIND_INDEX;
}

/*@ // The number that a pattern of 64 bits stands for.
    logic integer Number(struct assay_domain *d, uint64_t bits) =
      d->kind == ASSAY_KIND_INT ? (integer)(int64_t)bits : (integer)bits;

    predicate Integers(struct assay_domain *d) =
      d->kind <= ASSAY_KIND_INDEX &&
      Number(d, d->lo) <= Number(d, d->toward) <= Number(d, d->hi);

    predicate Within(struct assay_domain *d, uint64_t bits) =
      Number(d, d->lo) <= Number(d, bits) <= Number(d, d->hi);

    // How many values of the domain are simpler than one that is `far` from `toward`.
    logic integer Nearer(struct assay_domain *d, integer far) =
      far == 0 ? 0
               : 1 + \min(far - 1, Number(d, d->hi) - Number(d, d->toward)) +
                     \min(far - 1, Number(d, d->toward) - Number(d, d->lo));

    logic integer Rank(struct assay_domain *d, uint64_t bits) =
      \let far = Number(d, bits) - Number(d, d->toward);
      Nearer(d, \abs(far)) +
        (far < 0 && Number(d, d->toward) - far <= Number(d, d->hi) ? 1 : 0);

    logic integer Kind(struct assay_record *r, integer i) =
      r->domains[r->choices[i].domain].kind;

    // An integer that its domain has.
    predicate Drawn(struct assay_record *r, integer i) =
      \let d = &r->domains[r->choices[i].domain];
      d->kind <= ASSAY_KIND_INDEX ==> Integers(d) && Within(d, r->choices[i].value);

    // Choices plus bytes of bytes and text.
    logic integer Weight(struct assay_record *r) =
      r->nchoices + \sum(0, r->nchoices - 1, \lambda integer i; r->choices[i].len);
*/

/* Integers, booleans and indices: a bijection between values and 0..hi-lo. */
/*@ requires \valid_read(d) && Integers(d) && Within(d, value);
    assigns \nothing;
    ensures \result == Rank(d, value);
*/
uint64_t assay_domain_rank(const struct assay_domain *d, uint64_t value);
/*@ requires \valid_read(d) && Integers(d);
    assigns \nothing;
    ensures Within(d, \result);
    ensures Rank(d, \result) == \min(rank, Number(d, d->hi) - Number(d, d->lo));
*/
uint64_t assay_domain_unrank(const struct assay_domain *d, uint64_t rank);
/* Whether an integer pattern lies in an integer domain of its kind. */
static inline bool assay_domain_has(const struct assay_domain *d, uint64_t value)
{
    return value - d->lo <= d->hi - d->lo;
}
/*@ requires \valid_read(d) && Integers(d);
    assigns \nothing;
    ensures Number(d, \result) ==
      \max(Number(d, d->lo), \min(Number(d, value), Number(d, d->hi)));
*/
uint64_t assay_domain_clamp(const struct assay_domain *d, uint64_t value);

/* The simplest value of any scalar domain, floats as bits. */
uint64_t assay_domain_simplest(const struct assay_domain *d);

/*@ logic double Least(struct assay_domain *d) = *(double *)&d->lo;
    logic double Most(struct assay_domain *d) = *(double *)&d->hi;

    predicate Floats(struct assay_domain *d) =
      d->kind == ASSAY_KIND_FLOAT && !\is_NaN(Least(d)) && !\is_NaN(Most(d)) &&
      \le_double(Least(d), Most(d));

    predicate Whole(double x) = \abs(x) < 0x1p53 && x == \floor(x);
*/

/* Floats: an order with 0, 1, 2, .. first, then fractions by length, infinities, NaN. */
/*@ assigns \nothing;
    ensures \result >> 62 ==
      (\is_NaN(x) ? 3 : \is_infinite(x) ? 2 : Whole(x) ? 0 : 1);
    hyper positive_first:
      x' = -x;
      ensures x > 0. ==> \result < \result';
    hyper small_first:
      x' = \any;
      assumes \is_finite(x) && \is_finite(x') && Whole(x) && Whole(x');
      ensures \abs(x) < \abs(x') ==> \result < \result';
    hyper short_first:
      x' = x / 2.;
      assumes \is_finite(x) && !Whole(x) && 1e-300 < \abs(x) < 0x1p53;
      ensures \result < \result';
*/
uint64_t assay_float_rank(double x);
/*@ requires \valid_read(d) && Floats(d);
    assigns \nothing;
    ensures \is_NaN(x) ==> (\result <==> (d->flags & ASSAY_DOMAIN_NAN) != 0);
    ensures !\is_NaN(x) && \result ==> \le_double(Least(d), x) && \le_double(x, Most(d));
*/
bool assay_float_in(const struct assay_domain *d, double x);
/*@ requires \valid_read(d) && Floats(d) && d->flags == ASSAY_DOMAIN_SUBNORMAL;
    assigns \nothing;
    ensures \le_double(Least(d), \result) && \le_double(\result, Most(d));
    ensures \forall integer n; -100 <= n <= 100 && Least(d) <= n <= Most(d) ==>
      Whole(\result) && \abs(\result) <= \abs(n);
*/
double assay_float_simplest(const struct assay_domain *d);
/* The nearest double that the domain holds. */
/*@ requires \valid_read(d) && Floats(d) && d->flags == ASSAY_DOMAIN_SUBNORMAL;
    requires !\is_NaN(x);
    assigns \nothing;
    ensures x < Least(d) ==> \result == Least(d);
    ensures x > Most(d) ==> \result == Most(d);
    ensures Least(d) <= x <= Most(d) ==> \result == x;
*/
double assay_float_clamp(const struct assay_domain *d, double x);

/*@ // Code points: letters, capitals, digits, other printable ASCII, then the rest.
    logic integer Class(integer code) =
      'a' <= code <= 'z'   ? 0
      : 'A' <= code <= 'Z' ? 1
      : '0' <= code <= '9' ? 2
      : ' ' <= code <= '~' ? 3 : 4;

    predicate Simpler(integer a, integer b) =
      Class(a) < Class(b) || (Class(a) == Class(b) && a < b);

    predicate Alphabet(struct assay_alphabet *a) =
      \valid_read(a) && \valid_read(a->ranges + (0 .. a->count - 1)) &&
      (\forall integer i; 0 <= i < a->count ==>
         a->ranges[i].lo <= a->ranges[i].hi <= 0x10ffff &&
         (a->ranges[i].hi < 0xd800 || a->ranges[i].lo > 0xdfff)) &&
      (\forall integer i; 1 <= i < a->count ==> a->ranges[i - 1].hi < a->ranges[i].lo);

    predicate Has(struct assay_alphabet *a, integer code) =
      \exists integer i; 0 <= i < a->count && a->ranges[i].lo <= code <= a->ranges[i].hi;
*/

/*@ requires code <= 0x10ffff;
    assigns \nothing;
    hyper order:
      code' = \any;
      ensures \result < \result' <==> Simpler(code, code');
    hyper capitals:
      code' = 'A';
      ensures \result < \result' <==> Simpler(code, 'A');
*/
uint32_t assay_code_rank(uint32_t code);
/*@ requires Alphabet(alphabet) && alphabet->count > 0;
    assigns \nothing;
    ensures Has(alphabet, \result);
    ensures \forall integer c; 0 <= c < 128 && Has(alphabet, c) ==> !Simpler(c, \result);
    ensures \forall integer i; 0 <= i < alphabet->count ==>
      !Simpler(alphabet->ranges[i].lo, \result);
*/
uint32_t assay_alphabet_simplest(const struct assay_alphabet *alphabet);
/*@ requires Alphabet(alphabet);
    assigns \nothing;
    ensures \result <==> Has(alphabet, code);
*/
bool assay_alphabet_has(const struct assay_alphabet *alphabet, uint32_t code);
/* The alphabet of a text domain. */
struct assay_alphabet assay_domain_alphabet(const struct assay_record *r,
                                            const struct assay_domain *d);

/* < 0 when a is simpler, > 0 when b is, 0 when they are equally simple. */
/*@ requires Sound(a) && Sound(b) && i < a->nchoices && j < b->nchoices;
    requires Drawn(a, i) && Drawn(b, j);
    assigns \nothing;
    ensures a == b && i == j ==> \result == 0;
    ensures Kind(a, i) < Kind(b, j) ==> \result < 0;
    ensures Kind(a, i) == Kind(b, j) <= ASSAY_KIND_INDEX ==>
      (\result < 0 <==> Rank(&a->domains[a->choices[i].domain], a->choices[i].value) <
                         Rank(&b->domains[b->choices[j].domain], b->choices[j].value));
    config 300 runs, 1s;
    hyper antisymmetric:
      a' = b; i' = j;
      b' = a; j' = i;
      ensures \result < 0 <==> \result' > 0;

    behavior strings:
      assumes Kind(a, i) == Kind(b, j) >= ASSAY_KIND_BYTES;
      ensures a->choices[i].len < b->choices[j].len ==> \result < 0;
*/
int assay_choice_compare(const struct assay_record *a, uint32_t i,
                         const struct assay_record *b, uint32_t j);
/*@ requires Sound(a) && Sound(b);
    requires \forall integer i; 0 <= i < a->nchoices ==> Drawn(a, i);
    requires \forall integer i; 0 <= i < b->nchoices ==> Drawn(b, i);
    assigns \nothing;
    ensures a == b ==> \result == 0;
    ensures Weight(a) < Weight(b) ==> \result < 0;
    config 300 runs, 1s;
    hyper antisymmetric:
      a' = b;
      b' = a;
      ensures \result < 0 <==> \result' > 0;
*/
int assay_record_compare(const struct assay_record *a, const struct assay_record *b);
/*@ requires Sound(r);
    assigns \nothing;
    ensures \result == Weight(r);
*/
uint64_t assay_record_weight(const struct assay_record *r);

#endif
