/*
 * Repetitions: runs of characters, optional parts, loops.
 *
 * Unless the program is to cover the grammar, two things are not translated literally.
 * (S | E)*, where S is a set, becomes S* ((E S*)+)?, which has the same sentences, so
 * that most of a text is one run. And x (sep x)* becomes one list of x, so that each of
 * its elements can be left out, the first one, too.
 */
#include "lang/compiler.h"
#include <string.h>

#define BLANK_PART 8   /* a run of white space gets so much less than others */
#define JOINED_ITEMS 8 /* of an element of a list */
#define EQUAL_DEPTH 50
#define SELDOM_SHIFT 3 /* characters have others among them once in 2^shift */

static void run(struct assay_compiler *c, uint32_t expr, uint32_t of, uint32_t share)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t number = assay_compile_set(c, of);

    if (c->status)
        return;
    if (c->p->sets[number].blank) {
        share /= BLANK_PART;
        c->p->blanks = true;
        if (assay_compile_recorded(c) && e->as.repeat.min == 0 &&
            e->as.repeat.max == ASSAY_MANY) {
            if (c->blank > 0)
                assay_compile_flush(c);
            c->blank = number + 1;
            return;
        }
    }
    assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_RUN,
                                            .share = share,
                                            .a = e->as.repeat.min,
                                            .b = e->as.repeat.max,
                                            .to.number = number,
                                            .expr = expr});
}

static void optional(struct assay_compiler *c, uint32_t expr)
{
    uint32_t body = c->g->exprs[expr].as.repeat.body, least = c->f->shortest[body];
    bool open = assay_compile_open(c, expr, c->g->exprs[body].kind != ASSAY_EXPR_LITERAL);
    uint32_t at = assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_MAYBE,
                                                          .grows = c->f->grows[body],
                                                          .shift = 1,
                                                          .c = least > 0 ? least : 1,
                                                          .expr = expr});

    c->dangling = ASSAY_NONE;
    assay_compile_expr(c, body, ASSAY_SHARE_ALL);
    if (assay_compile_covering(c))
        assay_compile_code(c, ASSAY_OP_LEAVE);
    assay_compile_flush(c);
    assay_compile_join(c, at);
    assay_compile_close(c, open);
}

/* Begins a loop; its operation, to be given to end_loop(). An iteration that is empty is
 * none, so a body that can be empty needs no minimum. */
static uint32_t begin_loop(struct assay_compiler *c, uint32_t expr, uint8_t shift,
                           size_t list)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t body = e->as.repeat.body, least = c->f->shortest[body], at;

    c->whole = true; /* an element of a list is a span */
    at = assay_compile_emit(
        c, (struct assay_op){.code = ASSAY_OP_LOOP,
                             .grows = c->f->grows[body],
                             .shift = shift,
                             .a = least > 0 ? e->as.repeat.min : 0,
                             .b = e->as.repeat.max,
                             .c = least > 0 ? least : 1,
                             .inverse = UINT32_MAX / (least > 0 ? least : 1),
                             .to.number = list,
                             .expr = expr});
    c->dangling = ASSAY_NONE;
    return at;
}

static void end_loop(struct assay_compiler *c, uint32_t at)
{
    bool bare = true;

    for (uint32_t pc = at + 1; pc < c->p->nops; pc++)
        bare &=
            c->p->ops[pc].code == ASSAY_OP_TEXT || c->p->ops[pc].code == ASSAY_OP_BETWEEN;
    c->p->ops[at].bare = bare;
    assay_compile_code(c, ASSAY_OP_NEXT);
    assay_compile_join(c, at);
}

/* Where iterations can grow, half of what is left is for that. */
static uint32_t begin_plain_loop(struct assay_compiler *c, uint32_t expr)
{
    uint32_t body = c->g->exprs[expr].as.repeat.body;

    return begin_loop(c, expr, c->f->grows[body] > ASSAY_GROWS_LITTLE,
                      c->g->nrules + c->p->nloops++);
}

static void loop(struct assay_compiler *c, uint32_t expr)
{
    uint32_t at = begin_plain_loop(c, expr);

    assay_compile_expr(c, c->g->exprs[expr].as.repeat.body, ASSAY_SHARE_ALL);
    end_loop(c, at);
}

/* ---- Lists: x (sep x)* */

static bool are_equal(const struct assay_compiler *c, uint32_t a, uint32_t b,
                      uint32_t depth);

static bool lists_equal(const struct assay_compiler *c, const struct assay_expr *x,
                        const struct assay_expr *y, uint32_t depth)
{
    if (x->as.list.count != y->as.list.count)
        return false;
    for (uint32_t k = 0; k < x->as.list.count; k++)
        if (!are_equal(c, c->g->items[x->as.list.first + k],
                       c->g->items[y->as.list.first + k], depth))
            return false;
    return true;
}

/* Whether two expressions are written alike. */
static bool are_equal(const struct assay_compiler *c, uint32_t a, uint32_t b,
                      uint32_t depth)
{
    const struct assay_expr *x = &c->g->exprs[a], *y = &c->g->exprs[b];

    if (x->kind != y->kind || x->weight != y->weight || depth == EQUAL_DEPTH)
        return false;
    switch (x->kind) {
    case ASSAY_EXPR_EMPTY:
        return true;
    case ASSAY_EXPR_LITERAL:
        return x->as.literal.len == y->as.literal.len &&
               memcmp(c->g->bytes + x->as.literal.at, c->g->bytes + y->as.literal.at,
                      x->as.literal.len) == 0;
    case ASSAY_EXPR_SET:
        return x->as.set.count == y->as.set.count && x->as.set.bytes == y->as.set.bytes &&
               memcmp(c->g->ranges + x->as.set.first, c->g->ranges + y->as.set.first,
                      x->as.set.count * sizeof *c->g->ranges) == 0;
    case ASSAY_EXPR_CALL:
        return x->as.call.rule == y->as.call.rule;
    case ASSAY_EXPR_REPEAT:
        return x->as.repeat.min == y->as.repeat.min &&
               x->as.repeat.max == y->as.repeat.max &&
               are_equal(c, x->as.repeat.body, y->as.repeat.body, depth + 1);
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        return lists_equal(c, x, y, depth + 1);
    }
    return false;
}

/* Whether `items` and a repetition behind them are x (sep x)*, x being `count` items. */
static bool are_joined(const struct assay_compiler *c, const uint32_t *items,
                       uint32_t count)
{
    const struct assay_expr *e = &c->g->exprs[items[count]], *body;

    if (e->kind != ASSAY_EXPR_REPEAT || e->as.repeat.max < 2)
        return false;
    body = &c->g->exprs[e->as.repeat.body];
    if (body->kind != ASSAY_EXPR_SEQ || body->as.list.count <= count ||
        c->f->grows[e->as.repeat.body] == ASSAY_GROWS_NOT)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (!are_equal(c, items[k],
                       c->g->items[body->as.list.first + body->as.list.count - count + k],
                       0))
            return false;
    return true;
}

uint32_t assay_compile_joined(const struct assay_compiler *c, const uint32_t *items,
                              uint32_t count)
{
    if (!assay_compile_covering(c))
        for (uint32_t k = 1; k < count && k <= JOINED_ITEMS; k++)
            if (are_joined(c, items, k))
                return k + 1;
    return 1;
}

/* One iteration more; each has the separator behind it, but for the last. So whatever is
 * left out of a list, the choices of the others are where they were. */
void assay_compile_list(struct assay_compiler *c, const uint32_t *items, uint32_t count,
                        uint32_t share)
{
    uint32_t expr = items[count - 1], at, between;
    const struct assay_expr *body = &c->g->exprs[c->g->exprs[expr].as.repeat.body];
    uint32_t separator = body->as.list.count - (count - 1);
    const uint32_t *parts = c->g->items + body->as.list.first;
    bool shared = share < ASSAY_SHARE_ALL;

    if (shared)
        assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_SHARE, .share = share});
    at = begin_plain_loop(c, expr);
    assay_compile_items(c, items, count - 1, assay_compile_weight(c, parts, separator));
    between = assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_BETWEEN});
    assay_compile_items(c, parts, separator, 0);
    end_loop(c, at);
    c->p->ops[between].a = c->p->nops - 1;
    c->p->ops[at].a++;
    c->p->ops[at].b += c->p->ops[at].b < ASSAY_MANY;
    c->p->ops[at].d = separator;
    if (shared)
        assay_compile_code(c, ASSAY_OP_REJOIN);
}

/* ---- Runs. */

/* The alternatives behind an expression; ASSAY_NONE if there are none. */
static uint32_t as_alternatives(const struct assay_compiler *c, uint32_t expr)
{
    for (int calls = 0; calls < ASSAY_INLINE_DEPTH; calls++) {
        const struct assay_expr *e = &c->g->exprs[expr];
        if (e->kind == ASSAY_EXPR_ALT)
            return expr;
        if (e->kind != ASSAY_EXPR_CALL || c->f->recursive[e->as.call.rule])
            return ASSAY_NONE;
        expr = c->g->rules[e->as.call.rule].body;
    }
    return ASSAY_NONE;
}

/* The place of the only set among alternatives that are all as likely; ASSAY_NONE if that
 * is not how they are. */
static uint32_t only_set(const struct assay_compiler *c, uint32_t alt)
{
    const struct assay_expr *e = &c->g->exprs[alt];
    uint32_t found = ASSAY_NONE;

    for (uint32_t k = 0; k < e->as.list.count; k++) {
        uint32_t of = c->g->items[e->as.list.first + k];
        bool is_set = assay_compile_as_set(c, of) != ASSAY_NONE;
        if (c->g->exprs[of].weight != 1 || (is_set && found != ASSAY_NONE))
            return ASSAY_NONE;
        found = is_set ? k : found;
    }
    return found;
}

/* (S | E)* as S* ((E S*)+)?. False, and nothing done, where it is not like that. */
static bool runs(struct assay_compiler *c, uint32_t expr)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t alt = as_alternatives(c, e->as.repeat.body), place, of, at, maybe;

    if (assay_compile_covering(c) || e->as.repeat.min > 0 ||
        e->as.repeat.max != ASSAY_MANY || alt == ASSAY_NONE)
        return false;
    place = only_set(c, alt);
    if (place == ASSAY_NONE || c->f->grows[alt] != ASSAY_GROWS_LITTLE)
        return false;
    of = assay_compile_as_set(c, c->g->items[c->g->exprs[alt].as.list.first + place]);
    run(c, expr, of, ASSAY_SHARE_ALL / 4 * 3);
    maybe = assay_compile_emit(
        c, (struct assay_op){
               .code = ASSAY_OP_MAYBE, .shift = SELDOM_SHIFT, .c = 1, .expr = expr});
    c->dangling = ASSAY_NONE;
    at = begin_loop(c, expr, 1, SIZE_MAX);
    c->p->ops[at].a = 1;
    c->whole = false;
    assay_compile_alternatives(c, alt, place);
    run(c, expr, of, ASSAY_SHARE_ALL / 2);
    end_loop(c, at);
    assay_compile_join(c, maybe);
    return true;
}

void assay_compile_repeat(struct assay_compiler *c, uint32_t expr, uint32_t share)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t of = assay_compile_as_set(c, e->as.repeat.body);
    bool shared = share < ASSAY_SHARE_ALL;

    if (e->as.repeat.max == 0 || c->f->grows[e->as.repeat.body] == ASSAY_GROWS_NOT)
        return;
    if (e->as.repeat.min == 1 && e->as.repeat.max == 1) {
        assay_compile_expr(c, e->as.repeat.body, share);
        return;
    }
    if (of != ASSAY_NONE && e->as.repeat.max > 1) {
        run(c, expr, of, share);
        return;
    }
    if (shared)
        assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_SHARE, .share = share});
    if (e->as.repeat.max == 1)
        optional(c, expr);
    else if (!runs(c, expr))
        loop(c, expr);
    if (shared)
        assay_compile_code(c, ASSAY_OP_REJOIN);
}
