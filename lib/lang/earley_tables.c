#include "lang/earley_tables.h"
#include "base/mem.h"

#define INLINE_TARGETS 16 /* a split inside another is a leaf when it has more */
#define INLINE_LEAVES 32  /* or when the list has as many already */
#define MAX_LEAVES (1u << 30)

/* ---- Leaves. */

struct closer {
    struct assay_earley_tables *t;
    uint32_t root;                 /* the split whose leaves are being found */
    uint32_t *emitted;             /* by state: root + 1 when it is a leaf already... */
    uint32_t *where;               /* ...and which */
    uint32_t *walked;              /* by split: 2 * (root + 1), odd the second time */
    uint32_t *splits, *nth, depth; /* a stack: where the walk is in each of them */
    enum assay_status status;
};

static void emit(struct closer *c, uint32_t state)
{
    struct assay_earley_tables *t = c->t;

    if (c->emitted[state] == c->root + 1) {
        t->leaves[c->where[state]] |= ASSAY_LEAF_TWICE;
        return;
    }
    c->status = assay_mem_grow(t->net->mem, (void **)&t->leaves, &t->leaves_cap,
                               (size_t)t->nleaves + 1, sizeof *t->leaves, MAX_LEAVES);
    if (c->status)
        return;
    c->emitted[state] = c->root + 1;
    c->where[state] = t->nleaves;
    t->leaves[t->nleaves++] = state;
}

/* Walks a split at most twice: then all its leaves are known to be there twice. */
static void enter(struct closer *c, uint32_t split)
{
    uint32_t once = 2 * (c->root + 1);

    if (c->walked[split] == once + 1)
        return;
    c->walked[split] = c->walked[split] == once ? once + 1 : once;
    c->splits[c->depth] = split;
    c->nth[c->depth++] = 0;
}

static bool is_inlined(const struct closer *c, uint32_t state)
{
    const struct assay_net_state *s = &c->t->net->states[state];

    return s->kind == ASSAY_STATE_SPLIT && s->b <= INLINE_TARGETS &&
           c->t->nleaves - c->t->closures[c->root].first < INLINE_LEAVES;
}

static void close_split(struct closer *c, uint32_t root)
{
    const struct assay_network *net = c->t->net;

    c->root = root;
    enter(c, root);
    while (c->depth > 0 && !c->status) {
        const struct assay_net_state *s = &net->states[c->splits[c->depth - 1]];
        uint32_t nth = c->nth[c->depth - 1]++;

        if (nth == s->b) {
            c->depth--;
            continue;
        }
        uint32_t target = net->targets[s->a + nth];
        if (is_inlined(c, target))
            enter(c, target);
        else
            emit(c, target);
    }
}

static enum assay_status find_leaves(struct assay_earley_tables *t)
{
    uint32_t n = t->net->nstates;
    struct assay_arena scratch;
    struct closer c = {.t = t};

    assay_arena_init(&scratch, t->net->mem, 0);
    c.emitted = assay_arena_new(&scratch, n, sizeof *c.emitted);
    c.where = assay_arena_new(&scratch, n, sizeof *c.where);
    c.walked = assay_arena_new(&scratch, n, sizeof *c.walked);
    c.splits = assay_arena_new(&scratch, n, 2 * sizeof *c.splits);
    c.nth = assay_arena_new(&scratch, n, 2 * sizeof *c.nth);
    if (!c.emitted || !c.where || !c.walked || !c.splits || !c.nth)
        c.status = ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < n && !c.status; i++) {
        t->closures[i].first = t->nleaves;
        c.root = i;
        if (t->net->states[i].kind == ASSAY_STATE_SPLIT)
            close_split(&c, i);
        else
            emit(&c, i);
        t->closures[i].count = t->nleaves - t->closures[i].first;
    }
    assay_arena_done(&scratch);
    return c.status;
}

/* ---- */

static enum assay_status fill(struct assay_earley_tables *t)
{
    const struct assay_network *net = t->net;
    enum assay_status status;

    t->live = assay_arena_new(&t->arena, net->nstates, sizeof *t->live);
    t->closures = assay_arena_new(&t->arena, net->nstates, sizeof *t->closures);
    t->cycles = assay_arena_new(&t->arena, net->nrules, sizeof *t->cycles);
    if (!t->live || !t->closures || !t->cycles)
        return ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < net->nstates; i++)
        t->live[i] = assay_first_look(&t->first, net, i).bytes;
    status = find_leaves(t);
    return status ? status : assay_earley_find_cycles(t);
}

enum assay_status assay_earley_tables_build(struct assay_earley_tables *t,
                                            const struct assay_network *net)
{
    enum assay_status status;

    *t = (struct assay_earley_tables){.net = net};
    status = assay_first_build(&t->first, net);
    if (status)
        return status;
    assay_arena_init(&t->arena, net->mem, 0);
    status = fill(t);
    if (status)
        assay_earley_tables_done(t);
    return status;
}

void assay_earley_tables_done(struct assay_earley_tables *t)
{
    assay_mem_free(t->net->mem, t->leaves, t->leaves_cap * sizeof *t->leaves);
    assay_arena_done(&t->arena);
    assay_first_done(&t->first);
}
