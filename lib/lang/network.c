/*
 * From expressions to states. Each expression is built in front of the state that follows
 * it, so a rule grows from its end to its start; states that read the same bytes and go
 * on to the same place are one.
 */
#include "lang/network.h"
#include "base/mem.h"
#include "lang/factor.h"
#include "lang/nullable.h"
#include "lang/utf8_set.h"
#include <string.h>

#define MAX_STATES (1u << 26)
#define MAX_FACTORED 64 /* elements that alternatives have in common */
#define MAX_WRITTEN_OUT                                                                  \
    16 /* iterations that may be empty, before the loop of the rest                      \
        */

struct builder {
    struct assay_network *net;
    const struct assay_grammar *g;
    struct assay_nullable nullable;
    struct assay_map sets, bytes; /* numbers of sets; of BYTES states */
    struct assay_arena scratch;   /* lists of alternatives */
    uint32_t rule;                /* the one being built */
    enum assay_status status;     /* sticky */
};

static uint32_t build(struct builder *b, uint32_t expr, uint32_t next);

static void fail(struct builder *b, enum assay_status status)
{
    if (!b->status)
        b->status = status;
}

static uint32_t add_state(struct builder *b, struct assay_net_state state)
{
    struct assay_network *net = b->net;
    enum assay_status status =
        assay_mem_grow(net->mem, (void **)&net->states, &net->cap.states,
                       (size_t)net->nstates + 1, sizeof *net->states, MAX_STATES);

    if (status) {
        fail(b, status);
        return 0;
    }
    state.rule = b->rule;
    net->states[net->nstates] = state;
    return net->nstates++;
}

static uint32_t intern_set(struct builder *b, const struct assay_byteset *set)
{
    struct assay_network *net = b->net;
    uint64_t *number = assay_map_put(&b->sets, set, sizeof *set);
    enum assay_status status =
        !number ? ASSAY_NO_MEMORY
                : assay_mem_grow(net->mem, (void **)&net->sets, &net->cap.sets,
                                 (size_t)net->nsets + 1, sizeof *net->sets, MAX_STATES);

    if (status) {
        fail(b, status);
        return 0;
    }
    if (*number == 0) {
        net->sets[net->nsets++] = *set;
        *number = net->nsets;
    }
    return (uint32_t)*number - 1;
}

/* The state that reads a byte of the set and goes on to `next`. */
static uint32_t bytes_state(struct builder *b, const struct assay_byteset *set,
                            uint32_t next)
{
    uint32_t key[2] = {intern_set(b, set), next};
    uint64_t *number = b->status ? NULL : assay_map_put(&b->bytes, key, sizeof key);

    if (!number) {
        fail(b, ASSAY_NO_MEMORY);
        return next;
    }
    if (*number == 0)
        *number =
            (uint64_t)add_state(b, (struct assay_net_state){.kind = ASSAY_STATE_BYTES,
                                                            .a = key[0],
                                                            .next = next}) +
            1;
    return (uint32_t)*number - 1;
}

static uint32_t byte_state(struct builder *b, char byte, uint32_t next)
{
    struct assay_byteset set = {{0}};

    assay_byteset_add(&set, (unsigned char)byte);
    return bytes_state(b, &set, next);
}

/* A split with room for `count` targets, which the caller sets. */
static uint32_t split_state(struct builder *b, uint32_t count)
{
    struct assay_network *net = b->net;
    enum assay_status status =
        assay_mem_grow(net->mem, (void **)&net->targets, &net->cap.targets,
                       (size_t)net->ntargets + count, sizeof *net->targets, MAX_STATES);
    uint32_t first = net->ntargets;

    if (status) {
        fail(b, status);
        return 0;
    }
    net->ntargets += count;
    memset(net->targets + first, 0, count * sizeof *net->targets);
    return add_state(
        b, (struct assay_net_state){.kind = ASSAY_STATE_SPLIT, .a = first, .b = count});
}

static void set_target(struct builder *b, uint32_t split, uint32_t i, uint32_t to)
{
    if (!b->status)
        b->net->targets[b->net->states[split].a + i] = to;
}

static uint32_t split_two(struct builder *b, uint32_t first, uint32_t second)
{
    uint32_t split = split_state(b, 2);

    set_target(b, split, 0, first);
    set_target(b, split, 1, second);
    return split;
}

static uint32_t call_state(struct builder *b, uint32_t rule, uint32_t sym, bool nonempty,
                           uint32_t next)
{
    return add_state(b, (struct assay_net_state){.kind = ASSAY_STATE_CALL,
                                                 .nonempty = nonempty,
                                                 .a = sym,
                                                 .b = rule,
                                                 .next = next});
}

/* ---- Hidden rules. */

static uint32_t add_rule(struct builder *b, struct assay_net_rule rule)
{
    struct assay_network *net = b->net;
    enum assay_status status =
        assay_mem_grow(net->mem, (void **)&net->rules, &net->cap.rules,
                       (size_t)net->nrules + 1, sizeof *net->rules, MAX_STATES);

    if (status) {
        fail(b, status);
        return 0;
    }
    net->rules[net->nrules] = rule;
    return net->nrules++;
}

/* Builds the body of a rule: from its start to its only end. */
static void fill_rule(struct builder *b, uint32_t rule, uint32_t body)
{
    uint32_t outer = b->rule;
    uint32_t end, start;

    b->rule = rule;
    end = add_state(b, (struct assay_net_state){.kind = ASSAY_STATE_END});
    start = build(b, body, end);
    b->rule = outer;
    if (b->status)
        return;
    b->net->rules[rule].start = start;
    b->net->rules[rule].end = end;
}

static uint32_t hidden_rule(struct builder *b, uint32_t body)
{
    uint32_t rule = add_rule(b, (struct assay_net_rule){.min = 1,
                                                        .max = 1,
                                                        .hidden = true,
                                                        .nullable = assay_nullable_expr(
                                                            &b->nullable, b->g, body)});

    if (!b->status)
        fill_rule(b, rule, body);
    return rule;
}

/* ---- Repetition. */

/* One iteration that matches something: a body that could be empty is called, so that it
 * can be seen whether it was. */
static uint32_t iteration(struct builder *b, uint32_t body, uint32_t next)
{
    const struct assay_expr *e = &b->g->exprs[body];

    if (!assay_nullable_expr(&b->nullable, b->g, body))
        return build(b, body, next);
    if (e->kind == ASSAY_EXPR_CALL)
        return call_state(b, e->as.call.rule, e->as.call.sym, true, next);
    return call_state(b, hidden_rule(b, body), ASSAY_NONE, true, next);
}

static uint32_t star(struct builder *b, uint32_t body, uint32_t next)
{
    uint32_t split = split_two(b, 0, next);

    set_target(b, split, 0, iteration(b, body, split));
    return split;
}

static uint32_t plus(struct builder *b, uint32_t body, uint32_t next)
{
    uint32_t split = split_two(b, 0, next);
    uint32_t entry = build(b, body, split);

    set_target(b, split, 0, entry);
    return entry;
}

/* body{min,max}: the iterations are counted by a rule of its own. */
static uint32_t counted(struct builder *b, uint32_t body, uint32_t min, uint32_t max,
                        uint32_t next)
{
    uint32_t rule = add_rule(b, (struct assay_net_rule){.min = min,
                                                        .max = max,
                                                        .hidden = true,
                                                        .counted = true,
                                                        .nullable = min == 0});
    uint32_t outer = b->rule;
    uint32_t end, loop, entry;

    if (b->status)
        return next;
    b->rule = rule;
    end = add_state(b, (struct assay_net_state){.kind = ASSAY_STATE_END});
    loop = add_state(b, (struct assay_net_state){.kind = ASSAY_STATE_LOOP, .next = end});
    entry = iteration(b, body, loop);
    b->rule = outer;
    if (b->status)
        return next;
    b->net->states[loop].a = entry;
    b->net->rules[rule].start = loop;
    b->net->rules[rule].end = end;
    return call_state(b, rule, ASSAY_NONE, false, next);
}

/* A body that can be empty: the iterations that must be there may be empty, the others
 * not. Past a number of them none must be there: they could all be empty. */
static uint32_t repeat_nullable(struct builder *b, uint32_t body, uint32_t min,
                                uint32_t max, uint32_t next)
{
    uint32_t written = min <= MAX_WRITTEN_OUT ? min : 0;
    uint32_t rest = max == ASSAY_MANY ? max : max - written;
    uint32_t at = next;

    if (rest == ASSAY_MANY)
        at = star(b, body, next);
    else if (rest == 1)
        at = split_two(b, iteration(b, body, next), next);
    else if (rest > 1)
        at = counted(b, body, 0, rest, next);
    for (uint32_t i = 0; i < written; i++)
        at = build(b, body, at);
    return at;
}

static uint32_t repeat(struct builder *b, uint32_t body, uint32_t min, uint32_t max,
                       uint32_t next)
{
    if (max == 0)
        return next;
    if (min == 1 && max == 1)
        return build(b, body, next);
    if (assay_nullable_expr(&b->nullable, b->g, body))
        return repeat_nullable(b, body, min, max, next);
    if (min == 0 && max == 1)
        return split_two(b, build(b, body, next), next);
    if (min == 0 && max == ASSAY_MANY)
        return star(b, body, next);
    if (min == 1 && max == ASSAY_MANY)
        return plus(b, body, next);
    return counted(b, body, min, max, next);
}

/* ---- The rest. */

static uint32_t literal(struct builder *b, const char *bytes, uint32_t len, uint32_t next)
{
    while (len-- > 0)
        next = byte_state(b, bytes[len], next);
    return next;
}

static uint32_t sequence(struct builder *b, const uint32_t *items, uint32_t count,
                         uint32_t next)
{
    while (count-- > 0)
        next = build(b, items[count], next);
    return next;
}

/* ---- Sets. */

/* The ways out of one place of a trie: the bytes to each of the states behind. */
struct ways {
    struct assay_byteset *sets;
    uint32_t *to;
    uint32_t count;
};

static void add_way(struct ways *w, unsigned lo, unsigned hi, uint32_t to)
{
    uint32_t way = 0;

    while (way < w->count && w->to[way] != to)
        way++;
    if (way == w->count)
        w->to[w->count++] = to;
    for (unsigned byte = lo; byte <= hi; byte++)
        assay_byteset_add(&w->sets[way], (unsigned char)byte);
}

static uint32_t ways_state(struct builder *b, const struct ways *w)
{
    uint32_t split;

    if (w->count == 1)
        return bytes_state(b, &w->sets[0], w->to[0]);
    split = split_state(b, w->count);
    for (uint32_t way = 0; way < w->count; way++)
        set_target(b, split, way, bytes_state(b, &w->sets[way], w->to[way]));
    return split;
}

/* The states that read one of the sequences from their byte number `depth` on. */
static uint32_t trie(struct builder *b, const struct assay_utf8_seq *seqs, uint32_t count,
                     unsigned depth, uint32_t next)
{
    struct ways w = {
        .sets = assay_arena_new(&b->scratch, count, sizeof *w.sets),
        .to = assay_arena_new(&b->scratch, count, sizeof *w.to),
    };

    if (depth == ASSAY_UTF8_MAX)
        return next;
    if (!w.sets || !w.to) {
        fail(b, ASSAY_NO_MEMORY);
        return next;
    }
    for (uint32_t i = 0, j; i < count && !b->status; i = j) {
        uint32_t to = next;

        for (j = i + 1; j < count && seqs[j].lo[depth] == seqs[i].lo[depth];)
            j++;
        if (depth + 1u < seqs[i].len)
            to = trie(b, seqs + i, j - i, depth + 1, next);
        add_way(&w, seqs[i].lo[depth], seqs[i].hi[depth], to);
    }
    return b->status ? next : ways_state(b, &w);
}

static uint32_t set_of_bytes(struct builder *b, const struct assay_codes *ranges,
                             uint32_t count, uint32_t next)
{
    struct assay_byteset set = {{0}};

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t byte = ranges[i].lo; byte <= ranges[i].hi; byte++)
            assay_byteset_add(&set, (unsigned char)byte);
    return bytes_state(b, &set, next);
}

static uint32_t set(struct builder *b, const struct assay_expr *e, uint32_t next)
{
    const struct assay_codes *ranges = b->g->ranges + e->as.set.first;
    uint32_t count = e->as.set.count, nseqs;
    struct assay_utf8_seq *seqs;

    if (e->as.set.bytes || ranges[count - 1].hi < 0x80)
        return set_of_bytes(b, ranges, count, next);
    seqs = assay_utf8_seqs(ranges, count, &b->scratch, &nseqs);
    if (!seqs) {
        fail(b, ASSAY_NO_MEMORY);
        return next;
    }
    return trie(b, seqs, nseqs, 0, next);
}

/* ---- Alternatives. */

static uint32_t tails(struct builder *b, struct assay_tail *at, uint32_t count,
                      unsigned depth, uint32_t next);

static uint32_t one_tail(struct builder *b, const struct assay_tail *tail, uint32_t next)
{
    const struct assay_expr *e;

    if (tail->count == 0)
        return next;
    next = sequence(b, tail->items + 1, tail->count - 1, next);
    if (tail->skip == 0)
        return build(b, tail->items[0], next);
    e = &b->g->exprs[tail->items[0]];
    return literal(b, b->g->bytes + e->as.literal.at + tail->skip,
                   e->as.literal.len - tail->skip, next);
}

/* Tails with the same next element: it, then what they differ in. */
static uint32_t tail_group(struct builder *b, struct assay_tail *at, uint32_t count,
                           unsigned depth, uint32_t next)
{
    uint32_t first = at->count > 0 ? at->items[0] : 0, common = 0, skip = at->skip, rest;
    const struct assay_expr *e = &b->g->exprs[first];

    if (count == 1 || at->count == 0)
        return one_tail(b, at, next);
    if (e->kind == ASSAY_EXPR_LITERAL)
        common = assay_tails_common(b->g, at, count);
    for (uint32_t i = 0; i < count; i++)
        assay_tail_advance(b->g, &at[i], common);
    rest = tails(b, at, count, depth + 1, next);
    if (e->kind == ASSAY_EXPR_LITERAL)
        return literal(b, b->g->bytes + e->as.literal.at + skip, common, rest);
    return build(b, first, rest);
}

static uint32_t tails(struct builder *b, struct assay_tail *at, uint32_t count,
                      unsigned depth, uint32_t next)
{
    uint32_t *sizes = assay_arena_new(&b->scratch, count, sizeof *sizes);
    uint32_t groups = count, split;

    if (!sizes) {
        fail(b, ASSAY_NO_MEMORY);
        return next;
    }
    for (uint32_t i = 0; i < count; i++)
        sizes[i] = 1;
    if (depth < MAX_FACTORED)
        groups = assay_tails_group(b->g, at, count, sizes, &b->scratch);
    if (groups == ASSAY_NONE) {
        fail(b, ASSAY_NO_MEMORY);
        return next;
    }
    if (groups == 1)
        return tail_group(b, at, count, depth, next);
    split = split_state(b, groups);
    for (uint32_t i = 0; i < groups && !b->status; at += sizes[i++])
        set_target(b, split, i, tail_group(b, at, sizes[i], depth, next));
    return split;
}

static uint32_t alternatives(struct builder *b, const struct assay_expr *e, uint32_t next)
{
    struct assay_tail *at = assay_arena_new(&b->scratch, e->as.list.count, sizeof *at);

    if (!at) {
        fail(b, ASSAY_NO_MEMORY);
        return next;
    }
    assay_tails_of(b->g, e, at);
    return tails(b, at, e->as.list.count, 0, next);
}

/* ---- */

static uint32_t build(struct builder *b, uint32_t expr, uint32_t next)
{
    const struct assay_expr *e = &b->g->exprs[expr];

    if (b->status)
        return next;
    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        return next;
    case ASSAY_EXPR_LITERAL:
        return literal(b, b->g->bytes + e->as.literal.at, e->as.literal.len, next);
    case ASSAY_EXPR_SET:
        return set(b, e, next);
    case ASSAY_EXPR_CALL:
        return call_state(b, e->as.call.rule, e->as.call.sym, false, next);
    case ASSAY_EXPR_SEQ:
        return sequence(b, b->g->items + e->as.list.first, e->as.list.count, next);
    case ASSAY_EXPR_ALT:
        return alternatives(b, e, next);
    case ASSAY_EXPR_REPEAT:
        return repeat(b, e->as.repeat.body, e->as.repeat.min, e->as.repeat.max, next);
    }
    return next;
}

static void build_rules(struct builder *b)
{
    for (uint32_t r = 0; r < b->g->nrules && !b->status; r++)
        add_rule(b, (struct assay_net_rule){
                        .min = 1, .max = 1, .nullable = b->nullable.rules[r]});
    for (uint32_t r = 0; r < b->g->nrules && !b->status; r++) {
        fill_rule(b, r, b->g->rules[r].body);
        assay_arena_reset(&b->scratch);
    }
}

enum assay_status assay_network_build(struct assay_network *net,
                                      const struct assay_grammar *g)
{
    struct builder b = {.net = net, .g = g};

    *net = (struct assay_network){.mem = g->mem, .start = g->start};
    b.status = assay_nullable_build(&b.nullable, g);
    if (b.status)
        return b.status;
    assay_map_init(&b.sets, g->mem);
    assay_map_init(&b.bytes, g->mem);
    assay_arena_init(&b.scratch, g->mem, 0);
    build_rules(&b);
    assay_arena_done(&b.scratch);
    assay_map_done(&b.bytes);
    assay_map_done(&b.sets);
    assay_nullable_done(&b.nullable);
    if (b.status)
        assay_network_done(net);
    return b.status;
}

void assay_network_done(struct assay_network *net)
{
    assay_mem_free(net->mem, net->states, net->cap.states * sizeof *net->states);
    assay_mem_free(net->mem, net->rules, net->cap.rules * sizeof *net->rules);
    assay_mem_free(net->mem, net->targets, net->cap.targets * sizeof *net->targets);
    assay_mem_free(net->mem, net->sets, net->cap.sets * sizeof *net->sets);
    *net = (struct assay_network){.mem = net->mem};
}
