/*
 * Operators and built-in functions: call by value, but for those that look at their right
 * side only if they need it. What an argument must be is said by kinds.def. Work that
 * grows with the size of the arguments is paid for in steps.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "term/eval_parts.h"
#include "term/regexp.h"
#include "term/template.h"

#include <string.h>

#define TEXT_MAX ((size_t)1 << 24) /* bytes of a string that is made */
#define ITEMS_MAX (1 << 20)        /* of an array that is made */

/* ---- What operators expect of their arguments. */

/* Whether a value is of a sort, a letter of kinds.def. */
static bool has_sort(const Value *v, char sort)
{
    static const struct {
        char sort;
        ValueKind kind;
    } sorts[] = {{'b', VALUE_BOOLEAN}, {'i', VALUE_INTEGER}, {'n', VALUE_INTEGER},
                 {'n', VALUE_NUMBER},  {'s', VALUE_STRING},  {'l', VALUE_ARRAY},
                 {'o', VALUE_OBJECT},  {'x', VALUE_REGEXP},  {'u', VALUE_TEMPLATE},
                 {'r', VALUE_RESOURCE}};
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        if (sorts[i].sort == sort && sorts[i].kind == v->kind)
            return true;
    }
    return sort == 'a';
}

/* What a sort is called, one of it and several. */
static const char *sort_text(char sort, bool several)
{
    static const struct {
        char sort;
        const char *one, *several;
    } texts[] = {
        {'b', "a Boolean", "Booleans"},
        {'i', "an integer", "integers"},
        {'n', "a number", "numbers"},
        {'s', "a string", "strings"},
        {'l', "an array", "arrays"},
        {'o', "an object", "objects"},
        {'x', "a regular expression", "regular expressions"},
        {'u', "a URI template", "URI templates"},
        {'r', "a resource", "resources"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].sort == sort)
            return several ? texts[i].several : texts[i].one;
    }
    return "a value";
}

/* Evaluates the i-th argument of an operator and looks at its sort. */
static EvalStatus eval_argument(Eval *e, const Term *t, uint32_t i,
                                const EvalFrame *frame, const Value **ret_value)
{
    const char *sorts = op_arguments(t->as.op.op);
    EvalStatus status = eval_term(e, t->as.op.args[i], frame, ret_value);
    if (status || has_sort(*ret_value, sorts[i]))
        return status;
    return eval_fail(e, EVAL_FAULT, t, "'%s' needs %s, not %s", op_text(t->as.op.op),
                     sort_text(sorts[i], sorts[0] == sorts[1]),
                     eval_kind_text(*ret_value));
}

/* ---- Operators that look at their right side only if they need it. */

/* The value that decides a connective whatever the other side is, if it is on the right.
 */
static bool decides(TermOp op, bool right)
{
    return op == OP_ALSO || op == OP_AND ? !right : op != OP_IFF && right;
}

/* The left side is not decided; the right side may decide all the same. */
static EvalStatus eval_right(Eval *e, const Term *t, const EvalFrame *frame,
                             const Value **ret_value)
{
    Eval left = *e;
    if (e->steps > 0 && eval_argument(e, t, 1, frame, ret_value) == EVAL_OK &&
        decides(t->as.op.op, (*ret_value)->as.boolean))
        return EVAL_OK;
    return eval_fail(e, EVAL_LIMIT, left.where, "%s", left.why_text);
}

static EvalStatus eval_lazy(Eval *e, const Term *t, const EvalFrame *frame,
                            const Value **ret_value)
{
    const Value *left;
    EvalStatus status = eval_argument(e, t, 0, frame, &left);
    if (status == EVAL_LIMIT)
        return eval_right(e, t, frame, ret_value);
    if (status)
        return status;
    bool needed = (t->as.op.op == OP_ELSE) != left->as.boolean;
    if (needed)
        return eval_argument(e, t, 1, frame, ret_value);
    *ret_value = value_boolean(t->as.op.op != OP_ALSO);
    return EVAL_OK;
}

/* ---- Numbers. */

static Decimal decimal_of(const Value *v)
{
    return v->kind == VALUE_NUMBER ? v->as.number : (Decimal){v->as.integer, 0};
}

static uint32_t limbs_of(const Value *v)
{
    return decimal_of(v).digits->count;
}

/* A result that is NULL is too large if the arguments come near that. */
static EvalStatus give_number(Eval *e, const Term *t, const Value *const *args,
                              const Value *v, const Value **ret_value)
{
    uint32_t limbs = limbs_of(args[0]) + limbs_of(args[1]);
    uint32_t scale = decimal_of(args[0]).scale + decimal_of(args[1]).scale;
    if (!v && (limbs >= INTEGER_LIMBS / 2 || scale >= DECIMAL_EXPONENT))
        return eval_fail(e, EVAL_LIMIT, t, "a number that is too large");
    return eval_give(e, t, v, ret_value);
}

static const Value *add_decimals(Eval *e, TermOp op, Decimal x, Decimal y)
{
    Decimal z;
    bool made = op == OP_ADD   ? decimal_add(e->arena, x, y, &z)
                : op == OP_SUB ? decimal_subtract(e->arena, x, y, &z)
                               : decimal_multiply(e->arena, x, y, &z);
    return made ? value_number(e->arena, z) : NULL;
}

static const Integer *compute(Eval *e, TermOp op, const Integer *x, const Integer *y)
{
    switch ((int)op) {
    case OP_ADD:
        return integer_add(e->arena, x, y);
    case OP_SUB:
        return integer_subtract(e->arena, x, y);
    case OP_MUL:
        return integer_multiply(e->arena, x, y);
    case OP_DIV:
        return integer_divide(e->arena, x, y);
    default:
        return integer_modulo(e->arena, x, y);
    }
}

static EvalStatus eval_arithmetic(Eval *e, const Term *t, const Value *const *args,
                                  const Value **ret_value)
{
    TermOp op = t->as.op.op;
    uint64_t work = ((uint64_t)limbs_of(args[0]) * limbs_of(args[1]) +
                     decimal_of(args[0]).scale + decimal_of(args[1]).scale) /
                    64;
    EvalStatus status = eval_pay(e, work, t);
    if (status)
        return status;
    if (args[0]->kind == VALUE_NUMBER || args[1]->kind == VALUE_NUMBER)
        return give_number(e, t, args,
                           add_decimals(e, op, decimal_of(args[0]), decimal_of(args[1])),
                           ret_value);
    if ((op == OP_DIV || op == OP_MOD) && integer_sign(args[1]->as.integer) == 0)
        return eval_fail(e, EVAL_FAULT, t, "division by zero");
    const Integer *x = compute(e, op, args[0]->as.integer, args[1]->as.integer);
    return give_number(e, t, args, value_integer(e->arena, x), ret_value);
}

static EvalStatus eval_negation(Eval *e, const Term *t, const Value *x,
                                const Value **ret_value)
{
    Decimal d = decimal_of(x);
    d.digits = integer_negate(e->arena, d.digits);
    return eval_give(e, t, value_number(e->arena, d), ret_value);
}

static bool ordered(TermOp op, const Value *x, const Value *y)
{
    int order = decimal_compare(decimal_of(x), decimal_of(y));
    return op == OP_LT   ? order < 0
           : op == OP_LE ? order <= 0
           : op == OP_GT ? order > 0
                         : order >= 0;
}

static EvalStatus eval_equality(Eval *e, const Term *t, const Value *const *args,
                                const Value **ret_value)
{
    uint32_t x = value_weight(args[0]), y = value_weight(args[1]);
    EvalStatus status = eval_pay(e, (x + y) / 64, t);
    if (status)
        return status;
    *ret_value = value_boolean(value_equal(args[0], args[1]) == (t->as.op.op == OP_EQ));
    return EVAL_OK;
}

/* ---- Strings. */

/* Makes a string of a buffer, and releases that. */
static EvalStatus take_text(Eval *e, const Term *t, struct assay_buf *text,
                            const Value **ret_value)
{
    struct assay_str s = {text->at, text->len};
    EvalStatus status = eval_pay(e, text->len / 64, t);
    if (text->status == ASSAY_TOO_LARGE)
        status = eval_fail(e, EVAL_LIMIT, t, "a string that is too long");
    else if (text->status)
        status = eval_no_memory(e, t);
    if (!status)
        status = eval_give(e, t, value_string(e->arena, s), ret_value);
    assay_buf_done(text);
    return status;
}

static EvalStatus eval_concatenation(Eval *e, const Term *t, const Value *const *args,
                                     const Value **ret_value)
{
    struct assay_buf text;
    assay_buf_init(&text, e->arena->mem, TEXT_MAX);
    for (int i = 0; i < 2; i++)
        assay_buf_add(&text, args[i]->as.string.at, args[i]->as.string.len);
    return take_text(e, t, &text, ret_value);
}

static EvalStatus eval_expansion(Eval *e, const Term *t, const Value *const *args,
                                 const Value **ret_value)
{
    struct assay_buf text;
    struct assay_str name;
    assay_buf_init(&text, e->arena->mem, TEXT_MAX);
    if (template_expand(args[0]->as.template, args[1], &text, &name))
        return take_text(e, t, &text, ret_value);
    assay_buf_done(&text);
    return eval_fail(e, EVAL_FAULT, t, "'%.*s' cannot be expanded",
                     (int)(name.len < 40 ? name.len : 40), name.at);
}

static EvalStatus eval_matching(Eval *e, const Term *t, const Value *const *args,
                                const Value **ret_value)
{
    const Regexp *r = args[0]->as.regexp;
    EvalStatus status = eval_pay(e, args[1]->as.string.len / 64, t);
    if (status)
        return status;
    RegexpAnswer answer = regexp_matches(r, args[1]->as.string);
    if (answer == REGEXP_UNKNOWN && r->matcher->too_large)
        return eval_fail(e, EVAL_LIMIT, t, "the regular expression is too large");
    if (answer == REGEXP_UNKNOWN)
        return eval_no_memory(e, t);
    *ret_value = value_boolean(answer == REGEXP_YES);
    return EVAL_OK;
}

static EvalStatus eval_count(Eval *e, const Term *t, const Value *x,
                             const Value **ret_value)
{
    size_t count = x->kind == VALUE_ARRAY
                       ? x->as.array.count
                       : assay_utf8_count(x->as.string.at, x->as.string.len);
    return eval_give(e, t, value_int(e->arena, (int64_t)count), ret_value);
}

/* ---- Resources. */

static EvalStatus eval_world(Eval *e, const Term *t, const Value *const *args,
                             const Value **ret_value)
{
    const EvalWorld *w = e->world;
    bool is_repof = t->as.op.op == OP_REPOF;
    int answer = -1;
    if (w && is_repof && w->repof)
        answer = w->repof(w->ctx, args[0], args[1], e->pre);
    else if (w && !is_repof && w->uriof)
        answer = w->uriof(w->ctx, args[0], args[1], e->pre);
    if (answer < 0)
        return eval_fail(e, EVAL_LIMIT, t, "'%s' is not known here",
                         op_text(t->as.op.op));
    *ret_value = value_boolean(answer > 0);
    return EVAL_OK;
}

static EvalStatus eval_before(Eval *e, const Term *t, const EvalFrame *frame,
                              const Value **ret_value)
{
    bool pre = e->pre;
    e->pre = true;
    EvalStatus status = eval_argument(e, t, 0, frame, ret_value);
    e->pre = pre;
    return status;
}

/* ---- Arrays and objects that are made of others. */

static EvalStatus eval_mkarray(Eval *e, const Term *t, const Value *const *args,
                               const Value **ret_value)
{
    int64_t count;
    const Value **items;
    EvalStatus status;
    if (integer_sign(args[1]->as.integer) < 0)
        return eval_fail(e, EVAL_FAULT, t, "an array has no negative length");
    if (!integer_to_i64(args[1]->as.integer, &count) || count > ITEMS_MAX)
        return eval_fail(e, EVAL_LIMIT, t, "an array that is too long");
    status = eval_pay(e, (uint64_t)count, t);
    if (status)
        return status;
    items = assay_arena_new(e->arena, (size_t)count, sizeof *items);
    for (int64_t i = 0; items && i < count; i++)
        items[i] = args[0];
    return items
               ? eval_give(e, t, value_array(e->arena, items, (uint32_t)count), ret_value)
               : eval_no_memory(e, t);
}

static EvalStatus eval_set_item(Eval *e, const Term *t, const Value *const *args,
                                const Value **ret_value)
{
    uint32_t count = args[0]->as.array.count;
    int64_t at;
    const Value **items;
    EvalStatus status = eval_pay(e, count, t);
    if (status)
        return status;
    if (!integer_to_i64(args[1]->as.integer, &at) || at < 0 || at >= count)
        return eval_fail(e, EVAL_FAULT, t, "the index is outside the array's length %u",
                         count);
    items = assay_arena_new(e->arena, count, sizeof *items);
    if (!items)
        return eval_no_memory(e, t);
    memcpy(items, args[0]->as.array.items, count * sizeof *items);
    items[at] = args[2];
    return eval_give(e, t, value_array(e->arena, items, count), ret_value);
}

static EvalStatus eval_set_field(Eval *e, const Term *t, const Value *const *args,
                                 const Value **ret_value)
{
    uint32_t count = args[0]->as.object.count;
    ValueMember *members = assay_arena_new(e->arena, count + 1, sizeof *members);
    EvalStatus status = eval_pay(e, count, t);
    if (status)
        return status;
    if (!members)
        return eval_no_memory(e, t);
    if (count > 0)
        memcpy(members, args[0]->as.object.members, count * sizeof *members);
    members[count] = (ValueMember){args[1]->as.string, args[2]};
    return eval_give(e, t, value_object(e->arena, members, count + 1), ret_value);
}

/* ---- Operators. */

static bool connect(TermOp op, bool x, bool y)
{
    return op == OP_IFF       ? x == y
           : op == OP_IMPLIES ? !x || y
           : op == OP_OR      ? x || y
                              : x && y;
}

static EvalStatus apply(Eval *e, const Term *t, const Value *const *args,
                        const Value **ret_value)
{
    switch (t->as.op.op) {
    case OP_IFF:
    case OP_IMPLIES:
    case OP_OR:
    case OP_AND:
        *ret_value =
            value_boolean(connect(t->as.op.op, args[0]->as.boolean, args[1]->as.boolean));
        return EVAL_OK;
    case OP_NOT:
        *ret_value = value_boolean(!args[0]->as.boolean);
        return EVAL_OK;
    case OP_EQ:
    case OP_NE:
        return eval_equality(e, t, args, ret_value);
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        *ret_value = value_boolean(ordered(t->as.op.op, args[0], args[1]));
        return EVAL_OK;
    case OP_REPOF:
    case OP_URIOF:
        return eval_world(e, t, args, ret_value);
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
        return eval_arithmetic(e, t, args, ret_value);
    case OP_NEG:
        return eval_negation(e, t, args[0], ret_value);
    case OP_CAT:
        return eval_concatenation(e, t, args, ret_value);
    case OP_LENGTH:
    case OP_SIZE:
        return eval_count(e, t, args[0], ret_value);
    case OP_EXPAND:
        return eval_expansion(e, t, args, ret_value);
    case OP_MATCHES:
        return eval_matching(e, t, args, ret_value);
    case OP_MKARRAY:
        return eval_mkarray(e, t, args, ret_value);
    case OP_SET_ITEM:
        return eval_set_item(e, t, args, ret_value);
    case OP_SET_FIELD:
        return eval_set_field(e, t, args, ret_value);
    case OP_THEN:
    case OP_ELSE:
    case OP_ALSO:
    case OP_PRE:
    case TERM_OPS:
        break;
    }
    return eval_fail(e, EVAL_LIMIT, t, "an operator that is not known");
}

static bool is_connective(TermOp op)
{
    return op == OP_IFF || op == OP_IMPLIES || op == OP_OR || op == OP_AND;
}

EvalStatus eval_op(Eval *e, const Term *t, const EvalFrame *frame,
                   const Value **ret_value)
{
    const Value *args[3] = {NULL, NULL, NULL};
    TermOp op = t->as.op.op;
    if (op == OP_THEN || op == OP_ELSE || op == OP_ALSO)
        return eval_lazy(e, t, frame, ret_value);
    if (op == OP_PRE)
        return eval_before(e, t, frame, ret_value);
    for (uint32_t i = 0; i < t->as.op.count && i < 3; i++) {
        EvalStatus status = eval_argument(e, t, i, frame, &args[i]);
        if (status == EVAL_LIMIT && i == 0 && is_connective(op))
            return eval_right(e, t, frame, ret_value);
        if (status)
            return status;
    }
    return apply(e, t, args, ret_value);
}
