/*
 * Running the machine: one loop over the ops, a stack of its own, no allocation for words
 * that are not deeply nested.
 *
 * Nodes are made in preorder, a node when its rule is called. Where left recursion was
 * removed it is only known afterwards how many nodes begin at a place; nodes are then
 * made in postorder, when they end, and put in order at the end.
 */
#include "lang/machine.h"
#include "base/mem.h"
#include <string.h>

#define SMALL_STACK 64
#define MAX_STACK (1u << 28)
#define AHEAD_PER_BYTE 16 /* bytes looked ahead at, for each of the word, on average */
#define AHEAD_FREE 4096

enum mode { RECOGNISE, PREORDER, POSTORDER };

struct frame {
    uint32_t next; /* where to go on after the rule */
    uint32_t sym;
    uint32_t mark;  /* PREORDER: its node; POSTORDER: nodes before it */
    uint32_t start; /* POSTORDER: where it began. A counted rule: iterations begun */
};

struct run {
    const struct assay_ll *ll;
    const unsigned char *text;
    size_t len;
    size_t stop; /* leave when this offset is reached */
    struct assay_tree *tree;
    struct frame *stack;
    size_t depth, cap;
    struct frame small[SMALL_STACK];
    size_t ahead; /* bytes looked at ahead so far */
    /* Where it ended. */
    uint32_t state;
    size_t at, farthest;
};

static enum assay_status grow_stack(struct run *r)
{
    size_t cap = r->stack == r->small ? 0 : r->cap;
    void *at = r->stack == r->small ? NULL : r->stack;
    enum assay_status status =
        assay_mem_grow(r->ll->mem, &at, &cap, r->depth + 1, sizeof *r->stack, MAX_STACK);

    if (status)
        return status;
    if (r->stack == r->small)
        memcpy(at, r->small, r->depth * sizeof *r->stack);
    r->stack = at;
    r->cap = cap;
    return ASSAY_OK;
}

static void release(struct run *r)
{
    if (r->stack != r->small)
        assay_mem_free(r->ll->mem, r->stack, r->cap * sizeof *r->stack);
}

static uint32_t class_at(const struct run *r, size_t at)
{
    return at < r->len ? r->ll->classes[r->text[at]] : r->ll->nclasses;
}

static enum assay_status add_node(struct run *r, uint32_t sym, const struct frame *f,
                                  size_t end)
{
    uint32_t node = assay_tree_open(r->tree, sym, f->start);

    if (node == ASSAY_NONE)
        return ASSAY_NO_MEMORY;
    r->tree->nodes[node].end = (uint32_t)end;
    r->tree->nodes[node].size = node - f->mark + 1;
    return ASSAY_OK;
}

/* The frame of a rule that begins. */
static inline enum assay_status begin(struct run *r, const enum mode mode, uint32_t sym,
                                      uint32_t next, size_t at)
{
    struct frame *f;

    if (r->depth == r->cap) {
        enum assay_status status = grow_stack(r);

        if (status)
            return status;
    }
    f = &r->stack[r->depth++];
    f->next = next;
    f->sym = sym;
    f->start = 0;
    if (mode == POSTORDER) {
        f->mark = r->tree->count;
        f->start = sym == ASSAY_NONE ? 0 : (uint32_t)at;
    }
    if (mode == PREORDER && sym != ASSAY_NONE) {
        f->mark = assay_tree_open(r->tree, sym, (uint32_t)at);
        if (f->mark == ASSAY_NONE)
            return ASSAY_NO_MEMORY;
    }
    return ASSAY_OK;
}

/* Decides by the bytes ahead. ASSAY_LOOK_FAIL when none of the ways fits. */
static uint32_t look(struct run *r, const struct assay_look_table *table, size_t at)
{
    uint32_t state = 0, width = r->ll->nclasses + 1;
    size_t p = at;

    do {
        state = table->edges[state * width + class_at(r, p)];
        p++;
    } while (state < ASSAY_LOOK_DONE);
    r->ahead += p - at;
    if (p - 1 > r->farthest)
        r->farthest = p - 1;
    return state;
}

static bool too_far(const struct run *r)
{
    return r->ahead > AHEAD_FREE && r->ahead / AHEAD_PER_BYTE > r->len;
}

/*
 * Runs from the start until the word ends, fails, or `stop` is reached: then ASSAY_OK,
 * ASSAY_NO_MATCH or ASSAY_REJECTED, and r->state, r->at and the stack say where it is.
 */
static inline __attribute__((always_inline)) enum assay_status run(struct run *r,
                                                                   const enum mode mode)
{
    const struct assay_ll *ll = r->ll;
    const struct assay_op *ops = ll->ops;
    uint32_t state = ll->net.rules[ll->net.start].start, to;
    enum assay_status status = begin(r, mode, 0, ASSAY_NONE, 0);
    size_t at = 0;

    while (!status) {
        const struct assay_op *op = &ops[state];

        if (at == r->stop) {
            status = ASSAY_REJECTED;
            break;
        }
        switch ((enum assay_op_kind)op->kind) {
        case ASSAY_OP_BYTES:
            if (at == r->len || !assay_byteset_has(&ll->net.sets[op->a], r->text[at])) {
                status = ASSAY_NO_MATCH;
                break;
            }
            at++;
            state = op->next;
            break;
        case ASSAY_OP_CALL:
            status = begin(r, mode, op->a, op->next, at);
            state = op->b;
            break;
        case ASSAY_OP_SWITCH:
            to = ll->rows[op->a + class_at(r, at)];
            if (to == ASSAY_ROW_FAIL)
                status = ASSAY_NO_MATCH;
            at += to >> 31;
            state = to & ~ASSAY_ROW_CONSUME;
            break;
        case ASSAY_OP_LOOK:
            to = look(r, &ll->looks[op->a], at);
            if (to == ASSAY_LOOK_FAIL)
                status = ASSAY_NO_MATCH;
            else if (too_far(r))
                status = ASSAY_TOO_LARGE;
            else
                state = ll->rows[op->b + (to - ASSAY_LOOK_DONE)];
            break;
        case ASSAY_OP_LOOP: {
            const struct assay_loop *loop = &ll->loops[op->a];
            struct frame *f = &r->stack[r->depth - 1];

            to = f->start < loop->min    ? loop->body
                 : f->start == loop->max ? loop->end
                                         : ll->rows[loop->row + class_at(r, at)];
            if (to == ASSAY_ROW_FAIL)
                status = ASSAY_NO_MATCH;
            f->start += to != loop->end && f->start < ASSAY_MANY - 1;
            at += to >> 31;
            state = to & ~ASSAY_ROW_CONSUME;
            break;
        }
        case ASSAY_OP_WRAP:
            if (mode == POSTORDER)
                status = add_node(r, op->a, &r->stack[r->depth - 1], at);
            state = op->next;
            break;
        case ASSAY_OP_END: {
            const struct frame *f = &r->stack[r->depth - 1];

            if (r->depth == 1 && at < r->len) {
                status = ASSAY_NO_MATCH;
                break;
            }
            if (mode == PREORDER && f->sym != ASSAY_NONE)
                assay_tree_close(r->tree, f->mark, (uint32_t)at);
            if (mode == POSTORDER && f->sym != ASSAY_NONE)
                status = add_node(r, f->sym, f, at);
            state = f->next;
            if (--r->depth == 0)
                goto out;
            break;
        }
        }
    }
out:
    r->state = state;
    r->at = at;
    return status;
}

static enum assay_status run_recognise(struct run *r)
{
    return run(r, RECOGNISE);
}

static enum assay_status run_preorder(struct run *r)
{
    return run(r, PREORDER);
}

static enum assay_status run_postorder(struct run *r)
{
    return run(r, POSTORDER);
}

static void start(struct run *r, const struct assay_ll *ll, const char *text, size_t len,
                  struct assay_tree *tree)
{
    r->ll = ll;
    r->text = (const unsigned char *)text;
    r->len = len;
    r->stop = SIZE_MAX;
    r->tree = tree;
    r->stack = r->small;
    r->depth = 0;
    r->cap = SMALL_STACK;
    r->ahead = r->farthest = 0;
}

/* ---- Why a word was rejected. */

struct reasons {
    const struct run *r;
    struct assay_mismatch *why;
    uint32_t *seen; /* states, by the depth they were last met at */
    uint32_t depth;
    uint32_t *todo, ntodo;
    uint32_t count; /* iterations begun, in a counted rule */
    bool ends;      /* the rule can end here */
};

static void expect(struct assay_mismatch *why, const struct assay_byteset *set)
{
    for (unsigned byte = 0; byte < 256; byte++)
        if (assay_byteset_has(set, (unsigned char)byte))
            why->expected[byte / 8] |= (unsigned char)(1u << byte % 8);
}

static void visit(struct reasons *x, uint32_t state)
{
    if (x->seen[state] != x->depth) {
        x->seen[state] = x->depth;
        x->todo[x->ntodo++] = state;
    }
}

static void reasons_of(struct reasons *x, uint32_t state)
{
    const struct assay_network *net = &x->r->ll->net;
    const struct assay_net_state *s = &net->states[state];

    switch ((enum assay_state_kind)s->kind) {
    case ASSAY_STATE_BYTES:
        expect(x->why, &net->sets[s->a]);
        break;
    case ASSAY_STATE_CALL:
        expect(x->why, &x->r->ll->first.states[net->rules[s->b].start].bytes);
        if (net->rules[s->b].nullable && !s->nonempty)
            visit(x, s->next);
        break;
    case ASSAY_STATE_SPLIT:
        for (uint32_t t = 0; t < s->b; t++)
            visit(x, net->targets[s->a + t]);
        break;
    case ASSAY_STATE_LOOP:
        if (x->count < net->rules[s->rule].max)
            visit(x, s->a);
        if (x->count >= net->rules[s->rule].min)
            visit(x, s->next);
        break;
    case ASSAY_STATE_END:
        x->ends = true;
        break;
    }
}

/* What is possible at the state, then, as long as rules can end there, behind them. */
static void find_reasons(struct reasons *x)
{
    uint32_t state = x->r->state;

    for (size_t depth = x->r->depth; depth > 0; depth--) {
        const struct frame *f = &x->r->stack[depth - 1];

        x->count = f->start;
        x->ends = false;
        x->depth = (uint32_t)depth;
        visit(x, state);
        while (x->ntodo > 0)
            reasons_of(x, x->todo[--x->ntodo]);
        if (!x->ends)
            return;
        state = f->next;
    }
    x->why->end = true;
}

/* Runs again up to the offset, and looks around there. */
static enum assay_status explain(const struct run *failed, struct assay_mismatch *ret_why)
{
    const struct assay_ll *ll = failed->ll;
    struct assay_mismatch why = {
        .offset = failed->at > failed->farthest ? failed->at : failed->farthest};
    struct assay_arena scratch;
    struct run r;
    struct reasons x = {.r = &r, .why = &why};
    enum assay_status status;

    start(&r, ll, (const char *)failed->text, failed->len, NULL);
    r.stop = why.offset;
    status = run_recognise(&r);
    assay_arena_init(&scratch, ll->mem, 0);
    x.seen = assay_arena_new(&scratch, ll->net.nstates, sizeof *x.seen);
    x.todo = assay_arena_new(&scratch, ll->net.nstates, sizeof *x.todo);
    if (status == ASSAY_REJECTED || status == ASSAY_NO_MATCH)
        status = x.seen && x.todo ? ASSAY_OK : ASSAY_NO_MEMORY;
    if (!status) {
        find_reasons(&x);
        *ret_why = why;
    }
    assay_arena_done(&scratch);
    release(&r);
    return status ? status : ASSAY_NO_MATCH;
}

enum assay_status assay_ll_match(const struct assay_ll *ll, const char *text, size_t len,
                                 struct assay_mismatch *ret_why)
{
    struct run r;
    enum assay_status status;

    start(&r, ll, text, len, NULL);
    status = run_recognise(&r);
    if (status == ASSAY_NO_MATCH && ret_why)
        status = explain(&r, ret_why);
    release(&r);
    return status;
}

/* ---- From postorder to preorder. */

/* A node's place in preorder is known once its parent's is: from the end of the array,
 * where the root is, children come before the nodes that are theirs. */
static enum assay_status put_in_order(struct assay_tree *tree)
{
    uint32_t count = tree->count;
    struct assay_node *from = tree->nodes;
    size_t cap = tree->cap;
    struct assay_node *to = assay_mem_new(tree->mem, cap * sizeof *to);
    uint32_t *next = assay_mem_new(tree->mem, count * sizeof *next);
    enum assay_status status = to && next ? ASSAY_OK : ASSAY_NO_MEMORY;

    /* next[i]: where the subtree that ends at postorder i begins in preorder. */
    for (uint32_t i = count; !status && i-- > 0;) {
        uint32_t place = i == count - 1 ? 0 : next[i], last = i, room;

        to[place] = from[i];
        room = place + from[i].size;
        /* Its children, from the last: each ends where the one after it begins. */
        for (uint32_t left = from[i].size - 1; left > 0;) {
            last--;
            room -= from[last].size;
            next[last] = room;
            left -= from[last].size;
            last -= from[last].size - 1;
        }
    }
    assay_mem_free(tree->mem, next, count * sizeof *next);
    if (status) {
        assay_mem_free(tree->mem, to, cap * sizeof *to);
        return status;
    }
    assay_mem_free(tree->mem, from, cap * sizeof *from);
    tree->nodes = to;
    return ASSAY_OK;
}

enum assay_status assay_ll_derive(const struct assay_ll *ll, struct assay_tree *tree,
                                  struct assay_mismatch *ret_why)
{
    struct run r;
    enum assay_status status;

    start(&r, ll, tree->text, tree->len, tree);
    status = ll->left ? run_postorder(&r) : run_preorder(&r);
    if (!status && ll->left)
        status = put_in_order(tree);
    if (status == ASSAY_NO_MATCH && ret_why)
        status = explain(&r, ret_why);
    release(&r);
    return status;
}
