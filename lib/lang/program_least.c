/*
 * Short sentences of rules and of the bodies of loops, listed beforehand: where little is
 * left, one of them is put in the place of a call or an iteration at once. That is most
 * of the leaves of a tree.
 *
 * There is a list for each small number of bytes beyond the shortest sentence, its
 * sentences no longer than that; where there are more than a list takes, it has some of
 * each sort. A list is made of lists for fewer bytes, or for as many of rules of lesser
 * height (each way around a cycle of rules costs a byte), so they are made in that order.
 */
#include "choice/prng.h"
#include "lang/compiler.h"
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 64         /* of a list */
#define ALL_LINES_MAX 32768u /* of a program; lists past it are not made */
#define COLLECT_DEPTH 24     /* of expressions inside each other */

struct lines {
    struct assay_line at[LINES_MAX];
    uint32_t count;
};

struct collector {
    struct assay_compiler base; /* for its arrays */
    struct assay_arena scratch;
    struct assay_prng prng; /* which of too many sentences are listed */
};

/* Sentences of an expression with up to `extra` bytes more than the shortest; false where
 * they cannot be listed. The first is a shortest one. */
static bool collect(struct collector *c, uint32_t expr, uint32_t extra, uint32_t depth,
                    struct lines *ret);

static bool collect_text(struct lines *ret, const char *bytes, uint32_t len)
{
    if (len > ASSAY_LINE_MAX)
        return false;
    ret->count = 1;
    memset(ret->at, 0, sizeof *ret->at);
    memcpy(ret->at[0].text, bytes, len);
    ret->at[0].len = (uint8_t)len;
    return true;
}

static bool collect_set(struct collector *c, const struct assay_expr *e,
                        struct lines *ret)
{
    struct assay_charset set;
    uint8_t list[256];
    uint32_t count;

    c->base.status = assay_charset_init(&set, c->base.g, e, &c->scratch);
    if (c->base.status)
        return false;
    count = assay_charset_plain(&set, list);
    ret->count = count < LINES_MAX ? count : LINES_MAX;
    for (uint32_t i = 0; i < ret->count; i++)
        ret->at[i] = (struct assay_line){.text = {(char)list[i]}, .len = 1};
    return count > 0;
}

static bool collect_rule(const struct collector *c, uint32_t rule, uint32_t extra,
                         struct lines *ret)
{
    const struct assay_list *list = &c->base.p->lists[rule].of[extra];

    ret->count = list->count;
    if (list->count > 0)
        memcpy(ret->at, c->base.p->lines + list->first, list->count * sizeof *ret->at);
    return list->count > 0;
}

/* Adds `room` of the lines, the first among them. If they are fewer and others are
 * longer, some are added more than once, so that all sorts are as likely in what is made
 * of them.
 */
static void add_some(struct lines *to, const struct lines *from, uint32_t room,
                     uint32_t extra)
{
    if (extra == 0 && from->count < room)
        room = from->count;
    for (uint32_t i = 0; i < room && to->count < LINES_MAX; i++)
        to->at[to->count++] = from->at[(uint64_t)i * from->count / room];
}

static bool join(struct assay_line *a, const struct assay_line *b, uint32_t most)
{
    if ((uint32_t)a->len + b->len > most)
        return false;
    memcpy(a->text + a->len, b->text, b->len);
    a->len = (uint8_t)(a->len + b->len);
    return true;
}

/* The lines, followed by one of the others each, no longer than `most`: all pairs, or if
 * they are too many, some. */
static bool multiply(struct collector *c, struct lines *lines, const struct lines *by,
                     uint32_t most)
{
    struct lines old = *lines;
    uint32_t all = old.count * by->count, tries = all < LINES_MAX ? all : 4 * LINES_MAX;

    lines->count = 0;
    for (uint32_t i = 0; i < tries && lines->count < LINES_MAX; i++) {
        uint64_t pick =
            all <= LINES_MAX || i == 0 ? i : assay_prng_upto(&c->prng, all - 1);
        struct assay_line line = old.at[pick / by->count];
        if (join(&line, &by->at[pick % by->count], most))
            lines->at[lines->count++] = line;
    }
    return lines->count > 0;
}

static uint32_t limit(uint64_t len)
{
    return len < ASSAY_LINE_MAX ? (uint32_t)len : ASSAY_LINE_MAX;
}

/* A sequence; the first `bare` items have no bytes beyond the shortest. */
static bool collect_sequence(struct collector *c, const struct assay_expr *e,
                             uint32_t bare, uint32_t extra, uint32_t depth,
                             struct lines *ret)
{
    struct lines next;
    uint64_t len = 0;

    collect_text(ret, "", 0);
    for (uint32_t k = 0; k < e->as.list.count; k++) {
        uint32_t of = c->base.g->items[e->as.list.first + k], more = k < bare ? 0 : extra;
        len += c->base.f->shortest[of];
        if (!collect(c, of, more, depth, &next) ||
            !multiply(c, ret, &next, limit(len + more)))
            return false;
    }
    return true;
}

/* A number of iterations. */
static bool collect_times(struct collector *c, const struct assay_expr *e, uint32_t count,
                          uint32_t extra, uint32_t depth, struct lines *ret)
{
    uint32_t body = e->as.repeat.body;
    struct lines one;

    collect_text(ret, "", 0);
    if (count > ASSAY_LINE_MAX || (count > 0 && !collect(c, body, extra, depth, &one)))
        return false;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t len = (uint64_t)c->base.f->shortest[body] * (k + 1) + extra;
        if (!multiply(c, ret, &one, limit(len)))
            return false;
    }
    return true;
}

/* White space takes nothing of the little there is. */
static bool is_blank(struct collector *c, uint32_t expr)
{
    struct assay_charset set;

    if (c->base.g->exprs[expr].kind != ASSAY_EXPR_SET)
        return false;
    c->base.status =
        assay_charset_init(&set, c->base.g, &c->base.g->exprs[expr], &c->scratch);
    return c->base.status == ASSAY_OK && set.blank;
}

static bool collect_repeat(struct collector *c, const struct assay_expr *e,
                           uint32_t extra, uint32_t depth, struct lines *ret)
{
    uint32_t each = c->base.f->shortest[e->as.repeat.body];
    uint32_t min = each > 0 ? e->as.repeat.min : 0, cost = each > 0 ? each : 1;
    uint32_t more = e->as.repeat.max - min, most = extra / cost;
    struct lines some;

    if (c->base.f->grows[e->as.repeat.body] == ASSAY_GROWS_NOT ||
        is_blank(c, e->as.repeat.body))
        more = 0;
    most = more < most ? more : most;
    ret->count = 0;
    for (uint32_t n = 0; n <= most; n++) {
        if (collect_times(c, e, min + n, extra - n * cost, depth, &some))
            add_some(ret, &some, LINES_MAX / (most + 1), extra);
        else if (n == 0)
            return false;
    }
    return true;
}

/* Whether an alternative can be had; *ret_extra is then what is left for it. As in
 * program_pick.c, one that leads back costs a byte unless it is the shortest way. */
static bool is_affordable(const struct collector *c, uint32_t expr, uint32_t of,
                          uint32_t extra, uint32_t *ret_extra)
{
    const struct assay_facts *f = c->base.f;
    uint32_t cost = f->shortest[of] - f->shortest[expr];
    bool least = f->height[of] == f->height[expr];

    if (cost == 0 && !least && f->grows[of] == ASSAY_GROWS_PARTS)
        cost = 1;
    if (cost > extra)
        return false;
    *ret_extra = extra - cost;
    return true;
}

static uint32_t count_affordable(const struct collector *c, uint32_t expr, uint32_t extra)
{
    const struct assay_expr *e = &c->base.g->exprs[expr];
    uint32_t count = 0, left;

    for (uint32_t k = 0; k < e->as.list.count; k++)
        count +=
            is_affordable(c, expr, c->base.g->items[e->as.list.first + k], extra, &left);
    return count;
}

/* Weights, where they differ, no list can tell. */
static bool collect_alternatives(struct collector *c, uint32_t expr, uint32_t extra,
                                 uint32_t depth, struct lines *ret)
{
    const struct assay_expr *e = &c->base.g->exprs[expr];
    uint32_t count = count_affordable(c, expr, extra), left;
    uint32_t room = count < LINES_MAX ? LINES_MAX / count : 1;
    struct lines next;

    ret->count = 0;
    for (uint32_t k = 0; k < e->as.list.count; k++) {
        uint32_t of = c->base.g->items[e->as.list.first + k];
        if (!is_affordable(c, expr, of, extra, &left))
            continue;
        if (c->base.g->exprs[of].weight != 1 || !collect(c, of, left, depth, &next))
            return false;
        add_some(ret, &next, room, extra);
    }
    return ret->count > 0;
}

static bool collect(struct collector *c, uint32_t expr, uint32_t extra, uint32_t depth,
                    struct lines *ret)
{
    const struct assay_expr *e = &c->base.g->exprs[expr];

    if (depth == COLLECT_DEPTH || c->base.f->shortest[expr] > ASSAY_LINE_MAX)
        return false;
    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        return collect_text(ret, "", 0);
    case ASSAY_EXPR_LITERAL:
        return collect_text(ret, c->base.g->bytes + e->as.literal.at, e->as.literal.len);
    case ASSAY_EXPR_SET:
        return collect_set(c, e, ret);
    case ASSAY_EXPR_CALL:
        return collect_rule(c, e->as.call.rule, extra, ret);
    case ASSAY_EXPR_SEQ:
        return collect_sequence(c, e, 0, extra, depth + 1, ret);
    case ASSAY_EXPR_ALT:
        return collect_alternatives(c, expr, extra, depth + 1, ret);
    case ASSAY_EXPR_REPEAT:
        return collect_repeat(c, e, extra, depth + 1, ret);
    }
    return false;
}

/* ---- Lists. */

/* The shorter first, in the order in which they were found. No two are equal. */
static void sort_lines(struct lines *lines)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < lines->count; i++) {
        struct assay_line line = lines->at[i];
        uint32_t k = count;
        bool known = false;
        for (uint32_t j = 0; j < count && !known; j++)
            known = lines->at[j].len == line.len &&
                    memcmp(lines->at[j].text, line.text, line.len) == 0;
        if (known)
            continue;
        for (; k > 0 && lines->at[k - 1].len > line.len; k--)
            lines->at[k] = lines->at[k - 1];
        lines->at[k] = line;
        count++;
    }
    lines->count = count;
}

static void add_list(struct collector *c, struct lines *lines, struct assay_list *ret)
{
    struct assay_program *p = c->base.p;

    sort_lines(lines);
    if (!ASSAY_COMPILE_GROW(&c->base, lines, (size_t)lines->count + 1))
        return;
    *ret = (struct assay_list){p->nlines, lines->count};
    memcpy(p->lines + p->nlines, lines->at, lines->count * sizeof *lines->at);
    p->nlines += lines->count;
    memset(p->lines + p->nlines, 0, sizeof *p->lines); /* may be read beyond the last */
}

static void list_rule(struct collector *c, uint32_t rule, uint32_t extra)
{
    struct lines lines;

    if (!c->base.status && c->base.p->nlines < ALL_LINES_MAX &&
        collect(c, c->base.g->rules[rule].body, extra, 0, &lines))
        add_list(c, &lines, &c->base.p->lists[rule].of[extra]);
}

/* The first `items` of the body are a separator. */
static void list_loop(struct collector *c, const struct assay_op *op, uint32_t items,
                      uint32_t extra)
{
    uint32_t body = c->base.g->exprs[op->expr].as.repeat.body;
    const struct assay_expr *e = &c->base.g->exprs[body];
    struct lines lines;
    bool found;

    if (c->base.status || c->base.p->nlines >= ALL_LINES_MAX)
        return;
    if (items > 0)
        found = collect_sequence(c, e, items, extra, 0, &lines);
    else
        found = collect(c, body, extra, 0, &lines);
    if (found)
        add_list(c, &lines, &c->base.p->lists[op->of].of[extra]);
}

/* A rule and its height, while they are put in order. */
struct tall {
    uint32_t height, rule;
};

static int compare_heights(const void *a, const void *b)
{
    const struct tall *x = a, *y = b;

    if (x->height != y->height)
        return x->height < y->height ? -1 : 1;
    return x->rule < y->rule ? -1 : x->rule > y->rule;
}

static void list_rules(struct collector *c)
{
    const struct assay_grammar *g = c->base.g;
    struct tall *order = assay_arena_new(&c->scratch, g->nrules, sizeof *order);

    if (!order) {
        c->base.status = ASSAY_NO_MEMORY;
        return;
    }
    for (uint32_t r = 0; r < g->nrules; r++)
        order[r] = (struct tall){c->base.f->height[g->rules[r].body], r};
    qsort(order, g->nrules, sizeof *order, compare_heights);
    for (uint32_t extra = 0; extra < ASSAY_LISTS; extra++)
        for (uint32_t r = 0; r < g->nrules; r++)
            list_rule(c, order[r].rule, extra);
}

/* Bytes of the first `items` of a loop's body in a line of it. */
static uint32_t separator_length(const struct collector *c, const struct assay_op *op,
                                 uint32_t items)
{
    const struct assay_grammar *g = c->base.g;
    const struct assay_expr *body = &g->exprs[g->exprs[op->expr].as.repeat.body];
    uint32_t len = 0;

    for (uint32_t k = 0; k < items; k++)
        len += c->base.f->shortest[g->items[body->as.list.first + k]];
    return len;
}

/* Until now d is the number of items of a separator. */
static void list_loops(struct collector *c)
{
    for (uint32_t pc = 0; pc < c->base.p->nops; pc++) {
        struct assay_op *op = &c->base.p->ops[pc];
        uint32_t items = op->d;
        if (op->code != ASSAY_OP_LOOP)
            continue;
        op->d = separator_length(c, op, items);
        for (uint32_t extra = 0; extra < ASSAY_LISTS && op->of != ASSAY_NONE; extra++)
            list_loop(c, op, items, extra);
    }
}

enum assay_status assay_compile_least(struct assay_program *p)
{
    const struct assay_grammar *g = p->grammar;
    struct collector c = {.base = {.g = g, .f = p->facts, .p = p}};

    p->lists =
        assay_arena_new(&p->arena, (size_t)g->nrules + p->nloops, sizeof *p->lists);
    if (!p->lists)
        return ASSAY_NO_MEMORY;
    if (p->purpose == ASSAY_PROGRAM_COVERING)
        return ASSAY_OK;
    assay_arena_init(&c.scratch, p->mem, 0);
    assay_prng_init(&c.prng, 0, 0);
    list_rules(&c);
    if (!c.base.status)
        list_loops(&c);
    assay_arena_done(&c.scratch);
    return c.base.status;
}
