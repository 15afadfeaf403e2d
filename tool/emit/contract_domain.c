/*
 * What values a precondition leaves to an integer parameter, as far as it says so by
 * numbers: x >= 1 && x <= 12, x \in \union(1..5, 9..12), x != 0. Conjunctions intersect,
 * disjunctions unite, what is not about the parameter alone leaves all values.
 */
#include "emit/contract_parts.h"

static Domain all_values(Interval of)
{
    return (Domain){{of}, 1};
}

/* Ascending ranges that do not touch; too many are united with the last one. */
static void add_range(Domain *d, Interval range)
{
    Interval *last = d->count > 0 ? &d->ranges[d->count - 1] : NULL;

    if (range.lo > range.hi)
        return;
    if (last && (range.lo <= last->hi + 1 || d->count == DOMAIN_RANGES)) {
        if (range.hi > last->hi)
            last->hi = range.hi;
        return;
    }
    d->ranges[d->count++] = range;
}

static Domain intersect(const Domain *a, const Domain *b)
{
    Domain d = {.count = 0};

    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            Interval x = a->ranges[i], y = b->ranges[k];
            add_range(&d,
                      (Interval){x.lo > y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi});
        }
    return d;
}

static Domain unite(const Domain *a, const Domain *b)
{
    Domain d = {.count = 0};
    uint32_t i = 0, k = 0;

    while (i < a->count || k < b->count) {
        bool first =
            k == b->count || (i < a->count && a->ranges[i].lo <= b->ranges[k].lo);
        add_range(&d, first ? a->ranges[i++] : b->ranges[k++]);
    }
    return d;
}

/* ---- Numbers. */

static bool constant(const AcslNode *n, Wide *ret)
{
    Wide a, b;

    n = c_bare(n);
    if (n->kind == NODE_INT) {
        *ret = n->as.integer;
        return true;
    }
    if (n->kind == NODE_CALL && n->nargs == 0 && n->as.call.logic->body)
        return constant(n->as.call.logic->body, ret);
    if (n->kind == NODE_CAST && acsl_is_integral(n->sort))
        return constant(n->args[0], ret);
    if (n->kind != NODE_OP || !constant(n->args[0], &a))
        return false;
    if (n->as.op.op == ACSL_NEG) {
        *ret = -a;
        return true;
    }
    if (n->nargs != 2 || !constant(n->args[1], &b) || a > INT64_MAX || a < INT64_MIN ||
        b > INT64_MAX || b < INT64_MIN)
        return false;
    switch (n->as.op.op) {
    case ACSL_ADD:
        *ret = a + b;
        return true;
    case ACSL_SUB:
        *ret = a - b;
        return true;
    case ACSL_MUL:
        *ret = a * b;
        return true;
    case ACSL_DIV:
        if (b == 0)
            return false;
        *ret = a / b;
        return true;
    default:
        return false;
    }
}

/* ---- Conditions. */

typedef struct {
    bool (*is_it)(const AcslNode *n, const void *ctx);
    const void *ctx;
    Interval of; /* its type's */
} About;

/* Values v with v op number. */
static Domain compared(const About *about, AcslOp op, Wide number)
{
    Domain d = {.count = 0};
    Interval all = about->of;

    switch (op) {
    case ACSL_EQ:
        if (number >= all.lo && number <= all.hi)
            add_range(&d, (Interval){number, number});
        break;
    case ACSL_NE:
        add_range(&d, (Interval){all.lo, number - 1 < all.hi ? number - 1 : all.hi});
        add_range(&d, (Interval){number + 1 > all.lo ? number + 1 : all.lo, all.hi});
        break;
    case ACSL_LT:
    case ACSL_LE:
        number -= op == ACSL_LT;
        add_range(&d, (Interval){all.lo, number < all.hi ? number : all.hi});
        break;
    default:
        number += op == ACSL_GT;
        add_range(&d, (Interval){number > all.lo ? number : all.lo, all.hi});
        break;
    }
    return d;
}

static Domain by_comparison(const About *about, const AcslNode *n, bool wanted)
{
    AcslOp op = wanted ? n->as.op.op : acsl_op_opposite(n->as.op.op);
    Wide number;

    if (about->is_it(c_bare(n->args[0]), about->ctx) && constant(n->args[1], &number))
        return compared(about, op, number);
    if (about->is_it(c_bare(n->args[1]), about->ctx) && constant(n->args[0], &number))
        return compared(about, acsl_op_turned(op), number);
    return all_values(about->of);
}

/* Members of a set of numbers. */
static Domain by_set(const About *about, const AcslNode *set)
{
    Domain d = {.count = 0};
    Wide lo = about->of.lo, hi = about->of.hi;

    set = c_bare(set);
    if (set->kind == NODE_SET) {
        for (uint32_t i = 0; i < set->nargs; i++) {
            Domain more = by_set(about, set->args[i]);
            d = unite(&d, &more);
        }
        return d;
    }
    if (set->kind == NODE_RANGE) {
        if ((set->args[0] && !constant(set->args[0], &lo)) ||
            (set->args[1] && !constant(set->args[1], &hi)))
            return all_values(about->of);
        add_range(&d, (Interval){lo, hi});
    } else if (constant(set, &lo)) {
        add_range(&d, (Interval){lo, lo});
    } else {
        return all_values(about->of);
    }
    return d;
}

static Domain domain_of(const About *about, const AcslNode *n, bool wanted);

static Domain of_two(const About *about, const AcslNode *n, bool first, bool second,
                     bool both)
{
    Domain a = domain_of(about, n->args[0], first);
    Domain b = domain_of(about, n->args[1], second);

    return both ? intersect(&a, &b) : unite(&a, &b);
}

static Domain domain_of(const About *about, const AcslNode *n, bool wanted)
{
    n = c_bare(n);
    if (n->kind == NODE_BUILTIN && n->as.builtin.builtin == BUILTIN_SUBSET && wanted &&
        about->is_it(c_bare(n->args[0]), about->ctx))
        return by_set(about, n->args[1]);
    if (n->kind != NODE_OP)
        return all_values(about->of);
    switch (n->as.op.op) {
    case ACSL_AND:
        return of_two(about, n, wanted, wanted, wanted);
    case ACSL_OR:
        return of_two(about, n, wanted, wanted, !wanted);
    case ACSL_IMPLIES:
        return of_two(about, n, !wanted, wanted, !wanted);
    case ACSL_NOT:
        return domain_of(about, n->args[0], !wanted);
    case ACSL_EQ:
    case ACSL_NE:
    case ACSL_LT:
    case ACSL_LE:
    case ACSL_GT:
    case ACSL_GE:
        return by_comparison(about, n, wanted);
    case ACSL_IN:
        return wanted && about->is_it(c_bare(n->args[0]), about->ctx)
                   ? by_set(about, n->args[1])
                   : all_values(about->of);
    default:
        return all_values(about->of);
    }
}

static bool is_param(const AcslNode *n, const void *ctx)
{
    return n->kind == NODE_PARAM && n->as.param.param == ctx;
}

void domain_restrict(Domain *d, const CParam *param, const AcslNode *condition)
{
    About about = {is_param, param, interval_of_type(param->type)};
    Domain more = domain_of(&about, condition, true);

    *d = intersect(d, &more);
}

Domain domain_all(const CType *type)
{
    return all_values(interval_of_type(type));
}
