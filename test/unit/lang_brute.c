#include "lang_brute.h"
#include "base/map.h"
#include "harness.h"
#include <stdio.h>
#include <string.h>

/* ---- Recognising: which (state, origin, count) are reached at which place. A pass over
 * all of them adds what follows from each; passes are made until nothing is new. */

struct brute {
    const struct assay_network *net;
    const char *text;
    uint32_t len, places; /* places are one more */
    uint8_t *reached;     /* [at][state][origin][count] */
    uint8_t *visited;     /* [at][state] */
    uint8_t *ended;       /* [at][rule][origin] */
    bool changed;

    struct assay_map known; /* of brute_derive */
    struct assay_arena arena;
};

static uint8_t *item(const struct brute *b, uint32_t at, uint32_t state, uint32_t origin,
                     uint32_t count)
{
    return &b->reached[((at * b->net->nstates + state) * b->places + origin) * b->places +
                       count];
}

static uint8_t *end_of(const struct brute *b, uint32_t at, uint32_t rule, uint32_t origin)
{
    return &b->ended[(at * b->net->nrules + rule) * b->places + origin];
}

static void set(struct brute *b, uint8_t *what)
{
    b->changed |= !*what;
    *what = 1;
}

static void reach(struct brute *b, uint32_t at, uint32_t state, uint32_t origin,
                  uint32_t count)
{
    b->visited[at * b->net->nstates + state] = 1;
    set(b, item(b, at, state, origin, count));
}

static void brute_init(struct brute *b, const struct assay_network *net, const char *text,
                       uint32_t len)
{
    size_t states = (size_t)(len + 1) * net->nstates;

    *b = (struct brute){.net = net, .text = text, .len = len, .places = len + 1};
    CHECK(net->nrules <= BRUTE_RULES);
    assay_arena_init(&b->arena, NULL, 0);
    assay_map_init(&b->known, NULL);
    b->reached = assay_arena_new(&b->arena, states, (size_t)b->places * b->places);
    b->visited = assay_arena_new(&b->arena, states, 1);
    b->ended = assay_arena_new(&b->arena, (size_t)b->places * net->nrules, b->places);
    CHECK(b->reached && b->visited && b->ended);
}

static void brute_done(struct brute *b)
{
    assay_map_done(&b->known);
    assay_arena_done(&b->arena);
}

/* Comes to a state: the loop of a counted rule counts. */
static void come(struct brute *b, uint32_t at, uint32_t state, uint32_t origin,
                 uint32_t count)
{
    reach(b, at, state, origin, count + (b->net->states[state].kind == ASSAY_STATE_LOOP));
}

static void follow(struct brute *b, uint32_t at, uint32_t state, uint32_t origin,
                   uint32_t count)
{
    const struct assay_net_state *s = &b->net->states[state];
    const struct assay_net_rule *rule = &b->net->rules[s->rule];

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        if (at < b->len &&
            assay_byteset_has(&b->net->sets[s->a], (unsigned char)b->text[at]))
            come(b, at + 1, s->next, origin, count);
        break;
    case ASSAY_STATE_CALL:
        reach(b, at, b->net->rules[s->b].start, at, 0);
        for (uint32_t end = at + s->nonempty; end <= b->len; end++)
            if (*end_of(b, end, s->b, at))
                come(b, end, s->next, origin, count);
        break;
    case ASSAY_STATE_SPLIT:
        for (uint32_t i = 0; i < s->b; i++)
            come(b, at, b->net->targets[s->a + i], origin, count);
        break;
    case ASSAY_STATE_LOOP:
        if (count < rule->max)
            reach(b, at, s->a, origin, count);
        if (count >= rule->min)
            reach(b, at, s->next, origin, count);
        break;
    case ASSAY_STATE_END:
        set(b, end_of(b, at, s->rule, origin));
        break;
    }
}

static void follow_all(struct brute *b, uint32_t at, uint32_t state)
{
    for (uint32_t origin = 0; origin <= at; origin++)
        for (uint32_t count = 0; count <= at; count++)
            if (*item(b, at, state, origin, count))
                follow(b, at, state, origin, count);
}

static void pass(struct brute *b)
{
    for (uint32_t at = 0; at <= b->len; at++)
        for (uint32_t state = 0; state < b->net->nstates; state++)
            if (b->visited[at * b->net->nstates + state])
                follow_all(b, at, state);
}

static void recognise(struct brute *b)
{
    reach(b, 0, b->net->rules[b->net->start].start, 0, 0);
    while (b->changed) {
        b->changed = false;
        pass(b);
    }
}

static void expect(struct assay_mismatch *why, const struct assay_byteset *set)
{
    for (unsigned byte = 0; byte < 256; byte++)
        if (assay_byteset_has(set, (unsigned char)byte))
            why->expected[byte / 8] |= (unsigned char)(1u << byte % 8);
}

/* What could have come at a place; false when it was never reached. */
static bool explain(const struct brute *b, uint32_t at, struct assay_mismatch *why)
{
    bool any = false;

    *why = (struct assay_mismatch){.offset = at, .end = *end_of(b, at, b->net->start, 0)};
    for (uint32_t state = 0; state < b->net->nstates; state++) {
        const struct assay_net_state *s = &b->net->states[state];

        if (!b->visited[at * b->net->nstates + state])
            continue;
        any = true;
        if (s->kind == ASSAY_STATE_BYTES)
            expect(why, &b->net->sets[s->a]);
    }
    return any;
}

bool brute_matches(const struct assay_network *net, const char *text, uint32_t len,
                   struct assay_mismatch *ret_why)
{
    struct brute b;
    bool matches;
    uint32_t at = len;

    brute_init(&b, net, text, len);
    recognise(&b);
    matches = *end_of(&b, len, net->start, 0);
    while (!matches && !explain(&b, at, ret_why))
        at--;
    brute_done(&b);
    return matches;
}

/* ---- Deriving. */

/* The ways from a state at a place to the end of its rule over [from, to). */
struct ways {
    const char *best; /* the first, as brute_derive() has it; NULL: none without cycles */
    unsigned count;   /* 0, 1 or 2 (more); with cycles */
};

/* Where one is. `active` are the rules around over the same bytes, this one included. */
struct spot {
    uint64_t active;
    uint32_t state, count, at, from, to;
    uint32_t unused; /* so that nothing is undefined when spots are compared */
};

static struct ways ways_from(struct brute *b, struct spot spot);

static unsigned at_most_two(unsigned n)
{
    return n < 2 ? n : 2;
}

/* Adds the ways that begin with `text`, then go the first way of `a`, then of `z`. */
static void add_ways(struct brute *b, struct ways *to, const char *text, struct ways a,
                     struct ways z)
{
    struct assay_buf buf;

    to->count = at_most_two(to->count + a.count * z.count);
    if (!a.best || !z.best)
        return;
    assay_buf_init(&buf, NULL, 0);
    assay_buf_puts(&buf, text);
    assay_buf_puts(&buf, a.best);
    assay_buf_puts(&buf, z.best);
    if (!to->best || strcmp(buf.at, to->best) < 0)
        to->best = assay_arena_text(&b->arena, buf.at, buf.len);
    CHECK(to->best);
    assay_buf_done(&buf);
}

static struct ways call_ways(struct brute *b, const struct spot *spot, uint32_t end)
{
    const struct assay_net_state *s = &b->net->states[spot->state];
    bool same = spot->at == spot->from && end == spot->to;
    struct spot inner = {.active = (uint64_t)1 << s->b,
                         .state = b->net->rules[s->b].start,
                         .at = spot->at,
                         .from = spot->at,
                         .to = end};
    struct ways inside, ways = {0};
    char before[40] = "", after[20] = "";

    if (same && spot->active >> s->b & 1) /* a cycle, if the call can end so at all */
        return (struct ways){NULL, *end_of(b, end, s->b, spot->at)};
    if (same)
        inner.active |= spot->active;
    inside = ways_from(b, inner);
    if (s->a != ASSAY_NONE) {
        snprintf(before, sizeof before, "<%u %u", s->a, spot->at);
        snprintf(after, sizeof after, ">%u", end);
    }
    add_ways(b, &ways, before, inside, (struct ways){after, 1});
    return ways;
}

static void call(struct brute *b, struct spot spot, struct ways *ways)
{
    const struct assay_net_state *s = &b->net->states[spot.state];

    for (uint32_t end = spot.at + s->nonempty; end <= spot.to; end++) {
        struct spot behind = spot;

        behind.state = s->next;
        behind.at = end;
        behind.count += b->net->states[s->next].kind == ASSAY_STATE_LOOP;
        if (*end_of(b, end, s->b, spot.at))
            add_ways(b, ways, "", call_ways(b, &spot, end), ways_from(b, behind));
    }
}

/* A choice is a letter, so that a better one is less. */
static void choice(struct brute *b, struct spot spot, uint32_t to, unsigned nth,
                   struct ways *ways)
{
    char text[2] = {(char)('A' + nth), '\0'};

    spot.count += b->net->states[to].kind == ASSAY_STATE_LOOP;
    spot.state = to;
    add_ways(b, ways, text, (struct ways){"", 1}, ways_from(b, spot));
}

static void loop(struct brute *b, struct spot spot, struct ways *ways)
{
    const struct assay_net_state *s = &b->net->states[spot.state];
    const struct assay_net_rule *rule = &b->net->rules[s->rule];

    if (spot.count < rule->max)
        choice(b, spot, s->a, 0, ways);
    if (spot.count >= rule->min)
        choice(b, spot, s->next, 1, ways);
}

static void find_ways(struct brute *b, struct spot spot, struct ways *ways)
{
    const struct assay_net_state *s = &b->net->states[spot.state];

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        if (spot.at < spot.to &&
            assay_byteset_has(&b->net->sets[s->a], (unsigned char)b->text[spot.at])) {
            spot.at++;
            spot.state = s->next;
            spot.count += b->net->states[s->next].kind == ASSAY_STATE_LOOP;
            *ways = ways_from(b, spot);
        }
        break;
    case ASSAY_STATE_CALL:
        call(b, spot, ways);
        break;
    case ASSAY_STATE_SPLIT:
        for (uint32_t i = 0; i < s->b; i++)
            choice(b, spot, b->net->targets[s->a + i], i, ways);
        break;
    case ASSAY_STATE_LOOP:
        loop(b, spot, ways);
        break;
    case ASSAY_STATE_END:
        if (spot.at == spot.to)
            *ways = (struct ways){"", 1};
        break;
    }
}

static struct ways ways_from(struct brute *b, struct spot spot)
{
    uint64_t *known = assay_map_find(&b->known, &spot, sizeof spot);
    struct ways *ways;

    if (known)
        return *(struct ways *)(uintptr_t)*known;
    ways = assay_arena_new(&b->arena, 1, sizeof *ways);
    CHECK(ways);
    find_ways(b, spot, ways);
    known = assay_map_put(&b->known, &spot, sizeof spot);
    CHECK(known);
    *known = (uintptr_t)ways;
    return *ways;
}

void brute_derive(const struct assay_network *net, const char *text, uint32_t len,
                  struct assay_buf *out, bool *ret_ambiguous)
{
    struct brute b;
    struct spot spot = {.active = (uint64_t)1 << net->start,
                        .state = net->rules[net->start].start,
                        .to = len};
    struct ways ways;

    brute_init(&b, net, text, len);
    recognise(&b);
    ways = ways_from(&b, spot);
    CHECK(ways.best);
    assay_buf_printf(out, "<0 0%s>%u", ways.best, len);
    *ret_ambiguous = ways.count > 1;
    brute_done(&b);
}
