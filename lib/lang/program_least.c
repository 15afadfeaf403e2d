/*
 * Short sentences of rules and of the bodies of loops, listed beforehand: where little is
 * left, one of them is put in the place of a call or an iteration at once. That is most
 * of the leaves of a tree.
 *
 * There is a list for each small number of bytes beyond the shortest sentence, its
 * sentences no longer than that; where there are more than a list takes, it has some of
 * each sort. A list is made of lists for fewer bytes, or for as many of rules of lesser
 * height (each way around a cycle of rules costs a byte), so they are made in that order.
 *
 * In a record a line is one choice, which cannot be taken apart. There, lists have atoms
 * only: what is optional is absent, what is repeated is there as seldom as can be. Such a
 * sentence is as simple as the alternatives in it allow.
 */
#include "choice/prng.h"
#include "lang/compiler.h"
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 64         /* that are looked at at once */
#define LIST_MAX 160         /* lines of a list */
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
    bool cut;               /* there were too many */
    bool atoms;             /* bytes more than the shortest only by other alternatives */
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
    enum assay_status status = assay_charset_init(&set, c->base.g, e, &c->scratch);

    if (status) {
        c->base.status = status;
        return false;
    }
    count = assay_charset_plain(&set, list);
    ret->count = count < LINES_MAX ? count : LINES_MAX;
    c->cut |= count > LINES_MAX || set.simplicity != ASSAY_SIMPLE_ALL;
    for (uint32_t i = 0; i < ret->count; i++)
        ret->at[i] = (struct assay_line){.text = {(char)list[i]}, .len = 1};
    return count > 0;
}

static bool collect_rule(struct collector *c, uint32_t rule, uint32_t extra,
                         struct lines *ret)
{
    const struct assay_list *list = &c->base.p->lists[rule];
    uint32_t count = list->upto[extra];

    ret->count = count < LINES_MAX ? count : LINES_MAX;
    c->cut |= count > LINES_MAX || !list->all;
    for (uint32_t i = 0; i < ret->count; i++)
        ret->at[i] = c->base.p->lines[list->first + (uint64_t)i * count / ret->count];
    return count > 0;
}

/* Adds `room` of the lines, the first among them. If they are fewer and others are
 * longer, some are added more than once, so that all sorts are as likely in what is made
 * of them.
 */
static void add_some(struct collector *c, struct lines *to, const struct lines *from,
                     uint32_t room, uint32_t extra)
{
    c->cut |= from->count > room;
    if ((extra == 0 || c->atoms) && from->count < room)
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
    uint32_t all = old.count * by->count, tries = all <= LINES_MAX ? all : 4 * LINES_MAX;

    c->cut |= all > LINES_MAX;
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

static bool append(struct collector *c, uint32_t expr, uint32_t extra, uint32_t depth,
                   uint64_t *len, struct lines *lines)
{
    struct lines next;

    *len += c->base.f->shortest[expr];
    return collect(c, expr, extra, depth, &next) &&
           multiply(c, lines, &next, limit(*len + extra));
}

static bool collect_sequence(struct collector *c, const struct assay_expr *e,
                             uint32_t extra, uint32_t depth, struct lines *ret)
{
    uint64_t len = 0;

    collect_text(ret, "", 0);
    for (uint32_t k = 0; k < e->as.list.count; k++)
        if (!append(c, c->base.g->items[e->as.list.first + k], extra, depth, &len, ret))
            return false;
    return true;
}

/* An element of a list and the separator behind it, which is as short as can be. The
 * latter is the first `separator` items of the body. */
static bool collect_element(struct collector *c, const struct assay_expr *body,
                            uint32_t separator, uint32_t extra, struct lines *ret)
{
    const uint32_t *items = c->base.g->items + body->as.list.first;
    uint64_t len = 0;

    collect_text(ret, "", 0);
    for (uint32_t k = separator; k < body->as.list.count; k++)
        if (!append(c, items[k], extra, 0, &len, ret))
            return false;
    len += extra;
    for (uint32_t k = 0; k < separator; k++)
        if (!append(c, items[k], 0, 0, &len, ret))
            return false;
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

static bool collect_repeat(struct collector *c, const struct assay_expr *e,
                           uint32_t extra, uint32_t depth, struct lines *ret)
{
    uint32_t each = c->base.f->shortest[e->as.repeat.body];
    uint32_t min = each > 0 ? e->as.repeat.min : 0, cost = each > 0 ? each : 1;
    uint32_t more = e->as.repeat.max - min, most = extra / cost;
    struct lines some;

    if (c->atoms || c->base.f->grows[e->as.repeat.body] == ASSAY_GROWS_NOT ||
        assay_charset_blank(c->base.g, &c->base.g->exprs[e->as.repeat.body]))
        more = 0; /* white space takes nothing of the little there is */
    most = more < most ? more : most;
    if (most == 0)
        return collect_times(c, e, min, extra, depth, ret);
    ret->count = 0;
    for (uint32_t n = 0; n <= most; n++) {
        if (collect_times(c, e, min + n, extra - n * cost, depth, &some))
            add_some(c, ret, &some, LINES_MAX / (most + 1), extra);
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
        add_some(c, ret, &next, room, extra);
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
        return collect_sequence(c, e, extra, depth + 1, ret);
    case ASSAY_EXPR_ALT:
        return collect_alternatives(c, expr, extra, depth + 1, ret);
    case ASSAY_EXPR_REPEAT:
        return collect_repeat(c, e, extra, depth + 1, ret);
    }
    return false;
}

/* ---- Lists. */

/* A place for a line among those of a list, the shorter ones first; LIST_MAX if it is
 * there already. */
static uint32_t place_for(const struct assay_line *lines, uint32_t count,
                          const struct assay_line *line)
{
    uint32_t place = count;

    for (uint32_t i = 0; i < count; i++) {
        if (lines[i].len == line->len &&
            memcmp(lines[i].text, line->text, line->len) == 0)
            return LIST_MAX;
        if (lines[i].len > line->len && place == count)
            place = i;
    }
    return place;
}

static uint32_t insert_line(struct assay_line *lines, uint32_t count,
                            const struct assay_line *line)
{
    uint32_t place = place_for(lines, count, line);

    if (place == LIST_MAX)
        return count;
    memmove(lines + place + 1, lines + place, (count - place) * sizeof *lines);
    lines[place] = *line;
    return count + 1;
}

static bool make_room(struct collector *c, struct assay_list *list)
{
    struct assay_program *p = c->base.p;

    if (p->nlines >= ALL_LINES_MAX || !ASSAY_COMPILE_GROW(&c->base, lines, LIST_MAX))
        return false;
    list->first = p->nlines;
    memset(p->lines + p->nlines, 0, LIST_MAX * sizeof *p->lines);
    p->nlines += LIST_MAX;
    return true;
}

/* Adds lines with up to `extra` bytes more than the shortest; all with fewer are there.
 */
static void add_lines(struct collector *c, struct assay_list *list,
                      const struct lines *lines, uint32_t extra)
{
    uint32_t count = extra > 0 ? list->upto[extra - 1] : 0;
    uint32_t most = LIST_MAX * (extra + 1) / ASSAY_LIST_EXTRA;

    if (extra == 0 && !make_room(c, list))
        return;
    if (extra == 0)
        list->all = !c->cut && lines->count <= most;
    for (uint32_t i = 0; i < lines->count && count < most; i++)
        count = insert_line(c->base.p->lines + list->first, count, &lines->at[i]);
    list->upto[extra] = count;
}

/* A list for more bytes begins as the one for fewer. */
static void list_rule(struct collector *c, uint32_t rule, uint32_t extra)
{
    struct assay_list *list = &c->base.p->lists[rule];
    struct lines lines;

    if (c->base.status || (extra > 0 && list->upto[0] == 0))
        return;
    c->cut = false;
    if (!collect(c, c->base.g->rules[rule].body, extra, 0, &lines))
        lines.count = 0;
    if (extra > 0 || lines.count > 0)
        add_lines(c, list, &lines, extra);
}

static void list_loop(struct collector *c, const struct assay_op *op, uint32_t separator,
                      uint32_t extra)
{
    struct assay_list *list = &c->base.p->lists[op->to.number];
    uint32_t body = c->base.g->exprs[op->expr].as.repeat.body;
    struct lines lines;
    bool found;

    if (c->base.status || (extra > 0 && list->upto[0] == 0))
        return;
    c->cut = false;
    if (separator > 0)
        found = collect_element(c, &c->base.g->exprs[body], separator, extra, &lines);
    else
        found = collect(c, body, extra, 0, &lines);
    if (!found)
        lines.count = 0;
    if (extra > 0 || lines.count > 0)
        add_lines(c, list, &lines, extra);
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
    for (uint32_t extra = 0; extra < ASSAY_LIST_EXTRA; extra++)
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
        uint32_t separator = op->d;
        if (op->code != ASSAY_OP_LOOP || op->to.number == SIZE_MAX)
            continue;
        op->d = separator_length(c, op, separator);
        for (uint32_t extra = 0; extra < ASSAY_LIST_EXTRA; extra++)
            list_loop(c, op, separator, extra);
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
    c.atoms = p->purpose == ASSAY_PROGRAM_RECORDED;
    assay_arena_init(&c.scratch, p->mem, 0);
    assay_prng_init(&c.prng, 0, 0);
    list_rules(&c);
    if (!c.base.status)
        list_loops(&c);
    assay_arena_done(&c.scratch);
    return c.base.status;
}
