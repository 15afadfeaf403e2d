/*
 * The engine of the shrinker: builds proposals, executes each at most once, keeps the
 * best, and runs the passes until none of them helps any more. Cheap passes run to their
 * fixed point before the dear ones get a turn.
 */
#include "base/hash.h"
#include "base/mem.h"
#include "shrink/shrinker.h"
#include <string.h>

#define DEFAULT_EXECUTIONS 10000
#define LOCKED_STRIDES 4
#define SEEN_MAX (1u << 24)

static const struct {
    const char *name;
    assay_shrink_pass *run;
    int tier;
} passes[] = {
    {"all simplest", assay_shrink_simplest, 0},
    {"drop elements", assay_shrink_drop_elements, 1},
    {"zero values", assay_shrink_zero_values, 1},
    {"drop spans", assay_shrink_drop_spans, 1},
    {"hoist children", assay_shrink_hoist, 1},
    {"minimise choices", assay_shrink_minimise, 1},
    {"minimise strings", assay_shrink_strings, 1},
    {"minimise duplicates", assay_shrink_duplicates, 2},
    {"minimise equal strings", assay_shrink_same_strings, 2},
    {"join lists", assay_shrink_join, 2},
    {"sort", assay_shrink_sort, 2},
    {"drop and fix indices", assay_shrink_drop_and_fix, 2},
    {"drop and mend picks", assay_shrink_drop_and_mend, 2},
    {"merge numbers", assay_shrink_merge, 3},
    {"minimise common letters", assay_shrink_common_letters, 3},
    {"shorten two strings", assay_shrink_long_strings, 3},
    {"lower two together", assay_shrink_together, 3},
    {"move weight", assay_shrink_move_weight, 3},
    {"trade", assay_shrink_trade, 4},
    {"lower and drop", assay_shrink_lower_and_drop, 4},
    {"lower and hoist", assay_shrink_lower_and_hoist, 4},
    {"drop pairs", assay_shrink_drop_pairs, 4},
    {"drop in parallel", assay_shrink_drop_parallel, 4},
    {"drop slices", assay_shrink_drop_slices, 4},
    {"drop with a part", assay_shrink_drop_with_part, 4},
    {"drop choices", assay_shrink_drop_choices, 4},
    {"drop and redirect picks", assay_shrink_drop_and_redirect, 4},
    {"drop two, mend picks", assay_shrink_drop_two_and_mend, 4},
    {"cut pieces", assay_shrink_cut_pieces, 4},
    {"other alternatives", assay_shrink_alternatives, 5},
    {"lower by strides", assay_shrink_strides, 5},
    {"merge letters", assay_shrink_merge_letters, 5},
    {"re-draw smaller", assay_shrink_redraw, 5},
    {"re-draw shorter", assay_shrink_narrow, 5},
};
#define NPASSES (sizeof passes / sizeof *passes)

/* ---- What was executed already */

static struct assay_shrink_seen *seen_slot(struct shrinker *s, uint64_t hash)
{
    size_t i = hash & (s->seen_cap - 1);

    while (s->seen[i].hash != 0 && s->seen[i].hash != hash)
        i = (i + 1) & (s->seen_cap - 1);
    return &s->seen[i];
}

static void grow_seen(struct shrinker *s)
{
    struct assay_shrink_seen *old = s->seen;
    size_t old_cap = s->seen_cap, cap = old_cap ? 2 * old_cap : 1024;
    struct assay_shrink_seen *new = NULL;

    if (cap <= SEEN_MAX)
        new = assay_mem_new(s->mem, cap * sizeof *new);
    if (!new) {
        s->status = ASSAY_NO_MEMORY;
        return;
    }
    memset(new, 0, cap * sizeof *new);
    s->seen = new;
    s->seen_cap = cap;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].hash)
            *seen_slot(s, old[i].hash) = old[i];
    assay_mem_free(s->mem, old, old_cap * sizeof *old);
}

/* The entry of a hash; a new one has drawn nothing yet. NULL when out of memory. */
static struct assay_shrink_seen *see(struct shrinker *s, uint64_t hash)
{
    struct assay_shrink_seen *slot;

    hash |= 1;
    if (2 * s->seen_count >= s->seen_cap)
        grow_seen(s);
    if (s->status)
        return NULL;
    slot = seen_slot(s, hash);
    if (slot->hash == 0) {
        *slot = (struct assay_shrink_seen){hash, UINT32_MAX};
        s->seen_count++;
    }
    return slot;
}

/* ---- Proposals */

void assay_shrink_begin(struct shrinker *s)
{
    assay_values_clear(&s->work);
    s->work_end = 0;
}

static void note_status(struct shrinker *s, enum assay_status status)
{
    if (s->status == ASSAY_OK)
        s->status = status;
}

/*
 * Gives the values appended since `from` the places of choices `start` on. Where choices
 * before them were left out, the spans that closed in the gap have closed before the
 * first of them.
 */
static void place(struct shrinker *s, size_t from, uint32_t start)
{
    if (from == s->work.count) /* nothing was appended: the gap is still open */
        return;
    for (size_t i = from; i < s->work.count; i++) {
        s->work.at[i].is_placed = true;
        s->work.at[i].place = s->info[start + (i - from)].place;
    }
    for (uint32_t gap = s->work_end; gap < start; gap++)
        if (s->info[gap].place.low < s->work.at[from].place.low)
            s->work.at[from].place.low = s->info[gap].place.low;
    s->work_end = start + (uint32_t)(s->work.count - from);
}

void assay_shrink_keep(struct shrinker *s, uint32_t start, uint32_t end)
{
    size_t from = s->work.count;

    note_status(s, assay_values_add_record(&s->work, s->best, start, end));
    place(s, from, start);
}

void assay_shrink_keep_at(struct shrinker *s, uint32_t start, uint32_t end, uint32_t as)
{
    size_t from = s->work.count;

    assay_shrink_keep(s, start, end);
    if (from < s->work.count)
        s->work.at[from].place.low = s->info[as].place.low;
}

void assay_shrink_keep_as(struct shrinker *s, uint32_t inner, uint32_t outer)
{
    const struct assay_span *spans = s->best->spans;
    size_t from = s->work.count;
    uint16_t up = 0;

    for (uint32_t i = spans[inner].parent; i != ASSAY_NO_SPAN && i >= outer;
         i = spans[i].parent)
        up++;
    assay_shrink_keep_at(s, spans[inner].start, spans[inner].end, spans[outer].start);
    for (size_t i = from + 1; i < s->work.count; i++) {
        s->work.at[i].place.depth = (uint16_t)(s->work.at[i].place.depth - up);
        s->work.at[i].place.low = (uint16_t)(s->work.at[i].place.low - up);
    }
    s->work_end = spans[outer].end;
}

void assay_shrink_put(struct shrinker *s, uint32_t i, uint64_t value)
{
    enum assay_kind kind = (enum assay_kind)assay_shrink_domain(s, i)->kind;
    size_t from = s->work.count;

    note_status(s, assay_values_add(&s->work, kind, value));
    place(s, from, i);
}

void assay_shrink_put_string(struct shrinker *s, uint32_t i, const void *bytes,
                             uint32_t len)
{
    enum assay_kind kind = (enum assay_kind)assay_shrink_domain(s, i)->kind;
    size_t from = s->work.count;

    note_status(s, assay_values_add_bytes(&s->work, kind, bytes, len));
    place(s, from, i);
}

void assay_shrink_copy(struct shrinker *s)
{
    assay_shrink_begin(s);
    assay_shrink_keep(s, 0, assay_shrink_length(s));
}

static uint16_t narrow(uint32_t n)
{
    return n < UINT16_MAX ? (uint16_t)n : UINT16_MAX;
}

/* Looks a record over: one walk along choices and spans. */
static void find_info_of(struct shrinker *s, const struct assay_record *r,
                         struct assay_shrink_info **at, size_t *cap)
{
    uint32_t next = 0, open = ASSAY_NO_SPAN, depth = 0;
    void *room = *at;

    note_status(s,
                assay_mem_grow(s->mem, &room, cap, r->nchoices, sizeof **at, UINT32_MAX));
    *at = room;
    for (uint32_t i = 0; i < r->nchoices && s->status == ASSAY_OK; i++) {
        struct assay_shrink_info *info = *at + i;
        for (; open != ASSAY_NO_SPAN && r->spans[open].end <= i; depth--)
            open = r->spans[open].parent;
        *info = (struct assay_shrink_info){.place.low = narrow(depth)};
        for (; next < r->nspans && r->spans[next].start <= i; next++)
            if (r->spans[next].end > i) {
                open = next;
                depth++;
                info->is_count |= (r->spans[next].flags & ASSAY_SPAN_COUNTED) != 0;
            }
        info->place.depth = narrow(depth);
    }
}

static void find_info(struct shrinker *s)
{
    find_info_of(s, s->best, &s->info, &s->info_cap);
}

static bool accept(struct shrinker *s, const struct assay_record *drawn)
{
    if (assay_record_compare(drawn, s->best) >= 0)
        return false;
    note_status(s, assay_record_copy(s->best, drawn));
    find_info(s);
    s->report->improvements++;
    s->pass->kept++;
    if (s->client->improved)
        s->client->improved(s->client->ctx, s->best);
    return true;
}

static uint64_t hash_placed(const struct assay_values *v)
{
    uint64_t hash = assay_values_hash(v);

    for (size_t i = 0; i < v->count; i++)
        hash = assay_hash_step(hash, v->at[i].place.low);
    return hash;
}

/* What was drawn is known too, whether or not it is what was proposed. */
static void see_drawn(struct shrinker *s, const struct assay_record *drawn)
{
    struct assay_shrink_seen *seen;

    assay_values_clear(&s->work);
    note_status(s, assay_values_add_record(&s->work, drawn, 0, drawn->nchoices));
    find_info_of(s, drawn, &s->drawn_info, &s->drawn_cap);
    for (size_t i = 0; i < s->work.count && s->status == ASSAY_OK; i++)
        s->work.at[i].place = s->drawn_info[i].place;
    seen = see(s, hash_placed(&s->work));
    if (seen)
        seen->drawn = drawn->nchoices;
}

/* Has the proposal executed, unless the budget is spent. */
static enum assay_outcome execute(struct shrinker *s,
                                  const struct assay_proposal *proposal,
                                  const struct assay_record **ret_drawn)
{
    enum assay_outcome outcome = ASSAY_OUTCOME_STOP;

    if (s->report->executions < s->max_executions) {
        s->report->executions++;
        s->pass->tried++;
        outcome = s->client->execute(s->client->ctx, proposal, ret_drawn);
    }
    s->pass->outcomes[outcome]++;
    if (outcome == ASSAY_OUTCOME_STOP)
        s->stop = s->report->exhausted = true;
    return outcome;
}

static bool try_proposal(struct shrinker *s, const struct assay_hole *hole, uint64_t seed,
                         uint32_t *ret_drawn)
{
    struct assay_proposal proposal = {&s->work, hole, seed};
    uint64_t hash = hash_placed(&s->work);
    const struct assay_record *drawn = NULL;
    struct assay_shrink_seen *seen;
    enum assay_outcome outcome;
    bool improved;

    if (hole)
        hash = assay_hash_step(assay_hash_step(hash, hole->start), seed);
    if (s->stop || s->status || !(seen = see(s, hash)))
        return false;
    if (seen->drawn != UINT32_MAX) {
        s->pass->cached++;
        s->report->cached++;
        *ret_drawn = seen->drawn;
        return false;
    }
    outcome = execute(s, &proposal, &drawn);
    if (outcome == ASSAY_OUTCOME_STOP)
        return false;
    seen->drawn = *ret_drawn = drawn->nchoices;
    improved = outcome == ASSAY_OUTCOME_FAILS && accept(s, drawn);
    see_drawn(s, drawn);
    return improved;
}

bool assay_shrink_try_drawn(struct shrinker *s, uint32_t *ret_drawn)
{
    return try_proposal(s, NULL, 0, ret_drawn);
}

bool assay_shrink_try(struct shrinker *s)
{
    uint32_t drawn;

    return try_proposal(s, NULL, 0, &drawn);
}

bool assay_shrink_try_hole(struct shrinker *s, struct assay_hole hole, uint64_t seed)
{
    uint32_t drawn;

    return try_proposal(s, &hole, seed, &drawn);
}

/* ---- Looking at the best record */

uint64_t assay_shrink_distance(const struct shrinker *s, uint32_t i)
{
    const struct assay_domain *d = assay_shrink_domain(s, i);
    uint64_t value = s->best->choices[i].value;

    return value - d->lo >= d->toward - d->lo ? value - d->toward : d->toward - value;
}

uint64_t assay_shrink_toward(const struct shrinker *s, uint32_t i, uint64_t distance)
{
    const struct assay_domain *d = assay_shrink_domain(s, i);
    uint64_t value = s->best->choices[i].value;

    return value - d->lo >= d->toward - d->lo ? value - distance : value + distance;
}

bool assay_shrink_is_simplest(const struct shrinker *s, uint32_t i)
{
    const struct assay_domain *d = assay_shrink_domain(s, i);

    if (d->kind >= ASSAY_KIND_BYTES)
        return s->best->choices[i].len == 0;
    return s->best->choices[i].value == assay_domain_simplest(d);
}

/* ---- Searching */

/* The value seems locked: only a few steps down work, if any. A stride that does is
 * doubled: that is how a value goes of which a remainder matters. */
static uint64_t search_locked(struct shrinker *s, uint64_t hi, assay_shrink_try_n *try_n,
                              void *ctx)
{
    if (hi > 2 && try_n(s, ctx, 1))
        return 1;
    if (hi > 3 && try_n(s, ctx, hi / 2))
        return hi / 2;
    for (uint64_t first = 2; first <= LOCKED_STRIDES && first < hi; first++)
        for (uint64_t stride = first; stride < hi && try_n(s, ctx, hi - stride);
             stride *= 2) {
            hi -= stride;
            first = 1;
        }
    return hi;
}

uint64_t assay_shrink_search(struct shrinker *s, uint64_t most, assay_shrink_try_n *try_n,
                             void *ctx)
{
    uint64_t lo = 0, hi = most; /* lo is refused, hi accepted */

    if (most == 0 || try_n(s, ctx, 0))
        return 0;
    if (most == 1)
        return 1;
    if (!try_n(s, ctx, most - 1))
        return search_locked(s, most, try_n, ctx);
    hi--;
    for (uint64_t step = 1; step < hi - lo; step *= 2) { /* gallop from below */
        if (try_n(s, ctx, lo + step)) {
            hi = lo + step;
            break;
        }
        lo += step;
    }
    while (hi - lo > 1) {
        uint64_t mid = lo + (hi - lo) / 2;
        if (try_n(s, ctx, mid))
            hi = mid;
        else
            lo = mid;
    }
    return hi;
}

/* ---- The loop */

static bool run_pass(struct shrinker *s, size_t i)
{
    s->pass = &s->report->pass[i];
    return passes[i].run(s);
}

/* Runs every pass up to a tier; false when none of them improved anything. */
static bool run_tier(struct shrinker *s, int tier)
{
    bool improved = false;

    for (size_t i = 0; i < NPASSES && assay_shrink_going(s); i++)
        if (passes[i].tier == tier)
            improved |= run_pass(s, i);
    return improved;
}

/*
 * A shorter record makes everything after it cheaper, so it goes back to the cheap passes
 * at once. Otherwise the dearer ones get their turn even while the cheap ones still gain
 * a little: two values that lower each other by turns would keep them out for ever.
 */
static void run_passes(struct shrinker *s)
{
    bool improved;

    run_tier(s, 0);
    do {
        improved = false;
        for (int tier = 1; tier <= passes[NPASSES - 1].tier; tier++) {
            uint64_t weight = assay_record_weight(s->best);
            improved |= run_tier(s, tier);
            if (assay_record_weight(s->best) < weight)
                tier = 0;
        }
    } while (improved && assay_shrink_going(s));
}

enum assay_status assay_shrink(struct assay_record *best,
                               const struct assay_shrink_client *client,
                               const struct assay_shrink_options *options,
                               struct assay_shrink_report *ret_report)
{
    struct assay_shrink_report report = {.passes = NPASSES};
    struct shrinker s = {
        .client = client,
        .best = best,
        .report = &report,
        .mem = options->mem,
        .seed = options->seed,
        .max_executions =
            options->max_executions ? options->max_executions : DEFAULT_EXECUTIONS,
    };

    _Static_assert(NPASSES <= ASSAY_SHRINK_PASSES_MAX, "room for the passes' reports");
    for (size_t i = 0; i < NPASSES; i++)
        report.pass[i].name = passes[i].name;
    assay_values_init(&s.work, s.mem);
    find_info(&s);
    see_drawn(&s, best);
    run_passes(&s);
    assay_values_done(&s.work);
    assay_mem_free(s.mem, s.letters, s.letters_cap * sizeof *s.letters);
    assay_mem_free(s.mem, s.info, s.info_cap * sizeof *s.info);
    assay_mem_free(s.mem, s.drawn_info, s.drawn_cap * sizeof *s.drawn_info);
    assay_mem_free(s.mem, s.seen, s.seen_cap * sizeof *s.seen);
    if (ret_report)
        *ret_report = report;
    return s.status;
}
