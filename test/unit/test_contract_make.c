/*
 * Drawing inputs and making preconditions true.
 */
#include "contract/blocks.h"
#include "contract_fixture.h"
#include "harness.h"
#include <limits.h>
#include <math.h>
#include <string.h>

static struct {
    unsigned runs, hits, other;
    long double sum;
} seen;

/* ---- Drawing */

static void draw_all(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct buffer b;
    enum color c;
    _Bool truth;
    float x;
    double y;
    size_t z;

    assay_input(in, "b", &layout_buffer, &b);
    assay_input(in, "c", &layout_color, &c);
    assay_input(in, "truth", &layout_bool, &truth);
    assay_input(in, "x", &layout_float, &x);
    assay_input(in, "y", &layout_double, &y);
    assay_input(in, "z", &layout_size, &z);
    CHECK(assay_undecided(b.data));
    CHECK(isfinite(x) && isfinite(y));
    CHECK(*(unsigned char *)&truth <= 1);
    seen.runs++;
    seen.hits += c == RED || c == GREEN || c == BLUE;
    seen.other += z > INT_MAX;
}

TEST(contract_inputs_are_drawn_by_layout)
{
    for_inputs(draw_all, 2000);
    CHECK(seen.hits > seen.runs * 8 / 10 && seen.hits < seen.runs);
    CHECK(seen.other > 50);
}

static void draw_ranges(struct assay_test *t)
{
    static const struct assay_range ranges[] = {{-10, -5}, {3, 3}, {100, 100000}};
    static const struct assay_range length[] = {{0, INT_MAX}}, long_one[] = {{500, 600}};
    struct assay_inputs *in = assay_inputs_begin(t);
    int x, n, m;

    assay_input_in(in, "x", &layout_int, &x, ranges, 3, 0);
    CHECK((x >= -10 && x <= -5) || x == 3 || (x >= 100 && x <= 100000));
    assay_input_in(in, "n", &layout_int, &n, length, 1, 1);
    CHECK(n >= 0 && n <= 40);
    assay_input_in(in, "m", &layout_int, &m, long_one, 1, 1);
    CHECK(m >= 500 && m <= 540);
    seen.runs++;
    seen.hits += x == 3;
    seen.other += n == 0;
}

TEST(contract_inputs_are_in_their_ranges)
{
    for_inputs(draw_ranges, 2000);
    CHECK(seen.hits > 20 && seen.other > 20 && seen.other < 1000);
}

static void draw_special(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    double plain, special;

    assay_input(in, "plain", &layout_double, &plain);
    CHECK(isfinite(plain));
    assay_inputs_special(in);
    assay_input(in, "special", &layout_double, &special);
    seen.runs++;
    seen.hits += isnan(special) != 0;
    seen.other += isinf(special) != 0;
}

TEST(contract_inputs_are_special_only_when_asked_for)
{
    for_inputs(draw_special, 2000);
    CHECK(seen.hits > 20 && seen.other > 40 && seen.hits + seen.other < 600);
}

static void no_range(struct assay_test *t)
{
    static const struct assay_range range = {1000, 2000};
    struct assay_inputs *in = assay_inputs_begin(t);
    char c;

    if (assay_make_choice(in, 2) == 0)
        return;
    assay_input_in(in, "c", &layout_char, &c, &range, 1, 0);
    harness_fail(HARNESS_HERE, "drawn: %d", c);
}

TEST(contract_input_without_a_value_does_not_count)
{
    for_inputs(no_range, 100);
}

static void draw_and_find(struct assay_test *t)
{
    static const struct assay_range length = {0, INT_MAX};
    struct assay_inputs *in = assay_inputs_begin(t);
    bool found = false;
    int n, v, *a;

    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input_in(in, "n", &layout_int, &n, &length, 1, 1);
    assay_input(in, "v", &layout_int, &v);
    CHECK(assay_make_valid(in, &layout_int, &a, 0, n - 1));
    for (int i = 0; i < n; i++)
        found |= a[i] == v;
    seen.runs++;
    seen.hits += found;
}

TEST(contract_inputs_often_have_equal_values)
{
    for_inputs(draw_and_find, 2000);
    CHECK(seen.hits > seen.runs * 3 / 10 && seen.hits < seen.runs * 8 / 10);
}

/* ---- Numbers */

static bool holds(long double a, enum assay_make_op op, long double b)
{
    return op == ASSAY_MAKE_EQ   ? a == b
           : op == ASSAY_MAKE_NE ? a != b
           : op == ASSAY_MAKE_LT ? a < b
           : op == ASSAY_MAKE_LE ? a <= b
           : op == ASSAY_MAKE_GT ? a > b
                                 : a >= b;
}

static void make_ints(struct assay_test *t)
{
    static const assay_wide targets[] = {0, 1, -1, 127, -128, 128, 300, -300};
    struct assay_inputs *in = assay_inputs_begin(t);
    enum assay_make_op op = (enum assay_make_op)assay_make_choice(in, 6);
    assay_wide target = targets[assay_make_choice(in, 8)];
    signed char x;
    bool can = (target >= -128 && target <= 127) || op == ASSAY_MAKE_NE ||
               ((op == ASSAY_MAKE_LT || op == ASSAY_MAKE_LE) && target > 0) ||
               ((op == ASSAY_MAKE_GT || op == ASSAY_MAKE_GE) && target < 0);

    if ((target == -128 && op == ASSAY_MAKE_LT) || (target == 127 && op == ASSAY_MAKE_GT))
        can = false;
    assay_input(in, "x", &layout_char, &x);
    CHECK(assay_make_int(in, &layout_char, &x, op, target) == can);
    CHECK(!can || holds(x, op, (long double)target));
    if (op == ASSAY_MAKE_LE && target == 1) {
        seen.runs++;
        seen.hits += x == 1;
        seen.other += x < -20;
    }
}

TEST(contract_make_int_holds_with_variety)
{
    for_inputs(make_ints, 20000);
    CHECK(seen.hits > 10 && seen.other > 10 && seen.hits < seen.runs);
}

static void make_reals(struct assay_test *t)
{
    static const long double targets[] = {0, 1, -1.5L, 0.1L, 1e30L, -1e-30L};
    struct assay_inputs *in = assay_inputs_begin(t);
    enum assay_make_op op = (enum assay_make_op)assay_make_choice(in, 6);
    long double target = targets[assay_make_choice(in, 6)];
    bool single = assay_make_choice(in, 2);
    union {
        float f;
        double d;
    } x;
    const struct assay_layout *layout = single ? &layout_float : &layout_double;
    bool exact =
        target == (single ? (long double)(float)target : (long double)(double)target);

    assay_input(in, "x", layout, &x);
    CHECK(assay_make_real(in, layout, &x, op, target) == (exact || op != ASSAY_MAKE_EQ));
    if (exact || op != ASSAY_MAKE_EQ)
        CHECK(holds(single ? (long double)x.f : (long double)x.d, op, target));
    seen.hits += (single ? (long double)x.f : (long double)x.d) == target;
}

TEST(contract_make_real_holds)
{
    for_inputs(make_reals, 20000);
    CHECK(seen.hits > 2000 && seen.hits < 15000);
}

static void make_pairs(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    enum assay_make_op op = (enum assay_make_op)assay_make_choice(in, 6);
    int a, b, a_before, b_before;
    unsigned char c;
    double d;

    assay_input(in, "a", &layout_int, &a);
    assay_input(in, "b", &layout_int, &b);
    assay_input(in, "c", &layout_char, &c);
    assay_input(in, "d", &layout_double, &d);
    a_before = a, b_before = b;
    CHECK(assay_make_two(in, &layout_int, &a, op, &layout_int, &b));
    CHECK(holds(a, op, b));
    if (op == ASSAY_MAKE_LE || op == ASSAY_MAKE_GE)
        CHECK((a == a_before && b == b_before) || (a == b_before && b == a_before));
    CHECK(assay_make_two(in, &layout_int, &a, op, &layout_char, &c));
    CHECK(holds(a, op, (signed char)c));
    if (assay_make_two(in, &layout_int, &b, op, &layout_double, &d))
        CHECK(holds(b, op, (long double)d));
    else
        seen.other++;
}

TEST(contract_make_two_holds)
{
    for_inputs(make_pairs, 5000);
    CHECK(seen.other < 100);
}

static void make_sorted(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    long sum = 0, sum_before = 0;
    int *a;

    assay_input(in, "a", &layout_int_pointer, &a);
    CHECK(assay_make_valid(in, &layout_int, &a, 0, 9));
    for (int i = 0; i < 10; i++)
        sum_before += a[i];
    for (int i = 0; i < 10; i++)
        for (int k = i + 1; k < 10; k++)
            CHECK(assay_make_two(in, &layout_int, &a[i], ASSAY_MAKE_LE, &layout_int,
                                 &a[k]));
    for (int i = 0; i < 10; i++)
        sum += a[i];
    for (int i = 0; i < 9; i++)
        CHECK(a[i] <= a[i + 1]);
    CHECK_INT(sum, sum_before);
}

TEST(contract_make_two_sorts)
{
    for_inputs(make_sorted, 500);
}

/* ---- Memory */

static void make_blocks(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int n = (int)assay_make_pick(in, 0, 60), *a, *b, *before, first;
    struct assay_block *block;

    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input(in, "b", &layout_int_pointer, &b);
    CHECK(!assay_reach(a, 1) && !assay_reach(a + 1000, 1) && !assay_reach(a - 1, 1));
    CHECK(assay_make_valid(in, &layout_int, &a, -2, n));
    CHECK(assay_valid(a - 2, (size_t)(n + 3) * sizeof *a));
    CHECK(!assay_valid(a + n + 1, 1) && !assay_valid(a - 3, 1));
    CHECK(assay_make_valid(in, &layout_int, &a, 0, n));
    first = *a;
    before = a;
    CHECK(assay_make_valid(in, &layout_int, &a, 0, n + 5));
    CHECK(a != before && *a == first);
    CHECK(assay_valid(a, (size_t)(n + 6) * sizeof *a) && !assay_valid(a + n + 6, 1));
    CHECK(!assay_make_valid(in, &layout_int, &a, 0, ASSAY_INPUT_ELEMENTS));
    CHECK(!assay_make_valid(in, &layout_int, &a, 0, (assay_wide)1 << 100));
    CHECK(assay_make_valid(in, &layout_int, &b, 0, n));
    block = assay_blocks_find(b);
    seen.runs++;
    seen.hits += block->pointers > 1;
    seen.other += block->pointers > 1 && (char *)b != block->at;
    CHECK(assay_make_separate(in, &layout_int, &b, 0, n));
    CHECK_UINT(assay_blocks_find(b)->pointers, 1);
    CHECK(assay_valid(b, (size_t)(n + 1) * sizeof *b));
}

TEST(contract_make_valid_gives_blocks)
{
    for_inputs(make_blocks, 4000);
    CHECK(seen.hits > seen.runs / 16 && seen.hits < seen.runs / 4);
    CHECK(seen.other > 20);
}

/* What was made for the first pointer stays when the second one's overlaps it. */
static void make_overlapping(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a, *b, before[4];
    ptrdiff_t apart;

    assay_inputs_loose(in);
    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input(in, "b", &layout_int_pointer, &b);
    CHECK(assay_make_valid(in, &layout_int, &a, 0, 3));
    memcpy(before, a, sizeof before);
    CHECK(assay_make_valid(in, &layout_int, &b, 0, 3));
    CHECK(memcmp(before, a, sizeof before) == 0);
    CHECK(assay_valid(a, sizeof before) && assay_valid(b, sizeof before));
    apart = assay_blocks_find(a) == assay_blocks_find(b) ? b - a : 100;
    seen.hits += apart > 0 && apart < 4;
    seen.other += apart < 0 && apart > -4;
    CHECK(assay_make_separate(in, &layout_int, &b, 0, 3));
    CHECK(assay_blocks_find(a) != assay_blocks_find(b));
    CHECK(memcmp(before, a, sizeof before) == 0);
}

TEST(contract_make_valid_overlaps)
{
    for_inputs(make_overlapping, 2000);
    CHECK(seen.hits > 10 && seen.other > 3);
}

static int shared_one;

static void make_for_variables(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *p, *q;

    assay_input_variable(in, "shared_one", &layout_int, &shared_one);
    assay_input(in, "p", &layout_int_pointer, &p);
    assay_input(in, "q", &layout_int_pointer, &q);
    CHECK(assay_make_valid(in, &layout_int, &p, 0, 1));
    CHECK(p != &shared_one); /* it is too short */
    CHECK(assay_make_valid(in, &layout_int, &q, 0, 0));
    seen.hits += q == &shared_one;
    CHECK(assay_make_separate(in, &layout_int, &q, 0, 0));
    CHECK(q != &shared_one && assay_valid(q, sizeof *q));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_make_valid_leads_to_variables)
{
    for_inputs(make_for_variables, 2000);
    CHECK(seen.hits > 40 && seen.hits < 400);
}

static void make_empty(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a;

    assay_input(in, "a", &layout_int_pointer, &a);
    CHECK(assay_make_valid(in, &layout_int, &a, 0, -1));
    CHECK(!assay_undecided(a) && !assay_valid(a, 1));
    seen.hits += a == NULL;
    seen.other += a != NULL;
}

TEST(contract_empty_blocks_are_no_null_mostly)
{
    for_inputs(make_empty, 1000);
    CHECK(seen.hits > 50 && seen.other > 500);
}

static void make_much(struct assay_test *t)
{
    static const struct assay_layout large = {
        .kind = ASSAY_LAYOUT_OPAQUE, .name = "struct large", .size = 100000};
    struct assay_inputs *in = assay_inputs_begin(t);
    unsigned made = 0;

    for (int i = 0; i < 20; i++) {
        void *p = (void *)ASSAY_UNDECIDED;
        struct assay_block *b;
        made += assay_make_valid(in, &large, &p, 0, 0);
        b = assay_blocks_find(p);
        if (b && b->pointers > 1) /* only new ones count */
            made--;
    }
    CHECK_UINT(made, 10);
}

TEST(contract_blocks_have_a_limit)
{
    for_inputs(make_much, 5);
}

static void make_pointers(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a, *b;

    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input(in, "b", &layout_int_pointer, &b);
    CHECK(assay_make_pointer(in, &layout_int_pointer, &a, ASSAY_MAKE_NE, NULL));
    CHECK(assay_valid(a, sizeof *a));
    CHECK(assay_make_pointer(in, &layout_int_pointer, &b, ASSAY_MAKE_EQ, a));
    CHECK(a == b);
    CHECK_UINT(assay_blocks_find(a)->pointers, 2);
    CHECK(assay_make_separate(in, &layout_int, &b, 0, 0));
    CHECK(a != b && *a == *b);
    CHECK(assay_make_pointer(in, &layout_int_pointer, &b, ASSAY_MAKE_EQ, NULL));
    CHECK(b == NULL);
    CHECK(!assay_make_valid(in, &layout_int, &b, 0, 0));
    CHECK(!assay_make_int(in, &layout_int, b, ASSAY_MAKE_EQ, 1)); /* nowhere */
}

TEST(contract_make_pointer_holds)
{
    for_inputs(make_pointers, 300);
}

static void make_strings(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    enum assay_make_op op = (enum assay_make_op)assay_make_choice(in, 6);
    size_t target = (size_t)assay_make_pick(in, 0, 50);
    char *s, *u;

    assay_input(in, "s", &layout_string, &s);
    assay_input(in, "u", &layout_string, &u);
    CHECK(assay_make_string(in, &layout_char, &s));
    CHECK(strlen(s) <= 30);
    CHECK(!assay_valid(s + strlen(s) + 1, 1));
    seen.sum += (long double)strlen(s);
    if (op != ASSAY_MAKE_LT || target > 0) {
        CHECK(assay_make_strlen(in, &layout_char, &s, op, (assay_wide)target));
        CHECK(holds((long double)strlen(s), op, (long double)target));
    }
    CHECK(assay_make_valid(in, &layout_char, &u, 0, 4));
    CHECK(assay_make_string(in, &layout_char, &u));
    CHECK(assay_valid_string(u, 1));
    CHECK(!assay_make_strlen(in, &layout_char, &u, ASSAY_MAKE_EQ, 1 << 20));
}

TEST(contract_make_string_holds)
{
    for_inputs(make_strings, 3000);
    CHECK(seen.sum > 3000 * 2);
}

static void make_string_of_valid(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    char *s;

    assay_input(in, "s", &layout_string, &s);
    CHECK(assay_make_valid(in, &layout_char, &s, 0, 0));
    CHECK(assay_make_string(in, &layout_char, &s));
    CHECK(assay_valid_string(s, 0));
    seen.sum += (long double)strlen(s);
}

TEST(contract_make_string_of_a_valid_pointer_has_any_length)
{
    for_inputs(make_string_of_valid, 1000);
    CHECK(seen.sum > 1000 * 2);
}

static void settle_all(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct node *list, *n;
    const char *text;
    void *any;
    unsigned len = 0;

    assay_input(in, "list", &layout_node_pointer, &list);
    assay_input(in, "text", &layout_string, &text);
    assay_input(in, "any", &layout_void_pointer, &any);
    CHECK(assay_inputs_settle(in));
    CHECK(!assay_inputs_settle(in));
    CHECK(any == NULL || assay_valid(any, 8));
    CHECK(text == NULL || assay_valid_string(text, 1));
    for (n = list; n && len < 200; n = n->next, len++)
        CHECK(assay_valid(n, sizeof *n));
    seen.hits += len == 0;
    seen.other += len > 2;
}

TEST(contract_settle_decides_all_pointers)
{
    for_inputs(settle_all, 2000);
    CHECK(seen.hits > 200 && seen.other > 100);
}

/* ---- The same choices, the same inputs */

static uint64_t fold(uint64_t hash, const void *at, size_t size)
{
    const unsigned char *p = at;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ p[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t total;

static void hash_inputs(struct assay_test *t)
{
    static const struct assay_range length = {0, INT_MAX};
    struct assay_inputs *in = assay_inputs_begin(t);
    struct point *p;
    unsigned n;
    char *s;

    assay_input_in(in, "n", &layout_unsigned, &n, &length, 1, 1);
    assay_input(in, "p", &layout_point_pointer, &p);
    assay_input(in, "s", &layout_string, &s);
    assay_make_valid(in, &layout_point, &p, 0, (assay_wide)n - 1);
    assay_make_string(in, &layout_char, &s);
    total = fold(total, &n, sizeof n);
    total = fold(total, p, n * sizeof *p); /* with what is between members */
    total = fold(total, s, strlen(s));
    if (n > 0)
        memset(p, 0xff, n * sizeof *p);
}

TEST(contract_inputs_are_a_function_of_the_choices)
{
    uint64_t first;

    for_inputs(hash_inputs, 500);
    first = total;
    total = 0;
    for_inputs(hash_inputs, 500);
    CHECK_UINT(total, first);
}

/* ---- Variables outside of functions */

static int counter = 5;

static void change_world(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);

    assay_world_keep(&counter, sizeof counter);
    CHECK_INT(counter, 5);
    counter += 1 + (int)assay_make_choice(in, 100);
}

TEST(contract_world_is_put_back)
{
    for_inputs(change_world, 100);
}
