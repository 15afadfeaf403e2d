/*
 * Making a predicate true: statements that change the inputs until it holds. A comparison
 * sets one of its sides, \valid gives a pointer a block, a disjunction makes one of its
 * sides true, a quantifier goes through its values. What it cannot make it only tests;
 * the caller repeats, and in the end evaluates the precondition itself.
 *
 * All memory is read safely here: pointers may still lead nowhere.
 */
#include "emit/contract_parts.h"
#include <assay/inputs.h>
#include <string.h>

#define LONG 64  /* elements: more are made fewer */
#define SHORT 12 /* than this */

static const char *test_only(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    return c_text(e, "    %s = %s%s && %s;\n", ok, wanted ? "" : "!", c_truth(e, n), ok);
}

static const char *op_name(AcslOp op, bool wanted)
{
    switch (wanted ? op : acsl_op_opposite(op)) {
    case ACSL_EQ:
        return "ASSAY_MAKE_EQ";
    case ACSL_NE:
        return "ASSAY_MAKE_NE";
    case ACSL_LT:
        return "ASSAY_MAKE_LT";
    case ACSL_LE:
        return "ASSAY_MAKE_LE";
    case ACSL_GT:
        return "ASSAY_MAKE_GT";
    default:
        return "ASSAY_MAKE_GE";
    }
}

/* ---- Handles: the lvalue that a side of a comparison can be changed by. */

typedef struct {
    const AcslNode *lvalue; /* NULL: there is none */
    bool negative;          /* it is subtracted */
    const AcslNode *rest[4];
    bool minus[4]; /* of the rest */
    uint32_t count;
    int worth; /* memory is changed rather than variables */
} Handle;

static int worth_of(const AcslNode *n)
{
    switch (n->kind) {
    case NODE_VAR:
    case NODE_PARAM:
    case NODE_GLOBAL:
        return 1;
    case NODE_FIELD:
        return 2;
    default:
        return 3;
    }
}

bool c_can_change(const Emit *e, const AcslNode *n)
{
    if (n->kind == NODE_VAR)
        return n->as.var->sort->kind == SORT_C && e->version != NULL &&
               c_name(e, n->as.var) != NULL && c_name(e, n->as.var)->text[0] == '(';
    if (n->kind == NODE_GLOBAL)
        return !n->as.global->is_const;
    if (n->kind == NODE_LOCAL || n->kind == NODE_GHOST || n->kind == NODE_RESULT)
        return false;
    if (c_is_bit_field(n))
        return false; /* it has no address */
    return c_is_lvalue(n) && n->kind != NODE_NAMED;
}

static void find_handle(Emit *e, const AcslNode *n, bool negative, Handle *h)
{
    Handle left, right;
    bool minus;

    n = c_unfold(e, n);
    if (c_can_change(e, n)) {
        h->lvalue = n;
        h->negative = negative;
        h->worth = worth_of(n);
        return;
    }
    if (n->kind != NODE_OP || n->nargs != 2 || h->count == 4 ||
        (n->as.op.op != ACSL_ADD && n->as.op.op != ACSL_SUB))
        return;
    minus = negative != (n->as.op.op == ACSL_SUB);
    left = right = *h;
    find_handle(e, n->args[0], negative, &left);
    find_handle(e, n->args[1], minus, &right);
    if (right.lvalue && (!left.lvalue || right.worth > left.worth)) {
        *h = right;
        h->rest[h->count] = n->args[0];
        h->minus[h->count++] = negative;
    } else if (left.lvalue) {
        *h = left;
        h->rest[h->count] = n->args[1];
        h->minus[h->count++] = minus;
    }
}

static const char *size_of(Emit *e, const AcslNode *n)
{
    return c_text(e, "sizeof(%s)", c_type(e, n->sort->c));
}

/* The number that the handle's lvalue is to be compared with, from that of all. */
static const char *target_text(Emit *e, const Handle *h, const char *text)
{
    for (uint32_t i = 0; i < h->count; i++)
        text = c_text(e, "(%s %c %s)", text, h->minus[i] ? '+' : '-',
                      c_integer(e, h->rest[i], REP_WIDE));
    return h->negative ? c_text(e, "(-%s)", text) : text;
}

static const char *target_of(Emit *e, const Handle *h, const AcslNode *other)
{
    return target_text(e, h, c_integer(e, other, REP_WIDE));
}

static const char *make_by(Emit *e, const Handle *h, AcslOp op, const AcslNode *other,
                           bool wanted, const char *ok)
{
    const char *at = c_address(e, h->lvalue);

    return c_text(
        e,
        "    %s = assay_reach(%s, %s) && assay_make_int(%s, %s, (void *)%s, %s, %s) && "
        "%s;\n",
        ok, at, size_of(e, h->lvalue), e->failing, c_layout(e, h->lvalue->sort->c), at,
        op_name(h->negative ? acsl_op_turned(op) : op, wanted), target_of(e, h, other),
        ok);
}

static const char *make_two(Emit *e, const AcslNode *a, AcslOp op, const AcslNode *b,
                            bool wanted, const char *ok)
{
    const char *left = c_address(e, a), *right = c_address(e, b);

    return c_text(e,
                  "    %s = assay_reach(%s, %s) && assay_reach(%s, %s) && "
                  "assay_make_two(%s, %s, (void *)%s, %s, %s, (void *)%s) && %s;\n",
                  ok, left, size_of(e, a), right, size_of(e, b), e->failing,
                  c_layout(e, a->sort->c), left, op_name(op, wanted),
                  c_layout(e, b->sort->c), right, ok);
}

static const char *make_integers(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    Handle left = {0}, right = {0};
    AcslOp op = n->as.op.op;

    find_handle(e, n->args[0], false, &left);
    find_handle(e, n->args[1], false, &right);
    if (left.lvalue && right.lvalue && left.count == 0 && right.count == 0 &&
        left.worth == right.worth)
        return make_two(e, left.lvalue, op, right.lvalue, wanted, ok);
    if (right.lvalue && (!left.lvalue || right.worth > left.worth))
        return make_by(e, &right, acsl_op_turned(op), n->args[0], wanted, ok);
    if (left.lvalue)
        return make_by(e, &left, op, n->args[1], wanted, ok);
    return test_only(e, n, wanted, ok);
}

/* strlen(s) compared with a number. */
static const char *make_length(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const AcslNode *a = c_bare(n->args[0]), *s = c_unfold(e, a->args[0]);
    const char *slot;

    if (!c_can_change(e, s))
        return test_only(e, n, wanted, ok);
    slot = c_address(e, s);
    return c_text(e,
                  "    %s = assay_reach(%s, sizeof(void *)) && "
                  "assay_make_strlen(%s, %s, (void *)%s, %s, %s) && %s;\n",
                  ok, slot, e->failing, c_layout(e, c_pointee(s->sort)), slot,
                  op_name(n->as.op.op, wanted), c_integer(e, n->args[1], REP_WIDE), ok);
}

static const char *make_reals(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const AcslNode *a = c_unfold(e, n->args[0]), *b = c_unfold(e, n->args[1]);
    AcslOp op = n->as.op.op;
    const char *at;

    if (c_can_change(e, a) && c_can_change(e, b) && acsl_is_float(a->sort) &&
        acsl_is_float(b->sort))
        return make_two(e, a, op, b, wanted, ok);
    if (!c_can_change(e, a) || !acsl_is_float(a->sort)) {
        const AcslNode *swap = a;
        a = b;
        b = swap;
        op = acsl_op_turned(op);
    }
    if (!c_can_change(e, a) || !acsl_is_float(a->sort))
        return test_only(e, n, wanted, ok);
    at = c_address(e, a);
    return c_text(e,
                  "    %s = assay_reach(%s, %s) && assay_make_real(%s, %s, (void *)%s, "
                  "%s, %s) && %s;\n",
                  ok, at, size_of(e, a), e->failing, c_layout(e, a->sort->c), at,
                  op_name(op, wanted), c_real(e, b), ok);
}

static const char *make_pointers(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const AcslNode *a = c_unfold(e, n->args[0]), *b = c_unfold(e, n->args[1]);
    AcslOp op = n->as.op.op;
    const char *slot;

    if (!c_can_change(e, a) || a->sort->c->kind != C_POINTER) {
        const AcslNode *swap = a;
        a = b;
        b = swap;
        op = acsl_op_turned(op);
    }
    if (!c_can_change(e, a) || a->sort->kind != SORT_C || a->sort->c->kind != C_POINTER)
        return test_only(e, n, wanted, ok);
    slot = c_address(e, a);
    return c_text(e,
                  "    %s = assay_reach(%s, sizeof(void *)) && "
                  "assay_make_pointer(%s, %s, (void *)%s, %s, (const void *)%s) && %s;\n",
                  ok, slot, e->failing, c_layout(e, a->sort->c), slot,
                  op_name(op, wanted), c_pointer(e, b), ok);
}

/* Equal texts: one of them becomes the other. */
static const char *make_texts(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    AcslOp op = wanted ? n->as.op.op : acsl_op_opposite(n->as.op.op);
    const char *text = NULL;

    if (op == ACSL_EQ)
        text = c_make_text(e, n->args[0], n->args[1], ok);
    if (op == ACSL_EQ && !text)
        text = c_make_text(e, n->args[1], n->args[0], ok);
    return text ? text : test_only(e, n, wanted, ok);
}

static bool is_strlen(const AcslNode *n)
{
    n = c_bare(n);
    return n->kind == NODE_BUILTIN && n->as.builtin.builtin == BUILTIN_STRLEN;
}

static const char *make_comparison(Emit *e, const AcslNode *n, bool wanted,
                                   const char *ok)
{
    const AcslSort *a = n->args[0]->sort, *b = n->args[1]->sort;

    if (a->kind == SORT_TEXT)
        return make_texts(e, n, wanted, ok);
    if (is_strlen(n->args[0]))
        return make_length(e, n, wanted, ok);
    if (c_pointee(a) || c_pointee(b) || acsl_is_pointer(a) || acsl_is_pointer(b))
        return make_pointers(e, n, wanted, ok);
    if (acsl_is_float(a) || acsl_is_float(b))
        return make_reals(e, n, wanted, ok);
    if (acsl_is_integral(a) && acsl_is_integral(b))
        return make_integers(e, n, wanted, ok);
    return test_only(e, n, wanted, ok);
}

/* ---- Membership. */

static const char *make_in(Emit *e, const AcslNode *x, const AcslNode *set,
                           const char *ok);

/* x op y, as if it were written. */
static const char *make_written(Emit *e, const AcslNode *x, AcslOp op, const AcslNode *y,
                                const char *ok)
{
    static const AcslSort boolean = {.kind = SORT_BOOLEAN};
    AcslNode *args[2] = {(AcslNode *)(uintptr_t)x, (AcslNode *)(uintptr_t)y};
    AcslNode n = {.kind = NODE_OP, .span = x->span, .sort = &boolean, .nargs = 2};

    n.args = args;
    n.as.op.op = op;
    return make_comparison(e, &n, true, ok);
}

static const char *make_one_of(Emit *e, const AcslNode *x, const AcslNode *set,
                               const char *ok)
{
    const char *text =
        c_text(e, "    switch (assay_make_choice(%s, %u)) {\n", e->failing, set->nargs);

    for (uint32_t i = 0; i < set->nargs; i++)
        text = c_text(e, "%s    case %u:\n%s    break;\n", text, i,
                      make_in(e, x, set->args[i], ok));
    return c_text(e, "%s    }\n", text);
}

static const char *make_in(Emit *e, const AcslNode *x, const AcslNode *set,
                           const char *ok)
{
    const char *text = "";

    set = c_bare(set);
    if (set->kind == NODE_SET && set->nargs > 0)
        return make_one_of(e, x, set, ok);
    if (set->kind == NODE_RANGE) {
        if (set->args[0])
            text = make_written(e, x, ACSL_GE, set->args[0], ok);
        if (set->args[1])
            text = c_text(e, "%s%s", text, make_written(e, x, ACSL_LE, set->args[1], ok));
        return text;
    }
    if (set->sort->kind == SORT_SET)
        return "";
    return make_written(e, x, ACSL_EQ, set, ok);
}

static const char *make_member(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const AcslNode *set = c_bare(n->args[1]);
    const char *inner;

    if (!wanted || set->sort->kind == SORT_TEXTS)
        return test_only(e, n, wanted, ok);
    if (set->kind == NODE_LANGUAGE) {
        inner = c_make_sentence(e, n->args[0], set->as.language, ok);
        return inner ? inner : test_only(e, n, wanted, ok);
    }
    inner = make_in(e, n->args[0], n->args[1], ok);
    return c_text(e, "    if (!%s) {\n%s    }\n", c_truth(e, n), inner);
}

/* ---- Logic. */

static const char *make_both(Emit *e, const AcslNode *n, bool first, bool second,
                             const char *ok)
{
    const char *a = c_make(e, n->args[0], first, ok);

    return c_text(e, "%s%s", a, c_make(e, n->args[1], second, ok));
}

/* Whether nothing in it can be changed: it is true or not. */
static bool is_fixed(Emit *e, const AcslNode *n)
{
    n = c_bare(n);
    if (n->kind == NODE_BUILTIN || n->kind == NODE_CALL || n->kind == NODE_QUANT ||
        n->kind == NODE_LET || c_can_change(e, n))
        return false;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && !is_fixed(e, n->args[i]))
            return false;
    return true;
}

/* What must hold anyway if the node is to be made as wanted. */
static const char *feasible(Emit *e, const AcslNode *n, bool wanted)
{
    n = c_bare(n);
    if (wanted && n->kind == NODE_OP && n->as.op.op == ACSL_AND) {
        const char *a = feasible(e, n->args[0], true), *b = feasible(e, n->args[1], true);
        return strcmp(a, "1") == 0   ? b
               : strcmp(b, "1") == 0 ? a
                                     : c_text(e, "(%s && %s)", a, b);
    }
    if (!is_fixed(e, n))
        return "1";
    return c_text(e, "(%s%s)", wanted ? "" : "!", c_truth(e, n));
}

/* One of two is made, if it can be; which one is a choice. */
static const char *make_one(Emit *e, const char *first_can, const char *first,
                            const char *second_can, const char *second)
{
    return c_text(
        e,
        "    if (%s && (!%s || assay_make_choice(%s, 2) == 0)) {\n%s    } else {\n"
        "%s    }\n",
        first_can, second_can, e->failing, first, second);
}

/* If neither side is as wanted, one of them is made so. */
static const char *make_either(Emit *e, const AcslNode *n, bool first, bool second,
                               const char *ok)
{
    const char *a = c_truth(e, n->args[0]), *b = c_truth(e, n->args[1]);
    const char *one = c_make(e, n->args[0], first, ok);
    const char *other = c_make(e, n->args[1], second, ok);

    return c_text(e, "    if (!(%s%s || %s%s)) {\n%s    }\n", first ? "" : "!", a,
                  second ? "" : "!", b,
                  make_one(e, feasible(e, n->args[0], first), one,
                           feasible(e, n->args[1], second), other));
}

/* test ? then : other */
static const char *make_if(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const char *whole = c_truth(e, n);
    const char *yes = c_make(e, n->args[0], true, ok);
    const char *no = c_make(e, n->args[0], false, ok);

    if (is_fixed(e, n->args[0]))
        return c_text(e, "    if (%s) {\n%s    } else {\n%s    }\n",
                      c_truth(e, n->args[0]), c_make(e, n->args[1], wanted, ok),
                      c_make(e, n->args[2], wanted, ok));
    yes = c_text(e, "%s%s", yes, c_make(e, n->args[1], wanted, ok));
    no = c_text(e, "%s%s", no, c_make(e, n->args[2], wanted, ok));
    return c_text(e, "    if (%s%s) {\n%s    }\n", wanted ? "!" : "", whole,
                  make_one(e, feasible(e, n->args[1], wanted), yes,
                           feasible(e, n->args[2], wanted), no));
}

/* a ==> b: b is made, or sometimes a is made false. */
static const char *make_when(Emit *e, const AcslNode *n, const char *ok)
{
    const char *test = c_truth(e, n->args[0]), *whole = c_truth(e, n);
    const char *then = c_make(e, n->args[1], true, ok);

    if (is_fixed(e, n->args[0]))
        return c_text(e, "    if (%s) {\n%s    }\n", test, then);
    return c_text(
        e,
        "    if (!%s) {\n    if (assay_make_choice(%s, 4) < 3) {\n%s    } else {\n"
        "%s    }\n    }\n",
        whole, e->failing, then, c_make(e, n->args[0], false, ok));
}

/* a <==> b: b as a is. */
static const char *make_same(Emit *e, const AcslNode *n, bool same, const char *ok)
{
    const char *test = c_truth(e, n->args[0]);
    const char *yes = c_make(e, n->args[1], same, ok);

    return c_text(e, "    if (%s) {\n%s    } else {\n%s    }\n", test, yes,
                  c_make(e, n->args[1], !same, ok));
}

static const char *make_op(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    switch (n->as.op.op) {
    case ACSL_NOT:
        return c_make(e, n->args[0], !wanted, ok);
    case ACSL_AND:
        return wanted ? make_both(e, n, true, true, ok)
                      : make_either(e, n, false, false, ok);
    case ACSL_OR:
        return wanted ? make_either(e, n, true, true, ok)
                      : make_both(e, n, false, false, ok);
    case ACSL_IMPLIES:
        return wanted ? make_when(e, n, ok) : make_both(e, n, true, false, ok);
    case ACSL_IFF:
        return make_same(e, n, wanted, ok);
    case ACSL_XOR:
        return make_same(e, n, !wanted, ok);
    case ACSL_IN:
        return make_member(e, n, wanted, ok);
    default:
        return make_comparison(e, n, wanted, ok);
    }
}

/* ---- Quantifiers. */

static const char *make_all(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const Name *before = e->names;
    const char *body;
    Loops loops;

    if (!c_loops(e, n, "1", &loops))
        return "";
    body = c_make(e, n->args[0], wanted, ok);
    e->names = before;
    return c_text(e, "    {\n    %s\n%s    %s\n    }\n", loops.open, body, loops.close);
}

/* One of the values for which it could hold, counted in a first pass, is made to. */
static const char *make_some(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const Name *before = e->names;
    const char *test = c_truth(e, n), *count = c_temp(e, "count"), *body;
    Loops first, second;

    if (!c_loops(e, n, "1", &first))
        return "";
    e->names = before;
    if (!c_loops(e, n, c_text(e, "%s >= 0", count), &second))
        return "";
    body = c_make(e, n->args[0], wanted, ok);
    e->names = before;
    return c_text(
        e,
        "    if (%s%s) {\n    long long %s = 0;\n    { %s %s++; %s }\n"
        "    if (%s > 0) {\n    %s = (long long)assay_make_pick(%s, 0, %s - 1);\n"
        "    { %s if (%s-- == 0) {\n%s    } %s }\n"
        "    } else {\n    %s = 0;\n    }\n    }\n",
        wanted ? "!" : "", test, count, first.open, count, first.close, count, count,
        e->failing, count, second.open, count, body, second.close, ok);
}

/* ---- Calls: parameters are handed over as pointers, so that they can be changed. */

static const char *slot_of(Emit *e, const AcslNode *arg, const AcslSort *sort, Rep rep)
{
    const char *type = c_sort(e, sort, rep, arg->span);

    arg = c_bare(arg);
    if (c_can_change(e, arg) && sort->kind == SORT_C && arg->sort->kind == SORT_C &&
        sort->c->kind == arg->sort->c->kind && sort->c->size == arg->sort->c->size)
        return c_text(e, "(%s *)%s", type, c_address(e, arg));
    return c_text(e, "&(%s){%s}", type, c_as(e, arg, sort, rep));
}

static const char *make_call(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const AcslLogic *logic = n->as.call.logic;
    const Version *v;
    const char *args = "";

    if (!logic->body)
        return test_only(e, n, wanted, ok);
    if (!logic->recursive)
        return c_make(e, c_body_of(e, n), wanted, ok);
    v = c_version(e, n, VERSION_MAKE, wanted);
    if (!v)
        return "";
    for (uint32_t i = 0; i < n->nargs; i++)
        args = c_text(e, "%s, %s", args,
                      slot_of(e, n->args[i], logic->params[i]->sort,
                              v->wides >> i & 1 ? REP_WIDE : REP_NARROW));
    return c_text(e, "    %s = %s(%s%s) && %s;\n", ok, v->symbol, e->failing, args, ok);
}

/* ---- Pointers that lead somewhere. */

/* A set of pointers as a pointer variable and the elements lo..hi behind it. */
typedef struct {
    const AcslNode *slot;
    const CType *element;
    const char *lo, *hi;
    const AcslNode *last; /* the term of hi, of a range */
    bool one;             /* p itself, not p + ... */
} Slot;

static bool is_pointer_value(const AcslNode *n)
{
    return n->sort->kind == SORT_C && n->sort->c->kind == C_POINTER;
}

static bool find_slot(Emit *e, const AcslNode *n, Slot *ret)
{
    const AcslNode *by = NULL;

    n = c_unfold(e, n);
    if (n->kind == NODE_ADDRESS) {
        const AcslNode *of = c_unfold(e, n->args[0]);
        if (of->kind == NODE_INDEX && is_pointer_value(c_unfold(e, of->args[0]))) {
            by = c_bare(of->args[1]);
            n = c_unfold(e, of->args[0]);
        } else if (of->kind == NODE_DEREF ||
                   (of->kind == NODE_FIELD && of->as.field.arrow)) {
            n = c_unfold(e, of->args[0]);
        }
    } else if (n->kind == NODE_OP && n->as.op.op == ACSL_ADD) {
        by = c_bare(n->args[1]);
        n = c_unfold(e, n->args[0]);
    }
    ret->element = c_pointee(n->sort);
    if (n->kind == NODE_CAST)
        n = c_unfold(e, n->args[0]);
    if (!c_can_change(e, n) || n->sort->kind != SORT_C || n->sort->c->kind != C_POINTER ||
        !ret->element || ret->element->size == 0)
        return false;
    ret->slot = n;
    ret->lo = ret->hi = "0";
    ret->last = NULL;
    ret->one = !by;
    if (by && by->kind == NODE_RANGE) {
        if (!by->args[0] || !by->args[1])
            return false;
        ret->last = by->args[1];
        ret->lo = c_integer(e, by->args[0], REP_WIDE);
        ret->hi = c_integer(e, by->args[1], REP_WIDE);
    } else if (by) {
        ret->lo = ret->hi = c_integer(e, by, REP_WIDE);
    }
    return true;
}

/* Elements above which a range is too long; as many as its length has to say are not. */
static long long longest(const Emit *e, const AcslNode *length)
{
    bool is_length;
    Domain d = {.count = 0};

    if (e->making && length->kind == NODE_PARAM)
        d = c_param_domain(e->making, e->making_for, length->as.param.param, &is_length);
    return d.count > 0 && d.ranges[0].lo > 0 && d.ranges[0].lo < ASSAY_INPUT_ELEMENTS
               ? (long long)d.ranges[0].lo + LONG
               : LONG;
}

/* A range that is too long is made shorter, by what its end is made of. */
static const char *make_shorter(Emit *e, const Slot *s)
{
    Handle h = {0};
    const char *at;

    if (s->last)
        find_handle(e, s->last, false, &h);
    if (!h.lvalue || h.lvalue->sort->kind != SORT_C || !acsl_is_integral(h.lvalue->sort))
        return "";
    at = c_address(e, h.lvalue);
    return c_text(
        e,
        "    if (%s - %s > %lld && assay_reach(%s, %s)) {\n"
        "    const assay_wide assay_length = %s + assay_make_pick(%s, 0, %d) - 1;\n"
        "    assay_make_int(%s, %s, (void *)%s, ASSAY_MAKE_EQ, %s);\n    }\n",
        s->hi, s->lo, longest(e, h.lvalue), at, size_of(e, h.lvalue), s->lo, e->failing,
        SHORT, e->failing, c_layout(e, h.lvalue->sort->c), at,
        target_text(e, &h, "assay_length"));
}

/* Whether a term asks about the string at a pointer. */
static bool speaks_of_string(Emit *e, const AcslNode *n, const char *pointer)
{
    if (n->kind == NODE_BUILTIN && n->nargs > 0 &&
        (n->as.builtin.builtin == BUILTIN_STRLEN ||
         n->as.builtin.builtin == BUILTIN_VALID_STRING ||
         n->as.builtin.builtin == BUILTIN_VALID_READ_STRING) &&
        strcmp(c_printed(e, c_bare(n->args[0])), pointer) == 0)
        return true;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (n->args[i] && speaks_of_string(e, n->args[i], pointer))
            return true;
    return false;
}

/* Whether a pointer leads to a string, of which \valid(s) or \valid(s + (0 .. strlen(s)))
 * says no more than that it can be read. */
static bool is_string(Emit *e, const Slot *s)
{
    const char *pointer = c_printed(e, s->slot);

    if (!s->element->is_char || !e->making)
        return false;
    if (s->last)
        return speaks_of_string(e, s->last, pointer);
    for (uint32_t b = 0; s->one && b < e->making->nbehaviors; b++)
        for (uint32_t i = 0; i < e->making->behaviors[b].nclauses; i++) {
            const AcslClause *c = &e->making->behaviors[b].clauses[i];
            if (c->kind == CLAUSE_REQUIRES && speaks_of_string(e, c->body, pointer))
                return true;
        }
    return false;
}

static const char *make_string_at(Emit *e, const Slot *s, const char *at, const char *ok)
{
    return c_text(e,
                  "    %s = assay_reach(%s, sizeof(void *)) && "
                  "assay_make_string(%s, %s, (void *)%s) && %s;\n",
                  ok, at, e->failing, c_layout(e, s->element), at, ok);
}

static const char *make_slot(Emit *e, const AcslNode *set, const char *function,
                             const char *ok)
{
    Slot s;
    const char *at, *text = "";

    set = c_bare(set);
    if (set->kind == NODE_SET) {
        for (uint32_t i = 0; i < set->nargs; i++)
            text = c_text(e, "%s%s", text, make_slot(e, set->args[i], function, ok));
        return text;
    }
    if (!find_slot(e, set, &s))
        return "";
    at = c_address(e, s.slot);
    text = is_string(e, &s) ? make_string_at(e, &s, at, ok) : make_shorter(e, &s);
    return c_text(e,
                  "%s    %s = assay_reach(%s, sizeof(void *)) && "
                  "%s(%s, %s, (void *)%s, %s, %s) && %s;\n",
                  text, ok, at, function, e->failing, c_layout(e, s.element), at, s.lo,
                  s.hi, ok);
}

static const char *make_valid(Emit *e, const AcslNode *n, const char *ok)
{
    const char *test = c_truth(e, n), *text = "";

    for (uint32_t i = 0; i < n->nargs; i++)
        text = c_text(e, "%s%s", text, make_slot(e, n->args[i], "assay_make_valid", ok));
    return c_text(e, "%s    %s = %s && %s;\n", text, ok, test, ok);
}

static const char *make_separated(Emit *e, const AcslNode *n, const char *ok)
{
    const char *test = c_truth(e, n), *text = "";

    for (uint32_t i = 1; i < n->nargs; i++)
        text =
            c_text(e, "%s%s", text, make_slot(e, n->args[i], "assay_make_separate", ok));
    return c_text(e, "    if (!%s) {\n%s    }\n", test, text);
}

static const char *make_string(Emit *e, const AcslNode *n, const char *ok)
{
    const AcslNode *s = c_bare(n->args[0]);
    const char *slot;

    if (!c_can_change(e, s))
        return test_only(e, n, true, ok);
    slot = c_address(e, s);
    return c_text(e,
                  "    %s = (%s || (assay_reach(%s, sizeof(void *)) && "
                  "assay_make_string(%s, %s, (void *)%s))) && %s;\n",
                  ok, c_truth(e, n), slot, e->failing, c_layout(e, c_pointee(s->sort)),
                  slot, ok);
}

static const char *make_builtin(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    if (wanted)
        switch (n->as.builtin.builtin) {
        case BUILTIN_VALID:
        case BUILTIN_VALID_READ:
            return make_valid(e, n, ok);
        case BUILTIN_SEPARATED:
            return make_separated(e, n, ok);
        case BUILTIN_SUBSET:
            return acsl_is_integral(n->args[0]->sort) ? make_member(e, n, wanted, ok)
                                                      : test_only(e, n, wanted, ok);
        case BUILTIN_VALID_STRING:
        case BUILTIN_VALID_READ_STRING:
            return make_string(e, n, ok);
        default:
            break;
        }
    return test_only(e, n, wanted, ok);
}

static const char *make_let(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    const Name *before = e->names;
    const char *open = c_let_open(e, n), *inner = c_make(e, n->args[1], wanted, ok);

    e->names = before;
    return c_text(e, "    {\n    %s\n%s    }\n", open, inner);
}

const char *c_make(Emit *e, const AcslNode *n, bool wanted, const char *ok)
{
    n = c_bare(n);
    if (n->sort->kind != SORT_BOOLEAN)
        return test_only(e, n, wanted, ok);
    switch (n->kind) {
    case NODE_OP:
        return make_op(e, n, wanted, ok);
    case NODE_QUANT:
        return wanted == n->as.all ? make_all(e, n, wanted, ok)
                                   : make_some(e, n, wanted, ok);
    case NODE_CALL:
        return make_call(e, n, wanted, ok);
    case NODE_BUILTIN:
        return make_builtin(e, n, wanted, ok);
    case NODE_AT: /* all states are this one */
        return c_make(e, n->args[0], wanted, ok);
    case NODE_LET:
        return make_let(e, n, wanted, ok);
    case NODE_IF:
        return make_if(e, n, wanted, ok);
    case NODE_TRUE:
    case NODE_FALSE:
        return (n->kind == NODE_TRUE) == wanted ? "" : c_text(e, "    %s = 0;\n", ok);
    default:
        return test_only(e, n, wanted, ok);
    }
}
