/*
 * What a condition demands of a part that is about to be made, when all else in it is
 * known: part == E gives its text, int(part) < E bounds its number, len(part) its length,
 * count(part.x) its children; `in`, starts, ends and contains become automata; `exists v:
 * ... v == part` offers the texts of the v there are.
 *
 * When the rest is not known, the part is computed later if it is to equal something that
 * is computed from others; else it is free, and the others will be demanded to fit.
 */
#include "lang/solver.h"
#include <string.h>

#define MAX_WAYS 16       /* of a disjunction */
#define LONGEST_AFFIX 500 /* bytes: its automaton has a state for each */

struct finder {
    struct assay_solver *s;
    uint32_t node;
    struct assay_demands *d;
    enum assay_status status;
};

static void find(struct finder *f, const struct assay_active *a, uint32_t term);

static const struct assay_term *term_of(const struct finder *f, uint32_t term)
{
    return &f->s->g->terms[term];
}

static bool is_ours(const struct finder *f, const struct assay_active *a, uint32_t term)
{
    return term_of(f, term)->kind == ASSAY_TERM_PART &&
           assay_active_plays(f->s, a, term, f->node);
}

static bool is_apply(const struct finder *f, uint32_t term, enum assay_function function)
{
    return term_of(f, term)->kind == ASSAY_TERM_APPLY &&
           term_of(f, term)->as.apply.function == (uint32_t)function;
}

static uint32_t argument(const struct finder *f, uint32_t term, uint32_t i)
{
    return f->s->g->items[term_of(f, term)->as.apply.first + i];
}

static void solved(struct finder *f, const struct assay_active *a)
{
    uint32_t i = f->s->acceptance_of[a->conjunct];

    if (i != ASSAY_NONE)
        f->s->acceptance[i].solved = true;
    f->d->constrained = true;
}

/* ---- Texts. */

static bool as_text(struct finder *f, const struct assay_term_value *v,
                    struct assay_str *ret)
{
    struct assay_solver *s = f->s;
    struct assay_str text = v->text;
    char *copy;

    if (v->kind == ASSAY_VALUE_NODES && v->count == 1) {
        const struct assay_node *n = &s->tree.nodes[v->nodes[0]];

        text = (struct assay_str){s->text.at + n->start, n->end - n->start};
    } else if (v->kind != ASSAY_VALUE_TEXT) {
        return false;
    }
    copy = assay_arena_text(&s->values, text.at, text.len);
    if (!copy)
        f->status = ASSAY_NO_MEMORY;
    *ret = (struct assay_str){copy, text.len};
    return copy != NULL;
}

/* The node's text is one of these; what was demanded before is kept as well. */
static void demand_texts(struct finder *f, struct assay_str *texts, uint32_t count)
{
    struct assay_demands *d = f->d;
    uint32_t kept = 0;

    for (uint32_t i = 0; d->given && i < d->ntexts; i++)
        for (uint32_t j = 0; j < count; j++)
            if (assay_str_equal(d->texts[i], texts[j])) {
                d->texts[kept++] = d->texts[i];
                break;
            }
    if (!d->given) {
        d->texts = texts;
        kept = count;
    }
    d->given = true;
    d->ntexts = kept;
}

static void demand_text(struct finder *f, const struct assay_active *a, uint32_t term)
{
    struct assay_str *text = assay_arena_new(&f->s->values, 1, sizeof *text);
    struct assay_term_value v = assay_active_value(f->s, a, term, &f->status);

    if (!text)
        f->status = ASSAY_NO_MEMORY;
    else if (!f->status)
        demand_texts(f, text, as_text(f, &v, text) ? 1 : 0);
}

/* ---- Numbers. */

/* Narrows lo..hi to the numbers x with x op n. */
static void narrow(enum assay_term_op op, int64_t n, int64_t *lo, int64_t *hi)
{
    bool low = op == ASSAY_TERM_EQ || op == ASSAY_TERM_GE || op == ASSAY_TERM_GT;
    bool high = op == ASSAY_TERM_EQ || op == ASSAY_TERM_LE || op == ASSAY_TERM_LT;
    int64_t least = op == ASSAY_TERM_GT && n < INT64_MAX ? n + 1 : n;
    int64_t most = op == ASSAY_TERM_LT && n > INT64_MIN ? n - 1 : n;

    if (low && least > *lo)
        *lo = least;
    if (high && most < *hi)
        *hi = most;
}

static bool number_of(struct finder *f, const struct assay_active *a, uint32_t term,
                      int64_t *ret)
{
    struct assay_term_value v = assay_active_value(f->s, a, term, &f->status);

    *ret = v.number;
    return !f->status && v.kind == ASSAY_VALUE_INT;
}

static struct assay_rest rest_of(const struct assay_target *t)
{
    return (struct assay_rest){.modulus = t->modulus, .rest = t->n};
}

static void demand_number(struct finder *f, int64_t base, const struct assay_target *t)
{
    struct assay_demands *d = f->d;

    if (!d->is_number) {
        d->lo = INT64_MIN;
        d->hi = INT64_MAX;
    }
    d->is_number = true;
    d->base = base;
    if (t->modulus > 0)
        d->number_rest = rest_of(t);
    else
        narrow(t->op, t->n, &d->lo, &d->hi);
}

static void clamp(enum assay_term_op op, int64_t n, bool known, uint32_t *lo,
                  uint32_t *hi)
{
    int64_t least = known ? *lo : 0, most = known ? *hi : UINT32_MAX - 1;

    narrow(op, n, &least, &most);
    if (most < 0) {
        least = 1;
        most = 0;
    }
    *lo = (uint32_t)least;
    *hi = (uint32_t)(most > UINT32_MAX - 1 ? UINT32_MAX - 1 : most);
}

static void demand_length(struct finder *f, const struct assay_target *t)
{
    struct assay_demands *d = f->d;

    if (t->modulus > 0)
        d->size_rest = rest_of(t);
    if (t->modulus == 0 || !d->is_sized)
        clamp(t->modulus > 0 ? ASSAY_TERM_GE : t->op, t->modulus > 0 ? 0 : t->n,
              d->is_sized, &d->min, &d->max);
    d->is_sized = true;
}

/* count(p.x) op n. */
static void demand_count(struct finder *f, uint32_t part,
                         const struct assay_target *target)
{
    const struct assay_term *t = term_of(f, part);
    uint32_t name = f->s->g->steps[t->as.part.first + t->as.part.count - 1].name;
    struct assay_want *want = &f->d->want;

    if (target->modulus > 0 || (f->d->counted && want->name != name))
        return;
    clamp(target->op, target->n, f->d->counted, &want->lo, &want->hi);
    want->name = name;
    f->d->counted = true;
}

/* ---- Automata. */

static bool add_condition(struct finder *f, uint32_t term, bool holds,
                          struct assay_str text, bool passing)
{
    struct assay_demands *d = f->d;

    if (d->nconditions == sizeof d->conditions / sizeof *d->conditions ||
        text.len > LONGEST_AFFIX)
        return false;
    d->conditions[d->nconditions++] = (struct assay_condition){
        .term = term, .holds = holds, .passing = passing, .text = text};
    return true;
}

/* The text that the node's is to start with, end with or contain, if it is known. */
static bool affix_text(struct finder *f, const struct assay_active *a, uint32_t term,
                       struct assay_str *ret_text, bool *ret_passing)
{
    const struct assay_term *t = term_of(f, term);
    struct assay_term_value v;

    *ret_passing = t->kind != ASSAY_TERM_TEXT;
    if (!*ret_passing) {
        *ret_text = (struct assay_str){f->s->g->bytes + t->as.text.at, t->as.text.len};
        return true;
    }
    if (assay_active_mentions(f->s, a, term, f->node) ||
        !assay_active_ready(f->s, a, term))
        return false;
    v = assay_active_value(f->s, a, term, &f->status);
    return !f->status && as_text(f, &v, ret_text);
}

/* ---- Comparisons. */

/* The base of int(part, base), or 0. */
static int64_t base_of(const struct finder *f, uint32_t term)
{
    const struct assay_term *t = term_of(f, term);

    if (t->as.apply.count < 2)
        return 10;
    t = term_of(f, argument(f, term, 1));
    return t->kind == ASSAY_TERM_INT ? t->as.number : 0;
}

/* Whether a part is p.x with p the node. */
static bool are_children(const struct finder *f, const struct assay_active *a,
                         uint32_t part)
{
    const struct assay_term *t = term_of(f, part);
    const struct assay_step *last;

    if (t->kind != ASSAY_TERM_PART || t->as.part.count == 0)
        return false;
    last = f->s->g->steps + t->as.part.first + t->as.part.count - 1;
    return !last->deep && last->index == 0 &&
           assay_active_plays_first(f->s, a, part, t->as.part.count - 1, f->node);
}

/* Whether a term is count(p.x) with p the node. */
static bool counts_children(const struct finder *f, const struct assay_active *a,
                            uint32_t term)
{
    return is_apply(f, term, ASSAY_FUNCTION_COUNT) &&
           are_children(f, a, argument(f, term, 0));
}

/* It equals what is computed of parts that are not there: it waits for them. */
static void wait_for(struct finder *f, const struct assay_active *a)
{
    f->d->later = true;
    f->d->reason = *a;
    solved(f, a);
}

static bool is_plain(const struct finder *f, uint32_t term)
{
    const struct assay_term *t = term_of(f, term);

    return t->kind == ASSAY_TERM_PART ||
           (is_apply(f, term, ASSAY_FUNCTION_INT) &&
            term_of(f, argument(f, term, 0))->kind == ASSAY_TERM_PART);
}

/* lower(part) == text, or upper: an automaton has both cases of the letters. */
static void demand_folded(struct finder *f, const struct assay_active *a, uint32_t ours,
                          uint32_t other)
{
    struct assay_term_value v = assay_active_value(f->s, a, other, &f->status);
    struct assay_str text;

    if (!f->status && as_text(f, &v, &text) && add_condition(f, ours, true, text, true))
        solved(f, a);
}

/* What is to be a number: int(part), len(part) or count(part.x). */
static void demand_target(struct finder *f, const struct assay_active *a, uint32_t ours,
                          const struct assay_target *target)
{
    if (is_apply(f, ours, ASSAY_FUNCTION_INT) && base_of(f, ours) > 0)
        demand_number(f, base_of(f, ours), target);
    else if (is_apply(f, ours, ASSAY_FUNCTION_LEN))
        demand_length(f, target);
    else if (counts_children(f, a, ours))
        demand_count(f, argument(f, ours, 0), target);
    else
        return;
    solved(f, a);
}

/* Whether a term is the node's text, that in another case, number, length or count of
 * children. */
static bool is_about_us(const struct finder *f, const struct assay_active *a,
                        uint32_t term)
{
    static const enum assay_function functions[] = {
        ASSAY_FUNCTION_INT, ASSAY_FUNCTION_LEN, ASSAY_FUNCTION_LOWER,
        ASSAY_FUNCTION_UPPER};

    if (is_ours(f, a, term) || counts_children(f, a, term))
        return true;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (is_apply(f, term, functions[i]))
            return is_ours(f, a, argument(f, term, 0));
    return false;
}

static void known_side(struct finder *f, const struct assay_active *a, uint32_t ours,
                       enum assay_term_op op, uint32_t other)
{
    struct assay_target target = {.op = op};
    bool folded = is_apply(f, ours, ASSAY_FUNCTION_LOWER) ||
                  is_apply(f, ours, ASSAY_FUNCTION_UPPER);

    if (op == ASSAY_TERM_EQ && term_of(f, ours)->kind == ASSAY_TERM_PART) {
        demand_text(f, a, other);
        solved(f, a);
    } else if (op == ASSAY_TERM_EQ && folded) {
        demand_folded(f, a, ours, other);
    } else if (op != ASSAY_TERM_NE && number_of(f, a, other, &target.n) &&
               assay_target_isolate(f->s, a, f->node, &target, &ours, &f->status) &&
               is_about_us(f, a, ours)) {
        demand_target(f, a, ours, &target);
    }
}

static void compare(struct finder *f, const struct assay_active *a, uint32_t ours,
                    enum assay_term_op op, uint32_t other)
{
    bool about_us = is_about_us(f, a, ours);

    if ((!about_us && term_of(f, ours)->kind != ASSAY_TERM_BINARY) ||
        assay_active_mentions(f->s, a, other, f->node) ||
        (!about_us && !assay_active_mentions(f->s, a, ours, f->node)))
        return;
    if (assay_active_ready(f->s, a, other))
        known_side(f, a, ours, op, other);
    else if (op == ASSAY_TERM_EQ && !is_plain(f, other) && is_plain(f, ours))
        wait_for(f, a);
}

/* ---- The rest of the conditions. */

/* A condition that an automaton can say of the node's text. */
static bool condition(struct finder *f, const struct assay_active *a, uint32_t term,
                      bool holds)
{
    const struct assay_term *t = term_of(f, term);
    struct assay_str text = {NULL, 0};
    bool passing = false;

    if (t->kind == ASSAY_TERM_IN) {
        if (!is_ours(f, a, t->as.in.a))
            return false;
    } else if (!is_apply(f, term, ASSAY_FUNCTION_STARTS) &&
               !is_apply(f, term, ASSAY_FUNCTION_ENDS) &&
               !is_apply(f, term, ASSAY_FUNCTION_CONTAINS)) {
        return false;
    } else if (!is_ours(f, a, argument(f, term, 0)) ||
               !affix_text(f, a, argument(f, term, 1), &text, &passing)) {
        return false;
    }
    if (!add_condition(f, term, holds, text, passing))
        return false;
    solved(f, a);
    return true;
}

/* The side of v == ours in a conjunction that is not ours. */
static uint32_t offered(const struct finder *f, const struct assay_active *a,
                        uint32_t term)
{
    const struct assay_term *t = term_of(f, term);
    uint32_t found;

    if (t->kind != ASSAY_TERM_BINARY)
        return ASSAY_NONE;
    if (t->as.binary.op == ASSAY_TERM_AND) {
        found = offered(f, a, t->as.binary.a);
        return found != ASSAY_NONE ? found : offered(f, a, t->as.binary.b);
    }
    if (t->as.binary.op != ASSAY_TERM_EQ)
        return ASSAY_NONE;
    if (is_ours(f, a, t->as.binary.b))
        return t->as.binary.a;
    return is_ours(f, a, t->as.binary.a) ? t->as.binary.b : ASSAY_NONE;
}

/* Whether the conjuncts that do not speak of the node's text hold. Where it is may be
 * asked. */
static bool others_hold(struct finder *f, const struct assay_active *a, uint32_t term)
{
    const struct assay_term *t = term_of(f, term);
    struct assay_term_value v;

    if (t->kind == ASSAY_TERM_BINARY && t->as.binary.op == ASSAY_TERM_AND)
        return others_hold(f, a, t->as.binary.a) && others_hold(f, a, t->as.binary.b);
    if (!is_apply(f, term, ASSAY_FUNCTION_BEFORE) &&
        !is_apply(f, term, ASSAY_FUNCTION_INSIDE) &&
        assay_active_mentions(f->s, a, term, f->node))
        return true;
    v = assay_active_value(f->s, a, term, &f->status);
    return v.kind == ASSAY_VALUE_BOOL && v.number != 0;
}

/* exists v in node.x: there is at least one. */
static void some_child(struct finder *f, const struct assay_active *a, uint32_t term)
{
    uint32_t part = term_of(f, term)->as.quantifier.a;

    if (are_children(f, a, part))
        demand_count(f, part, &(struct assay_target){.op = ASSAY_TERM_GE, .n = 1});
}

/* exists v in P: ... v.x == node: the texts of the v there are. */
static void exists(struct finder *f, const struct assay_active *a, uint32_t term)
{
    const struct assay_term *t = term_of(f, term);
    uint32_t offer = offered(f, a, t->as.quantifier.b), count, n = 0;
    struct assay_active inside = *a;
    struct assay_str *texts;
    const uint32_t *nodes;

    if (offer == ASSAY_NONE)
        return;
    f->status = assay_active_nodes(f->s, a, t->as.quantifier.a, &nodes, &count);
    if (count > ASSAY_SOLVER_CANDIDATES) {
        nodes += count - ASSAY_SOLVER_CANDIDATES;
        count = ASSAY_SOLVER_CANDIDATES;
    }
    texts = assay_arena_new(&f->s->values, count, sizeof *texts);
    if (!texts)
        f->status = ASSAY_NO_MEMORY;
    for (uint32_t i = 0; i < count && !f->status; i++) {
        struct assay_term_value v;

        if (f->s->states[nodes[i]] != ASSAY_NODE_CLOSED)
            continue;
        inside.variables[t->as.quantifier.variable] = nodes[i];
        if (!others_hold(f, &inside, t->as.quantifier.b))
            continue;
        v = assay_active_value(f->s, &inside, offer, &f->status);
        n += as_text(f, &v, &texts[n]);
    }
    if (!f->status)
        demand_texts(f, texts, n);
    solved(f, a);
}

/* equal(P) with the node on P: the text of those before it. */
static void equal(struct finder *f, const struct assay_active *a, uint32_t term)
{
    uint32_t part = argument(f, term, 0), count;
    const uint32_t *nodes;

    if (!is_ours(f, a, part))
        return;
    f->status = assay_active_nodes(f->s, a, part, &nodes, &count);
    for (uint32_t i = 0; i < count && !f->status; i++) {
        struct assay_term_value v = {
            .kind = ASSAY_VALUE_NODES, .nodes = nodes + i, .count = 1};
        struct assay_str *text;

        if (f->s->states[nodes[i]] != ASSAY_NODE_CLOSED)
            continue;
        text = assay_arena_new(&f->s->values, 1, sizeof *text);
        if (text && as_text(f, &v, text))
            demand_texts(f, text, 1);
        solved(f, a);
        return;
    }
}

/* a => b: what b demands when a, as far as it is known, is true. */
static void implication(struct finder *f, const struct assay_active *a, uint32_t term)
{
    const struct assay_term *t = term_of(f, term);
    struct assay_term_value v;

    if (assay_active_mentions(f->s, a, t->as.binary.a, f->node))
        return;
    v = assay_active_value(f->s, a, t->as.binary.a, &f->status);
    if (!f->status && v.kind == ASSAY_VALUE_BOOL && v.number != 0)
        find(f, a, t->as.binary.b);
}

/* The alternatives of a || b || ... that speak of the node. */
struct ways {
    uint32_t at[MAX_WAYS], count;
    bool others; /* one that does not may come to hold later */
};

/* True when an alternative that does not speak of the node, as far as it is known, holds:
 * then nothing is demanded. */
static bool collect(struct finder *f, const struct assay_active *a, uint32_t term,
                    struct ways *ways)
{
    const struct assay_term *t = term_of(f, term);
    struct assay_term_value v;

    if (t->kind == ASSAY_TERM_BINARY && t->as.binary.op == ASSAY_TERM_OR)
        return collect(f, a, t->as.binary.a, ways) || collect(f, a, t->as.binary.b, ways);
    if (assay_active_mentions(f->s, a, term, f->node)) {
        if (ways->count < MAX_WAYS)
            ways->at[ways->count++] = term;
        return false;
    }
    if (!assay_active_ready(f->s, a, term)) {
        ways->others = true;
        return false;
    }
    v = assay_active_value(f->s, a, term, &f->status);
    return v.kind == ASSAY_VALUE_BOOL && v.number != 0;
}

/* a || b: one of them is chosen to hold. */
static void disjunction(struct finder *f, const struct assay_active *a, uint32_t term)
{
    struct ways ways = {.count = 0};
    uint32_t index = 0;

    if (collect(f, a, term, &ways) || f->status || ways.count == 0)
        return;
    if (ways.count + ways.others > 1)
        f->status = assay_choose_index(f->s->t, ways.count + ways.others, NULL, &index);
    if (!f->status && index < ways.count)
        find(f, a, ways.at[index]);
}

static void find(struct finder *f, const struct assay_active *a, uint32_t term)
{
    const struct assay_term *t = term_of(f, term);
    enum assay_term_op op;

    if (f->status || condition(f, a, term, true))
        return;
    if (t->kind == ASSAY_TERM_NOT)
        condition(f, a, t->as.binary.a, false);
    if (t->kind == ASSAY_TERM_EXISTS) {
        some_child(f, a, term);
        exists(f, a, term);
    }
    if (is_apply(f, term, ASSAY_FUNCTION_EQUAL))
        equal(f, a, term);
    if (t->kind != ASSAY_TERM_BINARY)
        return;
    op = t->as.binary.op;
    if (op == ASSAY_TERM_AND) {
        find(f, a, t->as.binary.a);
        find(f, a, t->as.binary.b);
    } else if (op == ASSAY_TERM_OR) {
        disjunction(f, a, term);
    } else if (op == ASSAY_TERM_IMPLIES) {
        implication(f, a, term);
    } else {
        compare(f, a, t->as.binary.a, op, t->as.binary.b);
        if (!f->status)
            compare(f, a, t->as.binary.b, assay_op_flipped(op), t->as.binary.a);
    }
}

enum assay_status assay_demands_find(struct assay_solver *s, uint32_t node,
                                     uint32_t first, struct assay_demands *ret_demands)
{
    struct finder f = {.s = s, .node = node, .d = ret_demands};

    assay_arena_reset(&s->scratch);
    for (uint32_t i = 0; i < s->nactives && !f.status; i++) {
        struct assay_active a = s->actives[i];

        if (s->g->terms[a.term].kind == ASSAY_TERM_FORALL)
            continue;
        ret_demands->constrained |=
            i >= first || assay_active_mentions(s, &a, a.term, node);
        find(&f, &a, a.term);
    }
    return f.status;
}
