/*
 * Comparisons of sums, solved for one variable.
 */
#include "synth/program.h"
#include "synth/project.h"

typedef struct {
    Logic *logic;
    const Binding *var;
    const Binding *const *later; /* not known yet, as `var` is not */
    uint32_t nlater;
    Range range;
} Finder;

typedef struct {
    const Finder *finder;
    bool unknown;
} Check;

static void check_variable(void *ctx, const Binding *var)
{
    Check *c = ctx;

    c->unknown = c->unknown || var == c->finder->var;
    for (uint32_t i = 0; i < c->finder->nlater; i++)
        c->unknown = c->unknown || var == c->finder->later[i];
}

static bool is_known(const Finder *f, Formula x)
{
    Check c = {f, false};

    logic_variables(f->logic, x, check_variable, &c);
    return !c.unknown;
}

static void add_bound(Formula *bounds, uint32_t *count, Formula f)
{
    for (uint32_t i = 0; i < *count; i++)
        if (bounds[i] == f)
            return;
    if (*count < RANGE_BOUNDS)
        bounds[(*count)++] = f;
}

/* From: factor * var + rest <= 0 (or == 0), where factor is 1 or -1. */
static void add_comparison(Finder *f, Formula comparison)
{
    Logic *l = f->logic;
    const Formula *args = logic_args(l, comparison);
    TermOp op = logic_node(l, comparison)->as.op;
    Formula var = logic_var(l, f->var), bound;
    LogicSum sum, rest;
    int64_t factor = 0;

    if (!logic_is_number(l, args[0]) ||
        !logic_sum(l, logic_minus(l, args[0], args[1]), &sum))
        return;
    rest = (LogicSum){.constant = sum.constant + (op == OP_LT)};
    for (uint32_t i = 0; i < sum.count; i++)
        if (sum.terms[i] == var)
            factor = sum.factors[i];
        else {
            rest.terms[rest.count] = sum.terms[i];
            rest.factors[rest.count++] = sum.factors[i];
        }
    if (factor != 1 && factor != -1)
        return;
    bound = logic_of_sum(l, &rest);
    if (factor == 1)
        bound = logic_minus(l, logic_integer(l, 0), bound);
    if (!is_known(f, bound))
        return;
    if (factor == 1 || op == OP_EQ)
        add_bound(f->range.highs, &f->range.nhighs, bound);
    if (factor == -1 || op == OP_EQ)
        add_bound(f->range.lows, &f->range.nlows, bound);
}

static void look(Finder *f, Formula where)
{
    const LogicNode *node = logic_node(f->logic, where);

    if (node->kind != LOGIC_OP)
        return;
    if (node->as.op == OP_AND) {
        Formula second = logic_args(f->logic, where)[1];
        look(f, logic_args(f->logic, where)[0]);
        look(f, second);
    } else if (node->as.op == OP_LT || node->as.op == OP_LE || node->as.op == OP_EQ)
        add_comparison(f, where);
}

Range range_of(Logic *l, Formula where, const Binding *const *vars, uint32_t count,
               uint32_t before)
{
    Finder f = {.logic = l,
                .var = vars[before],
                .later = vars + before + 1,
                .nlater = count - before - 1};

    look(&f, where);
    return f.range;
}

bool range_of_type(Logic *l, const Type *type, int64_t *ret_low, int64_t *ret_high)
{
    Finder f = {.logic = l, .var = binding_new(&l->arena, "n", type, span_nowhere())};
    int64_t number;

    *ret_low = INT64_MIN;
    *ret_high = INT64_MAX;
    if (f.var)
        look(&f, logic_in(l, logic_var(l, f.var), type));
    for (uint32_t i = 0; i < f.range.nlows; i++)
        if (logic_number(l, f.range.lows[i], &number) && number > *ret_low)
            *ret_low = number;
    for (uint32_t i = 0; i < f.range.nhighs; i++)
        if (logic_number(l, f.range.highs[i], &number) && number < *ret_high)
            *ret_high = number;
    return f.range.nlows > 0 && f.range.nhighs > 0;
}
