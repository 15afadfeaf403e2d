/*
 * Counterexamples without a solver: values of the wrong type are repaired, and those that
 * refute a goal made smaller, step by step.
 */
#include "harness.h"
#include "run_fixture.h"
#include "smt/candidate.h"
#include "smt_fixture.h"

#include <string.h>

#define BEGIN                                                                            \
    struct smt_fixture fixture, *f = &fixture;                                           \
    struct assay_buf out;                                                                \
    smt_fixture_init(f, NULL, 0);                                                        \
    assay_buf_init(&out, NULL, 0);                                                       \
    A a = &f->arena;

#define END(NAME)                                                                        \
    check_expected(NAME, out.at);                                                        \
    assay_buf_done(&out);                                                                \
    smt_fixture_done(f);

static const Value *value_of(A a, const Term *t)
{
    Eval e;
    const Value *v = NULL;
    eval_init(&e, a, NULL);
    CHECK_INT(eval_term(&e, t, NULL, &v), EVAL_OK);
    return v;
}

static void put_values(const Candidate *c, struct assay_buf *out)
{
    for (uint32_t i = 0; i < c->count; i++) {
        if (!c->items[i]->var)
            continue;
        assay_buf_printf(out, "%s%s = ", i > 0 ? ", " : "", c->items[i]->var->name);
        value_print(c->values[i], out);
    }
}

static Candidate candidate(struct smt_fixture *f, const Term *goal)
{
    const Scope **items = assay_arena_new(&f->arena, f->nframes, sizeof *items);
    for (uint32_t i = 0; i < f->nframes; i++)
        items[i] = &f->frames[i];
    return (Candidate){.items = items,
                       .count = f->nframes,
                       .goal = goal,
                       .arena = &f->arena,
                       .values = assay_arena_new(&f->arena, f->nframes, sizeof(Value *))};
}

/* ---- Repairing. */

/* A value, and what it becomes where the type is asked for. */
static void put_repaired(struct smt_fixture *f, const Type *type, const Term *from,
                         struct assay_buf *out)
{
    smt_forget(f);
    smt_var(f, "x", type);
    Candidate c = candidate(f, NULL);
    c.values[0] = from ? value_of(&f->arena, from) : NULL;
    type_print(type, out);
    assay_buf_puts(out, ": ");
    if (from)
        value_print(c.values[0], out);
    smt_candidate_repair(&c);
    assay_buf_puts(out, " -> ");
    put_values(&c, out);
    assay_buf_puts(out, smt_candidate_refutes(&c) ? "\n" : ", which is none\n");
}

TEST(smt_candidates_are_repaired)
{
    BEGIN;
    const Type *integer = ty(a, TYPE_INTEGER), *string = ty(a, TYPE_STRING);
    const Type *object = ty_object(a, "id", integer, "?name", string);
    const Type *types[] = {
        ty(a, TYPE_ANY),
        integer,
        ty(a, TYPE_NUMBER),
        string,
        ty(a, TYPE_BOOLEAN),
        ty(a, TYPE_REGEXP),
        object,
        ty_of(a, TYPE_MAP, integer),
        ty_of(a, TYPE_ARRAY, integer),
        ty_of(a, TYPE_ARRAY, ty_of(a, TYPE_ARRAY, object)),
        ty_nat(a),
        ty_two(a, TYPE_UNION, string, integer),
        ty_two(a, TYPE_BOTH, ty_object(a, "a", integer, NULL, NULL),
               ty_object(a, "b", string, NULL, NULL)),
        ty_of(a, TYPE_NOT, integer),
        ty_only(a, t_str(a, "b")),
        ty_object(a, "inner", object, "list", ty_of(a, TYPE_ARRAY, string)),
    };
    const Term *from[] = {
        NULL,
        t_int(a, 7),
        t_str(a, "abc"),
        t_bool(a, true),
        t_array(a, t_int(a, 1), t_str(a, "b")),
        t_array(a, t_array(a, t_null(a), NULL), t_int(a, 2)),
        t_object(a, "id", t_str(a, "x"), "name", t_int(a, 3)),
        t_object(a, "inner", t_object(a, "id", t_int(a, 5), NULL, NULL), "list",
                 t_array(a, t_str(a, "s"), t_int(a, 1))),
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        for (size_t k = 0; k < sizeof from / sizeof *from; k++)
            put_repaired(f, types[i], from[k], &out);
    }
    END("smt_candidates_are_repaired");
}

/* Facts that say what a part is, are followed. */
TEST(smt_candidates_follow_facts)
{
    BEGIN;
    const Type *any = ty(a, TYPE_ANY);
    const Term *x = smt_var(f, "x", ty(a, TYPE_INTEGER)), *y = smt_var(f, "y", any);
    const Term *deep = t_field(a, t_field(a, y, "a"), "b");
    smt_fact(f, t_op(a, OP_EQ, x, t_int(a, 12)));
    smt_fact(f, t_op(a, OP_EQ, t_op(a, OP_ADD, x, t_int(a, 1)), t_field(a, y, "n")));
    smt_fact(f, t_in(a, deep, ty_nat(a)));
    smt_fact(f, t_op(a, OP_EQ, t_field(a, t_field(a, y, "a"), "c"), t_str(a, "c")));
    smt_fact(f, t_op(a, OP_GE, x, t_int(a, 5)));
    smt_fact(f, t_in(a, y, ty_object(a, "z", ty(a, TYPE_STRING), NULL, NULL)));
    const Term *z = smt_var(f, "z", ty_only(a, t_op(a, OP_MUL, x, t_int(a, 2))));
    Candidate c = candidate(f, t_op(a, OP_LT, z, t_int(a, 24)));
    smt_candidate_repair(&c);
    put_values(&c, &out);
    assay_buf_puts(&out, smt_candidate_refutes(&c) ? "\n" : ", which is none\n");
    Scope *negated = smt_frame(f); /* this one is not */
    negated->fact = t_op(a, OP_EQ, x, t_int(a, 13));
    negated->negated = true;
    c = candidate(f, NULL);
    smt_candidate_repair(&c);
    put_values(&c, &out);
    assay_buf_puts(&out, smt_candidate_refutes(&c) ? "\n" : ", which is none\n");
    END("smt_candidates_follow_facts");
}

/* ---- Shrinking. */

/* The smallest value of the type, from this one, of which the goal is false. */
static void put_shrunk(struct smt_fixture *f, const Type *type, const Term *from,
                       const Term *(*goal)(A a, const Term *x), struct assay_buf *out)
{
    smt_forget(f);
    const Term *x = smt_var(f, "x", type);
    Candidate c = candidate(f, goal(&f->arena, x));
    c.values[0] = value_of(&f->arena, from);
    value_print(c.values[0], out);
    assay_buf_puts(out, ", not ");
    term_print(c.goal, out);
    CHECK(smt_candidate_refutes(&c));
    smt_candidate_shrink(&c);
    assay_buf_puts(out, ": ");
    put_values(&c, out);
    assay_buf_printf(out, " after %u\n", CANDIDATE_TRIES - c.tries);
    CHECK(smt_candidate_refutes(&c));
}

static const Term *is_below_7(A a, const Term *x)
{
    return t_op(a, OP_LT, x, t_int(a, 7));
}

static const Term *is_above_minus_7(A a, const Term *x)
{
    return t_op(a, OP_GT, x, t_int(a, -7));
}

static const Term *is_short(A a, const Term *x)
{
    return t_op(a, OP_LT, t_op1(a, OP_SIZE, x), t_int(a, 3));
}

static const Term *is_not_ab(A a, const Term *x)
{
    return t_op(a, OP_NE, t_op(a, OP_CAT, x, t_str(a, "c")), t_str(a, "abc"));
}

static const Term *has_few(A a, const Term *x)
{
    return t_op(a, OP_LT, t_op1(a, OP_LENGTH, x), t_int(a, 2));
}

static const Term *second_is_small(A a, const Term *x)
{
    return t_op(a, OP_THEN, t_op(a, OP_GT, t_op1(a, OP_LENGTH, x), t_int(a, 1)),
                t_op(a, OP_LT, t_index(a, x, t_int(a, 1)), t_int(a, 4)));
}

static const Term *is_false(A a, const Term *x)
{
    return t_op1(a, OP_NOT, x);
}

static const Term *fails(A a, const Term *x)
{
    (void)x;
    return t_bool(a, false);
}

static const Term *name_is_short(A a, const Term *x)
{
    return t_op(a, OP_LT, t_op1(a, OP_SIZE, t_field(a, x, "name")), t_int(a, 2));
}

TEST(smt_candidates_are_shrunk)
{
    BEGIN;
    const Type *integer = ty(a, TYPE_INTEGER), *string = ty(a, TYPE_STRING);
    const Type *integers = ty_of(a, TYPE_ARRAY, integer), *any = ty(a, TYPE_ANY);
    const Type *named = ty_object(a, "name", string, "?more", any);
    const Term *pair = t_array(a, t_int(a, 90), t_int(a, 5));
    put_shrunk(f, integer, t_int(a, 1000), is_below_7, &out);
    put_shrunk(f, integer, t_int(a, -1000), is_above_minus_7, &out);
    put_shrunk(f, integer, t_int(a, -1000), fails, &out);
    put_shrunk(f, ty(a, TYPE_NUMBER), t_dec(a, "9.5"), is_below_7, &out);
    put_shrunk(f, ty(a, TYPE_NUMBER), t_dec(a, "0.5"), fails, &out);
    put_shrunk(f, string, t_str(a, "hello w\xc3\xb6rld"), is_short, &out);
    put_shrunk(f, string, t_str(a, "ab"), is_not_ab, &out);
    put_shrunk(f, string, t_str(a, "ab"), fails, &out);
    put_shrunk(f, ty(a, TYPE_BOOLEAN), t_bool(a, true), is_false, &out);
    put_shrunk(f, ty(a, TYPE_BOOLEAN), t_bool(a, true), fails, &out);
    put_shrunk(f, integers, pair, has_few, &out);
    put_shrunk(f, integers, pair, second_is_small, &out);
    put_shrunk(f, integers, pair, fails, &out);
    put_shrunk(f, any, t_array(a, pair, t_array(a, pair, pair)), has_few, &out);
    put_shrunk(f, any, t_object(a, "name", t_str(a, "abc"), "b", pair), fails, &out);
    put_shrunk(f, named, t_object(a, "name", t_str(a, "abc"), "more", pair),
               name_is_short, &out);
    put_shrunk(f, any, t_object(a, "name", t_str(a, "abc"), "more", pair), name_is_short,
               &out);
    put_shrunk(f, any, t_template(a, "/a/{id}"), fails, &out);
    END("smt_candidates_are_shrunk");
}
