/*
 * Sums of multiples. A sum is kept in one order, what is added first and what is
 * subtracted last, and a comparison has no term on both sides: x + 2 < y + 1 is x + 1 <
 * y. What does not fit, because there is too much of it or numbers are too large, stays
 * as it is written.
 */
#include "synth/logic_parts.h"

bool logic_is_number(const Logic *l, Formula f)
{
    const LogicNode *node = &l->nodes[f];

    switch (node->kind) {
    case LOGIC_LITERAL:
        return node->as.literal->kind == VALUE_INTEGER;
    case LOGIC_VAR:
        return logic_type_kind(node->as.var->type) == TYPE_INTEGER;
    case LOGIC_CALL:
        return logic_type_kind(node->as.function->result) == TYPE_INTEGER;
    case LOGIC_OP:
        return op_result(node->as.op) != 'b';
    case LOGIC_COND:
        return logic_is_number(l, logic_args(l, f)[1]);
    case LOGIC_BOOLEAN:
    case LOGIC_IN:
    case LOGIC_QUANT:
        break;
    }
    return false;
}

bool logic_number(const Logic *l, Formula f, int64_t *ret_number)
{
    const LogicNode *node = &l->nodes[f];

    return !l->no_memory && node->kind == LOGIC_LITERAL &&
           node->as.literal->kind == VALUE_INTEGER &&
           integer_to_i64(node->as.literal->as.integer, ret_number);
}

/* ---- Collecting. */

static bool add_constant(LogicSum *s, int64_t factor, int64_t number)
{
    int64_t by;

    return !__builtin_mul_overflow(factor, number, &by) &&
           !__builtin_add_overflow(s->constant, by, &s->constant);
}

static bool add_multiple(LogicSum *s, int64_t factor, Formula f)
{
    uint32_t i = 0;

    while (i < s->count && s->terms[i] < f)
        i++;
    if (i < s->count && s->terms[i] == f) {
        if (__builtin_add_overflow(s->factors[i], factor, &s->factors[i]))
            return false;
        if (s->factors[i] != 0)
            return true;
        for (s->count--; i < s->count; i++) {
            s->terms[i] = s->terms[i + 1];
            s->factors[i] = s->factors[i + 1];
        }
        return true;
    }
    if (s->count == LOGIC_SUM)
        return false;
    for (uint32_t k = s->count++; k > i; k--) {
        s->terms[k] = s->terms[k - 1];
        s->factors[k] = s->factors[k - 1];
    }
    s->terms[i] = f;
    s->factors[i] = factor;
    return true;
}

/* Adds a multiple of a formula to the sum. */
static bool collect(const Logic *l, LogicSum *s, int64_t factor, Formula f)
{
    const LogicNode *node = &l->nodes[f];
    const Formula *args = logic_args(l, f);
    int64_t number;

    if (logic_number(l, f, &number))
        return add_constant(s, factor, number);
    if (node->kind == LOGIC_OP && node->as.op == OP_ADD)
        return collect(l, s, factor, args[0]) && collect(l, s, factor, args[1]);
    if (node->kind == LOGIC_OP && node->as.op == OP_NEG)
        return factor != INT64_MIN && collect(l, s, -factor, args[0]);
    if (node->kind == LOGIC_OP && node->as.op == OP_MUL)
        for (uint32_t i = 0; i < 2; i++)
            if (logic_number(l, args[i], &number))
                return !__builtin_mul_overflow(factor, number, &number) &&
                       (number == 0 || collect(l, s, number, args[1 - i]));
    return add_multiple(s, factor, f);
}

bool logic_sum(const Logic *l, Formula f, LogicSum *ret_sum)
{
    *ret_sum = (LogicSum){0};
    return !l->no_memory && collect(l, ret_sum, 1, f);
}

static bool difference(const Logic *l, Formula a, Formula b, LogicSum *s)
{
    *s = (LogicSum){0};
    return collect(l, s, 1, a) && collect(l, s, -1, b);
}

/* ---- Writing. */

static Formula multiple(Logic *l, int64_t factor, Formula f)
{
    if (factor == 1)
        return f;
    return factor == -1 ? logic_make_op(l, OP_NEG, &f, 1)
                        : logic_make_op2(l, OP_MUL, logic_integer(l, factor), f);
}

/* The multiples with factors of this sign, times `times`, added to what is there; if
 * there is nothing, `none` is set. */
static Formula write_signed(Logic *l, const LogicSum *s, bool negative, int64_t times,
                            Formula so_far, bool *none)
{
    for (uint32_t i = 0; i < s->count; i++) {
        Formula f;
        if ((s->factors[i] < 0) != negative)
            continue;
        f = multiple(l, s->factors[i] * times, s->terms[i]);
        so_far = *none ? f : logic_make_op2(l, OP_ADD, so_far, f);
        *none = false;
    }
    return so_far;
}

static Formula write_constant(Logic *l, int64_t constant, Formula so_far, bool none)
{
    if (none || constant == 0)
        return none ? logic_integer(l, constant) : so_far;
    return logic_make_op2(l, OP_ADD, so_far, logic_integer(l, constant));
}

Formula logic_of_sum(Logic *l, const LogicSum *s)
{
    bool none = true;
    Formula f = write_signed(l, s, false, 1, LOGIC_FALSE, &none);

    f = write_signed(l, s, true, 1, f, &none);
    return write_constant(l, s->constant, f, none);
}

/* One side of a comparison: the multiples of a sign, and a constant. */
static Formula write_side(Logic *l, const LogicSum *s, bool negative, int64_t constant)
{
    bool none = true;
    Formula f = write_signed(l, s, negative, negative ? -1 : 1, LOGIC_FALSE, &none);

    return write_constant(l, constant, f, none);
}

/* ---- Comparing. */

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

static int64_t common_divisor(const LogicSum *s)
{
    int64_t all = 0;

    for (uint32_t i = 0; i < s->count; i++) {
        int64_t a = magnitude(s->factors[i]);
        while (all != 0) {
            int64_t rest = a % all;
            a = all;
            all = rest;
        }
        all = a;
    }
    return all;
}

/* Whether numbers are so small that nothing below overflows. */
static bool is_small(const LogicSum *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->factors[i] < -INT32_MAX || s->factors[i] > INT32_MAX)
            return false;
    return s->constant > INT64_MIN / 2 && s->constant < INT64_MAX / 2;
}

static void divide(LogicSum *s, int64_t by)
{
    for (uint32_t i = 0; i < s->count; i++)
        s->factors[i] /= by;
}

static Formula truth(bool holds)
{
    return holds ? LOGIC_TRUE : LOGIC_FALSE;
}

/* That a sum is 0. */
static Formula is_zero(Logic *l, LogicSum *s)
{
    int64_t by = common_divisor(s);

    if (s->count == 0 || s->constant % by != 0)
        return truth(s->count == 0 && s->constant == 0);
    if (s->factors[0] < 0)
        by = -by; /* the first term is on the left */
    divide(s, by);
    s->constant /= by;
    return logic_make_op2(l, OP_EQ,
                          write_side(l, s, false, s->constant > 0 ? s->constant : 0),
                          write_side(l, s, true, s->constant < 0 ? -s->constant : 0));
}

/* That a sum is at most 0. */
static Formula at_most_zero(Logic *l, LogicSum *s)
{
    int64_t by = common_divisor(s), constant = s->constant;

    if (s->count == 0)
        return truth(constant <= 0);
    divide(s, by);
    constant = constant / by + (constant > 0 && constant % by != 0);
    return constant > 0 ? logic_make_op2(l, OP_LT, write_side(l, s, false, constant - 1),
                                         write_side(l, s, true, 0))
                        : logic_make_op2(l, OP_LE, write_side(l, s, false, 0),
                                         write_side(l, s, true, -constant));
}

static Formula compare(Logic *l, TermOp op, Formula a, Formula b)
{
    LogicSum s;

    if (!difference(l, a, b, &s) || !is_small(&s))
        return op == OP_EQ && a > b ? logic_make_op2(l, op, b, a)
                                    : logic_make_op2(l, op, a, b);
    if (op == OP_EQ)
        return is_zero(l, &s);
    s.constant += op == OP_LT;
    return at_most_zero(l, &s);
}

Formula logic_arithmetic(Logic *l, TermOp op, Formula a, Formula b)
{
    int64_t number;
    LogicSum s = {0};
    bool fits;

    if (l->no_memory)
        return LOGIC_FALSE;
    switch (op) {
    case OP_ADD:
        fits = collect(l, &s, 1, a) && collect(l, &s, 1, b);
        break;
    case OP_SUB:
        fits = difference(l, a, b, &s);
        break;
    case OP_NEG:
        fits = collect(l, &s, -1, a);
        break;
    case OP_MUL:
        fits =
            (logic_number(l, a, &number) && (number == 0 || collect(l, &s, number, b))) ||
            (logic_number(l, b, &number) && (number == 0 || collect(l, &s, number, a)));
        break;
    default:
        return compare(l, op, a, b);
    }
    if (fits && is_small(&s))
        return logic_of_sum(l, &s);
    if (op == OP_NEG)
        return logic_make_op(l, OP_NEG, &a, 1);
    if (op == OP_SUB) {
        op = OP_ADD;
        b = logic_make_op(l, OP_NEG, &b, 1);
    }
    return a < b ? logic_make_op2(l, op, a, b) : logic_make_op2(l, op, b, a);
}
