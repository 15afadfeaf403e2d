/*
 * Arrays in order. `forall i . 0 <= i && i < length(a) - 1 ==> a[i] <= a[i + 1]` says
 * that all elements are in order, but no instance of it says so of two that are far
 * apart: that takes induction, which Z3 does not do. So where such a condition is known
 * to hold, what follows from it is said with it: of any i < j, if the condition is about
 * all neighbours from i to j, then a[i] <= a[j]. It is about all of them if its lower
 * bounds hold of the first and its upper bounds of the last.
 *
 * Recognised are < <= > >= between a[i + k] and a[i + k + 1], under bounds of i that do
 * not depend on i otherwise.
 */
#include "smt/encode.h"
#include "term/eval.h"

/* A number that is small enough to calculate with. */
static bool is_number(const Term *t, int64_t *ret)
{
    return t->kind == TERM_LITERAL && t->as.literal->kind == VALUE_INTEGER &&
           integer_to_i64(t->as.literal->as.integer, ret) && *ret > -1000 && *ret < 1000;
}

/* i plus a number. */
static bool is_offset(const Term *t, const Binding *i, int64_t *ret_offset)
{
    const Term *const *args = t->kind == TERM_OP ? t->as.op.args : NULL;
    *ret_offset = 0;
    if (t->kind == TERM_VAR)
        return t->as.var == i;
    if (!args || t->as.op.count != 2 ||
        (t->as.op.op != OP_ADD && t->as.op.op != OP_SUB) || args[0]->kind != TERM_VAR ||
        args[0]->as.var != i || !is_number(args[1], ret_offset))
        return false;
    if (t->as.op.op == OP_SUB)
        *ret_offset = -*ret_offset;
    return true;
}

/* A comparison as  x <= y  or  x < y. */
static bool as_at_most(const Term *t, const Term **ret_x, const Term **ret_y,
                       bool *ret_strict)
{
    TermOp op = t->kind == TERM_OP ? t->as.op.op : OP_NOT;
    bool turned = op == OP_GT || op == OP_GE;
    if (op != OP_LT && op != OP_LE && !turned)
        return false;
    *ret_x = t->as.op.args[turned];
    *ret_y = t->as.op.args[!turned];
    *ret_strict = op == OP_LT || op == OP_GT;
    return true;
}

/* a[i + k] */
static bool is_element(const Term *t, const Binding *i, const Term **ret_a,
                       int64_t *ret_offset)
{
    if (t->kind != TERM_INDEX || !is_offset(t->as.index.index, i, ret_offset))
        return false;
    *ret_a = t->as.index.of;
    return !term_mentions(*ret_a, i);
}

/* The order of neighbours. */
typedef struct {
    const Binding *i;
    const Term *bounds, *array;
    int64_t low; /* the first of the two is a[i + low] */
    bool strict, rises;
} Order;

static bool as_order(const Term *t, Order *ret)
{
    const Term *body = t->as.quant.body, *x, *y, *other;
    int64_t left, right;
    if (!t->as.quant.all || body->kind != TERM_OP ||
        (body->as.op.op != OP_THEN && body->as.op.op != OP_IMPLIES))
        return false;
    ret->i = t->as.quant.var;
    ret->bounds = body->as.op.args[0];
    if (!as_at_most(body->as.op.args[1], &x, &y, &ret->strict) ||
        !is_element(x, ret->i, &ret->array, &left) ||
        !is_element(y, ret->i, &other, &right) || !term_equal(ret->array, other))
        return false;
    ret->rises = left < right;
    ret->low = ret->rises ? left : right;
    return (ret->rises ? right : left) == ret->low + 1;
}

/* A variable less a number; SMT-LIB has no negative ones. */
static const char *shifted(Encoder *e, char name, uint32_t n, int64_t by)
{
    return encode_text(e, by < 0 ? "(+ %c!%u %lld)" : "(- %c!%u %lld)", name, n,
                       (long long)(by < 0 ? -by : by));
}

/* Adds the bounds to `ret`: lower ones of i, upper ones of the last before j. False if
 * one is no bound. */
static bool add_bounds(Encoder *e, const Order *o, const Term *t, uint32_t n,
                       const char **ret)
{
    const Term *x, *y;
    bool strict, upper;
    int64_t offset;
    if (t->kind == TERM_OP && (t->as.op.op == OP_ALSO || t->as.op.op == OP_AND))
        return add_bounds(e, o, t->as.op.args[0], n, ret) &&
               add_bounds(e, o, t->as.op.args[1], n, ret);
    if (!as_at_most(t, &x, &y, &strict))
        return false;
    upper = is_offset(x, o->i, &offset) && !term_mentions(y, o->i);
    if (!upper && !(is_offset(y, o->i, &offset) && !term_mentions(x, o->i)))
        return false;
    uint32_t outer = e->nvariables;
    encode_push(e, o->i,
                (Encoded){SORT_INT, upper ? shifted(e, 'j', n, o->low + 1)
                                          : shifted(e, 'i', n, o->low)});
    *ret = encode_text(e, "%s %s", *ret, encode_as(e, encode_term(e, t), SORT_BOOL));
    e->nvariables = outer;
    return true;
}

/* Whether the variable is any integer, or any natural number, which is one more bound. */
static bool add_type(Encoder *e, const Order *o, uint32_t n, const char **ret)
{
    const Type *t = type_resolve(o->i->type);
    const Term *x, *y;
    bool strict;
    int64_t least, offset;
    if (t->kind == TYPE_INTEGER)
        return true;
    if (t->kind != TYPE_REFINE ||
        type_resolve(t->as.refine.var->type)->kind != TYPE_INTEGER ||
        !as_at_most(t->as.refine.where, &x, &y, &strict) || !is_number(x, &least) ||
        !is_offset(y, t->as.refine.var, &offset))
        return false;
    *ret = encode_text(e, "%s (<= 0 %s)", *ret,
                       shifted(e, 'i', n, o->low + least + strict - offset));
    return true;
}

const char *encode_sorted(Encoder *e, const Term *t)
{
    Order o;
    const char *guard = "", *array;
    EncodeSense sense = e->sense;
    uint32_t n;
    bool bounded;
    if (!as_order(t, &o))
        return NULL;
    n = e->fresh++;
    e->sense = SENSE_EITHER;
    bounded = add_type(e, &o, n, &guard) && add_bounds(e, &o, o.bounds, n, &guard);
    array = bounded ? encode_as(e, encode_term(e, o.array), SORT_VALUE) : NULL;
    e->sense = sense;
    if (!bounded)
        return NULL;
    return encode_text(e,
                       "(forall ((i!%u Int) (j!%u Int)) (! (=> (and (< i!%u j!%u)%s)\n"
                       "  (%s (at %s %c!%u) (at %s %c!%u)))\n"
                       "  :pattern ((at %s i!%u) (at %s j!%u))))",
                       n, n, n, n, guard, o.strict ? "lt" : "le", array,
                       o.rises ? 'i' : 'j', n, array, o.rises ? 'j' : 'i', n, array, n,
                       array, n);
}
