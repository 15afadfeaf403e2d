/*
 * Numbers in the place of parameters: what a contract says about them, computed. A term
 * that is about anything else, or does not fit into 128 bits, is not known; a predicate
 * may be all the same, when its known parts decide it.
 */
#include "acsl/formula.h"

#define DEPTH_MAX 200
#define FUEL 20000 /* terms that are computed for one predicate */
#define GLOBALS_MAX 16
#define ARGUMENTS_MAX 16

/* ---- The scalars of a contract. */

typedef struct {
    AcslScalar *at;
    uint32_t count, cap;
} Scalars;

static bool is_scalar(const CType *type)
{
    AcslWide lo, hi;

    return formula_bounds(type, &lo, &hi);
}

static void add_global(Scalars *s, const CGlobal *g)
{
    if (g->system || g->is_const || !is_scalar(g->type) || s->count == s->cap)
        return;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].global == g)
            return;
    s->at[s->count++] = (AcslScalar){g->name, g->type, NULL, g};
}

static void add_globals(Scalars *s, const AcslNode *n, int depth)
{
    if (n->kind == NODE_GLOBAL)
        add_global(s, n->as.global);
    if (depth == DEPTH_MAX)
        return;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i])
            add_globals(s, n->args[i], depth + 1);
    if (n->kind == NODE_CALL && n->as.call.logic->body && !n->as.call.logic->recursive)
        add_globals(s, n->as.call.logic->body, depth + 1);
}

bool formula_scalars(const AcslContract *c, struct assay_arena *arena,
                     const AcslScalar **ret, uint32_t *ret_count)
{
    const CFunction *f = c->function;
    Scalars s = {.cap = f->nparams + GLOBALS_MAX};

    s.at = assay_arena_new(arena, s.cap, sizeof *s.at);
    if (!s.at)
        return false;
    for (uint32_t i = 0; i < f->nparams; i++)
        if (is_scalar(f->params[i].type))
            s.at[s.count++] =
                (AcslScalar){f->params[i].name, f->params[i].type, &f->params[i], NULL};
    for (uint32_t b = 0; b < c->nbehaviors; b++)
        for (uint32_t i = 0; i < c->behaviors[b].nclauses; i++)
            if (c->behaviors[b].clauses[i].body)
                add_globals(&s, c->behaviors[b].clauses[i].body, 0);
    *ret = s.at;
    *ret_count = s.count;
    return true;
}

/* ---- Evaluation. */

typedef struct Slot {
    const AcslVar *var;
    Known value;
    const struct Slot *up;
} Slot;

typedef struct {
    const AcslScalar *scalars;
    const Known *values;
    uint32_t count;
    const Slot *slots;
    uint32_t depth, fuel;
} Eval;

static const Known unknown = {false, 0};

static Known known(AcslWide value)
{
    return (Known){true, value};
}

static Known eval(Eval *e, const AcslNode *n);

static Known variable(const Eval *e, const AcslNode *n)
{
    for (uint32_t i = 0; i < e->count; i++)
        if (n->kind == NODE_PARAM ? e->scalars[i].param == n->as.param.param
                                  : e->scalars[i].global == n->as.global)
            return e->values[i];
    return unknown;
}

static Known bound(const Eval *e, const AcslVar *var)
{
    for (const Slot *s = e->slots; s; s = s->up)
        if (s->var == var)
            return s->value;
    return unknown;
}

/* ---- Connectives: known sides may decide. */

static Known both(Eval *e, const AcslNode *a, bool a_wanted, const AcslNode *b)
{
    Known x = eval(e, a), y;

    if (x.known && (x.value != 0) != a_wanted)
        return known(0);
    y = eval(e, b);
    if (y.known && y.value == 0)
        return known(0);
    return x.known && y.known ? known(1) : unknown;
}

static Known either(Eval *e, const AcslNode *a, bool a_wanted, const AcslNode *b)
{
    Known x = eval(e, a), y;

    if (x.known && (x.value != 0) == a_wanted)
        return known(1);
    y = eval(e, b);
    if (y.known && y.value != 0)
        return known(1);
    return x.known && y.known ? known(0) : unknown;
}

static Known same_truth(Known x, Known y, bool wanted)
{
    if (!x.known || !y.known)
        return unknown;
    return known(((x.value != 0) == (y.value != 0)) == wanted);
}

/* ---- Arithmetic. */

static Known power_of_two(AcslWide a, AcslWide by, bool left)
{
    if (by < 0 || by > 100)
        return unknown;
    if (left) {
        AcslWide r;
        return __builtin_mul_overflow(a, (AcslWide)1 << by, &r) ? unknown : known(r);
    }
    return known(a >= 0 ? a >> by : -1 - ((-1 - a) >> by));
}

static Known arithmetic(AcslOp op, AcslWide a, AcslWide b)
{
    AcslWide r;

    switch (op) {
    case ACSL_ADD:
        return __builtin_add_overflow(a, b, &r) ? unknown : known(r);
    case ACSL_SUB:
        return __builtin_sub_overflow(a, b, &r) ? unknown : known(r);
    case ACSL_MUL:
        return __builtin_mul_overflow(a, b, &r) ? unknown : known(r);
    case ACSL_DIV:
        return b == 0 || b == -1 ? (b == 0 ? unknown : arithmetic(ACSL_SUB, 0, a))
                                 : known(a / b);
    case ACSL_MOD:
        return b == 0 ? unknown : known(b == -1 ? 0 : a % b);
    case ACSL_BIT_AND:
        return known(a & b);
    case ACSL_BIT_OR:
        return known(a | b);
    case ACSL_BIT_XOR:
        return known(a ^ b);
    case ACSL_SHL:
    case ACSL_SHR:
        return power_of_two(a, b, op == ACSL_SHL);
    default:
        return unknown;
    }
}

static Known compare(AcslOp op, AcslWide a, AcslWide b)
{
    switch (op) {
    case ACSL_EQ:
        return known(a == b);
    case ACSL_NE:
        return known(a != b);
    case ACSL_LT:
        return known(a < b);
    case ACSL_LE:
        return known(a <= b);
    case ACSL_GT:
        return known(a > b);
    default:
        return known(a >= b);
    }
}

static Known member(Eval *e, AcslWide x, const AcslNode *set);

static Known member_of_one(Eval *e, AcslWide x, const AcslNode *sets)
{
    Known result = known(0), one;

    if (e->depth == DEPTH_MAX)
        return unknown;
    e->depth++;
    for (uint32_t i = 0; i < sets->nargs && !(result.known && result.value); i++) {
        one = member(e, x, sets->args[i]);
        if (!one.known || one.value != 0)
            result = one;
    }
    e->depth--;
    return result;
}

static Known member(Eval *e, AcslWide x, const AcslNode *set)
{
    Known lo = known(x), hi = known(x), one;

    if (set->kind == NODE_RANGE) {
        if (set->args[0])
            lo = eval(e, set->args[0]);
        if (set->args[1])
            hi = eval(e, set->args[1]);
        return lo.known && hi.known ? known(lo.value <= x && x <= hi.value) : unknown;
    }
    if (set->kind == NODE_SET)
        return member_of_one(e, x, set);
    one = eval(e, set);
    return one.known ? known(one.value == x) : unknown;
}

static Known membership(Eval *e, const AcslNode *n)
{
    Known x = eval(e, n->args[0]);

    return x.known ? member(e, x.value, n->args[1]) : unknown;
}

static Known of_one(AcslOp op, Known a)
{
    if (!a.known)
        return unknown;
    if (op == ACSL_NOT)
        return known(a.value == 0);
    return op == ACSL_NEG ? arithmetic(ACSL_SUB, 0, a.value)
                          : arithmetic(ACSL_SUB, -1, a.value);
}

static Known of_two(AcslOp op, Known a, Known b)
{
    if (op == ACSL_IFF || op == ACSL_XOR)
        return same_truth(a, b, op == ACSL_IFF);
    if (!a.known || !b.known)
        return unknown;
    if (op >= ACSL_EQ && op <= ACSL_GE)
        return compare(op, a.value, b.value);
    return arithmetic(op, a.value, b.value);
}

static Known operation(Eval *e, const AcslNode *n)
{
    Known a;

    switch (n->as.op.op) {
    case ACSL_AND:
        return both(e, n->args[0], true, n->args[1]);
    case ACSL_OR:
        return either(e, n->args[0], true, n->args[1]);
    case ACSL_IMPLIES:
        return either(e, n->args[0], false, n->args[1]);
    case ACSL_IN:
        return membership(e, n);
    default:
        break;
    }
    a = eval(e, n->args[0]);
    return n->nargs == 1 ? of_one(n->as.op.op, a)
                         : of_two(n->as.op.op, a, eval(e, n->args[1]));
}

/* ---- The rest. */

static Known cast(Eval *e, const AcslNode *n)
{
    Known a = eval(e, n->args[0]);
    AcslWide lo, hi, off;

    if (!a.known || !acsl_is_integral(n->sort))
        return unknown;
    if (n->sort->kind != SORT_C || !formula_bounds(n->sort->c, &lo, &hi) ||
        (a.value >= lo && a.value <= hi))
        return a;
    if (n->sort->c->kind == C_BOOL)
        return known(1);
    if (__builtin_sub_overflow(a.value, lo, &off))
        return unknown;
    off %= hi - lo + 1;
    return known(off < 0 ? hi + 1 + off : lo + off);
}

static Known builtin(Eval *e, const AcslNode *n)
{
    Known a, b;

    switch (n->as.builtin.builtin) {
    case BUILTIN_ABS:
        a = eval(e, n->args[0]);
        return a.known && a.value < 0 ? arithmetic(ACSL_SUB, 0, a.value) : a;
    case BUILTIN_MIN:
    case BUILTIN_MAX:
        a = eval(e, n->args[0]);
        b = eval(e, n->args[1]);
        if (!a.known || !b.known)
            return unknown;
        return (a.value < b.value) == (n->as.builtin.builtin == BUILTIN_MIN) ? a : b;
    default:
        return unknown;
    }
}

static Known let(Eval *e, const AcslNode *n)
{
    Slot slot = {n->vars[0], eval(e, n->args[0]), e->slots};
    Known result;

    e->slots = &slot;
    result = eval(e, n->args[1]);
    e->slots = slot.up;
    return result;
}

/* Only arguments that are numbers are known in the body. */
static Known call(Eval *e, const AcslNode *n)
{
    const AcslLogic *l = n->as.call.logic;
    const Slot *before = e->slots;
    Slot slots[ARGUMENTS_MAX];
    Known result;

    if (!formula_is_defined(l) || n->nargs != l->nparams || n->nargs > ARGUMENTS_MAX)
        return unknown;
    for (uint32_t i = 0; i < n->nargs; i++)
        slots[i] =
            (Slot){l->params[i], eval(e, n->args[i]), i > 0 ? &slots[i - 1] : before};
    if (n->nargs > 0)
        e->slots = &slots[n->nargs - 1];
    result = eval(e, l->body);
    e->slots = before;
    return result;
}

static Known conditional(Eval *e, const AcslNode *n)
{
    Known test = eval(e, n->args[0]);

    return test.known ? eval(e, n->args[test.value != 0 ? 1 : 2]) : unknown;
}

static Known eval_kind(Eval *e, const AcslNode *n)
{
    switch (n->kind) {
    case NODE_INT:
        return known(n->as.integer);
    case NODE_TRUE:
        return known(1);
    case NODE_FALSE:
        return known(0);
    case NODE_VAR:
        return bound(e, n->as.var);
    case NODE_PARAM:
    case NODE_GLOBAL:
        return variable(e, n);
    case NODE_OP:
        return operation(e, n);
    case NODE_IF:
        return conditional(e, n);
    case NODE_CAST:
        return cast(e, n);
    case NODE_SIZEOF:
        return n->as.type->size > 0 ? known((AcslWide)n->as.type->size) : unknown;
    case NODE_AT:
        return n->as.label.kind <= LABEL_OLD ? eval(e, n->args[0]) : unknown;
    case NODE_LET:
        return let(e, n);
    case NODE_CALL:
        return call(e, n);
    case NODE_BUILTIN:
        return builtin(e, n);
    case NODE_NAMED:
        return eval(e, n->args[0]);
    default:
        return unknown;
    }
}

static Known eval(Eval *e, const AcslNode *n)
{
    Known result;

    if (e->depth == DEPTH_MAX || e->fuel == 0)
        return unknown;
    e->depth++;
    e->fuel--;
    result = eval_kind(e, n);
    e->depth--;
    return result;
}

Known scalar_value(const AcslNode *n, const AcslScalar *scalars, const Known *values,
                   uint32_t count)
{
    Eval e = {.scalars = scalars, .values = values, .count = count, .fuel = FUEL};

    return eval(&e, n);
}

bool scalar_refutes(const AcslBehavior *b, ClauseKind kind, const AcslScalar *scalars,
                    const Known *values, uint32_t count)
{
    for (uint32_t i = 0; i < b->nclauses; i++) {
        Known k;
        if (b->clauses[i].kind != kind || !b->clauses[i].body)
            continue;
        k = scalar_value(b->clauses[i].body, scalars, values, count);
        if (k.known && k.value == 0)
            return true;
    }
    return false;
}
