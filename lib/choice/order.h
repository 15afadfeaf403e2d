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

/* Integers, booleans and indices: a bijection between values and 0..hi-lo. */
uint64_t assay_domain_rank(const struct assay_domain *d, uint64_t value);
uint64_t assay_domain_unrank(const struct assay_domain *d, uint64_t rank);
/* Whether an integer pattern lies in an integer domain of its kind. */
static inline bool assay_domain_has(const struct assay_domain *d, uint64_t value)
{
    return value - d->lo <= d->hi - d->lo;
}
/* The nearest value of the domain. */
uint64_t assay_domain_clamp(const struct assay_domain *d, uint64_t value);

/* The simplest value of any scalar domain, floats as bits. */
uint64_t assay_domain_simplest(const struct assay_domain *d);

/* Floats: an order with 0, 1, 2, .. first, then fractions by length, infinities, NaN. */
uint64_t assay_float_rank(double x);
bool assay_float_in(const struct assay_domain *d, double x);
double assay_float_simplest(const struct assay_domain *d);
/* The nearest double that the domain holds. */
double assay_float_clamp(const struct assay_domain *d, double x);

/* Code points: a, b, .. z, A .. Z, 0 .. 9, then other ASCII, then the rest. */
uint32_t assay_code_rank(uint32_t code);
/* The simplest code point of an alphabet. */
uint32_t assay_alphabet_simplest(const struct assay_alphabet *alphabet);
bool assay_alphabet_has(const struct assay_alphabet *alphabet, uint32_t code);
/* The alphabet of a text domain. */
struct assay_alphabet assay_domain_alphabet(const struct assay_record *r,
                                            const struct assay_domain *d);

/* < 0 when a is simpler, > 0 when b is, 0 when they are equally simple. */
int assay_choice_compare(const struct assay_record *a, uint32_t i,
                         const struct assay_record *b, uint32_t j);
int assay_record_compare(const struct assay_record *a, const struct assay_record *b);
/* Choices plus bytes of bytes and text. */
uint64_t assay_record_weight(const struct assay_record *r);

#endif
