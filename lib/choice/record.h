/*
 * The record of one execution: its choices in order, the domain each was drawn from, and
 * the spans around them.
 *
 * A record is one block of memory with fixed limits, so that it can lie in memory shared
 * between a runner and its child: whatever happens to the child, what it drew so far can
 * be read. Drawing never allocates.
 *
 * A choice is 16 bytes; domains are shared between choices that draw from the same one.
 */
#ifndef ASSAY_CHOICE_RECORD_H
#define ASSAY_CHOICE_RECORD_H

#include <assay/choice.h>
#include <string.h>

enum assay_kind {
    ASSAY_KIND_INT,
    ASSAY_KIND_UINT,
    ASSAY_KIND_BOOL,
    ASSAY_KIND_INDEX,
    ASSAY_KIND_FLOAT,
    ASSAY_KIND_BYTES,
    ASSAY_KIND_TEXT,
};

enum {                       /* flags of a domain */
       ASSAY_DOMAIN_NAN = 1, /* floats */
       ASSAY_DOMAIN_SUBNORMAL = 2,
       ASSAY_DOMAIN_SINGLE = 4,
       ASSAY_DOMAIN_PICK = 8, /* unsigned: the number of something made earlier; what it
                                 means shifts when that is not made any more */
};

/* What a choice may be. Integers are 64-bit patterns; `lo <= hi` in the kind's order. */
struct assay_domain {
    uint64_t lo,
        hi; /* integers: bounds; floats: bits of the bounds; bytes, text: lengths */
    uint64_t toward; /* integers: the simplest value; text: where its alphabet is (see
                        below) */
    uint8_t kind;    /* enum assay_kind */
    uint8_t flags;
    uint32_t extra; /* text: number of ranges of the alphabet, which start at
                       pool[toward]; picks: the sort of thing */
};

struct assay_choice {
    uint64_t
        value; /* integers: the pattern; floats: the bits; bytes, text: where in pool */
    uint32_t domain; /* which of the domains */
    uint32_t len;    /* bytes, text: length in bytes */
};

enum { /* flags of a span */
       ASSAY_SPAN_DISCARDED = 1,
       ASSAY_SPAN_LIST = 2,    /* its children that are elements can come and go */
       ASSAY_SPAN_ELEMENT = 4, /* one element of the list around it */
       ASSAY_SPAN_COUNTED = 8, /* a list whose first choice is its length */
       ASSAY_SPAN_PLAIN =
           16, /* a list in which each other choice is an element by itself */
       ASSAY_SPAN_PROGRAM = 32, /* a list of operations */
};

#define ASSAY_NO_SPAN UINT32_MAX

struct assay_span {
    uint32_t start, end; /* choices [start, end) */
    uint32_t parent;     /* the span around it, or ASSAY_NO_SPAN */
    uint32_t label;      /* equal labels, equal numbers */
    uint32_t flags;
};

struct assay_limits {
    uint32_t choices, spans, pool; /* how many; bytes in the pool */
};
extern const struct assay_limits assay_limits_default;

struct assay_record {
    struct assay_limits max;
    uint32_t nchoices, ndomains, nspans, npool;
    struct assay_choice *choices;
    struct assay_domain *domains; /* at most max.choices */
    struct assay_span *spans; /* in the order they began; a parent before its children */
    unsigned char *pool;      /* bytes, text and alphabets */
    uint32_t recent[8];       /* domains used lately, by hash */
};

/*@ predicate InPool(struct assay_record *r, integer start, integer len) =
      start + len <= r->npool;

    predicate SoundDomain(struct assay_record *r, struct assay_domain *d) =
      d->kind <= ASSAY_KIND_TEXT &&
      (d->kind == ASSAY_KIND_TEXT ==>
         d->extra > 0 && d->toward % sizeof(struct assay_codes) == 0 &&
         InPool(r, d->toward, d->extra * sizeof(struct assay_codes)));

    predicate SoundChoice(struct assay_record *r, struct assay_choice *c) =
      c->domain < r->ndomains &&
      (r->domains[c->domain].kind >= ASSAY_KIND_BYTES ==> InPool(r, c->value, c->len));

    predicate SoundSpan(struct assay_record *r, integer i) =
      r->spans[i].start <= r->spans[i].end <= r->nchoices &&
      (r->spans[i].parent == ASSAY_NO_SPAN || r->spans[i].parent < i);

    predicate Laid(struct assay_record *r) =
      r->nchoices <= r->max.choices && r->ndomains <= r->max.choices &&
      r->nspans <= r->max.spans && r->npool <= r->max.pool &&
      \valid(r->choices + (0 .. r->nchoices - 1)) &&
      \valid(r->domains + (0 .. r->ndomains - 1)) &&
      \valid(r->spans + (0 .. r->nspans - 1)) && \valid(r->pool + (0 .. r->npool - 1));

    // A record that hangs together.
    predicate Sound(struct assay_record *r) =
      \valid(r) && Laid(r) &&
      (\forall integer i; 0 <= i < r->ndomains ==> SoundDomain(r, &r->domains[i])) &&
      (\forall integer i; 0 <= i < r->nchoices ==> SoundChoice(r, &r->choices[i])) &&
      (\forall integer i; 0 <= i < r->nspans ==> SoundSpan(r, i));
*/

/* The size of the block a record with these limits needs. */
/*@ requires \valid_read(max);
    assigns \nothing;
    ensures \result % 16 == 0;
    ensures 0 <= \result - (sizeof(struct assay_record) +
      max->choices * (sizeof(struct assay_choice) + sizeof(struct assay_domain)) +
      max->spans * sizeof(struct assay_span) + max->pool) <= 5 * 15;
*/
size_t assay_record_size(const struct assay_limits *max);
/* Lays a record out in a zeroed or used block of that size; the block is the record. */
struct assay_record *assay_record_init(void *block, const struct assay_limits *max);
/* Forgets everything drawn. */
/*@ requires \valid(r);
    assigns r->nchoices, r->ndomains, r->nspans, r->npool, r->recent[..];
    ensures r->nchoices == r->ndomains == r->nspans == r->npool == 0;
    ensures \forall integer i; 0 <= i < 8 ==> r->recent[i] == 0;
*/
void assay_record_clear(struct assay_record *r);
/* Copies what was drawn; `to` must have room (equal limits do). */
/*@ predicate Fits(struct assay_record *r, struct assay_limits max) =
      r->nchoices <= max.choices && r->ndomains <= max.choices &&
      r->nspans <= max.spans && r->npool <= max.pool;

    predicate Room(struct assay_record *r) =
      \valid(r) && \valid(r->choices + (0 .. r->max.choices - 1)) &&
      \valid(r->domains + (0 .. r->max.choices - 1)) &&
      \valid(r->spans + (0 .. r->max.spans - 1)) &&
      \valid(r->pool + (0 .. r->max.pool - 1));
*/
/*@ requires Room(to) && Sound(from) && \separated(to, from) && to->max.choices <= 40 &&
      to->max.spans <= 40 && to->max.pool <= 40;
    requires \separated(to->choices + (0 .. to->max.choices - 1),
      from->choices + (0 .. from->nchoices - 1));
    requires \separated(to->domains + (0 .. to->max.choices - 1),
      from->domains + (0 .. from->ndomains - 1));
    requires \separated(to->spans + (0 .. to->max.spans - 1),
      from->spans + (0 .. from->nspans - 1));
    requires \separated(to->pool + (0 .. to->max.pool - 1),
      from->pool + (0 .. from->npool - 1));

    behavior fits:
      assumes Fits(from, to->max);
      ensures \result == ASSAY_OK && Sound(to);
      ensures to->nchoices == from->nchoices && to->ndomains == from->ndomains &&
        to->nspans == from->nspans && to->npool == from->npool;
      ensures \forall integer i; 0 <= i < from->nchoices ==>
        to->choices[i] == from->choices[i];
      ensures \forall integer i; 0 <= i < from->npool ==> to->pool[i] == from->pool[i];

    behavior too_large:
      assumes !Fits(from, to->max);
      assigns \nothing;
      ensures \result == ASSAY_TOO_LARGE;

    complete behaviors;
    disjoint behaviors;
    config 400 runs, 2s;
*/
enum assay_status assay_record_copy(struct assay_record *to,
                                    const struct assay_record *from);
/* Whether a record that a crashed process left behind hangs together. */
/*@ requires \valid(r) && \valid(r->choices + (0 .. r->nchoices - 1)) &&
      \valid(r->domains + (0 .. r->ndomains - 1)) &&
      \valid(r->spans + (0 .. r->nspans - 1)) && \valid(r->pool + (0 .. r->npool - 1));
    assigns r->spans[0 .. r->nspans - 1].end;
    ensures \result ==> Sound(r);
    ensures \forall integer i; 0 <= i < r->nspans ==>
      r->spans[i].end == \old(r->spans[i].end) ||
      (\old(r->spans[i].end) == UINT32_MAX && r->spans[i].end == r->nchoices);

    behavior sound:
      assumes Sound(r);
      ensures \result;

*/
bool assay_record_repair(struct assay_record *r);
/* One line per choice, indented by span: for tests and debugging. */
struct assay_buf;
void assay_record_dump(const struct assay_record *r, struct assay_buf *out);

/* Floats are kept as their bits. */
static inline uint64_t assay_bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline double assay_double_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline const struct assay_domain *assay_record_domain(const struct assay_record *r,
                                                             uint32_t choice)
{
    return &r->domains[r->choices[choice].domain];
}

#endif
