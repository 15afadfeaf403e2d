/*
 * A rule is looked at again whenever one it calls turns out to match the empty string.
 */
#include "lang/nullable.h"
#include "base/mem.h"
#include <string.h>

struct search {
    struct assay_nullable *n;
    const struct assay_grammar *g;
    struct assay_arena scratch;
    uint32_t *first, *callers; /* callers[first[r] .. first[r + 1]) call rule r */
    uint32_t *queue;           /* rules to look at; a ring with one place a rule */
    uint32_t head, waiting;
    uint8_t *queued;
};

static bool list_nullable(const struct assay_nullable *n, const struct assay_grammar *g,
                          const struct assay_expr *e)
{
    bool all = e->kind == ASSAY_EXPR_SEQ;

    for (uint32_t i = 0; i < e->as.list.count; i++)
        if (assay_nullable_expr(n, g, g->items[e->as.list.first + i]) != all)
            return !all;
    return all;
}

bool assay_nullable_expr(const struct assay_nullable *n, const struct assay_grammar *g,
                         uint32_t expr)
{
    const struct assay_expr *e = &g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        return true;
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        return false;
    case ASSAY_EXPR_CALL:
        return n->rules[e->as.call.rule];
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        return list_nullable(n, g, e);
    case ASSAY_EXPR_REPEAT:
        return e->as.repeat.min == 0 || assay_nullable_expr(n, g, e->as.repeat.body);
    }
    return false;
}

/* Calls `found` for each rule that an expression calls. */
static void each_call(struct search *s, uint32_t expr, uint32_t rule,
                      void (*found)(struct search *s, uint32_t caller, uint32_t called))
{
    const struct assay_expr *e = &s->g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_CALL:
        found(s, rule, e->as.call.rule);
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            each_call(s, s->g->items[e->as.list.first + i], rule, found);
        break;
    case ASSAY_EXPR_REPEAT:
        each_call(s, e->as.repeat.body, rule, found);
        break;
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
}

static void count_caller(struct search *s, uint32_t caller, uint32_t called)
{
    (void)caller;
    s->first[called + 1]++;
}

static void place_caller(struct search *s, uint32_t caller, uint32_t called)
{
    s->callers[s->first[called]++] = caller;
}

static enum assay_status find_callers(struct search *s)
{
    uint32_t rules = s->g->nrules;

    s->first = assay_arena_new(&s->scratch, (size_t)rules + 1, sizeof *s->first);
    if (!s->first)
        return ASSAY_NO_MEMORY;
    for (uint32_t r = 0; r < rules; r++)
        each_call(s, s->g->rules[r].body, r, count_caller);
    for (uint32_t r = 0; r < rules; r++)
        s->first[r + 1] += s->first[r];
    s->callers = assay_arena_new(&s->scratch, s->first[rules], sizeof *s->callers);
    if (!s->callers)
        return ASSAY_NO_MEMORY;
    for (uint32_t r = 0; r < rules; r++)
        each_call(s, s->g->rules[r].body, r, place_caller);
    /* Each start has moved to the next one's place. */
    memmove(s->first + 1, s->first, rules * sizeof *s->first);
    s->first[0] = 0;
    return ASSAY_OK;
}

static void enqueue(struct search *s, uint32_t rule)
{
    if (s->queued[rule] || s->n->rules[rule])
        return;
    s->queued[rule] = 1;
    s->queue[(s->head + s->waiting++) % s->g->nrules] = rule;
}

static void settle(struct search *s)
{
    while (s->waiting > 0) {
        uint32_t rule = s->queue[s->head];

        s->head = (s->head + 1) % s->g->nrules;
        s->waiting--;
        s->queued[rule] = 0;
        if (!assay_nullable_expr(s->n, s->g, s->g->rules[rule].body))
            continue;
        s->n->rules[rule] = 1;
        for (uint32_t i = s->first[rule]; i < s->first[rule + 1]; i++)
            enqueue(s, s->callers[i]);
    }
}

enum assay_status assay_nullable_build(struct assay_nullable *n,
                                       const struct assay_grammar *g)
{
    struct search s = {.n = n, .g = g};
    enum assay_status status;

    n->mem = g->mem;
    n->cap = (size_t)g->nrules + 1;
    n->rules = assay_mem_new(n->mem, n->cap);
    if (!n->rules)
        return ASSAY_NO_MEMORY;
    memset(n->rules, 0, n->cap);
    assay_arena_init(&s.scratch, g->mem, 0);
    s.queue = assay_arena_new(&s.scratch, n->cap, sizeof *s.queue);
    s.queued = assay_arena_new(&s.scratch, n->cap, 1);
    status = s.queue && s.queued ? find_callers(&s) : ASSAY_NO_MEMORY;
    if (!status) {
        for (uint32_t r = 0; r < g->nrules; r++)
            enqueue(&s, r);
        settle(&s);
    }
    assay_arena_done(&s.scratch);
    if (status)
        assay_nullable_done(n);
    return status;
}

void assay_nullable_done(struct assay_nullable *n)
{
    assay_mem_free(n->mem, n->rules, n->cap);
    n->rules = NULL;
}
