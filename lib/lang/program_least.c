/*
 * The shortest sentences of the rules, where they are few and short: when little is left,
 * one of them is put in the place of a call at once. That is most of the leaves of a
 * tree. Where there are more than a list takes, it has some of them.
 *
 * A rule's shortest sentences are made of those of rules of lesser height, so rules are
 * looked at in that order.
 */
#include "base/hash.h"
#include "lang/compiler.h"
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 64
#define COLLECT_DEPTH 24 /* of expressions inside each other */

struct lines {
    struct assay_line at[LINES_MAX];
    uint32_t count;
};

struct collector {
    struct assay_compiler base; /* for its arrays */
    struct assay_arena scratch;
};

/* The shortest sentences of an expression; false where they cannot be listed. */
static bool collect(struct collector *c, uint32_t expr, uint32_t depth,
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

static bool collect_rule(const struct collector *c, uint32_t rule, struct lines *ret)
{
    const struct assay_list *list = &c->base.p->lists[rule];

    ret->count = list->count;
    if (list->count > 0)
        memcpy(ret->at, c->base.p->lines + list->first, list->count * sizeof *ret->at);
    return list->count > 0;
}

static bool join(struct assay_line *a, const struct assay_line *b)
{
    if (a->len + b->len > ASSAY_LINE_MAX)
        return false;
    memcpy(a->text + a->len, b->text, b->len);
    a->len = (uint8_t)(a->len + b->len);
    return true;
}

/* Each of the lines followed by each of the others; if that is too many, some, of which
 * the first is the simplest. */
static bool multiply(struct lines *lines, const struct lines *by)
{
    struct lines old = *lines;
    uint32_t all = old.count * by->count;

    lines->count = all < LINES_MAX ? all : LINES_MAX;
    for (uint32_t i = 0; i < lines->count; i++) {
        uint64_t pick = all <= LINES_MAX || i == 0 ? i : assay_hash_step(i, all) % all;
        lines->at[i] = old.at[pick / by->count];
        if (!join(&lines->at[i], &by->at[pick % by->count]))
            return false;
    }
    return true;
}

static bool collect_sequence(struct collector *c, const struct assay_expr *e,
                             uint32_t depth, struct lines *ret)
{
    struct lines next;

    collect_text(ret, "", 0);
    for (uint32_t k = 0; k < e->as.list.count; k++)
        if (!collect(c, c->base.g->items[e->as.list.first + k], depth, &next) ||
            !multiply(ret, &next))
            return false;
    return true;
}

static bool collect_repeat(struct collector *c, const struct assay_expr *e,
                           uint32_t depth, struct lines *ret)
{
    struct lines body;

    collect_text(ret, "", 0);
    if (e->as.repeat.min == 0 || c->base.f->shortest[e->as.repeat.body] == 0)
        return true;
    if (e->as.repeat.min > ASSAY_LINE_MAX || !collect(c, e->as.repeat.body, depth, &body))
        return false;
    for (uint32_t k = 0; k < e->as.repeat.min; k++)
        if (!multiply(ret, &body))
            return false;
    return true;
}

/* The one of least height has to be there; others may be, unless they lead back to where
 * they are. Weights, where they differ, no list can tell. */
static bool collect_alternatives(struct collector *c, uint32_t expr, uint32_t depth,
                                 struct lines *ret)
{
    const struct assay_facts *f = c->base.f;
    const struct assay_expr *e = &c->base.g->exprs[expr];
    struct lines next;

    ret->count = 0;
    for (uint32_t k = 0; k < e->as.list.count; k++) {
        uint32_t of = c->base.g->items[e->as.list.first + k];
        bool least = f->height[of] == f->height[expr];
        if (f->shortest[of] > f->shortest[expr] ||
            (!least && f->grows[of] == ASSAY_GROWS_PARTS))
            continue;
        next.count = 0;
        if (c->base.g->exprs[of].weight != 1 || (!collect(c, of, depth, &next) && least))
            return false;
        for (uint32_t i = 0; i < next.count && ret->count < LINES_MAX; i++)
            ret->at[ret->count++] = next.at[i];
    }
    return ret->count > 0;
}

static bool collect(struct collector *c, uint32_t expr, uint32_t depth, struct lines *ret)
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
        return collect_rule(c, e->as.call.rule, ret);
    case ASSAY_EXPR_SEQ:
        return collect_sequence(c, e, depth + 1, ret);
    case ASSAY_EXPR_ALT:
        return collect_alternatives(c, expr, depth + 1, ret);
    case ASSAY_EXPR_REPEAT:
        return collect_repeat(c, e, depth + 1, ret);
    }
    return false;
}

static void list_rule(struct collector *c, uint32_t rule)
{
    struct assay_program *p = c->base.p;
    struct lines lines;

    if (c->base.status || !collect(c, c->base.g->rules[rule].body, 0, &lines) ||
        !ASSAY_COMPILE_GROW(&c->base, lines, lines.count))
        return;
    p->lists[rule] = (struct assay_list){p->nlines, lines.count};
    memcpy(p->lines + p->nlines, lines.at, lines.count * sizeof *lines.at);
    p->nlines += lines.count;
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

enum assay_status assay_compile_least(struct assay_program *p)
{
    const struct assay_grammar *g = p->grammar;
    struct collector c = {.base = {.g = g, .f = p->facts, .p = p}};
    struct tall *order;

    assay_arena_init(&c.scratch, p->mem, 0);
    order = assay_arena_new(&c.scratch, g->nrules, sizeof *order);
    if (!order)
        c.base.status = ASSAY_NO_MEMORY;
    for (uint32_t r = 0; r < g->nrules && order; r++)
        order[r] = (struct tall){p->facts->height[g->rules[r].body], r};
    if (order)
        qsort(order, g->nrules, sizeof *order, compare_heights);
    for (uint32_t r = 0; r < g->nrules && order; r++)
        list_rule(&c, order[r].rule);
    assay_arena_done(&c.scratch);
    return c.base.status;
}
