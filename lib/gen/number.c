/*
 * Numbers: integers of any C type up to 64 bits, booleans, doubles and floats.
 */
#include "choice/order.h"
#include "gen/ops.h"
#include <string.h>

/* ---- Integers: bounds are 64-bit patterns, to be read in the type's signedness. */

struct bounds {
    uint64_t lo, hi;
};

/*@ logic integer Read(bool is_signed, uint64_t bits) =
      is_signed ? (integer)(int64_t)bits : (integer)bits;

    predicate InType(bool is_signed, integer size, integer x) =
      is_signed ? -(1 << 8 * size - 1) <= x < 1 << 8 * size - 1 : 0 <= x < 1 << 8 * size;

    predicate IsSize(integer size) = size == 1 || size == 2 || size == 4 || size == 8;
*/

/* Whether the type, `unused` bits narrower than 64, holds the number. */
/*@ requires unused == 0 || unused == 32 || unused == 48 || unused == 56;
    assigns \nothing;
    ensures \result <==> InType(is_signed, (64 - unused) / 8, Read(is_signed, bits));
*/
static inline bool holds(unsigned unused, bool is_signed, uint64_t bits)
{
    uint64_t top = bits << unused;

    return (is_signed ? (uint64_t)((int64_t)top >> unused) : top >> unused) == bits;
}

static struct bounds whole_range(const struct assay_gen *gen, unsigned unused)
{
    uint64_t most = (uint64_t)INT64_MAX >> unused;

    if (gen->as.ints.is_signed)
        return (struct bounds){~most, most};
    return (struct bounds){0, gen->as.ints.hi};
}

/*@ requires \valid_read(gen) && \valid(ret) && \separated(gen, ret);
    requires gen->size == 3 || IsSize(gen->size);
    requires gen->as.ints.whole && IsSize(gen->size) ==>
      gen->as.ints.hi == (1 << 8 * gen->size) - 1;
    assigns *ret;

    behavior bad:
      assumes !IsSize(gen->size);
      assigns \nothing;
      ensures \result == ASSAY_BAD_USE;

    behavior whole:
      assumes IsSize(gen->size) && gen->as.ints.whole;
      ensures \result == ASSAY_OK;
      ensures \let is_signed = gen->as.ints.is_signed;
        InType(is_signed, gen->size, Read(is_signed, ret->lo)) &&
        InType(is_signed, gen->size, Read(is_signed, ret->hi)) &&
        Read(is_signed, ret->hi) - Read(is_signed, ret->lo) == (1 << 8 * gen->size) - 1;

    behavior part:
      assumes IsSize(gen->size) && !gen->as.ints.whole;
      ensures \result == ASSAY_OK ==>
        ret->lo == gen->as.ints.lo && ret->hi == gen->as.ints.hi;
      ensures \let is_signed = gen->as.ints.is_signed;
        \let lo = Read(is_signed, gen->as.ints.lo);
        \let hi = Read(is_signed, gen->as.ints.hi);
        \result == ASSAY_OK <==>
          lo <= hi && InType(is_signed, gen->size, lo) &&
          InType(is_signed, gen->size, hi);

    complete behaviors;
    disjoint behaviors;
*/
static inline enum assay_status find_bounds(const struct assay_gen *gen,
                                            struct bounds *ret)
{
    size_t size = gen->size;
    uint64_t lo = gen->as.ints.lo, hi = gen->as.ints.hi;
    bool is_signed = gen->as.ints.is_signed;
    unsigned unused = 64 - 8 * (unsigned)size;

    if (size != 1 && size != 2 && size != 4 && size != 8)
        return ASSAY_BAD_USE;
    if (gen->as.ints.whole) {
        *ret = whole_range(gen, unused);
        return ASSAY_OK;
    }
    if (!holds(unused, is_signed, lo) || !holds(unused, is_signed, hi))
        return ASSAY_BAD_USE;
    if (is_signed ? (int64_t)lo > (int64_t)hi : lo > hi)
        return ASSAY_EMPTY_RANGE;
    *ret = (struct bounds){lo, hi};
    return ASSAY_OK;
}

static enum assay_status ints_draw(const struct assay_gen *gen, struct assay_test *t,
                                   void *ret_value)
{
    struct bounds b;
    uint64_t toward = gen->as.ints.toward, bits = 0;
    int64_t value = 0;
    enum assay_status status = find_bounds(gen, &b);

    if (status)
        return status;
    if (gen->as.ints.is_signed) {
        status = assay_choose_int(t, (int64_t)b.lo, (int64_t)b.hi, (int64_t)toward,
                                  gen->as.ints.spread, &value);
        bits = (uint64_t)value;
    } else {
        status = assay_choose_uint(t, b.lo, b.hi, toward, gen->as.ints.spread, &bits);
    }
    if (status == ASSAY_OK)
        assay_int_store(ret_value, gen->size, bits);
    return status;
}

/* The elements of an array, all from one domain. */
static enum assay_status ints_draw_many(const struct assay_gen *gen, struct assay_test *t,
                                        uint32_t count, void *ret_values)
{
    struct assay_domain d = {.kind = gen->as.ints.is_signed ? ASSAY_KIND_INT
                                                            : ASSAY_KIND_UINT};
    struct assay_ask ask = {.domain = &d, .spread = gen->as.ints.spread};
    struct bounds b;
    enum assay_status status = find_bounds(gen, &b);

    if (status)
        return status;
    d.lo = b.lo;
    d.hi = b.hi;
    d.toward = assay_domain_clamp(&d, gen->as.ints.toward);
    return assay_choose_elements(t, &ask, count, ret_values, gen->size);
}

/* Distances modulo 2^64 serve both signednesses. */
static enum assay_answer ints_contain(const struct assay_gen *gen, const void *value,
                                      struct assay_look *look)
{
    struct bounds b;
    uint64_t bits;

    (void)look;
    if (find_bounds(gen, &b))
        return ASSAY_NO;
    bits = assay_int_load(value, gen->size, gen->as.ints.is_signed);
    return bits - b.lo <= b.hi - b.lo ? ASSAY_YES : ASSAY_NO;
}

/*@ requires \valid_read(gen) && \valid(ret_count) && IsSize(gen->size);
    requires !gen->as.ints.whole;
    requires \separated(gen, ret_count);
    assigns *ret_count;
    ensures \result == ASSAY_OK ==>
      *ret_count == Read(gen->as.ints.is_signed, gen->as.ints.hi) -
                    Read(gen->as.ints.is_signed, gen->as.ints.lo) + 1;
    ensures gen->size < 8 ==> \result != ASSAY_TOO_LARGE;
*/
static enum assay_status ints_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    struct bounds b;
    enum assay_status status = find_bounds(gen, &b);

    return status ? status : assay_count_add(b.hi - b.lo, 1, ret_count);
}

static bool ints_print(const struct assay_gen *gen, const void *value,
                       struct assay_printer *p)
{
    if (gen->size > sizeof(uint64_t))
        return false;
    assay_put_number(p, gen, value, gen->as.ints.is_signed);
    return true;
}

const struct assay_gen_ops assay_gen_ints = {
    .name = "ints",
    .flat = true,
    .draw = ints_draw,
    .draw_many = ints_draw_many,
    .contains = ints_contain,
    .count = ints_count,
    .print = ints_print,
};

/* ---- Booleans */

static enum assay_status bools_draw(const struct assay_gen *gen, struct assay_test *t,
                                    void *ret_value)
{
    (void)gen;
    return assay_choose_bool(t, 0.5, ret_value);
}

/* Looks at the byte: a bool that is neither true nor false must not be read as one. */
static enum assay_answer bools_contain(const struct assay_gen *gen, const void *value,
                                       struct assay_look *look)
{
    (void)look;
    return assay_int_load(value, gen->size, false) <= 1 ? ASSAY_YES : ASSAY_NO;
}

static enum assay_status bools_count(const struct assay_gen *gen, uint64_t *ret_count)
{
    (void)gen;
    *ret_count = 2;
    return ASSAY_OK;
}

static bool bools_print(const struct assay_gen *gen, const void *value,
                        struct assay_printer *p)
{
    assay_put_bool(p, assay_int_load(value, gen->size, false) != 0);
    return true;
}

const struct assay_gen_ops assay_gen_bools = {
    .name = "bools",
    .flat = true,
    .draw = bools_draw,
    .contains = bools_contain,
    .count = bools_count,
    .print = bools_print,
};

/* ---- Doubles and floats */

static bool is_single(const struct assay_gen *gen)
{
    return gen->size == sizeof(float);
}

static enum assay_status floats_draw(const struct assay_gen *gen, struct assay_test *t,
                                     void *ret_value)
{
    double x = 0;
    float single;
    enum assay_status status;

    if (gen->as.floats.single != is_single(gen))
        return ASSAY_BAD_USE;
    status = assay_choose_float(t, &gen->as.floats, &x);
    if (status)
        return status;
    single = (float)x;
    if (is_single(gen))
        memcpy(ret_value, &single, sizeof single);
    else
        memcpy(ret_value, &x, sizeof x);
    return ASSAY_OK;
}

/*@ requires \valid_read(gen) && (gen->size == 4 || gen->size == 8);
    requires \valid_read((char *)value + (0 .. gen->size - 1));
    assigns \nothing;
    ensures gen->size == 4 ==> \eq_double(\result, (double)*(float *)value) ||
      \is_NaN(\result) && \is_NaN(*(float *)value);
    ensures gen->size == 8 ==> \eq_double(\result, *(double *)value) ||
      \is_NaN(\result) && \is_NaN(*(double *)value);
*/
static double load_floating(const struct assay_gen *gen, const void *value)
{
    float single;
    double x;

    if (is_single(gen)) {
        memcpy(&single, value, sizeof single);
        return (double)single;
    }
    memcpy(&x, value, sizeof x);
    return x;
}

static enum assay_answer floats_contain(const struct assay_gen *gen, const void *value,
                                        struct assay_look *look)
{
    const struct assay_floats *of = &gen->as.floats;
    struct assay_domain d = {
        .kind = ASSAY_KIND_FLOAT,
        .flags = (uint8_t)((of->nan ? ASSAY_DOMAIN_NAN : 0) |
                           (of->subnormal ? ASSAY_DOMAIN_SUBNORMAL : 0) |
                           (of->single ? ASSAY_DOMAIN_SINGLE : 0)),
    };

    (void)look;
    memcpy(&d.lo, &of->lo, sizeof d.lo);
    memcpy(&d.hi, &of->hi, sizeof d.hi);
    return assay_float_in(&d, load_floating(gen, value)) ? ASSAY_YES : ASSAY_NO;
}

static bool floats_print(const struct assay_gen *gen, const void *value,
                         struct assay_printer *p)
{
    if (is_single(gen))
        assay_put_float(p, (float)load_floating(gen, value));
    else
        assay_put_double(p, load_floating(gen, value));
    return true;
}

const struct assay_gen_ops assay_gen_floats = {
    .name = "floats",
    .flat = true,
    .draw = floats_draw,
    .contains = floats_contain,
    .count = assay_count_unknown, /* as good as infinite: no measure for a union */
    .print = floats_print,
};
