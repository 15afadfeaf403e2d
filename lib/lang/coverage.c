/*
 * Targets are numbered in the order of the expressions they belong to. Pairs are kept in
 * rows, one for each target: the choices directly inside it, each with as many pairs as
 * it has targets.
 */
#include "lang/coverage.h"
#include "base/buf.h"
#include "base/mem.h"
#include "choice/prng.h"
#include <string.h>

#define PAIRS_MAX (1u << 24)
#define STEPS_MAX ((uint64_t)1 << 28) /* of the search for pairs */
#define COUNT_MAX 65535u              /* a greater bound is no target */
#define FAR UINT32_MAX
#define STRAY 16      /* one choice in so many is left to chance */
#define SOURCE_MAX 60 /* bytes of an expression in a report */

/* A choice inside a target. */
struct link {
    uint32_t expr;
    uint32_t pairs; /* its first pair */
};

struct assay_cover {
    const struct assay_alloc *mem;
    const struct assay_grammar *g;
    const struct assay_facts *f;
    struct assay_arena arena;
    uint32_t *first;    /* of each expression: its targets are first[e] .. first[e + 1] */
    uint32_t *owner;    /* of each target: the expression */
    uint8_t *reached;   /* of each target */
    uint8_t *unwanted;  /* of each target: it is not drawn */
    uint32_t *distance; /* of each target: choices inside it before something new */
    uint32_t *rows;     /* of each target: its links are rows[t] .. rows[t + 1] */
    struct link *links; /* in a row: by expression */
    uint8_t *paired;    /* of each pair: it was reached, or never will be */
    uint32_t *rule_of;  /* of each expression */
    uint32_t *caller;   /* of a rule without a name: the rule that has the part */
    uint32_t ntargets, nlinks, npairs;
    bool changed; /* since the distances were found */
    struct assay_prng prng;
    struct assay_coverage counts;

    /* While it is built. */
    uint32_t *stack, *marked;
    uint32_t nstack, walks;
    uint64_t steps;
};

/* ---- The targets of one expression. */

static bool is_open_ended(const struct assay_expr *e)
{
    return e->as.repeat.max > COUNT_MAX;
}

static uint32_t target_count(const struct assay_cover *c, const struct assay_expr *e)
{
    if (e->kind == ASSAY_EXPR_ALT)
        return e->as.list.count;
    if (e->kind != ASSAY_EXPR_REPEAT || e->as.repeat.max <= e->as.repeat.min ||
        c->f->grows[e->as.repeat.body] == ASSAY_GROWS_NOT)
        return 0;
    return is_open_ended(e) && e->as.repeat.min == 0 ? 3 : 2;
}

/* Which of a repetition's targets a number of times is; ASSAY_NONE: none of them. The
 * first is the least number; then one, if that is not all there is to tell apart; the
 * last is the greatest number, or more. */
/*@ predicate Repeats(struct assay_expr *e) =
      \valid_read(e) && e->kind == ASSAY_EXPR_REPEAT &&
      e->as.repeat.min < e->as.repeat.max;
*/
/*@ requires Repeats(e);
    assigns \nothing;
    ensures \result <= 2 || \result == ASSAY_NONE;
    ensures count == e->as.repeat.min ==> \result == 0;
    ensures count >= e->as.repeat.max ==> \result == 1 || \result == 2;
    ensures \result == ASSAY_NONE ==> e->as.repeat.min < count < e->as.repeat.max;
*/
static uint32_t target_of_count(const struct assay_expr *e, uint32_t count)
{
    if (count <= e->as.repeat.min)
        return 0;
    if (!is_open_ended(e))
        return count >= e->as.repeat.max ? 1 : ASSAY_NONE;
    return e->as.repeat.min == 0 && count > 1 ? 2 : 1;
}

/* A number of times that is the target: the one drawn where that is so. */
/*@ requires Repeats(e) && e->as.repeat.min <= drawn <= e->as.repeat.max;
    requires e->as.repeat.min < UINT32_MAX - 2;
    requires target <= 1 || (target == 2 && e->as.repeat.min == 0 &&
                             e->as.repeat.max > COUNT_MAX);
    assigns \nothing;
    ensures e->as.repeat.min <= \result <= e->as.repeat.max;
    ensures target == 0 ==> \result == e->as.repeat.min;
    ensures target == 1 && e->as.repeat.max <= COUNT_MAX ==> \result == e->as.repeat.max;
    ensures target == 2 ==> \result >= 2;
*/
static uint32_t count_of_target(const struct assay_expr *e, uint32_t target,
                                uint32_t drawn)
{
    uint32_t min = e->as.repeat.min;

    if (target_of_count(e, drawn) == target)
        return drawn;
    return target > 0 && !is_open_ended(e) ? e->as.repeat.max : min + target;
}

/* What is inside a target: an expression, or ASSAY_NONE. */
static uint32_t inside(const struct assay_cover *c, uint32_t target)
{
    uint32_t expr = c->owner[target], k = target - c->first[expr];
    const struct assay_expr *e = &c->g->exprs[expr];

    if (e->kind == ASSAY_EXPR_ALT)
        return c->g->items[e->as.list.first + k];
    return k == 0 && e->as.repeat.min == 0 ? ASSAY_NONE : e->as.repeat.body;
}

/* ---- Building. */

static void stack_unmarked(struct assay_cover *c, uint32_t expr)
{
    if (c->marked[expr] == c->walks)
        return;
    c->marked[expr] = c->walks;
    c->stack[c->nstack++] = expr;
}

/* Puts the parts of an expression on the stack; of a call, the rule's body if `calls`. */
static void stack_parts(struct assay_cover *c, uint32_t expr, bool calls)
{
    const struct assay_expr *e = &c->g->exprs[expr];

    switch (e->kind) {
    case ASSAY_EXPR_CALL:
        if (calls)
            stack_unmarked(c, c->g->rules[e->as.call.rule].body);
        break;
    case ASSAY_EXPR_SEQ:
    case ASSAY_EXPR_ALT:
        for (uint32_t k = 0; k < e->as.list.count; k++)
            stack_unmarked(c, c->g->items[e->as.list.first + k]);
        break;
    case ASSAY_EXPR_REPEAT:
        if (e->as.repeat.max > 0)
            stack_unmarked(c, e->as.repeat.body);
        break;
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_LITERAL:
    case ASSAY_EXPR_SET:
        break;
    }
}

static void find_owners(struct assay_cover *c)
{
    for (uint32_t r = 0; r < c->g->nrules; r++) {
        c->walks++;
        stack_unmarked(c, c->g->rules[r].body);
        while (c->nstack > 0) {
            uint32_t expr = c->stack[--c->nstack];
            c->rule_of[expr] = r;
            if (c->g->exprs[expr].kind == ASSAY_EXPR_CALL)
                c->caller[c->g->exprs[expr].as.call.rule] = r;
            stack_parts(c, expr, false);
        }
    }
}

/* The targets of what can be reached from the start. */
static void number_targets(struct assay_cover *c)
{
    uint64_t count = 0;

    c->walks++;
    stack_unmarked(c, c->g->rules[c->g->start].body);
    while (c->nstack > 0)
        stack_parts(c, c->stack[--c->nstack], true);
    for (uint32_t e = 0; e < c->g->nexprs; e++) {
        c->first[e] = (uint32_t)count;
        if (c->marked[e] == c->walks)
            count += target_count(c, &c->g->exprs[e]);
    }
    c->ntargets = c->first[c->g->nexprs] = (uint32_t)count;
}

static bool has_weight(const struct assay_cover *c, const struct assay_expr *alt)
{
    for (uint32_t k = 0; k < alt->as.list.count; k++)
        if (c->g->exprs[c->g->items[alt->as.list.first + k]].weight > 0)
            return true;
    return false;
}

static void describe_targets(struct assay_cover *c)
{
    for (uint32_t e = 0; e < c->g->nexprs; e++) {
        const struct assay_expr *expr = &c->g->exprs[e];
        bool weighted = c->first[e] < c->first[e + 1] && expr->kind == ASSAY_EXPR_ALT &&
                        has_weight(c, expr);
        for (uint32_t t = c->first[e]; t < c->first[e + 1]; t++) {
            c->owner[t] = e;
            c->unwanted[t] = weighted && c->g->exprs[inside(c, t)].weight == 0;
            c->counts.alternatives += !c->unwanted[t];
        }
    }
}

/* The choices directly inside a target; `into` may be NULL. */
static uint32_t list_choices(struct assay_cover *c, uint32_t target, struct link *into)
{
    uint32_t found = 0, start = inside(c, target);

    c->walks++;
    if (start != ASSAY_NONE)
        stack_unmarked(c, start);
    for (; c->nstack > 0 && c->steps < STEPS_MAX; c->steps++) {
        uint32_t expr = c->stack[--c->nstack];
        if (c->first[expr] == c->first[expr + 1]) {
            stack_parts(c, expr, true);
            continue;
        }
        if (into)
            into[found].expr = expr;
        found++;
    }
    return found;
}

static void sort_links(struct link *links, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        struct link moved = links[i];
        uint32_t k = i;
        for (; k > 0 && links[k - 1].expr > moved.expr; k--)
            links[k] = links[k - 1];
        links[k] = moved;
    }
}

static enum assay_status find_links(struct assay_cover *c)
{
    uint64_t links = 0;

    for (uint32_t t = 0; t < c->ntargets; t++) {
        c->rows[t] = (uint32_t)links;
        links += list_choices(c, t, NULL);
        if (links > PAIRS_MAX || c->steps >= STEPS_MAX / 2)
            return ASSAY_TOO_LARGE;
    }
    c->nlinks = c->rows[c->ntargets] = (uint32_t)links;
    c->links = assay_arena_new(&c->arena, c->nlinks, sizeof *c->links);
    if (!c->links)
        return ASSAY_NO_MEMORY;
    for (uint32_t t = 0; t < c->ntargets; t++)
        sort_links(c->links + c->rows[t], list_choices(c, t, c->links + c->rows[t]));
    return ASSAY_OK;
}

static enum assay_status number_pairs(struct assay_cover *c)
{
    uint64_t pairs = 0;

    for (uint32_t i = 0; i < c->nlinks; i++) {
        uint32_t expr = c->links[i].expr;
        c->links[i].pairs = (uint32_t)pairs;
        pairs += c->first[expr + 1] - c->first[expr];
        if (pairs > PAIRS_MAX)
            return ASSAY_TOO_LARGE;
    }
    c->npairs = (uint32_t)pairs;
    c->paired = assay_arena_new(&c->arena, pairs, 1);
    if (!c->paired)
        return ASSAY_NO_MEMORY;
    for (uint32_t t = 0; t < c->ntargets; t++)
        for (uint32_t i = c->rows[t]; i < c->rows[t + 1]; i++) {
            uint32_t first = c->first[c->links[i].expr];
            for (uint32_t k = first; k < c->first[c->links[i].expr + 1]; k++) {
                bool never = c->unwanted[t] || c->unwanted[k];
                c->paired[c->links[i].pairs + k - first] = never;
                c->counts.pairs += !never;
            }
        }
    return ASSAY_OK;
}

static enum assay_status build(struct assay_cover *c, struct assay_arena *scratch)
{
    size_t n = c->g->nexprs;
    enum assay_status status;

    c->stack = assay_arena_new(scratch, n, sizeof *c->stack);
    c->marked = assay_arena_new(scratch, n, sizeof *c->marked);
    c->first = assay_arena_new(&c->arena, n + 1, sizeof *c->first);
    c->rule_of = assay_arena_new(&c->arena, n, sizeof *c->rule_of);
    c->caller = assay_arena_new(&c->arena, c->g->nrules, sizeof *c->caller);
    if (!c->stack || !c->marked || !c->first || !c->rule_of || !c->caller)
        return ASSAY_NO_MEMORY;
    find_owners(c);
    number_targets(c);
    n = c->ntargets;
    c->owner = assay_arena_new(&c->arena, n, sizeof *c->owner);
    c->reached = assay_arena_new(&c->arena, n, 1);
    c->unwanted = assay_arena_new(&c->arena, n, 1);
    c->distance = assay_arena_new(&c->arena, n, sizeof *c->distance);
    c->rows = assay_arena_new(&c->arena, n + 1, sizeof *c->rows);
    if (!c->owner || !c->reached || !c->unwanted || !c->distance || !c->rows)
        return ASSAY_NO_MEMORY;
    describe_targets(c);
    status = find_links(c);
    return status ? status : number_pairs(c);
}

enum assay_status assay_cover_new(const struct assay_grammar *g,
                                  const struct assay_facts *f, uint64_t seed,
                                  struct assay_cover **ret_cover)
{
    struct assay_cover *c = assay_mem_new(g->mem, sizeof *c);
    struct assay_arena scratch;
    enum assay_status status;

    if (!c)
        return ASSAY_NO_MEMORY;
    *c = (struct assay_cover){.mem = g->mem, .g = g, .f = f, .changed = true};
    assay_arena_init(&c->arena, g->mem, 0);
    assay_arena_init(&scratch, g->mem, 0);
    assay_prng_init(&c->prng, seed, 0);
    status = build(c, &scratch);
    assay_arena_done(&scratch);
    if (status)
        assay_cover_free(c);
    else
        *ret_cover = c;
    return status;
}

void assay_cover_free(struct assay_cover *c)
{
    if (!c)
        return;
    assay_arena_done(&c->arena);
    assay_mem_free(c->mem, c, sizeof *c);
}

/* ---- The way. */

static uint32_t link_distance(const struct assay_cover *c, const struct link *link)
{
    uint32_t first = c->first[link->expr], last = c->first[link->expr + 1], best = FAR;

    for (uint32_t t = first; t < last; t++) {
        if (!c->paired[link->pairs + t - first])
            return 0;
        if (!c->unwanted[t] && c->distance[t] < FAR && c->distance[t] + 1 < best)
            best = c->distance[t] + 1;
    }
    return best;
}

/* Lowers the distance of a target if one of the choices inside it has a nearer way. */
static bool relax(struct assay_cover *c, uint32_t target)
{
    uint32_t before = c->distance[target];

    for (uint32_t i = c->rows[target]; i < c->rows[target + 1]; i++) {
        uint32_t distance = link_distance(c, &c->links[i]);
        if (distance < c->distance[target])
            c->distance[target] = distance;
    }
    return c->distance[target] < before;
}

void assay_cover_begin(struct assay_cover *c)
{
    bool again = c->changed;

    if (!c->changed)
        return;
    memset(c->distance, 0xff, c->ntargets * sizeof *c->distance);
    while (again) {
        again = false;
        for (uint32_t t = 0; t < c->ntargets; t++)
            again |= relax(c, t);
    }
    c->changed = false;
}

/* The pair of a target and one inside it; ASSAY_NONE if it is not directly inside. */
static uint32_t pair_number(const struct assay_cover *c, uint32_t parent, uint32_t target)
{
    uint32_t expr = c->owner[target], lo, hi, mid;

    if (parent == ASSAY_NONE)
        return ASSAY_NONE;
    lo = c->rows[parent];
    hi = c->rows[parent + 1];
    while (lo < hi) {
        mid = lo + (hi - lo) / 2;
        if (c->links[mid].expr < expr)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == c->rows[parent + 1] || c->links[lo].expr != expr)
        return ASSAY_NONE;
    return c->links[lo].pairs + target - c->first[expr];
}

/* How far something new is if this target is taken: 0 if it is new itself. */
static uint32_t newness(const struct assay_cover *c, uint32_t parent, uint32_t target)
{
    uint32_t pair = pair_number(c, parent, target);

    if (c->unwanted[target])
        return FAR;
    if (!c->reached[target] || (pair != ASSAY_NONE && !c->paired[pair]))
        return 0;
    return c->distance[target] == FAR ? FAR : c->distance[target] + 1;
}

static void note(struct assay_cover *c, uint32_t parent, uint32_t target)
{
    uint32_t pair = pair_number(c, parent, target);

    if (!c->reached[target]) {
        c->reached[target] = 1;
        c->counts.alternatives_reached += !c->unwanted[target];
        c->changed = true;
    }
    if (pair != ASSAY_NONE && !c->paired[pair]) {
        c->paired[pair] = 1;
        c->counts.pairs_reached++;
        c->changed = true;
    }
}

/* The best of several that are looked at one by one; of equals, any. */
struct contest {
    uint32_t best, winner, ties;
};

static void compete(struct contest *contest, struct assay_prng *prng, uint32_t score,
                    uint32_t who)
{
    if (score == FAR || score > contest->best)
        return;
    if (score < contest->best)
        contest->ties = 0;
    contest->best = score;
    contest->ties++;
    if (assay_prng_upto(prng, contest->ties - 1) == 0)
        contest->winner = who;
}

/* Chance has a say, too, unless what is new is at hand. */
static bool is_stray(const struct contest *contest, struct assay_prng *prng)
{
    return contest->best > 0 && assay_prng_next(prng) % STRAY == 0;
}

uint32_t assay_cover_pick(struct assay_cover *c, uint32_t parent, uint32_t expr,
                          const struct assay_cover_offer *offer)
{
    struct contest contest = {.best = FAR, .winner = offer->drawn};
    uint32_t first = c->first[expr];

    if (first == c->first[expr + 1])
        return offer->drawn;
    for (uint32_t i = 0; i < offer->count; i++)
        if (offer->alternatives[i].cost <= offer->afford)
            compete(&contest, &c->prng,
                    newness(c, parent, first + offer->alternatives[i].place), i);
    if (is_stray(&contest, &c->prng))
        contest.winner = offer->drawn;
    note(c, parent, first + offer->alternatives[contest.winner].place);
    return contest.winner;
}

uint32_t assay_cover_count(struct assay_cover *c, uint32_t parent, uint32_t expr,
                           uint32_t drawn, uint32_t most)
{
    const struct assay_expr *e = &c->g->exprs[expr];
    struct contest contest = {.best = FAR, .winner = drawn};
    uint32_t first = c->first[expr], k;

    if (first == c->first[expr + 1])
        return drawn;
    for (uint32_t t = first; t < c->first[expr + 1]; t++) {
        uint32_t count = count_of_target(e, t - first, drawn);
        if (count <= most)
            compete(&contest, &c->prng, newness(c, parent, t), count);
    }
    if (is_stray(&contest, &c->prng))
        contest.winner = drawn;
    k = target_of_count(e, contest.winner);
    if (k != ASSAY_NONE)
        note(c, parent, first + k);
    return contest.winner;
}

uint32_t assay_cover_alternative(const struct assay_cover *c, uint32_t expr,
                                 uint32_t place)
{
    return c->first[expr] + place;
}

uint32_t assay_cover_times(const struct assay_cover *c, uint32_t expr, uint32_t count,
                           uint32_t parent)
{
    uint32_t k = target_of_count(&c->g->exprs[expr], count);

    if (c->first[expr] == c->first[expr + 1])
        return parent;
    return k == ASSAY_NONE ? ASSAY_NONE : c->first[expr] + k;
}

/* ---- Telling. */

struct assay_coverage assay_cover_counts(const struct assay_cover *c)
{
    return c->counts;
}

/* The text of an expression on one line, not too long. */
static void put_source(const struct assay_cover *c, uint32_t expr, struct assay_buf *out)
{
    struct assay_str s = assay_grammar_text(c->g, c->g->exprs[expr].place);
    size_t start = out->len;
    bool blank = false;

    for (size_t i = 0; i < s.len && out->len - start < SOURCE_MAX; i++) {
        bool is_blank =
            s.at[i] == ' ' || s.at[i] == '\t' || s.at[i] == '\n' || s.at[i] == '\r';
        if (!is_blank && blank && out->len > start)
            assay_buf_putc(out, ' ');
        if (!is_blank)
            assay_buf_putc(out, s.at[i]);
        blank = is_blank;
    }
    if (out->len == start)
        assay_buf_puts(out, "\"\"");
    else if (out->len - start >= SOURCE_MAX)
        assay_buf_puts(out, "...");
}

static const char *rule_name(const struct assay_cover *c, uint32_t expr)
{
    uint32_t rule = c->rule_of[expr];

    for (uint32_t i = 0; i < c->g->nrules && c->g->rules[rule].name == ASSAY_NONE; i++)
        rule = c->caller[rule];
    return c->g->rules[rule].name == ASSAY_NONE ? ""
                                                : c->g->names[c->g->rules[rule].name];
}

static void put_times(const struct assay_expr *e, uint32_t target, struct assay_buf *out)
{
    uint32_t min = e->as.repeat.min, count = count_of_target(e, target, min);
    bool open = is_open_ended(e) && target == (min == 0 ? 2 : 1);

    if (e->as.repeat.max == 1)
        assay_buf_puts(out, target == 0 ? " absent" : " present");
    else if (open && min > 1)
        assay_buf_printf(out, " more than %u times", (unsigned)min);
    else if (open)
        assay_buf_puts(out, " several times");
    else if (count < 2)
        assay_buf_puts(out, count == 0 ? " not at all" : " once");
    else
        assay_buf_printf(out, " %u times", (unsigned)count);
}

void assay_cover_report(const struct assay_cover *c, struct assay_buf *out)
{
    for (uint32_t t = 0; t < c->ntargets; t++) {
        uint32_t expr = c->owner[t];
        const struct assay_expr *e = &c->g->exprs[expr];
        if (c->reached[t] || c->unwanted[t])
            continue;
        assay_buf_printf(out, "%s: ", rule_name(c, expr));
        put_source(c, e->kind == ASSAY_EXPR_ALT ? inside(c, t) : expr, out);
        if (e->kind == ASSAY_EXPR_REPEAT)
            put_times(e, t - c->first[expr], out);
        assay_buf_putc(out, '\n');
    }
}
