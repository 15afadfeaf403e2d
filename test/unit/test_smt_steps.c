/*
 * Questions step by step: what is answered, what the models have, and what cannot be
 * made.
 */
#include "harness.h"
#include "smt/steps.h"

static Steps *begin(void)
{
    Steps *s = steps_new(&(SmtOptions){0});
    CHECK(s);
    return s;
}

static StepTerm op2(Steps *s, TermOp op, StepTerm a, StepTerm b)
{
    return steps_op(s, op, (StepTerm[]){a, b}, 2);
}

static StepTerm negated(Steps *s, StepTerm t)
{
    return steps_op(s, OP_NOT, &t, 1);
}

static StepTerm number(Steps *s, const char *digits)
{
    return steps_integer(s, digits);
}

static StepsAnswer ask(Steps *s, uint32_t count, const StepTerm *all)
{
    StepModel model;
    StepsAnswer answer = steps_possible(s, all, count, &model);

    CHECK((model != 0) == (answer == STEPS_YES));
    return answer;
}

static int64_t value(Steps *s, StepModel m, StepTerm t)
{
    int64_t number = -1;

    CHECK(steps_number_in(s, m, t, &number));
    return number;
}

TEST(smt_steps_free_takes_null)
{
    steps_free(NULL);
}

TEST(smt_steps_operators)
{
    Steps *s = begin();
    StepTerm x = steps_variable(s, STEP_INTEGER), y = steps_variable(s, STEP_INTEGER);
    StepTerm b = steps_variable(s, STEP_BOOLEAN);
    StepTerm all[] = {
        op2(s, OP_EQ, op2(s, OP_ADD, x, y), number(s, "7")),
        op2(s, OP_EQ, op2(s, OP_MUL, x, y), number(s, "12")),
        op2(s, OP_LT, x, y),
        op2(s, OP_EQ, op2(s, OP_DIV, y, x), number(s, "1")),
        op2(s, OP_EQ, op2(s, OP_MOD, y, x), number(s, "1")),
        op2(s, OP_LE, steps_op(s, OP_NEG, &x, 1), number(s, "-3")),
        op2(s, OP_OR, negated(s, b), steps_boolean(s, false)),
        op2(s, OP_EQ, steps_cond(s, b, x, y), number(s, "4")),
        op2(s, OP_AND, steps_boolean(s, true), negated(s, b)),
    };
    StepModel model;

    CHECK_INT(steps_possible(s, all, 9, &model), STEPS_YES);
    CHECK_INT(value(s, model, x), 3);
    CHECK_INT(value(s, model, y), 4);
    CHECK_INT(value(s, model, b), 0);
    CHECK_INT(value(s, model, op2(s, OP_ADD, x, x)), 6);
    for (int i = 0; i < 9; i++)
        CHECK(steps_true_in(s, model, all[i]));
    CHECK(!steps_true_in(s, model, b));
    CHECK(!steps_true_in(s, model, x)); /* it is no formula */
    steps_free(s);
}

TEST(smt_steps_questions_go_back_and_forth)
{
    Steps *s = begin();
    StepTerm x = steps_variable(s, STEP_INTEGER), y = steps_variable(s, STEP_INTEGER);
    StepTerm less = op2(s, OP_LT, x, y), more = op2(s, OP_LT, y, x);
    StepTerm one = op2(s, OP_EQ, x, number(s, "1")), two = op2(s, OP_EQ, y, x);

    CHECK_INT(ask(s, 0, NULL), STEPS_YES);
    CHECK_INT(ask(s, 2, (StepTerm[]){one, less}), STEPS_YES);
    CHECK_INT(ask(s, 3, (StepTerm[]){one, less, more}), STEPS_NO);
    CHECK_INT(ask(s, 2, (StepTerm[]){one, less}), STEPS_YES);
    CHECK_INT(ask(s, 2, (StepTerm[]){one, more}), STEPS_YES);
    CHECK_INT(ask(s, 3, (StepTerm[]){one, more, two}), STEPS_NO);
    CHECK_INT(ask(s, 1, (StepTerm[]){more}), STEPS_YES);
    CHECK_INT(ask(s, 2, (StepTerm[]){more, less}), STEPS_NO);
    CHECK_INT(ask(s, 0, NULL), STEPS_YES);
    CHECK_INT(ask(s, 3, (StepTerm[]){two, one, two}), STEPS_YES);
    CHECK_UINT(steps_stats(s).queries, 10);
    CHECK_UINT(steps_stats(s).proved, 3);
    CHECK_UINT(steps_stats(s).refuted, 7);
    CHECK_UINT(steps_stats(s).undecided, 0);
    steps_free(s);
}

TEST(smt_steps_axioms)
{
    Steps *s = begin();
    StepTerm x = steps_variable(s, STEP_INTEGER);
    StepTerm small = op2(s, OP_LT, x, number(s, "2"));
    StepTerm large = op2(s, OP_LT, number(s, "3"), x);

    CHECK_INT(ask(s, 1, &small), STEPS_YES);
    steps_axiom(s, large); /* after a question that is still there */
    CHECK_INT(ask(s, 1, &small), STEPS_NO);
    CHECK_INT(ask(s, 0, NULL), STEPS_YES);
    CHECK_INT(ask(s, 1, &large), STEPS_YES);
    steps_axiom(s, small);
    CHECK_INT(ask(s, 0, NULL), STEPS_NO);
    steps_free(s);
}

TEST(smt_steps_enums)
{
    Steps *s = begin();
    StepSort color = steps_enum(s, "Color", 3), size = steps_enum(s, "Size", 2);
    StepTerm x = steps_variable(s, color), y = steps_variable(s, size);
    StepTerm all[] = {
        negated(s, op2(s, OP_EQ, x, steps_member(s, color, 0))),
        negated(s, op2(s, OP_EQ, x, steps_member(s, color, 1))),
        op2(s, OP_EQ, y, steps_member(s, size, 1)),
        negated(s, op2(s, OP_EQ, x, steps_member(s, color, 2))),
    };
    StepModel model;

    CHECK_INT(steps_possible(s, all, 3, &model), STEPS_YES);
    CHECK_INT(value(s, model, x), 2);
    CHECK_INT(value(s, model, y), 1);
    CHECK_INT(ask(s, 4, all), STEPS_NO);
    CHECK_UINT(steps_member(s, size, 2), 0);
    CHECK_UINT(steps_member(s, color, 3), 0);
    CHECK_UINT(steps_member(s, STEP_INTEGER, 0), 0);
    CHECK_UINT(op2(s, OP_EQ, x, y), 0);
    steps_free(s);
}

TEST(smt_steps_sorts_and_functions)
{
    Steps *s = begin();
    StepSort path = steps_sort(s, "Path");
    StepFunction up = steps_function(s, "up", &path, 1, path);
    StepFunction deep =
        steps_function(s, "deep", (StepSort[]){path, STEP_BOOLEAN}, 2, STEP_INTEGER);
    StepTerm p = steps_variable(s, path), q = steps_call(s, up, &p, 1);
    StepTerm top = steps_call(s, up, &q, 1);
    StepTerm all[] = {
        negated(s, op2(s, OP_EQ, p, q)),
        negated(s, op2(s, OP_EQ, q, top)),
        negated(s, op2(s, OP_EQ, p, top)),
        op2(s, OP_EQ, number(s, "5"),
            steps_call(s, deep, (StepTerm[]){p, steps_boolean(s, true)}, 2)),
    };
    StepModel model;
    int64_t is = -1;
    uint32_t at[2];

    CHECK_INT(steps_possible(s, all, 4, &model), STEPS_YES);
    CHECK(steps_members_in(s, model, path) >= 3);
    CHECK(value(s, model, p) != value(s, model, q));
    at[0] = (uint32_t)value(s, model, p);
    at[1] = 1;
    CHECK(at[0] < steps_members_in(s, model, path));
    CHECK(steps_value_in(s, model, up, at, &is));
    CHECK_INT(is, value(s, model, q));
    CHECK(steps_value_in(s, model, deep, at, &is));
    CHECK_INT(is, 5);
    at[0] = steps_members_in(s, model, path);
    CHECK(!steps_value_in(s, model, up, at, &is));
    steps_free(s);
}

TEST(smt_steps_functions_of_enums)
{
    Steps *s = begin();
    StepSort color = steps_enum(s, "Color", 3);
    StepFunction next = steps_function(s, "next", &color, 1, color);
    StepTerm x = steps_variable(s, color);
    StepTerm fact = negated(s, op2(s, OP_EQ, steps_call(s, next, &x, 1), x));
    StepModel model;
    int64_t is = -1;

    steps_axiom(s, steps_quantified(s, true, x, fact));
    CHECK_INT(steps_possible(s, NULL, 0, &model), STEPS_YES);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK(steps_value_in(s, model, next, &i, &is));
        CHECK(is != i && is >= 0 && is < 3);
    }
    CHECK(!steps_value_in(s, model, next, &(uint32_t){3}, &is));
    steps_free(s);
}

/* The same name twice is two functions; members of a sort nothing is said of. */
TEST(smt_steps_names_do_not_clash)
{
    Steps *s = begin();
    StepSort text = STEP_TEXT, named = steps_sort(s, "Text");
    StepFunction f = steps_function(s, "in", &text, 1, STEP_BOOLEAN);
    StepFunction g = steps_function(s, "in", &text, 1, STEP_BOOLEAN);
    StepTerm x = steps_variable(s, STEP_TEXT);
    StepTerm all[] = {steps_call(s, f, &x, 1), negated(s, steps_call(s, g, &x, 1))};
    StepModel model;

    CHECK_INT(steps_possible(s, all, 2, &model), STEPS_YES);
    CHECK_UINT(steps_members_in(s, model, named), 1);
    CHECK_UINT(op2(s, OP_EQ, x, steps_variable(s, named)), 0);
    steps_free(s);
}

TEST(smt_steps_texts)
{
    Steps *s = begin();
    StepTerm x = steps_variable(s, STEP_TEXT), y = steps_variable(s, STEP_TEXT);
    StepTerm one = steps_text(s, "one"), two = steps_text(s, "two");
    StepTerm is_one = op2(s, OP_EQ, x, one), is_two = op2(s, OP_EQ, y, two);
    StepTerm same = op2(s, OP_EQ, x, y), three;
    StepModel model;
    int64_t number;

    CHECK_UINT(steps_text(s, "one"), one);
    CHECK_INT(steps_possible(s, (StepTerm[]){is_one, is_two}, 2, &model), STEPS_YES);
    CHECK_INT(ask(s, 3, (StepTerm[]){is_one, is_two, same}), STEPS_NO);
    CHECK(!steps_number_in(s, model, x, &number));
    /* One more, in the middle of questions, is another one. */
    three = steps_text(s, "three");
    CHECK_INT(ask(s, 2, (StepTerm[]){is_one, op2(s, OP_EQ, x, three)}), STEPS_NO);
    CHECK_INT(ask(s, 2, (StepTerm[]){is_two, op2(s, OP_EQ, y, three)}), STEPS_NO);
    CHECK_INT(ask(s, 2, (StepTerm[]){is_one, op2(s, OP_EQ, y, three)}), STEPS_YES);
    steps_free(s);
}

TEST(smt_steps_quantifiers)
{
    Steps *s = begin();
    StepTerm x = steps_variable(s, STEP_INTEGER), y = steps_variable(s, STEP_INTEGER);
    StepTerm less = op2(s, OP_LT, x, y);
    StepTerm above = steps_quantified(s, false, y, less); /* some y is above x */
    StepTerm least = steps_quantified(s, true, y, less);

    CHECK_INT(ask(s, 1, (StepTerm[]){negated(s, steps_quantified(s, true, x, above))}),
              STEPS_NO);
    CHECK_INT(ask(s, 1, (StepTerm[]){negated(s, above)}), STEPS_NO);
    CHECK_INT(ask(s, 1, &least), STEPS_NO);
    /* The variable itself is still free elsewhere. */
    CHECK_INT(ask(s, 2, (StepTerm[]){above, op2(s, OP_LT, y, x)}), STEPS_YES);
    steps_free(s);
}

/* That there are y and z between 0 and 3 with y < z and x * 2 != y + z: what the steps
 * alone do not find out. */
TEST(smt_steps_quantifiers_that_are_inside)
{
    Steps *s = begin();
    StepTerm v[3], few[6], all[3], inner, outer;

    for (int i = 0; i < 3; i++) {
        v[i] = steps_variable(s, STEP_INTEGER);
        few[2 * i] = op2(s, OP_LE, number(s, "0"), v[i]);
        few[2 * i + 1] = op2(s, OP_LE, v[i], number(s, "3"));
    }
    all[0] = op2(s, OP_LT, v[1], v[2]);
    all[1] =
        negated(s, op2(s, OP_EQ, op2(s, OP_ADD, v[0], v[0]), op2(s, OP_ADD, v[1], v[2])));
    inner = steps_quantified(
        s, false, v[2],
        steps_op(s, OP_AND, (StepTerm[]){few[4], few[5], all[0], all[1]}, 4));
    outer = steps_quantified(s, false, v[1],
                             steps_op(s, OP_AND, (StepTerm[]){few[2], few[3], inner}, 3));
    CHECK_INT(ask(s, 3, (StepTerm[]){few[0], few[1], negated(s, outer)}), STEPS_NO);
    CHECK_INT(ask(s, 3, (StepTerm[]){few[0], few[1], outer}), STEPS_YES);
    steps_free(s);
}

TEST(smt_steps_models_are_kept_for_a_while)
{
    Steps *s = begin();
    StepTerm x = steps_variable(s, STEP_INTEGER), y = steps_variable(s, STEP_INTEGER);
    StepTerm one = op2(s, OP_EQ, x, number(s, "1")),
             two = op2(s, OP_EQ, x, number(s, "2"));
    StepModel first, second, other;
    int64_t left;

    CHECK_INT(steps_possible(s, &one, 1, &first), STEPS_YES);
    CHECK_INT(steps_possible(s, &two, 1, &second), STEPS_YES);
    CHECK_INT(value(s, first, x), 1);
    CHECK_INT(value(s, second, x), 2);
    left = value(s, first, y); /* nothing is said of it, but it is something */
    CHECK_INT(value(s, first, y), left);
    for (int i = 0; i < STEPS_MODELS - 2; i++)
        CHECK_INT(steps_possible(s, &two, 1, &other), STEPS_YES);
    CHECK(steps_true_in(s, first, one));
    CHECK_INT(steps_possible(s, &two, 1, &other), STEPS_YES);
    CHECK(!steps_true_in(s, first, one));
    CHECK(!steps_number_in(s, first, x, &left));
    CHECK_UINT(steps_members_in(s, first, STEP_TEXT), 0);
    CHECK(steps_true_in(s, second, two));
    CHECK(!steps_true_in(s, 0, one));
    CHECK(!steps_true_in(s, other + 1, one));
    steps_free(s);
}

TEST(smt_steps_numbers_that_do_not_fit)
{
    Steps *s = begin();
    StepTerm x = steps_variable(s, STEP_INTEGER);
    StepTerm large = op2(s, OP_EQ, x, number(s, "99999999999999999999"));
    StepModel model;
    int64_t is;

    CHECK_INT(steps_possible(s, &large, 1, &model), STEPS_YES);
    CHECK(steps_true_in(s, model, large));
    CHECK(!steps_number_in(s, model, x, &is));
    steps_free(s);
}

TEST(smt_steps_what_cannot_be_made)
{
    Steps *s = begin();
    StepSort nowhere = 1000;
    StepTerm x = steps_variable(s, STEP_INTEGER), b = steps_variable(s, STEP_BOOLEAN);
    StepTerm none = steps_variable(s, nowhere), fine = op2(s, OP_EQ, x, x);
    StepFunction f = steps_function(s, "f", (StepSort[]){STEP_INTEGER}, 1, STEP_INTEGER);
    StepModel model = 1;

    CHECK_UINT(none, 0);
    CHECK_UINT(steps_member(s, STEP_INTEGER, 0), 0);
    CHECK_UINT(steps_member(s, nowhere, 0), 0);
    CHECK_UINT(steps_function(s, "g", &nowhere, 1, STEP_INTEGER), 0);
    CHECK_UINT(steps_function(s, "g", NULL, 0, nowhere), 0);
    CHECK_UINT(op2(s, OP_EQ, x, b), 0);
    CHECK_UINT(op2(s, OP_LT, x, 0), 0);
    CHECK_UINT(op2(s, OP_LT, x, 10000), 0);
    CHECK_UINT(op2(s, OP_IMPLIES, b, b), 0);
    CHECK_UINT(steps_op(s, OP_AND, NULL, 0), 0);
    CHECK_UINT(steps_op(s, OP_EQ, &x, 1), 0);
    CHECK_UINT(steps_op(s, OP_LT, &x, 1), 0);
    CHECK_UINT(steps_cond(s, x, x, x), 0);
    CHECK_UINT(steps_call(s, f, &b, 1), 0);
    CHECK_UINT(steps_call(s, f, NULL, 0), 0);
    CHECK_UINT(steps_call(s, 77, &x, 1), 0);
    CHECK_UINT(steps_quantified(s, true, x, 0), 0);
    CHECK_UINT(steps_integer(s, "a lot"), 0);
    CHECK_INT(steps_possible(s, &none, 1, &model), STEPS_UNKNOWN);
    CHECK_UINT(model, 0);
    CHECK_INT(ask(s, 2, (StepTerm[]){fine, 0}), STEPS_UNKNOWN);
    CHECK_INT(ask(s, 1, &fine), STEPS_YES);
    CHECK_UINT(steps_stats(s).undecided, 2);
    steps_axiom(s, none);
    CHECK_INT(ask(s, 1, &fine), STEPS_UNKNOWN);
    steps_free(s);
}

/* A function that is above all numbers: there is no end to what is to be tried. */
TEST(smt_steps_unknown)
{
    Steps *s = steps_new(&(SmtOptions){.time_limit_ms = 500});
    StepTerm x, above;
    StepFunction f;

    CHECK(s);
    x = steps_variable(s, STEP_INTEGER);
    f = steps_function(s, "f", (StepSort[]){STEP_INTEGER}, 1, STEP_INTEGER);
    above = op2(s, OP_LT, x, steps_call(s, f, &x, 1));
    steps_axiom(s, steps_quantified(s, true, x, above));
    CHECK_INT(ask(s, 1, &above), STEPS_UNKNOWN);
    CHECK_UINT(steps_stats(s).undecided, 1);
    steps_free(s);
}
