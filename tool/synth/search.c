/*
 * A heap of plans, the simplest on top.
 */
#include "synth/search.h"
#include "base/buf.h"
#include "base/mem.h"
#include "base/patience.h"
#include "synth/merge.h"
#include "synth/refine.h"

#define HEAP_MAX (1u << 24)
#define ENOUGH_TICKS 20000 /* of walking, for others that are as short as the first */

#define LEVEL_NONE UINT32_MAX
#define PROGRESS_SECONDS 0.3

typedef struct {
    Synth *x;
    const Property *property; /* NULL: only the plan below */
    Plan *start;              /* NULL: any */
    uint32_t level;           /* of the property's plans that are next, or LEVEL_NONE */
    const SearchLimits *limits;
    SearchResult *result;
    Plan **heap;
    uint32_t count;
    size_t cap;
    struct assay_map seen;
    struct assay_buf key;
    uint32_t successors;  /* of the plan that is refined */
    double begin, told;   /* told: when progress was */
    uint32_t first_after; /* steps that the first result came after, ... */
    uint32_t enough;      /* ... and at which tick no others of its size are looked for */
    bool ghosts;          /* plans that differ in ghosts only are wanted, too */
} Search;

/* ---- The heap. */

/* About how many events there will be. */
static uint32_t cost(const Plan *p)
{
    uint32_t next = p->open + p->level;

    return p->nevents + (next > p->lacking ? next : p->lacking);
}

/* Fewer events first; of as many, the one that was made last: it is further on. */
static bool is_before(const Plan *a, const Plan *b)
{
    uint32_t x = cost(a), y = cost(b);

    return x != y ? x < y : a->number > b->number;
}

static bool heap_put(Search *s, Plan *p)
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

static Plan *heap_take(Search *s)
{
    Plan *top = s->heap[0], *last = s->heap[--s->count];
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
    return !synth_failed(s->x) && !synth_late(s->x);
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

/* Refines a plan at its level; what is there at the next one is for later. */
static void refine(Search *s, Plan *p)
{
    Refine r = {p->level, found, s, false};
    uint32_t item = refine_next(s->x, p);

    s->successors = 0;
    s->result->steps++;
    refine_plan(s->x, p, item, &r);
    p->fruitful = p->fruitful || s->successors > 0;
    if (r.cut && p->nevents + ++p->level <= s->limits->events)
        s->x->no_memory = !heap_put(s, p) || s->x->no_memory;
    else {
        s->result->cut = s->result->cut || r.cut;
        if (!p->fruitful)
            keep_closest(s, p, item);
    }
}

static void look_at(Search *s, Plan *p)
{
    if (s->limits->shortest && s->result->count > 0 &&
        p->nevents + p->level > s->result->plans[0]->nevents)
        return;
    if (p->open > 0) {
        refine(s, p);
        return;
    }
    keep_result(s, p);
    if (s->result->count == 1) {
        s->first_after = s->result->steps;
        s->enough = 2 * s->x->ticks + ENOUGH_TICKS;
    }
}

/* The plans of the property itself with as many events as the level says. */
static void normalise(Search *s)
{
    RefineVars vars = {(const Binding *const *)s->property->vars, s->property->nvars,
                       NULL};
    State traces = search_violations(s->x, s->property);
    Refine r = {s->level, found, s, false};

    if (s->start)
        refine_within(s->x, s->start, traces, &vars, &r);
    else
        refine_normalise(s->x, traces, &vars, &r);
    s->result->cut = s->result->cut || (r.cut && s->level == s->limits->events);
    s->level = r.cut && s->level < s->limits->events ? s->level + 1 : LEVEL_NONE;
}

/* Whether the property's own plans are next. */
static bool is_normal_next(const Search *s)
{
    return s->level != LEVEL_NONE && (s->count == 0 || s->level <= cost(s->heap[0]));
}

/* Whether enough was found. For others that are as short as the first one it is worth
 * searching as long again, not longer. */
static bool is_over(const Search *s)
{
    return (s->count == 0 && s->level == LEVEL_NONE) ||
           s->result->count == s->limits->candidates ||
           (s->limits->shortest && s->result->count > 0 &&
            (s->result->steps > 2 * s->first_after + 100 || s->x->ticks > s->enough));
}

static SearchEnd end_of(const Search *s)
{
    if (synth_failed(s->x))
        return SEARCH_NO_MEMORY;
    if (!is_over(s))
        return s->x->late ? SEARCH_TIME : SEARCH_LIMIT;
    if (s->result->count > 0)
        return SEARCH_FOUND;
    return s->result->cut ? SEARCH_LIMIT : SEARCH_NONE;
}

State search_violations(Synth *x, const Property *property)
{
    State traces = automata_state(&x->automata, property->traces);

    return property->invariant ? automata_not(&x->automata, traces) : traces;
}

static void tell_progress(Search *s)
{
    double now;

    if (!s->limits->progress)
        return;
    now = synth_now();
    if (now - s->told >= PROGRESS_SECONDS) {
        s->limits->progress(s->limits->ctx, s->result->steps, now - s->begin);
        s->told = now;
    }
}

/* Searches from the plans of a property, or from one plan, or from those that are like
 * both. */
static SearchResult search(Synth *x, const Property *property, Plan *start,
                           const SearchLimits *limits)
{
    SearchResult result = {0};
    Search s = {.x = x,
                .property = property,
                .start = start,
                .level = property ? 0 : LEVEL_NONE,
                .limits = limits,
                .result = &result,
                .begin = synth_now(),
                .ghosts = !property};

    s.told = s.begin;
    x->deadline = s.begin + limits->seconds;
    x->ticks = 0;
    x->late = false;
    assay_map_init(&s.seen, NULL);
    assay_buf_init(&s.key, NULL, 0);
    if (start) {
        start->level = 0; /* it may have been searched before */
        start->fruitful = false;
    }
    result.plans = assay_arena_new(&x->arena, limits->candidates, sizeof *result.plans);
    x->no_memory = x->no_memory || !result.plans || (!property && !heap_put(&s, start));
    while (!is_over(&s) && result.steps < limits->plans && !synth_failed(x) &&
           !synth_late(x)) {
        if (is_normal_next(&s))
            normalise(&s);
        else
            look_at(&s, heap_take(&s));
        result.normal = result.normal || s.count > 0;
        tell_progress(&s);
    }
    result.end = end_of(&s);
    result.seconds = (synth_now() - s.begin) * assay_patience();
    x->deadline = 0;
    x->late = false;
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

SearchResult search_plan(Synth *x, Plan *start, const SearchLimits *limits)
{
    return search(x, NULL, start, limits);
}

SearchResult search_within(Synth *x, const Property *property, Plan *start,
                           const SearchLimits *limits)
{
    return search(x, property, start, limits);
}
