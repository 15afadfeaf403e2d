#include "choice/order.h"
#include "base/utf8.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Distances are taken modulo 2^64, so signed and unsigned integers need no case of their
 * own. */
uint64_t assay_domain_rank(const struct assay_domain *d, uint64_t value)
{
    uint64_t above = d->hi - d->toward, below = d->toward - d->lo;
    uint64_t both = above < below ? above : below;
    bool up = value - d->lo >= below;
    uint64_t distance = up ? value - d->toward : d->toward - value;

    if (distance > both)
        return both + distance;
    return 2 * distance - (up && distance > 0);
}

uint64_t assay_domain_unrank(const struct assay_domain *d, uint64_t rank)
{
    uint64_t above = d->hi - d->toward, below = d->toward - d->lo;
    uint64_t both = above < below ? above : below;

    if (rank > d->hi - d->lo)
        rank = d->hi - d->lo;
    if (below == 0) /* the common case, with nothing to guess for the processor */
        return d->toward + rank;
    if (rank > 2 * both)
        return above > below ? d->toward + (rank - both) : d->toward - (rank - both);
    return rank % 2 ? d->toward + (rank + 1) / 2 : d->toward - rank / 2;
}

uint64_t assay_domain_clamp(const struct assay_domain *d, uint64_t value)
{
    bool low =
        d->kind == ASSAY_KIND_INT ? (int64_t)value < (int64_t)d->lo : value < d->lo;

    if (assay_domain_has(d, value))
        return value;
    return low ? d->lo : d->hi;
}

/* The number of binary digits after the point that x needs. */
/*@ requires \is_finite(x) && 0. < \abs(x) < 0x1p53;
    assigns \nothing;
    ensures \result <= 1074;
    ensures x * \pow(2., \result) == \floor(x * \pow(2., \result));
    ensures \result > 0 ==>
      x * \pow(2., \result - 1) != \floor(x * \pow(2., \result - 1));
*/
static unsigned fraction_bits(double x)
{
    int exponent;
    double m = frexp(fabs(x), &exponent); /* |x| = m * 2^exponent, m in [0.5, 1) */
    uint64_t digits = (uint64_t)(m * 0x1p53);
    int trailing = __builtin_ctzll(digits);
    int after = 53 - exponent - trailing;

    return after > 0 ? (unsigned)after : 0;
}

/*
 * Four classes in the two top bits: integral below 2^53; other finite numbers, those with
 * fewer digits after the point first, huge ones last; infinities; NaN.
 */
uint64_t assay_float_rank(double x)
{
    uint64_t sign = signbit(x) ? 1 : 0;
    double size = fabs(x);
    uint64_t bits;

    if (isnan(x))
        return UINT64_C(3) << 62;
    if (isinf(x))
        return UINT64_C(2) << 62 | sign;
    if (size < 0x1p53 && size == floor(size))
        return 2 * (uint64_t)size + sign;
    if (size >= 0x1p53) {
        bits = assay_bits_of(size);
        return UINT64_C(1) << 62 | UINT64_C(1) << 61 | (bits >> 5) << 1 | sign;
    }
    bits = size < 0x1p40 ? (uint64_t)(size * 0x1p8) : UINT64_C(1) << 48;
    return UINT64_C(1) << 62 | (uint64_t)fraction_bits(x) << 50 | bits << 1 | sign;
}

bool assay_float_in(const struct assay_domain *d, double x)
{
    if (isnan(x))
        return d->flags & ASSAY_DOMAIN_NAN;
    if (!(x >= assay_double_of(d->lo) && x <= assay_double_of(d->hi)))
        return false;
    if (d->flags & ASSAY_DOMAIN_SINGLE && (double)(float)x != x)
        return false;
    if (d->flags & ASSAY_DOMAIN_SUBNORMAL || x == 0)
        return true;
    return fabs(x) >= (d->flags & ASSAY_DOMAIN_SINGLE ? FLT_MIN : DBL_MIN);
}

/* As few digits after the point as the bounds allow, then as small as they allow. */
double assay_float_simplest(const struct assay_domain *d)
{
    double lo = assay_double_of(d->lo), hi = assay_double_of(d->hi),
           least = lo > 0 ? lo : hi;

    if (lo <= 0 && hi >= 0)
        return 0;
    for (int digits = 0; digits <= 1074; digits++) {
        double x = ldexp(least, digits);
        if (fabs(x) >= 0x1p53)
            break;
        x = ldexp(x > 0 ? ceil(x) : floor(x), -digits);
        if (assay_float_in(d, x))
            return x;
    }
    return assay_float_clamp(d, least);
}

/* Rounds to single where asked, stepping back inside when rounding left the bounds. */
double assay_float_clamp(const struct assay_domain *d, double x)
{
    double lo = assay_double_of(d->lo), hi = assay_double_of(d->hi);

    if (isnan(x) && !(d->flags & ASSAY_DOMAIN_NAN))
        return assay_float_simplest(d);
    if (isnan(x))
        return x;
    x = x < lo ? lo : x > hi ? hi : x;
    if (d->flags & ASSAY_DOMAIN_SINGLE) {
        float f = (float)x;
        if ((double)f < lo)
            f = nextafterf(f, INFINITY);
        if ((double)f > hi)
            f = nextafterf(f, -INFINITY);
        x = (double)f;
    }
    if (assay_float_in(d, x))
        return x;
    /* Only a subnormal is left: zero, or the smallest normal number inside the bounds. */
    if (lo <= 0 && hi >= 0)
        return 0;
    return copysign(d->flags & ASSAY_DOMAIN_SINGLE ? (double)FLT_MIN : DBL_MIN, x);
}

uint64_t assay_domain_simplest(const struct assay_domain *d)
{
    if (d->kind == ASSAY_KIND_FLOAT)
        return assay_bits_of(assay_float_simplest(d));
    return d->toward;
}

uint32_t assay_code_rank(uint32_t code)
{
    if (code >= 'a' && code <= 'z')
        return code - 'a';
    if (code >= 'A' && code <= 'Z')
        return 26 + code - 'A';
    if (code >= '0' && code <= '9')
        return 52 + code - '0';
    if (code >= ' ' && code < 0x7f)
        return 64 + code;
    return 256 + code; /* controls, then everything beyond ASCII */
}

bool assay_alphabet_has(const struct assay_alphabet *alphabet, uint32_t code)
{
    uint32_t lo = 0, hi = alphabet->count;

    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (code > alphabet->ranges[mid].hi)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < alphabet->count && code >= alphabet->ranges[lo].lo;
}

/* The order of code points is ascending inside each of these, so range ends suffice. */
static const struct assay_codes classes[] = {
    {'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {' ', '~'}, {0, 0x10ffff},
};

uint32_t assay_alphabet_simplest(const struct assay_alphabet *alphabet)
{
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
        for (uint32_t i = 0; i < alphabet->count; i++) {
            const struct assay_codes *r = &alphabet->ranges[i];
            uint32_t lo = r->lo > classes[c].lo ? r->lo : classes[c].lo;
            if (lo <= r->hi && lo <= classes[c].hi)
                return lo;
        }
    return 'a';
}

struct assay_alphabet assay_domain_alphabet(const struct assay_record *r,
                                            const struct assay_domain *d)
{
    return (struct assay_alphabet){(const void *)(r->pool + d->toward), d->extra};
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static uint32_t next_rank(const unsigned char **at, const unsigned char *end)
{
    uint32_t code = **at;
    size_t n = assay_utf8_decode((const char *)*at, (size_t)(end - *at), &code);

    *at += n ? n : 1;
    return assay_code_rank(code);
}

/*@ predicate Ascii(unsigned char *s, integer len) =
      \forall integer i; 0 <= i < len ==> s[i] < 0x80;

    predicate Equal(unsigned char *a, unsigned char *b, integer len) =
      \forall integer i; 0 <= i < len ==> a[i] == b[i];
*/

/*@ requires \valid_read(a + (0 .. alen - 1)) && \valid_read(b + (0 .. blen - 1));
    assigns \nothing;
    ensures -1 <= \result <= 1;

    behavior ascii:
      assumes Ascii(a, alen) && Ascii(b, blen);
      ensures \result < 0 <==>
        (alen < blen && Equal(a, b, alen)) ||
        \exists integer i; 0 <= i < alen && i < blen && Equal(a, b, i) &&
                           Simpler(a[i], b[i]);
      ensures \result == 0 <==> alen == blen && Equal(a, b, alen);

    config 1000 runs, 1s;
    hyper antisymmetric:
      a' = b; alen' = blen;
      b' = a; blen' = alen;
      ensures \result' == -\result;
*/
static int compare_text(const unsigned char *a, uint32_t alen, const unsigned char *b,
                        uint32_t blen)
{
    const unsigned char *aend = a + alen, *bend = b + blen;

    while (a < aend && b < bend) {
        int order = compare_u64(next_rank(&a, aend), next_rank(&b, bend));
        if (order)
            return order;
    }
    return (a < aend) - (b < bend);
}

int assay_choice_compare(const struct assay_record *a, uint32_t i,
                         const struct assay_record *b, uint32_t j)
{
    const struct assay_choice *x = &a->choices[i], *y = &b->choices[j];
    const struct assay_domain *dx = assay_record_domain(a, i);
    const struct assay_domain *dy = assay_record_domain(b, j);

    if (dx->kind != dy->kind)
        return compare_u64(dx->kind, dy->kind);
    if (assay_kind_is_integer(dx->kind))
        return compare_u64(assay_domain_rank(dx, x->value),
                           assay_domain_rank(dy, y->value));
    if (dx->kind == ASSAY_KIND_FLOAT)
        return compare_u64(assay_float_rank(assay_double_of(x->value)),
                           assay_float_rank(assay_double_of(y->value)));
    if (x->len != y->len)
        return compare_u64(x->len, y->len);
    if (dx->kind == ASSAY_KIND_TEXT)
        return compare_text(a->pool + x->value, x->len, b->pool + y->value, y->len);
    return memcmp(a->pool + x->value, b->pool + y->value, x->len);
}

uint64_t assay_record_weight(const struct assay_record *r)
{
    uint64_t weight = r->nchoices;

    for (uint32_t i = 0; i < r->nchoices; i++)
        weight += r->choices[i].len;
    return weight;
}

/* Of two with one weight, neither goes on where the other ends: it would weigh more. */
int assay_record_compare(const struct assay_record *a, const struct assay_record *b)
{
    int order = compare_u64(assay_record_weight(a), assay_record_weight(b));

    for (uint32_t i = 0; order == 0 && i < a->nchoices; i++)
        order = assay_choice_compare(a, i, b, i);
    return order;
}
