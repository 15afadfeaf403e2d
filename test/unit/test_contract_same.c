/*
 * Whether what two runs left is the same, part by part.
 */
#include "contract/inputs.h"
#include "contract/objects.h"
#include "contract/runs.h"
#include "contract_fixture.h"
#include "harness.h"
#include <math.h>
#include <string.h>

static struct assay_inputs *in;

/* In both orders. */
static void check_same(bool expected, const struct assay_layout *layout, const void *a,
                       const void *b)
{
    CHECK_INT(assay_results_same(in, 1, 2, layout, a, b), expected);
    CHECK_INT(assay_results_same(in, 2, 1, layout, b, a), expected);
    CHECK(assay_results_same(in, 1, 2, layout, a, a));
}

static void check_floats(bool expected, double a, double b)
{
    float x = (float)a, y = (float)b;

    check_same(expected, &layout_double, &a, &b);
    check_same(expected, &layout_float, &x, &y);
}

static const struct assay_layout_field bit_fields[] = {{"bits", 0, &layout_int, 3, 0},
                                                       {"s", 4, &layout_short, 0, 0}};
static const struct assay_layout layout_bits = {.kind = ASSAY_LAYOUT_STRUCT,
                                                .name = "struct bits",
                                                .size = 8,
                                                .fields = bit_fields,
                                                .nfields = 2};
static const struct assay_layout secret = {
    .kind = ASSAY_LAYOUT_OPAQUE, .name = "struct secret", .size = 3};
static const struct assay_layout two_ints = {.kind = ASSAY_LAYOUT_ARRAY,
                                             .name = "int[2]",
                                             .size = 8,
                                             .of = &layout_int,
                                             .count = 2};

static void compare_values(struct assay_test *t)
{
    short halves[][2] = {{1, 2}, {1, 3}, {2, 2}};
    short bits[][4] = {{1, 1, 5, 1}, {2, 2, 5, 2}, {1, 1, 6, 1}};
    struct point p = {'a', 1, 2}, padded = p, other = {'a', 1, 3};

    in = assay_inputs_begin(t);
    check_same(false, &layout_int, &(int){1}, &(int){2});
    check_same(true, &layout_int, &(int){-1}, &(int){-1});
    check_floats(true, 1, 1);
    check_floats(false, 1, 2);
    check_floats(true, 0.0, -0.0);
    check_floats(true, (double)NAN, -(double)NAN);
    check_floats(false, (double)NAN, 1);
    check_floats(false, INFINITY, -INFINITY);
    check_same(true, &layout_either, halves[0], halves[1]); /* its first member */
    check_same(false, &layout_either, halves[0], halves[2]);
    check_same(false, &layout_bits, bits[0], bits[1]);
    bits[1][0] = 9;                                   /* which is 1 in three bits */
    check_same(true, &layout_bits, bits[0], bits[1]); /* the rest is padding */
    check_same(false, &layout_bits, bits[0], bits[2]);
    memset((char *)&padded + 1, 0x7e, 3);
    check_same(true, &layout_point, &p, &padded);
    check_same(false, &layout_point, &p, &other);
    check_same(true, &secret, "abc", "abc");
    check_same(false, &secret, "abc", "abd");
    check_same(false, &two_ints, ((int[]){1, 2}), ((int[]){1, 3}));
    check_same(true, &two_ints, ((int[]){1, 2}), ((int[]){1, 2}));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_same_values)
{
    for_inputs(compare_values, 1);
}

static int known[4], others[2];
static const struct assay_object list[] = {{known, sizeof known, 0},
                                           {others, sizeof others, 0}};
static struct assay_objects unit = {.list = list, .count = 2};

static void compare_pointers(struct assay_test *t)
{
    int unknown[2] = {0}, *none = NULL, *one = &known[1], *two = &known[2];
    int *other = others, *here = &unknown[0], *there = &unknown[1], *block = NULL, *in_it;
    const char *text = "abc", *longer = "abcd", *wrong = "abd";
    char copy[] = "abc", *same = copy;

    in = assay_inputs_begin(t);
    block = (int *)(void *)assay_inputs_block(in, &layout_int, 2)->at;
    in_it = block + 1;
    check_same(false, &layout_int_pointer, &none, &one);
    check_same(true, &layout_int_pointer, &here, &there); /* nothing is known of them */
    check_same(false, &layout_int_pointer, &one, &two);   /* places in one variable */
    check_same(true, &layout_int_pointer, &one, &other);  /* in two: of the runs' own */
    check_same(true, &layout_int_pointer, &one, &here);
    check_same(false, &layout_int_pointer, &block, &in_it);
    check_same(true, &layout_int_pointer, &block, &one);
    check_same(true, &layout_string, &text, &same);
    check_same(false, &layout_string, &text, &wrong);
    check_same(false, &layout_string, &text, &longer);
    check_same(false, &layout_string, &text, &none);
    CHECK(assay_runs_same(in, 1, 2, &layout_int_pointer, &one, 1));
    CHECK(assay_runs_same(in, 1, 2, &layout_int, NULL, 3)); /* nothing in either */
    CHECK(assay_runs_same(in, 1, 2, &layout_int, known, 0));
    assay_inputs_ready(in, "f");
    assay_was_unknown();
    assay_runs_same(in, 1, 2, &layout_int, known, (size_t)1 << 63);
    CHECK(assay_was_unknown());
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_same_pointers)
{
    assay_tell_objects(&unit);
    for_inputs(compare_pointers, 1);
    assay_forget_objects(&unit);
}
