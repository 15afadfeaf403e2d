/*
 * The prover against the evaluator. Closed terms: what the evaluator says true is never
 * refuted nor its negation proved, and the other way round. Open terms in random scopes:
 * what is proved has no counterexample among random values, and `false` is not proved
 * where some values make the scope hold.
 */
#include "choice/prng.h"
#include "harness.h"
#include "smt_fixture.h"

#include <string.h>

#define VARIABLES 3

typedef struct {
    struct smt_fixture *f;
    A a;
    struct assay_prng rng;
    uint32_t nvariables; /* that terms may speak of: */
    const Term *variables[VARIABLES];
    const Binding *bound; /* an integer variable of a quantifier; NULL: none */
} Random;

static uint32_t below(Random *r, uint32_t n)
{
    return (uint32_t)assay_prng_upto(&r->rng, n - 1);
}

static const Term *random_boolean(Random *r, int depth);
static const Term *random_value(Random *r, int depth);
static const Term *random_integer(Random *r, int depth);
static const Type *random_type(Random *r, int depth);

static const char *const STRINGS[] = {
    "", "a", "ab", "\xc3\xa9", "\xf0\x9f\x98\x80", "10", "\xf3\xa0\x84\x80", "\\u{61}"};

/* A variable whose type is of a kind, or NULL. */
static const Term *variable_of(Random *r, TypeKind kind)
{
    if (kind == TYPE_INTEGER && r->bound && below(r, 2))
        return t_use(r->a, r->bound);
    for (uint32_t i = 0; i < r->nvariables; i++) {
        const Term *v = r->variables[(i + below(r, VARIABLES)) % r->nvariables];
        if (v->as.var->type->kind == kind)
            return v;
    }
    return NULL;
}

static const Term *integer_leaf(Random *r)
{
    const Term *v = variable_of(r, TYPE_INTEGER);
    return v && below(r, 3) ? v : t_int(r->a, (int64_t)below(r, 7) - 3);
}

static const Term *random_string(Random *r, int depth)
{
    const Term *v = variable_of(r, TYPE_STRING);
    if (v && below(r, 3))
        return v;
    if (depth <= 0 || below(r, 2))
        return t_str(r->a, STRINGS[below(r, 8)]);
    return t_op(r->a, OP_CAT, random_string(r, depth - 1), random_string(r, depth - 1));
}

static const Term *random_array(Random *r, int depth)
{
    const Term *v = variable_of(r, TYPE_ARRAY);
    uint32_t count = below(r, 3);
    if (v && below(r, 3))
        return v;
    return t_array(r->a, count ? random_integer(r, depth - 1) : NULL,
                   count > 1 ? random_value(r, depth - 1) : NULL);
}

static const Term *random_object(Random *r, int depth)
{
    const Term *v = variable_of(r, TYPE_OBJECT);
    uint32_t count = below(r, 3);
    if (v && below(r, 3))
        return v;
    return t_object(r->a, "a", count ? random_integer(r, depth - 1) : NULL, "b",
                    count > 1 ? random_value(r, depth - 1) : NULL);
}

static const Term *random_integer(Random *r, int depth)
{
    static const TermOp OPS[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD};
    if (depth <= 0)
        return integer_leaf(r);
    switch (below(r, 8)) {
    case 0:
    case 1:
    case 2:
        return t_op(r->a, OPS[below(r, 5)], random_integer(r, depth - 1),
                    integer_leaf(r));
    case 3:
        return t_op1(r->a, OP_NEG, random_integer(r, depth - 1));
    case 4:
        return t_op1(r->a, OP_LENGTH, random_array(r, depth - 1));
    case 5:
        return t_op1(r->a, OP_SIZE, random_string(r, depth - 1));
    case 6:
        return t_field(r->a, random_object(r, depth - 1), "a");
    default:
        return t_index(r->a, random_array(r, depth - 1), integer_leaf(r));
    }
}

static const Term *random_number(Random *r, int depth)
{
    static const TermOp OPS[] = {OP_ADD, OP_SUB, OP_MUL};
    const Term *v = variable_of(r, TYPE_NUMBER);
    if (v && below(r, 3))
        return v;
    if (depth <= 0 || below(r, 2))
        return t_dec(r->a, below(r, 2) ? "0.5" : "-1.25");
    return t_op(r->a, OPS[below(r, 3)], random_number(r, depth - 1),
                random_integer(r, depth - 1));
}

static const Term *random_value(Random *r, int depth)
{
    switch (below(r, depth > 0 ? 8 : 4)) {
    case 0:
        return random_integer(r, depth - 1);
    case 1:
        return random_string(r, depth - 1);
    case 2:
        return below(r, 2) ? t_null(r->a) : t_bool(r->a, below(r, 2));
    case 3:
        return random_number(r, depth - 1);
    case 4:
        return random_boolean(r, depth - 1);
    case 5:
        return random_array(r, depth - 1);
    case 6:
        return random_object(r, depth - 1);
    default:
        return t_if(r->a, random_boolean(r, depth - 1), random_value(r, depth - 1),
                    random_value(r, depth - 1));
    }
}

static const Type *random_refinement(Random *r, int depth)
{
    const Binding *outer = r->bound;
    const Binding *n = t_binding(r->a, "n", ty(r->a, TYPE_INTEGER));
    r->bound = n;
    const Type *t = ty_where(r->a, n, random_boolean(r, depth));
    r->bound = outer;
    return t;
}

static const Type *random_type(Random *r, int depth)
{
    static const TypeKind SIMPLE[] = {TYPE_ANY, TYPE_INTEGER, TYPE_NUMBER, TYPE_STRING,
                                      TYPE_BOOLEAN};
    if (depth <= 0)
        return ty(r->a, SIMPLE[below(r, 5)]);
    const Type *t = random_type(r, depth - 1);
    switch (below(r, 9)) {
    case 0:
        return ty_of(r->a, TYPE_ARRAY, t);
    case 1:
        return ty_of(r->a, TYPE_MAP, t);
    case 2:
        return ty_of(r->a, TYPE_NOT, t);
    case 3:
        return ty_two(r->a, TYPE_UNION, t, random_type(r, depth - 1));
    case 4:
        return ty_two(r->a, TYPE_BOTH, t, random_type(r, depth - 1));
    case 5:
        return ty_object(r->a, below(r, 2) ? "a" : "?a", t, "?b", ty(r->a, TYPE_ANY));
    case 6:
        return ty_only(r->a, random_value(r, depth - 1));
    case 7:
        return random_refinement(r, depth - 1);
    default:
        return type_if(r->a, span_nowhere(), random_boolean(r, depth - 1), t,
                       random_type(r, depth - 1));
    }
}

static const Term *random_quantifier(Random *r, int depth)
{
    const Binding *outer = r->bound;
    const Binding *n = t_binding(r->a, "i", ty(r->a, TYPE_INTEGER));
    const Term *i = t_use(r->a, n);
    const Term *range = t_op(r->a, OP_ALSO, t_op(r->a, OP_LE, t_int(r->a, 0), i),
                             t_op(r->a, OP_LT, i, t_int(r->a, below(r, 3))));
    bool all = below(r, 2);
    r->bound = n;
    const Term *body = random_boolean(r, depth);
    r->bound = outer;
    return term_quant(r->a, span_nowhere(), all, n,
                      t_op(r->a, all ? OP_THEN : OP_ALSO, range, body));
}

static const Term *random_match(Random *r, int depth)
{
    static const char *const SOURCES[] = {"^a*$",         "b",   "^[0-9]{1,2}$",
                                          "^(a|[^b])b?$", "^.$", "^[a-c]+|x?$"};
    return t_op(r->a, OP_MATCHES, smt_regexp(r->f, SOURCES[below(r, 6)]),
                random_string(r, depth));
}

static const Term *random_boolean(Random *r, int depth)
{
    static const TermOp LOGIC[] = {OP_IFF,  OP_IMPLIES, OP_THEN, OP_OR,
                                   OP_ELSE, OP_AND,     OP_ALSO};
    static const TermOp ORDER[] = {OP_LT, OP_LE, OP_GT, OP_GE};
    const Term *v = variable_of(r, TYPE_BOOLEAN);
    if (depth <= 0)
        return v && below(r, 3) ? v : t_bool(r->a, below(r, 2));
    switch (below(r, 9)) {
    case 0:
    case 1:
        return t_op(r->a, LOGIC[below(r, 7)], random_boolean(r, depth - 1),
                    random_boolean(r, depth - 1));
    case 2:
        return t_op1(r->a, OP_NOT, random_boolean(r, depth - 1));
    case 3:
        return t_op(r->a, below(r, 2) ? OP_EQ : OP_NE, random_value(r, depth - 1),
                    random_value(r, depth - 1));
    case 4:
        return t_op(r->a, ORDER[below(r, 4)], random_integer(r, depth - 1),
                    random_integer(r, depth - 1));
    case 5:
        return t_op(r->a, ORDER[below(r, 4)], random_number(r, depth - 1),
                    random_number(r, depth - 1));
    case 6:
        return t_in(r->a, random_value(r, depth - 1), random_type(r, 2));
    case 7:
        return random_match(r, depth - 1);
    default:
        return random_quantifier(r, depth - 1);
    }
}

/* -1: it has no value, or it was not decided. */
static int evaluate(Random *r, const Term *t, const EvalFrame *frame)
{
    Eval e;
    const Value *v;
    eval_init(&e, r->a, NULL);
    if (eval_term(&e, t, frame, &v) != EVAL_OK || v->kind != VALUE_BOOLEAN)
        return -1;
    return v->as.boolean;
}

static void disagree(const Term *t, const char *what)
{
    struct assay_buf b;
    assay_buf_init(&b, NULL, 0);
    term_print(t, &b);
    harness_fail(HARNESS_HERE, "%s: %s", what, b.at);
}

/* ---- Closed terms. */

typedef struct {
    uint32_t asked, undecided;
} Count;

static void check_closed(Random *r, Count *count)
{
    const Term *t = random_boolean(r, 4);
    int holds = evaluate(r, t, NULL);
    if (holds < 0)
        return;
    ProverVerdict v = smt_ask(r->f, t), n = smt_ask(r->f, t_op1(r->a, OP_NOT, t));
    count->asked += 2;
    count->undecided += v.answer == PROVER_UNDECIDED;
    count->undecided += n.answer == PROVER_UNDECIDED;
    if (v.answer == (holds ? PROVER_REFUTED : PROVER_PROVED))
        disagree(t, holds ? "true, but refuted" : "false, but proved");
    if (n.answer == (holds ? PROVER_PROVED : PROVER_REFUTED))
        disagree(t, holds ? "true, but its negation proved"
                          : "false, but its negation refuted");
}

TEST(smt_agrees_with_the_evaluator)
{
    struct smt_fixture f;
    Count count = {0};
    smt_fixture_init(&f, NULL, 300);
    Random r = {.f = &f, .a = &f.arena};
    assay_prng_init(&r.rng, 1, 0);
    for (unsigned i = 0; i < harness_rounds(800); i++)
        check_closed(&r, &count);
    CHECK(count.asked > harness_rounds(1000));
    CHECK(count.undecided * 100 < count.asked);
    smt_fixture_done(&f);
}

/* ---- Open terms. */

static const Type *scope_type(Random *r)
{
    switch (below(r, 8)) {
    case 0:
        return ty(r->a, TYPE_INTEGER);
    case 1:
        return ty(r->a, TYPE_STRING);
    case 2:
        return ty(r->a, TYPE_BOOLEAN);
    case 3:
        return ty(r->a, TYPE_NUMBER);
    case 4:
        return ty_of(r->a, TYPE_ARRAY, random_type(r, 1));
    case 5:
        return ty_object(r->a, "a", random_type(r, 1), "?b", random_type(r, 1));
    default:
        return random_type(r, 2);
    }
}

static const Value *some_value(Random *r, int depth)
{
    const Value *x, *y;
    Decimal half;
    switch (below(r, depth > 0 ? 7 : 5)) {
    case 0:
        return value_int(r->a, (int64_t)below(r, 7) - 3);
    case 1:
        return value_string(r->a, assay_str(STRINGS[below(r, 8)]));
    case 2:
        return value_boolean(below(r, 2));
    case 3:
        decimal_read(r->a, assay_str("0.5"), &half);
        return value_number(r->a, half);
    case 4:
        return value_null();
    case 5:
        x = some_value(r, depth - 1), y = some_value(r, depth - 1);
        return value_array(r->a, (const Value *[]){x, y}, below(r, 3));
    default:
        x = some_value(r, depth - 1), y = some_value(r, depth - 1);
        return value_object(
            r->a, (ValueMember[]){{assay_str("a"), x}, {assay_str("b"), y}}, below(r, 3));
    }
}

/* Values of the variables, if their types can be met by luck. */
static bool draw_frames(Random *r, EvalFrame *frames)
{
    for (uint32_t i = 0; i < VARIABLES; i++) {
        const EvalFrame *outer = i ? &frames[i - 1] : NULL;
        bool in = false;
        for (int tries = 0; tries < 30 && !in; tries++) {
            Eval e;
            eval_init(&e, r->a, NULL);
            frames[i] = (EvalFrame){r->variables[i]->as.var, some_value(r, 2), outer};
            if (eval_in(&e, frames[i].value, frames[i].var->type, outer, &in) != EVAL_OK)
                return false;
        }
        if (!in)
            return false;
    }
    return true;
}

static void check_open(Random *r, Count *count)
{
    EvalFrame frames[VARIABLES];
    smt_forget(r->f);
    r->nvariables = 0;
    for (uint32_t i = 0; i < VARIABLES; i++) {
        char name[] = {(char)('x' + i), 0};
        r->variables[i] = smt_var(r->f, assay_arena_text(r->a, name, 1), scope_type(r));
        r->nvariables = i + 1;
    }
    const Term *fact = random_boolean(r, 3), *goal = random_boolean(r, 3);
    smt_fact(r->f, fact);
    ProverVerdict v = smt_ask(r->f, goal), no = smt_ask(r->f, t_bool(r->a, false));
    uint32_t sound = 0, unsound = 0;
    for (int i = 0; i < 20; i++) {
        if (!draw_frames(r, frames))
            continue;
        int known = evaluate(r, fact, &frames[VARIABLES - 1]);
        int holds = evaluate(r, goal, &frames[VARIABLES - 1]);
        if (known == 1 && no.answer == PROVER_PROVED)
            disagree(fact, "possible, but false was proved");
        if (known == 1 && holds == 0 && v.answer == PROVER_PROVED)
            disagree(goal, "proved, but there is a counterexample");
        sound += known >= 0 && holds >= 0;
        unsound += known < 0 || holds < 0;
    }
    /* Of what has no value the evaluator cannot say that it is false. */
    count->asked += sound > 10 && unsound == 0;
    count->undecided += sound > 10 && unsound == 0 && v.answer == PROVER_UNDECIDED;
}

TEST(smt_proves_nothing_that_random_values_refute)
{
    struct smt_fixture f;
    Count count = {0};
    smt_fixture_init(&f, NULL, 300);
    Random r = {.f = &f, .a = &f.arena};
    assay_prng_init(&r.rng, 2, 0);
    for (unsigned i = 0; i < harness_rounds(250); i++)
        check_open(&r, &count);
    CHECK(count.asked > harness_rounds(50));
    CHECK(count.undecided * 50 < count.asked);
    smt_fixture_done(&f);
}
