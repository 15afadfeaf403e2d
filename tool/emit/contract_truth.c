/*
 * Predicates as C conditions.
 */
#include "emit/contract_parts.h"

/* ---- Comparisons. */

static bool is_boolean(const AcslNode *n)
{
    return n->sort->kind == SORT_BOOLEAN;
}

static bool is_pointer(const AcslNode *n)
{
    return acsl_is_pointer(n->sort) || c_pointee(n->sort);
}

static bool is_equality(AcslOp op)
{
    return op == ACSL_EQ || op == ACSL_NE;
}

static bool is_array(const AcslNode *n)
{
    return n->sort->kind == SORT_C && n->sort->c->kind == C_ARRAY;
}

static const char *compare_pointers(Emit *e, const AcslNode *n)
{
    const char *type = is_equality(n->as.op.op) ? "const void" : "const char";
    const char *a = c_pointer(e, n->args[0]), *b = c_pointer(e, n->args[1]);

    return c_text(e, "((%s *)%s %s (%s *)%s)", type, a, acsl_op_text(n->as.op.op), type,
                  b);
}

static const char *compare_integers(Emit *e, const AcslNode *n)
{
    Rep rep = c_rep(e, n->args[0]) == REP_NARROW && c_rep(e, n->args[1]) == REP_NARROW
                  ? REP_NARROW
                  : REP_WIDE;
    const char *a, *b;

    if (rep == REP_WIDE && interval_is_bounded(interval_of(e, n->args[1])))
        a = c_integer_cut(e, n->args[0]);
    else
        a = c_integer(e, n->args[0], rep);
    if (rep == REP_WIDE && interval_is_bounded(interval_of(e, n->args[0])))
        b = c_integer_cut(e, n->args[1]);
    else
        b = c_integer(e, n->args[1], rep);
    return c_text(e, "(%s %s %s)", a, acsl_op_text(n->as.op.op), b);
}

static bool computes(const AcslNode *n)
{
    n = c_bare(n);
    return n->kind == NODE_OP || n->kind == NODE_BUILTIN || n->kind == NODE_CALL ||
           n->kind == NODE_FOLD || n->kind == NODE_IF || n->kind == NODE_LET ||
           n->kind == NODE_AT;
}

/* The narrower C type of two operands, one of which computes: what it is rounded to. */
static const char *rounded_to(const AcslNode *n)
{
    uint64_t size = 0;

    for (uint32_t i = 0; i < 2; i++)
        if (n->args[i]->sort->kind == SORT_C && n->args[i]->sort->c->kind == C_FLOAT)
            if (size == 0 || n->args[i]->sort->c->size < size)
                size = n->args[i]->sort->c->size;
    return size == sizeof(float) ? "float" : size == sizeof(double) ? "double" : NULL;
}

static const char *compare_in(Emit *e, const AcslNode *n, const char *real)
{
    const char *before = e->real, *a, *text;

    e->real = real;
    a = c_real(e, n->args[0]);
    text = c_text(e, "(%s %s %s)", a, acsl_op_text(n->as.op.op), c_real(e, n->args[1]));
    e->real = before;
    return text;
}

/*
 * Reals are computed in long double. An equality with a computation also holds if it does
 * in the type of C that it is compared with: the code can do no better.
 */
static const char *compare_reals(Emit *e, const AcslNode *n)
{
    const char *exact = compare_in(e, n, "long double"), *round = rounded_to(n);

    if (!is_equality(n->as.op.op) || !round ||
        (!computes(n->args[0]) && !computes(n->args[1])))
        return exact;
    return c_text(e, "(%s %s %s)", exact, n->as.op.op == ACSL_EQ ? "||" : "&&",
                  compare_in(e, n, round));
}

static const char *compare(Emit *e, const AcslNode *n)
{
    const AcslNode *a = n->args[0], *b = n->args[1];

    if (a->sort->kind == SORT_TEXT)
        return c_text_compare(e, n);
    if (is_array(a) && is_array(b) && is_equality(n->as.op.op))
        return c_same_arrays(e, n);
    if (is_pointer(a) || is_pointer(b))
        return compare_pointers(e, n);
    if (is_boolean(a) && is_boolean(b))
        return c_text(e, "(%s %s %s)", c_truth(e, a), acsl_op_text(n->as.op.op),
                      c_truth(e, b));
    if (acsl_is_float(a->sort) || acsl_is_float(b->sort))
        return compare_reals(e, n);
    if ((acsl_is_integral(a->sort) || is_boolean(a)) &&
        (acsl_is_integral(b->sort) || is_boolean(b)))
        return compare_integers(e, n);
    if (a->sort->kind == SORT_C && is_equality(n->as.op.op))
        return c_same_structs(e, n);
    return c_cannot(e, n->span, "these cannot be compared");
}

/* ---- Sets of numbers. */

static const char *member_of_range(Emit *e, const char *x, const AcslNode *range)
{
    const char *text = "1";

    if (range->args[0])
        text = c_text(e, "%s >= %s", x, c_integer(e, range->args[0], REP_WIDE));
    if (range->args[1])
        text =
            c_text(e, "%s && %s <= %s", text, x, c_integer(e, range->args[1], REP_WIDE));
    return c_text(e, "(%s)", text);
}

static const char *member_of(Emit *e, const char *x, const AcslNode *set);

static const char *member_of_all(Emit *e, const char *x, const AcslNode *set)
{
    const char *text = set->kind == NODE_SET ? "0" : "1";

    for (uint32_t i = 0; i < set->nargs; i++)
        text = c_text(e, "%s %s %s", text, set->kind == NODE_SET ? "||" : "&&",
                      member_of(e, x, set->args[i]));
    return c_text(e, "(%s)", text);
}

/* x \in set, for an integer in a variable of this name. */
static const char *member_of(Emit *e, const char *x, const AcslNode *set)
{
    set = c_bare(set);
    if (set->kind == NODE_RANGE)
        return member_of_range(e, x, set);
    if (set->kind == NODE_SET || set->kind == NODE_INTER)
        return member_of_all(e, x, set);
    if (acsl_is_integral(set->sort))
        return c_text(e, "(%s == %s)", x, c_integer(e, set, REP_WIDE));
    return c_cannot(e, set->span, "membership in this set cannot be computed");
}

/* A pointer among p + (lo .. hi); NULL: this is no such set. */
static const char *member_of_elements(Emit *e, const AcslNode *x, const AcslNode *set)
{
    const AcslNode *range = set->nargs == 2 ? c_bare(set->args[1]) : NULL;
    const CType *element = c_pointee(set->sort);
    const char *bytes = c_temp(e, "bytes");

    if (set->kind != NODE_OP || set->as.op.op != ACSL_ADD || range->kind != NODE_RANGE ||
        !element || element->size == 0 || !acsl_is_pointer(x->sort) ||
        set->args[0]->sort->kind == SORT_SET)
        return NULL;
    return c_text(
        e,
        "__extension__({ assay_wide %s = (assay_wide)(__UINTPTR_TYPE__)%s - "
        "(assay_wide)(__UINTPTR_TYPE__)%s; %s %% %llu == 0 && %s; })",
        bytes, c_pointer(e, x), c_pointer(e, set->args[0]), bytes,
        (unsigned long long)element->size,
        member_of_range(
            e, c_text(e, "%s / %llu", bytes, (unsigned long long)element->size), range));
}

/* Pointers and reals: only sets that are listed, and elements of an array. */
static const char *member_listed(Emit *e, const AcslNode *x, const AcslNode *set)
{
    const char *text = "0";

    set = c_bare(set);
    if (set->kind == NODE_LANGUAGE || set->sort->kind == SORT_TEXTS)
        return c_text_member(e, x, set);
    if (set->kind != NODE_SET) {
        const char *among = member_of_elements(e, x, set);
        return among
                   ? among
                   : c_cannot(e, set->span, "membership in this set cannot be computed");
    }
    for (uint32_t i = 0; i < set->nargs; i++) {
        AcslNode *args[2] = {(AcslNode *)(uintptr_t)x, set->args[i]};
        AcslNode same = {.kind = NODE_OP, .span = set->span, .sort = set->sort};
        same.args = args;
        same.nargs = 2;
        same.as.op.op = ACSL_EQ;
        text = c_text(e, "%s || %s", text,
                      set->args[i]->sort->kind == SORT_SET
                          ? member_listed(e, x, set->args[i])
                          : compare(e, &same));
    }
    return c_text(e, "(%s)", text);
}

static const char *member(Emit *e, const AcslNode *n)
{
    const char *x;

    if (!acsl_is_integral(n->args[0]->sort))
        return member_listed(e, n->args[0], n->args[1]);
    x = c_temp(e, "x");
    return c_text(e, "__extension__({ assay_wide %s = %s; %s; })", x,
                  c_integer(e, n->args[0], REP_WIDE), member_of(e, x, n->args[1]));
}

/* Each member of a set in another, where the first is listed or is one element. */
static const char *subset_of(Emit *e, const AcslNode *part, const AcslNode *set)
{
    const char *text = "1", *x;

    part = c_bare(part);
    if (part->kind == NODE_SET) {
        for (uint32_t i = 0; i < part->nargs; i++)
            text = c_text(e, "%s && %s", text, subset_of(e, part->args[i], set));
        return c_text(e, "(%s)", text);
    }
    if (part->sort->kind != SORT_SET && !acsl_is_integral(part->sort))
        return member_listed(e, part, set);
    if (!acsl_is_integral(part->sort))
        return c_cannot(e, part->span, "the members of this set cannot be listed");
    x = c_temp(e, "x");
    return c_text(e, "__extension__({ assay_wide %s = %s; %s; })", x,
                  c_integer(e, part, REP_WIDE), member_of(e, x, set));
}

static const char *subset(Emit *e, const AcslNode *n)
{
    return subset_of(e, n->args[0], n->args[1]);
}

/* ---- Operators. */

static const char *logic(Emit *e, const AcslNode *n)
{
    const char *a = c_truth(e, n->args[0]), *b;

    if (n->as.op.op == ACSL_NOT)
        return c_text(e, "(!%s)", a);
    b = c_truth(e, n->args[1]);
    switch (n->as.op.op) {
    case ACSL_IFF:
        return c_text(e, "(%s == %s)", a, b);
    case ACSL_XOR:
        return c_text(e, "(%s != %s)", a, b);
    case ACSL_IMPLIES:
        return c_text(e, "(!%s || %s)", a, b);
    default:
        return c_text(e, "(%s %s %s)", a, acsl_op_text(n->as.op.op), b);
    }
}

static const char *op(Emit *e, const AcslNode *n)
{
    switch (n->as.op.op) {
    case ACSL_EQ:
    case ACSL_NE:
    case ACSL_LT:
    case ACSL_LE:
    case ACSL_GT:
    case ACSL_GE:
        return compare(e, n);
    case ACSL_IN:
        return member(e, n);
    default:
        return logic(e, n);
    }
}

/* ---- Built-in predicates. */

static const char *check_region(Emit *e, const char *at, const char *count,
                                const CType *element, void *ctx)
{
    const char *const *names = ctx; /* the function, the result */

    return c_text(e, "%s = %s && %s(%s, (assay_size_)(%s) * sizeof(%s));", names[1],
                  names[1], names[0], at, count, c_type(e, element));
}

static const char *valid(Emit *e, const AcslNode *n, const char *function)
{
    const char *names[2] = {function, c_temp(e, "ok")}, *text = "";

    for (uint32_t i = 0; i < n->nargs; i++)
        text =
            c_text(e, "%s%s ", text, c_regions(e, n->args[i], true, check_region, names));
    return c_text(e, "__extension__({ _Bool %s = 1; %s%s; })", names[1], text, names[1]);
}

struct separate {
    const AcslNode *other;
    const char *ok, *at, *size;
};

static const char *separate_inner(Emit *e, const char *at, const char *count,
                                  const CType *element, void *ctx)
{
    const struct separate *s = ctx;

    return c_text(
        e, "%s = %s && assay_separated(%s, %s, %s, (assay_size_)(%s) * sizeof(%s));",
        s->ok, s->ok, s->at, s->size, at, count, c_type(e, element));
}

static const char *separate_outer(Emit *e, const char *at, const char *count,
                                  const CType *element, void *ctx)
{
    struct separate s = *(struct separate *)ctx;

    s.at = at;
    s.size = c_text(e, "(assay_size_)(%s) * sizeof(%s)", count, c_type(e, element));
    return c_regions(e, s.other, true, separate_inner, &s);
}

static const char *separated(Emit *e, const AcslNode *n)
{
    struct separate s = {.ok = c_temp(e, "ok")};
    const char *text = "";

    for (uint32_t i = 0; i < n->nargs; i++) {
        for (uint32_t k = i + 1; k < n->nargs; k++) {
            s.other = n->args[k];
            text = c_text(e, "%s%s ", text,
                          c_regions(e, n->args[i], true, separate_outer, &s));
        }
    }
    return c_text(e, "__extension__({ _Bool %s = 1; %s%s; })", s.ok, text, s.ok);
}

static const char *float_test(Emit *e, const AcslNode *n)
{
    const char *x = c_temp(e, "x"), *is;

    switch (n->as.builtin.builtin) {
    case BUILTIN_IS_FINITE:
        is = c_text(e, "__builtin_isfinite(%s)", x);
        break;
    case BUILTIN_IS_INFINITE:
        is = c_text(e, "__builtin_isinf(%s)", x);
        break;
    case BUILTIN_IS_NAN:
        is = c_text(e, "__builtin_isnan(%s)", x);
        break;
    case BUILTIN_IS_PLUS_INFINITY:
        is = c_text(e, "%s == __builtin_infl()", x);
        break;
    default:
        is = c_text(e, "%s == -__builtin_infl()", x);
        break;
    }
    return c_text(e, "__extension__({ long double %s = %s; (_Bool)(%s); })", x,
                  c_real(e, n->args[0]), is);
}

static const char *compare_floats(Emit *e, const AcslNode *n)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    const char *a = c_real(e, n->args[0]);

    return c_text(e, "(%s %s %s)", a, ops[n->as.builtin.builtin - BUILTIN_EQ_FLOAT],
                  c_real(e, n->args[1]));
}

static const char *strings(Emit *e, const AcslNode *n)
{
    const char *p = c_text(e, "(const char *)%s", c_pointer(e, n->args[0]));

    e->loops = true;
    switch (n->as.builtin.builtin) {
    case BUILTIN_VALID_STRING:
        return c_text(e, "assay_valid_string(%s, 1)", p);
    case BUILTIN_VALID_READ_STRING:
        return c_text(e, "assay_valid_string(%s, 0)", p);
    case BUILTIN_VALID_STRING_OR_NULL:
        return c_text(e, "(!%s || assay_valid_string(%s, 1))", p, p);
    default: /* strchr */
        return c_text(e, "(__builtin_strchr(%s, (int)%s) != 0)", p,
                      c_integer(e, n->args[1], REP_NARROW));
    }
}

static const char *fresh(Emit *e, const AcslNode *n)
{
    const char *p = c_temp(e, "p");

    return c_text(
        e,
        "__extension__({ const void *%s = %s; assay_valid(%s, (assay_size_)%s) && "
        "assay_at(%s, %s, 1) == %s; })",
        p, c_pointer(e, n->args[0]), p, c_integer(e, n->args[1], REP_NARROW), e->old, p,
        p);
}

/* Whether it speaks of memory, in some state; others are about values. */
static bool is_of_memory(AcslBuiltin b)
{
    switch (b) {
    case BUILTIN_IS_FINITE:
    case BUILTIN_IS_INFINITE:
    case BUILTIN_IS_NAN:
    case BUILTIN_IS_PLUS_INFINITY:
    case BUILTIN_IS_MINUS_INFINITY:
    case BUILTIN_EQ_FLOAT:
    case BUILTIN_NE_FLOAT:
    case BUILTIN_LT_FLOAT:
    case BUILTIN_LE_FLOAT:
    case BUILTIN_GT_FLOAT:
    case BUILTIN_GE_FLOAT:
        return false;
    default:
        return true;
    }
}

/* Whether a term leads into an array at the end of a struct that has any length. */
static bool is_flexible(const AcslNode *n)
{
    n = c_bare(n);
    if (n->kind == NODE_FIELD && n->sort->kind == SORT_C && n->sort->c->kind == C_ARRAY)
        return n->sort->c->size == 0;
    return n->nargs > 0 && n->args[0] && n->kind != NODE_DEREF && is_flexible(n->args[0]);
}

static const char *valid_elements(Emit *e, const AcslNode *n, const char *function)
{
    for (uint32_t i = 0; i < n->nargs && e->at_call && e->options->tests; i++)
        if (is_flexible(n->args[i]))
            e->unseen = "a flexible array member has no elements in tests";
    return valid(e, n, function);
}

static const char *builtin(Emit *e, const AcslNode *n)
{
    AcslBuiltin b = n->as.builtin.builtin;
    const char *state;

    if (is_of_memory(b) &&
        (!c_label(e, &n->as.builtin.label, &state) || (state && state[0])))
        return c_cannot(e, n->span, "%s of an earlier state", acsl_builtin_text(b));
    switch (b) {
    case BUILTIN_VALID:
        return valid_elements(e, n, "assay_valid");
    case BUILTIN_VALID_READ:
    case BUILTIN_OBJECT_POINTER:
        return valid_elements(e, n, "assay_valid_read");
    case BUILTIN_SEPARATED:
        return separated(e, n);
    case BUILTIN_SUBSET:
        return subset(e, n);
    case BUILTIN_FRESH: /* valid now, and none of what was there before */
        if (!e->old)
            break;
        e->reads_old = true;
        return fresh(e, n);
    case BUILTIN_STARTS:
    case BUILTIN_ENDS:
    case BUILTIN_CONTAINS:
        return c_text_test(e, n);
    case BUILTIN_FREEABLE:
        return c_text(e, "assay_freeable(%s)", c_pointer(e, n->args[0]));
    case BUILTIN_VALID_FUNCTION:
        return c_text(e, "(%s != 0)", c_pointer(e, n->args[0]));
    case BUILTIN_IS_FINITE:
    case BUILTIN_IS_INFINITE:
    case BUILTIN_IS_NAN:
    case BUILTIN_IS_PLUS_INFINITY:
    case BUILTIN_IS_MINUS_INFINITY:
        return float_test(e, n);
    case BUILTIN_EQ_FLOAT:
    case BUILTIN_NE_FLOAT:
    case BUILTIN_LT_FLOAT:
    case BUILTIN_LE_FLOAT:
    case BUILTIN_GT_FLOAT:
    case BUILTIN_GE_FLOAT:
        return compare_floats(e, n);
    case BUILTIN_STRCHR:
    case BUILTIN_VALID_STRING:
    case BUILTIN_VALID_READ_STRING:
    case BUILTIN_VALID_STRING_OR_NULL:
        return strings(e, n);
    case BUILTIN_INITIALIZED:
        if (e->at_call) { /* what tests draw is */
            e->unseen = "what is initialized cannot be seen at run time";
            return "1";
        }
        return c_cannot(e, n->span, "what is initialized cannot be seen at run time");
    default:
        break;
    }
    return c_cannot(e, n->span, "%s cannot be checked at run time", acsl_builtin_text(b));
}

/* ---- Quantifiers, and what is bound. */

static const char *quantified(Emit *e, const AcslNode *n)
{
    const Name *before = e->names;
    const char *r = c_temp(e, "r"), *body;
    Loops loops;

    if (!c_loops(e, n, c_text(e, n->as.all ? "%s" : "!%s", r), &loops))
        return "0";
    body = c_truth(e, n->args[0]);
    e->names = before;
    e->loops = true;
    return c_text(e, "__extension__({ _Bool %s = %d; %s %s = %s; %s %s; })", r, n->as.all,
                  loops.open, r, body, loops.close, r);
}

const char *c_truth(Emit *e, const AcslNode *n)
{
    if (acsl_is_integral(n->sort))
        return c_text(e, "(%s != 0)", c_integer(e, n, c_rep(e, n)));
    switch (n->kind) {
    case NODE_TRUE:
        return "1";
    case NODE_FALSE:
        return "0";
    case NODE_BEYOND:
        return c_cannot(e, n->span, "%s", n->as.beyond);
    case NODE_UNDEFINED:
        return c_text(e, "(%s != 0)", c_undefined(e));
    case NODE_OP:
        return op(e, n);
    case NODE_QUANT:
        return quantified(e, n);
    case NODE_BUILTIN:
        return builtin(e, n);
    case NODE_IF:
    case NODE_AT:
    case NODE_LET:
    case NODE_NAMED:
    case NODE_CALL:
    case NODE_VAR:
        return c_other(e, n, c_truth);
    default:
        return c_cannot(e, n->span, "this is no condition that could be computed");
    }
}
