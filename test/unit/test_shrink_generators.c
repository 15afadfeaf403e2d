/*
 * Minima of problems drawn through generators: their records have the spans, lists and
 * discarded draws that real properties have.
 */
#include "shrink_fixture.h"
#include <string.h>

static struct assay_array draw_array(struct assay_test *t, const struct assay_gen *gen)
{
    struct assay_array array = {NULL, 0};

    (void)assay_gen_draw(gen, t, &array);
    return array;
}

static bool three_distinct_strings(struct assay_test *t)
{
    struct assay_array array =
        draw_array(t, assay_arrays(assay_strings(&assay_alphabet_ascii, 0, 10), 0, 20));
    const char *seen[3];
    size_t count = 0, k;

    for (size_t i = 0; i < array.len && count < 3; i++) {
        const char *text = ((char **)array.at)[i];
        for (k = 0; k < count && strcmp(seen[k], text) != 0;)
            k++;
        if (k == count)
            seen[count++] = text;
    }
    return count == 3;
}

static bool title_with_digit(struct assay_test *t)
{
    char *text = NULL;

    (void)assay_gen_draw(assay_strings(&assay_alphabet_ascii, 0, 30), t, &text);
    return text && text[0] >= 'A' && text[0] <= 'Z' && strpbrk(text, "0123456789");
}

TEST(shrink_generated_strings)
{
    CHECK_MINIMUM(three_distinct_strings, 20, "u3 t ta tb");
    CHECK_MINIMUM(title_with_digit, 20, "tA0");
}

static bool large_sum_of_doubles(struct assay_test *t)
{
    struct assay_array array =
        draw_array(t, assay_arrays(assay_doubles(-1000, 1000), 0, 20));
    double sum = 0;

    for (size_t i = 0; i < array.len; i++)
        sum += ((double *)array.at)[i];
    return sum > 1500.5;
}

static bool three_negative(struct assay_test *t)
{
    struct assay_array array =
        draw_array(t, assay_arrays(assay_union_of(int, assay_ints(int, 100, 200),
                                                  assay_ints(int, -20, -10)),
                                   0, 30));
    int negative = 0;

    for (size_t i = 0; i < array.len; i++)
        negative += ((int *)array.at)[i] < 0;
    return negative >= 3;
}

TEST(shrink_generated_numbers)
{
    CHECK_MINIMUM(large_sum_of_doubles, 20, "u2 f0x1.f5p+8 f0x1.f4p+9"); /* 501, 1000 */
    CHECK_MINIMUM(three_negative, 20, "u3 x1 i-10 x1 i-10 x1 i-10");
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return x < y ? -1 : x > y;
}

static bool wide_gap(struct assay_test *t)
{
    struct assay_array array =
        draw_array(t, assay_sorted(assay_ints(int, 0, 1000), compare, 0, 30));
    const int *xs = array.at;

    for (size_t i = 1; i < array.len; i++)
        if (xs[i] - xs[i - 1] > 100)
            return true;
    return false;
}

static bool five_distinct(struct assay_test *t)
{
    return draw_array(t, assay_distinct(assay_ints(int, 0, 1000), compare, 0, 30)).len >
           4;
}

TEST(shrink_generated_arrays)
{
    CHECK_MINIMUM(wide_gap, 20, "u2 i0 i101");
    CHECK_MINIMUM(five_distinct, 20, "u5 i0 i1 i2 i3 i4");
}

struct entry {
    int level;
    bool on;
    char *name;
};

static bool odd_entry(struct assay_test *t)
{
    struct entry *e = NULL;

    (void)assay_gen_draw(
        assay_optional(
            struct entry *,
            assay_struct(struct entry,
                         ASSAY_FIELD(struct entry, level, assay_ints(int, -50, 50)),
                         ASSAY_FIELD(struct entry, on, assay_bools()),
                         ASSAY_FIELD(struct entry, name,
                                     assay_strings(&assay_alphabet_ascii, 0, 9)))),
        t, &e);
    return e && e->on && e->level < -3 && strlen(e->name) > 2;
}

TEST(shrink_generated_structures)
{
    CHECK_MINIMUM(odd_entry, 20, "o1 i-4 o1 taaa");
}

/* ---- Trees whose children are elements of a list: a part stands at another depth there
 */

struct json {
    char kind;
    char *text;
    struct assay_array items;
};

static const struct assay_gen *json(void);

static const struct assay_gen *const jsons = assay_recursive(
    struct json *,
    assay_one_of(
        struct json *,
        assay_pointers(
            struct json *,
            assay_struct(struct json,
                         ASSAY_FIELD(struct json, kind, assay_element_of(char, 'n')))),
        assay_pointers(
            struct json *,
            assay_struct(struct json,
                         ASSAY_FIELD(struct json, kind, assay_element_of(char, '"')),
                         ASSAY_FIELD(struct json, text,
                                     assay_strings(&assay_alphabet_ascii, 0, 6))))),
    assay_pointers(
        struct json *,
        assay_struct(struct json,
                     ASSAY_FIELD(struct json, kind, assay_element_of(char, '[', '{')),
                     ASSAY_FIELD(struct json, items,
                                 assay_arrays(assay_defer(struct json *, json), 0, 5)))));

static const struct assay_gen *json(void)
{
    return jsons;
}

/* A text with a slash, directly inside an object. */
static bool slash_in_object(const struct json *j, char in)
{
    if (j->kind == '"')
        return in == '{' && strchr(j->text, '/');
    for (size_t i = 0; i < j->items.len; i++)
        if (slash_in_object(((struct json **)j->items.at)[i], j->kind))
            return true;
    return false;
}

static bool slash_in_some_object(struct assay_test *t)
{
    struct json *j = NULL;

    return assay_gen_draw(jsons, t, &j) == ASSAY_OK && slash_in_object(j, 0);
}

TEST(shrink_generated_trees)
{
    CHECK_MINIMUM(slash_in_some_object, 20, "u1 o1 x1 u1 o0 x1 t/");
}

/* ---- Lists whose lengths are one number */

static int *draw_ints(struct assay_test *t, uint32_t n, int hi)
{
    return draw_array(t, assay_arrays(assay_ints(int, 0, hi), n, n)).at;
}

static uint32_t draw_size(struct assay_test *t, uint32_t lo, uint32_t hi)
{
    uint32_t n = lo;

    (void)assay_gen_draw(assay_ints(uint32_t, lo, hi), t, &n);
    return n;
}

static bool large_scalar_product(struct assay_test *t)
{
    uint32_t n = draw_size(t, 0, 20);
    const int *xs = draw_ints(t, n, 100), *ys = draw_ints(t, n, 100);
    long sum = 0;

    for (uint32_t i = 0; xs && ys && i < n; i++)
        sum += (long)xs[i] * ys[i];
    return sum > 500;
}

/* The third row, of more rows than columns, is above 100. */
static bool heavy_row(struct assay_test *t)
{
    uint32_t rows = draw_size(t, 1, 8), columns = draw_size(t, 1, 8);
    const int *at = draw_ints(t, rows * columns, 100);
    int sum = 0;

    for (uint32_t k = 0; at && rows > 2 && k < columns; k++)
        sum += at[2 * columns + k];
    return rows > columns && sum > 100;
}

/* A square, in which something on the diagonal, but not the first, is above all beside
 * it. */
static bool heavy_diagonal(struct assay_test *t)
{
    uint32_t n = draw_size(t, 1, 6);
    const int *at = draw_ints(t, n * n, 100);
    bool heavy = false;

    for (uint32_t k = 1; at && k < n; k++)
        heavy |= at[k * n + k] > 5 && at[k * n + k - 1] == 0 && at[(k - 1) * n + k] == 0;
    return heavy;
}

TEST(shrink_slices_of_dependent_lists)
{
    CHECK_MINIMUM(large_scalar_product, 20, "u1 i6 i84");
    CHECK_MINIMUM(heavy_row, 20, "u3 u2 i0 i0 i0 i0 i1 i100");
    CHECK_MINIMUM(heavy_diagonal, 20, "u2 i0 i0 i0 i6");
}
