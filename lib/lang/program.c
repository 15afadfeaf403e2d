/*
 * From the expressions of a grammar to the operations of a program: sequences and calls,
 * and the whole. Small rules are put in the place of their calls.
 *
 * Spans bracket what belongs together when the choices of a sentence are replayed
 * changed: one rule of each cycle of rules, so that a part can take the place of the
 * whole; tokens; and between the two, choices that others depend on.
 */
#include "base/mem.h"
#include "lang/compiler.h"
#include <string.h>

#define EXPR_DEPTH 2000 /* of expressions inside each other */
#define VARIED_DEPTH 200
#define INLINE_EXPRS 24 /* of a rule that takes the place of its calls */
#define ARRAY_MAX 0x7fffffffu
#define PARTS_WEIGHT 8 /* of what can use whatever is left, when neighbours share it */

/* ---- Emitting. */

bool assay_compile_grow(struct assay_compiler *c, void *array, size_t *cap, size_t need,
                        size_t size)
{
    void *at;

    if (c->status)
        return false;
    memcpy(&at, array, sizeof at);
    c->status = assay_mem_grow(c->p->mem, &at, cap, need, size, ARRAY_MAX);
    memcpy(array, &at, sizeof at);
    return c->status == ASSAY_OK;
}

uint32_t assay_compile_emit(struct assay_compiler *c, struct assay_op op)
{
    uint32_t number = c->p->nops, next;

    if (!ASSAY_COMPILE_GROW(c, ops, 1))
        return 0;
    for (uint32_t at = c->dangling; at != ASSAY_NONE; at = next) {
        next = c->p->ops[at].next;
        c->p->ops[at].next = number;
    }
    op.text.at = c->text;
    op.len = c->text_len;
    op.blank.number = c->blank;
    op.next = ASSAY_NONE;
    c->text_len = c->blank = 0;
    c->p->ops[number] = op;
    c->p->nops++;
    return c->dangling = number;
}

void assay_compile_code(struct assay_compiler *c, enum assay_op_code code)
{
    assay_compile_emit(c, (struct assay_op){.code = (uint8_t)code});
}

void assay_compile_flush(struct assay_compiler *c)
{
    if (c->text_len > 0 || c->blank > 0)
        assay_compile_code(c, ASSAY_OP_TEXT);
}

void assay_compile_join(struct assay_compiler *c, uint32_t other)
{
    uint32_t last = c->dangling;

    if (c->status || other == ASSAY_NONE)
        return;
    if (last == ASSAY_NONE) {
        c->dangling = other;
        return;
    }
    while (c->p->ops[last].next != ASSAY_NONE)
        last = c->p->ops[last].next;
    c->p->ops[last].next = other;
}

uint32_t assay_compile_bytes(struct assay_compiler *c, const char *bytes, uint32_t len)
{
    uint32_t at = c->p->nbytes;

    if (!ASSAY_COMPILE_GROW(c, bytes, (size_t)len + ASSAY_OP_TEXT_MAX))
        return 0;
    memcpy(c->p->bytes + at, bytes, len);
    memset(c->p->bytes + at + len, 0, ASSAY_OP_TEXT_MAX);
    c->p->nbytes += len;
    return at;
}

uint32_t assay_compile_set(struct assay_compiler *c, uint32_t expr)
{
    if (c->set_numbers[expr] > 0)
        return c->set_numbers[expr] - 1;
    if (!ASSAY_COMPILE_GROW(c, sets, 1))
        return 0;
    c->status = assay_charset_init(&c->p->sets[c->p->nsets], c->g, &c->g->exprs[expr],
                                   &c->p->arena);
    c->set_numbers[expr] = ++c->p->nsets;
    return c->p->nsets - 1;
}

bool assay_compile_open(struct assay_compiler *c, uint32_t expr, bool needed)
{
    bool open = assay_compile_recorded(c) && needed && !c->whole && !c->in_token;

    if (open)
        assay_compile_emit(
            c, (struct assay_op){.code = ASSAY_OP_OPEN, .a = c->g->nrules + expr});
    c->whole |= open;
    return open;
}

void assay_compile_close(struct assay_compiler *c, bool open)
{
    if (open)
        assay_compile_code(c, ASSAY_OP_CLOSE);
}

/* ---- Characters. */

/* Short literals are written by the operation behind them; neighbours become one. */
static void literal(struct assay_compiler *c, const char *bytes, uint32_t len)
{
    uint32_t at;

    if ((uint64_t)c->text_len + len > ASSAY_OP_TEXT_MAX || c->blank > 0)
        assay_compile_flush(c);
    at = assay_compile_bytes(c, bytes, len);
    if (c->text_len == 0)
        c->text = at;
    c->text_len += len;
    if (c->text_len > ASSAY_OP_TEXT_MAX)
        assay_compile_flush(c);
}

static void set(struct assay_compiler *c, uint32_t expr)
{
    uint32_t number = assay_compile_set(c, expr);

    if (c->status)
        return;
    if (c->p->sets[number].members == 1)
        literal(c, (const char *)c->p->sets[number].order, 1);
    else
        assay_compile_emit(
            c,
            (struct assay_op){.code = ASSAY_OP_SET, .to.number = number, .expr = expr});
}

uint32_t assay_compile_as_set(const struct assay_compiler *c, uint32_t expr)
{
    for (int calls = 0; calls < ASSAY_INLINE_DEPTH; calls++) {
        const struct assay_expr *e = &c->g->exprs[expr];
        if (e->kind == ASSAY_EXPR_SET)
            return expr;
        if (e->kind != ASSAY_EXPR_CALL)
            return ASSAY_NONE;
        expr = c->g->rules[e->as.call.rule].body;
    }
    return ASSAY_NONE;
}

/* ---- Tokens. */

static bool find_varied(struct assay_compiler *c, uint32_t expr, uint32_t depth);

static bool parts_varied(struct assay_compiler *c, const struct assay_expr *e,
                         uint32_t depth)
{
    for (uint32_t k = 0; k < e->as.list.count; k++)
        if (find_varied(c, c->g->items[e->as.list.first + k], depth))
            return true;
    return false;
}

static bool alternatives_varied(const struct assay_compiler *c,
                                const struct assay_expr *e)
{
    for (uint32_t k = 0; k < e->as.list.count; k++)
        if (c->g->exprs[c->g->items[e->as.list.first + k]].kind > ASSAY_EXPR_LITERAL)
            return true;
    return false;
}

/* Whether the number of choices in an expression depends on one of them, in a way that no
 * list's span takes care of. What does not recur is asked for only. */
static bool find_varied(struct assay_compiler *c, uint32_t expr, uint32_t depth)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    bool varied = false;

    if (c->varied[expr] > 0 || depth == VARIED_DEPTH)
        return c->varied[expr] != 1;
    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    case ASSAY_EXPR_CALL:
        varied = find_varied(c, c->g->rules[e->as.call.rule].body, depth + 1);
        break;
    case ASSAY_EXPR_SEQ:
        varied = parts_varied(c, e, depth + 1);
        break;
    case ASSAY_EXPR_ALT:
        varied = alternatives_varied(c, e);
        break;
    case ASSAY_EXPR_REPEAT:
        varied = e->as.repeat.max == 1 &&
                 c->g->exprs[e->as.repeat.body].kind != ASSAY_EXPR_LITERAL;
        break;
    }
    c->varied[expr] = varied ? 2 : 1;
    return varied;
}

/* Something short, such as a number: its choices share a span. */
static bool is_token(struct assay_compiler *c, uint32_t expr)
{
    return assay_compile_recorded(c) && !c->in_token &&
           c->f->grows[expr] < ASSAY_GROWS_PARTS && find_varied(c, expr, 0);
}

/* ---- Sequences and calls. */

uint64_t assay_compile_weight(const struct assay_compiler *c, const uint32_t *items,
                              uint32_t count)
{
    static const uint8_t weights[] = {
        [ASSAY_GROWS_FLAT] = 1, [ASSAY_GROWS_PARTS] = PARTS_WEIGHT};
    uint64_t sum = 0;

    for (uint32_t k = 0; k < count; k++)
        sum += weights[c->f->grows[items[k]]];
    return sum;
}

/* Whether nothing is chosen in some expressions, at a glance. */
static bool are_silent(const struct assay_compiler *c, const uint32_t *items,
                       uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct assay_expr *e = &c->g->exprs[items[k]];
        if (e->kind == ASSAY_EXPR_REPEAT && e->as.repeat.max != 1)
            e = &c->g->exprs[e->as.repeat.body];
        if (e->kind > ASSAY_EXPR_LITERAL && !assay_charset_blank(c->g, e))
            return false;
    }
    return true;
}

/* Those behind get what is not used, so each has its part of what is left when its turn
 * comes, and the last all of it. */
void assay_compile_items(struct assay_compiler *c, const uint32_t *items, uint32_t count,
                         uint64_t behind)
{
    uint32_t step;
    bool whole = c->whole;

    behind += assay_compile_weight(c, items, count);
    for (uint32_t k = 0; k < count; k += step) {
        uint64_t weight, share = ASSAY_SHARE_ALL;
        step = assay_compile_joined(c, items + k, count - k);
        weight = assay_compile_weight(c, items + k, step);
        if (weight > 0)
            share = (weight * ASSAY_SHARE_ALL + behind - 1) / behind;
        behind -= weight;
        c->whole = whole && are_silent(c, items + k + step, count - k - step);
        if (step > 1)
            assay_compile_list(c, items + k, step, (uint32_t)share);
        else
            assay_compile_expr(c, items[k], (uint32_t)share);
    }
}

/* The number of expressions in an expression, or more than `limit`. */
static uint32_t count_exprs(const struct assay_compiler *c, uint32_t expr, uint32_t limit)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t count = 1;

    if (limit == 0)
        return 1;
    if (e->kind == ASSAY_EXPR_REPEAT)
        return 1 + count_exprs(c, e->as.repeat.body, limit - 1);
    if (e->kind != ASSAY_EXPR_SEQ && e->kind != ASSAY_EXPR_ALT)
        return 1;
    for (uint32_t k = 0; k < e->as.list.count && count <= limit; k++)
        count += count_exprs(c, c->g->items[e->as.list.first + k], limit - count);
    return count;
}

/* In a record only anchors are spans, so only they need be calls; elsewhere what is
 * called may come from the stock (generate_machine.h). */
static bool is_inlined(const struct assay_compiler *c, uint32_t rule)
{
    const uint8_t *called = assay_compile_recorded(c) ? c->f->anchor : c->f->recursive;

    return !called[rule] && c->inlined < ASSAY_INLINE_DEPTH &&
           count_exprs(c, c->g->rules[rule].body, INLINE_EXPRS) <= INLINE_EXPRS;
}

static void call(struct assay_compiler *c, uint32_t expr, uint32_t share)
{
    uint32_t rule = c->g->exprs[expr].as.call.rule, body = c->g->rules[rule].body;

    if (c->f->grows[body] == ASSAY_GROWS_NOT)
        return;
    if (is_inlined(c, rule)) {
        c->inlined++;
        assay_compile_expr(c, body, share);
        c->inlined--;
        return;
    }
    if (c->called[rule] == 0)
        c->called[rule] = ++c->p->ncalled;
    assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_CALL,
                                            .span = c->f->anchor[rule],
                                            .share = share,
                                            .a = rule, /* until entries are known */
                                            .b = c->f->shortest[body],
                                            .c = c->called[rule] - 1,
                                            .d = rule,
                                            .to.number = rule,
                                            .expr = expr});
}

/* ---- Expressions and rules. */

static void list(struct assay_compiler *c, uint32_t expr, uint32_t share)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    bool shared = share < ASSAY_SHARE_ALL;

    if (shared)
        assay_compile_emit(c, (struct assay_op){.code = ASSAY_OP_SHARE, .share = share});
    if (e->kind == ASSAY_EXPR_SEQ)
        assay_compile_items(c, c->g->items + e->as.list.first, e->as.list.count, 0);
    else
        assay_compile_alternatives(c, expr, ASSAY_NONE);
    if (shared)
        assay_compile_code(c, ASSAY_OP_REJOIN);
}

static void translate(struct assay_compiler *c, uint32_t expr, uint32_t share)
{
    const struct assay_expr *e = &c->g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        break;
    case ASSAY_EXPR_LITERAL:
        literal(c, c->g->bytes + e->as.literal.at, e->as.literal.len);
        break;
    case ASSAY_EXPR_SET:
        set(c, expr);
        break;
    case ASSAY_EXPR_CALL:
        call(c, expr, share);
        break;
    case ASSAY_EXPR_REPEAT:
        assay_compile_repeat(c, expr, share);
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        list(c, expr, share);
        break;
    }
}

void assay_compile_expr(struct assay_compiler *c, uint32_t expr, uint32_t share)
{
    bool whole = c->whole, in_token = c->in_token, token, open;

    if (c->depth == EXPR_DEPTH)
        c->status = ASSAY_TOO_LARGE;
    if (c->status)
        return;
    c->depth++;
    token = is_token(c, expr);
    open = assay_compile_open(c, expr, token);
    c->in_token |= token;
    translate(c, expr, share);
    assay_compile_close(c, open);
    c->whole = whole;
    c->in_token = in_token;
    c->depth--;
}

static void rule(struct assay_compiler *c, uint32_t number)
{
    if (c->status)
        return;
    c->p->entries[number] = c->p->nops;
    c->dangling = ASSAY_NONE;
    c->whole = c->f->anchor[number];
    c->rule = number;
    assay_compile_expr(c, c->g->rules[number].body, ASSAY_SHARE_ALL);
    assay_compile_code(c, ASSAY_OP_RETURN);
}

/* ---- The whole. */

/* Where there are too many, the simplest will do. */
static void link_lines(const struct assay_program *p, struct assay_pick *pick)
{
    const struct assay_list *list;

    if (pick->rule == ASSAY_NONE || p->purpose != ASSAY_PROGRAM_RECORDED)
        return;
    list = &p->lists[pick->rule];
    pick->first_line = list->first;
    pick->nlines = list->upto[ASSAY_LIST_EXTRA - 1];
    if (pick->nlines > ASSAY_PICK_LINES)
        pick->nlines = list->upto[0] > 0;
}

static const struct assay_list no_list = {.first = 0};

/* Numbers become pointers, now that the arrays stay where they are. */
static void link(struct assay_program *p)
{
    for (uint32_t pc = 0; pc < p->nops; pc++) {
        struct assay_op *op = &p->ops[pc];
        op->text.bytes = p->bytes + op->text.at;
        op->blank.set = op->blank.number > 0 ? &p->sets[op->blank.number - 1] : NULL;
        switch ((enum assay_op_code)op->code) {
        case ASSAY_OP_SET:
        case ASSAY_OP_RUN:
            op->to.set = &p->sets[op->to.number];
            break;
        case ASSAY_OP_PICK:
        case ASSAY_OP_TEXTS:
            link_lines(p, &p->picks[op->to.number]);
            op->to.pick = &p->picks[op->to.number];
            break;
        case ASSAY_OP_CALL:
            op->to.list = &p->lists[op->to.number];
            op->a = p->entries[op->a];
            break;
        case ASSAY_OP_LOOP:
            op->to.list = op->to.number == SIZE_MAX ? &no_list : &p->lists[op->to.number];
            break;
        default:
            break;
        }
    }
}

static enum assay_status compile(struct assay_program *p, struct assay_arena *scratch)
{
    const struct assay_grammar *g = p->grammar;
    struct assay_compiler c = {.g = g, .f = p->facts, .p = p, .dangling = ASSAY_NONE};

    p->entries = assay_arena_new(&p->arena, g->nrules, sizeof *p->entries);
    p->labels = assay_arena_new(&p->arena, (size_t)g->nrules + g->nexprs, 1);
    c.set_numbers = assay_arena_new(scratch, g->nexprs, sizeof *c.set_numbers);
    c.varied = assay_arena_new(scratch, g->nexprs, 1);
    c.called = assay_arena_new(scratch, g->nrules, sizeof *c.called);
    if (!p->entries || !p->labels || !c.set_numbers || !c.varied || !c.called)
        return ASSAY_NO_MEMORY;
    assay_compile_bytes(&c, "", 0); /* so that there are any */
    assay_compile_code(&c, ASSAY_OP_END);
    for (uint32_t r = 0; r < g->nrules; r++)
        rule(&c, r);
    if (!c.status)
        c.status = assay_compile_least(p);
    if (!c.status)
        link(p);
    return c.status;
}

enum assay_status assay_program_new(const struct assay_grammar *g,
                                    const struct assay_facts *f,
                                    enum assay_purpose purpose,
                                    struct assay_program **ret_program)
{
    struct assay_program *p = assay_mem_new(g->mem, sizeof *p);
    struct assay_arena scratch;
    enum assay_status status;

    if (!p)
        return ASSAY_NO_MEMORY;
    *p = (struct assay_program){
        .mem = g->mem, .grammar = g, .facts = f, .purpose = purpose};
    assay_arena_init(&p->arena, g->mem, 0);
    assay_arena_init(&scratch, g->mem, 0);
    status = compile(p, &scratch);
    assay_arena_done(&scratch);
    if (status)
        assay_program_free(p);
    else
        *ret_program = p;
    return status;
}

void assay_program_free(struct assay_program *p)
{
    if (!p)
        return;
    assay_mem_free(p->mem, p->ops, p->cap.ops * sizeof *p->ops);
    assay_mem_free(p->mem, p->picks, p->cap.picks * sizeof *p->picks);
    assay_mem_free(p->mem, p->alternatives,
                   p->cap.alternatives * sizeof *p->alternatives);
    assay_mem_free(p->mem, p->lots, p->cap.lots * sizeof *p->lots);
    assay_mem_free(p->mem, p->lines, p->cap.lines * sizeof *p->lines);
    assay_mem_free(p->mem, p->sets, p->cap.sets * sizeof *p->sets);
    assay_mem_free(p->mem, p->bytes, p->cap.bytes);
    assay_arena_done(&p->arena);
    assay_mem_free(p->mem, p, sizeof *p);
}
