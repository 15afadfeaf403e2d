/*
 * Counterexamples are small, however much their types ask for: many fields, fields in
 * fields, arrays of arrays, maps.
 */
#include "harness.h"
#include "smt/candidate.h"
#include "smt_fixture.h"

#include <stdio.h>
#include <string.h>

#define BEGIN                                                                            \
    struct smt_fixture fixture, *f = &fixture;                                           \
    smt_fixture_init(f, NULL, 0);                                                        \
    A a = &f->arena;

#define END smt_fixture_done(f);

/* {a: Integer, ..., l: Integer, grid: Integer[][], more: {*: Any}, ?title: String} */
static const Type *wide(A a)
{
    const Type *integer = ty(a, TYPE_INTEGER);
    TypeField fields[15];
    for (int i = 0; i < 12; i++)
        fields[i] = (TypeField){(const char *[]){"a", "b", "c", "d", "e", "f", "g", "h",
                                                 "i", "j", "k", "l"}[i],
                                span_nowhere(), integer, false};
    const Type *rows = ty_of(a, TYPE_ARRAY, ty_of(a, TYPE_ARRAY, integer));
    const Type *any = ty_of(a, TYPE_MAP, ty(a, TYPE_ANY));
    fields[12] = (TypeField){"grid", span_nowhere(), rows, false};
    fields[13] = (TypeField){"more", span_nowhere(), any, false};
    fields[14] = (TypeField){"title", span_nowhere(), ty(a, TYPE_STRING), true};
    return type_object(a, span_nowhere(), fields, 15);
}

static const Term *length(A a, const Term *x)
{
    return t_op1(a, OP_LENGTH, x);
}

TEST(smt_shrink_leaves_out_what_is_optional)
{
    BEGIN;
    const Type *two = ty_object(a, "x", wide(a), "y", wide(a));
    const Term *v = smt_var(f, "v", two);
    const Type *titled = ty_object(a, "title", ty(a, TYPE_ANY), NULL, NULL);
    ProverVerdict verdict = smt_ask(f, t_in(a, t_field(a, v, "y"), titled));
    struct assay_buf b;
    CHECK_INT(verdict.answer, PROVER_REFUTED);
    assay_buf_init(&b, NULL, 0);
    value_print(verdict.values[0].value, &b);
    CHECK_STR(b.at,
              "{x = {a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, grid = [], h = 0, "
              "i = 0, j = 0, k = 0, l = 0, more = {}}, "
              "y = {a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, grid = [], h = 0, "
              "i = 0, j = 0, k = 0, l = 0, more = {}}}");
    assay_buf_done(&b);
    END;
}

/* Only what the facts ask for is more than the simplest. */
TEST(smt_shrink_keeps_what_facts_ask_for)
{
    BEGIN;
    const Term *v = smt_var(f, "v", ty_of(a, TYPE_ARRAY, wide(a)));
    const Term *first = t_index(a, v, t_int(a, 0)), *second = t_index(a, v, t_int(a, 1));
    smt_fact(f, t_op(a, OP_GT, length(a, v), t_int(a, 1)));
    smt_fact(f, t_op(a, OP_GT, t_field(a, second, "a"), t_int(a, 5)));
    smt_fact(f, t_op(a, OP_GE, length(a, t_field(a, first, "grid")), t_int(a, 2)));
    smt_expect_values(
        f, t_op(a, OP_GT, length(a, t_field(a, second, "grid")), t_int(a, 0)),
        "v = [{a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, grid = [[], []], h = 0, "
        "i = 0, j = 0, k = 0, l = 0, more = {}}, "
        "{a = 6, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, grid = [], h = 0, "
        "i = 0, j = 0, k = 0, l = 0, more = {}}]");
    END;
}

/* The last of several items, where the one before it matters, too. */
TEST(smt_shrink_finds_the_last_item)
{
    BEGIN;
    const Type *move = ty_object(a, "from", ty(a, TYPE_STRING), "?to", wide(a));
    const Term *v = smt_var(f, "v", ty_of(a, TYPE_ARRAY, move));
    const Term *last = t_index(a, v, t_op(a, OP_SUB, length(a, v), t_int(a, 1)));
    smt_fact(f, t_op(a, OP_GT, length(a, v), t_int(a, 1)));
    smt_expect_values(f, t_op(a, OP_EQ, t_field(a, last, "from"), t_str(a, "e4")),
                      "v = [{from = \"\"}, {from = \"\"}]");
    END;
}

TEST(smt_shrink_empties_maps)
{
    BEGIN;
    const Type *row = ty_of(a, TYPE_MAP, wide(a));
    const Term *v =
        smt_var(f, "v", ty_object(a, "rows", ty_of(a, TYPE_ARRAY, row), "index", row));
    const Term *rows = t_field(a, v, "rows");
    smt_fact(f, t_op(a, OP_GT, length(a, rows), t_int(a, 2)));
    smt_expect_values(f, t_op(a, OP_GT, length(a, rows), t_int(a, 3)),
                      "v = {index = {}, rows = [{}, {}, {}]}");
    END;
}

/* ---- Candidates, without a solver. */

#define FIELDS 20

static const char *field_name(A a, int i)
{
    char name[8];
    int len = snprintf(name, sizeof name, "f%02d", i);
    return assay_arena_text(a, name, (size_t)len);
}

/* {f00: wide, ..., f19: wide} */
static const Type *very_wide(A a)
{
    TypeField fields[FIELDS];
    for (int i = 0; i < FIELDS; i++)
        fields[i] = (TypeField){field_name(a, i), span_nowhere(), wide(a), false};
    return type_object(a, span_nowhere(), fields, FIELDS);
}

/* A value of wide() with much in it. */
static const Value *much(A a)
{
    ValueMember members[14];
    for (uint32_t i = 0; i < 12; i++)
        members[i] = (ValueMember){{&"abcdefghijkl"[i], 1}, value_int(a, 9)};
    const Value *nine = value_int(a, 9);
    const Value *row = value_array(a, &nine, 1);
    members[12] = (ValueMember){assay_str("grid"), value_array(a, &row, 1)};
    members[13] = (ValueMember){assay_str("more"), value_object(a, members, 3)};
    return value_object(a, members, 14);
}

/* As the value of the only variable of the scope; what is left of it, as a text. */
static void shrink(struct smt_fixture *f, const Term *goal, const Value *v,
                   struct assay_buf *out)
{
    Candidate c = {.items = (const Scope *const[]){f->scope},
                   .count = 1,
                   .goal = goal,
                   .arena = &f->arena,
                   .values = &v};
    CHECK(smt_candidate_refutes(&c));
    smt_candidate_shrink(&c);
    CHECK(smt_candidate_refutes(&c));
    assay_buf_init(out, NULL, 0);
    value_print(v, out);
}

/* 280 fields are more than there are tries for one by one. */
TEST(smt_shrink_takes_whole_subtrees)
{
    BEGIN;
    const Term *v = smt_var(f, "v", very_wide(a));
    ValueMember members[FIELDS];
    struct assay_buf b;
    for (int i = 0; i < FIELDS; i++)
        members[i] = (ValueMember){assay_str(field_name(a, i)), much(a)};
    const Term *last = t_field(a, t_field(a, v, "f19"), "a");
    shrink(f, t_op(a, OP_LE, last, t_int(a, 5)), value_object(a, members, FIELDS), &b);
    CHECK(!strstr(b.at, "9, ") && !strstr(b.at, "= 9"));
    CHECK(strstr(b.at, "f19 = {a = 6, b = 0, "));
    assay_buf_done(&b);
    END;
}

/* Making an item anew may take the array away that it is in. */
TEST(smt_shrink_loses_places)
{
    BEGIN;
    const Binding *n = t_binding(a, "n", ty(a, TYPE_INTEGER));
    const Type *odd = ty_where(
        a, n, t_op(a, OP_EQ, t_op(a, OP_MOD, t_use(a, n), t_int(a, 2)), t_int(a, 1)));
    smt_var(f, "v", ty_of(a, TYPE_ARRAY, ty_of(a, TYPE_ARRAY, odd)));
    const Value *nine = value_int(a, 9);
    const Value *row[] = {nine, nine, nine}, *rows[3];
    struct assay_buf b;
    for (int i = 0; i < 3; i++)
        rows[i] = value_array(a, row, 3);
    const Value *all = value_array(a, rows, 3);
    const Term *three = t_op(a, OP_NE, length(a, t_use(a, f->scope->var)), t_int(a, 3));
    shrink(f, three, all, &b);
    CHECK_STR(b.at, "[[], [], []]");
    assay_buf_done(&b);
    END;
}

/* What is left of a value. */
static void expect_shrunk(TypeKind type, const Value *(*from)(A),
                          const Term *(*goal)(A, const Term *), const char *left)
{
    BEGIN;
    struct assay_buf b;
    const Term *v = smt_var(f, "v", ty(a, type));
    shrink(f, goal(a, v), from(a), &b);
    CHECK_STR(b.at, left);
    assay_buf_done(&b);
    END;
}

static const Value *minus_hundred(A a)
{
    return value_int(a, -100);
}

static const Term *is_between(A a, const Term *v)
{
    return t_op(a, OP_AND, t_op(a, OP_GT, v, t_int(a, -7)),
                t_op(a, OP_LT, v, t_int(a, 70)));
}

static const Term *is_above(A a, const Term *v)
{
    return t_op(a, OP_GT, v, t_int(a, -9));
}

static const Term *never(A a, const Term *v)
{
    (void)v;
    return t_bool(a, false);
}

static const Value *truth(A a)
{
    (void)a;
    return value_boolean(true);
}

static const Term *is_false(A a, const Term *v)
{
    return t_op(a, OP_EQ, v, t_bool(a, false));
}

static const Value *word(A a)
{
    return value_string(a, assay_str("b\xc3\xa9ta"));
}

static const Term *is_short(A a, const Term *v)
{
    return t_op(a, OP_LT, t_op1(a, OP_SIZE, v), t_int(a, 2));
}

static const Term *is_empty(A a, const Term *v)
{
    return t_op(a, OP_EQ, v, t_str(a, ""));
}

TEST(smt_shrink_plain_values)
{
    static const struct {
        TypeKind type;
        const Value *(*from)(A);
        const Term *(*goal)(A, const Term *);
        const char *left;
    } cases[] = {
        {TYPE_INTEGER, minus_hundred, is_between, "70"},
        {TYPE_INTEGER, minus_hundred, is_above, "-9"},
        {TYPE_INTEGER, minus_hundred, never, "0"},
        {TYPE_ANY, minus_hundred, never, "null"},
        {TYPE_BOOLEAN, truth, never, "false"},
        {TYPE_BOOLEAN, truth, is_false, "true"},
        {TYPE_STRING, word, never, "\"\""},
        {TYPE_STRING, word, is_empty, "\"a\""},
        {TYPE_STRING, word, is_short, "\"\u00e9a\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_shrunk(cases[i].type, cases[i].from, cases[i].goal, cases[i].left);
}
