/*
 * Definitions out of axioms and inductive cases, so that they can be executed.
 *
 *     axiom a: \forall int *p, integer n; n <= 0 ==> Sum(p, n) == 0;
 *     axiom b: \forall int *p, integer n; n > 0 ==> Sum(p, n) == Sum(p, n - 1) + p[n -
 * 1];
 *
 * says what Sum is: n <= 0 ? 0 : n > 0 ? Sum(p, n - 1) + p[n - 1] : nothing. The
 * arguments on the left must be variables, or variables and a number (n + 1), that the
 * axiom is for all of. The cases of an inductive predicate become a disjunction if their
 * variables are all arguments. Where this does not work there is no definition.
 */
#include "acsl/typing.h"
#include <string.h>

#define VARS 32
#define PARTS 32

/* An axiom or case taken apart. */
typedef struct {
    Reader *r;
    const AcslLogic *logic;
    AcslVar *vars[VARS];    /* that it is for all of */
    AcslNode *values[VARS]; /* what they are in terms of the parameters; or NULL */
    uint32_t nvars;
    const AcslNode *conditions[PARTS]; /* as written */
    AcslNode *equal[PARTS];            /* of parameters */
    uint32_t nconditions, nequal;
    const AcslNode *head; /* the call */
    const AcslNode *is;   /* what it equals; NULL: it holds */
    bool negative;        /* it does not hold */
} Rule;

static const AcslNode *bare(const AcslNode *n)
{
    while (n->kind == NODE_NAMED)
        n = n->args[0];
    return n;
}

static bool is_op(const AcslNode *n, AcslOp op)
{
    return n->kind == NODE_OP && n->as.op.op == op;
}

static bool is_head(const Rule *rule, const AcslNode *n)
{
    return n->kind == NODE_CALL && n->as.call.logic == rule->logic;
}

/* ---- Taking it apart. */

static bool add_vars(Rule *rule, const AcslNode *quant)
{
    for (uint32_t i = 0; i < quant->nvars; i++) {
        if (rule->nvars == VARS)
            return false;
        rule->vars[rule->nvars++] = quant->vars[i];
    }
    return true;
}

/* v, v + 1 and v - 1 as the variable and what is added; NULL for anything else. */
static const AcslVar *offset(const AcslNode *n, int64_t *ret_added)
{
    const AcslNode *by;

    n = bare(n);
    *ret_added = 0;
    if (n->kind == NODE_VAR)
        return n->as.var;
    if ((!is_op(n, ACSL_ADD) && !is_op(n, ACSL_SUB)) || n->nargs != 2)
        return NULL;
    by = bare(n->args[1]);
    if (bare(n->args[0])->kind != NODE_VAR || by->kind != NODE_INT)
        return NULL;
    *ret_added = is_op(n, ACSL_ADD) ? (int64_t)by->as.integer : -(int64_t)by->as.integer;
    return bare(n->args[0])->as.var;
}

/* Whether a call leads to a smaller one: f(n, x) to f(n - 1, x), but not to f(x, n). */
static bool steps_down(const AcslNode *from, const AcslNode *to)
{
    bool down = false;

    for (uint32_t i = 0; i < from->nargs && i < to->nargs; i++) {
        int64_t a, b;
        const AcslVar *var = offset(from->args[i], &a);
        if (!var || offset(to->args[i], &b) != var || b > a)
            return false;
        down |= b < a;
    }
    return down;
}

/* f(...) == e, e == f(...), P(...) <==> p, P(...), !P(...) */
static bool read_conclusion(Rule *rule, const AcslNode *n)
{
    n = bare(n);
    if (is_op(n, ACSL_EQ) || is_op(n, ACSL_IFF)) {
        const AcslNode *a = bare(n->args[0]), *b = bare(n->args[1]);
        bool first = is_head(rule, a) && (!is_head(rule, b) || steps_down(a, b));
        rule->head = first ? a : b;
        rule->is = first ? b : a;
        return is_head(rule, rule->head) &&
               (!is_head(rule, rule->is) || steps_down(rule->head, rule->is));
    }
    rule->negative = is_op(n, ACSL_NOT);
    rule->head = rule->negative ? bare(n->args[0]) : n;
    return is_head(rule, rule->head) && rule->logic->kind != LOGIC_FUNCTION;
}

static bool read_rule(Rule *rule, const AcslNode *n)
{
    n = bare(n);
    if (n->kind == NODE_QUANT && n->as.all)
        return add_vars(rule, n) && read_rule(rule, n->args[0]);
    if (is_op(n, ACSL_IMPLIES)) {
        if (rule->nconditions == PARTS)
            return false;
        rule->conditions[rule->nconditions++] = n->args[0];
        return read_rule(rule, n->args[1]);
    }
    return read_conclusion(rule, n);
}

/* ---- What its variables are. */

static AcslNode *param_node(Rule *rule, uint32_t i, Span span)
{
    AcslVar *param = rule->logic->params[i];
    AcslNode *n = acsl_node(rule->r, NODE_VAR, span, param->sort);

    if (n)
        n->as.var = param;
    return n;
}

static AcslNode *binary(Rule *rule, AcslOp op, const AcslSort *sort, AcslNode *a,
                        AcslNode *b)
{
    AcslNode *args[2] = {a, b}, *n;

    if (!a || !b)
        return NULL;
    n = acsl_node_of(rule->r, NODE_OP, a->span, sort, args, 2);
    if (n)
        n->as.op.op = op;
    return n;
}

static bool must_be(Rule *rule, AcslNode *param, AcslNode *value)
{
    if (rule->nequal == PARTS || !param || !value)
        return false;
    rule->equal[rule->nequal] = binary(rule, ACSL_EQ, &acsl_boolean, param, value);
    return rule->equal[rule->nequal++] != NULL;
}

/* The variable has this value; a second time, it must be the same. */
static bool bind(Rule *rule, const AcslVar *var, AcslNode *value)
{
    for (uint32_t i = 0; i < rule->nvars; i++) {
        if (rule->vars[i] != var)
            continue;
        if (rule->values[i])
            return must_be(rule, value, rule->values[i]);
        rule->values[i] = value;
        return value != NULL;
    }
    return false;
}

/* An argument on the left: v, v + 1, v - 1, a number, \null. */
static bool bind_argument(Rule *rule, const AcslNode *arg, uint32_t i)
{
    AcslNode *param = param_node(rule, i, arg->span);

    if (!param)
        return false;
    arg = bare(arg);
    if (arg->kind == NODE_VAR)
        return bind(rule, arg->as.var, param);
    if (arg->kind == NODE_INT || arg->kind == NODE_NULL)
        return must_be(rule, param, (AcslNode *)(uintptr_t)arg);
    if ((is_op(arg, ACSL_ADD) || is_op(arg, ACSL_SUB)) && arg->nargs == 2 &&
        bare(arg->args[0])->kind == NODE_VAR && bare(arg->args[1])->kind == NODE_INT)
        return bind(rule, bare(arg->args[0])->as.var,
                    binary(rule, is_op(arg, ACSL_ADD) ? ACSL_SUB : ACSL_ADD,
                           acsl_is_integral(param->sort) ? &acsl_integer : param->sort,
                           param, arg->args[1]));
    return false;
}

static bool bind_all(Rule *rule)
{
    for (uint32_t i = 0; i < rule->head->nargs; i++)
        if (!bind_argument(rule, rule->head->args[i], i))
            return false;
    return true;
}

/* ---- Its parts in terms of the parameters. */

/* The label of the definition that one of the axiom is. */
static bool map_label(const Rule *rule, AcslLabel *label)
{
    if (label->kind != LABEL_PARAM)
        return true;
    for (uint32_t i = 0; i < rule->head->as.call.nlabels; i++) {
        const AcslLabel *of = &rule->head->as.call.labels[i];
        if (of->kind == LABEL_PARAM && of->number == label->number) {
            label->number = i;
            return true;
        }
    }
    return false;
}

static bool map_labels(const Rule *rule, AcslNode *n)
{
    AcslLabel *labels;

    if (n->kind == NODE_AT)
        return map_label(rule, &n->as.label);
    if (n->kind == NODE_BUILTIN)
        return map_label(rule, &n->as.builtin.label);
    if (n->kind != NODE_CALL || n->as.call.nlabels == 0)
        return true;
    labels = acsl_new(rule->r, n->as.call.nlabels, sizeof *labels);
    if (!labels)
        return false;
    memcpy(labels, n->as.call.labels, n->as.call.nlabels * sizeof *labels);
    for (uint32_t i = 0; i < n->as.call.nlabels; i++)
        if (!map_label(rule, &labels[i]))
            return false;
    n->as.call.labels = labels;
    return true;
}

/* A copy in which the variables have their values; NULL if one has none. */
static AcslNode *mapped(Rule *rule, const AcslNode *n)
{
    AcslNode *copy;

    for (uint32_t i = 0; n->kind == NODE_VAR && i < rule->nvars; i++)
        if (rule->vars[i] == n->as.var)
            return rule->values[i];
    copy = acsl_new(rule->r, 1, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *n;
    if (!map_labels(rule, copy))
        return NULL;
    copy->args = n->nargs > 0 ? acsl_new(rule->r, n->nargs, sizeof(AcslNode *)) : NULL;
    for (uint32_t i = 0; copy->args && i < n->nargs; i++) {
        copy->args[i] = n->args[i] ? mapped(rule, n->args[i]) : NULL;
        if (n->args[i] && !copy->args[i])
            return NULL;
    }
    return n->nargs == 0 || copy->args ? copy : NULL;
}

static AcslNode *constant(Rule *rule, bool truth)
{
    return acsl_node(rule->r, truth ? NODE_TRUE : NODE_FALSE, rule->head->span,
                     &acsl_boolean);
}

/* One more conjunct. */
static AcslNode *also(Rule *rule, AcslNode *all, AcslNode *more)
{
    return all && more ? binary(rule, ACSL_AND, &acsl_boolean, all, more) : more;
}

/* Nothing is derived from what has no value: each integer that is divided by, outside of
 * what binds variables, is not 0. */
static AcslNode *divisors(Rule *rule, const AcslNode *n, AcslNode *all)
{
    AcslNode *by, *zero;

    if (n->kind == NODE_QUANT || n->kind == NODE_LET || n->kind == NODE_LAMBDA)
        return all;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i])
            all = divisors(rule, n->args[i], all);
    if ((!is_op(n, ACSL_DIV) && !is_op(n, ACSL_MOD)) || !acsl_is_integral(n->sort) ||
        bare(n->args[1])->kind == NODE_INT)
        return all;
    by = mapped(rule, n->args[1]);
    zero = by ? acsl_node(rule->r, NODE_INT, by->span, &acsl_integer) : NULL;
    return zero ? also(rule, all, binary(rule, ACSL_NE, &acsl_boolean, by, zero)) : all;
}

/* All that must hold for the rule to apply; NULL if it cannot be said. */
static AcslNode *applies(Rule *rule)
{
    AcslNode *all = NULL, *more;

    for (uint32_t i = 0; i < rule->nequal; i++)
        all = also(rule, all, rule->equal[i]);
    for (uint32_t i = 0; i < rule->nconditions; i++) {
        more = mapped(rule, rule->conditions[i]);
        if (!more)
            return NULL;
        if (rule->logic->kind == LOGIC_INDUCTIVE)
            all = divisors(rule, rule->conditions[i], all);
        all = also(rule, all, more);
    }
    return all ? all : constant(rule, true);
}

static AcslNode *conclusion(Rule *rule)
{
    return rule->is ? mapped(rule, rule->is) : constant(rule, !rule->negative);
}

/* The states of the head are all different: it says something of any states. */
static bool has_own_labels(const Rule *rule)
{
    const AcslLabel *labels = rule->head->as.call.labels;
    uint32_t count = rule->head->as.call.nlabels;

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            if (labels[i].kind != LABEL_PARAM || labels[k].kind != LABEL_PARAM ||
                labels[i].number == labels[k].number)
                return false;
    return true;
}

static bool start_rule(Rule *rule, Reader *r, const AcslLogic *logic, const AcslCase *c)
{
    *rule = (Rule){.r = r, .logic = logic};
    return c->body && read_rule(rule, c->body) && has_own_labels(rule) && bind_all(rule);
}

/* ---- Definitions. */

static bool is_call_of(const AcslNode *n, const void *logic)
{
    return n->kind == NODE_CALL && n->as.call.logic == logic;
}

/* condition ? value : otherwise */
static AcslNode *either(Rule *rule, AcslNode *condition, AcslNode *value,
                        AcslNode *otherwise)
{
    AcslNode *args[3] = {condition, value, otherwise};

    if (!condition || !value || !otherwise)
        return NULL;
    return acsl_node_of(rule->r, NODE_IF, value->span, rule->logic->result, args, 3);
}

/* From the last axiom to the first; those about something else are left out. */
static AcslNode *from_axioms(Reader *r, const AcslLogic *logic)
{
    AcslNode *body = acsl_node(r, NODE_UNDEFINED, logic->span, logic->result);
    uint32_t used = 0;

    for (uint32_t i = logic->within->naxioms; body && i-- > 0;) {
        Rule rule;
        AcslNode *condition, *value;
        if (!start_rule(&rule, r, logic, &logic->within->axioms[i]))
            continue;
        condition = applies(&rule);
        value = condition ? conclusion(&rule) : NULL;
        if (!value)
            continue;
        body = either(&rule, condition, value, body);
        used++;
    }
    return used > 0 ? body : NULL;
}

static AcslNode *from_cases(Reader *r, const AcslLogic *logic)
{
    AcslNode *body = NULL;

    for (uint32_t i = 0; i < logic->ncases; i++) {
        Rule rule;
        AcslNode *one;
        if (!start_rule(&rule, r, logic, &logic->cases[i]) || rule.is || rule.negative)
            return NULL;
        one = applies(&rule);
        body = body ? binary(&rule, ACSL_OR, &acsl_boolean, body, one) : one;
        if (!body)
            return NULL;
    }
    return body;
}

void acsl_define(Reader *r)
{
    for (uint32_t i = 0; i < r->defs.count && !r->no_memory; i++) {
        Def *d = r->defs.at[i];
        AcslLogic *logic = &d->logic;
        if (d->bad || logic->body)
            continue;
        if (logic->kind == LOGIC_INDUCTIVE)
            logic->body = from_cases(r, logic);
        else if (logic->within)
            logic->body = from_axioms(r, logic);
        if (logic->body)
            logic->recursive =
                logic->recursive || acsl_any(logic->body, is_call_of, logic);
    }
}
