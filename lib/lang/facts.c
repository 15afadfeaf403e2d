/*
 * Shortest sentences by Knuth's generalisation of Dijkstra's algorithm: expressions are
 * settled in the order of their shortest sentences, and each settled one tells those that
 * are made of it. ("A generalization of Dijkstra's algorithm", 1977.) Everything else is
 * the same walk from the parts to the whole, until nothing changes; cycles of rules are
 * strong components, after Tarjan. Nothing here is recursive.
 */
#include "lang/facts.h"
#include "base/mem.h"
#include "lang/program.h"
#include <string.h>

/* A repetition with fewer counts to choose from grows little. */
#define MANY_COUNTS 8

struct heap_entry {
    uint64_t key; /* length, then height */
    uint32_t expr;
};

struct work {
    const struct assay_grammar *g;
    struct assay_facts *f;
    struct assay_arena scratch;
    /* users[first[e] .. first[e + 1]): the expressions that e is a part of; of a rule's
     * body, those that call the rule. */
    uint32_t *first, *users;
    struct heap_entry *heap;
    size_t nheap;
    uint64_t *best;    /* of each expression, the least key found */
    uint8_t *settled;  /* of each expression */
    uint32_t *pending; /* of a sequence: parts not settled */
    uint32_t *queue;   /* expressions to look at */
    size_t nqueue;
    uint8_t *queued;  /* of each expression */
    uint32_t *marked; /* of each expression: the last walk that saw it */
    uint32_t walks;
};

/* ---- Who is made of what. */

static uint32_t part_count(const struct assay_expr *e)
{
    switch (e->kind) {
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        return e->as.list.count;
    case ASSAY_EXPR_CALL:
    case ASSAY_EXPR_REPEAT:
        return 1;
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
    return 0;
}

static uint32_t part(const struct assay_grammar *g, const struct assay_expr *e,
                     uint32_t k)
{
    switch (e->kind) {
    case ASSAY_EXPR_CALL:
        return g->rules[e->as.call.rule].body;
    case ASSAY_EXPR_REPEAT:
        return e->as.repeat.body;
    default:
        return g->items[e->as.list.first + k];
    }
}

static enum assay_status find_users(struct work *w)
{
    const struct assay_grammar *g = w->g;
    size_t edges = 0;
    uint32_t *next;

    w->first = assay_arena_new(&w->scratch, (size_t)g->nexprs + 2, sizeof *w->first);
    if (!w->first)
        return ASSAY_NO_MEMORY;
    next = w->first + 1; /* next[e] moves from the start of e's users to their end */
    for (uint32_t e = 0; e < g->nexprs; e++)
        for (uint32_t k = 0; k < part_count(&g->exprs[e]); k++, edges++)
            next[part(g, &g->exprs[e], k) + 1]++;
    if (edges > UINT32_MAX)
        return ASSAY_TOO_LARGE;
    w->users = assay_arena_new(&w->scratch, edges, sizeof *w->users);
    w->heap = assay_arena_new(&w->scratch, edges + g->nexprs, sizeof *w->heap);
    if (!w->users || !w->heap)
        return ASSAY_NO_MEMORY;
    for (uint32_t e = 1; e < g->nexprs; e++)
        next[e] += next[e - 1];
    for (uint32_t e = 0; e < g->nexprs; e++)
        for (uint32_t k = 0; k < part_count(&g->exprs[e]); k++)
            w->users[next[part(g, &g->exprs[e], k)]++] = e;
    return ASSAY_OK;
}

/* ---- Shortest sentences. */

/*@ requires height <= UINT32_MAX;
    assigns \nothing;
    ensures \result == \min(len, ASSAY_SHORTEST_MAX) * 0x100000000 + height;
*/
static uint64_t key_of(uint64_t len, uint64_t height)
{
    if (len > ASSAY_SHORTEST_MAX)
        len = ASSAY_SHORTEST_MAX;
    return len << 32 | height;
}

static uint32_t length_in(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

static uint32_t height_in(uint64_t key)
{
    return (uint32_t)key;
}

/*@ predicate Heap(struct heap_entry *heap, integer count) =
      \forall integer i; 1 <= i < count ==> heap[(i - 1) / 2].key <= heap[i].key;
*/

/* Of a heap that the last entry was added to. */
/*@ requires \valid(heap + (0 .. i)) && Heap(heap, i);
    assigns heap[0 .. i];
    ensures Heap(heap, i + 1);
    ensures \forall integer k; 0 <= k <= i ==>
      \exists integer j; 0 <= j <= i && heap[k] == \old(heap[j]);
    ensures \forall integer k; 0 <= k <= i ==>
      \exists integer j; 0 <= j <= i && heap[j] == \old(heap[k]);
*/
static void heap_up(struct heap_entry *heap, size_t i)
{
    struct heap_entry moved = heap[i];

    for (; i > 0 && heap[(i - 1) / 2].key > moved.key; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = moved;
}

static struct heap_entry heap_pop(struct heap_entry *heap, size_t count)
{
    struct heap_entry top = heap[0], moved = heap[count - 1];
    size_t i = 0, child;

    for (; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && heap[child + 1].key < heap[child].key)
            child++;
        if (heap[child].key >= moved.key)
            break;
        heap[i] = heap[child];
    }
    heap[i] = moved;
    return top;
}

/* Each edge and each leaf offers at most once, so there is room. */
static void offer(struct work *w, uint32_t expr, uint64_t key)
{
    if (w->settled[expr] || key >= w->best[expr])
        return;
    w->best[expr] = key;
    w->heap[w->nheap] = (struct heap_entry){key, expr};
    heap_up(w->heap, w->nheap++);
}

static uint32_t bytes_of(uint32_t code, bool raw)
{
    return raw || code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static void offer_leaf(struct work *w, uint32_t expr)
{
    const struct assay_expr *e = &w->g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        offer(w, expr, 0);
        break;
    case ASSAY_EXPR_LITERAL:
        offer(w, expr, key_of(e->as.literal.len, 0));
        break;
    case ASSAY_EXPR_SET:
        offer(w, expr,
              key_of(bytes_of(w->g->ranges[e->as.set.first].lo, e->as.set.bytes), 0));
        break;
    case ASSAY_EXPR_REPEAT:
        if (e->as.repeat.min == 0)
            offer(w, expr, 0);
        break;
    case ASSAY_EXPR_CALL:
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        break;
    }
}

/* A sequence collects its parts in `best`, which no offer looks at before the last. */
static void offer_sequence(struct work *w, uint32_t expr, uint64_t key)
{
    uint64_t sum = w->pending[expr] == part_count(&w->g->exprs[expr]) ? 0 : w->best[expr];
    uint32_t height = height_in(sum);

    if (height_in(key) > height)
        height = height_in(key);
    sum = key_of((uint64_t)length_in(sum) + length_in(key), height);
    w->best[expr] = sum;
    if (--w->pending[expr] > 0)
        return;
    w->best[expr] = UINT64_MAX;
    offer(w, expr, sum);
}

static void tell_user(struct work *w, uint32_t user, uint64_t key)
{
    const struct assay_expr *e = &w->g->exprs[user];

    switch (e->kind) {
    case ASSAY_EXPR_CALL:
        offer(w, user, key + 1);
        break;
    case ASSAY_EXPR_ALT:
        offer(w, user, key);
        break;
    case ASSAY_EXPR_REPEAT:
        offer(w, user,
              key_of((uint64_t)length_in(key) * e->as.repeat.min, height_in(key)));
        break;
    case ASSAY_EXPR_SEQ:
        offer_sequence(w, user, key);
        break;
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
}

static enum assay_status find_shortest(struct work *w)
{
    uint32_t n = w->g->nexprs;

    w->best = assay_arena_new(&w->scratch, n, sizeof *w->best);
    w->settled = assay_arena_new(&w->scratch, n, sizeof *w->settled);
    w->pending = assay_arena_new(&w->scratch, n, sizeof *w->pending);
    if (!w->best || !w->settled || !w->pending)
        return ASSAY_NO_MEMORY;
    for (uint32_t e = 0; e < n; e++) {
        w->best[e] = UINT64_MAX;
        w->pending[e] = part_count(&w->g->exprs[e]);
    }
    for (uint32_t e = 0; e < n; e++)
        offer_leaf(w, e);
    while (w->nheap > 0) {
        struct heap_entry top = heap_pop(w->heap, w->nheap--);
        if (w->settled[top.expr])
            continue;
        w->settled[top.expr] = 1;
        w->f->shortest[top.expr] = length_in(top.key);
        w->f->height[top.expr] = height_in(top.key);
        for (uint32_t i = w->first[top.expr]; i < w->first[top.expr + 1]; i++)
            tell_user(w, w->users[i], top.key);
    }
    return ASSAY_OK;
}

/* ---- Recursion: rules that are in a cycle of calls. */

struct components {
    const struct assay_grammar *g;
    uint32_t *first, *calls; /* calls[first[r] .. first[r + 1]): rules that r calls */
    uint32_t *next;          /* of each rule: the call to look at next */
    uint32_t *number, *low;  /* as Tarjan has them; 0: not seen yet */
    uint32_t *path, *stack;  /* rules being looked at; rules without a component yet */
    uint32_t npath, nstack, seen;
    uint32_t *root; /* of each rule: the first of its component to be seen */
    uint8_t *on_stack;
};

static void queue_unmarked(struct work *w, uint32_t expr)
{
    if (w->marked[expr] == w->walks)
        return;
    w->marked[expr] = w->walks;
    w->queue[w->nqueue++] = expr;
}

/* The rules that a rule's expressions call; `into` may be NULL. */
static uint32_t list_calls(struct work *w, uint32_t rule, uint32_t *into)
{
    uint32_t found = 0;

    w->walks++;
    queue_unmarked(w, w->g->rules[rule].body);
    while (w->nqueue > 0) {
        const struct assay_expr *e = &w->g->exprs[w->queue[--w->nqueue]];
        if (e->kind == ASSAY_EXPR_CALL) {
            if (into)
                into[found] = e->as.call.rule;
            found++;
            continue;
        }
        for (uint32_t k = 0; k < part_count(e); k++)
            queue_unmarked(w, part(w->g, e, k));
    }
    return found;
}

static enum assay_status components_init(struct components *c, struct work *w)
{
    struct assay_arena *a = &w->scratch;
    size_t n = w->g->nrules;

    c->g = w->g;
    c->first = assay_arena_new(a, n + 1, sizeof *c->first);
    c->next = assay_arena_new(a, n, sizeof *c->next);
    c->number = assay_arena_new(a, n, sizeof *c->number);
    c->low = assay_arena_new(a, n, sizeof *c->low);
    c->path = assay_arena_new(a, n, sizeof *c->path);
    c->stack = assay_arena_new(a, n, sizeof *c->stack);
    c->root = assay_arena_new(a, n, sizeof *c->root);
    c->on_stack = assay_arena_new(a, n, 1);
    if (!c->root || !c->first || !c->next || !c->number || !c->low || !c->path ||
        !c->stack || !c->on_stack)
        return ASSAY_NO_MEMORY;
    for (uint32_t r = 0; r < n; r++)
        c->first[r + 1] = c->first[r] + list_calls(w, r, NULL);
    c->calls = assay_arena_new(a, c->first[n], sizeof *c->calls);
    if (!c->calls)
        return ASSAY_NO_MEMORY;
    for (uint32_t r = 0; r < n; r++) {
        list_calls(w, r, c->calls + c->first[r]);
        c->next[r] = c->first[r];
    }
    return ASSAY_OK;
}

static void enter_rule(struct components *c, uint32_t rule)
{
    c->number[rule] = c->low[rule] = ++c->seen;
    c->path[c->npath++] = rule;
    c->stack[c->nstack++] = rule;
    c->on_stack[rule] = 1;
}

static bool calls_itself(const struct components *c, uint32_t rule)
{
    for (uint32_t i = c->first[rule]; i < c->first[rule + 1]; i++)
        if (c->calls[i] == rule)
            return true;
    return false;
}

/* The rule's calls are all done: if it is the root of a component, that is complete. */
static void leave_rule(struct components *c, uint32_t rule, uint8_t *recursive)
{
    uint32_t member;
    bool alone;

    c->npath--;
    if (c->npath > 0 && c->low[rule] < c->low[c->path[c->npath - 1]])
        c->low[c->path[c->npath - 1]] = c->low[rule];
    if (c->low[rule] != c->number[rule])
        return;
    alone = c->stack[c->nstack - 1] == rule && !calls_itself(c, rule);
    do {
        member = c->stack[--c->nstack];
        c->on_stack[member] = 0;
        c->root[member] = rule;
        recursive[member] = !alone;
    } while (member != rule);
}

static void visit_component(struct components *c, uint32_t root, uint8_t *recursive)
{
    enter_rule(c, root);
    while (c->npath > 0) {
        uint32_t rule = c->path[c->npath - 1];
        if (c->next[rule] == c->first[rule + 1]) {
            leave_rule(c, rule, recursive);
            continue;
        }
        uint32_t called = c->calls[c->next[rule]++];
        if (c->number[called] == 0)
            enter_rule(c, called);
        else if (c->on_stack[called] && c->number[called] < c->low[rule])
            c->low[rule] = c->number[called];
    }
}

static void visit_all(struct components *c, uint8_t *recursive)
{
    for (uint32_t r = 0; r < c->g->nrules; r++)
        if (c->number[r] == 0)
            visit_component(c, r, recursive);
}

/* Recursive rules that are called from outside of their component. */
static void find_entries(const struct components *c, struct assay_facts *f)
{
    f->anchor[c->g->start] = f->recursive[c->g->start];
    for (uint32_t r = 0; r < c->g->nrules; r++)
        for (uint32_t i = c->first[r]; i < c->first[r + 1]; i++)
            if (c->root[c->calls[i]] != c->root[r])
                f->anchor[c->calls[i]] |= f->recursive[c->calls[i]];
}

/* Anchors are the recursive rules that are called from outside or are alternatives, such
 * as the value of JSON; and, with those taken out, whatever is still recursive. */
static void find_anchors(struct components *c, struct assay_facts *f, uint8_t *still)
{
    const struct assay_grammar *g = c->g;

    find_entries(c, f);
    c->seen = 0;
    for (uint32_t r = 0; r < g->nrules; r++) {
        if (f->recursive[r] && g->exprs[g->rules[r].body].kind == ASSAY_EXPR_ALT)
            f->anchor[r] = 1;
        c->number[r] = f->anchor[r] ? UINT32_MAX : 0;
        c->next[r] = c->first[r];
    }
    visit_all(c, still);
    for (uint32_t r = 0; r < g->nrules; r++)
        f->anchor[r] |= still[r];
}

static enum assay_status find_recursion(struct work *w)
{
    struct components c = {0};
    uint8_t *still;
    enum assay_status status = components_init(&c, w);

    if (status)
        return status;
    visit_all(&c, w->f->recursive);
    still = assay_arena_new(&w->scratch, w->g->nrules, 1);
    if (!still)
        return ASSAY_NO_MEMORY;
    find_anchors(&c, w->f, still);
    return ASSAY_OK;
}

/* ---- Growth. */

static uint8_t repeat_grows(const struct assay_expr *e, uint8_t body)
{
    uint32_t min = e->as.repeat.min, max = e->as.repeat.max;

    if (max - min < MANY_COUNTS)
        return body;
    return body == ASSAY_GROWS_LITTLE ? ASSAY_GROWS_FLAT : ASSAY_GROWS_PARTS;
}

static void raise_growth(struct work *w, uint32_t expr, uint8_t grows, uint8_t endless)
{
    struct assay_facts *f = w->f;

    if (grows <= f->grows[expr] && endless <= f->endless[expr])
        return;
    f->grows[expr] = grows > f->grows[expr] ? grows : f->grows[expr];
    f->endless[expr] |= endless;
    if (!w->queued[expr])
        w->queue[w->nqueue++] = expr;
    w->queued[expr] = 1;
}

/* What a user gets of a part that can be non-empty. */
static void pass_growth(struct work *w, uint32_t user, uint8_t grows, uint8_t endless)
{
    const struct assay_expr *e = &w->g->exprs[user];

    if (e->kind == ASSAY_EXPR_REPEAT && e->as.repeat.max == 0)
        return;
    if (e->kind == ASSAY_EXPR_REPEAT) {
        grows = repeat_grows(e, grows);
        endless |= e->as.repeat.max == ASSAY_MANY;
    } else if (e->kind == ASSAY_EXPR_CALL && w->f->recursive[e->as.call.rule]) {
        grows = ASSAY_GROWS_PARTS;
        endless = 1;
    }
    raise_growth(w, user, grows, endless);
}

/* Values only rise, by few steps, so the walk ends. */
static void find_growth(struct work *w)
{
    for (uint32_t e = 0; e < w->g->nexprs; e++)
        if (w->g->exprs[e].kind == ASSAY_EXPR_LITERAL ||
            w->g->exprs[e].kind == ASSAY_EXPR_SET)
            raise_growth(w, e, ASSAY_GROWS_LITTLE, 0);
    while (w->nqueue > 0) {
        uint32_t e = w->queue[--w->nqueue];
        w->queued[e] = 0;
        for (uint32_t i = w->first[e]; i < w->first[e + 1]; i++)
            pass_growth(w, w->users[i], w->f->grows[e], w->f->endless[e]);
    }
}

/* ---- */

static enum assay_status find_facts(struct work *w)
{
    struct assay_facts *f = w->f;
    struct assay_arena *a = &f->arena;
    enum assay_status status;

    f->shortest = assay_arena_new(a, f->nexprs, sizeof *f->shortest);
    f->height = assay_arena_new(a, f->nexprs, sizeof *f->height);
    f->endless = assay_arena_new(a, f->nexprs, 1);
    f->grows = assay_arena_new(a, f->nexprs, 1);
    f->recursive = assay_arena_new(a, f->nrules, 1);
    f->anchor = assay_arena_new(a, f->nrules, 1);
    w->queue = assay_arena_new(&w->scratch, f->nexprs, sizeof *w->queue);
    w->queued = assay_arena_new(&w->scratch, f->nexprs, 1);
    w->marked = assay_arena_new(&w->scratch, f->nexprs, sizeof *w->marked);
    if (!f->shortest || !f->height || !f->endless || !f->grows || !f->recursive ||
        !f->anchor || !w->queue || !w->queued || !w->marked)
        return ASSAY_NO_MEMORY;
    status = find_users(w);
    if (!status)
        status = find_shortest(w);
    if (!status)
        status = find_recursion(w);
    if (!status)
        find_growth(w);
    return status;
}

enum assay_status assay_facts_build(struct assay_facts *f, const struct assay_grammar *g)
{
    struct work w = {.g = g, .f = f};
    enum assay_status status;

    *f = (struct assay_facts){.mem = g->mem, .nexprs = g->nexprs, .nrules = g->nrules};
    assay_arena_init(&f->arena, g->mem, 0);
    assay_arena_init(&w.scratch, g->mem, 0);
    status = find_facts(&w);
    assay_arena_done(&w.scratch);
    if (!status)
        status = assay_program_new(g, f, ASSAY_PROGRAM_RECORDED, &f->program);
    return status;
}

void assay_facts_done(struct assay_facts *f)
{
    assay_program_free(f->program);
    f->program = NULL;
    assay_arena_done(&f->arena);
}
