/*
 * Arguments that a run finds elsewhere; where code is; layouts without an end.
 */
#include "contract/change.h"
#include "contract/inputs.h"
#include "contract/place.h"
#include "contract/runs.h"
#include "contract_fixture.h"
#include "harness.h"
#include "run_fixture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Moving */

static int *new_ints(struct assay_inputs *in, size_t count, int **slot)
{
    struct assay_block *block = assay_inputs_block(in, &layout_int, count);

    CHECK(block != NULL);
    assay_inputs_point(slot, block, block->at);
    for (size_t i = 0; i < count; i++)
        (*slot)[i] = (int)i + 1;
    return *slot;
}

static void move_arguments(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a = NULL, *same, *empty = NULL, *none = NULL, *home, *empty_home;

    home = new_ints(in, 3, &a);
    empty_home = new_ints(in, 0, &empty);
    same = a + 1;
    CHECK(assay_run_begin(in, 1, 1, NULL, NULL));
    assay_run_move(in, &a);
    assay_run_move(in, &same);
    assay_run_move(in, &empty);
    assay_run_move(in, &none);
    CHECK(a != home && same == a + 1); /* one copy for both */
    CHECK(empty == empty_home && none == NULL);
    CHECK_MEM(a, ((int[]){1, 2, 3}), 12);
    a[0] = 10;
    CHECK_INT(home[0], 1);
    assay_run_end(in);
    CHECK(a == home && same == home + 1);
    CHECK_MEM(a, ((int[]){10, 2, 3}), 12);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_moved_arguments_come_back)
{
    for_inputs(move_arguments, 3);
}

static struct {
    char before;
    char at[2 * sizeof(void *)];
} odd; /* too short for a pointer where one can be */
static int *variable;

static void stay(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *in_block = NULL, *in_input = NULL, *in_variable = NULL, *home;
    struct assay_block *holder = assay_inputs_block(in, &layout_int_pointer, 2);
    struct buffer b = {1, NULL, {{0}}};

    assay_world_keep(&variable, sizeof variable);
    assay_world_keep(odd.at, 1);
    new_ints(in, 2, &in_block);
    new_ints(in, 2, &in_input);
    new_ints(in, 2, &in_variable);
    assay_input_made(in, "in_block", &layout_int_pointer, &in_block);
    assay_input_made(in, "b", &layout_buffer, &b);
    CHECK(assay_run_begin(in, 1, 1, NULL, NULL));
    home = in_block;
    memcpy(holder->at + sizeof home, &home, sizeof home);
    assay_run_move(in, &in_block);
    CHECK(in_block == home); /* a block leads there */
    home = b.data = in_input;
    assay_run_move(in, &in_input);
    CHECK(in_input == home);
    home = variable = in_variable;
    assay_run_move(in, &in_variable);
    CHECK(in_variable == home);
    variable = NULL;
    assay_run_move(in, &in_variable);
    CHECK(in_variable != home);
    assay_run_end(in);
    CHECK(in_variable == home);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_moved_arguments_are_pointed_to_by_nothing_else)
{
    for_inputs(stay, 3);
}

static void move_many(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *slots[18], *homes[18], moved = 0;

    for (int i = 0; i < 18; i++)
        homes[i] = new_ints(in, 1, &slots[i]);
    CHECK(assay_run_begin(in, 1, 1, NULL, NULL));
    for (int i = 0; i < 18; i++) {
        assay_run_move(in, &slots[i]);
        moved += slots[i] != homes[i];
    }
    CHECK_INT(moved, 16);
    assay_run_end(in);
    for (int i = 0; i < 18; i++)
        CHECK(slots[i] == homes[i]);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_moved_arguments_are_not_too_many)
{
    for_inputs(move_many, 2);
}

/* ---- Remembering */

static void recall(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int *a = NULL, *b = NULL;

    new_ints(in, 3, &a);
    new_ints(in, 2, &b);
    CHECK(assay_run_begin(in, 1, 1, NULL, NULL));
    assay_run_remember(in);
    a[1] = 20;
    b[0] = 30;
    assay_run_recall(in);
    CHECK_MEM(a, ((int[]){1, 2, 3}), 12);
    CHECK_MEM(b, ((int[]){1, 2}), 8);
    assay_run_end(in);
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_remembered_inputs_are_put_back)
{
    for_inputs(recall, 2);
}

/* ---- Where code is */

/* A program of this name that says this is asked. */
static void write_asked(const char *answer)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/addr2line", run_options().store);
    file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(file, "#!/bin/sh\nprintf '%s'\n", answer);
    fclose(file);
    CHECK_INT(chmod(path, 0700), 0);
}

static void check_place(const char *answer, const char *expected)
{
    struct assay_buf out;

    write_asked(answer);
    assay_buf_init(&out, NULL, 0);
    assay_place_put(&out, (const void *)(uintptr_t)&write_asked);
    CHECK_STR(out.at, expected);
    assay_buf_done(&out);
}

TEST(contract_places_are_asked_for)
{
    struct assay_buf out;
    char here[400], answer[600];

    setenv("PATH", make_folder(), 1);
    CHECK(getcwd(here, sizeof here) != NULL);
    check_place("f\\nlist.c:12\\n", "list.c:12");
    check_place("??\\nlist.c:12 (discriminator 3)\\n", "list.c:12");
    snprintf(answer, sizeof answer, "f\\n%s/list.c:3\\n", here);
    check_place(answer, "list.c:3");
    assay_buf_init(&out, NULL, 0);
    write_asked("assay_body_f\\n??:0\\n");
    assay_place_put(&out, (const void *)(uintptr_t)&write_asked);
    CHECK_INT(strncmp(out.at, "f (the program+0x", 17), 0);
    CHECK_INT(out.at[out.len - 1], ')');
    assay_buf_clear(&out);
    write_asked("f\\nlist.c:?\\n");
    assay_place_put(&out, (const void *)(uintptr_t)&write_asked);
    CHECK_INT(strncmp(out.at, "f (the program+0x", 17), 0);
    assay_buf_clear(&out);
    write_asked("?? ?\\n??:?\\n");
    assay_place_put(&out, (const void *)(uintptr_t)&write_asked);
    CHECK_INT(strncmp(out.at, "the program+0x", 14), 0);
    CHECK(strchr(out.at, ')') == NULL);
    assay_buf_clear(&out);
    write_asked("");
    assay_place_put(&out, (const void *)(uintptr_t)&write_asked);
    CHECK_INT(strncmp(out.at, "the program+0x", 14), 0);
    remove_folder(); /* nobody to ask */
    assay_buf_clear(&out);
    assay_place_put(&out, (const void *)(uintptr_t)&write_asked);
    CHECK_INT(strncmp(out.at, "the program+0x", 14), 0);
    assay_buf_done(&out);
}

/* ---- Layouts inside each other */

#define DEEP 60

static struct assay_layout deep[DEEP];
static struct assay_layout_field fields[DEEP];

/* Arrays in structs in arrays of one element; what is inside is this. */
static const struct assay_layout *make_deep(const struct assay_layout *inside, int depth)
{
    for (int i = 0; i < depth; i++) {
        const struct assay_layout *of = i > 0 ? &deep[i - 1] : inside;
        fields[i] = (struct assay_layout_field){"x", 0, of, 0, 0};
        deep[i] = (struct assay_layout){.kind = ASSAY_LAYOUT_ARRAY,
                                        .name = "deep",
                                        .size = inside->size,
                                        .of = of,
                                        .count = 1};
        if (i % 2)
            deep[i] = (struct assay_layout){.kind = ASSAY_LAYOUT_STRUCT,
                                            .name = "struct deep",
                                            .size = inside->size,
                                            .fields = &fields[i],
                                            .nfields = 1};
    }
    return depth > 0 ? &deep[depth - 1] : inside;
}

static void draw_deep(struct assay_test *t)
{
    struct assay_inputs *in = assay_inputs_begin(t);
    int x = 7, y = 8;
    void *p = NULL;

    assay_input(in, "x", make_deep(&layout_int, DEEP), &x);
    CHECK_INT(x, 0); /* too deep to be drawn */
    CHECK_UINT(assay_change_ints(&deep[DEEP - 1], &layout_int), 0);
    CHECK(assay_results_same(in, 1, 2, &deep[DEEP - 1], &x, &y));
    CHECK(!assay_results_same(in, 1, 2, make_deep(&layout_int, 20), &x, &y));
    CHECK(!assay_value_has_pointer(make_deep(&layout_int_pointer, DEEP)));
    CHECK(assay_value_has_pointer(make_deep(&layout_int_pointer, 10)));
    assay_input(in, "p", make_deep(&layout_int_pointer, DEEP), &p);
    CHECK(p == NULL);
    assay_input(in, "p", make_deep(&layout_int_pointer, 10), &p);
    CHECK(assay_undecided(p));
    CHECK(assay_inputs_settle_value(in, &deep[9], &p));
    CHECK(!assay_undecided(p));
    assay_inputs_end(in, NULL, NULL);
}

TEST(contract_layouts_come_to_an_end)
{
    for_inputs(draw_deep, 3);
}
