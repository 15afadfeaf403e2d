/*
 * Automata of random grammars against what the grammars say: an expression matches a
 * word, or the beginning of one, by its definition. All words up to a length are asked.
 */
#include "base/mem.h"
#include "choice/prng.h"
#include "harness.h"
#include "lang/network.h"
#include "lang/regular.h"
#include "torture.h"
#include <string.h>

#define LETTERS 3 /* a, b, c */
#define LONGEST 6
#define RULES 4
#define DEPTH 3
#define GRAMMARS 400

/* ---- Random grammars. */

struct maker {
    struct assay_grammar g;
    struct assay_prng prng;
    uint32_t rule; /* being made; it calls only later ones */
};

static uint32_t below(struct maker *m, uint32_t n)
{
    return (uint32_t)assay_prng_upto(&m->prng, n - 1);
}

static uint32_t add(struct maker *m, struct assay_expr e)
{
    uint32_t expr;

    e.weight = 1;
    expr = assay_grammar_expr(&m->g, &e);
    CHECK(expr != ASSAY_NONE);
    return expr;
}

static uint32_t random_literal(struct maker *m)
{
    char bytes[2] = {(char)('a' + below(m, LETTERS)), (char)('a' + below(m, LETTERS))};
    uint32_t len = 1 + below(m, 2);
    struct assay_expr e = {.kind = ASSAY_EXPR_LITERAL};

    e.as.literal.at = assay_grammar_bytes(&m->g, bytes, len);
    e.as.literal.len = len;
    return add(m, e);
}

static uint32_t random_set(struct maker *m)
{
    uint32_t lo = 'a' + below(m, LETTERS);
    struct assay_codes range = {lo, lo + below(m, 'a' + LETTERS - lo)};
    struct assay_expr e = {.kind = ASSAY_EXPR_SET};

    e.as.set.first = assay_grammar_ranges(&m->g, &range, 1);
    e.as.set.count = 1;
    e.as.set.bytes = true;
    return add(m, e);
}

static uint32_t random_call(struct maker *m)
{
    struct assay_expr e = {.kind = ASSAY_EXPR_CALL};

    if (m->rule + 1 == RULES)
        return random_set(m);
    e.as.call.rule = m->rule + 1 + below(m, RULES - m->rule - 1);
    e.as.call.sym = assay_grammar_sym(&m->g, e.as.call.rule, ASSAY_NONE);
    return add(m, e);
}

static uint32_t random_expr(struct maker *m, int depth);

static uint32_t random_list(struct maker *m, enum assay_expr_kind kind, int depth)
{
    uint32_t items[3], count = 2 + below(m, 2);
    struct assay_expr e = {.kind = kind};

    for (uint32_t i = 0; i < count; i++)
        items[i] = random_expr(m, depth - 1);
    e.as.list.first = assay_grammar_items(&m->g, items, count);
    e.as.list.count = count;
    return add(m, e);
}

static uint32_t random_repeat(struct maker *m, int depth)
{
    static const uint32_t bounds[][2] = {
        {0, 1}, {0, ASSAY_MANY}, {1, ASSAY_MANY}, {2, ASSAY_MANY}, {2, 2},
        {0, 2}, {1, 3},          {3, 4},          {0, 0},          {17, 19}};
    uint32_t pick = below(m, sizeof bounds / sizeof *bounds);
    struct assay_expr e = {.kind = ASSAY_EXPR_REPEAT};

    e.as.repeat.body = random_expr(m, depth - 1);
    e.as.repeat.min = bounds[pick][0];
    e.as.repeat.max = bounds[pick][1];
    return add(m, e);
}

static uint32_t random_expr(struct maker *m, int depth)
{
    switch (below(m, depth > 0 ? 9 : 4)) {
    case 0:
        return add(m, (struct assay_expr){.kind = ASSAY_EXPR_EMPTY});
    case 1:
        return random_literal(m);
    case 2:
        return random_set(m);
    case 3:
        return random_call(m);
    case 4:
    case 5:
        return random_list(m, ASSAY_EXPR_SEQ, depth);
    case 6:
        return random_list(m, ASSAY_EXPR_ALT, depth);
    default:
        return random_repeat(m, depth);
    }
}

static void random_grammar(struct maker *m, uint64_t seed)
{
    assay_grammar_init(&m->g, checked_mem());
    assay_prng_init(&m->prng, seed, 0);
    m->g.start = 0;
    for (m->rule = 0; m->rule < RULES; m->rule++) {
        struct assay_rule rule = {
            .name = m->rule, .body = random_expr(m, DEPTH), .where = ASSAY_NONE};
        CHECK(assay_grammar_rule(&m->g, &rule) == m->rule);
    }
}

/* ---- What an expression says. Positions in a word are bits of a set. */

struct word {
    const struct assay_grammar *g;
    char at[LONGEST + 1];
    uint32_t len;
};

static uint32_t ends(const struct word *w, uint32_t expr, uint32_t from);

static uint32_t ends_from_all(const struct word *w, uint32_t expr, uint32_t set)
{
    uint32_t all = 0;

    for (uint32_t i = 0; i <= w->len; i++)
        if (set >> i & 1)
            all |= ends(w, expr, i);
    return all;
}

static bool in_set(const struct word *w, const struct assay_expr *e, uint32_t i)
{
    struct assay_codes range = w->g->ranges[e->as.set.first];

    return i < w->len && (uint32_t)w->at[i] >= range.lo && (uint32_t)w->at[i] <= range.hi;
}

/* How many bytes of the literal there are. */
static uint32_t common(const struct word *w, const struct assay_expr *e, uint32_t i)
{
    uint32_t n = 0;

    while (n < e->as.literal.len && i + n < w->len &&
           w->g->bytes[e->as.literal.at + n] == w->at[i + n])
        n++;
    return n;
}

static uint32_t item(const struct word *w, const struct assay_expr *e, uint32_t i)
{
    return w->g->items[e->as.list.first + i];
}

static uint32_t ends_of_repeat(const struct word *w, const struct assay_expr *e,
                               uint32_t from)
{
    uint32_t now = 1u << from, before = 0, all;

    for (uint32_t n = 0; n < e->as.repeat.min && now != before; n++) {
        before = now;
        now = ends_from_all(w, e->as.repeat.body, now);
    }
    all = now;
    before = 0;
    for (uint32_t n = e->as.repeat.min; n < e->as.repeat.max && now != before; n++) {
        before = now;
        now = ends_from_all(w, e->as.repeat.body, now);
        all |= now;
    }
    return all;
}

/* The positions where it can end when it starts at `from`. */
static uint32_t ends(const struct word *w, uint32_t expr, uint32_t from)
{
    const struct assay_expr *e = &w->g->exprs[expr];
    uint32_t set = 1u << from, all = 0;

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
        return set;
    case ASSAY_EXPR_LITERAL:
        return common(w, e, from) == e->as.literal.len ? set << e->as.literal.len : 0;
    case ASSAY_EXPR_SET:
        return in_set(w, e, from) ? set << 1 : 0;
    case ASSAY_EXPR_CALL:
        return ends(w, w->g->rules[e->as.call.rule].body, from);
    case ASSAY_EXPR_SEQ:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            set = ends_from_all(w, item(w, e, i), set);
        return set;
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count; i++)
            all |= ends(w, item(w, e, i), from);
        return all;
    case ASSAY_EXPR_REPEAT:
        return ends_of_repeat(w, e, from);
    }
    return 0;
}

static bool begins(const struct word *w, uint32_t expr, uint32_t from);

static bool begins_from_any(const struct word *w, uint32_t expr, uint32_t set)
{
    for (uint32_t i = 0; i <= w->len; i++)
        if (set >> i & 1 && begins(w, expr, i))
            return true;
    return false;
}

static bool begins_repeat(const struct word *w, const struct assay_expr *e, uint32_t from)
{
    uint32_t now = 1u << from, before = 0;

    if (from == w->len)
        return true;
    for (uint32_t n = 0; n < e->as.repeat.max && now != before; n++) {
        if (begins_from_any(w, e->as.repeat.body, now))
            return true;
        before = now;
        now = ends_from_all(w, e->as.repeat.body, now);
    }
    return false;
}

/* Whether the rest of the word from `from` on is the beginning of what it matches. Every
 * expression matches something. */
static bool begins(const struct word *w, uint32_t expr, uint32_t from)
{
    const struct assay_expr *e = &w->g->exprs[expr];
    uint32_t set = 1u << from;
    bool any = from == w->len;

    switch (e->kind) {
    case ASSAY_EXPR_EMPTY:
    case ASSAY_EXPR_SET:
        return any ||
               (e->kind == ASSAY_EXPR_SET && from + 1 == w->len && in_set(w, e, from));
    case ASSAY_EXPR_LITERAL:
        return common(w, e, from) == w->len - from;
    case ASSAY_EXPR_CALL:
        return begins(w, w->g->rules[e->as.call.rule].body, from);
    case ASSAY_EXPR_SEQ:
        for (uint32_t i = 0; i < e->as.list.count && !any; i++) {
            any = begins_from_any(w, item(w, e, i), set);
            set = ends_from_all(w, item(w, e, i), set);
        }
        return any;
    case ASSAY_EXPR_ALT:
        for (uint32_t i = 0; i < e->as.list.count && !any; i++)
            any = begins(w, item(w, e, i), from);
        return any;
    case ASSAY_EXPR_REPEAT:
        return begins_repeat(w, e, from);
    }
    return false;
}

static bool is_sentence(const struct word *w)
{
    return ends(w, w->g->rules[0].body, 0) >> w->len & 1;
}

static bool is_beginning(const struct word *w, uint32_t len)
{
    struct word part = *w;

    part.len = len;
    return begins(&part, w->g->rules[0].body, 0);
}

/* ---- All words. */

/* The next word: longer ones later; false after the last. */
static bool next_word(struct word *w)
{
    uint32_t i = w->len;

    while (i > 0 && w->at[i - 1] == 'a' + LETTERS - 1)
        w->at[--i] = 'a';
    if (i > 0)
        w->at[i - 1]++;
    else if (w->len == LONGEST)
        return false;
    else
        w->at[w->len++] = 'a';
    return true;
}

static bool accepts(const struct assay_regular *r, const struct word *w)
{
    return assay_regular_match(r, w->at, w->len, NULL) == ASSAY_OK;
}

/* The automaton's reason is the definition's: the longest beginning of a sentence, and
 * what can follow it. */
static void check_reason(const struct word *w, const struct assay_mismatch *why)
{
    struct word part = *w;
    uint32_t len = w->len;

    while (!is_beginning(w, len))
        len--;
    CHECK_UINT(why->offset, len);
    part.len = len;
    CHECK_INT(why->end, is_sentence(&part));
    CHECK(why->constraint == NULL);
    for (unsigned byte = 0; byte < 256; byte++) {
        bool expected = false;

        part.at[len] = (char)byte;
        if (byte >= 'a' && byte < 'a' + LETTERS && len < LONGEST)
            expected = is_beginning(&part, len + 1);
        else if (len == LONGEST)
            continue; /* no room to ask */
        CHECK_INT(why->expected[byte / 8] >> byte % 8 & 1, expected);
    }
}

static void check_words(const struct assay_grammar *g, const struct assay_regular *r)
{
    struct word w = {.g = g};
    struct assay_mismatch why;

    do {
        enum assay_status status = assay_regular_match(r, w.at, w.len, &why);

        CHECK_INT(status, is_sentence(&w) ? ASSAY_OK : ASSAY_NO_MATCH);
        if (status)
            check_reason(&w, &why);
    } while (next_word(&w));
}

/* ---- The least automaton, by definition. */

#define MOST 128 /* states of one that is checked */

struct table {
    bool differ[MOST][MOST];
};

static bool differ(const struct assay_regular *r, const struct table *t, uint32_t a,
                   uint32_t b)
{
    if (r->accepting[a] != r->accepting[b])
        return true;
    for (uint32_t c = 0; c < r->nclasses; c++)
        if (t->differ[r->edges[a * r->nclasses + c]][r->edges[b * r->nclasses + c]])
            return true;
    return false;
}

/* All states differ, from DEAD too; so each has a sentence. */
static void check_states_differ(const struct assay_regular *r, struct table *t)
{
    bool changed = true;

    memset(t, 0, sizeof *t);
    while (changed) {
        changed = false;
        for (uint32_t a = 0; a < r->nstates; a++)
            for (uint32_t b = 0; b < r->nstates; b++)
                if (!t->differ[a][b] && differ(r, t, a, b))
                    changed = t->differ[a][b] = true;
    }
    for (uint32_t a = 0; a < r->nstates; a++)
        for (uint32_t b = 0; b < r->nstates; b++)
            CHECK_INT(t->differ[a][b], a != b);
}

/* Every state is met before those with higher numbers, and no two classes are alike. */
static void check_order(const struct assay_regular *r)
{
    uint32_t met = ASSAY_REGULAR_START, classes = 0;

    for (uint32_t s = 1; s < r->nstates; s++)
        for (unsigned byte = 0; byte < 256; byte++) {
            uint32_t to = assay_regular_next(r, s, (unsigned char)byte);
            CHECK(to <= met + 1);
            met = to > met ? to : met;
        }
    CHECK_UINT(r->nstates, r->nstates > 1 ? met + 1 : 1);
    for (unsigned byte = 0; byte < 256; byte++) {
        CHECK(r->classes[byte] <= classes);
        classes += r->classes[byte] == classes;
    }
    CHECK_UINT(r->nclasses, classes);
    for (uint32_t c = 0; c < r->nclasses; c++)
        for (uint32_t d = 0; d < c; d++) {
            bool same = true;
            for (uint32_t s = 0; s < r->nstates; s++)
                same &= r->edges[s * r->nclasses + c] == r->edges[s * r->nclasses + d];
            CHECK(!same);
        }
}

static void check_least(const struct assay_regular *r)
{
    static struct table table;

    CHECK(r->nstates <= MOST);
    check_states_differ(r, &table);
    check_order(r);
}

/* ---- */

/* False when it would have too many states. */
static bool regular_of(const struct assay_grammar *g, struct assay_regular *r)
{
    struct assay_network net;
    enum assay_status status;

    CHECK_INT(assay_network_build(&net, g), ASSAY_OK);
    status = assay_regular_build(r, &net, 0, ASSAY_REGULAR_STATES);
    CHECK(status == ASSAY_OK || status == ASSAY_TOO_LARGE);
    assay_network_done(&net);
    return status == ASSAY_OK;
}

TEST(lang_regular_is_what_the_grammar_says)
{
    int built = 0;

    for (uint64_t seed = 0; seed < GRAMMARS; seed++) {
        struct maker m;
        struct assay_regular r;

        random_grammar(&m, seed);
        if (regular_of(&m.g, &r)) {
            check_words(&m.g, &r);
            if (r.nstates <= MOST)
                check_least(&r);
            assay_regular_done(&r);
            built++;
        }
        assay_grammar_done(&m.g);
    }
    CHECK(built > GRAMMARS * 98 / 100);
}

static void check_same(const struct assay_regular *a, const struct assay_regular *b)
{
    size_t nedges = (size_t)a->nstates * a->nclasses;

    CHECK_UINT(a->nstates, b->nstates);
    CHECK_UINT(a->nclasses, b->nclasses);
    CHECK_MEM(a->classes, b->classes, sizeof a->classes);
    CHECK_MEM(a->edges, b->edges, nedges * sizeof *a->edges);
    CHECK_MEM(a->accepting, b->accepting, a->nstates);
}

struct combined {
    struct assay_regular a, b, both, either, not_a, not_b;
};

static void combine(struct combined *c)
{
    CHECK_INT(assay_regular_both(&c->a, &c->b, ASSAY_REGULAR_STATES, &c->both), ASSAY_OK);
    CHECK_INT(assay_regular_either(&c->a, &c->b, ASSAY_REGULAR_STATES, &c->either),
              ASSAY_OK);
    CHECK_INT(assay_regular_not(&c->a, ASSAY_REGULAR_STATES, &c->not_a), ASSAY_OK);
    CHECK_INT(assay_regular_not(&c->b, ASSAY_REGULAR_STATES, &c->not_b), ASSAY_OK);
}

static void combined_done(struct combined *c)
{
    assay_regular_done(&c->a);
    assay_regular_done(&c->b);
    assay_regular_done(&c->both);
    assay_regular_done(&c->either);
    assay_regular_done(&c->not_a);
    assay_regular_done(&c->not_b);
}

static void check_combined(const struct combined *c)
{
    struct word w = {0};

    do {
        bool a = accepts(&c->a, &w), b = accepts(&c->b, &w);

        CHECK_INT(accepts(&c->both, &w), a && b);
        CHECK_INT(accepts(&c->either, &w), a || b);
        CHECK_INT(accepts(&c->not_a, &w), !a);
        CHECK_INT(accepts(&c->not_b, &w), !b);
    } while (next_word(&w));
    CHECK_INT(assay_regular_match(&c->not_a, "x", 1, NULL), ASSAY_OK);
}

/* not (a and b) == not a or not b, down to the numbers of the states. */
static void check_de_morgan(const struct combined *c)
{
    struct assay_regular left, right, back;

    CHECK_INT(assay_regular_not(&c->both, ASSAY_REGULAR_STATES, &left), ASSAY_OK);
    CHECK_INT(assay_regular_either(&c->not_a, &c->not_b, ASSAY_REGULAR_STATES, &right),
              ASSAY_OK);
    CHECK_INT(assay_regular_not(&left, ASSAY_REGULAR_STATES, &back), ASSAY_OK);
    check_same(&left, &right);
    check_same(&back, &c->both);
    assay_regular_done(&left);
    assay_regular_done(&right);
    assay_regular_done(&back);
}

static void check_two(struct combined *c)
{
    combine(c);
    check_combined(c);
    check_de_morgan(c);
    if (c->both.nstates <= MOST)
        check_least(&c->both);
    combined_done(c);
}

TEST(lang_regular_combines)
{
    struct combined c;
    bool has_last = false;

    for (uint64_t seed = 0; seed < GRAMMARS; seed++) {
        struct maker m;
        struct assay_regular r;

        random_grammar(&m, seed);
        if (regular_of(&m.g, has_last ? &c.b : &r)) {
            if (has_last)
                check_two(&c);
            else
                c.a = r;
            has_last = !has_last;
        }
        assay_grammar_done(&m.g);
    }
    if (has_last)
        assay_regular_done(&c.a);
}
