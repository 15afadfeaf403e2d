/*
 * Intervals of integer terms: what 64 bits are enough for. All bounds are kept within
 * WIDE_INFINITE of 0, which stands for "unknown".
 */
#include "emit/contract_parts.h"

static const Interval everything = {-WIDE_INFINITE, WIDE_INFINITE};

static Wide clamp(Wide x)
{
    return x > WIDE_INFINITE ? WIDE_INFINITE : x < -WIDE_INFINITE ? -WIDE_INFINITE : x;
}

static bool is_finite(Wide x)
{
    return x < WIDE_INFINITE && x > -WIDE_INFINITE;
}

bool interval_is_narrow(Interval i)
{
    return i.lo >= INT64_MIN && i.hi <= INT64_MAX;
}

bool interval_is_bounded(Interval i)
{
    return is_finite(i.lo) && is_finite(i.hi);
}

Interval interval_narrow_all(void)
{
    return (Interval){INT64_MIN, INT64_MAX};
}

Interval interval_of_type(const CType *type)
{
    uint64_t bits = type->size * 8;

    if (type->kind == C_BOOL)
        return (Interval){0, 1};
    if ((type->kind != C_INT && type->kind != C_ENUM) || bits == 0 || bits > 64)
        return everything;
    if (type->is_signed)
        return (Interval){-((Wide)1 << (bits - 1)), ((Wide)1 << (bits - 1)) - 1};
    return (Interval){0, ((Wide)1 << bits) - 1};
}

static Interval join(Interval a, Interval b)
{
    return (Interval){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static Wide product(Wide a, Wide b)
{
    Wide r;

    return __builtin_mul_overflow(a, b, &r)
               ? ((a < 0) == (b < 0) ? WIDE_INFINITE : -WIDE_INFINITE)
               : clamp(r);
}

static Interval multiply(Interval a, Interval b)
{
    Interval left = {product(a.lo, b.lo), product(a.lo, b.hi)};
    Interval right = {product(a.hi, b.lo), product(a.hi, b.hi)};

    if (left.lo > left.hi)
        left = (Interval){left.hi, left.lo};
    if (right.lo > right.hi)
        right = (Interval){right.hi, right.lo};
    return join(left, right);
}

/* At most as far from 0 as `a`. */
static Interval around(Interval a)
{
    Wide far = -a.lo > a.hi ? -a.lo : a.hi;

    return (Interval){-far, far};
}

/* All bits below the highest that any of them has. */
static Interval of_bits(Interval a, Interval b)
{
    Interval both = around(join(a, b));
    Wide power = 1;

    if (!is_finite(both.hi))
        return everything;
    while (power <= both.hi)
        power *= 2;
    return (Interval){a.lo < 0 || b.lo < 0 ? -power : 0, power - 1};
}

static Interval shifted(Interval a, Interval by)
{
    if (by.lo < 0 || by.hi > 62 || !is_finite(a.lo) || !is_finite(a.hi))
        return everything;
    return multiply(a, (Interval){1, (Wide)1 << by.hi});
}

static Interval of_op(Emit *e, const AcslNode *n)
{
    Interval a, b;

    if (!acsl_is_integral(n->args[0]->sort))
        return interval_narrow_all(); /* a difference of pointers */
    a = interval_of(e, n->args[0]);
    if (n->as.op.op == ACSL_NEG)
        return (Interval){-a.hi, -a.lo};
    if (n->as.op.op == ACSL_BIT_NOT)
        return (Interval){clamp(-a.hi - 1), clamp(-a.lo - 1)};
    b = interval_of(e, n->args[1]);
    switch (n->as.op.op) {
    case ACSL_ADD:
        return (Interval){clamp(a.lo + b.lo), clamp(a.hi + b.hi)};
    case ACSL_SUB:
        return (Interval){clamp(a.lo - b.hi), clamp(a.hi - b.lo)};
    case ACSL_MUL:
        return multiply(a, b);
    case ACSL_DIV:
        return around(a);
    case ACSL_MOD:
        b = around(b);
        return (Interval){a.lo < 0 ? -b.hi : 0, b.hi};
    case ACSL_SHR:
        return around(a);
    case ACSL_SHL:
        return shifted(a, b);
    default:
        return of_bits(a, b);
    }
}

static Interval of_builtin(Emit *e, const AcslNode *n)
{
    Interval a, b;

    switch (n->as.builtin.builtin) {
    case BUILTIN_ABS:
        a = around(interval_of(e, n->args[0]));
        return (Interval){0, a.hi};
    case BUILTIN_MIN:
        a = interval_of(e, n->args[0]);
        b = interval_of(e, n->args[1]);
        return (Interval){join(a, b).lo, a.hi < b.hi ? a.hi : b.hi};
    case BUILTIN_MAX:
        a = interval_of(e, n->args[0]);
        b = interval_of(e, n->args[1]);
        return (Interval){a.lo > b.lo ? a.lo : b.lo, join(a, b).hi};
    case BUILTIN_STRLEN:
    case BUILTIN_BLOCK_LENGTH:
    case BUILTIN_OFFSET:
    case BUILTIN_LENGTH:
    case BUILTIN_COUNT:
        return (Interval){0, INT64_MAX};
    case BUILTIN_ERRNO:
        return (Interval){INT32_MIN, INT32_MAX};
    case BUILTIN_STRCMP:
    case BUILTIN_STRNCMP:
    case BUILTIN_MEMCMP:
        return (Interval){-1, 1};
    default:
        return everything;
    }
}

static Interval of_let(Emit *e, const AcslNode *n)
{
    const Name *before = e->names;
    const AcslSort *sort = n->vars[0]->sort;
    Interval bound = acsl_is_integral(sort) ? interval_of(e, n->args[0]) : everything;
    Interval i;
    Name name;

    c_bind(e, &name, n->vars[0], "", bound, REP_WIDE);
    i = interval_of(e, n->args[1]);
    e->names = before;
    return i;
}

Interval interval_of(Emit *e, const AcslNode *n)
{
    const Name *name;

    if (n->sort->kind == SORT_BOOLEAN)
        return (Interval){0, 1};
    if (n->sort->kind == SORT_C && n->kind != NODE_INT)
        return interval_of_type(n->sort->c);
    switch (n->kind) {
    case NODE_INT:
        return (Interval){clamp(n->as.integer), clamp(n->as.integer)};
    case NODE_VAR:
        name = c_name(e, n->as.var);
        return name ? name->interval : everything;
    case NODE_OP:
        return of_op(e, n);
    case NODE_IF:
        return join(interval_of(e, n->args[1]), interval_of(e, n->args[2]));
    case NODE_AT:
    case NODE_NAMED:
        return interval_of(e, n->args[0]);
    case NODE_LET:
        return of_let(e, n);
    case NODE_SIZEOF:
        return (Interval){0, INT32_MAX};
    case NODE_INDEX: /* of a text */
        return (Interval){0, 255};
    case NODE_EXIT_STATUS:
        return (Interval){INT32_MIN, INT32_MAX};
    case NODE_BUILTIN:
        return of_builtin(e, n);
    case NODE_FOLD:
        return n->as.fold == BUILTIN_NUMOF ? (Interval){0, INT64_MAX} : everything;
    default:
        return everything;
    }
}
