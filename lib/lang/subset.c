/*
 * From a network to an automaton: its states are the sets of points where the network
 * could be. How many there are, and how large they get, is up to the grammar: there are
 * limits to both.
 */
#include "base/map.h"
#include "base/mem.h"
#include "lang/automaton.h"
#include "lang/points.h"
#include <stdlib.h>
#include <string.h>

/* For each state that the automaton may have in the end. */
#define POINTS 64  /* in all sets, on average */
#define STEPS 4096 /* from point to point */
#define LEAST 256  /* states for which these are always granted */

enum calls { CALLED_NEVER, CALLED_NOW, CALLED_BEFORE };

struct subset {
    const struct assay_network *net;
    struct assay_points points;
    struct assay_map set_ids;
    struct assay_numbers members; /* of the sets that are states of `out` */
    struct assay_numbers sets; /* where the set of a state begins; where the last ends */
    uint8_t *seen;             /* states of the network that the rule can come to, */
    uint8_t *called;           /* enum calls of its rules, */
    uint8_t *used;             /* and its sets that they read */
    struct assay_byteset *by_class; /* these, as sets of classes */
    struct assay_automaton out;
};

static bool failed(const struct subset *b)
{
    return b->points.status != ASSAY_OK;
}

/* ---- What the rule can come to, and whether its calls form a cycle. */

static void push(struct subset *b, uint32_t number)
{
    assay_numbers_push(&b->points, &b->points.found, number);
}

static void see(struct subset *b, uint32_t state)
{
    if (!b->seen[state])
        push(b, state);
    b->seen[state] = 1;
}

/* Until it is popped again, what is above the mark of the rule's end is its own. */
static void see_rule(struct subset *b, uint32_t rule)
{
    if (b->called[rule] == CALLED_NOW)
        assay_points_fail(&b->points, ASSAY_NO_MATCH);
    if (b->called[rule] != CALLED_NEVER)
        return;
    b->called[rule] = CALLED_NOW;
    push(b, b->net->nstates + rule);
    see(b, b->net->rules[rule].start);
}

static void see_behind(struct subset *b, uint32_t state)
{
    const struct assay_net_state *s = &b->net->states[state];

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        b->used[s->a] = 1;
        see(b, s->next);
        break;
    case ASSAY_STATE_CALL:
        see(b, s->next);
        see_rule(b, s->b);
        break;
    case ASSAY_STATE_SPLIT:
        for (uint32_t i = 0; i < s->b; i++)
            see(b, b->net->targets[s->a + i]);
        break;
    case ASSAY_STATE_LOOP:
        see(b, s->next);
        see(b, s->a);
        break;
    case ASSAY_STATE_END:
        break;
    }
}

static void survey(struct subset *b, uint32_t rule)
{
    struct assay_numbers *stack = &b->points.found;

    see_rule(b, rule);
    while (stack->count > 0 && !failed(b)) {
        uint32_t top = stack->at[--stack->count];

        if (top >= b->net->nstates)
            b->called[top - b->net->nstates] = CALLED_BEFORE;
        else
            see_behind(b, top);
    }
}

/* ---- Groups of bytes, or of classes of bytes, that some sets do not tell apart. */

struct groups {
    uint32_t n; /* members */
    uint32_t count;
    uint8_t of[256];
    uint16_t sizes[256];
};

static void groups_init(struct groups *g, uint32_t n)
{
    *g = (struct groups){.n = n, .count = 1, .sizes = {(uint16_t)n}};
}

/* Splits the groups that lie partly in the set. */
static void groups_split(struct groups *g, const struct assay_byteset *set)
{
    uint16_t inside[256] = {0};
    uint8_t fresh[256] = {0}; /* 0: no part of this group leaves it */

    for (uint32_t i = 0; i < g->n; i++)
        inside[g->of[i]] += assay_byteset_has(set, (unsigned char)i);
    for (uint32_t k = 0, count = g->count; k < count; k++)
        if (inside[k] > 0 && inside[k] < g->sizes[k]) {
            g->sizes[k] = (uint16_t)(g->sizes[k] - inside[k]);
            g->sizes[g->count] = inside[k];
            fresh[k] = (uint8_t)g->count++;
        }
    for (uint32_t i = 0; i < g->n; i++)
        if (fresh[g->of[i]] && assay_byteset_has(set, (unsigned char)i))
            g->of[i] = fresh[g->of[i]];
}

/* Bytes that no set that is used tells apart are one class. */
static void find_classes(struct subset *b)
{
    struct groups g;

    groups_init(&g, 256);
    for (uint32_t i = 0; i < b->net->nsets; i++)
        if (b->used[i])
            groups_split(&g, &b->net->sets[i]);
    memcpy(b->out.classes, g.of, sizeof b->out.classes);
    b->out.nclasses = g.count;
    for (uint32_t i = 0; i < b->net->nsets; i++) {
        b->by_class[i] = (struct assay_byteset){{0}};
        for (unsigned byte = 0; byte < 256 && b->used[i]; byte++)
            if (assay_byteset_has(&b->net->sets[i], (unsigned char)byte))
                assay_byteset_add(&b->by_class[i], g.of[byte]);
    }
}

/* ---- States: sets of points. */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Adds a state that is the first `count` of the points found. */
static void add_state(struct subset *b, size_t count)
{
    struct assay_points *p = &b->points;
    enum assay_status status = assay_automaton_add(&b->out, p->ends);

    if (status)
        assay_points_fail(p, status);
    for (size_t i = 0; i < count && !failed(b); i++)
        assay_numbers_push(p, &b->members, p->found.at[i]);
    assay_numbers_push(p, &b->sets, (uint32_t)b->members.count);
}

/* The state that the points found are, made when new. */
static uint32_t state_of_found(struct subset *b)
{
    struct assay_points *p = &b->points;
    size_t count = p->found.count;
    uint64_t *number;

    if (failed(b) || (count == 0 && !p->ends))
        return ASSAY_REGULAR_DEAD;
    qsort(p->found.at, count, sizeof *p->found.at, compare);
    push(b, p->ends); /* the key is the points, and whether one can end there */
    number =
        assay_map_put(&b->set_ids, p->found.at, p->found.count * sizeof *p->found.at);
    if (!number) {
        assay_points_fail(p, ASSAY_NO_MEMORY);
        return ASSAY_REGULAR_DEAD;
    }
    if (*number == 0) {
        *number = b->out.nstates;
        add_state(b, count);
    }
    return (uint32_t)*number;
}

/* ---- Edges. */

static const struct assay_byteset *classes_of(const struct subset *b, uint32_t point)
{
    return &b->by_class[b->net->states[b->points.points[point].state].a];
}

/* Where a class of bytes leads from the points members[from .. to). */
static uint32_t successor(struct subset *b, uint32_t from, uint32_t to, uint32_t class)
{
    assay_points_search(&b->points);
    for (uint32_t i = from; i < to; i++) {
        uint32_t point = b->members.at[i];

        if (assay_byteset_has(classes_of(b, point), (unsigned char)class))
            assay_points_gather(&b->points, b->points.points[point].next);
    }
    return state_of_found(b);
}

static void add_edges(struct subset *b, uint32_t state)
{
    uint32_t from = b->sets.at[state], to = b->sets.at[state + 1];
    uint32_t targets[256];
    bool known[256] = {false};
    struct groups g;

    groups_init(&g, b->out.nclasses);
    for (uint32_t i = from; i < to && !failed(b); i++) {
        assay_points_look_ahead(&b->points, b->members.at[i]);
        groups_split(&g, classes_of(b, b->members.at[i]));
    }
    for (uint32_t c = 0; c < b->out.nclasses && !failed(b); c++) {
        if (!known[g.of[c]])
            targets[g.of[c]] = successor(b, from, to, c);
        known[g.of[c]] = true;
        assay_automaton_row(&b->out, state)[c] = (uint16_t)targets[g.of[c]];
    }
}

/* DEAD is the empty set. The start follows, or is DEAD itself. */
static uint32_t add_first_states(struct subset *b, uint32_t rule)
{
    uint32_t start;

    assay_numbers_push(&b->points, &b->sets, 0);
    assay_points_search(&b->points);
    add_state(b, 0);
    start = assay_points_start(&b->points, rule);
    if (failed(b))
        return ASSAY_REGULAR_DEAD;
    assay_points_search(&b->points);
    assay_points_gather(&b->points, start);
    return state_of_found(b);
}

/* ---- */

/* `seen`, `called` and `used` are one block of so many bytes. */
static size_t seen_size(const struct assay_network *net)
{
    return (size_t)net->nstates + net->nrules + net->nsets;
}

static enum assay_status make_room(struct subset *b)
{
    const struct assay_network *net = b->net;

    b->seen = assay_mem_new(net->mem, seen_size(net));
    b->by_class = assay_mem_new(net->mem, ((size_t)net->nsets + 1) * sizeof *b->by_class);
    if (!b->seen || !b->by_class)
        return ASSAY_NO_MEMORY;
    memset(b->seen, 0, seen_size(net));
    b->called = b->seen + net->nstates;
    b->used = b->called + net->nrules;
    return ASSAY_OK;
}

static void subset_done(struct subset *b)
{
    const struct assay_network *net = b->net;

    assay_points_done(&b->points);
    assay_map_done(&b->set_ids);
    assay_mem_free(net->mem, b->members.at, b->members.cap * sizeof *b->members.at);
    assay_mem_free(net->mem, b->sets.at, b->sets.cap * sizeof *b->sets.at);
    assay_mem_free(net->mem, b->seen, seen_size(net));
    assay_mem_free(net->mem, b->by_class, ((size_t)net->nsets + 1) * sizeof *b->by_class);
    assay_automaton_done(&b->out);
}

static enum assay_status construct(struct subset *b, uint32_t rule, uint32_t max,
                                   struct assay_regular *ret)
{
    uint32_t start;

    survey(b, rule);
    if (failed(b))
        return b->points.status;
    find_classes(b);
    start = add_first_states(b, rule);
    for (uint32_t s = ASSAY_REGULAR_START; s < b->out.nstates && !failed(b); s++)
        add_edges(b, s);
    if (failed(b))
        return b->points.status;
    return assay_automaton_minimise(&b->out, start, max, ret);
}

enum assay_status assay_regular_build(struct assay_regular *r,
                                      const struct assay_network *net, uint32_t rule,
                                      uint32_t max)
{
    struct subset b = {.net = net};
    uint64_t states = (uint64_t)max + LEAST;
    enum assay_status status;

    assay_automaton_init(&b.out, net->mem, max);
    assay_map_init(&b.set_ids, net->mem);
    assay_points_init(&b.points, net, states * POINTS, states * STEPS);
    status = make_room(&b);
    if (!status)
        status = construct(&b, rule, max, r);
    subset_done(&b);
    return status;
}
