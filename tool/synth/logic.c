/*
 * Formulas: making them, once each.
 */
#include "synth/logic.h"
#include "base/buf.h"
#include "base/mem.h"
#include "synth/logic_parts.h"
#include <string.h>

#define LOGIC_PARTS 64 /* of what is joined, that are compared with what is added */

/* ---- Nodes. */

static uint32_t number_of(Logic *l, const void *key, size_t len)
{
    uint64_t *number = assay_map_put(&l->pointers, key, len);

    if (!number) {
        l->no_memory = true;
        return 0;
    }
    if (*number == 0)
        *number = l->pointers.count;
    return (uint32_t)*number;
}

static uint32_t number_of_pointer(Logic *l, const void *p)
{
    return number_of(l, &p, sizeof p);
}

static uint32_t number_of_literal(Logic *l, const Value *v)
{
    struct assay_buf text;
    uint32_t number;

    assay_buf_init(&text, NULL, 0);
    value_print(v, &text);
    l->no_memory = l->no_memory || text.status;
    number = text.status ? 0 : number_of(l, text.at, text.len + 1);
    assay_buf_done(&text);
    return number;
}

/* There is always a list, so that arguments of what has none are somewhere. */
static bool has_room(Logic *l, uint32_t more)
{
    void *nodes = l->nodes, *list = l->list;
    bool good = !assay_mem_grow(l->arena.mem, &nodes, &l->cap, l->count + (size_t)1,
                                sizeof *l->nodes, LOGIC_MAX) &&
                !assay_mem_grow(l->arena.mem, &list, &l->list_cap,
                                l->listed + (size_t)more + 1, sizeof *l->list, LOGIC_MAX);

    l->nodes = nodes;
    l->list = list;
    l->no_memory = l->no_memory || !good;
    return good;
}

/* Adds a node as it is; LOGIC_FALSE when out of memory. */
static Formula append(Logic *l, const LogicNode *node, const Formula *args)
{
    if (!has_room(l, node->count))
        return LOGIC_FALSE;
    l->nodes[l->count] = *node;
    l->nodes[l->count].args = l->listed;
    for (uint32_t i = 0; i < node->count; i++)
        l->list[l->listed++] = args[i];
    return l->count++;
}

/* The formula that is this node: the one that is there already, or a new one. `what` is
 * the number of its operator, function or literal. */
static Formula make(Logic *l, const LogicNode *node, uint32_t what, const Formula *args)
{
    uint32_t key[3 + LOGIC_ARGS] = {node->kind, node->all, what};
    uint64_t *number;

    if (l->no_memory || node->count > LOGIC_ARGS) {
        l->no_memory = true;
        return LOGIC_FALSE;
    }
    for (uint32_t i = 0; i < node->count; i++)
        key[3 + i] = args[i];
    number = assay_map_put(&l->known, key, (3 + node->count) * sizeof *key);
    if (!number)
        l->no_memory = true;
    else if (*number == 0)
        *number = append(l, node, args);
    return l->no_memory ? LOGIC_FALSE : (Formula)*number;
}

void logic_init(Logic *l, const struct assay_alloc *mem)
{
    const LogicNode boolean = {.kind = LOGIC_BOOLEAN};

    *l = (Logic){.no_memory = false};
    assay_arena_init(&l->arena, mem, 0);
    assay_map_init(&l->known, mem);
    assay_map_init(&l->pointers, mem);
    append(l, &boolean, NULL);
    append(l, &boolean, NULL);
}

void logic_done(Logic *l)
{
    assay_mem_free(l->arena.mem, l->nodes, l->cap * sizeof *l->nodes);
    assay_mem_free(l->arena.mem, l->list, l->list_cap * sizeof *l->list);
    assay_map_done(&l->pointers);
    assay_map_done(&l->known);
    assay_arena_done(&l->arena);
}

/* ---- Operators. */

static bool is_op(const Logic *l, Formula f, TermOp op)
{
    return !l->no_memory && l->nodes[f].kind == LOGIC_OP && l->nodes[f].as.op == op;
}

Formula logic_make_op(Logic *l, TermOp op, const Formula *args, uint32_t count)
{
    return make(l, &(LogicNode){.kind = LOGIC_OP, .as.op = op, .count = count},
                (uint32_t)op, args);
}

/* For operators with which the order does not matter. */
static Formula make_either_way(Logic *l, TermOp op, Formula a, Formula b)
{
    return a < b ? logic_make_op2(l, op, a, b) : logic_make_op2(l, op, b, a);
}

static bool is_order(const Logic *l, Formula f)
{
    return is_op(l, f, OP_LT) || is_op(l, f, OP_LE);
}

Formula logic_not(Logic *l, Formula f)
{
    if (l->no_memory || f <= LOGIC_TRUE)
        return l->no_memory || f == LOGIC_TRUE ? LOGIC_FALSE : LOGIC_TRUE;
    if (is_op(l, f, OP_NOT))
        return *logic_args(l, f);
    if (is_order(l, f)) {
        Formula a = logic_args(l, f)[0], b = logic_args(l, f)[1];
        return logic_arithmetic(l, is_op(l, f, OP_LT) ? OP_LE : OP_LT, b, a);
    }
    return logic_make_op(l, OP_NOT, &f, 1);
}

/* Comparisons are negated by turning them round, so their opposites have no `not`. */
static bool are_opposite(Logic *l, Formula a, Formula b)
{
    return (is_op(l, a, OP_NOT) && *logic_args(l, a) == b) ||
           (is_op(l, b, OP_NOT) && *logic_args(l, b) == a) ||
           (is_order(l, a) && is_order(l, b) && logic_not(l, a) == b);
}

static bool are_same(Logic *l, Formula a, Formula b)
{
    (void)l;
    return a == b;
}

/* Whether both cannot hold: opposites, or something that is equal to two literals. */
static bool exclude_each_other(Logic *l, Formula a, Formula b)
{
    const Formula *x, *y;

    if (are_opposite(l, a, b))
        return true;
    if (!is_op(l, a, OP_EQ) || !is_op(l, b, OP_EQ))
        return false;
    x = logic_args(l, a);
    y = logic_args(l, b);
    return x[0] == y[0] && x[1] != y[1] && l->nodes[x[1]].kind == LOGIC_LITERAL &&
           l->nodes[y[1]].kind == LOGIC_LITERAL;
}

typedef bool (*Comparison)(Logic *l, Formula a, Formula b);

static bool look_at_parts(Logic *l, TermOp op, Formula joined, Formula f, Comparison is,
                          int *left)
{
    Formula second;

    if (--*left < 0)
        return false;
    if (!is_op(l, joined, op))
        return is(l, joined, f);
    second = logic_args(l, joined)[1];
    return look_at_parts(l, op, logic_args(l, joined)[0], f, is, left) ||
           look_at_parts(l, op, second, f, is, left);
}

/* Whether a formula compares so with one of those that an operator joins; not all are
 * looked at if there are very many. */
static bool is_of_part(Logic *l, TermOp op, Formula joined, Formula f, Comparison is)
{
    int left = LOGIC_PARTS;

    return look_at_parts(l, op, joined, f, is, &left);
}

/* What is joined already first. */
static void put_joined_first(const Logic *l, TermOp op, Formula *a, Formula *b)
{
    Formula other = *a;

    if (is_op(l, *b, op)) {
        *a = *b;
        *b = other;
    }
}

Formula logic_and(Logic *l, Formula a, Formula b)
{
    if (a == LOGIC_FALSE || b == LOGIC_FALSE || l->no_memory)
        return LOGIC_FALSE;
    if (a == LOGIC_TRUE || b == LOGIC_TRUE)
        return a == LOGIC_TRUE ? b : a;
    put_joined_first(l, OP_AND, &a, &b);
    if (is_of_part(l, OP_AND, a, b, exclude_each_other))
        return LOGIC_FALSE;
    if (a == b || is_of_part(l, OP_AND, a, b, are_same))
        return a;
    return make_either_way(l, OP_AND, a, b);
}

Formula logic_or(Logic *l, Formula a, Formula b)
{
    if (a == LOGIC_TRUE || b == LOGIC_TRUE || l->no_memory)
        return l->no_memory ? LOGIC_FALSE : LOGIC_TRUE;
    if (a == LOGIC_FALSE || b == LOGIC_FALSE)
        return a == LOGIC_FALSE ? b : a;
    put_joined_first(l, OP_OR, &a, &b);
    if (is_of_part(l, OP_OR, a, b, are_opposite))
        return l->no_memory ? LOGIC_FALSE : LOGIC_TRUE;
    if (a == b || is_of_part(l, OP_OR, a, b, are_same))
        return a;
    return make_either_way(l, OP_OR, a, b);
}

Formula logic_equal(Logic *l, Formula a, Formula b)
{
    if (l->no_memory || a == b)
        return l->no_memory ? LOGIC_FALSE : LOGIC_TRUE;
    if (a <= LOGIC_TRUE)
        return a == LOGIC_TRUE ? b : logic_not(l, b);
    if (b <= LOGIC_TRUE)
        return b == LOGIC_TRUE ? a : logic_not(l, a);
    if (l->nodes[a].kind == LOGIC_LITERAL && l->nodes[b].kind == LOGIC_LITERAL)
        return LOGIC_FALSE;
    return logic_is_number(l, a) ? logic_arithmetic(l, OP_EQ, a, b)
                                 : make_either_way(l, OP_EQ, a, b);
}

Formula logic_less(Logic *l, Formula a, Formula b)
{
    return logic_arithmetic(l, OP_LT, a, b);
}

Formula logic_at_most(Logic *l, Formula a, Formula b)
{
    return logic_arithmetic(l, OP_LE, a, b);
}

Formula logic_minus(Logic *l, Formula a, Formula b)
{
    return logic_arithmetic(l, OP_SUB, a, b);
}

/* An operator of terms by those that formulas have. */
static Formula operation(Logic *l, TermOp op, Formula a, Formula b)
{
    switch (op) {
    case OP_AND:
    case OP_ALSO:
        return logic_and(l, a, b);
    case OP_OR:
    case OP_ELSE:
        return logic_or(l, a, b);
    case OP_IMPLIES:
    case OP_THEN:
        return logic_or(l, logic_not(l, a), b);
    case OP_IFF:
    case OP_EQ:
        return logic_equal(l, a, b);
    case OP_NE:
        return logic_not(l, logic_equal(l, a, b));
    case OP_NOT:
        return logic_not(l, a);
    case OP_GT:
        return logic_arithmetic(l, OP_LT, b, a);
    case OP_GE:
        return logic_arithmetic(l, OP_LE, b, a);
    case OP_DIV:
    case OP_MOD:
        return logic_make_op2(l, op, a, b);
    default: /* LT, LE, ADD, SUB, MUL, NEG */
        return logic_arithmetic(l, op, a, b);
    }
}

/* ---- From terms. */

typedef struct {
    Logic *logic;
    const LogicPair *pairs;
    uint32_t count;
} Translation;

static Formula translate(const Translation *x, const Term *t);

Formula logic_var(Logic *l, const Binding *var)
{
    return make(l, &(LogicNode){.kind = LOGIC_VAR, .as.var = var},
                number_of_pointer(l, var), NULL);
}

static Formula variable(const Translation *x, const Binding *var)
{
    for (uint32_t i = 0; i < x->count; i++)
        if (x->pairs[i].var == var)
            return x->pairs[i].is;
    return logic_var(x->logic, var);
}

static Formula literal(Logic *l, const Value *v)
{
    if (v->kind == VALUE_BOOLEAN)
        return v->as.boolean && !l->no_memory ? LOGIC_TRUE : LOGIC_FALSE;
    return make(l, &(LogicNode){.kind = LOGIC_LITERAL, .as.literal = v},
                number_of_literal(l, v), NULL);
}

Formula logic_integer(Logic *l, int64_t number)
{
    const Value *v = value_int(&l->arena, number);

    l->no_memory = l->no_memory || !v;
    return v ? literal(l, v) : LOGIC_FALSE;
}

static Formula call(const Translation *x, const Term *t)
{
    Function *f = t->as.call.function;
    Formula args[LOGIC_ARGS] = {0};

    for (uint32_t i = 0; i < f->count && i < LOGIC_ARGS; i++)
        args[i] = translate(x, t->as.call.args[i]);
    return make(x->logic,
                &(LogicNode){.kind = LOGIC_CALL, .as.function = f, .count = f->count},
                number_of_pointer(x->logic, f), args);
}

static Formula conditional(Logic *l, Formula test, Formula then, Formula other)
{
    if (test <= LOGIC_TRUE || then == other)
        return test == LOGIC_FALSE ? other : then;
    return make(l, &(LogicNode){.kind = LOGIC_COND, .count = 3}, 0,
                (Formula[]){test, then, other});
}

static Formula quantified(Logic *l, const Binding *var, bool all, Formula body)
{
    return body <= LOGIC_TRUE && (all ? body == LOGIC_TRUE : body == LOGIC_FALSE)
               ? body
               : make(l,
                      &(LogicNode){
                          .kind = LOGIC_QUANT, .as.var = var, .all = all, .count = 1},
                      number_of_pointer(l, var), &body);
}

/* Over the values of the variable's type: what the type says is part of the body. */
static Formula quantifier(const Translation *x, const Term *t)
{
    Logic *l = x->logic;
    const Binding *var = t->as.quant.var;
    Formula typed = logic_in(l, logic_var(l, var), var->type);
    Formula body = translate(x, t->as.quant.body);

    return quantified(l, var, t->as.quant.all,
                      t->as.quant.all ? logic_or(l, logic_not(l, typed), body)
                                      : logic_and(l, typed, body));
}

Formula logic_exists(Logic *l, const Binding *var, Formula f)
{
    return quantified(l, var, false,
                      logic_and(l, logic_in(l, logic_var(l, var), var->type), f));
}

static Formula translate(const Translation *x, const Term *t)
{
    Logic *l = x->logic;
    Formula a, b;

    switch (t->kind) {
    case TERM_VAR:
        return variable(x, t->as.var);
    case TERM_LITERAL:
        return literal(l, t->as.literal);
    case TERM_OP:
        a = translate(x, t->as.op.args[0]);
        b = t->as.op.count > 1 ? translate(x, t->as.op.args[1]) : a;
        return operation(l, t->as.op.op, a, b);
    case TERM_CALL:
        return call(x, t);
    case TERM_COND:
        a = translate(x, t->as.cond.then);
        b = translate(x, t->as.cond.other);
        return conditional(l, translate(x, t->as.cond.test), a, b);
    case TERM_IN:
        return logic_in(l, translate(x, t->as.in.of), t->as.in.type);
    case TERM_QUANT:
        return quantifier(x, t);
    case TERM_BAD:
    case TERM_OBJECT:
    case TERM_ARRAY:
    case TERM_FIELD:
    case TERM_INDEX:
        break;
    }
    return LOGIC_FALSE; /* refused when it was checked */
}

Formula logic_term(Logic *l, const Term *t, const LogicPair *pairs, uint32_t count)
{
    return translate(&(Translation){l, pairs, count}, t);
}

TypeKind logic_type_kind(const Type *type)
{
    const Type *t = type_resolve(type);

    if (t->kind == TYPE_REFINE)
        return logic_type_kind(t->as.refine.var->type);
    return t->kind == TYPE_LANGUAGE ? TYPE_STRING : t->kind;
}

Formula logic_in(Logic *l, Formula of, const Type *type)
{
    const Type *t = type_resolve(type);
    LogicPair pair;

    if (t->kind == TYPE_LANGUAGE)
        return make(l, &(LogicNode){.kind = LOGIC_IN, .as.language = t, .count = 1},
                    number_of_pointer(l, t->as.language.lang), &of);
    if (t->kind != TYPE_REFINE)
        return l->no_memory ? LOGIC_FALSE : LOGIC_TRUE;
    pair = (LogicPair){t->as.refine.var, of};
    return logic_and(l, logic_in(l, of, t->as.refine.var->type),
                     logic_term(l, t->as.refine.where, &pair, 1));
}

/* ---- Others in the place of variables. */

static Formula replace(const Translation *x, Formula f)
{
    Logic *l = x->logic;
    LogicNode node = {.kind = LOGIC_BOOLEAN};
    Formula args[LOGIC_ARGS] = {0};
    bool same = true;

    if (l->no_memory)
        return LOGIC_FALSE;
    node = l->nodes[f];
    if (node.kind == LOGIC_VAR)
        return variable(x, node.as.var);
    for (uint32_t i = 0; i < node.count; i++) {
        args[i] = replace(x, logic_args(l, f)[i]);
        same = same && args[i] == logic_args(l, f)[i];
    }
    if (same)
        return f;
    switch (node.kind) {
    case LOGIC_OP:
        return operation(l, node.as.op, args[0], args[1]);
    case LOGIC_CALL:
        return make(l, &node, number_of_pointer(l, node.as.function), args);
    case LOGIC_COND:
        return conditional(l, args[0], args[1], args[2]);
    case LOGIC_IN:
        return make(l, &node, number_of_pointer(l, node.as.language->as.language.lang),
                    args);
    case LOGIC_QUANT:
        return quantified(l, node.as.var, node.all, args[0]);
    case LOGIC_BOOLEAN:
    case LOGIC_LITERAL:
    case LOGIC_VAR:
        break;
    }
    return f;
}

Formula logic_replace(Logic *l, Formula f, const LogicPair *pairs, uint32_t count)
{
    return replace(&(Translation){l, pairs, count}, f);
}

/* ---- To terms. */

static bool is_negative(const Term *t)
{
    return t->kind == TERM_LITERAL && t->as.literal->kind == VALUE_INTEGER &&
           integer_sign(t->as.literal->as.integer) < 0;
}

/* The term whose negation this is, or NULL. */
static const Term *opposite_of(struct assay_arena *a, const Term *t)
{
    if (t->kind == TERM_OP && t->as.op.op == OP_NEG)
        return t->as.op.args[0];
    if (is_negative(t))
        return term_literal(
            a, t->span, value_integer(a, integer_negate(a, t->as.literal->as.integer)));
    if (t->kind == TERM_OP && t->as.op.op == OP_MUL && is_negative(t->as.op.args[0]))
        return term_op2(a, OP_MUL, opposite_of(a, t->as.op.args[0]), t->as.op.args[1]);
    return NULL;
}

/* a & (b & c) is written a && b && c: what is on the right is taken apart. */
static const Term *joined(struct assay_arena *a, TermOp op, const Term *x, const Term *y)
{
    if (x && y && y->kind == TERM_OP && y->as.op.op == op)
        return joined(a, op, joined(a, op, x, y->as.op.args[0]), y->as.op.args[1]);
    return x && y ? term_op2(a, op, x, y) : NULL;
}

/* x + -y is written x - y, !(x == y) is written x != y. */
static const Term *operation_as_term(struct assay_arena *a, TermOp op,
                                     const Term *const *args, uint32_t count)
{
    Span span = span_nowhere();
    const Term *other = op == OP_ADD ? opposite_of(a, args[1]) : NULL;

    if (other)
        return term_op2(a, OP_SUB, args[0], other);
    if (op == OP_AND || op == OP_OR)
        return joined(a, op == OP_AND ? OP_ALSO : OP_ELSE, args[0], args[1]);
    if (op == OP_NOT && args[0]->kind == TERM_OP && args[0]->as.op.op == OP_EQ)
        return term_op2(a, OP_NE, args[0]->as.op.args[0], args[0]->as.op.args[1]);
    return term_op(a, span, span, op, args, count);
}

const Term *logic_as_term(const Logic *l, Formula f, struct assay_arena *a)
{
    const LogicNode *node;
    const Term *args[LOGIC_ARGS];
    Span span = span_nowhere();

    if (l->no_memory)
        return NULL;
    node = &l->nodes[f];
    for (uint32_t i = 0; i < node->count; i++) {
        args[i] = logic_as_term(l, logic_args(l, f)[i], a);
        if (!args[i])
            return NULL;
    }
    switch (node->kind) {
    case LOGIC_BOOLEAN:
        return term_literal(a, span, value_boolean(f == LOGIC_TRUE));
    case LOGIC_LITERAL:
        return term_literal(a, span, node->as.literal);
    case LOGIC_VAR:
        return term_var(a, span, node->as.var);
    case LOGIC_OP:
        return operation_as_term(a, node->as.op, args, node->count);
    case LOGIC_CALL:
        return term_call(a, span, span, node->as.function, args);
    case LOGIC_COND:
        return term_cond(a, span, args[0], args[1], args[2]);
    case LOGIC_IN:
        return term_in(a, span, args[0], node->as.language);
    case LOGIC_QUANT:
        return term_quant(a, span, node->all, node->as.var, args[0]);
    }
    return NULL;
}
