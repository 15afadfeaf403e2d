/*
 * Expressions: which alternative, how many iterations, so that the text stays within its
 * budget and has the children that are wanted.
 *
 * Alternatives are chosen shortest first, so that the simplest choices give the shortest
 * sentence. One that turns out to be impossible is undone and not chosen again.
 */
#include "lang/factor.h"
#include "lang/solver.h"
#include <string.h>

#define DEEP (ASSAY_SOLVER_DEPTH / 2) /* from here on only what ends soon */
#define MAX_ITERATIONS 4096

/* How many children of a name an expression can have. */
struct span_of {
    uint64_t lo, hi;
};

static bool is_called(const struct assay_grammar *g, uint32_t sym, uint32_t name)
{
    return g->syms[sym].label == name || g->rules[g->syms[sym].rule].name == name;
}

static struct span_of children(const struct assay_solver *s, uint32_t expr, uint32_t name)
{
    const struct assay_expr *e = &s->g->exprs[expr];
    struct span_of all = {0, 0};

    switch (e->kind) {
    case ASSAY_EXPR_CALL:
        all.lo = all.hi = is_called(s->g, e->as.call.sym, name);
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++) {
            struct span_of one = children(s, s->g->items[e->as.list.first + i], name);

            if (e->kind == ASSAY_EXPR_SEQ)
                all = (struct span_of){all.lo + one.lo, all.hi + one.hi};
            else if (i == 0)
                all = one;
            else
                all = (struct span_of){one.lo < all.lo ? one.lo : all.lo,
                                       one.hi > all.hi ? one.hi : all.hi};
        }
        break;
    case ASSAY_EXPR_REPEAT:
        all = children(s, e->as.repeat.body, name);
        all.lo *= e->as.repeat.min;
        all.hi *= e->as.repeat.max;
        break;
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
    if (all.hi > UINT32_MAX)
        all.hi = UINT32_MAX;
    return all;
}

/* The children of that name made since node number `from`. */
static uint32_t made_since(const struct assay_solver *s, uint32_t from, uint32_t name)
{
    uint32_t made = 0;

    for (uint32_t i = from; i < s->tree.count; i += s->tree.nodes[i].size)
        made += is_called(s->g, s->tree.nodes[i].sym, name);
    return made;
}

/* What is wanted of one element when others, with these possibilities, come after it. */
static bool share(const struct assay_want *want, uint32_t made, struct span_of one,
                  struct span_of rest, struct assay_want *ret)
{
    int64_t lo = (int64_t)want->lo - made - (int64_t)rest.hi;
    int64_t hi = (int64_t)want->hi - made - (int64_t)rest.lo;

    if (lo < (int64_t)one.lo)
        lo = (int64_t)one.lo;
    if (hi > (int64_t)one.hi)
        hi = (int64_t)one.hi;
    if (lo > hi)
        return false;
    *ret = (struct assay_want){want->name, (uint32_t)lo, (uint32_t)hi};
    return true;
}

/* ---- */

/* How a sequence gives out its budget and what is wanted of it. */
struct dealer {
    const uint32_t *items;
    uint32_t count, next;
    uint32_t budget, needed, endless; /* of the elements from `next` on */
    size_t start;
    uint32_t from; /* node number at the start */
    const struct assay_want *want;
    struct span_of rest;
};

static void deal(struct assay_solver *s, struct dealer *d)
{
    d->start = s->text.len;
    d->from = s->tree.count;
    for (uint32_t i = 0; i < d->count; i++) {
        d->needed += s->lang->facts.shortest[d->items[i]];
        d->endless += s->lang->facts.endless[d->items[i]] != 0;
        if (d->want) {
            struct span_of one = children(s, d->items[i], d->want->name);

            d->rest = (struct span_of){d->rest.lo + one.lo, d->rest.hi + one.hi};
        }
    }
}

/* The next element. */
static enum assay_status deal_one(struct assay_solver *s, struct dealer *d)
{
    uint32_t item = d->items[d->next++], used = (uint32_t)(s->text.len - d->start), room;
    struct assay_want mine;

    d->needed -= s->lang->facts.shortest[item];
    if (d->want) {
        struct span_of one = children(s, item, d->want->name);

        d->rest = (struct span_of){d->rest.lo - one.lo, d->rest.hi - one.hi};
        if (!share(d->want, made_since(s, d->from, d->want->name), one, d->rest, &mine))
            return ASSAY_NO_MATCH;
    }
    room = used + d->needed < d->budget ? d->budget - used - d->needed : 0;
    /* Not all of it to the first of several that can take any. */
    if (s->lang->facts.endless[item])
        room = (uint32_t)((uint64_t)room * 2 / (1 + d->endless--));
    return assay_solver_expr(s, item, room, d->want ? &mine : NULL);
}

static enum assay_status deal_all(struct assay_solver *s, const uint32_t *items,
                                  uint32_t count, uint32_t budget,
                                  const struct assay_want *want)
{
    struct dealer d = {.items = items, .count = count, .budget = budget, .want = want};
    enum assay_status status = ASSAY_OK;

    deal(s, &d);
    while (d.next < count && !status)
        status = deal_one(s, &d);
    return status;
}

/* x (sep x)* as one list. */
static enum assay_status separated(struct assay_solver *s, const uint32_t *items,
                                   uint32_t count, uint32_t budget);

static enum assay_status sequence(struct assay_solver *s, uint32_t expr, uint32_t budget,
                                  const struct assay_want *want)
{
    const struct assay_expr *e = &s->g->exprs[expr];
    struct assay_shape shape = s->shapes[expr];
    struct dealer d = {.items = s->g->items + e->as.list.first,
                       .count = e->as.list.count,
                       .budget = budget,
                       .want = want};
    enum assay_status status = ASSAY_OK;

    deal(s, &d);
    while (d.next < d.count && !status) {
        uint32_t used = (uint32_t)(s->text.len - d.start);

        if (want || shape.count == 0 || d.next != shape.at) {
            status = deal_one(s, &d);
            continue;
        }
        for (uint32_t i = 0; i <= shape.count; i++) {
            d.needed -= s->lang->facts.shortest[d.items[d.next]];
            d.endless -= s->lang->facts.endless[d.items[d.next++]] != 0;
        }
        status = separated(s, d.items + shape.at, shape.count,
                           used + d.needed < budget ? budget - used - d.needed : 0);
    }
    return status;
}

/* The alternatives that fit, shortest first. */
static uint32_t fitting(const struct assay_solver *s, const struct assay_expr *e,
                        uint32_t budget, const struct assay_want *want, uint32_t *ret)
{
    const struct assay_facts *facts = &s->lang->facts;
    const uint32_t *items = s->g->items + e->as.list.first;
    const uint32_t *cost = s->nopen > DEEP ? facts->height : facts->shortest;
    uint32_t n = 0, least = UINT32_MAX;

    for (uint32_t i = 0; i < e->as.list.count; i++) {
        struct span_of can =
            want ? children(s, items[i], want->name) : (struct span_of){0};

        if (want && (can.lo > want->hi || can.hi < want->lo))
            continue;
        if (cost[items[i]] < least)
            least = cost[items[i]];
    }
    for (uint32_t i = 0; i < e->as.list.count; i++) {
        struct span_of can =
            want ? children(s, items[i], want->name) : (struct span_of){0};
        uint32_t at = n;

        if (want && (can.lo > want->hi || can.hi < want->lo))
            continue;
        if (cost[items[i]] > least && (s->nopen > DEEP || cost[items[i]] > budget))
            continue;
        while (at > 0 && cost[ret[at - 1]] > cost[items[i]]) {
            ret[at] = ret[at - 1];
            at--;
        }
        ret[at] = items[i];
        n++;
    }
    return n;
}

static enum assay_status alternatives(struct assay_solver *s, const struct assay_expr *e,
                                      uint32_t budget, const struct assay_want *want)
{
    uint32_t *at = assay_arena_new(&s->values, e->as.list.count, 2 * sizeof *at);
    uint32_t *weights = at ? at + e->as.list.count : NULL;
    struct assay_mark mark = assay_solver_mark(s);
    enum assay_status status = ASSAY_NO_MATCH;
    uint32_t n = at ? fitting(s, e, budget, want, at) : 0, index = 0;

    if (!at)
        return ASSAY_NO_MEMORY;
    while (n > 0 && status == ASSAY_NO_MATCH) {
        uint32_t total = 0;

        for (uint32_t i = 0; i < n; i++)
            total += weights[i] = s->g->exprs[at[i]].weight;
        status = assay_choose_index(s->t, n, total > 0 ? weights : NULL, &index);
        if (!status)
            status = assay_solver_expr(s, at[index], budget, want);
        if (status != ASSAY_NO_MATCH)
            break;
        status = assay_solver_undo(s, mark);
        if (status)
            break;
        status = ASSAY_NO_MATCH;
        n--;
        memmove(at + index, at + index + 1, (n - index) * sizeof *at);
    }
    return status;
}

/* ---- Repetition. */

/* How many iterations there may be. */
static bool bounds(const struct assay_solver *s, const struct assay_expr *e,
                   uint32_t budget, const struct assay_want *want, uint32_t *ret_lo,
                   uint32_t *ret_hi)
{
    uint32_t each = s->lang->facts.shortest[e->as.repeat.body];
    uint32_t min = e->as.repeat.min, max = e->as.repeat.max, room;
    uint64_t spent = (uint64_t)each * min;
    struct span_of one;

    room = spent < budget ? (uint32_t)(budget - spent) / (each + 1) : 0;
    if (max - min > room)
        max = min + room;
    if (want) {
        one = children(s, e->as.repeat.body, want->name);
        if (one.hi > 0) {
            uint64_t least = (want->lo + one.hi - 1) / one.hi;
            uint64_t most = one.lo > 0 ? want->hi / one.lo : max;

            if (least > min)
                min = (uint32_t)least;
            if (max < min)
                max = min;
            if (most < max)
                max = (uint32_t)most;
            if (max > e->as.repeat.max || min > max)
                return false;
        }
    }
    *ret_lo = min;
    *ret_hi = max;
    return max < MAX_ITERATIONS || min < MAX_ITERATIONS;
}

/* One element of a list; false in *ret_more when it was left out. */
static enum assay_status iterate(struct assay_solver *s, uint32_t body, uint32_t budget,
                                 const struct assay_want *want, bool needed,
                                 bool *ret_more)
{
    struct assay_mark mark = assay_solver_mark(s);
    enum assay_status status = assay_element_begin(s->t);

    if (!status)
        status = assay_solver_expr(s, body, budget, want);
    if (status == ASSAY_NO_MATCH && !needed) {
        *ret_more = false;
        return assay_solver_undo(s, mark);
    }
    return status ? status : assay_span_end(s->t);
}

/* How many of the wanted children the iterations after this one can have. */
static struct span_of times(struct span_of one, uint64_t n)
{
    return (struct span_of){one.lo * n, one.hi * n};
}

static enum assay_status iterations(struct assay_solver *s, const struct assay_expr *e,
                                    uint32_t budget, const struct assay_want *want,
                                    uint32_t n)
{
    uint32_t body = e->as.repeat.body, from = s->tree.count;
    size_t start = s->text.len;
    struct span_of one = want ? children(s, body, want->name) : (struct span_of){0};
    enum assay_status status = ASSAY_OK;
    bool more = true;

    for (uint32_t i = 0; i < n && more && !status; i++) {
        uint32_t used = (uint32_t)(s->text.len - start), made;
        struct assay_want mine;

        made = want ? made_since(s, from, want->name) : 0;
        if (want && !share(want, made, one, times(one, n - i - 1), &mine))
            return ASSAY_NO_MATCH;
        status = iterate(s, body, used < budget ? (budget - used) / (n - i) : 0,
                         want ? &mine : NULL,
                         i < e->as.repeat.min || (want && made < want->lo), &more);
    }
    return status;
}

/* The elements that follow the first. */
static enum assay_status separated_rest(struct assay_solver *s, uint32_t body,
                                        uint32_t budget, uint32_t n, uint32_t needed)
{
    size_t start = s->text.len;
    enum assay_status status = ASSAY_OK;
    bool more = true;

    for (uint32_t i = 0; i < n && more && !status; i++) {
        uint32_t used = (uint32_t)(s->text.len - start);

        status = iterate(s, body, used < budget ? (budget - used) / (n - i) : 0, NULL,
                         i < needed, &more);
    }
    return status;
}

static enum assay_status separated(struct assay_solver *s, const uint32_t *items,
                                   uint32_t count, uint32_t budget)
{
    const struct assay_expr *e = &s->g->exprs[items[count]];
    uint32_t lo, hi, n = 0, each;
    enum assay_status status;

    if (!bounds(s, e, budget, NULL, &lo, &hi))
        return ASSAY_NO_MATCH;
    status = assay_list_begin(s->t, "list", lo + 1, hi + 1, &n);
    each = n > 0 ? budget / n : 0;
    if (!status)
        status = assay_element_begin(s->t);
    if (!status)
        status = deal_all(s, items, count, each, NULL);
    if (!status)
        status = assay_span_end(s->t);
    if (!status && n > 1)
        status = separated_rest(s, e->as.repeat.body, budget - each, n - 1, lo);
    return status ? status : assay_span_end(s->t);
}

/* Whether the element at `place` repeats what the `count` before it are. */
static bool repeats(const struct assay_grammar *g, const uint32_t *items, uint32_t place,
                    uint32_t count)
{
    const struct assay_expr *e = &g->exprs[items[place]], *body;
    const uint32_t *inner;

    if (e->kind != ASSAY_EXPR_REPEAT || e->as.repeat.max == ASSAY_MANY - 1)
        return false;
    body = &g->exprs[e->as.repeat.body];
    if (body->kind != ASSAY_EXPR_SEQ || body->as.list.count <= count)
        return false;
    inner = g->items + body->as.list.first + body->as.list.count - count;
    for (uint32_t i = 0; i < count; i++)
        if (!assay_expr_same(g, inner[i], items[place - count + i]))
            return false;
    return true;
}

void assay_solver_find_shapes(struct assay_solver *s)
{
    const struct assay_grammar *g = s->g;

    for (uint32_t x = 0; x < g->nexprs; x++) {
        const struct assay_expr *e = &g->exprs[x];
        const uint32_t *items;

        if (e->kind != ASSAY_EXPR_SEQ)
            continue;
        items = g->items + e->as.list.first;
        for (uint32_t place = 1; place < e->as.list.count; place++)
            for (uint32_t count = 1; count <= place && count <= 4; count++)
                if (repeats(g, items, place, count))
                    s->shapes[x] = (struct assay_shape){place - count, count};
    }
}

static enum assay_status repeat(struct assay_solver *s, const struct assay_expr *e,
                                uint32_t budget, const struct assay_want *want)
{
    const struct assay_expr *body = &s->g->exprs[e->as.repeat.body];
    uint32_t lo, hi, n, len;
    const char *text;
    enum assay_status status;

    if (!bounds(s, e, budget, want, &lo, &hi))
        return ASSAY_NO_MATCH;
    if (body->kind == ASSAY_EXPR_SET && !body->as.set.bytes) {
        struct assay_alphabet of = {s->g->ranges + body->as.set.first,
                                    body->as.set.count};

        status = assay_choose_text(s->t, &of, lo, hi, &text, &len);
        if (!status)
            assay_buf_add(&s->text, text, len);
        return status;
    }
    status = assay_list_begin(s->t, "repeat", lo, hi, &n);
    if (!status)
        status = iterations(s, e, budget, want, n);
    return status ? status : assay_span_end(s->t);
}

/* ---- */

static enum assay_status draw_byte(struct assay_solver *s, const struct assay_expr *e)
{
    const struct assay_codes *ranges = s->g->ranges + e->as.set.first;
    uint64_t total = 0, pick = 0;
    enum assay_status status;

    for (uint32_t i = 0; i < e->as.set.count; i++)
        total += ranges[i].hi - ranges[i].lo + 1;
    status = assay_choose_uint(s->t, 0, total - 1, 0, ASSAY_UNIFORM, &pick);
    if (status)
        return status;
    while (pick > ranges->hi - ranges->lo) {
        pick -= ranges->hi - ranges->lo + 1;
        ranges++;
    }
    assay_buf_putc(&s->text, (char)(ranges->lo + pick));
    return ASSAY_OK;
}

static enum assay_status draw_set(struct assay_solver *s, const struct assay_expr *e)
{
    struct assay_alphabet of = {s->g->ranges + e->as.set.first, e->as.set.count};
    const char *text;
    uint32_t len;
    enum assay_status status;

    if (e->as.set.bytes)
        return draw_byte(s, e);
    status = assay_choose_text(s->t, &of, 1, 1, &text, &len);
    if (!status)
        assay_buf_add(&s->text, text, len);
    return status;
}

enum assay_status assay_solver_expr(struct assay_solver *s, uint32_t expr,
                                    uint32_t budget, const struct assay_want *want)
{
    const struct assay_expr *e = &s->g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        return ASSAY_OK;
    case ASSAY_EXPR_LITERAL:
        assay_buf_add(&s->text, s->g->bytes + e->as.literal.at, e->as.literal.len);
        return s->text.status;
    case ASSAY_EXPR_SET:
        return draw_set(s, e);
    case ASSAY_EXPR_CALL:
        return assay_solver_call(s, e->as.call.sym, budget);
    case ASSAY_EXPR_SEQ:
        return sequence(s, expr, budget, want);
    case ASSAY_EXPR_ALT:
        return alternatives(s, e, budget, want);
    case ASSAY_EXPR_REPEAT:
        return repeat(s, e, budget, want);
    }
    return ASSAY_BAD_USE;
}
