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
