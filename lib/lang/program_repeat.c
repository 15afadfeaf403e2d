/*
 * Repetitions: runs of characters, optional parts, loops.
 *
 * Unless the program is to cover the grammar, (S | E)*, where S is a set, becomes
 * S* (E S*)*, which has the same sentences, so that most of a text is one run.
 */
#include "lang/compiler.h"

#define BLANK_PART 8   /* a run of white space gets so much less than others */
#define SELDOM_SHIFT 4 /* among characters, other things get 2^shift times less */

static void run(struct assay_compiler *c, uint32_t expr, uint32_t of, uint32_t share)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t number = assay_compile_set(c, of);

    if (c->status)
        return;
    if (c->p->sets[number].blank)
        share /= BLANK_PART;
    assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_RUN,
                                            .share = share,
                                            .a = e->as.repeat.min,
                                            .b = e->as.repeat.max,
                                            .of = number,
                                            .expr = expr});
}

static void maybe(struct assay_compiler *c, uint32_t expr)
{
    uint32_t body = c->g->exprs[expr].as.repeat.body, least = c->f->shortest[body];
    bool open = assay_compile_open(c, expr, c->g->exprs[body].kind != ASSAY_EXPR_LITERAL);
    uint32_t at = assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_MAYBE,
                                                          .grows = c->f->grows[body],
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
static uint32_t begin_loop(struct assay_compiler *c, uint32_t expr, uint8_t shift)
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
                             .expr = expr});
    c->dangling = ASSAY_NONE;
    return at;
}

static void end_loop(struct assay_compiler *c, uint32_t at)
{
    c->p->ops[at].bare = c->p->nops == at + 1;
    assay_compile_code(c, ASSAY_OP_NEXT);
    assay_compile_join(c, at);
}

/* Where iterations can grow, half of what is left is for that. */
static void loop(struct assay_compiler *c, uint32_t expr)
{
    uint32_t body = c->g->exprs[expr].as.repeat.body;
    uint32_t at = begin_loop(c, expr, c->f->grows[body] > ASSAY_GROWS_LITTLE);

    assay_compile_expr(c, body, ASSAY_SHARE_ALL);
    end_loop(c, at);
}

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

/* (S | E)* as S* (E S*)*. False, and nothing done, where it is not like that. */
static bool runs(struct assay_compiler *c, uint32_t expr)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t alt = as_alternatives(c, e->as.repeat.body), place, of, at;

    if (assay_compile_covering(c) || e->as.repeat.min > 0 ||
        e->as.repeat.max != ASSAY_MANY || alt == ASSAY_NONE)
        return false;
    place = only_set(c, alt);
    if (place == ASSAY_NONE || c->f->grows[alt] != ASSAY_GROWS_LITTLE)
        return false;
    of = assay_compile_as_set(c, c->g->items[c->g->exprs[alt].as.list.first + place]);
    run(c, expr, of, ASSAY_SHARE_ALL / 4 * 3);
    at = begin_loop(c, expr, SELDOM_SHIFT);
    c->whole = false;
    assay_compile_alternatives(c, alt, place);
    run(c, expr, of, ASSAY_SHARE_ALL / 2);
    end_loop(c, at);
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
        maybe(c, expr);
    else if (!runs(c, expr))
        loop(c, expr);
    if (shared)
        assay_compile_code(c, ASSAY_OP_REJOIN);
}
