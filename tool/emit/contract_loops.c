/*
 * Loops for bound variables.
 *
 * The guard of a quantifier says between what its variables are: 0 <= i < j < n ==> ...
 * Bounds are gathered for each variable; one that is bound by a later variable takes the
 * bounds of that one. \valid(p + (0 .. i)) says that i is in p's block. The loop may go
 * too far: the guard itself is still evaluated.
 */
#include "emit/contract_parts.h"
#include <assay/contract.h>
#include <string.h>

#define FACTS 64
#define BOUNDS 4 /* of one variable on one side */
#define DEPTH 6  /* of bounds through other variables */

/* left <= right, with `strict` 1: left < right. */
typedef struct {
    const AcslNode *left, *right;
    int strict;
} Fact;

/* Elements from..to behind a pointer are valid. */
typedef struct {
    const AcslNode *pointer, *from, *to;
} Reach;

typedef struct {
    Emit *e;
    const AcslNode *quant;
    Fact facts[FACTS];
    uint32_t nfacts;
    Reach reaches[BOUNDS];
    uint32_t nreaches;
    const AcslNode *lists[BOUNDS]; /* memberships of texts in lists */
    uint32_t nlists;
    uint32_t open; /* variables below this number have their loops already */
} Scan;

/* A bound: a C text and what it may be. */
typedef struct {
    const char *text;
    Interval interval;
} Bound;

static void add_fact(Scan *s, const AcslNode *left, const AcslNode *right, int strict)
{
    if (s->nfacts < FACTS && acsl_is_integral(left->sort) &&
        acsl_is_integral(right->sort))
        s->facts[s->nfacts++] = (Fact){left, right, strict};
}

static void add_comparison(Scan *s, const AcslNode *n)
{
    const AcslNode *a = n->args[0], *b = n->args[1];

    switch (n->as.op.op) {
    case ACSL_LT:
    case ACSL_LE:
        add_fact(s, a, b, n->as.op.op == ACSL_LT);
        break;
    case ACSL_GT:
    case ACSL_GE:
        add_fact(s, b, a, n->as.op.op == ACSL_GT);
        break;
    case ACSL_EQ:
        add_fact(s, a, b, 0);
        add_fact(s, b, a, 0);
        break;
    case ACSL_IN:
        b = c_bare(b);
        if (b->sort->kind == SORT_TEXTS && s->nlists < BOUNDS)
            s->lists[s->nlists++] = n;
        if (b->kind == NODE_RANGE && b->args[0])
            add_fact(s, b->args[0], a, 0);
        if (b->kind == NODE_RANGE && b->args[1])
            add_fact(s, a, b->args[1], 0);
        break;
    default:
        break;
    }
}

/* \valid(p + (from .. to), ...) */
static void add_reaches(Scan *s, const AcslNode *n)
{
    if (n->as.builtin.builtin != BUILTIN_VALID &&
        n->as.builtin.builtin != BUILTIN_VALID_READ)
        return;
    for (uint32_t i = 0; i < n->nargs && s->nreaches < BOUNDS; i++) {
        const AcslNode *sum = c_bare(n->args[i]);
        const AcslNode *range = sum->nargs == 2 ? c_bare(sum->args[1]) : NULL;
        const CType *element = c_pointee(sum->sort);
        if (sum->kind == NODE_OP && sum->as.op.op == ACSL_ADD && element &&
            element->size > 0 && range->kind == NODE_RANGE && range->args[0] &&
            range->args[1] && sum->args[0]->sort->kind != SORT_SET)
            s->reaches[s->nreaches++] =
                (Reach){sum->args[0], range->args[0], range->args[1]};
    }
}

/* What holds wherever the node does. */
static void gather(Scan *s, const AcslNode *n)
{
    n = c_bare(n);
    if (n->kind == NODE_BUILTIN)
        add_reaches(s, n);
    if (n->kind != NODE_OP)
        return;
    if (n->as.op.op == ACSL_AND) {
        gather(s, n->args[0]);
        gather(s, n->args[1]);
    } else if (n->nargs == 2) {
        add_comparison(s, n);
    }
}

/* The guards of a \forall: all that is left of an arrow. Those of an \exists: its body.
 */
static void gather_guards(Scan *s, const AcslNode *body, bool all)
{
    body = c_bare(body);
    if (!all) {
        if (body->kind == NODE_QUANT && !body->as.all)
            gather_guards(s, body->args[0], all);
        else
            gather(s, body);
    } else if (body->kind == NODE_OP && body->as.op.op == ACSL_IMPLIES) {
        gather(s, body->args[0]);
        gather_guards(s, body->args[1], all);
    } else if (body->kind == NODE_QUANT && body->as.all) {
        gather_guards(s, body->args[0], all);
    }
}

/* ---- What a term is made of. */

static bool is_var(const AcslNode *n, const void *var)
{
    return n->kind == NODE_VAR && n->as.var == var;
}

/* Whether all variables in it are known by now. */
static bool is_unknown(const AcslNode *n, const void *scan)
{
    const Scan *s = scan;

    return (n->kind == NODE_VAR && !c_name(s->e, n->as.var)) || n->kind == NODE_QUANT ||
           n->kind == NODE_LET || n->kind == NODE_LAMBDA || n->kind == NODE_FOLD ||
           n->kind == NODE_COMPREHEND;
}

static bool is_known(const Scan *s, const AcslNode *n)
{
    return !acsl_any(n, is_unknown, s);
}

/* A term as variable + rest, the rest being known terms added or subtracted. */
typedef struct {
    const AcslVar *var;
    const AcslNode *rest[4];
    int sign[4];
    uint32_t count;
} Sum;

static bool split(const Scan *s, const AcslNode *n, Sum *ret)
{
    const AcslNode *a, *b;

    n = c_bare(n);
    if (n->kind == NODE_VAR && !c_name(s->e, n->as.var)) {
        ret->var = n->as.var;
        return true;
    }
    if (n->kind != NODE_OP || n->nargs != 2 || ret->count == 4)
        return false;
    a = n->args[0];
    b = n->args[1];
    if (n->as.op.op == ACSL_ADD && is_known(s, a)) {
        const AcslNode *swap = a;
        a = b;
        b = swap;
    }
    if ((n->as.op.op != ACSL_ADD && n->as.op.op != ACSL_SUB) || !is_known(s, b))
        return false;
    ret->rest[ret->count] = b;
    ret->sign[ret->count++] = n->as.op.op == ACSL_ADD ? 1 : -1;
    return split(s, a, ret);
}

/* bound + by * sign */
static Bound add_term(Scan *s, Bound bound, const AcslNode *by, int sign)
{
    Interval i = interval_of(s->e, by);

    if (sign < 0)
        i = (Interval){-i.hi, -i.lo};
    bound.interval = (Interval){bound.interval.lo + i.lo, bound.interval.hi + i.hi};
    if (bound.interval.lo < -WIDE_INFINITE)
        bound.interval.lo = -WIDE_INFINITE;
    if (bound.interval.hi > WIDE_INFINITE)
        bound.interval.hi = WIDE_INFINITE;
    bound.text = c_text(s->e, "(%s %c %s)", bound.text, sign < 0 ? '-' : '+',
                        c_integer(s->e, by, REP_WIDE));
    return bound;
}

static Bound add_number(Scan *s, Bound bound, int by)
{
    if (by != 0) {
        bound.text = c_text(s->e, "(%s %c 1)", bound.text, by < 0 ? '-' : '+');
        bound.interval = (Interval){bound.interval.lo + by, bound.interval.hi + by};
    }
    return bound;
}

static uint32_t find_bounds(Scan *s, const AcslVar *var, bool upper, int depth,
                            Bound ret[BOUNDS]);

/* Bounds of what a side of a fact is, as far as it is known. */
static uint32_t bounds_of_side(Scan *s, const AcslNode *side, bool upper, int depth,
                               Bound ret[BOUNDS])
{
    Sum sum = {0};
    uint32_t count;

    if (is_known(s, side)) {
        ret[0].text = c_integer(s->e, side, REP_WIDE);
        ret[0].interval = interval_of(s->e, side);
        return 1;
    }
    if (!split(s, side, &sum))
        return 0;
    count = find_bounds(s, sum.var, upper, depth + 1, ret);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < sum.count; k++)
            ret[i] = add_term(s, ret[i], sum.rest[k], sum.sign[k]);
    return count;
}

/* From var + rest <= other: var <= other - rest. */
static uint32_t bounds_of_fact(Scan *s, const Fact *fact, const AcslVar *var, bool upper,
                               int depth, Bound ret[BOUNDS])
{
    const AcslNode *mine = upper ? fact->left : fact->right;
    const AcslNode *other = upper ? fact->right : fact->left;
    Sum sum = {0};
    uint32_t count;

    if (!split(s, mine, &sum) || sum.var != var || acsl_any(other, is_var, var))
        return 0;
    count = bounds_of_side(s, other, upper, depth, ret);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < sum.count; k++)
            ret[i] = add_term(s, ret[i], sum.rest[k], -sum.sign[k]);
        ret[i] = add_number(s, ret[i], upper ? -fact->strict : fact->strict);
    }
    return count;
}

/* From var + rest <= the last valid element. */
static uint32_t bounds_of_reach(Scan *s, const Reach *r, const AcslVar *var,
                                Bound ret[BOUNDS])
{
    Sum sum = {0};
    Interval from;

    if (!split(s, r->to, &sum) || sum.var != var || !is_known(s, r->pointer) ||
        !is_known(s, r->from))
        return 0;
    from = interval_of(s->e, r->from);
    ret[0].text =
        c_text(s->e, "assay_valid_last((const void *)%s, sizeof(%s), %s)",
               c_pointer(s->e, r->pointer), c_type(s->e, c_pointee(r->pointer->sort)),
               c_integer(s->e, r->from, REP_WIDE));
    ret[0].interval = (Interval){from.lo - 1, from.hi + ASSAY_VALID_MAX};
    for (uint32_t k = 0; k < sum.count; k++)
        ret[0] = add_term(s, ret[0], sum.rest[k], -sum.sign[k]);
    return 1;
}

static uint32_t find_bounds(Scan *s, const AcslVar *var, bool upper, int depth,
                            Bound ret[BOUNDS])
{
    uint32_t count = 0;

    if (depth > DEPTH)
        return 0;
    for (uint32_t i = 0; i < s->nfacts && count < BOUNDS; i++) {
        Bound more[BOUNDS];
        uint32_t n = bounds_of_fact(s, &s->facts[i], var, upper, depth, more);
        for (uint32_t k = 0; k < n && count < BOUNDS; k++)
            ret[count++] = more[k];
    }
    for (uint32_t i = 0; upper && i < s->nreaches && count < BOUNDS; i++)
        count += bounds_of_reach(s, &s->reaches[i], var, ret + count);
    return count;
}

/* ---- A loop. */

/* The closest of some bounds, as one text. */
static Bound closest(Scan *s, const Bound *bounds, uint32_t count, bool upper)
{
    Bound best = bounds[0];

    for (uint32_t i = 1; i < count; i++) {
        const Bound *b = &bounds[i];
        bool better =
            upper ? b->interval.hi < best.interval.hi : b->interval.lo > best.interval.lo;
        best.text = c_text(s->e, "assay_%s(%s, %s)", upper ? "lesser" : "greater",
                           best.text, b->text);
        if (better)
            best.interval = b->interval;
    }
    return best;
}

static Interval within(Bound lo, Bound hi)
{
    Interval i = {lo.interval.lo, hi.interval.hi};

    if (i.lo < INT64_MIN)
        i.lo = INT64_MIN;
    if (i.hi > INT64_MAX)
        i.hi = INT64_MAX;
    return i;
}

static Interval own_range(const AcslVar *var)
{
    return var->sort->kind == SORT_C ? interval_of_type(var->sort->c)
                                     : (Interval){-WIDE_INFINITE, WIDE_INFINITE};
}

static bool is_small(Interval i)
{
    return i.lo > INT64_MIN && i.hi < INT64_MAX && i.hi - i.lo < 65536;
}

/* While inputs are being made, ranges are cut short: their ends may be anything. */
const char *c_for(Emit *e, const char *i, const char *from, const char *to,
                  const char *go_on)
{
    bool sure = !e->here || e->here[0] != '\0';
    const char *end = c_temp(e, "end");

    e->loops = true;
    e->checked = e->checked || sure;
    return c_text(
        e, "long long %s = %s, %s = assay_%s_end(%s, %s); for (; %s <= %s && %s; %s++)",
        i, from, end, sure ? "range" : "short", i, to, i, end, go_on, i);
}

static void open_range(Scan *s, const AcslVar *var, Bound lo, Bound hi, const char *go_on,
                       Name *name, Loops *ret)
{
    Emit *e = s->e;
    const char *i = c_temp(e, var->name);
    const char *from = interval_is_narrow(lo.interval)
                           ? c_text(e, "(long long)%s", lo.text)
                           : c_text(e, "assay_narrow(%s)", lo.text);

    ret->open = c_text(e, "%s %s {", ret->open, c_for(e, i, from, hi.text, go_on));
    ret->close = c_text(e, "} %s", ret->close);
    c_bind(e, name, var, i, within(lo, hi), REP_NARROW);
}

/* The values that occur in the blocks of the call. */
static void open_sample(Scan *s, const AcslVar *var, const char *go_on, Name *name,
                        Loops *ret)
{
    Emit *e = s->e;
    const char *i = c_temp(e, var->name), *at = c_temp(e, "at");
    const char *value = c_temp(e, "value");

    ret->open =
        c_text(e,
               "%s assay_wide %s; unsigned %s = 0; for (; "
               "%s && assay_state_value(%s, %s, &%s, &%s);) { %s %s = (%s)%s;",
               ret->open, value, at, go_on, e->kept, c_layout(e, var->sort->c), at, value,
               c_type(e, var->sort->c), i, c_type(e, var->sort->c), value);
    ret->close = c_text(e, "} %s", ret->close);
    e->sampled = true;
    e->asks_call = e->asks_call || strncmp(e->kept, "assay_state_of_call", 19) == 0;
    c_bind(e, name, var, i, interval_of_type(var->sort->c), REP_NARROW);
}

/* The texts of a list that the variable is said to be in. */
static bool open_list(Scan *s, const AcslVar *var, const char *go_on, Name *name,
                      Loops *ret)
{
    Emit *e = s->e;
    const char *list = c_temp(e, "list"), *i = c_temp(e, "i"), *p = c_temp(e, var->name);

    for (uint32_t k = 0; k < s->nlists; k++) {
        const AcslNode *x = c_bare(s->lists[k]->args[0]);
        if (x->kind != NODE_VAR || x->as.var != var || !is_known(s, s->lists[k]->args[1]))
            continue;
        ret->open = c_text(e,
                           "%s const struct assay_texts %s = %s; assay_size_ %s = 0; "
                           "for (; %s < %s.count && %s; %s++) "
                           "{ const struct assay_text %s = %s.at[%s]; (void)%s;",
                           ret->open, list, c_texts(e, s->lists[k]->args[1]), i, i, list,
                           go_on, i, p, list, i, p);
        ret->close = c_text(e, "} %s", ret->close);
        e->loops = true;
        c_bind(e, name, var, p, interval_narrow_all(), REP_NARROW);
        return true;
    }
    return false;
}

static bool open_loop(Scan *s, const AcslVar *var, const char *go_on, Name *name,
                      Loops *ret)
{
    Bound lower[BOUNDS], upper[BOUNDS];
    Interval own = own_range(var);
    uint32_t nlower, nupper;

    if (var->sort->kind == SORT_TEXT && open_list(s, var, go_on, name, ret))
        return true;
    if (!acsl_is_integral(var->sort)) {
        c_cannot(s->e, var->span, "'%s' is no integer: it cannot be tried for all values",
                 var->name);
        return false;
    }
    nlower = find_bounds(s, var, false, 0, lower);
    nupper = find_bounds(s, var, true, 0, upper);
    if (nlower == 0 && (is_small(own) || (nupper > 0 && own.lo == 0)))
        lower[nlower++] = (Bound){c_number(s->e, own.lo), {own.lo, own.lo}};
    if (nupper == 0 && is_small(own))
        upper[nupper++] = (Bound){c_number(s->e, own.hi), {own.hi, own.hi}};
    if (nlower > 0 && nupper > 0) {
        open_range(s, var, closest(s, lower, nlower, false),
                   closest(s, upper, nupper, true), go_on, name, ret);
        return true;
    }
    if (s->quant->kind == NODE_QUANT && s->quant->as.all && s->e->kept &&
        var->sort->kind == SORT_C) {
        open_sample(s, var, go_on, name, ret);
        return true;
    }
    c_cannot(s->e, var->span, "nothing says between what '%s' is", var->name);
    return false;
}

bool c_loops(Emit *e, const AcslNode *quant, const char *go_on, Loops *ret)
{
    Name *names =
        assay_arena_new(e->arena, quant->nvars ? quant->nvars : 1, sizeof *names);
    Scan s = {.e = e, .quant = quant};

    *ret = (Loops){"", ""};
    if (!names) {
        e->no_memory = true;
        return false;
    }
    if (quant->kind == NODE_COMPREHEND) {
        if (quant->args[1])
            gather(&s, quant->args[1]);
    } else {
        gather_guards(&s, quant->args[0], quant->as.all);
    }
    for (uint32_t i = 0; i < quant->nvars; i++)
        if (!open_loop(&s, quant->vars[i], go_on, &names[i], ret))
            return false;
    return true;
}
