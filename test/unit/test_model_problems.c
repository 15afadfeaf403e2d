/*
 * Models that are declared wrongly: every problem is said, with its place, before
 * anything runs.
 */
#include "model_fixture.h"
#include <string.h>

static int same(int x)
{
    return x;
}
static int same_2(int x, int y)
{
    return x + y;
}
static int *same_pointer(int *p)
{
    return p;
}
static int use(int *p)
{
    return *p;
}
ASSAY_INTERVAL(small, int, 0, 9);
ASSAY_COMPARED(only_result, int);
ASSAY_CONSTRUCTIBLE(only_argument, int, assay_ints(int, 0, 9));
ASSAY_ABSTRACT(thing, int *, int *);
ASSAY_INTERVAL_OF(below, int, small, n, 0, n);

ASSAY_OPERATION(sound, (small), int, same, same);
ASSAY_MODEL(sound_model, (sound));
TEST(model_problems_none)
{
    CHECK(assay_model_problems(&sound_model) == NULL);
}

static const struct assay_model empty_model = {
    .name = "empty_model", .file = __FILE__, .line = __LINE__};
TEST(model_problems_no_operations)
{
    CHECK_PROBLEMS(&empty_model, "model empty_model: it has no operations\n");
}

ASSAY_OPERATION(not_constructible, (small, only_result), int, same_2, same_2);
ASSAY_MODEL(not_constructible_model, (not_constructible));
TEST(model_problems_not_constructible)
{
    CHECK_PROBLEMS(&not_constructible_model,
                   "operation not_constructible: argument 2, only_result, is not "
                   "constructible: no value of it can be made\n");
}

static int *some_numbers(int n)
{
    static int numbers[9];

    return numbers + n;
}
ASSAY_ARRAY(any_numbers, small, 0, 5);
ASSAY_ARRAY(two_numbers, small, 2, 2);
ASSAY_OPERATION(how_many, (small), any_numbers, some_numbers, some_numbers);
ASSAY_OPERATION(two, (small), two_numbers, some_numbers, some_numbers);
ASSAY_MODEL(how_many_model, (how_many, two));
TEST(model_problems_length_of_a_result)
{
    CHECK_PROBLEMS(
        &how_many_model,
        "operation how_many: how long any_numbers is, which it returns, is said by "
        "no argument\n");
}

ASSAY_OPERATION(not_deconstructible, (small), only_argument, same, same);
ASSAY_MODEL(not_deconstructible_model, (not_deconstructible));
TEST(model_problems_not_deconstructible)
{
    CHECK_PROBLEMS(&not_deconstructible_model,
                   "operation not_deconstructible: the result, only_argument, is not "
                   "deconstructible: it can neither be compared nor kept\n");
}

ASSAY_OPERATION(no_such_argument, (below), int, same, same);
ASSAY_MODEL(no_such_argument_model, (no_such_argument));
TEST(model_problems_depends_on_nothing)
{
    CHECK_PROBLEMS(&no_such_argument_model,
                   "operation no_such_argument: argument 1, below, depends on small, "
                   "which is no argument here\n");
}

ASSAY_ARRAY(numbers, int, 0, 4);
ASSAY_LENGTH(how_many, int, numbers);
ASSAY_OPERATION(length_of_nothing, (small), how_many, same, same);
ASSAY_MODEL(length_of_nothing_model, (length_of_nothing));
TEST(model_problems_length_of_nothing)
{
    CHECK_PROBLEMS(&length_of_nothing_model,
                   "operation length_of_nothing: the result, how_many, is the length of "
                   "numbers, which is no argument here\n");
}

ASSAY_EXISTING(existing, thing);
ASSAY_OPERATION(use_thing, (thing), int, use, use);
ASSAY_OPERATION(find_thing, (thing), existing, same_pointer, same_pointer);
ASSAY_MODEL(no_source_model, (use_thing, find_thing, sound));
TEST(model_problems_no_source)
{
    CHECK_PROBLEMS(
        &no_source_model,
        "model no_source_model: no operation makes a value of the abstract type thing\n");
}

static const unsigned char twice_0[] = {0, 0}, too_high[] = {0, 2}, late[] = {0, 1};
ASSAY_OPERATION(order_twice, (small, small), int, same_2, same_2, .order = twice_0);
ASSAY_OPERATION(order_high, (small, small), int, same_2, same_2, .order = too_high);
ASSAY_OPERATION(order_late, (below, small), int, same_2, same_2, .order = late);
ASSAY_MODEL(order_model, (order_twice, order_high, order_late));
TEST(model_problems_order)
{
    CHECK_PROBLEMS(
        &order_model,
        "operation order_twice: its order of drawing does not name each argument once\n"
        "operation order_high: its order of drawing does not name each argument once\n"
        "operation order_late: its order of drawing has below before what it depends "
        "on\n");
}

static int call_with(int x, int (*order)(int, long))
{
    return order(x, 1);
}
ASSAY_CALLBACK_ORDER(no_order, (small, long), int);
ASSAY_OPERATION(compare_both, (small, no_order), int, call_with, call_with);
ASSAY_MODEL(no_order_model, (compare_both));
TEST(model_problems_no_order)
{
    CHECK_PROBLEMS(&no_order_model,
                   "operation compare_both: argument 2, no_order, is not constructible: "
                   "an order has two arguments of one spec, which are numbers or text or "
                   "pointers to them, then contexts, and gives an int or a bool\n");
}

#define assay_operation_again assay_operation_sound
ASSAY_MODEL(same_name_model, (sound, again));
TEST(model_problems_two_of_one_name)
{
    CHECK_PROBLEMS(&same_name_model,
                   "operation sound: there are two operations of this name\n");
}

struct wide {
    int *p;
    int n;
};
static struct wide wide_new(int x)
{
    (void)x;
    return (struct wide){0};
}
static int wide_use(struct wide w)
{
    return w.n;
}
ASSAY_ABSTRACT(wide, int *, struct wide);
ASSAY_OPERATION_ALONE(alone_new, (small), wide, wide_new);
ASSAY_OPERATION_ALONE(alone_use, (wide), int, wide_use);
ASSAY_MODEL(alone_model, (alone_new, alone_use));
TEST(model_problems_alone_with_two_types)
{
    CHECK_PROBLEMS(&alone_model, "operation alone_new: without a reference both sides of "
                                 "wide must have one C type\n"
                                 "operation alone_use: without a reference both sides of "
                                 "wide must have one C type\n");
}

ASSAY_MODEL(many_problems, (no_such_argument, not_deconstructible, use_thing));
TEST(model_problems_are_all_told)
{
    CHECK_PROBLEMS(
        &many_problems,
        "operation no_such_argument: argument 1, below, depends on small, which is no "
        "argument here\n"
        "operation not_deconstructible: the result, only_argument, is not "
        "deconstructible: it can neither be compared nor kept\n"
        "model many_problems: no operation makes a value of the abstract type thing\n");
}

/* Such a model does not run. */
TEST(model_problems_are_a_misuse)
{
    struct assay_report *report = run_model(&many_problems, NULL);

    CHECK_INT(report->verdict, ASSAY_MISUSED);
    CHECK(strstr(report->error, "many_problems: bad use") != NULL);
    assay_report_free(report);
}
