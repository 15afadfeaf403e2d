/*
 * The evaluator of terms.
 *
 * It recurses over terms, whose depth the notation limits, and never over the tree of a
 * word. `in` may lead to another evaluation, that of the constraints of the rule it asks
 * for, and this to the next: the depth is counted through all of them.
 */
#include "lang/eval.h"
#include "base/mem.h"
#include "lang/lang.h"
#include "lang/path.h"
#include <string.h>

/* What `in` adds to the depth. Sixteen inside each other are enough, and a rule that asks
 * for itself at all of its nodes takes twice as long with each. */
#define DEPTH_OF_IN 125
#define ROOMS (sizeof((struct assay_eval *)NULL)->rooms / sizeof(void *))

static const struct assay_term *term_at(const struct assay_eval *e, uint32_t term)
{
    return &e->tree->grammar->terms[term];
}

void assay_eval_fail(struct assay_eval *e, enum assay_status status)
{
    if (!e->status)
        e->status = status;
}

/* ---- Memory */

/* Takes from an arena and gives nothing back. */
static void *resize_in_arena(void *ctx, void *ptr, size_t old, size_t now)
{
    void *at = now > 0 ? assay_arena_new(ctx, now, 1) : NULL;

    if (at && ptr)
        memcpy(at, ptr, old < now ? old : now);
    return at;
}

static struct assay_eval_room *new_room(struct assay_eval *e, uint32_t term)
{
    struct assay_eval_room *room = assay_arena_new(e->arena, 1, sizeof *room);

    if (!room) {
        assay_eval_fail(e, ASSAY_NO_MEMORY);
        return NULL;
    }
    room->term = term;
    room->node = ASSAY_NONE;
    room->set.mem = &e->mem;
    assay_buf_init(&room->text, &e->mem, ASSAY_EVAL_TEXT);
    room->next = e->rooms[term % ROOMS];
    e->rooms[term % ROOMS] = room;
    return room;
}

struct assay_eval_room *assay_eval_room(struct assay_eval *e, uint32_t term)
{
    for (struct assay_eval_room *r = e->rooms[term % ROOMS]; r; r = r->next)
        if (r->term == term)
            return r;
    return new_room(e, term);
}

/* ---- Values */

bool assay_value_is_number(const struct assay_term_value *v, int64_t *ret_number)
{
    if (v->kind != ASSAY_VALUE_INT && v->kind != ASSAY_VALUE_BOOL)
        return false;
    *ret_number = v->number;
    return true;
}

struct assay_str assay_eval_node_text(const struct assay_eval *e, uint32_t node)
{
    struct assay_part part = assay_tree_part(e->tree, node);

    return (struct assay_str){part.at, part.len};
}

bool assay_value_is_text(const struct assay_eval *e, const struct assay_term_value *v,
                         struct assay_str *ret_text)
{
    if (v->kind == ASSAY_VALUE_TEXT)
        *ret_text = v->text;
    else if (v->kind == ASSAY_VALUE_NODES && v->count == 1)
        *ret_text = assay_eval_node_text(e, v->nodes[0]);
    else
        return false;
    return true;
}

enum truth { NO, YES, UNKNOWN };

static enum truth truth_of(struct assay_term_value v)
{
    int64_t number = 0;

    if (!assay_value_is_number(&v, &number))
        return UNKNOWN;
    return number != 0 ? YES : NO;
}

static struct assay_term_value value_of(enum truth truth)
{
    return truth == UNKNOWN ? assay_value_undefined() : assay_value_bool(truth == YES);
}

static enum truth inner_truth(struct assay_eval *e, uint32_t term)
{
    return truth_of(assay_eval_inner(e, term));
}

/* ---- Operators */

/* A side that is `decisive` decides; else both must be known. */
static enum truth decide(struct assay_eval *e, enum truth a, uint32_t b,
                         enum truth decisive)
{
    enum truth other;

    if (a == decisive)
        return decisive;
    other = inner_truth(e, b);
    return a == UNKNOWN && other != decisive ? UNKNOWN : other;
}

static enum truth opposite(enum truth a)
{
    return a == UNKNOWN ? UNKNOWN : a == YES ? NO : YES;
}

static int compare_texts(struct assay_str a, struct assay_str b)
{
    size_t len = a.len < b.len ? a.len : b.len;
    int order = len > 0 ? memcmp(a.at, b.at, len) : 0;

    return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* The order of two numbers or two texts; false when they are neither. */
static bool order_of(const struct assay_eval *e, const struct assay_term_value *a,
                     const struct assay_term_value *b, int *ret_order)
{
    int64_t x = 0, y = 0;
    struct assay_str s, t;

    if (assay_value_is_number(a, &x) && assay_value_is_number(b, &y))
        *ret_order = (x > y) - (x < y);
    else if (assay_value_is_text(e, a, &s) && assay_value_is_text(e, b, &t))
        *ret_order = compare_texts(s, t);
    else
        return false;
    return true;
}

static struct assay_term_value compare(const struct assay_eval *e, enum assay_term_op op,
                                       const struct assay_term_value *a,
                                       const struct assay_term_value *b)
{
    int order = 0;

    if (!order_of(e, a, b, &order))
        return assay_value_undefined();
    return assay_value_bool(op == ASSAY_TERM_EQ   ? order == 0
                            : op == ASSAY_TERM_NE ? order != 0
                            : op == ASSAY_TERM_LT ? order < 0
                            : op == ASSAY_TERM_LE ? order <= 0
                            : op == ASSAY_TERM_GT ? order > 0
                                                  : order >= 0);
}

/* The quotient and the remainder as C has them; false where it has none. */
static bool divide(int64_t a, int64_t b, bool remainder, int64_t *ret)
{
    if (b == 0 || (a == INT64_MIN && b == -1 && !remainder))
        return false;
    if (b == -1)
        *ret = remainder ? 0 : -a;
    else
        *ret = remainder ? a % b : a / b;
    return true;
}

static struct assay_term_value calculate(enum assay_term_op op,
                                         const struct assay_term_value *a,
                                         const struct assay_term_value *b)
{
    int64_t x = 0, y = 0, result = 0;
    bool fine = assay_value_is_number(a, &x) && assay_value_is_number(b, &y);

    if (!fine)
        return assay_value_undefined();
    if (op == ASSAY_TERM_ADD)
        fine = !__builtin_add_overflow(x, y, &result);
    else if (op == ASSAY_TERM_SUB)
        fine = !__builtin_sub_overflow(x, y, &result);
    else if (op == ASSAY_TERM_MUL)
        fine = !__builtin_mul_overflow(x, y, &result);
    else
        fine = divide(x, y, op == ASSAY_TERM_MOD, &result);
    return fine ? assay_value_int(result) : assay_value_undefined();
}

/* Applies an operator to a value and a term. */
static struct assay_term_value operate(struct assay_eval *e, enum assay_term_op op,
                                       struct assay_term_value a, uint32_t b)
{
    struct assay_term_value right;

    switch (op) {
    case ASSAY_TERM_OR:
        return value_of(decide(e, truth_of(a), b, YES));
    case ASSAY_TERM_AND:
        return value_of(decide(e, truth_of(a), b, NO));
    case ASSAY_TERM_IMPLIES:
        return value_of(decide(e, opposite(truth_of(a)), b, YES));
    case ASSAY_TERM_EQ:
    case ASSAY_TERM_NE:
    case ASSAY_TERM_LT:
    case ASSAY_TERM_LE:
    case ASSAY_TERM_GT:
    case ASSAY_TERM_GE:
        right = assay_eval_inner(e, b);
        return compare(e, op, &a, &right);
    case ASSAY_TERM_ADD:
    case ASSAY_TERM_SUB:
    case ASSAY_TERM_MUL:
    case ASSAY_TERM_DIV:
    case ASSAY_TERM_MOD:
        right = assay_eval_inner(e, b);
        return calculate(op, &a, &right);
    }
    return assay_value_undefined();
}

static struct assay_term_value eval_negate(struct assay_eval *e,
                                           const struct assay_term *t)
{
    struct assay_term_value zero = assay_value_int(0);
    struct assay_term_value value = assay_eval_inner(e, t->as.binary.a);

    return calculate(ASSAY_TERM_SUB, &zero, &value);
}

/* ---- Parts and quantifiers */

static struct assay_term_value eval_part(struct assay_eval *e, uint32_t term)
{
    const struct assay_term *t = term_at(e, term);
    const uint32_t *node = &e->variables[t->as.part.variable];
    struct assay_eval_room *room;
    enum assay_status status = ASSAY_OK;

    if (t->as.part.count == 0)
        return assay_value_nodes(node, 1);
    room = assay_eval_room(e, term);
    if (!room)
        return assay_value_undefined();
    if (room->node != *node) {
        room->set.count = 0;
        room->node = *node;
        status =
            assay_path_follow(e->tree, *node, e->tree->grammar->steps + t->as.part.first,
                              t->as.part.count, &room->set);
    }
    if (status)
        assay_eval_fail(e, status);
    return assay_value_nodes(room->set.nodes, room->set.count);
}

/* forall is decided by a NO, exists by a YES; else all must be known. */
static struct assay_term_value
eval_quantifier(struct assay_eval *e, const struct assay_term *t, enum truth decisive)
{
    struct assay_term_value set = assay_eval_inner(e, t->as.quantifier.a);
    enum truth result = opposite(decisive);

    if (set.kind != ASSAY_VALUE_NODES)
        return assay_value_undefined();
    for (uint32_t i = 0; i < set.count && !e->status; i++) {
        e->variables[t->as.quantifier.variable] = set.nodes[i];
        enum truth body = inner_truth(e, t->as.quantifier.b);
        if (body == decisive)
            return value_of(decisive);
        if (body == UNKNOWN)
            result = UNKNOWN;
    }
    return value_of(result);
}

/* ---- Membership */

/* Whether a text is a sentence of a rule with constraints, or with some inside it. */
static enum assay_status match_checked(struct assay_eval *e, uint32_t rule,
                                       struct assay_str text)
{
    struct assay_tree tree;
    uint32_t node, term;
    enum assay_status status;

    assay_tree_init(&tree, e->tree->grammar, text.at, text.len, e->tree->mem);
    tree.depth = e->depth + DEPTH_OF_IN;
    status = assay_lang_derive(e->lang, rule, &tree, NULL);
    if (!status)
        status = assay_where_check(e->lang, &tree, &node, &term);
    assay_tree_done(&tree);
    return status;
}

static struct assay_term_value eval_in(struct assay_eval *e, const struct assay_term *t)
{
    struct assay_term_value value = assay_eval_inner(e, t->as.in.a);
    uint32_t rule = t->as.in.rule;
    struct assay_str text;
    enum assay_status status;

    if (e->status || !assay_value_is_text(e, &value, &text))
        return assay_value_undefined();
    status = e->lang->checked[rule]
                 ? match_checked(e, rule, text)
                 : assay_lang_match_rule(e->lang, rule, text.at, text.len);
    if (status && status != ASSAY_NO_MATCH)
        assay_eval_fail(e, status);
    return assay_value_bool(status == ASSAY_OK);
}

/* ---- Terms */

static struct assay_term_value eval_text(const struct assay_eval *e,
                                         const struct assay_term *t)
{
    return assay_value_text(
        (struct assay_str){e->tree->grammar->bytes + t->as.text.at, t->as.text.len});
}

static struct assay_term_value eval_kind(struct assay_eval *e, uint32_t term)
{
    const struct assay_term *t = term_at(e, term);

    switch (t->kind) {
    case ASSAY_TERM_INT:
        return assay_value_int(t->as.number);
    case ASSAY_TERM_TEXT:
        return eval_text(e, t);
    case ASSAY_TERM_PART:
        return eval_part(e, term);
    case ASSAY_TERM_APPLY:
        return assay_eval_apply(e, term);
    case ASSAY_TERM_NOT:
        return value_of(opposite(inner_truth(e, t->as.binary.a)));
    case ASSAY_TERM_NEGATE:
        return eval_negate(e, t);
    case ASSAY_TERM_BINARY:
        return operate(e, t->as.binary.op, assay_eval_inner(e, t->as.binary.a),
                       t->as.binary.b);
    case ASSAY_TERM_IN:
        return eval_in(e, t);
    case ASSAY_TERM_FORALL:
        return eval_quantifier(e, t, NO);
    case ASSAY_TERM_EXISTS:
        return eval_quantifier(e, t, YES);
    }
    return assay_value_undefined();
}

struct assay_term_value assay_eval_inner(struct assay_eval *e, uint32_t term)
{
    struct assay_term_value value;

    if (e->depth >= ASSAY_EVAL_DEPTH)
        assay_eval_fail(e, ASSAY_TOO_LARGE);
    if (e->status)
        return assay_value_undefined();
    e->depth++;
    value = eval_kind(e, term);
    e->depth--;
    return e->status ? assay_value_undefined() : value;
}

struct assay_term_value assay_eval_term(struct assay_eval *e, uint32_t term)
{
    e->mem = (struct assay_alloc){resize_in_arena, e->arena};
    memset(e->rooms, 0, sizeof e->rooms);
    return assay_eval_inner(e, term);
}

bool assay_eval_holds(struct assay_eval *e, uint32_t term)
{
    return truth_of(assay_eval_term(e, term)) == YES;
}
