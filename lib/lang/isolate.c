/*
 * Arithmetic with one term that speaks of a node, and the rest of it known: what the
 * comparison says of that term. 3 * x + y == 20 with y known to be 2 becomes x == 6,
 * (x + y) % 8 == 0 becomes x % 8 == 6. What is not known yet, but a length or a count,
 * leaves a bound: of x + len(z) == 20, that x is at most 20.
 */
#include "lang/solver.h"

/* The remainder that is not negative. */
static int64_t modulo(int64_t n, int64_t m)
{
    int64_t rest = n % m;

    return rest < 0 ? rest + m : rest;
}

/* The x in 0..m-1 with a * x % m == 1, or 0. */
static int64_t inverse(int64_t a, int64_t m)
{
    int64_t r = m, next_r = modulo(a, m), x = 0, next_x = 1;

    while (next_r != 0) {
        int64_t quotient = r / next_r, keep = next_r;

        next_r = r - quotient * next_r;
        r = keep;
        keep = next_x;
        next_x = x - quotient * next_x;
        x = keep;
    }
    return r == 1 ? modulo(x, m) : 0;
}

static bool divide_exactly(struct assay_target *t, int64_t by)
{
    int64_t floor = (t->n - modulo(t->n, by)) / by;
    bool exact = modulo(t->n, by) == 0;

    if (t->op == ASSAY_TERM_EQ && !exact)
        return false;
    t->n = floor;
    if (!exact && t->op == ASSAY_TERM_LT)
        t->op = ASSAY_TERM_LE;
    if (!exact && t->op == ASSAY_TERM_GE)
        t->op = ASSAY_TERM_GT;
    return true;
}

static bool unmultiply(struct assay_target *t, int64_t by)
{
    int64_t back;

    if (by <= 0 || t->n < INT64_MIN / 2 || by > INT64_MAX / 2)
        return false;
    if (t->modulus == 0)
        return divide_exactly(t, by);
    back = inverse(by, t->modulus);
    return back != 0 && !__builtin_mul_overflow(t->n, back, &t->n);
}

/* x - known, or known - x. */
static bool unsubtract(struct assay_target *t, int64_t known, bool left)
{
    if (left)
        return !__builtin_add_overflow(t->n, known, &t->n);
    t->op = assay_op_flipped(t->op);
    return !__builtin_sub_overflow(known, t->n, &t->n);
}

/* x % known: of a rest by a divisor of that, x has the same. */
static bool unremainder(struct assay_target *t, int64_t known)
{
    if (t->modulus > 0)
        return known > 0 && known % t->modulus == 0;
    if (t->op != ASSAY_TERM_EQ || known <= 0 || t->n < 0 || t->n >= known)
        return false;
    t->modulus = known;
    return true;
}

/* Of `x op known`, or of `known op x`, what is said of x. */
static bool undo(struct assay_target *t, enum assay_term_op op, int64_t known, bool left)
{
    bool fine = false;

    if (op == ASSAY_TERM_ADD)
        fine = !__builtin_sub_overflow(t->n, known, &t->n);
    else if (op == ASSAY_TERM_SUB)
        fine = unsubtract(t, known, left);
    else if (op == ASSAY_TERM_MUL)
        fine = unmultiply(t, known);
    else if (op == ASSAY_TERM_MOD && left)
        fine = unremainder(t, known);
    if (fine && t->modulus > 0)
        t->n = modulo(t->n, t->modulus);
    return fine;
}

static bool is_never_negative(const struct assay_grammar *g, uint32_t term)
{
    const struct assay_term *t = &g->terms[term];

    return t->kind == ASSAY_TERM_APPLY && (t->as.apply.function == ASSAY_FUNCTION_LEN ||
                                           t->as.apply.function == ASSAY_FUNCTION_CHARS ||
                                           t->as.apply.function == ASSAY_FUNCTION_COUNT);
}

/* What is left when a part of a sum is not known. */
static bool bound(struct assay_target *t, const struct assay_grammar *g,
                  enum assay_term_op op, uint32_t unknown)
{
    bool below =
        t->op == ASSAY_TERM_EQ || t->op == ASSAY_TERM_LE || t->op == ASSAY_TERM_LT;

    if (op != ASSAY_TERM_ADD || !below || t->modulus > 0 ||
        !is_never_negative(g, unknown))
        return false;
    if (t->op == ASSAY_TERM_EQ)
        t->op = ASSAY_TERM_LE;
    return true;
}

static bool is_arithmetic(const struct assay_term *t)
{
    return t->kind == ASSAY_TERM_BINARY &&
           (t->as.binary.op == ASSAY_TERM_ADD || t->as.binary.op == ASSAY_TERM_SUB ||
            t->as.binary.op == ASSAY_TERM_MUL || t->as.binary.op == ASSAY_TERM_MOD);
}

bool assay_target_isolate(struct assay_solver *s, const struct assay_active *a,
                          uint32_t node, struct assay_target *target, uint32_t *term,
                          enum assay_status *ret_status)
{
    const struct assay_term *t = &s->g->terms[*term];
    bool fine = target->op != ASSAY_TERM_NE;

    while (fine && is_arithmetic(t)) {
        bool left = assay_active_mentions(s, a, t->as.binary.a, node);
        uint32_t other = left ? t->as.binary.b : t->as.binary.a;

        if (assay_active_mentions(s, a, other, node))
            return false;
        if (assay_active_ready(s, a, other)) {
            struct assay_term_value v = assay_active_value(s, a, other, ret_status);

            fine = !*ret_status && v.kind == ASSAY_VALUE_INT &&
                   undo(target, t->as.binary.op, v.number, left);
        } else {
            fine = bound(target, s->g, t->as.binary.op, other);
        }
        *term = left ? t->as.binary.a : t->as.binary.b;
        t = &s->g->terms[*term];
    }
    return fine;
}
