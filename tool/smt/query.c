/*
 * Solving a question. The simplest values that fit the scope may be a counterexample:
 * then there is nothing to search. If not, and Z3 does not prove it at once, small values
 * are tried (small.c), all of them as far as the steps go. Then a first try has Z3
 * instantiate quantifiers by their patterns only: that is fast, and proves most that is
 * true. Its model, finished or not, is a candidate for a counterexample, which the
 * evaluator judges. If neither settles it, a second try builds models of quantifiers,
 * too, at first with short arrays only.
 *
 * Of a language the solver knows only which literals are its sentences. So a candidate
 * that fails may have strings that it wrongly takes for sentences, or not: what is true
 * of them is added, and it is asked again.
 */
#include "smt/query.h"
#include "base/patience.h"
#include "smt/candidate.h"
#include "smt/context.h"
#include "smt/model.h"

#include <string.h>

#define QUERY_POSSIBLE_MS 300 /* for whether something is possible at all */
#define QUERY_QUICK_MS 100    /* if no values are wanted */
#define SIDES 3               /* facts x || y that are followed on both sides */
#define ROUNDS 12             /* of asking again with more sentences */

/* ---- The simplest values. */

static Candidate new_candidate(Query *q, const EvalWorld *world)
{
    return (Candidate){.items = q->items,
                       .count = q->count,
                       .goal = q->goal,
                       .world = world,
                       .arena = q->arena,
                       .values = q->values};
}

/* Whether the simplest values that fit the scope are a counterexample. */
static bool simplest_refutes(Query *q, Candidate *c)
{
    static const uint32_t lengths[] = {0, 1, 2, 3};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        uint32_t ways = 1;
        c->items_made = lengths[i];
        for (c->sides = 0; c->sides < ways; c->sides++) {
            memset(q->values, 0, q->count * sizeof *q->values);
            smt_candidate_repair(c);
            if (smt_candidate_refutes(c))
                return true;
            ways = 1u << (c->nsides < SIDES ? c->nsides : SIDES);
        }
    }
    c->sides = c->items_made = 0;
    return false;
}

/* The same without a model, and the counterexample made smaller. */
static bool refute_simply(Query *q)
{
    Candidate c = new_candidate(q, NULL);
    if (!simplest_refutes(q, &c))
        return false;
    smt_candidate_shrink(&c);
    return true;
}

/* ---- Encoding. */

static bool list_items(Query *q, const Scope *scope)
{
    for (const Scope *s = scope; s; s = s->outer)
        q->count++;
    if (q->count > ENCODE_ITEMS / 2) {
        q->why = "the scope has too many facts for the solver";
        return false;
    }
    q->items = assay_arena_new(q->arena, q->count, sizeof(const Scope *));
    q->values = assay_arena_new(q->arena, q->count, sizeof(const Value *));
    q->why = "out of memory";
    if (!q->items || !q->values)
        return false;
    uint32_t i = q->count;
    for (const Scope *s = scope; s; s = s->outer)
        q->items[--i] = s;
    q->why = NULL;
    return true;
}

static void write_text(Query *q)
{
    Encoder *e = &q->encoder;
    assay_buf_clear(&q->text);
    assay_buf_add(&q->text, e->declarations.at, e->declarations.len);
    assay_buf_add(&q->text, e->assertions.at, e->assertions.len);
    if (!e->why && q->text.status)
        e->why = "the question is too large for the solver";
}

bool smt_query_init(Query *q, const Scope *scope, const Term *goal,
                    struct assay_arena *arena)
{
    *q = (Query){.arena = arena, .goal = goal, .answer = PROVER_UNDECIDED};
    encode_init(&q->encoder, arena);
    assay_buf_init(&q->text, NULL, 2 * ENCODE_TEXT);
    if (!list_items(q, scope))
        return false;
    encode_scope(&q->encoder, q->items, q->count);
    if (goal)
        encode_assert(&q->encoder, goal, false);
    encode_finish(&q->encoder);
    write_text(q);
    q->why = q->encoder.why;
    if (q->why && refute_simply(q))
        q->answer = PROVER_REFUTED;
    return q->why == NULL;
}

void smt_query_done(Query *q)
{
    encode_done(&q->encoder);
    assay_buf_done(&q->text);
}

/* ---- The solver. */

static bool give(Query *q, Z3_solver solver)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 4 * ENCODE_TEXT);
    encode_prelude(q->text.at, &b);
    assay_buf_add(&b, q->text.at, q->text.len);
    if (q->small)
        assay_buf_puts(&b, QUERY_SMALL);
    if (b.status == ASSAY_OK)
        Z3_solver_from_string(q->z3, solver, b.at);
    bool ok = b.status == ASSAY_OK && Z3_get_error_code(q->z3) == Z3_OK;
    assay_buf_done(&b);
    return ok;
}

/* ---- Models. */

static void read_values(Query *q, Model *m)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->count; i++) {
        if (q->items[i]->var)
            q->values[i] = smt_model_variable(m, q->encoder.variables[n++].is);
    }
}

/* Whether the model gives a counterexample. It says much that does not matter: often the
 * simplest values do, in its world. */
static bool refute(Query *q, Z3_model model)
{
    Model m;
    smt_model_init(&m, q->z3, model, &q->encoder, q->arena);
    Candidate c = new_candidate(q, &m.world);
    bool refuted = simplest_refutes(q, &c);
    if (!refuted) {
        read_values(q, &m);
        refuted = smt_candidate_refutes(&c);
    }
    if (!refuted) {
        smt_candidate_repair(&c);
        refuted = smt_candidate_refutes(&c);
    }
    if (refuted)
        smt_candidate_shrink(&c);
    smt_model_done(&m);
    return refuted;
}

/* ---- Sentences. */

static void add_string(Query *q, struct assay_str s)
{
    Encoder *e = &q->encoder;
    uint32_t known = e->strings.count;
    if (known == ENCODE_NAMES || encode_name(e, &e->strings, s) < known)
        return;
    for (uint32_t i = 0; i < e->nlanguages; i++)
        encode_sentence(e, known, i);
}

static void add_strings_of(Query *q, const Value *v, uint32_t depth)
{
    if (!v || depth == 0)
        return;
    if (v->kind == VALUE_STRING)
        add_string(q, v->as.string);
    for (uint32_t i = 0; v->kind == VALUE_ARRAY && i < v->as.array.count; i++)
        add_strings_of(q, v->as.array.items[i], depth - 1);
    for (uint32_t i = 0; v->kind == VALUE_OBJECT && i < v->as.object.count; i++)
        add_strings_of(q, v->as.object.members[i].value, depth - 1);
}

/* Whether something new is known of the strings of the last candidate. */
static bool learn(Query *q)
{
    uint32_t known = q->encoder.strings.count;
    if (q->encoder.nlanguages == 0)
        return false;
    for (uint32_t i = 0; i < q->count; i++)
        add_strings_of(q, q->values[i], MODEL_DEPTH);
    write_text(q);
    return q->encoder.strings.count > known && !q->encoder.why;
}

/* ---- Trying. */

/* A solver that ran out of time is left halfway: it is not asked for a model. */
static bool has_model(Query *q, Z3_lbool found, Z3_solver solver)
{
    if (found == Z3_L_TRUE)
        return true;
    const char *reason = Z3_solver_get_reason_unknown(q->z3, solver);
    return reason && strstr(reason, "incomplete");
}

static void settle(Query *q, Z3_lbool found, Z3_solver solver)
{
    if (found == Z3_L_FALSE) {
        if (!q->small)
            q->answer = PROVER_PROVED;
        return;
    }
    Z3_model model = !q->quick && has_model(q, found, solver)
                         ? Z3_solver_get_model(q->z3, solver)
                         : NULL;
    if (model && refute(q, model))
        q->answer = PROVER_REFUTED;
    else if (found == Z3_L_TRUE)
        q->why = "what the solver found is not a counterexample";
    else
        q->why = "the solver gave up";
}

static void try(Query *q, uint32_t time_ms)
{
    uint64_t start = smt_context_now_us();
    Z3_solver solver = smt_context_solver(q->z3, time_ms, q->quantifiers);
    if (!solver || !give(q, solver)) {
        q->why = "the solver did not take the question";
    } else {
        Z3_lbool found = Z3_solver_check(q->z3, solver);
        q->time_us += smt_context_now_us() - start;
        settle(q, found, solver);
    }
    if (solver)
        Z3_solver_dec_ref(q->z3, solver);
}

static uint32_t time_left(const Query *q, uint64_t start)
{
    uint64_t spent = (smt_context_now_us() - start) / 1000 / assay_patience();
    return spent < q->time_limit_ms ? q->time_limit_ms - (uint32_t)spent : 0;
}

bool smt_query_refute_simply(Query *q)
{
    if (!refute_simply(q))
        return false;
    q->answer = PROVER_REFUTED;
    return true;
}

bool smt_query_refute_small(Query *q)
{
    Candidate c = new_candidate(q, NULL);
    if (!smt_candidate_search(&c))
        return false;
    smt_candidate_shrink(&c);
    q->answer = PROVER_REFUTED;
    return true;
}

void smt_query_solve(Query *q, Z3_context z3, uint32_t time_limit_ms)
{
    uint64_t start = smt_context_now_us();
    q->z3 = z3;
    q->time_limit_ms = time_limit_ms;
    if (!q->goal && time_limit_ms > QUERY_POSSIBLE_MS) /* only a warning depends on it */
        q->time_limit_ms = QUERY_POSSIBLE_MS;
    if (q->quick) {
        try(q, q->goal ? time_limit_ms / 2 + 1 : QUERY_QUICK_MS);
        return;
    }
    for (int round = 0; round < ROUNDS; round++) {
        q->quantifiers = false;
        try(q, time_left(q, start) / 2 + 1);
        if (q->answer != PROVER_UNDECIDED || !learn(q))
            break;
    }
    for (int small = 1; small >= 0; small--) {
        uint32_t left = time_left(q, start);
        if (q->answer != PROVER_UNDECIDED || left == 0 || !q->goal)
            break;
        q->quantifiers = true;
        q->small = small;
        try(q, small ? left / 2 + 1 : left);
    }
    if (q->answer == PROVER_UNDECIDED && time_left(q, start) == 0)
        q->why = "the solver ran out of time";
}

/* ---- What matters. */

static bool mentions(const Scope *s, const Binding *var)
{
    return s->var ? type_mentions(s->var->type, var) : term_mentions(s->fact, var);
}

/* Marks the variables that an item speaks of; whether one is new. */
static bool mark_item(const Query *q, uint32_t item, bool *marks)
{
    bool connected = q->items[item]->var ? marks[item] : false, news = false;
    for (uint32_t i = 0; i < q->count && !connected; i++)
        connected = marks[i] && mentions(q->items[item], q->items[i]->var);
    for (uint32_t i = 0; i < q->count && connected; i++) {
        if (q->items[i]->var && !marks[i] && mentions(q->items[item], q->items[i]->var))
            news = marks[i] = true;
    }
    return news;
}

static bool is_in_facts(const Query *q, const Binding *var)
{
    for (uint32_t i = 0; i < q->count; i++)
        if (!q->items[i]->var && term_mentions(q->items[i]->fact, var))
            return true;
    return false;
}

const bool *smt_query_matters(const Query *q)
{
    bool *marks = assay_arena_new(q->arena, q->count, sizeof *marks), news = true;
    bool speaks = false; /* of a variable; if not, it is about the facts */
    for (uint32_t i = 0; q->goal && i < q->count; i++)
        speaks |= q->items[i]->var && term_mentions(q->goal, q->items[i]->var);
    for (uint32_t i = 0; marks && i < q->count; i++) {
        const Binding *var = q->items[i]->var;
        marks[i] = var && (!q->goal ? true
                           : speaks ? term_mentions(q->goal, var)
                                    : is_in_facts(q, var));
    }
    while (marks && news) {
        news = false;
        for (uint32_t i = 0; i < q->count; i++)
            news |= mark_item(q, i, marks);
    }
    return marks;
}
