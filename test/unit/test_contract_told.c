/*
 * How inputs are told: as values for a reader, and as the C that makes them.
 */
#include "contract/inputs.h"
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <assay/runs.h>
#include <string.h>

static void check_told(const char *name, void (*property)(struct assay_test *t))
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    explain_inputs(property, &out);
    check_expected(name, out.at);
    assay_buf_done(&out);
}

static const struct assay_layout const_int = {
    .kind = ASSAY_LAYOUT_SIGNED, .name = "const int", .size = sizeof(int)};
static const struct assay_layout byte = {
    .kind = ASSAY_LAYOUT_UNSIGNED, .name = "unsigned char", .size = 1};
static const struct assay_layout const_point = {.kind = ASSAY_LAYOUT_STRUCT,
                                                .name = "const struct point",
                                                .size = sizeof(struct point)};
static const struct assay_layout const_point_pointer = {.kind = ASSAY_LAYOUT_POINTER,
                                                        .name = "const struct point *",
                                                        .size = sizeof(void *),
                                                        .of = &const_point};
static const struct assay_layout function_pointer = {
    .kind = ASSAY_LAYOUT_POINTER, .name = "int (*)(int)", .size = sizeof(void *)};
static const struct assay_layout two_functions = {.kind = ASSAY_LAYOUT_ARRAY,
                                                  .name = "int (*[2])(int)",
                                                  .size = 2 * sizeof(void *),
                                                  .of = &function_pointer,
                                                  .count = 2};
static const struct assay_layout five_ints = {.kind = ASSAY_LAYOUT_ARRAY,
                                              .name = "int[5]",
                                              .size = 5 * sizeof(int),
                                              .of = &layout_int,
                                              .count = 5};
static const struct assay_layout three_rows = {.kind = ASSAY_LAYOUT_ARRAY,
                                               .name = "int[3][5]",
                                               .size = 15 * sizeof(int),
                                               .of = &five_ints,
                                               .count = 3};

/* A new block with these elements, which the pointer at `slot` leads to. */
static char *new_block(struct assay_inputs *in, const struct assay_layout *element,
                       const void *values, size_t count, void *slot)
{
    struct assay_block *block = assay_inputs_block(in, element, count);

    CHECK(block != NULL);
    memcpy(block->at, values, count * element->size);
    assay_inputs_point(slot, block, block->at);
    return block->at;
}

/* ---- Blocks */

static void tell_blocks(struct assay_test *t)
{
    static const int three[] = {1, 2, 3};
    static const struct point point = {'p', -7, 8};
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a = NULL, *behind = NULL, *empty = NULL, *odd = NULL, *middle = NULL;
    const int *also;
    char *text = NULL;
    struct point *p = NULL;
    void *anything = NULL, *any_text;
    unsigned char *bytes;

    new_block(in, &layout_int, three, 3, &a);
    behind = a + 3;
    also = a + 1;
    new_block(in, &layout_int, three, 0, &empty);
    new_block(in, &layout_char, "a\0b", 3, &text);
    any_text = text + 1;
    new_block(in, &layout_point, &point, 1, &p);
    new_block(in, &layout_int, three, 2, &anything);
    bytes = (unsigned char *)p + 3;
    odd = (int *)(void *)((char *)a + 1);
    new_block(in, &layout_int, three, 3, &middle);
    middle++;
    assay_input_made(in, "behind", &layout_int_pointer, &behind);
    assay_input_made(in, "a", &layout_int_pointer, &a);
    assay_input_made(in, "also", &layout_int_pointer, &also);
    assay_input_made(in, "empty", &layout_int_pointer, &empty);
    assay_input_made(in, "text", &layout_string, &text);
    assay_input_made(in, "any_text", &layout_void_pointer, &any_text);
    assay_input_made(in, "p", &const_point_pointer, &p);
    assay_input_made(in, "anything", &layout_void_pointer, &anything);
    assay_input_made(in, "bytes", &layout_string, &bytes);
    assay_input_made(in, "odd", &layout_int_pointer, &odd);
    assay_input_made(in, "middle", &layout_int_pointer, &middle);
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, &layout_int_pointer, &also);
}

TEST(contract_told_blocks)
{
    check_told("contract_told_blocks", tell_blocks);
}

/* ---- Circles, and names that are taken */

static void tell_circles(struct assay_test *t)
{
    static const struct node nodes[] = {{1, NULL}, {2, NULL}, {3, NULL}};
    struct assay_inputs *in = assay_inputs_begin(t);
    struct node *one = NULL, *two, *alone = NULL, result = {9, NULL};
    struct buffer b = {3, NULL, {{1, 2, 3}, {4, 5, 6}}};
    int one_at = 5, x = 6;

    new_block(in, &layout_node, nodes, 1, &one);
    new_block(in, &layout_node, nodes + 1, 1, &one->next);
    new_block(in, &layout_node, nodes + 2, 1, &one->next->next);
    one->next->next->next = one->next;
    new_block(in, &layout_node, nodes, 1, &alone);
    alone->next = alone;
    new_block(in, &layout_int, &x, 1, &b.data);
    two = one->next;
    assay_input_made(in, "one", &layout_node_pointer, &one);
    assay_input_made(in, "one_at", &layout_int, &one_at);
    assay_input_made(in, "two", &layout_node_pointer, &two);
    assay_input_made(in, "alone", &layout_node_pointer, &alone);
    assay_input_made(in, "b", &layout_buffer, &b);
    assay_inputs_ready(in, "f");
    result.next = one;
    assay_inputs_end(in, &layout_node, &result);
}

TEST(contract_told_circles)
{
    check_told("contract_told_circles", tell_circles);
}

/* ---- Variables, calls, types that go around a name */

static void tell_variables(struct assay_test *t)
{
    static int room[5] = {1, 2, 3, 4, 5}, total = 7;
    struct assay_inputs *in = assay_inputs_begin(t);
    int *to_room = room, *in_room = room + 2, *to_total = &total, grid[3][5] = {{1}};
    struct point *made = NULL, value = {'v', 1, 2};
    int (*functions[2])(int) = {NULL, NULL};
    const int constant = 3;
    struct assay_argument arguments[] = {{&const_int, &constant},
                                         {&layout_point_pointer, &made}};

    assay_input_variable(in, "room", &five_ints, room);
    assay_input_variable(in, "total", &layout_int, &total);
    memcpy(room, (int[]){1, 2, 3, 4, 5}, sizeof room);
    total = 7;
    new_block(in, &layout_point, &value, 1, &made);
    assay_input_made(in, "to_room", &layout_int_pointer, &to_room);
    assay_input_made(in, "in_room", &layout_int_pointer, &in_room);
    assay_input_made(in, "to_total", &layout_int_pointer, &to_total);
    assay_input_made(in, "grid", &three_rows, grid);
    assay_input_made(in, "functions", &two_functions, functions);
    assay_input_made(in, "constant", &const_int, (int *)(uintptr_t)&constant);
    assay_input_called(in, "made", &layout_point_pointer, &made, "new_point", arguments,
                       2);
    assay_input_called(in, "value", &layout_point, &value, "new_point", arguments, 2);
    assay_inputs_ready(in, "f");
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_told_variables)
{
    check_told("contract_told_variables", tell_variables);
}

/* ---- What other runs are given */

static void tell_runs(struct assay_test *t)
{
    static int room[5], total;
    static const int nines[] = {9, 8, 7};
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a = NULL, x = 3, y = 4;
    char *text = NULL;
    struct point p = {'p', 1, 2};

    assay_input_variable(in, "total", &layout_int, &total);
    total = 5;
    new_block(in, &layout_int, nines, 3, &a);
    new_block(in, &layout_char, "abc", 4, &text);
    assay_input_made(in, "a", &layout_int_pointer, &a);
    assay_input_made(in, "text", &layout_string, &text);
    assay_input_made(in, "p", &layout_point, &p);
    assay_run_give(in, 2, a + 1, &x, sizeof x);
    assay_run_give(in, 3, &p.y, &y, sizeof y);
    assay_inputs_ready(in, "f");
    assay_run_given(in, 2, "x", &layout_int, &x);
    assay_run_given(in, 3, "q", &layout_int_pointer, &a);
    assay_run_given(in, 3, "grid", &five_ints, room);
    assay_run_placed(in, 2, "a[0 .. 2]", &layout_int, a, nines, 3);
    assay_run_placed(in, 2, "a[1]", &layout_int, a + 1, NULL, 1);
    assay_run_placed(in, 2, "a[2]", &layout_int, a + 2, NULL, 1); /* not given */
    assay_run_placed(in, 3, "p.y", &layout_int, &p.y, NULL, 1);
    assay_run_placed(in, 3, "text[0 .. 3]", &layout_char, text, "xyz", 4);
    assay_run_placed(in, 3, "text[0 .. 1]", &layout_char, text, "xy", 2);
    assay_run_placed(in, 3, "text[1 .. 3]", &byte, text + 1, "yz", 3);
    assay_run_placed(in, 2, "room[1 .. 3]", &layout_int, room + 1, nines, 3);
    assay_run_placed(in, 2, "room[1]", &layout_int, room + 1, nines, 1);
    assay_run_placed(in, 2, "room[0 .. 1].x", &layout_int, room, nines, 1);
    assay_run_placed(in, 2, "\\result[0]", &layout_int, room, nines, 1);
    assay_run_placed(in, 2, "nothing", &layout_int, room, nines, 0);
    assay_run_tell(in, 1, ASSAY_ROW_EQUAL, "x", &layout_int, &x);
    assay_run_tell(in, 2, ASSAY_ROW_DIFFERENT, "a[1]", &layout_int, a + 1);
    assay_run_tell(in, 1, ASSAY_ROW_DIFFERENT, "a[1]", &layout_int, a + 1);
    assay_run_tell(in, 1, ASSAY_ROW_SAME, "a", &layout_int_pointer, &a);
    assay_run_tell(in, 1, ASSAY_ROW_SEEN, "text", &layout_string, &text);
    assay_run_tell(in, 1, ASSAY_ROW_SEEN, "nowhere", &layout_int, NULL);
    assay_run_tell_all(in, 2, ASSAY_ROW_DIFFERENT, "a[0 .. 2]", &layout_int, a, 3);
    assay_run_tell_all(in, 2, ASSAY_ROW_DIFFERENT, "a[1 .. 1]", &layout_int, a + 1, 1);
    assay_run_tell_all(in, 2, ASSAY_ROW_SEEN, "text", &layout_char, text, 4);
    assay_run_tell_all(in, 2, ASSAY_ROW_SEEN, "too much", &layout_char, text, 5);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_told_runs)
{
    check_told("contract_told_runs", tell_runs);
}

/* ---- What was violated */

static const struct assay_clause clauses[] = {
    {"ensures", "\\result > 0", "f", "high", "f.c", 3, 5, 8},
    {"loop assigns", "i", "f", "", "f.c", 4, 6, 1},
    {"type", "p->x", "f", "", "f.c", 5, 7, 4},
    {"specification", "\\result > 0", "f", "", "f.c", 6, 8, 8},
    {"requires", "x > 0", "f", "", "f.c", 7, 9, 5},
};
static unsigned violated; /* which */
static bool made;         /* the inputs are, when it is */

static void violate(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    struct assay_says says;
    int x = 5;

    assay_input_made(in, "x", &layout_int, &x);
    if (made)
        assay_inputs_ready(in, "f");
    assay_says_begin(&says, &clauses[violated], NULL);
    assay_say_int(&says, "x", x);
    assay_say(&says, "and a line");
    assay_violated(&says);
}

static void call_missing(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);

    assay_inputs_ready(in, "f");
    assay_inputs_missing("g");
}

static void be_unknown(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);

    if (made)
        assay_inputs_ready(in, "f");
    assay_spec_unknown();
    assay_note(t, made ? "it goes on" : "it does not");
    CHECK(assay_was_unknown() && !assay_was_unknown());
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_told_violations)
{
    struct assay_buf out;

    assay_buf_init(&out, NULL, 0);
    made = true;
    for (violated = 0; violated < 5; violated++)
        explain_inputs(violate, &out);
    explain_inputs(call_missing, &out);
    explain_inputs(be_unknown, &out);
    made = false;
    violated = 0;
    assay_buf_puts(&out, "before inputs are made:\n");
    explain_inputs(violate, &out);
    explain_inputs(be_unknown, &out);
    check_expected("contract_told_violations", out.at);
    assay_buf_done(&out);
}
