/*
 * The prover: every operator and type, what holds is proved and what does not is refuted
 * with the simplest values.
 */
#include "harness.h"
#include "smt_fixture.h"

#include <string.h>

#define BEGIN                                                                            \
    struct smt_fixture fixture, *f = &fixture;                                           \
    smt_fixture_init(f, NULL, 0);                                                        \
    A a = &f->arena;

#define END smt_fixture_done(f);

TEST(smt_proves_and_refutes_integers)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_INTEGER));
    const Term *y = smt_var(f, "y", ty_nat(a));
    smt_expect(f, t_op(a, OP_GE, t_op(a, OP_ADD, x, y), x), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_LT, t_op(a, OP_SUB, x, t_int(a, 1)), x), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, t_op(a, OP_MUL, x, t_int(a, 2)), t_op(a, OP_ADD, x, x)),
               PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, t_op1(a, OP_NEG, t_op1(a, OP_NEG, x)), x),
               PROVER_PROVED);
    smt_expect(f, t_op(a, OP_LT, t_op(a, OP_MOD, x, t_int(a, 3)), t_int(a, 3)),
               PROVER_PROVED);
    smt_expect(f, t_op(a, OP_LE, t_op(a, OP_DIV, y, t_int(a, 2)), y), PROVER_PROVED);
    smt_expect_values(f, t_op(a, OP_NE, y, t_int(a, 0)), "y = 0");
    smt_expect_values(f, t_op(a, OP_LE, x, t_int(a, 41)), "x = 42");
    smt_expect_values(f, t_op(a, OP_GT, t_op(a, OP_ADD, x, y), x), "x = 0, y = 0");
    END;
}

TEST(smt_proves_conditions)
{
    BEGIN;
    const Term *p = smt_var(f, "p", ty(a, TYPE_BOOLEAN));
    const Term *q = smt_var(f, "q", ty(a, TYPE_BOOLEAN));
    const Term *both = t_op(a, OP_AND, p, q), *also = t_op(a, OP_ALSO, p, q);
    const Term *either = t_op(a, OP_OR, p, q), *otherwise = t_op(a, OP_ELSE, p, q);
    smt_expect(f, t_op(a, OP_IFF, both, also), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_IFF, either, otherwise), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_IMPLIES, both, either), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_THEN, p, either), PROVER_PROVED);
    smt_expect(f, t_if(a, p, p, t_op1(a, OP_NOT, p)), PROVER_PROVED);
    smt_expect_values(f, t_op(a, OP_IMPLIES, either, both), "p = false, q = true");
    END;
}

TEST(smt_keeps_sorts_apart)
{
    static const TypeKind KINDS[] = {TYPE_INTEGER, TYPE_STRING, TYPE_BOOLEAN, TYPE_REGEXP,
                                     TYPE_TEMPLATE};
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_ANY));
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 5; k++) {
            const Term *in = t_in(a, x, ty(a, KINDS[i]));
            const Term *out = t_op1(a, OP_NOT, t_in(a, x, ty(a, KINDS[k])));
            smt_expect(f, t_op(a, OP_IMPLIES, in, out),
                       i == k ? PROVER_REFUTED : PROVER_PROVED);
        }
    }
    smt_expect(f,
               t_op(a, OP_IMPLIES, t_in(a, x, ty(a, TYPE_INTEGER)),
                    t_in(a, x, ty(a, TYPE_NUMBER))),
               PROVER_PROVED);
    smt_expect(f,
               t_op(a, OP_IMPLIES, t_in(a, x, ty_object(a, NULL, NULL, NULL, NULL)),
                    t_op1(a, OP_NOT, t_in(a, x, ty_of(a, TYPE_ARRAY, ty(a, TYPE_ANY))))),
               PROVER_PROVED);
    END;
}

TEST(smt_numbers_are_decimals)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_NUMBER));
    smt_expect(f, t_op(a, OP_LT, x, t_op(a, OP_ADD, x, t_dec(a, "0.5"))), PROVER_PROVED);
    smt_expect(
        f, t_op(a, OP_EQ, t_op(a, OP_ADD, t_dec(a, "0.5"), t_dec(a, "1.5")), t_int(a, 2)),
        PROVER_PROVED);
    smt_expect_values(f, t_in(a, x, ty(a, TYPE_INTEGER)), "x = 0.5");
    smt_expect_values(f, t_op(a, OP_LE, x, t_int(a, 3)), "x = 4");
    smt_expect(f,
               t_op(a, OP_IMPLIES, t_in(a, t_op(a, OP_MUL, x, t_int(a, 1)), ty_nat(a)),
                    t_op(a, OP_GE, x, t_int(a, 0))),
               PROVER_PROVED);
    END;
}

TEST(smt_arrays_have_a_length)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty_of(a, TYPE_ARRAY, ty(a, TYPE_INTEGER)));
    const Term *length = t_op1(a, OP_LENGTH, x);
    smt_expect(f, t_op(a, OP_GE, length, t_int(a, 0)), PROVER_PROVED);
    smt_expect_values(f, t_op(a, OP_GT, length, t_int(a, 0)), "x = []");
    smt_expect_values(f, t_op(a, OP_LT, length, t_int(a, 2)), "x = [0, 0]");
    smt_expect(f,
               t_op(a, OP_THEN, t_op(a, OP_GT, length, t_int(a, 0)),
                    t_in(a, t_index(a, x, t_int(a, 0)), ty(a, TYPE_INTEGER))),
               PROVER_PROVED);
    smt_expect_values(f,
                      t_op(a, OP_THEN, t_op(a, OP_GT, length, t_int(a, 0)),
                           t_op(a, OP_LT, t_index(a, x, t_int(a, 0)), t_int(a, 5))),
                      "x = [5]");
    smt_expect(f,
               t_op(a, OP_EQ, t_op1(a, OP_LENGTH, t_array(a, t_int(a, 1), t_int(a, 2))),
                    t_int(a, 2)),
               PROVER_PROVED);
    END;
}

/* Nothing outside of its range makes an array another one. */
TEST(smt_arrays_are_equal_by_items)
{
    BEGIN;
    const Type *integers = ty_of(a, TYPE_ARRAY, ty(a, TYPE_INTEGER));
    const Term *x = smt_var(f, "x", integers), *y = smt_var(f, "y", integers);
    const Term *one = t_int(a, 1);
    smt_fact(f, t_op(a, OP_EQ, t_op1(a, OP_LENGTH, x), one));
    smt_fact(f, t_op(a, OP_EQ, t_op1(a, OP_LENGTH, y), one));
    const Term *first = t_index(a, x, t_int(a, 0));
    smt_expect(f,
               t_op(a, OP_IFF, t_op(a, OP_EQ, x, y),
                    t_op(a, OP_EQ, first, t_index(a, y, t_int(a, 0)))),
               PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, x, t_array(a, first, NULL)), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, x, y), PROVER_REFUTED);
    END;
}

TEST(smt_objects_have_fields)
{
    BEGIN;
    const Type *number = ty(a, TYPE_INTEGER), *string = ty(a, TYPE_STRING);
    const Term *x = smt_var(f, "x", ty_object(a, "id", number, "?name", string));
    smt_expect(f, t_in(a, x, ty_object(a, "id", number, NULL, NULL)), PROVER_PROVED);
    smt_expect(f, t_in(a, t_field(a, x, "id"), number), PROVER_PROVED);
    smt_expect_values(f, t_in(a, x, ty_object(a, "name", string, NULL, NULL)),
                      "x = {id = 0}");
    smt_expect_values(f, t_op(a, OP_NE, t_field(a, x, "id"), t_int(a, 7)),
                      "x = {id = 7}");
    const Term *made = t_object(a, "id", t_int(a, 1), "name", t_str(a, "a"));
    smt_expect(f, t_op(a, OP_EQ, t_field(a, made, "id"), t_int(a, 1)), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_NE, made, t_object(a, "id", t_int(a, 1), NULL, NULL)),
               PROVER_PROVED);
    smt_expect_values(f, t_op(a, OP_NE, x, made), "x = {id = 1, name = \"a\"}");
    END;
}

TEST(smt_maps_say_it_of_all_fields)
{
    BEGIN;
    const Type *integers = ty_of(a, TYPE_MAP, ty(a, TYPE_INTEGER));
    const Term *x = smt_var(f, "x", integers);
    const Type *with_a = ty_object(a, "a", ty(a, TYPE_ANY), NULL, NULL);
    smt_expect(f,
               t_op(a, OP_THEN, t_in(a, x, with_a),
                    t_in(a, t_field(a, x, "a"), ty(a, TYPE_INTEGER))),
               PROVER_PROVED);
    smt_expect_values(f, t_op1(a, OP_NOT, t_in(a, x, with_a)), "x = {a = 0}");
    smt_expect(f, t_in(a, t_object(a, "q", t_int(a, 1), NULL, NULL), integers),
               PROVER_PROVED);
    smt_expect(f, t_in(a, t_object(a, "q", t_str(a, "1"), NULL, NULL), integers),
               PROVER_REFUTED);
    END;
}

TEST(smt_strings)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_STRING));
    const Term *longer = t_op(a, OP_CAT, x, t_str(a, "\"b\\\n"));
    smt_expect(f,
               t_op(a, OP_EQ, t_op1(a, OP_SIZE, longer),
                    t_op(a, OP_ADD, t_op1(a, OP_SIZE, x), t_int(a, 4))),
               PROVER_PROVED);
    smt_expect_values(f, t_op(a, OP_NE, x, t_str(a, "\"b\\\n\xf0\x9f\x98\x80")),
                      "x = \"\\\"b\\\\\\n\xf0\x9f\x98\x80\"");
    smt_expect_values(f, t_op(a, OP_EQ, t_op1(a, OP_SIZE, x), t_int(a, 0)), "x = \"a\"");
    END;
}

TEST(smt_far_characters_are_not_mixed_up)
{
    BEGIN;
    const Term *x = t_str(a, "\xf3\xa0\x84\x80"), *y = t_str(a, "\xf3\xa0\x84\x81");
    smt_expect(f, t_op(a, OP_NE, x, y), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, t_op1(a, OP_SIZE, x), t_int(a, 1)), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, x, t_str(a, "a")), PROVER_REFUTED);
    const Term *s = smt_var(f, "s", ty(a, TYPE_STRING));
    const Term *near = smt_regexp(f, "^[^\\u{30000}-\\u{10ffff}]*$");
    ProverVerdict v = smt_ask(f, t_op(a, OP_MATCHES, near, s));
    CHECK(v.answer != PROVER_PROVED);
    smt_expect_values(f, t_op(a, OP_NE, s, x), "s = \"\xf3\xa0\x84\x80\"");
    END;
}

TEST(smt_regular_expressions)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_STRING));
    const Term *digits = smt_regexp(f, "^[0-9]{2,3}$"), *open = smt_regexp(f, "b+c?|d");
    smt_fact(f, t_op(a, OP_MATCHES, digits, x));
    smt_expect(f, t_op(a, OP_LE, t_op1(a, OP_SIZE, x), t_int(a, 3)), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_NE, x, t_str(a, "1a")), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, t_op1(a, OP_SIZE, x), t_int(a, 3)), PROVER_REFUTED);
    smt_expect(f, t_op1(a, OP_NOT, t_op(a, OP_MATCHES, open, x)), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_MATCHES, open, t_str(a, "abc")), PROVER_PROVED);
    const Term *r = smt_var(f, "r", ty(a, TYPE_REGEXP));
    smt_expect(f,
               t_op(a, OP_IMPLIES, t_op(a, OP_EQ, x, t_str(a, "12")),
                    t_op(a, OP_IFF, t_op(a, OP_MATCHES, r, x),
                         t_op(a, OP_MATCHES, r, t_str(a, "12")))),
               PROVER_PROVED);
    END;
}

TEST(smt_templates_are_expanded)
{
    BEGIN;
    const Term *t = t_template(a, "/users/{id}");
    const Term *made = t_op(a, OP_EXPAND, t, t_object(a, "id", t_int(a, 7), NULL, NULL));
    smt_expect(f, t_op(a, OP_EQ, made, t_str(a, "/users/7")), PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, made, t_str(a, "/users/8")), PROVER_REFUTED);
    const Term *x = smt_var(f, "x", ty(a, TYPE_INTEGER));
    const Term *y = smt_var(f, "y", ty(a, TYPE_INTEGER));
    const Term *of_x = t_op(a, OP_EXPAND, t, t_object(a, "id", x, NULL, NULL));
    const Term *of_y = t_op(a, OP_EXPAND, t, t_object(a, "id", y, NULL, NULL));
    smt_expect(f, t_op(a, OP_IMPLIES, t_op(a, OP_EQ, x, y), t_op(a, OP_EQ, of_x, of_y)),
               PROVER_PROVED);
    smt_expect(f, t_op(a, OP_EQ, of_x, of_y), PROVER_REFUTED);
    END;
}

TEST(smt_types_of_every_kind)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_ANY));
    const Type *one = ty_only(a, t_int(a, 1)), *two = ty_only(a, t_str(a, "2"));
    const Type *either = ty_two(a, TYPE_UNION, one, two);
    smt_expect(f,
               t_op(a, OP_IFF, t_in(a, x, either),
                    t_op(a, OP_OR, t_op(a, OP_EQ, x, t_int(a, 1)),
                         t_op(a, OP_EQ, x, t_str(a, "2")))),
               PROVER_PROVED);
    smt_expect(f, t_op1(a, OP_NOT, t_in(a, x, ty_two(a, TYPE_BOTH, one, two))),
               PROVER_PROVED);
    smt_expect(f,
               t_op(a, OP_IMPLIES, t_in(a, x, ty_of(a, TYPE_NOT, ty_nat(a))),
                    t_op(a, OP_NE, x, t_int(a, 3))),
               PROVER_PROVED);
    const Term *test = t_in(a, x, ty(a, TYPE_INTEGER));
    const Type *chosen =
        type_if(a, span_nowhere(), test, ty(a, TYPE_INTEGER), ty(a, TYPE_STRING));
    smt_expect(f,
               t_op(a, OP_IMPLIES, t_in(a, x, chosen),
                    t_op1(a, OP_NOT, t_in(a, x, ty(a, TYPE_BOOLEAN)))),
               PROVER_PROVED);
    smt_expect_values(f, t_op1(a, OP_NOT, t_in(a, x, two)), "x = \"2\"");
    END;
}

static const Type *list_type(A a, Alias *list)
{
    const Type *self = type_alias(a, span_nowhere(), list);
    list->name = "List";
    list->recursive = true;
    list->type = ty_object(a, "head", ty(a, TYPE_INTEGER), "?tail", self);
    return self;
}

TEST(smt_recursive_types)
{
    Alias list = {0};
    BEGIN;
    const Term *x = smt_var(f, "x", list_type(a, &list));
    const Type *longer = ty_object(a, "tail", ty(a, TYPE_ANY), NULL, NULL);
    const Term *second = t_field(a, t_field(a, x, "tail"), "head");
    smt_expect(f,
               t_op(a, OP_THEN, t_in(a, x, longer), t_in(a, second, ty(a, TYPE_INTEGER))),
               PROVER_PROVED);
    smt_expect_values(f, t_in(a, x, longer), "x = {head = 0}");
    smt_expect_values(f, t_op1(a, OP_NOT, t_in(a, x, longer)),
                      "x = {head = 0, tail = {head = 0}}");
    END;
}

TEST(smt_assumes_nothing_of_paradoxes)
{
    Alias russell = {.name = "R", .recursive = true},
          boxed = {.name = "B", .recursive = true};
    BEGIN;
    const Type *self = type_alias(a, span_nowhere(), &russell);
    const Type *other = type_alias(a, span_nowhere(), &boxed);
    const Binding *y = t_binding(a, "y", ty(a, TYPE_ANY));
    const Term *again = t_in(a, t_object(a, "x", t_use(a, y), NULL, NULL), other);
    russell.type = ty_of(a, TYPE_NOT, self);
    boxed.type = ty_object(a, "x", ty_where(a, y, t_op1(a, OP_NOT, again)), NULL, NULL);
    const Term *x = smt_var(f, "x", ty(a, TYPE_ANY));
    const Term *made = t_object(a, "x", x, NULL, NULL);
    smt_fact(f, t_op(a, OP_OR, t_in(a, x, self), t_in(a, made, other)));
    CHECK(smt_ask(f, t_bool(a, false)).answer != PROVER_PROVED);
    CHECK(smt_ask(f, t_in(a, made, other)).answer != PROVER_PROVED);
    END;
}

TEST(smt_quantifiers)
{
    BEGIN;
    const Type *integers = ty_of(a, TYPE_ARRAY, ty(a, TYPE_INTEGER));
    const Term *x = smt_var(f, "x", integers);
    const Binding *i = t_binding(a, "i", ty(a, TYPE_INTEGER));
    const Term *in_range = t_op(a, OP_ALSO, t_op(a, OP_LE, t_int(a, 0), t_use(a, i)),
                                t_op(a, OP_LT, t_use(a, i), t_op1(a, OP_LENGTH, x)));
    const Term *item = t_index(a, x, t_use(a, i));
    const Term *positive = t_op(a, OP_GT, item, t_int(a, 0));
    const Term *all = t_all(a, i, t_op(a, OP_THEN, in_range, positive));
    const Term *nonempty = t_op(a, OP_GT, t_op1(a, OP_LENGTH, x), t_int(a, 0));
    const Term *first = t_op(a, OP_GT, t_index(a, x, t_int(a, 0)), t_int(a, 0));
    smt_expect(f, t_op(a, OP_THEN, t_op(a, OP_ALSO, all, nonempty), first),
               PROVER_PROVED);
    smt_expect_values(f, all, "x = [0]");
    const Term *some = t_some(a, i, t_op(a, OP_ALSO, in_range, positive));
    smt_expect(f, t_op(a, OP_THEN, t_op(a, OP_ALSO, all, nonempty), some), PROVER_PROVED);
    smt_expect_values(f, some, "x = []");
    END;
}

TEST(smt_resources_relate)
{
    BEGIN;
    const Term *r = smt_var(f, "r", ty_resource(a, "Employee"));
    const Term *s = smt_var(f, "s", ty_resource(a, "Employee"));
    const Term *v = smt_var(f, "v", ty(a, TYPE_ANY));
    const Term *of_r = t_op(a, OP_REPOF, v, r), *of_s = t_op(a, OP_REPOF, v, s);
    smt_expect(f, t_op(a, OP_IMPLIES, t_op(a, OP_ALSO, t_op(a, OP_EQ, r, s), of_r), of_s),
               PROVER_PROVED);
    smt_expect(f, t_op(a, OP_IMPLIES, of_r, of_s), PROVER_REFUTED);
    smt_expect(f, t_op(a, OP_IMPLIES, t_op1(a, OP_PRE, of_r), of_r), PROVER_REFUTED);
    smt_frame(f)->fact = of_r;
    f->frames[f->nframes - 1].before = true;
    smt_expect(f, t_op1(a, OP_PRE, of_r), PROVER_PROVED);
    smt_expect(f, of_r, PROVER_REFUTED);
    END;
}

TEST(smt_a_type_may_have_no_resource)
{
    BEGIN;
    const Binding *r = t_binding(a, "r", ty_resource(a, "Employee"));
    const Term *some = t_some(a, r, t_bool(a, true));
    smt_expect(f, some, PROVER_REFUTED);
    smt_var(f, "s", ty_resource(a, "Employee"));
    smt_expect(f, some, PROVER_PROVED);
    END;
}

TEST(smt_possible)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty_nat(a));
    ProverVerdict v = f->prover.possible(f->prover.ctx, f->scope, a);
    CHECK_INT(v.answer, PROVER_REFUTED);
    CHECK_UINT(v.count, 1);
    smt_fact(f, t_op(a, OP_LT, x, t_int(a, 0)));
    v = f->prover.possible(f->prover.ctx, f->scope, a);
    CHECK_INT(v.answer, PROVER_PROVED);
    END;
}

/* Characters that Z3 writes as escapes. */
TEST(smt_reads_characters_back)
{
    BEGIN;
    const Term *x = smt_var(f, "x", ty(a, TYPE_STRING));
    smt_expect_values(f, t_op(a, OP_NE, x, t_str(a, "\xc3\xa9")), "x = \"\xc3\xa9\"");
    smt_expect_values(f, t_op(a, OP_NE, x, t_str(a, "a\nb")), "x = \"a\\nb\"");
    END;
}
