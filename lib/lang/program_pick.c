/*
 * Alternatives: in the order of their shortest sentences, so that the first is the
 * simplest choice and the way to an end, with what each costs more.
 */
#include "base/mem.h"
#include "lang/compiler.h"
#include <stdlib.h>

#define WEIGHT_MAX 0xffffu /* of an alternative; greater ones are scaled down */
#define WEIGHT_SUM 0x7fffffffu

/* An alternative while they are put in order. */
struct candidate {
    uint64_t key; /* its shortest sentence: length, then height */
    uint32_t expr, place;
};

static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* All alternatives but number `skip`; how many. */
static uint32_t list_candidates(const struct assay_compiler *c, uint32_t expr,
                                uint32_t skip, struct candidate *list)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    uint32_t count = 0;

    for (uint32_t k = 0; k < e->as.list.count; k++) {
        uint32_t of = c->g->items[e->as.list.first + k];
        if (k != skip)
            list[count++] = (struct candidate){
                (uint64_t)c->f->shortest[of] << 32 | c->f->height[of], of, k};
    }
    qsort(list, count, sizeof *list, compare_candidates);
    return count;
}

/* A choice that leads back to where it is made must cost something, or there would be no
 * end of it. The first alternative is the way out and free. */
static uint32_t cost_of(const struct assay_compiler *c, const struct candidate *list,
                        uint32_t i)
{
    uint32_t more = c->f->shortest[list[i].expr] - c->f->shortest[list[0].expr];
    bool back = i > 0 && c->f->grows[list[i].expr] == ASSAY_GROWS_PARTS;

    return more == 0 && back ? 1 : more;
}

static uint32_t weight_divisor(const struct assay_compiler *c,
                               const struct candidate *list, uint32_t count)
{
    uint32_t limit = WEIGHT_SUM / count < WEIGHT_MAX ? WEIGHT_SUM / count : WEIGHT_MAX;
    uint32_t most = 0;

    for (uint32_t i = 0; i < count; i++)
        if (c->g->exprs[list[i].expr].weight > most)
            most = c->g->exprs[list[i].expr].weight;
    return most / limit + 1;
}

static uint32_t weight_of(const struct assay_compiler *c, uint32_t expr, uint32_t divisor)
{
    uint32_t weight = c->g->exprs[expr].weight;

    return weight > 0 && weight < divisor ? 1 : weight / divisor;
}

/* The alternatives that can, or cannot, use whatever is left; by cost, as they are. */
static void add_lots(struct assay_compiler *c, struct assay_pick *pick, bool parts)
{
    struct assay_lots *lots = &pick->lots[parts];
    uint32_t upto = 0;

    lots->first = c->p->nlots;
    for (uint32_t i = 0; i < pick->count && ASSAY_COMPILE_GROW(c, lots, 1); i++) {
        const struct assay_alternative *a = &c->p->alternatives[pick->first + i];
        if (a->parts != parts || a->weight == 0)
            continue;
        upto += a->weight;
        lots->dear = a->cost > lots->dear ? a->cost : lots->dear;
        c->p->lots[c->p->nlots++] = (struct assay_lot){a->pc, a->len, a->cost, upto};
        lots->count++;
    }
}

static void finish_pick(struct assay_compiler *c, struct assay_pick *pick)
{
    if (c->status)
        return;
    pick->even = true;
    for (uint32_t i = 0; i < pick->count; i++) {
        const struct assay_alternative *a = &c->p->alternatives[pick->first + i];
        pick->even &= a->weight == 1;
        pick->dear = a->cost > pick->dear ? a->cost : pick->dear;
        pick->mixed |= a->parts != c->p->alternatives[pick->first].parts;
    }
    add_lots(c, pick, false);
    add_lots(c, pick, true);
}

static void describe(struct assay_compiler *c, const struct candidate *list,
                     const struct assay_pick *pick)
{
    uint32_t divisor = weight_divisor(c, list, pick->count);

    for (uint32_t i = 0; i < pick->count; i++)
        c->p->alternatives[pick->first + i] = (struct assay_alternative){
            .cost = cost_of(c, list, i),
            .weight = weight_of(c, list[i].expr, divisor),
            .place = list[i].place,
            .parts = c->f->grows[list[i].expr] == ASSAY_GROWS_PARTS};
}

/* Each way begins with an operation of its own, be it one that does nothing. */
static void pick_bodies(struct assay_compiler *c, const struct candidate *list,
                        const struct assay_pick *pick)
{
    uint32_t ends = c->dangling; /* the pick itself, which may be one of its lines */

    for (uint32_t i = 0; i < pick->count && !c->status; i++) {
        uint32_t start = c->p->nops;
        c->p->alternatives[pick->first + i].pc = start;
        c->dangling = ASSAY_NONE;
        assay_compile_expr(c, list[i].expr, ASSAY_SHARE_ALL);
        if (assay_compile_covering(c))
            assay_compile_code(c, ASSAY_OP_LEAVE);
        assay_compile_flush(c);
        if (c->p->nops == start)
            assay_compile_code(c, ASSAY_OP_TEXT);
        assay_compile_join(c, ends);
        ends = c->dangling;
    }
}

static void pick_texts(struct assay_compiler *c, const struct candidate *list,
                       const struct assay_pick *pick)
{
    for (uint32_t i = 0; i < pick->count && !c->status; i++) {
        const struct assay_expr *e = &c->g->exprs[list[i].expr];
        bool empty = e->kind == ASSAY_EXPR_EMPTY;
        uint32_t at = assay_compile_bytes(c, empty ? "" : c->g->bytes + e->as.literal.at,
                                          empty ? 0 : e->as.literal.len);
        c->p->alternatives[pick->first + i].pc = at;
        c->p->alternatives[pick->first + i].len = empty ? 0 : e->as.literal.len;
    }
}

static bool are_texts(const struct assay_compiler *c, const struct candidate *list,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (c->g->exprs[list[i].expr].kind > ASSAY_EXPR_LITERAL)
            return false;
    return !assay_compile_covering(c);
}

static void pick_from(struct assay_compiler *c, uint32_t expr,
                      const struct candidate *list, uint32_t count)
{
    struct assay_pick pick = {.count = count, .rule = ASSAY_NONE};
    bool texts = are_texts(c, list, count);
    uint32_t number;

    if (!ASSAY_COMPILE_GROW(c, picks, 1) || !ASSAY_COMPILE_GROW(c, alternatives, count))
        return;
    if (c->f->anchor[c->rule] && c->g->rules[c->rule].body == expr)
        pick.rule = c->rule;
    number = c->p->npicks++;
    pick.first = c->p->nalternatives;
    c->p->nalternatives += count;
    describe(c, list, &pick);
    assay_compile_emit(c,
                       (struct assay_op){.code = texts ? ASSAY_OP_TEXTS : ASSAY_OP_PICK,
                                         .to.number = number,
                                         .expr = expr});
    if (texts)
        pick_texts(c, list, &pick);
    else
        pick_bodies(c, list, &pick);
    finish_pick(c, &pick);
    if (!c->status)
        c->p->picks[number] = pick;
}

void assay_compile_alternatives(struct assay_compiler *c, uint32_t expr, uint32_t skip)
{
    size_t size = c->g->exprs[expr].as.list.count * sizeof(struct candidate);
    struct candidate *list = assay_mem_new(c->p->mem, size);
    uint32_t count;
    bool open;

    if (!list) {
        c->status = ASSAY_NO_MEMORY;
        return;
    }
    count = list_candidates(c, expr, skip, list);
    open = assay_compile_open(c, expr, count > 1 && !are_texts(c, list, count));
    if (count == 1)
        assay_compile_expr(c, list[0].expr, ASSAY_SHARE_ALL);
    else
        pick_from(c, expr, list, count);
    assay_compile_close(c, open);
    assay_mem_free(c->p->mem, list, size);
}
