/*
 * Problems with a known minimum, one or two for each thing the shrinker can do. The
 * minima are the simplest failing records by the order of choice/order.h, worked out by
 * hand.
 */
#include "shrink_fixture.h"
#include <math.h>
#include <string.h>

/* ---- Single values */

static int64_t draw_int(struct assay_test *t, int64_t lo, int64_t hi)
{
    int64_t x = 0;

    (void)assay_choose_int(t, lo, hi, 0, ASSAY_BIASED, &x);
    return x;
}

static void reject(struct assay_test *t)
{
    assay_test_stop(t, ASSAY_REJECTED);
}

static bool above_threshold(struct assay_test *t)
{
    return draw_int(t, 0, 1000000) > 31415;
}

static bool below_threshold(struct assay_test *t)
{
    return draw_int(t, -1000000, 1000000) < -31415;
}

static bool large_size(struct assay_test *t)
{
    int64_t x = draw_int(t, INT64_MIN, INT64_MAX);

    return x > 100 || x < -7;
}

static bool even_and_large(struct assay_test *t)
{
    int64_t x = draw_int(t, 0, 1000000);

    return x % 2 == 0 && x > 999;
}

static bool odd_century(struct assay_test *t)
{
    return draw_int(t, 1583, INT32_MAX) % 200 == 100;
}

static bool page_start(struct assay_test *t)
{
    return draw_int(t, 1, INT64_MAX) % 4096 == 0;
}

static bool anything(struct assay_test *t)
{
    draw_int(t, -5, 5);
    return draw_int(t, 3, 9) >= 3;
}

TEST(shrink_integers)
{
    CHECK_MINIMUM(above_threshold, 10, "i31416");
    CHECK_MINIMUM(below_threshold, 10, "i-31416");
    CHECK_MINIMUM(large_size, 10, "i-8");
    CHECK_MINIMUM(even_and_large, 10, "i1000");
    CHECK_MINIMUM(odd_century, 10, "i1700");
    CHECK_MINIMUM(page_start, 10, "i4096");
    CHECK_MINIMUM(anything, 3, "i0 i3");
}

static double draw_float(struct assay_test *t, struct assay_floats of)
{
    double x = 0;

    (void)assay_choose_float(t, &of, &x);
    return x;
}

static const struct assay_floats any_float = {
    .lo = -INFINITY, .hi = INFINITY, .nan = true, .subnormal = true};

static bool over_hundred(struct assay_test *t)
{
    return draw_float(t, any_float) > 100.25;
}

static bool is_fraction(struct assay_test *t)
{
    double x = draw_float(t, (struct assay_floats){.lo = 0, .hi = 1});

    return x > 0.1 && x < 0.3;
}

static bool is_broken_debt(struct assay_test *t)
{
    double x = draw_float(t, (struct assay_floats){.lo = -1e9, .hi = 1e9});

    return x < 0 && x != floor(x);
}

static bool is_past_ten(struct assay_test *t)
{
    double x = draw_float(t, (struct assay_floats){.lo = 0, .hi = 1e9});

    return x > 10 && x != floor(x);
}

static bool is_negative(struct assay_test *t)
{
    return draw_float(t, any_float) < 0;
}

static bool is_not_finite(struct assay_test *t)
{
    return !isfinite(draw_float(t, any_float));
}

static bool is_nan(struct assay_test *t)
{
    return isnan(draw_float(t, any_float));
}

TEST(shrink_floats)
{
    CHECK_MINIMUM(over_hundred, 10, "f0x1.94p+6"); /* 101 */
    CHECK_MINIMUM(is_fraction, 10, "f0x1p-2");
    CHECK_MINIMUM(is_broken_debt, 10, "f-0x1p-1");
    CHECK_MINIMUM(is_past_ten, 10, "f0x1.5p+3"); /* 10.5 */
    CHECK_MINIMUM(is_negative, 10, "f-0x1p+0");
    CHECK_MINIMUM(is_not_finite, 10, "finf");
}

TEST(shrink_keeps_nan)
{
    struct problem_run p;
    double x;

    problem_init(&p, is_nan, NULL);
    problem_find(&p, 1);
    CHECK_INT(problem_shrink(&p), ASSAY_OK);
    CHECK_INT(p.best->nchoices, 1);
    memcpy(&x, &p.best->choices[0].value, sizeof x);
    CHECK(isnan(x));
    problem_done(&p);
}

/* ---- Text and bytes */

static const char *draw_text(struct assay_test *t, const struct assay_alphabet *alphabet)
{
    const char *text = "";
    uint32_t len;

    (void)assay_choose_text(t, alphabet, 0, 40, &text, &len);
    return text;
}

static bool has_slash(struct assay_test *t)
{
    return strchr(draw_text(t, &assay_alphabet_ascii), '/') != NULL;
}

static bool is_long(struct assay_test *t)
{
    return strlen(draw_text(t, &assay_alphabet_ascii)) > 4;
}

static bool has_wide(struct assay_test *t)
{
    const char *text = draw_text(t, &assay_alphabet_unicode);

    for (; *text; text++)
        if ((unsigned char)*text >= 0xe4) /* U+4000 and above */
            return true;
    return false;
}

static bool has_two_digits(struct assay_test *t)
{
    const char *text = draw_text(t, &assay_alphabet_ascii);
    int digits = 0;

    for (; *text; text++)
        digits += *text >= '3' && *text <= '9';
    return digits > 1;
}

static bool has_high_byte(struct assay_test *t)
{
    const unsigned char *bytes;
    uint32_t len = 0;

    if (assay_choose_bytes(t, 2, 30, &bytes, &len))
        return false;
    for (uint32_t i = 1; i < len; i++)
        if (bytes[i] > 0x41)
            return true;
    return false;
}

static bool has_x_and_y(struct assay_test *t)
{
    const char *text = draw_text(t, &assay_alphabet_ascii);

    return strlen(text) > 4 && strchr(text, 'x') && strchr(text, 'y');
}

/* Some letter past m twice: both must be lowered at once. */
static bool has_late_pair(struct assay_test *t)
{
    const char *text = draw_text(t, &assay_alphabet_ascii);

    for (; *text; text++)
        if (*text > 'm' && *text <= 'z' && strchr(text + 1, *text))
            return true;
    return false;
}

static bool has_descending_bytes(struct assay_test *t)
{
    const unsigned char *bytes;
    uint32_t len = 0, high = 0;

    if (assay_choose_bytes(t, 3, 30, &bytes, &len))
        return false;
    for (uint32_t i = 0; i < len; i++)
        high += bytes[i] > 0x10;
    return high > 1;
}

/* What is in front of the last letter matters to nobody, but only five can go at a
 * time. */
static bool has_five_more(struct assay_test *t)
{
    const char *text = draw_text(t, &assay_alphabet_ascii);
    size_t len = strlen(text);

    return len % 5 == 1 && text[len - 1] > 'm';
}

/* Two letters that one can stand for. */
static bool is_xy_or_z(struct assay_test *t)
{
    const char *text = draw_text(t, &assay_alphabet_ascii);

    return strcmp(text, "Z") == 0 || (strlen(text) > 1 && text[1] >= 'x');
}

TEST(shrink_cuts_pieces)
{
    CHECK_MINIMUM(has_five_more, 10, "tn");
    CHECK_MINIMUM(is_xy_or_z, 10, "tZ");
}

/* Not all that are simpler than what fails do, and not those beside it. */
static bool is_odd_one(struct assay_test *t)
{
    uint32_t index = 0;

    return !assay_choose_index(t, 30, NULL, &index) &&
           (index == 11 || index == 17 || index == 28);
}

TEST(shrink_tries_every_alternative)
{
    CHECK_MINIMUM(is_odd_one, 10, "x11");
}

/* A key that is met again, beside another one. */
static bool meets_a_key_again(struct assay_test *t)
{
    const char *key[3];

    t->texts_again = true; /* else it takes for ever to find one */
    for (int i = 0; i < 3; i++)
        key[i] = draw_text(t, &assay_alphabet_ascii);
    return *key[0] && *key[0] != 'a' && strcmp(key[0], key[2]) == 0 && key[1][0] == 'a';
}

TEST(shrink_changes_equal_strings_alike)
{
    CHECK_MINIMUM(meets_a_key_again, 10, "tb ta tb");
}

/* A text that another begins with: neither's letters can become simpler alone. */
static bool begins_with(struct assay_test *t)
{
    const char *a, *b;

    t->texts_again = true;
    a = draw_text(t, &assay_alphabet_ascii);
    b = draw_text(t, &assay_alphabet_ascii);
    return *a && strlen(b) > strlen(a) && strncmp(a, b, strlen(a)) == 0;
}

TEST(shrink_changes_common_letters_alike)
{
    CHECK_MINIMUM(begins_with, 10, "ta taa");
}

/* Neither can become shorter alone. */
static bool are_equally_long(struct assay_test *t)
{
    const char *a = draw_text(t, &assay_alphabet_ascii);
    const char *b = draw_text(t, &assay_alphabet_ascii);

    return strlen(a) == strlen(b) && strcmp(a, b) != 0;
}

TEST(shrink_shortens_two_strings)
{
    CHECK_MINIMUM(are_equally_long, 10, "ta tb");
}

TEST(shrink_orders_strings)
{
    CHECK_MINIMUM(has_x_and_y, 10, "taaaxy");
    CHECK_MINIMUM(has_late_pair, 10, "tnn");
    CHECK_MINIMUM(has_descending_bytes, 10, "b001111");
}

TEST(shrink_strings)
{
    CHECK_MINIMUM(has_slash, 10, "t/");
    CHECK_MINIMUM(is_long, 10, "taaaaa");
    CHECK_MINIMUM(has_wide, 10, "t%e4%80%80");
    CHECK_MINIMUM(has_two_digits, 10, "t33");
    CHECK_MINIMUM(has_high_byte, 10, "b0042");
}

/* ---- Lists whose elements are bracketed, and loops that are not */

/* Elements in brackets, or as the generator of arrays of integers draws them, without. */
static bool plain;

static uint32_t draw_plain(struct assay_test *t, uint32_t max, int64_t xs[])
{
    struct assay_array array = {NULL, 0};

    (void)assay_gen_draw(assay_arrays(assay_ints(int64_t, 0, 1000), 0, max), t, &array);
    if (t->status == ASSAY_OK)
        memcpy(xs, array.at, array.len * sizeof *xs);
    return (uint32_t)array.len;
}

static uint32_t draw_list(struct assay_test *t, uint32_t max, int64_t xs[])
{
    uint32_t n = 0;

    if (plain)
        return draw_plain(t, max, xs);

    if (assay_list_begin(t, "list", 0, max, &n))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        (void)assay_element_begin(t);
        xs[i] = draw_int(t, 0, 1000);
        (void)assay_span_end(t);
    }
    (void)assay_span_end(t);
    return t->status ? 0 : n;
}

static int64_t sum(const int64_t *xs, uint32_t n)
{
    int64_t total = 0;

    for (uint32_t i = 0; i < n; i++)
        total += xs[i];
    return total;
}

static bool list_sum(struct assay_test *t)
{
    int64_t xs[60];

    return sum(xs, draw_list(t, 60, xs)) > 2000;
}

static bool loop_sum(struct assay_test *t)
{
    int64_t total = 0;

    for (int64_t n = draw_int(t, 0, 60); n > 0; n--)
        total += draw_int(t, 0, 1000);
    return total > 2000;
}

static bool loop_while(struct assay_test *t)
{
    bool more = false, found = false;

    while (assay_choose_bool(t, 0.9, &more) == ASSAY_OK && more)
        found |= draw_int(t, 0, 1000) > 700;
    return found;
}

/* rows x columns numbers in one loop: a whole row must go when the rows are fewer. */
static bool matrix(struct assay_test *t)
{
    int64_t rows = draw_int(t, 1, 6), columns = draw_int(t, 1, 6);
    bool found = false;

    for (int64_t i = 0; i < rows * columns; i++)
        found |= draw_int(t, 0, 99) > 70;
    return found;
}

static bool ascending(struct assay_test *t)
{
    int64_t xs[60];
    uint32_t n = draw_list(t, 60, xs);

    for (uint32_t i = 1; i < n; i++)
        if (xs[i] <= xs[i - 1])
            reject(t);
    return n >= 3 && xs[n - 1] > 50;
}

static bool descent(struct assay_test *t)
{
    int64_t xs[60];
    uint32_t n = draw_list(t, 60, xs);

    for (uint32_t i = 1; i < n; i++)
        if (xs[i] < xs[i - 1])
            return true;
    return false;
}

static bool even_length(struct assay_test *t)
{
    int64_t xs[60];
    uint32_t n = draw_list(t, 60, xs);
    bool small = false, large = false;

    if (n % 2 != 0)
        reject(t);
    for (uint32_t i = 0; i < n; i++) {
        small |= xs[i] > 3 && xs[i] < 300;
        large |= xs[i] > 500;
    }
    return small && large;
}

/* The same, with lists that are plain or not. */
#define CHECK_LISTS(FAILS, SEEDS, MINIMUM)                                               \
    check_minimum(HARNESS_HERE, plain ? "plain " #FAILS : #FAILS, FAILS, SEEDS, MINIMUM)

static void check_lists(void)
{
    CHECK_LISTS(even_length, 20, "u2 i4 i501");
    CHECK_LISTS(list_sum, 10, "u3 i1 i1000 i1000");
    CHECK_LISTS(ascending, 10, "u3 i0 i1 i51");
    CHECK_LISTS(descent, 10, "u2 i1 i0");
}

TEST(shrink_lists)
{
    check_lists();
    plain = true;
    check_lists();
}

TEST(shrink_loops)
{
    CHECK_MINIMUM(loop_sum, 10, "i3 i1 i1000 i1000");
    CHECK_MINIMUM(loop_while, 10, "o1 i701 o0");
    CHECK_MINIMUM(matrix, 10, "i1 i1 i71");
}

/* Two lists of the same length: an element of each must go at once. */
static bool equal_lengths(struct assay_test *t)
{
    int64_t xs[60], ys[60];
    uint32_t n = draw_list(t, 60, xs), m = draw_list(t, 60, ys);

    if (n != m)
        reject(t);
    for (uint32_t i = 0; i < n; i++)
        if (xs[i] + ys[i] > 10)
            return true;
    return false;
}

/* A list and an index into it. */
static bool pointed_at(struct assay_test *t)
{
    int64_t xs[60], at;
    uint32_t n = draw_list(t, 60, xs);

    if (n == 0)
        return false;
    at = draw_int(t, 0, n - 1);
    return t->status == ASSAY_OK && xs[at] > 10 && sum(xs, (uint32_t)at) > 20;
}

/* A permutation that is not the identity. */
static bool permutation(struct assay_test *t)
{
    int64_t xs[60];
    uint32_t n = draw_list(t, 60, xs);
    bool identity = true, seen[60] = {false};

    for (uint32_t i = 0; i < n; i++) {
        if (xs[i] >= (int64_t)n || seen[xs[i]])
            reject(t);
        else
            seen[xs[i]] = true;
        identity &= xs[i] == (int64_t)i;
    }
    return !identity;
}

static void check_related_lists(void)
{
    CHECK_LISTS(equal_lengths, 10, "u1 i0 u1 i11");
    CHECK_LISTS(pointed_at, 10, "u2 i21 i11 i1");
    CHECK_LISTS(permutation, 10, "u2 i1 i0");
}

TEST(shrink_related_lists)
{
    check_related_lists();
    plain = true;
    check_related_lists();
}

/* Lists whose length another choice gives. */
static bool given_length(struct assay_test *t)
{
    struct assay_array array = {NULL, 0};
    bool found = false;

    (void)assay_gen_draw(
        assay_arrays_of_length(assay_ints(int, 0, 99), assay_ints(size_t, 0, 40)), t,
        &array);
    for (size_t i = 0; i < array.len; i++)
        found |= ((int *)array.at)[i] > 50;
    return found;
}

/* Two small lists do what one large one does, and the sum wraps. */
static bool wrapped(struct assay_test *t)
{
    struct assay_array lists[2] = {{NULL, 0}, {NULL, 0}};
    int8_t sums[2] = {0, 0};

    for (int k = 0; k < 2; k++) {
        (void)assay_gen_draw(assay_arrays(assay_any(int8_t), 0, 9), t, &lists[k]);
        for (size_t i = 0; i < lists[k].len; i++)
            sums[k] = (int8_t)(sums[k] + ((int8_t *)lists[k].at)[i]);
    }
    return sums[0] < 0 && sums[1] < 0 && (int8_t)(sums[0] + sums[1]) > 0;
}

TEST(shrink_lists_of_given_length)
{
    CHECK_MINIMUM(given_length, 20, "u1 i51");
}

TEST(shrink_merges_numbers)
{
    CHECK_MINIMUM(wrapped, 20, "u1 i-1 u1 i-128");
}

/* ---- Related numbers */

static bool equal_pair(struct assay_test *t)
{
    int64_t a = draw_int(t, 0, 1 << 30), b = draw_int(t, 0, 1 << 30);

    return a == b && a > 99;
}

static bool sum_of_three(struct assay_test *t)
{
    int64_t a = draw_int(t, 0, 1000), b = draw_int(t, 0, 1000), c = draw_int(t, 0, 1000);

    return a + b + c >= 1500;
}

static bool apart(struct assay_test *t)
{
    int64_t a = draw_int(t, -1000, 1000), b = draw_int(t, -1000, 1000);

    return a - b == 3 && a > 5;
}

static bool large_product(struct assay_test *t)
{
    int64_t a = draw_int(t, 1, 1000), b = draw_int(t, 1, 1000);

    return a * b > 32767;
}

TEST(shrink_related_numbers)
{
    CHECK_MINIMUM(large_product, 10, "i33 i993");
    CHECK_MINIMUM(equal_pair, 10, "i100 i100");
    CHECK_MINIMUM(sum_of_three, 10, "i0 i500 i1000");
    CHECK_MINIMUM(apart, 10, "i6 i3");
}

/* ---- Trees */

struct shape {
    int nodes, depth;
    int64_t sum;
};

static struct shape draw_tree(struct assay_test *t, int depth)
{
    struct shape left, right;
    bool node = false;
    int64_t x;

    (void)assay_span_begin(t, "tree");
    (void)assay_choose_bool(t, depth < 8 ? 0.6 : 0, &node);
    if (!node || t->status) {
        x = draw_int(t, 0, 100);
        (void)assay_span_end(t);
        return (struct shape){0, 0, x};
    }
    left = draw_tree(t, depth + 1);
    right = draw_tree(t, depth + 1);
    (void)assay_span_end(t);
    return (struct shape){left.nodes + right.nodes + 1,
                          (left.depth > right.depth ? left.depth : right.depth) + 1,
                          left.sum + right.sum};
}

static bool deep_tree(struct assay_test *t)
{
    return draw_tree(t, 0).depth > 2;
}

static bool heavy_tree(struct assay_test *t)
{
    return draw_tree(t, 0).sum > 150;
}

TEST(shrink_trees)
{
    CHECK_MINIMUM(deep_tree, 10, "o1 o0 i0 o1 o0 i0 o1 o0 i0 o0 i0");
    CHECK_MINIMUM(heavy_tree, 10, "o1 o0 i51 o0 i100");
}

/* ---- Discarded draws leave nothing behind */

static bool retried(struct assay_test *t)
{
    int64_t x = 1;

    for (int i = 0; i < 20 && t->status == ASSAY_OK; i++) {
        (void)assay_span_begin(t, "retry");
        x = draw_int(t, 0, 1000);
        if (x % 3 == 0) {
            (void)assay_span_end(t);
            return x > 100;
        }
        (void)assay_span_discard(t);
    }
    reject(t);
    return false;
}

TEST(shrink_drops_discarded_draws)
{
    CHECK_MINIMUM(retried, 10, "i102");
}

/* ---- Lists of lists */

/* Draws rows of numbers: how many numbers, and the sum of all. */
static void draw_rows(struct assay_test *t, uint32_t *ret_count, int64_t *ret_sum)
{
    uint32_t rows = 0, len = 0;

    *ret_count = 0;
    *ret_sum = 0;
    assay_list_begin(t, "rows", 0, 6, &rows);
    for (uint32_t i = 0; i < rows; i++) {
        assay_element_begin(t);
        assay_list_begin(t, "row", 0, 8, &len);
        for (uint32_t k = 0; k < len; k++) {
            int64_t x = 0;
            assay_element_begin(t);
            assay_choose_int(t, 0, 100, 0, ASSAY_BIASED, &x);
            assay_span_end(t);
            *ret_sum += x;
        }
        assay_span_end(t);
        assay_span_end(t);
        *ret_count += len;
    }
    assay_span_end(t);
}

static bool many_in_rows(struct assay_test *t)
{
    uint32_t count;
    int64_t sum;

    draw_rows(t, &count, &sum);
    return count >= 6;
}

static bool large_in_rows(struct assay_test *t)
{
    uint32_t count;
    int64_t sum;

    draw_rows(t, &count, &sum);
    return sum > 250;
}

/* Rows are joined, and a row that is empty then goes. */
TEST(shrink_lists_of_lists)
{
    CHECK_MINIMUM(many_in_rows, 10, "u1 u6 i0 i0 i0 i0 i0 i0");
    CHECK_MINIMUM(large_in_rows, 10, "u1 u3 i51 i100 i100");
}
