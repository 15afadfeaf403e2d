/*
 * A heap of plans, the simplest on top.
 */
#include "synth/search.h"
#include "base/buf.h"
#include "base/mem.h"
#include "synth/merge.h"
#include "synth/refine.h"
#include <time.h>

#define HEAP_MAX (1u << 24)

typedef struct {
    Synth *x;
    const SearchLimits *limits;
    SearchResult *result;
    const Plan **heap;
    uint32_t count;
    size_t cap;
    struct assay_map seen;
    struct assay_buf key;
    uint32_t successors; /* of the plan that is refined */
    double deadline;
    uint32_t first_after; /* steps, that the first result came after */
    bool ghosts;          /* plans that differ in ghosts only are wanted, too */
} Search;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- The heap. */

/* Fewer events first; of as many, the one that was made last: it is further on. */
static bool is_before(const Plan *a, const Plan *b)
{
    uint32_t x = a->nevents + a->open, y = b->nevents + b->open;

    return x != y ? x < y : a->number > b->number;
}

static bool heap_put(Search *s, const Plan *p)
{
    void *at = (void *)s->heap;
    uint32_t i = s->count;

    if (assay_mem_grow(NULL, &at, &s->cap, s->count + (size_t)1, sizeof *s->heap,
                       HEAP_MAX))
        return false;
    s->heap = at;
    for (s->count++; i > 0 && is_before(p, s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = p;
    return true;
}

static const Plan *heap_take(Search *s)
{
    const Plan *top = s->heap[0], *last = s->heap[--s->count];
    uint32_t i = 0;

    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child + 1 < s->count && is_before(s->heap[child + 1], s->heap[child]))
            child++;
        if (child >= s->count || !is_before(s->heap[child], last))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return top;
}

/* ---- Plans as they come. */

/* Whether there was no such key before. */
static bool is_new_key(Search *s)
{
    uint64_t *seen =
        s->key.status ? NULL : assay_map_put(&s->seen, s->key.at, s->key.len);
    if (!seen) {
        s->x->no_memory = true;
        return false;
    }
    return (*seen)++ == 0;
}

static bool is_new(Search *s, const Plan *p)
{
    bool new;

    assay_buf_clear(&s->key);
    plan_key(s->x, p, &s->key);
    new = is_new_key(s);
    s->result->duplicates += !new;
    return new;
}

static bool found(void *ctx, Plan *p)
{
    Search *s = ctx;

    s->successors++;
    if (is_new(s, p) && (!s->limits->wants || s->limits->wants(s->limits->ctx, p)) &&
        !heap_put(s, p))
        s->x->no_memory = true;
    return !synth_failed(s->x) && now() < s->deadline;
}

/* Plans that differ in ghosts only are the same generator. */
static void keep_result(Search *s, const Plan *p)
{
    const Plan **plans = s->result->plans;
    uint32_t i;

    assay_buf_clear(&s->key);
    assay_buf_puts(&s->key, "result");
    plan_real_key(s->x, p, &s->key);
    if ((!s->ghosts && !is_new_key(s)) || s->result->count == s->limits->candidates)
        return;
    for (i = s->result->count++; i > 0 && plans[i - 1]->nevents > p->nevents; i--)
        plans[i] = plans[i - 1];
    plans[i] = p;
}

/* Remembers a plan from which nothing leads on, if it is the closest one. */
static void keep_closest(Search *s, const Plan *p, uint32_t item)
{
    const Plan *old = s->result->closest;

    if (!old || p->open < old->open ||
        (p->open == old->open && p->nevents > old->nevents)) {
        s->result->closest = p;
        s->result->wish = item;
    }
}

static void look_at(Search *s, const Plan *p)
{
    Refine r = {s->limits->events, found, s};
    uint32_t item;

    if (s->limits->shortest && s->result->count > 0 &&
        p->nevents > s->result->plans[0]->nevents)
        return;
    if (p->open == 0) {
        keep_result(s, p);
        s->first_after = s->result->count == 1 ? s->result->steps : s->first_after;
        return;
    }
    item = refine_next(s->x, p);
    s->successors = 0;
    s->result->steps++;
    refine_plan(s->x, p, item, &r);
    if (s->successors == 0)
        keep_closest(s, p, item);
}

/* Whether enough was found. For others that are as short as the first one it is worth
 * searching as long again, not longer. */
static bool is_over(const Search *s)
{
    return s->count == 0 || s->result->count == s->limits->candidates ||
           (s->limits->shortest && s->result->count > 0 &&
            s->result->steps > 2 * s->first_after + 100);
}

static SearchEnd end_of(const Search *s)
{
    if (synth_failed(s->x))
        return SEARCH_NO_MEMORY;
    if (!is_over(s))
        return now() >= s->deadline ? SEARCH_TIME : SEARCH_LIMIT;
    if (s->result->count == 0 && s->result->cut)
        return SEARCH_LIMIT;
    return s->result->count > 0 ? SEARCH_FOUND : SEARCH_NONE;
}

State search_violations(Synth *x, const Property *property)
{
    State traces = automata_state(&x->automata, property->traces);

    return property->invariant ? automata_not(&x->automata, traces) : traces;
}

/* Searches from the plans of a property, or from one plan, or from those that are like
 * both. */
static SearchResult search(Synth *x, const Property *property, const Plan *start,
                           const SearchLimits *limits)
{
    SearchResult result = {0};
    Search s = {.x = x, .limits = limits, .result = &result, .ghosts = !property};
    Refine r = {limits->events, found, &s};
    double begin = now();
    uint32_t cut = x->ncut;

    s.deadline = begin + limits->seconds;
    assay_map_init(&s.seen, NULL);
    assay_buf_init(&s.key, NULL, 0);
    result.plans = assay_arena_new(&x->arena, limits->candidates, sizeof *result.plans);
    x->no_memory = x->no_memory || !result.plans;
    if (!property)
        x->no_memory = x->no_memory || !heap_put(&s, start);
    else if (start)
        refine_within(x, start, search_violations(x, property), property->vars,
                      property->nvars, &r);
    else
        refine_normalise(x, search_violations(x, property), property->vars,
                         property->nvars, NULL, &r);
    result.normal = s.count;
    while (!is_over(&s) && result.steps < limits->plans && !synth_failed(x) &&
           now() < s.deadline)
        look_at(&s, heap_take(&s));
    result.cut = x->ncut != cut;
    result.end = end_of(&s);
    result.seconds = now() - begin;
    assay_mem_free(NULL, (void *)s.heap, s.cap * sizeof *s.heap);
    assay_map_done(&s.seen);
    assay_buf_done(&s.key);
    return result;
}

SearchResult search_property(Synth *x, const Property *property,
                             const SearchLimits *limits)
{
    return search(x, property, NULL, limits);
}

SearchResult search_plan(Synth *x, const Plan *start, const SearchLimits *limits)
{
    return search(x, NULL, start, limits);
}

SearchResult search_within(Synth *x, const Property *property, const Plan *start,
                           const SearchLimits *limits)
{
    return search(x, property, start, limits);
}
