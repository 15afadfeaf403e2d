/*
 * Nodes whose text comes from elsewhere: given by other parts, a number in a range, drawn
 * from an automaton, or computed when the parts behind it are there.
 */
#include "base/mem.h"
#include "lang/solver.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAX_WIDTH 24      /* of a number with leading zeros */
#define NUMBER_REACH 1000 /* how far from its only bound a number is drawn */

static uint32_t innermost(const struct assay_solver *s)
{
    return s->open[s->nopen - 1];
}

static uint32_t rule_of(const struct assay_solver *s, uint32_t node)
{
    return s->g->syms[s->tree.nodes[node].sym].rule;
}

/* ---- Given texts. */

/* Whether the text is a sentence of the rule. */
static enum assay_status fits(struct assay_solver *s, uint32_t rule,
                              struct assay_str text)
{
    struct assay_drawer *drawer;
    enum assay_status status;

    if (s->g->rules[rule].where == ASSAY_NONE) {
        status = assay_drawer_find(s, rule, NULL, 0, &drawer);
        if (!status)
            return assay_regular_match(&drawer->regular, text.at, text.len, NULL);
        if (status != ASSAY_EMPTY_RANGE)
            return status;
    }
    return assay_lang_match_rule(s->lang, rule, text.at, text.len);
}

/* Adds the nodes inside the innermost node, whose text is there. */
static enum assay_status add_inside(struct assay_solver *s, uint32_t node)
{
    uint32_t rule = rule_of(s, node), start = s->tree.nodes[node].start;
    uint32_t base = s->tree.count, added;
    struct assay_tree inside;
    enum assay_status status;

    if (s->leaf[rule] || !s->paths)
        return ASSAY_OK;
    assay_tree_init(&inside, s->g, s->text.at + start, s->text.len - start, s->mem);
    status = assay_lang_derive(s->lang, rule, &inside, NULL);
    for (uint32_t i = 1; !status && i < inside.count; i++) {
        status = assay_solver_open(s, inside.nodes[i].sym, &added);
        if (status)
            break;
        s->nopen--;
        s->states[added] = ASSAY_NODE_CLOSED;
        s->tree.nodes[added] = inside.nodes[i];
        s->tree.nodes[added].start += start;
        s->tree.nodes[added].end += start;
    }
    if (status)
        s->tree.count = base;
    assay_tree_done(&inside);
    return status;
}

static enum assay_status put_text(struct assay_solver *s, struct assay_str text)
{
    assay_buf_add(&s->text, text.at, text.len);
    return s->text.status ? s->text.status : add_inside(s, innermost(s));
}

enum assay_status assay_fill_given(struct assay_solver *s, const struct assay_demands *d)
{
    uint32_t rule = rule_of(s, innermost(s)), count = d->ntexts, index = 0;
    enum assay_status status = ASSAY_NO_MATCH;

    while (count > 0 && status == ASSAY_NO_MATCH) {
        if (count > 1) {
            status = assay_choose_index(s->t, count, NULL, &index);
            if (status)
                return status;
        } else {
            index = 0;
        }
        status = fits(s, rule, d->texts[index]);
        if (!status)
            return put_text(s, d->texts[index]);
        d->texts[index] = d->texts[--count];
    }
    return status;
}

/* The least number of at least lo with a rest. */
static int64_t first_with(const struct assay_rest *r, int64_t lo)
{
    int64_t off = (r->rest - lo % r->modulus) % r->modulus;

    return lo + (off < 0 ? off + r->modulus : off);
}

/* Narrows min..max to one length with a rest, if there is one to be had. */
static enum assay_status pick_length(struct assay_solver *s, const struct assay_rest *r,
                                     uint32_t budget, uint32_t *min, uint32_t *max)
{
    uint32_t step = 0;
    int64_t first, most = budget > *max ? *max : budget;
    enum assay_status status;

    if (*min > *max)
        return ASSAY_NO_MATCH;
    if (r->modulus == 0)
        return ASSAY_OK;
    first = first_with(r, *min);
    if (first > *max)
        return ASSAY_NO_MATCH;
    /* The next one, too, where the first is all that the budget has. */
    if (first + r->modulus > most)
        most = first + r->modulus < *max ? first + r->modulus : first;
    if (first < most) {
        status = assay_choose_index(s->t, (uint32_t)((most - first) / r->modulus) + 1,
                                    NULL, &step);
        if (status)
            return status;
    }
    *min = *max = (uint32_t)(first + step * r->modulus);
    return ASSAY_OK;
}

enum assay_status assay_fill_drawn(struct assay_solver *s, const struct assay_demands *d,
                                   uint32_t budget)
{
    uint32_t min = d->is_sized ? d->min : 0;
    uint32_t max = d->is_sized ? d->max : ASSAY_REGULAR_LENGTH;
    struct assay_drawer *drawer;
    size_t start = s->text.len;
    enum assay_status status = assay_drawer_find(s, rule_of(s, innermost(s)),
                                                 d->conditions, d->nconditions, &drawer);

    if (status)
        return status;
    if (max > ASSAY_REGULAR_LENGTH)
        max = ASSAY_REGULAR_LENGTH;
    status = pick_length(s, &d->size_rest, budget, &min, &max);
    if (status)
        return status;
    /* Within the budget, if there is a text that short. */
    if (budget < max && budget >= min &&
        assay_sampler_draw(&drawer->sampler, s->t, min, budget, &s->text) == ASSAY_OK)
        return add_inside(s, innermost(s));
    assay_buf_truncate(&s->text, start);
    status = assay_test_status(s->t);
    if (!status)
        status = assay_sampler_draw(&drawer->sampler, s->t, min, max, &s->text);
    if (status)
        return status == ASSAY_EMPTY_RANGE ? ASSAY_NO_MATCH : status;
    return add_inside(s, innermost(s));
}

/* ---- Numbers. */

static struct assay_str format(char buf[MAX_WIDTH + 2], int64_t n, int64_t base,
                               int width)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
    size_t at = MAX_WIDTH + 2;

    if (base < 2 || base > 36)
        base = 10;
    do {
        buf[--at] = digits[rest % (uint64_t)base];
        rest /= (uint64_t)base;
        width--;
    } while ((rest > 0 || width > 0) && at > 2);
    if (n < 0)
        buf[--at] = '-';
    return (struct assay_str){buf + at, MAX_WIDTH + 2 - at};
}

/* Writes the number the way the rule has it: as it is, else with leading zeros. */
static enum assay_status put_number(struct assay_solver *s, int64_t n, int64_t base)
{
    uint32_t rule = rule_of(s, innermost(s));
    char buf[MAX_WIDTH + 2];
    size_t shown = 0;

    for (int width = 1; width <= MAX_WIDTH; width++) {
        struct assay_str text = format(buf, n, base, width);
        enum assay_status status;

        if (text.len == shown)
            continue;
        shown = text.len;
        status = fits(s, rule, text);
        if (!status)
            return put_text(s, text);
        if (status != ASSAY_NO_MATCH)
            return status;
    }
    return ASSAY_NO_MATCH;
}

/* A number of lo..hi, those with the rest only. */
static enum assay_status choose_number(struct assay_solver *s, const struct assay_rest *r,
                                       int64_t lo, int64_t hi, int64_t *ret)
{
    int64_t span = 0, step = 0;
    enum assay_status status;

    if (r->modulus == 0 || lo > INT64_MAX - r->modulus ||
        __builtin_sub_overflow(hi, first_with(r, lo), &span))
        return assay_choose_int(s->t, lo, hi, 0, ASSAY_BIASED, ret);
    if (span < 0)
        return ASSAY_NO_MATCH;
    status = assay_choose_int(s->t, 0, span / r->modulus, 0, ASSAY_BIASED, &step);
    *ret = first_with(r, lo) + step * r->modulus;
    return status;
}

enum assay_status assay_fill_number(struct assay_solver *s, const struct assay_demands *d)
{
    int64_t lo = d->lo, hi = d->hi, n = 0, reach = NUMBER_REACH;
    enum assay_status status;

    if (d->number_rest.modulus > reach / 10 && d->number_rest.modulus < INT64_MAX / 20)
        reach = 10 * d->number_rest.modulus;
    if (lo > hi)
        return ASSAY_NO_MATCH;
    if (lo == INT64_MIN)
        lo = hi < 0 ? hi - (hi < INT64_MIN + reach ? 0 : reach) : 0;
    if (hi == INT64_MAX)
        hi = lo > INT64_MAX - reach ? INT64_MAX : lo + reach;
    if (lo == hi)
        return put_number(s, lo, d->base);
    status = choose_number(s, &d->number_rest, lo, hi, &n);
    return status ? status : put_number(s, n, d->base);
}

/* ---- Holes. */

/* Makes room: `bytes` of text and `nodes` nodes are added inside the node. */
static void shift(struct assay_solver *s, uint32_t node, uint32_t bytes, uint32_t nodes)
{
    for (uint32_t i = node + 1 + nodes; i < s->tree.count; i++) {
        s->tree.nodes[i].start += bytes;
        s->tree.nodes[i].end += bytes;
    }
    /* Complete nodes around it; the open ones are set when they close. */
    for (uint32_t i = 0; i < node; i++) {
        struct assay_node *n = &s->tree.nodes[i];

        if (s->states[i] != ASSAY_NODE_CLOSED || i + n->size <= node)
            continue;
        n->end += bytes;
        n->size += nodes;
    }
    for (uint32_t i = 0; i < s->nholes; i++) {
        if (s->holes[i].node > node)
            s->holes[i].node += nodes;
        for (uint32_t v = 0; v < ASSAY_TERM_VARIABLES; v++)
            if (s->holes[i].reason.variables[v] > node &&
                s->holes[i].reason.variables[v] != ASSAY_NONE)
                s->holes[i].reason.variables[v] += nodes;
    }
}

static void rotate(void *at, size_t len, size_t last, void *room)
{
    char *bytes = at;

    memcpy(room, bytes + len - last, last);
    memmove(bytes + last, bytes, len - last);
    memcpy(bytes, room, last);
}

/* Moves what was appended after `mark` to where the hole is. */
static enum assay_status move_in(struct assay_solver *s, uint32_t node,
                                 struct assay_mark mark)
{
    uint32_t at = s->tree.nodes[node].start, start = (uint32_t)mark.text;
    uint32_t bytes = (uint32_t)(s->text.len - mark.text);
    uint32_t nodes = s->tree.count - mark.nodes;
    size_t need = nodes * sizeof *s->tree.nodes;
    void *room =
        assay_arena_new(&s->values, (need > bytes ? need : bytes) + nodes + 1, 1);

    if (!room)
        return ASSAY_NO_MEMORY;
    for (uint32_t i = mark.nodes; i < s->tree.count; i++) {
        s->tree.nodes[i].start -= start - at;
        s->tree.nodes[i].end -= start - at;
    }
    rotate(s->text.at + at, s->text.len - at, bytes, room);
    rotate(s->tree.nodes + node + 1, (s->tree.count - node - 1) * sizeof *s->tree.nodes,
           need, room);
    rotate(s->states + node + 1, s->tree.count - node - 1, nodes, room);
    shift(s, node, bytes, nodes);
    s->tree.nodes[node].end = at + bytes;
    s->tree.nodes[node].size = nodes + 1;
    s->states[node] = ASSAY_NODE_CLOSED;
    return ASSAY_OK;
}

/* What the hole's constraint demands, now that its parts are there. */
static enum assay_status hole_demands(struct assay_solver *s,
                                      const struct assay_hole_node *hole,
                                      struct assay_demands *ret)
{
    uint32_t first = s->nactives;
    enum assay_status status;

    status = assay_actives_add(s, hole->reason.term, hole->reason.conjunct,
                               hole->reason.variables);
    /* Its path is asked for among the open nodes. */
    if (!status)
        status = assay_demands_find(s, hole->node, first, ret);
    s->nactives = first;
    return status;
}

/* The nodes between the innermost open one and the hole are open while it is made. */
static uint32_t open_down_to(struct assay_solver *s, uint32_t node)
{
    uint32_t outer = innermost(s), opened = 0;

    for (uint32_t i = outer + 1; i < node; i++)
        if (s->states[i] == ASSAY_NODE_CLOSED && i + s->tree.nodes[i].size > node) {
            s->open[s->nopen++] = i;
            opened++;
        }
    s->open[s->nopen++] = node;
    return opened + 1;
}

static enum assay_status fill_hole(struct assay_solver *s, struct assay_hole_node hole)
{
    struct assay_demands d = {0};
    struct assay_mark mark = assay_solver_mark(s);
    enum assay_status status = assay_mem_grow(s->mem, (void **)&s->open, &s->open_cap,
                                              (size_t)s->nopen + ASSAY_SOLVER_DEPTH + 2,
                                              sizeof *s->open, UINT32_MAX / 2);
    uint32_t node = hole.node;
    struct assay_node *n;
    size_t end;

    if (status)
        return status;
    open_down_to(s, node);
    status = hole_demands(s, &hole, &d);
    s->nopen = mark.open;
    assay_solver_settle_tree(s);
    if (status)
        return status;
    /* It is made at the end of the text, as if it began there, and moved. */
    n = &s->tree.nodes[node];
    end = n->start;
    n->start = (uint32_t)s->text.len;
    s->open[s->nopen++] = node;
    if (d.given)
        status = assay_fill_given(s, &d);
    else if (d.is_number)
        status = assay_fill_number(s, &d);
    else
        status = ASSAY_NO_MATCH;
    s->nopen = mark.open;
    s->tree.nodes[node].start = (uint32_t)end;
    return status ? status : move_in(s, node, mark);
}

/* Whether what the hole waits for is there: it must not wait for another hole. */
static bool can_fill(struct assay_solver *s, const struct assay_hole_node *hole)
{
    const struct assay_term *t = &s->g->terms[hole->reason.term];
    bool first = assay_active_ready(s, &hole->reason, t->as.binary.a);

    return first || assay_active_ready(s, &hole->reason, t->as.binary.b);
}

static enum assay_status unfilled(struct assay_solver *s,
                                  const struct assay_hole_node *hole)
{
    assay_solver_count(s, hole->reason.conjunct, false);
    return ASSAY_NO_MATCH;
}

/* Whether the node that a hole's constraint belongs to is complete: the node at hand, or
 * one before it whose hole had to wait for another. */
static bool is_due(const struct assay_solver *s, const struct assay_hole_node *hole,
                   uint32_t node)
{
    uint32_t owner = hole->reason.variables[0];

    return owner == node || s->states[owner] == ASSAY_NODE_CLOSED;
}

/* Whether some hole can be filled only when a node around this one is complete. */
static bool is_more_to_come(const struct assay_solver *s, uint32_t node)
{
    for (uint32_t i = 0; i < s->nholes; i++)
        if (!is_due(s, &s->holes[i], node))
            return true;
    return false;
}

/* Holes that are left wait for those of nodes around this one, or cannot be filled. */
static enum assay_status leave_holes(struct assay_solver *s, uint32_t node)
{
    for (uint32_t i = 0; i < s->nholes; i++) {
        if (s->holes[i].reason.variables[0] != node)
            continue;
        if (!is_more_to_come(s, node))
            return unfilled(s, &s->holes[i]);
        s->postponed = true;
    }
    return ASSAY_OK;
}

enum assay_status assay_fill_holes(struct assay_solver *s, uint32_t node)
{
    bool progress = true;
    enum assay_status status = ASSAY_OK;

    while (progress && !status) {
        progress = false;
        for (uint32_t i = 0; i < s->nholes && !status; i++) {
            struct assay_hole_node hole = s->holes[i];

            if (!is_due(s, &hole, node) || !can_fill(s, &hole))
                continue;
            s->holes[i] = s->holes[--s->nholes];
            status = fill_hole(s, hole);
            if (status == ASSAY_NO_MATCH)
                status = unfilled(s, &hole);
            else if (hole.reason.variables[0] != node)
                assay_solver_count(s, hole.reason.conjunct, true);
            progress = true;
            break;
        }
    }
    return status ? status : leave_holes(s, node);
}
