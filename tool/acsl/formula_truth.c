/*
 * Predicates as SMT-LIB.
 */
#include "acsl/formula_parts.h"
#include <string.h>

#define VARIABLES_MAX 8 /* of a quantifier */

/* ---- Comparisons. */

static void add_atom(Formula *f, const char *a, const char *b)
{
    if (f->binders > 0 || f->natoms == FORMULA_ATOMS)
        return;
    for (uint32_t i = 0; i < f->natoms; i++)
        if (strcmp(f->atoms[i].left, a) == 0 && strcmp(f->atoms[i].right, b) == 0)
            return;
    f->atoms[f->natoms++] = (FormulaAtom){a, b};
}

static const char *comparison(Formula *f, const AcslNode *n)
{
    static const char *const names[] = {
        [ACSL_EQ] = "=",  [ACSL_NE] = "distinct", [ACSL_LT] = "<",
        [ACSL_LE] = "<=", [ACSL_GT] = ">",        [ACSL_GE] = ">="};
    const AcslNode *l = n->args[0], *r = n->args[1];
    bool inexact = f->inexact;
    const char *a, *b;

    f->inexact = false;
    a = formula_term(f, l);
    b = formula_term(f, r);
    if (!a || !b)
        return NULL;
    if (formula_is_number(l) && formula_is_number(r) && (!f->post || !f->inexact))
        add_atom(f, a, b);
    f->inexact = f->inexact || inexact;
    if ((formula_is_number(l) && formula_is_number(r)) ||
        (acsl_is_pointer(l->sort) && acsl_is_pointer(r->sort)))
        return formula_say(f, "(%s %s %s)", names[n->as.op.op], a, b);
    if (n->as.op.op == ACSL_NE)
        return formula_say_one(f, "not",
                               formula_opaque(f, formula_say(f, "(== %s %s)", a, b), n));
    return formula_opaque(
        f, formula_say(f, "(%s %s %s)", acsl_op_text(n->as.op.op), a, b), n);
}

/* x in a set of numbers. */
static const char *member(Formula *f, const char *x, const AcslNode *set)
{
    const char *text = "false";

    if (set->kind == NODE_SET && f->depth < FORMULA_DEPTH) {
        f->depth++;
        for (uint32_t i = 0; i < set->nargs; i++)
            text = formula_say_two(f, "or", text, member(f, x, set->args[i]));
        f->depth--;
        return text;
    }
    if (set->kind == NODE_RANGE) {
        const char *lo = set->args[0] ? formula_term(f, set->args[0]) : x;
        const char *hi = set->args[1] ? formula_term(f, set->args[1]) : x;
        return lo && hi ? formula_say(f, "(and (<= %s %s) (<= %s %s))", lo, x, x, hi)
                        : NULL;
    }
    return formula_is_number(set) ? formula_say_two(f, "=", x, formula_term(f, set))
                                  : NULL;
}

/* A text in a language or a list: nothing is known about it, but the same is so again. */
static const char *text_membership(Formula *f, const AcslNode *n)
{
    const AcslNode *set = n->args[1];
    const char *a = formula_term(f, n->args[0]), *b;

    if (set->kind == NODE_LANGUAGE)
        b = formula_say(f, "language %u", set->as.language->number);
    else
        b = set->sort->kind == SORT_TEXTS ? formula_term(f, set) : NULL;
    return a && b ? formula_opaque(f, formula_say(f, "(in %s %s)", a, b), n) : NULL;
}

static const char *membership(Formula *f, const AcslNode *n)
{
    const char *x = formula_is_number(n->args[0]) ? formula_term(f, n->args[0]) : NULL;

    if (n->args[0]->sort->kind == SORT_TEXT)
        return text_membership(f, n);
    return x ? member(f, x, n->args[1]) : NULL;
}

static const char *connected(Formula *f, const AcslNode *n, const char *op)
{
    const char *a = formula_predicate(f, n->args[0]),
               *b = formula_predicate(f, n->args[1]);

    return formula_say_two(f, op, a, b);
}

static const char *predicate_operation(Formula *f, const AcslNode *n)
{
    switch (n->as.op.op) {
    case ACSL_AND:
        return connected(f, n, "and");
    case ACSL_OR:
        return connected(f, n, "or");
    case ACSL_IMPLIES:
        return connected(f, n, "=>");
    case ACSL_IFF:
        return connected(f, n, "=");
    case ACSL_XOR:
        return connected(f, n, "xor");
    case ACSL_NOT:
        return formula_say_one(f, "not", formula_predicate(f, n->args[0]));
    case ACSL_EQ:
    case ACSL_NE:
    case ACSL_LT:
    case ACSL_LE:
    case ACSL_GT:
    case ACSL_GE:
        return comparison(f, n);
    case ACSL_IN:
        return membership(f, n);
    default:
        return NULL;
    }
}

/* A pointer of \valid, or of \valid(p + (0..n-1)), which may be of nothing. */
static const char *is_null(Formula *f, const AcslNode *set)
{
    const AcslNode *range;
    const char *p, *lo, *hi;

    if (acsl_is_pointer(set->sort))
        return formula_say_two(f, "=", formula_term(f, set), "0");
    if (set->kind != NODE_OP || set->as.op.op != ACSL_ADD ||
        !acsl_is_pointer(set->args[0]->sort) || set->args[1]->kind != NODE_RANGE)
        return NULL;
    range = set->args[1];
    if (!range->args[0] || !range->args[1])
        return NULL;
    p = formula_term(f, set->args[0]);
    lo = formula_term(f, range->args[0]);
    hi = formula_term(f, range->args[1]);
    return p && lo && hi ? formula_say(f, "(and (= %s 0) (<= %s %s))", p, lo, hi) : NULL;
}

/* What is valid is not \null. More is not known about it. */
static const char *validity(Formula *f, const AcslNode *n)
{
    const char *text, *null;

    if (f->binders > 0 || f->post || n->nargs != 1)
        return NULL;
    f->inexact = true;
    null = is_null(f, n->args[0]);
    text = acsl_is_pointer(n->args[0]->sort)
               ? formula_opaque_call(f, n, acsl_builtin_text(n->as.builtin.builtin))
               : formula_constant(f, "", true, NULL);
    return text && null ? formula_say(f, "(and %s (not %s))", text, null) : text;
}

static const char *predicate_builtin(Formula *f, const AcslNode *n)
{
    if (!formula_is_known_state(f, &n->as.builtin.label))
        return NULL;
    switch (n->as.builtin.builtin) {
    case BUILTIN_VALID:
    case BUILTIN_VALID_READ:
        return validity(f, n);
    default:
        return formula_opaque_call(f, n, acsl_builtin_text(n->as.builtin.builtin));
    }
}

/* "((?1 Int) (?2 Int))" and, of those with a C type, their bounds. */
static bool quantified(Formula *f, const AcslNode *n, FormulaBind *binds,
                       const char **ret_names, const char **ret_bounds)
{
    *ret_names = "";
    *ret_bounds = "true";
    for (uint32_t i = 0; i < n->nvars; i++) {
        const AcslSort *sort = n->vars[i]->sort;
        AcslWide lo, hi;
        const char *name = formula_say(f, "?%u", ++f->nbound);
        if (!acsl_is_integral(sort) || !name)
            return false;
        binds[i] = (FormulaBind){n->vars[i], name, i > 0 ? &binds[i - 1] : f->binds};
        *ret_names = formula_say(f, "%s(%s Int)", *ret_names, name);
        if (*ret_bounds && sort->kind == SORT_C && formula_bounds(sort->c, &lo, &hi))
            *ret_bounds = formula_say(f, "(and %s (<= %s %s %s))", *ret_bounds,
                                      formula_number(f, lo), name, formula_number(f, hi));
        if (!*ret_names || !*ret_bounds)
            return false;
    }
    return true;
}

static const char *quantifier(Formula *f, const AcslNode *n)
{
    const FormulaBind *before = f->binds;
    const char *names, *bounds, *body;
    FormulaBind binds[VARIABLES_MAX];

    if (n->nvars == 0 || n->nvars > VARIABLES_MAX ||
        !quantified(f, n, binds, &names, &bounds))
        return NULL;
    f->binds = &binds[n->nvars - 1];
    f->binders++;
    body = formula_predicate(f, n->args[0]);
    f->binders--;
    f->binds = before;
    if (!body)
        return NULL;
    return formula_say(
        f, n->as.all ? "(forall (%s) (=> %s %s))" : "(exists (%s) (and %s %s))", names,
        bounds, body);
}

static const char *truth_of_kind(Formula *f, const AcslNode *n)
{
    switch (n->kind) {
    case NODE_TRUE:
        return "true";
    case NODE_FALSE:
        return "false";
    case NODE_VAR:
        return formula_say_two(f, "distinct", formula_bound(f, n->as.var), "0");
    case NODE_OP:
        return predicate_operation(f, n);
    case NODE_IF:
        return formula_conditional(f, n, formula_predicate);
    case NODE_AT:
        return formula_at(f, n, formula_predicate);
    case NODE_QUANT:
        return quantifier(f, n);
    case NODE_LET:
        return formula_let(f, n, formula_predicate);
    case NODE_CALL:
        return formula_call(f, n, formula_predicate);
    case NODE_BUILTIN:
        return predicate_builtin(f, n);
    case NODE_NAMED:
        return formula_predicate(f, n->args[0]);
    default:
        return NULL;
    }
}

const char *formula_predicate(Formula *f, const AcslNode *n)
{
    const char *text = NULL;

    if (f->depth < FORMULA_DEPTH) {
        f->depth++;
        text = n->sort->kind == SORT_BOOLEAN ? truth_of_kind(f, n)
               : acsl_is_integral(n->sort)
                   ? formula_say_two(f, "distinct", formula_term(f, n), "0")
                   : NULL;
        f->depth--;
    }
    return text ? text : formula_given_up(f, n, true);
}
