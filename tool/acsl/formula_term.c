/*
 * Terms as SMT-LIB.
 */
#include "acsl/formula_parts.h"

/* ---- Variables. */

static const char *scalar_of(Formula *f, const AcslNode *n)
{
    for (uint32_t i = 0; i < f->nscalars; i++)
        if (n->kind == NODE_PARAM ? f->scalars[i].param == n->as.param.param
                                  : f->scalars[i].global == n->as.global)
            return formula_scalar(f, i);
    return NULL;
}

static const char *variable(Formula *f, const AcslNode *n)
{
    const char *scalar;

    if (n->kind == NODE_GLOBAL && f->post)
        return NULL;
    scalar = scalar_of(f, n);
    if (scalar)
        return scalar;
    if (!acsl_is_pointer(n->sort))
        f->inexact = true;
    return formula_constant(f,
                            n->kind == NODE_PARAM
                                ? formula_say(f, "param %u", n->as.param.number)
                                : formula_say(f, "global %s", n->as.global->name),
                            false, n->sort->kind == SORT_C ? n->sort->c : NULL);
}

/* ---- Integers. */

bool formula_is_number(const AcslNode *n)
{
    return acsl_is_integral(n->sort) || n->sort->kind == SORT_BOOLEAN;
}

static bool literal(const AcslNode *n, AcslWide *ret)
{
    while (n->kind == NODE_NAMED)
        n = n->args[0];
    if (n->kind != NODE_INT)
        return false;
    *ret = n->as.integer;
    return true;
}

/* Toward zero, of what SMT-LIB rounds so that remainders are positive. */
static const char *divide(Formula *f, const char *op, const char *a, const char *b)
{
    return a && b
               ? formula_say(
                     f, "(let ((u %s) (v %s)) (ite (>= u 0) (%s u v) (- (%s (- u) v))))",
                     a, b, op, op)
               : NULL;
}

static const char *power(Formula *f, AcslWide exponent)
{
    return formula_number(f, (AcslWide)1 << exponent);
}

/* By a number; ranges of results are right for negative numbers, too. */
static const char *shift(Formula *f, const AcslNode *n, const char *a)
{
    AcslWide by;

    if (!a || !literal(n->args[1], &by) || by < 0 || by > 100)
        return NULL;
    return n->as.op.op == ACSL_SHL ? formula_say(f, "(* %s %s)", a, power(f, by))
                                   : formula_say(f, "(div %s %s)", a, power(f, by));
}

/* x & 2^k-1 */
static const char *masked(Formula *f, const AcslNode *n, const char *a)
{
    AcslWide mask;

    if (!a || !literal(n->args[1], &mask) || mask < 0 || mask > INT64_MAX ||
        (mask & (mask + 1)) != 0)
        return NULL;
    return formula_say(f, "(mod %s %s)", a, formula_number(f, mask + 1));
}

static const char *unknown_operation(Formula *f, const AcslNode *n, const char *a,
                                     const char *b)
{
    if (!a || !b)
        return NULL;
    return formula_opaque(f,
                          formula_say(f, "(%s %s %s %s)", acsl_op_text(n->as.op.op),
                                      formula_class(f, n->sort), a, b),
                          n);
}

static const char *integer_operation(Formula *f, const AcslNode *n)
{
    const char *a = formula_term(f, n->args[0]),
               *b = n->nargs > 1 ? formula_term(f, n->args[1]) : NULL;
    const char *text = NULL;

    switch (n->as.op.op) {
    case ACSL_ADD:
        return formula_say_two(f, "+", a, b);
    case ACSL_SUB:
        return formula_say_two(f, "-", a, b);
    case ACSL_MUL:
        return formula_say_two(f, "*", a, b);
    case ACSL_DIV:
        return divide(f, "div", a, b);
    case ACSL_MOD:
        return divide(f, "mod", a, b);
    case ACSL_NEG:
        return formula_say_one(f, "-", a);
    case ACSL_BIT_NOT:
        return a ? formula_say(f, "(- (- %s) 1)", a) : NULL;
    case ACSL_SHL:
    case ACSL_SHR:
        text = shift(f, n, a);
        break;
    case ACSL_BIT_AND:
        text = masked(f, n, a);
        break;
    default:
        break;
    }
    return text ? text : unknown_operation(f, n, a, b);
}

static const char *operation(Formula *f, const AcslNode *n)
{
    bool integers = acsl_is_integral(n->sort);

    for (uint32_t i = 0; i < n->nargs; i++)
        integers = integers && formula_is_number(n->args[i]);
    if (integers)
        return integer_operation(f, n);
    if (n->nargs == 1)
        return unknown_operation(f, n, formula_term(f, n->args[0]), "");
    return unknown_operation(f, n, formula_term(f, n->args[0]),
                             formula_term(f, n->args[1]));
}

/* Around the type's range; what is in it stays. */
static const char *wrapped(Formula *f, const char *a, const CType *to, AcslWide lo,
                           AcslWide hi)
{
    const char *low = formula_number(f, lo), *high = formula_number(f, hi);

    if (to->kind == C_BOOL)
        return formula_say(f, "(ite (= %s 0) 0 1)", a);
    return formula_say(f, "(let ((u %s)) (ite (<= %s u %s) u (+ (mod (- u %s) %s) %s)))",
                       a, low, high, low, formula_number(f, hi - lo + 1), low);
}

static const char *cast(Formula *f, const AcslNode *n)
{
    const AcslNode *from = n->args[0];
    const char *a = formula_term(f, from);
    AcslWide lo, hi, from_lo, from_hi;

    if (!a)
        return NULL;
    if (acsl_is_pointer(n->sort) && acsl_is_pointer(from->sort))
        return a;
    if (!formula_is_number(from) || !acsl_is_integral(n->sort))
        return formula_opaque(
            f, formula_say(f, "(cast %s %s)", formula_class(f, n->sort), a), n);
    if (n->sort->kind != SORT_C || !formula_bounds(n->sort->c, &lo, &hi))
        return a;
    if (from->sort->kind == SORT_C && formula_bounds(from->sort->c, &from_lo, &from_hi) &&
        from_lo >= lo && from_hi <= hi)
        return a;
    return wrapped(f, a, n->sort->c, lo, hi);
}

/* ---- Memory: a constant for each address and type. */

static const char *at_address(Formula *f, const char *address, const AcslSort *sort)
{
    return address ? formula_say(f, "(* %s %s)", formula_class(f, sort), address) : NULL;
}

/* What an arrow, or an index of a pointer, leads to. */
static const AcslSort *pointee(const AcslNode *n, AcslSort *room)
{
    const AcslSort *sort = n->sort;

    if (sort->kind != SORT_C || !sort->c->of)
        return sort;
    *room = (AcslSort){.kind = SORT_C, .c = sort->c->of};
    return room;
}

static const char *field(Formula *f, const AcslNode *n, const char *a)
{
    const CField *field = n->as.field.field;
    AcslSort room;

    if (n->as.field.arrow)
        a = formula_constant(f, at_address(f, a, pointee(n->args[0], &room)), false,
                             NULL);
    return a && field ? formula_say(f, "(. %s %llu %s %s)", n->as.field.name,
                                    (unsigned long long)field->offset,
                                    formula_class(f, n->sort), a)
                      : NULL;
}

static const char *element(Formula *f, const AcslNode *n, const char *a)
{
    const char *b;
    AcslWide index;
    AcslSort room;

    if (literal(n->args[1], &index) && index == 0)
        return at_address(f, a, n->sort);
    b = formula_term(f, n->args[1]);
    return b ? at_address(f,
                          formula_say(f, "(+ %s %s %s)",
                                      formula_class(f, pointee(n->args[0], &room)), a, b),
                          n->sort)
             : NULL;
}

static const char *place(Formula *f, const AcslNode *n)
{
    const char *a = formula_term(f, n->args[0]);

    if (!a || f->post)
        return NULL;
    switch (n->kind) {
    case NODE_FIELD:
        return field(f, n, a);
    case NODE_INDEX:
        return element(f, n, a);
    case NODE_DEREF:
        return at_address(f, a, n->sort);
    default:
        return formula_say(f, "(& %s)", a);
    }
}

/* ---- Terms. */

static const char *extreme(Formula *f, const AcslNode *n, const char *op)
{
    const char *a = formula_term(f, n->args[0]), *b = formula_term(f, n->args[1]);

    return a && b ? formula_say(f, "(let ((u %s) (v %s)) (ite (%s u v) u v))", a, b, op)
                  : NULL;
}

static const char *builtin(Formula *f, const AcslNode *n)
{
    bool integers = formula_is_number(n);

    for (uint32_t i = 0; i < n->nargs; i++)
        integers = integers && formula_is_number(n->args[i]);
    if (!formula_is_known_state(f, &n->as.builtin.label))
        return NULL;
    if (integers && n->as.builtin.builtin == BUILTIN_ABS)
        return formula_say_one(f, "abs", formula_term(f, n->args[0]));
    if (integers && n->as.builtin.builtin == BUILTIN_MIN)
        return extreme(f, n, "<=");
    if (integers && n->as.builtin.builtin == BUILTIN_MAX)
        return extreme(f, n, ">=");
    return formula_opaque_call(f, n, acsl_builtin_text(n->as.builtin.builtin));
}

const char *formula_conditional(Formula *f, const AcslNode *n, FormulaTranslate *part)
{
    const char *test = formula_predicate(f, n->args[0]), *yes, *no;

    if (!test)
        return NULL;
    yes = part(f, n->args[1]);
    no = part(f, n->args[2]);
    return yes && no ? formula_say(f, "(ite %s %s %s)", test, yes, no) : NULL;
}

/* ---- Texts: a constant for each, the same for the same. */

static const char *text(Formula *f, const AcslNode *n)
{
    const char *a = formula_term(f, n->args[0]);
    const char *b = n->args[1] ? formula_term(f, n->args[1]) : "";

    return a && b && !f->post ? formula_opaque(f, formula_say(f, "(text %s %s)", a, b), n)
                              : NULL;
}

static const char *selected(Formula *f, const AcslNode *n)
{
    const char *a = formula_term(f, n->args[0]);

    return a ? formula_opaque(f,
                              formula_say(f, "(select %d %u %s %s)", n->as.select.all,
                                          n->as.select.language->number,
                                          n->as.select.path, a),
                              n)
             : NULL;
}

static const char *real(Formula *f, const AcslNode *n)
{
    return formula_opaque(f, formula_say(f, "real %a", n->as.real), n);
}

static const char *term_of_kind(Formula *f, const AcslNode *n)
{
    switch (n->kind) {
    case NODE_INT:
        return formula_number(f, n->as.integer);
    case NODE_NULL:
        return "0";
    case NODE_REAL:
        return real(f, n);
    case NODE_VAR:
        return formula_bound(f, n->as.var);
    case NODE_PARAM:
    case NODE_GLOBAL:
        return variable(f, n);
    case NODE_OP:
        return operation(f, n);
    case NODE_IF:
        return formula_conditional(f, n, formula_term);
    case NODE_FIELD:
    case NODE_INDEX:
    case NODE_DEREF:
    case NODE_ADDRESS:
        return formula_opaque(f, place(f, n), n);
    case NODE_CAST:
        return cast(f, n);
    case NODE_SIZEOF:
        return n->as.type->size > 0 ? formula_number(f, (AcslWide)n->as.type->size)
                                    : NULL;
    case NODE_AT:
        return formula_at(f, n, formula_term);
    case NODE_LET:
        return formula_let(f, n, formula_term);
    case NODE_CALL:
        return formula_call(f, n, formula_term);
    case NODE_BUILTIN:
        return builtin(f, n);
    case NODE_NAMED:
        return formula_term(f, n->args[0]);
    case NODE_TEXT:
        return text(f, n);
    case NODE_SELECT:
        return selected(f, n);
    default:
        return NULL;
    }
}

const char *formula_term(Formula *f, const AcslNode *n)
{
    const char *text = NULL;

    if (f->depth < FORMULA_DEPTH) {
        f->depth++;
        if (n->sort->kind != SORT_BOOLEAN)
            text = term_of_kind(f, n);
        else if ((text = formula_predicate(f, n)))
            text = formula_say(f, "(ite %s 1 0)", text);
        f->depth--;
    }
    return text ? text : formula_given_up(f, n, false);
}
