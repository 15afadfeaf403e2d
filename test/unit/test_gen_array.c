/* Generators of arrays. */
#include "gen_fixture.h"
#include <limits.h>

static const struct assay_gen *const digits = assay_ints(int, 0, 9);

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

struct lengths {
    size_t least, most;
};

static void visit_length(const void *value, void *ctx)
{
    struct lengths *seen = ctx;
    const struct assay_array *array = value;

    CHECK(array->at != NULL);
    seen->least = array->len < seen->least ? array->len : seen->least;
    seen->most = array->len > seen->most ? array->len : seen->most;
}

static void check_lengths(const struct assay_gen *gen, size_t least, size_t most)
{
    struct lengths seen = {SIZE_MAX, 0};

    for_values(gen, 2000, visit_length, &seen);
    CHECK_INT(seen.least, least);
    CHECK_INT(seen.most, most);
}

TEST(gen_arrays_reach_both_lengths)
{
    check_lengths(assay_arrays(digits, 0, 12), 0, 12);
    check_lengths(assay_arrays(digits, 3, 3), 3, 3);
    check_lengths(assay_arrays(assay_arrays(digits, 0, 3), 1, 4), 1, 4);
}

TEST(gen_arrays_of_a_drawn_length)
{
    const struct assay_gen *even = assay_element_of(size_t, 0, 2, 4);

    check_lengths(assay_arrays_of_length(digits, even), 0, 4);
    CHECK_INT(draw_status(assay_arrays_of_length(digits, assay_ints(int, 0, 4))),
              ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_arrays_of_length(
                  digits, assay_constant(size_t, &(size_t){(size_t)1 << 32}))),
              ASSAY_TOO_LARGE);
    CHECK_INT(assay_gen_contains(assay_arrays_of_length(digits, even),
                                 &(struct assay_array){(int[]){1, 2, 3}, 3}),
              ASSAY_NO);
    CHECK_INT(assay_gen_contains(assay_arrays_of_length(digits, even),
                                 &(struct assay_array){(int[]){1, 2}, 2}),
              ASSAY_YES);
}

/* Each element has a bracket of its own, inside the list's. */
TEST(gen_arrays_bracket_their_elements)
{
    struct fixture f;
    struct assay_array array;
    uint32_t elements = 0;

    fixture_init(&f, NULL);
    CHECK_INT(assay_gen_draw(assay_arrays(assay_bools(), 5, 9),
                             fixture_start(&f, SEED, 2), &array),
              ASSAY_OK);
    CHECK_UINT(f.record->spans[0].flags, ASSAY_SPAN_LIST | ASSAY_SPAN_COUNTED);
    for (uint32_t i = 1; i < f.record->nspans; i++) {
        CHECK_INT(f.record->spans[i].parent, 0);
        CHECK_INT(f.record->spans[i].end - f.record->spans[i].start, 1);
        elements += (f.record->spans[i].flags & ASSAY_SPAN_ELEMENT) != 0;
    }
    CHECK_INT(elements, array.len);
    CHECK_INT(f.record->nchoices, array.len + 1);
    fixture_done(&f);
}

/* Integers need none: the list says that each of its choices is an element. */
TEST(gen_arrays_of_integers_are_plain)
{
    struct fixture f;
    struct assay_array array;

    fixture_init(&f, NULL);
    CHECK_INT(
        assay_gen_draw(assay_arrays(digits, 5, 9), fixture_start(&f, SEED, 2), &array),
        ASSAY_OK);
    CHECK_UINT(f.record->nspans, 1);
    CHECK_UINT(f.record->spans[0].flags,
               ASSAY_SPAN_LIST | ASSAY_SPAN_COUNTED | ASSAY_SPAN_PLAIN);
    CHECK_UINT(f.record->nchoices, array.len + 1);
    for (uint32_t i = 0; i < array.len; i++)
        CHECK_INT(((int *)array.at)[i], f.record->choices[i + 1].value);
    fixture_done(&f);
}

TEST(gen_arrays_contain)
{
    const struct assay_gen *gen = assay_arrays(digits, 1, 3);
    int room[] = {1, 9, 3, 4};
    struct assay_array array = {room, 3};

    CHECK_INT(assay_gen_contains(gen, &array), ASSAY_YES);
    room[2] = 10;
    CHECK_INT(assay_gen_contains(gen, &array), ASSAY_NO);
    array.len = 2;
    CHECK_INT(assay_gen_contains(gen, &array), ASSAY_YES);
    array.len = 0;
    CHECK_INT(assay_gen_contains(gen, &array), ASSAY_NO);
    room[2] = 3;
    array.len = 4;
    CHECK_INT(assay_gen_contains(gen, &array), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){NULL, 1}), ASSAY_NO);
}

TEST(gen_arrays_count)
{
    CHECK_UINT(count_of(assay_arrays(digits, 0, 3)), 1 + 10 + 100 + 1000);
    CHECK_UINT(count_of(assay_arrays(digits, 2, 3)), 100 + 1000);
    CHECK_UINT(count_of(assay_arrays(digits, 0, 20)), UINT64_MAX - ASSAY_TOO_LARGE);
    CHECK_UINT(count_of(assay_arrays(assay_any(uint64_t), 0, 0)), 1);
    CHECK_UINT(count_of(assay_arrays(assay_ints(int, 1, 1), 1, UINT32_MAX)), UINT32_MAX);
    CHECK_UINT(count_of(assay_arrays(assay_ints(int, 1, 0), 0, 5)), 1);
    CHECK_UINT(count_of(assay_arrays(assay_ints(int, 1, 0), 1, 5)),
               UINT64_MAX - ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(assay_arrays(digits, 3, 2)), UINT64_MAX - ASSAY_EMPTY_RANGE);
    CHECK_UINT(count_of(assay_arrays(NULL, 0, 2)), UINT64_MAX - ASSAY_BAD_USE);
    CHECK_UINT(count_of(assay_sorted(digits, compare_ints, 0, 2)),
               UINT64_MAX - ASSAY_TOO_LARGE);
}

static enum assay_status next_larger(struct assay_test *t, const void *ctx,
                                     struct assay_array done, void *ret_element)
{
    int last = done.len > 0 ? ((int *)done.at)[done.len - 1] : 0;

    return assay_gen_draw(assay_ints(int, last + 1, last + *(const int *)ctx), t,
                          ret_element);
}

static void visit_ascending(const void *value, void *ctx)
{
    const struct assay_array *array = value;
    const int *at = array->at;

    for (size_t i = 0; i < array->len; i++) {
        int last = i > 0 ? at[i - 1] : 0;
        CHECK(at[i] > last && at[i] <= last + 3);
    }
    *(size_t *)ctx += array->len;
}

TEST(gen_steps_see_what_came_before)
{
    static const int gap = 3;
    size_t elements = 0;
    const struct assay_gen *gen = assay_steps(digits, next_larger, &gap, 0, 6);

    for_values(gen, 1000, visit_ascending, &elements);
    CHECK(elements > 1000);
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){(int[]){1, 2}, 2}),
              ASSAY_UNKNOWN);
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){(int[7]){1, 2}, 7}),
              ASSAY_NO);
    CHECK_UINT(count_of(gen), UINT64_MAX - ASSAY_TOO_LARGE);
}

static enum assay_status step_fails(struct assay_test *t, const void *ctx,
                                    struct assay_array done, void *ret_element)
{
    (void)t;
    (void)ctx;
    (void)ret_element;
    return done.len == 2 ? ASSAY_REJECTED : ASSAY_OK;
}

static void visit_sorted(const void *value, void *ctx)
{
    const struct assay_array *array = value;
    const int *at = array->at;

    for (size_t i = 1; i < array->len; i++) {
        CHECK(at[i - 1] <= at[i]);
        *(bool *)ctx |= at[i - 1] == at[i];
    }
}

TEST(gen_sorted_ascends)
{
    bool equal = false;
    const struct assay_gen *gen = assay_sorted(digits, compare_ints, 0, 8);

    for_values(gen, 1000, visit_sorted, &equal);
    CHECK(equal);
    check_lengths(gen, 0, 8);
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){(int[]){1, 1, 2}, 3}),
              ASSAY_YES);
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){(int[]){2, 1}, 2}), ASSAY_NO);
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){(int[]){1, 10}, 2}),
              ASSAY_NO);
}

static void visit_distinct(const void *value, void *ctx)
{
    const struct assay_array *array = value;
    const int *at = array->at;

    for (size_t i = 0; i < array->len; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(at[i] != at[k]);
    *(size_t *)ctx = array->len > *(size_t *)ctx ? array->len : *(size_t *)ctx;
}

TEST(gen_distinct_has_no_two_alike)
{
    size_t most = 0;
    const struct assay_gen *gen = assay_distinct(digits, compare_ints, 1, 30);

    for_values(gen, 2000, visit_distinct, &most);
    CHECK(most >= 8 && most <= 10); /* shorter than wanted: there are ten digits */
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){(int[]){2, 1, 3}, 3}),
              ASSAY_YES);
    CHECK_INT(assay_gen_contains(gen, &(struct assay_array){(int[]){2, 1, 2}, 3}),
              ASSAY_NO);
}

TEST(gen_distinct_discards_what_collides)
{
    struct fixture f;
    struct assay_array array = {0};
    uint32_t discarded = 0;

    fixture_init(&f, NULL);
    CHECK_INT(assay_gen_draw(assay_distinct(assay_ints(int, 0, 1), compare_ints, 2, 2),
                             fixture_start(&f, SEED, 0), &array),
              ASSAY_REJECTED); /* number 0 draws nothing but zeros */
    for (uint32_t i = 0; i < f.record->nspans; i++)
        discarded += f.record->spans[i].flags & ASSAY_SPAN_DISCARDED;
    CHECK_INT(discarded, 8);
    CHECK(array.at == NULL);
    CHECK_INT(assay_gen_draw(assay_distinct(assay_ints(int, 0, 1), compare_ints, 1, 1),
                             fixture_start(&f, SEED, 0), &array),
              ASSAY_OK);
    CHECK_INT(array.len, 1);
    fixture_done(&f);
    CHECK_INT(draw_status(assay_distinct(digits, compare_ints, 11, 12)), ASSAY_REJECTED);
}

TEST(gen_arrays_misused)
{
    CHECK_INT(draw_status(assay_arrays(NULL, 0, 1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_arrays(digits, 2, 1)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_arrays(assay_ints(int, 1, 0), 1, 1)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_steps(digits, NULL, NULL, 0, 1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_steps(NULL, step_fails, NULL, 0, 1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_steps(digits, step_fails, NULL, 5, 5)), ASSAY_REJECTED);
    CHECK_INT(draw_status(assay_sorted(digits, NULL, 0, 1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_sorted(NULL, compare_ints, 0, 1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_distinct(digits, NULL, 0, 1)), ASSAY_BAD_USE);
    CHECK_INT(draw_status(assay_distinct(digits, compare_ints, 2, 1)), ASSAY_EMPTY_RANGE);
    CHECK_INT(draw_status(assay_arrays(assay_any(int), 1u << 30, 1u << 30)),
              ASSAY_NO_MEMORY);
}

TEST(gen_arrays_print)
{
    const struct assay_gen *gen = assay_arrays(digits, 0, 3);
    const struct assay_gen *nested = assay_arrays(gen, 0, 3);
    struct assay_array two = {(int[]){1, INT_MIN}, 2}, none = {(int[]){1}, 0};
    struct assay_array both = {(struct assay_array[]){two, none}, 2};

    CHECK_ROUND_TRIP(gen, struct assay_array, (struct assay_array){(int[]){1, 2}, 2});
    CHECK_ROUND_TRIP(gen, struct assay_array, (struct assay_array){(int[1]){0}, 0});
    CHECK_ROUND_TRIP(
        nested, struct assay_array,
        (struct assay_array){
            (struct assay_array[]){(struct assay_array){(int[]){1, (-2147483647 - 1)}, 2},
                                   (struct assay_array){(int[1]){0}, 0}},
            2});
    CHECK_C(assay_arrays(assay_strings(&assay_alphabet_ascii, 0, 1), 0, 2),
            &((struct assay_array){(const char *[]){"a", NULL}, 2}),
            "(struct assay_array){(char *[]){(char[]){\"a\"}, NULL}, 2}");
    CHECK_SHORT(gen, &two, "{1, -2147483648}");
    CHECK_SHORT(gen, &none, "{}");
    CHECK_SHORT(nested, &both, "{{1, -2147483648}, {}}");
    CHECK_C(gen, &(struct assay_array){0}, "(cannot)");
}

TEST(gen_arrays_print_cut_when_short)
{
    static int room[1000];
    const struct assay_gen *gen = assay_arrays(digits, 0, 1000);
    struct assay_array many = {room, 1000};
    const char *end = ", 0, ... (1000 in all)}", *text;

    text = text_of(gen, &many, assay_gen_show);
    CHECK_STR(text + strlen(text) - strlen(end), end);
    CHECK_INT(strlen(text), 200 * 3 + strlen("{... (1000 in all)}"));
    many.len = 200;
    CHECK_INT(strlen(text_of(gen, &many, assay_gen_show)), 200 * 3);
    many.len = 1000;
    text = text_of(gen, &many, assay_gen_print);
    CHECK(strstr(text, "...") == NULL);
    CHECK_INT(strlen(text), strlen("(struct assay_array){(int[]){}, 1000}") + 2998);
}
