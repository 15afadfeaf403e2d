/*
 * What is drawn for functions with contracts: the inputs of the first tests of a seed.
 * They are in test/data/expected; they change with whatever is drawn.
 */
#include "contract/runs.h"
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <assay/runs.h>
#include <string.h>

static void check_trace(const char *name, void (*property)(struct assay_test *t),
                        unsigned count)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    trace_inputs(property, count, &out);
    check_expected(name, out.at);
    assay_buf_done(&out);
}

/* ---- By layout */

static const struct assay_layout three_bytes = {
    .kind = ASSAY_LAYOUT_OPAQUE, .name = "struct secret", .size = 3};
static const struct assay_layout layout_wide = {
    .kind = ASSAY_LAYOUT_SIGNED, .name = "__int128", .size = 16};
static const struct assay_layout layout_uwide = {
    .kind = ASSAY_LAYOUT_UNSIGNED, .name = "unsigned __int128", .size = 16};
static const struct assay_layout four_chars = {.kind = ASSAY_LAYOUT_ARRAY,
                                               .name = "char[4]",
                                               .size = 4,
                                               .of = &layout_char,
                                               .count = 4};
static const struct assay_layout two_colors = {.kind = ASSAY_LAYOUT_ARRAY,
                                               .name = "enum color[2]",
                                               .size = 2 * sizeof(enum color),
                                               .of = &layout_color,
                                               .count = 2};

static const struct assay_layout_field mixed_fields[] = {{"bits", 0, &layout_int, 3, 0},
                                                         {"", 4, &layout_either, 0, 0},
                                                         {"b", 8, &layout_bool, 0, 0}};
static const struct assay_layout layout_mixed = {.kind = ASSAY_LAYOUT_STRUCT,
                                                 .name = "struct mixed",
                                                 .size = 12,
                                                 .fields = mixed_fields,
                                                 .nfields = 3};

static void draw_numbers(struct assay_test *t)
{
    static const long long constants[] = {1234, -99};
    struct assay_inputs *in = assay_inputs_begin(t);
    int i;
    unsigned char c;
    size_t n;
    short s;
    bool b;
    enum color color;
    float f;
    double d;

    assay_inputs_constants(in, constants, 2);
    assay_input(in, "i", &layout_int, &i);
    assay_input(in, "c", &layout_char, &c);
    assay_input(in, "n", &layout_size, &n);
    assay_input(in, "s", &layout_short, &s);
    assay_input(in, "b", &layout_bool, &b);
    assay_input(in, "color", &layout_color, &color);
    assay_input(in, "f", &layout_float, &f);
    assay_input(in, "d", &layout_double, &d);
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_numbers)
{
    check_trace("contract_drawn_numbers", draw_numbers, 24);
}

static void draw_compounds(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    char bytes[3], text[4], mixed[12];
    _Alignas(16) char wide[16], uwide[16];
    enum color colors[2];
    struct point p;
    double d;

    assay_inputs_special(in);
    assay_input(in, "bytes", &three_bytes, bytes);
    assay_input(in, "text", &four_chars, text);
    assay_input(in, "colors", &two_colors, colors);
    assay_input(in, "mixed", &layout_mixed, mixed);
    assay_input(in, "p", &layout_point, &p);
    assay_input(in, "wide", &layout_wide, wide);
    assay_input(in, "uwide", &layout_uwide, uwide);
    assay_input(in, "d", &layout_double, &d);
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_compounds)
{
    check_trace("contract_drawn_compounds", draw_compounds, 16);
}

static void draw_in_ranges(struct assay_test *t)
{
    static const struct assay_range ranges[] = {{-10, -5}, {3, 3}, {100, 1000}};
    static const struct assay_range wide[] = {{30, 300}}, above[] = {{60, 300}},
                                    many[] = {{-5, 3000000000}},
                                    outside[] = {{-1000, -900}, {5, 6}, {40000, 50000}};
    struct assay_inputs *in = assay_inputs_begin(t);
    int i, n, far;
    short s;
    size_t u;

    assay_input_in(in, "i", &layout_int, &i, ranges, 3, 0);
    assay_input_in(in, "n", &layout_int, &n, wide, 1, 1);
    assay_input_in(in, "far", &layout_int, &far, above, 1, 1);
    assay_input_in(in, "u", &layout_size, &u, many, 1, 1);
    assay_input_in(in, "s", &layout_short, &s, outside, 3, 0);
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_in_ranges)
{
    check_trace("contract_drawn_in_ranges", draw_in_ranges, 24);
}

/* ---- Made true */

static void make_numbers(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int lt, le, gt, ge, eq, ne, *block;
    unsigned char least = 0;

    assay_input(in, "lt", &layout_int, &lt);
    assay_input(in, "le", &layout_int, &le);
    assay_input(in, "gt", &layout_int, &gt);
    assay_input(in, "ge", &layout_int, &ge);
    assay_input(in, "eq", &layout_int, &eq);
    assay_input(in, "ne", &layout_int, &ne);
    assay_input(in, "block", &layout_int_pointer, &block);
    CHECK(assay_make_int(in, &layout_int, &lt, ASSAY_MAKE_LT, -100));
    CHECK(assay_make_int(in, &layout_int, &le, ASSAY_MAKE_LE, -100));
    CHECK(assay_make_int(in, &layout_int, &gt, ASSAY_MAKE_GT, 100));
    CHECK(assay_make_int(in, &layout_int, &ge, ASSAY_MAKE_GE, 100));
    CHECK(assay_make_int(in, &layout_int, &eq, ASSAY_MAKE_EQ, 100));
    ne = 50;
    CHECK(assay_make_int(in, &layout_int, &ne, ASSAY_MAKE_NE, 50));
    CHECK(assay_make_valid(in, &layout_int, &block, 0, 1));
    CHECK(assay_make_int(in, &layout_int, block, ASSAY_MAKE_GE, 100));
    CHECK(assay_make_int(in, &layout_int, block + 1, ASSAY_MAKE_LT, -100));
    CHECK(!assay_make_int(in, &layout_char, &least, ASSAY_MAKE_GT, 127));
    CHECK(!assay_make_int(in, &layout_char, &least, ASSAY_MAKE_LT, -128));
    CHECK(!assay_make_int(in, &layout_char, &least, ASSAY_MAKE_EQ, 128));
    CHECK(!assay_make_int(in, &layout_char, &least, ASSAY_MAKE_LE, -129));
    CHECK(assay_make_int(in, &layout_char, &least, ASSAY_MAKE_LE, -128));
    CHECK_UINT(least, 128);
    CHECK(!assay_make_int(in, &layout_int, NULL, ASSAY_MAKE_EQ, 1));
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_numbers_that_compare)
{
    check_trace("contract_drawn_numbers_that_compare", make_numbers, 24);
}

static void make_others(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    bool b = true;
    int a = 5, c = 5, d = 3, e = 9, f = 7;
    short s = -100;
    float x = 1, y = 1, z = 1;
    double v = 2, w = 50;

    CHECK(assay_make_int(in, &layout_bool, &b, ASSAY_MAKE_NE, 1));
    CHECK(assay_make_two(in, &layout_int, &a, ASSAY_MAKE_NE, &layout_int, &c));
    CHECK(assay_make_two(in, &layout_int, &d, ASSAY_MAKE_GT, &layout_int, &e));
    CHECK(assay_make_two(in, &layout_int, &f, ASSAY_MAKE_LE, &layout_double, &v));
    CHECK(assay_make_two(in, &layout_short, &s, ASSAY_MAKE_GE, &layout_int, &d));
    CHECK(assay_make_real(in, &layout_float, &x, ASSAY_MAKE_LT, 0.1L));
    CHECK(assay_make_real(in, &layout_float, &y, ASSAY_MAKE_GE, 1e30L));
    CHECK(assay_make_real(in, &layout_float, &z, ASSAY_MAKE_NE, 1));
    CHECK(!assay_make_real(in, &layout_float, &z, ASSAY_MAKE_EQ, 0.1L));
    CHECK(!assay_make_real(in, &layout_float, &z, ASSAY_MAKE_GT, 1e39L));
    CHECK(!assay_make_real(in, &layout_float, NULL, ASSAY_MAKE_EQ, 1));
    CHECK(assay_make_two(in, &layout_double, &w, ASSAY_MAKE_LT, &layout_int, &f));
    assay_input_made(in, "b", &layout_bool, &b);
    assay_input_made(in, "a", &layout_int, &a);
    assay_input_made(in, "c", &layout_int, &c);
    assay_input_made(in, "d", &layout_int, &d);
    assay_input_made(in, "e", &layout_int, &e);
    assay_input_made(in, "f", &layout_int, &f);
    assay_input_made(in, "s", &layout_short, &s);
    assay_input_made(in, "x", &layout_float, &x);
    assay_input_made(in, "y", &layout_float, &y);
    assay_input_made(in, "z", &layout_float, &z);
    assay_input_made(in, "v", &layout_double, &v);
    assay_input_made(in, "w", &layout_double, &w);
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_pairs_and_reals)
{
    check_trace("contract_drawn_pairs_and_reals", make_others, 24);
}

/* ---- Memory */

static void make_memory(struct assay_test *t, bool loose)
{
    static int room[5];
    static const struct assay_layout layout_room = {.kind = ASSAY_LAYOUT_ARRAY,
                                                    .name = "int[5]",
                                                    .size = sizeof room,
                                                    .of = &layout_int,
                                                    .count = 5};
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a, *b, *c, *none, *middle;
    const char *s;

    if (loose)
        assay_inputs_loose(in);
    assay_input_variable(in, "room", &layout_room, room);
    assay_input(in, "a", &layout_int_pointer, &a);
    assay_input(in, "b", &layout_int_pointer, &b);
    assay_input(in, "c", &layout_int_pointer, &c);
    assay_input(in, "none", &layout_int_pointer, &none);
    assay_input(in, "middle", &layout_int_pointer, &middle);
    assay_input(in, "s", &layout_string, &s);
    CHECK(assay_make_valid(in, &layout_int, &a, 0, 3));
    CHECK(assay_make_valid(in, &layout_int, &b, 0, 1));
    CHECK(assay_make_valid(in, &layout_int, &c, 0, 1));
    CHECK(assay_make_valid(in, &layout_int, &none, 0, -1));
    CHECK(assay_make_valid(in, &layout_int, &middle, -1, 1));
    CHECK(assay_make_string(in, &layout_char, &s));
    CHECK(assay_make_separate(in, &layout_int, &c, 0, 1));
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

/* What cannot be: past a variable, before memory, of nothing, too much. */
static void make_impossible(struct assay_test *t)
{
    static int room[5];
    struct assay_inputs *in = assay_inputs_begin(t);
    int *in_room = room + 1, *none = NULL, *nowhere = (int *)0x10000, *much, *least;
    char *text = NULL;

    assay_input_made(in, "in_room", &layout_int_pointer, &in_room);
    assay_input(in, "much", &layout_int_pointer, &much);
    assay_input(in, "least", &layout_int_pointer, &least);
    CHECK(!assay_make_valid(in, &layout_int, &none, 0, 0));
    CHECK(assay_make_valid(in, &layout_int, &none, 0, -1));
    CHECK(!assay_make_valid(in, &layout_int, NULL, 0, 0));
    CHECK(!assay_make_valid(in, &layout_int, &much, 0, ASSAY_INPUT_ELEMENTS));
    CHECK(!assay_make_valid(in, &layout_int, &much, -ASSAY_INPUT_ELEMENTS - 1, 0));
    CHECK(!assay_make_valid(in, &layout_int, &much, -ASSAY_INPUT_ELEMENTS, 0));
    CHECK(assay_make_valid(in, &layout_int, &much, -5, ASSAY_INPUT_ELEMENTS - 6));
    CHECK(assay_make_valid(in, &layout_int, &least, 3, 3)); /* from 0 on */
    CHECK(assay_valid(least, 4 * sizeof *least));
    CHECK(!assay_make_valid(in, &layout_int, &nowhere, 0, 0));
    CHECK(!assay_make_string(in, &layout_char, &text));
    CHECK(!assay_make_string(in, &layout_char, NULL));
    CHECK(!assay_make_separate(in, &layout_int, NULL, 0, 0));
    CHECK(!assay_make_pointer(in, &layout_int_pointer, NULL, ASSAY_MAKE_EQ, room));
    CHECK(assay_make_pointer(in, &layout_int_pointer, &none, ASSAY_MAKE_GE, room));
    CHECK(none == room);
    CHECK(assay_make_pointer(in, &layout_int_pointer, &none, ASSAY_MAKE_LT, room + 1));
    CHECK(!assay_make_pointer(in, &layout_int_pointer, &none, ASSAY_MAKE_GT, room + 1));
    CHECK(!assay_make_pointer(in, &layout_int_pointer, &none, ASSAY_MAKE_LT, NULL));
    CHECK(assay_make_pointer(in, &layout_int_pointer, &none, ASSAY_MAKE_NE, room + 1));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_make_says_what_cannot_be)
{
    for_inputs(make_impossible, 20);
}

static void make_tight(struct assay_test *t)
{
    make_memory(t, false);
}

static void make_loose(struct assay_test *t)
{
    make_memory(t, true);
}

TEST(contract_drawn_memory)
{
    check_trace("contract_drawn_memory", make_tight, 30);
}

TEST(contract_drawn_memory_that_overlaps)
{
    check_trace("contract_drawn_memory_that_overlaps", make_loose, 30);
}

static void make_strings(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *any, *longer, *shorter, *exact, *other;

    assay_input(in, "any", &layout_string, &any);
    assay_input(in, "longer", &layout_string, &longer);
    assay_input(in, "shorter", &layout_string, &shorter);
    assay_input(in, "exact", &layout_string, &exact);
    assay_input(in, "other", &layout_string, &other);
    CHECK(assay_make_string(in, &layout_char, &any));
    CHECK(assay_make_strlen(in, &layout_char, &longer, ASSAY_MAKE_GT, 3));
    CHECK(assay_make_string(in, &layout_char, &shorter));
    CHECK(assay_make_strlen(in, &layout_char, &shorter, ASSAY_MAKE_LE, 2));
    CHECK(assay_make_strlen(in, &layout_char, &exact, ASSAY_MAKE_EQ, 4));
    CHECK(assay_make_strlen(in, &layout_char, &other, ASSAY_MAKE_NE, 0));
    CHECK(!assay_make_strlen(in, &layout_char, &other, ASSAY_MAKE_LT, 0));
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_strings)
{
    check_trace("contract_drawn_strings", make_strings, 24);
}

static void settle(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct node *list;
    struct buffer b;
    const char *s;
    void *v;

    assay_input(in, "list", &layout_node_pointer, &list);
    assay_input(in, "b", &layout_buffer, &b);
    assay_input(in, "s", &layout_string, &s);
    assay_input(in, "v", &layout_void_pointer, &v);
    while (assay_inputs_settle(in))
        ;
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_pointers_that_nothing_is_said_of)
{
    check_trace("contract_drawn_pointers_that_nothing_is_said_of", settle, 20);
}

/* ---- Sentences */

#define GRAMMAR(NAME, TEXT)                                                              \
    {                                                                                    \
        .name = NAME, .text = TEXT, .len = sizeof(TEXT) - 1                              \
    }

static struct assay_language host =
    GRAMMAR("Host", "start: label (\".\" label)*;\nlabel: [a-z0-9]+;\n");
static struct assay_language short_host = GRAMMAR("Short", "start: [a-z.]{1,5};\n");
static struct assay_language bytes =
    GRAMMAR("Bytes", "%bytes;\nstart: (\"a\" | %x00){0,9};\n");

static void make_sentences(struct assay_test *t)
{
    static const struct assay_text texts[] = {
        {"one", 3}, {NULL, 0}, {"eleven bytes", 12}, {"f\0ur", 4}};
    struct assay_inputs *in = assay_inputs_begin(t);
    const char *s, *again, *both, *sized, *one_of;
    char array[4];
    unsigned char len;

    assay_input(in, "s", &layout_string, &s);
    assay_input(in, "again", &layout_string, &again);
    assay_input(in, "both", &layout_string, &both);
    assay_input(in, "sized", &layout_string, &sized);
    assay_input(in, "len", &layout_bool, &len);
    assay_input(in, "one_of", &layout_string, &one_of);
    assay_input(in, "array", &four_chars, array);
    CHECK(assay_make_sentence(in, &layout_string, &s, &short_host, NULL));
    CHECK(assay_make_sentence(in, &layout_string, &again, &short_host, NULL));
    CHECK(assay_make_sentence(in, &layout_string, &both, &host, &short_host));
    CHECK(assay_make_sentence_sized(in, &layout_string, &sized, &layout_char, &len,
                                    &bytes, NULL));
    CHECK(assay_make_text(in, &layout_string, &one_of, texts, 4));
    CHECK(assay_make_sentence(in, &four_chars, array, &host, NULL));
    len = 0;
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_sentences)
{
    check_trace("contract_drawn_sentences", make_sentences, 30);
}

/* ---- For other runs */

static const struct assay_layout three_ints = {.kind = ASSAY_LAYOUT_ARRAY,
                                               .name = "int[3]",
                                               .size = 3 * sizeof(int),
                                               .of = &layout_int,
                                               .count = 3};

/* The values that run 2 is given there; as they are where it is given none. */
static void copy_drawn(void *to, const void *from, size_t size)
{
    const void *drawn = assay_run_drawn(2, from, size);

    memcpy(to, drawn ? drawn : from, size);
}

static void draw_for_runs(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int a[3] = {100, 200, 300}, for_a[3], x = 1000, near_x = 5, redrawn[3] = {7, 8, 9};
    struct buffer b = {4, NULL, {{1, 2, 3}, {4, 5, 6}}}, for_b;
    char c = 'x', for_c;
    void *pointer = &x, *for_pointer;

    b.data = &x;
    assay_run_draw(in, 2, &layout_int, a, 3);
    assay_run_draw(in, 2, &layout_buffer, &b, 1);
    assay_run_draw(in, 2, &layout_char, &c, 1);
    assay_run_draw(in, 2, &layout_void_pointer, &pointer, 1);
    assay_run_draw(in, 2, &layout_int, NULL, 1);
    assay_run_draw(in, 2, &layout_int, a, (size_t)1 << 62);
    assay_run_near(in, &layout_int, &near_x, &x);
    assay_run_redraw(in, &layout_int, redrawn, 3);
    copy_drawn(for_a, a, sizeof a);
    copy_drawn(&for_b, &b, sizeof b);
    copy_drawn(&for_c, &c, sizeof c);
    copy_drawn(&for_pointer, &pointer, sizeof pointer);
    CHECK(for_b.data == &x && for_pointer == &x); /* pointers stay */
    CHECK(a[0] == 100 && b.size == 4 && c == 'x');
    for_b.data = NULL;
    assay_input_made(in, "a", &three_ints, for_a);
    assay_input_made(in, "b", &layout_buffer, &for_b);
    assay_input_made(in, "c", &layout_char, &for_c);
    assay_input_made(in, "near", &layout_int, &near_x);
    assay_input_made(in, "redrawn", &three_ints, redrawn);
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_drawn_for_runs)
{
    check_trace("contract_drawn_for_runs", draw_for_runs, 40);
}

/* Memory as a run will find it, with all that it is given, and no other. */
static void find_starts(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    const struct assay_state *start;
    int *a = NULL, five = 5, six = 6, seven = 7;

    assay_input(in, "a", &layout_int_pointer, &a);
    CHECK(assay_make_valid(in, &layout_int, &a, 0, 2));
    memcpy(a, (int[]){1, 2, 3}, 3 * sizeof *a);
    CHECK(assay_run_start(in, 0) == NULL && assay_run_start(in, 9) == NULL);
    CHECK(assay_run_start(in, 2) == NULL);
    assay_run_give(in, 2, a, &five, sizeof five);
    assay_run_give(in, 3, a + 1, &six, sizeof six);
    start = assay_run_start(in, 2);
    CHECK_MEM(assay_at(start, a, 12), ((int[]){5, 2, 3}), 12);
    CHECK(assay_run_start(in, 2) == start);
    CHECK_MEM(assay_at(assay_run_start(in, 3), a, 12), ((int[]){1, 6, 3}), 12);
    CHECK(assay_run_start(in, 4) == NULL);
    assay_run_give(in, 2, a, &seven, sizeof seven); /* the last counts */
    CHECK_MEM(assay_at(assay_run_start(in, 2), a, 12), ((int[]){7, 2, 3}), 12);
    CHECK_MEM(a, ((int[]){1, 2, 3}), 12);
    assay_run_write(in, 2);
    CHECK_MEM(a, ((int[]){7, 2, 3}), 12);
    assay_run_unwrite(3); /* nothing was written for it */
    CHECK_INT(a[0], 7);
    assay_run_unwrite(2);
    CHECK_MEM(a, ((int[]){1, 2, 3}), 12);
    CHECK_INT(*(const int *)assay_run_drawn(2, a, 4), 7);
    CHECK(assay_run_drawn(2, a + 1, 4) == NULL && assay_run_drawn(2, a, 8) == NULL);
    CHECK_INT(*(const int *)assay_run_drawn(3, a + 1, 4), 6);
    CHECK(assay_run_drawn(1, a, 4) == NULL);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_runs_find_memory_as_given)
{
    for_inputs(find_starts, 3);
}
