/*
 * Two elements are the same if they are written the same: equality is structural.
 */
#include "lang/factor.h"
#include "base/hash.h"
#include <string.h>

static const struct assay_expr *head(const struct assay_grammar *g,
                                     const struct assay_tail *tail)
{
    return &g->exprs[tail->items[0]];
}

static void skip_empty(const struct assay_grammar *g, struct assay_tail *tail)
{
    while (tail->count > 0 && head(g, tail)->kind == ASSAY_EXPR_EMPTY) {
        tail->items++;
        tail->count--;
    }
}

void assay_tails_of(const struct assay_grammar *g, const struct assay_expr *alt,
                    struct assay_tail *ret_tails)
{
    for (uint32_t i = 0; i < alt->as.list.count; i++) {
        const uint32_t *item = &g->items[alt->as.list.first + i];
        const struct assay_expr *e = &g->exprs[*item];
        struct assay_tail *tail = &ret_tails[i];

        *tail = (struct assay_tail){.items = item, .count = 1};
        if (e->kind == ASSAY_EXPR_SEQ)
            *tail = (struct assay_tail){.items = &g->items[e->as.list.first],
                                        .count = e->as.list.count};
        skip_empty(g, tail);
    }
}

static uint64_t hash_expr(const struct assay_grammar *g, uint32_t expr, uint64_t hash)
{
    const struct assay_expr *e = &g->exprs[expr];

    hash = assay_hash_step(hash, e->kind);
    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        break;
    case ASSAY_EXPR_LITERAL:
        return assay_hash_bytes(hash, g->bytes + e->as.literal.at, e->as.literal.len);
    case ASSAY_EXPR_SET:
        return assay_hash_bytes(hash, g->ranges + e->as.set.first,
                                e->as.set.count * sizeof *g->ranges);
    case ASSAY_EXPR_CALL:
        return assay_hash_step(hash, e->as.call.sym);
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            hash = hash_expr(g, g->items[e->as.list.first + i], hash);
        break;
    case ASSAY_EXPR_REPEAT:
        hash = assay_hash_step(hash, e->as.repeat.min);
        return hash_expr(g, e->as.repeat.body, assay_hash_step(hash, e->as.repeat.max));
    }
    return hash;
}

static bool same_list(const struct assay_grammar *g, const struct assay_expr *a,
                      const struct assay_expr *b)
{
    if (a->as.list.count != b->as.list.count)
        return false;
    for (uint32_t i = 0; i < a->as.list.count; i++)
        if (!assay_expr_same(g, g->items[a->as.list.first + i],
                             g->items[b->as.list.first + i]))
            return false;
    return true;
}

bool assay_expr_same(const struct assay_grammar *g, uint32_t x, uint32_t y)
{
    const struct assay_expr *a = &g->exprs[x], *b = &g->exprs[y];

    if (x == y || a->kind != b->kind)
        return x == y;
    switch (a->kind) {
    case ASSAY_EXPR_EMPTY:
        return true;
    case ASSAY_EXPR_LITERAL:
        return a->as.literal.len == b->as.literal.len &&
               memcmp(g->bytes + a->as.literal.at, g->bytes + b->as.literal.at,
                      a->as.literal.len) == 0;
    case ASSAY_EXPR_SET:
        return a->as.set.count == b->as.set.count && a->as.set.bytes == b->as.set.bytes &&
               memcmp(g->ranges + a->as.set.first, g->ranges + b->as.set.first,
                      a->as.set.count * sizeof *g->ranges) == 0;
    case ASSAY_EXPR_CALL:
        return a->as.call.sym == b->as.call.sym;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        return same_list(g, a, b);
    case ASSAY_EXPR_REPEAT:
        return a->as.repeat.min == b->as.repeat.min &&
               a->as.repeat.max == b->as.repeat.max &&
               assay_expr_same(g, a->as.repeat.body, b->as.repeat.body);
    }
    return false;
}

static uint64_t hash_head(const struct assay_grammar *g, const struct assay_tail *tail)
{
    if (tail->count == 0)
        return 0;
    if (head(g, tail)->kind == ASSAY_EXPR_LITERAL)
        return assay_hash_step(
            1, (uint64_t)g->bytes[head(g, tail)->as.literal.at + tail->skip]);
    return hash_expr(g, tail->items[0], 2);
}

static bool same_head(const struct assay_grammar *g, const struct assay_tail *a,
                      const struct assay_tail *b)
{
    if (a->count == 0 || b->count == 0)
        return a->count == b->count;
    if (head(g, a)->kind == ASSAY_EXPR_LITERAL && head(g, b)->kind == ASSAY_EXPR_LITERAL)
        return g->bytes[head(g, a)->as.literal.at + a->skip] ==
               g->bytes[head(g, b)->as.literal.at + b->skip];
    return assay_expr_same(g, a->items[0], b->items[0]);
}

/* The group of each tail: the number of an earlier tail's group, or a new one. */
static uint32_t find_groups(const struct assay_grammar *g, const struct assay_tail *tails,
                            uint32_t count, uint32_t *ret_group, struct assay_map *map,
                            struct assay_arena *scratch)
{
    uint32_t *leader = assay_arena_new(scratch, count, sizeof *leader);
    uint32_t groups = 0;

    for (uint32_t i = 0; leader && i < count; i++) {
        uint64_t hash = hash_head(g, &tails[i]);
        uint64_t *known = assay_map_put(map, &hash, sizeof hash);

        if (!known)
            return ASSAY_NONE;
        if (*known > 0 && same_head(g, &tails[leader[*known - 1]], &tails[i])) {
            ret_group[i] = (uint32_t)*known - 1;
            continue;
        }
        leader[groups] = i;
        ret_group[i] = groups++;
        *known = groups;
    }
    return leader ? groups : ASSAY_NONE;
}

/* Moves the tails into the order of their groups. */
static bool gather(struct assay_tail *tails, uint32_t count, const uint32_t *group,
                   uint32_t groups, uint32_t *ret_sizes, struct assay_arena *scratch)
{
    struct assay_tail *copy = assay_arena_new(scratch, count, sizeof *copy);
    uint32_t *next = assay_arena_new(scratch, (size_t)groups + 1, sizeof *next);

    if (!copy || !next)
        return false;
    memcpy(copy, tails, count * sizeof *copy);
    memset(ret_sizes, 0, groups * sizeof *ret_sizes);
    for (uint32_t i = 0; i < count; i++)
        ret_sizes[group[i]]++;
    for (uint32_t i = 0; i < groups; i++)
        next[i + 1] = next[i] + ret_sizes[i];
    for (uint32_t i = 0; i < count; i++)
        tails[next[group[i]]++] = copy[i];
    return true;
}

uint32_t assay_tails_group(const struct assay_grammar *g, struct assay_tail *tails,
                           uint32_t count, uint32_t *ret_sizes,
                           struct assay_arena *scratch)
{
    uint32_t *group = assay_arena_new(scratch, count, sizeof *group);
    uint32_t groups;
    struct assay_map map;

    if (!group)
        return ASSAY_NONE;
    assay_map_init(&map, g->mem);
    groups = find_groups(g, tails, count, group, &map, scratch);
    assay_map_done(&map);
    if (groups != ASSAY_NONE && !gather(tails, count, group, groups, ret_sizes, scratch))
        return ASSAY_NONE;
    return groups;
}

uint32_t assay_tails_common(const struct assay_grammar *g, const struct assay_tail *tails,
                            uint32_t count)
{
    const struct assay_expr *first = head(g, &tails[0]);
    const char *bytes = g->bytes + first->as.literal.at + tails[0].skip;
    uint32_t common = first->as.literal.len - tails[0].skip;

    for (uint32_t i = 1; i < count; i++) {
        const struct assay_expr *e = head(g, &tails[i]);
        uint32_t len = e->as.literal.len - tails[i].skip, same = 0;

        while (same < len && same < common &&
               g->bytes[e->as.literal.at + tails[i].skip + same] == bytes[same])
            same++;
        common = same;
    }
    return common;
}

void assay_tail_advance(const struct assay_grammar *g, struct assay_tail *tail,
                        uint32_t bytes)
{
    const struct assay_expr *e = head(g, tail);

    if (e->kind == ASSAY_EXPR_LITERAL && tail->skip + bytes < e->as.literal.len) {
        tail->skip += bytes;
        return;
    }
    tail->skip = 0;
    tail->items++;
    tail->count--;
    skip_empty(g, tail);
}
