#include "lang_random.h"
#include "harness.h"
#include "torture.h"
#include <string.h>

#define DEPTH 3

struct maker {
    struct assay_grammar *g;
    struct assay_prng *prng;
    uint32_t nrules;
};

static uint32_t below(struct maker *m, uint32_t n)
{
    return (uint32_t)(assay_prng_next(m->prng) % n);
}

static uint32_t add(struct maker *m, struct assay_expr e)
{
    uint32_t expr;

    e.weight = 1;
    expr = assay_grammar_expr(m->g, &e);
    CHECK(expr != ASSAY_NONE);
    return expr;
}

static uint32_t literal(struct maker *m)
{
    char bytes[2] = {(char)('a' + below(m, 2)), (char)('a' + below(m, 2))};
    struct assay_expr e = {.kind = ASSAY_EXPR_LITERAL};

    e.as.literal.len = 1 + (below(m, 4) == 0);
    e.as.literal.at = assay_grammar_bytes(m->g, bytes, e.as.literal.len);
    return add(m, e);
}

static uint32_t set_of_letters(struct maker *m)
{
    struct assay_expr e = {.kind = ASSAY_EXPR_SET};

    e.as.set.bytes = true;
    e.as.set.count = 1;
    e.as.set.first = assay_grammar_ranges(m->g, &(struct assay_codes){'a', 'b'}, 1);
    return add(m, e);
}

static uint32_t call(struct maker *m)
{
    struct assay_expr e = {.kind = ASSAY_EXPR_CALL};
    uint32_t label = below(m, 4) == 0 ? assay_grammar_name(m->g, "x", 1) : ASSAY_NONE;

    e.as.call.rule = below(m, m->nrules);
    e.as.call.sym = assay_grammar_sym(m->g, e.as.call.rule, label);
    return add(m, e);
}

static uint32_t expr(struct maker *m, unsigned depth);

static uint32_t list(struct maker *m, enum assay_expr_kind kind, unsigned depth)
{
    uint32_t items[3], count = 2 + (below(m, 3) == 0);
    struct assay_expr e = {.kind = kind};

    for (uint32_t i = 0; i < count; i++)
        items[i] = expr(m, depth + 1);
    e.as.list.count = count;
    e.as.list.first = assay_grammar_items(m->g, items, count);
    return add(m, e);
}

static uint32_t repeat(struct maker *m, unsigned depth)
{
    static const uint32_t bounds[][2] = {
        {0, 1}, {0, ASSAY_MANY}, {1, ASSAY_MANY}, {2, ASSAY_MANY}, {0, 2},
        {2, 2}, {1, 2},          {2, 3},          {0, 0},          {3, ASSAY_MANY}};
    uint32_t which = below(m, sizeof bounds / sizeof *bounds);
    struct assay_expr e = {.kind = ASSAY_EXPR_REPEAT};

    e.as.repeat.body = expr(m, depth + 1);
    e.as.repeat.min = bounds[which][0];
    e.as.repeat.max = bounds[which][1];
    return add(m, e);
}

static uint32_t expr(struct maker *m, unsigned depth)
{
    switch (below(m, depth < DEPTH ? 12 : 6)) {
    case 0:
        return add(m, (struct assay_expr){.kind = ASSAY_EXPR_EMPTY});
    case 1:
    case 2:
        return literal(m);
    case 3:
        return set_of_letters(m);
    case 4:
    case 5:
        return call(m);
    case 6:
    case 7:
        return list(m, ASSAY_EXPR_SEQ, depth);
    case 8:
    case 9:
        return list(m, ASSAY_EXPR_ALT, depth);
    default:
        return repeat(m, depth);
    }
}

/* ---- Whether every rule has a sentence. */

static bool has_sentence(const struct assay_grammar *g, const bool *rules, uint32_t of)
{
    const struct assay_expr *e = &g->exprs[of];
    bool all = true, any = false;

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        return true;
    case ASSAY_EXPR_CALL:
        return rules[e->as.call.rule];
    case ASSAY_EXPR_REPEAT:
        return e->as.repeat.min == 0 || has_sentence(g, rules, e->as.repeat.body);
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        break;
    }
    for (uint32_t i = 0; i < e->as.list.count; i++) {
        bool has = has_sentence(g, rules, g->items[e->as.list.first + i]);
        all &= has;
        any |= has;
    }
    return e->kind == ASSAY_EXPR_SEQ ? all : any;
}

static bool is_sound(const struct assay_grammar *g)
{
    bool rules[4] = {false}, all = true;

    for (uint32_t i = 0; i < g->nrules; i++)
        for (uint32_t r = 0; r < g->nrules; r++)
            rules[r] |= has_sentence(g, rules, g->rules[r].body);
    for (uint32_t r = 0; r < g->nrules; r++)
        all &= rules[r];
    return all;
}

static void try_to_make(struct assay_grammar *g, struct assay_prng *prng)
{
    struct maker m = {.g = g, .prng = prng};

    assay_grammar_init(g, checked_mem());
    m.nrules = 1 + below(&m, 4);
    for (uint32_t r = 0; r < m.nrules; r++) {
        char name = (char)('r' + r);
        struct assay_rule rule = {.name = assay_grammar_name(g, &name, 1),
                                  .where = ASSAY_NONE};
        CHECK_UINT(assay_grammar_rule(g, &rule), r);
    }
    g->start = 0;
    CHECK_UINT(assay_grammar_sym(g, 0, ASSAY_NONE), 0);
    for (uint32_t r = 0; r < m.nrules; r++) {
        uint32_t body = expr(&m, 0);
        g->rules[r].body = body;
    }
}

void lang_random_grammar(struct assay_grammar *g, struct assay_prng *prng)
{
    try_to_make(g, prng);
    while (!is_sound(g)) {
        assay_grammar_done(g);
        try_to_make(g, prng);
    }
}
