/*
 * What generators draw in the first tests of a seed, for a reader and as C. The values
 * are in test/data/expected; they change with whatever is drawn.
 */
#include "gen_fixture.h"
#include "run_fixture.h"
#include <assay/gen.h>
#include <math.h>
#include <stdlib.h>

#define TESTS 14

/* The values of tests 0 to TESTS - 1, a line each: shown, and as C where that differs. */
static void put_values(const char *name, const struct assay_gen *gen,
                       struct assay_buf *out)
{
    struct fixture f;
    struct assay_buf shown, printed;
    uint64_t count = 0;
    enum assay_status status = assay_gen_count(gen, &count);

    fixture_init(&f, NULL);
    assay_buf_init(&shown, NULL, 0);
    assay_buf_init(&printed, NULL, 0);
    assay_buf_printf(out, "%s of %s: ", name, gen->type);
    if (status)
        assay_buf_printf(out, "%s\n", assay_status_text(status));
    else
        assay_buf_printf(out, "%llu values\n", (unsigned long long)count);
    for (uint64_t i = 0; i < TESTS; i++) {
        struct assay_test *t = fixture_start(&f, 1, i);
        void *value = assay_test_new(t, 1, gen->size);
        assay_buf_clear(&shown);
        assay_buf_clear(&printed);
        if (assay_gen_draw(gen, t, value)) {
            assay_buf_printf(out, "    %s\n", assay_status_text(t->status));
            continue;
        }
        CHECK(assay_gen_contains(gen, value) != ASSAY_NO);
        assay_gen_show(gen, value, &shown);
        assay_gen_print(gen, value, &printed);
        assay_buf_printf(out, "    %s", shown.at);
        if (strcmp(shown.at, printed.at) != 0)
            assay_buf_printf(out, "    as C: %s", printed.at);
        assay_buf_putc(out, '\n');
    }
    assay_buf_done(&shown);
    assay_buf_done(&printed);
    fixture_done(&f);
}

TEST(gen_drawn_numbers)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    put_values("ints", assay_ints(int, -50, 100), &out);
    put_values("near", assay_ints_near(short, -50, 100, 42), &out);
    put_values("uniform", assay_uniform_ints(unsigned char, 3, 200), &out);
    put_values("any", assay_any(long), &out);
    put_values("any", assay_any(signed char), &out);
    put_values("any", assay_any(uint64_t), &out);
    put_values("bools", assay_bools(), &out);
    put_values("doubles", assay_doubles(-10, 1000), &out);
    put_values("singles", assay_singles(0.5, 0.75), &out);
    put_values("special",
               assay_doubles_with(.lo = -INFINITY, .hi = INFINITY, .nan = true,
                                  .subnormal = true),
               &out);
    put_values("tiny", assay_singles_with(.lo = 0, .hi = 1e-40, .subnormal = true), &out);
    check_expected("gen_drawn_numbers", out.at);
    assay_buf_done(&out);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return x < y ? -1 : x > y;
}

static enum assay_status add_step(struct assay_test *t, const void *ctx,
                                  struct assay_array before, void *ret_value)
{
    int step = 0, last = before.len > 0 ? ((int *)before.at)[before.len - 1] : 0;
    enum assay_status status = assay_gen_draw(assay_ints(int, 1, 3), t, &step);

    (void)ctx;
    *(int *)ret_value = last + step;
    return status;
}

TEST(gen_drawn_texts_and_arrays)
{
    static const struct assay_codes few[] = {
        {'a', 'c'}, {0xe9, 0xe9}, {0x1f600, 0x1f601}};
    static const struct assay_alphabet alphabet = {few, 3};
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    put_values("ascii", assay_strings(&assay_alphabet_ascii, 0, 8), &out);
    put_values("unicode", assay_strings(&assay_alphabet_unicode, 1, 4), &out);
    put_values("few", assay_strings(&alphabet, 2, 6), &out);
    put_values("bytes", assay_byte_buffers(0, 6), &out);
    put_values("arrays", assay_arrays(assay_ints(int, 0, 9), 0, 6), &out);
    put_values("of length",
               assay_arrays_of_length(assay_bools(), assay_ints(size_t, 1, 4)), &out);
    put_values("sorted", assay_sorted(assay_ints(int, 0, 99), compare_ints, 2, 5), &out);
    put_values("distinct", assay_distinct(assay_ints(int, 0, 3), compare_ints, 2, 5),
               &out);
    put_values("steps", assay_steps(assay_any(int), add_step, NULL, 1, 5), &out);
    put_values("rows", assay_arrays(assay_arrays(assay_ints(int, 0, 9), 0, 2), 1, 3),
               &out);
    check_expected("gen_drawn_texts_and_arrays", out.at);
    assay_buf_done(&out);
}

struct pair {
    short x;
    char *name;
};

struct tree {
    int value;
    struct tree *left, *right;
};

static const struct assay_gen *trees(void);
static const struct assay_gen *optional_trees(void)
{
    static const struct assay_gen defer = {.ops = &assay_gen_defer,
                                           .type = "struct tree",
                                           .size = sizeof(struct tree),
                                           .as.defer = trees};
    static const struct assay_gen optional = {.ops = &assay_gen_optional,
                                              .type = "struct tree *",
                                              .size = sizeof(struct tree *),
                                              .as.inner = {.of = &defer}};

    return &optional;
}

static const struct assay_gen *trees(void)
{
    static struct assay_field leaf_fields[1], fields[3];
    static struct assay_gen digits, leaf, node, tree;

    digits = *assay_ints(int, 0, 9);
    leaf_fields[0] = (struct assay_field)ASSAY_FIELD(struct tree, value, &digits);
    fields[0] = leaf_fields[0];
    fields[1] = (struct assay_field)ASSAY_FIELD(struct tree, left, optional_trees());
    fields[2] = (struct assay_field)ASSAY_FIELD(struct tree, right, optional_trees());
    leaf = (struct assay_gen){.ops = &assay_gen_fields,
                              .type = "struct tree",
                              .size = sizeof(struct tree),
                              .as.fields = {leaf_fields, 1}};
    node = leaf;
    node.as.fields.of = fields;
    node.as.fields.count = 3;
    tree = *assay_recursive(struct tree, &leaf, &node);
    return &tree;
}

static void twice(const void *ctx, const void *from, void *ret_value)
{
    (void)ctx;
    *(int *)ret_value = 2 * *(const int *)from;
}

static bool is_odd(const void *ctx, const void *value)
{
    (void)ctx;
    return *(const int *)value % 2 != 0;
}

TEST(gen_drawn_structures)
{
    static const int five = 5;
    const struct assay_gen *small = assay_ints(int, 0, 3),
                           *large = assay_ints(int, 100, 999);
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    put_values("constant", assay_constant(int, &five), &out);
    put_values("element of", assay_element_of(int, 2, 3, 5, 7), &out);
    put_values("one of", assay_one_of(int, small, large), &out);
    put_values("union of", assay_union_of(int, small, large), &out);
    put_values("weighted", assay_weighted(int, {1, small}, {5, large}, {0, small}), &out);
    put_values("struct",
               assay_struct(struct pair,
                            ASSAY_FIELD(struct pair, x, assay_ints(short, -5, 5)),
                            ASSAY_FIELD(struct pair, name,
                                        assay_strings(&assay_alphabet_ascii, 0, 2))),
               &out);
    put_values("pointers", assay_pointers(int *, small), &out);
    put_values("optional", assay_optional(int *, large), &out);
    put_values("recursive", trees(), &out);
    put_values("map", assay_map(int, small, twice, NULL), &out);
    put_values("filter", assay_filter(int, small, is_odd, NULL), &out);
    check_expected("gen_drawn_structures", out.at);
    assay_buf_done(&out);
}
